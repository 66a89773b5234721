/* table_json.c - region.json: waves and sound tables, their names and ids (README.md, "tables", "waves"). */
#include "folder.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- looking up ---- */

static int by_id(const void *a, const void *b)
{
    const AmbIdIndex *const x = a, *const y = b;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

int amb_folder_by_name(const void *a, const void *b)
{
    const AmbNameIndex *const x = a, *const y = b;
    const int c = strcmp(x->name, y->name);
    return c ? c : (x->index > y->index) - (x->index < y->index);
}

int64_t amb_folder_find_name(const AmbNameIndex *names, uint32_t n, const char *name)
{
    uint32_t lo = 0, hi = n;
    while (lo < hi) {
        const uint32_t mid = lo + (hi - lo) / 2;
        if (strcmp(names[mid].name, name) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < n && strcmp(names[lo].name, name) == 0 ? (int64_t)names[lo].index : -1;
}

int64_t amb_folder_find_id(const AmbIdIndex *ids, uint32_t n, uint32_t id)
{
    uint32_t lo = 0, hi = n;
    while (lo < hi) {
        const uint32_t mid = lo + (hi - lo) / 2;
        if (ids[mid].id < id)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < n && ids[lo].id == id ? (int64_t)ids[lo].index : -1;
}

bool amb_folder_resolve(
    const AmbNameIndex *names, const AmbIdIndex *ids, uint32_t n, const char *name, int64_t *index, uint32_t *id)
{
    *index = amb_folder_find_name(names, n, name);
    if (*index >= 0)
        return true;
    if (!amb_hex_id(name, true, id))
        return false;
    *index = amb_folder_find_id(ids, n, *id);
    return true;
}

const char *amb_folder_hint(char *buf, size_t cap, const char *word, const AmbNameIndex *names, uint32_t n)
{
    const char **const list = malloc((n + 1) * sizeof *list);
    *buf = '\0';
    if (!list)
        return buf;
    for (uint32_t i = 0; i < n; i++)
        list[i] = names[i].name;
    amb_doc_hint(buf, cap, word, list, n);
    free(list);
    return buf;
}

/* ---- ids ---- */

typedef struct IdSet { AmbIdIndex *ids; uint32_t n; } IdSet;

/* Every text in the document that looks like an id: none of them may be made up for something else. */
static int ids_in_text(const AmbFolder *f, IdSet *set, AmbError *err)
{
    const AmbDoc *const d = &f->doc;
    set->ids = malloc((size_t)d->n_nodes * sizeof *set->ids);
    if (!set->ids)
        return amb_folder_no_memory(f, err);
    for (uint32_t i = 0; i < d->n_nodes; i++)
        if (d->nodes[i].kind == AMB_DOC_TEXT && amb_hex_id(d->nodes[i].text, false, &set->ids[set->n].id))
            set->n++;
    qsort(set->ids, set->n, sizeof *set->ids, by_id);
    return AMB_OK;
}

static uint32_t make_up(const IdSet *taken, uint32_t *next)
{
    while (amb_folder_find_id(taken->ids, taken->n, *next) >= 0)
        ++*next;
    return (*next)++;
}

static int read_id(const AmbDoc *d, uint32_t node, uint32_t *id, AmbError *err)
{
    const char *text = NULL;
    const int code = amb_doc_text(d, node, "id", &text, err);
    if (code)
        return code;
    if (!amb_hex_id(text, false, id) || *id == 0)
        return amb_doc_error(
            d, d->nodes[node].at, err, "id is \"%.40s\", expected 8 hexadecimal digits, not all 0", text);
    return AMB_OK;
}

/* ids[i].index is the place in `map`, whose entries have the optional key "id". */
static int sort_ids(const AmbFolder *f, uint32_t map, AmbIdIndex *ids, uint32_t n, const char *what, AmbError *err)
{
    qsort(ids, n, sizeof *ids, by_id);
    for (uint32_t i = 1; i < n; i++)
        if (ids[i].id == ids[i - 1].id) {
            uint32_t c = f->doc.nodes[map].first;
            for (uint32_t k = ids[i].index; k; k--)
                c = f->doc.nodes[c].next;
            return amb_doc_error(&f->doc, f->doc.nodes[amb_doc_child(&f->doc, c, "id")].at, err,
                "the id %08X is taken by another %s", ids[i].id, what);
        }
    return AMB_OK;
}

/* ---- waves ---- */

static bool leaves_folder(const char *file)
{
    if (*file == '/')
        return true;
    for (const char *p = file; p; p = strchr(p, '/')) {
        p += *p == '/';
        if (p[0] == '.' && p[1] == '.' && (p[2] == '/' || p[2] == '\0'))
            return true;
    }
    return false;
}

static int read_wave(AmbFolder *f, uint32_t node, AmbFolderWave *w, AmbError *err)
{
    static const AmbDocKeys keys = {"a wave", 2, 1, {"file", "id"}};
    const AmbDoc *const d = &f->doc;
    uint32_t k[2];
    w->name = d->nodes[node].key;
    if (!*w->name)
        return amb_doc_error(d, d->nodes[node].key_at, err, "a wave needs a name (a row with \"\" plays nothing)");
    int code = amb_doc_keys(d, node, &keys, k, err);
    if (!code)
        code = amb_doc_text(d, k[0], "file", &w->file, err);
    if (!code && leaves_folder(w->file))
        code = amb_doc_error(d, d->nodes[k[0]].at, err,
            "file \"%.200s\" leaves the folder, expected a path inside it without \"..\"", w->file);
    w->file_node = k[0];
    w->has_id = !code && k[1];
    if (w->has_id)
        code = read_id(d, k[1], &w->id, err);
    snprintf(w->label, sizeof w->label, "%08X", w->id);
    return code;
}

static int read_waves(AmbFolder *f, uint32_t map, const IdSet *taken, AmbError *err)
{
    int code = amb_doc_map(&f->doc, map, "waves", err);
    const uint32_t n = f->doc.nodes[map].count;
    f->waves = amb_arena_alloc(&f->arena, n, sizeof *f->waves);
    f->wave_names = amb_arena_alloc(&f->arena, n, sizeof *f->wave_names);
    f->wave_ids = amb_arena_alloc(&f->arena, n, sizeof *f->wave_ids);
    if (!code && (!f->waves || !f->wave_names || !f->wave_ids))
        code = amb_folder_no_memory(f, err);
    uint32_t next = AMB_FOLDER_MADE_UP_WAVE + 1;
    for (uint32_t c = f->doc.nodes[map].first; c && !code; c = f->doc.nodes[c].next) {
        const uint32_t i = f->n_waves++;
        AmbFolderWave *const w = &f->waves[i];
        code = read_wave(f, c, w, err);
        if (!w->has_id)
            w->id = make_up(taken, &next);
        f->wave_names[i] = (AmbNameIndex){w->name, i};
        f->wave_ids[i] = (AmbIdIndex){w->id, i};
    }
    if (code)
        return code;
    qsort(f->wave_names, n, sizeof *f->wave_names, amb_folder_by_name);
    return sort_ids(f, map, f->wave_ids, n, "wave", err);
}

/* ---- tables ---- */

static int read_row_wave(const AmbFolder *f, uint32_t node, uint32_t *wave, AmbError *err)
{
    const char *name = NULL;
    int64_t i = -1;
    const int code = amb_doc_text(&f->doc, node, "wave", &name, err);
    if (code || !*name)
        return code;
    if (amb_folder_resolve(f->wave_names, f->wave_ids, f->n_waves, name, &i, wave)) {
        if (i >= 0)
            *wave = f->waves[i].id;
        return AMB_OK;
    }
    char hint[128];
    return amb_doc_error(&f->doc, f->doc.nodes[node].at, err,
        "no wave \"%.80s\" in waves%s; a missing one is written as \"0x0A00FFFF\"", name,
        amb_folder_hint(hint, sizeof hint, name, f->wave_names, f->n_waves));
}

static int read_row(const AmbFolder *f, uint32_t node, AmbTableRow *row, AmbError *err)
{
    static const AmbDocKeys keys = {"a row", 4, 1, {"wave", "priority", "probability", "volume"}};
    float *const numbers[] = {&row->priority, &row->probability, &row->volume};
    uint32_t k[4];
    *row = (AmbTableRow){0, 0.0f, 1.0f, 1.0f};
    int code = amb_doc_keys(&f->doc, node, &keys, k, err);
    if (!code)
        code = read_row_wave(f, k[0], &row->wave, err);
    for (unsigned i = 0; i < 3 && !code; i++)
        if (k[1 + i])
            code = amb_doc_f32(&f->doc, k[1 + i], keys.names[1 + i], true, numbers[i], err);
    return code;
}

static bool parse_type(const char *key, uint32_t *type)
{
    const int named = amb_sound_type_parse(key);
    if (named >= 0) {
        *type = (uint32_t)named;
        return true;
    }
    const size_t n = strlen(key);
    if (n == 0 || n > 10 || strspn(key, "0123456789") != n)
        return false;
    const unsigned long long v = strtoull(key, NULL, 10);
    *type = (uint32_t)v;
    return v <= UINT32_MAX;
}

static int read_rows(AmbFolder *f, uint32_t node, AmbTableType *t, AmbError *err)
{
    const AmbDocNode *const v = &f->doc.nodes[node];
    if (!parse_type(v->key, &t->type))
        return amb_doc_unknown_type(&f->doc, v->key_at, v->key, err);
    int code = amb_doc_list(&f->doc, node, "rows", 0, AMB_DOC_VALUES, err);
    AmbTableRow *row = code ? NULL : amb_arena_alloc(&f->arena, v->count, sizeof *row);
    if (!code && !row)
        code = amb_folder_no_memory(f, err);
    if (code)
        return code;
    t->rows = row;
    t->n_rows = v->count;
    for (uint32_t c = v->first; c && !code; c = f->doc.nodes[c].next)
        code = read_row(f, c, row++, err);
    return code;
}

/* "Ambient2" and "71" are the same type: one of them must go. */
static int check_types(const AmbFolder *f, uint32_t map, const AmbTable *table, AmbError *err)
{
    AmbIdIndex *const ids = malloc((table->n_types + (size_t)1) * sizeof *ids);
    if (!ids)
        return amb_folder_no_memory(f, err);
    for (uint32_t i = 0; i < table->n_types; i++)
        ids[i] = (AmbIdIndex){table->types[i].type, i};
    qsort(ids, table->n_types, sizeof *ids, by_id);
    int code = AMB_OK;
    for (uint32_t i = 1; i < table->n_types && !code; i++)
        if (ids[i].id == ids[i - 1].id) {
            uint32_t c = f->doc.nodes[map].first;
            for (uint32_t k = ids[i].index; k; k--)
                c = f->doc.nodes[c].next;
            code = amb_doc_error(&f->doc, f->doc.nodes[c].key_at, err,
                "the sound type %u stands here a second time under another name", ids[i].id);
        }
    free(ids);
    return code;
}

static int read_table(AmbFolder *f, uint32_t node, AmbFolderTable *t, AmbError *err)
{
    static const AmbDocKeys keys = {"a table", 2, 2, {"id", "rows"}};
    const AmbDoc *const d = &f->doc;
    uint32_t k[2];
    t->name = d->nodes[node].key;
    if (!*t->name)
        return amb_doc_error(d, d->nodes[node].key_at, err, "a table needs a name (an STB with \"\" has none)");
    int code = amb_doc_keys(d, node, &keys, k, err);
    t->has_id = !code && k[0];
    if (t->has_id)
        code = read_id(d, k[0], &t->table.id, err);
    if (!code)
        code = amb_doc_map(d, k[1], "rows", err);
    AmbTableType *const types = code ? NULL : amb_arena_alloc(&f->arena, d->nodes[k[1]].count, sizeof *types);
    if (!code && !types)
        code = amb_folder_no_memory(f, err);
    if (code)
        return code;
    t->table.types = types;
    for (uint32_t c = d->nodes[k[1]].first; c && !code; c = d->nodes[c].next)
        code = read_rows(f, c, &types[t->table.n_types++], err);
    return code ? code : check_types(f, k[1], &t->table, err);
}

static int read_tables(AmbFolder *f, uint32_t map, const IdSet *taken, AmbError *err)
{
    int code = amb_doc_map(&f->doc, map, "tables", err);
    const uint32_t n = f->doc.nodes[map].count;
    f->tables = amb_arena_alloc(&f->arena, n, sizeof *f->tables);
    f->table_names = amb_arena_alloc(&f->arena, n, sizeof *f->table_names);
    f->table_ids = amb_arena_alloc(&f->arena, n, sizeof *f->table_ids);
    if (!code && (!f->tables || !f->table_names || !f->table_ids))
        code = amb_folder_no_memory(f, err);
    uint32_t next = AMB_FOLDER_MADE_UP_TABLE + 1;
    for (uint32_t c = f->doc.nodes[map].first; c && !code; c = f->doc.nodes[c].next) {
        const uint32_t i = f->n_tables++;
        AmbFolderTable *const t = &f->tables[i];
        code = read_table(f, c, t, err);
        if (!t->has_id)
            t->table.id = make_up(taken, &next);
        f->table_names[i] = (AmbNameIndex){t->name, i};
        f->table_ids[i] = (AmbIdIndex){t->table.id, i};
    }
    if (code)
        return code;
    qsort(f->table_names, n, sizeof *f->table_names, amb_folder_by_name);
    return sort_ids(f, map, f->table_ids, n, "table", err);
}

int amb_folder_read_tables(AmbFolder *f, uint32_t tables, uint32_t waves, AmbError *err)
{
    IdSet taken = {NULL, 0};
    int code = ids_in_text(f, &taken, err);
    if (!code)
        code = read_waves(f, waves, &taken, err);
    if (!code)
        code = read_tables(f, tables, &taken, err);
    free(taken.ids);
    return code;
}
