/* dmath.c - see dmath.h. */
#include "dmath.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

_Static_assert(FLT_EVAL_METHOD == 0, "double must be computed as double for the bytes to be the same");

/* sin(2 pi x) for |x| <= 1/4: its series up to the 15th power. */
static double sin_quarter(double x)
{
    static const double steps[] = {210.0, 156.0, 110.0, 72.0, 42.0, 20.0, 6.0}; /* (2k)(2k + 1) */
    const double a = 2.0 * DM_PI * x;
    const double q = a * a;
    double s = 1.0;

    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++)
        s = 1.0 - q / steps[k] * s;
    return a * s;
}

double dm_sin(double turns)
{
    double x = turns - floor(turns + 0.5); /* -1/2 .. 1/2 */

    if (x > 0.25)
        x = 0.5 - x;
    else if (x < -0.25)
        x = -0.5 - x;
    return sin_quarter(x);
}

double dm_cos(double turns)
{
    return dm_sin(turns + 0.25);
}

double dm_tan(double turns)
{
    return dm_sin(turns) / dm_cos(turns);
}

double dm_exp2(double octaves)
{
    const double whole = floor(octaves + 0.5);
    const double a = (octaves - whole) * 0.69314718055994530942; /* |a| <= 0.35 */
    double s = 1.0 + a / 9.0;

    for (int k = 8; k >= 1; k--)
        s = 1.0 + a / (double)k * s;
    return ldexp(s, (int)whole);
}

double dm_gain(double db)
{
    return dm_exp2(db * 0.16609640474436811740); /* log2(10) / 20 */
}

double dm_sqrt(double x)
{
    return sqrt(x);
}

double dm_clamp(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

double dm_mix(double a, double b, double t)
{
    return a + (b - a) * t;
}

double dm_smooth(double edge0, double edge1, double x)
{
    const double t = dm_clamp((x - edge0) / (edge1 - edge0), 0.0, 1.0);

    return t * t * (3.0 - 2.0 * t);
}

DmRng dm_rng(const char *name, uint32_t number)
{
    DmRng r = {14695981039346656037u ^ number}; /* FNV-1a */

    for (const char *c = name; *c; c++)
        r.state = (r.state ^ (unsigned char)*c) * 1099511628211u;
    (void)dm_draw(&r);
    return r;
}

/* SplitMix64 */
uint64_t dm_draw(DmRng *r)
{
    uint64_t z = r->state += 0x9E3779B97F4A7C15u;

    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

double dm_unit(DmRng *r)
{
    return (double)(dm_draw(r) >> 11) * 0x1p-53;
}

double dm_range(DmRng *r, double lo, double hi)
{
    return lo + (hi - lo) * dm_unit(r);
}

double dm_bell(DmRng *r)
{
    double sum = 0.0;

    for (int k = 0; k < 4; k++)
        sum += dm_unit(r);
    return (sum - 2.0) * 1.7320508075688772;
}

double dm_spread(DmRng *r, double centre, double octaves)
{
    return centre * dm_exp2(dm_bell(r) * octaves);
}

unsigned dm_pick(DmRng *r, unsigned n)
{
    return (unsigned)(dm_unit(r) * n);
}

uint32_t dm_hash3(uint32_t x, uint32_t y, uint32_t seed)
{
    uint32_t h = x * 0x9E3779B1u ^ y * 0x85EBCA77u ^ seed * 0xC2B2AE3Du;

    h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
    h = (h ^ (h >> 12)) * 0x297A2D39u;
    return h ^ (h >> 15);
}
