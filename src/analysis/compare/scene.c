/* scene.c - the predicted scene as data: building, freeing, writing. */
#include "amb/compare_scene.h"
#include "amb/num.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void amb_cmp_scene_init(AmbCmpScene *s)
{
    *s = (AmbCmpScene){.slider = 1.0f};
}

static void free_sound(AmbCmpSound *sound)
{
    for (size_t i = 0; i < sound->n_rows; i++)
        free(sound->rows[i].wave);
    free(sound->rows);
    free(sound->segments);
    free(sound->name);
}

void amb_cmp_scene_free(AmbCmpScene *s)
{
    for (size_t i = 0; i < s->n_sounds; i++)
        free_sound(&s->sounds[i]);
    for (size_t i = 0; i < s->n_waves; i++)
        free(s->waves[i]);
    free(s->sounds);
    free(s->waves);
    free(s->wave_s);
    amb_cmp_scene_init(s);
}

/* Room for one more element; arrays double at powers of two, so that no capacity needs to be kept. */
static void *grown(void *array, size_t n, size_t element)
{
    if (n & (n - 1) || (n > SIZE_MAX / 2 / element))
        return n & (n - 1) ? array : NULL;
    return realloc(array, (n ? 2 * n : 1) * element);
}

AmbCmpSound *amb_cmp_scene_add_sound(AmbCmpScene *s, const char *name, bool constant)
{
    AmbCmpSound *sounds = grown(s->sounds, s->n_sounds, sizeof *sounds);
    if (!sounds)
        return NULL;
    s->sounds = sounds;
    char *copy = strdup(name);
    if (!copy)
        return NULL;
    sounds[s->n_sounds] = (AmbCmpSound){.name = copy, .constant = constant, .stb = -1, .row = -1};
    return &sounds[s->n_sounds++];
}

/* Index of a wave's name, added when new; -1 out of memory. */
static int intern_wave(AmbCmpScene *s, const char *wave)
{
    for (size_t i = 0; i < s->n_waves; i++)
        if (!strcmp(s->waves[i], wave))
            return (int)i;
    char **waves = grown(s->waves, s->n_waves, sizeof *waves);
    if (!waves)
        return -1;
    s->waves = waves;
    waves[s->n_waves] = strdup(wave);
    return waves[s->n_waves] ? (int)s->n_waves++ : -1;
}

AmbCmpRow *amb_cmp_scene_add_row(AmbCmpScene *s, AmbCmpSound *sound, const char *wave, float probability)
{
    const int index = *wave ? intern_wave(s, wave) : -1;
    if (*wave && index < 0)
        return NULL;
    AmbCmpRow *rows = grown(sound->rows, sound->n_rows, sizeof *rows);
    if (!rows)
        return NULL;
    sound->rows = rows;
    char *copy = strdup(wave);
    if (!copy)
        return NULL;
    rows[sound->n_rows] = (AmbCmpRow){.wave = copy, .probability = probability, .wave_index = index};
    return &rows[sound->n_rows++];
}

AmbCmpSegment *amb_cmp_scene_add_segment(AmbCmpSound *sound, double t_s, float share)
{
    AmbCmpSegment *segments = grown(sound->segments, sound->n_segments, sizeof *segments);
    if (!segments)
        return NULL;
    sound->segments = segments;
    segments[sound->n_segments] = (AmbCmpSegment){.t_s = t_s, .share = share, .heading_deg = NAN};
    return &segments[sound->n_segments++];
}

const AmbCmpSegment *amb_cmp_sound_at(const AmbCmpSound *s, double t_s)
{
    if (!s->n_segments)
        return NULL;
    size_t lo = 0, hi = s->n_segments; /* the answer is in [lo, hi) */
    while (hi - lo > 1) {
        const size_t mid = lo + (hi - lo) / 2;
        if (s->segments[mid].t_s <= t_s)
            lo = mid;
        else
            hi = mid;
    }
    return &s->segments[lo];
}

/* ---- writing ---- */

#define LONGEST_NAME 1000 /* bytes; each may be a double quote, written as two, and a line still holds the rest */

static void put_float(FILE *f, const char *key, float v)
{
    char text[AMB_NUM_TEXT];
    fprintf(f, " %s=%s", key, amb_f32_text(text, v));
}

static void put_name(FILE *f, const char *name)
{
    const bool quoted = !*name || strpbrk(name, " \t#\"");
    fputs(quoted ? " \"" : " ", f);
    for (const char *p = name; *p; p++)
        fputs(*p == '"' ? "\"\"" : (char[]){*p, '\0'}, f);
    if (quoted)
        fputc('"', f);
}

static int check_name(const char *name, AmbError *err)
{
    if (strpbrk(name, "\n\r"))
        return amb_error(err, AMB_E_UNSUPPORTED, "a scene page cannot hold the name \"%s\": it has a line break", name);
    if (strlen(name) > LONGEST_NAME)
        return amb_error(err, AMB_E_RANGE, "a scene page cannot hold a name longer than %d bytes: %s", LONGEST_NAME, name);
    return AMB_OK;
}

static int check_names(const AmbCmpScene *s, AmbError *err)
{
    int rc = AMB_OK;
    for (size_t i = 0; !rc && i < s->n_sounds; i++)
        rc = check_name(s->sounds[i].name, err);
    for (size_t i = 0; !rc && i < s->n_waves; i++)
        rc = check_name(s->waves[i], err);
    return rc;
}

static void write_segment(const AmbCmpSegment *g, FILE *f)
{
    char text[AMB_NUM_TEXT];
    fprintf(f, "  segment t=%s", amb_f64_short(text, g->t_s));
    put_float(f, "share", g->share);
    if (!isnan(g->heading_deg))
        put_float(f, "heading", g->heading_deg);
    fputc('\n', f);
    for (unsigned i = 0; i < g->n_slots; i++) {
        fputs("    dir", f);
        put_float(f, "bearing", g->slots[i].bearing_deg);
        put_float(f, "min", g->slots[i].min_m);
        put_float(f, "max", g->slots[i].max_m);
        fputc('\n', f);
    }
}

static void write_sound(const AmbCmpSound *s, FILE *f)
{
    fputs("sound", f);
    put_name(f, s->name);
    fputs(s->constant ? " constant" : " intermittent", f);
    put_float(f, "min_rate", s->min_rate_s);
    put_float(f, "max_rate", s->max_rate_s);
    put_float(f, "base_chance", s->base_chance);
    put_float(f, "volume", s->volume);
    fputc('\n', f);
    for (size_t i = 0; i < s->n_rows; i++) {
        fputs("  wave", f);
        put_name(f, s->rows[i].wave);
        put_float(f, "probability", s->rows[i].probability);
        fputc('\n', f);
    }
    for (size_t i = 0; i < s->n_segments; i++)
        write_segment(&s->segments[i], f);
}

int amb_cmp_scene_write(const AmbCmpScene *s, FILE *f, AmbError *err)
{
    char a[AMB_NUM_TEXT], b[AMB_NUM_TEXT], c[AMB_NUM_TEXT];
    const int rc = check_names(s, err);
    if (rc)
        return rc;
    fprintf(f, "scene 1\nduration %s\nheading %s\nslider %s\n", amb_f64_short(a, s->duration_s), amb_f32_text(b, s->heading_deg),
            amb_f32_text(c, s->slider));
    for (size_t i = 0; i < s->n_sounds; i++)
        write_sound(&s->sounds[i], f);
    return ferror(f) ? amb_error(err, AMB_E_IO, "scene: cannot write: %s", strerror(errno)) : AMB_OK;
}
