/* args_rows.c - the table of options, and how each kind of value is read. */
#include "args_rows.h"

#include "amb/num.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/* ---- values: each parser gets the field and the text, and says what it wanted instead ---- */

static int parse_text(void *field, const char *text, AmbError *err)
{
    if (!*text)
        return amb_usage(err, "a name, not an empty text");
    *(const char **)field = text;
    return 0;
}

static int parse_flag(void *field, const char *text, AmbError *err)
{
    (void)text;
    (void)err;
    *(bool *)field = true;
    return 0;
}

static int number_between(double *out, const char *text, double lo, double hi, const char *wanted, AmbError *err)
{
    double v = 0;
    const size_t n = amb_parse_f64(text, strlen(text), &v);
    if (!n || text[n] || !(v >= lo && v <= hi))
        return amb_usage(err, "%s, not \"%s\"", wanted, text);
    *out = v;
    return 0;
}

static int parse_heading(void *field, const char *text, AmbError *err)
{
    if (number_between(field, text, -360, 360, "degrees from -360 to 360", err))
        return AMB_EXIT_USAGE;
    double *const deg = field;
    *deg = *deg < 0 ? fmod(*deg + 360, 360) : fmod(*deg, 360);
    return 0;
}

static int parse_length(void *field, const char *text, AmbError *err)
{
    return number_between(field, text, DBL_TRUE_MIN, 1e7, "more than 0 seconds, at most 10000000", err);
}

static int parse_seconds(void *field, const char *text, AmbError *err)
{
    return number_between(field, text, 0, 1e7, "seconds from 0 to 10000000", err);
}

static int parse_fps(void *field, const char *text, AmbError *err)
{
    return number_between(field, text, 0.1, 10000, "frames a second from 0.1 to 10000", err);
}

static int parse_ambient(void *field, const char *text, AmbError *err)
{
    return number_between(field, text, 0, 1, "a slider position from 0 to 1", err);
}

static int parse_gain(void *field, const char *text, AmbError *err)
{
    return number_between(field, text, -100, 24, "dB from -100 to 24", err);
}

static int parse_buffer(void *field, const char *text, AmbError *err)
{
    double v = 0;
    static const char wanted[] = "frames, a power of two from 64 to 16384";
    if (number_between(&v, text, 64, 16384, wanted, err))
        return AMB_EXIT_USAGE;
    const int n = (int)v;
    if ((double)n != v || (n & (n - 1)))
        return amb_usage(err, "%s, not \"%s\"", wanted, text);
    *(int *)field = n;
    return 0;
}

/* A whole number at text, up to its end or a ':'; false when it is none or outside. */
static bool whole_number(const char **text, double lo, double hi, double *out)
{
    const size_t n = strspn(*text, "+-0123456789");
    double v = 0;
    if (!n || amb_parse_f64(*text, n, &v) != n || v < lo || v > hi)
        return false;
    *text += n;
    *out = v;
    return true;
}

static int parse_size(void *field, const char *text, AmbError *err)
{
    const char *p = text;
    double w = 0, h = 0;
    bool fine = whole_number(&p, 640, 16384, &w) && *p++ == 'x';
    fine = fine && whole_number(&p, 480, 16384, &h) && !*p;
    if (!fine)
        return amb_usage(err, "WxH in pixels, 640x480 to 16384x16384, not \"%s\"", text);
    *(AmbSize *)field = (AmbSize){(int)w, (int)h};
    return 0;
}

static int parse_seed(void *field, const char *text, AmbError *err)
{
    AmbSeed *const seed = field;
    const char *p = text;
    double ran2 = 0, crt = 0;
    bool fine = whole_number(&p, -2147483648.0, 2147483647.0, &ran2);
    crt = ran2;
    if (fine && *p == ':') {
        p++;
        fine = whole_number(&p, 0, 4294967295.0, &crt);
    }
    if (!fine || *p)
        return amb_usage(
            err, "N or N:M, whole numbers (N from -2147483648 to 2147483647, M from 0 to 4294967295), not \"%s\"",
            text);
    *seed = (AmbSeed){true, (int32_t)ran2, (uint32_t)(int64_t)crt};
    return 0;
}

static int parse_radius(void *field, const char *text, AmbError *err)
{
    static const char wanted[] = "a whole number of landblocks from 0 to 254";
    double v = 0;
    if (number_between(&v, text, 0, 254, wanted, err))
        return AMB_EXIT_USAGE;
    if (floor(v) != v)
        return amb_usage(err, "%s, not \"%s\"", wanted, text);
    *(double *)field = v;
    return 0;
}

/* XXYY at text: four hex digits, each pair up to FE. */
static bool landblock(const char *text, unsigned *x, unsigned *y)
{
    unsigned v = 0;
    for (int i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdef0123456789ABCDEF";
        const char *const d = text[i] ? strchr(digits, text[i]) : NULL;
        if (!d)
            return false;
        v = v << 4 | (unsigned)(d - digits) % 16;
    }
    *x = v >> 8;
    *y = v & 0xFF;
    return *x < 0xFF && *y < 0xFF;
}

