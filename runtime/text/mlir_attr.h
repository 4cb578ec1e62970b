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
    Str text;          /* as written */
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
/* The attribute's text with aliases written out; in the module's arena. */
const char *mlir_attr_text(Mlir *x, const MAttr *a);
/* The integers of an array, dense array or dense literal; false (no error set) if it is something else. */
bool mlir_attr_ints(Mlir *x, const MAttr *a, Ints *out);

/* The value of an alias by its interned name with '#' or '!': read at its first use. NULL if there is none of that
 * name (no error) or it is broken (error). */
MAttr *mlir_alias(Mlir *x, const char *name);
/* Finds all "#a = .." and "!t = .." at starts of lines; also the resources at the end. */
void mlir_find_aliases(Mlir *x);
/* At a top-level '#' or '!': moves behind the definition, which is added if it was not found before. */
bool mlir_skip_alias_definition(Mlir *x);

/* Types: tensor<..>, tuple<..>, tokens. Dynamic, quantised and other types fail with x->doing in the message. */
const Type *mlir_read_type(Mlir *x);
/* "(A, B)" or "A": appended to `out` (of const Type *). */
typedef VEC(const Type *) TypeVec;
bool mlir_read_types(Mlir *x, TypeVec *out);

/* The part of dense<..>, dense_resource<..> with its type behind it. */
const Literal *mlir_read_dense(Mlir *x);
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
bool mlir_alias_loc(Mlir *x, const char *at, const char *name, MLoc *out);
/* "loc(..)" if there is one; else *out is empty. */
bool mlir_read_loc(Mlir *x, MLoc *out);
