/* program.h - runs the built `ambwalk` as a user would and keeps what it said. */
#ifndef AMB_TESTS_PROGRAM_H
#define AMB_TESTS_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Said {
    int exit_code;  /* -1 when a signal killed it */
    int signal;     /* that killed it, else 0 */
    char *out, *err; /* with a NUL after their bytes */
    size_t n_out, n_err;
} Said;

typedef struct How {
    const char *dir;           /* working directory; NULL: this one */
    const char *env[4];        /* "NAME=VALUE", or "NAME" to take it away; ends with NULL */
    const char *out_path;      /* standard output goes there instead of being kept */
    const char *in_text;       /* standard input; NULL: empty */
    bool out_closed, err_closed; /* the stream is closed */
    long file_limit;           /* RLIMIT_FSIZE in bytes, 0: none */
    int signal_after_ms;       /* sends ... */
    int signal;                /* ... this one, 0: none */
    int again_after_ms;        /* and so long after it once more, 0: not */
    bool stop_reading;         /* nobody reads standard output: it fills up */
} How;

/* The arguments end with NULL.  Fails the test when the program cannot be started or runs for over five minutes. */
Said program_run(const How *how, const char *const *args);
void said_free(Said *s);

#define RUN(...) program_run(NULL, (const char *const[]){__VA_ARGS__, NULL})
#define RUN_HOW(how, ...) program_run(how, (const char *const[]){__VA_ARGS__, NULL})

/* Exit code, nothing on the other stream, and the one line on standard error (NULL: any one line). */
void expect_error(Said *s, int exit_code, const char *line);
/* Exit code 0; frees. */
void expect_fine(Said *s);

/* ---- scratch folder ---- */
extern char scratch[];         /* made by scratch_make, its path without a slash at the end */
int scratch_make(void **state);
int scratch_remove(void **state);
/* "scratch/NAME" in one of a few rotating buffers. */
const char *in_scratch(const char *name);
void write_file(const char *path, const void *data, size_t n);
/* malloc'ed, with a NUL after; fails the test when it cannot be read. */
char *read_file(const char *path, size_t *n);
bool file_exists(const char *path);
/* A folder and all in it to another name, past any shell: the paths may hold any byte. */
void copy_folder(const char *from, const char *to);
/* Number of entries of the scratch folder whose name begins with this. */
int count_files(const char *beginning);

#endif
