/* select-and-scatter, the gradient of pooling: in each window the selected element receives the source value of that window. Along an
 * innermost dim that windows do not span, a row of windows is processed at once; slabs of an outer dim that they do not span run in
 * parallel. Windows are processed in order, so the sums do not depend on the number of workers. */
#include <string.h>

#include "runtime/compute/copy.h"
#include "runtime/exec/kernels/window_impl.h"

/* ---- plain ones, side by side -------------------------------------------------------------------------- */

static bool is_apart(const WindowDim *w)
{
    return w->size == 1 && w->stride == 1 && w->pad_lo == 0 && w->pad_hi == 0 && w->base_dilation == 1;
}

enum { ROW = 256 }; /* windows processed together */

typedef struct Row {
    float best[ROW];
    int32_t chosen[ROW]; /* which of the window's elements */
} Row;

#define KEEP(OP)                                                                                   \
    for (int64_t c = 0; c < n; c++) {                                                              \
        bool keep = row->best[c] OP x[c];                                                          \
        row->best[c] = keep ? row->best[c] : x[c];                                                 \
        row->chosen[c] = keep ? row->chosen[c] : k;                                                \
    }                                                                                              \
    break
static void choose(CompareDir dir, Row *row, const float *x, int32_t k, int64_t n)
{
    switch (dir) {
    case DIR_GE:
        KEEP(>=);
    case DIR_GT:
        KEEP(>);
    case DIR_LE:
        KEEP(<=);
    case DIR_LT:
        KEEP(<);
    case DIR_EQ:
        KEEP(==);
    case DIR_NE:
        KEEP(!=);
    }
}

static void add_chosen(const Row *row, const float *source, float *out, int32_t k, int64_t n)
{
    for (int64_t c = 0; c < n; c++)
        out[c] = row->chosen[c] == k ? source[c] + out[c] : out[c];
}

enum { MANY = 256 }; /* elements of a window that are listed */

typedef struct Side {
    const WindowPlan *p;
    const Kernel *k;
    int64_t windows, n_in, n_out; /* of a slab: windows without the minor dim; elements */
    int n_offsets;                /* of a window's elements from its first one, where it is inside; 0 = dilated array */
    int64_t offsets[MANY];
} Side;

/* The elements of a window that lie in the array; how many. */
static int places_of(const Side *s, const int64_t *o, int64_t *at)
{
    const WindowPlan *p = s->p;
    bool inside = s->n_offsets > 0;
    int64_t begin = 0;
    for (int d = 0; d < p->rank && inside; d++) {
        const WindowDim *w = &p->dims[d];
        int64_t i = o[d] * w->stride - w->pad_lo;
        inside = i >= 0 && i + (w->size - 1) * w->window_dilation < p->in_dims[d];
        begin = begin * p->in_dims[d] + i;
    }
    if (inside) {
        for (int k = 0; k < s->n_offsets; k++)
            at[k] = begin + s->offsets[k];
        return s->n_offsets;
    }
    int64_t win[MAX_RANK] = { 0 };
    int n = 0;
    for (bool first = true; next_in_window(p, o, win, first, &at[n]); first = false)
        n++;
    return n;
}

static void list_offsets(Side *s)
{
    const WindowPlan *p = s->p;
    int64_t strides[MAX_RANK], k[MAX_RANK] = { 0 };
    strides_of(p->rank, p->in_dims, strides);
    for (int d = 0; d < p->rank; d++)
        if (p->dims[d].base_dilation != 1)
            return;
    for (int d = p->rank; d >= 0;) {
        int64_t at = 0;
        for (d = 0; d < p->rank; d++)
            at += k[d] * p->dims[d].window_dilation * strides[d];
        s->offsets[s->n_offsets++] = at;
        for (d = p->rank - 1; d >= 0 && ++k[d] == p->dims[d].size; d--)
            k[d] = 0;
    }
}

/* The windows of one slab. */
static void side_by_side(void *arg, int64_t slab)
{
    const Side *s = arg;
    const WindowPlan *p = s->p;
    bool slabs = s->n_in != p->n_in;
    int last = p->rank - 1;
    int64_t minor = p->in_dims[last], o[MAX_RANK] = { slabs ? slab : 0 };
    const float *x = s->k->args[0], *source = (const float *)s->k->args[1] + slab * s->n_out;
    float *out = s->k->outs[0];
    for (int64_t i = 0; i < s->windows; i++, source += minor) {
        int64_t at[MANY + 1];
        int count = places_of(s, o, at);
        for (int64_t c = 0; count && c < minor; c += ROW) {
            int64_t n = MIN(ROW, minor - c);
            Row row;
            memcpy(row.best, x + at[0] + c, (size_t)n * sizeof(float));
            memset(row.chosen, 0, (size_t)n * sizeof(int32_t));
            for (int e = 1; e < count; e++)
                choose(p->dir, &row, x + at[e] + c, e, n);
            for (int e = 0; e < count; e++)
                add_chosen(&row, source + c, out + at[e] + c, e, n);
        }
        for (int d = last - 1; d >= 0 && ++o[d] == p->out_dims[d]; d--)
            o[d] = 0;
    }
}

