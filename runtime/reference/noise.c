/* Judges results by evaluating the program on inputs that are changed by a rounding error; see noise.h. */
#include "runtime/reference/noise.h"

#include <float.h>
#include <math.h>

#include "runtime/reference/reference.h"
#include "runtime/ir/scalar.h"

enum { TRIALS = 8,            /* an unstable number rarely stays the same in all of them */
       OF_NOISE = 8,          /* rounding within the program is larger than that of its inputs */
       MAX_SAMPLED = 4096 };  /* numbers in the sample for a median */

/* ---- inputs nearby ---- */

/* Formats in which the number after the next in absolute value has the bits that follow. */
static bool has_neighbours(ElemType e)
{
    return e == ELEM_f16 || e == ELEM_bf16 || e == ELEM_f32 || e == ELEM_f64;
}

/* True if the program computes with f32 anywhere: what it makes of f64 numbers is then no more exact than that. */
static bool has_singles(const IrModule *m)
{
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++) {
            const Type *t = m->comps[k]->ops[i]->type;
            for (int leaf = 0; leaf < type_n_leaves(t); leaf++)
                if (type_leaf(t, leaf)->kind == TYPE_ARRAY && elem_part(type_leaf(t, leaf)->elem) == ELEM_f32)
                    return true;
        }
    return false;
}

static Tensor *moved(const Tensor *t, GRand *rand, bool singles)
{
    Tensor *out = tensor_new(t->type);
    size_t bytes = (size_t)type_bytes(t->type);
    memcpy(out->data, t->data, bytes);
    ElemType part = t->type->kind == TYPE_ARRAY ? elem_part(t->type->elem) : ELEM_pred;
    if (!has_neighbours(part))
        return out;
    size_t width = (size_t)elem_info[part].bytes;
    for (size_t at = 0; at < bytes; at += width) {
        uint8_t *p = (uint8_t *)out->data + at;
        double v = scalar_to_double(part, p);
        if (v == 0 || !isfinite(v) || !g_rand_boolean(rand))
            continue;
        if (part == ELEM_f64 && singles)
            scalar_from_double(part, v * (1 + (g_rand_boolean(rand) ? FLT_EPSILON : -FLT_EPSILON) / 2), p);
        else
            *p ^= 1; /* little-endian: the last place */
    }
    return out;
}

/* ---- what was seen of each number ---- */

typedef enum Kind { FINITE, NOT_A_NUMBER, PLUS_INFINITY, MINUS_INFINITY } Kind;

/* What was seen of one result; complex numbers count as two. */
typedef struct Seen {
    const Tensor *want, *got;
    int64_t n;
    bool whole;               /* integers and bools */
    double *most;             /* the largest change of each finite number */
    uint8_t *kinds;           /* set of the kinds seen of each number */
    int64_t *lo, *hi;         /* smallest and largest integer seen */
} Seen;

static double number(const Tensor *t, int64_t i)
{
    if (elem_info[t->type->elem].cls != CLASS_COMPLEX)
        return scalar_load(t->type->elem, t->data, i).f;
    Scalar v = scalar_load(t->type->elem, t->data, i / 2);
    return i % 2 ? v.im : v.f;
}

static int64_t integer(const Tensor *t, int64_t i)
{
    Scalar v = scalar_load(t->type->elem, t->data, i);
    return elem_info[t->type->elem].cls == CLASS_UNSIGNED ? (int64_t)(v.u ^ UINT64_C(1) << 63) : v.i;
}

static Kind kind_of(double v)
{
    return isnan(v) ? NOT_A_NUMBER : isfinite(v) ? FINITE : v > 0 ? PLUS_INFINITY : MINUS_INFINITY;
}

static void seen_init(Seen *s, const Tensor *want, const Tensor *got)
{
    ElemType e = want->type->elem;
    bool complex = elem_info[e].cls == CLASS_COMPLEX;
    *s = (Seen){ .want = want, .got = got, .n = want->type->n_elems * (complex ? 2 : 1), .whole = !complex && !elem_is_float(e) };
    if (s->whole) {
        s->lo = g_new(int64_t, s->n + 1);
        s->hi = g_new(int64_t, s->n + 1);
        for (int64_t i = 0; i < s->n; i++)
            s->lo[i] = s->hi[i] = integer(want, i);
        return;
    }
    s->most = g_new0(double, s->n + 1);
    s->kinds = g_new(uint8_t, s->n + 1);
    for (int64_t i = 0; i < s->n; i++)
        s->kinds[i] = (uint8_t)(1 << kind_of(number(want, i)));
}

static void seen_clear(Seen *s)
{
    g_free(s->most);
    g_free(s->kinds);
    g_free(s->lo);
    g_free(s->hi);
}

