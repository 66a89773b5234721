/* folder_where.c - from a path such as "stbs/3/sounds/1/volume" to the place in the file. */
#include "folder.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEGMENT 1024

/* The next segment of *path with ~1 and ~0 undone; false at the end or when it is too long. */
static bool next_segment(const char **path, char segment[SEGMENT])
{
    if (!**path)
        return false;
    size_t n = 0;
    const char *p = *path;
    for (; *p && *p != '/' && n + 1 < SEGMENT; p++) {
        const bool tilde = p[0] == '~' && (p[1] == '0' || p[1] == '1');
        segment[n++] = (char)(tilde ? (p[1] == '0' ? '~' : '/') : *p);
        p += tilde;
    }
    segment[n] = '\0';
    *path = *p == '/' ? p + 1 : p;
    return *p == '/' || !*p;
}

static bool number(const char *text, uint32_t *v)
{
    const size_t n = strlen(text);
    if (n == 0 || n > 10 || strspn(text, "0123456789") != n)
        return false;
    const unsigned long long u = strtoull(text, NULL, 10);
    *v = (uint32_t)u;
    return u <= UINT32_MAX;
}

/* "tables" and "waves" know their entries by id as well, "rows" by the type's number. */
static uint32_t child_by_id(const AmbFolder *f, uint32_t node, const char *segment)
{
    const AmbDoc *const d = &f->doc;
    const char *const key = d->nodes[node].key;
    uint32_t v = 0;
    int64_t i = -1;
    if (!key)
        return 0;
    if (strcmp(key, "waves") == 0 && amb_hex_id(segment, true, &v) &&
        (i = amb_folder_find_id(f->wave_ids, f->n_waves, v)) >= 0)
        return amb_doc_child(d, node, f->waves[i].name);
    if (strcmp(key, "tables") == 0 && amb_hex_id(segment, true, &v) &&
        (i = amb_folder_find_id(f->table_ids, f->n_tables, v)) >= 0)
        return amb_doc_child(d, node, f->tables[i].name);
    const char *const name = strcmp(key, "rows") == 0 && number(segment, &v) ? amb_sound_type_name(v) : NULL;
    return name ? amb_doc_child(d, node, name) : 0;
}

uint32_t amb_folder_node(const AmbFolder *f, const char *path, bool *whole)
{
    char segment[SEGMENT];
    uint32_t node = 0, i = 0;
    *whole = true;
    while (*path) {
        uint32_t child = 0;
        if (next_segment(&path, segment)) {
            if (f->doc.nodes[node].kind == AMB_DOC_LIST)
                child = number(segment, &i) ? amb_doc_item(&f->doc, node, i) : 0;
            else
                child = amb_doc_child(&f->doc, node, segment);
            if (!child)
                child = child_by_id(f, node, segment);
        }
        if (!child) {
            *whole = false;
            break;
        }
        node = child;
    }
    return node;
}

bool amb_folder_where(const AmbFolder *f, const char *path, unsigned *line, unsigned *col)
{
    bool whole = false;
    const uint32_t node = amb_folder_node(f, path, &whole);
    if (whole)
        amb_doc_line_col(&f->doc, f->doc.nodes[node].at, line, col);
    return whole;
}

char *amb_folder_place_text(const AmbFolder *f, const char *path, char *buf, size_t cap)
{
    AmbError text = AMB_ERROR_NONE; /* as in error lines: a path's odd bytes are made visible */
    unsigned bx = 0, by = 0, x = 0, y = 0, line = 1, col = 1;
    if (sscanf(path, "land/%u/%u/%u/%u", &bx, &by, &x, &y) == 4 && bx - f->land.bx < f->land.nx &&
        by - f->land.by < f->land.ny && x < 9 && y < 9) {
        const char *const slash = *f->dir && f->dir[strlen(f->dir) - 1] != '/' ? "/" : "";
        amb_error(&text, AMB_E_FORMAT, "%s%s%s:%u:%u", f->dir, slash, amb_picture_names[AMB_PIC_TERRAIN],
            8 * f->land.ny - 8 * (by - f->land.by) - y + 1, 8 * (bx - f->land.bx) + x + 1);
    } else {
        bool whole = false;
        amb_doc_line_col(&f->doc, f->doc.nodes[amb_folder_node(f, path, &whole)].at, &line, &col);
        amb_error(&text, AMB_E_FORMAT, "%s:%u:%u", f->json_path, line, col);
    }
    snprintf(buf, cap, "%s", text.text);
    return buf;
}
