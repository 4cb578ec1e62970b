/* Shared by explain.c (all collectives), decide.c and named.c (what each is for), axes.c and layout.c (from which layout to which) and reason.c (the sentence). */
#pragma once

#include "runtime/ir/label.h"
#include "runtime/propagate/rules.h"
#include "runtime/xla/align.h"
#include "runtime/xla/explain.h"

typedef enum FoundKind {
    FOUND_NOTHING,
    FOUND_OPERAND,   /* an op takes the value in another layout */
    FOUND_OWN,       /* completes or lays out the result of the op that computes the value */
    FOUND_OUTPUT,    /* a result of the program is to have another layout */
    FOUND_LOOP,      /* what a loop carries is to have another layout */
    FOUND_HALO,      /* edges exchanged with neighbours */
    FOUND_WRITTEN,   /* the program as written has it */
} FoundKind;

/* What one operand of one collective is for. */
typedef struct Found {
    FoundKind kind;
    IrOp *coll;              /* of local */
    int operand;
    const char *name;        /* the framework's name path for this operand; only while it is decided */
    const Loc *loc;          /* the place for this operand, NULL = unknown; only while it is decided */
    int value;               /* of whole, canonical; -1 = unknown */
    const IrOp *user;        /* of whole: the consumer, or of FOUND_OWN the op that made the value; may be NULL */
    int user_pos;            /* which operand of it; of FOUND_OUTPUT the result; -1 = unknown */
    int output;              /* the result of the program that the moved value becomes, if nothing else takes it; -1 = none */
    IrValue carried;         /* FOUND_LOOP of what a trip computes: what it returns, of local; op NULL = the value comes in from outside */
    const IrOp *next;        /* FOUND_OWN: who uses the result next; NULL = unknown */
    IrOp *twin;              /* of local: an op that several of whole are, whose pieces are equal; NULL = there is none such on the way */
    const IrOp *twin_of;     /* which of these it is here; NULL = none, but an edge that is cut off what it takes */
    const IrOp *meets;       /* of local: the op that takes the moved value; NULL = unknown */
    int meets_pos;
    Evidence by;
    bool certain;
    bool sums;               /* a permute that hands a sum on, to which each device adds its part: XLA completes sums so in loops */
} Found;

typedef struct Explain {
    IrModule *whole, *local;
    Align *align;
    DecisionLog *log;
    Planner *planner;
    Labels *labels;
    Arena *arena;
    ShardingTable *shardings;
    RuleCache *rules;
    int64_t n_devices;
    GHashTable *trips;       /* IrComp of local -> executions a step */
    GHashTable *claimed;     /* ops of whole whose partial results a collective was found for */
    GHashTable *laid;        /* ops of local that move elements -> the layout of their results, where it is an operand's, not what propagation says */
    GHashTable *sized;       /* ops of local of which only the size of their pieces says how they lie */
    int laid_depth;          /* while a layout in x->laid is looked for, through ops that were computed otherwise in turn */
    GHashTable *roots;       /* value of local + 1 -> GPtrArray of RootLeaf */
    struct Elements *elements; /* NULL = elements cannot be followed: no mesh, or replicas */
} Explain;

/* Notes what computations return; before the first explain_ahead. */
void explain_note_roots(Explain *x);

/* Position of the canonical value among the operands of an op of whole, -1 = it is none. */
int explain_operand_with(const Align *a, const IrOp *op, int value);
/* What an operand of a collective is for. found: what was found so far, in the program's order. */
Found explain_find(Explain *x, IrOp *coll, int operand, const GArray *found);

enum { MAX_CONSUMERS = 64 };

typedef struct Consumer {
    const IrOp *op;          /* of whole */
    const IrOp *by;          /* the op of local that was matched with it */
    int by_pos;
} Consumer;

/* The first ops after a value of local that are ops of whole; what the compiler made is walked through. */
typedef struct Ahead {
    Consumer v[MAX_CONSUMERS];
    int n;
    int output;              /* result of the program that it becomes, -1 = none */
    const IrOp *loop;        /* of local: the loop that carries it from trip to trip */
    IrValue carried;         /* what a trip of that loop returns of it */
} Ahead;
void explain_ahead(const Explain *x, int value, Ahead *out);

/* Collectives for one value and consumer, in order: the two layouts. Either is NULL if it is not known. */
typedef struct Layouts {
    const Sharding *from, *to;
    AxisList axes;           /* along which they run */
    bool through_whole;      /* the value is whole on every device in between, and divided again afterwards */
    bool exact;              /* both were found by following elements (exact.h), through all of the collectives */
    bool sized;              /* how the value was divided is known by the size of its pieces only */
    bool halo;               /* exact, and pieces reach beyond tiles' edges */
} Layouts;
Layouts explain_layouts(Explain *x, const Found *const *chain, int n);
/* The mesh axes along which the members of a collective's groups differ; empty if they run along no axes. */
AxisList explain_axes(Explain *x, const IrOp *coll);
/* `axes` cut into primes, without those of `less`. */
AxisList explain_without(const Explain *x, AxisList axes, AxisList less);
/* The mesh cut as finely as possible, a piece for each prime factor of each axis, major to minor: how many, at most `max`. */
int explain_pieces(const Mesh *mesh, AxisRef *out, int max);
/* The sharding of a leaf, replicated if it has none; NULL for tuples and tokens. */
const Sharding *explain_sharding(const Explain *x, const IrOp *op, int leaf);

/* True if the collectives can be an exchange of edges for the op that takes the value: permutes only, and an op that looks beyond its piece. */
bool explain_exchanges_edges(const Found *const *chain, int n);
/* True if the op combines elements, or looks at all of them, along a dimension of an operand that is split on some of these axes. *value: which
 * operand's dimension; each may be NULL. */
bool explain_combines_over(Explain *x, const IrOp *op, AxisList axes, int *operand, int *dim);
/* True if it gathers partial results of the reduction or search that makes the value, for each device to combine them: as many elements from
 * each member as the result's piece has. */
bool explain_gathers_partial(Explain *x, const Found *f);
/* True if the collective adds up arrays in which each device has its piece and zeros beside it: what is added is whole elements, no parts of them. */
bool explain_adds_pieces(const Found *f);
/* The value as its consumer takes it: of equal ones the one that the program names there, of what a manual region returns the whole outside. */
IrValue explain_taken(const Found *f, IrValue value);
/* One sentence; sets the cause. */
const char *explain_reason(Explain *x, const Found *f, const Layouts *l, Cause *cause);
/* "all-gather(dim 0, x)". */
void explain_step_text(Explain *x, GString *out, const IrOp *coll);
