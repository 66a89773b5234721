/* cmd_bench.c - `ambwalk bench`: how fast this build is on this machine. */
#include "bench.h"
#include "commands.h"
#include "interrupt.h"
#include "setup.h"

#include "amb/bench_rebuild.h"
#include "amb/mixer.h"
#include "amb/num.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define REBUILDS 2000
#define TOUR "walks/tour.walk"

/* What a bench needs of the demo: the tour, and what plays on it. */
typedef struct Tour {
    AmbSetup setup;
    char script[PATH_MAX];
    AmbRun *run;
    AmbVoiceStart *starts;
    size_t n, cap;
    bool no_memory;
} Tour;

static int open_tour(Tour *t, AmbError *err)
{
    AmbArgs a = {.command = amb_commands,
                 .heading_deg = (double)NAN,
                 .seconds = (double)NAN,
                 .fps = 60,
                 .ambient = 1,
                 .seed = {true, 1, 1}};
    AmbSource *s = NULL;
    memset(t, 0, sizeof *t);
    int code = amb_source_open(&s, AMB_SOURCE_DEMO, NULL, err);
    if (code)
        return code;
    snprintf(t->script, sizeof t->script, "%s/" TOUR, amb_source_path(s));
    amb_source_close(&s);
    a.walk_path = t->script;
    return amb_setup_open(&t->setup, &a, err);
}

static void collect(void *user, const AmbEvent *e)
{
    Tour *const t = user;
    if (e->outcome != AMB_PLAYED || t->no_memory)
        return;
    if (t->n == t->cap) {
        t->cap = t->cap ? 2 * t->cap : 1024;
        AmbVoiceStart *const p = realloc(t->starts, t->cap * sizeof *p);
        t->no_memory = !p;
        if (!p)
            return;
        t->starts = p;
    }
    t->starts[t->n++] = amb_run_voice_start(t->run, e);
}

static int walk_tour(Tour *t, uint64_t *n_samples, AmbError *err)
{
    const AmbRunConfig cfg = {.watcher = {.user = t, .event = collect}};
    AmbGrid grid;
    double t_s;
    AmbListener at;
    const int code = amb_setup_run(&t->setup, &cfg, &t->run, err);
    if (code)
        return code;
    amb_grid_init(&grid, t->setup.walk, amb_source_world(t->setup.source), 60);
    while (amb_grid_next(&grid, &t_s, &at))
        amb_run_step(t->run, t_s, &at);
    *n_samples = grid.n_samples;
    amb_run_free(&t->run);
    return t->no_memory ? amb_error(err, AMB_E_NOMEM, "no memory for the tour") : AMB_OK;
}

/* ---- the benches ---- */

static int bench_rebuild(AmbError *err)
{
    AmbBenchRebuild b;
    char scene[AMB_NUM_TEXT], spec[AMB_NUM_TEXT], ratio[AMB_NUM_TEXT], read[AMB_NUM_TEXT], idle[AMB_NUM_TEXT];
    const int code = amb_bench_rebuild(&b, REBUILDS, err);
    if (code)
        return code;
    printf(
        "rebuild   %s us against %s us of the specification's loops: %s times faster (%u rebuilds, all alike bit for bit)\n",
        amb_fixed_text(scene, b.scene_ns / 1000, 2), amb_fixed_text(spec, b.spec_ns / 1000, 2),
        amb_fixed_text(ratio, b.ratio, 1), b.rebuilds);
    printf("bands     %s us to read all directions, when something asks\n", amb_fixed_text(read, b.read_ns / 1000, 2));
    printf("idle      %s ns a frame in which nothing is due\n", amb_fixed_text(idle, b.idle_ns, 0));
    return AMB_OK;
}

static int bench_mix(AmbError *err)
{
    Tour t;
    AmbMixBench b;
    uint64_t n_samples = 0;
    int code = open_tour(&t, err);
    if (code)
        return code;
    code = walk_tour(&t, &n_samples, err);
    const AmbWaveReader waves = amb_source_waves(t.setup.source);
    if (!code)
        code = amb_mix_bench(t.starts, t.n, n_samples, &waves, &b, err);
    if (!code) {
        char mixer[AMB_NUM_TEXT], bare[AMB_NUM_TEXT], ratio[AMB_NUM_TEXT];
        printf("mix       %s s for the tour (%zu starts) against %s s of the same sources bare: ratio %s\n",
               amb_fixed_text(mixer, b.mixer_s, 3), t.n, amb_fixed_text(bare, b.bare_s, 3),
               amb_fixed_text(ratio, b.mixer_s / b.bare_s, 3));
    }
    free(t.starts);
    amb_setup_close(&t.setup);
    return code;
}

/* The program itself, as a user would call it. */
static void exec_render(const char *script, const char *out)
{
    if (!freopen("/dev/null", "w", stderr)) /* its line about peak and seed is not ours */
        _exit(127);
    execl("/proc/self/exe", "ambwalk", "render", "--walk", script, "--seed", "1", "-o", out, (char *)NULL);
    _exit(127);
}

static int bench_render(AmbError *err)
{
    Tour t;
    int code = open_tour(&t, err);
    if (code)
        return code;
    const double length_s = amb_walk_length_s(t.setup.walk);
    amb_setup_close(&t.setup);
    const char *const folder = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    char out[PATH_MAX];
    snprintf(out, sizeof out, "%s/ambwalk-bench-%ld.wav", folder, (long)getpid());
    const pid_t pid = fork();
    if (pid < 0)
        return amb_error(err, AMB_E_IO, "cannot start the program again: %s", strerror(errno));
    if (pid == 0)
        exec_render(t.script, out);
    int status = 0;
    struct rusage used;
    if (wait4(pid, &status, 0, &used) != pid || status)
        return amb_error(err, AMB_E_IO, "the render that was to be measured failed");
    unlink(out);
    const double cpu_s = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                         (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
    char cpu[AMB_NUM_TEXT], length[AMB_NUM_TEXT], times[AMB_NUM_TEXT];
    printf("render    %s s of CPU for the tour of %s s, start to closed floating-point WAV: %s times real time\n",
           amb_fixed_text(cpu, cpu_s, 2), amb_fixed_text(length, length_s, 0),
           amb_fixed_text(times, length_s / cpu_s, 0));
    return AMB_OK;
}

static const struct {
    const char *name;
    int (*run)(AmbError *err);
} benches[] = {
    {"rebuild", bench_rebuild},
    {"mix", bench_mix},
    {"render", bench_render},
    {"dat", amb_bench_dat},
    {"compare", amb_bench_listen},
};
#define N_BENCHES (sizeof benches / sizeof benches[0])

int amb_cmd_bench(const AmbArgs *a, AmbError *err)
{
    bool any = false;
    int code = AMB_OK;
    for (size_t i = 0; i < N_BENCHES && !code; i++) {
        if (a->n_operands && strcmp(a->operands[0], benches[i].name) != 0)
            continue;
        any = true;
        code = amb_interrupt_check(err);
        if (!code)
            code = benches[i].run(err);
        if (fflush(stdout) != 0 && !code)
            code = amb_error(err, AMB_E_IO, "standard output: cannot write: %s", strerror(errno));
    }
    return any ? code : amb_usage(err, "bench: there are rebuild, mix, render, dat and compare, not \"%s\"", a->operands[0]);
}
