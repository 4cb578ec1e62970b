/* Where the difference between two runs comes from: as a waterfall over what devices do, op by op, in collectives and
 * in reshards that only one has, and in values with another sharding. Start at compare_difference(). */
#include "viewer/layout/compare_impl.h"

#include <math.h>
#include <string.h>

#include "trace/capped.h"
#include "trace/report/compare_ops.h"
#include "trace/report/compare_why.h"
#include "trace/report/elide.h"
#include "trace/report/reshards.h"
#include "trace/report/settings.h"
#include "viewer/layout/costs.h"

#define MANY 12 /* rows of a table */
enum { KINDS_SLOT = 4 }; /* behind the other four of a pair */

typedef struct Draw {
    Scene *s;
    const Viewport *vp;
    const Metrics *m;
    const RunCost *base, *other;
    const ComparePair *pair;
    int slot;
} Draw;

static double heading(Draw *d, Spot spot, const char *text)
{
    scene_text(d->s, FONT_bold, ROLE_text, spot, text);
    return spot.y + d->m[FONT_bold].line_h + 5;
}

static const char *signed_ns(Scene *s, double ns)
{
    return scene_keepf(s, "%s%s", ns > 0 ? "+" : ns < 0 ? "−" : "", word_ns(fabs(ns)).s);
}

static double small_width(const char *text, void *metrics)
{
    return text_width(metrics, FONT_small, text);
}

/* The title of one of the two runs as a heading of a column that is so wide: where it is cut, what tells it from the other's stays. */
static const char *heading_of(Draw *d, const RunCost *of, double w)
{
    const char *const titles[] = { d->base->run->info->title, d->other->run->info->title };
    g_autoptr(Elider) e = elider_new(titles, 2);
    g_autofree char *cut = elide(e, of->run->info->title, w - 10, small_width, (void *)d->m);
    return scene_keep(d->s, cut);
}

/* ---- what devices do ---- */

/* Of a run that was executed and one that was not: what may be compared of their steps. To be freed. */
static char *of_two_kinds(const Draw *d)
{
    const RunCost *ran = d->base->shares.predicted ? d->other : d->base, *not = ran == d->base ? d->other : d->base;
    GString *t = g_string_new(NULL);
    g_string_append_printf(t, "%s takes %s a step as it was executed here, %s %s as predicted: such times say nothing of each other. ", ran->run->info->title, word_ns(ran->shares.step_ns).s,
                           not->run->info->title, word_ns(not->shares.step_ns).s);
    TraceReal both = ran->run->info->est_ns;
    if (both.known && g_strcmp0(ran->run->info->hardware, not->run->info->hardware) == 0)
        g_string_append_printf(t, "Predicted alike, a step of %s takes %s, which is %.2f times that of %s.", ran->run->info->title, word_ns(both.v).s, both.v / not->shares.step_ns, not->run->info->title);
    else
        g_string_append(t, "Tick two runs of one kind.");
    return g_string_free(t, FALSE);
}

