/* LAPACK's routines on one matrix. They compute in double with the LAPACK library that comes with the BLAS, so that signs and pivots
 * are the ones that users see in JAX. The table at the end gives each routine's operands and results; lapack.c has checked their
 * sizes. Work arrays are sized by the formulas in LAPACK's documentation. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "runtime/reference/lapack.h"

/* LAPACK's own names. The hidden arguments at the end are the lengths of character arguments, all 1. Matrices are void
 * pointers where the real and the complex routine do not differ otherwise. */
typedef void Potrf(const char *uplo, const int *n, void *a, const int *lda, int *info, size_t);
typedef void Trsm(const char *side, const char *uplo, const char *trans, const char *diag,
                  const int *m, const int *n, const void *alpha, const void *a, const int *lda,
                  void *b, const int *ldb, size_t, size_t, size_t, size_t);
typedef void Getrf(const int *m, const int *n, void *a, const int *lda, int *ipiv, int *info);
typedef void Geqrf(const int *m, const int *n, void *a, const int *lda, void *tau, void *work,
                   const int *lwork, int *info);
typedef void Orgqr(const int *m, const int *n, const int *k, void *a, const int *lda,
                   const void *tau, void *work, const int *lwork, int *info);
typedef void Ormqr(const char *side, const char *trans, const int *m, const int *n, const int *k,
                   const void *a, const int *lda, const void *tau, void *c, const int *ldc,
                   void *work, const int *lwork, int *info, size_t, size_t);
typedef void Gehrd(const int *n, const int *ilo, const int *ihi, void *a, const int *lda, void *tau,
                   void *work, const int *lwork, int *info);
typedef void Sytrd(const char *uplo, const int *n, void *a, const int *lda, double *d, double *e,
                   void *tau, void *work, const int *lwork, int *info, size_t);
typedef void Gtsv(const int *n, const int *nrhs, void *dl, void *d, void *du, void *b,
                  const int *ldb, int *info);
extern Potrf dpotrf_, zpotrf_;
extern Trsm dtrsm_, ztrsm_;
extern Getrf dgetrf_, zgetrf_;
extern Geqrf dgeqrf_, zgeqrf_;
extern Orgqr dorgqr_, zungqr_;
extern Ormqr dormqr_, zunmqr_;
extern Gehrd dgehrd_, zgehrd_;
extern Sytrd dsytrd_, zhetrd_;
extern Gtsv dgtsv_, zgtsv_;
extern void dgeqp3_(const int *m, const int *n, double *a, const int *lda, int *jpvt, double *tau,
                    double *work, const int *lwork, int *info);
extern void zgeqp3_(const int *m, const int *n, double *a, const int *lda, int *jpvt, double *tau,
                    double *work, const int *lwork, double *rwork, int *info);
extern void dsyevd_(const char *jobz, const char *uplo, const int *n, double *a, const int *lda,
                    double *w, double *work, const int *lwork, int *iwork, const int *liwork,
                    int *info, size_t, size_t);
extern void zheevd_(const char *jobz, const char *uplo, const int *n, double *a, const int *lda,
                    double *w, double *work, const int *lwork, double *rwork, const int *lrwork,
                    int *iwork, const int *liwork, int *info, size_t, size_t);
extern void dgesdd_(const char *jobz, const int *m, const int *n, double *a, const int *lda,
                    double *s, double *u, const int *ldu, double *vt, const int *ldvt, double *work,
                    const int *lwork, int *iwork, int *info, size_t);
extern void zgesdd_(const char *jobz, const int *m, const int *n, double *a, const int *lda,
                    double *s, double *u, const int *ldu, double *vt, const int *ldvt, double *work,
                    const int *lwork, double *rwork, int *iwork, int *info, size_t);
extern void dgesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, double *a,
                    const int *lda, double *s, double *u, const int *ldu, double *vt,
                    const int *ldvt, double *work, const int *lwork, int *info, size_t, size_t);
extern void zgesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, double *a,
                    const int *lda, double *s, double *u, const int *ldu, double *vt,
                    const int *ldvt, double *work, const int *lwork, double *rwork, int *info,
                    size_t, size_t);
