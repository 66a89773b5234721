/* walk.c - walk scripts: read line by line into steps that each hold the whole state, looked up by time. */
#include "amb/walk.h"

#include "grow.h"
#include "text_line.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BYTES ((size_t)64 << 20)
#define MAX_LINES 1000000u
#define MAX_SECONDS 1e7
#define MAX_PLACE 1000 /* bytes of a place on a line */

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
    ARRAY(Step) step;         /* by time; never empty */
    ARRAY(Waypoint) waypoint; /* by time; never empty */
    double length_s;
};

/* ---- building ---- */

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
    if (w && ARRAY_PUSH(w->waypoint, &at) && ARRAY_PUSH(w->step, &first))
        return AMB_OK;
    amb_walk_free(out);
    return amb_error(err, AMB_E_NOMEM, "no memory for the walk");
}

/* ---- reading ---- */

typedef struct Reader {
    TextLines t;
    AmbWalk *walk;
    bool ended;
} Reader;

static int no_memory(const Reader *r)
{
    return text_fail(&r->t, 0, AMB_E_NOMEM, "no memory for the walk");
}

static int move_to(Reader *r, Step *s, const Waypoint *p)
{
    if (!ARRAY_PUSH(r->walk->waypoint, p))
        return no_memory(r);
    s->waypoint = (uint32_t)(r->walk->waypoint.n - 1);
    return AMB_OK;
}

/* place.h counts columns from the place's first byte; this file's from the line's. */
static int place_error(const Reader *r, const AmbError *e)
{
    size_t column = 1;
    int text_at = 0;
    if (sscanf(e->text, "column %zu: %n", &column, &text_at) != 1)
        text_at = 0;
    return text_fail(&r->t, r->t.at + column - 1, e->code, e->text + text_at);
}

/* The rest of the line. */
static int take_place(Reader *r, AmbPlace *out)
{
    char text[MAX_PLACE + 1];
    AmbError e = AMB_ERROR_NONE;
    text_word(&r->t);
    const size_t n = r->t.length - r->t.at;
    if (n > MAX_PLACE || memchr(r->t.text + r->t.at, '\0', n))
        return text_fail(&r->t, r->t.at, AMB_E_FORMAT, "expected a place, not this much or this kind of text");
    memcpy(text, r->t.text + r->t.at, n);
    text[n] = '\0';
    if (amb_place_parse(out, text, &e))
        return place_error(r, &e);
    r->t.at = r->t.length;
    return AMB_OK;
}

static int cmd_at(Reader *r, Step *s)
{
    AmbPlace place;
    const int code = take_place(r, &place);
    if (code)
        return code;
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
        if (i == 2 && !text_word(&r->t))
            break;
        text_word(&r->t);
        const size_t number_at = r->t.at;
        code = text_f64(&r->t, axis[i], i == 2 ? "expected the height in metres or the end of the line"
                                               : "expected X Y [Z] in world metres");
        if (!code && i < 2 && !(*axis[i] >= 0 && *axis[i] < AMB_BLOCK_M * AMB_BLOCKS))
            code = text_fail(&r->t, number_at, AMB_E_RANGE, "outside the world (0 to 48960 m)");
        if (!code && i == 2 && fabs(p.z_m) > AMB_HIGHEST_M)
            code = text_fail(&r->t, number_at, AMB_E_RANGE, "the height must be within 1000000 m");
    }
    if (code)
        return code;
    if (s->along)
        s->facing_deg = line_facing(&r->walk->waypoint.item[s->waypoint], &p, s->facing_deg);
    return move_to(r, s, &p);
}

static int cmd_heading(Reader *r, Step *s)
{
    s->along = text_take(&r->t, "auto");
    if (s->along)
        return AMB_OK;
    double deg = 0;
    const int code = text_f64(&r->t, &deg, "expected degrees (0 north, clockwise) or auto");
    s->facing_deg = facing(deg);
    return code;
}

