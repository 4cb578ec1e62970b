/* The participants of a collective: groups by the op's mode, checked against the number of devices and the shapes. */
#include "runtime/plan/collective.h"

#include <string.h>

#include "runtime/plan/reduce.h"

static bool is_permute(const IrOp *op)
{
    return op->code == OP_collective_permute || op->code == OP_collective_permute_start;
}

typedef struct Finder {
    Arena *arena;
    Collective *c;
    int n_replicas, n_partitions;
    VEC(int) sizes;
    VEC(int *) members;
    VEC(int) current;
} Finder;

static bool add_member(Finder *f, int64_t device, GError **error)
{
    if (f->c->group_of[device] >= 0)
        return diag(error, SHARD_ERROR_VERIFY, OP_AT(f->c->op), NULL, "device %d appears twice in the groups of %s", (int)device,
                    f->c->op->name);
    f->c->group_of[device] = f->sizes.n;
    f->c->position_of[device] = f->current.n;
    vec_push(&f->current, (int)device);
    return true;
}

static void close_group(Finder *f)
{
    if (!f->current.n)
        return;
    vec_push(&f->members, arena_dup_array(f->arena, f->current.v, f->current.n));
    vec_push(&f->sizes, f->current.n);
    f->current.n = 0;
}

static bool find_groups(Finder *f, IdMode mode, GError **error)
{
    const Groups *g = &f->c->op->a.collective.groups;
    int R = f->n_replicas, P = f->n_partitions;
    /* With one replica, larger ids can only mean partitions; programs written without channels use them so. */
    if (R == 1 && P > 1 && (mode == IDS_REPLICAS || mode == IDS_BOTH))
        for (int i = 0; i < g->n_groups; i++)
            for (int k = 0; k < g->groups[i].n; k++)
                if (g->groups[i].v[k] > 0)
                    mode = IDS_FLATTENED;
    int64_t limit = mode == IDS_REPLICAS || mode == IDS_BOTH ? R : mode == IDS_PARTITIONS ? P : (int64_t)R * P;
    int copies = mode == IDS_REPLICAS ? P : mode == IDS_PARTITIONS ? R : 1;
    int n_groups = g->n_groups ? g->n_groups : 1;
    for (int i = 0; i < n_groups; i++)
        for (int copy = 0; copy < copies; copy++) {
            int64_t n = g->n_groups ? g->groups[i].n : limit;
            for (int64_t k = 0; k < n; k++) {
                int64_t id = g->n_groups ? g->groups[i].v[k] : k;
                if (id < 0 || id >= limit)
                    return diag(error, SHARD_ERROR_VERIFY, OP_AT(f->c->op), NULL, "%s names device %d, there are %d",
                                f->c->op->name, (int)id, (int)limit);
                int from = mode == IDS_REPLICAS ? (int)id * P + copy : mode == IDS_PARTITIONS ? copy * P + (int)id :
                           mode == IDS_BOTH ? (int)id * P : (int)id;
                int count = mode == IDS_BOTH ? P : 1;
                for (int d = from; d < from + count; d++)
                    if (!add_member(f, d, error))
                        return false;
            }
            close_group(f);
        }
    return true;
}

/* A permutation is one group of all devices that it names; source_of says which device sends to which. */
static bool find_pairs(Finder *f, IdMode mode, GError **error)
{
    const IrOp *op = f->c->op;
    int R = f->n_replicas, P = f->n_partitions, n = R * P;
    bool by_replica = mode == IDS_REPLICAS && R > 1;
    int limit = by_replica ? R : P, copies = by_replica ? P : R;
    f->c->source_of = arena_array(f->arena, int, n);
    for (int d = 0; d < n; d++)
        f->c->source_of[d] = -1;
    bool *sends = g_new0(bool, n);
    bool ok = true;
    for (int copy = 0; ok && copy < copies; copy++)
        for (int i = 0; ok && i + 1 < op->a.collective.pairs.n; i += 2) {
            int64_t s = op->a.collective.pairs.v[i], t = op->a.collective.pairs.v[i + 1];
            if (s < 0 || t < 0 || s >= limit || t >= limit) {
                ok = diag(error, SHARD_ERROR_VERIFY, OP_AT(op), NULL, "%s sends from %d to %d, there are %d devices", op->name,
                          (int)s, (int)t, limit);
                break;
            }
            int src = by_replica ? (int)s * P + copy : copy * P + (int)s, dst = by_replica ? (int)t * P + copy : copy * P + (int)t;
            if (f->c->source_of[dst] >= 0 || sends[src])
                ok = diag(error, SHARD_ERROR_VERIFY, OP_AT(op), NULL, "%s: a device sends or receives twice", op->name);
            f->c->source_of[dst] = src;
            sends[src] = true;
        }
    /* Devices connected by a chain of senders and receivers form a group; separate cycles need not wait for each other. */
    int *label = g_new(int, n);
    for (int d = 0; d < n; d++)
        label[d] = d;
    for (bool changed = ok; changed;) {
        changed = false;
        for (int d = 0; d < n; d++) {
            int s = f->c->source_of[d];
            if (s < 0 || label[s] == label[d])
                continue;
            label[s] = label[d] = MIN(label[s], label[d]);
            changed = true;
        }
    }
    for (int root = 0; ok && root < n; root++) {
        for (int d = root; ok && d < n; d++)
            if (label[d] == root && (sends[d] || f->c->source_of[d] >= 0))
                ok = add_member(f, d, error);
        close_group(f);
    }
    g_free(label);
    g_free(sends);
    return ok;
}

