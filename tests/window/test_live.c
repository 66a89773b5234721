/* test_live.c - the shipped program at a desk: keys in, sound, log and pictures out.  */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/program.h"
#include "heard.h"
#include "live/pulse.h"
#include "live/stage.h"

#include "amb/log.h"
#include "amb/place.h"

#include <jansson.h>
#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static AmbFolder *demo;

/* ---- files ---- */

typedef struct Sound { float *stereo; size_t frames; char *bytes; } Sound;

/* A raw float file, or the data of a float WAV that `render` or a recording wrote. */
static Sound load_sound(const char *path)
{
    Sound s = {0};
    size_t n;
    s.bytes = read_file(path, &n);
    size_t from = 0;
    if (n > 44 && (memcmp(s.bytes, "RIFF", 4) == 0 || memcmp(s.bytes, "RF64", 4) == 0)) {
        uint32_t size = 0;
        for (from = 12; from + 8 <= n && memcmp(s.bytes + from, "data", 4) != 0; from += 8 + size + (size & 1))
            memcpy(&size, s.bytes + from + 4, 4);
        assert_true(from + 8 <= n);
        memcpy(&size, s.bytes + from + 4, 4);
        from += 8;
        n = from + size < n ? from + size : n;
    }
    s.frames = (n - from) / 8;
    s.stereo = malloc(s.frames * 8 + 8);
    assert_non_null(s.stereo);
    memcpy(s.stereo, s.bytes + from, s.frames * 8);
    return s;
}

static void free_sound(Sound *s)
{
    free(s->stereo);
    free(s->bytes);
}

static AmbLogReader *open_log(const char *path, FILE **f)
{
    AmbLogReader *r;
    AmbError err = AMB_ERROR_NONE;
    *f = fopen(path, "r");
    assert_non_null(*f);
    if (amb_log_read_open(&r, *f, path, &err))
        fail_msg("%s", err.text);
    return r;
}

/* The next input line; false at the end. */
static bool next_input(AmbLogReader *r, AmbLogLine *line)
{
    AmbError err = AMB_ERROR_NONE;
    do {
        if (amb_log_read_next(r, line, &err))
            fail_msg("%s", err.text);
    } while (line->kind != AMB_LOG_INPUT && line->kind != AMB_LOG_END_OF_FILE);
    return line->kind == AMB_LOG_INPUT;
}

static double world_x(const AmbListener *at)
{
    return at->bx * AMB_BLOCK_M + (double)at->x;
}

static double world_y(const AmbListener *at)
{
    return at->by * AMB_BLOCK_M + (double)at->y;
}

static bool recorded(const char *path, off_t bytes)
{
    struct stat st;
    return stat(path, &st) == 0 && st.st_size >= bytes;
}

/* ---- a walk with the keyboard, recorded ---- */

/* Starts recording; returns when samples arrive. */
static pid_t start_recording(const char *path)
{
    const pid_t rec = pulse_record("qa", path);
    for (const double start = now_s(); !recorded(path, 8000); wait_ms(20))
        if (now_s() - start > 20)
            fail_msg("nothing is recorded");
    return rec;
}

/* What the program said, and how it ended. */
static void expect_end(pid_t pid, int exit_code, const char *said)
{
    const int code = stage_end(pid, 0);
    size_t n;
    char *const text = read_file(in_scratch("said"), &n);
    if (code != exit_code || (said && strcmp(text, said) != 0))
        fail_msg("exit code %d: %s", code, text);
    free(text);
}

static void keys(const char *words)
{
    assert_int_equal(shell("xdotool %s", words), 0);
}

/* A large buffer: the machine that runs tests is busy. */
static void walk_and_record(void)
{
    const pid_t rec = start_recording(in_scratch("heard.raw"));
    const pid_t pid = LIVE("--seed", "5", "--buffer", "8192", "--log", "walk.jsonl", "--save-path", "walk.walk", "--screenshot", "walk.png");
    live_wait_for_window();
    keys("keydown w sleep 2 keydown Shift_L sleep 1.5 keyup Shift_L keydown d sleep 0.7 keyup d sleep 1 keyup w");
    keys("key F9 sleep 2.5 key F9");
    keys("key x key Tab key bracketleft key bracketleft key 6 sleep 1 key 6 sleep 1.5");
    keys("key g sleep 0.3 type '24420.5 24930.25'");
    keys("key Return sleep 0.5 key F12 sleep 0.5");
    /* the map is dragged: the listener is no longer at its centre */
    keys("search --onlyvisible --name '^Ambwalk' mousemove --window %1 400 400 mousedown 1 mousemove --window %1 450 430 "
         "mousemove --window %1 520 480 mouseup 1 sleep 0.3");
    keys("key ctrl+q");
    expect_end(pid, 0, "");
    wait_ms(400);
    pulse_record_end(rec);
    Said r = RUN("render", "--replay", in_scratch("walk.jsonl"), "-o", in_scratch("replay.wav"));
    expect_fine(&r);
}

