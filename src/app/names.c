/* names.c - "did you mean" over names that come one by one. */
#include "names.h"

#include "amb/error.h"

#include <stdio.h>

void amb_nearer_name(char best[AMB_NAME_TEXT], const char *word, const char *candidate)
{
    const char *const pair[] = {best, candidate};
    const char *const near = amb_nearest_name(word, best[0] ? pair : pair + 1, best[0] ? 2 : 1);
    if (near == candidate)
        snprintf(best, AMB_NAME_TEXT, "%s", candidate);
}
