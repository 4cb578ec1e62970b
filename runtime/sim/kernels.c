/* Kernels of the local module; see kernels.h. For each computation: which ops are fusible, which of them are stored, then a node for each
 * stored op, whose inputs are found by walking up through the fusible ops that are not. */
#include "runtime/sim/kernels.h"

#include <string.h>

#include "runtime/sim/kernels_impl.h"
#include "runtime/sim/work.h"

const char *const sim_class_names[N_SIM_CLASSES] = {
    [SIM_GEMM] = "products", [SIM_ATTENTION] = "attention", [SIM_CONVOLUTION] = "convolutions", [SIM_FUSION] = "element-wise", [SIM_COPY] = "copies",
    [SIM_SORT] = "sorts and scatters", [SIM_CUSTOM] = "custom calls", [SIM_COLLECTIVE] = "collectives", [SIM_LOOP] = "loops", [SIM_BRANCH] = "branches",
};

/* ---- which ops are stored ----------------------------------------------------------------------------------------------------------- */

static bool is_fusible(const IrOp *op)
{
    if (op->code == OP_reduce && op->type->kind == TYPE_ARRAY && op->operands[0]->type->n_elems == op->type->n_elems)
        return true; /* over dims of size 1: a reshape */
    switch (op_family(op)) {
    case FAMILY_elementwise: case FAMILY_iota: case FAMILY_device_id: case FAMILY_broadcast: case FAMILY_reshape: case FAMILY_transpose:
    case FAMILY_reverse: case FAMILY_slice: case FAMILY_pad: case FAMILY_concatenate: case FAMILY_dynamic_slice: case FAMILY_gather:
    case FAMILY_bitcast_convert: case FAMILY_constraint: return true;
    case FAMILY_leaf: case FAMILY_dynamic_update_slice: case FAMILY_scatter: case FAMILY_dot: case FAMILY_convolution: case FAMILY_reduce:
    case FAMILY_reduce_window: case FAMILY_select_and_scatter: case FAMILY_sort: case FAMILY_topk: case FAMILY_fft: case FAMILY_linalg:
    case FAMILY_rng_bits: case FAMILY_tuple: case FAMILY_control: case FAMILY_barrier: case FAMILY_collective: case FAMILY_async:
    case FAMILY_token: case FAMILY_custom: case FAMILY_reshard: case FAMILY_group: case FAMILY_manual: case FAMILY_opaque: case N_FAMILIES: break;
    }
    return false;
}

/* Ops that are names for values. */
static bool is_name(const IrOp *op)
{
    return op_family(op) == FAMILY_tuple || op_family(op) == FAMILY_barrier || op_family(op) == FAMILY_leaf;
}

/* A layout change that a product reads through: BLAS takes transposed operands, and layouts are assigned so that others are free. */
static bool is_free_layout(const IrOp *op)
{
    return op->code == OP_transpose || op->code == OP_reshape;
}

const IrOp *sim_widened_from(const IrOp *op)
{
    enum { MOST_STEPS = 4 };
    for (int i = 0; i < MOST_STEPS; i++) {
        const IrOp *scale = op->code == OP_multiply && op->operands[0]->code == OP_broadcast ? op->operands[0] : op->n_operands > 1 ? op->operands[1] : NULL;
        if (op->code == OP_convert) {
            const Type *from = op->operands[0]->type;
            return elem_info[from->elem].bits * 2 <= elem_info[op->type->elem].bits ? op->operands[0] : NULL;
        }
        if (is_free_layout(op))
            op = op->operands[0];
        else if (op->code == OP_multiply && scale->code == OP_broadcast && scale->operands[0]->type->n_elems * 8 <= op->type->n_elems)
            op = op->operands[scale == op->operands[0]];
        else
            return NULL;
    }
    return NULL;
}

