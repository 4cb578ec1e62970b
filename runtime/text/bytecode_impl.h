/* The insides of the bytecode reader: the file's tables, a cursor over its bytes, and what entries of the tables become.
 * Everything read lives in the reader's lasting arena unless said otherwise. */
#pragma once

#include "runtime/text/stablehlo_reader.h"

typedef struct Bytecode Bytecode;

typedef enum BcDialect { BC_OTHER, BC_BUILTIN, BC_FUNC, BC_STABLEHLO, BC_VHLO, BC_CHLO, BC_SDY } BcDialect;

/* A piece of the file. After an error p is at the end and every function returns 0. */
typedef struct BcCursor {
    Bytecode *b;
    const char *p, *end;
} BcCursor;

typedef enum BcTypeKind {
    BC_VALUE,    /* what an operation may have as operand or result: `type` */
    BC_SCALAR,   /* f32 and the like: `elem` */
    BC_FUNCTION, /* `parts`, the first n_inputs of them arguments */
    BC_REFUSED,  /* understood, but not as a value: `what` says what it is */
} BcTypeKind;

typedef struct BcType {
    BcTypeKind kind;
    const char *spelled;     /* as MLIR writes it */
    const Type *type;
    ElemType elem;           /* N_ELEMS: none of ours, such as tf32 */
    int bits;                /* of an integer or float; 0: neither */
    bool is_float, future;
    const struct BcType **parts;
    int n_parts, n_inputs;
    MShape shape;            /* REFUSED because it is dynamic: for the message */
    const char *what, *hint; /* REFUSED */
    const char *at;
} BcType;

/* An attribute or type as it is in the file; made into a value at its first use. */
typedef struct BcEntry {
    const char *at;
    size_t n;
    BcDialect dialect;
    bool custom; /* else it is text */
    bool busy, has_loc;
    MAttr *attr;
    BcType *type;
    MLoc loc;
} BcEntry;

/* An operation's name, and how its properties are read. */
typedef struct BcName {
    const char *written;  /* "vhlo.add_v1" */
    const char *name;     /* "stablehlo.add" */
    BcDialect dialect;
    bool looked_up;       /* props are filled in */
    const char *props[3]; /* lists of names, tried in this order; see bytecode_props.c */
    const OpRow *row;     /* once it was met */
} BcName;

typedef struct BcResource {
    Str key, blob;
    bool is_blob;
} BcResource;

struct Bytecode {
    Reader *r;
    Mlir *x;
    uint64_t version;
    const char *first;       /* where the module's bytes begin: sections are aligned from here */
    Str sections[16];        /* by id; s is NULL for what is not there */
    Str *strings;            /* each ends in a NUL that is not counted */
    size_t n_strings;
    const char **dialect_names;
    BcDialect *dialects;
    size_t n_dialects;
    BcName *names;
    size_t n_names;
    BcEntry *attrs, *types;
    size_t n_attrs, n_types;
    Str *props;
    size_t n_props;
    BcResource *resources;
    size_t n_resources;
    VEC(uint32_t) values;    /* by number: the handle of value_add; 0: not defined yet */
    size_t scope;            /* where the numbers of the innermost isolated region begin */
    size_t next_value;       /* the slot of the next value defined in the innermost region */
    int first_arg;           /* arguments of the regions around, which MLIR's text counts through */
};

/* ---- bytecode_cursor.c ------------------------------------------------------------------------------------ */