/* Where the replay's frames from..from + n lie in the recording, bit for bit, at most `reach` frames away from `about`;
 * -1: nowhere. */
static int64_t find(const Sound *rec, const Sound *replay, size_t from, size_t n, int64_t about, int64_t reach)
{
    for (int64_t off = 0; off <= reach; off++)
        for (int side = 0; side < 2; side++) {
            const int64_t at = side ? about - off : about + off;
            if (at >= 0 && at + (int64_t)n <= (int64_t)rec->frames &&
                memcmp(rec->stereo + 2 * at, replay->stereo + 2 * from, n * 8) == 0)
                return at;
        }
    return -1;
}

/* A piece of the event that the sound server passed on unbroken: *from within the event, *at in the recording. */
static bool find_piece(const HeardEvent *e, const Sound *rec, const Sound *replay, int64_t zero, size_t n, size_t *from,
                       int64_t *at)
{
    for (*from = 0; *from + n <= e->n && e->sample + *from + n <= replay->frames; *from += 2205) {
        *at = heard_loud(e, *from, n)
                  ? find(rec, replay, e->sample + *from, n, zero + (int64_t)(e->sample + *from), 4410)
                  : -1;
        if (*at >= 0)
            return true;
    }
    return false;
}

/* Aligned once, every event lies within 100 ms of where the log says, at the level it says (0.5 dB), against a mix by
 * plain arithmetic. A busy machine may break the sound server's stream; what it broke is left out, and most must be
 * whole. */
static void test_waves_are_in_the_recording(void **state)
{
    (void)state;
    Heard h = heard_from_log(in_scratch("walk.jsonl"), demo);
    Sound rec = load_sound(in_scratch("heard.raw")), replay = load_sound(in_scratch("replay.wav"));
    const int64_t one_s = find(&rec, &replay, 44100, 4410, 44100, (int64_t)rec.frames);
    if (one_s < 0)
        fail_msg("second 1.0 to 1.1 of the replay is nowhere in the recording");
    size_t checked = 0, heard = 0;
    for (size_t k = 0; k < h.n; k++) {
        const HeardEvent *const e = &h.events[k];
        const size_t n = e->n < 17640 ? e->n : 17640;
        if (e->sample + e->n > replay.frames)
            continue; /* the run ended while it sounded */
        heard++;
        size_t from;
        int64_t at;
        if (!find_piece(e, &rec, &replay, one_s - 44100, n, &from, &at))
            continue;
        const int channel = e->pan > 0;
        double likeness;
        const double gain = heard_fit(&h, k, channel, rec.stereo + 2 * at, from, n, &likeness);
        const double off_db = gain > 0 ? 20 * log10(gain / heard_gain(e, channel)) : -200;
        if (fabs(off_db) > 0.5 || likeness < 0.9)
            fail_msg("%s (%s) at %.3f s, %g dB pan %d: %+.2f dB in the recording, likeness %.3f", e->name, e->wave,
                     (double)e->sample / 44100, e->db, e->pan, off_db, likeness);
        checked++;
    }
    print_message("%zu of %zu whole events measured in the recording\n", checked, heard);
    assert_true(heard >= 6);
    assert_true(checked * 4 >= heard * 3);
    free_sound(&rec);
    free_sound(&replay);
    heard_free(&h);
}

