/* Convolutions of any rank. Operands are brought to [batch, spatial.., feature]; blocks of output positions become a
 * patch matrix (im2col, small enough for the second-level cache), which is multiplied with the kernel. Large kernels, as in
 * weight gradients, are processed in pieces whose products are accumulated. 1x1 kernels multiply the input itself; depthwise kernels
 * have a direct loop over the features. Where the input is dilated, as in transposed convolutions and the gradients of strided ones, output
 * positions that meet the same taps of the kernel (a phase) are done together, with those taps alone. */
#include <stdlib.h>
#include <string.h>

#include "runtime/compute/copy.h"
#include "runtime/exec/kernels/conv_impl.h"
#include "runtime/exec/kernels/dot.h"

enum { PATCH_ELEMS = 1 << 17, PIECE = 4096 };

/* Input position that tap `k` of output position `o` reads along a dim, or -1. */
static int64_t tap_at(const ConvPlan *p, int d, int64_t o, int64_t k)
{
    const WindowDim *w = &p->w[d];
    int64_t at = o * w->stride - w->pad_lo + k * w->window_dilation;
    if (at < 0 || at % w->base_dilation)
        return -1;
    at /= w->base_dilation;
    return at < p->in[d] ? at : -1;
}

void conv_unravel(const ConvPlan *p, const int64_t *dims, int64_t i, int64_t *at)
{
    for (int d = p->rank - 1; d >= 0; d--) {
        at[d] = i % dims[d];
        i /= dims[d];
    }
}

void conv_fill_patch(const ConvPlan *p, const char *x, const PatchRow *row, int64_t t0, int64_t n, char *dst)
{
    const int64_t *o = row->at, batch = row->batch, c0 = row->channel;
    int width = ctype_bytes[p->ct];
    int64_t k[MAX_SPATIAL], bytes = p->group_in * width;
    conv_unravel(p, p->k, t0, k);
    int last = p->rank - 1;
    for (int64_t t = 0; t < n;) {
        int64_t at = batch;
        bool inside = true;
        for (int d = 0; d < last && inside; d++) {
            int64_t i = tap_at(p, d, o[d], k[d]);
            inside = i >= 0;
            at = at * p->in[d] + i;
        }
        int64_t run = last >= 0 ? MIN(n - t, p->k[last] - k[last]) : 1;
        if (!inside) {
            memset(dst, 0, (size_t)(run * bytes));
        } else if (last < 0) {
            memcpy(dst, x + (at * p->channels + c0) * width, (size_t)bytes);
        } else {
            const WindowDim *w = &p->w[last];
            int64_t first = o[last] * w->stride - w->pad_lo + k[last];
            if (w->window_dilation == 1 && w->base_dilation == 1 && p->group_in == p->channels && first >= 0 && first + run <= p->in[last]) {
                memcpy(dst, x + (at * p->in[last] + first) * bytes, (size_t)(run * bytes));
            } else {
                for (int64_t j = 0; j < run; j++) {
                    int64_t i = tap_at(p, last, o[last], k[last] + j);
                    if (i < 0)
                        memset(dst + j * bytes, 0, (size_t)bytes);
                    else
                        memcpy(dst + j * bytes, x + ((at * p->in[last] + i) * p->channels + c0) * width, (size_t)bytes);
                }
            }
        }
        dst += run * bytes;
        t += run;
        for (int d = last; d >= 0; d--) {
            k[d] += d == last ? run : 1;
            if (k[d] < p->k[d])
                break;
            k[d] = 0;
        }
    }
}

