/* Fourier transforms along a split dim of n = p * m elements in p pieces, by the four-step algorithm: transforms of length p across
 * the pieces, a multiplication of each element by its twiddle factor, then transforms of length m on each device. Three all-to-alls
 * bring the elements together for the first, for the second, and back into order. Where another dim is long enough to be
 * split meanwhile, two all-to-alls are enough: there and back.
 * Source: D. Bailey, "FFTs in External or Hierarchical Memory", 1990.
 * Start reading at transform_pieces(). */
#include "runtime/partition/local_build.h"
#include "runtime/partition/local_impl.h"
#include "runtime/partition/pieces.h"

#include <math.h>

#include "runtime/partition/lower.h"
#include "runtime/shard/spell.h"

/* Number of all-to-alls that transforming a split dim takes. */
enum { TO_ANOTHER_DIM = 2, BY_PARTS = 3 };

/* A dim of the local tile that can be split over p devices instead; -1 = none. */
static int other_dim(int rank, const int64_t *local, int dim, int64_t p)
{
    for (int d = 0; d < rank; d++)
        if (d != dim && local[d] % p == 0)
            return d;
    return -1;
}

bool lower_can_transform(const IrOp *op, int dim)
{
    const Type *t = op->operands[0]->type;
    return op->code == OP_fft && (op->a.fft.kind == 0 || op->a.fft.kind == 1) && dim >= t->rank - op->a.fft.length.n && t->n_elems > 0 &&
           t->rank < MAX_RANK - 1 && t->dims[dim] <= INT32_MAX;
}

/* All pieces must have one size, which p divides. */
AxisList lower_fft_axes(Arena *arena, int64_t n, AxisList axes)
{
    for (int64_t p = axis_list_size(axes); p > 1 && n % (p * p); p = axis_list_size(axes))
        axes = axis_list_fewer(arena, axes);
    return axes;
}

int64_t lower_fft_bytes(const IrOp *op, const Sharding *in)
{
    const Type *t = op->operands[0]->type;
    int64_t bytes = 0, local[MAX_RANK];
    tile_dims(in, t->rank, t->dims, local);
    for (int d = t->rank - op->a.fft.length.n; d < t->rank; d++) {
        int64_t p = sharding_parts(in, d), times = other_dim(t->rank, local, d, p) < 0 ? BY_PARTS : TO_ANOTHER_DIM;
        bytes += times * coll_traffic(COLL_ALL_TO_ALL, storage_bytes(t, in), p);
    }
    return bytes;
}

static IrOp *swapped(Local *x, IrOp *a, int d, int e)
{
    int rank = a->type->rank;
    int64_t *perm = arena_array(x->out->arena, int64_t, rank), dims[MAX_RANK];
    for (int i = 0; i < rank; i++) {
        perm[i] = i == d ? e : i == e ? d : i;
        dims[i] = a->type->dims[perm[i]];
    }
    IrOp *made = lb_op(x, OP_transpose, type_with_dims(x->out->types, a->type, rank, dims), 1, &a);
    made->a.dims = (Ints){ perm, rank };
    return made;
}

/* The transform along one dim that is whole on the device. */
static IrOp *along(Local *x, const IrOp *op, IrOp *a, int d)
{
    int last = a->type->rank - 1;
    IrOp *v = d == last ? a : swapped(x, a, d, last);
    IrOp *made = lb_op(x, OP_fft, v->type, 1, &v);
    made->a.fft.kind = op->a.fft.kind;
    made->a.fft.length = ints_dup(x->out->arena, &v->type->dims[last], 1);
    return d == last ? made : swapped(x, made, d, last);
}

static IrOp *cut(Local *x, IrOp *a, int d, int64_t outer, int64_t inner)
{
    int64_t dims[MAX_RANK];
    for (int i = 0; i < a->type->rank; i++)
        dims[i + (i > d)] = a->type->dims[i];
    dims[d] = outer;
    dims[d + 1] = inner;
    return lb_reshape(x, a, a->type->rank + 1, dims);
}

static IrOp *joined(Local *x, IrOp *a, int d)
{
    int64_t dims[MAX_RANK];
    for (int i = 0; i < a->type->rank - 1; i++)
        dims[i] = a->type->dims[i + (i > d)];
    dims[d] = a->type->dims[d] * a->type->dims[d + 1];
    return lb_reshape(x, a, a->type->rank - 1, dims);
}

/* The devices along the axes split dim `from` further and have dim `to` whole of it. */
static IrOp *moved(Local *x, IrOp *a, int from, int to, AxisList axes)
{
    int64_t p = axis_list_size(axes);
    const Type *t = lb_with_dim(x, a->type, from, a->type->dims[from] / p);
    IrOp *op = lb_op(x, OP_all_to_all, lb_with_dim(x, t, to, t->dims[to] * p), 1, &a);
    op->a.collective.dim = from;
    op->a.collective.concat_dim = to;
    op->a.collective.split_count = p;
    op->a.collective.groups = lb_groups(x, axes);
    return op;
}

/* Row i of dim d to device i of the group, whose own rows then stand in the order of who sent them. */
static IrOp *exchanged(Local *x, IrOp *a, int d, AxisList axes)
{
    IrOp *op = lb_op(x, OP_all_to_all, a->type, 1, &a);
    op->a.collective.dim = op->a.collective.concat_dim = d;
    op->a.collective.split_count = axis_list_size(axes);
    op->a.collective.groups = lb_groups(x, axes);
    return op;
}

