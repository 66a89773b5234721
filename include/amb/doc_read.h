/* doc_read.h - values of a document by what is expected of them; the first that is not so becomes the error. */
#ifndef AMB_DOC_READ_H
#define AMB_DOC_READ_H

#include "amb/doc.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_DOC_MAX_KEYS 16

/* The keys that one kind of object may and must have. */
typedef struct AmbDocKeys {
    const char *what;      /* "a sound", for messages */
    unsigned n;
    unsigned required;     /* bit i: names[i] must be there */
    const char *names[AMB_DOC_MAX_KEYS];
} AmbDocKeys;

/* node[i] becomes the child with names[i], 0 where it is left out. */
int amb_doc_keys(const AmbDoc *d, uint32_t map, const AmbDocKeys *keys, uint32_t *node, AmbError *err);

/* what: the value's name in messages ("volume"). */
int amb_doc_text(const AmbDoc *d, uint32_t node, const char *what, const char **out, AmbError *err);
int amb_doc_whole(
    const AmbDoc *d, uint32_t node, const char *what, int64_t lo, int64_t hi, int64_t *out, AmbError *err);
int amb_doc_bool(const AmbDoc *d, uint32_t node, const char *what, bool *out, AmbError *err);
int amb_doc_f64(const AmbDoc *d, uint32_t node, const char *what, double lo, double hi, double *out, AmbError *err);
/* any: "nan", "inf" and "-inf" are numbers too. */
int amb_doc_f32(const AmbDoc *d, uint32_t node, const char *what, bool any, float *out, AmbError *err);
/* A list of lo..hi values. */
int amb_doc_list(const AmbDoc *d, uint32_t node, const char *what, uint32_t lo, uint32_t hi, AmbError *err);
int amb_doc_map(const AmbDoc *d, uint32_t node, const char *what, AmbError *err);

/* Sets " (did you mean "X"?)" when a known name is near, else "". */
const char *amb_doc_hint(char *buf, size_t cap, const char *word, const char *const *names, size_t n);

#ifdef __cplusplus
}
#endif
#endif
