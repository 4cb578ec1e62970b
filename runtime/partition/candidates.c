/* Ways to divide one op over the mesh. A way is a list of mesh axes for each factor of the op's rule; the layouts of
 * operands and results follow from it. Taken as candidates: what each operand and the result suggest, alone and joined
 * with the others; for dots and convolutions every assignment of axes to factors as well. Each is made legal (what the
 * local lowering can do) and priced: moving operands there, moving the result on, and computing.
 * Start reading at candidates_of(). */
#include "runtime/partition/insert_impl.h"

#include "runtime/partition/lower.h"
#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"

enum { MAX_FACTORS = 48, MAX_PIECES = 5, MAX_WAYS = 700 };

typedef struct Way {
    AxisList f[MAX_FACTORS];
} Way;

/* True if one layout cannot hold both: they share a part of an axis, or cut it at places that no common refinement
 * has (2 x 3 and 3 x 2 of an axis of 6). */
static bool clash(AxisRef a, AxisRef b)
{
    return a.axis == b.axis && (axis_overlaps(a, b) || !axis_coexist(a, b));
}

static bool clashes_any(const Way *w, int n, AxisRef a)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < w->f[i].n; k++)
            if (clash(w->f[i].v[k], a))
                return true;
    return false;
}

/* True if all axes of the way can stand in one layout. */
static bool consistent(const Way *w, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < w->f[i].n; k++) {
            for (int l = 0; l < k; l++)
                if (clash(w->f[i].v[l], w->f[i].v[k]))
                    return false;
            if (clashes_any(w, i, w->f[i].v[k]))
                return false;
        }
    return true;
}

/* ---- dims to factors ------------------------------------------------------------------------------------- */

static int64_t gcd64(int64_t a, int64_t b)
{
    while (b) {
        int64_t t = a % b;
        a = b;
        b = t;
    }
    return a;
}

/* Deals the axes of one dim out to its factors, major to minor, splitting axes where a factor is full. */
static void project_dim(Insert *x, const Rule *rule, const RuleDim *dim, AxisList axes, Way *out)
{
    int i = 0;
    AxisRef rest = { 0 };
    bool have = false;
    for (int k = 0; k < dim->n; k++) {
        int f = dim->factors[k];
        AxisRef *v = arena_array(x->scratch, AxisRef, axes.n + 1);
        int n = 0;
        int64_t room = rule->factors[f].size;
        bool last = k == dim->n - 1;
        while (have || i < axes.n) {
            AxisRef a = have ? rest : axes.v[i++];
            have = false;
            if (last) {
                v[n++] = a;
                continue;
            }
            int64_t g = gcd64(room, a.size);
            if (g == 1) {
                rest = a;
                have = true;
                break;
            }
            v[n++] = (AxisRef){ a.axis, a.pre, g };
            room /= g;
            if (g < a.size) {
                rest = (AxisRef){ a.axis, a.pre * g, a.size / g };
                have = true;
            }
            if (room == 1)
                break;
        }
        if (out->f[f].n == 0 && n > 0)
            out->f[f] = (AxisList){ v, n };
        if (!last && room > 1) /* a major factor not full: what is left belongs to no factor */
            return;
    }
}

static Way project(Insert *x, const Rule *rule, const RuleTensor *t, const Sharding *s)
{
    Way w = { 0 };
    for (int d = 0; s && d < t->rank && d < s->rank; d++)
        project_dim(x, rule, &t->dims[d], s->dims[d].axes, &w);
    return w;
}

/* Gives factors of w that have no axes those of `more`, as far as they are free. */
static void fill(const Rule *rule, Way *w, const Way *more)
{
    for (int f = 0; f < rule->n_factors; f++) {
        if (w->f[f].n > 0)
            continue;
        int n = 0;
        while (n < more->f[f].n && !clashes_any(w, rule->n_factors, more->f[f].v[n]))
            n++;
        w->f[f] = (AxisList){ more->f[f].v, n };
    }
}

