/* Analyses reductions: whether the computation is a single op, and the phases that the shape requires. */
#include "runtime/plan/reduce.h"

#include "runtime/compute/tile_ops.h"

bool elem_is_cut(ElemType e)
{
    return elem_is_int(e) && elem_info[e].bits < 8;
}

OpCode reduce_opcode(ReduceKind kind)
{
    switch (kind) {
    case REDUCE_SUM:
        return OP_add;
    case REDUCE_PRODUCT:
        return OP_multiply;
    case REDUCE_MAX:
        return OP_maximum;
    case REDUCE_MIN:
        return OP_minimum;
    case REDUCE_AND:
        return OP_and;
    case REDUCE_OR:
        return OP_or;
    case REDUCE_XOR:
        return OP_xor;
    case REDUCE_OTHER:
        break;
    }
    return N_OPCODES;
}

bool reduce_phases(const IrOp *op, ReducePhase *phases, int *n_phases)
{
    const Type *t = op->operands[0]->type;
    int64_t size[MAX_RANK];
    bool red[MAX_RANK];
    int n = 0;
    for (int d = 0; d < t->rank; d++) {
        bool is_red = false;
        for (int k = 0; k < op->a.dims.n; k++)
            is_red |= op->a.dims.v[k] == d;
        if (t->dims[d] == 1)
            continue;
        if (n && red[n - 1] == is_red) {
            size[n - 1] *= t->dims[d];
        } else {
            size[n] = t->dims[d];
            red[n++] = is_red;
        }
    }
    *n_phases = 0;
    for (;;) {
        int last = n - 1;
        while (last >= 0 && !red[last])
            last--;
        if (last < 0)
            break;
        if (*n_phases == MAX_REDUCE_PHASES)
            return false;
        ReducePhase p = { .a = 1, .r = size[last], .c = 1 };
        for (int i = 0; i < last; i++)
            p.a *= size[i];
        for (int i = last + 1; i < n; i++)
            p.c *= size[i];
        phases[(*n_phases)++] = p;
        /* the kept neighbours of the removed run become one */
        if (last + 1 < n && last > 0) {
            size[last - 1] *= size[last + 1];
            n = last;
        } else if (last + 1 < n) {
            size[last] = size[last + 1];
            red[last] = false;
            n = last + 1;
        } else {
            n = last;
        }
    }
    if (*n_phases == 0)
        phases[(*n_phases)++] = (ReducePhase){ .a = 1, .r = 1, .c = t->n_elems };
    return true;
}

bool reduce_is_plain(const IrOp *op)
{
    if (op->n_operands != 2 || op->type->kind != TYPE_ARRAY || op->n_comps != 1)
        return false;
    OpCode code = reduce_opcode(comp_reduce_kind(op->comps[0]));
    ElemType e = op->operands[0]->type->elem;
    ReducePhase phases[MAX_REDUCE_PHASES];
    int n;
    return code != N_OPCODES && !elem_is_cut(e) && op->type->elem == e && op->operands[1]->type->elem == e &&
           tile_table()->fold[code][ctype_of(e)] && reduce_phases(op, phases, &n);
}
