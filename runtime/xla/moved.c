/* Which slice, reverse, pad or concatenate of the program as written an op of the divided one is, found by following elements. Start reading at exact_moves. */
#include "runtime/xla/exact_impl.h"

#include <string.h>

#include "runtime/shard/tiles.h"
#include "runtime/xla/align_impl.h"
#include "runtime/xla/turned.h"

/* ---- one element ---------------------------------------------------------------------------------------------------------- */

/* Element `at` of the result of a slice, reverse, pad or concatenate: which operand's element it is. False if it is padding. */
static bool moved_from(const IrOp *op, const int64_t *at, int *operand, int64_t *from)
{
    *operand = 0;
    memcpy(from, at, sizeof *at * (size_t)op->type->rank);
    for (int d = 0; d < op->type->rank; d++) {
        if (op->code == OP_slice)
            from[d] = op->a.slice.start[d] + at[d] * op->a.slice.stride[d];
        else if (op->code == OP_reverse && ints_have(op->a.dims, d))
            from[d] = op->type->dims[d] - 1 - at[d];
        else if (op->code == OP_pad) {
            int64_t gap = op->a.pad.interior[d] + 1, i = at[d] - op->a.pad.lo[d];
            from[d] = i / gap;
            if (i < 0 || i % gap || from[d] >= op->operands[0]->type->dims[d])
                return false;
        }
    }
    int64_t dim = op->a.concatenate.dim;
    for (; op->code == OP_concatenate && *operand + 1 < op->n_operands && from[dim] >= op->operands[*operand]->type->dims[dim]; ++*operand)
        from[dim] -= op->operands[*operand]->type->dims[dim];
    return true;
}

bool exact_only_moves(const IrOp *op)
{
    return op->code == OP_slice || op->code == OP_reverse || op->code == OP_pad || op->code == OP_concatenate;
}

const IrOp *exact_mover(IrOp *value)
{
    IrValue v = value_resolve(value, 0);
    while (align_passes_on(v.op) && v.op->n_operands)
        v = align_passed(v.op, v.leaf);
    return exact_only_moves(v.op) ? v.op : NULL;
}

typedef struct Route {
    const Explain *x;
    const IrOp *whole;
} Route;

/* Ends where something is computed: ops that only move elements are looked through, those of the program, too, but `whole` itself. */
static bool ends_computed(const void *user, const IrOp *op)
{
    const Route *r = user;
    const IrOp *match = r->x->align->match[op->id];
    return exact_ends(r->x, op) && !(match && match != r->whole && exact_only_moves(match) && exact_only_moves(op));
}

/* 1 if this element of an op of local, on this device, is what it would be in `whole`, -1 if it is another, 0 = unknown: both are followed to where the one ends, or, if
 * far, to what computes it. What `whole` takes may be moved there in turn, by ops that the partitioner did together with it. */
static int moves_to(const Explain *x, Element el, const int64_t *at, const IrOp *whole, bool far)
{
    enum { MAX_MOVES = 12 };
    Route route = { x, whole };
    ElementPath path = { .ends = far ? ends_computed : exact_ends, .user = far ? (const void *)&route : x, .beyond_first = true };
    Exact e = { .value = -1 };
    const Type *type;
    int64_t here[MAX_RANK + 1], from[MAX_RANK + 1], box[MAX_RANK + 1];
    int operand;
    bool inside = moved_from(whole, at, &operand, from);
    ElementEnd end = elements_back(x->elements, &el, &path);
    if (!inside || end == ELEMENT_PADDING)
        return end == ELEMENT_LOST ? 0 : inside == (end == ELEMENT_FOUND) ? 1 : -1;
    if (end != ELEMENT_FOUND || !exact_set_base(x, &e, &el, -1))
        return 0;
    for (int i = 0; i < MAX_MOVES && e.value != align_canon(x->align, whole->operands[operand], 0); i++) {
        const IrOp *up = exact_mover(whole->operands[operand]);
        memcpy(here, from, sizeof from);
        if (!up || !moved_from(whole = up, here, &operand, from))
            return -1;
    }
    if (e.value != align_canon(x->align, whole->operands[operand], 0))
        return -1;
    const Sharding *s = exact_base_sharding(x, e.base, e.base_leaf, e.value, &type);
    if (!s || !tile_coords(s, el.device, box) || type->rank != whole->type->rank || type_leaf(e.base->type, e.base_leaf)->rank != type->rank)
        return 0;
    for (int d = 0; d < type->rank; d++)
        if (from[d] != box[d] * tile_size(type->dims[d], sharding_parts(s, d)) + el.at[d])
            return -1;
    return 1;
}

