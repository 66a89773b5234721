/* test_hover.c - whatever is shown says what it is when the pointer rests on it, and in which unit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "moment.h"

#include <stdio.h>
#include <string.h>

static const char *pane_name(int p)
{
    static const char *const names[AMB_PANE_COUNT] = {"top", "map", "sounds", "why", "voices", "departures", "strip", "events", "tabs", "foot"};
    return names[p];
}

/* What is said of a point; "" for nothing. */
static const char *said_at(Described *d, int x, int y)
{
    describe_again(d, x, y);
    const AmbHot *const h = amb_hot_at(&d->hots, x, y);
    return h ? h->tip : "";
}

typedef struct Spot { int x, y; char text[200]; } Spot;

#define MOST 4000

static void add_spot(Spot *all, size_t *n, float x, float y, const char *text)
{
    if (*n < MOST) {
        all[*n] = (Spot){(int)x, (int)y, ""};
        snprintf(all[(*n)++].text, sizeof all->text, "%s", text);
    }
}

/* The middle of every text, bar, disc, ring, sector and cross of a pane; the ground of panes and lines of grids say nothing by
 * themselves. */
static size_t spots_of(const Described *d, int pane, Spot *all)
{
    const AmbDrawList *const l = &d->list[pane];
    size_t n = 0;
    for (size_t i = 0; i < l->n; i++) {
        const AmbDraw *const s = &l->draws[i];
        const char *text;
        switch ((AmbShape)s->shape) {
        case AMB_SHAPE_TEXT:
            text = amb_drawlist_text(l, s);
            add_spot(all, &n, s->x + (float)amb_fonts_width(d->fonts, (AmbFont)s->font, text, strlen(text)) / 2,
                     s->y + (float)amb_fonts_line(d->fonts, (AmbFont)s->font) / 2, text);
            break;
        case AMB_SHAPE_BOX: /* a bar, a badge, a well: not the ground, not a hair line */
            if (s->w > 2 && s->h > 2 && (s->w < 400 || s->h < 60))
                add_spot(all, &n, s->x + s->w / 2, s->y + s->h / 2, "(a box)");
            break;
        case AMB_SHAPE_DISC: add_spot(all, &n, s->x, s->y, "(a disc)"); break;
        case AMB_SHAPE_RING:
            if (pane != AMB_PANE_MAP) /* rings there are wide, and the land within them is hovered */
                add_spot(all, &n, s->x, s->y, "(a ring)");
            break;
        case AMB_SHAPE_POLYGON: add_spot(all, &n, s->x, s->y, "(a polygon)"); break;
        default: break;
        }
    }
    return n;
}

static bool has_digit(const char *text)
{
    return strpbrk(text, "0123456789") != NULL;
}

static void check_pane(Described *d, int pane, const char *where)
{
    static Spot spots[MOST];
    const AmbRect r = d->screen.layout.pane[pane];
    const size_t n = spots_of(d, pane, spots);
    for (size_t i = 0; i < n; i++) {
        if (!amb_rect_has(r, spots[i].x, spots[i].y))
            continue; /* cut off at the map's edge */
        const char *const said = said_at(d, spots[i].x, spots[i].y);
        if (!*said && spots[i].text[0] != '(')
            fail_msg("%s, %s: nothing is said of \"%s\" at %d,%d", where, pane_name(pane), spots[i].text, spots[i].x, spots[i].y);
        if (!*said)
            fail_msg("%s, %s: nothing is said of %s at %d,%d", where, pane_name(pane), spots[i].text, spots[i].x, spots[i].y);
        /* what a pane says of its ground is no word on a number */
        if (has_digit(spots[i].text) && strcmp(said, amb_pane_says((AmbPaneId)pane)) == 0)
            fail_msg("%s, %s: of \"%s\" only what the pane is", where, pane_name(pane), spots[i].text);
    }
}

