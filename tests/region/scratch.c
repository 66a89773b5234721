/* scratch.c - temporary copies of the good region. */
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

static char *join(const char *a, const char *b)
{
    char *s = NULL;
    assert_true(asprintf(&s, "%s/%s", a, b) > 0);
    return s;
}

static char *slurp(const char *path, size_t *size)
{
    FILE *const f = fopen(path, "rb");
    if (!f)
        fail_msg("%s: cannot open", path);
    char *const buf = calloc(1, 1 << 20);
    assert_non_null(buf);
    *size = fread(buf, 1, (1 << 20) - 1, f);
    fclose(f);
    return buf;
}

char *scratch_path(const Scratch *s, const char *file)
{
    return join(s->dir, file);
}

char *scratch_read(const Scratch *s, const char *file, size_t *size)
{
    char *const path = scratch_path(s, file);
    char *const data = slurp(path, size);
    free(path);
    return data;
}

void scratch_write(const Scratch *s, const char *file, const void *data, size_t size)
{
    char *const path = scratch_path(s, file);
    FILE *const f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
    free(path);
}

Scratch scratch_copy(const char *name)
{
    static const char *const files[] = {
        "region.json", "terrain.png", "scene.png", "height.png", "road.png", "sounds/wind.wav", "sounds/thrush.wav"};
    const char *const tmp = getenv("TMPDIR");
    Scratch s = {join(tmp ? tmp : "/tmp", "amb-region-XXXXXX"), NULL};
    assert_non_null(mkdtemp(s.root));
    s.dir = join(s.root, name);
    assert_int_equal(mkdir(s.dir, 0777), 0);
    char *const sounds = scratch_path(&s, "sounds");
    assert_int_equal(mkdir(sounds, 0777), 0);
    free(sounds);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char *const from = join(AMB_TESTS_DIR "/region/good", files[i]);
        size_t size = 0;
        char *const data = slurp(from, &size);
        scratch_write(&s, files[i], data, size);
        free(data);
        free(from);
    }
    return s;
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
    (void)st;
    (void)flag;
    (void)ftw;
    return remove(path);
}

void scratch_free(Scratch *s)
{
    nftw(s->root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    free(s->root);
    free(s->dir);
    *s = (Scratch){NULL, NULL};
}

void scratch_replace(const Scratch *s, const char *from, const char *to)
{
    size_t size = 0;
    char *const text = scratch_read(s, "region.json", &size);
    char *const hit = strstr(text, from);
    if (!hit)
        fail_msg("the good region.json has no %s", from);
    const size_t head = (size_t)(hit - text), tail = size - head - strlen(from);
    char *const out = malloc(size + strlen(to) + 1);
    assert_non_null(out);
    memcpy(out, text, head);
    memcpy(out + head, to, strlen(to));
    memcpy(out + head + strlen(to), hit + strlen(from), tail);
    scratch_write(s, "region.json", out, head + strlen(to) + tail);
    free(out);
    free(text);
}