/* ---- factors to dims, and what is legal -------------------------------------------------------------------- */

static AxisList dim_axes(Insert *x, const RuleDim *dim, const Way *w)
{
    AxisList l = { NULL, 0 };
    for (int k = 0; k < dim->n; k++)
        l = axis_list_concat(x->scratch, l, w->f[dim->factors[k]]);
    return l;
}

/* True if the local lowering can have this factor split for this op. */
static bool factor_may_split(const IrOp *op, const Rule *rule, int f)
{
    const Factor *factor = &rule->factors[f];
    switch (factor->kind) {
    case FACTOR_PASS_THROUGH: return lower_can_pass(op, rule, f);
    case FACTOR_REDUCTION: return lower_can_reduce(op, rule, f);
    case FACTOR_NEED_REPLICATION: return false;
    case FACTOR_PERMUTATION: return lower_can_permute(op, rule, f);
    }
    return false;
}

/* Cuts the axes of compound dims so that local pieces are whole: every factor but the last must be filled, and all must
 * divide exactly. */
static void legalise_dim(Insert *x, const Rule *rule, const RuleDim *dim, Way *w)
{
    bool closed = false;
    for (int k = 0; k < dim->n; k++) {
        int f = dim->factors[k];
        AxisList a = w->f[f];
        int64_t room = rule->factors[f].size;
        int n = 0;
        for (; n < a.n && !closed; n++) {
            int64_t g = gcd64(room, a.v[n].size);
            if (g != a.v[n].size) {
                if (g > 1) {
                    AxisRef *v = arena_memdup(x->scratch, a.v, sizeof *v * (size_t)a.n);
                    v[n].size = g;
                    a.v = v;
                    room /= g;
                    n++;
                }
                break;
            }
            room /= g;
        }
        w->f[f] = (AxisList){ a.v, n };
        if (room > 1)
            closed = true;
    }
}

static void legalise(Insert *x, const IrOp *op, const Rule *rule, Way *w)
{
    for (int f = 0; f < rule->n_factors; f++)
        if (w->f[f].n && !factor_may_split(op, rule, f))
            w->f[f] = (AxisList){ NULL, 0 };
    for (int round = 0; round < 2; round++)
        for (int t = 0; t < rule->n_operands + rule->n_results; t++) {
            const RuleTensor *rt = &rule->tensors[t];
            for (int d = 0; d < rt->rank; d++)
                if (rt->dims[d].n > 1)
                    legalise_dim(x, rule, &rt->dims[d], w);
        }
    lower_restrict(op, rule, w->f);
}

static bool same_way(const Rule *rule, const Way *a, const Way *b)
{
    for (int f = 0; f < rule->n_factors; f++)
        if (!axis_list_equal(a->f[f], b->f[f]))
            return false;
    return true;
}

typedef VEC(Way) Ways;

static void add_way(Insert *x, const IrOp *op, const Rule *rule, Ways *ways, Way w)
{
    legalise(x, op, rule, &w);
    if (!consistent(&w, rule->n_factors))
        return;
    for (int i = 0; i < ways->n; i++)
        if (same_way(rule, &ways->v[i], &w))
            return;
    vec_push(ways, w);
}

/* Axes of factors that cannot be split here (a sorted dim) put behind those of each factor that can. */
static void add_moved(Insert *x, const IrOp *op, const Rule *rule, Ways *ways, const Way *from)
{
    Way kept = *from;
    AxisList homeless = { NULL, 0 };
    for (int f = 0; f < rule->n_factors; f++)
        if (kept.f[f].n && !factor_may_split(op, rule, f)) {
            homeless = axis_list_concat(x->scratch, homeless, kept.f[f]);
            kept.f[f] = (AxisList){ NULL, 0 };
        }
    if (homeless.n == 0)
        return;
    for (int f = 0; f < rule->n_factors; f++) {
        int64_t parts = axis_list_size(kept.f[f]) * axis_list_size(homeless);
        if (rule->factors[f].kind != FACTOR_PASS_THROUGH || rule->factors[f].size < parts || !factor_may_split(op, rule, f))
            continue;
        Way w = kept;
        w.f[f] = axis_list_concat(x->scratch, kept.f[f], homeless);
        add_way(x, op, rule, ways, w);
    }
}

