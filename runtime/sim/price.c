/* What a kernel is, how much it does, and how long that takes alone on the device. */
#include "runtime/sim/kernels_impl.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/sim/links.h"
#include "runtime/sim/work.h"

/* Reading and writing that much. The less of the cache it takes, the more of it is found there again: from a whole cache, of which nothing is, to a
 * sixteenth, so that no size is dearer by far than the one before. Sources: hbm_share in hardware.def; XLA's GPU cost model reads what fits
 * the L2 at 2.5 times the rate of memory, of which a kernel's mix of new and old data sees less (A). */
double sim_memory_ns(const Hardware *hw, double bytes)
{
    const double cached = 1.5, octaves = 4;
    double rate = hw->hbm * hw->hbm_share;
    if (hw->family == DEVICE_CPU && bytes > 0)
        return bytes / (rate * hardware_cached_gain(hw, hardware_own_bytes(hw, bytes)));
    if (hw->family != DEVICE_GPU || bytes <= 0)
        return bytes / rate;
    return bytes / (rate * (1 + (cached - 1) * CLAMP(log2(hw->cache_bytes / bytes) / octaves, 0, 1)));
}

double sim_vector_steps(const Hardware *hw, const IrOp *op)
{
    if (hw->family == DEVICE_CPU)
        return op_core_steps(op, hw->dear, hw->whole);
    bool nvidia = hw->vector > 0, whole = op->type->kind == TYPE_ARRAY && elem_info[op->type->elem].cls != CLASS_FLOAT && elem_info[op->type->elem].cls != CLASS_COMPLEX;
    return op_vector_steps(op) * (nvidia && whole ? 2 : 1);
}

Estimate sim_kernel_time(const Hardware *hw, double bytes, double flops)
{
    double ns = fmax(sim_memory_ns(hw, bytes), flops / hw->steps);
    return estimate_of(hw->gap_ns + ns, 0.2, hw->is_row && g_str_equal(hw->id, "mi350x") ? ORIGIN_FITTED : ORIGIN_ASSUMED);
}

/* No product reaches more of the peak than 0.9: the best that was found by search is 0.87, of an A100 (source: stas00/ml-engineering, accelerators). In a program that
 * is full of products of 8-bit floats, which draw more power than others, they reach less. */
static double most_share(const SimKernels *k, const GemmShape *s)
{
    const double most = 0.9;
    bool narrow = elem_info[s->left].cls == CLASS_FLOAT && elem_info[s->left].bits <= 8;
    if (!narrow || k->hw->hold_share >= 1)
        return most;
    return most - (most - k->hw->hold_narrow) * (1 - k->hold) / (1 - k->hw->hold_share);
}

/* Products of equal shapes are looked up once. */
static Estimate gemm_time(const SimKernels *k, const GemmShape *s)
{
    GBytes *key = g_bytes_new(s, sizeof *s);
    Estimate *known = g_hash_table_lookup(k->times, key);
    if (known) {
        g_bytes_unref(key);
        return *known;
    }
    Estimate e = gemm_estimate(k->hw, s, false);
    double start = gemm_start_ns(k->hw, s), later = k->hw->family == DEVICE_CPU ? k->hw->gap_ns : fmin(k->hw->gap_ns - start, 0); /* in a program its start is that of any kernel */
    double flops = 2 * (double)s->batch * (double)s->m * (double)s->n * (double)s->k;
    later += (1 / k->hold - 1) * flops / (gemm_peak(k->hw, s) * k->hw->gemm_share);
    if (k->hw->family != DEVICE_CPU) /* some measured rates of narrow types are above the data sheet's */
        later = fmax(later, flops / (most_share(k, s) * gemm_peak(k->hw, s)) - e.ns);
    e = (Estimate){ e.ns + later, e.low_ns + later, e.high_ns + later, k->hold < 1 ? MAX(e.from, ORIGIN_INTERPOLATED) : e.from };
    g_hash_table_insert(k->times, key, g_memdup2(&e, sizeof e));
    return e;
}

static Estimate longer(Estimate a, Estimate b)
{
    return a.ns >= b.ns ? a : b;
}

static const double flash_share = 0.62; /* of what products reach */

