/* bench_dat.c - `ambwalk bench dat`: how soon a world of 65,025 landblocks sounds, and what that reads and keeps. */
#include "bench.h"
#include "commands.h"
#include "map/tiles.h"
#include "setup.h"

#include "amb/dat_write.h"
#include "amb/num.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FETCHES 2000
#define WALKED 50      /* landblocks in a row, for the memory */
#define PATIENCE 36000 /* frames until something must have sounded: ten minutes */

typedef struct World {
    char dir[PATH_MAX / 2];
    AmbSource *demo;
} World;

static double clock_s(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double now_s(void)
{
    return clock_s(CLOCK_MONOTONIC);
}

/* ---- the world: the demo's sounds, and its land again and again ---- */

static int add_blocks(const World *w, AmbDatWriter *out, AmbError *err)
{
    const AmbWorld *const demo = amb_source_world(w->demo);
    unsigned bx, by, nx, ny;
    int code = AMB_OK;
    amb_source_extent(w->demo, &bx, &by, &nx, &ny);
    for (unsigned x = 0; x < AMB_BLOCKS; x++)
        for (unsigned y = 0; y < AMB_BLOCKS && !code; y++) {
            AmbBlock b = {0};
            AmbDatBuffer record = {0};
            demo->block(demo->user, bx + x % nx, by + y % ny, &b); /* absent: all zero will do */
            code = amb_dat_build_block(&record, amb_dat_block_id(x, y), &b, NULL, err);
            if (!code)
                code = amb_datw_add(out, record.data, record.size, err);
            free(record.data);
        }
    return code;
}

static int write_cell(const World *w, AmbError *err)
{
    char path[PATH_MAX];
    AmbDatWriter *out;
    snprintf(path, sizeof path, "%s/client_cell_1.dat", w->dir);
    int code = amb_datw_create(&out, path, AMB_DAT_SET_CELL, err);
    if (!code)
        code = add_blocks(w, out, err);
    if (!code)
        code = amb_datw_finish(out, 1, err);
    if (!code)
        code = amb_datw_commit(&out, err);
    if (out)
        amb_datw_abort(&out);
    return code;
}

static int make_world(World *w, AmbError *err)
{
    const char *const tmp = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    if ((size_t)snprintf(w->dir, sizeof w->dir, "%s/ambwalk-bench-XXXXXX", tmp) >= sizeof w->dir || !mkdtemp(w->dir)) {
        w->dir[0] = '\0'; /* nothing to remove */
        return amb_error(err, AMB_E_IO, "%s: cannot create a folder: %s", tmp, strerror(errno));
    }
    int code = amb_source_open(&w->demo, AMB_SOURCE_DEMO, NULL, err);
    if (code)
        return code;
    const AmbArgs pack = {.operands = {amb_source_path(w->demo)}, .n_operands = 1, .out_path = w->dir};
    code = amb_cmd_pack(&pack, err); /* the empty folder is taken */
    return code ? code : write_cell(w, err);
}

static void remove_world(World *w)
{
    static const char *const names[] = {"/client_portal.dat", "/client_cell_1.dat", ""};
    amb_source_close(&w->demo);
    for (size_t i = 0; w->dir[0] && i < sizeof names / sizeof names[0]; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s%s", w->dir, names[i]);
        remove(path);
    }
}

/* ---- open to first sound ---- */

static void note_played(void *user, const AmbEvent *e)
{
    uint32_t *const wave = user;
    if (e->outcome == AMB_PLAYED && *wave == 0)
        *wave = e->wave;
}

/* Steps until something plays, and has its samples. */
static int first_sound(AmbSetup *s, AmbError *err)
{
    uint32_t wave = 0;
    AmbRun *run;
    AmbGrid grid;
    AmbListener at;
    AmbPcm pcm;
    double t_s;
    const AmbRunConfig cfg = {.watcher = {.user = &wave, .event = note_played}};
    int code = amb_setup_run(s, &cfg, &run, err);
    if (code)
        return code;
    amb_grid_init(&grid, s->walk, amb_source_world(s->source), 60);
    for (int i = 0; i < PATIENCE && wave == 0 && amb_grid_next(&grid, &t_s, &at); i++)
        amb_run_step(run, t_s, &at);
    amb_run_free(&run);
    if (wave == 0)
        return amb_error(err, AMB_E_NOTFOUND, "bench: nothing sounded");
    code = amb_source_decode(s->source, wave, &pcm, err);
    if (!code)
        amb_pcm_free(&pcm);
    return code;
}

static int bench_first_sound(const World *w, AmbError *err)
{
    const AmbArgs a = {
        .command = amb_commands,
        .dat_dir = w->dir,
        .heading_deg = (double)NAN,
        .seconds = PATIENCE / 60,
        .fps = 60,
        .ambient = 1,
        .seed = {true, 1, 1},
    };
    AmbSetup s;
    const double start = now_s();
    int code = amb_setup_open(&s, &a, err);
    if (code)
        return code;
    code = first_sound(&s, err);
    char ms[AMB_NUM_TEXT], kb[AMB_NUM_TEXT];
    if (!code)
        printf("dat       %s ms from opening the files to the samples of the first sound, %s kB read\n",
               amb_fixed_text(ms, (now_s() - start) * 1e3, 2),
               amb_fixed_text(kb, (double)amb_dat_bytes_read(amb_source_dat(s.source)) / 1e3, 0));
    amb_setup_close(&s);
    return code;
}

/* ---- landblocks ---- */

static int bench_blocks(const World *w, AmbError *err)
{
    AmbDat *d;
    double all = 0, worst = 0;
    uint32_t at = 1;
    const int code = amb_dat_open(&d, w->dir, NULL, err);
    if (code)
        return code;
    for (unsigned i = 0; i < FETCHES; i++) {
        AmbBlock b;
        at = at * 1664525u + 1013904223u; /* anywhere */
        const double start = clock_s(CLOCK_PROCESS_CPUTIME_ID); /* others on the machine must not count as the worst */
        amb_dat_block(d, (at >> 8) % AMB_BLOCKS, (at >> 20) % AMB_BLOCKS, &b);
        const double took = clock_s(CLOCK_PROCESS_CPUTIME_ID) - start;
        all += took;
        worst = took > worst ? took : worst;
    }
    amb_dat_close(&d);
    char mean[AMB_NUM_TEXT], most[AMB_NUM_TEXT];
    printf("dat       %s us of CPU for a landblock anywhere, %s us at worst (%u of them)\n",
           amb_fixed_text(mean, all / FETCHES * 1e6, 1), amb_fixed_text(most, worst * 1e6, 0), FETCHES);
    return AMB_OK;
}

/* ---- the map of the whole world, and walking on meanwhile ---- */

static int look(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    return amb_dat_look(user, bx, by, out);
}

typedef struct Mean {
    double sum, worst;
    unsigned n;
} Mean;

static void add_to(Mean *m, double s)
{
    m->sum += s;
    m->worst = s > m->worst ? s : m->worst;
    m->n++;
}

/* A frame of the window: the map's part of it, and a landblock that the walker has come to. */
static void map_frame(AmbTiles *tiles, AmbDat *d, AmbDrawList *list, Mean *frames, Mean *blocks)
{
    static const AmbMapView view = {.pane = {0, 0, 1000, 1000}, .zoom = 0.02, .x_m = 24480, .y_m = 24480};
    const AmbTileLayers layers = {true, true, true};
    AmbBlock b;
    const double start = now_s();
    amb_drawlist_clear(list);
    amb_tiles_draw(tiles, &view, layers, list);
    const double drawn = now_s();
    amb_dat_block(d, 254 - blocks->n % AMB_BLOCKS, blocks->n * 37 % AMB_BLOCKS, &b);
    add_to(frames, drawn - start);
    add_to(blocks, now_s() - drawn);
}

static int bench_map(const World *w, AmbError *err)
{
    AmbDat *d;
    AmbDrawList list = {0};
    Mean frames = {0, 0, 0}, blocks = {0, 0, 0};
    const int code = amb_dat_open(&d, w->dir, NULL, err);
    if (code)
        return code;
    AmbTiles *tiles = amb_tiles_create(&amb_dat_region(d)->region, look, d);
    const double start = now_s();
    if (tiles)
        do
            map_frame(tiles, d, &list, &frames, &blocks);
        while (!amb_tiles_settle(tiles, 1 / 60.0));
    const double took = now_s() - start;
    const bool fine = tiles != NULL;
    amb_tiles_free(&tiles);
    amb_drawlist_free(&list);
    amb_dat_close(&d);
    if (!fine)
        return amb_error(err, AMB_E_NOMEM, "bench: no memory for the map");
    char s[4][AMB_NUM_TEXT];
    printf("dat       %s s until the map of all %u landblocks is painted; meanwhile a frame waits %s us for it (%s at worst)\n",
           amb_fixed_text(s[0], took, 2), AMB_BLOCKS * AMB_BLOCKS, amb_fixed_text(s[1], frames.sum / frames.n * 1e6, 0),
           amb_fixed_text(s[2], frames.worst * 1e6, 0));
    printf("dat       %s us for a landblock that the walk needs meanwhile (%s at worst, %u of them)\n",
           amb_fixed_text(s[0], blocks.sum / blocks.n * 1e6, 0), amb_fixed_text(s[1], blocks.worst * 1e6, 0), blocks.n);
    return AMB_OK;
}

static int ignore_entry(void *user, const AmbDatEntry *e)
{
    (void)e;
    ++*(unsigned *)user;
    return 0;
}

/* What a reader does that lists everything before it begins. */
static int bench_directory(const World *w, AmbError *err)
{
    AmbDat *d;
    unsigned n = 0;
    int code = amb_dat_open(&d, w->dir, NULL, err);
    if (code)
        return code;
    const uint64_t before = amb_dat_bytes_read(d);
    const double start = now_s();
    code = amb_datfile_walk(amb_dat_cell(d), ignore_entry, &n, err);
    char ms[AMB_NUM_TEXT], kb[AMB_NUM_TEXT];
    if (!code)
        printf("dat       %s ms and %s kB to read the cell file's directory first, which is not done (%u entries)\n",
               amb_fixed_text(ms, (now_s() - start) * 1e3, 1),
               amb_fixed_text(kb, (double)(amb_dat_bytes_read(d) - before) / 1e3, 0), n);
    amb_dat_close(&d);
    return code;
}

/* ---- memory: the program itself, walking ---- */

static void exec_walk(const char *dir, const char *walk)
{
    if (!freopen("/dev/null", "w", stderr))
        _exit(127);
    execl("/proc/self/exe", "ambwalk", "trace", "--dat", dir, "--at", "19300 24480", "--walk", walk, "--seed", "1",
          "--log", "/dev/null", (char *)NULL);
    _exit(127);
}

static int bench_memory(const World *w, AmbError *err)
{
    char walk[PATH_MAX];
    snprintf(walk, sizeof walk, "%s/walk", w->dir);
    FILE *const f = fopen(walk, "w");
    if (!f || fprintf(f, "%d to %d 24480\n%d end\n", WALKED * 4, 19300 + WALKED * 192, WALKED * 4) < 0 ||
        fclose(f) != 0)
        return amb_error(err, AMB_E_IO, "%s: cannot write: %s", walk, strerror(errno));
    const pid_t pid = fork();
    if (pid < 0)
        return amb_error(err, AMB_E_IO, "cannot start the program again: %s", strerror(errno));
    if (pid == 0)
        exec_walk(w->dir, walk);
    int status = 0;
    struct rusage used;
    const bool fine = wait4(pid, &status, 0, &used) == pid && status == 0;
    unlink(walk);
    if (!fine)
        return amb_error(err, AMB_E_IO, "the walk that was to be measured failed");
    char mb[AMB_NUM_TEXT];
    printf("dat       %s MB of memory at most on a walk through %d landblocks\n",
           amb_fixed_text(mb, (double)used.ru_maxrss * 1024 / 1e6, 1), WALKED);
    return AMB_OK;
}

int amb_bench_dat(AmbError *err)
{
    World w = {{0}, NULL};
    const double start = now_s();
    int code = make_world(&w, err);
    char s[AMB_NUM_TEXT];
    if (!code)
        printf("dat       %s s to write a world of %u landblocks\n", amb_fixed_text(s, now_s() - start, 2),
               AMB_BLOCKS * AMB_BLOCKS);
    if (!code)
        code = bench_first_sound(&w, err);
    if (!code)
        code = bench_blocks(&w, err);
    if (!code)
        code = bench_directory(&w, err);
    if (!code)
        code = bench_map(&w, err);
    if (!code)
        code = bench_memory(&w, err);
    remove_world(&w);
    return code;
}
