/* Internal declarations of the StableHLO printer. Its output has no values of tuple type: every op has as many
 * SSA values as its type has leaves, and tuple and get_tuple_element only rename them. Start at stablehlo_print.c. */
#pragma once

#include "runtime/ir/ir.h"
#include "runtime/shard/spell.h"

typedef struct Printer {
    GString *out;
    const IrModule *m;
    bool from_mlir;             /* the module was read from MLIR, so the texts in op->extra are MLIR's */
    Arena *scratch;
    const char *const **leaves; /* by op id: text of each leaf of its type, an entry NULL where it has no value */
    int indent;
    int n_values, n_args;       /* numbers used so far in the function; reset at the end of a region */
    GHashTable *locs;           /* text of a location -> number + 1 */
    GPtrArray *loc_texts;       /* by number */
    GHashTable *folded;         /* reshapes that are printed with the broadcast that reads them */
    const char *terminator;     /* of the region being printed */
    GString *attrs;             /* the op's dictionary, without braces */
} Printer;

/* ---- stablehlo_print_value.c --------------------------------------------------------------------------- */

void mlir_print_indent(Printer *p);
void mlir_print_string(GString *out, const char *s); /* in quotes, escaped */
void mlir_print_key(GString *out, const char *key);    /* of a dictionary, in quotes where needed */
void mlir_print_symbol(GString *out, const char *name); /* @name or @"any text" */
/* "key = value" into the op's dictionary; a NULL format: the bare key. */
void mlir_add_attr(Printer *p, const char *key, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Attributes that were kept as text: those of dialects, and unknown ones. */
void mlir_add_extra(Printer *p, const IrPair *extra, int n);
/* Names of the leaves of operand i; the first is the value of an array. */
const char *const *mlir_operand_leaves(const Printer *p, const IrOp *op, int i);
/* Allocates the names of an op's leaves, for the caller to fill; sets them. */
const char **mlir_new_leaves(Printer *p, const IrOp *op);
void mlir_set_leaves(Printer *p, const IrOp *op, const char *const *leaves);
/* Gives tuple and get_tuple_element the names of their operands' leaves. True if the op was one of them. */
bool mlir_rename_leaves(Printer *p, const IrOp *op);
/* "%a, %b#1": all leaves of all operands from `first` on. */
void mlir_print_operands(Printer *p, const IrOp *op, int first, int n);
void mlir_print_first_types(GString *out, const Type *type, int n); /* "A, B": of the first n leaves */
void mlir_print_leaf_types(GString *out, const Type *type);       /* "A, B" */
void mlir_print_result_types(GString *out, const Type *type);     /* "A" or "(A, B)" */
void mlir_print_function_type(Printer *p, const IrOp *op);        /* "(A, B) -> C" */
bool mlir_is_folded(const Printer *p, const IrOp *op);
/* The number of the op's values in the text: one per leaf, of a loop without those that it only captures. */
int mlir_n_results(const IrOp *op);
/* Numbers the op's values and prints "%3:2 = ". */
void mlir_print_results(Printer *p, const IrOp *op);
/* The end of most ops: " {attrs} : type" and the location. */
void mlir_print_attr_dict(Printer *p);
void mlir_print_op_end(Printer *p, const IrOp *op);

/* ---- stablehlo_print.c ---------------------------------------------------------------------------------- */

void mlir_print_loc(Printer *p, const IrOp *op);
/* A region with arguments as ^bb0; `args` false: none. */
void mlir_print_region(Printer *p, const IrComp *c, bool args, const char *terminator);
/* Ops whose bodies are printed in place. */
void mlir_print_while(Printer *p, const IrOp *op);
void mlir_print_conditional(Printer *p, const IrOp *op);
void mlir_print_manual(Printer *p, const IrOp *op);
void mlir_print_call(Printer *p, const IrOp *op);

/* ---- stablehlo_print_op.c -------------------------------------------------------------------------------- */

void mlir_print_op(Printer *p, const IrOp *op);
void mlir_print_ints(GString *out, const int64_t *v, int n); /* "[1, 2]" */
/* Attributes into the op's dictionary. */
void mlir_add_ints(Printer *p, const char *key, const int64_t *v, int n); /* array<i64: ..> */
void mlir_add_i64(Printer *p, const char *key, int64_t v);
void mlir_add_bool(Printer *p, const char *key, bool v);
void mlir_add_rows(Printer *p, const char *key, const int64_t *v, int n); /* n pairs, dense<[[a, b], ..]> */
void mlir_print_properties(Printer *p); /* "<{..}>" out of the dictionary so far */
/* %r = "name"(%a, %b), up to the properties; and all behind the operands: properties, regions, types. */
/* Whether it is an operation that takes sizes of its result from operands (stablehlo_dynamic.c). */
bool stablehlo_takes_sizes(const char *name);
void mlir_print_generic_head(Printer *p, const IrOp *op, const char *name);
void mlir_print_generic_tail(Printer *p, const IrOp *op);
void mlir_print_head(Printer *p, const IrOp *op); /* %r = stablehlo.name %a, %b */
/* Ends: one type when all are equal, else the function's; types without parentheses, "A, B -> C". */
void mlir_print_equal_types_end(Printer *p, const IrOp *op);
void mlir_print_bare_types_end(Printer *p, const IrOp *op, const char *between, bool operands, bool result);
void mlir_print_nullary(Printer *p, const IrOp *op, const char *name);
void mlir_print_as_custom_call(Printer *p, const IrOp *op); /* an op that StableHLO does not have */

/* ---- stablehlo_print_math.c ------------------------------------------------------------------------------- */

void mlir_print_gather(Printer *p, const IrOp *op);
void mlir_print_dot(Printer *p, const IrOp *op);
void mlir_print_convolution(Printer *p, const IrOp *op);
void mlir_print_reduce(Printer *p, const IrOp *op);
void mlir_print_windowed(Printer *p, const IrOp *op);
void mlir_print_sort(Printer *p, const IrOp *op);
void mlir_print_topk(Printer *p, const IrOp *op);
void mlir_print_linalg(Printer *p, const IrOp *op);
void mlir_print_fft(Printer *p, const IrOp *op);
void mlir_print_rng_bits(Printer *p, const IrOp *op);
void mlir_print_opaque(Printer *p, const IrOp *op);

/* ---- stablehlo_print_comm.c ------------------------------------------------------------------------------- */

extern const char *const mlir_api_versions[5]; /* of custom calls, by number, as HLO calls them */
void mlir_print_collective(Printer *p, const IrOp *op);
void mlir_print_barrier(Printer *p, const IrOp *op);
/* stablehlo_async.c */
bool mlir_print_async(Printer *p, const IrOp *op); /* false: StableHLO cannot express the op that it runs */
void mlir_print_custom_call(Printer *p, const IrOp *op);
void mlir_print_token_op(Printer *p, const IrOp *op);

/* ---- stablehlo_print_sdy.c --------------------------------------------------------------------------------- */

/* Adds sdy.sharding and the annotations that any op may have to the op's dictionary. */
void mlir_add_annotations(Printer *p, const IrOp *op);
/* Of an op whose leaves are printed one by one, what is said of one of them. */
void mlir_add_leaf_sharding(Printer *p, const IrOp *op, int leaf);
void mlir_print_meshes(Printer *p);
/* True if the op was one of Shardy's, possibly represented as a custom call. */
bool mlir_print_sdy_op(Printer *p, const IrOp *op);
/* {sdy.sharding = .., jax.buffer_donor = true} behind an argument or result; nothing if there are no annotations. */
void mlir_print_value_attrs(GString *out, const IrPair *pairs, int n_pairs, const char *sharding_text, const Sharding *sharding,
                       const char *more);

/* ---- stablehlo_print_literal.c -------------------------------------------------------------------------------- */

/* "dense<..>" without its type. */
void mlir_print_dense(GString *out, const Literal *l);
