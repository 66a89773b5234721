/* bind.c - from "Shift+F5" to rows of the key table. */
#include "bind.h"

#include "amb/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MOST_WISHES = 128, MOST_STANDARD = 112, MOST_ROWS = MOST_WISHES + MOST_STANDARD };

typedef struct Wish {
    const AmbBinding *binding;
    int row;        /* first standard row of its action */
    AmbKey key;     /* scancode, sym, mods, held; no key: no press is wished for */
    bool dropped;
} Wish;

typedef struct Binder {
    Wish *wishes;
    size_t n;
    int first[MOST_STANDARD]; /* of each standard row: the first one of its action */
    AmbBindComplaint complain;
    void *user;
} Binder;

static AmbKey rows[MOST_ROWS]; /* in use once a person's keys were laid over the standard ones */

static void drop(Binder *b, Wish *w, const char *fmt, ...) AMB_PRINTF(3, 4);

static void drop(Binder *b, Wish *w, const char *fmt, ...)
{
    char text[256];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    w->dropped = true;
    b->complain(b->user, w->binding->at, text);
}

/* ---- reading ---- */

static int row_of(const char *action)
{
    for (int i = 0; i < amb_n_standard_keys; i++)
        if (strcmp(amb_key_id(&amb_standard_keys[i]), action) == 0)
            return i;
    return -1;
}

static void unknown_action(Binder *b, Wish *w)
{
    const char *names[MOST_STANDARD];
    size_t n = 0;
    for (int i = 0; i < amb_n_standard_keys; i++)
        names[n++] = amb_key_id(&amb_standard_keys[i]);
    const char *const near = amb_nearest_name(w->binding->action, names, n);
    if (near)
        drop(b, w, "nothing is called \"%.40s\" (did you mean \"%s\"?)", w->binding->action, near);
    else
        drop(b, w, "nothing is called \"%.40s\"; the README of the settings lists what can be bound", w->binding->action);
}

/* Takes "Shift+" and the like off the front. */
static const char *read_mods(const char *text, unsigned *mods)
{
    static const struct {
        const char *name;
        unsigned mod;
    } known[] = {{"Ctrl+", KMOD_CTRL}, {"Alt+", KMOD_ALT}, {"Shift+", KMOD_SHIFT}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strncasecmp(text, known[i].name, strlen(known[i].name)) == 0) {
            *mods |= known[i].mod;
            return read_mods(text + strlen(known[i].name), mods);
        }
    return text;
}

/* By SDL's names, and by those that the window shows. */
static SDL_Scancode scancode_of(const char *name)
{
    static const struct {
        const char *name;
        SDL_Scancode scancode;
    } ours[] = {
        {"Page Up", SDL_SCANCODE_PAGEUP}, {"Page Down", SDL_SCANCODE_PAGEDOWN}, {"Esc", SDL_SCANCODE_ESCAPE},
        {"Shift", SDL_SCANCODE_LSHIFT},   {"Enter", SDL_SCANCODE_RETURN},
    };
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
        if (strcasecmp(ours[i].name, name) == 0)
            return ours[i].scancode;
    return SDL_GetScancodeFromName(name);
}

static bool is_modifier(SDL_Scancode s)
{
    return s >= SDL_SCANCODE_LCTRL && s <= SDL_SCANCODE_RGUI && s != SDL_SCANCODE_LSHIFT && s != SDL_SCANCODE_RSHIFT;
}

static void read_press(Binder *b, Wish *w)
{
    const char *const press = w->binding->press;
    AmbKey *const k = &w->key;
    if (!press)
        return;
    const char *const name = read_mods(press, &k->mods);
    if (k->mods & KMOD_CTRL)
        k->sym = SDL_GetKeyFromName(name);
    else
        k->scancode = scancode_of(name);
    if (!k->sym && !k->scancode)
        drop(b, w, "\"%.40s\" is no key, expected a name such as \"B\", \"F8\", \"Alt+Left\" or \"Ctrl+B\"", press);
    else if (is_modifier(k->scancode) || is_modifier(SDL_GetScancodeFromKey(k->sym)))
        drop(b, w, "\"%.40s\" only goes with another key", press);
    else if ((k->mods & KMOD_CTRL) && (k->mods & KMOD_SHIFT))
        drop(b, w, "\"%.40s\": with Ctrl it makes no difference whether Shift is down", press);
    else if (k->mods && amb_standard_keys[w->row].held)
        drop(b, w, "\"%.40s\": what one holds down to move is a single key", press);
}

