/* Makes the per-device module. Layouts were settled by insert_reshards; here each op becomes local ops on tiles, by one function
 * per family (lower_*.c). Start reading at localise(). */
#include "runtime/partition/local_build.h"
#include "runtime/partition/local_impl.h"

#include "runtime/partition/lower.h"
#include "runtime/partition/lower_order.h"

static bool lower_comp(Local *x, const IrComp *from, IrComp *to, int64_t trips, GError **error);

/* State of Local that belongs to one computation. */
typedef struct Scope {
    IrComp *comp;
    GHashTable *tables, *moved;
    IrOp *device;
    int64_t trips;
} Scope;

static Scope enter(Local *x, IrComp *comp, int64_t trips)
{
    Scope outer = { x->comp, x->tables, x->moved, x->device, x->trips };
    x->comp = comp;
    x->tables = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    x->moved = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    x->device = NULL;
    x->trips = trips;
    return outer;
}

static void leave(Local *x, Scope outer)
{
    g_hash_table_destroy(x->tables);
    g_hash_table_destroy(x->moved);
    x->comp = outer.comp;
    x->tables = outer.tables;
    x->moved = outer.moved;
    x->device = outer.device;
    x->trips = outer.trips;
}

static const Type *local_type_of(Local *x, const IrOp *op)
{
    const Type *t = op->type;
    if (t->kind == TYPE_ARRAY)
        return lb_local_type(x, t, op->shardings ? op->shardings[0] : NULL);
    if (t->kind != TYPE_TUPLE)
        return lb_type(x, t);
    int n = type_n_leaves(t);
    g_autofree const Type **leaves = g_new(const Type *, n + 1);
    for (int i = 0; i < n; i++)
        leaves[i] = lb_local_type(x, type_leaf(t, i), op->shardings ? op->shardings[i] : NULL);
    /* Tuples of tuples are rebuilt from their leaves. */
    int leaf = 0;
    g_autofree const Type **parts = g_new(const Type *, t->n_parts + 1);
    for (int i = 0; i < t->n_parts; i++) {
        if (t->parts[i]->kind == TYPE_TUPLE) {
            IrOp inner = *op;
            inner.type = t->parts[i];
            inner.shardings = op->shardings ? op->shardings + leaf : NULL;
            parts[i] = local_type_of(x, &inner);
        } else {
            parts[i] = leaves[leaf];
        }
        leaf += type_n_leaves(t->parts[i]);
    }
    return type_tuple(x->out->types, t->n_parts, parts);
}

static IrOp *lower_parameter(Local *x, const IrOp *op)
{
    IrOp *made = lb_op(x, OP_parameter, local_type_of(x, op), 0, NULL);
    made->a = op->a;
    return made;
}

static IrOp *lower_tuple(Local *x, const IrOp *op)
{
    if (op->code == OP_get_tuple_element) {
        IrOp *tuple = local_of(x, op->operands[0]);
        if (tuple->code == OP_tuple)
            return tuple->operands[op->a.gte.index];
        IrOp *made = lb_op(x, OP_get_tuple_element, tuple->type->parts[op->a.gte.index], 1, &tuple);
        made->a = op->a;
        return made;
    }
    g_autofree IrOp **args = g_new(IrOp *, op->n_operands + 1);
    g_autofree const Type **parts = g_new(const Type *, op->n_operands + 1);
    for (int i = 0; i < op->n_operands; i++) {
        args[i] = local_of(x, op->operands[i]);
        parts[i] = args[i]->type;
    }
    return lb_op(x, OP_tuple, type_tuple(x->out->types, op->n_operands, parts), op->n_operands, args);
}

static IrOp *lower_control(Local *x, const IrOp *op, GError **error)
{
    if (op->code != OP_while && op->code != OP_conditional)
        return lower_plain(x, op);
    int64_t n = op->code == OP_while ? while_trip_count(op) : 1;
    g_autofree IrComp **comps = g_new(IrComp *, op->n_comps);
    for (int k = 0; k < op->n_comps; k++) {
        comps[k] = comp_new(x->out, op->comps[k]->name);
        if (!lower_comp(x, op->comps[k], comps[k], x->trips * (n < 0 ? 1 : n), error))
            return NULL;
    }
    x->current = op;
    g_autofree IrOp **args = g_new(IrOp *, op->n_operands + 1);
    for (int i = 0; i < op->n_operands; i++)
        args[i] = local_of(x, op->operands[i]);
    IrOp *made = lb_op(x, op->code, local_type_of(x, op), op->n_operands, args);
    made->a = op->a;
    op_set_comps(made, op->n_comps, comps);
    return made;
}

