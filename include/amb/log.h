/* log.h - the event log: JSON lines, one object a line, UTF-8, `\n`.
 *
 * THE SCHEMA (version 1).  This page is what other programs write against; keys they cannot fill are left out.
 * Numbers: float32 as %.9g, double as %.17g, integers as integers; not finite: the strings "nan", "inf", "-inf".
 * Keys stand in the order given; readers must not depend on it.  Unknown keys are ignored by readers.
 *
 * 1  header, first line
 *    {"ambwalk":"log","version":1,"program":"ambwalk 0.1.0","region":NAME,"hash":SHA256HEX,"seed":[RAN2,CRT],"fps":60,
 *     "options":{"variant-pick":"n-1",...},"ambient":1,"place":"/loc line","mode":"grid"}
 *      options: only those that leave the default (supplement section 8).  ambient: the slider at the start.
 *      mode: "grid" (frame n at n / fps: trace, render, scripted walk) or "live" (every frame's time is logged).
 *
 * 2  rebuild (a new cell, or the first frame), before the fires it causes
 *    {"ev":"rebuild","frame":N,"t":S,"cell":"7F810016","outdoors":true,"total":F,"sounds":[SOUND,...],"tables":[TABLE,...],"ran2":N,"crt":N}
 *      outdoors: the land was scanned (also indoors with the outside seen).  ran2, crt: running draw counts, after the rebuild's fires.
 *      SOUND, in order of first meeting: {"sound":I,"stb":I,"row":I,"name":TEXT,"type":"Ambient2"|number,"kind":"constant"|"intermittent",
 *          "count":F,"share":F,"volume":F (constant) | "chance":F (intermittent),"queued":BOOL,"dirs":[["N",min,max],...] (intermittent)}
 *      TABLE, one per STB: {"stb":I,"loaded":BOOL,"play_count":N,"loads":N,"not_found":BOOL}
 *
 * 3  fire: every firing attempt, also one that comes to nothing
 *    {"ev":"fire","frame":N,"t":S,"sample":N,"phase":"rebuild"|"queue","sound":I,"name":TEXT,"stb":I,"row":I,"kind":K,"table":T,
 *     "type":T,"outcome":O,"roll":F,"chance":F,"volume":F,"variant":I,"wave":W,"gate":N,"pos":[x,y,z],"dir":"NE","bearing":F,"dist":F,
 *     "db":N,"pan":N,"voice":N,"next":S,"ran2":N,"crt":N}
 *      sample: llround(t * 44100) from the run's start.  outcome: played chance nosound prob volmin novoice undecodable unarm.
 *      Absent where it does not apply: roll, chance (constant), volume (chance, unarm), variant (none picked), wave (none), gate (not drawn),
 *      pos dir bearing dist (no position; bearing and dist also when not computed), db (not computed), pan (likewise), voice (none), next (unarm).
 *      bearing: degrees from the sound to the listener, as retail takes it.  wave: 8 hex digits for .dat and for a region wave that
 *      has an id, else its name; table likewise.  db: whole unless no-quantise.
 *
 * 4  {"ev":"reset","frame":N,"t":S}     objcell 0: tables flushed
 *
 * 5  input (mode live only: every frame; keys whose value is that of the frame before are left out)
 *    {"ev":"input","frame":N,"t":S,"block":"7F81","pos":[x,y,z],"heading":F,"mode":"out"|"in"|"reset","cell":"0100","seen":BOOL,"ambient":F,
 *     "enabled":BOOL,"options":{all that leave the default}}
 *    {"ev":"pause","frame":N,"t":S,"seconds":S}   deadlines and voices were shifted by this before the next frame
 *    {"ev":"reload","frame":N,"t":S,"hash":SHA256HEX}  the region was read again; the scene starts anew with the generators where they were
 *
 * 6  {"ev":"device","t":S,"text":TEXT}  {"ev":"warn","t":S,"text":TEXT}   nothing that changes an event
 *
 * 7  {"ev":"end","frame":N,"t":S,"fires":N,"ran2":N,"crt":N}   last line of a run that ended by itself
 *
 * WHAT MAY BE MISSING, in a log that another program writes, key by key.  Only "ambwalk":"log" in the header and "ev" elsewhere must be
 * there.  `diff` passes over a key that one of two logs has not written; `compare --theirs` takes a fire's
 *      t, frame, sample   one of them: the time (frame and sample by the header's fps, 60 when missing, and by 44100)
 *      name, wave         one of them: which sound.  A wave that several sounds share leaves open which of them it was; a name that
 *                         several sounds share needs stb and row
 *      outcome            missing: it played, unless other fires of the log have a wave, or a wave and a db, that this one lacks
 *      db                 missing: levels are not tested
 *      pan                missing: directions and distances of intermittent sounds are not tested
 *      wave or variant    missing: which row came is not tested
 * and nothing else: roll, chance, volume, gate, pos, dir, bearing, dist, voice, next, ran2, crt and all other lines are for `diff` and
 * for reading.  Failed attempts need not be there.  The run's length is from the first line's time to the last one's.
 */
