/* dot. Operands are addressed as [batch, free, contracting] through their strides, so that most transposed operands need no copy;
 * an operand that BLAS cannot address is packed first. Products are divided into blocks by their shape. Narrow floats are multiplied in f32 and
 * rounded once at the end (dot_pieces.c). Integers have kernels of their own (dot_int.c). */
#include "runtime/exec/kernels/dot_tiny.h"
#include "runtime/exec/kernels/dot.h"

#include <cblas.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/plan/fuse.h"
#include "runtime/compute/copy.h"
#include "runtime/base/blas.h"
#include "runtime/exec/kernels/dot_impl.h"
#include "runtime/exec/kernels/dot_pieces.h"
#include "runtime/compute/tile_ops.h"

void dot_init(void)
{
    blas_choose_kernels();
    openblas_set_num_threads(1);
}

/* A stored matrix; trans: its transpose is used. */
typedef struct Matrix {
    const void *data;
    int64_t rows, cols, ld;
    bool trans;
} Matrix;

/* y = A x (+ y if accumulate); elements of x and y are x_step and y_step apart. */
typedef struct Gemv {
    CType ct; /* f32 or f64 */
    Matrix a;
    const void *x;
    int64_t x_step;
    bool accumulate;
    void *y;
    int64_t y_step;
} Gemv;

/* Matrices of up to so many elements and rows are multiplied without OpenBLAS, which takes longer to begin. */
enum { SMALL_MATRIX = 1 << 16, MOST_ROWS = 2048 };

static bool small_gemv(const Gemv *g)
{
    const GemvLoops *loops = &tile_table()->gemv;
    if (g->ct != CT_f32 || g->x_step != 1 || g->y_step != 1 || g->a.rows * g->a.cols > SMALL_MATRIX || g->a.rows > MOST_ROWS || !loops->rows)
        return false;
    GemvTile t = { g->a.data, g->a.rows, g->a.cols, g->a.ld, g->x, g->y, g->accumulate };
    (g->a.trans ? loops->columns : loops->rows)(&t);
    return true;
}

static void gemv(const Gemv *g)
{
    if (small_gemv(g))
        return;
    CBLAS_TRANSPOSE t = g->a.trans ? CblasTrans : CblasNoTrans;
    blasint rows = (blasint)g->a.rows, cols = (blasint)g->a.cols, ld = (blasint)g->a.ld;
    if (g->ct == CT_f32)
        cblas_sgemv(CblasRowMajor, t, rows, cols, 1, g->a.data, ld, g->x, (blasint)g->x_step, g->accumulate, g->y, (blasint)g->y_step);
    else
        cblas_dgemv(CblasRowMajor, t, rows, cols, 1, g->a.data, ld, g->x, (blasint)g->x_step, g->accumulate, g->y, (blasint)g->y_step);
}

/* A product with few rows, as in decoding. OpenBLAS packs the large operand first, which takes longer than the product;
 * for pieces below a million multiplications it uses a method for small matrices without packing. This is up to ten times faster for
 * up to eight rows, and 10 to 20 % for up to sixteen. Short pieces along k keep the lines of a row-major b in the cache. */
enum { FEW_ROWS = 8, FEW_ROWS_IN_ORDER = 16, SMALL_PRODUCT = 1000000 };

static void few_rows(const Gemm *g, const float *a, const float *b, float *c)
{
    int64_t m = g->m, n = g->n, k = g->k, ldb = g->ldb;
    int64_t kc = g->tb ? k : MIN(k, 256), nc = MAX(16, SMALL_PRODUCT / (m * kc) & ~(int64_t)15);
    for (int64_t j = 0; j < n; j += nc)
        for (int64_t p = 0; p < k; p += kc)
            cblas_sgemm(CblasRowMajor, CblasNoTrans, g->tb ? CblasTrans : CblasNoTrans, (blasint)m, (blasint)MIN(nc, n - j),
                        (blasint)MIN(kc, k - p), 1, a + p, (blasint)g->lda, g->tb ? b + j * ldb + p : b + p * ldb + j, (blasint)ldb,
                        g->accumulate || p > 0, c + j, (blasint)g->ldc);
}

