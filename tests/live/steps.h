/* steps.h - how the listener of a live run moved, by its log. */
#ifndef AMB_TESTS_STEPS_H
#define AMB_TESTS_STEPS_H

#include <stddef.h>

typedef struct Step { double t, speed_mps, turn_dps; } Step; /* t: at its end */

/* From one line of input to the next; at most cap, how many. */
size_t steps_of(const char *log, Step *out, size_t cap);

#endif
