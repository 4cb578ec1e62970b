/* Sums over the schedule of a step: causes, axes, memory, interval. */
#include "runtime/sim/simulate.h"

#include "runtime/sim/effects.h"
#include "runtime/sim/place.h"
#include "runtime/sim/work.h"

#include <string.h>

/* ---- collectives by axes -------------------------------------------------------------------------------------------------------------- */

/* The axes of the mesh along which the first group of a collective runs: those whose product of strides gives its members. */
static char *axes_of(const IrOp *op, const Mesh *mesh, int64_t n)
{
    const Groups *g = &op->a.collective.groups;
    g_autoptr(GString) names = g_string_new(NULL);
    int64_t covered = 1, stride = 1;
    const int64_t *ids = g->n_groups ? g->groups[0].v : op->a.collective.pairs.v;
    int64_t members = g->n_groups ? g->groups[0].n : MIN(op->a.collective.pairs.n, 2);
    for (int a = mesh ? mesh->n_axes - 1 : -1; a >= 0 && members > 0; a--) {
        int64_t size = mesh->axes[a].size;
        bool has = false;
        for (int64_t i = 0; i < members && !has && size > 1; i++)
            has = ids[i] / stride % size != ids[0] / stride % size;
        if (has) {
            g_string_prepend(names, names->len ? "," : "");
            g_string_prepend(names, mesh->axes[a].name);
            covered *= size;
        }
        stride *= size;
    }
    if (mesh && !members) {
        for (int a = 0; a < mesh->n_axes; a++)
            g_string_append_printf(names, "%s%s", a ? "," : "", mesh->axes[a].name);
        covered = n;
    }
    if (!names->len || (covered != n && op->a.collective.pairs.n == 0)) /* a part of an axis, or none that has a name */
        g_string_append_printf(names, "%s%" G_GINT64_FORMAT " devices", names->len ? ": " : "", n);
    return g_string_free(g_steal_pointer(&names), FALSE);
}

typedef struct Sums {
    Simulation *s;
    const Mesh *mesh;
    GArray *axes;       /* SimAxis */
    GHashTable *known;  /* groups -> index + 1 */
} Sums;

static SimAxis *axis_of(Sums *t, const SimNode *n)
{
    const Groups *g = &n->op->a.collective.groups;
    const void *key = g->n_groups ? (const void *)g->groups : (const void *)n->op->a.collective.pairs.v;
    int at = GPOINTER_TO_INT(g_hash_table_lookup(t->known, key)) - 1;
    if (at >= 0)
        return &g_array_index(t->axes, SimAxis, at);
    char *name = axes_of(n->op, t->mesh, n->wires.n);
    for (guint i = 0; i < t->axes->len && at < 0; i++)
        at = g_str_equal(g_array_index(t->axes, SimAxis, i).axes, name) ? (int)i : -1;
    if (at < 0) {
        at = (int)t->axes->len;
        g_array_append_val(t->axes, (SimAxis){ .axes = name });
    } else {
        g_free(name);
    }
    g_hash_table_insert(t->known, (gpointer)key, GINT_TO_POINTER(at + 1));
    return &g_array_index(t->axes, SimAxis, at);
}

/* What the device could do at most of it: the rate of bfloat16, or that of a narrower type. */
static double peak_of_product(const Hardware *hw, const IrOp *op)
{
    return op_is_contraction(op) ? fmax(hw->bf16, hardware_peak(hw, op->operands[0]->type->elem)) : hw->bf16;
}

static void add_list(Sums *t, const SimList *l, double times)
{
    for (int i = 0; i < l->n; i++) {
        const SimNode *n = &l->nodes[i];
        for (int p = 0; p < n->n_parts; p++)
            add_list(t, n->parts[p].list, times * n->parts[p].times);
        if (n->n_parts)
            continue;
        if (n->cls == SIM_GEMM || n->cls == SIM_ATTENTION || n->cls == SIM_CONVOLUTION) {
            t->s->flops += times * n->flops;
            t->s->use += times * n->flops / peak_of_product(t->s->kernels->hw, n->op);
        }
        if (n->cls != SIM_COLLECTIVE)
            continue;
        SimAxis *a = axis_of(t, n);
        double result = n->coll == COLL_REDUCE_SCATTER ? n->coll_bytes / (double)n->wires.n : n->coll_bytes;
        a->count += times;
        a->bytes += times * (double)coll_traffic(n->coll, (int64_t)result, n->wires.n);
        a->busy_ns += times * n->time.ns;
        t->s->collective_ns += times * n->time.ns;
    }
}

/* What collectives along some axes take on another model. */
static void speed_up(const SimKernels *k, SimList *l, const Mesh *mesh)
{
    for (int i = 0; i < l->n; i++) {
        SimNode *n = &l->nodes[i];
        for (int p = 0; p < n->n_parts; p++)
            speed_up(k, n->parts[p].list, mesh);
        if (n->cls != SIM_COLLECTIVE)
            continue;
        g_autofree char *axes = axes_of(n->op, mesh, n->wires.n);
        if (g_str_equal(axes, k->o->faster_axes))
            n->time = coll_estimate(k->o->faster, n->coll, n->coll_bytes, &n->wires, COLL_HOLD_NONE);
    }
}