static void test_keys_move_the_listener(void **state)
{
    (void)state;
    FILE *f;
    AmbLogReader *const r = open_log(in_scratch("walk.jsonl"), &f);
    AmbLogLine line;
    double walked_m = 0, fastest_mps = 0, turned_deg = 0, last_x = 0, last_y = 0, last_heading = 0, last_t = -1;
    bool lower = false, fractional = false;
    while (next_input(r, &line)) {
        const double x = world_x(&line.listener), y = world_y(&line.listener), step = hypot(x - last_x, y - last_y);
        if (last_t >= 0 && step < 1) { /* not the jump to the typed place */
            walked_m += step;
            fastest_mps = fmax(fastest_mps, step / (line.t - last_t));
            turned_deg += fmod((double)line.listener.heading_deg - last_heading + 540, 360) - 180;
        }
        lower = lower || line.listener.slider < 0.95f;
        fractional = fractional || line.options.v[AMB_OPT_NO_QUANTISE];
        last_x = x, last_y = y, last_heading = (double)line.listener.heading_deg, last_t = line.t;
    }
    amb_log_read_free(&(AmbLogReader *){r});
    fclose(f);
    print_message("walked %.1f m, at most %.2f m/s, turned %.0f degrees\n", walked_m, fastest_mps, turned_deg);
    assert_true(walked_m > 12 && walked_m < 40);
    assert_true(fastest_mps > 7.5 && fastest_mps < 8.5);
    assert_true(turned_deg > 40 && turned_deg < 180);
    assert_true(lower);
    assert_true(fractional);
    assert_true(last_x == 24420.5 && last_y == 24930.25);
}

/* The one file of scratch/ambwalk-*.ENDING; then it is gone. */
static void take_dated(const char *ending, const char *name)
{
    char command[4400];
    snprintf(command, sizeof command, "mv %s/ambwalk-*.%s %s", scratch, ending, in_scratch(name));
    assert_int_equal(system(command), 0);
}

/* What F9 recorded is a piece of what `render --replay` makes of the log, bit for bit. */
static void expect_piece_of_replay(const char *recording, const char *replayed)
{
    Sound replay = load_sound(in_scratch(replayed)), rec = load_sound(in_scratch(recording));
    assert_true(rec.frames > 44100);
    const int64_t at = find(&replay, &rec, 0, rec.frames, 0, (int64_t)replay.frames);
    if (at < 0)
        fail_msg("the recording of %zu frames is nowhere in the replay of %zu", rec.frames, replay.frames);
    print_message("recorded from %.2f s on, %.2f s long\n", (double)at / 44100, (double)rec.frames / 44100);
    free_sound(&replay);
    free_sound(&rec);
}

static void test_replay_is_what_was_recorded(void **state)
{
    (void)state;
    take_dated("wav", "f9.wav");
    expect_piece_of_replay("f9.wav", "replay.wav");
}

/* --save-path: the script walks the same frames. */
static void test_saved_path_walks_the_same_way(void **state)
{
    (void)state;
    Said s = RUN("trace", "--walk", in_scratch("walk.walk"), "--seed", "5", "--log", in_scratch("again.jsonl"));
    expect_fine(&s);
    Heard a = heard_from_log(in_scratch("walk.jsonl"), demo), b = heard_from_log(in_scratch("again.jsonl"), demo);
    /* the option that was switched is not in a script: compare up to there */
    size_t same = 0;
    while (same < a.n && same < b.n && a.events[same].sample == b.events[same].sample &&
           a.events[same].db == b.events[same].db && a.events[same].pan == b.events[same].pan &&
           strcmp(a.events[same].wave, b.events[same].wave) == 0)
        same++;
    print_message("%zu of %zu events are the same\n", same, a.n);
    assert_true(same >= a.n * 2 / 3);
    heard_free(&a);
    heard_free(&b);
}

/* ---- pictures ---- */

static png_bytep load_png(const char *path, unsigned *w, unsigned *h)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, path));
    image.format = PNG_FORMAT_RGB;
    png_bytep pixels = malloc(PNG_IMAGE_SIZE(image));
    assert_non_null(pixels);
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    *w = image.width;
    *h = image.height;
    return pixels;
}

static json_t *load_json(const char *path)
{
    json_error_t why;
    json_t *const j = json_load_file(path, 0, &why);
    if (!j)
        fail_msg("%s:%d: %s", path, why.line, why.text);
    return j;
}

static double number_at(const json_t *j, const char *key, const char *key2, size_t i)
{
    const json_t *v = json_object_get(j, key);
    v = key2 ? json_object_get(v, key2) : v;
    v = json_is_array(v) ? json_array_get(v, i) : v;
    assert_true(json_is_number(v));
    return json_number_value(v);
}

