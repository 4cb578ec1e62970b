/* Operations that map one to one: element-wise ones, constants, tuples. */
#include "runtime/text/stablehlo_build.h"
#include "runtime/text/stablehlo_complex.h"
#include "runtime/text/stablehlo_math.h"
#include "runtime/text/stablehlo_op.h"

#include <string.h>

bool mop_build_plain(Reader *r, MOp *op)
{
    int n = op_info[op->row->code].n_args;
    return mop_arity(r, op, n, 1) && mop_result(op, mop_emit(r, op->row->code, op->types[0], op->n_operands, op->operands));
}

/* A scalar operand where the op wants the other operands' dims. */
static IrOp *spread(Reader *r, IrOp *x, const Type *like)
{
    if (x->type->rank || !like->rank || like->kind != TYPE_ARRAY || x->type->kind != TYPE_ARRAY)
        return x;
    return mop_emit_broadcast(r, x, type_with_elem(r->m->types, like, x->type->elem), (Ints){ 0 });
}

static bool build_clamp(Reader *r, MOp *op)
{
    if (!mop_arity(r, op, 3, 1))
        return false;
    IrOp *v[3] = { spread(r, op->operands[0], op->types[0]), op->operands[1], spread(r, op->operands[2], op->types[0]) };
    bool same = v[0]->type->plain == v[1]->type->plain && v[2]->type->plain == v[1]->type->plain && op->types[0]->plain == v[1]->type->plain;
    if (same && type_is_complex(v[1]->type))
        return mop_result(op, complex_pick(r, r->region->comp, OP_minimum, complex_pick(r, r->region->comp, OP_maximum, v[1], v[0]), v[2]));
    return mop_result(op, mop_emit(r, OP_clamp, op->types[0], 3, v));
}

static bool build_select(Reader *r, MOp *op)
{
    if (!mop_arity(r, op, 3, 1))
        return false;
    IrOp *v[3] = { spread(r, op->operands[0], op->types[0]), op->operands[1], op->operands[2] };
    return mop_result(op, mop_emit(r, OP_select, op->types[0], 3, v));
}

/* What the operation's own types allow beyond, or short of, what HLO's do. */
static bool build_checked(Reader *r, MOp *op)
{
    OpCode code = op->row->code;
    const Type *x = op->n_operands ? op->operands[0]->type : NULL, *to = op->n_types == 1 ? op->types[0] : NULL;
    if ((code == OP_abs || code == OP_sign) && x && x->kind == TYPE_ARRAY && elem_info[x->elem].cls == CLASS_UNSIGNED)
        return mop_fail(r, op, "the operand of %s must have a sign, it is of %s", op->name, elem_info[x->elem].mlir);
    bool pred = x && x->kind == TYPE_ARRAY && x->elem == ELEM_pred, ints = x && x->kind == TYPE_ARRAY && elem_is_int(x->elem);
    if (pred && (code == OP_subtract || code == OP_power))
        return mop_fail(r, op, "%s is not defined for i1", op->name);
    if ((pred || ints) && code == OP_square)
        return mop_fail(r, op, "%s is for floats and complex numbers, not for %s", op->name, elem_info[x->elem].mlir);
    bool same = x && to && op->n_operands == 2 && x->plain == to->plain && op->operands[1]->type->plain == to->plain;
    if ((code == OP_maximum || code == OP_minimum) && same && type_is_complex(x))
        return mop_result(op, complex_pick(r, r->region->comp, code, op->operands[0], op->operands[1]));
    bool fits = x && to && op->n_operands == 1 && to->kind == TYPE_ARRAY && type_with_elem(r->m->types, to, x->elem)->plain == x->plain;
    if (code == OP_convert && x && type_is_complex(x) && fits && !type_is_complex(to))
        return mop_result(op, complex_to_real(r, op->operands[0], to));
    return code == OP_clamp ? build_clamp(r, op) : code == OP_select ? build_select(r, op) : mop_build_plain(r, op);
}

