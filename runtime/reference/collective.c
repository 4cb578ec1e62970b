/* Collectives, evaluated for all lanes at once: first the groups of devices, then the result of each member. */
#include "runtime/reference/reference_impl.h"

#include <string.h>

/* ---- groups ---------------------------------------------------------------------------------- */

/* Communicators: groups of lanes, members in order. */
typedef struct Comms {
    int n, cap;
    GArray **members; /* of int */
    int *lane_of;     /* by flattened id; -1 = not here */
    int64_t n_ids;
} Comms;

typedef enum Mode { CROSS_REPLICA, CROSS_PARTITION, CROSS_BOTH, FLATTENED } Mode;

static void comms_clear(Comms *c)
{
    for (int i = 0; i < c->n; i++)
        g_array_unref(c->members[i]);
    g_free(c->members);
    g_free(c->lane_of);
}

static void comms_init(Comms *c, const RefCx *cx)
{
    *c = (Comms){.n_ids = cx->n_replicas * cx->n_partitions};
    c->lane_of = g_new(int, c->n_ids);
    for (int64_t i = 0; i < c->n_ids; i++)
        c->lane_of[i] = -1;
    for (int lane = 0; lane < cx->n_lanes; lane++)
        c->lane_of[cx->ids[lane]] = lane;
}

static GArray *comms_add(Comms *c)
{
    if (c->n == c->cap) {
        c->cap = c->cap * 2 + 8;
        c->members = g_renew(GArray *, c->members, c->cap);
    }
    return c->members[c->n++] = g_array_new(false, false, sizeof(int));
}

/* By the op's family and attributes. */
static Mode mode_of(const IrOp *op)
{
    const Groups *g = &op->a.collective.groups;
    bool channel = g->has_channel && g->channel != 0;
    bool flagged = op->code == OP_all_reduce || op->code == OP_all_gather ||
                   op->code == OP_reduce_scatter || op->code == OP_all_reduce_start ||
                   op->code == OP_all_gather_start;
    if (!channel)
        return CROSS_REPLICA;
    if (!flagged)
        return CROSS_PARTITION;
    return g->use_global_ids ? FLATTENED : CROSS_BOTH;
}

static bool between_devices(const IrOp *op, GError **error)
{
    return diag(error, SHARD_ERROR_RUN, OP_AT(op), NULL, "%s %s is between devices, but the program is evaluated as a whole on one",
                op_info[op->code].hlo, op->name);
}

/* Adds the lane of a flattened id. */
static bool add_member(Comms *c, GArray *group, const IrOp *op, int64_t id, GError **error)
{
    if (id < 0 || id >= c->n_ids || c->lane_of[id] < 0)
        return diag(error, SHARD_ERROR_RUN, OP_AT(op), NULL,
                    "%s names device %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT, op->name, id,
                    c->n_ids);
    g_array_append_val(group, c->lane_of[id]);
    return true;
}

/* The communicators of one listed group, whose ids are of the op's mode. */
static bool add_group(Comms *c, const RefCx *cx, const IrOp *op, Ints group_ids, GError **error)
{
    Mode mode = mode_of(op);
    const int64_t *ids = group_ids.v;
    int64_t R = cx->n_replicas, P = cx->n_partitions;
    int64_t copies = mode == CROSS_REPLICA ? P : mode == CROSS_PARTITION ? R : 1;
    int64_t range = mode == CROSS_PARTITION ? P : mode == FLATTENED ? R * P : R;
    for (int64_t copy = 0; copy < copies; copy++) {
        GArray *group = comms_add(c);
        for (int i = 0; i < group_ids.n; i++) {
            if (ids[i] == -1) /* padding of shorter groups */
                continue;
            if (ids[i] > 0 && R * P == 1)
                return between_devices(op, error);
            if (ids[i] < 0 || ids[i] >= range)
                return diag(error, SHARD_ERROR_RUN, OP_AT(op), NULL,
                            "%s: group member %" G_GINT64_FORMAT " is not below %" G_GINT64_FORMAT,
                            op->name, ids[i], range);
            bool ok = true;
            switch (mode) {
            case CROSS_REPLICA: ok = add_member(c, group, op, ids[i] * P + copy, error); break;
            case CROSS_PARTITION: ok = add_member(c, group, op, copy * P + ids[i], error); break;
            case CROSS_BOTH:
                for (int64_t p = 0; ok && p < P; p++)
                    ok = add_member(c, group, op, ids[i] * P + p, error);
                break;
            case FLATTENED: ok = add_member(c, group, op, ids[i], error); break;
            }
            if (!ok)
                return false;
        }
    }
    return true;
}