/* True if it has run. */
static bool run_side_by_side(const Kernel *k)
{
    const WindowPlan *p = k->plan;
    int last = p->rank - 1;
    int64_t elements = 1;
    for (int d = 0; d < p->rank && elements <= MANY; d++)
        elements *= p->dims[d].size;
    if (elements == 0 || elements > MANY || !p->fast || !p->adds || p->rank < 2 || !is_apart(&p->dims[last]) || p->in_dims[last] < 4 || p->n_out == 0)
        return false;
    bool slabs = p->rank > 2 && is_apart(&p->dims[0]);
    int64_t n = slabs ? p->in_dims[0] : 1;
    Side s = { .p = p, .k = k, .windows = p->n_out / n / p->in_dims[last], .n_in = p->n_in / n, .n_out = p->n_out / n };
    list_offsets(&s);
    pool_for(k->pool, n, side_by_side, &s);
    return true;
}

/* ---- any ------------------------------------------------------------------------------------------------- */

static bool keeps(CompareDir dir, float chosen, float x)
{
    switch (dir) {
    case DIR_EQ:
        return chosen == x;
    case DIR_NE:
        return chosen != x;
    case DIR_GE:
        return chosen >= x;
    case DIR_GT:
        return chosen > x;
    case DIR_LE:
        return chosen <= x;
    case DIR_LT:
        return chosen < x;
    }
    return false;
}

static void run_select_and_scatter(const Kernel *k)
{
    const WindowPlan *p = k->plan;
    int w = elem_info[p->elem[0]].bytes;
    const char *x = k->args[0], *source = k->args[1];
    char *out = k->outs[0];
    copy_fill(k->pool, w, p->n_in, k->args[2], out);
    if (run_side_by_side(k))
        return;
    const void *sel_in[2], *sc_in[2];
    uint8_t keep = 0;
    void *sel_out[1] = { &keep }, *sc_out[1];
    char sum[16];
    TileRun sel, sc;
    void *for_select = pool_scratch(tile_run_bytes(p->select)), *for_scatter = pool_scratch2(tile_run_bytes(p->prog));
    if (!for_select || !for_scatter)
        return;
    tile_run_init(&sel, p->select, sel_in, sel_out, for_select);
    tile_run_init(&sc, p->prog, sc_in, sc_out, for_scatter);
    int64_t o[MAX_RANK] = { 0 };
    for (int64_t i = 0; i < p->n_out; i++) {
        int64_t at, chosen = -1, win[MAX_RANK] = { 0 };
        for (bool first = true; next_in_window(p, o, win, first, &at); first = false) {
            if (chosen < 0) {
                chosen = at;
            } else if (p->fast) {
                if (!keeps(p->dir, ((const float *)x)[chosen], ((const float *)x)[at]))
                    chosen = at;
            } else {
                sel_in[0] = x + chosen * w;
                sel_in[1] = x + at * w;
                tile_run(&sel, 0, 1);
                if (!keep)
                    chosen = at;
            }
        }
        if (chosen >= 0) { /* scatter(source, old) */
            sc_in[0] = source + i * w;
            sc_in[1] = out + chosen * w;
            sc_out[0] = sum;
            tile_run(&sc, 0, 1);
            memcpy(out + chosen * w, sum, (size_t)w);
        }
        for (int d = p->rank - 1; d >= 0 && ++o[d] == p->out_dims[d]; d--)
            o[d] = 0;
    }
}

bool make_select_and_scatter(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    WindowPlan *p = window_plan(arena, op, op->operands[0]->type, op->operands[1]->type);
    p->n = 1;
    p->elem[0] = op->operands[0]->type->elem;
    p->select = tile_prog_of_comp(arena, op->comps[0], error);
    p->prog = p->select ? tile_prog_of_comp(arena, op->comps[1], error) : NULL;
    if (!p->prog)
        return false;
    const IrOp *root = op->comps[0]->root;
    p->fast = p->elem[0] == ELEM_f32 && root->code == OP_compare && root->a.compare.kind != COMPARE_TOTALORDER &&
              root->operands[0]->code == OP_parameter && root->operands[0]->a.parameter.number == 0 &&
              root->operands[1]->code == OP_parameter && root->operands[1]->a.parameter.number == 1;
    p->adds = reduce_opcode(comp_reduce_kind(op->comps[1])) == OP_add;
    p->dir = p->fast ? root->a.compare.dir : DIR_GE;
    to->fn = run_select_and_scatter;
    to->plan = p;
    return true;
}
