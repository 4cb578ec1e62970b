/* Drawing a sharding: tiles, rulers, edges, and the mesh in the same colours. See picture.h. */
#include "viewer/layout/picture.h"

#include <math.h>
#include <string.h>

#define MAX_IDS 4096
#define PANEL_ROOM 24 /* px that a panel's title may use of the gap beside it */

static const char *dim_axes(const ShardGeom *geom, int dim)
{
    for (guint i = 0; geom && i < geom->dims->len; i++) {
        const TraceShardingDim *d = TRACE_AT(geom->dims, TraceShardingDim, i);
        if (d->dim == dim)
            return d->axes;
    }
    return NULL;
}

static int bands_of(const TileGrid *g, const PictureStyle *st, int dim, RulerBand bands[MAX_BANDS])
{
    if (dim < 0 || g->parts[dim] <= 1)
        return 0;
    return ruler_bands(dim_axes(st->geom, dim), g->parts[dim], st->mesh, bands);
}

static const char *tile_tip(Scene *s, const TileGrid *g, int tile)
{
    g_autoptr(GString) t = g_string_new("elements [");
    for (int d = 0; d < g->rank; d++) {
        int64_t b, e;
        tile_range(g, tile, d, &b, &e);
        g_string_append_printf(t, "%s%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, d ? ", " : "", b, e);
    }
    int64_t ids[MAX_IDS];
    int n = tile_ids(g, tile, ids, MAX_IDS);
    Word w = word_ids(ids, MIN(n, MAX_IDS), 60);
    g_string_append_printf(t, "]\non %s %s\n%s a device", n == 1 ? "device" : "devices", n ? w.s : "– none",
                           word_bytes(grid_bytes(g, tile_elements(g, tile))).s);
    return scene_keep(s, t->str);
}

static bool lit(const TileGrid *g, int tile, const Ref *r, int64_t sharding)
{
    if (!r)
        return false;
    if (r->kind == REF_tile)
        return r->id == sharding && r->sub == tile;
    if (r->kind != REF_device)
        return false;
    int dev = grid_device(g, r->id);
    return dev >= 0 && g->tile_of[dev] == tile;
}

/* All ids on as many lines as the box has, or "" if they do not fit. */
static char *wrapped_ids(const Metrics *m, const int64_t *ids, int n, double w, double h)
{
    int lines = 1, most = (int)(h / (m[FONT_small].line_h - 1));
    double used = 0;
    g_autoptr(GString) t = g_string_new(NULL);
    for (int i = 0; i < n; i++) {
        char one[32];
        g_snprintf(one, sizeof one, "%" G_GINT64_FORMAT "%s", ids[i], i + 1 < n ? "," : "");
        double ow = text_width(m, FONT_small, one);
        if (used + ow > w - 4) {
            if (ow > w - 4 || ++lines > most)
                return g_strdup("");
            g_string_append_c(t, '\n');
            used = 0;
        }
        g_string_append(t, one);
        used += ow;
    }
    return g_string_free(g_steal_pointer(&t), FALSE);
}

/* How devices are written into a tile, fullest first. All tiles of a picture use one form, so that they compare. */
enum { FORM_all, FORM_lines, FORM_run, FORM_run_two, FORM_first, FORM_short, N_FORMS };

/* NULL: does not fit in this form, or no device holds the tile. */
static char *tile_label(const Metrics *m, const TileGrid *g, int tile, int form, double w, double h)
{
    double line = m[FONT_small].line_h - 2;
    int64_t ids[MAX_IDS];
    int n = MIN(tile_ids(g, tile, ids, MAX_IDS), MAX_IDS);
    if (n == 0 || h < line || w < 8 || (form == FORM_run_two && h < 2 * line))
        return NULL;
    char *t = NULL;
    if (form == FORM_lines) {
        bool one_run = ids[n - 1] - ids[0] == n - 1; /* in ascending order: "0 to 7" is easier to read than lines of numbers */
        t = n <= 16 && !(one_run && n > 4) ? wrapped_ids(m, ids, n, w, h) : g_strdup("");
        if (!*t)
            g_clear_pointer(&t, g_free);
        return t;
    }
    if (form == FORM_all && n <= 16)
        t = g_strdup(word_ids(ids, n, 64).s);
    else if (form == FORM_run || form == FORM_run_two)
        t = g_strdup(n <= 2 ? word_ids(ids, n, 64).s : word_ids(ids, n, n * 2 < 24 ? n * 2 - 2 : 24).s);
    else if (form == FORM_first)
        t = n == 1 ? g_strdup_printf("%" G_GINT64_FORMAT, ids[0]) : g_strdup_printf("%" G_GINT64_FORMAT " +%d", ids[0], n - 1);
    else if (form == FORM_short)
        t = g_strdup_printf("%" G_GINT64_FORMAT "%s", ids[0], n > 1 ? "…" : "");
    char *by = t && form == FORM_run_two ? strstr(t, " by ") : NULL;
    if (by)
        *by = '\n';
    double need = 0;
    g_auto(GStrv) lines = g_strsplit(t ? t : "", "\n", -1);
    for (int i = 0; lines[i]; i++)
        need = MAX(need, text_width(m, FONT_small, lines[i]));
    if (!t || !*t || need + 4 > w)
        g_clear_pointer(&t, g_free);
    return t;
}

/* The fullest form that every whole tile has room for; N_FORMS: none. */
static int label_form(const Metrics *m, const Placement *p)
{
    const TileGrid *g = p->grid;
    int form = g->n_tiles > 4096 ? N_FORMS : FORM_all;
    for (int t = 0; t < g->n_tiles && form < N_FORMS; t++) {
        Rect box = { 0 };
        bool whole = g->first[t + 1] > g->first[t] && picture_tile(p, t, &box);
        for (int d = 0; d < g->rank && whole; d++) {
            int64_t b, e;
            tile_range(g, t, d, &b, &e);
            whole = e - b == g->tile[d];
        }
        while (whole && form < N_FORMS) {
            g_autofree char *label = tile_label(m, g, t, form, box.w, box.h);
            if (label)
                break;
            form++;
        }
    }
    return form;
}

/* A tile that holds parts of a sum; its label is drawn on a patch of the tile, not among the lines. */
static void hatch_partial(Scene *s, const Metrics *m, Item *it, Rect box)
{
    Item tile = *it;
    it->label = NULL;
    scene_hatch(s, ROLE_dim, box)->tint = 90;
    if (!tile.label)
        return;
    double tw = MIN(text_width(m, FONT_small, tile.label) + 8, box.w - 2), th = MIN(m[FONT_small].line_h * (strchr(tile.label, '\n') ? 2 : 1),
                                                                                    box.h - 2);
    Item *patch = scene_box(s, tile.role, (Rect){ floor(box.x + (box.w - tw) / 2), floor(box.y + (box.h - th) / 2), tw, th });
    patch->tint = tile.tint;
    patch->tint2 = tile.tint2;
    patch->font = tile.font;
    patch->label = tile.label;
    patch->ref = tile.ref;
    patch->tip = tile.tip;
}

static void draw_tiles(Scene *s, const Metrics *m, const Placement *p, const PictureStyle *st)
{
    const TileGrid *g = p->grid;
    int64_t sharding = st->geom ? st->geom->id : 0;
    bool partial = st->geom && st->geom->info.kind == 6;
    int form = st->labels ? label_form(m, p) : N_FORMS;
    for (int t = 0; t < g->n_tiles; t++) {
        Rect box;
        if (!picture_tile(p, t, &box))
            continue;
        double gap_x = box.w >= 8 ? 1 : 0, gap_y = box.h >= 8 ? 1 : 0;
        Item *it = scene_box(s, st->neutral ? ROLE_neutral_a : ROLE_tile, (Rect){ box.x, box.y, box.w - gap_x, box.h - gap_y });
        if (st->neutral && (t & 1))
            it->role = ROLE_neutral_b;
        if (!st->neutral)
            picture_tints(g, t, &it->tint, &it->tint2);
        bool sel = lit(g, t, st->select, sharding), hov = lit(g, t, st->hover, sharding);
        if (sel || hov) {
            it->edge = sel ? ROLE_select : ROLE_hover;
            it->edge_w = sel ? 3 : 2;
        }
        it->ref = (Ref){ REF_tile, st->run, sharding, t };
        it->font = FONT_small;
        it->tip = tile_tip(s, g, t);
        for (int f = form; f < N_FORMS && !it->label; f++) { /* a cut tile may need a shorter form */
            g_autofree char *label = tile_label(m, g, t, f, box.w, box.h);
            it->label = scene_keep(s, label);
        }
        if (partial)
            hatch_partial(s, m, it, box);
    }
}

/* Hatched padding and the array's true edge, for every panel or line. */
static void draw_edges(Scene *s, const Placement *p)
{
    const TileGrid *g = p->grid;
    if (p->per_line) {
        for (int line = 0; line < p->n_lines; line++) {
            int64_t per = g->tile[p->col] * p->per_line, first = per * line;
            int64_t all = MIN(per, g->tile[p->col] * g->parts[p->col] - first);
            double real = p->w * (double)CLAMP(g->size[p->col] - first, 0, per) / (double)MAX(per, 1);
            double full = p->w * (double)all / (double)MAX(per, 1), y = p->y + p->step_y * line;
            if (full > real + 0.5)
                scene_hatch(s, ROLE_pad, (Rect){ p->x + real, y, full - real, p->h });
            if (real >= 1 && p->h >= 6) {
                Item *it = scene_box(s, ROLE_none, (Rect){ p->x - 1, y - 1, real + 1, p->h + 1 });
                it->edge = ROLE_edge;
            }
        }
        return;
    }
    double fx = p->col >= 0 && g->tile[p->col] ? (double)g->size[p->col] / (double)(g->tile[p->col] * g->parts[p->col]) : 1;
    double fy = p->row >= 0 && g->tile[p->row] ? (double)g->size[p->row] / (double)(g->tile[p->row] * g->parts[p->row]) : 1;
    int panels = p->px >= 0 ? g->parts[p->px] : 1;
    int n = p->py >= 0 ? p->n_px * p->n_py : panels;
    for (int i = 0; i < n; i++) {
        double x = p->x + p->step_x * (i % p->n_px), y = p->y + p->step_y * (i / p->n_px);
        if (fx < 1)
            scene_hatch(s, ROLE_pad, (Rect){ x + p->w * fx, y, p->w * (1 - fx), p->h });
        if (fy < 1)
            scene_hatch(s, ROLE_pad, (Rect){ x, y + p->h * fy, p->w * fx, p->h * (1 - fy) });
        Item *it = scene_box(s, ROLE_none, (Rect){ x - 1, y - 1, p->w * fx + 1, p->h * fy + 1 });
        it->edge = ROLE_edge;
        it->edge_w = fx < 1 || fy < 1 ? 2 : 1;
    }
}

static void panel_titles(Scene *s, const Metrics *m, const Placement *p, const PictureStyle *st, double above)
{
    const TileGrid *g = p->grid;
    if (p->px < 0 || !p->roomy)
        return;
    RulerBand bands[MAX_BANDS];
    int nb = bands_of(g, st, p->px, bands);
    int n = p->py >= 0 ? p->n_px * p->n_py : g->parts[p->px];
    for (int i = 0; i < n; i++) {
        int ci = p->py >= 0 ? i % p->n_px : i, cj = p->py >= 0 ? i / p->n_px : 0;
        double x = p->x + p->step_x * (i % p->n_px), y = p->y + p->step_y * (i / p->n_px);
        int64_t b = ci * g->tile[p->px], e = MIN(b + g->tile[p->px], g->size[p->px]);
        char text[160];
        g_snprintf(text, sizeof text, "dim %d [%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT "]", p->px, MIN(b, e), e);
        if (p->py >= 0) {
            int64_t b2 = cj * g->tile[p->py], e2 = MIN(b2 + g->tile[p->py], g->size[p->py]);
            size_t len = strlen(text);
            g_snprintf(text + len, sizeof text - len, "  dim %d [%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT "]", p->py,
                       MIN(b2, e2), e2);
        }
        Role role = nb ? bands[0].role : ROLE_dim;
        Item *it = scene_text(s, FONT_small, role, (Spot){ x, y - (i / p->n_px ? 4 : above) - m[FONT_small].line_h, p->w + PANEL_ROOM }, text);
        it->trim = TRIM_middle;
    }
}

