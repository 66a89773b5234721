/* second_reader.c - whole file in memory, whole tree by recursion, every block marked as it is used. */
#include "second_reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int problem(SecondFile *f, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    if (!f->problem[0])
        vsnprintf(f->problem, sizeof f->problem, fmt, ap);
    va_end(ap);
    return -1;
}

static uint32_t word(const SecondFile *f, size_t at)
{
    uint32_t v = 0;
    for (int i = 3; i >= 0; i--)
        v = v << 8 | f->bytes[at + (size_t)i];
    return v;
}

typedef struct Reading {
    SecondFile *f;
    char *used; /* one a block */
    size_t n_blocks;
    size_t room;
} Reading;

static int use_block(Reading *r, uint32_t at)
{
    if (at < 1024 || (at - 1024) % r->f->block_size != 0 || (at - 1024) / r->f->block_size >= r->n_blocks)
        return problem(r->f, "0x%X is no block", at);
    char *const mark = &r->used[(at - 1024) / r->f->block_size];
    if (*mark)
        return problem(r->f, "block 0x%X is used twice", at);
    *mark = 1;
    return 0;
}

static uint8_t *chain(Reading *r, uint32_t at, size_t n)
{
    const size_t each = r->f->block_size - 4;
    uint8_t *const out = calloc(1, n + each);
    for (size_t done = 0;; done += each) {
        if (use_block(r, at)) {
            free(out);
            return NULL;
        }
        memcpy(out + done, r->f->bytes + at + 4, each);
        at = word(r->f, at);
        if (done + each >= n)
            break;
    }
    if (at != 0) {
        problem(r->f, "the chain goes on at 0x%X", at);
        free(out);
        return NULL;
    }
    return out;
}

static uint32_t get(const uint8_t *p)
{
    return (uint32_t)p[0] + ((uint32_t)p[1] << 8) + ((uint32_t)p[2] << 16) + ((uint32_t)p[3] << 24);
}

static int keep(Reading *r, const uint8_t *entry)
{
    SecondFile *const f = r->f;
    const uint32_t flags = get(entry), id = get(entry + 4), at = get(entry + 8), size = get(entry + 12);
    /* pack versions: first, never patched, patched */
    if (id == 0xFFFF0001 ? flags != 0x10000 : flags != 0x20000 && flags != 0x30000)
        return problem(f, "0x%08X has flags 0x%X", id, flags);
    if (f->n && f->records[f->n - 1].id >= id)
        return problem(f, "0x%08X comes after 0x%08X", id, f->records[f->n - 1].id);
    if (f->n == r->room) {
        r->room = r->room ? 2 * r->room : 64;
        f->records = realloc(f->records, r->room * sizeof *f->records);
    }
    uint8_t *const data = chain(r, at, size);
    if (!data)
        return -1;
    if (id != 0xFFFF0001 && get(data) != id)
        problem(f, "0x%08X says that it is 0x%08X", id, get(data));
    f->records[f->n++] = (SecondRecord){id, data, size};
    return 0;
}

static int node(Reading *r, uint32_t at, unsigned level)
{
    SecondFile *const f = r->f;
    uint8_t *const p = chain(r, at, 1716);
    if (!p)
        return -1;
    const uint32_t count = get(p + 248);
    const int leaf = get(p) == 0;
    int code = 0;
    if (count > 61 || (level > 1 && count < 30))
        code = problem(f, "a node at level %u has %u entries", level, count);
    if (leaf && f->depth && f->depth != level)
        code = problem(f, "leaves at levels %u and %u", f->depth, level);
    if (leaf)
        f->depth = level;
    for (uint32_t i = 0; !code && i <= count; i++) {
        if (!leaf)
            code = node(r, get(p + 4 * i), level + 1);
        if (!code && i < count)
            code = keep(r, p + 252 + 24 * i);
    }
    free(p);
    return code;
}

static int free_list(Reading *r)
{
    SecondFile *const f = r->f;
    uint32_t at = word(f, 0x154), n = word(f, 0x15C), last = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (use_block(r, at))
            return -1;
        last = at;
        at = word(f, at);
        if (!(at & 0x80000000u))
            return problem(f, "free block 0x%X is not marked free", last);
        at &= 0x7FFFFFFFu;
    }
    if (at != 0 || last != word(f, 0x158))
        return problem(f, "the free list ends at 0x%X, the header says 0x%X", last, word(f, 0x158));
    return 0;
}

static int parse(SecondFile *f)
{
    if (f->size < 1024 || word(f, 0x140) != 0x5442)
        return problem(f, "no magic");
    f->block_size = word(f, 0x144);
    f->data_set = word(f, 0x14C);
    f->root = word(f, 0x160);
    if (word(f, 0x148) != f->size || (f->size - 1024) % f->block_size != 0)
        return problem(f, "size %zu, header says %u", f->size, word(f, 0x148));
    if (f->block_size != (f->data_set == 2 ? 256 : 1024))
        return problem(f, "block size %u in data set %u", f->block_size, f->data_set);
    Reading r = {.f = f, .n_blocks = (f->size - 1024) / f->block_size};
    r.used = calloc(1, r.n_blocks + 1);
    int code = node(&r, f->root, 1);
    if (!code)
        code = free_list(&r);
    for (size_t i = 0; !code && i < r.n_blocks; i++)
        if (!r.used[i])
            code = problem(f, "block %zu is neither used nor free", i);
    free(r.used);
    return code || f->problem[0] ? -1 : 0;
}

int second_read(SecondFile *f, const char *path)
{
    memset(f, 0, sizeof *f);
    FILE *const in = fopen(path, "rb");
    if (!in)
        return problem(f, "cannot open %s", path);
    fseek(in, 0, SEEK_END);
    f->size = (size_t)ftell(in);
    rewind(in);
    f->bytes = malloc(f->size + 1);
    const size_t got = fread(f->bytes, 1, f->size, in);
    fclose(in);
    return got == f->size ? parse(f) : problem(f, "cannot read %s", path);
}

void second_free(SecondFile *f)
{
    for (size_t i = 0; i < f->n; i++)
        free(f->records[i].data);
    free(f->records);
    free(f->bytes);
}

const SecondRecord *second_find(const SecondFile *f, uint32_t id)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->records[i].id == id)
            return &f->records[i];
    return NULL;
}
