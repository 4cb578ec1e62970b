/* A part cut out of something just put together (a slice of a slice, of a concatenation, of a pad or of copies) is taken from the
 * original instead. If both were divided, each would move rows between devices, and their moves may cancel out. An op that then does
 * nothing becomes a copy, which keeps its name and its sharding. Start reading at shorten_cuts(). */
#include "runtime/partition/partition.h"

#include <string.h>

#include "runtime/shard/sharding.h"

enum { MAX_STEPS = 8 };

/* The value behind copies of it. */
static IrOp *source(const IrOp *op, int i)
{
    IrOp *v = op->operands[i];
    for (int k = 0; k < MAX_STEPS && v->code == OP_copy && v->type == v->operands[0]->type; k++)
        v = v->operands[0];
    return v;
}

static bool become_copy(IrOp *op, IrOp *of)
{
    op->code = OP_copy;
    op->operands[0] = of;
    op->n_operands = 1;
    memset(&op->a, 0, sizeof op->a);
    return true;
}

/* ---- slices ------------------------------------------------------------------------------------------------------------ */

/* Makes op a slice that reads that part of `of`. */
static bool take(IrOp *op, IrOp *of, const int64_t *start, const int64_t *stride)
{
    Arena *arena = op->parent->module->arena;
    int rank = op->type->rank;
    int64_t *limit = arena_array(arena, int64_t, rank);
    bool all = op->type == of->type;
    for (int d = 0; d < rank; d++) {
        int64_t n = op->type->dims[d];
        limit[d] = start[d] + (n ? (n - 1) * stride[d] + 1 : 0);
        all = all && start[d] == 0 && (stride[d] == 1 || n < 2);
    }
    if (all)
        return become_copy(op, of);
    op->code = OP_slice;
    op->operands[0] = of;
    op->n_operands = 1;
    memset(&op->a, 0, sizeof op->a);
    op->a.slice.start = arena_dup_array(arena, start, rank);
    op->a.slice.limit = limit;
    op->a.slice.stride = arena_dup_array(arena, stride, rank);
    return true;
}

static int64_t last_of(const IrOp *slice, int d)
{
    return slice->a.slice.start[d] + (slice->type->dims[d] - 1) * slice->a.slice.stride[d];
}

static bool cut_slice(IrOp *op, IrOp *from)
{
    int64_t start[MAX_RANK], stride[MAX_RANK];
    for (int d = 0; d < op->type->rank; d++) {
        stride[d] = op->a.slice.stride[d] * from->a.slice.stride[d];
        start[d] = from->a.slice.start[d] + op->a.slice.start[d] * from->a.slice.stride[d];
    }
    return take(op, from->operands[0], start, stride);
}

/* All of it in one piece. */
static bool cut_concatenation(IrOp *op, IrOp *from)
{
    int d = (int)from->a.concatenate.dim;
    if (from->a.concatenate.roll)
        return false;
    int64_t at = 0;
    for (int i = 0; i < from->n_operands; at += from->operands[i++]->type->dims[d]) {
        if (op->a.slice.start[d] < at || last_of(op, d) >= at + from->operands[i]->type->dims[d])
            continue;
        int64_t start[MAX_RANK];
        memcpy(start, op->a.slice.start, sizeof *start * (size_t)op->type->rank);
        start[d] -= at;
        return take(op, from->operands[i], start, op->a.slice.stride);
    }
    return false;
}

/* None of what was filled in. */
static bool cut_pad(IrOp *op, IrOp *from)
{
    int64_t start[MAX_RANK];
    for (int d = 0; d < op->type->rank; d++) {
        start[d] = op->a.slice.start[d] - from->a.pad.lo[d];
        if (from->a.pad.interior[d] || start[d] < 0 || last_of(op, d) - from->a.pad.lo[d] >= from->operands[0]->type->dims[d])
            return false;
    }
    return take(op, from->operands[0], start, op->a.slice.stride);
}

static bool divides(const IrOp *op, int d)
{
    const Sharding *s = op->shardings ? op->shardings[0] : NULL;
    return s && !s->maximal && d < s->rank && sharding_parts(s, d) > 1;
}

/* Some of what was filled in: a pad by less, or by a negative number of elements. Only along divided dims, where a pad is a dim of another size, so that
 * its pieces lie elsewhere than those of its operand, and a shift moves a few rows; on one device a slice of a pad is read in place. */
static bool shift_pad(IrOp *op, IrOp *from)
{
    int rank = op->type->rank;
    int64_t lo[MAX_RANK], hi[MAX_RANK];
    bool worth = false;
    for (int d = 0; d < rank; d++) {
        int64_t n = from->operands[0]->type->dims[d];
        lo[d] = from->a.pad.lo[d] - op->a.slice.start[d];
        hi[d] = op->type->dims[d] - lo[d] - n;
        bool keeps = lo[d] > -n && hi[d] > -n && lo[d] + n > 0 && hi[d] + n > 0 && lo[d] < op->type->dims[d] && hi[d] < op->type->dims[d];
        if (from->a.pad.interior[d] || op->a.slice.stride[d] != 1 || !keeps)
            return false;
        worth |= (from->a.pad.lo[d] || from->a.pad.hi[d]) && divides(op, d) && divides(from->operands[0], d);
    }
    if (!worth)
        return false;
    Arena *arena = op->parent->module->arena;
    op->code = OP_pad;
    op->operands = arena_dup_array(arena, from->operands, 2);
    op->n_operands = 2;
    memset(&op->a, 0, sizeof op->a);
    op->a.pad.lo = arena_dup_array(arena, lo, rank);
    op->a.pad.hi = arena_dup_array(arena, hi, rank);
    op->a.pad.interior = from->a.pad.interior;
    return true;
}

