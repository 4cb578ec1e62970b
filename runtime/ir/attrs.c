/* The table that describes attributes, and the functions that compare, hash and make keys of attributes by walking it. clone.c copies by
 * the same table. */
#include "runtime/ir/ir.h"

#include <string.h>

/* ---- the description ---------------------------------------------------------------------------------------------- */

#define KIND_INT64 FIELD_INT64
#define KIND_INT FIELD_INT
#define KIND_BOOL FIELD_BOOL
#define KIND_REAL FIELD_REAL
#define KIND_ENUM(T) FIELD_ENUM
#define KIND_TEXT FIELD_TEXT
#define KIND_INTS FIELD_INTS
#define KIND_RANKED FIELD_RANKED
#define KIND_LITERAL FIELD_LITERAL
#define KIND_MESH FIELD_MESH
#define KIND_AXES FIELD_AXES
#define KIND_PLAN FIELD_PLAN
#define KIND_PART(T) FIELD_PART
#define KIND_PARTS(T) FIELD_PARTS
#define KIND_INT_LISTS FIELD_INT_LISTS
#define KIND_SHARDINGS FIELD_SHARDINGS

#define OF_INT64 NULL
#define OF_INT NULL
#define OF_BOOL NULL
#define OF_REAL NULL
#define OF_ENUM(T) NULL
#define OF_TEXT NULL
#define OF_INTS NULL
#define OF_RANKED NULL
#define OF_LITERAL NULL
#define OF_MESH NULL
#define OF_AXES NULL
#define OF_PLAN NULL
#define OF_PART(T) &type_##T
#define OF_PARTS(T) &type_##T
#define OF_INT_LISTS NULL
#define OF_SHARDINGS NULL

#define STRUCT(S) static const AttrField fields_##S[] = {
#define FIELD(S, kind, name, role) { #name, KIND_##kind, ATTR_##role, offsetof(S, name), 0, OF_##kind },
#define LIST(S, kind, name, n, role) { #name, KIND_##kind, ATTR_##role, offsetof(S, name), offsetof(S, n), OF_##kind },
#define END(S)                                                                                                                       \
    };                                                                                                                               \
    static const AttrType type_##S = { #S, sizeof(S), G_N_ELEMENTS(fields_##S), fields_##S };
#define BARE(name, kind, role) static const AttrField field_##name = { #name, KIND_##kind, ATTR_##role, 0, 0, OF_##kind };
#include "runtime/ir/attrs.def"

/* A union's members begin at its own address, so the description of a struct also describes the union member. */
const AttrType attr_types[N_ATTR_FORMS] = {
    [ATTRS_none] = { "none", 0, 0, NULL },
#define FORM(name, S) [ATTRS_##name] = { #name, sizeof(S), G_N_ELEMENTS(fields_##S), fields_##S },
#define BARE(name, kind, role) [ATTRS_##name] = { #name, sizeof(ATTR_C_##kind), 1, &field_##name },
#include "runtime/ir/attrs.def"
};

/* Enums are read as int. */
_Static_assert(sizeof(CompareDir) == sizeof(int) && sizeof(CompareKind) == sizeof(int), "FIELD_ENUM is as large as int");

static const AttrType *type_of(const IrOp *op)
{
    return &attr_types[op_info[op->code].attrs];
}

static int rank_of(const IrOp *op)
{
    return op->type->kind == TYPE_ARRAY ? op->type->rank : 0;
}

/* ---- equality ---------------------------------------------------------------------------------------------------- */

static int64_t literal_bytes(const Literal *l)
{
    return (l->splat ? 1 : l->type->n_elems) * elem_info[l->type->elem].bytes;
}

bool literal_equal(const Literal *a, const Literal *b)
{
    if (a == b)
        return true;
    if (!a || !b || !type_same(a->type, b->type) || a->splat != b->splat || a->elided != b->elided || !a->data != !b->data || !a->parts != !b->parts)
        return false;
    for (int i = 0; a->parts && i < a->type->n_parts; i++)
        if (!literal_equal(a->parts[i], b->parts[i]))
            return false;
    return !a->data || memcmp(a->data, b->data, (size_t)literal_bytes(a)) == 0;
}

