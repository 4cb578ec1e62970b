/* The two strategies of factor propagation. Basic treats factors one by one and gives all tensors the same axes; aggressive
 * extends each tensor as far as it can, factors with larger source tensors first.
 * Source: Shardy's basic and aggressive factor propagation. */
#include "runtime/propagate/strategy.h"

#include "runtime/base/gcd.h"

/* ---- what the tensors agree on ---------------------------------------------------------------- */

typedef struct Agreement {
    AxisRef *v;
    int n;
    bool can_expand;
    int conflict;  /* the tensor that cut the list; -1 = none */
} Agreement;

static void agreement_cut(Agreement *a, int n, int tensor)
{
    a->n = n;
    a->can_expand = false;
    a->conflict = tensor;
}

/* Takes in one tensor's axes: walks both lists from the major end up to the first difference. */
static void agreement_join(Agreement *a, AxisList t, int tensor)
{
    for (int i = 0; i < a->n && i < t.n; i++) {
        if (axis_equal(a->v[i], t.v[i]))
            continue;
        if (axis_is_prefix(t.v[i], a->v[i])) {
            if (t.n == i + 1)
                return; /* shorter, no contradiction */
            a->v[i] = t.v[i];
            agreement_cut(a, i + 1, tensor);
        } else if (axis_is_prefix(a->v[i], t.v[i])) {
            if (a->can_expand && a->n == i + 1) {
                a->v[i] = t.v[i];
                continue;
            }
            agreement_cut(a, i + 1, a->n > i + 1 ? tensor : a->conflict);
        } else {
            agreement_cut(a, i, tensor);
        }
        return;
    }
    for (int i = a->n; a->can_expand && i < t.n; i++)
        a->v[a->n++] = t.v[i];
}

static void agreement_range(Projection *p, Agreement *a, int factor, int first, int end)
{
    for (int t = first; t < end; t++)
        if (p->tensors[t].factors[factor].present)
            agreement_join(a, p->tensors[t].factors[factor].axes, t);
}

/* The longest list any tensor of the op has for the factor, to say what was given up. */
static AxisList longest_axes(const Projection *p, int factor)
{
    AxisList longest = {0};
    for (int t = 0; t < p->n_tensors; t++)
        if (p->tensors[t].factors[factor].axes.n > longest.n)
            longest = p->tensors[t].factors[factor].axes;
    return longest;
}

/* The longest list of axes that no tensor of the op contradicts, as far as the direction lets it grow. */
static AxisList compatible_major_axes(Projection *p, int factor, PropDirection direction)
{
    if (direction == DIRECTION_NONE)
        return (AxisList){0};
    int room = 0;
    for (int t = 0; t < p->n_tensors; t++)
        room += p->tensors[t].factors[factor].axes.n;
    if (room == 0)
        return (AxisList){0};
    Agreement a = {.v = arena_array(p->arena, AxisRef, room), .can_expand = true, .conflict = -1};
    int n = p->rule->n_operands;
    bool backward = direction == DIRECTION_BACKWARD;
    agreement_range(p, &a, factor, backward ? n : 0, backward ? p->n_tensors : n);
    if (direction != DIRECTION_BOTH)
        a.can_expand = false;
    agreement_range(p, &a, factor, backward ? 0 : n, backward ? n : p->n_tensors);
    AxisList agreed = {.v = a.v, .n = a.n};
    if (a.conflict >= 0 && p->events)
        projection_event(p, (PropEvent){WHY_CONFLICT, a.conflict, factor, -1, a.conflict, longest_axes(p, factor), agreed});
    return agreed;
}

/* ---- what one tensor accepts ------------------------------------------------------------------ */

/* The part of `axis` that does not collide with other factors of the tensor; false if none. *other: the factor. */
static bool fits_across(const Projection *p, const TensorProjection *t, int factor, AxisRef *axis, int *other)
{
    for (int f = 0; f < p->rule->n_factors; f++) {
        if (f == factor || !t->factors[f].present)
            continue;
        int64_t before = axis->size;
        bool ok = axis_prefix_without_list(axis, t->factors[f].axes) && axis_prefix_without_list(axis, t->factors[f].overflow);
        if (!ok || axis->size != before)
            *other = f;
        if (!ok)
            return false;
    }
    return true;
}

static bool list_contains(AxisList list, AxisRef axis)
{
    for (int i = 0; i < list.n; i++)
        if (axis_contains(list.v[i], axis))
            return true;
    return false;
}

