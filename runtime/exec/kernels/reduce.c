/* Reductions by an arbitrary computation, over one or several arrays; argmax is in arg_reduce.c. Arrays are laid
 * out as [R, C] with the kept elements in C, and combined row by row; the computation is a tile program across C. What lies otherwise is laid out
 * a few rows at a time, where it stays in the cache until it is read, if it is a matrix, and whole if not; of long rows that lie in memory, what is left after
 * combining parts of each. If C is small, several rows are combined side by side first and then with each other. HLO requires the operation to be
 * associative and commutative, so any order is valid; this one depends on the shape only. */
#include <stdlib.h>
#include <string.h>

#include "runtime/compute/copy.h"
#include "runtime/exec/kernels/fused.h"
#include "runtime/plan/arg_reduce.h"

enum { MAX_ARRAYS = 16, LANES = 256, FEW_COLUMNS = 16, CHUNK_BYTES = 1 << 16, ROWS = 32 };

typedef struct ReducePlan {
    const TileProg *prog;
    int n;                       /* arrays */
    int width[MAX_ARRAYS];
    int rank;                    /* the operand as [reduced dims..., kept dims...] */
    int64_t dims[MAX_RANK], strides[MAX_RANK];
    int64_t r, c;
    bool is_matrix;              /* of these strides */
    int64_t r_stride, c_stride;
} ReducePlan;

typedef struct ReduceRun {
    const ReducePlan *p;
    const char *rows[MAX_ARRAYS]; /* [r, c] each */
    char *out[MAX_ARRAYS];        /* [c] each */
    int64_t r, c;
} ReduceRun;

/* One tile of columns: out[c] = x[0, c] . x[1, c] . ... */
static void reduce_tile(void *arg, int64_t block)
{
    const ReduceRun *run = arg;
    const ReducePlan *p = run->p;
    int64_t c0 = block * p->prog->tile, len = MIN(p->prog->tile, run->c - c0);
    size_t prog_bytes = (tile_run_bytes(p->prog) + 63) & ~(size_t)63;
    char *scratch = pool_scratch(prog_bytes + (size_t)p->n * 2 * TILE_BYTES);
    if (!scratch)
        return;
    const void *in[2 * MAX_ARRAYS];
    void *out[MAX_ARRAYS];
    TileRun t;
    tile_run_init(&t, p->prog, in, out, scratch);
    char *acc[2][MAX_ARRAYS];
    for (int a = 0; a < p->n; a++) {
        acc[0][a] = scratch + prog_bytes + (size_t)a * 2 * TILE_BYTES;
        acc[1][a] = acc[0][a] + TILE_BYTES;
        memcpy(acc[0][a], run->rows[a] + c0 * p->width[a], (size_t)(len * p->width[a]));
    }
    int now = 0;
    for (int64_t r = 1; r < run->r; r++, now = !now) {
        for (int a = 0; a < p->n; a++) {
            in[a] = acc[now][a];
            in[p->n + a] = run->rows[a] + (r * run->c + c0) * p->width[a];
            out[a] = acc[!now][a];
        }
        tile_run(&t, 0, (int)len);
    }
    for (int a = 0; a < p->n; a++)
        memcpy(run->out[a] + c0 * p->width[a], acc[now][a], (size_t)(len * p->width[a]));
}

static void reduce_matrix(ReduceRun *run, Pool *pool)
{
    pool_for(pool, (run->c + run->p->prog->tile - 1) / run->p->prog->tile, reduce_tile, run);
}

/* rows [r, c] in memory to [c]. */
static void reduce_rows(const Kernel *k, const ReducePlan *p, const char *const *rows, int64_t r, int64_t c, char *const *out)
{
    ReduceRun run = { .p = p, .r = r, .c = c };
    int64_t lanes = c < FEW_COLUMNS && r >= 2 * LANES ? LANES : 1;
    char *part[MAX_ARRAYS] = { 0 };
    bool room = true;
    if (lanes > 1) { /* [r / lanes, lanes * c], and what is left over at the end */
        int64_t whole = r / lanes, left = r - whole * lanes;
        for (int a = 0; a < p->n; a++) {
            part[a] = pool_temp((lanes + left) * c * p->width[a]);
            run.rows[a] = rows[a];
            run.out[a] = part[a];
            if (!part[a]) {
                room = false;
                continue;
            }
            memcpy(part[a] + lanes * c * p->width[a], rows[a] + whole * lanes * c * p->width[a], (size_t)(left * c * p->width[a]));
        }
        run.r = whole;
        run.c = lanes * c;
        if (room)
            reduce_matrix(&run, k->pool);
        r = lanes + left;
        run.r = r;
        run.c = c;
    }
    for (int a = 0; a < p->n; a++) {
        run.rows[a] = part[a] ? part[a] : rows[a];
        run.out[a] = out[a];
    }
    if (room)
        reduce_matrix(&run, k->pool);
    for (int a = 0; a < p->n; a++)
        pool_temp_free(part[a]);
}