static bool shape_error(const Collective *c, GError **error)
{
    return diag(error, SHARD_ERROR_VERIFY, OP_AT(c->op), NULL, "%s: the shapes do not fit groups of %d", c->op->name,
                c->n_groups ? c->group_size[0] : 0);
}

static bool check_shapes(const Collective *c, GError **error)
{
    int64_t dim = c->op->a.collective.dim;
    for (int g = 0; g < c->n_groups; g++) {
        int n = c->group_size[g];
        if (n != c->group_size[0] && c->kind != COLL_ALL_REDUCE && c->kind != COLL_PERMUTE && c->kind != COLL_BROADCAST)
            return diag(error, SHARD_ERROR_VERIFY, OP_AT(c->op), NULL, "%s: groups of %d and of %d devices", c->op->name,
                        c->group_size[0], n);
        if (c->by_tuple && (c->n_operands != n || c->n_results != n))
            return shape_error(c, error);
        for (int i = 0; i < c->n_results && i < c->n_operands; i++) {
            const Type *x = c->operand_types[i], *y = c->result_types[i];
            if (x->kind != TYPE_ARRAY || y->kind != TYPE_ARRAY || x->elem != y->elem)
                return shape_error(c, error);
            if (c->kind == COLL_ALL_GATHER && (dim < 0 || dim >= x->rank || x->n_elems * n != y->n_elems))
                return shape_error(c, error);
            if (c->kind == COLL_REDUCE_SCATTER && (dim < 0 || dim >= x->rank || y->n_elems * n != x->n_elems))
                return shape_error(c, error);
            if (c->kind == COLL_ALL_TO_ALL && !c->by_tuple &&
                (dim >= x->rank || c->op->a.collective.concat_dim >= x->rank || x->dims[dim] % n || x->n_elems != y->n_elems))
                return shape_error(c, error);
            if ((c->kind == COLL_ALL_REDUCE || c->kind == COLL_PERMUTE || c->kind == COLL_BROADCAST) && x->n_elems != y->n_elems)
                return shape_error(c, error);
        }
    }
    return true;
}

/* Bytes that each member receives; if groups differ in size, those of the first group. */
static int64_t received_bytes(const Collective *c)
{
    int64_t bytes = 0;
    for (int i = 0; i < c->n_results; i++)
        bytes += type_bytes(c->result_types[i]);
    return coll_traffic(c->kind, bytes, c->n_groups ? c->group_size[0] : 1);
}

Collective *collective_new(Arena *arena, const IrOp *op, int n_replicas, int n_partitions, GError **error)
{
    Collective *c = arena_new(arena, Collective);
    int n = n_replicas * n_partitions;
    c->op = op;
    c->kind = coll_kind_of(op->code);
    c->by_tuple = c->kind == COLL_ALL_TO_ALL && op->a.collective.dim < 0;
    c->group_of = arena_array(arena, int, n);
    c->position_of = arena_array(arena, int, n);
    for (int d = 0; d < n; d++)
        c->group_of[d] = -1;
    const Type **ins = arena_array(arena, const Type *, op->n_operands + 1);
    for (int i = 0; i < op->n_operands; i++)
        ins[i] = op->operands[i]->type;
    c->n_operands = op->n_operands;
    c->operand_types = ins;
    /* The results of start ops follow their operands. */
    const Type *result = op->type;
    if ((op->code == OP_all_gather_start || op->code == OP_collective_permute_start) && result->n_parts >= 2)
        result = result->parts[1];
    c->n_results = type_n_leaves(result);
    const Type **outs = arena_array(arena, const Type *, c->n_results + 1);
    for (int i = 0; i < c->n_results; i++)
        outs[i] = type_leaf(result, i);
    c->result_types = outs;
    if (c->kind == COLL_RAGGED_ALL_TO_ALL ? c->n_results != 1 || c->n_operands != 6 : c->n_results != c->n_operands) {
        diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), NULL, "%s: %d operands and %d results", op->name, c->n_operands, c->n_results);
        return NULL;
    }
    Finder f = { .arena = arena, .c = c, .n_replicas = n_replicas, .n_partitions = n_partitions };
    IdMode mode = op_id_mode(op);
    bool ok = is_permute(op) ? find_pairs(&f, mode, error) : find_groups(&f, mode, error);
    c->n_groups = f.sizes.n;
    c->group_size = arena_dup_array(arena, f.sizes.v, f.sizes.n);
    c->members = arena_dup_array(arena, f.members.v, f.members.n);
    vec_clear(&f.sizes);
    vec_clear(&f.members);
    vec_clear(&f.current);
    ok = ok && check_shapes(c, error);
    c->plain = N_OPCODES;
    if (ok && op->n_comps) {
        c->plain = reduce_opcode(comp_reduce_kind(op->comps[0]));
        if (c->plain != N_OPCODES && !tile_table()->op[c->plain][ctype_of(ins[0]->elem)])
            c->plain = N_OPCODES;
        if (c->plain == N_OPCODES) {
            c->reduction = tile_prog_of_comp(arena, op->comps[0], error);
            ok = c->reduction != NULL;
        }
    }
    c->bytes = received_bytes(c);
    return ok ? c : NULL;
}
