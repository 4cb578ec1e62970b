/* reduce-window.
 *
 * A plain operation over a box of windows is done one dim at a time. Along a dim [A, N, C] the elements that are combined are C
 * elements apart, so each combination is a vector operation over C (for the innermost dim several rows are interleaved first). Windows that
 * reach back to the start (cumulative sums) are one running pass, its columns divided among the workers; other long windows use the method of van Herk, Gil and Werman, with three
 * combinations per element for any window size; short or strided windows are combined directly. Other computations run window by window,
 * but cumulative ones along one dim in one running pass as well. */
#include <stdlib.h>
#include <string.h>

#include "runtime/compute/copy.h"
#include "runtime/exec/kernels/dot.h"
#include "runtime/exec/kernels/window_impl.h"

enum { SIDE_BY_SIDE = 64 };

/* ---- one dim of a plain operation --------------------------------------------------------------------- */

/* Rows of `c` elements, `gap` bytes apart in src and dst. */
typedef struct Slab {
    const char *src;
    char *dst;
    int64_t c, gap;
} Slab;

typedef struct Pass {
    TileFn op;
    int width;
    const WindowDim *w;
    int64_t a, n, m, c;       /* [a, n, c] -> [a, m, c] */
    int64_t per_task;         /* of the c: each task has so many */
    const char *src;
    char *dst;
    char identity[16];
} Pass;

static bool is_prefix(const WindowDim *w, int64_t n, int64_t m)
{
    return w->stride == 1 && w->base_dilation == 1 && w->window_dilation == 1 && w->size >= n && m == n &&
           w->pad_lo == w->size - 1 && w->pad_hi == 0;
}

static bool is_suffix(const WindowDim *w, int64_t n, int64_t m)
{
    return w->stride == 1 && w->base_dilation == 1 && w->window_dilation == 1 && w->size >= n && m == n &&
           w->pad_hi == w->size - 1 && w->pad_lo == 0;
}

static void fill(char *d, const char *value, int64_t n, int width)
{
    for (int64_t i = 0; i < n; i++)
        memcpy(d + i * width, value, (size_t)width);
}

/* The window at m, element by element of its size. */
static void window_at(const Pass *p, const Slab *s, int64_t m)
{
    const WindowDim *w = p->w;
    bool first = true;
    char *to = s->dst + m * s->gap;
    for (int64_t k = 0; k < w->size; k++) {
        int64_t at = m * w->stride - w->pad_lo + k * w->window_dilation;
        if (at < 0 || at % w->base_dilation)
            continue;
        at /= w->base_dilation;
        if (at >= p->n)
            break;
        if (first)
            memcpy(to, s->src + at * s->gap, (size_t)(s->c * p->width));
        else
            p->op(to, to, s->src + at * s->gap, NULL, (int)s->c);
        first = false;
    }
    if (first)
        fill(to, p->identity, s->c, p->width);
}

/* Windows from m on that lie within the array, side by side: their first elements, then their second ones, and so on. */
static void windows_within(const Pass *p, const Slab *s, int64_t m, int64_t n)
{
    const WindowDim *w = p->w;
    char *to = s->dst + m * s->gap;
    const char *from = s->src + (m - w->pad_lo) * s->gap;
    if (w->size == 1)
        memcpy(to, from, (size_t)(n * s->gap));
    for (int64_t k = 1; k < w->size; k++)
        p->op(to, k == 1 ? from : to, from + k * w->window_dilation * s->gap, NULL, (int)(n * s->c));
}

static void window_direct(const Pass *p, const Slab *s)
{
    enum { SIDE = 4096 }; /* elements: they stay in the cache */
    const WindowDim *w = p->w;
    bool joins = w->stride == 1 && w->base_dilation == 1 && s->gap == s->c * p->width && 2 * s->c <= SIDE;
    int64_t first = MAX(w->pad_lo, 0), end = MIN(p->m, p->n + w->pad_lo - (w->size - 1) * w->window_dilation), most = joins ? SIDE / s->c : 1;
    for (int64_t m = 0, n; m < p->m; m += n) {
        n = joins && m >= first ? MIN(most, end - m) : 1;
        if (n > 1)
            windows_within(p, s, m, n);
        else
            window_at(p, s, m);
        n = MAX(n, 1); /* behind the last one that lies within */
    }
}