extern void dgeev_(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda,
                   double *wr, double *wi, double *vl, const int *ldvl, double *vr, const int *ldvr,
                   double *work, const int *lwork, int *info, size_t, size_t);
extern void zgeev_(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda,
                   double *w, double *vl, const int *ldvl, double *vr, const int *ldvr,
                   double *work, const int *lwork, double *rwork, int *info, size_t, size_t);
extern void dgees_(const char *jobvs, const char *sort, void *select, const int *n, double *a,
                   const int *lda, int *sdim, double *wr, double *wi, double *vs, const int *ldvs,
                   double *work, const int *lwork, int *bwork, int *info, size_t, size_t);
extern void zgees_(const char *jobvs, const char *sort, void *select, const int *n, double *a,
                   const int *lda, int *sdim, double *w, double *vs, const int *ldvs, double *work,
                   const int *lwork, double *rwork, int *bwork, int *info, size_t, size_t);
extern void dlagtf_(const int *n, double *a, const double *lambda, double *b, double *c,
                    const double *tol, double *d, int *in, int *info);
extern void dlagts_(const int *job, const int *n, const double *a, const double *b, const double *c,
                    const double *d, const int *in, double *y, double *tol, int *info);
extern void slagtf_(const int *n, float *a, const float *lambda, float *b, float *c,
                    const float *tol, float *d, int *in, int *info);
extern void slagts_(const int *job, const int *n, const float *a, const float *b, const float *c,
                    const float *d, const int *in, float *y, float *tol, int *info);

typedef LapackCall Call;

/* ---- factors --------------------------------------------------------------------------------- */

static void potrf(const Call *c)
{
    int n = lapack_rows(c->in[0]), lda = MAX(n, 1), info = 0;
    char uplo = lapack_letter(c, "uplo", 'L');
    g_autofree double *a = lapack_take(c, c->in[0], 0);
    (c->is_complex ? zpotrf_ : dpotrf_)(&uplo, &n, a, &lda, &info, 1);
    lapack_give(c, c->out[0], a, lda);
    lapack_give_info(c, c->out[1], info);
}

static void trsm(const Call *c)
{
    int m = lapack_rows(c->in[1]), n = lapack_columns(c->in[1]), lda = MAX(lapack_rows(c->in[0]), 1), ldb = MAX(m, 1);
    char side = lapack_letter(c, "side", 'L'), uplo = lapack_letter(c, "uplo", 'L'),
         trans = lapack_letter(c, "trans_x", 'N'), diag = lapack_letter(c, "diag", 'N');
    const double one[2] = {1, 0};
    g_autofree double *a = lapack_take(c, c->in[0], 0), *b = lapack_take(c, c->in[1], 0);
    (c->is_complex ? ztrsm_ : dtrsm_)(&side, &uplo, &trans, &diag, &m, &n, one, a, &lda, b, &ldb, 1, 1,
                                   1, 1);
    lapack_give(c, c->out[0], b, ldb);
}

static void getrf(const Call *c)
{
    int m = lapack_rows(c->in[0]), n = lapack_columns(c->in[0]), lda = MAX(m, 1), info = 0;
    g_autofree double *a = lapack_take(c, c->in[0], 0);
    g_autofree int *pivots = g_new0(int, (gsize)MIN(m, n) + 1);
    (c->is_complex ? zgetrf_ : dgetrf_)(&m, &n, a, &lda, pivots, &info);
    lapack_give(c, c->out[0], a, lda);
    lapack_give_ints(c, c->out[1], pivots);
    lapack_give_info(c, c->out[2], info);
}

static void geqrf(const Call *c)
{
    int m = lapack_rows(c->in[0]), n = lapack_columns(c->in[0]), lda = MAX(m, 1), room = 64 * MAX(n, 1), info = 0;
    g_autofree double *a = lapack_take(c, c->in[0], 0), *tau = lapack_room(c, MIN(m, n)),
                      *work = lapack_room(c, room);
    (c->is_complex ? zgeqrf_ : dgeqrf_)(&m, &n, a, &lda, tau, work, &room, &info);
    lapack_give(c, c->out[0], a, lda);
    lapack_give_vector(c, c->out[1], tau);
}

