/* entry.h - one line of typed text: caret, editing, what an input method is composing. */
#ifndef AMB_UI_ENTRY_H
#define AMB_UI_ENTRY_H

#include <stdbool.h>
#include <stddef.h>

#define AMB_ENTRY_TEXT 256

typedef struct AmbEntry {
    char text[AMB_ENTRY_TEXT];      /* UTF-8 */
    size_t caret;                   /* byte, at the start of a character */
    char composing[AMB_ENTRY_TEXT]; /* by the input method, not yet part of the text */
} AmbEntry;

typedef enum AmbEntryEdit {
    AMB_EDIT_LEFT,
    AMB_EDIT_RIGHT,
    AMB_EDIT_HOME,
    AMB_EDIT_END,
    AMB_EDIT_BACKSPACE,
    AMB_EDIT_DELETE,
    AMB_EDIT_CLEAR
} AmbEntryEdit;

void amb_entry_set(AmbEntry *e, const char *text);
/* At the caret; control characters become spaces, wide letters and digits usual ones, what does not fit is left out whole. */
void amb_entry_insert(AmbEntry *e, const char *text);
void amb_entry_compose(AmbEntry *e, const char *text);
void amb_entry_edit(AmbEntry *e, AmbEntryEdit edit);

#endif
