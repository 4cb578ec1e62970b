/* The log of the compiler's decisions and their reasons. Passes append while they decide; the recorder converts the log to trace rows
 * afterwards (before that, ops have no row ids), and reports without a trace read it directly.
 *
 * Ops are identified by IrOp.id in the module as it is after `import` (whole shapes); ids stay valid in later passes.
 * All texts and lists live in the log's arena. Every function accepts a NULL log and then records nothing. */
#pragma once

#include "runtime/ir/ir.h"

typedef struct NamedDim {          /* a dim of a value, by the name it had at the time */
    const char *name;              /* of its op; NULL = a result of the program */
    int leaf, dim;
} NamedDim;

typedef struct PropStep {          /* one step of propagation, taken or refused */
    int op, leaf, dim;             /* the value whose sharding changed; dim -1 = whole value */
    const Mesh *mesh;
    AxisList axes, asked;          /* axes: added (or refused); asked: the axes offered, if only a prefix was taken */
    int src_op, src_leaf;          /* the value that the axes came from; -1 = an annotation */
    const Loc *src_loc;
    int via_op;                    /* the op that related the two values; -1 = none */
    const char *factor;            /* "i (reduction, size 64)" */
    int direction;                 /* 1 forward 2 backward */
    bool taken;
    const char *why;               /* NULL: made on demand from the fields below (decision_step_why) */
    NamedDim value, from;          /* from.dim -1 = no single value */
    const char *via;               /* name of via_op; NULL = the program's result */
    OpCode via_code;
    int priority, stage;
} PropStep;

typedef enum Cause {               /* values as in the trace's reshard.cause */
    CAUSE_USER_CONSTRAINT = 1, CAUSE_OP_RULE, CAUSE_INPUT, CAUSE_OUTPUT, CAUSE_MANUAL, CAUSE_CONFLICT, CAUSE_LOOP,
    CAUSE_HALO, CAUSE_UNSUPPORTED, CAUSE_ALIAS
} Cause;

typedef struct PlanOption {        /* one of the plans that were considered for a reshard */
    const char *plan;              /* "all-gather(dim 1, b) ; slice(dim 0, a)" */
    double est_ns;
    int64_t bytes_moved, peak_bytes;
    bool chosen;
    const char *rejected_because;
} PlanOption;

typedef struct Reshard {           /* a place where a layout changes, or partial values are added up */
    int id;                        /* 1-based; IrOp.reshard_id of the ops made for it */
    int value_op, leaf;            /* the value that is moved */
    int user_op, user_pos;         /* the consumer that needs it; -1 = the program's result or none */
    const Sharding *from, *to;
    int64_t rank;
    Cause cause;
    int cause_op;                  /* -1 = none */
    const Loc *cause_loc;
    const char *why;               /* one sentence, shown unchanged */
    const char *plan;              /* of the chosen option */
    int64_t bytes_full, bytes_moved; /* bytes_full: whole value; bytes_moved: received by the device that receives most, once */
    int64_t bytes_in;              /* of its operand of the collectives, on a device; 0 = not known, as long as it is planned */
    double est_ns;
    int64_t trips;                 /* executions per step; loops of unknown length count 1 */
    bool is_remat;                 /* the whole value is gathered, then sliced */
    int choice;                    /* index in choices; -1 = none */
    int shared_with;               /* id of the reshard whose collectives also serve this one; 0 = has its own */
    const char *gone;              /* why nothing of it is in the final program; NULL = it is, or it sends nothing */
    int certainty;                 /* as reshard.certainty; 0 = 100, recorded as it was decided */
    int evidence;                  /* of what is explained afterwards: Evidence of runtime/xla/explain.h */
    int logged;                    /* the partitioner's log: 1 = has it, -1 = contradicts it, 0 = says nothing */
    int n_options;
    PlanOption *options;
} Reshard;

typedef struct ChoiceOption {
    const char *text;
    double est_ns, comm_ns, compute_ns;
    int64_t bytes_moved, peak_bytes;
    int64_t far_bytes;             /* of bytes_moved, those between hosts or slices, if the hardware has several */
    double flops;
    bool chosen;
    const char *rejected_because;  /* NULL: it costs more (decision_option_why), or it was chosen */
} ChoiceOption;

typedef struct Choice {            /* an op with more than one way to run sharded */
    int op;
    const char *what;              /* "dot", "scatter" */
    const char *far;               /* what far_bytes are between: "hosts", "slices" */
    int n_options;
    ChoiceOption *options;         /* cheapest first */
} Choice;

typedef struct OpSplit {           /* how the work of one op is divided */
    int op;
    int how;                       /* 0 repeated on every device, 1 split, 2 split over some axes, 3 not supported sharded */
    const Mesh *mesh;
    AxisList axes, idle_axes;
    const char *why;
    double flops_one, flops_sum;   /* FLOPs unsharded, and summed over devices */
} OpSplit;

typedef struct Annotation {        /* what the user wrote */
    int op, leaf, kind;            /* kind: 1 parameter 2 result 3 constraint 4 manual in 5 manual out 6 rule 7 group 8 --shard */
    const char *text;
    const Sharding *sharding;
    const Loc *loc;
} Annotation;

typedef struct DecisionLog {
    Arena *arena;
    GString *text; /* scratch space for building a text */
    bool quiet; /* the rows recorded now will not be read: make no texts */
    VEC(PropStep) steps;
    VEC(Reshard) reshards;
    VEC(Choice) choices;
    VEC(OpSplit) splits;
    VEC(Annotation) annotations;
} DecisionLog;

DecisionLog *decision_log_new(void);
void decision_log_free(DecisionLog *log);
/* Each copies the struct and returns its index, -1 without a log. Texts and lists are borrowed unless they were made in log->arena. */
int decision_step(DecisionLog *log, const PropStep *s);
int decision_reshard(DecisionLog *log, const Reshard *r);   /* sets id = index + 1 */
int decision_choice(DecisionLog *log, const Choice *c);
int decision_split(DecisionLog *log, const OpSplit *s);
int decision_annotation(DecisionLog *log, const Annotation *a);
/* Values whose op is about to be removed, and their replacements (which may be on the list too). */
typedef struct Renamed {
    int op, leaf, to_op, to_leaf;
} Renamed;
/* Makes steps and annotations refer to the replacements. */
void decision_rename(DecisionLog *log, const Renamed *list, int n);
/* "dot_general (mlp.py:12, in linear.py:287)": an op by the user's name for it; "in" gives the line of an installed package, if it is in
 * one. Backward ops are marked. "" without a log. */
const char *decision_label(DecisionLog *log, const IrOp *op);
/* For a constraint inside a helper function of the user's: the call of the helper. This is the nearest caller at which constraints of the
 * same line differ, else the next caller; NULL = none. */
const Loc *decision_call_site(const DecisionLog *log, const Loc *loc);
/* "mlp.py:48, called at line 12", "mlp.py:12, in shard.py:113": the user's line, and that of the helper. */
const char *decision_place(DecisionLog *log, const Loc *loc);
/* Why option i was not chosen; NULL for the chosen one. The text may be built in `scratch`. */
const char *decision_option_why(GString *scratch, const Choice *c, int i);
/* The sentence that explains a step. The text may be built in `scratch`. */
const char *decision_step_why(GString *scratch, const PropStep *s);
/* printf into the log's arena; "" without a log. */
const char *decision_text(DecisionLog *log, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
