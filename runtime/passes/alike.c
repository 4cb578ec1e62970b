/* The analysis of alike.h: one walk along the program; loops are repeated until the classes of what they carry no longer change.
 * Partitions of the set of devices are interned, and the coarsest common refinement of two is remembered, so that an op costs a
 * look-up or two. Start reading at visit(). */
#include "runtime/passes/alike_impl.h"

#include <string.h>

#include "runtime/shard/tiles.h"

enum { SAME = 0, ALL_DIFFER = 1, MAX_VISITS = 64 };

/* ---- partitions ---------------------------------------------------------------------------------------------------- */

/* a->cls: the class of each device, those with equal keys in one; classes are numbered by their first device. a->first is a table by hash of
 * the first device of each key; many partitions are made, of thousands of devices each. */
static void number_classes(Alike *a, const int64_t *keys)
{
    uint32_t mask = (uint32_t)a->n_first - 1;
    int count = 0;
    memset(a->first, 0xff, sizeof *a->first * (size_t)a->n_first);
    for (int d = 0; d < a->n; d++) {
        uint32_t at = (uint32_t)((uint64_t)keys[d] * UINT64_C(0x9e3779b97f4a7c15) >> 32) & mask;
        while (a->first[at] >= 0 && keys[a->first[at]] != keys[d])
            at = (at + 1) & mask;
        if (a->first[at] < 0) {
            a->first[at] = d;
            a->cls[d] = count++;
        }
        a->cls[d] = a->cls[a->first[at]];
    }
}

/* The partition in which devices with equal keys are alike. */
static int part_of_keys(Alike *a, const int64_t *keys)
{
    const int *cls = a->cls;
    number_classes(a, keys);
    g_autoptr(GBytes) key = g_bytes_new(cls, sizeof *cls * (size_t)a->n);
    int number = GPOINTER_TO_INT(g_hash_table_lookup(a->number_of, key)) - 1;
    if (number >= 0)
        return number;
    if (a->parts.n > 1 && (int64_t)a->parts.n * a->n > MAX_KNOWN) /* a program of thousands of different groups: nothing is known */
        return ALL_DIFFER;
    vec_push(&a->parts, (const int *)arena_dup_array(a->arena, cls, a->n));
    g_hash_table_insert(a->number_of, g_bytes_ref(key), GINT_TO_POINTER(a->parts.n));
    return a->parts.n - 1;
}

static int join(Alike *a, int p, int q)
{
    if (p == q || q == SAME)
        return p;
    if (p == SAME)
        return q;
    if (p == ALL_DIFFER || q == ALL_DIFFER)
        return ALL_DIFFER;
    gpointer pair = GSIZE_TO_POINTER((gsize)MIN(p, q) << 32 | (gsize)MAX(p, q));
    int known = GPOINTER_TO_INT(g_hash_table_lookup(a->both, pair)) - 1;
    if (known >= 0)
        return known;
    g_autofree int64_t *keys = g_new(int64_t, a->n);
    for (int d = 0; d < a->n; d++)
        keys[d] = (int64_t)a->parts.v[p][d] << 32 | a->parts.v[q][d];
    int made = part_of_keys(a, keys);
    g_hash_table_insert(a->both, pair, GINT_TO_POINTER(made + 1));
    return made;
}

/* Of a value with this layout. */
static int part_of_sharding(Alike *a, const Sharding *s)
{
    int64_t coord[MAX_RANK + 1];
    if (!s || s->maximal || s->mesh->n_devices != a->n)
        return s ? ALL_DIFFER : SAME;
    g_autofree int64_t *keys = g_new0(int64_t, a->n);
    for (int d = 0; d < a->n; d++) {
        if (!tile_coords(s, d, coord))
            return ALL_DIFFER;
        for (int i = 0; i < s->rank; i++)
            keys[d] = keys[d] * sharding_parts(s, i) + coord[i];
        keys[d] = keys[d] * axis_list_size(s->unreduced) + axis_list_index(s->mesh, s->unreduced, mesh_position_of(s->mesh, d));
    }
    return part_of_keys(a, keys);
}

/* ---- collectives --------------------------------------------------------------------------------------------------- */

