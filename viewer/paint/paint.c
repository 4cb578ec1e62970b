/* Painting: items in order, each clipped by its pane. Everything is on whole pixels already, so no anti-aliasing
 * for boxes; a STRIP is an image, far cheaper than a box a column. Boxes and strips make up most of a picture, and
 * where it is an image in memory their pixels are written straight into it. */
#include "viewer/paint/paint.h"

#include "viewer/paint/raster.h"

#include <math.h>
#include <string.h>

static void set(cairo_t *cr, Rgb c)
{
    cairo_set_source_rgb(cr, c.r, c.g, c.b);
}

static void centred_label(cairo_t *cr, const Item *it, Rgb ink, TextCache *text)
{
    PangoLayout *l = text_cache_layout(text, it->font, it->trim, it->w, it->label);
    int w, h;
    pango_layout_get_pixel_size(l, &w, &h);
    double x = it->align == ALIGN_left ? it->x + 3 : it->x + floor((it->w - w) / 2);
    set(cr, ink);
    cairo_move_to(cr, x, it->y + floor((it->h - h) / 2));
    pango_cairo_show_layout(cr, l);
}

/* Lines a few px apart, counted from the picture's corner so that neighbours of one kind run on. */
static void paint_pattern(cairo_t *cr, Pattern p, Rect box)
{
    const double step = 5;
    cairo_save(cr);
    cairo_rectangle(cr, box.x, box.y, box.w, box.h);
    cairo_clip(cr);
    cairo_set_source_rgba(cr, 1, 1, 1, 0.75);
    cairo_set_line_width(cr, 1);
    bool rising = p == PATTERN_rising || p == PATTERN_crossed, falling = p == PATTERN_falling || p == PATTERN_crossed;
    bool upright = p == PATTERN_upright || p == PATTERN_grid, level = p == PATTERN_level || p == PATTERN_grid;
    for (double a = floor((box.x - box.h) / step) * step; (rising || falling) && a < box.x + box.w + box.h; a += step) {
        if (rising) {
            cairo_move_to(cr, a, box.y + box.h);
            cairo_line_to(cr, a + box.h, box.y);
        }
        if (falling) {
            cairo_move_to(cr, a, box.y);
            cairo_line_to(cr, a + box.h, box.y + box.h);
        }
    }
    for (double a = ceil(box.x / step) * step; upright && a < box.x + box.w; a += step) {
        cairo_move_to(cr, a + 0.5, box.y);
        cairo_line_to(cr, a + 0.5, box.y + box.h);
    }
    for (double a = ceil(box.y / step) * step; level && a < box.y + box.h; a += step) {
        cairo_move_to(cr, box.x, a + 0.5);
        cairo_line_to(cr, box.x + box.w, a + 0.5);
    }
    cairo_stroke(cr);
    cairo_restore(cr);
}

static void paint_box(cairo_t *cr, const Raster *raster, const Item *it, ThemeId theme, TextCache *text)
{
    Rgb fill = theme_tint(theme, it->role, it->tint, it->tint2);
    if (it->role != ROLE_none) {
        if (raster->data) {
            raster_fill(raster, (Rect){ it->x, it->y, it->w, it->h }, fill);
        } else {
            set(cr, fill);
            cairo_rectangle(cr, it->x, it->y, it->w, it->h);
            cairo_fill(cr);
        }
        Pattern p = theme_pattern(theme, it->role);
        if (p != PATTERN_none && it->w >= 4 && it->w < 20000)
            paint_pattern(cr, p, (Rect){ it->x, it->y, it->w, it->h });
    }
    if (it->edge != ROLE_none) {
        double e = MIN(it->edge_w, MIN(it->w, it->h));
        set(cr, theme_colour(theme, it->edge));
        cairo_set_line_width(cr, e);
        if (it->dash)
            cairo_set_dash(cr, (double[]){ 3, 3 }, 2, 0);
        cairo_rectangle(cr, it->x + e / 2, it->y + e / 2, MAX(it->w - e, 0.01), MAX(it->h - e, 0.01));
        cairo_stroke(cr);
        cairo_set_dash(cr, NULL, 0, 0);
    }
    if (it->label && theme_pattern(theme, it->role) != PATTERN_none) { /* no lines through letters */
        set(cr, fill);
        double lw = MIN(it->w, 8.0 * (double)g_utf8_strlen(it->label, -1)), lh = MIN(it->h, 14);
        cairo_rectangle(cr, it->x + (it->w - lw) / 2, it->y + (it->h - lh) / 2, lw, lh);
        cairo_fill(cr);
    }
    if (it->label)
        centred_label(cr, it, it->role == ROLE_none || theme_is_paper(it->role) ? theme_text(theme, ROLE_text) : theme_ink(fill), text);
}

#define HATCH_PITCH 6

/* One period of the hatch. It repeats from the picture's corner, so neighbouring
 * hatches run on. */
