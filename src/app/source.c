/* source.c - the kinds of sources as a table, and the memory of what each wave measures. */
#include "source_kind.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

typedef struct WaveMemo {
    uint32_t wave;
    bool present;
    AmbWaveInfo info;
    AmbProbe probe;
} WaveMemo;

typedef struct Warning {
    AmbError say, log;
} Warning;

struct AmbSource {
    const AmbSourceOps *ops;
    AmbSourceKind kind;
    void *data;
    char *path;
    AmbWorld world;
    WaveMemo *memo; /* sorted by wave */
    size_t n_memo, cap_memo;
    Warning *warnings;
    size_t n_warnings, taken_warnings;
    Warning taken;
};

static const AmbSourceOps *const kinds[AMB_SOURCE_KINDS] = {
    [AMB_SOURCE_DEMO] = &amb_source_folder_ops,
    [AMB_SOURCE_REGION] = &amb_source_folder_ops,
    [AMB_SOURCE_DAT] = &amb_source_dat_ops,
};

/* ---- the demo ---- */

static bool is_region(const char *dir)
{
    char file[PATH_MAX];
    const int n = snprintf(file, sizeof file, "%s/region.json", dir);
    return n > 0 && (size_t)n < sizeof file && access(file, R_OK) == 0;
}

/* The demo beside the running program, as `cmake --install` lays it out: PREFIX/bin, PREFIX/share/ambwalk/demo. */
static bool demo_beside_program(char *dir, size_t cap)
{
    char exe[PATH_MAX];
    const ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    if (n <= 0)
        return false;
    exe[n] = '\0';
    for (int up = 0; up < 2; up++) {
        char *const slash = strrchr(exe, '/');
        if (!slash)
            return false;
        *slash = '\0';
    }
    const int k = snprintf(dir, cap, "%s/share/ambwalk/demo", exe);
    return k > 0 && (size_t)k < cap && is_region(dir);
}

static int find_demo(char *dir, size_t cap, AmbError *err)
{
    if (demo_beside_program(dir, cap))
        return AMB_OK;
    static const char *const fixed[] = {AMB_SOURCE_DEMO_DIR, AMB_INSTALL_DEMO_DIR};
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        if (is_region(fixed[i])) {
            snprintf(dir, cap, "%s", fixed[i]);
            return AMB_OK;
        }
    return amb_error(err, AMB_E_NOTFOUND,
                     "the demo region is not beside the program, nor in %s; name a region with --region DIR",
                     AMB_INSTALL_DEMO_DIR);
}

/* ---- warnings ---- */

/* A wave that plays as silence, and why.  Without memory the warning is lost, the program is not. */
static void warn(AmbSource *s, uint32_t wave, const AmbError *why)
{
    Warning *const p = realloc(s->warnings, (s->n_warnings + 1) * sizeof *p);
    if (!p)
        return;
    s->warnings = p;
    Warning *const w = &s->warnings[s->n_warnings++];
    *w = (Warning){AMB_ERROR_NONE, AMB_ERROR_NONE};
    amb_error(&w->say, why->code, "wave %s is silent: %s", amb_source_wave_label(s, wave), why->text);
    amb_error(&w->log, why->code, "wave %s is silent: it cannot be decoded", amb_source_wave_label(s, wave));
}

const char *amb_source_warning(AmbSource *s, const char **log)
{
    if (s->taken_warnings == s->n_warnings)
        return NULL;
    s->taken = s->warnings[s->taken_warnings++];
    *log = s->taken.log.text;
    return s->taken.say.text;
}

/* ---- waves ---- */

static void measure(AmbSource *s, uint32_t wave, WaveMemo *m)
{
    memset(m, 0, sizeof *m);
    m->wave = wave;
    if (!s->ops->has_wave(s->data, wave))
        return;
    AmbWaveBytes bytes = {NULL, 0};
    AmbError err = AMB_ERROR_NONE;
    int code = s->ops->wave_bytes(s->data, wave, &bytes, &err);
    m->present = code == AMB_OK || code == AMB_E_UNSUPPORTED;
    if (code == AMB_OK) {
        code = amb_decode_probe(&m->probe, bytes.data, bytes.size, &err);
        m->info.decodable = code == AMB_OK;
        if (m->probe.rate_hz)
            m->info.length_s = (double)m->probe.frames / (double)m->probe.rate_hz;
    }
    free(bytes.data);
    if (code)
        warn(s, wave, &err);
}

