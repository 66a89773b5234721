/* compare_source.h - where a comparison gets its samples: the recording, in any order, and the waves by name. */
#ifndef AMB_COMPARE_SOURCE_H
#define AMB_COMPARE_SOURCE_H

#include "amb/compare_scene.h"
#include "amb/decode.h"
#include "amb/error.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A recording that can be read at any place, as often as wanted. */
typedef struct AmbCmpSource {
    void *user;
    uint32_t rate_hz;          /* 8000..192000 */
    unsigned channels;         /* of the original; samples are always handed out as two */
    uint64_t frames;           /* > 0 */
    uint64_t claimed;          /* frames that the recording claims to have when that is more, else 0 */
    char format[64];           /* for people: "WAV 16 bit", "MP3" */
    /* n frames from `first` on (first + n <= frames), interleaved left, right, full scale 1. Frames that turn out not to exist are 0. */
    int (*read)(void *user, uint64_t first, size_t n, float *stereo, AmbError *err);
    void (*close)(void *user); /* may be NULL */
} AmbCmpSource;

/* What decode_stream.h reads; nothing but a small buffer is held in memory. */
int amb_cmp_source_open(AmbCmpSource *out, const char *path, AmbError *err);
void amb_cmp_source_close(AmbCmpSource *s);

/* One wave of the scene, full scale 1, at its own rate.  As the mixer plays it, its left channel is heard on the left, its right one on
 * the right, each with that side's gain. */
typedef struct AmbCmpWave {
    char *name;
    uint32_t rate_hz;
    size_t n;
    float *samples;            /* malloc'ed: the only channel, or the left one */
    float *right;              /* NULL: the same */
} AmbCmpWave;

typedef struct AmbCmpWaves {
    AmbCmpWave *v;             /* v[i] belongs to scene->waves[i]; samples NULL: silent or unreadable, never searched */
    size_t n;
} AmbCmpWaves;

/* One empty place per wave of the scene, for a caller that fetches the waves itself. */
int amb_cmp_waves_init(AmbCmpWaves *out, const AmbCmpScene *scene, AmbError *err);
/* Fills a place; of two channels that are the same only one is kept.  pcm stays the caller's. */
int amb_cmp_wave_set(AmbCmpWave *w, const char *name, const AmbPcm *pcm, AmbError *err);

/* Where a wave's file is looked for: DIR/NAME and the ending (".wav"), a slash in NAME standing as %2F.  malloc'ed; NULL: no memory. */
char *amb_cmp_wave_path(const char *dir, const char *name, const char *ending);
/* Loads every wave of the scene from DIR/NAME, DIR/NAME.wav, .flac, .ogg, .mp3, .aiff.  A wave that is missing is an error. */
int amb_cmp_waves_load(AmbCmpWaves *out, const AmbCmpScene *scene, const char *dir, AmbError *err);
void amb_cmp_waves_free(AmbCmpWaves *w);

#ifdef __cplusplus
}
#endif
#endif
