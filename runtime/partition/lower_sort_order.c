/* What a sort's comparator asks, where it is one of those that frameworks write: the key, and what sorts last by it. */
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
 * *nan: the constant that stands for all NaNs. */
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
