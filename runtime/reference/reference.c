/* Evaluates computations op by op, each op for all devices (lanes) before the next op, so that the operands of all members of
 * a collective are there. Values are reference-counted tensors. A value is released after its last use, so an op that holds the only
 * reference may write into its operand.
 *
 * Start at reference_eval; ref_comp evaluates a computation; run_lane selects an op's function by family. */
#include "runtime/reference/plan.h"

#include <string.h>


enum {
    MAX_DEPTH = 1000,      /* of computations calling each other */
    MAX_VALUES = 1 << 28,  /* of one computation, over all devices */
};

static void tensor_free(gpointer t)
{
    tensor_unref(t);
}

static void tensors_free(gpointer array)
{
    g_ptr_array_unref(array);
}

bool ref_unsupported(const IrOp *op, GError **error, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    g_autofree char *what = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    const char *name = op_info[op->code].hlo ? op_info[op->code].hlo : op_info[op->code].id;
    return diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), NULL, "cannot evaluate %s %s: %s", name,
                op->name, what);
}

Tensor *ref_new(const IrOp *op, int leaf, GError **error)
{
    const Type *type = op->type->kind == TYPE_TUPLE ? type_leaf(op->type, leaf) : op->type;
    return tensor_try_new(type, OP_AT(op), error);
}

RefCx ref_one_lane(RefCx *cx, int lane)
{
    RefCx one = *cx;
    one.n_lanes = 1;
    one.ids = &cx->ids[lane];
    return one;
}

/* ---- dispatch -------------------------------------------------------------------------------- */

static const RefFn opaque_of[N_OPCODES] = {
    [OP_bitcast] = ref_bitcast,
    [OP_dynamic_reshape] = ref_dynamic_size,
    [OP_get_dimension_size] = ref_dynamic_size,
    [OP_set_dimension_size] = ref_dynamic_size,
    [OP_ragged_dot] = ref_ragged_dot,
    [OP_scaled_dot] = ref_scaled_dot,
    [OP_map] = ref_map,
    [OP_scan] = ref_scan,
    [OP_batch_norm_training] = ref_batch_norm,
    [OP_batch_norm_inference] = ref_batch_norm,
    [OP_batch_norm_grad] = ref_batch_norm,
    [OP_rng] = ref_rng,
    [OP_rng_get_and_update_state] = ref_rng,
};

/* The function that evaluates an op on one lane; NULL for ops that only return operands, and for those of lanes_fn. */
static RefFn lane_fn(const IrOp *op)
{
    switch (op_family(op)) {
    case FAMILY_elementwise: return op->type->kind == TYPE_ARRAY || op->code != OP_copy ? ref_elementwise : NULL;
    case FAMILY_iota: return ref_iota;
    case FAMILY_broadcast: return ref_broadcast;
    case FAMILY_reshape: return ref_reshape;
    case FAMILY_transpose: return ref_transpose;
    case FAMILY_reverse: return ref_reverse;
    case FAMILY_slice: return ref_slice;
    case FAMILY_pad: return ref_pad;
    case FAMILY_concatenate: return ref_concatenate;
    case FAMILY_dynamic_slice: return ref_dynamic_slice;
    case FAMILY_dynamic_update_slice: return ref_dynamic_update_slice;
    case FAMILY_gather: return ref_gather;
    case FAMILY_scatter: return ref_scatter;
    case FAMILY_bitcast_convert: return ref_bitcast_convert;
    case FAMILY_dot: return ref_dot;
    case FAMILY_convolution: return ref_convolution;
    case FAMILY_reduce: return ref_reduce;
    case FAMILY_reduce_window: return ref_reduce_window;
    case FAMILY_select_and_scatter: return ref_select_and_scatter;
    case FAMILY_sort: return ref_sort;
    case FAMILY_topk: return ref_topk;
    case FAMILY_fft: return ref_fft;
    case FAMILY_linalg: return ref_linalg;
    case FAMILY_rng_bits: return ref_rng_bits;
    case FAMILY_custom: return ref_custom;
    case FAMILY_opaque: return opaque_of[op->code];
    case FAMILY_leaf: case FAMILY_device_id: case FAMILY_tuple: case FAMILY_control:
    case FAMILY_barrier: case FAMILY_collective: case FAMILY_async: case FAMILY_token:
    case FAMILY_constraint: case FAMILY_reshard: case FAMILY_group: case FAMILY_manual: return NULL;
    case N_FAMILIES: break;
    }
    g_assert_not_reached();
}

