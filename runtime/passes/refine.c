/* Programs whose sizes the text leaves open, f32[?,4], as they are traced once for arguments of any size. Where the arguments' sizes are known, all
 * others follow: types are inferred anew from one op to the next, the integers that sizes are computed of are evaluated on the way, and ops that take
 * sizes from operands (text/stablehlo_dynamic.c) become the static ones. Start at pass_refine_sizes(). */
#include "runtime/passes/optimise.h"

#include <string.h>

#include "runtime/ir/scalar.h"
#include "runtime/ir/verify.h"
#include "runtime/passes/new_ops.h"

enum { MAX_KNOWN = 256 }; /* numbers in an array that is evaluated: sizes and what they are made of */

typedef struct Refine {
    IrModule *m;
    GHashTable *known; /* IrOp -> int64_t *, a number for each element */
    NewOps to;
    bool any;          /* sizes are open anywhere */
} Refine;

static const int64_t *known(const Refine *x, const IrOp *op)
{
    return g_hash_table_lookup(x->known, op);
}

static bool is_open(const Type *t)
{
    bool open = t->unbounded != NULL;
    for (int i = 0; i < t->n_parts && !open; i++) /* recursion is bounded by MAX_TUPLE_DEPTH */
        open = is_open(t->parts[i]);
    return open;
}

/* ---- integers ----------------------------------------------------------------------------------------------------- */

static bool is_countable(const Type *t)
{
    return t->kind == TYPE_ARRAY && !t->unbounded && !t->dyn && (elem_is_int(t->elem) || t->elem == ELEM_pred) && t->n_elems <= MAX_KNOWN;
}

/* Division and remainder, which op_int_value leaves to the run. */
static bool divided(const IrOp *op, const int64_t *v, int64_t *out)
{
    bool is_signed = elem_info[op->type->elem].cls == CLASS_SIGNED;
    if ((op->code != OP_divide && op->code != OP_remainder) || v[1] == 0 || (is_signed && v[1] == -1))
        return false;
    if (is_signed)
        *out = op->code == OP_divide ? v[0] / v[1] : v[0] % v[1];
    else
        *out = (int64_t)(op->code == OP_divide ? (uint64_t)v[0] / (uint64_t)v[1] : (uint64_t)v[0] % (uint64_t)v[1]);
    return true;
}

static bool elementwise_value(const Refine *x, const IrOp *op, int64_t i, int64_t *out)
{
    int64_t v[3];
    if (op->n_operands < 1 || op->n_operands > 3)
        return false;
    for (int k = 0; k < op->n_operands; k++)
        v[k] = known(x, op->operands[k])[op->operands[k]->type->n_elems == 1 ? 0 : i];
    if (op->code == OP_convert && op->type->elem == ELEM_pred) {
        *out = v[0] != 0;
        return true;
    }
    return divided(op, v, out) || op_int_value(op, v, out);
}

/* Sums, products and the like of all elements. */
static bool reduce_value(const Refine *x, const IrOp *op, int64_t *out)
{
    const IrOp *root = op->n_comps ? op->comps[0]->root : NULL;
    if (op->n_operands != 2 || op->type->rank != 0 || !root || root->n_operands != 2 || root->operands[0]->code != OP_parameter || root->operands[1]->code != OP_parameter ||
        root->operands[0] == root->operands[1])
        return false;
    *out = known(x, op->operands[1])[0];
    for (int64_t i = 0; i < op->operands[0]->type->n_elems; i++)
        if (!op_int_value(root, (int64_t[]){ *out, known(x, op->operands[0])[i] }, out))
            return false;
    return true;
}

/* The element of a broadcast's operand that element i of the result is. */
static int64_t broadcast_from(const IrOp *op, int64_t i)
{
    const Type *to = op->type, *from = op->operands[0]->type;
    int64_t at[MAX_RANK], out = 0;
    for (int d = to->rank - 1; d >= 0; d--) {
        at[d] = i % to->dims[d];
        i /= to->dims[d];
    }
    for (int d = 0; d < from->rank; d++)
        out = out * from->dims[d] + at[op->a.dims.v[d]];
    return out;
}

