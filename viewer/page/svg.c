/* Scene to SVG. Consecutive boxes of one colour become one path; only items with a tooltip are elements of their own.
 * Start reading at svg_scene(). */
#include "viewer/page/svg.h"

#include <math.h>
#include <string.h>

#define HATCH_PITCH 6
#define ASCENT 0.905 /* of a font's size: from the top of a line to its baseline */

extern const double svg_font_px[N_FONTS];

/* ---- colours ---- */

typedef enum Use { USE_fill, USE_stroke } Use;
typedef struct Colour {
    Use use;
    uint32_t light, dark; /* 0xRRGGBB */
    bool hatched;         /* a pattern in this colour was defined */
} Colour;

struct SvgStyle {
    GArray *colours;     /* Colour */
    GHashTable *by_key;  /* -> index + 1 */
};

SvgStyle *svg_style_new(void)
{
    SvgStyle *st = g_new0(SvgStyle, 1);
    st->colours = g_array_new(FALSE, TRUE, sizeof(Colour));
    st->by_key = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    return st;
}

void svg_style_free(SvgStyle *st)
{
    if (!st)
        return;
    g_array_unref(st->colours);
    g_hash_table_unref(st->by_key);
    g_free(st);
}

static uint32_t hex(Rgb c)
{
    return (uint32_t)(c.r * 255 + 0.5) << 16 | (uint32_t)(c.g * 255 + 0.5) << 8 | (uint32_t)(c.b * 255 + 0.5);
}

static int colour_index(SvgStyle *st, Use use, Rgb light, Rgb dark)
{
    Colour c = { use, hex(light), hex(dark), false };
    gint64 key = (gint64)use << 48 | (gint64)c.light << 24 | c.dark;
    int at = GPOINTER_TO_INT(g_hash_table_lookup(st->by_key, &key));
    if (!at) {
        g_array_append_val(st->colours, c);
        at = (int)st->colours->len;
        g_hash_table_insert(st->by_key, g_memdup2(&key, sizeof key), GINT_TO_POINTER(at));
    }
    return at - 1;
}

static int colour_of(SvgStyle *st, Use use, Role role, uint8_t tint, uint8_t tint2)
{
    return colour_index(st, use, theme_tint(THEME_light, role, tint, tint2), theme_tint(THEME_dark, role, tint, tint2));
}

static int text_colour(SvgStyle *st, Role role)
{
    return colour_index(st, USE_fill, theme_text(THEME_light, role), theme_text(THEME_dark, role));
}

/* What is written on a box of this colour. */
static int ink_on(SvgStyle *st, const Item *it)
{
    if (it->role == ROLE_none || theme_is_paper(it->role))
        return text_colour(st, ROLE_text);
    return colour_index(st, USE_fill, theme_ink(theme_tint(THEME_light, it->role, it->tint, it->tint2)),
                        theme_ink(theme_tint(THEME_dark, it->role, it->tint, it->tint2)));
}

void svg_style_css(const SvgStyle *st, GString *out)
{
    static const char *const fonts[N_FONTS] = { [FONT_body] = "12px", [FONT_small] = "11px", [FONT_bold] = "bold 12px", [FONT_title] = "bold 16px", [FONT_mono] = "12px" };
    for (int f = 0; f < N_FONTS; f++)
        g_string_append_printf(out, ".f%d{font:%s %s}", f, fonts[f],
                               f == FONT_mono ? "'Liberation Mono','DejaVu Sans Mono',Menlo,'Courier New',monospace" : "Helvetica,Arial,'Liberation Sans',Arimo,'Nimbus Sans','DejaVu Sans Condensed',sans-serif");
    g_string_append(out, ".pic text{white-space:pre}");
    for (int dark = 0; dark < 2; dark++) {
        g_string_append(out, dark ? "@media screen and (prefers-color-scheme:dark){" : "");
        for (guint i = 0; i < st->colours->len; i++) {
            const Colour *c = &g_array_index(st->colours, Colour, i);
            if (!dark || c->dark != c->light)
                g_string_append_printf(out, ".c%u{%s:#%06x}", i, c->use == USE_fill ? "fill" : "stroke", dark ? c->dark : c->light);
        }
        g_string_append(out, dark ? "}" : "");
    }
}

/* ---- drawing ---- */