/* The product as its kernel computes it: of an operand that is widened in it, the one on the right, as it is in memory. */
static GemmShape shape_of(const Forming *f, const IrOp *dot)
{
    GemmShape s = gemm_of_dot(dot);
    const IrOp *from[2] = { NULL, NULL };
    for (int i = 0; i < 2 && f->k->hw->family == DEVICE_GPU; i++)
        from[i] = f->stored[dot->operands[i]->pos] ? NULL : sim_widened_from(dot->operands[i]);
    if (!from[0] == !from[1])
        return s;
    if (from[0]) {
        GemmShape turned = s;
        turned.m = s.n, turned.n = s.m, turned.left = s.right, turned.right = s.left;
        s = turned;
    }
    s.right = (from[0] ? from[0] : from[1])->type->elem;
    return s;
}

static void price_dot(Forming *f, SimNode *n)
{
    const Hardware *hw = f->k->hw;
    GemmShape s;
    memset(&s, 0, sizeof s); /* it is a key */
    GemmShape of = shape_of(f, n->op);
    s.batch = of.batch, s.m = of.m, s.n = of.n, s.k = of.k, s.left = of.left, s.right = of.right, s.result = of.result, s.precision = of.precision, s.turned = of.turned;
    bool attention = f->on_chip[n->op->pos];
    for (int i = 0; i < n->op->n_operands; i++)
        attention |= f->on_chip[n->op->operands[i]->pos];
    n->flops = op_flops(n->op);
    n->cls = attention ? SIM_ATTENTION : SIM_GEMM;
    n->time = gemm_time(f->k, &s);
    if (!attention) {
        n->time = longer(n->time, sim_kernel_time(hw, n->bytes, 0)); /* operands that are computed on the way are read as what they are made of */
        return;
    }
    /* One kernel over blocks of the scores; under a causal mask the half above the diagonal is left out. Flash kernels reach about two
     * thirds of what products reach (A), softmax included; a TPU's matrix units are filled as far as the heads are wide. */
    n->flops /= f->causal ? 2 : 1;
    double narrow = (double)MIN(MIN(s.m, s.n), s.k), fill = hw->mxu && narrow < hw->mxu ? narrow / hw->mxu : 1;
    double ns = n->flops / (hardware_peak(hw, s.left == ELEM_f32 ? ELEM_bf16 : s.left) * hw->gemm_share * f->k->hold * flash_share * fill);
    n->time = estimate_of(fmax(ns, sim_memory_ns(hw, n->bytes)), 0.3, ORIGIN_ASSUMED);
}

/* The number after "key": in the configuration of a custom call; 0 if there is none. */
static double hint(const char *config, const char *key)
{
    g_autofree char *quoted = g_strdup_printf("\"%s\"", key);
    const char *at = config ? strstr(config, quoted) : NULL;
    if (!at)
        return 0;
    at += strlen(quoted);
    while (*at == ' ' || *at == ':' || *at == '"')
        at++;
    return fmax(g_ascii_strtod(at, NULL), 0);
}

static void price_custom(Forming *f, SimNode *n)
{
    const Hardware *hw = f->k->hw;
    const char *config = n->op->a.custom.backend_config;
    double flops = hint(config, "flops"), bytes = hint(config, "bytes_accessed");
    n->cls = SIM_CUSTOM;
    n->flops = flops;
    n->bytes = bytes > 0 ? bytes : n->bytes;
    f->k->n_unknown += flops == 0 && bytes == 0;
    double ns = fmax(sim_memory_ns(hw, n->bytes), flops / (hw->bf16 * hw->gemm_share * 0.6));
    n->time = estimate_of(hw->gap_ns + ns, flops > 0 || bytes > 0 ? 0.4 : 1, ORIGIN_ASSUMED);
}

/* Groups of a collective, or pairs of a permute, as devices of the hardware. */
typedef struct Placed {
    LinkGroup *v;
    int n;
    int64_t *ids; /* of all */
} Placed;

static void put_group(const SimKernels *k, Placed *p, const int64_t *ids, int64_t n, int64_t *at)
{
    LinkGroup *g = &p->v[p->n++];
    *g = (LinkGroup){ at, n };
    for (int64_t i = 0; i < n; i++) {
        int64_t id = ids ? ids[i] : i;
        at[i] = k->place && id >= 0 && id < k->n_places ? k->place[id] : id;
    }
}

