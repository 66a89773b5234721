/* response.c - the chain's response between the client's mixer and the recording, from the events themselves.
 *
 * Per wave k and band b the recording shows R[k][b] = (what is there) / (what the template says).  A wave's own gain takes part of
 * the response with it (a tonal wave has hardly more than one band), so log R[k][b] = H[b] + gamma[k] is fitted for both at once.
 */
#include "events.h"

#include "solve.h"
#include "vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BANDS 32
#define PER_WAVE 12            /* best events of a wave that are looked at */
#define LEAST_Z 15.0
#define SMOOTH 60.0            /* weight of second differences of what a droop does not explain */
#define DROOP 5.0              /* weight of its size */
#define GAMMA 0.02
#define ROUNDS 5
#define DOUBT 0.004            /* of log R, added to every variance */
#define GAUGE_HZ 1200.0
#define REPORT_HZ 4500.0
#define PI 3.14159265358979323846

static double mel(double hz)
{
    return log1p(hz / 700);
}

static double band_hz(double b) /* b = 0 .. BANDS; half-integers are centres */
{
    const double lo = mel(CMP_BAND_LOW_HZ), hi = mel(CMP_BAND_HIGH_HZ);
    return 700 * expm1(lo + (hi - lo) * b / BANDS);
}

static double band_of(double hz)
{
    const double lo = mel(CMP_BAND_LOW_HZ), hi = mel(CMP_BAND_HIGH_HZ);
    return (mel(hz) - lo) / (hi - lo) * BANDS;
}

/* Of linear interpolation, in nepers. */
static double droop(double hz)
{
    const double x = PI * hz / CMP_RATE;
    return 2 * log(sin(x) / x);
}

typedef struct Ratio { double cross, self, rest; size_t bins; } Ratio; /* sums over a band: Re X* r, |X|^2, |r|^2 */

/* Adds bands of an event: X its shape on channel c, r the residual of both or one channel (gain) in units of the shape. */
static void add_bands(CmpSearch *s, const CmpEvent *e, int c, const float gain[2], Ratio ratio[BANDS])
{
    const CmpPiece *p = &s->piece;
    const unsigned log2n = s->templates[e->wave].log2n;
    const size_t size = (size_t)1 << log2n;
    const double g2 = (double)gain[0] * (double)gain[0] + (double)gain[1] * (double)gain[1];
    const double all = (double)e->gain[0] * (double)e->gain[0] + (double)e->gain[1] * (double)e->gain[1];
    const double weight = e->z * e->z * g2 / all; /* louder events know better */
    const float l = (float)((double)gain[0] / g2), r = (float)((double)gain[1] / g2);
    memset(s->work[0], 0, size * sizeof *s->work[0]);
    memset(s->work[1], 0, size * sizeof *s->work[1]);
    memcpy(s->work[0], e->shape[c], e->n * sizeof *s->work[0]);
    for (size_t i = 0; i < e->n; i++)
        s->work[1][i] = l * p->r[0][e->start + i] + r * p->r[1][e->start + i];
    cmp_fft_forward(&s->fft, log2n, s->work[0], s->bins[0]);
    cmp_fft_forward(&s->fft, log2n, s->work[1], s->bins[1]);
    for (size_t k = 1; k < cmp_bin_count(log2n); k++) {
        const double b = band_of((double)k * CMP_RATE / (double)size);
        if (b < 0 || b >= BANDS)
            continue;
        const float *x = s->bins[0][k], *y = s->bins[1][k];
        Ratio *t = &ratio[(size_t)b];
        t->cross += weight * (double)(x[0] * y[0] + x[1] * y[1]);
        t->self += weight * (double)(x[0] * x[0] + x[1] * x[1]);
        t->rest += weight * (double)(y[0] * y[0] + y[1] * y[1]);
        t->bins++;
    }
}

static void add_event(CmpSearch *s, const CmpEvent *e, Ratio ratio[BANDS])
{
    if (e->shape[0] == e->shape[1])
        add_bands(s, e, 0, e->gain, ratio);
    for (int c = 0; c < 2 && e->shape[0] != e->shape[1]; c++)
        if (e->gain[c] > 0)
            add_bands(s, e, c, (float[]){c ? 0 : e->gain[0], c ? e->gain[1] : 0}, ratio);
}

static bool whole(const CmpPiece *p, const CmpEvent *e)
{
    return e->start >= p->begin && e->start + e->n <= p->end;
}

/* The best uncut events of a wave; returns how many were added. */
static int add_wave(CmpSearch *s, unsigned wave, Ratio ratio[BANDS])
{
    int n = 0;
    for (double below = HUGE_VAL; n < PER_WAVE; n++) {
        const CmpEvent *best = NULL;
        for (size_t i = 0; i < s->events.n; i++) {
            const CmpEvent *e = &s->events.v[i];
            if (e->wave == wave && e->z < below && e->z >= LEAST_Z && whole(&s->piece, e) && (!best || e->z > best->z))
                best = e;
        }
        if (!best)
            break;
        add_event(s, best, ratio);
        below = best->z;
    }
    return n;
}

typedef struct Point { unsigned wave; int band; double log_ratio, sigma, trust; } Point;

/* Unknowns: change of H per band, the droop's size, gamma per wave. */
enum { AT_DROOP = BANDS, AT_GAMMA = BANDS + 1 };

