/* dat.h - the player's own client_portal.dat and client_cell_1.dat as a world to walk in.
 *
 * Opening reads the headers and the region; tables, waves and landblocks are looked up one by one when asked for, so
 * the cell file's directory is never walked.  A table, wave or landblock that is missing or broken is named once
 * through the warning callback and is silence from then on.  Nothing is ever written.
 * Calls may come from several threads (they take turns inside, those who only look among themselves).
 * Format and sources: src/dat/README.md.
 */
#ifndef AMB_DAT_H
#define AMB_DAT_H

#include "amb/dat_file.h"
#include "amb/dat_record.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AmbDat AmbDat;

/* One line for the user, without newline; called at most once for each thing, from the thread that met it. Must not
 * call back. */
typedef struct AmbDatWarning {
    void *user;
    void (*say)(void *user, const char *text);
} AmbDatWarning;

/* dir holds the two files, or one of its usual sub-folders does (Data, Turbine/Asheron's Call, ...), in any letter
 * case. Portal and cell are told apart by what their headers say, not by their names.  No cell file: said once, no
 * landblocks. No portal file, a container or region that cannot be read: an error.  warn may be NULL. */
int amb_dat_open(AmbDat **out, const char *dir, const AmbDatWarning *warn, AmbError *err);
void amb_dat_close(AmbDat **d); /* *d may be NULL; is NULL afterwards */

const AmbDatRegion *amb_dat_region(const AmbDat *d); /* lives as long as d */
AmbDatFile *amb_dat_portal(const AmbDat *d);         /* for lists; never NULL.  Not while other threads use d */
AmbDatFile *amb_dat_cell(const AmbDat *d);           /* likewise; NULL without a cell file */
const char *amb_dat_hash(const AmbDat *d);           /* sha256 in hex over both headers, sizes and the region record */
uint64_t amb_dat_bytes_read(const AmbDat *d);        /* from both files so far */

/* The sound table of an STB, loaded at the first call and kept until its release.  NULL: none, missing or broken. */
const AmbTable *amb_dat_table(AmbDat *d, uint32_t stb);
void amb_dat_table_release(AmbDat *d, uint32_t stb);

/* A wave's header; false: missing or broken (said once).  The pointers in *out are NULL. */
bool amb_dat_wave(AmbDat *d, uint32_t wave, AmbDatWave *out);
/* The wave as a RIFF file, as AmbWaveReader wants it.  AMB_E_NOTFOUND, AMB_E_FORMAT; AMB_E_UNSUPPORTED for one that is
 * not playable, with only the reason in err: as from a decoder, the caller adds what it was. */
int amb_dat_wave_bytes(AmbDat *d, uint32_t wave, AmbWaveBytes *out, AmbError *err);

#define AMB_DAT_LABEL_TEXT 9
char *amb_dat_wave_label(char buf[AMB_DAT_LABEL_TEXT], uint32_t wave); /* 8 hex digits */

/* A landblock; false: absent or broken (said once; after a few dozen only that there are more). bx, by 0..254. */
bool amb_dat_block(AmbDat *d, unsigned bx, unsigned by, AmbBlock *out);
/* The same for somebody who only looks around: nothing is said, and nobody else waits meanwhile (it reads through a handle
 * of its own).  AMB_OK, AMB_E_NOTFOUND for an absent one, any other error for a broken one. */
int amb_dat_look(AmbDat *d, unsigned bx, unsigned by, AmbBlock *out);

#ifdef __cplusplus
}
#endif
#endif
