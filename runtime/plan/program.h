/* The compiled program: what all devices run, one list of instructions with jumps.
 *
 * Values live in slots; each device has its own array of slots holding buffer references. tuple,
 * get-tuple-element, reshape and the like make no instruction: they rename slots. Calls are inlined, loops and
 * branches are jumps, so a device's whole state is a program counter and its slots: that is what makes
 * it a task that can park anywhere. Read Instr, then program.c (compiling) and device.c (running). */
#pragma once

#include "runtime/base/stop.h"
#include "runtime/compute/pool.h"
#include "runtime/compute/tile.h"
#include "runtime/memory/buffer.h"
#include "runtime/plan/events.h"
#include "runtime/plan/memory.h"

typedef struct Instr Instr;
typedef struct Program Program;

/* What a kernel gets: memory of its operands and results, row-major. */
typedef struct Kernel {
    const Instr *in;
    const void *const *args;
    void *const *outs;
    Pool *pool;       /* for pool_for; NULL = inline */
    int partition, replica, n_devices;
    _Atomic(const IrOp *) *failed; /* set by a kernel that could not do it: the run ends with an error */
    const Stop *stop; /* for kernels that can take seconds; may be NULL */
} Kernel;
typedef void (*KernelFn)(const Kernel *k);

typedef enum InstrKind {
    INSTR_KERNEL,     /* outs = fn(args) */
    INSTR_COLLECTIVE, /* meets its group */
    INSTR_MOVE,       /* out[i] takes the reference of in[i]; a parallel assignment */
    INSTR_JUMP,       /* to `target` */
    INSTR_JUMP_IF_NOT, /* in[0]: pred */
    INSTR_SWITCH,     /* in[0]: pred or integer; targets[] */
    INSTR_LABEL,      /* nothing: a place to jump to and to release at */
    INSTR_END
} InstrKind;

struct Instr {
    InstrKind kind;
    const IrOp *op;       /* the event's op: of a group, its root */
    KernelFn fn;
    void *plan;           /* the kernel's own; or the Collective */
    int n_in, n_out;
    const int *in;        /* slots */
    const int *out;
    const int64_t *out_bytes;
    int *in_place;        /* per result: operand (index into in) whose memory it may take over, or -1 */
    int n_release;
    const int *release;   /* slots that nobody reads any more */
    int target;
    const int *targets;
    int n_targets;
    EventCat cat;
};

typedef struct Slot {
    const IrOp *op; /* who computes it */
    int leaf;
    int64_t bytes;
    int region;     /* innermost loop or branch it is defined in */
    int def, last;  /* instructions; last = INT_MAX: to the end */
    int body_only;  /* loop state: not to be released before this instruction; -1 = any */
    int shares;     /* slot whose memory it is meant to use, -1 */
    int held_to;    /* its memory stays in use to here, under another name, if that is later than `last` */
    const void *constant; /* data, or NULL */
    int param;      /* leaf number, or -1 */
} Slot;

/* A collective, shared by all devices: see collective/meet.h. */
typedef struct Collective Collective;

struct Program {
    Arena *arena;
    const IrModule *module;
    int n_devices, n_replicas, n_partitions;
    Instr *code;
    int n_code;
    Slot *slots;
    int n_slots;
    int n_params, n_results;
    int *param_slots, *result_slots; /* a parameter that is never read has slot -1 */
    const Type **param_types, **result_types;
    bool *donated;                   /* per parameter leaf */
    Collective **collectives;
    int n_collectives;
    Buffer **constants;              /* per slot, or NULL */
    MemoryPlan memory;
    GPtrArray *fallbacks;            /* owned modules of ops without kernels */
};

bool program_compile(Program *p, const IrModule *m, int n_devices, GError **error);
void program_clear(Program *p);

/* ---- what families of ops implement (kernels/) ------------------------------------------------------- */

/* Fills in->fn, in->plan and, where results may be written over operands, in_place (an array of n_out to be
 * allocated). Operands and results are those of the op. Plans are allocated from `arena`. */
typedef bool (*MakeFn)(Arena *arena, const IrOp *op, Instr *in, GError **error);

bool make_copy_like(Arena *arena, const IrOp *op, Instr *in, GError **error); /* broadcast, transpose, slice, ... */
bool make_pad(Arena *arena, const IrOp *op, Instr *in, GError **error);
bool make_concatenate(Arena *arena, const IrOp *op, Instr *in, GError **error);
bool make_dynamic_slice(Arena *arena, const IrOp *op, Instr *in, GError **error);
bool make_dynamic_update_slice(Arena *arena, const IrOp *op, Instr *in, GError **error);
bool make_gather(Arena *arena, const IrOp *op, Instr *in, GError **error);
bool make_scatter(Arena *arena, const IrOp *op, Instr *in, GError **error);
bool make_dot(Arena *arena, const IrOp *op, Instr *in, GError **error);
bool make_convolution(Arena *arena, const IrOp *op, Instr *in, GError **error);
bool make_reduce(Arena *arena, const IrOp *op, Instr *in, GError **error);
bool make_reduce_window(Arena *arena, const IrOp *op, Instr *in, GError **error);
bool make_select_and_scatter(Arena *arena, const IrOp *op, Instr *in, GError **error);
bool make_sort(Arena *arena, const IrOp *op, Instr *in, GError **error);
bool make_topk(Arena *arena, const IrOp *op, Instr *in, GError **error);
bool make_rng_bits(Arena *arena, const IrOp *op, Instr *in, GError **error);
bool make_device_id(Arena *arena, const IrOp *op, Instr *in, GError **error);
bool make_map(Arena *arena, const IrOp *op, Instr *in, GError **error);

/* Work below this many elements is not worth cutting. */
enum { BLOCK_ELEMS = 1 << 15 };