static Placed placed_groups(const SimKernels *k, const IrOp *op, bool pairs)
{
    const Groups *g = &op->a.collective.groups;
    const Ints *p = &op->a.collective.pairs;
    int64_t n_ids = pairs ? p->n : g->n_groups ? 0 : k->n_devices;
    for (int i = 0; i < g->n_groups && !pairs; i++)
        n_ids += g->groups[i].n;
    Placed out = { g_new(LinkGroup, MAX(pairs ? p->n / 2 : g->n_groups, 1)), 0, g_new(int64_t, n_ids + 1) };
    int64_t *at = out.ids;
    for (int i = 0; pairs && i + 1 < p->n; i += 2)
        if (p->v[i] != p->v[i + 1]) {
            put_group(k, &out, p->v + i, 2, at);
            at += 2;
        }
    for (int i = 0; !pairs && i < g->n_groups; i++) {
        put_group(k, &out, g->groups[i].v, g->groups[i].n, at);
        at += g->groups[i].n;
    }
    if (!pairs && !g->n_groups)
        put_group(k, &out, NULL, k->n_devices, at);
    return out;
}

/* The wires of the slowest group. */
static Wires widest(const SimKernels *k, const IrOp *op, CollKind kind, double bytes)
{
    enum { LOOK_AT = 64 }; /* groups along mesh axes are alike */
    bool pairs = coll_pattern(kind) == PATTERN_PERMUTE;
    Placed p = placed_groups(k, op, pairs);
    Wires worst = { .n = 1, .n_domains = 1, .extent = { 1, 1, 1 }, .stride = { 1, 1, 1 }, .pair = 1 };
    double ns = -1;
    Wires last = { 0 };
    for (int i = 0; i < (pairs ? p.n : MIN(p.n, LOOK_AT)); i++) {
        Wires w = wires_between(k->hw, p.v[i].ids, p.v[i].n);
        if (!memcmp(&w, &last, sizeof w))
            continue;
        last = w;
        double t = coll_estimate(k->hw, kind, bytes, &w, COLL_HOLD_NONE).ns;
        if (t > ns)
            ns = t, worst = w;
    }
    if (p.n) { /* all run at once */
        Wires all = wires_of_groups(k->hw, p.v, p.n, coll_pattern(kind));
        worst.busiest = all.busiest;
        worst.hops = all.hops;
    }
    g_free(p.v);
    g_free(p.ids);
    return worst;
}

static void price_collective(Forming *f, SimNode *n)
{
    SimKernels *k = f->k;
    n->cls = SIM_COLLECTIVE;
    n->coll = op_coll_kind(n->op);
    double result = (double)type_bytes(n->op->type);
    n->coll_bytes = n->coll == COLL_REDUCE_SCATTER ? result * (double)coll_group_size(n->op, k->n_devices) : result;
    struct {
        const void *groups;
        double bytes;
        int64_t kind;
    } key = { n->op->a.collective.groups.n_groups ? (const void *)n->op->a.collective.groups.groups : (const void *)n->op->a.collective.pairs.v, n->coll_bytes, (int64_t)n->coll };
    GBytes *bytes = g_bytes_new(&key, sizeof key);
    struct {
        Estimate time;
        Wires wires;
    } *known = g_hash_table_lookup(k->times, bytes);
    if (!known) {
        known = g_malloc(sizeof *known);
        known->wires = widest(k, n->op, n->coll, n->coll_bytes);
        known->time = coll_estimate(k->hw, n->coll, n->coll_bytes, &known->wires, COLL_HOLD_NONE);
        g_hash_table_insert(k->times, g_bytes_ref(bytes), known);
    }
    g_bytes_unref(bytes);
    n->time = known->time;
    n->wires = known->wires;
}

/* Bytes that a formed fusion touches: of an operand that is only sliced or updated in place no more than that. */
static double fusion_bytes(const IrOp *op)
{
    const IrComp *c = op->comps[0];
    Uses uses = uses_of(c);
    double bytes = c->root->code == OP_dynamic_update_slice ? (double)type_bytes(c->root->operands[1]->type) : (double)type_bytes(op->type);
    for (int p = 0; p < c->n_params; p++) {
        double all = (double)type_bytes(c->params[p]->type), parts = 0;
        for (int u = uses.first[c->params[p]->pos]; u < uses.first[c->params[p]->pos + 1]; u++) {
            const IrOp *user = uses.users[u];
            bool in_place = user->code == OP_dynamic_update_slice && uses.slots[u] == 0;
            parts += in_place ? 0 : op_reads_part(user, uses.slots[u]) ? (double)type_bytes(user->type) : all;
        }
        bytes += fmin(parts, all);
    }
    uses_clear(&uses);
    return bytes;
}

