/* dmath.h - the few functions the demo is computed with, the same bits everywhere.
 *
 * libm's sin and exp2 may differ in the last bit between versions and processors; these use only + - * and
 * comparisons in double (the build forbids contraction), so the same source gives the same bytes under any
 * compiler and at any -O.  Accuracy is far below 16-bit sound: about 1e-9.
 * Angles are in turns (1 = a full circle), levels in dB, pitches in octaves.
 */
#ifndef DEMO_DMATH_H
#define DEMO_DMATH_H

#include <stdint.h>

#define DM_PI 3.14159265358979323846

double dm_sin(double turns);
double dm_cos(double turns);
double dm_tan(double turns);      /* |turns| < 1/4 */
double dm_exp2(double octaves);   /* -1000..1000 */
double dm_gain(double db);        /* 10^(db/20) */
double dm_sqrt(double x);         /* IEEE square root: correctly rounded everywhere */
double dm_clamp(double x, double lo, double hi);
double dm_mix(double a, double b, double t);          /* a at t = 0, b at t = 1 */
double dm_smooth(double edge0, double edge1, double x); /* smoothstep; edges may be given falling */

/* One stream of random numbers. Never draw twice in one expression: C leaves the order open. */
typedef struct DmRng {
    uint64_t state;
} DmRng;

DmRng dm_rng(const char *name, uint32_t number);      /* seeded by a name and a number */
uint64_t dm_draw(DmRng *r);
double dm_unit(DmRng *r);                             /* [0, 1) */
double dm_range(DmRng *r, double lo, double hi);
double dm_bell(DmRng *r);                             /* about normal: mean 0, deviation 1, within +-3.5 */
double dm_spread(DmRng *r, double centre, double octaves); /* centre times 2^(bell x octaves) */
unsigned dm_pick(DmRng *r, unsigned n);               /* 0..n-1 */
uint32_t dm_hash3(uint32_t x, uint32_t y, uint32_t seed);

#endif
