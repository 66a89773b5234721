/* downmix.h - a recording of one channel: both sides in one, (left + right) / 2 or any multiple of that.
 *
 * A sound in the middle keeps its level; one that is panned by n dB comes out weaker by what its farther side lacks, 0.49 dB for n = 1
 * to 4.60 dB for n = 15.  These are no whole dB, but they crowd into a few places between them, and where none of them is the reading
 * is divided: a level and a pan then give one reading, with 0.07 dB to spare.
 */
#ifndef CMP_DOWNMIX_H
#define CMP_DOWNMIX_H

/* Whole dB by which a sound at this pan (-15 .. 15) reads lower than one in the middle. */
int cmp_downmix_steps(int pan);
/* The reading of a level as measured, both against the client's 0 dB. */
int cmp_downmix_level(double level_db);

#endif