/* From the one step time to the other: each bar begins where the one before ends. */
static double waterfall(Draw *d, Spot spot)
{
    const Shares *a = &d->base->shares, *b = &d->other->shares;
    if (a->step_ns < 0 || b->step_ns < 0)
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, "One of the two has no step time.") + 8;
    if (a->predicted != b->predicted) {
        g_autofree char *said = of_two_kinds(d);
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, said) + 8;
    }
    if (a->sum_ns <= 0 || b->sum_ns <= 0)
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, "One of the two has no record of where a step's time goes.") + 8;
    double names = MIN(170, spot.w * 0.34), numbers = 84, px = spot.x + names, pw = MAX(spot.w - names - numbers, 40), top = MAX(a->sum_ns,
                                                                                                                                 b->sum_ns), at = a->sum_ns;
    double peak = a->sum_ns, sum = a->sum_ns;
    for (int i = 0; i < N_SHARES; i++) {
        sum += b->part[i].ns - a->part[i].ns;
        peak = MAX(peak, sum);
    }
    top = MAX(top, peak);
    const double h = 20, gap = 4;
    for (int i = -1; i <= N_SHARES; i++, spot.y += h + gap) {
        bool whole = i < 0 || i == N_SHARES;
        double delta = whole ? 0 : b->part[i].ns - a->part[i].ns;
        if (!whole && fabs(delta) < 1) {
            spot.y -= h + gap;
            continue;
        }
        const char *name = i < 0 ? d->base->run->info->title : whole ? d->other->run->info->title : a->part[i].name;
        double x0 = whole ? 0 : MIN(at, at + delta), x1 = whole ? (i < 0 ? a->sum_ns : b->sum_ns) : MAX(at, at + delta);
        scene_text(d->s, whole ? FONT_bold : FONT_small, ROLE_text, (Spot){ spot.x, spot.y + 2, names - 8 }, name)->trim = TRIM_middle;
        Item *it = scene_box(d->s, whole ? ROLE_bar : a->part[i].role, (Rect){ px + pw * x0 / top, spot.y, MAX(pw * (x1 - x0) / top, 1), h });
        it->tip = scene_keepf(d->s, whole ? "%s: %s a step, mean over devices%s%s" : "%s: %s a step against %s%s", name,
                              word_ns(whole ? x1 : b->part[i].ns).s, whole ? "" : word_ns(a->part[i].ns).s, "");
        scene_text(d->s, FONT_small, whole ? ROLE_text : delta > 0 ? ROLE_bad : ROLE_good, (Spot){ px + pw + 6, spot.y + 2, numbers - 6 },
                   whole ? word_ns(x1).s : signed_ns(d->s, delta))->align = ALIGN_right;
        at += delta;
        double lx = px + pw * (i < 0 ? a->sum_ns : at) / top;
        if (i < N_SHARES)
            scene_line(d->s, ROLE_grid, lx, spot.y + h, lx, spot.y + h + gap);
    }
    if (a->sum_ns > 1.25 * a->step_ns || b->sum_ns > 1.25 * b->step_ns)
        spot.y = scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, (Spot){ spot.x, spot.y + 2, spot.w },
                                 "These are means over all warm steps; a few steps took much longer than the median.");
    return spot.y + 10;
}

/* ---- op by op ---- */

static const TraceRunInfo *info_of(const RunCost *c)
{
    return c->run->info;
}

static Ref op_ref(const RunCost *c, const TraceOpTotal *op)
{
    return op && op->inst_id && !c->run->foreign ? (Ref){ REF_inst, info_of(c)->id, op->inst_id, 0 } : (Ref){ 0 };
}

/* The op leads to its place in the run that has it, the two times each to their own run; a run of another file has none here. */
static Ref op_link(const void *of, guint row, const char *key)
{
    const ComparePair *p = of;
    const OpChange *c = TRACE_AT(p->changes, OpChange, row);
    if (g_str_equal(key, "there_ns"))
        return op_ref(p->base, c->there);
    if (g_str_equal(key, "here_ns"))
        return op_ref(p->other, c->here);
    return g_str_equal(key, "label") ? op_ref(c->here ? p->other : p->base, c->here ? c->here : c->there) : (Ref){ 0 };
}

static double ops_table(Draw *d, Spot spot)
{
    bool links = !d->base->run->foreign, here = !d->other->run->foreign;
    const TableColumn all[] = {
        { .key = "label", .look = { "op", -2.2, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
        { .key = "opcode", .look = { "kind", 98, ALIGN_left, TRIM_end, FONT_small, ROLE_dim } },
        { .key = "there_ns", .look = { heading_of(d, d->base, 78), 78, ALIGN_right, TRIM_end, FONT_small, links ? ROLE_link : ROLE_none } },
        { .key = "here_ns", .look = { heading_of(d, d->other, 78), 78, ALIGN_right, TRIM_end, FONT_small, here ? ROLE_link : ROLE_none } },
        { .key = "change_ns", .look = { "change", 76, ALIGN_right, TRIM_end, FONT_small, ROLE_none }, .as = AS_CHANGE },
        { .key = "bar_ns", .look = { "less   more", -0.9, ALIGN_centre, TRIM_end, FONT_small, ROLE_none }, .as = AS_BAR },
    };
    spot.y = heading(d, spot, d->pair->predicted ? "Time by op, as predicted, per step and device" : "Time by op, per step and device");
    if (!d->pair->ops)
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, "The times of individual ops were not recorded.") + 8;
    if (!table_n_rows(d->pair->ops))
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, "No op takes longer in one than in the other.") + 8;
    TableList list = { .table = d->pair->ops, .columns = all, .n = G_N_ELEMENTS(all), .kind = here ? REF_inst : REF_none, .run = info_of(d->other)->id,
                       .slot = d->slot, .go = "graph", .link = op_link, .of = d->pair };
    return table_list_flow(d->s, d->vp, &list, spot, MANY) + 10;
}

