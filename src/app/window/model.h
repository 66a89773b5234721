/* model.h - everything the window shows, as plain numbers: one snapshot a frame.
 *
 * Panels draw from it, the screenshot's companion file is written from it, tests read it: the same numbers for all.
 * Seconds are the run's; a deadline is absolute, "in" seconds are from now_s.
 */
#ifndef AMB_WINDOW_MODEL_H
#define AMB_WINDOW_MODEL_H

#include "history.h"
#include "layout.h"
#include "live/live.h"
#include "map/view.h"
#include "ui/drawlist.h"

#include "amb/place.h"

typedef enum AmbSilence { /* why a sound cannot be heard now */
    AMB_HEARD,            /* it is scheduled */
    AMB_SILENT_MUTED,
    AMB_SILENT_SOLO,      /* another one is heard alone */
    AMB_SILENT_OFF,       /* the client's ambient switch, or the slider at 0 */
    AMB_SILENT_INDOORS,
    AMB_SILENT_AWAY,      /* no contributing cell in reach */
    AMB_SILENT_FLOOR,     /* constant, below 0.03 */
    AMB_SILENT_TABLE      /* its table is not in the files */
} AmbSilence;

const char *amb_silence_text(AmbSilence s); /* "" for AMB_HEARD */

typedef struct AmbModelSound {
    uint32_t sound;       /* the scene's index */
    AmbSoundState state;
    const AmbSoundDesc *desc;
    AmbTally tally;
    AmbSilence silence;
    bool muted, soloed;
    float level;          /* of what it plays now, linear, 0 silent */
    uint32_t n_cells;     /* contributing */
} AmbModelSound;

typedef struct AmbModelVoice {
    bool busy;
    AmbVoiceState state;
    bool constant;
    float level;          /* linear, now */
} AmbModelVoice;

typedef struct AmbModelGround { /* what one terrain's cells weigh together */
    const char *terrain;
    int32_t stb;
    uint32_t n_cells;
    double weight;
} AmbModelGround;

#define AMB_MODEL_GROUNDS 32
#define AMB_MODEL_CELLS 128 /* a ring of 120 m holds at most 121 */

typedef struct AmbModel {
    double now_s, t_s;
    uint64_t frame;
    AmbListener at;       /* of the last step */
    AmbPlace place;       /* now */
    double speed_mps;
    char loc[AMB_LOC_TEXT], map[AMB_LOC_TEXT]; /* of the last step */
    uint32_t cell;        /* now, 0xXXYYNNNN */
    const char *terrain;  /* underfoot, or NULL */
    AmbSceneState scene;
    AmbOptions options;
    AmbModelSound *sounds; /* by share, the largest first; as the last rebuild left them */
    uint32_t n_sounds, cap_sounds;
    uint32_t n_heard;
    AmbModelVoice *voices;
    int n_voices;         /* slots shown: 16, or more when more are in use */
    int n_busy;
    AmbCellWeight cells[AMB_MODEL_CELLS];
    size_t n_cells;
    AmbModelGround grounds[AMB_MODEL_GROUNDS]; /* the heaviest first */
    int n_grounds;
    uint64_t dropped;
    bool paused, muted_all, retail_mix, recording, scripted;
    double recorded_s;
    AmbLoudnessReading loudness;

    /* kept from frame to frame */
    uint64_t rebuilds;
    const AmbScene *scene_seen;
    struct AmbEnvelopes *envelopes;
} AmbModel;

bool amb_model_open(AmbModel *m);
void amb_model_close(AmbModel *m);
/* The region was read again. */
void amb_model_forget(AmbModel *m);
/* Takes the lock for a moment. */
void amb_model_update(AmbModel *m, AmbLive *l, const AmbHistory *h);

/* The place of a sound in the list, -1 when it is not there. */
int amb_model_find(const AmbModel *m, uint32_t stb, uint32_t row);
/* How often a minute it would be heard, by its chance and interval alone. */
double amb_model_expected_per_minute(const AmbModelSound *s);

/* One JSON object: what the picture shows, where the map looks, and every text on it.  panes: their shapes, by AmbPaneId, then those of
 * what lies over them. */
void amb_model_write(const AmbModel *m, const AmbMapView *view, const AmbDrawList *panes, int scale_percent, FILE *f);

#endif
