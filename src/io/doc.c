/* doc.c - syntax by jansson, places by a scanner of our own. */
#include "amb/doc.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK_BYTES 4096u

/* ---- places ---- */

static AmbDocMark step(AmbDocMark m, unsigned char c)
{
    if (c == '\n')
        return (AmbDocMark){m.line + 1, 1};
    if ((c & 0xC0) != 0x80) /* not a further byte of the same character */
        m.col++;
    return m;
}

static int set_marks(AmbDoc *d, AmbArena *arena)
{
    d->marks = amb_arena_alloc(arena, d->size / MARK_BYTES + 1, sizeof *d->marks);
    if (!d->marks)
        return AMB_E_NOMEM;
    AmbDocMark m = {1, 1};
    for (uint32_t i = 0; i < d->size; i++) {
        if (i % MARK_BYTES == 0)
            d->marks[i / MARK_BYTES] = m;
        m = step(m, (unsigned char)d->text[i]);
    }
    if (d->size % MARK_BYTES == 0)
        d->marks[d->size / MARK_BYTES] = m;
    return AMB_OK;
}

void amb_doc_line_col(const AmbDoc *d, uint32_t at, unsigned *line, unsigned *col)
{
    const uint32_t stop = at < d->size ? at : d->size;
    AmbDocMark m = d->marks[stop / MARK_BYTES];
    for (uint32_t i = stop / MARK_BYTES * MARK_BYTES; i < stop; i++)
        m = step(m, (unsigned char)d->text[i]);
    *line = m.line;
    *col = m.col;
}

int amb_doc_error(const AmbDoc *d, uint32_t at, AmbError *err, const char *fmt, ...)
{
    char what[AMB_ERROR_TEXT];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    unsigned line = 1, col = 1;
    amb_doc_line_col(d, at, &line, &col);
    return amb_error(err, AMB_E_FORMAT, "%s:%u:%u: %s", d->file, line, col, what);
}

static int no_memory(const AmbDoc *d, AmbError *err)
{
    return amb_error(err, AMB_E_NOMEM, "%s: no memory", d->file);
}

/* ---- before jansson: bounds on what it may take ---- */

/* Weighs the values (never fewer than there are) and checks the nesting, ignoring everything inside strings. */
static int survey(const AmbDoc *d, uint32_t *values, AmbError *err)
{
    uint32_t depth = 0;
    int in_text = 0;
    *values = 1;
    for (uint32_t i = 0; i < d->size; i++) {
        const char c = d->text[i];
        if (in_text) {
            if (c == '\\')
                i++;
            else if (c == '"')
                in_text = 0;
            continue;
        }
        in_text = c == '"';
        const int opens = c == '[' || c == '{';
        *values += c == '{' ? 4 : c == '[' ? 2 : c == ',' ? 1 : 0;
        if (opens && ++depth > AMB_DOC_DEPTH)
            return amb_doc_error(d, i, err, "nested more than %u deep", AMB_DOC_DEPTH);
        if ((c == ']' || c == '}') && depth)
            depth--;
        if (*values > AMB_DOC_VALUES)
            return amb_doc_error(d, i, err, "more than %u values (a list counts 2, an object 4)", AMB_DOC_VALUES);
    }
    return AMB_OK;
}

/* ---- syntax ---- */

