/* Converts shardings of dims to shardings of factors and back. projection_init says how the axes of a dim are assigned to its
 * factors. */
#include "runtime/propagate/project.h"

#include "runtime/base/gcd.h"

/* ---- axes ------------------------------------------------------------------------------------- */

bool axis_is_prefix(AxisRef a, AxisRef b)
{
    return a.axis == b.axis && a.pre == b.pre && a.size <= b.size;
}

/* `a` without what it shares with b, if what is left starts where a starts; false if nothing is left. */
static bool axis_prefix_without(AxisRef *a, AxisRef b)
{
    if (!axis_coexist(*a, b))
        return false;
    if (!axis_overlaps(*a, b))
        return true;
    if (a->pre >= b.pre)
        return false;
    a->size = b.pre / a->pre;
    return true;
}

bool axis_prefix_without_list(AxisRef *a, AxisList list)
{
    for (int i = 0; i < list.n; i++)
        if (!axis_prefix_without(a, list.v[i]))
            return false;
    return true;
}

bool axis_list_leads(AxisList a, AxisList b)
{
    if (a.n > b.n)
        return false;
    for (int i = 0; i < a.n; i++)
        if (!axis_equal(a.v[i], b.v[i]) && !(i == a.n - 1 && axis_is_prefix(a.v[i], b.v[i])))
            return false;
    return true;
}

bool axis_list_is_strict_prefix(AxisList a, AxisList b)
{
    return axis_list_leads(a, b) && !axis_list_equal(a, b);
}

/* ---- dims to factors -------------------------------------------------------------------------- */

/* Axes of a dim not yet dealt out; the first one may be the rest of an axis. */
typedef struct AxisQueue {
    AxisRef *v;
    int n;
} AxisQueue;

static void queue_drop(AxisQueue *q)
{
    q->v++;
    q->n--;
}

/* The major part of the queue that fits a factor of `size`. Returns false if the factor is not full although axes
 * are left, i.e. the next axis shares no divisor with what remains of it. */
static bool queue_fill(AxisQueue *q, Arena *arena, int64_t size, AxisList *out)
{
    AxisRef *v = arena_array(arena, AxisRef, q->n);
    int n = 0;
    while (q->n > 0) {
        int64_t piece = gcd64(size, q->v->size);
        if (q->v->size == 1) { /* nothing to split; goes along */
            v[n++] = *q->v;
            queue_drop(q);
            continue;
        }
        if (piece == 1)
            break;
        v[n++] = (AxisRef){.axis = q->v->axis, .pre = q->v->pre, .size = piece};
        size /= piece;
        if (piece == q->v->size) {
            queue_drop(q);
        } else {
            q->v->pre *= piece;
            q->v->size /= piece;
        }
    }
    *out = (AxisList){.v = v, .n = n};
    return size == 1 || q->n == 0;
}

static void project_dim(Projection *p, TensorProjection *t, const RuleDim *dim, const DimSharding *ds)
{
    bool open = !ds || ds->open;
    AxisQueue q = {0};
    if (ds && ds->axes.n > 0) {
        q.n = ds->axes.n;
        q.v = arena_dup_array(p->arena, ds->axes.v, q.n);
    }
    for (int i = 0; i < dim->n; i++) {
        FactorSharding *f = &t->factors[dim->factors[i]];
        f->present = true;
        f->open = open;
        f->minor_most = i == dim->n - 1;
        if (q.n == 0)
            continue;
        if (f->minor_most) {
            f->axes = (AxisList){.v = q.v, .n = q.n};
        } else if (!queue_fill(&q, p->arena, p->rule->factors[dim->factors[i]].size, &f->axes)) {
            f->overflow = (AxisList){.v = q.v, .n = q.n};
            q.n = 0;
            open = false; /* factors behind an overflow cannot be split */
        }
    }
}

