/* Which way control went in executions of a program: branches of conditionals, trips of loops. Counted where a device jumps, so that it costs
 * nothing but there, also in loops that run as one piece of machine code (loop.h), where it is an addition for each jump. */
#pragma once

#include "runtime/plan/program.h"

typedef struct Taken Taken;

/* For so many devices, those that this process runs. The program must outlive it. */
Taken *taken_new(const Program *p, int n_devices);
void taken_free(Taken *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Taken, taken_free)
/* A device went from instruction `pc` so many times this way: of INSTR_SWITCH a branch, of INSTR_JUMP_IF_NOT 0 = another trip, 1 = the loop's end. */
void taken_note(Taken *t, int device, int pc, int way, int64_t times);

/* One op's counts. */
typedef struct TakenOp {
    const IrOp *op;       /* a conditional or a loop */
    int n_devices, n_ways; /* its branches; of a loop two */
    int64_t *times;       /* [device][way] */
} TakenOp;
/* Those that were executed, an op once however often it was inlined. A GArray of TakenOp, whose times go with it. */
GArray *taken_ops(const Taken *t);
