/* sounds.c - the table of the demo's sounds, and what is done to each before it is written.
 *
 * A bed is re-fired every (length - fade) seconds, so its last `fade` seconds sound together with the first of the next:
 * both are faded with equal power, and the level near both ends is steered to the wave's own mean.
 */
#include "sounds.h"

#include "writers.h"

#include <math.h>
#include <stdio.h>

typedef struct DemoSound {
    const char *name;
    SoundMaker make;
    unsigned rate_hz, variants;
    double length_s;
    double fade_s; /* > 0: a bed */
    double peak_db;
} DemoSound;

static const DemoSound sounds[] = {
    /* name         maker               rate  variants length fade  peak */
    {"sea",           bed_sea,           11025, 2, 5.3, 0.8, -3},
    {"surf",          bed_surf,          22050, 3, 7.0, 1.0, -2},
    {"meadow_wind",   bed_meadow_wind,   11025, 3, 5.8, 0.8, -3},
    {"crickets",      bed_crickets,      22050, 2, 3.2, 0.6, -3},
    {"leaves",        bed_leaves,        11025, 2, 6.3, 0.8, -3},
    {"pines",         bed_pines,         11025, 2, 5.5, 0.8, -3},
    {"marsh",         bed_marsh,         11025, 2, 6.3, 0.8, -3},
    {"brook",         bed_brook,         22050, 2, 4.2, 0.6, -3},
    {"waterfall",     bed_waterfall,     22050, 1, 5.0, 0.6, -3},
    {"mountain_wind", bed_mountain_wind, 11025, 2, 5.8, 0.8, -3},
    {"snow_wind",     bed_snow_wind,     11025, 2, 5.8, 0.8, -3},
    {"desert_wind",   bed_desert_wind,   11025, 2, 5.3, 0.8, -3},
    {"murmur",        bed_murmur,        11025, 2, 5.3, 0.8, -3},

    {"gull",          bird_gull,          11025, 4, 1.6, 0, -3},
    {"oystercatcher", bird_oystercatcher, 22050, 3, 1.4, 0, -3},
    {"skylark",       bird_skylark,       22050, 3, 2.0, 0, -3},
    {"thrush",        bird_thrush,        22050, 4, 1.8, 0, -2},
    {"cuckoo",        bird_cuckoo,        11025, 3, 2.0, 0, -2},
    {"great_tit",     bird_great_tit,     22050, 3, 1.4, 0, -3},
    {"woodpecker",    bird_woodpecker,    11025, 3, 1.4, 0, -2},
    {"pigeon",        bird_pigeon,        11025, 3, 2.4, 0, -3},
    {"owl",           bird_owl,           11025, 3, 2.6, 0, -2},
    {"raven",         bird_raven,         11025, 3, 1.5, 0, -3},
    {"bittern",       bird_bittern,       11025, 3, 2.2, 0, -2},
    {"buzzard",       bird_buzzard,       11025, 3, 1.5, 0, -3},
    {"rooster",       bird_rooster,       11025, 3, 2.0, 0, -3},

    {"bee",           creature_bee,       11025, 3, 2.2, 0, -4},
    {"frog",          creature_frog,      11025, 5, 1.0, 0, -3},
    {"wolf",          creature_wolf,      11025, 3, 3.6, 0, -2},
    {"cicada",        creature_cicada,    22050, 3, 1.2, 0, -5},
    {"hooves",        creature_hooves,    11025, 3, 1.5, 0, -3},
    {"horse",         creature_horse,     11025, 3, 1.5, 0, -3},
    {"fish",          creature_fish,      11025, 3, 0.9, 0, -3},

    {"reeds",         thing_reeds,        11025, 3, 1.4, 0, -4},
    {"drip",          thing_drip,         22050, 5, 0.8, 0, -2},
    {"gust",          thing_gust,         11025, 3, 2.5, 0, -3},
    {"thunder",       thing_thunder,      11025, 3, 4.0, 0, -2},
    {"pebbles",       thing_pebbles,      22050, 3, 1.5, 0, -3},
    {"ice",           thing_ice,          22050, 3, 1.0, 0, -3},
    {"sand",          thing_sand,         11025, 3, 1.8, 0, -4},
    {"bell",          thing_bell,         11025, 3, 3.5, 0, -2},
    {"anvil",         thing_anvil,        22050, 3, 1.2, 0, -4},
};

/* Mean square over a quarter of a second around each sample, as a curve. */
static Signal power_curve(const Signal *x)
{
    Signal p = sig_like(x);
    const size_t half = (size_t)(0.125 * x->rate_hz);
    double sum = 0.0;
    size_t from = 0, to = 0;

    for (size_t i = 0; i < x->n; i++) {
        for (; to < x->n && to < i + half; to++)
            sum += x->s[to] * x->s[to];
        for (; from + half < i; from++)
            sum -= x->s[from] * x->s[from];
        p.s[i] = sum / (double)(to - from);
    }
    return p;
}

static double mean(const Signal *x)
{
    double sum = 0.0;

    for (size_t i = 0; i < x->n; i++)
        sum += x->s[i];
    return sum / (double)x->n;
}

/* Steers the level within the fades (and as long again) to the mean level. */
static void level_ends(Signal *x, double fade_s)
{
    Signal p = power_curve(x);
    const double target = mean(&p), length_s = (double)x->n / x->rate_hz;

    for (size_t i = 0; i < x->n; i++) {
        const double t_s = (double)i / x->rate_hz;
        const double to_end_s = t_s < length_s - t_s ? t_s : length_s - t_s;
        const double pull = dm_smooth(2.0 * fade_s, fade_s, to_end_s);

        x->s[i] *= dm_mix(1.0, dm_sqrt(target / p.s[i]), pull);
    }
    sig_free(&p);
}

/* Cuts what is 50 dB below the peak at the end of a one-shot. */
static void trim(Signal *x)
{
    const double quiet = 0.003 * sig_peak(x);

    while (x->n > 1 && fabs(x->s[x->n - 1]) < quiet)
        x->n--;
}

static void finish(Signal *x, const DemoSound *d)
{
    sig_highpass(x, 30.0, 0.71); /* no offset */
    if (d->fade_s > 0.0) {
        level_ends(x, d->fade_s);
        sig_fade(x, d->fade_s, d->fade_s);
    } else {
        trim(x);
        sig_fade(x, 0.004, 0.030);
    }
    sig_scale(x, dm_gain(d->peak_db) / sig_peak(x));
    x->s[0] = 0.0;
    x->s[x->n - 1] = 0.0;
}

static int write_one(const DemoSound *d, unsigned variant, const char *dir, AmbError *err)
{
    DmRng rng = dm_rng(d->name, variant);
    Signal x = sig_new(d->length_s, d->rate_hz);
    char path[4096];
    int rc;

    d->make(&x, &rng, variant);
    finish(&x, d);
    snprintf(path, sizeof path, "%s/sounds/%s_%u.wav", dir, d->name, variant + 1);
    rc = demo_write_wav(path, x.s, x.n, d->rate_hz, err);
    sig_free(&x);
    return rc;
}

int sounds_write(const char *dir, AmbError *err)
{
    for (size_t k = 0; k < sizeof sounds / sizeof *sounds; k++)
        for (unsigned v = 0; v < sounds[k].variants; v++) {
            const int rc = write_one(&sounds[k], v, dir, err);

            if (rc)
                return rc;
        }
    return 0;
}