static IrOp *real_number(Local *x, ElemType e, double v)
{
    float narrow = (float)v;
    return lb_constant(x, type_scalar(x->out->types, e), e == ELEM_f32 ? (void *)&narrow : (void *)&v);
}

/* exp(-2 pi i k j / n) for row k and place j of what this device has of a piece; conjugate of that on the way back. */
static IrOp *turns(Local *x, const IrOp *op, AxisList axes, int64_t part, const Type *like, int d)
{
    int64_t p = axis_list_size(axes);
    ElemType e = like->elem == ELEM_c64 ? ELEM_f32 : ELEM_f64;
    const Type *table = type_array(x->out->types, ELEM_s32, 2, (int64_t[]){ p, part });
    IrOp *k = lb_iota(x, table, 0), *j = lb_binary(x, OP_add, lb_iota(x, table, 1), lb_spread(x, lb_index(x, axes, part), table));
    IrOp *kj = lb_convert(x, lb_binary(x, OP_multiply, k, j), e);
    double step = (op->a.fft.kind == 0 ? -2 : 2) * G_PI / ((double)p * (double)p * (double)part);
    IrOp *angle = lb_binary(x, OP_multiply, kj, lb_spread(x, real_number(x, e, step), kj->type));
    IrOp *parts[2] = { lb_unary(x, OP_cosine, angle), lb_unary(x, OP_sine, angle) };
    IrOp *turn = lb_op(x, OP_complex, type_with_elem(x->out->types, table, like->elem), 2, parts);
    IrOp *spread = lb_op(x, OP_broadcast, like, 1, &turn);
    spread->a.dims = ints_dup(x->out->arena, (int64_t[]){ d, d + 1 }, 2);
    return spread;
}

static void note(Local *x, const IrOp *op, int d, AxisList axes, int64_t bytes, int times)
{
    g_autoptr(GString) names = g_string_new(NULL);
    axis_list_print(names, x->mesh, axes);
    const Sharding *at = sharding_of(op);
    note_rule(x, op, op, (Reshard){ .from = at, .to = at,
                                    .why = decision_text(x->log, "%s transforms along dimension %d, which is split on '%s': elements change devices %s, and no device ever has the whole",
                                         decision_label(x->log, op), d, names->str, times == BY_PARTS ? "three times between transforms of parts" : "to have lines whole, and back"),
                                    .plan = times == BY_PARTS ? "3 x all-to-all" : "2 x all-to-all", .bytes_full = type_bytes(op->type), .bytes_moved = bytes,
                                    .est_ns = times * coll_ns(x->model, x->mesh, COLL_ALL_TO_ALL, (double)bytes / times, axes) });
}

/* x        [.., m, ..]: elements j * m + i of the dim on device j of p
 * returns  [.., m, ..]: likewise of the transform. With n = p * m, j = device and i = place of an element, its frequency k + p * l:
 * the sum over j for each i and k, turned by k * i / n, is summed over i for each l. */
static IrOp *transform_pieces(Local *x, const IrOp *op, IrOp *a, int d, AxisList axes)
{
    int64_t p = axis_list_size(axes), m = a->type->dims[d], part = m / p;
    note(x, op, d, axes, BY_PARTS * coll_traffic(COLL_ALL_TO_ALL, type_bytes(a->type), p), BY_PARTS);
    int reshard = x->reshard_id;
    IrOp *across = exchanged(x, cut(x, a, d, p, part), d, axes);        /* [j, part of i] */
    x->reshard_id = 0;
    across = along(x, op, across, d);                                   /* [k, part of i] */
    across = lb_binary(x, OP_multiply, across, turns(x, op, axes, part, across->type, d));
    x->reshard_id = reshard;
    IrOp *own = joined(x, exchanged(x, across, d, axes), d);            /* all i of one k */
    x->reshard_id = 0;
    own = along(x, op, own, d);                                         /* all l of it */
    x->reshard_id = reshard;
    IrOp *ordered = exchanged(x, cut(x, own, d, p, part), d, axes);     /* [k, part of l] */
    x->reshard_id = 0;
    return joined(x, swapped(x, ordered, d, d + 1), d);
}

static IrOp *transform_lines(Local *x, const IrOp *op, IrOp *a, int d, int other, AxisList axes)
{
    note(x, op, d, axes, TO_ANOTHER_DIM * coll_traffic(COLL_ALL_TO_ALL, type_bytes(a->type), axis_list_size(axes)), TO_ANOTHER_DIM);
    int reshard = x->reshard_id;
    a = moved(x, a, other, d, axes);
    x->reshard_id = 0;
    a = along(x, op, a, d);
    x->reshard_id = reshard;
    a = moved(x, a, d, other, axes);
    x->reshard_id = 0;
    return a;
}

IrOp *lower_fft(Local *x, const IrOp *op)
{
    const Sharding *s = sharding_of(op->operands[0]);
    int rank = op->type->rank, first = rank - op->a.fft.length.n;
    bool split = false;
    for (int d = first; d < rank; d++)
        split |= sharding_parts(s, d) > 1;
    if (!split)
        return lower_plain(x, op);
    IrOp *a = local_of(x, op->operands[0]);
    for (int d = first; d < rank; d++) {
        AxisList axes = s->dims[d].axes;
        int other = other_dim(rank, a->type->dims, d, axis_list_size(axes));
        if (sharding_parts(s, d) == 1)
            a = along(x, op, a, d);
        else
            a = other < 0 ? transform_pieces(x, op, a, d, axes) : transform_lines(x, op, a, d, other, axes);
    }
    return a;
}
