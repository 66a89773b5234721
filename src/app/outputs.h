/* outputs.h - nothing is written over what the same run reads or writes elsewhere. */
#ifndef AMB_APP_OUTPUTS_H
#define AMB_APP_OUTPUTS_H

#include "args.h"
#include "source.h"

/* Outputs that are one file, or the walk script or log that is read: AMB_EXIT_USAGE with err set, else 0. */
int amb_outputs_check(const AmbArgs *a, AmbError *err);

/* Likewise for outputs that are files of the opened source. */
int amb_outputs_spare_source(const AmbArgs *a, const AmbSource *s, AmbError *err);

#endif