/* ---- matrices ---- */

/* Arrays of r by c elements, each with these strides, to c elements each. */
typedef struct MatrixRun {
    const ReducePlan *p;
    const char *args[MAX_ARRAYS], *starts[MAX_ARRAYS];
    char *outs[MAX_ARRAYS];
    int64_t r, c, r_stride, c_stride;
    int64_t columns; /* of a tile */
} MatrixRun;

/* Rows [r0, r0 + m) of an array, columns from c0 on: where the first one's first element is, one after the other. */
static const char *matrix_rows(const MatrixRun *run, int array, const int64_t from[2], int64_t m, int64_t len, char *chunk)
{
    int w = run->p->width[array];
    const char *first = run->args[array] + (from[0] * run->r_stride + from[1] * run->c_stride) * w;
    if (run->c_stride == 1)
        return first;
    copy_strided(NULL, &(StridedCopy){ w, 2, (int64_t[]){ m, len }, (int64_t[]){ run->r_stride, run->c_stride }, (int64_t[]){ len, 1 } }, first, chunk);
    return chunk;
}

/* One tile of columns: out[c] = start . x[0, c] . x[1, c] . ... */
static void matrix_tile(void *arg, int64_t block)
{
    const MatrixRun *run = arg;
    const ReducePlan *p = run->p;
    int64_t c0 = block * run->columns, len = MIN(run->columns, run->c - c0), rows = MAX(8, CHUNK_BYTES / (len * 8));
    size_t prog_bytes = (tile_run_bytes(p->prog) + 63) & ~(size_t)63, chunk_bytes = run->c_stride == 1 ? 0 : (size_t)(rows * len * 16);
    char *scratch = pool_scratch(prog_bytes + (size_t)p->n * (2 * TILE_BYTES + chunk_bytes));
    if (!scratch)
        return;
    const void *in[2 * MAX_ARRAYS];
    void *out[MAX_ARRAYS];
    char *acc[2][MAX_ARRAYS], *chunk[MAX_ARRAYS];
    TileRun t;
    tile_run_init(&t, p->prog, in, out, scratch);
    for (int a = 0; a < p->n; a++) {
        acc[0][a] = scratch + prog_bytes + (size_t)a * (2 * TILE_BYTES + chunk_bytes);
        acc[1][a] = acc[0][a] + TILE_BYTES;
        chunk[a] = acc[1][a] + TILE_BYTES;
        copy_fill(NULL, p->width[a], len, run->starts[a], acc[0][a]);
    }
    int now = 0;
    for (int64_t r0 = 0; r0 < run->r; r0 += rows) {
        int64_t m = MIN(rows, run->r - r0), step = run->c_stride == 1 ? run->r_stride : len;
        const char *at[MAX_ARRAYS];
        for (int a = 0; a < p->n; a++)
            at[a] = matrix_rows(run, a, (int64_t[]){ r0, c0 }, m, len, chunk[a]);
        for (int64_t i = 0; i < m; i++, now = !now) {
            for (int a = 0; a < p->n; a++) {
                in[a] = acc[now][a];
                in[p->n + a] = at[a] + i * step * p->width[a];
                out[a] = acc[!now][a];
            }
            tile_run(&t, 0, (int)len);
        }
    }
    for (int a = 0; a < p->n; a++)
        memcpy(run->outs[a] + c0 * p->width[a], acc[now][a], (size_t)(len * p->width[a]));
}

/* ---- rows ---- */

/* What is combined along rows that lie in memory as they are: first every LANES-th element of a row with each other, then, of some rows at a
 * time, these as a matrix. */
