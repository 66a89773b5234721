/* scenario.c - a scenario becomes a world that the core reads, and runs. */
#include "scenario_internal.h"

#include <errno.h>
#include <string.h>

static int by_table_type_k(const void *a, const void *b)
{
    const Row *const x = a, *const y = b;
    if (x->table != y->table)
        return x->table < y->table ? -1 : 1;
    if (x->type != y->type)
        return x->type < y->type ? -1 : 1;
    return (x->k > y->k) - (x->k < y->k);
}

static int by_id(const void *a, const void *b)
{
    const Wave *const x = a, *const y = b;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* The sorted rows become table rows; a run of equal (table, type) is one type. */
static int build_types(AmbScenario *s, const char *file, AmbError *err)
{
    size_t n_types = 0;
    for (size_t i = 0; i < s->row.n; i++) {
        Row *const row = &s->row.item[i];
        const bool begins = i == 0 || row[-1].table != row->table || row[-1].type != row->type;
        if (row->k != (begins ? 0 : row[-1].k + 1))
            return amb_error(err, AMB_E_FORMAT,
                             "%s:1:1: the entries of table %08X, type %u, are not numbered 0, 1, ...", file,
                             (unsigned)row->table, (unsigned)row->type);
        if (begins)
            s->type[n_types++] = (AmbTableType){row->type, 0, &s->table_row[i]};
        row->type_index = n_types - 1;
        s->type[n_types - 1].n_rows++;
        s->table_row[i] = row->row;
    }
    return AMB_OK;
}

/* The first of the sorted rows whose table is not below id; id may be one more than any. */
static size_t first_row_of(const AmbScenario *s, uint64_t id)
{
    size_t lo = 0, hi = s->row.n;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (s->row.item[mid].table < id)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* A table without rows is a table all the same: it loads and has no type. */
static AmbTable table_of(const AmbScenario *s, uint32_t id)
{
    const size_t first = first_row_of(s, id), end = first_row_of(s, (uint64_t)id + 1);
    if (first == end)
        return (AmbTable){id, 0, NULL};
    const size_t type = s->row.item[first].type_index;
    return (AmbTable){id, (uint32_t)(s->row.item[end - 1].type_index - type + 1), &s->type[type]};
}

static const AmbTable *get_table(void *user, uint32_t stb)
{
    const AmbScenario *const s = user;
    return s->stb.item[stb].loadable ? &s->table[stb] : NULL;
}

static bool get_wave(void *user, uint32_t wave, AmbWaveInfo *out)
{
    const AmbScenario *const s = user;
    size_t lo = 0, hi = s->wave.n;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (s->wave.item[mid].id < wave)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == s->wave.n || s->wave.item[lo].id != wave || !s->wave.item[lo].present)
        return false;
    *out = (AmbWaveInfo){s->wave.item[lo].length_s, true};
    return true;
}

static bool get_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    const AmbScenario *const s = user;
    const uint32_t i = s->block_index[bx << 8 | by];
    if (i != SCENARIO_NO_BLOCK)
        *out = s->block.item[i];
    return i != SCENARIO_NO_BLOCK;
}

static bool take_memory(AmbScenario *s)
{
    s->region_stb = calloc(s->stb.n + 1, sizeof *s->region_stb);
    s->region_terrain = calloc(s->terrain.n + 1, sizeof *s->region_terrain);
    s->table = calloc(s->stb.n + 1, sizeof *s->table);
    s->type = calloc(s->row.n + 1, sizeof *s->type);
    s->table_row = calloc(s->row.n + 1, sizeof *s->table_row);
    return s->region_stb && s->region_terrain && s->table && s->type && s->table_row;
}

static int build(AmbScenario *s, const char *file, AmbError *err)
{
    if (!take_memory(s))
        return amb_error(err, AMB_E_NOMEM, "%s: no memory for the scenario", file);
    if (s->row.n)
        qsort(s->row.item, s->row.n, sizeof *s->row.item, by_table_type_k);
    if (s->wave.n)
        qsort(s->wave.item, s->wave.n, sizeof *s->wave.item, by_id);
    const int code = build_types(s, file, err);
    if (code)
        return code;
    for (size_t i = 0; i < s->stb.n; i++) {
        const Stb *const b = &s->stb.item[i];
        s->region_stb[i] = (AmbStb){.table_id = b->id, .n_sounds = b->n_sounds, .sounds = b->n_sounds ? &s->sound.item[b->first_sound] : NULL};
        s->table[i] = table_of(s, b->id);
    }
    for (size_t i = 0; i < s->terrain.n; i++) {
        const Terrain *const t = &s->terrain.item[i];
        s->region_terrain[i] = (AmbTerrain){"terrain", 0, t->n_scenes,
                                            t->n_scenes ? &s->terrain_scene.item[t->first_scene] : NULL};
    }
    AmbRegion *const r = &s->region;
    r->name = "scenario";
    r->n_stbs = (uint32_t)s->stb.n;
    r->stbs = s->region_stb;
    r->n_terrain = (uint32_t)s->terrain.n;
    r->terrain = s->region_terrain;
    r->n_scenes = (uint32_t)s->scene.n;
    r->scene_stb = s->scene.item;
    s->world = (AmbWorld){s, r, get_table, NULL, get_wave, get_block};
    return AMB_OK;
}

int amb_scenario_load(AmbScenario **out, const char *text, size_t n, const char *file, AmbError *err)
{
    AmbScenario *const s = calloc(1, sizeof *s);
    *out = s;
    if (!s)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory for the scenario", file);
    int code = scenario_read(s, text, n, file, err);
    if (!code)
        code = build(s, file, err);
    if (code)
        amb_scenario_free(out);
    return code;
}

void amb_scenario_free(AmbScenario **scenario)
{
    AmbScenario *const s = *scenario;
    *scenario = NULL;
    if (!s)
        return;
    void *const all[] = {s->stb.item, s->sound.item, s->row.item, s->scene.item, s->terrain.item, s->terrain_scene.item,
                         s->wave.item, s->block.item, s->frame.item, s->region_stb, s->region_terrain, s->table, s->type,
                         s->table_row};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    free(s);
}

const AmbWorld *amb_scenario_world(const AmbScenario *s)
{
    return &s->world;
}

int amb_scenario_run(const AmbScenario *s, FILE *out, AmbError *err)
{
    AmbScene *scene;
    AmbTrace trace;
    const AmbSceneConfig cfg = {.world = &s->world, .ran2_seed = s->ran2_seed, .crt_seed = s->crt_seed, .options = s->options};
    const int code = amb_scene_create(&scene, &cfg, err);
    if (code)
        return code;
    amb_trace_begin(&trace, out, scene, &s->region);
    const AmbSink sink = amb_trace_sink(&trace);
    for (size_t i = 0; i < s->frame.n; i++) {
        trace.frame = s->frame.item[i].number;
        amb_scene_step(scene, s->frame.item[i].t, &s->frame.item[i].at, &sink);
        trace.frames++;
    }
    amb_trace_end(&trace);
    amb_scene_destroy(&scene);
    if (fflush(out) != 0 || ferror(out))
        return amb_error(err, AMB_E_IO, "the trace: cannot write: %s", strerror(errno));
    return AMB_OK;
}
