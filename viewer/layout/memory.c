/* The Memory view: planned memory of a device over the program's order, stacked by what it is; the buffers where they
 * lie; who holds the peak; and which inputs several devices hold in the same slice. Start at layout_memory(). */
#include <math.h>
#include <string.h>

#include "viewer/layout/costs.h"
#include "viewer/layout/list.h"
#include "viewer/layout/words.h"

#define MARGIN 14.0
#define MAX_BOXES 6000
#define MAX_POSITIONS 4000000

typedef struct Chart {
    double x, y, w, h;
    int64_t n_pos, peak, peak_pos;
    int64_t *live; /* [n_pos][N_BUFFER_CATS] bytes alive */
} Chart;

/* A place in memory while something lives there. Values that share a place one after the other without a gap, such
 * as what a loop is given and what it gives back, are one. */
typedef struct Life {
    int64_t alloc, off, from, to, size, cat;
} Life;

static gint by_place(gconstpointer a, gconstpointer b)
{
    const Life *x = a, *y = b;
    if (x->alloc != y->alloc)
        return x->alloc < y->alloc ? -1 : 1;
    if (x->off != y->off)
        return x->off < y->off ? -1 : 1;
    return x->from < y->from ? -1 : x->from > y->from;
}

static GArray *lives_of(const GArray *buffers, int64_t n_pos)
{
    GArray *lives = g_array_new(FALSE, FALSE, sizeof(Life)), *merged = g_array_new(FALSE, FALSE, sizeof(Life));
    for (guint i = 0; i < buffers->len; i++) {
        const TraceBufferRow *b = TRACE_AT(buffers, TraceBufferRow, i);
        Life l = { .alloc = b->alloc_id, .off = b->off, .size = b->size, .cat = b->cat >= 0 && b->cat < N_BUFFER_CATS ? b->cat : 0 };
        l.from = b->live_from.known ? CLAMP(b->live_from.v, 0, n_pos - 1) : 0;
        l.to = b->live_to.known ? CLAMP(b->live_to.v, l.from, n_pos - 1) : n_pos - 1;
        g_array_append_val(lives, l);
    }
    g_array_sort(lives, by_place);
    for (guint i = 0; i < lives->len; i++) {
        const Life *l = &g_array_index(lives, Life, i);
        Life *last = merged->len ? &g_array_index(merged, Life, merged->len - 1) : NULL;
        if (last && last->alloc == l->alloc && last->off == l->off && l->from <= last->to) {
            last->to = MAX(last->to, l->to);
            last->size = MAX(last->size, l->size);
        } else {
            g_array_append_val(merged, *l);
        }
    }
    g_array_unref(lives);
    return merged;
}

/* Bytes alive at each schedule position, by category. */
static void fill_chart(Chart *c, const GArray *buffers)
{
    c->n_pos = 1;
    for (guint i = 0; i < buffers->len; i++) {
        const TraceBufferRow *b = TRACE_AT(buffers, TraceBufferRow, i);
        int64_t last = b->live_to.known ? b->live_to.v : b->live_from.known ? b->live_from.v : 0;
        if (last < MAX_POSITIONS)
            c->n_pos = MAX(c->n_pos, last + 1);
    }
    c->live = g_new0(int64_t, (c->n_pos + 1) * N_BUFFER_CATS);
    g_autoptr(GArray) lives = lives_of(buffers, c->n_pos);
    for (guint i = 0; i < lives->len; i++) {
        const Life *l = &g_array_index(lives, Life, i);
        c->live[l->from * N_BUFFER_CATS + l->cat] += l->size;
        c->live[(l->to + 1) * N_BUFFER_CATS + l->cat] -= l->size;
    }
    for (int64_t p = 0; p < c->n_pos; p++) {
        int64_t total = 0;
        for (int k = 0; k < N_BUFFER_CATS; k++) {
            if (p > 0)
                c->live[p * N_BUFFER_CATS + k] += c->live[(p - 1) * N_BUFFER_CATS + k];
            total += c->live[p * N_BUFFER_CATS + k];
        }
        if (total > c->peak) {
            c->peak = total;
            c->peak_pos = p;
        }
    }
}

static int64_t total_at(const Chart *c, int64_t pos)
{
    int64_t t = 0;
    for (int k = 0; k < N_BUFFER_CATS; k++)
        t += c->live[pos * N_BUFFER_CATS + k];
    return t;
}

