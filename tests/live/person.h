/* person.h - the program as a person starts it: with settings. */
#ifndef AMB_TESTS_PERSON_H
#define AMB_TESTS_PERSON_H

#include "stage.h"

#include <jansson.h>

/* In the scratch folder. */
#define CONFIG "XDG_CONFIG_HOME/ambwalk/settings.json"
#define STATE "XDG_STATE_HOME/ambwalk/state.json"

/* Set-up: neither file is there, and the desktop states no density. */
int nobody_was_here(void **state);
/* Its words, numbers and log in scratch/NAME.err, NAME.png.json, NAME.jsonl; one more option, or NULLs. */
pid_t start(const char *name, const char *more, const char *value);
/* Until what the window system makes of a new window is over, and until the program has looked at what became of it since. */
void settle(void);
/* Ends it; the numbers of the last picture. */
json_t *finish(pid_t pid, const char *name);

void expect_said(const char *name, const char *text);
bool has_text(const json_t *numbers, const char *pane, const char *text);
void expect_scale(const json_t *numbers, int percent);
/* Of the picture NAME.png. */
void expect_size(const char *name, const char *what, int w, int h);

void put(const char *name, const char *text);
/* Within a second or so the file holds this. */
void wait_for_file(const char *name, const char *text);

#endif