/* Index of the first memo at or after wave. */
static size_t memo_index(const AmbSource *s, uint32_t wave)
{
    size_t lo = 0, hi = s->n_memo;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (s->memo[mid].wave < wave)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static WaveMemo remember(AmbSource *s, uint32_t wave)
{
    const size_t i = memo_index(s, wave);
    if (i < s->n_memo && s->memo[i].wave == wave)
        return s->memo[i];
    WaveMemo m;
    measure(s, wave, &m);
    if (s->n_memo == s->cap_memo) {
        const size_t cap = s->cap_memo ? 2 * s->cap_memo : 64;
        WaveMemo *const p = realloc(s->memo, cap * sizeof *p);
        if (!p)
            return m; /* measured again next time: slower, not different */
        s->memo = p;
        s->cap_memo = cap;
    }
    memmove(&s->memo[i + 1], &s->memo[i], (s->n_memo - i) * sizeof m);
    s->memo[i] = m;
    s->n_memo++;
    return m;
}

bool amb_source_wave_info(AmbSource *s, uint32_t wave, AmbWaveInfo *out, AmbProbe *probe)
{
    const WaveMemo m = remember(s, wave);
    *out = m.info;
    if (probe)
        *probe = m.probe;
    return m.present;
}

/* ---- the core's and the mixer's questions ---- */

static const AmbTable *world_table(void *user, uint32_t stb)
{
    const AmbSource *const s = user;
    return s->ops->table(s->data, stb);
}

static void world_table_release(void *user, uint32_t stb)
{
    const AmbSource *const s = user;
    s->ops->table_release(s->data, stb);
}

static bool world_wave(void *user, uint32_t wave, AmbWaveInfo *out)
{
    return amb_source_wave_info(user, wave, out, NULL);
}

static bool world_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    const AmbSource *const s = user;
    return s->ops->block(s->data, bx, by, out);
}

static int read_wave(void *user, uint32_t wave, AmbWaveBytes *out, AmbError *err)
{
    const AmbSource *const s = user;
    return s->ops->wave_bytes(s->data, wave, out, err);
}

AmbWaveReader amb_source_waves(AmbSource *s)
{
    return (AmbWaveReader){s, read_wave};
}

/* ---- life ---- */

int amb_source_open(AmbSource **out, AmbSourceKind kind, const char *path, AmbError *err)
{
    *out = NULL;
    char demo[PATH_MAX];
    if (kind == AMB_SOURCE_DEMO) {
        const int code = find_demo(demo, sizeof demo, err);
        if (code)
            return code;
        path = demo;
    }
    AmbSource *s = calloc(1, sizeof *s);
    if (!s)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", path);
    s->ops = kinds[kind];
    s->kind = kind;
    s->path = strdup(path);
    int code = s->path ? s->ops->open(&s->data, path, err) : amb_error(err, AMB_E_NOMEM, "%s: no memory", path);
    if (code) {
        amb_source_close(&s);
        return code;
    }
    s->world = (AmbWorld){
        .user = s, .region = s->ops->region(s->data), .table = world_table, .wave = world_wave, .block = world_block};
    if (s->ops->table_release)
        s->world.table_release = world_table_release;
    *out = s;
    return AMB_OK;
}

void amb_source_close(AmbSource **source)
{
    AmbSource *const s = *source;
    *source = NULL;
    if (!s)
        return;
    if (s->data)
        s->ops->close(s->data);
    free(s->path);
    free(s->memo);
    free(s->warnings);
    free(s);
}

/* ---- what it is ---- */

const AmbWorld *amb_source_world(const AmbSource *s)
{
    return &s->world;
}

