/* Generated inputs. The generator is counter-based, so that element i does not depend on how many elements came
 * before it. */
#include "runtime/tensor/fill.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "runtime/base/parallel.h"
#include "runtime/tensor/normal.h"

static const double sigma = 0.1;

bool fill_kind_parse(const char *text, FillKind *out)
{
    static const char *const names[] = {"random", "zeros", "iota"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(text, names[i])) {
            *out = (FillKind)i;
            return true;
        }
    return false;
}

/* Integers and booleans. */
static Scalar random_whole(ElemType e, uint64_t bits, int64_t max_int)
{
    if (elem_info[e].cls == CLASS_PRED)
        return (Scalar){ .i = bits >> 63 };
    int width = elem_info[e].bits - (elem_info[e].cls == CLASS_SIGNED);
    int64_t top = width >= 63 ? max_int : MIN(max_int, ((int64_t)1 << width) - 1);
    return (Scalar){ .u = bits % ((uint64_t)top + 1) };
}

/* Floats, real and complex: blocks of normal numbers. */
static void fill_normal(uint64_t key, FillRange range, void *to)
{
    enum { BLOCK = 512 };
    double re[BLOCK], im[BLOCK];
    ElemType e = range.elem;
    bool complex = elem_info[e].cls == CLASS_COMPLEX;
    for (int64_t k = 0; k < range.n; k += BLOCK) {
        int n = (int)MIN(BLOCK, range.n - k);
        normal_fill(key, range.from + k, n, re, complex ? im : NULL);
        for (int i = 0; i < n; i++) {
            re[i] *= sigma;
            if (e == ELEM_f8e8m0fnu) /* has no negative values */
                re[i] = fabs(re[i]);
        }
        if (!complex)
            scalar_store_doubles(e, to, range.at + k, re, n);
        for (int i = 0; complex && i < n; i++)
            scalar_store(e, to, range.at + k + i, (Scalar){ .f = re[i], .im = sigma * im[i] });
    }
}

static void fill_random(const FillOptions *o, uint64_t key, FillRange range, void *to)
{
    if (elem_is_float(range.elem) || elem_info[range.elem].cls == CLASS_COMPLEX)
        fill_normal(key, range, to);
    else
        for (int64_t k = 0; k < range.n; k++)
            scalar_store(range.elem, to, range.at + k, random_whole(range.elem, normal_mix(key ^ normal_mix((uint64_t)(range.from + k))), o->max_int));
}

static void store_int(ElemType e, void *to, int64_t i, int64_t v)
{
    scalar_store(e, to, i, scalar_convert(ELEM_s64, e, (Scalar){ .i = v }));
}

void fill_elements(const FillOptions *o, int index, FillRange range, void *to)
{
    ElemType e = range.elem;
    switch (o->kind) {
    case FILL_RANDOM: fill_random(o, normal_mix(normal_mix(o->seed) + (uint64_t)index), range, to); break;
    case FILL_ZEROS:
        for (int64_t k = 0; k < range.n; k++)
            store_int(e, to, range.at + k, 0);
        break;
    case FILL_IOTA:
        for (int64_t k = 0; k < range.n; k++)
            store_int(e, to, range.at + k, e == ELEM_pred ? (range.from + k) & 1 : range.from + k);
        break;
    }
}

/* Elements [from, to) of one argument. */
static void fill_part(Tensor *t, const FillOptions *o, int index, int64_t from, int64_t to)
{
    fill_elements(o, index, (FillRange){ t->type->elem, from, from, to - from }, t->data);
}

Tensor *fill_tensor(const Type *type, FillKind kind, uint64_t seed, int index, int64_t max_int)
{
    Tensor *t = tensor_new(type);
    if (type->kind == TYPE_ARRAY)
        fill_part(t, &(FillOptions){.kind = kind, .seed = seed, .max_int = max_int}, index, 0, type->n_elems);
    return t;
}

static int64_t count_elements(const IrModule *m)
{
    int64_t n = 0;
    for (int p = 0; p < m->entry->n_params; p++)
        for (int l = 0; l < type_n_leaves(m->entry->params[p]->type); l++) {
            const Type *type = type_leaf(m->entry->params[p]->type, l);
            n += type->kind == TYPE_ARRAY ? type->n_elems : 0;
        }
    return n;
}

enum { PART = 1 << 16 }; /* elements between two checks of the stop */

/* One argument, filled by all cores. */
typedef struct Filling {
    Tensor *t;
    const FillOptions *o;
    int index;
    int64_t done, n, total; /* done: before this argument */
    atomic_int_fast64_t parts;
    GThread *caller;        /* tells of progress */
} Filling;

static void fill_next_part(void *user, int64_t i)
{
    Filling *f = user;
    if (stop_requested(f->o->stop))
        return;
    fill_part(f->t, f->o, f->index, i * PART, MIN(f->n, (i + 1) * PART));
    int64_t parts = atomic_fetch_add(&f->parts, 1) + 1;
    if (f->o->progress && g_thread_self() == f->caller)
        f->o->progress(f->o->user, f->done + MIN(f->n, parts * PART), f->total);
}

GPtrArray *fill_arguments_with(const IrModule *m, const FillOptions *o, GError **error)
{
    g_autoptr(GPtrArray) out = tensor_array_new();
    Filling f = { .o = o, .total = count_elements(m), .caller = g_thread_self() };
    for (int p = 0; p < m->entry->n_params; p++) {
        const IrOp *param = m->entry->params[p];
        for (int l = 0; l < type_n_leaves(param->type); l++) {
            f.t = tensor_try_new(type_leaf(param->type, l), OP_AT(param), error);
            if (!f.t)
                return NULL;
            f.index = (int)out->len;
            g_ptr_array_add(out, f.t);
            f.n = f.t->type->kind == TYPE_ARRAY ? f.t->type->n_elems : 0;
            f.parts = 0;
            if (f.n <= PART)
                fill_part(f.t, o, f.index, 0, f.n);
            else
                parallel_for((f.n + PART - 1) / PART, fill_next_part, &f);
            if (stop_requested(o->stop)) {
                stop_error(NULL, error);
                return NULL;
            }
            f.done += f.n;
        }
    }
    if (o->progress && f.total)
        o->progress(o->user, f.total, f.total);
    return g_steal_pointer(&out);
}

GPtrArray *fill_arguments(const IrModule *m, FillKind kind, uint64_t seed, int64_t max_int,
                          GError **error)
{
    return fill_arguments_with(m, &(FillOptions){.kind = kind, .seed = seed, .max_int = max_int}, error);
}

int64_t fill_largest_dim(const IrModule *m)
{
    int64_t best = 3;
    for (int c = 0; c < m->n_comps; c++)
        for (int i = 0; i < m->comps[c]->n_ops; i++) {
            const Type *type = m->comps[c]->ops[i]->type;
            for (int l = 0; l < type_n_leaves(type); l++) {
                const Type *leaf = type_leaf(type, l);
                for (int d = 0; leaf->kind == TYPE_ARRAY && d < leaf->rank; d++)
                    best = MAX(best, leaf->dims[d]);
            }
        }
    return best;
}
