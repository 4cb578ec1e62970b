/* Ways to divide one op over the mesh: mesh axes for each factor of the op's rule. Ways come from the layouts of each operand and of the
 * result, alone and combined with the others; for dots and convolutions every assignment of axes to factors is added. Each way is
 * then reduced to what the local lowering can do. Start reading at ways_of(). */
#include "runtime/partition/ways.h"

#include "runtime/base/gcd.h"
#include "runtime/partition/lower.h"
#include "runtime/shard/tiles.h"

enum { MAX_PIECES = 5, MAX_WAYS = 700, MAX_FINE_WAYS = 130 };

/* True if one layout cannot hold both: they share a part of an axis, or cut it at places that no common refinement
 * has (2 x 3 and 3 x 2 of an axis of 6). */
bool axes_clash(AxisRef a, AxisRef b)
{
    return a.axis == b.axis && (axis_overlaps(a, b) || !axis_coexist(a, b));
}

static bool clashes_any(const Way *w, int n, AxisRef a)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < w->f[i].n; k++)
            if (axes_clash(w->f[i].v[k], a))
                return true;
    return false;
}

/* True if all axes of the way can stand in one layout. */
static bool consistent(const Way *w, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < w->f[i].n; k++) {
            for (int l = 0; l < k; l++)
                if (axes_clash(w->f[i].v[l], w->f[i].v[k]))
                    return false;
            if (clashes_any(w, i, w->f[i].v[k]))
                return false;
        }
    return true;
}

/* ---- dims to factors ------------------------------------------------------------------------------------- */

