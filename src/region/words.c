/* words.c - sound types by name, ids in hexadecimal. */
#include "words.h"

#include "amb/region.h"

#include <string.h>

int amb_doc_unknown_type(const AmbDoc *d, uint32_t at, const char *text, AmbError *err)
{
    const char *names[256];
    size_t n = 0;
    while (n < 256 && amb_sound_type_name((uint32_t)n)) {
        names[n] = amb_sound_type_name((uint32_t)n);
        n++;
    }
    char hint[128];
    return amb_doc_error(d, at, err, "unknown sound type \"%.40s\"%s, expected a name such as \"Ambient2\" or a number",
        text, amb_doc_hint(hint, sizeof hint, text, names, n));
}

bool amb_hex_id(const char *text, bool prefix, uint32_t *id)
{
    const bool has = text[0] == '0' && (text[1] | 0x20) == 'x';
    if (prefix && !has)
        return false;
    text += has ? 2 : 0;
    if (strlen(text) != 8 || strspn(text, "0123456789abcdefABCDEF") != 8)
        return false;
    uint32_t v = 0;
    for (int i = 0; i < 8; i++) {
        const unsigned c = (unsigned char)text[i];
        v = v << 4 | (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    *id = v;
    return true;
}
