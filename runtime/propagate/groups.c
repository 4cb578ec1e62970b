/* Sharding groups: sets of values that the program requires to have equal shardings. */
#include "runtime/propagate/propagate_impl.h"

/* True if the sharding says nothing of dims: none, or open in all of them. Its other lists do not count. */
static bool is_trivial(const Sharding *s)
{
    if (!s)
        return true;
    bool trivial = !s->maximal;
    for (int d = 0; d < s->rank; d++)
        trivial = trivial && s->dims[d].open && s->dims[d].axes.n == 0;
    return trivial;
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
static const Sharding *common_start(const PropGraph *g, const PropGroup *group, bool *conflict)
{
    const Sharding *common = NULL;
    *conflict = false;
    for (int i = 0; i < group->n_values; i++) {
        const Sharding *s = g->values.v[group->values[i]].sharding;
        if (!s || (common && is_trivial(s)))
            continue;
        *conflict = *conflict || (!is_trivial(common) && common != s);
        common = s;
    }
    return common;
}

/* A constraint that is open in all dims, right behind the value and read in its place by all. */
static void insert_open(IrModule *m, IrValue v, const Mesh *mesh)
{
    IrComp *c = v.op->parent;
    IrOp *name = v.op;
    for (int i = 0; name->type->kind == TYPE_TUPLE && i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        if (op->code != OP_get_tuple_element || op->type->kind == TYPE_TUPLE)
            continue;
        IrValue named = value_resolve(op, 0);
        if (named.op == v.op && named.leaf == v.leaf)
            name = op;
    }
    if (name->type->kind == TYPE_TUPLE)
        return;
    IrOp *by = op_new(c, OP_constraint, name->type, NULL, 1, &name);
    op_inherit(by, name);
    by->shardings = arena_array(m->arena, const Sharding *, 1);
    by->shardings[0] = sharding_open(m->shardings, mesh, name->type->rank);
    c->n_ops--;
    int at = name->pos + 1;
    while (name->code == OP_parameter && at < c->n_ops && c->ops[at]->code == OP_parameter)
        at++;
    for (int i = c->n_ops; i > at; i--)
        c->ops[i] = c->ops[i - 1];
    c->ops[at] = by;
    c->n_ops++;
    comp_renumber(c);
    for (int i = at + 1; i < c->n_ops; i++)
        for (int k = 0; k < c->ops[i]->n_operands; k++) {
            IrOp *o = c->ops[i]->operands[k];
            if (o->type->kind == TYPE_TUPLE || c->ops[i]->code == OP_get_tuple_element)
                continue;
            IrValue read = value_resolve(o, 0);
            if (read.op == v.op && read.leaf == v.leaf)
                c->ops[i]->operands[k] = by;
        }
    if (c->root == name)
        c->root = by;
}

bool groups_part(const PropGraph *g)
{
    bool any = false;
    for (int k = 0; k < g->n_groups; k++) {
        const PropGroup *group = &g->groups[k];
        bool conflict;
        const Sharding *s = common_start(g, group, &conflict);
        for (int i = 0; conflict && i < group->n_values; i++)
            insert_open(g->m, group->names[i], s->maximal ? g->m->mesh : s->mesh);
        any = any || conflict;
    }
    return any;
}

bool groups_start(PropGraph *g, GError **error)
{
    for (int k = 0; k < g->n_groups; k++) {
        const PropGroup *group = &g->groups[k];
        const PropValue *first = &g->values.v[group->values[0]];
        for (int i = 1; i < group->n_values; i++) {
            const PropValue *v = &g->values.v[group->values[i]];
            if (!same_shape(first->type, v->type))
                return diag(error, SHARD_ERROR_SHARDING, &v->ir.op->at, "members of a sharding group have one shape",
                            "%%%s and %%%s are in one sharding group but differ in shape", first->ir.op->name,
                            v->ir.op->name);
        }
        bool conflict;
        const Sharding *s = common_start(g, group, &conflict);
        for (int i = 0; i < group->n_values; i++) {
            PropValue *v = &g->values.v[group->values[i]];
            if (conflict)
                v->group = -1;
            else if (!is_trivial(s))
                v->sharding = s;
        }
    }
    return true;
}
