/* Where the difference between two runs comes from: as a waterfall over what devices do, op by op, in collectives and
 * in reshards that only one has, and in values with another sharding. Start at compare_difference(). */
#include "viewer/layout/compare_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/report/settings.h"
#include "viewer/layout/costs.h"

#define MANY 12 /* rows of a table */

typedef struct Draw {
    Scene *s;
    const Viewport *vp;
    const Metrics *m;
    const RunCost *base, *other;
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

/* ---- what devices do ---- */

/* From the one step time to the other: each bar begins where the one before ends. */
static double waterfall(Draw *d, Spot spot)
{
    const Shares *a = &d->base->shares, *b = &d->other->shares;
    if (a->step_ns < 0 || b->step_ns < 0)
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, "One of the two has no step time.") + 8;
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

typedef struct Change {
    const TraceOpTotal *here, *there; /* in the other run, in the base; NULL = it has no such op */
    double ns, coll_ns;
} Change;

static int by_change(const void *pa, const void *pb)
{
    const Change *a = pa, *b = pb;
    double x = fabs(a->ns), y = fabs(b->ns);
    if (x != y)
        return x < y ? 1 : -1;
    const TraceOpTotal *p = a->here ? a->here : a->there, *q = b->here ? b->here : b->there;
    return g_strcmp0(p->name, q->name);
}

static char *op_key(const TraceOpTotal *x)
{
    return g_strconcat(x->opcode, " ", x->name, NULL);
}

static GArray *changes_of(const GArray *base, const GArray *other)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(Change));
    g_autoptr(GHashTable) there = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < base->len; i++)
        g_hash_table_insert(there, op_key(TRACE_AT(base, TraceOpTotal, i)), TRACE_AT(base, TraceOpTotal, i));
    for (guint i = 0; i < other->len; i++) {
        const TraceOpTotal *x = TRACE_AT(other, TraceOpTotal, i);
        g_autofree char *key = op_key(x);
        const TraceOpTotal *y = g_hash_table_lookup(there, key);
        g_hash_table_remove(there, key);
        Change c = { x, y, (double)x->self_ns - (y ? (double)y->self_ns : 0), (double)x->coll_ns - (y ? (double)y->coll_ns : 0) };
        g_array_append_val(out, c);
    }
    for (guint i = 0; i < base->len; i++) { /* in the base's order, so that equal changes repeat */
        const TraceOpTotal *y = TRACE_AT(base, TraceOpTotal, i);
        g_autofree char *key = op_key(y);
        if (g_hash_table_lookup(there, key) != y)
            continue;
        Change c = { NULL, y, -(double)y->self_ns, -(double)y->coll_ns };
        g_array_append_val(out, c);
    }
    if (out->len)
        qsort(out->data, out->len, sizeof(Change), by_change);
    return out;
}

/* The op behind an instruction, in the Graph of its run; a run of another file has none here. */
static void link_op(Item *it, const RunCost *c, const TraceOpTotal *op)
{
    if (!op || !op->inst_id || c->run->foreign)
        return;
    it->ref = (Ref){ REF_inst, c->run->info->id, op->inst_id, 0 };
    it->go = "graph";
    if (it->kind == ITEM_text)
        it->role = ROLE_link;
}

