/* Bytes per device that lowerings move by themselves: halos of windows, slices, pads and concatenations, tiles that reversals and
 * reshapes exchange. The lowerings (lower_*.c) make the collectives from the same plans that are priced here. */
#include "runtime/partition/halo.h"
#include "runtime/partition/local_impl.h"
#include "runtime/partition/lower.h"

/* Bytes of one element of dim `dim` of a tile. */
static int64_t row_bytes(const Type *t, const Sharding *s, int dim)
{
    int64_t dims[MAX_RANK], b = elem_info[t->elem].bytes;
    tile_dims(s, t->rank, t->dims, dims);
    for (int d = 0; d < t->rank; d++)
        b *= d == dim ? 1 : dims[d];
    return b;
}

/* What k devices look at of a dim: device i at `span` positions from base + i * step on. */
typedef struct Looks {
    int64_t n;        /* elements of the dim that count */
    int64_t k, base, step, span;
    int64_t dilation; /* positions from one element to the next; 0 = 1 */
} Looks;

/* Bytes that each device receives of dim `dim` of an array in layout s. */
static int64_t looks_bytes(const Type *t, const Sharding *s, int dim, const Looks *l)
{
    if (sharding_parts(s, dim) == 1)
        return 0;
    Arena *arena = arena_new_root();
    Stretch stretch = { .first = fetch_evenly(arena, l->k, l->base, l->step), .n = l->span };
    if (l->dilation > 1)
        stretch = stretch_of(arena, l->k, stretch.first, l->span, l->dilation);
    Fetch f = fetch_plan_tiles(arena, l->k, tile_size(t->dims[dim], l->k), &(FetchRows){ l->n, stretch.first, stretch.n, stretch.count });
    int64_t bytes = fetch_bytes(&f, row_bytes(t, s, dim));
    arena_free(arena);
    return bytes;
}

/* Of the operand and the source of a select-and-scatter. */
static int64_t window_back_bytes(const IrOp *op, int d, const Sharding *in, const Sharding *source, const Sharding *out)
{
    const WindowDim *w = &op->a.window.window.dims[d];
    int64_t k = sharding_parts(out, d), tile = tile_size(op->type->dims[d], k);
    bool trivial = w->size == 1 && w->stride == 1 && !w->pad_lo && !w->pad_hi;
    if (k == 1 || trivial)
        return 0;
    Arena *arena = arena_new_root();
    int64_t *first = arena_array(arena, int64_t, k), *row = arena_array(arena, int64_t, k);
    WindowsSeen seen = lower_windows_seen(w, tile, k, first, row);
    Fetch rows = fetch_plan(arena, op->operands[0]->type->dims[d], k, row, seen.span);
    Fetch sources = fetch_plan(arena, op->operands[1]->type->dims[d], k, first, seen.count);
    int64_t bytes = (sharding_parts(in, d) > 1 ? fetch_bytes(&rows, row_bytes(op->operands[0]->type, in, d)) : 0) +
                    (sharding_parts(source, d) > 1 ? fetch_bytes(&sources, row_bytes(op->operands[1]->type, source, d)) : 0);
    arena_free(arena);
    return bytes;
}

/* A window that runs along dim `in` of an operand and dim `out` of the result. */
typedef struct WindowAlong {
    const WindowDim *w;
    int in, out;
} WindowAlong;

/* Of one operand, of type t in layout `in`. */
static int64_t window_bytes(const IrOp *op, const WindowAlong *along, const Type *t, const Sharding *in, const Sharding *out)
{
    const WindowDim *w = along->w;
    int in_dim = along->in, out_dim = along->out;
    int64_t k = sharding_parts(out, out_dim), tile = tile_size(type_leaf(op->type, 0)->dims[out_dim], k);
    bool trivial = w->size == 1 && w->stride == 1 && !w->pad_lo && !w->pad_hi && w->base_dilation == 1;
    if (k == 1 || trivial)
        return 0;
    int64_t seen = lower_elements_seen(w, t->dims[in_dim], type_leaf(op->type, 0)->dims[out_dim]);
    int64_t span = (tile - 1) * w->stride + (w->size - 1) * w->window_dilation + 1;
    return looks_bytes(t, in, in_dim, &(Looks){ seen, k, -w->pad_lo, tile * w->stride, span, w->base_dilation });
}

/* The same for a convolution whose taps are split. */
static int64_t taps_bytes(const IrOp *op, int i, const Sharding *in, const Sharding *kernel)
{
    const ConvDims *c = &op->a.conv.dims;
    const WindowDim *w = &op->a.conv.window.dims[i];
    int64_t k = sharding_parts(kernel, (int)c->kernel_spatial.v[i]);
    if (k == 1)
        return 0;
    const Type *t = op->operands[0]->type;
    int d = (int)c->in_spatial.v[i];
    int64_t tile = tile_size(w->size, k), places = op->type->dims[c->out_spatial.v[i]];
    Arena *arena = arena_new_root();
    int64_t *start = arena_array(arena, int64_t, k);
    lower_tap_starts(w, t->dims[d], tile, k, start);
    FetchRows rows = { lower_elements_seen(w, t->dims[d], places), start, (places - 1) * w->stride + (tile - 1) * w->window_dilation + 1, NULL };
    Fetch f = fetch_plan_tiles(arena, k, tile_size(t->dims[d], k), &rows);
    int64_t bytes = fetch_bytes(&f, row_bytes(t, in, d));
    arena_free(arena);
    return bytes;
}

bool lower_swaps_tiles(const IrOp *op, const Sharding *s, int d)
{
    int64_t k = sharding_parts(s, d);
    return k > 1 && op->type->dims[d] > 0 && op->type->dims[d] % k == 0;
}

