/* html_lists.c - mismatches with picture and clip, every test, and what stays open. */
#include "picture.h"
#include "svg.h"

#include <math.h>
#include <string.h>

#define THUMB_W 190.0
#define THUMB_H 104.0

/* ---- mismatches ---- */

static void put_thumb(Page *p, const RepMismatch *m)
{
    const RepSpectrogram *g = &m->picture;
    const Axis x = {g->from_s, g->from_s + g->seconds, 34, 184};
    svg_open(p, THUMB_W, THUMB_H, "One second of the recording", "Spectrogram, 20 Hz at the bottom to 5.5 kHz at the top; the dashed line is the moment in question.");
    picture_put(p, g, p->rep->sound.top_db, 34, 4, 150, 80);
    page(p, "<rect class=\"ax\" x=\"34\" y=\"4\" width=\"150\" height=\"80\"/><path class=\"now\" d=\"M%1 4v80\"/>", axis_at(&x, m->file_s));
    page(p, "<text class=\"e\" x=\"31\" y=\"13\">5.5k</text><text class=\"e\" x=\"31\" y=\"84\">20</text><text class=\"e\" x=\"31\" y=\"50\">Hz</text>");
    page(p, "<text x=\"34\" y=\"98\">0</text><text class=\"n\" x=\"109\" y=\"98\">seconds</text><text class=\"e\" x=\"184\" y=\"98\">1</text>\n");
    svg_close(p);
}

/* To be heard where it stands.  The name may break after an underscore; of letters, digits, points and underscores, it needs no escaping. */
static void put_clip(Page *p, const RepMismatch *m)
{
    const char *name = strchr(m->clip, '/') + 1;
    page(p, "<audio controls preload=\"none\" src=\"%t\" aria-label=\"%t\"></audio><a href=\"%t\">", m->clip, name, m->clip);
    for (const char *c = name; *c; c++)
        page(p, "%s%s", (const char[]){*c, '\0'}, *c == '_' ? "<wbr>" : "");
    page(p, "</a><br><span class=\"dim\">%c to %c</span>", m->clip_from_s, m->clip_from_s + m->clip_s);
}

static void put_mismatch(Page *p, const RepMismatch *m)
{
    page(p, "<tr><td class=\"r\">%c</td><th scope=\"row\">%t</th><td><b>%t</b>: %t</td>", m->file_s, p->rep->sets[m->what->set].name, m->what->kind, m->what->text);
    if (!p->rep->in->source) {
        page(p, "</tr>\n");
        return;
    }
    page(p, "<td class=\"thumb\">");
    if (m->picture.db)
        put_thumb(p, m);
    page(p, "</td><td>");
    if (*m->clip)
        put_clip(p, m);
    page(p, "</td></tr>\n");
}

void page_mismatches(Page *p)
{
    const Rep *r = p->rep;
    const size_t all = r->in->verdict->n_mismatches;
    if (!all) {
        page(p, "<p>Nothing: no event is impossible, too soon, missing, beside its grid or at a wrong level.</p>\n");
        return;
    }
    page(p, "<p>A few single misfits are no difference: readings err now and then, and the tests allow for it.");
    if (r->n_mismatches < all)
        page(p, " %z of %z are shown, the first of every sound and kind; report.json lists all.", r->n_mismatches, all);
    page(p, "</p>\n");
    page_figure(p, "pictures", r->in->source ? "figures.pictures" : "mismatches");
    page(p, "<table><caption>What does not fit, by time in the recording</caption><thead><tr><th scope=\"col\" class=\"r\">Time<br>min:s</th><th scope=\"col\">Sound</th><th scope=\"col\">What</th>%s</tr></thead><tbody>\n",
         r->in->source ? "<th scope=\"col\">One second of it</th><th scope=\"col\">Clip, and where it lies in the recording</th>" : "");
    for (size_t i = 0; i < r->n_mismatches; i++)
        put_mismatch(p, &r->mismatches[i]);
    page(p, "</tbody></table>\n</figure>\n");
}

/* ---- tests ---- */

static void put_test_rows(Page *p, const char *name, const AmbCmpTests *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const AmbCmpTest *v = &t->v[i];
        page(p, "<tr%s>", i ? "" : " class=\"group\"");
        if (!i)
            page(p, "<th scope=\"rowgroup\" rowspan=\"%z\">%t</th>", t->n, name);
        page(p, "<td class=\"nb\">%t</td><td class=\"r\">%p</td><td class=\"r\">%z</td><td>%t</td><td class=\"nb\">%s</td></tr>\n", v->id, v->p, v->n, v->text,
             v->rejected ? "<span class=\"bad\">&#10007; differs</span>" : v->look ? "look at" : "");
    }
}

