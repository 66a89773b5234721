/* pulse.h - a private PulseAudio server whose outputs are null sinks, and recordings of what they are given. */
#ifndef AMB_TESTS_PULSE_H
#define AMB_TESTS_PULSE_H

#include <sys/types.h>

/* Programs that it needs, for stage_needs(); ends with NULL. */
extern const char *const pulse_programs[];

/* After stage_open(): a server with one sink of this name, float stereo at 44100 Hz; the environment names it to every child. */
void pulse_open(const char *sink);
void pulse_close(void);

/* A sink whose name is also its description.  The module's number.  Sinks look for samples every 50 ms, like a sound card; by default a
 * null sink sleeps up to two seconds, as the sleepy one does. */
int pulse_load_sink(const char *name);
int pulse_load_sleepy_sink(const char *name);
void pulse_unload(int module);
/* The module that made a sink. */
int pulse_module_of(const char *sink);

/* Records a sink from now on as raw float stereo; ended with pulse_record_end(). */
pid_t pulse_record(const char *sink, const char *path);
void pulse_record_end(pid_t pid);
/* Waits until the recording holds a frame that is not silent; how long that took, in seconds, or a negative number after `most_s`. */
double pulse_wait_for_sound(const char *path, double most_s);

#endif
