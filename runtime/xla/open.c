/* A program of XLA's as aligning needs it: calls, fusions and asynchronous computations opened, and each asynchronous pair one collective, so that who
 * compiles for GPUs and TPUs, where nearly all are pairs, gets the answers that one gets for CPUs. See explain_open in explain.h. */
#include "runtime/xla/explain.h"

#include "runtime/ir/ir.h"

/* ---- asynchronous computations --------------------------------------------------------------------------------------- */

/* What one computes is computed where it ends: there it is called. Its start, and what only hands its state on, is left out. */
static void call_at_end(IrModule *m, IrOp *done)
{
    IrOp *start = done->operands[0];
    while (start->code == OP_async_update && start->n_operands)
        start = start->operands[0];
    if (start->code != OP_async_start || start->n_comps != 1)
        return;
    done->code = OP_call;
    done->n_operands = start->n_operands;
    done->operands = arena_dup_array(m->arena, start->operands, start->n_operands);
    done->n_comps = 1;
    done->comps = arena_dup_array(m->arena, start->comps, 1);
    done->op_name = done->op_name ? done->op_name : start->op_name;
    done->loc = done->loc ? done->loc : start->loc;
}

/* ---- pairs ------------------------------------------------------------------------------------------------------------- */

/* The collective that a pair begins, in one; N_OPCODES = it begins none. */
static OpCode in_one(OpCode start)
{
    return start == OP_all_gather_start ? OP_all_gather : start == OP_all_reduce_start ? OP_all_reduce : start == OP_collective_permute_start ? OP_collective_permute : N_OPCODES;
}

/* Makes its start the whole collective, with the result of its end. False if it is no pair. */
static bool join_pair(IrOp *done)
{
    bool ends = done->code == OP_all_gather_done || done->code == OP_all_reduce_done || done->code == OP_collective_permute_done;
    IrOp *start = ends && done->n_operands == 1 ? done->operands[0] : NULL;
    if (!start || in_one(start->code) == N_OPCODES)
        return false;
    start->code = in_one(start->code);
    start->type = done->type;
    start->op_name = start->op_name ? start->op_name : done->op_name;
    start->loc = start->loc ? start->loc : done->loc;
    return true;
}

/* ---- all of them --------------------------------------------------------------------------------------------------------- */

static void end_pairs(IrModule *m, IrComp *c)
{
    g_autoptr(GHashTable) started = g_hash_table_new(NULL, NULL); /* end of a pair -> its start */
    int n = 0;
    for (int i = 0; i < c->n_ops; i++) {
        IrOp *op = c->ops[i];
        for (int k = 0; k < op->n_operands; k++) {
            IrOp *start = g_hash_table_lookup(started, op->operands[k]);
            op->operands[k] = start ? start : op->operands[k];
        }
        if (op->code == OP_async_done && op->n_operands)
            call_at_end(m, op);
        if (join_pair(op)) {
            g_hash_table_insert(started, op, op->operands[0]);
            c->root = c->root == op ? op->operands[0] : c->root;
        } else if (op == c->root || (op->code != OP_async_start && op->code != OP_async_update)) {
            c->ops[n++] = op;
        }
    }
    bool any = n != c->n_ops;
    c->n_ops = n;
    if (any)
        comp_drop_dead(c, false);
}

bool explain_open(IrModule *local, GError **error)
{
    for (int i = 0; i < local->n_comps; i++) {
        end_pairs(local, local->comps[i]);
        for (int k = 0; k < local->comps[i]->n_ops; k++)
            if (local->comps[i]->ops[k]->code == OP_fusion)
                local->comps[i]->ops[k]->code = OP_call;
    }
    if (!module_flatten_calls(local, error))
        return false;
    module_inline_calls(local);
    return true;
}
