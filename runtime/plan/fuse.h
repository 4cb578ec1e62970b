/* Groups of element-wise ops that run as one tile program, possibly ending in reductions.
 *
 * Groups are selected per computation before code is generated: fuse_plan gives the group of each op, and the group's code
 * is placed where its last op was. A member may also store its value for other readers, if all of them come later.
 * Broadcasts, slices, iotas and constants are not members; they are ways of reading. */
#pragma once

#include "runtime/plan/program.h"

typedef struct FuseGroup {
    VEC(const IrOp *) members;  /* in execution order; a reduce, if there is one, is a root */
    VEC(const IrOp *) outputs;  /* members whose value is needed outside, in order */
    const IrOp *root;           /* the last one: where it runs */
    const IrOp *reduce;         /* or NULL */
    int64_t n_elems;            /* of the iteration space */
} FuseGroup;

typedef struct FusePlan {
    FuseGroup *groups;
    int n_groups;
    int *group_of;    /* per op position: group, or -1 */
    bool *needed;     /* per op position: some instruction reads it from memory, so it must be computed */
} FusePlan;

FusePlan *fuse_plan(const IrComp *c);
void fuse_plan_free(FusePlan *f);

/* The operands that the group's code reads from memory, in the order of its inputs. */
typedef struct FuseInputs {
    VEC(const IrOp *) ops;
} FuseInputs;
/* The result of generating the code of a group. */
typedef struct FusedOps {
    FusedCode *code;     /* in the arena */
    const int *in_place; /* as Instr.in_place */
    FuseInputs inputs;   /* the caller clears inputs.ops, also after an error */
} FusedOps;
/* Builds the code of a group of computation c; results are group->outputs in order. *out is zeroed by the caller. */
bool fuse_make(Arena *arena, const IrComp *c, const FusePlan *f, const FuseGroup *g, FusedOps *out, GError **error);

/* Ops that only rename their operand's memory: reshape, a broadcast or transpose that moves nothing, ... */
bool op_is_rename(const IrOp *op);
/* The op whose memory the op renames, through any number of renames; the op itself if it is none. */
const IrOp *op_strip_renames(const IrOp *op);
/* The op whose memory operand i of a kernel is read from: dot reads through transposes, argmax counts the positions itself (for these any, its first),
 * scatter reads one element that all of its updates are. */
const IrOp *op_reads(const IrOp *op, int i);
