/* Moving work out of loops, shared by hoist.c (results that no trip changes), fission.c (products of all trips at once) and fission_meet.c (collectives of all trips at once). */
#pragma once

#include "runtime/passes/optimise.h"

/* A loop and what is moved out of it. */
typedef struct Hoist {
    IrModule *m;
    IrComp *outer;     /* the computation that holds the loop */
    IrOp *loop;
    IrOp *param;       /* of the body */
    bool *fixed;       /* by position in the body, as all below: the same in all trips */
    int64_t *made_of;  /* bytes of the largest part of the state that the op is made from; 0: constants alone */
    bool *needed;      /* an op that moved reads it */
    IrOp **outside;    /* its counterpart before the loop */
    GPtrArray *made;   /* ops to be put before the loop */
} Hoist;

/* True for ops on arrays whose results follow from their operands, of kinds that are moved. */
bool hoist_is_pure(const IrOp *op);
/* True if all ops that use the loop's state read single elements of the tuple. */
bool hoist_can(const IrComp *outer, const IrOp *loop);
void hoist_open(Hoist *h, IrModule *m, IrComp *outer, IrOp *loop);
/* Places the new ops before the loop, drops ops of the body that nothing reads any more, and frees everything. */
void hoist_close(Hoist *h);
/* Makes a fixed op and all it is made from before the loop. */
IrOp *hoist_outside(Hoist *h, const IrOp *op);
/* A new op before the loop. */
IrOp *hoist_new(Hoist *h, OpCode code, const Type *type, const char *name, int n, IrOp *const *operands);
/* The state gets one more part: `made` before the loop, handed on by `reader` in the body. Returns its number. */
int hoist_add_part(Hoist *h, IrOp *made, IrOp *reader);

/* A collective of the loop moves what it gets in all trips at once, before the loop, if there is one that can and that gains by it. */
bool fission_meeting(IrModule *m, IrComp *outer, IrOp *loop);