static bool concatenated(const Refine *x, const IrOp *op, int64_t *out)
{
    if (op->a.concatenate.dim != 0)
        return false;
    for (int k = 0; k < op->n_operands; k++)
        for (int64_t i = 0; i < op->operands[k]->type->n_elems; i++)
            *out++ = known(x, op->operands[k])[i];
    return true;
}

/* All elements of the op, whose operands are known. */
static bool values_of(const Refine *x, const IrOp *op, int64_t *out)
{
    const int64_t *v = op->n_operands ? known(x, op->operands[0]) : NULL;
    bool ok = true;
    switch (op->code) {
    case OP_constant:
        ok = op->a.literal && op->a.literal->data;
        for (int64_t i = 0; ok && i < op->type->n_elems; i++)
            out[i] = scalar_to_int(op->type->elem, (const char *)op->a.literal->data + (op->a.literal->splat ? 0 : i * elem_info[op->type->elem].bytes));
        return ok;
    case OP_iota:
        for (int64_t i = 0; i < op->type->n_elems; i++)
            out[i] = i;
        return op->type->rank == 1;
    case OP_reshape: case OP_copy:
        memcpy(out, v, sizeof *v * (size_t)op->type->n_elems);
        return true;
    case OP_broadcast:
        for (int64_t i = 0; i < op->type->n_elems; i++)
            out[i] = v[broadcast_from(op, i)];
        return true;
    case OP_slice:
        for (int64_t i = 0; op->type->rank == 1 && i < op->type->n_elems; i++)
            out[i] = v[op->a.slice.start[0] + i * op->a.slice.stride[0]];
        return op->type->rank == 1;
    case OP_concatenate: return concatenated(x, op, out);
    case OP_reduce: return reduce_value(x, op, out);
    default:
        for (int64_t i = 0; ok && i < op->type->n_elems; i++)
            ok = op_family(op) == FAMILY_elementwise && elementwise_value(x, op, i, out + i);
        return ok && op_family(op) == FAMILY_elementwise;
    }
}

static void note_value(Refine *x, const IrOp *op)
{
    if (op->code == OP_get_tuple_element) {
        const IrOp *t = op->operands[0];
        const int64_t *v = t->code == OP_tuple ? known(x, t->operands[op->a.gte.index]) : NULL;
        if (v)
            g_hash_table_insert(x->known, (gpointer)op, (gpointer)v);
        return;
    }
    if (!is_countable(op->type))
        return;
    for (int k = 0; k < op->n_operands; k++)
        if (!known(x, op->operands[k]))
            return;
    int64_t *v = arena_array(x->m->arena, int64_t, MAX(op->type->n_elems, 1));
    if (values_of(x, op, v))
        g_hash_table_insert(x->known, (gpointer)op, v);
}

static void become_constant(Refine *x, IrOp *op, int64_t v)
{
    char element[8];
    scalar_from_int(op->type->elem, v, element);
    op->a = (IrAttrs){ .literal = literal_new(x->m, op->type, element, true) };
    op->code = OP_constant;
    op->n_operands = 0;
}

/* ---- ops that take their sizes from operands ---------------------------------------------------------------------- */

/* The numbers of an attribute's text: array<i64: 0, 1>, dense<[0, 1]> : tensor<2xi64>, [0, 1]; or of a field, key = [0, 1]. False if it is not there. */
static bool numbers(Refine *x, const char *text, const char *key, Ints *out)
{
    int64_t v[MAX_RANK];
    int n = 0;
    const char *at = text && key ? strstr(text, key) : text;
    if (!at)
        return false;
    at += key ? strlen(key) : strcspn(at, "<[");
    const char *p = g_str_has_prefix(at, "<i64") ? at + 4 : at;
    while (*p && !g_ascii_isdigit(*p) && *p != '>' && *p != ']')
        p++;
    while (g_ascii_isdigit(*p) && n < MAX_RANK) {
        char *end;
        v[n++] = g_ascii_strtoll(p, &end, 10);
        p = end + strspn(end, ", ");
    }
    *out = ints_dup(x->m->arena, v, n);
    return true;
}

