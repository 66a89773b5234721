/* desk.h - starting the program at the desk of desk.sh, pressing its keys, recording what it plays. */
#ifndef AMB_TESTS_DESK_H
#define AMB_TESTS_DESK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct Started {
    pid_t pid;
    char err[4096];  /* its standard error is kept here */
    char window[32]; /* of xdotool; empty when it was not waited for */
} Started;

/* The program, without settings, in the scratch folder, its standard error in scratch/NAME.err.  env: "A=1", or NULL.  Arguments end with
 * NULL. */
Started desk_start(const char *name, const char *env, const char *const *args);
/* Until its window is there and has the keyboard. */
void desk_wait_window(Started *s);
/* Waits at most so long, then fails the test. Returns the exit code. */
int desk_finish(const Started *s, int most_s);

/* xdotool with these words ("keydown w"); fails the test when it fails. */
void desk_do(const char *words);
void desk_sleep(double seconds);

/* Records the sink's monitor into a raw float file; returns when samples arrive. */
pid_t desk_record(const char *path);
void desk_record_stop(pid_t pid);

#endif
