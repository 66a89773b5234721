/* heap_limit.c - no input may make a reader hold more than 64 MB beyond the input's own size.  Linked into the fuzzers with
 * --wrap=LLVMFuzzerTestOneInput, so that the count begins with each input; needs the address sanitizer's hooks. */
#include "fuzz.h"

#include <sanitizer/allocator_interface.h>

#define BEYOND_BYTES ((int64_t)64 << 20)

int __real_LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int __wrap_LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int64_t held, limit = INT64_MAX; /* bytes; targets are single-threaded */

static void on_malloc(const volatile void *p, size_t size)
{
    (void)p;
    held += (int64_t)size;
    if (held > limit) {
        limit = INT64_MAX; /* the report needs memory, too */
        FUZZ_CHECK(!"within 64 MB beyond the input's size");
    }
}

static void on_free(const volatile void *p)
{
    held -= p ? (int64_t)__sanitizer_get_allocated_size((const void *)(uintptr_t)p) : 0;
}

int __wrap_LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int installed;
    if (!installed++)
        FUZZ_CHECK(__sanitizer_install_malloc_and_free_hooks(on_malloc, on_free));
    held = 0;
    limit = BEYOND_BYTES + (int64_t)size;
    const int result = __real_LLVMFuzzerTestOneInput(data, size);
    limit = INT64_MAX; /* what the fuzzer itself keeps is no matter */
    return result;
}