typedef struct Draw {
    const Scene *s;
    SvgStyle *st;
    GString *out;
    SvgHref href;
    void *data;
    int path_colour;    /* of the boxes that wait in `path`; -1 = none */
    bool path_hatched;
    GString *path;
    int pane;           /* that is open; 0 = none */
} Draw;

char *svg_escape(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text ? text : "–", -1);
    for (char *p = valid; *p; p++) /* signs that markup cannot hold at all */
        if ((unsigned char)*p < 32 && *p != '\n' && *p != '\t')
            *p = ' ';
    return g_markup_escape_text(valid, -1);
}

/* One decimal at most. */
static void put_number(GString *out, const char *name, double v)
{
    double r = floor(v * 10 + 0.5) / 10;
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf(out, " %s=\"%s\"", name, g_ascii_formatd(digits, sizeof digits, "%.8g", r));
}

static void put_title(GString *out, const char *tip)
{
    g_autofree char *safe = svg_escape(tip);
    g_string_append_printf(out, "<title>%s</title>", safe);
}

static void add_box(GString *path, const Item *it, double x, double w)
{
    g_string_append_printf(path, "M%.0f %.0fh%.0fv%.0fh-%.0fz", x, it->y, w, it->h, w);
}

static void flush(Draw *d)
{
    if (d->path->len && d->path_hatched)
        g_string_append_printf(d->out, "<path fill=\"url(#h%d)\" d=\"%s\"/>", d->path_colour, d->path->str);
    else if (d->path->len)
        g_string_append_printf(d->out, "<path class=\"c%d\" d=\"%s\"/>", d->path_colour, d->path->str);
    g_string_truncate(d->path, 0);
    d->path_colour = -1;
}

/* Boxes join those before them if these have the same colour. */
static void join(Draw *d, const Item *it, int colour, bool hatched)
{
    if (d->path_colour != colour || d->path_hatched != hatched)
        flush(d);
    d->path_colour = colour;
    d->path_hatched = hatched;
    add_box(d->path, it, it->x, it->w);
}

/* A line of text; x is where `align` has it. */
typedef struct TextAt {
    FontRole font;
    Align align;
    int colour;
    double x, baseline;
    const char *transform; /* NULL: none */
} TextAt;

/* Whether the widths of all its characters are known. */
static bool is_measured(const char *text)
{
    for (const char *c = text; *c; c = g_utf8_next_char(c))
        if ((guchar)*c >= 128 && !g_utf8_strchr(METRIC_SIGNS, -1, g_utf8_get_char(c)))
            return false;
    return true;
}

static void put_text(Draw *d, const TextAt *at, const char *text)
{
    g_autofree char *safe = svg_escape(text);
    g_string_append_printf(d->out, "<text class=\"f%d c%d\"", at->font, at->colour);
    put_number(d->out, "x", at->x);
    put_number(d->out, "y", at->baseline);
    if (at->align != ALIGN_left)
        g_string_append_printf(d->out, " text-anchor=\"%s\"", at->align == ALIGN_right ? "end" : "middle");
    if (at->transform)
        g_string_append_printf(d->out, " transform=\"%s\"", at->transform);
    else if (g_utf8_strlen(text, -1) > 3 && is_measured(text)) /* it keeps to its place in a wider font too */
        put_number(d->out, "textLength", text_width(svg_metrics(), at->font, text));
    g_string_append_printf(d->out, ">%s</text>", safe);
}

static void put_label(Draw *d, const Item *it)
{
    double px = svg_font_px[it->font], line = ceil(px * 1.117) + 1;
    g_auto(GStrv) lines = g_strsplit(it->label, "\n", -1);
    double n = (double)g_strv_length(lines), y = it->y + (it->h - n * line) / 2 + px * ASCENT + 1;
    for (char **l = lines; *l; l++, y += line) {
        g_autofree char *fit = svg_fit(it->font, it->trim, n > 1 ? 0 : it->w, *l);
        bool left = it->align == ALIGN_left;
        put_text(d, &(TextAt){ it->font, left ? ALIGN_left : ALIGN_centre, ink_on(d->st, it), left ? it->x + 3 : it->x + it->w / 2, y, NULL }, fit);
    }
}