/* A narrow product with many rows: for each of its pieces below a million multiplications OpenBLAS multiplies from where the operands lie, and neither
 * packs them nor clears c first. Measured with AVX-512 (which has that method) against one call: 10 to 30 % less time for b of up to 62,500 elements,
 * up to 40 where a is transposed and b has up to 16,384. The method is slow for a transposed b, which is turned round before if it is small. Each
 * element is a sum over all of k in order either way; at edges of odd sizes its rounding may differ. */
enum { NARROW_B = SMALL_PRODUCT / 16, NARROW_TRANSPOSED = 16384, TURNED_B = 16384, TURN_ROWS = 128 };

static bool has_small_method(void)
{
    static atomic_int known; /* 0 = not asked yet, else 1 + the answer */
    int k = atomic_load_explicit(&known, memory_order_relaxed);
    if (!k) {
        const char *core = openblas_get_corename();
        k = 1 + (strcmp(core, "SkylakeX") == 0 || strcmp(core, "Cooperlake") == 0 || strcmp(core, "SapphireRapids") == 0);
        atomic_store_explicit(&known, k, memory_order_relaxed);
    }
    return k == 2;
}

static bool is_narrow(const Gemm *g)
{
    int64_t b = g->n * g->k;
    if (g->ct != CT_f32 || g->m <= FEW_ROWS_IN_ORDER || g->m * b <= SMALL_PRODUCT || !has_small_method())
        return false;
    if (g->ta)
        return !g->tb && b <= NARROW_TRANSPOSED;
    return g->tb ? b <= TURNED_B && g->m >= TURN_ROWS : b <= NARROW_B;
}

static void narrow_product(const Gemm *g, const float *a, const float *b, float *c)
{
    float turned[TURNED_B];
    int64_t ldb = g->ldb, rows = SMALL_PRODUCT / (g->n * g->k) & ~(int64_t)15; /* at least 16 */
    if (g->tb) {
        for (int64_t j = 0; j < g->n; j++)
            for (int64_t p = 0; p < g->k; p++)
                turned[p * g->n + j] = b[j * ldb + p];
        b = turned;
        ldb = g->n;
    }
    for (int64_t i = 0; i < g->m; i += rows)
        cblas_sgemm(CblasRowMajor, g->ta ? CblasTrans : CblasNoTrans, CblasNoTrans, (blasint)MIN(rows, g->m - i), (blasint)g->n, (blasint)g->k, 1,
                    a + i * (g->ta ? 1 : g->lda), (blasint)g->lda, b, (blasint)ldb, g->accumulate, c + i * g->ldc, (blasint)g->ldc);
}

