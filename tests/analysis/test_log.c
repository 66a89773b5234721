/* test_log.c - the event log: its bytes, reading back, logs of other programs, what is refused where. */
#include "amb/log.h"

#include "german_locale.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* ---- a small world: a bed and a bird on every cell, a missing table nowhere met ---- */

static const AmbSoundDesc bed_and_bird[] = {
    {0x46, 0.5f, 0.0f, 3.1f, 3.1f, "bed", 0}, {0x47, 0.9f, 0.8f, 1.5f, 4.25f, "b\"ird\\\n\xC3\xA4\xFF", 0},
};
static const AmbSoundDesc odd[] = {{0x1234, 1.0f, 0.0f, 1.0f, 1.0f, "odd", 0}};
static const AmbStb stbs[] = {{.table_id = 0x20000010, .n_sounds = 2, .sounds = bed_and_bird}, {.table_id = 0x20000011, .n_sounds = 1, .sounds = odd}};
static const int32_t scenes[] = {0}, scene_list[] = {0};
static const AmbTerrain terrain[] = {{"grass", 0, 1, scene_list}};
static const AmbRegion region = {.name = "test", .n_terrain = 1, .terrain = terrain, .n_scenes = 1, .scene_stb = scenes,
                                 .n_stbs = 2, .stbs = stbs};
static const AmbTableRow bed_rows[] = {{0x0A000001, 0, 1, 1}};
static const AmbTableRow bird_rows[] = {{0x0A000002, 0, 1, 1}, {0x0A000003, 0, 0.4f, 1}};
static const AmbTableType types[] = {{0x46, 1, bed_rows}, {0x47, 2, bird_rows}};
static const AmbTable table = {0x20000010, 2, types};

static const AmbTable *get_table(void *user, uint32_t stb)
{
    (void)user;
    return stb == 0 ? &table : NULL;
}

static bool get_wave(void *user, uint32_t wave, AmbWaveInfo *out)
{
    (void)user;
    *out = (AmbWaveInfo){0.75 + (wave & 3), wave != 0x0A000003};
    return true;
}

static bool get_block(void *user, unsigned bx, unsigned by, AmbBlock *out)
{
    (void)user;
    (void)bx;
    (void)by;
    memset(out, 0, sizeof *out);
    return true;
}

static const char *wave_label(void *user, uint32_t wave)
{
    static char text[2][16];
    (void)user;
    if (wave == 0x0A000001)
        return "bed.wav";
    snprintf(text[wave & 1], sizeof text[0], "%08X", wave);
    return text[wave & 1];
}

static const AmbWorld world = {NULL, &region, get_table, NULL, get_wave, get_block};
static const AmbLogNames names = {&region, NULL, wave_label};

static AmbLogHeader header(void)
{
    AmbLogHeader h = {.program = "ambwalk test", .region = "test", .hash = "00ff", .ran2_seed = -7,
                      .crt_seed = 4000000000u, .fps = 60, .ambient = 0.75f, .place = "0x7F810001 [0 0 0]"};
    h.options.v[AMB_OPT_VARIANT_PICK] = 1;
    h.options.v[AMB_OPT_MONO] = 1;
    return h;
}

typedef struct Log { char *text; size_t n; FILE *f; AmbLogWriter *w; } Log;

static void start_log(Log *l, const AmbLogHeader *h)
{
    l->f = open_memstream(&l->text, &l->n);
    assert_non_null(l->f);
    assert_int_equal(amb_log_open(&l->w, l->f, h, &names, NULL), 0);
}

static void end_log(Log *l)
{
    assert_int_equal(amb_log_error(l->w), 0);
    amb_log_free(&l->w);
    assert_null(l->w);
    assert_int_equal(fclose(l->f), 0);
}

/* The nth line, from 0, in a static buffer. */
static const char *line(const Log *l, int n)
{
    static char buf[4096];
    const char *p = l->text;
    while (n--) {
        p = strchr(p, '\n');
        assert_non_null(p++);
    }
    snprintf(buf, sizeof buf, "%.*s", (int)strcspn(p, "\n"), p);
    return buf;
}