bool alike_groups(Arena *arena, const IrOp *op, int64_t n_devices, Groups *out)
{
    const Groups *g = &op->a.collective.groups;
    IdMode mode = op_id_mode(op);
    if (mode == IDS_REPLICAS || mode == IDS_BOTH)
        return false;
    *out = *g;
    if (g->n_groups == 0) {
        int64_t *all = arena_array(arena, int64_t, n_devices);
        for (int64_t d = 0; d < n_devices; d++)
            all[d] = d;
        Ints *one = arena_array(arena, Ints, 1);
        *one = (Ints){ all, (int)n_devices };
        *out = (Groups){ .n_groups = 1, .groups = one };
    }
    g_autofree bool *seen = g_new0(bool, n_devices);
    for (int i = 0; i < out->n_groups; i++)
        for (int k = 0; k < out->groups[i].n; k++) {
            int64_t d = out->groups[i].v[k];
            if (d < 0 || d >= n_devices || seen[d])
                return false;
            seen[d] = true;
        }
    for (int64_t d = 0; d < n_devices; d++)
        if (!seen[d])
            return false;
    return true;
}

/* What all members of a group put together depends on what each of them has, in order; and on the member's own place, if each
 * gets another piece of it. */
static int work_out_after(Alike *a, const IrOp *op, int p, bool own_piece)
{
    Arena *scratch = arena_new_root();
    Groups g;
    if (!alike_groups(scratch, op, a->n, &g)) {
        arena_free(scratch);
        return ALL_DIFFER;
    }
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    g_autofree int64_t *keys = g_new(int64_t, a->n);
    for (int i = 0; i < g.n_groups; i++) {
        int n = g.groups[i].n;
        g_autofree int *had = g_new(int, n + 1);
        for (int k = 0; k < n; k++)
            had[k] = a->parts.v[p][g.groups[i].v[k]];
        GBytes *key = g_bytes_new(had, sizeof *had * (size_t)n);
        int64_t at = GPOINTER_TO_INT(g_hash_table_lookup(seen, key));
        if (!at) {
            at = (int64_t)g_hash_table_size(seen) + 1;
            g_hash_table_insert(seen, key, GINT_TO_POINTER((int)at));
        } else {
            g_bytes_unref(key);
        }
        for (int k = 0; k < n; k++)
            keys[g.groups[i].v[k]] = own_piece ? at * a->n + k : at;
    }
    arena_free(scratch);
    return part_of_keys(a, keys);
}

/* Collectives along the same axes share their list of groups: it is gone through once. */
static int after_groups(Alike *a, const IrOp *op, int p, bool own_piece)
{
    const Groups *g = &op->a.collective.groups;
    Key k;
    key_init(&k);
    key_add_ptr(&k, g->groups);
    key_add(&k, (uint64_t)g->n_groups << 32 | (uint32_t)p);
    key_add(&k, (uint64_t)op->code << 8 | (uint64_t)(own_piece + 2 * g->has_channel + 4 * g->use_global_ids + 8 * (g->channel > 0)));
    gpointer known = memo_get(&a->after, &k);
    if (!known) {
        known = GINT_TO_POINTER(work_out_after(a, op, p, own_piece) + 1);
        memo_put(&a->after, &k, known);
    }
    return GPOINTER_TO_INT(known) - 1;
}

static int after_permute(Alike *a, const IrOp *op, int p)
{
    Ints pairs = op->a.collective.pairs;
    g_autofree int64_t *keys = g_new(int64_t, a->n);
    for (int d = 0; d < a->n; d++)
        keys[d] = -1;
    for (int i = 0; i + 1 < pairs.n; i += 2) {
        int64_t from = pairs.v[i], to = pairs.v[i + 1];
        if (from < 0 || from >= a->n || to < 0 || to >= a->n)
            return ALL_DIFFER;
        keys[to] = a->parts.v[p][from];
    }
    return part_of_keys(a, keys);
}

static int after_collective(Alike *a, const IrOp *op, int p)
{
    switch (op->code) {
    case OP_all_reduce:
    case OP_all_gather:
    case OP_collective_broadcast: return after_groups(a, op, p, false);
    case OP_reduce_scatter:
    case OP_all_to_all: return after_groups(a, op, p, true);
    case OP_collective_permute: return op->a.collective.groups.has_channel ? after_permute(a, op, p) : ALL_DIFFER;
    default: return ALL_DIFFER; /* right for any op, if not exact */
    }
}

/* ---- the walk ---------------------------------------------------------------------------------------------------------- */

static bool visit(Alike *a, const IrComp *c);

static int leaf_of_part(const Type *tuple, int64_t index)
{
    int leaf = 0;
    for (int i = 0; i < index; i++)
        leaf += type_n_leaves(tuple->parts[i]);
    return leaf;
}

