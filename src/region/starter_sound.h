/* starter_sound.h - simple sounds for the region that `ambwalk new` makes. */
#ifndef AMB_REGION_STARTER_SOUND_H
#define AMB_REGION_STARTER_SOUND_H

#include <stddef.h>
#include <stdint.h>

#define AMB_STARTER_RATE 11025
#define AMB_STARTER_FADE_S 0.8 /* a bed's fade at either end: it is that much longer than its min_rate */

typedef struct AmbStarterSound {
    const char *file;       /* inside the folder */
    double seconds;
    double low_hz, high_hz; /* a bed's band; a call's first and highest pitch */
    double pulse_hz;        /* a bed's swelling; a call's syllables a second */
    unsigned seed;
    int is_bed;
} AmbStarterSound;

/* A WAV file (16 bit, mono) in malloc'ed memory; NULL: no memory. */
uint8_t *amb_starter_wav(const AmbStarterSound *s, size_t *size);

#endif
