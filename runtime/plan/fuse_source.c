/* How a group of fused ops reads a value: from another member, as a constant or iota that is computed in place, or from
 * memory, with strides that follow the broadcasts, slices and transposes in between. */
#include "runtime/plan/arg_reduce.h"
#include "runtime/plan/fuse_impl.h"
#include "runtime/plan/reduce.h"

#include <string.h>

enum { MAX_VIEW_DEPTH = 24 };

/* ---- renames ------------------------------------------------------------------------------------------ */

/* True if the non-unit dims of the operand keep their order: in the permutation of a transpose, or where a broadcast puts them. */
static bool keeps_order(const IrOp *op)
{
    int64_t before = -1;
    const Type *t = op->operands[0]->type;
    for (int i = 0; i < op->a.dims.n; i++) {
        int64_t d = op->a.dims.v[i];
        if (t->dims[op->code == OP_transpose ? d : i] == 1)
            continue;
        if (d < before)
            return false;
        before = d;
    }
    return true;
}

bool op_is_rename(const IrOp *op)
{
    if (op->n_operands < 1 || op->type->kind != TYPE_ARRAY || op->operands[0]->type->kind != TYPE_ARRAY)
        return false;
    const Type *from = op->operands[0]->type;
    if (from->elem != op->type->elem || from->n_elems != op->type->n_elems)
        return false;
    switch (op_family(op)) {
    case FAMILY_elementwise: return op->code == OP_copy || op->code == OP_convert;
    case FAMILY_opaque: return op->code == OP_bitcast;
    case FAMILY_token: return op->code == OP_add_dependency;
    case FAMILY_reshape: case FAMILY_bitcast_convert: case FAMILY_barrier: case FAMILY_constraint: case FAMILY_reshard:
    case FAMILY_dynamic_slice: /* nothing is cut off, so the start is clamped to 0 */
    case FAMILY_slice: return true;
    case FAMILY_custom:
        return op->n_operands == 1 && (strcmp(op->a.custom.target, "Sharding") == 0 ||
                                       strncmp(op->a.custom.target, "xla.sdy.", 8) == 0 ||
                                       strcmp(op->a.custom.target, "SPMDFullToShardShape") == 0 ||
                                       strcmp(op->a.custom.target, "SPMDShardToFullShape") == 0);
    case FAMILY_transpose: case FAMILY_broadcast: return keeps_order(op);
    case FAMILY_concatenate: return op->n_operands == 1;
    case FAMILY_reverse:
        for (int i = 0; i < op->a.dims.n; i++)
            if (from->dims[op->a.dims.v[i]] > 1)
                return false;
        return true;
    case FAMILY_pad:
        for (int d = 0; d < from->rank; d++)
            if (op->a.pad.lo[d] || op->a.pad.hi[d] || (op->a.pad.interior[d] && from->dims[d] > 1))
                return false;
        return true;
    case FAMILY_leaf: case FAMILY_iota: case FAMILY_device_id: case FAMILY_dynamic_update_slice: case FAMILY_gather:
    case FAMILY_scatter: case FAMILY_dot: case FAMILY_convolution: case FAMILY_reduce: case FAMILY_reduce_window:
    case FAMILY_select_and_scatter: case FAMILY_sort: case FAMILY_topk: case FAMILY_fft: case FAMILY_linalg:
    case FAMILY_rng_bits: case FAMILY_tuple: case FAMILY_control: case FAMILY_collective: case FAMILY_async: case FAMILY_group:
    case FAMILY_manual: return false;
    case N_FAMILIES: break;
    }
    g_assert_not_reached();
}

const IrOp *op_strip_renames(const IrOp *op)
{
    while (op_is_rename(op))
        op = op->operands[0];
    return op;
}

/* The one element that all of op's are, as a broadcast makes them; NULL if they are not, or there is but one. */
static const IrOp *element_of(const IrOp *op)
{
    const IrOp *x = op_strip_renames(op);
    while (x->code == OP_broadcast)
        x = op_strip_renames(x->operands[0]);
    bool in_memory = !fuse_is_view(x) || x->code == OP_constant;
    return x->type->n_elems == 1 && op->type->n_elems > 1 && in_memory ? x : NULL;
}

