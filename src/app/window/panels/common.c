/* common.c - what several panels share. */
#include "screen.h"

#include <math.h>

AmbColour amb_kind_colour(bool constant)
{
    return constant ? AMB_COL_CONSTANT : AMB_COL_CHANCE;
}

const char *amb_kind_letter(bool constant)
{
    return constant ? "C" : "I";
}

static void level_text(AmbText *t, const AmbEvent *e)
{
    amb_text_db(t, e->db);
    if (e->has_pos && e->pan) {
        amb_text(t, " pan ");
        amb_text_int(t, e->pan);
    }
}

void amb_event_text(AmbText *t, const AmbEvent *e)
{
    switch (e->outcome) {
    case AMB_PLAYED:
        level_text(t, e);
        if (e->has_pos) {
            amb_text(t, ", ");
            amb_text_real(t, (double)e->dist_m, 0);
            amb_text(t, " m ");
            amb_text(t, amb_dir_name(e->dir));
        }
        break;
    case AMB_CHANCE:
        amb_text(t, "chance: ");
        amb_text_real(t, (double)e->roll, 2);
        amb_text(t, " > ");
        amb_text_real(t, (double)e->chance, 2);
        break;
    case AMB_NOSOUND: amb_text(t, "no wave in this row"); break;
    case AMB_PROB:
        amb_text(t, "row's own probability ");
        amb_text_real(t, (double)e->probability, 2);
        break;
    case AMB_VOLMIN:
        amb_text(t, "below " AMB_MINUS "50 dB");
        if (e->has_pos) {
            amb_text(t, " at ");
            amb_text_real(t, (double)e->dist_m, 0);
            amb_text(t, " m");
        }
        break;
    case AMB_NOVOICE: amb_text(t, "no free voice"); break;
    case AMB_UNDECODABLE: amb_text(t, "silent: wave not decodable"); break;
    case AMB_UNARM: amb_text(t, "out of reach, no longer due"); break;
    default: break;
    }
}

AmbRect amb_pane_ground(const AmbScreen *s, AmbRect r)
{
    const AmbUi *const ui = &s->ui;
    amb_draw_box(ui->list, r, 0, AMB_COL_PANEL);
    amb_draw_box(ui->list, (AmbRect){r.x, r.y + r.h - 1, r.w, 1}, 0, AMB_COL_LINE);
    amb_draw_box(ui->list, (AmbRect){r.x, r.y, 1, r.h}, 0, AMB_COL_LINE);
    return (AmbRect){r.x + amb_ui_px(ui, 16), r.y + amb_ui_px(ui, 8), r.w - amb_ui_px(ui, 32), r.h - amb_ui_px(ui, 12)};
}