void page_tests(Page *p)
{
    const Rep *r = p->rep;
    page(p, "<p>p: how often the model itself would look at least as strange. &ldquo;Differs&rdquo;: too strange for all these tests together (Holm, 1&nbsp;%%); "
            "&ldquo;look at&rdquo;: worth a look, decides nothing (Benjamini and Hochberg, 5&nbsp;%%). "
            "n&nbsp;nats better: e<sup>n</sup> times as likely.</p>\n");
    page(p, "<table><caption>Tests</caption><thead><tr><th scope=\"col\">Sound</th><th scope=\"col\">Test</th><th scope=\"col\" class=\"r\">p</th><th scope=\"col\" class=\"r\">Rests on</th>"
            "<th scope=\"col\">Found</th><th scope=\"col\">Result</th></tr></thead>\n<tbody>");
    put_test_rows(p, "All sounds together", &r->in->verdict->pooled);
    page(p, "</tbody>\n");
    for (size_t k = 0; k < r->n_sets; k++)
        if (r->sets[k].set->tests.n) {
            page(p, "<tbody>");
            put_test_rows(p, r->sets[k].name, &r->sets[k].set->tests);
            page(p, "</tbody>\n");
        }
    page(p, "</table>\n");
}

/* ---- open ---- */

static void put_chance(Page *p, const AmbCmpPlanFault *f, int length)
{
    if (*f->why || isnan(f->found[length]))
        page(p, "<td class=\"r\">%s</td>", *f->why ? "no" : "&ndash;");
    else
        page(p, "<td class=\"r\">%s%0&nbsp;%%%s</td>", f->found[length] >= 0.95 ? "<b>" : "", 100 * f->found[length], f->found[length] >= 0.95 ? "</b>" : "");
}

/* An answer of "no difference" is worth as much as what would have been found. */
static void put_power(Page *p)
{
    const Rep *r = p->rep;
    page_figure(p, "power", "figures.power");
    page(p, "<table><caption>What a recording here finds: chance that the verdict is &ldquo;differs&rdquo; if the client had this fault</caption><thead><tr><th scope=\"col\">Fault</th>"
            "<th scope=\"col\">It would mean</th>");
    for (int i = 0; i < AMB_CMP_PLAN_LENGTHS; i++)
        page(p, i ? "<th scope=\"col\" class=\"r\">%0 min</th>" : "<th scope=\"col\" class=\"r\">This one,<br>%1 min</th>", r->plan_minutes[i]);
    page(p, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < r->plan.n_faults; i++) {
        const AmbCmpPlanFault *f = &r->plan.faults[i];
        page(p, "<tr><th scope=\"row\" class=\"nb\">%t</th><td>%t%s%t</td>", f->name, f->title, *f->why ? "; " : "", f->why);
        for (int k = 0; k < AMB_CMP_PLAN_LENGTHS; k++)
            put_chance(p, f, k);
        page(p, "</tr>\n");
    }
    page(p, "</tbody></table>\n");
    page_figure_end(p, "From the model&#8217;s laws, at the highest of this recording&#8217;s floors. Bold: found nearly always (95&nbsp;% and more); no: cannot be; &ndash;: cannot be said before. "
                       "Of a walk: the laws as they are on average on this way, so rather more is found; longer: the same way again.");
}

void page_undecided(Page *p)
{
    const Rep *r = p->rep;
    if (*r->in->verdict->undecided)
        page(p, "<p>%t</p>\n", r->in->verdict->undecided);
    page(p, "<p>In no recording can be seen: front or back; the bearing of what is nearer than 5 m; anything below the floors; another sound that plays the same wave.</p>\n<ul>\n");
    for (size_t k = 0; k < r->n_sets; k++) {
        const AmbCmpSet *s = r->sets[k].set;
        char needs[80];
        if (s->mark != AMB_CMP_TOO_FEW || !(s->predicted >= 0.05))
            continue;
        amb_cmp_needs_text(needs, sizeof needs, s->needs_s, r->judge.n_stretches > 1);
        page(p, "<li><b>%t</b>: %z heard, %1 predicted; tests of its own need %t.</li>\n", r->sets[k].name, s->heard, s->predicted, needs);
    }
    page(p, "</ul>\n");
    put_power(p);
}