/* The part of `axis` that the tensor's factor itself can hold behind axes of product `before`; false if none. */
static bool fits_within(const Projection *p, const TensorProjection *t, int factor, int64_t before, AxisRef *axis, PropWhy *why)
{
    const FactorSharding *f = &t->factors[factor];
    AxisRef whole = *axis;
    *why = WHY_REPLICATED;
    if (!axis_prefix_without_list(axis, t->replicated) || !axis_prefix_without_list(axis, t->unreduced))
        return false;
    if (list_contains(f->axes, whole))
        return true;
    if (f->open && f->overflow.n == 0) {
        if (f->minor_most)
            return true;
        int64_t fit = gcd64(p->rule->factors[factor].size / before, axis->size);
        if (fit > 1) {
            if (fit != axis->size)
                *why = WHY_SIZE;
            axis->size = fit;
            return true;
        }
    }
    *why = f->open && f->overflow.n == 0 ? WHY_SIZE : WHY_CLOSED;
    if (f->axes.n > 0 && axis_is_prefix(f->axes.v[f->axes.n - 1], *axis)) {
        *axis = f->axes.v[f->axes.n - 1];
        return true;
    }
    return false;
}

/* `axes` cut at i, where its element is replaced by `part` if that is left. */
static AxisList cut_list(Arena *arena, AxisList axes, int i, bool left, AxisRef part)
{
    if (!left)
        return (AxisList){.v = axes.v, .n = i};
    AxisRef *v = arena_dup_array(arena, axes.v, i + 1);
    v[i] = part;
    return (AxisList){.v = v, .n = i + 1};
}

static AxisList cut_within(Projection *p, int tensor, int factor, AxisList axes, int source)
{
    int64_t before = 1;
    for (int i = 0; i < axes.n; i++) {
        AxisRef part = axes.v[i];
        PropWhy why;
        bool left = fits_within(p, &p->tensors[tensor], factor, before, &part, &why);
        if (left && axis_equal(part, axes.v[i])) {
            before *= part.size;
            continue;
        }
        AxisList cut = cut_list(p->arena, axes, i, left, part);
        projection_event(p, (PropEvent){why, tensor, factor, source, -1, axes, cut});
        return cut;
    }
    return axes;
}

static AxisList cut_across(Projection *p, int tensor, int factor, AxisList axes, int source)
{
    for (int i = 0; i < axes.n; i++) {
        AxisRef part = axes.v[i];
        int other = -1;
        bool left = fits_across(p, &p->tensors[tensor], factor, &part, &other);
        if (left && axis_equal(part, axes.v[i]))
            continue;
        AxisList cut = cut_list(p->arena, axes, i, left, part);
        projection_event(p, (PropEvent){WHY_OTHER_FACTOR, tensor, factor, source, other, axes, cut});
        return cut;
    }
    return axes;
}

/* Sources are tensors that hold the whole list already; the largest one leads. */
static int source_of(const Projection *p, int factor, AxisList axes)
{
    int best = -1;
    for (int t = 0; t < p->n_tensors; t++) {
        const FactorSharding *f = &p->tensors[t].factors[factor];
        if (f->present && axis_list_leads(axes, f->axes) && (best < 0 || p->tensors[t].size > p->tensors[best].size))
            best = t;
    }
    return best;
}

/* ---- basic ------------------------------------------------------------------------------------ */

/* Axes that a factor could take. */
typedef struct Offer {
    int factor;
    AxisList axes;
    int source; /* the tensor that they come from, -1 = not known */
} Offer;

/* The part of axis i of the offer that every tensor of the op accepts; false if none. `before`: the size of the axes before it. */
static bool fits_all(Projection *p, const Offer *o, int i, int64_t before, AxisRef *part)
{
    int factor = o->factor;
    for (int t = 0; t < p->n_tensors; t++) {
        AxisRef was = *part;
        int other = -1;
        PropWhy why = WHY_OTHER_FACTOR;
        bool left = fits_across(p, &p->tensors[t], factor, part, &other);
        if (left && axis_equal(*part, was) && p->tensors[t].factors[factor].present)
            left = fits_within(p, &p->tensors[t], factor, before, part, &why);
        else if (left && p->tensors[t].factors[factor].present) {
            PropWhy second;
            left = fits_within(p, &p->tensors[t], factor, before, part, &second);
        }
        if (!left || !axis_equal(*part, was))
            projection_event(p, (PropEvent){why, t, factor, o->source, other, o->axes, cut_list(p->arena, o->axes, i, left, *part)});
        if (!left)
            return false;
    }
    return true;
}