static void dim_caption(Scene *s, const Metrics *m, const TileGrid *g, const PictureStyle *st, int dim, Spot spot)
{
    const char *axes = dim_axes(st->geom, dim);
    if (g->parts[dim] > 1)
        scene_textf(s, FONT_small, ROLE_dim, spot, "dim %d: %" G_GINT64_FORMAT " = %d × %" G_GINT64_FORMAT "%s%s%s",
                    dim, g->size[dim], g->parts[dim], g->tile[dim], axes ? " by " : "", axes ? axes : "",
                    g->size[dim] % g->parts[dim] ? ", the last one smaller" : "");
    else
        scene_textf(s, FONT_small, ROLE_dim, spot, "dim %d: %" G_GINT64_FORMAT ", not split", dim, g->size[dim]);
    (void)m;
}

/* Dimensions that the picture does not show, in one line. */
static char *hidden_dims(const Placement *p)
{
    const TileGrid *g = p->grid;
    g_autoptr(GString) whole = g_string_new(NULL);
    g_autoptr(GString) more = g_string_new(NULL);
    for (int d = 0; d < g->rank; d++) {
        if (d == p->col || d == p->row || d == p->px || d == p->py)
            continue;
        if (g->parts[d] > 1)
            g_string_append_printf(more, "; shown: part 0 of %d of dim %d", g->parts[d], d);
        else
            g_string_append_printf(whole, "%sdim %d (%" G_GINT64_FORMAT ")", whole->len ? ", " : "", d, g->size[d]);
    }
    if (!whole->len && !more->len)
        return NULL;
    return g_strdup_printf("%s%s%s", whole->len ? "not split: " : "", whole->str,
                           whole->len ? more->str : more->str + (more->len ? 2 : 0));
}

