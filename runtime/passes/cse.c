/* Common subexpressions: local programs compute the same offsets, masks and constants over and over. One walk per
 * computation in definition order; operands are already merged when an op is looked up. */
#include "runtime/passes/optimise.h"

#include "runtime/base/vec.h"

enum { MAX_COMPARED = 4096 }; /* elements: larger constants are the same only if they are one */

static bool is_compared(const Literal *l)
{
    return l->data && !l->elided && (l->splat || l->type->n_elems <= MAX_COMPARED);
}

static bool reduces(const IrOp *op)
{
    return op->n_comps > 0 && comp_reduce_kind(op->comps[0]) != REDUCE_OTHER;
}

/* True for the ops that are merged with their equals. */
static bool can_merge(const IrOp *op)
{
    switch (op_family(op)) {
    case FAMILY_elementwise: return op->code != OP_stochastic_convert;
    case FAMILY_leaf: return op->code == OP_constant && op->type->kind == TYPE_ARRAY;
    case FAMILY_iota:
    case FAMILY_device_id:
    case FAMILY_reshape:
    case FAMILY_bitcast_convert:
    case FAMILY_broadcast:
    case FAMILY_transpose:
    case FAMILY_reverse:
    case FAMILY_slice:
    case FAMILY_pad:
    case FAMILY_dynamic_slice:
    case FAMILY_concatenate:
    case FAMILY_dot:
    case FAMILY_tuple: return true;
    case FAMILY_reduce: return op->n_operands == 2 && reduces(op);
    case FAMILY_collective:
        return op->n_operands == 1 && op->type->kind == TYPE_ARRAY && op->a.collective.groups.has_channel && op->a.collective.groups.channel > 0 &&
               (op->n_comps == 0 || reduces(op));
    case FAMILY_dynamic_update_slice:
    case FAMILY_gather:
    case FAMILY_scatter:
    case FAMILY_convolution:
    case FAMILY_reduce_window:
    case FAMILY_select_and_scatter:
    case FAMILY_sort:
    case FAMILY_topk:
    case FAMILY_fft:
    case FAMILY_linalg:
    case FAMILY_rng_bits:
    case FAMILY_control:
    case FAMILY_barrier:
    case FAMILY_async:
    case FAMILY_token:
    case FAMILY_custom:
    case FAMILY_constraint:
    case FAMILY_reshard:
    case FAMILY_group:
    case FAMILY_manual:
    case FAMILY_opaque:
    case N_FAMILIES: break;
    }
    return false;
}

/* Two that can merge, of one opcode and type. The program's own collectives are kept apart from those that a reshard is answerable for. */
static bool same_work(const IrOp *a, const IrOp *b)
{
    if (a->code == OP_constant && a->a.literal != b->a.literal && !(is_compared(a->a.literal) && is_compared(b->a.literal)))
        return false;
    if (op_is_collective(a) && (a->reshard_id > 0) != (b->reshard_id > 0))
        return false;
    if (a->n_comps && comp_reduce_kind(a->comps[0]) != comp_reduce_kind(b->comps[0]))
        return false;
    return op_attrs_equal(a, b, ATTR_VALUE);
}

static guint op_hash(gconstpointer p)
{
    const IrOp *op = p;
    guint h = (guint)op->code * 31u + g_direct_hash(op->type);
    for (int i = 0; i < op->n_operands; i++)
        h = h * 16777619u ^ (guint)op->operands[i]->id;
    if (op->code == OP_constant && !is_compared(op->a.literal))
        return h ^ g_direct_hash(op->a.literal);
    return h ^ (guint)op_attrs_hash(op, ATTR_VALUE);
}

static gboolean op_equal(gconstpointer p, gconstpointer q)
{
    const IrOp *a = p, *b = q;
    if (a->code != b->code || a->type != b->type || a->n_operands != b->n_operands)
        return FALSE;
    for (int i = 0; i < a->n_operands; i++)
        if (a->operands[i] != b->operands[i])
            return FALSE;
    return same_work(a, b);
}

/* Also as propagation laid them out. */
static gboolean op_equal_laid_out(gconstpointer p, gconstpointer q)
{
    const IrOp *a = p, *b = q;
    const Sharding *x = a->shardings ? a->shardings[0] : NULL, *y = b->shardings ? b->shardings[0] : NULL;
    if (x != y && (!x || !y || x->maximal || y->maximal || !sharding_same_layout(x, y)))
        return FALSE;
    return a->wanted == b->wanted && a->n_pairs == 0 && b->n_pairs == 0 && op_equal(p, q);
}

/* An op and one that it replaces. */
typedef struct Merged {
    IrOp *first, *op;
} Merged;

static int by_first(const void *a, const void *b)
{
    const Merged *x = a, *y = b;
    return x->first != y->first ? (x->first->pos < y->first->pos ? -1 : 1) : x->op->pos - y->op->pos;
}

static void add_origins(Merged *merged, int n)
{
    qsort(merged, (size_t)n, sizeof *merged, by_first);
    g_autofree IrOp **ops = g_new(IrOp *, n + 1);
    for (int i = 0, first = 0; i < n; i++) {
        ops[i - first] = merged[i].op;
        if (i + 1 < n && merged[i + 1].first == merged[i].first)
            continue;
        op_add_origins_of(merged[i].first, ops, i - first + 1);
        first = i + 1;
    }
}

static int cse_comp(IrComp *c, IrOp **replacement, GEqualFunc equal)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(op_hash, equal);
    VEC(Merged) merged = { 0 };
    comp_renumber(c);
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        for (int k = 0; k < op->n_operands; k++)
            if (replacement[op->operands[k]->id])
                op->operands[k] = replacement[op->operands[k]->id];
        if (!can_merge(op))
            continue;
        IrOp *first = g_hash_table_lookup(seen, op);
        if (!first) {
            g_hash_table_add(seen, op);
        } else if (op != c->root) {
            replacement[op->id] = first;
            vec_push(&merged, ((Merged){ first, op }));
        }
    }
    int n = merged.n;
    if (n) {
        add_origins(merged.v, n);
        comp_drop_dead(c, false);
    }
    vec_clear(&merged);
    return n;
}

int pass_cse(IrModule *m)
{
    g_autofree IrOp **replacement = g_new0(IrOp *, m->next_id);
    int merged = 0;
    for (int i = 0; i < m->n_comps; i++)
        merged += cse_comp(m->comps[i], replacement, op_equal);
    return merged;
}

int pass_cse_whole(IrModule *m, DecisionLog *log)
{
    int n = m->next_id;
    g_autofree IrOp **replacement = g_new0(IrOp *, n);
    int merged = 0;
    for (int i = 0; i < m->n_comps; i++)
        merged += cse_comp(m->comps[i], replacement, op_equal_laid_out);
    VEC(Renamed) list = { 0 };
    for (int i = 0; i < n && merged; i++)
        if (replacement[i])
            vec_push(&list, ((Renamed){ i, 0, replacement[i]->id, 0 }));
    decision_rename(log, list.v, list.n);
    vec_clear(&list);
    return merged;
}
