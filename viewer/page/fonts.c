/* Text widths without a font library: a table of advance widths. The page asks for Helvetica or one of the fonts
 * that were made to the same widths (Arial, Liberation Sans, Nimbus Sans, Arimo), and for a monospaced font whose
 * characters are 0.6 em wide. SVG text also carries its computed width (textLength), so the layout of the page stays the same
 * when it is shown in another font. */
#include <math.h>
#include <string.h>

#include "viewer/page/svg.h"

/* Thousandths of the font's size, from the blank to the tilde, as the metrics of the two fonts state them. */
static const short plain[95] = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
};
static const short bold[95] = {
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
};
/* In the order of METRIC_SIGNS: – × → … µ · ← ● Σ — › ≈ */
static const short signs[] = { 556, 584, 1000, 1000, 576, 333, 1000, 604, 618, 1000, 333, 549 };

const double svg_font_px[N_FONTS] = { [FONT_body] = 12, [FONT_small] = 11, [FONT_bold] = 12, [FONT_title] = 16, [FONT_mono] = 12 };

static void fill(Metrics *m, const short *widths, double px)
{
    for (int i = 0; i < 95; i++)
        m->ascii[32 + i] = (float)((widths ? widths[i] : 600) * px / 1000);
    for (size_t i = 0; i < G_N_ELEMENTS(signs); i++)
        m->sign[i] = (float)((widths ? signs[i] : 600) * px / 1000);
    m->other = (float)px;
    m->line_h = ceil(px * 1.117) + 2; /* what rises above the baseline and falls below it, and a little air */
}

const Metrics *svg_metrics(void)
{
    static Metrics table[N_FONTS];
    static gsize made;
    if (g_once_init_enter(&made)) {
        for (int f = 0; f < N_FONTS; f++)
            fill(&table[f], f == FONT_mono ? NULL : f == FONT_bold || f == FONT_title ? bold : plain, svg_font_px[f]);
        g_once_init_leave(&made, 1);
    }
    return table;
}

/* The longest beginning (or, from_end, end) of n characters that is at most w wide, in characters. */
static glong fitting(const Metrics *m, FontRole font, const char *text, glong n, double w, bool from_end)
{
    glong lo = 0, hi = n;
    while (lo < hi) {
        glong mid = (lo + hi + 1) / 2;
        g_autofree char *part = from_end ? g_strdup(g_utf8_offset_to_pointer(text, n - mid)) : g_utf8_substring(text, 0, mid);
        if (text_width(m, font, part) <= w)
            lo = mid;
        else
            hi = mid - 1;
    }
    return lo;
}

char *svg_fit(FontRole font, Trim trim, double w, const char *text)
{
    const Metrics *m = svg_metrics();
    char *valid = g_utf8_make_valid(text, -1);
    if (w <= 0 || text_width(m, font, valid) <= w + 0.5)
        return valid;
    glong n = g_utf8_strlen(valid, -1);
    double room = MAX(w - text_width(m, font, "…"), 0);
    glong head = trim == TRIM_start ? 0 : fitting(m, font, valid, n, trim == TRIM_middle ? room / 2 : room, false);
    g_autofree char *begin = g_utf8_substring(valid, 0, head);
    glong tail = trim == TRIM_end ? 0 : MIN(fitting(m, font, valid, n, room - text_width(m, font, begin), true), n - head);
    char *out = g_strconcat(begin, "…", g_utf8_offset_to_pointer(valid, n - tail), NULL);
    g_free(valid);
    return out;
}
