/* detect.c - the detector from end to end: calibrate on a stretch in the middle, then go through the recording piece by piece. */
#include "amb/compare_detect.h"

#include "calibrate.h"
#include "events.h"
#include "vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COARSE_S 60.0
#define EXCERPT_S 150.0        /* of the recording, for drift and response */
#define PIECE_S 300.0
#define GUARD_S 2.0            /* of a piece's start that the piece before answers for */
#define ROUNDS_LEAST 3
#define ROUNDS_MOST 6
#define Z_EARLY 12.0
#define Z_LAST 7.5
#define PASSES_EARLY 2
#define PASSES_LAST 7
#define FAR_SAMPLES 5512       /* as refine.c: work buffers must hold a shape and this to both sides */
#define DRIFT_SETTLED_PPM 0.3
#define RESPONSE_SETTLED_DB 0.05

typedef struct Run {
    CmpSearch s;
    CmpConverter conv;
    const AmbCmpScene *scene;
    const AmbCmpDetectOptions *opt;
    AmbCmpDetection *out;
    double done;
} Run;

static int progress(Run *r, double done, AmbError *err)
{
    r->done = done;
    if (r->opt && r->opt->progress && !r->opt->progress(r->opt->user, done))
        return amb_error(err, AMB_E_INTERRUPTED, "comparison: interrupted");
    return AMB_OK;
}

/* ---- setting up ---- */

static int prepare_work(CmpSearch *s, AmbError *err)
{
    s->work_log2 = cmp_log2_ceil(s->longest + 2 * FAR_SAMPLES + 2);
    bool ok = true;
    for (int i = 0; i < 3; i++)
        ok = (s->work[i] = cmp_floats((size_t)1 << s->work_log2)) && ok;
    for (int i = 0; i < 2; i++)
        ok = (s->bins[i] = cmp_bins(s->work_log2)) && ok;
    for (unsigned k = 9; ok && k <= s->work_log2; k++)
        ok = cmp_fft_prepare(&s->fft, k);
    return ok && cmp_fft_prepare(&s->fft, 15) ? AMB_OK : amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
}

static void free_templates(CmpSearch *s)
{
    for (unsigned w = 0; w < s->n_waves; w++)
        cmp_template_free(&s->templates[w]);
    s->n_waves = 0;
}

/* The class of waves with this rate: those of the work rate are 0, the others follow as they come; the last one takes what is left. */
static unsigned class_of(uint32_t rates[CMP_CLASSES], uint32_t rate_hz)
{
    for (unsigned i = 0; i + 1 < CMP_CLASSES; i++)
        if (!rates[i] || rates[i] == rate_hz) {
            rates[i] = rate_hz;
            return i;
        }
    return CMP_CLASSES - 1;
}

/* Templates for one way of mixing, with nothing known of the response. */
static int make_templates(Run *r, const AmbCmpWaves *waves, CmpMixing mixing, AmbError *err)
{
    CmpSearch *s = &r->s;
    uint32_t rates[CMP_CLASSES] = {(uint32_t)CMP_RATE};
    int rc = AMB_OK;
    free_templates(s);
    s->floor_db = -HUGE_VAL;
    for (size_t b = 0; b < CMP_CLASSES * CMP_FRAME_BINS; b++)
        s->response[b / CMP_FRAME_BINS].gain[b % CMP_FRAME_BINS] = 1;
    for (size_t w = 0; !rc && w < waves->n; w++) {
        rc = cmp_template_init(&s->templates[w], &s->fft, &waves->v[w], mixing, err);
        s->templates[w].class = mixing == CMP_MIX_FULL && waves->v[w].n ? class_of(rates, waves->v[w].rate_hz) : 0;
        s->n_waves++;
        s->longest = s->templates[w].n > s->longest ? s->templates[w].n : s->longest;
    }
    return rc;
}

static int prepare(Run *r, const AmbCmpSource *source, const AmbCmpWaves *waves, AmbError *err)
{
    CmpSearch *s = &r->s;
    int rc = cmp_converter_init(&r->conv, source, err);
    if (!rc && !(s->templates = calloc(waves->n + 1, sizeof *s->templates)))
        rc = amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    if (!rc)
        rc = make_templates(r, waves, CMP_MIX_CLIENT, err);
    return rc ? rc : prepare_work(s, err);
}

static void release(Run *r)
{
    CmpSearch *s = &r->s;
    free_templates(s);
    free(s->templates);
    for (int i = 0; i < 3; i++)
        cmp_free(s->work[i]);
    for (int i = 0; i < 2; i++)
        cmp_free(s->bins[i]);
    cmp_events_free(&s->events);
    cmp_piece_free(&s->piece);
    cmp_fft_free(&s->fft);
    cmp_converter_free(&r->conv);
}

