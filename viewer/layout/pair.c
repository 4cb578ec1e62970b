/* Before and after a reshard. See pair.h. Tiles are grey, so that two colours stand out: local, and to be fetched. */
#include "viewer/layout/pair.h"

#include <math.h>

#define GUTTER 150.0
#define MAX_ARROWS 6

int pair_device(const PairStyle *st, Ref focus)
{
    const TileGrid *before = st->before, *after = st->after;
    const ShardGeom *from = st->from, *to = st->to;
    if (focus.kind == REF_device && grid_device(after, focus.id) >= 0)
        return grid_device(after, focus.id);
    const TileGrid *g = to && focus.id == to->id ? after : from && focus.id == from->id ? before : NULL;
    if (focus.kind == REF_tile && g && focus.sub >= 0 && focus.sub < g->n_tiles &&
        g->first[focus.sub + 1] > g->first[focus.sub])
        return g->members[g->first[focus.sub]];
    return fetch_hungriest(before, after);
}

char *pair_caption(const PairStyle *st)
{
    const TileGrid *before = st->before, *after = st->after;
    int64_t has = grid_bytes(before, tile_elements(before, before->tile_of[st->dev]));
    int64_t needs = grid_bytes(after, tile_elements(after, after->tile_of[st->dev]));
    int64_t fetch = grid_bytes(after, fetch_needed(before, after, st->dev));
    g_autoptr(GString) t = g_string_new(NULL);
    g_string_append_printf(t, "device %" G_GINT64_FORMAT " holds %s and needs %s: ", after->ids[st->dev],
                           word_bytes(has).s, word_bytes(needs).s);
    if (st->from && st->from->info.kind == 6)
        g_string_append(t, "its values are partial sums that have to be combined with the other devices'");
    else if (fetch == 0)
        g_string_append(t, "it holds all of it already, nothing has to be sent");
    else
        g_string_append_printf(t, "it has %s of it (%.0f %%) and must fetch %s", word_bytes(needs - fetch).s,
                               100.0 * (double)(needs - fetch) / (double)MAX(needs, 1), word_bytes(fetch).s);
    if (st->bytes_moved >= 0) {
        g_string_append_printf(t, "; the chosen plan sends %s to a device", word_bytes(st->bytes_moved).s);
        if (fetch > 0 && st->bytes_moved > fetch && !(st->from && st->from->info.kind == 6))
            g_string_append_printf(t, ", %.0f %% more than needed", 100.0 * (double)(st->bytes_moved - fetch) / (double)fetch);
    }
    return g_string_free(g_steal_pointer(&t), FALSE);
}

/* What the device in focus reads, marked in the picture before. */
static void mark_before(Scene *s, const Placement *p, const GArray *pieces, int dev)
{
    Rect box;
    for (guint i = 0; i < pieces->len; i++) {
        const FetchPiece *f = TRACE_AT(pieces, FetchPiece, i);
        if (f->source == dev || !picture_box(p, f->begin, f->end, &box))
            continue;
        scene_hatch(s, ROLE_fetch, box);
        Item *it = scene_box(s, ROLE_none, box);
        it->edge = ROLE_fetch;
        it->edge_w = 2;
    }
    if (picture_tile(p, p->grid->tile_of[dev], &box)) {
        Item *it = scene_box(s, ROLE_none, box);
        it->edge = ROLE_local;
        it->edge_w = 3;
    }
}

/* What the device in focus puts its tile together from. parts: how many partial values are combined; 0, 1: none. */
typedef struct Fetch {
    const GArray *pieces; /* FetchPiece */
    int dev, parts;
    const char *reduction;
} Fetch;

static void mark_after(Scene *s, const Metrics *m, const Placement *p, const Fetch *fetch)
{
    const GArray *pieces = fetch->pieces;
    int dev = fetch->dev, parts = fetch->parts;
    Rect box;
    const TileGrid *g = p->grid;
    for (guint i = 0; i < pieces->len; i++) {
        const FetchPiece *f = TRACE_AT(pieces, FetchPiece, i);
        if (!picture_box(p, f->begin, f->end, &box))
            continue;
        bool local = f->source == dev && parts < 2;
        Item *it = scene_box(s, local ? ROLE_local : ROLE_fetch, box);
        it->tint = local ? 110 : 90;
        it->font = FONT_small;
        it->ref = (Ref){ REF_device, 0, f->source >= 0 ? g->ids[f->source] : -1, 0 };
        g_autofree char *label = parts > 1 ? g_strdup_printf("%s of %d", fetch->reduction,
                                                             parts) : local ? g_strdup("here") : f->source < 0 ? g_strdup("no device")
                                       : g_strdup_printf("from %" G_GINT64_FORMAT, g->ids[f->source]);
        g_autofree char *number = f->source < 0 || parts > 1 ? NULL : g_strdup_printf("%" G_GINT64_FORMAT, g->ids[f->source]);
        const char *fits = box.h < 13 ? NULL
                           : text_width(m, FONT_small, label) + 4 <= box.w ? label
                           : number && text_width(m, FONT_small, number) + 4 <= box.w ? number : NULL;
        it->label = scene_keep(s, fits);
        it->tip = scene_keepf(s, "%s: %s", label, word_bytes(grid_bytes(g, f->elements)).s);
        if (!local && !fits)
            scene_hatch(s, ROLE_fetch, box);
        if (pieces->len > 1 && box.w > 6 && box.h > 6) {
            Item *cut = scene_box(s, ROLE_none, box);
            cut->edge = local ? ROLE_local : ROLE_fetch;
            cut->dash = true;
        }
    }
    if (picture_tile(p, g->tile_of[dev], &box)) {
        Item *it = scene_box(s, ROLE_none, (Rect){ box.x - 1, box.y - 1, box.w + 2, box.h + 2 });
        it->edge = ROLE_edge;
        it->edge_w = 2;
    }
}

