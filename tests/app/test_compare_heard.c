/* test_compare_heard.c - the confusion matrix from sound: the shipped program plays the client with each departure, is recorded at some gain
 * from somewhere in its run, and compares.  Also what a recording says of the client's frame, its channels, heading and place.
 *
 * AMB_SEEDS=10: every row at so many places, which takes an hour and more; without it the quick rows, at one place each.  AMB_SEED (1): from
 * which on; AMB_FAULT=name, or "name kind" as it is printed: only those rows, AMB_EXPLAIN: all that was said where it is wrong.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "demo_places.h"
#include "heard.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CUT_S 31.7             /* of the client's run that is over when the recording begins */
#define CROWD 50               /* times as many attempts as in the demo: the pool is full now and then */
#define LEG_M 80.0
#define LEG_S 20.0
#define ROW_TEXT 600

typedef struct Case {
    const char *fault;         /* as --diverge has it; NULL: none */
    const char *cause;         /* that must be named */
    double minutes;
    bool walking, crowded, gain_known;
    const char *ambient;
    int exit_code;             /* that is right */
    double quick;              /* minutes in the short run; 0: not in it */
} Case;

static const Case cases[] = {
    {NULL, NULL, 5, .exit_code = 0},
    {NULL, NULL, 1, .exit_code = 0, .quick = 0.75},
    {NULL, NULL, 2, .walking = true, .exit_code = 0},
    {NULL, NULL, 1, .crowded = true, .exit_code = 0},
    {"variant-pick=n-1", "variant-pick", 10, .exit_code = 3},
    {"no-quantise", "no-quantise", 2, .exit_code = 3},
    {"inverse-distance", "inverse-distance", 1, .exit_code = 3, .quick = 0.75},
    {"linear-distance", "linear-distance", 15, .exit_code = 3},
    {"raw-chance", "raw-chance", 15, .exit_code = 3},
    {"rearm-always", "rearm-always", 0.5, .walking = true, .exit_code = 3, .quick = 0.5},
    {"dominant-only", "dominant-only", 5, .exit_code = 3},
    {"live-placement", "live-placement", 2, .walking = true, .exit_code = 3, .quick = 1},
    {"live-placement", NULL, 1, .exit_code = 0},      /* standing still nothing moves */
    {"spatial", "spatial", 5, .exit_code = 3},
    {"unlimited-voices", "unlimited-voices", 1, .crowded = true, .exit_code = 3, .quick = 0.5},
    {"unlimited-voices", NULL, 1, .exit_code = 0},    /* sixteen are never reached here */
    {"slider-once", "slider-once", 1, .ambient = "0.6", .gain_known = true, .exit_code = 3, .quick = 0.5},
    {"slider-once", NULL, 1, .ambient = "0.6", .exit_code = 4, .quick = 0.5},
};

/* ---- one recording ---- */

/* To and fro from beside the place, turning in the middle of cells. */
static void write_walk(const char *at, double seconds, unsigned direction)
{
    unsigned long id;
    double x, y, z;
    char text[4096];
    size_t n = 0;
    assert_int_equal(sscanf(at, "%lx [%lf %lf %lf]", &id, &x, &y, &z), 4);
    x += 192.0 * (double)(id >> 24) + 7;
    y += 192.0 * (double)(id >> 16 & 0xFF) + 5;
    const double a = 0.7 * direction;
    n += (size_t)snprintf(text, sizeof text, "0 at %.2f %.2f\n", x, y);
    for (int leg = 1; LEG_S * (leg - 1) < seconds; leg++) {
        const double part = leg % 2, until = fmin(LEG_S * leg, seconds), far = part > 0 ? (until - LEG_S * (leg - 1)) / LEG_S : 1 - (until - LEG_S * (leg - 1)) / LEG_S;
        n += (size_t)snprintf(text + n, sizeof text - n, "%.2f to %.2f %.2f\n", until, x + far * LEG_M * sin(a), y + far * LEG_M * cos(a));
    }
    write_file(in_scratch("a.walk"), text, n);
}

/* The client's kind of mix has no space to place anything in. */
static bool is_spatial(const Case *c)
{
    return c->fault && !strcmp(c->fault, "spatial");
}

