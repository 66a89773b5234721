/* walk.c - walk scripts: read line by line into steps that each hold the whole state, looked up by time. */
#include "amb/walk.h"

#include "amb/num.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BYTES ((size_t)64 << 20)
#define MAX_LINES 1000000u
#define MAX_SECONDS 1e7
#define MAX_COMMAND 1000 /* bytes of one line without its comment */

typedef struct Waypoint {
    double t;
    double x_m, y_m, z_m; /* z NAN: on the ground */
    bool walked;          /* reached by a line from the waypoint before, else by a jump */
} Waypoint;

/* What holds from `t` on. */
typedef struct Step {
    double t;
    uint32_t waypoint;    /* the last one reached */
    uint32_t resets;      /* so far */
    float facing_deg;     /* while standing, or always when not `along` */
    float slider;
    uint16_t indoor_cell; /* 0 outdoors */
    bool along;           /* faces along the line that is walked */
    bool seen_outside;
    bool enabled;
} Step;

struct AmbWalk {
    Step *steps;          /* by time; never empty */
    size_t n_steps, cap_steps;
    Waypoint *waypoints;  /* by time; never empty */
    size_t n_waypoints, cap_waypoints;
    double length_s;
};

/* ---- building ---- */

static int grow(void **items, size_t *cap, size_t used, size_t item_size)
{
    if (used < *cap)
        return 0;
    const size_t want = *cap ? *cap * 2 : 16;
    void *const p = realloc(*items, want * item_size);
    if (!p)
        return -1;
    *items = p;
    *cap = want;
    return 0;
}

static int push_step(AmbWalk *w, const Step *s)
{
    void *items = w->steps;
    if (grow(&items, &w->cap_steps, w->n_steps, sizeof *s))
        return -1;
    w->steps = items;
    w->steps[w->n_steps++] = *s;
    return 0;
}

static int push_waypoint(AmbWalk *w, const Waypoint *p)
{
    void *items = w->waypoints;
    if (grow(&items, &w->cap_waypoints, w->n_waypoints, sizeof *p))
        return -1;
    w->waypoints = items;
    w->waypoints[w->n_waypoints++] = *p;
    return 0;
}

static float facing(double heading_deg)
{
    const double turned = fmod(heading_deg, 360.0);
    const float f = (float)(turned < 0 ? turned + 360.0 : turned);
    return f < 360.0f ? f : 0.0f;
}

/* The facing along a line, or `standing` when it leads nowhere on the map. */
static float line_facing(const Waypoint *from, const Waypoint *to, float standing)
{
    const double east = to->x_m - from->x_m, north = to->y_m - from->y_m;
    return east == 0 && north == 0 ? standing : facing(amb_place_heading_deg(east, north));
}

static int begin(AmbWalk **out, const AmbPlace *start, float slider, AmbError *err)
{
    unsigned bx, by;
    float x, y;
    *out = NULL;
    if (!amb_place_block(start->x_m, start->y_m, &bx, &by, &x, &y))
        return amb_error(err, AMB_E_RANGE, "the walk's start is outside the world");
    AmbWalk *const w = calloc(1, sizeof *w);
    const Waypoint at = {0, start->x_m, start->y_m, start->z_m, false};
    const Step first = {.slider = slider, .along = true, .enabled = true, .indoor_cell = start->indoor,
                        .facing_deg = isnan(start->heading_deg) ? 0.0f : facing(start->heading_deg)};
    *out = w;
    if (w && !push_waypoint(w, &at) && !push_step(w, &first))
        return AMB_OK;
    amb_walk_free(out);
    return amb_error(err, AMB_E_NOMEM, "no memory for the walk");
}

/* ---- reading ---- */

typedef struct Reader {
    AmbWalk *walk;
    const char *file;
    unsigned line;
    char text[MAX_COMMAND + 1]; /* the line without comment and blanks at its end */
    size_t at;                  /* next byte of text */
    bool ended;
    AmbError *err;
} Reader;

static int fail(const Reader *r, size_t at, int code, const char *what)
{
    return amb_error(r->err, code, "%s:%u:%zu: %s", r->file, r->line, at + 1, what);
}

static int no_memory(const Reader *r)
{
    return fail(r, 0, AMB_E_NOMEM, "no memory for the walk");
}

static void skip_blanks(Reader *r)
{
    r->at += strspn(r->text + r->at, " \t");
}

/* The next word's length; it starts at r->text + r->at. */
static size_t next_word(Reader *r)
{
    skip_blanks(r);
    return strcspn(r->text + r->at, " \t");
}

