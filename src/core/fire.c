/* fire.c - one firing attempt: the client's Ambient::Play with every draw in its order (supplement section 4). */
#include "scene_internal.h"

#include "rules.h"

#include <math.h>
#include <string.h>

typedef struct Shot {          /* what one attempt needs at hand */
    AmbScene *s;
    const AmbListener *at;
    double now_s;
    Sound *sound;
    Stb *stb;
    AmbEvent *e;
} Shot;

static bool can_hear(const Sound *sound, const Stb *stb)
{
    return sound->constant ? amb_rule_constant_heard(sound->value, stb->table != NULL) : amb_rule_intermittent_heard(sound->value);
}

static void begin(AmbEvent *e, const AmbScene *s, const Sound *sound, uint32_t index, double now_s, AmbPhase phase)
{
    memset(e, 0, sizeof *e);
    e->time_s = now_s;
    e->phase = phase;
    e->sound = index;
    e->stb = sound->stb;
    e->row = sound->row;
    e->constant = sound->constant;
    e->type = sound->desc->type;
    e->table_id = s->world.region->stbs[sound->stb].table_id;
    e->chance = sound->constant ? 0.0f : sound->value;
    e->variant = e->picked = e->gate = e->voice = -1;
    e->db = AMB_NO_DB;
    e->next_s = -1;
}

static bool play_now(const Shot *x)
{
    if (x->sound->constant)
        return true;
    x->e->rolled = true;
    x->e->roll = amb_roll(&x->s->ran2, 0.0f, 1.0f);
    return amb_rule_play_now(x->e->roll, x->sound->value, x->s->opt.v[AMB_OPT_PLAY_NOW]);
}

static void place(const Shot *x)
{
    if (x->sound->constant)
        return;
    const AmbBands *const bands = amb_scene_bands(x->s, x->sound->stb);
    if (bands->n == 0)
        return;
    AmbSoundPos p;
    amb_bands_place(bands, &x->s->ran2, listener_point(x->at), x->s->opt.v[AMB_OPT_LINEAR_DISTANCE], &p);
    const AmbDirBand *const band = &bands->band[p.index];
    x->e->has_pos = true;
    x->e->pos = p.pos;
    x->e->dir = band->dir;
    x->e->band_min_m = band->min_m;
    x->e->band_max_m = band->max_m;
    x->e->angle_rad = p.angle_rad;
    x->e->dist_roll = p.dist_roll;
}

/* RETAIL: acclient 0x00550680 func exact spec:5 */
static const AmbTableRow *pick_variant(const Shot *x)
{
    const AmbTableType *const t = x->stb->table ? amb_table_find(x->stb->table, x->sound->desc->type) : NULL;
    if (!t || t->n_rows == 0)
        return NULL;
    x->e->variant_roll = amb_roll(&x->s->ran2, 0.0f, 1.0f);
    const int i = amb_rule_variant(t->n_rows, x->e->variant_roll, x->s->opt.v[AMB_OPT_VARIANT_PICK]);
    if ((uint32_t)i >= t->n_rows)
        return NULL;
    x->e->picked = i;
    return &t->rows[i];
}

static void measure(const Shot *x)
{
    if (!x->e->has_pos)
        return;
    const float dx = x->at->x - x->e->pos.x, dy = x->at->y - x->e->pos.y, dz = x->at->z - x->e->pos.z;
    x->e->dist_m = (float)sqrt((double)dx * (double)dx + (double)dy * (double)dy + (double)dz * (double)dz);
    x->e->bearing_deg = amb_bearing_deg(dx, dy);
    const bool centred = x->s->opt.v[AMB_OPT_MONO] || x->s->opt.v[AMB_OPT_SPATIAL];
    x->e->pan = amb_pan(x->e->bearing_deg, x->at->heading_deg, x->e->dist_m, centred);
}

