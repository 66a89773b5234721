/* moment.c - the numbers of the made-up moment. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "moment.h"

#include "amb/place.h"

#include <stdio.h>

#define N_SOUNDS 14

static const char *const names[N_SOUNDS] = {"meadow wind", "skylark",    "song thrush",   "cuckoo",       "bumblebee",
                                            "brook",       "drips",      "jumping fish",  "leaves",       "great tit",
                                            "wood pigeon", "woodpecker", "oystercatcher", "mountain wind"};
static AmbSoundDesc descs[N_SOUNDS];
static AmbStb stb;
static const AmbTerrain terrain = {.name = "Meadow", .colour_rgb = 0x6fa050};
static AmbRegion region;
AmbModel moment;
static AmbModelSound sounds[N_SOUNDS];
static AmbModelVoice voices[AMB_VOICES];
AmbHistory moment_history;

static void make_sound(int i)
{
    const bool constant = i % 5 == 0;
    descs[i] = (AmbSoundDesc){.type = 0x46 + (uint32_t)i % 8,
                              .volume = 0.55f,
                              .base_chance = constant ? 0 : 0.6f,
                              .min_rate_s = 10.5f,
                              .max_rate_s = 20.25f,
                              .name = names[i]};
    AmbModelSound *const s = &sounds[i];
    *s = (AmbModelSound){.sound = (uint32_t)i,
                         .desc = &descs[i],
                         .silence = (AmbSilence)(i % 8),
                         .muted = i % 8 == AMB_SILENT_MUTED,
                         .n_cells = 55,
                         .level = 0.1f};
    s->state = (AmbSoundState){.row = (uint32_t)i,
                               .constant = constant,
                               .count = 8.0361f,
                               .share = 0.8133f / (float)(i + 1),
                               .value = 0.2671f,
                               .can_hear = true,
                               .queued = true,
                               .next_s = 1003 + 12.5 * i,
                               .n_dirs = constant ? 0 : 2};
    s->state.dirs[0] = (AmbDirBand){AMB_DIR_NE, 48, 92};
    s->state.dirs[1] = (AmbDirBand){AMB_DIR_S, 14, 34};
    s->tally = (AmbTally){
        .attempts = 1234, .played = 987, .any = true, .any_played = true, .last_db = -44, .last_played_s = 999};
}

void moment_event(int sound, AmbOutcome outcome, double t_s)
{
    AmbSeen s = {.x_m = 24400 + 31, .y_m = 24800 + 47};
    s.e = (AmbEvent){.time_s = t_s,
                     .sound = (uint32_t)sound,
                     .row = (uint32_t)sound,
                     .constant = sound % 5 == 0,
                     .outcome = outcome,
                     .rolled = sound % 5 != 0,
                     .roll = 0.6612f,
                     .chance = 0.2671f,
                     .volume = 0.1627f,
                     .variant = 3,
                     .has_pos = sound % 5 != 0,
                     .dist_m = 56.3f,
                     .db = -44,
                     .pan = -14,
                     .length_s = 2.5,
                     .dir = AMB_DIR_NW,
                     .probability = 0.5f,
                     .next_s = t_s + 9};
    amb_history_add(&moment_history, &s);
    sounds[sound].tally.last = s;
}

void moment_make(void)
{
    stb = (AmbStb){.table_id = 0x20000007, .n_sounds = N_SOUNDS, .sounds = descs};
    region = (AmbRegion){.name = "Demo island", .n_terrain = 1, .terrain = &terrain, .n_stbs = 1, .stbs = &stb};
    amb_history_open(&moment_history);
    for (int i = 0; i < N_SOUNDS; i++)
        make_sound(i);
    for (int i = 0; i < 60; i++)
        moment_event(i % N_SOUNDS, (AmbOutcome)(i % AMB_OUTCOME_COUNT), 942 + i);
    moment = (AmbModel){.now_s = 1001.25,
                       .t_s = 1001.2333,
                       .frame = 60074,
                       .place = {24400, 24800, 14.6, 320, 0},
                       .cell = 0x7F81000F,
                       .terrain = "Meadow",
                       .sounds = sounds,
                       .n_sounds = N_SOUNDS,
                       .n_heard = 9,
                       .voices = voices,
                       .n_voices = AMB_VOICES,
                       .n_busy = 9,
                       .dropped = 17,
                       .recording = true,
                       .recorded_s = 75.5,
                       .speed_mps = 8};
    moment.at = (AmbListener){
        .bx = 127, .by = 129, .x = 16, .y = 32, .z = 14.6f, .heading_deg = 320, .slider = 0.85f, .enabled = true};
    moment.scene = (AmbSceneState){
        .has_cell = true, .cell = 0x7F81000F, .scanned = true, .total = 9.8801f, .n_sounds = N_SOUNDS};
    snprintf(moment.loc, sizeof moment.loc,
             "0x7F81000F [116.000000 132.000000 114.600000] 0.939693 0.000000 0.000000 0.342020");
    snprintf(moment.map, sizeof moment.map, "101.7S, 101.6W");
    for (int i = 0; i < AMB_VOICES; i++)
        voices[i] = (AmbModelVoice){
            .busy = i % 16 < 9,
            .constant = i % 2,
            .level = 0.05f,
            .state = {.sound = (uint32_t)i % N_SOUNDS, .db = -44, .pan = -14, .start_s = 1000, .end_s = 1004}};
    for (int i = 0; i < 100; i++)
        moment.cells[moment.n_cells++] = (AmbCellWeight){.bx = (uint8_t)(126 + i / 50),
                                                       .by = 129,
                                                       .cx = (uint8_t)(i % 8),
                                                       .cy = (uint8_t)(i / 8 % 8),
                                                       .weight = 0.3f,
                                                       .dist_m = 40};
    for (int i = 0; i < 5; i++)
        moment.grounds[moment.n_grounds++] = (AmbModelGround){"Mountain meadow", i, 21, 1.97};
}

/* ---- describing it ---- */

