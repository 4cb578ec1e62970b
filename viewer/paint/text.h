/* Text with Pango. Layouts are cached: laying out costs three times as much as drawing. */
#pragma once

#include <pango/pangocairo.h>

#include "viewer/layout/scene.h"

typedef struct TextCache TextCache;

/* ctx: a context made for the surface or the widget that will be drawn on; it is referenced. */
TextCache *text_cache_new(PangoContext *ctx);
void text_cache_free(TextCache *c); /* accepts NULL */
/* For image surfaces, without a display: the same pixels on every machine with the same fonts. */
TextCache *text_cache_new_for_images(void);
/* What layouts may know of these fonts; one entry a font role, owned by the cache. */
const Metrics *text_cache_metrics(TextCache *c);
/* A layout with this text, cut to `width` px where that is > 0. Borrowed until the next call. */
PangoLayout *text_cache_layout(TextCache *c, FontRole font, Trim trim, double width, const char *text);
