/* Concatenations along split dims. Each shard fetches from every operand the rows that fall on its tile. Where shards need pieces of
 * several operands, all pieces travel together if that moves less. */
#include "runtime/partition/halo.h"
#include "runtime/partition/local_build.h"
#include "runtime/partition/local_impl.h"

#include "runtime/partition/lower.h"

enum { MAX_TOGETHER = 1024 }; /* operands times shards above which operands are fetched one by one */

static bool is_whole(const IrOp *op, const Sharding *in)
{
    return sharding_parts(in, (int)op->a.concatenate.dim) == 1;
}

/* Rows on one device of all operands together, one operand after the other. */
const Pieces *concatenate_plan(Arena *arena, const IrOp *op, const Sharding *const *in, int64_t k)
{
    int d = (int)op->a.concatenate.dim;
    if (op->n_operands * k > MAX_TOGETHER || op->a.concatenate.roll)
        return NULL;
    int64_t tile = tile_size(op->type->dims[d], k), before = 0, base = 0, apart = 0;
    Pieces *p = arena_new(arena, Pieces);
    *p = (Pieces){ .k = k, .size = tile };
    int64_t *start = arena_array(arena, int64_t, k);
    for (int i = 0; i < op->n_operands; i++) {
        int64_t n = op->operands[i]->type->dims[d], own = is_whole(op, in[i]) ? n : tile_size(n, k);
        for (int64_t to = 0; to < k && n > 0; to++) {
            int64_t lo = CLAMP(to * tile - before, 0, n), hi = CLAMP((to + 1) * tile - before, 0, n);
            start[to] = to * tile - before;
            while (lo < hi) {
                int64_t from = is_whole(op, in[i]) ? to : lo / own, row = is_whole(op, in[i]) ? lo : lo % own, take = MIN(hi - lo, own - row);
                pieces_put(p, arena, (Piece){ (int)from, (int)to, base + row, lo - start[to], take, 0 });
                lo += take;
            }
        }
        if (n > 0 && !is_whole(op, in[i])) {
            Fetch f = fetch_plan(arena, n, k, start, tile);
            apart += fetch_bytes(&f, 1);
        }
        before += n;
        base += own;
    }
    pieces_pack(p, arena);
    return pieces_rows(p) < apart ? p : NULL;
}

static IrOp *fetch_together(Local *x, const IrOp *op, const Pieces *p)
{
    int d = (int)op->a.concatenate.dim;
    g_autofree IrOp **parts = g_new(IrOp *, op->n_operands);
    for (int i = 0; i < op->n_operands; i++)
        parts[i] = local_of(x, op->operands[i]);
    Fetch f = { .k = p->k, .pieces = p };
    FetchFrom from = { lb_concat(x, d, op->n_operands, parts), op->operands[0], d, sharding_of(op)->dims[d].axes, "joins pieces" };
    return fetch_in_pieces(x, &f, &from, NULL);
}

IrOp *lower_concatenate(Local *x, const IrOp *op)
{
    int dim = (int)op->a.concatenate.dim;
    const Sharding *s = sharding_of(op);
    int64_t k = sharding_parts(s, dim), tile = tile_size(op->type->dims[dim], k), before = 0;
    if (op->a.concatenate.roll)
        return lower_roll(x, op);
    if (k == 1) {
        g_autofree IrOp **parts = g_new(IrOp *, op->n_operands);
        for (int i = 0; i < op->n_operands; i++)
            parts[i] = local_of(x, op->operands[i]);
        return lb_concat(x, dim, op->n_operands, parts);
    }
    g_autofree const Sharding **in = g_new(const Sharding *, op->n_operands);
    for (int i = 0; i < op->n_operands; i++)
        in[i] = sharding_of(op->operands[i]);
    const Pieces *together = concatenate_plan(x->out->arena, op, in, k);
    if (together)
        return fetch_together(x, op, together);
    IrOp *joined = NULL;
    for (int i = 0; i < op->n_operands; i++) {
        const IrOp *value = op->operands[i];
        int64_t n = value->type->dims[dim];
        if (n == 0)
            continue;
        int64_t *start = arena_array(x->out->arena, int64_t, k);
        for (int64_t shard = 0; shard < k; shard++)
            start[shard] = shard * tile - before;
        FetchFrom from = { local_of(x, value), value, dim, s->dims[dim].axes, "joins pieces" };
        IrOp *part = fetch_dim(x, &from, &(FetchRows){ n, start, tile, NULL }, NULL);
        if (joined) { /* from `before` on it is this operand's or a later one's */
            IrOp *place = lb_binary(x, OP_add, lb_iota(x, part->type, dim),
                                    lb_spread(x, lb_index(x, s->dims[dim].axes, tile), part->type));
            IrOp *ours = lb_compare(x, DIR_GE, place, lb_spread(x, lb_scalar(x, ELEM_s32, before), part->type));
            joined = lb_select(x, ours, part, joined);
        } else {
            joined = part;
        }
        before += n;
    }
    return joined ? joined : local_of(x, op->operands[0]);
}