/* One op on one lane. */
static bool run_lane(RefCx *cx, const IrOp *op, Tensor **in, int n_out, Tensor **out,
                     GError **error)
{
    RefFn fn = lane_fn(op);
    if (fn)
        return fn(cx, op, in, out, error);
    switch (op->code) { /* by opcode: families such as async hold ops of several kinds */
    case OP_constant: return ref_constant(cx, op, out, error);
    case OP_partition_id:
    case OP_replica_id: return ref_device_id(cx, op, out, error);
    case OP_get_tuple_element:
    case OP_tuple:
    case OP_copy:
    case OP_opt_barrier:
    case OP_domain:
    case OP_propagation_barrier:
    case OP_sharding_group:
    case OP_constraint:
    case OP_reshard: return ref_pass(in, 0, n_out, out);
    case OP_all_reduce_done:
    case OP_all_gather_done:
    case OP_collective_permute_done:
    case OP_copy_done:
    case OP_async_done: return ref_done(op, in, n_out, out);
    case OP_async_update: return ref_pass(in, 0, n_out, out);
    case OP_copy_start: /* (to, from, context) */
        out[2] = ref_new(op, 2, error);
        out[0] = tensor_ref(in[0]);
        return out[2] && ref_pass(in, 0, 1, out + 1);
    default: break; /* the token family, and ops without a function */
    }
    if (op_family(op) == FAMILY_token)
        return ref_token(cx, op, in, n_out, out, error);
    return ref_unsupported(op, error, "not known to the reference evaluator");
}

typedef bool (*LanesFn)(RefCx *, const IrOp *, const RefLeaves *, GError **);

/* The function of ops that are evaluated for all lanes at once; NULL for others. */
static LanesFn lanes_fn(const IrOp *op)
{
    switch (op_family(op)) {
    case FAMILY_control: return ref_control;
    case FAMILY_collective: return ref_collective;
    case FAMILY_manual: return ref_manual;
    case FAMILY_custom: return ref_is_parallel(op) ? ref_parallel : NULL;
    case FAMILY_async:
        if (op->code == OP_async_start)
            return ref_control;
        return op_is_collective(op) ? ref_collective : NULL;
    /* the others run lane by lane */
    case FAMILY_elementwise: case FAMILY_leaf: case FAMILY_iota: case FAMILY_device_id:
    case FAMILY_broadcast: case FAMILY_reshape: case FAMILY_transpose: case FAMILY_reverse:
    case FAMILY_slice: case FAMILY_pad: case FAMILY_concatenate: case FAMILY_dynamic_slice:
    case FAMILY_dynamic_update_slice: case FAMILY_gather: case FAMILY_scatter:
    case FAMILY_bitcast_convert: case FAMILY_dot: case FAMILY_convolution: case FAMILY_reduce:
    case FAMILY_reduce_window: case FAMILY_select_and_scatter: case FAMILY_sort: case FAMILY_topk:
    case FAMILY_fft: case FAMILY_linalg: case FAMILY_rng_bits: case FAMILY_tuple:
    case FAMILY_barrier: case FAMILY_token: case FAMILY_constraint: case FAMILY_reshard:
    case FAMILY_group: case FAMILY_opaque: return NULL;
    case N_FAMILIES: break;
    }
    g_assert_not_reached();
}

/* ---- the walk -------------------------------------------------------------------------------- */

typedef struct Walk {
    RefCx *cx;
    const IrComp *comp;
    const RefPlan *plan;
    Tensor **values; /* [lane * n_slots + slot] */
    Tensor **in, **out;
} Walk;

