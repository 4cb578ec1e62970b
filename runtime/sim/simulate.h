/* What a step of a local module takes on a hardware model: time with an interval, by cause, and memory. */
#pragma once

#include "runtime/sim/schedule.h"

/* Collectives along the same wires: bytes and times of a step. */
typedef struct SimAxis {
    const char *axes;       /* "fsdp", "data,tensor", or "16 devices" where no axes of the mesh say it */
    double count;           /* executions; of what only one branch has its share of them */
    double bytes, busy_ns;  /* received; alone */
    double exposed_ns;      /* that nothing hides, in proportion to what they take alone */
} SimAxis;

typedef struct SimMemory {
    int64_t argument_bytes, output_bytes, alias_bytes, temp_bytes, peak_bytes; /* of one device */
    int64_t capacity_bytes; /* of the device that programs may use */
    bool fits;
} SimMemory;

typedef struct Simulation {
    SimKernels *kernels;
    SimOptions options;     /* as it was asked for */
    Estimate step;          /* ns; the low and the high end of the interval */
    double ns[N_SIM_CLASSES];   /* of the step; of collectives what is exposed */
    double own_ns;          /* of the step: what an execution takes besides its kernels (Hardware.step_ns) */
    double late_ns;         /* of the step: waiting for the slowest device, by the options jitter and slowest */
    double bubble_ns;       /* of the step: trips of pipelines in which a device has nothing to do, taken out of ns[] */
    double flops;           /* of products and convolutions of one device */
    double use;             /* flops over what the device's peak for their types, at least that of bfloat16, would do in the step */
    double collective_ns;   /* of all collectives alone */
    double most_ns, least_ns; /* the step if nothing overlapped, and if all collectives were hidden */
    SimAxis *axes;
    int n_axes;
    SimMemory memory;
} Simulation;

/* mesh may be NULL: it names the axes of collectives, and says where on a torus partitions run. The module, the mesh and what the options point at must outlive the simulation. */
Simulation *simulation_new(const IrModule *local, const Mesh *mesh, const Hardware *hw, const SimOptions *o);
void simulation_free(Simulation *s);
/* Sets the peak and the temporaries, where a plan of the memory knows them better than the sum over kernels. Whether the program fits follows. */
void simulation_memory(Simulation *s, int64_t peak_bytes, int64_t temp_bytes);

/* The most bytes that the results of a list's nodes take at once, and at which node that is (may be NULL). */
int64_t sim_list_peak(const SimList *l, int *at);