/* Arrows only between the pictures: one a source, or one for all where they are many. */
static void arrows(Scene *s, const Metrics *m, const TileGrid *g, const Fetch *fetch, Rect gutter)
{
    const GArray *pieces = fetch->pieces;
    int dev = fetch->dev, parts = fetch->parts;
    double x = gutter.x, y = gutter.y, h = gutter.h;
    g_autoptr(GHashTable) sum = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    g_autoptr(GArray) order = g_array_new(FALSE, FALSE, sizeof(int));
    int64_t total = 0;
    for (guint i = 0; i < pieces->len; i++) {
        const FetchPiece *f = TRACE_AT(pieces, FetchPiece, i);
        if (f->source == dev || f->source < 0)
            continue;
        int64_t *n = g_hash_table_lookup(sum, GINT_TO_POINTER(f->source));
        if (!n) {
            n = g_new0(int64_t, 1);
            g_hash_table_insert(sum, GINT_TO_POINTER(f->source), n);
            g_array_append_val(order, f->source);
        }
        *n += f->elements;
        total += f->elements;
    }
    int n = (int)order->len, shown = n > MAX_ARROWS ? 1 : n;
    double line = m[FONT_small].line_h;
    if (parts > 1) { /* of a sum: all of them take part, wherever the piece lies */
        scene_line(s, ROLE_fetch, x + 10, y + h / 2, x + GUTTER - 10, y + h / 2)->arrow = true;
        scene_textf(s, FONT_small, ROLE_fetch, (Spot){ x, y + h / 2 - line - 2, GUTTER }, "partial sums of %d", parts)->align = ALIGN_centre;
        scene_text(s, FONT_small, ROLE_fetch, (Spot){ x, y + h / 2 + 4, GUTTER }, "are combined")->align = ALIGN_centre;
        return;
    }
    if (n == 0) {
        scene_line(s, ROLE_local, x + 12, y + h / 2, x + GUTTER - 12, y + h / 2)->arrow = true;
        scene_text(s, FONT_small, ROLE_local, (Spot){ x, y + h / 2 - line - 2, GUTTER }, "nothing to fetch")->align = ALIGN_centre;
        return;
    }
    double step = MIN(h / shown, 44), top = y + (h - step * shown) / 2;
    for (int i = 0; i < shown; i++) {
        double ay = top + step * (i + 0.5) + 6;
        int src = g_array_index(order, int, i);
        int64_t elements = shown < n ? total : *(int64_t *)g_hash_table_lookup(sum, GINT_TO_POINTER(src));
        scene_line(s, ROLE_fetch, x + 10, ay, x + GUTTER - 10, ay)->arrow = true;
        Item *it = shown < n ? scene_textf(s, FONT_small, ROLE_fetch, (Spot){ x, ay - line, GUTTER }, "%s from %d devices",
                                           word_bytes(grid_bytes(g, elements)).s, n)
                             : scene_textf(s, FONT_small, ROLE_fetch, (Spot){ x, ay - line, GUTTER }, "%s from %" G_GINT64_FORMAT,
                                           word_bytes(grid_bytes(g, elements)).s, g->ids[src]);
        it->align = ALIGN_centre;
    }
}

static void legend(Scene *s, const Metrics *m, const TileGrid *g, int dev, Spot spot)
{
    scene_box(s, ROLE_local, (Rect){ spot.x, spot.y + 2, 12, 11 })->tint = 110;
    scene_text(s, FONT_small, ROLE_text, (Spot){ spot.x + 17, spot.y, 70 }, "already here");
    scene_box(s, ROLE_fetch, (Rect){ spot.x + 100, spot.y + 2, 12, 11 })->tint = 90;
    scene_hatch(s, ROLE_fetch, (Rect){ spot.x + 100, spot.y + 2, 12, 11 });
    scene_text(s, FONT_small, ROLE_text, (Spot){ spot.x + 117, spot.y, 90 }, "must be fetched");
    double at = 117 + text_width(m, FONT_small, "must be fetched") + 24;
    if (spot.w - at > 120)
        scene_textf(s, FONT_small, ROLE_dim, (Spot){ spot.x + at, spot.y, spot.w - at }, "device %" G_GINT64_FORMAT
                    "; click another tile, or J and K", g->ids[dev]);
}

