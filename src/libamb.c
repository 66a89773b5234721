/* libamb.c - the shared library's own symbol: which version was loaded. */
#include "amb/version.h"

const char *amb_version(void)
{
    return AMB_VERSION;
}
