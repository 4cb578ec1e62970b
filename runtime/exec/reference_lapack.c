/* The custom-calls that JAX's linear algebra becomes on a CPU: LAPACK's routines by name, a matrix in the last two dims and
 * batches in those before. Computed in double by the LAPACK that comes with the BLAS, so that signs and pivots are those
 * that users know. Matrices are row-major here and column-major there. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runtime/exec/reference_impl.h"

/* LAPACK's own names; lengths of character arguments are hidden ones and all 1. */
extern void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t);
extern void dtrsm_(const char *side, const char *uplo, const char *trans, const char *diag, const int *m, const int *n, const double *alpha,
                   const double *a, const int *lda, double *b, const int *ldb, size_t, size_t, size_t, size_t);
extern void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *ipiv, int *info);
extern void dgeqrf_(const int *m, const int *n, double *a, const int *lda, double *tau, double *work, const int *lwork, int *info);
extern void dorgqr_(const int *m, const int *n, const int *k, double *a, const int *lda, const double *tau, double *work, const int *lwork,
                    int *info);
extern void dsyevd_(const char *jobz, const char *uplo, const int *n, double *a, const int *lda, double *w, double *work, const int *lwork,
                    int *iwork, const int *liwork, int *info, size_t, size_t);
extern void dgesdd_(const char *jobz, const int *m, const int *n, double *a, const int *lda, double *s, double *u, const int *ldu, double *vt,
                    const int *ldvt, double *work, const int *lwork, int *iwork, int *info, size_t);

typedef struct Call {
    const IrOp *op;
    Tensor **in, **out;
    int64_t batch;              /* which matrix */
} Call;

/* Rows and columns of a value's matrices. */
static int rows(const Tensor *t)
{
    return (int)t->type->dims[t->type->rank - 2];
}

static int columns(const Tensor *t)
{
    return (int)t->type->dims[t->type->rank - 1];
}

/* Column-major copy of a matrix, with room for `room` columns; NULL for a value without elements. */
static double *take(const Call *c, const Tensor *t, int room)
{
    int m = rows(t), n = columns(t);
    double *v = g_new0(double, (gsize)m * (gsize)MAX(n, room) + 1);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            v[(int64_t)j * m + i] = scalar_load(t->type->elem, t->data, (c->batch * m + i) * n + j).f;
    return v;
}

static void give(const Call *c, Tensor *t, const double *v, int leading)
{
    int m = rows(t), n = columns(t);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            scalar_store(t->type->elem, t->data, (c->batch * m + i) * n + j, (Scalar){ .f = v[(int64_t)j * leading + i] });
}

static void give_vector(const Call *c, Tensor *t, const double *v)
{
    int64_t n = t->type->dims[t->type->rank - 1];
    for (int64_t i = 0; i < n; i++)
        scalar_store(t->type->elem, t->data, c->batch * n + i, (Scalar){ .f = v[i] });
}

static void give_info(const Call *c, Tensor *t, int info)
{
    scalar_store(t->type->elem, t->data, c->batch, (Scalar){ .i = info });
}

/* The letter that the call's attributes give a key ("uplo = 76 : ui8"), or `otherwise`. */
static char letter(const Call *c, const char *key, char otherwise)
{
    const char *config = c->op->a.custom.backend_config, *at = config ? strstr(config, key) : NULL;
    int code;
    return at && sscanf(at + strlen(key), " = %d", &code) == 1 && g_ascii_isalpha(code) ? (char)code : otherwise;
}

/* ---- routines ------------------------------------------------------------------------------------------------------ */

static void potrf(const Call *c)
{
    int n = rows(c->in[0]), lda = MAX(n, 1), info = 0;
    char uplo = letter(c, "uplo", 'L');
    g_autofree double *a = take(c, c->in[0], 0);
    dpotrf_(&uplo, &n, a, &lda, &info, 1);
    give(c, c->out[0], a, lda);
    give_info(c, c->out[1], info);
}

static void trsm(const Call *c)
{
    int m = rows(c->in[1]), n = columns(c->in[1]), lda = MAX(rows(c->in[0]), 1), ldb = MAX(m, 1);
    char side = letter(c, "side", 'L'), uplo = letter(c, "uplo", 'L'), trans = letter(c, "trans_x", 'N'), diag = letter(c, "diag", 'N');
    double one = 1;
    g_autofree double *a = take(c, c->in[0], 0), *b = take(c, c->in[1], 0);
    dtrsm_(&side, &uplo, &trans, &diag, &m, &n, &one, a, &lda, b, &ldb, 1, 1, 1, 1);
    give(c, c->out[0], b, ldb);
}

