/* test_overlays.c - whatever can be switched on and off on the picture changes it just where it is, pixel by pixel, and gives back what
 * lay below. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rig.h"

#include "amb/region.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define A_MOMENT 0.1

static Rig rig;
static AmbDrawList was_shown[AMB_LISTS]; /* every shape of the picture with everything on */
static uint32_t *was;                    /* and its pixels */

/* ---- pictures ---- */

static AmbRect window(void)
{
    return rig.w->screen.layout.window;
}

static uint32_t *copy_pixels(void)
{
    const AmbRect r = window();
    uint32_t *const copy = malloc((size_t)r.w * (size_t)r.h * sizeof *copy);
    assert_non_null(copy);
    for (int y = 0; y < r.h; y++)
        memcpy(copy + (ptrdiff_t)y * r.w, rig.w->pixels + (ptrdiff_t)y * rig.w->stride, (size_t)r.w * sizeof *copy);
    return copy;
}

static void copy_lists(void)
{
    for (int i = 0; i < AMB_LISTS; i++) {
        const AmbDrawList *const l = &rig.w->lists[i];
        AmbDrawList *const to = &was_shown[i];
        *to = (AmbDrawList){.n = l->n, .n_bytes = l->n_bytes, .draws = malloc(l->n * sizeof *l->draws + 1), .bytes = malloc(l->n_bytes + 1)};
        assert_true(to->draws && to->bytes);
        if (l->n)
            memcpy(to->draws, l->draws, l->n * sizeof *l->draws);
        if (l->n_bytes)
            memcpy(to->bytes, l->bytes, l->n_bytes);
    }
}

/* ---- shapes ---- */

static bool same_shape(const AmbDrawList *a, const AmbDraw *x, const AmbDrawList *b, const AmbDraw *y)
{
    return x->shape == y->shape && x->font == y->font && x->colour == y->colour && x->x == y->x && x->y == y->y && x->w == y->w &&
           x->h == y->h && x->e == y->e && x->f == y->f && x->picture == y->picture && x->stamp == y->stamp && x->count == y->count &&
           (x->shape != AMB_SHAPE_TEXT || memcmp(a->bytes + x->data, b->bytes + y->data, x->count) == 0);
}

/* Those of `from` that are not in `in`, each as often as it is missing.  The land's pictures count when the land is what changes: they are
 * drawn again and again. */
static size_t missing(const AmbDrawList *from, const AmbDrawList *in, bool land, const AmbDraw **out, size_t cap)
{
    size_t n = 0;
    bool *const taken = calloc(in->n + 1, sizeof *taken);
    assert_non_null(taken);
    for (size_t i = 0; i < from->n; i++) {
        size_t k = 0;
        while (k < in->n && (taken[k] || !same_shape(from, &from->draws[i], in, &in->draws[k])))
            k++;
        if (k < in->n)
            taken[k] = true;
        else if (from->draws[i].shape != AMB_SHAPE_CLIP && (land || from->draws[i].shape != AMB_SHAPE_PICTURE) && n < cap)
            out[n++] = &from->draws[i];
    }
    free(taken);
    return n;
}

static bool in_box(float x, float y, float x0, float y0, float w, float h)
{
    return x > x0 - 1.5f && y > y0 - 1.5f && x < x0 + w + 1.5f && y < y0 + h + 1.5f;
}

static bool in_polygons_box(const AmbDrawList *l, const AmbDraw *d, float x, float y)
{
    float x0 = 1e9f, y0 = 1e9f, x1 = -1e9f, y1 = -1e9f;
    for (uint32_t i = 0; i < d->count; i++) {
        float p[2];
        memcpy(p, l->bytes + d->data + i * sizeof p, sizeof p);
        x0 = fminf(x0, p[0]), x1 = fmaxf(x1, p[0]), y0 = fminf(y0, p[1]), y1 = fmaxf(y1, p[1]);
    }
    return in_box(x, y, x0, y0, x1 - x0, y1 - y0);
}

/* Whether a shape can colour a pixel; its middle at x y. */
static bool covers(const AmbDrawList *l, const AmbDraw *d, float x, float y)
{
    const float r = hypotf(x - d->x, y - d->y), slack = 1.5f;
    switch ((AmbShape)d->shape) {
    case AMB_SHAPE_DISC: return r < d->w + slack;
    case AMB_SHAPE_RING: return fabsf(r - d->w) < d->h + slack;
    case AMB_SHAPE_SECTOR:
    case AMB_SHAPE_SECTOR_EDGE: {
        const float off = fabsf(remainderf(atan2f(x - d->x, d->y - y) - d->e, 6.2831853f));
        return r > d->w - slack && r < d->h + slack && (off - d->f) * r < slack;
    }
    case AMB_SHAPE_LINE:
        return in_box(x, y, fminf(d->x, d->w) - d->e, fminf(d->y, d->h) - d->e, fabsf(d->w - d->x) + 2 * d->e, fabsf(d->h - d->y) + 2 * d->e);
    case AMB_SHAPE_TEXT: {
        const char *const text = amb_drawlist_text(l, d);
        return in_box(x, y, d->x, d->y, (float)amb_fonts_width(rig.w->fonts, (AmbFont)d->font, text, strlen(text)),
                      (float)amb_fonts_line(rig.w->fonts, (AmbFont)d->font));
    }
    case AMB_SHAPE_POLYGON: return in_polygons_box(l, d, x, y);
    case AMB_SHAPE_BOX:
    case AMB_SHAPE_FRAME:
    case AMB_SHAPE_STRETCHED:
    case AMB_SHAPE_PICTURE: return in_box(x, y, d->x, d->y, d->w, d->h);
    case AMB_SHAPE_CLIP: return false;
    }
    return false;
}

