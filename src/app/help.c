/* help.c - the pages of help, printed from the tables that parse. */
#include "args_rows.h"

#include <string.h>

/* Headings of the help, in its order. */
static const struct {
    unsigned takes;
    const char *title;
} headings[] = {
    {AMB_ARGS_SOURCE, "Region"},
    {AMB_ARGS_PLACE, "Place"},
    {AMB_ARGS_WALK | AMB_ARGS_SECONDS | AMB_ARGS_DICE, "Run"},
    {AMB_ARGS_STATE | AMB_ARGS_INSPECT | AMB_ARGS_TRACE | AMB_ARGS_RANGE, "What"},
    {AMB_ARGS_COMPARE, "Comparison"},
    {AMB_ARGS_LIVE, "Window and sound"},
    {AMB_ARGS_RENDER | AMB_ARGS_LOG | AMB_ARGS_JSON | AMB_ARGS_OUT_DIR, "Output"},
};

#define HELP_COLUMN 26
#define HELP_WIDTH 100

static void print_wrapped(FILE *f, const char *text)
{
    int column = HELP_COLUMN;
    while (*text) {
        const int n = (int)strcspn(text, " ");
        if (column > HELP_COLUMN && column + 1 + n > HELP_WIDTH) {
            fprintf(f, "\n%*s", HELP_COLUMN, "");
            column = HELP_COLUMN;
        }
        column += fprintf(f, "%s%.*s", column > HELP_COLUMN ? " " : "", n, text);
        text += n;
        text += strspn(text, " ");
    }
    fputc('\n', f);
}

static void print_row(FILE *f, const char *left, const char *text)
{
    const int n = fprintf(f, "  %s", left);
    if (n + 2 > HELP_COLUMN)
        fprintf(f, "\n%*s", HELP_COLUMN, "");
    else
        fprintf(f, "%*s", HELP_COLUMN - n, "");
    print_wrapped(f, text);
}

static void print_option(FILE *f, const AmbOptionRow *row)
{
    char left[64];
    if (row->letter)
        snprintf(left, sizeof left, "-%c, --%s%s%s", row->letter, row->name, row->value ? " " : "",
                 row->value ? row->value : "");
    else
        snprintf(left, sizeof left, "--%s%s%s", row->name, row->value ? " " : "", row->value ? row->value : "");
    print_row(f, left, row->help);
}

static void print_departures(FILE *f)
{
    fputs("\nDepartures for --diverge (all off by default; the first value is retail)\n", f);
    for (int i = 0; i < AMB_OPT_COUNT; i++) {
        const AmbOptionInfo *const o = amb_option_info((AmbOption)i);
        char left[64];
        const bool on_off = strcmp(o->values[1], "on") == 0;
        snprintf(left, sizeof left, on_off ? "%s" : "%s=%s|%s", o->name, o->values[0], o->values[1]);
        print_row(f, left, o->effect);
    }
}

static void print_overview(FILE *f)
{
    fputs("ambwalk - hear a landscape's ambience as the retail client plays it\n\n"
          "usage: ambwalk [COMMAND] [OPTIONS]\n\n", f);
    for (const AmbCommand *c = amb_commands; c->name; c++) {
        char left[64];
        snprintf(left, sizeof left, "%s%s%s", c->name, *c->operands ? " " : "", c->operands);
        print_row(f, left, c->summary);
    }
    fprintf(f,
            "\nWithout a command: %s.  `ambwalk help COMMAND` says more; `ambwalk --version` which one this is.\n"
            "Exit codes: 0 fine, 1 error, 2 wrong usage, 3 differs, 4 undecidable, 130 interrupted.\n",
            amb_commands[0].name);
}

void amb_args_help(FILE *f, const AmbCommand *c)
{
    if (!c) {
        print_overview(f);
        return;
    }
    fprintf(f, "usage: ambwalk %s%s%s%s\n\n%s", c->name, c->takes ? " [OPTIONS]" : "", *c->operands ? " " : "",
            c->operands, c->details);
    for (size_t h = 0; h < sizeof headings / sizeof headings[0]; h++) {
        if (!(headings[h].takes & c->takes))
            continue;
        fprintf(f, "\n%s\n", headings[h].title);
        for (size_t i = 0; amb_option_rows[i].name; i++)
            if (amb_option_rows[i].takes & headings[h].takes & c->takes)
                print_option(f, &amb_option_rows[i]);
    }
    if (c->takes & AMB_ARGS_DICE)
        print_departures(f);
}
