/* replay.c - reads a live log's inputs back. */
#include "replay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct AmbReplay {
    const char *path;
    const AmbSource *source;
    FILE *f;
    AmbLogReader *reader;
    AmbLogFacts facts;
    double t_s; /* of the last frame, then of the end */
};

static int open_reader(AmbReplay *p, AmbError *err)
{
    const bool standard = strcmp(p->path, "-") == 0;
    p->f = standard ? stdin : fopen(p->path, "rb");
    if (!p->f)
        return amb_error(err, AMB_E_IO, "%s: cannot open: %s", p->path, strerror(errno));
    return amb_log_read_open(&p->reader, p->f, standard ? "standard input" : p->path, err);
}

static int take_header(AmbReplay *p, AmbError *err)
{
    const AmbLogHeader *const h = amb_log_read_header(p->reader);
    if (!h->live)
        return amb_error(err, AMB_E_UNSUPPORTED,
                         "%s:1: a log of a scripted walk does not hold the walk; render it again with its "
                         "--walk and --seed",
                         p->path);
    if (strcmp(h->hash, amb_source_hash(p->source)) != 0)
        return amb_error(err, AMB_E_UNSUPPORTED, "%s:1: made over \"%s\" with hash %.12s..., not over %s (%.12s...)",
                         p->path, h->region, h->hash, amb_source_path(p->source), amb_source_hash(p->source));
    p->facts = (AmbLogFacts){
        .ran2_seed = h->ran2_seed,
        .crt_seed = h->crt_seed,
        .fps = h->fps,
        .options = h->options,
        .ambient = h->ambient,
        .live = true,
    };
    AmbError why = AMB_ERROR_NONE;
    if (amb_place_parse(&p->facts.place, h->place, &why))
        return amb_error(err, AMB_E_FORMAT, "%s:1: place: %s", p->path, why.text);
    return AMB_OK;
}

int amb_replay_open(AmbReplay **out, const char *path, const AmbSource *source, AmbError *err)
{
    *out = NULL;
    AmbReplay *p = calloc(1, sizeof *p);
    if (!p)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", path);
    p->path = path;
    p->source = source;
    int code = open_reader(p, err);
    if (!code)
        code = take_header(p, err);
    if (code)
        amb_replay_close(&p);
    *out = p;
    return code;
}

void amb_replay_close(AmbReplay **replay)
{
    AmbReplay *const p = *replay;
    *replay = NULL;
    if (!p)
        return;
    amb_log_read_free(&p->reader);
    if (p->f && p->f != stdin)
        fclose(p->f);
    free(p);
}

const AmbLogFacts *amb_replay_facts(const AmbReplay *p)
{
    return &p->facts;
}

/* What was read again can be followed when it is what is here now. */
static int reload(const AmbReplay *p, AmbRun *run, const AmbLogLine *line, AmbError *err)
{
    const char *const hash = amb_source_hash(p->source);
    if (strcmp(line->hash, hash) != 0)
        return amb_error(err, AMB_E_UNSUPPORTED,
                         "%s:%u: here the region was read again with hash %.12s..., not what %s has now (%.12s...)",
                         p->path, line->line, line->hash, amb_source_path(p->source), hash);
    return amb_run_reload(run, amb_source_world(p->source), hash, err);
}

/* The frame that an input line is. */
static int take_input(AmbReplay *p, AmbRun *run, const AmbLogLine *line, AmbListener *at, AmbError *err)
{
    if (!(line->t >= p->t_s))
        return amb_error(err, AMB_E_FORMAT, "%s:%u: time runs backwards", p->path, line->line);
    p->t_s = line->t;
    *at = line->listener;
    amb_run_set_options(run, &line->options);
    return AMB_OK;
}

int amb_replay_next(AmbReplay *p, AmbRun *run, double *t_s, AmbListener *at, bool *more, AmbError *err)
{
    AmbLogLine line;
    *more = true;
    for (;;) {
        int code = amb_log_read_next(p->reader, &line, err);
        if (code)
            return code;
        if (line.kind == AMB_LOG_INPUT) {
            code = take_input(p, run, &line, at, err);
            *t_s = p->t_s;
            return code;
        }
        if (line.kind == AMB_LOG_PAUSE)
            amb_run_shift(run, line.t, line.seconds);
        else if (line.kind == AMB_LOG_RELOAD)
            code = reload(p, run, &line, err);
        else if (line.kind == AMB_LOG_END && line.t > p->t_s)
            p->t_s = line.t;
        *more = line.kind != AMB_LOG_END_OF_FILE;
        *t_s = p->t_s;
        if (!*more || code)
            return code;
    }
}
