/* Windows over split dims: convolutions, window reductions, and select-and-scatter (the gradient of pooling). Each shard fetches the
 * rows that its windows see (halo.c) and works without padding. Running sums need only the totals of the pieces before theirs. */
#include "runtime/partition/halo.h"
#include "runtime/partition/local_build.h"
#include "runtime/partition/local_impl.h"

#include "runtime/partition/lower.h"

/* ---- stretches of dilated dims -------------------------------------------------------------------------------------- */

static int64_t floor_div(int64_t a, int64_t b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

Stretch stretch_of(Arena *arena, int64_t k, const int64_t *start, int64_t span, int64_t dilation)
{
    Stretch s = { .first = arena_array(arena, int64_t, k), .count = arena_array(arena, int64_t, k), .lead = arena_array(arena, int64_t, k), .alike = true };
    for (int64_t i = 0; i < k; i++) {
        s.first[i] = -floor_div(-start[i], dilation); /* rounded up: a hole needs nobody */
        s.lead[i] = s.first[i] * dilation - start[i];
        s.count[i] = MAX(floor_div(start[i] + span - 1, dilation) - s.first[i] + 1, 0);
        s.n = MAX(s.n, s.count[i]);
        s.most_lead = MAX(s.most_lead, s.lead[i]);
        s.alike &= s.lead[i] == s.lead[0];
    }
    return s;
}

int64_t elements_seen(int64_t n, int64_t last, int64_t dilation)
{
    return CLAMP(floor_div(last, dilation) + 1, 0, n);
}

/* a with holes of `fill` between the elements of a dim, and `after` of it behind (negative: cut off). */
static IrOp *dilate(Local *x, IrOp *a, int dim, int64_t dilation, int64_t after, IrOp *fill)
{
    int rank = a->type->rank;
    int64_t *v = arena_array(x->out->arena, int64_t, rank * 3), n = a->type->dims[dim];
    v[rank + dim] = after;
    v[2 * rank + dim] = dilation - 1;
    IrOp *args[2] = { a, fill };
    IrOp *op = lb_op(x, OP_pad, lb_with_dim(x, a->type, dim, n ? (n - 1) * dilation + 1 + after : after), 2, args);
    op->a.pad.lo = v;
    op->a.pad.hi = v + rank;
    op->a.pad.interior = v + 2 * rank;
    return op;
}

IrOp *fetch_stretch(Local *x, const FetchFrom *from, const FetchRows *rows, int64_t dilation, IrOp *fill)
{
    int64_t k = axis_list_size(from->axes), span = rows->size;
    int dim = from->dim;
    Stretch s = stretch_of(x->out->arena, k, rows->start, span, dilation);
    IrOp *a = fetch_dim(x, from, &(FetchRows){ rows->n, s.first, s.n, s.count }, fill);
    if (dilation == 1)
        return a;
    int64_t have = s.n ? (s.n - 1) * dilation + 1 : 0;
    a = dilate(x, a, dim, dilation, MAX(span - have, 0), fill);
    a = lb_pad_dim(x, a, dim, s.most_lead, 0, fill);
    int64_t *at = arena_array(x->out->arena, int64_t, k);
    for (int64_t i = 0; i < k; i++)
        at[i] = s.most_lead - s.lead[i];
    return lb_dynamic_slice_dim(x, a, dim, lb_table_of_shards(x, from->axes, at), span);
}

/* The same for an op that dilates by itself: holes are filled here only if shards begin at different positions among them. Sets *w to
 * the window that is left for the op. */
static IrOp *fetch_window(Local *x, const FetchFrom *from, const FetchRows *rows, WindowDim *w, IrOp *fill)
{
    Stretch s = stretch_of(x->out->arena, axis_list_size(from->axes), rows->start, rows->size, w->base_dilation);
    w->pad_lo = w->pad_hi = 0;
    if (!s.alike || s.n == 0) {
        IrOp *a = fetch_stretch(x, from, rows, w->base_dilation, fill);
        w->base_dilation = 1;
        return a;
    }
    IrOp *a = fetch_dim(x, from, &(FetchRows){ rows->n, s.first, s.n, s.count }, fill);
    w->pad_lo = s.lead[0];
    w->pad_hi = rows->size - s.lead[0] - ((s.n - 1) * w->base_dilation + 1);
    return a;
}

/* The last position that a window op sees of a dim, in the dilated dim as it stands before padding. */
static int64_t last_seen(const WindowDim *w, int64_t places)
{
    return (places - 1) * w->stride + (w->size - 1) * w->window_dilation - w->pad_lo;
}

void lower_tap_starts(const WindowDim *w, int64_t n, int64_t tile, int64_t k, int64_t *start)
{
    for (int64_t i = 0; i < k; i++) /* who has no taps sees nothing */
        start[i] = i * tile < w->size ? i * tile * w->window_dilation - w->pad_lo : n;
}

/* ---- convolution --------------------------------------------------------------------------------------------------------- */

static IrOp *local_convolution(Local *x, const IrOp *op, IrOp *const *args, const WindowDim *dims)
{
    const ConvDims *c = &op->a.conv.dims;
    IrOp *made = lb_op(x, OP_convolution, lb_local_type(x, op->type, sharding_of(op)), 2, args);
    made->a = op->a;
    made->a.conv.window.dims = dims;
    /* Groups that are split over devices: each has its share of them. */
    if (c->batch_groups > 1)
        made->a.conv.dims.batch_groups = args[0]->type->dims[c->in_batch] / (op->operands[0]->type->dims[c->in_batch] / c->batch_groups);
    if (c->feature_groups > 1)
        made->a.conv.dims.feature_groups = args[0]->type->dims[c->in_feature] / args[1]->type->dims[c->kernel_in];
    return made;
}

/* A convolution over the taps of dim i in two parts: the first `left` taps, which every device with taps has, and the others, which the last
 * of these lacks. There it uses zeros of the input, because an infinite input times a zero of the kernel is not zero. */
static IrOp *convolution_by_taps(Local *x, const IrOp *op, IrOp *const *args, const WindowDim *dims, int i, int64_t left)
{
    const ConvDims *c = &op->a.conv.dims;
    const Window *w = &op->a.conv.window;
    int d = (int)c->in_spatial.v[i], t = (int)c->kernel_spatial.v[i];
    int64_t tile = dims[i].size, dilation = dims[i].window_dilation, span = args[0]->type->dims[d];
    AxisList axes = sharding_of(op->operands[1])->dims[t].axes;
    WindowDim *first = arena_dup_array(x->out->arena, dims, w->n), *others = arena_dup_array(x->out->arena, dims, w->n);
    first[i].size = left;
    others[i].size = tile - left;
    IrOp *first_args[2] = { lb_slice_dim(x, args[0], d, 0, span - (tile - left) * dilation, 1), lb_slice_dim(x, args[1], t, 0, left, 1) };
    IrOp *rows = lb_slice_dim(x, args[0], d, left * dilation, span, 1);
    IrOp *full = lb_compare(x, DIR_LT, lb_index(x, axes, 1), lb_scalar(x, ELEM_s32, w->dims[i].size / tile));
    rows = lb_select(x, lb_spread(x, full, rows->type), rows, lb_spread(x, lb_zero(x, rows->type->elem), rows->type));
    IrOp *other_args[2] = { rows, lb_slice_dim(x, args[1], t, left, tile, 1) };
    return lb_binary(x, OP_add, local_convolution(x, op, first_args, first), local_convolution(x, op, other_args, others));
}

IrOp *lower_convolution(Local *x, const IrOp *op)
{
    const ConvDims *c = &op->a.conv.dims;
    const IrOp *in = op->operands[0], *kernel = op->operands[1];
    const Sharding *out = sharding_of(op);
    int64_t in_feature = c->in_feature, kernel_in = c->kernel_in, left = 0;
    IrOp *args[2] = { lb_mask_contracted(x, in, (Ints){ &in_feature, 1 }), lb_mask_contracted(x, kernel, (Ints){ &kernel_in, 1 }) };
    const Window *w = &op->a.conv.window;
    WindowDim *dims = arena_dup_array(x->out->arena, w->dims, w->n);
    int left_dim = 0;
    for (int i = 0; i < w->n; i++) {
        int d = (int)c->in_spatial.v[i], o = (int)c->out_spatial.v[i], t = (int)c->kernel_spatial.v[i];
        int64_t k = sharding_parts(out, o), tile = tile_size(op->type->dims[o], k), n = in->type->dims[d];
        AxisList axes = out->dims[o].axes;
        int64_t *start = fetch_evenly(x->out->arena, k, -dims[i].pad_lo, tile * dims[i].stride);
        if (k == 1) { /* or each device has some taps of the window, and visits all places with them */
            axes = sharding_of(kernel)->dims[t].axes;
            k = axis_list_size(axes);
            dims[i].size = tile_size(dims[i].size, k);
            start = fetch_evenly(x->out->arena, k, 0, 0);
            lower_tap_starts(&w->dims[i], n, dims[i].size, k, start);
            args[1] = lb_mask_dim(x, args[1], t, w->dims[i].size, axes, lb_zero(x, args[1]->type->elem));
            tile = op->type->dims[o];
            if (k > 1 && lower_taps_left(&w->dims[i], n, k)) {
                left = lower_taps_left(&w->dims[i], n, k);
                left_dim = i;
            }
        }
        if (k == 1)
            continue;
        int64_t reach = (dims[i].size - 1) * dims[i].window_dilation + 1;
        int64_t seen = lower_elements_seen(&w->dims[i], n, op->type->dims[o]);
        args[0] = fetch_window(x, &(FetchFrom){ args[0], in, d, axes, "reads a window" }, &(FetchRows){ seen, start, (tile - 1) * dims[i].stride + reach, NULL },
                               &dims[i], lb_zero(x, args[0]->type->elem));
    }
    return left ? convolution_by_taps(x, op, args, dims, left_dim, left) : local_convolution(x, op, args, dims);
}

/* ---- window reductions ------------------------------------------------------------------------------------------------------ */

static bool is_trivial(const WindowDim *w)
{
    return w->size == 1 && w->stride == 1 && !w->pad_lo && !w->pad_hi && w->base_dilation == 1;
}

int lower_running_dim(const IrOp *op)
{
    const Window *w = &op->a.window.window;
    if (op->code != OP_reduce_window || op->n_operands != 2 || op->n_comps != 1)
        return -1;
    int found = -1;
    for (int d = 0; d < w->n; d++) {
        const WindowDim *v = &w->dims[d];
        int64_t n = op->operands[0]->type->dims[d];
        if (is_trivial(v))
            continue;
        bool runs = v->size == n && v->stride == 1 && v->base_dilation == 1 && v->window_dilation == 1 &&
                    ((v->pad_lo == n - 1 && v->pad_hi == 0) || (v->pad_hi == n - 1 && v->pad_lo == 0));
        if (!runs || found >= 0)
            return -1;
        found = d;
    }
    return found;
}

enum { MANY_SHARDS = 64 };

bool lower_runs(const IrOp *op, const Sharding *in, const Sharding *out)
{
    int d = lower_running_dim(op);
    if (d < 0 || sharding_parts(out, d) == 1 || sharding_parts(in, d) == 1)
        return false;
    int64_t k = sharding_parts(out, d), n = op->type->dims[d], tile = tile_size(n, k);
    if (k - 1 <= n - tile || k > MANY_SHARDS) /* so many rows some shard needs at least */
        return true;
    Arena *arena = arena_new_root();
    int64_t *start = arena_array(arena, int64_t, k);
    for (int64_t i = 0; i < k; i++)
        start[i] = i * tile - op->a.window.window.dims[d].pad_lo;
    Fetch f = fetch_plan(arena, n, k, start, tile + n - 1);
    bool totals = k - 1 <= fetch_bytes(&f, 1);
    arena_free(arena);
    return totals;
}

static IrOp *combine(Local *x, const IrOp *op, IrOp *a, IrOp *b)
{
    static const OpCode codes[] = { [REDUCE_SUM] = OP_add, [REDUCE_PRODUCT] = OP_multiply, [REDUCE_MAX] = OP_maximum, [REDUCE_MIN] = OP_minimum,
                                    [REDUCE_AND] = OP_and, [REDUCE_OR] = OP_or, [REDUCE_XOR] = OP_xor };
    ReduceKind kind = comp_reduce_kind(op->comps[0]);
    if (kind != REDUCE_OTHER)
        return lb_binary(x, codes[kind], a, b);
    IrOp *args[2] = { a, b };
    IrOp *made = lb_op(x, OP_map, a->type, 2, args);
    IrComp *body = lb_copy_comp(x, op->comps[0]);
    int64_t *dims = arena_array(x->out->arena, int64_t, a->type->rank);
    for (int d = 0; d < a->type->rank; d++)
        dims[d] = d;
    made->a.dims = (Ints){ dims, a->type->rank };
    op_set_comps(made, 1, &body);
    return made;
}

static void note_totals(Local *x, const IrOp *op, int d, int64_t bytes)
{
    const IrOp *value = op->operands[0];
    note_rule(x, op, value, (Reshard){ .from = sharding_of(value), .to = sharding_of(value),
                                    .why = decision_text(x->log, "%s is a running %s along dimension %d, which is split: each device adds up its own piece and needs the totals of the pieces before it",
                                         decision_label(x->log, op), comp_reduce_kind(op->comps[0]) == REDUCE_SUM ? "sum" : "result", d),
                                    .plan = "all-gather of totals", .bytes_full = type_bytes(value->type), .bytes_moved = bytes,
                                    .est_ns = coll_ns(x->model, x->mesh, COLL_ALL_GATHER, (double)bytes, sharding_of(op)->dims[d].axes) });
}

/* The value read where a window reaches beyond the array or into a hole: the neutral element. The initial value may change a result, as it
 * counts once per window; only for unknown reductions is it assumed to be neutral. */
static IrOp *window_filler(Local *x, const IrOp *op, IrOp *init)
{
    char identity[16];
    bool known = op->n_operands == 2 && reduce_identity(comp_reduce_kind(op->comps[0]), init->type->elem, identity);
    return known ? lb_constant(x, init->type, identity) : init;
}

/* A running sum (maximum, ..) along split dim d: of the own piece, joined with the total of all pieces on the side that the
 * window looks to. Moves one row of each piece.
 *   x        [.., n/p, ..]
 *   returns  [.., n/p, ..] */
static IrOp *running(Local *x, const IrOp *op, int d, IrOp *a, IrOp *init)
{
    const Sharding *s = sharding_of(op);
    AxisList axes = s->dims[d].axes;
    int64_t n = op->type->dims[d], k = axis_list_size(axes), tile = a->type->dims[d];
    const WindowDim *v = &op->a.window.window.dims[d];
    bool forward = v->pad_lo > 0;
    IrOp *none = window_filler(x, op, init);
    a = lb_mask_dim(x, a, d, n, axes, none);
    WindowDim *dims = arena_dup_array(x->out->arena, op->a.window.window.dims, op->a.window.window.n);
    for (int i = 0; i < op->a.window.window.n; i++)
        dims[i] = (WindowDim){ .size = 1, .stride = 1, .base_dilation = 1, .window_dilation = 1 };
    dims[d].size = tile;
    *(forward ? &dims[d].pad_lo : &dims[d].pad_hi) = tile - 1;
    IrOp *args[2] = { a, none };
    IrComp *body = lb_copy_comp(x, op->comps[0]);
    IrOp *own = lb_op(x, OP_reduce_window, a->type, 2, args);
    op_set_comps(own, 1, &body);
    own->a.window.window = (Window){ op->a.window.window.n, dims };
    IrOp *total = lb_slice_dim(x, own, d, forward ? tile - 1 : 0, forward ? tile : 1, 1);
    note_totals(x, op, d, type_bytes(total->type) * (k - 1));
    IrOp *totals = lb_all_gather(x, total, d, axes);
    x->reshard_id = 0;
    /* of pieces on the other side and of this one: nothing */
    IrOp *place = lb_iota(x, totals->type, d), *mine = lb_spread(x, lb_index(x, axes, 1), place->type);
    totals = lb_select(x, lb_compare(x, forward ? DIR_LT : DIR_GT, place, mine), totals, lb_spread(x, none, totals->type));
    int64_t keep[MAX_RANK], where[MAX_RANK];
    int rank = 0;
    for (int i = 0; i < totals->type->rank; i++)
        if (i != d) {
            where[rank] = i;
            keep[rank++] = totals->type->dims[i];
        }
    IrOp *sum_args[2] = { totals, init };
    IrOp *before = lb_op(x, OP_reduce, type_array(x->out->types, totals->type->elem, rank, keep), 2, sum_args);
    op_set_comps(before, 1, &body);
    int64_t dim = d;
    before->a.dims = ints_dup(x->out->arena, &dim, 1);
    IrOp *spread = lb_op(x, OP_broadcast, own->type, 1, &before);
    spread->a.dims = ints_dup(x->out->arena, where, rank);
    return forward ? combine(x, op, spread, own) : combine(x, op, own, spread);
}

IrOp *lower_reduce_window(Local *x, const IrOp *op)
{
    int n = op->n_operands / 2, running_dim = lower_running_dim(op);
    const Window *w = &op->a.window.window;
    WindowDim *dims = arena_dup_array(x->out->arena, w->dims, w->n);
    g_autofree IrOp **args = g_new(IrOp *, op->n_operands);
    for (int i = 0; i < op->n_operands; i++)
        args[i] = local_of(x, op->operands[i]);
    const Sharding *out = op->shardings[0];
    const Type *whole = type_leaf(op->type, 0);
    if (lower_runs(op, sharding_of(op->operands[0]), out))
        return running(x, op, running_dim, args[0], args[1]);
    for (int d = 0; d < w->n; d++) {
        int64_t k = sharding_parts(out, d), tile = tile_size(whole->dims[d], k);
        if (k == 1 || is_trivial(&dims[d]))
            continue;
        int64_t reach = (dims[d].size - 1) * dims[d].window_dilation + 1;
        int64_t *start = fetch_evenly(x->out->arena, k, -dims[d].pad_lo, tile * dims[d].stride);
        WindowDim given = dims[d];
        for (int i = 0; i < n; i++) {
            dims[d] = given;
            int64_t seen = lower_elements_seen(&given, op->operands[i]->type->dims[d], whole->dims[d]);
            args[i] = fetch_window(x, &(FetchFrom){ args[i], op->operands[i], d, out->dims[d].axes, "reads a window" },
                                   &(FetchRows){ seen, start, (tile - 1) * dims[d].stride + reach, NULL }, &dims[d], window_filler(x, op, args[n + i]));
        }
    }
    IrOp *made = lower_plain(x, op); /* for its type, computation and provenance */
    for (int i = 0; i < op->n_operands; i++)
        made->operands[i] = args[i];
    made->a.window.window.dims = dims;
    return made;
}

/* ---- select and scatter ------------------------------------------------------------------------------------------------------ */

/* A value that a selection by this computation never prefers: the lowest for "greater", the highest for "less". */
static bool never_selected(const IrComp *select, ElemType e, void *out)
{
    const IrOp *r = select->root;
    if (r->code != OP_compare || select->n_params != 2 || elem_info[e].bytes > 8)
        return false;
    bool straight = r->operands[0] == select->params[0] && r->operands[1] == select->params[1];
    bool turned = r->operands[0] == select->params[1] && r->operands[1] == select->params[0];
    bool greater = r->a.compare.dir == DIR_GE || r->a.compare.dir == DIR_GT, less = r->a.compare.dir == DIR_LE || r->a.compare.dir == DIR_LT;
    if ((!straight && !turned) || (!greater && !less))
        return false;
    return reduce_identity(greater == straight ? REDUCE_MAX : REDUCE_MIN, e, out);
}

int64_t lower_elements_seen(const WindowDim *w, int64_t n, int64_t places)
{
    return elements_seen(n, last_seen(w, places), w->base_dilation);
}

bool lower_can_window_back(const IrOp *op)
{
    char fill[16];
    ElemType e = op->type->kind == TYPE_ARRAY ? op->type->elem : ELEM_pred;
    for (int d = 0; d < op->a.window.window.n; d++)
        if (op->a.window.window.dims[d].base_dilation != 1 || op->a.window.window.dims[d].window_dilation != 1)
            return false;
    return op->n_comps == 2 && never_selected(op->comps[0], e, fill) && comp_reduce_kind(op->comps[1]) != REDUCE_OTHER;
}

WindowsSeen lower_windows_seen(const WindowDim *w, int64_t tile, int64_t k, int64_t *first, int64_t *row)
{
    WindowsSeen seen = { .count = 1 };
    for (int64_t i = 0; i < k; i++) {
        first[i] = -floor_div(-(i * tile - w->size + 1 + w->pad_lo), w->stride); /* rounded up */
        row[i] = first[i] * w->stride - w->pad_lo;
        seen.count = MAX(seen.count, floor_div((i + 1) * tile - 1 + w->pad_lo, w->stride) - first[i] + 1);
    }
    seen.span = (seen.count - 1) * w->stride + w->size;
    return seen;
}

/* For the windows that see its piece of dim d, a shard fetches all rows that they see and their sources, selects in all of them, and
 * keeps what falls on its own rows. A neighbour that shares a window makes the same selection.
 * Rows beyond the array are filled so that they are never selected; windows beyond it add nothing. */
IrOp *lower_select_and_scatter(Local *x, const IrOp *op)
{
    const IrOp *value = op->operands[0], *source = op->operands[1];
    const Sharding *s = sharding_of(op);
    const Window *w = &op->a.window.window;
    IrOp *args[3] = { local_of(x, value), local_of(x, source), local_of(x, op->operands[2]) };
    WindowDim *dims = arena_dup_array(x->out->arena, w->dims, w->n);
    IrOp *own_at[MAX_RANK] = { NULL };
    int64_t own_size[MAX_RANK], before[MAX_RANK] = { 0 }, after[MAX_RANK] = { 0 };
    const Type *scalar = type_scalar(x->out->types, op->type->elem);
    char lowest[16], nothing[16];
    for (int d = 0; d < w->n; d++) {
        int64_t k = sharding_parts(s, d), tile = tile_size(op->type->dims[d], k);
        if (k == 1 || is_trivial(&dims[d]))
            continue;
        g_assert(never_selected(op->comps[0], op->type->elem, lowest) && reduce_identity(comp_reduce_kind(op->comps[1]), op->type->elem, nothing));
        AxisList axes = s->dims[d].axes;
        int64_t *first = arena_array(x->out->arena, int64_t, k), *row = arena_array(x->out->arena, int64_t, k), *at = arena_array(x->out->arena, int64_t, k);
        WindowsSeen seen = lower_windows_seen(&dims[d], tile, k, first, row);
        for (int64_t i = 0; i < k; i++)
            at[i] = i * tile - row[i];
        args[0] = fetch_dim(x, &(FetchFrom){ args[0], value, d, axes, "reads a window" }, &(FetchRows){ value->type->dims[d], row, seen.span, NULL },
                            lb_constant(x, scalar, lowest));
        args[1] = fetch_dim(x, &(FetchFrom){ args[1], source, d, axes, "reads a window" }, &(FetchRows){ source->type->dims[d], first, seen.count, NULL },
                            lb_constant(x, scalar, nothing));
        dims[d].pad_lo = dims[d].pad_hi = 0;
        for (int64_t i = 0; i < k; i++) { /* rows that no window sees may lie before the first window and behind the last */
            before[d] = MAX(before[d], -at[i]);
            after[d] = MAX(after[d], at[i] + tile - seen.span);
        }
        for (int64_t i = 0; i < k; i++)
            at[i] += before[d];
        own_at[d] = lb_table_of_shards(x, axes, at);
        own_size[d] = tile;
    }
    IrComp *comps[2] = { lb_copy_comp(x, op->comps[0]), lb_copy_comp(x, op->comps[1]) };
    IrOp *made = lb_op(x, OP_select_and_scatter, args[0]->type, 3, args);
    op_set_comps(made, 2, comps);
    made->a.window.window = (Window){ w->n, dims };
    for (int d = 0; d < w->n; d++)
        if (own_at[d])
            made = lb_dynamic_slice_dim(x, lb_pad_dim(x, made, d, before[d], after[d], args[2]), d, own_at[d], own_size[d]);
    return made;
}
