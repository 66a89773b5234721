/* bench_rebuild.c - the scene's rebuild against the specification's loops: all 576 cells, GetSound by linear search, one sum per sound.
 *
 * Both get the same listener and the same baked blocks; after every rebuild all counts, values, directions and bands are compared bit for bit.
 */
#include "amb/bench_rebuild.h"
#include "amb/scene.h"

#include "land.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define N_STBS 12
#define N_ROWS 5
#define N_SOUNDS (N_STBS * N_ROWS)
#define BLOCK 100 /* the ring's middle, both ways */

/* ---- the world: a patchwork in which every table is within 120 m everywhere ---- */

typedef struct BenchWorld {
    AmbRegion region;
    AmbTerrain terrain[N_STBS];
    int32_t scenes[N_STBS][1], scene_stb[N_STBS];
    AmbStb stb[N_STBS];
    AmbSoundDesc sound[N_STBS][N_ROWS];
    AmbTableRow row;
    AmbTableType type;
    AmbTable table;
    AmbWorld world;
} BenchWorld;

static const AmbTable *get_table(void *user, uint32_t stb)
{
    (void)stb;
    return &((BenchWorld *)user)->table;
}

static bool get_wave(void *user, uint32_t wave, AmbWaveInfo *out)
{
    (void)user, (void)wave;
    *out = (AmbWaveInfo){1.0, true};
    return true;
}

static bool get_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    (void)user;
    for (unsigned x = 0; x < 9; x++) {
        for (unsigned y = 0; y < 9; y++) {
            const unsigned gx = bx * 8 + x, gy = by * 8 + y;
            out->terrain[x * 9 + y] = (uint16_t)((gx * 5 + gy * 7 + gx * gy / 3) % N_STBS << 2);
            out->height[x * 9 + y] = (uint8_t)((gx * 3 + gy) % 16);
        }
    }
    return true;
}

static void make_world(BenchWorld *w)
{
    memset(w, 0, sizeof *w);
    for (unsigned i = 0; i < N_STBS; i++) {
        for (unsigned k = 0; k < N_ROWS; k++) /* two constants and three intermittents, loud and slow enough to stay queued and never be due again */
            w->sound[i][k] = (AmbSoundDesc){70, 90.0f, k < 2 ? 0.0f : 0.5f, 1e9f, 1e9f, "bench", 0};
        w->scenes[i][0] = w->scene_stb[i] = (int32_t)i;
        w->terrain[i] = (AmbTerrain){"bench", 0, 1, w->scenes[i]};
        w->stb[i] = (AmbStb){.table_id = 0x20000001 + i, .n_sounds = N_ROWS, .sounds = w->sound[i]};
    }
    for (int i = 0; i < 256; i++)
        w->region.height_m[i] = 2.0f * (float)i;
    w->row = (AmbTableRow){1, 0, 1, 1};
    w->type = (AmbTableType){70, 1, &w->row};
    w->table = (AmbTable){0x20000001, 1, &w->type};
    w->region.name = "bench";
    w->region.n_terrain = w->region.n_scenes = w->region.n_stbs = N_STBS;
    w->region.terrain = w->terrain;
    w->region.scene_stb = w->scene_stb;
    w->region.stbs = w->stb;
    w->world = (AmbWorld){w, &w->region, get_table, NULL, get_wave, get_block};
}

/* ---- the specification's loops (sections 6 and 10) ---- */

typedef struct SpecSound {
    const AmbSoundDesc *descs; /* its STB */
    uint32_t row;
    int queued, constant;
    float count, value;
    float min_m[8], max_m[8];
    uint32_t n_dirs;
    AmbDir dir[8];
} SpecSound;

typedef struct Spec {
    const BenchWorld *w;
    const AmbBaked *ring[3][3]; /* [y][x] */
    SpecSound sound[N_SOUNDS];
    uint32_t n;
    float total;
    AmbListener at;
    unsigned play_count[N_STBS];
} Spec;

static void spec_reset(Spec *p)
{
    p->total = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        SpecSound *const s = &p->sound[i];
        p->play_count[(const AmbSoundDesc (*)[N_ROWS])s->descs - p->w->sound] = 0;
        s->count = 0;
        if (!s->constant) {
            s->n_dirs = 0;
            s->value = 0;
        }
    }
}

static SpecSound *spec_get(Spec *p, const AmbSoundDesc *descs, uint32_t row)
{
    for (uint32_t i = 0; i < p->n; i++)
        if (p->sound[i].descs == descs && p->sound[i].row == row)
            return &p->sound[i];
    SpecSound *const s = &p->sound[p->n++];
    *s = (SpecSound){.descs = descs, .row = row, .queued = 1, .constant = amb_sound_is_constant(&descs[row])};
    return s;
}

