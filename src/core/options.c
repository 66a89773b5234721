/* options.c - the one table of names for the points on which the runtime can leave the specification's reading. */
#include "amb/options.h"

#include <stdio.h>
#include <string.h>

static const AmbOptionInfo infos[AMB_OPT_COUNT] = {
    [AMB_OPT_VARIANT_PICK] = {"variant-pick", {"n", "n-1"}, "n-1 variants",
        "The last of several variants of a sound is never picked.", true},
    [AMB_OPT_INBLOCK_ORDER] = {"inblock-order", {"seed", "alt"}, "alt in-block order",
        "Nothing to hear: the eight bearings of a near cell are listed in another order, which changes a seeded sequence.", false},
    [AMB_OPT_BLOCK_ORDER] = {"block-order", {"yx", "xy"}, "x-first ring",
        "Nothing to hear: the landblocks are summed x first, which changes low bits and the order of first meeting.", false},
    [AMB_OPT_PLAY_NOW] = {"play-now", {"le", "lt"}, "strict roll",
        "Nothing to hear: a roll exactly equal to the chance fails.", false},
    [AMB_OPT_SLIDER_ONCE] = {"slider-once", {"off", "on"}, "slider once",
        "The ambient slider acts once instead of twice: half way is -6 dB instead of -12.", true},
    [AMB_OPT_NO_QUANTISE] = {"no-quantise", {"off", "on"}, "fractional dB",
        "Levels are no longer rounded up to whole dB.", true},
    [AMB_OPT_INVERSE_DISTANCE] = {"inverse-distance", {"off", "on"}, "5/d",
        "Level falls with distance instead of its square: far sounds are louder.", true},
    [AMB_OPT_LINEAR_DISTANCE] = {"linear-distance", {"off", "on"}, "linear distance",
        "Distances are uniform in their band instead of crowded to its near end: sounds are farther away.", true},
    [AMB_OPT_RAW_CHANCE] = {"raw-chance", {"off", "on"}, "raw chance",
        "The share no longer scales the chance: intermittent sounds are more frequent.", true},
    [AMB_OPT_REARM_ALWAYS] = {"rearm-always", {"off", "on"}, "re-arm always",
        "Every audible sound fires again at each cell crossing.", true},
    [AMB_OPT_DOMINANT_ONLY] = {"dominant-only", {"off", "on"}, "own cell only",
        "Only the terrain under the listener counts: no crossfade.", true},
    [AMB_OPT_LIVE_PLACEMENT] = {"live-placement", {"off", "on"}, "live placement",
        "Level and pan of playing sounds follow the listener.", true},
    [AMB_OPT_SPATIAL] = {"spatial", {"off", "on"}, "3-D voices",
        "Sounds are placed in three dimensions instead of a whole-dB pan.", true},
    [AMB_OPT_HRTF] = {"hrtf", {"off", "on"}, "HRTF",
        "With 3-D voices, for headphones: intermittent sounds are filtered as a head does; constant ones are not touched.", true},
    [AMB_OPT_UNLIMITED_VOICES] = {"unlimited-voices", {"off", "on"}, "no voice limit",
        "More than 16 sounds may play at once.", true},
    [AMB_OPT_MONO] = {"mono", {"off", "on"}, "mono",
        "The client's own preference: both channels alike.", true},
};

const AmbOptionInfo *amb_option_info(AmbOption opt)
{
    return &infos[opt];
}

static int find(const char *name, size_t n)
{
    for (int i = 0; i < AMB_OPT_COUNT; i++)
        if (strlen(infos[i].name) == n && memcmp(infos[i].name, name, n) == 0)
            return i;
    return -1;
}

static int unknown(const char *name, size_t n, AmbError *err)
{
    char word[64];
    const char *names[AMB_OPT_COUNT];
    for (int i = 0; i < AMB_OPT_COUNT; i++)
        names[i] = infos[i].name;
    snprintf(word, sizeof word, "%.*s", (int)n, name);
    const char *const near = amb_nearest_name(word, names, AMB_OPT_COUNT);
    if (near)
        return amb_error(err, AMB_E_NOTFOUND, "no option \"%s\"; did you mean \"%s\"?", word, near);
    return amb_error(err, AMB_E_NOTFOUND, "no option \"%s\"", word);
}

/* One "NAME" or "NAME=VALUE" of n bytes. */
static int parse_one(AmbOptions *o, const char *text, size_t n, AmbError *err)
{
    const char *const eq = memchr(text, '=', n);
    const size_t name_len = eq ? (size_t)(eq - text) : n;
    const int opt = find(text, name_len);
    if (opt < 0)
        return unknown(text, name_len, err);
    if (!eq) {
        o->v[opt] = 1;
        return AMB_OK;
    }
    const size_t value_len = n - name_len - 1;
    for (unsigned char k = 0; k < 2; k++) {
        const char *const value = infos[opt].values[k];
        if (strlen(value) == value_len && memcmp(value, eq + 1, value_len) == 0) {
            o->v[opt] = k;
            return AMB_OK;
        }
    }
    return amb_error(err, AMB_E_RANGE, "option %s takes %s or %s, not \"%.*s\"", infos[opt].name,
                     infos[opt].values[0], infos[opt].values[1], (int)(value_len < 64 ? value_len : 64), eq + 1);
}

int amb_options_parse(AmbOptions *o, const char *text, AmbError *err)
{
    AmbOptions next = *o;
    for (;;) {
        const size_t n = strcspn(text, ",");
        const int code = parse_one(&next, text, n, err);
        if (code)
            return code;
        if (!text[n])
            break;
        text += n + 1;
    }
    *o = next;
    return AMB_OK;
}
