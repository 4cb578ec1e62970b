/* Result types of collectives. */
#include "runtime/ir/infer_impl.h"

#include <string.h>

/* Number of devices in a group; 0 = unknown. */
static int64_t group_size(const IrOp *op)
{
    const IrModule *m = op->parent->module;
    const Groups *g = &op->a.collective.groups;
    IdMode mode = op_id_mode(op);
    bool both = mode == IDS_BOTH; /* groups are of replica ids, each with all partitions */
    if (both && m->n_partitions == 0)
        return 0;
    if (g->n_groups > 0)
        return g->groups[0].n * (both ? m->n_partitions : 1);
    if (mode == IDS_REPLICAS)
        return m->n_replicas > 1 ? m->n_replicas : 0; /* one replica is also what a header without a count reads as */
    return mode == IDS_PARTITIONS ? m->n_partitions : m->n_partitions * m->n_replicas;
}

/* The operand's type with one dim multiplied (times = true) or divided by the group size. */
static const Type *scaled(const IrOp *op, GError **error, const Type *x, const Type *declared,
                          bool times)
{
    int64_t d = op->a.collective.dim, n = group_size(op);
    if (d < 0 || d >= x->rank)
        return infer_fail(op, error, "dimension %" G_GINT64_FORMAT " of %s", d, infer_text(x));
    int64_t dims[MAX_RANK];
    memcpy(dims, x->dims, (size_t)x->rank * sizeof *dims);
    if (n == 0) { /* group size unknown: take the result's */
        if (!declared)
            return infer_fail(op, error,
                              "the size of the groups is not known; write the result type");
        bool fits = declared->kind == TYPE_ARRAY && declared->rank == x->rank;
        int64_t a = x->dims[d], b = fits ? declared->dims[d] : 0;
        if (!fits || (times ? (a ? b % a != 0 : b != 0) : (b ? a % b != 0 : a != 0)))
            return infer_fail(op, error, "dimension %" G_GINT64_FORMAT " of %s becomes %s", d,
                              infer_text(x), infer_text(declared));
        dims[d] = b;
    } else if (times) {
        if (__builtin_mul_overflow(dims[d], n, &dims[d]))
            return infer_fail(op, error, "the result is too large");
    } else {
        if (dims[d] % n != 0)
            return infer_fail(op, error,
                              "dimension %" G_GINT64_FORMAT " of size %" G_GINT64_FORMAT
                              " does not divide among %" G_GINT64_FORMAT " devices",
                              d, dims[d], n);
        dims[d] /= n;
    }
    return infer_make(op, error, x->elem, x->rank, dims);
}

static const Type *all_to_all_type(const IrOp *op, GError **error, const Type *x)
{
    int64_t split = op->a.collective.dim, concat = op->a.collective.concat_dim;
    int64_t n = op->a.collective.split_count ? op->a.collective.split_count : group_size(op);
    if (split < 0) { /* the tuple form: each operand is sent to another device */
        if (op->type && op->type->kind == TYPE_ARRAY)
            return infer_fail(op, error, "the result is %s; without dimensions={..} each device gets a tuple", infer_text(op->type));
        if (op->a.collective.groups.n_groups && n && op->n_operands != n)
            return infer_fail(op, error, "%d operand%s for %" G_GINT64_FORMAT " devices; without dimensions={..} each device gets one", op->n_operands,
                              op->n_operands == 1 ? "" : "s", n);
        return x->plain;
    }
    if (split >= x->rank || concat < 0 || concat >= x->rank)
        return infer_fail(op, error,
                          "dimensions %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT " of %s", split,
                          concat, infer_text(x));
    if (n == 0)
        return split == concat ? x->plain : infer_declared(op, error);
    if (x->dims[split] % n != 0)
        return infer_fail(op, error,
                          "dimension %" G_GINT64_FORMAT " of size %" G_GINT64_FORMAT
                          " does not divide among %" G_GINT64_FORMAT " devices",
                          split, x->dims[split], n);
    int64_t dims[MAX_RANK];
    memcpy(dims, x->dims, (size_t)x->rank * sizeof *dims);
    dims[split] /= n;
    if (__builtin_mul_overflow(dims[concat], n, &dims[concat]))
        return infer_fail(op, error, "the result is too large");
    return infer_make(op, error, x->elem, x->rank, dims);
}

