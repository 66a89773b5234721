/* test_panels.c - panes at many sizes: where they lie, that nothing overlaps or is cut, that things are where they
 * belong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "moment.h"

#include "amb/place.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- layout ---- */

static const struct { int w, h; float scale;
} sizes[] = {
    {1440, 900, 1},  {800, 600, 1},      {640, 480, 1},   {1024, 768, 1},  {1280, 720, 1},     {1280, 1024, 1},
    {1920, 1080, 1}, {1920, 1080, 1.5f}, {2560, 1440, 2}, {3840, 2160, 3}, {1440, 900, 0.75f},
};
#define N_SIZES (sizeof sizes / sizeof sizes[0])

static void test_panes_fill_the_window_and_never_overlap(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_SIZES; i++)
        for (int tab = 0; tab < AMB_PANE_COUNT; tab++) {
            const AmbLayout l = amb_layout(&(AmbLayoutWish){
                .w = sizes[i].w, .h = sizes[i].h, .scale = sizes[i].scale, .strip = true, .tab = (AmbPaneId)tab});
            long long area = 0;
            for (int a = 0; a < AMB_PANE_COUNT; a++) {
                const AmbRect r = l.pane[a], in = amb_rect_common(r, l.window);
                area += (long long)r.w * r.h;
                assert_true(amb_rect_empty(r) || memcmp(&in, &r, sizeof r) == 0);
                for (int b = 0; b < a; b++)
                    if (amb_rect_meets(r, l.pane[b]))
                        fail_msg("%dx%d: panes %d and %d overlap", sizes[i].w, sizes[i].h, a, b);
            }
            assert_int_equal(area, (long long)sizes[i].w * sizes[i].h);
            assert_true(l.pane[AMB_PANE_MAP].w * 5 >= sizes[i].w * 2);
        }
    assert_false(amb_layout(&(AmbLayoutWish){.w = 1440, .h = 900, .scale = 1, .strip = true}).tabbed);
    assert_true(amb_layout(&(AmbLayoutWish){.w = 800, .h = 600, .scale = 1, .strip = true}).tabbed);
}

/* ---- text ---- */

typedef struct Line { AmbRect r; const char *text; } Line;

static size_t lines_of(const Described *d, const AmbDrawList *l, Line *out, size_t cap)
{
    size_t n = 0;
    for (size_t i = 0; i < l->n && n < cap; i++) {
        const AmbDraw *const t = &l->draws[i];
        if (t->shape != AMB_SHAPE_TEXT)
            continue;
        const char *const text = amb_drawlist_text(l, t);
        out[n].r = (AmbRect){(int)t->x, (int)t->y, amb_fonts_width(d->fonts, (AmbFont)t->font, text, strlen(text)),
                             amb_fonts_line(d->fonts, (AmbFont)t->font)};
        out[n++].text = text;
    }
    return n;
}

#define MOST 600

/* Inside its pane; lines may touch, not overlap (a shadow has the text of its line). */
static void check_text(const Described *d, const AmbDrawList *l, AmbRect pane, const char *where)
{
    static Line lines[MOST];
    const size_t n = lines_of(d, l, lines, MOST);
    for (size_t i = 0; i < n; i++) {
        const AmbRect r = lines[i].r;
        if (r.x < pane.x || r.x + r.w > pane.x + pane.w || r.y < pane.y - 1 || r.y + r.h > pane.y + pane.h + 1)
            fail_msg("%s: \"%s\" at %d,%d %dx%d leaves its pane %d,%d %dx%d", where, lines[i].text, r.x, r.y, r.w, r.h,
                     pane.x, pane.y, pane.w, pane.h);
        for (size_t k = 0; k < i; k++) {
            const AmbRect both = amb_rect_common(r, lines[k].r);
            if (both.w > 0 && (float)both.h > 3 * d->screen.ui.scale && strcmp(lines[i].text, lines[k].text) != 0)
                fail_msg("%s: \"%s\" and \"%s\" overlap", where, lines[i].text, lines[k].text);
        }
    }
}

static void test_text_stays_in_its_pane_and_apart(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_SIZES; i++)
        for (int k = 0; k < amb_n_tab_panes; k++) {
            Described d;
            describe(&d, sizes[i].w, sizes[i].h, sizes[i].scale, amb_tab_panes[k], k % 2 ? 2 : -1);
            for (int p = 0; p < AMB_PANE_COUNT; p++) {
                char where[64];
                snprintf(where, sizeof where, "%dx%d at %.2f, pane %d", sizes[i].w, sizes[i].h, (double)sizes[i].scale,
                         p);
                if (p != AMB_PANE_MAP) /* the ring's label is cut at the map's edge, as the ring is */
                    check_text(&d, &d.list[p], d.screen.layout.pane[p], where);
            }
            described_free(&d);
        }
}

