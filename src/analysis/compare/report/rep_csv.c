/* rep_csv.c - the events for spreadsheets and for Audacity. */
#include "rep.h"

#include "amb/num.h"

#include <math.h>
#include <string.h>

/* RFC 4180: a field with a comma, a quote or a line break stands in quotes, quotes doubled. */
static void put_field(FILE *f, const char *text)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, f);
        return;
    }
    fputc('"', f);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', f);
        fputc(*text, f);
    }
    fputc('"', f);
}

/* Not a number: an empty field. */
static void put_number(FILE *f, double v, int decimals)
{
    char text[AMB_NUM_TEXT];
    if (isfinite(v))
        fputs(amb_fixed_text(text, v, decimals), f);
    fputc(',', f);
}

static void put_event(const Rep *r, const RepEvent *e, FILE *f)
{
    put_number(f, e->file_s, 6);
    put_number(f, e->t_s, 6);
    put_field(f, e->set >= 0 ? r->sets[e->set].name : "");
    fputc(',', f);
    put_field(f, rep_wave_name(r->in, e->wave));
    fputc(',', f);
    put_number(f, e->level_db, 3);
    fprintf(f, "%d,%d,", e->level, e->pan);
    put_number(f, e->z, 1);
    put_number(f, e->sigma_db, 3);
    put_number(f, e->cell_p, 9);
    fprintf(f, "%d,%d,%d\n", e->counted, e->cut, e->pan_at_least);
}

int rep_write_csv(const Rep *r, const AmbOutDir *dir, AmbError *err)
{
    AmbOutFile file;
    int rc = amb_outdir_open_file(dir, "events.csv", &file, err);
    if (rc)
        return rc;
    fputs("file_s,t_s,sound,wave,level_db,level,pan,z,sigma_db,cell_probability,counted,cut,pan_at_least\n", file.f);
    for (size_t i = 0; i < r->n_events; i++)
        put_event(r, &r->events[i], file.f);
    return amb_outfile_commit(&file, err);
}

/* A label is one line with tabs between its fields. */
static void put_label_text(FILE *f, const char *text)
{
    for (; *text; text++)
        fputc((unsigned char)*text < ' ' || *text == 127 ? ' ' : *text, f);
}

static void put_label(const Rep *r, const RepEvent *e, FILE *f)
{
    char from[AMB_NUM_TEXT], to[AMB_NUM_TEXT];
    const double begin = fmax(e->file_s, 0);
    const double stretch = r->in->detection ? 1 + r->in->detection->ppm * 1e-6 : 1;
    const double end = fmax(e->file_s + rep_wave_s(r->in, e->wave) / stretch, begin);
    fprintf(f, "%s\t%s\t", amb_fixed_text(from, begin, 6), amb_fixed_text(to, end, 6));
    put_label_text(f, e->set >= 0 ? r->sets[e->set].name : "?");
    fputc('/', f);
    put_label_text(f, rep_wave_name(r->in, e->wave));
    fprintf(f, " %d dB pan %d%s\n", e->level, e->pan, e->counted ? "" : " (not counted)");
}

int rep_write_labels(const Rep *r, const AmbOutDir *dir, AmbError *err)
{
    AmbOutFile file;
    int rc = amb_outdir_open_file(dir, "labels.txt", &file, err);
    if (rc)
        return rc;
    for (size_t i = 0; i < r->n_events; i++)
        put_label(r, &r->events[i], file.f);
    return amb_outfile_commit(&file, err);
}
