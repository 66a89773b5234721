/* test_folder.c - the good region value by value, what an open folder answers, and its hash and stamp. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "amb/region_folder.h"
#include "scratch.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static AmbFolder *open_folder(const char *dir)
{
    AmbError err = AMB_ERROR_NONE;
    AmbFolder *f = NULL;
    if (amb_folder_open(&f, dir, &err))
        fail_msg("%s", err.text);
    return f;
}

static AmbFolder *open_good(void)
{
    return open_folder(AMB_TESTS_DIR "/region/good");
}

/* ---- values ---- */

static void region_values(void **state)
{
    (void)state;
    AmbFolder *f = open_good();
    const AmbRegion *const r = amb_folder_region(f);
    assert_string_equal(r->name, "Two by two");
    assert_int_equal(r->n_terrain, 3);
    assert_string_equal(r->terrain[1].name, "W\xC3\xA4ld\xC3\xBD" "en \xF0\x9F\x8C\xB2");
    assert_int_equal(r->terrain[1].colour_rgb, 0x2F6B3A);
    assert_int_equal(r->terrain[1].n_scenes, 3);
    assert_int_equal(r->terrain[1].scenes[1], AMB_NONE);
    assert_int_equal(r->terrain[1].scenes[2], 2);
    assert_int_equal(r->terrain[2].n_scenes, 0);
    assert_int_equal(r->n_scenes, 4);
    assert_int_equal(r->scene_stb[2], 3);
    assert_int_equal(r->scene_stb[3], AMB_NONE);
    assert_int_equal(r->n_stbs, 5);
    unsigned bx, by, nx, ny;
    amb_folder_extent(f, &bx, &by, &nx, &ny);
    assert_true(bx == 126 && by == 128 && nx == 2 && ny == 2);
    amb_folder_walkable(f, &bx, &by, &nx, &ny);
    assert_true(bx == 126 && by == 128 && nx == 2 && ny == 2);
    const AmbPlace *const p = amb_folder_start(f);
    assert_true(p->x_m == 126 * 192 + 60.5 && p->y_m == 128 * 192 + 96.25 && p->z_m == 0 && p->heading_deg == 90 &&
        p->indoor == 0);
    amb_folder_close(&f);
    assert_null(f);
}

static void sound_values(void **state)
{
    (void)state;
    AmbFolder *f = open_good();
    const AmbStb *const woods = &amb_folder_region(f)->stbs[1];
    assert_int_equal(woods->n_sounds, 4);
    const AmbSoundDesc *const s = woods->sounds;
    assert_string_equal(s[0].name, "thrush");
    assert_true(s[0].type == 0x47 && s[0].volume == 0.8f && s[0].base_chance == 0.6f && s[0].min_rate_s == 5.0f &&
        s[0].max_rate_s == 14.5f);
    assert_true(s[0].trim_db == -3.5f && s[1].trim_db == 0.0f);
    assert_string_equal(s[1].name, "Ambient2 (2)"); /* the type's plain name belongs to its first sound */
    assert_true(isnan(s[1].volume) && s[1].base_chance == -INFINITY && s[1].min_rate_s == -1e-3f &&
        s[1].max_rate_s == INFINITY);
    assert_string_equal(s[2].name, "Ambient2 (3)");
    assert_string_equal(s[3].name, "type 4294967295");
    assert_int_equal(s[3].type, UINT32_MAX);
    amb_folder_close(&f);
}

/* Plain name when the type is new, and never one that is given to another sound. */
static void default_names(void **state)
{
    (void)state;
    Scratch s = scratch_copy("r");
    scratch_replace(&s, "\"name\": \"thrush\"", "\"name\": \"Ambient2 (2)\"");
    scratch_replace(&s, "{\"type\": \"Ambient2\", \"volume\": 1", "{\"type\": \"Waterfall\", \"volume\": 1");
    AmbFolder *f = open_folder(s.dir);
    const AmbSoundDesc *const sounds = amb_folder_region(f)->stbs[1].sounds;
    assert_string_equal(sounds[0].name, "Ambient2 (2)");
    assert_string_equal(sounds[1].name, "Ambient2 (6)");
    assert_string_equal(sounds[2].name, "Waterfall");
    amb_folder_close(&f);
    scratch_free(&s);
}

