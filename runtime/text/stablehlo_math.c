/* Reductions, sorting, linear algebra, randomness. */
#include "runtime/text/stablehlo_math.h"
#include "runtime/text/stablehlo_build.h"
#include "runtime/text/stablehlo_complex.h"
#include "runtime/text/stablehlo_op.h"
#include "runtime/text/stablehlo_scope.h"

#include <string.h>

/* ---- reductions --------------------------------------------------------------------------------------------- */

IrComp *reducer_new(Reader *r, OpCode code, const Type *scalar)
{
    g_autofree char *name = g_strdup_printf("%s_%s", op_info[code].id, elem_info[scalar->elem].hlo);
    IrComp *c = comp_new(r->m, name);
    c->at = r->op->pos;
    IrOp *v[2];
    for (int i = 0; i < 2; i++) {
        v[i] = op_new(c, OP_parameter, scalar, i ? "rhs" : "lhs", 0, NULL);
        v[i]->a.parameter.number = i;
        v[i]->at = r->op->pos;
    }
    if ((code == OP_maximum || code == OP_minimum) && type_is_complex(scalar)) {
        c->root = complex_pick(r, c, code, v[0], v[1]);
    } else {
        c->root = op_new(c, code, scalar, NULL, 2, v);
        c->root->at = r->op->pos;
        c->root->loc = r->op->loc.frames;
        c->root->op_name = r->op->loc.name;
    }
    comp_renumber(c);
    return c;
}

/* The op's computation: its region, or the op after "applies". */
static IrComp *reducer_of(Reader *r, MOp *op, int n_inputs)
{
    const MAttr *applies = mop_attr(op, "applies", NULL);
    if (applies && applies->made) {
        const Type *type = op->operands[0]->type;
        if (n_inputs != 1 || type->kind != TYPE_ARRAY) {
            mop_fail(r, op, "the short form of %s takes one input", op->name);
            return NULL;
        }
        OpCode code = (OpCode)((const OpInfo *)applies->made - op_info);
        if (type->quant && code != OP_maximum && code != OP_minimum) /* these order stored numbers as what they stand for */
            return mop_quantised_reducer(r, op, code);
        return reducer_new(r, code, type_scalar(r->m->types, type->elem));
    }
    if (op->n_regions != 1 || op->regions[0]->n_args != 2 * n_inputs || op->regions[0]->n_yields != n_inputs) {
        mop_fail(r, op, "%s needs one region with %d arguments that returns %d value%s", op->name, 2 * n_inputs, n_inputs,
                n_inputs == 1 ? "" : "s");
        return NULL;
    }
    region_finish(r, op->regions[0]);
    return op->regions[0]->comp;
}

static bool inputs_and_inits(Reader *r, MOp *op)
{
    if (op->n_operands < 2 || op->n_operands % 2 || op->n_types != op->n_operands / 2)
        return mop_fail(r, op, "%s takes n inputs and n initial values and has n results", op->name);
    return true;
}

bool mop_build_reduce(Reader *r, MOp *op)
{
    Ints dims;
    if (!inputs_and_inits(r, op) || !mop_ints(r, op, "dimensions", NULL, true, &dims))
        return false;
    const Type *from = op->operands[0]->type;
    for (int i = 0; i < dims.n; i++)
        if (from->kind != TYPE_ARRAY || dims.v[i] < 0 || dims.v[i] >= from->rank)
            return mop_fail(r, op, "the dimensions of %s must be the operand's", op->name);
    IrComp *c = reducer_of(r, op, op->n_types);
    if (!c)
        return false;
    IrOp *out = mop_emit(r, OP_reduce, mop_type(r, op), op->n_operands, op->operands);
    out->a.dims = dims;
    op_set_comps(out, 1, &c);
    return mop_results(r, op, out);
}

bool mop_build_reduce_window(Reader *r, MOp *op)
{
    Window window;
    if (!inputs_and_inits(r, op) || op->operands[0]->type->kind != TYPE_ARRAY)
        return mop_fail(r, op, "%s takes n inputs and n initial values and has n results", op->name);
    if (!mop_window(r, op, op->operands[0]->type->rank, &window))
        return false;
    IrComp *c = reducer_of(r, op, op->n_types);
    if (!c)
        return false;
    IrOp *out = mop_emit(r, OP_reduce_window, mop_type(r, op), op->n_operands, op->operands);
    out->a.window.window = window;
    op_set_comps(out, 1, &c);
    return mop_results(r, op, out);
}

