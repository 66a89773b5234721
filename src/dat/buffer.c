/* buffer.c - see buffer.h */
#include "buffer.h"
#include "cp1252.h"
#include "le.h"

#include <stdlib.h>
#include <string.h>

static uint8_t *extend(AmbDatBuffer *b, size_t n)
{
    if (b->failed)
        return NULL;
    if (n > b->room - b->size) {
        const size_t room = b->room * 2 > b->size + n ? b->room * 2 : b->size + n + 256;
        uint8_t *const p = realloc(b->data, room);
        if (!p) {
            b->failed = true;
            return NULL;
        }
        b->data = p;
        b->room = room;
    }
    uint8_t *const at = b->data + b->size;
    b->size += n;
    return at;
}

void amb_buffer_bytes(AmbDatBuffer *b, const void *data, size_t n)
{
    uint8_t *const p = n ? extend(b, n) : NULL;
    if (p)
        memcpy(p, data, n);
}

void amb_buffer_u32(AmbDatBuffer *b, uint32_t v)
{
    uint8_t *const p = extend(b, 4);
    if (p)
        amb_put32(p, v);
}

void amb_buffer_f32(AmbDatBuffer *b, float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    amb_buffer_u32(b, bits);
}

void amb_buffer_string(AmbDatBuffer *b, const char *utf8)
{
    const size_t most = strlen(utf8); /* no character is shorter in UTF-8 */
    const size_t head = most < 0xFFFF ? 2 : 6;
    const size_t start = b->size;
    uint8_t *const p = extend(b, head + most + 3);
    if (!p)
        return;
    size_t n = amb_utf8_to_cp1252(p + head, most, utf8);
    if (n && p[head + n - 1] == 0)
        p[head + n++] = 0; /* readers drop one NUL at the end: this one is text, and was longer in UTF-8 */
    amb_put16(p, head == 2 ? (uint32_t)n : 0xFFFF);
    if (head == 6)
        amb_put32(p + 2, (uint32_t)n);
    size_t end = start + head + n;
    while (end % 4 != 0)
        b->data[end++] = 0;
    b->size = end;
}

bool amb_same_f32(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

int amb_buffer_check(const AmbDatBuffer *b, uint32_t id, AmbError *err)
{
    return b->failed ? amb_error(err, AMB_E_NOMEM, "0x%08X: no memory for the record", id) : AMB_OK;
}
