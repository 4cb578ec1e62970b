/* What the files of the StableHLO reader share. The reader goes once through the text: every operation, pretty or
 * generic, becomes an MOp (operands, one dictionary, regions, result types), and a row of the op table turns that
 * into ops of the IR. Start at stablehlo.c. */
#pragma once

#include "runtime/text/mlir_attr.h"
#include "runtime/text/text.h"

typedef struct Region Region;

/* How a region may use values from outside; HLO's computations are closed. */
typedef enum RegionKind {
    REGION_FUNCTION, /* not at all */
    REGION_MANUAL,   /* not at all: the bodies of sdy's ops */
    REGION_LIFTED,   /* they become inputs of the op: while, case, if */
    REGION_CLONED,   /* constants only, cloned in: reduce, sort, scatter, ... */
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
    const Type **arg_types;  /* NULL: the text did not say */
    int n_arg_types;
    const Type **types;      /* of the results */
    int n_types;
    bool short_types;        /* the text gave types of the operands or results, not a function's */
    MLoc loc;
    IrOp *only;              /* the result of most */
    IrOp **results;          /* filled by the row's build function: n_types of them */
    IrOp *main;              /* the op that annotations belong to; NULL = that of the first result */
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
    bool only_named;         /* by a custom call: what it is given is up to the target */
} CallSite;

