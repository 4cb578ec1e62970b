/* Removes collectives between devices that hold equal values: each device can compute the result alone. A sum of g equal values is g
 * times the value, a gather is copies side by side, an exchange or a scatter selects from what is there, a permute changes nothing.
 * A sum over devices of which some are alike becomes one over fewer. Programs written for each device contain many of these: a
 * value that a manual region receives whole along an axis is communicated along that axis.
 * Start reading at pass_equal(). */
#include "runtime/passes/optimise.h"

#include <string.h>

#include "runtime/base/memo.h"
#include "runtime/base/vec.h"
#include "runtime/passes/alike.h"

typedef struct Equal {
    IrModule *m;
    IrComp *c;               /* being gone through */
    const Alike *alike;
    const IrOp *from;        /* the collective that is replaced: provenance */
    int64_t n;               /* devices */
    VEC(IrOp *) ops;         /* of c, anew */
    Memo hopeless;           /* groups and classes -> whether nobody in a group has what another has */
} Equal;

/* ---- small builders -------------------------------------------------------------------------------------------------- */

static IrOp *make(Equal *x, OpCode code, const Type *type, int n, IrOp *const *operands)
{
    IrOp *op = op_new(x->c, code, type, NULL, n, operands);
    x->c->n_ops--; /* placed with the others */
    op_inherit(op, x->from);
    vec_push(&x->ops, op);
    return op;
}

static const Type *with_dim(Equal *x, const Type *t, int dim, int64_t size)
{
    int64_t dims[MAX_RANK];
    memcpy(dims, t->dims, sizeof *dims * (size_t)t->rank);
    dims[dim] = size;
    return type_with_dims(x->m->types, t, t->rank, dims);
}

static IrOp *scalar(Equal *x, int32_t v, ElemType e)
{
    IrOp *op = make(x, OP_constant, type_scalar(x->m->types, ELEM_s32), 0, NULL);
    op->a.literal = literal_new(x->m, op->type, &v, true);
    return e == ELEM_s32 ? op : make(x, OP_convert, type_scalar(x->m->types, e), 1, &op);
}

static IrOp *side_by_side(Equal *x, IrOp *v, int dim, int64_t g)
{
    g_autofree IrOp **parts = g_new(IrOp *, g);
    for (int64_t i = 0; i < g; i++)
        parts[i] = v;
    IrOp *op = make(x, OP_concatenate, with_dim(x, v->type, dim, v->type->dims[dim] * g), (int)g, parts);
    op->a.concatenate.dim = dim;
    return op;
}

/* The piece of dim that belongs to each device, whose place in its group is place[device]. */
static IrOp *own_piece(Equal *x, IrOp *v, int dim, int64_t g, const int32_t *place)
{
    int64_t piece = v->type->dims[dim] / g, n = x->n;
    g_autofree int32_t *start = g_new(int32_t, n);
    for (int64_t d = 0; d < n; d++)
        start[d] = (int32_t)(place[d] * piece);
    IrOp *table = make(x, OP_constant, type_array(x->m->types, ELEM_s32, 1, &n), 0, NULL);
    table->a.literal = literal_new(x->m, table->type, start, false);
    IrOp *device = make(x, OP_partition_id, type_scalar(x->m->types, ELEM_u32), 0, NULL);
    int64_t one = 1;
    IrOp *look[2] = { table, device };
    IrOp *at = make(x, OP_dynamic_slice, type_array(x->m->types, ELEM_s32, 1, &one), 2, look);
    at->a.dynamic_slice.sizes = ints_dup(x->m->arena, &one, 1);
    at = make(x, OP_reshape, type_scalar(x->m->types, ELEM_s32), 1, &at);
    int rank = v->type->rank;
    IrOp *args[MAX_RANK + 1] = { v }, *zero = rank > 1 ? scalar(x, 0, ELEM_s32) : NULL;
    int64_t sizes[MAX_RANK];
    for (int d = 0; d < rank; d++) {
        args[1 + d] = d == dim ? at : zero;
        sizes[d] = d == dim ? piece : v->type->dims[d];
    }
    IrOp *op = make(x, OP_dynamic_slice, with_dim(x, v->type, dim, piece), rank + 1, args);
    op->a.dynamic_slice.sizes = ints_dup(x->m->arena, sizes, rank);
    return op;
}

