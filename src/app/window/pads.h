/* pads.h - game controllers, as many as there are, opened as they come and let go as they leave.
 *
 * Sticks give parts of full speed; what they ask for is read from the controller whenever it is needed, so that one that
 * was pulled with its stick held asks for nothing.  One table says what each control does: the window acts by it and the
 * key page shows it.
 */
#ifndef AMB_WINDOW_PADS_H
#define AMB_WINDOW_PADS_H

#include "keys.h"
#include "live/walker.h"

#include <SDL.h>
#include <stdbool.h>

#define AMB_PADS_MOST 8

typedef struct AmbPads {
    SDL_GameController *open[AMB_PADS_MOST];
    int n;
    bool asleep; /* the window is not the one in front: sticks ask for nothing */
} AmbPads;

typedef enum AmbPadControl { AMB_PAD_LEFT_STICK, AMB_PAD_RIGHT_STICK, AMB_PAD_TRIGGERS, AMB_PAD_BUTTON } AmbPadControl;

typedef struct AmbPadRow {
    AmbPadControl control;
    SDL_GameControllerButton button; /* of AMB_PAD_BUTTON */
    AmbAction action;                /* AMB_DO_RUN acts while it is down */
    const char *text;                /* what it does; NULL: as the action's key says */
} AmbPadRow;

extern const AmbPadRow amb_pad_rows[];
extern const int amb_n_pad_rows;

/* The row of a button, or NULL. */
const AmbPadRow *amb_pad_find(SDL_GameControllerButton button);
/* What is printed on it: "A", or "cross" where the maker draws shapes. */
const char *amb_pad_name(const AmbPadRow *row, SDL_GameControllerType type);
const char *amb_pad_text(const AmbPadRow *row);
const char *amb_pad_group(const AmbPadRow *row); /* heading: that of the action's key */

/* The device that SDL has just met; its name, or NULL when it is known already, or one too many. */
const char *amb_pads_add(AmbPads *p, int device);
/* False when it was none of ours. */
bool amb_pads_remove(AmbPads *p, SDL_JoystickID id);
void amb_pads_close(AmbPads *p);
/* Of the first one; SDL_CONTROLLER_TYPE_UNKNOWN without any. */
SDL_GameControllerType amb_pads_type(const AmbPads *p);

/* Adds what all of them ask for; each of forward, right, turn may leave -1..1. */
void amb_pads_steer(const AmbPads *p, AmbSteer *s);

/* A stick of two axes (-32768..32767, right and down positive) as parts of full speed: nothing within the dead zone about
 * the middle, all a little before the rim, in between straight, whatever the direction. */
void amb_pad_stick(int x, int y, double *right, double *up);

#endif
