/* bench_rebuild.h - how fast a rebuild is against the specification's own loops, measured within one run. */
#ifndef AMB_BENCH_REBUILD_H
#define AMB_BENCH_REBUILD_H

#include "amb/error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AmbBenchRebuild {
    unsigned rebuilds;      /* of each kind; the output of every one was compared bit for bit */
    double scene_ns;        /* median time of amb_scene_step on a cell crossing */
    double spec_ns;         /* median time of the specification's loops over the same baked blocks */
    double ratio;           /* spec / scene */
    double read_ns;         /* median time of reading every STB's directions and bands, which a rebuild leaves until one is asked for */
    double idle_ns;         /* median time of a frame in which nothing is due */
} AmbBenchRebuild;

/* 12 tables of 5 sounds, all met.  AMB_E_FORMAT when an output differs (the text names it). */
int amb_bench_rebuild(AmbBenchRebuild *out, unsigned rebuilds, AmbError *err);

#ifdef __cplusplus
}
#endif
#endif
