/* render_out.h - a run's sound into a file: the mix or the client's own kind of mix, with stems beside it. */
#ifndef AMB_APP_RENDER_OUT_H
#define AMB_APP_RENDER_OUT_H

#include "args.h"
#include "logfile.h"
#include "run.h"

typedef struct AmbRenderOut AmbRenderOut;

/* The file, format and stems as the arguments say; facts of the run, for where it comes from. */
int amb_render_out_open(AmbRenderOut **out, const AmbArgs *a, AmbSource *source, const AmbLogFacts *facts, AmbError *err);
/* For AmbRunConfig. */
void amb_render_out_sinks(AmbRenderOut *o, AmbVoiceSink sound[AMB_RUN_SINKS]);
/* As amb_recorder_room(), for a run of so many samples. */
int amb_render_out_room(const AmbRenderOut *o, uint64_t samples, AmbError *err);

/* Times are samples at AMB_MIX_RATE, whatever the file's rate is. */
void amb_render_out_settle(AmbRenderOut *o, uint64_t before_sample);
uint64_t amb_render_out_clock(const AmbRenderOut *o);
/* The next samples, at most a block and at most to `sample`. */
int amb_render_out_block(AmbRenderOut *o, uint64_t sample, AmbError *err);
int amb_render_out_label(AmbRenderOut *o, uint32_t key, uint64_t at, uint64_t length, const char *text, AmbError *err);
/* The next warning, or NULL. */
const char *amb_render_out_warning(AmbRenderOut *o);

typedef struct AmbRenderSum {
    double seconds, peak; /* peak linear */
    uint64_t over_scale;  /* samples beyond full scale */
} AmbRenderSum;

/* Everything gets its name.  *o is NULL afterwards in every case. */
int amb_render_out_commit(AmbRenderOut **o, AmbRenderSum *sum, AmbError *err);
void amb_render_out_abort(AmbRenderOut **o);

#endif
