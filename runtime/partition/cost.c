/* Prices of ops and of whole modules. The cpu model stands for virtual devices that share a few cores and one memory; what
 * counts are the ratios. There a byte received weighs as much as a dozen multiply-adds, and fifty bytes of a device's own
 * memory: local copies decide only between plans that move about as much. */
#include "runtime/partition/cost.h"

#include <math.h>

#include "runtime/partition/lower.h"
#include "runtime/shard/tiles.h"

const char *const coll_kind_names[N_COLL_KINDS] = {
    [COLL_ALL_GATHER] = "all-gather",         [COLL_ALL_REDUCE] = "all-reduce",
    [COLL_REDUCE_SCATTER] = "reduce-scatter", [COLL_ALL_TO_ALL] = "all-to-all",
    [COLL_PERMUTE] = "collective-permute",    [COLL_BROADCAST] = "collective-broadcast",
    [COLL_SEND_RECV] = "send-recv",           [COLL_RAGGED_ALL_TO_ALL] = "ragged-all-to-all",
};

const CostModel *cost_model_named(const char *name)
{
    return hardware_named(name);
}

Pattern coll_pattern(CollKind kind)
{
    switch (kind) {
    case COLL_ALL_REDUCE: return PATTERN_REDUCE;
    case COLL_ALL_TO_ALL:
    case COLL_RAGGED_ALL_TO_ALL: return PATTERN_EXCHANGE;
    case COLL_PERMUTE:
    case COLL_SEND_RECV: return PATTERN_PERMUTE;
    case COLL_ALL_GATHER:
    case COLL_REDUCE_SCATTER:
    case COLL_BROADCAST:
    case N_COLL_KINDS: break;
    }
    return PATTERN_GATHER;
}

double coll_ns(const CostModel *model, const Mesh *mesh, CollKind kind, double traffic, AxisList axes)
{
    Wires w = wires_along(model, mesh, axes);
    return wires_ns(model, &w, coll_pattern(kind), traffic);
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
    return 0;
}

int64_t storage_bytes(const Type *type, const Sharding *s)
{
    if (type->kind != TYPE_ARRAY)
        return 0;
    int64_t dims[MAX_RANK], n = elem_info[type->elem].bytes;
    tile_dims(s, type->rank, type->dims, dims);
    for (int d = 0; d < type->rank; d++)
        n *= dims[d];
    return n;
}

/* bytes * (g - 1) / g without overflow. */
static int64_t ring_share(int64_t bytes, int64_t g)
{
    return bytes / g * (g - 1) + bytes % g * (g - 1) / g;
}