static void spec_add_dir(SpecSound *s, AmbDir dir, float min_m, float max_m)
{
    uint32_t i = 0;
    while (i < s->n_dirs && s->dir[i] != dir)
        i++;
    if (i == s->n_dirs) {
        s->dir[i] = dir;
        s->min_m[i] = min_m;
        s->max_m[i] = max_m;
        s->n_dirs++;
        return;
    }
    if (min_m < s->min_m[i])
        s->min_m[i] = min_m;
    if (max_m > s->max_m[i])
        s->max_m[i] = max_m;
}

static void spec_add_to(SpecSound *s, float weight, AmbVec3 off, AmbDir dir)
{
    static const AmbDir all[8] = {AMB_DIR_N, AMB_DIR_S, AMB_DIR_E, AMB_DIR_W, AMB_DIR_NW, AMB_DIR_SW, AMB_DIR_NE, AMB_DIR_SE};
    s->count = weight + s->count;
    if (s->constant)
        return;
    const double x = (double)off.x, y = (double)off.y, z = (double)off.z, dist = sqrt(x * x + y * y + z * z);
    if (dir != AMB_DIR_IN_BLOCK) {
        spec_add_dir(s, dir, (float)(dist - 10.0), (float)(10.0 + dist));
        return;
    }
    for (int i = 0; i < 8; i++)
        spec_add_dir(s, all[i], 4.0f, 10.0f);
}

static void spec_add_sound(Spec *p, int32_t stb, AmbVec3 off)
{
    if (amb_culled(off))
        return;
    const float w = amb_weight(off);
    const AmbDir dir = amb_direction(off);
    if (w == 0.0f)
        return;
    p->total += w;
    for (uint32_t row = 0; row < p->w->stb[stb].n_sounds; row++)
        spec_add_to(spec_get(p, p->w->sound[stb], row), w, off, dir);
}

static void spec_add_block(Spec *p, const AmbBaked *b)
{
    const AmbVec3 from = {p->at.x, p->at.y, p->at.z};
    for (int row = 0; row < 8; row++)
        for (int col = 0; col < 8; col++) {
            const int cell = row * 8 + col;
            const AmbVec3 vertex = {(float)row * 24.0f, (float)col * 24.0f, b->z_m[cell]};
            if (b->stb[cell] != AMB_NONE)
                spec_add_sound(p, b->stb[cell], amb_offset(p->at.bx, p->at.by, from, b->bx, b->by, vertex));
        }
}

static void spec_update(Spec *p, SpecSound *s)
{
    unsigned *const plays = &p->play_count[(const AmbSoundDesc (*)[N_ROWS])s->descs - p->w->sound];
    const float authored = s->constant ? s->descs[s->row].volume : s->descs[s->row].base_chance;
    if (s->constant ? s->count == 0.0f : s->count <= 0.0f) {
        if (s->constant)
            s->value = 0;
        return;
    }
    ++*plays;
    s->value = (float)((double)authored / (double)p->total * (double)s->count);
}

static unsigned spec_rebuild(Spec *p, const AmbListener *at)
{
    unsigned released = 0;
    p->at = *at;
    spec_reset(p);
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 3; x++)
            spec_add_block(p, p->ring[y][x]);
    for (uint32_t i = 0; i < p->n; i++)
        spec_update(p, &p->sound[i]);
    for (uint32_t i = 0; i < p->n; i++)
        released += p->play_count[(const AmbSoundDesc (*)[N_ROWS])p->sound[i].descs - p->w->sound] == 0;
    return released;
}

/* ---- comparison and timing ---- */

static bool same(const AmbScene *scene, const Spec *p)
{
    AmbSceneState st;
    amb_scene_state(scene, &st);
    if (st.n_sounds != p->n || memcmp(&st.total, &p->total, sizeof st.total) != 0)
        return false;
    for (uint32_t i = 0; i < p->n; i++) {
        AmbSoundState s;
        const SpecSound *const q = &p->sound[i];
        amb_scene_sound(scene, i, &s);
        if (p->w->sound[s.stb] != q->descs || s.row != q->row || s.queued != q->queued || memcmp(&s.count, &q->count, sizeof s.count) != 0 ||
            memcmp(&s.value, &q->value, sizeof s.value) != 0 || s.n_dirs != q->n_dirs)
            return false;
        for (uint32_t k = 0; k < s.n_dirs; k++)
            if (s.dirs[k].dir != q->dir[k] || memcmp(&s.dirs[k].min_m, &q->min_m[k], sizeof(float)) != 0 ||
                memcmp(&s.dirs[k].max_m, &q->max_m[k], sizeof(float)) != 0)
                return false;
    }
    return true;
}

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v, unsigned n)
{
    qsort(v, n, sizeof *v, by_value);
    return v[n / 2];
}

