/* Where a step of the Overview's run goes: its time, its steps, the shares and the critical path; and what its cards are written with. */
#include <math.h>
#include <string.h>

#include "trace/critical.h"
#include "trace/slices.h"
#include "viewer/layout/costs.h"
#include "viewer/layout/overview_impl.h"
#include "viewer/layout/shares.h"
#include "viewer/layout/words.h"

/* ---- lines of a card ---- */

Ref overview_link(const Draw *d, RefKind kind, int64_t id)
{
    return (Ref){ kind, d->run->info->id, id, 0 };
}

bool overview_is_hovered(const Draw *d, Ref r)
{
    return r.kind != REF_none && ref_equal(r, d->vp->hover);
}

const char *overview_percent(char out[16], double part, double whole)
{
    g_snprintf(out, 16, "%s", trace_percent(whole > 0 ? 100 * part / whole : 0).s);
    return out;
}

#define NUMBER_W 66.0

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

double overview_headings(Draw *d, Spot spot, const char *first, const char *second)
{
    const char *const words[] = { first, second };
    for (int i = 0; i < 2; i++)
        scene_text(d->s, FONT_small, ROLE_dim, (Spot){ spot.x + spot.w - (2 - i) * NUMBER_W, spot.y, NUMBER_W }, words[i])->align = ALIGN_right;
    return spot.y + d->m[FONT_small].line_h + 2;
}

double overview_line(Draw *d, Spot spot, const OverviewLine *l)
{
    const Metrics *m = d->m;
    double h = (l->below ? 2 : 1) * m[FONT_small].line_h + 5;
    Item *back = scene_box(d->s, overview_is_hovered(d, l->link.ref) ? ROLE_row_select : ROLE_background, (Rect){ spot.x - 4, spot.y, spot.w + 8, h });
    back->ref = l->link.ref;
    back->go = l->link.go;
    back->tip = scene_keep(d->s, l->tip);
    scene_box(d->s, l->role, (Rect){ spot.x, spot.y + 5, 9, 9 });
    double nw = numbers(d, spot.x + spot.w, spot.y + 2, l->number);
    scene_text(d->s, FONT_small, ROLE_text, (Spot){ spot.x + 15, spot.y + 2, MAX(spot.w - nw - 24, 20) }, l->text)->trim = TRIM_middle;
    if (l->below)
        scene_text(d->s, FONT_small, ROLE_dim, (Spot){ spot.x + 15, spot.y + 2 + m[FONT_small].line_h, spot.w - 15 }, l->below);
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
        Ref ref = overview_link(d, REF_step, st->id);
        Item *it = scene_box(d->s, st->warm ? ROLE_bar : ROLE_wait, (Rect){ box.x + c * bw, box.y + box.h - bh, MAX(bw - 1, 1), bh });
        it->ref = ref;
        it->go = "steps";
        it->tint = overview_is_hovered(d, ref) ? 255 : 190;
        it->tip = scene_keepf(d->s, "step %" G_GINT64_FORMAT ": %s%s", st->num, word_ns((double)st->dur_ns).s, st->warm ? "" : ", a warm-up");
    }
}

/* As its user knows it first, the instruction second. */
static double crit_line(Draw *d, Spot spot, const CritFold *f, double whole)
{
    const TraceCritTotal *c = f->first;
    bool labelled = f->label && g_strcmp0(f->label, f->name) != 0;
    g_autofree char *t = g_strdup_printf("%s%s%s", labelled ? f->label : "", labelled ? ", " : "", f->name ? f->name : c->cat_name);
    char part[16];
    g_autofree char *n = g_strdup_printf("%s\t%s", word_ns((double)f->ns).s, overview_percent(part, (double)f->ns, whole));
    Ref ref = c->inst_id ? overview_link(d, REF_inst, c->inst_id) : (Ref){ 0 };
    Role role = c->cat == TRACE_CAT_COLLECTIVE ? role_of_plan(c->name) : role_of_cat(c->cat);
    return overview_line(d, spot, &(OverviewLine){ (double)f->ns / whole, role, t, n, c->at ? c->at : t, { ref, "steps" }, .below = c->why });
}

static double crit_lines(Draw *d, Spot spot)
{
    const GArray *crit = d->own->crit;
    if (!crit || crit->len == 0)
        return spot.y;
    double whole = 0;
    for (guint i = 0; i < crit->len; i++)
        whole += (double)TRACE_AT(crit, TraceCritTotal, i)->ns;
    g_autofree char *said = d->run->summary && d->run->summary->len ? trace_path_said(crit, TRACE_AT(d->run->summary, TraceStepSummary, 0)) : NULL;
    if (said && *said) {
        *said = g_ascii_toupper(*said);
        spot.y = scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, said);
    }
    scene_text(d->s, FONT_small, ROLE_dim, spot, "Critical path: what the end of a step depends on");
    overview_headings(d, spot, "a step", "of it");
    spot.y += d->m[FONT_small].line_h + 2;
    g_autoptr(GArray) folded = crit_fold(crit);
    for (guint i = 0; i < MIN(folded->len, 5) && whole > 0; i++)
        spot.y = crit_line(d, spot, &g_array_index(folded, CritFold, i), whole);
    return spot.y;
}

