/* stb.h - one ambient table of the region's sound part (specification section 1, AmbientSTBDesc::UnPack).  Vectors:
 * stb_unpack.tsv. */
#ifndef AMB_DAT_STB_H
#define AMB_DAT_STB_H

#include "cursor.h"

/* Reads it at the cursor; a failure is the cursor's.  Sounds and names live in the arena. */
void amb_cursor_stb(AmbCursor *c, AmbArena *arena, AmbStb *stb);

#endif