/* Of what is broadcast it leaves all: fewer of the same copies. */
static bool cut_copies(IrOp *op, IrOp *from)
{
    Ints dims = from->a.dims;
    for (int i = 0; i < dims.n; i++)
        if (op->type->dims[dims.v[i]] != from->type->dims[dims.v[i]])
            return false;
    op->code = OP_broadcast;
    op->operands[0] = from->operands[0];
    memset(&op->a, 0, sizeof op->a);
    op->a.dims = dims;
    return true;
}

/* `whole`: the values that something else than slices reads, by position in the computation. */
static bool shorten_slice(IrOp *op, const bool *whole)
{
    IrOp *from = source(op, 0);
    switch (from->code) {
    case OP_slice: return cut_slice(op, from);
    case OP_concatenate: return cut_concatenation(op, from);
    case OP_pad: return cut_pad(op, from) || (!whole[from->pos] && shift_pad(op, from));
    case OP_broadcast: return cut_copies(op, from);
    default: return op->type == from->type && become_copy(op, from); /* a slice of anything else stays, unless it is all of it */
    }
}

/* At a constant position, clamped as it would be at run time. */
static bool shorten_dynamic_slice(IrOp *op)
{
    int64_t start[MAX_RANK], stride[MAX_RANK];
    const Type *t = op->operands[0]->type;
    if (op->n_operands != 1 + t->rank)
        return false;
    for (int d = 0; d < t->rank; d++) {
        int64_t most = t->dims[d] - op->type->dims[d];
        if (most == 0)
            start[d] = 0;
        else if (!op_constant_int(op->operands[1 + d], &start[d]))
            return false;
        start[d] = CLAMP(start[d], 0, most);
        stride[d] = 1;
    }
    return take(op, op->operands[0], start, stride);
}

/* ---- and what puts together what was cut --------------------------------------------------------------------------------------- */

/* Slices of one value, each beginning where the one before it ends. */
static bool shorten_concatenation(IrOp *op)
{
    int d = (int)op->a.concatenate.dim;
    const IrOp *first = source(op, 0);
    if (op->a.concatenate.roll || first->code != OP_slice || first->type->n_elems == 0)
        return false;
    IrOp *of = first->operands[0];
    int64_t end = first->a.slice.start[d];
    for (int i = 0; i < op->n_operands; i++) {
        const IrOp *part = source(op, i);
        if (part->code != OP_slice || part->operands[0] != of || part->a.slice.start[d] != end || part->a.slice.stride[d] != 1)
            return false;
        for (int k = 0; k < op->type->rank; k++)
            if (k != d && (part->a.slice.start[k] != first->a.slice.start[k] || part->a.slice.stride[k] != first->a.slice.stride[k]))
                return false;
        end += part->type->dims[d];
    }
    return take(op, of, first->a.slice.start, first->a.slice.stride);
}

static bool same_dims(Ints a, Ints b)
{
    uint64_t x = 0, y = 0;
    for (int i = 0; i < a.n; i++)
        x |= UINT64_C(1) << a.v[i];
    for (int i = 0; i < b.n; i++)
        y |= UINT64_C(1) << b.v[i];
    return x == y;
}

/* Undoes the change. */
static bool undoes(IrOp *op)
{
    const IrOp *from = source(op, 0);
    if (op->code == OP_reverse)
        return from->code == OP_reverse && same_dims(op->a.dims, from->a.dims) && become_copy(op, from->operands[0]);
    if (op->code != OP_transpose || from->code != OP_transpose)
        return false;
    for (int d = 0; d < op->a.dims.n; d++)
        if (from->a.dims.v[op->a.dims.v[d]] != d)
            return false;
    return become_copy(op, from->operands[0]);
}

static bool is_static(const IrOp *op)
{
    bool is = op->type->kind == TYPE_ARRAY && !op->type->dyn && op->type->n_elems > 0 && op->type->rank <= MAX_RANK;
    for (int i = 0; i < op->n_operands; i++)
        is = is && op->operands[i]->type->kind == TYPE_ARRAY && !op->operands[i]->type->dyn;
    return is;
}

static bool shorten(IrOp *op, const bool *whole)
{
    switch (op->code) {
    case OP_slice: return is_static(op) && shorten_slice(op, whole);
    case OP_dynamic_slice: return is_static(op) && shorten_dynamic_slice(op);
    case OP_concatenate: return is_static(op) && shorten_concatenation(op);
    case OP_reverse:
    case OP_transpose: return is_static(op) && undoes(op);
    default: return false; /* not a cut, nor one of the ops that put cuts together */
    }
}

/* By position: values that something else than a slice reads. To be freed. */
static bool *read_whole(const IrComp *comp)
{
    bool *whole = g_new0(bool, comp->n_ops + 1);
    for (int i = 0; i < comp->n_ops; i++)
        for (int k = 0; k < comp->ops[i]->n_operands; k++)
            whole[comp->ops[i]->operands[k]->pos] |= comp->ops[i]->code != OP_slice;
    whole[comp->root->pos] = true;
    return whole;
}

void shorten_cuts(IrModule *m)
{
    for (int c = 0; c < m->n_comps; c++) {
        IrComp *comp = m->comps[c];
        g_autofree bool *whole = read_whole(comp);
        bool any = false;
        for (int i = 0; i < comp->n_ops; i++)
            for (int k = 0; k < MAX_STEPS && shorten(comp->ops[i], whole); k++)
                any = true;
        if (any)
            comp_drop_dead(comp, false);
    }
}
