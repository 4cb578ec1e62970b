/* Older forms of ops, made into the one that every later stage knows. Start at pass_plain_forms. */
#include <string.h>

#include "runtime/passes/new_ops.h"
#include "runtime/passes/optimise.h"

/* Entry d of a vector as a scalar. */
static IrOp *entry_of(const NewOps *to, IrOp *vector, int64_t d)
{
    IrModule *m = to->comp->module;
    const int64_t one = 1, limit = d + 1;
    IrOp *slice = new_ops_add(to, OP_slice, type_array(m->types, vector->type->elem, 1, &one), 1, &vector);
    slice->a.slice.start = arena_dup_array(m->arena, &d, 1);
    slice->a.slice.limit = arena_dup_array(m->arena, &limit, 1);
    slice->a.slice.stride = arena_dup_array(m->arena, &one, 1);
    return new_ops_add(to, OP_reshape, type_scalar(m->types, vector->type->elem), 1, &slice);
}

/* Start indices used to be one vector; now there is a scalar for each dimension. The scalars are added to `ops`. */
static bool unpack_starts(IrComp *c, IrOp *op, GPtrArray *ops)
{
    int first = op->code == OP_dynamic_slice ? 1 : op->code == OP_dynamic_update_slice ? 2 : 0;
    if (!first || op->n_operands != first + 1 || op->operands[first]->type->kind != TYPE_ARRAY || op->operands[first]->type->rank != 1)
        return false;
    IrOp *vector = op->operands[first];
    int64_t n = vector->type->dims[0];
    IrOp **operands = arena_array(c->module->arena, IrOp *, first + n);
    memcpy(operands, op->operands, sizeof *operands * (size_t)first);
    for (int64_t d = 0; d < n; d++)
        operands[first + d] = entry_of(&(NewOps){ c, ops, op }, vector, d);
    op->operands = operands;
    op->n_operands = first + (int)n;
    return true;
}

/* A reshape to sizes that are operands is a plain one where these are the constants that its type says. */
static bool plain_reshape(IrOp *op)
{
    if (op->code != OP_dynamic_reshape || op->n_operands != op->type->rank + 1 || op->type->dyn || op->type->n_elems != op->operands[0]->type->n_elems)
        return false;
    for (int d = 0; d < op->type->rank; d++) {
        int64_t size;
        if (!op_constant_int(op->operands[1 + d], &size) || size != op->type->dims[d])
            return false;
    }
    op->code = OP_reshape;
    op->n_operands = 1;
    memset(&op->a, 0, sizeof op->a);
    return true;
}

/* A slice whose starts are constants is one whose place is known; it stays inside of its operand. */
static bool plain_slice(IrOp *op)
{
    const Type *from = op->n_operands ? op->operands[0]->type : NULL;
    int64_t start[MAX_RANK], limit[MAX_RANK], stride[MAX_RANK];
    if (op->code != OP_dynamic_slice || !op->type->rank || op->n_operands != op->type->rank + 1 || op->type->dyn || from->dyn)
        return false;
    for (int d = 0; d < op->type->rank; d++) {
        int64_t size = op->type->dims[d];
        if (!op_constant_int(op->operands[1 + d], &start[d]))
            return false;
        start[d] = CLAMP(start[d], 0, from->dims[d] - size);
        limit[d] = start[d] + size;
        stride[d] = 1;
    }
    Arena *a = op->parent->module->arena;
    op->code = OP_slice;
    op->n_operands = 1;
    memset(&op->a, 0, sizeof op->a);
    op->a.slice.start = arena_dup_array(a, start, op->type->rank);
    op->a.slice.limit = arena_dup_array(a, limit, op->type->rank);
    op->a.slice.stride = arena_dup_array(a, stride, op->type->rank);
    return true;
}

/* A token that waits for arrays: what uses them comes after them anyway. */
static bool tokens_alone(IrOp *op)
{
    int n = 0;
    for (int i = 0; op->code == OP_after_all && i < op->n_operands; i++)
        n += op->operands[i]->type->kind == TYPE_TOKEN;
    if (op->code != OP_after_all || n == op->n_operands)
        return false;
    IrOp **tokens = arena_array(op->parent->module->arena, IrOp *, MAX(n, 1));
    n = 0;
    for (int i = 0; i < op->n_operands; i++)
        if (op->operands[i]->type->kind == TYPE_TOKEN)
            tokens[n++] = op->operands[i];
    op->operands = tokens;
    op->n_operands = n;
    return true;
}

/* ---- asynchronous ops ------------------------------------------------------------------------------------------------ */

static bool is_state(const IrOp *op)
{
    return op->code == OP_async_start || op->code == OP_async_update;
}

static bool moves_data(const IrComp *c)
{
    for (int i = 0; i < c->n_ops; i++) {
        if (op_is_collective(c->ops[i]))
            return true;
        for (int k = 0; k < c->ops[i]->n_comps; k++)
            if (moves_data(c->ops[i]->comps[k]))
                return true;
    }
    return false;
}

