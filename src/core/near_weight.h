/* near_weight.h - the weight of a cell that the 120 m cull has let through, in the form the rebuild's loop can have inline. */
#ifndef AMB_CORE_NEAR_WEIGHT_H
#define AMB_CORE_NEAR_WEIGHT_H

/* d2_m2: squared distance, already rounded to float.  The client divides in double and rounds to float; a float division gives the
 * same bits, because a quotient of two floats rounded to 53 bits never lands on a tie of 24. */
static inline float amb_near_weight(float d2_m2)
{
    return d2_m2 < 400.0f ? 1.0f : 400.0f / d2_m2;
}

#endif
