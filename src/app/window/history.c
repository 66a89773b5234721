/* history.c - a ring of events and a tally per sound. */
#include "history.h"

#include <stdlib.h>
#include <string.h>

bool amb_history_open(AmbHistory *h)
{
    *h = (AmbHistory){.events = calloc(AMB_HISTORY_EVENTS, sizeof *h->events)};
    return h->events != NULL;
}

void amb_history_close(AmbHistory *h)
{
    free(h->events);
    free(h->tallies);
    *h = (AmbHistory){0};
}

void amb_history_forget(AmbHistory *h)
{
    h->n = 0;
    h->dropped = 0;
    if (h->n_tallies)
        memset(h->tallies, 0, h->n_tallies * sizeof *h->tallies);
}

static AmbTally *tally_of(AmbHistory *h, uint32_t sound)
{
    if (sound >= h->n_tallies) {
        const uint32_t n = sound < 64 ? 64 : sound * 2;
        AmbTally *const grown = realloc(h->tallies, n * sizeof *grown);
        if (!grown)
            return NULL;
        memset(grown + h->n_tallies, 0, (n - h->n_tallies) * sizeof *grown);
        h->tallies = grown;
        h->n_tallies = n;
    }
    return &h->tallies[sound];
}

void amb_history_add(AmbHistory *h, const AmbSeen *s)
{
    h->events[h->n++ % AMB_HISTORY_EVENTS] = *s;
    h->dropped += s->e.outcome == AMB_NOVOICE;
    AmbTally *const t = tally_of(h, s->e.sound);
    if (!t || s->e.outcome == AMB_UNARM) /* leaving the queue is no attempt to be heard */
        return;
    t->attempts++;
    t->any = true;
    t->last = *s;
    if (s->e.outcome != AMB_PLAYED)
        return;
    t->played++;
    t->any_played = true;
    t->last_db = s->e.db;
    t->last_played_s = s->e.time_s;
}

const AmbSeen *amb_history_back(const AmbHistory *h, uint64_t i)
{
    return i < h->n && i < AMB_HISTORY_EVENTS ? &h->events[(h->n - 1 - i) % AMB_HISTORY_EVENTS] : NULL;
}

const AmbTally *amb_history_tally(const AmbHistory *h, uint32_t sound)
{
    static const AmbTally none;
    return sound < h->n_tallies ? &h->tallies[sound] : &none;
}
