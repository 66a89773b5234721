/* args.c - the option table, its parser and the help printed from it. */
#include "args.h"

#include "amb/num.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

int amb_usage(AmbError *err, const char *fmt, ...)
{
    char text[AMB_ERROR_TEXT];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    amb_error(err, AMB_E_RANGE, "%s", text);
    return AMB_EXIT_USAGE;
}

/* ---- values: each parser gets the field and the text, and says what it wanted instead ---- */

typedef int (*ParseFn)(void *field, const char *text, AmbError *err);

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
    bool fine = whole_number(&p, 320, 16384, &w) && *p++ == 'x';
    fine = fine && whole_number(&p, 240, 16384, &h) && !*p;
    if (!fine)
        return amb_usage(err, "WxH in pixels, 320x240 or more, not \"%s\"", text);
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

typedef struct OptionRow {
    const char *name;
    char letter;       /* short form, 0: none */
    const char *value; /* as the help names it; NULL: a switch */
    unsigned takes;    /* known to commands that take one of these */
    size_t field;
    ParseFn parse;
    const char *help;
} OptionRow;

#define FIELD(name) offsetof(AmbArgs, name)

static const OptionRow rows[] = {
    {"region", 0, "DIR", AMB_ARGS_SOURCE, FIELD(region_dir), parse_text,
     "a region folder (without it: the demo region)"},
    {"dat", 0, "DIR", AMB_ARGS_SOURCE, FIELD(dat_dir), parse_text,
     "the folder of your own client_portal.dat and client_cell_1.dat"},

    {"at", 0, "PLACE", AMB_ARGS_PLACE, FIELD(at), parse_text,
     "a /loc line, map coordinates like \"42.1N, 33.6E\", or world metres \"X Y [Z]\" (without it: the region's start)"},
    {"heading", 0, "DEG", AMB_ARGS_PLACE, FIELD(heading_deg), parse_heading, "face this way: 0 north, 90 east"},

    {"walk", 0, "FILE", AMB_ARGS_WALK, FIELD(walk_path), parse_text, "follow a walk script (- for standard input)"},
    {"seconds", 0, "N", AMB_ARGS_SECONDS, FIELD(seconds), parse_seconds, "stand still for so long"},

    {"seed", 0, "N[:M]", AMB_ARGS_DICE, FIELD(seed), parse_seed,
     "start both generators at N, or one at N and the C library's rand at M (without it: drawn from the system and printed)"},
    {"ambient", 0, "V", AMB_ARGS_DICE, FIELD(ambient), parse_ambient,
     "the client's ambient slider, 0 to 1 (it acts twice)"},
    {"diverge", 0, "NAME[=VALUE],...", AMB_ARGS_DICE, FIELD(diverge), parse_options,
     "leave the retail reading on these points (listed below)"},
    {"fps", 0, "N", AMB_ARGS_DICE, FIELD(fps), parse_fps, "frames a second (60)"},

    {"log", 0, "FILE", AMB_ARGS_LOG, FIELD(log_path), parse_text,
     "write every event as a line of JSON (- for standard output)"},

    {"output", 'o', "FILE", AMB_ARGS_RENDER, FIELD(out_path), parse_text,
     "the sound: a name ending in .flac, any other name is WAV (- for standard output)"},
    {"bits", 0, "16|24|32f", AMB_ARGS_RENDER, FIELD(bits), parse_bits,
     "sample format (32f, floating point; 24 for FLAC)"},
    {"labels", 0, "FILE", AMB_ARGS_RENDER, FIELD(labels_path), parse_text,
     "write what played when, as an Audacity label track"},
    {"replay", 0, "LOG", AMB_ARGS_RENDER, FIELD(replay_path), parse_text,
     "play a live walk's log again, sample for sample"},

    {"scenario", 0, "FILE", AMB_ARGS_TRACE, FIELD(scenario_path), parse_text,
     "run a scenario of the test vectors and print its trace"},

    {"why", 0, "SOUND", AMB_ARGS_STATE, FIELD(why), parse_text,
     "one sound's arithmetic, step by step: its name, or STB/ROW"},
    {"verbose", 'v', NULL, AMB_ARGS_STATE, FIELD(verbose), parse_flag, "every contributing cell too"},

    {"wave", 0, "ID", AMB_ARGS_INSPECT, FIELD(wave), parse_text, "write this wave to the file named after it, as WAV"},
    {"block", 0, "XXYY", AMB_ARGS_INSPECT, FIELD(block), parse_text, "one landblock's terrain, scenes and heights"},

    {"blocks", 0, "XXYY-XXYY", AMB_ARGS_RANGE, FIELD(blocks), parse_blocks,
     "from this landblock to that one, south-west and north-east corner"},
    {"radius", 0, "N", AMB_ARGS_RANGE, FIELD(radius), parse_radius, "landblocks around the place, each way (2)"},

    {"output", 'o', "DIR", AMB_ARGS_OUT_DIR, FIELD(out_path), parse_text, "the folder to make: new, or empty"},

    {"json", 0, NULL, AMB_ARGS_JSON, FIELD(json), parse_flag, "as JSON"},

    {"audio", 0, "sdl|openal|none", AMB_ARGS_LIVE, FIELD(audio), parse_audio, "where the sound goes (sdl)"},
    {"device", 0, "NAME", AMB_ARGS_LIVE, FIELD(device), parse_text, "a sound device as `ambwalk devices` names it"},
    {"buffer", 0, "N", AMB_ARGS_LIVE, FIELD(buffer_frames), parse_buffer, "frames the device takes at a time"},
    {"gain", 0, "DB", AMB_ARGS_LIVE, FIELD(gain_db), parse_gain, "your own volume, after the mix"},
    {"save-path", 0, "FILE", AMB_ARGS_LIVE, FIELD(save_path), parse_text, "write the walk as a walk script"},
    {"screenshot", 0, "FILE", AMB_ARGS_LIVE, FIELD(screenshot_path), parse_text,
     "PNG of the last frame, and FILE.json with its numbers"},
    {"size", 0, "WxH", AMB_ARGS_LIVE, FIELD(size), parse_size, "of the window, in pixels (1440x900)"},
};
#define N_ROWS (sizeof rows / sizeof rows[0])

