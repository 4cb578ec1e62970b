/* Arrays whose sizes are known at run time only: f32[<=8]. Each becomes an array as large as the bound, of which the first elements along a
 * dimension count, and a number for each such dimension that says how many; as XLA does it for machines that have no such arrays. An
 * op that combines elements along such a dimension is given its neutral element where there are none. What is beyond is unspecified within
 * the program, and zero in its results. Parameters are as large as their bound. Start at pass_open_sizes. */
#include "runtime/passes/sizes_impl.h"

#include <string.h>

#include "runtime/passes/optimise.h"

/* The same type without sizes that change. */
static const Type *fixed(TypeTable *t, const Type *type)
{
    if (type->kind == TYPE_ARRAY)
        return type->dyn ? type_array_like(t, &(Type){ .elem = type->elem, .rank = type->rank, .dims = type->dims, .unbounded = type->unbounded, .layout = type->layout, .quant = type->quant }) : type;
    if (type->kind != TYPE_TUPLE || !type->n_parts)
        return type;
    g_autofree const Type **parts = g_new(const Type *, (gsize)type->n_parts);
    bool same = true;
    for (int i = 0; i < type->n_parts; i++) { /* recursion is bounded by MAX_TUPLE_DEPTH */
        parts[i] = fixed(t, type->parts[i]);
        same &= parts[i] == type->parts[i];
    }
    return same ? type : type_tuple(t, type->n_parts, parts);
}

static bool refuse(const IrOp *op, GError **error)
{
    return diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), "make its size static before, with a slice or a pad to the bound", "%s %s of a value whose size changes at run time is not supported",
                op_info[op->code].hlo ? op_info[op->code].hlo : op_info[op->code].id, op->name);
}

static IrOp *const *sizes_of(const Sizes *x, const IrOp *op, int leaf)
{
    IrOp *const *all = g_hash_table_lookup(x->of, op);
    return all ? all + leaf * MAX_RANK : NULL;
}

static IrOp *size_of(const Sizes *x, const IrOp *op, int dim)
{
    IrOp *const *s = sizes_of(x, op, 0);
    return s ? s[dim] : NULL;
}

static void set_size(Sizes *x, IrOp *op, int leaf, int dim, IrOp *size)
{
    if (!size)
        return;
    IrOp **all = g_hash_table_lookup(x->of, op);
    if (!all) {
        all = g_new0(IrOp *, (gsize)MAX(type_n_leaves(op->type), 1) * MAX_RANK);
        g_hash_table_insert(x->of, op, all);
    }
    all[leaf * MAX_RANK + dim] = size;
}

static void copy_sizes(Sizes *x, const IrOp *from, IrOp *op)
{
    for (int d = 0; d < op->type->rank; d++)
        set_size(x, op, 0, d, size_of(x, from, d));
}

/* The op stays, and is added to the list. */
static bool keep(Sizes *x, IrOp *op)
{
    op->type = fixed(x->m->types, op->type);
    g_ptr_array_add(x->to.list, op);
    return true;
}

/* The op is the value of another one. */
static bool replace(Sizes *x, IrOp *op, IrOp *by)
{
    g_hash_table_insert(x->value, op, by);
    return true;
}

/* The operand with `fill` in place of what is not there along the dims. */
static IrOp *filled(Sizes *x, IrOp *v, Ints dims, IrOp *fill)
{
    IrOp *const *sizes = sizes_of(x, v, 0);
    IrOp *out = v;
    for (int i = 0; sizes && i < dims.n; i++)
        if (sizes[dims.v[i]])
            out = size_mask(x, out, (int)dims.v[i], sizes[dims.v[i]], fill);
    return out;
}

/* ---- rules by op: operands are rewritten already ------------------------------------------------------------------ */

