/* layers.h - what the map can show, each switched by a key. */
#ifndef AMB_WINDOW_LAYERS_H
#define AMB_WINDOW_LAYERS_H

typedef enum AmbLayer {
    AMB_LAYER_SHADING,
    AMB_LAYER_GRID,
    AMB_LAYER_ROADS,
    AMB_LAYER_RINGS,
    AMB_LAYER_CELLS,
    AMB_LAYER_BANDS,
    AMB_LAYER_SOUNDS,
    AMB_LAYER_LABELS,
    AMB_LAYER_CAPTIONS,
    AMB_LAYER_ROSE,
    AMB_LAYER_COUNT
} AmbLayer;

const char *amb_layer_id(AmbLayer layer); /* "cells", in the settings */
int amb_layer_of(const char *id);         /* -1: none */
const char *amb_layer_name(AmbLayer layer); /* "contributing cells", for the key page and the legend */

#endif
