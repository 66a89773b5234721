/* entry.c - editing one line of text. */
#include "entry.h"

#include <stdio.h>
#include <string.h>

static bool continues(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

static size_t before(const AmbEntry *e)
{
    size_t i = e->caret;
    while (i && continues(e->text[--i]))
        ;
    return i;
}

static size_t after(const AmbEntry *e)
{
    size_t i = e->caret;
    if (e->text[i])
        i++;
    while (continues(e->text[i]))
        i++;
    return i;
}

static void cut(AmbEntry *e, size_t from, size_t to)
{
    memmove(e->text + from, e->text + to, strlen(e->text + to) + 1);
    e->caret = from;
}

void amb_entry_set(AmbEntry *e, const char *text)
{
    *e = (AmbEntry){0};
    amb_entry_insert(e, text);
}

/* Japanese and Chinese input methods write digits and points as wide as their other letters (U+FF01 to U+FF5E), and have
 * signs of their own for some.  Takes one character and returns its bytes. */
static size_t narrow(const char *text, char *out)
{
    static const char *const own[] = {"\xe3\x80\x80 ", "\xe3\x80\x81,", "\xe3\x80\x82.", "\xe3\x83\xbc-", "\xe2\x88\x92-"};
    const unsigned char *const u = (const unsigned char *)text;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (strncmp(text, own[i], 3) == 0) {
            *out = own[i][3];
            return 3;
        }
    const unsigned wide = u[0] == 0xef && (u[1] == 0xbc || u[1] == 0xbd) && continues(text[2]) ? (u[1] & 3u) << 6 | (u[2] & 0x3fu) : 0;
    if (wide > 0 && wide < 0x5f) {
        *out = (char)(wide + 0x20);
        return 3;
    }
    *out = u[0] < 0x20 || u[0] == 0x7f ? ' ' : text[0];
    return 1;
}

void amb_entry_insert(AmbEntry *e, const char *text)
{
    char plain[AMB_ENTRY_TEXT];
    size_t n = 0;
    const size_t used = strlen(e->text);
    e->composing[0] = 0;
    while (*text && used + n < sizeof e->text - 1)
        text += narrow(text, &plain[n++]);
    if (*text)
        return;
    memmove(e->text + e->caret + n, e->text + e->caret, used - e->caret + 1);
    memcpy(e->text + e->caret, plain, n);
    e->caret += n;
}

void amb_entry_compose(AmbEntry *e, const char *text)
{
    snprintf(e->composing, sizeof e->composing, "%s", text);
}

void amb_entry_edit(AmbEntry *e, AmbEntryEdit edit)
{
    switch (edit) {
    case AMB_EDIT_LEFT: e->caret = before(e); break;
    case AMB_EDIT_RIGHT: e->caret = after(e); break;
    case AMB_EDIT_HOME: e->caret = 0; break;
    case AMB_EDIT_END: e->caret = strlen(e->text); break;
    case AMB_EDIT_BACKSPACE: cut(e, before(e), e->caret); break;
    case AMB_EDIT_DELETE: {
        const size_t at = e->caret;
        cut(e, at, after(e));
        break;
    }
    case AMB_EDIT_CLEAR: amb_entry_set(e, ""); break;
    }
}
