/* Loop fission for collectives. Devices that meet in each trip of a loop wait for each other as often as it has trips. Where what they bring follows from the trip's number
 * and from values that no trip changes, as in a map over the rows of an array, a loop of its own makes that for all trips, one collective moves it, and the loop reads from
 * the results what it got before: the same values, which are combined in the same order, with one wait.
 * Start reading at fission_meeting(). */
#include <string.h>

#include "runtime/passes/hoist_impl.h"

enum { MIN_TRIPS = 4, MAX_TRIPS = 1 << 16,
       MAX_EACH = 64 << 10,   /* bytes of one trip: what is larger is worth a meeting of its own */
       MAX_ALL = 1 << 20,     /* bytes of all trips, unless what they are made from is larger */
       MAX_TWICE = 64 << 10   /* bytes that a trip makes for the collective and for others, and that are made twice then */
};

/* A collective that can move what it gets in all trips at once. */
typedef struct Meet {
    IrOp *coll;
    WhileCounter count;
    bool *cone; /* by position in the body: the operand, and all it is made from */
} Meet;

/* The leaf of the state that an op reads; -1 = none. */
static int leaf_of(const Hoist *h, const IrOp *op)
{
    return op->code == OP_get_tuple_element && op->operands[0] == h->param ? (int)op->a.gte.index : -1;
}

/* ---- what can move ---- */

static bool can_stack(const IrOp *op)
{
    bool kind = op->code == OP_all_reduce || op->code == OP_all_gather || op->code == OP_reduce_scatter || op->code == OP_collective_permute;
    if (!kind || op->n_operands != 1 || op->n_extra || op->type->kind != TYPE_ARRAY || op->operands[0]->type->kind != TYPE_ARRAY)
        return false;
    return !op->type->dyn && !op->operands[0]->type->dyn && op->type->rank < MAX_RANK && op->operands[0]->type->rank < MAX_RANK;
}

static bool find_cone(const Hoist *h, const Meet *x)
{
    const IrComp *body = h->loop->comps[1];
    bool counts = false;
    x->cone[x->coll->operands[0]->pos] = true;
    for (int i = x->coll->pos - 1; i >= 0; i--) {
        const IrOp *op = body->ops[i];
        if (!x->cone[i])
            continue;
        if (leaf_of(h, op) >= 0) {
            counts |= leaf_of(h, op) == x->count.leaf;
            if (leaf_of(h, op) != x->count.leaf && !h->fixed[i])
                return false;
            continue;
        }
        if (!hoist_is_pure(op))
            return false;
        for (int k = 0; k < op->n_operands; k++)
            x->cone[op->operands[k]->pos] = true;
    }
    return counts; /* else all trips move the same */
}

/* Work that may be done twice, if it is little. */
static bool is_light(const IrOp *op)
{
    switch (op_family(op)) {
    case FAMILY_elementwise: case FAMILY_leaf: case FAMILY_broadcast: case FAMILY_reshape: case FAMILY_transpose: case FAMILY_reverse: case FAMILY_slice: case FAMILY_pad:
    case FAMILY_concatenate: case FAMILY_iota: case FAMILY_bitcast_convert: case FAMILY_dynamic_slice: case FAMILY_device_id: case FAMILY_tuple: return true;
    case FAMILY_gather: case FAMILY_dot: case FAMILY_convolution: case FAMILY_reduce: case FAMILY_reduce_window: case FAMILY_dynamic_update_slice: case FAMILY_scatter:
    case FAMILY_select_and_scatter: case FAMILY_sort: case FAMILY_topk: case FAMILY_fft: case FAMILY_linalg: case FAMILY_rng_bits: case FAMILY_control: case FAMILY_barrier:
    case FAMILY_collective: case FAMILY_async: case FAMILY_token: case FAMILY_custom: case FAMILY_constraint: case FAMILY_reshard: case FAMILY_group: case FAMILY_manual:
    case FAMILY_opaque: case N_FAMILIES: break;
    }
    return false;
}