static int cmd_in(Reader *r, Step *s)
{
    static const char *const expected = "expected an indoor cell, 0x0100 to 0xFFFD";
    uint32_t cell = 0;
    text_word(&r->t);
    const size_t cell_at = r->t.at;
    if (r->t.length - cell_at < 2 || r->t.text[cell_at] != '0' || (r->t.text[cell_at + 1] | 0x20) != 'x')
        return text_fail(&r->t, cell_at, AMB_E_FORMAT, expected);
    r->t.at += 2;
    if (text_hex(&r->t, 4, &cell, expected))
        return AMB_E_FORMAT;
    if (cell < 0x0100 || cell > 0xFFFD)
        return text_fail(&r->t, cell_at, AMB_E_RANGE, expected);
    s->indoor_cell = (uint16_t)cell;
    s->seen_outside = text_take(&r->t, "seen");
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
    const bool on = text_take(&r->t, "on");
    if (on || text_take(&r->t, "off")) {
        s->enabled = on;
        return AMB_OK;
    }
    text_word(&r->t);
    const size_t number_at = r->t.at;
    double v = 0;
    const int code = text_f64(&r->t, &v, "expected the slider, 0 to 1, or on or off");
    if (!code && !(v >= 0 && v <= 1))
        return text_fail(&r->t, number_at, AMB_E_RANGE, "the slider goes from 0 to 1");
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
    snprintf(word, sizeof word, "%.*s", (int)(n < sizeof word ? n : sizeof word), r->t.text + r->t.at);
    const char *const near = amb_nearest_name(word, names, N_COMMANDS);
    if (near)
        return amb_error(r->t.err, AMB_E_FORMAT, "%s:%u:%zu: unknown command \"%s\"; did you mean \"%s\"?",
                         r->t.file, r->t.number, r->t.at + 1, word, near);
    return text_fail(&r->t, r->t.at, AMB_E_FORMAT,
                     "expected a command: at, to, heading, in, out, reset, ambient or end");
}

static int read_command(Reader *r, Step *s)
{
    const size_t n = text_word(&r->t);
    for (size_t i = 0; i < N_COMMANDS; i++) {
        if (!text_take(&r->t, commands[i].name))
            continue;
        const int code = commands[i].run(r, s);
        return code ? code : text_end(&r->t);
    }
    return unknown_command(r, n);
}

static int read_line(Reader *r)
{
    Step s = r->walk->step.item[r->walk->step.n - 1];
    double t = 0;
    const size_t time_at = r->t.at;
    if (r->t.number > MAX_LINES)
        return text_fail(&r->t, 0, AMB_E_RANGE, "more than 1000000 lines");
    if (r->ended)
        return text_fail(&r->t, time_at, AMB_E_FORMAT, "nothing may follow `end`");
    int code = text_f64(&r->t, &t, "expected seconds since the start, then a command");
    if (code)
        return code;
    if (!(t >= 0 && t <= MAX_SECONDS))
        return text_fail(&r->t, time_at, AMB_E_RANGE, "seconds go from 0 to 10000000");
    if (t < s.t)
        return text_fail(&r->t, time_at, AMB_E_RANGE,
                         "the time runs backwards: lines stand in the order of their seconds");
    s.t = t;
    r->walk->length_s = t;
    code = read_command(r, &s);
    if (!code && !ARRAY_PUSH(r->walk->step, &s))
        return no_memory(r);
    return code;
}

static int read_lines(Reader *r)
{
    int code = AMB_OK;
    while (!code && text_next(&r->t))
        code = read_line(r);
    if (!code && r->walk->step.n == 1)
        return text_fail(&r->t, 0, AMB_E_FORMAT, "the walk says nothing; a line such as \"60 end\" gives its length");
    return code;
}

int amb_walk_parse(AmbWalk **out, const char *text, size_t n, const char *file, const AmbPlace *start, float slider,
                   AmbError *err)
{
    int code = begin(out, start, slider, err);
    if (code)
        return code;
    Reader r = {.walk = *out};
    text_open(&r.t, text, n, file, err);
    code = n > MAX_BYTES ? amb_error(err, AMB_E_RANGE, "%s: larger than 64 MiB", file) : read_lines(&r);
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
    free((*w)->step.item);
    free((*w)->waypoint.item);
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
    size_t lo = 0, hi = w->step.n; /* item lo is at or before t (or the first), item hi after */
    while (hi - lo > 1) {
        const size_t mid = lo + (hi - lo) / 2;
        if (w->step.item[mid].t <= t)
            lo = mid;
        else
            hi = mid;
    }
    return &w->step.item[lo];
}

/* The line being walked at t after `from`, or NULL when the listener stands. */
static const Waypoint *line_end(const AmbWalk *w, const Waypoint *from)
{
    const Waypoint *const to = from + 1;
    return to < w->waypoint.item + w->waypoint.n && to->walked ? to : NULL;
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
    const Waypoint *const from = &walk->waypoint.item[s->waypoint], *const to = line_end(walk, from);
    AmbPlace p = position(w, from, to, t);
    p.indoor = s->indoor_cell;
    amb_listener_at(&p, w, s->slider, out); /* every position lies in the world */
    out->heading_deg = s->along && to ? line_facing(from, to, s->facing_deg) : s->facing_deg;
    out->seen_outside = s->seen_outside;
    out->enabled = s->enabled;
    if (s->resets != (prev_t < 0 ? 0 : step_at(walk, prev_t)->resets))
        out->mode = AMB_RESET;
}
