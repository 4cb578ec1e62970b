/* Insides of loop-invariant motion, shared by hoist.c (what no trip changes) and fission.c (what all trips do alike). */
#pragma once

#include "runtime/passes/optimise.h"

/* A loop being relieved. */
typedef struct Hoist {
    IrModule *m;
    IrComp *outer;     /* where the loop stands */
    IrOp *loop;
    IrOp *param;       /* of the body */
    bool *fixed;       /* by position in the body, as all below: the same in all trips */
    int64_t *made_of;  /* bytes of the largest part of the state that the op is made from; 0: constants alone */
    bool *needed;      /* an op that moved reads it */
    IrOp **outside;    /* the op that stands for it before the loop */
    GPtrArray *made;   /* ops to be put before the loop */
} Hoist;

/* A loop whose state is taken apart by all who touch it. */
bool hoist_can(const IrComp *outer, const IrOp *loop);
void hoist_open(Hoist *h, IrModule *m, IrComp *outer, IrOp *loop);
/* Places what was made before the loop, drops what nobody reads in the body, and frees all. */
void hoist_close(Hoist *h);
/* Makes a fixed op and all it is made from before the loop. */
IrOp *hoist_outside(Hoist *h, const IrOp *op);
/* A new op before the loop. */
IrOp *hoist_new(Hoist *h, OpCode code, const Type *type, const char *name, int n, IrOp *const *operands);
/* The state gets one more part: `made` before the loop, handed on by `reader` in the body. Returns its number. */
int hoist_add_part(Hoist *h, IrOp *made, IrOp *reader);
