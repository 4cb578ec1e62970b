/* Candidates: a way to divide an op (ways.c), the layouts of operands and results that follow from it, and its price: moving operands
 * into these layouts, moving results to where their readers need them, and computing. Start reading at candidates_of(). */
#include "runtime/partition/candidates.h"
#include "runtime/partition/known.h"

#include <math.h>

#include "runtime/ir/scalar.h"
#include "runtime/partition/lower.h"
#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"

static const Sharding *tensor_sharding(Insert *x, const RuleTensor *rt, const Type *type, const Way *w)
{
    if (type->kind != TYPE_ARRAY)
        return NULL;
    AxisList dims[MAX_RANK] = { 0 };
    for (int d = 0; d < rt->rank; d++)
        dims[d] = way_dim(x, &rt->dims[d], w);
    return sharding_of_dims(x->m->shardings, x->m->mesh, type->rank, dims);
}

/* How what devices have of a result becomes the whole. Slices and gathers leave out what other devices have, as zeros of a sum; where
 * a type has no zero, as its least number. */
static Reduction reduction_of(const IrOp *op)
{
    if ((op->code == OP_dynamic_slice || op->code == OP_gather) && op->type->elem == ELEM_f8e8m0fnu)
        return REDUCTION_MAX;
    if (op->code != OP_reduce && op->code != OP_scatter && op->code != OP_reduce_window)
        return REDUCTION_SUM;
    switch (comp_reduce_kind(op->comps[0])) {
    case REDUCE_PRODUCT: return REDUCTION_PRODUCT;
    case REDUCE_MAX: return REDUCTION_MAX;
    case REDUCE_MIN: return REDUCTION_MIN;
    case REDUCE_AND: return REDUCTION_AND;
    case REDUCE_OR: return REDUCTION_OR;
    case REDUCE_XOR: return REDUCTION_XOR;
    case REDUCE_SUM:
    case REDUCE_OTHER: break;
    }
    return REDUCTION_SUM;
}

/* Axes of the way that windows run along in some operand, which it may also have whole. */
static AxisList windowed_axes(Insert *x, const Rule *rule, const RuleDim *dim, const Way *w)
{
    AxisList l = { NULL, 0 };
    for (int k = 0; k < dim->n; k++)
        if (rule->factors[dim->factors[k]].kind == FACTOR_PERMUTATION)
            l = axis_list_concat(x->scratch, l, w->f[dim->factors[k]]);
    return l;
}

static const Sharding *taken_whole(Insert *x, const Rule *rule, const RuleTensor *t, const Sharding *s, const Way *w)
{
    for (int d = 0; d < t->rank; d++)
        if (windowed_axes(x, rule, &t->dims[d], w).n)
            s = sharding_with_dim(x->m->shardings, s, d, (AxisList){ NULL, 0 });
    return s;
}

/* A bit per operand of which every device has the windowed dims whole: then no rows have to be sent. */
static uint64_t whole_operands(Insert *x, const IrOp *op, const Rule *rule, const Way *w)
{
    uint64_t bits = 0;
    for (int i = 0; i < MIN(op->n_operands, 64) && lower_may_take_whole(op); i++) {
        const RuleTensor *t = rule_operand(rule, i);
        IrOp *v = op->operands[i]->type->kind == TYPE_ARRAY && t->rank > 0 ? value_leaf(x, op->operands[i], 0) : NULL;
        bool windowed = false, whole = v != NULL;
        for (int d = 0; whole && d < t->rank; d++)
            if (windowed_axes(x, rule, &t->dims[d], w).n) {
                windowed = true;
                whole = value_is_free(v) || value_layout(x, v)->dims[d].axes.n == 0;
            }
        bits |= (uint64_t)(whole && windowed) << i;
    }
    return bits;
}

