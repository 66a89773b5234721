/* program.c - fork, exec, poll; and a scratch folder. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_MS 300000
#define MAX_ARGS 40

static const How plain;

/* ---- the child ---- */

static void child_streams(const How *how, int in, int out, int err)
{
    if (how->out_path)
        out = open(how->out_path, O_WRONLY | O_CREAT, 0644);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    for (int fd = 3; fd < 64; fd++)
        close(fd);
    if (how->out_closed)
        close(STDOUT_FILENO);
    if (how->err_closed)
        close(STDERR_FILENO);
}

static void child(const How *how, const char *const *args, int in, int out, int err)
{
    const char *argv[MAX_ARGS + 2] = {"ambwalk"};
    for (int i = 0; args[i] && i < MAX_ARGS; i++)
        argv[i + 1] = args[i];
    child_streams(how, in, out, err);
    if (*scratch) { /* nobody's own settings */
        setenv("XDG_CONFIG_HOME", in_scratch("config"), 1);
        setenv("XDG_STATE_HOME", in_scratch("state"), 1);
    }
    for (int i = 0; how->env[i]; i++)
        putenv((char *)how->env[i]);
    if (how->dir && chdir(how->dir) != 0)
        _exit(126);
    const struct rlimit limit = {(rlim_t)how->file_limit, (rlim_t)how->file_limit};
    if (how->file_limit && setrlimit(RLIMIT_FSIZE, &limit) != 0)
        _exit(126);
    execv(AMB_BIN, (char *const *)argv);
    _exit(127);
}

/* ---- what it says ---- */

typedef struct Stream {
    int fd; /* -1: ended */
    char *text;
    size_t n, cap;
} Stream;

static void take(Stream *s)
{
    if (s->n + 65537 > s->cap) {
        s->cap = s->cap ? 2 * s->cap : 131072;
        s->text = realloc(s->text, s->cap);
        assert_non_null(s->text);
    }
    const ssize_t got = read(s->fd, s->text + s->n, 65536);
    if (got > 0)
        s->n += (size_t)got;
    if (got == 0) {
        close(s->fd);
        s->fd = -1;
    }
    s->text[s->n] = '\0';
}

static long now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Reads both streams to their ends, sending the signal on the way. */
static void listen_to(pid_t pid, const How *how, Stream *out, Stream *err)
{
    const long start = now_ms();
    bool sent = !how->signal;
    while (err->fd >= 0 || (out->fd >= 0 && !how->stop_reading)) {
        struct pollfd fds[2] = {{err->fd, POLLIN, 0}, {how->stop_reading ? -1 : out->fd, POLLIN, 0}};
        poll(fds, 2, 10);
        if (fds[0].revents)
            take(err);
        if (fds[1].revents)
            take(out);
        if (!sent && now_ms() - start >= how->signal_after_ms) {
            kill(pid, how->signal);
            if (how->again_after_ms) {
                poll(NULL, 0, how->again_after_ms);
                kill(pid, how->signal);
            }
            sent = true;
        }
        if (now_ms() - start > PATIENCE_MS) {
            kill(pid, SIGKILL);
            fail_msg("the program did not end");
        }
    }
}

static int input_file(const char *text)
{
    FILE *const f = tmpfile();
    assert_non_null(f);
    if (text)
        fputs(text, f);
    fflush(f);
    const int fd = dup(fileno(f));
    fclose(f);
    lseek(fd, 0, SEEK_SET);
    return fd;
}

Said program_run(const How *how, const char *const *args)
{
    int out[2], err[2];
    how = how ? how : &plain;
    assert_int_equal(pipe(out), 0);
    assert_int_equal(pipe(err), 0);
    const int in = input_file(how->in_text);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        child(how, args, in, out[1], err[1]);
    close(in);
    close(out[1]);
    close(err[1]);
    Stream o = {.fd = out[0]}, e = {.fd = err[0]};
    listen_to(pid, how, &o, &e);
    if (o.fd >= 0)
        close(o.fd);
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return (Said){
        .exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1, .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
        .out = o.text ? o.text : calloc(1, 1), .err = e.text ? e.text : calloc(1, 1), .n_out = o.n, .n_err = e.n,
    };
}

void said_free(Said *s)
{
    free(s->out);
    free(s->err);
    s->out = s->err = NULL;
}

void expect_error(Said *s, int exit_code, const char *line)
{
    if (line)
        assert_string_equal(s->err, line);
    assert_int_equal(s->exit_code, exit_code);
    assert_int_equal(s->n_out, 0);
    const char *const end = strchr(s->err, '\n');
    if (strncmp(s->err, "ambwalk: ", 9) != 0 || !end || end[1])
        fail_msg("not one line of ambwalk's: %s", s->err);
    said_free(s);
}

void expect_fine(Said *s)
{
    if (s->exit_code != 0)
        fail_msg("exit code %d, signal %d: %s", s->exit_code, s->signal, s->err);
    said_free(s);
}

/* ---- scratch folder ---- */

char scratch[64];

int scratch_make(void **state)
{
    (void)state;
    snprintf(scratch, sizeof scratch, "/tmp/amb-app-XXXXXX");
    return mkdtemp(scratch) ? 0 : -1;
}

int scratch_remove(void **state)
{
    (void)state;
    char command[192];
    snprintf(command, sizeof command, "chmod -R u+rwX %s; rm -r %s", scratch, scratch);
    return system(command);
}

void copy_folder(const char *from, const char *to)
{
    const char *const argv[] = {"cp", "-rT", from, to, NULL};
    pid_t pid;
    int status;
    assert_int_equal(posix_spawnp(&pid, "cp", NULL, NULL, (char *const *)argv, environ), 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

const char *in_scratch(const char *name)
{
    static char text[8][512];
    static int next;
    char *const t = text[next++ & 7];
    snprintf(t, sizeof text[0], "%s/%s", scratch, name);
    return t;
}

void write_file(const char *path, const void *data, size_t n)
{
    FILE *const f = fopen(path, "wb");
    if (!f)
        fail_msg("%s: %s", path, strerror(errno));
    assert_int_equal(fwrite(data, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

char *read_file(const char *path, size_t *n)
{
    FILE *const f = fopen(path, "rb");
    if (!f)
        fail_msg("%s: %s", path, strerror(errno));
    fseek(f, 0, SEEK_END);
    const long size = ftell(f);
    rewind(f);
    char *const data = malloc((size_t)size + 1);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, (size_t)size, f), size);
    fclose(f);
    data[size] = '\0';
    *n = (size_t)size;
    return data;
}

bool file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

int count_files(const char *beginning)
{
    DIR *const d = opendir(scratch);
    assert_non_null(d);
    int n = 0;
    for (const struct dirent *e; (e = readdir(d)) != NULL;)
        n += strncmp(e->d_name, beginning, strlen(beginning)) == 0;
    closedir(d);
    return n;
}
