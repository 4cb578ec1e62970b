/* The program in memory: modules of computations of ops, with HLO's operations and semantics.
 *
 * HLO text and StableHLO text are read into this one form (runtime/text), passes edit modules in place or make new ones, and printers
 * write them out. Everything lives in the module's arena.
 * Ops with several results have a tuple type and get_tuple_element users, as in HLO. Operands always stand before their users in
 * IrComp.ops (the order of the list is a valid execution order); readers guarantee it.
 * Start reading at IrOp. */
#pragma once

#include "runtime/base/arena.h"
#include "runtime/base/diag.h"
#include "runtime/base/str.h"
#include "runtime/base/vec.h"
#include "runtime/ir/attrs.h"
#include "runtime/ir/type.h"
#include "runtime/shard/sharding.h"

/* A switch that handles only a few opcodes casts to int, so the compiler does not warn about the others. Switches over families and
 * attribute forms name all values, without a default. */
typedef enum OpCode {
#define OP(id, ...) OP_##id,
#include "runtime/ir/ops.def"
    N_OPCODES
} OpCode;

enum OpTraits { COMMUTES = 1, COMMUNICATES = 2, SIDE_EFFECT = 4, CALLS = 8, TO_PRED = 16, TO_PART = 32, ACCURACY = 64, EXACT = 128, HLO_ACCURACY = 256 };

typedef enum OpFamily {
    FAMILY_elementwise, FAMILY_leaf, FAMILY_iota, FAMILY_device_id, FAMILY_broadcast, FAMILY_reshape,
    FAMILY_transpose, FAMILY_reverse, FAMILY_slice, FAMILY_pad, FAMILY_concatenate,
    FAMILY_dynamic_slice, FAMILY_dynamic_update_slice, FAMILY_gather, FAMILY_scatter,
    FAMILY_bitcast_convert, FAMILY_dot, FAMILY_convolution, FAMILY_reduce, FAMILY_reduce_window,
    FAMILY_select_and_scatter, FAMILY_sort, FAMILY_topk, FAMILY_fft, FAMILY_linalg, FAMILY_rng_bits,
    FAMILY_tuple, FAMILY_control, FAMILY_barrier, FAMILY_collective, FAMILY_async, FAMILY_token,
    FAMILY_custom, FAMILY_constraint, FAMILY_reshard, FAMILY_group, FAMILY_manual, FAMILY_opaque,
    N_FAMILIES
} OpFamily;

typedef struct OpInfo {
    const char *id;         /* "all_gather" */
    const char *hlo, *mlir; /* spellings, NULL if there is none; mlir includes the dialect: "chlo.erf" */
    int n_args;             /* -1 = any */
    OpFamily family;
    AttrForm attrs;         /* which member of IrAttrs it has */
    int classes;            /* element-wise ops: bit 1 << ElemClass for each class of elements it is defined for */
    int traits;
} OpInfo;
extern const OpInfo op_info[N_OPCODES];

/* Look-up by spelling; N_OPCODES if unknown. MLIR's without its dialect: "add" of "stablehlo.add", "erf" of "chlo.erf". */
OpCode opcode_from_hlo(const char *name, size_t n);
OpCode opcode_from_mlir(const char *name, size_t n);
/* The StableHLO spelling without its dialect, "erf"; the id if the op has none. */
const char *opcode_mlir_word(OpCode code);
/* True if the StableHLO spelling is one of the CHLO dialect. */
bool opcode_is_chlo(OpCode code);
/* All HLO spellings, NULL-terminated, for diag_nearest. */
const char *const *opcode_hlo_names(void);

/* ---- provenance ------------------------------------------------------------------------------ */

/* A position in the user's source, as the framework recorded it. Not interned: compare fields. */
typedef struct Loc {
    const char *file; /* NULL = not known */
    int line, col, end_line, end_col;
    const char *func;
    const struct Loc *caller; /* the frame that called, or NULL */
} Loc;

typedef struct IrComp IrComp;
typedef struct IrModule IrModule;

/* ---- attributes (attrs.h) and annotations ------------------------------------------------------ */