/* The position that a column shows: of those it covers, the one with most alive, so that no spike is lost. */
static int64_t column_pos(const Chart *c, int col, int cols)
{
    int64_t from = (int64_t)col * c->n_pos / cols, to = MAX((int64_t)(col + 1) * c->n_pos / cols, from + 1), best = from;
    for (int64_t p = from + 1; p < MIN(to, c->n_pos); p++) {
        if (total_at(c, p) > total_at(c, best))
            best = p;
    }
    return best;
}

static void draw_stack(Scene *s, const Chart *c, double x, double w, int64_t pos)
{
    double y = c->y + c->h;
    for (int k = 0; k < N_BUFFER_CATS; k++) {
        double h = c->h * (double)c->live[pos * N_BUFFER_CATS + k] / (double)MAX(c->peak, 1);
        if (h >= 0.5)
            scene_box(s, role_of_buffer(k), x, y - h, w, h)->tint = 220;
        y -= h;
    }
}

static void draw_chart(Scene *s, const Metrics *m, const Chart *c)
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
        scene_text(s, FONT_small, ROLE_dim, c->x - 74, y - m[FONT_small].line_h / 2, 66, word_bytes(v).s)->align = ALIGN_right;
    }
    double px = c->x + c->w * ((double)c->peak_pos + 0.5) / (double)c->n_pos;
    Item *line = scene_line(s, ROLE_bad, px, c->y - 3, px, c->y + c->h);
    line->dash = true;
    g_autofree char *text = g_strdup_printf("peak %s", word_bytes(c->peak).s);
    double tw = text_width(m, FONT_small, text);
    scene_text(s, FONT_small, ROLE_bad, px + 5 + tw > c->x + c->w ? px - 5 - tw : px + 5, c->y - m[FONT_small].line_h - 1, tw + 2, text);
}

/* Every buffer as a box: its life to the right, its place in its region downwards, regions one under the other. */
static void draw_map(Scene *s, const Viewport *vp, const RunRows *run, const Chart *c, double y, double h)
{
    const GArray *all = run->buffers;
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
    scene_box(s, ROLE_panel, c->x, y, c->w, h);
    for (guint i = 0; i < MIN(all->len, MAX_BOXES) && total > 0; i++) {
        const TraceBufferRow *b = TRACE_AT(all, TraceBufferRow, i);
        guint k = GPOINTER_TO_UINT(g_hash_table_lookup(start, &b->alloc_id));
        double from = b->live_from.known ? (double)b->live_from.v : 0, to = b->live_to.known ? (double)b->live_to.v + 1 : (double)c->n_pos;
        double bh = h * (double)b->size / (double)total;
        if (bh < 0.4)
            break; /* biggest first: the rest is too thin to see */
        double bw = MAX(c->w * (to - from) / (double)c->n_pos, 1), bx = c->x + c->w * from / (double)c->n_pos;
        Item *it = scene_box(s, role_of_buffer(b->cat), bx, y + h * (double)(at[k] + b->off) / (double)total, bw, MAX(bh - (bh > 4 ? 1 : 0), 1));
        it->tint = b->at_peak ? 230 : 120;
        it->ref = (Ref){ REF_inst, run->info->id, b->inst_id, 0 };
        it->font = FONT_small;
        if (bh >= 14 && b->value && text_width(vp->metrics, FONT_small, b->value) + 6 <= bw)
            it->label = scene_keep(s, b->value);
        it->tip = scene_keepf(s, "%s %s\n%s, %s%s%s%s%s", b->value ? b->value : "", shape_show(b->shape).s, word_bytes(b->size).s, b->cat_name,
                              b->at_peak ? ", alive at the peak" : "", b->sharding ? "\n" : "", b->sharding ? b->sharding : "", "");
        if (ref_equal(it->ref, vp->select) || ref_equal(it->ref, vp->hover)) {
            it->edge = ref_equal(it->ref, vp->select) ? ROLE_select : ROLE_hover;
            it->edge_w = 2;
        }
    }
}