/* Forms computation `comp` of the node's op, which runs so many times. */
static SimList *add_part(Forming *f, SimNode *n, int comp, double times)
{
    SimKernels *k = f->k;
    SimCall call = { n->op, comp, k->call };
    k->call = &call;
    SimList *l = sim_form(k, n->op->comps[comp]);
    k->call = call.up;
    if (!n->n_parts)
        n->parts = arena_array(k->arena, SimPart, n->op->n_comps);
    n->parts[n->n_parts++] = (SimPart){ l, times };
    return l;
}

/* What a list takes if its kernels run one after the other; nothing is scheduled yet. */
static double alone_ns(const SimList *l)
{
    double sum = 0;
    for (int i = 0; i < l->n; i++) {
        sum += l->nodes[i].n_parts ? 0 : l->nodes[i].time.ns;
        for (int p = 0; p < l->nodes[i].n_parts; p++)
            sum += l->nodes[i].parts[p].times * alone_ns(l->nodes[i].parts[p].list);
    }
    return sum;
}

/* What executions did at an op, or NULL. */
static const SimTaken *taken_of(const Forming *f, const IrOp *op)
{
    return f->k->o->taken ? g_hash_table_lookup(f->k->o->taken, GINT_TO_POINTER(op->id)) : NULL;
}

static void add_branches(Forming *f, SimNode *n)
{
    int n_comps = n->op->n_comps;
    g_autofree double *ns = g_new(double, n_comps), *share = g_new(double, n_comps);
    for (int i = 0; i < n_comps; i++)
        ns[i] = alone_ns(add_part(f, n, i, 1. / n_comps));
    n->guessed = !branch_shares(n->op, f->k->call, ns, f->k->n_devices, share);
    if (n->guessed && branch_shares_taken(taken_of(f, n->op), ns, share)) {
        n->guessed = false;
        f->k->n_taken++;
    }
    f->k->n_guessed += n->guessed;
    for (int i = 0; i < n_comps && !n->guessed; i++)
        n->parts[i].times = share[i];
}

static void price_control(Forming *f, SimNode *n)
{
    const IrOp *op = n->op;
    n->cls = op->code == OP_conditional ? SIM_BRANCH : SIM_LOOP;
    if (op->code == OP_while) {
        n->trips = while_trip_count(op);
        if (n->trips < 0 && (n->trips = loop_trips_taken(taken_of(f, op))) >= 0)
            f->k->n_taken++;
        f->k->unknown_trips |= n->trips < 0;
        n->trips = n->trips < 0 ? 1 : n->trips;
        SimList *body = add_part(f, n, 1, (double)n->trips);
        sim_compile_loop(f->k, body);
        for (int i = 0; i < body->n_leaves; i++) /* what the body passes on is in memory already */
            n->out_bytes -= body->root_param[i] == i ? type_bytes(type_leaf(op->type, i)) : 0;
    } else if (op->code == OP_fusion) { /* formed already: one kernel */
        bool product = false;
        n->bytes = fusion_bytes(op);
        for (int i = 0; i < op->comps[0]->n_ops; i++) {
            const IrOp *in = op->comps[0]->ops[i];
            n->flops += in->code == OP_dot ? op_flops(in) : sim_vector_steps(f->k->hw, in);
            if (in->code != OP_dot)
                continue;
            GemmShape s = gemm_of_dot(in);
            GemmShape key;
            memset(&key, 0, sizeof key);
            key.batch = s.batch, key.m = s.m, key.n = s.n, key.k = s.k, key.left = s.left, key.right = s.right, key.result = s.result, key.precision = s.precision, key.turned = s.turned;
            n->time = longer(n->time, gemm_time(f->k, &key));
            product = true;
        }
        n->cls = product ? SIM_GEMM : SIM_FUSION;
        n->time = longer(n->time, sim_kernel_time(f->k->hw, n->bytes, product ? 0 : n->flops));
    } else if (op->code == OP_conditional) {
        add_branches(f, n);
    } else if (op->n_comps) { /* a call */
        add_part(f, n, 0, 1);
    }
}

