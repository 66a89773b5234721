/* detect.c - the detector from end to end: calibrate on a stretch in the middle, then go through the recording piece by piece. */
#include "amb/compare_detect.h"

#include "calibrate.h"
#include "detect.h"
#include "mixing.h"
#include "score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COARSE_S 60.0
#define PIECE_S 300.0
#define CALIBRATED 0.3         /* of the whole work */
#define GUARD_S 2.0            /* of a piece's start that the piece before answers for */
#define FOLLOWS_MOST 4
#define HARDLY_MORE 1.2        /* than the shorter excerpt: a recording that has been searched as a whole */
#define Z_EARLY 12.0
#define Z_LAST 7.5
#define Z_NEVER 1e9
#define PASSES_EARLY 2
#define PASSES_LAST 7
#define FIRST_PASSES 0.9       /* of a piece's work; then what they brought to the wrong place */
#define FAR_SAMPLES 5512       /* as refine.c: work buffers must hold a shape and this to both sides */
#define DRIFT_SETTLED_PPM 0.3
#define RESPONSE_SETTLED_DB 0.05
#define DRIFT_FOR_MIXING_PPM 2.0 /* a larger one blurs what tells the ways of mixing apart */

static const double excerpts_s[] = {60, 150}, excerpts_done[] = {0.02, 0.1, CALIBRATED}; /* how much of it, and how far that is */

typedef struct Calibration {   /* how far it has come */
    int rounds;
    double drift, change;      /* of the last round: ppm, dB of the response */
    double searched_ppm;       /* the clock that the events were found with */
    bool mixing_known;
    float power[CMP_FRAME_BINS];
} Calibration;

typedef struct Run {
    CmpSearch s;
    CmpConverter conv;
    const AmbCmpScene *scene;
    const AmbCmpDetectOptions *opt;
    AmbCmpDetection *out;
    CmpProgress progress;
} Run;

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

static int make_templates(CmpSearch *s, const AmbCmpWaves *waves, AmbError *err)
{
    int rc = AMB_OK;
    s->floor_db = -HUGE_VAL;
    for (size_t b = 0; b < CMP_FRAME_BINS; b++)
        s->response.gain[b] = 1;
    for (size_t w = 0; !rc && w < waves->n; w++) {
        rc = cmp_template_init(&s->templates[w], &s->fft, &waves->v[w], CMP_MIX_IDEAL, err);
        s->n_waves++;
        s->longest = s->templates[w].n > s->longest ? s->templates[w].n : s->longest;
    }
    return rc;
}