/* Bytes of memory that the local op reads and writes: of arrays it looks into at a few places, those only. */
static double touched_bytes(const IrOp *op, const Candidate *c)
{
    double out = 0, in = 0;
    for (int r = 0; r < type_n_leaves(op->type); r++)
        out += c->out[r] ? (double)storage_bytes(type_leaf(op->type, r), c->out[r]) : 0;
    for (int i = 0; i < op->n_operands; i++) {
        double b = c->in[i] ? (double)storage_bytes(op->operands[i]->type, c->in[i]) : 0;
        bool part = op_reads_part(op, i) || (i < 64 && c->whole >> i & 1);
        in += part ? MIN(b, out) : b;
    }
    if (op->code == OP_dynamic_update_slice && c->in[0] && c->in[1]) /* in place */
        return 2 * (double)storage_bytes(op->operands[1]->type, c->in[1]);
    return in + out;
}

/* Moving result r on: to where its users wanted it in the round before, else to where propagation put it. */
static void price_users(Insert *x, const IrOp *op, int r, const Sharding *s, Candidate *c)
{
    const Type *t = type_leaf(op->type, r);
    const Layouts *wants = x->wants && op->id < x->n_input && op->type->kind == TYPE_ARRAY ? &x->wants[op->id] : NULL;
    for (int i = 0; i < (wants && wants->n ? wants->n : 1); i++) {
        const Sharding *to = wants && wants->n ? wants->v[i] : decided(x, op, r);
        if (to->unreduced.n && !axis_list_equal(to->unreduced, s->unreduced))
            to = sharding_with_unreduced(x->m->shardings, to, (AxisList){ NULL, 0 }, REDUCTION_SUM);
        const ReshardPlan *on = planner_plan(x->planner, t, s, to);
        c->comm_ns += on->ns;
        c->bytes += on->bytes;
        c->far_bytes += on->far_bytes;
    }
}

/* The part of the work that the busiest device does, as one over: tiles of uneven dims are all as long as the longest. */
static double share_of(const Rule *rule, const Way *w)
{
    double share = 1;
    for (int f = 0; f < rule->n_factors; f++) {
        int64_t parts = axis_list_size(w->f[f]), size = rule->factors[f].size;
        if (parts > 1 && size > 0)
            share *= (double)size / (double)tile_size(size, parts);
    }
    return share;
}

