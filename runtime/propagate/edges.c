/* Data-flow edges into and out of manual computations. Outside, a value is global, and in every dim the manual axes come
 * before the free ones; inside, the manual axes do not exist. */
#include "runtime/propagate/propagate_impl.h"

static bool is_manual(AxisList manual, AxisRef a)
{
    for (int i = 0; i < manual.n; i++)
        if (axis_contains(manual.v[i], a))
            return true;
    return false;
}

static AxisList pick(Arena *arena, AxisList axes, AxisList manual, bool keep_manual)
{
    axes = axis_list_cut(arena, axes, manual);
    AxisRef *v = arena_array(arena, AxisRef, axes.n);
    int n = 0;
    for (int i = 0; i < axes.n; i++)
        if (is_manual(manual, axes.v[i]) == keep_manual)
            v[n++] = axes.v[i];
    return axis_list_merged(arena, (AxisList){.v = v, .n = n});
}

static const Sharding *erase_manual(Arena *arena, ShardingTable *t, const Sharding *s, AxisList manual)
{
    DimSharding dims[MAX_RANK];
    for (int d = 0; d < s->rank; d++) {
        dims[d] = s->dims[d];
        dims[d].axes = pick(arena, s->dims[d].axes, manual, false);
        if (dims[d].axes.n == 0 && !dims[d].open)
            dims[d].priority = -1;
    }
    Sharding local = *s;
    local.dims = dims;
    local.replicated = pick(arena, s->replicated, manual, false);
    local.unreduced = pick(arena, s->unreduced, manual, false);
    return sharding_intern(t, &local);
}

static const Sharding *add_manual(Arena *arena, ShardingTable *t, const Sharding *s, const Sharding *written, AxisList manual)
{
    DimSharding dims[MAX_RANK];
    for (int d = 0; d < s->rank; d++) {
        dims[d] = s->dims[d];
        dims[d].axes = axis_list_concat(arena, pick(arena, written->dims[d].axes, manual, true), s->dims[d].axes);
    }
    Sharding whole = *s;
    whole.dims = dims;
    whole.replicated = written->replicated;
    whole.unreduced = written->unreduced;
    return sharding_intern(t, &whole);
}

const Sharding *manual_local(ShardingTable *t, const Sharding *whole, AxisList manual)
{
    Arena *scratch = arena_new_root();
    const Sharding *s = whole && !whole->maximal ? erase_manual(scratch, t, whole, manual) : whole;
    arena_free(scratch);
    return s;
}

static bool has_view(const PropNode *edge, const Sharding *s)
{
    return s && !s->maximal && edge->as_written && edge->as_written->rank == s->rank;
}

const Sharding *edge_view_from_sources(const Propagation *p, const PropNode *edge, const Sharding *s)
{
    if (!has_view(edge, s))
        return s;
    ShardingTable *t = p->graph.m->shardings;
    return edge->view == VIEW_INTO_BODY ? add_manual(p->scratch, t, s, edge->as_written, edge->manual)
                                        : erase_manual(p->scratch, t, s, edge->manual);
}

const Sharding *edge_view_back(const Propagation *p, const PropNode *edge, const Sharding *s)
{
    if (!has_view(edge, s))
        return s;
    ShardingTable *t = p->graph.m->shardings;
    return edge->view == VIEW_INTO_BODY ? erase_manual(p->scratch, t, s, edge->manual)
                                        : add_manual(p->scratch, t, s, edge->as_written, edge->manual);
}
