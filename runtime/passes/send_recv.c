/* Sends and receives between partitions, made into what they do together: a send and the receive of its channel, in one
 * computation, are a collective-permute. Which devices they join is told by the frontend attribute
 * _xla_send_recv_source_target_pairs; where a device is named for each half instead (maximal shardings), the value changes its
 * device, and what is received is what was sent.
 * The states of the four ops become tuples, so that loops may carry them. Pairs whose data depends on what they receive, a chain
 * from device to device within one op, are left alone, as are those with the host. Start at pass_join_sends. */
#include <stdlib.h>
#include <string.h>

#include "runtime/passes/new_ops.h"
#include "runtime/passes/optimise.h"

static const char *channel(const IrOp *op)
{
    const char *id = pair_get(op->extra, op->n_extra, "channel_id");
    return id ? id : "0";
}

/* True if `op` needs the value of `from`. */
static bool depends(const IrOp *op, const IrOp *from, GHashTable *seen)
{
    if (op == from)
        return true;
    if (op->pos < from->pos || !g_hash_table_add(seen, (gpointer)op))
        return false;
    for (int i = 0; i < op->n_operands; i++)
        if (depends(op->operands[i], from, seen))
            return true;
    return false;
}

static bool joined(const IrOp *send, const IrOp *recv)
{
    if (op_is_with_host(send) || op_is_with_host(recv) || strcmp(channel(send), channel(recv)) != 0 ||
        send->operands[0]->type->kind != TYPE_ARRAY || send->operands[0]->type->plain != recv->type->parts[0]->plain)
        return false;
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    return !depends(send->operands[0], recv, seen);
}

/* What the receiving half is given, from what the sending half was; NULL if the two do not say which devices they join. */
static IrOp *carried(const NewOps *to, const IrOp *send, const IrOp *recv)
{
    IrModule *m = to->comp->module;
    IrOp *data = send->operands[0];
    Ints pairs;
    if (!op_sent_pairs(m->arena, send, &pairs) && !op_sent_pairs(m->arena, recv, &pairs)) {
        const char *from = send->sharding_text ? strstr(send->sharding_text, "maximal device=") : NULL;
        const char *at = recv->sharding_text ? strstr(recv->sharding_text, "maximal device=") : NULL;
        if (!from || !at)
            return NULL;
        IrOp *moved = new_ops_add(to, OP_copy, data->type, 1, &data);
        moved->sharding_text = arena_strndup(m->arena, at - 1, strspn(at, "maximal device=0123456789") + 2);
        char *end = strpbrk((char *)moved->sharding_text + 1, ",}");
        if (end)
            memcpy(end, "}", 2);
        return moved;
    }
    IrOp *permute = new_ops_add(to, OP_collective_permute, data->type, 1, &data);
    permute->a.collective.dim = permute->a.collective.concat_dim = -1;
    permute->a.collective.pairs = pairs;
    permute->a.collective.groups.has_channel = m->n_replicas <= 1;
    permute->a.collective.groups.channel = permute->a.collective.groups.has_channel ? MAX(1, atoi(channel(send))) : 0;
    permute->sharding_text = data->sharding_text && strstr(data->sharding_text, "manual") ? data->sharding_text : NULL;
    return permute;
}

static void become_tuple(const NewOps *to, IrOp *op, IrOp *data, IrOp *token)
{
    static const char none[16];
    const Type *count = op->type->parts[1];
    IrOp *zero = new_ops_add(to, OP_constant, count->plain, 0, NULL);
    zero->a.literal = literal_new(to->comp->module, count->plain, none, true);
    IrOp *parts[] = { data, zero, token };
    op->code = OP_tuple;
    op->operands = arena_dup_array(to->comp->module->arena, parts, 3);
    op->n_operands = 3;
    op->sharding_text = NULL;
    op->n_pairs = op->n_extra = 0;
}

