/* scenario_read.c - the scenario format of the test vectors: one function a keyword. */
#include "scenario_internal.h"

#include "text_line.h"

#include <math.h>

#define MAX_BYTES ((size_t)64 << 20)
#define MAX_INDEX 65535  /* of STBs, scenes, terrain types and their members */

typedef struct Reader {
    TextLines t;
    AmbScenario *s;
} Reader;

static int no_memory(const Reader *r)
{
    return text_fail(&r->t, 0, AMB_E_NOMEM, "no memory for the scenario");
}

static int take_u32(Reader *r, int64_t hi, uint32_t *out, const char *expected)
{
    int64_t v = 0;
    const int code = text_int(&r->t, 0, hi, &v, expected);
    *out = (uint32_t)v;
    return code;
}

static int take_flag(Reader *r, bool *out)
{
    uint32_t v = 0;
    const int code = take_u32(r, 1, &v, "expected 0 or 1");
    *out = v != 0;
    return code;
}

/* Indices stand in order, so that an item's index is its place. */
static int take_index(Reader *r, size_t next)
{
    const int64_t v = (int64_t)next;
    int64_t got = 0;
    if (next > MAX_INDEX)
        return text_fail(&r->t, r->t.at, AMB_E_RANGE, "more than 65536 of these");
    return text_int(&r->t, v, v, &got, "expected the next index: they stand in order, from 0");
}

static int read_name(Reader *r)
{
    r->t.at = r->t.length;
    return AMB_OK;
}

/* The file's names, and what stands for each value.  NULL: this program does not have that reading. */
static const struct OptionName {
    const char *name, *values[2];
    int option; /* -1: a constant of the runtime */
} option_names[] = {
    {"variant_pick", {"n", "n-1"}, AMB_OPT_VARIANT_PICK},
    {"inblock_order", {"seed", "alt"}, AMB_OPT_INBLOCK_ORDER},
    {"block_order", {"yx", "xy"}, AMB_OPT_BLOCK_ORDER},
    {"play_now", {"le", "lt"}, AMB_OPT_PLAY_NOW},
    {"mono", {"0", "1"}, AMB_OPT_MONO},
    {"roll_round", {"f32", NULL}, -1},
    {"vol_min", {"-50", NULL}, -1},
};

static int read_opt(Reader *r)
{
    for (size_t i = 0; i < sizeof option_names / sizeof *option_names; i++) {
        const struct OptionName *const o = &option_names[i];
        if (!text_take(&r->t, o->name))
            continue;
        const bool other = o->values[1] && text_take(&r->t, o->values[1]);
        if (!other && !text_take(&r->t, o->values[0]))
            return text_fail(&r->t, r->t.at, AMB_E_UNSUPPORTED, "this option has no such value here");
        if (o->option >= 0)
            r->s->options.v[o->option] = other;
        return AMB_OK;
    }
    return text_fail(&r->t, r->t.at, AMB_E_UNSUPPORTED, "an option that this program does not know");
}

static int read_ambient_volume(Reader *r)
{
    return text_f32(&r->t, &r->s->slider, "expected the slider");
}

static int read_ran2_seed(Reader *r)
{
    int64_t v = 0;
    const int code = text_int(&r->t, INT32_MIN, INT32_MAX, &v, "expected a 32-bit number");
    r->s->ran2_seed = (int32_t)v;
    return code;
}

static int read_crt_seed(Reader *r)
{
    return take_u32(r, UINT32_MAX, &r->s->crt_seed, "expected an unsigned 32-bit number");
}

static int read_height(Reader *r)
{
    for (int i = 0; i < 256; i++) {
        const int code = text_f32(&r->t, &r->s->region.height_m[i], "expected 256 heights in metres");
        if (code)
            return code;
        if (!isfinite(r->s->region.height_m[i]))
            return text_fail(&r->t, r->t.at, AMB_E_RANGE, "a height must be finite");
    }
    return AMB_OK;
}

static const char missing_sound[] = "the STB before has fewer sounds than it says";

