/* memory_file.h - bytes as a file with a name, for readers that open one. */
#ifndef AMB_TESTS_MEMORY_FILE_H
#define AMB_TESTS_MEMORY_FILE_H

#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

static inline int memory_file(const uint8_t *data, size_t size, char path[64])
{
    const int fd = memfd_create("fuzz", MFD_CLOEXEC);
    FUZZ_CHECK(fd >= 0);
    FUZZ_CHECK(write(fd, data, size) == (ssize_t)size);
    snprintf(path, 64, "/proc/self/fd/%d", fd);
    return fd;
}

static inline void memory_file_close(int fd)
{
    close(fd);
}

#endif
