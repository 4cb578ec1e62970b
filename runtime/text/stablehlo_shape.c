/* Operations that move elements: broadcasts, slices, gathers and scatters. */
#include "runtime/text/stablehlo_build.h"
#include "runtime/text/stablehlo_math.h"
#include "runtime/text/stablehlo_op.h"
#include "runtime/text/stablehlo_scope.h"

#include <string.h>

static bool is_array(const Type *type)
{
    return type->kind == TYPE_ARRAY;
}

/* Numbers that must each name a dimension, without repetition. */
static bool check_dims(Reader *r, const MOp *op, Ints dims, int rank, const char *what)
{
    bool seen[MAX_RANK] = { false };
    for (int i = 0; i < dims.n; i++) {
        if (dims.v[i] < 0 || dims.v[i] >= rank)
            return mop_fail(r, op, "%s of %s names dimension %" G_GINT64_FORMAT ", there are %d", what, op->name, dims.v[i], rank);
        if (seen[dims.v[i]])
            return mop_fail(r, op, "%s of %s names dimension %" G_GINT64_FORMAT " twice", what, op->name, dims.v[i]);
        seen[dims.v[i]] = true;
    }
    return true;
}

/* broadcast: new dims in front. */
bool mop_build_broadcast(Reader *r, MOp *op)
{
    Ints sizes;
    if (!mop_arity(r, op, 1, 1) || !mop_ints(r, op, "broadcast_sizes", "sizes", true, &sizes))
        return false;
    const Type *from = op->operands[0]->type, *to = op->types[0];
    if (!is_array(from) || !is_array(to) || from->rank + sizes.n != to->rank ||
        (sizes.n && memcmp(sizes.v, to->dims, sizeof *to->dims * (size_t)sizes.n) != 0) ||
        (from->rank && memcmp(from->dims, to->dims + sizes.n, sizeof *to->dims * (size_t)from->rank) != 0))
        return mop_fail(r, op, "the result of %s must be the operand with the sizes in front", op->name);
    int64_t dims[MAX_RANK];
    for (int i = 0; i < from->rank; i++)
        dims[i] = sizes.n + i;
    IrOp *out = mop_emit(r, OP_broadcast, to, 1, op->operands);
    out->a.dims = ints_dup(r->m->arena, dims, from->rank);
    return mop_result(op, out);
}

/* broadcast_in_dim, and the dynamic one, whose result type tells all there is to know. */
bool mop_build_broadcast_in_dim(Reader *r, MOp *op)
{
    Ints dims;
    int n = strstr(op->name, "dynamic") ? 2 : 1;
    if (!mop_arity(r, op, n, 1) || !mop_ints(r, op, "broadcast_dimensions", "dims", true, &dims))
        return false;
    Ints hints[2];
    if (n == 2 && !mop_shape_operand_fits(r, op, 1))
        return false;
    if (!mop_ints(r, op, "known_expanding_dimensions", NULL, false, &hints[0]) ||
        !mop_ints(r, op, "known_nonexpanding_dimensions", NULL, false, &hints[1]))
        return false;
    const Type *from = op->operands[0]->type, *to = op->types[0];
    if (!is_array(from) || !is_array(to) || dims.n != from->rank)
        return mop_fail(r, op, "%s needs one dimension number per operand dimension", op->name);
    if (!check_dims(r, op, dims, to->rank, "dims") || !check_dims(r, op, hints[0], from->rank, "known_expanding_dimensions") ||
        !check_dims(r, op, hints[1], from->rank, "known_nonexpanding_dimensions"))
        return false;
    for (int i = 0; i < hints[0].n; i++)
        if (ints_have(hints[1], hints[0].v[i]))
            return mop_fail(r, op, "dimension %" G_GINT64_FORMAT " of %s's operand is said to expand and not to", hints[0].v[i], op->name);
    for (int i = 0; i < dims.n; i++)
        if (from->runs && to->runs && from->dims[i] != to->dims[dims.v[i]] && from->dims[i] != 1)
            return mop_fail(r, op, "dimension %d of %s's operand has size %" G_GINT64_FORMAT ", the result's dimension %"
                           G_GINT64_FORMAT " has %" G_GINT64_FORMAT, i, op->name, from->dims[i], dims.v[i], to->dims[dims.v[i]]);
    return mop_result(op, mop_emit_broadcast(r, op->operands[0], to, dims));
}

