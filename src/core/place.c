/* place.c - positions people type, as text and back; blocks, cells and the ground under a point. */
#include "amb/place.h"

#include "amb/num.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WORLD_M (AMB_BLOCK_M * AMB_BLOCKS)
#define MAP_UNIT_M 240.0     /* one unit of the map's coordinates */
#define MAP_CENTRE 102.0     /* map units from the south-west corner to 0.0N, 0.0E */
#define MAP_LABEL_HALF 0.05  /* a label names the middle of its tenth */
#define DEG_PER_RAD 57.29577951308232

/* ---- reading ---- */

typedef struct Cursor {
    const char *text;
    size_t at;
    AmbError *err;
} Cursor;

static int fail(const Cursor *c, size_t at, int code, const char *what)
{
    return amb_error(c->err, code, "column %zu: %s", at + 1, what);
}

/* Not ctype's: a locale may call other bytes white space. */
static size_t blanks(const char *text)
{
    return strspn(text, " \t\r\n");
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static void skip_blanks(Cursor *c)
{
    c->at += blanks(c->text + c->at);
}

/* Blanks with at most one comma among them. */
static void skip_separator(Cursor *c)
{
    skip_blanks(c);
    if (c->text[c->at] == ',') {
        c->at++;
        skip_blanks(c);
    }
}

/* `word` is in lower case. */
static bool skip_word(Cursor *c, const char *word)
{
    size_t n = 0;
    while (word[n] && lower(c->text[c->at + n]) == word[n])
        n++;
    if (word[n])
        return false;
    c->at += n;
    return true;
}

static bool at_end(Cursor *c)
{
    skip_blanks(c);
    return c->text[c->at] == '\0';
}

static int read_number(Cursor *c, double *out, const char *expected)
{
    skip_blanks(c);
    const size_t used = amb_parse_f64(c->text + c->at, strlen(c->text + c->at), out);
    if (!used)
        return fail(c, c->at, AMB_E_FORMAT, expected);
    if (!isfinite(*out))
        return fail(c, c->at, AMB_E_RANGE, "the number must be finite");
    c->at += used;
    return AMB_OK;
}

/* Of x, y and z, each where it was read. */
static int check_position(const Cursor *c, const AmbPlace *p, const size_t at[3])
{
    if (!(p->x_m >= 0 && p->x_m < WORLD_M))
        return fail(c, at[0], AMB_E_RANGE, "outside the world (west-east 0 to 48960 m)");
    if (!(p->y_m >= 0 && p->y_m < WORLD_M))
        return fail(c, at[1], AMB_E_RANGE, "outside the world (south-north 0 to 48960 m)");
    if (fabs(p->z_m) > AMB_HIGHEST_M) /* a NAN passes: on the ground */
        return fail(c, at[2], AMB_E_RANGE, "the height must be within 1000000 m");
    return AMB_OK;
}

static int read_cell_id(Cursor *c, uint32_t *id)
{
    const size_t start = c->at;
    c->at += 2; /* 0x */
    const size_t digits = strspn(c->text + c->at, "0123456789abcdefABCDEF");
    if (digits != 8)
        return fail(c, start, AMB_E_FORMAT, "expected a cell id of eight hex digits, such as 0xA9B40019");
    *id = 0;
    for (size_t i = 0; i < digits; i++) {
        const char d = lower(c->text[c->at++]);
        *id = *id << 4 | (uint32_t)(d <= '9' ? d - '0' : d - 'a' + 10);
    }
    const uint32_t low = *id & 0xFFFF;
    if (!(low >= 0x0001 && low <= 0x0040) && !(low >= 0x0100 && low <= 0xFFFD))
        return fail(c, start + 6, AMB_E_RANGE, "expected a cell 0001 to 0040 (outdoors) or 0100 to FFFD "
                                               "(indoors) at the end of the id");
    return AMB_OK;
}

double amb_place_heading_deg(double east, double north)
{
    return fmod(450.0 - atan2(north, east) * DEG_PER_RAD, 360.0);
}

/* f = local +Y turned by the unit quaternion w x y z; its compass heading. */
static double quaternion_heading_deg(const double q[4])
{
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double fx = 2 * (x * y - w * z);
    const double fy = w * w - x * x + y * y - z * z;
    return amb_place_heading_deg(fx, fy);
}

static int read_quaternion(Cursor *c, double *heading_deg)
{
    skip_blanks(c);
    const size_t start = c->at;
    double q[4], largest = 0, sum = 0;
    for (int i = 0; i < 4; i++) {
        const int code = read_number(c, &q[i], "expected the four numbers w x y z of the orientation");
        if (code)
            return code;
        largest = fmax(largest, fabs(q[i]));
    }
    if (largest == 0)
        return fail(c, start, AMB_E_RANGE, "an orientation of four zeros points nowhere");
    for (int i = 0; i < 4; i++) {
        q[i] /= largest; /* first, so that no square overflows */
        sum += q[i] * q[i];
    }
    for (int i = 0; i < 4; i++)
        q[i] /= sqrt(sum);
    *heading_deg = quaternion_heading_deg(q);
    return AMB_OK;
}

static int read_loc(Cursor *c, AmbPlace *p)
{
    uint32_t id = 0;
    int code = read_cell_id(c, &id);
    if (code)
        return code;
    skip_blanks(c);
    if (c->text[c->at] != '[')
        return fail(c, c->at, AMB_E_FORMAT, "expected [x y z] in metres after the cell id");
    c->at++;
    double v[3];
    size_t at[3];
    for (int i = 0; i < 3 && !code; i++) {
        skip_blanks(c);
        at[i] = c->at;
        code = read_number(c, &v[i], "expected a number of metres: [x y z]");
    }
    if (code)
        return code;
    skip_blanks(c);
    if (c->text[c->at] != ']')
        return fail(c, c->at, AMB_E_FORMAT, "expected ] after x y z");
    c->at++;
    p->x_m = (id >> 24) * AMB_BLOCK_M + v[0];
    p->y_m = (id >> 16 & 0xFF) * AMB_BLOCK_M + v[1];
    p->z_m = v[2];
    p->indoor = (id & 0xFFFF) >= 0x0100 ? (uint16_t)(id & 0xFFFF) : 0;
    code = check_position(c, p, at);
    if (code || at_end(c))
        return code;
    return read_quaternion(c, &p->heading_deg);
}

/* The letter after a map coordinate, lower case; 0 when there is none. */
static char compass_letter(const Cursor *c, size_t *at)
{
    *at = c->at + blanks(c->text + c->at);
    const char letter = lower(c->text[*at]);
    return letter && strchr("nsew", letter) ? letter : 0;
}

static int read_map_coordinate(Cursor *c, AmbPlace *p, double label, size_t label_at, bool *is_north_south)
{
    size_t at = 0;
    const char letter = compass_letter(c, &at);
    if (!letter)
        return fail(c, at, AMB_E_FORMAT, "expected N, S, E or W after the map coordinate");
    if (label < 0)
        return fail(c, label_at, AMB_E_RANGE, "a map coordinate has no sign: its letter says which side");
    c->at = at + 1;
    const double from_centre = label + MAP_LABEL_HALF;
    const double units = MAP_CENTRE + (letter == 'n' || letter == 'e' ? from_centre : -from_centre);
    *is_north_south = letter == 'n' || letter == 's';
    *(*is_north_south ? &p->y_m : &p->x_m) = units * MAP_UNIT_M;
    return AMB_OK;
}

/* `first` has been read: map coordinates have a letter behind it. */
static int read_map(Cursor *c, AmbPlace *p, double first, size_t first_at)
{
    bool first_ns = false, second_ns = false;
    int code = read_map_coordinate(c, p, first, first_at, &first_ns);
    if (code)
        return code;
    skip_separator(c);
    const size_t second_at = c->at;
    double second = 0;
    code = read_number(c, &second, "expected the second map coordinate, as in 42.1N, 33.6E");
    if (!code)
        code = read_map_coordinate(c, p, second, second_at, &second_ns);
    if (code)
        return code;
    if (first_ns == second_ns)
        return fail(c, second_at, AMB_E_FORMAT, "expected one of N or S and one of E or W");
    return check_position(c, p, first_ns ? (size_t[3]){second_at, first_at, 0} : (size_t[3]){first_at, second_at, 0});
}

/* x has been read. */
static int read_metres(Cursor *c, AmbPlace *p, double x, size_t x_at)
{
    size_t at[3] = {x_at, 0, 0};
    p->x_m = x;
    skip_separator(c);
    at[1] = c->at;
    int code = read_number(c, &p->y_m, "expected a second number: X Y in world metres, "
                                       "or N, S, E, W after a map coordinate");
    if (code)
        return code;
    skip_separator(c);
    at[2] = c->at;
    if (c->text[c->at])
        code = read_number(c, &p->z_m, "expected the height in metres or the end");
    return code ? code : check_position(c, p, at);
}

static int read_place(Cursor *c, AmbPlace *p)
{
    skip_blanks(c);
    const bool prefix = skip_word(c, "your location is:");
    skip_blanks(c);
    const size_t start = c->at;
    if (c->text[c->at] == '0' && lower(c->text[c->at + 1]) == 'x')
        return read_loc(c, p);
    if (prefix)
        return fail(c, start, AMB_E_FORMAT, "expected a cell id such as 0xA9B40019");
    double first = 0;
    const int code = read_number(c, &first, "expected a place: 0xA9B40019 [84 7.1 94] 1 0 0 0, or 42.1N, 33.6E, "
                                            "or X Y [Z] in world metres");
    if (code)
        return code;
    size_t at = 0;
    return compass_letter(c, &at) ? read_map(c, p, first, start) : read_metres(c, p, first, start);
}

int amb_place_parse(AmbPlace *out, const char *text, AmbError *err)
{
    Cursor c = {text, 0, err};
    AmbPlace p = {0, 0, (double)NAN, (double)NAN, 0};
    int code = read_place(&c, &p);
    if (!code && !at_end(&c))
        code = fail(&c, c.at, AMB_E_FORMAT, "text after the end of the place");
    if (!code)
        *out = p;
    return code;
}

/* ---- blocks and cells ---- */

/* Block number and float offset of one coordinate.  The float nearest to just below an edge is the edge itself:
 * then the point belongs to the next block, except at the end of the world. */
static bool split_axis(double world_m, unsigned *block, float *local)
{
    if (!(world_m >= 0 && world_m < WORLD_M))
        return false;
    *block = (unsigned)(world_m / AMB_BLOCK_M);
    *local = (float)(world_m - *block * AMB_BLOCK_M);
    if (*local < 192.0f)
        return true;
    const bool last = *block == AMB_BLOCKS - 1;
    *block += !last;
    *local = last ? nextafterf(192.0f, 0.0f) : 0.0f;
    return true;
}

bool amb_place_block(double x_m, double y_m, unsigned *bx, unsigned *by, float *local_x, float *local_y)
{
    return split_axis(x_m, bx, local_x) && split_axis(y_m, by, local_y);
}

static uint32_t cell_id(unsigned bx, unsigned by, double local_x, double local_y)
{
    return bx << 24 | by << 16 | ((uint32_t)(local_x / AMB_CELL_M) * 8 + (uint32_t)(local_y / AMB_CELL_M) + 1);
}

uint32_t amb_place_cell_id(double x_m, double y_m)
{
    unsigned bx, by;
    float x, y;
    return amb_place_block(x_m, y_m, &bx, &by, &x, &y) ? cell_id(bx, by, (double)x, (double)y) : 0;
}

/* ---- writing ---- */

/* To the six decimals that are printed, without a negative zero. */
static double six_decimals(double v)
{
    return round(v * 1e6) / 1e6 + 0.0;
}

/* Like split_axis, with the offset to the printed digits. */
static void split_printed(double world_m, unsigned *block, double *local)
{
    const double whole = fmin(fmax(floor(world_m / AMB_BLOCK_M), 0), AMB_BLOCKS - 1);
    *block = (unsigned)whole;
    *local = six_decimals(world_m - whole * AMB_BLOCK_M);
    if (*local >= AMB_BLOCK_M) {
        const bool last = *block == AMB_BLOCKS - 1;
        *block += !last;
        *local = last ? AMB_BLOCK_M - 1e-6 : 0.0;
    }
}

static void append_text(char buf[AMB_LOC_TEXT], const char *text)
{
    const size_t n = strlen(buf);
    snprintf(buf + n, AMB_LOC_TEXT - n, "%s", text);
}

static void append_number(char buf[AMB_LOC_TEXT], const char *before, double v, int decimals)
{
    char number[AMB_NUM_TEXT];
    append_text(buf, before);
    append_text(buf, amb_fixed_text(number, v, decimals));
}

char *amb_place_loc_text(char buf[AMB_LOC_TEXT], const AmbPlace *p)
{
    unsigned bx, by;
    double x, y;
    split_printed(p->x_m, &bx, &x);
    split_printed(p->y_m, &by, &y);
    const uint32_t id = p->indoor ? bx << 24 | by << 16 | p->indoor : cell_id(bx, by, x, y);
    snprintf(buf, AMB_LOC_TEXT, "0x%08X", (unsigned)id);
    append_number(buf, " [", x, 6);
    append_number(buf, " ", y, 6);
    append_number(buf, " ", six_decimals(p->z_m), 6);
    append_text(buf, "]");
    if (isnan(p->heading_deg))
        return buf;
    const double half_rad = remainder(p->heading_deg, 360.0) / 2 / DEG_PER_RAD; /* -90..90 degrees: w is not negative */
    append_number(buf, " ", six_decimals(cos(half_rad)), 6);
    append_number(buf, " ", 0, 6);
    append_number(buf, " ", 0, 6);
    append_number(buf, " ", six_decimals(-sin(half_rad)), 6);
    return buf;
}

char *amb_place_map_text(char buf[AMB_LOC_TEXT], double x_m, double y_m)
{
    const double north = y_m / MAP_UNIT_M - MAP_CENTRE, east = x_m / MAP_UNIT_M - MAP_CENTRE;
    buf[0] = '\0';
    append_number(buf, "", fmax(fabs(north) - MAP_LABEL_HALF, 0), 1);
    append_text(buf, north < 0 ? "S" : "N");
    append_number(buf, ", ", fmax(fabs(east) - MAP_LABEL_HALF, 0), 1);
    append_text(buf, east < 0 ? "W" : "E");
    return buf;
}

/* ---- the ground ---- */

bool amb_cell_split_swne(uint32_t cell_x, uint32_t cell_y)
{
    const uint32_t v = cell_y * (214614067u * cell_x + 1813693831u) - 1109124029u * cell_x - 1369149221u;
    return (double)v * 2.3283064e-10 >= 0.5;
}

/* Height on the cell's triangles; fx, fy 0..1 within the cell, corners sw se nw ne. */
static double triangle_z(bool swne, double fx, double fy, double sw, double se, double nw, double ne)
{
    if (swne)
        return fx >= fy ? sw + fx * (se - sw) + fy * (ne - se) : sw + fy * (nw - sw) + fx * (ne - nw);
    if (fx + fy <= 1)
        return sw + fx * (se - sw) + fy * (nw - sw);
    return ne + (1 - fx) * (nw - ne) + (1 - fy) * (se - ne);
}

double amb_ground_z(const AmbWorld *w, double x_m, double y_m)
{
    AmbBlock b;
    if (!(x_m >= 0 && x_m < WORLD_M && y_m >= 0 && y_m < WORLD_M))
        return (double)NAN;
    const uint32_t cell_x = (uint32_t)(x_m / AMB_CELL_M), cell_y = (uint32_t)(y_m / AMB_CELL_M);
    if (!w->block(w->user, cell_x / 8, cell_y / 8, &b))
        return (double)NAN;
    const uint8_t *const corner = &b.height[cell_x % 8 * 9 + cell_y % 8];
    const float *const z = w->region->height_m;
    return triangle_z(amb_cell_split_swne(cell_x, cell_y), x_m / AMB_CELL_M - cell_x, y_m / AMB_CELL_M - cell_y,
                      (double)z[corner[0]], (double)z[corner[9]], (double)z[corner[1]], (double)z[corner[10]]);
}
