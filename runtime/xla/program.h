/* A program that XLA compiled, as far as its stages are known, put together as one of our own compilations, so that it is recorded, shown
 * and reported like one: the program as written with our propagation's shardings, XLA's program of one device, and reshards that say why
 * its collectives are there. */
#pragma once

#include "runtime/passes/pipeline.h"
#include "runtime/xla/adopt.h"
#include "runtime/xla/explain.h"

typedef struct XlaStages {
    IrModule *before;       /* as given to XLA, with shardings */
    IrModule *annotated;    /* right before its partitioner, with its sharding on every value; NULL = not known */
    IrModule *partitioned;  /* right after its partitioner; NULL = not known */
    IrModule *final;        /* what runs; NULL = the partitioned one */
    const char *hardware;   /* model that prices plans; NULL = cpu */
    GArray *lost;           /* set: reshards of the partitioned program that the final one has nothing of (lost.h); NULL = that is not known. The caller's */
} XlaStages;

/* Takes the modules. *adopted (may be NULL): how far our propagation agrees with the annotated stage. *found: what was explained of the final program's collectives. NULL with an error if the program before cannot be
 * propagated, or no program after partitioning is valid. Free with compiled_free. */
Compiled *xla_program(XlaStages *stages, Explained *found, Adopted *adopted, GError **error);
