/* values.c - from the files' texts to values; each key is a row of a table. */
#include "internal.h"

#include "amb/doc_read.h"

#include <string.h>

typedef struct Reader {
    AmbSettings *s;
    AmbStore *store;
    const AmbDoc *d;
} Reader;

typedef struct Row {
    const char *key;
    void (*read)(Reader *r, uint32_t node);
} Row;

/* ---- what can go wrong ---- */

static void ignore(Reader *r, const AmbError *err)
{
    amb_settings_say(r->s, err->text, "; ignored");
}

static bool fine(Reader *r, int code, const AmbError *err)
{
    if (code)
        ignore(r, err);
    return code == AMB_OK;
}

bool amb_settings_is_map(AmbSettings *s, AmbStore *store, uint32_t node, const char *what)
{
    AmbError err = AMB_ERROR_NONE;
    if (!amb_doc_map(&store->doc, node, what, &err))
        return true;
    amb_settings_say(s, err.text, "; nothing is written to this file until that is mended");
    store->refused = true;
    return false;
}

/* Every child by its row.  A key that no row has is somebody else's and stays; one that is nearly ours is a slip. */
static void read_rows(Reader *r, uint32_t map, const Row *rows, size_t n)
{
    const char *names[16];
    for (size_t i = 0; i < n; i++)
        names[i] = rows[i].key;
    for (uint32_t c = r->d->nodes[map].first; c; c = r->d->nodes[c].next) {
        const AmbDocNode *const node = &r->d->nodes[c];
        size_t i = 0;
        while (i < n && strcmp(rows[i].key, node->key) != 0)
            i++;
        AmbError err = AMB_ERROR_NONE;
        char hint[128];
        if (i < n)
            rows[i].read(r, c);
        else if (*amb_doc_hint(hint, sizeof hint, node->key, names, n)) {
            amb_doc_error(r->d, node->key_at, &err, "unknown key \"%.80s\"%s", node->key, hint);
            ignore(r, &err);
        }
    }
}

