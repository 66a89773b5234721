/* fuzz.h - what a fuzz target gives: it must return 0 for any bytes, and abort when a promise is broken. */
#ifndef AMB_TESTS_FUZZ_H
#define AMB_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Kept in release builds, unlike assert. */
#define FUZZ_CHECK(condition)                                                              \
    do {                                                                                   \
        if (!(condition)) {                                                                \
            fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #condition);        \
            abort();                                                                       \
        }                                                                                  \
    } while (0)

#endif
