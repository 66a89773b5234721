/* lint_sound.c - STBs, their sounds, and the rows and waves that these play. */
#include "lint_private.h"

#include "amb/level.h"
#include "amb/num.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define FRAME_S (1.0 / 60)
#define OFF_ZERO 0.01f       /* of full scale; an 8-bit wave's step is 0.008 */
#define JOIN_TOLERANCE_S 0.002
#define FADED 0.1            /* power at a wave's end against its middle: 10 dB less */

/* One sound with what is wanted of it while its table is at hand. */
typedef struct Case {
    Lint *l;
    uint32_t stb, row;
    const AmbSoundDesc *sound;
    const AmbTableType *type; /* NULL: the table has none */
    uint32_t table_id;
    bool constant;
    bool new_type;            /* nobody has looked at these rows yet */
} Case;

static const char *sound_path(const Case *c, const char *key, char buf[80])
{
    snprintf(buf, 80, "stbs/%u/sounds/%u%s%s", c->stb, c->row, key ? "/" : "", key ? key : "");
    return buf;
}

static const char *row_path(const Case *c, uint32_t row, const char *key, char buf[80])
{
    snprintf(buf, 80, "tables/0x%08X/rows/%u/%u%s%s", c->table_id, c->sound->type, row, key ? "/" : "", key ? key : "");
    return buf;
}

/* ---- numbers ---- */

static bool check_finite(const Case *c, float v, const char *key)
{
    char path[80], text[AMB_NUM_TEXT];
    if (isfinite(v))
        return true;
    amb_lint_add(c->l, AMB_LINT_ERROR, "not-finite", sound_path(c, key, path), "write a finite number",
        "the %s of \"%.60s\" is %s", key, c->sound->name, amb_f32_text(text, v));
    return false;
}

static void check_rates(const Case *c)
{
    const float lo = c->sound->min_rate_s, hi = c->constant ? lo : c->sound->max_rate_s;
    char path[80], a[AMB_NUM_TEXT], b[AMB_NUM_TEXT];
    const bool good_lo = check_finite(c, lo, "min_rate"), good_hi = c->constant || check_finite(c, hi, "max_rate");
    if (!good_lo || !good_hi)
        return;
    if (lo <= 0 && hi <= 0)
        amb_lint_add(c->l, AMB_LINT_ERROR, "rate-zero", sound_path(c, "min_rate", path),
            "give the seconds from one attempt to the next",
            "\"%.60s\" is due again at once: it is tried on every frame", c->sound->name);
    else if (lo <= 0 || hi <= 0)
        amb_lint_add(c->l, AMB_LINT_WARNING, "rate-zero", sound_path(c, lo <= 0 ? "min_rate" : "max_rate", path),
            "let both rates be above 0", "\"%.60s\" is sometimes due again at once", c->sound->name);
    if (lo > hi)
        amb_lint_add(c->l, AMB_LINT_WARNING, "rate-order", sound_path(c, "min_rate", path),
            "swap them: the intervals stay the same", "min_rate %s of \"%.60s\" is above max_rate %s",
            amb_f32_short(a, lo), c->sound->name, amb_f32_short(b, hi));
}

static void check_volume(const Case *c)
{
    static const AmbOptions retail = {{0}};
    const float v = c->sound->volume;
    char path[80], text[AMB_NUM_TEXT];
    double db = 0;
    if (!check_finite(c, v, "volume"))
        return;
    if (v > 1)
        amb_lint_add(c->l, AMB_LINT_WARNING, "volume-above-1", sound_path(c, "volume", path),
            "keep it at 1 or below, and record the wave louder if it must be",
            "the volume %s of \"%.60s\" is above 1, but nothing plays louder than 1", amb_f32_short(text, v),
            c->sound->name);
    else if (c->constant && v < AMB_FLOOR_VOLUME)
        amb_lint_add(c->l, AMB_LINT_WARNING, "never-audible", sound_path(c, "volume", path),
            "give it a volume of 0.03 or more",
            "\"%.60s\" never starts: its volume %s is below 0.03 even where all the land around is its own",
            c->sound->name, amb_f32_short(text, v));
    else if (!c->constant && !amb_level_db(0, v, 1, &retail, &db))
        amb_lint_add(c->l, AMB_LINT_WARNING, "never-audible", sound_path(c, "volume", path),
            "give it a volume of 0.0029 or more",
            "\"%.60s\" is never heard: with volume %s it stays below -50 dB even beside the listener", c->sound->name,
            amb_f32_short(text, v));
}

