/* doc.h - a JSON text with the place of every key and value.
 *
 * jansson decides whether the text is JSON; this scanner then keeps where each value stands, so that every message
 * names line and column and saving can replace a value's bytes alone.  Values are nodes in one array, in text order;
 * node 0 is the root.
 */
#ifndef AMB_DOC_H
#define AMB_DOC_H

#include "amb/error.h"
#include "amb/arena.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_DOC_BYTES ((size_t)16 << 20) /* longest text */
#define AMB_DOC_VALUES 300000u           /* a list counts 2, an object 4: jansson takes at most about 20 MB for them */
#define AMB_DOC_DEPTH 32u

typedef enum AmbDocKind {
    AMB_DOC_NULL, AMB_DOC_BOOL, AMB_DOC_NUMBER, AMB_DOC_TEXT, AMB_DOC_LIST, AMB_DOC_MAP
} AmbDocKind;

typedef struct AmbDocNode {
    AmbDocKind kind;
    uint32_t at, end;      /* the value's bytes, text with its quotes */
    uint32_t key_at;       /* the key's opening quote; the value's own start when there is no key */
    uint32_t first, next;  /* first child, next sibling; 0: none (the root is nobody's child) */
    uint32_t count;        /* children */
    const char *key;       /* decoded, NULL in lists and for the root */
    const char *text;      /* decoded, AMB_DOC_TEXT only; holds no NUL */
} AmbDocNode;

typedef struct AmbDocMark { unsigned line, col; } AmbDocMark;

typedef struct AmbDoc {
    const char *file;      /* for messages */
    const char *text;
    uint32_t size;
    AmbDocNode *nodes;
    uint32_t n_nodes;
    AmbDocMark *marks;    /* line and column of every 4096th byte */
} AmbDoc;

/* file and text are borrowed for the life of the document, the rest comes from the arena. */
int amb_doc_parse(AmbDoc *d, AmbArena *arena, const char *file, const char *text, size_t size, AmbError *err);

/* Line and column (characters) of byte `at`, both from 1. */
void amb_doc_line_col(const AmbDoc *d, uint32_t at, unsigned *line, unsigned *col);

/* Sets "FILE:LINE:COL: message" and returns AMB_E_FORMAT. */
int amb_doc_error(const AmbDoc *d, uint32_t at, AmbError *err, const char *fmt, ...) AMB_PRINTF(4, 5);

/* A child by key of a map; 0: none. */
uint32_t amb_doc_child(const AmbDoc *d, uint32_t map, const char *key);
/* Child i of a list; 0: none. */
uint32_t amb_doc_item(const AmbDoc *d, uint32_t list, uint32_t i);

#ifdef __cplusplus
}
#endif
#endif
