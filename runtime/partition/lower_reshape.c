/* Reshapes whose split dims are cut at different places on the two sides, such as 12 rows in 4 pieces of 3 that become 3 x 4 in 4
 * pieces of 1. Dims that belong together on both sides form one run of memory. Where only the major dim of a run is split, each
 * device holds one stretch of the run and fetches the stretch that it needs from its neighbours (halo.c). */
#include "runtime/partition/halo.h"
#include "runtime/partition/local_build.h"
#include "runtime/partition/local_impl.h"
#include "runtime/partition/lower.h"

/* Dims [in, in_end) of the operand and [out, out_end) of the result: the same elements. */
typedef struct Run {
    int in, in_end, out, out_end;
    int factor;            /* factor with which the major dims of both sides begin; -1 = none in common */
} Run;

/* Without a rule, runs have no factors. An array of no elements has no runs. */
static int runs_of(const IrOp *op, const Rule *rule, Run *runs)
{
    const Type *from = op->operands[0]->type, *to = op->type;
    int i = 0, o = 0, n = 0;
    while (to->n_elems && (i < from->rank || o < to->rank)) {
        if (i < from->rank && from->dims[i] == 1) {
            i++;
            continue;
        }
        if (o < to->rank && to->dims[o] == 1) {
            o++;
            continue;
        }
        if (i == from->rank || o == to->rank)
            break;
        Run r = { i, i + 1, o, o + 1, -1 };
        int64_t p = from->dims[i], q = to->dims[o];
        while (p != q)
            if (p < q)
                p *= from->dims[r.in_end++];
            else
                q *= to->dims[r.out_end++];
        const RuleDim *a = rule ? &rule_operand(rule, 0)->dims[i] : NULL, *b = rule ? &rule_result(rule, 0)->dims[o] : NULL;
        if (rule && a->n && b->n && a->factors[0] == b->factors[0])
            r.factor = a->factors[0];
        runs[n++] = r;
        i = r.in_end;
        o = r.out_end;
    }
    return n;
}

static int next_one(const Type *t, const RuleTensor *rt, int d)
{
    while (d < t->rank && (t->dims[d] != 1 || rt->dims[d].n != 1))
        d++;
    return d;
}

const Rule *lower_reshape_rule(Arena *arena, const IrOp *op, const Rule *given)
{
    const Type *from = op->operands[0]->type, *to = op->type;
    RuleTensor *tensors = arena_dup_array(arena, given->tensors, 2);
    RuleDim *dims = arena_dup_array(arena, tensors[1].dims, to->rank);
    int i = next_one(from, &tensors[0], 0), o = next_one(to, &given->tensors[1], 0), n = 0;
    for (; i < from->rank && o < to->rank; n++) {
        dims[o] = tensors[0].dims[i];
        i = next_one(from, &tensors[0], i + 1);
        o = next_one(to, &given->tensors[1], o + 1);
    }
    if (n == 0)
        return given;
    tensors[1].dims = dims;
    Rule *rule = arena_dup_array(arena, given, 1);
    rule->tensors = tensors;
    return rule;
}

/* True if only the first factor of the run is split. */
static bool only_first(const Rule *rule, const Run *r, const AxisList *axes)
{
    for (int side = 0; side < 2; side++) {
        const RuleTensor *t = side ? rule_result(rule, 0) : rule_operand(rule, 0);
        for (int d = side ? r->out : r->in; d < (side ? r->out_end : r->in_end); d++)
            for (int k = 0; k < t->dims[d].n; k++)
                if (t->dims[d].factors[k] != r->factor && axes[t->dims[d].factors[k]].n)
                    return false;
    }
    return true;
}

bool lower_cuts_unevenly(const IrOp *op, const Rule *rule, int f, const AxisList *axes)
{
    if (op->code != OP_reshape || rule->custom || rule->factors[f].size % axis_list_size(axes[f]) == 0 ||
        op->operands[0]->type->rank + 1 > MAX_RANK)
        return false;
    Run runs[MAX_RANK];
    int n = runs_of(op, rule, runs);
    for (int i = 0; i < n; i++)
        if (runs[i].factor == f)
            return only_first(rule, &runs[i], axes);
    return false;
}

