/* bands.h - the directions and distance bands that a rebuild gathers for the intermittent sounds of one STB.
 *
 * All sounds of an STB receive the same cells in the same order, so what the client keeps in each IntermitSound is kept once per STB here.
 * Vectors: adddir.tsv, soundpos.tsv.
 */
#ifndef AMB_CORE_BANDS_H
#define AMB_CORE_BANDS_H

#include "amb/rng.h"
#include "amb/scene.h"

typedef struct AmbBands {
    uint32_t n;
    AmbDirBand band[8];
    uint8_t slot_of[AMB_DIR_COUNT]; /* 1 + index into band, 0: not met */
} AmbBands;

void amb_bands_clear(AmbBands *b);
void amb_bands_add_dir(AmbBands *b, AmbDir dir, float min_m, float max_m);
/* One cell at that offset.  In-block cells stand for 4..10 m at all eight bearings, in one of two orders. */
void amb_bands_add_to(AmbBands *b, AmbVec3 off, AmbDir dir, bool alt_order);

typedef struct AmbSoundPos {
    uint32_t index;     /* into the bands */
    float angle_rad, dist_roll;
    double dist_m;
    AmbVec3 pos;
} AmbSoundPos;

/* Three draws: direction, angle, distance.  b->n > 0. */
void amb_bands_place(const AmbBands *b, AmbRan2 *r, AmbVec3 listener, bool linear, AmbSoundPos *out);

#endif
