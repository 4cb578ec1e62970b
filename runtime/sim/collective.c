/* Kinds of collectives, from collectives.def, and sums over modules. */
#include "runtime/sim/collective.h"

const char *const coll_kind_names[N_COLL_KINDS] = {
#define COLL(id, name, pattern, received) [COLL_##id] = name,
#include "runtime/sim/collectives.def"
};

Pattern coll_pattern(CollKind kind)
{
    switch (kind) {
#define COLL(id, name, pattern, received) \
    case COLL_##id: return PATTERN_##pattern;
#include "runtime/sim/collectives.def"
    case COLL_NONE:
    case N_COLL_KINDS: break;
    }
    return PATTERN_GATHER;
}

/* bytes * (g - 1) / g without overflow; 0 for a group of one. */
static int64_t ring(int64_t bytes, int64_t g)
{
    return g > 1 ? bytes / g * (g - 1) + bytes % g * (g - 1) / g : 0;
}

int64_t coll_traffic(CollKind kind, int64_t bytes, int64_t g)
{
    switch (kind) {
#define COLL(id, name, pattern, received) \
    case COLL_##id: return received;
#include "runtime/sim/collectives.def"
    case COLL_NONE:
    case N_COLL_KINDS: break;
    }
    return 0;
}

CollKind coll_kind_of(OpCode code)
{
    if (code == OP_all_gather || code == OP_all_gather_start)
        return COLL_ALL_GATHER;
    if (code == OP_all_reduce || code == OP_all_reduce_start)
        return COLL_ALL_REDUCE;
    if (code == OP_reduce_scatter)
        return COLL_REDUCE_SCATTER;
    if (code == OP_all_to_all)
        return COLL_ALL_TO_ALL;
    if (code == OP_collective_permute || code == OP_collective_permute_start)
        return COLL_PERMUTE;
    if (code == OP_collective_broadcast)
        return COLL_BROADCAST;
    if (code == OP_ragged_all_to_all)
        return COLL_RAGGED_ALL_TO_ALL;
    if (code == OP_send || code == OP_recv)
        return COLL_SEND_RECV;
    return COLL_NONE;
}

CollKind op_coll_kind(const IrOp *op)
{
    return op_is_with_host(op) ? COLL_NONE : coll_kind_of(op->code);
}

int64_t coll_group_size(const IrOp *op, int64_t n_devices)
{
    const Groups *g = &op->a.collective.groups;
    if (g->n_groups == 0)
        return n_devices;
    int64_t size = 1;
    for (int i = 0; i < g->n_groups; i++)
        size = MAX(size, g->groups[i].n);
    return size;
}

int64_t op_traffic(const IrOp *op, int64_t n_devices)
{
    CollKind kind = op_coll_kind(op);
    return kind ? coll_traffic(kind, type_bytes(op->type), coll_group_size(op, n_devices)) : 0;
}

typedef struct Sum {
    CollTotal t[N_COLL_KINDS];
} Sum;

static int64_t sum_traffic(const Sum *s)
{
    int64_t all = 0;
    for (int k = 0; k < N_COLL_KINDS; k++)
        all += s->t[k].traffic;
    return all;
}

static void add_scaled(Sum *to, const Sum *from, int64_t trips)
{
    for (int k = 0; k < N_COLL_KINDS; k++) {
        to->t[k].count += from->t[k].count;
        to->t[k].bytes += from->t[k].bytes;
        to->t[k].traffic += from->t[k].traffic * trips;
    }
}

static Sum sum_comp(const IrComp *c, int64_t n_devices);

int counted_branch(const IrOp *conditional, int64_t n_devices)
{
    int best = 0;
    int64_t most = -1;
    for (int k = 0; k < conditional->n_comps; k++) {
        Sum inner = sum_comp(conditional->comps[k], n_devices);
        if (sum_traffic(&inner) > most) {
            most = sum_traffic(&inner);
            best = k;
        }
    }
    return best;
}

static Sum sum_comp(const IrComp *c, int64_t n_devices)
{
    Sum out = { 0 };
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        CollKind kind = op_coll_kind(op);
        if (kind) {
            out.t[kind].count++;
            out.t[kind].bytes += type_bytes(op->type);
            out.t[kind].traffic += op_traffic(op, n_devices);
        } else if (op->code == OP_while) {
            int64_t trips = MAX(while_trip_count(op), 0);
            for (int k = 0; k < op->n_comps; k++) {
                Sum inner = sum_comp(op->comps[k], n_devices);
                add_scaled(&out, &inner, while_trip_count(op) < 0 ? 1 : trips);
            }
        } else if (op->code == OP_conditional) {
            Sum worst = sum_comp(op->comps[counted_branch(op, n_devices)], n_devices);
            add_scaled(&out, &worst, 1);
        } else if (op->code == OP_call || op->code == OP_fusion) {
            Sum inner = sum_comp(op->comps[0], n_devices);
            add_scaled(&out, &inner, 1);
        }
    }
    return out;
}

void module_traffic(const IrModule *local, CollTotal totals[N_COLL_KINDS], int64_t *traffic)
{
    Sum sum = sum_comp(local->entry, local->n_partitions * MAX(local->n_replicas, 1));
    if (totals)
        memcpy(totals, sum.t, sizeof sum.t);
    if (traffic)
        *traffic = sum_traffic(&sum);
}