static void conv_block(void *arg, int64_t i)
{
    const ConvRun *r = arg;
    const ConvPlan *p = r->p;
    int width = ctype_bytes[p->ct];
    int64_t g = i / r->n_blocks, from = i % r->n_blocks * r->row_block, n = MIN(r->row_block, p->rows - from);
    int64_t per_image = p->rows / p->out_batch, b0 = p->by_batch ? g * p->out_batch : 0, c0 = p->by_batch ? 0 : g * p->group_in;
    char *y = r->y + (from * p->out_channels + g * p->group_out) * width;
    Gemm product = { .ct = p->ct, .m = n, .n = p->group_out, .ldb = p->out_channels, .ldc = p->out_channels };
    if (p->pointwise) {
        product.k = p->group_in;
        product.lda = p->channels;
        gemm(&product, r->x + ((b0 * per_image + from) * p->channels + c0) * width, r->kernel + g * p->group_out * width, y);
        return;
    }
    char *patch = pool_scratch((size_t)(r->row_block * r->piece * p->group_in * width));
    if (!patch)
        return;
    for (int64_t t = 0; t < p->taps; t += r->piece) {
        int64_t taps = MIN(r->piece, p->taps - t), k = taps * p->group_in;
        for (int64_t row = 0; row < n; row++) {
            PatchRow at = { .batch = b0 + (from + row) / per_image, .channel = c0 };
            conv_unravel(p, p->out, (from + row) % per_image, at.at);
            conv_fill_patch(p, r->x, &at, t, taps, patch + row * k * width);
        }
        product.k = product.lda = k;
        product.accumulate = t > 0;
        gemm(&product, patch, r->kernel + (t * p->group_in * p->out_channels + g * p->group_out) * width, y);
    }
}

/* ---- dilated inputs ---------------------------------------------------------------------------------------------- */

/* Output positions that are `base_dilation` apart along each dim. */
typedef struct Phase {
    const ConvRun *r;
    const char *kernel;              /* [taps, group_in, out_channels]: the taps that meet elements */
    int64_t first[MAX_SPATIAL], n_out[MAX_SPATIAL]; /* the first output position, and how many along the dim */
    int64_t n_taps[MAX_SPATIAL], tap0[MAX_SPATIAL], tap_step[MAX_SPATIAL]; /* how many taps, the first of them, and how far apart */
    int64_t taps, rows, per_image, n_blocks, row_block;
} Phase;

/* Which taps along dim d meet elements from output position `first` on; every bd-th output position meets the same. */
static void find_taps(const ConvPlan *p, int d, Phase *f)
{
    const WindowDim *w = &p->w[d];
    f->n_out[d] = (p->out[d] - f->first[d] + w->base_dilation - 1) / w->base_dilation;
    f->n_taps[d] = 0;
    f->tap_step[d] = 1;
    int64_t last = 0;
    for (int64_t k = 0; k < p->k[d]; k++) {
        if ((f->first[d] - w->pad_lo + k * w->window_dilation) % w->base_dilation)
            continue;
        if (f->n_taps[d]++ == 0)
            f->tap0[d] = k;
        else
            f->tap_step[d] = k - last;
        last = k;
    }
}

/* The taps of the phase, one after the other: positions in the kernel. */
static int64_t tap_of(const ConvPlan *p, const Phase *f, int64_t t, int64_t *k)
{
    int64_t at = 0;
    conv_unravel(p, f->n_taps, t, k);
    for (int d = 0; d < p->rank; d++) {
        k[d] = f->tap0[d] + k[d] * f->tap_step[d];
        at = at * p->k[d] + k[d];
    }
    return at;
}

static void phase_patch(const Phase *f, const PatchRow *row, char *dst)
{
    const ConvPlan *p = f->r->p;
    int64_t bytes = p->group_in * ctype_bytes[p->ct], k[MAX_SPATIAL];
    for (int64_t t = 0; t < f->taps; t++, dst += bytes) {
        int64_t at = row->batch;
        bool inside = true;
        tap_of(p, f, t, k);
        for (int d = 0; d < p->rank && inside; d++) {
            int64_t i = tap_at(p, d, row->at[d], k[d]);
            inside = i >= 0;
            at = at * p->in[d] + i;
        }
        if (inside)
            memcpy(dst, f->r->x + (at * p->channels + row->channel) * ctype_bytes[p->ct], (size_t)bytes);
        else
            memset(dst, 0, (size_t)bytes);
    }
}