static size_t pad_of(const CmpSearch *s)
{
    return s->longest + CMP_HOP;
}

static int shape_all(CmpSearch *s, AmbError *err)
{
    int rc = AMB_OK;
    for (unsigned w = 0; !rc && w < s->n_waves; w++)
        rc = cmp_template_shape(&s->templates[w], &s->fft, &s->whitener, &s->response[s->templates[w].class], err);
    return rc;
}

/* ---- calibration ---- */

/* The middle `seconds` of the recording, raw. */
static int load_middle(Run *r, double seconds, AmbError *err)
{
    const size_t total = cmp_converter_length(&r->conv, r->s.ppm);
    const size_t want = (size_t)(seconds * CMP_RATE), count = want < total ? want : total;
    return cmp_piece_load(&r->s.piece, &r->conv, r->s.ppm, (ptrdiff_t)((total - count) / 2), count, pad_of(&r->s), err);
}

static int whiten_by(CmpSearch *s, const float power[CMP_FRAME_BINS], AmbError *err)
{
    int rc = cmp_whitener_design(&s->whitener, &s->fft, power, err);
    if (!rc)
        rc = cmp_piece_whiten(&s->piece, &s->fft, &s->whitener, err);
    return rc ? rc : shape_all(s, err);
}

static int coarse(Run *r, AmbError *err)
{
    CmpSearch *s = &r->s;
    float power[CMP_FRAME_BINS];
    int rc = load_middle(r, COARSE_S, err);
    if (!rc)
        rc = cmp_piece_background(&s->piece, &s->fft, power, err);
    if (!rc)
        rc = whiten_by(s, power, err);
    if (!rc)
        rc = cmp_piece_weigh(&s->piece, err);
    return rc ? rc : cmp_coarse_drift(s, &s->ppm, err);
}

/* Passes until nothing is added, at most `most`, each followed by a common fit. */
static int passes(CmpSearch *s, double zmin, int most, bool strict, AmbError *err)
{
    int rc = AMB_OK;
    size_t added = 1;
    for (int i = 0; !rc && i < most && added; i++) {
        rc = cmp_pass(s, zmin, strict, &added, err);
        if (!rc && added)
            rc = cmp_fit(s, zmin, err);
        if (!rc && added)
            rc = cmp_refine(s, i == 0, err);
        if (!rc && added)
            rc = cmp_fit(s, zmin, err);
    }
    return rc;
}

static int round_once(Run *r, double *drift, double *response, AmbError *err)
{
    CmpSearch *s = &r->s;
    double sigma;
    cmp_events_clear(&s->events);
    int rc = passes(s, Z_EARLY, PASSES_EARLY, true, err);
    if (!rc)
        rc = cmp_refine(s, true, err);
    if (!rc)
        rc = cmp_fit(s, Z_EARLY, err);
    if (!rc)
        rc = cmp_fine_drift(s, drift, &sigma, err);
    if (!rc)
        rc = cmp_response_update(s, response, err);
    s->floor_db = cmp_offset_estimate(r->scene, s, r->out->scene_start_s);
    return rc;
}

/* One round on the middle of the recording, whitened by `power`, which is brought up to date. */
static int round_on_excerpt(Run *r, bool first, float power[CMP_FRAME_BINS], double *drift, double *change, AmbError *err)
{
    CmpSearch *s = &r->s;
    int rc = load_middle(r, EXCERPT_S, err);
    if (!rc && first)
        rc = cmp_piece_background(&s->piece, &s->fft, power, err);
    if (!rc)
        rc = whiten_by(s, power, err);
    if (!rc)
        rc = round_once(r, drift, change, err);
    if (!rc)
        rc = cmp_piece_residual_background(&s->piece, &s->fft, &s->whitener, power, err);
    s->ppm += *drift;
    return rc;
}

static bool settled(double drift, double change)
{
    return fabs(drift) < DRIFT_SETTLED_PPM && change < RESPONSE_SETTLED_DB;
}

/* Drift, response and background for the templates as they are; power is the background found. */
static int calibrate(Run *r, float power[CMP_FRAME_BINS], AmbError *err)
{
    double drift = HUGE_VAL, change = HUGE_VAL;
    int rc = coarse(r, err);
    for (int i = 0; !rc && i < ROUNDS_MOST && !(i >= ROUNDS_LEAST && settled(drift, change)); i++) {
        rc = round_on_excerpt(r, i == 0, power, &drift, &change, err);
        if (!rc)
            rc = progress(r, 0.3 * (i + 1) / ROUNDS_MOST, err);
    }
    return rc;
}