static void check_chance(const Case *c)
{
    char path[80], text[AMB_NUM_TEXT];
    if (check_finite(c, c->sound->base_chance, "base_chance") && c->sound->base_chance < 0)
        amb_lint_add(c->l, AMB_LINT_WARNING, "never-audible", sound_path(c, "base_chance", path),
            "give it a chance above 0 (0 makes a constant sound)", "\"%.60s\" is never heard: its chance %s is below 0",
            c->sound->name, amb_f32_short(text, c->sound->base_chance));
}

/* ---- rows ---- */

static double gate(float probability)
{
    return probability >= 1 ? 1 : probability > 0 ? (double)probability : 0;
}

static bool row_plays(const Lint *l, const AmbTableRow *row)
{
    const LintWave *const w = row->wave ? amb_lint_wave(l, row->wave) : NULL;
    return w && w->state == LINT_WAVE_GOOD && row->probability > 0;
}

static void check_row(const Case *c, uint32_t i)
{
    const AmbTableRow *const row = &c->type->rows[i];
    const LintWave *const w = row->wave ? amb_lint_wave(c->l, row->wave) : NULL;
    char path[80], label[9], text[AMB_NUM_TEXT];
    if (w && w->state == LINT_WAVE_MISSING)
        amb_lint_add(c->l, AMB_LINT_WARNING, "wave-missing", row_path(c, i, "wave", path),
            "add the wave, or take the row out",
            "the wave %.60s does not exist: when this row is picked, nothing is heard",
            amb_lint_wave_label(c->l, row->wave, label));
    if (!isfinite(row->probability))
        amb_lint_add(c->l, AMB_LINT_ERROR, "not-finite", row_path(c, i, "probability", path),
            "write a number from 0 to 1", "the row's probability is %s", amb_f32_text(text, row->probability));
}

static void check_last_variant(const Case *c)
{
    const uint32_t n = c->type->n_rows;
    char path[80], label[9];
    if (n < 2 || !row_plays(c->l, &c->type->rows[n - 1]))
        return;
    const uint32_t wave = c->type->rows[n - 1].wave;
    for (uint32_t i = 0; i + 1 < n; i++)
        if (c->type->rows[i].wave == wave && row_plays(c->l, &c->type->rows[i]))
            return;
    amb_lint_add(c->l, AMB_LINT_INFO, "last-variant", row_path(c, n - 1, NULL, path),
        "to be safe under either reading, let the last row repeat a wave of the others",
        "with variant-pick=n-1 the last of these %u rows is never picked, so %.60s would never be heard here", n,
        amb_lint_wave_label(c->l, wave, label));
}

static void check_rows(const Case *c)
{
    const uint32_t n = c->type ? c->type->n_rows : 0;
    bool any = false;
    char path[80];
    for (uint32_t i = 0; i < n; i++) {
        any = any || row_plays(c->l, &c->type->rows[i]);
        if (c->new_type)
            check_row(c, i);
    }
    if (!any)
        amb_lint_add(c->l, AMB_LINT_WARNING, "no-rows", sound_path(c, "type", path),
            "give its table rows of this type that can play, or take the sound out",
            n ? "\"%.60s\" plays nothing: no row of its type can play"
              : "\"%.60s\" plays nothing: its table has no rows of its type",
            c->sound->name);
    else if (c->new_type)
        check_last_variant(c);
}

/* ---- joins of constant sounds ---- */

static double mean_power(const LintWave *w, size_t from, size_t end)
{
    double sum = 0;
    for (size_t i = from; i < end; i++)
        sum += (double)w->power[i];
    return end > from ? sum / (double)(end - from) : 0;
}

/* Where two copies overlap, the first twentieth of one and the last of the other must be faint against the middle. */
static bool fades(const LintWave *w, double overlap_s)
{
    const double parts = (double)w->n_power / w->length_s;
    const size_t over = (size_t)(overlap_s * parts), edge = over / 20 + 1;
    if (w->n_power < 2 * over + 1)
        return false;
    const double middle = mean_power(w, over, w->n_power - over);
    return mean_power(w, 0, edge) <= FADED * middle && mean_power(w, w->n_power - edge, w->n_power) <= FADED * middle;
}

