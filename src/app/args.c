/* args.c - reads a command line by the tables of commands and options. */
#include "args_rows.h"
#include "opened.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

int amb_usage(AmbError *err, const char *fmt, ...)
{
    char text[AMB_ERROR_TEXT];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    amb_error(err, AMB_E_RANGE, "%s", text);
    return AMB_EXIT_USAGE;
}

/* ---- finding rows ---- */

/* The row of an option; where two commands mean different things by one name, the command's own. */
static const AmbOptionRow *find_row(const AmbCommand *c, const char *name, size_t len)
{
    const AmbOptionRow *other = NULL;
    for (size_t i = 0; amb_option_rows[i].name; i++) {
        const bool same = len ? strlen(amb_option_rows[i].name) == len &&
                                    memcmp(amb_option_rows[i].name, name, len) == 0
                              : amb_option_rows[i].letter == *name;
        if (same && (amb_option_rows[i].takes & c->takes))
            return &amb_option_rows[i];
        if (same && !other)
            other = &amb_option_rows[i];
    }
    return other;
}

static const AmbOptionRow *row_named(const AmbCommand *c, const char *name, size_t len)
{
    return len ? find_row(c, name, len) : NULL;
}

static const AmbOptionRow *row_lettered(const AmbCommand *c, char letter)
{
    return find_row(c, &letter, 0);
}

static const AmbCommand *command_named(const char *name)
{
    for (const AmbCommand *c = amb_commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static int unknown_command(const char *word, AmbError *err)
{
    const char *names[32];
    size_t n = 0;
    for (const AmbCommand *c = amb_commands; c->name && n < sizeof names / sizeof names[0]; c++)
        names[n++] = c->name;
    const char *const near = amb_nearest_name(word, names, n);
    if (near)
        return amb_usage(err, "unknown command \"%s\"; did you mean \"%s\"?", word, near);
    return amb_usage(err, "unknown command \"%s\"; `ambwalk --help` lists them", word);
}

static int unknown_option(const AmbCommand *c, const char *word, AmbError *err)
{
    const char *names[AMB_OPTION_ROWS_MAX];
    size_t n = 0;
    for (size_t i = 0; amb_option_rows[i].name; i++)
        if (amb_option_rows[i].takes & c->takes)
            names[n++] = amb_option_rows[i].name;
    const char *const near = amb_nearest_name(word, names, n);
    if (near)
        return amb_usage(err, "%s: unknown option --%s; did you mean --%s?", c->name, word, near);
    return amb_usage(err, "%s: unknown option --%s; `ambwalk %s --help` lists them", c->name, word, c->name);
}

/* The option exists, but not here. */
static int foreign_option(const AmbCommand *c, const AmbOptionRow *row, AmbError *err)
{
    for (const AmbCommand *other = amb_commands; other->name; other++)
        if (other->takes & row->takes)
            return amb_usage(err, "%s: takes no --%s; `ambwalk %s` does", c->name, row->name, other->name);
    return amb_usage(err, "%s: takes no --%s", c->name, row->name);
}

/* ---- parsing ---- */

typedef struct Scan {
    AmbArgs *args;
    int argc;
    char **argv;
    int next;
    AmbError *err;
} Scan;

static int take_value(Scan *s, const AmbOptionRow *row, const char *value)
{
    AmbError why = AMB_ERROR_NONE;
    if (row->parse((char *)s->args + row->field, value, &why) == 0)
        return 0;
    /* amb_options_parse() speaks whole sentences; the others say what they wanted */
    const char *const want = row->sentence ? ":" : " wants";
    return amb_usage(s->err, "%s: --%s%s %s", s->args->command->name, row->name, want, why.text);
}

static int take_option(Scan *s, const AmbOptionRow *row, const char *attached)
{
    const AmbCommand *const c = s->args->command;
    if (!(row->takes & c->takes))
        return foreign_option(c, row, s->err);
    if (!row->value) {
        if (attached)
            return amb_usage(s->err, "%s: --%s takes no value", c->name, row->name);
        return take_value(s, row, "");
    }
    if (attached)
        return take_value(s, row, attached);
    if (s->next >= s->argc)
        return amb_usage(s->err, "%s: --%s needs a value: %s", c->name, row->name, row->value);
    return take_value(s, row, s->argv[s->next++]);
}

static int take_long(Scan *s, const char *word)
{
    const size_t len = strcspn(word, "=");
    const AmbOptionRow *const row = row_named(s->args->command, word, len);
    if (row)
        return take_option(s, row, word[len] ? word + len + 1 : NULL);
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(len < sizeof name ? len : sizeof name - 1), word);
    return unknown_option(s->args->command, name, s->err);
}

static int take_letters(Scan *s, const char *letters)
{
    for (const char *p = letters; *p; p++) {
        const AmbOptionRow *const row = row_lettered(s->args->command, *p);
        if (!row)
            return amb_usage(s->err, "%s: unknown option -%c; `ambwalk %s --help` lists them", s->args->command->name,
                             *p, s->args->command->name);
        if (row->value)
            return take_option(s, row, p[1] ? p + 1 : NULL);
        if (take_option(s, row, NULL))
            return AMB_EXIT_USAGE;
    }
    return 0;
}

static int take_operand(Scan *s, const char *word)
{
    AmbArgs *const a = s->args;
    if (a->n_operands >= a->command->max_operands)
        return amb_usage(s->err, "%s: takes no \"%s\"", a->command->name, word);
    a->operands[a->n_operands++] = word;
    return 0;
}

static AmbArgsResult scan_rest(Scan *s)
{
    bool options = true;
    while (s->next < s->argc) {
        const char *const word = s->argv[s->next++];
        int bad;
        if (options && strcmp(word, "--") == 0) {
            options = false;
            continue;
        }
        if (options && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0))
            return AMB_ARGS_HELP;
        if (options && word[0] == '-' && word[1] == '-')
            bad = take_long(s, word + 2);
        else if (options && word[0] == '-' && word[1])
            bad = take_letters(s, word + 1);
        else
            bad = take_operand(s, word);
        if (bad)
            return AMB_ARGS_BAD;
    }
    const AmbCommand *const c = s->args->command;
    if (s->args->n_operands < c->min_operands) {
        amb_usage(s->err, "%s: needs %s", c->name, c->operands);
        return AMB_ARGS_BAD;
    }
    return AMB_ARGS_RUN;
}