/* True of a transpose whose result has other rows than its operand. */
static bool turns_rows(const IrOp *op)
{
    int rank = op->type->rank;
    return rank > 1 && op->a.dims.v[rank - 1] != rank - 1;
}

/* The share of the bandwidth that a GPU's kernel reaches for its pattern of access: transposes turn tiles in shared memory, rows shorter than
 * a tile fill part of it, and reductions over columns meet few threads. Source: specification of hardware models, 0.3 to 0.6 for the short
 * ones; the others A. */
static double access_share(const Hardware *hw, const IrOp *op)
{
    const double turned = 0.17; /* of a core's, which writes lines in parts (F) */
    const Type *t = op->n_operands ? op->operands[0]->type : NULL;
    if (hw->family == DEVICE_CPU && op->code == OP_transpose && turns_rows(op))
        return turned;
    if (hw->family != DEVICE_GPU || !t || t->kind != TYPE_ARRAY || t->rank < 2)
        return 1;
    if (op->code == OP_transpose && op->a.dims.v[t->rank - 1] != t->rank - 1)
        return MIN(t->dims[t->rank - 1], op->type->dims[t->rank - 1]) < 32 ? 0.5 : 0.8;
    bool rows = op->code != OP_reduce;
    for (int i = 0; i < op->a.dims.n && !rows; i++)
        rows = op->a.dims.v[i] == t->rank - 1;
    return rows ? 1 : 0.8;
}

/* Virtual devices share what a collective makes, so that who writes over it has it copied first. */
static bool is_shared(const Forming *f, const IrOp *op)
{
    return f->k->hw->family == DEVICE_CPU && f->k->o->grouping && (op->code == OP_all_gather || op->code == OP_all_reduce || op->code == OP_collective_broadcast);
}

/* True if the op's first operand, which it writes over, is an argument that its caller keeps, or is shared. */
static bool updates_a_copy(const Forming *f, const IrOp *op)
{
    const IrModule *m = f->k->local;
    IrValue v = value_resolve(op->operands[0], 0);
    if (is_shared(f, v.op))
        return true;
    if (f->c != m->entry || v.op->code != OP_parameter)
        return false;
    int leaf = f->param_leaf[v.op->a.parameter.number] + v.leaf;
    for (int i = 0; i < m->n_aliases; i++)
        if (m->aliases[i].param == leaf)
            return false;
    return true;
}

static double copy_ns(Forming *f, SimNode *n)
{
    double bytes = 2 * (double)type_bytes(n->op->operands[0]->type);
    n->bytes += bytes;
    n->out_bytes = (int64_t)bytes / 2;
    return sim_kernel_time(f->k->hw, bytes, 0).ns;
}

/* What a core takes for the indices of a gather or a scatter, besides the bytes that they move: each is read, held within the array and turned into an address, and short rows of an
 * array that no cache of the core holds are waited for. In units of what a byte takes there (F: 256 to 8,192 rows of 1 to 1,024 floats alone). */
static double core_index_ns(const Hardware *hw, const IrOp *op)
{
    const double taken = 95, added = 190, missed = 250, short_row = 256, held = 1 << 20;
    if ((op->code != OP_gather && op->code != OP_scatter) || op->type->kind != TYPE_ARRAY)
        return 0;
    bool scatter = op->code == OP_scatter;
    const Type *rows = scatter ? op->operands[op->n_operands - 1]->type : op->type;
    double row = fmax(op_row_bytes(op), 1), n = (double)type_bytes(rows) / row, all = (double)type_bytes(op->operands[0]->type);
    double each = (scatter ? added : taken) + (row < short_row && all > held ? missed * (scatter ? 2 : 1) : 0);
    return n * each / hw->cached;
}

/* Bytes that virtual devices write twice: a result that is padded within its rows is filled, then the operand is copied into it. */
static double filled_bytes(const Hardware *hw, const IrOp *op)
{
    bool within = false;
    for (int d = 1; op->code == OP_pad && d < op->type->rank; d++)
        within |= op->type->dims[d] != op->operands[0]->type->dims[d];
    return within && hw->family == DEVICE_CPU ? (double)type_bytes(op->type) : 0;
}

