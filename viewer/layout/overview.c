/* The Overview: a run on one page: where a step's time goes, what moves and what that costs, what fills the memory. Each
 * line is a link to the view with the full answer. Start reading at
 * layout_overview(). */
#include <math.h>
#include <string.h>

#include "trace/verdict.h"
#include "viewer/layout/costs.h"
#include "viewer/layout/list.h"
#include "viewer/layout/memory_impl.h"
#include "viewer/layout/overview_impl.h"
#include "viewer/layout/shares.h"
#include "viewer/layout/words.h"

#define MARGIN 16.0
#define GAP 20.0
#define PAD 14.0
#define TOP_ROWS 6

static Ref link_to(const Draw *d, RefKind kind, int64_t id)
{
    return (Ref){ kind, d->run->info->id, id, 0 };
}

static bool is_hovered(const Draw *d, Ref r)
{
    return r.kind != REF_none && ref_equal(r, d->vp->hover);
}

/* Where a click leads: `ref` selected in the view `go`. */
typedef struct Link {
    Ref ref;
    const char *go;
} Link;

/* A sentence in small type that leads somewhere. */
static double sentence(Draw *d, Role ink, Spot spot, Link link, const char *text)
{
    guint at = d->s->items->len;
    spot.y = scene_paragraph(d->s, d->m, FONT_small, is_hovered(d, link.ref) ? ROLE_link : ink, spot, text);
    for (; at < d->s->items->len; at++) {
        g_array_index(d->s->items, Item, at).ref = link.ref;
        g_array_index(d->s->items, Item, at).go = link.go;
    }
    return spot.y;
}

double overview_head(Draw *d, Spot spot, const char *title, const char *more, const char *go)
{
    double mw = text_width(d->m, FONT_small, more) + 4;
    scene_text(d->s, FONT_bold, ROLE_text, (Spot){ spot.x, spot.y, spot.w - mw - 8 }, title);
    Item *it = scene_text(d->s, FONT_small, ROLE_link, (Spot){ spot.x + spot.w - mw, spot.y + 1, mw }, more);
    it->ref = (Ref){ REF_view, 0, 0, 0 };
    it->go = go;
    return spot.y + d->m[FONT_bold].line_h + 6;
}

static const char *percent(char out[16], double part, double whole)
{
    double p = whole > 0 ? 100 * part / whole : 0;
    g_snprintf(out, 16, p > 0 && p < 1 ? "< 1 %%" : "%.0f %%", p);
    return out;
}

#define NUMBER_W 62.0

/* Right of (x, y): the number, or two in columns of their own where a tab is between them. Returns their width. */
static double numbers(Draw *d, double right, double y, const char *number)
{
    g_auto(GStrv) two = g_strsplit(number, "\t", 2);
    double used = 0;
    for (int i = two[1] ? 1 : 0; i >= 0; i--) {
        double w = MAX(text_width(d->m, FONT_small, two[i]) + 4, two[1] ? NUMBER_W : 0);
        used += w;
        scene_text(d->s, FONT_small, ROLE_text, (Spot){ right - used, y, w }, two[i])->align = ALIGN_right;
    }
    return used;
}

/* One line of a card's list. */
typedef struct Line {
    double share; /* the bar below it, 0 .. 1 */
    Role role;    /* its colour */
    const char *text, *number; /* left and right; number as for numbers() */
    const char *tip;
    Link link;
} Line;

static double line(Draw *d, Spot spot, const Line *l)
{
    const Metrics *m = d->m;
    double h = m[FONT_small].line_h + 5;
    Item *back = scene_box(d->s, is_hovered(d, l->link.ref) ? ROLE_row_select : ROLE_background, (Rect){ spot.x - 4, spot.y, spot.w + 8, h });
    back->ref = l->link.ref;
    back->go = l->link.go;
    back->tip = scene_keep(d->s, l->tip);
    scene_box(d->s, l->role, (Rect){ spot.x, spot.y + 5, 9, 9 });
    double nw = numbers(d, spot.x + spot.w, spot.y + 2, l->number);
    scene_text(d->s, FONT_small, ROLE_text, (Spot){ spot.x + 15, spot.y + 2, MAX(spot.w - nw - 24, 20) }, l->text)->trim = TRIM_middle;
    double bar = (spot.w - 15) * CLAMP(l->share, 0, 1);
    if (bar >= 1)
        scene_box(d->s, l->role, (Rect){ spot.x + 15, spot.y + h - 2, bar, 2 })->tint = 170;
    return spot.y + h;
}

