/* One row of the Steps view: a device's events, those narrower than a pixel counted in their column, and what is marked
 * among them. */
#include "viewer/layout/timeline_impl.h"

#include <math.h>
#include <string.h>

#include "viewer/layout/costs.h"
#include "viewer/layout/words.h"

#define MAX_LABELS 500
#define WAIT_TINT 110

const char *timeline_name(const TimelineDraw *d, int64_t name_id)
{
    const TraceNameRow *n = g_hash_table_lookup(d->t->name, &name_id);
    return n ? n->name : "?";
}

const char *timeline_said(const TimelineRows *t, int64_t inst_id)
{
    const TraceInstRow *x = inst_id ? g_hash_table_lookup(t->inst, &inst_id) : NULL;
    const char *of = "the result of ";
    if (!x || !x->label || g_str_equal(x->label, x->name))
        return NULL;
    return g_str_has_prefix(x->label, of) ? x->label + strlen(of) : x->label;
}

const TraceCollRow *timeline_coll(const TimelineDraw *d, int64_t inst_id)
{
    return inst_id ? g_hash_table_lookup(d->t->coll, &inst_id) : NULL;
}

/* Matrix products and convolutions stand out from the rest of the computing. */
static uint8_t weight(const TimelineDraw *d, int64_t name_id, int64_t cat)
{
    if (cat != TRACE_CAT_COMPUTE)
        return 235;
    const TraceNameRow *n = g_hash_table_lookup(d->t->name, &name_id);
    const char *op = n && n->opcode ? n->opcode : n ? n->name : "";
    return strstr(op, "dot") || strstr(op, "conv") || strstr(op, "gemm") ? 255 : 150;
}

Role timeline_role(const TimelineDraw *d, int64_t inst_id, int64_t name_id, int64_t cat)
{
    const TraceCollRow *k = timeline_coll(d, inst_id);
    if (k)
        return role_of_coll(k->kind);
    if (cat == TRACE_CAT_COLLECTIVE) {
        Role by_name = role_of_plan(timeline_name(d, name_id));
        return by_name == ROLE_compute ? ROLE_other : by_name;
    }
    return role_of_cat(cat);
}

static Role role_of_column(TimelineDraw *d, const Column1 *c)
{
    struct Known *k = &d->known[((uint64_t)c->top_name * 31 + (uint64_t)c->top_inst) % KNOWN];
    if (!k->set || k->inst != c->top_inst || k->name != c->top_name || k->cat != c->top_cat)
        *k = (struct Known){ c->top_inst, c->top_name, c->top_cat, timeline_role(d, c->top_inst, c->top_name, c->top_cat), true };
    return k->role;
}

static const char *event_tip(TimelineDraw *d, const TraceEventRow *e, const TraceLaneRow *lane)
{
    g_autoptr(GString) t = g_string_new(timeline_name(d, e->name_id));
    const TraceNameRow *n = g_hash_table_lookup(d->t->name, &e->name_id);
    const TraceCollRow *moves = timeline_coll(d, e->inst_id);
    const char *said = timeline_said(d->t, e->inst_id);
    if (moves && moves->label)
        g_string_printf(t, "%s of %s (%s)", moves->kind_name, moves->label, timeline_name(d, e->name_id));
    else if (said)
        g_string_printf(t, "%s: %s", said, timeline_name(d, e->name_id));
    if (!(moves && moves->label) && n && n->opcode && !g_str_equal(n->opcode, n->name))
        g_string_append_printf(t, " (%s)", n->opcode);
    g_autofree char *when = word_when(d->run->steps, e->start_ns);
    g_string_append_printf(t, "\n%s on %s, %s", word_ns((double)e->dur_ns).s, lane->name, when);
    const TraceMeetingRow *m = e->coll_id ? g_hash_table_lookup(d->t->meeting, &e->coll_id) : NULL;
    if (m) {
        int64_t waited = CLAMP(m->last_ns - e->start_ns, 0, e->dur_ns);
        guint last = GPOINTER_TO_UINT(g_hash_table_lookup(d->t->last, &e->coll_id));
        const char *who = last ? TRACE_AT(d->t->data, LaneData, last - 1)->lane->name : NULL;
        if (waited > 0)
            g_string_append_printf(t, "\nwaited %s%s%s", word_ns((double)waited).s, who ? " for " : " for the last device of its group",
                                   who ? who : "");
        else
            g_string_append_printf(t, "\nlast to arrive: the first of the %" G_GINT64_FORMAT " waited %s", m->n_seen,
                                   word_ns((double)(m->last_ns - m->first_ns)).s);
    }
    const TraceCollRow *k = timeline_coll(d, e->inst_id);
    if (k)
        g_string_append_printf(t, "\n%s received%s%s", word_bytes(k->traffic / MAX(k->trips, 1)).s, k->why ? "\n" : "", k->why ? k->why : "");
    return scene_keep(d->s, t->str);
}

