/* Saves what a walk of computations changes, and restores it. A walk frees nothing, so pointers and contents of arrays suffice. */
#include "runtime/partition/insert_impl.h"

typedef struct SavedComp {
    IrComp *c;
    IrOp **ops, *root;
    int n_ops;
    IrOp ***operands;           /* copies, by op */
    const Sharding ***shardings;
} SavedComp;

struct Saved {
    VEC(SavedComp) comps;
    int n_reshards, n_choices, n_splits;
    double total_ns, computing_ns;
};

static void save_comp(Insert *x, Saved *s, IrComp *c)
{
    SavedComp v = { c, arena_dup_array(x->scratch, c->ops, c->n_ops), c->root, c->n_ops, NULL, NULL };
    v.operands = arena_array(x->scratch, IrOp **, c->n_ops);
    v.shardings = arena_array(x->scratch, const Sharding **, c->n_ops);
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        v.operands[i] = arena_dup_array(x->scratch, op->operands, op->n_operands);
        v.shardings[i] = op->shardings;
        if (op->code == OP_while || op->code == OP_conditional || op->code == OP_manual)
            for (int k = 0; k < op->n_comps; k++)
                save_comp(x, s, op->comps[k]);
    }
    vec_push(&s->comps, v);
}

Saved *walk_save(Insert *x, IrComp *const *comps, int n)
{
    Saved *s = g_new0(Saved, 1);
    s->n_reshards = x->log->reshards.n;
    s->n_choices = x->log->choices.n;
    s->n_splits = x->log->splits.n;
    s->total_ns = x->total_ns;
    s->computing_ns = x->computing_ns;
    for (int k = 0; k < n; k++)
        save_comp(x, s, comps[k]);
    return s;
}

double walk_saved_ns(const Saved *s)
{
    return s->total_ns;
}

void walk_saved_free(Saved *s)
{
    if (!s)
        return;
    vec_clear(&s->comps);
    g_free(s);
}

void walk_put_back(Insert *x, Saved *s)
{
    for (int k = 0; k < s->comps.n; k++) {
        const SavedComp *v = &s->comps.v[k];
        v->c->ops = arena_dup_array(x->m->arena, v->ops, v->n_ops);
        v->c->n_ops = v->c->cap = v->n_ops;
        v->c->root = v->root;
        for (int i = 0; i < v->n_ops; i++) {
            IrOp *op = v->ops[i];
            if (op->n_operands)
                memcpy(op->operands, v->operands[i], sizeof *op->operands * (size_t)op->n_operands);
            op->shardings = v->shardings[i];
            x->versions[op->id].n = 0; /* its room is used again */
            x->natural[op->id] = NULL;
            if (op->id < x->n_input)
                x->same_as[op->id] = x->behind[op->id] = NULL;
        }
        comp_renumber(v->c);
    }
    x->log->reshards.n = s->n_reshards;
    x->log->choices.n = s->n_choices;
    x->log->splits.n = s->n_splits;
    x->total_ns = s->total_ns;
    x->computing_ns = s->computing_ns;
    walk_saved_free(s);
}