/* ---- where the step goes ---- */

/* A bar a step, as high as it took; where there are more steps than room, the longest of each column. */
static void step_bars(Draw *d, Rect box)
{
    const GArray *steps = d->run->steps;
    int n = (int)steps->len, cols = MIN(n, MAX((int)(box.w / 3), 1));
    double longest = 1, bw = MIN(floor(box.w / cols), 26);
    for (int i = 0; i < n; i++)
        longest = MAX(longest, (double)TRACE_AT(steps, TraceStepRow, i)->dur_ns);
    scene_line(d->s, ROLE_grid, box.x, box.y + box.h, box.x + box.w, box.y + box.h);
    for (int c = 0; c < cols; c++) {
        int a = (int)((int64_t)c * n / cols), b = MAX((int)((int64_t)(c + 1) * n / cols), a + 1), best = a;
        for (int i = a; i < b; i++)
            if (TRACE_AT(steps, TraceStepRow, i)->dur_ns > TRACE_AT(steps, TraceStepRow, best)->dur_ns)
                best = i;
        const TraceStepRow *st = TRACE_AT(steps, TraceStepRow, best);
        double bh = MAX(box.h * (double)st->dur_ns / longest, 1);
        Ref ref = link_to(d, REF_step, st->id);
        Item *it = scene_box(d->s, st->warm ? ROLE_bar : ROLE_wait, (Rect){ box.x + c * bw, box.y + box.h - bh, MAX(bw - 1, 1), bh });
        it->ref = ref;
        it->go = "steps";
        it->tint = is_hovered(d, ref) ? 255 : 190;
        it->tip = scene_keepf(d->s, "step %" G_GINT64_FORMAT ": %s%s", st->num, word_ns((double)st->dur_ns).s, st->warm ? "" : ", a warm-up");
    }
}

static double crit_lines(Draw *d, Spot spot)
{
    const GArray *crit = d->own->crit;
    if (!crit || crit->len == 0)
        return spot.y;
    double whole = 0;
    for (guint i = 0; i < crit->len; i++)
        whole += (double)TRACE_AT(crit, TraceCritTotal, i)->ns;
    scene_text(d->s, FONT_small, ROLE_dim, spot, "Critical path: what the end of a step depends on");
    spot.y += d->m[FONT_small].line_h + 2;
    for (guint i = 0; i < MIN(crit->len, 5) && whole > 0; i++) {
        const TraceCritTotal *c = TRACE_AT(crit, TraceCritTotal, i);
        bool labelled = c->label && g_strcmp0(c->label, c->name) != 0; /* as its user knows it first, the instruction second */
        g_autofree char *t = g_strdup_printf("%s%s%s%s%s", labelled ? c->label : "", labelled ? ", " : "", c->name ? c->name : c->cat_name, c->why ? ": " : "",
                                             c->why ? c->why : "");
        char part[16];
        g_autofree char *n = g_strdup_printf("%s\t%s", word_ns((double)c->ns).s, percent(part, (double)c->ns, whole));
        Ref ref = c->inst_id ? link_to(d, REF_inst, c->inst_id) : (Ref){ 0 };
        Role role = c->cat == TRACE_CAT_COLLECTIVE ? role_of_plan(c->name) : role_of_cat(c->cat);
        spot.y = line(d, spot, &(Line){ (double)c->ns / whole, role, t, n, c->at ? c->at : t, { ref, "steps" } });
    }
    return spot.y;
}

