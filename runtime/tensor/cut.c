/* Copies tiles out of whole arrays and back. */
#include "runtime/tensor/cut.h"

#include <string.h>

#include "runtime/shard/tiles.h"

/* A box of elements in two row-major arrays, `to` and `from`: their dims, and the box's corner in each. */
typedef struct BoxCopy {
    const int64_t *to_dims, *to_at, *from_dims, *from_at;
    const int64_t *box; /* sizes */
    int rank;
    int64_t elem;       /* bytes of an element */
} BoxCopy;

/* Copies dims [d, rank) of the box; `to` and `from` are at the arrays' starts for d = 0, at the rows' starts for the others. The box has all of dims [whole, rank)
 * of both arrays, and `run` bytes of those. */
static void copy_dims(const BoxCopy *c, int d, int whole, int64_t run, char *to, const char *from)
{
    int64_t to_row = run, from_row = run;
    for (int k = d + 1; k < whole; k++) {
        to_row *= c->to_dims[k];
        from_row *= c->from_dims[k];
    }
    if (d < whole) {
        to += c->to_at[d] * to_row;
        from += c->from_at[d] * from_row;
    }
    if (d >= whole - 1) {
        memcpy(to, from, (size_t)(run * (d < whole ? c->box[d] : 1)));
        return;
    }
    for (int64_t i = 0; i < c->box[d]; i++)
        copy_dims(c, d + 1, whole, run, to + i * to_row, from + i * from_row);
}

static void copy_box(const BoxCopy *c, char *to, const char *from)
{
    int whole = c->rank;
    int64_t run = c->elem;
    while (whole > 0 && c->box[whole - 1] == c->to_dims[whole - 1] && c->box[whole - 1] == c->from_dims[whole - 1])
        run *= c->box[--whole];
    copy_dims(c, 0, whole, run, to, from);
}

/* The start and size of the device's valid box, and the dims of its storage. */
static bool box_of(const Type *t, const Sharding *s, int64_t device, int64_t *start, int64_t *size, int64_t *local)
{
    if (!s) {
        for (int d = 0; d < t->rank; d++) {
            start[d] = 0;
            size[d] = local[d] = t->dims[d];
        }
        return true;
    }
    tile_dims(s, t->rank, t->dims, local);
    if (!tile_box(s, t->rank, t->dims, device, start, size))
        return false;
    for (int d = 0; d < t->rank; d++)
        if (size[d] == 0)
            return false;
    return true;
}

/* True if devices hold parts of a sum of this value. */
static bool is_sum(const Sharding *s)
{
    return s && !s->maximal && axis_list_size(s->unreduced) > 1 && (s->reduction == REDUCTION_SUM || s->reduction == REDUCTION_XOR);
}

/* The index of the device's part of a sum. */
static int64_t part_of(const Sharding *s, int64_t device)
{
    return axis_list_index(s->mesh, s->unreduced, mesh_position_of(s->mesh, device));
}

/* True if no other device with a lower position holds the same tile and part. */
static bool is_first_copy(const Sharding *s, int64_t device)
{
    AxisList used[MAX_RANK + 1];
    for (int d = 0; d < s->rank; d++)
        used[d] = s->dims[d].axes;
    used[s->rank] = s->unreduced;
    Arena *scratch = arena_new_root();
    int64_t copy = axis_list_index(s->mesh, mesh_free_axes(scratch, s->mesh, used, s->rank + 1), mesh_position_of(s->mesh, device));
    arena_free(scratch);
    return copy == 0;
}

bool tile_place(const Type *t, const Sharding *s, int64_t device, int64_t *start, int64_t *size, int64_t *local)
{
    return box_of(t, s, device, start, size, local) && !(is_sum(s) && part_of(s, device) > 0); /* a sum: the first part has the whole value */
}

static void add_into(Tensor *sum, const Tensor *x, Reduction how)
{
    ElemType e = sum->type->elem;
    for (int64_t i = 0; i < sum->type->n_elems; i++) {
        Scalar a = scalar_load(e, sum->data, i), b = scalar_load(e, x->data, i);
        if (!elem_is_float(e) && elem_info[e].cls != CLASS_COMPLEX)
            a.u = how == REDUCTION_XOR || e == ELEM_pred ? a.u ^ b.u : a.u + b.u;
        else {
            a.f += b.f;
            a.im += b.im;
        }
        scalar_store(e, sum->data, i, a);
    }
}

void tile_cut(const Tensor *whole, const Sharding *s, int64_t device, void *local)
{
    const Type *t = whole->type;
    if (t->kind != TYPE_ARRAY) /* a token has nothing in it */
        return;
    int64_t start[MAX_RANK], size[MAX_RANK], dims[MAX_RANK], zero[MAX_RANK] = { 0 }, elem = elem_info[t->elem].bytes, n = elem;
    bool any = tile_place(t, s, device, start, size, dims), fills = any;
    for (int d = 0; d < t->rank; d++) {
        n *= dims[d];
        fills = fills && size[d] == dims[d];
    }
    if (!fills)
        memset(local, 0, (size_t)n);
    if (any && n > 0)
        copy_box(&(BoxCopy){ dims, zero, t->dims, start, size, t->rank, elem }, local, whole->data);
}

void tile_paste(Tensor *whole, const Sharding *s, int64_t device, const void *local)
{
    const Type *t = whole->type;
    int64_t start[MAX_RANK], size[MAX_RANK], dims[MAX_RANK], zero[MAX_RANK] = { 0 };
    if (t->kind != TYPE_ARRAY || !box_of(t, s, device, start, size, dims) || t->n_elems == 0)
        return;
    BoxCopy c = { t->dims, start, dims, zero, size, t->rank, elem_info[t->elem].bytes };
    if (is_sum(s)) {
        g_autoptr(Tensor) part = tensor_new(t);
        copy_box(&c, part->data, local);
        if (is_first_copy(s, device))
            add_into(whole, part, s->reduction);
    } else {
        copy_box(&c, whole->data, local);
    }
}

void tile_copy(const Type *t, const int64_t *size, const TileSide *to, const TileSide *from)
{
    copy_box(&(BoxCopy){ to->dims, to->at, from->dims, from->at, size, t->rank, elem_info[t->elem].bytes }, to->data, from->data);
}
