/* trace_text.c - a scene's rebuilds and events as the vectors' trace lines. */
#include "amb/scenario.h"

#include "amb/num.h"

#include <inttypes.h>
#include <string.h>

static const char header[] =
    "# trace v1; B frame time cell outdoors total total_hex nsounds nr nc; S i desc id kind count count_hex share value "
    "value_hex on_queue ndir {dir min max}; T desc loaded play_count loads not_found; F frame time nsounds; E frame "
    "time phase sound desc id kind stype stb outcome variant wave haspos x y z vol dist pan db voice next nr nc; Z "
    "frames events nr nc queue cursor nsounds\n";

/* ---- columns: each writes a tab, then the value ---- */

static void put_text(FILE *f, const char *text)
{
    fputc('\t', f);
    fputs(text, f);
}

static void put_int(FILE *f, int64_t v)
{
    fprintf(f, "\t%" PRId64, v);
}

static void put_uint(FILE *f, uint64_t v)
{
    fprintf(f, "\t%" PRIu64, v);
}

static void put_hex(FILE *f, uint32_t v)
{
    fprintf(f, "\t%08" PRIX32, v);
}

static void put_f32(FILE *f, float v)
{
    char buf[AMB_NUM_TEXT];
    put_text(f, amb_f32_text(buf, v));
}

static void put_bits(FILE *f, float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    put_hex(f, bits);
}

static void put_f64(FILE *f, double v)
{
    char buf[AMB_NUM_TEXT];
    put_text(f, amb_f64_short(buf, v));
}

/* ---- lines ---- */

static void put_sound(FILE *f, uint32_t index, const AmbSoundState *s)
{
    fputc('S', f);
    put_uint(f, index);
    put_uint(f, s->stb);
    put_uint(f, s->row);
    put_text(f, s->constant ? "C" : "I");
    put_f32(f, s->count);
    put_bits(f, s->count);
    put_f32(f, s->share);
    put_f32(f, s->value);
    put_bits(f, s->value);
    put_int(f, s->queued);
    put_uint(f, s->n_dirs);
    for (uint32_t i = 0; i < s->n_dirs; i++) {
        put_int(f, s->dirs[i].dir);
        put_f32(f, s->dirs[i].min_m);
        put_f32(f, s->dirs[i].max_m);
    }
    fputc('\n', f);
}

static void put_tables(const AmbTrace *t)
{
    for (uint32_t i = 0; i < t->region->n_stbs; i++) {
        AmbStbState s;
        amb_scene_stb(t->scene, i, &s);
        fputc('T', t->out);
        put_uint(t->out, i);
        put_int(t->out, s.loaded);
        put_uint(t->out, s.play_count);
        put_uint(t->out, s.loads);
        put_int(t->out, s.not_found);
        fputc('\n', t->out);
    }
}

static void on_rebuild(void *user, const AmbRebuild *r)
{
    const AmbTrace *const t = user;
    FILE *const f = t->out;
    fputc('B', f);
    put_uint(f, t->frame);
    put_f64(f, r->time_s);
    put_hex(f, r->cell);
    put_int(f, r->scanned);
    put_f32(f, r->total);
    put_bits(f, r->total);
    put_uint(f, r->n_sounds);
    put_uint(f, r->ran2_draws);
    put_uint(f, r->crt_draws);
    fputc('\n', f);
    for (uint32_t i = 0; i < r->n_sounds; i++) {
        AmbSoundState s;
        amb_scene_sound(t->scene, i, &s);
        put_sound(f, i, &s);
    }
    put_tables(t);
}

static void on_reset(void *user, double time_s)
{
    const AmbTrace *const t = user;
    AmbSceneState s;
    amb_scene_state(t->scene, &s);
    fputc('F', t->out);
    put_uint(t->out, t->frame);
    put_f64(t->out, time_s);
    put_uint(t->out, s.n_sounds);
    fputc('\n', t->out);
    put_tables(t);
}

static void on_event(void *user, const AmbEvent *e)
{
    AmbTrace *const t = user;
    FILE *const f = t->out;
    fputc('E', f);
    put_uint(f, t->frame);
    put_f64(f, e->time_s);
    put_text(f, e->phase == AMB_PHASE_REBUILD ? "R" : "Q");
    put_uint(f, e->sound);
    put_uint(f, e->stb);
    put_uint(f, e->row);
    put_text(f, e->constant ? "C" : "I");
    put_uint(f, e->type);
    put_hex(f, e->table_id);
    put_text(f, amb_outcome_name(e->outcome));
    put_int(f, e->variant);
    put_hex(f, e->wave);
    put_int(f, e->has_pos);
    put_f32(f, e->pos.x);
    put_f32(f, e->pos.y);
    put_f32(f, e->pos.z);
    put_f32(f, e->volume);
    put_f32(f, e->dist_m);
    put_int(f, e->pan);
    put_f64(f, e->db);
    put_int(f, e->voice);
    put_f64(f, e->next_s);
    put_uint(f, e->ran2_draws);
    put_uint(f, e->crt_draws);
    fputc('\n', f);
    t->events++;
}

void amb_trace_begin(AmbTrace *t, FILE *out, const AmbScene *scene, const AmbRegion *region)
{
    *t = (AmbTrace){out, scene, region, 0, 0, 0};
    fputs(header, out);
}

AmbSink amb_trace_sink(AmbTrace *t)
{
    return (AmbSink){t, on_rebuild, on_reset, on_event, NULL};
}

void amb_trace_end(const AmbTrace *t)
{
    AmbSceneState s;
    amb_scene_state(t->scene, &s);
    fputc('Z', t->out);
    put_uint(t->out, t->frames);
    put_uint(t->out, t->events);
    put_uint(t->out, s.ran2_draws);
    put_uint(t->out, s.crt_draws);
    put_uint(t->out, s.queue_len);
    put_int(t->out, s.voice_cursor);
    put_uint(t->out, s.n_sounds);
    fputc('\n', t->out);
}
