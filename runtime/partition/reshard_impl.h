/* Insides of the reshard planner: reshard_states.c has layouts as states, reshard_search.c finds the cheapest path between two of them; reshard_plan.c turns it into a plan
 * and compares it with others. */
#pragma once

#include "runtime/base/vec.h"
#include "runtime/partition/kept_plans.h"
#include "runtime/partition/reshard_plan.h"

enum { MAX_DIMS = 8, MAX_ATOMS = 16, MAX_STATES = 6000, MAX_FINE_ATOMS = 6 };

/* From so many atoms on there are too many layouts to search finely for each reshard that is only priced; those that the
 * program really makes are searched finely in the end. */
enum { MANY_ATOMS = 5 };

struct Planner {
    IrModule *m;
    const Hardware *model;
    GHashTable *cache; /* PlanKey -> ReshardPlan */
    GHashTable *final; /* the same for those that are rough in the cache */
    bool thorough;     /* a plan for the latter is being made */
    bool rough;        /* the last search was not a fine one */
    KeptPlans *kept;   /* shared with other compiles; NULL = none */
    uint64_t kept_hardware;
};

extern const CollKind reshard_step_colls[]; /* by StepKind */

/* Time of reading and writing so many bytes in one step of a plan. It counts half: it decides between plans that move about as much, and
 * part of it is hidden by the collective that reads or writes the same bytes. */
static inline double reshard_touch_ns(const Hardware *hw, double bytes)
{
    return 0.5 * hardware_memory_ns(hw, bytes);
}

typedef struct State {
    uint8_t n[MAX_DIMS];
    uint8_t atom[MAX_DIMS][MAX_ATOMS];
    uint32_t unreduced; /* bit per atom */
} State;

/* A state in few words: five bits for each atom of each dim and for each dim's end, then the unreduced ones. */
typedef struct Packed {
    uint64_t w[3];
} Packed;

typedef struct Node {
    State s;
    Packed key;
    double dist;
    double bytes_here;   /* that a device holds in this state */
    int prev;            /* -1 = the start */
    StepKind kind;       /* of the move from prev */
    int dim, to_dim;     /* indices into PathSearch.dims */
    uint32_t moved;      /* atoms the move is about */
    int64_t bytes;
    bool done;
} Node;

typedef struct PathSearch {
    Planner *p;
    const Type *type;
    const Mesh *mesh;
    const Sharding *from, *to;
    int n_dims;                     /* dims that either side splits */
    int dims[MAX_DIMS];
    int n_atoms;
    AxisRef atoms[MAX_ATOMS];
    AxisList all_axes;              /* of the atoms: what a permute may cross */
    double elem_bytes;              /* bytes of the dims not in `dims`, times the element size */
    VEC(Node) nodes;
    int *index;                     /* node number + 1 by hash of its key, 0 = free; index_size places, a power of two */
    int index_size;
    VEC(int) heap;                  /* node numbers by dist */
    State goal;
    double bound;                   /* price of a known plan; 0 = none */
    double least_left;              /* lower bound of the price still to be paid in a state that is not a prefix of the goal */
    bool straight;                  /* unused atoms are only added where the goal has them */
    Wires wires[(1 << MAX_FINE_ATOMS) + 1]; /* by atoms, as far as there are so few; the last: those of a permute */
    bool wires_known[(1 << MAX_FINE_ATOMS) + 1];
} PathSearch;

/* For a reshard of a value of that type; the caller sets dims, elem_bytes and bound. Ends with path_clear. */
void path_begin(PathSearch *z, Planner *p, const Type *type, const Sharding *from, const Sharding *to);
/* The axes of both sides cut at each other's boundaries; false if there are too many. */
bool path_make_atoms(PathSearch *z);
/* Cuts them on into primes. */
void path_split_atoms(PathSearch *z);
/* The node of the goal, or -1. */
int path_run(PathSearch *z);
void path_clear(PathSearch *z);
bool state_equal(const State *a, const State *b);
State state_of_sharding(const PathSearch *z, const Sharding *s);
/* Tiles along dims[i]; bytes that a device holds; the atoms in use, unreduced ones too, by bit. */
int64_t state_parts(const PathSearch *z, const State *s, int i);
double state_local_bytes(const PathSearch *z, const State *s);
uint32_t state_atoms(const State *s, int n_dims);
/* The product of the sizes of atoms by bit. */
int64_t path_mask_size(const PathSearch *z, uint32_t mask);
/* In z's arena: atoms in order, atoms by bit, a state as the layout that it is. */
AxisList path_atoms_list(const PathSearch *z, const uint8_t *atoms, int n);
AxisList path_mask_list(const PathSearch *z, uint32_t mask);
const Sharding *path_sharding(const PathSearch *z, const State *s);
/* What a device receives when n elements in `parts` tiles are gathered g tiles at a time. */
int64_t reshard_gather_bytes(int64_t n, int64_t parts, int64_t g, int64_t tile);