static bool open_set(Sizes *x, IrOp *op)
{
    IrOp *v = op->operands[0];
    int dim = (int)op->a.dims.v[0];
    int64_t known;
    IrOp *copy = new_ops_add(&x->to, OP_copy, fixed(x->m->types, op->type), 1, &v);
    copy->sharding_text = op->sharding_text;
    copy_sizes(x, v, copy);
    if (!op_constant_int(op->operands[1], &known) || known != v->type->dims[dim]) {
        IrOp *size = size_binary(x, OP_minimum, size_binary(x, OP_maximum, op->operands[1], size_number(x, 0)), size_number(x, v->type->dims[dim]));
        set_size(x, copy, 0, dim, size);
    } else if (size_of(x, v, dim)) {
        ((IrOp **)g_hash_table_lookup(x->of, copy))[dim] = NULL;
    }
    return replace(x, op, copy);
}

static bool open_get(Sizes *x, IrOp *op)
{
    int dim = (int)op->a.dims.v[0];
    IrOp *size = size_of(x, op->operands[0], dim);
    return replace(x, op, size ? size : size_number(x, op->operands[0]->type->dims[dim]));
}

static bool open_elementwise(Sizes *x, IrOp *op)
{
    keep(x, op);
    for (int i = op->n_operands - 1; i >= 0; i--)
        if (op->operands[i]->type->rank == op->type->rank)
            copy_sizes(x, op->operands[i], op);
    return true;
}

static bool open_broadcast(Sizes *x, IrOp *op)
{
    keep(x, op);
    for (int i = 0; i < op->a.dims.n; i++)
        set_size(x, op, 0, (int)op->a.dims.v[i], size_of(x, op->operands[0], i));
    return true;
}

static bool open_transpose(Sizes *x, IrOp *op)
{
    keep(x, op);
    for (int d = 0; d < op->type->rank; d++)
        set_size(x, op, 0, d, size_of(x, op->operands[0], (int)op->a.dims.v[d]));
    return true;
}

/* Along a dim that is reversed the elements stand at the end. */
static bool open_reverse(Sizes *x, IrOp *op)
{
    IrOp *v = op->operands[0], *out = op;
    keep(x, op);
    for (int i = 0; i < op->a.dims.n; i++) {
        int d = (int)op->a.dims.v[i];
        IrOp *size = size_of(x, v, d);
        if (size)
            out = size_shift(x, out, d, size_binary(x, OP_subtract, size_number(x, op->type->dims[d]), size));
    }
    copy_sizes(x, v, out);
    return out == op || replace(x, op, out);
}

static bool open_slice(Sizes *x, IrOp *op)
{
    IrOp *v = op->operands[0];
    keep(x, op);
    for (int d = 0; d < op->type->rank; d++) {
        IrOp *size = size_of(x, v, d);
        if (!size)
            continue;
        int64_t start = op->a.slice.start[d], stride = op->a.slice.stride[d];
        if (start || stride > 1) {
            size = size_binary(x, OP_add, size_binary(x, OP_subtract, size, size_number(x, start)), size_number(x, stride - 1));
            size = size_binary(x, OP_divide, size_binary(x, OP_maximum, size, size_number(x, 0)), size_number(x, stride));
        }
        if (op->type->dims[d] < v->type->dims[d])
            size = size_binary(x, OP_minimum, size, size_number(x, op->type->dims[d]));
        set_size(x, op, 0, d, size);
    }
    return true;
}

static bool open_pad(Sizes *x, IrOp *op)
{
    IrOp *v = op->operands[0];
    int64_t all[MAX_RANK];
    for (int d = 0; d < v->type->rank; d++)
        all[d] = d;
    op->operands[0] = filled(x, v, (Ints){ all, v->type->rank }, op->operands[1]);
    keep(x, op);
    for (int d = 0; d < op->type->rank; d++) {
        IrOp *size = size_of(x, v, d);
        if (!size)
            continue;
        int64_t inside = op->a.pad.interior[d];
        if (inside) { /* between the elements, not behind the last one */
            IrOp *gaps = size_binary(x, OP_maximum, size_binary(x, OP_subtract, size, size_number(x, 1)), size_number(x, 0));
            size = size_binary(x, OP_add, size, size_binary(x, OP_multiply, gaps, size_number(x, inside)));
        }
        size = size_binary(x, OP_add, size, size_number(x, op->a.pad.lo[d] + op->a.pad.hi[d]));
        set_size(x, op, 0, d, size_binary(x, OP_maximum, size, size_number(x, 0)));
    }
    return true;
}

