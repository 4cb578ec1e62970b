/* The Compare view: the runs of the file, fastest first by their own clock or by the model's, where their step goes,
 * and what the slower ones do that the fastest does not. Start reading at layout_compare(). */
#include <math.h>

#include "viewer/layout/costs.h"
#include "viewer/layout/list.h"
#include "viewer/layout/words.h"

#define MARGIN 16.0

typedef struct RunCost {
    const RunRows *run;
    double step_ns; /* < 0 = not known */
    bool predicted;
    double compute, exposed, copy, host, idle; /* mean over devices, ns; all 0 where not recorded */
} RunCost;

static RunCost cost_of(const RunRows *run)
{
    RunCost c = { .run = run, .step_ns = -1 };
    const TraceStepSummary *s = run->summary && run->summary->len ? TRACE_AT(run->summary, TraceStepSummary, 0) : NULL;
    if (s && s->median_ns.known) {
        c.step_ns = (double)s->median_ns.v;
        c.predicted = run->info->kind == TRACE_RUN_PREDICTED;
    } else if (run->info->est_ns.known) {
        c.step_ns = run->info->est_ns.v;
        c.predicted = true;
    }
    guint n = run->parts ? run->parts->len : 0;
    for (guint i = 0; i < n; i++) {
        const TraceStepPartRow *p = TRACE_AT(run->parts, TraceStepPartRow, i);
        c.compute += (double)p->compute_ns / n;
        c.exposed += (double)p->exposed_coll_ns / n;
        c.copy += (double)p->exposed_copy_ns / n;
        c.host += (double)p->host_ns / n;
        c.idle += (double)p->idle_ns / n;
    }
    return c;
}

static gint by_time(gconstpointer a, gconstpointer b)
{
    const RunCost *x = a, *y = b;
    if ((x->step_ns < 0) != (y->step_ns < 0))
        return x->step_ns < 0 ? 1 : -1;
    return x->step_ns < y->step_ns ? -1 : x->step_ns > y->step_ns;
}

static double draw_bar(Scene *s, const Metrics *m, const RunCost *c, double longest, double x, double y, double w)
{
    const struct {
        double ns;
        Role role;
        const char *name;
    } parts[] = { { c->compute, ROLE_compute, "compute" }, { c->exposed, ROLE_comm, "exposed collectives" },
                  { c->copy, ROLE_copy, "copies" }, { c->host, ROLE_host, "waiting for the host" }, { c->idle, ROLE_idle, "idle" } };
    const double h = 20;
    double sum = c->compute + c->exposed + c->copy + c->host + c->idle;
    Ref ref = { REF_run, c->run->info->id, c->run->info->id, 0 };
    double full = c->step_ns > 0 && longest > 0 ? MAX(w * c->step_ns / longest, 1) : 0;
    if (full <= 0)
        return y;
    if (sum <= 0) {
        Item *it = scene_box(s, ROLE_bar, x, y, full, h);
        it->ref = ref;
        it->tip = scene_keep(s, "where the time goes was not recorded");
        return y + h;
    }
    double at = x;
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        double pw = full * parts[i].ns / sum;
        if (pw < 0.5)
            continue;
        Item *it = scene_box(s, parts[i].role, at, y, pw, h);
        it->ref = ref;
        it->font = FONT_small;
        it->tip = scene_keepf(s, "%s: %s a step, mean over devices", parts[i].name, word_ns(parts[i].ns).s);
        g_autofree char *label = g_strdup_printf("%s %s", parts[i].name, word_ns(parts[i].ns).s);
        const char *time = word_ns(parts[i].ns).s;
        if (text_width(m, FONT_small, label) + 8 <= pw)
            it->label = scene_keep(s, label);
        else if (text_width(m, FONT_small, time) + 8 <= pw)
            it->label = scene_keep(s, time);
        at += pw;
    }
    return y + h;
}

static const TraceCollKind *kind_in(const RunRows *run, int64_t kind)
{
    for (guint i = 0; run->coll_kinds && i < run->coll_kinds->len; i++) {
        if (TRACE_AT(run->coll_kinds, TraceCollKind, i)->kind == kind)
            return TRACE_AT(run->coll_kinds, TraceCollKind, i);
    }
    return NULL;
}

