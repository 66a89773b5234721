/* regions.c - what is kept for each region: settings.json its mutes, state.json the place where one was. */
#include "internal.h"

#include "amb/doc_read.h"

#include <math.h>
#include <string.h>

/* ---- a look at both files when they are read ---- */

static void ignore(AmbSettings *s, const AmbStore *store, uint32_t node, const char *text)
{
    AmbError err = AMB_ERROR_NONE;
    amb_doc_error(&store->doc, store->doc.nodes[node].at, &err, "%s", text);
    amb_settings_say(s, err.text, "; ignored");
}

static bool all_texts(const AmbDoc *d, uint32_t list)
{
    for (uint32_t c = d->nodes[list].first; c; c = d->nodes[c].next)
        if (d->nodes[c].kind != AMB_DOC_TEXT)
            return false;
    return d->nodes[list].kind == AMB_DOC_LIST;
}

static void check_muted(AmbSettings *s, AmbStore *store, uint32_t node)
{
    const AmbDoc *const d = &store->doc;
    if (!amb_settings_is_map(s, store, node, "muted"))
        return;
    for (uint32_t c = d->nodes[node].first; c; c = d->nodes[c].next)
        if (d->nodes[c].kind != AMB_DOC_BOOL && !all_texts(d, c))
            ignore(s, store, c, "a muted table is true or a list of its sounds' names");
}

static void check_place(AmbSettings *s, AmbStore *store, uint32_t node)
{
    AmbError err = AMB_ERROR_NONE;
    AmbPlace p;
    const AmbDocNode *const v = &store->doc.nodes[node];
    if (v->kind != AMB_DOC_TEXT)
        ignore(s, store, node, "a place is a text, a /loc line");
    else if (amb_place_parse(&p, v->text, &err))
        ignore(s, store, node, err.text);
}

void amb_settings_check_regions(AmbSettings *s, AmbStore *store, uint32_t node)
{
    const AmbDoc *const d = &store->doc;
    if (!amb_settings_is_map(s, store, node, "regions"))
        return;
    for (uint32_t c = d->nodes[node].first; c; c = d->nodes[c].next) {
        if (!amb_settings_is_map(s, store, c, "a region"))
            continue;
        const uint32_t muted = amb_doc_child(d, c, "muted"), place = amb_doc_child(d, c, "place");
        if (muted && store == &s->config)
            check_muted(s, store, muted);
        if (place && store == &s->state)
            check_place(s, store, place);
    }
}

/* ---- where one was ---- */

bool amb_settings_place(AmbSettings *s, const char *region, AmbPlace *out)
{
    AmbError err = AMB_ERROR_NONE;
    const char *const text = json_string_value(amb_store_get(&s->state, (AmbStoreKeys){"regions", region, "place"}));
    return text && s->use == AMB_SETTINGS_ALL && amb_place_parse(out, text, &err) == AMB_OK;
}

void amb_settings_refuse_place(AmbSettings *s, const char *region, const char *why)
{
    const AmbDoc *const d = &s->state.doc;
    ignore(s, &s->state, amb_doc_child(d, amb_doc_child(d, amb_doc_child(d, 0, "regions"), region), "place"), why);
}

void amb_settings_set_place(AmbSettings *s, const char *region, const AmbPlace *p)
{
    char loc[AMB_LOC_TEXT];
    if (s->use == AMB_SETTINGS_ALL && isfinite(p->z_m))
        amb_store_set(&s->state, (AmbStoreKeys){"regions", region, "place"}, json_string(amb_place_loc_text(loc, p)));
}

/* ---- mutes: a table's value is true, or a list of its sounds ---- */

/* A script's walk does not hear what its owner has muted elsewhere, nor leaves it mutes behind. */
static AmbStore *mutes(AmbSettings *s)
{
    return s->use == AMB_SETTINGS_LOOK ? &s->session : &s->config;
}

static const json_t *muted_of(AmbSettings *s, const char *region, const char *table)
{
    return amb_store_get(mutes(s), (AmbStoreKeys){"regions", region, "muted", table});
}

bool amb_settings_table_muted(AmbSettings *s, const char *region, const char *table)
{
    return json_is_true(muted_of(s, region, table));
}

bool amb_settings_muted(AmbSettings *s, const char *region, const char *table, const char *sound)
{
    const json_t *const v = muted_of(s, region, table);
    for (size_t i = 0; i < json_array_size(v); i++) {
        const char *const name = json_string_value(json_array_get(v, i));
        if (name && strcmp(name, sound) == 0)
            return true;
    }
    return json_is_true(v);
}

void amb_settings_mute_table(AmbSettings *s, const char *region, const char *table, bool on)
{
    amb_store_set(mutes(s), (AmbStoreKeys){"regions", region, "muted", table}, on ? json_true() : NULL);
}

void amb_settings_mute_sounds(AmbSettings *s, const char *region, const char *table, const char *const *sounds, size_t n)
{
    json_t *const list = n ? json_array() : NULL;
    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, json_string(sounds[i]));
    amb_store_set(mutes(s), (AmbStoreKeys){"regions", region, "muted", table}, list);
}