/* Each operand is written behind what counts of those before it. */
static bool open_concatenate(Sizes *x, IrOp *op)
{
    int dim = (int)op->a.concatenate.dim;
    bool moves = false;
    for (int i = 0; i < op->n_operands; i++)
        moves |= size_of(x, op->operands[i], dim) != NULL;
    IrOp *out = op, *end = size_number(x, 0);
    if (moves)
        out = size_spread(x, size_zero(x, op->type->elem), fixed(x->m->types, op->type));
    else
        keep(x, op);
    for (int i = 0; moves && i < op->n_operands; i++) {
        IrOp *v = op->operands[i], *size = size_of(x, v, dim);
        out = size_write(x, out, v, dim, end);
        end = size_binary(x, OP_add, end, size ? size : size_number(x, v->type->dims[dim]));
    }
    for (int i = op->n_operands - 1; i >= 0; i--)
        for (int d = 0; d < op->type->rank; d++)
            if (d != dim)
                set_size(x, out, 0, d, size_of(x, op->operands[i], d));
    if (!moves)
        return true;
    set_size(x, out, 0, dim, end);
    out->sharding_text = op->sharding_text;
    return replace(x, op, out);
}

static bool open_reduce(Sizes *x, IrOp *op)
{
    int n = op->n_operands / 2, leaves = type_n_leaves(op->type);
    IrOp *before[MAX_RANK];
    if (n > MAX_RANK)
        return false;
    for (int i = 0; i < n; i++) {
        before[i] = op->operands[i];
        op->operands[i] = filled(x, before[i], op->a.dims, op->operands[n + i]);
    }
    keep(x, op);
    for (int l = 0; l < leaves; l++)
        for (int i = 0; i < n; i++)
            for (int d = 0, to = 0; d < before[i]->type->rank; d++)
                if (!ints_have(op->a.dims, d))
                    set_size(x, op, l, to++, size_of(x, before[i], d));
    return true;
}

static bool open_dot(Sizes *x, IrOp *op)
{
    const DotDims *dims = &op->a.dot.dims;
    IrOp *a = op->operands[0], *b = op->operands[1];
    op->operands[0] = filled(x, a, dims->lhs_contracting, size_zero(x, a->type->elem));
    op->operands[1] = filled(x, b, dims->rhs_contracting, size_zero(x, b->type->elem));
    for (int i = 0; i < dims->lhs_contracting.n; i++) { /* where only one side says how many there are */
        int l = (int)dims->lhs_contracting.v[i], r = (int)dims->rhs_contracting.v[i];
        if (size_of(x, a, l) && !size_of(x, b, r))
            op->operands[1] = size_mask(x, op->operands[1], r, size_of(x, a, l), size_zero(x, b->type->elem));
        if (size_of(x, b, r) && !size_of(x, a, l))
            op->operands[0] = size_mask(x, op->operands[0], l, size_of(x, b, r), size_zero(x, a->type->elem));
    }
    keep(x, op);
    int to = 0;
    for (; to < dims->lhs_batch.n; to++) {
        set_size(x, op, 0, to, size_of(x, b, (int)dims->rhs_batch.v[to]));
        set_size(x, op, 0, to, size_of(x, a, (int)dims->lhs_batch.v[to]));
    }
    for (int d = 0; d < a->type->rank; d++)
        if (!ints_have(dims->lhs_batch, d) && !ints_have(dims->lhs_contracting, d))
            set_size(x, op, 0, to++, size_of(x, a, d));
    for (int d = 0; d < b->type->rank; d++)
        if (!ints_have(dims->rhs_batch, d) && !ints_have(dims->rhs_contracting, d))
            set_size(x, op, 0, to++, size_of(x, b, d));
    return true;
}

