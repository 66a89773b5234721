/* diff_fields.h - the keys of a fire in the order of cause, and what it means when one is the first to differ. */
#ifndef AMB_ANALYSIS_DIFF_FIELDS_H
#define AMB_ANALYSIS_DIFF_FIELDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* What a group of keys hangs on, in the order in which one firing comes about. */
typedef enum DiffCause {
    CAUSE_TIME, CAUSE_SOUND, CAUSE_CHANCE, CAUSE_ROLL, CAUSE_DIRECTION, CAUSE_PLACE, CAUSE_VARIANT, CAUSE_WAVE,
    CAUSE_GATE, CAUSE_VOLUME, CAUSE_LEVEL, CAUSE_PAN, CAUSE_VOICE, CAUSE_OUTCOME, CAUSE_INTERVAL, CAUSE_COUNT, CAUSES
} DiffCause;

typedef struct DiffField {
    const char *key;
    bool f32;        /* compares as float32 */
    DiffCause cause;
} DiffField;

#define DIFF_MAX_FIELDS 64 /* a bit each */

extern const DiffField diff_fire_fields[];
extern const size_t diff_n_fire_fields;
extern const DiffField diff_rebuild_fields[]; /* without "sounds" and "tables"; cause does not matter */
extern const size_t diff_n_rebuild_fields;
extern const DiffField diff_sound_fields[];   /* of a rebuild's sound */
extern const size_t diff_n_sound_fields;
extern const DiffField diff_table_fields[];
extern const size_t diff_n_table_fields;

bool diff_same_value(const json_t *a, const json_t *b, bool f32);
/* NULL: "-".  Control characters are escaped, long values cut. */
#define DIFF_TEXT 100
char *diff_value_text(char buf[DIFF_TEXT], const json_t *v, bool f32);

/* One side of two fires that differ. */
typedef struct DiffFire {
    const json_t *event;
    uint64_t ran2_before, crt_before; /* draws before this attempt */
    bool other_seed;                  /* than the other side's, as the headers say */
} DiffFire;

/* Sentences on why the two differ, `first` being the first field that does and `same` the causes before it that both
 * have and agree on (a bit each). */
void diff_explain_fire(FILE *out, const DiffFire *a, const DiffFire *b, const DiffField *first, uint32_t same);

#endif
