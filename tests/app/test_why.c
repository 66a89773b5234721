/* test_why.c - `state --why` multiplies out: each formula, computed again from the numbers it shows, gives the value it
 * shows, each value goes into the next formula, and the last one is what the event log says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checked; /* formulas computed again */

/* ---- one formula ---- */

/* A number as it is meant: nine digits are all of a float, and a double may have as few. */
static double number(const char *text, size_t n, bool is_float)
{
    char buf[64];
    snprintf(buf, sizeof buf, "%.*s", (int)n, text);
    return is_float ? (double)strtof(buf, NULL) : strtod(buf, NULL);
}

static double value_of(const json_t *step)
{
    const char *const text = json_string_value(json_object_get(step, "value"));
    const bool is_float = strncmp(json_string_value(json_object_get(step, "formula")), "float(", 6) == 0;
    return number(text, strlen(text), is_float);
}

#define MOST 8 /* numbers of a formula */

typedef struct Numbers {
    const char *text[MOST];
    size_t length[MOST], n;
} Numbers;

/* The formula with each number replaced by #, and the numbers. */
static void take_apart(const char *formula, char form[128], Numbers *v)
{
    size_t n = 0;
    v->n = 0;
    for (const char *p = formula; *p && n < 127;) {
        const char before = p > formula ? p[-1] : ' ';
        const bool letter_before = (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z');
        const bool signed_number = *p == '-' && p[1] >= '0' && p[1] <= '9';
        if (letter_before || !((*p >= '0' && *p <= '9') || signed_number)) {
            form[n++] = *p++;
            continue;
        }
        size_t len = signed_number;
        while ((p[len] >= '0' && p[len] <= '9') || p[len] == '.' || p[len] == 'e' ||
               (p[len - 1] == 'e' && (p[len] == '-' || p[len] == '+')))
            len++;
        if (v->n < MOST) {
            v->text[v->n] = p;
            v->length[v->n++] = len;
        }
        form[n++] = '#';
        p += len;
    }
    form[n] = '\0';
}

static double east(const double *v) { return (double)(float)((double)(float)(sin(v[0]) * v[1]) + v[2]); }
static double north(const double *v) { return (double)(float)((double)(float)(cos(v[0]) * v[1]) + v[2]); }
static double length(const double *v) { return (double)(float)sqrt(v[0] * v[0] + v[2] * v[2] + v[4] * v[4]); }
static double share_of(const double *v) { return (double)(float)(v[0] / v[1] * v[2]); }
static double quotient(const double *v) { return (double)(float)(v[0] / v[1]); }
static double float_product(const double *v) { return (double)(float)(v[0] * v[1]); }
static double squared(const double *v) { return v[0] * ((v[1] - v[2]) * v[3]) + v[4]; }
static double linear(const double *v) { return (v[0] - v[1]) * v[2] + v[3]; }
static double falloff(const double *v) { return v[0] * v[1] / (v[2] * v[3]); }
static double inverse(const double *v) { return v[0] * v[1] / v[2]; }
static double least(const double *v) { return v[0] < v[1] ? v[0] : v[1]; }
static double product(const double *v) { return v[0] * v[1]; }
static double decibels(const double *v) { return log2(v[0]) * 6.0206; }
static double whole(const double *v) { return ceil(v[0]) + 0.0; }
static double pan(const double *v) { return (double)(int)(sin(v[0] * v[1]) * v[2]); }
static double itself(const double *v) { return v[0]; }

static const struct {
    const char *form;
    double (*again)(const double *v);
    const char *kinds; /* of its numbers: f float, d double */
} forms[] = {
    {"float(float(sin(#) * #) + #)", east, "fdf"},
    {"float(float(cos(#) * #) + #)", north, "fdf"},
    {"float(sqrt(#^# + #^# + #^#))", length, "ffffff"},
    {"float(# / # * #)", share_of, "fff"},
    {"float(# / #)", quotient, "ff"},
    {"float(# * #)", float_product, "ff"},
    {"# * ((# - #) * #) + #", squared, "fffff"},
    {"(# - #) * # + #", linear, "ffff"},
    {"# * # / (# * #)", falloff, "ffff"},
    {"# * # / #", inverse, "fff"},
    {"min(#, #)", least, "df"},
    {"# * #", product, "df"},
    {"log2(#) * #", decibels, "dd"},
    {"ceil(#)", whole, "d"},
    {"trunc(sin(# * #) * #)", pan, "dff"},
    {"#, nearer than # m", itself, "ff"},
};

/* The formula again; NAN: it is words. */
static double again(const char *formula)
{
    char form[128];
    Numbers numbers;
    double v[MOST] = {0};
    take_apart(formula, form, &numbers);
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (strcmp(form, forms[i].form) != 0)
            continue;
        for (size_t k = 0; k < numbers.n; k++)
            v[k] = number(numbers.text[k], numbers.length[k], forms[i].kinds[k] == 'f');
        return forms[i].again(v);
    }
    return (double)NAN;
}

