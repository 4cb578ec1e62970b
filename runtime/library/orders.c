/* In what order the dimensions of a result stand where the program leaves that to the compiler (mhlo.layout_mode = "auto"): in the order that
 * costs no copy if arrays lay as their layouts say. All arrays lie row-major here, so an order is a label; but JAX's
 * with_layout_constraint and Layout.AUTO are written for what it says.
 *
 * The value is followed upwards through transposes, element-wise ops and what only renames values, to a parameter, to a LayoutConstraint, or to an op of
 * any other kind, whose result is row-major. */
#include "runtime/library/library_impl.h"

#include <string.h>

/* "[dense<[1, 0, 2]> : tensor<3xindex>]", "{1,0}": the first list of numbers, if it is one of `rank` that are all of 0 to rank - 1. */
static bool read_order(const char *text, int rank, int64_t *out)
{
    uint64_t seen = 0;
    int n = 0;
    for (const char *p = text ? text : ""; *p && n < rank; n++) {
        p += strcspn(p, "0123456789");
        char *end;
        int64_t d = g_ascii_strtoll(p, &end, 10);
        if (end == p || d >= rank || seen >> d & 1)
            return false;
        seen |= (uint64_t)1 << d;
        out[n] = d;
        p = end;
    }
    return n == rank;
}

/* What is said of an op's own result; false = nothing. */
static bool own_order(const IrOp *op, int64_t *out)
{
    if (op->code == OP_parameter) {
        const char *text = pair_get(op->pairs, op->n_pairs, "mhlo.layout_mode");
        return text && text[0] == '{' && op->type->kind == TYPE_ARRAY && read_order(text, op->type->rank, out);
    }
    if (op->code != OP_custom_call || !op->a.custom.target || strcmp(op->a.custom.target, "LayoutConstraint") != 0 || op->type->kind != TYPE_ARRAY)
        return false;
    const char *text = pair_get(op->extra, op->n_extra, "result_layouts");
    if (text && read_order(text, op->type->rank, out))
        return true;
    int order[MAX_RANK];
    type_minor_to_major(op->type, order);
    for (int i = 0; i < op->type->rank; i++)
        out[i] = order[i];
    return op->type->layout != NULL;
}

/* The operand that gives an element-wise op's result its order: the first that varies over all dimensions by itself. */
static IrOp *leading_operand(const IrOp *op)
{
    for (int i = 0; i < op->n_operands; i++) {
        const IrOp *from = value_resolve(op->operands[i], 0).op;
        if (from->code != OP_constant && op_info[from->code].family != FAMILY_broadcast && op->operands[i]->type->rank == op->type->rank)
            return op->operands[i];
    }
    return NULL;
}

/* The value that v takes its order from; place[i] is the dimension that becomes dimension i of the result asked for. False at the end of the way. */
static bool step_up(IrValue *v, int rank, int64_t *place)
{
    const IrOp *op = v->op;
    IrOp *next = NULL;
    int leaf = 0;
    OpFamily family = op_info[op->code].family;
    if (family == FAMILY_transpose) {
        for (int i = 0; i < rank; i++)
            place[i] = op->a.dims.v[place[i]];
        next = op->operands[0];
    } else if (family == FAMILY_elementwise) {
        next = leading_operand(op);
    } else if (family == FAMILY_constraint || family == FAMILY_reshard) {
        next = op->operands[0];
    } else if (family == FAMILY_barrier) {
        for (int i = 0, first = 0; i < op->n_operands && !next; first += type_n_leaves(op->operands[i++]->type))
            if (v->leaf < first + type_n_leaves(op->operands[i]->type)) {
                next = op->operands[i];
                leaf = v->leaf - first;
            }
    }
    if (!next || next->type->kind == TYPE_TOKEN)
        return false;
    *v = value_resolve(next, leaf);
    return type_leaf(v->op->type, v->leaf)->kind == TYPE_ARRAY && type_leaf(v->op->type, v->leaf)->rank == rank;
}

/* The function that a call names computes what it returns, of its own parameters; those are the operands of the call. */
static IrValue through_calls(IrValue v, GPtrArray *calls)
{
    for (;;) {
        if (v.op->code == OP_call && v.op->n_comps == 1 && calls->len < 100) {
            g_ptr_array_add(calls, v.op);
            v = value_resolve(v.op->comps[0]->root, v.leaf);
        } else if (v.op->code == OP_parameter && calls->len > 0) {
            const IrOp *call = g_ptr_array_steal_index(calls, calls->len - 1);
            if (v.op->a.parameter.number >= call->n_operands)
                return v;
            v = value_resolve(call->operands[v.op->a.parameter.number], v.leaf);
        } else {
            return v;
        }
    }
}

char *library_free_order(const IrModule *m, int leaf)
{
    IrValue v = value_resolve(m->entry->root, leaf);
    const Type *type = type_leaf(v.op->type, v.leaf);
    if (type->kind != TYPE_ARRAY || type->rank > SHARDSCOPE_MAX_RANK)
        return NULL;
    int rank = type->rank;
    int64_t place[SHARDSCOPE_MAX_RANK + 1], from[SHARDSCOPE_MAX_RANK + 1];
    g_autoptr(GPtrArray) calls = g_ptr_array_new();
    for (int i = 0; i < rank; i++)
        place[i] = i;
    v = through_calls(v, calls);
    while (!own_order(v.op, from) && step_up(&v, rank, place))
        v = through_calls(v, calls);
    if (!own_order(v.op, from))
        for (int i = 0; i < rank; i++)
            from[i] = rank - 1 - i;
    g_autoptr(GString) text = g_string_new("{");
    for (int k = 0; k < rank; k++)
        for (int i = 0; i < rank; i++)
            if (place[i] == from[k])
                g_string_append_printf(text, "%s%d", k ? "," : "", i);
    g_string_append_c(text, '}');
    return g_string_free(g_steal_pointer(&text), FALSE);
}
