/* bind.h - a person's own keys in the key table. */
#ifndef AMB_WINDOW_BIND_H
#define AMB_WINDOW_BIND_H

#include "keys.h"
#include "settings.h"

typedef void (*AmbBindComplaint)(void *user, uint32_t at, const char *text);

/* The standard keys with these laid over: what is bound to an action takes the place of all its keys.  A binding that
 * cannot be (no such action or key, a press that means something else already) is told and left out; an action that is
 * left without any keeps its own keys. */
void amb_keys_bind(const AmbBinding *list, size_t n, AmbBindComplaint complain, void *user);

#endif