static Candidate *make(Insert *x, IrOp *op, const Rule *rule, const Way *w)
{
    const Hardware *model = planner_model(x->planner);
    Candidate *c = arena_new(x->scratch, Candidate);
    c->in = arena_array(x->scratch, const Sharding *, op->n_operands);
    int n_leaves = type_n_leaves(op->type);
    c->out = arena_array(x->scratch, const Sharding *, n_leaves);
    c->factors = arena_dup_array(x->scratch, w->f, rule->n_factors);
    AxisList reduced = { NULL, 0 };
    for (int f = 0; f < rule->n_factors; f++) {
        c->used = axis_list_concat(x->scratch, c->used, w->f[f]);
        if (rule->factors[f].kind == FACTOR_REDUCTION)
            reduced = axis_list_concat(x->scratch, reduced, w->f[f]);
    }
    c->whole = w->whole;
    for (int i = 0; i < op->n_operands; i++) {
        c->in[i] = tensor_sharding(x, rule_operand(rule, i), op->operands[i]->type, w);
        if (i < 64 && w->whole >> i & 1)
            c->in[i] = taken_whole(x, rule, rule_operand(rule, i), c->in[i], w);
    }
    bool partial = reduced.n && lower_leaves_partial(op);
    for (int r = 0; r < n_leaves; r++) {
        const Type *t = type_leaf(op->type, r);
        const Sharding *s = tensor_sharding(x, rule_result(rule, r), t, w);
        if (!s)
            continue;
        if (partial)
            s = sharding_with_unreduced(x->m->shardings, s, axis_list_sorted(x->scratch, x->m->mesh, reduced), reduction_of(op));
        else if (reduced.n) { /* completed by the op's own lowering: partial results gathered and reduced again, or who wrote last agreed on */
            bool writes = op_family(op) == FAMILY_scatter;
            CollKind kind = writes ? COLL_ALL_REDUCE : COLL_ALL_GATHER;
            int64_t g = axis_list_size(reduced), of_one = storage_bytes(t, s), bytes = of_one * (g - 1);
            if (writes)
                bytes = coll_traffic(kind, of_one, g) + coll_traffic(kind, of_one / elem_info[t->elem].bytes * (g < 254 ? 1 : 4), g);
            c->bytes += bytes;
            c->inner_ns += coll_ns(model, x->m->mesh, kind, (double)bytes, reduced) + (writes ? coll_ns(model, x->m->mesh, kind, 0, reduced) : 0);
        }
        c->out[r] = s;
    }
    int64_t halo = lower_halo_bytes(op, c->in, c->out);
    c->bytes += halo;
    bool deals = op->code == OP_fft;
    CollKind kind = deals ? COLL_ALL_TO_ALL : COLL_PERMUTE;
    c->inner_ns += halo ? coll_ns(model, x->m->mesh, kind, (double)halo, c->used) + (deals ? 2 : 1) * coll_ns(model, x->m->mesh, kind, 0, c->used) : 0;
    double passes = 1;
    if (op->code == OP_sort) {
        SortPrice sort = lower_sort_price(model, x->m->mesh, op, c->in[0]);
        c->bytes += sort.bytes;
        c->inner_ns += sort.ns;
        passes = sort.passes;
    }
    c->comm_ns = c->inner_ns;
    double share = c->share = share_of(rule, w);
    c->flops = op_flops(op) / share;
    c->compute_ns = op_work_ns(model, op, c->flops, touched_bytes(op, c) * passes);
    return c;
}

Candidate *candidate_base(Insert *x, IrOp *op, const Rule *rule, const Way *w)
{
    Key k;
    key_of_base(x, op, rule, w, &k);
    Candidate *c = memo_get(&x->known, &k);
    if (!c) {
        c = make(x, op, rule, w);
        c->base = k.full ? 0 : ++x->n_bases;
        memo_put(&x->known, &k, c);
    }
    return c;
}

Candidate *candidate_make(Insert *x, IrOp *op, const Rule *rule, const Way *w)
{
    return arena_dup_array(x->scratch, candidate_base(x, op, rule, w), 1);
}

static Candidate no_candidate; /* the answer "there is none" */

Candidate *candidate_following(Insert *x, IrOp *op, const Rule *rule, const RuleTensor *t, const Sharding *want, const Candidate *now)
{
    Key k;
    key_of_following(x, op, (int)(t - rule->tensors), want, now, &k);
    Candidate *c = memo_get(&x->known, &k);
    if (!c) {
        Way w;
        c = way_following(x, op, rule, &(TensorLayout){ t, want }, now->factors, &w) ? candidate_base(x, op, rule, &w) : &no_candidate;
        memo_put(&x->known, &k, c);
    }
    return c == &no_candidate ? NULL : c;
}

/* Adds the price of moving operands there and results on. */
static void add_moving(Insert *x, IrOp *op, Candidate *c)
{
    for (int i = 0; i < op->n_operands; i++) {
        if (!c->in[i])
            continue;
        const Version *from;
        c->comm_ns += value_price(x, value_leaf(x, op->operands[i], 0), c->in[i], &from);
        const ReshardPlan *plan = planner_plan(x->planner, op->operands[i]->type, from->sharding, c->in[i]);
        c->bytes += plan->bytes;
        c->far_bytes += plan->far_bytes;
    }
    for (int r = 0; r < type_n_leaves(op->type); r++)
        if (c->out[r])
            price_users(x, op, r, c->out[r], c);
}

static Candidate *price(Insert *x, IrOp *op, const Rule *rule, const Way *w)
{
    Candidate *c = candidate_make(x, op, rule, w);
    add_moving(x, op, c);
    return c;
}