/* ---- what changed ---- */

#define MOST 2000

static bool covered(int list, const AmbDraw *const *gone, size_t n_gone, const AmbDraw *const *come, size_t n_come, float x, float y)
{
    for (size_t i = 0; i < n_gone; i++)
        if (covers(&was_shown[list], gone[i], x, y))
            return true;
    for (size_t i = 0; i < n_come; i++)
        if (covers(&rig.w->lists[list], come[i], x, y))
            return true;
    return false;
}

typedef bool (*MayChange)(double px, double py);

/* Every pixel that differs from `was` lies in one of the list's shapes that went or came; a layer of the land changes it where `land`
 * says (NULL: no such layer). */
static void expect_changed_there(const char *what, int list, MayChange land)
{
    static const AmbDraw *gone[MOST], *come[MOST];
    const size_t n_gone = missing(&was_shown[list], &rig.w->lists[list], land != NULL, gone, MOST),
                 n_come = missing(&rig.w->lists[list], &was_shown[list], land != NULL, come, MOST);
    const AmbRect r = window();
    size_t changed = 0;
    for (int y = 0; y < r.h; y++)
        for (int x = 0; x < r.w; x++) {
            if (was[(ptrdiff_t)y * r.w + x] == rig.w->pixels[(ptrdiff_t)y * rig.w->stride + x])
                continue;
            changed++;
            if (!covered(list, gone, n_gone, come, n_come, (float)x + 0.5f, (float)y + 0.5f) || (land && !land(x + 0.5, y + 0.5)))
                fail_msg("%s: pixel %d,%d changed, where none of its %zu shapes is", what, x, y, n_gone + n_come);
        }
    print_message("%s: %zu pixels, %zu shapes gone, %zu come\n", what, changed, n_gone, n_come);
    assert_true(changed > 20);
    assert_true(n_gone + n_come > 0 && n_gone < MOST && n_come < MOST);
}

static void expect_all_as_it_was(const char *what)
{
    const AmbRect r = window();
    for (int y = 0; y < r.h; y++)
        for (int x = 0; x < r.w; x++)
            if (was[(ptrdiff_t)y * r.w + x] != rig.w->pixels[(ptrdiff_t)y * rig.w->stride + x])
                fail_msg("%s: pixel %d,%d did not come back", what, x, y);
}

/* ---- layers ---- */

static double off_line_px(double v_m)
{
    return fabs(remainder(v_m, AMB_CELL_M)) * rig.w->screen.view.zoom;
}

static bool near_a_cell_line(double px, double py)
{
    double x_m, y_m;
    amb_view_to_world(&rig.w->screen.view, px, py, &x_m, &y_m);
    return off_line_px(x_m) < 2.5 || off_line_px(y_m) < 2.5;
}

/* One of the four vertices around it has a road. */
static bool near_a_road(double px, double py)
{
    double x_m, y_m;
    AmbBlock b;
    amb_view_to_world(&rig.w->screen.view, px, py, &x_m, &y_m);
    for (int i = -1; i < 3; i++)
        for (int k = -1; k < 3; k++) {
            const unsigned x = (unsigned)(x_m / AMB_CELL_M) + (unsigned)i, y = (unsigned)(y_m / AMB_CELL_M) + (unsigned)k;
            if (amb_source_look(*rig.w->cfg->source, x / 8, y / 8, &b) == AMB_OK && (b.terrain[x % 8 * 9 + y % 8] & 3))
                return true;
        }
    return false;
}

static bool anywhere(double px, double py)
{
    (void)px;
    (void)py;
    return true;
}

static void test_each_layer(void **state)
{
    (void)state;
    static const MayChange land[AMB_LAYER_COUNT] = {
        [AMB_LAYER_SHADING] = anywhere, [AMB_LAYER_GRID] = near_a_cell_line, [AMB_LAYER_ROADS] = near_a_road};
    for (int layer = 0; layer < AMB_LAYER_COUNT; layer++) {
        const char *const name = amb_layer_name((AmbLayer)layer);
        const AmbKey *const key = amb_key_of(AMB_DO_LAYER, layer);
        rig_press(key->scancode, key->mods);
        rig_run(&rig, A_MOMENT);
        expect_changed_there(name, AMB_PANE_MAP, land[layer]);
        rig_press(key->scancode, key->mods);
        rig_run(&rig, A_MOMENT);
        expect_all_as_it_was(name);
    }
}

