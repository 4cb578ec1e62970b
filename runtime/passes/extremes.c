/* A maximum or minimum of what has its argmax or argmin taken as well is the first result of that. Start reading at pass_extremes(). */
#include "runtime/passes/optimise.h"

#include <string.h>

#include "runtime/plan/arg_reduce.h"

static bool same_start(const IrOp *a, const IrOp *b)
{
    return a == b || (a->code == OP_constant && b->code == OP_constant && a->type == b->type && a->a.literal->data && b->a.literal->data &&
                      memcmp(a->a.literal->data, b->a.literal->data, (size_t)elem_info[a->type->elem].bytes) == 0);
}

/* True if `op` reduces what `arg` does, in the same way. */
static bool is_extreme_of(const IrOp *op, const IrOp *arg, const ArgReduce *rule)
{
    if (op->code != OP_reduce || op->n_operands != 2 || op->operands[0] != arg->operands[0] || op->type != type_leaf(arg->type, 0) || op->a.dims.n != arg->a.dims.n ||
        memcmp(op->a.dims.v, arg->a.dims.v, sizeof *op->a.dims.v * (size_t)op->a.dims.n) != 0 || !same_start(op->operands[1], arg->operands[2]))
        return false;
    return comp_reduce_kind(op->comps[0]) == (rule->least ? REDUCE_MIN : REDUCE_MAX);
}

/* Operands before their readers again, else in the order that there is. The stack is the program's own, since chains may be long. */
static void put_in_order(IrComp *c)
{
    typedef struct {
        IrOp *op;
        int k;
    } Frame;
    comp_renumber(c);
    g_autofree bool *placed = g_new0(bool, c->n_ops + 1);
    g_autofree Frame *stack = g_new(Frame, c->n_ops + 1);
    IrOp **order = arena_array(c->module->arena, IrOp *, c->n_ops + 1);
    int n = 0;
    for (int i = 0; i < c->n_ops; i++) {
        int depth = 0;
        if (!placed[i])
            stack[depth++] = (Frame){ c->ops[i], 0 };
        while (depth) {
            Frame *f = &stack[depth - 1];
            IrOp *next = NULL;
            while (f->k < f->op->n_operands && !next) {
                IrOp *x = f->op->operands[f->k++];
                next = placed[x->pos] ? NULL : x;
            }
            if (next) {
                stack[depth++] = (Frame){ next, 0 };
                continue;
            }
            if (!placed[f->op->pos]) {
                placed[f->op->pos] = true;
                order[n++] = f->op;
            }
            depth--;
        }
    }
    g_assert(n == c->n_ops);
    memcpy(c->ops, order, sizeof *order * (size_t)n);
    comp_renumber(c);
}

/* The op becomes the first result of `arg`, in its place. */
static void take_first(IrOp *op, IrOp *arg)
{
    op_add_origins(arg, op);
    op->code = OP_get_tuple_element;
    op->operands = arena_dup_array(op->parent->module->arena, &arg, 1);
    op->n_operands = 1;
    op_set_comps(op, 0, NULL);
    memset(&op->a, 0, sizeof op->a);
}

int pass_extremes(IrModule *m)
{
    int changed = 0;
    for (int k = 0; k < m->n_comps; k++) {
        IrComp *c = m->comps[k];
        int before = changed;
        comp_renumber(c);
        for (int i = 0; i < c->n_ops; i++) {
            ArgReduce rule;
            IrOp *arg = c->ops[i];
            if (!arg_reduce_of(arg, &rule) || rule.nan_passes)
                continue;
            Uses uses = uses_of(c);
            for (int u = uses.first[arg->operands[0]->pos]; u < uses.first[arg->operands[0]->pos + 1]; u++) {
                IrOp *op = uses.users[u];
                if (!is_extreme_of(op, arg, &rule))
                    continue;
                take_first(op, arg);
                changed++;
            }
            uses_clear(&uses);
        }
        if (changed > before)
            put_in_order(c);
    }
    return changed;
}
