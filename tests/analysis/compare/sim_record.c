/* sim_record.c - a recording of the simulated client: its integer mix, then everything between there and the file. */
#include "sim.h"

#include <math.h>
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MIX_RATE 11025.0       /* of the client */
#define HIGH_RATE 44100.0      /* of this program */
#define SINC_REACH 24
#define PI 3.14159265358979323846

typedef struct Mix { float *ch[2]; size_t n; double rate; bool whole; } Mix; /* in 16-bit steps; whole: of integers */

/* The grid that voices start on. */
static double start_of(const SimChain *chain, double t_s)
{
    const double rate = chain->high ? HIGH_RATE : MIX_RATE;
    const double t = chain->mix_block_s > 0 ? ceil(t_s / chain->mix_block_s) * chain->mix_block_s : t_s;
    return round(t * rate) / rate;
}

static void mix_event(Mix *m, const SimEvent *e, const AmbCmpWave *w, const SimChain *chain)
{
    const size_t at = (size_t)llround(start_of(chain, e->t_s) * m->rate);
    const double near = pow(10, e->db / 20), far = pow(10, (e->db - abs(e->pan)) / 20), step = (double)w->rate_hz / m->rate;
    const double gain[2] = {e->pan > 0 ? far : near, e->pan < 0 ? far : near};
    for (size_t i = 0; at + i < m->n; i++) {
        const double pos = (double)i * step;
        const size_t k = (size_t)pos;
        if (k + 1 >= w->n)
            break;
        for (int c = 0; c < 2; c++) {
            const float *x = c && w->right ? w->right : w->samples;
            const double sample = 32768 * ((double)x[k] + (pos - (double)k) * (double)(x[k + 1] - x[k]));
            m->ch[c][at + i] += (float)(m->whole ? trunc(sample * gain[c]) : sample * gain[c]);
        }
    }
}

/* What the client hands on: 16 bit, here with full scale 1. */
static void saturate(Mix *m)
{
    for (int c = 0; c < 2; c++)
        for (size_t i = 0; i < m->n; i++)
            m->ch[c][i] = fminf(fmaxf(m->ch[c][i], -32768), 32767) / 32768;
}

/* Both channels at `at`, by straight lines. */
static void linear_at(const Mix *m, double at, double out[2])
{
    const double k = floor(at);
    for (int c = 0; c < 2; c++) {
        const float *x = m->ch[c];
        out[c] = k < 0 || k + 1 >= (double)m->n ? 0 : (double)x[(size_t)k] + (at - k) * (double)(x[(size_t)k + 1] - x[(size_t)k]);
    }
}

typedef struct Turns { double cosine[2 * SINC_REACH + 1], sine[2 * SINC_REACH + 1]; } Turns; /* of pi i / SINC_REACH */

static void turns_init(Turns *t)
{
    for (int i = -SINC_REACH; i <= SINC_REACH; i++) {
        t->cosine[i + SINC_REACH] = cos(PI * i / SINC_REACH);
        t->sine[i + SINC_REACH] = sin(PI * i / SINC_REACH);
    }
}

/* Both channels at `at`, by a sinc under a Hann window; sines and cosines of sums, so that a sample takes three of them and not a hundred. */
static void sinc_at(const Mix *m, const Turns *t, double at, double out[2])
{
    const double k = floor(at), f = at - k, top = sin(PI * f) / PI, cosine = cos(PI * f / SINC_REACH), sine = sin(PI * f / SINC_REACH);
    out[0] = out[1] = 0;
    for (int i = -SINC_REACH; i <= SINC_REACH; i++) {
        const double d = i - f, j = k + i;
        if (j < 0 || j >= (double)m->n || fabs(d) >= SINC_REACH)
            continue;
        const double sinc = fabs(d) < 1e-9 ? 1 : i % 2 ? top / d : -top / d;
        const double weight = sinc * (0.5 + 0.5 * (t->cosine[i + SINC_REACH] * cosine + t->sine[i + SINC_REACH] * sine));
        for (int c = 0; c < 2; c++)
            out[c] += weight * (double)m->ch[c][(size_t)j];
    }
}