static void phase_block(void *arg, int64_t i)
{
    const Phase *f = arg;
    const ConvPlan *p = f->r->p;
    int width = ctype_bytes[p->ct];
    int64_t g = i / f->n_blocks, from = i % f->n_blocks * f->row_block, n = MIN(f->row_block, f->rows - from), k = f->taps * p->group_in;
    int64_t b0 = p->by_batch ? g * p->out_batch : 0, c0 = p->by_batch ? 0 : g * p->group_in, bytes = p->group_out * width;
    char *block = pool_temp(n * (k * width + bytes)), *patch = block + n * bytes;
    int64_t *places = (int64_t *)pool_temp(n * (int64_t)sizeof(int64_t));
    if (!block || !places) {
        pool_temp_free(block);
        pool_temp_free(places);
        return;
    }
    for (int64_t row = 0; row < n; row++) {
        PatchRow at = { .channel = c0 };
        int64_t image = (from + row) / f->per_image, place = image;
        conv_unravel(p, f->n_out, (from + row) % f->per_image, at.at);
        for (int d = 0; d < p->rank; d++) {
            at.at[d] = f->first[d] + at.at[d] * p->w[d].base_dilation;
            place = place * p->out[d] + at.at[d];
        }
        at.batch = b0 + image;
        places[row] = place;
        phase_patch(f, &at, patch + row * k * width);
    }
    if (k)
        gemm(&(Gemm){ .ct = p->ct, .m = n, .n = p->group_out, .k = k, .lda = k, .ldb = p->out_channels, .ldc = p->group_out }, patch,
             f->kernel + g * bytes, block);
    else
        memset(block, 0, (size_t)(n * bytes));
    for (int64_t row = 0; row < n; row++)
        memcpy(f->r->y + (places[row] * p->out_channels + g * p->group_out) * width, block + row * bytes, (size_t)bytes);
    pool_temp_free(block);
    pool_temp_free(places);
}

/* True if taps fit one product, and each of them meets the elements of some output positions only. */
static bool has_phases(const ConvPlan *p)
{
    int64_t phases = 1;
    for (int d = 0; d < p->rank; d++) {
        if (p->w[d].base_dilation > 1 && p->w[d].stride > 1)
            return false;
        phases *= p->w[d].base_dilation;
    }
    return phases > 1 && phases <= 64 && p->taps * p->group_in <= PIECE;
}

static void run_phases(Pool *pool, const ConvRun *r)
{
    const ConvPlan *p = r->p;
    int64_t n_phases = 1, dilations[MAX_SPATIAL], row_bytes = p->group_in * p->out_channels * ctype_bytes[p->ct];
    for (int d = 0; d < p->rank; d++)
        n_phases *= dilations[d] = p->w[d].base_dilation;
    char *kernel = pool_temp(p->taps * row_bytes);
    for (int64_t i = 0; kernel && i < n_phases; i++) {
        Phase f = { .r = r, .kernel = kernel, .taps = 1, .per_image = 1 };
        conv_unravel(p, dilations, i, f.first);
        for (int d = 0; d < p->rank; d++) {
            find_taps(p, d, &f);
            f.taps *= f.n_taps[d];
            f.per_image *= MAX(0, f.n_out[d]);
        }
        f.rows = f.per_image * p->out_batch;
        for (int64_t t = 0, k[MAX_SPATIAL]; t < f.taps; t++)
            memcpy(kernel + t * row_bytes, r->kernel + tap_of(p, &f, t, k) * row_bytes, (size_t)row_bytes);
        f.row_block = CLAMP(PATCH_ELEMS / MAX(1, f.taps * p->group_in), 32, 1024);
        f.n_blocks = (f.rows + f.row_block - 1) / f.row_block;
        pool_for(pool, f.n_blocks * p->groups, phase_block, &f);
    }
    pool_temp_free(kernel);
}

/* ---- one feature per group, integers ----------------------------------------------------------------------------- */

