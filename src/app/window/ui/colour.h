/* colour.h - the window's colours, 0xAARRGGBB. */
#ifndef AMB_UI_COLOUR_H
#define AMB_UI_COLOUR_H

#include <stdint.h>

typedef uint32_t AmbColour;

#define AMB_COL_GROUND 0xff14181du
#define AMB_COL_PANEL 0xff1b2128u
#define AMB_COL_LINE 0xff2c343du
#define AMB_COL_WELL 0xff0f1317u       /* the empty part of bars, fields, buttons */
#define AMB_COL_TEXT 0xffd7dde4u
#define AMB_COL_DIM 0xff8b97a4u
#define AMB_COL_WHITE 0xffffffffu
#define AMB_COL_CONSTANT 0xfff2b33du   /* constant sounds, letter C */
#define AMB_COL_CHANCE 0xff56b4e9u     /* intermittent sounds, letter I */
#define AMB_COL_LIVE 0xff4fc3a1u       /* signal that sounds now */
#define AMB_COL_TROUBLE 0xffe0705au
#define AMB_COL_CHOSEN 0xff26405au     /* ground of the selected row */
#define AMB_COL_HOVER 0xff232b34u
#define AMB_COL_VEIL 0xd910141au       /* behind text on the map */

/* The same colour at `alpha` 0..255 of its own opacity. */
static inline AmbColour amb_colour_fade(AmbColour c, unsigned alpha)
{
    return (c & 0x00ffffffu) | ((c >> 24) * alpha / 255u) << 24;
}

#endif
