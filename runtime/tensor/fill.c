/* Generated inputs. The generator is counter-based, so that element i does not depend on how many elements came
 * before it. */
#include "runtime/tensor/fill.h"

#include <math.h>
#include <string.h>

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

/* The finaliser of splitmix64 (Steele, Lea, Flood): a bijection whose output bits look independent.
 */
static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* In (0, 1]. */
static double unit(uint64_t bits)
{
    return (double)((bits >> 11) + 1) * 0x1p-53;
}

/* Box and Muller's pair of normal numbers from two uniform ones; complex values use both. */
static Scalar normal(uint64_t key, int64_t i)
{
    double u = unit(mix(key ^ mix((uint64_t)i * 2))), v = unit(mix(key ^ mix((uint64_t)i * 2 + 1)));
    double r = sigma * sqrt(-2 * log(u)), angle = 2 * G_PI * v;
    return (Scalar){.f = r * cos(angle), .im = r * sin(angle)};
}

static Scalar random_scalar(ElemType e, uint64_t key, int64_t i, int64_t max_int)
{
    uint64_t bits = mix(key ^ mix((uint64_t)i));
    switch (elem_info[e].cls) {
    case CLASS_PRED: return (Scalar){.i = bits >> 63};
    case CLASS_SIGNED:
    case CLASS_UNSIGNED: {
        int width = elem_info[e].bits - (elem_info[e].cls == CLASS_SIGNED);
        int64_t top = width >= 63 ? max_int : MIN(max_int, ((int64_t)1 << width) - 1);
        return (Scalar){.u = bits % ((uint64_t)top + 1)};
    }
    case CLASS_FLOAT: {
        Scalar v = normal(key, i);
        if (e == ELEM_f8e8m0fnu) /* has no negative values */
            v.f = fabs(v.f);
        return v;
    }
    case CLASS_COMPLEX: return normal(key, i);
    }
    g_assert_not_reached();
}

static void store_int(ElemType e, void *to, int64_t i, int64_t v)
{
    scalar_store(e, to, i, scalar_convert(ELEM_s64, e, (Scalar){ .i = v }));
}

void fill_elements(const FillOptions *o, int index, FillRange range, void *to)
{
    ElemType e = range.elem;
    uint64_t key = mix(mix(o->seed) + (uint64_t)index);
    for (int64_t k = 0; k < range.n; k++) {
        int64_t i = range.from + k;
        switch (o->kind) {
        case FILL_RANDOM: scalar_store(e, to, range.at + k, random_scalar(e, key, i, o->max_int)); break;
        case FILL_ZEROS: store_int(e, to, range.at + k, 0); break;
        case FILL_IOTA: store_int(e, to, range.at + k, e == ELEM_pred ? i & 1 : i); break;
        }
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

GPtrArray *fill_arguments_with(const IrModule *m, const FillOptions *o, GError **error)
{
    enum { PART = 1 << 16 }; /* elements between two checks of o->stop */
    g_autoptr(GPtrArray) out = tensor_array_new();
    int64_t done = 0, total = count_elements(m);
    for (int p = 0; p < m->entry->n_params; p++) {
        const IrOp *param = m->entry->params[p];
        for (int l = 0; l < type_n_leaves(param->type); l++) {
            Tensor *t = tensor_try_new(type_leaf(param->type, l), OP_AT(param), error);
            if (!t)
                return NULL;
            int index = (int)out->len;
            g_ptr_array_add(out, t);
            int64_t n = t->type->kind == TYPE_ARRAY ? t->type->n_elems : 0;
            for (int64_t at = 0; at < n; at += PART) {
                if (stop_requested(o->stop)) {
                    stop_error(NULL, error);
                    return NULL;
                }
                fill_part(t, o, index, at, MIN(n, at + PART));
                done += MIN(n - at, PART);
                if (o->progress)
                    o->progress(o->user, done, total);
            }
        }
    }
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