/* One input feature per group: features of the output side by side. */
#define DIRECT(T)                                                                                  \
    for (int64_t row = from; row < end; row++) {                                                   \
        T *y = (T *)r->y + row * p->out_channels;                                                  \
        int64_t o[MAX_SPATIAL], k[MAX_SPATIAL];                                                    \
        conv_unravel(p, p->out, row % per_image, o);                                                    \
        memset(y, 0, (size_t)p->out_channels * sizeof(T));                                         \
        for (int64_t t = 0; t < p->taps; t++) {                                                    \
            int64_t at = row / per_image;                                                          \
            bool inside = true;                                                                    \
            conv_unravel(p, p->k, t, k);                                                                \
            for (int d = 0; d < p->rank && inside; d++) {                                          \
                int64_t in_at = tap_at(p, d, o[d], k[d]);                                              \
                inside = in_at >= 0;                                                                 \
                at = at * p->in[d] + in_at;                                                            \
            }                                                                                      \
            if (!inside)                                                                           \
                continue;                                                                          \
            const T *x = (const T *)r->x + at * p->channels, *w = (const T *)r->kernel + t * p->out_channels; \
            if (p->group_out == 1)                                                                 \
                for (int64_t c = 0; c < p->out_channels; c++)                                      \
                    y[c] += x[c] * w[c];                                                           \
            else                                                                                   \
                for (int64_t c = 0; c < p->out_channels; c++)                                      \
                    y[c] += x[c / p->group_out] * w[c];                                            \
        }                                                                                          \
    }

static void direct_block(void *arg, int64_t i)
{
    const ConvRun *r = arg;
    const ConvPlan *p = r->p;
    int64_t from = i * r->row_block, end = MIN(p->rows, from + r->row_block), per_image = p->rows / p->out_batch;
    if (p->ct == CT_f32) {
        DIRECT(float)
    } else {
        DIRECT(double)
    }
}

/* Integers that conv_int.c does not take: plain sums in 64 bits, of which the result keeps the low ones, as XLA's CPU back end does. */
static void integer_block(void *arg, int64_t block)
{
    const ConvRun *r = arg;
    const ConvPlan *p = r->p;
    const int64_t *x = (const int64_t *)(const void *)r->x, *kernel = (const int64_t *)(const void *)r->kernel;
    int64_t *y = (int64_t *)(void *)r->y, first = block * r->row_block, end = MIN(p->rows, first + r->row_block);
    int64_t per_image = p->rows / p->out_batch, o[MAX_SPATIAL], k[MAX_SPATIAL];
    for (int64_t row = first; row < end; row++)
        for (int64_t f = 0; f < p->out_channels; f++) {
            int64_t g = f / p->group_out, b0 = p->by_batch ? g * p->out_batch : 0, c0 = p->by_batch ? 0 : g * p->group_in;
            uint64_t sum = 0;
            conv_unravel(p, p->out, row % per_image, o);
            for (int64_t t = 0; t < p->taps; t++) {
                int64_t at = b0 + row / per_image;
                bool inside = true;
                conv_unravel(p, p->k, t, k);
                for (int d = 0; d < p->rank && inside; d++) {
                    int64_t i = tap_at(p, d, o[d], k[d]);
                    inside = i >= 0;
                    at = at * p->in[d] + i;
                }
                for (int64_t z = 0; inside && z < p->group_in; z++)
                    sum += (uint64_t)x[at * p->channels + c0 + z] * (uint64_t)kernel[(t * p->group_in + z) * p->out_channels + f];
            }
            y[row * p->out_channels + f] = (int64_t)sum;
        }
}

/* The array at `src` in the type of the sums; what *own gets is freed by the caller, NULL included. NULL if there is not enough memory. */
static const char *widened(Pool *pool, const ConvPlan *p, const ConvArray *a, const void *src, void **own)
{
    if (elem_is_ctype(a->elem) && ctype_of(a->elem) == p->ct)
        return src;
    *own = pool_temp(a->n * ctype_bytes[p->ct]);
    if (*own)
        widen(pool, a->elem, p->ct, a->n, src, *own);
    return *own;
}

