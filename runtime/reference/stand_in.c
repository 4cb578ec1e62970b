/* Custom-calls of other libraries, whose functions are not known: `verify` puts a made-up function in their place, so that what is
 * around them can be checked. It is smooth, so that differences by rounding stay as small as they are, and every element of the result
 * depends on an element at another place of each operand, so that a wrongly placed value is seen. Start at reference_stand_in(). */
#include <math.h>
#include <string.h>

#include "runtime/ir/host_call.h"
#include "runtime/reference/reference.h"
#include "runtime/reference/reference_impl.h"

#define PREFIX "stand_in:"

/* Replaces targets in c; returns how many. */
static int rename_in(IrModule *m, IrComp *c)
{
    int n = 0;
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        if (op->code != OP_custom_call || op_is_host_call(op) || ref_knows_custom(op))
            continue;
        n++;
        op->a.custom.target = arena_printf(m->arena, PREFIX "%s", op->a.custom.target ? op->a.custom.target : "");
    }
    return n;
}

int reference_stand_in(IrModule *m)
{
    int n = 0;
    for (int i = 0; i < m->n_comps; i++)
        n += rename_in(m, m->comps[i]);
    return n;
}

bool ref_is_stand_in(const IrOp *op)
{
    return op->a.custom.target && g_str_has_prefix(op->a.custom.target, PREFIX);
}

static bool is_array(const Tensor *t)
{
    return t->type->kind == TYPE_ARRAY && t->type->n_elems > 0;
}

/* Another place of t for each i, from its end on. */
static int64_t place_in(const Tensor *t, int64_t i, int operand)
{
    int64_t n = t->type->n_elems;
    return (n - 1 - i % n + 3 * operand) % n;
}

static bool is_smooth(ElemType e)
{
    return elem_is_float(e) || elem_info[e].cls == CLASS_COMPLEX;
}

/* Whole results take nothing from floats, which rounding would make jump. */
static int64_t whole_value(Tensor *const *in, int n_in, int leaf, int64_t i)
{
    uint64_t v = (uint64_t)((i + leaf) % 3);
    for (int o = 0; o < n_in; o++)
        if (is_array(in[o]) && !is_smooth(in[o]->type->elem))
            v += (uint64_t)tensor_get_i64(in[o], place_in(in[o], i, o));
    return (int64_t)v;
}

static double smooth_value(Tensor *const *in, int n_in, int leaf, int64_t i)
{
    double v = 0.125 * (double)((i + leaf) % 5);
    for (int o = 0; o < n_in; o++)
        if (is_array(in[o])) {
            int64_t at = place_in(in[o], i, o);
            v += is_smooth(in[o]->type->elem) ? 0.5 * tensor_get_f64(in[o], at) : (double)(tensor_get_i64(in[o], at) % 7);
        }
    return v;
}

bool ref_stand_in(const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    int n_in = 0;
    for (int o = 0; o < op->n_operands; o++)
        n_in += type_n_leaves(op->operands[o]->type);
    for (int l = 0; l < type_n_leaves(op->type); l++) {
        if (!(out[l] = ref_new(op, l, error)))
            return false;
        for (int64_t i = 0; is_array(out[l]) && i < out[l]->type->n_elems; i++) {
            ElemType e = out[l]->type->elem;
            if (is_smooth(e))
                tensor_set_f64(out[l], i, smooth_value(in, n_in, l, i));
            else
                tensor_set_i64(out[l], i, e == ELEM_pred ? whole_value(in, n_in, l, i) & 1 : whole_value(in, n_in, l, i));
        }
    }
    return true;
}
