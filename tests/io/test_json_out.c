/* test_json_out.c - the JSON writer's bytes: commas, indents, escapes, odd numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "amb/json_out.h"

#include <math.h>
#include <stdlib.h>

typedef struct Out {
    char *text;
    size_t n;
    FILE *f;
    AmbJson j;
} Out;

static void out_open(Out *o, int indent)
{
    o->text = NULL;
    o->f = open_memstream(&o->text, &o->n);
    assert_non_null(o->f);
    amb_json_begin(&o->j, o->f, indent);
}

static void out_is(Out *o, const char *want)
{
    fclose(o->f);
    assert_string_equal(o->text, want);
    free(o->text);
}

static void one_line(void **state)
{
    (void)state;
    Out o;
    out_open(&o, 0);
    amb_json_object(&o.j, NULL);
    amb_json_text(&o.j, "a", "x");
    amb_json_array(&o.j, "list");
    amb_json_int(&o.j, NULL, -3);
    amb_json_uint(&o.j, NULL, UINT64_MAX);
    amb_json_array(&o.j, NULL);
    amb_json_close(&o.j);
    amb_json_close(&o.j);
    amb_json_bool(&o.j, "b", true);
    amb_json_text(&o.j, "none", NULL);
    amb_json_hex(&o.j, "id", 0x2000000Au, 8);
    amb_json_close(&o.j);
    out_is(&o, "{\"a\":\"x\",\"list\":[-3,18446744073709551615,[]],\"b\":true,\"none\":null,\"id\":\"2000000A\"}\n");
}

static void indented(void **state)
{
    (void)state;
    Out o;
    out_open(&o, 2);
    amb_json_object(&o.j, NULL);
    amb_json_array(&o.j, "rows");
    amb_json_flat_object(&o.j, NULL);
    amb_json_int(&o.j, "a", 1);
    amb_json_array(&o.j, "b");
    amb_json_int(&o.j, NULL, 2);
    amb_json_int(&o.j, NULL, 3);
    amb_json_close(&o.j);
    amb_json_close(&o.j);
    amb_json_object(&o.j, NULL);
    amb_json_close(&o.j);
    amb_json_close(&o.j);
    amb_json_close(&o.j);
    out_is(&o, "{\n  \"rows\": [\n    {\"a\": 1, \"b\": [2, 3]},\n    {}\n  ]\n}\n");
}

static void numbers(void **state)
{
    (void)state;
    Out o;
    out_open(&o, 0);
    amb_json_array(&o.j, NULL);
    amb_json_f32(&o.j, NULL, 0.1f);
    amb_json_f64(&o.j, NULL, 0.1);
    amb_json_f64_short(&o.j, NULL, 0.1);
    amb_json_f32(&o.j, NULL, (float)NAN);
    amb_json_f64(&o.j, NULL, (double)INFINITY);
    amb_json_f64(&o.j, NULL, (double)-INFINITY);
    amb_json_f32(&o.j, NULL, -0.0f);
    amb_json_f32_short(&o.j, NULL, 0.1f);
    amb_json_f32_short(&o.j, NULL, 16777217.0f / 3.0f); /* needs 7 digits */
    amb_json_f32_short(&o.j, NULL, 0x1.fffffep+127f);   /* 9 */
    amb_json_f32_short(&o.j, NULL, (float)-INFINITY);
    amb_json_close(&o.j);
    out_is(&o, "[0.100000001,0.10000000000000001,0.1,\"nan\",\"inf\",\"-inf\",-0,0.1,5592405.5,3.4028235e+38,\"-inf\"]\n");
}

static void text_escapes(void **state)
{
    (void)state;
    Out o;
    out_open(&o, 0);
    amb_json_array(&o.j, NULL);
    amb_json_text(&o.j, NULL, "q\" b\\ n\n t\t \x01 \x7F");
    amb_json_text(&o.j, NULL, "Gr\xC3\xA4"
                              "ben \xE8\xA9\xA6 \xF0\x9F\x8E\xB5");
    /* stray continuation, overlong slash, surrogate, cut sequence, beyond the last plane */
    amb_json_text(&o.j, NULL, "\x80|\xC0\xAF|\xED\xA0\x80|\xE8\xA9|\xF4\x90\x80\x80");
    amb_json_close(&o.j);
#define BAD "\xEF\xBF\xBD"
    out_is(&o, "[\"q\\\" b\\\\ n\\n t\\t \\u0001 \\u007f\",\"Gr\xC3\xA4"
               "ben \xE8\xA9\xA6 \xF0\x9F\x8E\xB5\","
               "\"" BAD "|" BAD BAD "|" BAD BAD BAD "|" BAD BAD "|" BAD BAD BAD BAD "\"]\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_line),
        cmocka_unit_test(indented),
        cmocka_unit_test(numbers),
        cmocka_unit_test(text_escapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