bool mop_build_elementwise(Reader *r, MOp *op)
{
    /* A wish: our kernels are within the default. */
    const MAttr *wish = mop_attr(op, "result_accuracy", NULL), *mode = wish ? mlir_field(wish, "mode") : NULL;
    if (wish) {
        static const char *const modes[] = { "DEFAULT", "HIGHEST", "TOLERANCE" };
        static const char *const fields[] = { "atol", "rtol", "ulps" };
        bool known = wish->kind == ATTR_STRUCT && !mode;
        for (int i = 0; mode && i < (int)G_N_ELEMENTS(modes); i++)
            known = known || strstr(mlir_attr_text(&r->x, mode), modes[i]);
        if (!known)
            return mop_fail(r, op, "the mode of result_accuracy of %s must be DEFAULT, HIGHEST or TOLERANCE", op->name);
        for (int i = 0; i < (int)G_N_ELEMENTS(fields); i++) {
            const MAttr *a = mlir_field(wish, fields[i]);
            if (a && ((a->kind != ATTR_FLOAT && a->kind != ATTR_INT) || a->f < 0))
                return mop_fail(r, op, "%s of result_accuracy of %s must be a number that is not negative", fields[i], op->name);
        }
    }
    return build_checked(r, op);
}

static bool read_direction(Reader *r, const MOp *op, const char *word, CompareDir *out)
{
    static const char *const words[] = { "EQ", "NE", "GE", "GT", "LE", "LT" };
    for (int i = 0; word && i < (int)G_N_ELEMENTS(words); i++) {
        if (strcmp(word, words[i]) == 0) {
            *out = (CompareDir)i;
            return true;
        }
    }
    return mop_fail(r, op, "the direction of %s must be EQ, NE, GE, GT, LE or LT", op->name);
}

static bool read_compare_kind(Reader *r, const MOp *op, const char *word, CompareKind *out)
{
    static const char *const words[] = { "NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED" };
    *out = COMPARE_DEFAULT;
    if (!word)
        return true;
    for (int i = 0; i < (int)G_N_ELEMENTS(words); i++) {
        if (strcmp(word, words[i]) == 0) {
            *out = (CompareKind)i;
            return true;
        }
    }
    return mop_fail(r, op, "the type of %s must be FLOAT, TOTALORDER, SIGNED, UNSIGNED or NOTYPE", op->name);
}

bool mop_build_compare(Reader *r, MOp *op)
{
    const char *dir = mop_word(op, "comparison_direction", NULL), *kind = mop_word(op, "compare_type", "comparison_type");
    CompareDir d = DIR_EQ;
    CompareKind k = COMPARE_DEFAULT;
    if (!mop_arity(r, op, 2, 1) || !read_direction(r, op, dir ? dir : op->words[0], &d) ||
        !read_compare_kind(r, op, kind ? kind : op->words[1], &k))
        return false;
    const Type *x = op->operands[0]->type;
    if (type_is_complex(x) && d != DIR_EQ && d != DIR_NE &&
        op->operands[1]->type->plain == x->plain && type_with_elem(r->m->types, x, ELEM_pred)->plain == op->types[0]->plain)
        return mop_result(op, complex_compare(r, r->region->comp, d, op->operands[0], op->operands[1]));
    IrOp *out = mop_emit(r, OP_compare, op->types[0], 2, op->operands);
    out->a.compare.dir = d;
    out->a.compare.kind = k;
    return mop_result(op, out);
}

bool mop_build_reduce_precision(Reader *r, MOp *op)
{
    int64_t e, m;
    if (!mop_arity(r, op, 1, 1) || !mop_int(r, op, "exponent_bits", NULL, -1, &e) ||
        !mop_int(r, op, "mantissa_bits", NULL, -1, &m))
        return false;
    const char *format = mop_word(op, "format", NULL); /* e5m10 */
    if (format && format[0] == 'e') {
        char *rest;
        e = g_ascii_strtoll(format + 1, &rest, 10);
        m = *rest == 'm' ? g_ascii_strtoll(rest + 1, &rest, 10) : -1;
        if (*rest)
            m = -1;
    }
    if (e < 1 || m < 0 || e > 64 || m > 64)
        return mop_fail(r, op, "%s needs a format such as e5m10", op->name);
    IrOp *out = mop_emit(r, OP_reduce_precision, op->types[0], 1, op->operands);
    out->a.reduce_precision.exponent_bits = (int)e;
    out->a.reduce_precision.mantissa_bits = (int)m;
    return mop_result(op, out);
}