int64_t coll_traffic(CollKind kind, int64_t bytes, int64_t g)
{
    switch (kind) {
    case COLL_ALL_GATHER:
    case COLL_ALL_TO_ALL:
    case COLL_RAGGED_ALL_TO_ALL: return g > 1 ? ring_share(bytes, g) : 0;
    case COLL_ALL_REDUCE: return g > 1 ? ring_share(2 * bytes, g) : 0;
    case COLL_REDUCE_SCATTER: return bytes * (g - 1);
    case COLL_BROADCAST: return g > 1 ? bytes : 0;
    case COLL_PERMUTE:
    case COLL_SEND_RECV: return bytes;
    case N_COLL_KINDS: break;
    }
    return 0;
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

/* What the host is sent is not between devices. */
static CollKind kind_between_devices(const IrOp *op)
{
    return op_is_with_host(op) ? 0 : coll_kind_of(op->code);
}

int64_t op_traffic(const IrOp *op, int64_t n_devices)
{
    CollKind kind = kind_between_devices(op);
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

static Sum sum_comp(const IrComp *c, int64_t n_devices)
{
    Sum out = { 0 };
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        CollKind kind = kind_between_devices(op);
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
            Sum worst = sum_comp(op->comps[0], n_devices);
            for (int k = 1; k < op->n_comps; k++) {
                Sum inner = sum_comp(op->comps[k], n_devices);
                if (sum_traffic(&inner) > sum_traffic(&worst))
                    worst = inner;
            }
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
    Sum sum = sum_comp(local->entry, local->n_partitions);
    if (totals)
        memcpy(totals, sum.t, sizeof sum.t);
    if (traffic)
        *traffic = sum_traffic(&sum);
}

static double product(const Type *t, Ints dims)
{
    double p = 1;
    for (int i = 0; i < dims.n; i++)
        p *= (double)t->dims[dims.v[i]];
    return p;
}

static double window_taps(const Window *w)
{
    double taps = 1;
    for (int i = 0; i < w->n; i++)
        taps *= (double)w->dims[i].size;
    return taps;
}

double op_flops(const IrOp *op)
{
    double out = op->type->kind == TYPE_ARRAY ? (double)op->type->n_elems : 0;
    switch ((int)op_family(op)) {
    case FAMILY_dot: return 2 * out * product(op->operands[0]->type, op->a.dot.dims.lhs_contracting);
    case FAMILY_convolution:
        return 2 * out * window_taps(&op->a.conv.window) *
               (double)op->operands[1]->type->dims[op->a.conv.dims.kernel_in];
    case FAMILY_reduce: return (double)op->operands[0]->type->n_elems;
    case FAMILY_reduce_window: return out * window_taps(&op->a.window.window);
    case FAMILY_elementwise: return op->code == OP_copy || op->code == OP_convert ? 0 : out;
    }
    return 0;
}

static double comp_flops(const IrComp *c)
{
    double sum = 0;
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        sum += op_flops(op);
        if (op->code == OP_conditional) {
            double worst = 0;
            for (int k = 0; k < op->n_comps; k++)
                worst = fmax(worst, comp_flops(op->comps[k]));
            sum += worst;
        } else if (op->code == OP_while || op->code == OP_call || op->code == OP_fusion || op->code == OP_manual) {
            double trips = op->code == OP_while ? fmax(1, (double)while_trip_count(op)) : 1;
            for (int k = 0; k < op->n_comps; k++)
                sum += trips * comp_flops(op->comps[k]);
        }
    }
    return sum;
}

double module_flops(const IrModule *m)
{
    return comp_flops(m->entry);
}

/* Collectives along the same axes share their list of groups, whose wires are looked at once. */
typedef struct WireSet {
    int n;
    Wires v[]; /* the different ones */
} WireSet;

struct StepPrices {
    const CostModel *model;
    int64_t n_devices;
    GHashTable *wires; /* Groups.groups -> WireSet */
};

StepPrices *step_prices_new(const CostModel *model, int64_t n_devices)
{
    StepPrices *p = g_new0(StepPrices, 1);
    *p = (StepPrices){ model, n_devices, g_hash_table_new_full(NULL, NULL, NULL, g_free) };
    return p;
}

void step_prices_free(StepPrices *p)
{
    if (!p)
        return;
    g_hash_table_destroy(p->wires);
    g_free(p);
}

static WireSet *wires_of_groups(const StepPrices *p, const Groups *g)
{
    WireSet *set = g_malloc(sizeof *set + sizeof *set->v * (size_t)g->n_groups);
    set->n = 0;
    for (int i = 0; i < g->n_groups; i++) {
        Wires w = wires_between(p->model, g->groups[i].v, g->groups[i].n);
        int k = set->n - 1; /* the last one is the likeliest */
        while (k >= 0 && memcmp(&set->v[k], &w, sizeof w) != 0)
            k--;
        if (k < 0)
            set->v[set->n++] = w;
    }
    return set;
}

/* The group of a collective that spans most. */
static double op_coll_ns(const IrOp *op, StepPrices *p, double traffic)
{
    CollKind kind = kind_between_devices(op);
    const Groups *g = &op->a.collective.groups;
    double worst = 0;
    if (!kind)
        return 0;
    if (kind != COLL_PERMUTE && g->n_groups) {
        WireSet *set = g_hash_table_lookup(p->wires, g->groups);
        if (!set) {
            set = wires_of_groups(p, g);
            g_hash_table_insert(p->wires, (gpointer)g->groups, set);
        }
        for (int i = 0; i < set->n; i++)
            worst = fmax(worst, wires_ns(p->model, &set->v[i], coll_pattern(kind), traffic));
        return worst;
    }
    int n = kind == COLL_PERMUTE ? op->a.collective.pairs.n / 2 : 0;
    for (int i = 0; i < n; i++) {
        const int64_t *ids = op->a.collective.pairs.v + 2 * i;
        if (ids[0] == ids[1])
            continue;
        Wires w = wires_between(p->model, ids, 2);
        worst = fmax(worst, wires_ns(p->model, &w, coll_pattern(kind), traffic));
    }
    if (n == 0) {
        int64_t all[2] = { 0, p->n_devices - 1 };
        Wires w = wires_between(p->model, all, p->n_devices > 1 ? 2 : 1);
        w.n = p->n_devices;
        worst = wires_ns(p->model, &w, coll_pattern(kind), traffic);
    }
    return worst;
}

/* Bytes of memory that one execution reads and writes: of arrays it looks into at a few places, those only; what it changes a part of is
 * changed in place; and a reshape is the same memory. */
static double local_bytes(const IrOp *op)
{
    double out = (double)type_bytes(op->type), bytes = out;
    if (op->code == OP_reshape)
        return 0;
    if (op->code == OP_dynamic_update_slice)
        return 2 * (double)type_bytes(op->operands[1]->type);
    for (int i = 0; i < op->n_operands; i++) {
        double b = (double)type_bytes(op->operands[i]->type);
        bool looked_into = i == 0 && (op->code == OP_dynamic_slice || op->code == OP_slice || op->code == OP_gather);
        bytes += looked_into ? MIN(b, out) : b;
    }
    return bytes;
}

double op_step_ns(const IrOp *op, StepPrices *p)
{
    const CostModel *model = p->model;
    switch ((int)op_family(op)) {
    case FAMILY_leaf: case FAMILY_tuple: case FAMILY_control: case FAMILY_barrier: case FAMILY_token: case FAMILY_device_id:
    case FAMILY_manual: return 0;
    case FAMILY_collective:
        return op_coll_ns(op, p, (double)op_traffic(op, p->n_devices));
    }
    double bytes = local_bytes(op);
    bool contraction = op_family(op) == FAMILY_dot || op_family(op) == FAMILY_convolution;
    if (contraction)
        return model->launch_ns + hardware_dot_ns(model, op->operands[0]->type->elem, op_flops(op), bytes);
    if (op->code == OP_sort && op->operands[0]->type->rank)
        bytes *= lower_sort_passes(op->operands[0]->type->dims[op->a.sort.dim]);
    return hardware_memory_ns(model, bytes);
}

double op_latency_ns(const IrOp *op, StepPrices *p)
{
    return op_family(op) == FAMILY_collective ? op_coll_ns(op, p, 0) : 0;
}

static double comp_ns(const IrComp *c, bool moving_only, StepPrices *p)
{
    double sum = 0;
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        sum += moving_only && op_family(op) != FAMILY_collective ? 0 : op_step_ns(op, p);
        if (op->code == OP_conditional) {
            double worst = 0;
            for (int k = 0; k < op->n_comps; k++)
                worst = fmax(worst, comp_ns(op->comps[k], moving_only, p));
            sum += worst;
        } else if (op->code == OP_while || op->code == OP_call || op->code == OP_fusion) {
            double trips = op->code == OP_while ? fmax(1, (double)while_trip_count(op)) : 1;
            for (int k = 0; k < op->n_comps; k++)
                sum += trips * comp_ns(op->comps[k], moving_only, p);
        }
    }
    return sum;
}

static double module_ns(const IrModule *local, bool moving_only, const CostModel *model)
{
    StepPrices *p = step_prices_new(model, local->n_partitions);
    double ns = comp_ns(local->entry, moving_only, p);
    step_prices_free(p);
    return ns;
}

double module_step_ns(const IrModule *local, const CostModel *model)
{
    return module_ns(local, false, model);
}

double module_moving_ns(const IrModule *local, const CostModel *model)
{
    return module_ns(local, true, model);
}
