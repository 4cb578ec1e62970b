/* Steps on hardware that differs in one respect, and places under the roofline. */
#include "runtime/sim/what_if.h"

#include <string.h>

static double step_on(const IrModule *local, const Hardware *hw, const SimOptions *o)
{
    Simulation *s = simulation_new(local, NULL, hw, o);
    double ns = s->step.ns;
    simulation_free(s);
    return ns;
}

void sim_what_ifs(const IrModule *local, const Hardware *hw, const SimOptions *o, WhatIf out[N_WHAT_IFS])
{
    Hardware links = *hw, memory = *hw, products = *hw, latency = *hw;
    links.is_row = memory.is_row = products.is_row = latency.is_row = false; /* nobody measured them */
    links.link *= 2;
    links.nic *= 2;
    memory.hbm *= 2;
    double *peaks[] = { &products.bf16, &products.f16, &products.f32, &products.f64, &products.fp8, &products.int8 };
    for (size_t i = 0; i < G_N_ELEMENTS(peaks); i++)
        *peaks[i] *= 2;
    latency.latency_scale = 0.5;
    double *waits[] = { &latency.gather_ns, &latency.reduce_ns, &latency.exchange_ns, &latency.permute_ns, &latency.hop_ns, &latency.gap_ns };
    for (size_t i = 0; i < G_N_ELEMENTS(waits); i++)
        *waits[i] /= 2;
    SimOptions apart = *o;
    apart.no_overlap = true;
    out[0] = (WhatIf){ "products twice as fast", step_on(local, &products, o) };
    out[1] = (WhatIf){ "memory twice as fast", step_on(local, &memory, o) };
    out[2] = (WhatIf){ "links twice as fast", step_on(local, &links, o) };
    out[3] = (WhatIf){ "half the latencies", step_on(local, &latency, o) };
    out[4] = (WhatIf){ "nothing beside collectives", step_on(local, hw, &apart) };
}

/* ---- places ------------------------------------------------------------------------------------------------------------------------- */

static const char *bound_of(const Simulation *s, const SimNode *n)
{
    const Hardware *hw = s->kernels->hw;
    if (n->cls == SIM_COLLECTIVE)
        return coll_estimate(hw, n->coll, 1, &n->wires, COLL_HOLD_NONE).ns > n->time.ns / 2 ? "latency" : "links";
    if (hw->gap_ns > n->time.ns / 2)
        return "launch";
    bool product = n->cls == SIM_GEMM || n->cls == SIM_ATTENTION || n->cls == SIM_CONVOLUTION;
    return product && n->bytes / hw->hbm < n->time.ns / 2 ? "products" : "memory";
}

static void add_places(GArray *list, const Simulation *s, const SimList *l, double times)
{
    for (int i = 0; i < l->n; i++) {
        const SimNode *n = &l->nodes[i];
        if (n->body) {
            add_places(list, s, n->body, times * (double)n->trips);
            continue;
        }
        SimPlace p = { n, times, times * n->time.ns, n->bytes > 0 && n->cls != SIM_COLLECTIVE ? n->flops / n->bytes : 0, NULL };
        if (p.ns > 0)
            g_array_append_val(list, p);
    }
}

static int longest_first(gconstpointer a, gconstpointer b)
{
    double x = ((const SimPlace *)a)->ns, y = ((const SimPlace *)b)->ns;
    return x > y ? -1 : x < y;
}

SimPlace *sim_places(const Simulation *s, int *n)
{
    GArray *list = g_array_new(FALSE, TRUE, sizeof(SimPlace));
    add_places(list, s, s->kernels->entry, 1);
    g_array_sort(list, longest_first);
    *n = MIN(*n, (int)list->len);
    for (int i = 0; i < *n; i++) {
        SimPlace *p = &g_array_index(list, SimPlace, i);
        p->bound = bound_of(s, p->node);
    }
    return (SimPlace *)(void *)g_array_free(list, FALSE);
}