bool mop_build_constant(Reader *r, MOp *op)
{
    const MAttr *value = mop_attr(op, "value", NULL);
    if (!mop_arity(r, op, 0, 1))
        return false;
    if (!value || value->kind != ATTR_DENSE)
        return mop_fail(r, op, "%s needs a value dense<..>", op->name);
    if (value->literal->type != op->types[0]->plain)
        return mop_fail(r, op, "the value of %s has another type than the op", op->name);
    IrOp *out = mop_emit(r, OP_constant, op->types[0], 0, NULL);
    out->a.literal = value->literal;
    return mop_result(op, out);
}

bool mop_build_constant_like(Reader *r, MOp *op)
{
    const MAttr *value = mop_attr(op, "value", NULL);
    if (!mop_arity(r, op, 1, 1))
        return false;
    if (!value || (value->kind != ATTR_INT && value->kind != ATTR_FLOAT) || op->types[0]->kind != TYPE_ARRAY)
        return mop_fail(r, op, "%s needs a number as its value", op->name);
    return mop_result(op, mop_emit_splat(r, op->types[0], value->f, value->i));
}

bool mop_build_iota(Reader *r, MOp *op)
{
    int64_t dim;
    /* dynamic_iota's operand is the shape, which the result's type already tells. */
    if (!mop_arity(r, op, -1, 1) || !mop_int(r, op, "iota_dimension", "dim", -1, &dim))
        return false;
    if (op->n_operands == 1 && !mop_shape_operand_fits(r, op, 0))
        return false;
    if (op->types[0]->kind != TYPE_ARRAY || dim < 0 || dim >= op->types[0]->rank)
        return mop_fail(r, op, "the dimension of %s must be one of the result's %d", op->name,
                       op->types[0]->kind == TYPE_ARRAY ? op->types[0]->rank : 0);
    IrOp *out = mop_emit(r, OP_iota, op->types[0], 0, NULL);
    out->a.iota.dim = dim;
    return mop_result(op, out);
}

bool mop_build_leaf(Reader *r, MOp *op)
{
    return mop_arity(r, op, 0, 1) && mop_result(op, mop_emit(r, op->row->code, op->types[0], 0, NULL));
}

bool mop_build_barrier(Reader *r, MOp *op)
{
    if (op->n_operands == 1)
        return mop_build_plain(r, op);
    if (op->n_types != op->n_operands)
        return mop_fail(r, op, "%s has %d operands and %d results", op->name, op->n_operands, op->n_types);
    const Type *type = mop_type(r, op);
    IrOp *tuple = mop_emit(r, OP_tuple, type, op->n_operands, op->operands);
    return mop_results(r, op, mop_emit(r, OP_opt_barrier, type, 1, &tuple));
}

bool mop_build_tuple(Reader *r, MOp *op)
{
    if (!mop_arity(r, op, -1, 1))
        return false;
    const Type *type = op->types[0];
    if (type->kind != TYPE_TUPLE || type->n_parts != op->n_operands)
        return mop_fail(r, op, "the type of %s must be a tuple of its %d operands", op->name, op->n_operands);
    return mop_result(op, mop_emit(r, OP_tuple, type, op->n_operands, op->operands));
}

bool mop_build_gte(Reader *r, MOp *op)
{
    int64_t index;
    if (!mop_arity(r, op, 1, 1))
        return false;
    MAttr *a = mop_attr(op, "index", NULL);
    Ints list;
    if (a && a->kind == ATTR_ARRAY && mlir_attr_ints(&r->x, a, &list) && list.n == 1)
        index = list.v[0];
    else if (!mop_int(r, op, "index", NULL, -1, &index))
        return false;
    const Type *type = op->operands[0]->type;
    if (type->kind != TYPE_TUPLE || index < 0 || index >= type->n_parts)
        return mop_fail(r, op, "%s has no element %" G_GINT64_FORMAT " to get", op->name, index);
    IrOp *out = mop_emit(r, OP_get_tuple_element, op->types[0], 1, op->operands);
    out->a.gte.index = index;
    return mop_result(op, out);
}