double pair_draw(Scene *s, const Metrics *m, const PairStyle *st, Rect box)
{
    const TileGrid *before = st->before, *after = st->after;
    double pw = floor((box.w - GUTTER) / 2), line = m[FONT_bold].line_h;
    scene_textf(s, FONT_bold, ROLE_text, (Spot){ box.x, box.y, pw + GUTTER - 12 }, "before: %s", st->from ? st->from->info.text : "–")->trim = TRIM_middle;
    scene_textf(s, FONT_bold, ROLE_text, (Spot){ box.x + pw + GUTTER, box.y, pw }, "after: %s", st->to ? st->to->info.text : "–")->trim = TRIM_middle;
    box.y += line + 4;
    box.h -= 2 * line + 12;
    PictureStyle ps = { .geom = st->from, .mesh = st->mesh, .run = st->run, .rulers = true, .labels = true,
                        .neutral = true, .transpose = st->transpose, .also = after };
    PictureStyle other = ps;
    other.geom = st->to;
    other.also = before;
    PictureRoom r = picture_room(m, before, &ps, pw, box.h), r2 = picture_room(m, after, &other, pw, box.h);
    r = (PictureRoom){ MAX(r.left, r2.left), MAX(r.top, r2.top), MAX(r.right, r2.right), MAX(r.below, r2.below) };
    ps.room = &r; /* both at one height and one scale */
    Placement a = picture_draw(s, m, before, &ps, (Rect){ box.x, box.y, pw, box.h });
    ps.geom = st->to;
    ps.also = before;
    Placement b = picture_draw(s, m, after, &ps, (Rect){ box.x + pw + GUTTER, box.y, pw, box.h });
    double bottom = MAX(picture_bottom(&a), picture_bottom(&b));
    g_autoptr(GArray) pieces = fetch_pieces(before, after, st->dev);
    if (pieces) {
        mark_before(s, &a, pieces, st->dev);
        g_autofree int *from = g_new(int, before->n_dev);
        int parts = pieces->len ? fetch_sources(before, TRACE_AT(pieces, FetchPiece, 0)->tile, st->dev, from, before->n_dev) : 0;
        Fetch fetch = { pieces, st->dev, parts, st->from && st->from->info.reduction ? st->from->info.reduction : "sum" };
        mark_after(s, m, &b, &fetch);
        arrows(s, m, after, &fetch, (Rect){ box.x + pw, box.y, GUTTER, bottom - box.y });
    }
    double ly = box.y + box.h + 6;
    legend(s, m, after, st->dev, (Spot){ box.x, ly, box.w });
    return ly + line + 6;
}

void pair_matrix(Scene *s, const Metrics *m, const PairStyle *st, double x, double y, double size)
{
    const TileGrid *before = st->before, *after = st->after;
    int n = after->n_dev, px = (int)floor(size);
    if (n < 2 || n > 2048 || px < 16)
        return;
    scene_textf(s, FONT_bold, ROLE_text, (Spot){ x, y, size + 40 }, "senders and receivers");
    y += m[FONT_bold].line_h + 4;
    int side = n <= px ? px / n * n : px;
    Item *back = scene_box(s, ROLE_neutral_b, (Rect){ x, y, side, side });
    back->tip = scene_keep(s, "rows: receiving devices; columns: sending devices; blue: already local, orange: must be fetched");
    g_autofree Cell *cells = g_new(Cell, side);
    g_autofree int *from = g_new(int, before->n_dev);
    int64_t budget = 4000000;
    for (int row = 0; row < MIN(n, side) && budget > 0; row++) {
        int dev = (int)((int64_t)row * n / MIN(n, side));
        g_autoptr(GArray) pieces = fetch_pieces(before, after, dev);
        if (!pieces)
            return;
        budget -= pieces->len + side;
        for (int i = 0; i < side; i++)
            cells[i] = (Cell){ 0, 0 };
        int gap = side / n >= 5 ? 1 : 0;
        for (guint i = 0; i < pieces->len; i++) {
            const FetchPiece *f = TRACE_AT(pieces, FetchPiece, i);
            int parts = fetch_sources(before, f->tile, dev, from, before->n_dev);
            budget -= parts;
            for (int p = 0; p < parts; p++) {
                int b = (int)((int64_t)from[p] * side / n), e = (int)((int64_t)(from[p] + 1) * side / n) - gap;
                for (int k = b; k < MAX(e, b + 2) && k < side; k++)
                    cells[k] = (Cell){ from[p] == dev ? ROLE_local : ROLE_fetch, 230 };
            }
        }
        double ry = y + (double)side * row / MIN(n, side), rh = (double)side / MIN(n, side);
        scene_strip(s, x, ry, MAX(rh - gap, 1), cells, side);
    }
    scene_text(s, FONT_small, ROLE_dim, (Spot){ x, y + side + 3, size }, "senders →, receivers ↓");
}
