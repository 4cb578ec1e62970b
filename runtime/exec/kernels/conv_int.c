/* Convolutions of integers: blocks of output positions become patch matrices of elements as they are in memory, one to eight bytes, and are
 * multiplied by the kernels of integer products (dot_int.c). Sums are exact modulo the range of the result's type, as the low bits of sums in 64 bits are. */
#include <stdlib.h>
#include <string.h>

#include "runtime/compute/copy.h"
#include "runtime/exec/kernels/conv_impl.h"
#include "runtime/exec/kernels/dot_impl.h"

enum { PATCH_BYTES = 1 << 18, LEAST_ROWS = 64, FEW_FEATURES = 4 };

typedef struct IntConv {
    const ConvPlan *p;
    ConvPlan patches;     /* the same, of elements of the input's type */
    const char *x, *kernel; /* in order */
    char *y;
    CType kernel_ct;
    int64_t row_block, n_blocks;
} IntConv;

static bool is_plain_int(ElemType e)
{
    return elem_is_int(e) && elem_is_ctype(e);
}

bool conv_has_ints(const ConvPlan *p)
{
    return is_plain_int(p->input.elem) && is_plain_int(p->kernel.elem) && is_plain_int(p->result.elem) && (p->groups == 1 || p->group_out >= FEW_FEATURES);
}

/* The array in order; what *own gets is freed by the caller. NULL if there is not enough memory. */
static const char *in_order(Pool *pool, const ConvPlan *p, const ConvArray *a, const char *src, void **own)
{
    int width = elem_info[a->elem].bytes;
    if (a->same)
        return src;
    int64_t to[MAX_RANK];
    strides_of(p->rank + 2, a->dims, to);
    *own = pool_temp(a->n * width);
    if (*own)
        copy_strided(pool, &(StridedCopy){ width, p->rank + 2, a->dims, a->strides, to }, src + a->offset * width, *own);
    return *own;
}

static void one_batch(const void *plan, int64_t batch, int64_t *a, int64_t *b)
{
    (void)plan, (void)batch;
    *a = *b = 0;
}

/* Rows [from, from + n) of a group as patches. */
static void fill_patches(const IntConv *c, int64_t g, int64_t from, int64_t n, char *patch)
{
    const ConvPlan *p = c->p;
    int64_t per_image = p->rows / p->out_batch, bytes = p->taps * p->group_in * ctype_bytes[c->patches.ct];
    for (int64_t row = from; row < from + n; row++, patch += bytes) {
        PatchRow at = { .batch = (p->by_batch ? g * p->out_batch : 0) + row / per_image, .channel = p->by_batch ? 0 : g * p->group_in };
        conv_unravel(p, p->out, row % per_image, at.at);
        conv_fill_patch(&c->patches, c->x, &at, 0, p->taps, patch);
    }
}

static void int_block(void *arg, int64_t i)
{
    const IntConv *c = arg;
    const ConvPlan *p = c->p;
    CType result = ctype_of(p->result.elem);
    int64_t g = i / c->n_blocks, from = i % c->n_blocks * c->row_block, n = MIN(c->row_block, p->rows - from), k = p->taps * p->group_in, width = ctype_bytes[result];
    bool apart = p->groups > 1;
    char *patch = pool_temp(n * k * ctype_bytes[c->patches.ct]), *block = apart ? pool_temp(n * p->group_out * width) : c->y + from * p->out_channels * width;
    if (patch && block) {
        fill_patches(c, g, from, n, patch);
        DotInt d = { .a = { patch, c->patches.ct, k, 1 }, .b = { c->kernel + g * p->group_out * ctype_bytes[c->kernel_ct], c->kernel_ct, 1, p->out_channels },
                     .out = block, .ct = result, .batch = 1, .m = n, .n = p->group_out, .k = k, .batch_start = one_batch };
        dot_int(&d, NULL, 1);
        for (int64_t row = 0; apart && row < n; row++)
            memcpy(c->y + ((from + row) * p->out_channels + g * p->group_out) * width, block + row * p->group_out * width, (size_t)(p->group_out * width));
    }
    pool_temp_free(patch);
    if (apart)
        pool_temp_free(block);
}

void conv_run_ints(const Kernel *k)
{
    const ConvPlan *p = k->plan;
    void *own_x = NULL, *own_k = NULL, *own_y = NULL;
    IntConv c = { .p = p, .patches = *p, .kernel_ct = ctype_of(p->kernel.elem), .y = k->outs[0] };
    int64_t width = elem_info[p->result.elem].bytes;
    c.patches.ct = ctype_of(p->input.elem);
    c.x = in_order(k->pool, p, &p->input, k->args[0], &own_x);
    c.kernel = in_order(k->pool, p, &p->kernel, k->args[1], &own_k);
    if (!p->result.same)
        c.y = own_y = pool_temp(p->result.n * width);
    if (c.x && c.kernel && c.y) {
        c.row_block = MIN(p->rows, MAX(LEAST_ROWS, PATCH_BYTES / (p->taps * p->group_in * ctype_bytes[c.patches.ct])));
        c.n_blocks = (p->rows + c.row_block - 1) / c.row_block;
        pool_for(k->pool, c.n_blocks * p->groups, int_block, &c);
    }
    if (own_y) {
        int64_t from[MAX_RANK];
        strides_of(p->rank + 2, p->result.dims, from);
        copy_strided(k->pool, &(StridedCopy){ (int)width, p->rank + 2, p->result.dims, from, p->result.strides }, own_y, k->outs[0]);
    }
    pool_temp_free(own_x);
    pool_temp_free(own_k);
    pool_temp_free(own_y);
}