static void getrf(const Call *c)
{
    int m = rows(c->in[0]), n = columns(c->in[0]), k = MIN(m, n), lda = MAX(m, 1), info = 0;
    g_autofree double *a = take(c, c->in[0], 0);
    g_autofree int *pivots = g_new0(int, (gsize)k + 1);
    dgetrf_(&m, &n, a, &lda, pivots, &info);
    give(c, c->out[0], a, lda);
    for (int i = 0; i < k; i++)
        scalar_store(c->out[1]->type->elem, c->out[1]->data, c->batch * k + i, (Scalar){ .i = pivots[i] });
    give_info(c, c->out[2], info);
}

static void geqrf(const Call *c)
{
    int m = rows(c->in[0]), n = columns(c->in[0]), lda = MAX(m, 1), room = 64 * MAX(n, 1), info = 0;
    g_autofree double *a = take(c, c->in[0], 0), *tau = g_new0(double, (gsize)MIN(m, n) + 1), *work = g_new(double, (gsize)room);
    dgeqrf_(&m, &n, a, &lda, tau, work, &room, &info);
    give(c, c->out[0], a, lda);
    give_vector(c, c->out[1], tau);
}

static void orgqr(const Call *c)
{
    int m = rows(c->out[0]), n = columns(c->out[0]), k = (int)c->in[1]->type->dims[c->in[1]->type->rank - 1];
    int lda = MAX(m, 1), room = 64 * MAX(n, 1), info = 0;
    g_autofree double *a = take(c, c->in[0], n), *tau = g_new0(double, (gsize)k + 1), *work = g_new(double, (gsize)room);
    for (int i = 0; i < k; i++)
        tau[i] = scalar_load(c->in[1]->type->elem, c->in[1]->data, c->batch * k + i).f;
    dorgqr_(&m, &n, &k, a, &lda, tau, work, &room, &info);
    give(c, c->out[0], a, lda);
}

static void syevd(const Call *c)
{
    int n = rows(c->in[0]), lda = MAX(n, 1), room = 1 + 6 * n + 2 * n * n, int_room = 3 + 5 * n, info = 0;
    char mode = letter(c, "mode", 'V'), uplo = letter(c, "uplo", 'L');
    g_autofree double *a = take(c, c->in[0], 0), *w = g_new0(double, (gsize)n + 1), *work = g_new(double, (gsize)room);
    g_autofree int *int_work = g_new(int, (gsize)int_room);
    dsyevd_(&mode, &uplo, &n, a, &lda, w, work, &room, int_work, &int_room, &info, 1, 1);
    give(c, c->out[0], a, lda);
    give_vector(c, c->out[1], w);
    give_info(c, c->out[2], info);
}

static void gesdd(const Call *c)
{
    int m = rows(c->in[0]), n = columns(c->in[0]), k = MIN(m, n), lda = MAX(m, 1), info = 0;
    int ldu = MAX(rows(c->out[2]), 1), ldvt = MAX(rows(c->out[3]), 1), room = 4 * k * k + 7 * k + MAX(m, n) + 64 * (m + n) + 1;
    char mode = letter(c, "mode", 'S');
    g_autofree double *a = take(c, c->in[0], 0), *s = g_new0(double, (gsize)k + 1), *work = g_new(double, (gsize)room);
    g_autofree double *u = g_new0(double, (gsize)ldu * (gsize)MAX(columns(c->out[2]), 1));
    g_autofree double *vt = g_new0(double, (gsize)ldvt * (gsize)MAX(columns(c->out[3]), 1));
    g_autofree int *int_work = g_new(int, 8 * (gsize)k + 1);
    dgesdd_(&mode, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &room, int_work, &info, 1);
    give(c, c->out[0], a, lda);
    give_vector(c, c->out[1], s);
    give(c, c->out[2], u, ldu);
    give(c, c->out[3], vt, ldvt);
    give_info(c, c->out[4], info);
}

/* What the routine's name in the target is, and its arguments: m matrix, v vector of min(rows, columns) of in[0], i info. */
static const struct Routine {
    const char *name;
    void (*run)(const Call *);
    const char *in, *out;
    bool square;
} routines[] = {
    { "potrf", potrf, "m", "mi", true },     { "trsm", trsm, "mm", "m", true },      { "getrf", getrf, "m", "mvi", false },
    { "geqrf", geqrf, "m", "mv", false },    { "orgqr", orgqr, "mv", "m", false },   { "syevd", syevd, "m", "mvi", true },
    { "gesdd", gesdd, "m", "mvmmi", false },
};