void projection_init(Projection *p, Arena *scratch, const Rule *rule, const Mesh *mesh, const Sharding *const *shardings,
                     PropEvents *events)
{
    int n = rule->n_operands + rule->n_results;
    *p = (Projection){.arena = scratch, .rule = rule, .mesh = mesh, .n_tensors = n, .events = events};
    p->tensors = arena_array(scratch, TensorProjection, n);
    FactorSharding *factors = arena_array(scratch, FactorSharding, (size_t)n * (size_t)rule->n_factors);
    for (int i = 0; i < n; i++) {
        TensorProjection *t = &p->tensors[i];
        t->sharding = shardings[i];
        t->factors = factors + (size_t)i * (size_t)rule->n_factors;
        t->size = 1;
        if (t->sharding) {
            t->replicated = t->sharding->replicated;
            t->unreduced = t->sharding->unreduced;
        }
        const RuleTensor *rt = &rule->tensors[i];
        for (int d = 0; d < rt->rank; d++) {
            const DimSharding *ds = t->sharding && d < t->sharding->rank ? &t->sharding->dims[d] : NULL;
            project_dim(p, t, &rt->dims[d], ds);
            for (int k = 0; k < rt->dims[d].n; k++)
                t->size *= rule->factors[rt->dims[d].factors[k]].size;
        }
    }
}

/* ---- and back --------------------------------------------------------------------------------- */

static void append_list(AxisList *list, AxisRef *v, AxisList more)
{
    for (int i = 0; i < more.n; i++) {
        AxisRef a = more.v[i];
        AxisRef *last = list->n > 0 ? &v[list->n - 1] : NULL;
        if (last && last->axis == a.axis && last->pre * last->size == a.pre)
            last->size *= a.size;
        else
            v[list->n++] = a;
    }
}

/* Factors in order, until one is not wholly split: what is behind it would be a strided layout. */
static void dim_back(const Projection *p, const TensorProjection *t, const RuleDim *dim, DimSharding *out)
{
    int total = 0;
    for (int i = 0; i < dim->n; i++)
        total += t->factors[dim->factors[i]].axes.n + t->factors[dim->factors[i]].overflow.n;
    AxisRef *v = arena_array(p->arena, AxisRef, total);
    AxisList list = {.v = v};
    bool open = true;
    for (int i = 0; i < dim->n; i++) {
        const FactorSharding *f = &t->factors[dim->factors[i]];
        append_list(&list, v, f->axes);
        append_list(&list, v, f->overflow);
        open = open && f->open;
        if (f->overflow.n > 0 || axis_list_size(f->axes) < p->rule->factors[dim->factors[i]].size)
            break;
    }
    *out = (DimSharding){.axes = list, .open = open, .priority = -1};
}

const Sharding *projection_back(const Projection *p, int tensor, ShardingTable *table)
{
    const TensorProjection *t = &p->tensors[tensor];
    const RuleTensor *rt = &p->rule->tensors[tensor];
    DimSharding dims[MAX_RANK];
    bool any = t->sharding != NULL;
    for (int d = 0; d < rt->rank; d++) {
        dim_back(p, t, &rt->dims[d], &dims[d]);
        any = any || dims[d].axes.n > 0;
    }
    if (!any)
        return NULL;
    Sharding s = {0};
    if (t->sharding)
        s = *t->sharding;
    s.mesh = p->mesh;
    s.rank = rt->rank;
    s.dims = dims;
    return sharding_intern(table, &s);
}

bool projection_extend(Projection *p, int tensor, int factor, AxisList axes, int source)
{
    FactorSharding *f = &p->tensors[tensor].factors[factor];
    if (!f->present || axes.n == 0 || !axis_list_is_strict_prefix(f->axes, axes))
        return false;
    if (p->events)
        projection_event(p, (PropEvent){WHY_EXTENDED, tensor, factor, source, -1, axes,
                                        axis_list_is_prefix(f->axes, axes) ? axis_list_drop_prefix(p->arena, axes, f->axes) : axes});
    f->axes = axes;
    p->tensors[tensor].updated = true;
    return true;
}

void projection_event(Projection *p, PropEvent e)
{
    if (p->events)
        vec_push(&p->events->list, e);
}
