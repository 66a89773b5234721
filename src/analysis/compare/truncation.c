/* truncation.c - levels through a mixer that cuts fractions off. */
#include "truncation.h"

#include <math.h>

#define NOTHING_DB -200.0f
#define MOST_SAMPLES 40000     /* of a wave that are looked at, evenly spread */

/* How much of the wave is in its truncated copy at this gain, in dB. */
static float comes_out(const AmbCmpWave *w, double gain)
{
    const size_t step = w->n / MOST_SAMPLES + 1;
    double cross = 0, self = 0;
    for (size_t i = 0; i < w->n; i += step) {
        const double x = 32768 * (double)w->samples[i];
        cross += x * trunc(x * gain);
        self += x * x;
    }
    return cross > 0 ? (float)(20 * log10(cross / self)) : NOTHING_DB;
}

void cmp_truncation_measure(CmpTruncation *t, const AmbCmpWave *wave)
{
    for (int n = 0; n < CMP_TRUNCATION_LEVELS; n++)
        t->heard_db[n] = comes_out(wave, pow(10, -n / 20.0));
}

double cmp_truncation_undo(const CmpTruncation *t, double heard_db)
{
    if (heard_db >= (double)t->heard_db[0])
        return heard_db - (double)t->heard_db[0];
    for (int n = 1; n < CMP_TRUNCATION_LEVELS; n++) {
        const double above = (double)t->heard_db[n - 1], below = (double)t->heard_db[n];
        if (heard_db >= below)
            return above > below ? -n + (heard_db - below) / (above - below) : -n;
    }
    return heard_db;
}