static void geqp3(const Call *c)
{
    int m = lapack_rows(c->in[0]), n = lapack_columns(c->in[0]), lda = MAX(m, 1), room = 2 * n + 64 * (n + 1),
        info = 0;
    g_autofree double *a = lapack_take(c, c->in[0], 0), *tau = lapack_room(c, MIN(m, n)),
                      *work = lapack_room(c, room), *rwork = g_new(double, 2 * (gsize)n + 1);
    g_autofree int *pivots = g_new0(int, (gsize)n + 1);
    for (int64_t i = 0; i < n; i++)
        pivots[i] = (int)tensor_get_i64(c->in[1], c->batch * n + i);
    if (c->is_complex)
        zgeqp3_(&m, &n, a, &lda, pivots, tau, work, &room, rwork, &info);
    else
        dgeqp3_(&m, &n, a, &lda, pivots, tau, work, &room, &info);
    lapack_give(c, c->out[0], a, lda);
    lapack_give_ints(c, c->out[1], pivots);
    lapack_give_vector(c, c->out[2], tau);
}

static void orgqr(const Call *c)
{
    int m = lapack_rows(c->out[0]), n = lapack_columns(c->out[0]), k = lapack_columns(c->in[1]);
    int lda = MAX(m, 1), room = 64 * MAX(n, 1), info = 0;
    g_autofree double *a = lapack_take(c, c->in[0], n), *tau = lapack_take_vector(c, c->in[1]),
                      *work = lapack_room(c, room);
    (c->is_complex ? zungqr_ : dorgqr_)(&m, &n, &k, a, &lda, tau, work, &room, &info);
    lapack_give(c, c->out[0], a, lda);
}

static void ormqr(const Call *c)
{
    int m = lapack_rows(c->in[2]), n = lapack_columns(c->in[2]), k = lapack_columns(c->in[1]);
    int lda = MAX(lapack_rows(c->in[0]), 1), ldc = MAX(m, 1), room = 64 * (MAX(m, n) + 65), info = 0;
    char side = lapack_attribute(c->op, "left", 1) ? 'L' : 'R',
         trans = !lapack_attribute(c->op, "transpose", 0) ? 'N' : c->is_complex ? 'C' : 'T';
    g_autofree double *a = lapack_take(c, c->in[0], 0), *tau = lapack_take_vector(c, c->in[1]),
                      *v = lapack_take(c, c->in[2], 0), *work = lapack_room(c, room);
    (c->is_complex ? zunmqr_ : dormqr_)(&side, &trans, &m, &n, &k, a, &lda, tau, v, &ldc, work, &room,
                                     &info, 1, 1);
    lapack_give(c, c->out[0], v, ldc);
}

static void gehrd(const Call *c)
{
    int n = lapack_rows(c->in[0]), lda = MAX(n, 1), room = 64 * (n + 65), info = 0;
    int low = (int)lapack_attribute(c->op, "low", 1), high = (int)lapack_attribute(c->op, "high", n);
    g_autofree double *a = lapack_take(c, c->in[0], 0), *tau = lapack_room(c, n), *work = lapack_room(c, room);
    (c->is_complex ? zgehrd_ : dgehrd_)(&n, &low, &high, a, &lda, tau, work, &room, &info);
    lapack_give(c, c->out[0], a, lda);
    lapack_give_vector(c, c->out[1], tau);
    lapack_give_info(c, c->out[2], info);
}

static void sytrd(const Call *c)
{
    int n = lapack_rows(c->in[0]), lda = MAX(n, 1), room = 64 * (n + 1), info = 0;
    char uplo = lapack_letter(c, "uplo", 'L');
    g_autofree double *a = lapack_take(c, c->in[0], 0), *tau = lapack_room(c, n), *work = lapack_room(c, room);
    g_autofree double *d = g_new0(double, (gsize)n + 1), *e = g_new0(double, (gsize)n + 1);
    (c->is_complex ? zhetrd_ : dsytrd_)(&uplo, &n, a, &lda, d, e, tau, work, &room, &info, 1);
    lapack_give(c, c->out[0], a, lda);
    lapack_give_vector(c, c->out[1], d);
    lapack_give_vector(c, c->out[2], e);
    lapack_give_vector(c, c->out[3], tau);
    lapack_give_info(c, c->out[4], info);
}

