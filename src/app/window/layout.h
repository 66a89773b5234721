/* layout.h - where each pane lies, from the size of the window alone. */
#ifndef AMB_WINDOW_LAYOUT_H
#define AMB_WINDOW_LAYOUT_H

#include "ui/geom.h"

typedef enum AmbPaneId {
    AMB_PANE_TOP,        /* name, place, device */
    AMB_PANE_MAP,
    AMB_PANE_SOUNDS,
    AMB_PANE_WHY,
    AMB_PANE_VOICES,
    AMB_PANE_DEPARTURES,
    AMB_PANE_STRIP,      /* last minute */
    AMB_PANE_EVENTS,
    AMB_PANE_TABS,       /* names of the panes that share one place; only in small windows */
    AMB_PANE_FOOT,       /* keys */
    AMB_PANE_COUNT
} AmbPaneId;

typedef struct AmbLayout {
    AmbRect window;
    AmbRect pane[AMB_PANE_COUNT]; /* empty: not shown */
    bool tabbed;                  /* one of the panel's panes at a time */
    AmbPaneId tab;                /* which one */
} AmbLayout;

typedef struct AmbLayoutWish {
    int w, h;        /* window pixels */
    float scale;
    bool strip;      /* the person wants the last minute shown */
    AmbPaneId tab;
} AmbLayoutWish;

/* Panes that can be tabs, in their order. */
extern const AmbPaneId amb_tab_panes[];
extern const int amb_n_tab_panes;
const char *amb_pane_name(AmbPaneId p); /* for tabs and headings */
const char *amb_pane_says(AmbPaneId p); /* what is in it, one line */

AmbLayout amb_layout(const AmbLayoutWish *w);

#endif
