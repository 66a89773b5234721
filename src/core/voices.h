/* voices.h - the client's 16 voice slots (supplement section 3).  Vectors: voices.tsv. */
#ifndef AMB_CORE_VOICES_H
#define AMB_CORE_VOICES_H

#include "amb/scene.h"

typedef struct AmbVoice {
    bool used;          /* ever */
    double start_s, end_s; /* busy while now < end_s */
    float priority;
    /* what plays, for queries and live placement */
    uint32_t sound, wave;
    float volume, slider; /* as they went into the level */
    double db;
    int pan;
    bool has_pos;
    uint8_t bx, by;     /* block that pos is local to */
    AmbVec3 pos;
} AmbVoice;

typedef struct AmbVoicePool {
    AmbVoice *voice;    /* AMB_VOICES_MAX of them */
    int cursor;
} AmbVoicePool;

/* The slot for a sound that starts now, or -1: dropped, the cursor stays.  limit: AMB_VOICES or AMB_VOICES_MAX.
 * *stolen: the slot was busy with a strictly lower priority. */
int amb_voices_take(AmbVoicePool *p, int limit, double now_s, double length_s, float priority, bool *stolen);
bool amb_voice_busy(const AmbVoice *v, double now_s);

#endif
