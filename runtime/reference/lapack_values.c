/* Matrices, vectors and numbers between tensors and the buffers that LAPACK sees. */
#include "runtime/reference/lapack.h"

#include <math.h>

int lapack_rows(const Tensor *t)
{
    return (int)t->type->dims[t->type->rank - 2];
}
int lapack_columns(const Tensor *t)
{
    return (int)t->type->dims[t->type->rank - 1];
}

double *lapack_room(const LapackCall *c, int64_t n)
{
    return g_new0(double, (gsize)(MAX(n, 0) + 1) * (c->is_complex ? 2 : 1));
}

void lapack_put(bool pairs, double *v, int64_t i, Scalar x)
{
    v[pairs ? 2 * i : i] = x.f;
    if (pairs)
        v[2 * i + 1] = x.im;
}

static Scalar get(bool pairs, const double *v, int64_t i)
{
    return (Scalar){.f = v[pairs ? 2 * i : i], .im = pairs ? v[2 * i + 1] : 0};
}

double *lapack_take(const LapackCall *c, const Tensor *t, int room)
{
    int m = lapack_rows(t), n = lapack_columns(t);
    double *v = lapack_room(c, (int64_t)m * MAX(n, room));
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            lapack_put(c->is_complex, v, (int64_t)j * m + i,
                scalar_load(t->type->elem, t->data, (c->batch * m + i) * n + j));
    return v;
}

double *lapack_take_vector(const LapackCall *c, const Tensor *t)
{
    int64_t n = lapack_columns(t);
    double *v = lapack_room(c, n);
    for (int64_t i = 0; i < n; i++)
        lapack_put(c->is_complex, v, i, scalar_load(t->type->elem, t->data, c->batch * n + i));
    return v;
}

/* True if elements of t, and of buffers for it, are complex. */
static bool is_complex(const Tensor *t)
{
    return elem_info[t->type->elem].cls == CLASS_COMPLEX;
}

void lapack_give(const LapackCall *c, Tensor *t, const double *v, int leading)
{
    int m = lapack_rows(t), n = lapack_columns(t);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            scalar_store(t->type->elem, t->data, (c->batch * m + i) * n + j,
                         get(is_complex(t), v, (int64_t)j * leading + i));
}

void lapack_give_vector(const LapackCall *c, Tensor *t, const double *v)
{
    int64_t n = lapack_columns(t);
    for (int64_t i = 0; i < n; i++)
        scalar_store(t->type->elem, t->data, c->batch * n + i, get(is_complex(t), v, i));
}

void lapack_give_ints(const LapackCall *c, Tensor *t, const int *v)
{
    int64_t n = lapack_columns(t);
    for (int64_t i = 0; i < n; i++)
        scalar_store(t->type->elem, t->data, c->batch * n + i, (Scalar){.i = v[i]});
}

void lapack_give_info(const LapackCall *c, Tensor *t, int info)
{
    scalar_store(t->type->elem, t->data, c->batch, (Scalar){.i = info});
}

char lapack_letter(const LapackCall *c, const char *key, char otherwise)
{
    int64_t code = lapack_attribute(c->op, key, otherwise);
    return g_ascii_isalpha((int)code) ? (char)code : otherwise;
}

bool lapack_refuse_not_finite(const LapackCall *c, const double *a, int64_t n_values, int n_results)
{
    bool fine = true;
    for (int64_t i = 0; fine && i < n_values * (c->is_complex ? 2 : 1); i++)
        fine = isfinite(a[i]);
    if (fine)
        return false;
    for (int r = 0; r < n_results; r++) {
        const Type *t = c->out[r]->type;
        int64_t n = 1;
        for (int d = c->in[0]->type->rank - 2; d < t->rank; d++)
            n *= t->dims[d];
        for (int64_t i = 0; i < n; i++)
            scalar_store(t->elem, c->out[r]->data, c->batch * n + i,
                         (Scalar){.f = NAN, .im = NAN});
    }
    lapack_give_info(c, c->out[type_n_leaves(c->op->type) - 1], -4);
    return true;
}