static const char *said(const IrOp *op, const char *key)
{
    return pair_get(op->pairs, op->n_pairs, key);
}

static bool bad(const IrOp *op, GError **error, const char *what)
{
    return diag(error, SHARD_ERROR_VERIFY, OP_AT(op), NULL, "%s %s: %s", op->a.custom.target, op->name, what);
}

/* The array type that the numbers say, with the element type of the op. */
static const Type *type_of_sizes(Refine *x, const IrOp *op, const int64_t *sizes, int64_t rank, GError **error)
{
    bool fit = rank <= MAX_RANK;
    for (int64_t i = 0; fit && i < rank; i++)
        fit = sizes[i] >= 0;
    if (fit && type_dims_fit(op->type->elem, (int)rank, sizes))
        return type_array(x->m->types, op->type->elem, (int)rank, sizes);
    bad(op, error, "its sizes are those of no array");
    return NULL;
}

static void turn_into(IrOp *op, OpCode code, const Type *type, int n_operands)
{
    op->a = (IrAttrs){ 0 };
    op->code = code;
    op->type = type;
    op->n_operands = n_operands;
}

/* Dims of size 1 that are stretched are dropped first. */
static bool refine_broadcast(Refine *x, IrOp *op, const int64_t *sizes, GError **error)
{
    IrOp *from = op->operands[0];
    Ints dims;
    const Type *type = type_of_sizes(x, op, sizes, op->operands[1]->type->n_elems, error);
    if (!type)
        return false;
    if (!numbers(x, said(op, "stablehlo.broadcast_dimensions"), NULL, &dims) || dims.n != from->type->rank)
        return bad(op, error, "needs one dimension number per operand dimension");
    int64_t kept[MAX_RANK], left[MAX_RANK];
    int n = 0;
    for (int i = 0; i < dims.n; i++) {
        if (dims.v[i] < 0 || dims.v[i] >= type->rank || (from->type->dims[i] != 1 && from->type->dims[i] != type->dims[dims.v[i]]))
            return bad(op, error, "the operand cannot be broadcast to these sizes");
        if (from->type->dims[i] == 1 && type->dims[dims.v[i]] != 1)
            continue;
        kept[n] = dims.v[i];
        left[n++] = from->type->dims[i];
    }
    if (n < dims.n) {
        x->to.from = op;
        from = new_ops_add(&x->to, OP_reshape, type_array(x->m->types, from->type->elem, n, left), 1, &from);
        from->a.stretched = ints_dup(x->m->arena, dims.v, dims.n);
    }
    turn_into(op, OP_broadcast, type, 1);
    op->operands[0] = from;
    op->a.dims = ints_dup(x->m->arena, kept, n);
    return true;
}

