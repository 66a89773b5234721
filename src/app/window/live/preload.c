/* preload.c - which tables are new, and their waves one by one. */
#include "preload.h"

#include <stdlib.h>
#include <string.h>

int amb_preload_open(AmbPreload *p, const AmbRegion *region, AmbError *err)
{
    *p = (AmbPreload){.n_stbs = region->n_stbs};
    p->loads = calloc((size_t)region->n_stbs + 1, sizeof *p->loads);
    return p->loads ? AMB_OK : amb_error(err, AMB_E_NOMEM, "no memory for the run");
}

void amb_preload_close(AmbPreload *p)
{
    free(p->loads);
    free(p->waves);
    *p = (AmbPreload){0};
}

static void add(AmbPreload *p, uint32_t wave)
{
    for (size_t i = p->done; i < p->n; i++)
        if (p->waves[i] == wave)
            return;
    if (p->n == p->cap) {
        const size_t cap = p->cap ? p->cap * 2 : 64;
        uint32_t *const grown = realloc(p->waves, cap * sizeof *grown);
        if (!grown)
            return;
        p->waves = grown;
        p->cap = cap;
    }
    p->waves[p->n++] = wave;
}

static void add_table(AmbPreload *p, const AmbStb *stb, const AmbTable *table)
{
    for (uint32_t i = 0; i < stb->n_sounds; i++) {
        const AmbTableType *const t = amb_table_find(table, stb->sounds[i].type);
        for (uint32_t k = 0; t && k < t->n_rows; k++)
            if (t->rows[k].wave)
                add(p, t->rows[k].wave);
    }
}

void amb_preload_rebuild(AmbPreload *p, const AmbScene *scene, const AmbWorld *world)
{
    for (uint32_t i = 0; i < p->n_stbs; i++) {
        AmbStbState stb;
        amb_scene_stb(scene, i, &stb);
        if (stb.loads == p->loads[i])
            continue;
        p->loads[i] = stb.loads;
        const AmbTable *const table = stb.loaded ? world->table(world->user, i) : NULL;
        if (table)
            add_table(p, &world->region->stbs[i], table);
    }
}

bool amb_preload_one(AmbPreload *p, AmbMixer *m)
{
    if (p->done == p->n) {
        p->done = p->n = 0;
        return false;
    }
    amb_mixer_preload(m, p->waves[p->done++], NULL); /* what cannot be decoded is said when it is to be heard */
    return true;
}
