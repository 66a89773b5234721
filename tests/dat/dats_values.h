/* dats_values.h - a fixture read with the library, value by value against its expected.json. */
#ifndef AMB_TEST_DATS_VALUES_H
#define AMB_TEST_DATS_VALUES_H

#include "checks.h"

#include "amb/dat.h"

/* Every part that `want` names: files, region, sound_tables, waves, landblocks, cells. */
void check_values(Checks *c, AmbDat *d, const json_t *want);

#endif
