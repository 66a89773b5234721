/* report.h - errors of binary files: FILE: ID+0xOFFSET FIELD: what is wrong. */
#ifndef AMB_DAT_REPORT_H
#define AMB_DAT_REPORT_H

#include "amb/error.h"

#include <stdint.h>

/* id 0: a directory node, with the offset counted from the file's start.  Returns code. */
int amb_dat_report(AmbError *err, int code, const char *file, uint32_t id, uint64_t offset, const char *field,
                   const char *fmt, ...) AMB_PRINTF(7, 8);

#endif
