/* loudness.c - libebur128 on the mix. */
#include "loudness.h"

#include "amb/mixer.h"

#include <ebur128.h>
#include <math.h>
#include <stdlib.h>

struct AmbLoudness {
    ebur128_state *ebu;
    uint64_t over_scale;
};

AmbLoudness *amb_loudness_open(void)
{
    AmbLoudness *l = calloc(1, sizeof *l);
    if (l)
        l->ebu = ebur128_init(2, AMB_MIX_RATE, EBUR128_MODE_S | EBUR128_MODE_TRUE_PEAK);
    if (l && !l->ebu)
        amb_loudness_close(&l);
    return l;
}

void amb_loudness_close(AmbLoudness **l)
{
    if (*l && (*l)->ebu)
        ebur128_destroy(&(*l)->ebu);
    free(*l);
    *l = NULL;
}

void amb_loudness_feed(AmbLoudness *l, const float *stereo, size_t frames)
{
    if (!l)
        return;
    ebur128_add_frames_float(l->ebu, stereo, frames);
    for (size_t i = 0; i < 2 * frames; i++)
        l->over_scale += fabsf(stereo[i]) > 1;
}

AmbLoudnessReading amb_loudness_read(AmbLoudness *l)
{
    AmbLoudnessReading r = {-HUGE_VAL, -HUGE_VAL, 0};
    double left = 0, right = 0;
    if (!l)
        return r;
    ebur128_loudness_shortterm(l->ebu, &r.short_lufs);
    ebur128_true_peak(l->ebu, 0, &left);
    ebur128_true_peak(l->ebu, 1, &right);
    r.peak_dbtp = 20 * log10(fmax(left, right));
    r.over_scale = l->over_scale;
    return r;
}