static void window_running(const Pass *p, const Slab *s, bool backwards)
{
    int64_t step = backwards ? -s->gap : s->gap;
    for (int64_t i = 0; i < p->n; i++) {
        int64_t at = (backwards ? p->n - 1 - i : i) * s->gap;
        if (i == 0)
            memcpy(s->dst + at, s->src + at, (size_t)(s->c * p->width));
        else
            p->op(s->dst + at, s->dst + at - step, s->src + at, NULL, (int)s->c);
    }
}

/* The elements are padded to whole blocks of the window's size. With running results from both ends of each block, every
 * window is one combination. */
static void window_van_herk(const Pass *p, const Slab *s)
{
    const WindowDim *w = p->w;
    int64_t c = s->c, row = c * p->width, size = w->size, span = (p->m - 1) * w->stride + size;
    int64_t total = (span + size - 1) / size * size;
    char *left = pool_temp(2 * total * row), *right = left + total * row;
    if (!left)
        return;
    for (int64_t i = 0; i < total; i++) {
        int64_t at = i - w->pad_lo;
        if (at >= 0 && at < p->n)
            memcpy(right + i * row, s->src + at * s->gap, (size_t)row);
        else
            fill(right + i * row, p->identity, c, p->width);
    }
    for (int64_t i = 0; i < total; i++)
        if (i % size == 0)
            memcpy(left + i * row, right + i * row, (size_t)row);
        else
            p->op(left + i * row, left + (i - 1) * row, right + i * row, NULL, (int)c);
    for (int64_t i = total - 2; i >= 0; i--)
        if (i % size != size - 1)
            p->op(right + i * row, right + i * row, right + (i + 1) * row, NULL, (int)c);
    for (int64_t m = 0; m < p->m; m++) {
        int64_t at = m * w->stride;
        if (at % size == 0)
            memcpy(s->dst + m * s->gap, right + at * row, (size_t)row);
        else
            p->op(s->dst + m * s->gap, right + at * row, left + (at + size - 1) * row, NULL, (int)c);
    }
    pool_temp_free(left);
}

static void window_slab(const Pass *p, const Slab *s)
{
    if (is_prefix(p->w, p->n, p->m) || is_suffix(p->w, p->n, p->m))
        window_running(p, s, !is_prefix(p->w, p->n, p->m));
    else if (p->w->size > 6 && p->w->base_dilation == 1 && p->w->window_dilation == 1 && p->w->stride * 3 < p->w->size)
        window_van_herk(p, s);
    else
        window_direct(p, s);
}

/* Task i: a part of the columns of one of the a. */
static void window_outer(void *arg, int64_t i)
{
    const Pass *p = arg;
    int64_t tasks = (p->c + p->per_task - 1) / p->per_task, a = i / tasks, from = i % tasks * p->per_task, gap = p->c * p->width;
    window_slab(p, &(Slab){ p->src + a * p->n * gap + from * p->width, p->dst + a * p->m * gap + from * p->width, MIN(p->per_task, p->c - from), gap });
}

/* Rows of a minor dim, SIDE_BY_SIDE at a time. */
static void window_rows(void *arg, int64_t i)
{
    const Pass *p = arg;
    int64_t from = i * SIDE_BY_SIDE, rows = MIN(SIDE_BY_SIDE, p->a - from);
    char *in = pool_temp((p->n + p->m) * rows * p->width), *out = in + p->n * rows * p->width;
    if (!in)
        return;
    copy_strided(NULL, &(StridedCopy){ p->width, 2, (int64_t[]){ p->n, rows }, (int64_t[]){ 1, p->n }, (int64_t[]){ rows, 1 } },
                 p->src + from * p->n * p->width, in);
    window_slab(p, &(Slab){ in, out, rows, rows * p->width });
    copy_strided(NULL, &(StridedCopy){ p->width, 2, (int64_t[]){ rows, p->m }, (int64_t[]){ 1, rows }, (int64_t[]){ p->m, 1 } }, out,
                 p->dst + from * p->m * p->width);
    pool_temp_free(in);
}

/* A dim along which a window is one element. */
static bool is_still(const WindowDim *w)
{
    return w->size == 1 && w->stride == 1 && w->pad_lo == 0 && w->pad_hi == 0 && w->base_dilation == 1;
}

/* The operand in the type that is worked in, and what of that is to be freed. */
typedef struct Work {
    const char *src;
    char *own;
    int64_t dims[MAX_RANK];
    char *last; /* where the last pass may write; NULL = memory of its own */
} Work;

