/* pads.c - the table of a controller's controls, and the controllers that are there. */
#include "pads.h"

#include <math.h>

/* Parts of the way to the rim.  Worn sticks rest up to a fifth off the middle and do not reach the rim. */
#define DEAD 0.2
#define FULL 0.95
#define TRIGGER 0.25

#define PRESS(button, action) {AMB_PAD_BUTTON, SDL_CONTROLLER_BUTTON_##button, AMB_DO_##action, NULL}

const AmbPadRow amb_pad_rows[] = {
    {AMB_PAD_LEFT_STICK, SDL_CONTROLLER_BUTTON_INVALID, AMB_DO_WALK, "walk and step aside, as fast as it is pushed"},
    {AMB_PAD_RIGHT_STICK, SDL_CONTROLLER_BUTTON_INVALID, AMB_DO_TURN_RIGHT, "turn"},
    {AMB_PAD_TRIGGERS, SDL_CONTROLLER_BUTTON_INVALID, AMB_DO_RUN, NULL},
    PRESS(LEFTSHOULDER, RUN),
    PRESS(RIGHTSHOULDER, RUN),
    PRESS(DPAD_DOWN, NEXT_SOUND),
    PRESS(DPAD_UP, PREVIOUS_SOUND),
    PRESS(DPAD_LEFT, SLIDER_DOWN),
    PRESS(DPAD_RIGHT, SLIDER_UP),
    PRESS(A, MUTE),
    PRESS(X, SOLO),
    PRESS(Y, MUTE_ALL),
    PRESS(START, PAUSE),
    PRESS(LEFTSTICK, FOLLOW),
    PRESS(RIGHTSTICK, INDOORS),
    PRESS(BACK, HELP),
    PRESS(B, CLOSE),
};
const int amb_n_pad_rows = sizeof amb_pad_rows / sizeof amb_pad_rows[0];

const AmbPadRow *amb_pad_find(SDL_GameControllerButton button)
{
    for (int i = 0; i < amb_n_pad_rows; i++)
        if (amb_pad_rows[i].control == AMB_PAD_BUTTON && amb_pad_rows[i].button == button)
            return &amb_pad_rows[i];
    return NULL;
}

/* ---- names ---- */

static bool draws_shapes(SDL_GameControllerType type)
{
    return type == SDL_CONTROLLER_TYPE_PS3 || type == SDL_CONTROLLER_TYPE_PS4 || type == SDL_CONTROLLER_TYPE_PS5;
}

const char *amb_pad_name(const AmbPadRow *row, SDL_GameControllerType type)
{
    static const struct {
        SDL_GameControllerButton button;
        const char *name, *shape;
    } names[] = {
        {SDL_CONTROLLER_BUTTON_A, "A", "cross"},
        {SDL_CONTROLLER_BUTTON_B, "B", "circle"},
        {SDL_CONTROLLER_BUTTON_X, "X", "square"},
        {SDL_CONTROLLER_BUTTON_Y, "Y", "triangle"},
        {SDL_CONTROLLER_BUTTON_START, "Start", "Options"},
        {SDL_CONTROLLER_BUTTON_BACK, "Back", "Share"},
        {SDL_CONTROLLER_BUTTON_LEFTSHOULDER, "LB", "L1"},
        {SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, "RB", "R1"},
        {SDL_CONTROLLER_BUTTON_LEFTSTICK, "L stick in", "L3"},
        {SDL_CONTROLLER_BUTTON_RIGHTSTICK, "R stick in", "R3"},
        {SDL_CONTROLLER_BUTTON_DPAD_UP, "pad up", "pad up"},
        {SDL_CONTROLLER_BUTTON_DPAD_DOWN, "pad down", "pad down"},
        {SDL_CONTROLLER_BUTTON_DPAD_LEFT, "pad left", "pad left"},
        {SDL_CONTROLLER_BUTTON_DPAD_RIGHT, "pad right", "pad right"},
    };
    static const char *const axes[] = {
        [AMB_PAD_LEFT_STICK] = "left stick", [AMB_PAD_RIGHT_STICK] = "right stick", [AMB_PAD_TRIGGERS] = "triggers"};
    if (row->control != AMB_PAD_BUTTON)
        return axes[row->control];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].button == row->button)
            return draws_shapes(type) ? names[i].shape : names[i].name;
    return "";
}

