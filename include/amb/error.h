/* error.h - one line of text for the person who must mend the input.
 *
 * Every fallible function of libamb takes an AmbError * (may be NULL) and returns 0 or a negative
 * AMB_E_* code.  The first error set is kept; later ones are ignored, so a caller may go on cleaning up.
 * The text has no trailing newline, no control characters (a path may hold any byte: they are shown as
 * \xNN) and starts with the file and the place:
 *     FILE:LINE:COL: what is wrong            text files and pictures (column and row for pixels)
 *     FILE: ID+0xOFFSET FIELD: what is wrong  records of a binary file
 */
#ifndef AMB_ERROR_H
#define AMB_ERROR_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define AMB_PRINTF(fmt_index, first) __attribute__((format(printf, fmt_index, first)))
#else
#define AMB_PRINTF(fmt_index, first)
#endif

enum {
    AMB_OK = 0,
    AMB_E_NOMEM = -1,       /* an allocation failed */
    AMB_E_IO = -2,          /* the system refused a read, write, open or rename */
    AMB_E_FORMAT = -3,      /* the input is not what its format says */
    AMB_E_RANGE = -4,       /* a number outside what is allowed */
    AMB_E_NOTFOUND = -5,    /* a named thing does not exist */
    AMB_E_UNSUPPORTED = -6, /* well formed, but not something this program reads */
    AMB_E_INTERRUPTED = -7  /* the user asked to stop */
};

#define AMB_ERROR_TEXT 1024 /* bytes with the terminating NUL */

typedef struct AmbError {
    int code;                  /* AMB_OK or AMB_E_*; start with AMB_ERROR_NONE */
    char text[AMB_ERROR_TEXT]; /* empty while code is AMB_OK */
} AmbError;

#define AMB_ERROR_NONE {AMB_OK, {0}}

/* Sets code and text unless err is NULL or already set; returns code, so that `return amb_error(...)` works.
 * Control characters that the arguments bring are escaped; a text too long loses its middle. */
int amb_error(AmbError *err, int code, const char *fmt, ...) AMB_PRINTF(3, 4);

/* The nearest of n known names to `word` by edit distance, two neighbours exchanged counting once, or NULL when none is near (more than a
 * third off).
 * For "unknown key \"volum\"; did you mean \"volume\"?". */
const char *amb_nearest_name(const char *word, const char *const *names, size_t n);

#ifdef __cplusplus
}
#endif
#endif
