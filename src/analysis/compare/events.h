/* events.h - the events found in a piece. */
#ifndef CMP_EVENTS_H
#define CMP_EVENTS_H

#include "piece.h"

#define CMP_TWIN_SAMPLES 200   /* 18 ms: the same wave this close is the same event */

typedef struct CmpEvent {
    unsigned wave;
    double at;             /* onset, index into the piece, in samples */
    size_t start, n;       /* where the shape stands in the piece */
    float *shape[2];       /* n samples, at this event's own fractional delay; left and right may be the same */
    float gain[2];         /* linear, left and right, >= 0 */
    double norm[2];        /* sum of q shape^2: what 1 / variance of the gain is */
    double z;              /* sqrt of the sum of gain^2 norm: distance from nothing in standard deviations */
} CmpEvent;

typedef struct CmpEvents {
    CmpEvent *v;
    size_t n, cap;
} CmpEvents;

/* How far the whole has come: what a step reports from 0 to 1 falls between two marks. */
typedef struct CmpProgress {
    bool (*tell)(void *user, double done); /* may be NULL */
    void *user;
    double from, to;
} CmpProgress;

/* AMB_E_INTERRUPTED when the caller has had enough. */
int cmp_progress(const CmpProgress *p, double part, AmbError *err);
/* The part from a to b of p. */
CmpProgress cmp_progress_part(const CmpProgress *p, double a, double b);

/* Everything the steps of the detector share. */
typedef struct CmpSearch {
    CmpFft fft;
    CmpTemplate *templates;
    unsigned n_waves;
    size_t longest;        /* samples of the longest shape */
    CmpWhitener whitener;
    double high_hz;        /* upper end of the recording's band */
    CmpResponse response;
    double ppm;
    CmpPiece piece;
    CmpEvents events;
    CmpProgress progress;
    double floor_db;       /* near-channel gain in dB below which nothing can have been played; -INFINITY while unknown */
    /* Room for one rendering, one slope and one spectrum of the longest template, twice over. */
    float *work[3];
    fftwf_complex *bins[2];
    unsigned work_log2;
} CmpSearch;

void cmp_events_clear(CmpEvents *e);    /* frees the shapes, keeps the array */
void cmp_events_free(CmpEvents *e);
int cmp_events_keep(CmpEvents *list, const CmpEvent *e, AmbError *err); /* takes over its shape */

void cmp_event_free(CmpEvent *e);       /* its shapes */
/* Moves or makes an event's shape for onset `at` (quantised to 1/128 sample).  Leaves gains alone. */
int cmp_event_place(CmpSearch *s, CmpEvent *e, double at, AmbError *err);
/* Adds sign (+1, -1) times the event to the residual. */
void cmp_event_add(CmpPiece *p, const CmpEvent *e, float sign);
/* norm, gain (>= 0) and z from the residual, in which the event itself must not be subtracted. */
void cmp_event_project(const CmpPiece *p, CmpEvent *e);

/* sum of q shape^2 on channel c for the wave's shape standing at `start` (which may be outside), to the accuracy of the hops. */
double cmp_norm_at(const CmpPiece *p, const CmpTemplate *t, int c, ptrdiff_t start);

/* Interpolated maximum near index i of a band-limited sequence of n values: its place, and its height in *height. */
double cmp_peak(const float *x, size_t n, size_t i, double *height);

/* One pass: everything with z >= zmin in the residual, loudest first, is checked, added to the events and subtracted.
 * *added counts.  `strict` narrows what may lie under a louder event of the same wave (the early rounds). */
int cmp_pass(CmpSearch *s, double zmin, bool strict, size_t *added, AmbError *err);

/* Gains of all events at once by weighted least squares, none below 0; norms, z and residual follow.  Events with z below zmin go. */
int cmp_fit(CmpSearch *s, double zmin, AmbError *err);
/* Better onsets for all events, one after the other, loudest first; the residual follows. */
int cmp_refine(CmpSearch *s, bool far, AmbError *err);

/* Moves events of waves that repeat themselves where a chain of them, each a repeat off, explains more; *changed: some were looked at. */
int cmp_settle_repeats(CmpSearch *s, double zmin, bool *changed, AmbError *err);

/* Drift in ppm that the middle minute suggests, to about 10 ppm; needs a whitened piece loaded at 0 ppm. */
int cmp_coarse_drift(CmpSearch *s, double *ppm, AmbError *err);
/* How much the loaded piece's clock still drifts against the events found in it; *sigma its uncertainty. */
int cmp_fine_drift(CmpSearch *s, double *ppm, double *sigma, AmbError *err);

/* Makes all templates' shapes anew, and the events' with them; gains and residual are left for cmp_fit. */
int cmp_shape_all(CmpSearch *s, AmbError *err);

/* Better estimate of the chain's response from the events; *change is the largest change in dB below 4.5 kHz. */
int cmp_response_update(CmpSearch *s, double *change, AmbError *err);

#endif
