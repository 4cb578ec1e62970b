/* async_start and async_done: one operation that runs while others do. Its region contains that operation only; in the IR
 * it is the computation of HLO's async-start, whose result is ((operands), result) where StableHLO has a future of
 * the result. */
#include "runtime/text/stablehlo_async.h"
#include "runtime/text/stablehlo_build.h"
#include "runtime/text/stablehlo_op.h"
#include "runtime/text/stablehlo_scope.h"

#include <string.h>

#include "runtime/text/stablehlo_print.h"

static bool op_may_be_async(const IrOp *op)
{
    switch (op->code) {
    case OP_slice:
    case OP_dynamic_slice:
    case OP_dynamic_update_slice: return true;
    default: return op_family(op) == FAMILY_collective && op_info[op->code].mlir; /* as StableHLO says of async_start */
    }
}

/* The operation that a computation consists of; NULL if it is none, or more than one. */
static const IrOp *only_op(const IrComp *c)
{
    const IrOp *only = NULL;
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        if (op->code == OP_parameter || op->code == OP_get_tuple_element || op->code == OP_tuple)
            continue;
        if (only)
            return NULL;
        only = op;
    }
    return only;
}

static const IrOp *mlir_async_op(const IrOp *op)
{
    while (op->code == OP_async_done && op->n_operands)
        op = op->operands[0];
    const IrOp *only = op->code == OP_async_start && op->n_comps == 1 ? only_op(op->comps[0]) : NULL;
    return only && only == op->comps[0]->root && only->type->kind == TYPE_ARRAY && op_may_be_async(only) ? only : NULL;
}

const Type *future_type(Reader *r, const IrOp *start)
{
    const Type *result = start->type->parts[1];
    return result->kind == TYPE_TUPLE ? result : type_tuple(r->m->types, 1, &result);
}

static const char *text_of(Reader *r, const Type *type)
{
    g_autoptr(GString) s = g_string_new(NULL);
    type_print_mlir(s, type);
    return arena_strdup(r->x.scratch, s->str);
}

static bool build_start(Reader *r, MOp *op)
{
    if (!mop_arity(r, op, -1, 1))
        return false;
    if (op->n_regions != 1)
        return mop_fail(r, op, "%s needs one region", op->name);
    Region *body = op->regions[0];
    if (body->n_args != op->n_operands)
        return mop_fail(r, op, "%s has %d operands, its region takes %d", op->name, op->n_operands, body->n_args);
    const Type **types = arena_array(r->x.scratch, const Type *, MAX(op->n_operands, 1));
    for (int i = 0; i < op->n_operands; i++) {
        types[i] = op->operands[i]->type;
        if (types[i]->plain != body->args[i]->type->plain)
            return mop_fail(r, op, "operand %d of %s is %s, its region takes %s", i, op->name, text_of(r, types[i]),
                            text_of(r, body->args[i]->type));
    }
    region_finish(r, body);
    const IrOp *only = only_op(body->comp);
    if (!only)
        return mop_fail(r, op, "the region of %s must hold one operation and a return", op->name);
    if (!op_may_be_async(only))
        return mop_fail(r, op, "the region of %s must hold a collective or a slice, not %s", op->name,
                        opcode_mlir_word(only->code));
    const Type *result = body->comp->root->type, *given = op->types[0];
    const Type *future = result->kind == TYPE_TUPLE ? result : type_tuple(r->m->types, 1, &result);
    if (given->plain != future->plain)
        return mop_fail(r, op, "%s starts an operation that gives %s, its own type says otherwise", op->name, text_of(r, result));
    const Type *parts[2] = { type_tuple(r->m->types, op->n_operands, types), result };
    IrOp *out = mop_emit(r, OP_async_start, type_tuple(r->m->types, 2, parts), op->n_operands, op->operands);
    op_set_comps(out, 1, &body->comp);
    return mop_result(op, out);
}

