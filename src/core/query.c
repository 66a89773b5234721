/* query.c - reading the scene's state. */
#include "scene_internal.h"

#include "rules.h"

#include <math.h>
#include <string.h>

#define CELLS_A_SIDE 8

void amb_scene_state(const AmbScene *s, AmbSceneState *out)
{
    *out = (AmbSceneState){
        .has_cell = s->has_cell, .cell = s->cell, .bx = s->bx, .by = s->by, .latched = s->latched, .scanned = s->scanned,
        .total = s->total, .n_sounds = s->n_sounds, .n_stbs = s->n_stbs, .queue_len = s->queue.n,
        .voice_cursor = s->voices.cursor, .ran2_draws = s->ran2.draws, .crt_draws = s->crt.draws,
    };
    for (uint32_t i = 0; i < s->n_stbs; i++)
        out->table_loads += s->stb[i].loads;
}

void amb_scene_sound(const AmbScene *s, uint32_t i, AmbSoundState *out)
{
    const Sound *const sound = &s->sound[i];
    const Stb *const stb = &s->stb[sound->stb];
    memset(out, 0, sizeof *out);
    out->stb = sound->stb;
    out->row = sound->row;
    out->constant = sound->constant;
    out->count = stb->count;
    out->share = s->total != 0.0f ? (float)((double)stb->count / (double)s->total) : 0.0f;
    out->value = sound->value;
    out->can_hear = sound->constant ? amb_rule_constant_heard(sound->value, stb->table != NULL) : amb_rule_intermittent_heard(sound->value);
    out->queued = sound->queued;
    out->next_s = sound->next_s;
    if (sound->constant)
        return;
    AmbBands bands;
    amb_scene_read_bands(s, sound->stb, &bands);
    out->n_dirs = bands.n;
    memcpy(out->dirs, bands.band, bands.n * sizeof out->dirs[0]);
}

void amb_scene_stb(const AmbScene *s, uint32_t i, AmbStbState *out)
{
    const Stb *const stb = &s->stb[i];
    *out = (AmbStbState){stb->table != NULL, stb->not_found, stb->play_count, stb->loads};
}

bool amb_scene_voice(const AmbScene *s, int slot, double now_s, AmbVoiceState *out)
{
    if (slot < 0 || slot >= AMB_VOICES_MAX || !s->voices.voice[slot].used)
        return false;
    const AmbVoice *const v = &s->voices.voice[slot];
    *out = (AmbVoiceState){amb_voice_busy(v, now_s), v->sound, v->wave, v->start_s, v->end_s, v->db, v->pan, v->has_pos, v->pos, v->bx, v->by};
    return true;
}

int amb_scene_find_sound(const AmbScene *s, uint32_t stb, uint32_t row)
{
    if (stb >= s->n_stbs || !s->stb[stb].met || row >= s->stb[stb].n_sounds)
        return -1;
    return (int)(s->stb[stb].first_sound + row);
}

size_t amb_scene_cells(const AmbScene *s, AmbCellWeight *out, size_t cap)
{
    const NearCells *const near = &s->near;
    for (size_t i = 0; i < near->n && i < cap; i++) {
        const double x = (double)near->off[i].x, y = (double)near->off[i].y, z = (double)near->off[i].z;
        out[i] = (AmbCellWeight){
            near->bx[i], near->by[i], near->cell[i] / CELLS_A_SIDE, near->cell[i] % CELLS_A_SIDE, near->stb[i],
            near->weight[i], amb_direction(near->off[i]), near->off[i], sqrt(x * x + y * y + z * z),
        };
    }
    return near->n;
}