/* The first of the lower diagonal and the last of the upper one are outside the matrix. */
static void gtsv(const Call *c)
{
    int n = lapack_rows(c->in[3]), nrhs = lapack_columns(c->in[3]), ldb = MAX(n, 1), info = 0;
    int part = c->is_complex ? 2 : 1;
    g_autofree double *dl = lapack_take_vector(c, c->in[0]), *d = lapack_take_vector(c, c->in[1]),
                      *du = lapack_take_vector(c, c->in[2]), *b = lapack_take(c, c->in[3], 0);
    (c->is_complex ? zgtsv_ : dgtsv_)(&n, &nrhs, dl + part, d, du, b, &ldb, &info);
    lapack_give_vector(c, c->out[0], dl);
    lapack_give_vector(c, c->out[1], d);
    lapack_give_vector(c, c->out[2], du);
    lapack_give(c, c->out[3], b, ldb);
    lapack_give_info(c, c->out[4], info);
}

/* As gtsv, but pivots too small against the largest entry of the factor are moved away from zero,
 * by an amount that depends on the precision: so floats are solved as floats. */
static void perturbed(const Call *c)
{
    int n = lapack_rows(c->in[3]), columns_b = lapack_columns(c->in[3]), job = -1, info = 0;
    g_autofree double *dl = lapack_take_vector(c, c->in[0]), *d = lapack_take_vector(c, c->in[1]),
                      *du = lapack_take_vector(c, c->in[2]), *b = lapack_take(c, c->in[3], 0);
    g_autofree double *second = g_new0(double, (gsize)n + 1);
    g_autofree int *pivots = g_new0(int, (gsize)n + 1);
    if (c->in[3]->type->elem == ELEM_f64) {
        double zero = 0, tol = 0;
        dlagtf_(&n, d, &zero, du, dl + 1, &zero, second, pivots, &info);
        for (int i = 0; i < n; i++)
            tol = fmax(tol, fmax(fabs(d[i]), fmax(i + 1 < n ? fabs(du[i]) : 0, fabs(second[i]))));
        tol *= DBL_EPSILON;
        for (int j = 0; j < columns_b; j++)
            dlagts_(&job, &n, d, du, dl + 1, second, pivots, b + (int64_t)j * n, &tol, &info);
        lapack_give(c, c->out[0], b, n);
        return;
    }
    g_autofree float *f = g_new0(float, 5 * (gsize)n + 1);
    float *fl = f, *fd = f + n, *fu = f + 2 * n, *fs = f + 3 * n, *fb = f + 4 * n, zero = 0, tol = 0;
    for (int i = 0; i < n; i++) {
        fl[i] = (float)dl[i];
        fd[i] = (float)d[i];
        fu[i] = (float)du[i];
    }
    slagtf_(&n, fd, &zero, fu, fl + 1, &zero, fs, pivots, &info);
    for (int i = 0; i < n; i++)
        tol = fmaxf(tol, fmaxf(fabsf(fd[i]), fmaxf(i + 1 < n ? fabsf(fu[i]) : 0, fabsf(fs[i]))));
    tol *= FLT_EPSILON;
    for (int j = 0; j < columns_b; j++) {
        for (int i = 0; i < n; i++)
            fb[i] = (float)b[(int64_t)j * n + i];
        slagts_(&job, &n, fd, fu, fl + 1, fs, pivots, fb, &tol, &info);
        for (int i = 0; i < n; i++)
            b[(int64_t)j * n + i] = fb[i];
    }
    lapack_give(c, c->out[0], b, n);
}

/* ---- eigenvalues and singular values --------------------------------------------------------- */