/* ---- all assignments, for contractions ---------------------------------------------------------------------- */

static void add_piece(AxisRef *pieces, int *n, AxisRef a)
{
    for (int i = 0; i < *n; i++) {
        if (!axis_overlaps(pieces[i], a)) {
            if (clash(pieces[i], a))
                return;
            continue;
        }
        if (axis_equal(pieces[i], a))
            return;
        AxisRef p = pieces[i];
        int64_t lo = MAX(p.pre, a.pre), hi = MIN(p.pre * p.size, a.pre * a.size);
        int64_t cuts[4] = { MIN(p.pre, a.pre), lo, hi, MAX(p.pre * p.size, a.pre * a.size) };
        pieces[i] = pieces[--*n];
        for (int k = 0; k < 3; k++)
            if (cuts[k] < cuts[k + 1] && cuts[k + 1] % cuts[k] == 0)
                add_piece(pieces, n, (AxisRef){ p.axis, cuts[k], cuts[k + 1] / cuts[k] });
        return;
    }
    if (*n < MAX_PIECES * 2)
        pieces[(*n)++] = a;
}

/* The order of the pieces of one factor: as some tensor has it now, else mesh order. */
static AxisList order_pieces(Insert *x, const Way *seen, int n_seen, int f, const AxisRef *v, int n)
{
    AxisRef *copy = arena_dup_array(x->scratch, v, n);
    AxisList mesh_order = axis_list_sorted(x->scratch, x->m->mesh, (AxisList){ copy, n });
    for (int i = 0; i < n_seen; i++) {
        AxisList l = seen[i].f[f];
        if (axis_list_size(l) == axis_list_size(mesh_order) &&
            axis_list_equal(axis_list_sorted(x->scratch, x->m->mesh, l), mesh_order))
            return l;
    }
    return mesh_order;
}

static void add_assignments(Insert *x, const IrOp *op, const Rule *rule, Ways *ways, const Way *seen, int n_seen)
{
    int split[MAX_FACTORS], n_split = 0;
    for (int f = 0; f < rule->n_factors; f++)
        if (rule->factors[f].size > 1 && factor_may_split(op, rule, f) && rule->factors[f].kind != FACTOR_PERMUTATION)
            split[n_split++] = f;
    AxisRef pieces[MAX_PIECES * 2 + 4];
    int n = 0;
    for (int i = 0; i < n_seen; i++)
        for (int f = 0; f < rule->n_factors; f++)
            for (int k = 0; k < seen[i].f[f].n; k++)
                add_piece(pieces, &n, seen[i].f[f].v[k]);
    if (n == 0)
        return; /* nothing is sharded here: stay so */
    AxisList idle = mesh_free_axes(x->scratch, x->m->mesh, &x->manual, 1);
    for (int i = 0; i < idle.n; i++)
        if (idle.v[i].size > 1)
            add_piece(pieces, &n, idle.v[i]);
    int64_t total = 1;
    for (int i = 0; i < n; i++)
        total *= n_split + 1;
    if (n > MAX_PIECES || total > MAX_WAYS)
        return;
    for (int64_t code = 0; code < total; code++) {
        Way w = { 0 };
        int64_t rest = code;
        int where[MAX_PIECES * 2 + 4];
        for (int i = 0; i < n; i++) {
            where[i] = (int)(rest % (n_split + 1));
            rest /= n_split + 1;
        }
        for (int s = 0; s < n_split; s++) {
            AxisRef list[MAX_PIECES * 2 + 4];
            int k = 0;
            for (int i = 0; i < n; i++)
                if (where[i] == s)
                    list[k++] = pieces[i];
            if (k)
                w.f[split[s]] = order_pieces(x, seen, n_seen, split[s], list, k);
        }
        add_way(x, op, rule, ways, w);
    }
}

