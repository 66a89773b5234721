/* progress.h - how far a long job is: on standard error, only when that is a terminal, only after a second. */
#ifndef AMB_APP_PROGRESS_H
#define AMB_APP_PROGRESS_H

#include <stdbool.h>

typedef struct AmbProgress {
    const char *what;
    bool terminal, shown;
    double start_s, next_s;
} AmbProgress;

void amb_progress_begin(AmbProgress *p, const char *what);
void amb_progress_update(AmbProgress *p, double part); /* 0..1 */
void amb_progress_end(AmbProgress *p);                 /* wipes the line */

#endif
