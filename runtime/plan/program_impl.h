/* Internal declarations of program.c (computations), program_op.c (single instructions) and lives.c (lifetimes). */
#pragma once

#include "runtime/plan/fuse.h"
#include "runtime/plan/program.h"

/* A loop or a branch. Its first instruction that always runs afterwards is where outer values can be released. */
typedef struct Region {
    int parent, end;
} Region;

/* A loop's state slot: alive around the back edge. */
typedef struct State {
    int slot, body_begin, move, exit;
    bool through; /* the body hands it on unchanged */
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

/* A new slot for leaf `leaf` of op; its number. */
int program_slot(Compile *cx, const IrOp *op, int leaf, int64_t bytes);
typedef struct SlotList {
    int n;
    const int *v; /* numbers of slots */
} SlotList;
/* Appends an instruction that reads and writes these slots (the lists are copied); valid until the next is appended. */
Instr *program_emit(Compile *cx, InstrKind kind, const IrOp *op, SlotList in, SlotList out);
/* The slots of an op's leaves; constants are made when first asked for. NULL with *error. */
const int *program_leaves(Compile *cx, ProgramValues *v, const IrOp *op);
/* New slots for them. */
int *program_new_leaves(Compile *cx, ProgramValues *v, const IrOp *op);
/* All leaves of all operands from `from` on, in order; *n of them. NULL with *error. */
int *program_operand_leaves(Compile *cx, ProgramValues *v, const IrOp *op, int from, int *n);

/* ---- program_op.c ---------------------------------------------------------------------------------------- */

bool program_kernel(Compile *cx, ProgramValues *v, const IrOp *op);
bool program_group(Compile *cx, ProgramValues *v, const FuseGroup *g);
bool program_collective(Compile *cx, ProgramValues *v, const IrOp *op);

/* ---- lives.c --------------------------------------------------------------------------------------------- */

/* Sets Slot.last; slots that outlive the program are marked by the caller before the next step. */
void program_find_lives(Compile *cx);
/* Releases after last uses, and the in-place choices that hold. */
void program_settle_memory(Compile *cx);
/* Fills p->memory. */
void program_plan_memory(Program *p);