PictureRoom picture_room(const Metrics *m, const TileGrid *g, const PictureStyle *st, double w, double h)
{
    /* What runs which way does not depend on the room, so any will do to find out. */
    Placement p = picture_place(g, st->also, (Rect){ 0, 0, w, h }, st->transpose);
    RulerBand cols[MAX_BANDS], rows[MAX_BANDS];
    int nc = bands_of(g, st, p.col, cols), nr = bands_of(g, st, p.row, rows);
    PictureRoom room = { .left = nr * RULER_BAND + 4, .top = nc * RULER_BAND + 4, .below = 4 };
    if (nc && p.per_line && p.n_lines > 1)
        room.top = 4; /* a folded strip has no rulers: they would not line up with the later lines */
    for (int i = 0; i < nc; i++)
        room.right = MAX(room.right, text_width(m, FONT_bold, cols[i].name) + 8);
    for (int i = 0; i < nr; i++)
        room.below = MAX(room.below, text_width(m, FONT_bold, rows[i].name) + 6);
    if (st->captions)
        room.below = MAX(room.below, 3 * m[FONT_small].line_h + 6);
    if (p.px >= 0 && h >= 200)
        room.top += m[FONT_small].line_h;
    return room;
}

Placement picture_draw(Scene *s, const Metrics *m, const TileGrid *g, const PictureStyle *st, Rect box)
{
    PictureRoom r = { 0 };
    if (st->rulers)
        r = st->room ? *st->room : picture_room(m, g, st, box.w, box.h);
    Placement p = picture_place(g, st->also, (Rect){ box.x + r.left, box.y + r.top, box.w - r.left - r.right, box.h - r.top - r.below },
                                st->transpose);
    if (!st->rulers) {
        draw_tiles(s, m, &p, st);
        draw_edges(s, &p);
        return p;
    }
    RulerBand cols[MAX_BANDS], rows[MAX_BANDS];
    int nc = bands_of(g, st, p.col, cols), nr = bands_of(g, st, p.row, rows);
    double left = nr * RULER_BAND + 4, top = nc * RULER_BAND + 4, line = m[FONT_small].line_h;
    draw_tiles(s, m, &p, st);
    draw_edges(s, &p);
    if (nc && p.per_line && p.n_lines > 1)
        nc = 0; /* a folded strip: the bands would not line up with the later lines */
    int panels = p.n_px;
    for (int i = 0; i < panels; i++)
        ruler_draw(s, m, &(Ruler){ cols, nc, false, p.w, i == panels - 1 }, p.x + p.step_x * i, p.y - top);
    for (int j = 0; j < (p.per_line ? 1 : p.n_py); j++)
        ruler_draw(s, m, &(Ruler){ rows, nr, true, p.h, j == p.n_py - 1 }, p.x - left, p.y + p.step_y * j);
    panel_titles(s, m, &p, st, top);
    if (!st->captions)
        return p;
    double cy = picture_bottom(&p) + 5;
    double cw = MAX(box.w - left, 40);
    if (p.row >= 0) {
        dim_caption(s, m, g, st, p.row, (Spot){ p.x, cy, cw });
        cy += line;
    }
    if (p.col >= 0) {
        dim_caption(s, m, g, st, p.col, (Spot){ p.x, cy, cw });
        cy += line;
    }
    g_autofree char *hidden = hidden_dims(&p);
    if (hidden)
        scene_text(s, FONT_small, ROLE_dim, (Spot){ p.x, cy, cw }, hidden);
    return p;
}

