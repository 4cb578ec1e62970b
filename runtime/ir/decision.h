/* What the compiler decided and why: passes append here while they decide, the recorder turns it into trace rows
 * afterwards (ops have no row ids before), and reports without a trace read it directly.
 *
 * Ops are named by IrOp.id of the module as it stands after `import` (whole shapes); ids stay valid in later passes.
 * All texts and lists live in the log's arena. A NULL log records nothing, every function accepts it. */
#pragma once

#include "runtime/ir/ir.h"

typedef struct NamedDim {          /* of a value, as it was called then */
    const char *name;              /* of its op; NULL = a result of the program */
    int leaf, dim;
} NamedDim;

typedef struct PropStep {          /* one step of propagation, taken or refused */
    int op, leaf, dim;             /* the value decided; dim -1 = whole value */
    const Mesh *mesh;
    AxisList axes, asked;          /* added (or refused); asked: what was offered when only a prefix was taken */
    int src_op, src_leaf;          /* where it came from; -1 = an annotation */
    const Loc *src_loc;
    int via_op;                    /* the op it travelled through; -1 = none */
    const char *factor;            /* "i (reduction, size 64)" */
    int direction;                 /* 1 forward 2 backward */
    bool taken;
    const char *why;               /* NULL: what is named below says it (decision_step_why) */
    NamedDim value, from;          /* from.dim -1 = no one value */
    const char *via;               /* NULL = the program's result */
    OpCode via_code;
    int priority, stage;
} PropStep;

typedef enum Cause {               /* as the trace's reshard.cause */
    CAUSE_USER_CONSTRAINT = 1, CAUSE_OP_RULE, CAUSE_INPUT, CAUSE_OUTPUT, CAUSE_MANUAL, CAUSE_CONFLICT, CAUSE_LOOP,
    CAUSE_HALO, CAUSE_UNSUPPORTED, CAUSE_ALIAS
} Cause;

typedef struct PlanOption {        /* a way to do a reshard that was considered */
    const char *plan;              /* "all-gather(dim 1, b) ; slice(dim 0, a)" */
    double est_ns;
    int64_t bytes_moved, peak_bytes;
    bool chosen;
    const char *rejected_because;
} PlanOption;

typedef struct Reshard {           /* one place where a layout changes, or partial values are combined */
    int id;                        /* 1-based; IrOp.reshard_id of the ops made for it */
    int value_op, leaf;            /* the value moved */
    int user_op, user_pos;         /* the consumer that asked; -1 = the program's result or none */
    const Sharding *from, *to;
    int64_t rank;
    Cause cause;
    int cause_op;                  /* -1 = none */
    const Loc *cause_loc;
    const char *why;               /* one sentence, shown as it is */
    const char *plan;              /* of the chosen option */
    int64_t bytes_full, bytes_moved; /* whole value; received by one device (the largest), once */
    double est_ns;
    int64_t trips;                 /* executions per step; unknown loops count 1 */
    bool is_remat;                 /* whole value gathered, then sliced */
    int choice;                    /* index in choices; -1 = none */
    int shared_with;               /* id of the reshard whose collectives serve this one; 0 = own */
    int n_options;
    PlanOption *options;
} Reshard;

typedef struct ChoiceOption {
    const char *text;
    double est_ns, comm_ns, compute_ns;
    int64_t bytes_moved, peak_bytes;
    double flops;
    bool chosen;
    const char *rejected_because;  /* NULL, of one not chosen: it costs more (decision_option_why) */
} ChoiceOption;

typedef struct Choice {            /* an op with more than one way to run sharded */
    int op;
    const char *what;              /* "dot", "scatter" */
    int n_options;
    ChoiceOption *options;         /* cheapest first */
} Choice;

typedef struct OpSplit {           /* how one op's work was divided */
    int op;
    int how;                       /* 0 repeated on every device, 1 split, 2 split over some axes, 3 not supported sharded */
    const Mesh *mesh;
    AxisList axes, idle_axes;
    const char *why;
    double flops_one, flops_sum;   /* unsharded; summed over devices */
} OpSplit;

typedef struct Annotation {        /* what the user wrote */
    int op, leaf, kind;            /* kind: 1 parameter 2 result 3 constraint 4 manual in 5 manual out 6 rule 7 group 8 --shard */
    const char *text;
    const Sharding *sharding;
    const Loc *loc;
} Annotation;

typedef struct DecisionLog {
    Arena *arena;
    GString *text; /* where the next one is put together */
    bool quiet; /* nobody will read the rows made now: no texts */
    VEC(PropStep) steps;
    VEC(Reshard) reshards;
    VEC(Choice) choices;
    VEC(OpSplit) splits;
    VEC(Annotation) annotations;
} DecisionLog;

DecisionLog *decision_log_new(void);
void decision_log_free(DecisionLog *log);
/* Each copies the struct (texts and lists are borrowed unless made in log->arena) and returns its index, -1 without a log. */
int decision_step(DecisionLog *log, const PropStep *s);
int decision_reshard(DecisionLog *log, const Reshard *r);   /* sets id = index + 1 */
int decision_choice(DecisionLog *log, const Choice *c);
int decision_split(DecisionLog *log, const OpSplit *s);
int decision_annotation(DecisionLog *log, const Annotation *a);
/* Values that are about to lose their op, and what stands for them from then on (which may be on the list too). */
typedef struct Renamed {
    int op, leaf, to_op, to_leaf;
} Renamed;
/* Steps and annotations of them become those of what stands for them. */
void decision_rename(DecisionLog *log, const Renamed *list, int n);
/* "dot_general (mlp.py:12, in linear.py:287)": an op as its user knows it, with the line of an installed package if it is in one, and a
 * word about the backward pass. "" without a log. */
const char *decision_label(DecisionLog *log, const IrOp *op);
/* Where a helper of the user's was called that constrains values, of its line: the nearest caller at which the constraints of
 * that line differ, else the next caller; NULL = none. */
const Loc *decision_call_site(const DecisionLog *log, const Loc *loc);
/* "mlp.py:48, called at line 12", "mlp.py:12, in shard.py:113": the user's line, and that of the helper. */
const char *decision_place(DecisionLog *log, const Loc *loc);
/* Why option i was not chosen; NULL of the one that was. May be put together in `scratch`. */
const char *decision_option_why(GString *scratch, const Choice *c, int i);
/* The sentence of a step. May be put together in `scratch`. */
const char *decision_step_why(GString *scratch, const PropStep *s);
/* printf into the log's arena; "" without a log. */
const char *decision_text(DecisionLog *log, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
