/* foot.c - the bottom line: the keys one needs first, from the key table. */
#include "screen.h"

static int entry_width(const AmbUi *ui, const AmbKey *k)
{
    char name[AMB_KEY_NAME];
    return amb_ui_text_width(ui, AMB_FONT_SMALL, amb_key_name(k, name)) + amb_ui_px(ui, 6) + amb_ui_text_width(ui, AMB_FONT_SMALL, k->brief);
}

void amb_panel_foot(const AmbScreen *s, AmbRect r)
{
    const AmbUi *const ui = &s->ui;
    amb_draw_box(ui->list, r, 0, AMB_COL_PANEL);
    amb_draw_box(ui->list, (AmbRect){r.x, r.y, r.w, 1}, 0, AMB_COL_LINE);
    amb_ui_hint(ui, r, "The keys that one needs first");
    AmbRect in = amb_rect_inset(r, amb_ui_px(ui, 16), 0);
    const int gap = amb_ui_px(ui, 6), between = amb_ui_px(ui, 20), help_w = entry_width(ui, amb_key_of(AMB_DO_HELP, 0));
    for (int i = 0; i < amb_n_keys; i++) {
        const AmbKey *const k = &amb_keys[i];
        if (!k->brief)
            continue;
        char name[AMB_KEY_NAME];
        amb_key_name(k, name);
        const int key_w = amb_ui_text_width(ui, AMB_FONT_SMALL, name), w = entry_width(ui, k);
        if (w + (k->action == AMB_DO_HELP ? 0 : between + help_w) > in.w) /* the key that shows all others is always there */
            continue;
        const int x = in.x;
        amb_ui_text(ui, AMB_FONT_SMALL, in, AMB_LEFT, AMB_COL_TEXT, name);
        amb_rect_cut_left(&in, key_w + gap);
        amb_ui_text(ui, AMB_FONT_SMALL, in, AMB_LEFT, AMB_COL_DIM, k->brief);
        amb_rect_cut_left(&in, w - key_w - gap + between);
        if (k->held) /* a click cannot hold it */
            amb_ui_hint(ui, (AmbRect){x, r.y, w, r.h}, k->text);
        else
            amb_hot_add(ui->hots, (AmbRect){x, r.y, w, r.h}, (int)k->action, k->arg, false, k->text);
    }
}