/* A key and the text of its value: frontend attributes, and attributes that are kept only for printing. */
typedef struct IrPair {
    const char *key, *value;
    bool raw; /* the value is a raw dictionary {...}, printed without quotes */
} IrPair;

/* ---- ops ------------------------------------------------------------------------------------- */

struct IrOp {
    OpCode code;
    int id;              /* unique in the module and never reused; the trace and side tables use it */
    int pos;             /* index in parent->ops, maintained by comp_renumber() and the builder */
    const char *name;    /* unique in the module, without '%' */
    const Type *type;
    int n_operands, n_comps;
    IrOp **operands;
    /* Shardings, one per leaf of the type (type_n_leaves); NULL array = none at all, NULL entry = that leaf
     * has none. Filled by `import` from the annotations below, completed by `propagate`. */
    const Sharding **shardings;
    IrComp *parent;      /* fields up to here fill one cache line: most readers need no others */
    IrComp **comps;      /* computations called: reduce 1 (to_apply), while 2 (condition, body), ... */
    IrAttrs a;

    /* Annotations as read, in their own spelling; `import` interprets them. */
    const char *sharding_text;  /* text of HLO's sharding={...} with its braces, or of mhlo.sharding; or NULL */
    IrPair *pairs;              /* frontend attributes; sdy.sharding = .. is stored as "xla.sdy.sharding" */
    IrPair *extra;              /* other attributes kept for printing, in order (metadata fields, control-predecessors, ...) */
    int n_pairs, n_extra;

    /* Provenance, kept through every pass. */
    TextPos at;             /* where the op is in the program text */
    const Loc *loc;         /* the user's source line; NULL = unknown */
    const char *op_name;    /* the framework's path: "jit(f)/mlp/dot_general", or a parameter's name "w['b1']" */
    const int *origins;     /* ids of the ops of the parsed module that this one implements, ascending */
    int n_origins;
    int reshard_id;         /* id in the decision log of the reshard this op was made for; 0 = none */
    const int *more_reshards; /* further reshards, if the op was merged from several (op_add_origins) */
    int n_more_reshards;
    /* After `import`, in a module with several orders of devices (mixed_orders): an annotation's sharding, on the mesh of the module's
     * axes whose order it says; NULL = none. */
    const Sharding *wanted;
};

typedef struct IrParamInfo { /* annotations of a function signature; per entry parameter or result */
    IrPair *pairs;           /* "xla.sdy.sharding", "jax.result_info", "tf.aliasing_output", "jax.buffer_donor" */
    int n_pairs;
    const char *sharding_text;
    const Sharding *sharding; /* from the annotation (`import`), then from propagation; NULL = none */
    const Sharding *wanted;   /* of a function other than the entry, in a module with several orders of devices: as IrOp's */
} IrParamInfo;

struct IrComp {
    const char *name;
    IrModule *module;
    IrOp **ops;          /* in execution order */
    int n_ops, cap;
    IrOp **params;       /* by number */
    int n_params;
    IrOp *root;
    IrParamInfo *results; /* one per leaf of the root type, or NULL: result annotations of a function */
    bool is_function;     /* a func.func, or an HLO computation that is the target of a call */
    TextPos at;
    IrPair *extra;        /* execution_thread, signature spelling */
    int n_extra;
};

/* The order of devices in which an argument or result is said to be, in a module with several. */
typedef struct IrPlacement {
    bool is_result;
    int leaf;                  /* of all arguments, or of the results */
    const Mesh *mesh;          /* the module's axes, its own device ids */
} IrPlacement;

typedef struct IrAlias { int64_t output, param; bool must; } IrAlias; /* leaf numbers; output -1 = donor only */

