/* Custom-calls that the program's caller partitions, such as jax.experimental.custom_partitioning's, and those that only ask how a value is laid
 * out. They are settled before the passes: a copy of the program is propagated, the caller is asked with the shardings that came out, and the call
 * becomes the manual computation that the caller answers, or goes. */
#pragma once

#include "runtime/passes/pipeline.h"

typedef struct OutsideCall {
    const char *target, *config;
    int n_operands, n_results;
    const Type *const *types;      /* of operands, then of results */
    const char *const *shardings;  /* of the same, as GSPMD spells them */
} OutsideCall;

typedef struct OutsideAnswer {
    GBytes *program;               /* what each device computes of its pieces; NULL = the results are the operands */
    char **shardings;              /* "[{\"x\"}, {}]" of operands, then of results, on the program's mesh; n_operands + n_results of them */
    char *message;                 /* of a refusal */
} OutsideAnswer;

/* False if it refuses. What it puts into `answer` is freed by the caller. */
typedef bool (*OutsideFn)(void *user, const OutsideCall *call, OutsideAnswer *answer);

/* One for the process, with the targets that it answers; borrowed. NULL = none. */
void outside_set(OutsideFn fn, void *user, const char *const *targets);
/* True if there is such a call in the module, which is as read, and somebody answers it. */
bool outside_is_asked(const IrModule *m);
/* Settles all of them, in place. */
bool outside_settle(IrModule *m, const CompileOptions *o, GError **error);
