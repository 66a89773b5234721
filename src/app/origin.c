/* origin.c - seed, place and region on one line. */
#include "origin.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define ORIGINATOR "ambwalk " AMB_VERSION

static size_t put_departures(char *to, size_t cap, const AmbOptions *o)
{
    size_t n = 0;
    for (int i = 0; i < AMB_OPT_COUNT && n < cap; i++) {
        const AmbOptionInfo *const info = amb_option_info((AmbOption)i);
        if (o->v[i])
            n += (size_t)snprintf(to + n, cap - n, ", %s=%s", info->name, info->values[1]);
    }
    return n < cap ? n : cap - 1;
}

static void put_now(AmbOrigin *o)
{
    const time_t now = time(NULL);
    struct tm tm = {0};
    localtime_r(&now, &tm);
    strftime(o->date, sizeof o->date, "%Y-%m-%d", &tm);
    strftime(o->time, sizeof o->time, "%H:%M:%S", &tm);
}

AmbRecorderOrigin amb_origin_make(AmbOrigin *o, const AmbSource *source, const AmbLogFacts *facts, uint64_t first_sample, bool dated)
{
    char loc[AMB_LOC_TEXT], departures[256];
    departures[put_departures(departures, sizeof departures, &facts->options)] = '\0';
    snprintf(o->description, sizeof o->description, "seed %d:%u, at %s%s, region %.100s %.12s", facts->ran2_seed, facts->crt_seed,
             amb_place_loc_text(loc, &facts->place), departures, amb_source_name(source), amb_source_hash(source));
    if (dated)
        put_now(o);
    return (AmbRecorderOrigin){o->description, ORIGINATOR, dated ? o->date : NULL, dated ? o->time : NULL, first_sample};
}
