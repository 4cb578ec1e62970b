/* Windows, delays, bubbles; see effects.h. */
#include "runtime/sim/effects.h"

#include <math.h>

/* ---- products in pieces -------------------------------------------------------------------------------------------------------------- */

/* The product that alone reads node i, or that node i alone waits for; NULL = none. */
static SimNode *partner_of(SimList *l, int i)
{
    SimNode *n = &l->nodes[i], *found = NULL;
    if (n->coll == COLL_REDUCE_SCATTER)
        return n->n_deps == 1 && l->nodes[n->deps[0]].cls == SIM_GEMM ? &l->nodes[n->deps[0]] : NULL;
    for (int j = i + 1; j < l->n; j++)
        for (int d = 0; d < l->nodes[j].n_deps; d++) {
            if (l->nodes[j].deps[d] != i)
                continue;
            if (found || l->nodes[j].cls != SIM_GEMM)
                return NULL;
            found = &l->nodes[j];
        }
    return found;
}

static void window_list(const SimKernels *k, SimList *l)
{
    for (int i = 0; i < l->n; i++) {
        SimNode *n = &l->nodes[i];
        for (int p = 0; p < n->n_parts; p++)
            window_list(k, n->parts[p].list);
        if (n->cls != SIM_COLLECTIVE || (n->coll != COLL_ALL_GATHER && n->coll != COLL_REDUCE_SCATTER) || n->wires.n < 2 || n->done >= 0)
            continue;
        SimNode *product = partner_of(l, i);
        if (!product)
            continue;
        double pieces = (double)n->wires.n, piece = n->time.ns / pieces, launches = (pieces - 1) * k->hw->gap_ns;
        double both = fmax(product->time.ns + launches, n->time.ns - piece);
        if (piece + both >= n->time.ns + product->time.ns) /* in one piece it is faster */
            continue;
        product->time = estimate_of(both, 0.3, ORIGIN_ASSUMED);
        n->time = estimate_of(piece, 0.3, ORIGIN_ASSUMED);
    }
}

void sim_windows(SimKernels *k)
{
    window_list(k, k->entry);
}

/* ---- devices that are late ----------------------------------------------------------------------------------------------------------- */

typedef struct Delays {
    double slowest, jitter;
    int64_t n_devices;
    double squares; /* of kernels since the devices met last */
} Delays;

static double wait_for_last(Delays *d, double n)
{
    double ns = n > 1 ? d->jitter * sqrt(2 * log(n)) * sqrt(d->squares) : 0;
    d->squares = 0;
    return ns;
}

static void delay_list(Delays *d, SimList *l)
{
    for (int i = 0; i < l->n; i++) {
        SimNode *n = &l->nodes[i];
        for (int p = 0; p < n->n_parts; p++) {
            double before = d->squares;
            delay_list(d, n->parts[p].list);
            if (d->squares >= before) /* no meeting inside: all trips add up */
                d->squares = before + (d->squares - before) * n->parts[p].times;
        }
        if (n->n_parts)
            continue;
        if (n->cls == SIM_COLLECTIVE) {
            n->time.ns += wait_for_last(d, (double)n->wires.n);
        } else {
            n->time.ns *= d->slowest;
            d->squares += n->time.ns * n->time.ns;
        }
    }
}

void sim_delays(SimKernels *k)
{
    Delays d = { .slowest = fmax(k->o->slowest, 1), .jitter = k->o->jitter, .n_devices = k->n_devices };
    delay_list(&d, k->entry);
    for (int i = k->entry->n - 1; i >= 0; i--) /* the step ends when the last device does */
        if (k->entry->nodes[i].cls != SIM_COLLECTIVE && !k->entry->nodes[i].n_parts) {
            k->entry->nodes[i].time.ns += wait_for_last(&d, (double)k->n_devices);
            break;
        }
}

/* ---- pipelines ----------------------------------------------------------------------------------------------------------------------- */

/* True if all pairs but those of the way back go as far: along one axis of the mesh. Other permutations only bring a layout into another order. */
static bool is_shift(const int64_t *v, int64_t n)
{
    int64_t step = 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t by = v[2 * i + 1] - v[2 * i];
        if (by == 0 || (by > 0 && step > 0 && by != step))
            return false;
        step = by > 0 ? by : step;
    }
    return step > 0;
}

/* Devices in a chain along which every device passes a value on to the next: of {0,1},{1,2},{2,3} and its like, with a way back or without, 4. 0 = it is not
 * such a shift. */
static int64_t stages_of(const IrOp *op)
{
    const int64_t *v = op->a.collective.pairs.v;
    int64_t n = op->a.collective.pairs.n / 2, longest = 0;
    if (n < 1 || !is_shift(v, n))
        return 0;
    int64_t most = 0;
    for (int64_t i = 0; i < 2 * n; i++)
        most = MAX(most, v[i]);
    g_autofree int64_t *next = g_new(int64_t, most + 1);
    g_autofree bool *is_target = g_new0(bool, most + 1);
    for (int64_t i = 0; i <= most; i++)
        next[i] = -1;
    for (int64_t i = 0; i < n; i++) {
        next[v[2 * i]] = v[2 * i + 1];
        is_target[v[2 * i + 1]] = true;
    }
    for (int64_t i = 0; i <= most; i++) { /* chains from devices that nothing comes to; rings from any */
        if (next[i] < 0)
            continue;
        int64_t length = 1, at = next[i];
        while (at >= 0 && at != i && length <= most)
            length++, at = next[at];
        if (!is_target[i] || at == i)
            longest = MAX(longest, length);
    }
    return longest;
}

static int64_t stages_in(const SimList *l)
{
    int64_t stages = 0;
    for (int i = 0; i < l->n; i++)
        if (l->nodes[i].cls == SIM_COLLECTIVE && l->nodes[i].coll == COLL_PERMUTE)
            stages = MAX(stages, stages_of(l->nodes[i].op));
    return stages;
}

static double products_of(const SimList *l)
{
    double sum = 0;
    for (int i = 0; i < l->n; i++) {
        const SimNode *n = &l->nodes[i];
        bool product = n->cls == SIM_GEMM || n->cls == SIM_ATTENTION || n->cls == SIM_CONVOLUTION;
        sum += product ? n->flops : 0;
        for (int p = 0; p < n->n_parts; p++)
            sum += n->parts[p].times * products_of(n->parts[p].list);
    }
    return sum;
}

static double take_bubbles(const SimList *l, double times, double ns[N_SIM_CLASSES], double *flops);

static double bubbles_of(const SimPart *p, int64_t trips, double times, double ns[N_SIM_CLASSES], double *flops)
{
    int64_t stages = stages_in(p->list);
    if (stages < 2 || trips <= stages)
        return take_bubbles(p->list, times * p->times, ns, flops);
    double idle = times * (double)(stages - 1), sum = 0; /* trips */
    *flops -= idle * products_of(p->list);
    for (int c = 0; c < N_SIM_CLASSES; c++) {
        double part = fmin(idle * p->list->busy_ns[c], ns[c]);
        ns[c] -= part;
        sum += part;
    }
    return sum;
}

static double take_bubbles(const SimList *l, double times, double ns[N_SIM_CLASSES], double *flops)
{
    double sum = 0;
    for (int i = 0; i < l->n; i++)
        for (int p = 0; p < l->nodes[i].n_parts; p++)
            sum += bubbles_of(&l->nodes[i].parts[p], l->nodes[i].trips, times, ns, flops);
    return sum;
}

double sim_bubbles(const SimKernels *k, double ns[N_SIM_CLASSES], double *flops)
{
    return take_bubbles(k->entry, 1, ns, flops);
}