/* ---- chlo ---------------------------------------------------------------------------------------------- */

/* An operand of a broadcasting op, spread to the result's dims: by broadcast_dimensions where its rank is less and
 * they are given, else aligned at the last dims. filled[d] is set where the operand has the result's size. */
static IrOp *spread_to(Reader *r, MOp *op, IrOp *x, const Type *result, const Ints *dims, bool *filled)
{
    const Type *type = type_with_elem(r->m->types, result, x->type->elem);
    if (x->type->kind != TYPE_ARRAY || x->type->rank > result->rank) {
        mop_fail(r, op, "an operand of %s has more dimensions than the result", op->name);
        return NULL;
    }
    for (int i = 0; i < result->rank && x->type->plain == type; i++)
        filled[i] = true;
    if (x->type->plain == type)
        return x;
    int64_t map[MAX_RANK];
    for (int i = 0; i < x->type->rank; i++) {
        map[i] = dims && dims->n == x->type->rank ? dims->v[i] : result->rank - x->type->rank + i;
        bool ok = map[i] >= 0 && map[i] < result->rank && (i == 0 || map[i] > map[i - 1]) &&
                  (x->type->dims[i] == result->dims[map[i]] || x->type->dims[i] == 1);
        if (!ok) {
            mop_fail(r, op, "an operand of %s cannot be broadcast to the result", op->name);
            return NULL;
        }
        filled[map[i]] |= x->type->dims[i] == result->dims[map[i]];
    }
    return mop_emit_broadcast(r, x, type, (Ints){ map, x->type->rank });
}

bool mop_build_chlo_broadcast(Reader *r, MOp *op)
{
    Ints dims;
    if (!mop_arity(r, op, op_info[op->row->code].n_args, 1) || !mop_ints(r, op, "broadcast_dimensions", NULL, false, &dims))
        return false;
    const Type *result = op->types[0];
    if (result->kind != TYPE_ARRAY)
        return mop_fail(r, op, "the result of %s must be a tensor", op->name);
    IrOp *v[3];
    bool filled[MAX_RANK] = { false };
    for (int i = 0; i < op->n_operands; i++)
        if (!(v[i] = spread_to(r, op, op->operands[i], result, &dims, filled)))
            return false;
    for (int d = 0; d < result->rank; d++)
        if (!filled[d])
            return mop_fail(r, op, "dimension %d of the result of %s is larger than that of each operand", d, op->name);
    op->operands = arena_dup_array(r->x.scratch, v, op->n_operands);
    return op->row->code == OP_compare ? mop_build_compare(r, op) : mop_build_plain(r, op);
}

bool mop_build_topk(Reader *r, MOp *op)
{
    int64_t k;
    bool largest, stable, stable_given = mop_attr(op, "is_stable", NULL) != NULL;
    if (!mop_arity(r, op, 1, 2) || !mop_int(r, op, "k", NULL, -1, &k) || !mop_bool(r, op, "largest", NULL, true, &largest) ||
        !mop_bool(r, op, "is_stable", NULL, true, &stable))
        return false;
    const Type *type = op->operands[0]->type;
    if (type->kind != TYPE_ARRAY || type->rank == 0 || k < 0 || k > type->dims[type->rank - 1])
        return mop_fail(r, op, "k of %s must be 0 to the size of the last dimension", op->name);
    IrOp *out = mop_emit(r, OP_topk, mop_type(r, op), 1, op->operands);
    out->a.topk.k = k;
    out->a.topk.largest = largest;
    out->a.topk.stable = stable;
    out->a.topk.stable_given = stable_given;
    return mop_results(r, op, out);
}