/* The white arrow lies where the log's last line puts the listener. */
static void test_picture_shows_the_listener(void **state)
{
    (void)state;
    FILE *f;
    AmbLogReader *r = open_log(in_scratch("walk.jsonl"), &f);
    AmbLogLine line;
    AmbListener last = {0};
    while (next_input(r, &line))
        last = line.listener;
    amb_log_read_free(&r);
    fclose(f);
    json_t *const j = load_json(in_scratch("walk.png.json"));
    const double zoom = number_at(j, "view", "zoom", 0);
    const double centre_x = number_at(j, "view", "pane", 0) + number_at(j, "view", "pane", 2) / 2;
    const double centre_y = number_at(j, "view", "pane", 1) + number_at(j, "view", "pane", 3) / 2;
    const double x = centre_x + (world_x(&last) - number_at(j, "view", "x", 0)) * zoom;
    const double y = centre_y - (world_y(&last) - number_at(j, "view", "y", 0)) * zoom;
    json_decref(j);
    assert_true(hypot(x - centre_x, y - centre_y) > 50); /* it was dragged away from the centre */
    unsigned w, h;
    png_bytep const pixels = load_png(in_scratch("walk.png"), &w, &h);
    assert_int_equal(w, 1440);
    assert_int_equal(h, 900);
    double sum_x = 0, sum_y = 0;
    int n = 0;
    for (int py = (int)y - 14; py <= (int)y + 14; py++)
        for (int px = (int)x - 14; px <= (int)x + 14; px++) {
            const png_byte *const p = pixels + ((size_t)py * w + (size_t)px) * 3;
            if (p[0] == 255 && p[1] == 255 && p[2] == 255) {
                sum_x += px;
                sum_y += py;
                n++;
            }
        }
    free(pixels);
    print_message("arrow of %d white pixels, %.1f %.1f pixels from where the log says\n", n, sum_x / n - x,
                  sum_y / n - y);
    assert_true(n > 60 && n < 400);
    assert_true(hypot(sum_x / n - x, sum_y / n - y) < 6);
}

static void test_screenshot_key_saves_a_picture(void **state)
{
    (void)state;
    unsigned w, h;
    take_dated("png", "f12.png");
    free(load_png(in_scratch("f12.png"), &w, &h));
    assert_int_equal(w, 1440);
    assert_int_equal(h, 900);
}

/* ---- scripted runs ---- */

#define SCRIPT "0 heading auto\n4 to 24500 24930\n6 heading 90\n9 to 24560 24800\n9.5 ambient 0.7\n10 end\n"

static void expect_same_bytes(const char *a, const char *b)
{
    size_t n, m;
    char *const x = read_file(in_scratch(a), &n), *const y = read_file(in_scratch(b), &m);
    assert_int_equal(n, m);
    assert_memory_equal(x, y, n);
    free(x);
    free(y);
}

/* SDL's disk driver runs the whole live path; the file may begin with whole silent buffers. */
static void test_script_is_the_render_bit_for_bit(void **state)
{
    (void)state;
    write_file(in_scratch("s.walk"), SCRIPT, strlen(SCRIPT));
    char disk[4200];
    snprintf(disk, sizeof disk, "SDL_DISKAUDIOFILE=%s", in_scratch("disk.raw"));
    putenv(disk);
    setenv("SDL_DISKAUDIODELAY", "0", 1);
    setenv("SDL_AUDIODRIVER", "disk", 1);
    expect_end(LIVE("--walk", "s.walk", "--seed", "11", "--log", "script.jsonl", "--screenshot", "script.png", "--size", "800x600"), 0, NULL);
    setenv("SDL_AUDIODRIVER", "pulseaudio", 1);
    unsetenv("SDL_DISKAUDIOFILE");
    unsetenv("SDL_DISKAUDIODELAY");
    Said r = RUN("render", "--walk", in_scratch("s.walk"), "--seed", "11", "-o", in_scratch("s.wav"), "--log",
                 in_scratch("render.jsonl"));
    expect_fine(&r);
    Said t = RUN("trace", "--walk", in_scratch("s.walk"), "--seed", "11", "--log", in_scratch("trace.jsonl"));
    expect_fine(&t);
    expect_same_bytes("script.jsonl", "trace.jsonl");
    expect_same_bytes("script.jsonl", "render.jsonl");
    Sound live = load_sound(in_scratch("disk.raw")), wav = load_sound(in_scratch("s.wav"));
    assert_int_equal(wav.frames, 441000);
    const size_t lead = heard_begin(live.stereo, live.frames) - heard_begin(wav.stereo, wav.frames);
    assert_int_equal(lead % 1024, 0); /* whole buffers of the default size */
    assert_true(live.frames >= lead + wav.frames);
    assert_memory_equal(live.stereo + 2 * lead, wav.stereo, wav.frames * 8);
    free_sound(&live);
    free_sound(&wav);
}