/* The sizes of a plain reshape's result: where dims stay as they are, theirs; of the one dim that may change besides, what is left of all elements. */
static bool reshaped_sizes(Sizes *x, const IrOp *v, const Type *to, const Type *declared, IrOp **out)
{
    int from = 0, behind = 0, changed = -1, n_changed = 0;
    while (from < v->type->rank && from < to->rank && v->type->dims[from] == to->dims[from]) {
        out[from] = size_of(x, v, from);
        from++;
    }
    while (behind < v->type->rank - from && behind < to->rank - from && v->type->dims[v->type->rank - 1 - behind] == to->dims[to->rank - 1 - behind]) {
        out[to->rank - 1 - behind] = size_of(x, v, v->type->rank - 1 - behind);
        behind++;
    }
    IrOp *count = NULL;
    for (int d = from; d < v->type->rank - behind; d++)
        if (size_of(x, v, d))
            count = size_of(x, v, d);
    if (!count)
        return true;
    for (int d = from; d < to->rank - behind; d++)
        if (to->dims[d] > 1 && declared->dyn && declared->dyn[d]) {
            changed = d;
            n_changed++;
        }
    if (n_changed != 1)
        return false;
    IrOp *all = size_number(x, 1);
    for (int d = from; d < v->type->rank - behind; d++)
        all = size_binary(x, OP_multiply, all, size_of(x, v, d) ? size_of(x, v, d) : size_number(x, v->type->dims[d]));
    int64_t others = 1;
    for (int d = from; d < to->rank - behind; d++)
        others *= d == changed ? 1 : to->dims[d];
    out[changed] = others > 1 ? size_binary(x, OP_divide, all, size_number(x, others)) : all;
    return true;
}

static bool open_reshape(Sizes *x, IrOp *op)
{
    IrOp *v = op->operands[0], *to[MAX_RANK] = { NULL };
    const Type *declared = op->type, *type = fixed(x->m->types, op->type);
    IrOp *const none[MAX_RANK] = { NULL }, *const *from = sizes_of(x, v, 0);
    if (op->code == OP_dynamic_reshape) {
        for (int d = 0; d < type->rank; d++) {
            int64_t known;
            bool all = !declared->dyn || !declared->dyn[d] || (op_constant_int(op->operands[1 + d], &known) && known == type->dims[d]);
            to[d] = all ? NULL : op->operands[1 + d];
        }
    } else if (!reshaped_sizes(x, v, type, declared, to)) {
        return false;
    }
    if (type->n_elems > INT32_MAX || v->type->n_elems > INT32_MAX)
        return false;
    IrOp *out = size_reshape(x, v, from ? from : none, type, to);
    out->sharding_text = op->sharding_text;
    for (int d = 0; d < type->rank; d++)
        set_size(x, out, 0, d, to[d]);
    return replace(x, op, out);
}

/* Rows of a value that are taken whole, and the places that rows are taken for. */
static bool open_gather(Sizes *x, IrOp *op)
{
    const GatherDims *g = &op->a.gather;
    IrOp *v = op->operands[0], *at = op->operands[1];
    keep(x, op);
    for (int to = 0, batch = 0, offset = 0; to < op->type->rank; to++) {
        if (ints_have(g->offset, to)) {
            while (ints_have(g->collapsed, offset) || ints_have(g->operand_batching, offset))
                offset++;
            if (g->slice_sizes.v[offset] == v->type->dims[offset])
                set_size(x, op, 0, to, size_of(x, v, offset));
            offset++;
            continue;
        }
        batch += batch == g->index_vector_dim;
        set_size(x, op, 0, to, size_of(x, at, batch++));
    }
    return true;
}

/* A sort and other ops leave the sizes of dims that they do not work along. */
static bool open_sort(Sizes *x, IrOp *op)
{
    for (int i = 0; i < op->n_operands; i++)
        if (size_of(x, op->operands[i], (int)op->a.sort.dim))
            return false;
    keep(x, op);
    for (int l = 0; l < type_n_leaves(op->type); l++)
        for (int d = 0; d < type_leaf(op->type, l)->rank; d++)
            set_size(x, op, l, d, size_of(x, op->operands[l], d));
    return true;
}

