/* Which order of devices each op of a module runs in; see orders.h. Start reading at choose(). */
#include "runtime/partition/orders.h"

#include "runtime/shard/tiles.h"

const Sharding *orders_sharding(ShardingTable *t, const Sharding *s, const Mesh *order)
{
    if (!s || s->maximal || s->mesh == order || s->mesh->n_axes != order->n_axes)
        return s;
    Sharding moved = *s;
    moved.mesh = order;
    return sharding_intern(t, &moved);
}

bool orders_free(const IrOp *op, int leaf)
{
    const Sharding *s = op->shardings ? op->shardings[leaf] : NULL;
    return !s || s->maximal || sharding_is_replicated(s);
}

/* What an annotation says of the argument or result, or NULL. */
static const Mesh *placed(const IrModule *m, bool is_result, int leaf)
{
    for (int i = 0; i < m->n_placements; i++)
        if (m->placements[i].is_result == is_result && m->placements[i].leaf == leaf)
            return m->placements[i].mesh;
    return NULL;
}

/* Number of a parameter's first leaf among those of all arguments of the entry. */
static int first_leaf(const IrOp *param)
{
    const IrComp *entry = param->parent;
    int leaf = 0;
    for (int i = 0; entry->params[i] != param; i++)
        leaf += type_n_leaves(entry->params[i]->type);
    return leaf;
}

const Mesh *orders_value(const IrModule *m, const Mesh *const *orders, const IrOp *op, int leaf)
{
    if (op->code == OP_get_tuple_element) {
        const Type *tuple = op->operands[0]->type;
        for (int i = 0; i < op->a.gte.index; i++)
            leaf += type_n_leaves(tuple->parts[i]);
        return orders_value(m, orders, op->operands[0], leaf);
    }
    const Mesh *said = op->code == OP_parameter && op->parent == m->entry ? placed(m, false, first_leaf(op) + leaf) : NULL;
    return said ? said : orders[op->id];
}

const Mesh *orders_result(const IrModule *m, const Mesh *const *orders, int leaf)
{
    const IrOp *root = m->entry->root;
    int first = 0;
    for (int i = 0; root->code == OP_tuple && i < root->n_operands; i++) {
        const IrOp *o = root->operands[i];
        const Mesh *said = leaf == first && o->type->kind == TYPE_ARRAY ? placed(m, true, leaf) : NULL;
        if (said)
            return said;
        if (leaf < first + type_n_leaves(o->type))
            return orders_value(m, orders, o, leaf - first);
        first += type_n_leaves(o->type);
    }
    const Mesh *said = root->type->kind == TYPE_ARRAY ? placed(m, true, leaf) : NULL;
    return said ? said : orders_value(m, orders, root, leaf);
}

/* ---- choosing ---- */

typedef struct Choosing {
    const IrModule *m;
    const Mesh **orders;
    int64_t *bytes; /* that decided, by op id */
} Choosing;

static bool keeps_module_order(const IrOp *op)
{
    switch (op_family(op)) {
    case FAMILY_control: case FAMILY_tuple: case FAMILY_barrier: case FAMILY_async: case FAMILY_token: case FAMILY_collective: case FAMILY_custom: case FAMILY_device_id:
        return true;
    case FAMILY_elementwise: case FAMILY_leaf: case FAMILY_iota: case FAMILY_broadcast: case FAMILY_reshape: case FAMILY_transpose: case FAMILY_reverse: case FAMILY_slice:
    case FAMILY_pad: case FAMILY_concatenate: case FAMILY_dynamic_slice: case FAMILY_dynamic_update_slice: case FAMILY_gather: case FAMILY_scatter:
    case FAMILY_bitcast_convert: case FAMILY_dot: case FAMILY_convolution: case FAMILY_reduce: case FAMILY_reduce_window: case FAMILY_select_and_scatter: case FAMILY_sort:
    case FAMILY_topk: case FAMILY_fft: case FAMILY_linalg: case FAMILY_rng_bits: case FAMILY_constraint: case FAMILY_reshard: case FAMILY_group: case FAMILY_manual:
    case FAMILY_opaque: case N_FAMILIES: break;
    }
    return op->type->kind != TYPE_ARRAY && op->type->kind != TYPE_TUPLE;
}

static int64_t bytes_of(const IrOp *op)
{
    const Type *t = op->type;
    return t->kind == TYPE_ARRAY ? t->n_elems * elem_info[t->elem].bytes : 0;
}

/* True if a device holds more of the result than of the operand: better moved before than after. */
static bool grows(const IrOp *op)
{
    const IrOp *o = op->n_operands == 1 ? op->operands[0] : NULL;
    if (!o || o->type->kind != TYPE_ARRAY || op->type->kind != TYPE_ARRAY || orders_free(o, 0) || orders_free(op, 0))
        return false;
    return bytes_of(op) / tile_count(op->shardings[0]) > bytes_of(o) / tile_count(o->shardings[0]);
}

