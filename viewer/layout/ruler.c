/* Rulers. See ruler.h. */
#include "viewer/layout/ruler.h"

#include <math.h>
#include <string.h>

static int add_band(RulerBand bands[MAX_BANDS], int n, const char *name, size_t len, int size, Role role)
{
    if (n == MAX_BANDS)
        return n;
    bands[n] = (RulerBand){ .size = size, .role = role };
    g_strlcpy(bands[n].name, name, MIN(len + 1, sizeof bands[n].name));
    return n + 1;
}

/* One entry of the list: an axis of the mesh, or part of one, "x:(2)4". */
static int add_entry(RulerBand bands[MAX_BANDS], int n, const char *entry, const MeshGeom *mesh)
{
    const char *part = strstr(entry, ":(");
    size_t base = part ? (size_t)(part - entry) : strlen(entry);
    for (guint i = 0; mesh && i < mesh->axes->len; i++) {
        const TraceMeshAxis *a = TRACE_AT(mesh->axes, TraceMeshAxis, i);
        if (strlen(a->name) != base || strncmp(a->name, entry, base) != 0)
            continue;
        const char *close = part ? strchr(part, ')') : NULL;
        int size = close ? atoi(close + 1) : (int)a->size;
        return add_band(bands, n, entry, strlen(entry), MAX(size, 1), role_axis((int)a->pos));
    }
    return n;
}

int ruler_bands(const char *axes, int parts, const MeshGeom *mesh, RulerBand bands[MAX_BANDS])
{
    int n = 0;
    int64_t product = 1;
    g_auto(GStrv) list = g_strsplit(axes ? axes : "", ",", -1);
    for (int i = 0; list[i]; i++)
        n = add_entry(bands, n, g_strstrip(list[i]), mesh);
    for (int i = 0; i < n; i++)
        product *= bands[i].size;
    return product == parts ? n : add_band(bands, 0, "", 0, parts, ROLE_neutral_a);
}

/* The segments of one band. `repeat` = how often the band's run of indices occurs along the ruler, which
 * is from.w px long. */
static void draw_band(Scene *s, const Metrics *m, const RulerBand *b, int64_t repeat, bool vertical, Spot from)
{
    double x = from.x, y = from.y, len = from.w;
    int64_t n = repeat * b->size;
    if (len / (double)n < 1.0) { /* too fine to see: the axis as one bar */
        Item *it = vertical ? scene_box(s, b->role, (Rect){ x, y, RULER_BAND - 1, len })
                            : scene_box(s, b->role, (Rect){ x, y, len, RULER_BAND - 1 });
        it->tint = 160;
        return;
    }
    double step = len / (double)n;
    for (int64_t i = 0; i < n; i++) {
        double at = step * (double)i, gap = step >= 5 ? 1 : 0;
        Item *it = vertical ? scene_box(s, b->role, (Rect){ x, y + at, RULER_BAND - 1, step - gap })
                            : scene_box(s, b->role, (Rect){ x + at, y, step - gap, RULER_BAND - 1 });
        int64_t idx = i % b->size;
        it->tint = (uint8_t)(b->size > 1 ? 235 - 165 * idx / (b->size - 1) : 235);
        char text[24];
        g_snprintf(text, sizeof text, "%" G_GINT64_FORMAT, idx);
        double room = vertical ? (step >= 12 ? RULER_BAND : 0) : step;
        it->font = FONT_small;
        if (text_width(m, FONT_small, text) + 2 <= room)
            it->label = scene_keep(s, text);
        it->tip = scene_keepf(s, "%s %" G_GINT64_FORMAT " of %d", *b->name ? b->name : "part", idx, b->size);
    }
}

void ruler_draw(Scene *s, const Metrics *m, const Ruler *r, double x, double y)
{
    const RulerBand *bands = r->bands;
    int64_t repeat = 1;
    for (int i = 0; i < r->n; i++) {
        double across = RULER_BAND * i;
        draw_band(s, m, &bands[i], repeat, r->vertical, r->vertical ? (Spot){ x + across, y, r->len } : (Spot){ x, y + across, r->len });
        repeat *= bands[i].size;
        if (!r->names || !*bands[i].name)
            continue;
        double w = text_width(m, FONT_bold, bands[i].name);
        if (r->vertical) {
            Item *it = scene_text(s, FONT_bold, bands[i].role, (Spot){ x + across, y + r->len + 4, w }, bands[i].name);
            it->vertical = true;
            it->h = w;
        } else {
            scene_text(s, FONT_bold, bands[i].role, (Spot){ x + r->len + 5, y + across - 1, w + 2 }, bands[i].name);
        }
    }
}

int64_t ruler_tick(int64_t span, double px, double min_px)
{
    if (span <= 0 || px <= 0)
        return 1;
    double least = (double)span / px * min_px;
    int64_t step = 1;
    while ((double)step < least && step < INT64_MAX / 10) {
        int64_t lead = step;
        while (lead >= 10)
            lead /= 10;
        step = lead == 1 ? step * 2 : lead == 2 ? step / 2 * 5 : step * 2;
    }
    return step;
}
