/* desk.c - processes at the desk. */
#include "desk.h"

#include "app/program.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

void desk_sleep(double seconds)
{
    const struct timespec t = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&t, NULL);
}

static void to_file(int fd, const char *path)
{
    const int out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (out < 0 || dup2(out, fd) < 0)
        _exit(127);
}

Started desk_start(const char *name, const char *env, const char *const *args)
{
    const char *argv[40] = {AMB_BIN, "walk", "--no-config"};
    size_t n = 3;
    for (; *args; args++) {
        assert_true(n + 1 < sizeof argv / sizeof argv[0]);
        argv[n++] = *args;
    }
    Started s = {.pid = 0};
    snprintf(s.err, sizeof s.err, "%s/%s.err", scratch, name);
    s.pid = fork();
    assert_true(s.pid >= 0);
    if (s.pid == 0) {
        to_file(STDERR_FILENO, s.err);
        if (env)
            putenv(strdup(env));
        if (chdir(scratch) == 0)
            execv(AMB_BIN, (char *const *)argv);
        _exit(127);
    }
    return s;
}

/* The first line that a command prints, without its end; false when there is none. */
static bool first_line(const char *command, char *buf, int cap)
{
    FILE *const f = popen(command, "r");
    assert_non_null(f);
    const bool any = fgets(buf, cap, f) != NULL;
    pclose(f);
    buf[any ? strcspn(buf, "\n") : 0] = 0;
    return any && *buf;
}

void desk_wait_window(Started *s)
{
    char command[128], focus[32];
    snprintf(command, sizeof command, "xdotool search --onlyvisible --pid %d 2>/dev/null | tail -1", (int)s->pid);
    for (int i = 0; i < 200; i++) {
        desk_sleep(0.1);
        if (!first_line(command, s->window, sizeof s->window))
            continue;
        if (first_line("xdotool getwindowfocus 2>/dev/null", focus, sizeof focus) && strcmp(focus, s->window) == 0) {
            desk_sleep(0.3); /* its first frames */
            return;
        }
    }
    fail_msg("no window after 20 s");
}

/* What it said before it failed. */
static void print_file(const char *path)
{
    size_t n;
    char *const text = read_file(path, &n);
    print_error("%s\n", text);
    free(text);
}

int desk_finish(const Started *s, int most_s)
{
    int status = 0;
    for (int i = 0; i < most_s * 20; i++) {
        if (waitpid(s->pid, &status, WNOHANG) == s->pid) {
            const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            if (code)
                print_file(s->err);
            return code;
        }
        desk_sleep(0.05);
    }
    kill(s->pid, SIGKILL);
    waitpid(s->pid, &status, 0);
    fail_msg("still running after %d s", most_s);
    return -1;
}

void desk_do(const char *words)
{
    char command[512];
    snprintf(command, sizeof command, "xdotool %s", words);
    if (system(command) != 0)
        fail_msg("xdotool %s: failed", words);
}

static long long size_of(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 ? (long long)st.st_size : 0;
}

pid_t desk_record(const char *path)
{
    unlink(path);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        execlp("parec", "parec", "-d", "qa.monitor", "--format=float32le", "--rate=44100", "--channels=2",
               "--latency-msec=20", "--raw", path, (char *)NULL);
        _exit(127);
    }
    for (int i = 0; i < 500 && size_of(path) < 8000; i++) /* an idle sink sleeps up to two seconds */
        desk_sleep(0.02);
    assert_true(size_of(path) >= 8000);
    return pid;
}

void desk_record_stop(pid_t pid)
{
    kill(pid, SIGTERM);
    waitpid(pid, NULL, 0);
}