static void put_box(Draw *d, const Item *it)
{
    bool filled = it->role != ROLE_none, edged = it->edge != ROLE_none;
    int colour = colour_of(d->st, USE_fill, it->role, it->tint, it->tint2);
    if (!it->tip && filled && !edged) {
        join(d, it, colour, false);
    } else if (edged || it->tip) {
        flush(d);
        double e = edged ? MIN(it->edge_w, MIN(it->w, it->h)) : 0;
        g_string_append(d->out, "<rect class=\"");
        if (filled)
            g_string_append_printf(d->out, "c%d", colour);
        if (edged)
            g_string_append_printf(d->out, "%sc%d", filled ? " " : "", colour_of(d->st, USE_stroke, it->edge, 255, 255));
        g_string_append_c(d->out, '"');
        put_number(d->out, "x", it->x + e / 2);
        put_number(d->out, "y", it->y + e / 2);
        put_number(d->out, "width", MAX(it->w - e, 0.1));
        put_number(d->out, "height", MAX(it->h - e, 0.1));
        if (!filled)
            g_string_append(d->out, it->tip && !edged ? " fill=\"transparent\"" : " fill=\"none\"");
        if (e > 1)
            put_number(d->out, "stroke-width", e);
        if (edged && it->dash)
            g_string_append(d->out, " stroke-dasharray=\"3\"");
        if (it->tip) {
            g_string_append_c(d->out, '>');
            put_title(d->out, it->tip);
            g_string_append(d->out, "</rect>");
        } else {
            g_string_append(d->out, "/>");
        }
    }
    if (it->label && *it->label) {
        flush(d);
        put_label(d, it);
    }
}

static void put_hatch(Draw *d, const Item *it)
{
    int colour = colour_of(d->st, USE_stroke, it->role, it->tint, it->tint2);
    Colour *c = &g_array_index(d->st->colours, Colour, colour);
    if (!c->hatched) {
        flush(d);
        c->hatched = true;
        g_string_append_printf(d->out, "<defs><pattern id=\"h%d\" width=\"%d\" height=\"%d\" patternUnits=\"userSpaceOnUse\"><path class=\"c%d\" d=\"M-1 1l2-2M-1 7L7-1M5 7l2-2\"/></pattern></defs>",
                               colour, HATCH_PITCH, HATCH_PITCH, colour);
    }
    join(d, it, colour, true);
}

static void put_text_item(Draw *d, const Item *it)
{
    if (!it->label || !*it->label)
        return;
    flush(d);
    const char *href = d->href && it->go ? d->href(it, d->data) : NULL;
    g_autofree char *fit = svg_fit(it->font, it->trim, it->w, it->label);
    int colour = text_colour(d->st, it->role);
    double base = svg_font_px[it->font] * ASCENT + 1;
    bool cut = !g_str_equal(fit, it->label);
    if (href)
        g_string_append_printf(d->out, "<a href=\"%s\">", href);
    if (cut) {
        g_string_append(d->out, "<g>");
        put_title(d->out, it->label);
    }
    if (it->vertical) {
        g_autofree char *turn = g_strdup_printf("rotate(-90 %.0f %.0f)", it->x, it->y + it->w);
        put_text(d, &(TextAt){ it->font, ALIGN_left, colour, it->x, it->y + it->w + base, turn }, fit);
    } else {
        double x = it->w <= 0 || it->align == ALIGN_left ? it->x : it->align == ALIGN_right ? it->x + it->w : it->x + it->w / 2;
        put_text(d, &(TextAt){ it->font, it->w > 0 ? it->align : ALIGN_left, colour, x, floor(it->y + 0.5) + base, NULL }, fit);
    }
    if (cut)
        g_string_append(d->out, "</g>");
    if (href)
        g_string_append(d->out, "</a>");
}

static void put_line(Draw *d, const Item *it)
{
    flush(d);
    double half = (it->edge_w & 1) ? 0.5 : 0, x0 = floor(it->x) + half, y0 = floor(it->y) + half;
    double x1 = floor(it->x + it->w) + half, y1 = floor(it->y + it->h) + half;
    g_string_append_printf(d->out, "<line class=\"c%d\"", colour_of(d->st, USE_stroke, it->role, it->tint, it->tint2));
    put_number(d->out, "x1", x0);
    put_number(d->out, "y1", y0);
    put_number(d->out, "x2", x1);
    put_number(d->out, "y2", y1);
    if (it->edge_w > 1)
        put_number(d->out, "stroke-width", it->edge_w);
    g_string_append(d->out, it->dash ? " stroke-dasharray=\"4 3\"/>" : "/>");
    if (!it->arrow)
        return;
    double a = atan2(y1 - y0, x1 - x0);
    g_string_append_printf(d->out, "<path class=\"c%d\" d=\"M%.0f %.0fL%.0f %.0fL%.0f %.0fz\"/>", colour_of(d->st, USE_fill, it->role, it->tint, it->tint2), x1, y1,
                           x1 - 9 * cos(a - 0.4), y1 - 9 * sin(a - 0.4), x1 - 9 * cos(a + 0.4), y1 - 9 * sin(a + 0.4));
}

