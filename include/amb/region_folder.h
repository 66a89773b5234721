/* region_folder.h - the open region folder (region.json, PNGs, sounds/) into core's types.
 *
 * Format: src/region/README.md.  Errors carry FILE:LINE:COL of the JSON value (FILE:ROW:COL of the pixel).  An open
 * folder is read-only and owns everything that it hands out; any thread may read it.  Sound files are checked and
 * hashed at opening and read when asked for.
 */
#ifndef AMB_REGION_FOLDER_H
#define AMB_REGION_FOLDER_H

#include "amb/place.h"
#include "amb/wave.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Tables and waves without an id in the JSON get one of these classes: the highest byte, which nothing of the game's
 * own has. */
#define AMB_FOLDER_MADE_UP_TABLE 0x7E000000u
#define AMB_FOLDER_MADE_UP_WAVE 0x7F000000u

typedef struct AmbFolder AmbFolder;

int amb_folder_open(AmbFolder **out, const char *dir, AmbError *err);
void amb_folder_close(AmbFolder **f); /* *f may be NULL; is NULL afterwards */

const char *amb_folder_dir(const AmbFolder *f);                              /* as given to open */
const AmbRegion *amb_folder_region(const AmbFolder *f);
const AmbTable *amb_folder_table(const AmbFolder *f, uint32_t stb); /* NULL: none, or a table known to be missing */
const char *amb_folder_table_name(const AmbFolder *f, uint32_t stb);         /* NULL likewise */
bool amb_folder_block(const AmbFolder *f, unsigned bx, unsigned by, AmbBlock *out);
void amb_folder_extent(const AmbFolder *f, unsigned *bx, unsigned *by, unsigned *nx, unsigned *ny);
/* Calls visit(ctx, bx, by) for each landblock there is, from west to east and south to north, until it returns other
 * than 0; returns that. */
int amb_folder_blocks(const AmbFolder *f, int (*visit)(void *ctx, unsigned bx, unsigned by), void *ctx);
/* Where one may walk: the whole extent unless the region says less.  (Absent blocks inside are not walkable either.) */
void amb_folder_walkable(const AmbFolder *f, unsigned *bx, unsigned *by, unsigned *nx, unsigned *ny);
const AmbPlace *amb_folder_start(const AmbFolder *f);                        /* with heading; z NAN: on the ground */
/* The colours of terrain.png's palette (0xRRGGBB), *n of them; 0 for a grey picture.  Only for lint: the pixels' values
 * count. */
const uint32_t *amb_folder_palette(const AmbFolder *f, unsigned *n);
const char *amb_folder_hash(const AmbFolder *f); /* sha256 in hex over everything that can be heard or changes a draw */

/* Waves: ids are those of the JSON, or made up (unique, never shown) for waves without one. */
uint32_t amb_folder_n_waves(const AmbFolder *f);
uint32_t amb_folder_wave_id(const AmbFolder *f, uint32_t i);                 /* i < n_waves, in the order of the file */
bool amb_folder_has_wave(const AmbFolder *f, uint32_t wave);                 /* false: unknown, or missing on purpose */
/* 8 hex digits when the JSON gives an id, else its name. NULL: unknown. */
const char *amb_folder_wave_label(const AmbFolder *f, uint32_t wave);
const char *amb_folder_wave_file(const AmbFolder *f, uint32_t wave);         /* path as in the JSON; NULL: unknown */
/* AMB_E_NOTFOUND (unknown, missing, file gone), AMB_E_IO, AMB_E_RANGE (over 256 MiB), AMB_E_NOMEM: *out is empty. */
int amb_folder_wave_bytes(const AmbFolder *f, uint32_t wave, AmbWaveBytes *out, AmbError *err);

/* Where a value stands in region.json: keys and list positions with '/' between ("stbs/3/sounds/1/volume"; '/' and '~'
 * inside a key are "~1" and "~0").  An entry of "tables" or "waves" may also be named by its id (8 hex digits after 0x,
 * made-up ones too), an entry of "rows" by its type's number.  False: no such value. */
bool amb_folder_where(const AmbFolder *f, const char *path, unsigned *line, unsigned *col);
/* "DIR/region.json:LINE:COL" for such a path, or "DIR/terrain.png:ROW:COL" for "land/BX/BY/X/Y" (decimal, vertex X, Y
 * of the landblock), control characters escaped as in AmbError.  A path that leads nowhere gives its nearest parent's
 * place. */
char *amb_folder_place_text(const AmbFolder *f, const char *path, char *buf, size_t cap);
const char *amb_folder_json_path(const AmbFolder *f);

/* For reloading: a number made of size, time and file number of every file of the region.  It differs from
 * amb_folder_opened_stamp() when a file has been changed, replaced or removed since opening. */
uint64_t amb_folder_stamp(const AmbFolder *f);
uint64_t amb_folder_opened_stamp(const AmbFolder *f);

#ifdef __cplusplus
}
#endif
#endif