struct IrModule {
    Arena *arena;
    StrTable *strs;       /* names and texts */
    TypeTable *types;
    ShardingTable *shardings; /* meshes and shardings */
    const char *name;
    const char *path;     /* of the file it was read from */
    IrComp **comps;       /* callees before callers; entry last */
    int n_comps, cap_comps;
    IrComp *entry;
    int64_t n_replicas, n_partitions; /* n_partitions 0 = unspecified */
    bool is_scheduled;
    IrAlias *aliases;
    int n_aliases;
    IrPair *pairs;        /* module frontend attributes; Shardy meshes are "xla.sdy.meshes" as raw "{mesh = #sdy.mesh<..>}" */
    int n_pairs;
    IrPair *extra;        /* header attributes kept for printing, stack-frame tables, spelling flags */
    int n_extra;
    const Loc *const *frames; /* the text's stack-frame table: frame k is frames[k - 1] */
    int n_frames;
    struct NameTable *op_names, *comp_names; /* names in use (names.h) */
    const Mesh *mesh;     /* the program's mesh, after `import`; NULL before, or if there is none */
    bool mixed_orders;    /* after `import`: annotations want several orders of devices, which no one mesh has (partition/orders.h) */
    IrPlacement *placements; /* then: arguments and results whose order is said */
    int n_placements;
    bool uneven_boundary; /* after `import`: annotations are GSPMD's, so shardings of arguments and results may divide them unevenly */
    int next_id;
};

/* The innermost frame in the user's own code: not in an installed package or the language's library (trace_file_installed()). `loc` itself if there is none; NULL
 * for NULL. */
const Loc *loc_of_user(const Loc *loc);
/* Where messages say that the op is: in the program's text; of a binary program, whose bytes nobody can look up, the user's source line where it is
 * known. Lives as long as the op. */
TextPos op_place(const IrOp *op);
#define OP_AT(op) ((const TextPos[]){ op_place(op) })

/* ---- building and editing (build.c) ----------------------------------------------------------- */

IrModule *module_new(const char *name);
void module_free(IrModule *m);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IrModule, module_free)

IrComp *comp_new(IrModule *m, const char *name); /* name made unique; appended to m->comps */
/* A computation of two scalars that applies one op to them, as reductions call. */
IrComp *comp_of_two(IrModule *m, const char *name, OpCode code, const Type *scalar);
/* Appends a new op; the operand array is copied, the name made unique (`hint` NULL: the opcode's name). Provenance is empty: see
 * op_inherit. */
IrOp *op_new(IrComp *c, OpCode code, const Type *type, const char *hint, int n_operands, IrOp *const *operands);
/* For readers: a name of n_name bytes that is already legal. */
typedef struct NamedOp {
    OpCode code;
    const Type *type;
    const char *name;
    size_t n_name;
    int n_operands;
    IrOp *const *operands;
} NamedOp;
IrOp *op_new_named(IrComp *c, const NamedOp *o);
/* Copies loc, op_name, origins, at and the reshards of `from`. */
void op_inherit(IrOp *op, const IrOp *from);
/* Copies `a`, comps, shardings and every annotation (sharding_text, pairs, extra) of `from`, an op of the same module; op_inherit copies
 * the provenance. */
void op_copy_attrs(IrOp *op, const IrOp *from);
/* Adds the origins and reshards of `from` to those of op, when ops are merged or combined. */
void op_add_origins(IrOp *op, const IrOp *from);
/* The same for many ops at once: thousands of equal ops share one list instead of growing one each. */
void op_add_origins_of(IrOp *op, IrOp *const *from, int n);
void op_set_comps(IrOp *op, int n, IrComp *const *comps);
const Literal *literal_new(IrModule *m, const Type *type, const void *data, bool splat); /* data is copied */
Ints ints_dup(Arena *a, const int64_t *v, int n);
bool ints_equal(Ints a, Ints b);
bool ints_have(Ints list, int64_t v);
/* True for infeed and outfeed, and for send and recv (and their done halves) whose attributes name the host. */
bool op_is_with_host(const IrOp *op);
/* The devices that a send or receive joins, source, target, source, ..., as its frontend attribute SENT_PAIRS says: "{{0,1},{1,2}}". False
 * if it has none, or it says something else. */
#define SENT_PAIRS "_xla_send_recv_source_target_pairs"
bool op_sent_pairs(Arena *a, const IrOp *op, Ints *out);
const char *pair_get(const IrPair *pairs, int n, const char *key); /* value or NULL */
/* A pair of modules whose program is what one device runs, so that their text is known as such when it is read again. */
#define IR_PER_DEVICE "shardscope.per_device"