/* True if what the loop needs of the cone besides, and makes again, is little. */
static bool little_is_made_twice(const Hoist *h, const Meet *x)
{
    const IrComp *body = h->loop->comps[1];
    g_autofree bool *twice = g_new0(bool, body->n_ops);
    int64_t bytes = 0;
    for (int i = body->n_ops - 1; i >= 0; i--) {
        const IrOp *op = body->ops[i];
        bool stays = x->cone[i] ? twice[i] : op != x->coll;
        for (int k = 0; stays && k < op->n_operands; k++)
            twice[op->operands[k]->pos] = true;
        if (!x->cone[i] || !twice[i] || leaf_of(h, op) >= 0)
            continue;
        if (!is_light(op))
            return false;
        bytes += op->code == OP_constant ? 0 : type_bytes(op->type);
    }
    return bytes <= MAX_TWICE;
}

static bool counter_fits(const Hoist *h, const WhileCounter *c)
{
    ElemType e = type_leaf(h->loop->type, c->leaf)->elem;
    return h->loop->type->parts[c->leaf]->kind == TYPE_ARRAY && (e == ELEM_s32 || e == ELEM_s64 || e == ELEM_u32 || e == ELEM_u64);
}

static bool meet_of(const Hoist *h, IrOp *coll, Meet *out)
{
    out->coll = coll;
    if (!can_stack(coll) || !while_counts(h->loop, &out->count) || out->count.trips < MIN_TRIPS || out->count.trips > MAX_TRIPS || !counter_fits(h, &out->count))
        return false;
    const IrOp *given = coll->operands[0];
    int64_t each = MAX(type_bytes(given->type), type_bytes(coll->type));
    if (!each || each > MAX_EACH || each * out->count.trips > MAX(h->made_of[given->pos], MAX_ALL))
        return false;
    return find_cone(h, out) && little_is_made_twice(h, out);
}

/* ---- making it ---- */

/* With one dim more, before the others. */
static const Type *stacked(IrModule *m, const Type *t, int64_t n)
{
    int64_t dims[MAX_RANK];
    dims[0] = n;
    memcpy(dims + 1, t->dims, sizeof *dims * (size_t)t->rank);
    return type_array(m->types, t->elem, t->rank + 1, dims);
}

static IrOp *number(IrComp *c, const Type *t, int64_t v)
{
    IrOp *op = op_new(c, OP_constant, t, NULL, 0, NULL);
    op->a.literal = literal_new(c->module, t, &v, true); /* of 32 bits: their lower half */
    return op;
}

static IrOp *part_of(IrComp *c, IrOp *state, int i)
{
    IrOp *op = op_new(c, OP_get_tuple_element, state->type->parts[i], NULL, 1, &state);
    op->a.gte.index = i;
    return op;
}

static IrOp *state_of(IrComp *c, const Type *type)
{
    return op_new(c, OP_parameter, type, "state", 0, NULL);
}

/* Starts for a slice of a stack: the trip's, and zeros. */
static void starts(IrOp **out, int rank, IrOp *trip, IrOp *zero)
{
    out[0] = trip;
    for (int d = 1; d < rank; d++)
        out[d] = zero;
}

/* The loop that makes what is moved: its state is the number of the trip, the stack, and those parts of the other loop's state that the cone reads. */
typedef struct Making {
    const Type *counter, *stack, *state;
    GArray *leaves; /* int: parts of the other loop's state */
} Making;

static int leaf_in(const Making *k, int leaf)
{
    for (guint i = 0; i < k->leaves->len; i++)
        if (g_array_index(k->leaves, int, i) == leaf)
            return (int)i;
    return -1;
}

static void find_state(const Hoist *h, const Meet *x, Making *k)
{
    const IrComp *body = h->loop->comps[1];
    for (int i = 0; i < x->coll->pos; i++) {
        int leaf = x->cone[i] ? leaf_of(h, body->ops[i]) : -1;
        if (leaf >= 0 && leaf != x->count.leaf && leaf_in(k, leaf) < 0)
            g_array_append_val(k->leaves, leaf);
    }
    k->counter = h->loop->type->parts[x->count.leaf];
    k->stack = stacked(h->m, x->coll->operands[0]->type, x->count.trips);
    g_autofree const Type **parts = g_new(const Type *, k->leaves->len + 2);
    parts[0] = k->counter;
    parts[1] = k->stack;
    for (guint i = 0; i < k->leaves->len; i++)
        parts[2 + i] = h->loop->type->parts[g_array_index(k->leaves, int, i)];
    k->state = type_tuple(h->m->types, (int)k->leaves->len + 2, parts);
}

