/* A program partitioned and executed on virtual devices, against the reference evaluator on whole arrays. */
#pragma once

#include "runtime/api/arrays.h"
#include "runtime/passes/pipeline.h"

typedef struct VerifyOptions {
    const CompileOptions *compile;
    ArgumentSource arguments;  /* max_int is set here; made-up random ones are tried twice, with small and with large integers */
    int n_workers;             /* 0 = one per core */
} VerifyOptions;

typedef struct Verified {
    bool equal;                /* all results, within tolerance or explained by rounding */
    char *what;                /* the first that is not: "out0 f32[8] differs: ..."; NULL = equal. To be freed */
    double max_abs, max_rel;   /* errors of results that are not noise */
    int n_noise;               /* results that are off by no more than rounding makes them */
    int64_t n_devices, traffic;
    int fallbacks;
    CollTotal collectives[N_COLL_KINDS];
} Verified;

/* Takes m, as read. False with an error if it cannot be compiled, evaluated or executed. compile->stop cancels all of it. */
bool program_check_results(IrModule *m, const VerifyOptions *o, Verified *out, GError **error);