/* Operand leaves of the op on each lane, as references. */
static int collect_operands(Walk *w, const IrOp *op)
{
    const RefPlan *p = w->plan;
    int n = 0;
    bool gte = op->code == OP_get_tuple_element;
    for (int o = 0; o < op->n_operands; o++)
        n += gte ? p->n_leaves[op->pos] : p->n_leaves[op->operands[o]->pos];
    w->in = g_renew(Tensor *, w->in, MAX(n * w->cx->n_lanes, 1));
    for (int lane = 0, k = 0; lane < w->cx->n_lanes; lane++)
        for (int o = 0; o < op->n_operands; o++) {
            const IrOp *from = op->operands[o];
            int first = p->slot[from->pos], count = p->n_leaves[from->pos];
            if (gte) {
                first += type_part_leaf(from->type, (int)op->a.gte.index);
                count = p->n_leaves[op->pos];
            }
            for (int l = 0; l < count; l++)
                w->in[k++] =
                    tensor_ref(w->values[(gsize)lane * (gsize)p->n_slots + (gsize)(first + l)]);
        }
    return n;
}

static void drop_dead(Walk *w, const IrOp *op)
{
    const RefPlan *p = w->plan;
    for (int lane = 0; lane < w->cx->n_lanes; lane++)
        for (int d = p->first_dead[op->pos]; d < p->first_dead[op->pos + 1]; d++) {
            Tensor **v = &w->values[(gsize)lane * (gsize)p->n_slots + (gsize)p->dead[d]];
            tensor_unref(*v);
            *v = NULL;
        }
}

/* Checks the memory for families that copy their operands into wider or reordered arrays, so that they do not run
 * out of memory in between. */
static bool has_room(const IrOp *op, GError **error)
{
    OpFamily family = op_family(op);
    if (family != FAMILY_dot && family != FAMILY_convolution && family != FAMILY_fft && family != FAMILY_linalg &&
        op->code != OP_ragged_dot && op->code != OP_scaled_dot && op->code != OP_custom_call)
        return true;
    double elems = 0;
    for (int i = 0; i < op->n_operands; i++)
        elems += op->operands[i]->type->kind == TYPE_ARRAY ? (double)op->operands[i]->type->n_elems : 0;
    for (int l = 0; l < type_n_leaves(op->type); l++)
        elems += type_leaf(op->type, l)->kind == TYPE_ARRAY ? (double)type_leaf(op->type, l)->n_elems : 0;
    enum { SMALL = 1 << 24 };
    if (elems < SMALL)
        return true;
    ElemType e = type_n_leaves(op->type) ? type_leaf(op->type, 0)->elem : ELEM_f32;
    bool narrow = (family == FAMILY_dot || family == FAMILY_convolution) && elem_is_float(e) && elem_info[e].bytes <= 4;
    double bytes = elems * (narrow ? 8 : 24); /* reordered, then widened */
    g_autofree char *type = type_text(op->type), *what = g_strdup_printf("%s %s of %s", op_info[op->code].id, op->name, type);
    return tensor_room(bytes < 0x1p62 ? (int64_t)bytes : INT64_MAX, what, OP_AT(op), error);
}

static bool run_op(Walk *w, const IrOp *op, GError **error)
{
    if (!has_room(op, error))
        return false;
    const RefPlan *p = w->plan;
    int n_out = p->n_leaves[op->pos], lanes = w->cx->n_lanes, n_in = collect_operands(w, op);
    drop_dead(w, op); /* before the op: `in` then holds the last references */
    w->out = g_renew(Tensor *, w->out, MAX(n_out * lanes, 1));
    memset(w->out, 0, sizeof *w->out * (size_t)MAX(n_out * lanes, 1));
    LanesFn all = lanes_fn(op);
    bool ok = true;
    if (all)
        ok = all(w->cx, op, &(RefLeaves){w->in, w->out, n_in, n_out}, error);
    int64_t drawn = w->cx->draws; /* every device draws the same numbers */
    for (int lane = 0; !all && ok && lane < lanes; lane++) {
        RefCx one = ref_one_lane(w->cx, lane);
        ok = run_lane(&one, op, w->in + lane * n_in, n_out, w->out + lane * n_out, error);
        drawn = one.draws;
    }
    if (!all)
        w->cx->draws = drawn;
    for (int i = 0; i < n_in * lanes; i++)
        tensor_unref(w->in[i]);
    bool unused = p->first_dead[op->pos] < p->first_dead[op->pos + 1];
    for (int lane = 0; lane < lanes; lane++)
        for (int l = 0; l < n_out; l++)
            w->values[(gsize)lane * (gsize)p->n_slots + (gsize)(p->slot[op->pos] + l)] =
                w->out[lane * n_out + l];
    if (unused) /* a result without users is released at once */
        drop_dead(w, op);
    return ok;
}