/* At the two sizes that people start with no text is cut short, whichever tab is shown. */
static void test_nothing_is_cut(void **state)
{
    (void)state;
    static const int two[] = {0, 1};
    for (size_t i = 0; i < 2; i++)
        for (int k = 0; k < amb_n_tab_panes; k++) {
            Described d;
            describe(&d, sizes[two[i]].w, sizes[two[i]].h, 1, amb_tab_panes[k], 2);
            for (int p = 0; p < AMB_PANE_COUNT; p++) {
                static Line lines[MOST];
                const size_t n = lines_of(&d, &d.list[p], lines, MOST);
                for (size_t j = 0; j < n; j++)
                    if (strstr(lines[j].text, "\xe2\x80\xa6") &&
                        !(p == AMB_PANE_TOP && i == 1)) /* with a recording going on the place gives way */
                        fail_msg("%dx%d, pane %d: \"%s\" is cut", sizes[two[i]].w, sizes[two[i]].h, p, lines[j].text);
            }
            described_free(&d);
        }
}

static void test_the_key_page_shows_every_key(void **state)
{
    (void)state;
    static const int some[] = {0, 1, 3, 7, 9};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        Described d;
        describe(&d, sizes[some[i]].w, sizes[some[i]].h, sizes[some[i]].scale, AMB_PANE_SOUNDS, -1);
        d.screen.help = AMB_PAGE_KEYS;
        d.screen.ui.list = &d.over;
        const AmbRect touched = amb_panel_over(&d.screen, "");
        check_text(&d, &d.over, touched, "key page");
        static Line lines[MOST];
        const size_t n = lines_of(&d, &d.over, lines, MOST);
        for (int k = 0; k < amb_n_keys; k++) {
            char name[AMB_KEY_NAME];
            amb_key_name(&amb_keys[k], name);
            bool found = false;
            for (size_t j = 0; j < n; j++)
                found = found || strstr(lines[j].text, name);
            if (!found)
                fail_msg("%dx%d: %s is not on the page", sizes[some[i]].w, sizes[some[i]].h, name);
        }
        described_free(&d);
    }
}

static void test_typing_a_place_shows_its_error(void **state)
{
    (void)state;
    Described d;
    describe(&d, 800, 600, 1, AMB_PANE_SOUNDS, -1);
    d.screen.naming = true;
    amb_entry_set(&d.screen.entry, "42.1X");
    snprintf(d.screen.entry_error, sizeof d.screen.entry_error, "column 5: expected N or S");
    d.screen.ui.list = &d.over;
    const AmbRect touched = amb_panel_over(&d.screen, "");
    check_text(&d, &d.over, touched, "place");
    static Line lines[MOST];
    bool typed = false, error = false;
    for (size_t i = lines_of(&d, &d.over, lines, MOST); i-- > 0;) {
        typed = typed || strcmp(lines[i].text, "42.1X") == 0;
        error = error || strcmp(lines[i].text, d.screen.entry_error) == 0;
    }
    assert_true(typed && error);
    described_free(&d);
}

/* ---- the map ---- */

/* A disc of this radius or more about this point. */
static bool has_disc(const AmbDrawList *l, double x, double y, AmbColour rgb)
{
    for (size_t i = 0; i < l->n; i++) {
        const AmbDraw *const d = &l->draws[i];
        if (d->shape == AMB_SHAPE_DISC && fabs((double)d->x - x) < 0.6 && fabs((double)d->y - y) < 0.6 &&
            (d->colour & 0xffffffu) == (rgb & 0xffffffu))
            return true;
    }
    return false;
}

static size_t count_shapes(const AmbDrawList *l, AmbShape shape)
{
    size_t n = 0;
    for (size_t i = 0; i < l->n; i++)
        n += l->draws[i].shape == shape;
    return n;
}