static bool open_tuple(Sizes *x, IrOp *op)
{
    keep(x, op);
    for (int i = 0, leaf = 0; i < op->n_operands; i++)
        for (int l = 0; l < type_n_leaves(op->operands[i]->type); l++, leaf++) {
            IrOp *const *s = sizes_of(x, op->operands[i], l);
            for (int d = 0; s && d < MAX_RANK; d++)
                set_size(x, op, leaf, d, s[d]);
        }
    return true;
}

static bool open_element(Sizes *x, IrOp *op)
{
    int first = type_part_leaf(op->operands[0]->type, (int)op->a.gte.index);
    keep(x, op);
    for (int l = 0; l < type_n_leaves(op->type); l++) {
        IrOp *const *s = sizes_of(x, op->operands[0], first + l);
        for (int d = 0; s && d < MAX_RANK; d++)
            set_size(x, op, l, d, s[d]);
    }
    return true;
}

/* (the whole array, its sizes) of a value, and back. */
static bool open_custom(Sizes *x, IrOp *op)
{
    const char *target = op->a.custom.target ? op->a.custom.target : "";
    IrOp *v = op->n_operands ? op->operands[0] : NULL;
    if (strcmp(target, "PadToStatic") == 0 && op->n_operands == 1 && op->type->kind == TYPE_TUPLE && op->type->n_parts == v->type->rank + 1) {
        IrOp *parts[MAX_RANK + 1] = { v };
        for (int d = 0; d < v->type->rank; d++) {
            parts[d + 1] = size_of(x, v, d) ? size_of(x, v, d) : size_number(x, v->type->dims[d]);
            if (size_of(x, v, d))
                parts[0] = size_mask(x, parts[0], d, parts[d + 1], size_zero(x, v->type->elem));
        }
        return replace(x, op, new_ops_add(&x->to, OP_tuple, fixed(x->m->types, op->type), v->type->rank + 1, parts));
    }
    if (strcmp(target, "SliceToDynamic") == 0 && v && op->n_operands == v->type->rank + 1 && op->type->kind == TYPE_ARRAY) {
        IrOp *copy = new_ops_add(&x->to, OP_copy, v->type, 1, &v);
        for (int d = 0; d < v->type->rank; d++)
            if (op->type->dyn && op->type->dyn[d])
                set_size(x, copy, 0, d, op->operands[1 + d]);
        return replace(x, op, copy);
    }
    return strcmp(target, "Sharding") == 0 && open_elementwise(x, op);
}

static bool open_op(Sizes *x, IrOp *op)
{
    switch (op->code) {
    case OP_set_dimension_size: return open_set(x, op);
    case OP_get_dimension_size: return open_get(x, op);
    case OP_broadcast: return open_broadcast(x, op);
    case OP_transpose: return open_transpose(x, op);
    case OP_reverse: return open_reverse(x, op);
    case OP_slice: return open_slice(x, op);
    case OP_pad: return open_pad(x, op);
    case OP_concatenate: return open_concatenate(x, op);
    case OP_reduce: return open_reduce(x, op);
    case OP_dot: return open_dot(x, op);
    case OP_reshape:
    case OP_dynamic_reshape: return open_reshape(x, op);
    case OP_gather: return open_gather(x, op);
    case OP_sort: return open_sort(x, op);
    case OP_tuple: return open_tuple(x, op);
    case OP_get_tuple_element: return open_element(x, op);
    case OP_custom_call: return open_custom(x, op);
    case OP_dynamic_update_slice:
        keep(x, op);
        copy_sizes(x, op->operands[0], op);
        return true;
    case OP_opt_barrier: return op->type->kind == TYPE_ARRAY && open_elementwise(x, op);
    default: return op->type->kind == TYPE_ARRAY && op_family(op) == FAMILY_elementwise && open_elementwise(x, op);
    }
}