static bool lower_ops(Local *x, const IrComp *from, GError **error);

/* The body of a manual region is written for one device already: its ops replace the region. */
static IrOp *lower_manual(Local *x, const IrOp *op, GError **error)
{
    const IrComp *body = op->comps[0];
    for (int i = 0; i < op->n_operands; i++)
        x->map[body->params[i]->id] = local_of(x, op->operands[i]);
    if (!lower_ops(x, body, error))
        return NULL;
    return local_of(x, body->root);
}

static IrOp *lower_collective(Local *x, const IrOp *op)
{
    IrOp *made = lower_plain(x, op);
    made->reshard_id = 0; /* written by the user */
    return made;
}

static IrOp *lower(Local *x, const IrOp *op, GError **error)
{
    switch (op_family(op)) {
    case FAMILY_leaf: return op->code == OP_parameter ? lower_parameter(x, op) : lower_constant(x, op);
    case FAMILY_iota: return lower_iota(x, op);
    case FAMILY_tuple: return lower_tuple(x, op);
    case FAMILY_control: return lower_control(x, op, error);
    case FAMILY_manual: return lower_manual(x, op, error);
    case FAMILY_constraint: return local_of(x, op->operands[0]);
    case FAMILY_reshard: return lower_reshard(x, op);
    case FAMILY_collective: return lower_collective(x, op);
    case FAMILY_slice: return lower_slice(x, op);
    case FAMILY_pad: return lower_pad(x, op);
    case FAMILY_concatenate: return lower_concatenate(x, op);
    case FAMILY_reshape: return lower_reshape(x, op);
    case FAMILY_reverse: return lower_reverse(x, op);
    case FAMILY_dynamic_slice: return lower_dynamic_slice(x, op);
    case FAMILY_dynamic_update_slice: return lower_dynamic_update_slice(x, op);
    case FAMILY_gather: return lower_gather(x, op);
    case FAMILY_scatter: return lower_scatter(x, op);
    case FAMILY_dot: return lower_dot(x, op);
    case FAMILY_convolution: return lower_convolution(x, op);
    case FAMILY_reduce: return lower_reduce(x, op);
    case FAMILY_reduce_window: return lower_reduce_window(x, op);
    case FAMILY_rng_bits: return lower_rng_bits(x, op);
    case FAMILY_topk: return lower_topk(x, op);
    case FAMILY_sort: return lower_sort(x, op);
    case FAMILY_fft: return lower_fft(x, op);
    case FAMILY_select_and_scatter: return lower_select_and_scatter(x, op);
    case FAMILY_elementwise: case FAMILY_device_id: case FAMILY_broadcast: case FAMILY_transpose:
    case FAMILY_bitcast_convert:
    case FAMILY_linalg: case FAMILY_barrier: case FAMILY_async: case FAMILY_token:
    case FAMILY_custom: case FAMILY_group: case FAMILY_opaque: case N_FAMILIES: break;
    }
    if (lower_is_approx_pick(op))
        return lower_approx_pick(x, op);
    if (op->code == OP_scan)
        return lower_scan(x, op);
    if (op->code == OP_ragged_dot)
        return lower_ragged_dot(x, op);
    return lower_plain(x, op);
}

static bool lower_ops(Local *x, const IrComp *from, GError **error)
{
    for (int i = 0; i < from->n_ops; i++) {
        const IrOp *op = from->ops[i];
        if (op->code == OP_parameter && x->map[op->id])
            continue; /* a parameter of a manual body: mapped to the operand */
        x->current = op;
        x->reshard_id = 0;
        IrOp *made = order_results(x, op);
        g_autofree IrOp **kept = made ? NULL : order_operands(x, op);
        made = made ? made : lower(x, op, error);
        if (!made)
            return false;
        if (!made->shardings && op->shardings) /* who holds what, for reports */
            made->shardings = order_shown(x, op);
        order_operands_back(x, op, kept);
        x->map[op->id] = made;
    }
    return true;
}

static bool lower_comp(Local *x, const IrComp *from, IrComp *to, int64_t trips, GError **error)
{
    Scope outer = enter(x, to, trips);
    bool ok = lower_ops(x, from, error);
    if (ok) {
        to->root = local_of(x, from->root);
        if (from == x->m->entry)
            to->root = order_root(x, from, to->root);
        comp_renumber(to);
        comp_drop_dead(to, true);
    }
    leave(x, outer);
    return ok;
}

