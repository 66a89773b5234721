/* stage.c - Xvfb, children, keys. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stage.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_S 120

static pid_t screen, program;

/* ---- time ---- */

void wait_ms(unsigned ms)
{
    const struct timespec t = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000};
    nanosleep(&t, NULL);
}

double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int shell(const char *format, ...)
{
    char line[1024];
    va_list v;
    va_start(v, format);
    vsnprintf(line, sizeof line, format, v);
    va_end(v);
    const int status = system(line);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int stage_needs(const char *const *programs)
{
    for (; *programs; programs++)
        if (shell("command -v %s >/dev/null", *programs) != 0) {
            printf("skipped: %s is not installed\n", *programs);
            return 77;
        }
    return 0;
}

/* ---- children ---- */

static pid_t spawn(const char *const *argv, const char *out, int keep_fd)
{
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid > 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int fd = open(out ? out : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC, 0644), in = open("/dev/null", O_RDONLY);
    dup2(in, STDIN_FILENO);
    dup2(fd, STDOUT_FILENO);
    dup2(fd, STDERR_FILENO);
    for (int i = 3; i < 64; i++)
        if (i != keep_fd)
            close(i);
    execvp(argv[0], (char *const *)argv);
    _exit(127);
}

pid_t stage_spawn(const char *const *argv, const char *out)
{
    return spawn(argv, out, -1);
}

bool stage_alive(pid_t pid)
{
    return waitpid(pid, NULL, WNOHANG) == 0;
}

int stage_end(pid_t pid, int signal)
{
    int status = 0;
    if (signal)
        kill(pid, signal);
    for (const double start = now_s(); waitpid(pid, &status, WNOHANG) == 0; wait_ms(5))
        if (now_s() - start > PATIENCE_S) {
            kill(pid, SIGKILL);
            waitpid(pid, &status, 0);
            fail_msg("a child did not end");
        }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* ---- the screen ---- */

/* The server that writes its number here; 0: it ended instead. */
static bool read_display(int fd)
{
    char number[16] = ":";
    size_t n = 1;
    while (n < sizeof number - 1 && read(fd, number + n, 1) == 1 && number[n] != '\n')
        n++;
    number[n] = '\0';
    setenv("DISPLAY", number, 1);
    return n > 1;
}

/* argv: the server and its options, to which the free number it is to take is added. */
static void open_screen(const char *const *argv)
{
    int fds[2];
    char fd[8];
    const char *all[24];
    size_t n = 0;
    assert_int_equal(pipe(fds), 0);
    snprintf(fd, sizeof fd, "%d", fds[1]);
    for (; argv[n]; n++)
        all[n] = argv[n];
    memcpy(all + n, (const char *const[]){"-displayfd", fd, "-nolisten", "tcp", "-noreset", NULL}, 6 * sizeof *all);
    screen = spawn(all, in_scratch("screen"), fds[1]);
    close(fds[1]);
    const bool there = read_display(fds[0]);
    close(fds[0]);
    if (!there) {
        shell("cat %s >&2", in_scratch("screen"));
        fail_msg("%s does not start", argv[0]);
    }
}

static int open_stage(void **state)
{
    static const char *const folders[] = {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"};
    if (scratch_make(state))
        return -1;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        mkdir(in_scratch(folders[i]), 0700);
        setenv(folders[i], in_scratch(folders[i]), 1);
    }
    setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", 1);
    return 0;
}

int stage_open(void **state)
{
    if (open_stage(state))
        return -1;
    open_screen((const char *const[]){"Xvfb", "-screen", "0", "1500x1000x24", NULL});
    return 0;
}

/* Xvfb has one output; Xorg's driver without a card has sixteen. */
int stage_open_displays(void **state)
{
    static const char config[] =
        "Section \"ServerFlags\"\n Option \"AutoAddDevices\" \"false\"\n Option \"AutoEnableDevices\" \"false\"\nEndSection\n"
        "Section \"Device\"\n Identifier \"no card\"\n Driver \"dummy\"\n VideoRam 65536\nEndSection\n"
        "Section \"Monitor\"\n Identifier \"any\"\n HorizSync 5-1000\n VertRefresh 5-200\nEndSection\n"
        "Section \"Screen\"\n Identifier \"screen\"\n Device \"no card\"\n Monitor \"any\"\n DefaultDepth 24\n"
        " SubSection \"Display\"\n  Depth 24\n  Modes \"1920x1080\"\n  Virtual 4096 2048\n EndSubSection\nEndSection\n";
    if (open_stage(state))
        return -1;
    write_file(in_scratch("xorg.conf"), config, sizeof config - 1);
    open_screen((const char *const[]){"Xorg", "-config", in_scratch("xorg.conf"), "-logfile", in_scratch("screen.log"), "-novtswitch",
                                      "-sharevts", NULL});
    return 0;
}

int stage_close(void **state)
{
    if (screen)
        stage_end(screen, SIGTERM);
    screen = 0;
    return scratch_remove(state);
}

/* ---- the program ---- */

pid_t live_spawn(const char *const *argv, const char *out)
{
    if (program && stage_alive(program)) /* a test that failed has left it */
        stage_end(program, SIGKILL);
    program = stage_spawn(argv, out);
    return program;
}

pid_t live_start(const char *const *args)
{
    const char *argv[40] = {AMB_BIN, "walk", "--no-config"};
    for (int i = 0; args[i] && i < 36; i++)
        argv[i + 3] = args[i];
    return live_spawn(argv, in_scratch("said"));
}

void live_wait_for_window(void)
{
    const char *const has_keys = "w=$(xdotool search --onlyvisible --name '^Ambwalk' 2>/dev/null | tail -1); "
                                 "[ -n \"$w\" ] && [ \"$w\" = \"$(xdotool getwindowfocus 2>/dev/null)\" ]";
    for (const double start = now_s(); shell("%s", has_keys) != 0; wait_ms(20))
        if (now_s() - start > 60)
            fail_msg("no window came");
    wait_ms(300); /* its first frames */
}

void live_key(const char *name)
{
    assert_int_equal(shell("xdotool key '%s'", name), 0);
}

void live_hold(const char *name, unsigned ms)
{
    assert_int_equal(shell("xdotool keydown '%s'", name), 0);
    wait_ms(ms);
    assert_int_equal(shell("xdotool keyup '%s'", name), 0);
}