/* ---- g equal values reduced ---------------------------------------------------------------------------------------------- */

static bool can_reduce(const IrComp *reducer, ElemType e, int64_t g)
{
    bool number = elem_is_float(e) || elem_is_int(e);
    switch (comp_reduce_kind(reducer)) {
    case REDUCE_MAX:
    case REDUCE_MIN:
    case REDUCE_AND:
    case REDUCE_OR: return true;
    case REDUCE_XOR: return true;
    case REDUCE_SUM: return number && e != ELEM_pred && (elem_info[e].bits >= 32 || (g & (g - 1)) == 0) && g <= 1 << 20;
    case REDUCE_PRODUCT:
    case REDUCE_OTHER: break;
    }
    return false;
}

static IrOp *reduced(Equal *x, IrOp *v, const IrComp *reducer, int64_t g)
{
    ElemType e = v->type->elem;
    ReduceKind kind = comp_reduce_kind(reducer);
    if (kind != REDUCE_SUM && kind != REDUCE_XOR)
        return v;
    if (kind == REDUCE_XOR && g % 2)
        return v;
    IrOp *times = scalar(x, kind == REDUCE_XOR ? 0 : (int32_t)g, e);
    times = make(x, OP_broadcast, v->type, 1, &times);
    times->a.dims = (Ints){ NULL, 0 };
    IrOp *args[2] = { v, times };
    return kind == REDUCE_XOR ? times : make(x, OP_multiply, v->type, 2, args);
}

/* ---- collectives ------------------------------------------------------------------------------------------------------------ */

/* True if the members of each group hold the same value. */
static bool all_alike(const Groups *g, const int *cls)
{
    for (int i = 0; i < g->n_groups; i++)
        for (int k = 1; k < g->groups[i].n; k++)
            if (cls[g->groups[i].v[k]] != cls[g->groups[i].v[0]])
                return false;
    return true;
}

static bool of_one_size(const Groups *g)
{
    for (int i = 1; i < g->n_groups; i++)
        if (g->groups[i].n != g->groups[0].n)
            return false;
    return g->n_groups > 0;
}

/* True if nobody gets another value than it has. */
static bool permute_does_nothing(const Equal *x, const IrOp *op, const int *cls)
{
    Ints pairs = op->a.collective.pairs;
    g_autofree bool *gets = g_new0(bool, x->n);
    for (int i = 0; i + 1 < pairs.n; i += 2) {
        int64_t from = pairs.v[i], to = pairs.v[i + 1];
        if (from < 0 || from >= x->n || to < 0 || to >= x->n || cls[from] != cls[to])
            return false;
        gets[to] = true;
    }
    for (int64_t d = 0; d < x->n; d++)
        if (!gets[d]) /* it gets zeros */
            return false;
    return op->a.collective.groups.has_channel;
}