static cairo_pattern_t *hatch_pattern(Rgb c)
{
    cairo_surface_t *tile = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, HATCH_PITCH, HATCH_PITCH);
    cairo_t *cr = cairo_create(tile);
    set(cr, c);
    cairo_set_line_width(cr, 1);
    for (int k = -1; k <= 1; k++) {
        cairo_move_to(cr, k * HATCH_PITCH - 1, HATCH_PITCH + 1);
        cairo_line_to(cr, (k + 1) * HATCH_PITCH + 1, -1);
    }
    cairo_stroke(cr);
    cairo_destroy(cr);
    cairo_pattern_t *p = cairo_pattern_create_for_surface(tile);
    cairo_surface_destroy(tile);
    cairo_pattern_set_extend(p, CAIRO_EXTEND_REPEAT);
    return p;
}

static void hatch_as_lines(cairo_t *cr, const Item *it, Rgb c)
{
    cairo_save(cr);
    cairo_rectangle(cr, it->x, it->y, it->w, it->h);
    cairo_clip(cr);
    set(cr, c);
    cairo_set_line_width(cr, 1);
    double x0 = floor((it->x - it->h) / HATCH_PITCH) * HATCH_PITCH - fmod(it->y, HATCH_PITCH);
    for (double x = x0; x < MIN(it->x + it->w, x0 + 20000) + HATCH_PITCH; x += HATCH_PITCH) {
        cairo_move_to(cr, x, it->y + it->h);
        cairo_line_to(cr, x + it->h, it->y);
    }
    cairo_stroke(cr);
    cairo_restore(cr);
}

/* A repeated tile is ten times faster than strokes; files that keep shapes get strokes. */
static void paint_hatch(cairo_t *cr, const Item *it, ThemeId theme)
{
    Rgb c = theme_tint(theme, it->role, it->tint, it->tint2);
    cairo_surface_type_t type = cairo_surface_get_type(cairo_get_target(cr));
    if (type == CAIRO_SURFACE_TYPE_SVG || type == CAIRO_SURFACE_TYPE_PDF) {
        hatch_as_lines(cr, it, c);
        return;
    }
    cairo_pattern_t *p = hatch_pattern(c);
    cairo_set_source(cr, p);
    cairo_rectangle(cr, it->x, it->y, it->w, it->h);
    cairo_fill(cr);
    cairo_pattern_destroy(p);
}

static void paint_text(cairo_t *cr, const Item *it, ThemeId theme, TextCache *text)
{
    if (!it->label || !*it->label)
        return;
    PangoLayout *l = text_cache_layout(text, it->font, it->trim, it->w, it->label);
    int w, h;
    pango_layout_get_pixel_size(l, &w, &h);
    set(cr, theme_text(theme, it->role));
    if (it->vertical) {
        cairo_save(cr);
        cairo_translate(cr, it->x, it->y + it->w);
        cairo_rotate(cr, -G_PI / 2);
        cairo_move_to(cr, 0, 0);
        pango_cairo_show_layout(cr, l);
        cairo_restore(cr);
        return;
    }
    double free = it->w > 0 ? it->w - w : 0;
    double x = it->align == ALIGN_right ? it->x + free : it->align == ALIGN_centre ? it->x + free / 2 : it->x;
    cairo_move_to(cr, floor(x + 0.5), floor(it->y + 0.5));
    pango_cairo_show_layout(cr, l);
}

static void paint_line(cairo_t *cr, const Item *it, ThemeId theme)
{
    double half = (it->edge_w & 1) ? 0.5 : 0, x0 = floor(it->x) + half, y0 = floor(it->y) + half;
    double x1 = floor(it->x + it->w) + half, y1 = floor(it->y + it->h) + half;
    set(cr, theme_tint(theme, it->role, it->tint, it->tint2));
    cairo_set_line_width(cr, it->edge_w);
    if (it->dash)
        cairo_set_dash(cr, (double[]){ 4, 3 }, 2, 0);
    bool slanted = x0 != x1 && y0 != y1;
    if (slanted || it->arrow)
        cairo_set_antialias(cr, CAIRO_ANTIALIAS_DEFAULT);
    cairo_move_to(cr, x0, y0);
    cairo_line_to(cr, x1, y1);
    cairo_stroke(cr);
    cairo_set_dash(cr, NULL, 0, 0);
    if (!it->arrow) {
        cairo_set_antialias(cr, CAIRO_ANTIALIAS_NONE);
        return;
    }
    double a = atan2(y1 - y0, x1 - x0);
    cairo_move_to(cr, x1, y1);
    cairo_line_to(cr, x1 - 9 * cos(a - 0.4), y1 - 9 * sin(a - 0.4));
    cairo_line_to(cr, x1 - 9 * cos(a + 0.4), y1 - 9 * sin(a + 0.4));
    cairo_close_path(cr);
    cairo_fill(cr);
    cairo_set_antialias(cr, CAIRO_ANTIALIAS_NONE);
}

