/* settings.c - opening, changing and saving. */
#include "internal.h"

#include "xdg.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- notices ---- */

void amb_settings_say(AmbSettings *s, const char *text, const char *ending)
{
    if (s->n_notices == AMB_SETTINGS_NOTICES) {
        s->n_untold++;
        return;
    }
    snprintf(s->notices[s->n_notices++], sizeof s->notices[0], "%s%s", text, ending);
}

const char *amb_settings_notice(AmbSettings *s)
{
    if (s->n_taken < s->n_notices)
        return s->notices[s->n_taken++];
    if (!s->n_untold)
        return NULL;
    snprintf(s->notices[0], sizeof s->notices[0], "the settings have %zu more fault%s", s->n_untold, s->n_untold == 1 ? "" : "s");
    s->n_untold = 0;
    return s->notices[0];
}

void amb_settings_complain(AmbSettings *s, uint32_t at, const char *fmt, ...)
{
    char text[AMB_ERROR_TEXT];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    AmbError err = AMB_ERROR_NONE;
    amb_doc_error(&s->config.doc, at, &err, "%s", text);
    amb_settings_say(s, err.text, "; ignored");
}

/* ---- life ---- */

static int make(AmbSettings **out, AmbSettingsUse use, AmbError *err)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return amb_error(err, AMB_E_NOMEM, "no memory for the settings");
    (*out)->use = use;
    return amb_store_open(&(*out)->session, NULL, err);
}

static void opened(AmbSettings *s, const AmbError *config, const AmbError *state)
{
    static const char left[] = "; the file is ignored and left as it is";
    if (config->code)
        amb_settings_say(s, config->text, left);
    if (state->code)
        amb_settings_say(s, state->text, left);
    amb_settings_read_config(s);
    amb_settings_read_state(s);
}

int amb_settings_open(AmbSettings **out, AmbSettingsUse use, AmbError *err)
{
    AmbError config = AMB_ERROR_NONE, state = AMB_ERROR_NONE;
    const int code = make(out, use, err);
    if (code) {
        amb_settings_close(out);
        return code;
    }
    const bool files = use != AMB_SETTINGS_NONE;
    amb_store_open(&(*out)->config, files ? amb_xdg_file(AMB_XDG_CONFIG, "settings.json") : NULL, &config);
    amb_store_open(&(*out)->state, files ? amb_xdg_file(AMB_XDG_STATE, "state.json") : NULL, &state);
    opened(*out, &config, &state);
    return AMB_OK;
}

int amb_settings_open_text(AmbSettings **out, const char *config, size_t n_config, const char *state, size_t n_state, AmbError *err)
{
    AmbError bad_config = AMB_ERROR_NONE, bad_state = AMB_ERROR_NONE;
    const int code = make(out, AMB_SETTINGS_ALL, err);
    if (code) {
        amb_settings_close(out);
        return code;
    }
    amb_store_open_text(&(*out)->config, "settings.json", config, n_config, &bad_config);
    amb_store_open_text(&(*out)->state, "state.json", state, n_state, &bad_state);
    opened(*out, &bad_config, &bad_state);
    return AMB_OK;
}

void amb_settings_close(AmbSettings **s)
{
    if (!*s)
        return;
    amb_store_close(&(*s)->config);
    amb_store_close(&(*s)->state);
    amb_store_close(&(*s)->session);
    free(*s);
    *s = NULL;
}

const AmbSettingsValues *amb_settings_values(const AmbSettings *s)
{
    return &s->values;
}

/* ---- changes ---- */

void amb_settings_set_scale(AmbSettings *s, int percent)
{
    amb_store_set(&s->config, (AmbStoreKeys){"scale"}, percent ? json_integer(percent) : NULL);
}

void amb_settings_set_layer(AmbSettings *s, const char *layer, bool on)
{
    amb_store_set(&s->config, (AmbStoreKeys){"layers", layer}, json_boolean(on));
}

void amb_settings_set_frame(AmbSettings *s, const AmbFrame *f)
{
    const struct {
        const char *key;
        json_t *value;
    } values[] = {
        {"x", json_integer(f->x)}, {"y", json_integer(f->y)}, {"width", json_integer(f->width)}, {"height", json_integer(f->height)},
        {"maximised", f->maximised ? json_true() : NULL}, {"full_screen", f->full_screen ? json_true() : NULL},
    };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        amb_store_set(&s->state, (AmbStoreKeys){"window", values[i].key}, values[i].value);
}

static void save(AmbSettings *s, AmbStore *store)
{
    AmbError err = AMB_ERROR_NONE;
    if (!amb_store_save(store, &err) || s->told_unsaved)
        return;
    s->told_unsaved = true;
    amb_settings_say(s, err.text, "; what is changed now is not remembered");
}

void amb_settings_save(AmbSettings *s)
{
    save(s, &s->config);
    save(s, &s->state);
}
