/* test_scene.c - the scene page: reading, writing, refusing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "amb/compare_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char page[] =
    "# a comment\n"
    "scene 1\nduration 60.5\nheading 27.25 # degrees\nslider 0.5\n"
    "sound wind constant volume=0.5 min_rate=5 max_rate=4 base_chance=0\n"
    "  wave wind probability=1\n"
    "  segment share=0.25 t=0\n"
    "sound \"small birds\" intermittent min_rate=2 max_rate=6 base_chance=0.75 volume=0.67\r\n"
    "  wave \"bird 1\" probability=1\n  wave \"\" probability=1\n  wave wind probability=0.5\n"
    "  segment t=0 share=0.25\n"
    "    dir bearing=270 min=29.125 max=126.25\n    dir bearing=225 max=80.5 min=40\n"
    "  segment t=12.5 share=0.125 heading=90\n"
    "    dir bearing=0 min=4 max=10\n";

static void check_page(const AmbCmpScene *s)
{
    assert_int_equal(s->n_sounds, 2);
    assert_int_equal(s->n_waves, 2);
    assert_string_equal(s->waves[1], "bird 1");
    assert_true(s->duration_s == 60.5 && s->heading_deg == 27.25f && s->slider == 0.5f);
    assert_true(s->sounds[0].constant && s->sounds[0].volume == 0.5f && s->sounds[0].max_rate_s == 4.0f);
    const AmbCmpSound *birds = &s->sounds[1];
    assert_string_equal(birds->name, "small birds");
    assert_int_equal(birds->n_rows, 3);
    assert_int_equal(birds->rows[1].wave_index, -1);
    assert_int_equal(birds->rows[2].wave_index, 0);
    assert_int_equal(birds->n_segments, 2);
    assert_int_equal(birds->segments[0].n_slots, 2);
    assert_true(isnan(birds->segments[0].heading_deg) && birds->segments[1].heading_deg == 90.0f);
    assert_true(birds->segments[0].slots[1].max_m == 80.5f);
    assert_ptr_equal(amb_cmp_sound_at(birds, -1), &birds->segments[0]);
    assert_ptr_equal(amb_cmp_sound_at(birds, 12.4), &birds->segments[0]);
    assert_ptr_equal(amb_cmp_sound_at(birds, 12.5), &birds->segments[1]);
}

static void reads_and_writes(void **state)
{
    (void)state;
    AmbCmpScene s, again;
    AmbError err = AMB_ERROR_NONE;
    assert_int_equal(amb_cmp_scene_parse(&s, page, sizeof page - 1, "page", &err), AMB_OK);
    check_page(&s);
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    assert_int_equal(amb_cmp_scene_write(&s, f, &err), AMB_OK);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(amb_cmp_scene_parse(&again, text, size, "written", &err), AMB_OK);
    check_page(&again);
    free(text);
    amb_cmp_scene_free(&s);
    amb_cmp_scene_free(&again);
}

static const struct { const char *text, *says; } wrong[] = {
    {"", "page:1:1: expected \"scene 1\""},
    {"scene 1\n", "page:1:1: the scene has no sound"},
    {"scene 2\n", "page:1:1: expected \"scene 1\""},
    {"heading 1\n", "page:1:1: expected \"scene 1\" first"},
    {"scene 1\nheading north\n", "page:2:9: expected a number: north"},
    {"scene 1\nslider 1.5\n", "page:2:8: out of range: 1.5"},
    {"scene 1\nsound a loop\n", "page:2:1: expected \"sound NAME constant|intermittent ...\""},
    {"scene 1\nsound a constant min_rate=1 max_rate=1 volume=1\n", "page:2:1: missing key: base_chance"},
    {"scene 1\nsound a constant min_rate=1 max_rate=1 volum=1\n", "page:2:40: unknown key: volum"},
    {"scene 1\nwave a probability=1\n", "page:2:1: a wave before any sound"},
    {"scene 1\nsegment t=0 share=1\n", "page:2:1: a segment before any sound"},
    {"scene 1\ndir bearing=0 min=0 max=1\n", "page:2:1: a direction before any segment"},
    {"scene 1\nsound \"a constant\n", "page:2:1: a double quote is missing"},
    {"scene 1\nduration nan\n", "page:2:10: expected a number: nan"},
};

static char *text_of(const AmbCmpScene *s, size_t *size, AmbError *err)
{
    char *text = NULL;
    FILE *f = open_memstream(&text, size);
    assert_non_null(f);
    const int rc = amb_cmp_scene_write(s, f, err);
    assert_int_equal(fclose(f), 0);
    if (rc) {
        free(text);
        return NULL;
    }
    return text;
}

/* Names are a region author's: any text but a line break.  Numbers are what the region says. */
static void odd_names_and_numbers(void **state)
{
    (void)state;
    static const char *const names[] = {"a \"b\"", "\"", "a#b", "a=b", "\"\" \"", "caf\xc3\xa9 \t", "#"};
    AmbCmpScene s, again;
    AmbError err = AMB_ERROR_NONE;
    size_t size = 0;
    amb_cmp_scene_init(&s);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        AmbCmpSound *sound = amb_cmp_scene_add_sound(&s, names[i], true);
        sound->min_rate_s = nanf("");
        sound->volume = -HUGE_VALF;
        amb_cmp_scene_add_row(&s, sound, names[i], 0.1f);
    }
    char *text = text_of(&s, &size, &err);
    if (amb_cmp_scene_parse(&again, text, size, "written", &err))
        fail_msg("%s", err.text);
    free(text);
    for (size_t i = 0; i < s.n_sounds; i++) {
        assert_string_equal(again.sounds[i].name, names[i]);
        assert_string_equal(again.waves[i], names[i]);
        assert_true(isnan(again.sounds[i].min_rate_s) && again.sounds[i].volume == -HUGE_VALF && again.sounds[i].rows[0].probability == 0.1f);
    }
    amb_cmp_scene_free(&again);
    amb_cmp_scene_add_sound(&s, "two\nlines", true);
    assert_null(text_of(&s, &size, &err));
    assert_string_equal(err.text, "a scene page cannot hold the name \"two\\x0Alines\": it has a line break");
    amb_cmp_scene_free(&s);
}

static void refuses(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        AmbCmpScene s;
        AmbError err = AMB_ERROR_NONE;
        assert_true(amb_cmp_scene_parse(&s, wrong[i].text, strlen(wrong[i].text), "page", &err) < 0);
        assert_string_equal(err.text, wrong[i].says);
        assert_int_equal(s.n_sounds, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(reads_and_writes), cmocka_unit_test(odd_names_and_numbers), cmocka_unit_test(refuses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
