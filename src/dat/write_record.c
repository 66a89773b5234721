/* write_record.c - sound tables, waves and landblocks as records.  The region has a file of its own. */
#include "buffer.h"
#include "le.h"

#include <stdlib.h>
#include <string.h>

int amb_dat_build_verbatim(AmbDatBuffer *out, const AmbDatRecord *base, AmbError *err)
{
    amb_buffer_bytes(out, base->data, base->size);
    return amb_buffer_check(out, base->id, err);
}

/* ---- sound tables ---- */

static bool same_rows(const AmbTableType *a, const AmbTableType *b)
{
    if (a->type != b->type || a->n_rows != b->n_rows)
        return false;
    for (uint32_t i = 0; i < a->n_rows; i++) {
        const AmbTableRow *const x = &a->rows[i], *const y = &b->rows[i];
        if (x->wave != y->wave || !amb_same_f32(x->priority, y->priority) ||
            !amb_same_f32(x->probability, y->probability) || !amb_same_f32(x->volume, y->volume))
            return false;
    }
    return true;
}

static bool says_the_same(const AmbTable *t, const AmbDatRecord *base)
{
    AmbTable *b = NULL;
    if (!base || amb_dat_table_parse(&b, base, NULL) != AMB_OK)
        return false;
    bool same = t->id == b->id;
    uint32_t n = 0;
    for (uint32_t i = 0; same && i < b->n_types; i++)
        if (amb_table_find(b, b->types[i].type) ==
            &b->types[i]) { /* a second one of its type is never found, nor kept by a folder */
            same = n < t->n_types && same_rows(&t->types[n], &b->types[i]);
            n++;
        }
    same = same && n == t->n_types;
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
    if (says_the_same(t, base))
        return amb_dat_build_verbatim(out, base, err);
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
    if (base && amb_dat_block_parse(&was, &has_objects, base, NULL) == AMB_OK && says_the_same_land(b, &was))
        return amb_dat_build_verbatim(out, base, err);
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

int amb_dat_build_wave(AmbDatBuffer *out, uint32_t id, const uint8_t *header, size_t header_size, const uint8_t *data,
                       size_t data_size, AmbError *err)
{
    if (header_size < FORMAT_MIN || header_size > FORMAT_MAX)
        return amb_error(err, AMB_E_UNSUPPORTED, "0x%08X: a format header of %zu bytes, the game's have %u to %u", id,
                         header_size, FORMAT_MIN, FORMAT_MAX);
    if (header_size + data_size + 12 > AMB_DAT_CAP_WAVE)
        return amb_error(err, AMB_E_RANGE, "0x%08X: a wave of %zu bytes is larger than the %zu that are read back", id,
                         data_size, AMB_DAT_CAP_WAVE);
    amb_buffer_u32(out, id);
    amb_buffer_u32(out, (uint32_t)header_size);
    amb_buffer_u32(out, (uint32_t)data_size);
    amb_buffer_bytes(out, header, header_size);
    amb_buffer_bytes(out, data, data_size);
    return amb_buffer_check(out, id, err);
}

/* "RIFF" size "WAVE" "fmt " size | header, padded | "data" size | data, padded: what amb_dat_wave_riff() makes. */
int amb_dat_build_wave_riff(AmbDatBuffer *out, uint32_t id, const uint8_t *riff, size_t size, AmbError *err)
{
    const size_t head = 20, middle = 8;
    if (size >= head && memcmp(riff, "RIFF", 4) == 0 && memcmp(riff + 8, "WAVEfmt ", 8) == 0) {
        const size_t h = amb_le32(riff + 16), data_at = head + h + h % 2;
        if (h <= FORMAT_MAX && size - head >= h + h % 2 + middle && memcmp(riff + data_at, "data", 4) == 0) {
            const size_t d = amb_le32(riff + data_at + 4), left = size - data_at - middle;
            if (d <= left && left == d + d % 2)
                return amb_dat_build_wave(out, id, riff + head, h, riff + data_at + middle, d, err);
        }
    }
    return amb_error(err, AMB_E_UNSUPPORTED, "0x%08X: not a WAV file of a format and a data chunk alone", id);
}
