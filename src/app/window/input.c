/* input.c - SDL's events: keys held and pressed, controllers, the pointer, typing. */
#include "window_internal.h"

#include "live/wall.h"
#include "scale.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- walking ---- */

static void steer(AmbWindow *w)
{
    AmbSteer s = {0};
    for (int i = 0; i < amb_n_keys; i++) {
        const AmbKey *const k = &amb_keys[i];
        if (!k->held || !w->down[k->scancode])
            continue;
        s.forward += k->action == AMB_DO_WALK ? 1 : k->action == AMB_DO_BACK ? -1 : 0;
        s.right += k->action == AMB_DO_STRAFE_RIGHT ? 1 : k->action == AMB_DO_STRAFE_LEFT ? -1 : 0;
        s.turn += k->action == AMB_DO_TURN_RIGHT ? 1 : k->action == AMB_DO_TURN_LEFT ? -1 : 0;
        s.run = s.run || k->action == AMB_DO_RUN;
    }
    if (!w->screen.naming)
        amb_pads_steer(&w->pads, &s);
    s.forward = fmin(fmax(s.forward, -1), 1); /* W and Up together are no faster */
    s.right = fmin(fmax(s.right, -1), 1);
    s.turn = fmin(fmax(s.turn, -1), 1);
    if (s.forward != 0 || s.right != 0)
        w->screen.view.follow = true;
    amb_live_steer(w->live, &s);
}

void amb_window_release_keys(AmbWindow *w)
{
    memset(w->down, 0, sizeof w->down);
    steer(w);
}

/* ---- keys ---- */

/* While a place is typed, keys edit it; false: the key means what it always does. */
static bool edit_key(AmbWindow *w, const SDL_KeyboardEvent *e)
{
    static const struct {
        SDL_Keycode key;
        AmbEntryEdit edit;
    } edits[] = {
        {SDLK_LEFT, AMB_EDIT_LEFT}, {SDLK_RIGHT, AMB_EDIT_RIGHT}, {SDLK_HOME, AMB_EDIT_HOME}, {SDLK_END, AMB_EDIT_END},
        {SDLK_BACKSPACE, AMB_EDIT_BACKSPACE}, {SDLK_DELETE, AMB_EDIT_DELETE},
    };
    if (w->screen.entry.composing[0])
        return true; /* the input method's keys */
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++)
        if (e->keysym.sym == edits[i].key)
            amb_entry_edit(&w->screen.entry, edits[i].edit);
    if (e->keysym.sym == SDLK_u && (e->keysym.mod & KMOD_CTRL))
        amb_entry_edit(&w->screen.entry, AMB_EDIT_CLEAR);
    if (e->keysym.sym == SDLK_v && (e->keysym.mod & KMOD_CTRL)) {
        char *const text = SDL_GetClipboardText();
        amb_entry_insert(&w->screen.entry, text ? text : "");
        SDL_free(text);
    }
    if (e->keysym.sym == SDLK_RETURN || e->keysym.sym == SDLK_KP_ENTER)
        amb_window_do(w, AMB_DO_ACCEPT, 0);
    else if (e->keysym.sym != SDLK_ESCAPE)
        w->screen.entry_error[0] = 0;
    /* nothing is typed with Ctrl: the window can still be quit, the place copied */
    return e->keysym.sym != SDLK_ESCAPE && !(e->keysym.mod & KMOD_CTRL);
}

static void key_down(AmbWindow *w, const SDL_KeyboardEvent *e)
{
    if (w->screen.naming && edit_key(w, e))
        return;
    w->rested_ns = 0; /* a hint gives way until the pointer moves again */
    const AmbKey *const k = amb_key_find(e->keysym.scancode, e->keysym.sym, e->keysym.mod);
    if (!k || (e->repeat && !k->repeats))
        return;
    if (k->held) {
        w->down[e->keysym.scancode] = true;
        steer(w);
        return;
    }
    amb_window_do(w, k->action, k->arg);
}