static const struct Routine *routine_of(const IrOp *op)
{
    const char *target = op->a.custom.target ? op->a.custom.target : "";
    for (size_t i = 0; i < G_N_ELEMENTS(routines); i++)
        for (int p = 0; p < 2; p++) {
            g_autofree char *name = g_strdup_printf("lapack_%c%s_ffi", p ? 'd' : 's', routines[i].name);
            if (strcmp(name, target) == 0)
                return &routines[i];
        }
    return NULL;
}

bool ref_is_lapack(const IrOp *op)
{
    return routine_of(op) != NULL;
}

/* True if the value has the batches of `like` and then what the letter says. */
static bool fits(const Type *t, const Type *like, char what)
{
    int tail = what == 'm' ? 2 : what == 'v' ? 1 : 0, batch = like->rank - 2;
    if (t->kind != TYPE_ARRAY || t->rank != batch + tail || (what == 'i' ? !elem_is_int(t->elem) : !elem_is_float(t->elem) && !elem_is_int(t->elem)))
        return false;
    for (int d = 0; d < batch; d++)
        if (t->dims[d] != like->dims[d])
            return false;
    return what != 'v' || t->dims[batch] <= MIN(like->dims[batch], like->dims[batch + 1]);
}

/* The sizes that LAPACK would walk over without looking. */
static bool check(const IrOp *op, const struct Routine *r, Tensor **in)
{
    enum { MAX_ORDER = 1 << 13 };
    int n_in = (int)strlen(r->in), n_out = (int)strlen(r->out);
    if (op->n_operands != n_in || type_n_leaves(op->type) != n_out)
        return false;
    const Type *a = in[0]->type;
    if (a->kind != TYPE_ARRAY || a->rank < 2 || !elem_is_float(a->elem))
        return false;
    int64_t m = a->dims[a->rank - 2], n = a->dims[a->rank - 1];
    if (m > MAX_ORDER || n > MAX_ORDER || (r->square && m != n))
        return false;
    for (int i = 0; i < n_in; i++)
        if (!fits(in[i]->type, a, r->in[i]) || elem_is_int(in[i]->type->elem))
            return false;
    for (int i = 0; i < n_out; i++)
        if (!fits(type_leaf(op->type, i), a, r->out[i]))
            return false;
    const Type *first = type_leaf(op->type, 0);
    int64_t rows0 = first->dims[first->rank - 2], columns0 = first->dims[first->rank - 1];
    if (r->run == trsm) {
        const Type *b = in[1]->type;
        const char *config = op->a.custom.backend_config;
        Call c = { .op = op };
        bool left = config && letter(&c, "side", 'L') == 'L';
        return b->dims[left ? b->rank - 2 : b->rank - 1] == n && rows0 == b->dims[b->rank - 2] && columns0 == b->dims[b->rank - 1];
    }
    if (r->run == orgqr) {
        int64_t k = in[1]->type->dims[in[1]->type->rank - 1];
        return rows0 == m && columns0 >= n && columns0 <= m && k <= columns0;
    }
    if (rows0 != m || columns0 != n)
        return false;
    for (int i = 0; i < n_out; i++)
        if (r->out[i] == 'v' && type_leaf(op->type, i)->dims[a->rank - 2] != MIN(m, n))
            return false;
    if (r->run == gesdd) {
        Call c = { .op = op };
        const Type *u = type_leaf(op->type, 2), *vt = type_leaf(op->type, 3);
        bool whole = letter(&c, "mode", 'S') == 'A';
        return letter(&c, "mode", 'S') != 'O' && u->dims[u->rank - 2] == m && u->dims[u->rank - 1] == (whole ? m : MIN(m, n)) &&
               vt->dims[vt->rank - 2] == (whole ? n : MIN(m, n)) && vt->dims[vt->rank - 1] == n;
    }
    return true;
}

bool ref_lapack(const IrOp *op, Tensor **in, Tensor **out, GError **error)
{
    const struct Routine *r = routine_of(op);
    if (!check(op, r, in))
        return ref_unsupported(op, error, "its operands and results do not fit the routine");
    for (int i = 0; i < type_n_leaves(op->type); i++)
        if (!(out[i] = ref_new(op, i, error)))
            return false;
    const Type *a = in[0]->type;
    int64_t batches = 1;
    for (int d = 0; d < a->rank - 2; d++)
        batches *= a->dims[d];
    if (a->dims[a->rank - 2] == 0 || a->dims[a->rank - 1] == 0)
        return true;
    for (int64_t b = 0; b < batches; b++)
        r->run(&(Call){ .op = op, .in = in, .out = out, .batch = b });
    return true;
}
