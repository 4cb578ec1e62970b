/* Internal declarations of program.c (computations), program_op.c (single instructions) and lives.c (lifetimes). */
#pragma once

#include "runtime/plan/fuse.h"
#include "runtime/plan/program.h"

/* A loop or a branch; `end` is the first instruction that always runs after it, where values from outside can be released. */
typedef struct Region {
    int parent, end;
} Region;

/* A slot of a loop's state, which is alive from one iteration to the next. */
typedef struct State {
    int slot, body_begin, move, exit;
    bool through; /* the body returns it unchanged */
} State;

typedef struct Compile {
    Program *p;
    Arena *arena;
    GError **error;
    VEC(Instr) code;
    VEC(int) code_region;
    VEC(Slot) slots;
    VEC(Region) regions;
    VEC(State) states;
    VEC(Collective *) collectives;
    int region, depth;
    int dummy; /* the slot of tokens */
    GHashTable *literals; /* Literal -> slot + 1 */
} Compile;

typedef struct ProgramValues { /* of one computation */
    const IrComp *c;
    int **leaves; /* per op position: slots of its leaves; NULL = not computed */
    FusePlan *fuse;
} ProgramValues;

/* ---- program.c ------------------------------------------------------------------------------------------- */

/* Makes a slot for leaf `leaf` of op; returns its number. */
int program_slot(Compile *cx, const IrOp *op, int leaf, int64_t bytes);
typedef struct SlotList {
    int n;
    const int *v; /* numbers of slots */
} SlotList;
/* Appends an instruction that reads and writes these slots (the lists are copied); valid until the next is appended. */
Instr *program_emit(Compile *cx, InstrKind kind, const IrOp *op, SlotList in, SlotList out);
/* The slots of an op's leaves; constants are made when first asked for. NULL with *error. */
const int *program_leaves(Compile *cx, ProgramValues *v, const IrOp *op);
/* The same with new slots. */
int *program_new_leaves(Compile *cx, ProgramValues *v, const IrOp *op);
/* All leaves of all operands from `from` on, in order; *n of them. NULL with *error. */
int *program_operand_leaves(Compile *cx, ProgramValues *v, const IrOp *op, int from, int *n);

/* ---- program_op.c ---------------------------------------------------------------------------------------- */

bool program_kernel(Compile *cx, ProgramValues *v, const IrOp *op);
bool program_group(Compile *cx, ProgramValues *v, const FuseGroup *g);
bool program_collective(Compile *cx, ProgramValues *v, const IrOp *op);

/* ---- lives.c --------------------------------------------------------------------------------------------- */

/* Sets Slot.last; before the next function the caller marks slots that outlive the program. */
void program_find_lives(Compile *cx);
/* Adds releases after last uses, and drops in-place choices that are not possible. */
void program_settle_memory(Compile *cx);
/* Fills p->memory. */
void program_plan_memory(Program *p);