#ifndef AMB_LOG_H
#define AMB_LOG_H

#include "amb/error.h"
#include "amb/scene.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AMB_LOG_RATE 44100 /* samples a second of "sample" */

typedef struct AmbLogWriter AmbLogWriter;

typedef struct AmbLogHeader {
    const char *program, *region, *hash;
    int32_t ran2_seed;
    uint32_t crt_seed;
    double fps;
    AmbOptions options;
    float ambient;
    const char *place;  /* /loc line */
    bool live;          /* mode "live" */
} AmbLogHeader;

/* Names for what the core only numbers. */
typedef struct AmbLogNames {
    const AmbRegion *region;
    void *user;
    const char *(*wave_label)(void *user, uint32_t wave); /* valid until the next call; never NULL */
} AmbLogNames;

/* Writes to f, which stays the caller's.  The header is written at once. Write errors are sticky: amb_log_error(). */
int amb_log_open(AmbLogWriter **out, FILE *f, const AmbLogHeader *h, const AmbLogNames *names, AmbError *err);
void amb_log_free(AmbLogWriter **w);
/* After a reload: the region that the next lines speak of (the struct is copied, at amb_log_open too). */
void amb_log_set_names(AmbLogWriter *w, const AmbLogNames *names);
void amb_log_frame(AmbLogWriter *w, uint64_t frame);                          /* number of the step that follows */
void amb_log_rebuild(AmbLogWriter *w, const AmbScene *s, const AmbRebuild *r);
void amb_log_fire(AmbLogWriter *w, const AmbEvent *e);
void amb_log_reset(AmbLogWriter *w, double t);
void amb_log_input(AmbLogWriter *w, double t, const AmbListener *at, const AmbOptions *o);
void amb_log_pause(AmbLogWriter *w, double t, double seconds);
void amb_log_reload(AmbLogWriter *w, double t, const char *hash);
void amb_log_text(AmbLogWriter *w, const char *ev, double t, const char *text); /* ev: "device", "warn" */
void amb_log_end(AmbLogWriter *w, double t, uint64_t ran2, uint64_t crt);
int amb_log_error(const AmbLogWriter *w);                                      /* errno of the first failed write, or 0 */
uint64_t amb_log_fires(const AmbLogWriter *w);

/* ---- reading ---- */

typedef struct AmbLogReader AmbLogReader;
typedef enum AmbLogKind { AMB_LOG_END_OF_FILE, AMB_LOG_REBUILD, AMB_LOG_FIRE, AMB_LOG_RESET, AMB_LOG_INPUT, AMB_LOG_PAUSE, AMB_LOG_RELOAD,
               AMB_LOG_END, AMB_LOG_OTHER } AmbLogKind;

typedef struct AmbLogLine {
    AmbLogKind kind;
    unsigned line;          /* 1-based */
    uint64_t frame;         /* missing: from t and the header's fps */
    double t;               /* missing: from frame and the header's fps, else from sample; NAN when all are */
    const char *text;       /* the raw line without newline, valid until the next read */
    AmbListener listener;   /* INPUT: complete (left-out keys filled from the line before) */
    AmbOptions options;     /* INPUT: likewise */
    double seconds;         /* PAUSE */
    const char *hash;       /* RELOAD; valid until the next read; "" when missing */
    struct AmbLogFire {     /* FIRE: what comparisons need.  Missing keys: "", -1, NAN; pan 0; sample from t; ran2, crt 0 */
        uint64_t sample;
        const char *name, *wave, *kind, *outcome; /* valid until the next read */
        int stb, row, variant, pan, voice;
        bool has_pan;
        double db, dist, bearing, next, chance, volume, roll;
        bool has_pos;
        double pos[3];
        uint64_t ran2, crt;
    } fire;
} AmbLogLine;

/* Reads f, which stays the caller's, to its end line by line; empty lines are skipped, lines over 16 MiB are an error.
 * file (copied) names it in errors, "FILE:LINE:COL: ...": the column of what is wrong, or of its key.  The first line must be a
 * header with "ambwalk":"log"; its other keys may be missing ("" and 0; seed 1, fps 60, ambient 1).
 * An option that this program does not know is an error: the log could not be understood without it. */
int amb_log_read_open(AmbLogReader **out, FILE *f, const char *file, AmbError *err);
void amb_log_read_free(AmbLogReader **r);
const char *amb_log_read_file(const AmbLogReader *r);                         /* as given, for errors */
const AmbLogHeader *amb_log_read_header(const AmbLogReader *r);               /* strings valid while the reader lives */
int amb_log_read_next(AmbLogReader *r, AmbLogLine *out, AmbError *err);       /* 0 also at the end (kind END_OF_FILE) */

#ifdef __cplusplus
}
#endif
#endif
