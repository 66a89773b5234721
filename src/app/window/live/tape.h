/* tape.h - recording the live mix: the sound thread collects samples, the window writes them.
 *
 * amb_tape_put, amb_tape_label and amb_tape_swap are called under the owner's lock; writing (amb_tape_write, _close) is
 * the window's alone and needs none, so that a slow disk never holds up the sound.
 */
#ifndef AMB_LIVE_TAPE_H
#define AMB_LIVE_TAPE_H

#include "amb/recorder.h"

#include <stdbool.h>

typedef struct AmbTapeLabel {
    uint64_t at, length; /* frames, from the run's start */
    char text[96];
} AmbTapeLabel;

typedef struct AmbTapeBuffer {
    float *samples;
    size_t frames, cap;
} AmbTapeBuffer;

typedef struct AmbTape {
    bool on;                /* samples and labels are collected */
    AmbRecorder *recorder;  /* NULL: its file is not open yet */
    uint64_t from;          /* sample of the run at which the file begins */
    AmbTapeBuffer filling, writing;
    uint64_t frames;        /* collected so far */
    uint64_t lost;          /* could not be kept: no memory, or nobody wrote them for a minute */
    AmbTapeLabel *labels;
    size_t n_labels, cap_labels;
} AmbTape;

/* Under the lock: collects from this sample of the run on. */
void amb_tape_begin(AmbTape *t, uint64_t from);
/* A new file that grows (recorder.h): whoever kills the program loses a second of sound at most, and the labels. */
int amb_tape_open(AmbTape *t, const char *path, const AmbRecorderOrigin *origin, AmbError *err);
/* Under the lock: forgets what was collected; the file, when there is one, keeps what was written. */
void amb_tape_drop(AmbTape *t);
void amb_tape_put(AmbTape *t, const float *stereo, size_t frames);
void amb_tape_label(AmbTape *t, uint64_t at, uint64_t length, const char *text);
void amb_tape_swap(AmbTape *t);                 /* what was collected becomes what is to be written */
int amb_tape_write(AmbTape *t, AmbError *err);
int amb_tape_close(AmbTape *t, AmbError *err);  /* writes the rest and the labels */

#endif
