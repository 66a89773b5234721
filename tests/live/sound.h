/* sound.h - stereo float samples from files, and where two of them part. */
#ifndef AMB_TESTS_SOUND_H
#define AMB_TESTS_SOUND_H

#include <stddef.h>

typedef struct Stereo {
    float *samples; /* interleaved */
    size_t frames;
} Stereo;

/* What SDL's disk driver wrote: raw float stereo.  Whole silent buffers at the beginning beyond those of `like` are dropped. */
Stereo stereo_raw(const char *path, const Stereo *like, size_t buffer);
/* Any file of two channels that libsndfile reads. */
Stereo stereo_file(const char *path);
void stereo_free(Stereo *s);
/* Fails at the first frame that is not bit for bit the same. */
void stereo_same(const Stereo *a, const Stereo *b, size_t frames, const char *what);

#endif
