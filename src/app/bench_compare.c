/* bench_compare.c - `ambwalk bench compare`: how long a comparison listens to ten minutes, and what memory that takes. */
#include "bench.h"
#include "commands.h"
#include "compare_page.h"

#include "amb/bench_compare.h"
#include "amb/num.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define RENDERED_S 600
#define PLACE "24072.0 24681.6" /* by the old oaks: thirty waves of both rates */

static AmbArgs args_for(const char *path)
{
    return (AmbArgs){
        .command = amb_commands,
        .operands = {path},
        .n_operands = 1,
        .at = PLACE,
        .heading_deg = (double)NAN,
        .seconds = RENDERED_S,
        .fps = 60,
        .ambient = 1,
        .seed = {true, 1, 1},
    };
}

/* In a process of its own, so that its memory can be told. */
static int listen_to(const char *path, AmbError *err)
{
    const AmbArgs a = args_for(path);
    AmbComparePage page;
    AmbCmpSource recording;
    AmbBenchCompare b;
    char s[4][AMB_NUM_TEXT];
    int code = amb_compare_page_open(&page, &a, true, err);
    if (code)
        return code;
    code = amb_cmp_source_open(&recording, path, err);
    if (!code) {
        code = amb_bench_compare(&b, &recording, &page.scene, &page.waves, err);
        amb_cmp_source_close(&recording);
    }
    amb_compare_page_close(&page);
    if (!code)
        printf("compare   %s s of CPU for %.0f s and %zu waves, %zu events: %s times real time, %s times one pass of correlations (%s s)\n",
               amb_fixed_text(s[0], b.detect_s, 1), b.recording_s, b.n_waves, b.n_heard,
               amb_fixed_text(s[1], b.recording_s / b.detect_s, 1), amb_fixed_text(s[2], b.detect_s / b.pass_s, 1),
               amb_fixed_text(s[3], b.pass_s, 1));
    return code;
}

/* Runs `what` in a child; its peak memory in *mb. */
static int in_child(int (*what)(const char *path, AmbError *err), const char *path, double *mb, AmbError *err)
{
    fflush(stdout);
    const pid_t pid = fork();
    if (pid < 0)
        return amb_error(err, AMB_E_IO, "cannot start the program again: %s", strerror(errno));
    if (pid == 0) {
        AmbError why = AMB_ERROR_NONE;
        const int code = what(path, &why);
        if (code)
            fprintf(stderr, "ambwalk: %s\n", why.text);
        fflush(stdout);
        _exit(code != AMB_OK);
    }
    int status = 0;
    struct rusage used;
    if (wait4(pid, &status, 0, &used) != pid || status != 0)
        return amb_error(err, AMB_E_IO, "the comparison that was to be measured failed");
    *mb = (double)used.ru_maxrss * 1024 / 1e6;
    return AMB_OK;
}

static int render_to(const char *path, AmbError *err)
{
    AmbArgs a = args_for(NULL);
    a.n_operands = 0;
    a.out_path = path;
    if (!freopen("/dev/null", "w", stderr))
        return AMB_E_IO;
    return amb_cmd_render(&a, err);
}

int amb_bench_listen(AmbError *err)
{
    const char *const tmp = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    char path[PATH_MAX], text[AMB_NUM_TEXT];
    double mb;
    snprintf(path, sizeof path, "%s/ambwalk-bench-%ld.flac", tmp, (long)getpid());
    int code = in_child(render_to, path, &mb, err);
    if (!code)
        code = in_child(listen_to, path, &mb, err);
    if (!code)
        printf("compare   %s MB of memory at most\n", amb_fixed_text(text, mb, 0));
    unlink(path);
    snprintf(path, sizeof path, "%s/ambwalk-bench-%ld.txt", tmp, (long)getpid()); /* the labels beside a FLAC */
    unlink(path);
    return code;
}