const IrOp *op_reads(const IrOp *op, int i)
{
    const IrOp *x = op->operands[i];
    if (i == 1 && arg_reduce_of(op, NULL))
        return op->operands[0];
    if (op->code == OP_scatter && i == 2 && op->n_operands == 3 && op->a.gather.offset.n == 0) {
        const IrOp *one = element_of(x);
        return one ? one : x;
    }
    if (op->code != OP_dot)
        return x;
    while (x->code == OP_transpose || op_is_rename(x)) {
        if (x->code != OP_transpose && x->operands[0]->type->plain != x->type->plain)
            break;
        x = x->operands[0];
    }
    return x;
}

/* Whether the numbers of an iota of less than a byte begin again before its end, which the loops do not know of. */
static bool iota_wraps(const IrOp *op)
{
    const ElemInfo *e = &elem_info[op->type->elem];
    return elem_is_cut(op->type->elem) && op->type->dims[op->a.iota.dim] > 1 << (e->bits - (e->cls == CLASS_SIGNED));
}

bool fuse_is_view(const IrOp *op)
{
    if (op->type->kind != TYPE_ARRAY || op_is_rename(op))
        return false;
    int r = op->type->rank;
    switch (op_family(op)) {
    case FAMILY_broadcast: return true;
    case FAMILY_iota: return !iota_wraps(op);
    case FAMILY_leaf: return op->code == OP_constant && op->a.literal->data && (op->a.literal->splat || op->type->n_elems == 1);
    case FAMILY_slice: return r > 0 && op->a.slice.stride[r - 1] == 1 && (op->type->dims[r - 1] >= 8 || op->type->n_elems <= 4096);
    case FAMILY_transpose: return op->a.dims.v[r - 1] == r - 1 && op->type->dims[r - 1] >= 32;
    case FAMILY_elementwise: case FAMILY_device_id: case FAMILY_reshape: case FAMILY_reverse: case FAMILY_pad:
    case FAMILY_concatenate: case FAMILY_dynamic_slice: case FAMILY_dynamic_update_slice: case FAMILY_gather:
    case FAMILY_scatter: case FAMILY_bitcast_convert: case FAMILY_dot: case FAMILY_convolution: case FAMILY_reduce:
    case FAMILY_reduce_window: case FAMILY_select_and_scatter: case FAMILY_sort: case FAMILY_topk: case FAMILY_fft:
    case FAMILY_linalg: case FAMILY_rng_bits: case FAMILY_tuple: case FAMILY_control: case FAMILY_barrier:
    case FAMILY_collective: case FAMILY_async: case FAMILY_token: case FAMILY_custom: case FAMILY_constraint:
    case FAMILY_reshard: case FAMILY_group: case FAMILY_manual: case FAMILY_opaque: return false;
    case N_FAMILIES: break;
    }
    g_assert_not_reached();
}

/* ---- sources --------------------------------------------------------------------------------------------- */

static void row_major(const Type *t, int64_t *strides)
{
    int64_t s = 1;
    for (int d = t->rank - 1; d >= 0; d--) {
        strides[d] = s;
        s *= t->dims[d];
    }
}

/* Strides of op's dims in the memory of *base, the op whose value is read through views. */
static void view_strides(const IrOp *op, int depth, int64_t *strides, int64_t *offset, const IrOp **base)
{
    const IrOp *from = op;
    /* Renames with the same dims are transparent here, others end the chain. */
    while (op_is_rename(from) && from->operands[0]->type->rank == op->type->rank &&
           memcmp(from->operands[0]->type->dims, op->type->dims, sizeof(int64_t) * (size_t)op->type->rank) == 0)
        from = from->operands[0];
    if (depth < MAX_VIEW_DEPTH && fuse_is_view(from) && from->n_operands == 1) {
        const IrOp *x = from->operands[0];
        int64_t inner[MAX_RANK];
        view_strides(x, depth + 1, inner, offset, base);
        for (int d = 0; d < op->type->rank; d++)
            strides[d] = 0;
        if (from->code == OP_broadcast) {
            for (int i = 0; i < x->type->rank; i++)
                strides[from->a.dims.v[i]] = inner[i];
        } else if (from->code == OP_slice) {
            for (int d = 0; d < op->type->rank; d++) {
                strides[d] = inner[d] * from->a.slice.stride[d];
                *offset += inner[d] * from->a.slice.start[d];
            }
        } else {
            g_assert(from->code == OP_transpose);
            for (int d = 0; d < op->type->rank; d++)
                strides[d] = inner[from->a.dims.v[d]];
        }
        return;
    }
    row_major(op->type, strides);
    *offset = 0;
    *base = op_strip_renames(op);
}

