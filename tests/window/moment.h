/* moment.h - a made-up moment of a run with everything in it, and the panes that describe it, without a window. */
#ifndef AMB_TESTS_MOMENT_H
#define AMB_TESTS_MOMENT_H

#include "panels/screen.h"

extern AmbModel moment;
extern AmbHistory moment_history;

void moment_make(void);
void moment_end(void);
/* One more attempt of a sound of the list, 31 m east and 47 m north of the listener. */
void moment_event(int sound, AmbOutcome outcome, double t_s);

typedef struct Described {
    AmbScreen screen;
    AmbDrawList list[AMB_PANE_COUNT], over;
    AmbHotList hots; /* of all panes */
    AmbFonts *fonts;
} Described;

/* selected: a sound of the list, -1 none. */
void describe(Described *d, int w, int h, float scale, AmbPaneId tab, int selected);
void describe_again(Described *d, int mouse_x, int mouse_y);
void described_free(Described *d);

#endif
