/* internal.h - what the settings hold. */
#ifndef AMB_SETTINGS_INTERNAL_H
#define AMB_SETTINGS_INTERNAL_H

#include "settings.h"
#include "store.h"

#define AMB_SETTINGS_NOTICES 8

struct AmbSettings {
    AmbSettingsUse use;
    AmbStore config, state;
    AmbStore session;     /* of no file: a script's mutes */
    AmbSettingsValues values;
    char notices[AMB_SETTINGS_NOTICES][AMB_ERROR_TEXT + 64];
    size_t n_notices, n_taken;
    size_t n_untold;      /* that found no room */
    bool told_unsaved;
};

void amb_settings_say(AmbSettings *s, const char *text, const char *ending);

/* values.c: fills s->values from what the stores have read; allocates from their arenas. */
void amb_settings_read_config(AmbSettings *s);
void amb_settings_read_state(AmbSettings *s);

/* regions.c: looks at what stands below "regions" of a file. */
void amb_settings_check_regions(AmbSettings *s, AmbStore *store, uint32_t node);

/* The child of something that must be an object.  One that is none makes the whole file one that is not ours to write:
 * noticed, and false. */
bool amb_settings_is_map(AmbSettings *s, AmbStore *store, uint32_t node, const char *what);

#endif
