/* wall.c - SDL's performance counter in nanoseconds. */
#include "wall.h"

#include <SDL.h>

uint64_t amb_wall_ns(void)
{
    return (uint64_t)((double)SDL_GetPerformanceCounter() * (1e9 / (double)SDL_GetPerformanceFrequency()));
}