static void key_up(AmbWindow *w, const SDL_KeyboardEvent *e)
{
    if (e->keysym.scancode < SDL_NUM_SCANCODES && w->down[e->keysym.scancode]) {
        w->down[e->keysym.scancode] = false;
        steer(w);
    }
}

/* ---- controllers ---- */

static void pad_came(AmbWindow *w, int device)
{
    const char *const name = amb_pads_add(&w->pads, device);
    char text[160];
    if (!name)
        return;
    snprintf(text, sizeof text, "Controller: %.80s; the key page says what its buttons do", name);
    amb_window_say(w, false, text);
}

/* Whoever held its stick stands still. */
static void pad_went(AmbWindow *w, SDL_JoystickID id)
{
    if (amb_pads_remove(&w->pads, id))
        amb_window_say(w, false, "A controller is gone");
    if (!w->pads.n && w->screen.help == AMB_PAGE_PADS)
        w->screen.help = AMB_PAGE_NONE;
    steer(w);
}

static void pad_button(AmbWindow *w, SDL_GameControllerButton button, bool down)
{
    const AmbPadRow *const row = amb_pad_find(button);
    if (!row)
        return;
    if (row->action == AMB_DO_RUN)
        steer(w);
    else if (down && (!w->screen.naming || row->action == AMB_DO_CLOSE))
        amb_window_do(w, row->action, row->action == AMB_DO_HELP);
}

static bool pad_event(AmbWindow *w, const SDL_Event *e)
{
    switch (e->type) {
    case SDL_CONTROLLERDEVICEADDED: pad_came(w, e->cdevice.which); break;
    case SDL_CONTROLLERDEVICEREMOVED: pad_went(w, e->cdevice.which); break;
    case SDL_CONTROLLERAXISMOTION: steer(w); break;
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
        pad_button(w, (SDL_GameControllerButton)e->cbutton.button, e->type == SDL_CONTROLLERBUTTONDOWN);
        break;
    default: return false;
    }
    w->hurry = w->hurry || e->type != SDL_CONTROLLERAXISMOTION; /* sticks tremble */
    return true;
}

/* ---- the pointer ---- */

/* Events speak of the window's points; on some displays a point is several pixels. */
static int x_pixels(const AmbWindow *w, int v)
{
    int points = 0;
    SDL_GetWindowSize(w->sdl, &points, NULL);
    return amb_scale_to_pixels(v, points, w->screen.layout.window.w);
}

static int y_pixels(const AmbWindow *w, int v)
{
    int points = 0;
    SDL_GetWindowSize(w->sdl, NULL, &points);
    return amb_scale_to_pixels(v, points, w->screen.layout.window.h);
}

static bool over_map(const AmbWindow *w, int x, int y)
{
    return amb_rect_has(w->screen.layout.pane[AMB_PANE_MAP], x, y);
}

static void button_down(AmbWindow *w, int x, int y)
{
    const AmbHot *const h = amb_window_hot(w, x, y);
    w->press_x = w->last_x = x;
    w->press_y = w->last_y = y;
    w->moved = false;
    w->dragging = DRAG_NOTHING;
    if (h && h->action) {
        w->dragging = h->drag ? h->action : DRAG_NOTHING;
        amb_window_do(w, (AmbAction)h->action, h->drag ? x : h->arg);
    } else if (over_map(w, x, y) && !w->screen.help && !w->screen.naming) {
        w->dragging = DRAG_MAP;
    }
}

static void pointer_moved(AmbWindow *w, int x, int y)
{
    /* the first event only says where the pointer was all along */
    if (w->screen.ui.mouse_x >= 0)
        w->rested_ns = amb_wall_ns();
    w->screen.ui.mouse_x = x;
    w->screen.ui.mouse_y = y;
    if (abs(x - w->press_x) + abs(y - w->press_y) > 4)
        w->moved = true;
    if (w->dragging == DRAG_MAP && w->moved)
        amb_view_drag(&w->screen.view, x - w->last_x, y - w->last_y);
    else if (w->dragging > 0)
        amb_window_do(w, (AmbAction)w->dragging, x);
    if (w->dragging != DRAG_MAP || w->moved) {
        w->last_x = x;
        w->last_y = y;
    }
}