/* Of a step that nothing executed: its parts, the largest first. */
static double part_lines(Draw *d, Spot spot)
{
    const GArray *parts = d->run->planned;
    if (!parts || !parts->len)
        return spot.y;
    scene_text(d->s, FONT_small, ROLE_dim, spot, "Where the predicted step goes");
    overview_headings(d, spot, "a step", "of it");
    spot.y += d->m[FONT_small].line_h + 2;
    for (guint i = 0; i < MIN(parts->len, 6); i++) {
        const TracePredictedPartRow *p = TRACE_AT(parts, TracePredictedPartRow, i);
        char percent[16];
        g_autofree char *label = g_strdup_printf("%s%s%s", p->cause, p->axes ? " over " : "", p->axes ? p->axes : ""),
                        *number = g_strdup_printf("%s\t%s", word_ns(p->ns).s, overview_percent(percent, p->percent, 100));
        Role role = p->axes ? ROLE_comm : g_str_has_prefix(p->cause, "waiting") || g_str_equal(p->cause, "pipeline bubble") ? ROLE_waiting : ROLE_compute;
        spot.y = overview_line(d, spot, &(OverviewLine){ p->percent / 100, role, label, number, label });
    }
    return spot.y + 6;
}

/* Of a step that nothing executed: what it is predicted to take longest for. */
static double op_lines(Draw *d, Spot spot, double step_ns)
{
    const GArray *ops = d->own->ops;
    if (!ops || !ops->len || step_ns <= 0)
        return spot.y;
    scene_text(d->s, FONT_small, ROLE_dim, spot, "The dearest operations, as they are predicted");
    overview_headings(d, spot, "a step", "of it");
    spot.y += d->m[FONT_small].line_h + 2;
    for (guint i = 0, n = 0; i < ops->len && n < 5; i++) {
        const TraceOpTotal *op = TRACE_AT(ops, TraceOpTotal, i);
        if (!op->est_ns.known || op->est_ns.v <= 0)
            continue;
        n++;
        char part[16];
        g_autofree char *label = g_strdup_printf("%s, %s", op->label ? op->label : op->name, op->opcode),
                        *number = g_strdup_printf("%s\t%s", word_ns(op->est_ns.v).s, overview_percent(part, op->est_ns.v, step_ns));
        spot.y = overview_line(d, spot, &(OverviewLine){ op->est_ns.v / step_ns, role_of_plan(op->opcode), label, number, label,
                                                         { overview_link(d, REF_inst, op->inst_id), "graph" } });
    }
    return spot.y;
}

double overview_time(Draw *d, Spot spot)
{
    Shares sh = shares_of(d->run);
    const TraceStepSummary *s = d->run->summary && d->run->summary->len ? TRACE_AT(d->run->summary, TraceStepSummary, 0) : NULL;
    spot.y = overview_head(d, spot, "Where does the step go?", "Steps ›", "steps");
    if (sh.step_ns < 0) {
        const char *note = d->run->kept && d->run->kept->len ? TRACE_AT(d->run->kept, TraceKept, 0)->note : ""; /* of what its times are */
        const char *why = *note ? note : d->run->info->kind == TRACE_RUN_COMPILED ? "This run was compiled, not executed: there are no steps, and no prediction of one."
                                                                  : "No steps were recorded.";
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, why);
    }
    g_autofree char *big = g_strdup_printf("%s%s", word_ns(sh.step_ns).s, sh.predicted ? " predicted" : "");
    const TracePredictionRow *told = d->own->prediction && d->own->prediction->len ? TRACE_AT(d->own->prediction, TracePredictionRow, 0) : NULL;
    g_autofree char *said = told ? trace_prediction_said(told) : NULL;
    if (!said && s && s->p5_ns.known && s->p95_ns.known)
        said = g_strdup_printf("median of %" G_GINT64_FORMAT " steps, 5 to 95 %%: %s to %s", s->n_warm ? s->n_warm : s->n_steps, word_ns((double)s->p5_ns.v).s, word_ns((double)s->p95_ns.v).s);
    spot.y = overview_headline(d, spot, big, ROLE_dim, said);
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
    if (sh.predicted)
        spot.y = part_lines(d, spot);
    return sh.predicted && d->own->ops ? op_lines(d, spot, sh.step_ns) : crit_lines(d, spot);
}