static bool ranked_equal(const int64_t *a, const int64_t *b, int rank)
{
    return a == b || rank == 0 || (a && b && memcmp(a, b, sizeof *a * (size_t)rank) == 0);
}

static bool shardings_equal(const Sharding *const *a, const Sharding *const *b, int n)
{
    for (int i = 0; i < n; i++)
        if (!sharding_same(a[i], b[i]))
            return false;
    return true;
}

static bool equal(const AttrType *t, const void *a, const void *b, int rank, int roles);

static bool field_equal(const AttrField *f, const void *a, const void *b, int rank, int roles)
{
    const void *x = attr_at(f, a), *y = attr_at(f, b);
#define SAME(T) (*(const T *)x == *(const T *)y)
    switch (f->kind) {
    case FIELD_INT64: return SAME(int64_t);
    case FIELD_INT:
    case FIELD_ENUM: return SAME(int);
    case FIELD_BOOL: return SAME(bool);
    case FIELD_REAL: return memcmp(x, y, sizeof(double)) == 0;
    case FIELD_TEXT: return SAME(char *) || g_strcmp0(*(const char *const *)x, *(const char *const *)y) == 0;
    case FIELD_INTS: return ints_equal(*(const Ints *)x, *(const Ints *)y);
    case FIELD_RANKED: return ranked_equal(*(const int64_t *const *)x, *(const int64_t *const *)y, rank);
    case FIELD_LITERAL: return literal_equal(*(const Literal *const *)x, *(const Literal *const *)y);
    case FIELD_MESH: return mesh_same(*(const Mesh *const *)x, *(const Mesh *const *)y);
    case FIELD_AXES: return axis_list_equal(*(const AxisList *)x, *(const AxisList *)y);
    case FIELD_PLAN: return SAME(struct ReshardPlan *);
    case FIELD_PART: return equal(f->of, x, y, rank, roles);
    case FIELD_PARTS:
    case FIELD_INT_LISTS:
    case FIELD_SHARDINGS: break;
    }
#undef SAME
    int n = attr_count(f, a);
    x = *(const void *const *)x;
    y = *(const void *const *)y;
    if (n != attr_count(f, b))
        return false;
    if (x == y)
        return true;
    if (f->kind == FIELD_SHARDINGS)
        return shardings_equal(x, y, n);
    for (int i = 0; i < n; i++)
        if (f->kind == FIELD_INT_LISTS ? !ints_equal(((const Ints *)x)[i], ((const Ints *)y)[i])
                                       : !equal(f->of, (const char *)x + (size_t)i * f->of->size, (const char *)y + (size_t)i * f->of->size, rank, roles))
            return false;
    return true;
}

static bool equal(const AttrType *t, const void *a, const void *b, int rank, int roles)
{
    for (int i = 0; i < t->n_fields; i++)
        if ((t->fields[i].role & roles) && !field_equal(&t->fields[i], a, b, rank, roles))
            return false;
    return true;
}

bool op_attrs_equal(const IrOp *a, const IrOp *b, int roles)
{
    return equal(type_of(a), &a->a, &b->a, rank_of(a), roles);
}

/* ---- hashes and keys -------------------------------------------------------------------------------------------------- */

enum { MAX_HASHED_WORDS = 64, MAX_HASHED_BYTES = 1 << 14 };

/* Where a walk writes its words: into a key, or into a hash. */
typedef struct Words {
    Key *key;
    uint64_t hash;
    int n;
} Words;

static void add(Words *w, uint64_t word)
{
    if (w->key) {
        key_add(w->key, word);
    } else if (w->n++ < MAX_HASHED_WORDS) {
        w->hash = (w->hash ^ word) * 0x9E3779B97F4A7C15u;
        w->hash ^= w->hash >> 32;
    }
}

static void add_array(Words *w, const int64_t *v, int n)
{
    for (int i = 0; i < n; i++)
        add(w, (uint64_t)v[i]);
}

static void add_ints(Words *w, Ints l)
{
    add(w, (uint64_t)l.n);
    add_array(w, l.v, l.n);
}

