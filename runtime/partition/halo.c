/* Fetches ranges of a split dim from neighbours. This is halo exchange for any range per shard, so that windows, slices, pads,
 * concatenations and reversals of split dims share one mechanism.
 *
 * The range that a shard needs covers a run of source tiles; slot m is the m-th tile of each run. All shards receive the same part of
 * a slot: of the first slot from the first row that any shard needs, of the last slot up to the last such row, of the
 * others everything. The joined slots contain each range in one piece, which each device cuts out at its own place. If every range
 * is within one tile, the sender cuts it out instead, and only the range itself moves.
 * Source of the idea: halo exchange in the GSPMD paper. */
#include "runtime/partition/halo.h"
#include "runtime/partition/local_build.h"

#include "runtime/shard/spell.h"

enum { MAX_TO_PACK = 1024,   /* slots times shards above which no plan in pieces is tried */
       MANY_SLOTS = 32 };     /* above it, if a range covers most tiles: one all-gather of the whole dim instead */

int64_t *fetch_evenly(Arena *arena, int64_t k, int64_t base, int64_t step)
{
    int64_t *v = arena_array(arena, int64_t, k);
    for (int64_t i = 0; i < k; i++)
        v[i] = base + i * step;
    return v;
}

/* Tile number of element e of the dim; negative for elements before the first, also defined beyond the last. */
static int64_t tile_of(const Fetch *f, int64_t e)
{
    return e >= 0 ? e / f->tile : -((-e + f->tile - 1) / f->tile);
}

/* True if shard i needs anything that exists. */
static bool needs_any(const Fetch *f, int64_t i)
{
    return f->size > 0 && CLAMP(f->start[i], 0, f->n) < CLAMP(f->start[i] + f->size, 0, f->n);
}

static int64_t slot_rows(const Fetch *f)
{
    int64_t rows = 0;
    for (int m = 0; m < f->n_slots; m++)
        if (!f->slots[m].local)
            rows += (f->slots[m].hi - f->slots[m].lo) * f->slots[m].n_rounds;
    return rows;
}

static int64_t end_needed(const Fetch *f, int64_t i)
{
    return CLAMP(f->start[i] + (f->count ? f->count[i] : f->size), 0, f->n);
}

/* The rows that shard i needs and does not hold. */
static int64_t rows_lacking(const Fetch *f, int64_t i)
{
    int64_t lo = CLAMP(f->start[i], 0, f->n), hi = end_needed(f, i);
    int64_t own_lo = CLAMP(lo, i * f->tile, (i + 1) * f->tile), own_hi = CLAMP(hi, i * f->tile, (i + 1) * f->tile);
    return MAX(hi - lo, 0) - MAX(own_hi - own_lo, 0);
}

/* The plan in pieces; NULL if slots move no more than some shard needs, or no more than pieces do. */
static const Pieces *better_in_pieces(Arena *arena, const Fetch *f)
{
    int64_t rows = slot_rows(f), least = 0;
    for (int64_t i = 0; i < f->k; i++)
        least = MAX(least, rows_lacking(f, i));
    if (rows <= least || f->n_slots * f->k > MAX_TO_PACK)
        return NULL;
    Pieces *p = arena_new(arena, Pieces);
    *p = (Pieces){ .k = f->k, .tile = f->tile, .size = f->size };
    for (int64_t i = 0; i < f->k; i++) {
        int64_t lo = CLAMP(f->start[i], 0, f->n), hi = end_needed(f, i);
        pieces_add(p, arena, (int)i, lo, lo - f->start[i], hi - lo);
    }
    pieces_pack(p, arena);
    return pieces_rows(p) < rows ? p : NULL;
}

/* Tiles that the longest range touches. */
static int64_t longest_run(const Fetch *f, const int64_t *begin, const int64_t *end)
{
    int64_t runs = 1;
    for (int64_t i = 0; i < f->k; i++)
        if (needs_any(f, i))
            runs = MAX(runs, tile_of(f, end[i] - 1) - tile_of(f, begin[i]) + 1);
    return runs;
}

/* A run begins with the tile of the first row needed, whether that row exists or not: so all shards of a regular pattern, also the first and
 * last ones, have the same part of a tile in the same slot. Only where ranges are longer than all tiles together, as when a short array
 * is padded to a long one, runs begin with the first row that exists: there are no more tiles than shards. */