static void expect_equal_members(const json_t *mine, const json_t *theirs, const char *const *keys, const char *what)
{
    for (; *keys; keys++) {
        const json_t *const a = json_object_get(mine, *keys), *const b = json_object_get(theirs, *keys);
        if (!json_equal(a, b) && (a || b)) {
            char *const x = json_dumps(a, JSON_ENCODE_ANY), *const y = json_dumps(b, JSON_ENCODE_ANY);
            fail_msg("%s: %s is %s in the window, %s in state --json", what, *keys, x ? x : "absent", y ? y : "absent");
        }
    }
}

/* The numbers in the picture are those of `state --json` at the same frame. */
static void test_numbers_are_those_of_state(void **state)
{
    (void)state;
    Said s = RUN("state", "--walk", in_scratch("s.walk"), "--seed", "11", "--json");
    assert_int_equal(s.exit_code, 0);
    json_t *const theirs = json_loads(s.out, 0, NULL), *const mine = load_json(in_scratch("script.png.json"));
    assert_non_null(theirs);
    static const char *const top[] = {"frame",   "t",     "place", "cell", "outdoors", "ambient",
                                      "enabled", "total", "ran2",  "crt",  NULL};
    static const char *const of_sound[] = {"name",   "stb",   "row",    "kind", "count", "share", "volume",
                                           "chance", "heard", "queued", "next", "dirs",  NULL};
    static const char *const of_voice[] = {"voice", "sound", "start", "end", "db", "pan", NULL};
    expect_equal_members(mine, theirs, top, "the frame");
    const json_t *const sounds = json_object_get(mine, "sounds"), *const voices = json_object_get(mine, "voices");
    assert_int_equal(json_array_size(sounds), json_array_size(json_object_get(theirs, "sounds")));
    assert_true(json_array_size(sounds) > 5);
    for (size_t i = 0; i < json_array_size(sounds); i++) {
        const json_t *const one = json_array_get(sounds, i);
        const json_int_t index = json_integer_value(json_object_get(one, "sound"));
        expect_equal_members(one, json_array_get(json_object_get(theirs, "sounds"), (size_t)index), of_sound,
                             json_string_value(json_object_get(one, "name")));
    }
    assert_int_equal(json_array_size(voices), json_array_size(json_object_get(theirs, "voices")));
    for (size_t i = 0; i < json_array_size(voices); i++)
        expect_equal_members(json_array_get(voices, i), json_array_get(json_object_get(theirs, "voices"), i), of_voice,
                             "a voice");
    json_decref(mine);
    json_decref(theirs);
    said_free(&s);
}

/* ---- what must not go wrong ---- */

/* The keyboard goes elsewhere while W is down, W comes up there, the keyboard comes back: nobody walks on, then or
 * later. */
static void test_lost_focus_releases_keys(void **state)
{
    (void)state;
    FILE *const other = popen("exec xev -geometry 50x50+1440+940 >/dev/null 2>&1",
                              "w"); /* someone to have the keyboard */
    assert_non_null(other);
    const pid_t pid = LIVE("--audio", "none", "--seed", "1", "--log", "focus.jsonl");
    live_wait_for_window();
    keys("keydown w sleep 1");
    keys("search --name '^Event Tester$' windowfocus --sync sleep 1 keyup w sleep 0.5");
    keys("search --onlyvisible --name '^Ambwalk' windowfocus --sync sleep 0.5 key ctrl+q");
    expect_end(pid, 0, NULL);
    keys("search --name '^Event Tester$' windowkill");
    pclose(other);
    FILE *f;
    AmbLogReader *r = open_log(in_scratch("focus.jsonl"), &f);
    AmbLogLine line;
    double moved_s = 0, stood_s = 0, last_t = 0, last_x = (double)NAN, last_y = (double)NAN;
    while (next_input(r, &line)) {
        const bool moved = !isnan(last_x) && (world_x(&line.listener) != last_x || world_y(&line.listener) != last_y);
        moved_s += moved ? line.t - last_t : 0;
        stood_s = moved ? 0 : stood_s + (line.t - last_t); /* since it last moved */
        last_t = line.t;
        last_x = world_x(&line.listener);
        last_y = world_y(&line.listener);
    }
    amb_log_read_free(&r);
    fclose(f);
    print_message("moved for %.2f s, then stood for %.2f s\n", moved_s, stood_s);
    assert_true(moved_s > 0.5 && moved_s < 1.7);
    assert_true(stood_s > 1.2);
}