/* pair_push borrows the texts; pair_add copies key and value. The array must come from these functions or from pairs_dup (which borrows
 * the texts): its capacity is the next power of two. */
void pair_push(Arena *a, IrPair **pairs, int *n, IrPair pair);
void pair_add(Arena *a, IrPair **pairs, int *n, const char *key, const char *value, bool raw);
IrPair *pairs_dup(Arena *a, const IrPair *pairs, int n);

/* Orders computations: callees before callers, entry last; unreachable ones are dropped. Call it after ops were made to refer to
 * computations from comp_new or comp_clone. */
void module_order_comps(IrModule *m);
/* After edits: recomputes pos and params. comp_drop_dead also removes dead ops: without users, not the root or a parameter, no
 * SIDE_EFFECT, collectives only if `drop_collectives`. */
void comp_renumber(IrComp *c);
int comp_drop_dead(IrComp *c, bool drop_collectives);
/* A deep copy of a whole module as a new one with the same op ids and names; it does not refer to the old one. */
IrModule *module_clone(const IrModule *m);
/* Deep copies of all computations of `from` into `to`, with new ids and names. Returns that of its entry; `to` keeps its own. */
IrComp *module_graft(IrModule *to, const IrModule *from);
/* A deep copy of a computation within its module, with new op names; called computations are shared. */
IrComp *comp_clone(IrComp *c);
/* Gives every call, while, conditional, fusion and manual its own clone of the computations it calls, so that each has one caller
 * (reducers and comparators stay shared). Cloned ops keep `origins` of the original. False with *error if the module would exceed
 * MAX_FLAT_OPS. */
enum { MAX_FLAT_OPS = 2000000 };
bool module_flatten_calls(IrModule *m, GError **error);
/* Inlines every call in every computation, innermost first; call module_flatten_calls first. Linear time. */
void module_inline_calls(IrModule *m);

/* ---- queries (walk.c) -------------------------------------------------------------------------- */

static inline OpFamily op_family(const IrOp *op)
{
    return op_info[op->code].family;
}
static inline bool op_is_collective(const IrOp *op)
{
    return (op_info[op->code].traits & COMMUNICATES) != 0;
}
/* True for the collectives that have HLO's use_global_device_ids: group ids then number replicas and partitions together. */
static inline bool op_says_global_ids(const IrOp *op)
{
    return op->code == OP_all_reduce || op->code == OP_all_gather || op->code == OP_reduce_scatter || op->code == OP_all_reduce_start ||
           op->code == OP_all_gather_start;
}
/* What the ids in the groups and pairs of a collective number: HLO's four modes. IDS_BOTH: replicas, each with all its partitions. */
typedef enum IdMode { IDS_REPLICAS, IDS_PARTITIONS, IDS_BOTH, IDS_FLATTENED } IdMode;
IdMode op_id_mode(const IrOp *op);
/* How many there are of these; 0 = the module does not say. */
int64_t op_n_ids(const IrOp *op);
/* Users of every op of a computation, in execution order; one entry per operand slot. Valid until the computation changes; free with
 * uses_free. */
typedef struct Uses {
    IrOp **users;     /* users of op at pos p: users[first[p] .. first[p + 1]) */
    int *slots;       /* operand number within the user */
    int *first;
} Uses;
Uses uses_of(const IrComp *c);
void uses_clear(Uses *u);

/* A result of an op: leaf i of its type. get_tuple_element and tuple only rename values. */
typedef struct IrValue {
    IrOp *op;
    int leaf;
} IrValue;
/* The value that get_tuple_element and tuple ops pass on: an op that computes it, or a parameter. */
IrValue value_resolve(IrOp *op, int leaf);

typedef enum ReduceKind { REDUCE_SUM, REDUCE_PRODUCT, REDUCE_MAX, REDUCE_MIN, REDUCE_AND, REDUCE_OR, REDUCE_XOR, REDUCE_OTHER } ReduceKind;
/* What a two-parameter computation over scalars computes, if it is one of the simple reductions (operands in either order). */
ReduceKind comp_reduce_kind(const IrComp *c);
/* Writes the identity of `kind` (kind(k, x) = x) as one element of `e` to `out`. False for REDUCE_OTHER. */
bool reduce_identity(ReduceKind kind, ElemType e, void *out);
/* True if the op is one integer for all elements: a constant, also through broadcasts, reshapes and converts of integers. *out is its
 * value. */