static bool find_comms(Comms *c, const RefCx *cx, const IrOp *op, GError **error)
{
    const Groups *g = &op->a.collective.groups;
    Mode mode = mode_of(op);
    if (!g->n_groups) {
        int64_t n = mode == CROSS_PARTITION ? cx->n_partitions
                    : mode == FLATTENED     ? c->n_ids
                                            : cx->n_replicas;
        g_autofree int64_t *all = g_new(int64_t, n);
        for (int64_t i = 0; i < n; i++)
            all[i] = i;
        return add_group(c, cx, op, (Ints){all, (int)n}, error);
    }
    for (int i = 0; i < g->n_groups; i++)
        if (!add_group(c, cx, op, g->groups[i], error))
            return false;
    g_autofree int *seen = g_new0(int, cx->n_lanes);
    for (int i = 0; i < c->n; i++)
        for (guint m = 0; m < c->members[i]->len; m++)
            if (seen[g_array_index(c->members[i], int, m)]++)
                return diag(error, SHARD_ERROR_RUN, OP_AT(op), NULL,
                            "%s: a device is in two groups", op->name);
    return true;
}

/* ---- one group ------------------------------------------------------------------------------- */

typedef struct Group {
    RefCx *cx;
    const IrOp *op;
    const int *lane;
    int n; /* members */
    const RefLeaves *v;
    int first; /* result leaves that stand before the actual results */
} Group;

static Tensor *operand(const Group *g, int member, int i)
{
    return g->v->in[g->lane[member] * g->v->n_in + i];
}

static Tensor **result(const Group *g, int member, int i)
{
    return &g->v->out[g->lane[member] * g->v->n_out + g->first + i];
}

/* The members' i-th operands combined in group order. */
static Tensor *reduce(const Group *g, int i, GError **error)
{
    RefCx one = ref_one_lane(g->cx, g->lane[0]);
    g_autoptr(RefBody) b = ref_body_new(&one, g->op->comps[0]);
    const Type *type = operand(g, 0, i)->type;
    g_autoptr(Tensor) sum = tensor_try_new(type, OP_AT(g->op), error);
    if (!sum)
        return NULL;
    for (int64_t e = 0; e < type->n_elems; e++) {
        Scalar args[2] = {scalar_convert(type->elem, b->param_elem[0],
                                         scalar_load(type->elem, operand(g, 0, i)->data, e))};
        for (int m = 1; m < g->n; m++) {
            args[1] = scalar_convert(type->elem, b->param_elem[1],
                                     scalar_load(type->elem, operand(g, m, i)->data, e));
            if (b->simple != N_OPCODES)
                args[0] = ref_combine(b, args[0], args[1]);
            else if (!ref_body_run(b, args, args, error))
                return NULL;
        }
        scalar_store(type->elem, sum->data, e,
                     scalar_convert(b->result_elem[0], type->elem, args[0]));
    }
    return g_steal_pointer(&sum);
}

/* Block i of the n equal blocks into which a tensor is divided along one dim. */
typedef struct Block {
    const Tensor *t;
    int64_t dim;
    int i, n;
} Block;

/* The block in its tensor; `step` gets the tensor's strides. */
static RefSide block_side(const Block *b, int64_t step[MAX_RANK])
{
    const Type *type = b->t->type;
    ref_strides(type->rank, type->dims, step);
    return (RefSide){b->t->data, type->dims[b->dim] / b->n * b->i * step[b->dim], step};
}

/* Both blocks have the dims of `from`. */
static void copy_block(Block from, Block to)
{
    const Type *type = from.t->type;
    int64_t box[MAX_RANK], step[MAX_RANK], to_step[MAX_RANK];
    memcpy(box, type->dims, sizeof *box * (size_t)type->rank);
    box[from.dim] /= from.n;
    ref_copy(type->rank, box, elem_info[type->elem].bytes, block_side(&to, to_step),
             block_side(&from, step));
}

static Tensor *new_result(const Group *g, int i, GError **error)
{
    return ref_new(g->op, g->first + i, error);
}

static bool run_all_reduce(const Group *g, GError **error)
{
    for (int i = 0; i < g->v->n_in; i++) {
        g_autoptr(Tensor) sum = reduce(g, i, error);
        if (!sum)
            return false;
        for (int m = 0; m < g->n; m++)
            *result(g, m, i) = tensor_ref(sum);
    }
    return true;
}

