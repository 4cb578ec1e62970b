/* Steps on hardware that differs in one respect, and places under the roofline. */
#include "runtime/sim/what_if.h"

#include "runtime/sim/batch.h"
#include "runtime/sim/order.h"

enum { MOST_AXES = 8 }; /* sets of axes whose links are tried apart */

typedef struct Asking {
    WhatIfs *out;
    const IrModule *local;
    const Mesh *mesh;
    const Simulation *base;
} Asking;

#define LEAST_CHANGE_NS 0.5 /* less is what sums leave */

/* The part of the step that differs most between two simulations of one module, which have the same axes in the same order. */
static const char *part_of(const Asking *a, const Simulation *now, double *change)
{
    const char *part = NULL;
    *change = 0;
    for (int c = 0; c < N_SIM_CLASSES; c++) {
        double d = now->ns[c] - a->base->ns[c];
        if (c != SIM_COLLECTIVE && fabs(d) > fabs(*change)) {
            *change = d;
            part = sim_class_names[c];
        }
    }
    for (int i = 0; i < MIN(now->n_axes, a->base->n_axes); i++) {
        double d = now->axes[i].exposed_ns - a->base->axes[i].exposed_ns;
        if (fabs(d) > fabs(*change)) {
            *change = d;
            part = arena_printf(a->out->arena, "exposed collectives over %s", now->axes[i].axes);
        }
    }
    return fabs(*change) < LEAST_CHANGE_NS ? NULL : part;
}

static void ask(const Asking *a, const char *what, const Hardware *hw, const SimOptions *o)
{
    Simulation *s = simulation_new(a->local, a->mesh, hw, o);
    WhatIf w = { .what = what, .step = s->step };
    w.part = part_of(a, s, &w.part_ns);
    vec_push(&a->out->list, w);
    simulation_free(s);
}

/* Of hardware that is faster in one respect. The order in which tasks run now is still one that they can run in: a step that comes out longer, as lists of shorter tasks
 * sometimes do (Graham's anomalies), stays as long as it is. */
static void ask_faster(const Asking *a, const char *what, const Hardware *hw, const SimOptions *o)
{
    ask(a, what, hw, o);
    WhatIf *w = &a->out->list.v[a->out->list.n - 1];
    if (w->step.ns > a->base->step.ns)
        *w = (WhatIf){ .what = what, .step = a->base->step };
}

/* Only what is said of a model changes: nobody measured it then. */
static Hardware changed(const Hardware *hw)
{
    Hardware h = *hw;
    h.is_row = false;
    return h;
}

static void ask_rates(const Asking *a, const Hardware *hw, const SimOptions *o)
{
    Hardware memory = changed(hw), products = changed(hw);
    memory.hbm *= 2;
    double *peaks[] = { &products.bf16, &products.f16, &products.f32, &products.f64, &products.fp8, &products.int8, &products.vector };
    for (size_t i = 0; i < G_N_ELEMENTS(peaks); i++)
        *peaks[i] *= 2;
    ask_faster(a, "products twice as fast", &products, o);
    ask_faster(a, "memory twice as fast", &memory, o);
}

static void ask_links(const Asking *a, const Hardware *hw, const SimOptions *o)
{
    Hardware links = changed(hw), latency = changed(hw);
    links.link *= 2;
    links.nic *= 2;
    latency.latency_scale = 0.5;
    double *waits[] = { &latency.gather_ns, &latency.reduce_ns, &latency.exchange_ns, &latency.permute_ns, &latency.hop_ns, &latency.gap_ns };
    for (size_t i = 0; i < G_N_ELEMENTS(waits); i++)
        *waits[i] /= 2;
    ask_faster(a, "links twice as fast", &links, o);
    for (int i = 0; i < MIN(a->base->n_axes, MOST_AXES) && a->base->n_axes > 1; i++) {
        SimOptions faster = *o;
        faster.faster_axes = a->base->axes[i].axes;
        faster.faster = &links;
        ask_faster(a, arena_printf(a->out->arena, "links twice as fast for collectives over %s", a->base->axes[i].axes), hw, &faster);
    }
    ask_faster(a, "half the latencies", &latency, o);
}