static void syevd(const Call *c)
{
    int n = lapack_rows(c->in[0]), lda = MAX(n, 1), room = 1 + 6 * n + 2 * n * n, rroom = 1 + 5 * n + 2 * n * n,
        iroom = 3 + 5 * n, info = 0;
    char mode = lapack_letter(c, "mode", 'V'), uplo = lapack_letter(c, "uplo", 'L');
    g_autofree double *a = lapack_take(c, c->in[0], 0), *w = g_new0(double, (gsize)n + 1),
                      *work = lapack_room(c, room), *rwork = g_new(double, (gsize)rroom);
    g_autofree int *iwork = g_new(int, (gsize)iroom);
    if (lapack_refuse_not_finite(c, a, (int64_t)n * n, 2))
        return;
    if (c->is_complex)
        zheevd_(&mode, &uplo, &n, a, &lda, w, work, &room, rwork, &rroom, iwork, &iroom, &info, 1,
                1);
    else
        dsyevd_(&mode, &uplo, &n, a, &lda, w, work, &room, iwork, &iroom, &info, 1, 1);
    lapack_give(c, c->out[0], a, lda);
    lapack_give_vector(c, c->out[1], w);
    lapack_give_info(c, c->out[2], info);
}

/* Singular values; `divide` by divide and conquer (gesdd), else gesvd. */
static void singular(const Call *c, bool divide)
{
    int m = lapack_rows(c->in[0]), n = lapack_columns(c->in[0]), k = MIN(m, n), big = MAX(m, n), lda = MAX(m, 1),
        info = 0;
    int ldu = MAX(lapack_rows(c->out[2]), 1), ldvt = MAX(lapack_rows(c->out[3]), 1),
        room = 4 * k * k + 7 * k + big + 64 * (m + n) + 1;
    char mode = lapack_letter(c, "mode", 'S');
    g_autofree double *a = lapack_take(c, c->in[0], 0), *s = g_new0(double, (gsize)k + 1),
                      *work = lapack_room(c, room);
    g_autofree double *u = lapack_room(c, (int64_t)ldu * MAX(lapack_columns(c->out[2]), 1));
    g_autofree double *vt = lapack_room(c, (int64_t)ldvt * MAX(lapack_columns(c->out[3]), 1));
    g_autofree double *rwork = g_new(double, 5 * (gsize)k * (gsize)k + 5 * (gsize)k +
                                                 2 * (gsize)big * (gsize)k + 2 * (gsize)k * (gsize)k + 1);
    g_autofree int *iwork = g_new(int, 8 * (gsize)k + 1);
    if (lapack_refuse_not_finite(c, a, (int64_t)m * n, 4))
        return;
    if (divide && c->is_complex)
        zgesdd_(&mode, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &room, rwork, iwork, &info, 1);
    else if (divide)
        dgesdd_(&mode, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &room, iwork, &info, 1);
    else if (c->is_complex)
        zgesvd_(&mode, &mode, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &room, rwork, &info, 1,
                1);
    else
        dgesvd_(&mode, &mode, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &room, &info, 1, 1);
    lapack_give(c, c->out[0], a, lda);
    lapack_give_vector(c, c->out[1], s);
    lapack_give(c, c->out[2], u, ldu);
    lapack_give(c, c->out[3], vt, ldvt);
    lapack_give_info(c, c->out[4], info);
}

static void gesdd(const Call *c)
{
    singular(c, true);
}

static void gesvd(const Call *c)
{
    singular(c, false);
}

/* Vectors of a real matrix: of a pair of conjugate values the first column holds the real part, the
 * second the imaginary one. */
static void give_conjugates(const Call *c, Tensor *t, const double *v, const double *wi, int n)
{
    g_autofree double *z = g_new0(double, 2 * (gsize)n * (gsize)n + 1);
    for (int j = 0; j < n; j++) {
        bool pair = wi[j] != 0 && j + 1 < n;
        for (int i = 0; i < n; i++) {
            double re = v[(int64_t)j * n + i], im = pair ? v[(int64_t)(j + 1) * n + i] : 0;
            lapack_put(true, z, (int64_t)j * n + i, (Scalar){.f = re, .im = im});
            if (pair)
                lapack_put(true, z, (int64_t)(j + 1) * n + i, (Scalar){.f = re, .im = -im});
        }
        j += pair;
    }
    lapack_give(c, t, z, n);
}

