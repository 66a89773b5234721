/* write_record.c - sound tables, waves and landblocks as records.  The region has a file of its own. */
#include "buffer.h"
#include "le.h"

#include <stdlib.h>
#include <string.h>

/* ---- sound tables ---- */

static bool same_rows(const AmbTableType *a, const AmbTableType *b)
{
    if (a->type != b->type || a->n_rows != b->n_rows)
        return false;
    for (uint32_t i = 0; i < a->n_rows; i++) {
        const AmbTableRow *const x = &a->rows[i], *const y = &b->rows[i];
        if (x->wave != y->wave || !amb_same_f32(x->priority, y->priority) || !amb_same_f32(x->probability, y->probability) ||
            !amb_same_f32(x->volume, y->volume))
            return false;
    }
    return true;
}

static bool says_the_same(const AmbTable *t, const AmbDatRecord *base)
{
    AmbTable *b = NULL;
    if (!base || amb_dat_table_parse(&b, base, NULL) != AMB_OK)
        return false;
    bool same = t->id == b->id && t->n_types == b->n_types;
    for (uint32_t i = 0; same && i < t->n_types; i++)
        same = same_rows(&t->types[i], &b->types[i]);
    amb_dat_table_free(&b);
    return same;
}

static void put_row(AmbDatBuffer *out, const AmbTableRow *row)
{
    amb_buffer_u32(out, row->wave);
    amb_buffer_f32(out, row->priority);
    amb_buffer_f32(out, row->probability);
    amb_buffer_f32(out, row->volume);
}

int amb_dat_build_table(AmbDatBuffer *out, const AmbTable *t, const AmbDatRecord *base, AmbError *err)
{
    if (says_the_same(t, base)) {
        amb_buffer_bytes(out, base->data, base->size);
        return amb_buffer_check(out, t->id, err);
    }
    static const AmbTableRow zero;
    amb_buffer_u32(out, t->id);
    amb_buffer_u32(out, 0); /* the root: key 0 and one all-zero entry, as shipped tables have it */
    amb_buffer_u32(out, 1);
    put_row(out, &zero);
    amb_buffer_u32(out, t->n_types);
    for (uint32_t i = 0; i < t->n_types; i++) {
        amb_buffer_u32(out, t->types[i].type);
        amb_buffer_u32(out, t->types[i].n_rows);
        for (uint32_t k = 0; k < t->types[i].n_rows; k++)
            put_row(out, &t->types[i].rows[k]);
        amb_buffer_u32(out, 0); /* no children of its own */
    }
    return amb_buffer_check(out, t->id, err);
}

/* ---- landblocks ---- */

#define WORD_UNUSED 0x0780u /* bits that nothing reads: a region folder's pictures do not hold them */

static bool says_the_same_land(const AmbBlock *a, const AmbBlock *b)
{
    for (unsigned v = 0; v < 81; v++)
        if ((a->terrain[v] ^ b->terrain[v]) & ~WORD_UNUSED)
            return false;
    return memcmp(a->height, b->height, sizeof a->height) == 0;
}

int amb_dat_build_block(AmbDatBuffer *out, uint32_t id, const AmbBlock *b, const AmbDatRecord *base, AmbError *err)
{
    AmbBlock was;
    uint32_t has_objects = 0;
    if (base && amb_dat_block_parse(&was, &has_objects, base, NULL) == AMB_OK && says_the_same_land(b, &was)) {
        amb_buffer_bytes(out, base->data, base->size);
        return amb_buffer_check(out, id, err);
    }
    amb_buffer_u32(out, id);
    amb_buffer_u32(out, has_objects);
    for (unsigned v = 0; v < 81; v++) {
        uint8_t word[2];
        amb_put16(word, b->terrain[v]);
        amb_buffer_bytes(out, word, sizeof word);
    }
    amb_buffer_bytes(out, b->height, sizeof b->height);
    amb_buffer_bytes(out, "", 1); /* pad to 252 */
    return amb_buffer_check(out, id, err);
}

/* ---- waves ---- */

#define FORMAT_MIN 16u
#define FORMAT_MAX 4096u

int amb_dat_build_wave(AmbDatBuffer *out, uint32_t id, const uint8_t *header, size_t header_size, const uint8_t *data, size_t data_size,
                       AmbError *err)
{
    if (header_size < FORMAT_MIN || header_size > FORMAT_MAX)
        return amb_error(err, AMB_E_UNSUPPORTED, "0x%08X: a format header of %zu bytes, the game's have %u to %u", id, header_size, FORMAT_MIN,
                         FORMAT_MAX);
    if (header_size + data_size + 12 > AMB_DAT_CAP_WAVE)
        return amb_error(err, AMB_E_RANGE, "0x%08X: a wave of %zu bytes is larger than the %zu that are read back", id, data_size,
                         AMB_DAT_CAP_WAVE);
    amb_buffer_u32(out, id);
    amb_buffer_u32(out, (uint32_t)header_size);
    amb_buffer_u32(out, (uint32_t)data_size);
    amb_buffer_bytes(out, header, header_size);
    amb_buffer_bytes(out, data, data_size);
    return amb_buffer_check(out, id, err);
}

typedef struct Chunk {
    const uint8_t *data; /* NULL: not found */
    size_t size;
} Chunk;

static bool looks_like_chunk(const uint8_t *p, size_t left)
{
    for (unsigned i = 0; i < 4; i++)
        if (left < 8 || p[i] < 0x20 || p[i] > 0x7E)
            return false;
    return true;
}

/* Finds a chunk; an odd one may lack its pad byte (some writers forget it), and the last may be cut short. */
static Chunk find_chunk(const uint8_t *riff, size_t size, const char *name)
{
    size_t at = 12;
    while (size - at >= 8) {
        size_t n = amb_le32(riff + at + 4);
        if (n > size - at - 8)
            n = size - at - 8;
        if (memcmp(riff + at, name, 4) == 0)
            return (Chunk){riff + at + 8, n};
        at += 8 + n;
        if (n % 2 && at < size && (riff[at] == 0 || !looks_like_chunk(riff + at, size - at)))
            at++;
    }
    return (Chunk){NULL, 0};
}

int amb_dat_build_wave_riff(AmbDatBuffer *out, uint32_t id, const uint8_t *riff, size_t size, AmbError *err)
{
    if (size < 12 || memcmp(riff, "RIFF", 4) != 0 || memcmp(riff + 8, "WAVE", 4) != 0)
        return amb_error(err, AMB_E_UNSUPPORTED, "0x%08X: not a WAV file", id);
    const Chunk format = find_chunk(riff, size, "fmt "), data = find_chunk(riff, size, "data");
    if (!format.data || !data.data)
        return amb_error(err, AMB_E_UNSUPPORTED, "0x%08X: a WAV file without \"%s\" chunk", id, format.data ? "data" : "fmt ");
    return amb_dat_build_wave(out, id, format.data, format.size, data.data, data.size, err);
}
