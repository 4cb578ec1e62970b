/* Checks that a module is well-formed. Structure first, since later checks rely on it: pointers are consistent, operands stand before
 * users, callees before callers. Then the type of each op. */
#include "runtime/ir/verify.h"

#include <string.h>

#include "runtime/ir/infer_impl.h"

static bool bad(const IrOp *op, GError **error, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static bool bad(const IrOp *op, GError **error, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    g_autofree char *text = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    return infer_fail(op, error, "%s", text) != NULL;
}

/* ---- structure ------------------------------------------------------------------------------- */

static bool check_links(const IrComp *c, const IrOp *op, int pos, GHashTable *earlier,
                        GError **error)
{
    if (op->parent != c || op->pos != pos)
        return bad(op, error, "is entry %d of %s, but says entry %d of %s", pos, c->name, op->pos,
                   op->parent ? op->parent->name : "nothing");
    if (!op->type)
        return bad(op, error, "has no type");
    for (int i = 0; i < op->n_operands; i++) {
        const IrOp *x = op->operands[i];
        if (!x || x->parent != c)
            return bad(op, error, "operand %d (%s) is not of this computation", i,
                       x ? x->name : "missing");
        if (x->pos >= pos || c->ops[x->pos] != x)
            return bad(op, error, "operand %s is not defined before its user", x->name);
    }
    for (int i = 0; i < op->n_comps; i++)
        if (!op->comps[i] || !g_hash_table_contains(earlier, op->comps[i]))
            return bad(op, error, "calls %s, which is not defined before it in the module",
                       op->comps[i] ? op->comps[i]->name : "nothing");
    return true;
}

static bool check_params(const IrComp *c, GError **error)
{
    int n = 0;
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        if (op->code != OP_parameter)
            continue;
        int64_t k = op->a.parameter.number;
        if (k < 0 || k >= c->n_params || c->params[k] != op)
            return bad(op, error,
                       "number %" G_GINT64_FORMAT " of %d in %s is taken or leaves a gap", k,
                       c->n_params, c->name);
        n++;
    }
    if (n != c->n_params)
        return diag(error, SHARD_ERROR_VERIFY, &c->at, NULL,
                    "%s has %d parameter instructions for %d parameters", c->name, n, c->n_params);
    return true;
}

/* Relaxation: each round raises the depth of computations that call a deeper one. In the usual order, callees first, the second round
 * changes nothing. In a cycle depths grow until they exceed the limit. */
bool module_check_depth(const IrModule *m, GError **error)
{
    g_autoptr(GHashTable) depths = g_hash_table_new(NULL, NULL);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < m->n_comps; i++) {
            const IrComp *c = m->comps[i];
            int before = GPOINTER_TO_INT(g_hash_table_lookup(depths, c)), depth = before;
            for (int k = 0; k < c->n_ops; k++) {
                const IrOp *op = c->ops[k];
                for (int j = 0; j < op->n_comps; j++)
                    depth = MAX(depth, 1 + GPOINTER_TO_INT(g_hash_table_lookup(depths, op->comps[j])));
                if (depth > MAX_CALL_DEPTH)
                    return diag(error, SHARD_ERROR_LIMIT, OP_AT(op), NULL, "calls nest deeper than the limit of %d", MAX_CALL_DEPTH);
            }
            if (depth == before)
                continue;
            g_hash_table_insert(depths, (gpointer)c, GINT_TO_POINTER(depth));
            changed = true;
        }
    }
    return true;
}

static bool check_structure(const IrModule *m, GError **error)
{
    g_autoptr(GHashTable) earlier = g_hash_table_new(NULL, NULL),
                          names = g_hash_table_new(g_str_hash, g_str_equal),
                          ids = g_hash_table_new(NULL, NULL);
    if (!m->entry || m->n_comps == 0 || m->comps[m->n_comps - 1] != m->entry)
        return diag(error, SHARD_ERROR_VERIFY, NULL, NULL,
                    "module %s: the entry computation is missing or not the last", m->name);
    for (int i = 0; i < m->n_comps; i++) {
        const IrComp *c = m->comps[i];
        if (c->module != m || c->n_ops == 0)
            return diag(error, SHARD_ERROR_VERIFY, &c->at, NULL, "computation %s is %s", c->name,
                        c->n_ops ? "of another module" : "empty");
        for (int k = 0; k < c->n_ops; k++) {
            const IrOp *op = c->ops[k];
            if (!check_links(c, op, k, earlier, error))
                return false;
            if (!g_hash_table_add(names, (gpointer)op->name))
                return bad(op, error, "the name is taken by another instruction");
            if (!g_hash_table_add(ids, GINT_TO_POINTER(op->id)) || op->id >= m->next_id)
                return bad(op, error,
                           "the id %d is taken by another instruction, or was never given", op->id);
        }
        if (!c->root || c->root->parent != c || c->ops[c->root->pos] != c->root)
            return diag(error, SHARD_ERROR_VERIFY, &c->at, NULL,
                        "computation %s has no root among its instructions", c->name);
        if (!check_params(c, error))
            return false;
        g_hash_table_add(earlier, (gpointer)c);
    }
    return true;
}

