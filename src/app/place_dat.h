/* place_dat.h - where in the game's own files a value stands, in the words of their error messages. */
#ifndef AMB_APP_PLACE_DAT_H
#define AMB_APP_PLACE_DAT_H

#include "amb/dat.h"

#include <stddef.h>

/* "FILE: 0x13000000+0x1C4 stbs.3.sounds.1.volume" for a path as amb_folder_place_text() takes it; likewise tables,
 * waves and vertices of the land.  A path that names nothing gives the file alone. */
char *amb_dat_place_text(AmbDat *d, const char *path, char *buf, size_t cap);

#endif
