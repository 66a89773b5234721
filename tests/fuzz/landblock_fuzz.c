/* landblock_fuzz.c - any landblock record: 252 bytes that come back as they were, or a refusal. */
#include "fuzz.h"

#include "amb/dat_file.h"
#include "amb/dat_write.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const AmbDatRecord rec = {"b", 0x7F62FFFF, data, size};
    AmbBlock b, again;
    uint32_t has_objects = 0;
    AmbError err = AMB_ERROR_NONE;
    const int code = amb_dat_block_parse(&b, &has_objects, &rec, &err);
    FUZZ_CHECK((code == AMB_OK) == (size == 252) && code == err.code);
    if (code) {
        FUZZ_CHECK(strncmp(err.text, "b: 0x7F62FFFF+0x", 16) == 0);
        return 0;
    }
    AmbDatBuffer same = {0}, fresh = {0};
    FUZZ_CHECK(amb_dat_build_block(&same, rec.id, &b, &rec, &err) == AMB_OK);
    FUZZ_CHECK(same.size == 252 && memcmp(same.data, data, 252) == 0);
    FUZZ_CHECK(amb_dat_build_block(&fresh, rec.id, &b, NULL, &err) == AMB_OK);
    const AmbDatRecord made = {"made", rec.id, fresh.data, fresh.size};
    FUZZ_CHECK(amb_dat_block_parse(&again, NULL, &made, &err) == AMB_OK);
    FUZZ_CHECK(memcmp(&again, &b, sizeof b) == 0);
    free(same.data);
    free(fresh.data);
    return 0;
}
