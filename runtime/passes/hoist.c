/* Loop-invariant code motion: ops of a loop's body whose operands no trip changes run once, before the loop, and their results become
 * part of its state. Only ops without effects move, and of results that the body reads only those that are no larger than what
 * they are made from: repeating a broadcast is cheaper than carrying its result. Collectives have been moved by price already
 * (partition/loops.c). Start reading at hoist_loop(). */
#include <string.h>

#include "runtime/passes/hoist_impl.h"

bool hoist_is_pure(const IrOp *op)
{
    if (op->type->kind != TYPE_ARRAY)
        return false;
    switch (op_family(op)) {
    case FAMILY_elementwise: return op->code != OP_stochastic_convert;
    case FAMILY_leaf: return op->code == OP_constant;
    case FAMILY_broadcast:
    case FAMILY_reshape:
    case FAMILY_transpose:
    case FAMILY_reverse:
    case FAMILY_slice:
    case FAMILY_pad:
    case FAMILY_concatenate:
    case FAMILY_iota:
    case FAMILY_bitcast_convert:
    case FAMILY_dynamic_slice:
    case FAMILY_device_id:
    case FAMILY_gather:
    case FAMILY_dot:
    case FAMILY_convolution:
    case FAMILY_reduce:
    case FAMILY_reduce_window: return true;
    case FAMILY_dynamic_update_slice: case FAMILY_scatter: case FAMILY_select_and_scatter: case FAMILY_sort: case FAMILY_topk:
    case FAMILY_fft: case FAMILY_linalg: case FAMILY_rng_bits: case FAMILY_tuple: case FAMILY_control: case FAMILY_barrier:
    case FAMILY_collective: case FAMILY_async: case FAMILY_token: case FAMILY_custom: case FAMILY_constraint: case FAMILY_reshard:
    case FAMILY_group: case FAMILY_manual: case FAMILY_opaque: case N_FAMILIES: break;
    }
    return false;
}

/* Part `i` of the state, if the body hands it on as it got it. */
static bool is_fixed_part(const Hoist *h, int i)
{
    const IrOp *next = h->loop->comps[1]->root->operands[i];
    return next->code == OP_get_tuple_element && next->operands[0] == h->param && next->a.gte.index == i;
}

static void mark_fixed(Hoist *h)
{
    const IrComp *body = h->loop->comps[1];
    for (int i = 0; i < body->n_ops; i++) {
        const IrOp *op = body->ops[i];
        if (op->code == OP_get_tuple_element && op->operands[0] == h->param) {
            h->fixed[i] = is_fixed_part(h, (int)op->a.gte.index);
            h->made_of[i] = type_bytes(op->type);
            continue;
        }
        h->fixed[i] = hoist_is_pure(op);
        for (int k = 0; k < op->n_operands; k++) {
            h->fixed[i] = h->fixed[i] && h->fixed[op->operands[k]->pos];
            h->made_of[i] = MAX(h->made_of[i], h->made_of[op->operands[k]->pos]);
        }
    }
}

/* True if the op is read by one that stays, and is worth a place in the state. */
static bool pays(const Hoist *h, const IrOp *op, const bool *read_by_moving)
{
    OpFamily family = op_family(op);
    if (family == FAMILY_leaf || family == FAMILY_iota || family == FAMILY_broadcast || family == FAMILY_device_id || family == FAMILY_tuple ||
        family == FAMILY_reshape || family == FAMILY_slice || !read_by_moving[op->pos])
        return false;
    return type_bytes(op->type) <= h->made_of[op->pos];
}

IrOp *hoist_new(Hoist *h, OpCode code, const Type *type, const char *name, int n, IrOp *const *operands)
{
    IrOp *op = op_new(h->outer, code, type, name, n, operands);
    h->outer->n_ops--; /* placed at the end */
    g_ptr_array_add(h->made, op);
    return op;
}

