/* Internal declarations of the generator of random programs, which appends statements to a list. random_program.c keeps and prints the list,
 * random_compute.c and random_moves.c hold the families, random_manual.c manual computations, random_shrink.c reduces failing programs. */
#pragma once

#include <stdbool.h>
#include <string.h>

#include "runtime/base/vec.h"
#include "tests/conformance/random_program.h"

enum { MAX_DIMS = 6, MAX_OPERANDS = 8, MAX_ELEMENTS = 3000, MAX_MESH_AXES = 8 };

typedef enum Elem { S32, F32, PRED, U32 } Elem;
extern const char *const random_elem_names[];

typedef struct Shape {
    Elem elem;
    int rank;
    int dims[MAX_DIMS];
} Shape;

typedef struct Stmt {
    Shape shape;
    char *text;      /* "add($0, $1)"; NULL = a parameter. Several lines: all but the last define names of their own with @ */
    int operands[MAX_OPERANDS];
    int n_operands;
    char *sharding;  /* of a parameter, or NULL */
} Stmt;

typedef struct Out {
    int stmt;
    char *sharding;
} Out;

typedef struct RandomMesh {
    int n_axes, axes[MAX_MESH_AXES];
    int n_devices;
    GString *ids;    /* device order, "" = natural */
    int *order;      /* the same in numbers, NULL = natural */
} RandomMesh;

enum { MAX_MESHES = 3 };

struct RandomProgram {
    GRand *rand;
    VEC(Stmt) stmts;
    VEC(Out) outs;
    GString *comps;  /* computations, each once */
    GHashTable *have; /* their names */
    int n_comps, n_meshes;
    RandomMesh meshes[MAX_MESHES]; /* the first has all devices; others as many in another order, or fewer */
};

typedef RandomProgram P;

static inline int below(P *p, int n)
{
    return n > 1 ? g_rand_int_range(p->rand, 0, n) : 0;
}

static inline bool chance(P *p, double x)
{
    return g_rand_double(p->rand) < x;
}

static inline int elements(const Shape *s)
{
    int n = 1;
    for (int i = 0; i < s->rank; i++)
        n *= s->dims[i];
    return n;
}

static inline bool same_shape(const Shape *a, const Shape *b)
{
    return a->elem == b->elem && a->rank == b->rank && memcmp(a->dims, b->dims, sizeof *a->dims * (size_t)a->rank) == 0;
}

static inline Shape of(const P *p, int stmt)
{
    return p->stmts.v[stmt].shape;
}

static inline Shape with_elem(Shape s, Elem e)
{
    s.elem = e;
    return s;
}

int random_size(P *p);
/* "s32[2,3]"; the caller frees. */
char *random_shape_text(const Shape *t);
/* "{1,0}"; the caller frees. */
char *random_list(const int *v, int n);
void random_shuffle(P *p, int *v, int n);
/* One of the program's meshes, by number; `all`: with all devices. */
int random_pick_mesh(P *p, bool all);
/* "@mesh", "@mesh_1": how annotations name it; the caller frees. */
char *random_mesh_name(int mesh);
/* As Shardy writes it, quotes escaped for HLO; the caller frees. */
char *random_annotation(P *p, int rank, bool partial);

/* Adds a statement; takes `text`. Returns its number. */
int random_add(P *p, Shape shape, char *text, int n, const int *operands);
#define ADD(p, shape, text, ...) \
    random_add(p, shape, text, (int)(sizeof((int[]){ __VA_ARGS__ }) / sizeof(int)), (int[]){ __VA_ARGS__ })
int random_parameter(P *p, Shape shape);
int random_constant(P *p, Elem elem, int value);
Shape random_shape(P *p, Elem elem, int rank);
/* S32 or F32. */
Elem random_number(P *p);
/* A value of that shape, an old one if there is any. */
int random_like(P *p, Shape shape);
/* A value of that element type with a rank in the range; the later ones more often. */
int random_any(P *p, Elem elem, int low, int high);
/* "name_elem", defined once as a computation of two scalars; the caller frees. */
char *random_pair_comp(P *p, const char *op, Elem e);
const char *random_reducer(P *p);
/* What the results need, one entry per statement; the caller frees. */
bool *random_live(const P *p);

/* Adds an op of that family and what it needs, or nothing if it would grow too large. */
typedef void RandomFamily(P *p);
RandomFamily random_make_unary, random_make_binary, random_make_select, random_make_clamp, random_make_convert,
    random_make_iota, random_make_broadcast, random_make_transpose, random_make_reshape, random_make_dot,
    random_make_reduce, random_make_reduce_two, random_make_reduce_window, random_make_select_and_scatter,
    random_make_convolution;
RandomFamily random_make_slice, random_make_pad, random_make_concatenate, random_make_reverse,
    random_make_dynamic_slice, random_make_gather, random_make_sort, random_make_topk, random_make_rng,
    random_make_while, random_make_conditional, random_make_constraint;
RandomFamily random_make_call, random_make_map, random_make_barrier, random_make_batch_norm, random_make_fft, random_make_cholesky, random_make_sized;
RandomFamily random_make_manual;
