/* test_usage.c - the command line as a user meets it: help, mistakes, exit codes, which stream says what. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

#include <stdio.h>
#include <string.h>

static void help_is_a_result(void **state)
{
    (void)state;
    static const char *const asks[][3] = {{"--help"},          {"-h"},        {"help"},           {"help", "trace"},
                                          {"trace", "--help"}, {"--version"}, {"walk", "--version"}};
    for (size_t i = 0; i < sizeof asks / sizeof asks[0]; i++) {
        Said s = program_run(NULL, (const char *const[]){asks[i][0], asks[i][1], asks[i][2], NULL});
        assert_true(s.n_out > 10);
        assert_int_equal(s.n_err, 0);
        expect_fine(&s);
    }
}

/* However one asks for a command's page, it is the same. */
static void one_page_a_command(void **state)
{
    (void)state;
    static const char *const asks[][4] = {{"trace", "--help"}, {"--help", "trace"}, {"-h", "trace"}, {"trace", "-h"}, {"--seed", "7", "trace", "-h"}};
    Said page = RUN("help", "trace"), overview = RUN("help"), of_help = RUN("help", "help");
    for (size_t i = 0; i < sizeof asks / sizeof asks[0]; i++) {
        Said s = RUN(asks[i][0], asks[i][1], asks[i][2], asks[i][3]);
        assert_string_equal(s.out, page.out);
        expect_fine(&s);
    }
    Said s = RUN("--region", "/nowhere", "--help"); /* of no command in particular */
    assert_string_equal(s.out, overview.out);
    assert_memory_equal(of_help.out, "usage: ambwalk help [COMMAND]", 29);
    expect_fine(&s);
    expect_fine(&page);
    expect_fine(&overview);
    expect_fine(&of_help);
}

/* Every command of the overview has a page of its own that names what it takes. */
static void every_command_has_a_page(void **state)
{
    (void)state;
    Said overview = RUN("--help");
    int pages = 0;
    for (char *line = strtok(overview.out, "\n"); line; line = strtok(NULL, "\n")) {
        char name[32], usage[64];
        if (strncmp(line, "  ", 2) != 0 || sscanf(line, " %31s", name) != 1 || line[2] == ' ')
            continue;
        Said page = RUN("help", name);
        snprintf(usage, sizeof usage, "usage: ambwalk %s", name);
        assert_ptr_equal(strstr(page.out, usage), page.out);
        expect_fine(&page);
        pages++;
    }
    said_free(&overview);
    assert_true(pages >= 5);
}

static void no_line_of_help_is_too_wide(void **state)
{
    (void)state;
    Said page = RUN("help", "render");
    for (char *line = strtok(page.out, "\n"); line; line = strtok(NULL, "\n"))
        if (strlen(line) > 112)
            fail_msg("too wide: %s", line);
    said_free(&page);
}

typedef struct Mistake {
    const char *args[6];
    const char *line; /* after "ambwalk: " */
} Mistake;