static double ops_table(Draw *d, Spot spot)
{
    const Column all[] = {
        { "op", -1.4, ALIGN_left, TRIM_middle, FONT_small, ROLE_none },
        { "kind", 108, ALIGN_left, TRIM_end, FONT_small, ROLE_dim },
        { d->base->run->info->title, 92, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
        { d->other->run->info->title, 92, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
        { "change", 84, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
        { "less   more", -1, ALIGN_centre, TRIM_end, FONT_small, ROLE_none },
    };
    const GArray *a = d->base->own->ops, *b = d->other->own->ops;
    spot.y = heading(d, spot, "Time by op, per step and device");
    if (!a || !b || (a->len == 0 && b->len == 0))
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, "The times of individual ops were not recorded.") + 8;
    g_autoptr(GArray) changes = changes_of(a, b);
    List l = list_fit(d->s, d->vp, all, G_N_ELEMENTS(all), spot.w);
    list_header(&l, spot.x, spot.y);
    spot.y += LIST_ROW_H;
    double most = changes->len ? fabs(g_array_index(changes, Change, 0).ns) : 1, rest = 0;
    for (guint i = 0; i < changes->len; i++) {
        const Change *k = &g_array_index(changes, Change, i);
        if (fabs(k->ns) < 1)
            break;
        if (i >= MANY) {
            rest += k->ns;
            continue;
        }
        const TraceOpTotal *o = k->here ? k->here : k->there;
        Word there = k->there ? word_ns((double)k->there->self_ns) : (Word){ "–" }, here = k->here ? word_ns((double)k->here->self_ns) : (Word){ "–" };
        const char *texts[] = { o->label, o->opcode, there.s, here.s, signed_ns(d->s, k->ns), NULL };
        g_autofree char *tip = g_strdup_printf("%s\n%s (%s)%s%s", o->label, o->name, o->opcode, k->coll_ns != 0 ? "\nof the change in collectives: " : "",
                                               k->coll_ns != 0 ? signed_ns(d->s, k->coll_ns) : "");
        guint row = d->s->items->len;
        list_row(&l, spot, texts, (Ref){ 0 }, tip);
        /* The row leads to the op in the run that has it, the two times each to their own run. */
        link_op(&g_array_index(d->s->items, Item, row), k->here ? d->other : d->base, o);
        if (l.n > 2)
            link_op(&g_array_index(d->s->items, Item, row + 3), d->base, k->there);
        if (l.n > 3)
            link_op(&g_array_index(d->s->items, Item, row + 4), d->other, k->here);
        if (l.n == (int)G_N_ELEMENTS(all)) {
            double last = l.columns[l.n - 1].w, bx = spot.x + spot.w - last, half = (last - 8) / 2, len = half * fabs(k->ns) / most;
            scene_box(d->s, k->ns > 0 ? ROLE_fetch : ROLE_local,
                      (Rect){ k->ns > 0 ? bx + half : bx + half - len, spot.y + 5, MAX(len, 1), LIST_ROW_H - 10 })->tint = 200;
            scene_line(d->s, ROLE_grid, bx + half, spot.y, bx + half, spot.y + LIST_ROW_H);
        }
        spot.y += LIST_ROW_H;
    }
    if (rest != 0) {
        scene_textf(d->s, FONT_small, ROLE_dim, (Spot){ spot.x + 6, spot.y + 2, spot.w }, "all other ops: %s together", signed_ns(d->s, rest));
        spot.y += d->m[FONT_small].line_h + 4;
    }
    return spot.y + 10;
}

/* ---- collectives and changes of layout ---- */

static const TraceCollKind *kind_in(const RunRows *run, int64_t kind)
{
    for (guint i = 0; run->coll_kinds && i < run->coll_kinds->len; i++)
        if (TRACE_AT(run->coll_kinds, TraceCollKind, i)->kind == kind)
            return TRACE_AT(run->coll_kinds, TraceCollKind, i);
    return NULL;
}

static double kinds_table(Draw *d, Spot spot)
{
    const Column all[] = {
        { "", 22, ALIGN_left, TRIM_end, FONT_small, ROLE_none },        { "collective", -1, ALIGN_left, TRIM_end, FONT_small, ROLE_none },
        { d->base->run->info->title, 112, ALIGN_right, TRIM_end, FONT_small, ROLE_none }, { d->other->run->info->title, 112, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
        { "", 90, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
    };
    spot.y = heading(d, spot, "Collectives a step: times, bytes received");
    List l = list_fit(d->s, d->vp, all, G_N_ELEMENTS(all), spot.w);
    int rows = 0;
    list_header(&l, spot.x, spot.y);
    spot.y += LIST_ROW_H;
    for (int64_t kind = 0; kind <= 8; kind++) {
        const TraceCollKind *a = kind_in(d->base->run, kind), *b = kind_in(d->other->run, kind);
        if (!a && !b)
            continue;
        g_autofree char *there = a ? g_strdup_printf("%s, %s", word_count(a->n_step).s, word_bytes(a->traffic).s) : g_strdup("none");
        g_autofree char *here = b ? g_strdup_printf("%s, %s", word_count(b->n_step).s, word_bytes(b->traffic).s) : g_strdup("none");
        int64_t more = (b ? b->traffic : 0) - (a ? a->traffic : 0);
        const char *delta = more ? scene_keepf(d->s, "%s%s", more > 0 ? "+" : "−", word_bytes(more > 0 ? more : -more).s) : "";
        const char *texts[] = { "", a ? a->kind_name : b->kind_name, there, here, delta };
        list_row(&l, spot, texts, (Ref){ 0 }, NULL);
        scene_box(d->s, role_of_coll(kind), (Rect){ spot.x + 6, spot.y + 6, 10, 10 });
        spot.y += LIST_ROW_H;
        rows++;
    }
    if (rows == 0)
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, (Spot){ spot.x + 6, spot.y, spot.w }, "Neither run has collectives.") + 8;
    return spot.y + 10;
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

static double only_in(Draw *d, const RunRows *has, const RunRows *not, Spot spot)
{
    int shown = 0, more = 0;
    for (guint i = 0; has->reshards && i < has->reshards->len; i++) {
        const TraceReshardRow *r = TRACE_AT(has->reshards, TraceReshardRow, i);
        if (has_change(not, r) || !r->kinds)
            continue;
        if (shown++ >= 8) {
            more++;
            continue;
        }
        if (shown == 1) {
            g_autofree char *t = g_strdup_printf("Reshards that only %s has", has->info->title);
            spot.y = heading(d, spot, t);
        }
        g_autofree char *t = g_strdup_printf("#%" G_GINT64_FORMAT " %s, %s: %s%s%s%s", r->seq, reshard_value(r), r->kinds,
                                             word_maybe_bytes(r->traffic).s, r->why ? ", because " : "", r->why ? r->why : "", "");
        Ref ref = { REF_reshard, has->info->id, r->id, 0 };
        scene_box(d->s, role_of_plan(r->plan), (Rect){ spot.x, spot.y + 3, 9, 9 });
        guint at = d->s->items->len;
        spot.y = scene_paragraph(d->s, d->m, FONT_small, ref_equal(ref, d->vp->hover) ? ROLE_link : ROLE_text,
                                 (Spot){ spot.x + 15, spot.y, spot.w - 15 }, t) + 3;
        for (; at < d->s->items->len; at++) {
            g_array_index(d->s->items, Item, at).ref = ref;
            g_array_index(d->s->items, Item, at).go = has->foreign ? NULL : "reshards";
        }
    }
    if (more) {
        scene_textf(d->s, FONT_small, ROLE_dim, (Spot){ spot.x + 15, spot.y, spot.w }, "and %d more", more);
        spot.y += d->m[FONT_small].line_h;
    }
    return shown ? spot.y + 10 : spot.y;
}

/* ---- values with another sharding ---- */

static double shardings_table(Draw *d, Spot spot)
{
    const Column all[] = {
        { "value", -1.2, ALIGN_left, TRIM_start, FONT_small, ROLE_none },  { d->base->run->info->title, -1, ALIGN_left, TRIM_middle, FONT_small, ROLE_none },
        { d->other->run->info->title, -1, ALIGN_left, TRIM_middle, FONT_small, ROLE_none }, { "a device", 122, ALIGN_right, TRIM_end, FONT_small, ROLE_dim },
    };
    const GArray *a = d->base->run->values, *b = d->other->run->values;
    spot.y = heading(d, spot, "Values with another sharding");
    if (!a || !b)
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, "The shardings of one run were not recorded.") + 8;
    g_autoptr(GHashTable) there = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < a->len; i++)
        g_hash_table_insert(there, (gpointer)TRACE_AT(a, TraceValueRow, i)->name, TRACE_AT(a, TraceValueRow, i));
    List l = list_fit(d->s, d->vp, all, G_N_ELEMENTS(all), spot.w);
    int shown = 0, more = 0;
    double header = spot.y;
    spot.y += LIST_ROW_H;
    for (int role = 0; role < 2; role++) { /* what the user sees first: inputs and results, then what is inside */
        for (guint i = 0; i < b->len; i++) {
            const TraceValueRow *v = TRACE_AT(b, TraceValueRow, i), *u = g_hash_table_lookup(there, v->name);
            bool inside = g_strcmp0(v->role, "value") == 0;
            if (!u || inside != (role == 1) || g_strcmp0(u->shape, v->shape) != 0 || g_strcmp0(u->spec, v->spec) == 0)
                continue;
            if (shown++ >= MANY) {
                more++;
                continue;
            }
            g_autofree char *bytes = g_strdup_printf("%s → %s", word_maybe_bytes(u->bytes_out).s, word_maybe_bytes(v->bytes_out).s);
            const char *name = v->label;
            const char *texts[] = { name, u->spec ? u->spec : "replicated", v->spec ? v->spec : "replicated", bytes };
            guint at = d->s->items->len;
            list_row(&l, spot, texts, (Ref){ REF_value, d->other->run->info->id, v->inst_id, 0 }, v->at);
            g_array_index(d->s->items, Item, at).go = d->other->run->foreign ? NULL : "shardings";
            spot.y += LIST_ROW_H;
        }
    }
    if (!shown)
        return scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, (Spot){ spot.x, header, spot.w },
                               "Values that both runs have are sharded alike.") + 8;
    list_header(&l, spot.x, header);
    if (more) {
        scene_textf(d->s, FONT_small, ROLE_dim, (Spot){ spot.x + 6, spot.y + 2, spot.w }, "and %d more", more);
        spot.y += d->m[FONT_small].line_h + 4;
    }
    return spot.y + 10;
}

double compare_difference(Scene *s, const Viewport *vp, const RunCost *base, const RunCost *other, Spot spot)
{
    Draw d = { s, vp, vp->metrics, base, other };
    g_autofree char *title = g_strdup_printf("%s against %s", other->run->info->title, base->run->info->title);
    scene_text(s, FONT_title, ROLE_text, spot, title)->trim = TRIM_middle;
    spot.y += d.m[FONT_title].line_h + 4;
    g_autofree char *change = trace_settings_change(base->run->info, other->run->info);
    g_autofree char *said = change ? g_strdup_printf("What was changed: %s.", change) : g_strdup("Nothing was changed: their recorded settings are the same.");
    spot.y = scene_paragraph(s, d.m, FONT_body, ROLE_text, spot, said) + 10;
    bool wide = spot.w >= 860;
    double cw = wide ? floor((spot.w - 36) / 2) : spot.w, right = wide ? spot.x + cw + 36 : spot.x, a = spot.y;
    a = heading(&d, (Spot){ spot.x, a, cw }, "What the devices do in a step");
    a = waterfall(&d, (Spot){ spot.x, a, cw });
    a = ops_table(&d, (Spot){ spot.x, a, cw });
    double b = wide ? spot.y : a;
    b = kinds_table(&d, (Spot){ right, b, cw });
    b = only_in(&d, other->run, base->run, (Spot){ right, b, cw });
    b = only_in(&d, base->run, other->run, (Spot){ right, b, cw });
    b = shardings_table(&d, (Spot){ right, b, cw });
    return MAX(a, b);
}
