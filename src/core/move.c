/* move.c - live-placement: level and pan of playing voices follow the listener.  A deliberate departure; the client fixes both at the start. */
#include "scene_internal.h"

#include <math.h>

static void move_voice(AmbScene *s, int slot, double now_s, const AmbListener *at, const AmbSink *sink)
{
    AmbVoice *const v = &s->voices.voice[slot];
    const AmbVec3 off = amb_offset(at->bx, at->by, listener_point(at), v->bx, v->by, v->pos);
    const float dist = (float)sqrt((double)off.x * (double)off.x + (double)off.y * (double)off.y + (double)off.z * (double)off.z);
    const bool centred = s->opt.v[AMB_OPT_MONO] || s->opt.v[AMB_OPT_SPATIAL];
    const int pan = amb_pan(amb_bearing_deg(-off.x, -off.y), at->heading_deg, dist, centred);
    double db = AMB_NO_DB;
    amb_level_db(dist, v->volume, v->slider, &s->opt, &db);
    if (db == v->db && pan == v->pan && !s->opt.v[AMB_OPT_SPATIAL])
        return;
    v->db = db;
    v->pan = pan;
    const AmbVoiceMove m = {now_s, slot, db, pan, off};
    sink->move(sink->user, &m);
}

void amb_scene_move_voices(AmbScene *s, double now_s, const AmbListener *at, const AmbSink *sink)
{
    if (!s->opt.v[AMB_OPT_LIVE_PLACEMENT] || !sink->move || at->mode == AMB_RESET)
        return;
    const int limit = s->opt.v[AMB_OPT_UNLIMITED_VOICES] ? AMB_VOICES_MAX : AMB_VOICES;
    for (int slot = 0; slot < limit; slot++)
        if (amb_voice_busy(&s->voices.voice[slot], now_s) && s->voices.voice[slot].has_pos)
            move_voice(s, slot, now_s, at, sink);
}