static const Type *one_type(const IrOp *op, int i, GError **error)
{
    const Type *x = infer_array(op, i, error);
    if (!x)
        return NULL;
    const Type *declared = op->type;
    if (declared && declared->kind == TYPE_TUPLE)
        declared = i < declared->n_parts ? declared->parts[i] : NULL;
    switch (op->code) {
    case OP_all_gather: return scaled(op, error, x, declared, true);
    case OP_reduce_scatter: return scaled(op, error, x, declared, false);
    case OP_all_to_all: return all_to_all_type(op, error, x);
    default: return x->plain; /* the others keep the shape */
    }
}

static const Type *ragged_type(const IrOp *op, GError **error)
{
    const Type *in = infer_array(op, 0, error), *out = in ? infer_array(op, 1, error) : NULL;
    if (!out)
        return NULL;
    if (in->rank < 1 || out->rank != in->rank || out->elem != in->elem)
        return infer_fail(op, error, "input %s, output %s", infer_text(in), infer_text(out));
    for (int i = 2; i < 6; i++) {
        const Type *t = infer_array(op, i, error);
        if (!t)
            return NULL;
        if (!elem_is_int(t->elem) || !types_agree(t, op->operands[2]->type))
            return infer_fail(op, error, "offsets and sizes are %s and %s",
                              infer_text(op->operands[2]->type), infer_text(t));
    }
    return out->plain;
}

/* Part `i` of the result must have the type of the operands: one type, or a tuple of several. */
static bool part_is_operands(const IrOp *op, GError **error, int i)
{
    const Type *part = op->type->parts[i];
    bool tuple = part->kind == TYPE_TUPLE && (op->n_operands > 1 || op->operands[0]->type->kind != TYPE_TUPLE);
    bool fits = tuple ? part->n_parts == op->n_operands : op->n_operands == 1;
    for (int k = 0; fits && k < op->n_operands; k++)
        fits = types_agree(tuple ? part->parts[k] : part, op->operands[k]->type);
    return fits || infer_fail(op, error, "part %d of the result is %s, which is not what the %s", i, infer_text(part),
                              op->n_operands == 1 ? "operand is" : "operands are") != NULL;
}

static const Type *gathered_start(const IrOp *op, GError **error)
{
    const Type *out = op->type->parts[1];
    bool tuple = out->kind == TYPE_TUPLE;
    if (!part_is_operands(op, error, 0))
        return NULL;
    if (tuple ? out->n_parts != op->n_operands : op->n_operands != 1)
        return infer_fail(op, error, "part 1 of the result is %s for %d operands", infer_text(out), op->n_operands);
    for (int i = 0; i < op->n_operands; i++) {
        const Type *x = infer_array(op, i, error), *said = tuple ? out->parts[i] : out;
        const Type *is = x ? scaled(op, error, x, said, true) : NULL;
        if (!is)
            return NULL;
        if (!types_agree(is, said))
            return infer_fail(op, error, "%s gathered is %s, but the result says %s", infer_text(x), infer_text(is), infer_text(said));
    }
    return op->type->plain;
}

