/* Boxes and strips written as pixels, for images in memory: a fill by cairo costs several times as much. */
#pragma once

#include <cairo.h>

#include "viewer/layout/scene.h"
#include "viewer/layout/theme.h"

typedef struct Raster {
    unsigned char *data; /* NULL: not such a picture, or one that is scaled or clipped in ways that need cairo */
    int stride, w, h;
    int scale;           /* pixels a unit */
    int x0, y0, x1, y1;  /* what may be written, pixels */
    cairo_surface_t *surface;
} Raster;

Raster raster_of(cairo_t *cr);
/* A part of the picture, in units; replaces the one before. */
void raster_clip(Raster *r, Rect box);
void raster_fill(const Raster *r, Rect box, Rgb colour);
/* A strip with its cells, one a unit. pixel[role * 256 + tint]: the colours; cells of ROLE_none leave what is there. */
void raster_strip(const Raster *r, const Item *it, const Cell *cells, const uint32_t *pixel);