/* Sets the slice, pad or gather's attributes, and infers its type. */
static bool refine_shaped(Refine *x, IrOp *op, OpCode code, int n_operands, GError **error)
{
    int rank = op->operands[0]->type->rank;
    const int64_t *v[3] = { NULL };
    for (int k = 0; k < op->n_operands - n_operands && k < 3; k++) {
        if (op->operands[n_operands + k]->type->n_elems != rank)
            return bad(op, error, "needs a number per dimension of its operand");
        v[k] = arena_dup_array(x->m->arena, known(x, op->operands[n_operands + k]), rank);
    }
    IrAttrs a = { 0 };
    if (code == OP_slice) {
        a.slice.start = v[0];
        a.slice.limit = v[1];
        a.slice.stride = v[2];
    } else if (code == OP_pad) {
        a.pad.lo = v[0];
        a.pad.hi = v[1];
        a.pad.interior = v[2];
    } else {
        const char *text = said(op, "stablehlo.dimension_numbers"), *sorted = said(op, "stablehlo.indices_are_sorted");
        Ints vector_dim = { 0 };
        numbers(x, text, "offset_dims", &a.gather.offset);
        numbers(x, text, "collapsed_slice_dims", &a.gather.collapsed);
        numbers(x, text, "start_index_map", &a.gather.map);
        numbers(x, text, "operand_batching_dims", &a.gather.operand_batching);
        numbers(x, text, "start_indices_batching_dims", &a.gather.indices_batching);
        numbers(x, text, "index_vector_dim", &vector_dim);
        a.gather.index_vector_dim = vector_dim.n ? vector_dim.v[0] : 0;
        a.gather.sorted = sorted && g_str_has_prefix(sorted, "true");
        a.gather.slice_sizes = (Ints){ v[0], rank };
    }
    op->code = code;
    op->n_operands = n_operands;
    op->a = a;
    const Type *type = op_infer(op, error);
    if (type)
        op->type = type;
    return type != NULL;
}

/* JAX's custom-call for windows: one array, its initial value, then sizes, strides, both dilations, and rows of low and high padding. */
static bool refine_window(Refine *x, IrOp *op, GError **error)
{
    enum { N_SIZES = 5 };
    if (op->n_operands != 2 + N_SIZES || op->n_comps != 1)
        return true;
    const Type *from = op->operands[0]->type;
    for (int k = 0; k < N_SIZES; k++) {
        const IrOp *v = op->operands[2 + k];
        if (from->kind != TYPE_ARRAY || is_open(from) || !known(x, v))
            return true;
        if (v->type->n_elems != from->rank * (k == 4 ? 2 : 1))
            return bad(op, error, "needs a number per dimension of its operand");
    }
    WindowDim *dims = arena_array(x->m->arena, WindowDim, MAX(from->rank, 1));
    for (int d = 0; d < from->rank; d++)
        dims[d] = (WindowDim){ .size = known(x, op->operands[2])[d], .stride = known(x, op->operands[3])[d], .base_dilation = known(x, op->operands[4])[d],
                               .window_dilation = known(x, op->operands[5])[d], .pad_lo = known(x, op->operands[6])[2 * d], .pad_hi = known(x, op->operands[6])[2 * d + 1] };
    op->code = OP_reduce_window;
    op->n_operands = 2;
    op->a = (IrAttrs){ 0 };
    op->a.window.window = (Window){ from->rank, dims };
    const Type *type = op_infer(op, error);
    op->type = type ? type : op->type;
    return type != NULL;
}

static const struct {
    const char *name;
    OpCode code;
    int n_values; /* operands before those of sizes */
    int n_sizes;
} rows[] = {
    { "stablehlo.dynamic_reshape", OP_reshape, 1, 1 }, { "stablehlo.dynamic_broadcast_in_dim", OP_broadcast, 1, 1 },
    { "stablehlo.dynamic_iota", OP_iota, 0, 1 },       { "stablehlo.real_dynamic_slice", OP_slice, 1, 3 },
    { "stablehlo.dynamic_pad", OP_pad, 2, 3 },         { "stablehlo.dynamic_gather", OP_gather, 2, 1 },
};

static size_t row_of(const IrOp *op)
{
    const char *target = op->code == OP_custom_call ? op->a.custom.target : NULL;
    size_t row = 0;
    while (row < G_N_ELEMENTS(rows) && (!target || strcmp(rows[row].name, target) != 0))
        row++;
    return row;
}