/* A walk that crosses a cell border at every step and stays within the block. */
static AmbListener listener_at(unsigned i)
{
    return (AmbListener){.mode = AMB_OUTDOORS, .bx = BLOCK, .by = BLOCK, .x = 12.5f + 24.0f * (float)(i % 8), .y = 90.25f + 24.0f * (float)(i / 8 % 2),
                         .z = 7.5f, .slider = 1, .enabled = true};
}

/* One intermittent sound of each STB: all of an STB share their bands. */
static double read_bands_ns(const AmbScene *scene)
{
    const double start = now_ns();
    for (uint32_t stb = 0; stb < N_STBS; stb++) {
        AmbSoundState s;
        amb_scene_sound(scene, (uint32_t)amb_scene_find_sound(scene, stb, N_ROWS - 1), &s);
    }
    return now_ns() - start;
}

#define IDLE_FRAMES 1000

static double idle_frame_ns(AmbScene *scene, const AmbListener *at, double t)
{
    const AmbSink nobody = {0};
    const double start = now_ns();
    for (int i = 0; i < IDLE_FRAMES; i++)
        amb_scene_step(scene, t + i * 1e-6, at, &nobody);
    return (now_ns() - start) / IDLE_FRAMES;
}

static int measure(AmbBenchRebuild *out, AmbScene *scene, Spec *spec, double *times, unsigned n, AmbError *err)
{
    const AmbSink nobody = {0};
    double *const scene_ns = times, *const spec_ns = times + n, *const idle_ns = times + 2 * (size_t)n, *const read_ns = times + 3 * (size_t)n;
    const unsigned warm_up = 16; /* every cell of the walk once: all sounds met, all blocks baked */
    unsigned released = 0;
    for (unsigned i = 0; i < n + warm_up; i++) {
        const AmbListener at = listener_at(i);
        const unsigned k = i < warm_up ? 0 : i - warm_up;
        double t = now_ns();
        amb_scene_step(scene, i, &at, &nobody);
        scene_ns[k] = now_ns() - t;
        t = now_ns();
        released += spec_rebuild(spec, &at);
        spec_ns[k] = now_ns() - t;
        if (!same(scene, spec))
            return amb_error(err, AMB_E_FORMAT, "rebuild %u: the scene and the specification's loops differ", i);
        read_ns[k] = read_bands_ns(scene);
        idle_ns[k] = idle_frame_ns(scene, &at, i);
    }
    if (spec->n != N_SOUNDS || released)
        return amb_error(err, AMB_E_FORMAT, "only %u of %u sounds were met", spec->n, (unsigned)N_SOUNDS);
    out->rebuilds = n;
    out->scene_ns = median(scene_ns, n);
    out->spec_ns = median(spec_ns, n);
    out->ratio = out->spec_ns / out->scene_ns;
    out->read_ns = median(read_ns, n);
    out->idle_ns = median(idle_ns, n);
    return AMB_OK;
}

int amb_bench_rebuild(AmbBenchRebuild *out, unsigned rebuilds, AmbError *err)
{
    static const char no_memory[] = "no memory for the benchmark";
    AmbScene *scene = NULL;
    AmbLand *land = calloc(1, sizeof *land);
    BenchWorld *world = calloc(1, sizeof *world);
    Spec *spec = calloc(1, sizeof *spec);
    double *times = calloc((size_t)rebuilds * 4 + 1, sizeof *times);
    int code = AMB_OK;
    if (!rebuilds || !land || !world || !spec || !times)
        code = amb_error(err, AMB_E_NOMEM, no_memory);
    if (!code) {
        make_world(world);
        spec->w = world;
        for (unsigned y = 0; y < 3; y++)
            for (unsigned x = 0; x < 3; x++)
                spec->ring[y][x] = amb_land_get(land, &world->world, BLOCK - 1 + x, BLOCK - 1 + y);
        const AmbSceneConfig cfg = {.world = &world->world, .ran2_seed = 1, .crt_seed = 1};
        code = amb_scene_create(&scene, &cfg, err);
    }
    if (!code)
        code = measure(out, scene, spec, times, rebuilds, err);
    amb_scene_destroy(&scene);
    free(land);
    free(world);
    free(spec);
    free(times);
    return code;
}
