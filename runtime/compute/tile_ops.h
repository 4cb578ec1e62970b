/* The element-wise kernels: loops over short, contiguous tiles of one compute type each.
 *
 * elementwise.def says what each op computes for an element; tile_ops.c makes loops of it and is compiled once per
 * instruction set. tile_table() returns the loops for the current processor. f16, bf16 and narrower floats
 * are computed as f32 and rounded after each op (the tables `load`, `store` and `round`). */
#pragma once

#include "runtime/ir/ir.h"

/* Compute types: what a tile holds in memory. */
typedef enum CType {
    CT_pred, CT_s8, CT_s16, CT_s32, CT_s64, CT_u8, CT_u16, CT_u32, CT_u64, CT_f32, CT_f64, CT_c64, CT_c128, N_CTYPES
} CType;

extern const int ctype_bytes[N_CTYPES];
/* The type an element type is computed in: bf16 in CT_f32, s4 in CT_s8, ... */
CType ctype_of(ElemType e);
/* True if memory of the element type can be used as a tile without conversion. */
bool elem_is_ctype(ElemType e);

/* Element i of an array of indices (integers or pred); values too large for s64 give the largest s64. */
static inline int64_t index_at(ElemType e, const void *p, int64_t i)
{
    switch (ctype_of(e)) {
    case CT_s8:
        return ((const int8_t *)p)[i];
    case CT_s16:
        return ((const int16_t *)p)[i];
    case CT_s32:
        return ((const int32_t *)p)[i];
    case CT_s64:
        return ((const int64_t *)p)[i];
    case CT_u16:
        return ((const uint16_t *)p)[i];
    case CT_u32:
        return ((const uint32_t *)p)[i];
    case CT_u64: {
        uint64_t v = ((const uint64_t *)p)[i];
        return v > INT64_MAX ? INT64_MAX : (int64_t)v;
    }
    case CT_pred:
    case CT_u8:
    case CT_f32:
    case CT_f64:
    case CT_c64:
    case CT_c128:
    case N_CTYPES:
        break;
    }
    return ((const uint8_t *)p)[i];
}

/* d[i] = f(a[i], b[i], c[i]) for i < n. d may be exactly a, b or c (if the types have equal size), not overlap
 * them otherwise. c points at the parameters of ops that have some. */
typedef void (*TileFn)(void *d, const void *a, const void *b, const void *c, int n);
/* From this size of an angle in f32 on, sines and cosines are computed by another, slower function. */
#define FAR_ANGLE 0x1p17f

/* e^x takes what is below as this. Its power of two is 2^-254, which is made of two factors that are exactly 0: so what is masked by a large
 * negative number, as scores of attention are, costs no more than other elements. A product that is rounded to 0 takes a hundred times as long. */
#define EXP_LEAST -176.0f

/* c[rows, columns] = a[rows, k] b[columns, k] of integers, k in groups: the panels are a[k / group][rows][group] and
 * b[k / group][columns][group]. */
typedef struct DotTile {
    void (*fn)(int64_t groups, const void *a, const void *b, void *c);
    int group, rows, columns;
} DotTile;

/* sums[rows][16] of the products of rows with 16 columns over n_runs * k elements: those of a run are `step` apart in a row and begin runs[r] behind
 * where it points; columns are packed, [n_runs][k][16]. */
enum { CONV_COLUMNS_AT_ONCE = 16, CONV_MOST_ROWS = 8 };
typedef struct ConvTile {
    const float *rows[CONV_MOST_ROWS];
    const int64_t *runs;
    int64_t n_runs, k, step;
    const float *columns;
    float sums[CONV_MOST_ROWS * CONV_COLUMNS_AT_ONCE];
} ConvTile;
typedef struct ConvLoop {
    void (*fn)(ConvTile *t);
    int rows;
} ConvLoop;

/* y = A x, or with the other loop y = A' x (+ y if accumulate), of a stored matrix A. */
typedef struct GemvTile {
    const float *a;
    int64_t rows, cols, ld;
    const float *x;
    float *y;
    bool accumulate;
} GemvTile;
typedef struct GemvLoops {
    void (*rows)(const GemvTile *g);    /* may be missing, both */
    void (*columns)(const GemvTile *g);
} GemvLoops;