static Finding try_case(const Case *c, double minutes, unsigned seed)
{
    char seed_text[16], fps[16], heading[16], gain[16], walk[128], region[128];
    const char *const at = demo_places[seed % DEMO_PLACES].at, *options[16];
    const double gain_db = -(double)(seed * 37 % 120) / 10;
    size_t n = 0;
    snprintf(seed_text, sizeof seed_text, "%u", 1000 + seed);
    snprintf(fps, sizeof fps, "%u", 30 + seed * 23 % 115);
    snprintf(heading, sizeof heading, "%u", seed * 77 % 360);
    snprintf(gain, sizeof gain, "%.1f", gain_db);
    snprintf(walk, sizeof walk, "%s/a.walk", scratch);
    snprintf(region, sizeof region, "%s/crowded", scratch);
    if (c->walking)
        write_walk(at, 60 * minutes, seed);
    heard_record("rec.wav", &(Recording){.at = at, .heading = heading, .walk = c->walking ? walk : NULL, .region = c->crowded ? region : NULL, .diverge = c->fault,
                                         .ambient = c->ambient, .fps = fps, .seed = seed_text, .seconds = 60 * minutes, .cut_s = c->walking ? 0 : CUT_S,
                                         .gain_db = gain_db, .retail_mix = seed % 2 && !is_spatial(c)});
    options[n++] = c->walking ? "--walk" : "--at";
    options[n++] = c->walking ? walk : at;
    if (!c->walking)
        options[n++] = "--heading", options[n++] = heading;
    if (c->crowded)
        options[n++] = "--region", options[n++] = region;
    if (c->ambient)
        options[n++] = "--ambient", options[n++] = c->ambient;
    if (c->gain_known)
        options[n++] = "--gain", options[n++] = gain;
    options[n] = NULL;
    return heard_compare("rec.wav", options);
}

/* ---- the matrix ---- */

typedef struct Sums { unsigned clean, alarms, faulted, found, named, open, open_right; } Sums;

static void add_finding(Sums *s, const Case *c, const Finding *f, const char *where, char row[ROW_TEXT])
{
    const bool named = c->cause && !strcmp(f->cause, c->cause), right = f->exit_code == c->exit_code && (named || !c->cause);
    s->clean += c->exit_code == 0;
    s->alarms += c->exit_code == 0 && f->exit_code == 3;
    s->faulted += c->exit_code == 3;
    s->found += c->exit_code == 3 && f->exit_code == 3;
    s->named += c->exit_code == 3 && named;
    s->open += c->exit_code == 4;
    s->open_right += c->exit_code == 4 && f->exit_code == 4;
    const size_t n = strlen(row);
    snprintf(row + n, ROW_TEXT - n, " %s", f->exit_code == 0 ? "-" : f->exit_code == 4 ? "undecidable" : *f->cause ? f->cause : "?");
    if (!right && getenv("AMB_EXPLAIN"))
        printf("%s: %s\n", where, f->said);
}

static const char *kind_of(const Case *c)
{
    return c->crowded ? "crowded" : c->walking ? "walk" : c->gain_known ? "gain" : "stand";
}

/* Is this the row that was asked for: by its name, or by as much of its name and kind as is given? */
static bool is_asked_for(const Case *c, const char *name)
{
    char row[64];
    snprintf(row, sizeof row, "%s %s", c->fault ? c->fault : "none", kind_of(c));
    return !name || !strncmp(row, name, strlen(name));
}

static void try_row(Sums *s, const Case *c, double minutes, unsigned base, unsigned seeds)
{
    char row[ROW_TEXT] = "";
    for (unsigned k = 0; k < seeds; k++) {
        Finding f = try_case(c, minutes, base + k);
        add_finding(s, c, &f, demo_places[(base + k) % DEMO_PLACES].name, row);
        finding_free(&f);
    }
    printf("%-17s %5.2f %-7s%s\n", c->fault ? c->fault : "none", minutes, kind_of(c), row);
    fflush(stdout);
}

static unsigned number_from(const char *name, unsigned otherwise)
{
    const char *const text = getenv(name);
    return text && *text ? (unsigned)atoi(text) : otherwise;
}

static void matrix(void **state)
{
    (void)state;
    /* one recording a row finds what it should in most places, not in all: the quick rows have theirs */
    const unsigned seeds = number_from("AMB_SEEDS", 0), base = seeds ? number_from("AMB_SEED", 1) : 1;
    const char *const only = getenv("AMB_FAULT");
    Sums s = {0};
    heard_crowded_demo("crowded", CROWD);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if ((seeds || cases[i].quick > 0) && is_asked_for(&cases[i], only))
            try_row(&s, &cases[i], seeds ? cases[i].minutes : cases[i].quick, base + (seeds ? 0 : (unsigned)i), seeds ? seeds : 1);
    printf("from sound: false alarms %u of %u (at most 2 %%), found %u of %u (at least 95 %%), cause named right %u (at least 80 %%), undecidable right %u of %u\n",
           s.alarms, s.clean, s.found, s.faulted, s.named, s.open_right, s.open);
    assert_true(100 * s.alarms <= 2 * s.clean);
    assert_true(100 * s.found >= 95 * s.faulted);
    assert_true(100 * s.named >= 80 * s.faulted);
    assert_int_equal(s.open_right, s.open);
}