typedef struct RowsRun {
    MatrixRun m; /* the whole */
    int64_t lanes;
} RowsRun;

/* What combines the lanes of one row after the other. */
typedef struct RowFold {
    const RowsRun *run;
    TileRun t;                      /* reads in, writes out */
    const void *in[2 * MAX_ARRAYS];
    void *out[MAX_ARRAYS];
    char *acc[2][MAX_ARRAYS];       /* two places for each array */
} RowFold;

/* The lanes of a row, r at least as many, to acc[.]: which of the two places it returns. */
static int fold_row(RowFold *f, const char *const *row)
{
    const RowsRun *run = f->run;
    const ReducePlan *p = run->m.p;
    int now = 0;
    for (int a = 0; a < p->n; a++)
        memcpy(f->acc[now][a], row[a], (size_t)(run->lanes * p->width[a]));
    for (int64_t i = run->lanes; i < run->m.r; i += run->lanes, now = !now) {
        int64_t len = MIN(run->lanes, run->m.r - i);
        for (int a = 0; a < p->n; a++) {
            int w = p->width[a];
            f->in[a] = f->acc[now][a];
            f->in[p->n + a] = row[a] + i * w;
            f->out[a] = f->acc[!now][a];
            memcpy(f->acc[!now][a] + len * w, f->acc[now][a] + len * w, (size_t)((run->lanes - len) * w));
        }
        tile_run(&f->t, 0, (int)len);
    }
    return now;
}

/* ROWS of them. */
static void rows_block(void *arg, int64_t block)
{
    const RowsRun *run = arg;
    const ReducePlan *p = run->m.p;
    int64_t c0 = block * ROWS, n = MIN(ROWS, run->m.c - c0);
    size_t prog_bytes = (tile_run_bytes(p->prog) + 63) & ~(size_t)63, each = (size_t)(ROWS + 2) * (size_t)run->lanes * 16;
    char *scratch = pool_temp((int64_t)(prog_bytes + (size_t)p->n * each));
    if (!scratch)
        return;
    RowFold f = { .run = run };
    tile_run_init(&f.t, p->prog, f.in, f.out, scratch);
    MatrixRun rest = { .p = p, .r = run->lanes, .c = n, .r_stride = 1, .c_stride = run->lanes, .columns = n };
    char *left[MAX_ARRAYS]; /* of each row, what is left of it: [n, lanes] */
    for (int a = 0; a < p->n; a++) {
        f.acc[0][a] = scratch + prog_bytes + (size_t)a * each;
        f.acc[1][a] = f.acc[0][a] + run->lanes * 16;
        rest.args[a] = left[a] = f.acc[1][a] + run->lanes * 16;
        rest.starts[a] = run->m.starts[a];
        rest.outs[a] = run->m.outs[a] + c0 * p->width[a];
    }
    for (int64_t i = 0; i < n; i++) {
        const char *row[MAX_ARRAYS];
        for (int a = 0; a < p->n; a++)
            row[a] = run->m.args[a] + (c0 + i) * run->m.c_stride * p->width[a];
        int now = fold_row(&f, row);
        for (int a = 0; a < p->n; a++) {
            size_t bytes = (size_t)(run->lanes * p->width[a]);
            memcpy(left[a] + (size_t)i * bytes, f.acc[now][a], bytes);
        }
    }
    matrix_tile(&rest, 0);
    pool_temp_free(scratch);
}

/* All dims of one kind as one, if there is a stride for them. */
static bool joined_stride(const int64_t *dims, const int64_t *strides, int n, int64_t *stride)
{
    int64_t expected = -1;
    *stride = 1;
    for (int d = n - 1; d >= 0; d--) {
        if (dims[d] == 1)
            continue;
        if (expected >= 0 && strides[d] != expected)
            return false;
        if (expected < 0)
            *stride = strides[d];
        expected = strides[d] * dims[d];
    }
    return true;
}

static bool has_long_rows(const ReducePlan *p)
{
    return p->r_stride == 1 && p->r >= 4 * LANES;
}

