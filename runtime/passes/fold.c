/* Constant folding and integer identities, for the offsets and masks of local programs once the mesh is known. A constant here is one
 * integer for all elements (op_constant_int). Floats are left to run time, so that rounding is the same with and without the pass. */
#include "runtime/passes/optimise.h"

static bool is_int(const Type *t)
{
    return t->kind == TYPE_ARRAY && !t->dyn && (t->elem == ELEM_pred || (elem_is_int(t->elem) && elem_info[t->elem].bits >= 8));
}

/* One integer for all elements. */
static bool known(IrOp *op, int64_t *v)
{
    return is_int(op->type) && op_constant_int(op, v);
}

/* v as the type holds it. */
static int64_t wrapped(ElemType e, int64_t v)
{
    int bits = e == ELEM_pred ? 1 : elem_info[e].bits;
    if (bits >= 64)
        return v;
    uint64_t low = (uint64_t)v & (((uint64_t)1 << bits) - 1);
    bool negative = elem_is_int(e) && elem_info[e].cls == CLASS_SIGNED && low >> (bits - 1);
    return (int64_t)(negative ? low | ~(((uint64_t)1 << bits) - 1) : low);
}

static bool become(IrModule *m, IrOp *op, int64_t v)
{
    v = wrapped(op->type->elem, v);
    op->a.literal = literal_new(m, op->type, &v, true); /* little-endian: the low bytes come first */
    op->code = OP_constant;
    op->n_operands = 0;
    op->n_comps = 0;
    return true;
}

/* Two numbers of type e put together; false if the op is none of these or its value depends on more than wrapping. */
static bool combine(const IrOp *op, int64_t x, int64_t y, int64_t *out)
{
    ElemType e = op->operands[0]->type->elem;
    bool ordered = elem_info[e].bits < 64 || elem_info[e].cls == CLASS_SIGNED;
    switch (op->code) {
    case OP_add: *out = (int64_t)((uint64_t)x + (uint64_t)y); return e != ELEM_pred;
    case OP_subtract: *out = (int64_t)((uint64_t)x - (uint64_t)y); return e != ELEM_pred;
    case OP_multiply: *out = (int64_t)((uint64_t)x * (uint64_t)y); return e != ELEM_pred;
    case OP_and: *out = x & y; return true;
    case OP_or: *out = x | y; return true;
    case OP_xor: *out = x ^ y; return true;
    case OP_maximum: *out = MAX(x, y); return ordered;
    case OP_minimum: *out = MIN(x, y); return ordered;
    case OP_compare: *out = compare_holds(op->a.compare.dir, x, y); return ordered;
    default: return false; /* left to run: shapes and positions are made of the ops above */
    }
}

/* The same of one number. */
static bool single(const IrOp *op, int64_t x, int64_t *out)
{
    ElemType e = op->type->elem;
    bool sign = elem_info[e].cls == CLASS_SIGNED;
    switch (op->code) {
    case OP_not: *out = e == ELEM_pred ? !x : ~x; return true;
    case OP_negate: *out = (int64_t)-(uint64_t)x; return e != ELEM_pred;
    case OP_abs: *out = (int64_t)(sign && x < 0 ? -(uint64_t)x : (uint64_t)x); return e != ELEM_pred;
    case OP_sign: *out = sign ? (x > 0) - (x < 0) : x != 0; return e != ELEM_pred;
    default: return false;
    }
}

bool op_int_value(const IrOp *op, const int64_t *v, int64_t *out)
{
    if (!is_int(op->type) || op->n_operands == 0 || op->n_operands > 3)
        return false;
    bool ordered = elem_info[op->type->elem].bits < 64 || elem_info[op->type->elem].cls == CLASS_SIGNED, ok = false;
    if (op->code == OP_convert) {
        *out = v[0];
        ok = op->type->elem != ELEM_pred;
    } else if (op->code == OP_clamp) {
        *out = MIN(MAX(v[0], v[1]), v[2]);
        ok = ordered;
    } else if (op->code == OP_select) {
        *out = v[0] ? v[1] : v[2];
        ok = true;
    } else if (op->n_operands == 2) {
        ok = combine(op, v[0], v[1], out);
    } else if (op->n_operands == 1) {
        ok = single(op, v[0], out);
    }
    if (ok)
        *out = wrapped(op->type->elem, *out);
    return ok;
}

static bool fold_elementwise(IrModule *m, IrOp *op)
{
    int64_t v[3], out;
    for (int i = 0; i < op->n_operands; i++)
        if (i >= 3 || !known(op->operands[i], &v[i]))
            return false;
    return op_int_value(op, v, &out) && become(m, op, out);
}

/* Moving equal elements about changes nothing. */
static bool fold_movement(IrModule *m, IrOp *op)
{
    int64_t v, fill;
    switch (op->code) {
    case OP_slice:
    case OP_dynamic_slice:
    case OP_reverse:
    case OP_transpose: return known(op->operands[0], &v) && become(m, op, v);
    case OP_pad: return known(op->operands[0], &v) && known(op->operands[1], &fill) && v == fill && become(m, op, v);
    default: return false; /* no such op, or one that is rarely given equal elements */
    }
}

/* Of a pred that is compared with what it is not, or is, supposed to be: itself. */
static IrOp *compared_pred(IrOp *op)
{
    CompareDir dir = op->a.compare.dir;
    int64_t v;
    for (int k = 0; k < 2; k++)
        if (op->operands[k]->type->elem == ELEM_pred && known(op->operands[k], &v) && ((dir == DIR_NE && !v) || (dir == DIR_EQ && v)))
            return op->operands[1 - k];
    return NULL;
}

/* The operand that the op hands on as it is; NULL = none. */
static IrOp *neutral(IrOp *op)
{
    int64_t v;
    if (op->code == OP_compare)
        return compared_pred(op);
    if (op->code == OP_select && known(op->operands[0], &v))
        return op->operands[v ? 1 : 2];
    if (op->n_operands != 2 || !is_int(op->type))
        return NULL;
    for (int k = 1; k >= 0; k--) {
        if (!known(op->operands[k], &v) || (k == 0 && op->code == OP_subtract))
            continue;
        bool ones = wrapped(op->type->elem, -1) == v;
        if (((op->code == OP_add || op->code == OP_subtract || op->code == OP_or || op->code == OP_xor) && v == 0 && op->type->elem != ELEM_pred) ||
            (op->code == OP_or && v == 0) || (op->code == OP_and && ones) || (op->code == OP_multiply && v == 1 && op->type->elem != ELEM_pred))
            return op->operands[1 - k];
    }
    return NULL;
}

int pass_fold(IrModule *m)
{
    int changed = 0;
    g_autofree IrOp **replacement = g_new0(IrOp *, m->next_id);
    for (int k = 0; k < m->n_comps; k++) {
        IrComp *c = m->comps[k];
        for (int i = 0; i < c->n_ops; i++) {
            IrOp *op = c->ops[i];
            for (int a = 0; a < op->n_operands; a++)
                if (replacement[op->operands[a]->id])
                    op->operands[a] = replacement[op->operands[a]->id];
            bool folded = (op_family(op) == FAMILY_elementwise && fold_elementwise(m, op)) || fold_movement(m, op);
            IrOp *same = folded ? NULL : neutral(op);
            if (same && same->type->plain != op->type->plain)
                same = NULL;
            changed += folded || same;
            if (!same)
                continue;
            replacement[op->id] = same;
            op_add_origins(same, op);
            if (c->root == op)
                c->root = same;
        }
        comp_drop_dead(c, false);
    }
    return changed;
}
