/* Sharding groups: values that the program says are laid out alike. */
#include "runtime/propagate/propagate_impl.h"

static bool has_axes(const Sharding *s)
{
    for (int d = 0; s && d < s->rank; d++)
        if (s->dims[d].axes.n > 0)
            return true;
    return false;
}

static bool same_shape(const Type *a, const Type *b)
{
    if (a->kind != b->kind || a->rank != b->rank)
        return false;
    for (int d = 0; d < a->rank; d++)
        if (a->dims[d] != b->dims[d])
            return false;
    return true;
}

/* The one sharding the members start with; *conflict if they bring several. */
static const Sharding *common_start(const Propagation *p, const PropGroup *g, bool *conflict)
{
    const Sharding *common = NULL;
    for (int i = 0; i < g->n_values; i++) {
        const Sharding *s = p->graph.values.v[g->values[i]].sharding;
        if (!s || (common && !has_axes(s)))
            continue;
        *conflict = *conflict || (common && has_axes(common) && common != s);
        common = s;
    }
    return common;
}

bool groups_start(Propagation *p, GError **error)
{
    for (int k = 0; k < p->graph.n_groups; k++) {
        PropGroup *g = &p->graph.groups[k];
        const PropValue *first = &p->graph.values.v[g->values[0]];
        for (int i = 1; i < g->n_values; i++) {
            const PropValue *v = &p->graph.values.v[g->values[i]];
            if (!same_shape(first->type, v->type))
                return diag(error, SHARD_ERROR_SHARDING, &v->ir.op->at, "members of a sharding group have one shape",
                            "%%%s and %%%s are in one sharding group but differ in shape", first->ir.op->name,
                            v->ir.op->name);
        }
        bool conflict = false;
        const Sharding *s = common_start(p, g, &conflict);
        for (int i = 0; i < g->n_values; i++) {
            PropValue *v = &p->graph.values.v[g->values[i]];
            if (conflict)
                v->group = -1;
            else if (s)
                v->sharding = s;
        }
    }
    return true;
}
