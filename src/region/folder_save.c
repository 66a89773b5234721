/* folder_save.c - region.json with some values replaced and every other byte as it was. */
#include "amb/region_write.h"

#include "amb/outfile.h"
#include "amb/readfile.h"
#include "folder.h"

#include <stdlib.h>
#include <string.h>

/* One stretch of the old text that gives way to head + json. */
typedef struct Patch {
    uint32_t at, end;
    size_t order;      /* as given: keys that are added at one place keep it */
    char *head;        /* what an added key needs before its value; NULL: a value is replaced */
    const char *json;
} Patch;

static int by_place(const void *a, const void *b)
{
    const Patch *const x = a, *const y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* The key as JSON text: ", \"key\": " (without the comma in an empty object). */
static char *key_text(const char *key, bool first)
{
    char *const s = malloc(6 * strlen(key) + 16), *p = s;
    if (!s)
        return NULL;
    p = stpcpy(p, first ? "\"" : ", \"");
    for (; *key; key++) {
        if (*key == '"' || *key == '\\')
            *p++ = '\\';
        if (key[0] == '~' && (key[1] == '0' || key[1] == '1'))
            *p++ = *++key == '0' ? '~' : '/';
        else
            *p++ = *key;
    }
    stpcpy(p, "\": ");
    return s;
}

static int no_such_value(const AmbFolder *f, const char *path, AmbError *err)
{
    return amb_error(err, AMB_E_NOTFOUND, "%s: has no value %s", f->json_path, path);
}

/* The object that path's last key is to be added to. */
static int add_key(const AmbFolder *f, const AmbFolderEdit *edit, Patch *out, AmbError *err)
{
    const char *const slash = strrchr(edit->path, '/');
    char *const parent = strndup(edit->path, slash ? (size_t)(slash - edit->path) : 0);
    out->head = NULL;
    if (!parent)
        return amb_folder_no_memory(f, err);
    bool whole = false;
    const AmbDocNode *const node = &f->doc.nodes[amb_folder_node(f, parent, &whole)];
    free(parent);
    if (!whole || node->kind != AMB_DOC_MAP)
        return no_such_value(f, edit->path, err);
    uint32_t last = node->first;
    while (last && f->doc.nodes[last].next)
        last = f->doc.nodes[last].next;
    out->at = out->end = last ? f->doc.nodes[last].end : node->at + 1;
    out->head = key_text(slash ? slash + 1 : edit->path, !last);
    return out->head ? AMB_OK : amb_folder_no_memory(f, err);
}

static int make_patch(const AmbFolder *f, const AmbFolderEdit *edit, Patch *out, AmbError *err)
{
    bool whole = false;
    const uint32_t node = amb_folder_node(f, edit->path, &whole);
    *out = (Patch){.at = f->doc.nodes[node].at, .end = f->doc.nodes[node].end, .json = edit->json};
    return whole ? AMB_OK : add_key(f, edit, out, err);
}

/* The patches applied in order of place; NULL: no memory. */
static char *apply(const AmbFolder *f, const Patch *patches, size_t n, size_t *size)
{
    size_t room = f->doc.size + (size_t)1;
    for (size_t i = 0; i < n; i++)
        room += strlen(patches[i].json) + (patches[i].head ? strlen(patches[i].head) : 0);
    char *const out = malloc(room), *p = out;
    if (!out)
        return NULL;
    uint32_t from = 0;
    for (size_t i = 0; i < n; i++) {
        p = mempcpy(p, f->doc.text + from, patches[i].at - from);
        p = stpcpy(p, patches[i].head ? patches[i].head : "");
        p = stpcpy(p, patches[i].json);
        from = patches[i].end;
    }
    p = mempcpy(p, f->doc.text + from, f->doc.size - from);
    *size = (size_t)(p - out);
    return out;
}

/* Somebody else's changes must not be lost. */
static int check_unchanged(const AmbFolder *f, AmbError *err)
{
    uint8_t *data = NULL;
    size_t size = 0;
    int code = amb_read_file(f->json_path, AMB_DOC_BYTES, &data, &size, err);
    if (!code && (size != f->doc.size || memcmp(data, f->doc.text, size) != 0))
        code = amb_error(
            err, AMB_E_IO, "%s: has been changed since it was read; read it again before saving", f->json_path);
    free(data);
    return code;
}

/* The new text must read as well as the old one did. */
static int check_text(const AmbFolder *f, const char *text, size_t size, AmbError *err)
{
    AmbFolder trial = {.dir = f->dir, .json_path = f->json_path};
    int code = amb_doc_parse(&trial.doc, &trial.arena, f->json_path, text, size, err);
    if (!code)
        code = amb_folder_read_json(&trial, err);
    amb_arena_free(&trial.arena);
    return code;
}

static int write_text(const char *path, const char *text, size_t size, AmbError *err)
{
    AmbOutFile o;
    const int code = amb_outfile_open(&o, path, err);
    if (code)
        return code;
    fwrite(text, 1, size, o.f); /* commit tells of errors */
    return amb_outfile_commit(&o, err);
}

static bool both_add(const Patch *a, const Patch *b)
{
    return a->head && b->head && a->head[0] == ',';
}

static int check_order(const AmbFolder *f, Patch *patches, size_t n, AmbError *err)
{
    qsort(patches, n, sizeof *patches, by_place);
    for (size_t i = 1; i < n; i++)
        if (patches[i].at < patches[i - 1].end ||
            (patches[i].at == patches[i - 1].at && !both_add(&patches[i - 1], &patches[i])))
            return amb_doc_error(&f->doc, patches[i].at, err, "two changes meet here");
    return AMB_OK;
}

int amb_folder_save(const AmbFolder *f, const AmbFolderEdit *edits, size_t n, AmbError *err)
{
    Patch *const patches = calloc(n + 1, sizeof *patches);
    char *text = NULL;
    size_t size = 0;
    int code = patches ? AMB_OK : amb_folder_no_memory(f, err);
    for (size_t i = 0; i < n && !code; i++) {
        code = make_patch(f, &edits[i], &patches[i], err);
        patches[i].order = i;
    }
    if (!code)
        code = check_order(f, patches, n, err);
    if (!code) {
        text = apply(f, patches, n, &size);
        code = text ? check_text(f, text, size, err) : amb_folder_no_memory(f, err);
    }
    if (!code)
        code = check_unchanged(f, err);
    if (!code)
        code = write_text(f->json_path, text, size, err);
    for (size_t i = 0; patches && i < n; i++)
        free(patches[i].head);
    free(patches);
    free(text);
    return code;
}