void gemm(const Gemm *g, const void *a, const void *b, void *c)
{
    CType ct = g->ct;
    bool ta = g->ta, tb = g->tb, accumulate = g->accumulate;
    int64_t m = g->m, n = g->n, k = g->k;
    CBLAS_TRANSPOSE fa = ta ? CblasTrans : CblasNoTrans, fb = tb ? CblasTrans : CblasNoTrans;
    blasint M = (blasint)m, N = (blasint)n, K = (blasint)k, LA = (blasint)g->lda, LB = (blasint)g->ldb, LC = (blasint)g->ldc;
    if (m == 0 || n == 0)
        return;
    size_t missing;
    if (!blas_ready(&missing)) {
        pool_short(missing, "the work of OpenBLAS");
        return;
    }
    if (k == 0) {
        for (int64_t i = 0; !accumulate && i < m; i++)
            memset((char *)c + i * g->ldc * ctype_bytes[ct], 0, (size_t)(n * ctype_bytes[ct]));
        return;
    }
    bool real = ct == CT_f32 || ct == CT_f64;
    if (real && m == 1) { /* c = b' a */
        Matrix matrix = { b, tb ? n : k, tb ? k : n, g->ldb, !tb };
        gemv(&(Gemv){ ct, matrix, a, ta ? g->lda : 1, accumulate, c, 1 });
        return;
    }
    if (real && n == 1) {
        Matrix matrix = { a, ta ? k : m, ta ? m : k, g->lda, ta };
        gemv(&(Gemv){ ct, matrix, b, tb ? 1 : g->ldb, accumulate, c, g->ldc });
        return;
    }
    if (ct == CT_f32 && !ta && m <= (tb ? FEW_ROWS : FEW_ROWS_IN_ORDER) && m * n * k > SMALL_PRODUCT) {
        few_rows(g, a, b, c);
        return;
    }
    if (is_narrow(g)) {
        narrow_product(g, a, b, c);
        return;
    }
    if (ct == CT_f32)
        cblas_sgemm(CblasRowMajor, fa, fb, M, N, K, 1, a, LA, b, LB, accumulate, c, LC);
    else if (ct == CT_f64)
        cblas_dgemm(CblasRowMajor, fa, fb, M, N, K, 1, a, LA, b, LB, accumulate, c, LC);
    else if (ct == CT_c64) {
        const float one[] = { 1, 0 }, beta[] = { (float)accumulate, 0 };
        cblas_cgemm(CblasRowMajor, fa, fb, M, N, K, one, a, LA, b, LB, beta, c, LC);
    } else {
        const double one[] = { 1, 0 }, beta[] = { accumulate, 0 };
        cblas_zgemm(CblasRowMajor, fa, fb, M, N, K, one, a, LA, b, LB, beta, c, LC);
    }
}

/* ---- conversion ------------------------------------------------------------------------------------- */

typedef struct Widen {
    ElemType elem;
    CType ct;
    int64_t n;
    const char *src;
    char *dst;
} Widen;

static void widen_block(void *arg, int64_t i)
{
    const Widen *w = arg;
    const TileTable *tab = tile_table();
    int64_t at = i * BLOCK_ELEMS, end = MIN(w->n, at + BLOCK_ELEMS);
    int from = elem_info[w->elem].bytes, to = ctype_bytes[w->ct];
    CType own = ctype_of(w->elem);
    if (!elem_is_ctype(w->elem) && own == w->ct) {
        tab->load[w->elem](w->dst + at * to, w->src + at * from, NULL, NULL, (int)(end - at));
        return;
    }
    char tile[1024 * 16];
    for (; at < end; at += 1024) {
        int n = (int)MIN(1024, end - at);
        const void *x = w->src + at * from;
        if (!elem_is_ctype(w->elem)) {
            tab->load[w->elem](tile, x, NULL, NULL, n);
            x = tile;
        }
        tab->convert[own][w->ct](w->dst + at * to, x, NULL, NULL, n);
    }
}

void widen(Pool *pool, ElemType from, CType to, int64_t n, const void *src, void *dst)
{
    Widen w = { from, to, n, src, dst };
    pool_for(pool, (n + BLOCK_ELEMS - 1) / BLOCK_ELEMS, widen_block, &w);
}

static void narrow_block(void *arg, int64_t i)
{
    const Widen *w = arg;
    const TileTable *tab = tile_table();
    int64_t at = i * BLOCK_ELEMS, end = MIN(w->n, at + BLOCK_ELEMS);
    int from = ctype_bytes[w->ct], to = elem_info[w->elem].bytes;
    CType own = ctype_of(w->elem);
    char tile[1024 * 16];
    for (; at < end; at += 1024) {
        int n = (int)MIN(1024, end - at);
        const void *x = w->src + at * from;
        if (own != w->ct) {
            tab->convert[w->ct][own](tile, x, NULL, NULL, n);
            x = tile;
        }
        if (elem_is_ctype(w->elem))
            memcpy(w->dst + at * to, x, (size_t)(n * to));
        else
            tab->store[w->elem](w->dst + at * to, x, NULL, NULL, n);
    }
}

void narrow(Pool *pool, CType from, ElemType to, int64_t n, const void *src, void *dst)
{
    Widen w = { to, from, n, src, dst };
    pool_for(pool, (n + BLOCK_ELEMS - 1) / BLOCK_ELEMS, narrow_block, &w);
}

