/* dat_wave_fuzz.c - any wave record: refused with a place, or a RIFF file that gives the same record back. */
#include "fuzz.h"

#include "amb/dat_file.h"
#include "amb/dat_write.h"

#include <string.h>

static void to_riff_and_back(const AmbDatWave *w, const AmbDatRecord *rec)
{
    uint8_t *const copy = malloc(rec->size);
    AmbWaveBytes riff;
    AmbDatBuffer back = {0};
    AmbError err = AMB_ERROR_NONE;
    FUZZ_CHECK(copy);
    memcpy(copy, rec->data, rec->size);
    FUZZ_CHECK(amb_dat_wave_riff(&riff, w, copy, &err) == AMB_OK);
    FUZZ_CHECK(riff.size % 2 == 0 && riff.size >= 44);
    FUZZ_CHECK(amb_dat_build_wave_riff(&back, rec->id, riff.data, riff.size, &err) == AMB_OK);
    FUZZ_CHECK(back.size == (size_t)12 + w->header_size + w->data_size && back.size <= rec->size);
    FUZZ_CHECK(memcmp(back.data + 4, rec->data + 4, back.size - 4) == 0); /* the id is the caller's */
    free(back.data);
    free(riff.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const AmbDatRecord rec = {"w", 0x0A000001, data, size};
    AmbDatWave w;
    AmbError err = AMB_ERROR_NONE;
    AmbDatBuffer other = {0};
    const int code = amb_dat_wave_parse(&w, &rec, &err);
    FUZZ_CHECK(code == err.code);
    if (code)
        FUZZ_CHECK(strncmp(err.text, "w: 0x0A000001+0x", 16) == 0);
    else {
        FUZZ_CHECK((size_t)12 + w.header_size + w.data_size <= size);
        FUZZ_CHECK(w.header == data + 12 && w.data == w.header + w.header_size);
        FUZZ_CHECK(w.frames <= w.data_size && (w.frames == 0 || w.tag == AMB_DAT_TAG_PCM));
        if (!w.unplayable && w.tag == AMB_DAT_TAG_PCM)
            FUZZ_CHECK(w.rate_hz >= 1000 && w.rate_hz <= 192000 && w.block_align >= 1 && w.block_align <= 4);
        to_riff_and_back(&w, &rec);
    }
    if (amb_dat_build_wave_riff(&other, 1, data, size, NULL) ==
        AMB_OK) /* the bytes as a sound file of a region folder */
        FUZZ_CHECK(other.size >= 28 && other.size <= size);
    free(other.data);
    return 0;
}