/* What a computation does with the states of its asynchronous ops. */
typedef struct States {
    GHashTable *wander;    /* starts whose state goes elsewhere than to its updates and its done: into tuples, loops or results */
    GHashTable *late;      /* starts that are given operands by an update */
} States;

static const IrOp *start_of(const IrOp *state)
{
    while (state->code == OP_async_update && state->n_operands)
        state = state->operands[0];
    return state;
}

static States states_of(const IrComp *c)
{
    States found = { g_hash_table_new(NULL, NULL), g_hash_table_new(NULL, NULL) };
    for (int i = 0; i <= c->n_ops; i++) {
        const IrOp *user = i < c->n_ops ? c->ops[i] : NULL;
        int n = user ? user->n_operands : 1;
        for (int k = 0; k < n; k++) {
            const IrOp *from = user ? user->operands[k] : c->root;
            if (!is_state(from))
                continue;
            if (user && user->code == OP_async_update && user->n_operands != 1)
                g_hash_table_add(found.late, (gpointer)start_of(from));
            else if (!user || k || (user->code != OP_async_update && user->code != OP_async_done))
                g_hash_table_add(found.wander, (gpointer)start_of(from));
        }
    }
    return found;
}

/* Part i of the state that no one looks at. */
static IrOp *context(const NewOps *to, const Type *type)
{
    static const char none[16];
    if (type->kind == TYPE_TOKEN)
        return new_ops_add(to, OP_after_all, type, 0, NULL);
    IrOp *zero = new_ops_add(to, OP_constant, type->plain, 0, NULL);
    zero->a.literal = literal_new(to->comp->module, type->plain, none, true);
    return zero;
}

/* The start becomes a call and the tuple that its state is. What moves data stays as it is while start and done are side by
 * side: that it runs beside other ops is the point of it. */
static bool open_start(IrComp *c, IrOp *op, GPtrArray *ops, const States *states)
{
    const Type *t = op->type;
    bool fits = op->n_comps == 1 && t->kind == TYPE_TUPLE && t->n_parts >= 2 && t->parts[0]->kind == TYPE_TUPLE &&
                t->parts[0]->n_parts == op->n_operands && t->parts[1]->plain == op->comps[0]->root->type->plain;
    for (int i = 2; fits && i < t->n_parts; i++)
        fits = t->parts[i]->kind == TYPE_ARRAY || t->parts[i]->kind == TYPE_TOKEN;
    if (!fits || (moves_data(op->comps[0]) && !g_hash_table_contains(states->wander, op)) || g_hash_table_contains(states->late, op))
        return false;
    IrOp **parts = arena_array(c->module->arena, IrOp *, t->n_parts);
    NewOps to = { c, ops, op };
    parts[0] = new_ops_add(&to, OP_tuple, t->parts[0], op->n_operands, op->operands);
    parts[1] = new_ops_add(&to, OP_call, t->parts[1], op->n_operands, op->operands);
    op_set_comps(parts[1], 1, op->comps);
    op->comps[0]->is_function = true;
    for (int i = 2; i < t->n_parts; i++)
        parts[i] = context(&to, t->parts[i]);
    for (int i = 0; i < t->n_parts; i++)
        parts[i]->sharding_text = NULL; /* said of all parts together; of the result, the done says it */
    op_set_comps(op, 0, NULL);
    op->code = OP_tuple;
    op->operands = parts;
    op->n_operands = t->n_parts;
    return true;
}

static bool open_async(IrComp *c, IrOp *op, GPtrArray *ops, const States *states)
{
    if (op->code == OP_async_start)
        return open_start(c, op, ops, states);
    bool done = op->code == OP_async_done;
    if ((!done && op->code != OP_async_update) || op->n_operands != 1 || is_state(op->operands[0]))
        return false;
    IrOp *call = done && op->operands[0]->code == OP_tuple && op->operands[0]->n_operands > 1 ? op->operands[0]->operands[1] : NULL;
    if (call && call->code == OP_call && !call->sharding_text)
        call->sharding_text = op->sharding_text;
    op_set_comps(op, 0, NULL);
    memset(&op->a, 0, sizeof op->a);
    op->code = done ? OP_get_tuple_element : OP_opt_barrier;
    op->a.gte.index = done;
    return true;
}

int pass_plain_forms(IrModule *m)
{
    int changed = 0;
    for (int k = 0; k < m->n_comps; k++) {
        IrComp *c = m->comps[k];
        g_autoptr(GPtrArray) ops = g_ptr_array_new();
        States states = states_of(c);
        int before = changed;
        for (int i = 0; i < c->n_ops; i++) {
            changed += unpack_starts(c, c->ops[i], ops) || plain_reshape(c->ops[i]) || plain_slice(c->ops[i]) || tokens_alone(c->ops[i]) || open_async(c, c->ops[i], ops, &states);
            g_ptr_array_add(ops, c->ops[i]);
        }
        g_hash_table_unref(states.wander);
        g_hash_table_unref(states.late);
        if (changed == before)
            continue;
        c->ops = arena_dup_array(m->arena, (IrOp **)ops->pdata, (int)ops->len);
        c->n_ops = c->cap = (int)ops->len;
        comp_renumber(c);
    }
    return changed;
}