static void check_step(const char *name, const char *formula, const json_t *step)
{
    const double v = again(formula);
    if (isnan(v))
        return;
    checked++;
    if (!(v == value_of(step)))
        fail_msg("%s: %s gives %.17g, not %s", name, formula, v, json_string_value(json_object_get(step, "value")));
}

static const json_t *step_named(const json_t *part, const char *name, int which)
{
    for (size_t i = 0; i < json_array_size(part); i++) {
        const json_t *const s = json_array_get(part, i);
        if (strcmp(json_string_value(json_object_get(s, "step")), name) == 0 && which-- == 0)
            return s;
    }
    return NULL;
}

/* The number that `from` gives stands in the formula of `to`. */
static void goes_into(const json_t *part, const char *from, int which_from, const char *to, int which_to)
{
    const json_t *const a = step_named(part, from, which_from), *const b = step_named(part, to, which_to);
    if (!a || !b)
        return;
    const char *const value = json_string_value(json_object_get(a, "value")), *const formula = json_string_value(
                                                                                  json_object_get(b, "formula"));
    if (!strstr(formula, value))
        fail_msg("%s is %s, but %s is %s", from, value, to, formula);
}

static void check_part(const json_t *part)
{
    for (size_t i = 0; i < json_array_size(part); i++) {
        const json_t *const s = json_array_get(part, i);
        check_step(json_string_value(json_object_get(s, "step")), json_string_value(json_object_get(s, "formula")), s);
    }
    goes_into(part, "count", 0, "share", 0);
    goes_into(part, "total", 0, "share", 0);
    goes_into(part, "chance", 0, "roll", 0);
    goes_into(part, "angle", 0, "x", 0);
    goes_into(part, "away", 0, "x", 0);
    goes_into(part, "away", 0, "y", 0);
    const json_t *const pan_step = step_named(part, "pan", 0);
    if (pan_step && strstr(json_string_value(json_object_get(pan_step, "formula")), "sin"))
        goes_into(part, "turned", 0, "pan", 0);
    const int twice = step_named(part, "slider", 1) != NULL; /* but with slider-once */
    if (twice)
        goes_into(part, "volume", 0, "slider", 0);
    goes_into(part, "falloff", 0, "clamp", 0);
    goes_into(part, "clamp", 0, "slider", twice);
    goes_into(part, "slider", twice, "exact", 0);
    goes_into(part, "exact", 0, "level", 0);
}

/* ---- against the log ---- */

/* The last fire of this sound in the log that has a level; NULL: none. */
static json_t *last_level(const char *log, const char *stb_row)
{
    json_t *last = NULL;
    unsigned stb = 0, row = 0;
    sscanf(stb_row, "%u/%u", &stb, &row);
    char key[64];
    snprintf(key, sizeof key, "\"stb\":%u,\"row\":%u,", stb, row);
    while (*log) {
        const size_t n = strcspn(log, "\n");
        if (memmem(log, n, "{\"ev\":\"fire\"", 12) && memmem(log, n, key, strlen(key)) &&
            memmem(log, n, "\"db\":", 5)) {
            json_decref(last);
            last = json_loadb(log, n, 0, NULL);
        }
        log += n + (log[n] == '\n');
    }
    return last;
}

static void check_logged(const json_t *part, const char *log, const char *stb_row)
{
    json_t *const fire = last_level(log, stb_row);
    if (!fire) {
        assert_null(part);
        return;
    }
    assert_non_null(part);
    const json_t *const logged = step_named(part, "logged", 0), *const level = step_named(part, "level", 0);
    char want[128];
    snprintf(want, sizeof want, "%s, pan %lld, voice %lld, sample %lld",
             json_string_value(json_object_get(fire, "outcome")), json_integer_value(json_object_get(fire, "pan")),
             json_object_get(fire, "voice") ? json_integer_value(json_object_get(fire, "voice")) : -1LL,
             json_integer_value(json_object_get(fire, "sample")));
    assert_non_null(strstr(json_string_value(json_object_get(logged, "formula")), want));
    assert_true(value_of(logged) == json_number_value(json_object_get(fire, "db")));
    assert_true(value_of(level) == value_of(logged));
    const json_t *const pan_step = step_named(part, "pan", 0);
    if (pan_step)
        assert_int_equal((int)value_of(pan_step), json_integer_value(json_object_get(fire, "pan")));
    json_decref(fire);
}

