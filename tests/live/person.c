/* person.c - starting, ending and looking at the program with settings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "person.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define PATIENCE_S 30

int nobody_was_here(void **state)
{
    (void)state;
    return shell("rm -rf %s/XDG_CONFIG_HOME/* %s/XDG_STATE_HOME/*; xprop -root -remove RESOURCE_MANAGER", scratch, scratch);
}

pid_t start(const char *name, const char *more, const char *value)
{
    char picture[64], log[64], said[64];
    snprintf(picture, sizeof picture, "%s.png", name);
    snprintf(log, sizeof log, "%s.jsonl", name);
    snprintf(said, sizeof said, "%s.err", name);
    const char *const argv[] = {AMB_BIN, "walk", "--audio", "none", "--seed", "5", "--screenshot", in_scratch(picture), "--log",
                                in_scratch(log), more, value, NULL};
    const pid_t pid = live_spawn(argv, in_scratch(said));
    live_wait_for_window();
    return pid;
}

void settle(void)
{
    wait_ms(1300);
}

json_t *finish(pid_t pid, const char *name)
{
    char path[64];
    json_error_t why;
    wait_ms(200);
    live_key("ctrl+q");
    assert_int_equal(stage_end(pid, 0), 0);
    snprintf(path, sizeof path, "%s.png.json", name);
    json_t *const j = json_load_file(in_scratch(path), 0, &why);
    if (!j)
        fail_msg("%s", why.text);
    return j;
}

void expect_said(const char *name, const char *text)
{
    size_t n;
    char path[64];
    snprintf(path, sizeof path, "%s.err", name);
    char *const said = read_file(in_scratch(path), &n);
    assert_string_equal(said, text);
    free(said);
}

bool has_text(const json_t *numbers, const char *pane, const char *text)
{
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(json_object_get(numbers, "texts"), pane), i, one)
        if (strcmp(json_string_value(one), text) == 0)
            return true;
    return false;
}

void expect_scale(const json_t *numbers, int percent)
{
    assert_int_equal(json_integer_value(json_object_get(numbers, "scale")), percent);
}

void put(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s", in_scratch(name));
    *strrchr(path, '/') = '\0';
    mkdir(path, 0700);
    write_file(in_scratch(name), text, strlen(text));
}

void wait_for_file(const char *name, const char *text)
{
    for (const double from = now_s(); now_s() - from < PATIENCE_S; wait_ms(50)) {
        if (!file_exists(in_scratch(name)))
            continue;
        size_t n;
        char *const there = read_file(in_scratch(name), &n);
        const bool same = strcmp(there, text) == 0;
        free(there);
        if (same)
            return;
    }
    size_t n;
    char *const there = file_exists(in_scratch(name)) ? read_file(in_scratch(name), &n) : NULL;
    fail_msg("%s holds %s", name, there ? there : "nothing");
}

void expect_size(const char *name, const char *what, int w, int h)
{
    size_t n;
    char path[64];
    snprintf(path, sizeof path, "%s.png", name);
    char *const png = read_file(in_scratch(path), &n);
    assert_true(n > 24);
    const unsigned char *const header = (const unsigned char *)png + 16; /* width and height, high byte first */
    const int have_w = header[2] << 8 | header[3], have_h = header[6] << 8 | header[7];
    free(png);
    if (have_w != w || have_h != h)
        fail_msg("%s: %d x %d, expected %d x %d", what, have_w, have_h, w, h);
}
