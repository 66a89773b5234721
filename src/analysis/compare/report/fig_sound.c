/* fig_sound.c - spectrograms, third octaves, loudness. */
#include "picture.h"
#include "svg.h"

#include <math.h>

#define WIDTH 1000.0
#define LEFT 62.0
#define RIGHT 930.0
#define PICTURE_H 170.0

/* ---- spectrograms ---- */

static void put_frequencies(Page *p, const RepSpectrogram *g, double top, double height)
{
    static const struct { double hz; const char *text; } ticks[] = {{20, "20"}, {50, "50"}, {100, "100"}, {200, "200"}, {500, "500"}, {1000, "1k"}, {2000, "2k"}, {5000, "5k"}};
    for (size_t i = 0; i < sizeof ticks / sizeof ticks[0]; i++) {
        const double y = top + height * (1 - log(ticks[i].hz / g->lo_hz) / log(g->hi_hz / g->lo_hz));
        page(p, "<path class=\"ax\" d=\"M%1 %1h-4\"/><text class=\"e\" x=\"%1\" y=\"%1\">%s</text>", LEFT, y, LEFT - 7, y + 4, ticks[i].text);
    }
    page(p, "<text class=\"l\" transform=\"translate(14 %1) rotate(-90)\">Hz</text>", top + 0.5 * height);
}

static void put_colours(Page *p, double top, double height, double top_db)
{
    for (int i = 0; i < 40; i++) {
        unsigned char c[3];
        picture_colour(1 - (i + 0.5) / 40, c);
        page(p, "<rect x=\"%1\" y=\"%1\" width=\"14\" height=\"%1\" fill=\"rgb(%d,%d,%d)\"/>", RIGHT + 12, top + height * i / 40, height / 40 + 0.3, c[0], c[1], c[2]);
    }
    page(p, "<rect class=\"ax\" x=\"%1\" y=\"%1\" width=\"14\" height=\"%1\"/>", RIGHT + 12, top, height);
    for (int k = 0; k <= 4; k++)
        page(p, "<text x=\"%1\" y=\"%1\">%0</text>", RIGHT + 30, top + height * k / 4 + 4, top_db - PICTURE_RANGE_DB * k / 4);
    page(p, "<text x=\"%1\" y=\"%1\">dB</text>\n", RIGHT + 12, top - 5);
}

static void put_seconds(Page *p, const Axis *x, double y)
{
    svg_axis_x(p, x, y, axis_step(x->hi - x->lo, 12), "seconds");
}

static void put_spectrogram(Page *p, const RepSpectrogram *g, const char *name, const char *description)
{
    const Axis x = {g->from_s, g->from_s + g->seconds, LEFT, RIGHT};
    if (!g->db)
        return;
    page(p, "<div class=\"keep\">");
    svg_open(p, WIDTH, PICTURE_H + 58, name, description);
    page(p, "<text class=\"h\" x=\"%1\" y=\"14\">%s</text>", LEFT, name);
    picture_put(p, g, p->rep->sound.top_db, LEFT, 20, RIGHT - LEFT, PICTURE_H);
    page(p, "<rect class=\"ax\" x=\"%1\" y=\"20\" width=\"%1\" height=\"%1\"/>", LEFT, RIGHT - LEFT, PICTURE_H);
    put_frequencies(p, g, 20, PICTURE_H);
    put_colours(p, 20, PICTURE_H, p->rep->sound.top_db);
    put_seconds(p, &x, 20 + PICTURE_H);
    svg_close(p);
    page(p, "</div>\n");
}

void page_spectrograms(Page *p)
{
    const RepSound *s = &p->rep->sound;
    page_figure(p, "spectrograms", "figures.spectrograms");
    put_spectrogram(p, &s->recording, "The recording", "Spectrogram of the recording.");
    put_spectrogram(p, &s->rendering, "A rendering of the place by the model (other dice, same length)", "Spectrogram of a rendering.");
    put_spectrogram(p, &s->residual, "What is left of the recording when all events are taken away", "Spectrogram of the residual.");
    page_figure_end(p, "One scale for all: 80&nbsp;dB, 0&nbsp;dB is a sine of full scale in both channels; 20&nbsp;Hz to 5.5&nbsp;kHz, the client mixes nothing above. Each column shows its loudest moment. "
                       "What stands out of what is left is no ambient sound (footsteps, music), or a wave that the model does not know here; above 5&nbsp;kHz traces of loud events remain.");
    if (!s->rendering.db)
        page(p, "<p class=\"note\">No rendering was made.</p>\n");
}

/* ---- bands ---- */

#define BAND_TOP 12.0
#define BAND_BOTTOM 250.0

static Axis band_axis(const RepSound *s)
{
    double lo = HUGE_VAL, hi = -HUGE_VAL;
    for (int k = 0; k < REP_BANDS; k++) {
        const RepBand *b = &s->bands[k];
        lo = fmin(lo, fmin(b->recording_db, isnan(b->low_db) ? b->recording_db : b->low_db));
        hi = fmax(hi, fmax(b->recording_db, isnan(b->high_db) ? b->recording_db : b->high_db));
    }
    return (Axis){fmax(10 * floor(lo / 10), -120), 10 * ceil(hi / 10 + 0.05), BAND_BOTTOM, BAND_TOP};
}

