/* Dense linear algebra, Fourier transforms and batch norms, from their definitions in double
 * precision. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "runtime/reference/reference_impl.h"

typedef double complex Complex;

static Complex load(const Tensor *t, int64_t i)
{
    Scalar v = scalar_load(t->type->elem, t->data, i);
    return ref_pair(v.f, v.im);
}

static void store(Tensor *t, int64_t i, Complex z)
{
    scalar_store(t->type->elem, t->data, i, (Scalar){.f = creal(z), .im = cimag(z)});
}

/* ---- cholesky, triangular-solve -------------------------------------------------------------- */

/* a[n, n] = l l^H; reads and writes the lower triangle, or the upper one as u^H u. A pivot that is
 * not positive makes the whole factor NaN. */
static void cholesky_one(const Tensor *in, Tensor *out, int64_t at, int64_t n, bool lower)
{
    g_autofree Complex *l = g_new0(Complex, MAX(n * n, 1));
    bool ok = true;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j; i < n; i++) {
            Complex sum = lower ? load(in, at + i * n + j) : conj(load(in, at + j * n + i));
            for (int64_t k = 0; k < j; k++)
                sum -= l[i * n + k] * conj(l[j * n + k]);
            if (i == j) {
                ok = ok && creal(sum) > 0;
                l[i * n + i] = sqrt(creal(sum));
            } else {
                l[i * n + j] = sum / l[j * n + j];
            }
        }
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            Complex v = lower ? l[i * n + j] : conj(l[j * n + i]);
            bool inside = lower ? j <= i : j >= i;
            store(out, at + i * n + j, !inside ? 0 : ok ? v : ref_pair(NAN, 0));
        }
}

/* One triangular [n, n] matrix: it begins at element `at` of `a`. */
typedef struct Triangle {
    const IrOp *op; /* which triangle is used, and whether it is transposed */
    const Tensor *a;
    int64_t at, n;
} Triangle;

/* Element (i, j) of the matrix as the op applies it: transposed or conjugated if it says so. */
static Complex triangle_at(const Triangle *t, int64_t i, int64_t j)
{
    const IrOp *op = t->op;
    bool lower = op->a.linalg.lower;
    int64_t r = op->a.linalg.transpose ? j : i, c = op->a.linalg.transpose ? i : j;
    if (r == c && op->a.linalg.unit_diagonal)
        return 1;
    if (lower ? c > r : c < r)
        return 0;
    Complex v = load(t->a, t->at + r * t->n + c);
    return op->a.linalg.transpose == 2 ? conj(v) : v;
}

/* One right-hand side, later its solution: elements at, at + step, ... of x. */
typedef struct RightSide {
    Tensor *x;
    int64_t at, step;
} RightSide;

/* Solves t x = b for one right-hand side, x t = b if `from_right`. Substitution from whichever end
 * has one unknown. */
static void substitute(const Triangle *t, bool from_right, RightSide b)
{
    const IrOp *op = t->op;
    int64_t n = t->n;
    bool lower = op->a.linalg.lower != (op->a.linalg.transpose != 0);
    if (from_right) /* x a = b is a^T x^T = b^T */
        lower = !lower;
    g_autofree Complex *v = g_new(Complex, MAX(n, 1));
    for (int64_t k = 0; k < n; k++) {
        int64_t i = lower ? k : n - 1 - k;
        Complex sum = load(b.x, b.at + i * b.step);
        for (int64_t m = 0; m < k; m++) {
            int64_t j = lower ? m : n - 1 - m;
            sum -= (from_right ? triangle_at(t, j, i) : triangle_at(t, i, j)) * v[j];
        }
        v[i] = sum / triangle_at(t, i, i);
    }
    for (int64_t i = 0; i < n; i++)
        store(b.x, b.at + i * b.step, v[i]);
}