static void test_the_map_shows_what_the_model_says(void **state)
{
    (void)state;
    Described d;
    describe(&d, 1440, 900, 1, AMB_PANE_SOUNDS, 2);
    const AmbDrawList *const l = &d.list[AMB_PANE_MAP];
    double x, y;
    /* the first contributing vertex lies at its cell's south-west corner */
    amb_view_to_window(&d.screen.view, 126 * AMB_BLOCK_M, 129 * AMB_BLOCK_M, &x, &y);
    assert_true(has_disc(l, x, y, AMB_COL_CONSTANT));
    /* a sound that plays lies at its place */
    moment_event(2, AMB_PLAYED, moment.now_s - 0.5);
    described_free(&d);
    describe(&d, 1440, 900, 1, AMB_PANE_SOUNDS, 2);
    amb_view_to_window(&d.screen.view, 24431, 24847, &x, &y);
    assert_true(has_disc(&d.list[AMB_PANE_MAP], x, y, AMB_COL_CHANCE));
    /* two bands, each with its edge, on the map and in the rose, and the sign in the legend */
    assert_int_equal(count_shapes(&d.list[AMB_PANE_MAP], AMB_SHAPE_SECTOR), 2 + 2 + 1);
    /* rings of 20 and 120 m about the listener */
    bool far_ring = false, near_ring = false;
    amb_view_to_window(&d.screen.view, 24400, 24800, &x, &y);
    for (size_t i = 0; i < d.list[AMB_PANE_MAP].n; i++) {
        const AmbDraw *const r = &d.list[AMB_PANE_MAP].draws[i];
        if (r->shape == AMB_SHAPE_RING && fabs((double)r->x - x) < 0.1 && fabs((double)r->y - y) < 0.1) {
            far_ring = far_ring || fabs((double)r->w - 120 * 1.4) < 0.1;
            near_ring = near_ring || fabs((double)r->w - 20 * 1.4) < 0.1;
        }
    }
    assert_true(far_ring && near_ring);
    described_free(&d);
}

/* The rose: up is where the listener looks, 120 m at the rim; a band where the state has it, a dot where it played. */
static void test_the_rose_shows_bands_heading_up(void **state)
{
    (void)state;
    moment_event(2, AMB_PLAYED, moment.now_s - 0.5); /* 31 m east, 47 m north */
    Described d;
    describe(&d, 1440, 900, 1, AMB_PANE_SOUNDS, 2);
    const AmbDrawList *const l = &d.list[AMB_PANE_MAP];
    const double up = moment.place.heading_deg * M_PI / 180;
    const AmbDraw *ne = NULL, *south = NULL;
    for (size_t i = 0; i < l->n; i++) {
        const AmbDraw *const s = &l->draws[i];
        if (s->shape == AMB_SHAPE_SECTOR && fabs(remainder((double)s->e - (M_PI / 4 - up), 2 * M_PI)) < 1e-4)
            ne = s;
        if (s->shape == AMB_SHAPE_SECTOR && fabs(remainder((double)s->e - (M_PI - up), 2 * M_PI)) < 1e-4)
            south = s;
    }
    assert_true(ne && south);
    assert_true(ne->x == south->x && ne->y == south->y);
    const double rim = (double)ne->h / 92 * 120;
    assert_true(fabs((double)ne->w - 48 * rim / 120) < 0.01 && fabs((double)south->w - 14 * rim / 120) < 0.01 &&
                fabs((double)south->h - 34 * rim / 120) < 0.01);
    const double a = atan2(31, 47) - up, r = hypot(31, 47) / 120 * rim;
    assert_true(has_disc(l, (double)ne->x + r * sin(a), (double)ne->y - r * cos(a), AMB_COL_LIVE));
    described_free(&d);
    describe(&d, 1440, 900, 1, AMB_PANE_SOUNDS, -1); /* nothing chosen, no rose */
    assert_int_equal(count_shapes(&d.list[AMB_PANE_MAP], AMB_SHAPE_SECTOR), 1);
    described_free(&d);
}

/* Each layer switched off takes away its own shapes and nothing else. */
static void test_layers_take_away_their_own(void **state)
{
    (void)state;
    static const struct {
        AmbLayer layer;
        AmbShape shape;
    } rows[] = {{AMB_LAYER_CELLS, AMB_SHAPE_DISC},
                {AMB_LAYER_BANDS, AMB_SHAPE_SECTOR},
                {AMB_LAYER_RINGS, AMB_SHAPE_RING},
                {AMB_LAYER_LABELS, AMB_SHAPE_TEXT},
                {AMB_LAYER_SOUNDS, AMB_SHAPE_DISC}};
    Described all;
    describe(&all, 1440, 900, 1, AMB_PANE_SOUNDS, 2);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Described d;
        describe(&d, 1440, 900, 1, AMB_PANE_SOUNDS, 2);
        d.screen.layers[rows[i].layer] = false;
        amb_drawlist_clear(&d.list[AMB_PANE_MAP]);
        d.screen.ui.list = &d.list[AMB_PANE_MAP];
        amb_panel_map(&d.screen, d.screen.layout.pane[AMB_PANE_MAP]);
        assert_true(count_shapes(&d.list[AMB_PANE_MAP], rows[i].shape) <
                    count_shapes(&all.list[AMB_PANE_MAP], rows[i].shape));
        assert_int_equal(count_shapes(&d.list[AMB_PANE_MAP], AMB_SHAPE_POLYGON),
                         count_shapes(&all.list[AMB_PANE_MAP], AMB_SHAPE_POLYGON)); /* the listener stays */
        described_free(&d);
    }
    described_free(&all);
}

