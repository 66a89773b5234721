/* starter.c - the region that `ambwalk new` makes: water, meadow and woods, small enough to read at one glance. */
#include "amb/region_write.h"

#include "amb/outdir.h"
#include "folder.h"
#include "starter_sound.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char region_json[] =
    "{\n"
    "  \"format\": \"ambwalk-region\",\n"
    "  \"version\": 1,\n"
    "  \"name\": \"A new region\",\n"
    "  \"origin\": [127, 127],\n"
    "  \"size\": [3, 3],\n"
    "  \"start\": {\"at\": \"24672 24660\", \"heading\": 90},\n"
    "  \"heights\": \"retail\",\n"
    "  \"terrain\": [\n"
    "    {\"name\": \"Water\", \"colour\": \"#3b6ea5\", \"scenes\": [0]},\n"
    "    {\"name\": \"Meadow\", \"colour\": \"#7fae4f\", \"scenes\": [1]},\n"
    "    {\"name\": \"Woods\", \"colour\": \"#2f6b3a\", \"scenes\": [2, -1]}\n"
    "  ],\n"
    "  \"scenes\": [{\"stb\": 0}, {\"stb\": 1}, {\"stb\": 2}],\n"
    "  \"stbs\": [\n"
    "    {\"table\": \"water\", \"sounds\": [\n"
    "      {\"name\": \"waves\", \"type\": \"Ambient1\", \"volume\": 0.5, \"base_chance\": 0, \"min_rate\": 6, \"max_rate\": 6}\n"
    "    ]},\n"
    "    {\"table\": \"meadow\", \"sounds\": [\n"
    "      {\"name\": \"wind\", \"type\": \"Ambient1\", \"volume\": 0.35, \"base_chance\": 0, \"min_rate\": 5, \"max_rate\": 5},\n"
    "      {\"name\": \"lark\", \"type\": \"Ambient2\", \"volume\": 0.6, \"base_chance\": 0.5, \"min_rate\": 6, \"max_rate\": 15}\n"
    "    ]},\n"
    "    {\"table\": \"woods\", \"sounds\": [\n"
    "      {\"name\": \"leaves\", \"type\": \"Ambient1\", \"volume\": 0.3, \"base_chance\": 0, \"min_rate\": 4, \"max_rate\": 4},\n"
    "      {\"name\": \"thrush\", \"type\": \"Ambient2\", \"volume\": 0.8, \"base_chance\": 0.7, \"min_rate\": 4, \"max_rate\": 12}\n"
    "    ]}\n"
    "  ],\n"
    "  \"tables\": {\n"
    "    \"water\": {\"rows\": {\"Ambient1\": [{\"wave\": \"waves\"}]}},\n"
    "    \"meadow\": {\"rows\": {\n"
    "      \"Ambient1\": [{\"wave\": \"wind\"}],\n"
    "      \"Ambient2\": [{\"wave\": \"lark 1\"}, {\"wave\": \"lark 2\"}, {\"wave\": \"lark 1\"}]\n"
    "    }},\n"
    "    \"woods\": {\"rows\": {\n"
    "      \"Ambient1\": [{\"wave\": \"leaves\"}],\n"
    "      \"Ambient2\": [{\"wave\": \"thrush 1\"}, {\"wave\": \"thrush 2\"}, {\"wave\": \"thrush 3\"}, {\"wave\": \"thrush 1\"}]\n"
    "    }}\n"
    "  },\n"
    "  \"waves\": {\n"
    "    \"waves\": {\"file\": \"sounds/waves.wav\"},\n"
    "    \"wind\": {\"file\": \"sounds/wind.wav\"},\n"
    "    \"leaves\": {\"file\": \"sounds/leaves.wav\"},\n"
    "    \"lark 1\": {\"file\": \"sounds/lark_1.wav\"},\n"
    "    \"lark 2\": {\"file\": \"sounds/lark_2.wav\"},\n"
    "    \"thrush 1\": {\"file\": \"sounds/thrush_1.wav\"},\n"
    "    \"thrush 2\": {\"file\": \"sounds/thrush_2.wav\"},\n"
    "    \"thrush 3\": {\"file\": \"sounds/thrush_3.wav\"}\n"
    "  }\n"
    "}\n";

