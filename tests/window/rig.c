/* rig.c - opening and turning a window in this process. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rig.h"

#include "args.h"
#include "live/wall.h"

#include <stdlib.h>
#include <string.h>

#define SEED 5 /* RIG_SEED */
#define PATIENCE_NS 60000000000u

static void fine(int code, const AmbError *err)
{
    if (code)
        fail_msg("%s", err->text);
}

void rig_open(Rig *r, int width, int height, const char *log, const char *save_path)
{
    AmbError err = AMB_ERROR_NONE;
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    setenv("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1", 1); /* the dummy display gives nobody the keyboard */
    *r = (Rig){0};
    fine(amb_source_open(&r->source, AMB_SOURCE_DEMO, NULL, &err), &err);
    const AmbPlace at = amb_source_start(r->source);
    const AmbLogFacts facts = {.ran2_seed = SEED, .crt_seed = SEED, .fps = 60, .ambient = 1, .place = at, .live = true};
    fine(amb_logfile_open(&r->log, log, r->source, &facts, &err), &err);
    if (save_path)
        fine(amb_outfile_open(&r->save_path, save_path, &err), &err);
    fine(amb_settings_open(&r->settings, AMB_SETTINGS_NONE, &err), &err);
    r->cfg = (AmbWindowConfig){.settings = r->settings, .source = &r->source, .at = at, .fps = 60, .ran2_seed = SEED,
                               .crt_seed = SEED, .ambient = 1, .log = r->log.writer, .save_path = r->save_path.f, .audio = AMB_AUDIO_NONE, .width = width, .height = height};
    r->w = calloc(1, sizeof *r->w);
    assert_non_null(r->w);
    r->w->cfg = &r->cfg;
    fine(amb_window_open(r->w, &err), &err);
}

/* The land comes when it is painted, and is shown a frame later: a picture is looked at when all of it is there. */
static bool has_land(const AmbWindow *w)
{
    return !w->tiles || !w->visible || amb_tiles_settle(w->tiles, 0);
}

/* By the run's own clock, so that a slow machine does as much; by the wall while it stands still. */
void rig_run(Rig *r, double seconds)
{
    AmbError err = AMB_ERROR_NONE;
    const double from_s = r->w->model.now_s;
    const uint64_t end_ns = amb_wall_ns() + (uint64_t)(seconds * 1e9), late_ns = amb_wall_ns() + PATIENCE_NS;
    for (int turns = 0, landed = 0; !amb_window_over(r->w); turns++) {
        fine(amb_window_turn(r->w, &err), &err);
        landed = has_land(r->w) ? landed + 1 : 0;
        const AmbModel *const m = &r->w->model;
        if (turns > 2 && landed > 1 && (m->paused || !r->w->visible ? amb_wall_ns() >= end_ns : m->now_s >= from_s + seconds))
            return;
        if (amb_wall_ns() > late_ns)
            fail_msg("the run's clock stands still");
    }
}

void rig_close(Rig *r)
{
    AmbError err = AMB_ERROR_NONE;
    amb_window_close(r->w);
    free(r->w);
    fine(amb_logfile_commit(&r->log, &err), &err);
    amb_settings_close(&r->settings);
    fine(amb_outfile_commit(&r->save_path, &err), &err);
    amb_source_close(&r->source);
}

void rig_push(SDL_Event e)
{
    assert_int_equal(SDL_PushEvent(&e), 1);
}

void rig_key(SDL_Scancode scancode, unsigned mods, bool down)
{
    rig_push((SDL_Event){.key = {.type = down ? SDL_KEYDOWN : SDL_KEYUP,
                                 .state = down,
                                 .keysym = {.scancode = scancode, .sym = SDL_GetKeyFromScancode(scancode), .mod = (Uint16)mods}}});
}

void rig_press(SDL_Scancode scancode, unsigned mods)
{
    rig_key(scancode, mods, true);
    rig_key(scancode, mods, false);
}

void rig_window(Rig *r, SDL_WindowEventID event)
{
    rig_push((SDL_Event){.window = {.type = SDL_WINDOWEVENT, .windowID = SDL_GetWindowID(r->w->sdl), .event = (Uint8)event}});
}