static bool run_pass(const Kernel *k, const WindowPlan *p, int d, const char *identity, Work *w)
{
    enum { COLUMNS = 1024 }; /* of a task: rows that stay in the cache from one to the next */
    int width = ctype_bytes[p->ct], next = d + 1;
    Pass s = { .op = tile_table()->op[p->plain][p->ct], .width = width, .w = &p->dims[d], .a = 1, .n = w->dims[d], .m = p->out_dims[d], .c = 1, .src = w->src, .per_task = COLUMNS };
    for (int i = 0; i < d; i++)
        s.a *= w->dims[i];
    for (int i = d + 1; i < p->rank; i++)
        s.c *= w->dims[i];
    memcpy(s.identity, identity, 16);
    while (next < p->rank && is_still(&p->dims[next]))
        next++;
    bool last = next == p->rank && w->last;
    s.dst = last ? w->last : pool_temp(s.a * s.m * s.c * width);
    if (!s.dst)
        return false;
    if (s.m > 0 && s.c == 1 && s.a > 1)
        pool_for(k->pool, (s.a + SIDE_BY_SIDE - 1) / SIDE_BY_SIDE, window_rows, &s);
    else if (s.m > 0)
        pool_for(k->pool, s.a * ((s.c + COLUMNS - 1) / COLUMNS), window_outer, &s);
    pool_temp_free(w->own);
    w->own = last ? NULL : s.dst;
    w->src = s.dst;
    w->dims[d] = s.m;
    return true;
}

static void run_plain(const Kernel *k, const WindowPlan *p)
{
    const TileTable *tab = tile_table();
    int w = ctype_bytes[p->ct];
    ElemType e = p->elem[0];
    bool wide = !elem_is_ctype(e);
    Work work = { .src = k->args[0], .last = wide ? NULL : k->outs[0] };
    if (wide) {
        work.own = pool_temp(p->n_in * w);
        if (!work.own)
            return;
        widen(k->pool, e, p->ct, p->n_in, work.src, work.own);
        work.src = work.own;
    }
    char identity[16], init[16];
    reduce_identity(p->kind, p->ct == CT_f32 ? ELEM_f32 : e, identity);
    memcpy(work.dims, p->in_dims, sizeof work.dims);
    for (int d = 0; d < p->rank; d++)
        if (!is_still(&p->dims[d]) && !run_pass(k, p, d, identity, &work)) {
            pool_temp_free(work.own);
            return;
        }
    char *result = wide ? work.own : k->outs[0];
    if (!wide && work.src != k->outs[0]) /* no pass at all */
        copy_flat(k->pool, p->n_out * w, work.src, k->outs[0]);
    if (wide)
        tab->load[e](init, k->args[1], NULL, NULL, 1);
    else
        memcpy(init, k->args[1], (size_t)w);
    if (memcmp(init, identity, (size_t)w) != 0)
        for (int64_t i = 0; i < p->n_out; i++)
            tab->op[p->plain][p->ct](result + i * w, init, result + i * w, NULL, 1);
    if (wide)
        narrow(k->pool, p->ct, e, p->n_out, work.own, k->outs[0]);
    pool_temp_free(work.own);
}

/* ---- any computation ---------------------------------------------------------------------------------------- */

bool next_in_window(const WindowPlan *p, const int64_t *out, int64_t *k, bool first, int64_t *at)
{
    for (;;) {
        if (!first) {
            int d = p->rank - 1;
            while (d >= 0 && ++k[d] == p->dims[d].size)
                k[d--] = 0;
            if (d < 0)
                return false;
        }
        first = false;
        bool inside = true;
        *at = 0;
        for (int d = 0; d < p->rank && inside; d++) {
            const WindowDim *w = &p->dims[d];
            int64_t i = out[d] * w->stride - w->pad_lo + k[d] * w->window_dilation;
            inside = i >= 0 && i % w->base_dilation == 0 && i / w->base_dilation < p->in_dims[d];
            *at = *at * p->in_dims[d] + i / w->base_dilation;
        }
        if (inside)
            return true;
    }
}

