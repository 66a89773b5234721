/* inspect.h - what is in a region, as text and as JSON. */
#ifndef AMB_APP_INSPECT_H
#define AMB_APP_INSPECT_H

#include "source.h"

#include "amb/json_out.h"

#include <stdio.h>

/* A wave in numbers. */
typedef struct AmbWaveFacts {
    uint32_t wave;
    bool decoded;         /* else `trouble` says why not */
    char format[AMB_PCM_FORMAT_TEXT];
    uint32_t rate_hz;
    unsigned channels;
    int bits;             /* 0: lossy */
    size_t frames;
    double peak;          /* linear */
    bool is_float;
    char sha256[65];      /* over the samples: s16 or f32, little endian, interleaved */
    AmbError trouble;
} AmbWaveFacts;

void amb_wave_facts(AmbSource *s, uint32_t wave, AmbWaveFacts *out);

void amb_inspect_text(FILE *f, AmbSource *s);
void amb_inspect_json(FILE *f, AmbSource *s);
/* The game's own records, with fields that only they have. */
int amb_inspect_dat_json(FILE *f, AmbSource *s, AmbError *err);
int amb_inspect_dat_block_json(FILE *f, AmbSource *s, unsigned bx, unsigned by, AmbError *err);
void amb_inspect_block_text(FILE *f, const AmbRegion *r, unsigned bx, unsigned by, const AmbBlock *b);
void amb_inspect_block_json(FILE *f, const AmbRegion *r, unsigned bx, unsigned by, const AmbBlock *b);

/* What a sound is in either kind of source: the members of an object that is open. */
void amb_inspect_sound_members(AmbJson *j, const AmbSoundDesc *d);

/* 81 words or bytes of a landblock's vertices as one list; the other pointer is NULL. */
void amb_inspect_vertices_json(AmbJson *j, const char *key, const uint16_t *words, const uint8_t *bytes);

/* The first STB that names its table: tables are listed once. */
bool amb_inspect_first_use(const AmbRegion *r, uint32_t stb);

/* "Ambient2", or the number. */
const char *amb_type_text(char buf[16], uint32_t type);

#endif
