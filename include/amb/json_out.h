/* json_out.h - writes JSON to a stream, piece by piece, the same bytes under every locale.
 *
 * Numbers: float32 as %.9g, double as %.17g (shorter when that reads back the same only where it says so); not finite: the strings
 * "nan", "inf", "-inf".  Text that is not UTF-8 has its stray bytes replaced by U+FFFD.  Keys are written as given: the caller gives
 * them in ASCII without characters that need escaping.  Write errors stay in the stream (ferror).
 */
#ifndef AMB_JSON_OUT_H
#define AMB_JSON_OUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_JSON_DEPTH 16 /* containers within each other */

typedef struct AmbJson {
    FILE *f;
    int indent;                   /* spaces a level; 0: everything on one line, without spaces */
    int depth;
    char close[AMB_JSON_DEPTH];   /* the bracket that each open container waits for */
    bool flat[AMB_JSON_DEPTH];    /* on one line, and all within it */
    bool filled[AMB_JSON_DEPTH];  /* has a member already */
} AmbJson;

void amb_json_begin(AmbJson *j, FILE *f, int indent);

/* key: NULL for members of an array and for the outermost value. */
void amb_json_object(AmbJson *j, const char *key);
void amb_json_array(AmbJson *j, const char *key);
/* The same, on one line whatever the indent. */
void amb_json_flat_object(AmbJson *j, const char *key);
void amb_json_flat_array(AmbJson *j, const char *key);
/* Closes the innermost container; the outermost one ends with a newline. */
void amb_json_close(AmbJson *j);

void amb_json_text(AmbJson *j, const char *key, const char *text); /* NULL: null */
void amb_json_f32(AmbJson *j, const char *key, float v);
void amb_json_f32_short(AmbJson *j, const char *key, float v);     /* for people: the fewest digits that read back the same */
void amb_json_f64(AmbJson *j, const char *key, double v);
void amb_json_f64_short(AmbJson *j, const char *key, double v);    /* %.15g when that reads back the same */
void amb_json_int(AmbJson *j, const char *key, int64_t v);
void amb_json_uint(AmbJson *j, const char *key, uint64_t v);
void amb_json_bool(AmbJson *j, const char *key, bool v);
void amb_json_hex(AmbJson *j, const char *key, uint32_t v, int digits); /* a string of upper-case digits */

#ifdef __cplusplus
}
#endif
#endif
