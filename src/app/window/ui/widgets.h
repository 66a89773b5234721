/* widgets.h - the small things that panels are made of.
 *
 * A widget adds its shapes to ui->list and, when it reacts, its place to ui->hots; it keeps no state.
 */
#ifndef AMB_UI_WIDGETS_H
#define AMB_UI_WIDGETS_H

#include "drawlist.h"
#include "fonts.h"
#include "hot.h"

typedef struct AmbUi {
    float scale;          /* 1 is 100 % */
    AmbFonts *fonts;
    AmbDrawList *list;    /* of the pane being described */
    AmbHotList *hots;
    int mouse_x, mouse_y; /* -1 when the pointer is elsewhere */
} AmbUi;

typedef enum AmbAlign { AMB_LEFT, AMB_MIDDLE, AMB_RIGHT } AmbAlign;

int amb_ui_px(const AmbUi *ui, double n); /* design pixels to window pixels */
bool amb_ui_hovers(const AmbUi *ui, AmbRect r);

/* What hovering over r says, below whatever reacts there and is added later; kept only when the pointer is there. */
void amb_ui_hint(const AmbUi *ui, AmbRect r, const char *lines);

/* One line, centred vertically in r, cut with an ellipsis when it does not fit. Returns the width used. */
int amb_ui_text(const AmbUi *ui, AmbFont font, AmbRect r, AmbAlign align, AmbColour c, const char *text);
int amb_ui_text_width(const AmbUi *ui, AmbFont font, const char *text);

/* Heading of a section: title left, note right; the line is cut off *r. */
void amb_ui_heading(const AmbUi *ui, AmbRect *r, const char *title, const char *note);
void amb_ui_bar(const AmbUi *ui, AmbRect r, double fraction, AmbColour c);
/* Square with a letter: the kind of a sound. */
void amb_ui_badge(const AmbUi *ui, AmbRect r, const char *letter, AmbColour c);
void amb_ui_button(const AmbUi *ui, AmbRect r, const char *key, const char *label, bool on, int action, int arg,
                   const char *tip);
void amb_ui_slider(const AmbUi *ui, AmbRect r, double fraction, int action, const char *tip);
/* Where the pointer is on a slider's track, 0..1. */
double amb_ui_slider_at(const AmbUi *ui, AmbRect r, int mouse_x);
void amb_ui_tab(const AmbUi *ui, AmbRect r, const char *label, bool on, int action, int arg, const char *tip);
/* A box of lines ('\n' between) beside a point, kept inside `within`. Returns where it is. */
AmbRect amb_ui_tip(const AmbUi *ui, int x, int y, AmbRect within, const char *lines);

#endif