static void run_general(const Kernel *k, const WindowPlan *p)
{
    const void *in[2 * WINDOW_ARRAYS];
    void *out[WINDOW_ARRAYS];
    TileRun t;
    void *scratch = pool_scratch(tile_run_bytes(p->prog));
    if (!scratch)
        return;
    tile_run_init(&t, p->prog, in, out, scratch);
    int64_t o[MAX_RANK] = { 0 };
    for (int64_t i = 0; i < p->n_out; i++) {
        char acc[2][WINDOW_ARRAYS][16];
        int now = 0;
        for (int a = 0; a < p->n; a++)
            memcpy(acc[0][a], k->args[p->n + a], (size_t)elem_info[p->elem[a]].bytes);
        int64_t at, w[MAX_RANK] = { 0 };
        for (bool first = true; next_in_window(p, o, w, first, &at); first = false, now = !now) {
            for (int a = 0; a < p->n; a++) {
                in[a] = acc[now][a];
                in[p->n + a] = (const char *)k->args[a] + at * elem_info[p->elem[a]].bytes;
                out[a] = acc[!now][a];
            }
            tile_run(&t, 0, 1);
        }
        for (int a = 0; a < p->n; a++)
            memcpy((char *)k->outs[a] + i * elem_info[p->elem[a]].bytes, acc[now][a], (size_t)elem_info[p->elem[a]].bytes);
        for (int d = p->rank - 1; d >= 0 && ++o[d] == p->out_dims[d]; d--)
            o[d] = 0;
    }
}

/* ---- any computation, cumulative along one dim --------------------------------------------------------------- */

typedef struct Running {
    const Kernel *k;
    const WindowPlan *p;
    bool backwards;
    int64_t n, c;            /* [a, n, c], along n */
    int64_t lines, per_task; /* lines along n: a * c; those of a task are computed side by side */
} Running;

/* The dim along which windows reach back to the start or on to the end, where they are one element in all others; else -1. */
static int running_dim(const WindowPlan *p)
{
    int found = -1;
    for (int d = 0; d < p->rank; d++) {
        const WindowDim *w = &p->dims[d];
        if (w->size == 1 && w->stride == 1 && w->base_dilation == 1 && !w->pad_lo && !w->pad_hi)
            continue;
        if (found >= 0 || !(is_prefix(w, p->in_dims[d], p->out_dims[d]) || is_suffix(w, p->in_dims[d], p->out_dims[d])))
            return -1;
        found = d;
    }
    return found;
}

/* Lines next to each other, and where they are: `array` holds them, `rows` the elements at the same place of each, one after the other. */
typedef struct Lines {
    const Running *r;
    int width;
    int64_t from, n;
} Lines;

static void copy_lines(const Lines *l, const void *array, void *rows)
{
    const Running *r = l->r;
    int64_t base = l->from / r->c * r->n * r->c + l->from % r->c;
    const StridedCopy copy = { l->width, 2, (int64_t[]){ r->n, l->n }, (int64_t[]){ r->c, r->c == 1 ? r->n : 1 }, (int64_t[]){ l->n, 1 } };
    copy_strided(NULL, &copy, (const char *)array + base * l->width, rows);
}

static void copy_lines_back(const Lines *l, const void *rows, void *array)
{
    const Running *r = l->r;
    int64_t base = l->from / r->c * r->n * r->c + l->from % r->c;
    const StridedCopy copy = { l->width, 2, (int64_t[]){ r->n, l->n }, (int64_t[]){ l->n, 1 }, (int64_t[]){ r->c, r->c == 1 ? r->n : 1 } };
    copy_strided(NULL, &copy, rows, (char *)array + base * l->width);
}

/* acc = f(acc, x) from the start on; towards the start acc = f(x, acc), which keeps the order of the terms. */
static void run_lines(void *arg, int64_t task)
{
    const Running *r = arg;
    const WindowPlan *p = r->p;
    int64_t alike = r->c == 1 ? r->lines : r->c; /* lines whose elements are equally far apart; a task ends with them */
    int64_t tasks = (alike + r->per_task - 1) / r->per_task, first = task % tasks * r->per_task;
    int64_t from = task / tasks * alike + first, n_lines = MIN(r->per_task, alike - first), bytes = 0;
    char *src[WINDOW_ARRAYS], *dst[WINDOW_ARRAYS], *acc[WINDOW_ARRAYS];
    for (int a = 0; a < p->n; a++)
        bytes += (2 * r->n + 1) * n_lines * elem_info[p->elem[a]].bytes;
    char *rows = pool_temp(bytes), *at = rows;
    void *scratch = pool_scratch(tile_run_bytes(p->prog));
    if (!rows || !scratch) {
        pool_temp_free(rows);
        return;
    }
    for (int a = 0; a < p->n; a++) {
        int width = elem_info[p->elem[a]].bytes;
        src[a] = at;
        dst[a] = src[a] + r->n * n_lines * width;
        acc[a] = dst[a] + r->n * n_lines * width;
        at = acc[a] + n_lines * width;
        fill(acc[a], r->k->args[p->n + a], n_lines, width);
        copy_lines(&(Lines){ r, width, from, n_lines }, r->k->args[a], src[a]);
    }
    const void *in[2 * WINDOW_ARRAYS];
    void *out[WINDOW_ARRAYS];
    TileRun t;
    tile_run_init(&t, p->prog, in, out, scratch);
    for (int64_t i = 0; i < r->n; i++) {
        int64_t row = r->backwards ? r->n - 1 - i : i;
        for (int a = 0; a < p->n; a++) {
            int64_t offset = row * n_lines * elem_info[p->elem[a]].bytes;
            in[r->backwards ? p->n + a : a] = acc[a];
            in[r->backwards ? a : p->n + a] = src[a] + offset;
            out[a] = acc[a] = dst[a] + offset;
        }
        tile_run(&t, 0, (int)n_lines);
    }
    for (int a = 0; a < p->n; a++)
        copy_lines_back(&(Lines){ r, elem_info[p->elem[a]].bytes, from, n_lines }, dst[a], r->k->outs[a]);
    pool_temp_free(rows);
}

