/* Kernels: functions that compute instructions of a device program. bind.c selects them before the program runs. */
#pragma once

#include "runtime/base/stop.h"
#include "runtime/compute/pool.h"
#include "runtime/memory/buffer.h"
#include "runtime/plan/program.h"

/* The arguments of a kernel: memory of its operands and results, row-major. */
typedef struct Kernel {
    const Instr *in;
    const void *plan;  /* made by the kernel's MakeFn */
    const void *const *args;
    void *const *outs;
    Pool *pool;       /* for pool_for; NULL = inline */
    int partition, replica, device, n_devices; /* the device is counted through all replicas */
    int64_t run;      /* another number in each execution of the program */
    _Atomic(const IrOp *) *failed; /* a kernel that fails sets this to its op: the run ends with an error */
    _Atomic(char *) *why; /* beside `failed`, a message; from g_malloc, or NULL */
    const Stop *stop; /* for kernels that can take seconds; may be NULL */
} Kernel;
typedef void (*KernelFn)(const Kernel *k);

/* The kernel of one instruction. */
typedef struct Bound {
    KernelFn fn;
    void *plan;
    bool over; /* results may be in the memory of operands, as op_overwrites or the tile program allows */
    struct TileCode *code; /* that the plan refers to, freed with the binding; or NULL */
} Bound;

/* Each family of ops with kernels has such a function (kernels/), which fills `to`. Operands and results are those of the op. Plans are
 * allocated from `arena`. False with *error if there is no kernel for this op; then the reference evaluator may run it. */
typedef bool (*MakeFn)(Arena *arena, const IrOp *op, Bound *to, GError **error);

bool make_iota(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_broadcast(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_transpose(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_reverse(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_slice(Arena *arena, const IrOp *op, Bound *to, GError **error);
/* Ops whose result has the bytes of the operand in the same order: reshape, bitcast, bitcast_convert. */
bool make_same_bytes(Arena *arena, const IrOp *op, Bound *to, GError **error);
/* False of a cast between types of less than a byte: what fills their bytes, zeros or the sign, differs. */
bool kernel_same_bytes(const IrOp *op);
bool make_pad(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_concatenate(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_dynamic_slice(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_dynamic_update_slice(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_gather(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_scatter(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_dot(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_convolution(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_reduce(Arena *arena, const IrOp *op, Bound *to, GError **error);
/* Of a reduce that arg_reduce_of (plan/arg_reduce.h) is true of. */
bool make_arg_reduce(Arena *arena, const IrOp *op, Bound *to);
bool make_reduce_window(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_select_and_scatter(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_sort(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_topk(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_rng_bits(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_fft(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_device_id(Arena *arena, const IrOp *op, Bound *to, GError **error);
bool make_map(Arena *arena, const IrOp *op, Bound *to, GError **error);

/* Work on fewer elements is not divided among workers. */
enum { BLOCK_ELEMS = 1 << 15 };