/* ---- collectives and changes of layout ---- */

static const TraceCollKind *kind_in(const RunRows *run, int64_t kind)
{
    for (guint i = 0; run->coll_kinds && i < run->coll_kinds->len; i++)
        if (TRACE_AT(run->coll_kinds, TraceCollKind, i)->kind == kind)
            return TRACE_AT(run->coll_kinds, TraceCollKind, i);
    return NULL;
}

static const ReportColumn kind_columns[] = {
    { "kind", "collective", CELL_TEXT, COL_KIND }, { "there_n", NULL, CELL_COUNT, COL_SUM }, { "there", NULL, CELL_BYTES, COL_SUM },
    { "here_n", NULL, CELL_COUNT, COL_SUM }, { "here", NULL, CELL_BYTES, COL_SUM }, { "change", "change", CELL_BYTES, COL_SUM },
};

/* A row a kind that either run has. */
static Table *kinds_rows(const Draw *d)
{
    Table *t = table_new("kinds", NULL, kind_columns, G_N_ELEMENTS(kind_columns));
    t->order = "change";
    for (int64_t kind = 0; kind <= 8; kind++) {
        const TraceCollKind *a = kind_in(d->base->run, kind), *b = kind_in(d->other->run, kind);
        if (!a && !b)
            continue;
        int64_t there = a ? a->traffic : 0, here = b ? b->traffic : 0;
        cell_text(t, a ? a->kind_name : b->kind_name);
        cell_oint(t, (TraceInt){ a ? a->n_step : 0, a != NULL });
        cell_oint(t, (TraceInt){ there, a != NULL });
        cell_oint(t, (TraceInt){ b ? b->n_step : 0, b != NULL });
        cell_oint(t, (TraceInt){ here, b != NULL });
        cell_int(t, sub_capped(here, there));
        table_row_facts(t, kind, NULL, NULL);
    }
    return t;
}

static Role kind_mark(const void *of, const Table *t, guint row)
{
    (void)of;
    return role_of_coll(table_facts(t, row)->id);
}

static double kinds_table(Draw *d, Spot spot)
{
    const TableColumn all[] = {
        { .key = "kind", .look = { "collective", -1, ALIGN_left, TRIM_end, FONT_small, ROLE_none } },
        { .key = "there_n", .look = { "times", 52, ALIGN_right, TRIM_end, FONT_small, ROLE_dim } },
        { .key = "there", .look = { heading_of(d, d->base, 84), 84, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "here_n", .look = { "times", 52, ALIGN_right, TRIM_end, FONT_small, ROLE_dim } },
        { .key = "here", .look = { heading_of(d, d->other, 84), 84, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "change", .look = { "change", 84, ALIGN_right, TRIM_end, FONT_small, ROLE_none }, .as = AS_CHANGE },
    };
    spot.y = heading(d, spot, "Collectives a step: how often, bytes received");
    g_autoptr(Table) t = kinds_rows(d);
    if (!table_n_rows(t))
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, (Spot){ spot.x + 6, spot.y, spot.w }, "Neither run has collectives.") + 8;
    TableList list = { .table = t, .columns = all, .n = G_N_ELEMENTS(all), .mark = kind_mark, .slot = d->slot + KINDS_SLOT };
    return table_list_flow(d->s, d->vp, &list, spot, MANY) + 10;
}

/* The same value, for the same consumer, by the same kinds of collectives. */
static bool is_same_change(const TraceReshardRow *a, const TraceReshardRow *b)
{
    return g_strcmp0(a->value, b->value) == 0 && g_strcmp0(a->consumer, b->consumer) == 0 && g_strcmp0(a->kinds, b->kinds) == 0 && a->leaf == b->leaf;
}

static bool has_change(const RunRows *run, const TraceReshardRow *r)
{
    for (guint i = 0; run->reshards && i < run->reshards->len; i++)
        if (is_same_change(TRACE_AT(run->reshards, TraceReshardRow, i), r))
            return true;
    return false;
}

static GArray *only_in(const RunRows *has, const RunRows *not)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(TraceReshardRow)); /* texts belong to the run's */
    for (guint i = 0; has->reshards && i < has->reshards->len; i++) {
        const TraceReshardRow *r = TRACE_AT(has->reshards, TraceReshardRow, i);
        if (r->kinds && !has_change(not, r))
            g_array_append_val(out, *r);
    }
    return out;
}