/* ---- what lies over everything ---- */

static void test_pages_and_fields(void **state)
{
    (void)state;
    static const struct { const char *name; SDL_Scancode key;
    } rows[] = {{"key page", SDL_SCANCODE_F1}, {"typing a place", SDL_SCANCODE_G}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rig_press(rows[i].key, 0);
        rig_run(&rig, A_MOMENT);
        expect_changed_there(rows[i].name, AMB_OVER, NULL);
        rig_press(SDL_SCANCODE_ESCAPE, 0);
        rig_run(&rig, A_MOMENT);
        expect_all_as_it_was(rows[i].name);
    }
}

static void test_a_message(void **state)
{
    (void)state;
    amb_window_say(rig.w, false, "Place copied");
    rig_run(&rig, A_MOMENT);
    expect_changed_there("message", AMB_OVER, NULL);
    rig_press(SDL_SCANCODE_ESCAPE, 0);
    rig_run(&rig, A_MOMENT);
    expect_all_as_it_was("message");
}

static void point_at(int x, int y)
{
    rig_push((SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .windowID = SDL_GetWindowID(rig.w->sdl), .x = x, .y = y}});
}

/* Over the land, a voice and a slider: nothing lights up but the hint. */
static void test_hints(void **state)
{
    (void)state;
    const AmbRect map = rig.w->screen.layout.pane[AMB_PANE_MAP], voices = rig.w->screen.layout.pane[AMB_PANE_VOICES];
    const int places[][2] = {{map.x + 40, map.y + 60}, {map.x + map.w - 5, map.y + map.h - 5}, {voices.x + 60, voices.y + 60}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        point_at(places[i][0] - 1, places[i][1]);
        point_at(places[i][0], places[i][1]);
        for (int k = 0; k < 100 && !rig.w->lists[AMB_OVER].n; k++) /* it rests a third of a second */
            rig_run(&rig, A_MOMENT);
        expect_changed_there("hint", AMB_OVER, NULL);
        rig_window(&rig, SDL_WINDOWEVENT_LEAVE);
        rig_run(&rig, A_MOMENT);
        expect_all_as_it_was("hint");
    }
}

/* The strip is a pane: the map takes its room, and no other pane changes. */
static void test_the_strip(void **state)
{
    (void)state;
    const AmbLayout *const l = &rig.w->screen.layout;
    AmbRect before[AMB_PANE_COUNT];
    memcpy(before, l->pane, sizeof before);
    rig_press(SDL_SCANCODE_T, 0);
    rig_run(&rig, A_MOMENT);
    assert_true(amb_rect_empty(l->pane[AMB_PANE_STRIP]) && amb_rect_empty(l->pane[AMB_PANE_EVENTS]));
    for (int p = 0; p < AMB_PANE_COUNT; p++) {
        if (p == AMB_PANE_MAP || p == AMB_PANE_STRIP || p == AMB_PANE_EVENTS)
            continue;
        const AmbRect r = l->pane[p];
        assert_memory_equal(&r, &before[p], sizeof r);
        for (int y = r.y; y < r.y + r.h; y++)
            assert_memory_equal(was + (ptrdiff_t)y * l->window.w + r.x, rig.w->pixels + (ptrdiff_t)y * rig.w->stride + r.x, (size_t)r.w * 4);
    }
    rig_press(SDL_SCANCODE_T, 0);
    rig_run(&rig, A_MOMENT);
    expect_all_as_it_was("strip");
}

/* Everything on, at a moment when sounds play and a sound with bands is chosen; time stands still. */
static int set_up(void **state)
{
    (void)state;
    rig_open(&rig, 1440, 900, NULL, NULL);
    rig_run(&rig, 0.3);
    rig_press(SDL_SCANCODE_C, 0);
    rig_press(SDL_SCANCODE_TAB, 0);
    rig_press(SDL_SCANCODE_TAB, 0);
    rig_press(SDL_SCANCODE_P, 0);
    rig_run(&rig, 1); /* the loudness has come to rest */
    was = copy_pixels();
    copy_lists();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (int i = 0; i < AMB_LISTS; i++)
        amb_drawlist_free(&was_shown[i]);
    free(was);
    rig_close(&rig);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_layer), cmocka_unit_test(test_pages_and_fields), cmocka_unit_test(test_a_message),
        cmocka_unit_test(test_hints),      cmocka_unit_test(test_the_strip),
    };
    return cmocka_run_group_tests_name("overlays", tests, set_up, tear_down);
}