char *picture_caption(const TileGrid *g, const ShardGeom *geom)
{
    g_autoptr(GString) t = g_string_new(NULL);
    int n = g->n_tiles;
    if (n == 1)
        g_string_append_printf(t, "replicated on %s", g->n_dev == 1 ? "its only device" : "every device");
    else
        g_string_append_printf(t, "%d tiles of [", n);
    for (int d = 0; n > 1 && d < g->rank; d++)
        g_string_append_printf(t, "%s%" G_GINT64_FORMAT, d ? ", " : "", g->tile[d]);
    if (n > 1)
        g_string_append_c(t, ']');
    g_string_append_printf(t, ", %s a device", word_bytes(grid_tile_bytes(g)).s);
    int copies = n ? g->n_dev / n : 0;
    if (copies > 1 && n > 1)
        g_string_append_printf(t, ", each on %d devices", copies);
    if (copies > 1)
        g_string_append_printf(t, "; %s in all, of which %s distinct", word_bytes(grid_tile_bytes(g) * g->n_dev).s,
                               word_bytes(grid_tile_bytes(g) * n).s);
    if (grid_padding(g) > 0)
        g_string_append_printf(t, "; padding %.1f %%", 100 * grid_padding(g));
    if (geom && geom->info.kind == 6)
        g_string_append_printf(t, "; partial values, still to be combined (%s)",
                               geom->info.reduction ? geom->info.reduction : "sum");
    return g_string_free(g_steal_pointer(&t), FALSE);
}