/* An op that takes sizes from operands; it stays if they are not known. */
static bool refine_sized(Refine *x, IrOp *op, size_t row, GError **error)
{
    if (op->n_operands != rows[row].n_values + rows[row].n_sizes || op->type->kind != TYPE_ARRAY)
        return bad(op, error, "takes another number of operands, or has another result");
    for (int k = 0; k < op->n_operands; k++)
        if (op->operands[k]->type->kind != TYPE_ARRAY || is_open(op->operands[k]->type) || (k >= rows[row].n_values && !known(x, op->operands[k])))
            return true;
    const IrOp *last = op->operands[op->n_operands - 1];
    const int64_t *sizes = known(x, last);
    const Type *type;
    Ints dim;
    switch (rows[row].code) {
    case OP_reshape:
        if (!(type = type_of_sizes(x, op, sizes, last->type->n_elems, error)))
            return false;
        turn_into(op, OP_reshape, type, 1);
        return true;
    case OP_iota:
        if (!(type = type_of_sizes(x, op, sizes, last->type->n_elems, error)))
            return false;
        if (!numbers(x, said(op, "stablehlo.iota_dimension"), "", &dim) || dim.n != 1)
            return bad(op, error, "needs its dimension");
        turn_into(op, OP_iota, type, 0);
        op->a.iota.dim = dim.v[0];
        return true;
    case OP_broadcast: return refine_broadcast(x, op, sizes, error);
    default: return refine_shaped(x, op, rows[row].code, rows[row].n_values, error);
    }
}

/* ---- the walk -------------------------------------------------------------------------------------------------------- */

static bool refine_comp(Refine *x, IrComp *c, GError **error);

/* A loop's or branch's computation gets the argument's type, and its integers where `same` says that the computation does not change them. */
static bool refine_called(Refine *x, IrComp *c, const IrOp *argument, const bool *same, GError **error)
{
    c->params[0]->type = argument->type;
    for (int i = 0; argument->code == OP_tuple && i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        if (op->code == OP_get_tuple_element && op->operands[0] == c->params[0] && op->a.gte.index < argument->n_operands && same[op->a.gte.index] &&
            known(x, argument->operands[op->a.gte.index]))
            g_hash_table_insert(x->known, (gpointer)op, (gpointer)known(x, argument->operands[op->a.gte.index]));
    }
    NewOps outer = x->to;
    bool ok = refine_comp(x, c, error);
    x->to = outer;
    return ok;
}

static bool refine_control(Refine *x, IrOp *op, GError **error)
{
    int n = op->operands[0]->code == OP_tuple ? op->operands[0]->n_operands : 0;
    for (int k = 1; k < op->n_operands; k++)
        n = MAX(n, op->operands[k]->code == OP_tuple ? op->operands[k]->n_operands : 0);
    g_autofree bool *same = g_new(bool, MAX(n, 1));
    for (int i = 0; i < n; i++)
        same[i] = true;
    if (op->code == OP_while) {
        const IrOp *root = op->comps[1]->root;
        for (int i = 0; i < n; i++) {
            const IrOp *v = root->code == OP_tuple && i < root->n_operands ? root->operands[i] : NULL;
            same[i] = v && v->code == OP_get_tuple_element && v->operands[0] == op->comps[1]->params[0] && v->a.gte.index == i;
        }
        return refine_called(x, op->comps[0], op->operands[0], same, error) && refine_called(x, op->comps[1], op->operands[0], same, error);
    }
    for (int k = 0; op->code == OP_conditional && k < op->n_comps && k + 1 < op->n_operands; k++)
        if (!refine_called(x, op->comps[k], op->operands[k + 1], same, error))
            return false;
    return true;
}

/* JAX's check of what it assumed of sizes: an error with its words, in which {0}, {1}, ... stand for the operands behind the first; else it goes. */
static bool assertion_holds(const Refine *x, const IrOp *op, GError **error)
{
    const int64_t *v = known(x, op->operands[0]);
    if (!v || v[0])
        return true;
    g_autoptr(GString) message = g_string_new("an assertion about the arguments' sizes does not hold");
    for (int i = 0; i < op->n_extra; i++) /* the reader may have put a prefix before a key that it does not know */
        if (g_str_has_suffix(op->extra[i].key, "error_message"))
            g_string_printf(message, "%s", op->extra[i].value);
    for (int k = 1; k < op->n_operands; k++) {
        g_autofree char *place = g_strdup_printf("{%d}", k - 1);
        g_autofree char *number = known(x, op->operands[k]) ? g_strdup_printf("%" G_GINT64_FORMAT, known(x, op->operands[k])[0]) : g_strdup("?");
        g_string_replace(message, place, number, 0);
    }
    return diag(error, SHARD_ERROR_RUN, OP_AT(op), NULL, "%s", message->str);
}

