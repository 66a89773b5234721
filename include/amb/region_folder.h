/* region_folder.h - the open region folder (region.json, PNGs, sounds/) into core's types.
 *
 * Format: src/region/README.md.  Errors carry FILE:LINE:COL of the JSON value (or column:row of the pixel).
 */
#ifndef AMB_REGION_FOLDER_H
#define AMB_REGION_FOLDER_H

#include "amb/place.h"
#include "amb/wave.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AmbFolder AmbFolder;

int amb_folder_open(AmbFolder **out, const char *dir, AmbError *err);
void amb_folder_close(AmbFolder **f);

const AmbRegion *amb_folder_region(const AmbFolder *f);
const AmbTable *amb_folder_table(const AmbFolder *f, uint32_t stb);          /* NULL: STB names no known table */
bool amb_folder_block(const AmbFolder *f, unsigned bx, unsigned by, AmbBlock *out);
void amb_folder_extent(const AmbFolder *f, unsigned *bx, unsigned *by, unsigned *nx, unsigned *ny);
const AmbPlace *amb_folder_start(const AmbFolder *f);                        /* with heading */
const char *amb_folder_hash(const AmbFolder *f);                             /* sha256 in hex over everything that can be heard or changes a draw */

/* Waves: ids are those of the JSON, or made up (unique, never shown) for waves without one. */
uint32_t amb_folder_n_waves(const AmbFolder *f);
uint32_t amb_folder_wave_id(const AmbFolder *f, uint32_t i);
bool amb_folder_has_wave(const AmbFolder *f, uint32_t wave);
/* 8 hex digits when the JSON gives an id, else its name. NULL: unknown. */
const char *amb_folder_wave_label(const AmbFolder *f, uint32_t wave);
const char *amb_folder_wave_file(const AmbFolder *f, uint32_t wave);         /* path as in the JSON */
int amb_folder_wave_bytes(const AmbFolder *f, uint32_t wave, AmbWaveBytes *out, AmbError *err);

/* Where a value stands in region.json, for messages of lint ("FILE:LINE:COL"): path like "stbs/3/sounds/1/volume". False: no such value. */
bool amb_folder_where(const AmbFolder *f, const char *path, unsigned *line, unsigned *col);
const char *amb_folder_json_path(const AmbFolder *f);

#ifdef __cplusplus
}
#endif
#endif