/* jansson reports the end of the token it stumbled over: go back to the token's start when its text is at hand. */
static uint32_t fault_place(const AmbDoc *d, const json_error_t *e)
{
    const uint32_t pos = e->position < 0 ? 0 : (uint32_t)e->position < d->size ? (uint32_t)e->position : d->size;
    const char *near = strstr(e->text, " near '");
    if (!near)
        return pos;
    near += strlen(" near '");
    const size_t n = strlen(near) ? strlen(near) - 1 : 0; /* without the closing ' */
    if (json_error_code(e) != json_error_invalid_utf8 && n && n <= pos && memcmp(d->text + pos - n, near, n) == 0)
        return pos - (uint32_t)n;
    return pos;
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* What a person most likely did: jansson only says what it would have liked better. */
static const char *likely_slip(const AmbDoc *d, uint32_t at, const char *complaint)
{
    const char c = at < d->size ? d->text[at] : ' ';
    uint32_t before = at;
    while (before > 0 && memchr(" \t\r\n", d->text[before - 1], 4))
        before--;
    if (c == '\0')
        return " (a NUL byte: is the text saved as UTF-8?)";
    if (strstr(complaint, "unable to decode"))
        return " (save the text as UTF-8)";
    if (c == '/' || c == '#')
        return " (JSON has no comments)";
    if ((c == '}' || c == ']') && before > 0 && d->text[before - 1] == ',')
        return " (a comma too many before it)";
    if (is_digit(c) && at > 1 && d->text[at - 1] == ',' && is_digit(d->text[at - 2]))
        return " (numbers have a decimal point)";
    if (at < d->size && (strncmp(complaint, "'}' expected", 12) == 0 || strncmp(complaint, "']' expected", 12) == 0))
        return " (or is a comma missing before it?)";
    return "";
}

static int check_syntax(const AmbDoc *d, AmbError *err)
{
    json_error_t e = {.text = ""};
    json_t *const root = json_loadb(d->text, d->size, JSON_DECODE_INT_AS_REAL, &e);
    if (root) {
        json_decref(root);
        return AMB_OK;
    }
    if (!*e.text || json_error_code(&e) == json_error_out_of_memory) /* where memory ends, it also fails without a word */
        return no_memory(d, err);
    uint32_t at = fault_place(d, &e);
    if (json_error_code(&e) == json_error_null_character || json_error_code(&e) == json_error_null_byte_in_key)
        return amb_doc_error(d, at, err, "text may not hold \\u0000");
    if (at > 0 && at <= d->size && d->text[at - 1] == '\0') /* reported behind it, as an end of the file */
        at--;
    return amb_doc_error(d, at, err, "not JSON: %s%s", e.text, likely_slip(d, at, e.text));
}

/* ---- the scanner; it never trusts that jansson has been here ---- */

typedef struct Scan {
    AmbDoc *d;
    AmbArena *arena;
    AmbError *err;
    uint32_t at;
    uint32_t room;         /* nodes allocated */
} Scan;

static int lost(Scan *s)
{
    return amb_doc_error(s->d, s->at, s->err, "not JSON: unexpected character");
}

static char peek(const Scan *s)
{
    return s->at < s->d->size ? s->d->text[s->at] : '\0';
}

static void skip_space(Scan *s)
{
    while (s->at < s->d->size && strchr(" \t\r\n", s->d->text[s->at]) && s->d->text[s->at])
        s->at++;
}

static int take(Scan *s, char c)
{
    skip_space(s);
    if (peek(s) != c)
        return 0;
    s->at++;
    return 1;
}

static unsigned hex4(const char *p)
{
    unsigned v = 0;
    for (int i = 0; i < 4; i++) {
        const unsigned c = (unsigned char)p[i]; /* jansson has seen that it is a hex digit */
        v = v << 4 | ((c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10) & 15);
    }
    return v;
}

static char *put_utf8(char *out, unsigned u)
{
    if (u < 0x80) {
        *out++ = (char)u;
    } else if (u < 0x800) {
        *out++ = (char)(0xC0 | u >> 6);
        *out++ = (char)(0x80 | (u & 0x3F));
    } else if (u < 0x10000) {
        *out++ = (char)(0xE0 | u >> 12);
        *out++ = (char)(0x80 | (u >> 6 & 0x3F));
        *out++ = (char)(0x80 | (u & 0x3F));
    } else {
        *out++ = (char)(0xF0 | u >> 18);
        *out++ = (char)(0x80 | (u >> 12 & 0x3F));
        *out++ = (char)(0x80 | (u >> 6 & 0x3F));
        *out++ = (char)(0x80 | (u & 0x3F));
    }
    return out;
}

/* One escape at in (behind the backslash) to *out; returns the bytes used. */
static size_t unescape(const char *in, size_t n, char **out)
{
    static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
    if (*in != 'u' || n < 5) {
        const char *const p = memchr(from, *in, sizeof from - 1);
        *(*out)++ = p ? to[p - from] : *in;
        return 1;
    }
    unsigned u = hex4(in + 1);
    size_t used = 5;
    if (u >= 0xD800 && u < 0xDC00 && n >= 11 && in[5] == '\\' && in[6] == 'u') {
        u = 0x10000 + ((u & 0x3FF) << 10 | (hex4(in + 7) & 0x3FF));
        used = 11;
    }
    *out = put_utf8(*out, u);
    return used;
}

/* The string at the scanner, decoded (never longer than its source). */
static int scan_text(Scan *s, const char **text)
{
    if (peek(s) != '"')
        return lost(s);
    const uint32_t from = ++s->at;
    while (s->at < s->d->size && s->d->text[s->at] != '"')
        s->at += s->d->text[s->at] == '\\' ? 2 : 1;
    if (s->at >= s->d->size) {
        s->at = s->d->size;
        return lost(s);
    }
    const char *in = s->d->text + from, *const end = s->d->text + s->at++;
    char *out = amb_arena_alloc(s->arena, (size_t)(end - in) + 1, 1);
    if (!out)
        return no_memory(s->d, s->err);
    *text = out;
    while (in < end) {
        if (*in == '\\' && in + 1 < end) {
            in++;
            in += unescape(in, (size_t)(end - in), &out);
        } else {
            *out++ = *in++;
        }
    }
    return AMB_OK;
}

static int scan_value(Scan *s, uint32_t *index, unsigned depth);

static int scan_children(Scan *s, uint32_t parent, unsigned depth)
{
    AmbDocNode *const nodes = s->d->nodes;
    const int map = nodes[parent].kind == AMB_DOC_MAP;
    const char close = map ? '}' : ']';
    uint32_t last = 0;
    s->at++;
    if (take(s, close))
        return AMB_OK;
    do {
        const char *key = NULL;
        skip_space(s);
        const uint32_t key_at = s->at;
        int code = map ? scan_text(s, &key) : AMB_OK;
        if (!code && map && !take(s, ':'))
            code = lost(s);
        uint32_t child = 0;
        if (!code)
            code = scan_value(s, &child, depth);
        if (code)
            return code;
        nodes[child].key = key;
        nodes[child].key_at = map ? key_at : nodes[child].at;
        *(last ? &nodes[last].next : &nodes[parent].first) = child;
        nodes[parent].count++;
        last = child;
    } while (take(s, ','));
    return take(s, close) ? AMB_OK : lost(s);
}

static int scan_bare(Scan *s)
{
    const uint32_t from = s->at;
    while (s->at < s->d->size && !strchr(" \t\r\n,:]}[{\"", s->d->text[s->at]))
        s->at++;
    return s->at > from ? AMB_OK : lost(s);
}

static AmbDocKind kind_of(char c)
{
    switch (c) {
    case '{': return AMB_DOC_MAP;
    case '[': return AMB_DOC_LIST;
    case '"': return AMB_DOC_TEXT;
    case 't': case 'f': return AMB_DOC_BOOL;
    case 'n': return AMB_DOC_NULL;
    default: return AMB_DOC_NUMBER;
    }
}

static int scan_value(Scan *s, uint32_t *index, unsigned depth)
{
    skip_space(s);
    if (s->d->n_nodes >= s->room || depth > AMB_DOC_DEPTH)
        return lost(s);
    *index = s->d->n_nodes++;
    AmbDocNode *const node = &s->d->nodes[*index];
    node->at = node->key_at = s->at;
    node->kind = kind_of(peek(s));
    int code;
    if (node->kind == AMB_DOC_MAP || node->kind == AMB_DOC_LIST)
        code = scan_children(s, *index, depth + 1);
    else if (node->kind == AMB_DOC_TEXT)
        code = scan_text(s, &node->text);
    else
        code = scan_bare(s);
    node->end = s->at;
    return code;
}

/* ---- the same key twice ---- */

typedef struct KeyRef { const char *key; uint32_t node; } KeyRef;

static int by_key(const void *a, const void *b)
{
    const KeyRef *const x = a, *const y = b;
    const int c = strcmp(x->key, y->key);
    return c ? c : (x->node > y->node) - (x->node < y->node);
}

static int check_map(const AmbDoc *d, uint32_t map, KeyRef *refs, AmbError *err)
{
    uint32_t n = 0, bad = 0, first = 0;
    for (uint32_t c = d->nodes[map].first; c; c = d->nodes[c].next)
        refs[n++] = (KeyRef){d->nodes[c].key, c};
    qsort(refs, n, sizeof *refs, by_key);
    for (uint32_t i = 1; i < n; i++)
        if (strcmp(refs[i].key, refs[i - 1].key) == 0 && (!bad || refs[i].node < bad)) {
            bad = refs[i].node;
            first = refs[i - 1].node;
        }
    if (!bad)
        return AMB_OK;
    unsigned line = 0, col = 0;
    amb_doc_line_col(d, d->nodes[first].key_at, &line, &col);
    return amb_doc_error(d, d->nodes[bad].key_at, err,
        "the key \"%.80s\" stands here a second time (first in line %u, column %u)", d->nodes[bad].key, line, col);
}

static int check_duplicates(const AmbDoc *d, AmbError *err)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < d->n_nodes; i++)
        if (d->nodes[i].kind == AMB_DOC_MAP && d->nodes[i].count > most)
            most = d->nodes[i].count;
    KeyRef *const refs = malloc(((size_t)most + 1) * sizeof *refs);
    if (!refs)
        return no_memory(d, err);
    int code = AMB_OK;
    for (uint32_t i = 0; i < d->n_nodes && !code; i++)
        if (d->nodes[i].kind == AMB_DOC_MAP && d->nodes[i].count > 1)
            code = check_map(d, i, refs, err);
    free(refs);
    return code;
}