static void add_axes(Words *w, AxisList l)
{
    add(w, (uint64_t)l.n);
    for (int i = 0; i < l.n; i++) {
        add(w, (uint64_t)l.v[i].axis);
        add(w, (uint64_t)l.v[i].pre);
        add(w, (uint64_t)l.v[i].size);
    }
}

static uint64_t hash_of_bytes(const void *p, int64_t n)
{
    const unsigned char *s = p;
    uint64_t h = 14695981039346656037u;
    for (int64_t i = 0; i < MIN(n, MAX_HASHED_BYTES); i++)
        h = (h ^ s[i]) * 1099511628211u;
    return h;
}

/* Keys take a text by its address; hashes take part of its characters. */
static void add_text(Words *w, const char *s)
{
    add(w, w->key ? (uint64_t)(uintptr_t)s : s ? hash_of_bytes(s, (int64_t)strlen(s)) : 0);
}

static void add_literal(Words *w, const Literal *l)
{
    add(w, w->key ? (uint64_t)(uintptr_t)l : l && l->data ? hash_of_bytes(l->data, literal_bytes(l)) : 0);
}

static void add_mesh(Words *w, const Mesh *mesh)
{
    add(w, w->key ? (uint64_t)(uintptr_t)mesh : mesh ? (uint64_t)mesh->n_devices : 0);
}

static void add_sharding(Words *w, const Sharding *s)
{
    add(w, w->key ? (uint64_t)(uintptr_t)s : s ? (uint64_t)s->rank + 1 : 0);
}

static void add_fields(Words *w, const AttrType *t, const void *attrs, int rank, int roles);

static void add_field(Words *w, const AttrField *f, const void *attrs, int rank, int roles)
{
    const void *x = attr_at(f, attrs);
    uint64_t bits;
    int n;
    switch (f->kind) {
    case FIELD_INT64: add(w, (uint64_t)*(const int64_t *)x); return;
    case FIELD_INT:
    case FIELD_ENUM: add(w, (uint64_t)*(const int *)x); return;
    case FIELD_BOOL: add(w, *(const bool *)x); return;
    case FIELD_REAL:
        memcpy(&bits, x, sizeof bits);
        add(w, bits);
        return;
    case FIELD_TEXT: add_text(w, *(const char *const *)x); return;
    case FIELD_INTS: add_ints(w, *(const Ints *)x); return;
    case FIELD_RANKED:
        if (*(const int64_t *const *)x)
            add_array(w, *(const int64_t *const *)x, rank);
        return;
    case FIELD_LITERAL: add_literal(w, *(const Literal *const *)x); return;
    case FIELD_MESH: add_mesh(w, *(const Mesh *const *)x); return;
    case FIELD_AXES: add_axes(w, *(const AxisList *)x); return;
    case FIELD_PLAN: add(w, (uint64_t)(uintptr_t)*(const struct ReshardPlan *const *)x); return;
    case FIELD_PART: add_fields(w, f->of, x, rank, roles); return;
    case FIELD_PARTS:
    case FIELD_INT_LISTS:
    case FIELD_SHARDINGS: break;
    }
    n = attr_count(f, attrs);
    x = *(const void *const *)x;
    add(w, (uint64_t)n);
    for (int i = 0; i < n && (w->key ? !w->key->full : w->n < MAX_HASHED_WORDS); i++)
        if (f->kind == FIELD_INT_LISTS)
            add_ints(w, ((const Ints *)x)[i]);
        else if (f->kind == FIELD_SHARDINGS)
            add_sharding(w, ((const Sharding *const *)x)[i]);
        else
            add_fields(w, f->of, (const char *)x + (size_t)i * f->of->size, rank, roles);
}

static void add_fields(Words *w, const AttrType *t, const void *attrs, int rank, int roles)
{
    for (int i = 0; i < t->n_fields; i++)
        if (t->fields[i].role & roles)
            add_field(w, &t->fields[i], attrs, rank, roles);
}

uint64_t op_attrs_hash(const IrOp *op, int roles)
{
    Words w = { .hash = (uint64_t)op->code };
    add_fields(&w, type_of(op), &op->a, rank_of(op), roles);
    return w.hash;
}

void op_attrs_key(const IrOp *op, int roles, Key *k)
{
    add_fields(&(Words){ .key = k }, type_of(op), &op->a, rank_of(op), roles);
}
