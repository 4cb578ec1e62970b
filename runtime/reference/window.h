/* Windows that slide over arrays: what convolution.c and window.c share. A window dimension
 * of size w, stride s, low padding lo, base dilation b and window dilation r puts element k of the
 * window at output position o on p = o * s - lo + k * r of the padded and dilated array; the
 * element there is array[p / b], or nothing if p is negative, beyond the end or in a hole (not a
 * multiple of b). */
#pragma once

#include "runtime/reference/reference_impl.h"

/* The array index under window element k at output position o, or -1. */
static inline int64_t window_index(const WindowDim *w, int64_t n, int64_t o, int64_t k)
{
    int64_t p = o * w->stride - w->pad_lo + k * w->window_dilation;
    if (p < 0 || p % w->base_dilation)
        return -1;
    p /= w->base_dilation;
    return p < n ? p : -1;
}

/* Counts the elements of the window in *n; an error if the op would take too long. `steps`: how many
 * it takes for each element of the window. */
bool window_work(const IrOp *op, const WindowDim *win, int n_dims, double steps, int64_t *n,
                 GError **error);