/* The same, and in order. */
static const char *arrange(Pool *pool, const ConvPlan *p, const ConvArray *a, const void *src, void **own)
{
    int width = ctype_bytes[p->ct];
    const char *wide = widened(pool, p, a, src, own);
    if (!wide || a->same)
        return wide;
    int64_t ds[MAX_RANK];
    void *ordered = pool_temp(a->n * width);
    strides_of(p->rank + 2, a->dims, ds);
    if (ordered)
        copy_strided(pool, &(StridedCopy){ width, p->rank + 2, a->dims, a->strides, ds }, wide + a->offset * width, ordered);
    pool_temp_free(*own);
    return *own = ordered;
}

static void run_conv(const Kernel *k)
{
    const ConvPlan *p = k->plan;
    int width = ctype_bytes[p->ct];
    if (p->result.n == 0)
        return;
    if (p->taps == 0 || p->group_in == 0) {
        memset(k->outs[0], 0, (size_t)(p->result.n * elem_info[p->result.elem].bytes));
        return;
    }
    if (p->ct == CT_s64 && conv_has_ints(p)) {
        conv_run_ints(k);
        return;
    }
    void *own_x = NULL, *own_k = NULL, *own_y = NULL, *ordered = NULL;
    bool convert = !elem_is_ctype(p->result.elem) || ctype_of(p->result.elem) != p->ct;
    if (convert || !p->result.same)
        own_y = pool_temp(p->result.n * width);
    ConvRun r = { .p = p, .y = own_y ? own_y : k->outs[0] };
    bool tiles = conv_has_tiles(p); /* reads operands in any order */
    r.x = (tiles ? widened : arrange)(k->pool, p, &p->input, k->args[0], &own_x);
    r.kernel = (tiles ? widened : arrange)(k->pool, p, &p->kernel, k->args[1], &own_k);
    const void *y = r.y;
    if (!r.x || !r.kernel || ((convert || !p->result.same) && !own_y))
        goto end;
    if (tiles) {
        conv_run_tiles(k->pool, &r);
    } else if (p->ct == CT_s64) {
        r.row_block = MAX(1, BLOCK_ELEMS / MAX(1, p->out_channels * p->taps * p->group_in));
        pool_for(k->pool, (p->rows + r.row_block - 1) / r.row_block, integer_block, &r);
    } else if (p->direct) {
        r.row_block = MAX(1, BLOCK_ELEMS / MAX(1, p->out_channels));
        pool_for(k->pool, (p->rows + r.row_block - 1) / r.row_block, direct_block, &r);
    } else if (has_phases(p)) {
        run_phases(k->pool, &r);
    } else {
        r.piece = MIN(p->taps, MAX(1, PIECE / p->group_in));
        r.row_block = CLAMP(PATCH_ELEMS / (r.piece * p->group_in), 32, 1024);
        if (p->pointwise)
            r.row_block = 512;
        r.n_blocks = (p->rows + r.row_block - 1) / r.row_block;
        pool_for(k->pool, r.n_blocks * p->groups, conv_block, &r);
    }
    if (!p->result.same) {
        int64_t ss[MAX_RANK];
        ordered = convert ? pool_temp(p->result.n * width) : k->outs[0];
        if (!ordered)
            goto end;
        strides_of(p->rank + 2, p->result.dims, ss);
        copy_strided(k->pool, &(StridedCopy){ width, p->rank + 2, p->result.dims, ss, p->result.strides }, y, ordered);
        y = ordered;
    }
    if (convert)
        narrow(k->pool, p->ct, p->result.elem, p->result.n, y, k->outs[0]);
end:
    if (ordered != k->outs[0])
        pool_temp_free(ordered);
    pool_temp_free(own_x);
    pool_temp_free(own_k);
    pool_temp_free(own_y);
}

static bool in_order(const int *order, int n)
{
    for (int i = 0; i < n; i++)
        if (order[i] != i)
            return false;
    return true;
}