/* True if `user` needs the fusible op in memory. */
static bool needs_stored(const Forming *f, const IrOp *op, const IrOp *user, int n_users)
{
    switch (op_family(user)) {
    case FAMILY_dot: case FAMILY_convolution:
        if (is_free_layout(op) && n_users == 1)
            return false;
        if (op_family(user) == FAMILY_dot && f->k->hw->family == DEVICE_GPU && sim_widened_from(op))
            return false;
        return f->k->hw->family != DEVICE_TPU || n_users > 1;
    case FAMILY_custom: case FAMILY_collective: case FAMILY_control: case FAMILY_async: case FAMILY_sort: case FAMILY_topk: case FAMILY_fft:
    case FAMILY_linalg: case FAMILY_group: case FAMILY_manual: case FAMILY_opaque: case FAMILY_token: case FAMILY_rng_bits: return true;
    case FAMILY_dynamic_update_slice: case FAMILY_scatter: return user->operands[0] == op; /* written over */
    case FAMILY_tuple: case FAMILY_barrier: return false; /* decided by who reads them */
    case FAMILY_elementwise: case FAMILY_leaf: case FAMILY_iota: case FAMILY_device_id: case FAMILY_broadcast: case FAMILY_reshape:
    case FAMILY_transpose: case FAMILY_reverse: case FAMILY_slice: case FAMILY_pad: case FAMILY_concatenate: case FAMILY_dynamic_slice:
    case FAMILY_gather: case FAMILY_bitcast_convert: case FAMILY_reduce: case FAMILY_reduce_window: case FAMILY_select_and_scatter:
    case FAMILY_constraint: case FAMILY_reshard: case N_FAMILIES: break;
    }
    return false;
}

/* What reads `op` and needs it in memory needs what it is a view of. */
static void store_source(Forming *f, const IrOp *op)
{
    const IrOp *from = op->operands[0];
    if (is_fusible(from))
        f->stored[from->pos] = true;
}

/* Kernels that compute a value: their ops' positions, as far as there is room. */
typedef struct Kernels {
    int n, at[6];
} Kernels;

static void add_kernel(Kernels *k, int at)
{
    for (int i = 0; i < k->n; i++)
        if (k->at[i] == at)
            return;
    if (k->n < (int)G_N_ELEMENTS(k->at))
        k->at[k->n++] = at;
}

/* By position: the kernels that compute the op if it is not stored itself. */
static Kernels *kernels_of(const Forming *f, const Uses *uses)
{
    Kernels *in = g_new0(Kernels, f->c->n_ops + 1);
    for (int i = f->c->n_ops - 1; i >= 0; i--)
        for (int u = uses->first[i]; u < uses->first[i + 1]; u++) {
            int user = uses->users[u]->pos;
            if (f->stored[user])
                add_kernel(&in[i], user);
            for (int k = 0; k < in[user].n && !f->stored[user]; k++)
                add_kernel(&in[i], in[user].at[k]);
        }
    return in;
}

/* Stored values from which a value is computed, and the bytes of each that are read; those for which there is no room, in `more`. */
typedef struct Sources {
    int n, at[8];
    double bytes[8], more;
} Sources;

static void add_source(Sources *s, int at, double bytes)
{
    for (int i = 0; i < s->n; i++)
        if (s->at[i] == at) {
            s->bytes[i] = fmax(s->bytes[i], bytes);
            return;
        }
    if (s->n == (int)G_N_ELEMENTS(s->at)) {
        s->more += bytes;
        return;
    }
    s->at[s->n] = at;
    s->bytes[s->n++] = bytes;
}

static double source_bytes(const Sources *s)
{
    double sum = s->more;
    for (int i = 0; i < s->n; i++)
        sum += s->bytes[i];
    return sum;
}

static Sources sources_of(const IrOp *op, const Sources *all)
{
    Sources s = { 0 };
    for (int k = 0; k < op->n_operands; k++) {
        double cap = op_reads_part(op, k) ? (double)type_bytes(op->type) : INFINITY;
        const Sources *from = &all[op->operands[k]->pos];
        for (int i = 0; i < from->n; i++)
            add_source(&s, from->at[i], fmin(from->bytes[i], cap));
        s.more += fmin(from->more, cap);
    }
    return s;
}

