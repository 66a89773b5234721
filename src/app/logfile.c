/* logfile.c - opening and closing the event log of a run. */
#include "logfile.h"

#include <string.h>

static const char *label_of(void *user, uint32_t wave)
{
    return amb_source_wave_label(user, wave);
}

int amb_log_start(AmbLogWriter **out, FILE *f, const AmbSource *source, const AmbLogFacts *facts, AmbError *err)
{
    char place[AMB_LOC_TEXT];
    const AmbLogHeader header = {
        .program = "ambwalk " AMB_VERSION,
        .region = amb_source_name(source),
        .hash = amb_source_hash(source),
        .ran2_seed = facts->ran2_seed,
        .crt_seed = facts->crt_seed,
        .fps = facts->fps,
        .options = facts->options,
        .ambient = facts->ambient,
        .place = amb_place_loc_text(place, &facts->place),
        .live = facts->live,
    };
    const AmbLogNames names = {amb_source_world(source)->region, (void *)source, label_of};
    return amb_log_open(out, f, &header, &names, err);
}

void amb_log_follow(AmbLogWriter *w, const AmbSource *source)
{
    const AmbLogNames names = {amb_source_world(source)->region, (void *)source, label_of};
    amb_log_set_names(w, &names);
}

int amb_logfile_open(AmbLogFile *l, const char *path, const AmbSource *source, const AmbLogFacts *facts, AmbError *err)
{
    memset(l, 0, sizeof *l);
    if (!path)
        return AMB_OK;
    int code = amb_outfile_open(&l->file, path, err);
    if (code)
        return code;
    code = amb_log_start(&l->writer, l->file.f, source, facts, err);
    if (code)
        amb_logfile_abort(l);
    return code;
}

int amb_logfile_check(const AmbLogFile *l, AmbError *err)
{
    const int e = l->writer ? amb_log_error(l->writer) : 0;
    return e ? amb_error(err, AMB_E_IO, "%s: cannot write: %s", l->file.path, strerror(e)) : AMB_OK;
}

int amb_logfile_commit(AmbLogFile *l, AmbError *err)
{
    amb_log_free(&l->writer);
    return amb_outfile_commit(&l->file, err);
}

void amb_logfile_abort(AmbLogFile *l)
{
    amb_log_free(&l->writer);
    amb_outfile_abort(&l->file);
}
