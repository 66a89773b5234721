/* reading.h - one reading of the rules, and what it predicts for a sound: the specification's, or one that others follow. */
#ifndef CMP_READING_H
#define CMP_READING_H

#include "amb/compare_scene.h"
#include "amb/level.h"

#define CMP_PANS 31            /* -15 .. 15 */
#define CMP_LEVELS 51          /* 0 .. -50 dB */
#define CMP_HALF_CONE_DEG 11.25

typedef struct CmpReading {
    const char *name;          /* as the option is spelt, or of our own */
    const char *title;         /* what it would mean: "distances are drawn evenly in the band" */
    AmbOptions options;
    bool nearest;              /* the nearest whole dB instead of the next one up */
    bool mirrored;             /* left and right changed over */
    bool rows_ignored;         /* the rows' own probabilities do not count */
    float share_factor;        /* of every share */
    double half_cone_deg;      /* of the angle around a slot's bearing */
    double turn_deg;           /* added to the listener's heading */
    const AmbCmpSound *only;   /* dominant-only: all land is of this sound's kind, i.e. has its share (NULL: not) */
} CmpReading;

extern const CmpReading cmp_retail; /* the specification's */

/* A constant's level in this segment; false: not played. */
bool cmp_reading_constant(const CmpReading *r, const AmbCmpScene *scene, const AmbCmpSound *sound, const AmbCmpSegment *g, int *level);
/* Of a sound at this distance, by the core's own function; false: not played. */
bool cmp_reading_level(const CmpReading *r, double dist_m, float volume, float slider, int *level);
/* Probability that an attempt of an intermittent sound passes its roll. */
double cmp_reading_chance(const CmpReading *r, const AmbCmpSound *sound, const AmbCmpSegment *g);
/* Probability that a firing plays row k, its own gate included. */
double cmp_reading_row(const CmpReading *r, const AmbCmpSound *sound, size_t k);
/* The heading that counts in this segment. */
double cmp_heading(const AmbCmpScene *scene, const AmbCmpSegment *g);

#endif
