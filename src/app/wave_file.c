/* wave_file.c - see wave_file.h */
#include "wave_file.h"

#include "amb/recorder.h"

#define CHUNK 4096

static int write_samples(AmbRecorder *r, const AmbPcm *p, AmbError *err)
{
    float chunk[CHUNK];
    const size_t n = p->frames * p->channels, step = CHUNK / p->channels * p->channels;
    for (size_t at = 0; at < n; at += step) {
        const size_t k = n - at < step ? n - at : step;
        for (size_t i = 0; i < k; i++)
            chunk[i] = p->is_float ? p->f32[at + i] : (float)p->s16[at + i] / 32768.0f;
        const int code = amb_recorder_write(r, chunk, k / p->channels, err);
        if (code)
            return code;
    }
    return AMB_OK;
}

int amb_wave_file_write(const char *path, const AmbPcm *p, AmbError *err)
{
    AmbRecorder *r = NULL;
    const AmbRecorderConfig cfg = {
        .path = path, .format = p->is_float ? AMB_F32 : AMB_S16, .rate_hz = p->rate_hz, .channels = p->channels,
    };
    int code = amb_recorder_open(&r, &cfg, err);
    if (!code)
        code = write_samples(r, p, err);
    if (!code)
        code = amb_recorder_close(&r, err);
    amb_recorder_abort(&r);
    return code;
}