static void table_values(void **state)
{
    (void)state;
    AmbFolder *f = open_good();
    const AmbRegion *const r = amb_folder_region(f);
    const AmbTable *const meadow = amb_folder_table(f, 0), *const woods = amb_folder_table(f, 1);
    assert_int_equal(meadow->id, 0x7E000001);
    assert_int_equal(r->stbs[0].table_id, meadow->id);
    assert_int_equal(woods->id, 0x20000007);
    assert_string_equal(amb_folder_table_name(f, 1), "woods/deep");
    assert_null(amb_folder_table(f, 2)); /* known to be missing: the id is kept */
    assert_int_equal(r->stbs[2].table_id, 0x2000FFFE);
    assert_null(amb_folder_table(f, 3));
    assert_int_equal(r->stbs[3].table_id, 0);
    assert_ptr_equal(amb_folder_table(f, 4), woods); /* named by its id */
    assert_null(amb_folder_table(f, 5));

    const AmbTableType *const t = amb_table_find(woods, 0x47);
    static const uint32_t waves[] = {0x0A000101, 0x0A000101, 0, 0x0A00FFFF, 0x0A000101, 0x0A000102};
    assert_int_equal(t->n_rows, 6);
    for (int i = 0; i < 6; i++)
        assert_int_equal(t->rows[i].wave, waves[i]);
    assert_true(t->rows[0].priority == 0.25f && t->rows[0].probability == 1.0f && t->rows[0].volume == 1.0f);
    assert_true(t->rows[1].priority == 0.0f && t->rows[1].probability == 0.5f && t->rows[1].volume == 2.0f);
    assert_int_equal(amb_table_find(woods, 75)->n_rows, 0);
    assert_true(isnan(amb_table_find(woods, 4660)->rows[0].probability));
    amb_folder_close(&f);
}

static void wave_values(void **state)
{
    (void)state;
    AmbFolder *f = open_good();
    AmbError err = AMB_ERROR_NONE;
    AmbWaveBytes bytes;
    assert_int_equal(amb_folder_n_waves(f), 4);
    const uint32_t wind = amb_folder_wave_id(f, 0), again = amb_folder_wave_id(f, 3);
    assert_true(wind == 0x7F000001 && again == 0x7F000002);
    assert_string_equal(amb_folder_wave_label(f, wind), "wind");
    assert_string_equal(amb_folder_wave_label(f, 0x0A000101), "0A000101");
    assert_null(amb_folder_wave_label(f, 0x0A00FFFF));
    assert_string_equal(amb_folder_wave_file(f, again), "sounds/wind.wav");
    assert_true(amb_folder_has_wave(f, wind) && amb_folder_has_wave(f, 0x0A000101));
    assert_false(amb_folder_has_wave(f, 0x0A000102) || amb_folder_has_wave(f, 0x0A00FFFF) || amb_folder_has_wave(f, 0));
    assert_int_equal(amb_folder_wave_bytes(f, wind, &bytes, &err), AMB_OK);
    assert_int_equal(bytes.size, 844);
    assert_memory_equal(bytes.data, "RIFF", 4);
    free(bytes.data);
    assert_int_equal(amb_folder_wave_bytes(f, 0x0A000102, &bytes, &err), AMB_E_NOTFOUND);
    assert_null(bytes.data);
    amb_folder_close(&f);
}

/* An id that stands anywhere in the file is not made up for something else, and one that is missing stays missing. */
static void made_up_ids_do_not_collide(void **state)
{
    (void)state;
    Scratch s = scratch_copy("r");
    scratch_replace(&s, "0x0A00FFFF", "0x7f000001");
    scratch_replace(&s, "0x2000FFFE", "0x7E000001");
    AmbFolder *f = open_folder(s.dir);
    assert_int_equal(amb_folder_wave_id(f, 0), 0x7F000002);
    assert_false(amb_folder_has_wave(f, 0x7F000001));
    assert_int_equal(amb_folder_table(f, 0)->id, 0x7E000002);
    assert_null(amb_folder_table(f, 2));
    amb_folder_close(&f);
    scratch_free(&s);
}