/* Replaces the first `from` in scratch/region/region.json. */
static void edit_region(const char *from, const char *to)
{
    size_t n;
    char *const text = read_file(in_scratch("region/region.json"), &n);
    char *const at = strstr(text, from);
    assert_non_null(at);
    char *const edited = malloc(n + strlen(to) + 1);
    assert_non_null(edited);
    const size_t before = (size_t)(at - text);
    memcpy(edited, text, before);
    strcpy(edited + before, to);
    strcat(edited, at + strlen(from));
    write_file(in_scratch("region/region.json"), edited, strlen(edited));
    free(edited);
    free(text);
}

/* Time stands still in a pause, for deadlines and voices alike: what is recorded across it has no seam. */
static void test_pause_leaves_no_trace(void **state)
{
    (void)state;
    const pid_t pid = LIVE("--seed", "9", "--log", "pause.jsonl");
    live_wait_for_window();
    keys("keydown w sleep 0.7 key F9 sleep 0.7 key p sleep 2.5 key period key period sleep 0.3 key p sleep 1");
    keys("key F9 keyup w sleep 0.2 key ctrl+q");
    expect_end(pid, 0, NULL);
    Said r = RUN("render", "--replay", in_scratch("pause.jsonl"), "-o", in_scratch("pause.wav"));
    expect_fine(&r);
    take_dated("wav", "across.wav");
    expect_piece_of_replay("across.wav", "pause.wav");
    Sound across = load_sound(in_scratch("across.wav"));
    assert_true(across.frames < 44100 * 3); /* of 4.5 s on the wall */
    free_sound(&across);
}

/* The title of the pane that tells of the selected sound. */
static void expect_why(const char *picture, const char *title)
{
    json_t *const j = json_load_file(in_scratch(picture), 0, NULL);
    const json_t *const texts = json_object_get(json_object_get(j, "texts"), "why");
    bool there = false;
    for (size_t i = 0; i < json_array_size(texts); i++)
        there = there || strcmp(json_string_value(json_array_get(texts, i)), title) == 0;
    if (!there)
        fail_msg("the pane does not say \"%s\"", title);
    json_decref(j);
}

/* F5 after a change: the new name and hash, the draws go on, the selected sound is selected in the row where it is now; after
 * a mistake: the line says where, the former region stays. */
static void test_reload_takes_the_region_as_it_is_now(void **state)
{
    (void)state;
    copy_folder(AMB_ASSETS_DIR "/demo", in_scratch("region"));
    const pid_t pid = LIVE("--audio", "none", "--seed", "6", "--region", "region", "--log", "reload.jsonl", "--screenshot", "reload.png");
    live_wait_for_window();
    keys("key Tab sleep 1");
    edit_region("\"song thrush\"", "\"mistle thrush\"");
    edit_region("\"meadow wind\"", "\"\"");
    edit_region("\"skylark\"", "\"meadow wind\"");
    edit_region("\"\"", "\"skylark\"");
    keys("key F5 sleep 1.5");
    edit_region("\"version\"", "\"versoin\"");
    keys("key F5 sleep 1 key g sleep 0.3 key ctrl+q"); /* a place half typed keeps nobody here */
    expect_end(pid, 0, NULL);
    size_t n;
    char *const said = read_file(in_scratch("said"), &n), *const log = read_file(in_scratch("reload.jsonl"), &n);
    assert_non_null(strstr(said, "region.json:"));
    assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1); /* one line */
    const char *const reload = strstr(log, "{\"ev\":\"reload\"");
    assert_non_null(reload);
    assert_null(strstr(reload + 1, "{\"ev\":\"reload\"")); /* the second one came to nothing */
    assert_non_null(strstr(log, "\"name\":\"song thrush\""));
    assert_true(strstr(log, "\"name\":\"song thrush\"") < reload);
    assert_non_null(strstr(reload, "\"name\":\"mistle thrush\""));
    expect_why("reload.png.json", "Why: meadow wind");
    free(said);
    free(log);
    /* the counts of draws never fall */
    FILE *f;
    AmbLogReader *r = open_log(in_scratch("reload.jsonl"), &f);
    AmbLogLine line;
    AmbError err = AMB_ERROR_NONE;
    uint64_t ran2 = 0;
    int fires = 0;
    do {
        assert_int_equal(amb_log_read_next(r, &line, &err), 0);
        if (line.kind == AMB_LOG_FIRE) {
            assert_true(line.fire.ran2 >= ran2);
            ran2 = line.fire.ran2;
            fires++;
        }
    } while (line.kind != AMB_LOG_END_OF_FILE);
    assert_true(fires > 15); /* both regions fire on their first frame */
    amb_log_read_free(&r);
    fclose(f);
}

