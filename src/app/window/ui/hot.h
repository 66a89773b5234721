/* hot.h - places that react to the pointer: what a click does, what hovering says. */
#ifndef AMB_UI_HOT_H
#define AMB_UI_HOT_H

#include "geom.h"

#include <stddef.h>

#define AMB_HOT_TIP 240 /* bytes of a hint with its NUL; '\n' separates lines */

typedef struct AmbHot {
    AmbRect r;
    int action; /* of the key table; 0: only a hint */
    int arg;
    bool drag;  /* the action is repeated while the button is down and the pointer moves */
    char tip[AMB_HOT_TIP];
} AmbHot;

typedef struct AmbHotList {
    AmbHot *hots;
    size_t n, cap;
} AmbHotList;

void amb_hot_clear(AmbHotList *l);
void amb_hot_free(AmbHotList *l);
/* Later ones lie on top.  tip may be NULL.  Without memory the place does not react. */
void amb_hot_add(AmbHotList *l, AmbRect r, int action, int arg, bool drag, const char *tip);
/* The topmost at a point, or NULL. */
const AmbHot *amb_hot_at(const AmbHotList *l, int x, int y);

#endif