static double time_card(Draw *d, Spot spot)
{
    Shares sh = shares_of(d->run);
    const TraceStepSummary *s = d->run->summary && d->run->summary->len ? TRACE_AT(d->run->summary, TraceStepSummary, 0) : NULL;
    spot.y = overview_head(d, spot, "Where does the step go?", "Steps ›", "steps");
    if (sh.step_ns < 0) {
        const char *why = d->run->info->kind == TRACE_RUN_COMPILED ? "This run was compiled, not executed: there are no steps, and no prediction of one."
                                                                  : "No steps were recorded.";
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, why);
    }
    g_autofree char *big = g_strdup_printf("%s%s", word_ns(sh.step_ns).s, sh.predicted ? " predicted" : "");
    scene_text(d->s, FONT_title, ROLE_text, spot, big);
    double bw = text_width(d->m, FONT_title, big) + 14;
    if (s && s->p5_ns.known && s->p95_ns.known)
        scene_textf(d->s, FONT_small, ROLE_dim, (Spot){ spot.x + bw, spot.y + 4, spot.w - bw },
                    "median of %" G_GINT64_FORMAT " steps, 5 to 95 %%: %s to %s",
                    s->n_warm ? s->n_warm : s->n_steps, word_ns((double)s->p5_ns.v).s, word_ns((double)s->p95_ns.v).s);
    spot.y += d->m[FONT_title].line_h + 6;
    const TraceKept *kept = d->run->kept && d->run->kept->len ? TRACE_AT(d->run->kept, TraceKept, 0) : NULL;
    if (kept && *kept->note)
        spot.y = scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, kept->note) + 4;
    if (d->run->steps && d->run->steps->len) {
        step_bars(d, (Rect){ spot.x, spot.y, spot.w, 34 });
        spot.y += 42;
    }
    if (sh.sum_ns > 0) {
        if (s && s->mean_ns.known && !sh.predicted) {
            scene_textf(d->s, FONT_small, ROLE_dim, spot, "the mean step, %s, over all devices", word_ns(sh.sum_ns).s);
            spot.y += d->m[FONT_small].line_h + 3;
        }
        shares_bar(d->s, d->m, &sh, (Rect){ spot.x, spot.y, spot.w, 22 }, (Ref){ REF_view, 0, 1, 0 }, "steps");
        spot.y = shares_legend(d->s, d->m, &sh, (Spot){ spot.x, spot.y + 27, spot.w }) + 8;
    }
    return crit_lines(d, spot);
}

/* ---- what moves ---- */

static double cost_of(const TraceReshardRow *r)
{
    return r->exposed_ns.known ? (double)r->exposed_ns.v : r->moved_ns.known ? (double)r->moved_ns.v : r->est_ns.known ? r->est_ns.v
           : r->traffic.known ? (double)r->traffic.v / 1e3 : 0;
}

static double kinds_bar(Draw *d, Spot spot)
{
    const GArray *kinds = d->run->coll_kinds;
    double sum = 0, at = spot.x, line_h = d->m[FONT_small].line_h;
    for (guint i = 0; kinds && i < kinds->len; i++)
        sum += (double)MAX(TRACE_AT(kinds, TraceCollKind, i)->traffic, 0);
    if (sum <= 0)
        return spot.y;
    for (guint i = 0; i < kinds->len; i++) {
        const TraceCollKind *k = TRACE_AT(kinds, TraceCollKind, i);
        double kw = spot.w * (double)MAX(k->traffic, 0) / sum;
        if (kw < 0.5)
            continue;
        Item *it = scene_box(d->s, role_of_coll(k->kind), (Rect){ at, spot.y, kw, 16 });
        it->ref = (Ref){ REF_view, 0, 2, 0 };
        it->go = "reshards";
        it->tip = scene_keepf(d->s, "%s: %s received a step in %s", k->kind_name, word_bytes(k->traffic).s, word_count(k->n_step).s);
        at += kw;
    }
    spot.y += 20;
    at = spot.x;
    for (guint i = 0; i < kinds->len; i++) {
        const TraceCollKind *k = TRACE_AT(kinds, TraceCollKind, i);
        g_autofree char *t = g_strdup_printf("%s %s, %s", word_count(k->n_step).s, k->kind_name, word_bytes(k->traffic).s);
        double tw = text_width(d->m, FONT_small, t) + 3;
        if (at + tw + 18 > spot.x + spot.w && at > spot.x) {
            at = spot.x;
            spot.y += line_h + 3;
        }
        scene_box(d->s, role_of_coll(k->kind), (Rect){ at, spot.y + 3, 10, 10 });
        scene_text(d->s, FONT_small, ROLE_text, (Spot){ at + 15, spot.y, MIN(tw, spot.w - 15) }, t);
        at += tw + 28;
    }
    return spot.y + line_h + 8;
}