/* JSON is easier to read in C with ' for ". */
static const char *json(const char *text)
{
    static char buf[4096];
    size_t i = 0;
    for (; text[i]; i++)
        buf[i] = text[i] == '\'' ? '"' : text[i];
    buf[i] = '\0';
    return buf;
}

static AmbLogReader *read_text(const char *text, size_t n, FILE **f)
{
    AmbLogReader *r;
    AmbError err = AMB_ERROR_NONE;
    *f = fmemopen((void *)text, n, "r");
    assert_non_null(*f);
    if (amb_log_read_open(&r, *f, "a.jsonl", &err))
        fail_msg("%s", err.text);
    return r;
}

static void next(AmbLogReader *r, AmbLogLine *out)
{
    AmbError err = AMB_ERROR_NONE;
    if (amb_log_read_next(r, out, &err))
        fail_msg("%s", err.text);
}

/* ---- bytes ---- */

static void test_header_and_short_lines(void **state)
{
    (void)state;
    Log l;
    const AmbLogHeader h = header();
    start_log(&l, &h);
    amb_log_frame(l.w, 90);
    amb_log_reset(l.w, 1.5);
    amb_log_pause(l.w, 0.1, 2.5);
    amb_log_reload(l.w, 1e-7, "ab12");
    amb_log_text(l.w, "warn", 2, "tab\tand \"quotes\"");
    amb_log_end(l.w, 600, 12345678901234u, 7);
    end_log(&l);
    assert_string_equal(line(&l, 0), json("{'ambwalk':'log','version':1,'program':'ambwalk test','region':'test','hash':'00ff',"
                                          "'seed':[-7,4000000000],'fps':60,'options':{'variant-pick':'n-1','mono':'on'},"
                                          "'ambient':0.75,'place':'0x7F810001 [0 0 0]','mode':'grid'}"));
    assert_string_equal(line(&l, 1), json("{'ev':'reset','frame':90,'t':1.5}"));
    assert_string_equal(line(&l, 2), json("{'ev':'pause','frame':90,'t':0.10000000000000001,'seconds':2.5}"));
    assert_string_equal(line(&l, 3), json("{'ev':'reload','frame':90,'t':9.9999999999999995e-08,'hash':'ab12'}"));
    assert_string_equal(line(&l, 4), json("{'ev':'warn','t':2,'text':'tab\\tand \\'quotes\\''}"));
    assert_string_equal(line(&l, 5), json("{'ev':'end','frame':90,'t':600,'fires':0,'ran2':12345678901234,'crt':7}"));
    free(l.text);
}

static const AmbEvent played = {
    .time_s = 1.0 / 60, .phase = AMB_PHASE_QUEUE, .sound = 1, .stb = 0, .row = 1, .type = 0x47, .table_id = 0x20000010,
    .outcome = AMB_PLAYED, .rolled = true, .roll = 0.25f, .chance = 0.8f, .volume = 0.9f, .variant = 1, .picked = 1,
    .wave = 0x0A000002, .gate = 300, .probability = 1, .has_pos = true, .pos = {-3.5f, 200.1f, 4}, .dir = AMB_DIR_NW,
    .dist_m = 31.25f, .bearing_deg = 123.4f, .db = -31, .pan = -14, .voice = 3, .length_s = 1, .next_s = 2.75,
    .ran2_draws = 6, .crt_draws = 1,
};