static bool last_stb_is_whole(const AmbScenario *s)
{
    return !s->stb.n || s->stb.item[s->stb.n - 1].n_sounds == s->stb.item[s->stb.n - 1].declared;
}

static int read_stb(Reader *r)
{
    AmbScenario *const s = r->s;
    Stb b = {.first_sound = (uint32_t)s->sound.n};
    if (!last_stb_is_whole(s))
        return text_fail(&r->t, 0, AMB_E_FORMAT, missing_sound);
    int code = take_index(r, s->stb.n);
    if (!code)
        code = text_hex(&r->t, 8, &b.id, "expected a table id of eight hex digits");
    if (!code)
        code = take_u32(r, MAX_INDEX, &b.declared, "expected the number of sounds");
    if (!code)
        code = take_flag(r, &b.loadable);
    return code ? code : ARRAY_PUSH(s->stb, &b) ? AMB_OK : no_memory(r);
}

static int read_snd(Reader *r)
{
    AmbScenario *const s = r->s;
    AmbSoundDesc d = {.name = "sound"};
    if (!s->stb.n || last_stb_is_whole(s))
        return text_fail(&r->t, 0, AMB_E_FORMAT, "a sound without an STB that waits for one");
    Stb *const b = &s->stb.item[s->stb.n - 1];
    int code = take_index(r, s->stb.n - 1);
    if (!code)
        code = take_index(r, b->n_sounds);
    if (!code)
        code = take_u32(r, UINT32_MAX, &d.type, "expected a sound type");
    float *const values[] = {&d.volume, &d.base_chance, &d.min_rate_s, &d.max_rate_s};
    for (int i = 0; i < 4 && !code; i++)
        code = text_f32(&r->t, values[i], "expected volume, base chance, least and greatest rate");
    if (code)
        return code;
    b->n_sounds++;
    return ARRAY_PUSH(s->sound, &d) ? AMB_OK : no_memory(r);
}

static int read_scene(Reader *r)
{
    int64_t stb = 0;
    int code = take_index(r, r->s->scene.n);
    if (!code)
        code = text_int(&r->t, -1, INT32_MAX, &stb, "expected an STB index or -1");
    const int32_t v = (int32_t)stb;
    return code ? code : ARRAY_PUSH(r->s->scene, &v) ? AMB_OK : no_memory(r);
}

static int read_terrain(Reader *r)
{
    AmbScenario *const s = r->s;
    Terrain t = {.first_scene = (uint32_t)s->terrain_scene.n};
    int code = take_index(r, s->terrain.n);
    if (!code)
        code = take_u32(r, MAX_INDEX, &t.n_scenes, "expected the number of scenes");
    for (uint32_t i = 0; i < t.n_scenes && !code; i++) {
        int64_t scene = 0;
        code = text_int(&r->t, -1, INT32_MAX, &scene, "expected a scene index");
        const int32_t v = (int32_t)scene;
        if (!code && !ARRAY_PUSH(s->terrain_scene, &v))
            code = no_memory(r);
    }
    return code ? code : ARRAY_PUSH(s->terrain, &t) ? AMB_OK : no_memory(r);
}

static int read_wave(Reader *r)
{
    Wave w = {.order = r->s->wave.n};
    float seconds = 0;
    int code = text_hex(&r->t, 8, &w.id, "expected a wave id of eight hex digits");
    if (!code)
        code = text_f32(&r->t, &seconds, "expected the wave's length in seconds");
    if (!code)
        code = take_flag(r, &w.present);
    w.length_s = (double)seconds;
    return code ? code : ARRAY_PUSH(r->s->wave, &w) ? AMB_OK : no_memory(r);
}

