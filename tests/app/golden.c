/* golden.c - compares marked lines with a gzip file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "golden.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define LINE 4096

/* The next line of *text that holds the mark, without its newline; false at the end. */
static int next_line(const char **text, const char *mark, char line[LINE])
{
    while (**text) {
        const size_t n = strcspn(*text, "\n");
        const char *const start = *text;
        *text += n + (start[n] == '\n');
        if (n >= LINE)
            continue; /* rebuild lines; a fire is shorter */
        memcpy(line, start, n);
        line[n] = '\0';
        if (strstr(line, mark))
            return 1;
    }
    return 0;
}

/* The region's hash out of the log's header. */
static void take_hash(const char *log, char hash[LINE])
{
    const char *const at = strstr(log, "\"hash\":\"");
    assert_non_null(at);
    snprintf(hash, LINE, "%.64s", at + 8);
}

static void update(const char *text, const char *path, const char *mark)
{
    char line[LINE];
    gzFile f = gzopen(path, "wb9");
    assert_non_null(f);
    take_hash(text, line);
    gzprintf(f, "%s\n", line);
    while (next_line(&text, mark, line))
        gzprintf(f, "%s\n", line);
    assert_int_equal(gzclose(f), Z_OK);
    fail_msg("%s was written anew; look at it and run again without AMB_GOLDEN_UPDATE", path);
}

static gzFile open_golden(const char *log, const char *path)
{
    char now[LINE], want[LINE];
    gzFile f = gzopen(path, "rb");
    if (!f || !gzgets(f, want, sizeof want))
        fail_msg("%s: cannot read", path);
    want[strcspn(want, "\n")] = '\0';
    take_hash(log, now);
    if (strcmp(now, want) != 0)
        fail_msg("the region has changed (hash %.12s..., golden %.12s...): AMB_GOLDEN_UPDATE=1 writes %s anew", now,
                 want, path);
    return f;
}

void golden_compare(const char *text, const char *path, const char *mark)
{
    char line[LINE], want[LINE];
    if (getenv("AMB_GOLDEN_UPDATE"))
        update(text, path, mark);
    gzFile f = open_golden(text, path);
    unsigned n = 0;
    while (gzgets(f, want, sizeof want)) {
        want[strcspn(want, "\n")] = '\0';
        n++;
        if (!next_line(&text, mark, line))
            fail_msg("line %u is missing: %s", n, want);
        if (strcmp(line, want) != 0)
            fail_msg("line %u differs\n  golden %s\n  now    %s", n, want, line);
    }
    gzclose(f);
    assert_true(n > 0);
    if (next_line(&text, mark, line))
        fail_msg("one more line than the golden %u: %s", n, line);
}
