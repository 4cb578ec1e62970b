/* A roll: a slice up to the end joined with the slice before it, as jnp.roll writes it. Taken as two slices and a concatenation,
 * every row would travel twice; round a ring of equal tiles it travels once, and only the rows that leave their device. */
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

int64_t lower_rolls_by(const IrOp *op)
{
    int d = (int)op->a.concatenate.dim;
    int64_t start, limit, zero, by;
    if (op->n_operands != 2 || !takes_rows(op->operands[0], d, &start, &limit) || !takes_rows(op->operands[1], d, &zero, &by))
        return 0;
    const IrOp *v = op->operands[0]->operands[0];
    return v == op->operands[1]->operands[0] && zero == 0 && start == by && limit == v->type->dims[d] && by < limit ? by : 0;
}

Fetch lower_roll_plan(Arena *arena, int64_t n, int64_t k, int64_t by)
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

static bool rolls_tiles(const IrOp *op)
{
    if (op->code != OP_concatenate || !lower_rolls_by(op))
        return false;
    const IrOp *v = op->operands[0]->operands[0];
    int64_t k = sharding_parts(sharding_of(op), (int)op->a.concatenate.dim), n = op->type->dims[op->a.concatenate.dim];
    return v->shardings && k > 1 && n % k == 0 && sharding_same_layout(sharding_of(v), sharding_of(op));
}

void lower_find_rolls(Local *x)
{
    g_autofree int *uses = g_new0(int, x->m->next_id);
    x->rolled = g_new0(bool, x->m->next_id);
    for (int c = 0; c < x->m->n_comps; c++) {
        const IrComp *comp = x->m->comps[c];
        uses[comp->root->id]++;
        for (int i = 0; i < comp->n_ops; i++) {
            const IrOp *op = comp->ops[i];
            bool rolls = rolls_tiles(op);
            x->rolled[op->id] |= rolls;
            for (int k = 0; k < op->n_operands; k++)
                uses[op->operands[k]->id] += rolls ? -1 : 1;
        }
    }
    for (int c = 0; c < x->m->n_comps; c++)
        for (int i = 0; i < x->m->comps[c]->n_ops; i++) {
            const IrOp *op = x->m->comps[c]->ops[i];
            for (int k = 0; x->rolled[op->id] && op->code == OP_concatenate && k < 2; k++)
                x->rolled[op->operands[k]->id] = uses[op->operands[k]->id] < 0;
        }
}

IrOp *lower_roll(Local *x, const IrOp *op)
{
    int d = (int)op->a.concatenate.dim;
    const IrOp *v = op->operands[0]->operands[0];
    AxisList axes = sharding_of(op)->dims[d].axes;
    Fetch f = lower_roll_plan(x->out->arena, op->type->dims[d], axis_list_size(axes), lower_rolls_by(op));
    return fetch_planned(x, &f, local_of(x, v), v, d, axes, "rolls");
}
