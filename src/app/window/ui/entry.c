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

void amb_entry_insert(AmbEntry *e, const char *text)
{
    const size_t n = strlen(text), used = strlen(e->text);
    e->composing[0] = 0;
    if (used + n >= sizeof e->text)
        return;
    memmove(e->text + e->caret + n, e->text + e->caret, used - e->caret + 1);
    for (size_t i = 0; i < n; i++)
        e->text[e->caret + i] = (unsigned char)text[i] < 0x20 || text[i] == 0x7f ? ' ' : text[i];
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
