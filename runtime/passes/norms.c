/* Writes batch normalisation, training and gradient, as the sums and products that it consists of, so that it is divided as those are:
 * each device computes the moments of its part, and the parts are summed. Only where propagation divided an operand or a result;
 * elsewhere the single op stays. Start reading at pass_expand_norms(). */
#include "runtime/passes/optimise.h"

#include <string.h>

#include "runtime/base/vec.h"

typedef struct Norm {
    IrModule *m;
    IrComp *c;
    IrOp *op;                /* batch-norm-training or -grad */
    const Type *whole, *line; /* of the values worked on, and of one number per feature */
    int64_t feature;
    double count;            /* values per feature */
    VEC(IrOp *) ops;
    IrComp *sum;
} Norm;

static IrOp *make(Norm *x, OpCode code, const Type *type, int n, IrOp *const *operands)
{
    IrOp *op = op_new(x->c, code, type, NULL, n, operands);
    x->c->n_ops--;
    op_inherit(op, x->op);
    vec_push(&x->ops, op);
    return op;
}

static IrOp *binary(Norm *x, OpCode code, IrOp *a, IrOp *b)
{
    IrOp *args[2] = { a, b };
    return make(x, code, a->type, 2, args);
}

static IrOp *as(Norm *x, IrOp *v, ElemType e)
{
    return v->type->elem == e ? v : make(x, OP_convert, type_with_elem(x->m->types, v->type, e), 1, &v);
}

/* A number of the type worked in. */
static IrOp *number(Norm *x, double v)
{
    const Type *t = type_scalar(x->m->types, x->whole->elem);
    float narrow = (float)v;
    IrOp *op = make(x, OP_constant, t, 0, NULL);
    op->a.literal = literal_new(x->m, t, t->elem == ELEM_f32 ? (void *)&narrow : (void *)&v, true);
    return op;
}

static IrOp *spread(Norm *x, double v, const Type *like)
{
    IrOp *n = number(x, v);
    IrOp *op = make(x, OP_broadcast, like, 1, &n);
    op->a.dims = (Ints){ NULL, 0 };
    return op;
}

/* One number per feature to the dims of the whole. */
static IrOp *along(Norm *x, IrOp *line)
{
    IrOp *op = make(x, OP_broadcast, x->whole, 1, &line);
    op->a.dims = ints_dup(x->m->arena, &x->feature, 1);
    return op;
}

static IrComp *sum_of(Norm *x)
{
    if (!x->sum)
        x->sum = comp_of_two(x->m, "norm_sum", OP_add, type_scalar(x->m->types, x->whole->elem));
    return x->sum;
}

static IrOp *total(Norm *x, IrOp *v)
{
    int64_t dims[MAX_RANK];
    int n = 0;
    for (int d = 0; d < x->whole->rank; d++)
        if (d != x->feature)
            dims[n++] = d;
    IrOp *args[2] = { v, number(x, 0) };
    IrOp *op = make(x, OP_reduce, x->line, 2, args);
    op->a.dims = ints_dup(x->m->arena, dims, n);
    IrComp *sum = sum_of(x);
    op_set_comps(op, 1, &sum);
    return op;
}

static IrOp *one_over_deviation(Norm *x, IrOp *variance)
{
    IrOp *sum = binary(x, OP_add, variance, spread(x, x->op->a.batch_norm.epsilon, x->line));
    return make(x, OP_rsqrt, x->line, 1, &sum);
}

static void train(Norm *x, IrOp *const *in, IrOp **out)
{
    IrOp *n = spread(x, x->count, x->line);
    IrOp *mean = binary(x, OP_divide, total(x, in[0]), n);
    IrOp *off = binary(x, OP_subtract, in[0], along(x, mean));
    IrOp *variance = binary(x, OP_divide, total(x, binary(x, OP_multiply, off, off)), n);
    IrOp *scale = binary(x, OP_multiply, one_over_deviation(x, variance), in[1]);
    out[0] = binary(x, OP_add, binary(x, OP_multiply, off, along(x, scale)), along(x, in[2]));
    out[1] = mean;
    out[2] = variance;
}

/* With d = x - mean and r = 1 / deviation: the offset's gradient is the sum of g, the scale's that of g d r, and the operand's
 * scale r (g - (sum g + d r^2 sum g d) / n). */
