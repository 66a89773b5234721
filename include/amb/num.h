/* num.h - numbers as text, the same bytes under every locale.
 *
 * printf and strtod use the locale's decimal point (SDL and input methods may set a locale behind our back),
 * so all text formats of the project go through these.  No allocation, no global state.
 */
#ifndef AMB_NUM_H
#define AMB_NUM_H

#include "amb/error.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_NUM_TEXT 40 /* enough for any of the texts below with the NUL */

/* Each writes to buf (AMB_NUM_TEXT bytes) and returns buf.  Not finite: nan, inf, -inf without quotes. */
char *amb_f32_text(char *buf, float v);             /* %.9g: reads back to the same float */
char *amb_f32_short(char *buf, float v);            /* %.6g to %.9g, the first that reads back to the same float */
char *amb_f64_text(char *buf, double v);            /* %.17g: reads back to the same double */
char *amb_f64_short(char *buf, double v);           /* %.15g when that is exact, else %.17g */
char *amb_fixed_text(char *buf, double v, int decimals); /* %.*f, 0..9 decimals; |v| < 1e18 */

/* snprintf and vsnprintf as they are in the C locale: sentences with numbers in them.  Only this thread's locale is changed, until they return. */
int amb_print(char *buf, size_t size, const char *format, ...) AMB_PRINTF(3, 4);
int amb_vprint(char *buf, size_t size, const char *format, va_list args);

/* Parse the longest number at `text` (at most `n` bytes are looked at, which need not end in NUL): optional
 * sign, digits with '.', exponent, or nan / inf / infinity in any case.  Returns the number of bytes used, 0 when there is
 * no number (then *out is untouched).  Leading white space is not skipped. Correctly rounded. */
size_t amb_parse_f64(const char *text, size_t n, double *out);
size_t amb_parse_f32(const char *text, size_t n, float *out); /* rounded once, as strtof does */

#ifdef __cplusplus
}
#endif
#endif
