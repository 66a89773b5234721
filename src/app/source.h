/* source.h - where a region comes from: the demo, a region folder, the game's own files.  One face for all kinds.
 *
 * A source answers the core (AmbWorld) and the mixer (AmbWaveReader).  Waves are measured on first request and
 * remembered; one that cannot be decoded is reported once through amb_source_warning() and counts as present, silent,
 * and as long as its header claims.  Not thread-safe: the owner serialises.
 */
#ifndef AMB_APP_SOURCE_H
#define AMB_APP_SOURCE_H

#include "amb/dat.h"
#include "amb/decode.h"
#include "amb/place.h"
#include "amb/region_folder.h"
#include "amb/wave.h"
#include "amb/world.h"

typedef struct AmbSource AmbSource;

typedef enum AmbSourceKind { AMB_SOURCE_DEMO, AMB_SOURCE_REGION, AMB_SOURCE_DAT, AMB_SOURCE_KINDS } AmbSourceKind;

/* path: NULL for the demo, which is looked for beside the program (../share/ambwalk/demo), in the source tree it was
 * built from and in the install prefix it was configured for. */
int amb_source_open(AmbSource **out, AmbSourceKind kind, const char *path, AmbError *err);
void amb_source_close(AmbSource **s);

const AmbWorld *amb_source_world(const AmbSource *s);      /* valid until close */
AmbWaveReader amb_source_waves(AmbSource *s);
const char *amb_source_name(const AmbSource *s);           /* the region's */
const char *amb_source_hash(const AmbSource *s);           /* sha256, hex */
const char *amb_source_path(const AmbSource *s);
AmbPlace amb_source_start(const AmbSource *s);             /* with heading; z may be NAN */
void amb_source_extent(const AmbSource *s, unsigned *bx, unsigned *by, unsigned *nx, unsigned *ny);
/* A landblock for somebody who only looks around, the map: one that is missing is not worth a word.  On any thread, and
 * nobody waits for it.  AMB_OK, AMB_E_NOTFOUND where there is none, any other error for one that cannot be read. */
int amb_source_look(const AmbSource *s, unsigned bx, unsigned by, AmbBlock *out);
/* Whether the keys may walk into a landblock: it is there, and not in the ring that is only heard. */
bool amb_source_walkable(const AmbSource *s, unsigned bx, unsigned by);
/* Every landblock there is, in no order; visit returns 0 to go on.  Reads the whole directory of game files: for lists. */
typedef int (*AmbBlockVisit)(void *user, unsigned bx, unsigned by);
int amb_source_blocks(const AmbSource *s, AmbBlockVisit visit, void *user, AmbError *err);
bool amb_source_has_place(const AmbSource *s, const AmbPlace *p); /* there is a landblock under it */

uint32_t amb_source_n_waves(const AmbSource *s);
uint32_t amb_source_wave_id(const AmbSource *s, uint32_t i);
const char *amb_source_wave_label(const AmbSource *s, uint32_t wave); /* never NULL; valid until the next call */
bool amb_source_wave_info(AmbSource *s, uint32_t wave, AmbWaveInfo *out, AmbProbe *probe); /* probe may be NULL */

/* The samples; amb_pcm_free() is the caller's.  AMB_E_* with the wave's label in err. */
int amb_source_decode(AmbSource *s, uint32_t wave, AmbPcm *out, AmbError *err);
const char *amb_source_wave_file(const AmbSource *s, uint32_t wave);  /* NULL: not a file of its own */
/* "FILE:LINE:COL" of a value of a region folder ("stbs/3/sounds/1/volume"), for other sources the path itself. */
char *amb_source_place_text(const AmbSource *s, const char *path, char *buf, size_t cap);
/* A wave by its label or its file's name; false: none. */
bool amb_source_find_wave(const AmbSource *s, const char *name, uint32_t *wave);

/* The next warning not yet taken, or NULL; *log is what the event log says of it: the same for any source that lacks
 * the same. Both are valid until the next call on the source. */
const char *amb_source_warning(AmbSource *s, const char **log);

/* What stands behind it, or NULL: for messages that need the file's own words. */
const AmbFolder *amb_source_folder(const AmbSource *s);
AmbDat *amb_source_dat(const AmbSource *s);

#endif