/* The client's mix as the sound system hands it on, at the recording's rate and by its clock. */
static void resample(SimRecording *out, const Mix *m, const SimChain *chain)
{
    const double gain = pow(10, chain->gain_db / 20), rate = chain->rate_hz;
    Turns turns;
    turns_init(&turns);
    for (uint64_t i = 0; i < out->frames; i++) {
        const double at = ((double)i / rate * (1 + chain->ppm * 1e-6) - chain->lead_s) * m->rate;
        double v[2];
        if (chain->sinc)
            sinc_at(m, &turns, at, v);
        else
            linear_at(m, at, v);
        for (int c = 0; c < 2; c++)
            out->stereo[2 * i + (uint64_t)c] = (float)(gain * v[c]);
    }
}

/* Footsteps: short low-passed noise in walks; hits: a few inharmonic partials. Peaks at `peak`. */
static void add_burst(float *stereo, uint64_t frames, uint64_t at, double rate, double peak, bool hit, SimRandom *r)
{
    const double seconds = hit ? 0.4 : sim_uniform(r, 0.04, 0.09), decay = hit ? 0.08 : seconds / 3, side = sim_uniform(r, 0.4, 1);
    double low = 0, largest = 1e-9, hz[4];
    const uint64_t n = (uint64_t)(seconds * rate);
    float *x = calloc(n + 1, sizeof *x);
    for (int k = 0; k < 4; k++)
        hz[k] = sim_uniform(r, 400, 4500);
    for (uint64_t i = 0; i < n; i++) {
        const double t = (double)i / rate, env = exp(-t / decay) * fmin(1, t / 0.002);
        double v = 0;
        if (hit) {
            for (int k = 0; k < 4; k++)
                v += sin(2 * PI * hz[k] * t);
        } else {
            low += 0.15 * (sim_normal(r) - low);
            v = low;
        }
        x[i] = (float)(v * env);
        largest = fmax(largest, fabs((double)x[i]));
    }
    for (uint64_t i = 0; i < n && at + i < frames; i++) {
        stereo[2 * (at + i)] += (float)((double)x[i] / largest * peak);
        stereo[2 * (at + i) + 1] += (float)((double)x[i] / largest * peak * side);
    }
    free(x);
}

static void add_foreign(SimRecording *rec, double rate, double peak_dbfs, SimRandom *r)
{
    const double peak = pow(10, peak_dbfs / 20), seconds = (double)rec->frames / rate;
    for (double t = sim_uniform(r, 1, 4); t < seconds;) { /* a walk of some steps, then a pause, sometimes a blow */
        const unsigned steps = 6 + sim_below(r, 14);
        for (unsigned k = 0; k < steps && t < seconds; k++, t += sim_uniform(r, 0.33, 0.45))
            add_burst(rec->stereo, rec->frames, (uint64_t)(t * rate), rate, peak * sim_uniform(r, 0.5, 1), false, r);
        if (sim_below(r, 2) && t < seconds)
            add_burst(rec->stereo, rec->frames, (uint64_t)(t * rate), rate, peak * sim_uniform(r, 0.5, 1), true, r);
        t += sim_uniform(r, 1, 6);
    }
}

static void quantise(SimRecording *rec)
{
    for (uint64_t i = 0; i < 2 * rec->frames; i++) {
        const double v = round((double)rec->stereo[i] * 32768);
        rec->stereo[i] = (float)(fmin(fmax(v, -32768), 32767) / 32768);
    }
}

bool sim_have_mp3(void)
{
    return system("ffmpeg -hide_banner -loglevel quiet -encoders 2>/dev/null | grep -q libmp3lame") == 0;
}

static bool write_wav(const char *path, const SimRecording *rec)
{
    SF_INFO info = {.samplerate = (int)rec->source.rate_hz, .channels = 2, .format = SF_FORMAT_WAV | SF_FORMAT_PCM_16};
    SNDFILE *f = sf_open(path, SFM_WRITE, &info);
    if (!f)
        return false;
    const bool ok = sf_writef_float(f, rec->stereo, (sf_count_t)rec->frames) == (sf_count_t)rec->frames;
    return sf_close(f) == 0 && ok;
}

static bool read_back(const char *path, SimRecording *rec)
{
    SF_INFO info = {0};
    SNDFILE *f = sf_open(path, SFM_READ, &info);
    if (!f || info.channels != 2)
        return false;
    memset(rec->stereo, 0, 2 * rec->frames * sizeof *rec->stereo);
    sf_readf_float(f, rec->stereo, (sf_count_t)rec->frames);
    return sf_close(f) == 0;
}

