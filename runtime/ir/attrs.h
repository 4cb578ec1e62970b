/* Attributes of ops: their structs, the table that describes them, and functions that work on any of them through the table.
 *
 * Everything here is generated from attrs.def: the structs, and the description (attr_types) of each struct's fields with kind, position
 * and role. Clones, equality, hashes and keys walk the description, so a new attribute needs no code there. Each walk is a switch over
 * FieldKind without a default, so the compiler warns if a new kind is missing. Texts have their own order and spelling for each attribute,
 * so printers and readers name fields; tests/unit/ir/test_attrs.c checks that each field appears in a text or on its list of exceptions.
 * Start reading at attrs.def, then AttrType. */
#pragma once

#include "runtime/base/memo.h"
#include "runtime/ir/type.h"
#include "runtime/shard/sharding.h"

typedef struct Ints { /* a list of numbers in the arena */
    const int64_t *v;
    int n;
} Ints;

/* Constant data: row-major, elem_info[].bytes per element, host byte order; pred is one byte, 0 or 1.
 * splat: data is one element, which all elements equal. elided: the text has {...} and data is NULL. */
typedef struct Literal {
    const Type *type; /* array, no layout; a tuple literal has parts and no data */
    const void *data;
    bool splat, elided;
    const struct Literal *const *parts;
} Literal;

typedef enum CompareDir { DIR_EQ, DIR_NE, DIR_GE, DIR_GT, DIR_LE, DIR_LT } CompareDir;
typedef enum CompareKind { COMPARE_DEFAULT, COMPARE_FLOAT, COMPARE_TOTALORDER, COMPARE_SIGNED, COMPARE_UNSIGNED } CompareKind;

/* ---- structs ------------------------------------------------------------------------------------------------ */

/* The C type of each kind of field, and of an element of each kind of list. */
#define ATTR_C_INT64 int64_t
#define ATTR_C_INT int
#define ATTR_C_BOOL bool
#define ATTR_C_REAL double
#define ATTR_C_ENUM(T) T
#define ATTR_C_TEXT const char *
#define ATTR_C_INTS Ints
#define ATTR_C_RANKED const int64_t *
#define ATTR_C_LITERAL const Literal *
#define ATTR_C_MESH const Mesh *
#define ATTR_C_AXES AxisList
#define ATTR_C_PLAN const struct ReshardPlan *
#define ATTR_C_PART(T) T
#define ATTR_C_PARTS(T) T
#define ATTR_C_INT_LISTS Ints
#define ATTR_C_SHARDINGS const Sharding *

#define STRUCT(S) typedef struct S {
#define FIELD(S, kind, name, role) ATTR_C_##kind name;
#define LIST(S, kind, name, n, role) int n; ATTR_C_##kind const *name;
#define END(S) } S;
#include "runtime/ir/attrs.def"

/* The row of an op in ops.def says which member is valid. */
typedef union IrAttrs {
#define FORM(name, S) S name;
#define BARE(name, kind, role) ATTR_C_##kind name;
#include "runtime/ir/attrs.def"
} IrAttrs;

typedef enum AttrForm {
    ATTRS_none,
#define FORM(name, S) ATTRS_##name,
#define BARE(name, kind, role) ATTRS_##name,
#include "runtime/ir/attrs.def"
    N_ATTR_FORMS
} AttrForm;

/* ---- the description ---------------------------------------------------------------------------------------------- */

typedef enum FieldKind {
    FIELD_INT64, FIELD_INT, FIELD_BOOL, FIELD_REAL, FIELD_ENUM, FIELD_TEXT, FIELD_INTS, FIELD_RANKED, FIELD_LITERAL, FIELD_MESH, FIELD_AXES,
    FIELD_PLAN, FIELD_PART, FIELD_PARTS, FIELD_INT_LISTS, FIELD_SHARDINGS
} FieldKind;

typedef enum AttrRole { ATTR_RULE = 1, ATTR_VALUE = 2, ATTR_BOTH = 3, ATTR_NOTE = 4, ATTR_EACH = 7, ATTR_ALL = 7 } AttrRole;

typedef struct AttrType AttrType;
typedef struct AttrField {
    const char *name;
    FieldKind kind;
    int role;            /* AttrRole */
    uint16_t at, n_at;   /* byte offsets in the struct: of the field, and of a list's count */
    const AttrType *of;  /* parts: their struct; else NULL */
} AttrField;

struct AttrType {
    const char *name;
    size_t size;         /* of the C struct */
    int n_fields;
    const AttrField *fields;
};
extern const AttrType attr_types[N_ATTR_FORMS]; /* by form; that of ATTRS_none has no fields */

/* Access to a member of a struct by its description. */
static inline const void *attr_at(const AttrField *f, const void *attrs)
{
    return (const char *)attrs + f->at;
}
static inline int attr_count(const AttrField *f, const void *attrs)
{
    return *(const int *)(const void *)((const char *)attrs + f->n_at);
}

typedef struct IrOp IrOp;

/* True if two ops of the same opcode agree in all fields of these roles (AttrRole, or several). The ops may belong to different modules:
 * values are compared, not pointers. Their results must have equal ranks. */
bool op_attrs_equal(const IrOp *a, const IrOp *b, int roles);
/* A hash that is equal for ops that op_attrs_equal() finds equal. Only the beginning of long lists and large literals is hashed. */
uint64_t op_attrs_hash(const IrOp *op, int roles);
/* Adds the fields of these roles to a key for ops of one module: numbers by value; texts, literals, meshes and shardings by address. */
void op_attrs_key(const IrOp *op, int roles, Key *k);
bool literal_equal(const Literal *a, const Literal *b);
