/* main.c - make_demo DIR: the demo region's pictures and sounds into DIR. */
#include "map.h"
#include "sounds.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    AmbError err = AMB_ERROR_NONE;

    if (argc != 2) {
        fputs("usage: make_demo DIR\n", stderr);
        return 2;
    }
    if (map_write(&map_island, argv[1], &err) != 0 || sounds_write(argv[1], &err) != 0) {
        fprintf(stderr, "make_demo: %s\n", err.text);
        return 1;
    }
    return 0;
}