typedef void (*PanelFn)(const AmbScreen *s, AmbRect r);
static const PanelFn panels[AMB_PANE_COUNT] = {
    [AMB_PANE_TOP] = amb_panel_top,       [AMB_PANE_MAP] = amb_panel_map,
    [AMB_PANE_SOUNDS] = amb_panel_sounds, [AMB_PANE_WHY] = amb_panel_why,
    [AMB_PANE_VOICES] = amb_panel_voices, [AMB_PANE_DEPARTURES] = amb_panel_departures,
    [AMB_PANE_STRIP] = amb_panel_strip,   [AMB_PANE_EVENTS] = amb_panel_events,
    [AMB_PANE_TABS] = amb_panel_tabs,     [AMB_PANE_FOOT] = amb_panel_foot,
};

/* Everything anew, with the pointer there; -1 -1: elsewhere. */
void describe_again(Described *d, int mouse_x, int mouse_y)
{
    amb_hot_clear(&d->hots);
    d->screen.ui.mouse_x = mouse_x;
    d->screen.ui.mouse_y = mouse_y;
    for (int i = 0; i < AMB_PANE_COUNT; i++) {
        amb_drawlist_clear(&d->list[i]);
        d->screen.ui.list = &d->list[i];
        if (!amb_rect_empty(d->screen.layout.pane[i]))
            panels[i](&d->screen, d->screen.layout.pane[i]);
    }
}

void describe(Described *d, int w, int h, float scale, AmbPaneId tab, int selected)
{
    *d = (Described){.screen = {.model = &moment,
                                .history = &moment_history,
                                .region = &region,
                                .region_name = "Demo island",
                                .device = "44.1 kHz, PulseAudio",
                                .strip = true,
                                .selected = selected,
                                .view = {.zoom = 1.4, .x_m = 24400, .y_m = 24800, .follow = true}}};
    AmbError err = AMB_ERROR_NONE;
    if (amb_fonts_open(&d->fonts, scale, &err))
        fail_msg("%s", err.text);
    for (int i = 0; i < AMB_LAYER_COUNT; i++)
        d->screen.layers[i] = true;
    d->screen.layout = amb_layout(&(AmbLayoutWish){.w = w, .h = h, .scale = scale, .strip = true, .tab = tab});
    d->screen.view.pane = d->screen.layout.pane[AMB_PANE_MAP];
    d->screen.ui = (AmbUi){.scale = scale, .fonts = d->fonts, .hots = &d->hots};
    describe_again(d, -1, -1);
}

void described_free(Described *d)
{
    for (int i = 0; i < AMB_PANE_COUNT; i++)
        amb_drawlist_free(&d->list[i]);
    amb_drawlist_free(&d->over);
    amb_hot_free(&d->hots);
    amb_fonts_close(&d->fonts);
}

void moment_end(void)
{
    amb_history_close(&moment_history);
}
