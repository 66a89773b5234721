/* logfile.h - the event log of a run: its header's facts from the source, its file whole or not at all. */
#ifndef AMB_APP_LOGFILE_H
#define AMB_APP_LOGFILE_H

#include "source.h"

#include "amb/log.h"
#include "amb/outfile.h"

/* What the header says beside program, region and hash. */
typedef struct AmbLogFacts {
    int32_t ran2_seed;
    uint32_t crt_seed;
    double fps;
    AmbOptions options;
    float ambient;  /* the slider at the start */
    AmbPlace place; /* z finite */
    bool live;
} AmbLogFacts;

/* A writer to f, which stays the caller's, for a run over this source; the source outlives it. */
int amb_log_start(AmbLogWriter **out, FILE *f, const AmbSource *source, const AmbLogFacts *facts, AmbError *err);

/* After a reload: the next lines speak of this source, which outlives the writer. */
void amb_log_follow(AmbLogWriter *w, const AmbSource *source);

typedef struct AmbLogFile {
    AmbLogWriter *writer; /* NULL: no log was asked for */
    AmbOutFile file;
} AmbLogFile;

/* path: NULL for no log, "-" for standard output. */
int amb_logfile_open(AmbLogFile *l, const char *path, const AmbSource *source, const AmbLogFacts *facts, AmbError *err);
/* AMB_E_IO once a write has failed; harmless when no log was asked for. */
int amb_logfile_check(const AmbLogFile *l, AmbError *err);
/* Renames the file into place when every write went well.  *l is empty afterwards in every case. */
int amb_logfile_commit(AmbLogFile *l, AmbError *err);
void amb_logfile_abort(AmbLogFile *l); /* nothing stays; harmless when empty */

#endif