bool lower_major_run(Arena *arena, const IrOp *op, const Rule *rule, AxisList *axes)
{
    Run runs[MAX_RANK];
    bool any = false;
    int n = op->code == OP_reshape && !rule->custom ? runs_of(op, rule, runs) : 0;
    for (int i = 0; i < n; i++) {
        const Run *r = &runs[i];
        for (int side = 0; side < 2 && r->factor >= 0; side++) {
            const RuleDim *dim = side ? &rule_result(rule, 0)->dims[r->out] : &rule_operand(rule, 0)->dims[r->in];
            AxisList all = { NULL, 0 };
            for (int k = 0; k < dim->n; k++)
                all = axis_list_concat(arena, all, axes[dim->factors[k]]);
            all = axis_list_merged(arena, all);
            if (axis_list_size(all) == axis_list_size(axes[r->factor]) || rule->factors[r->factor].size % axis_list_size(all) == 0)
                continue;
            for (int k = 0; k < dim->n; k++)
                axes[dim->factors[k]] = (AxisList){ NULL, 0 };
            axes[r->factor] = all;
            any = true;
        }
    }
    return any;
}

/* ---- what moves ---- */

/* A run that k devices share: the rows that each holds and needs. */
typedef struct Stretches {
    int64_t k, n, tile, size, *start;
} Stretches;

static int64_t product(const int64_t *dims, int lo, int hi)
{
    int64_t p = 1;
    for (int d = lo; d < hi; d++)
        p *= dims[d];
    return p;
}

static Stretches stretches_of(Arena *arena, const IrOp *op, const Run *r, int64_t k)
{
    const int64_t *from = op->operands[0]->type->dims, *to = op->type->dims;
    int64_t minor = product(to, r->out + 1, r->out_end), tile_out = tile_size(to[r->out], k);
    Stretches s = { .k = k, .n = product(from, r->in, r->in_end), .tile = tile_size(from[r->in], k) * product(from, r->in + 1, r->in_end),
                    .size = tile_out * minor, .start = arena_array(arena, int64_t, k) };
    for (int64_t i = 0; i < k; i++)
        s.start[i] = i * s.size;
    return s;
}

/* Parts of the run's major dim, if its two sides are cut at different places; else 1. */
static int64_t parts_cut(const IrOp *op, const Run *r, const Sharding *in, const Sharding *out)
{
    int64_t k = sharding_parts(out, r->out);
    const int64_t *from = op->operands[0]->type->dims, *to = op->type->dims;
    bool alike = tile_size(from[r->in], k) * product(from, r->in + 1, r->in_end) == tile_size(to[r->out], k) * product(to, r->out + 1, r->out_end);
    return alike || sharding_parts(in, r->in) != k ? 1 : k;
}

int64_t lower_reshape_bytes(const IrOp *op, const Sharding *in, const Sharding *out)
{
    Run runs[MAX_RANK];
    int n = !sharding_is_replicated(out) ? runs_of(op, NULL, runs) : 0;
    int64_t bytes = 0;
    for (int i = 0; i < n; i++) {
        int64_t k = parts_cut(op, &runs[i], in, out);
        if (k == 1)
            continue;
        Arena *arena = arena_new_root();
        Stretches s = stretches_of(arena, op, &runs[i], k);
        Fetch f = fetch_plan_tiles(arena, k, s.tile, &(FetchRows){ s.n, s.start, s.size, NULL });
        bytes += fetch_bytes(&f, storage_bytes(op->operands[0]->type, in) / s.tile);
        arena_free(arena);
    }
    return bytes;
}

IrOp *lower_reshape(Local *x, const IrOp *op)
{
    const IrOp *value = op->operands[0];
    const Sharding *out = sharding_of(op);
    Run runs[MAX_RANK];
    const Type *local = lb_local_type(x, op->type, out);
    int n = !sharding_is_replicated(out) ? runs_of(op, NULL, runs) : 0;
    IrOp *a = local_of(x, value);
    int64_t from[MAX_RANK];
    memcpy(from, a->type->dims, sizeof *from * (size_t)a->type->rank);
    bool cut = false;
    for (int i = 0; i < n; i++) {
        const Run *r = &runs[i];
        int64_t k = parts_cut(op, r, sharding_of(value), out), dims[MAX_RANK];
        if (k == 1)
            continue;
        Stretches s = stretches_of(x->out->arena, op, r, k);
        for (int d = 0; d < r->in; d++) /* the run is dim r->in of an array of as many dims before it */
            dims[d] = d ? 1 : product(local->dims, 0, r->out);
        dims[r->in] = s.tile;
        dims[r->in + 1] = product(from, r->in_end, value->type->rank);
        FetchFrom source = { lb_reshape(x, a, r->in + 2, dims), value, r->in, out->dims[r->out].axes, "is cut at other places" };
        a = fetch_dim(x, &source, &(FetchRows){ s.n, s.start, s.size, NULL }, NULL);
        cut = true;
    }
    return cut ? lb_reshape(x, a, local->rank, local->dims) : lower_plain(x, op);
}