static IrComp *make_condition(const Hoist *h, const Meet *x, const Making *k)
{
    IrComp *c = comp_new(h->m, h->loop->comps[0]->name);
    IrOp *state = state_of(c, k->state), *both[2];
    both[0] = part_of(c, state, 0);
    both[1] = number(c, k->counter, x->count.trips);
    c->root = op_new(c, OP_compare, type_scalar(h->m->types, ELEM_pred), NULL, 2, both);
    c->root->a.compare.dir = DIR_LT;
    comp_renumber(c);
    return c;
}

/* The counter as the cone reads it, in the trip of that number. */
static IrOp *counter_at(IrComp *c, const Meet *x, IrOp *trip)
{
    IrOp *v[2] = { trip };
    if (x->count.step != 1) {
        v[1] = number(c, trip->type, x->count.step);
        v[0] = op_new(c, OP_multiply, trip->type, NULL, 2, v);
    }
    if (x->count.from != 0) {
        v[1] = number(c, trip->type, x->count.from);
        v[0] = op_new(c, OP_add, trip->type, NULL, 2, v);
    }
    return v[0];
}

/* The operand of the collective, made again in c. */
static IrOp *clone_cone(const Hoist *h, const Meet *x, const Making *k, IrComp *c, IrOp *state, IrOp *trip)
{
    const IrComp *body = h->loop->comps[1];
    g_autofree IrOp **twin = g_new0(IrOp *, x->coll->pos + 1);
    for (int i = 0; i < x->coll->pos; i++) {
        const IrOp *op = body->ops[i];
        int leaf = leaf_of(h, op);
        if (!x->cone[i])
            continue;
        if (leaf >= 0) {
            twin[i] = leaf == x->count.leaf ? counter_at(c, x, trip) : part_of(c, state, 2 + leaf_in(k, leaf));
            continue;
        }
        g_autofree IrOp **operands = g_new(IrOp *, (gsize)op->n_operands + 1);
        for (int a = 0; a < op->n_operands; a++)
            operands[a] = twin[op->operands[a]->pos];
        twin[i] = op_new(c, op->code, op->type, op->name, op->n_operands, operands);
        op_copy_attrs(twin[i], op);
        op_inherit(twin[i], op);
    }
    return twin[x->coll->operands[0]->pos];
}

static IrComp *make_body(const Hoist *h, const Meet *x, const Making *k)
{
    IrComp *c = comp_new(h->m, h->loop->comps[1]->name);
    IrOp *state = state_of(c, k->state), *trip = part_of(c, state, 0), *stack = part_of(c, state, 1), *made = clone_cone(h, x, k, c, state, trip);
    IrOp *row = op_new(c, OP_reshape, stacked(h->m, made->type, 1), NULL, 1, &made), *put[2 + MAX_RANK] = { stack, row }, *next[2] = { trip, number(c, k->counter, 1) };
    starts(put + 2, k->stack->rank, trip, number(c, k->counter, 0));
    g_autofree IrOp **parts = g_new(IrOp *, k->leaves->len + 2);
    parts[1] = op_new(c, OP_dynamic_update_slice, k->stack, NULL, 2 + k->stack->rank, put);
    parts[0] = op_new(c, OP_add, k->counter, NULL, 2, next);
    for (guint i = 0; i < k->leaves->len; i++)
        parts[2 + i] = part_of(c, state, 2 + (int)i);
    c->root = op_new(c, OP_tuple, k->state, NULL, (int)k->leaves->len + 2, parts);
    for (int i = 0; i < c->n_ops; i++)
        if (!c->ops[i]->n_origins)
            op_inherit(c->ops[i], x->coll);
    comp_renumber(c);
    return c;
}

static IrOp *outside_number(Hoist *h, const Type *t)
{
    static const int64_t zero[2] = { 0 }; /* of any type */
    IrOp *op = hoist_new(h, OP_constant, t, NULL, 0, NULL);
    op->a.literal = literal_new(h->m, t, zero, true);
    return op;
}

