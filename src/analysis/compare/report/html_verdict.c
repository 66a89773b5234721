/* html_verdict.c - the answer, in words before anything else, and what it rests on. */
#include "page.h"

#include <math.h>
#include <string.h>

#define CAUSES_SHOWN 4
#define REASONS_SHOWN 8

/* ---- the banner ---- */

/* A tick, a cross, a question mark: shapes that need no font and no colour. */
static void put_sign(Page *p, AmbCmpOutcome outcome)
{
    static const char *const marks[] = {"<path d=\"M16 30l9 10 17-23\" fill=\"none\" stroke=\"#fff\" stroke-width=\"6\"/>",
                                        "<path d=\"M18 18l20 20m0-20l-20 20\" fill=\"none\" stroke=\"#fff\" stroke-width=\"6\"/>",
                                        "<path d=\"M20 22a8 8 0 1 1 11 8q-3 2-3 6\" fill=\"none\" stroke=\"#fff\" stroke-width=\"5\"/><circle cx=\"28\" cy=\"43\" r=\"3.4\" fill=\"#fff\"/>"};
    static const char *const colours[] = {"#0b5fa5", "#b84a00", "#57606a"};
    static const char *const frames[] = {"<circle cx=\"28\" cy=\"28\" r=\"26\" fill=\"%s\"/>", "<path d=\"M28 1L55 28L28 55L1 28Z\" fill=\"%s\"/>",
                                         "<rect x=\"3\" y=\"3\" width=\"50\" height=\"50\" fill=\"%s\"/>"};
    page(p, "<svg viewBox=\"0 0 56 56\" aria-hidden=\"true\">");
    page(p, frames[outcome], colours[outcome]);
    page(p, "%s</svg>\n", marks[outcome]);
}

static void put_causes(Page *p, const AmbCmpVerdict *v)
{
    if (v->outcome != AMB_CMP_DIFFERENT || v->n_causes < 2)
        return;
    page(p, "<p>Less likely explanations: ");
    for (size_t i = 1; i < v->n_causes && i < CAUSES_SHOWN; i++)
        page(p, "%s%t (<code>%t</code>, by %1 nats)", i > 1 ? "; " : "", v->causes[i].title, v->causes[i].name, v->causes[0].gain - v->causes[i].gain);
    page(p, ".</p>\n");
}

static void put_reasons_of(Page *p, const char *name, const AmbCmpTests *t, size_t *left)
{
    for (size_t i = 0; i < t->n && *left; i++)
        if (t->v[i].rejected) {
            page(p, "<li><b>%t</b>: %t <span class=\"dim\">(%t, p&nbsp;=&nbsp;%p)</span></li>\n", name, t->v[i].text, t->v[i].id, t->v[i].p);
            --*left;
        }
}

static void put_reasons(Page *p)
{
    const Rep *r = p->rep;
    size_t left = REASONS_SHOWN;
    if (r->in->verdict->outcome != AMB_CMP_DIFFERENT)
        return;
    page(p, "<h3>Why</h3><ul>\n");
    put_reasons_of(p, "All sounds together", &r->in->verdict->pooled, &left);
    for (size_t k = 0; k < r->n_sets; k++)
        put_reasons_of(p, r->sets[k].name, &r->sets[k].set->tests, &left);
    page(p, "</ul>\n%s", left ? "" : "<p class=\"note\">More in <a href=\"#tests\">every test</a>.</p>\n");
}

void page_verdict(Page *p)
{
    const AmbCmpReport *in = p->rep->in;
    page(p, "<header class=\"%s\">", rep_outcome(in->verdict));
    put_sign(p, in->verdict->outcome);
    page(p, "<div><p class=\"over\">%s held against the model</p><h1 id=\"verdict\">%t</h1>\n", in->source ? "Recording" : "Event log", in->verdict->sentence);
    page(p, "<p>%t, at %t</p>\n", in->recording, in->place);
    page(p, "<p class=\"dim\">%z event%s counted from %c to %c%s</p></div></header>\n", in->hearing->n, in->hearing->n == 1 ? "" : "s", p->rep->begin_file_s, p->rep->end_file_s,
         *in->verdict->undecided ? "; <a href=\"#undecided\">what could not be decided</a>" : "");
    put_reasons(p);
    put_causes(p, in->verdict);
}

/* ---- facts ---- */

static void put_detection_facts(Page *p, const AmbCmpDetection *d)
{
    if (!p->rep->in->hearing->n) {
        page(p, "<div><dt>Level offset, the recorder's clock, the mixer</dt><dd>not known: none of this place's sounds was found with certainty</dd></div>\n");
        return;
    }
    page(p, "<div><dt>Level offset, recorded less played</dt><dd>%2 dB%s</dd></div>\n", d->offset_db,
         d->offset_known ? "" : " (up to whole dB: no constant sound was heard)");
    page(p, "<div><dt>The recorder's clock</dt><dd>%2 ppm against the client's</dd></div>\n", d->ppm);
    page(p, "<div><dt>Mixer it speaks for</dt><dd>%s, %s</dd></div>\n", d->integer_mixer ? "16-bit integers" : "no truncation seen",
         d->full_mixing ? "high waves in full" : "11025 Hz");
}

