/* Time of a matrix product on one device: from measured products where there are some, by a formula of tiles and waves (GPU) or of matrix
 * units (TPU) elsewhere. In ns, alone on the device, launch included. */
#pragma once

#include "runtime/ir/ir.h"
#include "runtime/sim/estimate.h"
#include "runtime/sim/hardware.h"

typedef enum GemmPrecision { PRECISION_DEFAULT, PRECISION_HIGH, PRECISION_HIGHEST } GemmPrecision; /* as operand_precision says it */

/* `batch` products of m x k by k x n. */
typedef struct GemmShape {
    int64_t batch, m, n, k;
    ElemType left, right, result;
    GemmPrecision precision;
    bool turned; /* rows of the right operand lie along k */
} GemmShape;

/* The product that a dot is. */
GemmShape gemm_of_dot(const IrOp *dot);

/* FLOPs a second at most, in 1e9, by the wider operand's type. Products of f32 are as precise as they are asked to be: TPUs take one pass of
 * bf16 by default, 3 for high and 6 for highest; NVIDIA's take tf32 units, for highest the vector units; AMD's have f32 units. */
double gemm_peak(const Hardware *hw, const GemmShape *shape);
GemmPrecision gemm_precision(const char *operand_precision); /* "{high,default}"; NULL is the default */
/* hold_out: as if the case itself, and all that differ from it by no more than a factor of two in each dimension, had not been
 * measured; for tests of accuracy. */
Estimate gemm_estimate(const Hardware *hw, const GemmShape *shape, bool hold_out);
/* What a core takes, before it multiplies, to copy both operands into the order in which it does: read and written once. */
double gemm_packing_ns(const Hardware *hw, const GemmShape *s);
/* The part of it that starting alone takes, which a program's other kernels hide or pay as Hardware.gap_ns. */
double gemm_start_ns(const Hardware *hw, const GemmShape *shape);
/* The longer of computing at the data sheet's peak and moving the operands at its bandwidth. */
double gemm_roofline_ns(const Hardware *hw, const GemmShape *shape);

/* The measured products, for tests of accuracy: the i-th; false beyond the last. A product that is not believed has ns 0. */
bool gemm_measured(int i, const char **part, GemmShape *shape, double *ns);
