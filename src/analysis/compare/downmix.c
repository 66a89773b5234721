/* downmix.c - levels as one channel shows them. */
#include "downmix.h"

#include <math.h>
#include <stdlib.h>

#define DIVIDED_AT_DB 0.70     /* below a whole dB; the nearest losses lie at 0.63 and 0.77 */

int cmp_downmix_level(double level_db)
{
    return (int)floor(level_db + DIVIDED_AT_DB);
}

int cmp_downmix_steps(int pan)
{
    return -cmp_downmix_level(20 * log10(0.5 + 0.5 * pow(10, -abs(pan) / 20.0)));
}
