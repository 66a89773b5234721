/* interrupt.h - ^C: the first one asks to stop, a second one kills. */
#ifndef AMB_APP_INTERRUPT_H
#define AMB_APP_INTERRUPT_H

#include "amb/error.h"

#include <signal.h>
#include <stdbool.h>

void amb_interrupt_install(void);
bool amb_interrupted(void);
const volatile sig_atomic_t *amb_interrupt_flag(void); /* not 0 once asked */
/* AMB_OK, or AMB_E_INTERRUPTED with err set: for loops. */
int amb_interrupt_check(AmbError *err);

#endif
