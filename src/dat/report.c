/* report.c - one form for all messages about binary records. */
#include "report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

int amb_dat_report(AmbError *err, int code, const char *file, uint32_t id, uint64_t offset, const char *field,
                   const char *fmt, ...)
{
    char what[256];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    if (id == 0)
        return amb_error(err, code, "%s: directory+0x%" PRIX64 " %s: %s", file, offset, field, what);
    return amb_error(err, code, "%s: 0x%08" PRIX32 "+0x%" PRIX64 " %s: %s", file, id, offset, field, what);
}
