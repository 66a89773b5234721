/* inspect_dat.h - what the two files of `ambwalk inspect --dat --json` share. */
#ifndef AMB_APP_INSPECT_DAT_H
#define AMB_APP_INSPECT_DAT_H

#include "inspect.h"

#include "amb/json_out.h"

/* "0x20000007" in buf, for keys. */
const char *amb_hex_key(char buf[16], uint32_t id);
void amb_put_id(AmbJson *j, const char *key, uint32_t id);

/* The member "region". */
void amb_put_dat_region(AmbJson *j, const AmbDatRegion *r);

#endif
