/* The mesh: each device in the colour of the tile it holds, so that copies have one colour. See picture.h. */
#include "viewer/layout/picture.h"

#include <math.h>

#define CELL_MAX 40.0

typedef struct MeshPlace {
    int n_axes;
    int size[MAX_RANK];
    int rows, cols, panels, across;
    double cell, cell_h, step_x, step_y, left, top, gap;
    bool rulers, titles;
} MeshPlace;

static char *panel_name(const MeshGeom *mesh, const MeshPlace *p, int panel)
{
    g_autoptr(GString) t = g_string_new(NULL);
    int div = p->panels;
    for (int i = 0; i + 2 < p->n_axes; i++) {
        div /= p->size[i];
        g_string_append_printf(t, "%s%s=%d", i ? " " : "", TRACE_AT(mesh->axes, TraceMeshAxis, i)->name,
                               panel / div % p->size[i]);
    }
    return g_string_free(g_steal_pointer(&t), FALSE);
}

/* The biggest cell that lets all panels into w x h, and how many then stand side by side; 0: none does. */
static double fit_panels(MeshPlace *p, double w, double h)
{
    double best = 0;
    p->across = 1;
    for (int across = 1; across <= p->panels; across++) {
        int down = (p->panels + across - 1) / across;
        double cw = ((w - p->gap * (across - 1)) / across - p->left) / p->cols;
        double ch = ((h - p->gap * (down - 1)) / down - p->top) / p->rows;
        double cell = MIN(MIN(cw, ch * 1.6), CELL_MAX);
        if (cell > best) {
            best = cell;
            p->across = across;
        }
    }
    return best;
}

/* Last axis = columns, the one before = rows, earlier ones = panels, as the array's own picture has it. */
static MeshPlace place(const Metrics *m, const MeshGeom *mesh, int n_dev, double w, double h)
{
    MeshPlace p = { 0 };
    for (guint i = 0; mesh && i < mesh->axes->len && p.n_axes < MAX_RANK; i++)
        p.size[p.n_axes++] = (int)MAX(TRACE_AT(mesh->axes, TraceMeshAxis, i)->size, 1);
    if (p.n_axes == 0)
        p.size[p.n_axes++] = MAX(n_dev, 1);
    p.cols = p.size[p.n_axes - 1];
    p.rows = p.n_axes >= 2 ? p.size[p.n_axes - 2] : 1;
    p.panels = 1;
    for (int i = 0; i + 2 < p.n_axes; i++)
        p.panels *= p.size[i];
    if (p.n_axes == 1 && p.cols > 16) { /* one long axis: fold it */
        while (p.cols > 16)
            p.cols = (p.cols + 1) / 2;
        p.rows = (n_dev + p.cols - 1) / p.cols;
    }
    /* Many panels: first the rulers go, then the titles, then the gaps. */
    static const double gaps[] = { 12, 10, 5, 2, 1 };
    double best = 0;
    for (size_t k = 0; k < G_N_ELEMENTS(gaps) && best < (k ? 5 : 6); k++) {
        p.gap = gaps[k];
        p.rulers = k == 0;
        p.titles = k <= 1 && p.panels > 1;
        p.left = p.rulers && p.n_axes >= 2 ? RULER_BAND + 2 : 0;
        p.top = (p.rulers ? RULER_BAND + 2 : 0) + (p.titles ? m[FONT_small].line_h : 0);
        best = fit_panels(&p, w, h);
        g_autofree char *last = p.titles ? panel_name(mesh, &p, p.panels - 1) : NULL;
        if (last && text_width(m, FONT_small, last) > best * p.cols + p.gap)
            best = 0; /* the titles would be cut */
    }
    p.cell = MAX(best, 1);
    p.cell = p.cell >= 3 ? floor(p.cell) : p.cell;
    p.cell_h = MAX(MIN(p.cell, 24), 1);
    p.step_x = p.left + p.cell * p.cols + p.gap;
    p.step_y = p.top + p.cell_h * p.rows + p.gap;
    return p;
}

