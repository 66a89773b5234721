/* store.h - a small JSON file of which this program knows some keys: the others stay as they are.
 *
 * Changes are kept apart from what was read.  Saving reads the file anew, changes just those keys and replaces the file
 * as a whole, so that two programs running at once, or an editor, lose nothing; it writes nothing when nothing would
 * differ.  A file that cannot be read or is no JSON object is refused: it is never written.
 */
#ifndef AMB_SETTINGS_STORE_H
#define AMB_SETTINGS_STORE_H

#include "amb/doc.h"

#include <jansson.h>
#include <stdbool.h>

#define AMB_STORE_BYTES ((size_t)1 << 20) /* longest file */

typedef struct AmbStore {
    char *path;       /* NULL: there is no file, what is set lasts as long as the program */
    char *text;       /* as read; the document's */
    AmbArena arena;
    AmbDoc doc;       /* what was read, with places; n_nodes 0: nothing */
    json_t *tree;     /* what was read, and what was set since */
    json_t *changes;  /* not yet saved; null: the key goes */
    bool refused;
} AmbStore;

/* Takes over `path`, which may be NULL.  No file, or an empty one, is fine: nothing is set. On AMB_E_NOMEM and other
 * errors the store can be used and closed all the same; it is refused and empty then. */
int amb_store_open(AmbStore *s, char *path, AmbError *err);
/* The same with a text that is not read from a file; name is for messages and borrowed. */
int amb_store_open_text(AmbStore *s, const char *name, const char *text, size_t size, AmbError *err);
void amb_store_close(AmbStore *s);

#define AMB_STORE_DEPTH 4 /* keys within keys */
typedef const char *AmbStoreKeys[AMB_STORE_DEPTH + 1]; /* from the outermost to the innermost; ends with NULL */

const json_t *amb_store_get(const AmbStore *s, const AmbStoreKeys keys); /* NULL: not set */
/* Takes the value over; NULL takes the key away, and what becomes empty with it.  Where memory ends the value is not
 * set, which nobody needs to know. */
void amb_store_set(AmbStore *s, const AmbStoreKeys keys, json_t *value);

/* 0 also when there is nothing to save.  After an error the changes are kept: another try may succeed. */
int amb_store_save(AmbStore *s, AmbError *err);

#endif