/* Headings of the help, in its order. */
static const struct {
    unsigned takes;
    const char *title;
} headings[] = {
    {AMB_ARGS_SOURCE, "Region"},
    {AMB_ARGS_PLACE, "Place"},
    {AMB_ARGS_WALK | AMB_ARGS_SECONDS | AMB_ARGS_DICE, "Run"},
    {AMB_ARGS_STATE | AMB_ARGS_INSPECT | AMB_ARGS_TRACE | AMB_ARGS_RANGE, "What"},
    {AMB_ARGS_LIVE, "Window and sound"},
    {AMB_ARGS_RENDER | AMB_ARGS_LOG | AMB_ARGS_JSON | AMB_ARGS_OUT_DIR, "Output"},
};

/* ---- finding rows ---- */

/* The row of an option; where two commands mean different things by one name, the command's own. */
static const OptionRow *find_row(const AmbCommand *c, const char *name, size_t len)
{
    const OptionRow *other = NULL;
    for (size_t i = 0; i < N_ROWS; i++) {
        const bool same = len ? strlen(rows[i].name) == len && memcmp(rows[i].name, name, len) == 0
                              : rows[i].letter == *name;
        if (same && (rows[i].takes & c->takes))
            return &rows[i];
        if (same && !other)
            other = &rows[i];
    }
    return other;
}

static const OptionRow *row_named(const AmbCommand *c, const char *name, size_t len)
{
    return len ? find_row(c, name, len) : NULL;
}

static const OptionRow *row_lettered(const AmbCommand *c, char letter)
{
    return find_row(c, &letter, 0);
}