static bool through_mp3(SimRecording *rec)
{
    char dir[] = "/tmp/ambsimXXXXXX", wav[64], mp3[64], command[256];
    if (!mkdtemp(dir))
        return false;
    snprintf(wav, sizeof wav, "%s/a.wav", dir);
    snprintf(mp3, sizeof mp3, "%s/a.mp3", dir);
    snprintf(command, sizeof command, "ffmpeg -hide_banner -loglevel error -y -i %s -c:a libmp3lame -b:a 128k %s </dev/null", wav, mp3);
    const bool ok = write_wav(wav, rec) && system(command) == 0 && read_back(mp3, rec);
    unlink(wav);
    unlink(mp3);
    rmdir(dir);
    if (!ok)
        fprintf(stderr, "MP3 there and back failed\n");
    return ok;
}

static int read_memory(void *user, uint64_t first, size_t n, float *stereo, AmbError *err)
{
    (void)err;
    const SimRecording *rec = user;
    memcpy(stereo, rec->stereo + 2 * first, 2 * n * sizeof *stereo);
    return AMB_OK;
}

static void note_truth(SimRecording *rec, const SimEvents *e, const AmbCmpWaves *waves, const SimChain *chain)
{
    Truth *t = &rec->truth;
    *t = (Truth){.v = calloc(e->n + 1, sizeof *t->v), .drift_ppm = chain->ppm, .gain_db = chain->gain_db, .mp3 = chain->mp3,
                 .foreign = isfinite(chain->foreign_dbfs), .noise_dbfs = chain->noise_dbfs};
    for (size_t i = 0; i < e->n; i++) {
        const SimEvent *v = &e->v[i];
        const AmbCmpWave *w = &waves->v[v->wave];
        const double file_s = (start_of(chain, v->t_s) + chain->lead_s) / (1 + chain->ppm * 1e-6);
        const double length = (double)w->n / (double)w->rate_hz;
        if (file_s + length < 0 || file_s >= chain->seconds)
            continue;
        t->v[t->n++] = (TruthEvent){file_s, v->wave, (int)lround(v->db), v->pan, file_s < 0 || file_s + length > chain->seconds};
    }
}

bool sim_record(SimRecording *out, const SimEvents *e, const AmbCmpScene *s, const AmbCmpWaves *waves, const SimChain *chain, SimRandom *r)
{
    (void)s;
    *out = (SimRecording){.frames = (uint64_t)(chain->seconds * chain->rate_hz)};
    const double rate = chain->rate_hz;
    Mix m = {.rate = chain->high ? HIGH_RATE : MIX_RATE, .whole = !chain->high};
    m.n = (size_t)((chain->seconds - chain->lead_s + 1) * m.rate);
    m.ch[0] = calloc(m.n + 1, sizeof *m.ch[0]);
    m.ch[1] = calloc(m.n + 1, sizeof *m.ch[1]);
    out->stereo = calloc(2 * out->frames + 2, sizeof *out->stereo);
    for (size_t i = 0; i < e->n; i++)
        if (waves->v[e->v[i].wave].n && e->v[i].t_s * m.rate < (double)m.n)
            mix_event(&m, &e->v[i], &waves->v[e->v[i].wave], chain);
    saturate(&m);
    resample(out, &m, chain);
    free(m.ch[0]);
    free(m.ch[1]);
    if (isfinite(chain->foreign_dbfs))
        add_foreign(out, rate, chain->foreign_dbfs, r);
    const double noise = isfinite(chain->noise_dbfs) ? pow(10, chain->noise_dbfs / 20) : 0;
    for (uint64_t i = 0; noise > 0 && i < 2 * out->frames; i++)
        out->stereo[i] += (float)(noise * sim_normal(r));
    quantise(out);
    out->source = (AmbCmpSource){.user = out, .rate_hz = chain->rate_hz, .channels = 2, .frames = out->frames, .read = read_memory};
    note_truth(out, e, waves, chain);
    return !chain->mp3 || through_mp3(out);
}

void sim_recording_free(SimRecording *rec)
{
    free(rec->stereo);
    truth_free(&rec->truth);
    *rec = (SimRecording){0};
}
