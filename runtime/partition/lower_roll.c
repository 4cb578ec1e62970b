/* Rolls: a slice up to the end joined with the slice before it, as jnp.roll writes it, or a value concatenated with itself and sliced to
 * its own length. As slices and a concatenation every row would travel twice. Around a ring of equal tiles only the rows that
 * leave their device travel, once. */
#include "runtime/partition/halo.h"
#include "runtime/partition/local_build.h"
#include "runtime/partition/local_impl.h"
#include "runtime/partition/lower.h"

/* True if op takes rows [*start, *limit) of dim d of its operand, and all of the other dims. */
static bool takes_rows(const IrOp *op, int d, int64_t *start, int64_t *limit)
{
    if (op->code != OP_slice)
        return false;
    for (int i = 0; i < op->type->rank; i++)
        if (op->a.slice.stride[i] != 1 || (i != d && op->type->dims[i] != op->operands[0]->type->dims[i]))
            return false;
    *start = op->a.slice.start[d];
    *limit = op->a.slice.limit[d];
    return true;
}

/* By how many rows a concatenation rolls one value along its dim, 0 if it does something else. */
static int64_t rolls_by(const IrOp *op)
{
    int d = (int)op->a.concatenate.dim;
    int64_t start, limit, zero, by;
    if (op->n_operands != 2 || !takes_rows(op->operands[0], d, &start, &limit) || !takes_rows(op->operands[1], d, &zero, &by))
        return 0;
    const IrOp *v = op->operands[0]->operands[0];
    return v == op->operands[1]->operands[0] && zero == 0 && start == by && limit == v->type->dims[d] && by < limit ? by : 0;
}

/* A slice of a value twice in a row, as long as the value, becomes a roll of it. */
static bool rolls_doubled(IrOp *op)
{
    const IrOp *from = op->code == OP_slice ? op->operands[0] : op;
    if (from->code != OP_concatenate || from->n_operands != 2 || from->operands[0] != from->operands[1] || from->operands[0]->type->plain != op->type->plain)
        return false;
    int d = (int)from->a.concatenate.dim;
    int64_t start, limit;
    if (!takes_rows(op, d, &start, &limit) || start == 0 || start >= op->type->dims[d])
        return false;
    op->code = OP_concatenate;
    op->operands[0] = from->operands[0];
    op->a = from->a;
    op->a.concatenate.roll = start;
    return true;
}

void join_rolls(IrModule *m)
{
    for (int c = 0; c < m->n_comps; c++) {
        IrComp *comp = m->comps[c];
        bool any = false;
        for (int i = 0; i < comp->n_ops; i++) {
            IrOp *op = comp->ops[i];
            any |= rolls_doubled(op);
            int64_t by = op->code == OP_concatenate ? rolls_by(op) : 0;
            if (!by)
                continue;
            op->a.concatenate.roll = by;
            op->operands[0] = op->operands[0]->operands[0];
            op->n_operands = 1;
            any = true;
        }
        if (any)
            comp_drop_dead(comp, false);
    }
}

static Fetch slots_of_roll(Arena *arena, int64_t n, int64_t k, int64_t by)
{
    Fetch f = { .n = n, .k = k, .tile = n / k, .size = n / k, .joined = n / k };
    int64_t skip = by / f.tile, part = by % f.tile;
    f.n_slots = part ? 2 : 1;
    f.slots = arena_array(arena, FetchSlot, 2);
    for (int m = 0; m < f.n_slots; m++) {
        FetchSlot *s = &f.slots[m];
        *s = (FetchSlot){ .lo = m ? 0 : part, .hi = m ? part : f.tile, .local = (skip + m) % k == 0, .source = arena_array(arena, int, k) };
        s->n_rounds = !s->local;
        for (int64_t i = 0; i < k; i++)
            s->source[i] = (int)((i + skip + m) % k);
    }
    return f;
}

Fetch lower_roll_plan(Arena *arena, int64_t n, int64_t k, int64_t by)
{
    if (n % k == 0)
        return slots_of_roll(arena, n, k, by);
    Fetch f = { .n = n, .k = k, .tile = tile_size(n, k), .size = tile_size(n, k) };
    Pieces *p = arena_new(arena, Pieces);
    *p = (Pieces){ .k = k, .tile = f.tile, .size = f.size };
    for (int64_t i = 0; i < k; i++) {
        int64_t lo = MIN(i * f.tile, n), hi = MIN(lo + f.tile, n), turn = CLAMP(n - by, lo, hi); /* from there on what comes first */
        pieces_add(p, arena, (int)i, lo + by, 0, turn - lo);
        pieces_add(p, arena, (int)i, turn + by - n, turn - lo, hi - turn);
    }
    pieces_pack(p, arena);
    f.pieces = p;
    return f;
}

IrOp *lower_roll(Local *x, const IrOp *op)
{
    int d = (int)op->a.concatenate.dim;
    const IrOp *v = op->operands[0];
    IrOp *a = local_of(x, v);
    AxisList axes = sharding_of(op)->dims[d].axes;
    int64_t n = op->type->dims[d], k = axis_list_size(axes), by = op->a.concatenate.roll;
    if (sharding_parts(sharding_of(v), d) == 1) {
        IrOp *parts[2] = { lb_slice_dim(x, a, d, by, n, 1), lb_slice_dim(x, a, d, 0, by, 1) }, *whole = lb_concat(x, d, 2, parts);
        int64_t tile = tile_size(n, k);
        return k == 1 ? whole : lb_dynamic_slice_dim(x, lb_pad_dim(x, whole, d, 0, tile * k - n, NULL), d, lb_index(x, axes, tile), tile);
    }
    Fetch f = lower_roll_plan(x->out->arena, n, k, by);
    FetchFrom from = { a, v, d, axes, "rolls" };
    return f.pieces ? fetch_in_pieces(x, &f, &from, NULL) : fetch_planned(x, &f, &from);
}
