/* sound.c - reading and comparing samples. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sound.h"

#include "program.h"

#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

static size_t silent_lead(const Stereo *s)
{
    size_t n = 0;
    while (n < s->frames && s->samples[2 * n] == 0.0f && s->samples[2 * n + 1] == 0.0f)
        n++;
    return n;
}

Stereo stereo_raw(const char *path, const Stereo *like, size_t buffer)
{
    size_t n;
    Stereo s = {.samples = (float *)(void *)read_file(path, &n)};
    s.frames = n / (2 * sizeof(float));
    const size_t more = silent_lead(&s) - silent_lead(like);
    if (more == 0)
        return s;
    assert_int_equal(more % buffer, 0);
    s.frames -= more;
    memmove(s.samples, s.samples + 2 * more, s.frames * 2 * sizeof(float));
    return s;
}

Stereo stereo_file(const char *path)
{
    SF_INFO info = {0};
    SNDFILE *const f = sf_open(path, SFM_READ, &info);
    if (!f)
        fail_msg("%s: %s", path, sf_strerror(NULL));
    assert_int_equal(info.channels, 2);
    Stereo s = {malloc((size_t)info.frames * 2 * sizeof(float)), (size_t)info.frames};
    assert_non_null(s.samples);
    assert_int_equal(sf_readf_float(f, s.samples, info.frames), info.frames);
    sf_close(f);
    return s;
}

void stereo_free(Stereo *s)
{
    free(s->samples);
    *s = (Stereo){0};
}

void stereo_same(const Stereo *a, const Stereo *b, size_t frames, const char *what)
{
    assert_true(frames <= a->frames && frames <= b->frames);
    for (size_t i = 0; i < 2 * frames; i++)
        if (memcmp(&a->samples[i], &b->samples[i], sizeof(float)) != 0)
            fail_msg("%s: frame %zu of %zu: %.9g against %.9g", what, i / 2, frames, (double)a->samples[i], (double)b->samples[i]);
}
