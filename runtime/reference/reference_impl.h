/* Internal declarations of the reference evaluator. */
#pragma once

#include <complex.h>

#include "runtime/reference/reference.h"

/* Devices walk a computation in step: lane l is one device. Whole-array evaluation has one lane. */
typedef struct RefCx {
    const IrModule *m;
    int n_lanes;
    const int64_t *ids; /* per lane: flattened id, replica * n_partitions + partition */
    int64_t n_replicas, n_partitions;
    const Mesh *mesh;         /* of the enclosing manual region, or NULL */
    int64_t n_devices;        /* the number of devices that meshes must have; 0 = any */
    struct RefShared *shared; /* plans and constants, common to nested contexts */
    struct RefGrid *grid;     /* of the enclosing op that runs programs in parallel, or NULL */
    GHashTable *probes;       /* name -> GPtrArray of Tensor: the values that interpreter.probe ops recorded */
    const Stop *stop;         /* or NULL */
    int depth;                /* of nested calls */
    int64_t draws;            /* values taken by `rng` ops so far */
} RefCx;

/* Evaluates one op on one lane. in: the leaves of all operands in order, owned by the caller; a
 * tensor with one reference is not used afterwards and may be overwritten. out: one entry per leaf of
 * the result, NULL at first; the function stores references that the caller owns. */
typedef bool (*RefFn)(RefCx *cx, const IrOp *op, Tensor **in, Tensor **out, GError **error);

/* A zeroed tensor of the op's result leaf. */
Tensor *ref_new(const IrOp *op, int leaf, GError **error);
/* Sets the error "cannot evaluate OP NAME: ..."; returns false. */
bool ref_unsupported(const IrOp *op, GError **error, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Evaluates a computation for all lanes.
 *   args     [lane * n_param_leaves + leaf]; ownership is taken, entries become NULL
 *   results  [lane * n_root_leaves + leaf]; gets references that the caller owns */
bool ref_comp(RefCx *cx, const IrComp *comp, Tensor **args, Tensor **results, GError **error);
int ref_comp_n_args(const IrComp *comp); /* leaves of all parameters */
/* True if the computation or one that it calls holds a collective. */
bool ref_comp_has_collectives(RefCx *cx, const IrComp *comp);
/* A context for one lane of cx. */
RefCx ref_one_lane(RefCx *cx, int lane);

/* re + im i without arithmetic, which would change infinities and signed zeros. (C11's CMPLX is missing in some
 * compilers.) */
static inline double complex ref_pair(double re, double im)
{
    union {
        double part[2];
        double complex z;
    } u = {{re, im}};
    return u.z;
}

/* ---- scalars --------------------------------------------------------------------------------- */

/* An elementwise op on one element; args of the operands' element types, the result rounded to the
 * op's. */
Scalar ref_scalar(const IrOp *op, const Scalar *args);
/* False if the op is not defined on its operand type. */
bool ref_scalar_check(const IrOp *op, GError **error);
double ref_maximum(double x, double y); /* NaN wins; -0 is below 0 */
double ref_minimum(double x, double y);
int64_t ref_total_order_key(double x); /* orders -NaN, -inf .. -0, 0 .. inf, NaN */

/* C's mathematics as functions of double; tables by opcode, NULL where an op is none. */
typedef double (*RefF1)(double);
typedef double (*RefF2)(double, double);
extern const RefF1 ref_float1[N_OPCODES];
extern const RefF2 ref_float2[N_OPCODES];
typedef double complex (*RefC1)(double complex);
typedef double complex (*RefC2)(double complex, double complex);
extern const RefC1 ref_complex1[N_OPCODES];
extern const RefC2 ref_complex2[N_OPCODES];
/* Integers as 64-bit values; the caller truncates results to `bits`. */
typedef struct RefInt {
    int bits;
    bool is_signed;
} RefInt;
typedef uint64_t (*RefI1)(RefInt, uint64_t);
typedef uint64_t (*RefI2)(RefInt, uint64_t, uint64_t);
typedef bool (*RefP2)(bool, bool);
extern const RefI1 ref_int1[N_OPCODES];
extern const RefI2 ref_int2[N_OPCODES];
extern const RefP2 ref_pred2[N_OPCODES];
uint64_t ref_low_bits(RefInt t, uint64_t v); /* as an unsigned number of the type's width */
bool ref_int_less(RefInt t, uint64_t a, uint64_t b);
double ref_digamma(double x);
double ref_erf_inv(double x);
double ref_bessel_i1e(double x);
double ref_zeta(double s, double q);
double ref_polygamma(double n, double x);
double ref_lgamma(double x);

/* The computation of a reduce, sort, ...: run on scalars. */
typedef struct RefBody {
    RefCx *cx;
    const IrComp *comp;
    int n_params, n_results;
    ElemType *param_elem, *result_elem;
    OpCode simple; /* the root is this op on the two parameters; N_OPCODES = not that simple */
    const IrOp *simple_op;
    bool rounds;           /* see ref_body_terms */
    int picks;             /* the root is this parameter, -1 = no */
    struct RefStep *steps; /* straight-line scalar code, or NULL: evaluated as a computation */
    int n_steps, n_regs;
    int *result_regs;
    Scalar *regs;
} RefBody;

RefBody *ref_body_new(RefCx *cx, const IrComp *comp);
void ref_body_free(RefBody *b);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RefBody, ref_body_free)
/* args of the parameters' element types; results of the results'. */
bool ref_body_run(RefBody *b, const Scalar *args, Scalar *results, GError **error);
/* Sets the number of values that are combined into each result. Few values are combined in the program's order with
 * every step rounded to the element's type, which gives the same bits as other evaluators. Many values, and
 * narrow floats always, are combined in double and rounded once, since the order is not defined and the
 * error would grow with their number. */
