/* recorder.h - samples into a WAV or FLAC file, with the events as cue points and labels.
 *
 * WAV: 16, 24 bit or float; `cue ` and `LIST adtl` chunks after the data, written by ourselves (libsndfile loses names and late cues);
 * RF64 past 4 GiB (a JUNK chunk is reserved for ds64).  FLAC: 16 or 24 bit, labels in a file beside it.
 * Integer output is rounded to nearest, never dithered or limited: samples over full scale are counted and clipped to the format's range;
 * float keeps them.  +1.0 itself is not over scale (it becomes the largest value).
 * The file grows under a temporary name beside the target and is renamed when whole; a target that exists and is no regular file
 * (pipe, device) and "-" (standard output) are written in place: then WAV sizes are the unknown-length ones and no cue points follow the
 * samples (a reader would hear them); the labels file has them.  FLAC is not written in place.
 * A WAV that `grows` is there under its own, new name from the start, and at any moment a whole file of what was written up to a second
 * of sound before: whoever kills the program loses no more, nor does an abort.  Cue points come when it is closed.
 * After the first failed write every
 * later call fails too.
 */
#ifndef AMB_RECORDER_H
#define AMB_RECORDER_H

#include "amb/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum AmbSampleFormat { AMB_S16, AMB_S24, AMB_F32 } AmbSampleFormat;

typedef struct AmbRecorder AmbRecorder;

/* Where a WAV comes from: its `bext` chunk (EBU Tech 3285).  Texts are cut to the chunk's sizes; NULL: empty. */
typedef struct AmbRecorderOrigin {
    const char *description;  /* 256 bytes */
    const char *originator;   /* 32 */
    const char *date, *time;  /* "2026-11-30", "12:34:56"; NULL for files that are to be the same whenever they are made */
    uint64_t first_sample;    /* of the file, counted from the run's start */
} AmbRecorderOrigin;

typedef struct AmbRecorderConfig {
    const char *path;         /* ".flac" in any letter case: FLAC, everything else WAV; "-": standard output, WAV */
    AmbSampleFormat format;   /* AMB_F32 is refused for FLAC */
    uint32_t rate_hz;
    unsigned channels;        /* 1 or 2 */
    bool grows;               /* see above */
    const AmbRecorderOrigin *origin; /* NULL: no bext.  Copied */
    const char *labels_path;  /* NULL: none (a FLAC with labels gets NAME.txt beside it). Audacity's form: start TAB end TAB text */
} AmbRecorderConfig;

/* By its name: FLAC instead of WAV. */
bool amb_recorder_is_flac(const char *path);
int amb_recorder_open(AmbRecorder **out, const AmbRecorderConfig *cfg, AmbError *err);
/* Whether so many frames fit on the disk (amb_outfile_room()); a FLAC's size nobody knows before. */
int amb_recorder_room(const AmbRecorder *r, uint64_t frames, AmbError *err);
int amb_recorder_write(AmbRecorder *r, const float *interleaved, size_t frames, AmbError *err);
/* text is copied, UTF-8; at_frame may come in any order.  Cue points hold 32 bits: a label later than that is only in a labels file. */
int amb_recorder_label(AmbRecorder *r, uint64_t at_frame, uint64_t length_frames, const char *text, AmbError *err);
/* Finishes and renames; on error nothing is left under the final name.  *r is NULL afterwards in every case. */
int amb_recorder_close(AmbRecorder **r, AmbError *err);
void amb_recorder_abort(AmbRecorder **r);  /* removes the temporary file */

uint64_t amb_recorder_frames(const AmbRecorder *r);
uint64_t amb_recorder_over_scale(const AmbRecorder *r); /* samples beyond +-1.0 so far */
double amb_recorder_peak(const AmbRecorder *r);         /* linear */

#ifdef __cplusplus
}
#endif
#endif