/* transpose, reverse */
bool mop_build_permute(Reader *r, MOp *op)
{
    Ints dims;
    bool transpose = op->row->code == OP_transpose;
    if (!mop_arity(r, op, 1, 1) || !mop_ints(r, op, transpose ? "permutation" : "dimensions", "dims", true, &dims))
        return false;
    const Type *from = op->operands[0]->type;
    if (!is_array(from) || (transpose && dims.n != from->rank))
        return mop_fail(r, op, "%s needs a permutation of its operand's dimensions", op->name);
    if (!check_dims(r, op, dims, from->rank, "dims"))
        return false;
    IrOp *out = mop_emit(r, op->row->code, op->types[0], 1, op->operands);
    out->a.dims = dims;
    return mop_result(op, out);
}

/* The integers of a constant operand, for the dynamic forms of static ops. */
static bool constant_operand(Reader *r, MOp *op, int i, int n, Ints *out)
{
    const IrOp *x = op->operands[i];
    if (x->code != OP_constant || !is_array(x->type) || x->type->n_elems != n || !x->a.literal->data)
        return mop_unsupported(r, op, "trace the program with fixed shapes",
                              "%s: operand %d is not a constant; dynamic shapes are not supported", op->name, i);
    int64_t *v = arena_array(r->m->arena, int64_t, MAX(n, 1));
    for (int k = 0; k < n; k++)
        v[k] = mlir_literal_int(x->a.literal, k);
    *out = (Ints){ v, n };
    return true;
}

bool mop_build_slice(Reader *r, MOp *op)
{
    Ints v[3];
    static const char *const keys[] = { "start_indices", "limit_indices", "strides" };
    bool dynamic = strcmp(op->name, "stablehlo.real_dynamic_slice") == 0;
    if (!mop_arity(r, op, dynamic ? 4 : 1, 1))
        return false;
    const Type *from = op->operands[0]->type;
    for (int i = 0; i < 3; i++) {
        bool ok = dynamic ? constant_operand(r, op, i + 1, from->rank, &v[i]) : mop_ints(r, op, keys[i], NULL, i < 2, &v[i]);
        if (!ok)
            return false;
    }
    if (!v[2].n) {
        int64_t ones[MAX_RANK];
        for (int i = 0; i < MAX_RANK; i++)
            ones[i] = 1;
        v[2] = ints_dup(r->m->arena, ones, v[0].n);
    }
    if (!is_array(from) || v[0].n != from->rank || v[1].n != from->rank || v[2].n != from->rank)
        return mop_fail(r, op, "%s needs a range per dimension of its operand", op->name);
    IrOp *out = mop_emit(r, OP_slice, op->types[0], 1, op->operands);
    out->a.slice.start = v[0].v;
    out->a.slice.limit = v[1].v;
    out->a.slice.stride = v[2].v;
    return mop_result(op, out);
}

bool mop_build_dynamic_slice(Reader *r, MOp *op)
{
    Ints sizes;
    if (!mop_arity(r, op, -1, 1) || !mop_ints(r, op, "slice_sizes", "sizes", true, &sizes))
        return false;
    const Type *from = op->n_operands ? op->operands[0]->type : NULL;
    if (!from || !is_array(from) || sizes.n != from->rank || op->n_operands != from->rank + 1)
        return mop_fail(r, op, "%s needs a size and a start index per dimension of its operand", op->name);
    IrOp *out = mop_emit(r, OP_dynamic_slice, op->types[0], op->n_operands, op->operands);
    out->a.dynamic_slice.sizes = sizes;
    return mop_result(op, out);
}

bool mop_build_concatenate(Reader *r, MOp *op)
{
    int64_t dim;
    if (!mop_arity(r, op, -1, 1) || !mop_int(r, op, "dimension", "dim", -1, &dim))
        return false;
    if (!op->n_operands || !is_array(op->types[0]) || dim < 0 || dim >= op->types[0]->rank)
        return mop_fail(r, op, "the dimension of %s must be one of the result's", op->name);
    IrOp *out = mop_emit(r, OP_concatenate, op->types[0], op->n_operands, op->operands);
    out->a.concatenate.dim = dim;
    return mop_result(op, out);
}

