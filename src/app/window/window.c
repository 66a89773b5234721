/* window.c - opening, running and closing the live program. */
#include "window.h"

int amb_window_main(const AmbWindowConfig *cfg, AmbError *err)
{
    (void)cfg;
    return amb_error(err, AMB_E_UNSUPPORTED, "this build has no window; use `ambwalk render` or `ambwalk trace`");
}
