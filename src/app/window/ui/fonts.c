/* fonts.c - opening DejaVu, and the glyph cache. */
#include "fonts.h"

#include <SDL_ttf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 1024 /* per face, a power of two; when three quarters are in use the face starts afresh */

typedef struct Slot {
    uint32_t code_point; /* 0: free */
    AmbGlyph glyph;
} Slot;

typedef struct Face {
    TTF_Font *ttf;
    int line;
    int n_slots;
    Slot slots[SLOTS];
} Face;

struct AmbFonts {
    Face faces[AMB_FONT_COUNT];
    AmbGlyph nothing;
};

static const struct {
    const char *file;
    int size;
} faces[AMB_FONT_COUNT] = {
    [AMB_FONT_SMALL] = {"DejaVuSans.ttf", 11},
    [AMB_FONT_TEXT] = {"DejaVuSans.ttf", 13},
    [AMB_FONT_TITLE] = {"DejaVuSans-Bold.ttf", 14},
    [AMB_FONT_MONO_SMALL] = {"DejaVuSansMono.ttf", 11},
    [AMB_FONT_MONO] = {"DejaVuSansMono.ttf", 13},
};

/* Debian and Ubuntu; Fedora; Arch; what a person copied into their home is found through the first by a link. */
static const char *const folders[] = {
    "/usr/share/fonts/truetype/dejavu",
    "/usr/share/fonts/dejavu-sans-fonts",
    "/usr/share/fonts/dejavu",
    "/usr/share/fonts/TTF",
};

static TTF_Font *open_face(const char *file, int size)
{
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s", folders[i], file);
        TTF_Font *font = TTF_OpenFont(path, size);
        /* the mono face lives in a folder of its own on Fedora */
        if (!font && strstr(file, "Mono")) {
            snprintf(path, sizeof path, "/usr/share/fonts/dejavu-sans-mono-fonts/%s", file);
            font = TTF_OpenFont(path, size);
        }
        if (font)
            return font;
    }
    return NULL;
}

int amb_fonts_open(AmbFonts **out, float scale, AmbError *err)
{
    *out = NULL;
    if (TTF_Init() != 0)
        return amb_error(err, AMB_E_UNSUPPORTED, "fonts: %s", TTF_GetError());
    AmbFonts *const f = calloc(1, sizeof *f);
    if (!f) {
        TTF_Quit();
        return amb_error(err, AMB_E_NOMEM, "fonts: out of memory");
    }
    for (int i = 0; i < AMB_FONT_COUNT; i++) {
        Face *const face = &f->faces[i];
        face->ttf = open_face(faces[i].file, (int)lroundf((float)faces[i].size * scale));
        if (!face->ttf) {
            amb_error(err, AMB_E_NOTFOUND, "%s/%s: not found; the window needs the package fonts-dejavu-core",
                      folders[0], faces[i].file);
            amb_fonts_close(&(AmbFonts *){f});
            return AMB_E_NOTFOUND;
        }
        TTF_SetFontHinting(face->ttf, TTF_HINTING_LIGHT);
        face->line = TTF_FontHeight(face->ttf);
    }
    *out = f;
    return 0;
}

static void forget(Face *face)
{
    for (int i = 0; i < SLOTS; i++)
        free(face->slots[i].glyph.cover);
    memset(face->slots, 0, sizeof face->slots);
    face->n_slots = 0;
}

void amb_fonts_close(AmbFonts **f)
{
    if (!*f)
        return;
    for (int i = 0; i < AMB_FONT_COUNT; i++) {
        forget(&(*f)->faces[i]);
        if ((*f)->faces[i].ttf)
            TTF_CloseFont((*f)->faces[i].ttf);
    }
    free(*f);
    *f = NULL;
    TTF_Quit();
}

int amb_fonts_line(const AmbFonts *f, AmbFont font)
{
    return f->faces[font].line;
}

/* ---- glyphs ---- */

/* Coverage of column x, row y of a picture that the library drew. */
static unsigned char cover_at(const SDL_Surface *s, int x, int y)
{
    uint32_t pixel;
    memcpy(&pixel, (const char *)s->pixels + (size_t)y * (size_t)s->pitch + (size_t)x * 4, 4);
    return (unsigned char)((pixel & s->format->Amask) >> s->format->Ashift);
}

