/* score.h - where each wave might stand in the residual: overlap-save correlation, block by block. */
#ifndef CMP_SCORE_H
#define CMP_SCORE_H

#include "events.h"

typedef struct CmpCandidate {
    unsigned wave;
    size_t start;          /* index of the shape's first sample */
    float z2;              /* squared score */
} CmpCandidate;

typedef struct CmpCandidates {
    CmpCandidate *v;
    size_t n, cap;
} CmpCandidates;

/* Every local maximum over 40 ms with z >= zmin, best first, where anything has changed since the last scoring of this piece.
 * The caller frees v. */
int cmp_score(CmpSearch *s, double zmin, CmpCandidates *out, AmbError *err);

#endif