static void run_running(const Kernel *k, const WindowPlan *p, int dim)
{
    Running r = { k, p, is_suffix(&p->dims[dim], p->in_dims[dim], p->out_dims[dim]), p->in_dims[dim], 1, p->n_in / p->in_dims[dim], SIDE_BY_SIDE };
    for (int d = dim + 1; d < p->rank; d++)
        r.c *= p->in_dims[d];
    int64_t n_tasks = r.c == 1 ? (r.lines + r.per_task - 1) / r.per_task : r.lines / r.c * ((r.c + r.per_task - 1) / r.per_task);
    pool_for(k->pool, n_tasks, run_lines, &r);
}

static void run_reduce_window(const Kernel *k)
{
    const WindowPlan *p = k->plan;
    bool empty = p->n_out == 0;
    for (int d = 0; d < p->rank; d++)
        empty |= p->dims[d].size == 0;
    if (p->n_out == 0)
        return;
    if (p->plain != N_OPCODES && !empty && p->n_in > 0)
        run_plain(k, p);
    else if (p->prog && !empty && p->n_in > 0 && running_dim(p) >= 0)
        run_running(k, p, running_dim(p));
    else if (p->prog && !empty)
        run_general(k, p);
    else
        for (int a = 0; a < p->n; a++)
            copy_fill(k->pool, elem_info[p->elem[a]].bytes, p->n_out, k->args[p->n + a], k->outs[a]);
}

WindowPlan *window_plan(Arena *arena, const IrOp *op, const Type *large, const Type *small)
{
    WindowPlan *p = arena_new(arena, WindowPlan);
    p->rank = large->rank;
    for (int d = 0; d < large->rank; d++) {
        p->dims[d] = d < op->a.window.window.n ? op->a.window.window.dims[d] : (WindowDim){ .size = 1, .stride = 1 };
        p->dims[d].stride = MAX(1, p->dims[d].stride);
        p->dims[d].base_dilation = MAX(1, p->dims[d].base_dilation);
        p->dims[d].window_dilation = MAX(1, p->dims[d].window_dilation);
    }
    memcpy(p->in_dims, large->dims, sizeof(int64_t) * (size_t)large->rank);
    memcpy(p->out_dims, small->dims, sizeof(int64_t) * (size_t)large->rank);
    p->n_in = large->n_elems;
    p->n_out = small->n_elems;
    return p;
}

bool make_reduce_window(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    int n = op->n_operands / 2;
    if (n > WINDOW_ARRAYS)
        return diag(error, SHARD_ERROR_LIMIT, OP_AT(op), NULL, "a reduce-window of %d arrays; at most %d", n, WINDOW_ARRAYS);
    WindowPlan *p = window_plan(arena, op, op->operands[0]->type, type_leaf(op->type, 0));
    p->n = n;
    for (int a = 0; a < n; a++)
        p->elem[a] = op->operands[a]->type->elem;
    p->ct = ctype_of(p->elem[0]);
    p->kind = comp_reduce_kind(op->comps[0]);
    p->plain = n == 1 ? reduce_opcode(p->kind) : N_OPCODES;
    char identity[16];
    if (p->plain != N_OPCODES && (!tile_table()->op[p->plain][p->ct] || !reduce_identity(p->kind, p->elem[0], identity)))
        p->plain = N_OPCODES;
    if (p->plain == N_OPCODES) {
        p->prog = tile_prog_of_comp(arena, op->comps[0], error);
        if (!p->prog)
            return false;
    }
    to->fn = run_reduce_window;
    to->plan = p;
    return true;
}
