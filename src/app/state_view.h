/* state_view.h - a scene at one moment with everything that explains it, for `state` as text, as JSON and as a chain of
 * arithmetic. */
#ifndef AMB_APP_STATE_VIEW_H
#define AMB_APP_STATE_VIEW_H

#include "inspect.h"
#include "run.h"
#include "setup.h"

#define AMB_MAX_CELLS 121 /* that a rebuild can add */

/* One way from terrain words to an STB, and the cells that took it. */
typedef struct AmbPath {
    int32_t stb;
    unsigned terrain, scene; /* of the words */
    int32_t scene_type;
    unsigned n_cells;
    double nearest_m;
    const AmbCellWeight *nearest;
} AmbPath;

typedef struct AmbStateView {
    const AmbSetup *setup;
    const AmbRegion *region;
    AmbRun *run;
    AmbScene *scene;
    double t_s;
    uint64_t frame;
    AmbListener at;
    AmbPlace place;      /* the listener's */
    AmbOptions options;
    AmbSceneState state;
    AmbCellWeight cells[AMB_MAX_CELLS];
    uint16_t words[AMB_MAX_CELLS]; /* terrain word of each */
    size_t n_cells;
    AmbPath paths[AMB_MAX_CELLS];  /* in order of first use */
    size_t n_paths;
} AmbStateView;

/* What the run shows now. */
void amb_state_view_take(AmbStateView *v, const AmbSetup *setup, AmbRun *run, double t_s, const AmbListener *at);

const AmbSoundDesc *amb_state_desc(const AmbStateView *v, const AmbSoundState *s);
const char *amb_terrain_name(const AmbRegion *r, unsigned terrain); /* "?" beyond the list */
/* Why a sound is silent, or NULL when it can be heard. */
const char *amb_state_reason(const AmbStateView *v, const AmbSoundState *s);

void amb_state_text(FILE *f, const AmbStateView *v, bool verbose);
void amb_state_json(FILE *f, const AmbStateView *v);

#endif