/* Operands stand before their readers, so one walk down says what is needed and one walk up makes it. */
IrOp *hoist_outside(Hoist *h, const IrOp *op)
{
    IrOp *const *ops = h->loop->comps[1]->ops;
    h->needed[op->pos] = true;
    for (int i = op->pos; i >= 0; i--)
        for (int k = 0; h->needed[i] && !h->outside[i] && ops[i]->code != OP_get_tuple_element && k < ops[i]->n_operands; k++)
            h->needed[ops[i]->operands[k]->pos] = true;
    for (int i = 0; i <= op->pos; i++) {
        if (!h->needed[i] || h->outside[i])
            continue;
        const IrOp *old = ops[i];
        if (old->code == OP_get_tuple_element) {
            h->outside[i] = h->loop->operands[0]->operands[old->a.gte.index];
            continue;
        }
        g_autofree IrOp **operands = g_new(IrOp *, (gsize)old->n_operands + 1);
        for (int k = 0; k < old->n_operands; k++)
            operands[k] = h->outside[old->operands[k]->pos];
        IrOp *made = hoist_new(h, old->code, old->type, old->name, old->n_operands, operands);
        op_copy_attrs(made, old);
        op_inherit(made, old);
        h->outside[i] = made;
    }
    return h->outside[op->pos];
}

static const Sharding **longer(IrModule *m, const Sharding **list, const Type *before, const Type *after)
{
    if (!list)
        return NULL;
    const Sharding **out = arena_array(m->arena, const Sharding *, type_n_leaves(after));
    memcpy(out, list, sizeof *out * (size_t)type_n_leaves(before));
    return out;
}

static void retype(Hoist *h, IrOp *op, const Type *type)
{
    op->shardings = longer(h->m, op->shardings, op->type, type);
    op->type = type;
}

static IrOp *with_part(Hoist *h, IrComp *c, IrOp *tuple, IrOp *part, const Type *type)
{
    IrOp **parts = g_new(IrOp *, (gsize)tuple->n_operands + 1);
    memcpy(parts, tuple->operands, sizeof *parts * (size_t)tuple->n_operands);
    parts[tuple->n_operands] = part;
    IrOp *longer_tuple = op_new(c, OP_tuple, type, tuple->name, tuple->n_operands + 1, parts);
    op_inherit(longer_tuple, tuple);
    longer_tuple->shardings = longer(h->m, tuple->shardings, tuple->type, type);
    c->n_ops--;
    g_free(parts);
    return longer_tuple;
}

int hoist_add_part(Hoist *h, IrOp *made, IrOp *reader)
{
    IrComp *cond = h->loop->comps[0], *body = h->loop->comps[1];
    const Type *old = h->loop->type;
    int n = old->n_parts;
    const Type **parts = g_new(const Type *, (gsize)n + 1);
    memcpy(parts, old->parts, sizeof *parts * (size_t)n);
    parts[n] = made->type;
    const Type *type = type_tuple(h->m->types, n + 1, parts);
    g_free(parts);
    IrOp *state = with_part(h, h->outer, h->loop->operands[0], made, type);
    g_ptr_array_add(h->made, state);
    h->loop->operands[0] = state;
    retype(h, h->loop, type);
    retype(h, cond->params[0], type);
    retype(h, h->param, type);
    IrOp *root = with_part(h, body, body->root, reader, type);
    for (int i = 0; i < body->n_ops; i++)
        if (body->ops[i] == body->root)
            body->ops[i] = root;
    body->root = root;
    return n;
}

/* The state gets one more part, made outside from `op`; the body reads it in op's place. */
static void carry(Hoist *h, IrOp *op)
{
    int n = hoist_add_part(h, hoist_outside(h, op), op);
    op->code = OP_get_tuple_element; /* in its place, so that every reader has it */
    op->operands = arena_dup_array(h->m->arena, &h->param, 1);
    op->n_operands = 1;
    op->n_comps = 0;
    memset(&op->a, 0, sizeof op->a);
    op->a.gte.index = n;
    comp_renumber(h->loop->comps[1]);
}