static double moves_card(Draw *d, Spot spot)
{
    const GArray *all = d->run->reshards;
    spot.y = overview_head(d, spot, "What moves, and why?", "Reshards ›", "reshards");
    g_autofree char *sum = g_strdup_printf("%s", d->run->info->traffic.known ? word_bytes(d->run->info->traffic.v).s : "–");
    scene_text(d->s, FONT_title, ROLE_text, spot, sum);
    double bw = text_width(d->m, FONT_title, sum) + 14;
    scene_textf(d->s, FONT_small, ROLE_dim, (Spot){ spot.x + bw, spot.y + 4, spot.w - bw }, "received by a device per step; %u reshard%s",
                all ? all->len : 0,
                all && all->len == 1 ? "" : "s");
    spot.y += d->m[FONT_title].line_h + 6;
    spot.y = kinds_bar(d, spot);
    if (!all || all->len == 0)
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, "No reshards: every op found its operands in the layout that it needs.");
    double whole = 0;
    for (guint i = 0; i < all->len; i++)
        whole += cost_of(TRACE_AT(all, TraceReshardRow, i));
    for (guint i = 0; i < MIN(all->len, TOP_ROWS); i++) {
        const TraceReshardRow *r = TRACE_AT(all, TraceReshardRow, i);
        g_autofree char *t = g_strdup_printf("#%" G_GINT64_FORMAT " %s: %s", r->seq, reshard_value(r), r->why ? r->why : r->plan);
        g_autofree char *n = g_strdup_printf("%s\t%s", word_maybe_bytes(r->traffic.known ? r->traffic : r->bytes_moved).s,
                                             r->moved_ns.known ? word_ns((double)r->moved_ns.v).s : word_maybe_ns(r->est_ns).s);
        g_autofree char *tip = g_strdup_printf("%s\n%s → %s\n%s%s%s", r->plan, r->from_spec, r->to_spec, r->why ? r->why : r->cause_name,
                                               r->at ? "\n" : "", r->at ? r->at : "");
        spot.y = line(d, spot, &(Line){ whole > 0 ? cost_of(r) / whole : 0, role_of_plan(r->plan), t, n, tip, { link_to(d, REF_reshard, r->id), "reshards" } });
    }
    return spot.y;
}

/* ---- what fills the memory ---- */

static double peak_bar(Draw *d, Spot spot)
{
    const GArray *peak = d->own->peak;
    int64_t by[N_BUFFER_CATS] = { 0 };
    double sum = 0, at = spot.x, line_h = d->m[FONT_small].line_h;
    for (guint i = 0; i < peak->len; i++) {
        const TraceBufferRow *b = TRACE_AT(peak, TraceBufferRow, i);
        by[b->cat >= 0 && b->cat < N_BUFFER_CATS ? b->cat : 0] += b->place_bytes;
        sum += (double)b->place_bytes;
    }
    for (int k = 0; k < N_BUFFER_CATS && sum > 0; k++) {
        double kw = spot.w * (double)by[k] / sum;
        if (kw < 0.5)
            continue;
        Item *it = scene_box(d->s, role_of_buffer(k), (Rect){ at, spot.y, kw, 16 });
        it->tint = 220;
        it->ref = (Ref){ REF_view, 0, 3, 0 };
        it->go = "memory";
        at += kw;
    }
    spot.y += 20;
    at = spot.x;
    for (int k = 0; k < N_BUFFER_CATS; k++) {
        if (!by[k])
            continue;
        g_autofree char *t = g_strdup_printf("%s %s", trace_buffer_cat_name(k) ? trace_buffer_cat_name(k) : "not known", word_bytes(by[k]).s);
        double tw = text_width(d->m, FONT_small, t) + 3;
        if (at + tw + 18 > spot.x + spot.w && at > spot.x) {
            at = spot.x;
            spot.y += line_h + 3;
        }
        scene_box(d->s, role_of_buffer(k), (Rect){ at, spot.y + 3, 10, 10 })->tint = 220;
        scene_text(d->s, FONT_small, ROLE_text, (Spot){ at + 15, spot.y, MIN(tw, spot.w - 15) }, t);
        at += tw + 28;
    }
    return spot.y + line_h + 8;
}