const Type *infer_start(const IrOp *op, GError **error)
{
    if (op->n_operands < 1)
        return infer_fail(op, error, "no operand");
    const Type *type = infer_declared(op, error);
    if (!type)
        return NULL;
    if (op->code == OP_all_reduce_start) {
        if (op->n_operands == 1)
            return type->kind == TYPE_TUPLE && type->n_parts == 1 && types_agree(type->parts[0], op->operands[0]->type) ? type : op->operands[0]->type->plain;
        const Type **types = g_new(const Type *, op->n_operands);
        for (int i = 0; i < op->n_operands; i++)
            types[i] = op->operands[i]->type->plain;
        type = infer_results(op, error, op->n_operands, types);
        g_free(types);
        return type;
    }
    if (type->kind != TYPE_TUPLE || type->n_parts < 2)
        return infer_fail(op, error, "the result is %s; it must be a tuple of %s", infer_text(type),
                          op->code == OP_copy_start ? "the copy, the operand and a context" : "what goes in and what comes out");
    if (op->code == OP_all_gather_start)
        return gathered_start(op, error);
    if (op->code == OP_collective_permute_start && op->n_operands > 2) /* the in-place form writes into an operand */
        return type;
    return part_is_operands(op, error, 0) && part_is_operands(op, error, 1) ? type : NULL;
}

/* The in-place form has four operands: the data sent, the destination (whose type is the result's), and the start indices in each of them:
 * scalars, a tuple of scalars, or a tuple of such tuples. Several values are passed as tuples. */
static const Type *in_place_type(const IrOp *op, GError **error)
{
    if (op->n_operands != 4) /* several values sent in the plain form */
        return infer_declared(op, error);
    const Type *from = op->operands[0]->type, *into = op->operands[1]->type;
    int n_from = type_n_leaves(from), n_into = type_n_leaves(into);
    if (n_from != n_into)
        return infer_fail(op, error, "%s is written into %s", infer_text(from), infer_text(into));
    for (int i = 0; i < n_from; i++) {
        const Type *x = type_leaf(from, i), *y = type_leaf(into, i);
        if (x->kind != TYPE_ARRAY || y->kind != TYPE_ARRAY || x->elem != y->elem)
            return infer_fail(op, error, "%s is written into %s", infer_text(x), infer_text(y));
    }
    for (int k = 2; k < 4; k++)
        for (int i = 0; i < type_n_leaves(op->operands[k]->type); i++) {
            const Type *t = type_leaf(op->operands[k]->type, i);
            if (t->kind != TYPE_ARRAY || !elem_is_int(t->elem))
                return infer_fail(op, error, "operand %d is %s instead of places", k, infer_text(op->operands[k]->type));
        }
    return into->plain;
}

const Type *infer_collective(const IrOp *op, GError **error)
{
    if (op->n_operands < 1)
        return infer_fail(op, error, "no operand");
    if (op->code == OP_ragged_all_to_all)
        return ragged_type(op, error);
    if (op->code == OP_collective_permute && op->n_operands > 1)
        return in_place_type(op, error);
    if (op->n_comps > 0) {
        const IrComp *c = op->comps[0];
        bool scalars = c->n_params == 2 * MAX(1, c->n_params / 2);
        for (int i = 0; scalars && i < c->n_params; i++)
            scalars = c->params[i]->type->kind == TYPE_ARRAY && c->params[i]->type->rank == 0;
        if (!scalars)
            return infer_fail(op, error, "%s does not combine two scalars", c->name);
    }
    const char *dynamic = pair_get(op->extra, op->n_extra, "has_dynamic_root");
    int n = op->n_operands - (op->n_operands > 1 && dynamic && strcmp(dynamic, "true") == 0); /* the root's number is the last operand */
    const Type **types = g_new(const Type *, op->n_operands);
    bool fine = true;
    for (int i = 0; i < n && fine; i++)
        fine = (types[i] = one_type(op, i, error)) != NULL;
    const Type *type = NULL;
    bool wrap =
        n == 1 && op->type && op->type->kind == TYPE_TUPLE; /* a tuple of one */
    if (fine)
        type = wrap ? type_tuple(op->parent->module->types, 1, types)
                    : infer_results(op, error, n, types);
    g_free(types);
    return type;
}
