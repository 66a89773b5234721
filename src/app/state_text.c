/* state_text.c - `ambwalk state` for people: numbers in full, so that a port can be held against them. */
#include "state_view.h"

#include "amb/num.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void put_place(FILE *f, const AmbStateView *v)
{
    char loc[AMB_LOC_TEXT], map[AMB_LOC_TEXT], x[AMB_NUM_TEXT], y[AMB_NUM_TEXT], heading[AMB_NUM_TEXT];
    fprintf(f, "at        %s\n", amb_place_loc_text(loc, &v->place));
    fprintf(f, "          %s   world %s %s   heading %s\n", amb_place_map_text(map, v->place.x_m, v->place.y_m),
            amb_f64_short(x, v->place.x_m), amb_f64_short(y, v->place.y_m),
            amb_f64_short(heading, v->place.heading_deg));
}

static void put_cell(FILE *f, const AmbStateView *v)
{
    if (!v->state.has_cell) {
        fputs("cell      none (reset)\n", f);
        return;
    }
    fprintf(f, "cell      %08" PRIX32 ", %s\n", v->state.cell,
            !v->state.scanned                   ? "indoors: silent"
            : (v->state.cell & 0xFFFF) >= 0x100 ? "indoors, the outside is seen"
                                                : "outdoors");
}

static void put_moment(FILE *f, const AmbStateView *v)
{
    char t[AMB_NUM_TEXT], slider[AMB_NUM_TEXT];
    fprintf(f,
            "moment    frame %" PRIu64 ", %s s; ambient %s%s; seed %" PRId32 ":%" PRIu32 "; draws: ran2 %" PRIu64
            ", rand %" PRIu64 "\n",
            v->frame, amb_f64_short(t, v->t_s), amb_f32_text(slider, v->at.slider), v->at.enabled ? "" : " (off)",
            v->setup->seed.ran2, v->setup->seed.crt, v->state.ran2_draws, v->state.crt_draws);
    for (int i = 0; i < AMB_OPT_COUNT; i++)
        if (v->options.v[i])
            fprintf(f, "departure %s=%s: %s\n", amb_option_info((AmbOption)i)->name,
                    amb_option_info((AmbOption)i)->values[1], amb_option_info((AmbOption)i)->effect);
}

static int busy_voices(const AmbStateView *v)
{
    int n = 0;
    AmbVoiceState voice;
    for (int i = 0; i < AMB_VOICES_MAX; i++)
        n += amb_scene_voice(v->scene, i, v->t_s, &voice) && voice.busy;
    return n;
}

static void put_total(FILE *f, const AmbStateView *v)
{
    char total[AMB_NUM_TEXT];
    fprintf(f, "total     weight %s from %zu cells; %" PRIu32 " sounds met, %" PRIu32 " queued; %d of %d voices busy\n",
            amb_f32_text(total, v->state.total), v->n_cells, v->state.n_sounds, v->state.queue_len, busy_voices(v),
            AMB_VOICES);
}

/* ---- sounds, by STB: weight, share, ways and bands are the same for all of one ---- */

static void put_deadline(FILE *f, const AmbStateView *v, const AmbSoundState *s)
{
    char next[AMB_NUM_TEXT];
    const char *const reason = amb_state_reason(v, s);
    if (s->queued)
        fprintf(f, "next at %s s", amb_fixed_text(next, s->next_s, 3));
    if (reason)
        fprintf(f, "%ssilent: %s", s->queued ? ", then " : "", reason);
    else if (!s->queued)
        fputs("not queued", f);
}

static void put_ways(FILE *f, const AmbStateView *v, uint32_t stb)
{
    bool any = false;
    for (size_t i = 0; i < v->n_paths; i++) {
        const AmbPath *const p = &v->paths[i];
        if (p->stb != (int32_t)stb)
            continue;
        char m[AMB_NUM_TEXT];
        fprintf(f, "%s%s scene %u: %u %s, nearest %s m", any ? "; " : "    from  ",
                amb_terrain_name(v->region, p->terrain), p->scene, p->n_cells, p->n_cells == 1 ? "cell" : "cells",
                amb_fixed_text(m, p->nearest_m, 1));
        any = true;
    }
    if (any)
        fputc('\n', f);
}

static void put_bands(FILE *f, const AmbSoundState *s)
{
    if (!s->n_dirs)
        return;
    fputs("    bands", f);
    for (uint32_t k = 0; k < s->n_dirs; k++) {
        char lo[AMB_NUM_TEXT], hi[AMB_NUM_TEXT];
        fprintf(f, "%s %s %s..%s m", k ? "," : "", amb_dir_name(s->dirs[k].dir), amb_f32_text(lo, s->dirs[k].min_m),
                amb_f32_text(hi, s->dirs[k].max_m));
    }
    fputc('\n', f);
}

