/* tabs.c - the names of the panes that share one place. */
#include "screen.h"

#include <stdio.h>

void amb_panel_tabs(const AmbScreen *s, AmbRect r)
{
    const AmbUi *const ui = &s->ui;
    amb_draw_box(ui->list, r, 0, AMB_COL_PANEL);
    amb_draw_box(ui->list, (AmbRect){r.x, r.y + r.h - 1, r.w, 1}, 0, AMB_COL_LINE);
    amb_draw_box(ui->list, (AmbRect){r.x, r.y, 1, r.h}, 0, AMB_COL_LINE);
    for (int i = 0; i < amb_n_tab_panes; i++) {
        char key[AMB_KEY_NAME], tip[AMB_HOT_TIP];
        const AmbRect at = {r.x + r.w * i / amb_n_tab_panes, r.y, r.w / amb_n_tab_panes, r.h};
        snprintf(tip, sizeof tip, "%s\nclick, or %s for the next", amb_pane_says(amb_tab_panes[i]),
                 amb_key_name(amb_key_of(AMB_DO_NEXT_TAB, 0), key));
        amb_ui_tab(ui, at, amb_pane_name(amb_tab_panes[i]), s->layout.tab == amb_tab_panes[i], AMB_DO_TAB, (int)amb_tab_panes[i], tip);
    }
}