/* Pixels by role and tint: a strip has thousands of columns, and mixing colours for each would take longest. */
static const uint32_t *pixels_of(ThemeId theme)
{
    static uint32_t table[N_THEMES][N_ROLES][256];
    static bool made[N_THEMES];
    if (!made[theme]) {
        for (int r = 0; r < N_ROLES; r++)
            for (int t = 0; t < 256; t++) {
                Rgb c = theme_tint(theme, (Role)r, (uint8_t)t, 255);
                table[theme][r][t] = r == ROLE_none ? 0 : 0xFF000000u | (uint32_t)(c.r * 255 + 0.5) << 16 | (uint32_t)(c.g * 255 + 0.5) << 8 | (uint32_t)(c.b * 255 + 0.5);
            }
        made[theme] = true;
    }
    return &table[theme][0][0];
}

/* As an image as high as the row: blitting it as it is takes a third of the time that stretching one line does. Files
 * that keep shapes get one box a run of equal columns instead. */
static void paint_strip(cairo_t *cr, const Raster *raster, const Scene *s, const Item *it, ThemeId theme)
{
    const Cell *cells = &g_array_index(s->cells, Cell, it->first);
    const uint32_t *pixel = pixels_of(theme);
    if (raster->data) {
        raster_strip(raster, it, cells, pixel);
        return;
    }
    cairo_surface_type_t type = cairo_surface_get_type(cairo_get_target(cr));
    if (type == CAIRO_SURFACE_TYPE_SVG || type == CAIRO_SURFACE_TYPE_PDF) {
        for (int i = 0, e; i < it->n; i = e) {
            for (e = i + 1; e < it->n && cells[e].role == cells[i].role && cells[e].tint == cells[i].tint; e++)
                ;
            if (cells[i].role == ROLE_none)
                continue;
            set(cr, theme_tint(theme, (Role)cells[i].role, cells[i].tint, 255));
            cairo_rectangle(cr, it->x + i, it->y, e - i, it->h);
            cairo_fill(cr);
        }
        return;
    }
    int h = (int)MIN(it->h, 256);
    cairo_surface_t *row = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, it->n, h);
    if (cairo_surface_status(row) != CAIRO_STATUS_SUCCESS) {
        cairo_surface_destroy(row);
        return;
    }
    cairo_surface_flush(row);
    unsigned char *data = cairo_image_surface_get_data(row);
    int stride = cairo_image_surface_get_stride(row);
    uint32_t *px = (uint32_t *)(void *)data;
    for (int i = 0; i < it->n; i++)
        px[i] = pixel[(int)MIN(cells[i].role, N_ROLES - 1) * 256 + cells[i].tint];
    for (int y = 1; y < h; y++)
        memcpy(data + (size_t)y * (size_t)stride, data, (size_t)it->n * sizeof *px);
    cairo_surface_mark_dirty(row);
    cairo_set_source_surface(cr, row, it->x, it->y);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
    cairo_rectangle(cr, it->x, it->y, it->n, h);
    cairo_fill(cr);
    cairo_surface_destroy(row);
}

/* Whether the layout begins with a background of its own. */
static bool covered(const Scene *s)
{
    const Item *it = s->items->len ? &g_array_index(s->items, Item, 0) : NULL;
    return it && it->kind == ITEM_box && it->role == ROLE_background && it->pane == 0 && it->tint == 255 && it->x <= 0 && it->y <= 0 &&
           it->x + it->w >= s->width && it->y + it->h >= s->height;
}

void paint_scene(cairo_t *cr, const Scene *s, ThemeId theme, TextCache *text)
{
    Raster raster = raster_of(cr);
    if (!covered(s)) {
        set(cr, theme_colour(theme, ROLE_background));
        cairo_rectangle(cr, 0, 0, s->width, s->height);
        cairo_fill(cr);
    }
    int pane = -1;
    cairo_save(cr);
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        const Pane *p = &s->panes[it->pane];
        if (it->pane != pane) {
            pane = it->pane;
            cairo_restore(cr);
            cairo_save(cr);
            cairo_rectangle(cr, p->x, p->y, p->w, p->h);
            cairo_clip(cr);
            cairo_set_antialias(cr, CAIRO_ANTIALIAS_NONE);
            raster_clip(&raster, (Rect){ p->x, p->y, p->w, p->h });
        }
        if (it->kind != ITEM_line && !it->vertical &&
            (it->y > p->y + p->h || it->y + MAX(it->h, 30) < p->y)) /* out of sight */
            continue;
        switch (it->kind) {
        case ITEM_box: paint_box(cr, &raster, it, theme, text); break;
        case ITEM_hatch: paint_hatch(cr, it, theme); break;
        case ITEM_text: paint_text(cr, it, theme, text); break;
        case ITEM_line: paint_line(cr, it, theme); break;
        case ITEM_strip: paint_strip(cr, &raster, s, it, theme); break;
        }
    }
    cairo_restore(cr);
}
