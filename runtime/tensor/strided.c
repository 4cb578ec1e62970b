/* Packs arrays with strides. */
#include "runtime/tensor/strided.h"

#include <string.h>

enum { BLOCK = 32 }; /* elements each way: 32 lines of the cache are in the fastest one at a time */

bool strided_is_packed(const Type *type, const int64_t *strides)
{
    int64_t want = elem_info[type->elem].bytes;
    for (int d = type->rank - 1; d >= 0; d--) {
        if (type->dims[d] > 1 && strides[d] != want)
            return false;
        want *= type->dims[d];
    }
    return true;
}

/* n elements, of which `from` and `to` have one every so many bytes. */
static void copy_row(int64_t elem, char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n)
{
    if (from_step == elem && to_step == elem) {
        memcpy(to, from, (size_t)(n * elem));
        return;
    }
    switch (elem) { /* of a size that the compiler knows, memcpy is one load and one store */
    case 1:
        for (int64_t i = 0; i < n; i++)
            to[i * to_step] = from[i * from_step];
        break;
    case 2:
        for (int64_t i = 0; i < n; i++)
            memcpy(to + i * to_step, from + i * from_step, 2);
        break;
    case 4:
        for (int64_t i = 0; i < n; i++)
            memcpy(to + i * to_step, from + i * from_step, 4);
        break;
    case 8:
        for (int64_t i = 0; i < n; i++)
            memcpy(to + i * to_step, from + i * from_step, 8);
        break;
    default:
        for (int64_t i = 0; i < n; i++)
            memcpy(to + i * to_step, from + i * from_step, (size_t)elem);
    }
}

typedef struct Packing {
    const int64_t *dims, *from_step;
    int64_t to_step[MAX_RANK];
    int last, near; /* the dimensions that `to` and `from` run through first; they may be the same */
    int64_t elem;
} Packing;

/* Both dimensions, for one place in the others. */
static void pack_plane(const Packing *p, char *to, const char *from)
{
    int64_t n = p->dims[p->last], m = p->dims[p->near];
    if (p->near == p->last) {
        copy_row(p->elem, to, p->to_step[p->last], from, p->from_step[p->last], n);
        return;
    }
    for (int64_t i = 0; i < m; i += BLOCK)
        for (int64_t k = 0; k < n; k += BLOCK)
            for (int64_t a = i; a < MIN(i + BLOCK, m); a++)
                copy_row(p->elem, to + a * p->to_step[p->near] + k * p->to_step[p->last], p->to_step[p->last],
                         from + a * p->from_step[p->near] + k * p->from_step[p->last], p->from_step[p->last], MIN(BLOCK, n - k));
}

static void pack(const Packing *p, int d, char *to, const char *from)
{
    while (d < p->last && d == p->near)
        d++;
    if (d == p->last) {
        pack_plane(p, to, from);
        return;
    }
    for (int64_t i = 0; i < p->dims[d]; i++)
        pack(p, d + 1, to + i * p->to_step[d], from + i * p->from_step[d]);
}

static int64_t size_of(int64_t step)
{
    return step < 0 ? -step : step;
}

void strided_pack(const Type *type, const void *from, const int64_t *strides, void *to)
{
    Packing p = { .dims = type->dims, .from_step = strides, .last = type->rank - 1, .near = type->rank - 1, .elem = elem_info[type->elem].bytes };
    if (type->n_elems == 0)
        return;
    if (type->rank == 0) {
        memcpy(to, from, (size_t)p.elem);
        return;
    }
    int64_t step = p.elem;
    for (int d = p.last; d >= 0; step *= p.dims[d--])
        p.to_step[d] = step;
    for (int d = 0; d < p.last; d++) /* a stride of 0 repeats one element */
        if (p.dims[d] > 1 && strides[d] && size_of(strides[d]) < size_of(strides[p.near]))
            p.near = d;
    pack(&p, 0, to, from);
}
