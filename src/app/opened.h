/* opened.h - `walk PATH`: what a file manager or a person hands over, told by what it is. */
#ifndef AMB_APP_OPENED_H
#define AMB_APP_OPENED_H

#include "args.h"

/* Puts the operand of `walk`, where there is one, into region_dir, dat_dir or walk_path.  AMB_EXIT_USAGE for one that is
 * neither, or beside an option that says the same. */
int amb_opened(AmbArgs *a, AmbError *err);

#endif