/* ---- the walk -------------------------------------------------------------------------------------------------------- */

static bool makes_sizes(const IrOp *op)
{
    return op->code == OP_set_dimension_size || op->code == OP_get_dimension_size || op->code == OP_dynamic_reshape ||
           (op->code == OP_custom_call && op->a.custom.target && (strcmp(op->a.custom.target, "SliceToDynamic") == 0 || strcmp(op->a.custom.target, "PadToStatic") == 0));
}

/* Zeros where a result has no elements. */
static IrOp *closed(Sizes *x, IrOp *v, int leaf)
{
    IrOp *const *s = sizes_of(x, v, leaf);
    for (int d = 0; s && v->type->kind == TYPE_ARRAY && d < v->type->rank; d++)
        if (s[d])
            v = size_mask(x, v, d, s[d], size_zero(x, v->type->elem));
    return v;
}

static bool close_root(Sizes *x, IrComp *c, GError **error)
{
    IrOp *root = c->root;
    if (!g_hash_table_lookup(x->of, root))
        return true;
    x->to.from = root;
    if (root->type->kind == TYPE_ARRAY) {
        IrOp *whole = closed(x, root, 0);
        whole->sharding_text = root->sharding_text;
        c->root = whole;
        return true;
    }
    if (root->code != OP_tuple)
        return refuse(root, error);
    IrOp **operands = arena_dup_array(x->m->arena, root->operands, root->n_operands);
    g_ptr_array_remove(x->to.list, root);
    for (int i = 0; i < root->n_operands; i++)
        if (operands[i]->type->kind == TYPE_ARRAY)
            operands[i] = closed(x, operands[i], 0);
        else if (g_hash_table_lookup(x->of, operands[i]))
            return refuse(root, error);
    root->operands = operands;
    g_ptr_array_add(x->to.list, root);
    return true;
}

static bool open_comp(Sizes *x, IrComp *c, GError **error)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    x->to = (NewOps){ .comp = c, .list = list };
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        bool sized = makes_sizes(op);
        x->to.from = op;
        for (int k = 0; k < op->n_operands; k++) {
            IrOp *by = g_hash_table_lookup(x->value, op->operands[k]);
            op->operands[k] = by ? by : op->operands[k];
            sized |= g_hash_table_lookup(x->of, op->operands[k]) != NULL;
        }
        if (!sized)
            keep(x, op);
        else if (!open_op(x, op))
            return refuse(op, error);
    }
    IrOp *by = g_hash_table_lookup(x->value, c->root);
    c->root = by ? by : c->root;
    if (!close_root(x, c, error))
        return false;
    new_ops_take(c, list);
    return true;
}

/* Whether any op has a size that changes, or asks for one. */
static bool concerns(const IrComp *c)
{
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        if (makes_sizes(op))
            return true;
        for (int l = 0; l < type_n_leaves(op->type); l++)
            if (type_leaf(op->type, l)->kind == TYPE_ARRAY && type_leaf(op->type, l)->dyn)
                return true;
    }
    return false;
}

bool pass_open_sizes(IrModule *m, GError **error)
{
    bool any = false, inside = false;
    for (int i = 0; i < m->n_comps; i++) {
        any |= concerns(m->comps[i]);
        inside |= m->comps[i] != m->entry && concerns(m->comps[i]);
    }
    if (!any)
        return true;
    for (int i = 0; inside && i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            if (m->comps[i]->ops[k]->code == OP_fusion)
                m->comps[i]->ops[k]->code = OP_call;
    if (inside)
        module_inline_calls(m);
    Sizes x = { .m = m, .of = g_hash_table_new_full(NULL, NULL, NULL, g_free), .value = g_hash_table_new(NULL, NULL) };
    bool ok = true;
    for (int i = 0; ok && i < m->n_comps; i++)
        ok = !concerns(m->comps[i]) || open_comp(&x, m->comps[i], error);
    g_hash_table_unref(x.of);
    g_hash_table_unref(x.value);
    return ok;
}
