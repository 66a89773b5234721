/* bench.h - benches that have a file of their own. */
#ifndef AMB_APP_BENCH_H
#define AMB_APP_BENCH_H

#include "amb/error.h"

/* The game's own files, with a world of 65,025 landblocks made for it in $TMPDIR. */
int amb_bench_dat(AmbError *err);

/* The comparison, with ten minutes of the demo that are rendered for it in $TMPDIR. */
int amb_bench_listen(AmbError *err);

#endif