static const char *event_label(TimelineDraw *d, const TraceEventRow *e, double w, double h)
{
    if (w < 16 || h < 11 || d->labels >= MAX_LABELS)
        return NULL;
    const char *name = timeline_name(d, e->name_id);
    if (e->cat == TRACE_CAT_QUEUE) { /* words that are whole */
        name = text_width(d->m, FONT_small, name) + 6 <= w ? name : "no core";
        if (text_width(d->m, FONT_small, name) + 6 > w)
            return NULL;
    }
    const char *said = timeline_said(d->t, e->inst_id);
    if (w >= 40 || text_width(d->m, FONT_small, name) + 6 <= w) {
        d->labels++;
        return said && text_width(d->m, FONT_small, said) + 8 <= w ? said : name; /* as the user wrote it where that is whole */
    }
    const TraceCollRow *k = timeline_coll(d, e->inst_id);
    const char *tag = k ? coll_tag(k->kind) : "";
    if (!*tag || text_width(d->m, FONT_small, tag) + 4 > w)
        return NULL;
    d->labels++;
    return tag;
}

/* What is waited for, on a patch among the lines, as much of it as there is room for. */
static void label_wait(TimelineDraw *d, const TraceEventRow *e, Ref ref, Rect box)
{
    const TraceMeetingRow *m = e->coll_id ? g_hash_table_lookup(d->t->meeting, &e->coll_id) : NULL;
    if (box.w < 40 || box.h < 13 || d->labels >= MAX_LABELS)
        return;
    guint last = m ? GPOINTER_TO_UINT(g_hash_table_lookup(d->t->last, &e->coll_id)) : 0;
    const char *who = last ? TRACE_AT(d->t->data, LaneData, last - 1)->lane->name : NULL;
    Word time = word_ns((double)CLAMP(m ? m->last_ns - e->start_ns : e->dur_ns, 0, e->dur_ns));
    g_autofree char *all = who ? g_strdup_printf("waits %s for %s", time.s, who) : m ? NULL : g_strdup(timeline_name(d, e->name_id)), *some = g_strdup_printf("waits %s", time.s);
    const char *const forms[] = { all, some, "waits" };
    for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
        double w = forms[i] ? text_width(d->m, FONT_small, forms[i]) + 6 : 0, h = MIN(d->m[FONT_small].line_h, box.h);
        if (w == 0 || w + 4 > box.w)
            continue;
        Item *it = scene_box(d->s, ROLE_waiting, (Rect){ box.x + (box.w - w) / 2, box.y + (box.h - h) / 2, w, h });
        it->tint = WAIT_TINT;
        it->font = FONT_small;
        it->label = scene_keep(d->s, forms[i]);
        it->ref = ref;
        d->labels++;
        return;
    }
}

static void draw_span(TimelineDraw *d, const LaneData *lane, const TraceEventRow *e, double y)
{
    double x0 = MAX(time_plot_x(&d->p, e->start_ns), d->p.x - 2), x1 = MIN(time_plot_x(&d->p, e->start_ns + e->dur_ns), d->p.x + d->p.w + 2);
    double h = d->row_h - (d->row_h >= 6 ? 2 : d->row_h >= 3 ? 1 : 0), gap = x1 - x0 >= 3 ? 1 : 0;
    Ref ref = { REF_event, d->run->info->id, e->id, lane->lane->id };
    const TraceMeetingRow *m = e->coll_id ? g_hash_table_lookup(d->t->meeting, &e->coll_id) : NULL;
    double from = e->cat == TRACE_CAT_WAIT ? x1 : m ? CLAMP(time_plot_x(&d->p, m->last_ns), x0, x1) : x0; /* until then it waits */
    bool chosen = ref_equal(ref, d->vp->select), hovered = ref_equal(ref, d->vp->hover);
    const char *tip = chosen || hovered || d->vp->still ? event_tip(d, e, lane->lane) : NULL; /* tooltips only where the pointer is */
    if (from > x0 + 0.5) {
        Item *wait = scene_box(d->s, ROLE_waiting, (Rect){ x0, y, from - x0 - (x1 - from < 1 ? gap : 0), h });
        wait->tint = WAIT_TINT;
        wait->ref = ref;
        wait->tip = tip;
        if (h >= 5 && from - x0 >= 4)
            scene_hatch(d->s, ROLE_wait, (Rect){ x0, y, from - x0, h })->tint = 110;
        label_wait(d, e, ref, (Rect){ MAX(x0, d->p.x), y, MIN(from, d->p.x + d->p.w) - MAX(x0, d->p.x), h });
    }
    Item *it;
    if (x1 - from >= 1 || from <= x0 + 0.5) {
        it = scene_box(d->s, timeline_role(d, e->inst_id, e->name_id, e->cat), (Rect){ from, y, x1 - from - gap, h });
        it->tint = weight(d, e->name_id, e->cat);
        it->font = FONT_small;
        it->trim = TRIM_middle;
        it->ref = ref;
        it->tip = tip;
        const char *label = event_label(d, e, x1 - from - gap, h);
        if (label)
            it->label = scene_keep(d->s, label);
    }
    bool together = d->sel_coll && e->coll_id == d->sel_coll, alike = d->sel_inst && e->inst_id == d->sel_inst;
    const TraceCollRow *serves = d->sel_reshard ? timeline_coll(d, e->inst_id) : NULL;
    alike |= serves && serves->reshard_id == d->sel_reshard;
    if (chosen || hovered || together || alike) {
        Item *box = scene_box(d->s, ROLE_none, (Rect){ x0, y, x1 - x0, h });
        box->edge = hovered && !chosen ? ROLE_hover : ROLE_select;
        box->edge_w = chosen || together ? 2 : 1;
    }
    if (d->path && g_hash_table_contains(d->t->on_path, &e->id)) {
        if (x1 - x0 >= 6) {
            Item *on = scene_box(d->s, ROLE_none, (Rect){ x0, y, x1 - x0, h });
            on->edge = ROLE_edge;
            on->edge_w = 2;
        } else {
            scene_box(d->s, ROLE_edge, (Rect){ x0, y + h - 3, MAX(x1 - x0, 1), 3 });
        }
    }
    if (together) {
        d->mark_y[0] = MIN(d->mark_y[0], y);
        d->mark_y[1] = MAX(d->mark_y[1], y + h);
    }
}