static size_t make_points(CmpSearch *s, Point *out)
{
    size_t n = 0;
    for (unsigned w = 0; w < s->n_waves; w++) {
        Ratio ratio[BANDS] = {{0}};
        double total = 0;
        if (!add_wave(s, w, ratio))
            continue;
        for (int b = 0; b < BANDS; b++)
            total += ratio[b].self;
        for (int b = 0; b < BANDS; b++) {
            if (ratio[b].self < 1e-4 * total) /* next to nothing of this wave is here */
                continue;
            const double r = 1 + ratio[b].cross / ratio[b].self;
            if (r < 0.2 || r > 5)
                continue;
            const double var = ratio[b].rest / ratio[b].self / (double)ratio[b].bins / (r * r) + DOUBT * DOUBT;
            out[n++] = (Point){w, b, log(r), sqrt(var), 1};
        }
    }
    return n;
}

static double present(const CmpResponse *h, double hz)
{
    const double bin = hz * CMP_FRAME / CMP_RATE;
    const size_t k = (size_t)bin;
    return log((double)h->gain[k] + (bin - (double)k) * (double)(h->gain[k + 1] - h->gain[k]));
}

/* The wish for a smooth response near some droop: on H = h0 + change. */
static void add_wishes(CmpNormal *m, const double h0[BANDS], unsigned n_waves)
{
    for (size_t b = 0; b < BANDS; b++) {
        const double d = droop(band_hz((double)b + 0.5));
        cmp_normal_row(m, (size_t[]){b, AT_DROOP}, (double[]){1, -d}, 2, -h0[b], DROOP);
        if (b < 1 || b + 1 >= BANDS)
            continue;
        const double d2 = droop(band_hz((double)b - 0.5)) - 2 * d + droop(band_hz((double)b + 1.5));
        cmp_normal_row(m, (size_t[]){b - 1, b, b + 1, AT_DROOP}, (double[]){1, -2, 1, -d2}, 4, -(h0[b - 1] - 2 * h0[b] + h0[b + 1]), SMOOTH);
    }
    cmp_normal_row(m, (size_t[]){AT_DROOP}, (double[]){1}, 1, 0, 1e-3);
    for (unsigned w = 0; w < n_waves; w++)
        cmp_normal_row(m, (size_t[]){AT_GAMMA + w}, (double[]){1}, 1, 0, GAMMA);
}

static bool solve_points(CmpNormal *m, Point *pts, size_t n, const double h0[BANDS], unsigned n_waves)
{
    for (int round = 0; round < ROUNDS; round++) {
        cmp_normal_clear(m);
        add_wishes(m, h0, n_waves);
        for (size_t i = 0; i < n; i++)
            cmp_normal_row(m, (size_t[]){(size_t)pts[i].band, AT_GAMMA + pts[i].wave}, (double[]){1, 1}, 2, pts[i].log_ratio,
                           pts[i].trust / pts[i].sigma);
        if (!cmp_normal_solve(m))
            return false;
        for (size_t i = 0; i < n; i++) {
            const double off = (pts[i].log_ratio - m->b[pts[i].band] - m->b[AT_GAMMA + pts[i].wave]) / (2.5 * pts[i].sigma);
            pts[i].trust = 1 / sqrt(1 + off * off);
        }
    }
    return true;
}

/* H at any frequency between the band centres. */
static double interpolate(const double h[BANDS], double hz)
{
    const double b = fmin(fmax(band_of(hz) - 0.5, 0), BANDS - 1);
    const size_t k = b < BANDS - 1 ? (size_t)b : BANDS - 2;
    return h[k] + (b - (double)k) * (h[k + 1] - h[k]);
}

/* Takes over H, its mean below GAUGE_HZ set to 0; returns the largest change in dB. */
static double take_over(CmpResponse *r, const double h[BANDS])
{
    double gauge = 0, change = 0;
    int n = 0;
    for (int b = 0; band_hz(b + 0.5) < GAUGE_HZ; b++, n++)
        gauge += h[b];
    gauge /= n;
    for (size_t k = 0; k < CMP_FRAME_BINS; k++) {
        const double hz = (double)k * CMP_RATE / CMP_FRAME;
        const float gain = (float)exp(interpolate(h, hz) - gauge);
        if (hz < REPORT_HZ)
            change = fmax(change, fabs(20 * log10((double)(gain / r->gain[k]))));
        r->gain[k] = gain;
    }
    return change;
}

static double update(CmpSearch *s, CmpNormal *m, Point *pts)
{
    const size_t n = make_points(s, pts);
    double h0[BANDS], h[BANDS];
    for (int b = 0; b < BANDS; b++)
        h0[b] = present(&s->response, band_hz(b + 0.5));
    if (!n || !solve_points(m, pts, n, h0, s->n_waves))
        return 0;
    for (int b = 0; b < BANDS; b++)
        h[b] = h0[b] + m->b[b];
    return take_over(&s->response, h);
}

int cmp_response_update(CmpSearch *s, double *change, AmbError *err)
{
    Point *pts = malloc((s->n_waves * BANDS + 1) * sizeof *pts);
    CmpNormal m = {0};
    const bool ok = cmp_normal_init(&m, AT_GAMMA + s->n_waves) && pts;
    *change = ok ? update(s, &m, pts) : 0;
    cmp_normal_free(&m);
    free(pts);
    return ok ? AMB_OK : amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
}