bool mop_build_select_and_scatter(Reader *r, MOp *op)
{
    Window window;
    if (!mop_arity(r, op, 3, 1))
        return false;
    if (op->n_regions != 2 || op->operands[0]->type->kind != TYPE_ARRAY)
        return mop_fail(r, op, "%s needs two regions, select and scatter", op->name);
    if (!mop_window(r, op, op->operands[0]->type->rank, &window))
        return false;
    for (int i = 0; i < 2; i++) {
        if (op->regions[i]->n_args != 2 || op->regions[i]->n_yields != 1)
            return mop_fail(r, op, "the regions of %s take two values and return one", op->name);
        region_finish(r, op->regions[i]);
    }
    IrOp *out = mop_emit(r, OP_select_and_scatter, op->types[0], 3, op->operands);
    out->a.window.window = window;
    op_set_comps(out, 2, (IrComp *[]){ op->regions[0]->comp, op->regions[1]->comp });
    return mop_result(op, out);
}

bool mop_build_sort(Reader *r, MOp *op)
{
    int64_t dim;
    bool stable;
    if (!op->n_operands || op->n_types != op->n_operands || op->n_regions != 1 ||
        op->regions[0]->n_args != 2 * op->n_operands || op->regions[0]->n_yields != 1)
        return mop_fail(r, op, "%s takes n operands, has n results and a region with 2n arguments", op->name);
    if (!mop_int(r, op, "dimension", NULL, -1, &dim) || !mop_bool(r, op, "is_stable", NULL, false, &stable))
        return false;
    const Type *type = op->operands[0]->type;
    int rank = type->kind == TYPE_ARRAY ? type->rank : 0;
    if (dim < 0)
        dim += rank;
    if (dim < 0 || dim >= rank)
        return mop_fail(r, op, "the dimension of %s must be one of the operand's %d", op->name, rank);
    for (int i = 0; i < 2 * op->n_operands; i++) {
        const Type *has = op->operands[i / 2]->type, *takes = op->regions[0]->args[i]->type;
        if (has->kind == TYPE_ARRAY && type_scalar(r->m->types, has->elem)->plain != takes->plain)
            return mop_fail(r, op, "argument %d of the comparator of %s must be a scalar of %s", i, op->name, elem_info[has->elem].mlir);
    }
    region_finish(r, op->regions[0]);
    IrOp *out = mop_emit(r, OP_sort, mop_type(r, op), op->n_operands, op->operands);
    out->a.sort.dim = dim;
    out->a.sort.stable = stable;
    op_set_comps(out, 1, &op->regions[0]->comp);
    return mop_results(r, op, out);
}

/* map, scan: one region over scalars or slices. */
bool mop_build_map(Reader *r, MOp *op)
{
    Ints dims = { 0 };
    if (op->n_regions != 1)
        return mop_fail(r, op, "%s needs one region", op->name);
    if (op->row->code == OP_map && (!mop_arity(r, op, -1, 1) || !mop_ints(r, op, "dimensions", NULL, true, &dims)))
        return false;
    for (int i = 0; i < dims.n; i++)
        if (dims.v[i] != i)
            return mop_fail(r, op, "dimensions of %s must be 0, 1, .. in order", op->name);
    if (op->row->code == OP_map && op->operands[0]->type->kind == TYPE_ARRAY && dims.n != op->operands[0]->type->rank)
        return mop_fail(r, op, "dimensions of %s must be all of the operands': %d are given of %d", op->name, dims.n, op->operands[0]->type->rank);
    region_finish(r, op->regions[0]);
    IrOp *out = mop_emit(r, op->row->code, mop_type(r, op), op->n_operands, op->operands);
    if (op->row->code == OP_map)
        out->a.dims = dims;
    op_set_comps(out, 1, &op->regions[0]->comp);
    return mop_results(r, op, out);
}