/* How much of the excerpt is left over. */
static double left_over(const CmpPiece *p)
{
    double left = 0, all = 0;
    for (int c = 0; c < 2; c++) {
        left += cmp_dot(p->r[c] + p->begin, p->r[c] + p->begin, p->end - p->begin);
        all += cmp_dot(p->y[c] + p->begin, p->y[c] + p->begin, p->end - p->begin);
    }
    return all > 0 ? left / all : 1;
}

static bool other_rates(const AmbCmpWaves *waves)
{
    for (size_t w = 0; w < waves->n; w++)
        if (waves->v[w].n && waves->v[w].rate_hz != (uint32_t)CMP_RATE)
            return true;
    return false;
}

/* Waves of other rates are tried both ways; what explains more of the recording is right. */
static int calibrate_mixing(Run *r, const AmbCmpWaves *waves, AmbError *err)
{
    CmpSearch *s = &r->s;
    float power[CMP_FRAME_BINS];
    int rc = calibrate(r, power, err);
    if (!rc && other_rates(waves)) {
        const double client = left_over(&s->piece);
        rc = make_templates(r, waves, CMP_MIX_FULL, err);
        if (!rc)
            rc = calibrate(r, power, err);
        r->out->full_mixing = !rc && left_over(&s->piece) < client;
        if (!rc && !r->out->full_mixing) {
            rc = make_templates(r, waves, CMP_MIX_CLIENT, err);
            if (!rc)
                rc = calibrate(r, power, err);
        }
    }
    cmp_events_clear(&s->events);
    if (!rc)
        rc = cmp_whitener_design(&s->whitener, &s->fft, power, err);
    return rc ? rc : shape_all(s, err);
}

/* ---- the whole recording ---- */

static int search_piece(Run *r, ptrdiff_t first, size_t count, AmbError *err)
{
    CmpSearch *s = &r->s;
    cmp_events_clear(&s->events);
    int rc = cmp_piece_load(&s->piece, &r->conv, s->ppm, first, count, pad_of(s), err);
    if (!rc)
        rc = cmp_piece_whiten(&s->piece, &s->fft, &s->whitener, err);
    if (!rc)
        rc = passes(s, Z_LAST, PASSES_LAST, false, err);
    if (!rc)
        rc = cmp_refine(s, true, err);
    if (!rc)
        rc = cmp_piece_weigh(&s->piece, err);
    return rc ? rc : cmp_fit(s, Z_LAST, err);
}

static int search_all(Run *r, AmbError *err)
{
    CmpSearch *s = &r->s;
    const size_t total = cmp_converter_length(&r->conv, s->ppm);
    const double piece_s = r->opt && r->opt->piece_s > 0 ? r->opt->piece_s : PIECE_S;
    const size_t overlap = s->longest + 2 * (size_t)(GUARD_S * CMP_RATE);
    size_t count = (size_t)(piece_s * CMP_RATE);
    count = count < 2 * overlap ? 2 * overlap : count;
    int rc = AMB_OK;
    /* A piece answers for onsets from its start (the very first: from before it) up to `overlap` before its end. */
    for (size_t first = 0;;) {
        const bool last = first + count + overlap >= total; /* no short piece at the end */
        const size_t n = last ? total - first : count;
        rc = search_piece(r, (ptrdiff_t)first, n, err);
        const double from = first ? (double)first + GUARD_S * CMP_RATE : -HUGE_VAL;
        const double to = last ? HUGE_VAL : (double)(first + count - overlap) + GUARD_S * CMP_RATE;
        if (!rc)
            rc = cmp_collect(r->out, s, from, to, err);
        if (!rc)
            rc = progress(r, 0.3 + 0.7 * (double)(first + n) / (double)total, err);
        if (rc || last)
            return rc;
        first += count - overlap;
    }
}

int amb_cmp_detect(AmbCmpDetection *out, const AmbCmpSource *source, const AmbCmpScene *scene, const AmbCmpWaves *waves,
                   const AmbCmpDetectOptions *options, AmbError *err)
{
    *out = (AmbCmpDetection){.scene_start_s = options ? options->scene_start_s : 0};
    Run *r = calloc(1, sizeof *r);
    if (!r)
        return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    r->scene = scene;
    r->opt = options;
    r->out = out;
    int rc = prepare(r, source, waves, err);
    if (!rc && !r->s.longest)
        rc = amb_error(err, AMB_E_FORMAT, "comparison: none of the scene's waves holds sound");
    if (!rc)
        rc = calibrate_mixing(r, waves, err);
    if (!rc)
        rc = cmp_detection_begin(out, &r->s, cmp_converter_length(&r->conv, r->s.ppm), err);
    if (!rc)
        rc = search_all(r, err);
    if (!rc)
        rc = cmp_detection_finish(out, scene, waves, err);
    release(r);
    free(r);
    if (rc)
        amb_cmp_detection_free(out);
    return rc;
}