typedef struct Donor { IrAlias *alias; int64_t bytes; } Donor;

static gint by_bytes(gconstpointer a, gconstpointer b)
{
    const Donor *x = a, *y = b;
    return x->bytes != y->bytes ? (x->bytes < y->bytes) - (x->bytes > y->bytes) : x->alias < y->alias ? -1 : 1;
}

/* The first result of so many bytes that is not taken yet; -1 = none. */
static int64_t result_of_size(const IrComp *e, const bool *taken, int64_t bytes)
{
    for (int k = 0; k < type_n_leaves(e->root->type); k++)
        if (!taken[k] && type_bytes(type_leaf(e->root->type, k)) == bytes)
            return k;
    return -1;
}

/* Arguments that are offered to any result get one of their size, the largest first, as XLA gives them. */
static void place_donors(IrModule *m)
{
    const IrComp *e = m->entry;
    g_autofree bool *taken = g_new0(bool, type_n_leaves(e->root->type) + 1);
    g_autofree Donor *donors = g_new(Donor, m->n_aliases + 1);
    int n = 0;
    for (int i = 0; i < m->n_aliases; i++) {
        IrAlias *a = &m->aliases[i];
        if (a->output >= 0)
            taken[a->output] = true;
        else
            donors[n++] = (Donor){a, type_bytes(e->params[a->param]->type)};
    }
    qsort(donors, (size_t)n, sizeof *donors, by_bytes);
    for (int i = 0; i < n; i++)
        if ((donors[i].alias->output = result_of_size(e, taken, donors[i].bytes)) >= 0)
            taken[donors[i].alias->output] = true;
}

/* Keeps donations whose two sides have the same storage on each device. */
static void copy_aliases(Local *x)
{
    const IrModule *m = x->m;
    x->out->aliases = arena_array(x->out->arena, IrAlias, m->n_aliases + 1);
    for (int i = 0; i < m->n_aliases; i++) {
        IrAlias a = m->aliases[i];
        const IrComp *e = x->out->entry;
        if (a.param >= e->n_params)
            continue;
        if (a.output >= 0 && type_leaf(e->root->type, (int)a.output)->plain != e->params[a.param]->type->plain)
            a.output = -1;
        x->out->aliases[x->out->n_aliases++] = a;
    }
    place_donors(x->out);
}

/* Callees before callers, the entry last; computations that are never called are left out. */
static void order_comps(IrModule *m, IrComp *c, GHashTable *seen, IrComp **out, int *n)
{
    if (!g_hash_table_add(seen, c))
        return;
    for (int i = 0; i < c->n_ops; i++)
        for (int k = 0; k < c->ops[i]->n_comps; k++)
            order_comps(m, c->ops[i]->comps[k], seen, out, n);
    out[(*n)++] = c;
}

IrModule *localise(const IrModule *m, const Hardware *model, DecisionLog *log, GError **error)
{
    Local x = { .m = m, .out = module_new(m->name), .log = log, .model = model, .mesh = m->mesh, .trips = 1 };
    x.map = g_new0(IrOp *, m->next_id);
    x.orders = orders_of(m);
    x.types = g_hash_table_new(NULL, NULL);
    x.comps = g_hash_table_new(NULL, NULL);
    x.out->path = m->path;
    x.out->n_replicas = MAX(m->n_replicas, 1);
    x.out->n_partitions = m->mesh->n_devices;
    x.out->mesh = m->mesh;
    x.out->mixed_orders = m->mixed_orders;
    IrComp *entry = comp_new(x.out, m->entry->name);
    bool ok = lower_comp(&x, m->entry, entry, 1, error);
    if (ok) {
        g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
        IrComp **sorted = arena_array(x.out->arena, IrComp *, x.out->n_comps);
        int n = 0;
        order_comps(x.out, entry, seen, sorted, &n);
        memcpy(x.out->comps, sorted, sizeof *sorted * (size_t)n);
        x.out->n_comps = n;
        x.out->entry = entry;
        copy_aliases(&x);
        spread_over_replicas(x.out);
        if (x.out->n_partitions * x.out->n_replicas > 1)
            pair_add(x.out->arena, &x.out->pairs, &x.out->n_pairs, IR_PER_DEVICE, "true", false);
    }
    g_free(x.map);
    g_free(x.orders);
    vec_clear(&x.groups);
    g_hash_table_destroy(x.types);
    g_hash_table_destroy(x.comps);
    if (!ok) {
        module_free(x.out);
        return NULL;
    }
    return x.out;
}