static bool is_assertion(const IrOp *op)
{
    return op->code == OP_custom_call && op->n_operands > 0 && op->a.custom.target && strcmp(op->a.custom.target, "shape_assertion") == 0;
}

/* Types that do not follow from operands, but from those with another element type. */
static const Type *type_like(Refine *x, const IrOp *op)
{
    const Type *from = op->n_operands && op->operands[0]->type->kind == TYPE_ARRAY ? op->operands[0]->type : NULL;
    return op->code == OP_convert && from ? type_with_elem(x->m->types, from, op->type->elem) : NULL;
}

static bool refine_op(Refine *x, IrOp *op, GError **error)
{
    size_t row = row_of(op);
    if (row < G_N_ELEMENTS(rows) && !refine_sized(x, op, row, error))
        return false;
    if (op->code == OP_custom_call && g_strcmp0(op->a.custom.target, "stablehlo.dynamic_reduce_window") == 0 && !refine_window(x, op, error))
        return false;
    if ((op->code == OP_while || op->code == OP_conditional) && !refine_control(x, op, error))
        return false;
    const Type *sized = op->code == OP_get_dimension_size ? op->operands[0]->type : NULL;
    if (sized && (sized->kind != TYPE_ARRAY || op->a.dims.n != 1 || op->a.dims.v[0] < 0 || op->a.dims.v[0] >= sized->rank))
        return diag(error, SHARD_ERROR_VERIFY, OP_AT(op), NULL, "get-dimension-size %s: its dimension must be one of the operand's", op->name);
    if (sized && !sized->unbounded && !sized->dyn)
        become_constant(x, op, op->operands[0]->type->dims[op->a.dims.v[0]]);
    bool inferable = op->code != OP_parameter && op->code != OP_custom_call && op->code != OP_constant && op->code != OP_reshape && op->code != OP_broadcast;
    if (is_open(op->type) && inferable) {
        const Type *type = type_like(x, op);
        bool operands_open = false;
        for (int k = 0; k < op->n_operands; k++)
            operands_open = operands_open || is_open(op->operands[k]->type);
        if (!type && !operands_open && !(type = op_infer(op, error)))
            return false;
        op->type = type ? type : op->type;
    }
    note_value(x, op);
    return true;
}

static bool refine_comp(Refine *x, IrComp *c, GError **error)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    x->to = (NewOps){ .comp = c, .list = list };
    int n = c->n_ops;
    for (int i = 0; i < n; i++) {
        IrOp *op = c->ops[i];
        if (is_assertion(op)) {
            if (!assertion_holds(x, op, error))
                return false;
            if (known(x, op->operands[0]) && op != c->root)
                continue;
        }
        if (!refine_op(x, op, error))
            return false;
        g_ptr_array_add(list, op);
    }
    new_ops_take(c, list);
    return true;
}

bool pass_refine_sizes(IrModule *m, const Type *const *params, GError **error)
{
    bool any = false;
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops && !any; k++)
            any = is_open(m->comps[i]->ops[k]->type) || row_of(m->comps[i]->ops[k]) < G_N_ELEMENTS(rows) || is_assertion(m->comps[i]->ops[k]);
    if (!any)
        return true;
    if (!module_flatten_calls(m, error))
        return false;
    module_inline_calls(m);
    for (int p = 0; params && p < m->entry->n_params; p++)
        m->entry->params[p]->type = params[p];
    Refine x = { .m = m, .known = g_hash_table_new(NULL, NULL) };
    bool ok = refine_comp(&x, m->entry, error);
    g_hash_table_unref(x.known);
    return ok && module_verify(m, error);
}
