/* voices.c - which slot a new sound takes.  See voices.h. */
#include "voices.h"

bool amb_voice_busy(const AmbVoice *v, double now_s)
{
    return v->used && now_s < v->end_s;
}

/* First slot from the cursor on, wrapping, that is free (or, when stealing, busy with a strictly lower priority). */
static int scan(const AmbVoicePool *p, int limit, double now_s, float priority, bool steal)
{
    for (int k = 0; k < limit; k++) {
        const int slot = (p->cursor + k) % limit;
        const AmbVoice *const v = &p->voice[slot];
        if (steal ? v->priority < priority : !amb_voice_busy(v, now_s))
            return slot;
    }
    return -1;
}

/* RETAIL: acclient 0x0054FEC0 func exact spec:5 */
int amb_voices_take(AmbVoicePool *p, int limit, double now_s, double length_s, float priority, bool *stolen)
{
    int slot = scan(p, limit, now_s, priority, false);
    *stolen = slot < 0;
    if (slot < 0)
        slot = scan(p, limit, now_s, priority, true);
    if (slot < 0) {
        *stolen = false;
        return -1;
    }
    AmbVoice *const v = &p->voice[slot];
    v->used = true;
    v->start_s = now_s;
    v->end_s = now_s + length_s;
    v->priority = priority;
    p->cursor = (slot + 1) % limit;
    return slot;
}
