/* judge_needs.c - how much longer a recording would have to be, in words. */
#include "amb/compare_verdict.h"

#include "amb/num.h"

#include <math.h>

void amb_cmp_needs_text(char *text, size_t size, double needs_s, bool walking)
{
    const double minutes = ceil(needs_s / 60);
    if (needs_s > AMB_CMP_NEEDS_MOST_S)
        amb_print(text, size, "many hours %s: it is hardly ever heard", walking ? "of this walk" : "here");
    else
        amb_print(text, size, "about %.0f more minute%s %s", minutes, minutes > 1 ? "s" : "", walking ? "of this walk" : "here");
}