static int parse_blocks(void *field, const char *text, AmbError *err)
{
    AmbBlockRange *const r = field;
    bool fine = landblock(text, &r->x0, &r->y0);
    r->x1 = r->x0;
    r->y1 = r->y0;
    if (fine && text[4] == '-')
        fine = landblock(text + 5, &r->x1, &r->y1) && !text[9] && r->x0 <= r->x1 && r->y0 <= r->y1;
    else
        fine = fine && !text[4];
    if (!fine)
        return amb_usage(
            err,
            "landblocks XXYY or XXYY-XXYY, south-west and north-east corner in hex digits up to FE, like A8B3-AAB5, not \"%s\"",
            text);
    r->given = true;
    return 0;
}

static int parse_options(void *field, const char *text, AmbError *err)
{
    return amb_options_parse(field, text, err) ? AMB_EXIT_USAGE : 0;
}

/* One of a list of words; the field is an int-sized enum whose values are the list's indices. */
static int one_of(const char *const *words, int n, const char *text, AmbError *err)
{
    char all[128] = "";
    for (int i = 0; i < n; i++) {
        if (strcmp(text, words[i]) == 0)
            return i;
        const size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", i == 0 ? "" : i == n - 1 ? " or " : ", ", words[i]);
    }
    amb_usage(err, "%s, not \"%s\"", all, text);
    return -1;
}

static int parse_audio(void *field, const char *text, AmbError *err)
{
    static const char *const words[] = {"sdl", "openal", "none"};
    const int i = one_of(words, 3, text, err);
    if (i < 0)
        return AMB_EXIT_USAGE;
    *(AmbAudioOut *)field = (AmbAudioOut)i;
    return 0;
}

static int parse_bits(void *field, const char *text, AmbError *err)
{
    static const char *const words[] = {"16", "24", "32f"};
    const int i = one_of(words, 3, text, err);
    if (i < 0)
        return AMB_EXIT_USAGE;
    *(AmbBits *)field = (AmbBits){true, (AmbSampleFormat)i};
    return 0;
}

/* ---- the table ---- */

#define FIELD(name) offsetof(AmbArgs, name)