/* One of a list of words; -1: none of them. */
static int word(Reader *r, uint32_t node, const char *what, const char *const *words, int n, const char *expected)
{
    AmbError err = AMB_ERROR_NONE;
    const char *text = NULL;
    if (!fine(r, amb_doc_text(r->d, node, what, &text, &err), &err))
        return -1;
    for (int i = 0; i < n; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    amb_doc_error(r->d, r->d->nodes[node].at, &err, "%s is \"%.40s\", expected %s", what, text, expected);
    ignore(r, &err);
    return -1;
}

static bool whole(Reader *r, uint32_t node, const char *what, int lo, int hi, int *out)
{
    AmbError err = AMB_ERROR_NONE;
    int64_t v = 0;
    if (!fine(r, amb_doc_whole(r->d, node, what, lo, hi, &v, &err), &err))
        return false;
    *out = (int)v;
    return true;
}

static void flag(Reader *r, uint32_t node, const char *what, bool *out)
{
    AmbError err = AMB_ERROR_NONE;
    fine(r, amb_doc_bool(r->d, node, what, out, &err), &err);
}

/* ---- settings.json ---- */

static void read_scale(Reader *r, uint32_t node)
{
    static const char *const automatic[] = {"auto"};
    if (r->d->nodes[node].kind == AMB_DOC_NUMBER)
        whole(r, node, "scale", 75, 300, &r->s->values.scale_percent);
    else
        word(r, node, "scale", automatic, 1, "percent from 75 to 300, or \"auto\"");
}

static void read_background(Reader *r, uint32_t node)
{
    static const char *const words[] = {"keep", "mute", "duck"};
    const int i = word(r, node, "background", words, 3, "\"keep\", \"mute\" or \"duck\"");
    if (i >= 0)
        r->s->values.background = (AmbBackground)i;
}

static void read_device(Reader *r, uint32_t node)
{
    AmbError err = AMB_ERROR_NONE;
    const char *name = "";
    if (fine(r, amb_doc_text(r->d, node, "device", &name, &err), &err) && *name)
        r->s->values.device = name;
}

static void read_buffer(Reader *r, uint32_t node)
{
    AmbError err = AMB_ERROR_NONE;
    int n = 0;
    if (!whole(r, node, "buffer", 64, 16384, &n))
        return;
    if (n & (n - 1)) {
        amb_doc_error(r->d, r->d->nodes[node].at, &err, "buffer is %d, expected a power of two from 64 to 16384", n);
        ignore(r, &err);
        return;
    }
    r->s->values.buffer_frames = n;
}

static void read_layers(Reader *r, uint32_t node)
{
    AmbError err = AMB_ERROR_NONE;
    if (!amb_settings_is_map(r->s, r->store, node, "layers"))
        return;
    AmbSwitch *const list = amb_arena_alloc(&r->store->arena, r->d->nodes[node].count, sizeof *list);
    if (!list)
        return;
    size_t n = 0;
    for (uint32_t c = r->d->nodes[node].first; c; c = r->d->nodes[c].next) {
        err = (AmbError)AMB_ERROR_NONE;
        list[n] = (AmbSwitch){.name = r->d->nodes[c].key, .at = r->d->nodes[c].key_at};
        n += fine(r, amb_doc_bool(r->d, c, list[n].name, &list[n].on, &err), &err);
    }
    r->s->values.layers = list;
    r->s->values.n_layers = n;
}

/* The presses of one action: a text or a list of texts.  An empty list is one binding without a press. */
static void read_presses(Reader *r, uint32_t node, AmbBinding *list, size_t *n)
{
    const AmbDocNode *const v = &r->d->nodes[node];
    const bool many = v->kind == AMB_DOC_LIST;
    uint32_t c = many ? v->first : node;
    if (!c)
        list[(*n)++] = (AmbBinding){v->key, NULL, v->key_at};
    for (; c; c = many ? r->d->nodes[c].next : 0) {
        AmbError err = AMB_ERROR_NONE;
        const char *press = NULL;
        if (fine(r, amb_doc_text(r->d, c, v->key, &press, &err), &err))
            list[(*n)++] = (AmbBinding){v->key, press, r->d->nodes[c].at};
    }
}

static void read_keys(Reader *r, uint32_t node)
{
    if (!amb_settings_is_map(r->s, r->store, node, "keys"))
        return;
    size_t most = 0;
    for (uint32_t c = r->d->nodes[node].first; c; c = r->d->nodes[c].next)
        most += 1 + r->d->nodes[c].count;
    AmbBinding *const list = amb_arena_alloc(&r->store->arena, most, sizeof *list);
    if (!list)
        return;
    for (uint32_t c = r->d->nodes[node].first; c; c = r->d->nodes[c].next)
        read_presses(r, c, list, &r->s->values.n_keys);
    r->s->values.keys = list;
}

static void read_regions(Reader *r, uint32_t node)
{
    amb_settings_check_regions(r->s, r->store, node);
}

void amb_settings_read_config(AmbSettings *s)
{
    static const Row rows[] = {
        {"scale", read_scale},   {"background", read_background}, {"device", read_device}, {"buffer", read_buffer},
        {"layers", read_layers}, {"keys", read_keys},             {"regions", read_regions},
    };
    Reader r = {s, &s->config, &s->config.doc};
    if (r.d->n_nodes)
        read_rows(&r, 0, rows, sizeof rows / sizeof rows[0]);
}

/* ---- state.json ---- */

static void read_x(Reader *r, uint32_t node)
{
    whole(r, node, "x", -100000, 100000, &r->s->values.frame.x);
}

static void read_y(Reader *r, uint32_t node)
{
    whole(r, node, "y", -100000, 100000, &r->s->values.frame.y);
}

static void read_width(Reader *r, uint32_t node)
{
    whole(r, node, "width", 640, 16384, &r->s->values.frame.width);
}

static void read_height(Reader *r, uint32_t node)
{
    whole(r, node, "height", 480, 16384, &r->s->values.frame.height);
}

static void read_maximised(Reader *r, uint32_t node)
{
    flag(r, node, "maximised", &r->s->values.frame.maximised);
}

static void read_full_screen(Reader *r, uint32_t node)
{
    flag(r, node, "full_screen", &r->s->values.frame.full_screen);
}

static void read_window(Reader *r, uint32_t node)
{
    static const Row rows[] = {
        {"x", read_x},           {"y", read_y},
        {"width", read_width},   {"height", read_height},
        {"maximised", read_maximised}, {"full_screen", read_full_screen},
    };
    AmbFrame *const f = &r->s->values.frame;
    if (!amb_settings_is_map(r->s, r->store, node, "window"))
        return;
    read_rows(r, node, rows, sizeof rows / sizeof rows[0]);
    if (!f->width || !f->height) /* half a size is none */
        *f = (AmbFrame){.maximised = f->maximised, .full_screen = f->full_screen};
}

void amb_settings_read_state(AmbSettings *s)
{
    static const Row rows[] = {{"window", read_window}, {"regions", read_regions}};
    Reader r = {s, &s->state, &s->state.doc};
    if (r.d->n_nodes)
        read_rows(&r, 0, rows, sizeof rows / sizeof rows[0]);
}