/* ---- types and attributes -------------------------------------------------------------------- */

/* Unknown sizes cannot be compared, and few ops define their effect on buffers: for those only the operand count is checked, but for calls and
 * tuples, where types are handed on as they are. */
static bool is_comparable(const IrOp *op)
{
    bool runs = op->type->runs;
    for (int i = 0; i < op->n_operands; i++)
        runs = runs && op->operands[i]->type->runs;
    for (int i = 0; i < op->n_comps; i++) {
        runs = runs && op->comps[i]->root->type->runs;
        for (int k = 0; k < op->comps[i]->n_params; k++)
            runs = runs && op->comps[i]->params[k]->type->runs;
    }
    return runs;
}

static bool check_type(const IrOp *op, GError **error)
{
    if (!is_comparable(op) && op_family(op) != FAMILY_control && op_family(op) != FAMILY_tuple) {
        int want = op_info[op->code].n_args;
        return want < 0 || op->n_operands == want ||
               bad(op, error, "%d operands instead of %d", op->n_operands, want);
    }
    const Type *type = op_infer(op, error);
    if (!type)
        return false;
    if (!types_agree(type, op->type))
        return bad(op, error, "the type is %s, but operands and attributes give %s",
                   infer_text(op->type), infer_text(type));
    return true;
}

