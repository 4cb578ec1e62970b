/* Scenes as SVG inside a page, without cairo and without a display: text widths come from a table (fonts.c), colours are
 * CSS classes with a value for light and one for dark pages. All pictures of a page share one SvgStyle. */
#pragma once

#include "viewer/layout/scene.h"
#include "viewer/layout/theme.h"

typedef struct SvgStyle SvgStyle;

SvgStyle *svg_style_new(void);
void svg_style_free(SvgStyle *st); /* accepts NULL */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgStyle, svg_style_free)
/* Appends the rules for all that was drawn with it. */
void svg_style_css(const SvgStyle *st, GString *out);

/* Where a click on an item leads in the page: "#steps-1"; NULL: nowhere. Borrowed until the next call. */
typedef const char *(*SvgHref)(const Item *it, void *data);

/* Appends the scene as one <svg> element. title: what it shows, for screen readers. href may be NULL. */
void svg_scene(const Scene *s, SvgStyle *st, const char *title, SvgHref href, void *data, GString *out);

/* The fonts that the page asks for, as numbers: one entry a font role. */
const Metrics *svg_metrics(void);
/* Text cut to w px with an ellipsis where it is longer; to be freed. */
char *svg_fit(FontRole font, Trim trim, double w, const char *text);
/* Text safe in markup; to be freed. Accepts NULL: a dash. */
char *svg_escape(const char *text);
