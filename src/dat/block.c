/* block.c - landblocks: 9 x 9 terrain words and height bytes, x the slow axis, always 252 bytes. */
#include "le.h"
#include "report.h"

#include "amb/dat_record.h"

#include <string.h>

enum { HAS_OBJECTS_AT = 4, TERRAIN_AT = 8, HEIGHT_AT = 0xAA };

int amb_dat_block_parse(AmbBlock *out, uint32_t *has_objects, const AmbDatRecord *rec, AmbError *err)
{
    memset(out, 0, sizeof *out);
    if (rec->size != AMB_DAT_BLOCK_SIZE)
        return amb_dat_report(err, AMB_E_FORMAT, rec->file, rec->id,
                              rec->size < AMB_DAT_BLOCK_SIZE ? rec->size : AMB_DAT_BLOCK_SIZE, "size",
                              "%zu bytes, a landblock has %u", rec->size, AMB_DAT_BLOCK_SIZE);
    for (unsigned v = 0; v < 81; v++)
        out->terrain[v] = amb_le16(rec->data + TERRAIN_AT + 2 * v);
    memcpy(out->height, rec->data + HEIGHT_AT, sizeof out->height);
    if (has_objects)
        *has_objects = amb_le32(rec->data + HAS_OBJECTS_AT);
    return AMB_OK;
}

uint32_t amb_dat_block_id(unsigned bx, unsigned by)
{
    return (uint32_t)bx << 24 | (uint32_t)by << 16 | 0xFFFFu;
}