/* ---- candidates ------------------------------------------------------------------------------------------------ */

static const Sharding *tensor_sharding(Insert *x, const RuleTensor *rt, const Type *type, const Way *w)
{
    if (type->kind != TYPE_ARRAY)
        return NULL;
    AxisList dims[MAX_RANK] = { 0 };
    for (int d = 0; d < rt->rank; d++)
        dims[d] = dim_axes(x, &rt->dims[d], w);
    return sharding_of_dims(x->m->shardings, x->m->mesh, type->rank, dims);
}

static Reduction reduction_of(const IrOp *op)
{
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

static double local_bytes(const Type *type, const Sharding *s)
{
    if (type->kind != TYPE_ARRAY)
        return 0;
    int64_t dims[MAX_RANK];
    tile_dims(s, type->rank, type->dims, dims);
    double b = elem_info[type->elem].bytes;
    for (int d = 0; d < type->rank; d++)
        b *= (double)dims[d];
    return b;
}

/* Bytes of memory that the local op reads and writes: of arrays it looks into at a few places, those only. */
static double touched_bytes(const IrOp *op, const Candidate *c)
{
    double out = 0, in = 0;
    for (int r = 0; r < type_n_leaves(op->type); r++)
        out += c->out[r] ? local_bytes(type_leaf(op->type, r), c->out[r]) : 0;
    for (int i = 0; i < op->n_operands; i++) {
        double b = c->in[i] ? local_bytes(op->operands[i]->type, c->in[i]) : 0;
        bool looked_into = i == 0 && (op->code == OP_dynamic_slice || op->code == OP_slice || op->code == OP_gather);
        in += looked_into ? MIN(b, out) : b;
    }
    if (op->code == OP_dynamic_update_slice && c->in[0] && c->in[1]) /* in place */
        return 2 * local_bytes(op->operands[1]->type, c->in[1]);
    return in + out;
}

static const char *way_text(Insert *x, const IrOp *op, const Rule *rule, const Way *w)
{
    if (!x->log)
        return "";
    g_autoptr(GString) s = g_string_new(NULL);
    for (int f = 0; f < rule->n_factors; f++) {
        if (w->f[f].n == 0)
            continue;
        g_string_append(s, s->len ? ", " : "");
        factor_name(s, f);
        g_string_append_printf(s, " (%s) on ", factor_kind_name(rule->factors[f].kind));
        axis_list_print(s, x->m->mesh, w->f[f]);
    }
    return s->len ? decision_text(x->log, "split %s", s->str) : decision_text(x->log, "%s on every device whole", op_info[op->code].id);
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
    }
}

