/* Elements are moved while they are narrow: a conversion to a wider type in front of a transposition, a reversal, a slice or a gather goes behind it, and one
 * to a narrower type that follows goes in front, where it is computed together with what made the elements. Values stay equal to the bit.
 * In both cases the inner of two ops, which the outer one alone reads, is moved behind it; each keeps its name and origins. Start reading at pass_moves(). */
#include "runtime/passes/optimise.h"

enum { MAX_STEPS = 8, LONG_ROW = 32, REPEATS = 4 };

typedef struct Mover {
    IrComp *c;
    int *n_uses;           /* all by id: how often the op is read */
    bool *in_product;      /* a product or convolution reads it, which follows strides and converts by itself */
    IrOp **replacement;    /* what is read instead */
    IrOp **behind, **after; /* lists of ops that go behind another one: the next one, and the one before */
} Mover;

static bool is_plain_array(const IrOp *op)
{
    return op->type->kind == TYPE_ARRAY && !op->type->dyn && elem_info[op->type->elem].bits >= 8;
}

/* Bytes that a conversion adds to an element; 0 for other ops. */
static int widens_by(const IrOp *op)
{
    if (op->code != OP_convert || !is_plain_array(op) || !is_plain_array(op->operands[0]))
        return 0;
    return elem_info[op->type->elem].bytes - elem_info[op->operands[0]->type->elem].bytes;
}

static bool is_read_once(const Mover *mv, const IrOp *op)
{
    return mv->n_uses[op->id] == 1 && op != mv->c->root;
}

/* Other computations read it through strides, so it moves nothing itself. */
static bool keeps_rows(const IrOp *op)
{
    int r = op->type->rank;
    return op->code == OP_transpose && r > 0 && op->a.dims.v[r - 1] == r - 1 && op->type->dims[r - 1] >= LONG_ROW;
}

static bool reorders(const IrOp *op)
{
    return (op->code == OP_transpose || op->code == OP_reverse) && is_plain_array(op);
}

/* A slice, or a gather that does not read the same elements again and again. */
static bool takes_some(const IrOp *op)
{
    if (op->code == OP_gather)
        return op->type->n_elems / REPEATS <= op->operands[0]->type->n_elems;
    return (op->code == OP_slice || op->code == OP_dynamic_slice) && op->type->n_elems < op->operands[0]->type->n_elems;
}

static void unlink_op(Mover *mv, IrOp *op)
{
    IrOp *before = mv->after[op->id], *next = mv->behind[op->id];
    if (before)
        mv->behind[before->id] = next;
    if (next)
        mv->after[next->id] = before;
}

static void link_behind(Mover *mv, IrOp *op, IrOp *inner)
{
    IrOp *next = mv->behind[op->id];
    mv->behind[op->id] = inner;
    mv->after[inner->id] = op;
    mv->behind[inner->id] = next;
    if (next)
        mv->after[next->id] = inner;
}

/* op(inner(x)) becomes inner(op(x)). */
static void exchange(Mover *mv, IrOp *op, IrOp *inner)
{
    IrOp *x = inner->operands[0], *reader = mv->behind[op->id];
    TypeTable *types = mv->c->module->types;
    bool converts = op->code == OP_convert;
    const Type *type = converts ? type_with_elem(types, x->type, op->type->elem) : type_with_elem(types, op->type, x->type->elem);
    inner->type = op->type;
    inner->shardings = op->shardings;
    op->type = type;
    if (converts)
        op->shardings = x->shardings;
    op->operands[0] = x;
    inner->operands[0] = op;
    if (mv->replacement[op->id]) {
        reader->operands[0] = inner; /* of an exchange before */
    } else {
        mv->replacement[op->id] = inner;
        mv->n_uses[inner->id] = mv->n_uses[op->id];
        mv->n_uses[op->id] = 1;
        mv->in_product[inner->id] = mv->in_product[op->id];
        if (mv->c->root == op)
            mv->c->root = inner;
    }
    unlink_op(mv, inner);
    link_behind(mv, op, inner);
}

/* A conversion to fewer bytes behind moves of what an element-wise op made. */
static int narrow_early(Mover *mv, IrOp *op)
{
    const IrOp *x = op->operands[0];
    bool moved = false;
    int n = 0;
    for (; n < MAX_STEPS && is_read_once(mv, x) && is_plain_array(x) && !keeps_rows(x) && (reorders(x) || x->code == OP_reshape); n++) {
        moved |= reorders(x);
        x = x->operands[0];
    }
    if (!moved || op_family(x) != FAMILY_elementwise || !is_read_once(mv, x))
        return 0;
    for (int i = 0; i < n; i++)
        exchange(mv, op, op->operands[0]);
    return n;
}

/* A move of what was made wider; a reshape in between is done before too. */
static int widen_late(Mover *mv, IrOp *op)
{
    IrOp *x = op->operands[0], *reshape = x->code == OP_reshape && is_read_once(mv, x) ? x : NULL;
    if (reshape)
        x = reshape->operands[0];
    if (widens_by(x) <= 0 || !is_read_once(mv, x))
        return 0;
    if (reshape) {
        exchange(mv, reshape, x);
        op->operands[0] = x;
    }
    exchange(mv, op, x);
    return 1;
}

static void count_uses(Mover *mv)
{
    for (int i = 0; i < mv->c->n_ops; i++) {
        const IrOp *op = mv->c->ops[i];
        for (int k = 0; k < op->n_operands; k++) {
            mv->n_uses[op->operands[k]->id]++;
            mv->in_product[op->operands[k]->id] |= op->code == OP_dot || op->code == OP_convolution;
        }
    }
}

static int move_in(Mover *mv)
{
    IrComp *c = mv->c;
    int changed = 0;
    count_uses(mv);
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        for (int k = 0; k < op->n_operands; k++)
            if (mv->replacement[op->operands[k]->id])
                op->operands[k] = mv->replacement[op->operands[k]->id];
        if (widens_by(op) < 0)
            changed += narrow_early(mv, op);
        else if ((reorders(op) || takes_some(op)) && is_plain_array(op) && !mv->in_product[op->id])
            changed += widen_late(mv, op);
    }
    if (!changed)
        return 0;
    g_autofree IrOp **ops = g_memdup2(c->ops, sizeof *ops * (gsize)c->n_ops);
    int n = 0;
    for (int i = 0; i < c->n_ops; i++)
        for (IrOp *op = mv->after[ops[i]->id] ? NULL : ops[i]; op; op = mv->behind[op->id])
            c->ops[n++] = op;
    comp_renumber(c);
    return changed;
}

int pass_moves(IrModule *m)
{
    int changed = 0, n = m->next_id;
    g_autofree int *n_uses = g_new0(int, n);
    g_autofree bool *in_product = g_new0(bool, n);
    g_autofree IrOp **ops = g_new0(IrOp *, 3 * n);
    for (int k = 0; k < m->n_comps; k++)
        changed += move_in(&(Mover){ m->comps[k], n_uses, in_product, ops, ops + n, ops + 2 * n });
    return changed;
}