/* The rectangle that holds ink. */
static AmbRect ink(const SDL_Surface *s)
{
    AmbRect r = {0};
    for (int y = 0; y < s->h; y++)
        for (int x = 0; x < s->w; x++)
            if (cover_at(s, x, y))
                r = amb_rect_around(r, (AmbRect){x, y, 1, 1});
    return r;
}

static void draw_glyph(Face *face, uint32_t code_point, AmbGlyph *g)
{
    int min_x = 0, max_x = 0, advance = 0;
    TTF_GlyphMetrics32(face->ttf, code_point, &min_x, &max_x, NULL, NULL, &advance);
    g->advance = advance;
    SDL_Surface *const s = TTF_RenderGlyph32_Blended(face->ttf, code_point, (SDL_Color){255, 255, 255, 255});
    if (!s)
        return;
    const AmbRect r = ink(s);
    g->cover = amb_rect_empty(r) || s->format->BytesPerPixel != 4 ? NULL : malloc((size_t)r.w * (size_t)r.h);
    if (g->cover) {
        g->w = r.w;
        g->h = r.h;
        g->left = r.x + (min_x < 0 ? min_x : 0);
        g->top = r.y;
        for (int y = 0; y < r.h; y++)
            for (int x = 0; x < r.w; x++)
                g->cover[(size_t)y * (size_t)r.w + (size_t)x] = cover_at(s, r.x + x, r.y + y);
    }
    SDL_FreeSurface(s);
}

const AmbGlyph *amb_fonts_glyph(AmbFonts *f, AmbFont font, uint32_t code_point)
{
    Face *const face = &f->faces[font];
    if (!code_point)
        return &f->nothing;
    uint32_t i = code_point * 0x9e3779b1u >> 22;
    while (face->slots[i].code_point && face->slots[i].code_point != code_point)
        i = (i + 1) % SLOTS;
    if (face->slots[i].code_point)
        return &face->slots[i].glyph;
    if (face->n_slots >= SLOTS * 3 / 4) {
        forget(face);
        return amb_fonts_glyph(f, font, code_point);
    }
    face->slots[i].code_point = code_point;
    face->n_slots++;
    draw_glyph(face, code_point, &face->slots[i].glyph);
    return &face->slots[i].glyph;
}

/* ---- text ---- */

uint32_t amb_utf8_next(const char **p, const char *end)
{
    const unsigned char *s = (const unsigned char *)*p;
    const size_t left = (size_t)(end - *p);
    if (!left || !*s)
        return 0;
    const int more = *s < 0x80 ? 0 : *s >= 0xf0 && *s < 0xf5 ? 3 : *s >= 0xe0 ? 2 : *s >= 0xc2 ? 1 : -1;
    uint32_t c = more > 0 ? *s & (0x3fu >> more) : *s;
    bool good = more >= 0 && *s < 0xf5 && (size_t)more < left;
    for (int i = 1; good && i <= more; i++) {
        good = (s[i] & 0xc0) == 0x80;
        c = c << 6 | (s[i] & 0x3fu);
    }
    if (good &&
        ((more == 2 && c < 0x800) || (more == 3 && (c < 0x10000 || c > 0x10ffff)) || (c >= 0xd800 && c < 0xe000)))
        good = false;
    *p += good ? more + 1 : 1;
    return good ? c : 0xfffd;
}

int amb_fonts_width(AmbFonts *f, AmbFont font, const char *text, size_t n)
{
    const char *p = text, *const end = text + n;
    int width = 0;
    for (uint32_t c; (c = amb_utf8_next(&p, end)) != 0;)
        width += amb_fonts_glyph(f, font, c)->advance;
    return width;
}

size_t amb_fonts_fit(AmbFonts *f, AmbFont font, const char *text, int width)
{
    const char *p = text, *const end = text + strlen(text);
    const char *fits = p;
    int used = 0;
    for (uint32_t c; (c = amb_utf8_next(&p, end)) != 0;) {
        used += amb_fonts_glyph(f, font, c)->advance;
        if (used > width)
            break;
        fits = p;
    }
    return (size_t)(fits - text);
}