bool ref_linalg(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    const Type *a = in[0]->type;
    bool square = a->rank >= 2 && a->dims[a->rank - 1] == a->dims[a->rank - 2];
    if (!square || (!elem_is_float(a->elem) && elem_info[a->elem].cls != CLASS_COMPLEX))
        return ref_unsupported(op, error, "it wants square matrices of floats");
    int64_t n = a->dims[a->rank - 1];
    if (op->code == OP_cholesky) {
        out[0] = ref_new(op, 0, error);
        for (int64_t at = 0; out[0] && at < a->n_elems; at += n * n)
            cholesky_one(in[0], out[0], at, n, op->a.linalg.lower);
        return out[0] != NULL;
    }
    const Type *b = op->type;
    int64_t rows = b->dims[b->rank - 2], columns = b->dims[b->rank - 1];
    bool left = op->a.linalg.left_side;
    if ((left ? rows : columns) != n)
        return ref_unsupported(op, error, "the matrices do not fit");
    out[0] = tensor_dup(in[1]);
    for (int64_t m = 0; n > 0 && b->n_elems > 0 && m < b->n_elems / (rows * columns); m++)
        for (int64_t i = 0; i < (left ? columns : rows); i++) {
            Triangle t = {op, in[0], m * n * n, n};
            RightSide side = {out[0], m * rows * columns + (left ? i : i * columns), left ? columns : 1};
            substitute(&t, !left, side);
        }
    return true;
}

/* ---- fft ------------------------------------------------------------------------------------- */

/* Sums of the definition along dim d of a [dims] array of complex numbers; sign -1 forward, 1 back.
 */
static void transform(Complex *v, int rank, const int64_t *dims, int d, int sign)
{
    int64_t step[MAX_RANK], n = dims[d], total = 1;
    ref_strides(rank, dims, step);
    for (int i = 0; i < rank; i++)
        total *= dims[i];
    g_autofree Complex *root = g_new(Complex, MAX(n, 1)), *line = g_new(Complex, MAX(n, 1));
    for (int64_t k = 0; k < n; k++)
        root[k] = ref_pair(cos(2 * G_PI * (double)k / (double)n),
                        sign * sin(2 * G_PI * (double)k / (double)n));
    for (int64_t i = 0; i < total; i++) {
        if (i / step[d] % n)
            continue;
        for (int64_t k = 0; k < n; k++) {
            Complex sum = 0;
            for (int64_t j = 0; j < n; j++)
                sum += v[i + j * step[d]] * root[j * k % n];
            line[k] = sum;
        }
        for (int64_t k = 0; k < n; k++)
            v[i + k * step[d]] = line[k];
    }
}

/* Completes the spectrum of real numbers from its half: x[-k] = conj(x[k]) in all
 * transformed dims. */
static void complete(const Complex *half, Complex *full, int rank, const int64_t *half_dims,
                     const int64_t *dims, int first)
{
    int64_t index[MAX_RANK] = {0}, step[MAX_RANK], total = 1;
    ref_strides(rank, half_dims, step);
    for (int i = 0; i < rank; i++)
        total *= dims[i];
    for (int64_t i = 0; i < total; i++, ref_next(rank, dims, index)) {
        bool mirror = index[rank - 1] >= half_dims[rank - 1];
        int64_t at = 0;
        for (int d = 0; d < rank; d++)
            at += (mirror && d >= first ? (dims[d] - index[d]) % dims[d] : index[d]) * step[d];
        full[i] = mirror ? conj(half[at]) : half[at];
    }
}

bool ref_fft(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    enum { FFT, IFFT, RFFT, IRFFT };
    int rank = in[0]->type->rank, kind = op->a.fft.kind, n = op->a.fft.length.n, first = rank - n;
    if (first < 0 || n == 0)
        return ref_unsupported(op, error, "more transformed dimensions than there are");
    out[0] = ref_new(op, 0, error);
    if (!out[0])
        return false;
    int64_t dims[MAX_RANK], total = 1;
    double scale = 1;
    for (int d = 0; d < rank; d++) {
        dims[d] = d < first ? in[0]->type->dims[d] : op->a.fft.length.v[d - first];
        total *= dims[d];
        if (d >= first && (kind == IFFT || kind == IRFFT))
            scale /= (double)dims[d];
    }
    g_autofree Complex *v = g_new0(Complex, MAX(total, 1)),
                       *given = g_new0(Complex, MAX(in[0]->type->n_elems, 1));
    for (int64_t i = 0; i < in[0]->type->n_elems; i++)
        given[i] = load(in[0], i);
    if (kind == IRFFT)
        complete(given, v, rank, in[0]->type->dims, dims, first);
    else if (in[0]->type->n_elems == total)
        memcpy(v, given, sizeof *v * (size_t)total);
    else
        return ref_unsupported(op, error, "the lengths are not the operand's dimensions");
    for (int d = first; d < rank; d++)
        transform(v, rank, dims, d, kind == FFT || kind == RFFT ? -1 : 1);
    int64_t index[MAX_RANK] = {0}, step[MAX_RANK];
    ref_strides(rank, dims, step);
    for (int64_t i = 0; i < op->type->n_elems; i++, ref_next(rank, op->type->dims, index)) {
        int64_t at = 0; /* RFFT keeps the first n / 2 + 1 */
        for (int d = 0; d < rank; d++)
            at += index[d] * step[d];
        store(out[0], i, v[at] * scale);
    }
    return true;
}