/* ---- memory --------------------------------------------------------------------------------------------------------------------------- */

/* What runs inside a node at most. */
static int64_t inner_peak(const SimNode *n)
{
    int64_t most = 0;
    for (int p = 0; p < n->n_parts; p++) {
        int64_t peak = sim_list_peak(n->parts[p].list, NULL); /* asked once: each level would double the work */
        most = MAX(most, peak);
    }
    return most;
}

/* The most that the results of a list's nodes take at once, bodies of loops and the largest of branches included. What a root returns is alive to the end, and is in
 * `returned` already if that is an argument's memory (may be NULL). A loop writes its results over its operands. */
static int64_t peak_of(const SimList *l, const bool *returned, int *at)
{
    g_autofree int *last = g_new(int, l->n + 1);
    g_autofree int64_t *bytes = g_new(int64_t, l->n + 1);
    for (int i = 0; i < l->n; i++) {
        last[i] = i;
        bytes[i] = l->nodes[i].out_bytes;
        for (int k = 0; k < l->nodes[i].n_deps; k++)
            last[l->nodes[i].deps[k]] = i;
    }
    for (int k = 0; k < l->n_leaves; k++)
        if (l->root_node[k] >= 0) {
            last[l->root_node[k]] = l->n;
            if (returned && returned[k])
                bytes[l->root_node[k]] = MAX(bytes[l->root_node[k]] - type_bytes(type_leaf(l->comp->root->type, k)), 0);
        }
    g_autofree int64_t *freed = g_new0(int64_t, l->n + 2);
    int64_t held = 0, peak = 0;
    for (int i = 0; i < l->n; i++) {
        freed[last[i]] += bytes[i];
        bool in_place = false; /* element-wise results and scatters are written over an operand that ends here */
        for (int k = 0; k < l->nodes[i].n_deps && (l->nodes[i].cls == SIM_FUSION || l->nodes[i].op->code == OP_scatter); k++)
            in_place |= last[l->nodes[i].deps[k]] == i && bytes[l->nodes[i].deps[k]] >= bytes[i];
        int64_t now = held + (l->nodes[i].n_parts ? inner_peak(&l->nodes[i]) : in_place ? 0 : bytes[i]);
        if (at && now > peak)
            *at = i;
        peak = MAX(peak, now);
        held += bytes[i] - freed[i];
    }
    return MAX(peak, held);
}

int64_t sim_list_peak(const SimList *l, int *at)
{
    return peak_of(l, NULL, at);
}

void simulation_memory(Simulation *s, int64_t peak_bytes, int64_t temp_bytes)
{
    s->memory.peak_bytes = peak_bytes;
    s->memory.temp_bytes = temp_bytes;
    s->memory.fits = peak_bytes <= s->memory.capacity_bytes;
}

/* Arguments stay; donated ones are written over. Source of the reserve: 2 to 5 % of a TPU's memory for its runtime; default allocators
 * of GPUs give programs 75 to 90 %. */
static void find_memory(Simulation *s, const IrModule *m)
{
    SimMemory *mem = &s->memory;
    for (int i = 0; i < m->entry->n_params; i++)
        mem->argument_bytes += type_bytes(m->entry->params[i]->type);
    mem->output_bytes = type_bytes(m->entry->root->type);
    g_autofree bool *returned = g_new0(bool, s->kernels->entry->n_leaves + 1);
    for (int i = 0; i < m->n_aliases; i++) {
        int64_t leaf = m->aliases[i].output;
        if (leaf < 0 || leaf >= s->kernels->entry->n_leaves)
            continue;
        returned[leaf] = true;
        mem->alias_bytes += type_bytes(type_leaf(m->entry->root->type, (int)leaf));
    }
    int64_t live = peak_of(s->kernels->entry, returned, NULL), own = mem->output_bytes - mem->alias_bytes;
    mem->temp_bytes = MAX(live - own, 0);
    mem->peak_bytes = mem->argument_bytes + MAX(live, own);
    const Hardware *hw = s->kernels->hw;
    mem->capacity_bytes = (int64_t)(hw->memory_bytes * (hw->family == DEVICE_TPU ? 0.97 : hw->family == DEVICE_GPU ? 0.92 : 1));
    simulation_memory(s, mem->peak_bytes, mem->temp_bytes);
}

/* ---- the step -------------------------------------------------------------------------------------------------------------------------- */