const char *amb_pad_text(const AmbPadRow *row)
{
    return row->text ? row->text : amb_key_of(row->action, 0)->text;
}

const char *amb_pad_group(const AmbPadRow *row)
{
    return amb_key_of(row->action, 0)->group;
}

/* ---- coming and going ---- */

static int place_of(const AmbPads *p, SDL_JoystickID id)
{
    for (int i = 0; i < p->n; i++)
        if (SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(p->open[i])) == id)
            return i;
    return -1;
}

const char *amb_pads_add(AmbPads *p, int device)
{
    if (p->n == AMB_PADS_MOST || !SDL_IsGameController(device) || place_of(p, SDL_JoystickGetDeviceInstanceID(device)) >= 0)
        return NULL;
    SDL_GameController *const pad = SDL_GameControllerOpen(device);
    if (!pad)
        return NULL;
    p->open[p->n++] = pad;
    const char *const name = SDL_GameControllerName(pad);
    return name ? name : "controller";
}

bool amb_pads_remove(AmbPads *p, SDL_JoystickID id)
{
    const int i = place_of(p, id);
    if (i < 0)
        return false;
    SDL_GameControllerClose(p->open[i]);
    p->open[i] = p->open[--p->n];
    return true;
}

void amb_pads_close(AmbPads *p)
{
    while (p->n)
        SDL_GameControllerClose(p->open[--p->n]);
}

SDL_GameControllerType amb_pads_type(const AmbPads *p)
{
    return p->n ? SDL_GameControllerGetType(p->open[0]) : SDL_CONTROLLER_TYPE_UNKNOWN;
}

/* ---- sticks ---- */

void amb_pad_stick(int x, int y, double *right, double *up)
{
    const double dx = x / 32767.0, dy = -y / 32767.0, length = hypot(dx, dy);
    const double part = fmin(fmax((length - DEAD) / (FULL - DEAD), 0), 1);
    *right = part > 0 ? dx / length * part : 0;
    *up = part > 0 ? dy / length * part : 0;
}

static bool runs(SDL_GameController *pad)
{
    for (int i = 0; i < amb_n_pad_rows; i++)
        if (amb_pad_rows[i].control == AMB_PAD_BUTTON && amb_pad_rows[i].action == AMB_DO_RUN &&
            SDL_GameControllerGetButton(pad, amb_pad_rows[i].button))
            return true;
    return SDL_GameControllerGetAxis(pad, SDL_CONTROLLER_AXIS_TRIGGERLEFT) > TRIGGER * 32767 ||
           SDL_GameControllerGetAxis(pad, SDL_CONTROLLER_AXIS_TRIGGERRIGHT) > TRIGGER * 32767;
}

void amb_pads_steer(const AmbPads *p, AmbSteer *s)
{
    for (int i = 0; i < p->n && !p->asleep; i++) {
        SDL_GameController *const pad = p->open[i];
        double right, up, turn, unused;
        amb_pad_stick(SDL_GameControllerGetAxis(pad, SDL_CONTROLLER_AXIS_LEFTX),
                      SDL_GameControllerGetAxis(pad, SDL_CONTROLLER_AXIS_LEFTY), &right, &up);
        amb_pad_stick(SDL_GameControllerGetAxis(pad, SDL_CONTROLLER_AXIS_RIGHTX), 0, &turn, &unused);
        s->forward += up;
        s->right += right;
        s->turn += turn * fabs(turn); /* fine near the middle */
        s->run = s->run || runs(pad);
    }
}