/* A value is stored if the K kernels that need it would read more for it, each all that it is computed from, than one that computes it and K
 * that read what it wrote. */
static void store_shared(Forming *f, const Uses *uses)
{
    const IrComp *c = f->c;
    g_autofree Sources *from = g_new0(Sources, c->n_ops + 1);
    g_autofree Kernels *in = kernels_of(f, uses);
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        double out = (double)type_bytes(op->type);
        if (op->code == OP_constant)
            continue;
        if (!f->stored[i] && is_fusible(op)) {
            from[i] = sources_of(op, from);
            int n = in[i].n;
            if (n < 2 || op->code == OP_reshape || (n - 1) * source_bytes(&from[i]) <= (n + 1) * out)
                continue;
            f->stored[i] = true;
        }
        from[i] = (Sources){ .n = 1, .at = { i }, .bytes = { out } };
    }
}

/* Marks what is stored: roots of kernels. */
static void mark_stored(Forming *f)
{
    const IrComp *c = f->c;
    if (f->k->o->grouping && f->k->hw->family == DEVICE_CPU) {
        forming_take_groups(f);
        return;
    }
    Uses uses = uses_of(c);
    for (int i = c->n_ops - 1; i >= 0; i--) {
        const IrOp *op = c->ops[i];
        int n_users = uses.first[i + 1] - uses.first[i];
        if (is_name(op) || op->code == OP_constant)
            continue;
        bool in_product = false;
        f->stored[i] |= !is_fusible(op) || op == c->root;
        for (int u = uses.first[i]; u < uses.first[i + 1]; u++) {
            const IrOp *user = uses.users[u];
            in_product |= op_is_contraction(user);
            f->stored[i] |= needs_stored(f, op, user, n_users) || user->code == OP_tuple || user->code == OP_opt_barrier;
        }
        if (op->code == OP_reshape && f->stored[i] && op != c->root && is_fusible(op->operands[0]))
            f->stored[i] = false, store_source(f, op); /* the same memory */
        else if (in_product && !f->stored[i] && is_free_layout(op) && f->k->hw->family != DEVICE_TPU && !(f->k->hw->family == DEVICE_GPU && sim_widened_from(op)))
            store_source(f, op);
        else if (op->code == OP_reshape && op != c->root)
            f->stored[i] = false;
    }
    store_shared(f, &uses);
    uses_clear(&uses);
}

/* ---- attention ---------------------------------------------------------------------------------------------------------------------- */

static bool is_scores_dot(const IrOp *op)
{
    if (op->code != OP_dot)
        return false;
    GemmShape s = gemm_of_dot(op);
    return s.k <= 512 && s.m >= 256 && s.n >= 256 && s.m * s.n > 2 * s.k * (s.m + s.n) && s.batch >= 1;
}

/* Marks values of the size of attention's scores, from the products that make them down to those that sum over one of their lengths;
 * only if there are such, and nothing of it leaves the computation. */
static void mark_scores(Forming *f)
{
    const IrComp *c = f->c;
    g_autofree bool *scores = g_new0(bool, c->n_ops + 1);
    bool consumed = false;
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        scores[i] = is_scores_dot(op);
        for (int k = 0; k < op->n_operands && !scores[i]; k++) {
            const IrOp *from = op->operands[k];
            if (!scores[from->pos] || from->type->kind != TYPE_ARRAY)
                continue;
            consumed |= op->code == OP_dot;
            f->causal |= op->code == OP_select;
            scores[i] = (is_fusible(op) || op->code == OP_reduce) && op->type->kind == TYPE_ARRAY && op->type->n_elems >= from->type->n_elems;
        }
    }
    if (!consumed)
        return;
    for (int i = c->n_ops - 1; i >= 0; i--) { /* what is returned is stored, and so is what it is made of, if nothing else makes it */
        const IrOp *op = c->ops[i];
        f->on_chip[i] = scores[i] && op != c->root;
    }
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i];
        bool leaves = op->code == OP_tuple || op_family(op) == FAMILY_control || op_family(op) == FAMILY_collective || op->code == OP_dynamic_update_slice || op_family(op) == FAMILY_custom;
        for (int k = 0; k < op->n_operands && leaves; k++)
            f->on_chip[op->operands[k]->pos] = false;
    }
}