static bool take_word(Reader *r, const char *word)
{
    const size_t n = next_word(r);
    if (n != strlen(word) || strncmp(r->text + r->at, word, n) != 0)
        return false;
    r->at += n;
    return true;
}

static int take_number(Reader *r, double *out, const char *expected)
{
    const size_t n = next_word(r);
    double v = 0;
    if (!n || amb_parse_f64(r->text + r->at, n, &v) != n)
        return fail(r, r->at, AMB_E_FORMAT, expected);
    if (!isfinite(v))
        return fail(r, r->at, AMB_E_RANGE, "the number must be finite");
    r->at += n;
    *out = v;
    return AMB_OK;
}

static int move_to(Reader *r, Step *s, const Waypoint *p)
{
    if (push_waypoint(r->walk, p))
        return no_memory(r);
    s->waypoint = (uint32_t)(r->walk->n_waypoints - 1);
    return AMB_OK;
}

/* place.h counts columns from the place's first byte; this file's from the line's. */
static int place_error(const Reader *r, size_t place_at, const AmbError *e)
{
    size_t column = 1;
    int text_at = 0;
    if (sscanf(e->text, "column %zu: %n", &column, &text_at) != 1)
        text_at = 0;
    return fail(r, place_at + column - 1, e->code, e->text + text_at);
}

static int cmd_at(Reader *r, Step *s)
{
    AmbPlace place;
    AmbError e = AMB_ERROR_NONE;
    skip_blanks(r);
    const size_t place_at = r->at;
    if (amb_place_parse(&place, r->text + place_at, &e))
        return place_error(r, place_at, &e);
    r->at = strlen(r->text);
    if (!isnan(place.heading_deg)) {
        s->facing_deg = facing(place.heading_deg);
        s->along = false;
    }
    s->indoor_cell = place.indoor;
    s->seen_outside = false;
    return move_to(r, s, &(Waypoint){s->t, place.x_m, place.y_m, place.z_m, false});
}

static int cmd_to(Reader *r, Step *s)
{
    Waypoint p = {s->t, 0, 0, (double)NAN, true};
    int code = AMB_OK;
    double *const axis[] = {&p.x_m, &p.y_m, &p.z_m};
    for (int i = 0; i < 3 && !code; i++) {
        if (i == 2 && !next_word(r))
            break;
        skip_blanks(r);
        const size_t number_at = r->at;
        code = take_number(r, axis[i], i == 2 ? "expected the height in metres or the end of the line"
                                              : "expected X Y [Z] in world metres");
        if (!code && i < 2 && !(*axis[i] >= 0 && *axis[i] < AMB_BLOCK_M * AMB_BLOCKS))
            code = fail(r, number_at, AMB_E_RANGE, "outside the world (0 to 48960 m)");
        if (!code && i == 2 && fabs(p.z_m) > AMB_HIGHEST_M)
            code = fail(r, number_at, AMB_E_RANGE, "the height must be within 1000000 m");
    }
    if (code)
        return code;
    if (s->along)
        s->facing_deg = line_facing(&r->walk->waypoints[s->waypoint], &p, s->facing_deg);
    return move_to(r, s, &p);
}

static int cmd_heading(Reader *r, Step *s)
{
    s->along = take_word(r, "auto");
    if (s->along)
        return AMB_OK;
    double deg = 0;
    const int code = take_number(r, &deg, "expected degrees (0 north, clockwise) or auto");
    s->facing_deg = facing(deg);
    return code;
}

static int cmd_in(Reader *r, Step *s)
{
    const size_t n = next_word(r);
    const char *const w = r->text + r->at;
    unsigned cell = 0;
    if (n != 6 || w[0] != '0' || (w[1] | 0x20) != 'x' || strspn(w + 2, "0123456789abcdefABCDEF") != 4 ||
        sscanf(w + 2, "%4x", &cell) != 1 || cell < 0x0100 || cell > 0xFFFD)
        return fail(r, r->at, AMB_E_FORMAT, "expected an indoor cell, 0x0100 to 0xFFFD");
    r->at += n;
    s->indoor_cell = (uint16_t)cell;
    s->seen_outside = take_word(r, "seen");
    return AMB_OK;
}

static int cmd_out(Reader *r, Step *s)
{
    (void)r;
    s->indoor_cell = 0;
    s->seen_outside = false;
    return AMB_OK;
}

static int cmd_reset(Reader *r, Step *s)
{
    (void)r;
    s->resets++;
    return AMB_OK;
}