/* What operand v of the collective, alike in those classes, becomes, made locally; NULL if it must be talked about. */
static IrOp *locally(Equal *x, const IrOp *op, IrOp *v, const int *cls)
{
    if (op->code == OP_collective_permute)
        return permute_does_nothing(x, op, cls) ? v : NULL;
    Groups g;
    if (!alike_groups(x->m->arena, op, x->n, &g) || !of_one_size(&g) || !all_alike(&g, cls))
        return NULL;
    int64_t size = g.groups[0].n;
    int dim = (int)op->a.collective.dim;
    g_autofree int32_t *place = g_new(int32_t, x->n);
    for (int i = 0; i < g.n_groups; i++)
        for (int k = 0; k < size; k++)
            place[g.groups[i].v[k]] = k;
    switch (op->code) {
    case OP_collective_broadcast: return v;
    case OP_all_gather: return side_by_side(x, v, dim, size);
    case OP_all_to_all:
        return dim < 0 || v->type->dims[dim] % size ? NULL : /* the form of whole operands, each to another device */
               side_by_side(x, own_piece(x, v, dim, size, place), (int)op->a.collective.concat_dim, size);
    case OP_all_reduce: return can_reduce(op->comps[0], v->type->elem, size) ? reduced(x, v, op->comps[0], size) : NULL;
    case OP_reduce_scatter:
        if (!can_reduce(op->comps[0], v->type->elem, size) || v->type->dims[dim] % size)
            return NULL;
        return reduced(x, own_piece(x, v, dim, size, place), op->comps[0], size);
    default: return NULL; /* ragged exchanges, and permutes, which are handled above */
    }
}

/* A reduction over groups in which every value is held by `times` members: groups with one holder of each. False if the
 * groups are not so. */
static bool fewer_members(Equal *x, const Groups *g, const int *cls, Groups *out, int *times)
{
    int n = g->groups[0].n;
    g_autofree int *nth = g_new(int, n), *count = g_new0(int, x->n);
    *times = 0;
    Ints *made = arena_array(x->m->arena, Ints, (int)x->n);
    int n_made = 0;
    for (int i = 0; i < g->n_groups; i++) {
        Ints group = g->groups[i];
        for (int k = 0; k < n; k++)
            nth[k] = count[cls[group.v[k]]]++;
        for (int k = 0; k < n; k++) {
            int have = count[cls[group.v[k]]];
            if (have < 2 || (*times && have != *times))
                return false;
            *times = have;
        }
        for (int k = 0; k < n; k++)
            count[cls[group.v[k]]] = 0;
        for (int j = 0; j < *times; j++) {
            int64_t *members = arena_array(x->m->arena, int64_t, n);
            int at = 0;
            for (int k = 0; k < n; k++)
                if (nth[k] == j)
                    members[at++] = group.v[k];
            made[n_made++] = (Ints){ members, at };
        }
    }
    *out = (Groups){ .n_groups = n_made, .groups = made };
    return true;
}

static IrOp *among_fewer(Equal *x, IrOp *op, const int *cls)
{
    Groups g, fewer;
    int times;
    if (op->code != OP_all_reduce || op->n_operands != 1 || op->type->kind != TYPE_ARRAY || !alike_groups(x->m->arena, op, x->n, &g) || !of_one_size(&g) ||
        !fewer_members(x, &g, cls, &fewer, &times) || !can_reduce(op->comps[0], op->type->elem, times))
        return NULL;
    op->a.collective.groups.groups = fewer.groups;
    op->a.collective.groups.n_groups = fewer.n_groups;
    op->a.collective.groups.text = NULL;
    vec_push(&x->ops, op);
    return reduced(x, op, op->comps[0], times);
}

static bool all_differ(const Equal *x, const IrOp *op, const int *cls)
{
    Arena *scratch = arena_new_root();
    Groups g;
    bool differ = true;
    if (alike_groups(scratch, op, x->n, &g)) {
        int *last = arena_array(scratch, int, x->n); /* by class: number + 1 of the group that it was last seen in */
        for (int i = 0; i < g.n_groups && differ; i++) {
            differ = g.groups[i].n > 1;
            for (int k = 0; k < g.groups[i].n && differ; k++) {
                differ = last[cls[g.groups[i].v[k]]] != i + 1;
                last[cls[g.groups[i].v[k]]] = i + 1;
            }
        }
    }
    arena_free(scratch);
    return differ;
}

/* True if members of each group all hold different values: then there is nothing to do but talk. Collectives along the same
 * axes share their list of groups. */