static void look_at(Seen *s, const Tensor *near)
{
    for (int64_t i = 0; i < s->n && s->whole; i++) {
        int64_t v = integer(near, i);
        s->lo[i] = MIN(s->lo[i], v);
        s->hi[i] = MAX(s->hi[i], v);
    }
    for (int64_t i = 0; i < s->n && !s->whole; i++) {
        double v = number(near, i), d = fabs(v - number(s->want, i));
        s->kinds[i] |= (uint8_t)(1 << kind_of(v));
        if (isfinite(d))
            s->most[i] = MAX(s->most[i], d);
    }
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median change, in a sample of the numbers. */
static double middle(const Seen *s)
{
    int64_t n = MIN(s->n, MAX_SAMPLED);
    g_autofree double *v = g_new(double, n + 1);
    for (int64_t i = 0; i < n; i++)
        v[i] = s->most[i * s->n / n];
    qsort(v, (size_t)n, sizeof *v, by_size);
    return n ? v[n / 2] : 0;
}

/* The largest finite number: tolerances are of it. */
static double scale_of(const Seen *s)
{
    double scale = 0;
    for (int64_t i = 0; i < s->n; i++) {
        double v = fabs(number(s->want, i));
        scale = isfinite(v) ? MAX(scale, v) : scale;
    }
    return scale;
}

/* True for an infinity in place of a number that is no further than `room` from the largest of its type: rounding decides which of the two it is. */
static bool is_overflow(ElemType e, double got, double want, double room)
{
    return isinf(got) && isfinite(want) && signbit(got) == signbit(want) && float_max(e) - fabs(want) <= room;
}

static bool explained(const Seen *s)
{
    for (int64_t i = 0; i < s->n && s->whole; i++) {
        int64_t v = integer(s->got, i);
        if (v < s->lo[i] || v > s->hi[i])
            return false;
    }
    if (s->whole)
        return true;
    double usual = middle(s), allowed = tensor_tolerance(s->want->type->elem) * scale_of(s);
    for (int64_t i = 0; i < s->n; i++) {
        double v = number(s->got, i), want = number(s->want, i), d = fabs(v - want), room = MAX(allowed, OF_NOISE * MAX(s->most[i], usual));
        if (is_overflow(elem_part(s->want->type->elem), v, want, room))
            continue;
        if (!(s->kinds[i] >> kind_of(v) & 1) || (isfinite(d) && d > room))
            return false;
    }
    return true;
}

/* ---- trials ---- */

static bool same_type(const Tensor *a, const Tensor *b)
{
    return a->type->kind == TYPE_ARRAY && b->type->kind == TYPE_ARRAY && a->type->elem == b->type->elem && a->type->n_elems == b->type->n_elems;
}

/* The first result that is off and not explained by what was seen so far; -1 if there is none. */
static int first_left(const Seen *seen, const bool *off, guint n)
{
    for (guint i = 0; i < n; i++)
        if (off[i] && !explained(&seen[i]))
            return (int)i;
    return -1;
}

int noise_leaves(const NoiseCase *c, const Stop *stop, GError **error)
{
    const GPtrArray *args = c->args, *want = c->want, *got = c->got;
    const bool *off = c->off;
    for (guint i = 0; i < want->len; i++)
        if (off[i] && !same_type(g_ptr_array_index(want, i), g_ptr_array_index(got, i)))
            return (int)i;
    g_autofree Seen *seen = g_new0(Seen, want->len + 1);
    for (guint i = 0; i < want->len; i++)
        if (off[i])
            seen_init(&seen[i], g_ptr_array_index(want, i), g_ptr_array_index(got, i));
    int left = 0;
    bool singles = has_singles(c->m);
    for (guint32 trial = 0; trial < TRIALS && left >= 0; trial++) {
        GRand *rand = g_rand_new_with_seed(trial + 1);
        g_autoptr(GPtrArray) near = tensor_array_new(), out = tensor_array_new();
        for (guint i = 0; i < args->len; i++)
            g_ptr_array_add(near, moved(g_ptr_array_index(args, i), rand, singles));
        g_rand_free(rand);
        if (!reference_eval_replicas(c->m, (const Tensor *const *)near->pdata, (int)near->len, &(RefOptions){ .stop = stop }, out, error)) {
            left = -2;
            break;
        }
        for (guint i = 0; i < want->len; i++)
            if (off[i])
                look_at(&seen[i], g_ptr_array_index(out, i));
        left = first_left(seen, off, want->len);
    }
    for (guint i = 0; i < want->len; i++)
        seen_clear(&seen[i]);
    return left;
}
