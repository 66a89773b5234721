/* doc_read.c - typed reading with one kind of message. */
#include "amb/doc_read.h"

#include "amb/num.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const kind_names[] = {"null", "true or false", "a number", "text", "a list", "an object"};

static int wrong_kind(const AmbDoc *d, uint32_t node, const char *what, const char *expected, AmbError *err)
{
    return amb_doc_error(
        d, d->nodes[node].at, err, "%s is %s, expected %s", what, kind_names[d->nodes[node].kind], expected);
}

const char *amb_doc_hint(char *buf, size_t cap, const char *word, const char *const *names, size_t n)
{
    const char *const near = amb_nearest_name(word, names, n);
    snprintf(buf, cap, near ? " (did you mean \"%s\"?)" : "%s", near ? near : "");
    return buf;
}

static int unknown_key(const AmbDoc *d, const AmbDocNode *c, const AmbDocKeys *keys, AmbError *err)
{
    char hint[128], list[256] = "";
    amb_doc_hint(hint, sizeof hint, c->key, keys->names, keys->n);
    size_t used = 0;
    for (unsigned i = 0; i < keys->n && !*hint && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "; expected ", keys->names[i]);
    return amb_doc_error(d, c->key_at, err, "unknown key \"%.80s\" in %s%s%s", c->key, keys->what, hint, list);
}

int amb_doc_keys(const AmbDoc *d, uint32_t map, const AmbDocKeys *keys, uint32_t *node, AmbError *err)
{
    const int code = amb_doc_map(d, map, keys->what, err);
    if (code)
        return code;
    memset(node, 0, keys->n * sizeof *node);
    for (uint32_t c = d->nodes[map].first; c; c = d->nodes[c].next) {
        unsigned i = 0;
        while (i < keys->n && strcmp(keys->names[i], d->nodes[c].key) != 0)
            i++;
        if (i == keys->n)
            return unknown_key(d, &d->nodes[c], keys, err);
        node[i] = c;
    }
    for (unsigned i = 0; i < keys->n; i++)
        if (!node[i] && keys->required >> i & 1)
            return amb_doc_error(d, d->nodes[map].at, err, "%s has no \"%s\"", keys->what, keys->names[i]);
    return AMB_OK;
}

int amb_doc_map(const AmbDoc *d, uint32_t node, const char *what, AmbError *err)
{
    return d->nodes[node].kind == AMB_DOC_MAP ? AMB_OK : wrong_kind(d, node, what, "an object", err);
}

int amb_doc_list(const AmbDoc *d, uint32_t node, const char *what, uint32_t lo, uint32_t hi, AmbError *err)
{
    const AmbDocNode *const v = &d->nodes[node];
    if (v->kind != AMB_DOC_LIST)
        return wrong_kind(d, node, what, "a list", err);
    if (v->count >= lo && v->count <= hi)
        return AMB_OK;
    const char *const s = v->count == 1 ? "" : "s";
    if (lo == hi)
        return amb_doc_error(d, v->at, err, "%s has %u value%s, expected %u", what, v->count, s, lo);
    return amb_doc_error(d, v->at, err, "%s has %u value%s, expected %u to %u", what, v->count, s, lo, hi);
}

int amb_doc_text(const AmbDoc *d, uint32_t node, const char *what, const char **out, AmbError *err)
{
    if (d->nodes[node].kind != AMB_DOC_TEXT)
        return wrong_kind(d, node, what, "text", err);
    *out = d->nodes[node].text;
    return AMB_OK;
}

/* As much of a number as a message can bear. */
static int shown_bytes(const AmbDocNode *v)
{
    return v->end - v->at < 40 ? (int)(v->end - v->at) : 40;
}

int amb_doc_whole(const AmbDoc *d, uint32_t node, const char *what, int64_t lo, int64_t hi, int64_t *out, AmbError *err)
{
    const AmbDocNode *const v = &d->nodes[node];
    if (v->kind != AMB_DOC_NUMBER)
        return wrong_kind(d, node, what, "a whole number", err);
    const char *p = d->text + v->at, *const end = d->text + v->end;
    const bool negative = *p == '-';
    int64_t n = 0;
    for (p += negative; p < end && *p >= '0' && *p <= '9' && n < (int64_t)1 << 40; p++)
        n = n * 10 + (*p - '0');
    if (negative)
        n = -n;
    const int shown = shown_bytes(v);
    if (p == end && n >= lo && n <= hi) {
        *out = n;
        return AMB_OK;
    }
    if (lo == hi)
        return amb_doc_error(d, v->at, err, "%s is %.*s, expected %lld", what, shown, d->text + v->at, (long long)lo);
    return amb_doc_error(d, v->at, err, "%s is %.*s, expected a whole number from %lld to %lld", what, shown,
        d->text + v->at, (long long)lo, (long long)hi);
}

int amb_doc_bool(const AmbDoc *d, uint32_t node, const char *what, bool *out, AmbError *err)
{
    const AmbDocNode *const v = &d->nodes[node];
    if (v->kind != AMB_DOC_BOOL)
        return wrong_kind(d, node, what, "true or false", err);
    *out = d->text[v->at] == 't';
    return AMB_OK;
}

int amb_doc_f64(const AmbDoc *d, uint32_t node, const char *what, double lo, double hi, double *out, AmbError *err)
{
    const AmbDocNode *const v = &d->nodes[node];
    double x = 0;
    if (v->kind != AMB_DOC_NUMBER)
        return wrong_kind(d, node, what, "a number", err);
    if (amb_parse_f64(d->text + v->at, v->end - v->at, &x) == v->end - v->at && x >= lo && x <= hi) {
        *out = x;
        return AMB_OK;
    }
    char low[AMB_NUM_TEXT], high[AMB_NUM_TEXT];
    return amb_doc_error(d, v->at, err, "%s is %.*s, expected a number from %s to %s", what, shown_bytes(v), d->text + v->at,
        amb_f64_short(low, lo), amb_f64_short(high, hi));
}

static bool special(const AmbDocNode *v, float *out)
{
    static const struct {
        const char *text;
        float value;
    } known[] = {{"nan", NAN}, {"inf", INFINITY}, {"-inf", -INFINITY}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (v->kind == AMB_DOC_TEXT && strcmp(v->text, known[i].text) == 0) {
            *out = known[i].value;
            return true;
        }
    return false;
}

int amb_doc_f32(const AmbDoc *d, uint32_t node, const char *what, bool any, float *out, AmbError *err)
{
    const AmbDocNode *const v = &d->nodes[node];
    const char *const expected = any ? "a number (or \"nan\", \"inf\", \"-inf\")" : "a finite number";
    float f = 0;
    if (any && special(v, out))
        return AMB_OK;
    if (v->kind != AMB_DOC_NUMBER)
        return wrong_kind(d, node, what, expected, err);
    if (amb_parse_f32(d->text + v->at, v->end - v->at, &f) != v->end - v->at || !isfinite(f))
        return amb_doc_error(d, v->at, err, "%s is %.*s, which does not fit a 32-bit float; expected %s", what,
            shown_bytes(v), d->text + v->at, expected);
    *out = f;
    return AMB_OK;
}
