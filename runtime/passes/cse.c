/* Common subexpressions: local programs compute the same offsets, masks and constants over and over. One walk per
 * computation in definition order; operands are already merged when an op is looked up. */
#include "runtime/passes/optimise.h"

#include "runtime/base/vec.h"

enum { MAX_COMPARED = 4096 }; /* elements: larger constants are the same only if they are one */

static bool same_literal(const Literal *a, const Literal *b)
{
    if (a == b)
        return true;
    if (a->type->plain != b->type->plain || a->splat != b->splat || a->elided || b->elided || !a->data || !b->data)
        return false;
    int64_t n = a->splat ? 1 : a->type->n_elems;
    return n <= MAX_COMPARED && memcmp(a->data, b->data, (size_t)(n * elem_info[a->type->elem].bytes)) == 0;
}

static bool same_list(const int64_t *a, const int64_t *b, int n)
{
    return memcmp(a, b, sizeof *a * (size_t)n) == 0;
}

static bool same_dot(const IrOp *a, const IrOp *b)
{
    const DotDims *x = &a->a.dot.dims, *y = &b->a.dot.dims;
    return ints_equal(x->lhs_batch, y->lhs_batch) && ints_equal(x->rhs_batch, y->rhs_batch) && ints_equal(x->lhs_contracting, y->lhs_contracting) &&
           ints_equal(x->rhs_contracting, y->rhs_contracting) && g_strcmp0(a->a.dot.precision, b->a.dot.precision) == 0 &&
           g_strcmp0(a->a.dot.algorithm, b->a.dot.algorithm) == 0;
}

/* The program's own are kept apart from those that a reshard is answerable for. */
static bool same_collective(const IrOp *a, const IrOp *b)
{
    const Groups *x = &a->a.collective.groups, *y = &b->a.collective.groups;
    bool same = x->n_groups == y->n_groups && x->has_channel == y->has_channel && x->use_global_ids == y->use_global_ids &&
                a->a.collective.dim == b->a.collective.dim && a->a.collective.concat_dim == b->a.collective.concat_dim &&
                ints_equal(a->a.collective.pairs, b->a.collective.pairs) && (a->reshard_id > 0) == (b->reshard_id > 0);
    for (int i = 0; i < x->n_groups && same; i++)
        same = ints_equal(x->groups[i], y->groups[i]);
    return same;
}

/* True for the ops that are merged; *same says whether the attributes of two of them agree. */
static bool attributes_agree(const IrOp *a, const IrOp *b, bool *same)
{
    *same = true;
    switch ((int)op_family(a)) {
    case FAMILY_elementwise:
        if (a->code == OP_compare)
            *same = a->a.compare.dir == b->a.compare.dir && a->a.compare.kind == b->a.compare.kind;
        else if (a->code == OP_reduce_precision)
            *same = a->a.reduce_precision.exponent_bits == b->a.reduce_precision.exponent_bits &&
                    a->a.reduce_precision.mantissa_bits == b->a.reduce_precision.mantissa_bits;
        return a->code != OP_stochastic_convert;
    case FAMILY_leaf:
        if (a->code != OP_constant || a->type->kind != TYPE_ARRAY)
            return false;
        *same = same_literal(a->a.literal, b->a.literal);
        return true;
    case FAMILY_iota: *same = a->a.iota.dim == b->a.iota.dim; return true;
    case FAMILY_device_id:
    case FAMILY_reshape:
    case FAMILY_bitcast_convert: return true;
    case FAMILY_broadcast:
    case FAMILY_transpose:
    case FAMILY_reverse: *same = ints_equal(a->a.dims, b->a.dims); return true;
    case FAMILY_slice: {
        int n = a->operands[0]->type->rank;
        *same = same_list(a->a.slice.start, b->a.slice.start, n) && same_list(a->a.slice.limit, b->a.slice.limit, n) &&
                same_list(a->a.slice.stride, b->a.slice.stride, n);
        return true;
    }
    case FAMILY_pad: {
        int n = a->operands[0]->type->rank;
        *same = same_list(a->a.pad.lo, b->a.pad.lo, n) && same_list(a->a.pad.hi, b->a.pad.hi, n) &&
                same_list(a->a.pad.interior, b->a.pad.interior, n);
        return true;
    }
    case FAMILY_dynamic_slice: *same = ints_equal(a->a.dynamic_slice.sizes, b->a.dynamic_slice.sizes); return true;
    case FAMILY_concatenate:
        *same = a->a.concatenate.dim == b->a.concatenate.dim && a->a.concatenate.roll == b->a.concatenate.roll;
        return true;
    case FAMILY_reduce:
        *same = a->n_operands == 2 && ints_equal(a->a.dims, b->a.dims) && comp_reduce_kind(a->comps[0]) == comp_reduce_kind(b->comps[0]);
        return a->n_operands == 2 && comp_reduce_kind(a->comps[0]) != REDUCE_OTHER;
    case FAMILY_dot: *same = same_dot(a, b); return true;
    case FAMILY_collective: {
        bool plain = a->n_operands == 1 && a->type->kind == TYPE_ARRAY && a->a.collective.groups.has_channel && a->a.collective.groups.channel > 0;
        if (a->n_comps && comp_reduce_kind(a->comps[0]) == REDUCE_OTHER)
            return false;
        *same = same_collective(a, b) && (a->n_comps == 0 || comp_reduce_kind(a->comps[0]) == comp_reduce_kind(b->comps[0]));
        return plain;
    }
    case FAMILY_tuple:
        if (a->code == OP_get_tuple_element)
            *same = a->a.gte.index == b->a.gte.index;
        return true;
    }
    return false;
}

