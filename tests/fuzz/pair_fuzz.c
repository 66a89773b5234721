/* pair_fuzz.c - two files in a folder: refused in one line, or a world in which everything can be asked for, each
 * trouble is said once, and what is read can be written and read again.  Input: u32 length of the portal file, its
 * bytes, the cell file's bytes. */
#include "fuzz.h"

#include "amb/dat.h"
#include "amb/dat_write.h"

#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/ambwalk-fuzz-XXXXXX";

static void remove_folder(void)
{
    rmdir(folder);
}

static const char *in_folder(const char *name)
{
    static char paths[4][128];
    static unsigned next;
    char *const p = paths[next++ % 4];
    snprintf(p, sizeof paths[0], "%s/%s", folder, name);
    return p;
}

static void make_folder(void)
{
    static int made;
    if (made++)
        return;
    FUZZ_CHECK(mkdtemp(folder));
    atexit(remove_folder);
}

static void put_file(const char *name, const uint8_t *data, size_t size)
{
    FILE *const f = fopen(in_folder(name), "wb");
    FUZZ_CHECK(f && fwrite(data, 1, size, f) == size);
    fclose(f);
}

static void hear(void *user, const char *text)
{
    FUZZ_CHECK(text[0] && !strchr(text, '\n'));
    ++*(unsigned *)user;
}

static void ask_for_everything(AmbDat *d)
{
    const AmbRegion *const r = &amb_dat_region(d)->region;
    char label[AMB_DAT_LABEL_TEXT];
    for (uint32_t i = 0; i < r->n_stbs && i < 64; i++) {
        const AmbTable *const t = amb_dat_table(d, i);
        for (uint32_t k = 0; t && k < t->n_types && k < 32; k++)
            for (uint32_t j = 0; j < t->types[k].n_rows && j < 32; j++) {
                AmbDatWave w;
                AmbWaveBytes bytes;
                const uint32_t id = t->types[k].rows[j].wave;
                const bool is = amb_dat_wave(d, id, &w);
                const int code = amb_dat_wave_bytes(d, id, &bytes, NULL);
                FUZZ_CHECK((code == AMB_OK) == (bytes.data != NULL));
                FUZZ_CHECK(is ? code == (w.unplayable ? AMB_E_UNSUPPORTED : AMB_OK) : code != AMB_OK);
                FUZZ_CHECK(strlen(amb_dat_wave_label(label, id)) == 8);
                free(bytes.data);
            }
        amb_dat_table_release(d, i);
    }
    for (unsigned i = 0; i < 255 * 255; i += 97) {
        AmbBlock b;
        amb_dat_block(d, i / 255, i % 255, &b);
    }
}

typedef struct Copy {
    AmbDatFile *from;
    AmbDatWriter *to;
    size_t n;
} Copy;

static int copy_entry(void *user, const AmbDatEntry *e)
{
    Copy *const c = user;
    uint8_t *data;
    size_t size;
    if (e->id == AMB_DAT_ITERATION_ID || amb_datfile_read(c->from, e, (size_t)1 << 20, &data, &size, NULL) != AMB_OK)
        return 0;
    FUZZ_CHECK(amb_datw_add(c->to, data, size, NULL) == AMB_OK);
    free(data);
    return ++c->n == 500;
}

static int compare_entry(void *user, const AmbDatEntry *e)
{
    const Copy *const c = user;
    uint8_t *a, *b;
    size_t na, nb;
    AmbError err = AMB_ERROR_NONE;
    AmbDatFile *f;
    if (e->id == AMB_DAT_ITERATION_ID || amb_datfile_read(c->from, e, (size_t)1 << 20, &a, &na, NULL) != AMB_OK)
        return 0;
    FUZZ_CHECK(amb_datfile_open(&f, in_folder("copy.dat"), &err) == AMB_OK);
    FUZZ_CHECK(amb_datfile_record(f, e->id, (size_t)1 << 20, &b, &nb, &err) == AMB_OK);
    FUZZ_CHECK(na == nb && memcmp(a, b, na) == 0);
    amb_datfile_close(&f);
    free(a);
    free(b);
    return 1; /* one is enough: opening costs */
}

static void write_and_read_again(AmbDatFile *f, AmbDatSet set)
{
    Copy c = {.from = f};
    AmbError err = AMB_ERROR_NONE;
    FUZZ_CHECK(amb_datw_create(&c.to, in_folder("copy.dat"), set, &err) == AMB_OK);
    amb_datfile_walk(f, copy_entry, &c, NULL);
    if (amb_datw_finish(c.to, 7, &err) != AMB_OK) { /* a record that came twice */
        FUZZ_CHECK(strstr(err.text, "comes twice"));
        amb_datw_abort(&c.to);
        return;
    }
    FUZZ_CHECK(amb_datw_commit(&c.to, &err) == AMB_OK);
    amb_datfile_walk(f, compare_entry, &c, NULL);
    unlink(in_folder("copy.dat"));
}

static void use_world(AmbDat *d, unsigned *n_said)
{
    ask_for_everything(d);
    const unsigned once = *n_said;
    ask_for_everything(d);
    FUZZ_CHECK(*n_said == once && once < 160);
    FUZZ_CHECK(strlen(amb_dat_hash(d)) == 64);
    write_and_read_again(amb_dat_portal(d), AMB_DAT_SET_PORTAL);
    if (amb_dat_cell(d))
        write_and_read_again(amb_dat_cell(d), AMB_DAT_SET_CELL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t n = 0;
    if (size < 4)
        return 0;
    memcpy(&n, data, 4);
    n = n < size - 4 ? n : (uint32_t)(size - 4);
    make_folder();
    put_file("client_portal.dat", data + 4, n);
    put_file("Client_Cell_1.DAT", data + 4 + n, size - 4 - n);
    unsigned n_said = 0;
    const AmbDatWarning warn = {&n_said, hear};
    AmbError err = AMB_ERROR_NONE;
    AmbDat *d;
    const int code = amb_dat_open(&d, folder, &warn, &err);
    FUZZ_CHECK((code == AMB_OK) == (d != NULL) && code == err.code);
    if (d)
        use_world(d, &n_said);
    amb_dat_close(&d);
    unlink(in_folder("client_portal.dat"));
    unlink(in_folder("Client_Cell_1.DAT"));
    return 0;
}