/* As moves_to. What one op of local computes may be two of whole, where their pieces are equal: so what seems to be another may be the same further back. */
static int moves_one(const Explain *x, Element el, const int64_t *at, const IrOp *whole)
{
    int near = moves_to(x, el, at, whole, false), far = near < 0 ? moves_to(x, el, at, whole, true) : 0;
    return far > 0 ? far : near;
}

/* ---- a piece -------------------------------------------------------------------------------------------------------------- */

static int moves_as(const Explain *x, IrOp *local, const IrOp *whole, const Sharding *s)
{
    enum { SOME = 6 };
    int sure = 0;
    if (!x->elements || type_n_leaves(local->type) != 1 || !exact_fits(local->type, whole->type, s))
        return 0;
    for (int64_t i = 0; i < x->n_devices; i++)
        for (int k = 0; k < SOME; k++) {
            int64_t at[MAX_RANK + 1], tile[MAX_RANK + 1];
            Element el = { local, 0, i, { 0 }, NULL };
            bool outside = !tile_coords(s, i, tile);
            if (k < 2)
                exact_corner(local->type, k, el.at);
            else
                exact_sample(local->type, local->type->rank * EXACT_ALONG + k, el.at);
            for (int d = 0; d < whole->type->rank; d++) {
                at[d] = tile[d] * local->type->dims[d] + el.at[d];
                outside = outside || at[d] >= whole->type->dims[d];
            }
            int one = outside ? 0 : moves_one(x, el, at, whole);
            if (one < 0)
                return -1;
            sure |= one;
        }
    return sure;
}

bool exact_is_also(const Explain *x, IrOp *local, const IrOp *whole)
{
    return moves_as(x, local, whole, explain_sharding(x, whole, 0)) > 0;
}

/* A layout in which the op of local was computed, to be moved afterwards: as an operand lies, or with the axes of one dim on another, as XLA does what joins pieces of a
 * divided dim. NULL = none is known. */
static const Sharding *laid_otherwise(const Explain *x, IrOp *local, const IrOp *whole, const Sharding *s)
{
    for (int i = 0; i < whole->n_operands; i++) {
        const Sharding *other = whole->operands[i]->type->kind == TYPE_ARRAY ? explain_sharding(x, whole->operands[i], 0) : NULL;
        if (other && other->rank == whole->type->rank && !sharding_same_layout(other, s) && moves_as(x, local, whole, other) > 0)
            return other;
    }
    for (int from = 0; s && !s->maximal && local->code == whole->code && from < s->rank; from++)
        for (int to = 0; to < s->rank && s->dims[from].axes.n; to++) {
            AxisList dims[MAX_RANK + 1] = { 0 };
            for (int d = 0; d < s->rank; d++)
                dims[d] = d == from ? (AxisList){ 0 } : d == to ? axis_list_concat(x->arena, s->dims[to].axes, s->dims[from].axes) : s->dims[d].axes;
            const Sharding *other = to == from ? NULL : sharding_of_dims(x->shardings, s->mesh, s->rank, dims);
            if (other && moves_as(x, local, whole, other) > 0)
                return other;
        }
    return NULL;
}

const Sharding *exact_turned(const Explain *x, const IrOp *reverse, const Sharding *s)
{
    uint64_t dims = 0;
    for (int d = 0; d < reverse->type->rank; d++)
        dims |= ints_have(reverse->a.dims, d) ? (uint64_t)1 << d : 0;
    return sharding_turned(x->arena, x->shardings, s, dims);
}

int exact_moves(const Explain *x, IrOp *local, const IrOp *whole)
{
    const Sharding *s = explain_sharding(x, whole, 0);
    int as_said = moves_as(x, local, whole, s);
    if (as_said > 0)
        return as_said;
    const Sharding *other = laid_otherwise(x, local, whole, s);
    if (other) {
        g_hash_table_insert(x->laid, local, (gpointer)other);
        return 1;
    }
    const Sharding *turned = as_said < 0 && whole->code == OP_reverse ? exact_turned(x, whole, s) : s;
    if (turned == s || moves_as(x, local, whole, turned) < 1)
        return as_said;
    g_hash_table_insert(x->laid, local, (gpointer)turned);
    return 1;
}
