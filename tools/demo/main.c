/* main.c - make_demo ASSETS: the demo region's pictures and sounds and the icon, into the folder of assets. */
#include "icon.h"
#include "map.h"
#include "sounds.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    AmbError err = AMB_ERROR_NONE;
    char demo[4096], icon[4096];

    if (argc != 2) {
        fputs("usage: make_demo ASSETS    (a folder with demo/sounds in it)\n", stderr);
        return 2;
    }
    snprintf(demo, sizeof demo, "%s/demo", argv[1]);
    snprintf(icon, sizeof icon, "%s/icon.png", argv[1]);
    if (map_write(&map_island, demo, &err) != 0 || sounds_write(demo, &err) != 0 || icon_write(icon, &err) != 0) {
        fprintf(stderr, "make_demo: %s\n", err.text);
        return 1;
    }
    return 0;
}