static Candidate *price(Insert *x, IrOp *op, const Rule *rule, const Way *w)
{
    const CostModel *model = planner_model(x->planner);
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
    for (int i = 0; i < op->n_operands; i++) {
        const Type *t = op->operands[i]->type;
        c->in[i] = tensor_sharding(x, rule_operand(rule, i), t, w);
        if (!c->in[i])
            continue;
        IrOp *v = value_leaf(x, op->operands[i], 0);
        const Version *from;
        c->comm_ns += value_price(x, v, c->in[i], &from);
        c->bytes += planner_plan(x->planner, t, from->sharding, c->in[i])->bytes;
    }
    bool partial = reduced.n && lower_leaves_partial(op);
    for (int r = 0; r < n_leaves; r++) {
        const Type *t = type_leaf(op->type, r);
        const Sharding *s = tensor_sharding(x, rule_result(rule, r), t, w);
        if (!s)
            continue;
        if (partial)
            s = sharding_with_unreduced(x->m->shardings, s, axis_list_sorted(x->scratch, x->m->mesh, reduced), reduction_of(op));
        else if (reduced.n) { /* partial results are gathered and reduced again by the op's own lowering */
            int64_t g = axis_list_size(reduced), bytes = (int64_t)local_bytes(t, s) * (g - 1);
            c->bytes += bytes;
            c->inner_ns += model->ns_per_coll + (double)bytes * model->ns_per_byte;
        }
        c->out[r] = s;
        price_users(x, op, r, s, c);
    }
    int64_t halo = lower_halo_bytes(op, c->in, c->out);
    c->bytes += halo;
    c->inner_ns += halo ? 2 * model->ns_per_coll + (double)halo * model->ns_per_byte : 0;
    c->comm_ns += c->inner_ns;
    double share = (double)axis_list_size(c->used);
    double contraction = op_family(op) == FAMILY_dot || op_family(op) == FAMILY_convolution ? op_flops(op) : 0;
    c->flops = op_flops(op) / share;
    c->compute_ns = touched_bytes(op, c) * model->ns_per_mem_byte + contraction / share * model->ns_per_flop;
    return c;
}

static int by_price(gconstpointer a, gconstpointer b)
{
    const Candidate *x = *(const Candidate *const *)a, *y = *(const Candidate *const *)b;
    double dx = x->comm_ns + x->compute_ns, dy = y->comm_ns + y->compute_ns;
    return dx < dy ? -1 : dx > dy;
}

GPtrArray *candidates_of(Insert *x, IrOp *op, const Rule *rule)
{
    GPtrArray *out = g_ptr_array_new();
    if (rule->n_factors > MAX_FACTORS)
        return out;
    Ways ways = { 0 };
    if (x->m->mesh->n_devices == 1) { /* nothing to divide */
        Way nothing = { 0 };
        g_ptr_array_add(out, price(x, op, rule, &nothing));
        return out;
    }
    int n_tensors = rule->n_results + rule->n_operands;
    Way *seen = arena_array(x->scratch, Way, n_tensors + rule->n_operands);
    int n_seen = 0;
    for (int r = 0; r < rule->n_results; r++)
        seen[n_seen++] = project(x, rule, rule_result(rule, r), decided(x, op, r));
    for (int i = 0; i < rule->n_operands; i++)
        if (op->operands[i]->type->kind == TYPE_ARRAY && op->operands[i]->type->rank > 0)
            seen[n_seen++] = project(x, rule, rule_operand(rule, i), value_layout(x, value_leaf(x, op->operands[i], 0)));
    for (int i = 0; i < rule->n_operands; i++)
        if (op->operands[i]->type->kind == TYPE_ARRAY && op->operands[i]->type->rank > 0 && op->operands[i]->shardings)
            seen[n_seen++] = project(x, rule, rule_operand(rule, i), decided(x, op->operands[i], 0));
    int n_primary = x->options->first_match ? MIN(1, n_seen) : n_seen;
    for (int i = 0; i < n_primary; i++) {
        Way alone = seen[i], joined = seen[i];
        for (int k = 0; k < n_seen; k++)
            fill(rule, &joined, &seen[k]);
        if (!x->options->first_match)
            add_moved(x, op, rule, &ways, &joined);
        add_way(x, op, rule, &ways, joined);
        add_way(x, op, rule, &ways, alone);
    }
    Way nothing = { 0 };
    add_way(x, op, rule, &ways, nothing);
    if (!x->options->first_match && (op_family(op) == FAMILY_dot || op_family(op) == FAMILY_convolution))
        add_assignments(x, op, rule, &ways, seen, n_seen);
    for (int i = 0; i < ways.n; i++)
        g_ptr_array_add(out, price(x, op, rule, &ways.v[i]));
    if (!x->options->first_match)
        g_ptr_array_sort(out, by_price);
    for (guint i = 0; i < MIN(out->len, 6); i++) {
        Candidate *c = g_ptr_array_index(out, i);
        Way w = { 0 };
        memcpy(w.f, c->factors, sizeof *c->factors * (size_t)rule->n_factors);
        c->text = way_text(x, op, rule, &w);
    }
    vec_clear(&ways);
    return out;
}

