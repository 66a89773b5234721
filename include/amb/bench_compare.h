/* bench_compare.h - how long the detector takes, as a multiple of the least that a detector must do, measured within one run. */
#ifndef AMB_BENCH_COMPARE_H
#define AMB_BENCH_COMPARE_H

#include "amb/compare_detect.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AmbBenchCompare {
    size_t n_waves;         /* that hold sound */
    double recording_s;
    double pass_s;          /* CPU time of reading the recording once and correlating every wave with it, overlap-save, both channels */
    double detect_s;        /* CPU time of amb_cmp_detect on the same */
    size_t n_heard;
} AmbBenchCompare;

int amb_bench_compare(AmbBenchCompare *out, const AmbCmpSource *source, const AmbCmpScene *scene, const AmbCmpWaves *waves, AmbError *err);

#ifdef __cplusplus
}
#endif
#endif