bool mop_build_pad(Reader *r, MOp *op)
{
    bool dynamic = strcmp(op->name, "stablehlo.dynamic_pad") == 0;
    if (!mop_arity(r, op, dynamic ? 5 : 2, 1))
        return false;
    const Type *from = op->operands[0]->type;
    static const char *const keys[] = { "edge_padding_low", "edge_padding_high", "interior_padding" };
    static const char *const alts[] = { "low", "high", "interior" };
    Ints v[3];
    for (int i = 0; i < 3; i++) {
        bool ok = dynamic ? constant_operand(r, op, i + 2, from->rank, &v[i]) : mop_ints(r, op, keys[i], alts[i], true, &v[i]);
        if (!ok)
            return false;
    }
    if (!is_array(from))
        return mop_fail(r, op, "the operand of %s must be a tensor", op->name);
    for (int i = 0; i < 3; i++)
        if (v[i].n != from->rank)
            return mop_fail(r, op, "%s of %s needs %d numbers", alts[i], op->name, from->rank);
    IrOp *out = mop_emit(r, OP_pad, op->types[0], 2, op->operands);
    out->a.pad.lo = v[0].v;
    out->a.pad.hi = v[1].v;
    out->a.pad.interior = v[2].v;
    return mop_result(op, out);
}

/* ---- gather, scatter ---------------------------------------------------------------------------------- */

static bool read_gather_dims(Reader *r, MOp *op, const char *key, bool scatter, GatherDims *g)
{
    const MAttr *s = mop_attr(op, key, NULL);
    if (!s || s->kind != ATTR_STRUCT)
        return mop_fail(r, op, "%s needs the attribute %s", op->name, key);
    g->index_vector_dim = mlir_field_int(s, "index_vector_dim", 0);
    return mlir_field_ints(r, s, scatter ? "update_window_dims" : "offset_dims", &g->offset) &&
           mlir_field_ints(r, s, scatter ? "inserted_window_dims" : "collapsed_slice_dims", &g->collapsed) &&
           mlir_field_ints(r, s, scatter ? "scatter_dims_to_operand_dims" : "start_index_map", &g->map) &&
           mlir_field_ints(r, s, scatter ? "input_batching_dims" : "operand_batching_dims", &g->operand_batching) &&
           mlir_field_ints(r, s, scatter ? "scatter_indices_batching_dims" : "start_indices_batching_dims", &g->indices_batching);
}

bool mop_build_gather(Reader *r, MOp *op)
{
    GatherDims g = { 0 };
    bool dynamic = strcmp(op->name, "stablehlo.dynamic_gather") == 0;
    if (!mop_arity(r, op, dynamic ? 3 : 2, 1) || !read_gather_dims(r, op, "dimension_numbers", false, &g) ||
        !mop_bool(r, op, "indices_are_sorted", NULL, false, &g.sorted))
        return false;
    const Type *from = op->operands[0]->type;
    bool ok = dynamic ? constant_operand(r, op, 2, from->rank, &g.slice_sizes)
                      : mop_ints(r, op, "slice_sizes", NULL, true, &g.slice_sizes);
    if (!ok)
        return false;
    IrOp *out = mop_emit(r, OP_gather, op->types[0], 2, op->operands);
    out->a.gather = g;
    return mop_result(op, out);
}

bool mop_build_scatter(Reader *r, MOp *op)
{
    GatherDims g = { 0 };
    if (op->n_operands < 3 || op->n_operands % 2 == 0 || op->n_types != op->n_operands / 2)
        return mop_fail(r, op, "%s takes n inputs, the indices and n updates, and has n results", op->name);
    if (op->n_regions != 1 || op->regions[0]->n_args != 2 * op->n_types || op->regions[0]->n_yields != op->n_types)
        return mop_fail(r, op, "%s needs one region with %d arguments that returns %d values", op->name, 2 * op->n_types, op->n_types);
    if (!read_gather_dims(r, op, "scatter_dimension_numbers", true, &g) ||
        !mop_bool(r, op, "indices_are_sorted", NULL, false, &g.sorted) ||
        !mop_bool(r, op, "unique_indices", NULL, false, &g.unique))
        return false;
    region_finish(r, op->regions[0]);
    IrOp *out = mop_emit(r, OP_scatter, mop_type(r, op), op->n_operands, op->operands);
    out->a.gather = g;
    op_set_comps(out, 1, &op->regions[0]->comp);
    return mop_results(r, op, out);
}

