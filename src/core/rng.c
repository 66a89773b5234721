/* rng.c - the client's two generators.  See rng.h. */
#include "amb/rng.h"

/* ran2's published constants. */
enum {
    IM1 = 2147483563, IM2 = 2147483399, IA1 = 40014, IA2 = 40692, IQ1 = 53668, IQ2 = 52774,
    IR1 = 12211, IR2 = 3791, NTAB = 32, WARM_UP = 8, IMM1 = IM1 - 1, NDIV = 1 + IMM1 / NTAB
};
#define AM (1.0 / IM1)
#define RNMX 0.99999988 /* the client's cap: the largest value below one that its source wrote */

/* Schrage's form of (a * x) mod m, which never leaves 32 bits.  x may be negative after a negative seed, as in the client. */
static int32_t step(int32_t x, int32_t a, int32_t q, int32_t r, int32_t m)
{
    const int32_t k = x / q;
    x = a * (x - k * q) - k * r;
    return x < 0 ? x + m : x;
}

/* RETAIL: acclient 0x0042C4C0 func exact spec:7 */
void amb_ran2_seed(AmbRan2 *r, int32_t seed)
{
    r->idum = seed ? seed : 1;
    r->idum2 = r->idum;
    for (int j = NTAB + WARM_UP - 1; j >= 0; j--) {
        r->idum = step(r->idum, IA1, IQ1, IR1, IM1);
        if (j < NTAB)
            r->iv[j] = r->idum;
    }
    r->iy = r->iv[0];
    r->draws = 0;
}

double amb_ran2_next(AmbRan2 *r)
{
    r->draws++;
    r->idum = step(r->idum, IA1, IQ1, IR1, IM1);
    r->idum2 = step(r->idum2, IA2, IQ2, IR2, IM2);
    const int j = r->iy / NDIV;
    r->iy = r->iv[j] - r->idum2;
    r->iv[j] = r->idum;
    if (r->iy < 1)
        r->iy += IMM1;
    const double v = AM * r->iy;
    return v > RNMX ? RNMX : v;
}

/* RETAIL: acclient 0x0042C600 func exact spec:7 */
float amb_roll(AmbRan2 *r, float lo, float hi)
{
    if (lo == hi)
        return lo;
    const float low = hi < lo ? hi : lo;
    const float high = hi < lo ? lo : hi;
    const float u = (float)amb_ran2_next(r);
    return (float)((double)low + ((double)high - (double)low) * (double)u);
}

void amb_crt_seed(AmbCrtRand *r, uint32_t seed)
{
    r->state = seed;
    r->draws = 0;
}

int amb_crt_next(AmbCrtRand *r)
{
    r->draws++;
    r->state = r->state * 214013u + 2531011u;
    return (int)((r->state >> 16) & 0x7FFF);
}

/* RETAIL: acclient 0x007CAF50 data exact spec:2 */
#define RAND_SCALE 3.0518509e-05f

bool amb_prob_gate(int rand_value, float probability)
{
    return rand_value * (double)RAND_SCALE < (double)probability;
}
