/* rose.c - where the selected sound may be placed about the listener, which is in the middle and looks up: a band of distances for
 * each of eight directions, and where it was placed before. */
#include "screen.h"

#include <math.h>
#include <stdio.h>

#define RIM_M 120.0            /* no band reaches farther: terrain beyond does not count */
#define RING_M 40.0
#define JITTER_RAD 0.19634954f /* a sound is placed up to pi / 16 either side of its direction */
#define SHOWN_S 60.0           /* a place fades so long */
#define WIDTH 204              /* design pixels */
#define HEIGHT 236
#define RAD 0.01745329252      /* of a degree */

typedef struct Rose {
    const AmbScreen *s;
    const AmbModelSound *sound;
    float x, y, radius; /* of the rim, pixels */
    double up_rad;      /* where the listener looks */
} Rose;

static float px_of(const Rose *r, double m)
{
    return (float)(m / RIM_M) * r->radius;
}

static void react(const Rose *r, float x, float y, int reach, const char *tip)
{
    amb_hot_add(r->s->ui.hots, (AmbRect){(int)x - reach, (int)y - reach, 2 * reach, 2 * reach}, 0, 0, false, tip);
}

static void ground(const Rose *r)
{
    const AmbUi *const ui = &r->s->ui;
    amb_draw_disc(ui->list, r->x, r->y, r->radius, AMB_COL_WELL);
    for (double m = RING_M; m <= RIM_M; m += RING_M)
        amb_draw_ring(ui->list, r->x, r->y, px_of(r, m), 1, 0, AMB_COL_LINE);
    for (int i = 0; i < 8; i++) {
        const double a = i * 45 * RAD - r->up_rad;
        amb_draw_line(ui->list, r->x, r->y, r->x + r->radius * (float)sin(a), r->y - r->radius * (float)cos(a), 1, AMB_COL_LINE);
    }
}

static void letters(const Rose *r)
{
    static const char *const names[4] = {"N", "E", "S", "W"};
    const AmbUi *const ui = &r->s->ui;
    const float out = r->radius + (float)amb_ui_px(ui, 9);
    const int box = amb_ui_px(ui, 16);
    for (int i = 0; i < 4; i++) {
        const double a = i * 90 * RAD - r->up_rad;
        const float x = r->x + out * (float)sin(a), y = r->y - out * (float)cos(a);
        amb_ui_text(ui, AMB_FONT_SMALL, (AmbRect){(int)x - box / 2, (int)y - box / 2, box, box}, AMB_MIDDLE,
                    i ? AMB_COL_DIM : AMB_COL_TEXT, names[i]);
        react(r, x, y, box / 2, "Up is where you look; the letters are the points of the compass");
    }
}

static void band(const Rose *r, const AmbDirBand *b)
{
    const double middle = (double)amb_dir_heading_rad(b->dir) - r->up_rad;
    const float inner = px_of(r, fmax((double)b->min_m, 0)), outer = px_of(r, fmin((double)b->max_m, RIM_M));
    amb_draw_sector(r->s->ui.list, r->x, r->y, inner, outer, (float)middle, JITTER_RAD, 0x4056b4e9u, 0xc056b4e9u);
    AmbText t = {0};
    amb_text(&t, amb_dir_name(b->dir));
    amb_text(&t, ": ");
    amb_text_real(&t, (double)b->min_m, 1);
    amb_text(&t, " to ");
    amb_text_real(&t, (double)b->max_m, 1);
    amb_text(&t, " m\nfarther out the lower the roll; 11" AMB_DEGREE " to either side");
    const float mid = (inner + outer) / 2;
    const int reach = (int)fmaxf((outer - inner) / 2, (float)amb_ui_px(&r->s->ui, 6));
    react(r, r->x + mid * (float)sin(middle), r->y - mid * (float)cos(middle), reach, t.s);
}

/* One time that it played, seen from where the listener is now. */
static void placed(const Rose *r, const AmbSeen *seen)
{
    const AmbUi *const ui = &r->s->ui;
    const AmbModel *const m = r->s->model;
    const double east = seen->x_m - m->place.x_m, north = seen->y_m - m->place.y_m, m_away = hypot(east, north);
    const double age_s = m->now_s - seen->e.time_s, a = atan2(east, north) - r->up_rad;
    if (m_away > RIM_M)
        return;
    const float x = r->x + px_of(r, m_away) * (float)sin(a), y = r->y - px_of(r, m_away) * (float)cos(a);
    const unsigned alpha = (unsigned)(55 + 200 * (1 - age_s / SHOWN_S));
    amb_draw_disc(ui->list, x, y, 3.5f * ui->scale, amb_colour_fade(0xff000000u, alpha));
    amb_draw_disc(ui->list, x, y, 2.5f * ui->scale, amb_colour_fade(AMB_COL_LIVE, alpha));
    AmbText t = {0};
    amb_text(&t, "played here ");
    amb_text_real(&t, age_s, 1);
    amb_text(&t, " s ago, ");
    amb_text_db(&t, seen->e.db);
    amb_text(&t, ", pan ");
    amb_text_int(&t, seen->e.pan);
    amb_text(&t, "\n");
    amb_text_real(&t, m_away, 1);
    amb_text(&t, " m from where you are now");
    react(r, x, y, amb_ui_px(ui, 5), t.s);
}