bool op_constant_int(const IrOp *op, int64_t *out);
typedef struct WhileCounter {
    int leaf;              /* of the state */
    int64_t from, step;    /* its value in trip t (from 0) is from + t * step */
    int64_t trips;
} WhileCounter;
/* The counter of a while loop whose condition compares it with a constant; false = unknown. */
bool while_counts(const IrOp *loop, WhileCounter *out);
/* Iterations of a while loop whose condition compares a counter with a constant; -1 = unknown. */
int64_t while_trip_count(const IrOp *loop);
/* StableHLO's broadcast_in_dim repeats dims of one element. Readers make a reshape that removes these dims and keeps each operand dim's
 * result dim in `a.stretched`, then a broadcast. Returns the reshape of such a broadcast, else NULL. */
IrOp *broadcast_stretched(const IrOp *op);
/* True if leaf `leaf` of the loop's state is a value from outside that the loop only reads: the body passes it on unchanged, and the
 * program's text does not list it as state (HLO lists all state; there, unchanged leaves count). */
bool while_captures(const IrOp *loop, int leaf);

/* ---- checking and printing ---------------------------------------------------------------------- */

/* The type that follows from the op's operands and attributes, or NULL with *error. For ops whose type cannot be inferred (parameter,
 * constant, reshape, iota, convert, custom_call, ...) checks op->type and returns it. */
const Type *op_infer(const IrOp *op, GError **error);
/* The result of compare on two integers. */
bool compare_holds(CompareDir dir, int64_t x, int64_t y);
/* False with SHARD_ERROR_LIMIT if calls nest deeper than the limit. Readers check it, so walks over calls may be recursive here and in
 * every pass. */
enum { MAX_CALL_DEPTH = 1000 };
bool module_check_depth(const IrModule *m, GError **error);
/* Checks structure, arity, types and attributes of the whole module. Errors have the op's text position. */
bool module_verify(const IrModule *m, GError **error);
/* False with *error if a type has a dimension of unknown size or is a buffer: legal, but not executable. */
bool module_check_runnable(const IrModule *m, GError **error);

/* Notes of the HLO reader for the printer, kept in `extra` under keys with a blank, which no text can contain. Keys of modules: */
#define KEY_SPELLING "read spelling"    /* "hlo", "hlo-short" or "hlo-dump" */
#define KEY_ENTRY_BEFORE "entry before" /* the computation that follows the entry in the text */
/* Keys of ops: */
#define KEY_ASYNC_SUGAR "async sugar"             /* spelled with the wrapped op's name, as add-start */
#define KEY_CONFIG_QUOTED "backend_config quoted" /* a string, though it looks like a dictionary */
#define KEY_NARROW_BRACES "narrow braces"         /* a constant without elements, spelled { } and not {  } */

typedef enum IrSpelling { SPELL_HLO, SPELL_HLO_SHORT, SPELL_HLO_DUMP, SPELL_STABLEHLO } IrSpelling;
/* The module as text, in a new string that the caller frees (text/program.c). */
char *module_print(const IrModule *m, IrSpelling spelling);
/* The same for HLO spellings only. */
char *hlo_print(const IrModule *m, IrSpelling spelling);
/* Prints one module repeatedly, after each pass, in HLO's short spelling: lines of unchanged instructions are taken from the previous
 * text. */
typedef struct PrintMemo PrintMemo;
PrintMemo *print_memo_new(void);
void print_memo_free(PrintMemo *memo);
/* A text with a reference count: free with hlo_text_unref. The same object is returned again if nothing changed. */
typedef struct HloText HloText;
HloText *hlo_print_again(const IrModule *m, PrintMemo *memo);
HloText *hlo_text_ref(HloText *text);
void hlo_text_unref(HloText *text); /* accepts NULL */
/* The text, NUL-terminated (the size excludes the NUL), owned by the object. Assembled at the first call; any thread may call. */
GBytes *hlo_text_bytes(HloText *text);