/* `help COMMAND`, `--help`, `--version` in the first place; -1: something else. */
static int scan_first(AmbArgs *a, int argc, char **argv, AmbError *err)
{
    if (argc < 2)
        return -1;
    if (strcmp(argv[1], "--version") == 0)
        return AMB_ARGS_VERSION;
    a->command = NULL;
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return AMB_ARGS_HELP;
    if (strcmp(argv[1], "help") != 0)
        return -1;
    if (argc > 2) {
        a->command = command_named(argv[2]);
        if (!a->command)
            return unknown_command(argv[2], err), AMB_ARGS_BAD;
    }
    return AMB_ARGS_HELP;
}

AmbArgsResult amb_args_parse(AmbArgs *a, int argc, char **argv, AmbError *err)
{
    *a = (AmbArgs){.heading_deg = (double)NAN,
                   .seconds = (double)NAN,
                   .radius = (double)NAN,
                   .recording_gain_db = (double)NAN,
                   .fps = 60,
                   .ambient = 1,
                   .bits = {false, AMB_F32}};
    const int first = scan_first(a, argc, argv, err);
    if (first >= 0)
        return (AmbArgsResult)first;
    Scan s = {a, argc, argv, 1, err};
    a->command = &amb_commands[0];
    if (argc > 1 && argv[1][0] != '-') {
        a->command = command_named(argv[1]);
        s.next = 2;
        if (!a->command && access(argv[1], F_OK) == 0) { /* something to walk in */
            a->command = &amb_commands[0];
            s.next = 1;
        }
        if (!a->command)
            return unknown_command(argv[1], err), AMB_ARGS_BAD;
    }
    const AmbArgsResult result = scan_rest(&s);
    return result == AMB_ARGS_RUN && amb_opened(a, err) ? AMB_ARGS_BAD : result;
}
