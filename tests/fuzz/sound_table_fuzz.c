/* sound_table_fuzz.c - any sound table: refused with a place, or the root's children within bounds and the same again
 * when written. */
#include "fuzz.h"

#include "amb/dat_file.h"
#include "amb/dat_write.h"

#include <string.h>

typedef struct Count {
    size_t nodes, rows;
    uint32_t children;
} Count;

static int count_node(void *user, const AmbDatTableNode *n)
{
    Count *const c = user;
    FUZZ_CHECK((c->nodes == 0) == (n->depth == 0));
    c->nodes++;
    c->rows += n->n_rows;
    c->children += n->depth == 1;
    for (uint32_t i = 0; i < n->n_rows; i++)
        FUZZ_CHECK(n->rows[i].wave != 1 || n->n_rows > 0); /* every row can be read */
    return 0;
}

static void write_again(const AmbTable *t, const AmbDatRecord *rec)
{
    AmbDatBuffer same = {0}, fresh = {0};
    AmbTable *back;
    AmbError err = AMB_ERROR_NONE;
    const AmbDatRecord made = {"made", t->id, NULL, 0};
    AmbDatRecord built = made;
    FUZZ_CHECK(amb_dat_build_table(&fresh, t, NULL, &err) == AMB_OK);
    built.data = fresh.data;
    built.size = fresh.size;
    FUZZ_CHECK(amb_dat_table_parse(&back, &built, &err) == AMB_OK);
    FUZZ_CHECK(back->n_types == t->n_types);
    FUZZ_CHECK(amb_dat_build_table(&same, t, rec, &err) == AMB_OK);
    amb_dat_table_free(&back);
    free(same.data);
    free(fresh.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const AmbDatRecord rec = {"t", 0x20000001, data, size};
    AmbTable *t;
    AmbError err = AMB_ERROR_NONE;
    Count c = {0, 0, 0};
    const int code = amb_dat_table_parse(&t, &rec, &err);
    FUZZ_CHECK((code == AMB_OK) == (t != NULL) && code == err.code);
    if (code)
        FUZZ_CHECK(strncmp(err.text, "t: 0x20000001+0x", 16) == 0);
    else {
        FUZZ_CHECK(amb_dat_table_walk(&rec, count_node, &c, NULL) == AMB_OK);
        FUZZ_CHECK(4 + c.nodes * 12 + c.rows * 16 == size && c.children == t->n_types);
        write_again(t, &rec);
    }
    amb_dat_table_free(&t);
    return 0;
}
