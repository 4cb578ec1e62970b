/* Gathers and scatters whose index vectors count along one of the index tensor's own dims, so that row i reads from row i. That dim
 * becomes a batch dim on both sides: devices that hold some of the rows then need no sum over devices and no other rows.
 * Source of the idea: index-parallel dims in the GSPMD partitioner. */
#include "runtime/partition/partition.h"

#include "runtime/base/vec.h"

typedef VEC(IrOp *) OpList;

static const int64_t MAX_STEPS = 16;

static bool is_zero(const IrOp *v)
{
    while (v->code == OP_broadcast || v->code == OP_convert || v->code == OP_copy)
        v = v->operands[0];
    if (v->code != OP_constant || !v->a.literal->data || v->type->kind != TYPE_ARRAY || (v->type->n_elems != 1 && !v->a.literal->splat))
        return false;
    const char *bytes = v->a.literal->data;
    for (int i = 0; i < elem_info[v->type->elem].bytes; i++)
        if (bytes[i])
            return false;
    return true;
}

/* Place of dim d among the dims of t that are longer than 1; -1 if it is not. */
static int place_of(const Type *t, int d)
{
    int place = 0;
    for (int i = 0; i < d; i++)
        place += t->dims[i] != 1;
    return t->dims[d] != 1 ? place : -1;
}

/* The dim of `from` with the place and the size of dim d of `to`; -1 if the reshape does more than dims of size 1. */
static int dim_before_reshape(const Type *from, const Type *to, int d)
{
    int place = place_of(to, d);
    for (int i = 0; i < from->rank; i++)
        if (place >= 0 && place_of(from, i) == place)
            return from->dims[i] == to->dims[d] ? i : -1;
    return -1;
}

/* True if every element of v is its own index along dim d. */
static bool counts_along(const IrOp *v, int d)
{
    for (int step = 0; step < MAX_STEPS && d >= 0 && v->type->kind == TYPE_ARRAY && elem_is_int(v->type->elem); step++) {
        int before = -1;
        switch (v->code) {
        case OP_iota: return v->a.iota.dim == d;
        case OP_convert:
            if (v->type->elem != v->operands[0]->type->elem && elem_info[v->type->elem].bits < 32)
                return false;
            break;
        case OP_copy:
        case OP_constraint:
        case OP_reshard: break;
        case OP_broadcast:
            for (int i = 0; i < v->a.dims.n; i++)
                before = v->a.dims.v[i] == d ? i : before;
            if (before >= 0 && v->operands[0]->type->dims[before] != v->type->dims[d])
                return false;
            d = before;
            break;
        case OP_reshape: d = dim_before_reshape(v->operands[0]->type, v->type, d); break;
        case OP_select: { /* negative ones count from the end, where there are none */
            const IrOp *test = v->operands[0];
            if (test->code != OP_compare || test->a.compare.dir != DIR_LT || test->operands[0] != v->operands[2] || !is_zero(test->operands[1]))
                return false;
            v = v->operands[2];
            continue;
        }
        default: return false; /* any other op: its elements are not known */
        }
        v = v->operands[0];
    }
    return false;
}

static Ints with(Arena *arena, Ints l, int at, int64_t v)
{
    int64_t *out = arena_array(arena, int64_t, l.n + 1);
    for (int i = 0; i <= l.n; i++)
        out[i] = i < at ? l.v[i] : i == at ? v : l.v[i - 1];
    return (Ints){ out, l.n + 1 };
}

static Ints without(Arena *arena, Ints l, int at)
{
    int64_t *out = arena_array(arena, int64_t, l.n);
    for (int i = 0; i + 1 < l.n; i++)
        out[i] = l.v[i < at ? i : i + 1];
    return (Ints){ out, l.n - 1 };
}

static int find(Ints l, int64_t v)
{
    for (int i = 0; i < l.n; i++)
        if (l.v[i] == v)
            return i;
    return -1;
}

