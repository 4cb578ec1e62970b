/* Text with Pango. See text.h. */
#include "viewer/paint/text.h"

#include <math.h>
#include <string.h>

#define KEEP 4096

typedef struct FontSpec {
    const char *family;
    double px;
    PangoWeight weight;
} FontSpec;

static const FontSpec specs[N_FONTS] = {
    [FONT_body] = { "Sans", 12, PANGO_WEIGHT_NORMAL }, [FONT_small] = { "Sans", 11, PANGO_WEIGHT_NORMAL },
    [FONT_bold] = { "Sans", 12, PANGO_WEIGHT_BOLD },   [FONT_title] = { "Sans", 16, PANGO_WEIGHT_BOLD },
    [FONT_mono] = { "Monospace", 12, PANGO_WEIGHT_NORMAL },
};

struct TextCache {
    PangoContext *ctx;
    PangoFontDescription *desc[N_FONTS];
    Metrics metrics[N_FONTS];
    GHashTable *layouts; /* key -> PangoLayout */
};

static double natural_width(PangoLayout *l)
{
    PangoRectangle r;
    pango_layout_get_extents(l, NULL, &r);
    return (double)r.width / PANGO_SCALE;
}

static double measure(TextCache *c, FontRole font, const char *text)
{
    PangoLayout *l = pango_layout_new(c->ctx);
    pango_layout_set_font_description(l, c->desc[font]);
    pango_layout_set_text(l, text, -1);
    double width = natural_width(l);
    g_object_unref(l);
    return width;
}

static void measure_font(TextCache *c, FontRole font)
{
    /* An advance inside a word, not of a lone character: kerning and rounding are then in it. */
    for (int ch = 32; ch < 127; ch++) {
        char ten[11];
        memset(ten, ch, 10);
        ten[10] = 0;
        c->metrics[font].ascii[ch] = (float)(measure(c, font, ten) / 10);
    }
    const char *sign = METRIC_SIGNS;
    for (int i = 0; *sign; i++, sign = g_utf8_next_char(sign)) {
        char one[8] = "";
        memcpy(one, sign, (size_t)(g_utf8_next_char(sign) - sign));
        c->metrics[font].sign[i] = (float)measure(c, font, one);
    }
    c->metrics[font].other = (float)specs[font].px;
    PangoFontMetrics *pm = pango_context_get_metrics(c->ctx, c->desc[font], NULL);
    double h = (double)(pango_font_metrics_get_ascent(pm) + pango_font_metrics_get_descent(pm)) / PANGO_SCALE;
    c->metrics[font].line_h = ceil(h) + 2;
    pango_font_metrics_unref(pm);
}

TextCache *text_cache_new(PangoContext *ctx)
{
    TextCache *c = g_new0(TextCache, 1);
    c->ctx = g_object_ref(ctx);
    c->layouts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_object_unref);
    for (int i = 0; i < N_FONTS; i++) {
        c->desc[i] = pango_font_description_new();
        pango_font_description_set_family_static(c->desc[i], specs[i].family);
        pango_font_description_set_absolute_size(c->desc[i], specs[i].px * PANGO_SCALE);
        pango_font_description_set_weight(c->desc[i], specs[i].weight);
        measure_font(c, (FontRole)i);
    }
    return c;
}

TextCache *text_cache_new_for_images(void)
{
    PangoFontMap *map = pango_cairo_font_map_new();
    PangoContext *ctx = pango_font_map_create_context(map);
    cairo_font_options_t *o = cairo_font_options_create();
    cairo_font_options_set_antialias(o, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(o, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(o, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(ctx, o);
    pango_cairo_context_set_resolution(ctx, 96);
    cairo_font_options_destroy(o);
    TextCache *c = text_cache_new(ctx);
    g_object_unref(ctx);
    g_object_unref(map);
    return c;
}

void text_cache_free(TextCache *c)
{
    if (!c)
        return;
    g_hash_table_unref(c->layouts);
    for (int i = 0; i < N_FONTS; i++)
        pango_font_description_free(c->desc[i]);
    g_object_unref(c->ctx);
    g_free(c);
}

const Metrics *text_cache_metrics(TextCache *c)
{
    return c->metrics;
}

/* By so much a text may be wider than its signs are in the mean; list columns have as much between them. */
#define ROUNDING 3

PangoLayout *text_cache_layout(TextCache *c, FontRole font, Trim trim, double width, const char *text)
{
    int w = width > 0 ? (int)ceil(width) : 0;
    g_autofree char *key = g_strdup_printf("%d %d %d %s", font, trim, w, text);
    PangoLayout *l = g_hash_table_lookup(c->layouts, key);
    if (l)
        return l;
    if (g_hash_table_size(c->layouts) >= KEEP)
        g_hash_table_remove_all(c->layouts);
    l = pango_layout_new(c->ctx);
    pango_layout_set_font_description(l, c->desc[font]);
    pango_layout_set_single_paragraph_mode(l, strchr(text, '\n') == NULL);
    pango_layout_set_alignment(l, PANGO_ALIGN_CENTER); /* matters to labels of several lines only */
    pango_layout_set_spacing(l, -PANGO_SCALE);
    if (g_utf8_validate(text, -1, NULL)) {
        pango_layout_set_text(l, text, -1);
    } else {
        g_autofree char *valid = g_utf8_make_valid(text, -1);
        pango_layout_set_text(l, valid, -1);
    }
    if (w && !strchr(text, '\n')) {
        pango_layout_set_alignment(l, PANGO_ALIGN_LEFT);
        if (natural_width(l) <= w + ROUNDING) /* what a layout has cut to this width is not cut again */
            w = 0;
    }
    if (w && !strchr(text, '\n')) {
        pango_layout_set_width(l, w * PANGO_SCALE);
        pango_layout_set_ellipsize(l, trim == TRIM_middle  ? PANGO_ELLIPSIZE_MIDDLE
                                      : trim == TRIM_start ? PANGO_ELLIPSIZE_START
                                                           : PANGO_ELLIPSIZE_END);
    }
    g_hash_table_insert(c->layouts, g_steal_pointer(&key), l);
    return l;
}