/* The arguments move into the parameters' slots. */
static void bind_arguments(Walk *w, Tensor **args)
{
    const RefPlan *p = w->plan;
    for (int lane = 0; lane < w->cx->n_lanes; lane++)
        for (int i = 0; i < w->comp->n_params; i++) {
            int pos = w->comp->params[i]->pos;
            for (int l = 0; l < p->n_leaves[pos]; l++) {
                w->values[(gsize)lane * (gsize)p->n_slots + (gsize)(p->slot[pos] + l)] = *args;
                *args++ = NULL;
            }
        }
}

bool ref_comp(RefCx *cx, const IrComp *comp, Tensor **args, Tensor **results, GError **error)
{
    const RefPlan *p = ref_plan(cx, comp);
    if (cx->depth >= MAX_DEPTH) {
        for (int i = 0; i < p->n_args * cx->n_lanes; i++)
            g_clear_pointer(&args[i], tensor_unref);
        return diag(error, SHARD_ERROR_LIMIT, &comp->at, NULL, "calls nest deeper than %d",
                    MAX_DEPTH);
    }
    Walk w = {.cx = cx, .comp = comp, .plan = p};
    gsize n_values = (gsize)p->n_slots * (gsize)cx->n_lanes;
    w.values = g_new0(Tensor *, MAX(n_values, 1));
    bind_arguments(&w, args);
    cx->depth++;
    bool ok = true;
    for (int i = 0; ok && i < comp->n_ops; i++)
        if (p->skip[i])
            drop_dead(&w, comp->ops[i]);
        else if (comp->ops[i]->code != OP_parameter)
            ok = stop_requested(cx->stop) ? stop_error(&comp->ops[i]->at, error) : run_op(&w, comp->ops[i], error);
    cx->depth--;
    for (int lane = 0; ok && lane < cx->n_lanes; lane++)
        for (int l = 0; l < p->n_results; l++)
            results[lane * p->n_results + l] = tensor_ref(
                w.values[(gsize)lane * (gsize)p->n_slots + (gsize)(p->slot[comp->root->pos] + l)]);
    for (gsize i = 0; i < n_values; i++)
        tensor_unref(w.values[i]);
    g_free(w.values);
    g_free(w.in);
    g_free(w.out);
    return ok;
}

/* ---- entry ----------------------------------------------------------------------------------- */

static bool check_arguments(const IrComp *entry, const Tensor *const *args, int n_args,
                            int64_t n_lanes, GError **error)
{
    int want = ref_comp_n_args(entry);
    if (n_args != want)
        return diag(error, SHARD_ERROR_RUN, &entry->at, NULL, "%s takes %d arrays, %d were given",
                    entry->name, want, n_args);
    for (int64_t lane = 0; lane < n_lanes; lane++)
        for (int p = 0, i = 0; p < entry->n_params; p++)
            for (int l = 0; l < type_n_leaves(entry->params[p]->type); l++, i++) {
                const Type *type = type_leaf(entry->params[p]->type, l),
                           *got = args[lane * n_args + i]->type;
                bool same = got->kind == type->kind &&
                            (type->kind != TYPE_ARRAY ||
                             (got->elem == type->elem && got->rank == type->rank));
                for (int d = 0; same && type->kind == TYPE_ARRAY && d < type->rank; d++)
                    same = got->dims[d] == type->dims[d];
                if (!same) {
                    g_autofree char *a = type_text(got), *b = type_text(type);
                    return diag(error, SHARD_ERROR_RUN, &entry->params[p]->at, NULL,
                                "argument %d is %s, %s wants %s", i, a, entry->name, b);
                }
            }
    return true;
}

/* Makes the plans of all computations, callees first, and checks that there are not too many values. */
static bool make_plans(RefCx *cx, GError **error)
{
    for (int i = 0; i < cx->m->n_comps; i++) {
        const IrComp *c = cx->m->comps[i];
        if ((int64_t)ref_plan(cx, c)->n_slots * cx->n_lanes > MAX_VALUES)
            return diag(error, SHARD_ERROR_LIMIT, &c->at, NULL, "%s has %d values on each of %d devices, more than the limit of %d",
                        c->name, ref_plan(cx, c)->n_slots, cx->n_lanes, MAX_VALUES);
    }
    return true;
}