static guint mix_bytes(guint h, const void *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = (h ^ ((const uint8_t *)p)[i]) * 16777619u;
    return h;
}

/* The attributes in which many ops of one operand differ: parts of a tuple, pieces of an array, numbers, who sends to whom. */
static guint op_hash(gconstpointer p)
{
    const IrOp *op = p;
    guint h = (guint)op->code * 31u + g_direct_hash(op->type);
    for (int i = 0; i < op->n_operands; i++)
        h = h * 16777619u ^ (guint)op->operands[i]->id;
    if (op->code == OP_constant && op->type->kind == TYPE_ARRAY && op->a.literal->data) {
        const Literal *l = op->a.literal;
        int64_t n = l->splat ? 1 : l->type->n_elems;
        h = n <= MAX_COMPARED ? mix_bytes(h, l->data, (size_t)(n * elem_info[op->type->elem].bytes)) : h ^ g_direct_hash(l);
    } else if (op->code == OP_get_tuple_element) {
        h = mix_bytes(h, &op->a.gte.index, sizeof op->a.gte.index);
    } else if (op->code == OP_slice) {
        h = mix_bytes(h, op->a.slice.start, sizeof *op->a.slice.start * (size_t)op->type->rank);
    } else if (op->code == OP_pad) {
        h = mix_bytes(h, op->a.pad.lo, sizeof *op->a.pad.lo * (size_t)op->type->rank);
    } else if (op->code == OP_collective_permute) {
        h = mix_bytes(h, op->a.collective.pairs.v, sizeof *op->a.collective.pairs.v * (size_t)op->a.collective.pairs.n);
    }
    return h;
}

static gboolean op_equal(gconstpointer p, gconstpointer q)
{
    const IrOp *a = p, *b = q;
    bool same;
    if (a->code != b->code || a->type != b->type || a->n_operands != b->n_operands)
        return FALSE;
    for (int i = 0; i < a->n_operands; i++)
        if (a->operands[i] != b->operands[i])
            return FALSE;
    return attributes_agree(a, b, &same) && same;
}

/* Also as propagation laid them out. */
static gboolean op_equal_laid_out(gconstpointer p, gconstpointer q)
{
    const IrOp *a = p, *b = q;
    const Sharding *x = a->shardings ? a->shardings[0] : NULL, *y = b->shardings ? b->shardings[0] : NULL;
    if (x != y && (!x || !y || x->maximal || y->maximal || !sharding_same_layout(x, y)))
        return FALSE;
    return a->n_pairs == 0 && b->n_pairs == 0 && op_equal(p, q);
}

/* An op and one that it stands for from now on. */
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
        bool same;
        for (int k = 0; k < op->n_operands; k++)
            if (replacement[op->operands[k]->id])
                op->operands[k] = replacement[op->operands[k]->id];
        if (!attributes_agree(op, op, &same))
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