static int cmd_ambient(Reader *r, Step *s)
{
    const bool on = take_word(r, "on");
    if (on || take_word(r, "off")) {
        s->enabled = on;
        return AMB_OK;
    }
    skip_blanks(r);
    const size_t number_at = r->at;
    double v = 0;
    const int code = take_number(r, &v, "expected the slider, 0 to 1, or on or off");
    if (!code && !(v >= 0 && v <= 1))
        return fail(r, number_at, AMB_E_RANGE, "the slider goes from 0 to 1");
    s->slider = (float)v;
    return code;
}

static int cmd_end(Reader *r, Step *s)
{
    (void)s;
    r->ended = true;
    return AMB_OK;
}

static const struct Command {
    const char *name;
    int (*run)(Reader *r, Step *s);
} commands[] = {
    {"at", cmd_at}, {"to", cmd_to}, {"heading", cmd_heading}, {"in", cmd_in}, {"out", cmd_out},
    {"reset", cmd_reset}, {"ambient", cmd_ambient}, {"end", cmd_end},
};
#define N_COMMANDS (sizeof commands / sizeof *commands)

static int unknown_command(const Reader *r, size_t n)
{
    const char *names[N_COMMANDS];
    char word[64];
    for (size_t i = 0; i < N_COMMANDS; i++)
        names[i] = commands[i].name;
    snprintf(word, sizeof word, "%.*s", (int)n, r->text + r->at);
    const char *const near = amb_nearest_name(word, names, N_COMMANDS);
    if (near)
        return amb_error(r->err, AMB_E_FORMAT, "%s:%u:%zu: unknown command \"%s\"; did you mean \"%s\"?",
                         r->file, r->line, r->at + 1, word, near);
    return fail(r, r->at, AMB_E_FORMAT, "expected a command: at, to, heading, in, out, reset, ambient or end");
}

static int read_command(Reader *r, Step *s)
{
    const size_t n = next_word(r), name_at = r->at;
    for (size_t i = 0; i < N_COMMANDS; i++) {
        if (!take_word(r, commands[i].name))
            continue;
        const int code = commands[i].run(r, s);
        if (!code && next_word(r))
            return fail(r, r->at, AMB_E_FORMAT, "text after the end of the command");
        return code;
    }
    r->at = name_at;
    return unknown_command(r, n);
}

/* A line that says something, in r->text. */
static int read_line(Reader *r)
{
    Step s = r->walk->steps[r->walk->n_steps - 1];
    double t = 0;
    skip_blanks(r);
    const size_t time_at = r->at;
    if (r->ended)
        return fail(r, time_at, AMB_E_FORMAT, "nothing may follow `end`");
    int code = take_number(r, &t, "expected seconds since the start, then a command");
    if (code)
        return code;
    if (!(t >= 0 && t <= MAX_SECONDS))
        return fail(r, time_at, AMB_E_RANGE, "seconds go from 0 to 10000000");
    if (t < s.t)
        return fail(r, time_at, AMB_E_RANGE, "the time runs backwards: lines stand in the order of their seconds");
    s.t = t;
    r->walk->length_s = t;
    code = read_command(r, &s);
    if (!code && push_step(r->walk, &s))
        return no_memory(r);
    return code;
}

/* Copies [line, line + n) without comment and trailing blanks. */
static int take_line(Reader *r, const char *line, size_t n)
{
    const char *const comment = memchr(line, '#', n);
    if (comment)
        n = (size_t)(comment - line);
    while (n && strchr(" \t\r", line[n - 1]) && line[n - 1])
        n--;
    const char *const nul = memchr(line, '\0', n);
    if (nul)
        return fail(r, (size_t)(nul - line), AMB_E_FORMAT, "a NUL byte: this is not a text file");
    if (n > MAX_COMMAND)
        return fail(r, MAX_COMMAND, AMB_E_RANGE, "the line is too long (1000 bytes before its comment)");
    memcpy(r->text, line, n);
    r->text[n] = '\0';
    r->at = 0;
    return AMB_OK;
}

static int read_lines(Reader *r, const char *text, size_t n)
{
    if (n >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) { /* a byte order mark, as some editors write */
        text += 3;
        n -= 3;
    }
    while (n) {
        const char *const newline = memchr(text, '\n', n);
        const size_t length = newline ? (size_t)(newline - text) : n;
        if (++r->line > MAX_LINES)
            return fail(r, 0, AMB_E_RANGE, "more than 1000000 lines");
        int code = take_line(r, text, length);
        if (!code && next_word(r))
            code = read_line(r);
        if (code)
            return code;
        text += length + (newline != NULL);
        n -= length + (newline != NULL);
    }
    return AMB_OK;
}