static void read_wish(Binder *b, Wish *w)
{
    w->row = row_of(w->binding->action);
    if (w->row < 0) {
        unknown_action(b, w);
        return;
    }
    w->key.held = amb_standard_keys[w->row].held;
    read_press(b, w);
}

/* ---- laying over ---- */

/* Whether an action's keys, by its first standard row, are a person's own. */
static bool is_bound(const Binder *b, int first)
{
    for (size_t i = 0; i < b->n; i++)
        if (!b->wishes[i].dropped && b->wishes[i].row == first)
            return true;
    return false;
}

static bool same_press(const AmbKey *a, const AmbKey *b)
{
    const unsigned mask = a->held || b->held ? ~(unsigned)KMOD_SHIFT : ~0u; /* held keys act with Shift too */
    return (a->scancode || a->sym) && a->scancode == b->scancode && a->sym == b->sym && (a->mods & mask) == (b->mods & mask);
}

/* What the press of wish i does already, by an earlier wish or as a standard key; NULL: nothing. */
static const AmbKey *holder(const Binder *b, size_t i)
{
    const AmbKey *const k = &b->wishes[i].key;
    for (size_t j = 0; j < i; j++)
        if (!b->wishes[j].dropped && same_press(&b->wishes[j].key, k))
            return &amb_standard_keys[b->wishes[j].row];
    for (int j = 0; j < amb_n_standard_keys; j++)
        if (same_press(&amb_standard_keys[j], k) && !is_bound(b, b->first[j]))
            return &amb_standard_keys[j];
    return NULL;
}

/* An action that loses its last wish has its standard keys back, which may be another's wish: until nothing changes. */
static void drop_doubles(Binder *b)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < b->n; i++) {
            const AmbKey *const other = b->wishes[i].dropped ? NULL : holder(b, i);
            if (!other)
                continue;
            drop(b, &b->wishes[i], "\"%.40s\" already is the key of \"%s\"", b->wishes[i].binding->press, amb_key_id(other));
            changed = true;
        }
    }
}

static void add_row(int *n, const AmbKey *like, const AmbKey *press, bool first)
{
    AmbKey *const k = &rows[(*n)++];
    *k = *like;
    k->scancode = press->scancode;
    k->sym = press->sym;
    k->mods = press->mods;
    if (!first)
        k->text = k->brief = NULL;
}

static void add_wishes(const Binder *b, int row, int *n)
{
    bool first = true;
    for (size_t i = 0; i < b->n; i++) {
        const Wish *const w = &b->wishes[i];
        if (w->dropped || w->row != row || (!w->binding->press && !first))
            continue;
        add_row(n, &amb_standard_keys[row], &w->key, first); /* without a key a row all the same: buttons are made of them */
        first = false;
    }
}

static int lay_over(const Binder *b)
{
    int n = 0;
    for (int i = 0; i < amb_n_standard_keys; i++) {
        if (!is_bound(b, b->first[i]))
            rows[n++] = amb_standard_keys[i];
        else if (b->first[i] == i)
            add_wishes(b, i, &n);
    }
    return n;
}

void amb_keys_bind(const AmbBinding *list, size_t n, AmbBindComplaint complain, void *user)
{
    Wish wishes[MOST_WISHES];
    Binder b = {.wishes = wishes, .complain = complain, .user = user};
    if (n > MOST_WISHES)
        complain(user, list[MOST_WISHES].at, "too many keys are bound; this one and those that follow are too much");
    for (int i = 0; i < amb_n_standard_keys; i++)
        b.first[i] = row_of(amb_key_id(&amb_standard_keys[i]));
    for (b.n = 0; b.n < n && b.n < MOST_WISHES; b.n++) {
        wishes[b.n] = (Wish){.binding = &list[b.n]};
        read_wish(&b, &wishes[b.n]);
    }
    drop_doubles(&b);
    amb_keys_use(rows, lay_over(&b));
}