/* Sets the error at a place of the file and ends the cursor; false. */
bool bc_fail(BcCursor *c, const char *at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static inline bool bc_failed(const Bytecode *b)
{
    return *b->x->error != NULL;
}
static inline size_t bc_left(const BcCursor *c)
{
    return (size_t)(c->end - c->p);
}
unsigned bc_byte(BcCursor *c);
uint64_t bc_varint(BcCursor *c);
uint64_t bc_small(BcCursor *c); /* up to G_MAXINT, which also represents anything larger */
int64_t bc_svarint(BcCursor *c);
uint64_t bc_flagged(BcCursor *c, bool *flag);
/* A number of items each of which takes a byte at least, so no more than bytes are left. */
size_t bc_count(BcCursor *c);
/* n bytes as they are; a number of bytes and those. */
Str bc_bytes(BcCursor *c, uint64_t n);
Str bc_blob(BcCursor *c);
/* A reference into the table of strings; "" after an error. */
Str bc_string(BcCursor *c);
Ints bc_svarints(BcCursor *c);
/* All of the cursor's bytes were read, else an error that names `what`. */
bool bc_at_end(BcCursor *c, const char *what);

/* ---- bytecode_file.c: the tables -------------------------------------------------------------------------- */

bool bc_tables_read(Bytecode *b, Str module);
/* A section's header; its bytes, an empty span after an error. */
Str bc_section(BcCursor *c, unsigned *id);

/* ---- bytecode_type.c -------------------------------------------------------------------------------------- */

/* Entry `id` of the table; NULL with the error. */
const BcType *bc_type(Bytecode *b, uint64_t id, const char *at);
const BcType *bc_type_ref(BcCursor *c);
/* The same where only a value's type will do. */
const Type *bc_value_type(Bytecode *b, const BcType *type);

/* ---- bytecode_attr.c --------------------------------------------------------------------------------------------- */

MAttr *bc_attr(Bytecode *b, uint64_t id, const char *at);
MAttr *bc_attr_ref(BcCursor *c);
/* An optional reference: NULL without an error where there is none. */
MAttr *bc_attr_maybe(BcCursor *c);
/* The attribute's entry, for those who read it themselves; NULL with the error. */
BcEntry *bc_attr_entry(BcCursor *c);
BcEntry *bc_attr_entry_maybe(BcCursor *c); /* NULL without an error too */
BcEntry *bc_attr_at(Bytecode *b, uint64_t id, const char *at); /* by number */
/* Entries refer to each other, forward too. False with the error if an entry refers to itself or the nesting is too deep; bc_leave
 * puts the cursor back to `cur`. */
bool bc_enter(Bytecode *b, BcEntry *e);
void bc_leave(Bytecode *b, BcEntry *e, const char *cur);
/* New attributes. */
MAttr *bc_attr_new(Bytecode *b, MAttrKind kind);
MAttr *bc_attr_word(Bytecode *b, const char *word, const char *kind);
MAttr *bc_attr_int(Bytecode *b, int64_t v, const char *spelled);
MAttr *bc_attr_ints(Bytecode *b, Ints v);
MAttr *bc_attr_struct(Bytecode *b, const char *name);
void bc_field(Bytecode *b, MAttr *s, const char *key, MAttr *value);
/* Lists of references, and what several dialects have with numbers of their own. */
MAttr *bc_read_array(BcCursor *c);
MAttr *bc_read_dict(BcCursor *c);
MAttr *bc_read_number(BcCursor *c);
MAttr *bc_read_type_attr(BcCursor *c);
MAttr *bc_read_dense(BcCursor *c);
MAttr *bc_read_string(BcCursor *c);
/* A float as 64 bits, for attributes that hold one. */
MAttr *bc_read_f64(BcCursor *c);
/* Word `i` of a list of n, where the reader has numbers from `first` on. */
MAttr *bc_read_word(BcCursor *c, const char *kind, const char *const *words, int n);

/* ---- bytecode_loc.c --------------------------------------------------------------------------------------------- */

bool bc_loc(Bytecode *b, uint64_t id, const char *at, MLoc *out);

/* ---- attributes of dialects; NULL with the error for codes nobody knows ---------------------------------------- */

MAttr *bc_read_vhlo_attr(BcCursor *c, uint64_t code);      /* bytecode_vhlo.c */
MAttr *bc_read_stablehlo_attr(BcCursor *c, uint64_t code); /* bytecode_stablehlo.c */
MAttr *bc_read_chlo_attr(BcCursor *c, uint64_t code);
MAttr *bc_read_sdy_attr(BcCursor *c, uint64_t code);       /* bytecode_sdy.c */
/* The parts that VHLO and StableHLO write alike. */
MAttr *bc_read_alias(BcCursor *c);
MAttr *bc_read_sub_axis(BcCursor *c);
extern const char *const bc_comparison_directions[6], *const bc_comparison_types[5], *const bc_fft_types[4],
    *const bc_precisions[3], *const bc_rng_algorithms[3], *const bc_rng_distributions[3], *const bc_transposes[4],
    *const bc_accuracy_modes[3];

/* ---- bytecode_props.c: properties of operations ------------------------------------------------------------------ */

/* What is in entry `id` of the properties, onto the dictionary. */
bool bc_props_read(Bytecode *b, BcName *name, uint64_t id, const char *at, MDict *dict);
/* Attributes as VHLO has them become StableHLO's: structs out of their parts, defaults dropped. */
bool bc_from_vhlo(Bytecode *b, BcName *name, const char *at, MDict *dict);

/* ---- bytecode_header.c --------------------------------------------------------------------------------------------- */

typedef struct BcOp {
    BcName *name;
    const char *at;
    uint64_t loc;
    const char *loc_at;
    bool has_dict, has_props, isolated;
    uint64_t dict, props;
    uint64_t *types, *operands;
    size_t n_types, n_operands, n_regions;
} BcOp;

typedef struct BcBlock {
    size_t n_values, n_ops, n_args;
} BcBlock;

/* All of an operation up to its regions. Its lists live in the scratch arena. */
bool bc_header_read(BcCursor *c, BcOp *op);
/* A cursor over the operation's regions: those of an isolated operation are in a section of their own. bc_regions_close moves `c`
 * behind them. */
bool bc_regions_open(BcCursor *c, const BcOp *op, BcCursor *regions);
bool bc_regions_close(BcCursor *c, const BcOp *op, BcCursor *regions);
/* A region's header, up to its first argument; an empty region has no block. */
bool bc_block_head_read(BcCursor *c, BcBlock *block, bool *empty);
/* The order of uses of n values, which is not needed here. */
void bc_use_lists_skip(BcCursor *c, size_t n_values);

/* ---- bytecode_op.c ------------------------------------------------------------------------------------------------ */

/* What a region changes for those within it. */
typedef struct BcScope {
    size_t n, scope, next;
    int first_arg;
} BcScope;

/* Reserves numbers for the values of a region; bc_values_leave restores what was before. */
BcScope bc_values_enter(Bytecode *b, size_t n_values, bool isolated);
void bc_values_leave(Bytecode *b, BcScope before);
/* Reads the region's block into the innermost region and closes that. op: whose region it is, NULL for a function's. */
bool bc_block_read(BcCursor *c, const MOp *op, Region *region, const BcBlock *block);
/* The operation's properties and attributes in one dictionary, sorted by name as in text. */
bool bc_op_attrs_read(BcCursor *c, const BcOp *head, MDict *dict);

/* ---- bytecode_module.c --------------------------------------------------------------------------------------------- */

/* Reads the module and everything in it. */
bool bc_module_read(Bytecode *b);
