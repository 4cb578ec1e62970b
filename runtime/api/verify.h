/* Partitions a program, executes it on virtual devices, and compares the results with those of the reference evaluator on whole
 * arrays. */
#pragma once

#include "runtime/api/arrays.h"
#include "runtime/passes/pipeline.h"
#include "runtime/ranks/ranks.h"

typedef struct VerifyOptions {
    const CompileOptions *compile;
    ArgumentSource arguments;  /* its max_int is ignored: random arguments are tried twice, with small and with large integers */
    int n_workers;             /* 0 = one per core */
    Ranks *ranks;              /* the processes that do it together, all with these options: rank 0 compares; NULL = this one alone */
} VerifyOptions;

typedef struct Verified {
    bool equal;                /* all results are within tolerance, or differ by no more than rounding explains */
    char *what;                /* the first result that is not: "out0 f32[8] differs: ..."; NULL = equal. To be freed */
    double max_abs, max_rel;   /* largest errors of the results within tolerance */
    int n_noise;               /* results beyond tolerance that differ by no more than rounding explains */
    int n_stand_ins;           /* custom-calls of unknown targets and constants printed as {...}, in whose place something made up ran on both sides */
    int64_t n_devices, traffic;
    int fallbacks;
    CollTotal collectives[N_COLL_KINDS];
} Verified;

/* Takes ownership of m, a module as read. False with an error if it cannot be compiled, evaluated or executed; a difference of
 * results is no error, see *out. compile->stop cancels all of it. */
bool program_check_results(IrModule *m, const VerifyOptions *o, Verified *out, GError **error);
