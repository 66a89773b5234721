/* html.c - report.html from its head to its foot. */
#include "page.h"

typedef struct Section { const char *id, *title; void (*put)(Page *p); bool needs_sound; } Section;

static const Section sections[] = {
    {"facts", "The recording and the model", page_facts, false},
    {"sounds", "Verdict for each sound", page_sounds, false},
    {"timeline", "What was heard when", page_timeline, false},
    {"levels", "How loud", page_levels, false},
    {"directions", "From which side", page_rose, false},
    {"intervals", "How far apart", page_intervals, false},
    {"variants", "Which wave", page_variants, false},
    {"spectrograms", "The sound itself", page_spectrograms, true},
    {"bands", "Loudness and third octaves", page_bands, true},
    {"mismatches", "What does not fit", page_mismatches, false},
    {"tests", "Every test", page_tests, false},
    {"undecided", "What could not be decided", page_undecided, false},
};
#define N_SECTIONS (sizeof sections / sizeof sections[0])

static bool has(const Page *p, const Section *s)
{
    return !s->needs_sound || p->rep->in->source;
}

static void put_head(Page *p)
{
    page(p, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; media-src 'self' file:; style-src 'unsafe-inline'\">\n"
            "<meta name=\"generator\" content=\"ambwalk %t\"><link rel=\"icon\" href=\"data:,\"><title>%t: %t</title>\n<style>\n%s%s%s</style></head><body>\n",
         AMB_VERSION, p->rep->in->recording, rep_outcome(p->rep->in->verdict), rep_style, rep_style_drawings, rep_style_paper);
}

static void put_contents(Page *p)
{
    page(p, "<nav aria-label=\"Sections\">");
    for (size_t i = 0; i < N_SECTIONS; i++)
        if (has(p, &sections[i]))
            page(p, "<a href=\"#%s\">%s</a> ", sections[i].id, sections[i].title);
    page(p, "</nav>\n");
}

static void put_foot(Page *p)
{
    page(p, "<h2 id=\"files\">Beside this page</h2>\n<p>All numbers of this page: <a href=\"report.json\">report.json</a>. Every event: "
            "<a href=\"events.csv\">events.csv</a>; for Audacity (File, Import, Labels): <a href=\"labels.txt\">labels.txt</a>.%s</p>\n"
            "<p class=\"dim\">Written by ambwalk %t. All times are on the recording's own clock.</p>\n</body></html>\n",
         p->rep->in->source && p->rep->n_mismatches ? " Pieces of the recording: the folder clips." : "", AMB_VERSION);
}

int rep_write_html(const Rep *r, const AmbOutDir *dir, AmbError *err)
{
    AmbOutFile file;
    int rc = amb_outdir_open_file(dir, "report.html", &file, err);
    if (rc)
        return rc;
    Page p = {.f = file.f, .rep = r};
    put_head(&p);
    page_verdict(&p);
    put_contents(&p);
    for (size_t i = 0; i < N_SECTIONS; i++)
        if (has(&p, &sections[i])) {
            page(&p, "<section><h2 id=\"%s\">%s</h2>\n", sections[i].id, sections[i].title);
            sections[i].put(&p);
            page(&p, "</section>\n");
        }
    put_foot(&p);
    return amb_outfile_commit(&file, err);
}
