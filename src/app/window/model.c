/* model.c - the snapshot, taken under the run's lock. */
#include "model.h"

#include "envelopes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool amb_model_open(AmbModel *m)
{
    memset(m, 0, sizeof *m);
    m->envelopes = amb_envelopes_open();
    m->voices = calloc(AMB_VOICES_MAX, sizeof *m->voices);
    return m->envelopes && m->voices;
}

void amb_model_close(AmbModel *m)
{
    amb_envelopes_close(&m->envelopes);
    free(m->voices);
    free(m->sounds);
    memset(m, 0, sizeof *m);
}

void amb_model_forget(AmbModel *m)
{
    amb_envelopes_forget(m->envelopes);
    m->n_sounds = 0;
    m->n_cells = 0;
    m->n_grounds = 0;
    m->scene_seen = NULL;
}

/* ---- sounds ---- */

/* The client's own reasons first, then ours. */
static AmbSilence silence_of(const AmbModel *m, const AmbModelSound *s, bool audible, bool table_missing)
{
    if (!m->scene.scanned)
        return AMB_SILENT_INDOORS;
    if (!(s->state.count > 0))
        return AMB_SILENT_AWAY;
    if (table_missing)
        return AMB_SILENT_TABLE;
    if (!s->state.can_hear)
        return AMB_SILENT_FLOOR;
    if (!m->at.enabled || !(m->at.slider > 0))
        return AMB_SILENT_OFF;
    if (s->muted)
        return AMB_SILENT_MUTED;
    return audible ? AMB_HEARD : AMB_SILENT_SOLO;
}

static int louder_first(const void *a, const void *b)
{
    const AmbModelSound *const x = a, *const y = b;
    if (x->state.share != y->state.share)
        return x->state.share > y->state.share ? -1 : 1;
    return x->sound < y->sound ? -1 : 1;
}

static bool reserve(AmbModel *m, uint32_t n)
{
    if (n <= m->cap_sounds)
        return true;
    AmbModelSound *const grown = realloc(m->sounds, (size_t)n * 2 * sizeof *grown);
    if (!grown)
        return false;
    m->sounds = grown;
    m->cap_sounds = n * 2;
    return true;
}

static uint32_t cells_of(const AmbModel *m, uint32_t stb)
{
    uint32_t n = 0;
    for (size_t i = 0; i < m->n_cells; i++)
        n += m->cells[i].stb == (int32_t)stb;
    return n;
}

static const char *terrain_of(const AmbWorld *w, const AmbCellWeight *c)
{
    AmbBlock block;
    if (!w->block(w->user, c->bx, c->by, &block))
        return "";
    const unsigned type = amb_word_terrain(block.terrain[c->cx * 9 + c->cy]);
    return type < w->region->n_terrain ? w->region->terrain[type].name : "";
}

static int heavier_first(const void *a, const void *b)
{
    const AmbModelGround *const x = a, *const y = b;
    return x->weight > y->weight ? -1 : x->weight < y->weight;
}

static void list_grounds(AmbModel *m, const AmbWorld *w)
{
    m->n_grounds = 0;
    for (size_t i = 0; i < m->n_cells; i++) {
        const char *const terrain = terrain_of(w, &m->cells[i]);
        int k = 0;
        while (k < m->n_grounds &&
               (m->grounds[k].stb != m->cells[i].stb || strcmp(m->grounds[k].terrain, terrain) != 0))
            k++;
        if (k == AMB_MODEL_GROUNDS)
            continue;
        if (k == m->n_grounds)
            m->grounds[m->n_grounds++] = (AmbModelGround){.terrain = terrain, .stb = m->cells[i].stb};
        m->grounds[k].n_cells++;
        m->grounds[k].weight += (double)m->cells[i].weight;
    }
    qsort(m->grounds, (size_t)m->n_grounds, sizeof *m->grounds, heavier_first);
}

/* After a rebuild: which sounds there are, in which order, from which cells. */
static void list_sounds(AmbModel *m, const AmbLiveView *v)
{
    m->n_cells = amb_scene_cells(v->scene, m->cells, AMB_MODEL_CELLS);
    m->n_cells = m->n_cells < AMB_MODEL_CELLS ? m->n_cells : AMB_MODEL_CELLS;
    list_grounds(m, amb_source_world(v->source));
    m->n_sounds = reserve(m, m->scene.n_sounds) ? m->scene.n_sounds : 0;
    for (uint32_t i = 0; i < m->n_sounds; i++) {
        AmbModelSound *const s = &m->sounds[i];
        *s = (AmbModelSound){.sound = i};
        amb_scene_sound(v->scene, i, &s->state);
        s->n_cells = cells_of(m, s->state.stb);
    }
    if (m->n_sounds)
        qsort(m->sounds, m->n_sounds, sizeof *m->sounds, louder_first);
}

