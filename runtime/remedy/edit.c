/* Makes variants of a sharding: an axis removed, moved to another dim, exchanged with another dim's, replaced by another axis of the
 * mesh, or added where it is missing. */
#include "runtime/remedy/remedy_impl.h"

int remedy_dim_with(const Sharding *s, int axis)
{
    for (int d = 0; d < s->rank; d++)
        for (int k = 0; k < s->dims[d].axes.n; k++)
            if (s->dims[d].axes.v[k].axis == axis)
                return d;
    return -1;
}

static AxisList without(Search *s, AxisList l, int axis)
{
    AxisRef *v = arena_array(s->arena, AxisRef, l.n + 1);
    int n = 0;
    for (int i = 0; i < l.n; i++)
        if (l.v[i].axis != axis)
            v[n++] = l.v[i];
    return (AxisList){ v, n };
}

static AxisList whole_axis(Search *s, int axis)
{
    AxisRef *whole = arena_array(s->arena, AxisRef, 1); /* in the arena, because axis lists borrow it */
    *whole = (AxisRef){ axis, 1, s->c->whole->mesh->axes[axis].size };
    return (AxisList){ whole, 1 };
}

static AxisList with(Search *s, AxisList l, int axis)
{
    return axis_list_concat(s->arena, l, whole_axis(s, axis));
}

/* `base` with the axes of two dims replaced (the second may be -1) and without explicitly replicated axes. */
static const Sharding *edited(Search *s, const Sharding *base, int d, AxisList at_d, int e, AxisList at_e)
{
    Sharding out = *base;
    DimSharding *dims = arena_dup_array(s->arena, base->dims, base->rank);
    for (int i = 0; i < base->rank; i++)
        dims[i].priority = -1;
    dims[d].axes = at_d;
    if (e >= 0)
        dims[e].axes = at_e;
    out.dims = dims;
    out.replicated = out.unreduced = out.manual = (AxisList){ 0 };
    return sharding_intern(s->c->whole->shardings, &out);
}

const Sharding *remedy_plain(Search *s, const Sharding *from)
{
    return from->maximal || !from->rank ? from : edited(s, from, 0, from->dims[0].axes, -1, (AxisList){ 0 });
}

const Sharding *remedy_with_axis(Search *s, const Sharding *base, int d, int axis)
{
    return edited(s, base, d, with(s, base->dims[d].axes, axis), -1, (AxisList){ 0 });
}

static void put(GArray *out, const Sharding *to, double weight)
{
    EditedTo e = { to, weight };
    g_array_append_val(out, e);
}

/* Variants in which each axis that the sharding does not use takes the axis's place. */
static void replaced(Search *s, const Sharding *have, int d, int axis, GArray *out)
{
    const Mesh *mesh = s->c->whole->mesh;
    for (int b = 0; b < mesh->n_axes; b++)
        if (b != axis && mesh->axes[b].size > 1 && remedy_dim_with(have, b) < 0)
            put(out, edited(s, have, d, with(s, without(s, have->dims[d].axes, axis), b), -1, (AxisList){ 0 }), 0.8);
}

void remedy_edits(Search *s, const Sharding *have, int axis, GArray *out)
{
    if (have->maximal || axis >= have->mesh->n_axes)
        return;
    int d = remedy_dim_with(have, axis), rest = 0;
    AxisList none = { 0 };
    if (d < 0) {
        for (int e = 0; e < have->rank; e++)
            put(out, edited(s, have, e, with(s, have->dims[e].axes, axis), -1, none), 1 / (1 + 0.1 * rest++));
        return;
    }
    AxisList left = without(s, have->dims[d].axes, axis);
    put(out, edited(s, have, d, left, -1, none), 1);
    for (int e = 0; e < have->rank; e++) {
        if (e == d)
            continue;
        rest++;
        if (have->dims[e].axes.n)
            put(out, edited(s, have, d, have->dims[e].axes, e, have->dims[d].axes), 1 / (1 + 0.1 * rest));
        put(out, edited(s, have, d, left, e, with(s, have->dims[e].axes, axis)), 1 / (1 + 0.1 * rest));
    }
    replaced(s, have, d, axis, out);
}