/* ---- reactions ---- */

static void test_everything_to_click_has_a_key(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        Described d;
        describe(&d, sizes[i].w, sizes[i].h, 1, AMB_PANE_DEPARTURES, 2);
        int departures = 0;
        for (size_t k = 0; k < d.hots.n; k++) {
            const AmbHot *const h = &d.hots.hots[k];
            const bool by_other_keys = h->action == AMB_DO_SELECT_SOUND || h->action == AMB_DO_TAB ||
                                       h->action == AMB_DO_SLIDE; /* Tab, V, [ ] */
            if (h->action && !by_other_keys)
                assert_non_null(amb_key_of((AmbAction)h->action, h->arg));
            departures += h->action == AMB_DO_DEPARTURE;
            if (h->action && h->action != AMB_DO_TAB)
                assert_true(h->tip[0]);
        }
        assert_int_equal(departures, AMB_OPT_COUNT);
        described_free(&d);
    }
}

/* However large the text in however small a window: names are readable, and the way to all keys is there. */
static void test_large_text_leaves_what_matters(void **state)
{
    (void)state;
    static const struct { int w, h; float scale; } large[] = {{1440, 900, 3}, {1024, 768, 2}, {640, 480, 2}, {800, 600, 1}};
    for (size_t i = 0; i < sizeof large / sizeof large[0]; i++) {
        Described d;
        describe(&d, large[i].w, large[i].h, large[i].scale, AMB_PANE_SOUNDS, -1);
        static Line lines[MOST];
        size_t n = lines_of(&d, &d.list[AMB_PANE_SOUNDS], lines, MOST);
        bool name = false, keys = false;
        for (size_t k = 0; k < n; k++)
            name = name || strncmp(lines[k].text, moment.sounds[0].desc->name, 4) == 0;
        n = lines_of(&d, &d.list[AMB_PANE_FOOT], lines, MOST);
        for (size_t k = 0; k < n; k++)
            keys = keys || strcmp(lines[k].text, "all keys") == 0;
        if (!name || !keys)
            fail_msg("%d x %d at %.0f %%: %s", large[i].w, large[i].h, 100 * (double)large[i].scale, name ? "no way to all keys" : "no name");
        described_free(&d);
    }
}

static void test_silence_is_listed_with_its_reason(void **state)
{
    (void)state;
    Described d;
    describe(&d, 1440, 1400, 1, AMB_PANE_SOUNDS, -1);
    static Line lines[MOST];
    const size_t n = lines_of(&d, &d.list[AMB_PANE_SOUNDS], lines, MOST);
    for (AmbSilence s = AMB_SILENT_MUTED; s <= AMB_SILENT_TABLE; s++) {
        bool found = false;
        for (size_t i = 0; i < n; i++)
            found = found || strcmp(lines[i].text, amb_silence_text(s)) == 0;
        if (!found)
            fail_msg("\"%s\" is not in the list", amb_silence_text(s));
    }
    described_free(&d);
}

static int set_up(void **state)
{
    (void)state;
    moment_make();
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
        cmocka_unit_test(test_panes_fill_the_window_and_never_overlap),
        cmocka_unit_test(test_text_stays_in_its_pane_and_apart),
        cmocka_unit_test(test_nothing_is_cut),
        cmocka_unit_test(test_the_key_page_shows_every_key),
        cmocka_unit_test(test_typing_a_place_shows_its_error),
        cmocka_unit_test(test_the_map_shows_what_the_model_says),
        cmocka_unit_test(test_the_rose_shows_bands_heading_up),
        cmocka_unit_test(test_layers_take_away_their_own),
        cmocka_unit_test(test_everything_to_click_has_a_key),
        cmocka_unit_test(test_large_text_leaves_what_matters),
        cmocka_unit_test(test_silence_is_listed_with_its_reason),
    };
    return cmocka_run_group_tests_name("panels", tests, set_up, tear_down);
}