/* The pictures were made from these formulas, x east and y north of the south-west vertex. */
static void land_values(void **state)
{
    (void)state;
    AmbFolder *f = open_good();
    AmbBlock b;
    assert_false(
        amb_folder_block(f, 125, 128, &b) || amb_folder_block(f, 128, 128, &b) || amb_folder_block(f, 126, 130, &b));
    assert_false(amb_folder_block(f, 127, 129, &b)); /* absent */
    static const unsigned at[][2] = {{126, 128}, {127, 128}, {126, 129}};
    for (int i = 0; i < 3; i++) {
        assert_true(amb_folder_block(f, at[i][0], at[i][1], &b));
        for (unsigned x = 0; x < 9; x++)
            for (unsigned y = 0; y < 9; y++) {
                const unsigned gx = (at[i][0] - 126) * 8 + x, gy = (at[i][1] - 128) * 8 + y;
                assert_int_equal(
                    b.terrain[x * 9 + y], (gx * gy) % 4 | (gx * 3 + gy) % 3 << 2 | (gx + 5 * gy) % 32 << 11);
                assert_int_equal(b.height[x * 9 + y], (gx * 15 + gy) % 256);
            }
    }
    amb_folder_close(&f);
}

static int note_block(void *ctx, unsigned bx, unsigned by)
{
    char *const text = ctx;
    sprintf(text + strlen(text), "%u,%u ", bx, by);
    return 0;
}

static void blocks_in_turn(void **state)
{
    (void)state;
    char text[100] = "";
    AmbFolder *f = open_good();
    assert_int_equal(amb_folder_blocks(f, note_block, text), 0);
    assert_string_equal(text, "126,128 126,129 127,128 ");
    amb_folder_close(&f);
}

static void walkable_part(void **state)
{
    (void)state;
    Scratch s = scratch_copy("r");
    scratch_replace(&s, "\"heights\"", "\"walkable\": {\"origin\": [126, 128], \"size\": [1, 2]}, \"heights\"");
    AmbFolder *f = open_folder(s.dir);
    unsigned bx, by, nx, ny;
    amb_folder_walkable(f, &bx, &by, &nx, &ny);
    assert_true(bx == 126 && by == 128 && nx == 1 && ny == 2);
    amb_folder_close(&f);
    scratch_free(&s);
}

static void road_may_be_left_out(void **state)
{
    (void)state;
    Scratch s = scratch_copy("r");
    char *const road = scratch_path(&s, "road.png");
    assert_int_equal(unlink(road), 0);
    AmbFolder *f = open_folder(s.dir);
    AmbBlock b;
    assert_true(amb_folder_block(f, 126, 128, &b));
    assert_int_equal(b.terrain[1 * 9 + 1] & 3, 0);
    amb_folder_close(&f);
    free(road);
    scratch_free(&s);
}

/* The shipped table as the fixtures of tests/dats hold it, at some of its values. */
static void retail_heights(void **state)
{
    (void)state;
    static const struct {
        int i;
        float z;
    } known[] = {{0, 0.0f}, {1, 2.0f}, {200, 400.0f}, {201, 400.0989990234375f}, {202, 400.3970031738281f},
        {213, 416.760009765625f}, {228, 477.75201416015625f}, {240, 558.677978515625f}, {254, 689.1900024414062f},
        {255, 700.0f}};
    AmbFolder *f = open_good();
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_true(amb_folder_region(f)->height_m[known[i].i] == known[i].z);
    amb_folder_close(&f);
}

static void own_heights(void **state)
{
    (void)state;
    Scratch s = scratch_copy("r");
    char list[256 * 8] = "[";
    for (int i = 0; i < 256; i++)
        sprintf(list + strlen(list), "%s%d.5", i ? "," : "", i - 40);
    strcat(list, "]");
    scratch_replace(&s, "\"retail\"", list);
    AmbFolder *f = open_folder(s.dir);
    assert_true(amb_folder_region(f)->height_m[0] == -40.5f && amb_folder_region(f)->height_m[255] == 215.5f);
    amb_folder_close(&f);
    scratch_free(&s);
}

