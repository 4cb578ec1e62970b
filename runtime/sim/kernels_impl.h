/* Internal to the formation of kernels: shared by kernels.c (what is a kernel, what it reads) and price.c (what it takes). */
#pragma once

#include "runtime/sim/kernels.h"

enum { MAX_FUSED = 4000 }; /* ops walked for one kernel; beyond, values count as read from memory */

typedef struct Forming {
    SimKernels *k;
    const IrComp *c;
    bool *stored;        /* by position: in memory after its kernel */
    bool *on_chip;       /* by position: scores of attention, which no memory holds */
    bool causal;         /* the scores are masked */
    bool *absorbed;      /* by position: a product that its reader's kernel finishes */
    int *node_of;        /* by position; -1 = none */
    int *group;          /* by position: ops of one loop have one number, others -1; NULL = kernels are formed here */
    int *before;         /* with groups, by node: the node before it of its group; -1 = none. reader_of[] is by group then: the last one */
    int *param_leaf;     /* by parameter: number of its first leaf */
    int *kernel_of;      /* by node: the first one of its kernel, which is itself for most */
    int *reader_of, *leaf_reader; /* by position and by leaf of the parameters: the last node that read it and may have more results; -1 = none, of
                                     * leaves also -2: of one element, which makes nothing one kernel */
    /* of the kernel at hand */
    int *seen, *seen_leaf, stamp, steps;
    double bytes, flops; /* read from memory; of what is fused into it */
    double kept_bytes;   /* of bytes: from parameters */
    bool moves_only;     /* nothing is computed */
    bool from_chip;      /* it reads scores of attention, and so is part of the flash kernel */
    GArray *deps, *reads;
} Forming;

/* What memory moves at least of a row: S for GPUs, a row of a tile on TPUs. */
static inline double sector_bytes(const Hardware *hw)
{
    return hw->family == DEVICE_TPU ? 512 : hw->family == DEVICE_GPU ? 64 : 16;
}

/* What an operand of a product is widened from, if it is: weights of 8 bits, perhaps times a scale for each row or column. On GPUs the product's kernel reads those and converts them
 * on the way (source: XLA's GemmFusion, which takes what makes an operand into the product where fewer bytes are read then). NULL: it is none. */
const IrOp *sim_widened_from(const IrOp *op);
/* Fills the fields of the kernel at hand: what is needed for the operands of op. */
void forming_walk(Forming *f, const IrOp *op);
/* Takes the groups of whoever runs the module, and what is stored by them. */
void forming_take_groups(Forming *f);
/* As forming_walk of the node's op, of what the nodes before it of the same group did not read or compute. */
void forming_walk_group(Forming *f, const SimList *list, const SimNode *n);
/* Makes the node's kernel that of the first node of its group, which is started once. After sim_price. */
void forming_join_group(Forming *f, const SimList *list, SimNode *n);
/* Shortens the kernels of a loop's body that virtual devices run as one piece of machine code. Of nested loops the inner ones were asked of already. */
void sim_compile_loop(const SimKernels *k, SimList *body);
/* Lengthens kernels of virtual devices whose operands were last touched so long ago that the caches hold other values by now. */
void sim_far_reads(const SimKernels *k, SimList *list);
/* The same for `op`, of what the kernels of `with` neither read nor wrote: as if all were one kernel. */
void forming_walk_with(Forming *f, const IrOp *const *with, int n_with, const IrOp *op);
/* Class, work and time of a node, from the kernel at hand; lists of computations that it calls. */
void sim_price(Forming *f, SimNode *n);
/* Lets the kernel of an earlier node compute this one too, if XLA would; then what it adds is its time. After sim_price. */
void sim_join(Forming *f, SimList *list, SimNode *n);
/* What an op costs on the vector units: their steps, of which integers take two on NVIDIA's (S: half as many units). */
double sim_vector_steps(const Hardware *hw, const IrOp *op);
/* Time of touching so much memory, and of a kernel that does that and computes so much besides products, launch included. */
double sim_memory_ns(const Hardware *hw, double bytes);
Estimate sim_kernel_time(const Hardware *hw, double bytes, double flops);
void sim_price_convolution(Forming *f, SimNode *n);
/* A factorisation or a triangular solve, of which the sizes say how much it is. False if the node's op is none. */
bool sim_price_linalg(Forming *f, SimNode *n);
/* A window over all of a dimension at each of its places, as cumulative sums have it. False if the node's op is another window. */
bool sim_price_scan(Forming *f, SimNode *n);
SimList *sim_form(SimKernels *k, const IrComp *c);
