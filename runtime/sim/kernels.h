/* What an accelerator would run of a local module: kernels as XLA forms them, collectives, loops. One list for each computation that
 * runs, in an order in which each node comes after those it needs.
 *
 * Formation (source: XLA's instruction fusion, simplified): a fusible op (element-wise, broadcast, slice, transpose, ...) is computed inside
 * each kernel that reads it, unless something reads it that needs it in memory: a product, a loop, a collective, a result. A kernel's bytes
 * are its result and each distinct value in memory that it reaches; through a slice or gather no more of it than the slice has. TPUs compute
 * a product's operands and what follows it inside the product's kernel. Scores of attention, which are as large as the product of two
 * lengths, stay on the chip where a flash kernel would be used. Kernels over the same places that read the same have several results (join.c):
 * each result is a node, which has the bytes that it adds. */
#pragma once

#include "runtime/sim/branches.h"
#include "runtime/sim/coll_time.h"
#include "runtime/sim/gemm.h"

typedef enum SimClass {
    SIM_GEMM,
    SIM_ATTENTION, /* products and softmax in a flash kernel */
    SIM_CONVOLUTION,
    SIM_FUSION,    /* element-wise ops and what is fused with them; reductions */
    SIM_COPY,      /* transposes, slices, concatenations: nothing is computed */
    SIM_SORT,      /* sorts, scatters, top-k */
    SIM_CUSTOM,    /* nothing is known about it */
    SIM_COLLECTIVE,
    SIM_LOOP,
    SIM_BRANCH,
    N_SIM_CLASSES
} SimClass;
extern const char *const sim_class_names[N_SIM_CLASSES];

typedef struct SimList SimList;

/* A computation that a node runs, and how often: the body of a loop its trips, each branch of a conditional its share. */
typedef struct SimPart {
    SimList *list;
    double times;
} SimPart;

typedef struct SimNode {
    SimClass cls;
    const IrOp *op;         /* whose event this is */
    double flops, bytes;    /* of one execution: floating-point operations, bytes of device memory */
    double kept_bytes;      /* of bytes: read from parameters of the computation, which were last touched a pass ago */
    Estimate time;          /* alone on the device */
    int64_t out_bytes;      /* of memory that its results take */
    int n_deps, *deps;      /* nodes of the list that come before it */
    int n_reads, *reads;    /* leaves of the computation's parameters that it reads */
    /* collectives */
    CollKind coll;
    double coll_bytes;
    Wires wires;
    int done;               /* asynchronous in the program: the node that waits for it; -1 = none */
    /* loops, calls and branches */
    SimPart *parts;
    int n_parts;            /* 0 for all others; more than 1 of conditionals alone */
    int64_t trips;          /* of a loop; 1 if not known, and of all others */
    bool guessed;           /* which branch runs is not known: each is taken for as likely as the others */
} SimNode;

struct SimList {
    const IrComp *comp;
    SimNode *nodes;
    int n;
    bool compiled;          /* of virtual devices: the body of a loop that is one piece of machine code */
    int n_leaves;           /* of the root; which node computes it, or -1, and then which parameter leaf it is, or -1 */
    int *root_node, *root_param;
    /* filled by schedule.c */
    double first_ns, next_ns; /* of one pass alone, and of each further pass of a loop over it */
    double *start_ns, *end_ns; /* by node, of one pass */
    double *busy_ns;          /* by class, of one pass, inner loops times their trips; of collectives what is exposed */
};

/* Which ops of a computation whoever runs it computes together, by position: of one loop they have one number in group[], others have -1; stored[] is set for
 * what is in memory afterwards. Both arrays are the caller's, zeroed. */
typedef void (*SimGrouping)(const IrComp *c, int *group, bool *stored);

typedef struct SimOptions {
    SimGrouping grouping; /* of virtual devices, which run the module as it is; NULL = as XLA forms kernels */
    bool no_flash;    /* attention as it is written */
    bool flash;       /* attention as one kernel, also where the model's compiler makes none; no_flash is stronger */
    bool no_overlap;  /* collectives stop everything else */
    const char *faster_axes;        /* collectives along these axes of the mesh, as SimAxis names them, ... */
    const Hardware *faster;         /* ... take what they take on this model; NULL = none do */
    const int64_t *place;           /* by partition: the device of the hardware that runs it; NULL = as JAX places the mesh (place.h) */
    int64_t n_places;
    bool as_numbered;               /* without `place`: partition i runs on device i, also where JAX would place it elsewhere */
    GHashTable *taken;              /* id of an op -> SimTaken: which way executions of the same module went, for conditionals and trips that the program does not say; NULL = it was not executed */
    bool no_hiding;   /* kernels run in the program's order: no latency-hiding scheduler */
    bool windows;     /* products run while their operand arrives: collective matmul */
    double slowest;   /* so many times as long as others take the kernels of one device; 0 and 1 = none does */
    int64_t slow_device;
    double jitter;    /* share by which a kernel's time varies from device to device, one standard deviation */
} SimOptions;

typedef struct SimKernels {
    Arena *arena;
    const IrModule *local;
    const Hardware *hw;
    const SimOptions *o;
    const int64_t *place;   /* by partition; NULL = device i runs partition i */
    int64_t n_places;
    int64_t n_devices;
    double hold;            /* Hardware.hold_share as far as this program is full of products */
    SimList *entry;
    int n_kernels;          /* of all lists; nodes that one kernel computes count once */
    bool as_written;        /* collectives have starts and waits: the schedule is that of the program's text */
    bool unknown_trips;     /* a loop whose trips are not known counts as one */
    int n_unknown;          /* custom calls of which nothing is known */
    int n_guessed;          /* conditionals of which nothing says which branch runs */
    int n_taken;            /* conditionals and loops of which only executions say it */
    const SimCall *call;    /* while lists are formed: who runs the computation at hand */
    GHashTable *times;      /* of collectives and products */
} SimKernels;

/* place: by partition, the device that runs it, of all devices; NULL = that of the same number. Borrowed. */
SimKernels *sim_kernels_new(const IrModule *local, const Hardware *hw, const SimOptions *o, const int64_t *place, int64_t n_places);
void sim_kernels_free(SimKernels *k);