void ref_body_terms(RefBody *b, int64_t n);
/* Combines x into acc by b->simple; unless b->rounds, floats stay in double until all are combined. */
Scalar ref_combine(const RefBody *b, Scalar acc, Scalar x);

/* ---- indices --------------------------------------------------------------------------------- */

/* Steps a row-major multi-index; false after the last. */
static inline bool ref_next(int rank, const int64_t *dims, int64_t *index)
{
    for (int d = rank - 1; d >= 0; d--) {
        if (++index[d] < dims[d])
            return true;
        index[d] = 0;
    }
    return false;
}

/* Row-major steps of an array, in elements. */
static inline void ref_strides(int rank, const int64_t *dims, int64_t *strides)
{
    int64_t step = 1;
    for (int d = rank - 1; d >= 0; d--) {
        strides[d] = step;
        step *= dims[d];
    }
}

/* One side of a copy: index i of the box is element at + i . step of `data`. */
typedef struct RefSide {
    void *data;
    int64_t at;
    const int64_t *step; /* per dim of the box, in elements */
} RefSide;

/* Copies elements of `bytes` bytes between the two sides, for every index of a box. */
void ref_copy(int rank, const int64_t *box, int bytes, RefSide to, RefSide from);

/* ---- many elements at once (blocks.c) ---------------------------------------------------------- */

/* n real floats of one type as another, rounded once; false if one of the types is none. */
bool ref_convert_floats(ElemType from, ElemType to, const void *src, void *dst, int64_t n);
/* An element-wise op whose operands and result are real floats of one type and equally large, by the tables of ref_float1 and ref_float2; false if it is none. */
bool ref_float_blocks(const IrOp *op, Tensor **in, Tensor *out);

/* ---- the families ---------------------------------------------------------------------------- */

bool ref_elementwise(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_iota(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_broadcast(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_reshape(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_transpose(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_reverse(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_slice(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_pad(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_concatenate(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_spmd_call(const IrOp *op, Tensor **in, Tensor **out, GError **error);
bool ref_dynamic_slice(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_dynamic_update_slice(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_bitcast_convert(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_bitcast(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_dynamic_size(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_gather(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_scatter(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_dot(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_ragged_dot(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_scaled_dot(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_convolution(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_reduce(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_reduce_window(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_select_and_scatter(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_map(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_scan(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_sort(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_approx_topk(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_topk(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_fft(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_linalg(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_batch_norm(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_rng_bits(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_rng(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);
/* JAX's LAPACK calls on a CPU (lapack.c). */
bool ref_is_lapack(const IrOp *);
/* True if it is known what the custom-call means, to the evaluator or to the passes before it. */
bool ref_knows_custom(const IrOp *);
/* sparse.c */
bool ref_is_csr_product(const IrOp *);
bool ref_csr_product(const IrOp *, Tensor **in, Tensor **out, GError **error);
bool ref_is_stand_in(const IrOp *);
bool ref_stand_in(const IrOp *, Tensor **in, Tensor **out, GError **error);
bool ref_lapack(const IrOp *, Tensor **in, Tensor **out, GError **);
bool ref_custom(RefCx *, const IrOp *, Tensor **in, Tensor **out, GError **);

/* Ops without arithmetic (source.c); n_out result leaves. */
bool ref_constant(RefCx *, const IrOp *, Tensor **out, GError **);
bool ref_device_id(RefCx *, const IrOp *, Tensor **out, GError **);
bool ref_done(const IrOp *, Tensor **in, int n_out, Tensor **out);
bool ref_token(RefCx *, const IrOp *, Tensor **in, int n_out, Tensor **out, GError **);
/* Returns leaves [first, first + n) of the operands as the result. */
bool ref_pass(Tensor **in, int first, int n, Tensor **out);

/* Operand and result leaves of one op on all lanes: in[lane * n_in + leaf], out[lane * n_out + leaf].
 * Ownership is as for a RefFn. */
typedef struct RefLeaves {
    Tensor **in, **out;
    int n_in, n_out; /* leaves per lane */
} RefLeaves;

/* Families that are evaluated for all lanes at once. */
bool ref_control(RefCx *, const IrOp *, const RefLeaves *, GError **);
bool ref_collective(RefCx *, const IrOp *, const RefLeaves *, GError **);
bool ref_manual(RefCx *, const IrOp *, const RefLeaves *, GError **);
bool ref_parallel(RefCx *, const IrOp *, const RefLeaves *, GError **);
bool ref_is_parallel(const IrOp *op);
/* infeed, outfeed, send, recv on one lane of programs that run in parallel; n_out result leaves. */
bool ref_host(RefCx *, const IrOp *, Tensor **in, int n_out, Tensor **out, GError **);

/* Sizes of a batch of matrix products: [b, m, k] times [b, k, n] is [b, m, n]. */
typedef struct RefMatDims {
    int64_t b, m, n, k;
} RefMatDims;

/* x[b, m, k] times y[b, k, n] into z[b, m, n], all of element type e and computed in its arithmetic.
 * single: sums of single precision may be made in it, else they are made in double. */
void ref_matmul(ElemType e, bool single, RefMatDims d, const void *x, const void *y, void *z);