Fetch fetch_plan_tiles(Arena *arena, int64_t k, int64_t tile, const FetchRows *rows)
{
    int64_t n = rows->n, size = rows->size;
    const int64_t *start = rows->start;
    Fetch f = { .n = n, .k = k, .size = size, .count = rows->count, .tile = MAX(tile, 1), .start = arena_dup_array(arena, start, k) };
    f.at = arena_array(arena, int64_t, k);
    int64_t *begin = arena_dup_array(arena, start, k), *end = arena_array(arena, int64_t, k), lo0 = f.tile, hi_last = 1;
    for (int64_t i = 0; i < k; i++)
        end[i] = start[i] + size;
    int64_t runs = longest_run(&f, begin, end);
    if (runs > k) {
        for (int64_t i = 0; i < k; i++) {
            begin[i] = CLAMP(begin[i], 0, n);
            end[i] = CLAMP(end[i], 0, n);
        }
        runs = longest_run(&f, begin, end);
    }
    if (runs > MANY_SLOTS && 2 * runs > k && runs * k > MAX_TO_PACK) {
        f.whole = true;
        return f;
    }
    f.n_slots = (int)runs;
    for (int64_t i = 0; i < k; i++) {
        if (!needs_any(&f, i))
            continue;
        int64_t first = tile_of(&f, begin[i]), last = tile_of(&f, end[i] - 1);
        lo0 = MIN(lo0, begin[i] - first * f.tile);
        if (last - first + 1 == runs)
            hi_last = MAX(hi_last, end[i] - last * f.tile);
    }
    if (lo0 == f.tile)
        lo0 = 0;
    f.slots = arena_array(arena, FetchSlot, f.n_slots);
    for (int m = 0; m < f.n_slots; m++) {
        FetchSlot *s = &f.slots[m];
        s->lo = m == 0 ? lo0 : 0;
        s->hi = m == f.n_slots - 1 ? hi_last : f.tile;
        s->source = arena_array(arena, int, k);
        s->local = true;
        int *served = arena_array(arena, int, k);
        for (int64_t i = 0; i < k; i++) {
            int64_t from = tile_of(&f, begin[i]) + m, edge = end[i] - from * f.tile;
            bool there = needs_any(&f, i) && from >= 0 && from < k && edge > 0 && MAX(begin[i], from * f.tile) < n;
            s->source[i] = there ? (int)from : -1;
            if (!there)
                continue;
            s->local &= from == i;
            served[from] += from != i; /* a shard's own rows are not sent */
            s->n_rounds = MAX(s->n_rounds, served[from]);
        }
        f.joined += s->hi - s->lo;
    }
    for (int64_t i = 0; i < k; i++)
        f.at[i] = needs_any(&f, i) ? start[i] - tile_of(&f, begin[i]) * f.tile - lo0 : 0;
    f.exact = f.n_slots == 1 && !f.slots[0].local && size < f.joined;
    if (f.exact) {
        f.slots[0].lo = 0;
        f.slots[0].hi = f.joined = size;
        memset(f.at, 0, sizeof *f.at * (size_t)k);
    }
    f.pieces = better_in_pieces(arena, &f);
    return f;
}

Fetch fetch_plan(Arena *arena, int64_t n, int64_t k, const int64_t *start, int64_t size)
{
    return fetch_plan_tiles(arena, k, tile_size(n, k), &(FetchRows){ n, start, size, NULL });
}

int64_t fetch_bytes(const Fetch *f, int64_t row_bytes)
{
    return (f->whole ? (f->k - 1) * f->tile : f->pieces ? pieces_rows(f->pieces) : slot_rows(f)) * row_bytes;
}

/* Rows [slot.lo, slot.hi) of the tile; in an exact fetch, on shard i, the rows that shard wants[i] needs. */
static IrOp *rows_for(Local *x, const Fetch *f, const FetchSlot *slot, const FetchFrom *from, const int *wants)
{
    if (!f->exact)
        return lb_slice_dim(x, from->a, from->dim, slot->lo, slot->hi, 1);
    g_autofree int64_t *at = g_new0(int64_t, x->mesh->n_devices);
    for (int64_t lin = 0; lin < x->mesh->n_devices; lin++) {
        int64_t i = axis_list_index(x->mesh, from->axes, lin);
        if (wants[i] >= 0)
            at[mesh_device_at(x->mesh, lin)] = f->start[wants[i]] - i * f->tile;
    }
    return lb_dynamic_slice_dim(x, from->a, from->dim, lb_table(x, at), f->size);
}