/* ---- what one recording says ---- */

#define ORCHARD "0x7F800016 [48 120 22]"
#define MARSH "0x81810009 [24 0 2]"
#define SMITHY "0x7E800017 [57.6 153.6 18]"

static void expect_finding(const char *name, const char *const *options, int exit_code, const char *says)
{
    Finding f = heard_compare(name, options);
    if (f.exit_code != exit_code || !strstr(f.said, says))
        fail_msg("%s: exit code %d instead of %d, or no \"%s\" in: %s", name, f.exit_code, exit_code, says, f.said);
    finding_free(&f);
}

#define EXPECT(name, exit_code, says, ...) expect_finding(name, (const char *const[]){__VA_ARGS__, NULL}, exit_code, says)

/* Both constants exceed min_rate by a third of a frame at most; all onsets together tell its length, unless it is given. */
static void the_frame_is_heard(void **state)
{
    (void)state;
    heard_record("slow.wav", &(Recording){.at = ORCHARD, .fps = "30", .seed = "5", .seconds = 45, .cut_s = CUT_S, .retail_mix = true});
    EXPECT("slow.wav", 0, "frame 33.33 ms, steady", "--at", ORCHARD);
    EXPECT("slow.wav", 0, "frame 20.0 ms (given)", "--at", ORCHARD, "--fps", "50");
}

static void a_channel_that_was_not_recorded(void **state)
{
    (void)state;
    heard_record("left.wav", &(Recording){.at = ORCHARD, .seed = "5", .seconds = 30, .cut_s = CUT_S, .left_only = true});
    EXPECT("left.wav", 4, "Undecidable: The right channel is silent: both are needed.", "--at", ORCHARD);
}

/* Two murmurs begin in the same frame each time, and half of the times with the same wave: that is heard as one, as loud as both. */
static void constants_that_fire_at_once_are_two(void **state)
{
    (void)state;
    heard_record("smithy.wav", &(Recording){.at = SMITHY, .heading = "308", .fps = "122", .seed = "1004", .seconds = 60, .cut_s = CUT_S});
    EXPECT("smithy.wav", 0, "levels -0.00 dB, 100 % on whole dB", "--at", SMITHY, "--heading", "308");
}

/* Eight sounds a second, most of them quieter than one of the same wave that they overlap. */
static void a_crowd_is_told_apart(void **state)
{
    (void)state;
    char region[128];
    snprintf(region, sizeof region, "%s/crowd", scratch);
    heard_crowded_demo("crowd", CROWD);
    heard_record("crowd.wav", &(Recording){.at = ORCHARD, .heading = "231", .region = region, .fps = "99", .seed = "1003", .seconds = 30});
    EXPECT("crowd.wav", 0, "No difference", "--at", ORCHARD, "--heading", "231", "--region", region);
}

static void a_heading_channels_and_a_place_that_are_not_right(void **state)
{
    (void)state;
    const Recording true_one = {.at = ORCHARD, .heading = "80", .seed = "6", .seconds = 150, .cut_s = CUT_S};
    Recording swapped = true_one;
    swapped.swapped = true;
    heard_record("true.wav", &true_one);
    heard_record("swapped.wav", &swapped);
    Finding f = heard_compare("true.wav", (const char *const[]){"--at", ORCHARD, "--heading", "41", NULL});
    const char *const off = strstr(f.sentence, "Best explanation: the heading is off by ");
    if (f.exit_code != 3 || !off || fabs(strtod(off + strlen("Best explanation: the heading is off by "), NULL) - 39) > 2)
        fail_msg("no +39 degrees in: %s", f.said);
    finding_free(&f);
    EXPECT("swapped.wav", 3, "Best explanation: left and right are changed over (mirrored)", "--at", ORCHARD, "--heading", "80");
    EXPECT("true.wav", 3, "Best explanation: it was recorded at another place (another-place)", "--at", MARSH, "--heading", "80");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(matrix), cmocka_unit_test(the_frame_is_heard), cmocka_unit_test(constants_that_fire_at_once_are_two), cmocka_unit_test(a_crowd_is_told_apart), cmocka_unit_test(a_channel_that_was_not_recorded),
                                       cmocka_unit_test(a_heading_channels_and_a_place_that_are_not_right)};
    const bool matrix_alone = getenv("AMB_SEEDS") || getenv("AMB_FAULT");
    return _cmocka_run_group_tests("heard", tests, matrix_alone ? 1 : sizeof tests / sizeof tests[0], scratch_make, scratch_remove);
}
