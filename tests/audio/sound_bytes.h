/* sound_bytes.h - sound files made in memory for the audio tests. */
#ifndef AMB_TESTS_SOUND_BYTES_H
#define AMB_TESTS_SOUND_BYTES_H

#include <stddef.h>
#include <stdint.h>

typedef struct Bytes { uint8_t *p; size_t n; } Bytes; /* p is malloc'ed */

void bytes_put(Bytes *b, const void *data, size_t n);
void bytes_u16(Bytes *b, unsigned v);
void bytes_u32(Bytes *b, uint32_t v);
void bytes_chunk(Bytes *b, const char *id, const void *data, size_t n); /* padded to an even size */
void bytes_free(Bytes *b);

/* RIFF WAVE head and fmt chunk of 16 bytes; block alignment and byte rate as they should be. */
void wav_begin(Bytes *b, unsigned tag, unsigned channels, uint32_t rate_hz, unsigned bits);
Bytes wav_pcm(unsigned channels, uint32_t rate_hz, unsigned bits, const void *data, size_t bytes);
Bytes wav_s16(unsigned channels, uint32_t rate_hz, const int16_t *samples, size_t frames);
Bytes wav_f32(unsigned channels, uint32_t rate_hz, const float *samples, size_t frames);

/* Written by libsndfile; format is SF_FORMAT_x | SF_FORMAT_y. */
Bytes sndfile_bytes(int format, int channels, int rate_hz, const int16_t *samples, size_t frames);

/* A file of tests/audio/data. */
Bytes fixture(const char *name);

#endif
