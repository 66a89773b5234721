/* utf8.c - see utf8.h. */
#include "amb/utf8.h"

#include <stdbool.h>

int amb_utf8_length(const unsigned char *s)
{
    if (s[0] < 0x80)
        return 1;
    if (s[0] < 0xC2 || s[0] > 0xF4)
        return 0;
    const int n = s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : 4;
    for (int i = 1; i < n; i++)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    const bool odd = (s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F) || (s[0] == 0xF0 && s[1] < 0x90) ||
                     (s[0] == 0xF4 && s[1] > 0x8F);
    return odd ? 0 : n;
}
