/* test_vectors_stb.c - stb_unpack.tsv: the bytes of an ambient table through the .dat reader. */
#include "core/vector_file.h"

#include "stb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ROW_BYTES 8192

static size_t from_hex(const char *text, uint8_t *out)
{
    size_t n = 0;
    for (; text[0] && text[1] && n < ROW_BYTES; text += 2) {
        const char two[3] = {text[0], text[1], '\0'};
        out[n++] = (uint8_t)strtoul(two, NULL, 16);
    }
    return n;
}

static void check(VectorRow *r, void *state)
{
    (void)state;
    static uint8_t bytes[ROW_BYTES];
    char id[16];
    AmbArena arena = {0};
    AmbCursor c;
    AmbStb stb;
    AmbError err = AMB_ERROR_NONE;
    const AmbDatRecord rec = {"stb_unpack.tsv", 0, bytes, from_hex(r->col[1], bytes)};
    amb_cursor_init(&c, &rec, &err);
    amb_cursor_stb(&c, &arena, &stb);
    if (c.code || amb_cursor_left(&c))
        fail_msg("stb_unpack.tsv:%u: %s, %zu bytes left", r->line, err.text, amb_cursor_left(&c));
    vector_put_int(r, 0, vector_int(r, 0));
    vector_keep(r, 1);
    vector_put_int(r, 2, (long long)rec.size);
    snprintf(id, sizeof id, "%08X", stb.table_id);
    vector_put_text(r, 3, id);
    vector_put_int(r, 4, stb.n_sounds);
    for (uint32_t i = 0; i < stb.n_sounds; i++) {
        const AmbSoundDesc *const s = &stb.sounds[i];
        const size_t k = 5 + 6 * (size_t)i;
        vector_put_int(r, k, s->type);
        vector_put_hex(r, k + 1, s->volume);
        vector_put_hex(r, k + 2, s->base_chance);
        vector_put_hex(r, k + 3, s->min_rate_s);
        vector_put_hex(r, k + 4, s->max_rate_s);
        vector_put_int(r, k + 5, amb_sound_is_constant(s));
    }
    amb_arena_free(&arena);
}

static void stb_unpack(void **state)
{
    (void)state;
    vector_file_run("stb_unpack", check, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(stb_unpack)};
    return cmocka_run_group_tests_name("vectors_stb", tests, NULL, NULL);
}