/* Indices of two components, moved into an array: what index_pairs works out of pairs of s32. */
typedef struct IndexPairs {
    int64_t before;
    int32_t most[2], step[2];
} IndexPairs;

/* A loop of a TileTable by its position in it: the same for all instruction sets, so that a plan does not depend on the processor.
 * 0: none. */
typedef uint32_t TileKernel;

/* best[i], with its row's number at[i], of what it was and element i of another row, which comes after the others. */
typedef void (*ArgTakeFn)(void *best, int32_t *at, const void *row, int32_t number, int n);
/* The first or last of n elements that is *value, or that is a NaN if that is one; -1 = none. */
typedef int (*ArgFindFn)(const void *elements, const void *value, int n, bool last);

typedef struct TileTable {
    const char *isa; /* at the position 0, which is no kernel's */
    TileFn op[N_OPCODES][N_CTYPES];       /* by the operands' type */
    TileFn op_vs[N_OPCODES][N_CTYPES], op_sv[N_OPCODES][N_CTYPES]; /* b, or a, is one element for all; NULL for many */
    TileFn compare[6][N_CTYPES];          /* by CompareDir; result pred */
    TileFn compare_total[6][N_CTYPES];    /* CT_f32, CT_f64 */
    TileFn convert[N_CTYPES][N_CTYPES];   /* [from][to] */
    TileFn select[17];                    /* by bytes per element: a pred, b, c */
    TileFn load[N_ELEMS], store[N_ELEMS]; /* memory to tile and back, where elem_is_ctype is false */
    TileFn round[N_ELEMS];                /* to the values of a narrow float, in f32 */
    TileFn f64_to_f32_odd;                /* rounding to odd, for conversions that round once more */
    TileFn reduce_precision, reduce_precision_f64; /* c -> int[2] exponent, mantissa bits */
    TileFn fold[N_OPCODES][N_CTYPES];     /* d[0] = a[0] op a[1] op ..., n >= 1; add multiply maximum minimum and or xor */
    TileFn shift_or_u32, shift_or_u64;    /* a << b[0] | a >> c[0]: what rotations are made of */
    TileFn high_product_u32;              /* high half of a . b[0], b[0] below 2^32 in u64 */
    TileFn index_pairs;                   /* s64 before + min(max(a[2i], 0), most[0]) step[0] + the same of a[2i + 1]; c -> IndexPairs */
    TileFn mul_add, add_mul, mul_sub, sub_mul, mul_mul, add_add; /* f32 superinstructions: (a . b) . c, each op rounded */
    DotTile dot_quads;                    /* s8 by u8 into s32, if tile_has_quads */
    DotTile dot_pairs;                    /* s16 into s32; may be missing */
    DotTile dot_words, dot_longs;         /* u32, u64 */
    ConvLoop conv;                        /* f32; may be missing */
    GemvLoops gemv;                       /* f32 */
    ArgTakeFn arg_take[2][2][2][N_CTYPES]; /* [least][last of equal ones][a NaN does not stay]; not of pred and complex numbers */
    ArgFindFn arg_find[N_CTYPES];
} TileTable;

/* The table in use: of the highest instruction set that the processor has, or that the environment variable SHARDSCOPE_ISA
 * allows (base, avx2, avx512; OpenBLAS has its own, OPENBLAS_CORETYPE=Haswell is its AVX2). */
const TileTable *tile_table(void);
/* The table of a given name ("base", "avx2", "avx512"), or NULL if the processor cannot run it: for tests. */
const TileTable *tile_table_named(const char *isa);
/* The position in the table in use of one of its loops; 0 if the entry is empty. */
static inline TileKernel tile_kernel(const TileFn *entry)
{
    return *entry ? (TileKernel)(((const char *)entry - (const char *)tile_table()) / (ptrdiff_t)sizeof(TileFn)) : 0;
}
static inline TileFn tile_kernel_fn(const TileTable *t, TileKernel k)
{
    return *(const TileFn *)(const void *)((const char *)t + k * sizeof(TileFn));
}

/* True if the processor runs the table's dot_quads. */
bool tile_has_quads(const TileTable *t);