typedef struct Reader {
    Mlir x;
    IrModule *m;
    Region *region;          /* innermost */
    MOp *op;                 /* being built */
    VEC(Binding) bindings;
    StrTable *value_names;   /* a name's tag: index + 1 of the innermost binding */
    VEC(uint32_t) numbered;  /* the same for %0, %1, ..., which most values are called */
    GHashTable *callees;     /* interned name -> Callee */
    GPtrArray *functions;    /* Callee in order of definition */
    VEC(CallSite) calls;
    GPtrArray *regions;      /* all, to be cleared */
    StrTable *row_names;     /* an op name's tag: index of its row + 1 */
    TypeVec arg_types, result_types; /* of the operation being read, before they are copied */
    GHashTable *outer_of;    /* stand-in -> the value it stands for, one region further out */
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

/* ---- stablehlo_scope.c: scopes and regions ---------------------------------------------------------------- */

Region *region_open(Reader *r, RegionKind kind, const char *name);
/* Leaves the scope of the region, which must be the innermost. */
void region_close(Reader *r, Region *region);
void region_clear(gpointer region); /* frees what is on the heap of it */
/* Adds an argument to the innermost region: a parameter or a stand-in. */
IrOp *region_arg(Reader *r, Str name, const char *at, const Type *type, const MLoc *loc);
/* "{ [^bb0(args):] ops }" into the given open region; closes it. */
bool region_read(Reader *r, Region *region);
bool value_name_read(Reader *r, Str *out); /* "%name" */
/* "%name[#i]" */
IrOp *value_read(Reader *r, const char **at);
/* "(%a: T, %b: T)" as arguments of the innermost region. */
bool region_args_read(Reader *r);
const char *str_dup_z(Reader *r, Str s);
/* "unknown operation", with the nearest known one; false. */
bool reader_unknown_op(Reader *r, const char *at, const char *name);

/* ---- stablehlo.c, stablehlo_function.c: modules and functions ----------------------------------------------------------------- */

/* A function's symbol as its definition is met; NULL with the error if it was met before. */
Callee *reader_callee_new(Reader *r, const char *symbol, const char *at, bool is_public);
/* The region, read and closed, is the function's body. */
void reader_function_define(Reader *r, Callee *callee, Region *region, IrParamInfo *infos);
/* What the results' dictionaries say, per leaf; NULL if nothing. */
IrParamInfo *reader_result_infos(Reader *r, const TypeVec *types, const MDict *dicts, int n);
void reader_annotate_arg(Reader *r, IrOp *param, const MDict *dict, bool is_entry);
void reader_annotate_module(Reader *r, const MDict *dict);
/* A function behind its keyword. */
bool reader_function_read(Reader *r);
/* Functions, meshes, modules up to '}' or the end. */
bool reader_items_read(Reader *r, bool braces);

/* ---- stablehlo_generic.c: module, func.func and sdy.mesh in the generic form ---------------------------- */

bool reader_generic_item_read(Reader *r, bool outermost);

/* ---- stablehlo_region.c: closing regions -------------------------------------------------------------- */

/* The region's computation gets its root: the one value yielded, or a tuple of them. */
void region_finish(Reader *r, Region *region);
/* What `outer` is inside the innermost region; NULL with the error set where that may not be. */
IrOp *region_import(Reader *r, Region *region, IrOp *outer, const char *at, const char *name);
bool mop_build_while(Reader *r, MOp *op);
bool mop_build_case(Reader *r, MOp *op);

/* ---- stablehlo_form.c, stablehlo_form_region.c: pretty forms ----------------------------------------------- */

bool mop_form_common(Reader *r, MOp *op);
bool mop_form_types(Reader *r, MOp *op); /* behind ':' */
bool mop_form_generic(Reader *r, MOp *op);
bool mop_form_reduce(Reader *r, MOp *op);
bool mop_form_while(Reader *r, MOp *op);
bool mop_form_manual(Reader *r, MOp *op);
bool mop_form_constant(Reader *r, MOp *op);
bool mop_form_check(Reader *r, MOp *op);
bool mop_form_scan(Reader *r, MOp *op);
/* An attribute known by its text: "[..]" or "<..>" at the cursor. */
bool mop_form_raw(Reader *r, MOp *op, const char *key);
/* Parts of forms. */
bool mop_form_operand(Reader *r, MOp *op);
bool mop_form_operands(Reader *r, MOp *op);                               /* "(%a, %b)" */
bool mop_form_pair(Reader *r, MOp *op, Str key, const char *at);          /* behind "key =" */
bool mop_form_loose(Reader *r, MOp *op);                                  /* "{..}": attributes of its own and any others */
bool mop_form_regions(Reader *r, MOp *op);                                /* "{..}, {..}" */
void mop_form_attr(Reader *r, MOp *op, const char *key, const char *at, MAttr *value);
void mop_form_args(Reader *r, MOp *op, const TypeVec *v);                 /* the operands' types, */
void mop_form_results(Reader *r, MOp *op, const TypeVec *v);              /* and the results' */

/* ---- stablehlo_op.c: what build functions use -------------------------------------------------------------- */

bool mop_fail(Reader *r, const MOp *op, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
bool mop_unsupported(Reader *r, const MOp *op, const char *hint, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* A new op at the end of the innermost region with the provenance of the MOp being built. */
IrOp *mop_emit(Reader *r, OpCode code, const Type *type, int n, IrOp *const *operands);
/* The op's only result. */
bool mop_result(MOp *op, IrOp *value);
/* An op with several results: get_tuple_elements of `tuple`. With one result the value itself, with none nothing. */
bool mop_results(Reader *r, MOp *op, IrOp *tuple);
/* The type for all results: the single one, or a tuple. */
const Type *mop_type(Reader *r, const MOp *op);
/* Attributes by one of two names (alt may be NULL); they count as understood. */
MAttr *mop_attr(MOp *op, const char *key, const char *alt);
bool mop_int(Reader *r, MOp *op, const char *key, const char *alt, int64_t missing, int64_t *out);
bool mop_bool(Reader *r, MOp *op, const char *key, const char *alt, bool missing, bool *out);
/* A list of numbers in the module's arena; false with the error if it is there and no list, or `required` and missing. */
bool mop_ints(Reader *r, MOp *op, const char *key, const char *alt, bool required, Ints *out);
/* All of these attributes are there (a list that ends in NULL). */
bool mop_needs(Reader *r, MOp *op, const char *const *keys);
/* The word of an enum attribute, or NULL. */
const char *mop_word(MOp *op, const char *key, const char *alt);
bool mop_arity(Reader *r, const MOp *op, int n_operands, int n_results);
/* Fields of struct attributes. */
bool mlir_field_ints(Reader *r, const MAttr *s, const char *key, Ints *out);
int64_t mlir_field_int(const MAttr *s, const char *key, int64_t missing);
const MAttr *mlir_field(const MAttr *s, const char *key);
/* What is left in the dictionary: annotations onto op->main, errors for what nobody knows. */
bool mop_annotate(Reader *r, MOp *op);
void reader_annotate_pair(Reader *r, IrPair **pairs, int *n, const MEntry *e);
/* x with its dims mapped into type's (size 1 dims that grow are dropped first). */
IrOp *mop_emit_broadcast(Reader *r, IrOp *x, const Type *type, Ints dims);
IrOp *mop_emit_splat(Reader *r, const Type *type, double f, int64_t i);

/* ---- stablehlo_table.c --------------------------------------------------------------------------------------- */

extern const OpRow stablehlo_rows[];
extern const int n_stablehlo_rows;
const char *op_row_name(const OpRow *row);

/* build functions, by file */
/* stablehlo_simple.c */
bool mop_build_elementwise(Reader *r, MOp *op);
bool mop_build_compare(Reader *r, MOp *op);
bool mop_build_reduce_precision(Reader *r, MOp *op);
bool mop_build_constant(Reader *r, MOp *op);
bool mop_build_constant_like(Reader *r, MOp *op);
bool mop_build_iota(Reader *r, MOp *op);
bool mop_build_leaf(Reader *r, MOp *op);
bool mop_build_plain(Reader *r, MOp *op);
bool mop_build_barrier(Reader *r, MOp *op);
bool mop_build_tuple(Reader *r, MOp *op);
bool mop_build_gte(Reader *r, MOp *op);
bool mop_build_chlo_broadcast(Reader *r, MOp *op);
bool mop_build_topk(Reader *r, MOp *op);
/* stablehlo_shape.c */
bool mop_build_broadcast(Reader *r, MOp *op);
bool mop_build_broadcast_in_dim(Reader *r, MOp *op);
bool mop_build_permute(Reader *r, MOp *op);
bool mop_build_slice(Reader *r, MOp *op);
bool mop_build_dynamic_slice(Reader *r, MOp *op);
bool mop_build_concatenate(Reader *r, MOp *op);
bool mop_build_pad(Reader *r, MOp *op);
bool mop_build_gather(Reader *r, MOp *op);
bool mop_build_scatter(Reader *r, MOp *op);
bool mop_build_dimension_size(Reader *r, MOp *op);
bool mop_build_dynamic_shape(Reader *r, MOp *op);
bool mop_shape_operand_fits(Reader *r, MOp *op, int i); /* operand i, if it is a constant, lists the result's dims */
bool mop_build_torch_index_select(Reader *r, MOp *op);
/* stablehlo_math.c, stablehlo_dot.c and stablehlo_window.c */
/* [HIGH, DEFAULT] or [#stablehlo<precision HIGH>, ..] as "{high,default}"; NULL where all are default. */
bool mop_precision_text(Reader *r, MOp *op, const char **out);
bool mop_build_dot(Reader *r, MOp *op);
bool mop_build_dot_general(Reader *r, MOp *op);
bool mop_build_ragged_dot(Reader *r, MOp *op);
bool mop_build_einsum(Reader *r, MOp *op);
bool mop_build_convolution(Reader *r, MOp *op);
bool mop_window(Reader *r, MOp *op, int rank, Window *out); /* window_dimensions and what goes with it */
bool mop_build_reduce(Reader *r, MOp *op);
bool mop_build_reduce_window(Reader *r, MOp *op);
bool mop_build_select_and_scatter(Reader *r, MOp *op);
bool mop_build_sort(Reader *r, MOp *op);
bool mop_build_map(Reader *r, MOp *op);
bool mop_build_scan(Reader *r, MOp *op);
bool mop_build_fft(Reader *r, MOp *op);
bool mop_build_linalg(Reader *r, MOp *op);
bool mop_build_rng(Reader *r, MOp *op);
bool mop_build_rng_bits(Reader *r, MOp *op);
bool mop_build_batch_norm(Reader *r, MOp *op);
MAttr *conv_dims_read(Reader *r); /* [b, 0, f]x[0, i, o]->[b, 0, f] */
/* The computation (T, T) -> T of one binary op. */
IrComp *reducer_new(Reader *r, OpCode code, const Type *scalar);
/* stablehlo_comm.c */
bool mop_build_collective(Reader *r, MOp *op);
bool mop_build_host(Reader *r, MOp *op);
bool mop_build_refused(Reader *r, MOp *op);
bool mop_build_dynamic(Reader *r, MOp *op); /* refused for sizes that are only known at run time */
/* stablehlo_calls.c */
bool mop_build_custom_call(Reader *r, MOp *op);
bool mop_build_check(Reader *r, MOp *op);
bool mop_build_kept(Reader *r, MOp *op);
bool mop_build_call(Reader *r, MOp *op);
bool mop_build_composite(Reader *r, MOp *op);
bool mop_build_fusion(Reader *r, MOp *op);
bool mop_build_rng_state(Reader *r, MOp *op);
/* stablehlo_complex.c; new ops go to the end of `c` */
bool type_is_complex(const Type *type);
IrOp *complex_compare(Reader *r, IrComp *c, CompareDir dir, IrOp *a, IrOp *b); /* GE, GT, LE, LT */
IrOp *complex_pick(Reader *r, IrComp *c, OpCode code, IrOp *a, IrOp *b);      /* maximum, minimum */
IrOp *complex_to_real(Reader *r, IrOp *x, const Type *type);
/* stablehlo_async.c */
bool mop_build_async(Reader *r, MOp *op);
const Type *future_type(Reader *r, const IrOp *start); /* what the text calls a future, as a tuple */
/* Futures go from a start to its done and nowhere else; op NULL: a signature. */
bool reader_check_futures(Reader *r, const MOp *op);
/* stablehlo_sdy.c */
bool reader_mesh_read(Reader *r);
bool reader_mesh_add(Reader *r, const char *name, const char *at, Str body);
/* Element i of "#sdy.sharding_per_value<[<..>, <..>]>", on the heap; NULL if there is none. */
char *sharding_of_list(const char *text, int i);
/* "<..>" that the program gives a value, else an open one on the mesh of another; on the heap. */
char *sharding_of_value(const IrOp *op, const char *like);
bool mop_build_sdy(Reader *r, MOp *op);
bool mop_build_manual(Reader *r, MOp *op);
bool mop_build_named(Reader *r, MOp *op);