static double memory_card(Draw *d, Spot spot)
{
    spot.y = overview_head(d, spot, "What fills the memory?", "Memory ›", "memory");
    const GArray *peak = d->own->peak;
    const TracePeakRow *top = d->own->peaks && d->own->peaks->len ? TRACE_AT(d->own->peaks, TracePeakRow, 0) : NULL;
    if (!peak || peak->len == 0) {
        if (top && top->measured.known) {
            scene_text(d->s, FONT_title, ROLE_text, spot, word_bytes(top->measured.v).s);
            return spot.y + d->m[FONT_title].line_h + 4;
        }
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, "The memory of this run was not recorded.");
    }
    TraceInt planned = d->run->info->peak_bytes;
    scene_text(d->s, FONT_title, ROLE_text, spot, word_maybe_bytes(planned).s);
    double bw = text_width(d->m, FONT_title, word_maybe_bytes(planned).s) + 14;
    g_autoptr(GString) more = g_string_new("a device at the peak of its plan");
    if (top && top->capacity.known && top->capacity.v > 0 && planned.known)
        g_string_append_printf(more, ", %.0f %% of %s", 100 * (double)planned.v / (double)top->capacity.v, word_bytes(top->capacity.v).s);
    if (top && top->measured.known)
        g_string_append_printf(more, "; measured %s on device %" G_GINT64_FORMAT, word_bytes(top->measured.v).s, top->global_id);
    scene_text(d->s, FONT_small, ROLE_dim, (Spot){ spot.x + bw, spot.y + 4, spot.w - bw }, more->str);
    spot.y += d->m[FONT_title].line_h + 6;
    spot.y = peak_bar(d, spot);
    double sum = 0;
    for (guint i = 0; i < peak->len; i++)
        sum += (double)TRACE_AT(peak, TraceBufferRow, i)->place_bytes;
    for (guint i = 0; i < MIN(peak->len, 5) && sum > 0; i++) {
        const TraceBufferRow *b = TRACE_AT(peak, TraceBufferRow, i);
        g_autofree char *t = g_strdup_printf("%s %s%s%s", memory_name(b) ? memory_name(b) : "–", shape_show(b->shape).s, b->at ? "  " : "",
                                             b->at ? b->at : "");
        char part[16];
        g_autofree char *n = g_strdup_printf("%s\t%s", word_bytes(b->place_bytes).s, percent(part, (double)b->place_bytes, sum));
        spot.y = line(d, spot, &(Line){ (double)b->place_bytes / sum, role_of_buffer(b->cat), t, n, b->sharding, { link_to(d, REF_inst, b->inst_id), "memory" } });
    }
    const TraceCopyRow *c = d->own->copies && d->own->copies->len ? TRACE_AT(d->own->copies, TraceCopyRow, 0) : NULL;
    if (c && c->could_free.known && c->could_free.v > 0) {
        g_autofree char *t = g_strdup_printf("%s is held in %" G_GINT64_FORMAT " copies: sharding it would free %s a device.", c->value, c->copies,
                                             word_bytes(c->could_free.v).s);
        spot.y = sentence(d, ROLE_good, (Spot){ spot.x, spot.y + 4, spot.w }, (Link){ link_to(d, REF_value, c->inst_id), "shardings" }, t);
    }
    return spot.y;
}

/* ---- what should be looked at ---- */

static double warn(Draw *d, Spot spot, Role role, Link link, const char *text)
{
    scene_box(d->s, role, (Rect){ spot.x, spot.y + 4, 8, 8 });
    return sentence(d, ROLE_text, (Spot){ spot.x + 15, spot.y, spot.w - 15 }, link, text) + 3;
}

static double slow_device(Draw *d, Spot spot)
{
    const GArray *parts = d->run->parts;
    if (!parts || parts->len < 3)
        return spot.y;
    double mean = 0;
    const TraceStepPartRow *most = TRACE_AT(parts, TraceStepPartRow, 0);
    for (guint i = 0; i < parts->len; i++) {
        const TraceStepPartRow *p = TRACE_AT(parts, TraceStepPartRow, i);
        mean += (double)p->compute_ns / parts->len;
        most = p->compute_ns > most->compute_ns ? p : most;
    }
    if ((double)most->compute_ns < 1.1 * mean || (double)most->compute_ns - mean < 0.03 * (double)most->dur_ns)
        return spot.y;
    g_autofree char *t = g_strdup_printf("Device %" G_GINT64_FORMAT " computes %s a step, %.0f %% longer than the mean of all.", most->global_id,
                                         word_ns((double)most->compute_ns).s, 100 * ((double)most->compute_ns / mean - 1));
    return warn(d, spot, ROLE_fetch, (Link){ (Ref){ REF_view, 0, 4, 0 }, "steps" }, t);
}