/* ---- the plan ------------------------------------------------------------------------------------------ */

/* One operand as [batch..., free, contracting] by strides. */
typedef struct Side {
    const Type *type;
    int n_batch;
    int64_t batch[MAX_RANK];          /* strides of the batch dims */
    int64_t free_n, free_stride, con_n, con_stride;
    CType ct;                         /* the type in which it is multiplied */
    bool pack;
    int rank;                         /* for packing: dims and strides in the order [batch..., free, contracting] */
    int64_t dims[MAX_RANK], strides[MAX_RANK];
    bool widen;
} Side;

typedef struct DotPlan {
    CType ct;
    bool integer;
    ElemType result;
    Side lhs, rhs;
    int n_batch;
    int64_t batch_dims[MAX_RANK];
    int64_t batch, m, n, k;
    bool ta, tb;
    int64_t lda, ldb;
    bool is_tiny; /* done without OpenBLAS */
    DotTiny tiny;
} DotPlan;

/* Merges dims that can be addressed as one: their size and innermost stride. */
static bool merge(const int64_t *dims, const int64_t *strides, const int *order, int n, int64_t *size, int64_t *stride)
{
    *size = 1;
    *stride = 1;
    bool ok = true, any = false;
    int64_t outer = 0;
    for (int i = 0; i < n; i++) {
        int64_t len = dims[order[i]], s = strides[order[i]];
        *size *= len;
        if (len == 1)
            continue;
        if (any && outer != s * len)
            ok = false;
        outer = s;
        *stride = s;
        any = true;
    }
    return ok;
}

/* The strides of the operand's dims in the memory that it is read from, through transposes. */
static const Type *read_strides(const IrOp *op, int operand, int64_t *strides)
{
    const IrOp *x = op->operands[operand], *from = op_reads(op, operand);
    int64_t map[MAX_RANK], own[MAX_RANK];
    for (int d = 0; d < x->type->rank; d++)
        map[d] = d;
    for (const IrOp *y = x; y != from; y = y->operands[0])
        for (int d = 0; d < x->type->rank && y->code == OP_transpose; d++)
            map[d] = y->a.dims.v[map[d]];
    strides_of(from->type->rank, from->type->dims, own);
    for (int d = 0; d < x->type->rank; d++)
        strides[d] = own[map[d]];
    return x->type;
}

/* The type in which an operand is multiplied in a product of type `result`: its own if both are integers, which are widened when they are packed. */
static CType side_type(ElemType e, CType result, bool integer)
{
    bool stays = integer && elem_is_int(e) && result != CT_pred;
    return stays ? ctype_of(e) : result;
}

/* Operand 0 or 1 of a dot. */
static void make_side(Side *s, const IrOp *op, int operand, CType result, bool integer)
{
    const DotDims *dims = &op->a.dot.dims;
    Ints batch = operand ? dims->rhs_batch : dims->lhs_batch, con = operand ? dims->rhs_contracting : dims->lhs_contracting;
    int64_t strides[MAX_RANK];
    int frees[MAX_RANK], cons[MAX_RANK], n_free = 0;
    const Type *t = read_strides(op, operand, strides);
    CType ct = side_type(t->elem, result, integer);
    s->type = t;
    s->ct = ct;
    s->n_batch = batch.n;
    for (int i = 0; i < batch.n; i++)
        s->batch[i] = strides[batch.v[i]];
    for (int d = 0; d < t->rank; d++)
        if (!ints_have(batch, d) && !ints_have(con, d))
            frees[n_free++] = d;
    for (int i = 0; i < con.n; i++)
        cons[i] = (int)con.v[i];
    bool ok = merge(t->dims, strides, frees, n_free, &s->free_n, &s->free_stride);
    ok &= merge(t->dims, strides, cons, con.n, &s->con_n, &s->con_stride);
    bool unit = s->free_n == 1 || s->con_n == 1 || s->free_stride == 1 || s->con_stride == 1;
    /* Rows must not interleave: the longer stride spans the other side. */
    bool apart = s->free_n == 1 || s->con_n == 1 || s->free_stride >= s->con_n * s->con_stride || s->con_stride >= s->free_n * s->free_stride;
    s->pack = !ok || !unit || !apart;
    s->widen = ctype_of(t->elem) != ct || !elem_is_ctype(t->elem);
    s->rank = 0;
    for (int i = 0; i < batch.n; i++, s->rank++)
        s->dims[s->rank] = t->dims[batch.v[i]], s->strides[s->rank] = strides[batch.v[i]];
    for (int i = 0; i < n_free; i++, s->rank++)
        s->dims[s->rank] = t->dims[frees[i]], s->strides[s->rank] = strides[frees[i]];
    for (int i = 0; i < con.n; i++, s->rank++)
        s->dims[s->rank] = t->dims[cons[i]], s->strides[s->rank] = strides[cons[i]];
    if (s->pack) {
        s->free_stride = s->con_n;
        s->con_stride = 1;
        int64_t step = s->free_n * s->con_n;
        for (int i = batch.n - 1; i >= 0; i--) {
            s->batch[i] = step;
            step *= t->dims[batch.v[i]];
        }
    }
}

