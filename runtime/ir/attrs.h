/* The attributes of ops: their structs, the table that describes them, and what works on any of them through it.
 *
 * attrs.def is the one list. The structs below are made of it, and so is the description (attr_types) of each struct's fields, with
 * kind, place and role; a field cannot be in one and not in the other. Clones, equality, hashes and keys walk the description, so an
 * attribute needs no line of theirs. Each walk is a switch over FieldKind without a default: a new kind that one of them lacks is a
 * warning. Texts have their own order and spelling for each attribute: printers and readers name fields; tests/unit/ir/test_attrs.c
 * sees to it that each field shows in a text or is on its list of those that do not.
 * Start reading at attrs.def, then AttrType. */
#pragma once

#include "runtime/base/memo.h"
#include "runtime/ir/type.h"
#include "runtime/shard/sharding.h"

typedef struct Ints { /* a list of numbers in the arena */
    const int64_t *v;
    int n;
} Ints;

/* Constant data: row-major, elem_info[].bytes per element, host byte order; pred one byte 0/1.
 * splat: one element stands for all. elided: the text said {...} and data is NULL. */
typedef struct Literal {
    const Type *type; /* array, no layout; a tuple literal has parts and no data */
    const void *data;
    bool splat, elided;
    const struct Literal *const *parts;
} Literal;

typedef enum CompareDir { DIR_EQ, DIR_NE, DIR_GE, DIR_GT, DIR_LE, DIR_LT } CompareDir;
typedef enum CompareKind { COMPARE_DEFAULT, COMPARE_FLOAT, COMPARE_TOTALORDER, COMPARE_SIGNED, COMPARE_UNSIGNED } CompareKind;

/* ---- structs ------------------------------------------------------------------------------------------------ */

/* The C type of a kind of field, and of an element of a list. */
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

/* Which member an op has is in its row of ops.def; the others are not valid. */
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
    uint16_t at, n_at;   /* bytes from the struct's start: of the field, and of a list's count */
    const AttrType *of;  /* parts: their struct; else NULL */
} AttrField;

struct AttrType {
    const char *name;
    size_t size;         /* of the C struct */
    int n_fields;
    const AttrField *fields;
};
extern const AttrType attr_types[N_ATTR_FORMS]; /* by form; that of ATTRS_none has no fields */

/* Members of a struct by their description. */
static inline const void *attr_at(const AttrField *f, const void *attrs)
{
    return (const char *)attrs + f->at;
}
static inline int attr_count(const AttrField *f, const void *attrs)
{
    return *(const int *)(const void *)((const char *)attrs + f->n_at);
}

typedef struct IrOp IrOp;

/* True if two ops of one code agree in all fields of these roles (AttrRole, or several). The ops may be of different modules: what is
 * pointed to is compared, not the pointers. The ranks of their results must be equal. */
bool op_attrs_equal(const IrOp *a, const IrOp *b, int roles);
/* The same for ops that op_attrs_equal() says are equal; long lists and large literals count with their beginnings. */
uint64_t op_attrs_hash(const IrOp *op, int roles);
/* Adds the fields of these roles to a question about ops of one module: numbers as they are, texts, literals, meshes and shardings by
 * their addresses. */
void op_attrs_key(const IrOp *op, int roles, Key *k);
bool literal_equal(const Literal *a, const Literal *b);
