/* window.c - opening, running and closing the live program. */
#include "window_internal.h"

#include "display.h"
#include "live/wall.h"
#include "lost.h"

#include "args.h"
#include "interrupt.h"

#include "amb/outfile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAME_NS 16666667u
#define PICTURE_S 10.0 /* a picture waits so long for its land */
#define HIDDEN_MS 100 /* between looks while nothing is drawn; samples are taken by the device meanwhile */

/* ---- opening ---- */

static int open_display(AmbWindow *w, AmbError *err)
{
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1"); /* ^C is the program's */
    SDL_SetHint(SDL_HINT_APP_NAME, "Ambwalk");
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    /* without a screen it can reach SDL would go on to draw for nobody; who wants that asks by SDL_VIDEODRIVER, which
     * wins over the hint */
    SDL_SetHint(SDL_HINT_VIDEODRIVER, SDL_getenv("WAYLAND_DISPLAY") ? "x11,wayland" : "x11");
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0)
        return amb_error(
            err, AMB_E_UNSUPPORTED,
            "no display: %s; without one, `ambwalk render` writes a walk's sound and `ambwalk trace` its events",
            SDL_GetError());
    const char *const driver = SDL_GetCurrentVideoDriver();
    if (driver && strcmp(driver, "x11") == 0)
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION,
                    "0"); /* plain shared memory is many times cheaper than a texture */
    const AmbFrame unknown = {0}, *const last = &amb_settings_values(w->cfg->settings)->frame;
    amb_desk_read(&w->desk);
    w->sdl = amb_display_open(&w->desk, w->cfg->width ? &unknown : last, w->cfg->width, w->cfg->height);
    if (!w->sdl)
        return amb_error(err, AMB_E_UNSUPPORTED, "no window: %s", SDL_GetError());
    amb_lost_watch(w->sdl);
    amb_desk_watch(&w->desk, w->sdl);
    SDL_StopTextInput();
    SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER); /* without it there are no controllers, that is all */
    w->visible = true;
    return amb_window_surface(w, err) ? AMB_OK : err->code;
}

static int open_device(AmbWindow *w, unsigned buffer, char notice[AMB_DEVICE_NOTICE], AmbError *err)
{
    static const struct {
        const char *driver, *instead;
    } rows[] = {[AMB_AUDIO_SDL] = {"sdl", "openal"}, [AMB_AUDIO_OPENAL] = {"openal", NULL}, [AMB_AUDIO_NONE] = {"none", NULL}};
    const AmbKeeperConfig what = {.driver = rows[w->cfg->audio].driver,
                                  .instead = rows[w->cfg->audio].instead,
                                  .drain = {.device = w->cfg->device, .buffer_frames = buffer}};
    return amb_device_open(&w->device, &what, notice, err);
}

static int open_run(AmbWindow *w, unsigned buffer, AmbError *err)
{
    const AmbWindowConfig *const c = w->cfg;
    const AmbLiveConfig cfg = {
        .source = *c->source,
        .at = c->at,
        .walk = c->walk,
        .fps = c->fps,
        .ran2_seed = c->ran2_seed,
        .crt_seed = c->crt_seed,
        .options = c->options,
        .ambient = c->ambient,
        .log = c->log,
        .save_path = c->save_path,
        .buffer_frames = buffer,
        .retail_mix = c->retail_mix,
        .gain_db = c->gain_db,
    };
    return amb_live_open(&w->live, &cfg, err);
}

static int open_live(AmbWindow *w, AmbError *err)
{
    const unsigned buffer = w->cfg->buffer_frames ? (unsigned)w->cfg->buffer_frames : AMB_DRAIN_BUFFER;
    char notice[AMB_DEVICE_NOTICE];
    int code = open_device(w, buffer, notice, err);
    if (!code)
        code = open_run(w, buffer, err);
    if (code)
        return code;
    amb_live_tick(w->live, amb_wall_ns()); /* the first frame meets many waves: not while the device waits */
    if (notice[0]) {
        amb_window_say(w, true, notice);
        if (!w->cfg->walk) /* a script's log is the same with a device and without */
            amb_live_note_device(w->live, notice);
    }
    return amb_device_start(&w->device, w->live, err);
}

/* Asked by the map's own thread. */
static int land_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    return amb_source_look(user, bx, by, out);
}