static const AmbCommand *command_named(const char *name)
{
    for (const AmbCommand *c = amb_commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static int unknown_command(const char *word, AmbError *err)
{
    const char *names[32];
    size_t n = 0;
    for (const AmbCommand *c = amb_commands; c->name && n < sizeof names / sizeof names[0]; c++)
        names[n++] = c->name;
    const char *const near = amb_nearest_name(word, names, n);
    if (near)
        return amb_usage(err, "unknown command \"%s\"; did you mean \"%s\"?", word, near);
    return amb_usage(err, "unknown command \"%s\"; `ambwalk --help` lists them", word);
}

static int unknown_option(const AmbCommand *c, const char *word, AmbError *err)
{
    const char *names[N_ROWS];
    size_t n = 0;
    for (size_t i = 0; i < N_ROWS; i++)
        if (rows[i].takes & c->takes)
            names[n++] = rows[i].name;
    const char *const near = amb_nearest_name(word, names, n);
    if (near)
        return amb_usage(err, "%s: unknown option --%s; did you mean --%s?", c->name, word, near);
    return amb_usage(err, "%s: unknown option --%s; `ambwalk %s --help` lists them", c->name, word, c->name);
}

/* The option exists, but not here. */
static int foreign_option(const AmbCommand *c, const OptionRow *row, AmbError *err)
{
    for (const AmbCommand *other = amb_commands; other->name; other++)
        if (other->takes & row->takes)
            return amb_usage(err, "%s: takes no --%s; `ambwalk %s` does", c->name, row->name, other->name);
    return amb_usage(err, "%s: takes no --%s", c->name, row->name);
}

/* ---- parsing ---- */

typedef struct Scan {
    AmbArgs *args;
    int argc;
    char **argv;
    int next;
    AmbError *err;
} Scan;

static int take_value(Scan *s, const OptionRow *row, const char *value)
{
    AmbError why = AMB_ERROR_NONE;
    if (row->parse((char *)s->args + row->field, value, &why) == 0)
        return 0;
    /* amb_options_parse() speaks whole sentences; the others say what they wanted */
    const char *const want = row->parse == parse_options ? ":" : " wants";
    return amb_usage(s->err, "%s: --%s%s %s", s->args->command->name, row->name, want, why.text);
}

static int take_option(Scan *s, const OptionRow *row, const char *attached)
{
    const AmbCommand *const c = s->args->command;
    if (!(row->takes & c->takes))
        return foreign_option(c, row, s->err);
    if (!row->value) {
        if (attached)
            return amb_usage(s->err, "%s: --%s takes no value", c->name, row->name);
        return take_value(s, row, "");
    }
    if (attached)
        return take_value(s, row, attached);
    if (s->next >= s->argc)
        return amb_usage(s->err, "%s: --%s needs a value: %s", c->name, row->name, row->value);
    return take_value(s, row, s->argv[s->next++]);
}

static int take_long(Scan *s, const char *word)
{
    const size_t len = strcspn(word, "=");
    const OptionRow *const row = row_named(s->args->command, word, len);
    if (row)
        return take_option(s, row, word[len] ? word + len + 1 : NULL);
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(len < sizeof name ? len : sizeof name - 1), word);
    return unknown_option(s->args->command, name, s->err);
}

static int take_letters(Scan *s, const char *letters)
{
    for (const char *p = letters; *p; p++) {
        const OptionRow *const row = row_lettered(s->args->command, *p);
        if (!row)
            return amb_usage(s->err, "%s: unknown option -%c; `ambwalk %s --help` lists them", s->args->command->name,
                             *p, s->args->command->name);
        if (row->value)
            return take_option(s, row, p[1] ? p + 1 : NULL);
        if (take_option(s, row, NULL))
            return AMB_EXIT_USAGE;
    }
    return 0;
}

static int take_operand(Scan *s, const char *word)
{
    AmbArgs *const a = s->args;
    if (a->n_operands >= a->command->max_operands)
        return amb_usage(s->err, "%s: takes no \"%s\"", a->command->name, word);
    a->operands[a->n_operands++] = word;
    return 0;
}

static AmbArgsResult scan_rest(Scan *s)
{
    bool options = true;
    while (s->next < s->argc) {
        const char *const word = s->argv[s->next++];
        int bad;
        if (options && strcmp(word, "--") == 0) {
            options = false;
            continue;
        }
        if (options && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0))
            return AMB_ARGS_HELP;
        if (options && word[0] == '-' && word[1] == '-')
            bad = take_long(s, word + 2);
        else if (options && word[0] == '-' && word[1])
            bad = take_letters(s, word + 1);
        else
            bad = take_operand(s, word);
        if (bad)
            return AMB_ARGS_BAD;
    }
    const AmbCommand *const c = s->args->command;
    if (s->args->n_operands < c->min_operands) {
        amb_usage(s->err, "%s: needs %s", c->name, c->operands);
        return AMB_ARGS_BAD;
    }
    return AMB_ARGS_RUN;
}

/* `help COMMAND`, `--help`, `--version` in the first place; -1: something else. */
static int scan_first(AmbArgs *a, int argc, char **argv, AmbError *err)
{
    if (argc < 2)
        return -1;
    if (strcmp(argv[1], "--version") == 0)
        return AMB_ARGS_VERSION;
    a->command = NULL;
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return AMB_ARGS_HELP;
    if (strcmp(argv[1], "help") != 0)
        return -1;
    if (argc > 2) {
        a->command = command_named(argv[2]);
        if (!a->command)
            return unknown_command(argv[2], err), AMB_ARGS_BAD;
    }
    return AMB_ARGS_HELP;
}