static void run_matrix(const Kernel *k)
{
    const ReducePlan *p = k->plan;
    MatrixRun run = { .p = p, .r = p->r, .c = p->c, .r_stride = p->r_stride, .c_stride = p->c_stride };
    for (int a = 0; a < p->n; a++) {
        run.args[a] = k->args[a];
        run.starts[a] = k->args[p->n + a];
        run.outs[a] = k->outs[a];
    }
    if (has_long_rows(p)) {
        RowsRun rows = { run, MIN(p->r >= 16 * LANES ? 2 * LANES : LANES, p->prog->tile) };
        pool_for(k->pool, (p->c + ROWS - 1) / ROWS, rows_block, &rows);
        return;
    }
    int64_t columns = k->n_devices > 2 ? p->c : MAX(64, (p->c / 4 + 63) & ~(int64_t)63); /* several devices run side by side anyway */
    run.columns = MIN(columns, p->prog->tile);
    pool_for(k->pool, (p->c + run.columns - 1) / run.columns, matrix_tile, &run);
}

/* ---- any array ---- */

static void run_reduce(const Kernel *k)
{
    const ReducePlan *p = k->plan;
    if (p->c == 0)
        return;
    if (p->is_matrix && (p->c >= FEW_COLUMNS || has_long_rows(p))) {
        run_matrix(k);
        return;
    }
    char *rows[MAX_ARRAYS], *out[MAX_ARRAYS];
    int64_t ds[MAX_RANK], n = p->r * p->c;
    bool room = true;
    strides_of(p->rank, p->dims, ds);
    /* Row 0 is the start value, so that it takes part once. */
    for (int a = 0; a < p->n; a++) {
        int w = p->width[a];
        rows[a] = pool_temp((n + p->c) * w);
        out[a] = k->outs[a];
        if (!rows[a]) {
            room = false;
            continue;
        }
        copy_fill(NULL, w, p->c, k->args[p->n + a], rows[a]);
        if (n)
            copy_strided(k->pool, &(StridedCopy){ w, p->rank, p->dims, p->strides, ds }, k->args[a], rows[a] + p->c * w);
    }
    if (room)
        reduce_rows(k, p, (const char *const *)rows, p->r + 1, p->c, out);
    for (int a = 0; a < p->n; a++)
        pool_temp_free(rows[a]);
}

bool make_reduce(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    if (arg_reduce_of(op, NULL))
        return make_arg_reduce(arena, op, to);
    int n = op->n_operands / 2;
    const Type *t = op->operands[0]->type;
    if (n > MAX_ARRAYS)
        return diag(error, SHARD_ERROR_LIMIT, OP_AT(op), NULL, "a reduce of %d arrays; at most %d", n, MAX_ARRAYS);
    ReducePlan *p = arena_new(arena, ReducePlan);
    p->prog = tile_prog_of_comp(arena, op->comps[0], error);
    if (!p->prog)
        return false;
    p->n = n;
    for (int a = 0; a < n; a++) {
        p->width[a] = elem_info[op->operands[a]->type->elem].bytes;
        if (type_leaf(op->type, a)->elem != op->operands[a]->type->elem)
            return diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), NULL, "a reduce that changes the element type");
    }
    int64_t strides[MAX_RANK];
    strides_of(t->rank, t->dims, strides);
    p->r = p->c = 1;
    int n_reduced = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int d = 0; d < t->rank; d++) {
            bool reduced = false;
            for (int i = 0; i < op->a.dims.n; i++)
                reduced |= op->a.dims.v[i] == d;
            if (reduced == (pass == 1))
                continue;
            p->dims[p->rank] = t->dims[d];
            p->strides[p->rank++] = strides[d];
            *(reduced ? &p->r : &p->c) *= t->dims[d];
            n_reduced += reduced;
        }
    to->code = tile_code_new(arena, p->prog, 0);
    p->prog = to->code->prog;
    p->is_matrix = joined_stride(p->dims, p->strides, n_reduced, &p->r_stride) && joined_stride(p->dims + n_reduced, p->strides + n_reduced, p->rank - n_reduced, &p->c_stride);
    to->fn = run_reduce;
    to->plan = p;
    return true;
}

bool make_map(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    const TileProg *prog = tile_prog_of_comp(arena, op->comps[0], error);
    if (!prog)
        return false;
    to->code = make_fused(arena, &(FusedCode){ .prog = prog, .n_elems = op->type->n_elems, .reg = -1, .init = -1, .output = -1 }, to);
    return true;
}