static void check_join(const Case *c, const LintWave *w)
{
    const double gap_s = (double)c->sound->min_rate_s - w->length_s;
    char path[80], label[9], gap[AMB_NUM_TEXT], length[AMB_NUM_TEXT], rate[AMB_NUM_TEXT];
    if (!(c->sound->min_rate_s > 0) || !isfinite(c->sound->min_rate_s))
        return;
    amb_fixed_text(gap, fabs(gap_s), 2);
    amb_fixed_text(length, w->length_s, 2);
    amb_f32_short(rate, c->sound->min_rate_s);
    if (gap_s > JOIN_TOLERANCE_S)
        amb_lint_add(c->l, AMB_LINT_WARNING, "gap", sound_path(c, "min_rate", path),
            "shorten min_rate or lengthen the wave, or make it an intermittent sound",
            "\"%.60s\" falls silent for %s s each time: %.60s lasts %s s, min_rate is %s s", c->sound->name, gap,
            amb_lint_wave_label(c->l, w->id, label), length, rate);
    else if (gap_s < -JOIN_TOLERANCE_S && !fades(w, -gap_s))
        amb_lint_add(c->l, AMB_LINT_INFO, "overlap", sound_path(c, "min_rate", path),
            "fade the wave in and out over the overlap, or make min_rate its length",
            "\"%.60s\" sounds twice at once for %s s without a fade: %.60s lasts %s s, min_rate is %s s",
            c->sound->name, gap, amb_lint_wave_label(c->l, w->id, label), length, rate);
}

static void check_joins(const Case *c)
{
    for (uint32_t i = 0; c->type && i < c->type->n_rows; i++) {
        bool before = false;
        for (uint32_t k = 0; k < i && k < 256; k++)
            before = before || c->type->rows[k].wave == c->type->rows[i].wave;
        if (!before && row_plays(c->l, &c->type->rows[i]))
            check_join(c, amb_lint_wave(c->l, c->type->rows[i].wave));
    }
}

/* ---- what the land will ask ---- */

static double voice_seconds(const Case *c)
{
    double sum = 0;
    const uint32_t n = c->type ? c->type->n_rows : 0;
    for (uint32_t i = 0; i < n; i++) {
        const AmbTableRow *const row = &c->type->rows[i];
        const LintWave *const w = row->wave ? amb_lint_wave(c->l, row->wave) : NULL;
        sum += w && w->state != LINT_WAVE_MISSING ? gate(row->probability) * w->length_s : 0;
    }
    return n ? sum / n : 0;
}

/* The farthest distance at which a voice is taken, by halving: the level only falls with distance. */
static float reach(float volume)
{
    static const AmbOptions retail = {{0}};
    double db = 0;
    float near = 0, far = 2 * AMB_FAR_M;
    if (!amb_level_db(near, volume, 1, &retail, &db))
        return -1;
    for (int i = 0; i < 24; i++) {
        const float middle = (near + far) / 2;
        if (amb_level_db(middle, volume, 1, &retail, &db))
            near = middle;
        else
            far = middle;
    }
    return near;
}

static LintSound facts(const Case *c)
{
    const double mean =
        c->constant ? (double)c->sound->min_rate_s : ((double)c->sound->min_rate_s + (double)c->sound->max_rate_s) / 2;
    return (LintSound){voice_seconds(c), mean > FRAME_S ? mean : FRAME_S, reach(c->sound->volume)};
}

/* ---- STBs ---- */

typedef struct TypeUse { uint32_t table_id, type, stb, row; } TypeUse;