/* ---- places ---- */

static void where_values_stand(void **state)
{
    (void)state;
    static const struct { const char *path; unsigned line, col;
    } known[] = {
        {"", 1, 1},
        {"name", 4, 11},
        {"stbs/0/sounds/0/volume", 18, 54},
        {"tables/woods~1deep/rows/75", 35, 13},
        {"tables/0x20000007/rows/71/1", 33, 60},
        {"tables/0x7E000001", 31, 15},
        {"waves/0x0A000102/file", 42, 22},
        {"waves/0x7F000002", 43, 19},
        {"terrain/1/scenes/2", 12, 87},
    };
    AmbFolder *f = open_good();
    unsigned line = 0, col = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_true(amb_folder_where(f, known[i].path, &line, &col));
        if (line != known[i].line || col != known[i].col)
            fail_msg("%s: %u:%u", known[i].path, line, col);
    }
    static const char *const nowhere[] = {
        "x", "stbs/9", "stbs/-1", "name/0", "waves/0x0A00FFFF", "tables/woods/deep", "stbs/0/sounds/00000000000"};
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++)
        assert_false(amb_folder_where(f, nowhere[i], &line, &col));
    char buf[1024];
    assert_non_null(
        strstr(amb_folder_place_text(f, "stbs/0/sounds/0/trim_db", buf, sizeof buf), "good/region.json:18:7"));
    assert_non_null(strstr(amb_folder_place_text(f, "land/126/128/0/0", buf, sizeof buf), "good/terrain.png:17:1"));
    assert_non_null(strstr(amb_folder_place_text(f, "land/127/129/8/8", buf, sizeof buf), "good/terrain.png:1:17"));
    amb_folder_close(&f);
}

/* ---- hash and stamp ---- */

static void hash_of(const Scratch *s, char out[65])
{
    AmbFolder *f = open_folder(s->dir);
    assert_int_equal(strlen(amb_folder_hash(f)), 64);
    strcpy(out, amb_folder_hash(f));
    amb_folder_close(&f);
}

static void hash_covers_what_is_heard(void **state)
{
    (void)state;
    static const char *const files[] = {"region.json", "sounds/wind.wav", "sounds/thrush.wav"};
    char good[65], other[65];
    Scratch s = scratch_copy("one"), t = scratch_copy("two");
    hash_of(&s, good);
    hash_of(&t, other);
    assert_string_equal(good, other); /* the folder's own name does not matter */
    assert_string_equal(good, "6e1d76fe6ff021e7b81b6be1a4c205c1d5abb7670027b5d340b41ea7ec4fce4d");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        size_t size = 0;
        char *const data = scratch_read(&s, files[i], &size);
        data[size++] = '\n';
        scratch_write(&s, files[i], data, size);
        hash_of(&s, other);
        assert_string_not_equal(good, other);
        scratch_write(&s, files[i], data, size - 1);
        free(data);
    }
    static const char *const pictures[] = {"terrain.png", "scene.png", "height.png"};
    size_t size = 0;
    char *const road = scratch_read(&s, "road.png", &size);
    for (size_t i = 0; i < 3; i++) {
        size_t old_size = 0;
        char *const old = scratch_read(&s, pictures[i], &old_size);
        if (i == 0) { /* 0..3 are too many for three terrains: another picture of them, 0 everywhere */
            char *const path = scratch_path(&s, "road.png");
            unlink(path);
            free(path);
        } else {
            scratch_write(&s, pictures[i], road, size);
        }
        hash_of(&s, other);
        assert_string_not_equal(good, other);
        scratch_write(&s, pictures[i], old, old_size);
        scratch_write(&s, "road.png", road, size);
        free(old);
    }
    hash_of(&s, other);
    assert_string_equal(good, other);
    free(road);
    scratch_free(&s);
    scratch_free(&t);
}