/* ---- partial values ----------------------------------------------------------------------------------------------- */

/* True if op(a + b) = op(a) + op(b) in each operand together, and in the same element type or a wider one. */
static bool is_linear(const IrOp *op)
{
    switch ((int)op_family(op)) {
    case FAMILY_transpose:
    case FAMILY_reshape:
    case FAMILY_slice: return true;
    case FAMILY_reduce: return op->n_operands == 2 && comp_reduce_kind(op->comps[0]) == REDUCE_SUM;
    case FAMILY_elementwise:
        if (op->code == OP_convert)
            return elem_is_float(op->type->elem) && elem_is_float(op->operands[0]->type->elem) &&
                   elem_info[op->type->elem].bits >= elem_info[op->operands[0]->type->elem].bits;
        return op->code == OP_add || op->code == OP_subtract || op->code == OP_negate || op->code == OP_copy;
    }
    return false;
}

Candidate *candidate_on_partials(Insert *x, IrOp *op, const Rule *rule)
{
    int n = op->code == OP_reduce ? 1 : op->n_operands;
    if (x->options->first_match || !is_linear(op) || op->type->kind != TYPE_ARRAY || !elem_is_float(op->type->elem))
        return NULL;
    AxisList axes = { NULL, 0 };
    Way w = { 0 };
    for (int i = 0; i < n; i++) {
        IrOp *v = value_leaf(x, op->operands[i], 0);
        const Sharding *s = value_layout(x, v);
        if (op->operands[i] != v || !s->unreduced.n || s->reduction != REDUCTION_SUM || x->n_uses[v->id] > 1)
            return NULL;
        if (i > 0 && !axis_list_equal(axes, s->unreduced))
            return NULL;
        axes = s->unreduced;
        Way mine = project(x, rule, rule_operand(rule, i), s);
        if (i == 0)
            w = mine;
        else if (!same_way(rule, &w, &mine))
            return NULL;
    }
    Way legal = w;
    legalise(x, op, rule, &legal);
    if (!same_way(rule, &w, &legal))
        return NULL;
    for (int f = 0; f < rule->n_factors; f++)
        for (int k = 0; k < w.f[f].n; k++)
            for (int a = 0; a < axes.n; a++)
                if (clash(w.f[f].v[k], axes.v[a]))
                    return NULL;
    Candidate *c = price(x, op, rule, &w);
    AxisList all = axis_list_sorted(x->scratch, x->m->mesh, axis_list_concat(x->scratch, axes, c->out[0]->unreduced));
    for (int i = 0; i < n; i++) {
        const Version *from;
        IrOp *v = value_leaf(x, op->operands[i], 0);
        c->comm_ns -= value_price(x, v, c->in[i], &from);
        c->bytes -= planner_plan(x->planner, op->operands[i]->type, from->sharding, c->in[i])->bytes;
        c->in[i] = value_layout(x, v);
    }
    Candidate before = { 0 }, after = { 0 };
    price_users(x, op, 0, c->out[0], &before);
    c->out[0] = sharding_with_unreduced(x->m->shardings, c->out[0], all, REDUCTION_SUM);
    price_users(x, op, 0, c->out[0], &after);
    c->comm_ns += after.comm_ns - before.comm_ns;
    c->bytes += after.bytes - before.bytes;
    c->used = axis_list_concat(x->scratch, c->used, axes);
    c->text = x->log ? "on partial sums as they are, summed later" : "";
    return c;
}
