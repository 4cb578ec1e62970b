/* Kernels of virtual devices, which run the module as it stands: whoever runs it says which ops are one loop (SimOptions.grouping). A loop with several
 * results has a node for each; the first one starts it, and each reads and computes what those before it did not. */
#include "runtime/sim/kernels_impl.h"

enum { MOST_RESULTS = 16 }; /* of a loop, that share what they read */

/* ---- loops of the program that are compiled ------------------------------------------------------------------------------------------- */

/* As exec/loop_find.c decides it: bytes that a trip moves about, of products and the like so many times as much. INFINITY: never compiled. */
static double trip_bytes(const SimList *l)
{
    const double heavy = 8;
    double sum = 0;
    for (int i = 0; i < l->n; i++) {
        const SimNode *n = &l->nodes[i];
        bool dear = n->cls == SIM_GEMM || n->cls == SIM_CONVOLUTION || n->cls == SIM_SORT || (n->op && op_family(n->op) == FAMILY_reduce_window);
        if (n->cls == SIM_COLLECTIVE || n->cls == SIM_CUSTOM || (n->op && op_family(n->op) == FAMILY_async))
            return INFINITY;
        sum += n->n_parts ? 0 : n->bytes * (dear ? heavy : 1);
        for (int p = 0; p < n->n_parts; p++)
            sum += trip_bytes(n->parts[p].list);
    }
    return sum;
}

/* What becomes instructions; other ops are calls of their kernels. */
static bool is_inlined(const SimNode *n)
{
    enum { MOST_ELEMS = 1024 };
    return (n->cls == SIM_FUSION || n->cls == SIM_COPY) && n->op->type->kind == TYPE_ARRAY && n->op->type->n_elems <= MOST_ELEMS;
}

/* A kernel of a compiled loop costs a part of what it costs elsewhere besides its work (source: a trip that counts took 215 ns and takes 4.4, two instructions; a call of
 * a kernel takes about 30). */
static void compile_list(const SimKernels *k, SimList *l)
{
    const double instruction = 1. / 50, call = 1. / 7;
    l->compiled = true;
    for (int i = 0; i < l->n; i++) {
        SimNode *n = &l->nodes[i];
        double gap = n->n_parts ? 0 : fmin(k->hw->gap_ns, n->time.ns), less = gap * (1 - (is_inlined(n) ? instruction : call));
        n->time = (Estimate){ n->time.ns - less, fmax(n->time.low_ns - less, 0), n->time.high_ns - less, n->time.from };
        for (int p = 0; p < n->n_parts; p++)
            if (!n->parts[p].list->compiled)
                compile_list(k, n->parts[p].list);
    }
}

void sim_compile_loop(const SimKernels *k, SimList *body)
{
    const double most = 192 << 10;
    if (k->o->grouping && k->hw->family == DEVICE_CPU && trip_bytes(body) < most)
        compile_list(k, body);
}

/* ---- kernels -------------------------------------------------------------------------------------------------------------------------- */

static bool is_name(const IrOp *op)
{
    return op_family(op) == FAMILY_tuple || op_family(op) == FAMILY_barrier || op_family(op) == FAMILY_leaf;
}

void forming_take_groups(Forming *f)
{
    f->group = g_new(int, f->c->n_ops + 1);
    f->before = g_new(int, f->c->n_ops + 1);
    f->k->o->grouping(f->c, f->group, f->stored);
    for (int i = 0; i < f->c->n_ops; i++)
        f->stored[i] &= !is_name(f->c->ops[i]);
}

void forming_walk_group(Forming *f, const SimList *list, const SimNode *n)
{
    const IrOp *with[MOST_RESULTS];
    int n_with = 0, g = f->group[n->op->pos];
    for (int i = g < 0 ? -1 : f->reader_of[g]; i >= 0 && n_with < MOST_RESULTS; i = f->before[i])
        with[n_with++] = list->nodes[i].op;
    forming_walk_with(f, with, n_with, n->op);
}

void forming_join_group(Forming *f, const SimList *list, SimNode *n)
{
    int at = (int)(n - list->nodes), g = f->group[n->op->pos];
    f->before[at] = g < 0 ? -1 : f->reader_of[g];
    f->kernel_of[at] = f->before[at] < 0 ? at : f->kernel_of[f->before[at]];
    if (g >= 0)
        f->reader_of[g] = at;
    if (f->kernel_of[at] == at)
        return;
    double gap = fmin(f->k->hw->gap_ns, n->time.ns);
    n->time = (Estimate){ n->time.ns - gap, fmax(n->time.low_ns - gap, 0), n->time.high_ns - gap, n->time.from };
}

/* Bytes that a pass over a list touches. */
static double pass_bytes(const SimList *l)
{
    double sum = 0;
    for (int i = 0; i < l->n; i++) {
        const SimNode *n = &l->nodes[i];
        sum += n->n_parts ? 0 : n->cls == SIM_COLLECTIVE ? n->coll_bytes : n->bytes;
        for (int p = 0; p < n->n_parts; p++)
            sum += fmin(n->parts[p].times, 1) * pass_bytes(n->parts[p].list);
    }
    return sum;
}

void sim_far_reads(const SimKernels *k, SimList *list)
{
    const Hardware *hw = k->hw;
    double pass = pass_bytes(list), rate = hw->hbm * hw->hbm_share;
    for (int i = 0; i < list->n; i++) {
        SimNode *n = &list->nodes[i];
        double kept = fmin(n->kept_bytes, n->bytes);
        if (kept <= 0 || n->n_parts || n->cls == SIM_COLLECTIVE)
            continue;
        double ns = ((n->bytes - kept) / hardware_cached_gain(hw, hardware_own_bytes(hw, n->bytes)) + kept / hardware_cached_gain(hw, fmax(pass, n->bytes))) / rate;
        double more = fmax(ns + hw->gap_ns - n->time.ns, 0);
        n->time = (Estimate){ n->time.ns + more, n->time.low_ns + more, n->time.high_ns + more, n->time.from };
    }
}