static int prepare(Run *r, const AmbCmpSource *source, const AmbCmpWaves *waves, AmbError *err)
{
    CmpSearch *s = &r->s;
    int rc = cmp_converter_init(&r->conv, source, err);
    s->high_hz = rc ? 0 : cmp_converter_high_hz(&r->conv);
    if (!rc && !(s->templates = calloc(waves->n + 1, sizeof *s->templates)))
        rc = amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    if (!rc)
        rc = make_templates(s, waves, err);
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
    int rc = cmp_whitener_design(&s->whitener, &s->fft, power, s->high_hz, err);
    if (!rc)
        rc = cmp_piece_whiten(&s->piece, &s->fft, &s->whitener, err);
    return rc ? rc : cmp_shape_all(s, err);
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

/* Passes until nothing is added, at most `most`, each followed by a common fit.  The first takes longest, each further one less. */
static int passes(CmpSearch *s, double zmin, int most, bool strict, AmbError *err)
{
    const CmpProgress whole = s->progress;
    int rc = AMB_OK;
    size_t added = 1;
    double left = 1;
    for (int i = 0; !rc && i < most && added; i++, left /= 2) {
        s->progress = cmp_progress_part(&whole, 1 - left, 1 - left / 2);
        rc = cmp_pass(s, zmin, strict, &added, err);
        if (!rc && added)
            rc = cmp_fit(s, zmin, err);
        if (!rc && added)
            rc = cmp_refine(s, i == 0, err);
        if (!rc && added)
            rc = cmp_fit(s, zmin, err);
    }
    s->progress = whole;
    return rc ? rc : cmp_progress(&whole, 1, err);
}

/* Finds the loud events of the excerpt from nothing. */
static int search_excerpt(Run *r, double seconds, Calibration *k, AmbError *err)
{
    CmpSearch *s = &r->s;
    bool moved;
    cmp_events_clear(&s->events);
    int rc = load_middle(r, seconds, err);
    if (!rc && k->rounds == 0)
        rc = cmp_piece_background(&s->piece, &s->fft, k->power, err);
    if (!rc)
        rc = whiten_by(s, k->power, err);
    if (!rc)
        rc = passes(s, Z_EARLY, PASSES_EARLY, true, err);
    if (!rc)
        rc = cmp_settle_repeats(s, Z_EARLY, &moved, err);
    if (!rc)
        rc = cmp_refine(s, true, err);
    return rc ? rc : cmp_fit(s, Z_EARLY, err);
}

/* The excerpt again, its clock and background corrected, with the events it had. */
static int follow_excerpt(Run *r, double seconds, Calibration *k, AmbError *err)
{
    CmpSearch *s = &r->s;
    const double stretch = (1 + s->ppm * 1e-6) / (1 + k->searched_ppm * 1e-6), first = (double)s->piece.first;
    int rc = load_middle(r, seconds, err);
    for (size_t i = 0; i < s->events.n; i++)
        s->events.v[i].at = (s->events.v[i].at + first) * stretch - (double)s->piece.first;
    if (!rc)
        rc = whiten_by(s, k->power, err);
    for (size_t i = 0; !rc && i < s->events.n; i++)
        cmp_event_add(&s->piece, &s->events.v[i], -1);
    if (!rc)
        rc = cmp_piece_weigh(&s->piece, err);
    if (!rc)
        rc = cmp_fit(s, Z_EARLY, err);
    if (!rc)
        rc = cmp_refine(s, false, err);
    return rc ? rc : cmp_fit(s, Z_EARLY, err);
}

/* What the events as they stand say of clock, mixing, response, background and gain. */
static int learn(Run *r, const AmbCmpWaves *waves, Calibration *k, AmbError *err)
{
    CmpSearch *s = &r->s;
    double sigma;
    bool remixed = false;
    int rc = cmp_fine_drift(s, &k->drift, &sigma, err);
    if (!rc && !k->mixing_known && fabs(k->drift) < DRIFT_FOR_MIXING_PPM) {
        rc = cmp_mixing_choose(s, waves, Z_EARLY, &remixed, err);
        k->mixing_known = true;
    }
    if (!rc)
        rc = cmp_response_update(s, &k->change, err);
    if (!rc)
        rc = cmp_piece_residual_background(&s->piece, &s->fft, &s->whitener, k->power, err);
    if (remixed)
        k->change = HUGE_VAL;
    s->floor_db = cmp_offset_estimate(r->scene, s, r->out->scene_start_s);
    k->searched_ppm = s->ppm;
    s->ppm += k->drift;
    k->rounds++;
    return rc;
}

static bool settled(const Calibration *k)
{
    return fabs(k->drift) < DRIFT_SETTLED_PPM && k->change < RESPONSE_SETTLED_DB;
}

/* Searched once, then only followed until clock and response stay as they are. */
static int calibrate_on(Run *r, const AmbCmpWaves *waves, double seconds, Calibration *k, AmbError *err)
{
    int rc = AMB_OK;
    const size_t length = cmp_converter_length(&r->conv, r->s.ppm);
    const bool searched = k->rounds && (double)length < HARDLY_MORE * excerpts_s[0] * CMP_RATE;
    if (!searched)
        rc = search_excerpt(r, seconds, k, err);
    if (!rc && !searched)
        rc = learn(r, waves, k, err);
    for (int i = 0; !rc && i < FOLLOWS_MOST && !settled(k); i++) {
        rc = follow_excerpt(r, seconds, k, err);
        if (!rc)
            rc = learn(r, waves, k, err);
    }
    return rc;
}

/* Drift, mixing, response and background: roughly on a short stretch, which a wrong clock spoils less, then on a longer one. */
static int calibrate(Run *r, const AmbCmpWaves *waves, AmbError *err)
{
    CmpSearch *s = &r->s;
    Calibration k = {.drift = HUGE_VAL, .change = HUGE_VAL};
    int rc = cmp_progress(&r->progress, 0, err);
    s->progress = cmp_progress_part(&r->progress, 0, excerpts_done[0]);
    if (!rc)
        rc = coarse(r, err);
    for (size_t i = 0; !rc && i < sizeof excerpts_s / sizeof excerpts_s[0]; i++) {
        s->progress = cmp_progress_part(&r->progress, excerpts_done[i], excerpts_done[i + 1]);
        rc = calibrate_on(r, waves, excerpts_s[i], &k, err);
    }
    r->out->full_mixing = cmp_mixing_is_full(s, waves);
    cmp_events_clear(&s->events);
    if (!rc)
        rc = cmp_whitener_design(&s->whitener, &s->fft, k.power, s->high_hz, err);
    return rc ? rc : cmp_shape_all(s, err);
}

/* ---- the whole recording ---- */

static int search_piece(Run *r, ptrdiff_t first, size_t count, AmbError *err)
{
    CmpSearch *s = &r->s;
    const CmpProgress whole = s->progress;
    bool moved = false;
    cmp_events_clear(&s->events);
    s->progress = cmp_progress_part(&whole, 0, FIRST_PASSES);
    int rc = cmp_piece_load(&s->piece, &r->conv, s->ppm, first, count, pad_of(s), err);
    if (!rc)
        rc = cmp_piece_whiten(&s->piece, &s->fft, &s->whitener, err);
    if (!rc)
        rc = passes(s, Z_LAST, PASSES_LAST, false, err);
    s->progress = cmp_progress_part(&whole, FIRST_PASSES, 1);
    if (!rc)
        rc = cmp_settle_repeats(s, Z_LAST, &moved, err);
    if (!rc && moved)
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
        const double gone = CALIBRATED + (1 - CALIBRATED) * (double)first / (double)(total + 1);
        s->progress = cmp_progress_part(&r->progress, gone, CALIBRATED + (1 - CALIBRATED) * (double)(last ? total : first + count - overlap) / (double)(total + 1));
        rc = search_piece(r, (ptrdiff_t)first, n, err);
        const double from = first ? (double)first + GUARD_S * CMP_RATE : -HUGE_VAL;
        const double to = last ? HUGE_VAL : (double)(first + count - overlap) + GUARD_S * CMP_RATE;
        if (!rc)
            rc = cmp_collect(r->out, s, from, to, err);
        if (rc || last)
            return rc ? rc : cmp_progress(&r->progress, 1, err);
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
    r->progress = (CmpProgress){.tell = options ? options->progress : NULL, .user = options ? options->user : NULL, .to = 1};
    r->out = out;
    int rc = prepare(r, source, waves, err);
    if (!rc && !r->s.longest)
        rc = amb_error(err, AMB_E_FORMAT, "comparison: none of the scene's waves holds sound");
    if (!rc)
        rc = calibrate(r, waves, err);
    if (!rc)
        rc = cmp_detection_begin(out, &r->s, cmp_converter_length(&r->conv, r->s.ppm), err);
    if (!rc)
        rc = search_all(r, err);
    out->one_channel = !r->conv.apart;
    out->silent_side = cmp_converter_silent_side(&r->conv);
    if (!rc)
        rc = cmp_detection_finish(out, scene, waves, err);
    release(r);
    free(r);
    if (rc)
        amb_cmp_detection_free(out);
    return rc;
}

/* A piece of the recording as it is searched, but with no event in it; any whitening costs the same. */
static int correlate_piece(Run *r, ptrdiff_t first, size_t count, AmbError *err)
{
    CmpSearch *s = &r->s;
    CmpCandidates none = {0};
    float power[CMP_FRAME_BINS];
    int rc = cmp_piece_load(&s->piece, &r->conv, s->ppm, first, count, pad_of(s), err);
    if (!rc)
        rc = cmp_piece_background(&s->piece, &s->fft, power, err);
    if (!rc)
        rc = whiten_by(s, power, err);
    if (!rc)
        rc = cmp_piece_weigh(&s->piece, err);
    if (!rc)
        rc = cmp_score(s, Z_NEVER, &none, err);
    free(none.v);
    return rc;
}

int cmp_correlate_once(const AmbCmpSource *source, const AmbCmpWaves *waves, AmbError *err)
{
    Run *r = calloc(1, sizeof *r);
    if (!r)
        return amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
    int rc = prepare(r, source, waves, err);
    const size_t total = rc ? 0 : cmp_converter_length(&r->conv, 0), count = (size_t)(PIECE_S * CMP_RATE);
    for (size_t first = 0; !rc && first < total; first += count)
        rc = correlate_piece(r, (ptrdiff_t)first, total - first < count ? total - first : count, err);
    release(r);
    free(r);
    return rc;
}
