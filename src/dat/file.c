/* file.c - opening a container and reading along its block chains. */
#include "file_private.h"
#include "le.h"
#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/* The only place that touches the file: everything read is counted here. */
static int read_at(AmbDatFile *f, uint64_t offset, uint8_t *out, size_t n, AmbError *err)
{
    while (n) {
        const ssize_t got = pread(f->fd, out, n, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return amb_error(err, AMB_E_IO, "%s: cannot read: %s", f->path, strerror(errno));
        if (got == 0)
            return amb_error(err, AMB_E_IO, "%s: became shorter while it was being read", f->path);
        f->bytes_read += (uint64_t)got;
        offset += (uint64_t)got;
        out += got;
        n -= (size_t)got;
    }
    return AMB_OK;
}

/* ---- header ---- */

static void take_new_header(AmbDatHeader *h, const uint8_t *p)
{
    h->block_size = amb_le32(p + AMB_DAT_H_BLOCK_SIZE);
    h->file_size = amb_le32(p + AMB_DAT_H_FILE_SIZE);
    h->data_set = amb_le32(p + AMB_DAT_H_DATA_SET);
    h->data_subset = amb_le32(p + AMB_DAT_H_SUBSET);
    h->first_free = amb_le32(p + AMB_DAT_H_FIRST_FREE);
    h->last_free = amb_le32(p + AMB_DAT_H_LAST_FREE);
    h->n_free = amb_le32(p + AMB_DAT_H_N_FREE);
    h->root = amb_le32(p + AMB_DAT_H_ROOT);
}

static void take_old_header(AmbDatHeader *h, const uint8_t *p)
{
    h->old_layout = true;
    h->block_size = amb_le32(p + AMB_DAT_O_BLOCK_SIZE);
    h->file_size = amb_le32(p + AMB_DAT_O_FILE_SIZE);
    h->old_iteration = (int32_t)amb_le32(p + AMB_DAT_O_ITERATION);
    h->first_free = amb_le32(p + AMB_DAT_O_FIRST_FREE);
    h->last_free = amb_le32(p + AMB_DAT_O_LAST_FREE);
    h->n_free = amb_le32(p + AMB_DAT_O_N_FREE);
    h->root = amb_le32(p + AMB_DAT_O_ROOT);
}

static int read_header(AmbDatFile *f, AmbError *err)
{
    uint8_t p[AMB_DAT_H_END];
    if (f->size < sizeof p)
        return amb_error(err, AMB_E_FORMAT, "%s: header: the file has %llu bytes, a .dat file at least %zu", f->path,
                         (unsigned long long)f->size, sizeof p);
    const int code = read_at(f, 0, p, sizeof p, err);
    if (code)
        return code;
    if (amb_le32(p + AMB_DAT_H_MAGIC) == AMB_DAT_MAGIC)
        take_new_header(&f->header, p);
    else if (amb_le32(p + AMB_DAT_O_MAGIC) == AMB_DAT_MAGIC)
        take_old_header(&f->header, p);
    else
        return amb_error(err, AMB_E_FORMAT,
                         "%s: header+0x%X magic: 0x%08X, expected 0x%X: this is not one of the game's .dat files",
                         f->path, (unsigned)AMB_DAT_H_MAGIC, (unsigned)amb_le32(p + AMB_DAT_H_MAGIC), AMB_DAT_MAGIC);
    const uint32_t bs = f->header.block_size;
    if (bs < AMB_DAT_BLOCK_MIN || bs > AMB_DAT_BLOCK_MAX || bs % 4 != 0)
        return amb_error(err, AMB_E_FORMAT, "%s: header+0x%X block size: %u, expected a multiple of 4 from %u to %u",
                         f->path, (unsigned)(f->header.old_layout ? AMB_DAT_O_BLOCK_SIZE : AMB_DAT_H_BLOCK_SIZE), bs,
                         AMB_DAT_BLOCK_MIN, AMB_DAT_BLOCK_MAX);
    return AMB_OK;
}

/* ---- blocks ---- */

/* NULL, or why `want` payload bytes cannot be read from a block at this offset. */
static const char *block_fault(const AmbDatFile *f, uint32_t offset, uint32_t want)
{
    if (offset & AMB_DAT_FREE)
        return "leads to a free block";
    if (offset < AMB_DAT_FIRST_BLOCK)
        return "lies before the first block";
    if ((offset - AMB_DAT_FIRST_BLOCK) % f->header.block_size != 0)
        return "is no block's start";
    if ((uint64_t)offset + AMB_DAT_LINK + want > f->size)
        return "lies beyond the end of the file";
    return NULL;
}

static int chain_error(const AmbDatFile *f, uint32_t id, uint32_t done, uint32_t block, const char *what, AmbError *err)
{
    return amb_dat_report(err, AMB_E_FORMAT, f->path, id, id ? done : block, "block", "0x%08X %s", block, what);
}

int amb_datfile_chain(AmbDatFile *f, uint32_t id, uint32_t block, uint32_t n, uint8_t *out, AmbError *err)
{
    const uint32_t payload = f->header.block_size - AMB_DAT_LINK;
    uint32_t done = 0;
    while (done < n) { /* ceil(n / payload) steps, whatever the links say */
        const uint32_t want = n - done < payload ? n - done : payload;
        const char *const fault = block_fault(f, block, want);
        if (fault)
            return chain_error(f, id, done, block, fault, err);
        const int code = read_at(f, block, f->block, AMB_DAT_LINK + want, err);
        if (code)
            return code;
        memcpy(out + done, f->block + AMB_DAT_LINK, want);
        done += want;
        const uint32_t link = amb_le32(f->block);
        if (link & AMB_DAT_FREE)
            return chain_error(f, id, done, block, "is marked free", err);
        if (link == 0 && done < n)
            return chain_error(f, id, done, block, "ends the chain before the record's size is reached", err);
        if (link != 0 && done == n)
            return chain_error(f, id, done, block, "goes on after the record's last byte", err);
        block = link;
    }
    return AMB_OK;
}

/* ---- open, close ---- */

/* Neither waits at a FIFO nor reads a device. */
static int open_regular(AmbDatFile *f, AmbError *err)
{
    f->fd = open(f->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (f->fd < 0)
        return amb_error(err, errno == ENOENT ? AMB_E_NOTFOUND : AMB_E_IO, "%s: cannot open: %s", f->path,
                         strerror(errno));
    struct stat st;
    if (fstat(f->fd, &st) != 0)
        return amb_error(err, AMB_E_IO, "%s: cannot open: %s", f->path, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return amb_error(err, AMB_E_IO, "%s: is not a regular file", f->path);
    f->size = (uint64_t)st.st_size;
    return AMB_OK;
}

static int open_into(AmbDatFile *f, AmbError *err)
{
    int code = open_regular(f, err);
    if (!code)
        code = read_header(f, err);
    if (code)
        return code;
    const uint32_t bs = f->header.block_size;
    f->n_blocks = f->size > AMB_DAT_FIRST_BLOCK ? (f->size - AMB_DAT_FIRST_BLOCK + bs - 1) / bs : 0;
    const char *const fault = block_fault(f, f->header.root, 0);
    if (fault)
        return amb_error(err, AMB_E_FORMAT, "%s: header+0x%X directory root: 0x%08X %s", f->path,
                         (unsigned)(f->header.old_layout ? AMB_DAT_O_ROOT : AMB_DAT_H_ROOT), f->header.root, fault);
    f->block = malloc(bs);
    return f->block ? AMB_OK : amb_error(err, AMB_E_NOMEM, "%s: no memory", f->path);
}

int amb_datfile_open(AmbDatFile **out, const char *path, AmbError *err)
{
    *out = NULL;
    AmbDatFile *f = calloc(1, sizeof *f);
    if (!f || !(f->path = strdup(path))) {
        free(f);
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", path);
    }
    f->fd = -1;
    const int code = open_into(f, err);
    if (code)
        amb_datfile_close(&f);
    *out = f;
    return code;
}

int amb_datfile_share(AmbDatFile **out, const AmbDatFile *f, AmbError *err)
{
    AmbDatFile *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s)
        return amb_error(err, AMB_E_NOMEM, "%s: no memory", f->path);
    s->fd = fcntl(f->fd, F_DUPFD_CLOEXEC, 0); /* every read says where: two may share one */
    s->path = strdup(f->path);
    s->block = malloc(f->header.block_size);
    s->size = f->size;
    s->n_blocks = f->n_blocks;
    s->header = f->header;
    int code = AMB_OK;
    if (s->fd < 0)
        code = amb_error(err, AMB_E_IO, "%s: cannot open: %s", f->path, strerror(errno));
    else if (!s->path || !s->block)
        code = amb_error(err, AMB_E_NOMEM, "%s: no memory", f->path);
    if (code)
        amb_datfile_close(&s);
    *out = s;
    return code;
}

void amb_datfile_close(AmbDatFile **f)
{
    if (!*f)
        return;
    if ((*f)->fd >= 0)
        close((*f)->fd);
    free((*f)->block);
    free((*f)->path);
    free(*f);
    *f = NULL;
}

const char *amb_datfile_path(const AmbDatFile *f)
{
    return f->path;
}

const AmbDatHeader *amb_datfile_header(const AmbDatFile *f)
{
    return &f->header;
}

uint64_t amb_datfile_size(const AmbDatFile *f)
{
    return f->size;
}

uint64_t amb_datfile_bytes_read(const AmbDatFile *f)
{
    return f->bytes_read;
}

/* ---- records ---- */

static int read_stored(AmbDatFile *f, const AmbDatEntry *e, size_t cap, uint8_t **out, AmbError *err)
{
    if (e->size > cap)
        return amb_dat_report(err, AMB_E_FORMAT, f->path, e->id, 0, "size",
                              "%u bytes, more than the %zu a record of this kind may have", e->size, cap);
    if (e->size > f->n_blocks * (f->header.block_size - AMB_DAT_LINK))
        return amb_dat_report(err, AMB_E_FORMAT, f->path, e->id, 0, "size",
                              "%u bytes, more than the whole file can hold", e->size);
    uint8_t *const buf = malloc(e->size ? e->size : 1);
    if (!buf)
        return amb_dat_report(err, AMB_E_NOMEM, f->path, e->id, 0, "size", "no memory for %u bytes", e->size);
    const int code = amb_datfile_chain(f, e->id, e->block, e->size, buf, err);
    if (code) {
        free(buf);
        return code;
    }
    *out = buf;
    return AMB_OK;
}

/* zlib's own one-shot call stops at the claimed size and wants the stream's end there. */
static int inflate_record(const AmbDatFile *f, const AmbDatEntry *e, size_t cap, uint8_t **data, size_t *size,
                          AmbError *err)
{
    if (e->size < AMB_DAT_COMPRESSED_MIN)
        return amb_dat_report(err, AMB_E_FORMAT, f->path, e->id, 0, "size",
                              "%u bytes, a compressed record has at least %u", e->size, AMB_DAT_COMPRESSED_MIN);
    const uint32_t claimed = amb_le32(*data);
    const size_t most = cap < AMB_DAT_CAP_INFLATED ? cap : AMB_DAT_CAP_INFLATED;
    if (claimed > most)
        return amb_dat_report(err, AMB_E_FORMAT, f->path, e->id, 0, "uncompressed size",
                              "%u bytes, more than the %zu a compressed record of this kind may have", claimed, most);
    uint8_t *const plain = malloc(claimed ? claimed : 1);
    if (!plain)
        return amb_dat_report(err, AMB_E_NOMEM, f->path, e->id, 0, "uncompressed size", "no memory for %u bytes",
                              claimed);
    uLongf got = claimed;
    const int z = uncompress(plain, &got, *data + 4, e->size - 4);
    if (z != Z_OK || got != claimed) {
        free(plain);
        return amb_dat_report(err, z == Z_MEM_ERROR ? AMB_E_NOMEM : AMB_E_FORMAT, f->path, e->id, 4, "compressed data",
                              "does not inflate to the claimed %u bytes", claimed);
    }
    free(*data);
    *data = plain;
    *size = claimed;
    return AMB_OK;
}

static int check_echo(const AmbDatFile *f, uint32_t id, const uint8_t *data, size_t size, AmbError *err)
{
    if (id == AMB_DAT_ITERATION_ID)
        return AMB_OK;
    if (size < 4)
        return amb_dat_report(err, AMB_E_FORMAT, f->path, id, 0, "id", "the record has %zu bytes, not even its id",
                              size);
    if (amb_le32(data) != id)
        return amb_dat_report(err, AMB_E_FORMAT, f->path, id, 0, "id", "the record says that it is 0x%08X",
                              amb_le32(data));
    return AMB_OK;
}

int amb_datfile_read(AmbDatFile *f, const AmbDatEntry *e, size_t cap, uint8_t **out, size_t *size, AmbError *err)
{
    *out = NULL;
    *size = 0;
    if (e->flags >> 16 == 0)
        return amb_dat_report(err, AMB_E_FORMAT, f->path, e->id, 0, "pack version",
                              "0, which the game's client refuses");
    uint8_t *data = NULL;
    size_t n = e->size;
    int code = read_stored(f, e, cap, &data, err);
    if (!code && (e->flags & AMB_DAT_COMPRESSED))
        code = inflate_record(f, e, cap, &data, &n, err);
    if (!code)
        code = check_echo(f, e->id, data, n, err);
    if (code) {
        free(data);
        return code;
    }
    *out = data;
    *size = n;
    return AMB_OK;
}

int amb_datfile_record(AmbDatFile *f, uint32_t id, size_t cap, uint8_t **out, size_t *size, AmbError *err)
{
    *out = NULL;
    *size = 0;
    AmbDatEntry e;
    const int code = amb_datfile_find(f, id, &e, err);
    return code ? code : amb_datfile_read(f, &e, cap, out, size, err);
}

int amb_datfile_iteration(AmbDatFile *f, int32_t *out, AmbError *err)
{
    uint8_t *data;
    size_t size;
    if (f->header.old_layout) {
        *out = f->header.old_iteration;
        return AMB_OK;
    }
    int code = amb_datfile_record(f, AMB_DAT_ITERATION_ID, AMB_DAT_CAP_RECORD, &data, &size, err);
    if (code)
        return code;
    if (size < 4)
        code = amb_dat_report(err, AMB_E_FORMAT, f->path, AMB_DAT_ITERATION_ID, 0, "total", "missing");
    else
        *out = (int32_t)amb_le32(data);
    free(data);
    return code;
}