static void from_operands(Choosing *x, const IrOp *op)
{
    if (grows(op))
        return;
    for (int i = 0; i < op->n_operands; i++) {
        const IrOp *o = op->operands[i];
        if (o->type->kind != TYPE_ARRAY || orders_free(o, 0) || (x->orders[op->id] && bytes_of(o) <= x->bytes[op->id]))
            continue;
        const Mesh *order = orders_value(x->m, x->orders, o, 0);
        if (!order)
            continue; /* an iota, say, whose order its users decide */
        x->orders[op->id] = order;
        x->bytes[op->id] = bytes_of(o);
    }
}

static void from_users(Choosing *x, const IrComp *c)
{
    for (int i = c->n_ops - 1; i >= 0; i--) {
        const IrOp *op = c->ops[i];
        if (!x->orders[op->id])
            x->orders[op->id] = x->m->mesh;
        for (int k = 0; k < op->n_operands; k++) {
            const IrOp *o = op->operands[k];
            const Mesh *said = op == x->m->entry->root && op->n_operands == type_n_leaves(op->type) ? placed(x->m, true, k) : NULL;
            if (!x->orders[o->id])
                x->orders[o->id] = said ? said : x->orders[op->id];
        }
    }
}

/* True if an annotation says the order of the op and the op is laid out as it says: the planner may have decided otherwise, but for
 * constraints, which it keeps. */
static bool as_wanted(const IrOp *op)
{
    if (op->wanted && (op->code == OP_constraint || (op->code == OP_reshard && !op->reshard_id))) /* which they become once propagated */
        return true;
    const Sharding *s = op->shardings ? op->shardings[0] : NULL;
    if (!op->wanted || !s || s->maximal || s->rank != op->wanted->rank)
        return false;
    bool same = true;
    for (int d = 0; same && d < s->rank; d++)
        same = axis_list_equal(s->dims[d].axes, op->wanted->dims[d].axes);
    return same;
}

/* `inside`: of a manual region, whose ops all run in one order; else NULL. */
static void choose(Choosing *x, const IrComp *c, const Mesh *inside)
{
    const Mesh *base = inside ? inside : x->m->mesh;
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        const Mesh **order = &x->orders[op->id];
        bool entry = c == x->m->entry, free_border = entry && op->type->kind == TYPE_ARRAY; /* of the program: as its neighbours, where nothing is said */
        bool handed_on = !free_border && (op->code == OP_parameter || op == c->root), fixed = inside || keeps_module_order(op) || handed_on;
        if (op->code == OP_manual)
            *order = !inside && op->a.manual.mesh ? op->a.manual.mesh : base;
        else if (!fixed && as_wanted(op))
            *order = op->wanted->mesh;
        else if (fixed)
            *order = base;
        else if (op->code == OP_parameter)
            *order = placed(x->m, false, first_leaf(op)); /* else as its users */
        else if (entry && op == c->root && placed(x->m, true, 0))
            *order = placed(x->m, true, 0);
        else
            from_operands(x, op);
        for (int k = 0; k < op->n_comps; k++)
            if (op_family(op) == FAMILY_control || op->code == OP_manual)
                choose(x, op->comps[k], op->code == OP_manual ? *order : inside);
    }
    from_users(x, c);
}

const Mesh **orders_of(const IrModule *m)
{
    if (!m->mixed_orders)
        return NULL;
    Choosing x = { m, g_new0(const Mesh *, m->next_id), g_new0(int64_t, m->next_id) };
    choose(&x, m->entry, NULL);
    g_free(x.bytes);
    return x.orders;
}

/* ---- showing ---- */

static void show_comp(IrModule *m, const Mesh *const *orders, const IrComp *c, GHashTable *of_reshard)
{
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        int n = type_n_leaves(op->type);
        const Sharding **shown = op->shardings ? arena_dup_array(m->arena, op->shardings, n) : NULL;
        for (int k = 0; shown && k < n; k++)
            shown[k] = orders_sharding(m->shardings, shown[k], orders_value(m, orders, op, k));
        op->shardings = shown;
        if (op->code == OP_reshard)
            g_hash_table_insert(of_reshard, GINT_TO_POINTER(op->reshard_id), (gpointer)orders[op->id]);
        for (int k = 0; k < op->n_comps; k++)
            if (op_family(op) == FAMILY_control || op->code == OP_manual)
                show_comp(m, orders, op->comps[k], of_reshard);
    }
}

void orders_show(IrModule *m, DecisionLog *log)
{
    g_autofree const Mesh **orders = orders_of(m);
    if (!orders)
        return;
    g_autoptr(GHashTable) of_reshard = g_hash_table_new(NULL, NULL);
    IrComp *entry = m->entry;
    for (int i = 0; entry->results && i < type_n_leaves(entry->root->type); i++)
        if (entry->results[i].sharding)
            entry->results[i].sharding = orders_sharding(m->shardings, entry->results[i].sharding, orders_result(m, orders, i));
    show_comp(m, orders, entry, of_reshard);
    for (int i = 0; log && i < log->reshards.n; i++) {
        Reshard *r = &log->reshards.v[i];
        const Mesh *order = g_hash_table_lookup(of_reshard, GINT_TO_POINTER(r->id));
        if (order) {
            r->from = orders_sharding(m->shardings, r->from, order);
            r->to = orders_sharding(m->shardings, r->to, order);
        }
    }
}
