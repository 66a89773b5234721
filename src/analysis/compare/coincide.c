/* coincide.c - constant sounds with the same waves and the same min_rate fire in the same frame for ever, and now and then draw the same
 * wave: what is heard then is one wave, as loud as both together.  Such an event is two. */
#include "calibrate.h"

#include <math.h>
#include <stdlib.h>

#define CLASSES_MOST 16      /* of one wave at one moment: each constant, each two of them */
#define SURVEYED 400         /* events that are asked how much louder the recording is */
#define ALIKE_DB 0.1         /* between an event's offset and another's that agrees */
#define SUM_DB 0.3           /* between an event and the sum that it is */

/* What an event may be: one constant's fire, or two at once. */
typedef struct Class {
    double db, more_db;      /* levels of the two, predicted */
    double sum_db;           /* of what is heard */
    bool two;
} Class;

static double sum_of(double a, double b)
{
    return 20 * log10(pow(10, a / 20) + pow(10, b / 20));
}

static void add_class(Class c[CLASSES_MOST], size_t *n, Class next)
{
    if (*n < CLASSES_MOST)
        c[(*n)++] = next;
}

/* 0 where others than constants play the wave, too. */
static size_t classes_of(const AmbCmpScene *scene, unsigned wave, double t_s, Class c[CLASSES_MOST])
{
    size_t n = 0;
    float rate[CLASSES_MOST];
    for (size_t i = 0; cmp_only_constants(scene, wave) && i < scene->n_sounds; i++) {
        const AmbCmpSound *s = &scene->sounds[i];
        const AmbCmpSegment *g = cmp_plays(s, (int)wave) ? amb_cmp_sound_at(s, t_s) : NULL;
        double db;
        if (!g || n == CLASSES_MOST || !cmp_constant_level(scene, s, g, &db))
            continue;
        rate[n] = s->min_rate_s;
        add_class(c, &n, (Class){.db = db, .sum_db = db});
    }
    const size_t alone = n;
    for (size_t a = 0; a < alone; a++)
        for (size_t b = a + 1; b < alone; b++)
            if (!(rate[a] < rate[b]) && !(rate[a] > rate[b]))
                add_class(c, &n, (Class){c[a].db, c[b].db, sum_of(c[a].db, c[b].db), true});
    return n;
}

/* ---- how much louder the recording is, as far as the constants tell ---- */

typedef struct Survey {
    float *offset;           /* each event's, once for each class */
    size_t *first;           /* of each event; one more than events */
    size_t n_events;
    bool sums;               /* any class of two at all */
} Survey;

static bool take_survey(Survey *s, const AmbCmpDetection *d, const AmbCmpScene *scene)
{
    const size_t step = d->n_heard / SURVEYED + 1;
    *s = (Survey){.offset = malloc((SURVEYED + 1) * CLASSES_MOST * sizeof *s->offset), .first = calloc(SURVEYED + 2, sizeof *s->first)};
    for (size_t i = 0; s->offset && s->first && i < d->n_heard; i += step) {
        Class c[CLASSES_MOST];
        const AmbCmpHeard *h = &d->heard[i];
        const size_t n = h->z >= AMB_CMP_Z_LEVEL && !h->cut ? classes_of(scene, h->wave, h->t_s + d->scene_start_s, c) : 0;
        if (!n)
            continue;
        for (size_t k = 0; k < n; k++) {
            s->offset[s->first[s->n_events] + k] = (float)(h->near_db - c[k].sum_db);
            s->sums |= c[k].two;
        }
        s->first[s->n_events + 1] = s->first[s->n_events] + n;
        s->n_events++;
    }
    return s->offset && s->first;
}

static size_t agreeing(const Survey *s, float offset)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n_events; i++)
        for (size_t k = s->first[i]; k < s->first[i + 1]; k++)
            if (fabsf(s->offset[k] - offset) < (float)ALIKE_DB) {
                n++;
                break;
            }
    return n;
}

/* The one that explains most events. */
static bool settle_offset(const Survey *s, double *offset)
{
    size_t best = 0;
    for (size_t k = 0; k < s->first[s->n_events]; k++) {
        const size_t n = agreeing(s, s->offset[k]);
        if (n > best) {
            best = n;
            *offset = (double)s->offset[k];
        }
    }
    return best > 0;
}

/* ---- two of one ---- */

/* The class that the event is nearest to, if that is a sum. */
static bool is_sum(const AmbCmpDetection *d, const AmbCmpScene *scene, const AmbCmpHeard *h, double offset, Class *found)
{
    Class c[CLASSES_MOST];
    const size_t n = classes_of(scene, h->wave, h->t_s + d->scene_start_s, c);
    double apart = SUM_DB;
    *found = (Class){.two = false};
    for (size_t k = 0; k < n; k++) {
        const double db = fabs(h->near_db - offset - c[k].sum_db);
        if (db < apart) {
            apart = db;
            *found = c[k];
        }
    }
    return found->two;
}

static AmbCmpHeard part_of(const AmbCmpHeard *h, double change_db)
{
    AmbCmpHeard part = *h;
    const double gain = pow(10, change_db / 20);
    for (int c = 0; c < 2; c++)
        part.db[c] += change_db;
    part.near_db += change_db;
    part.z *= gain;
    part.sigma_db /= gain;
    return part;
}

static int split(AmbCmpDetection *d, const AmbCmpScene *scene, double offset)
{
    const size_t n = d->n_heard;
    AmbCmpHeard *more = realloc(d->heard, (2 * n + 1) * sizeof *more);
    if (!more)
        return AMB_E_NOMEM;
    d->heard = more;
    for (size_t i = 0; i < n; i++) {
        const AmbCmpHeard h = d->heard[i];
        Class c;
        if (!is_sum(d, scene, &h, offset, &c))
            continue;
        d->heard[i] = part_of(&h, c.db - c.sum_db);
        d->heard[d->n_heard++] = part_of(&h, c.more_db - c.sum_db);
    }
    return AMB_OK;
}

int cmp_split_coinciding(AmbCmpDetection *d, const AmbCmpScene *scene, AmbError *err)
{
    Survey s;
    double offset;
    bool ok = take_survey(&s, d, scene);
    if (ok && s.sums && settle_offset(&s, &offset))
        ok = split(d, scene, offset) == AMB_OK;
    free(s.offset);
    free(s.first);
    return ok ? AMB_OK : amb_error(err, AMB_E_NOMEM, "comparison: out of memory");
}