static void stamp_tells_of_changes(void **state)
{
    (void)state;
    static const char *const files[] = {
        "region.json", "terrain.png", "scene.png", "height.png", "road.png", "sounds/wind.wav", "sounds/thrush.wav"};
    Scratch s = scratch_copy("r");
    AmbFolder *f = open_folder(s.dir);
    const uint64_t first = amb_folder_stamp(f);
    assert_true(first == amb_folder_opened_stamp(f));
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const uint64_t before = amb_folder_stamp(f);
        size_t size = 0;
        char *const data = scratch_read(&s, files[i], &size), *const path = scratch_path(&s, files[i]);
        usleep(5000); /* past the file system's clock tick */
        scratch_write(&s, files[i], data, size);
        const uint64_t touched = amb_folder_stamp(f);
        assert_true(touched != before);
        unlink(path);
        assert_true(amb_folder_stamp(f) != touched);
        scratch_write(&s, files[i], data, size);
        free(data);
        free(path);
    }
    assert_true(first == amb_folder_opened_stamp(f));
    amb_folder_close(&f);
    scratch_free(&s);
}

/* Editors that write beside and rename (with or without a backup) may even keep the time: the file's number differs. */
static void stamp_tells_of_a_renamed_file(void **state)
{
    (void)state;
    Scratch s = scratch_copy("r");
    AmbFolder *f = open_folder(s.dir);
    char *const path = scratch_path(&s, "region.json"), *const beside = scratch_path(&s, "region.json.new");
    char *const backup = scratch_path(&s, "region.json~");
    size_t size = 0;
    char *const data = scratch_read(&s, "region.json", &size);
    for (int with_backup = 0; with_backup < 2; with_backup++) {
        const uint64_t before = amb_folder_stamp(f);
        struct stat st;
        assert_int_equal(stat(path, &st), 0);
        scratch_write(&s, "region.json.new", data, size);
        const struct timespec times[2] = {st.st_atim, st.st_mtim};
        assert_int_equal(utimensat(AT_FDCWD, beside, times, 0), 0);
        assert_true(amb_folder_stamp(f) == before); /* other files do not count */
        if (with_backup)
            assert_int_equal(link(path, backup), 0);
        assert_int_equal(rename(beside, path), 0);
        assert_true(amb_folder_stamp(f) != before);
    }
    free(data);
    free(path);
    free(beside);
    free(backup);
    amb_folder_close(&f);
    scratch_free(&s);
}

/* ---- names of any bytes ---- */

static void folder_name_of_any_bytes(void **state)
{
    (void)state;
    static const char *const names[] = {"Gr\xC3\xA4"
                                        "ben \xC3\xBCn\xC3\xAF"
                                        "code \xE8\xA9\xA6\xE9\xA8\x93",
        "a 'quoted' \"name\"", "new\nline\ttab", "\xFF\xFE%s%n"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Scratch s = scratch_copy(names[i]);
        AmbFolder *f = open_folder(s.dir);
        AmbError err = AMB_ERROR_NONE;
        AmbWaveBytes bytes;
        assert_int_equal(amb_folder_wave_bytes(f, 0x0A000101, &bytes, &err), AMB_OK);
        free(bytes.data);
        assert_string_equal(amb_folder_dir(f), s.dir);
        amb_folder_close(&f);
        scratch_replace(&s, "\"retail\"", "1");
        assert_int_equal(amb_folder_open(&f, s.dir, &err), AMB_E_FORMAT);
        assert_null(strpbrk(err.text, "\n\t"));
        assert_non_null(strstr(err.text, "/region.json:9:14: "));
        scratch_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(region_values),
        cmocka_unit_test(sound_values),
        cmocka_unit_test(default_names),
        cmocka_unit_test(table_values),
        cmocka_unit_test(wave_values),
        cmocka_unit_test(made_up_ids_do_not_collide),
        cmocka_unit_test(land_values),
        cmocka_unit_test(blocks_in_turn),
        cmocka_unit_test(walkable_part),
        cmocka_unit_test(road_may_be_left_out),
        cmocka_unit_test(retail_heights),
        cmocka_unit_test(own_heights),
        cmocka_unit_test(where_values_stand),
        cmocka_unit_test(hash_covers_what_is_heard),
        cmocka_unit_test(stamp_tells_of_changes),
        cmocka_unit_test(stamp_tells_of_a_renamed_file),
        cmocka_unit_test(folder_name_of_any_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