AmbArgsResult amb_args_parse(AmbArgs *a, int argc, char **argv, AmbError *err)
{
    *a = (AmbArgs){.heading_deg = (double)NAN,
                   .seconds = (double)NAN,
                   .radius = (double)NAN,
                   .fps = 60,
                   .ambient = 1,
                   .bits = {false, AMB_F32}};
    const int first = scan_first(a, argc, argv, err);
    if (first >= 0)
        return (AmbArgsResult)first;
    Scan s = {a, argc, argv, 1, err};
    a->command = &amb_commands[0];
    if (argc > 1 && argv[1][0] != '-') {
        a->command = command_named(argv[1]);
        s.next = 2;
        if (!a->command)
            return unknown_command(argv[1], err), AMB_ARGS_BAD;
    }
    return scan_rest(&s);
}

/* ---- help ---- */

#define HELP_COLUMN 26
#define HELP_WIDTH 100

static void print_wrapped(FILE *f, const char *text)
{
    int column = HELP_COLUMN;
    while (*text) {
        const int n = (int)strcspn(text, " ");
        if (column > HELP_COLUMN && column + 1 + n > HELP_WIDTH) {
            fprintf(f, "\n%*s", HELP_COLUMN, "");
            column = HELP_COLUMN;
        }
        column += fprintf(f, "%s%.*s", column > HELP_COLUMN ? " " : "", n, text);
        text += n;
        text += strspn(text, " ");
    }
    fputc('\n', f);
}

static void print_row(FILE *f, const char *left, const char *text)
{
    const int n = fprintf(f, "  %s", left);
    if (n + 2 > HELP_COLUMN)
        fprintf(f, "\n%*s", HELP_COLUMN, "");
    else
        fprintf(f, "%*s", HELP_COLUMN - n, "");
    print_wrapped(f, text);
}

static void print_option(FILE *f, const OptionRow *row)
{
    char left[64];
    if (row->letter)
        snprintf(left, sizeof left, "-%c, --%s%s%s", row->letter, row->name, row->value ? " " : "",
                 row->value ? row->value : "");
    else
        snprintf(left, sizeof left, "--%s%s%s", row->name, row->value ? " " : "", row->value ? row->value : "");
    print_row(f, left, row->help);
}

static void print_departures(FILE *f)
{
    fputs("\nDepartures for --diverge (all off by default; the first value is retail)\n", f);
    for (int i = 0; i < AMB_OPT_COUNT; i++) {
        const AmbOptionInfo *const o = amb_option_info((AmbOption)i);
        char left[64];
        const bool on_off = strcmp(o->values[1], "on") == 0;
        snprintf(left, sizeof left, on_off ? "%s" : "%s=%s|%s", o->name, o->values[0], o->values[1]);
        print_row(f, left, o->effect);
    }
}

static void print_overview(FILE *f)
{
    fputs("ambwalk - hear a landscape's ambience as the retail client plays it\n\n"
          "usage: ambwalk [COMMAND] [OPTIONS]\n\n", f);
    for (const AmbCommand *c = amb_commands; c->name; c++) {
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", c->name, *c->operands ? " " : "", c->operands);
        print_row(f, left, c->summary);
    }
    fprintf(f,
            "\nWithout a command: %s.  `ambwalk help COMMAND` says more; `ambwalk --version` which one this is.\n"
            "Exit codes: 0 fine, 1 error, 2 wrong usage, 3 differs, 4 undecidable, 130 interrupted.\n",
            amb_commands[0].name);
}

void amb_args_help(FILE *f, const AmbCommand *c)
{
    if (!c) {
        print_overview(f);
        return;
    }
    fprintf(f, "usage: ambwalk %s%s%s%s\n\n%s", c->name, c->takes ? " [OPTIONS]" : "", *c->operands ? " " : "",
            c->operands, c->details);
    for (size_t h = 0; h < sizeof headings / sizeof headings[0]; h++) {
        if (!(headings[h].takes & c->takes))
            continue;
        fprintf(f, "\n%s\n", headings[h].title);
        for (size_t i = 0; i < N_ROWS; i++)
            if (rows[i].takes & headings[h].takes & c->takes)
                print_option(f, &rows[i]);
    }
    if (c->takes & AMB_ARGS_DICE)
        print_departures(f);
}
