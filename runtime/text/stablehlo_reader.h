/* The StableHLO reader: its state, an operation being read, and the rows of the op table. The reader goes through the text once: every
 * operation, pretty or generic, becomes an MOp (operands, one dictionary, regions, result types), and a row of the op table makes
 * ops of the IR of it. Start at stablehlo.c. */
#pragma once

#include "runtime/text/mlir_attr.h"
#include "runtime/text/text.h"

typedef struct Region Region;

/* How a region may use values from outside; HLO's computations cannot. */
typedef enum RegionKind {
    REGION_FUNCTION, /* not at all */
    REGION_MANUAL,   /* not at all: the bodies of sdy's ops */
    REGION_LIFTED,   /* such values become inputs of the op: while, case, if */
    REGION_CLONED,   /* only constants, which are cloned: reduce, sort, scatter, ... */
} RegionKind;

typedef struct Capture {
    IrOp *outer, *local;
} Capture;

struct Region {
    RegionKind kind;
    IrComp *comp;
    Region *parent;
    int depth;
    int first_binding;       /* arguments are the first n_args bindings */
    int n_args;
    IrOp **args;             /* parameters; LIFTED: stand-ins until lift_region() */
    bool *arg_used;
    VEC(Capture) captures;   /* LIFTED, in order of first use */
    GHashTable *local_of;    /* outer op -> local op */
    IrOp **yields;           /* operands of the terminator */
    int n_yields;
    const char *ended_by;    /* the terminator's name */
    const char *ended_at;
    const char *at;          /* of its '{' */
};

typedef struct Binding {
    const char *name;        /* in the text, without '%' */
    uint32_t name_len;
    uint32_t shadowed;       /* index + 1 of the binding of the same name further out, or 0 */
    union {
        IrOp *one;           /* n = 1 */
        IrOp **values;       /* one per result */
    } u;
    Region *region;
    int n;
    bool used;
} Binding;

typedef struct MOp {
    const char *name;        /* interned: "stablehlo.add" */
    const struct OpRow *row;
    const char *at;          /* of the op's first character */
    TextPos pos;
    const char *name_at;
    IrOp **operands;
    int n_operands, cap_operands;
    const char **operand_at;
    MDict attrs;
    const char *words[4];    /* bare words of a pretty form */
    int n_words;
    Region **regions;
    int n_regions;
    const Type **arg_types;  /* NULL: not in the text */
    int n_arg_types;
    const Type **types;      /* of the results */
    int n_types;
    bool short_types;        /* the text gave types of the operands or results, not a function's */
    MLoc loc;
    IrOp *only;              /* storage of the result of ops with a single one */
    IrOp **results;          /* filled by the row's build function: n_types of them */
    IrOp *main;              /* the op that gets the annotations; NULL = the op of the first result */
} MOp;

typedef struct Callee {      /* a function's symbol */
    const char *name;
    IrComp *comp;            /* NULL until defined */
    const char *at;
    bool is_public, declared;
} Callee;

typedef struct CallSite {
    IrOp *op;
    const char *callee;      /* interned */
    const char *at;
    int index;               /* among the op's computations */
    bool only_named;         /* by a custom call, whose target determines the arguments */
} CallSite;

typedef struct Reader {
    Mlir x;
    IrModule *m;
    Region *region;          /* innermost */
    MOp *op;                 /* being built */
    VEC(Binding) bindings;
    StrTable *value_names;   /* a name's tag: index + 1 of the innermost binding */
    VEC(uint32_t) numbered;  /* the same for the names %0, %1, ..., which are the most frequent */
    GHashTable *callees;     /* interned name -> Callee */
    GPtrArray *functions;    /* Callee in order of definition */
    VEC(CallSite) calls;
    GPtrArray *regions;      /* all, to be freed at the end */
    StrTable *row_names;     /* an op name's tag: index of its row + 1 */
    TypeVec arg_types, result_types; /* of the operation being read, before they are copied */
    GHashTable *outer_of;    /* stand-in -> the value that it represents, one region further out */
    GString *meshes;         /* "{mesh = #sdy.mesh<..>, ..": the module's pair */
    GHashTable *mesh_text;   /* interned mesh name -> its text in the scratch arena */
    VEC(IrAlias) aliases;
} Reader;

typedef bool (*FormFn)(Reader *r, MOp *op);  /* reads a pretty form behind the op's name, up to its location */
typedef bool (*BuildFn)(Reader *r, MOp *op); /* makes IR ops; sets op->results and perhaps op->main */

typedef struct OpRow {
    const char *name;   /* with dialect; NULL: the opcode's own (op_row_name) */
    OpCode code;
    FormFn form;        /* NULL: the common one */
    BuildFn build;      /* NULL: the row is empty */
    int n_regions;
    const char *attrs;  /* known attributes, separated by blanks */
    RegionKind region;
} OpRow;

/* stablehlo_table.c */
extern const OpRow stablehlo_rows[];
extern const int n_stablehlo_rows;
const char *op_row_name(const OpRow *row);