static void test_no_sound_device_is_said_and_changes_nothing(void **state)
{
    (void)state;
    static const char walk[] = "1.5 end\n";
    write_file(in_scratch("short.walk"), walk, strlen(walk));
    char server[600];
    snprintf(server, sizeof server, "%s", getenv("PULSE_SERVER"));
    setenv("PULSE_SERVER", "unix:/nonexistent", 1);
    expect_end(LIVE("--walk", "short.walk", "--seed", "2", "--log", "deaf.jsonl"), 0, NULL);
    setenv("PULSE_SERVER", server, 1);
    Said t = RUN("trace", "--walk", in_scratch("short.walk"), "--seed", "2", "--log", in_scratch("short.jsonl"));
    expect_fine(&t);
    expect_same_bytes("deaf.jsonl", "short.jsonl");
    size_t n;
    char *const said = read_file(in_scratch("said"), &n);
    assert_non_null(strstr(said, "ambwalk: sound: "));
    assert_non_null(strstr(said, "the schedule goes on in silence\n"));
    assert_ptr_equal(strchr(said, '\n'), said + n - 1); /* one line */
    free(said);
}

static void test_no_display_names_what_works_without(void **state)
{
    (void)state;
    const How blind = {.env = {"DISPLAY=", NULL}};
    Said s = RUN_HOW(&blind, "walk");
    assert_non_null(strstr(s.err, "`ambwalk render`"));
    assert_non_null(strstr(s.err, "`ambwalk trace`"));
    expect_error(&s, 1, NULL);
}

/* ---- */

static int set_up(void **state)
{
    AmbError err = AMB_ERROR_NONE;
    if (stage_open(state) || chdir(scratch))
        return -1;
    pulse_open("qa");
    if (amb_folder_open(&demo, AMB_ASSETS_DIR "/demo", &err)) {
        print_error("%s\n", err.text);
        return -1;
    }
    walk_and_record();
    return 0;
}

static int tear_down(void **state)
{
    amb_folder_close(&demo);
    pulse_close();
    return stage_close(state);
}

int main(void)
{
    const int missing = stage_needs(pulse_programs) + stage_needs((const char *const[]){"xev", NULL});
    if (missing)
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys_move_the_listener),
        cmocka_unit_test(test_waves_are_in_the_recording),
        cmocka_unit_test(test_replay_is_what_was_recorded),
        cmocka_unit_test(test_saved_path_walks_the_same_way),
        cmocka_unit_test(test_picture_shows_the_listener),
        cmocka_unit_test(test_screenshot_key_saves_a_picture),
        cmocka_unit_test(test_script_is_the_render_bit_for_bit),
        cmocka_unit_test(test_numbers_are_those_of_state),
        cmocka_unit_test(test_lost_focus_releases_keys),
        cmocka_unit_test(test_pause_leaves_no_trace),
        cmocka_unit_test(test_reload_takes_the_region_as_it_is_now),
        cmocka_unit_test(test_no_sound_device_is_said_and_changes_nothing),
        cmocka_unit_test(test_no_display_names_what_works_without),
    };
    return cmocka_run_group_tests_name("live", tests, set_up, tear_down);
}
