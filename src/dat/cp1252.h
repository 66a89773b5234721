/* cp1252.h - the game's 8-bit text (Windows-1252) and UTF-8. */
#ifndef AMB_DAT_CP1252_H
#define AMB_DAT_CP1252_H

#include <stddef.h>
#include <stdint.h>

#define AMB_CP1252_MAX 3 /* UTF-8 bytes that one byte may become */

/* n bytes into out (n * AMB_CP1252_MAX + 1 bytes).  The five bytes that stand for nothing become the control character
 * of the same number, as Windows does it; NUL, which C text cannot hold, becomes U+2400. */
void amb_cp1252_to_utf8(char *out, const uint8_t *in, size_t n);

/* Back: at most cap bytes into out, returns how many.  What Windows-1252 cannot say becomes '?'. */
size_t amb_utf8_to_cp1252(uint8_t *out, size_t cap, const char *in);

#endif