static void test_fire_lines(void **state)
{
    (void)state;
    Log l;
    const AmbLogHeader h = header();
    start_log(&l, &h);
    amb_log_frame(l.w, 1);
    AmbEvent e = played;
    amb_log_fire(l.w, &e);
    e.outcome = AMB_PROB; /* not measured: no bearing, distance, level, pan, voice */
    e.db = AMB_NO_DB;
    e.voice = -1;
    amb_log_fire(l.w, &e);
    e = (AmbEvent){.time_s = 3, .sound = 2, .stb = 1, .row = 0, .constant = true, .type = 0x1234, .table_id = 0x20000011,
                   .outcome = AMB_PLAYED, .volume = 0.5f, .variant = 0, .wave = 0x0A000001, .gate = 0, .db = -6, .voice = 0,
                   .next_s = (double)INFINITY, .ran2_draws = 1, .crt_draws = 1};
    amb_log_fire(l.w, &e);
    e = (AmbEvent){.time_s = 3, .stb = 0, .row = 1, .sound = 1, .type = 0x47, .outcome = AMB_UNARM, .variant = -1, .gate = -1,
                   .db = AMB_NO_DB, .voice = -1, .next_s = -1};
    amb_log_fire(l.w, &e);
    e = (AmbEvent){.time_s = 3, .stb = 0, .row = 0, .type = 0x46, .outcome = AMB_CHANCE, .rolled = true, .roll = 1,
                   .chance = (float)NAN, .variant = -1, .gate = -1, .db = AMB_NO_DB, .voice = -1, .next_s = 3};
    amb_log_fire(l.w, &e);
    assert_int_equal(amb_log_fires(l.w), 5);
    end_log(&l);
    assert_string_equal(line(&l, 1), json("{'ev':'fire','frame':1,'t':0.016666666666666666,'sample':735,'phase':'queue',"
                                          "'sound':1,'name':'b\\'ird\\\\\\n\xC3\xA4\xEF\xBF\xBD','stb':0,'row':1,"
                                          "'kind':'intermittent','table':'20000010','type':'Ambient2','outcome':'played',"
                                          "'roll':0.25,'chance':0.800000012,'volume':0.899999976,'variant':1,"
                                          "'wave':'0A000002','gate':300,'pos':[-3.5,200.100006,4],'dir':'NW',"
                                          "'bearing':123.400002,'dist':31.25,'db':-31,'pan':-14,'voice':3,'next':2.75,"
                                          "'ran2':6,'crt':1}"));
    assert_non_null(strstr(line(&l, 2), json("'outcome':'prob','roll':0.25,'chance':0.800000012,'volume':0.899999976,"
                                             "'variant':1,'wave':'0A000002','gate':300,'pos':[-3.5,200.100006,4],"
                                             "'dir':'NW','next':2.75,'ran2':6,'crt':1}")));
    assert_string_equal(line(&l, 3), json("{'ev':'fire','frame':1,'t':3,'sample':132300,'phase':'rebuild','sound':2,"
                                          "'name':'odd','stb':1,'row':0,'kind':'constant','table':'20000011','type':4660,"
                                          "'outcome':'played','volume':0.5,'variant':0,'wave':'bed.wav','gate':0,'db':-6,"
                                          "'pan':0,'voice':0,'next':'inf','ran2':1,'crt':1}"));
    assert_non_null(strstr(line(&l, 4), json("'outcome':'unarm','chance':0,'ran2':0,'crt':0}")));
    assert_non_null(strstr(line(&l, 5), json("'outcome':'chance','roll':1,'chance':'nan','next':3,'ran2':0,'crt':0}")));
    free(l.text);
}

/* ---- a whole run, read back ---- */

#define MOST_EVENTS 4000

typedef struct Run { Log log; AmbScene *scene; AmbEvent events[MOST_EVENTS]; size_t n; uint64_t frame; } Run;

static void on_event(void *user, const AmbEvent *e)
{
    Run *const r = user;
    amb_log_fire(r->log.w, e);
    assert_true(r->n < MOST_EVENTS);
    r->events[r->n++] = *e;
}

static void on_rebuild(void *user, const AmbRebuild *b)
{
    Run *const r = user;
    amb_log_rebuild(r->log.w, r->scene, b);
}

static void on_reset(void *user, double t)
{
    Run *const r = user;
    amb_log_reset(r->log.w, t);
}