/* ---- what a kernel reads ------------------------------------------------------------------------------------------------------------- */

static void add_unique(GArray *list, int v)
{
    for (guint i = 0; i < list->len; i++)
        if (g_array_index(list, int, i) == v)
            return;
    g_array_append_val(list, v);
}

/* The part of `from` that `op` reads, at most. */
static double read_cap(const Forming *f, const IrOp *op, int operand, double cap)
{
    if (op_reads_part(op, operand))
        return fmin(cap, (double)type_bytes(op->type)) * (op->code == OP_gather ? short_row_factor(op, sector_bytes(f->k->hw)) : 1);
    return op->code == OP_dynamic_update_slice && operand == 0 ? 0 : cap;
}

static void walk_leaf(Forming *f, const IrOp *user, IrValue v, double cap);

static void walk_value(Forming *f, const IrOp *user, int operand, double cap)
{
    IrOp *from = user->operands[operand];
    for (int leaf = 0; leaf < type_n_leaves(from->type); leaf++) {
        IrValue v = value_resolve(from, leaf);
        while (v.op->code == OP_opt_barrier || v.op->code == OP_domain)
            v = value_resolve(v.op->operands[v.op->n_operands > 1 ? v.leaf : 0], v.op->n_operands > 1 ? 0 : v.leaf);
        walk_leaf(f, user, v, cap);
    }
}

/* A value that the kernel needs: from memory, or computed inside it. */
static void walk_leaf(Forming *f, const IrOp *user, IrValue v, double cap)
{
    const IrOp *op = v.op;
    if (op->code == OP_constant || op_family(op) == FAMILY_token)
        return;
    const Type *type = type_leaf(op->type, v.leaf);
    double bytes = fmin((double)type_bytes(type), cap);
    if (op->code == OP_parameter) {
        int leaf = f->param_leaf[op->a.parameter.number] + v.leaf;
        if (f->seen_leaf[leaf] != f->stamp)
            f->bytes += bytes, f->kept_bytes += bytes;
        f->seen_leaf[leaf] = f->stamp;
        add_unique(f->reads, leaf);
        return;
    }
    bool again = f->seen[op->pos] == f->stamp;
    f->seen[op->pos] = f->stamp;
    f->from_chip |= f->on_chip[op->pos];
    if (f->stored[op->pos] || f->steps > MAX_FUSED) {
        if (f->node_of[op->pos] >= 0)
            add_unique(f->deps, f->node_of[op->pos]);
        if (!again && !f->on_chip[op->pos] && !f->absorbed[op->pos])
            f->bytes += bytes;
        return;
    }
    if (again)
        return;
    f->steps++;
    f->flops += sim_vector_steps(f->k->hw, op);
    f->moves_only &= op_family(op) != FAMILY_elementwise || op->code == OP_copy || op->code == OP_convert;
    for (int k = 0; k < op->n_operands; k++)
        walk_value(f, op, k, read_cap(f, op, k, cap));
    (void)user;
}

static void begin_walk(Forming *f)
{
    f->stamp++;
    f->steps = 0;
    f->bytes = f->flops = f->kept_bytes = 0;
    f->moves_only = true;
    f->from_chip = false;
    g_array_set_size(f->deps, 0);
    g_array_set_size(f->reads, 0);
}

