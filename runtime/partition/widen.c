/* Sums of narrow floats that are shared by devices are computed in f32 until they are complete. One device adds up a bf16 product
 * in f32 and rounds once; if each part were rounded to bf16 before the parts are added, a result in f32 would show the error. So a
 * dot, convolution or sum that may be divided becomes one of type f32 followed by a convert, and partial sums move between
 * devices as f32. Products of a type that the program never widens stay as they are: the error does not show, and half as many bytes
 * move. Products that turn out not to be divided are joined with their convert again. */
#include "runtime/partition/partition.h"

#include "runtime/base/vec.h"

typedef VEC(IrOp *) OpList;

static bool is_narrow(const Type *t)
{
    return t->kind == TYPE_ARRAY && elem_is_float(t->elem) && elem_info[t->elem].bits < 32;
}

static const Sharding *decided(const IrOp *value)
{
    IrValue v = value_resolve((IrOp *)value, 0);
    return v.op->shardings ? v.op->shardings[v.leaf] : NULL;
}

static bool is_divided(const IrOp *value)
{
    const Sharding *s = decided(value);
    for (int d = 0; s && d < s->rank; d++)
        if (s->dims[d].axes.n)
            return true;
    return false;
}

/* True if propagation divided an operand or the result: then so may be the sum, which is decided later, by price. */
static bool may_be_divided(const IrOp *op)
{
    bool any = is_divided(op);
    for (int i = 0; i < op->n_operands; i++)
        any = any || is_divided(op->operands[i]);
    return any;
}

/* True if the program looks at numbers of that type in a wider one. */
static bool is_widened(const IrModule *m, ElemType e)
{
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++) {
            const IrOp *op = m->comps[k]->ops[i];
            if (op->code == OP_convert && op->operands[0]->type->elem == e && elem_is_float(op->type->elem) &&
                elem_info[op->type->elem].bits > elem_info[e].bits)
                return true;
        }
    return false;
}

/* Sums over dims cancel more than products do, and their results are small: those are always taken in f32. */
static bool adds_up(const IrOp *op, const bool *wanted)
{
    switch (op_family(op)) {
    case FAMILY_dot:
    case FAMILY_convolution: return is_narrow(op->type) && wanted[op->type->elem];
    case FAMILY_reduce: return op->n_operands == 2 && is_narrow(op->type) && comp_reduce_kind(op->comps[0]) == REDUCE_SUM;
    case FAMILY_elementwise: case FAMILY_leaf: case FAMILY_iota: case FAMILY_device_id: case FAMILY_broadcast: case FAMILY_reshape:
    case FAMILY_transpose: case FAMILY_reverse: case FAMILY_slice: case FAMILY_pad: case FAMILY_concatenate: case FAMILY_dynamic_slice:
    case FAMILY_dynamic_update_slice: case FAMILY_gather: case FAMILY_scatter: case FAMILY_bitcast_convert: case FAMILY_reduce_window:
    case FAMILY_select_and_scatter: case FAMILY_sort: case FAMILY_topk: case FAMILY_fft: case FAMILY_linalg: case FAMILY_rng_bits:
    case FAMILY_tuple: case FAMILY_control: case FAMILY_barrier: case FAMILY_collective: case FAMILY_async: case FAMILY_token:
    case FAMILY_custom: case FAMILY_constraint: case FAMILY_reshard: case FAMILY_group: case FAMILY_manual: case FAMILY_opaque:
    case N_FAMILIES: break;
    }
    return false;
}

/* A convert of `op`, with its sharding and provenance. */
static IrOp *convert(IrComp *c, IrOp *op, ElemType e)
{
    IrOp *made = op_new(c, OP_convert, type_with_elem(c->module->types, op->type, e), NULL, 1, &op);
    op_inherit(made, op);
    const Sharding *s = decided(op);
    if (s)
        made->shardings = arena_dup_array(c->module->arena, &s, 1);
    return made;
}

static void widen_comp(IrComp *c, const bool *wanted)
{
    int n = c->n_ops;
    bool any = false;
    for (int i = 0; i < n && !any; i++)
        any = adds_up(c->ops[i], wanted);
    if (!any)
        return;
    IrModule *m = c->module;
    g_autofree IrOp **ops = g_memdup2(c->ops, sizeof *ops * (size_t)n);
    g_autoptr(GHashTable) rounded = g_hash_table_new(NULL, NULL);
    OpList out = { 0 };
    for (int i = 0; i < n; i++) {
        IrOp *op = ops[i];
        for (int k = 0; k < op->n_operands; k++) {
            IrOp *now = g_hash_table_lookup(rounded, op->operands[k]);
            op->operands[k] = now ? now : op->operands[k];
        }
        if (!adds_up(op, wanted) || !may_be_divided(op)) {
            vec_push(&out, op);
            continue;
        }
        ElemType narrow = op->type->elem;
        if (op->code == OP_reduce) {
            for (int k = 0; k < 2; k++)
                vec_push(&out, op->operands[k] = convert(c, op->operands[k], ELEM_f32));
            IrComp *sum = comp_of_two(m, "sum_f32", OP_add, type_scalar(m->types, ELEM_f32));
            op_set_comps(op, 1, &sum);
        }
        op->type = type_with_elem(m->types, op->type, ELEM_f32);
        vec_push(&out, op);
        IrOp *back = convert(c, op, narrow);
        vec_push(&out, back);
        g_hash_table_insert(rounded, op, back);
    }
    IrOp *root = g_hash_table_lookup(rounded, c->root);
    c->root = root ? root : c->root;
    c->ops = arena_dup_array(m->arena, out.v, out.n);
    c->n_ops = c->cap = out.n;
    vec_clear(&out);
    comp_renumber(c);
}

void widen_partial_sums(IrModule *m)
{
    if (!m->mesh || m->mesh->n_devices == 1)
        return;
    bool wanted[N_ELEMS];
    for (int e = 0; e < N_ELEMS; e++)
        wanted[e] = elem_is_float(e) && elem_info[e].bits < 32 && is_widened(m, e);
    int n = m->n_comps;
    for (int i = 0; i < n; i++)
        widen_comp(m->comps[i], wanted);
    if (m->n_comps > n)
        module_order_comps(m);
}

/* ---- and back ---------------------------------------------------------------------------------------------------------- */

/* A whole product whose only reader rounds it: one op can do both. */
static bool rounds_at_once(const IrOp *back, const Uses *uses)
{
    const IrOp *op = back->operands[0];
    if (back->code != OP_convert || !is_narrow(back->type) || op->type->kind != TYPE_ARRAY || op->type->elem != ELEM_f32 ||
        (op_family(op) != FAMILY_dot && op_family(op) != FAMILY_convolution) || op->parent->root == op ||
        uses->first[op->pos + 1] - uses->first[op->pos] != 1)
        return false;
    for (int i = 0; i < op->n_operands; i++)
        if (op->operands[i]->type->elem != back->type->elem)
            return false;
    return op->shardings && back->shardings && !op->shardings[0]->unreduced.n && op->shardings[0] == back->shardings[0];
}

void narrow_whole_sums(IrModule *m)
{
    for (int k = 0; k < m->n_comps; k++) {
        IrComp *c = m->comps[k];
        Uses uses = uses_of(c);
        for (int i = 0; i < c->n_ops; i++) {
            IrOp *op = c->ops[i];
            if (op->n_operands != 1 || !rounds_at_once(op, &uses))
                continue;
            IrOp *sum = op->operands[0];
            sum->type = op->type;
            op_add_origins(sum, op);
            op->code = OP_copy;
        }
        uses_clear(&uses);
    }
}