static void price_plain(Forming *f, SimNode *n)
{
    const Hardware *hw = f->k->hw;
    const IrOp *op = n->op;
    n->cls = f->moves_only && op_flops(op) == 0 ? SIM_COPY : SIM_FUSION;
    n->flops = f->flops + sim_vector_steps(hw, op);
    n->bytes += filled_bytes(hw, op);
    n->time = sim_kernel_time(hw, n->bytes / access_share(hw, op), n->flops);
    if (hw->turned > 0 && op->code == OP_transpose && turns_rows(op))
        n->time = estimate_of(hw->gap_ns + hardware_turn_ns(hw, n->bytes), 0.3, ORIGIN_FITTED);
    if (hw->family == DEVICE_CPU && hw->cached > 0)
        n->time = estimate_add(n->time, core_index_ns(hw, op));
    if (op->code == OP_dynamic_update_slice && updates_a_copy(f, op))
        n->time = estimate_add(n->time, copy_ns(f, n));
}

/* What sorts of virtual devices and the largest of rows take, as bytes that a core touches in its caches: an element of a row that is sorted by the bits of its keys, and what
 * such a row takes whatever its length; rows of up to SMALL are sorted by comparing. Of the largest, an element that is looked at, and each level of the few that are kept where it
 * is one of them, of k ln(n / k) that are in rows without order. (F: sorts of 4 to 65,536 elements and of 1 to 64 rows alone; other functions than "less" are dearer.) */
static double core_sort_bytes(const IrOp *op)
{
    enum { SMALL = 96 };
    const double element = 740, row = 158e3, small = 500, compared = 7, looked_at = 83, level = 500;
    const Type *t = op->operands[0]->type;
    bool largest = op_family(op) == FAMILY_topk;
    double n = fmax((double)t->dims[largest ? t->rank - 1 : op->a.sort.dim], 1), rows = (double)t->n_elems / n, k = largest ? (double)op->a.topk.k : n;
    if (largest && k < n)
        return (double)t->n_elems * looked_at + rows * k * log(n / k) * (1 + log2(k)) * level;
    return n > SMALL ? (double)t->n_elems * element + rows * row : (double)t->n_elems * (small + compared * n);
}

/* XLA:GPU has a kernel for the few largest of long rows; of others it sorts the rows with their positions, and cuts (source: its TopkSpecializer and TopkDecomposer). */
static bool has_largest_kernel(const IrOp *op)
{
    enum { MOST = 16, LEAST_ROW = 1024 };
    const Type *t = op->operands[0]->type;
    return (t->elem == ELEM_f32 || t->elem == ELEM_bf16) && t->rank <= 2 && op->a.topk.k <= MOST && t->dims[t->rank - 1] >= LEAST_ROW;
}

/* Sorting passes over its data, scattering reads and writes what it updates. */
static void price_sorting(Forming *f, SimNode *n)
{
    const IrOp *op = n->op;
    const double compared = 45; /* passes that it is worth to compare elements one by one, on a core that was not measured, whatever the length (F) */
    const Hardware *hw = f->k->hw;
    bool orders = (op->code == OP_sort || op_family(op) == FAMILY_topk) && op->operands[0]->type->rank;
    n->cls = SIM_SORT;
    if (orders && hw->family == DEVICE_CPU && hw->cached > 0) {
        n->time = estimate_of(hw->gap_ns + fmax(core_sort_bytes(op) / hw->cached, sim_memory_ns(hw, n->bytes)), 0.4, ORIGIN_FITTED);
        return;
    }
    if (op_family(op) == FAMILY_topk && hw->family == DEVICE_GPU && !has_largest_kernel(op))
        n->bytes = 2 * ((double)type_bytes(op->operands[0]->type) + 4 * (double)op->operands[0]->type->n_elems) * sort_passes(op->operands[0]->type->dims[op->operands[0]->type->rank - 1]);
    else if (op->code == OP_sort && op->operands[0]->type->rank)
        n->bytes *= f->k->hw->family == DEVICE_CPU ? compared : sort_passes(op->operands[0]->type->dims[op->a.sort.dim]);
    else if (op->code == OP_scatter)
        n->bytes = (1 + 2 * short_row_factor(op, sector_bytes(f->k->hw))) * (double)type_bytes(op->operands[op->n_operands - 1]->type) + (double)type_bytes(op->operands[op->n_operands / 2]->type);
    n->time = sim_kernel_time(f->k->hw, n->bytes, 0);
    if (hw->family == DEVICE_CPU && hw->cached > 0)
        n->time = estimate_add(n->time, core_index_ns(hw, op));
    if (op->code == OP_scatter && updates_a_copy(f, op))
        n->time = estimate_add(n->time, copy_ns(f, n));
}

