/* Products on a core of this machine, as the executor's kernels (exec/kernels/dot.c) and OpenBLAS do them. Start at gemm_core_ns(). Constants are F: products alone, of 1 to
 * 1,024 rows, on virtual devices beside each other. */
#include "runtime/sim/gemm_impl.h"

#include <math.h>

enum { FEW_ROWS = 16 };

double gemm_packing_ns(const Hardware *hw, const GemmShape *s)
{
    double elems = (double)s->batch * ((double)s->m * (double)s->k + (double)s->k * (double)s->n);
    double bytes = 2 * elems * elem_info[s->left].bytes;
    return bytes / (hw->hbm * hw->hbm_share * hardware_cached_gain(hw, bytes));
}

/* True if OpenBLAS packs operands for a product of virtual devices: not for few rows, nor where the right operand is small (source: exec/kernels/dot.c). */
static bool is_packed(const GemmShape *s)
{
    enum { SMALL = 62500 };
    if (MIN(s->m, s->n) <= 1)
        return false;
    return s->left == ELEM_f64 || (s->m > FEW_ROWS && s->n * s->k > SMALL);
}

/* What a right operand takes whose rows lie along k: few rows are multiplied by a method that meets each of its lines in turn. */
static double turned_ns(const Hardware *hw, const GemmShape *s, double compute)
{
    const double along = 0.2; /* of what many rows take */
    double bytes = 2 * (double)s->batch * (double)s->k * (double)s->n * elem_info[s->right].bytes;
    if (!s->turned || MIN(s->m, s->n) <= 1)
        return 0;
    return s->m > FEW_ROWS ? along * compute : hardware_turn_ns(hw, bytes);
}

/* Floats of 16 bits and less are widened before. */
static double widened_ns(const Hardware *hw, const GemmShape *s)
{
    const double steps = 12;
    bool narrow = elem_info[s->left].cls == CLASS_FLOAT && elem_info[s->left].bits <= 16;
    return narrow ? steps / hw->steps * (double)s->batch * (double)s->k * (double)(s->m + s->n) : 0;
}

double gemm_core_ns(const Hardware *hw, const GemmShape *s)
{
    const double rows_lost = 12, call = 0.33; /* as many rows' time goes by while operands are packed and blocks end; of a kernel, for each product of a batch but the first */
    double rate = hw->hbm * hw->hbm_share * hardware_cached_gain(hw, gemm_bytes(s)), bytes = gemm_bytes(s) / rate;
    double compute = gemm_flops(s) / (gemm_peak(hw, s) * hw->gemm_share), calls = call * hw->gap_ns * (double)(s->batch - 1);
    if (hw->cached <= 0) /* not measured */
        return fmax(compute + (is_packed(s) ? gemm_packing_ns(hw, s) : 0), bytes);
    double more = turned_ns(hw, s, compute) + widened_ns(hw, s) + calls;
    if (s->m > FEW_ROWS)
        return fmax(is_packed(s) ? compute * (1 + rows_lost / (double)s->m) + gemm_packing_ns(hw, s) : compute, bytes) + more;
    double right = 2 * (double)s->batch * (double)s->k * (double)s->n * elem_info[s->right].bytes / rate; /* in pieces of rows, at half the rate */
    return MIN(s->m, s->n) <= 1 ? fmax(compute, bytes) + more : fmax(compute + (double)s->m / (s->m + 4.0) * right, bytes) + more;
}
