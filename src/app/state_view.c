/* state_view.c - collects a scene's state and the ways from terrain to sound. */
#include "state_view.h"

#include <math.h>
#include <string.h>

const AmbSoundDesc *amb_state_desc(const AmbStateView *v, const AmbSoundState *s)
{
    return &v->region->stbs[s->stb].sounds[s->row];
}

const char *amb_terrain_name(const AmbRegion *r, unsigned terrain)
{
    return terrain < r->n_terrain ? r->terrain[terrain].name : "?";
}

const char *amb_state_reason(const AmbStateView *v, const AmbSoundState *s)
{
    AmbStbState stb;
    amb_scene_stb(v->scene, s->stb, &stb);
    if (s->can_hear)
        return NULL;
    if (s->count == 0)
        return "out of reach";
    if (!s->constant)
        return "no chance";
    if (!stb.loaded)
        return stb.not_found ? "its table does not exist" : "its table is not loaded";
    return "below 0.03";
}

/* The terrain words of the cells; neighbours share a block, so one is kept. */
static void take_words(AmbStateView *v)
{
    const AmbWorld *const w = amb_source_world(v->setup->source);
    AmbBlock block;
    bool held = false;
    uint8_t bx = 0, by = 0;
    for (size_t i = 0; i < v->n_cells; i++) {
        const AmbCellWeight *const c = &v->cells[i];
        if (!held || c->bx != bx || c->by != by)
            held = w->block(w->user, bx = c->bx, by = c->by, &block);
        v->words[i] = held ? block.terrain[c->cx * 9 + c->cy] : 0;
    }
}

static AmbPath *path_of(AmbStateView *v, size_t cell)
{
    const int32_t stb = v->cells[cell].stb;
    const unsigned terrain = amb_word_terrain(v->words[cell]), scene = amb_word_scene(v->words[cell]);
    for (size_t i = 0; i < v->n_paths; i++)
        if (v->paths[i].stb == stb && v->paths[i].terrain == terrain && v->paths[i].scene == scene)
            return &v->paths[i];
    AmbPath *const p = &v->paths[v->n_paths++];
    const bool known = terrain < v->region->n_terrain && scene < v->region->terrain[terrain].n_scenes;
    *p = (AmbPath){.stb = stb, .terrain = terrain, .scene = scene, .nearest_m = (double)INFINITY,
                   .scene_type = known ? v->region->terrain[terrain].scenes[scene] : AMB_NONE};
    return p;
}

static void take_paths(AmbStateView *v)
{
    for (size_t i = 0; i < v->n_cells; i++) {
        AmbPath *const p = path_of(v, i);
        p->n_cells++;
        if (v->cells[i].dist_m < p->nearest_m) {
            p->nearest_m = v->cells[i].dist_m;
            p->nearest = &v->cells[i];
        }
    }
}

static AmbPlace place_of(const AmbListener *at)
{
    return (AmbPlace){
        .x_m = at->bx * AMB_BLOCK_M + (double)at->x, .y_m = at->by * AMB_BLOCK_M + (double)at->y, .z_m = (double)at->z,
        .heading_deg = (double)at->heading_deg, .indoor = at->mode == AMB_INDOORS ? at->indoor_cell : 0,
    };
}

void amb_state_view_take(AmbStateView *v, const AmbSetup *setup, AmbRun *run, double t_s, const AmbListener *at)
{
    memset(v, 0, sizeof *v);
    v->setup = setup;
    v->region = amb_source_world(setup->source)->region;
    v->run = run;
    v->scene = amb_run_scene(run);
    v->t_s = t_s;
    v->frame = amb_run_frames(run) - 1;
    v->at = *at;
    v->place = place_of(at);
    v->options = *amb_run_options(run);
    amb_scene_state(v->scene, &v->state);
    v->n_cells = amb_scene_cells(v->scene, v->cells, AMB_MAX_CELLS);
    take_words(v);
    take_paths(v);
}