/* What starts early and is waited for later: the start is the collective, the wait takes no time of its own. */
static void price_async(Forming *f, SimNode *n)
{
    const IrOp *inner = n->op->code == OP_async_start && n->op->n_comps ? n->op->comps[0]->root : n->op;
    if (op_coll_kind(inner) && (op_is_collective(inner) || inner != n->op)) {
        f->k->as_written = true;
        const IrOp *op = n->op;
        n->op = inner;
        price_collective(f, n);
        n->op = op;
        if (inner != op)
            return;
        double result = (double)type_bytes(type_leaf(n->op->type, type_n_leaves(n->op->type) - 1)); /* the tuple has the operands first */
        n->coll_bytes = result;
        n->time = coll_estimate(f->k->hw, n->coll, result, &n->wires, COLL_HOLD_NONE);
        return;
    }
    n->cls = SIM_COPY;
    if (n->op->code == OP_copy_start)
        n->time = sim_kernel_time(f->k->hw, 2 * n->bytes, 0);
    n->bytes = 0;
}

void sim_price(Forming *f, SimNode *n)
{
    const IrOp *op = n->op;
    double out = op->code == OP_dynamic_update_slice ? (double)type_bytes(op->operands[1]->type) : (double)type_bytes(op->type);
    bool kept = !f->on_chip[op->pos];
    n->bytes = f->bytes + (kept && !f->absorbed[op->pos] ? out : 0);
    n->out_bytes = !kept || f->absorbed[op->pos] || op->code == OP_dynamic_update_slice ? 0 : (int64_t)out;
    switch (op_family(op)) {
    case FAMILY_dot: price_dot(f, n); return;
    case FAMILY_convolution: sim_price_convolution(f, n); return;
    case FAMILY_collective:
        if (op_coll_kind(op))
            price_collective(f, n);
        else
            price_plain(f, n);
        return;
    case FAMILY_control: price_control(f, n); return;
    case FAMILY_custom: case FAMILY_linalg:
        if (sim_price_linalg(f, n))
            return;
        if (op_family(op) == FAMILY_custom) {
            price_custom(f, n);
            return;
        }
        break;
    case FAMILY_sort: case FAMILY_topk: case FAMILY_scatter: price_sorting(f, n); return;
    case FAMILY_async: price_async(f, n); return;
    case FAMILY_reduce_window:
        if (sim_price_scan(f, n))
            return;
        break;
    case FAMILY_token: n->cls = SIM_COPY; return;
    case FAMILY_elementwise: case FAMILY_leaf: case FAMILY_iota: case FAMILY_device_id: case FAMILY_broadcast: case FAMILY_reshape: case FAMILY_transpose:
    case FAMILY_reverse: case FAMILY_slice: case FAMILY_pad: case FAMILY_concatenate: case FAMILY_dynamic_slice: case FAMILY_dynamic_update_slice:
    case FAMILY_gather: case FAMILY_bitcast_convert: case FAMILY_reduce: case FAMILY_select_and_scatter: case FAMILY_fft:
    case FAMILY_rng_bits: case FAMILY_tuple: case FAMILY_barrier: case FAMILY_constraint: case FAMILY_reshard: case FAMILY_group:
    case FAMILY_manual: case FAMILY_opaque: case N_FAMILIES: break;
    }
    price_plain(f, n);
    if (!kept || f->from_chip) { /* inside the flash kernel, whose rate counts softmax */
        n->cls = SIM_ATTENTION;
        n->flops = 0;
        n->time = estimate_of(kept ? sim_memory_ns(f->k->hw, n->bytes) : 0, 0.3, ORIGIN_ASSUMED);
    }
}