/* ---- public ---- */

int amb_doc_parse(AmbDoc *d, AmbArena *arena, const char *file, const char *text, size_t size, AmbError *err)
{
    *d = (AmbDoc){.file = file, .text = text};
    if (size > AMB_DOC_BYTES)
        return amb_error(err, AMB_E_RANGE, "%s: larger than the %zu bytes allowed", file, AMB_DOC_BYTES);
    d->size = (uint32_t)size;
    if (set_marks(d, arena))
        return no_memory(d, err);
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        return amb_doc_error(d, 0, err, "begins with a byte-order mark; save it as UTF-8 without one");
    if (size >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0))
        return amb_doc_error(d, 0, err, "is UTF-16 text; save it as UTF-8");
    uint32_t values = 0;
    int code = survey(d, &values, err);
    if (!code)
        code = check_syntax(d, err);
    if (code)
        return code;
    d->nodes = amb_arena_alloc(arena, values, sizeof *d->nodes);
    if (!d->nodes)
        return no_memory(d, err);
    Scan s = {d, arena, err, 0, values};
    uint32_t root = 0;
    code = scan_value(&s, &root, 0);
    return code ? code : check_duplicates(d, err);
}

uint32_t amb_doc_child(const AmbDoc *d, uint32_t map, const char *key)
{
    if (d->nodes[map].kind != AMB_DOC_MAP)
        return 0;
    uint32_t c = d->nodes[map].first;
    while (c && strcmp(d->nodes[c].key, key) != 0)
        c = d->nodes[c].next;
    return c;
}

uint32_t amb_doc_item(const AmbDoc *d, uint32_t list, uint32_t i)
{
    if (d->nodes[list].kind != AMB_DOC_LIST)
        return 0;
    uint32_t c = d->nodes[list].first;
    while (c && i--)
        c = d->nodes[c].next;
    return c;
}