static bool run_all_gather(const Group *g, GError **error)
{
    int64_t d = g->op->a.collective.dim;
    for (int i = 0; i < g->v->n_in; i++) {
        g_autoptr(Tensor) whole = new_result(g, i, error);
        if (!whole)
            return false;
        if (whole->type->dims[d] != operand(g, 0, i)->type->dims[d] * g->n)
            return ref_unsupported(g->op, error, "its result is not the group's operands joined");
        for (int m = 0; m < g->n; m++)
            copy_block((Block){operand(g, m, i), d, 0, 1}, (Block){whole, d, m, g->n});
        for (int m = 0; m < g->n; m++)
            *result(g, m, i) = tensor_ref(whole);
    }
    return true;
}

static bool run_reduce_scatter(const Group *g, GError **error)
{
    int64_t d = g->op->a.collective.dim;
    for (int i = 0; i < g->v->n_in; i++) {
        g_autoptr(Tensor) sum = reduce(g, i, error);
        if (!sum)
            return false;
        for (int m = 0; m < g->n; m++) {
            Tensor *part = *result(g, m, i) = new_result(g, i, error);
            if (!part)
                return false;
            if (part->type->dims[d] * g->n != sum->type->dims[d])
                return ref_unsupported(g->op, error, "its result is not one of the group's blocks");
            copy_block((Block){sum, d, m, g->n}, (Block){part, d, 0, 1});
        }
    }
    return true;
}

static bool run_all_to_all(const Group *g, GError **error)
{
    int64_t split = g->op->a.collective.dim, concat = g->op->a.collective.concat_dim;
    if (split < 0) { /* output j is operand i of member j */
        if (g->v->n_in != g->n)
            return ref_unsupported(g->op, error, "it has %d operands for a group of %d", g->v->n_in,
                                   g->n);
        for (int m = 0; m < g->n; m++)
            for (int j = 0; j < g->n; j++)
                *result(g, m, j) = tensor_ref(operand(g, j, m));
        return true;
    }
    for (int i = 0; i < g->v->n_in; i++)
        for (int m = 0; m < g->n; m++) {
            Tensor *to = *result(g, m, i) = new_result(g, i, error);
            if (!to)
                return false;
            if (operand(g, m, i)->type->dims[split] % g->n || to->type->dims[concat] % g->n)
                return ref_unsupported(g->op, error, "its dimension does not divide by the group");
            for (int j = 0; j < g->n; j++)
                copy_block((Block){operand(g, j, i), split, m, g->n}, (Block){to, concat, j, g->n});
        }
    return true;
}

static bool run_broadcast(const Group *g, GError **error)
{
    (void)error;
    for (int i = 0; i < g->v->n_in; i++)
        for (int m = 0; m < g->n; m++)
            *result(g, m, i) = tensor_ref(operand(g, 0, i));
    return true;
}

/* Operands: input, output, input offsets, send sizes, output offsets, receive sizes. Rows are along
 * dim 0; the sender gives the position of its rows in the receiver's output. */
static bool run_ragged(const Group *g, GError **error)
{
    for (int m = 0; m < g->n; m++)
        *result(g, m, 0) = tensor_dup(operand(g, m, 1));
    for (int m = 0; m < g->n; m++) {
        const Tensor *from = operand(g, m, 0);
        int64_t n = operand(g, m, 2)->type->n_elems, per_peer = n / g->n;
        int64_t row = from->type->dims[0] ? type_bytes(from->type) / from->type->dims[0] : 0;
        for (int64_t k = 0; k < n; k++) {
            int64_t start = tensor_get_i64(operand(g, m, 2), k),
                    size = tensor_get_i64(operand(g, m, 3), k);
            int64_t at = tensor_get_i64(operand(g, m, 4), k);
            Tensor *to = *result(g, (int)(k / MAX(per_peer, 1)), 0);
            bool inside = start >= 0 && size >= 0 && at >= 0 && start <= from->type->dims[0] &&
                          size <= from->type->dims[0] - start && at <= to->type->dims[0] &&
                          size <= to->type->dims[0] - at;
            if (!inside)
                return diag(error, SHARD_ERROR_RUN, OP_AT(g->op), NULL,
                            "%s: rows beyond an array's end", g->op->name);
            memcpy((char *)to->data + at * row, (const char *)from->data + start * row,
                   (size_t)(size * row));
        }
    }
    return true;
}