/* The bands hang on an intermittent sound; any of the STB's will do. */
static void put_stb(FILE *f, const AmbStateView *v, uint32_t first, const AmbSoundState *s)
{
    const AmbStb *const stb = &v->region->stbs[s->stb];
    char count[AMB_NUM_TEXT], share[AMB_NUM_TEXT], table[AMB_TABLE_TEXT];
    fprintf(f, "\nSTB %" PRIu32 ", table %s: weight %s, share %s %%\n", s->stb, amb_stb_table_text(stb, table),
            amb_f32_text(count, s->count), amb_fixed_text(share, (double)s->share * 100, 3));
    put_ways(f, v, s->stb);
    for (uint32_t k = 0; k < stb->n_sounds; k++) {
        AmbSoundState other;
        amb_scene_sound(v->scene, first + k, &other);
        if (other.constant)
            continue;
        put_bands(f, &other);
        break;
    }
}

static void put_sound(FILE *f, const AmbStateView *v, const AmbSoundState *s, int name_width)
{
    const AmbSoundDesc *const d = amb_state_desc(v, s);
    char type[16], where[32], value[AMB_NUM_TEXT];
    snprintf(where, sizeof where, "%" PRIu32 "/%" PRIu32, s->stb, s->row);
    fprintf(f, "  %c %-*s  %-6s %-9s  %s %-13s ", s->constant ? 'C' : 'I', name_width, d->name, where,
            amb_type_text(type, d->type), s->constant ? "volume" : "chance", amb_f32_text(value, s->value));
    put_deadline(f, v, s);
    fputc('\n', f);
}

static int name_width(const AmbStateView *v)
{
    size_t width = 0;
    for (uint32_t i = 0; i < v->state.n_sounds; i++) {
        AmbSoundState s;
        amb_scene_sound(v->scene, i, &s);
        const size_t n = strlen(amb_state_desc(v, &s)->name);
        width = n > width && n <= 40 ? n : width;
    }
    return (int)width;
}

static void put_sounds(FILE *f, const AmbStateView *v)
{
    const int width = name_width(v);
    fputs(v->state.n_sounds ? "\nsounds met so far (C constant, I intermittent)\n" : "\nno sound in reach\n", f);
    for (uint32_t i = 0; i < v->state.n_sounds; i++) {
        AmbSoundState s;
        amb_scene_sound(v->scene, i, &s);
        if (s.row == 0)
            put_stb(f, v, i, &s);
        put_sound(f, v, &s, width);
    }
}

/* ---- the rest ---- */

static void put_voices(FILE *f, const AmbStateView *v)
{
    bool titled = false;
    for (int i = 0; i < AMB_VOICES_MAX; i++) {
        AmbVoiceState voice;
        if (!amb_scene_voice(v->scene, i, v->t_s, &voice) || !voice.busy)
            continue;
        AmbSoundState s;
        amb_scene_sound(v->scene, voice.sound, &s);
        char start[AMB_NUM_TEXT], end[AMB_NUM_TEXT], db[AMB_NUM_TEXT];
        fprintf(f, "%s%2d  %s  wave %s  %s dB pan %d  from %s to %s s\n", titled ? "" : "\nvoices\n", i,
                amb_state_desc(v, &s)->name, amb_source_wave_label(v->setup->source, voice.wave),
                amb_f64_short(db, voice.db), voice.pan, amb_fixed_text(start, voice.start_s, 3),
                amb_fixed_text(end, voice.end_s, 3));
        titled = true;
    }
}

static void put_cells(FILE *f, const AmbStateView *v)
{
    fputs("\ncells, in the order they were added\n", f);
    for (size_t i = 0; i < v->n_cells; i++) {
        const AmbCellWeight *const c = &v->cells[i];
        char weight[AMB_NUM_TEXT], m[AMB_NUM_TEXT];
        fprintf(f, "%02X%02X (%d,%d)  word %04X  %s scene %u  STB %d  %-2s %8s m  weight %s\n", c->bx, c->by, c->cx,
                c->cy, v->words[i], amb_terrain_name(v->region, amb_word_terrain(v->words[i])),
                amb_word_scene(v->words[i]), c->stb, amb_dir_name(c->dir), amb_fixed_text(m, c->dist_m, 3),
                amb_f32_text(weight, c->weight));
    }
}

void amb_state_text(FILE *f, const AmbStateView *v, bool verbose)
{
    fprintf(f, "region    %s (%s)\n", v->region->name, amb_source_path(v->setup->source));
    put_place(f, v);
    put_cell(f, v);
    put_moment(f, v);
    put_total(f, v);
    put_sounds(f, v);
    put_voices(f, v);
    if (verbose)
        put_cells(f, v);
}