static bool is_hopeless(Equal *x, const IrOp *op, const int *cls)
{
    static int yes, no;
    const Groups *g = &op->a.collective.groups;
    Key k;
    if (op->code == OP_collective_permute)
        return false;
    key_init(&k);
    key_add_ptr(&k, g->groups);
    key_add_ptr(&k, cls);
    key_add(&k, (uint64_t)op->code << 8 | (uint64_t)(g->has_channel + 2 * g->use_global_ids + 4 * (g->channel > 0)));
    key_add(&k, (uint64_t)g->n_groups);
    int *known = memo_get(&x->hopeless, &k);
    if (!known) {
        known = all_differ(x, op, cls) ? &yes : &no;
        memo_put(&x->hopeless, &k, known);
    }
    return known == &yes;
}

/* What replaces op; NULL if it stays. cls: of each operand. */
static IrOp *replace(Equal *x, IrOp *op, const int *const *cls)
{
    x->from = op;
    for (int i = 0; i < op->n_operands; i++)
        if (is_hopeless(x, op, cls[i]))
            return NULL;
    if (op->n_operands == 1 && op->type->kind == TYPE_ARRAY) {
        IrOp *v = locally(x, op, op->operands[0], cls[0]);
        return v ? v : among_fewer(x, op, cls[0]);
    }
    int before = x->ops.n;
    g_autofree IrOp **parts = g_new(IrOp *, op->n_operands);
    for (int i = 0; i < op->n_operands; i++) {
        parts[i] = locally(x, op, op->operands[i], cls[i]);
        if (!parts[i]) {
            x->ops.n = before;
            return NULL;
        }
    }
    return make(x, OP_tuple, op->type, op->n_operands, parts);
}

/* A collective of arrays, each result being that of one operand. */
static bool may_go(const IrOp *op)
{
    if (op_family(op) != FAMILY_collective || op->n_operands < 1 || type_n_leaves(op->type) != op->n_operands ||
        (op->n_operands > 1 && (op->type->kind != TYPE_TUPLE || op->code == OP_all_to_all)))
        return false;
    for (int i = 0; i < op->n_operands; i++)
        if (op->operands[i]->type->kind != TYPE_ARRAY || op->operands[i]->type->dyn)
            return false;
    return true;
}

static bool communicates(const IrModule *m)
{
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++)
            if (op_family(m->comps[k]->ops[i]) == FAMILY_collective)
                return true;
    return false;
}

int pass_equal(IrModule *m)
{
    Alike *alike = communicates(m) ? alike_new(m) : NULL;
    if (!alike)
        return 0;
    Equal x = { .m = m, .alike = alike, .n = m->n_partitions, .hopeless = { .arena = m->arena } };
    int n_ids = m->next_id, changed = 0;
    g_autofree IrOp **instead = g_new0(IrOp *, n_ids);
    for (int k = 0; k < m->n_comps; k++) {
        IrComp *c = x.c = m->comps[k];
        int before = changed;
        x.ops.n = 0;
        for (int i = 0; i < c->n_ops; i++) {
            IrOp *op = c->ops[i];
            bool may = may_go(op);
            g_autofree const int **cls = g_new0(const int *, op->n_operands + 1);
            for (int a = 0; a < op->n_operands; a++) {
                cls[a] = may ? alike_classes(alike, op->operands[a], 0) : NULL;
                if (instead[op->operands[a]->id])
                    op->operands[a] = instead[op->operands[a]->id];
            }
            IrOp *made = may ? replace(&x, op, cls) : NULL;
            if (!made) {
                vec_push(&x.ops, op);
                continue;
            }
            if (!made->shardings)
                made->shardings = op->shardings;
            instead[op->id] = made;
            changed++;
            if (c->root == op)
                c->root = made;
        }
        if (changed == before)
            continue;
        c->ops = arena_dup_array(m->arena, x.ops.v, x.ops.n);
        c->n_ops = c->cap = x.ops.n;
        comp_renumber(c);
        comp_drop_dead(c, true);
    }
    vec_clear(&x.ops);
    alike_free(alike);
    return changed;
}