/* ---- all groups ------------------------------------------------------------------------------ */

/* Pairs contain ids of the mode; devices that receive nothing get zeros. */
static bool run_permute(RefCx *cx, const IrOp *op, Comms *c, const RefLeaves *v, int first,
                        GError **error)
{
    Ints pairs = op->a.collective.pairs;
    int64_t R = cx->n_replicas, P = cx->n_partitions;
    bool partitions = mode_of(op) == CROSS_PARTITION;
    for (int k = 0; k + 1 < pairs.n; k += 2)
        for (int64_t copy = 0; copy < (partitions ? R : P); copy++) {
            int64_t from = partitions ? copy * P + pairs.v[k] : pairs.v[k] * P + copy;
            int64_t to = partitions ? copy * P + pairs.v[k + 1] : pairs.v[k + 1] * P + copy;
            int64_t range = partitions ? P : R;
            if (R * P == 1 && (pairs.v[k] > 0 || pairs.v[k + 1] > 0))
                return between_devices(op, error);
            if (pairs.v[k] < 0 || pairs.v[k] >= range || pairs.v[k + 1] < 0 ||
                pairs.v[k + 1] >= range)
                return diag(error, SHARD_ERROR_RUN, OP_AT(op), NULL,
                            "%s: pair {%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT
                            "} names a device beyond %" G_GINT64_FORMAT,
                            op->name, pairs.v[k], pairs.v[k + 1], range);
            for (int i = 0; i < v->n_in; i++) {
                Tensor **slot = &v->out[c->lane_of[to] * v->n_out + first + i];
                if (*slot)
                    return diag(error, SHARD_ERROR_RUN, OP_AT(op), NULL,
                                "%s: a device receives twice", op->name);
                *slot = tensor_ref(v->in[c->lane_of[from] * v->n_in + i]);
            }
        }
    return true;
}

static bool run_group(const Group *g, GError **error)
{
    switch (g->op->code) {
    case OP_all_reduce:
    case OP_all_reduce_start: return run_all_reduce(g, error);
    case OP_all_gather:
    case OP_all_gather_start: return run_all_gather(g, error);
    case OP_reduce_scatter: return run_reduce_scatter(g, error);
    case OP_all_to_all: return run_all_to_all(g, error);
    case OP_ragged_all_to_all: return run_ragged(g, error);
    case OP_collective_broadcast: return run_broadcast(g, error);
    default: return ref_unsupported(g->op, error, "not known to the reference evaluator");
    }
}

bool ref_collective(RefCx *cx, const IrOp *op, const RefLeaves *v, GError **error)
{
    bool permute = op->code == OP_collective_permute || op->code == OP_collective_permute_start;
    if (cx->n_lanes != cx->n_replicas * cx->n_partitions)
        return ref_unsupported(op, error, "only some of the devices reach it");
    if (permute && v->n_in != 1 && op->code == OP_collective_permute && v->n_out != v->n_in)
        return ref_unsupported(op, error, "the in-place form");
    /* results of start ops begin with their operands */
    int first =
        op->code == OP_all_gather_start || op->code == OP_collective_permute_start ? v->n_in : 0;
    Comms c;
    comms_init(&c, cx);
    bool ok = true;
    if (permute)
        ok = run_permute(cx, op, &c, v, first, error);
    else
        ok = find_comms(&c, cx, op, error);
    for (int i = 0; !permute && ok && i < c.n; i++)
        if (c.members[i]->len) {
            Group g = {.cx = cx,
                       .op = op,
                       .lane = (const int *)(void *)c.members[i]->data,
                       .n = (int)c.members[i]->len,
                       .v = v,
                       .first = first};
            ok = run_group(&g, error);
        }
    comms_clear(&c);
    bool zeros = permute || op->code == OP_collective_broadcast;
    for (int lane = 0; ok && lane < cx->n_lanes; lane++)
        for (int l = 0; ok && l < v->n_out; l++) {
            Tensor **t = &v->out[lane * v->n_out + l];
            if (*t)
                continue;
            if (l < first)
                *t = tensor_ref(v->in[lane * v->n_in + l]);
            else if (zeros || l >= first + v->n_in)
                ok = (*t = ref_new(op, l, error)) != NULL;
            else
                ok =
                    diag(error, SHARD_ERROR_RUN, OP_AT(op), NULL,
                         "%s: device %" G_GINT64_FORMAT " is in no group", op->name, cx->ids[lane]);
        }
    return ok;
}