static void put_hz(Page *p, const RepBand *b)
{
    page(p, b->nominal_hz == floor(b->nominal_hz) ? "%0" : "%1", b->nominal_hz);
}

static void put_band(Page *p, const RepBand *b, const Axis *y, double x, double width)
{
    if (!isnan(b->low_db)) {
        const double top = axis_at(y, b->high_db), bottom = axis_at(y, fmax(b->low_db, y->lo));
        page(p, "<rect class=\"range\" x=\"%1\" y=\"%1\" width=\"%1\" height=\"%1\"/>", x - 0.4 * width, top, 0.8 * width, fmax(bottom - top, 1));
        page(p, "<path class=\"want\" d=\"M%1 %1h%1\"/>", x - 0.4 * width, axis_at(y, fmax(b->mean_db, y->lo)), 0.8 * width);
    }
    const double at = axis_at(y, fmax(b->recording_db, y->lo));
    if (b->outside)
        page(p, "<path class=\"out\" d=\"M%1 %1l6 6l-6 6l-6 -6z\"/>", x, at - 6);
    else
        page(p, "<circle class=\"dot\" cx=\"%1\" cy=\"%1\" r=\"4\"/>", x, at);
    page(p, "<text class=\"n\" x=\"%1\" y=\"%1\">", x, BAND_BOTTOM + 16);
    put_hz(p, b);
    page(p, "</text>\n");
}

static void put_band_figure(Page *p)
{
    const RepSound *s = &p->rep->sound;
    const Axis y = band_axis(s);
    const double width = (RIGHT - LEFT) / REP_BANDS;
    page_figure(p, "bands", "figures.bands");
    svg_open(p, WIDTH, BAND_BOTTOM + 40, "Third octaves", "Level of the recording in each third octave, and the range of the model's renderings.");
    svg_axis_y(p, &y, LEFT, 10, "dB of full scale");
    page(p, "<path class=\"ax\" d=\"M%1 %1H%1\"/>", LEFT, BAND_BOTTOM, RIGHT);
    for (int k = 0; k < REP_BANDS; k++)
        put_band(p, &s->bands[k], &y, LEFT + width * (k + 0.5), width);
    page(p, "<text class=\"l\" x=\"%1\" y=\"%1\">Hz, middle of the third octave</text>", 0.5 * (LEFT + RIGHT), BAND_BOTTOM + 34);
    svg_close(p);
    page_figure_end(p, "Disc: the recording. Grey bar: 5 to 95&nbsp;% of the renderings; black line: their mean. Orange diamond: the recording lies outside by more than half a dB. "
                       "Nothing is judged by this: a few bands outside are chance.");
}

static void put_band_table(Page *p)
{
    const RepSound *s = &p->rep->sound;
    page(p, "<table class=\"short\"><caption>Third octaves, dB of full scale</caption><thead><tr><th scope=\"col\" class=\"r\">Hz</th><th scope=\"col\" class=\"r\">Recording</th>"
            "<th scope=\"col\" class=\"r\">Renderings, mean</th><th scope=\"col\" class=\"r\">5&nbsp;%%</th><th scope=\"col\" class=\"r\">95&nbsp;%%</th>"
            "<th scope=\"col\" class=\"r\">Difference</th><th scope=\"col\">Outside</th></tr></thead><tbody>\n");
    for (int k = 0; k < REP_BANDS; k++) {
        const RepBand *b = &s->bands[k];
        page(p, "<tr><th scope=\"row\" class=\"r\">");
        put_hz(p, b);
        page(p, "</th><td class=\"r\">%1</td><td class=\"r\">%1</td><td class=\"r\">%1</td><td class=\"r\">%1</td><td class=\"r\">%1</td><td>%s</td></tr>\n", b->recording_db,
             b->mean_db, b->low_db, b->high_db, b->recording_db - b->mean_db, b->outside ? "<span class=\"bad\">&#9670; outside</span>" : "");
    }
    page(p, "</tbody></table>\n");
}

void page_bands(Page *p)
{
    const RepSound *s = &p->rep->sound;
    page_figure(p, "loudness", "figures.loudness");
    page(p, "<table class=\"short\"><caption>Loudness (ITU-R BS.1770, gated), LUFS</caption><thead><tr><th scope=\"col\" class=\"r\">Recording</th><th scope=\"col\" class=\"r\">Renderings, mean</th>"
            "<th scope=\"col\" class=\"r\">Softest</th><th scope=\"col\" class=\"r\">Loudest</th><th scope=\"col\" class=\"r\">Difference</th></tr></thead>\n");
    page(p, "<tbody><tr><td class=\"r\">%1</td><td class=\"r\">%1</td><td class=\"r\">%1</td><td class=\"r\">%1</td><td class=\"r\">%1</td></tr></tbody></table>\n", s->lufs, s->mean_lufs, s->low_lufs,
         s->high_lufs, s->lufs - s->mean_lufs);
    if (s->seeds)
        page(p, "<figcaption>%d renderings with different dice, %0 s each, at the recording&#8217;s level (its offset is laid on).</figcaption>\n", (int)s->seeds, s->rendered_s);
    page(p, "</figure>\n");
    put_band_figure(p);
    if (s->seeds)
        put_band_table(p);
}