/* How unsure a part of the step is, as a logarithm: errors of kernels of one kind go together, those of different kinds do not. */
static double spread_of(const Simulation *s)
{
    static const double spread[N_SIM_CLASSES] = { [SIM_GEMM] = 0.12, [SIM_ATTENTION] = 0.35, [SIM_CONVOLUTION] = 0.4, [SIM_FUSION] = 0.25, [SIM_COPY] = 0.3,
                                                  [SIM_SORT] = 0.6, [SIM_CUSTOM] = 1.0, [SIM_COLLECTIVE] = 0.5 };
    double sum = 0;
    for (int c = 0; c < N_SIM_CLASSES; c++)
        sum += spread[c] * s->ns[c] * spread[c] * s->ns[c];
    double own = s->kernels->hw->is_row ? 0.13 : 0.2; /* of the step as a whole: clocks, compiler, host */
    return hypot(own, s->step.ns > 0 ? sqrt(sum) / s->step.ns : 0);
}

/* How much less and more the step may take, by which of the branches run of which that is not known. */
static void find_guesses(const SimList *l, double times, double *less, double *more)
{
    for (int i = 0; i < l->n; i++) {
        const SimNode *n = &l->nodes[i];
        double least = INFINITY, most = 0;
        for (int p = 0; p < n->n_parts; p++) {
            find_guesses(n->parts[p].list, times * n->parts[p].times, less, more);
            least = fmin(least, n->parts[p].list->first_ns);
            most = fmax(most, n->parts[p].list->first_ns);
        }
        *less += n->guessed ? times * fmax(n->time.ns - least, 0) : 0;
        *more += n->guessed ? times * fmax(most - n->time.ns, 0) : 0;
    }
}

/* The interval of a step: how unsure its parts are, from where it would be the shortest to where it would be the longest. */
static Estimate interval_of(const Simulation *s, double total)
{
    Estimate e = estimate_of(total, spread_of(s), ORIGIN_ASSUMED);
    double less = 0, more = 0;
    find_guesses(s->kernels->entry, 1, &less, &more);
    e.low_ns *= total > 0 ? fmax(total - less, 0) / total : 1;
    e.high_ns *= total > 0 ? (total + more) / total : 1;
    return e;
}

static SimKernels *scheduled(const IrModule *local, const Mesh *mesh, const Hardware *hw, const SimOptions *o, bool late)
{
    const int64_t *place = o->place || o->as_numbered ? o->place : place_of_mesh(hw, mesh);
    SimKernels *k = sim_kernels_new(local, hw, o, place, o->place ? o->n_places : place ? mesh->n_devices : 0);
    if (o->faster_axes)
        speed_up(k, k->entry, mesh);
    if (o->windows)
        sim_windows(k);
    if (late)
        sim_delays(k);
    sim_schedule(k);
    return k;
}

Simulation *simulation_new(const IrModule *local, const Mesh *mesh, const Hardware *hw, const SimOptions *options)
{
    Simulation *s = g_new0(Simulation, 1);
    s->options = *options;
    const SimOptions *o = &s->options;
    s->kernels = scheduled(local, mesh, hw, o, false);
    const SimList *entry = s->kernels->entry;
    s->own_ns = hw->step_ns;
    double total = entry->first_ns + s->own_ns, work = s->own_ns;
    for (int c = 0; c < N_SIM_CLASSES; c++) {
        s->ns[c] = entry->busy_ns[c];
        work += c == SIM_COLLECTIVE ? 0 : s->ns[c];
    }
    s->step.ns = total;
    Sums sums = { s, mesh, g_array_new(FALSE, TRUE, sizeof(SimAxis)), g_hash_table_new(NULL, NULL) };
    add_list(&sums, entry, 1);
    s->n_axes = (int)sums.axes->len;
    s->axes = (SimAxis *)(void *)g_array_free(sums.axes, FALSE);
    g_hash_table_unref(sums.known);
    double all = s->flops;
    s->bubble_ns = sim_bubbles(s->kernels, s->ns, &s->flops);
    for (int i = 0; i < s->n_axes; i++)
        s->axes[i].exposed_ns = s->collective_ns > 0 ? s->ns[SIM_COLLECTIVE] * s->axes[i].busy_ns / s->collective_ns : 0;
    s->least_ns = fmax(work, 0);
    s->most_ns = work + s->collective_ns;
    if (o->slowest > 1 || o->jitter > 0) { /* the timeline is that of the slowest device */
        SimKernels *late = scheduled(local, mesh, hw, o, true);
        s->late_ns = fmax(late->entry->first_ns + s->own_ns - total, 0);
        total += s->late_ns;
        s->step.ns = total;
        sim_kernels_free(s->kernels);
        s->kernels = late;
    }
    s->use = total > 0 && all > 0 ? s->use * s->flops / all / total : 0; /* what bubbles leave of it */
    s->step = interval_of(s, total);
    find_memory(s, local);
    return s;
}

void simulation_free(Simulation *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->n_axes; i++)
        g_free((char *)s->axes[i].axes);
    g_free(s->axes);
    sim_kernels_free(s->kernels);
    g_free(s);
}
