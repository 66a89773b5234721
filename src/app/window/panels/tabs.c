/* tabs.c - the names of the panes that share one place. */
#include "screen.h"

void amb_panel_tabs(const AmbScreen *s, AmbRect r)
{
    const AmbUi *const ui = &s->ui;
    amb_draw_box(ui->list, r, 0, AMB_COL_PANEL);
    amb_draw_box(ui->list, (AmbRect){r.x, r.y + r.h - 1, r.w, 1}, 0, AMB_COL_LINE);
    amb_draw_box(ui->list, (AmbRect){r.x, r.y, 1, r.h}, 0, AMB_COL_LINE);
    for (int i = 0; i < amb_n_tab_panes; i++) {
        const AmbRect at = {r.x + r.w * i / amb_n_tab_panes, r.y, r.w / amb_n_tab_panes, r.h};
        amb_ui_tab(ui, at, amb_pane_name(amb_tab_panes[i]), s->layout.tab == amb_tab_panes[i], AMB_DO_TAB,
                   (int)amb_tab_panes[i]);
    }
}