/* Checks replica groups: each id in [0, limit) and only once; limit 0 = unknown. */
static bool check_groups(const IrOp *op, GError **error)
{
    const Groups *g = &op->a.collective.groups;
    if (g->use_global_ids && !g->has_channel)
        return bad(op, error, "use_global_device_ids needs a channel_id");
    int64_t limit = op_n_ids(op);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (int i = 0; i < g->n_groups; i++) {
        if (g->groups[i].n == 0)
            return bad(op, error, "group %d is empty", i);
        if (g->groups[i].n != g->groups[0].n && op->code != OP_all_reduce &&
            op->code != OP_all_reduce_start)
            return bad(op, error, "groups of %d and %d members", g->groups[0].n, g->groups[i].n);
        for (int k = 0; k < g->groups[i].n; k++) {
            const int64_t *id = &g->groups[i].v[k];
            if (*id < 0 || (limit > 1 && *id >= limit))
                return bad(op, error, "id %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT, *id, limit);
            if (!g_hash_table_add(seen, (gpointer)id))
                return bad(op, error, "id %" G_GINT64_FORMAT " is in two places", *id);
        }
    }
    return true;
}

/* The in-place form moves several slices in turn: the pairs of each follow those of the one before. */
static int n_slices_moved(const IrOp *op)
{
    const char *text = op->n_operands == 4 ? pair_get(op->extra, op->n_extra, "slice_sizes") : NULL;
    int n = 0;
    for (const char *p = text; p && *p; p++)
        n += *p == '{' && p > text;
    int values = n ? type_n_leaves(op->operands[1]->type) : 1;
    return n > values && n % values == 0 ? n / values : 1;
}

static bool check_pairs(const IrOp *op, GError **error)
{
    int n_slices = n_slices_moved(op), n_each = op->a.collective.pairs.n / n_slices;
    bool apart = n_slices > 1 && op->a.collective.pairs.n % n_slices == 0 && n_each % 2 == 0;
    int64_t limit = op_n_ids(op);
    g_autoptr(GHashTable) sources = g_hash_table_new(g_int64_hash, g_int64_equal),
                          targets = g_hash_table_new(g_int64_hash, g_int64_equal);
    Ints p = op->a.collective.pairs;
    for (int i = 0; i < p.n; i++) {
        if (apart && i % n_each == 0) {
            g_hash_table_remove_all(sources);
            g_hash_table_remove_all(targets);
        }
        if (p.v[i] < 0 || (limit > 1 && p.v[i] >= limit))
            return bad(op, error, "id %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT, p.v[i], limit);
        if (!g_hash_table_add(i % 2 ? targets : sources, (gpointer)&p.v[i]))
            return bad(op, error, "%s %" G_GINT64_FORMAT " is in two pairs",
                       i % 2 ? "target" : "source", p.v[i]);
    }
    return true;
}

/* A reducer must return the types that it is given. Reductions are checked by type inference. */
static bool check_reducer(const IrOp *op, GError **error)
{
    if (op->n_comps != 1)
        return bad(op, error, "no computation to combine values with");
    const IrComp *c = op->comps[0];
    const Type *x = op->operands[0]->type, *root = c->root->type;
    if (root->kind == TYPE_ARRAY && x->kind == TYPE_ARRAY && root->elem != x->elem &&
        !(elem_is_float(root->elem) && elem_is_float(x->elem)))
        return bad(op, error, "%s returns %s for %s", c->name, infer_text(root), infer_text(x));
    return true;
}

/* Checks attributes of collectives; those of other ops are checked by type inference. */
static bool check_attrs(const IrOp *op, GError **error)
{
    if (op_info[op->code].attrs != ATTRS_collective)
        return true;
    if (op->code == OP_collective_permute || op->code == OP_collective_permute_start)
        return check_pairs(op, error);
    return check_groups(op, error) && (!(op_info[op->code].traits & CALLS) || check_reducer(op, error));
}

bool op_verify(const IrOp *op, GError **error)
{
    return check_type(op, error) && check_attrs(op, error);
}

static bool check_aliases(const IrModule *m, GError **error)
{
    int64_t n_in = 0, n_out = type_n_leaves(m->entry->root->type);
    for (int i = 0; i < m->entry->n_params; i++)
        n_in += type_n_leaves(m->entry->params[i]->type);
    g_autoptr(GHashTable) in = g_hash_table_new(g_int64_hash, g_int64_equal),
                          out = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (int i = 0; i < m->n_aliases; i++) {
        const IrAlias *a = &m->aliases[i];
        if (a->param < 0 || a->param >= n_in || a->output < -1 || a->output >= n_out)
            return diag(error, SHARD_ERROR_VERIFY, &m->entry->at, NULL,
                        "output %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                        " aliases input %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT,
                        a->output, n_out, a->param, n_in);
        if (!g_hash_table_add(in, (gpointer)&a->param) ||
            (a->output >= 0 && !g_hash_table_add(out, (gpointer)&a->output)))
            return diag(error, SHARD_ERROR_VERIFY, &m->entry->at, NULL,
                        "output %" G_GINT64_FORMAT " or input %" G_GINT64_FORMAT
                        " is aliased twice",
                        a->output, a->param);
    }
    return true;
}

static bool holds_buffer(const Type *type)
{
    bool yes = type->kind == TYPE_BUFFER;
    for (int i = 0; i < type->n_parts && !yes; i++) /* recursion is bounded by MAX_TUPLE_DEPTH */
        yes = holds_buffer(type->parts[i]);
    return yes;
}

bool module_check_runnable(const IrModule *m, GError **error)
{
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            const IrOp *op = m->comps[i]->ops[k];
            if (op->type->runs)
                continue;
            return diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op),
                        holds_buffer(op->type) ? "such programs are read, checked and printed only; pass values instead of buffers"
                                               : "its arguments' sizes tell them, where --inputs FILE.npz has arguments; else give every dimension a size or a bound",
                        "%s %s: %s %s, which cannot be compiled or evaluated",
                        op_info[op->code].hlo ? op_info[op->code].hlo : op_info[op->code].id,
                        op->name, infer_text(op->type),
                        holds_buffer(op->type) ? "is a buffer" : "has a dimension of unknown size");
        }
    return true;
}

bool module_verify(const IrModule *m, GError **error)
{
    if (!check_structure(m, error) || !module_check_depth(m, error))
        return false;
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            if (!op_verify(m->comps[i]->ops[k], error))
                return false;
    return check_aliases(m, error);
}
