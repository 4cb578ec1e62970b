/* Integers that are known on each device, since they are computed from constants and the partition's number: positions of slices and
 * conditions are. Start at alike_table_of(). */
#include "runtime/passes/alike_impl.h"

#include <string.h>

static bool is_known_type(const Type *t)
{
    return t->kind == TYPE_ARRAY && t->n_elems == 1 && !t->dyn &&
           (t->elem == ELEM_pred || (elem_is_int(t->elem) && elem_info[t->elem].bits >= 32));
}

static int64_t wrap(const Type *t, int64_t v)
{
    if (t->elem == ELEM_pred)
        return v != 0;
    if (elem_info[t->elem].bits == 64)
        return v;
    return elem_info[t->elem].cls == CLASS_SIGNED ? (int64_t)(int32_t)v : (int64_t)(uint32_t)v;
}

/* What two or three numbers come to; false if the op is none of these, or signs may matter that are not known. */
static bool combine(const IrOp *op, const int64_t v[3], int64_t *out)
{
    int64_t x = v[0], y = v[1];
    bool is_pred = op->operands[0]->type->elem == ELEM_pred, small = (x >= 0 && y >= 0) || elem_info[op->operands[0]->type->elem].cls == CLASS_SIGNED;
    if (op->n_operands == 3) {
        *out = op->code == OP_select ? (x ? y : v[2]) : MIN(MAX(x, y), v[2]);
        return op->code == OP_select || (op->code == OP_clamp && small);
    }
    if (op->n_operands != 2 || (is_pred && op->code != OP_and && op->code != OP_or))
        return false;
    switch (op->code) {
    case OP_compare: *out = compare_holds(op->a.compare.dir, x, y); return small;
    case OP_and: *out = x & y; return true;
    case OP_or: *out = x | y; return true;
    case OP_add: *out = (int64_t)((uint64_t)x + (uint64_t)y); return true;
    case OP_subtract: *out = (int64_t)((uint64_t)x - (uint64_t)y); return true;
    case OP_multiply: *out = (int64_t)((uint64_t)x * (uint64_t)y); return true;
    case OP_divide: *out = y > 0 ? x / y : 0; return x >= 0 && y > 0;
    case OP_remainder: *out = y > 0 ? x % y : 0; return x >= 0 && y > 0;
    case OP_minimum: *out = MIN(x, y); return small;
    case OP_maximum: *out = MAX(x, y); return small;
    default: return false; /* not needed for arithmetic on device numbers */
    }
}

/* Element `at` of a constant line of integers, clamped into it as a dynamic slice does. */
static bool element(const IrOp *constant, int64_t at, int64_t *out)
{
    const Literal *l = constant->code == OP_constant ? constant->a.literal : NULL;
    if (!l || !l->data || l->type->rank != 1 || l->type->n_elems < 1 || l->type->elem != ELEM_s32)
        return false;
    int32_t v;
    memcpy(&v, (const char *)l->data + (l->splat ? 0 : CLAMP(at, 0, l->type->n_elems - 1) * 4), 4);
    *out = v;
    return true;
}

static int64_t *constant_table(Alike *a, int64_t v)
{
    int64_t *out = g_hash_table_lookup(a->constants, &v);
    if (out || ++a->n_tables * a->n > MAX_KNOWN)
        return out;
    out = arena_array(a->arena, int64_t, a->n);
    for (int d = 0; d < a->n; d++)
        out[d] = v;
    g_hash_table_insert(a->constants, out, out);
    return out;
}

int64_t *alike_table_of(Alike *a, const IrOp *op)
{
    if (!is_known_type(op->type) || op->n_operands > 3)
        return NULL;
    const int64_t *in[3] = { NULL, NULL, NULL };
    bool all = op->n_operands > 0;
    for (int i = 0; i < op->n_operands; i++) {
        in[i] = a->tables[op->operands[i]->id];
        all = all && in[i];
    }
    int64_t v;
    bool single = op->code == OP_constant && op_constant_int(op, &v);
    bool copies = op->code == OP_convert || op->code == OP_reshape || op->code == OP_copy || op->code == OP_broadcast;
    bool looks_up = op->code == OP_dynamic_slice && op->n_operands == 2 && in[1];
    if (!single && op->code != OP_partition_id && !looks_up && !(all && (copies || op_family(op) == FAMILY_elementwise)))
        return NULL;
    if (single)
        return constant_table(a, wrap(op->type, v));
    if (++a->n_tables * a->n > MAX_KNOWN)
        return NULL;
    int64_t *out = arena_array(a->arena, int64_t, a->n);
    for (int d = 0; d < a->n; d++) {
        int64_t of[3] = { in[0] ? in[0][d] : 0, in[1] ? in[1][d] : 0, in[2] ? in[2][d] : 0 };
        if (op->code == OP_partition_id)
            out[d] = d;
        else if (copies)
            out[d] = of[0];
        else if (!(looks_up ? element(op->operands[0], of[1], &out[d]) : combine(op, of, &out[d])))
            return NULL;
        out[d] = wrap(op->type, out[d]);
    }
    return out;
}
