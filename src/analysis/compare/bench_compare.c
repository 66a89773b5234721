/* bench_compare.c - the detector against one pass of correlations. */
#include "amb/bench_compare.h"

#include "detect.h"

#include <time.h>

static double cpu_s(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

int amb_bench_compare(AmbBenchCompare *out, const AmbCmpSource *source, const AmbCmpScene *scene, const AmbCmpWaves *waves, AmbError *err)
{
    AmbCmpDetection d;
    *out = (AmbBenchCompare){.recording_s = (double)source->frames / (double)source->rate_hz};
    for (size_t i = 0; i < waves->n; i++)
        out->n_waves += waves->v[i].n > 0;
    const double start = cpu_s();
    int rc = cmp_correlate_once(source, waves, err);
    const double between = cpu_s();
    if (!rc)
        rc = amb_cmp_detect(&d, source, scene, waves, NULL, err);
    out->pass_s = between - start;
    out->detect_s = cpu_s() - between;
    if (!rc) {
        out->n_heard = d.n_heard;
        amb_cmp_detection_free(&d);
    }
    return rc;
}
