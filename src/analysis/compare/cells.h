/* cells.h - where a firing lands under a reading: level and pan, as exact distributions.
 *
 * Levels and pans come from the core's own functions; the tables hold where those step, so that a distribution is sums of differences.
 */
#ifndef CMP_CELLS_H
#define CMP_CELLS_H

#include "reading.h"

#define CMP_PAN_STEPS 128      /* room: the pan has 31 values, most of them twice round the circle */
#define CMP_LEVEL_KINDS 8      /* nearest, inverse-distance and slider-once, on or off */

typedef struct CmpPanStep { double from_deg; int pan; } CmpPanStep; /* bearing from the listener's heading on which this pan begins */

typedef struct CmpCellTables {
    const AmbCmpScene *scene;
    bool no_pan;               /* sides are not known: everything counts as in the middle ... */
    bool down_mixed;           /* ... and levels are as one channel shows them */
    CmpPanStep pans[CMP_PAN_STEPS];
    size_t n_pans;
    double (*reach)[CMP_LEVELS]; /* per sound and kind: up to this distance the level is -n or more */
    bool *made;
} CmpCellTables;

bool cmp_tables_open(CmpCellTables *t, const AmbCmpScene *scene); /* false: no memory */
void cmp_tables_close(CmpCellTables *t);

/* p[pan + 15][-level], summing to the probability that a firing is heard at all (-50 dB or more). */
typedef struct CmpCells { float p[CMP_PANS][CMP_LEVELS]; } CmpCells;
void cmp_reading_cells(CmpCellTables *t, const CmpReading *r, size_t sound, const AmbCmpSegment *g, CmpCells *out);
/* Probability of level -n or more. */
void cmp_reading_levels(CmpCellTables *t, const CmpReading *r, size_t sound, const AmbCmpSegment *g, double at_least[CMP_LEVELS]);

#endif
