/* layers.c - names of what the map can show. */
#include "layers.h"

#include <string.h>

const char *amb_layer_id(AmbLayer layer)
{
    static const char *const ids[AMB_LAYER_COUNT] = {
        [AMB_LAYER_SHADING] = "shading", [AMB_LAYER_GRID] = "grid",   [AMB_LAYER_ROADS] = "roads",
        [AMB_LAYER_RINGS] = "rings",     [AMB_LAYER_CELLS] = "cells", [AMB_LAYER_BANDS] = "bands",
        [AMB_LAYER_SOUNDS] = "sounds",   [AMB_LAYER_LABELS] = "labels", [AMB_LAYER_CAPTIONS] = "captions",
        [AMB_LAYER_ROSE] = "rose",
    };
    return ids[layer];
}

int amb_layer_of(const char *id)
{
    for (int i = 0; i < AMB_LAYER_COUNT; i++)
        if (strcmp(amb_layer_id((AmbLayer)i), id) == 0)
            return i;
    return -1;
}

const char *amb_layer_name(AmbLayer layer)
{
    static const char *const names[AMB_LAYER_COUNT] = {
        [AMB_LAYER_SHADING] = "hill shading",
        [AMB_LAYER_GRID] = "grid",
        [AMB_LAYER_ROADS] = "roads",
        [AMB_LAYER_RINGS] = "rings at 20 and 120 m",
        [AMB_LAYER_CELLS] = "contributing vertices",
        [AMB_LAYER_BANDS] = "bands of the selected sound",
        [AMB_LAYER_SOUNDS] = "playing sounds",
        [AMB_LAYER_LABELS] = "their names and levels",
        [AMB_LAYER_CAPTIONS] = "captions: what played, where",
        [AMB_LAYER_ROSE] = "rose of the selected sound",
    };
    return names[layer];
}