bool make_convolution(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    const Type *x = op->operands[0]->type, *k = op->operands[1]->type, *y = op->type;
    const ConvDims *cd = &op->a.conv.dims;
    const Window *win = &op->a.conv.window;
    ConvPlan *p = arena_new(arena, ConvPlan);
    int n = cd->in_spatial.n;
    if (n > MAX_SPATIAL || op->n_operands != 2)
        return diag(error, SHARD_ERROR_LIMIT, OP_AT(op), NULL, "a convolution over %d spatial dims; at most %d", n, MAX_SPATIAL);
    p->rank = n;
    p->input.elem = x->elem;
    p->kernel.elem = k->elem;
    p->result.elem = y->elem;
    p->ct = elem_is_float(y->elem) || elem_info[y->elem].cls == CLASS_COMPLEX ? ctype_of(y->elem) : CT_s64;
    int64_t xs[MAX_RANK], ks[MAX_RANK], ys[MAX_RANK];
    int xo[MAX_RANK], ko[MAX_RANK], yo[MAX_RANK];
    strides_of(x->rank, x->dims, xs);
    strides_of(k->rank, k->dims, ks);
    strides_of(y->rank, y->dims, ys);
    xo[0] = cd->in_batch, yo[0] = cd->out_batch;
    xo[n + 1] = cd->in_feature, yo[n + 1] = cd->out_feature;
    ko[n] = cd->kernel_in, ko[n + 1] = cd->kernel_out;
    p->taps = p->rows = 1;
    bool reversed = false;
    for (int d = 0; d < n; d++) {
        xo[d + 1] = (int)cd->in_spatial.v[d];
        ko[d] = (int)cd->kernel_spatial.v[d];
        yo[d + 1] = (int)cd->out_spatial.v[d];
        p->w[d] = d < win->n ? win->dims[d] : (WindowDim){ .size = k->dims[ko[d]], .stride = 1 };
        p->w[d].stride = MAX(1, p->w[d].stride);
        p->w[d].base_dilation = MAX(1, p->w[d].base_dilation);
        p->w[d].window_dilation = MAX(1, p->w[d].window_dilation);
        reversed |= p->w[d].reversed;
        p->in[d] = x->dims[xo[d + 1]];
        p->k[d] = k->dims[ko[d]];
        p->out[d] = y->dims[yo[d + 1]];
        p->taps *= p->k[d];
        p->rows *= p->out[d];
    }
    p->batch = x->dims[cd->in_batch];
    p->channels = x->dims[cd->in_feature];
    p->out_batch = y->dims[cd->out_batch];
    p->out_channels = y->dims[cd->out_feature];
    p->rows *= p->out_batch;
    int64_t fg = MAX(1, cd->feature_groups), bg = MAX(1, cd->batch_groups);
    p->by_batch = bg > 1;
    p->groups = MAX(fg, bg);
    p->group_in = p->channels / fg;
    p->group_out = p->out_channels / p->groups;
    p->input.n = x->n_elems;
    p->kernel.n = k->n_elems;
    p->result.n = y->n_elems;
    for (int i = 0; i < n + 2; i++) {
        p->input.dims[i] = x->dims[xo[i]], p->input.strides[i] = xs[xo[i]];
        p->kernel.dims[i] = k->dims[ko[i]], p->kernel.strides[i] = ks[ko[i]];
        p->result.dims[i] = y->dims[yo[i]], p->result.strides[i] = ys[yo[i]];
        if (i < n && p->w[i].reversed) {
            p->kernel.offset += (p->kernel.dims[i] - 1) * p->kernel.strides[i];
            p->kernel.strides[i] = -p->kernel.strides[i];
        }
    }
    p->input.same = in_order(xo, n + 2);
    p->kernel.same = in_order(ko, n + 2) && !reversed;
    p->result.same = in_order(yo, n + 2);
    p->pointwise = p->taps == 1;
    for (int d = 0; d < n; d++)
        p->pointwise &= p->w[d].stride == 1 && p->w[d].pad_lo == 0 && p->w[d].base_dilation == 1 && p->out[d] == p->in[d];
    p->direct = p->group_in == 1 && p->groups >= 8 && p->group_out <= 4 && !p->by_batch && (p->ct == CT_f32 || p->ct == CT_f64);
    to->fn = run_conv;
    to->plan = p;
    return true;
}
