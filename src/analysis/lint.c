/* lint.c - the list of findings and how it is shown; the rules are in the other lint_*.c. */
#include "lint_private.h"

#include "amb/json_out.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct RuleCount {
    const char *rule;
    size_t n;
    size_t last; /* finding that says how many more there are */
} RuleCount;

#define RULES_MAX 32

struct AmbLint {
    AmbArena arena;
    AmbLintFinding *findings;
    size_t n, room;
    RuleCount rules[RULES_MAX];
    size_t n_rules;
    size_t count[AMB_LINT_SEVERITIES];
};

const char *amb_lint_severity_name(AmbLintSeverity s)
{
    static const char *const names[] = {"error", "warning", "information"};
    return (unsigned)s < AMB_LINT_SEVERITIES ? names[s] : "";
}

/* ---- collecting ---- */

void *amb_lint_alloc(Lint *l, size_t count, size_t size)
{
    void *const p = amb_arena_alloc(&l->arena, count, size);
    if (!p && !l->code)
        l->code = amb_error(l->err, AMB_E_NOMEM, "lint: no memory");
    return p;
}

bool amb_lint_stopped(Lint *l)
{
    if (!l->code && l->src->stop && l->src->stop(l->src->user))
        l->code = amb_error(l->err, AMB_E_INTERRUPTED, "lint: interrupted");
    return l->code != AMB_OK;
}

static RuleCount *count_rule(AmbLint *out, const char *rule)
{
    size_t i = 0;
    while (i < out->n_rules && strcmp(out->rules[i].rule, rule) != 0)
        i++;
    if (i == out->n_rules && out->n_rules < RULES_MAX)
        out->rules[out->n_rules++] = (RuleCount){rule, 0, 0};
    RuleCount *const r = &out->rules[i < RULES_MAX ? i : RULES_MAX - 1];
    r->n++;
    return r;
}

static AmbLintFinding *new_finding(AmbLint *out)
{
    if (out->n == out->room) {
        const size_t room = out->room ? 2 * out->room : 64;
        AmbLintFinding *const p = realloc(out->findings, room * sizeof *p);
        if (!p)
            return NULL;
        out->findings = p;
        out->room = room;
    }
    return &out->findings[out->n];
}

static const char *keep(AmbLint *out, const char *text)
{
    return amb_arena_text(&out->arena, text, strlen(text));
}

void amb_lint_add(
    Lint *l, AmbLintSeverity severity, const char *rule, const char *path, const char *advice, const char *fmt, ...)
{
    if (l->code)
        return;
    l->out->count[severity]++;
    RuleCount *const count = count_rule(l->out, rule);
    if (count->n > AMB_LINT_EACH)
        return;
    char message[1024], place[4096];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(message, sizeof message, fmt, ap);
    va_end(ap);
    AmbLintFinding *const f = new_finding(l->out);
    if (f) {
        *f = (AmbLintFinding){severity, rule, keep(l->out, path), NULL, keep(l->out, message), advice};
        f->place = l->src->place ? keep(l->out, l->src->place(l->src->user, path, place, sizeof place)) : f->path;
    }
    if (!f || !f->path || !f->place || !f->message) {
        l->code = amb_error(l->err, AMB_E_NOMEM, "lint: no memory");
        return;
    }
    count->last = l->out->n++;
}

/* The last finding of a rule that had too many says so. */
static void tell_of_more(Lint *l)
{
    for (size_t i = 0; i < l->out->n_rules && !l->code; i++) {
        const RuleCount *const r = &l->out->rules[i];
        if (r->n <= AMB_LINT_EACH)
            continue;
        AmbLintFinding *const f = &l->out->findings[r->last];
        char text[1200];
        snprintf(text, sizeof text, "%s (and %zu more of this kind)", f->message, r->n - AMB_LINT_EACH);
        f->message = keep(l->out, text);
        if (!f->message)
            l->code = amb_error(l->err, AMB_E_NOMEM, "lint: no memory");
    }
}

int amb_lint_run(AmbLint **out, const AmbLintSource *src, AmbError *err)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return amb_error(err, AMB_E_NOMEM, "lint: no memory");
    Lint l = {.src = src, .out = *out, .err = err};
    amb_lint_check_indices(&l);
    if (!l.code)
        l.code = amb_lint_read_waves(&l);
    if (!l.code)
        amb_lint_check_stbs(&l);
    if (!l.code)
        amb_lint_check_land(&l);
    tell_of_more(&l);
    amb_arena_free(&l.arena);
    if (l.code)
        amb_lint_free(out);
    return l.code;
}

void amb_lint_free(AmbLint **l)
{
    if (!*l)
        return;
    amb_arena_free(&(*l)->arena);
    free((*l)->findings);
    free(*l);
    *l = NULL;
}

/* ---- reading ---- */

size_t amb_lint_count(const AmbLint *l, AmbLintSeverity s)
{
    return s < AMB_LINT_SEVERITIES ? l->count[s]
                                   : l->count[AMB_LINT_ERROR] + l->count[AMB_LINT_WARNING] + l->count[AMB_LINT_INFO];
}

const AmbLintFinding *amb_lint_finding(const AmbLint *l, size_t i)
{
    return i < l->n ? &l->findings[i] : NULL;
}

static void put_count(FILE *f, size_t n, const char *what, const char *plural, const char *before)
{
    fprintf(f, "%s%zu %s%s", before, n, what, n == 1 ? "" : plural);
}

void amb_lint_text(const AmbLint *l, FILE *f)
{
    for (size_t i = 0; i < l->n; i++) {
        const AmbLintFinding *const x = &l->findings[i];
        fprintf(f, "%s%s%s: %s [%s]\n    %s\n", x->place, *x->place ? ": " : "", amb_lint_severity_name(x->severity),
            x->message, x->rule, x->advice);
    }
    if (!amb_lint_count(l, AMB_LINT_SEVERITIES)) {
        fputs("nothing found\n", f);
        return;
    }
    put_count(f, l->count[AMB_LINT_ERROR], "error", "s", "");
    put_count(f, l->count[AMB_LINT_WARNING], "warning", "s", ", ");
    put_count(f, l->count[AMB_LINT_INFO], "information", "", ", ");
    fputc('\n', f);
}

void amb_lint_json(const AmbLint *l, FILE *f)
{
    AmbJson j;
    amb_json_begin(&j, f, 2);
    amb_json_object(&j, NULL);
    amb_json_uint(&j, "errors", l->count[AMB_LINT_ERROR]);
    amb_json_uint(&j, "warnings", l->count[AMB_LINT_WARNING]);
    amb_json_uint(&j, "information", l->count[AMB_LINT_INFO]);
    amb_json_array(&j, "findings");
    for (size_t i = 0; i < l->n; i++) {
        const AmbLintFinding *const x = &l->findings[i];
        amb_json_object(&j, NULL);
        amb_json_text(&j, "severity", amb_lint_severity_name(x->severity));
        amb_json_text(&j, "rule", x->rule);
        amb_json_text(&j, "place", x->place);
        amb_json_text(&j, "path", x->path);
        amb_json_text(&j, "message", x->message);
        amb_json_text(&j, "advice", x->advice);
        amb_json_close(&j);
    }
    amb_json_close(&j);
    amb_json_close(&j);
}
