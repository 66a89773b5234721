/* pulse.c - starting, feeding and recording a PulseAudio server of our own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pulse.h"

#include "stage.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const pulse_programs[] = {"Xvfb", "xdotool", "pulseaudio", "pactl", "parec", NULL};

static pid_t server;

static void write_text(const char *name, const char *text)
{
    write_file(in_scratch(name), text, strlen(text));
}

static void set_environment(void)
{
    char socket[600];
    snprintf(socket, sizeof socket, "unix:%s", in_scratch("pulse/native"));
    setenv("PULSE_SERVER", socket, 1);
    setenv("PULSE_RUNTIME_PATH", in_scratch("pulse"), 1);
    setenv("PULSE_STATE_PATH", in_scratch("pulse-state"), 1);
    setenv("PULSE_CONFIG", in_scratch("daemon.conf"), 1);
    setenv("PULSE_CLIENTCONFIG", in_scratch("client.conf"), 1);
    setenv("SDL_AUDIODRIVER", "pulseaudio", 1);
    setenv("ALSOFT_DRIVERS", "pulse", 1);
}

static void write_configuration(const char *sink)
{
    char text[1024];
    snprintf(text, sizeof text,
             "load-module module-native-protocol-unix socket=%s auth-anonymous=1\n"
             "load-module module-null-sink norewinds=1 sink_name=%s format=float32le rate=44100 channels=2 channel_map=front-left,front-right"
             " sink_properties=device.description=%s\nset-default-sink %s\n",
             in_scratch("pulse/native"), sink, sink, sink);
    write_text("server.pa", text);
    write_text("daemon.conf", "default-sample-format = float32le\ndefault-sample-rate = 44100\nflat-volumes = no\n");
    write_text("client.conf", "autospawn = no\n");
}

void pulse_open(const char *sink)
{
    mkdir(in_scratch("pulse"), 0700);
    mkdir(in_scratch("pulse-state"), 0700);
    set_environment();
    write_configuration(sink);
    char log[600];
    snprintf(log, sizeof log, "--log-target=file:%s", in_scratch("pulse.log"));
    const char *const argv[] = {"pulseaudio", "-n", "-F", in_scratch("server.pa"), "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
                                "--realtime=no", "--high-priority=no", log, NULL};
    server = stage_spawn(argv, NULL);
    for (const double start = now_s(); shell("pactl info >/dev/null 2>&1") != 0; wait_ms(50))
        if (now_s() - start > 20 || !stage_alive(server))
            fail_msg("PulseAudio does not answer");
}

void pulse_close(void)
{
    if (server)
        stage_end(server, SIGTERM);
    server = 0;
}

static int number_from(const char *command)
{
    FILE *const f = popen(command, "r");
    int n = -1;
    assert_non_null(f);
    if (fscanf(f, "%d", &n) != 1)
        n = -1;
    pclose(f);
    return n;
}

static int load_sink(const char *name, const char *how)
{
    char command[400];
    snprintf(command, sizeof command,
             "pactl load-module module-null-sink %s sink_name=%s format=float32le rate=44100 channels=2 channel_map=front-left,front-right "
             "sink_properties=device.description=%s", how, name, name);
    const int module = number_from(command);
    assert_true(module >= 0);
    return module;
}

int pulse_load_sink(const char *name)
{
    return load_sink(name, "norewinds=1");
}

int pulse_load_sleepy_sink(const char *name)
{
    return load_sink(name, "");
}

void pulse_unload(int module)
{
    assert_int_equal(shell("pactl unload-module %d", module), 0);
}

int pulse_module_of(const char *sink)
{
    char command[200];
    snprintf(command, sizeof command, "pactl list short modules | grep 'sink_name=%s ' | cut -f1", sink);
    return number_from(command);
}

pid_t pulse_record(const char *sink, const char *path)
{
    char monitor[200];
    snprintf(monitor, sizeof monitor, "%s.monitor", sink);
    remove(path);
    const char *const argv[] = {"parec", "-d", monitor, "--format=float32le", "--rate=44100", "--channels=2", "--latency-msec=20", "--raw", path, NULL};
    return stage_spawn(argv, NULL);
}

void pulse_record_end(pid_t pid)
{
    stage_end(pid, SIGTERM);
}

static int has_sound(FILE *f)
{
    float x[4096];
    for (size_t n; (n = fread(x, sizeof x[0], 4096, f)) > 0;)
        for (size_t i = 0; i < n; i++)
            if (x[i] < 0 || x[i] > 0)
                return 1;
    return 0;
}

double pulse_wait_for_sound(const char *path, double most_s)
{
    const double start = now_s();
    for (; now_s() - start < most_s; wait_ms(20)) {
        FILE *const f = fopen(path, "rb");
        const int found = f && has_sound(f);
        if (f)
            fclose(f);
        if (found)
            return now_s() - start;
    }
    return -1;
}
