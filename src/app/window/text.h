/* text.h - short lines for the screen, put together without the locale's decimal point. */
#ifndef AMB_WINDOW_TEXT_H
#define AMB_WINDOW_TEXT_H

#include <stddef.h>
#include <stdint.h>

#define AMB_TEXT_BYTES 256

/* Start with {0}; what does not fit is cut. */
typedef struct AmbText {
    size_t n;
    char s[AMB_TEXT_BYTES];
} AmbText;

/* Each returns t->s. */
const char *amb_text(AmbText *t, const char *s);
const char *amb_text_real(AmbText *t, double v, int decimals); /* with a true minus sign; nan, inf as words */
const char *amb_text_int(AmbText *t, int64_t v);
const char *amb_text_hex(AmbText *t, uint32_t v, int digits);
const char *amb_text_db(AmbText *t, double db);                /* "-43 dB", one decimal when it is not whole */
const char *amb_text_clock(AmbText *t, double seconds);        /* 1:02:03.4 or 2:03.4 */

#define AMB_MINUS "\xe2\x88\x92"
#define AMB_DOT " \xc2\xb7 "
#define AMB_TIMES " \xc3\x97 "
#define AMB_DEGREE "\xc2\xb0"
#define AMB_ARROW " \xe2\x86\x92 "
#define AMB_LESS_EQUAL "\xe2\x89\xa4"

#endif