static int open_screen(AmbWindow *w, AmbError *err)
{
    AmbScreen *const s = &w->screen;
    const AmbRegion *const region = amb_source_world(*w->cfg->source)->region;
    w->tiles = amb_tiles_create(region, land_block, *w->cfg->source);
    const bool model = amb_model_open(&w->model), history = amb_history_open(&w->history);
    if (!w->tiles || !model || !history)
        return amb_error(err, AMB_E_NOMEM, "no memory for the window");
    s->model = &w->model;
    s->history = &w->history;
    s->pads = &w->pads;
    s->region = region;
    s->region_name = amb_source_name(*w->cfg->source);
    s->ui.mouse_x = s->ui.mouse_y = -1;
    s->view = (AmbMapView){.zoom = 1.4 * (double)w->scale, .follow = true};
    s->strip = true;
    s->selected = -1;
    for (int i = 0; i < AMB_LAYER_COUNT; i++)
        s->layers[i] = i != AMB_LAYER_CAPTIONS;
    w->tab = AMB_PANE_SOUNDS;
    return AMB_OK;
}

/* Whether rows of two regions are the same sound: by the names of table and sound, as in the settings. */
static bool same_sound(const AmbStb *a, uint32_t row_a, const AmbStb *b, uint32_t row_b)
{
    char one[AMB_TABLE_TEXT], other[AMB_TABLE_TEXT];
    return row_a < a->n_sounds && row_b < b->n_sounds && strcmp(a->sounds[row_a].name, b->sounds[row_b].name) == 0 &&
           strcmp(amb_stb_table_text(a, one), amb_stb_table_text(b, other)) == 0;
}

/* The selected sound stays selected: in its row when it is still there, else wherever it is now; nowhere, and nothing is. */
static void choose_again(AmbWindow *w, const AmbRegion *before, const AmbRegion *now)
{
    if (!w->has_chosen)
        return;
    const AmbStb *const was = &before->stbs[w->chosen_stb];
    const uint32_t was_row = w->chosen_row;
    if (w->chosen_stb < now->n_stbs && same_sound(was, was_row, &now->stbs[w->chosen_stb], was_row))
        return;
    w->has_chosen = false;
    for (uint32_t stb = 0; stb < now->n_stbs; stb++)
        for (uint32_t row = 0; !w->has_chosen && row < now->stbs[stb].n_sounds; row++)
            if (same_sound(was, was_row, &now->stbs[stb], row)) {
                w->has_chosen = true;
                w->chosen_stb = stb;
                w->chosen_row = row;
            }
}

void amb_window_show_region(AmbWindow *w)
{
    const AmbRegion *const region = amb_source_world(*w->cfg->source)->region;
    choose_again(w, w->screen.region, region);
    w->screen.region = region;
    w->screen.region_name = amb_source_name(*w->cfg->source);
    amb_tiles_free(&w->tiles);
    w->tiles = amb_tiles_create(region, land_block, *w->cfg->source);
    amb_history_forget(&w->history);
    amb_model_forget(&w->model);
    amb_window_recall_mutes(w);
}

int amb_window_open(AmbWindow *w, AmbError *err)
{
    int code = open_display(w, err);
    if (!code)
        code = amb_window_open_scale(w, err);
    if (!code)
        code = open_screen(w, err);
    if (!code)
        code = open_live(w, err);
    if (!code)
        amb_window_recall(w);
    return code;
}

void amb_window_close(AmbWindow *w)
{
    amb_device_close(&w->device); /* first: its thread steps the run */
    amb_live_close(&w->live);
    amb_model_close(&w->model);
    amb_history_close(&w->history);
    amb_tiles_free(&w->tiles);
    for (int i = 0; i < AMB_LISTS; i++) {
        amb_hot_free(&w->hots[i]);
        amb_drawlist_free(&w->lists[i]);
    }
    amb_fonts_close(&w->fonts);
    amb_pads_close(&w->pads);
    if (amb_lost()) /* nobody is there to be asked to take the window down */
        return;
    if (w->sdl)
        SDL_DestroyWindow(w->sdl);
    SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER | SDL_INIT_VIDEO);
    if (!w->device.stuck) /* else the end of SDL's audio would wait for the sound server */
        SDL_Quit();
}

/* ---- running ---- */

static void take_news(AmbWindow *w)
{
    char text[AMB_DEVICE_NOTICE];
    AmbSeen seen[64];
    for (size_t n; (n = amb_live_take_events(w->live, seen, sizeof seen / sizeof seen[0])) != 0;)
        for (size_t i = 0; i < n; i++)
            amb_history_add(&w->history, &seen[i]);
    while (amb_live_notice(w->live, text, sizeof text))
        amb_window_say(w, true, text);
    for (AmbKeeperNews news; (news = amb_device_tick(&w->device, text)) != AMB_KEEPER_NO_NEWS;) {
        amb_live_note_device(w->live, text);
        amb_window_say(w, news == AMB_KEEPER_GONE, text);
    }
}

