/* model_read.c - what can be read off a snapshot. */
#include "model.h"

#include <math.h>

const char *amb_silence_text(AmbSilence s)
{
    static const char *const texts[] = {
        [AMB_HEARD] = "",
        [AMB_SILENT_MUTED] = "muted",
        [AMB_SILENT_SOLO] = "other solo",
        [AMB_SILENT_OFF] = "switched off",
        [AMB_SILENT_INDOORS] = "indoors",
        [AMB_SILENT_AWAY] = "not in reach",
        [AMB_SILENT_FLOOR] = "below 0.03",
        [AMB_SILENT_TABLE] = "no table",
    };
    return texts[s];
}

int amb_model_find(const AmbModel *m, uint32_t stb, uint32_t row)
{
    for (uint32_t i = 0; i < m->n_sounds; i++)
        if (m->sounds[i].state.stb == stb && m->sounds[i].state.row == row)
            return (int)i;
    return -1;
}

double amb_model_expected_per_minute(const AmbModelSound *s)
{
    const double lo = (double)s->desc->min_rate_s, hi = (double)s->desc->max_rate_s;
    const double every_s = s->state.constant ? lo : (lo + hi) / 2;
    const double chance = s->state.constant ? 1 : fmin((double)s->state.value, 1);
    return s->state.can_hear && every_s > 0 ? 60 / every_s * chance : 0;
}
