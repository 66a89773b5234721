/* icon.h - the program's icon: where you stand, where you look, what sounds near and far. */
#ifndef DEMO_ICON_H
#define DEMO_ICON_H

#include "amb/error.h"

int icon_write(const char *path, AmbError *err); /* 256 x 256 PNG with transparent corners */

#endif
