/* Painting a scene onto a cairo context. */
#pragma once

#include <cairo.h>

#include "viewer/paint/text.h"
#include "viewer/layout/theme.h"

void paint_scene(cairo_t *cr, const Scene *s, ThemeId theme, TextCache *text);
