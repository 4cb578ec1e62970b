/* Why each collective of a program that XLA divided is there.
 *
 * The two programs are aligned (align.h). A collective stands for a value of the program as written; the op of that program that it was
 * made for is found by its framework name among the value's users, by what consumes its result, or, where it completes partial results, it
 * is the op that computed them. Collectives for the same value and consumer are one reshard, from the layout that propagation gives the
 * value to the layout that they leave it in. What cannot be explained is counted and stays without a reshard. */
#pragma once

#include "runtime/ir/decision.h"
#include "runtime/partition/reshard_plan.h"

/* What led from a collective to its value and consumer, the strongest first. */
#define EVIDENCE_LIST(X) \
    X(WRITTEN, "written")      /* the program contains the collective itself */ \
    X(PARTIAL, "partial")      /* an op of its name leaves partial results */ \
    X(NAME, "name")            /* a user of the value that has its name */ \
    X(OWN, "own-name")         /* the value has its name; the structure says who takes it */ \
    X(STRUCTURE, "structure")  /* it has no name; what takes its result */ \
    X(RESHAPED, "reshaped")    /* an op of its name takes a reshaped form of the value */ \
    X(ORIGIN, "origin")        /* an op of its name takes what the value comes from */ \
    X(NEAR, "near-name")       /* an op of its name, which takes no form of the value that we know of */ \
    X(AHEAD, "ahead")          /* its name says nothing; what takes its result, or may */ \
    X(NONE, "none")

typedef enum Evidence {
#define X(id, name) EVIDENCE_##id,
    EVIDENCE_LIST(X)
#undef X
    N_EVIDENCE
} Evidence;

typedef struct Explained {
    int n_collectives;     /* of the local program; a pair of start and done is one */
    int n_reshards;        /* rows appended to the log */
    int n_written;         /* collectives that the program itself contains (shard_map) */
    int n_certain;         /* explained by name, value and consumer, which agree, and of all-gathers by their sizes too */
    int n_exact;           /* of these, whose layouts were found by following elements */
    int n_likely;          /* explained, but by fewer of these */
    int n_unknown;
    int n_followed;        /* collectives that had a reshard already, from an earlier stage */
} Explained;

/* reshard.certainty of what is explained here; trace_certainty_name has the words. */
enum {
    RESHARD_LOGGED = 80,   /* the partitioner's log has the two layouts */
    RESHARD_EXACT = 70,    /* found by following elements, and names and consumers agree */
    RESHARD_AGREES = 60,   /* names, consumers and sizes agree */
    RESHARD_LIKELY = 40,
};

/* IrOp.reshard_id of collectives that the program itself contains, from one stage to the next; nobody else sees it. */
enum { RESHARD_WRITTEN = -1 };

/* Collectives of local that have a reshard already are left alone. whole: after propagation, calls inlined; local: XLA's, for n_devices. Appends reshards to the log and sets reshard_id, more_reshards and
 * origins of local's ops. The planner, of whole, prices the plan that it would make instead. */
Explained explain_collectives(IrModule *whole, IrModule *local, Planner *planner, DecisionLog *log);

/* Adds an op of whole to those that an op of local comes from, once. */
void explain_add_origin(IrModule *local, IrOp *op, int id);

/* True if what some device gets is not within what it has, of one rank and mesh: elements have to be sent. */
bool explain_sends(const Sharding *from, const Sharding *to);

/* Calls, fusions and asynchronous computations of a program replaced by what they call, and asynchronous pairs by one op, as aligning needs it. False with *error if it becomes too large. */
bool explain_open(IrModule *local, GError **error);
