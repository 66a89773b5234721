/* cmd_diff.c - `ambwalk diff`: the first difference of two event logs. */
#include "commands.h"

#include "amb/diff.h"

#include <errno.h>
#include <string.h>

static FILE *open_log(const char *path, AmbError *err)
{
    if (strcmp(path, "-") == 0)
        return stdin;
    FILE *const f = fopen(path, "rb");
    if (!f)
        amb_error(err, AMB_E_IO, "%s: cannot open: %s", path, strerror(errno));
    return f;
}

static void close_log(FILE *f)
{
    if (f && f != stdin)
        fclose(f);
}

int amb_cmd_diff(const AmbArgs *a, AmbError *err)
{
    if (strcmp(a->operands[0], "-") == 0 && strcmp(a->operands[1], "-") == 0)
        return amb_usage(err, "diff: only one of the logs can be standard input");
    FILE *const one = open_log(a->operands[0], err);
    FILE *const two = one ? open_log(a->operands[1], err) : NULL;
    int code = AMB_E_IO;
    if (two) {
        code = amb_diff(one, a->operands[0], two, a->operands[1], stdout, err);
        if (code == 1)
            code = AMB_EXIT_DIFFERS;
    }
    close_log(one);
    close_log(two);
    return code;
}