Candidate *candidate_with(Insert *x, IrOp *op, const Rule *rule, const AxisList *factors, uint64_t whole)
{
    Way w = { .whole = whole };
    memcpy(w.f, factors, sizeof *factors * (size_t)rule->n_factors);
    Candidate *c = price(x, op, rule, &w);
    c->text = candidate_text(x, op, rule, c);
    return c;
}

static int by_price(gconstpointer a, gconstpointer b)
{
    const Candidate *x = *(const Candidate *const *)a, *y = *(const Candidate *const *)b;
    double dx = candidate_price(x, 1), dy = candidate_price(y, 1);
    return dx < dy ? -1 : dx > dy;
}

typedef struct CandidateList {
    int n;
    Candidate **v;
} CandidateList;

static CandidateList *find_candidates(Insert *x, IrOp *op, const Rule *rule)
{
    g_autoptr(GPtrArray) out = g_ptr_array_new();
    Ways ways = { 0 };
    if (x->m->mesh->n_devices == 1) { /* nothing to divide */
        Way nothing = { 0 };
        g_ptr_array_add(out, price(x, op, rule, &nothing));
    } else {
        int n_tensors = rule->n_results + rule->n_operands;
        Way *seen = arena_array(x->scratch, Way, n_tensors + rule->n_operands);
        int n_seen = 0;
        for (int r = 0; r < rule->n_results; r++)
            seen[n_seen++] = way_project(x, rule, rule_result(rule, r), decided(x, op, r));
        for (int i = 0; i < rule->n_operands; i++)
            if (op->operands[i]->type->kind == TYPE_ARRAY && op->operands[i]->type->rank > 0)
                seen[n_seen++] = way_project(x, rule, rule_operand(rule, i), value_layout(x, value_leaf(x, op->operands[i], 0)));
        for (int i = 0; i < rule->n_operands; i++)
            if (op->operands[i]->type->kind == TYPE_ARRAY && op->operands[i]->type->rank > 0 && op->operands[i]->shardings)
                seen[n_seen++] = way_project(x, rule, rule_operand(rule, i), decided(x, op->operands[i], 0));
        ways_of(x, op, rule, seen, n_seen, &ways);
        for (int i = 0, n = ways.n; i < n && !x->options->first_match; i++) {
            Way w = ways.v[i];
            w.whole = whole_operands(x, op, rule, &w);
            if (w.whole)
                vec_push(&ways, w);
        }
        for (int i = 0; i < ways.n; i++)
            g_ptr_array_add(out, price(x, op, rule, &ways.v[i]));
        if (!x->options->first_match)
            g_ptr_array_sort(out, by_price);
        vec_clear(&ways);
    }
    CandidateList *list = arena_new(x->scratch, CandidateList);
    *list = (CandidateList){ (int)out->len, arena_memdup(x->scratch, out->pdata, sizeof *out->pdata * out->len) };
    return list;
}

GPtrArray *candidates_of(Insert *x, IrOp *op, const Rule *rule)
{
    if (rule->n_factors > MAX_FACTORS)
        return g_ptr_array_new();
    Key k;
    key_of_candidates(x, op, rule, &k);
    CandidateList *list = memo_get(&x->known, &k);
    if (!list) {
        list = find_candidates(x, op, rule);
        memo_put(&x->known, &k, list);
    }
    GPtrArray *out = g_ptr_array_sized_new((guint)list->n + 2);
    for (int i = 0; i < list->n; i++)
        g_ptr_array_add(out, list->v[i]);
    for (int i = 0; i < MIN(list->n, 6); i++)
        if (!list->v[i]->text || !list->v[i]->text[0])
            list->v[i]->text = candidate_text(x, op, rule, list->v[i]);
    return out;
}

/* ---- partial values ----------------------------------------------------------------------------------------------- */

