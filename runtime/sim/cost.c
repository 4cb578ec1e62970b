/* Prices of collectives along mesh axes and over groups of devices, of ops, and of modules. */
#include "runtime/sim/cost.h"

#include <math.h>

#include "runtime/sim/coll_time.h"
#include "runtime/sim/gemm.h"
#include "runtime/sim/place.h"

double coll_ns(const Hardware *hw, const Mesh *mesh, CollKind kind, double traffic, AxisList axes)
{
    Wires w = wires_along(hw, mesh, axes);
    return coll_traffic_ns(hw, kind, traffic, &w);
}

double op_work_ns(const Hardware *hw, const IrOp *op, double flops, double bytes)
{
    return op_is_contraction(op) ? hardware_dot_ns(hw, op->operands[0]->type->elem, flops, bytes) : hardware_memory_ns(hw, bytes);
}

/* The distinct wires of the groups of a collective. Collectives along the same axes share one list of groups, so each list is looked
 * up once. */
typedef struct WireSet {
    int n;
    Wires v[];
} WireSet;

struct StepPrices {
    const Hardware *hw;
    int64_t n_devices, n_places;
    const int64_t *place; /* by partition; NULL = device i runs partition i */
    GHashTable *wires;    /* Groups.groups -> WireSet */
};

StepPrices *step_prices_new(const Hardware *hw, const Mesh *mesh, int64_t n_devices)
{
    StepPrices *p = g_new0(StepPrices, 1);
    const int64_t *place = place_of_mesh(hw, mesh);
    *p = (StepPrices){ hw, n_devices, place ? mesh->n_devices : 0, place, g_hash_table_new_full(NULL, NULL, NULL, g_free) };
    return p;
}

void step_prices_free(StepPrices *p)
{
    if (!p)
        return;
    g_hash_table_destroy(p->wires);
    g_free(p);
}

static Wires wires_of(const StepPrices *p, const int64_t *ids, int64_t n)
{
    int64_t few[2];
    g_autofree int64_t *many = p->place && n > 2 ? g_new(int64_t, n) : NULL;
    int64_t *at = many ? many : p->place ? few : NULL;
    for (int64_t i = 0; i < n && at; i++)
        at[i] = ids[i] >= 0 && ids[i] < p->n_places ? p->place[ids[i]] : ids[i];
    return wires_between(p->hw, at ? at : ids, n);
}

static WireSet *wires_of_groups(const StepPrices *p, const Groups *g)
{
    WireSet *set = g_malloc(sizeof *set + sizeof *set->v * (size_t)g->n_groups);
    set->n = 0;
    for (int i = 0; i < g->n_groups; i++) {
        Wires w = wires_of(p, g->groups[i].v, g->groups[i].n);
        int k = set->n - 1; /* the last one is the likeliest */
        while (k >= 0 && memcmp(&set->v[k], &w, sizeof w) != 0)
            k--;
        if (k < 0)
            set->v[set->n++] = w;
    }
    return set;
}

/* Time of the slowest group: all groups run at once. */
static double op_coll_ns(const IrOp *op, StepPrices *p, double traffic)
{
    CollKind kind = op_coll_kind(op);
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
            worst = fmax(worst, coll_traffic_ns(p->hw, kind, traffic, &set->v[i]));
        return worst;
    }
    int n = kind == COLL_PERMUTE ? op->a.collective.pairs.n / 2 : 0;
    Wires last = { 0 }; /* of the pair before: most are alike */
    for (int i = 0; i < n; i++) {
        const int64_t *ids = op->a.collective.pairs.v + 2 * i;
        if (ids[0] == ids[1])
            continue;
        Wires w = wires_of(p, ids, 2);
        if (memcmp(&w, &last, sizeof w) == 0)
            continue;
        last = w;
        worst = fmax(worst, coll_traffic_ns(p->hw, kind, traffic, &w));
    }
    if (n == 0) {
        int64_t all[2] = { 0, p->n_devices - 1 };
        Wires w = wires_between(p->hw, all, p->n_devices > 1 ? 2 : 1);
        w.n = p->n_devices;
        worst = coll_traffic_ns(p->hw, kind, traffic, &w);
    }
    return worst;
}

double op_step_ns(const IrOp *op, StepPrices *p)
{
    switch (op_family(op)) {
    case FAMILY_leaf: case FAMILY_tuple: case FAMILY_control: case FAMILY_barrier: case FAMILY_token: case FAMILY_device_id:
    case FAMILY_manual: return 0;
    case FAMILY_collective:
        return op_coll_ns(op, p, (double)op_traffic(op, p->n_devices));
    case FAMILY_elementwise: case FAMILY_iota: case FAMILY_broadcast: case FAMILY_reshape: case FAMILY_transpose: case FAMILY_reverse:
    case FAMILY_slice: case FAMILY_pad: case FAMILY_concatenate: case FAMILY_dynamic_slice: case FAMILY_dynamic_update_slice:
    case FAMILY_gather: case FAMILY_scatter: case FAMILY_bitcast_convert: case FAMILY_dot: case FAMILY_convolution: case FAMILY_reduce:
    case FAMILY_reduce_window: case FAMILY_select_and_scatter: case FAMILY_sort: case FAMILY_topk: case FAMILY_fft: case FAMILY_linalg:
    case FAMILY_rng_bits: case FAMILY_async: case FAMILY_custom: case FAMILY_constraint: case FAMILY_reshard: case FAMILY_group:
    case FAMILY_opaque: case N_FAMILIES: break;
    }
    double bytes = op_memory_bytes(op);
    if (op->code == OP_sort && op->operands[0]->type->rank)
        bytes *= sort_passes(op->operands[0]->type->dims[op->a.sort.dim]);
    if (op->code == OP_dot && p->hw->family != DEVICE_CPU) {
        GemmShape s = gemm_of_dot(op);
        return gemm_estimate(p->hw, &s, false).ns;
    }
    double ns = op_work_ns(p->hw, op, op_flops(op), bytes);
    return op_is_contraction(op) ? p->hw->launch_ns + ns : ns;
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

static double module_ns(const IrModule *local, bool moving_only, const Hardware *hw)
{
    StepPrices *p = step_prices_new(hw, local->mesh, local->n_partitions * MAX(local->n_replicas, 1));
    double ns = comp_ns(local->entry, moving_only, p);
    step_prices_free(p);
    return ns;
}

double module_step_ns(const IrModule *local, const Hardware *hw)
{
    return module_ns(local, false, hw);
}

double module_moving_ns(const IrModule *local, const Hardware *hw)
{
    return module_ns(local, true, hw);
}

static double meetings_of(const IrComp *c)
{
    double sum = 0;
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        double trips = op->code == OP_while ? fmax(1, (double)while_trip_count(op)) : 1, most = 0;
        sum += op_family(op) == FAMILY_collective;
        for (int k = 0; k < op->n_comps && op_family(op) == FAMILY_control; k++)
            most = op->code == OP_conditional ? fmax(most, meetings_of(op->comps[k])) : most + trips * meetings_of(op->comps[k]);
        sum += most;
    }
    return sum;
}

double module_meetings(const IrModule *local)
{
    return meetings_of(local->entry);
}
