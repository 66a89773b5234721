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

static bool is_named(const AmbOptionRow *row, const char *name, size_t len)
{
    return len ? strlen(row->name) == len && memcmp(row->name, name, len) == 0 : row->letter == *name;
}

/* The row of an option by its name, or by its letter (len 0).  Where two commands mean different things by one name: the command's own;
 * without a command the one that has a value. */
static const AmbOptionRow *find_row(const AmbCommand *c, const char *name, size_t len)
{
    const AmbOptionRow *other = NULL;
    for (const AmbOptionRow *row = amb_option_rows; row->name; row++) {
        if (!is_named(row, name, len))
            continue;
        if (c ? row->takes & c->takes : row->value != NULL)
            return row;
        if (!other)
            other = row;
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
    const char *names[AMB_OPTION_ROWS_MAX + 2];
    size_t n = 0;
    for (size_t i = 0; amb_option_rows[i].name; i++)
        if (amb_option_rows[i].takes & c->takes)
            names[n++] = amb_option_rows[i].name;
    names[n++] = "help";
    names[n++] = "version";
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
    int command_at; /* the word that names the command; 0: none does */
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

static bool asks_for_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

/* "--seed", "--seed=5", "-o": where a value is wanted, the value has been forgotten.  -90 and -.wav are values.  c NULL: of any command. */
static bool is_option(const AmbCommand *c, const char *word)
{
    if (word[0] != '-' || !word[1])
        return false;
    const bool is_long = word[1] == '-';
    const AmbOptionRow *const row = is_long ? row_named(c, word + 2, strcspn(word + 2, "=")) : word[2] ? NULL : row_lettered(c, word[1]);
    return asks_for_help(word) || (row && (!c || row->takes & c->takes));
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
    if (s->next >= s->argc || is_option(c, s->argv[s->next]))
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

/* One word that is no operand by what came before it. */
static int take_word(Scan *s, const char *word)
{
    if (word[0] == '-' && word[1] == '-')
        return take_long(s, word + 2);
    return word[0] == '-' && word[1] ? take_letters(s, word + 1) : take_operand(s, word);
}

static AmbArgsResult scan(Scan *s)
{
    bool options = true;
    while (s->next < s->argc) {
        const int at = s->next++;
        const char *const word = s->argv[at];
        if (at == s->command_at && at)
            continue;
        if (options && strcmp(word, "--") == 0) {
            options = false;
            continue;
        }
        if (options && asks_for_help(word))
            return AMB_ARGS_HELP;
        if (options && strcmp(word, "--version") == 0)
            return AMB_ARGS_VERSION;
        if (options ? take_word(s, word) : take_operand(s, word))
            return AMB_ARGS_BAD;
    }
    const AmbCommand *const c = s->args->command;
    if (s->args->n_operands < c->min_operands) {
        amb_usage(s->err, "%s: needs %s", c->name, c->operands);
        return AMB_ARGS_BAD;
    }
    return AMB_ARGS_RUN;
}

/* ---- the command ---- */

/* Whether the word after this option is its value; -1: no command has such an option. */
static int value_follows(const char *word)
{
    if (asks_for_help(word) || strcmp(word, "--version") == 0)
        return 0;
    if (word[1] == '-') {
        const size_t len = strcspn(word + 2, "=");
        const AmbOptionRow *const row = row_named(NULL, word + 2, len);
        return row ? row->value && !word[2 + len] : -1;
    }
    for (const char *p = word + 1; *p; p++) {
        const AmbOptionRow *const row = row_lettered(NULL, *p);
        if (!row)
            return -1;
        if (row->value)
            return !p[1];
    }
    return 0;
}

/* Options may come before the command: its name is the first word that is neither an option nor the value of one.  0: there is none. */
static int find_command(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-')
            return i;
        const int follows = argv[i][1] && strcmp(argv[i], "--") != 0 ? value_follows(argv[i]) : -1;
        if (follows < 0)
            return 0;
        if (follows && i + 1 < argc && !is_option(NULL, argv[i + 1]))
            i++;
    }
    return 0;
}

/* Something to walk in, or meant so. */
static bool is_path(const char *word)
{
    return strchr(word, '/') || access(word, F_OK) == 0;
}

/* `help COMMAND` is `COMMAND --help`. */
static AmbArgsResult help_on(AmbArgs *a, AmbError *err)
{
    const char *const name = a->n_operands ? a->operands[0] : NULL;
    a->command = name ? command_named(name) : NULL;
    if (!name || a->command)
        return AMB_ARGS_HELP;
    unknown_command(name, err);
    return AMB_ARGS_BAD;
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
    const int at = find_command(argc, argv);
    const AmbCommand *const named = at ? command_named(argv[at]) : NULL;
    if (at && !named && !is_path(argv[at])) {
        unknown_command(argv[at], err);
        return AMB_ARGS_BAD;
    }
    a->command = named ? named : &amb_commands[0];
    Scan s = {a, argc, argv, 1, named ? at : 0, err};
    const AmbArgsResult result = scan(&s);
    if (result == AMB_ARGS_HELP)
        a->command = named;
    if (result != AMB_ARGS_RUN)
        return result;
    if (!a->command->run)
        return help_on(a, err);
    return amb_opened(a, err) ? AMB_ARGS_BAD : AMB_ARGS_RUN;
}