/* The done halves of states that are tuples now. */
static void open_done(const NewOps *to, IrOp *op)
{
    IrOp *state = op->operands[0];
    IrOp *token = op;
    op->n_extra = op->n_pairs = 0;
    op->sharding_text = NULL;
    if (op->code == OP_recv_done) {
        IrOp *data = new_ops_add(to, OP_get_tuple_element, op->type->parts[0], 1, &state);
        token = new_ops_add(to, OP_get_tuple_element, op->type->parts[1], 1, &state);
        token->a.gte.index = 2;
        IrOp *parts[] = { data, token };
        op->code = OP_tuple;
        op->operands = arena_dup_array(to->comp->module->arena, parts, 2);
        op->n_operands = 2;
    } else {
        op->code = OP_get_tuple_element;
        op->a.gte.index = 2;
    }
}

/* ---- order ----------------------------------------------------------------------------------------------------------- */

/* Appends op behind what it needs; the others keep their order. */
static void place(IrOp *op, GHashTable *placed, GPtrArray *out)
{
    if (!g_hash_table_add(placed, op))
        return;
    for (int i = 0; i < op->n_operands; i++)
        place(op->operands[i], placed, out);
    g_ptr_array_add(out, op);
}

static void take_ops(IrComp *c, GPtrArray *ops)
{
    g_autoptr(GPtrArray) out = g_ptr_array_new();
    g_autoptr(GHashTable) placed = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < ops->len; i++)
        place(ops->pdata[i], placed, out);
    c->ops = arena_dup_array(c->module->arena, (IrOp **)out->pdata, (int)out->len);
    c->n_ops = c->cap = (int)out->len;
    comp_renumber(c);
}

/* ---- the pass ---------------------------------------------------------------------------------------------------------- */

static int join_in(IrComp *c, GHashTable *open)
{
    g_autoptr(GPtrArray) ops = g_ptr_array_new(), sends = g_ptr_array_new();
    for (int i = 0; i < c->n_ops; i++)
        if (c->ops[i]->code == OP_send)
            g_ptr_array_add(sends, c->ops[i]);
    if (!sends->len)
        return 0;
    int n = 0, n_ops = c->n_ops;
    for (int i = 0; i < n_ops; i++) {
        IrOp *op = c->ops[i], *data = NULL;
        NewOps to = { c, ops, op };
        for (guint k = 0; op->code == OP_recv && k < sends->len && !data; k++) {
            IrOp *send = sends->pdata[k];
            if (!joined(send, op) || !(data = carried(&to, send, op)))
                continue;
            become_tuple(&to, op, data, op->operands[0]);
            become_tuple(&to, send, send->operands[0], send->operands[1]);
            g_hash_table_add(open, op);
            g_hash_table_add(open, send);
            g_ptr_array_remove_index(sends, k);
            n++;
        }
        g_ptr_array_add(ops, op);
    }
    if (n)
        take_ops(c, ops);
    return n;
}

/* True if the state that a done half is given was made a tuple, here or in a computation around: where it does not come from a
 * send or a receive of this computation, all of the program's must have been. */
static bool is_open(const IrOp *state, GHashTable *open, bool all)
{
    return g_hash_table_contains(open, state) || (all && state->code != OP_send && state->code != OP_recv);
}

static bool waits(const IrOp *op)
{
    return (op->code == OP_send_done || op->code == OP_recv_done) && !op_is_with_host(op);
}

int pass_join_sends(IrModule *m)
{
    g_autoptr(GHashTable) open = g_hash_table_new(NULL, NULL);
    int n = 0;
    bool all = true;
    for (int k = 0; k < m->n_comps; k++)
        n += join_in(m->comps[k], open);
    for (int k = 0; n && k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++)
            all &= m->comps[k]->ops[i]->code != OP_send && m->comps[k]->ops[i]->code != OP_recv;
    for (int k = 0; n && k < m->n_comps; k++) {
        IrComp *c = m->comps[k];
        g_autoptr(GPtrArray) ops = g_ptr_array_new();
        int n_ops = c->n_ops;
        for (int i = 0; i < n_ops; i++) {
            if (waits(c->ops[i]) && is_open(c->ops[i]->operands[0], open, all))
                open_done(&(NewOps){ c, ops, c->ops[i] }, c->ops[i]);
            g_ptr_array_add(ops, c->ops[i]);
        }
        take_ops(c, ops);
    }
    return n;
}
