/* alsa_quiet.c - another error handler for ALSA's library. */
#include "alsa_quiet.h"

#include <dlfcn.h>
#include <stddef.h>

static void say_nothing(const char *file, int line, const char *function, int code, const char *format, ...)
{
    (void)file;
    (void)line;
    (void)function;
    (void)code;
    (void)format;
}

/* It is there when SDL was linked with it, or once OpenAL has opened a device; a program of ours never links it itself. */
void amb_alsa_quiet(void)
{
    int (*set_handler)(void (*)(const char *, int, const char *, int, const char *, ...)) = NULL;
    void *const library = dlopen("libasound.so.2", RTLD_LAZY | RTLD_NOLOAD);
    if (!library)
        return;
    *(void **)&set_handler = dlsym(library, "snd_lib_error_set_handler");
    if (set_handler)
        set_handler(say_nothing);
    dlclose(library);
}