const AmbOptionRow amb_option_rows[] = {
    {"region", 0, "DIR", AMB_ARGS_SOURCE, FIELD(region_dir), parse_text, false,
     "a region folder (without it: the demo region)"},
    {"dat", 0, "DIR", AMB_ARGS_SOURCE, FIELD(dat_dir), parse_text, false,
     "the folder of your own client_portal.dat and client_cell_1.dat"},

    {"at", 0, "PLACE", AMB_ARGS_PLACE, FIELD(at), parse_text, false,
     "a /loc line, map coordinates like \"42.1N, 33.6E\", or world metres \"X Y [Z]\" (without it: the region's start)"},
    {"heading", 0, "DEG", AMB_ARGS_PLACE, FIELD(heading_deg), parse_heading, false, "face this way: 0 north, 90 east"},

    {"walk", 0, "FILE", AMB_ARGS_WALK, FIELD(walk_path), parse_text, false,
     "follow a walk script (- for standard input)"},
    {"seconds", 0, "N", AMB_ARGS_SECONDS, FIELD(seconds), parse_length, false, "stand still for so long"},

    {"seed", 0, "N[:M]", AMB_ARGS_DICE, FIELD(seed), parse_seed, false,
     "start both generators at N, or one at N and the C library's rand at M (without it: drawn from the system and printed)"},
    {"ambient", 0, "V", AMB_ARGS_DICE | AMB_ARGS_COMPARE, FIELD(ambient), parse_ambient, false,
     "the client's ambient slider, 0 to 1 (it acts twice)"},
    {"diverge", 0, "NAME[=VALUE],...", AMB_ARGS_DICE, FIELD(diverge), parse_options, true,
     "leave the retail reading on these points (listed below)"},
    {"fps", 0, "N", AMB_ARGS_DICE, FIELD(fps), parse_fps, false, "frames a second (60)"},

    {"log", 0, "FILE", AMB_ARGS_LOG, FIELD(log_path), parse_text, false,
     "write every event as a line of JSON (- for standard output)"},

    {"output", 'o', "FILE", AMB_ARGS_RENDER, FIELD(out_path), parse_text, false,
     "the sound: a name ending in .flac, any other name is WAV (- for standard output)"},
    {"bits", 0, "16|24|32f", AMB_ARGS_RENDER, FIELD(bits), parse_bits, false,
     "sample format (32f, floating point; 24 for FLAC)"},
    {"labels", 0, "FILE", AMB_ARGS_RENDER, FIELD(labels_path), parse_text, false,
     "write what played when, as an Audacity label track"},
    {"stems", 0, "DIR", AMB_ARGS_RENDER, FIELD(stems_dir), parse_text, false,
     "each sound that plays alone in a WAV of its own; they add up to the mix (a new or empty folder)"},
    {"retail-mix", 0, NULL, AMB_ARGS_RENDER | AMB_ARGS_LIVE, FIELD(retail_mix), parse_flag, false,
     "mix as the client does: 11025 Hz, 16-bit integers that saturate"},
    {"replay", 0, "LOG", AMB_ARGS_RENDER, FIELD(replay_path), parse_text, false,
     "play a live walk's log again, sample for sample"},

    {"scenario", 0, "FILE", AMB_ARGS_TRACE, FIELD(scenario_path), parse_text, false,
     "run a scenario of the test vectors and print its trace"},

    {"why", 0, "SOUND", AMB_ARGS_STATE, FIELD(why), parse_text, false,
     "one sound's arithmetic, step by step: its name, or STB/ROW"},
    {"scene", 0, NULL, AMB_ARGS_STATE, FIELD(print_scene), parse_flag, false,
     "print the place or walk as the scene page that `ambwalk compare --scene` reads"},
    {"waves", 0, "DIR", AMB_ARGS_STATE, FIELD(waves_dir), parse_text, false,
     "with --scene: write the sounds that it names, too, to this new or empty folder"},
    {"verbose", 'v', NULL, AMB_ARGS_STATE, FIELD(verbose), parse_flag, false, "every contributing cell too"},

    {"wave", 0, "ID", AMB_ARGS_INSPECT, FIELD(wave), parse_text, false,
     "write this wave to the file named after it, as WAV"},
    {"block", 0, "XXYY", AMB_ARGS_INSPECT, FIELD(block), parse_text, false,
     "one landblock's terrain, scenes and heights"},

    {"blocks", 0, "XXYY-XXYY", AMB_ARGS_RANGE, FIELD(blocks), parse_blocks, false,
     "from this landblock to that one, south-west and north-east corner"},
    {"radius", 0, "N", AMB_ARGS_RANGE, FIELD(radius), parse_radius, false, "landblocks around the place, each way (2)"},

    {"output", 'o', "DIR", AMB_ARGS_OUT_DIR, FIELD(out_path), parse_text, false, "the folder to make: new, or empty"},

    {"scene", 0, "FILE", AMB_ARGS_COMPARE, FIELD(scene_path), parse_text, false,
     "a scene page instead of source and place, as `ambwalk state --scene` writes it"},
    {"waves", 0, "DIR", AMB_ARGS_COMPARE, FIELD(waves_dir), parse_text, false, "the sound files that --scene names"},
    {"theirs", 0, "LOG", AMB_ARGS_COMPARE, FIELD(theirs_path), parse_text, false,
     "another program's event log instead of a recording"},
    {"plan", 0, NULL, AMB_ARGS_COMPARE, FIELD(plan), parse_flag, false,
     "before recording: what a recording of this place could find, and better places near by"},
    {"radius", 0, "N", AMB_ARGS_COMPARE, FIELD(radius), parse_radius, false,
     "with --plan: look for places so many landblocks around, each way (2, at most 8)"},
    {"mark", 0, "S", AMB_ARGS_COMPARE, FIELD(mark_s), parse_seconds, false, "the walk begins so many seconds into the recording (0)"},
    {"gain", 0, "DB", AMB_ARGS_COMPARE, FIELD(recording_gain_db), parse_gain, false,
     "the recording's gain, if it is known: 0 for a digital loopback (without it: found from the constants)"},
    {"fps", 0, "N", AMB_ARGS_COMPARE, FIELD(client_fps), parse_fps, false,
     "the client's frames a second (without it: found from the constants)"},

    {"json", 0, NULL, AMB_ARGS_JSON, FIELD(json), parse_flag, false, "as JSON"},

    {"audio", 0, "sdl|openal|none", AMB_ARGS_LIVE, FIELD(audio), parse_audio, false, "where the sound goes (sdl; openal where sdl cannot)"},
    {"device", 0, "NAME", AMB_ARGS_LIVE, FIELD(device), parse_text, false,
     "a sound device as `ambwalk devices` names it"},
    {"buffer", 0, "N", AMB_ARGS_LIVE, FIELD(buffer_frames), parse_buffer, false, "frames the device takes at a time"},
    {"gain", 0, "DB", AMB_ARGS_LIVE, FIELD(gain_db), parse_gain, false, "your own volume, after the mix"},
    {"save-path", 0, "FILE", AMB_ARGS_LIVE, FIELD(save_path), parse_text, false, "write the walk as a walk script"},
    {"screenshot", 0, "FILE", AMB_ARGS_LIVE, FIELD(screenshot_path), parse_text, false,
     "PNG of the last frame, and FILE.json with its numbers"},
    {"size", 0, "WxH", AMB_ARGS_LIVE, FIELD(size), parse_size, false, "of the window, in pixels (as it was left, at first 1440x900)"},
    {"no-config", 0, NULL, AMB_ARGS_LIVE, FIELD(no_config), parse_flag, false, "neither read nor write settings"},
    {NULL, 0, NULL, 0, 0, NULL, false, NULL},
};
_Static_assert(sizeof amb_option_rows / sizeof amb_option_rows[0] <= AMB_OPTION_ROWS_MAX, "the parser lists all names");