/* Sends those rows of the source tiles to their targets. */
static IrOp *fetch_slot(Local *x, const Fetch *f, const FetchSlot *slot, const FetchFrom *from)
{
    g_autofree int *wants = g_new(int, f->k), *served = g_new0(int, f->k);
    bool any_own = false;
    for (int64_t i = 0; i < f->k; i++) {
        wants[i] = slot->source[i] == i ? (int)i : -1;
        any_own |= slot->source[i] == i;
    }
    IrOp *got = any_own || slot->local ? rows_for(x, f, slot, from, wants) : NULL;
    if (slot->local)
        return got;
    int n_groups, size;
    int64_t **groups = mesh_groups(x->out->arena, x->mesh, from->axes, &n_groups, &size);
    for (int round = 0; round < slot->n_rounds; round++) {
        int64_t *pairs = arena_array(x->out->arena, int64_t, 2 * f->k * n_groups);
        g_autofree int64_t *is_target = g_new0(int64_t, x->mesh->n_devices);
        int n = 0;
        memset(served, 0, sizeof *served * (size_t)f->k);
        for (int64_t i = 0; i < f->k; i++)
            wants[i] = -1;
        for (int64_t i = 0; i < f->k; i++) {
            int source = slot->source[i];
            if (source < 0 || source == i || served[source]++ != round)
                continue;
            wants[source] = (int)i;
            for (int g = 0; g < n_groups; g++) {
                pairs[n++] = groups[g][source];
                pairs[n++] = groups[g][i];
                is_target[groups[g][i]] = 1;
            }
        }
        IrOp *piece = rows_for(x, f, slot, from, wants);
        IrOp *op = lb_op(x, OP_collective_permute, piece->type, 1, &piece);
        op->a.collective.pairs = (Ints){ pairs, n };
        op->a.collective.groups = (Groups){ .has_channel = true, .channel = 1 };
        if (!got) {
            got = op;
            continue;
        }
        IrOp *mine = lb_convert(x, lb_table(x, is_target), ELEM_pred);
        got = lb_select(x, lb_spread(x, mine, op->type), op, got);
    }
    return got;
}

static double halo_ns(const Local *x, const Fetch *f, int n_permutes, int64_t bytes, AxisList axes)
{
    if (f->whole)
        return coll_ns(x->model, x->mesh, COLL_ALL_GATHER, (double)bytes, axes);
    double each = n_permutes ? (double)bytes / n_permutes : 0;
    return n_permutes * coll_ns(x->model, x->mesh, COLL_PERMUTE, each, axes);
}

void note_fetch(Local *x, const Fetch *f, const FetchFrom *from)
{
    const IrOp *value = from->value;
    int dim = from->dim;
    int64_t row_bytes = from->a->type->dims[dim] ? type_bytes(from->a->type) / from->a->type->dims[dim] : 0;
    int64_t bytes = fetch_bytes(f, row_bytes);
    if (!x->log || bytes == 0)
        return;
    g_autoptr(GString) names = g_string_new(NULL);
    axis_list_print(names, x->mesh, from->axes);
    const Sharding *s = value->shardings ? value->shardings[0] : NULL;
    int64_t value_op = value->n_origins ? value->origins[0] : value->id;
    int user = x->current->n_origins ? x->current->origins[0] : x->current->id;
    int n_permutes = 0;
    for (int m = 0; m < f->n_slots && !f->pieces; m++)
        n_permutes += f->slots[m].local ? 0 : f->slots[m].n_rounds;
    if (f->pieces)
        n_permutes = f->pieces->n_rounds - f->pieces->n_own;
    Reshard row = {
        .value_op = (int)value_op, .user_op = user, .from = s, .to = s, .rank = value->type->rank, .cause = CAUSE_HALO,
        .cause_op = user, .cause_loc = x->current->loc,
        .why = decision_text(x->log, "%s %s along dimension %d, which is split on '%s': what a device needs is partly in its neighbours' pieces",
                             decision_label(x->log, x->current), from->what, dim, names->str),
        .plan = f->whole ? decision_text(x->log, "all-gather(dim %d, %s)", dim, names->str) :
                           decision_text(x->log, "%d x collective-permute(dim %d, %s)", n_permutes, dim, names->str),
        .bytes_full = type_bytes(value->type), .bytes_moved = bytes,
        .est_ns = halo_ns(x, f, n_permutes, bytes, from->axes), .trips = x->trips, .choice = -1,
    };
    x->reshard_id = decision_reshard(x->log, &row) + 1;
}

IrOp *fetch_in_pieces(Local *x, const Fetch *f, const FetchFrom *from, IrOp *fill)
{
    note_fetch(x, f, from);
    IrOp *got = pieces_fetch(x, f->pieces, from->a, from->dim, from->axes, fill);
    x->reshard_id = 0;
    return got;
}

IrOp *fetch_planned(Local *x, const Fetch *f, const FetchFrom *from)
{
    note_fetch(x, f, from);
    IrOp **parts = arena_array(x->out->arena, IrOp *, f->n_slots);
    for (int m = 0; m < f->n_slots; m++)
        parts[m] = fetch_slot(x, f, &f->slots[m], from);
    x->reshard_id = 0;
    return lb_concat(x, from->dim, f->n_slots, parts);
}