static Role plan_role(const void *of, const Table *t, guint row)
{
    (void)of;
    const TableCell *plan = table_at(t, row, table_column(t, "plan"));
    return role_of_plan(plan->s ? plan->s : "");
}

static double reshards_of_one(Draw *d, const RunRows *has, Table *t, int slot, Spot spot)
{
    static const TableColumn all[] = {
        { .key = "number", .look = { "#", 44, ALIGN_right, TRIM_end, FONT_small, ROLE_dim } },
        { .key = "label", .without = "the result of ", .look = { "value", -1.2, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
        { .key = "kinds", .look = { "becomes", -0.7, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
        { .key = "bytes", .look = { "received", 70, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "why", .look = { "because", -2.6, ALIGN_left, TRIM_end, FONT_small, ROLE_dim } },
    };
    if (!table_n_rows(t))
        return spot.y;
    g_autofree char *title = g_strdup_printf("Reshards that only %s has", has->info->title);
    spot.y = heading(d, spot, title);
    TableList list = { .table = t, .columns = all, .n = G_N_ELEMENTS(all), .kind = has->foreign ? REF_none : REF_reshard, .run = has->info->id, .mark = plan_role,
                       .slot = slot, .go = has->foreign ? NULL : "reshards" };
    return table_list_flow(d->s, d->vp, &list, spot, 8) + 10;
}

/* ---- values with another sharding ---- */

static double shardings_table(Draw *d, Spot spot)
{
    const TableColumn all[] = {
        { .key = "value", .without = "the result of ", .look = { "value", -1.2, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
        { .key = "there", .look = { info_of(d->base)->title, -1, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
        { .key = "here", .look = { info_of(d->other)->title, -1, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
        { .key = "bytes", .look = { "a device", 132, ALIGN_right, TRIM_end, FONT_small, ROLE_dim } },
    };
    spot.y = heading(d, spot, "Values with another sharding");
    if (!d->pair->values)
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, "The shardings of one run were not recorded.") + 8;
    if (!table_n_rows(d->pair->values))
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, "Values that both runs have are sharded alike.") + 8;
    bool foreign = d->other->run->foreign;
    TableList list = { .table = d->pair->values, .columns = all, .n = G_N_ELEMENTS(all), .kind = foreign ? REF_none : REF_value, .run = info_of(d->other)->id,
                       .slot = d->slot + 3, .go = foreign ? NULL : "shardings" };
    return table_list_flow(d->s, d->vp, &list, spot, MANY) + 10;
}

/* ---- a pair ---- */

ComparePair *compare_pair_new(const RunCost *base, const RunCost *other)
{
    ComparePair *p = g_new0(ComparePair, 1);
    p->base = base;
    p->other = other;
    const GArray *a = base->own->ops, *b = other->own->ops;
    if (a && b && (a->len || b->len)) {
        const OpSide there = { base->run->info, a }, here = { other->run->info, b };
        p->predicted = op_changes_predicted(&there, &here);
        p->changes = op_changes(&there, &here);
        p->ops = op_changes_table(p->changes, other->own->layers);
    }
    if (base->run->values && other->run->values)
        p->values = value_changes_table(base->run->values, other->run->values, other->own->layers);
    g_autoptr(GArray) here = only_in(other->run, base->run), there = only_in(base->run, other->run);
    p->only_here = reshards_table(here, other->own->layers);
    p->only_there = reshards_table(there, base->own->layers);
    return p;
}

void compare_pair_free(ComparePair *p)
{
    g_clear_pointer(&p->changes, g_array_unref);
    table_free(p->ops);
    table_free(p->values);
    table_free(p->only_here);
    table_free(p->only_there);
    g_free(p);
}

/* What was done differently, in words. To be freed. */
static char *changed(const Draw *d)
{
    const RunRows *base = d->base->run, *other = d->other->run;
    if (!compare_is_same_function(d->base, d->other))
        return g_strdup("These are different functions: neither is faster than the other.");
    g_autofree char *change = trace_settings_change_named(base->info, base->values, other->info, other->values);
    if (change)
        return g_strdup_printf("What was changed: %s.", change);
    if (base->info->kind == TRACE_RUN_IMPORTED && other->info->kind == TRACE_RUN_IMPORTED && g_strcmp0(base->info->title, other->info->title) != 0)
        return g_strdup_printf("The same program: as %s partitioned it, and as %s did.", other->info->title, base->info->title);
    bool alike = base->info->traffic.v == other->info->traffic.v && base->info->peak_bytes.v == other->info->peak_bytes.v;
    return g_strdup(alike ? "Nothing was changed: their recorded settings are the same." : "No setting that was recorded differs, but the programs that ran do.");
}

static WhySide side_of(const RunCost *x)
{
    TraceShares shares = trace_run_shares(x->run->info, x->run->parts, x->run->planned, x->run->coll_kinds);
    WhySide side = why_side(x->run->info, x->run->info->traffic.v, &shares, x->run->planned, x->own->ops);
    side.reshards = x->run->reshards, side.splits = x->own->splits;
    return side;
}

/* Why the slower of the two is slower, as the report of the comparison says it; NULL: neither is, or they cannot be compared. */
static char *slower(const Draw *d)
{
    const RunCost *a = d->base, *b = d->other;
    bool faster = b->shares.step_ns < a->shares.step_ns;
    if (faster) {
        a = d->other;
        b = d->base;
    }
    if (!compare_is_same_function(a, b) || a->shares.step_ns <= 0 || b->shares.step_ns <= a->shares.step_ns || a->shares.predicted != b->shares.predicted || !a->run->reshards || !b->run->reshards)
        return NULL;
    WhySide there = side_of(a), here = side_of(b);
    TraceDifference d_steps = compare_pair_difference(b, a);
    g_autofree char *why = compare_why(&here, &there, d_steps.known ? &d_steps : NULL);
    const char *whose = faster ? b->run->info->title : NULL; /* else it is the one that the heading names first */
    if (d_steps.known && (trace_is_noise(&d_steps) || !d_steps.sure))
        return g_strdup_printf("What differs%s%s: %s.", whose ? " in " : "", whose ? whose : "", why);
    return g_strdup_printf("Why %s is %s: %s.", whose ? whose : "it", b->shares.predicted ? "predicted to be slower" : "slower", why);
}

double compare_difference(Scene *s, const Viewport *vp, const ComparePair *pair, int slot, Spot spot)
{
    const RunCost *base = pair->base, *other = pair->other;
    Draw d = { s, vp, vp->metrics, base, other, pair, slot };
    g_autofree char *title = g_strdup_printf("%s against %s", other->run->info->title, base->run->info->title);
    spot.y = scene_paragraph(s, d.m, FONT_title, ROLE_text, spot, title) + 4;
    g_autofree char *said = changed(&d), *why = slower(&d);
    spot.y = layout_sentence(s, vp, FONT_body, ROLE_text, spot, said) + 4;
    if (why)
        spot.y = layout_sentence(s, vp, FONT_body, ROLE_text, spot, why) + 4;
    g_autofree char *apart = trace_settings_apart(base->run->info, other->run->info);
    if (apart)
        spot.y = scene_paragraph(s, vp->metrics, FONT_small, ROLE_dim, spot, scene_keepf(s, "%s.", apart)) + 4;
    spot.y += 6;
    bool wide = spot.w >= 1180; /* else names in the lists are cut beyond recognition */
    double cw = wide ? floor((spot.w - 36) / 2) : spot.w, right = wide ? spot.x + cw + 36 : spot.x, a = spot.y;
    a = heading(&d, (Spot){ spot.x, a, cw }, "What the devices do in a step: the mean over them and over the steps");
    a = waterfall(&d, (Spot){ spot.x, a, cw });
    a = ops_table(&d, (Spot){ spot.x, a, cw });
    double b = wide ? spot.y : a;
    b = kinds_table(&d, (Spot){ right, b, cw });
    b = shardings_table(&d, (Spot){ right, b, cw });
    double y = MAX(a, b); /* their reasons need the whole width */
    y = reshards_of_one(&d, other->run, pair->only_here, slot + 1, (Spot){ spot.x, y, spot.w });
    return reshards_of_one(&d, base->run, pair->only_there, slot + 2, (Spot){ spot.x, y, spot.w });
}