/* A part of the picture that is even in time: all of it, or, where gaps are folded, a step. */
typedef struct Part {
    int64_t t0, t1;
    double x;
    int n; /* columns of a pixel */
} Part;

/* Selected events that are narrower than a pixel: a tick in their column, so that they are seen at any zoom. */
static void mark_narrow(TimelineDraw *d, const LaneEvents *row, const Part *p, double y, double h)
{
    Ref sel = d->vp->select;
    if (!d->sel_inst && !d->sel_coll && !d->sel_reshard && sel.kind != REF_event)
        return;
    double ns = (double)(p->t1 - p->t0) / p->n;
    int last = -1;
    for (guint i = 0; i < row->spans->len; i++) {
        const TraceEventRow *e = TRACE_AT(row->spans, TraceEventRow, i);
        if (e->start_ns >= p->t1)
            break;
        if (e->start_ns + e->dur_ns <= p->t0 || (double)e->dur_ns >= ns)
            continue;
        const TraceCollRow *serves = d->sel_reshard ? timeline_coll(d, e->inst_id) : NULL;
        bool chosen = sel.kind == REF_event && sel.id == e->id, alike = d->sel_inst && e->inst_id == d->sel_inst;
        alike |= serves && serves->reshard_id == d->sel_reshard;
        int column = (int)((double)(e->start_ns - p->t0) / ns);
        if (!(chosen || (alike && column != last)))
            continue;
        last = column;
        scene_box(d->s, ROLE_select, (Rect){ MAX(p->x + column - (chosen ? 1 : 0), p->x), chosen ? y : y + h / 2, chosen ? 3 : 1, chosen ? h : h / 2 });
    }
}

static void draw_part(TimelineDraw *d, const LaneData *lane, const LaneEvents *row, const Part *p, double y)
{
    g_autoptr(Bins) b = bins_new(row, p->t0, p->t1, p->n);
    double ns = (double)(p->t1 - p->t0) / p->n, h = d->row_h - (d->row_h >= 6 ? 2 : d->row_h >= 3 ? 1 : 0);
    g_autofree Cell *cells = g_new0(Cell, p->n);
    int64_t folded = 0;
    for (int i = 0; i < p->n; i++) {
        const Column1 *c = &b->columns[i];
        if (c->n == 0)
            continue;
        folded += c->n;
        cells[i].role = (uint8_t)role_of_column(d, c);
        cells[i].tint = (uint8_t)(90 + 165 * MIN((double)c->busy_ns / ns, 1.0));
    }
    if (folded) {
        Item *it = scene_strip(d->s, p->x, y, h, cells, p->n);
        it->ref = (Ref){ REF_fold, d->run->info->id, lane->lane->id, folded };
        it->tip = scene_keepf(d->s, "%s: %s events narrower than a pixel; zoom in to see them", lane->lane->name,
                              word_count(folded).s);
    }
    for (guint i = 0; i < b->spans->len; i++)
        draw_span(d, lane, g_array_index(b->spans, const TraceEventRow *, i), y);
    mark_narrow(d, row, p, y, h);
}

void timeline_row(TimelineDraw *d, const LaneData *lane, const LaneEvents *row, double y)
{
    if (!d->p.gaps) {
        draw_part(d, lane, row, &(Part){ d->p.t0, d->p.t1, d->p.x, (int)floor(d->p.w) }, y);
        return;
    }
    for (guint i = 0; d->run->steps && i < d->run->steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(d->run->steps, TraceStepRow, i);
        Part p = { .t0 = MAX(st->start_ns, d->p.t0), .t1 = MIN(st->start_ns + st->dur_ns, d->p.t1) };
        if (p.t0 >= p.t1)
            continue;
        p.x = floor(time_plot_x(&d->p, p.t0) + 0.5);
        p.n = (int)(floor(time_plot_x(&d->p, p.t1) + 0.5) - p.x);
        if (p.n > 0)
            draw_part(d, lane, row, &p, y);
    }
}