/* True if so many parts of the dim are whole parts of its first factor, uneven ones too: 7 groups of 2 on 4 devices. */
static bool parts_are_whole(const Rule *rule, const RuleDim *dim, int64_t parts)
{
    int64_t inner = 1, n = rule->factors[dim->factors[0]].size;
    for (int k = 1; k < dim->n; k++)
        inner *= rule->factors[dim->factors[k]].size;
    return tile_size(n * inner, parts) == tile_size(n, parts) * inner;
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
            if (k == 0 && n == 0 && axes.n == 1 && g != a.size && parts_are_whole(rule, dim, a.size)) {
                v[n++] = a;
                break;
            }
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

Way way_project(Insert *x, const Rule *rule, const RuleTensor *t, const Sharding *s)
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

AxisList way_dim(Insert *x, const RuleDim *dim, const Way *w)
{
    AxisList l = { NULL, 0 };
    for (int k = 0; k < dim->n; k++)
        l = axis_list_concat(x->scratch, l, w->f[dim->factors[k]]);
    return l;
}

/* True if the local lowering can split this factor. In first-match mode not for sorts and transforms, which GSPMD does not split. */
static bool factor_may_split(const Insert *x, const IrOp *op, const Rule *rule, int f)
{
    const Factor *factor = &rule->factors[f];
    if (x->options->first_match && (op->code == OP_sort || op->code == OP_fft) && factor->kind == FACTOR_PERMUTATION)
        return false;
    switch (factor->kind) {
    case FACTOR_PASS_THROUGH: return lower_can_pass(op, rule, f);
    case FACTOR_REDUCTION: return lower_can_reduce(op, rule, f);
    case FACTOR_NEED_REPLICATION: return false;
    case FACTOR_PERMUTATION: return lower_can_permute(op, rule, f);
    }
    return false;
}

/* True if factor f counts the groups of a convolution, is all that is split of its dims, and each part of them is whole groups. */
static bool cuts_whole_groups(const IrOp *op, const Rule *rule, int f, const AxisList *axes)
{
    for (int t = 0; t < rule->n_operands + rule->n_results; t++)
        for (int d = 0; d < rule->tensors[t].rank; d++) {
            const RuleDim *dim = &rule->tensors[t].dims[d];
            for (int k = 0; k < dim->n && dim->factors[0] == f; k++)
                if (k ? axes[dim->factors[k]].n > 0 : !parts_are_whole(rule, dim, axis_list_size(axes[f])))
                    return false;
        }
    return op->code == OP_convolution;
}

/* Cuts the axes of compound dims so that local pieces are whole: every factor but the last must be filled, and all must
 * divide exactly; of a reshape's major dims that only if it is to be divided evenly, of a convolution's groups if parts are whole. */
static void legalise_dim(Insert *x, const IrOp *op, const Rule *rule, const RuleDim *dim, bool evenly, Way *w)
{
    bool closed = false;
    for (int k = 0; k < dim->n; k++) {
        int f = dim->factors[k];
        if (k == 0 && !evenly && (lower_cuts_unevenly(op, rule, f, w->f) || cuts_whole_groups(op, rule, f, w->f)))
            return;
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

static void legalise(Insert *x, const IrOp *op, const Rule *rule, bool evenly, Way *w)
{
    for (int f = 0; f < rule->n_factors; f++)
        if (w->f[f].n && !factor_may_split(x, op, rule, f))
            w->f[f] = (AxisList){ NULL, 0 };
    for (int round = 0; round < 2; round++)
        for (int t = 0; t < rule->n_operands + rule->n_results; t++) {
            const RuleTensor *rt = &rule->tensors[t];
            for (int d = 0; d < rt->rank; d++)
                if (rt->dims[d].n > 1)
                    legalise_dim(x, op, rule, &rt->dims[d], evenly, w);
        }
    lower_restrict(x->scratch, op, rule, w->f);
}

void way_legalise(Insert *x, const IrOp *op, const Rule *rule, Way *w)
{
    legalise(x, op, rule, false, w);
}

bool way_equal(const Rule *rule, const Way *a, const Way *b)
{
    for (int f = 0; f < rule->n_factors; f++)
        if (!axis_list_equal(a->f[f], b->f[f]))
            return false;
    return a->whole == b->whole;
}

static void add_way(Insert *x, const IrOp *op, const Rule *rule, Ways *ways, Way w)
{
    way_legalise(x, op, rule, &w);
    if (!consistent(&w, rule->n_factors))
        return;
    for (int i = 0; i < ways->n; i++)
        if (way_equal(rule, &ways->v[i], &w))
            return;
    vec_push(ways, w);
}

/* True if the factor of this op may just as well be whole, with its axes on another: what is looked up or reduced along a
 * split dim is a sum over devices, what is sorted or transformed along it changes devices. */
static bool may_move_away(const IrOp *op, const Rule *rule, int f)
{
    OpFamily family = op_family(op);
    if (family == FAMILY_sort || family == FAMILY_fft)
        return rule->factors[f].kind == FACTOR_PERMUTATION;
    return rule->factors[f].kind == FACTOR_REDUCTION &&
           (family == FAMILY_dynamic_slice || family == FAMILY_gather || family == FAMILY_reduce || family == FAMILY_scatter);
}

/* Axes of factors that cannot be split here, or need not be if `all` (a sorted dim), put behind those of each factor that can. */
static void add_moved(Insert *x, const IrOp *op, const Rule *rule, Ways *ways, const Way *from, bool all)
{
    Way kept = *from;
    AxisList homeless = { NULL, 0 };
    for (int f = 0; f < rule->n_factors; f++)
        if (kept.f[f].n && (!factor_may_split(x, op, rule, f) || (all && may_move_away(op, rule, f)))) {
            homeless = axis_list_concat(x->scratch, homeless, kept.f[f]);
            kept.f[f] = (AxisList){ NULL, 0 };
        }
    if (homeless.n == 0)
        return;
    for (int f = 0; f < rule->n_factors; f++) {
        int64_t parts = axis_list_size(kept.f[f]) * axis_list_size(homeless);
        if (rule->factors[f].kind != FACTOR_PASS_THROUGH || rule->factors[f].size < parts || !factor_may_split(x, op, rule, f))
            continue;
        Way w = kept;
        w.f[f] = axis_list_concat(x->scratch, kept.f[f], homeless);
        add_way(x, op, rule, ways, w);
    }
    if (all)
        add_way(x, op, rule, ways, kept);
}

/* ---- all assignments, for contractions ---------------------------------------------------------------------- */

static void add_piece(AxisRef *pieces, int *n, AxisRef a)
{
    for (int i = 0; i < *n; i++) {
        if (!axis_overlaps(pieces[i], a)) {
            if (axes_clash(pieces[i], a))
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

/* The order of the axes of one factor: as in one of the tensors now, else mesh order. */
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
        if (rule->factors[f].size > 1 && factor_may_split(x, op, rule, f) && rule->factors[f].kind != FACTOR_PERMUTATION)
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

/* ---- ways ------------------------------------------------------------------------------------------------------------ */

void ways_of(Insert *x, const IrOp *op, const Rule *rule, const Way *seen, int n_seen, Ways *out)
{
    bool first_match = x->options->first_match;
    for (int i = 0; i < (first_match ? MIN(1, n_seen) : n_seen); i++) {
        Way alone = seen[i], joined = seen[i];
        for (int k = 0; k < n_seen; k++)
            fill(rule, &joined, &seen[k]);
        if (!first_match)
            for (int all = 0; all < 2; all++)
                add_moved(x, op, rule, out, &joined, all);
        add_way(x, op, rule, out, joined);
        add_way(x, op, rule, out, alone);
        if (op->code != OP_reshape)
            continue;
        Way evenly = joined;
        legalise(x, op, rule, true, &evenly);
        add_way(x, op, rule, out, evenly);
        if (!first_match && lower_major_run(x->scratch, op, rule, joined.f))
            add_way(x, op, rule, out, joined);
    }
    Way nothing = { 0 };
    add_way(x, op, rule, out, nothing);
    if (!first_match && (op_family(op) == FAMILY_dot || op_family(op) == FAMILY_convolution))
        add_assignments(x, op, rule, out, seen, n_seen);
}

bool way_following(Insert *x, const IrOp *op, const Rule *rule, const TensorLayout *at, const AxisList *now, Way *out)
{
    Way rest = { 0 };
    for (int f = 0; f < rule->n_factors && now; f++) {
        bool free_to_stay = !rule_tensor_has(at->tensor, f, NULL, NULL);
        rest.f[f] = free_to_stay ? now[f] : (AxisList){ NULL, 0 };
    }
    *out = way_project(x, rule, at->tensor, at->layout);
    fill(rule, out, &rest);
    way_legalise(x, op, rule, out);
    return consistent(out, rule->n_factors);
}