static const char *device_tip(Scene *s, const TileGrid *g, const MeshGeom *mesh, const MeshPlace *p, int dev)
{
    g_autoptr(GString) t = g_string_new(NULL);
    g_string_append_printf(t, "device %" G_GINT64_FORMAT, g->ids[dev]);
    int rest = dev;
    g_autoptr(GString) where = g_string_new(NULL);
    for (int i = p->n_axes - 1; mesh && i >= 0; i--) {
        g_autofree char *one = g_strdup_printf(" %s=%d", TRACE_AT(mesh->axes, TraceMeshAxis, i)->name,
                                               rest % p->size[i]);
        g_string_prepend(where, one);
        rest /= p->size[i];
    }
    g_string_append(t, where->str);
    g_string_append(t, "\nholds [");
    for (int d = 0; d < g->rank; d++) {
        int64_t b, e;
        tile_range(g, g->tile_of[dev], d, &b, &e);
        g_string_append_printf(t, "%s%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, d ? ", " : "", b, e);
    }
    g_string_append_c(t, ']');
    return scene_keep(s, t->str);
}

/* at: the top left device of a panel. */
static void rulers(Scene *s, const Metrics *m, const MeshGeom *mesh, const MeshPlace *p, Spot at, bool names)
{
    if (!mesh || p->n_axes == 0 || !p->rulers)
        return;
    bool folded = p->n_axes == 1 && p->cols != p->size[0];
    RulerBand b = { .size = p->cols, .role = role_axis(p->n_axes - 1) };
    g_strlcpy(b.name, TRACE_AT(mesh->axes, TraceMeshAxis, p->n_axes - 1)->name, sizeof b.name);
    if (!folded)
        ruler_draw(s, m, &(Ruler){ &b, 1, false, p->cell * p->cols, names }, at.x, at.y - RULER_BAND - 2);
    if (p->n_axes < 2)
        return;
    RulerBand r = { .size = p->rows, .role = role_axis(p->n_axes - 2) };
    g_strlcpy(r.name, TRACE_AT(mesh->axes, TraceMeshAxis, p->n_axes - 2)->name, sizeof r.name);
    ruler_draw(s, m, &(Ruler){ &r, 1, true, p->cell_h * p->rows, false }, at.x - RULER_BAND - 2, at.y);
}

/* A mesh that can be drawn as such: its axes multiply to the devices there are. */
static const MeshGeom *usable(const MeshGeom *mesh, int n_dev)
{
    int64_t n = 1;
    if (!mesh || mesh->axes->len == 0 || mesh->axes->len > MAX_RANK)
        return NULL;
    for (guint i = 0; i < mesh->axes->len; i++) {
        int64_t size = TRACE_AT(mesh->axes, TraceMeshAxis, i)->size;
        if (size < 1 || size > n_dev || (n *= size) > n_dev)
            return NULL;
    }
    return n == n_dev ? mesh : NULL;
}

double picture_mesh(Scene *s, const Metrics *m, const TileGrid *g, const PictureStyle *st, Rect box)
{
    const MeshGeom *mesh = usable(st->mesh, g->n_dev);
    double name_room = mesh && mesh->axes->len
                           ? text_width(m, FONT_bold, TRACE_AT(mesh->axes, TraceMeshAxis, mesh->axes->len - 1)->name) + 8
                           : 0;
    MeshPlace p = place(m, mesh, g->n_dev, box.w - name_room, box.h);
    int per_panel = p.rows * p.cols;
    for (int panel = 0; panel < p.panels; panel++) {
        double px = box.x + p.left + p.step_x * (panel % p.across), py = box.y + p.top + p.step_y * (panel / p.across);
        if (p.titles) {
            g_autofree char *name = panel_name(mesh, &p, panel);
            scene_text(s, FONT_small, ROLE_dim, (Spot){ px, py - p.top - 1, p.cell * p.cols + p.gap }, name)->trim = TRIM_middle;
        }
        rulers(s, m, mesh, &p, (Spot){ px, py, 0 }, panel == p.across - 1 || panel == p.panels - 1);
        for (int i = 0; i < per_panel && panel * per_panel + i < g->n_dev; i++) {
            int dev = panel * per_panel + i, tile = g->tile_of[dev];
            double gap = p.cell >= 6 ? 1 : 0;
            Item *it = scene_box(s, ROLE_tile, (Rect){ px + p.cell * (i % p.cols), py + p.cell_h * (i / p.cols), p.cell - gap, p.cell_h - gap });
            picture_tints(g, tile, &it->tint, &it->tint2);
            it->ref = (Ref){ REF_device, st->run, g->ids[dev], 0 };
            it->tip = device_tip(s, g, mesh, &p, dev);
            it->font = FONT_small;
            char id[24];
            g_snprintf(id, sizeof id, "%" G_GINT64_FORMAT, g->ids[dev]);
            if (text_width(m, FONT_small, id) + 3 <= p.cell && p.cell_h >= 12)
                it->label = scene_keep(s, id);
            const Ref *look[2] = { st->select, st->hover };
            for (int k = 0; k < 2; k++) {
                if (!look[k] || it->edge != ROLE_none)
                    continue;
                bool same = look[k]->kind == REF_device && look[k]->id == g->ids[dev];
                bool holds = look[k]->kind == REF_tile && st->geom && look[k]->id == st->geom->id && look[k]->sub == tile;
                if (same || holds) {
                    it->edge = k == 0 ? ROLE_select : ROLE_hover;
                    it->edge_w = 2;
                }
            }
        }
    }
    int down = (p.panels + p.across - 1) / p.across;
    double used = p.step_y * down - p.gap;
    if (p.panels > 1 && !p.titles && mesh) { /* say what a panel is, as it does not stand there */
        g_autoptr(GString) t = g_string_new("one block per index of");
        for (int i = 0; i + 2 < p.n_axes; i++)
            g_string_append_printf(t, " %s", TRACE_AT(mesh->axes, TraceMeshAxis, i)->name);
        scene_text(s, FONT_small, ROLE_dim, (Spot){ box.x, box.y + used + 2, box.w }, t->str);
        used += m[FONT_small].line_h + 2;
    }
    return used;
}