/* torch_index_select(x, indices) with dim d and b leading batch dims of both: x's dim d is replaced by the rest of
 * the indices' dims. A gather whose slices are whole in all other dims. */
bool mop_build_torch_index_select(Reader *r, MOp *op)
{
    int64_t dim, batch;
    if (!mop_arity(r, op, 2, 1) || !mop_int(r, op, "dim", NULL, 0, &dim) || !mop_int(r, op, "batch_dims", NULL, 0, &batch))
        return false;
    const Type *from = op->operands[0]->type, *index = op->operands[1]->type, *to = op->types[0];
    if (!is_array(from) || !is_array(index) || !is_array(to) || dim < 0 || dim >= from->rank || batch < 0 || batch > dim ||
        batch > index->rank || to->rank != from->rank - 1 + index->rank - batch)
        return mop_fail(r, op, "dim or batch_dims of %s do not fit its operands", op->name);
    int64_t offset[MAX_RANK], sizes[MAX_RANK], batching[MAX_RANK], one = dim;
    int n_offset = 0, n_new = index->rank - (int)batch;
    for (int i = 0; i < from->rank; i++) {
        bool is_batch = i < batch;
        sizes[i] = is_batch || i == dim ? 1 : from->dims[i];
        if (is_batch)
            batching[i] = i;
        else if (i != dim)
            offset[n_offset++] = i < dim ? i : i - 1 + n_new;
    }
    Arena *a = r->m->arena;
    /* Result dims are the indices' dims in order at the places that are no offset: batch dims first, then the rest, as wanted. */
    IrOp *out = mop_emit(r, OP_gather, to, 2, op->operands);
    out->a.gather = (GatherDims){ .offset = ints_dup(a, offset, n_offset), .collapsed = ints_dup(a, &one, 1),
                                  .map = ints_dup(a, &one, 1), .operand_batching = ints_dup(a, batching, (int)batch),
                                  .indices_batching = ints_dup(a, batching, (int)batch),
                                  .index_vector_dim = index->rank, .slice_sizes = ints_dup(a, sizes, from->rank) };
    return mop_result(op, out);
}

/* ---- dynamic sizes ----------------------------------------------------------------------------------------- */

bool mop_build_dimension_size(Reader *r, MOp *op)
{
    int64_t dim;
    if (!mop_arity(r, op, op_info[op->row->code].n_args, 1) || !mop_int(r, op, "dimension", "dim", -1, &dim))
        return false;
    const Type *from = op->operands[0]->type;
    if (!is_array(from) || dim < 0 || dim >= from->rank)
        return mop_fail(r, op, "the dimension of %s must be one of the operand's", op->name);
    IrOp *out = mop_emit(r, op->row->code, op->types[0], op->n_operands, op->operands);
    out->a.dims = ints_dup(r->m->arena, &dim, 1);
    return mop_result(op, out);
}

/* Dynamic ops: where the result's type is static, the shape operand adds nothing. */
bool mop_shape_operand_fits(Reader *r, MOp *op, int i)
{
    const IrOp *x = op->operands[i];
    const Type *to = op->types[0];
    if (x->code != OP_constant || !is_array(x->type) || x->type->rank != 1 || !x->a.literal->data || !is_array(to) || !elem_is_int(x->type->elem))
        return true;
    bool fits = x->type->n_elems == to->rank;
    for (int d = 0; fits && d < to->rank; d++)
        fits = mlir_literal_int(x->a.literal, d) == to->dims[d];
    return fits || mop_fail(r, op, "the shape operand of %s is not that of its result", op->name);
}

bool mop_build_dynamic_shape(Reader *r, MOp *op)
{
    if (!mop_arity(r, op, 2, 1) || !mop_shape_operand_fits(r, op, 1))
        return false;
    return mop_result(op, mop_emit(r, OP_reshape, op->types[0], 1, op->operands));
}
