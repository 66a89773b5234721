/* xdg.c - folders from the environment. */
#include "xdg.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *absolute(const char *variable)
{
    const char *const value = getenv(variable);
    return value && value[0] == '/' ? value : NULL;
}

char *amb_xdg_file(AmbXdg which, const char *name)
{
    static const struct {
        const char *variable, *below_home;
    } bases[] = {[AMB_XDG_CONFIG] = {"XDG_CONFIG_HOME", "/.config"}, [AMB_XDG_STATE] = {"XDG_STATE_HOME", "/.local/state"}};
    const char *base = absolute(bases[which].variable), *below = "";
    char *path = NULL;
    if (!base) {
        base = absolute("HOME");
        below = bases[which].below_home;
    }
    return base && asprintf(&path, "%s%s/ambwalk/%s", base, below, name) >= 0 ? path : NULL;
}

int amb_xdg_make_folders(const char *path)
{
    char *const copy = strdup(path);
    int trouble = copy ? 0 : ENOMEM;
    for (char *slash = copy ? strchr(copy + 1, '/') : NULL; slash && !trouble; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(copy, 0700) != 0 && errno != EEXIST)
            trouble = errno;
        *slash = '/';
    }
    free(copy);
    return trouble;
}
