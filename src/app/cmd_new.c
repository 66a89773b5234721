/* cmd_new.c - `ambwalk new`: a small region folder to start from. */
#include "commands.h"

#include "amb/region_write.h"

int amb_cmd_new(const AmbArgs *a, AmbError *err)
{
    const int code = amb_folder_new(a->operands[0], err);
    if (!code)
        fprintf(stderr, "ambwalk: %s is made; hear it with `ambwalk --region %s`\n", a->operands[0], a->operands[0]);
    return code;
}