static void mistakes(void **state)
{
    (void)state;
    static const Mistake rows[] = {
        {{"rendr"}, "unknown command \"rendr\"; did you mean \"render\"?"},
        {{"wlak"}, "unknown command \"wlak\"; did you mean \"walk\"?"},
        {{"hepl"}, "unknown command \"hepl\"; did you mean \"help\"?"},
        {{""}, "unknown command \"\"; `ambwalk --help` lists them"},
        {{"--no-config", "wlak"}, "unknown command \"wlak\"; did you mean \"walk\"?"},
        {{"no/such/folder"}, "walk: \"no/such/folder\": No such file or directory"},
        {{"help", "trace", "state"}, "help: takes no \"state\""},
        {{"xyzzy"}, "unknown command \"xyzzy\"; `ambwalk --help` lists them"},
        {{"help", "trac"}, "unknown command \"trac\"; did you mean \"trace\"?"},
        {{"trace", "--sed", "1"}, "trace: unknown option --sed; did you mean --seed?"},
        {{"trace", "--qqqqqqqq"}, "trace: unknown option --qqqqqqqq; `ambwalk trace --help` lists them"},
        {{"trace", "-x"}, "trace: unknown option -x; `ambwalk trace --help` lists them"},
        {{"trace", "--bits", "16"}, "trace: takes no --bits; `ambwalk render` does"},
        {{"trace", "-o", "x.wav"}, "trace: takes no --output; `ambwalk render` does"},
        {{"trace", "--seed"}, "trace: --seed needs a value: N[:M]"},
        {{"trace", "--hlep"}, "trace: unknown option --hlep; did you mean --help?"},
        {{"--sed", "5", "trace"}, "walk: unknown option --sed; did you mean --seed?"},
        {{"--bits", "16", "trace"}, "trace: takes no --bits; `ambwalk render` does"},
        {{"--scene", "state"}, "walk: takes no --scene; `ambwalk state` does"},
        {{"--seed"}, "walk: --seed needs a value: N[:M]"},
        {{"--log", "--seed", "1", "trace"}, "trace: --log needs a value: FILE"},
        {{"trace", "--log", "--seed=1", "--seconds=1"}, "trace: --log needs a value: FILE"},
        {{"render", "--log", "-o", "x.wav"}, "render: --log needs a value: FILE"},
        {{"state", "--why", "--help"}, "state: --why needs a value: SOUND"},
        {{"--no-config=1", "walk"}, "walk: --no-config takes no value"},
        {{"--", "walk"}, "walk: \"walk\": No such file or directory"},
        {{"--", "--seed"}, "walk: \"--seed\": No such file or directory"},
        {{"-"}, "walk: \"-\": No such file or directory"},
        {{"trace", "--seed", "x"},
         "trace: --seed wants N or N:M, whole numbers (N from -2147483648 to 2147483647, M from 0 to 4294967295), not \"x\""},
        {{"trace", "--seed=1:"},
         "trace: --seed wants N or N:M, whole numbers (N from -2147483648 to 2147483647, M from 0 to 4294967295), not \"1:\""},
        {{"trace", "--seed=1.5"},
         "trace: --seed wants N or N:M, whole numbers (N from -2147483648 to 2147483647, M from 0 to 4294967295), not \"1.5\""},
        {{"trace", "--seed=2147483648"},
         "trace: --seed wants N or N:M, whole numbers (N from -2147483648 to 2147483647, M from 0 to 4294967295), not \"2147483648\""},
        {{"trace", "--fps=0"}, "trace: --fps wants frames a second from 0.1 to 10000, not \"0\""},
        {{"trace", "--fps=nan"}, "trace: --fps wants frames a second from 0.1 to 10000, not \"nan\""},
        {{"trace", "--fps=60x"}, "trace: --fps wants frames a second from 0.1 to 10000, not \"60x\""},
        {{"trace", "--seconds=-1"}, "trace: --seconds wants more than 0 seconds, at most 10000000, not \"-1\""},
        {{"render", "--seconds=0", "-o", "x.wav"}, "render: --seconds wants more than 0 seconds, at most 10000000, not \"0\""},
        {{"trace", "--ambient", "1,5"}, "trace: --ambient wants a slider position from 0 to 1, not \"1,5\""},
        {{"trace", "--diverge", "slider-onse"},
         "trace: --diverge: no option \"slider-onse\"; did you mean \"slider-once\"?"},
        {{"trace", "--diverge=variant-pick=m"}, "trace: --diverge: option variant-pick takes n or n-1, not \"m\""},
        {{"trace", "--region="}, "trace: --region wants a name, not an empty text"},
        {{"state", "--json=yes"}, "state: --json takes no value"},
        {{"trace"}, "trace: needs --walk FILE or --seconds N"},
        {{"trace", "--walk", "a", "--seconds", "1"}, "trace: --walk and --seconds exclude each other"},
        {{"trace", "--at", "here", "--seconds=1"}, NULL},
        {{"trace", "extra"}, "trace: takes no \"extra\""},
        {{"render", "--seconds=1"}, "render: needs -o FILE"},
        {{"render", "-o", "x.wav"}, "render: needs --walk FILE, --seconds N or --replay LOG"},
        {{"render", "-o", "x.wav", "--replay=l", "--seed=1"}, "render: --replay brings its own walk, place and seed"},
        {{"render", "-o-", "--seconds=1", "--log=-"}, "render: -o and --log cannot both be standard output"},
        {{"render", "-o", "x.mp3", "--seconds=1"}, "render: writes WAV and FLAC; \"x.mp3\" promises something else"},
        {{"render", "-ox.FLAC", "--seconds=1", "--bits=32f"},
         "render: FLAC has no floating point; use --bits 24 or 16"},
        {{"render", "-ox.wav", "--seconds=1", "--bits=8"}, "render: --bits wants 16, 24 or 32f, not \"8\""},
        {{"walk", "--buffer=1000"}, "walk: --buffer wants frames, a power of two from 64 to 16384, not \"1000\""},
        {{"walk", "--size=1440"}, "walk: --size wants WxH in pixels, 640x480 to 16384x16384, not \"1440\""},
        {{"walk", "--size=639x480"}, "walk: --size wants WxH in pixels, 640x480 to 16384x16384, not \"639x480\""},
        {{"walk", "--size=640x479"}, "walk: --size wants WxH in pixels, 640x480 to 16384x16384, not \"640x479\""},
        {{"walk", "--audio=alsa"}, "walk: --audio wants sdl, openal or none, not \"alsa\""},
        {{"inspect", "out.wav"}, "inspect: a file name needs --wave ID"},
        {{"inspect", "--wave", "x"}, "inspect: --wave ID needs the name of a file to write"},
        {{"inspect", "--block", "7F8"}, "inspect: --block wants four hex digits, like 7F81, not \"7F8\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[512];
        snprintf(line, sizeof line, "ambwalk: %s\n", rows[i].line);
        Said s = program_run(NULL, rows[i].args);
        expect_error(&s, 2, rows[i].line ? line : NULL);
    }
}

/* Errors of what is named, not of how: exit code 1. */
static void things_that_are_not_there(void **state)
{
    (void)state;
    static const Mistake rows[] = {
        {{"state", "--region", "/nowhere"}, NULL},
        {{"trace", "--walk", "/nowhere.walk"}, "/nowhere.walk: cannot open: No such file or directory"},
        {{"state", "--why", "meadow widn"}, "--why: no sound \"meadow widn\"; did you mean \"meadow wind\"?"},
        {{"state", "--why", "99/0"}, "--why: no sound \"99/0\"; `ambwalk inspect` lists them"},
        {{"inspect", "--block", "0000"}, "Demo island has no landblock 0000"},
        {{"inspect", "--wave", "skylark 9", "/tmp/x.wav"}, "no wave \"skylark 9\"; did you mean \"skylark 1\"?"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[512];
        snprintf(line, sizeof line, "ambwalk: %s\n", rows[i].line);
        Said s = program_run(NULL, rows[i].args);
        expect_error(&s, 1, rows[i].line ? line : NULL);
    }
}

static void no_display_is_one_line(void **state)
{
    (void)state;
    const How how = {.env = {"DISPLAY", "WAYLAND_DISPLAY"}}; /* without "=": taken away */
    static const char *const forms[][3] = {
        {NULL}, {"walk"}, {"walk", "--walk", AMB_ASSETS_DIR "/demo/walks/tour.walk"}};
    for (size_t i = 0; i < 3; i++) {
        Said s = RUN_HOW(&how, forms[i][0], forms[i][1], forms[i][2]);
        assert_non_null(strstr(s.err, "no display"));
        assert_non_null(strstr(s.err, "`ambwalk render`"));
        assert_non_null(strstr(s.err, "`ambwalk trace`"));
        expect_error(&s, 1, NULL);
    }
    /* a Wayland that is gone: SDL must not go on to draw where nobody looks */
    const How stale = {.env = {"DISPLAY", "WAYLAND_DISPLAY=gone", "XDG_RUNTIME_DIR=/nowhere"}};
    Said s = RUN_HOW(&stale, "walk", "--audio", "none");
    assert_non_null(strstr(s.err, "no display"));
    expect_error(&s, 1, NULL);
}

/* A region of one's own, a walk and a log: what is read is never written over, and no two outputs share a name. */
static void outputs_spare_inputs(void **state)
{
    (void)state;
    Said made = RUN("new", in_scratch("mine"));
    expect_fine(&made);
    write_file(in_scratch("w.walk"), "1 end\n", 6);
    static const struct { const char *args[9], *line; } rows[] = {
        {{"render", "--region=mine", "--seconds=1", "-o", "mine/sounds/wind.wav"},
         "render: -o mine/sounds/wind.wav is a file of the region itself; choose another name"},
        {{"render", "--region=mine", "--seconds=1", "-omine/../mine/region.json"},
         "render: -o mine/../mine/region.json is a file of the region itself; choose another name"},
        {{"render", "--region=mine", "--seconds=1", "-omine/road.png"},
         "render: -o mine/road.png is a file of the region itself; choose another name"},
        {{"trace", "--region=mine", "--seconds=1", "--log=mine/terrain.png"},
         "trace: --log mine/terrain.png is a file of the region itself; choose another name"},
        {{"inspect", "--region=mine", "--wave=wind", "mine/sounds/waves.wav"},
         "inspect: the file mine/sounds/waves.wav is a file of the region itself; choose another name"},
        {{"render", "--walk=w.walk", "-o", "./w.walk"}, "render: -o and --walk cannot both be ./w.walk"},
        {{"render", "--seconds=1", "-ox.wav", "--log", "./x.wav"}, "render: -o and --log cannot both be x.wav"},
        {{"render", "--seconds=1", "-ox.wav", "--log=l", "--labels=l"}, "render: --log and --labels cannot both be l"},
        {{"render", "--seconds=1", "-ox.wav", "--log=-", "--labels=-"},
         "render: --log and --labels cannot both be standard output"},
        {{"walk", "--save-path=s", "--log=s"}, "walk: --log and --save-path cannot both be s"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[512];
        snprintf(line, sizeof line, "ambwalk: %s\n", rows[i].line);
        Said s = program_run(&(How){.dir = scratch}, rows[i].args);
        expect_error(&s, 2, line);
    }
    /* pipes and devices are nobody's, and standard input is not standard output */
    Said s = RUN_HOW((&(How){.dir = scratch, .in_text = "1 end\n"}), "render", "--walk=-", "-o-", "--log=/dev/null", "--labels=/dev/null",
                     "--region=mine");
    expect_fine(&s);
    s = RUN("lint", "--region", in_scratch("mine"));
    expect_fine(&s);
}

/* Options in every form mean the same. */
static void forms_of_options(void **state)
{
    (void)state;
    Said a = RUN("state", "--seed", "7", "--heading", "-90", "-v");
    Said b = RUN("state", "--heading=270", "--verbose", "--seed=7:7");
    assert_string_equal(a.out, b.out);
    assert_int_equal(a.n_err, 0);
    expect_fine(&a);
    expect_fine(&b);
}

/* Before the command and after it; the last of two alike holds; nothing else in between changes its meaning. */
static void options_may_come_first(void **state)
{
    (void)state;
    static const char *const forms[][8] = {
        {"state", "--seed", "7", "--heading", "-90", "-v"},  {"--seed", "7", "state", "--heading", "-90", "-v"},
        {"--seed=7", "-v", "--heading", "-90", "state"},     {"-v", "--seed", "1", "state", "--seed", "7", "--heading", "-90"},
        {"state", "--seed", "7", "--heading=-90", "-v", "--"},
    };
    Said first = program_run(NULL, forms[0]);
    assert_true(first.n_out > 1000);
    for (size_t i = 1; i < sizeof forms / sizeof forms[0]; i++) {
        Said s = program_run(NULL, (const char *const[]){forms[i][0], forms[i][1], forms[i][2], forms[i][3], forms[i][4], forms[i][5],
                                                         forms[i][6], forms[i][7], NULL});
        assert_string_equal(s.out, first.out);
        expect_fine(&s);
    }
    expect_fine(&first);
    const How blind = {.env = {"DISPLAY", "WAYLAND_DISPLAY"}};
    Said s = RUN_HOW(&blind, "--no-config", "--seed", "5", "walk", "--audio", "none");
    assert_non_null(strstr(s.err, "no display"));
    expect_error(&s, 1, NULL);
}

/* A word that names a command is the command; the folder is reached by "./", behind "walk", or by --region. */
static void folders_named_like_commands_and_options(void **state)
{
    (void)state;
    const How here = {.dir = scratch, .env = {"DISPLAY", "WAYLAND_DISPLAY"}};
    static const char *const made[][4] = {{"new", "lint"}, {"new", "--", "-v"}, {"new", "--", "--seed"}};
    for (size_t i = 0; i < 3; i++) {
        Said s = program_run(&here, (const char *const[]){made[i][0], made[i][1], made[i][2], NULL});
        expect_fine(&s);
    }
    static const char *const walks[][4] = {{"walk", "lint"}, {"./lint"}, {"--", "lint"}, {"walk", "--", "-v"}, {"./--seed"}, {"--no-config", "./lint"}};
    for (size_t i = 0; i < sizeof walks / sizeof walks[0]; i++) { /* found, and the window fails for want of a screen */
        Said s = program_run(&here, (const char *const[]){walks[i][0], walks[i][1], walks[i][2], NULL});
        assert_non_null(strstr(s.err, "no display"));
        expect_error(&s, 1, NULL);
    }
    static const char *const lints[][4] = {{"lint"}, {"lint", "--region", "lint"}, {"--region", "lint", "lint"}, {"lint", "--region=--seed"},
                                           {"lint", "--region=-v"}};
    for (size_t i = 0; i < sizeof lints / sizeof lints[0]; i++) {
        Said s = program_run(&here, (const char *const[]){lints[i][0], lints[i][1], lints[i][2], NULL});
        assert_non_null(strstr(s.out, "nothing found"));
        expect_fine(&s);
    }
    Said s = RUN_HOW(&here, "render", "--seconds=0.1", "-o", "a.wav", "-o", "-b.wav"); /* the last one holds */
    assert_false(file_exists(in_scratch("a.wav")));
    assert_true(file_exists(in_scratch("-b.wav")));
    said_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_is_a_result),
        cmocka_unit_test(one_page_a_command),
        cmocka_unit_test(every_command_has_a_page),
        cmocka_unit_test(no_line_of_help_is_too_wide),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(things_that_are_not_there),
        cmocka_unit_test(no_display_is_one_line),
        cmocka_unit_test_setup_teardown(outputs_spare_inputs, scratch_make, scratch_remove),
        cmocka_unit_test(forms_of_options),
        cmocka_unit_test(options_may_come_first),
        cmocka_unit_test_setup_teardown(folders_named_like_commands_and_options, scratch_make, scratch_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