static void make_run(Run *r)
{
    AmbLogHeader h = header();
    const AmbSceneConfig cfg = {.world = &world, .ran2_seed = h.ran2_seed, .crt_seed = h.crt_seed, .options = h.options};
    const AmbSink sink = {r, on_rebuild, on_reset, on_event, NULL};
    memset(r, 0, sizeof *r);
    start_log(&r->log, &h);
    assert_int_equal(amb_scene_create(&r->scene, &cfg, NULL), 0);
    for (; r->frame < 60 * 100; r->frame++) {
        const AmbListener at = {.mode = r->frame % 1000 == 999 ? AMB_RESET : AMB_OUTDOORS, .bx = 100, .by = 100,
                                .x = (float)(r->frame % 190), .y = 20, .heading_deg = 30, .slider = h.ambient, .enabled = true};
        amb_log_frame(r->log.w, r->frame);
        amb_scene_step(r->scene, (double)r->frame / 60, &at, &sink);
    }
    amb_log_end(r->log.w, 100, 0, 0);
    amb_scene_destroy(&r->scene);
    end_log(&r->log);
}

static bool same_or_none(double got, double want, bool applies)
{
    return applies ? got == want : isnan(got);
}

static void check_fire(const AmbLogLine *l, const AmbEvent *e)
{
    const struct AmbLogFire *const f = &l->fire;
    const AmbOutcome o = e->outcome;
    const bool measured = o == AMB_PLAYED || o == AMB_UNDECODABLE || o == AMB_NOVOICE || o == AMB_VOLMIN;
    assert_true(l->t == e->time_s && l->frame == (uint64_t)llround(e->time_s * 60));
    assert_int_equal(f->sample, llround(e->time_s * 44100));
    assert_string_equal(f->outcome, amb_outcome_name(e->outcome));
    assert_string_equal(f->kind, e->constant ? "constant" : "intermittent");
    assert_string_equal(f->wave, e->wave ? wave_label(NULL, e->wave) : "");
    assert_true(f->stb == (int)e->stb && f->row == (int)e->row && f->variant == e->variant && f->voice == e->voice);
    assert_true(f->pan == e->pan && f->ran2 == e->ran2_draws && f->crt == e->crt_draws && f->has_pos == e->has_pos);
    assert_true(same_or_none(f->roll, (double)e->roll, e->rolled));
    assert_true(same_or_none(f->chance, (double)e->chance, !e->constant));
    assert_true(same_or_none(f->volume, (double)e->volume, o != AMB_CHANCE && o != AMB_UNARM));
    assert_true(same_or_none(f->dist, (double)e->dist_m, e->has_pos && measured));
    assert_true(same_or_none(f->bearing, (double)e->bearing_deg, e->has_pos && measured));
    assert_true(same_or_none(f->db, e->db, e->db != AMB_NO_DB));
    assert_true(same_or_none(f->next, e->next_s, e->outcome != AMB_UNARM));
    if (e->has_pos)
        assert_true(f->pos[0] == (double)e->pos.x && f->pos[1] == (double)e->pos.y && f->pos[2] == (double)e->pos.z);
}

static void test_a_run_reads_back(void **state)
{
    (void)state;
    static Run r;
    AmbLogLine l;
    FILE *f;
    unsigned counts[AMB_LOG_OTHER + 1] = {0};
    size_t n = 0;
    make_run(&r);
    AmbLogReader *in = read_text(r.log.text, r.log.n, &f);
    const AmbLogHeader want = header(), *const h = amb_log_read_header(in);
    assert_true(h->ran2_seed == want.ran2_seed && h->crt_seed == want.crt_seed);
    assert_true(h->fps == 60 && h->ambient == 0.75f && !h->live);
    assert_memory_equal(&h->options, &want.options, sizeof want.options);
    assert_string_equal(h->place, want.place);
    for (next(in, &l); l.kind; next(in, &l)) {
        counts[l.kind]++;
        if (l.kind == AMB_LOG_FIRE)
            check_fire(&l, &r.events[n++]);
    }
    assert_int_equal(n, r.n);
    assert_true(n > 50 && counts[AMB_LOG_REBUILD] > 100);
    assert_int_equal(counts[AMB_LOG_RESET], 6);
    assert_int_equal(counts[AMB_LOG_END], 1);
    amb_log_read_free(&in);
    fclose(f);
    free(r.log.text);
}

