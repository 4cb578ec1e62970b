/* The first pass: annotations get their meaning. Afterwards
 *   m->mesh        is the one mesh of the program (NULL: one device, no mesh);
 *   op->shardings  hold what the program says of parameters, constraints and annotated ops, on that mesh;
 *   results[i].sharding  the same for the results of the entry and of functions;
 *   constraints, groups, barriers and manual computations are ops of their own instead of custom-calls;
 *   calls, loops and branches each own what they call (nothing is inlined yet);
 *   axes of size 1 are gone from shardings, not from the mesh. */
#pragma once

#include "runtime/ir/decision.h"

typedef struct ImportShard { /* one --shard NAME=SPEC */
    const char *name, *spec;
} ImportShard;

/* One annotation replaced by another: of a parameter, a result, or a value in between, which need not have had one. Named
 * as the log of an earlier import of the same module names it; a module compiled again must be a clone of the first. */
typedef struct ImportChange {
    int kind, op, leaf;        /* as Annotation's; op of a result: the root of the function */
    const char *spec;          /* as sharding_parse_any reads it; NULL = nothing is said any more */
} ImportChange;

typedef struct ImportOptions {
    const char *mesh;          /* "a=4,b=2[;ids=..]": replaces the program's mesh; NULL = keep it */
    int64_t n_devices;         /* of a replica; 0 = not given; must equal the mesh's size */
    int64_t n_replicas;        /* 0 = as the program says */
    const ImportShard *shards; /* replace the annotations of parameters */
    int n_shards;
    const ImportChange *changes; /* made once the program's mesh is chosen: they do not change it */
    int n_changes;
} ImportOptions;

/* On a module as it was read; `o` and `log` may be NULL. On failure the module is unusable. Errors: annotations that do
 * not parse, fit their value, or fit the mesh (SHARD_ERROR_SHARDING at their place in the text); options that
 * contradict the program (SHARD_ERROR_USAGE). Every annotation is logged with the user's own spelling. */
bool pass_import(IrModule *m, const ImportOptions *o, DecisionLog *log, GError **error);

/* How many devices the program is for, before pass_import: --devices, else --mesh, else num_partitions, else the
 * module's largest mesh, else 1. -1 with *error if a mesh does not parse. */
int64_t import_n_devices(const IrModule *m, const ImportOptions *o, GError **error);

/* The mesh of a program that nothing is to be divided of any more: --mesh, else the module's largest if it is of all its devices; NULL = none. */
const Mesh *import_home_mesh(IrModule *m, const ImportOptions *o);

/* The entry's parameter that a person calls `name`: the framework's name ("w['b1']", or as HLO spells it, "w__b1__"),
 * its name in the text, or "arg3". NULL with an error that lists the parameters. */
IrOp *import_parameter(const IrModule *m, const char *name, GError **error);

/* After propagation: Shardy's collectives (custom-calls sdy.all_gather, ..) become reshards to the sharding that they state. */
void moves_to_reshards(IrModule *m);