/* An iota in the flat order of its own shape. */
static void iota_pattern(const IrOp *op, int64_t *size, int64_t *inner)
{
    *size = op->type->dims[op->a.iota.dim];
    *inner = 1;
    for (int d = (int)op->a.iota.dim + 1; d < op->type->rank; d++)
        *inner *= op->type->dims[d];
}

void fuse_source(const IrOp *op, const FusePlan *f, int group, FuseSource *s)
{
    memset(s, 0, offsetof(FuseSource, dims));
    s->offset = 0;
    op = op_strip_renames(op);
    s->op = op;
    if (group >= 0 && f->group_of[op->pos] == group) {
        s->kind = SOURCE_MEMBER;
        return;
    }
    if (op->code == OP_constant && fuse_is_view(op)) {
        s->kind = SOURCE_CONST;
        return;
    }
    if (op->code == OP_iota && fuse_is_view(op)) {
        s->kind = SOURCE_IOTA;
        iota_pattern(op, &s->iota_size, &s->iota_inner);
        return;
    }
    s->kind = SOURCE_MEMORY;
    if (!fuse_is_view(op)) {
        s->full = true;
        s->scalar = op->type->n_elems == 1;
        return;
    }
    /* A broadcast of one element, also through other ops. */
    const IrOp *x = op;
    while (x->type->n_elems != 1 && (op_is_rename(x) || x->code == OP_broadcast))
        x = x->operands[0];
    if (x->type->n_elems == 1 && x != op) {
        x = op_strip_renames(x);
        while (x->code == OP_broadcast)
            x = op_strip_renames(x->operands[0]);
        if (x->code == OP_constant && fuse_is_view(x)) {
            s->kind = SOURCE_CONST;
            s->op = x;
            return;
        }
        s->op = x;
        if (fuse_is_view(x)) { /* an element of something, a slice: the same one for the whole of op */
            fuse_source(x, f, -1, s);
            if (s->kind == SOURCE_MEMORY && !s->full) {
                s->rank = 1;
                s->dims[0] = op->type->n_elems;
                s->strides[0] = 0;
            }
            return;
        }
        s->scalar = true;
        return;
    }
    if (op->code == OP_broadcast) {
        const IrOp *i = op_strip_renames(op->operands[0]);
        if (i->code == OP_constant && fuse_is_view(i)) {
            s->kind = SOURCE_CONST;
            s->op = i;
            return;
        }
        if (i->code == OP_iota && fuse_is_view(i)) {
            int64_t size, inner, own = 1;
            iota_pattern(i, &size, &inner);
            const Type *t = op->operands[0]->type;
            for (int d = t->rank - 1; d >= 0; own *= t->dims[d], d--)
                if (t->dims[d] == size && own == inner) {
                    s->kind = SOURCE_IOTA;
                    s->op = i;
                    s->iota_size = size;
                    s->iota_inner = 1;
                    for (int k = (int)op->a.dims.v[d] + 1; k < op->type->rank; k++)
                        s->iota_inner *= op->type->dims[k];
                    return;
                }
        }
    }
    int64_t strides[MAX_RANK];
    view_strides(op, 0, strides, &s->offset, &s->op);
    /* Merges dims that are contiguous; drops those of size one. */
    for (int d = 0; d < op->type->rank; d++) {
        int64_t n = op->type->dims[d];
        if (n == 1)
            continue;
        if (s->rank && s->strides[s->rank - 1] == strides[d] * n) {
            s->dims[s->rank - 1] *= n;
            s->strides[s->rank - 1] = strides[d];
        } else {
            s->dims[s->rank] = n;
            s->strides[s->rank++] = strides[d];
        }
    }
    if (s->rank == 0) { /* one element, for as many as there are */
        s->dims[0] = INT64_MAX / 4;
        s->strides[0] = 0;
        s->rank = 1;
    }
}