/* Sleeps until the next frame; hears events as they come. */
static void wait_and_listen(AmbWindow *w)
{
    const uint64_t now_ns = amb_wall_ns();
    w->next_ns += FRAME_NS;
    if (w->next_ns + FRAME_NS * 4 < now_ns || w->next_ns > now_ns + FRAME_NS * 2)
        w->next_ns = now_ns + FRAME_NS; /* after a hitch */
    if (!w->visible)
        SDL_Delay(HIDDEN_MS); /* waiting for events would look after each controller every millisecond */
    SDL_Event e;
    for (;;) {
        const uint64_t at_ns = amb_wall_ns();
        const int ms = w->visible && at_ns < w->next_ns ? (int)((w->next_ns - at_ns) / 1000000u) : 0;
        if (ms > 0 ? !SDL_WaitEventTimeout(&e, ms) : !SDL_PollEvent(&e))
            return;
        amb_lost_event(&e);
        amb_desk_event(&w->desk, &e);
        amb_window_event(w, &e);
        if (w->quit || amb_lost())
            return;
    }
}

static void check_log(AmbWindow *w)
{
    if (!amb_live_drop_failed_log(w->live))
        return;
    AmbError err = AMB_ERROR_NONE;
    w->cfg->log_failed(w->cfg->log_user, &err);
    amb_window_say(w, true, err.text);
}

int amb_window_turn(AmbWindow *w, AmbError *err)
{
    const uint64_t now_ns = amb_wall_ns();
    amb_live_tick(w->live, now_ns);
    take_news(w);
    amb_window_remember(w, now_ns);
    if (w->visible)
        amb_window_draw(w, now_ns);
    check_log(w);
    const int code = amb_live_check(w->live, err);
    if (!code && !amb_window_over(w))
        wait_and_listen(w);
    return code;
}

bool amb_window_over(const AmbWindow *w)
{
    return w->quit || amb_lost() || amb_interrupted() || amb_live_ended(w->live);
}

/* The last frame and the numbers in it. */
static int keep_picture(AmbWindow *w, AmbError *err)
{
    take_news(w);
    amb_window_draw(w, amb_wall_ns());
    if (w->tiles && amb_tiles_settle(w->tiles, PICTURE_S))
        amb_window_draw(w, amb_wall_ns());
    int code = amb_window_shot(w, w->cfg->screenshot, err);
    if (code)
        return code;
    char path[4096];
    AmbOutFile out;
    snprintf(path, sizeof path, "%s.json", w->cfg->screenshot);
    code = amb_outfile_open(&out, path, err);
    if (code)
        return code;
    amb_model_write(&w->model, &w->screen.view, w->lists, w->scale_percent, out.f);
    return amb_outfile_commit(&out, err);
}

#define HUSH_MS 200 /* at most: a device that has died asks no more */
#define QUEUED 4    /* buffers between a pull and the device, with OpenAL */

/* Cut off in the middle of a wave the sound would click: it falls silent, and the silence has time to reach the device. */
static void fall_silent(AmbWindow *w)
{
    const int buffer = w->cfg->buffer_frames ? w->cfg->buffer_frames : AMB_DRAIN_BUFFER;
    amb_live_set_level(w->live, 0);
    for (int ms = 0; ms < HUSH_MS && !amb_live_silent(w->live); ms += 5)
        SDL_Delay(5);
    const int ms = 1 + 1000 * QUEUED * buffer / AMB_MIX_RATE;
    SDL_Delay((Uint32)(ms < 2 * HUSH_MS ? ms : 2 * HUSH_MS));
}

int amb_window_main(const AmbWindowConfig *cfg, AmbError *err)
{
    AmbWindow *const w = calloc(1, sizeof *w);
    if (!w)
        return amb_error(err, AMB_E_NOMEM, "no memory for the window");
    w->cfg = cfg;
    int code = amb_window_open(w, err);
    const bool opened = !code;
    while (!code && !amb_window_over(w))
        code = amb_window_turn(w, err);
    if (opened) {
        amb_window_keep(w);
        fall_silent(w);
    }
    if (amb_lost())
        fputs("ambwalk: the window was taken away; the run ends\n", stderr);
    amb_device_close(&w->device);
    if (!code && cfg->screenshot)
        code = keep_picture(w, err);
    amb_window_close(w);
    free(w);
    return code;
}