/* Adds what is known of leaf `leaf`; true if that changed it. */
static bool note(Alike *a, const IrOp *op, int leaf, int p)
{
    if (!a->of[op->id])
        a->of[op->id] = arena_array(a->arena, int, type_n_leaves(op->type)); /* SAME */
    int now = join(a, a->of[op->id][leaf], p);
    bool changed = now != a->of[op->id][leaf];
    a->of[op->id][leaf] = now;
    return changed;
}

static int of_leaf(const Alike *a, const IrOp *op, int leaf)
{
    return a->of[op->id] ? a->of[op->id][leaf] : SAME;
}

static int of_all(Alike *a, const IrOp *op)
{
    int p = SAME;
    for (int l = 0; l < type_n_leaves(op->type); l++)
        p = join(a, p, of_leaf(a, op, l));
    return p;
}

static int of_operands(Alike *a, const IrOp *op)
{
    int p = SAME;
    for (int i = 0; i < op->n_operands; i++)
        p = join(a, p, of_all(a, op->operands[i]));
    return p;
}

static bool pass_on(Alike *a, const IrOp *from, const IrOp *to, int with)
{
    bool changed = false;
    int n = MIN(type_n_leaves(from->type), type_n_leaves(to->type));
    for (int l = 0; l < n; l++)
        changed |= note(a, to, l, join(a, of_leaf(a, from, l), with));
    return changed;
}

/* Devices that leave a loop after different numbers of trips have nothing in common. */
static bool visit_while(Alike *a, const IrOp *op)
{
    const IrComp *cond = op->comps[0], *body = op->comps[1];
    pass_on(a, op->operands[0], op, SAME);
    for (int round = 0;; round++) {
        pass_on(a, op, cond->params[0], SAME);
        pass_on(a, op, body->params[0], SAME);
        if (!visit(a, cond) || !visit(a, body))
            return false;
        int test = of_all(a, cond->root);
        bool changed = false;
        for (int l = 0; l < type_n_leaves(op->type); l++) {
            int p = join(a, of_leaf(a, body->root, l), test), now = of_leaf(a, op, l);
            if (join(a, now, p) != now)
                changed |= note(a, op, l, round < 3 ? p : ALL_DIFFER);
        }
        if (!changed)
            return true;
    }
}

static bool visit_branches(Alike *a, const IrOp *op)
{
    int choice = op->code == OP_conditional ? of_all(a, op->operands[0]) : SAME;
    for (int k = 0; k < op->n_comps; k++) {
        const IrComp *c = op->comps[k];
        for (int p = 0; p < c->n_params; p++)
            pass_on(a, op->operands[op->code == OP_conditional ? k + 1 : p], c->params[p], SAME);
        if (!visit(a, c))
            return false;
        pass_on(a, c->root, op, choice);
    }
    return true;
}

/* True if the result follows from the operands alone. */
static bool follows(const IrOp *op)
{
    switch (op_family(op)) {
    case FAMILY_elementwise: case FAMILY_leaf: case FAMILY_iota: case FAMILY_broadcast: case FAMILY_reshape: case FAMILY_transpose:
    case FAMILY_reverse: case FAMILY_slice: case FAMILY_pad: case FAMILY_concatenate: case FAMILY_dynamic_slice:
    case FAMILY_dynamic_update_slice: case FAMILY_gather: case FAMILY_scatter: case FAMILY_bitcast_convert: case FAMILY_dot:
    case FAMILY_convolution: case FAMILY_reduce: case FAMILY_reduce_window: case FAMILY_select_and_scatter: case FAMILY_sort:
    case FAMILY_topk: case FAMILY_fft: case FAMILY_linalg: case FAMILY_rng_bits: return true;
    case FAMILY_device_id: case FAMILY_tuple: case FAMILY_control: case FAMILY_barrier: case FAMILY_collective: case FAMILY_async:
    case FAMILY_token: case FAMILY_custom: case FAMILY_constraint: case FAMILY_reshard: case FAMILY_group: case FAMILY_manual:
    case FAMILY_opaque: case N_FAMILIES: break;
    }
    return false;
}

static bool calls_only_plain(const IrOp *op)
{
    for (int k = 0; k < op->n_comps; k++)
        for (int i = 0; i < op->comps[k]->n_ops; i++)
            if (!follows(op->comps[k]->ops[i]))
                return false;
    return true;
}

