/* Writes the result of propagation back into the module: every op and argument gets the sharding of its value, shardings of
 * program inputs and outputs are reduced to splits that divide their dims evenly, open dims are closed, and sharding
 * constraints become reshards. */
#include <string.h>

#include "runtime/base/gcd.h"
#include "runtime/propagate/propagate_impl.h"

/* The longest prefix whose product divides `size`; its last axis may be cut to a part. */
static AxisList dividing_prefix(Arena *arena, AxisList axes, int64_t size)
{
    AxisRef *v = arena_array(arena, AxisRef, axes.n);
    int n = 0;
    for (int i = 0; i < axes.n; i++) {
        int64_t part = gcd64(size, axes.v[i].size);
        if (part > 1 || axes.v[i].size == 1) {
            v[n] = axes.v[i];
            v[n++].size = part;
        }
        size /= part;
        if (part != axes.v[i].size)
            break;
    }
    return (AxisList){.v = v, .n = n};
}

/* Values at the program's boundary are stored by the caller in equal pieces; dims that GSPMD's annotations closed stay as they
 * say, only what propagation brought is cut. */
static const Sharding *trimmed(const IrModule *m, Arena *scratch, const Sharding *s, const Type *type)
{
    if (!s || s->maximal || type->kind != TYPE_ARRAY || s->rank != type->rank)
        return s;
    DimSharding dims[MAX_RANK];
    bool cut = false;
    for (int d = 0; d < s->rank; d++) {
        dims[d] = s->dims[d];
        if (m->uneven_boundary && !s->dims[d].open)
            continue;
        if (type->dims[d] > 0 && type->dims[d] % axis_list_size(dims[d].axes) != 0) {
            dims[d].axes = dividing_prefix(scratch, dims[d].axes, type->dims[d]);
            cut = true;
        }
    }
    if (!cut)
        return s;
    Sharding changed = *s;
    changed.dims = dims;
    return sharding_intern(m->shardings, &changed);
}

/* GSPMD's callers who leave the layout of arguments or results open (the header's `key`) get one that divides all dims evenly, or none: JAX would not know what
 * to make of a layout of which only some dims are left, and expects XLA's answer. */
static const Sharding *even_or_none(const IrModule *m, const char *key, const Sharding *s, const Type *type)
{
    const char *open = pair_get(m->extra, m->n_extra, key);
    if (!m->uneven_boundary || !open || !strstr(open, "true") || !s || s->maximal || type->kind != TYPE_ARRAY || s->rank != type->rank)
        return s;
    DimSharding dims[MAX_RANK];
    bool uneven = false;
    for (int d = 0; d < s->rank; d++) {
        dims[d] = s->dims[d];
        if (!dims[d].open)
            continue;
        uneven = uneven || type->dims[d] % axis_list_size(dims[d].axes) != 0;
        dims[d].axes.n = 0;
    }
    if (!uneven)
        return s;
    Sharding changed = *s;
    changed.dims = dims;
    return sharding_intern(m->shardings, &changed);
}

/* True if the header's `key` leaves the i-th value open: "{true}" is for all, "{true,false}" for each. */
static bool leaves_open(const IrModule *m, const char *key, int i)
{
    const char *at = pair_get(m->extra, m->n_extra, key), *comma = at ? strchr(at, ',') : NULL;
    for (int k = 0; comma && k < i; k++, comma = strchr(at, ','))
        at = comma + 1;
    return at && at[strspn(at, "{ ,")] == 't';
}

/* A result without elements is whole everywhere where the caller leaves its layout open: XLA makes a constant of it before it partitions, and JAX expects its answer. */
static const Sharding *whole_if_empty(const IrModule *m, const Sharding *s, const Type *type)
{
    if (!s || s->maximal || type->kind != TYPE_ARRAY || type->n_elems || s->rank != type->rank)
        return s;
    DimSharding dims[MAX_RANK];
    for (int d = 0; d < s->rank; d++) {
        dims[d] = s->dims[d];
        dims[d].axes.n = 0;
    }
    Sharding changed = *s;
    changed.dims = dims;
    return sharding_intern(m->shardings, &changed);
}

/* Callers name whole axes: where propagation chose how the program's arguments and results are split, a dim's list of axes ends before
 * the first part of an axis. */
static const Sharding *whole_axes(const IrModule *m, const Sharding *s)
{
    if (!s || s->maximal || m->uneven_boundary)
        return s;
    DimSharding dims[MAX_RANK];
    bool cut = false;
    for (int d = 0; d < s->rank; d++) {
        dims[d] = s->dims[d];
        int n = 0;
        while (n < dims[d].axes.n && dims[d].axes.v[n].size == s->mesh->axes[dims[d].axes.v[n].axis].size)
            n++;
        if (dims[d].open && n < dims[d].axes.n) {
            dims[d].axes.n = n;
            cut = true;
        }
    }
    if (!cut)
        return s;
    Sharding changed = *s;
    changed.dims = dims;
    return sharding_intern(m->shardings, &changed);
}

/* ---- values ----------------------------------------------------------------------------------- */