int amb_walk_parse(AmbWalk **out, const char *text, size_t n, const char *file, const AmbPlace *start, float slider,
                   AmbError *err)
{
    int code = begin(out, start, slider, err);
    if (code)
        return code;
    Reader r = {.walk = *out, .file = file, .err = err};
    code = n > MAX_BYTES ? amb_error(err, AMB_E_RANGE, "%s: larger than 64 MiB", file) : read_lines(&r, text, n);
    if (!code && r.walk->n_steps == 1)
        code = amb_error(err, AMB_E_FORMAT, "%s:%u:1: the walk says nothing; a line such as \"60 end\" gives its "
                         "length", file, r.line ? r.line : 1);
    if (code)
        amb_walk_free(out);
    return code;
}

int amb_walk_still(AmbWalk **out, const AmbPlace *start, double seconds, float slider, AmbError *err)
{
    *out = NULL;
    if (!(seconds >= 0 && seconds <= MAX_SECONDS))
        return amb_error(err, AMB_E_RANGE, "seconds go from 0 to 10000000");
    const int code = begin(out, start, slider, err);
    if (!code)
        (*out)->length_s = seconds;
    return code;
}

void amb_walk_free(AmbWalk **w)
{
    if (!*w)
        return;
    free((*w)->steps);
    free((*w)->waypoints);
    free(*w);
    *w = NULL;
}

/* ---- asking ---- */

double amb_walk_length_s(const AmbWalk *w)
{
    return w->length_s;
}

/* The last step at or before t, or the first. */
static const Step *step_at(const AmbWalk *w, double t)
{
    size_t lo = 0, hi = w->n_steps; /* steps[lo] is at or before t (or the first), steps[hi] after */
    while (hi - lo > 1) {
        const size_t mid = lo + (hi - lo) / 2;
        if (w->steps[mid].t <= t)
            lo = mid;
        else
            hi = mid;
    }
    return &w->steps[lo];
}

/* The line being walked at t after `from`, or NULL when the listener stands. */
static const Waypoint *line_end(const AmbWalk *w, const Waypoint *from)
{
    const Waypoint *const to = from + 1;
    return to < w->waypoints + w->n_waypoints && to->walked ? to : NULL;
}

static double ground(const AmbWorld *w, double x_m, double y_m)
{
    const double z = amb_ground_z(w, x_m, y_m);
    return isnan(z) ? 0 : z;
}

/* Between a and b even where the sum rounds beyond them. */
static double mix(double a, double b, double part)
{
    return fmin(fmax(a + (b - a) * part, fmin(a, b)), fmax(a, b));
}

static AmbPlace position(const AmbWorld *w, const Waypoint *from, const Waypoint *to, double t)
{
    AmbPlace p = {from->x_m, from->y_m, from->z_m, (double)NAN, 0};
    if (!to || !(t > from->t))
        return p;
    const double part = (t - from->t) / (to->t - from->t);
    p.x_m = mix(from->x_m, to->x_m, part);
    p.y_m = mix(from->y_m, to->y_m, part);
    p.z_m = to->z_m;
    if (!isnan(to->z_m))
        p.z_m = mix(isnan(from->z_m) ? ground(w, from->x_m, from->y_m) : from->z_m, to->z_m, part);
    return p;
}

bool amb_listener_at(const AmbPlace *p, const AmbWorld *w, float slider, AmbListener *out)
{
    unsigned bx, by;
    *out = (AmbListener){.mode = p->indoor ? AMB_INDOORS : AMB_OUTDOORS, .indoor_cell = p->indoor, .slider = slider,
                         .enabled = true};
    if (!amb_place_block(p->x_m, p->y_m, &bx, &by, &out->x, &out->y))
        return false;
    out->bx = (uint8_t)bx;
    out->by = (uint8_t)by;
    out->z = (float)(isnan(p->z_m) ? ground(w, p->x_m, p->y_m) : p->z_m);
    out->heading_deg = isnan(p->heading_deg) ? 0.0f : facing(p->heading_deg);
    return true;
}

void amb_walk_listener(const AmbWalk *walk, const AmbWorld *w, double prev_t, double t, AmbListener *out)
{
    const Step *const s = step_at(walk, t);
    const Waypoint *const from = &walk->waypoints[s->waypoint], *const to = line_end(walk, from);
    AmbPlace p = position(w, from, to, t);
    p.indoor = s->indoor_cell;
    amb_listener_at(&p, w, s->slider, out); /* every position lies in the world */
    out->heading_deg = s->along && to ? line_facing(from, to, s->facing_deg) : s->facing_deg;
    out->seen_outside = s->seen_outside;
    out->enabled = s->enabled;
    if (s->resets != (prev_t < 0 ? 0 : step_at(walk, prev_t)->resets))
        out->mode = AMB_RESET;
}