/* A program that computes enough between its collectives launches them ahead, so that their launch is not seen. */
static void ask_queued(const Asking *a, const Hardware *hw, const SimOptions *o)
{
    if (hw->family != DEVICE_GPU || hw->coll_row < 0 || !a->base->n_axes)
        return;
    Hardware queued = changed(hw);
    queued.is_row = hw->is_row; /* the measured times hold, but for their launch */
    queued.queued = true;
    ask_faster(a, "collectives launched ahead", &queued, o);
    a->out->list.v[a->out->list.n - 1].note = "measured collectives have their launch by the host in them, by versions of the libraries that differ from part to part: compare parts by this number where collectives are small";
}

/* The best of the other orders of the mesh's axes; of long programs not all can be tried. */
static void ask_order(const Asking *a, const Hardware *hw, const SimOptions *o)
{
    enum { MOST_KERNELS = 200000 }; /* simulated for this, about two seconds */
    if (!sim_n_orders(a->mesh) || hw->family == DEVICE_CPU)
        return;
    int n;
    g_autofree SimOrder *orders = sim_orders(&(SimOrdering){ .local = a->local, .mesh = a->mesh, .hw = hw, .o = o, .most = MOST_KERNELS / MAX(a->base->kernels->n_kernels, 1) }, &n);
    if (!n) {
        WhatIf w = { .what = "another order of the mesh's axes", .note = "too many to simulate each" };
        vec_push(&a->out->list, w);
        return;
    }
    g_autofree char *text = sim_order_text(a->mesh, orders[0].axes), *jax = sim_order_in_jax(text);
    WhatIf w = { .what = arena_printf(a->out->arena, "mesh axes in the order %s", text), .step = orders[0].step };
    w.note = orders[0].step.ns < 0.995 * a->base->step.ns ? arena_printf(a->out->arena, "as %s makes it; the program's plan stays as it is", jax) : "the best of the other orders";
    vec_push(&a->out->list, w);
}

/* Twice the batch: what more of it is done in a second, and whether it fits. */
static void ask_batch(const Asking *a, const Hardware *hw, const SimOptions *o)
{
    g_autofree char *what = NULL;
    IrModule *twice = module_with_twice_the_batch(a->local, &what);
    if (!twice)
        return;
    Simulation *s = simulation_new(twice, a->mesh, hw, o);
    double rate = s->step.ns > 0 ? 2 * a->base->step.ns / s->step.ns : 1, peak = (double)s->memory.peak_bytes / (double)MAX(s->memory.capacity_bytes, 1);
    g_autofree char *fits = s->memory.fits ? g_strdup("") : g_strdup_printf("; it does not fit, with %.0f %% of the memory", 100 * peak);
    WhatIf w = { .what = "twice the batch", .step = s->step, .note = arena_printf(a->out->arena, "%s, %.2f times the work in a second%s", what, rate, fits) };
    w.part = part_of(a, s, &w.part_ns);
    vec_push(&a->out->list, w);
    simulation_free(s);
    module_free(twice);
}

WhatIfs *sim_what_ifs(const IrModule *local, const Mesh *mesh, const Simulation *base, const SimOptions *o)
{
    WhatIfs *out = g_new0(WhatIfs, 1);
    out->arena = arena_new_root();
    Asking a = { out, local, mesh, base };
    const Hardware *hw = base->kernels->hw;
    SimOptions apart = *o;
    apart.no_overlap = true;
    ask_rates(&a, hw, o);
    ask_links(&a, hw, o);
    ask_queued(&a, hw, o);
    ask_order(&a, hw, o);
    ask_batch(&a, hw, o);
    ask(&a, "nothing beside collectives", hw, &apart);
    return out;
}

void what_ifs_free(WhatIfs *w)
{
    if (!w)
        return;
    vec_clear(&w->list);
    arena_free(w->arena);
    g_free(w);
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
        for (int k = 0; k < n->n_parts; k++)
            add_places(list, s, n->parts[k].list, times * n->parts[k].times);
        if (n->n_parts)
            continue;
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
