/* The plan of a device's memory over the schedule, stacked by category, and below it the buffers by lifetime and address.
 * See memory_impl.h. */
#include <math.h>
#include <string.h>

#include "viewer/layout/memory_impl.h"

#include "trace/capped.h"

#define MAX_BOXES 6000
#define MAX_POSITIONS 4000000

/* Bytes in use at each schedule position, by category, from the curve's changes. */
void memory_chart_fill(MemoryChart *c, const MemoryRows *own)
{
    const TraceMemorySummary *sum = own->summary->len ? TRACE_AT(own->summary, TraceMemorySummary, 0) : NULL;
    c->n_pos = sum ? CLAMP(sum->n_pos, 1, MAX_POSITIONS) : 1;
    c->live = g_new0(int64_t, c->n_pos * N_BUFFER_CATS);
    int64_t now[N_BUFFER_CATS] = { 0 }, pos = 0;
    for (guint i = 0; i <= own->curve->len; i++) {
        const TraceCurvePoint *p = i < own->curve->len ? TRACE_AT(own->curve, TraceCurvePoint, i) : NULL;
        for (int64_t to = p ? MIN(p->pos, c->n_pos) : c->n_pos; pos < to; pos++)
            memcpy(&c->live[pos * N_BUFFER_CATS], now, sizeof now);
        if (p && p->cat >= 0 && p->cat < N_BUFFER_CATS)
            now[p->cat] = p->bytes;
    }
    c->capacity = own->capacity;
    c->peak = sum && sum->peak.known ? MAX(sum->peak.v, 0) : 0;
    c->peak_pos = sum ? CLAMP(sum->peak_pos, 0, c->n_pos - 1) : 0;
}

static int64_t total_at(const MemoryChart *c, int64_t pos)
{
    int64_t t = 0;
    for (int k = 0; k < N_BUFFER_CATS; k++)
        t += c->live[pos * N_BUFFER_CATS + k];
    return t;
}

/* The position that a column shows: of those it covers, the one with most alive, so that no spike is lost. */
static int64_t column_pos(const MemoryChart *c, int col, int cols)
{
    int64_t from = (int64_t)col * c->n_pos / cols, to = MAX((int64_t)(col + 1) * c->n_pos / cols, from + 1), best = from;
    for (int64_t p = from + 1; p < MIN(to, c->n_pos); p++) {
        if (total_at(c, p) > total_at(c, best))
            best = p;
    }
    return best;
}

static void draw_stack(Scene *s, const MemoryChart *c, double x, double w, int64_t pos)
{
    double y = c->y + c->h;
    for (int k = 0; k < N_BUFFER_CATS; k++) {
        double h = c->h * (double)c->live[pos * N_BUFFER_CATS + k] / (double)MAX(c->peak, 1);
        if (h >= 0.5)
            scene_box(s, role_of_buffer(k), (Rect){ x, y - h, w, h })->tint = 220;
        y -= h;
    }
    double over = c->capacity > 0 ? c->h * (double)(total_at(c, pos) - c->capacity) / (double)MAX(c->peak, 1) : 0;
    if (over >= 1) /* what a device has no room for */
        scene_hatch(s, ROLE_bad, (Rect){ x, y, w, over });
}

/* How much a device has, where the plan needs more. */
static void draw_capacity(Scene *s, const Metrics *m, const MemoryChart *c)
{
    if (c->capacity <= 0 || c->capacity >= c->peak)
        return;
    double y = c->y + c->h - c->h * (double)c->capacity / (double)c->peak;
    scene_line(s, ROLE_bad, c->x - 4, y, c->x + c->w, y);
    g_autofree char *text = g_strdup_printf("a device has %s", word_bytes(c->capacity).s);
    double tw = text_width(m, FONT_small, text), th = m[FONT_small].line_h;
    scene_box(s, ROLE_background, (Rect){ c->x + c->w - tw - 10, y - th - 2, tw + 8, th });
    scene_text(s, FONT_small, ROLE_bad, (Spot){ c->x + c->w - tw - 6, y - th - 2, tw + 4 }, text);
}