static int by_use(const void *a, const void *b)
{
    const TypeUse *const x = a, *const y = b;
    if (x->table_id != y->table_id)
        return x->table_id < y->table_id ? -1 : 1;
    if (x->type != y->type)
        return x->type < y->type ? -1 : 1;
    if (x->stb != y->stb)
        return x->stb < y->stb ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

/* first[stb][row]: this sound is the first to use its table's rows of its type. */
static bool **first_uses(Lint *l)
{
    const AmbRegion *const r = l->src->world->region;
    size_t n = 0, k = 0;
    for (uint32_t i = 0; i < r->n_stbs; i++)
        n += r->stbs[i].n_sounds;
    TypeUse *const uses = amb_lint_alloc(l, n, sizeof *uses);
    bool **const first = amb_lint_alloc(l, r->n_stbs, sizeof *first);
    if (!uses || !first)
        return NULL;
    for (uint32_t i = 0; i < r->n_stbs; i++) {
        first[i] = amb_lint_alloc(l, r->stbs[i].n_sounds, sizeof **first);
        for (uint32_t row = 0; first[i] && row < r->stbs[i].n_sounds; row++)
            uses[k++] = (TypeUse){r->stbs[i].table_id, r->stbs[i].sounds[row].type, i, row};
    }
    if (l->code)
        return NULL;
    qsort(uses, n, sizeof *uses, by_use);
    for (k = 0; k < n; k++)
        first[uses[k].stb][uses[k].row] =
            k == 0 || uses[k].table_id != uses[k - 1].table_id || uses[k].type != uses[k - 1].type;
    return first;
}

static void check_sound(const Case *c, bool has_table)
{
    check_volume(c);
    if (!c->constant)
        check_chance(c);
    check_rates(c);
    if (has_table)
        check_rows(c);
    if (c->constant)
        check_joins(c);
}

static void check_stb(Lint *l, uint32_t i, const bool *first)
{
    const AmbWorld *const w = l->src->world;
    const AmbStb *const stb = &w->region->stbs[i];
    const AmbTable *const table = stb->table_id ? w->table(w->user, i) : NULL;
    char path[80];
    snprintf(path, sizeof path, "stbs/%u/table", i);
    if (!table && stb->n_sounds && stb->table_id)
        amb_lint_add(l, AMB_LINT_WARNING, "stb-no-table", path, "add the table, or take the sounds out",
            "the table %08X of STB %u is missing: its sounds (%u) are never heard", stb->table_id, i, stb->n_sounds);
    else if (!table && stb->n_sounds)
        amb_lint_add(l, AMB_LINT_WARNING, "stb-no-table", path, "name a table, or take the sounds out",
            "STB %u has no table: its sounds (%u) are never heard", i, stb->n_sounds);
    snprintf(path, sizeof path, "stbs/%u", i);
    if (!l->stb_used[i])
        amb_lint_add(l, AMB_LINT_WARNING, "stb-unused", path, "let a terrain's scene name it, or take it out",
            "no terrain leads to STB %u", i);
    for (uint32_t row = 0; row < stb->n_sounds && !amb_lint_stopped(l); row++) {
        const AmbSoundDesc *const s = &stb->sounds[row];
        const Case c = {l, i, row, s, table ? amb_table_find(table, s->type) : NULL, stb->table_id,
            amb_sound_is_constant(s), first[row]};
        check_sound(&c, table != NULL);
        l->sounds[i][row] = facts(&c);
    }
    if (table && w->table_release)
        w->table_release(w->user, i);
}

static void check_wave(Lint *l, const LintWave *w)
{
    char path[32], label[9], first[AMB_NUM_TEXT], last[AMB_NUM_TEXT];
    snprintf(path, sizeof path, "waves/0x%08X", w->id);
    if (w->state == LINT_WAVE_UNDECODABLE)
        amb_lint_add(l, AMB_LINT_ERROR, "wave-undecodable", path,
            "convert it to WAV (PCM), FLAC, Ogg Vorbis, MP3 or AIFF", "%.60s cannot be decoded and is silent: %.300s",
            amb_lint_wave_label(l, w->id, label), w->why);
    if (w->state == LINT_WAVE_GOOD && (w->first > OFF_ZERO || w->last > OFF_ZERO))
        amb_lint_add(l, AMB_LINT_WARNING, "off-zero", path, "fade its first and last milliseconds",
            "%.60s clicks: it starts at %s and ends at %s of full scale", amb_lint_wave_label(l, w->id, label),
            amb_fixed_text(first, (double)w->first, 3), amb_fixed_text(last, (double)w->last, 3));
}

void amb_lint_check_stbs(Lint *l)
{
    const AmbRegion *const r = l->src->world->region;
    bool **const first = first_uses(l);
    l->sounds = first ? amb_lint_alloc(l, r->n_stbs, sizeof *l->sounds) : NULL;
    for (uint32_t i = 0; l->sounds && i < r->n_stbs && !amb_lint_stopped(l); i++) {
        l->sounds[i] = amb_lint_alloc(l, r->stbs[i].n_sounds, sizeof **l->sounds);
        if (l->sounds[i])
            check_stb(l, i, first[i]);
    }
    for (uint32_t i = 0; i < l->n_waves && !amb_lint_stopped(l); i++)
        check_wave(l, &l->waves[i]);
}
