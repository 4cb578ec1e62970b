/* See raster.h. */
#include "viewer/paint/raster.h"

#include <math.h>
#include <string.h>

Raster raster_of(cairo_t *cr)
{
    Raster r = { .surface = cairo_get_target(cr) };
    if (cairo_surface_get_type(r.surface) != CAIRO_SURFACE_TYPE_IMAGE || cairo_get_group_target(cr) != r.surface)
        return r;
    cairo_format_t format = cairo_image_surface_get_format(r.surface);
    cairo_matrix_t m;
    cairo_get_matrix(cr, &m);
    double sx, sy, ox, oy;
    cairo_surface_get_device_scale(r.surface, &sx, &sy);
    cairo_surface_get_device_offset(r.surface, &ox, &oy);
    double scale = m.xx * sx;
    if ((format != CAIRO_FORMAT_RGB24 && format != CAIRO_FORMAT_ARGB32) || m.xy != 0 || m.yx != 0 || m.x0 != 0 || m.y0 != 0 ||
        ox != 0 || oy != 0 || m.yy * sy != scale || scale < 1 || scale > 8 || scale != floor(scale))
        return r;
    r.w = cairo_image_surface_get_width(r.surface);
    r.h = cairo_image_surface_get_height(r.surface);
    double x0, y0, x1, y1;
    cairo_clip_extents(cr, &x0, &y0, &x1, &y1);
    if (x0 > 0 || y0 > 0 || x1 * scale < r.w || y1 * scale < r.h) /* only a part is repainted */
        return r;
    cairo_surface_flush(r.surface);
    r.data = cairo_image_surface_get_data(r.surface);
    r.stride = cairo_image_surface_get_stride(r.surface);
    r.scale = (int)scale;
    r.x1 = r.w;
    r.y1 = r.h;
    return r;
}

/* Units to pixels. Boxes stand on whole units; what is far outside stays outside without overflowing. */
static int px(const Raster *r, double v)
{
    return (int)floor(CLAMP(v, -100000, 100000) * r->scale + 0.5);
}

void raster_clip(Raster *r, Rect box)
{
    r->x0 = MAX(px(r, box.x), 0);
    r->y0 = MAX(px(r, box.y), 0);
    r->x1 = MIN(px(r, box.x + box.w), r->w);
    r->y1 = MIN(px(r, box.y + box.h), r->h);
}

static uint32_t pixel_of(Rgb c)
{
    return 0xFF000000u | (uint32_t)(c.r * 255 + 0.5) << 16 | (uint32_t)(c.g * 255 + 0.5) << 8 | (uint32_t)(c.b * 255 + 0.5);
}

static uint32_t *line(const Raster *r, int y)
{
    return (uint32_t *)(void *)(r->data + (size_t)y * (size_t)r->stride);
}

void raster_fill(const Raster *r, Rect box, Rgb colour)
{
    int x0 = MAX(px(r, box.x), r->x0), y0 = MAX(px(r, box.y), r->y0), x1 = MIN(px(r, box.x + box.w), r->x1), y1 = MIN(px(r, box.y + box.h), r->y1);
    if (x0 >= x1 || y0 >= y1)
        return;
    uint32_t p = pixel_of(colour);
    cairo_surface_flush(r->surface);
    uint32_t *first = line(r, y0) + x0;
    for (int i = 0; i < x1 - x0; i++)
        first[i] = p;
    for (int i = y0 + 1; i < y1; i++)
        memcpy(line(r, i) + x0, first, (size_t)(x1 - x0) * sizeof p);
    cairo_surface_mark_dirty_rectangle(r->surface, x0, y0, x1 - x0, y1 - y0);
}

void raster_strip(const Raster *r, const Item *it, const Cell *cells, const uint32_t *pixel)
{
    int left = px(r, it->x), y0 = MAX(px(r, it->y), r->y0), y1 = MIN(px(r, it->y + it->h), r->y1);
    int x0 = MAX(left, r->x0), x1 = MIN(left + it->n * r->scale, r->x1);
    if (x0 >= x1 || y0 >= y1)
        return;
    cairo_surface_flush(r->surface);
    for (int i = x0; i < x1;) { /* runs of equal cells */
        const Cell *c = &cells[(i - left) / r->scale];
        int e = i;
        while (e < x1 && memcmp(&cells[(e - left) / r->scale], c, sizeof *c) == 0)
            e++;
        if (c->role != ROLE_none) {
            uint32_t p = pixel[(int)MIN(c->role, N_ROLES - 1) * 256 + c->tint];
            for (int k = y0; k < y1; k++) {
                uint32_t *to = line(r, k);
                for (int q = i; q < e; q++)
                    to[q] = p;
            }
        }
        i = e;
    }
    cairo_surface_mark_dirty_rectangle(r->surface, x0, y0, x1 - x0, y1 - y0);
}