void page_facts(Page *p)
{
    const Rep *r = p->rep;
    const AmbCmpReport *in = r->in;
    page(p, "<dl>\n<div><dt>%s</dt><dd>%t</dd></div>\n", in->source ? "Recording" : "Event log", in->recording);
    if (in->source)
        page(p, "<div><dt>Form</dt><dd>%c (minutes:seconds), %t, %d Hz, %d channel%s</dd></div>\n", r->length_s, in->source->format, (int)in->source->rate_hz,
             (int)in->source->channels, in->source->channels == 1 ? "" : "s");
    page(p, "<div><dt>Place</dt><dd>%t</dd></div>\n<div><dt>Heading</dt><dd>%1&deg; clockwise from north%s</dd></div>\n", in->place,
         (double)in->scene->heading_deg, r->judge.n_stretches > 1 ? " at the start" : "");
    page(p, "<div><dt>Ambient slider</dt><dd>%2</dd></div>\n", (double)in->scene->slider);
    page(p, "<div><dt>Stretches of the place that differ</dt><dd>%z%s</dd></div>\n", r->judge.n_stretches, r->judge.n_stretches > 1 ? "" : " (standing still)");
    if (in->detection)
        put_detection_facts(p, in->detection);
    if (r->sound.residual.db) {
        page(p, "<div><dt>Energy that the events explain</dt><dd>%2 %% (below 5.5 kHz)</dd></div>\n", 100 * r->sound.explained);
        page(p, "<div><dt>Background, what they leave</dt><dd>%1 dBFS rms a channel, mostly</dd></div>\n", r->sound.noise_dbfs);
    }
    if (!isnan(in->hearing->lattice))
        page(p, "<div><dt>Levels on whole dB (lattice, 0 to 1)</dt><dd>%2 (a genuine client: 0.90 and more)</dd></div>\n", in->hearing->lattice);
    if (in->hearing->n) {
        char frame[96];
        amb_cmp_frame_text(frame, sizeof frame, in->verdict);
        page(p, "<div><dt>The client's frame</dt><dd>%t</dd></div>\n", frame);
    }
    if (in->source)
        page(p, "<div><dt>Gain of the recording</dt><dd>%s</dd></div>\n", in->hearing->gain_known ? "given: levels are absolute" : in->hearing->n ? "not given: found from the constants" : "not given");
    page(p, "</dl>\n");
}

/* ---- sounds ---- */

static const char *mark_words(const AmbCmpSet *s)
{
    const char *mark = rep_mark(s);
    return !strcmp(mark, "ok") ? "<span class=\"fine\">&#10003; ok</span>" : !strcmp(mark, "differs") ? "<span class=\"bad\">&#10007; differs</span>" :
           !strcmp(mark, "too few") ? "&#9675; too few" : !strcmp(mark, "silent here") ? "silent here" : "not judged";
}

static void put_worst(Page *p, const AmbCmpTests *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->v[i].rejected || t->v[i].look)
            page(p, "<div>%s<b>%t</b> %t (p&nbsp;%p)</div>", t->v[i].rejected ? "" : "look at ", t->v[i].id, t->v[i].text, t->v[i].p);
}

static void put_needs(Page *p, const AmbCmpSet *set)
{
    char needs[80];
    amb_cmp_needs_text(needs, sizeof needs, set->needs_s, p->rep->judge.n_stretches > 1);
    page(p, "<div>needs %t</div>", needs);
}

static void put_sound_row(Page *p, const RepSet *s, double minutes)
{
    const AmbCmpSet *set = s->set;
    page(p, "<tr><th scope=\"row\">%t</th><td class=\"nb\">%s</td><td class=\"r\">%z</td><td class=\"r\">%1", s->name,
         set->constant ? "constant" : set->mixed ? "mixed" : "intermittent", set->heard, set->predicted);
    if (!isnan(set->predicted))
        page(p, " (%0&ndash;%0)", set->low, set->high);
    page(p, "</td><td class=\"r\">%2</td><td class=\"r\">%2</td><td class=\"r\">%0</td><td class=\"nb\">%s</td><td class=\"words\">", (double)set->heard / minutes,
         set->predicted / minutes, (double)set->floor_db, mark_words(set));
    if (set->mark == AMB_CMP_TOO_FEW && set->needs_s > 0 && set->predicted >= 0.05)
        put_needs(p, set);
    put_worst(p, &set->tests);
    page(p, "</td></tr>\n");
}

void page_sounds(Page *p)
{
    const Rep *r = p->rep;
    const double minutes = fmax(r->in->hearing->end_s - r->in->hearing->begin_s, 1e-9) / 60;
    page(p, "<table><caption>Heard against predicted, in %1 minutes that count</caption><thead><tr><th scope=\"col\">Sound</th><th scope=\"col\">Kind</th>"
            "<th scope=\"col\" class=\"r\">Heard</th><th scope=\"col\" class=\"r\">Predicted<br>(95&nbsp;%%)</th>"
            "<th scope=\"col\" class=\"r\">Heard /<br>min</th><th scope=\"col\" class=\"r\">Pred. /<br>min</th><th scope=\"col\" class=\"r\">Floor<br>dB</th>"
            "<th scope=\"col\">Verdict</th><th scope=\"col\">Tests that stand out</th></tr></thead><tbody>\n", minutes);
    for (size_t k = 0; k < r->n_sets; k++)
        put_sound_row(p, &r->sets[k], minutes);
    page(p, "</tbody></table>\n<p class=\"note\">Floor: events are found down to this level and none below it counts, in the recording and in the prediction alike.</p>\n");
    page_rates(p);
}