static void test_rebuild_line(void **state)
{
    (void)state;
    static Run r;
    make_run(&r);
    const char *const want =
        "{'ev':'rebuild','frame':0,'t':0,'cell':'64640001','outdoors':true,'total':%s,'sounds':["
        "{'sound':0,'stb':0,'row':0,'name':'bed','type':'Ambient1','kind':'constant','count':%s,'share':1,'volume':0.5,"
        "'queued':true},"
        "{'sound':1,'stb':0,'row':1,'name':'b\\'ird\\\\\\n\xC3\xA4\xEF\xBF\xBD','type':'Ambient2','kind':'intermittent',"
        "'count':%s,'share':1,'chance':0.800000012,'queued':true,'dirs':[[";
    const char *const end =
        "]]}],'tables':[{'stb':0,'loaded':true,'play_count':2,'loads':1,'not_found':false},"
        "{'stb':1,'loaded':false,'play_count':0,'loads':0,'not_found':false}],'ran2':7,'crt':2}";
    char expected[2000], total[40];
    const char *const got = line(&r.log, 1);
    assert_int_equal(sscanf(strstr(got, "\"total\":") + 8, "%39[0-9.e]", total), 1);
    snprintf(expected, sizeof expected, want, total, total, total);
    assert_memory_equal(got, json(expected), strlen(expected));
    assert_string_equal(got + strlen(got) - strlen(end), json(end));
    free(r.log.text);
}

static void test_same_bytes_under_a_comma_locale(void **state)
{
    (void)state;
    static Run plain, german;
    make_run(&plain);
    if (!german_locale()) {
        print_message("no de_DE.UTF-8 and no localedef to make it\n");
        skip();
    }
    char probe[16];
    snprintf(probe, sizeof probe, "%.1f", 0.5);
    assert_string_equal(probe, "0,5");
    make_run(&german);
    assert_int_equal(plain.log.n, german.log.n);
    assert_memory_equal(plain.log.text, german.log.text, plain.log.n);
    FILE *f;
    AmbLogLine l;
    AmbLogReader *in = read_text(german.log.text, german.log.n, &f);
    size_t n = 0;
    for (next(in, &l); l.kind; next(in, &l))
        if (l.kind == AMB_LOG_FIRE)
            check_fire(&l, &german.events[n++]);
    assert_int_equal(n, german.n);
    setlocale(LC_ALL, "C");
    amb_log_read_free(&in);
    fclose(f);
    free(plain.log.text);
    free(german.log.text);
}

/* ---- random events ---- */

static uint32_t random_bits(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8 | *state << 24;
}

