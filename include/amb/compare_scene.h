/* compare_scene.h - what the model predicts for the place of a recording, as data and as a text file.
 *
 * The text, line oriented, '#' starts a comment, key=value pairs in any order, names with blanks in double quotes (a double quote in
 * one is written twice):
 *     scene 1
 *     duration S          of the run the page describes; informative, a recording may be shorter or longer
 *     heading DEG         of the listener, clockwise from north
 *     slider 0..1         the client's ambient volume (it acts twice)
 *     sound NAME constant|intermittent min_rate=S max_rate=S base_chance=F volume=F
 *       wave NAME probability=F           one per row of the sound table, in table order; NAME "" plays nothing
 *       segment t=S share=F [heading=DEG] one per object cell visited; t = entry time on the scene's clock, ascending
 *         dir bearing=DEG min=M max=M     accumulated compass slots in order of first meeting (intermittent sounds use them)
 * min_rate, max_rate, base_chance, volume and probability are what the region says, "nan" and "inf" too.
 * A sound without a segment is never heard.  A segment's heading replaces the page's from that time on (walks that turn).
 */
#ifndef AMB_COMPARE_SCENE_H
#define AMB_COMPARE_SCENE_H

#include "amb/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_CMP_SLOTS 8
#define AMB_CMP_SCENE_MAX_BYTES (64u << 20)

typedef struct AmbCmpSlot { float bearing_deg, min_m, max_m; } AmbCmpSlot;

typedef struct AmbCmpSegment {
    double t_s;
    float share;                /* 0..1 */
    float heading_deg;          /* NAN: the page's */
    unsigned n_slots;
    AmbCmpSlot slots[AMB_CMP_SLOTS];
} AmbCmpSegment;

typedef struct AmbCmpRow {
    char *wave;                 /* "" plays nothing */
    float probability;
    int wave_index;             /* into AmbCmpScene.waves, -1 for "" */
} AmbCmpRow;

typedef struct AmbCmpSound {
    char *name;
    bool constant;
    float min_rate_s, max_rate_s, base_chance, volume;
    AmbCmpRow *rows;
    size_t n_rows;
    AmbCmpSegment *segments;    /* ascending t_s */
    size_t n_segments;
    int stb, row;               /* of the region; -1: not known, as in a scene read from text */
} AmbCmpSound;

typedef struct AmbCmpScene {
    double duration_s;
    float heading_deg, slider;
    AmbCmpSound *sounds;
    size_t n_sounds;
    char **waves;               /* every wave that a row names, once, in order of first mention */
    size_t n_waves;
    double *wave_s;             /* per wave: its length; NULL: not known, as in a scene read from text */
} AmbCmpScene;

void amb_cmp_scene_init(AmbCmpScene *s);  /* empty: heading 0, slider 1 */
void amb_cmp_scene_free(AmbCmpScene *s);  /* leaves it empty */

/* `file` names the text in errors (FILE:LINE:COL: what is wrong).  On error *out is empty. */
int amb_cmp_scene_parse(AmbCmpScene *out, const char *text, size_t size, const char *file, AmbError *err);
int amb_cmp_scene_read(AmbCmpScene *out, const char *path, AmbError *err);
/* Reads back to the same scene.  AMB_E_IO when f reports an error; nothing is written when a name cannot be (a line break, over 1000 bytes). */
int amb_cmp_scene_write(const AmbCmpScene *s, FILE *f, AmbError *err);

/* Building one by hand.  Each returns the new element (zeroed but for the arguments), NULL when out of memory;
 * pointers into the scene's arrays stay valid until the next element of the same array is added. */
AmbCmpSound *amb_cmp_scene_add_sound(AmbCmpScene *s, const char *name, bool constant);
AmbCmpRow *amb_cmp_scene_add_row(AmbCmpScene *s, AmbCmpSound *sound, const char *wave, float probability);
AmbCmpSegment *amb_cmp_scene_add_segment(AmbCmpSound *sound, double t_s, float share);

/* The segment in force at t_s: the last that began by then (the first one before it); NULL when there is none. */
const AmbCmpSegment *amb_cmp_sound_at(const AmbCmpSound *s, double t_s);

#ifdef __cplusplus
}
#endif
#endif