static double warnings(Draw *d, Spot spot)
{
    const RunRows *run = d->run;
    const OverviewRows *own = d->own;
    double begin = spot.y;
    if (!run->info->end_ns.known)
        spot.y = warn(d, spot, ROLE_fetch, (Link){ 0 }, "The run is still being recorded, or was interrupted; the steps recorded so far are shown.");
    int64_t lost = 0;
    for (guint i = 0; own->lanes && i < own->lanes->len; i++)
        lost += CLAMP(TRACE_AT(own->lanes, TraceLaneRow, i)->dropped, 0, (int64_t)1 << 40);
    if (lost) {
        g_autofree char *t = g_strdup_printf("%s events were lost because the recording buffers were full.", word_count(lost).s);
        spot.y = warn(d, spot, ROLE_bad, (Link){ (Ref){ REF_view, 0, 5, 0 }, "steps" }, t);
    }
    int unsupported = 0;
    const TraceOpSplitRow *one = NULL;
    for (guint i = 0; own->splits && i < own->splits->len; i++) {
        const TraceOpSplitRow *o = TRACE_AT(own->splits, TraceOpSplitRow, i);
        if (o->how != 3)
            continue;
        one = one ? one : o;
        unsupported++;
    }
    if (one) {
        g_autofree char *t = g_strdup_printf("%d op%s could not be partitioned and run%s in full on every device: %s%s.", unsupported,
                                             unsupported == 1 ? "" : "s",
                                             unsupported == 1 ? "s" : "", one->name, unsupported > 1 ? " and others" : "");
        spot.y = warn(d, spot, ROLE_bad, (Link){ link_to(d, REF_value, one->inst_id), "shardings" }, t);
    }
    int remats = 0;
    const TraceReshardRow *remat = NULL;
    for (guint i = 0; run->reshards && i < run->reshards->len; i++) {
        const TraceReshardRow *r = TRACE_AT(run->reshards, TraceReshardRow, i);
        if (r->is_remat) {
            remat = remat ? remat : r;
            remats++;
        }
    }
    if (remat) {
        g_autofree char *t = g_strdup_printf("%d reshard%s replicate%s a value on every device and slice%s it again.", remats,
                                             remats == 1 ? "" : "s", remats == 1 ? "s" : "", remats == 1 ? "s" : "");
        spot.y = warn(d, spot, ROLE_bad, (Link){ link_to(d, REF_reshard, remat->id), "reshards" }, t);
    }
    const TraceRemedyRow *best = own->tried && own->tried->len ? TRACE_AT(own->tried, TraceRemedyRow, 0) : NULL;
    if (best && best->gain_ns.known && best->before_ns.known && best->gain_ns.v > 0.01 * best->before_ns.v) {
        g_autofree char *t = g_strdup_printf("%u annotation change%s %s compiled to find out; the best saves %s of the predicted step.", own->tried->len,
                                             own->tried->len == 1 ? "" : "s", own->tried->len == 1 ? "was" : "were", word_maybe_ns(best->gain_ns).s);
        spot.y = warn(d, spot, ROLE_good, (Link){ (Ref){ REF_view, 0, 6, 0 }, "reshards" }, t);
        const char *note = d->run->kept && d->run->kept->len ? TRACE_AT(d->run->kept, TraceKept, 0)->predicted_note : "";
        if (*note)
            spot.y = scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, note) + 4;
    }
    spot.y = slow_device(d, spot);
    return spot.y > begin ? spot.y + 6 : spot.y;
}

/* ---- the whole ---- */