/* The rows of `a`, in which every device has the dim whole. */
static IrOp *cut_out(Local *x, IrOp *a, const FetchFrom *from, const FetchRows *rows, IrOp *fill)
{
    int64_t k = axis_list_size(from->axes), before = 0, after = 0;
    for (int64_t i = 0; i < k; i++) {
        before = MAX(before, -rows->start[i]);
        after = MAX(after, rows->start[i] + rows->size - a->type->dims[from->dim]);
    }
    a = lb_pad_dim(x, a, from->dim, before, after, fill);
    g_autofree int64_t *at = g_new0(int64_t, x->mesh->n_devices);
    for (int64_t lin = 0; lin < x->mesh->n_devices; lin++)
        at[mesh_device_at(x->mesh, lin)] = rows->start[axis_list_index(x->mesh, from->axes, lin)] + before;
    return lb_dynamic_slice_dim(x, a, from->dim, lb_table(x, at), rows->size);
}

/* A constant of which every bit is 0, also by conversion from such a one. */
static bool is_zero(const IrOp *op)
{
    while (op->code == OP_convert)
        op = op->operands[0];
    static const char none[16];
    return op->code == OP_constant && op->type->rank == 0 && op->a.literal->data && memcmp(op->a.literal->data, none, (size_t)elem_info[op->type->elem].bytes) == 0;
}

/* Whether rows outside the dim are zeros as they arrive: the joined slots are the rows, and who has no source for a slot is sent nothing, which a permute
 * makes zeros. */
static bool arrives_as_zeros(const Fetch *f)
{
    if (f->joined != f->size)
        return false;
    for (int64_t i = 0; i < f->k; i++) { /* also shards of which all rows are outside */
        if (f->at[i] || MIN(f->start[i] + f->size, f->k * f->tile) > f->n) /* what is stored behind the last row is anything */
            return false;
        for (int m = 0; m < f->n_slots; m++)
            if (f->slots[m].source[i] < 0 && (f->slots[m].local || f->slots[m].n_rounds > 1))
                return false;
    }
    for (int m = 0; m < f->n_slots; m++)
        for (int64_t i = 0; i < f->k; i++) /* those that keep their own rows are told apart from those that are sent some */
            if (f->slots[m].source[i] == i && !f->slots[m].local)
                return false;
    return true;
}

IrOp *fetch_dim(Local *x, const FetchFrom *from, const FetchRows *rows, IrOp *fill)
{
    int64_t n = rows->n, size = rows->size, k = axis_list_size(from->axes), n_dev = x->mesh->n_devices;
    const int64_t *start = rows->start;
    int dim = from->dim;
    if (sharding_parts(sharding_of(from->value), dim) == 1)
        return cut_out(x, from->a, from, rows, fill);
    Fetch f = fetch_plan_tiles(x->out->arena, k, from->a->type->dims[dim], rows);
    if (f.whole) {
        note_fetch(x, &f, from);
        IrOp *all = lb_all_gather(x, from->a, dim, from->axes);
        x->reshard_id = 0;
        return cut_out(x, lb_slice_dim(x, all, dim, 0, n, 1), from, rows, fill);
    }
    if (f.pieces)
        return fetch_in_pieces(x, &f, from, fill);
    IrOp *joined = fetch_planned(x, &f, from);
    int64_t before = 0, after = 0;
    for (int64_t i = 0; i < k; i++) {
        before = MAX(before, -f.at[i]);
        after = MAX(after, f.at[i] + size - f.joined);
    }
    joined = lb_pad_dim(x, joined, dim, before, after, fill);
    g_autofree int64_t *at = g_new0(int64_t, n_dev), *lo = g_new0(int64_t, n_dev), *hi = g_new0(int64_t, n_dev);
    bool outside = false;
    for (int64_t lin = 0; lin < n_dev; lin++) {
        int64_t dev = mesh_device_at(x->mesh, lin), i = axis_list_index(x->mesh, from->axes, lin);
        at[dev] = f.at[i] + before;
        lo[dev] = CLAMP(-start[i], 0, size);
        hi[dev] = CLAMP(n - start[i], 0, size);
        outside |= lo[dev] > 0 || hi[dev] < size;
    }
    IrOp *got = lb_dynamic_slice_dim(x, joined, dim, lb_table(x, at), size);
    if (!fill || !outside || (is_zero(fill) && arrives_as_zeros(&f)))
        return got;
    IrOp *place = lb_iota(x, got->type, dim);
    IrOp *inside = lb_binary(x, OP_and, lb_compare(x, DIR_GE, place, lb_spread(x, lb_table(x, lo), got->type)),
                             lb_compare(x, DIR_LT, place, lb_spread(x, lb_table(x, hi), got->type)));
    return lb_select(x, inside, got, lb_spread(x, fill, got->type));
}