/* The oldest first, so that the newest lies on top. */
static void all_placed(const Rose *r)
{
    uint64_t n = 0;
    for (const AmbSeen *e; (e = amb_history_back(r->s->history, n)) != NULL && e->e.time_s > r->s->model->now_s - SHOWN_S;)
        n++;
    while (n-- > 0) {
        const AmbSeen *const e = amb_history_back(r->s->history, n);
        if (e->e.sound == r->sound->sound && e->e.outcome == AMB_PLAYED && e->e.has_pos && e->e.time_s <= r->s->model->now_s)
            placed(r, e);
    }
}

static void middle(const Rose *r)
{
    const float k = r->s->ui.scale;
    const float arrow[4][2] = {{r->x, r->y - 7 * k}, {r->x - 4.5f * k, r->y + 5 * k}, {r->x, r->y + 2.5f * k}, {r->x + 4.5f * k, r->y + 5 * k}};
    if (r->sound->state.constant)
        amb_draw_disc(r->s->ui.list, r->x, r->y, 12 * k, amb_colour_fade(AMB_COL_CONSTANT, 120));
    amb_draw_polygon(r->s->ui.list, arrow[0], 4, AMB_COL_WHITE);
    react(r, r->x, r->y, (int)(7 * k), r->sound->state.constant ? "A constant sound has no place: it is in the middle of your head" : "you, looking up");
}

static void note(const Rose *r, AmbRect line)
{
    AmbText t = {0};
    if (r->sound->state.constant) {
        amb_text(&t, "no place: all around");
    } else if (!r->sound->state.n_dirs) {
        amb_text(&t, "no band: out of reach");
    } else {
        amb_text_int(&t, r->sound->state.n_dirs);
        amb_text(&t, r->sound->state.n_dirs == 1 ? " band" : " bands");
        amb_text(&t, AMB_DOT "rings 40, 80, 120 m");
    }
    amb_ui_text(&r->s->ui, AMB_FONT_SMALL, line, AMB_MIDDLE, AMB_COL_DIM, t.s);
}

static void draw(const AmbScreen *s, AmbRect box)
{
    const AmbUi *const ui = &s->ui;
    const AmbModelSound *const sound = &s->model->sounds[s->selected];
    AmbRect in = amb_rect_inset(box, amb_ui_px(ui, 10), amb_ui_px(ui, 6));
    const AmbRect head = amb_rect_cut_top(&in, amb_ui_px(ui, 20)), foot = amb_rect_cut_bottom(&in, amb_ui_px(ui, 18));
    const Rose r = {s, sound, (float)in.x + (float)in.w / 2, (float)in.y + (float)in.h / 2,
                    (float)(in.h < in.w ? in.h : in.w) / 2 - (float)amb_ui_px(ui, 17), s->model->place.heading_deg * RAD};
    amb_hot_add(ui->hots, box, 0, 0, false,
                "The selected sound's rose: for each direction that it may come from,\nhow near and how far it may be placed, in metres");
    amb_ui_text(ui, AMB_FONT_SMALL, head, AMB_MIDDLE, AMB_COL_TEXT, sound->desc->name);
    ground(&r);
    for (uint32_t i = 0; i < sound->state.n_dirs && !sound->state.constant; i++)
        band(&r, &sound->state.dirs[i]);
    all_placed(&r);
    middle(&r);
    letters(&r);
    note(&r, foot);
}

static bool wanted(const AmbScreen *s)
{
    return s->selected >= 0 && s->layers[AMB_LAYER_ROSE];
}

void amb_rose_on_map(const AmbScreen *s)
{
    const AmbUi *const ui = &s->ui;
    const AmbRect pane = s->view.pane;
    const int w = amb_ui_px(ui, WIDTH), h = amb_ui_px(ui, HEIGHT), edge = amb_ui_px(ui, 12);
    const AmbRect box = {pane.x + pane.w - w - edge, pane.y + edge, w, h};
    if (!wanted(s) || s->layout.tabbed || pane.w < 2 * w || pane.h < 2 * h)
        return;
    amb_draw_box(ui->list, box, (float)amb_ui_px(ui, 4), AMB_COL_VEIL);
    draw(s, box);
}

void amb_rose_below(const AmbScreen *s, AmbRect free)
{
    const int w = amb_ui_px(&s->ui, WIDTH), h = amb_ui_px(&s->ui, HEIGHT);
    if (wanted(s) && s->layout.tabbed && free.w >= w && free.h >= h)
        draw(s, (AmbRect){free.x + (free.w - w) / 2, free.y, w, h});
}