/* Before the loop: the loop that makes the stack, and the collective that moves it, which is returned. */
static IrOp *move_all(Hoist *h, const Meet *x)
{
    Making k = { .leaves = g_array_new(FALSE, FALSE, sizeof(int)) };
    find_state(h, x, &k);
    IrOp *zero = outside_number(h, type_scalar(h->m->types, k.stack->elem)), *given = h->loop->operands[0];
    g_autofree IrOp **parts = g_new(IrOp *, k.leaves->len + 2);
    parts[0] = outside_number(h, k.counter);
    parts[1] = hoist_new(h, OP_broadcast, k.stack, NULL, 1, &zero);
    for (guint i = 0; i < k.leaves->len; i++)
        parts[2 + i] = given->operands[g_array_index(k.leaves, int, i)];
    IrOp *state = hoist_new(h, OP_tuple, k.state, NULL, (int)k.leaves->len + 2, parts), *loop = hoist_new(h, OP_while, k.state, h->loop->name, 1, &state);
    op_set_comps(loop, 2, (IrComp *[]){ make_condition(h, x, &k), make_body(h, x, &k) });
    IrOp *stack = hoist_new(h, OP_get_tuple_element, k.stack, NULL, 1, &loop);
    stack->a.gte.index = 1;
    IrOp *moved = hoist_new(h, x->coll->code, stacked(h->m, x->coll->type, x->count.trips), x->coll->name, 1, &stack);
    op_copy_attrs(moved, x->coll);
    moved->shardings = NULL;
    moved->a.collective.dim += moved->code == OP_all_gather || moved->code == OP_reduce_scatter;
    for (guint i = 0; i < h->made->len; i++)
        if (!((IrOp *)h->made->pdata[i])->n_origins)
            op_inherit(h->made->pdata[i], x->coll);
    g_array_free(k.leaves, TRUE);
    return moved;
}

static IrOp *before(IrComp *body, IrOp *reader, IrOp *op)
{
    int at = reader->pos;
    memmove(body->ops + at + 1, body->ops + at, sizeof *body->ops * (size_t)(body->n_ops - 1 - at));
    body->ops[at] = op;
    comp_renumber(body);
    op_inherit(op, reader);
    return op;
}

/* The number of the trip, in the loop itself. */
static IrOp *trip_number(IrComp *body, const Hoist *h, const Meet *x)
{
    IrOp *v[2] = { before(body, x->coll, part_of(body, h->param, x->count.leaf)) };
    if (x->count.from != 0) {
        v[1] = before(body, x->coll, number(body, v[0]->type, x->count.from));
        v[0] = before(body, x->coll, op_new(body, OP_subtract, v[0]->type, NULL, 2, v));
    }
    if (x->count.step != 1) {
        v[1] = before(body, x->coll, number(body, v[0]->type, x->count.step));
        v[0] = before(body, x->coll, op_new(body, OP_divide, v[0]->type, NULL, 2, v));
    }
    return v[0];
}

/* The collective of a trip becomes what the stack of results has of it. */
static void read_all(Hoist *h, const Meet *x, IrOp *moved)
{
    IrComp *body = h->loop->comps[1];
    IrOp *coll = x->coll, *take[1 + MAX_RANK];
    take[0] = op_new(body, OP_get_tuple_element, moved->type, NULL, 1, &h->param);
    before(body, coll, take[0]);
    take[0]->a.gte.index = hoist_add_part(h, moved, take[0]);
    IrOp *trip = trip_number(body, h, x);
    starts(take + 1, moved->type->rank, trip, before(body, coll, number(body, trip->type, 0)));
    IrOp *row = before(body, coll, op_new(body, OP_dynamic_slice, stacked(h->m, coll->type, 1), NULL, 1 + moved->type->rank, take));
    row->a.dynamic_slice.sizes = ints_dup(h->m->arena, row->type->dims, row->type->rank);
    coll->code = OP_reshape;
    coll->operands = arena_dup_array(h->m->arena, &row, 1);
    coll->n_operands = 1;
    coll->n_comps = 0;
    memset(&coll->a, 0, sizeof coll->a);
}

bool fission_meeting(IrModule *m, IrComp *outer, IrOp *loop)
{
    IrComp *body = loop->comps[1];
    Hoist h;
    hoist_open(&h, m, outer, loop);
    Meet x = { .cone = g_new(bool, body->n_ops + 1) };
    bool found = false;
    for (int i = 0; i < body->n_ops && !found; i++) {
        memset(x.cone, 0, sizeof *x.cone * (size_t)body->n_ops);
        found = meet_of(&h, body->ops[i], &x);
    }
    if (found)
        read_all(&h, &x, move_all(&h, &x));
    g_free(x.cone);
    hoist_close(&h);
    return found;
}
