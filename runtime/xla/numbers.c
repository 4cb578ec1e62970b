/* Integers that the partitioner computes from the device's number: where pieces begin, masks. See elements_impl.h. */
#include "runtime/xla/elements_impl.h"

#include <string.h>

#include "runtime/ir/scalar.h"

static bool is_integer(ElemType e)
{
    return elem_info[e].cls == CLASS_SIGNED || elem_info[e].cls == CLASS_UNSIGNED || elem_info[e].cls == CLASS_PRED;
}

static bool apply(OpCode code, int64_t a, int64_t b, int64_t *out)
{
    switch (code) {
    case OP_add: return !__builtin_add_overflow(a, b, out);
    case OP_subtract: return !__builtin_sub_overflow(a, b, out);
    case OP_multiply: return !__builtin_mul_overflow(a, b, out);
    case OP_maximum: *out = MAX(a, b); return true;
    case OP_minimum: *out = MIN(a, b); return true;
    case OP_divide: *out = b && !(b == -1) ? a / b : 0; return b != 0 && b != -1;
    case OP_remainder: *out = b && !(b == -1) ? a % b : 0; return b != 0 && b != -1;
    case OP_and: *out = a & b; return true;
    case OP_or: *out = a | b; return true;
    default: return false;
    }
}

static Element of(const Element *el, int operand)
{
    Element o = *el;
    IrValue v = value_resolve(el->op->operands[operand], 0);
    o.op = v.op;
    o.leaf = v.leaf;
    return o;
}

bool element_operand(Elements *e, const Element *el, int operand, int depth, int64_t *out)
{
    Element o = of(el, operand);
    if (el->op->operands[operand]->type->rank == 0)
        memset(o.at, 0, sizeof o.at);
    return element_number(e, o, depth + 1, out);
}

enum { MAX_EVAL = 60 };

static bool eval_op(Elements *e, const Element *el, int depth, int64_t *out)
{
    const IrOp *op = el->op;
    int64_t a, b, c;
    switch (op->code) {
    case OP_constant: {
        const Literal *l = op->a.literal;
        if (!l || !l->data)
            return false;
        *out = scalar_to_int(op->type->elem, (const char *)l->data + (l->splat ? 0 : element_index(op->type, el->at) * elem_info[op->type->elem].bytes));
        return true;
    }
    case OP_partition_id:
        *out = el->device;
        return true;
    case OP_iota:
        *out = el->at[op->a.iota.dim];
        return true;
    case OP_convert:
        return op->operands[0]->type->kind == TYPE_ARRAY && is_integer(op->operands[0]->type->elem) && element_operand(e, el, 0, depth, out);
    case OP_not:
        if (!element_operand(e, el, 0, depth, &a))
            return false;
        *out = op->type->elem == ELEM_pred ? !a : ~a;
        return true;
    case OP_compare:
        if (!is_integer(op->operands[0]->type->elem) || !element_operand(e, el, 0, depth, &a) || !element_operand(e, el, 1, depth, &b))
            return false;
        *out = compare_holds(op->a.compare.dir, a, b);
        return true;
    case OP_clamp:
        if (!element_operand(e, el, 0, depth, &a) || !element_operand(e, el, 1, depth, &b) || !element_operand(e, el, 2, depth, &c))
            return false;
        *out = MIN(MAX(b, a), c);
        return true;
    case OP_select:
        return element_operand(e, el, 0, depth, &c) && element_operand(e, el, c ? 1 : 2, depth, out);
    default:
        break;
    }
    if (op->n_operands == 2 && op_family(op) == FAMILY_elementwise)
        return element_operand(e, el, 0, depth, &a) && element_operand(e, el, 1, depth, &b) && apply(op->code, a, b, out);
    Element from = *el;
    ElementEnd end;
    return element_step(e, &from, &end, NULL) && element_number(e, from, depth + 1, out);
}

/* A loop's parameter that no trip changes is what went in: later passes carry into loops what the device's number decides. False: it is none, or changes. */
static bool unchanged(const Elements *e, Element *el)
{
    IrOp *loop = el->op->code == OP_parameter ? g_hash_table_lookup(e->loops, el->op->parent) : NULL;
    if (!loop)
        return false;
    IrValue back = value_resolve(loop->comps[1]->root, el->leaf), in = value_resolve(loop->operands[0], el->leaf);
    if (back.op != el->op || back.leaf != el->leaf || in.op == el->op)
        return false;
    el->op = in.op;
    el->leaf = in.leaf;
    return true;
}

/* The integer that an element is on its device. */
bool element_number(Elements *e, Element el, int depth, int64_t *out)
{
    for (int i = 0; i < MAX_EVAL && unchanged(e, &el); i++) /* loops in loops */
        ;
    const Type *t = el.op->type;
    if (depth > MAX_EVAL || t->kind != TYPE_ARRAY || !is_integer(t->elem))
        return false;
    if (t->n_elems != 1)
        return eval_op(e, &el, depth, out);
    Known *k = g_hash_table_lookup(e->known, el.op);
    if (!k) {
        k = arena_new(e->arena, Known);
        k->value = arena_array(e->arena, int64_t, (size_t)e->n_devices);
        k->state = arena_array(e->arena, uint8_t, (size_t)e->n_devices);
        g_hash_table_insert(e->known, el.op, k);
    }
    if (!k->state[el.device])
        k->state[el.device] = eval_op(e, &el, depth, &k->value[el.device]) ? 1 : 2;
    *out = k->value[el.device];
    return k->state[el.device] == 1;
}