const char *amb_source_name(const AmbSource *s)
{
    return s->world.region->name;
}

const char *amb_source_hash(const AmbSource *s)
{
    return s->ops->hash(s->data);
}

const char *amb_source_path(const AmbSource *s)
{
    return s->path;
}

AmbPlace amb_source_start(const AmbSource *s)
{
    return s->ops->start(s->data);
}

void amb_source_extent(const AmbSource *s, unsigned *bx, unsigned *by, unsigned *nx, unsigned *ny)
{
    s->ops->extent(s->data, bx, by, nx, ny);
}

bool amb_source_has_place(const AmbSource *s, const AmbPlace *p)
{
    unsigned bx, by;
    float x, y;
    AmbBlock block;
    return amb_place_block(p->x_m, p->y_m, &bx, &by, &x, &y) && s->ops->block(s->data, bx, by, &block);
}

uint32_t amb_source_n_waves(const AmbSource *s)
{
    return s->ops->n_waves(s->data);
}

uint32_t amb_source_wave_id(const AmbSource *s, uint32_t i)
{
    return s->ops->wave_id(s->data, i);
}

const char *amb_source_wave_label(const AmbSource *s, uint32_t wave)
{
    const char *const label = s->ops->wave_label(s->data, wave);
    return label ? label : "?";
}

const char *amb_source_wave_file(const AmbSource *s, uint32_t wave)
{
    return s->ops->wave_file(s->data, wave);
}

char *amb_source_place_text(const AmbSource *s, const char *path, char *buf, size_t cap)
{
    if (s->ops->place_text)
        return s->ops->place_text(s->data, path, buf, cap);
    snprintf(buf, cap, "%s", path);
    return buf;
}

bool amb_source_find_wave(const AmbSource *s, const char *name, uint32_t *wave)
{
    const uint32_t n = amb_source_n_waves(s);
    const char *const id = strncasecmp(name, "0x", 2) == 0 ? name + 2 : name; /* as messages write it; labels have no 0x */
    for (uint32_t i = 0; i < n; i++) {
        *wave = amb_source_wave_id(s, i);
        const char *const file = amb_source_wave_file(s, *wave);
        const char *const label = amb_source_wave_label(s, *wave);
        if (strcasecmp(label, name) == 0 || strcasecmp(label, id) == 0 || (file && strcmp(file, name) == 0))
            return true;
    }
    return false;
}

int amb_source_decode(AmbSource *s, uint32_t wave, AmbPcm *out, AmbError *err)
{
    memset(out, 0, sizeof *out);
    AmbWaveBytes bytes = {NULL, 0};
    AmbError why = AMB_ERROR_NONE;
    int code = s->ops->wave_bytes(s->data, wave, &bytes, &why);
    if (!code)
        code = amb_decode(out, bytes.data, bytes.size, &why);
    free(bytes.data);
    return code ? amb_error(err, code, "wave %s: %s", amb_source_wave_label(s, wave), why.text) : AMB_OK;
}

int amb_source_look(const AmbSource *s, unsigned bx, unsigned by, AmbBlock *out)
{
    if (s->ops->look)
        return s->ops->look(s->data, bx, by, out);
    return s->ops->block(s->data, bx, by, out) ? AMB_OK : AMB_E_NOTFOUND;
}

bool amb_source_walkable(const AmbSource *s, unsigned bx, unsigned by)
{
    AmbBlock block;
    return (!s->ops->walkable || s->ops->walkable(s->data, bx, by)) &&
           amb_source_look(s, bx, by, &block) == AMB_OK;
}

int amb_source_blocks(const AmbSource *s, AmbBlockVisit visit, void *user, AmbError *err)
{
    return s->ops->blocks(s->data, visit, user, err);
}

const AmbFolder *amb_source_folder(const AmbSource *s)
{
    return s->ops == &amb_source_folder_ops ? s->data : NULL;
}

AmbDat *amb_source_dat(const AmbSource *s)
{
    return s->ops == &amb_source_dat_ops ? amb_source_dat_of(s->data) : NULL;
}
