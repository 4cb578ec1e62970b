/* From a program as read to the program that each device runs, pass by pass. passes.def lists the passes. */
#pragma once

#include "runtime/partition/partition.h"
#include "runtime/passes/import.h"
#include "runtime/plan/program.h"
#include "runtime/propagate/propagate.h"

typedef struct CompileOptions {
    ImportOptions import;            /* mesh, devices, overrides */
    PropagateStrategy strategy;
    bool first_match;                /* planner */
    bool quick;                      /* the planner compares op by op and does not search */
    const char *hardware;            /* cost model; NULL = cpu */
    int rival;                       /* of accelerators: plans by prices of other hardware are compared too, all of them (0), those of one (n), none (RIVAL_NONE) */
    const char *stop_after;          /* pass name, NULL = all */
    void (*on_text)(void *user, HloText *text); /* the module's text as read, then after each pass: borrowed; the same object as before =
                                                   no pass changed it. NULL = no texts are made */
    void *on_text_user;
    const Stop *stop;                /* once it is requested, the compile ends with SHARD_ERROR_STOPPED; NULL = never */
    bool no_reasons;                 /* the log is not going to be read: it has neither sentences nor propagation's steps */
    bool no_plan;                    /* plan-memory makes no device program, since nothing reads it: trial compiles */
    struct KeptPlans *kept_plans;    /* plans of reshards, shared by compiles of one program; borrowed, NULL = none are */
    bool verify;                     /* check the module after each pass, and its text if one is made: for tests */
} CompileOptions;

/* One pass as it went. */
typedef struct PassRecord {
    const char *name;
    int64_t start_ns, dur_ns;        /* clock_ns(), ns */
    int insts_before, insts_after, colls_before, colls_after;
    int64_t traffic_before, traffic_after;
    bool changed;
    bool untimed;                    /* of another compiler: when it ran and what it moves is not known */
    int stage;                       /* TRACE_STAGE_* of what it leaves, for passes of another compiler; 0 = by its name */
    const char *pipeline;            /* that it belongs to; NULL = none */
} PassRecord;

typedef struct Compiled {
    IrModule *input;                 /* whole shapes, shardings of all values, before reshards were inserted */
    IrModule *whole;                 /* with reshards */
    IrModule *local;                 /* what each device runs; NULL if stopped before */
    Program *program;                /* of the local module, with its memory plan; NULL if stopped before plan-memory, not asked for, or plan_error */
    GError *plan_error;              /* why the local module cannot be planned: constants printed without their data, say */
    IrModule *stopped;               /* the module after stop_after (borrowed: one of the above) */
    DecisionLog *log;
    Planner *planner;
    const Hardware *model;
    int64_t n_devices, n_replicas, n_partitions; /* n_devices = n_replicas * n_partitions: device d is partition d % n_partitions of replica d / n_partitions */
    int rival;                       /* by whose prices the plan was found: a number to ask for in CompileOptions */
    VEC(PassRecord) passes;
    CollTotal totals[N_COLL_KINDS];  /* of the local module */
    int64_t traffic;                 /* per step and device */
    double flops_one, flops_sum;     /* unsharded; over all devices */
    double price_ns;                 /* of a step, by which plans of it are compared (cost.h); what a step is predicted to take is told by predicted.h */
    int fallbacks;
    int64_t start_ns, compile_ns;
    const char *strategy_name, *planner_name;
} Compiled;

/* Takes the module (as read). NULL + error. */
Compiled *compile(IrModule *m, const CompileOptions *options, GError **error);
void compiled_free(Compiled *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Compiled, compiled_free)

/* For a program that another compiler divided: takes `local` as the program of one device of `c`, which was compiled up to
 * propagation. Afterwards whole and input are flat, and totals are of local. */
bool compiled_take_local(Compiled *c, IrModule *local, GError **error);

/* The device program of what was compiled to the end, made now if it was not asked for then. Owned by c. NULL with an error if
 * it cannot be planned. */
const Program *compiled_program(Compiled *c, GError **error);

/* Fills the sums over the local module, which is final: totals, traffic, flops_sum, price_ns. */
void compiled_sums(Compiled *c);

/* "parse", then the names of the passes in order; NULL-terminated. Static. */
const char *const *pipeline_names(void);