/* Any float, also odd ones. */
static float random_float(uint32_t *state)
{
    const uint32_t bits = random_bits(state);
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static bool same_float(double got, float want)
{
    return isnan(want) ? isnan(got) : got == (double)want;
}

static void test_random_events_read_back(void **state)
{
    (void)state;
    Log l;
    FILE *f;
    AmbLogLine in;
    const AmbLogHeader h = header();
    uint32_t seed = 3;
    static AmbEvent events[2000];
    start_log(&l, &h);
    for (size_t i = 0; i < 2000; i++) {
        AmbEvent *const e = &events[i];
        *e = played;
        e->time_s = (double)random_bits(&seed) / 7;
        e->roll = random_float(&seed);
        e->chance = random_float(&seed);
        e->volume = random_float(&seed);
        e->pos = (AmbVec3){random_float(&seed), random_float(&seed), random_float(&seed)};
        e->dist_m = random_float(&seed);
        e->db = -(double)random_bits(&seed) / 3;
        e->pan = (int)(random_bits(&seed) % 31) - 15;
        e->ran2_draws = (uint64_t)random_bits(&seed) << 20;
        e->gate = (int)(random_bits(&seed) & 0x7FFF);
        amb_log_fire(l.w, e);
    }
    end_log(&l);
    AmbLogReader *r = read_text(l.text, l.n, &f);
    for (size_t i = 0; i < 2000; i++) {
        const AmbEvent *const e = &events[i];
        next(r, &in);
        assert_int_equal(in.kind, AMB_LOG_FIRE);
        assert_int_equal(in.line, i + 2);
        assert_true(in.t == e->time_s && in.fire.db == e->db && in.fire.pan == e->pan && in.fire.ran2 == e->ran2_draws);
        assert_true(same_float(in.fire.roll, e->roll) && same_float(in.fire.chance, e->chance));
        assert_true(same_float(in.fire.volume, e->volume) && same_float(in.fire.dist, e->dist_m));
        assert_true(same_float(in.fire.pos[0], e->pos.x) && same_float(in.fire.pos[2], e->pos.z));
    }
    next(r, &in);
    assert_int_equal(in.kind, AMB_LOG_END_OF_FILE);
    amb_log_read_free(&r);
    fclose(f);
    free(l.text);
}

/* ---- input ---- */

static void test_input_lines_hold_what_changed(void **state)
{
    (void)state;
    Log l;
    FILE *f;
    AmbLogLine in;
    AmbLogHeader h = header();
    h.live = true;
    AmbListener at[5];
    AmbOptions o[5];
    at[0] = (AmbListener){.bx = 0x7F, .by = 0x81, .x = 1.5f, .y = 2, .z = 3, .heading_deg = 90, .slider = 0.75f,
                          .enabled = true};
    at[1] = at[0];
    at[1].x = 1.75f;
    at[2] = at[1];
    at[2].mode = AMB_INDOORS;
    at[2].indoor_cell = 0x0123;
    at[2].seen_outside = true;
    at[3] = at[2];
    at[3].mode = AMB_RESET;
    at[3].enabled = false;
    at[4] = at[0];
    for (int i = 0; i < 5; i++)
        o[i] = h.options;
    o[3].v[AMB_OPT_MONO] = 0;
    o[4].v[AMB_OPT_SPATIAL] = 1;
    start_log(&l, &h);
    for (int i = 0; i < 5; i++) {
        amb_log_frame(l.w, (uint64_t)i);
        amb_log_input(l.w, i * 0.25, &at[i], &o[i]);
    }
    end_log(&l);
    assert_string_equal(line(&l, 1), json("{'ev':'input','frame':0,'t':0,'block':'7F81','pos':[1.5,2,3],'heading':90,"
                                          "'mode':'out','ambient':0.75,'enabled':true}"));
    assert_string_equal(line(&l, 2), json("{'ev':'input','frame':1,'t':0.25,'pos':[1.75,2,3]}"));
    assert_string_equal(line(&l, 3), json("{'ev':'input','frame':2,'t':0.5,'mode':'in','cell':'0123','seen':true}"));
    assert_string_equal(line(&l, 4), json("{'ev':'input','frame':3,'t':0.75,'mode':'reset','enabled':false,"
                                          "'options':{'variant-pick':'n-1'}}"));
    AmbLogReader *r = read_text(l.text, l.n, &f);
    assert_true(amb_log_read_header(r)->live);
    for (int i = 0; i < 5; i++) {
        next(r, &in);
        assert_int_equal(in.kind, AMB_LOG_INPUT);
        assert_true(in.listener.mode == at[i].mode && in.listener.bx == at[i].bx && in.listener.by == at[i].by);
        assert_true(in.listener.x == at[i].x && in.listener.y == at[i].y && in.listener.z == at[i].z);
        assert_true(in.listener.heading_deg == at[i].heading_deg && in.listener.slider == at[i].slider);
        assert_true(in.listener.indoor_cell == at[i].indoor_cell && in.listener.seen_outside == at[i].seen_outside);
        assert_true(in.listener.enabled == at[i].enabled);
        assert_memory_equal(&in.options, &o[i], sizeof o[i]);
    }
    amb_log_read_free(&r);
    fclose(f);
    free(l.text);
}

/* ---- logs of others ---- */

static void test_a_foreign_log(void **state)
{
    (void)state;
    const char *const text =
        "{\"program\":\"port 3\",\"ambwalk\":\"log\",\"colour\":7,\"fps\":30}\r\n"
        "\n"
        "{\"ev\":\"fire\",\"t\":2.0,\"name\":\"bed\",\"pan\":3.0,\"more\":{\"a\":[1]},\"db\":-7}\n"
        "{\"ev\":\"fire\",\"frame\":15}\n"
        "{\"ev\":\"sneeze\",\"t\":3}\n"
        "{\"ev\":\"input\",\"frame\":15}\n"
        "{\"ev\":\"reset\"}";
    FILE *f;
    AmbLogLine l;
    AmbLogReader *r = read_text(text, strlen(text), &f);
    const AmbLogHeader *const h = amb_log_read_header(r);
    assert_string_equal(h->program, "port 3");
    assert_string_equal(h->region, "");
    assert_true(h->fps == 30 && h->ran2_seed == 1 && h->crt_seed == 1 && h->ambient == 1.0f && !h->live);
    next(r, &l);
    assert_true(l.kind == AMB_LOG_FIRE && l.line == 3 && l.t == 2 && l.frame == 60 && l.fire.sample == 88200);
    assert_string_equal(l.fire.name, "bed");
    assert_string_equal(l.fire.outcome, "");
    assert_true(l.fire.pan == 3 && l.fire.db == -7 && isnan(l.fire.dist));
    assert_true(l.fire.variant == -1 && l.fire.voice == -1);
    assert_string_equal(l.text, "{\"ev\":\"fire\",\"t\":2.0,\"name\":\"bed\",\"pan\":3.0,\"more\":{\"a\":[1]},\"db\":-7}");
    next(r, &l);
    assert_true(l.t == 0.5 && l.frame == 15 && isnan(l.fire.db) && l.fire.stb == -1 && !l.fire.has_pos);
    next(r, &l);
    assert_int_equal(l.kind, AMB_LOG_OTHER);
    next(r, &l);
    assert_true(l.kind == AMB_LOG_INPUT && l.listener.enabled && l.listener.slider == 1.0f);
    next(r, &l);
    assert_true(l.kind == AMB_LOG_RESET && isnan(l.t) && l.frame == 0);
    next(r, &l);
    assert_int_equal(l.kind, AMB_LOG_END_OF_FILE);
    next(r, &l);
    assert_int_equal(l.kind, AMB_LOG_END_OF_FILE);
    amb_log_read_free(&r);
    fclose(f);
}

#define HEAD "{\"ambwalk\":\"log\"}\n"

static void test_errors_name_line_and_column(void **state)
{
    (void)state;
    static const struct { const char *text, *start; } cases[] = {
        {"\n", "a:1:1: expected an event log: the file is empty"},
        {"{\"a\":1}", "a:1:1: \"ambwalk\": expected an event log"},
        {"RIFF", "a:1:4: expected one JSON object a line, as in an event log: "},
        {"[1]", "a:1:1: expected one JSON object a line"},
        {"{\"ambwalk\":\"log\",\"version\":2}", "a:1:18: \"version\": a log of a later version"},
        {"{\"ambwalk\":\"log\",\"seed\":[1]}", "a:1:18: \"seed\": expected"},
        {"{\"ambwalk\":\"log\",\"seed\":[1,-1]}", "a:1:18: \"seed\": expected"},
        {"{\"ambwalk\":\"log\",\"fps\":0}", "a:1:18: \"fps\": expected"},
        {"{\"ambwalk\":\"log\",\"options\":{\"fast\":\"on\"}}", "a:1:29: \"fast\": an option"},
        {"{\"ambwalk\":\"log\",\"options\":{\"mono\":\"yes\"}}", "a:1:29: \"mono\": an unknown value"},
        {HEAD "{\"ev\":\"fire\",\"t\":1", "a:2:18: "},
        {HEAD "{\"ev\":\"fire\"} x", "a:2:"},
        {HEAD "{\"frame\":1}", "a:2:1: \"ev\": expected"},
        {HEAD "{\"ev\":\"fire\",\"t\":\"soon\"}", "a:2:14: \"t\": expected a number"},
        {HEAD "{\"ev\":\"fire\",\"t\":1e999}", "a:2:"},
        {HEAD "{\"ev\":\"fire\",\"frame\":-1}", "a:2:14: \"frame\": the number is out of range"},
        {HEAD "{\"ev\":\"fire\",\"pan\":1.5}", "a:2:14: \"pan\": expected a whole number"},
        {HEAD "{\"ev\":\"fire\",\"pos\":[1,2]}", "a:2:14: \"pos\": expected [x,y,z]"},
        {HEAD "{\"ev\":\"fire\",\"pos\":[1,2,null]}", "a:2:14: \"pos\": expected three numbers"},
        {HEAD "{\"ev\":\"fire\",\"name\":5}", "a:2:14: \"name\": expected text"},
        {HEAD "{\"ev\":\"input\",\"block\":\"FF00\"}", "a:2:15: \"block\": expected"},
        {HEAD "{\"ev\":\"input\",\"block\":\"00FF\"}", "a:2:15: \"block\": expected"},
        {HEAD "{\"ev\":\"input\",\"pos\":[0,\"nan\",0]}", "a:2:15: \"pos\": expected x and y within"},
        {HEAD "{\"ev\":\"input\",\"pos\":[0,192,0]}", "a:2:15: \"pos\": expected x and y within"},
        {HEAD "{\"ev\":\"input\",\"pos\":[0,1,\"inf\"]}", "a:2:15: \"pos\": expected x and y within"},
        {HEAD "{\"ev\":\"input\",\"mode\":\"up\"}", "a:2:15: \"mode\": expected"},
        {HEAD "{\"ev\":\"input\",\"seen\":1}", "a:2:15: \"seen\": expected true or false"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        AmbLogReader *r;
        AmbLogLine l;
        AmbError err = AMB_ERROR_NONE;
        FILE *const f = fmemopen((void *)cases[i].text, strlen(cases[i].text), "r");
        int code = amb_log_read_open(&r, f, "a", &err);
        if (!code)
            code = amb_log_read_next(r, &l, &err);
        if (!code)
            fail_msg("accepted: %s", cases[i].text);
        if (strncmp(err.text, cases[i].start, strlen(cases[i].start)) != 0)
            fail_msg("%s: got \"%s\", expected \"%s...\"", cases[i].text, err.text, cases[i].start);
        amb_log_read_free(&r);
        fclose(f);
    }
}

static void test_hostile_lines(void **state)
{
    (void)state;
    const size_t n = (size_t)1 << 20;
    char *const big = malloc(n);
    AmbLogReader *r;
    AmbError err = AMB_ERROR_NONE;
    assert_non_null(big);
    memset(big, '[', n);
    FILE *f = fmemopen(big, n, "r");
    assert_int_equal(amb_log_read_open(&r, f, "a", &err), AMB_E_RANGE); /* longer than a line may be */
    fclose(f);
    f = fmemopen(big, 200000, "r");
    err = (AmbError)AMB_ERROR_NONE;
    assert_int_equal(amb_log_read_open(&r, f, "a", &err), AMB_E_FORMAT); /* too deep */
    fclose(f);
    memset(big, 0, n);
    f = fmemopen(big, 1000, "r");
    assert_int_equal(amb_log_read_open(&r, f, "a", NULL), AMB_E_FORMAT);
    fclose(f);
    free(big);
}

static void test_write_errors_stay(void **state)
{
    (void)state;
    const AmbLogHeader h = header();
    AmbLogWriter *w;
    FILE *const f = fopen("/dev/full", "w");
    assert_non_null(f);
    setvbuf(f, NULL, _IONBF, 0);
    assert_int_equal(amb_log_open(&w, f, &h, &names, NULL), 0);
    amb_log_reset(w, 1);
    assert_int_not_equal(amb_log_error(w), 0);
    amb_log_free(&w);
    fclose(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_header_and_short_lines),
        cmocka_unit_test(test_fire_lines),
        cmocka_unit_test(test_a_run_reads_back),
        cmocka_unit_test(test_rebuild_line),
        cmocka_unit_test(test_random_events_read_back),
        cmocka_unit_test(test_input_lines_hold_what_changed),
        cmocka_unit_test(test_a_foreign_log),
        cmocka_unit_test(test_errors_name_line_and_column),
        cmocka_unit_test(test_hostile_lines),
        cmocka_unit_test(test_write_errors_stay),
        cmocka_unit_test(test_same_bytes_under_a_comma_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