static void gradient(Norm *x, IrOp *const *in, IrOp **out)
{
    IrOp *g = in[4], *r = one_over_deviation(x, in[3]);
    IrOp *off = binary(x, OP_subtract, in[0], along(x, in[2]));
    IrOp *sum = total(x, g), *dot = total(x, binary(x, OP_multiply, g, off));
    IrOp *n = spread(x, x->count, x->line);
    IrOp *slope = binary(x, OP_divide, binary(x, OP_multiply, binary(x, OP_multiply, r, r), dot), n);
    IrOp *less = binary(x, OP_add, along(x, binary(x, OP_divide, sum, n)), binary(x, OP_multiply, off, along(x, slope)));
    out[0] = binary(x, OP_multiply, binary(x, OP_subtract, g, less), along(x, binary(x, OP_multiply, in[1], r)));
    out[1] = binary(x, OP_multiply, dot, r);
    out[2] = sum;
}

static bool is_divided(const Sharding *s)
{
    for (int d = 0; s && d < s->rank; d++)
        if (s->dims[d].axes.n)
            return true;
    return false;
}

static bool is_wanted(const IrOp *op)
{
    if ((op->code != OP_batch_norm_training && op->code != OP_batch_norm_grad) || op->type->kind != TYPE_TUPLE || op->type->n_parts != 3)
        return false;
    const Type *t = op->operands[0]->type;
    if (!elem_is_float(t->elem) || t->n_elems == 0 || t->dyn || op->a.batch_norm.feature < 0 || op->a.batch_norm.feature >= t->rank)
        return false;
    bool any = false;
    for (int i = 0; i < op->n_operands; i++) {
        IrValue v = value_resolve(op->operands[i], 0);
        any |= v.op->shardings && is_divided(v.op->shardings[v.leaf]);
        if (op->operands[i]->type->kind != TYPE_ARRAY)
            return false;
    }
    for (int l = 0; l < 3; l++)
        any |= op->shardings && is_divided(op->shardings[l]);
    return any;
}

/* The op becomes the tuple of its results, made before it. */
static void expand(Norm *x, IrOp *op)
{
    const Type *given = op->operands[0]->type;
    ElemType e = elem_info[given->elem].bits < 32 ? ELEM_f32 : given->elem;
    x->op = op;
    x->feature = op->a.batch_norm.feature;
    x->whole = type_with_elem(x->m->types, given->plain, e);
    x->line = type_array(x->m->types, e, 1, &given->dims[x->feature]);
    x->count = (double)(given->n_elems / given->dims[x->feature]);
    if (x->sum && x->sum->root->type->elem != e)
        x->sum = NULL;
    IrOp *in[5], *out[3];
    for (int i = 0; i < op->n_operands; i++)
        in[i] = as(x, op->operands[i], e);
    if (op->code == OP_batch_norm_training)
        train(x, in, out);
    else
        gradient(x, in, out);
    for (int l = 0; l < 3; l++) {
        out[l] = as(x, out[l], op->type->parts[l]->elem);
        if (op->shardings && op->shardings[l])
            out[l]->shardings = arena_dup_array(x->m->arena, &op->shardings[l], 1);
    }
    op->code = OP_tuple;
    op->operands = arena_dup_array(x->m->arena, out, 3);
    op->n_operands = 3;
    memset(&op->a, 0, sizeof op->a);
}

int pass_expand_norms(IrModule *m)
{
    int changed = 0, n_comps = m->n_comps;
    Norm x = { .m = m };
    for (int k = 0; k < n_comps; k++) {
        IrComp *c = x.c = m->comps[k];
        int before = changed;
        x.ops.n = 0;
        for (int i = 0; i < c->n_ops; i++) {
            IrOp *op = c->ops[i];
            if (is_wanted(op)) {
                expand(&x, op);
                changed++;
            }
            vec_push(&x.ops, op);
        }
        if (changed == before)
            continue;
        c->ops = arena_dup_array(m->arena, x.ops.v, x.ops.n);
        c->n_ops = c->cap = x.ops.n;
        comp_renumber(c);
    }
    vec_clear(&x.ops);
    if (m->n_comps > n_comps)
        module_order_comps(m);
    return changed;
}