static void walk_operands(Forming *f, const IrOp *op)
{
    for (int k = 0; k < op->n_operands; k++)
        walk_value(f, op, k, read_cap(f, op, k, INFINITY));
}

void forming_walk(Forming *f, const IrOp *op)
{
    begin_walk(f);
    walk_operands(f, op);
}

void forming_walk_with(Forming *f, const IrOp *const *with, int n_with, const IrOp *op)
{
    begin_walk(f);
    for (int i = 0; i < n_with; i++) {
        walk_operands(f, with[i]);
        f->seen[with[i]->pos] = f->stamp;
    }
    f->bytes = f->flops = f->kept_bytes = 0;
    walk_operands(f, op);
}

/* ---- nodes --------------------------------------------------------------------------------------------------------------------------- */

static void take_inputs(Forming *f, SimNode *n)
{
    n->n_deps = (int)f->deps->len;
    n->n_reads = (int)f->reads->len;
    n->deps = arena_array(f->k->arena, int, n->n_deps + 1);
    n->reads = arena_array(f->k->arena, int, n->n_reads + 1);
    if (n->n_deps)
        memcpy(n->deps, f->deps->data, sizeof(int) * f->deps->len);
    if (n->n_reads)
        memcpy(n->reads, f->reads->data, sizeof(int) * f->reads->len);
}

/* The only reader of an op, if it goes over the same places; NULL = there are others. */
static const IrOp *follower_of(const Uses *uses, const IrOp *op)
{
    int at = uses->first[op->pos];
    const IrOp *user = uses->first[op->pos + 1] - at == 1 ? uses->users[at] : NULL;
    return user && op_family(user) == FAMILY_elementwise && user->type->n_elems == op->type->n_elems ? user : NULL;
}

/* A product whose only reader can be computed as its epilogue, and what alone reads that, until something that is stored: its result is not. Where
 * several kernels read what follows a product, each of them reads the product. */
static void mark_absorbed(Forming *f)
{
    const IrComp *c = f->c;
    if (f->group) /* a product is an instruction of its own */
        return;
    Uses uses = uses_of(c);
    for (int i = 0; i < c->n_ops; i++) {
        const IrOp *op = c->ops[i], *user = op_is_contraction(op) ? follower_of(&uses, op) : NULL;
        if (!user || (f->k->hw->family != DEVICE_TPU && user->code != OP_convert && user->code != OP_add))
            continue;
        while (user && !f->stored[user->pos])
            user = follower_of(&uses, user);
        f->absorbed[i] = user != NULL;
    }
    uses_clear(&uses);
}

static int root_leaves(Forming *f, SimList *list)
{
    const IrComp *c = f->c;
    list->n_leaves = type_n_leaves(c->root->type);
    list->root_node = arena_array(f->k->arena, int, list->n_leaves + 1);
    list->root_param = arena_array(f->k->arena, int, list->n_leaves + 1);
    for (int i = 0; i < list->n_leaves; i++) {
        IrValue v = value_resolve(c->root, i);
        while (v.op->code == OP_reshape || v.op->code == OP_opt_barrier)
            v = v.op->code == OP_reshape ? value_resolve(v.op->operands[0], 0)
                                         : value_resolve(v.op->operands[v.op->n_operands > 1 ? v.leaf : 0], v.op->n_operands > 1 ? 0 : v.leaf);
        list->root_param[i] = v.op->code == OP_parameter ? f->param_leaf[v.op->a.parameter.number] + v.leaf : -1;
        list->root_node[i] = v.op->code == OP_parameter ? -1 : f->node_of[v.op->pos];
    }
    return list->n_leaves;
}