static void store(IrModule *m, IrOp *op, int leaf, const Sharding *s)
{
    if (!op->shardings && s)
        op->shardings = arena_array(m->arena, const Sharding *, type_n_leaves(op->type));
    if (op->shardings)
        op->shardings[leaf] = s;
}

/* The reshape in front of a stretching broadcast is laid out as its operand, without the dims it drops. */
static const Sharding *without_dropped(const Propagation *p, const IrOp *broadcast, const IrOp *reshape)
{
    int v = prop_value_of(&p->graph, reshape->operands[0], 0);
    const Sharding *s = v >= 0 ? p->graph.values.v[v].sharding : NULL;
    if (!s || s->maximal)
        return s;
    DimSharding dims[MAX_RANK];
    int n = 0;
    for (int d = 0; d < s->rank; d++)
        if (ints_have(broadcast->a.dims, reshape->a.stretched.v[d]))
            dims[n++] = s->dims[d];
    Sharding kept = *s;
    kept.dims = dims;
    kept.rank = n;
    return sharding_intern(p->graph.m->shardings, &kept);
}

static void store_comp(Propagation *p, IrComp *c)
{
    IrModule *m = p->graph.m;
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        for (int k = 0; k < type_n_leaves(op->type); k++) {
            int v = prop_value_of(&p->graph, op, k);
            if (v >= 0)
                store(m, op, k, p->graph.values.v[v].sharding);
        }
        const IrOp *reshape = broadcast_stretched(op);
        if (reshape)
            store(m, op->operands[0], 0, without_dropped(p, op, reshape));
    }
}

/* A manual computation's annotations grow by what its edges took. */
static void store_manual(Propagation *p, const PropNode *edge)
{
    if (edge->view == VIEW_SAME || !edge->as_written)
        return;
    IrModule *m = p->graph.m;
    IrOp *op = edge->op;
    const PropValue *v = prop_node_value(&p->graph, edge, edge->n_operands);
    arena_reset(p->scratch);
    const Sharding *s = edge->view == VIEW_INTO_BODY ? edge_view_from_sources(p, edge, v->sharding) : v->sharding;
    bool in = edge->view == VIEW_INTO_BODY;
    int n = in ? op->a.manual.n_in : op->a.manual.n_out;
    const Sharding **list = arena_dup_array(m->arena, in ? op->a.manual.in : op->a.manual.out, n);
    list[in ? (int)v->ir.op->a.parameter.number : v->ir.leaf] = s;
    if (in)
        op->a.manual.in = list;
    else
        op->a.manual.out = list;
}

void finish_store(Propagation *p)
{
    IrModule *m = p->graph.m;
    IrComp *entry = m->entry;
    for (int i = 0; i < p->graph.nodes.n; i++)
        if (p->graph.nodes.v[i].kind == NODE_EDGE)
            store_manual(p, &p->graph.nodes.v[i]);
    for (int i = 0; i < m->n_comps; i++)
        store_comp(p, m->comps[i]);
    if (!entry->results)
        entry->results = arena_array(m->arena, IrParamInfo, p->graph.n_results);
    for (int i = 0; i < p->graph.n_results; i++)
        entry->results[i].sharding = p->graph.results[i].sharding;
}

/* ---- boundaries, closing ---------------------------------------------------------------------- */

static void trim_op(IrModule *m, Arena *scratch, IrOp *op)
{
    for (int k = 0; op->shardings && k < type_n_leaves(op->type); k++)
        op->shardings[k] = trimmed(m, scratch, op->shardings[k], type_leaf(op->type, k));
}

static void trim_manual(IrModule *m, Arena *scratch, IrOp *op)
{
    const Sharding **in = arena_dup_array(m->arena, op->a.manual.in, op->a.manual.n_in);
    const Sharding **out = arena_dup_array(m->arena, op->a.manual.out, op->a.manual.n_out);
    for (int i = 0; i < op->a.manual.n_in && i < op->n_operands; i++)
        in[i] = trimmed(m, scratch, in[i], op->operands[i]->type);
    for (int i = 0; i < op->a.manual.n_out; i++)
        out[i] = trimmed(m, scratch, out[i], type_leaf(op->type, i));
    op->a.manual.in = in;
    op->a.manual.out = out;
}