/* References of all arguments: new ones, or those of the caller. */
static Tensor **hold_arguments(const RefCx *cx, const Tensor *const *args, int n_args, bool take)
{
    Tensor **in = g_new(Tensor *, MAX(n_args * cx->n_lanes, 1));
    for (int i = 0; i < n_args * cx->n_lanes; i++)
        in[i] = take ? (Tensor *)args[i] : tensor_ref(args[i]);
    return in;
}

/* The references in `in` are used up, also on failure. */
static bool eval_held(RefCx *cx, Tensor **in, int n_args, GPtrArray *results, GError **error)
{
    const IrComp *entry = cx->m->entry;
    RefShared shared = {g_hash_table_new_full(NULL, NULL, NULL, ref_plan_free),
                        g_hash_table_new_full(NULL, NULL, NULL, tensor_free)};
    cx->shared = &shared;
    cx->probes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, tensors_free);
    int n_out = type_n_leaves(entry->root->type);
    g_autofree Tensor **out = g_new0(Tensor *, MAX(n_out * cx->n_lanes, 1));
    bool ok = make_plans(cx, error);
    for (int i = 0; !ok && i < n_args * cx->n_lanes; i++)
        tensor_unref(in[i]);
    ok = ok && ref_comp(cx, entry, in, out, error);
    for (int i = 0; ok && i < n_out * cx->n_lanes; i++)
        g_ptr_array_add(results, out[i]);
    g_hash_table_unref(cx->probes);
    g_hash_table_unref(shared.plans);
    g_hash_table_unref(shared.constants);
    return ok;
}

static bool eval(RefCx *cx, const Tensor *const *args, int n_args, const RefOptions *o, GPtrArray *results, GError **error)
{
    bool take = o && o->take_args, ok = check_arguments(cx->m->entry, args, n_args, cx->n_lanes, error);
    g_autofree Tensor **in = ok || take ? hold_arguments(cx, args, n_args, take) : NULL;
    for (int i = 0; !ok && take && i < n_args * cx->n_lanes; i++)
        tensor_unref(in[i]);
    return ok && eval_held(cx, in, n_args, results, error);
}

bool reference_eval(const IrModule *m, const Tensor *const *args, int n_args, const RefOptions *o,
                    GPtrArray *results, GError **error)
{
    const int64_t id = 0;
    RefCx cx = {.m = m,
                .n_lanes = 1,
                .ids = &id,
                .n_replicas = 1,
                .n_partitions = 1,
                .n_devices = o ? o->n_devices : 0,
                .stop = o ? o->stop : NULL};
    return eval(&cx, args, n_args, o, results, error);
}

bool reference_eval_spmd(const IrModule *m, const Tensor *const *args, int n_args,
                         const RefOptions *o, GPtrArray *results, GError **error)
{
    int64_t n_devices = o->n_devices, replicas = MAX(m->n_replicas, 1);
    if (n_devices < 1 || n_devices > 1 << 20 || n_devices % replicas)
        return diag(error, SHARD_ERROR_RUN, NULL, NULL,
                    "%" G_GINT64_FORMAT " devices for %" G_GINT64_FORMAT " replicas", n_devices,
                    replicas);
    g_autofree int64_t *ids = g_new(int64_t, n_devices);
    for (int64_t d = 0; d < n_devices; d++)
        ids[d] = d;
    RefCx cx = {.m = m,
                .n_lanes = (int)n_devices,
                .ids = ids,
                .n_replicas = replicas,
                .n_partitions = n_devices / replicas,
                .n_devices = n_devices,
                .stop = o->stop};
    return eval(&cx, args, n_args, o, results, error);
}

bool reference_eval_replicas(const IrModule *m, const Tensor *const *args, int n_args, const RefOptions *o,
                             GPtrArray *results, GError **error)
{
    int64_t n = MAX(m->n_replicas, 1);
    if (n == 1)
        return reference_eval(m, args, n_args, o, results, error);
    return reference_eval_spmd(m, args, (int)(n_args / n), &(RefOptions){.n_devices = n, .stop = o ? o->stop : NULL, .take_args = o && o->take_args},
                               results, error);
}
