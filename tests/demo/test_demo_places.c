/* test_demo_places.c - a minute at ten places of the demo, rendered by the shipped program: loudness, spectrum, density. */
#include "measure.h"
#include "program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define DEMO AMB_ASSETS_DIR "/demo"

static const struct {
    const char *name, *at; /* as in assets/demo/README.md */
} places[] = {
    {"start", "0x7F810016 [61.4 140.2 14.6]"},       {"foot of the fall", "0x7E820015 [57.6 100.8 51.2]"},
    {"town square", "0x7E810029 [120 0 18]"},        {"evening meadow", "0x80800003 [12 48 11]"},
    {"old oaks", "0x7C800035 [151.2 96 12.6]"},      {"owl dell", "0x7F83003F [168 144 16]"},
    {"reeds", "0x81810024 [103.2 72 2]"},            {"western beach", "0x7B7F0020 [86.4 180 0]"},
    {"summit", "0x7D830017 [62.4 158.4 339.6]"},     {"thorn scrub", "0x817F000A [24 36 15]"},
};

typedef struct Minute {
    double lufs, octave[MEASURE_OCTAVES];
    ProgramLog log;
} Minute;

static void listen(Minute *m, const char *at)
{
    char wav[PROGRAM_PATH], log[PROGRAM_PATH];

    program_file(wav, "minute.wav");
    program_file(log, "minute.jsonl");
    program_run((const char *const[]){"render", "--region", DEMO, "--at", at, "--seconds", "60", "--seed", "1", "--bits", "32f",
                                      "-o", wav, "--log", log, NULL});
    AmbPcm p = measure_load(wav);

    m->lufs = measure_lufs(&p);
    measure_octaves(&p, m->octave);
    program_read_log(&m->log, log);
    amb_pcm_free(&p);
}

static void print_heading(void)
{
    print_message("%-18s %6s ", "place", "LUFS");
    for (unsigned o = 0; o < MEASURE_OCTAVES; o++)
        print_message("%5.0f", measure_octave_hz[o]);
    print_message(" Hz, %% of what is heard | events a minute\n");
}

static void print_minute(const char *name, const Minute *m)
{
    print_message("%-18s %6.1f ", name, m->lufs);
    for (unsigned o = 0; o < MEASURE_OCTAVES; o++)
        print_message("%5.0f", 100.0 * m->octave[o]);
    print_message("%26s | %u\n", "", m->log.played);
}

static void ten_places_are_pleasant(void **state)
{
    (void)state;
    print_heading();
    for (unsigned k = 0; k < sizeof places / sizeof *places; k++) {
        static Minute m;

        listen(&m, places[k].at);
        print_minute(places[k].name, &m);
        assert_true(m.lufs >= -38.0 && m.lufs <= -20.0);
        assert_true(m.log.played >= 20 && m.log.played <= 160);
        assert_int_equal(m.log.novoice, 0);
        for (unsigned o = 0; o < MEASURE_OCTAVES; o++)
            if (m.octave[o] > 0.8)
                fail_msg("%s: %.0f %% in one octave", places[k].name, 100.0 * m.octave[o]);
    }
}

static void the_tour_has_voices_to_spare(void **state)
{
    static ProgramLog l;
    char log[PROGRAM_PATH];

    (void)state;
    program_file(log, "tour.jsonl");
    program_run((const char *const[]){"trace", "--region", DEMO, "--walk", DEMO "/walks/tour.walk", "--seed", "1", "--log", log, NULL});
    program_read_log(&l, log);
    print_message("tour: %u sounds, %u without a voice\n", l.played, l.novoice);
    assert_true(l.played >= 200 && l.novoice * 100 < l.played);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_places_are_pleasant),
        cmocka_unit_test(the_tour_has_voices_to_spare),
    };

    return cmocka_run_group_tests(tests, program_setup, program_teardown);
}