static AmbOutcome start_voice(const Shot *x, const AmbWaveInfo *wave, float volume)
{
    const int limit = x->s->opt.v[AMB_OPT_UNLIMITED_VOICES] ? AMB_VOICES_MAX : AMB_VOICES;
    bool stolen;
    /* The client compares a priority that nothing ever fills in: 0 for every sound. */
    x->e->voice = amb_voices_take(&x->s->voices, limit, x->now_s, wave->length_s, 0.0f, &stolen);
    if (x->e->voice < 0)
        return AMB_NOVOICE;
    AmbVoice *const v = &x->s->voices.voice[x->e->voice];
    v->sound = x->e->sound;
    v->wave = x->e->wave;
    v->volume = volume;
    v->slider = x->at->slider;
    v->db = x->e->db;
    v->pan = x->e->pan;
    v->has_pos = x->e->has_pos;
    v->bx = x->at->bx;
    v->by = x->at->by;
    v->pos = x->e->pos;
    x->e->stolen = stolen;
    x->e->length_s = wave->length_s;
    return wave->decodable ? AMB_PLAYED : AMB_UNDECODABLE;
}

/* RETAIL: acclient 0x00550820 func exact spec:5 */
static AmbOutcome sound_out(const Shot *x)
{
    AmbWaveInfo wave;
    x->e->volume = x->sound->constant ? x->sound->value : x->sound->desc->volume;
    place(x);
    const AmbTableRow *const row = pick_variant(x);
    if (!row || row->wave == 0 || !x->s->world.wave(x->s->world.user, row->wave, &wave))
        return AMB_NOSOUND;
    x->e->variant = x->e->picked;
    x->e->wave = row->wave;
    x->e->probability = row->probability;
    x->e->gate = amb_crt_next(&x->s->crt);
    if (!amb_prob_gate(x->e->gate, row->probability))
        return AMB_PROB;
    measure(x);
    const float once = (float)((double)x->at->slider * (double)x->e->volume);
    const float volume = x->s->opt.v[AMB_OPT_SLIDER_ONCE] ? x->e->volume : once;
    if (!amb_level_db(x->e->dist_m, volume, x->at->slider, &x->s->opt, &x->e->db))
        return AMB_VOLMIN;
    return start_voice(x, &wave, volume);
}

/* A deadline is never before now and a NaN interval counts as 0: the frame is the floor, so that no rate can hang. */
static double deadline(const Shot *x)
{
    const AmbSoundDesc *const d = x->sound->desc;
    const float interval = x->sound->constant ? d->min_rate_s : amb_roll(&x->s->ran2, d->min_rate_s, d->max_rate_s);
    const double t = x->now_s + (double)interval;
    return t >= x->now_s ? t : x->now_s;
}

static void finish(const Shot *x, const AmbSink *sink)
{
    x->e->ran2_draws = x->s->ran2.draws;
    x->e->crt_draws = x->s->crt.draws;
    if (x->s->holding)
        x->s->n_held++;
    else if (sink->event)
        sink->event(sink->user, x->e);
}

static void unarm(const Shot *x, const AmbSink *sink)
{
    const bool was_queued = x->sound->queued;
    x->sound->queued = false;
    x->sound->next_s = -1;
    x->e->outcome = AMB_UNARM;
    x->e->chance = 0;
    if (was_queued)
        finish(x, sink);
}

/* RETAIL: acclient 0x005517A0 func exact spec:8 */
void amb_scene_play(AmbScene *s, uint32_t index, double now_s, const AmbListener *at, AmbPhase phase, const AmbSink *sink)
{
    AmbEvent local;
    Sound *const sound = &s->sound[index];
    const Shot x = {s, at, now_s, sound, &s->stb[sound->stb], s->holding ? &s->held[s->n_held] : &local};
    begin(x.e, s, sound, index, now_s, phase);
    if (!can_hear(sound, x.stb)) {
        unarm(&x, sink);
        return;
    }
    x.e->outcome = play_now(&x) ? sound_out(&x) : AMB_CHANCE;
    sound->next_s = x.e->next_s = deadline(&x);
    sound->queued = amb_queue_insert(&s->queue, sound->next_s, index);
    finish(&x, sink);
}