/* ---- running --------------------------------------------------------------------------------------------- */

typedef struct DotRun {
    const DotPlan *p;
    const char *a, *b;
    char *c;
    ElemType elems[2];             /* of a and b as they are in memory */
    bool by_pieces;                /* some of them are not as they are multiplied */
    int64_t bm, bn, n_m, n_n, per; /* block sizes and counts; batches per block */
} DotRun;

/* The elements of a and b at which a batch begins. */
static void batch_start(const void *plan, int64_t batch, int64_t *a, int64_t *b)
{
    const DotPlan *p = plan;
    *a = *b = 0;
    for (int i = p->n_batch - 1; i >= 0; i--) {
        int64_t at = batch % p->batch_dims[i];
        batch /= p->batch_dims[i];
        *a += at * p->lhs.batch[i];
        *b += at * p->rhs.batch[i];
    }
}

static void run_one(const DotRun *r, int64_t batch, int64_t m0, int64_t m, int64_t n0, int64_t n)
{
    const DotPlan *p = r->p;
    int w = ctype_bytes[p->ct];
    int64_t ao, bo, co = batch * p->m * p->n + m0 * p->n + n0;
    batch_start(p, batch, &ao, &bo);
    ao += m0 * (p->ta ? 1 : p->lda);
    bo += n0 * (p->tb ? p->ldb : 1);
    if (r->by_pieces) {
        DotSide a = { r->a + ao * elem_info[r->elems[0]].bytes, r->elems[0], p->ta, p->lda };
        DotSide b = { r->b + bo * elem_info[r->elems[1]].bytes, r->elems[1], p->tb, p->ldb };
        dot_pieces(&(DotPieces){ p->ct, p->result, a, b, m, n, p->k, r->c + co * elem_info[p->result].bytes, p->n });
        return;
    }
    Gemm g = { .ct = p->ct, .ta = p->ta, .tb = p->tb, .m = m, .n = n, .k = p->k, .lda = p->lda, .ldb = p->ldb, .ldc = p->n };
    gemm(&g, r->a + ao * w, r->b + bo * w, r->c + co * w);
}

/* Batches [from, to) of tiny matrices. */
static void tiny_batches(const DotRun *r, int64_t from, int64_t to)
{
    const DotPlan *p = r->p;
    int64_t w = ctype_bytes[p->ct], ao, bo;
    for (int64_t batch = from; batch < to; batch++) {
        batch_start(p, batch, &ao, &bo);
        dot_tiny(&p->tiny, r->a + ao * w, r->b + bo * w, r->c + batch * p->m * p->n * w);
    }
}