/* ---- batch norms ----------------------------------------------------------------------------- */

typedef struct Features {
    int64_t n, step, count; /* features, their step in the array, elements of each */
} Features;

static Features features_of(const IrOp *op, const Type *type)
{
    int64_t step[MAX_RANK], d = op->a.batch_norm.feature, n = type->dims[d];
    ref_strides(type->rank, type->dims, step);
    return (Features){n, step[d], n ? type->n_elems / n : 0};
}

static int64_t feature_at(const Features *f, int64_t i)
{
    return i / f->step % f->n;
}

static void moments(const Tensor *x, const Features *f, double *mean, double *variance)
{
    for (int64_t i = 0; i < x->type->n_elems; i++)
        mean[feature_at(f, i)] += tensor_get_f64(x, i) / (double)f->count;
    for (int64_t i = 0; i < x->type->n_elems; i++) {
        double d = tensor_get_f64(x, i) - mean[feature_at(f, i)];
        variance[feature_at(f, i)] += d * d / (double)f->count;
    }
}

/* Gradients of y = (x - mean) / sqrt(var + eps) * scale + offset with mean and var those of x. */
static void batch_norm_grad(const IrOp *op, Tensor **in, const Features *f, Tensor **out)
{
    g_autofree double *sum = g_new0(double, f->n + 1), *dot = g_new0(double, f->n + 1);
    int64_t n = in[0]->type->n_elems;
    for (int64_t i = 0; i < n; i++) {
        int64_t k = feature_at(f, i);
        sum[k] += tensor_get_f64(in[4], i);
        dot[k] += tensor_get_f64(in[4], i) * (tensor_get_f64(in[0], i) - tensor_get_f64(in[2], k));
    }
    for (int64_t i = 0; i < n; i++) {
        int64_t k = feature_at(f, i);
        double rest = tensor_get_f64(in[3], k) + op->a.batch_norm.epsilon,
               centred = tensor_get_f64(in[0], i) - tensor_get_f64(in[2], k);
        double inner = tensor_get_f64(in[4], i) - sum[k] / (double)f->count -
                       centred * dot[k] / (rest * (double)f->count);
        tensor_set_f64(out[0], i, tensor_get_f64(in[1], k) / sqrt(rest) * inner);
    }
    for (int64_t k = 0; k < f->n; k++) {
        tensor_set_f64(out[1], k,
                       dot[k] / sqrt(tensor_get_f64(in[3], k) + op->a.batch_norm.epsilon));
        tensor_set_f64(out[2], k, sum[k]);
    }
}

bool ref_batch_norm(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    (void)cx;
    const Type *type = in[0]->type;
    if (op->a.batch_norm.feature < 0 || op->a.batch_norm.feature >= type->rank ||
        !elem_is_float(type->elem))
        return ref_unsupported(op, error, "no such feature dimension");
    Features f = features_of(op, type);
    for (int i = 0; i < type_n_leaves(op->type); i++)
        if (!(out[i] = ref_new(op, i, error)))
            return false;
    if (op->code == OP_batch_norm_grad) {
        batch_norm_grad(op, in, &f, out);
        return true;
    }
    g_autofree double *mean = g_new0(double, f.n + 1), *variance = g_new0(double, f.n + 1);
    bool training = op->code == OP_batch_norm_training;
    if (training)
        moments(in[0], &f, mean, variance);
    for (int64_t k = 0; k < f.n; k++) {
        if (!training) {
            mean[k] = tensor_get_f64(in[3], k);
            variance[k] = tensor_get_f64(in[4], k);
            continue;
        }
        tensor_set_f64(out[1], k, mean[k]);
        tensor_set_f64(out[2], k, variance[k]);
    }
    for (int64_t i = 0; i < type->n_elems; i++) {
        int64_t k = feature_at(&f, i);
        double y =
            (tensor_get_f64(in[0], i) - mean[k]) / sqrt(variance[k] + op->a.batch_norm.epsilon);
        tensor_set_f64(out[0], i, y * tensor_get_f64(in[1], k) + tensor_get_f64(in[2], k));
    }
    return true;
}
