/* Lowers the steps of a planned reshard to local ops and collectives. */
#include "runtime/partition/local_build.h"
#include "runtime/partition/local_impl.h"
#include "runtime/partition/orders.h"

static IrOp *slice_step(Local *x, IrOp *a, const PlanStep *s, int64_t n)
{
    int64_t parts = sharding_parts(s->from, s->dim), k = axis_list_size(s->axes), tile = tile_size(n, parts * k);
    a = lb_pad_dim(x, a, s->dim, 0, tile * k - a->type->dims[s->dim], NULL);
    return lb_dynamic_slice_dim(x, a, s->dim, lb_index(x, s->axes, tile), tile);
}

/* Cuts the tail of the last pieces off: a gathered dim may be a few elements longer than the tile. */
static IrOp *trim(Local *x, IrOp *a, int dim, int64_t n, const Sharding *s)
{
    return lb_slice_dim(x, a, dim, 0, tile_size(n, sharding_parts(s, dim)), 1);
}

/* Where most tiles are padding only, the others are broadcast one after the other. */
static IrOp *gather_step(Local *x, IrOp *a, const PlanStep *s, int64_t n)
{
    int64_t senders = gather_senders(n, sharding_parts(s->from, s->dim), axis_list_size(s->axes));
    if (!senders)
        return trim(x, lb_all_gather(x, a, s->dim, s->axes), s->dim, n, s->to);
    IrOp **tiles = arena_array(x->out->arena, IrOp *, senders);
    for (int64_t i = 0; i < senders; i++) {
        Groups g = lb_groups(x, s->axes); /* shared with others: not to be changed */
        Ints *groups = arena_dup_array(x->out->arena, g.groups, g.n_groups);
        for (int k = 0; k < g.n_groups; k++) { /* the first of a group sends */
            int64_t *ids = arena_dup_array(x->out->arena, groups[k].v, groups[k].n), sender = ids[i];
            memmove(ids + 1, ids, sizeof *ids * (size_t)i);
            ids[0] = sender;
            groups[k].v = ids;
        }
        g.groups = groups;
        g.text = NULL;
        g.use_global_ids = false;
        tiles[i] = lb_op(x, OP_collective_broadcast, a->type, 1, &a);
        tiles[i]->a.collective.groups = g;
    }
    return trim(x, lb_concat(x, s->dim, (int)senders, tiles), s->dim, n, s->to);
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

/* For a maximum and the like all devices may keep the value; in a sum it must count once. */
static IrOp *keep_one_step(Local *x, IrOp *a, const PlanStep *s)
{
    IrOp *neutral = NULL;
    switch (s->to->reduction) {
    case REDUCTION_SUM:
    case REDUCTION_XOR: neutral = lb_zero(x, a->type->elem); break;
    case REDUCTION_PRODUCT: neutral = lb_scalar(x, a->type->elem, 1); break;
    case REDUCTION_MAX:
    case REDUCTION_MIN:
    case REDUCTION_AND:
    case REDUCTION_OR: return a;
    }
    IrOp *first = lb_compare(x, DIR_EQ, lb_index(x, s->axes, 1), lb_scalar(x, ELEM_s32, 0));
    return lb_select(x, lb_spread(x, first, a->type), a, lb_spread(x, neutral, a->type));
}

/* Number of the tile that a device holds. */
static int64_t tile_number(const Sharding *s, int64_t device)
{
    int64_t coord[MAX_RANK], number = 0;
    tile_coords(s, device, coord);
    for (int d = 0; d < s->rank; d++)
        number = number * sharding_parts(s, d) + coord[d];
    return number;
}

static gpointer copy_key(int64_t tile, int64_t place, int64_t n)
{
    return GSIZE_TO_POINTER((gsize)(tile * n + place) + 1);
}

/* By position in a mesh of the shardings' axes: the device from which each gets its new tile, itself if possible; each copy serves one device. */
static int64_t *senders(Arena *arena, const Mesh *mesh, const PlanStep *s)
{
    int64_t n = mesh->n_devices, *source = arena_array(arena, int64_t, n);
    const int64_t *place = blocks_places(arena, s->from, s->to);
    g_autofree int64_t *next = g_new0(int64_t, n);
    g_autoptr(GHashTable) copies = g_hash_table_new(NULL, NULL); /* of a tile, that nobody has taken: position + 1 of the first */
    for (int64_t i = n - 1; i >= 0; i--) {
        int64_t dev = mesh_device_at(s->from->mesh, i), tile = tile_number(s->from, dev);
        source[i] = tile == tile_number(s->to, dev) ? i : -1;
        if (source[i] == i)
            continue;
        gpointer key = copy_key(tile, place[i], n);
        next[i] = GPOINTER_TO_INT(g_hash_table_lookup(copies, key));
        g_hash_table_insert(copies, key, GINT_TO_POINTER((int)i + 1));
    }
    for (int64_t i = 0; i < n; i++) {
        if (source[i] == i)
            continue;
        gpointer key = copy_key(tile_number(s->to, mesh_device_at(s->to->mesh, i)), place[i], n);
        int64_t first = GPOINTER_TO_INT(g_hash_table_lookup(copies, key));
        g_assert(first > 0);
        source[i] = first - 1;
        g_hash_table_insert(copies, key, GINT_TO_POINTER((int)next[first - 1]));
    }
    return source;
}

/* Both layouts cut the value into equal tiles; devices exchange whole tiles. */
static IrOp *permute_step(Local *x, IrOp *a, const PlanStep *s)
{
    int64_t n = x->mesh->n_devices;
    const int64_t *source = senders(x->out->arena, x->mesh, s);
    g_autofree int64_t *by_device = g_new(int64_t, n);
    bool moves = false;
    for (int64_t i = 0; i < n; i++) {
        by_device[mesh_device_at(x->mesh, i)] = mesh_device_at(x->mesh, source[i]);
        moves |= source[i] != i;
    }
    return moves ? lb_permute(x, a, by_device) : a;
}

/* A table of one place per device: where[i][dim] of the move of each mesh position. */
static IrOp *places(Local *x, const BlockMove *moves, int dim, bool target)
{
    g_autofree int64_t *v = g_new0(int64_t, x->mesh->n_devices);
    for (int64_t i = 0; i < x->mesh->n_devices; i++)
        v[mesh_device_at(x->mesh, i)] = target ? moves[i].to[dim] : moves[i].from[dim];
    return lb_table(x, v);
}

static IrOp *cut_block(Local *x, const BlockPlan *e, IrOp *a, const BlockMove *moves, bool target)
{
    for (int d = 0; d < a->type->rank; d++)
        if (e->block[d] != a->type->dims[d])
            a = lb_dynamic_slice_dim(x, a, d, places(x, moves, d, target), e->block[d]);
    return a;
}

static IrOp *put_block(Local *x, IrOp *into, IrOp *block, const BlockMove *moves)
{
    if (into->type == block->type)
        return block;
    IrOp *args[MAX_RANK + 2] = { into, block };
    for (int d = 0; d < into->type->rank; d++)
        args[2 + d] = places(x, moves, d, true);
    lb_same_places(x, into->type->rank, args + 2);
    return lb_op(x, OP_dynamic_update_slice, into->type, 2 + into->type->rank, args);
}

/* Moves by mesh position of the sender, and the pairs of the permute. */
static BlockMove *sends_of(Local *x, const BlockPlan *e, const BlockMove *round, int64_t *pairs)
{
    BlockMove *sent = g_new0(BlockMove, e->n_devices);
    int k = 0;
    for (int i = 0; i < e->n_devices; i++) {
        if (round[i].source < 0)
            continue;
        sent[round[i].source] = round[i];
        pairs[k++] = mesh_device_at(x->mesh, round[i].source);
        pairs[k++] = mesh_device_at(x->mesh, i);
    }
    return sent;
}

static IrOp *permute_block(Local *x, IrOp *block, int64_t *pairs, const BlockMove *round, int64_t n)
{
    int k = 0;
    for (int64_t i = 0; i < n; i++)
        k += round[i].source >= 0 ? 2 : 0;
    IrOp *op = lb_op(x, OP_collective_permute, block->type, 1, &block);
    op->a.collective.pairs = (Ints){ pairs, k };
    op->a.collective.groups = (Groups){ .has_channel = true, .channel = 1 };
    return op;
}

static IrOp *send_round(Local *x, const BlockPlan *e, IrOp *a, const BlockMove *round)
{
    int64_t *pairs = arena_array(x->out->arena, int64_t, 2 * e->n_devices);
    g_autofree BlockMove *sent = sends_of(x, e, round, pairs);
    return permute_block(x, cut_block(x, e, a, sent, false), pairs, round, e->n_devices);
}

static IrOp *put_own(Local *x, const BlockPlan *e, IrOp *a, IrOp *out)
{
    for (int k = 0; k < e->n_local; k++) {
        const BlockMove *moves = &e->local[k * e->n_devices];
        out = put_block(x, out, cut_block(x, e, a, moves, false), moves);
    }
    return out;
}

/* ---- blocks of several sizes ---- */

typedef struct Ragged {
    const BlockPlan *e;
    const BlockMove *moves;  /* of all devices */
    const int64_t *block, *tile; /* what is cut, from what */
    const int64_t *margin;       /* around the result; 0 in a dim that every block has whole */
} Ragged;

/* A table over devices of f(move) along one dim. */
typedef int64_t (*OfMove)(const Ragged *g, const BlockMove *m, int dim);

static int64_t cut_at(const Ragged *g, const BlockMove *m, int dim)
{
    return MIN(m->from[dim], g->tile[dim] - g->block[dim]); /* what is cut must lie within the tile */
}

static int64_t first_inside(const Ragged *g, const BlockMove *m, int dim)
{
    return m->from[dim] - cut_at(g, m, dim);
}

static int64_t end_inside(const Ragged *g, const BlockMove *m, int dim)
{
    return first_inside(g, m, dim) + m->size[dim];
}

/* In the result with a margin of a block on each side, since a block may begin before its part that counts. */
static int64_t put_at(const Ragged *g, const BlockMove *m, int dim)
{
    return m->to[dim] - first_inside(g, m, dim) + g->margin[dim];
}

static IrOp *table_of(Local *x, const Ragged *g, OfMove of, int dim)
{
    g_autofree int64_t *v = g_new0(int64_t, x->mesh->n_devices);
    for (int i = 0; i < g->e->n_devices; i++)
        v[mesh_device_at(x->mesh, i)] = of(g, &g->moves[i], dim);
    return lb_table(x, v);
}

static IrOp *put_ragged(Local *x, const Ragged *g, IrOp *into, IrOp *block)
{
    int rank = into->type->rank;
    IrOp *args[MAX_BLOCK_DIMS + 2] = { into, block }, *there = into, *inside = NULL;
    for (int d = 0; d < rank; d++) {
        args[2 + d] = table_of(x, g, put_at, d);
        if (!g->margin[d])
            continue;
        there = lb_dynamic_slice_dim(x, there, d, args[2 + d], g->block[d]);
        IrOp *at = lb_iota(x, block->type, d);
        IrOp *lo = lb_compare(x, DIR_GE, at, lb_spread(x, table_of(x, g, first_inside, d), block->type));
        IrOp *hi = lb_compare(x, DIR_LT, at, lb_spread(x, table_of(x, g, end_inside, d), block->type));
        IrOp *both = lb_binary(x, OP_and, lo, hi);
        inside = inside ? lb_binary(x, OP_and, inside, both) : both;
    }
    args[1] = lb_select(x, inside, block, there);
    lb_same_places(x, rank, args + 2);
    return lb_op(x, OP_dynamic_update_slice, into->type, 2 + rank, args);
}

static IrOp *cut_ragged(Local *x, const Ragged *g, IrOp *a)
{
    for (int d = 0; d < a->type->rank; d++)
        if (g->margin[d])
            a = lb_dynamic_slice_dim(x, a, d, table_of(x, g, cut_at, d), g->block[d]);
    return a;
}

static IrOp *blocks_ragged(Local *x, IrOp *a, const BlockPlan *e, const Type *type)
{
    int64_t n = e->n_devices, dims[MAX_BLOCK_DIMS], tile[MAX_BLOCK_DIMS], margin[MAX_BLOCK_DIMS];
    for (int d = 0; d < type->rank; d++) {
        tile[d] = a->type->dims[d];
        margin[d] = e->whole[d] ? 0 : e->block[d];
        dims[d] = type->dims[d] + 2 * margin[d];
    }
    IrOp *out = lb_spread(x, lb_zero(x, type->elem), type_array(x->out->types, type->elem, type->rank, dims));
    for (int k = 0; k < e->n_local; k++) {
        Ragged own = { e, &e->local[k * n], e->own_block, tile, margin };
        out = put_ragged(x, &own, out, cut_ragged(x, &own, a));
    }
    for (int r = 0; r < e->n_rounds; r++) {
        int64_t *pairs = arena_array(x->out->arena, int64_t, 2 * n);
        Ragged got = { e, &e->rounds[r * n], e->round_block[r], tile, margin };
        g_autofree BlockMove *moves = sends_of(x, e, got.moves, pairs);
        Ragged sent = { e, moves, got.block, tile, margin };
        IrOp *block = permute_block(x, cut_ragged(x, &sent, a), pairs, got.moves, n);
        out = put_ragged(x, &got, out, block);
    }
    for (int d = 0; d < type->rank; d++)
        out = margin[d] ? lb_slice_dim(x, out, d, margin[d], margin[d] + type->dims[d], 1) : out;
    return out;
}

static IrOp *blocks_step(Local *x, IrOp *a, const PlanStep *s, const Type *whole)
{
    const BlockPlan *e = s->blocks;
    const Type *type = lb_local_type(x, whole, s->to);
    if (e->ragged)
        return blocks_ragged(x, a, e, type);
    IrOp *out = lb_spread(x, lb_zero(x, type->elem), type);
    if (e->local_first)
        out = put_own(x, e, a, out);
    for (int r = 0; r < e->n_rounds; r++) {
        const BlockMove *round = &e->rounds[r * e->n_devices];
        IrOp *got = send_round(x, e, a, round);
        if (e->guarded) { /* who gets nothing writes back what stood there */
            g_autofree int64_t *gets = g_new0(int64_t, e->n_devices);
            for (int i = 0; i < e->n_devices; i++)
                gets[mesh_device_at(x->mesh, i)] = round[i].source >= 0;
            IrOp *given = lb_compare(x, DIR_NE, lb_table(x, gets), lb_scalar(x, ELEM_s32, 0));
            got = lb_select(x, lb_spread(x, given, got->type), got, cut_block(x, e, out, round, true));
        }
        out = put_block(x, out, got, round);
    }
    return e->local_first ? out : put_own(x, e, a, out);
}

/* Who holds what between two steps, for reports. */
static void show_layout(Local *x, IrOp *a, const Sharding *s)
{
    if (a->shardings)
        return;
    a->shardings = arena_new(x->out->arena, const Sharding *);
    a->shardings[0] = orders_sharding(x->m->shardings, s, x->mesh);
}

IrOp *lower_reshard(Local *x, const IrOp *op)
{
    IrOp *a = local_of(x, op->operands[0]);
    const ReshardPlan *plan = op->a.reshard.plan;
    g_assert(plan);
    if (op->type->n_elems == 0) /* nothing to move, and HLO's collectives want something */
        return lb_spread(x, lb_zero(x, op->type->elem), lb_local_type(x, op->type, sharding_of(op)));
    x->reshard_id = op->reshard_id;
    for (int i = 0; i < plan->n_steps; i++) {
        const PlanStep *s = &plan->steps[i];
        switch (s->kind) {
        case STEP_SLICE: a = slice_step(x, a, s, op->type->dims[s->dim]); break;
        case STEP_ALL_GATHER:
            a = gather_step(x, a, s, op->type->dims[s->dim]);
            break;
        case STEP_ALL_TO_ALL: a = all_to_all_step(x, a, s, op->type); break;
        case STEP_PERMUTE: a = permute_step(x, a, s); break;
        case STEP_BLOCKS: a = blocks_step(x, a, s, op->type); break;
        case STEP_KEEP_ONE: a = keep_one_step(x, a, s); break;
        case STEP_REDUCE_SCATTER:
        case STEP_ALL_REDUCE: a = reduce_step(x, a, s, op->type); break;
        }
        if (i + 1 < plan->n_steps)
            show_layout(x, a, s->to);
    }
    x->reshard_id = 0;
    return a;
}
