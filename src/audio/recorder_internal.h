/* recorder_internal.h - what recorder.c and its two file formats share. */
#ifndef AMB_AUDIO_RECORDER_INTERNAL_H
#define AMB_AUDIO_RECORDER_INTERNAL_H

#include "amb/outfile.h"
#include "amb/recorder.h"

#include <stdbool.h>

typedef struct AmbLabel {
    uint64_t at, length;    /* frames */
    size_t order;           /* of the calls: keeps labels of one frame in their order */
    char *text;
} AmbLabel;

/* One file format.  end and drop are called at most once, after a begin that was called. */
typedef struct AmbSoundFormat {
    int (*begin)(AmbRecorder *r, AmbError *err);
    int (*write)(AmbRecorder *r, const float *interleaved, size_t frames, AmbError *err);
    int (*wrote)(AmbRecorder *r, AmbError *err); /* `frames` counts what was written; NULL: nothing to do */
    int (*end)(AmbRecorder *r, AmbError *err);  /* what comes after the samples; labels are sorted by now */
    void (*drop)(AmbRecorder *r);               /* frees; also after a failed begin or end */
} AmbSoundFormat;

extern const AmbSoundFormat amb_wav_format, amb_flac_format;

#define AMB_BEXT_SIZE 602

struct AmbRecorder {
    AmbOutFile out;
    const AmbSoundFormat *format;
    void *state;            /* the format's own */
    char *path, *labels_path;
    AmbSampleFormat samples;
    uint32_t rate_hz;
    unsigned channels;
    uint64_t frames, over_scale;
    float peak;
    bool failed;            /* a write failed: close only cleans up */
    AmbLabel *labels;
    size_t n_labels, cap_labels;
    uint8_t bext[AMB_BEXT_SIZE]; /* the chunk's contents, */
    bool has_bext;          /* when there are any */
    uint64_t headed_frames; /* growing: as many as the head says */
    uint64_t riff_limit;    /* largest RIFF size written as RIFF; beyond it RF64 (smaller in tests) */
};

unsigned amb_sample_bytes(AmbSampleFormat f);
/* Rounded to nearest and clipped to the format's range; not a number becomes 0.  Integer formats only. */
void amb_quantise(AmbSampleFormat f, const float *in, int32_t *out, size_t n);
int amb_recorder_write_error(const AmbRecorder *r, AmbError *err);

#endif