static double draw_legend(Scene *s, const Metrics *m, const Chart *c, double x, double y, double w)
{
    double at = x;
    for (int k = 0; k < N_BUFFER_CATS; k++) {
        int64_t n = c->live[c->peak_pos * N_BUFFER_CATS + k];
        if (n == 0)
            continue;
        const char *name = trace_buffer_cat_name(k);
        g_autofree char *t = g_strdup_printf("%s %s", name ? name : "not known", word_bytes(n).s);
        double tw = text_width(m, FONT_small, t) + 2;
        if (at + tw + 16 > x + w && at > x) {
            at = x;
            y += m[FONT_small].line_h + 3;
        }
        scene_box(s, role_of_buffer(k), at, y + 3, 10, 10)->tint = 220;
        scene_text(s, FONT_small, ROLE_text, at + 15, y, tw, t);
        at += tw + 30;
    }
    return y + m[FONT_small].line_h + 6;
}

static void draw_list(Scene *s, const Viewport *vp, int pane, const char *title, const Column *all, int n_all, double x, double y, double w,
                      double h, guint n, void (*row)(Scene *, const Viewport *, const Column *, int, double, double, double, const RunRows *, guint),
                      const RunRows *run, const char *none)
{
    const Metrics *m = vp->metrics;
    scene_text(s, FONT_bold, ROLE_text, x + 6, y, w - 12, title);
    y += m[FONT_bold].line_h + 2;
    h -= m[FONT_bold].line_h + 2;
    if (n == 0) {
        scene_paragraph(s, m, FONT_small, ROLE_dim, x + 6, y, w - 12, none);
        return;
    }
    Column c[MAX_COLUMNS];
    int k = list_fit(all, n_all, w - 8, c);
    list_header(s, m, c, k, x, y);
    double top = y + LIST_ROW_H, view = MAX(h - LIST_ROW_H, 1), content = n * LIST_ROW_H;
    double scroll = layout_clamp_scroll(vp->scroll[pane], content, view);
    scene_pane(s, pane, x, top, w, view, content);
    for (guint i = (guint)(scroll / LIST_ROW_H); i < n && i * LIST_ROW_H - scroll < view; i++)
        row(s, vp, c, k, x, top + i * LIST_ROW_H - scroll, w, run, i);
    layout_scrollbar(s, pane, scroll);
    scene_use_pane(s, 0);
}

static void peak_row(Scene *s, const Viewport *vp, const Column *c, int n, double x, double y, double w, const RunRows *run, guint i)
{
    const TraceBufferRow *b = TRACE_AT(run->peak, TraceBufferRow, i);
    Word bytes = word_bytes(b->size), shape = shape_show(b->shape);
    char copies[24] = "";
    if (b->copies.known && b->copies.v > 1)
        g_snprintf(copies, sizeof copies, "×%" G_GINT64_FORMAT, b->copies.v);
    const char *texts[] = { "", b->value, bytes.s, b->cat_name, copies, shape.s, b->at };
    g_autofree char *tip = g_strdup_printf("%s = %s %s\n%s%s%s%s%s", b->value ? b->value : "", b->opcode ? b->opcode : "", shape.s, bytes.s,
                                           b->sharding ? ", " : "", b->sharding ? b->sharding : "", b->at ? "\n" : "", b->at ? b->at : "");
    list_row(s, vp->metrics, c, n, x, y, w, texts, (Ref){ REF_inst, run->info->id, b->inst_id, 0 }, vp, tip);
    scene_box(s, role_of_buffer(b->cat), x + 6, y + 6, 10, 10)->tint = 220;
}

static void copy_row(Scene *s, const Viewport *vp, const Column *c, int n, double x, double y, double w, const RunRows *run, guint i)
{
    const TraceCopyRow *r = TRACE_AT(run->copies, TraceCopyRow, i);
    Word bytes = word_maybe_bytes(r->bytes_out), save = word_maybe_bytes(r->could_free);
    char copies[24];
    g_snprintf(copies, sizeof copies, "×%" G_GINT64_FORMAT, r->copies);
    const char *texts[] = { r->value, r->sharding, copies, bytes.s, save.s, r->at };
    list_row(s, vp->metrics, c, n, x, y, w, texts, (Ref){ REF_value, run->info->id, r->inst_id, 0 }, vp,
             "held in the same slice by several devices; click for its picture");
}