bool hoist_can(const IrComp *outer, const IrOp *loop)
{
    if (loop->code != OP_while || loop->n_comps != 2 || loop->type->kind != TYPE_TUPLE || loop->operands[0]->code != OP_tuple || outer->root == loop)
        return false;
    for (int k = 0; k < 2; k++) {
        const IrComp *c = loop->comps[k];
        if (c->n_params != 1 || c->root == c->params[0] || (k == 1 && c->root->code != OP_tuple))
            return false;
        for (int i = 0; i < c->n_ops; i++)
            for (int a = 0; a < c->ops[i]->n_operands; a++)
                if (c->ops[i]->operands[a] == c->params[0] && c->ops[i]->code != OP_get_tuple_element)
                    return false;
    }
    for (int i = 0; i < outer->n_ops; i++)
        for (int a = 0; a < outer->ops[i]->n_operands; a++)
            if (outer->ops[i]->operands[a] == loop && outer->ops[i]->code != OP_get_tuple_element)
                return false;
    return true;
}

void hoist_open(Hoist *h, IrModule *m, IrComp *outer, IrOp *loop)
{
    IrComp *body = loop->comps[1];
    comp_renumber(body);
    *h = (Hoist){ m, outer, loop, body->params[0], g_new0(bool, body->n_ops), g_new0(int64_t, body->n_ops), g_new0(bool, body->n_ops),
                  g_new0(IrOp *, body->n_ops), g_ptr_array_new() };
    mark_fixed(h);
}

void hoist_close(Hoist *h)
{
    IrComp *outer = h->outer;
    int at = h->loop->pos, n = (int)h->made->len;
    if (n) {
        comp_drop_dead(h->loop->comps[1], false);
        IrOp **ops = arena_array(h->m->arena, IrOp *, outer->n_ops + n);
        memcpy(ops, outer->ops, sizeof *ops * (size_t)at);
        memcpy(ops + at, h->made->pdata, sizeof *ops * (size_t)n);
        memcpy(ops + at + n, outer->ops + at, sizeof *ops * (size_t)(outer->n_ops - at));
        outer->ops = ops;
        outer->n_ops = outer->cap = outer->n_ops + n;
        comp_renumber(outer);
    }
    g_free(h->fixed);
    g_free(h->made_of);
    g_free(h->needed);
    g_free(h->outside);
    g_ptr_array_free(h->made, TRUE);
}

enum { MAX_CARRIED = 64 }; /* parts added to one loop */

static int hoist_loop(IrModule *m, IrComp *outer, IrOp *loop)
{
    IrComp *body = loop->comps[1];
    Hoist h;
    hoist_open(&h, m, outer, loop);
    g_autofree bool *read = g_new0(bool, body->n_ops);
    for (int i = 0; i < body->n_ops; i++)
        for (int k = 0; k < body->ops[i]->n_operands && !h.fixed[i]; k++)
            read[body->ops[i]->operands[k]->pos] = true;
    int moved = 0;
    for (int i = 0; i < body->n_ops && moved < MAX_CARRIED; i++) {
        IrOp *op = body->ops[i];
        if (!h.fixed[i] || !pays(&h, op, read))
            continue;
        carry(&h, op);
        moved++;
    }
    hoist_close(&h);
    return moved;
}

int pass_hoist(IrModule *m)
{
    int moved = 0;
    for (int k = 0; k < m->n_comps; k++) { /* inner loops first, so that what they give up can go on outwards */
        IrComp *c = m->comps[k];
        comp_renumber(c);
        for (int i = 0; i < c->n_ops; i++)
            if (hoist_can(c, c->ops[i]))
                moved += hoist_loop(m, c, c->ops[i]);
        comp_drop_dead(c, false);
    }
    return moved;
}
