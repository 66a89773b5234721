/* args_rows.h - the table of options: what the parser and the help share. */
#ifndef AMB_APP_ARGS_ROWS_H
#define AMB_APP_ARGS_ROWS_H

#include "args.h"

typedef struct AmbOptionRow {
    const char *name;
    char letter;       /* short form, 0: none */
    const char *value; /* as the help names it; NULL: a switch */
    unsigned takes;    /* known to commands that take one of these */
    size_t field;      /* its place in AmbArgs */
    int (*parse)(void *field, const char *text, AmbError *err); /* not 0: err says what it wanted instead */
    bool sentence;     /* ... in a sentence of its own, not as what follows "--NAME wants" */
    const char *help;
} AmbOptionRow;

extern const AmbOptionRow amb_option_rows[]; /* the last one's name is NULL */

#define AMB_OPTION_ROWS_MAX 64

#endif