/* chlo.scan: n inputs cut along a dimension and m carries; the region gives outputs and the carries of the next step. */
bool mop_build_scan(Reader *r, MOp *op)
{
    int64_t dim;
    bool reverse, associative;
    if (op->n_regions != 1 || op->regions[0]->n_args != op->n_operands || op->regions[0]->n_yields != op->n_types)
        return mop_fail(r, op, "%s needs one region that takes its operands and returns its results", op->name);
    if (!mop_int(r, op, "dimension", NULL, 0, &dim) || !mop_bool(r, op, "is_reverse", NULL, false, &reverse) ||
        !mop_bool(r, op, "is_associative", NULL, false, &associative))
        return false;
    const Type *first = op->n_operands ? op->operands[0]->type : NULL;
    if (!first || first->kind != TYPE_ARRAY || dim < 0 || dim >= first->rank)
        return mop_fail(r, op, "the dimension of %s must be one of its first operand", op->name);
    /* Carries have the types of the last region arguments; what is cut loses the dimension. */
    int n_inputs = 0;
    Ints segments;
    if (!mop_ints(r, op, "operandSegmentSizes", NULL, false, &segments))
        return false;
    if (segments.n && (segments.n != 2 || segments.v[0] < 0 || segments.v[1] < 0 || segments.v[0] + segments.v[1] != op->n_operands))
        return mop_fail(r, op, "operandSegmentSizes of %s must add up to its %d operands", op->name, op->n_operands);
    mop_attr(op, "resultSegmentSizes", NULL);
    while (n_inputs < op->n_operands && op->regions[0]->args[n_inputs]->type->plain != op->operands[n_inputs]->type->plain)
        n_inputs++;
    for (int i = n_inputs; i < op->n_operands; i++)
        if (op->regions[0]->args[i]->type->plain != op->operands[i]->type->plain)
            return mop_fail(r, op, "argument %d of %s's region has another type than the carry", i, op->name);
    region_finish(r, op->regions[0]);
    IrOp *out = mop_emit(r, OP_scan, mop_type(r, op), op->n_operands, op->operands);
    g_autofree char *at = g_strdup_printf("{%" G_GINT64_FORMAT "}", dim), *carries = g_strdup_printf("%d", op->n_operands - n_inputs);
    pair_add(r->m->arena, &out->extra, &out->n_extra, "dimensions", at, true);
    pair_add(r->m->arena, &out->extra, &out->n_extra, "is_reverse", reverse ? "true" : "false", true);
    pair_add(r->m->arena, &out->extra, &out->n_extra, "num_carries", carries, true);
    if (associative)
        pair_add(r->m->arena, &out->extra, &out->n_extra, "is_associative", "true", true);
    op_set_comps(out, 1, &op->regions[0]->comp);
    return mop_results(r, op, out);
}

/* ---- the rest ------------------------------------------------------------------------------------------------ */