static void geev(const Call *c)
{
    int n = lapack_rows(c->in[0]), room = 64 * (n + 1), info = 0, at = c->is_complex ? 1 : 2;
    char left = lapack_letter(c, "compute_left", 'N'), right = lapack_letter(c, "compute_right", 'N');
    g_autofree double *a = lapack_take(c, c->in[0], 0), *work = lapack_room(c, room),
                      *rwork = g_new(double, 2 * (gsize)n + 1);
    g_autofree double *vl = lapack_room(c, (int64_t)n * n), *vr = lapack_room(c, (int64_t)n * n),
                      *w = lapack_room(c, n), *wi = lapack_room(c, n);
    if (lapack_refuse_not_finite(c, a, (int64_t)n * n, at + 2))
        return;
    if (c->is_complex)
        zgeev_(&left, &right, &n, a, &n, w, vl, &n, vr, &n, work, &room, rwork, &info, 1, 1);
    else
        dgeev_(&left, &right, &n, a, &n, w, wi, vl, &n, vr, &n, work, &room, &info, 1, 1);
    lapack_give_vector(c, c->out[0], w);
    if (c->is_complex) {
        lapack_give(c, c->out[1], vl, n);
        lapack_give(c, c->out[2], vr, n);
    } else {
        lapack_give_vector(c, c->out[1], wi);
        give_conjugates(c, c->out[2], vl, wi, n);
        give_conjugates(c, c->out[3], vr, wi, n);
    }
    lapack_give_info(c, c->out[at + 2], info);
}

static void gees(const Call *c)
{
    int n = lapack_rows(c->in[0]), room = 64 * (n + 1), info = 0, selected = 0, at = c->is_complex ? 3 : 4;
    char mode = lapack_letter(c, "mode", 'V'), sort = 'N';
    g_autofree double *a = lapack_take(c, c->in[0], 0), *work = lapack_room(c, room),
                      *rwork = g_new(double, (gsize)n + 1);
    g_autofree double *vs = lapack_room(c, (int64_t)n * n), *w = lapack_room(c, n), *wi = lapack_room(c, n);
    g_autofree int *flags = g_new0(int, (gsize)n + 1);
    if (lapack_refuse_not_finite(c, a, (int64_t)n * n, at))
        return;
    if (c->is_complex)
        zgees_(&mode, &sort, NULL, &n, a, &n, &selected, w, vs, &n, work, &room, rwork, flags,
               &info, 1, 1);
    else
        dgees_(&mode, &sort, NULL, &n, a, &n, &selected, w, wi, vs, &n, work, &room, flags, &info,
               1, 1);
    lapack_give(c, c->out[0], a, n);
    lapack_give(c, c->out[1], vs, n);
    lapack_give_vector(c, c->out[2], w);
    if (!c->is_complex)
        lapack_give_vector(c, c->out[3], wi);
    lapack_give_info(c, c->out[at], selected);
    lapack_give_info(c, c->out[at + 1], info);
}

const LapackRoutine lapack_routines[] = {
    {"potrf", potrf, "emm", "emm i"},
    {"trsm", trsm, "eaa ebc", "ebc"},
    {"getrf", getrf, "emn", "emn ik i"},
    {"geqrf", geqrf, "emn", "emn ek"},
    {"geqp3", geqp3, "emn in", "emn in ek"},
    {"orgqr", orgqr, "emn et", "emq"},
    {"ungqr", orgqr, "emn et", "emq"},
    {"ormqr", ormqr, "eab et epq", "epq"},
    {"unmqr", ormqr, "eab et epq", "epq"},
    {"syevd", syevd, "emm", "emm rm i"},
    {"heevd", syevd, "emm", "emm rm i"},
    {"gesdd", gesdd, "emn", "emn rk euv epq i"},
    {"gesvd", gesvd, "emn", "emn rk euv epq i"},
    {"geev", geev, "emm", "rm rm cmm cmm i"}, /* for real matrices: real and imaginary parts in separate arrays */
    {"geev", geev, "emm", "cm cmm cmm i"},
    {"gees", gees, "emm", "emm emm rm rm i i"},
    {"gees", gees, "emm", "emm emm em i i"},
    {"gehrd", gehrd, "emm", "emm el i"},
    {"sytrd", sytrd, "emm", "emm rm rl el i"},
    {"hetrd", sytrd, "emm", "emm rm rl el i"},
    {"gtsv", gtsv, "em em em emn", "em em em emn i"},
    {"tridiagonal_solve_perturbed", perturbed, "em em em emn", "emn"},
    {NULL, NULL, NULL, NULL},
};