void memory_chart_draw(Scene *s, const Metrics *m, const MemoryChart *c)
{
    int cols = MAX((int)c->w, 1), first = 0;
    int64_t shown = column_pos(c, 0, cols);
    for (int i = 1; i <= cols; i++) {
        int64_t pos = i < cols ? column_pos(c, i, cols) : -1;
        if (i < cols && memcmp(&c->live[pos * N_BUFFER_CATS], &c->live[shown * N_BUFFER_CATS], N_BUFFER_CATS * sizeof(int64_t)) == 0)
            continue;
        draw_stack(s, c, c->x + first, i - first, shown);
        first = i;
        shown = pos;
    }
    int64_t tick = 1; /* bytes read best in powers of two */
    while ((double)tick / (double)MAX(c->peak, 1) * c->h < 34 && tick < INT64_MAX / 4)
        tick *= 2;
    for (int64_t v = 0; v <= c->peak; v += tick) {
        double y = c->y + c->h - c->h * (double)v / (double)MAX(c->peak, 1);
        scene_line(s, ROLE_grid, c->x - 4, y, c->x + c->w, y);
        scene_text(s, FONT_small, ROLE_dim, (Spot){ c->x - 74, y - m[FONT_small].line_h / 2, 66 }, word_bytes(v).s)->align = ALIGN_right;
    }
    draw_capacity(s, m, c);
    double px = c->x + c->w * ((double)c->peak_pos + 0.5) / (double)c->n_pos;
    Item *line = scene_line(s, ROLE_bad, px, c->y - 3, px, c->y + c->h);
    line->dash = true;
    g_autofree char *text = g_strdup_printf("peak %s", word_bytes(c->peak).s);
    double tw = text_width(m, FONT_small, text);
    scene_text(s, FONT_small, ROLE_bad, (Spot){ px + 5 + tw > c->x + c->w ? px - 5 - tw : px + 5, c->y - m[FONT_small].line_h - 1, tw + 2 }, text);
}

/* Values that share a place are drawn over each other: what stands under a later box says nothing, as its words would be cut. */
static void drop_covered_labels(Scene *s, guint first)
{
    for (guint i = first; i < s->items->len; i++) {
        Item *a = &g_array_index(s->items, Item, i);
        for (guint k = i + 1; a->label && k < s->items->len; k++) {
            const Item *b = &g_array_index(s->items, Item, k);
            if (b->x < a->x + a->w && a->x < b->x + b->w && b->y < a->y + a->h && a->y < b->y + b->h)
                a->label = NULL;
        }
    }
}

/* Buffers that are too thin to be drawn, or too many, one upon the other. */
typedef struct Thin {
    Rect at;
    int64_t cat, bytes;
    guint n;
    bool at_peak;
} Thin;

static gint by_life(gconstpointer a, gconstpointer b)
{
    const Thin *x = a, *y = b;
    if (x->at_peak != y->at_peak || x->cat != y->cat)
        return x->at_peak != y->at_peak ? x->at_peak - y->at_peak : x->cat < y->cat ? -1 : 1;
    const double keys[3][2] = { { x->at.x, y->at.x }, { x->at.w, y->at.w }, { x->at.y, y->at.y } };
    for (int k = 0; k < 3; k++)
        if (keys[k][0] != keys[k][1])
            return keys[k][0] < keys[k][1] ? -1 : 1;
    return 0;
}