static double title(Draw *d, Spot spot)
{
    const TraceRunInfo *i = d->run->info;
    scene_text(d->s, FONT_title, ROLE_text, spot, i->title);
    spot.y += d->m[FONT_title].line_h + 2;
    g_autoptr(GString) t = g_string_new(NULL);
    const char *kind = trace_run_kind_name(i->kind);
    g_string_append_printf(t, "%s by %s; %" G_GINT64_FORMAT " devices, mesh %s", kind ? kind : "recorded", i->producer, i->n_devices,
                           i->mesh ? i->mesh : "–");
    if (i->n_steps)
        g_string_append_printf(t, "; %" G_GINT64_FORMAT " steps, %" G_GINT64_FORMAT " of them warm", i->n_steps, i->n_warm);
    if (i->compile_dur_ns.known)
        g_string_append_printf(t, "; compiled in %s", word_ns((double)i->compile_dur_ns.v).s);
    if (i->flops_sum.known && i->flops_one.known && i->flops_one.v > 0)
        g_string_append_printf(t, "; FLOPs of all devices %.2f × those of the unpartitioned program", i->flops_sum.v / i->flops_one.v);
    if (i->hardware)
        g_string_append_printf(t, "; predicted for %s", i->hardware);
    spot.y = scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, t->str) + 6;
    if (d->own->verdict && *d->own->verdict)
        spot.y = scene_paragraph(d->s, d->m, FONT_body, ROLE_text, spot, d->own->verdict) + 6;
    return spot.y + 4;
}

typedef double (*CardFn)(Draw *d, Spot spot);

/* Draws a card and, below everything it has put down, its frame. */
static double card(Draw *d, CardFn fn, Spot spot)
{
    double end = fn(d, (Spot){ spot.x + PAD, spot.y + PAD, spot.w - 2 * PAD }) + PAD;
    Item *frame = scene_box(d->s, ROLE_none, (Rect){ spot.x, spot.y, spot.w, end - spot.y });
    frame->edge = ROLE_grid;
    return end + GAP;
}

static double draw_all(Draw *d, Spot spot)
{
    spot.y = title(d, spot);
    spot.y = warnings(d, spot);
    bool of_process = false, others = false; /* which lists of runs there are */
    for (guint i = 0; i < d->rows->run->len; i++) {
        const RunRows *r = g_ptr_array_index(d->rows->run, i);
        of_process |= overview_is_function(d, r->info);
        others |= !overview_is_function(d, r->info);
    }
    if (spot.w < 800) {
        spot.y = card(d, time_card, spot);
        spot.y = card(d, moves_card, spot);
        spot.y = card(d, memory_card, spot);
        spot.y = of_process ? card(d, overview_functions, spot) : spot.y;
        return (others ? card(d, overview_runs, spot) : spot.y) - GAP;
    }
    double cw = floor((spot.w - GAP) / 2), right = spot.x + cw + GAP;
    double a = card(d, time_card, (Spot){ spot.x, spot.y, cw }), b = card(d, moves_card, (Spot){ right, spot.y, cw });
    a = of_process ? card(d, overview_functions, (Spot){ spot.x, a, cw }) : a;
    a = others ? card(d, overview_runs, (Spot){ spot.x, a, cw }) : a;
    b = card(d, memory_card, (Spot){ right, b, cw });
    return MAX(a, b) - GAP;
}

void layout_overview(const Rows *rows, const Viewport *vp, Scene *s)
{
    const RunRows *run = rows_current(rows);
    const OverviewRows *own = overview_rows(rows);
    if (!run || !own) {
        layout_empty(s, vp, (Rect){ 0, 0, vp->width, vp->height }, "No runs", "There is nothing in this trace yet.");
        return;
    }
    double w = MAX(vp->width - 2 * MARGIN - 6, 100);
    g_autoptr(Scene) trial = scene_new(vp->width, vp->height);
    Draw d = { trial, vp, vp->metrics, rows, run, own };
    double content = draw_all(&d, (Spot){ MARGIN, MARGIN, w }) + MARGIN, scroll = layout_clamp_scroll(vp->scroll[PANE_DETAIL], content, vp->height);
    scene_pane(s, PANE_DETAIL, (Rect){ 0, 0, vp->width, vp->height }, content);
    scene_box(s, ROLE_background, (Rect){ 0, 0, vp->width, vp->height });
    d.s = s;
    draw_all(&d, (Spot){ MARGIN, MARGIN - scroll, w });
    layout_scrollbar(s, PANE_DETAIL, scroll);
    scene_use_pane(s, 0);
}
