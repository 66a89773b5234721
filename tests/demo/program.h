/* program.h - runs the shipped binary for the demo's tests, in a scratch folder of its own. */
#ifndef TESTS_DEMO_PROGRAM_H
#define TESTS_DEMO_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

#define PROGRAM_PATH 512
#define PROGRAM_FIRES 4096

/* Group set-up and tear-down: a fresh folder under /tmp; everything in it is removed. */
int program_setup(void **state);
int program_teardown(void **state);
/* The path of `name` in it. */
void program_file(char path[PROGRAM_PATH], const char *name);

/* ambwalk with these arguments (NULL ends them); the test fails unless it exits with 0. */
void program_run(const char *const args[]);

/* What a log says of firing attempts. */
typedef struct ProgramLog {
    unsigned played, novoice;
    unsigned n_samples;                  /* of those played, at most PROGRAM_FIRES are kept */
    size_t samples[PROGRAM_FIRES];       /* where each starts, 44100 a second */
} ProgramLog;
void program_read_log(ProgramLog *out, const char *path);

#endif
