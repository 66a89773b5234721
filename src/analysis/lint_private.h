/* lint_private.h - what the parts of lint share. */
#ifndef AMB_ANALYSIS_LINT_PRIVATE_H
#define AMB_ANALYSIS_LINT_PRIVATE_H

#include "amb/arena.h"
#include "amb/lint.h"

/* ---- waves: what the samples say, kept small ---- */

typedef enum LintWaveState { LINT_WAVE_GOOD, LINT_WAVE_MISSING, LINT_WAVE_UNDECODABLE } LintWaveState;

typedef struct LintWave {
    uint32_t id;
    LintWaveState state;
    const char *why;        /* it is missing or undecodable */
    double length_s;        /* also of an undecodable one, as far as its header tells: it takes a voice */
    float first, last;      /* largest |sample| of the first and last frame, full scale 1 */
    const float *power;     /* mean square of each of n_power equal parts of about 10 ms */
    size_t n_power;
} LintWave;

/* ---- sounds: what the land needs to know of them once their tables are released ---- */

typedef struct LintSound {
    double voice_s;         /* mean time a voice is taken by one firing that passed its chance */
    double interval_s;      /* mean time between attempts, at least a frame */
    float reach_m;          /* farthest distance at which an intermittent sound takes a voice; below 0: none */
} LintSound;

typedef struct Lint {
    const AmbLintSource *src;
    AmbLint *out;
    AmbError *err;
    AmbArena arena;         /* for the run only */
    LintWave *waves;        /* sorted by id */
    uint32_t n_waves;
    LintSound **sounds;     /* [stb][row] */
    bool *stb_used;         /* some terrain leads there */
    bool *there;            /* [bx * 255 + by]: the landblock exists */
    uint32_t n_blocks;
    int code;               /* the first AMB_E_*; nothing is added after it */
} Lint;

/* Adds a finding; the place comes from the source.  No memory: l->code. */
void amb_lint_add(Lint *l, AmbLintSeverity severity, const char *rule, const char *path, const char *advice,
    const char *fmt, ...) AMB_PRINTF(6, 7);
bool amb_lint_stopped(Lint *l); /* no memory, or the user asked to stop */
void *amb_lint_alloc(Lint *l, size_t count, size_t size); /* of the run's arena; NULL sets l->code */

int amb_lint_read_waves(Lint *l);                      /* those that rows of used types name (lint_wave.c) */
const LintWave *amb_lint_wave(const Lint *l, uint32_t id);
const char *amb_lint_wave_label(const Lint *l, uint32_t id, char buf[9]);

void amb_lint_check_indices(Lint *l);                  /* lint_region.c */
void amb_lint_check_stbs(Lint *l);                     /* lint_sound.c: sounds, rows, waves; fills l->sounds */
void amb_lint_check_land(Lint *l);                     /* lint_land.c */

#endif
