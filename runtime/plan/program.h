/* The device program: what all devices run, one list of instructions with jumps, and where its values are in memory. It contains
 * no kernels: an executor binds kernels to the instructions, a simulator needs none.
 *
 * Values are in slots; each device has its own array of slots, which hold references to buffers. tuple,
 * get-tuple-element, reshape and similar ops make no instruction: they rename slots. Calls are inlined, loops and
 * branches are jumps. The whole state of a device is a program counter and its slots, so it can
 * wait at any instruction. Read Instr, then program.c; exec/bind.c and exec/device.c run the program. */
#pragma once

#include "runtime/compute/tile.h"
#include "runtime/plan/collective.h"
#include "runtime/plan/events.h"
#include "runtime/plan/memory.h"

typedef struct Instr Instr;
typedef struct Program Program;

/* Element-wise ops as one tile program, possibly ending in a reduction. */
typedef struct FusedCode {
    const TileProg *prog;
    int64_t n_elems;        /* of the iteration space */
    const IrOp *reduce;     /* or NULL; the next three members belong to it */
    int reg, init, output;  /* the register it reads, the input that holds its start value, its result's number; else -1 */
} FusedCode;

typedef enum InstrKind {
    INSTR_KERNEL,     /* computes op, or the group of ops that is fused into it */
    INSTR_COLLECTIVE, /* exchanges data with its group */
    INSTR_MOVE,       /* out[i] takes the reference of in[i]; a parallel assignment */
    INSTR_JUMP,       /* to `target` */
    INSTR_JUMP_IF_NOT, /* in[0]: pred */
    INSTR_SWITCH,     /* in[0]: pred or integer; targets[] */
    INSTR_LABEL,      /* does nothing: a target of jumps, and a place for releases */
    INSTR_END
} InstrKind;

struct Instr {
    InstrKind kind;
    const IrOp *op;       /* the op that events name; of a group, its root */
    const FusedCode *fused;       /* of a group of element-wise ops, or NULL */
    const Collective *collective; /* INSTR_COLLECTIVE */
    int n_in, n_out;
    const int *in;        /* slots */
    const int *out;
    const int64_t *out_bytes;
    const int *in_place;      /* per result: operand (index into in) whose memory it may reuse, or -1 */
    int n_release;
    const int *release;   /* slots that are not read any more */
    int target;
    const int *targets;
    int n_targets;
    EventCat cat;
};

typedef struct Slot {
    const IrOp *op; /* the op that computes it */
    int leaf;
    int64_t bytes;
    int region;     /* innermost loop or branch it is defined in */
    int def, last;  /* instructions; last = INT_MAX: to the end */
    int body_only;  /* loop state: not to be released before this instruction; -1 = any */
    int shares;     /* slot whose memory it should reuse, or -1 */
    int held_to;    /* its memory stays in use until here as another slot, if that is later than `last` */
    bool constant;
    const Literal *literal; /* of a constant; NULL = no bytes */
    int param;      /* leaf number, or -1 */
} Slot;

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
    MemoryPlan memory;
};

/* From a verified local module (module_verify), which must outlive the program and must not change. Errors name the op and its position. */
Program *program_new(const IrModule *local, int n_devices, GError **error);
void program_free(Program *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Program, program_free)

/* True if the op may write result `result` over operand leaf `operand`, if that is its last use. The planner and the executor both
 * use this answer. Element-wise groups have their own (fuse.c). */
bool op_overwrites(const IrOp *op, int result, int operand);