static void fill_sounds(AmbModel *m, AmbLive *l, const AmbLiveView *v, const AmbHistory *h)
{
    const AmbRegion *const region = amb_source_world(v->source)->region;
    m->n_heard = 0;
    for (uint32_t i = 0; i < m->n_sounds; i++) {
        AmbModelSound *const s = &m->sounds[i];
        AmbStbState stb;
        amb_scene_sound(v->scene, s->sound, &s->state);
        amb_scene_stb(v->scene, s->state.stb, &stb);
        s->desc = &region->stbs[s->state.stb].sounds[s->state.row];
        s->tally = *amb_history_tally(h, s->sound);
        s->muted = amb_live_muted(l, s->state.stb, s->state.row);
        s->soloed = amb_live_soloed(l, s->state.stb, s->state.row);
        s->silence = silence_of(m, s, amb_live_audible(l, s->state.stb, s->state.row), stb.not_found);
        s->level = 0;
        m->n_heard += s->silence == AMB_HEARD;
    }
}

static AmbModelSound *by_index(AmbModel *m, uint32_t sound)
{
    for (uint32_t i = 0; i < m->n_sounds; i++)
        if (m->sounds[i].sound == sound)
            return &m->sounds[i];
    return NULL;
}

/* ---- voices ---- */

static void fill_voice(AmbModel *m, AmbModelVoice *out, const AmbLiveView *v)
{
    const AmbVoiceState *const s = &out->state;
    AmbModelSound *const sound = by_index(m, s->sound);
    out->busy = s->busy;
    out->constant = sound && sound->state.constant;
    out->level = 0;
    if (!s->busy || !(s->end_s > s->start_s))
        return;
    const float peak = amb_envelopes_at(m->envelopes, v->mixer, s->wave,
                                        (m->now_s - s->start_s) / (s->end_s - s->start_s));
    out->level = peak * (float)amb_db_to_gain(s->db);
    if (sound && (sound->silence == AMB_SILENT_MUTED || sound->silence == AMB_SILENT_SOLO || m->muted_all))
        out->level = 0;
    if (sound && out->level > sound->level)
        sound->level = out->level;
}

static void fill_voices(AmbModel *m, const AmbLiveView *v)
{
    m->n_busy = 0;
    m->n_voices = AMB_VOICES;
    for (int i = 0; i < AMB_VOICES_MAX; i++) {
        AmbModelVoice *const out = &m->voices[i];
        memset(out, 0, sizeof *out);
        if (!amb_scene_voice(v->scene, i, m->now_s, &out->state)) {
            if (i >= AMB_VOICES)
                return;
            continue;
        }
        fill_voice(m, out, v);
        m->n_busy += out->busy;
        if (out->busy && i >= m->n_voices)
            m->n_voices = i + 1;
    }
}

/* ---- the rest ---- */

static void fill_place(AmbModel *m, const AmbLiveView *v)
{
    const AmbWorld *const w = amb_source_world(v->source);
    const AmbPlace at = {m->at.bx * AMB_BLOCK_M + (double)m->at.x, m->at.by * AMB_BLOCK_M + (double)m->at.y,
                         (double)m->at.z, (double)m->at.heading_deg, m->at.mode == AMB_INDOORS ? m->at.indoor_cell : 0};
    amb_place_loc_text(m->loc, &at);
    amb_place_map_text(m->map, at.x_m, at.y_m);
    m->cell = amb_place_cell_id(at.x_m, at.y_m);
    m->terrain = NULL;
    AmbBlock block;
    if (!w->block(w->user, m->at.bx, m->at.by, &block))
        return;
    const int cx = (int)((double)m->at.x / AMB_CELL_M), cy = (int)((double)m->at.y / AMB_CELL_M);
    const unsigned type = amb_word_terrain(block.terrain[cx * 9 + cy]);
    if (type < w->region->n_terrain)
        m->terrain = w->region->terrain[type].name;
}

void amb_model_update(AmbModel *m, AmbLive *l, const AmbHistory *h)
{
    m->loudness = amb_live_loudness(l);
    amb_live_lock(l);
    const AmbLiveView v = amb_live_view(l);
    m->now_s = v.now_s;
    m->t_s = v.t_s;
    m->frame = v.frame;
    m->at = v.at;
    m->place = v.place;
    m->speed_mps = v.speed_mps;
    m->options = *v.options;
    m->paused = v.paused;
    m->muted_all = v.muted_all;
    m->retail_mix = v.retail_mix;
    m->recording = v.recording;
    m->recorded_s = v.recorded_s;
    m->dropped = h->dropped;
    m->scripted = amb_live_scripted(l);
    amb_scene_state(v.scene, &m->scene);
    fill_place(m, &v);
    if (m->rebuilds != v.rebuilds || m->scene_seen != v.scene) {
        m->rebuilds = v.rebuilds;
        m->scene_seen = v.scene;
        list_sounds(m, &v);
    }
    fill_sounds(m, l, &v, h);
    fill_voices(m, &v);
    amb_live_unlock(l);
}
