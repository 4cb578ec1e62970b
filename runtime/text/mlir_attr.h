/* MLIR types, attributes, dense literals and locations as values. They are in the scratch arena, except types
 * and literals, which belong to the module. */
#pragma once

#include "runtime/text/mlir_lex.h"

typedef enum MAttrKind {
    ATTR_INT, ATTR_FLOAT, ATTR_BOOL, ATTR_STRING, ATTR_UNIT, ATTR_ARRAY, ATTR_DICT, ATTR_SYMBOL, ATTR_TYPE,
    ATTR_INTS,   /* array<i64: ..>, of any element type */
    ATTR_DENSE,  /* dense<..> : type */
    ATTR_STRUCT, /* #dialect.name<key = value, ..>, or the same without its prefix */
    ATTR_WORD,   /* #dialect<kind WORD>, or a bare word in a pretty form */
    ATTR_RAW,    /* dialect attributes known by their text only, such as shardings */
    ATTR_LOC,
    ATTR_FUNCTION, /* (A, B) -> C: items are the types, the first `i` of them arguments */
} MAttrKind;

typedef struct MAttr MAttr;

typedef struct MEntry {
    const char *key; /* interned */
    MAttr *value;
    const char *at;
    bool used;       /* set when the entry is interpreted; an unused entry is an error or is kept as text */
    bool loose;      /* from {..} behind an op, which may contain any attribute */
} MEntry;

typedef struct MDict {
    MEntry *v;
    int n, cap;
} MDict;

struct MAttr {
    MAttrKind kind;
    Str text;          /* as written; s is NULL for what comes from bytecode: see mlir_attr_text */
    const char *spelled; /* from bytecode: the type of a number, literal, list or type attribute, the kind of an enum's WORD */
    int64_t i;         /* INT, BOOL; FLOAT given as a bit pattern */
    double f;
    bool bits;         /* FLOAT written 0x.. */
    const char *s;     /* STRING, SYMBOL; name of a STRUCT; WORD */
    size_t n_s;
    MAttr **items;     /* ARRAY */
    int n_items;
    MDict dict;        /* DICT, STRUCT */
    Ints ints;         /* INTS */
    const Literal *literal;
    const Type *type;
    const void *made;  /* set by a pretty form for its build function; never read from text */
};

/* An attribute. `typed`: a number may be followed by ": type" (not so in pretty forms, where ':' starts the op's). */
MAttr *mlir_read_attr(Mlir *x, bool typed);
/* {a = 1, b, "c d" = ..}; entries are appended (an op's properties and attributes are in one dictionary). */
bool mlir_read_dict(Mlir *x, MDict *dict);
void mlir_dict_add(Mlir *x, MDict *dict, const char *key, const char *at, MAttr *value);
/* The fields of a struct attribute: "<a = 1, b = [..]>". */
MAttr *mlir_read_struct(Mlir *x, const char *name);
/* The attribute's text with aliases written out, or as MLIR would write it; in the module's arena. */
const char *mlir_attr_text(Mlir *x, const MAttr *a);
/* As MLIR would write what has no text. */
void mlir_attr_print(GString *out, const MAttr *a);
void mlir_float_print(GString *out, ElemType e, const void *data);
/* The integers of an array, dense array or dense literal; false (no error set) if it is something else. */
bool mlir_attr_ints(Mlir *x, const MAttr *a, Ints *out);

/* The value of an alias by its interned name with '#' or '!': read at its first use. NULL if there is none of that
 * name (no error) or it is broken (error). */
MAttr *mlir_alias(Mlir *x, const char *name);
/* Finds all "#a = .." and "!t = .." at starts of lines; also the resources at the end. */
void mlir_find_aliases(Mlir *x);
/* At a top-level '#' or '!': moves behind the definition, which is added if it was not found before. */
bool mlir_skip_alias_definition(Mlir *x);

/* A shape on its way to a type. */
typedef struct MShape {
    ElemType elem;
    int rank;
    int64_t dims[MAX_RANK]; /* 0 where dynamic */
    bool dynamic[MAX_RANK], bounded[MAX_RANK];
    const TypeQuant *quant; /* NULL: none */
} MShape;
/* "!quant.uniform<..>" at the cursor, which is behind "quant.uniform"; NULL with the error. */
const TypeQuant *mlir_read_quant(Mlir *x, const char *at);
/* The quantisation of these fields, whose text is made; arrays are copied. NULL with the error if they make no sense. */
const TypeQuant *mlir_quant_new(Mlir *x, const char *at, const TypeQuant *fields);
/* Gives dynamic dimensions their bounds out of the tensor's encoding. */
bool mlir_shape_bound(Mlir *x, MShape *shape, const MAttr *encoding, const char *at);
/* The tensor's type; NULL with the error for what is dynamic, too large and so on. */
const Type *mlir_shape_type(Mlir *x, const MShape *shape, const char *at);
/* Fails with "WHAT (text) are not supported"; NULL. */
const Type *mlir_type_refused(Mlir *x, const char *at, Str text, const char *what, const char *hint);
/* Types: tensor<..>, tuple<..>, tokens. Dynamic, quantised and other types fail with x->doing in the message. */
const Type *mlir_read_type(Mlir *x);
/* "(A, B)" or "A": appended to `out` (of const Type *). */
typedef VEC(const Type *) TypeVec;
bool mlir_read_types(Mlir *x, TypeVec *out);

/* The part of dense<..>, dense_resource<..> with its type behind it. */
const Literal *mlir_read_dense(Mlir *x);
/* The literal of raw little-endian bytes as bytecode has them: one element is a splat; i1 is packed, and 0xff a splat. */
const Literal *mlir_literal_raw(Mlir *x, const char *at, const Type *type, const void *bytes, size_t n);
/* Element i of an integer or boolean literal. */
int64_t mlir_literal_int(const Literal *l, int64_t i);
/* A literal of one element, given as a number. */
const Literal *mlir_literal_splat(Mlir *x, const Type *type, double f, int64_t i);

/* The location of an op. */
typedef struct MLoc {
    const char *name;  /* "jit(f)/add", or NULL; module's arena */
    const Loc *frames; /* innermost first, or NULL */
    bool frame;        /* a name directly on a file position, which is a function's frame when in a call site */
    bool named_file;
} MLoc;
/* Locations out of their parts. A file's place: line and column of its begin and end, 0 where there is no end. */
void mlir_loc_file(Mlir *x, const char *file, const int64_t place[4], MLoc *out);
void mlir_loc_named(Mlir *x, const char *name, const MLoc *child, MLoc *out);
void mlir_loc_call(Mlir *x, const MLoc *callee, const MLoc *caller, MLoc *out);
void mlir_loc_fuse(Mlir *x, const MLoc *part, MLoc *out); /* one more part into *out */
bool mlir_alias_loc(Mlir *x, const char *at, const char *name, MLoc *out);
/* "loc(..)" if there is one; else *out is empty. */
bool mlir_read_loc(Mlir *x, MLoc *out);