/* ---- every sound of a walk ---- */

static void check_sound(const char *const *args, int n, const char *stb_row, const char *log)
{
    const char *argv[24] = {"state"};
    for (int i = 0; i < n; i++)
        argv[i + 1] = args[i];
    argv[n + 1] = "--json";
    argv[n + 2] = "--why";
    argv[n + 3] = stb_row;
    Said s = program_run(NULL, argv);
    json_t *const page = json_loads(s.out, 0, NULL);
    assert_non_null(page);
    check_part(json_object_get(page, "now"));
    check_part(json_object_get(page, "last_attempt"));
    check_part(json_object_get(page, "last_firing"));
    check_logged(json_object_get(page, "last_firing"), log, stb_row);
    json_decref(page);
    expect_fine(&s);
}

static void check_walk(const char *const *args, int n)
{
    const char *argv[24] = {"trace"}, *state_argv[24] = {"state"};
    for (int i = 0; i < n; i++)
        argv[i + 1] = state_argv[i + 1] = args[i];
    state_argv[n + 1] = "--json";
    Said log = program_run(NULL, argv), state = program_run(NULL, state_argv);
    json_t *const page = json_loads(state.out, 0, NULL);
    assert_non_null(page);
    const json_t *const sounds = json_object_get(page, "sounds");
    assert_true(json_array_size(sounds) > 5);
    for (size_t i = 0; i < json_array_size(sounds); i++) {
        const json_t *const s = json_array_get(sounds, i);
        char stb_row[32];
        snprintf(stb_row, sizeof stb_row, "%lld/%lld", json_integer_value(json_object_get(s, "stb")),
                 json_integer_value(json_object_get(s, "row")));
        check_sound(args, n, stb_row, log.out);
    }
    json_decref(page);
    expect_fine(&log);
    expect_fine(&state);
}

#define CHECK(...) \
    do { \
        static const char *const args[] = {__VA_ARGS__}; \
        check_walk(args, (int)(sizeof args / sizeof args[0])); \
    } while (0)

#define TOUR AMB_ASSETS_DIR "/demo/walks/tour.walk"

static void every_sound_of_the_tour(void **state)
{
    (void)state;
    CHECK("--walk", TOUR, "--seed", "1");
    assert_true(checked > 500);
}

static void with_the_slider_half_way(void **state)
{
    (void)state;
    CHECK("--seconds", "90", "--seed", "2", "--ambient", "0.5", "--heading", "123");
}

static void with_departures(void **state)
{
    (void)state;
    CHECK("--seconds", "90", "--seed", "3", "--ambient", "0.7", "--diverge", "slider-once,no-quantise");
    CHECK("--seconds", "90", "--seed", "3", "--diverge",
          "inverse-distance,linear-distance,raw-chance,mono,variant-pick=n-1");
}

/* The page for people shows the same numbers. */
static void text_says_the_same(void **state)
{
    (void)state;
    Said text = RUN("state", "--seconds", "120", "--seed", "1", "--why", "3/1");
    Said json = RUN("state", "--seconds", "120", "--seed", "1", "--why", "3/1", "--json");
    json_t *const page = json_loads(json.out, 0, NULL);
    const json_t *const part = json_object_get(page, "last_firing");
    assert_true(json_array_size(part) > 15);
    for (size_t i = 0; i < json_array_size(part); i++) {
        const json_t *const s = json_array_get(part, i);
        assert_non_null(strstr(text.out, json_string_value(json_object_get(s, "formula"))));
        assert_non_null(strstr(text.out, json_string_value(json_object_get(s, "value"))));
    }
    json_decref(page);
    expect_fine(&text);
    expect_fine(&json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sound_of_the_tour),
        cmocka_unit_test(with_the_slider_half_way),
        cmocka_unit_test(with_departures),
        cmocka_unit_test(text_says_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