/* Small boxes with the collectives of a step. */
static double draw_kinds(Scene *s, const Metrics *m, const RunRows *run, double x, double y, double w)
{
    double at = x, line = m[FONT_small].line_h;
    if (!run->coll_kinds || run->coll_kinds->len == 0) {
        scene_text(s, FONT_small, ROLE_dim, x, y, w, "no collectives");
        return y + line;
    }
    for (guint i = 0; i < run->coll_kinds->len; i++) {
        const TraceCollKind *k = TRACE_AT(run->coll_kinds, TraceCollKind, i);
        g_autofree char *t = g_strdup_printf("%" G_GINT64_FORMAT " %s, %s", k->n_step, k->kind_name, word_bytes(k->traffic).s);
        double tw = text_width(m, FONT_small, t) + 2;
        if (at + tw + 18 > x + w && at > x) {
            at = x;
            y += line + 3;
        }
        scene_box(s, role_of_coll(k->kind), at, y + 3, 10, 10);
        scene_text(s, FONT_small, ROLE_text, at + 15, y, MIN(tw, w - 15), t);
        at += tw + 32;
    }
    return y + line;
}

/* What this run has and the best one has not, in sentences. */
static double draw_why(Scene *s, const Metrics *m, const RunCost *c, const RunCost *best, double x, double y, double w)
{
    const RunRows *run = c->run;
    if (c->compute > 0 && best->compute > 0 && fabs(c->compute - best->compute) > 0.05 * MAX(c->step_ns, 1)) {
        g_autofree char *t = g_strdup_printf("computes %s %s a step than %s", word_ns(fabs(c->compute - best->compute)).s,
                                             c->compute > best->compute ? "longer" : "less", best->run->info->title);
        y = scene_paragraph(s, m, FONT_small, ROLE_text, x, y, w, t) + 1;
    }
    for (guint i = 0; run->coll_kinds && i < run->coll_kinds->len; i++) {
        const TraceCollKind *k = TRACE_AT(run->coll_kinds, TraceCollKind, i), *o = kind_in(best->run, k->kind);
        int64_t more = k->traffic - (o ? o->traffic : 0);
        if (more == 0)
            continue;
        g_autofree char *than = o ? g_strdup_printf("%s has %s", best->run->info->title, word_bytes(o->traffic).s)
                                  : g_strdup_printf("%s has none", best->run->info->title);
        g_autofree char *t = g_strdup_printf("%s: %" G_GINT64_FORMAT " a step, every device receives %s%s%s; %s", k->kind_name, k->n_step,
                                             word_bytes(k->traffic).s, k->total_ns.known ? ", taking " : "",
                                             k->total_ns.known ? word_ns((double)k->total_ns.v).s : "", than);
        y = scene_paragraph(s, m, FONT_small, ROLE_text, x, y, w, t) + 1;
    }
    for (guint i = 0; run->reshards && i < MIN(run->reshards->len, 3); i++) {
        const TraceReshardRow *r = TRACE_AT(run->reshards, TraceReshardRow, i);
        g_autofree char *t = g_strdup_printf("#%" G_GINT64_FORMAT " %s %s → %s (%s): %s%s%s", r->seq, r->value ? r->value : "", r->from_text,
                                             r->to_text, r->plan, r->why ? r->why : r->cause_name, r->at ? ", " : "", r->at ? r->at : "");
        guint at = s->items->len;
        y = scene_paragraph(s, m, FONT_small, ROLE_link, x, y, w, t) + 1;
        for (; at < s->items->len; at++)
            g_array_index(s->items, Item, at).ref = (Ref){ REF_reshard, run->info->id, r->id, 0 };
    }
    return y;
}

