/* progress.c - one line that overwrites itself. */
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_S 1.0
#define EVERY_S 0.1

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void amb_progress_begin(AmbProgress *p, const char *what)
{
    *p = (AmbProgress){.what = what, .terminal = isatty(STDERR_FILENO) == 1, .start_s = now_s()};
    p->next_s = p->start_s + PATIENCE_S;
}

void amb_progress_update(AmbProgress *p, double part)
{
    if (!p->terminal)
        return;
    const double now = now_s();
    if (now < p->next_s)
        return;
    p->next_s = now + EVERY_S;
    p->shown = true;
    fprintf(stderr, "\r%s %3d %% ", p->what, (int)(part * 100));
    fflush(stderr);
}

void amb_progress_end(AmbProgress *p)
{
    if (p->shown)
        fputs("\r\033[K", stderr);
    p->shown = false;
}
