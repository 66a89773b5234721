/* store.c - reading, changing and replacing one file. */
#include "store.h"

#include "amb/outfile.h"
#include "amb/readfile.h"
#include "xdg.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- reading ---- */

/* What is no regular file might be waited for for ever, or written over; devices (a link to /dev/null) are how one says
 * that nothing is to be kept. */
static int read_text(const char *path, char **text, size_t *size, bool *refused, AmbError *err)
{
    struct stat st;
    *text = NULL;
    *size = 0;
    if (stat(path, &st) != 0)
        return errno == ENOENT ? AMB_OK : amb_error(err, AMB_E_IO, "%s: cannot read: %s", path, strerror(errno));
    *refused = !S_ISREG(st.st_mode);
    if (S_ISCHR(st.st_mode))
        return AMB_OK;
    if (*refused)
        return amb_error(err, AMB_E_IO, "%s: is no regular file", path);
    uint8_t *bytes = NULL;
    const int code = amb_read_file(path, AMB_STORE_BYTES, &bytes, size, err);
    *text = (char *)bytes;
    return code;
}

static bool is_blank(const char *text, size_t size)
{
    return strspn(text, " \t\r\n") == size;
}

/* Places by the document, values by jansson: a text that one of them refuses is refused. */
static int parse(AmbStore *s, const char *name, const char *text, size_t size, json_t **tree, AmbError *err)
{
    json_error_t e;
    const int code = amb_doc_parse(&s->doc, &s->arena, name, text, size, err);
    if (code)
        return code;
    if (s->doc.nodes[0].kind != AMB_DOC_MAP)
        return amb_doc_error(&s->doc, s->doc.nodes[0].at, err, "the file is no object, expected {...}");
    *tree = json_loadb(text, size, JSON_REJECT_DUPLICATES, &e);
    if (*tree)
        return AMB_OK;
    return amb_error(err, AMB_E_FORMAT, "%s:%d:%d: %s", name, e.line, e.column < 1 ? 1 : e.column, e.text);
}

static int take_text(AmbStore *s, const char *name, const char *text, size_t size, json_t **tree, AmbError *err)
{
    int code = AMB_OK;
    if (!text || is_blank(text, size))
        *tree = json_object();
    else
        code = parse(s, name, text, size, tree, err);
    return code || *tree ? code : amb_error(err, AMB_E_NOMEM, "%s: no memory", name);
}

static int begin(AmbStore *s, const char *name, size_t size, int code, AmbError *err)
{
    if (!code)
        code = take_text(s, name, s->text, size, &s->tree, err);
    s->changes = json_object();
    if (code) {
        s->refused = true;
        s->doc.n_nodes = 0;
        s->tree = json_object();
    }
    return code;
}

int amb_store_open(AmbStore *s, char *path, AmbError *err)
{
    size_t size = 0;
    *s = (AmbStore){.path = path};
    const int code = path ? read_text(path, &s->text, &size, &s->refused, err) : AMB_OK;
    return begin(s, path, size, code, err);
}

int amb_store_open_text(AmbStore *s, const char *name, const char *text, size_t size, AmbError *err)
{
    *s = (AmbStore){.text = malloc(size + 1)};
    if (!s->text)
        return begin(s, name, 0, amb_error(err, AMB_E_NOMEM, "%s: no memory", name), err);
    if (size)
        memcpy(s->text, text, size);
    s->text[size] = '\0';
    return begin(s, name, size, AMB_OK, err);
}

void amb_store_close(AmbStore *s)
{
    json_decref(s->tree);
    json_decref(s->changes);
    amb_arena_free(&s->arena);
    free(s->text);
    free(s->path);
    *s = (AmbStore){0};
}

/* ---- changing ---- */

/* Lays `from` over `into`.  A null takes the key away, or stays as the wish to do so (keep_null). */
static void lay_over(json_t *into, const json_t *from, bool keep_null)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)from, key, value)
    {
        json_t *mine = json_object_get(into, key);
        if (json_is_null(value) && !keep_null) {
            json_object_del(into, key);
        } else if (!json_is_object(value)) {
            json_object_set(into, key, value);
        } else {
            if (!json_is_object(mine)) {
                mine = json_object();
                json_object_set_new(into, key, mine);
            }
            lay_over(mine, value, keep_null);
            if (json_object_size(mine) == 0)
                json_object_del(into, key);
        }
    }
}

const json_t *amb_store_get(const AmbStore *s, const AmbStoreKeys keys)
{
    const json_t *at = s->tree;
    for (int i = 0; keys[i] && at; i++)
        at = json_object_get(at, keys[i]);
    return at;
}

void amb_store_set(AmbStore *s, const AmbStoreKeys keys, json_t *value)
{
    const json_t *const before = amb_store_get(s, keys);
    if (value ? before && json_equal(before, value) : !before) {
        json_decref(value);
        return;
    }
    int n = 0;
    while (keys[n])
        n++;
    json_t *change = value ? value : json_null();
    while (n--) {
        json_t *const outer = json_object();
        if (json_object_set_new(outer, keys[n], change)) {
            json_decref(outer);
            return;
        }
        change = outer;
    }
    lay_over(s->tree, change, false);
    lay_over(s->changes, change, true);
    json_decref(change);
}

/* ---- saving ---- */

static int write_tree(const char *path, const json_t *tree, AmbError *err)
{
    AmbOutFile out;
    const int trouble = amb_xdg_make_folders(path);
    if (trouble)
        return amb_error(err, AMB_E_IO, "%s: cannot make its folder: %s", path, strerror(trouble));
    const int code = amb_outfile_open(&out, path, err);
    if (code)
        return code;
    json_dumpf(tree, out.f, JSON_INDENT(2)); /* what the stream could not take, commit tells */
    fputc('\n', out.f);
    return amb_outfile_commit(&out, err);
}

/* The file as it is now; the document and its memory go when the store goes. */
static int read_again(AmbStore *s, json_t **tree, AmbError *err)
{
    AmbStore now = {0};
    size_t size = 0;
    int code = read_text(s->path, &now.text, &size, &s->refused, err);
    if (!code)
        code = take_text(&now, s->path, now.text, size, tree, err);
    amb_store_close(&now);
    return code;
}

int amb_store_save(AmbStore *s, AmbError *err)
{
    json_t *tree = NULL;
    if (!s->path || s->refused || json_object_size(s->changes) == 0)
        return AMB_OK;
    int code = read_again(s, &tree, err);
    if (code || s->refused)
        return code;
    json_t *const before = json_deep_copy(tree);
    lay_over(tree, s->changes, false);
    if (!before || !json_equal(before, tree))
        code = write_tree(s->path, tree, err);
    if (!code)
        json_object_clear(s->changes);
    json_decref(before);
    json_decref(tree);
    return code;
}