static AxisList cut_for_all(Projection *p, const Offer *o, bool conservative)
{
    AxisList axes = o->axes;
    int64_t before = 1;
    for (int i = 0; i < axes.n; i++) {
        AxisRef part = axes.v[i];
        bool left = fits_all(p, o, i, before, &part);
        if (left && conservative && part.size != p->mesh->axes[part.axis].size)
            left = false;
        if (!left || !axis_equal(part, axes.v[i]))
            return cut_list(p->arena, axes, i, left, part);
        before *= part.size;
    }
    return axes;
}

void strategy_basic(Projection *p, const PropDirection *directions, bool conservative)
{
    for (int f = 0; f < p->rule->n_factors; f++) {
        AxisList axes = compatible_major_axes(p, f, directions[f]);
        if (axes.n == 0)
            continue;
        int source = p->events ? source_of(p, f, axes) : -1;
        axes = cut_for_all(p, &(Offer){f, axes, source}, conservative);
        for (int t = 0; t < p->n_tensors; t++)
            projection_extend(p, t, f, axes, source);
    }
}

/* ---- aggressive ------------------------------------------------------------------------------- */

typedef struct FactorOrder {
    int factor, source;
    int64_t source_size, axes_size;
    AxisList axes;
} FactorOrder;

static bool goes_before(const FactorOrder *a, const FactorOrder *b, bool elementwise)
{
    if (a->source_size != b->source_size)
        return a->source_size > b->source_size;
    if (elementwise && a->axes_size != b->axes_size)
        return a->axes_size > b->axes_size;
    if (a->source != b->source)
        return a->source < b->source;
    return a->factor < b->factor;
}

static void order_factors(FactorOrder *v, int n, bool elementwise)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && goes_before(&v[k], &v[k - 1], elementwise); k--) {
            FactorOrder swap = v[k];
            v[k] = v[k - 1];
            v[k - 1] = swap;
        }
}

/* Element-wise ops: axes may not pass sideways from operand to operand beyond what the result took. */
static AxisList limit_by_results(Projection *p, int tensor, const FactorOrder *o)
{
    AxisList axes = o->axes;
    for (int r = p->rule->n_operands; r < p->n_tensors; r++) {
        const FactorSharding *f = &p->tensors[r].factors[o->factor];
        if (f->present && axis_list_is_strict_prefix(f->axes, axes)) {
            if (axis_list_is_strict_prefix(p->tensors[tensor].factors[o->factor].axes, axes))
                projection_event(p, (PropEvent){WHY_RESULT_REFUSED, tensor, o->factor, o->source, r, axes, f->axes});
            axes = f->axes;
        }
    }
    return axes;
}

static void extend_tensor(Projection *p, int tensor, const FactorOrder *o)
{
    const FactorSharding *f = &p->tensors[tensor].factors[o->factor];
    if (!f->present || axis_list_equal(f->axes, o->axes))
        return;
    AxisList axes = o->axes;
    if (p->rule->elementwise && tensor < p->rule->n_operands)
        axes = limit_by_results(p, tensor, o);
    if (!axis_list_is_strict_prefix(f->axes, axes))
        return;
    axes = cut_within(p, tensor, o->factor, axes, o->source);
    if (!axis_list_is_strict_prefix(f->axes, axes))
        return;
    axes = cut_across(p, tensor, o->factor, axes, o->source);
    projection_extend(p, tensor, o->factor, axes, o->source);
}

void strategy_aggressive(Projection *p, const PropDirection *directions)
{
    FactorOrder *order = arena_array(p->arena, FactorOrder, p->rule->n_factors);
    int n = 0;
    for (int f = 0; f < p->rule->n_factors; f++) {
        FactorOrder o = {.factor = f, .axes = compatible_major_axes(p, f, directions[f])};
        if (o.axes.n == 0)
            continue;
        o.source = source_of(p, f, o.axes);
        if (o.source < 0)
            continue;
        o.source_size = p->tensors[o.source].size;
        o.axes_size = axis_list_size(o.axes);
        order[n++] = o;
    }
    order_factors(order, n, p->rule->elementwise);
    for (int t = p->rule->n_operands; t < p->n_tensors; t++)
        for (int i = 0; i < n; i++)
            extend_tensor(p, t, &order[i]);
    for (int t = 0; t < p->rule->n_operands; t++)
        for (int i = 0; i < n; i++)
            extend_tensor(p, t, &order[i]);
}
