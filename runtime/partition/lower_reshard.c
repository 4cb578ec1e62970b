/* The steps of a planned reshard as local ops and collectives. */
#include "runtime/partition/local_impl.h"

static IrOp *slice_step(Local *x, IrOp *a, const PlanStep *s, int64_t n)
{
    int64_t parts = sharding_parts(s->from, s->dim), k = axis_list_size(s->axes), tile = tile_size(n, parts * k);
    a = lb_pad_dim(x, a, s->dim, 0, tile * k - a->type->dims[s->dim], NULL);
    return lb_dynamic_slice_dim(x, a, s->dim, lb_index(x, s->axes, tile), tile);
}

/* A gathered dim may hold a few elements more than the tile it is to be: the tail of the last pieces. */
static IrOp *trim(Local *x, IrOp *a, int dim, int64_t n, const Sharding *s)
{
    return lb_slice_dim(x, a, dim, 0, tile_size(n, sharding_parts(s, dim)), 1);
}

static IrOp *all_to_all_step(Local *x, IrOp *a, const PlanStep *s, const Type *whole)
{
    int64_t k = axis_list_size(s->axes), target = tile_size(whole->dims[s->to_dim], sharding_parts(s->to, s->to_dim));
    a = lb_pad_dim(x, a, s->to_dim, 0, target * k - a->type->dims[s->to_dim], NULL);
    const Type *t = lb_with_dim(x, a->type, s->dim, a->type->dims[s->dim] * k);
    t = lb_with_dim(x, t, s->to_dim, target);
    IrOp *op = lb_op(x, OP_all_to_all, t, 1, &a);
    op->a.collective.dim = s->to_dim;
    op->a.collective.concat_dim = s->dim;
    op->a.collective.split_count = k;
    op->a.collective.groups = lb_groups(x, s->axes);
    return trim(x, op, s->dim, whole->dims[s->dim], s->to);
}

static IrOp *reduce_step(Local *x, IrOp *a, const PlanStep *s, const Type *whole)
{
    IrComp *body = lb_reducer(x, s->from->reduction, a->type->elem);
    const Type *t = a->type;
    if (s->kind == STEP_REDUCE_SCATTER) {
        int64_t k = axis_list_size(s->axes), tile = tile_size(whole->dims[s->dim], sharding_parts(s->to, s->dim));
        a = lb_pad_dim(x, a, s->dim, 0, tile * k - a->type->dims[s->dim], NULL);
        t = lb_with_dim(x, a->type, s->dim, tile);
    }
    IrOp *op = lb_op(x, s->kind == STEP_ALL_REDUCE ? OP_all_reduce : OP_reduce_scatter, t, 1, &a);
    op_set_comps(op, 1, &body);
    op->a.collective.dim = s->kind == STEP_ALL_REDUCE ? 0 : s->dim;
    op->a.collective.groups = lb_groups(x, s->axes);
    return op;
}

/* Number of the tile at `coord`, and the devices that hold each tile, in mesh order. */
static int64_t tile_number(const Sharding *s, int64_t device)
{
    int64_t coord[MAX_RANK], number = 0;
    tile_coords(s, device, coord);
    for (int d = 0; d < s->rank; d++)
        number = number * sharding_parts(s, d) + coord[d];
    return number;
}

/* Both layouts cut the value into equal tiles: every device gets its new tile from one that has it, from itself where
 * it can, and each copy serves one device. */
static IrOp *permute_step(Local *x, IrOp *a, const PlanStep *s)
{
    int64_t n = x->mesh->n_devices;
    g_autofree int64_t *source = g_new(int64_t, n); /* by mesh position */
    g_autofree bool *taken = g_new0(bool, n);
    for (int64_t i = 0; i < n; i++) {
        int64_t dev = mesh_device_at(x->mesh, i);
        source[i] = tile_number(s->from, dev) == tile_number(s->to, dev) ? i : -1;
        if (source[i] == i)
            taken[i] = true;
    }
    bool moves = false;
    for (int64_t i = 0; i < n; i++) {
        int64_t want = tile_number(s->to, mesh_device_at(x->mesh, i));
        for (int64_t j = 0; j < n && source[i] < 0; j++)
            if (!taken[j] && tile_number(s->from, mesh_device_at(x->mesh, j)) == want) {
                source[i] = j;
                taken[j] = moves = true;
            }
        g_assert(source[i] >= 0);
    }
    if (!moves)
        return a;
    int64_t *pairs = arena_array(x->out->arena, int64_t, 2 * n);
    for (int64_t i = 0; i < n; i++) {
        pairs[2 * i] = mesh_device_at(x->mesh, source[i]);
        pairs[2 * i + 1] = mesh_device_at(x->mesh, i);
    }
    IrOp *op = lb_op(x, OP_collective_permute, a->type, 1, &a);
    op->a.collective.pairs = (Ints){ pairs, (int)(2 * n) };
    op->a.collective.groups = (Groups){ .has_channel = true, .channel = 1 };
    return op;
}

IrOp *lower_reshard(Local *x, const IrOp *op)
{
    IrOp *a = local_of(x, op->operands[0]);
    const ReshardPlan *plan = op->a.reshard.plan;
    g_assert(plan);
    x->reshard_id = op->reshard_id;
    for (int i = 0; i < plan->n_steps; i++) {
        const PlanStep *s = &plan->steps[i];
        switch (s->kind) {
        case STEP_SLICE: a = slice_step(x, a, s, op->type->dims[s->dim]); break;
        case STEP_ALL_GATHER:
            a = trim(x, lb_all_gather(x, a, s->dim, s->axes), s->dim, op->type->dims[s->dim], s->to);
            break;
        case STEP_ALL_TO_ALL: a = all_to_all_step(x, a, s, op->type); break;
        case STEP_PERMUTE: a = permute_step(x, a, s); break;
        case STEP_REDUCE_SCATTER:
        case STEP_ALL_REDUCE: a = reduce_step(x, a, s, op->type); break;
        }
    }
    x->reshard_id = 0;
    return a;
}