/* Neighbours of one life and category are a box together: memory that is in use does not look free. */
static void draw_thin(Scene *s, GArray *thin)
{
    g_array_sort(thin, by_life);
    for (guint i = 0, next; i < thin->len; i = next) {
        Thin sum = g_array_index(thin, Thin, i);
        for (next = i + 1; next < thin->len; next++) {
            const Thin *x = &g_array_index(thin, Thin, next);
            if (x->at_peak != sum.at_peak || x->cat != sum.cat || x->at.x != sum.at.x || x->at.w != sum.at.w || x->at.y > sum.at.y + sum.at.h + 0.5)
                break;
            sum.at.h = MAX(sum.at.h, x->at.y + x->at.h - sum.at.y);
            sum.bytes = add_capped(sum.bytes, x->bytes);
            sum.n++;
        }
        if (sum.at.h < 0.4)
            continue;
        Item *it = scene_box(s, role_of_buffer(sum.cat), (Rect){ sum.at.x, sum.at.y, sum.at.w, MAX(sum.at.h, 1) });
        it->tint = sum.at_peak ? 230 : 120;
        const char *name = trace_buffer_cat_name(sum.cat);
        it->tip = scene_keepf(s, sum.n == 1 ? "%u buffer, %s, %s%s" : "%u buffers, %s together, %s%s", sum.n, word_bytes(sum.bytes).s, name ? name : "not known",
                              sum.at_peak ? ", in use at the peak" : "");
    }
}

void memory_map_draw(Scene *s, const Viewport *vp, const RunRows *run, const GArray *all, int64_t n_pos, Rect box)
{
    g_autoptr(GHashTable) start = g_hash_table_new(g_int64_hash, g_int64_equal);
    g_autofree int64_t *size = g_new0(int64_t, all->len + 1), *at = g_new0(int64_t, all->len + 1);
    guint n = 0;
    for (guint i = 0; i < all->len; i++) {
        const TraceBufferRow *b = TRACE_AT(all, TraceBufferRow, i);
        guint k = GPOINTER_TO_UINT(g_hash_table_lookup(start, &b->alloc_id));
        if (!k) {
            k = ++n;
            g_hash_table_insert(start, (gpointer)&b->alloc_id, GUINT_TO_POINTER(k));
        }
        size[k] = MAX(size[k], b->off + b->size);
    }
    int64_t total = 0;
    for (guint k = 1; k <= n; k++) {
        at[k] = total;
        total += size[k];
    }
    scene_box(s, ROLE_panel, box);
    guint first = s->items->len;
    g_autoptr(GArray) thin = g_array_new(FALSE, FALSE, sizeof(Thin));
    for (guint i = 0; i < all->len && total > 0; i++) {
        const TraceBufferRow *b = TRACE_AT(all, TraceBufferRow, i);
        guint k = GPOINTER_TO_UINT(g_hash_table_lookup(start, &b->alloc_id));
        double from = b->live_from.known ? (double)b->live_from.v : 0, to = b->live_to.known ? (double)b->live_to.v + 1 : (double)n_pos;
        double bh = box.h * (double)b->size / (double)total;
        double bw = MAX(box.w * (to - from) / (double)n_pos, 1), bx = box.x + box.w * from / (double)n_pos, by = box.y + box.h * (double)(at[k] + b->off) / (double)total;
        if (bh < 0.4 || i >= MAX_BOXES) { /* values that share a place are in no order of size */
            g_array_append_val(thin, ((Thin){ { bx, by, bw, bh }, b->cat, b->size, 1, b->at_peak != 0 }));
            continue;
        }
        Item *it = scene_box(s, role_of_buffer(b->cat), (Rect){ bx, by, bw, MAX(bh - (bh > 4 ? 1 : 0), 1) });
        it->tint = b->at_peak ? 230 : 120;
        it->ref = memory_ref(run, b);
        it->font = FONT_small;
        const char *name = memory_name(b);
        if (bh >= 14 && name && text_width(vp->metrics, FONT_small, name) + 6 <= bw)
            it->label = scene_keep(s, name);
        it->tip = scene_keepf(s, "%s %s\n%s, %s%s%s%s%s", name ? name : "", shape_show(b->shape).s, word_bytes(b->size).s, b->cat_name,
                              b->at_peak ? ", in use at the peak" : "", b->sharding ? "\n" : "", b->sharding ? b->sharding : "", "");
        bool chosen = memory_is_shown(it->ref, vp->select);
        if (chosen || memory_is_shown(it->ref, vp->hover)) {
            it->edge = chosen ? ROLE_select : ROLE_hover;
            it->edge_w = 2;
        }
    }
    draw_thin(s, thin);
    drop_covered_labels(s, first);
}