/* A finite number that is not 0, everywhere the same. */
static bool is_splat_number(const IrOp *op)
{
    while (op->code == OP_broadcast || op->code == OP_reshard || op->code == OP_reshape || op->code == OP_convert)
        op = op->operands[0];
    const Literal *l = op->code == OP_constant ? op->a.literal : NULL;
    if (!l || !l->data || (l->type->n_elems != 1 && !l->splat) || !elem_is_float(l->type->elem))
        return false;
    double v = scalar_to_double(l->type->elem, l->data);
    return isfinite(v) && v != 0;
}

uint64_t splat_operands(const IrOp *op)
{
    uint64_t bits = 0;
    if (op->code == OP_multiply || op->code == OP_divide)
        for (int i = 0; i < op->n_operands; i++)
            bits |= (uint64_t)is_splat_number(op->operands[i]) << i;
    return bits;
}

/* True if the op of sums is the sum of the op of each part, in the operands of `parts` (a bit each) together, the others
 * being whole; and in the same element type or a wider one. */
static bool is_linear(const IrOp *op, uint64_t parts)
{
    uint64_t all = op->n_operands >= 64 ? 0 : (UINT64_C(1) << op->n_operands) - 1;
    switch (op_family(op)) {
    case FAMILY_transpose:
    case FAMILY_reshape:
    case FAMILY_broadcast:
    case FAMILY_slice:
    case FAMILY_reverse: return true;
    case FAMILY_concatenate: return parts == all;
    case FAMILY_dynamic_slice: return parts == 1;
    case FAMILY_dot: return parts == 1 || parts == 2;
    case FAMILY_reduce: return op->n_operands == 2 && parts == 1 && comp_reduce_kind(op->comps[0]) == REDUCE_SUM;
    case FAMILY_elementwise:
        if (op->code == OP_convert)
            return elem_is_float(op->type->elem) && elem_is_float(op->operands[0]->type->elem) &&
                   elem_info[op->type->elem].bits >= elem_info[op->operands[0]->type->elem].bits;
        if (op->code == OP_multiply)
            return (parts == 1 && is_splat_number(op->operands[1])) || (parts == 2 && is_splat_number(op->operands[0]));
        if (op->code == OP_divide)
            return parts == 1 && is_splat_number(op->operands[1]);
        return (op->code == OP_add || op->code == OP_subtract || op->code == OP_negate || op->code == OP_copy) && parts == all;
    case FAMILY_leaf: case FAMILY_iota: case FAMILY_device_id: case FAMILY_pad: case FAMILY_dynamic_update_slice: case FAMILY_gather:
    case FAMILY_scatter: case FAMILY_bitcast_convert: case FAMILY_convolution: case FAMILY_reduce_window: case FAMILY_select_and_scatter:
    case FAMILY_sort: case FAMILY_topk: case FAMILY_fft: case FAMILY_linalg: case FAMILY_rng_bits: case FAMILY_tuple: case FAMILY_control:
    case FAMILY_barrier: case FAMILY_collective: case FAMILY_async: case FAMILY_token: case FAMILY_custom: case FAMILY_constraint:
    case FAMILY_reshard: case FAMILY_group: case FAMILY_manual: case FAMILY_opaque: case N_FAMILIES: break;
    }
    return false;
}

typedef struct PartialOperands {
    const Sharding *const *at; /* layouts of all operands */
    uint64_t which;            /* a bit per operand that is partial */
    AxisList axes;             /* along which they are */
} PartialOperands;

