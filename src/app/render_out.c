/* render_out.c - which mix, into which file. */
#include "render_out.h"

#include "origin.h"
#include "stems.h"

#include "amb/retail_mix.h"

#include <stdlib.h>

#define BLOCK_FRAMES 16384u /* rendered at a time: the mixer cuts at starts by itself */

struct AmbRenderOut {
    AmbMixer *mixer;       /* NULL: */
    AmbRetailMix *retail;  /* the client's */
    unsigned step;         /* samples of the run a frame of the file */
    uint64_t frames;       /* of the file so far */
    AmbRecorder *recorder;
    AmbStems *stems;       /* NULL: none */
    AmbOrigin origin_text;
    AmbRecorderOrigin origin;
    float *block;
    int16_t *own;
};

/* ---- opening ---- */

static AmbSampleFormat format_of(const AmbArgs *a)
{
    if (a->bits.given)
        return a->bits.format;
    return a->retail_mix ? AMB_S16 : amb_recorder_is_flac(a->out_path) ? AMB_S24 : AMB_F32;
}

static int open_mix(AmbRenderOut *o, const AmbArgs *a, AmbSource *source, AmbError *err)
{
    const AmbWaveReader waves = amb_source_waves(source);
    o->step = a->retail_mix ? AMB_RETAIL_STEP : 1;
    o->block = malloc(sizeof(float) * 2 * BLOCK_FRAMES);
    o->own = malloc(sizeof(int16_t) * 2 * BLOCK_FRAMES);
    if (!o->block || !o->own)
        return amb_error(err, AMB_E_NOMEM, "no memory for samples");
    if (a->retail_mix)
        return amb_retail_mix_create(&o->retail, &waves, err);
    return amb_mixer_create(&o->mixer, &(AmbMixerConfig){.waves = waves}, err);
}

static int open_files(AmbRenderOut *o, const AmbArgs *a, AmbSource *source, AmbError *err)
{
    const AmbRecorderConfig rec = {
        .path = a->out_path, .format = format_of(a), .rate_hz = AMB_MIX_RATE / o->step, .channels = 2, .origin = &o->origin,
        .labels_path = a->labels_path,
    };
    const int code = amb_recorder_open(&o->recorder, &rec, err);
    if (code || !a->stems_dir)
        return code;
    const AmbStemsConfig stems = {
        .dir = a->stems_dir, .region = amb_source_world(source)->region, .waves = amb_source_waves(source), .format = rec.format,
        .origin = &o->origin,
    };
    return amb_stems_open(&o->stems, &stems, err);
}

int amb_render_out_open(AmbRenderOut **out, const AmbArgs *a, AmbSource *source, const AmbLogFacts *facts, AmbError *err)
{
    *out = NULL;
    AmbRenderOut *o = calloc(1, sizeof *o);
    if (!o)
        return amb_error(err, AMB_E_NOMEM, "no memory for samples");
    o->origin = amb_origin_make(&o->origin_text, source, facts, 0, false);
    int code = open_mix(o, a, source, err);
    if (!code)
        code = open_files(o, a, source, err);
    if (code)
        amb_render_out_abort(&o);
    *out = o;
    return code;
}

void amb_render_out_sinks(AmbRenderOut *o, AmbVoiceSink sound[AMB_RUN_SINKS])
{
    sound[0] = o->retail ? amb_retail_mix_sink(o->retail) : amb_mixer_sink(o->mixer);
    if (o->stems)
        sound[1] = amb_stems_sink(o->stems);
}

int amb_render_out_room(const AmbRenderOut *o, uint64_t samples, AmbError *err)
{
    if (o->stems)
        amb_stems_expect(o->stems, samples);
    return amb_recorder_room(o->recorder, samples / o->step, err);
}

/* ---- samples ---- */

void amb_render_out_settle(AmbRenderOut *o, uint64_t before_sample)
{
    if (o->mixer)
        amb_mixer_settle(o->mixer, before_sample);
    if (o->stems)
        amb_stems_settle(o->stems, before_sample);
}

uint64_t amb_render_out_clock(const AmbRenderOut *o)
{
    return o->frames * o->step;
}

/* 16 bits of an integer mix are as exact in floating point, and come out of the recorder as they were. */
static void render_own(AmbRenderOut *o, size_t n)
{
    amb_retail_mix_render(o->retail, o->own, n);
    for (size_t i = 0; i < 2 * n; i++)
        o->block[i] = (float)o->own[i] / 32768.0f;
}

int amb_render_out_block(AmbRenderOut *o, uint64_t sample, AmbError *err)
{
    const uint64_t until = (sample + o->step - 1) / o->step, left = until > o->frames ? until - o->frames : 0;
    const size_t n = left < BLOCK_FRAMES ? (size_t)left : BLOCK_FRAMES;
    if (o->retail)
        render_own(o, n);
    else
        amb_mixer_render(o->mixer, o->block, n);
    o->frames += n;
    const int code = amb_recorder_write(o->recorder, o->block, n, err);
    return code || !o->stems ? code : amb_stems_render(o->stems, o->frames, err);
}

int amb_render_out_label(AmbRenderOut *o, uint32_t key, uint64_t at, uint64_t length, const char *text, AmbError *err)
{
    const int code = amb_recorder_label(o->recorder, (at + o->step - 1) / o->step, length / o->step, text, err);
    return code || !o->stems ? code : amb_stems_label(o->stems, key, at, length, text, err);
}

const char *amb_render_out_warning(AmbRenderOut *o)
{
    return o->mixer ? amb_mixer_warning(o->mixer) : NULL;
}

/* ---- the end ---- */

int amb_render_out_commit(AmbRenderOut **out, AmbRenderSum *sum, AmbError *err)
{
    AmbRenderOut *const o = *out;
    *sum = (AmbRenderSum){
        .seconds = (double)amb_render_out_clock(o) / AMB_MIX_RATE,
        .peak = amb_recorder_peak(o->recorder),
        .over_scale = amb_recorder_over_scale(o->recorder) + (o->retail ? amb_retail_mix_clipped(o->retail) : 0),
    };
    int code = amb_stems_commit(&o->stems, err);
    if (!code)
        code = amb_recorder_close(&o->recorder, err);
    amb_render_out_abort(out);
    return code;
}

void amb_render_out_abort(AmbRenderOut **out)
{
    AmbRenderOut *const o = *out;
    *out = NULL;
    if (!o)
        return;
    amb_stems_abort(&o->stems);
    amb_recorder_abort(&o->recorder);
    amb_mixer_destroy(&o->mixer);
    amb_retail_mix_destroy(&o->retail);
    free(o->block);
    free(o->own);
    free(o);
}
