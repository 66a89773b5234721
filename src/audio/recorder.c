/* recorder.c - samples and labels into a file that appears whole or not at all. */
#include "recorder_internal.h"

#include "amb/num.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define RIFF_LIMIT 0xFFFFFFFFull

unsigned amb_sample_bytes(AmbSampleFormat f)
{
    return f == AMB_S16 ? 2 : f == AMB_S24 ? 3 : 4;
}

void amb_quantise(AmbSampleFormat f, const float *in, int32_t *out, size_t n)
{
    const float scale = f == AMB_S16 ? 32768.0f : 8388608.0f; /* a power of two: the product is exact */
    for (size_t i = 0; i < n; i++) {
        const float v = in[i] * scale;
        if (v >= scale - 1.0f)
            out[i] = (int32_t)(scale - 1.0f);
        else if (v <= -scale)
            out[i] = (int32_t)-scale;
        else
            out[i] = v == v ? (int32_t)lrintf(v) : 0;
    }
}

int amb_recorder_write_error(const AmbRecorder *r, AmbError *err)
{
    return amb_error(err, AMB_E_IO, "%s: cannot write: %s", r->out.path, strerror(errno ? errno : EIO));
}

bool amb_recorder_is_flac(const char *path)
{
    const size_t n = strlen(path);
    return n >= 5 && strcasecmp(path + n - 5, ".flac") == 0;
}

static void destroy(AmbRecorder **r)
{
    AmbRecorder *const p = *r;
    amb_outfile_abort(&p->out);
    for (size_t i = 0; i < p->n_labels; i++)
        free(p->labels[i].text);
    free(p->labels);
    free(p->path);
    free(p->labels_path);
    free(p);
    *r = NULL;
}

static int check_config(const AmbRecorderConfig *cfg, bool flac, AmbError *err)
{
    if (cfg->channels < 1 || cfg->channels > 2 || cfg->rate_hz == 0)
        return amb_error(err, AMB_E_RANGE, "%s: %u channels at %u Hz, expected 1 or 2 and a rate above 0", cfg->path, cfg->channels,
                         cfg->rate_hz);
    if (flac && cfg->grows)
        return amb_error(err, AMB_E_UNSUPPORTED, "%s: FLAC cannot be read while it is written: choose a .wav name", cfg->path);
    if (flac && cfg->format == AMB_F32)
        return amb_error(err, AMB_E_UNSUPPORTED, "%s: FLAC holds 16 or 24 bit, not float: choose one of those or a .wav name", cfg->path);
    return AMB_OK;
}

static void put_text(uint8_t *to, size_t size, const char *text)
{
    if (text)
        memcpy(to, text, strnlen(text, size));
}

/* EBU Tech 3285, version 1: texts are padded with zeros, all else is zero. */
static void make_bext(uint8_t *b, const AmbRecorderOrigin *o)
{
    put_text(b, 256, o->description);
    put_text(b + 256, 32, o->originator);
    put_text(b + 320, 10, o->date);
    put_text(b + 330, 8, o->time);
    for (unsigned i = 0; i < 8; i++)
        b[338 + i] = (uint8_t)(o->first_sample >> (8 * i));
    b[346] = 1;
}

int amb_recorder_open(AmbRecorder **out, const AmbRecorderConfig *cfg, AmbError *err)
{
    *out = NULL;
    const bool flac = amb_recorder_is_flac(cfg->path);
    int code = check_config(cfg, flac, err);
    if (code)
        return code;
    AmbRecorder *r = calloc(1, sizeof *r);
    if (!r)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", cfg->path);
    r->format = flac ? &amb_flac_format : &amb_wav_format;
    r->samples = cfg->format;
    r->rate_hz = cfg->rate_hz;
    r->channels = cfg->channels;
    r->riff_limit = RIFF_LIMIT;
    r->has_bext = cfg->origin != NULL;
    if (cfg->origin)
        make_bext(r->bext, cfg->origin);
    r->path = strdup(cfg->path);
    r->labels_path = cfg->labels_path ? strdup(cfg->labels_path) : NULL;
    if (!r->path || (cfg->labels_path && !r->labels_path))
        code = amb_error(err, AMB_E_NOMEM, "%s: no memory", cfg->path);
    if (!code)
        code = cfg->grows ? amb_outfile_open_growing(&r->out, cfg->path, err) : amb_outfile_open(&r->out, cfg->path, err);
    if (!code) {
        code = r->format->begin(r, err);
        if (code)
            r->format->drop(r);
    }
    if (code)
        destroy(&r);
    *out = r;
    return code;
}

int amb_recorder_room(const AmbRecorder *r, uint64_t frames, AmbError *err)
{
    if (r->format != &amb_wav_format)
        return AMB_OK;
    return amb_outfile_room(&r->out, frames * r->channels * amb_sample_bytes(r->samples), err);
}

