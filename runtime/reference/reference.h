/* The reference evaluator: it defines what a program computes, in simple and slow code. Tests and `verify` compare with it, so it
 * shares no kernel and no index arithmetic with the executor.
 *
 * Read reference.c first (it evaluates a computation for all devices in step), then the file of a family. */
#pragma once

#include "runtime/base/stop.h"
#include "runtime/tensor/tensor.h"
#include "runtime/ir/ir.h"

typedef struct RefOptions {
    int64_t n_devices; /* for a whole program: the number of devices that meshes of manual regions must have; 0 = any */
    const Stop *stop;  /* once it is requested, the evaluation ends with SHARD_ERROR_STOPPED; NULL = never */
    bool take_args;    /* the references in args become the evaluator's, also if it fails: arguments are given up after their last use */
} RefOptions;

/* Evaluates the entry on whole arrays, for one device: sharding annotations, constraints, reshards and barriers are
 * identities. A manual region is evaluated for all devices of its mesh in step: operands cut by in_shardings along the
 * manual axes, results joined by out_shardings (first copy of what is replicated).
 *   args       one tensor per leaf of the entry's parameters, in order; borrowed, not written
 *   o          NULL = all zeroes
 *   results    gets one tensor per leaf of the result; owned by the array (tensor_array_new)
 * Fails on ops it cannot evaluate (SHARD_ERROR_UNSUPPORTED), arrays that cannot be allocated (SHARD_ERROR_LIMIT), wrong
 * arguments, and check.expect_* custom-calls that do not hold (SHARD_ERROR_RUN). */
bool reference_eval(const IrModule *m, const Tensor *const *args, int n_args, const RefOptions *o,
                    GPtrArray *results, GError **error);

/* Gives each custom-call of a target that is not known a made-up function, which the evaluator knows, and each constant that the text
 * leaves out as {...} made-up values; returns how many there are. What is computed is no longer what the program computes, but depends
 * on the operands, so that two ways of running it can be compared. */
int reference_stand_in(IrModule *m);
/* Gives each constant that the text leaves out as {...} the values that XLA's own tools give it when they read such a text, so that results
 * equal theirs. Returns how many there are, and the first of them, or NULL. Constants of more than a GiB stay without values. */
int reference_fill_elided(IrModule *m, const IrOp **first);

/* The same of a module with m->n_replicas of them, which are evaluated in step:
 *   args, results  those of replica 0, then those of replica 1, ...; n_args: of all together */
bool reference_eval_replicas(const IrModule *m, const Tensor *const *args, int n_args, const RefOptions *o,
                             GPtrArray *results, GError **error);

/* Evaluates a module that is already per-device code (local shapes, collectives in the entry) for o->n_devices devices in
 * step, which is m->n_replicas (at least 1) times the number of partitions, device d being replica d / n_partitions,
 * partition d % n_partitions.
 *   args     [d * n_args + i]: leaf i of device d
 *   results  gets device 0's leaves, then device 1's, ...
 * Devices may take different branches and trip counts unless collectives are inside: that is an error. */
bool reference_eval_spmd(const IrModule *m, const Tensor *const *args, int n_args,
                         const RefOptions *o, GPtrArray *results, GError **error);