/* The way that the partial operands have in common; false if they differ, or if it is none that the op can take. */
static bool way_of_parts(Insert *x, const IrOp *op, const Rule *rule, const PartialOperands *p, Way *w)
{
    const Sharding *const *at = p->at;
    bool first = true;
    for (int i = 0; i < op->n_operands; i++) {
        if (!(p->which >> i & 1))
            continue;
        Way mine = way_project(x, rule, rule_operand(rule, i), at[i]);
        if (!first && !way_equal(rule, w, &mine))
            return false;
        *w = mine;
        first = false;
        for (int d = 0; d < at[i]->rank; d++) /* nothing of the layout may be lost */
            if (!axis_list_equal(way_dim(x, &rule_operand(rule, i)->dims[d], w), at[i]->dims[d].axes))
                return false;
    }
    Way legal = *w;
    way_legalise(x, op, rule, &legal);
    if (!way_equal(rule, w, &legal))
        return false;
    for (int f = 0; f < rule->n_factors; f++)
        for (int k = 0; k < w->f[f].n; k++)
            for (int a = 0; a < p->axes.n; a++)
                if (axes_clash(w->f[f].v[k], p->axes.v[a]))
                    return false;
    return true;
}

static Candidate *make_on_parts(Insert *x, IrOp *op, const Rule *rule, const Sharding *const *at)
{
    if (rule->n_factors > MAX_FACTORS || op->type->kind != TYPE_ARRAY || !elem_is_float(op->type->elem) || op->n_operands > 60)
        return NULL;
    AxisList axes = { NULL, 0 };
    uint64_t parts = 0;
    for (int i = 0; i < op->n_operands; i++) {
        if (!at[i] || !at[i]->unreduced.n)
            continue;
        if (at[i]->reduction != REDUCTION_SUM || (parts && !axis_list_equal(axes, at[i]->unreduced)))
            return NULL;
        axes = at[i]->unreduced;
        parts |= UINT64_C(1) << i;
    }
    Way w = { 0 };
    if (!parts || !is_linear(op, parts) || !way_of_parts(x, op, rule, &(PartialOperands){ at, parts, axes }, &w))
        return NULL;
    Candidate *c = candidate_make(x, op, rule, &w);
    c->in = arena_dup_array(x->scratch, c->in, op->n_operands);
    c->out = arena_dup_array(x->scratch, c->out, 1);
    for (int i = 0; i < op->n_operands; i++)
        if (parts >> i & 1)
            c->in[i] = at[i];
    AxisList all = axis_list_sorted(x->scratch, x->m->mesh, axis_list_concat(x->scratch, axes, c->out[0]->unreduced));
    c->out[0] = sharding_with_unreduced(x->m->shardings, c->out[0], all, REDUCTION_SUM);
    c->used = axis_list_concat(x->scratch, c->used, axes);
    c->on_partials = true;
    c->text = x->log ? "on partial sums, which are summed later" : "";
    return c;
}

Candidate *candidate_on_parts(Insert *x, IrOp *op, const Rule *rule, const Sharding *const *at)
{
    bool any = false;
    for (int i = 0; i < op->n_operands; i++)
        any |= at[i] && at[i]->unreduced.n;
    if (!any)
        return NULL;
    Key k;
    key_of_parts(x, op, at, &k);
    Candidate *c = memo_get(&x->known, &k);
    if (!c) {
        c = make_on_parts(x, op, rule, at);
        memo_put(&x->known, &k, c ? c : &no_candidate);
    }
    return c == &no_candidate ? NULL : c;
}

Candidate *candidate_on_partials(Insert *x, IrOp *op, const Rule *rule, bool forced)
{
    if (x->options->first_match)
        return NULL;
    const Sharding **at = arena_array(x->scratch, const Sharding *, op->n_operands);
    for (int i = 0; i < op->n_operands; i++) {
        if (op->operands[i]->type->kind != TYPE_ARRAY)
            continue;
        IrOp *v = value_leaf(x, op->operands[i], 0);
        at[i] = value_layout(x, v);
        if (at[i]->unreduced.n && !forced && (op->operands[i] != v || x->n_uses[v->id] > 1))
            return NULL; /* someone else needs the sum anyway */
    }
    Candidate *c = candidate_on_parts(x, op, rule, at);
    if (!c)
        return NULL;
    c = arena_dup_array(x->scratch, c, 1);
    add_moving(x, op, c);
    return c;
}