/* The batch dim of the indices that component k of them, `part`, counts, and that runs through a row dim of its size; -1. */
static int counted_dim(const GatherDims *g, const IrOp *part, int k, const Type *rows)
{
    int64_t d = g->map.v[k];
    if (find(g->collapsed, d) < 0)
        return -1;
    for (int b = 0; b < part->type->rank; b++)
        if (b != g->index_vector_dim && find(g->indices_batching, b) < 0 && part->type->dims[b] == rows->dims[d] && rows->dims[d] > 1 &&
            counts_along(part, b))
            return b;
    return -1;
}

/* The index vectors without the components that only count; NULL if no component counts, or all do. */
static IrOp *batched(IrComp *c, IrOp *op, int at)
{
    Arena *arena = c->module->arena;
    IrOp *indices = op->operands[at];
    GatherDims g = op->a.gather;
    while (indices->code == OP_copy || indices->code == OP_constraint || indices->code == OP_reshard)
        indices = indices->operands[0];
    if (indices->code != OP_concatenate || indices->a.concatenate.dim != g.index_vector_dim || indices->n_operands < 2)
        return NULL;
    g_autofree IrOp **left = g_new(IrOp *, indices->n_operands);
    int64_t size = 0;
    int n = 0, k = 0;
    for (int i = 0; i < indices->n_operands; i++) {
        IrOp *part = indices->operands[i];
        int64_t wide = part->type->dims[g.index_vector_dim];
        int b = wide == 1 && (n > 0 || i + 1 < indices->n_operands) ? counted_dim(&g, part, k, op->operands[0]->type) : -1;
        if (b < 0) {
            left[n++] = part;
            size += wide;
            k += (int)wide;
            continue;
        }
        int64_t d = g.map.v[k];
        int place = 0; /* operand dims ascend */
        while (place < g.operand_batching.n && g.operand_batching.v[place] < d)
            place++;
        g.operand_batching = with(arena, g.operand_batching, place, d);
        g.indices_batching = with(arena, g.indices_batching, place, b);
        g.collapsed = without(arena, g.collapsed, find(g.collapsed, d));
        g.map = without(arena, g.map, k);
    }
    if (n == 0 || n == indices->n_operands)
        return NULL;
    int64_t dims[MAX_RANK];
    for (int d = 0; d < indices->type->rank; d++)
        dims[d] = d == g.index_vector_dim ? size : indices->type->dims[d];
    IrOp *made = op_new(c, OP_concatenate, type_array(c->module->types, indices->type->elem, indices->type->rank, dims), NULL, n, left);
    op_inherit(made, indices);
    made->a.concatenate.dim = g.index_vector_dim;
    const Sharding *s = indices->shardings ? indices->shardings[0] : NULL;
    if (s && !s->maximal && s->rank == indices->type->rank) {
        s = sharding_with_dim(c->module->shardings, s, (int)g.index_vector_dim, (AxisList){ NULL, 0 });
        made->shardings = arena_dup_array(arena, &s, 1);
    }
    op->a.gather = g;
    op->operands[at] = made;
    return made;
}

void batch_counted_indices(IrModule *m)
{
    for (int k = 0; k < m->n_comps; k++) {
        IrComp *c = m->comps[k];
        int n = c->n_ops;
        OpList out = { 0 };
        bool any = false;
        for (int i = 0; i < n; i++) {
            IrOp *op = c->ops[i];
            int at = op->code == OP_gather ? 1 : op->code == OP_scatter ? (op->n_operands - 1) / 2 : 0;
            IrOp *made = at ? batched(c, op, at) : NULL;
            any |= made != NULL;
            if (made)
                vec_push(&out, made);
            vec_push(&out, op);
        }
        if (any) {
            c->ops = arena_dup_array(m->arena, out.v, out.n);
            c->n_ops = c->cap = out.n;
            comp_renumber(c);
        }
        vec_clear(&out);
    }
}