static int word_index(const char *word, const char *const *words)
{
    for (int i = 0; word && words[i]; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

bool mop_build_fft(Reader *r, MOp *op)
{
    static const char *const kinds[] = { "FFT", "IFFT", "RFFT", "IRFFT", NULL };
    Ints length;
    int kind = word_index(mop_word(op, "fft_type", "type"), kinds);
    if (!mop_arity(r, op, 1, 1) || !mop_ints(r, op, "fft_length", "length", true, &length))
        return false;
    if (kind < 0)
        return mop_fail(r, op, "the type of %s must be FFT, IFFT, RFFT or IRFFT", op->name);
    IrOp *out = mop_emit(r, OP_fft, op->types[0], 1, op->operands);
    out->a.fft.kind = kind;
    out->a.fft.length = length;
    return mop_result(op, out);
}

bool mop_build_linalg(Reader *r, MOp *op)
{
    static const char *const words[] = { "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT", NULL };
    bool cholesky = op->row->code == OP_cholesky, lower, left, unit;
    const char *word = mop_word(op, "transpose_a", NULL);
    int transpose = word ? word_index(word, words) : 0;
    if (!mop_arity(r, op, cholesky ? 1 : 2, 1) || !mop_bool(r, op, "lower", NULL, false, &lower) ||
        !mop_bool(r, op, "left_side", NULL, false, &left) || !mop_bool(r, op, "unit_diagonal", NULL, false, &unit))
        return false;
    if (!cholesky && !mop_needs(r, op, (const char *const[]){ "left_side", "lower", "unit_diagonal", "transpose_a", NULL }))
        return false;
    for (int i = 0; i < op->n_operands; i++) {
        const Type *t = op->operands[i]->type;
        if (t->kind != TYPE_ARRAY || (!elem_is_float(t->elem) && elem_info[t->elem].cls != CLASS_COMPLEX))
            return mop_fail(r, op, "the operands of %s must be tensors of floats or complex numbers", op->name);
    }
    if (transpose < 0)
        return mop_fail(r, op, "transpose_a of %s must be NO_TRANSPOSE, TRANSPOSE or ADJOINT", op->name);
    IrOp *out = mop_emit(r, op->row->code, op->types[0], op->n_operands, op->operands);
    out->a.linalg.lower = lower;
    out->a.linalg.left_side = left;
    out->a.linalg.unit_diagonal = unit;
    out->a.linalg.transpose = transpose;
    return mop_result(op, out);
}

/* rng: the third operand is the shape, which the result's type has as well. */
bool mop_build_rng(Reader *r, MOp *op)
{
    static const char *const words[] = { "UNIFORM", "NORMAL", NULL };
    int kind = word_index(mop_word(op, "rng_distribution", "distribution"), words);
    if (!mop_arity(r, op, 3, 1))
        return false;
    if (kind < 0)
        return mop_fail(r, op, "the distribution of %s must be UNIFORM or NORMAL", op->name);
    const IrOp *shape = op->operands[2];
    const Type *to = op->types[0];
    bool drawn = to->kind == TYPE_ARRAY && elem_info[to->elem].cls != CLASS_COMPLEX && (!kind || elem_is_float(to->elem));
    if (!drawn)
        return mop_fail(r, op, "%s draws %s numbers of floats%s only", op->name, kind ? "normal" : "uniform", kind ? "" : ", integers and i1");
    if (shape->code == OP_constant && shape->a.literal->data && to->kind == TYPE_ARRAY)
        for (int64_t i = 0; i < MAX(to->rank, shape->type->n_elems); i++)
            if (to->rank != shape->type->n_elems || mlir_literal_int(shape->a.literal, i) != to->dims[i])
                return mop_fail(r, op, "the shape operand of %s is not that of its result", op->name);
    IrOp *out = mop_emit(r, OP_rng, op->types[0], 2, op->operands);
    pair_add(r->m->arena, &out->extra, &out->n_extra, "distribution", kind ? "rng_normal" : "rng_uniform", true);
    return mop_result(op, out);
}

bool mop_build_rng_bits(Reader *r, MOp *op)
{
    static const char *const words[] = { "DEFAULT", "THREE_FRY", "PHILOX", NULL };
    int algorithm = word_index(mop_word(op, "rng_algorithm", "algorithm"), words);
    if (!mop_arity(r, op, 1, 2))
        return false;
    if (algorithm < 0)
        return mop_fail(r, op, "the algorithm of %s must be DEFAULT, THREE_FRY or PHILOX", op->name);
    const Type *bits = op->types[1];
    if (bits->kind != TYPE_ARRAY || bits->elem == ELEM_pred || elem_info[bits->elem].cls == CLASS_COMPLEX)
        return mop_fail(r, op, "the bits of %s must be integers or floats", op->name);
    IrOp *out = mop_emit(r, OP_rng_bit_generator, mop_type(r, op), 1, op->operands);
    out->a.rng_bits.algorithm = algorithm;
    return mop_results(r, op, out);
}

/* Whether a number with a type, "1.0e-3 : f64", is an f32, as epsilon is for values of every type. */
static bool is_f32(const MAttr *a)
{
    const char *type = a->spelled, *colon = a->text.s ? memchr(a->text.s, ':', a->text.n) : NULL;
    if (colon)
        for (type = colon + 1; g_ascii_isspace(*type);)
            type++;
    return !type || (g_str_has_prefix(type, "f32") && !g_ascii_isalnum(type[3]));
}

bool mop_build_batch_norm(Reader *r, MOp *op)
{
    int64_t feature;
    const MAttr *epsilon = mop_attr(op, "epsilon", NULL);
    if (!mop_arity(r, op, op_info[op->row->code].n_args, op->row->code == OP_batch_norm_inference ? 1 : 3) ||
        !mop_int(r, op, "feature_index", NULL, -1, &feature))
        return false;
    for (int i = 0; i < op->n_operands; i++)
        if (op->operands[i]->type->kind != TYPE_ARRAY || !elem_is_float(op->operands[i]->type->elem))
            return mop_fail(r, op, "the operands of %s must be tensors of floats", op->name);
    if (!epsilon || (epsilon->kind != ATTR_FLOAT && epsilon->kind != ATTR_INT) || feature < 0)
        return mop_fail(r, op, "%s needs epsilon and feature_index", op->name);
    if (!is_f32(epsilon))
        return mop_fail(r, op, "epsilon of %s must be an f32, not %s", op->name, mlir_attr_text(&r->x, epsilon));
    IrOp *out = mop_emit(r, op->row->code, mop_type(r, op), op->n_operands, op->operands);
    out->a.batch_norm.epsilon = (float)epsilon->f; /* an f32 for values of every type */
    out->a.batch_norm.feature = feature;
    return mop_results(r, op, out);
}
