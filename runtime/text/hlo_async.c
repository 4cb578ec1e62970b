/* Checks asynchronous ops: start, update and done must agree. */
#include <string.h>

#include "runtime/text/hlo_impl.h"

static const char *thread_of(const IrOp *op)
{
    const char *said = pair_get(op->extra, op->n_extra, "async_execution_thread");
    return said ? said : "\"main\"";
}

/* ((operands), result, state ...) */
static bool check_start(HloReader *rd, IrOp *op, const char *at)
{
    const Type *t = op->type;
    bool fits = t && t->kind == TYPE_TUPLE && t->n_parts >= 2 && t->parts[0]->kind == TYPE_TUPLE &&
                t->parts[0]->n_parts == op->n_operands;
    for (int i = 0; fits && i < op->n_operands; i++)
        fits = t->parts[0]->parts[i]->plain == op->operands[i]->type->plain;
    if (!fits)
        return lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL,
                        "async-start needs a result type ((operands), result, state) that agrees "
                        "with its operands");
    if (op->n_comps != 1)
        return lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL,
                        "async-start needs the attribute calls");
    if (!rd->async_comps)
        rd->async_comps = g_hash_table_new(NULL, NULL);
    return g_hash_table_add(rd->async_comps, op->comps[0]) ||
           lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL,
                    "computation %s is called by more than one asynchronous op",
                    op->comps[0]->name);
}

/* True for ops that take a state from a tuple or a caller, so that its start is not known here. */
static bool may_hold_state(const IrOp *op)
{
    const Type *t = op->type;
    if (!t || t->kind != TYPE_TUPLE || t->n_parts < 2 || t->parts[0]->kind != TYPE_TUPLE)
        return false;
    return op->code == OP_get_tuple_element || op->code == OP_parameter || op->code == OP_while || op->code == OP_conditional ||
           op->code == OP_call || op->code == OP_opt_barrier || op->code == OP_copy;
}

static bool check_state(HloReader *rd, const IrOp *op, const IrOp *before, const char *at)
{
    const Type *state = before->type, *want = op->code == OP_async_done ? state->parts[1] : state;
    if (op->n_operands == 1 && (!op->type || op->type->plain == want->plain))
        return true;
    return lex_fail(&rd->lx, at, SHARD_ERROR_PARSE, NULL, "%s does not give what the state %s holds", op_info[op->code].hlo, before->name);
}

bool hlo_check_async(HloReader *rd, IrOp *op, OpCode stem, const char *at)
{
    Lex *lx = &rd->lx;
    if (op->code == OP_async_start)
        return check_start(rd, op, at);
    if (op->code != OP_async_update && op->code != OP_async_done)
        return true;
    const char *word = op_info[op->code].hlo;
    const IrOp *before = op->n_operands ? op->operands[0] : NULL;
    const IrOp *origin = before;
    while (origin && origin->code == OP_async_update && origin->n_operands)
        origin = origin->operands[0];
    if (origin && may_hold_state(origin))
        return check_state(rd, op, before, at);
    if (!before || (before->code != OP_async_start && before->code != OP_async_update))
        return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                        "%s needs an async-start or async-update as its operand, not %s", word,
                        before ? before->name : "none");
    const IrOp *start = before;
    while (start->code == OP_async_update)
        start = start->operands[0];
    const IrComp *runs = start->comps[0];
    OpCode code = runs->root->code;
    if (stem != N_OPCODES && stem != code)
        return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                        "%s of the op that %s started is expected, found %s", op_info[code].hlo,
                        start->name, op_info[stem].hlo);
    if (op->n_comps && op->comps[0] != runs)
        return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "%s started %s, but this calls %s",
                        start->name, runs->name, op->comps[0]->name);
    if (pair_get(op->extra, op->n_extra, "async_execution_thread") &&
        strcmp(thread_of(op), thread_of(start)) != 0)
        return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL, "%s runs on thread %s, but this says %s",
                        start->name, thread_of(start), thread_of(op));
    /* More operands are those of an op that was started without any. */
    if (op->code == OP_async_update && op->n_operands == 1 && op->type &&
        op->type->plain != before->type->plain)
        return lex_fail(lx, at, SHARD_ERROR_PARSE, NULL,
                        "async-update must have the type of its operand %s", before->name);
    return true;
}