static int read_var(Reader *r)
{
    Row row = {0};
    int code = text_hex(&r->t, 8, &row.table, "expected a table id of eight hex digits");
    if (!code)
        code = take_u32(r, UINT32_MAX, &row.type, "expected a sound type");
    if (!code)
        code = take_u32(r, MAX_INDEX, &row.k, "expected the entry's index");
    if (!code)
        code = text_hex(&r->t, 8, &row.row.wave, "expected a wave id of eight hex digits");
    float *const values[] = {&row.row.priority, &row.row.probability, &row.row.volume};
    for (int i = 0; i < 3 && !code; i++)
        code = text_f32(&r->t, values[i], "expected priority, probability and volume");
    return code ? code : ARRAY_PUSH(r->s->row, &row) ? AMB_OK : no_memory(r);
}

/* ---- landblocks: three lines ---- */

static int read_line_of(Reader *r, const char *keyword)
{
    if (text_next(&r->t) && text_take(&r->t, keyword))
        return AMB_OK;
    return amb_error(r->t.err, AMB_E_FORMAT, "%s:%u:1: expected %s, the landblock's next line", r->t.file, r->t.number,
                     keyword);
}

static int read_block_lines(Reader *r, AmbBlock *b)
{
    uint32_t v = 0;
    int code = text_end(&r->t);
    if (!code)
        code = read_line_of(r, "words");
    for (int i = 0; i < 81 && !code; i++) {
        code = text_hex(&r->t, 4, &v, "expected 81 words of four hex digits");
        b->terrain[i] = (uint16_t)v;
    }
    if (!code)
        code = text_end(&r->t);
    if (!code)
        code = read_line_of(r, "hgts");
    for (int i = 0; i < 81 && !code; i++) {
        code = text_hex(&r->t, 2, &v, "expected 81 heights of two hex digits");
        b->height[i] = (uint8_t)v;
    }
    return code;
}

static int read_block(Reader *r)
{
    AmbScenario *const s = r->s;
    uint32_t bx = 0, by = 0;
    AmbBlock b;
    int code = take_u32(r, 255, &bx, "expected a block's x, 0 to 255");
    if (!code)
        code = take_u32(r, 255, &by, "expected a block's y, 0 to 255");
    if (code)
        return code;
    uint32_t *const index = &s->block_index[bx << 8 | by];
    if (*index != SCENARIO_NO_BLOCK)
        return text_fail(&r->t, 0, AMB_E_FORMAT, "this block stands in the file twice");
    *index = (uint32_t)s->block.n;
    code = read_block_lines(r, &b);
    return code ? code : ARRAY_PUSH(s->block, &b) ? AMB_OK : no_memory(r);
}

/* ---- the path ---- */

static int read_path(Reader *r)
{
    return text_int(&r->t, 0, INT32_MAX, &r->s->promised_frames, "expected the number of frames");
}

static int take_mode(Reader *r, AmbMode *out)
{
    static const char *const letters[] = {[AMB_OUTDOORS] = "O", [AMB_INDOORS] = "I", [AMB_RESET] = "R"};
    for (unsigned i = 0; i < sizeof letters / sizeof *letters; i++)
        if (text_take(&r->t, letters[i])) {
            *out = (AmbMode)i;
            return AMB_OK;
        }
    return text_fail(&r->t, r->t.at, AMB_E_FORMAT, "expected O (outdoors), I (indoors) or R (reset)");
}

static int take_where(Reader *r, AmbListener *at)
{
    uint32_t block = 0, cell = 0;
    text_word(&r->t);
    const size_t block_at = r->t.at;
    int code = text_hex(&r->t, 4, &block, "expected a landblock of four hex digits");
    if (!code && (block > 0xFEFE || (block & 0xFF) == 0xFF))
        code = text_fail(&r->t, block_at, AMB_E_RANGE, "expected a landblock, 0000 to FEFE");
    if (!code)
        code = text_hex(&r->t, 4, &cell, "expected an indoor cell of four hex digits");
    if (!code && at->mode == AMB_INDOORS && (cell < 0x0100 || cell > 0xFFFD))
        code = text_fail(&r->t, block_at + 5, AMB_E_RANGE, "expected an indoor cell, 0100 to FFFD");
    at->bx = (uint8_t)(block >> 8);
    at->by = (uint8_t)block;
    at->indoor_cell = at->mode == AMB_INDOORS ? (uint16_t)cell : 0;
    return code ? code : take_flag(r, &at->seen_outside);
}

