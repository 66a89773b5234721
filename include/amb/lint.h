/* lint.h - what a region's author should look at: sounds that are never heard, broken rows, odd numbers, clicks,
 * crowding.
 *
 * Works on any source of a region (folder or game files) through core's AmbWorld.  Each finding has a place, says what
 * is so and what can be done.  Errors are what cannot be meant, warnings what probably is not, information what an
 * author may want to know.
 *
 * rule             severity  what
 * scene-index      error     a terrain's list names a scene that does not exist
 * stb-index        error     a scene names an STB that does not exist
 * terrain-index    error     a vertex has a terrain that does not exist
 * scene-number     warning   a vertex has a scene number past its terrain's list (silent)
 * palette-order    warning   the terrain picture's palette is in another order than the region's terrains
 * stb-no-table     warning   an STB with sounds has no table, or one that is missing
 * stb-unused       warning   no terrain leads to an STB
 * stb-not-here     info      some terrain does, but no vertex of the land
 * not-finite       error     a volume, chance, rate or probability is NaN or infinite
 * rate-zero        error     every rate is 0 or less: an attempt on every frame (warning: only some intervals are)
 * rate-order       warning   min_rate above max_rate
 * never-audible    warning   a constant sound never reaches 0.03, an intermittent one -50 dB or a chance above 0
 * volume-above-1   warning   louder than the wave; clamped near by
 * no-rows          warning   a sound's type has no rows in its table, or none of them can play
 * wave-missing     warning   a row's wave does not exist
 * wave-undecodable error     a row's wave exists, but cannot be decoded
 * last-variant     info      with variant-pick=n-1 (so the client, perhaps) the last row's wave is never picked
 * gap              warning   a constant sound's wave is shorter than min_rate
 * overlap          info      it is longer, and does not fade in and out where two of it sound at once
 * off-zero         warning   a wave starts or ends away from zero: a click
 * load             warning   somewhere more than 1 % of the sounds find all 16 voices busy (Erlang's formula B)
 */
#ifndef AMB_LINT_H
#define AMB_LINT_H

#include "amb/wave.h"
#include "amb/world.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum AmbLintSeverity { AMB_LINT_ERROR, AMB_LINT_WARNING, AMB_LINT_INFO, AMB_LINT_SEVERITIES } AmbLintSeverity;

const char *amb_lint_severity_name(AmbLintSeverity s); /* "error", "warning", "information" */

typedef struct AmbLintFinding {
    AmbLintSeverity severity;
    const char *rule;    /* as above */
    const char *path;    /* "stbs/3/sounds/1/volume", "tables/0x20000007/rows/71/0", "waves/0x0A000101",
                            "land/BX/BY/X/Y" */
    const char *place;   /* what the source's place() made of it */
    const char *message; /* one line each, UTF-8, no full stop */
    const char *advice;
} AmbLintFinding;

typedef struct AmbLintSource {
    const AmbWorld *world;          /* region, table, table_release, block */
    AmbWaveReader waves; /* AMB_E_NOTFOUND: missing; other errors, or bytes that do not decode: undecodable */
    /* Calls visit(ctx, bx, by) for each landblock there is and returns 0, or what visit returned.  NULL: no land, its
     * rules are left out. */
    int (*blocks)(void *user, int (*visit)(void *ctx, unsigned bx, unsigned by), void *ctx, AmbError *err);
    const uint32_t *palette;        /* of the picture of terrains (0xRRGGBB); may be NULL */
    unsigned n_palette;
    void *user;
    char *(*place)(void *user, const char *path, char *buf, size_t cap); /* NULL: the path itself */
    const char *(*wave_label)(void *user, uint32_t wave);                /* NULL, or gives NULL: 8 hex digits */
    int (*stop)(void *user);        /* nonzero: give up with AMB_E_INTERRUPTED; may be NULL */
} AmbLintSource;

typedef struct AmbLint AmbLint;

/* 0 and the findings in the region's order, or AMB_E_NOMEM, AMB_E_INTERRUPTED.  Of one rule at most AMB_LINT_EACH are
 * kept; how many more there were is said in the last one's message. */
#define AMB_LINT_EACH 200
int amb_lint_run(AmbLint **out, const AmbLintSource *src, AmbError *err);
void amb_lint_free(AmbLint **l); /* *l may be NULL; is NULL afterwards */

size_t amb_lint_count(const AmbLint *l, AmbLintSeverity s); /* s AMB_LINT_SEVERITIES: all */
const AmbLintFinding *amb_lint_finding(const AmbLint *l, size_t i);

/* "PLACE: warning: message [rule]" with the advice on a second line, a closing line that counts; or one JSON object. */
void amb_lint_text(const AmbLint *l, FILE *f);
void amb_lint_json(const AmbLint *l, FILE *f);

#ifdef __cplusplus
}
#endif
#endif