/* Both sizes that people start with, each tab, with a sound selected, constant and not, and without. */
static void test_everything_says_what_it_is(void **state)
{
    (void)state;
    static const struct { int w, h;
    } sizes[] = {{1440, 900}, {800, 600}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int k = 0; k < amb_n_tab_panes; k++)
            for (int selected = -1; selected <= 2; selected++) {
                Described d;
                char where[64];
                if (selected == 0 && k > 1) /* a constant one differs in two tabs */
                    continue;
                describe(&d, sizes[i].w, sizes[i].h, 1, amb_tab_panes[k], selected);
                snprintf(where, sizeof where, "%dx%d, tab %s, sound %d", sizes[i].w, sizes[i].h, amb_pane_name(amb_tab_panes[k]), selected);
                for (int p = 0; p < AMB_PANE_COUNT; p++)
                    check_pane(&d, p, where);
                described_free(&d);
                if (!d.screen.layout.tabbed && k) /* all panes at once: one tab is as good as another */
                    break;
            }
}

/* A grid of points: every place of the panel and of the lines says something; a hint names a number's unit. */
static void test_no_pane_is_silent(void **state)
{
    (void)state;
    Described d;
    describe(&d, 1440, 900, 1, AMB_PANE_SOUNDS, 2);
    for (int y = 4; y < 900; y += 28)
        for (int x = 4; x < 1440; x += 36) {
            const char *const said = said_at(&d, x, y);
            if (!*said && !amb_rect_has(d.screen.layout.pane[AMB_PANE_MAP], x, y)) /* there the window says what land it is */
                fail_msg("nothing is said at %d,%d", x, y);
        }
    described_free(&d);
}

/* The map's wide shapes are told by geometry. */
static void test_rings_and_bands_are_told_of_the_land(void **state)
{
    (void)state;
    static const struct { double east, north; const char *said;
    } rows[] = {
        {120, 0, "\nring of 120 m: land beyond does not count"},
        {0, -19.5, "\nring of 20 m: land within counts in full\nsong thrush may be placed S, 14 to 34 m"},
        {50, 50, "\nsong thrush may be placed NE, 48 to 92 m"},
        {50, 20, ""}, /* too far off the direction */
        {10, 10, ""}, /* too near */
    };
    Described d;
    describe(&d, 1440, 900, 1, AMB_PANE_SOUNDS, 2);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        AmbText t = {0};
        amb_map_hint(&d.screen, moment.place.x_m + rows[i].east, moment.place.y_m + rows[i].north, &t);
        assert_string_equal(t.s, rows[i].said);
    }
    described_free(&d);
}

/* Hints do not lie over what a click does. */
static void test_hints_let_clicks_through(void **state)
{
    (void)state;
    static const int sizes[2][2] = {{1440, 900}, {800, 600}};
    for (int i = 0; i < 2; i++) {
        Described d;
        describe(&d, sizes[i][0], sizes[i][1], 1, AMB_PANE_DEPARTURES, 2);
        static AmbHot clicks[600];
        size_t n = 0;
        for (size_t k = 0; k < d.hots.n && n < 600; k++)
            if (d.hots.hots[k].action)
                clicks[n++] = d.hots.hots[k];
        assert_true(n > 30);
        for (size_t k = 0; k < n; k++) {
            const int x = clicks[k].r.x + clicks[k].r.w / 2, y = clicks[k].r.y + clicks[k].r.h / 2;
            describe_again(&d, x, y);
            const AmbHot *const h = amb_hot_at(&d.hots, x, y);
            if (!h || h->action != clicks[k].action || h->arg != clicks[k].arg)
                fail_msg("a click at %d,%d no longer does %d", x, y, clicks[k].action);
        }
        described_free(&d);
    }
}

static int set_up(void **state)
{
    (void)state;
    moment_make();
    moment_event(2, AMB_PLAYED, moment.now_s - 0.5);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    moment_end();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everything_says_what_it_is),
        cmocka_unit_test(test_no_pane_is_silent),
        cmocka_unit_test(test_rings_and_bands_are_told_of_the_land),
        cmocka_unit_test(test_hints_let_clicks_through),
    };
    return cmocka_run_group_tests_name("hover", tests, set_up, tear_down);
}