SimList *sim_form(SimKernels *k, const IrComp *c)
{
    int n_leaves = 0;
    Forming f = { .k = k, .c = c, .stored = g_new0(bool, c->n_ops + 1), .on_chip = g_new0(bool, c->n_ops + 1), .absorbed = g_new0(bool, c->n_ops + 1),
                  .node_of = g_new(int, c->n_ops + 1), .seen = g_new0(int, c->n_ops + 1), .param_leaf = g_new0(int, c->n_params + 1),
                  .deps = g_array_new(FALSE, FALSE, sizeof(int)), .reads = g_array_new(FALSE, FALSE, sizeof(int)) };
    for (int i = 0; i < c->n_params; i++) {
        f.param_leaf[i] = n_leaves;
        n_leaves += type_n_leaves(c->params[i]->type);
    }
    f.seen_leaf = g_new0(int, n_leaves + 1);
    f.kernel_of = g_new(int, c->n_ops + 1), f.reader_of = g_new(int, c->n_ops + 1), f.leaf_reader = g_new(int, n_leaves + 1);
    for (int i = 0; i <= c->n_ops; i++)
        f.node_of[i] = f.reader_of[i] = -1;
    for (int i = 0; i < c->n_params; i++)
        for (int j = 0; j < type_n_leaves(c->params[i]->type); j++)
            f.leaf_reader[f.param_leaf[i] + j] = type_leaf(c->params[i]->type, j)->n_elems > 1 ? -1 : -2;
    mark_stored(&f);
    mark_absorbed(&f);
    if (!k->o->no_flash && (k->hw->flash || (k->o->flash && k->hw->family != DEVICE_CPU)))
        mark_scores(&f);
    SimList *list = arena_new(k->arena, SimList);
    list->comp = c;
    list->nodes = arena_array(k->arena, SimNode, c->n_ops + 1);
    for (int i = 0; i < c->n_ops; i++) {
        if (!f.stored[i])
            continue;
        SimNode *n = &list->nodes[list->n];
        *n = (SimNode){ .op = c->ops[i], .done = -1, .trips = 1 };
        if (f.group)
            forming_walk_group(&f, list, n);
        else
            forming_walk(&f, c->ops[i]);
        take_inputs(&f, n);
        n->kept_bytes = f.kept_bytes;
        sim_price(&f, n);
        f.node_of[i] = list->n++;
        if (f.group)
            forming_join_group(&f, list, n);
        else
            sim_join(&f, list, n);
    }
    for (int i = 0; i < list->n; i++)
        k->n_kernels += f.kernel_of[i] == i;
    if (k->hw->family == DEVICE_CPU)
        sim_far_reads(k, list);
    root_leaves(&f, list);
    void *owned[] = { f.group, f.before, f.stored, f.on_chip, f.absorbed, f.node_of, f.seen, f.param_leaf, f.seen_leaf, f.kernel_of, f.reader_of, f.leaf_reader };
    for (size_t i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free(owned[i]);
    g_array_unref(f.deps);
    g_array_unref(f.reads);
    return list;
}

/* Power is averaged over milliseconds: a step of 1 ms or less of products runs at the full clock, one of 100 ms or more does not (A). */
static double held_share(const IrModule *local, const Hardware *hw)
{
    double ms = module_flops(local) / hw->bf16 / 1e6;
    return 1 - (1 - hw->hold_share) * CLAMP(log10(ms) / 2, 0, 1);
}

SimKernels *sim_kernels_new(const IrModule *local, const Hardware *hw, const SimOptions *o, const int64_t *place, int64_t n_places)
{
    SimKernels *k = g_new0(SimKernels, 1);
    *k = (SimKernels){ .arena = arena_new_root(), .local = local, .hw = hw, .o = o, .place = place, .n_places = n_places, .n_devices = local->n_partitions * MAX(local->n_replicas, 1),
                       .hold = held_share(local, hw) };
    k->times = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, g_free);
    k->entry = sim_form(k, local->entry);
    return k;
}

void sim_kernels_free(SimKernels *k)
{
    if (!k)
        return;
    g_hash_table_destroy(k->times);
    arena_free(k->arena);
    g_free(k);
}