static void measure(AmbRecorder *r, const float *x, size_t n)
{
    float peak = r->peak;
    uint64_t over = 0;
    for (size_t i = 0; i < n; i++) {
        const float a = fabsf(x[i]);
        peak = a > peak ? a : peak;
        over += !(a <= 1.0f);
    }
    r->peak = peak;
    r->over_scale += over;
}

int amb_recorder_write(AmbRecorder *r, const float *interleaved, size_t frames, AmbError *err)
{
    if (r->failed)
        return amb_error(err, AMB_E_IO, "%s: cannot write: an earlier write failed", r->path);
    measure(r, interleaved, frames * r->channels);
    errno = 0;
    int code = r->format->write(r, interleaved, frames, err);
    if (!code) {
        r->frames += frames;
        code = r->format->wrote ? r->format->wrote(r, err) : AMB_OK;
    }
    r->failed = code != AMB_OK;
    return code;
}

int amb_recorder_label(AmbRecorder *r, uint64_t at_frame, uint64_t length_frames, const char *text, AmbError *err)
{
    if (r->n_labels == r->cap_labels) {
        const size_t cap = r->cap_labels ? r->cap_labels * 2 : 64;
        AmbLabel *const grown = realloc(r->labels, cap * sizeof *grown);
        if (!grown)
            return amb_error(err, AMB_E_NOMEM, "%s: no memory for a label", r->path);
        r->labels = grown;
        r->cap_labels = cap;
    }
    char *const copy = strdup(text);
    if (!copy)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory for a label", r->path);
    r->labels[r->n_labels] = (AmbLabel){at_frame, length_frames, r->n_labels, copy};
    r->n_labels++;
    return AMB_OK;
}

/* ---- labels ---- */

static int label_order(const void *a, const void *b)
{
    const AmbLabel *const x = a, *const y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

/* The labels' own file when one was named, or NAME.txt beside a FLAC.  *path is NULL when there is none; the caller frees it. */
static int labels_file(const AmbRecorder *r, char **path, AmbError *err)
{
    *path = NULL;
    const bool beside = !r->labels_path && r->n_labels > 0 && r->format == &amb_flac_format;
    if (!r->labels_path && !beside)
        return AMB_OK;
    *path = strdup(beside ? r->path : r->labels_path);
    if (!*path)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", r->path);
    if (beside)
        memcpy(*path + strlen(*path) - strlen(".flac"), ".txt", sizeof ".txt");
    return AMB_OK;
}

static void put_line(FILE *f, const AmbRecorder *r, const AmbLabel *l)
{
    char start[AMB_NUM_TEXT], end[AMB_NUM_TEXT];
    amb_fixed_text(start, (double)l->at / r->rate_hz, 6);
    amb_fixed_text(end, (double)(l->at + l->length) / r->rate_hz, 6);
    fprintf(f, "%s\t%s\t", start, end);
    for (const char *c = l->text; *c; c++)
        fputc(*c == '\t' || *c == '\n' || *c == '\r' ? ' ' : *c, f);
    fputc('\n', f);
}

static int write_labels(AmbRecorder *r, const char *path, AmbError *err)
{
    AmbOutFile o;
    const int code = amb_outfile_open(&o, path, err);
    if (code)
        return code;
    for (size_t i = 0; i < r->n_labels; i++)
        put_line(o.f, r, &r->labels[i]);
    return amb_outfile_commit(&o, err);
}

/* The sound is whole on disk before the labels get their name, and gets its own name last. */
static int finish(AmbRecorder *r, AmbError *err)
{
    if (r->n_labels > 0)
        qsort(r->labels, r->n_labels, sizeof *r->labels, label_order);
    errno = 0;
    int code = r->format->end(r, err);
    if (!code && (fflush(r->out.f) != 0 || ferror(r->out.f)))
        code = amb_recorder_write_error(r, err);
    char *labels = NULL;
    if (!code)
        code = labels_file(r, &labels, err);
    if (!code && labels)
        code = write_labels(r, labels, err);
    if (!code) {
        code = amb_outfile_commit(&r->out, err);
        if (code && labels)
            unlink(labels);
    }
    free(labels);
    return code;
}

int amb_recorder_close(AmbRecorder **r, AmbError *err)
{
    if (!*r)
        return AMB_OK;
    int code = AMB_OK;
    if ((*r)->failed)
        code = amb_error(err, AMB_E_IO, "%s: cannot write: an earlier write failed", (*r)->path);
    else
        code = finish(*r, err);
    (*r)->format->drop(*r);
    destroy(r);
    return code;
}

void amb_recorder_abort(AmbRecorder **r)
{
    if (!*r)
        return;
    (*r)->format->drop(*r);
    destroy(r);
}

uint64_t amb_recorder_frames(const AmbRecorder *r)
{
    return r->frames;
}

uint64_t amb_recorder_over_scale(const AmbRecorder *r)
{
    return r->over_scale;
}

double amb_recorder_peak(const AmbRecorder *r)
{
    return (double)r->peak;
}
