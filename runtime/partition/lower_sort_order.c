/* Recognises the comparators that frameworks write: which operand is the key, and which value sorts last. */
#include "runtime/partition/lower.h"

#include <math.h>
#include <string.h>

#include "runtime/ir/scalar.h"

bool lower_worst_of(ElemType e, bool largest, void *out)
{
    int n = elem_info[e].bytes;
    uint8_t *b = out;
    if (e != ELEM_f16 && e != ELEM_bf16 && e != ELEM_f32 && e != ELEM_f64 && !(elem_is_int(e) && elem_info[e].bits >= 8))
        return false;
    if (elem_info[e].cls == CLASS_UNSIGNED) {
        memset(b, largest ? 0 : 0xff, (size_t)n);
        return true;
    }
    bool is_float = elem_is_float(e); /* in their total order: a NaN with all bits set, of either sign */
    memset(b, is_float || !largest ? 0xff : 0, (size_t)n);
    b[n - 1] = largest ? (is_float ? 0xff : 0x80) : 0x7f; /* little-endian */
    return true;
}

static bool is_scalar_constant(const IrOp *op)
{
    return op->code == OP_constant && op->a.literal->data && op->type->rank == 0;
}

/* The parameter behind selects that make all NaNs one and all zeros one, as frameworks ask for; NULL if it is anything else.
 * *nan: the constant that represents all NaNs. */
static const IrOp *canonical(const IrOp *op, const IrOp **nan)
{
    while (op->code == OP_select) {
        const IrOp *test = op->operands[0], *other = op->operands[1], *seen = test->code == OP_compare ? test->operands[0] : NULL;
        if (!seen || seen->code != OP_parameter || !is_scalar_constant(other) || !elem_is_float(other->type->elem) ||
            test->a.compare.kind == COMPARE_TOTALORDER)
            return NULL;
        double v = scalar_to_double(other->type->elem, other->a.literal->data);
        const IrOp *with = test->operands[1], *inner = op;
        while (inner->code == OP_select)
            inner = inner->operands[2];
        if (inner != seen)
            return NULL;
        if (test->a.compare.dir == DIR_NE && with == seen && isnan(v))
            *nan = other;
        else if (test->a.compare.dir != DIR_EQ || v != 0 || !is_scalar_constant(with) ||
                 scalar_to_double(with->type->elem, with->a.literal->data) != 0)
            return NULL;
        op = op->operands[2];
    }
    return op->code == OP_parameter ? op : NULL;
}

SortOrder lower_sort_order(const IrOp *op)
{
    static const SortOrder unknown = { .key = -1 };
    const IrOp *r = op->comps[0]->root, *nan[2] = { NULL, NULL };
    if (r->code != OP_compare || (r->a.compare.dir != DIR_LT && r->a.compare.dir != DIR_GT))
        return unknown;
    const IrOp *a = canonical(r->operands[0], &nan[0]), *b = canonical(r->operands[1], &nan[1]);
    if (!a || !b || a->a.parameter.number / 2 != b->a.parameter.number / 2 || a == b || !nan[0] != !nan[1])
        return unknown;
    SortOrder order = { .key = (int)(a->a.parameter.number / 2),
                        .same_bits = op->n_operands == 1 && r->operands[0] == a && r->operands[1] == b };
    ElemType e = a->type->elem;
    bool largest = (r->a.compare.dir == DIR_GT) != (a->a.parameter.number > b->a.parameter.number); /* first */
    if ((elem_is_float(e) && r->a.compare.kind != COMPARE_TOTALORDER) || !lower_worst_of(e, largest, order.worst))
        return unknown; /* in IEEE's order NaNs are nowhere */
    if (nan[0]) {
        const void *bits = nan[0]->a.literal->data;
        size_t n = (size_t)elem_info[e].bytes;
        if (memcmp(bits, nan[1]->a.literal->data, n) || copysign(1, scalar_to_double(e, bits)) < 0 || largest)
            return unknown;
        memcpy(order.worst, bits, n);
    }
    return order;
}

/* ---- what it says of an element and itself ---- */

typedef enum Truth { NO, YES, MAYBE } Truth;

/* True if both are the same number where the two elements are. */
static bool same_number(const IrOp *a, const IrOp *b, int *budget)
{
    if (a == b)
        return true;
    if (--*budget < 0 || a->code != b->code || a->type->plain != b->type->plain || a->n_operands != b->n_operands)
        return false;
    if (a->code == OP_parameter)
        return a->a.parameter.number / 2 == b->a.parameter.number / 2;
    if (a->code == OP_constant)
        return is_scalar_constant(a) && is_scalar_constant(b) &&
               memcmp(a->a.literal->data, b->a.literal->data, (size_t)elem_info[a->type->elem].bytes) == 0;
    if ((op_family(a) != FAMILY_elementwise && a->code != OP_bitcast_convert) || a->code == OP_reduce_precision || a->code == OP_stochastic_convert ||
        (a->code == OP_compare && (a->a.compare.dir != b->a.compare.dir || a->a.compare.kind != b->a.compare.kind)))
        return false;
    for (int i = 0; i < a->n_operands; i++)
        if (!same_number(a->operands[i], b->operands[i], budget))
            return false;
    return true;
}

/* A NaN is neither equal to itself nor before it. */
static Truth compares(const IrOp *op, int *budget)
{
    ElemType e = op->operands[0]->type->elem;
    CompareDir dir = op->a.compare.dir;
    if (!same_number(op->operands[0], op->operands[1], budget))
        return MAYBE;
    if (dir == DIR_LT || dir == DIR_GT)
        return NO;
    if (elem_info[e].cls == CLASS_COMPLEX || (elem_is_float(e) && op->a.compare.kind != COMPARE_TOTALORDER))
        return MAYBE;
    return dir == DIR_NE ? NO : YES;
}

static Truth truth_of(const IrOp *op, int *budget)
{
    if (--*budget < 0 || op->type->elem != ELEM_pred)
        return MAYBE;
    if (op->code == OP_compare)
        return compares(op, budget);
    if (is_scalar_constant(op))
        return *(const uint8_t *)op->a.literal->data ? YES : NO;
    if (op->code == OP_select) {
        Truth test = truth_of(op->operands[0], budget);
        Truth yes = test == NO ? NO : truth_of(op->operands[1], budget), no = test == YES ? yes : truth_of(op->operands[2], budget);
        return test == NO ? no : yes == no ? yes : MAYBE;
    }
    if (op->code == OP_not) {
        Truth t = truth_of(op->operands[0], budget);
        return t == MAYBE ? MAYBE : t == YES ? NO : YES;
    }
    if (op->code != OP_and && op->code != OP_or)
        return MAYBE;
    Truth decides = op->code == OP_and ? NO : YES, a = truth_of(op->operands[0], budget), b = truth_of(op->operands[1], budget);
    return a == decides || b == decides ? decides : a == MAYBE || b == MAYBE ? MAYBE : a;
}

bool lower_sort_is_strict(const IrOp *op)
{
    int budget = 1000;
    return truth_of(op->comps[0]->root, &budget) == NO;
}