static void dot_block(void *arg, int64_t i)
{
    const DotRun *r = arg;
    const DotPlan *p = r->p;
    if (p->is_tiny && !r->by_pieces) {
        tiny_batches(r, i * r->per, MIN(p->batch, (i + 1) * r->per));
        return;
    }
    int64_t nb = i % r->n_n, mb = i / r->n_n % r->n_m, batch = i / r->n_n / r->n_m * r->per;
    int64_t m0 = mb * r->bm, n0 = nb * r->bn;
    for (int64_t b = batch; b < MIN(p->batch, batch + r->per); b++)
        run_one(r, b, m0, MIN(r->bm, p->m - m0), n0, MIN(r->bn, p->n - n0));
}

/* The operand as it can be addressed by rows: packed if need be, and of integers in the type in which it is multiplied. *own is freed by the caller. NULL
 * if there is not enough memory. */
static const char *prepare(const Kernel *k, const Side *s, bool integer, const void *x, void **own)
{
    void *wide = NULL;
    int w = elem_info[s->type->elem].bytes;
    if (s->widen && integer) {
        w = ctype_bytes[s->ct];
        *own = wide = pool_temp(s->type->n_elems * w);
        if (!wide)
            return NULL;
        widen(k->pool, s->type->elem, s->ct, s->type->n_elems, x, wide);
        x = wide;
    }
    if (s->pack) {
        int64_t ds[MAX_RANK];
        void *packed = pool_temp(s->type->n_elems * w);
        strides_of(s->rank, s->dims, ds);
        if (packed)
            copy_strided(k->pool, &(StridedCopy){ w, s->rank, s->dims, s->strides, ds }, x, packed);
        pool_temp_free(wide);
        wide = packed;
        x = packed;
    }
    *own = wide;
    return x;
}

static void choose_blocks(DotRun *r, int n_devices)
{
    const DotPlan *p = r->p;
    double flops = 2.0 * (double)p->m * (double)p->n * (double)p->k;
    /* Many devices already run in parallel, and smaller blocks cost more packing; with one or two devices blocks are smaller. */
    double limit = n_devices > 2 ? 512e6 : 24e6;
    int64_t least = n_devices > 2 ? 1024 : 256;
    r->bm = p->m;
    r->bn = p->n;
    r->per = 1;
    if (p->batch == 1 || flops > 4 * limit) {
        while (flops > limit && MAX(r->bm, r->bn) >= least) {
            if (r->bm >= r->bn)
                r->bm = ((r->bm + 1) / 2 + 15) & ~(int64_t)15;
            else
                r->bn = ((r->bn + 1) / 2 + 15) & ~(int64_t)15;
            flops = 2.0 * (double)r->bm * (double)r->bn * (double)p->k;
        }
        /* a row or column vector: the matrix is read only once anyway */
        if (MIN(p->m, p->n) == 1 && p->k * MAX(p->m, p->n) > 1 << 20) {
            int64_t *side = p->m == 1 ? &r->bn : &r->bm;
            *side = MAX(64, (((int64_t)1 << 19) / p->k + 15) & ~(int64_t)15);
        }
    }
    r->n_m = (p->m + r->bm - 1) / MAX(1, r->bm);
    r->n_n = (p->n + r->bn - 1) / MAX(1, r->bn);
    double cost = 2.0 * (double)r->bm * (double)r->bn * (double)p->k + 20000;
    r->per = (int64_t)MAX(1, 8e6 / cost);
}

