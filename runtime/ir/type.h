/* Types of values: arrays, tuples, tokens. Interned per TypeTable: within one table equal types are the same pointer. A type with a layout
 * and the same type without one are two pointers with the same `plain`. Semantic comparison is `a->plain == b->plain`; only printers use
 * the layout. */
#pragma once

#include <glib.h>

#include "runtime/base/arena.h"
#include "runtime/base/limits.h"

typedef enum ElemType {
#define ELEM(id, hlo, mlir, bits, cls, bytes) ELEM_##id,
#include "runtime/ir/elems.def"
    N_ELEMS
} ElemType;

typedef enum ElemClass { CLASS_PRED, CLASS_SIGNED, CLASS_UNSIGNED, CLASS_FLOAT, CLASS_COMPLEX } ElemClass;

typedef struct ElemInfo {
    const char *hlo, *mlir;
    int bits;
    ElemClass cls;
    int bytes; /* of one element in memory */
} ElemInfo;
extern const ElemInfo elem_info[N_ELEMS];

/* By HLO's or MLIR's name; N_ELEMS if there is none. */
ElemType elem_from_hlo(const char *name, size_t n);
ElemType elem_from_mlir(const char *name, size_t n);
static inline bool elem_is_float(ElemType e)
{
    return elem_info[e].cls == CLASS_FLOAT;
}
static inline bool elem_is_int(ElemType e)
{
    return elem_info[e].cls == CLASS_SIGNED || elem_info[e].cls == CLASS_UNSIGNED;
}

/* A buffer is memory that holds an array, not the array's value: HLO's b(f32[4]). Programs with buffers or dims of unknown size are read,
 * checked and printed, but not run (module_check_runnable). */
typedef enum TypeKind { TYPE_ARRAY, TYPE_TUPLE, TYPE_TOKEN, TYPE_OPAQUE, TYPE_BUFFER } TypeKind;

/* Limits that readers enforce, so fixed arrays and recursion of these sizes are safe. */
enum { MAX_TUPLE_DEPTH = 1000, MAX_TUPLE_NODES = 1 << 20 };

/* StableHLO's uniform quantisation: an element q of the storage type stands for (q - zero point) * scale. The readers expand operations on
 * such values; the IR's operations work on the storage. */
typedef struct TypeQuant {
    ElemType storage, expressed;
    int axis;                 /* the dim whose indices have scales of their own; -1 = one for all */
    int n;                    /* of scales and zero points */
    const double *scales;
    const int64_t *zero_points;
    int64_t min, max;         /* of the stored numbers */
    const char *text;         /* "!quant.uniform<..>"; equal texts are equal quantisations */
} TypeQuant;

typedef struct Type Type;
struct Type {
    TypeKind kind;
    ElemType elem;        /* arrays only, as are rank, dims, n_elems */
    int rank;
    const int64_t *dims;
    int64_t n_elems;      /* product of dims; readers guarantee that it and the bytes fit int64 */
    const bool *dyn;      /* arrays: per dim, the size is an upper bound; NULL = all static */
    const bool *unbounded; /* arrays: per dim, the size is unknown and dims has 0; NULL = none */
    int n_parts;          /* tuples; 1 for a buffer, whose part is the array */
    const Type *const *parts;
    const char *layout;   /* arrays: text as written, "{1,0:T(8,128)}", or NULL */
    const TypeQuant *quant; /* arrays: what the elements stand for; NULL = themselves. As a layout, it makes no difference to `plain` */
    const Type *plain;    /* the same type without any layout or quantisation; itself if it has none */
    int n_leaves;         /* as type_n_leaves() */
    int n_nodes, depth;   /* tuples: nested parts included; levels of nesting (an array has 0) */
    bool flat;            /* tuples: no part is a tuple, so leaf i is parts[i] */
    bool runs;            /* neither it nor any part is a buffer or has an unbounded dim */
};

typedef struct TypeTable TypeTable;
TypeTable *type_table_new(Arena *arena);
void type_table_free(TypeTable *t);

/* Borrowed from the table; dims, parts and layout are copied. */
const Type *type_array(TypeTable *t, ElemType elem, int rank, const int64_t *dims);
const Type *type_array_full(TypeTable *t, ElemType elem, int rank, const int64_t *dims, const bool *dyn,
                            const char *layout);
/* The array type with elem, rank, dims, dyn, unbounded, layout and quant of `like`; its other fields are ignored, and it may belong to another
 * table. Where unbounded[i] is true, dims[i] must be 0. */
const Type *type_array_like(TypeTable *t, const Type *like);
const Type *type_scalar(TypeTable *t, ElemType elem);
const Type *type_tuple(TypeTable *t, int n, const Type *const *parts);
const Type *type_token(TypeTable *t);
const Type *type_opaque(TypeTable *t);
const Type *type_buffer(TypeTable *t, const Type *array);
/* type_with_elem: the same dims with another element type. type_with_dims: the same element type with other dims. No layout. */
const Type *type_with_elem(TypeTable *t, const Type *type, ElemType elem);
const Type *type_with_dims(TypeTable *t, const Type *type, int rank, const int64_t *dims);

/* True if rank and dims are valid: rank <= MAX_RANK, dims >= 0, elements and bytes fit int64. */
bool type_dims_fit(ElemType elem, int rank, const int64_t *dims);
/* True if a tuple of the parts stays within MAX_TUPLE_DEPTH and MAX_TUPLE_NODES. */
bool type_tuple_fits(int n, const Type *const *parts);

/* True if the types are equal; they may belong to different tables. */
bool type_same(const Type *a, const Type *b);
/* Bytes of the array, or of all leaves of the tuple. */
int64_t type_bytes(const Type *type);
/* Leaves in depth-first order: an array, token, opaque or buffer counts one, an empty tuple none. */
static inline int type_n_leaves(const Type *type)
{
    return type->n_leaves;
}
const Type *type_leaf(const Type *type, int i);
/* Number of the first leaf of part i of a tuple. */
int type_part_leaf(const Type *type, int i);
/* Fills order[0 .. rank) with the array's dims from minor (contiguous in memory) to major, by its layout; without a layout the last dim is
 * minor. */
void type_minor_to_major(const Type *type, int *order);
/* A number in decimal. Faster than printf: printing a program needs millions. */
void type_print_int(GString *out, int64_t v);
/* HLO's text: "f32[2,3]{1,0}", "(s32[], f32[4])"; with_layout=false leaves layouts out. */
void type_print(GString *out, const Type *type, bool with_layout);
/* "tensor<2x3xf32>", tuples as "tuple<..>". */
void type_print_mlir(GString *out, const Type *type);
/* "f32[2,3]" on the heap, for messages. */
char *type_text(const Type *type);
