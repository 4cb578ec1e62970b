/* Internal declarations of the HLO reader: hlo.c (modules, computations), hlo_header.c, hlo_op.c (instructions),
 * hlo_piece.c (one op of a module under construction), hlo_async.c, hlo_attr.c, hlo_attr_math.c, hlo_attr_shape.c and hlo_kept.c (attributes), hlo_type.c, span_map.c, hlo_literal.c,
 * hlo_groups.c, hlo_meta.c (locations and annotations). */
#pragma once

#include "runtime/text/hlo_piece.h"
#include "runtime/text/lex.h"
#include "runtime/text/text.h"

/* A hash table from text to pointer, with open addressing. An entry of another scope counts as absent and is overwritten, so one
 * table serves all computations, one after the other, without being cleared. */
typedef struct SpanEntry {
    const char *s;
    uint32_t n;
    int scope;
    void *value;
} SpanEntry;

typedef struct SpanSlot { /* small, so that large tables stay in the cache; entries are in the order in which they were added */
    uint32_t hash, entry; /* number + 1, 0 = free */
} SpanSlot;

typedef struct SpanMap {
    SpanSlot *slots;
    uint32_t mask;
    VEC(SpanEntry) entries;
} SpanMap;

void *span_map_get(const SpanMap *m, Span key, int scope);
/* Adds the key and returns NULL, or returns the value that the key already has in this scope. */
void *span_map_add(SpanMap *m, Span key, int scope, void *value);
void span_map_clear(SpanMap *m);

enum { MAX_KEPT_ATTRS = 200 }; /* of one instruction; they are searched linearly */

typedef struct HloReader {
    Lex lx;
    IrModule *m;
    Arena *a, *scratch;
    SpanMap types;      /* text of an array type -> Type */
    SpanMap groups;     /* text of a collective's groups -> Groups: the same few again and again, of as many ids as there are devices */
    SpanMap comps;      /* name -> IrComp */
    SpanMap outer_ops;  /* name -> IrOp, of the module's computations one after the other */
    SpanMap *ops;       /* the same of the computation being read, which may be an inner one; NULL between them */
    int scope;          /* its number in *ops */
    int depth;          /* brackets open around the cursor */
    VEC(IrOp *) operands;    /* of the instructions being read, innermost last */
    VEC(IrOp *) elements;    /* made for operands named as x#1, of the computations being read */
    VEC(const Type *) parts; /* of the tuple types being read */
    GHashTable *async_comps; /* computations that an async-start runs; NULL: none so far */
    bool before_literal; /* behind a type stands a literal: braces are a layout only if they follow at once */
    bool wraps;         /* the attributes are of the op in add-start */
    const HloPiece *piece; /* the text is of one op of a module that exists; NULL: it is a module's */
    bool one_op;        /* the text is a single instruction: unknown operands become parameters */
    int64_t n_made;     /* such parameters */
    const char *kept_text; /* the text to keep of the attribute just read; NULL: the text as written */
    bool any_sigil, any_operand_type;
} HloReader;

/* Increments the depth; an error if it exceeds the limit. Pair with rd->depth--. */
bool hlo_enter(HloReader *rd);

/* The type with row-major layouts added where it has no layout. */
const Type *hlo_with_layouts(HloReader *rd, const Type *type);
/* A shape with its layout, row-major if the text has none; NULL on error. */
const Type *hlo_type(HloReader *rd);
/* True if a shape comes next rather than a name. */
bool hlo_at_type(HloReader *rd);
/* The value in constant(...), of the given type. */
const Literal *hlo_literal(HloReader *rd, const Type *type);

/* Attributes of a module's header that can be interpreted only after the computations have been read. */
typedef struct HloHeader {
    const char *aliases, *donors; /* positions of their values, which are read when the types are known */
    const char *layout_at;        /* entry_computation_layout; NULL if there is none */
    const Type **params, *result; /* the types it names */
    int n_params;
} HloHeader;
/* Reads the header from the name to the end of the attributes; hlo_header_end interprets the rest after all computations have been read. */
bool hlo_header(HloReader *rd, HloHeader *h);
bool hlo_header_end(HloReader *rd, const HloHeader *h);

/* False with the error if the name is reserved: instructions cannot be called like types, and keywords need a '%'. */
bool hlo_check_name(HloReader *rd, Span name, bool sigil, bool of_instruction);

/* Reads { instructions }, with the cursor at the brace, into a computation of that name. */
IrComp *hlo_body(HloReader *rd, Span name, TextPos at);
/* Moves the computation to the end of the module's list, behind computations that were read inside of it. */
void hlo_move_last(IrModule *m, IrComp *c);
/* Reads one instruction with its name; NULL on error. *is_root: it is marked ROOT. */
IrOp *hlo_instruction(HloReader *rd, IrComp *c, bool *is_root);

/* The opcode; *inner is the op in names as add-start, else N_OPCODES. N_OPCODES if it is neither. */
OpCode hlo_opcode(Span word, OpCode *inner);
bool hlo_unknown_opcode(HloReader *rd, Span word);
bool hlo_check_arity(HloReader *rd, OpCode code, int n, const char *at);
/* Reads the attributes of an op that has its operands, and infers its type unless it has one. */
bool hlo_complete(HloReader *rd, IrOp *op, OpCode inner, bool has_attrs, const char *at);

/* Checks async-start, -update and -done against each other; `stem`: the op in their names, N_OPCODES if none. */
bool hlo_check_async(HloReader *rd, IrOp *op, OpCode stem, const char *at);

/* Attributes of an instruction that are interpreted after all others and the operands have been read. */
typedef struct OpAttrs {
    IrComp *to_apply, *condition, *body, *select, *scatter, *on_true, *on_false;
    IrComp **list; /* branch_computations, called_computations */
    int n_list;
    uint64_t seen[2]; /* attributes by number */
    int rank;         /* dimensions that slice= or padding= lists */
} OpAttrs;
/* Reads `, name=value` until there is no more; fills op and *attrs. */
bool hlo_attrs(HloReader *rd, IrOp *op, OpAttrs *attrs);
/* Sets the computations in order and checks that required attributes are present. */
bool hlo_finish_attrs(HloReader *rd, IrOp *op, const OpAttrs *attrs, const char *at);
/* Sets the default values of attributes. */
void hlo_default_attrs(IrOp *op);

/* One of the words (NULL-terminated); *out is its index. */
bool hlo_choice(HloReader *rd, const char *const *words, bool ignore_case, int *out);
/* {1,2,3}; the numbers in the arena. */
bool hlo_int_list(HloReader *rd, Ints *out);
bool hlo_groups(HloReader *rd, Groups *out);
bool hlo_pairs(HloReader *rd, Ints *out); /* {{0,1},{1,0}} */
/* {devices=[2,2]<=[4]}, {mesh['a'=2], [{'a'}]} and similar; *out is the text, whose form has been checked. */
bool hlo_sharding(HloReader *rd, Span *out);

bool hlo_stack_tables(HloReader *rd);
bool hlo_metadata(HloReader *rd, IrOp *op);
bool hlo_frontend_attributes(HloReader *rd, IrPair **pairs, int *n);

/* Interned copy of a span. */
static inline const char *hlo_text(HloReader *rd, Span s)
{
    return str_intern_n(rd->m->strs, s.s, s.n);
}
/* The span without white space and comments outside strings, interned. */
const char *hlo_dense_text(HloReader *rd, Span s);
