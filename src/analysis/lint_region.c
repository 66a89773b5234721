/* lint_region.c - do terrains, scenes and STBs lead where they should? */
#include "lint_private.h"

#include <stdio.h>

static void check_terrains(Lint *l, const AmbRegion *r)
{
    char path[64];
    for (uint32_t t = 0; t < r->n_terrain && !amb_lint_stopped(l); t++)
        for (uint32_t i = 0; i < r->terrain[t].n_scenes; i++) {
            const int32_t scene = r->terrain[t].scenes[i];
            if (scene == AMB_NONE || (scene >= 0 && (uint32_t)scene < r->n_scenes))
                continue;
            snprintf(path, sizeof path, "terrain/%u/scenes/%u", t, i);
            amb_lint_add(l, AMB_LINT_ERROR, "scene-index", path, "name an existing scene, or -1 for silence",
                "terrain %u (%.60s) names scene %u, but there are %u", t, r->terrain[t].name, (uint32_t)scene,
                r->n_scenes);
        }
}

static void check_scenes(Lint *l, const AmbRegion *r)
{
    char path[64];
    for (uint32_t i = 0; i < r->n_scenes && !amb_lint_stopped(l); i++) {
        const int32_t stb = r->scene_stb[i];
        if (stb == AMB_NONE || (stb >= 0 && (uint32_t)stb < r->n_stbs))
            continue;
        snprintf(path, sizeof path, "scenes/%u/stb", i);
        amb_lint_add(l, AMB_LINT_ERROR, "stb-index", path, "name an existing STB, or -1 for silence",
            "scene %u names STB %u, but there are %u", i, (uint32_t)stb, r->n_stbs);
    }
}

/* A terrain's colour in another terrain's place: the picture shows something else than what is heard. */
static void check_palette(Lint *l, const AmbRegion *r)
{
    const AmbLintSource *const s = l->src;
    char path[64];
    for (uint32_t i = 0; i < r->n_terrain && i < s->n_palette; i++)
        for (uint32_t k = 0; k < r->n_terrain && s->palette[i] != r->terrain[i].colour_rgb; k++) {
            if (s->palette[i] != r->terrain[k].colour_rgb)
                continue;
            snprintf(path, sizeof path, "terrain/%u/colour", i);
            amb_lint_add(l, AMB_LINT_WARNING, "palette-order", path,
                "save the picture with its palette as it was, or change the colours here",
                "terrain.png shows terrain %u (%.60s) in the colour of terrain %u (%.60s): its palette has another order",
                i, r->terrain[i].name, k, r->terrain[k].name);
            return;
        }
}

static void mark_used(Lint *l, const AmbRegion *r)
{
    for (uint32_t t = 0; t < r->n_terrain && t < 32; t++)
        for (uint32_t i = 0; i < r->terrain[t].n_scenes && i < 32; i++) {
            const int32_t stb = amb_region_stb(r, (uint16_t)(t << 2 | i << 11));
            if (stb != AMB_NONE)
                l->stb_used[stb] = true;
        }
}

void amb_lint_check_indices(Lint *l)
{
    const AmbRegion *const r = l->src->world->region;
    l->stb_used = amb_lint_alloc(l, r->n_stbs, sizeof *l->stb_used);
    if (!l->stb_used)
        return;
    check_terrains(l, r);
    check_scenes(l, r);
    check_palette(l, r);
    mark_used(l, r);
}
