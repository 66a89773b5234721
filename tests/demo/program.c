/* program.c - see program.h. */
#include "program.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define ARGS_MAX 32
#define LINE_MAX_BYTES (1u << 20)

static char scratch[64];

int program_setup(void **state)
{
    (void)state;
    snprintf(scratch, sizeof scratch, "/tmp/amb-heard-XXXXXX");
    return mkdtemp(scratch) ? 0 : -1;
}

static int remove_entry(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
    (void)st;
    (void)flag;
    (void)ftw;
    return remove(path);
}

int program_teardown(void **state)
{
    (void)state;
    return nftw(scratch, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

void program_file(char path[PROGRAM_PATH], const char *name)
{
    snprintf(path, PROGRAM_PATH, "%s/%s", scratch, name);
}

void program_run(const char *const args[])
{
    const char *argv[ARGS_MAX] = {AMB_BIN};
    int status = -1;
    pid_t child;

    for (unsigned k = 0; args[k]; k++) {
        assert_true(k + 2 < ARGS_MAX);
        argv[k + 1] = args[k];
    }
    child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(126);
        execv(AMB_BIN, (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("ambwalk %s %s ... ended with status %d", args[0], args[1], status);
}

static void read_fire(ProgramLog *out, const char *line)
{
    const char *const sample = strstr(line, "\"sample\":");

    out->novoice += strstr(line, "\"outcome\":\"novoice\"") != NULL;
    if (!strstr(line, "\"outcome\":\"played\""))
        return;
    out->played++;
    assert_non_null(sample);
    if (out->n_samples < PROGRAM_FIRES)
        out->samples[out->n_samples++] = strtoull(sample + strlen("\"sample\":"), NULL, 10);
}

void program_read_log(ProgramLog *out, const char *path)
{
    FILE *f = fopen(path, "r");
    char *line = malloc(LINE_MAX_BYTES);

    assert_true(f && line);
    memset(out, 0, sizeof *out);
    while (fgets(line, (int)LINE_MAX_BYTES, f))
        if (strstr(line, "\"ev\":\"fire\""))
            read_fire(out, line);
    free(line);
    fclose(f);
}
