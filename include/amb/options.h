/* options.h - the points on which the runtime can be told to leave the specification's reading.
 *
 * Source: supplement section 8 (both tables) and the client's own "Mono" preference.  Everything zero is
 * retail as the specification reads it.  The names are the only spelling: --diverge, the log header,
 * the settings and the window's departures list all go through the table.
 */
#ifndef AMB_OPTIONS_H
#define AMB_OPTIONS_H

#include "amb/error.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum AmbOption {
    AMB_OPT_VARIANT_PICK,     /* 0: trunc(u*n)   1: trunc(u*(n-1)), the last variant is never taken */
    AMB_OPT_INBLOCK_ORDER,    /* 0: N S E W NW SW NE SE   1: N S E W NW NE SW SE */
    AMB_OPT_BLOCK_ORDER,      /* 0: y outer   1: x outer */
    AMB_OPT_PLAY_NOW,         /* 0: roll <= chance   1: roll < chance */
    AMB_OPT_SLIDER_ONCE,      /* the ambient slider acts once instead of twice */
    AMB_OPT_NO_QUANTISE,      /* fractional dB instead of whole dB */
    AMB_OPT_INVERSE_DISTANCE, /* 5/d instead of 25/d^2 */
    AMB_OPT_LINEAR_DISTANCE,  /* distance uniform in the band instead of squared */
    AMB_OPT_RAW_CHANCE,       /* base_chance instead of base_chance * share */
    AMB_OPT_REARM_ALWAYS,     /* every audible sound fires again at each cell crossing */
    AMB_OPT_DOMINANT_ONLY,    /* only the table of the listener's own cell, no crossfade */
    AMB_OPT_LIVE_PLACEMENT,   /* level and pan of playing voices follow the listener */
    AMB_OPT_SPATIAL,          /* voices placed in 3-D by the mixer: the core gives pan 0 */
    AMB_OPT_HRTF,             /* those voices through a head's filters; nothing to the core */
    AMB_OPT_UNLIMITED_VOICES, /* no 16-voice limit (AMB_VOICES_MAX of scene.h all the same) */
    AMB_OPT_MONO,             /* the client's own preference: pan 0 */
    AMB_OPT_COUNT
} AmbOption;

typedef struct AmbOptions {
    unsigned char v[AMB_OPT_COUNT]; /* 0 = default, 1 = the other reading */
} AmbOptions;

typedef struct AmbOptionInfo {
    const char *name;      /* "variant-pick" */
    const char *values[2]; /* {"n", "n-1"}; on/off options: {"off", "on"} */
    const char *title;     /* short, for a button: "n-1 variants" */
    const char *effect;    /* one sentence: what changes for the listener */
    bool audible;          /* false: it changes only low bits or the sequence of a seed */
} AmbOptionInfo;

const AmbOptionInfo *amb_option_info(AmbOption opt); /* never NULL for opt < AMB_OPT_COUNT */

/* "NAME" (on) or "NAME=VALUE", several separated by commas; *o keeps its other members.  AMB_E_NOTFOUND names the
 * nearest known name, AMB_E_RANGE the allowed values; on error *o is unchanged. */
int amb_options_parse(AmbOptions *o, const char *text, AmbError *err);

#ifdef __cplusplus
}
#endif
#endif
