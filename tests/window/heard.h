/* heard.h - a mix made from an event log by plain arithmetic, to hold a recording against.
 *
 * Knows nothing of the program's mixer: waves come decoded, rates divide 44100, samples between are on the straight
 * line.
 */
#ifndef AMB_TESTS_HEARD_H
#define AMB_TESTS_HEARD_H

#include "amb/region_folder.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct HeardEvent {
    uint64_t sample;
    double db;
    int pan;
    char name[64], wave[64];
    float *mono;          /* at 44100 Hz */
    size_t n;
} HeardEvent;

typedef struct Heard {
    HeardEvent *events;   /* those that played, by sample */
    size_t n;
    float *mix[2];        /* left, right: all of them together */
    size_t frames;
} Heard;

/* Every "played" of a log. Fails the test on anything it does not understand. */
Heard heard_from_log(const char *log_path, const AmbFolder *folder);
void heard_free(Heard *h);

/* What the event adds to a channel (0 left, 1 right), as a linear factor on its wave. */
double heard_gain(const HeardEvent *e, int channel);

/* The first frame in which either channel is not silent; n when none is. */
size_t heard_begin(const float *stereo, size_t n);

/* Frames from..from + n of an event hold at least a third of its average power. */
bool heard_loud(const HeardEvent *e, size_t from, size_t n);

/* How loud the event is in a piece of a recording that begins with frame `from` of its wave, as a linear factor on the
 * wave: least squares over what is left of the recording when all other events are taken away.  *likeness: 1 when what
 * is left is the wave. */
double heard_fit(const Heard *h, size_t event, int channel, const float *stereo, size_t from, size_t n,
                 double *likeness);

#endif
