/* stage.h - what a live program needs around it: a private screen, a private home, a child under control.
 *
 * Everything that is started ends with the test program, however that ends.
 */
#ifndef AMB_TESTS_STAGE_H
#define AMB_TESTS_STAGE_H

#include "program.h"

#include <stdbool.h>
#include <sys/types.h>

/* 0, or 77 (CTest: skipped) with a line that says which program is missing.  For main(), before the tests. */
int stage_needs(const char *const *programs);

/* Group set-up and tear-down: scratch folder (program.h), home and XDG folders in it, a screen of 1500 x 1000 in DISPLAY. */
int stage_open(void **state);
/* The same with a server whose outputs DUMMY0 (1920 x 1080) to DUMMY15 xrandr switches. */
int stage_open_displays(void **state);
int stage_close(void **state);

/* Starts a program that dies with this one.  out: file for both its streams, NULL: nowhere. */
pid_t stage_spawn(const char *const *argv, const char *out);
/* Sends a signal unless 0 and waits; the exit code, or minus the signal that ended it.  Fails the test after two minutes. */
int stage_end(pid_t pid, int signal);
bool stage_alive(pid_t pid);

/* The program with `walk --no-config` in front of these arguments (NULL-terminated), its words in scratch/said. */
pid_t live_start(const char *const *args);
#define LIVE(...) live_start((const char *const[]){__VA_ARGS__, NULL})
/* Any command line that opens its window; one at a time: what a failed test has left is ended. */
pid_t live_spawn(const char *const *argv, const char *out);
/* Keys by their X names ("w", "F9", "ctrl+q"): pressed and let go; or held for a while. */
void live_key(const char *name);
void live_hold(const char *name, unsigned ms);
/* Waits until the window is on the screen and takes keys. */
void live_wait_for_window(void);

void wait_ms(unsigned ms);
double now_s(void); /* of a clock that never jumps */
/* Runs a command line and returns its exit code. */
int shell(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