/* One path a colour, in the order in which the colours come. */
static void put_strip(Draw *d, const Item *it)
{
    flush(d);
    const Cell *cells = &g_array_index(d->s->cells, Cell, it->first);
    g_autoptr(GPtrArray) paths = g_ptr_array_new();
    g_autoptr(GArray) colours = g_array_new(FALSE, FALSE, sizeof(int));
    for (int i = 0, e; i < it->n; i = e) {
        for (e = i + 1; e < it->n && cells[e].role == cells[i].role && cells[e].tint == cells[i].tint; e++)
            ;
        if (cells[i].role == ROLE_none)
            continue;
        int colour = colour_of(d->st, USE_fill, (Role)cells[i].role, cells[i].tint, 255);
        guint k = 0;
        while (k < colours->len && g_array_index(colours, int, k) != colour)
            k++;
        if (k == colours->len) {
            g_array_append_val(colours, colour);
            g_ptr_array_add(paths, g_string_new(NULL));
        }
        add_box(g_ptr_array_index(paths, k), it, it->x + i, e - i);
    }
    g_string_append(d->out, "<g>");
    if (it->tip)
        put_title(d->out, it->tip);
    for (guint k = 0; k < paths->len; k++) {
        GString *p = g_ptr_array_index(paths, k);
        g_string_append_printf(d->out, "<path class=\"c%d\" d=\"%s\"/>", g_array_index(colours, int, k), p->str);
        g_string_free(p, TRUE);
    }
    g_string_append(d->out, "</g>");
}

/* Items of a pane are clipped by it: it is a picture in the picture. */
static void use_pane(Draw *d, int pane)
{
    if (pane == d->pane)
        return;
    flush(d);
    if (d->pane)
        g_string_append(d->out, "</svg>");
    d->pane = pane;
    const Pane *p = &d->s->panes[pane];
    if (pane)
        g_string_append_printf(d->out, "<svg x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" viewBox=\"%.0f %.0f %.0f %.0f\">", p->x, p->y, p->w, p->h, p->x, p->y, p->w,
                               p->h);
}

static bool in_sight(const Scene *s, const Item *it)
{
    const Pane *p = &s->panes[it->pane];
    if (it->kind == ITEM_line || it->vertical)
        return true;
    return it->y <= p->y + p->h && it->y + MAX(it->h, 24) >= p->y && it->x <= p->x + p->w;
}

/* The page has the scene's background already. */
static bool is_background(const Scene *s, const Item *it)
{
    return it->kind == ITEM_box && it->role == ROLE_background && it->tint == 255 && it->x <= 0 && it->y <= 0 && it->w >= s->width && it->h >= s->height && !it->tip;
}

void svg_scene(const Scene *s, SvgStyle *st, const char *title, SvgHref href, void *data, GString *out)
{
    g_autoptr(GString) path = g_string_new(NULL);
    Draw d = { .s = s, .st = st, .out = out, .href = href, .data = data, .path_colour = -1, .path = path };
    g_autofree char *safe = svg_escape(title);
    g_string_append_printf(out, "<svg class=\"pic\" role=\"img\" aria-label=\"%s\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\">", safe, s->width, s->height,
                           s->width, s->height);
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        if (is_background(s, it) || !in_sight(s, it) || it->role == ROLE_scroll) /* pictures of a page do not scroll */
            continue;
        use_pane(&d, it->pane);
        switch (it->kind) {
        case ITEM_box: put_box(&d, it); break;
        case ITEM_hatch: put_hatch(&d, it); break;
        case ITEM_text: put_text_item(&d, it); break;
        case ITEM_line: put_line(&d, it); break;
        case ITEM_strip: put_strip(&d, it); break;
        }
    }
    flush(&d);
    use_pane(&d, 0);
    g_string_append(out, "</svg>");
}