static int take_point(Reader *r, AmbListener *at)
{
    float *const values[] = {&at->x, &at->y, &at->z, &at->heading_deg};
    for (int i = 0; i < 4; i++) {
        text_word(&r->t);
        const size_t value_at = r->t.at;
        const int code = text_f32(&r->t, values[i], "expected x, y, z and heading");
        if (code)
            return code;
        if (!isfinite(*values[i]) || (i < 2 && !(*values[i] >= 0.0f && *values[i] < 192.0f)))
            return text_fail(&r->t, value_at, AMB_E_RANGE, "expected x and y within the block (0 to 192), all finite");
    }
    return AMB_OK;
}

static int read_frame(Reader *r)
{
    AmbScenario *const s = r->s;
    Frame f = {.at = {.slider = s->slider}};
    int64_t number = 0;
    int code = text_int(&r->t, 0, INT64_MAX, &number, "expected the frame's number");
    f.number = (uint64_t)number;
    text_word(&r->t);
    const size_t time_at = r->t.at;
    if (!code)
        code = text_f64(&r->t, &f.t, "expected the frame's time in seconds");
    if (!code && s->frame.n && f.t < s->frame.item[s->frame.n - 1].t)
        code = text_fail(&r->t, time_at, AMB_E_RANGE, "the time runs backwards");
    if (!code)
        code = take_mode(r, &f.at.mode);
    if (!code)
        code = take_where(r, &f.at);
    if (!code)
        code = take_point(r, &f.at);
    if (!code)
        code = take_flag(r, &f.at.enabled);
    return code ? code : ARRAY_PUSH(s->frame, &f) ? AMB_OK : no_memory(r);
}

static const struct Keyword {
    const char *name;
    int (*read)(Reader *r);
} keywords[] = {
    {"p", read_frame}, {"block", read_block}, {"var", read_var}, {"wave", read_wave}, {"snd", read_snd},
    {"stb", read_stb}, {"scene", read_scene}, {"terrain", read_terrain}, {"opt", read_opt}, {"height", read_height},
    {"ambient_volume", read_ambient_volume}, {"ran2_seed", read_ran2_seed}, {"crt_seed", read_crt_seed},
    {"path", read_path}, {"name", read_name},
};

static int read_statement(Reader *r)
{
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (text_take(&r->t, keywords[i].name)) {
            const int code = keywords[i].read(r);
            return code ? code : text_end(&r->t);
        }
    return text_fail(&r->t, r->t.at, AMB_E_FORMAT, "an unknown keyword; expected a scenario of the test vectors");
}

static int read_all(Reader *r)
{
    int code = AMB_OK;
    while (!code && text_next(&r->t))
        code = read_statement(r);
    if (code)
        return code;
    if (!last_stb_is_whole(r->s))
        return text_fail(&r->t, 0, AMB_E_FORMAT, missing_sound);
    if (r->s->promised_frames < 0)
        return text_fail(&r->t, 0, AMB_E_FORMAT, "expected a path");
    if ((uint64_t)r->s->promised_frames != r->s->frame.n)
        return text_fail(&r->t, 0, AMB_E_FORMAT, "the path has another number of frames than it says");
    return AMB_OK;
}

int scenario_read(AmbScenario *s, const char *text, size_t n, const char *file, AmbError *err)
{
    Reader r = {.s = s};
    for (size_t i = 0; i < SCENARIO_BLOCKS; i++)
        s->block_index[i] = SCENARIO_NO_BLOCK;
    s->promised_frames = -1;
    s->slider = 1;
    s->ran2_seed = 1;
    s->crt_seed = 1;
    if (n > MAX_BYTES)
        return amb_error(err, AMB_E_RANGE, "%s: larger than 64 MiB", file);
    text_open(&r.t, text, n, file, err);
    return read_all(&r);
}
