/* german_locale.h - switches the process to a locale whose decimal point is a comma, making it first where it is missing. */
#ifndef AMB_TESTS_GERMAN_LOCALE_H
#define AMB_TESTS_GERMAN_LOCALE_H

#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool comma_is_the_point(void)
{
    return setlocale(LC_ALL, "de_DE.UTF-8") && strcmp(localeconv()->decimal_point, ",") == 0;
}

/* False: the locale is neither installed nor can `localedef` make it in a temporary folder (of the build, left there). */
static bool german_locale(void)
{
    if (comma_is_the_point())
        return true;
    char folder[] = "/tmp/amb-locale-XXXXXX", command[200];
    if (!mkdtemp(folder))
        return false;
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 2>/dev/null", folder);
    const int made = system(command);
    setenv("LOCPATH", folder, 1);
    const bool good = comma_is_the_point();
    unsetenv("LOCPATH");
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 && made == 0 && good;
}

#endif