static double draw_run(Scene *s, const Viewport *vp, const RunCost *c, const RunCost *best, double longest, double x,
                       double y, double w)
{
    const Metrics *m = vp->metrics;
    const TraceRunInfo *info = c->run->info;
    double tw = MIN(text_width(m, FONT_title, info->title) + 10, w * 0.5);
    Item *title = scene_text(s, FONT_title, ROLE_text, x, y, tw, info->title);
    title->ref = (Ref){ REF_run, info->id, info->id, 0 };
    g_autoptr(GString) t = g_string_new(NULL);
    if (c->step_ns >= 0)
        g_string_append_printf(t, "step %s%s", word_ns(c->step_ns).s, c->predicted ? " (predicted)" : "");
    else
        g_string_append(t, "no step times");
    const TraceStepSummary *sum = c->run->summary && c->run->summary->len ? TRACE_AT(c->run->summary, TraceStepSummary, 0) : NULL;
    if (sum && sum->p5_ns.known && sum->p95_ns.known)
        g_string_append_printf(t, ", %s to %s in %" G_GINT64_FORMAT " steps", word_ns((double)sum->p5_ns.v).s,
                               word_ns((double)sum->p95_ns.v).s, sum->n_warm ? sum->n_warm : sum->n_steps);
    if (c == best)
        g_string_append(t, ", the fastest");
    else if (c->step_ns > 0 && best->step_ns > 0)
        g_string_append_printf(t, ", %.2f × as long as %s", c->step_ns / best->step_ns, best->run->info->title);
    scene_text(s, FONT_body, c == best ? ROLE_good : ROLE_text, x + tw, y + 4, w - tw, t->str);
    y += m[FONT_title].line_h + 2;
    y = draw_bar(s, m, c, longest, x, y, w) + 5;
    scene_textf(s, FONT_small, ROLE_dim, x, y, w, "mesh %s, %" G_GINT64_FORMAT " devices, peak memory %s, received a step %s%s%s",
                info->mesh ? info->mesh : "–", info->n_devices, word_maybe_bytes(info->peak_bytes).s,
                word_maybe_bytes(info->traffic).s, info->hardware ? ", priced for " : "", info->hardware ? info->hardware : "");
    y += m[FONT_small].line_h + 3;
    y = draw_kinds(s, m, c->run, x, y, w) + 5;
    if (c != best)
        y = draw_why(s, m, c, best, x + 15, y, w - 15);
    return y + 16;
}

static double draw_all(Scene *s, const Viewport *vp, const GArray *costs, double x, double y, double w)
{
    const RunCost *best = &g_array_index(costs, RunCost, 0);
    double longest = 0;
    for (guint i = 0; i < costs->len; i++)
        longest = MAX(longest, g_array_index(costs, RunCost, i).step_ns);
    for (guint i = 0; i < costs->len; i++)
        y = draw_run(s, vp, &g_array_index(costs, RunCost, i), best, longest, x, y, w);
    if (costs->len == 1)
        y = scene_paragraph(s, vp->metrics, FONT_small, ROLE_dim, x, y, w,
                            "This file has one run. Record others into the same file, with another sharding each, to compare them here.");
    return y;
}

void layout_compare(const Rows *rows, const Viewport *vp, Scene *s)
{
    if (rows->run->len == 0) {
        layout_empty(s, vp, 0, 0, vp->width, vp->height, "No runs", "There is nothing in this trace yet.");
        return;
    }
    g_autoptr(GArray) costs = g_array_new(FALSE, FALSE, sizeof(RunCost));
    for (guint i = 0; i < rows->run->len; i++) {
        RunCost c = cost_of(g_ptr_array_index(rows->run, i));
        g_array_append_val(costs, c);
    }
    g_array_sort(costs, by_time);
    double w = vp->width - 2 * MARGIN - 6;
    g_autoptr(Scene) trial = scene_new(vp->width, vp->height);
    double content = draw_all(trial, vp, costs, MARGIN, MARGIN, w) + MARGIN;
    double scroll = layout_clamp_scroll(vp->scroll[PANE_DETAIL], content, vp->height);
    scene_pane(s, PANE_DETAIL, 0, 0, vp->width, vp->height, content);
    scene_box(s, ROLE_background, 0, 0, vp->width, vp->height);
    draw_all(s, vp, costs, MARGIN, MARGIN - scroll, w);
    layout_scrollbar(s, PANE_DETAIL, scroll);
    scene_use_pane(s, 0);
}