static bool visit_op(Alike *a, const IrOp *op)
{
    int n = type_n_leaves(op->type);
    if (op->code == OP_parameter) /* of a called computation: the caller said */
        return true;
    if (op->code == OP_while)
        return visit_while(a, op);
    if (op->code == OP_conditional || op->code == OP_call || op->code == OP_fusion)
        return visit_branches(a, op);
    if (op->code == OP_get_tuple_element) {
        int first = leaf_of_part(op->operands[0]->type, op->a.gte.index);
        for (int l = 0; l < n; l++)
            note(a, op, l, of_leaf(a, op->operands[0], first + l));
        return true;
    }
    if (op->code == OP_tuple) {
        for (int i = 0, at = 0; i < op->n_operands; i++)
            for (int l = 0; l < type_n_leaves(op->operands[i]->type); l++)
                note(a, op, at++, of_leaf(a, op->operands[i], l));
        return true;
    }
    if (op_family(op) == FAMILY_barrier && type_n_leaves(op->operands[0]->type) == n) {
        pass_on(a, op->operands[0], op, SAME);
        return true;
    }
    a->tables[op->id] = alike_table_of(a, op);
    if (a->tables[op->id])
        note(a, op, 0, part_of_keys(a, a->tables[op->id]));
    else if (op_is_collective(op) && op->n_operands == n && op_family(op) == FAMILY_collective)
        for (int l = 0; l < n; l++)
            note(a, op, l, after_collective(a, op, of_all(a, op->operands[l])));
    else if (follows(op) && calls_only_plain(op))
        for (int l = 0, p = of_operands(a, op); l < n; l++)
            note(a, op, l, p);
    else
        for (int l = 0; l < n; l++)
            note(a, op, l, ALL_DIFFER);
    return true;
}

static bool visit(Alike *a, const IrComp *c)
{
    a->visits += c->n_ops;
    if (a->visits > a->most)
        return false;
    for (int i = 0; i < c->n_ops; i++)
        if (!visit_op(a, c->ops[i]))
            return false;
    return true;
}

/* A tuple form of all-to-all gives each device pieces of all; it has as many results as operands, but they are mixed. */
static bool has_mixed_results(const IrModule *m)
{
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++)
            if (m->comps[k]->ops[i]->code == OP_all_to_all && m->comps[k]->ops[i]->n_operands != 1)
                return true;
    return false;
}

Alike *alike_new(const IrModule *m)
{
    int64_t n = m->n_partitions;
    if (n < 2 || n > MAX_ALIKE_DEVICES || m->n_replicas > 1 || has_mixed_results(m))
        return NULL;
    Alike *a = g_new0(Alike, 1);
    a->m = m;
    a->n = (int)n;
    a->arena = arena_new_root();
    a->number_of = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    a->both = g_hash_table_new(NULL, NULL);
    a->constants = g_hash_table_new(g_int64_hash, g_int64_equal);
    a->cls = g_new(int, n);
    for (a->n_first = 64; a->n_first < 2 * a->n; a->n_first *= 2)
        ;
    a->first = g_new(int, a->n_first);
    a->after.arena = a->arena;
    a->of = g_new0(int *, m->next_id);
    a->tables = g_new0(int64_t *, m->next_id);
    g_autofree int64_t *keys = g_new0(int64_t, n);
    part_of_keys(a, keys);
    for (int d = 0; d < n; d++)
        keys[d] = d;
    part_of_keys(a, keys);
    for (int i = 0; i < m->n_comps; i++)
        a->most += m->comps[i]->n_ops;
    a->most *= MAX_VISITS;
    for (int i = 0; i < m->entry->n_params; i++) {
        const IrOp *p = m->entry->params[i];
        for (int l = 0; l < type_n_leaves(p->type); l++)
            note(a, p, l, p->shardings ? part_of_sharding(a, p->shardings[l]) : SAME);
    }
    if (!visit(a, m->entry)) {
        alike_free(a);
        return NULL;
    }
    return a;
}

void alike_free(Alike *a)
{
    if (!a)
        return;
    vec_clear(&a->parts);
    g_hash_table_destroy(a->number_of);
    g_hash_table_destroy(a->both);
    g_hash_table_destroy(a->constants);
    g_free(a->cls);
    g_free(a->first);
    g_free(a->of);
    g_free(a->tables);
    arena_free(a->arena);
    g_free(a);
}

const int *alike_classes(const Alike *a, const IrOp *op, int leaf)
{
    return a->parts.v[a->of[op->id] ? a->of[op->id][leaf] : ALL_DIFFER];
}

const int64_t *alike_table(const Alike *a, const IrOp *op)
{
    return a->tables[op->id];
}
