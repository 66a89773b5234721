/* place_dat.c - see place_dat.h */
#include "place_dat.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARTS 5

/* A path cut at its slashes: words, and the numbers that they are. */
typedef struct Path {
    char text[128];
    const char *word[PARTS];
    uint32_t number[PARTS];
    int n;
} Path;

static void cut(Path *p, const char *path)
{
    memset(p, 0, sizeof *p);
    snprintf(p->text, sizeof p->text, "%s", path);
    char *rest = p->text;
    while (rest && p->n < PARTS) {
        p->word[p->n] = strsep(&rest, "/");
        p->number[p->n] = (uint32_t)strtoul(p->word[p->n], NULL, 0);
        p->n++;
    }
}

/* What stands at `offset` of a record; the path with dots for a field name. */
static char *say(char *buf, size_t cap, const AmbDatFile *f, uint32_t id, uint64_t offset, const char *path)
{
    const int n = snprintf(buf, cap, "%s: 0x%08" PRIX32 "+0x%" PRIX64 " ", amb_datfile_path(f), id, offset);
    for (size_t i = n > 0 ? (size_t)n : 0; i + 1 < cap; i++) {
        buf[i] = *path == '/' ? '.' : *path;
        if (!*path++)
            break;
    }
    if (cap)
        buf[cap - 1] = '\0';
    return buf;
}

static uint32_t field_offset(const char *field)
{
    static const char *const fields[] = {"type", "volume", "base_chance", "min_rate", "max_rate"};
    for (uint32_t i = 0; i < 5; i++)
        if (field && strcmp(field, fields[i]) == 0)
            return 4 * i;
    return 0;
}

/* An STB is its table's id, a count and 20 bytes a sound. */
static uint32_t stb_offset(const AmbDatRegion *r, const Path *p)
{
    const uint32_t at = r->stb_at[p->number[1]];
    return p->n > 3 && strcmp(p->word[2], "sounds") == 0 ? at + 8 + 20 * p->number[3] + field_offset(p->word[4]) : at;
}

/* A terrain is its name, a colour, a count and 4 bytes a scene: from its end backwards the name's length does not
 * matter. */
static uint32_t terrain_offset(const AmbDatRegion *r, const Path *p)
{
    const uint32_t i = p->number[1], n = r->region.terrain[i].n_scenes, scenes = r->terrain_at[i + 1] - 4 * n;
    if (p->n > 3 && strcmp(p->word[2], "scenes") == 0)
        return scenes + 4 * p->number[3];
    return p->n > 2 && strcmp(p->word[2], "colour") == 0 ? scenes - 8 : r->terrain_at[i];
}

/* The region's part that a path leads into; false: none. */
static bool region_offset(const AmbDatRegion *r, const Path *p, uint32_t *offset)
{
    if (p->n < 2)
        return false;
    if (strcmp(p->word[0], "stbs") == 0 && p->number[1] < r->region.n_stbs)
        *offset = stb_offset(r, p);
    else if (strcmp(p->word[0], "scenes") == 0 && p->number[1] < r->region.n_scenes)
        *offset = r->scene_at[p->number[1]];
    else if (strcmp(p->word[0], "terrain") == 0 && p->number[1] < r->region.n_terrain)
        *offset = terrain_offset(r, p);
    else
        return false;
    return true;
}

/* ---- tables ---- */

typedef struct RowWalk {
    uint32_t type;
    uint64_t at; /* of the node, while looking; of its rows when found */
} RowWalk;

static int pass_node(void *user, const AmbDatTableNode *n)
{
    RowWalk *const w = user;
    if (n->depth == 1 && n->key == w->type) {
        w->at += 8; /* key and count */
        return 1;
    }
    w->at += 12 + (uint64_t)16 * n->n_rows;
    return 0;
}

/* tables/ID/rows/TYPE/ROW: where the first node of this type has the row; 0 when the table is not there. */
static uint64_t row_offset(AmbDatFile *portal, const Path *p)
{
    AmbDatRecord rec = {amb_datfile_path(portal), p->number[1], NULL, 0};
    RowWalk w = {p->number[3], 4};
    uint8_t *data = NULL;
    if (p->n < 4 || amb_datfile_record(portal, rec.id, AMB_DAT_CAP_RECORD, &data, &rec.size, NULL) != AMB_OK)
        return 0;
    rec.data = data;
    const int found = amb_dat_table_walk(&rec, pass_node, &w, NULL);
    free(data);
    return found == 1 ? w.at + (uint64_t)16 * p->number[4] : 0;
}

/* What follows the id in tables/ID/... or waves/ID/..., or what it is the id of. */
static const char *below_id(const char *path, const char *what)
{
    const char *const id = strchr(path, '/') + 1, *const rest = strchr(id, '/');
    return rest ? rest + 1 : what;
}

/* ---- the whole ---- */

char *amb_dat_place_text(AmbDat *d, const char *path, char *buf, size_t cap)
{
    Path p;
    uint32_t offset = 0;
    cut(&p, path);
    if (region_offset(amb_dat_region(d), &p, &offset))
        return say(buf, cap, amb_dat_portal(d), AMB_DAT_REGION_ID, offset, path);
    if (p.n > 1 && strcmp(p.word[0], "tables") == 0)
        return say(buf, cap, amb_dat_portal(d), p.number[1], row_offset(amb_dat_portal(d), &p),
                   below_id(path, "table"));
    if (p.n > 1 && strcmp(p.word[0], "waves") == 0)
        return say(buf, cap, amb_dat_portal(d), p.number[1], 0, below_id(path, "wave"));
    if (p.n == 5 && strcmp(p.word[0], "land") == 0 && amb_dat_cell(d)) /* terrain words begin at 8 */
        return say(buf, cap, amb_dat_cell(d), amb_dat_block_id(p.number[1], p.number[2]),
                   8 + 2 * (p.number[3] * 9 + p.number[4]), path);
    snprintf(buf, cap, "%s", amb_datfile_path(amb_dat_portal(d)));
    return buf;
}
