/* words.h - words and ids that stand in region files. */
#ifndef AMB_REGION_WORDS_H
#define AMB_REGION_WORDS_H

#include "amb/doc_read.h"

/* `text` is no sound type; names the nearest. */
int amb_doc_unknown_type(const AmbDoc *d, uint32_t at, const char *text, AmbError *err);

/* Exactly 8 hexadecimal digits after an optional 0x; prefix: the 0x must be there. */
bool amb_hex_id(const char *text, bool prefix, uint32_t *id);

#endif