static void trim_boundaries(IrModule *m, Arena *scratch)
{
    static const char to_parameters[] = "allow_spmd_sharding_propagation_to_parameters", to_output[] = "allow_spmd_sharding_propagation_to_output";
    for (int i = 0; i < m->n_comps; i++) {
        IrComp *c = m->comps[i];
        for (int k = 0; k < c->n_params && c == m->entry; k++)
            for (int leaf = 0; c->params[k]->shardings && leaf < type_n_leaves(c->params[k]->type); leaf++)
                c->params[k]->shardings[leaf] = even_or_none(m, to_parameters, c->params[k]->shardings[leaf], type_leaf(c->params[k]->type, leaf));
        for (int k = 0; k < c->n_params && (c == m->entry || c->is_function); k++)
            trim_op(m, scratch, c->params[k]);
        for (int k = 0; k < c->n_params && c == m->entry; k++)
            for (int leaf = 0; c->params[k]->shardings && leaf < type_n_leaves(c->params[k]->type); leaf++)
                c->params[k]->shardings[leaf] = whole_axes(m, c->params[k]->shardings[leaf]);
        for (int k = 0; k < c->n_ops; k++) {
            IrOp *op = c->ops[k];
            if (op->code == OP_call || op->code == OP_manual)
                trim_op(m, scratch, op);
            if (op->code == OP_manual)
                trim_manual(m, scratch, op);
        }
    }
    const Type *type = m->entry->root->type;
    for (int i = 0; i < type_n_leaves(type); i++) {
        const Type *leaf = type_leaf(type, i);
        const Sharding *s = even_or_none(m, to_output, m->entry->results[i].sharding, leaf);
        if (leaves_open(m, to_output, i))
            s = whole_if_empty(m, s, leaf);
        m->entry->results[i].sharding = whole_axes(m, trimmed(m, scratch, s, leaf));
    }
}

static const Sharding *closed(IrModule *m, GHashTable *seen, const Sharding *s)
{
    if (!s || s->maximal)
        return s;
    const Sharding *c = g_hash_table_lookup(seen, s);
    if (!c) {
        c = sharding_closed(m->shardings, s);
        g_hash_table_insert(seen, (gpointer)s, (gpointer)c);
    }
    return c;
}

static void close_list(IrModule *m, GHashTable *seen, const Sharding **list, int n)
{
    for (int i = 0; list && i < n; i++)
        list[i] = closed(m, seen, list[i]);
}

static void close_op(IrModule *m, GHashTable *seen, IrOp *op)
{
    if (op->code == OP_constraint)
        op->code = OP_reshard;
    close_list(m, seen, op->shardings, type_n_leaves(op->type));
    if (op->code != OP_manual)
        return;
    const Sharding **in = arena_dup_array(m->arena, op->a.manual.in, op->a.manual.n_in);
    const Sharding **out = arena_dup_array(m->arena, op->a.manual.out, op->a.manual.n_out);
    close_list(m, seen, in, op->a.manual.n_in);
    close_list(m, seen, out, op->a.manual.n_out);
    op->a.manual.in = in;
    op->a.manual.out = out;
}

/* Names of a value that trimming changed: tuple and get_tuple_element say what the value says. */
static void mirror_names(IrModule *m, IrComp *c)
{
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        if (op->code != OP_tuple && op->code != OP_get_tuple_element)
            continue;
        for (int k = 0; k < type_n_leaves(op->type); k++) {
            IrValue v = value_resolve(op, k);
            store(m, op, k, v.op->shardings ? v.op->shardings[v.leaf] : NULL);
        }
    }
}

/* What the text said of a result no longer holds. */
static void forget_text(IrModule *m, IrParamInfo *info)
{
    IrPair *pairs = arena_array(m->arena, IrPair, info->n_pairs);
    int n = 0;
    for (int i = 0; i < info->n_pairs; i++)
        if (!g_str_equal(info->pairs[i].key, "xla.sdy.sharding"))
            pairs[n++] = info->pairs[i];
    info->pairs = pairs;
    info->n_pairs = n;
    info->sharding_text = NULL;
}

/* A function's results have the shardings of what it returns. */
static void mirror_returned(IrModule *m, IrComp *c, Arena *scratch)
{
    int n = type_n_leaves(c->root->type);
    const Sharding **s = arena_array(scratch, const Sharding *, n);
    bool any = c->results != NULL;
    for (int i = 0; i < n; i++) {
        IrValue v = value_resolve(c->root, i);
        s[i] = v.op->shardings ? trimmed(m, scratch, v.op->shardings[v.leaf], type_leaf(c->root->type, i)) : NULL;
        s[i] = s[i] && !s[i]->maximal ? sharding_closed(m->shardings, s[i]) : s[i];
        any = any || s[i];
    }
    if (!any)
        return;
    IrParamInfo *results = arena_array(m->arena, IrParamInfo, n);
    for (int i = 0; i < n; i++) {
        if (c->results)
            results[i] = c->results[i];
        results[i].sharding = s[i];
        if (!s[i])
            forget_text(m, &results[i]);
    }
    c->results = results;
}

void finish_module(IrModule *m)
{
    Arena *scratch = arena_new_root();
    GHashTable *seen = g_hash_table_new(NULL, NULL);
    trim_boundaries(m, scratch);
    for (int i = 0; i < m->n_comps; i++) {
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            close_op(m, seen, m->comps[i]->ops[k]);
        mirror_names(m, m->comps[i]);
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            if (m->comps[i]->ops[k]->code == OP_call && m->comps[i]->ops[k]->n_comps == 1)
                mirror_returned(m, m->comps[i]->ops[k]->comps[0], scratch);
    }
    for (int i = 0; i < type_n_leaves(m->entry->root->type); i++)
        m->entry->results[i].sharding = closed(m, seen, m->entry->results[i].sharding);
    g_hash_table_destroy(seen);
    arena_free(scratch);
}