static bool build_done(Reader *r, MOp *op)
{
    if (!mop_arity(r, op, 1, 1))
        return false;
    const IrOp *start = op->operands[0];
    if (start->code != OP_async_start)
        return mop_fail(r, op, "the operand of %s must be what stablehlo.async_start gives", op->name);
    if (op->types[0]->plain != start->type->parts[1]->plain)
        return mop_fail(r, op, "%s gives %s, its type says %s", op->name, text_of(r, start->type->parts[1]), text_of(r, op->types[0]));
    return mop_result(op, mop_emit(r, OP_async_done, op->types[0], 1, op->operands));
}

bool mop_build_async(Reader *r, MOp *op)
{
    r->x.future_at = NULL;
    return op->row->code == OP_async_start ? build_start(r, op) : build_done(r, op);
}

bool reader_check_futures(Reader *r, const MOp *op)
{
    Mlir *x = &r->x;
    static const char hint[] = "only stablehlo.async_start makes one, and stablehlo.async_done takes it";
    if (op && (op->row->code == OP_async_start || op->row->code == OP_async_done))
        return true;
    if (x->future_at)
        return mlir_fail_as(x, x->future_at, SHARD_ERROR_UNSUPPORTED, hint, "%s: futures are not supported here",
                            op ? op->name : "a signature");
    for (int i = 0; op && i < op->n_operands; i++)
        if (op->operands[i]->code == OP_async_start)
            return mlir_fail_as(x, op->operand_at[i], SHARD_ERROR_UNSUPPORTED, hint, "%s: futures are not supported here", op->name);
    return true;
}

/* ---- printing ---------------------------------------------------------------------------------------------------- */

static void print_future(GString *out, const Type *result)
{
    g_string_append(out, "!stablehlo.future<");
    type_print_mlir(out, result);
    g_string_append_c(out, '>');
}

/* The start's leaves: the operands under their own names, then the future where the result is. */
static void print_start(Printer *p, const IrOp *op)
{
    int n = type_n_leaves(op->type), k = 0;
    const char **leaves = arena_array(p->scratch, const char *, MAX(n, 1));
    for (int i = 0; i < op->n_operands; i++)
        for (int l = 0; l < type_n_leaves(op->operands[i]->type); l++)
            leaves[k++] = mlir_operand_leaves(p, op, i)[l];
    const char *name = arena_printf(p->scratch, "%%%d", p->n_values++);
    leaves[k] = name;
    p->leaves[op->id] = leaves;
    mlir_print_indent(p);
    g_string_append_printf(p->out, "%s = \"stablehlo.async_start\"(", name);
    mlir_print_operands(p, op, 0, op->n_operands);
    g_string_append(p->out, ") (");
    mlir_print_region(p, op->comps[0], true, "stablehlo.return");
    g_string_append_c(p->out, ')');
    mlir_add_annotations(p, op);
    mlir_print_attr_dict(p);
    g_string_append(p->out, " : (");
    for (int i = 0; i < op->n_operands; i++) {
        g_string_append(p->out, i ? ", " : "");
        mlir_print_leaf_types(p->out, op->operands[i]->type);
    }
    g_string_append(p->out, ") -> ");
    print_future(p->out, op->type->parts[1]);
    mlir_print_loc(p, op);
}

bool mlir_print_async(Printer *p, const IrOp *op)
{
    const IrOp *runs = op->code == OP_async_start || op->code == OP_async_done ? mlir_async_op(op) : NULL;
    if (!runs)
        return false;
    if (op->code == OP_async_start) {
        print_start(p, op);
        return true;
    }
    const char *future = mlir_operand_leaves(p, op, 0)[type_n_leaves(op->operands[0]->type->parts[0])];
    mlir_print_results(p, op);
    g_string_append_printf(p->out, "\"stablehlo.async_done\"(%s)", future);
    mlir_add_annotations(p, op);
    mlir_print_attr_dict(p);
    g_string_append(p->out, " : (");
    print_future(p->out, op->type);
    g_string_append(p->out, ") -> ");
    type_print_mlir(p->out, op->type);
    mlir_print_loc(p, op);
    return true;
}