static double draw_headline(Scene *s, const Viewport *vp, const Rows *rows, const RunRows *run, double x, double y, double w)
{
    const Metrics *m = vp->metrics;
    const TraceMemorySummary *sum = run->memory->len ? TRACE_AT(run->memory, TraceMemorySummary, 0) : NULL;
    g_autofree char *title = g_strdup_printf("%s: %s a device", run->info->title, sum && sum->peak.known ? word_bytes(sum->peak.v).s : "–");
    scene_text(s, FONT_title, ROLE_text, x, y, w, title);
    y += m[FONT_title].line_h + 2;
    g_autoptr(GString) t = g_string_new(NULL);
    if (sum)
        g_string_append_printf(t, "parameters %s, results %s (of them %s in place of parameters), temporary %s", word_bytes(sum->argument).s,
                               word_bytes(sum->output).s, word_bytes(sum->alias).s, word_bytes(sum->temp).s);
    for (guint i = 0; i < rows->run->len && rows->run->len > 1; i++) {
        const RunRows *o = g_ptr_array_index(rows->run, i);
        if (o != run)
            g_string_append_printf(t, "; %s %s", o->info->title, word_maybe_bytes(o->info->peak_bytes).s);
    }
    return scene_paragraph(s, m, FONT_small, ROLE_dim, x, y, w, t->str) + 8;
}

void layout_memory(const Rows *rows, const Viewport *vp, Scene *s)
{
    static const Column peak[] = {
        { "", 22, ALIGN_left, TRIM_end, FONT_small, ROLE_none },       { "buffer", -1.4, ALIGN_left, TRIM_middle, FONT_small, ROLE_none },
        { "bytes", 68, ALIGN_right, TRIM_end, FONT_small, ROLE_none }, { "what", 82, ALIGN_left, TRIM_end, FONT_small, ROLE_dim },
        { "copies", 46, ALIGN_right, TRIM_end, FONT_small, ROLE_none }, { "shape", -1, ALIGN_left, TRIM_end, FONT_small, ROLE_dim },
        { "line", 104, ALIGN_left, TRIM_start, FONT_small, ROLE_link },
    };
    static const Column copies[] = {
        { "input", -1.2, ALIGN_left, TRIM_middle, FONT_small, ROLE_none }, { "sharding", -1.2, ALIGN_left, TRIM_middle, FONT_small, ROLE_none },
        { "copies", 46, ALIGN_right, TRIM_end, FONT_small, ROLE_none },    { "a device", 68, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
        { "could free", 76, ALIGN_right, TRIM_end, FONT_small, ROLE_good },
    };
    const RunRows *run = rows_current(rows);
    if (!run || !run->buffers || run->buffers->len == 0) {
        layout_empty(s, vp, 0, 0, vp->width, vp->height, "No memory plan", "This run has no record of where its buffers lie.");
        return;
    }
    scene_box(s, ROLE_background, 0, 0, vp->width, vp->height);
    bool beside = vp->width >= 820;
    double lw = beside ? floor(vp->width * 0.54) : vp->width, y = draw_headline(s, vp, rows, run, MARGIN, 10, vp->width - 2 * MARGIN);
    Chart c = { 0 };
    fill_chart(&c, run->buffers);
    y = draw_legend(s, vp->metrics, &c, MARGIN, y, lw - 2 * MARGIN) + 14;
    double room = beside ? vp->height - y - 30 : vp->height * 0.5;
    c.x = 84;
    c.y = y;
    c.w = MAX(lw - 84 - MARGIN, 40);
    c.h = MAX(floor(room * 0.5) - 10, 30);
    draw_chart(s, vp->metrics, &c);
    double my = y + c.h + 22, mh = MAX(room - c.h - 34, 20);
    scene_textf(s, FONT_small, ROLE_dim, c.x, y + c.h + 4, c.w, "program order, %s positions; below, each buffer: its life, and where it lies",
                word_count(c.n_pos).s);
    draw_map(s, vp, run, &c, my, mh);
    g_free(c.live);
    double x = beside ? lw + 8 : 0, w = vp->width - x, top = beside ? y - 14 : my + mh + 12, h = vp->height - top;
    double first = run->copies->len ? floor(h * 0.6) : h - 50;
    draw_list(s, vp, PANE_LIST, "Alive at the peak", peak, G_N_ELEMENTS(peak), x, top, w, first - 8, run->peak->len, peak_row, run,
              "It was not recorded what is alive at the peak.");
    draw_list(s, vp, PANE_DETAIL, "Inputs in several copies", copies, G_N_ELEMENTS(copies), x, top + first, w, h - first, run->copies->len, copy_row,
              run, "Every input is split over all devices: no copy could be saved.");
}
