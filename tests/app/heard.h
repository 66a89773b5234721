/* heard.h - what a program's recording of the demo is said to be: rendered, recorded somehow, compared, all by the shipped program. */
#ifndef AMB_TESTS_HEARD_H
#define AMB_TESTS_HEARD_H

#include "program.h"

#include <stdint.h>

typedef struct Recording {
    const char *at;            /* where it is made */
    const char *heading;       /* NULL: 0 */
    const char *walk;          /* a script; then `at` does not count */
    const char *region;        /* NULL: the demo */
    const char *diverge;       /* NULL: nothing */
    const char *ambient;       /* NULL: 1 */
    const char *fps;           /* NULL: 60 */
    const char *seed;
    double seconds;            /* of the recording; a walk's come from its script */
    double cut_s;              /* of the client's run that is over when it begins */
    double gain_db;
    bool retail_mix, swapped;  /* channels */
    bool left_only;            /* the right one is silent */
} Recording;

/* Makes it, 16 bit, in scratch/NAME. */
void heard_record(const char *name, const Recording *r);

typedef struct Finding {
    int exit_code;
    char cause[64];            /* as the first sentence names it: "mirrored"; empty: none */
    char sentence[512];
    char *said;                /* all of it */
} Finding;

/* Compares scratch/NAME with these options (NULL ends them). */
Finding heard_compare(const char *name, const char *const *options);
void finding_free(Finding *f);

/* The demo in scratch/NAME, in which every intermittent sound tries `times` as often and always succeeds. */
void heard_crowded_demo(const char *name, double times);

#endif