int64_t lower_halo_bytes(const IrOp *op, const Sharding *const *in, const Sharding *const *out)
{
    const Type *t = op->n_operands ? op->operands[0]->type : NULL, *r = op->type;
    int64_t bytes = 0;
    if (op->code == OP_scan)
        return lower_scan_bytes(op, in);
    switch (op_family(op)) {
    case FAMILY_fft: return lower_fft_bytes(op, in[0]);
    case FAMILY_slice:
        for (int d = 0; d < r->rank; d++) {
            int64_t k = sharding_parts(out[0], d), tile = tile_size(r->dims[d], k), stride = op->a.slice.stride[d];
            if (k > 1 && (op->a.slice.start[d] || op->a.slice.limit[d] != t->dims[d] || stride != 1))
                bytes += looks_bytes(t, in[0], d, &(Looks){ op->a.slice.limit[d], k, op->a.slice.start[d], tile * stride, tile ? (tile - 1) * stride + 1 : 0, 1 });
        }
        break;
    case FAMILY_reshape: return lower_reshape_bytes(op, in[0], out[0]);
    case FAMILY_pad:
        for (int d = 0; d < r->rank; d++) {
            int64_t k = sharding_parts(out[0], d), tile = tile_size(r->dims[d], k);
            if (k > 1 && (op->a.pad.lo[d] || op->a.pad.hi[d] || op->a.pad.interior[d]))
                bytes += looks_bytes(t, in[0], d, &(Looks){ elements_seen(t->dims[d], r->dims[d] - 1 - op->a.pad.lo[d], op->a.pad.interior[d] + 1), k, -op->a.pad.lo[d], tile, tile, op->a.pad.interior[d] + 1 });
        }
        break;
    case FAMILY_reverse: {
        bool swaps = false;
        for (int i = 0; i < op->a.dims.n; i++) {
            int d = (int)op->a.dims.v[i];
            int64_t k = sharding_parts(out[0], d), tile = tile_size(r->dims[d], k);
            if (lower_swaps_tiles(op, in[0], d))
                swaps = true;
            else if (k > 1)
                bytes += looks_bytes(t, in[0], d, &(Looks){ t->dims[d], k, r->dims[d] - tile, -tile, tile, 1 });
        }
        bytes += swaps ? storage_bytes(t, in[0]) : 0;
        break;
    }
    case FAMILY_concatenate: {
        int d = (int)op->a.concatenate.dim;
        int64_t k = sharding_parts(out[0], d), tile = tile_size(r->dims[d], k), before = 0, by = op->a.concatenate.roll;
        if (by && k > 1 && sharding_parts(in[0], d) > 1) {
            Arena *arena = arena_new_root();
            Fetch f = lower_roll_plan(arena, r->dims[d], k, by);
            bytes += fetch_bytes(&f, row_bytes(r, out[0], d));
            arena_free(arena);
            break;
        }
        if (k > 1 && !by) {
            Arena *arena = arena_new_root();
            const Pieces *together = concatenate_plan(arena, op, in, k);
            int64_t rows = together ? pieces_rows(together) : -1;
            arena_free(arena);
            if (rows >= 0) {
                bytes += rows * row_bytes(r, out[0], d);
                break;
            }
        }
        for (int i = 0; k > 1 && i < op->n_operands; i++) {
            bytes += looks_bytes(op->operands[i]->type, in[i], d, &(Looks){ op->operands[i]->type->dims[d], k, -before, tile, tile, 1 });
            before += op->operands[i]->type->dims[d];
        }
        break;
    }
    case FAMILY_select_and_scatter:
        for (int d = 0; d < op->a.window.window.n; d++)
            bytes += window_back_bytes(op, d, in[0], in[1], out[0]);
        break;
    case FAMILY_reduce_window: {
        int running = lower_runs(op, in[0], out[0]) ? lower_running_dim(op) : -1;
        if (running >= 0)
            return row_bytes(t, in[0], running) * (sharding_parts(out[0], running) - 1);
        for (int i = 0; i < op->n_operands / 2; i++)
            for (int d = 0; d < op->a.window.window.n; d++)
                bytes += window_bytes(op, &(WindowAlong){ &op->a.window.window.dims[d], d, d }, op->operands[i]->type, in[i], out[0]);
        break;
    }
    case FAMILY_convolution:
        for (int i = 0; i < op->a.conv.window.n; i++) {
            WindowAlong along = { &op->a.conv.window.dims[i], (int)op->a.conv.dims.in_spatial.v[i], (int)op->a.conv.dims.out_spatial.v[i] };
            bytes += window_bytes(op, &along, t, in[0], out[0]) + taps_bytes(op, i, in[0], in[1]);
        }
        break;
    case FAMILY_elementwise: case FAMILY_leaf: case FAMILY_iota: case FAMILY_device_id: case FAMILY_broadcast: case FAMILY_transpose:
    case FAMILY_dynamic_slice: case FAMILY_dynamic_update_slice: case FAMILY_gather: case FAMILY_scatter: case FAMILY_bitcast_convert:
    case FAMILY_dot: case FAMILY_reduce: case FAMILY_sort: case FAMILY_topk: case FAMILY_linalg: case FAMILY_rng_bits: case FAMILY_tuple:
    case FAMILY_control: case FAMILY_barrier: case FAMILY_collective: case FAMILY_async: case FAMILY_token: case FAMILY_custom:
    case FAMILY_constraint: case FAMILY_reshard: case FAMILY_group: case FAMILY_manual: case FAMILY_opaque: case N_FAMILIES: break;
    }
    return bytes;
}