static const char readme[] =
    "A region for Ambwalk.  Walk it:  ambwalk --region .      Check it:  ambwalk lint --region .\n"
    "\n"
    "region.json  names, sounds and how terrain leads to them\n"
    "terrain.png  one pixel for every 24 m, north up: which terrain (palette index: 0 water, 1 meadow, 2 woods)\n"
    "scene.png    grey 0 to 31: which entry of the terrain's \"scenes\" (woods: 1 is a silent clearing)\n"
    "height.png   grey 0 to 255: height, 2 m a step up to 200\n"
    "sounds/      WAV, AIFF, FLAC, Ogg Vorbis or MP3\n"
    "\n"
    "Paint the pictures with any image editor (keep them indexed or grey, 8 bit), edit region.json with any text\n"
    "editor, and press F5 in the window.  A mistake is said in one line with its place; nothing is lost by it.\n";

static const AmbStarterSound sounds[] = {
    {"sounds/waves.wav", 6 + AMB_STARTER_FADE_S, 150, 900, 0.15, 11, 1},
    {"sounds/wind.wav", 5 + AMB_STARTER_FADE_S, 120, 500, 0.2, 22, 1},
    {"sounds/leaves.wav", 4 + AMB_STARTER_FADE_S, 1500, 4500, 0.5, 33, 1},
    {"sounds/lark_1.wav", 1.4, 2600, 4600, 11, 44, 0},
    {"sounds/lark_2.wav", 1.1, 2800, 4400, 13, 45, 0},
    {"sounds/thrush_1.wav", 0.7, 1700, 3100, 5, 56, 0},
    {"sounds/thrush_2.wav", 0.9, 1500, 2800, 4, 57, 0},
    {"sounds/thrush_3.wav", 0.6, 1900, 3400, 6, 58, 0},
};

#define SIDE 25 /* 3 landblocks: 8 x 3 + 1 vertices */

/* A winding shore in the west, a wavy edge of the woods in the east with a clearing, land that rises eastwards. */
static uint8_t land_at(AmbPicture which, int x, int row)
{
    const double y = SIDE - 1 - row;
    const double shore = 6 + 1.6 * sin(y * 0.45), edge = 15 + 2.2 * sin(y * 0.32 + 1);
    const int clearing = (x - 20) * (x - 20) + (row - 9) * (row - 9) <= 4;
    if (which == AMB_PIC_TERRAIN)
        return x < shore ? 0 : x < edge ? 1 : 2;
    if (which == AMB_PIC_SCENE)
        return x >= edge && clearing;
    return (uint8_t)(x < shore ? 5 : 6 + (x - shore) * (x - shore) / 14 + 1.5 * sin(y * 0.7));
}

static int write_land(const AmbOutDir *dir, AmbPicture which, AmbError *err)
{
    static const uint32_t colours[] = {0x3B6EA5, 0x7FAE4F, 0x2F6B3A};
    uint8_t pixels[SIDE * SIDE];
    for (int row = 0; row < SIDE; row++)
        for (int x = 0; x < SIDE; x++)
            pixels[row * SIDE + x] = land_at(which, x, row);
    return amb_picture_write(
        dir, amb_picture_names[which], pixels, SIDE, SIDE, colours, which == AMB_PIC_TERRAIN ? 3 : 0, err);
}

static int write_sound(const AmbOutDir *dir, const AmbStarterSound *s, AmbError *err)
{
    size_t size = 0;
    uint8_t *const wav = amb_starter_wav(s, &size);
    const int code =
        wav ? amb_outdir_write(dir, s->file, wav, size, err) : amb_error(err, AMB_E_NOMEM, "%s: no memory", s->file);
    free(wav);
    return code;
}

int amb_folder_new(const char *dir, AmbError *err)
{
    AmbOutDir out;
    int code = amb_outdir_open(&out, dir, err);
    if (code)
        return code;
    code = amb_outdir_mkdir(&out, "sounds", err);
    for (size_t i = 0; i < sizeof sounds / sizeof *sounds && !code; i++)
        code = write_sound(&out, &sounds[i], err);
    for (int i = AMB_PIC_TERRAIN; i <= AMB_PIC_HEIGHT && !code; i++)
        code = write_land(&out, (AmbPicture)i, err);
    if (!code)
        code = amb_outdir_write(&out, "README.txt", readme, sizeof readme - 1, err);
    if (!code)
        code = amb_outdir_write(&out, "region.json", region_json, sizeof region_json - 1, err);
    if (code) {
        amb_outdir_abort(&out, err);
        return code;
    }
    return amb_outdir_commit(&out, err);
}
