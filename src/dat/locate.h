/* locate.h - which files in a folder are the portal and the cell file. */
#ifndef AMB_DAT_LOCATE_H
#define AMB_DAT_LOCATE_H

#include "amb/dat.h"

typedef struct AmbDatPair {
    AmbDatFile *portal; /* never NULL after success */
    AmbDatFile *cell;   /* NULL: there is none */
} AmbDatPair;

/* Both files are the caller's to close. */
int amb_dat_locate(AmbDatPair *out, const char *dir, const AmbDatWarning *warn, AmbError *err);

#endif