static void button_up(AmbWindow *w, int x, int y)
{
    if (w->dragging == DRAG_MAP && !w->moved)
        amb_window_click_map(w, x, y);
    w->dragging = DRAG_NOTHING;
}

static void wheel(AmbWindow *w, const SDL_MouseWheelEvent *e)
{
    const int x = w->screen.ui.mouse_x, y = w->screen.ui.mouse_y;
    const double turns = (double)e->preciseY * (e->direction == SDL_MOUSEWHEEL_FLIPPED ? -1 : 1);
    if (over_map(w, x, y))
        amb_view_zoom(&w->screen.view, pow(1.2, turns), x, y);
    else if (amb_rect_has(w->screen.layout.pane[AMB_PANE_SOUNDS], x, y))
        w->screen.scroll -= (int)lround(turns * 3);
}

/* ---- the window ---- */

static void window_event(AmbWindow *w, const SDL_WindowEvent *e)
{
    AmbError err = AMB_ERROR_NONE;
    switch (e->event) {
    case SDL_WINDOWEVENT_FOCUS_LOST:
        w->pads.asleep = true;
        amb_window_release_keys(w);
        amb_entry_compose(&w->screen.entry, ""); /* the input method starts anew elsewhere */
        w->dragging = DRAG_NOTHING;
        amb_window_focus(w, false);
        break;
    case SDL_WINDOWEVENT_FOCUS_GAINED:
        w->pads.asleep = false;
        amb_window_focus(w, true);
        break;
    case SDL_WINDOWEVENT_SIZE_CHANGED:
        if (!amb_window_surface(w, &err))
            amb_window_say(w, true, err.text);
        break;
    case SDL_WINDOWEVENT_DISPLAY_CHANGED: amb_window_display_changed(w); break;
    case SDL_WINDOWEVENT_EXPOSED: w->stale = true; break;
    case SDL_WINDOWEVENT_HIDDEN:
    case SDL_WINDOWEVENT_MINIMIZED: w->visible = false; break;
    case SDL_WINDOWEVENT_SHOWN:
    case SDL_WINDOWEVENT_RESTORED:
        w->visible = true;
        w->stale = true;
        break;
    case SDL_WINDOWEVENT_LEAVE: w->screen.ui.mouse_x = w->screen.ui.mouse_y = -1; break;
    case SDL_WINDOWEVENT_CLOSE: w->quit = true; break;
    default: break;
    }
}

void amb_window_event(AmbWindow *w, const SDL_Event *e)
{
    if (pad_event(w, e))
        return;
    w->hurry = true;
    switch (e->type) {
    case SDL_QUIT: w->quit = true; break;
    case SDL_WINDOWEVENT: window_event(w, &e->window); break;
    case SDL_DISPLAYEVENT: amb_window_display_changed(w); break;
    case SDL_KEYDOWN: key_down(w, &e->key); break;
    case SDL_KEYUP: key_up(w, &e->key); break;
    case SDL_TEXTINPUT:
        if (w->screen.naming)
            amb_entry_insert(&w->screen.entry, e->text.text);
        break;
    case SDL_TEXTEDITING:
        if (w->screen.naming)
            amb_entry_compose(&w->screen.entry, e->edit.text);
        break;
    case SDL_MOUSEBUTTONDOWN:
        if (e->button.button == SDL_BUTTON_LEFT)
            button_down(w, x_pixels(w, e->button.x), y_pixels(w, e->button.y));
        break;
    case SDL_MOUSEBUTTONUP:
        if (e->button.button == SDL_BUTTON_LEFT)
            button_up(w, x_pixels(w, e->button.x), y_pixels(w, e->button.y));
        break;
    case SDL_MOUSEMOTION: pointer_moved(w, x_pixels(w, e->motion.x), y_pixels(w, e->motion.y)); break;
    case SDL_MOUSEWHEEL: wheel(w, &e->wheel); break;
    default: break;
    }
}
