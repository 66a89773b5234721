/* tape.c - two buffers between the sound thread and the recorder. */
#include "tape.h"

#include "amb/mixer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FRAMES (60u * AMB_MIX_RATE)

void amb_tape_begin(AmbTape *t, uint64_t from)
{
    *t = (AmbTape){.on = true, .from = from};
}

int amb_tape_open(AmbTape *t, const char *path, const AmbRecorderOrigin *origin, AmbError *err)
{
    const AmbRecorderConfig cfg = {
        .path = path, .format = AMB_F32, .rate_hz = AMB_MIX_RATE, .channels = 2, .grows = true, .origin = origin,
    };
    return amb_recorder_open(&t->recorder, &cfg, err);
}

/* Room for n more frames. */
static bool reserve(AmbTapeBuffer *b, size_t n)
{
    if (b->frames + n > MOST_FRAMES)
        return false;
    if (b->frames + n <= b->cap)
        return true;
    const size_t cap = (b->frames + n) * 2;
    float *const grown = realloc(b->samples, cap * 2 * sizeof *grown);
    if (!grown)
        return false;
    b->samples = grown;
    b->cap = cap;
    return true;
}

void amb_tape_put(AmbTape *t, const float *stereo, size_t frames)
{
    if (!t->on || !frames) /* while paused nothing comes, maybe before there is a buffer */
        return;
    AmbTapeBuffer *const b = &t->filling;
    if (!reserve(b, frames)) {
        t->lost += frames;
        return;
    }
    memcpy(b->samples + 2 * b->frames, stereo, frames * 2 * sizeof *stereo);
    b->frames += frames;
    t->frames += frames;
}

void amb_tape_label(AmbTape *t, uint64_t at, uint64_t length, const char *text)
{
    if (!t->on || at < t->from)
        return;
    if (t->n_labels == t->cap_labels) {
        const size_t cap = t->cap_labels ? t->cap_labels * 2 : 256;
        AmbTapeLabel *const grown = realloc(t->labels, cap * sizeof *grown);
        if (!grown)
            return;
        t->labels = grown;
        t->cap_labels = cap;
    }
    AmbTapeLabel *const l = &t->labels[t->n_labels++];
    *l = (AmbTapeLabel){.at = at, .length = length};
    snprintf(l->text, sizeof l->text, "%s", text);
}

void amb_tape_swap(AmbTape *t)
{
    const AmbTapeBuffer b = t->writing;
    t->writing = t->filling;
    t->filling = b;
}

int amb_tape_write(AmbTape *t, AmbError *err)
{
    AmbTapeBuffer *const b = &t->writing;
    if (!t->recorder || !b->frames)
        return AMB_OK;
    const int code = amb_recorder_write(t->recorder, b->samples, b->frames, err);
    b->frames = 0;
    return code;
}

void amb_tape_drop(AmbTape *t)
{
    amb_recorder_abort(&t->recorder);
    free(t->filling.samples);
    free(t->writing.samples);
    free(t->labels);
    *t = (AmbTape){0};
}

int amb_tape_close(AmbTape *t, AmbError *err)
{
    if (!t->recorder)
        return AMB_OK;
    int code = amb_tape_write(t, err); /* first what was swapped earlier */
    amb_tape_swap(t);
    code = code ? code : amb_tape_write(t, err);
    /* an event may be known before its first sample is rendered: it is not in the file */
    for (size_t i = 0; !code && i < t->n_labels; i++)
        if (t->labels[i].at < t->from + t->frames)
            code = amb_recorder_label(t->recorder, t->labels[i].at - t->from, t->labels[i].length, t->labels[i].text,
                                      err);
    if (!code)
        code = amb_recorder_close(&t->recorder, err);
    amb_tape_drop(t);
    return code;
}
