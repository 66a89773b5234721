/* second_reader.h - a reader of .dat files that shares no code with src/dat and trusts nothing that was written:
 * every block of the file must be accounted for, every rule of the directory hold. */
#ifndef AMB_TEST_SECOND_READER_H
#define AMB_TEST_SECOND_READER_H

#include <stddef.h>
#include <stdint.h>

typedef struct SecondRecord {
    uint32_t id;
    uint8_t *data;
    size_t size;
} SecondRecord;

typedef struct SecondFile {
    uint8_t *bytes;
    size_t size;
    uint32_t block_size, data_set, root;
    unsigned depth;          /* levels of the directory */
    SecondRecord *records;   /* ascending by id */
    size_t n;
    char problem[256];       /* empty: the file is sound */
} SecondFile;

/* 0 and everything read, or -1 and a problem; free in both cases. */
int second_read(SecondFile *f, const char *path);
void second_free(SecondFile *f);
const SecondRecord *second_find(const SecondFile *f, uint32_t id);

#endif