static void run_dot(const Kernel *k)
{
    const DotPlan *p = k->plan;
    int64_t n_out = p->batch * p->m * p->n;
    if (n_out == 0)
        return;
    if (p->k == 0) {
        memset(k->outs[0], 0, (size_t)(n_out * elem_info[p->result].bytes));
        return;
    }
    bool narrows = p->integer && !elem_is_ctype(p->result);
    void *own_a = NULL, *own_b = NULL, *own_c = narrows ? pool_temp(n_out * ctype_bytes[p->ct]) : NULL;
    DotRun r = { .p = p, .c = narrows ? own_c : k->outs[0], .elems = { p->lhs.type->elem, p->rhs.type->elem } };
    r.by_pieces = !p->integer && (p->lhs.widen || p->rhs.widen || !elem_is_ctype(p->result));
    r.a = prepare(k, &p->lhs, p->integer, k->args[0], &own_a);
    r.b = prepare(k, &p->rhs, p->integer, k->args[1], &own_b);
    bool room = r.a && r.b && r.c;
    if (!room) {
        ; /* noted by pool_temp */
    } else if (p->integer) {
        DotInt d = { .a = { r.a, p->lhs.ct, p->lhs.free_stride, p->lhs.con_stride }, .b = { r.b, p->rhs.ct, p->rhs.free_stride, p->rhs.con_stride },
                     .out = r.c, .ct = p->ct, .batch = p->batch, .m = p->m, .n = p->n, .k = p->k, .plan = p, .batch_start = batch_start };
        dot_int(&d, k->pool, k->n_devices);
    } else {
        choose_blocks(&r, k->n_devices);
        pool_for(k->pool, (p->batch + r.per - 1) / r.per * r.n_m * r.n_n, dot_block, &r);
    }
    if (room && narrows)
        narrow(k->pool, p->ct, p->result, n_out, own_c, k->outs[0]);
    pool_temp_free(own_a);
    pool_temp_free(own_b);
    pool_temp_free(own_c);
}

/* True if a [rows, cols] matrix with these strides is stored row by row; else it is stored column by column. */
static bool by_rows(int64_t rows, int64_t row_stride, int64_t cols, int64_t col_stride, int64_t *ld)
{
    if ((cols == 1 || col_stride == 1) && (rows == 1 || row_stride >= cols)) {
        *ld = rows == 1 ? MAX(1, cols) : row_stride;
        return true;
    }
    *ld = cols == 1 ? MAX(1, rows) : col_stride;
    return false;
}

bool make_dot(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    const DotDims *d = &op->a.dot.dims;
    const Type *x = op->operands[0]->type, *y = op->operands[1]->type;
    DotPlan *p = arena_new(arena, DotPlan);
    p->result = op->type->elem;
    p->ct = ctype_of(p->result);
    p->integer = !elem_is_float(p->result) && elem_info[p->result].cls != CLASS_COMPLEX;
    if (!tile_table()->convert[ctype_of(x->elem)][p->ct] || !tile_table()->convert[ctype_of(y->elem)][p->ct])
        return diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), NULL, "dot of %s and %s to %s", elem_info[x->elem].hlo,
                    elem_info[y->elem].hlo, elem_info[p->result].hlo);
    make_side(&p->lhs, op, 0, p->ct, p->integer);
    make_side(&p->rhs, op, 1, p->ct, p->integer);
    p->n_batch = d->lhs_batch.n;
    p->batch = 1;
    for (int i = 0; i < p->n_batch; i++) {
        p->batch_dims[i] = x->dims[d->lhs_batch.v[i]];
        p->batch *= p->batch_dims[i];
    }
    p->m = p->lhs.free_n;
    p->n = p->rhs.free_n;
    p->k = p->lhs.con_n;
    if (p->m > INT32_MAX || p->n > INT32_MAX || p->k > INT32_MAX)
        return diag(error, SHARD_ERROR_LIMIT, OP_AT(op), NULL, "a dot of [%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT "] by [.., %" G_GINT64_FORMAT "]: BLAS takes at most 2^31 - 1",
                    p->m, p->k, p->n);
    /* lhs is [m, k] by rows if k is contiguous, rhs is [k, n] by rows if n is. */
    p->ta = !by_rows(p->m, p->lhs.free_stride, p->k, p->lhs.con_stride, &p->lda);
    p->tb = !by_rows(p->k, p->rhs.con_stride, p->n, p->rhs.free_stride, &p->ldb);
    p->tiny = (DotTiny){ p->ct, p->m, p->n, p->k, p->ta ? 1 : p->lda, p->ta ? p->lda : 1, p->tb ? 1 : p->ldb, p->tb ? p->ldb : 1 };
    p->is_tiny = !p->integer && dot_tiny_pays(&p->tiny);
    to->fn = run_dot;
    to->plan = p;
    return true;
}
