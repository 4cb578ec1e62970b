/* One of two modules that are compared: numbers for all values, and who uses them across loops and regions. A value is a leaf of an op's
 * result; tuples and get_tuple_element only rename values and have none of their own. */
#pragma once

#include "runtime/ir/ir.h"

typedef struct SideUse {
    IrOp *op;             /* the user */
    int pos;              /* its operand */
} SideUse;

typedef VEC(SideUse) SideUses;

typedef struct Side {
    const IrModule *m;
    IrOp **ops;           /* by id; NULL = removed */
    int *base;            /* by op id: number of its first leaf */
    int n_values;
    VEC(IrOp *) list;
    IrOp **of;            /* by number of a value: its op; the list's */
    IrOp **caller;        /* by place in m->comps: the op that calls it; NULL = several or none */
    GHashTable *comp_at;  /* IrComp -> place + 1 */
    SideUses *uses;       /* by number of the value */
} Side;

Side *side_new(const IrModule *m);
void side_free(Side *s);
/* The number of a leaf, tuples looked through; -1 if it has none. */
int side_value(const Side *s, IrOp *op, int leaf);
/* The op and leaf of a number. */
IrValue side_at(const Side *s, int value);
IrOp *side_caller(const Side *s, const IrComp *c);
/* The number of leaf `leaf` of what goes into loop or region `op` as leaf `leaf` of parameter `param` of its computation `slot`; -1 = unknown. */
int side_passed(const Side *s, const IrOp *op, int slot, IrValue param);
