/* rng.h - the client's two generators, never merged (supplement section 4).  Vectors: ran2, rolldice, crt_rand, prob_gate. */
#ifndef AMB_RNG_H
#define AMB_RNG_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AmbRan2 {   /* Numerical Recipes' ran2 */
    int32_t idum, idum2, iy, iv[32];
    uint64_t draws;        /* since seeding */
} AmbRan2;

typedef struct AmbCrtRand { /* the C runtime's rand() */
    uint32_t state;
    uint64_t draws;
} AmbCrtRand;

void amb_ran2_seed(AmbRan2 *r, int32_t seed);     /* 0 becomes 1; the sign is kept */
double amb_ran2_next(AmbRan2 *r);                 /* [0, 0.99999988] */
float amb_roll(AmbRan2 *r, float lo, float hi);   /* RollDice: equal bounds return lo without drawing */
void amb_crt_seed(AmbCrtRand *r, uint32_t seed);
int amb_crt_next(AmbCrtRand *r);                  /* 0..32767 */
bool amb_prob_gate(int rand_value, float probability); /* value * 3.0518509e-05f < p, in double */

#ifdef __cplusplus
}
#endif
#endif
