/* golden.c - compares marked lines with a gzip file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "golden.h"

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

static void update(const char *text, const char *path, const char *mark)
{
    char line[LINE];
    gzFile f = gzopen(path, "wb9");
    assert_non_null(f);
    while (next_line(&text, mark, line))
        gzprintf(f, "%s\n", line);
    assert_int_equal(gzclose(f), Z_OK);
    fail_msg("%s was written anew; look at it and run again without AMB_GOLDEN_UPDATE", path);
}

void golden_compare(const char *text, const char *path, const char *mark)
{
    char line[LINE], want[LINE];
    if (getenv("AMB_GOLDEN_UPDATE"))
        update(text, path, mark);
    gzFile f = gzopen(path, "rb");
    if (!f)
        fail_msg("%s: cannot open", path);
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
