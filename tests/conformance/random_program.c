/* Programs are lists of statements in HLO's words; a statement names its operands by number. Start at random_program_new;
 * `families` is the table of what can occur. */
#include "tests/conformance/random_program.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "runtime/base/vec.h"

enum { MAX_DIMS = 6, MAX_OPERANDS = 8, MAX_ELEMENTS = 3000, MAX_MESH_AXES = 8 };

typedef enum Elem { S32, F32, PRED, U32 } Elem;
static const char *const elem_names[] = { "s32", "f32", "pred", "u32" };

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

struct RandomProgram {
    GRand *rand;
    VEC(Stmt) stmts;
    VEC(Out) outs;
    GString *comps;  /* computations, each once */
    GHashTable *have; /* their names */
    int n_axes, n_comps;
    int axes[MAX_MESH_AXES];
    int n_devices;
    GString *ids;    /* device order, "" = natural */
};

typedef RandomProgram P;

static int below(P *p, int n)
{
    return n > 1 ? g_rand_int_range(p->rand, 0, n) : 0;
}

static bool chance(P *p, double x)
{
    return g_rand_double(p->rand) < x;
}

static int size(P *p)
{
    static const int sizes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13 };
    return sizes[below(p, G_N_ELEMENTS(sizes))];
}

static int elements(const Shape *s)
{
    int n = 1;
    for (int i = 0; i < s->rank; i++)
        n *= s->dims[i];
    return n;
}

static bool same_shape(const Shape *a, const Shape *b)
{
    return a->elem == b->elem && a->rank == b->rank && memcmp(a->dims, b->dims, sizeof *a->dims * (size_t)a->rank) == 0;
}

static void print_shape(GString *s, const Shape *t)
{
    g_string_append_printf(s, "%s[", elem_names[t->elem]);
    for (int i = 0; i < t->rank; i++)
        g_string_append_printf(s, "%s%d", i ? "," : "", t->dims[i]);
    g_string_append_c(s, ']');
}

static char *shape_text(const Shape *t)
{
    GString *s = g_string_new(NULL);
    print_shape(s, t);
    return g_string_free(s, FALSE);
}

/* "{1,0}" */
static char *list(const int *v, int n)
{
    GString *s = g_string_new("{");
    for (int i = 0; i < n; i++)
        g_string_append_printf(s, "%s%d", i ? "," : "", v[i]);
    g_string_append_c(s, '}');
    return g_string_free(s, FALSE);
}

static void shuffle(P *p, int *v, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int k = below(p, i + 1), t = v[i];
        v[i] = v[k];
        v[k] = t;
    }
}

/* ---- mesh and shardings ---------------------------------------------------------------------------------------- */

static void make_mesh(P *p)
{
    static const int counts[] = { 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8, 8, 9, 12, 16 };
    int n = counts[below(p, G_N_ELEMENTS(counts))], rest = n;
    for (int f = 2; rest > 1; f++)
        while (rest % f == 0) {
            if (p->n_axes && chance(p, 0.5))
                p->axes[p->n_axes - 1] *= f;
            else
                p->axes[p->n_axes++] = f;
            rest /= f;
        }
    if (!p->n_axes || chance(p, 0.15))
        p->axes[p->n_axes++] = 1;
    shuffle(p, p->axes, p->n_axes);
    p->n_devices = n;
    p->ids = g_string_new(NULL);
    if (n < 3 || chance(p, 0.6))
        return;
    int *ids = g_new(int, n);
    bool reversed = chance(p, 0.5), identity = true;
    for (int i = 0; i < n; i++)
        ids[i] = reversed ? n - 1 - i : i;
    if (!reversed)
        shuffle(p, ids, n);
    for (int i = 0; i < n; i++) {
        identity = identity && ids[i] == i;
        g_string_append_printf(p->ids, "%s%d", i ? ", " : "", ids[i]);
    }
    if (identity)
        g_string_truncate(p->ids, 0);
    g_free(ids);
}

/* As Shardy writes it, quotes escaped for HLO. */
static char *make_sharding(P *p, int rank, bool partial)
{
    GString *dims[MAX_DIMS] = { 0 }, *held = g_string_new(NULL), *unreduced = g_string_new(NULL);
    for (int d = 0; d < rank; d++)
        dims[d] = g_string_new(NULL);
    int order[2 * MAX_MESH_AXES], n = 0;
    for (int a = 0; a < p->n_axes; a++) {
        int cut = p->axes[a] % 2 == 0 && p->axes[a] > 2 && chance(p, 0.25) ? 2 : 0;
        order[n++] = a * 4 + (cut ? 1 : 0);
        if (cut)
            order[n++] = a * 4 + 2;
    }
    shuffle(p, order, n);
    int last[MAX_DIMS];
    for (int d = 0; d < rank; d++)
        last[d] = -1;
    for (int i = 0; i < n; i++) {
        int a = order[i] / 4, part = order[i] % 4;
        char name[64];
        if (part)
            g_snprintf(name, sizeof name, "\\\"%c\\\":(%d)%d", 'a' + a, part, part == 1 ? 2 : p->axes[a] / 2);
        else
            g_snprintf(name, sizeof name, "\\\"%c\\\"", 'a' + a);
        int d = below(p, rank + 1);
        if (d < rank && !(part == 2 && last[d] == a * 4 + 1)) { /* halves that would be one axis again */
            g_string_append_printf(dims[d], "%s%s", dims[d]->len ? ", " : "", name);
            last[d] = order[i];
        } else if (partial && !part && chance(p, 0.3) && !unreduced->len) {
            g_string_append(unreduced, name);
        } else if (!part && chance(p, 0.2) && !held->len) {
            g_string_append(held, name);
        }
    }
    GString *s = g_string_new("#sdy.sharding<@mesh, [");
    for (int d = 0; d < rank; d++) {
        bool open = chance(p, 0.3);
        g_string_append_printf(s, "%s{%s%s}", d ? ", " : "", dims[d]->str, open ? (dims[d]->len ? ", ?" : "?") : "");
        g_string_free(dims[d], TRUE);
    }
    g_string_append(s, "]");
    if (held->len)
        g_string_append_printf(s, ", replicated={%s}", held->str);
    if (unreduced->len)
        g_string_append_printf(s, ", unreduced={%s}", unreduced->str);
    g_string_free(held, TRUE);
    g_string_free(unreduced, TRUE);
    g_string_append_c(s, '>');
    return g_string_free(s, FALSE);
}

/* ---- statements ------------------------------------------------------------------------------------------------ */

/* Adds a statement; takes `text`. */
static int add(P *p, Shape shape, char *text, int n, const int *operands)
{
    Stmt s = { .shape = shape, .text = text, .n_operands = n };
    g_assert(n <= MAX_OPERANDS);
    if (n)
        memcpy(s.operands, operands, sizeof *operands * (size_t)n);
    vec_push(&p->stmts, s);
    return p->stmts.n - 1;
}
#define ADD(p, shape, text, ...) \
    add(p, shape, text, (int)(sizeof((int[]){ __VA_ARGS__ }) / sizeof(int)), (int[]){ __VA_ARGS__ })

static int parameter(P *p, Shape shape)
{
    Stmt s = { .shape = shape };
    if (chance(p, 0.75))
        s.sharding = make_sharding(p, shape.rank, false);
    vec_push(&p->stmts, s);
    return p->stmts.n - 1;
}

static int constant(P *p, Elem elem, int value)
{
    return add(p, (Shape){ .elem = elem }, elem == PRED ? g_strdup(value ? "constant(true)" : "constant(false)") : g_strdup_printf("constant(%d)", value), 0, NULL);
}

static Shape random_shape(P *p, Elem elem, int rank)
{
    Shape s = { .elem = elem, .rank = rank };
    for (int i = 0; i < rank; i++)
        s.dims[i] = size(p);
    while (elements(&s) > MAX_ELEMENTS / 4)
        s.dims[below(p, rank)] = 1 + below(p, 3);
    return s;
}

static Elem number(P *p)
{
    return chance(p, 0.7) ? S32 : F32;
}

static int like(P *p, Shape shape)
{
    int have[256], n = 0;
    for (int i = 0; i < p->stmts.n && n < 256; i++)
        if (same_shape(&p->stmts.v[i].shape, &shape))
            have[n++] = i;
    if (n && chance(p, 0.7))
        return have[below(p, n)];
    if (chance(p, 0.15)) {
        int c = constant(p, shape.elem, below(p, 4));
        return shape.rank ? ADD(p, shape, g_strdup("broadcast($0), dimensions={}"), c) : c;
    }
    return parameter(p, shape);
}

/* A value of that element type with a rank in the range; the later ones more often. */
static int any(P *p, Elem elem, int low, int high)
{
    int have[256], n = 0;
    for (int i = p->stmts.n - 1; i >= 0 && n < 256; i--) {
        const Shape *s = &p->stmts.v[i].shape;
        if (s->elem == elem && s->rank >= low && s->rank <= high)
            have[n++] = i;
    }
    if (n && chance(p, 0.85))
        return have[below(p, chance(p, 0.6) ? MIN(n, 3) : n)];
    return parameter(p, random_shape(p, elem, low + below(p, MIN(high, 3) - low + 1)));
}

static Shape of(const P *p, int stmt)
{
    return p->stmts.v[stmt].shape;
}

static Shape with_elem(Shape s, Elem e)
{
    s.elem = e;
    return s;
}

/* "name_elem", defined once as a computation of two scalars. */
static char *pair_comp(P *p, const char *op, Elem e)
{
    char *name = g_strdup_printf("%s_%s", op, elem_names[e]);
    if (!g_hash_table_add(p->have, g_strdup(name)))
        return name;
    const char *t = elem_names[e];
    bool compare = strlen(op) == 2; /* GE, LT */
    g_string_append_printf(p->comps, "%s {\n  x = %s[] parameter(0)\n  y = %s[] parameter(1)\n  ROOT r = %s[] %s(x, y)%s%s\n}\n", name, t, t,
                           compare ? "pred" : t, compare ? "compare" : op, compare ? ", direction=" : "", compare ? op : "");
    return name;
}

static const char *reducer(P *p)
{
    static const char *const names[] = { "add", "add", "maximum", "minimum", "multiply" };
    return names[below(p, G_N_ELEMENTS(names))];
}

/* ---- families -------------------------------------------------------------------------------------------------- */

static void make_unary(P *p)
{
    static const char *const ints[] = { "negate", "abs", "not", "sign", "popcnt", "count-leading-zeros" };
    static const char *const floats[] = { "negate", "abs", "tanh", "cosine", "logistic" };
    Elem e = number(p);
    int a = any(p, e, 0, 4);
    ADD(p, of(p, a), g_strdup_printf("%s($0)", e == F32 ? floats[below(p, 5)] : ints[below(p, 6)]), a);
}

static void make_binary(P *p)
{
    static const char *const ints[] = { "add", "subtract", "multiply", "maximum", "minimum", "and", "or", "xor" };
    Elem e = number(p);
    int a = any(p, e, 0, 4), b = like(p, of(p, a));
    ADD(p, of(p, a), g_strdup_printf("%s($0, $1)", ints[below(p, e == F32 ? 5 : 8)]), a, b);
}

static void make_select(P *p)
{
    static const char *const dirs[] = { "EQ", "NE", "LT", "GE" };
    int a = any(p, S32, 0, 4), b = like(p, of(p, a));
    int c = ADD(p, with_elem(of(p, a), PRED), g_strdup_printf("compare($0, $1), direction=%s", dirs[below(p, 4)]), a, b);
    int x = like(p, with_elem(of(p, a), number(p))), y = like(p, of(p, x));
    ADD(p, of(p, x), g_strdup("select($0, $1, $2)"), c, x, y);
}

static void make_clamp(P *p)
{
    int a = any(p, S32, 0, 4), lo = like(p, chance(p, 0.5) ? of(p, a) : (Shape){ .elem = S32 }), hi = like(p, of(p, lo));
    ADD(p, of(p, a), g_strdup("clamp($0, $1, $2)"), lo, a, hi);
}

static void make_convert(P *p)
{
    int a = any(p, S32, 0, 4);
    ADD(p, with_elem(of(p, a), chance(p, 0.5) ? F32 : U32), g_strdup("convert($0)"), a);
    if (chance(p, 0.5)) {
        int u = ADD(p, with_elem(of(p, a), U32), g_strdup("bitcast-convert($0)"), a);
        ADD(p, of(p, a), g_strdup("convert($0)"), u);
    }
}

static void make_iota(P *p)
{
    Shape s = random_shape(p, S32, 1 + below(p, 3));
    int i = add(p, s, g_strdup_printf("iota(), iota_dimension=%d", below(p, s.rank)), 0, NULL);
    int other = like(p, s);
    ADD(p, s, g_strdup("add($0, $1)"), i, other);
}

static void make_broadcast(P *p)
{
    int a = any(p, number(p), 0, 3);
    Shape s = of(p, a), out = { .elem = s.elem, .rank = s.rank + below(p, 3) };
    int at[MAX_DIMS], n = 0;
    for (int d = 0; d < out.rank; d++) {
        bool take = n < s.rank && below(p, out.rank - d) < s.rank - n;
        out.dims[d] = take ? s.dims[n] : size(p);
        if (take)
            at[n++] = d;
    }
    if (elements(&out) > MAX_ELEMENTS)
        return;
    g_autofree char *dims = list(at, n);
    ADD(p, out, g_strdup_printf("broadcast($0), dimensions=%s", dims), a);
}

static void make_transpose(P *p)
{
    int a = any(p, number(p), 1, 4), perm[MAX_DIMS];
    Shape s = of(p, a), out = s;
    for (int d = 0; d < s.rank; d++)
        perm[d] = d;
    shuffle(p, perm, s.rank);
    for (int d = 0; d < s.rank; d++)
        out.dims[d] = s.dims[perm[d]];
    g_autofree char *dims = list(perm, s.rank);
    ADD(p, out, g_strdup_printf("transpose($0), dimensions=%s", dims), a);
}

static void make_reshape(P *p)
{
    int a = any(p, number(p), 1, 4);
    Shape s = of(p, a), out = { .elem = s.elem };
    int n = elements(&s);
    while (n > 1 && out.rank < 3) {
        int f = 1 + below(p, n);
        while (n % f)
            f--;
        out.dims[out.rank++] = f;
        n /= f;
    }
    if (n > 1 || chance(p, 0.2))
        out.dims[out.rank++] = n;
    ADD(p, out, g_strdup("reshape($0)"), a);
}

static void make_dot(P *p)
{
    int a = any(p, number(p), 1, 3);
    Shape s = of(p, a), w = { .elem = s.elem }, out = { .elem = s.elem };
    int role[MAX_DIMS], lc[MAX_DIMS], rc[MAX_DIMS], lb[MAX_DIMS], rb[MAX_DIMS], nc = 0, nb = 0, wrole[MAX_DIMS];
    for (int d = 0; d < s.rank; d++)
        role[d] = below(p, 3); /* 0 free, 1 contracting, 2 batch */
    int extra = below(p, 3);
    for (int d = 0; d < s.rank; d++)
        if (role[d])
            wrole[w.rank++] = d;
    for (int i = 0; i < extra; i++)
        wrole[w.rank++] = -1;
    shuffle(p, wrole, w.rank);
    for (int i = 0; i < w.rank; i++)
        w.dims[i] = wrole[i] < 0 ? size(p) : s.dims[wrole[i]];
    for (int d = 0; d < s.rank; d++)
        for (int i = 0; i < w.rank; i++)
            if (wrole[i] == d && role[d] == 1) {
                lc[nc] = d;
                rc[nc++] = i;
            } else if (wrole[i] == d) {
                lb[nb] = d;
                rb[nb++] = i;
                out.dims[out.rank++] = s.dims[d];
            }
    for (int d = 0; d < s.rank; d++)
        if (!role[d])
            out.dims[out.rank++] = s.dims[d];
    for (int i = 0; i < w.rank; i++)
        if (wrole[i] < 0)
            out.dims[out.rank++] = w.dims[i];
    if (elements(&out) > MAX_ELEMENTS || elements(&w) > MAX_ELEMENTS)
        return;
    g_autofree char *tlc = list(lc, nc), *trc = list(rc, nc), *tlb = list(lb, nb), *trb = list(rb, nb);
    int b = like(p, w);
    ADD(p, out, g_strdup_printf("dot($0, $1), lhs_batch_dims=%s, rhs_batch_dims=%s, lhs_contracting_dims=%s, rhs_contracting_dims=%s", tlb, trb, tlc, trc), a, b);
}

static void make_reduce(P *p)
{
    int a = any(p, number(p), 1, 4), dims[MAX_DIMS], n = 0;
    Shape s = of(p, a), out = { .elem = s.elem };
    for (int d = 0; d < s.rank; d++)
        if (chance(p, 0.5))
            dims[n++] = d;
        else
            out.dims[out.rank++] = s.dims[d];
    g_autofree char *text = list(dims, n), *comp = pair_comp(p, reducer(p), s.elem);
    int init = chance(p, 0.5) ? constant(p, s.elem, 1) : like(p, (Shape){ .elem = s.elem });
    ADD(p, out, g_strdup_printf("reduce($0, $1), dimensions=%s, to_apply=%s", text, comp), a, init);
}

/* Sums and maxima together, as variadic reductions do. */
static void make_reduce_two(P *p)
{
    int a = any(p, S32, 1, 3), b = like(p, of(p, a));
    Shape s = of(p, a), out = { .elem = S32 };
    int gone = below(p, s.rank);
    for (int d = 0; d < s.rank; d++)
        if (d != gone)
            out.dims[out.rank++] = s.dims[d];
    if (g_hash_table_add(p->have, g_strdup("both_s32")))
        g_string_append(p->comps, "both_s32 {\n  a = s32[] parameter(0)\n  b = s32[] parameter(1)\n  c = s32[] parameter(2)\n  d = s32[] parameter(3)\n"
                                  "  s = s32[] add(a, c)\n  m = s32[] maximum(b, d)\n  ROOT t = (s32[], s32[]) tuple(s, m)\n}\n");
    g_autofree char *t = shape_text(&out);
    int zero = constant(p, S32, 0);
    for (int k = 0; k < 2; k++)
        ADD(p, out, g_strdup_printf("@both = (%s, %s) reduce($0, $1, $2, $2), dimensions={%d}, to_apply=both_s32\nget-tuple-element(@both), index=%d", t, t, gone, k), a, b, zero);
}

/* Window text; sets the output dims, false if a dim would vanish. */
static bool window(P *p, const Shape *s, Shape *out, GString *text, bool dilate)
{
    GString *sz = g_string_new(NULL), *st = g_string_new(NULL), *pad = g_string_new(NULL), *ld = g_string_new(NULL), *rd = g_string_new(NULL);
    bool fine = true;
    *out = *s;
    for (int d = 0; d < s->rank; d++) {
        const char *x = d ? "x" : "";
        bool plain = chance(p, 0.4), running = !plain && chance(p, 0.15);
        int w = plain ? 1 : running ? s->dims[d] : 1 + below(p, 3), t = plain || running ? 1 : 1 + below(p, 3);
        int base = !plain && !running && dilate && chance(p, 0.15) ? 2 : 1, wide = !plain && !running && dilate && chance(p, 0.15) ? 2 : 1;
        int lo = plain ? 0 : running ? w - 1 : below(p, 3), hi = plain || running ? 0 : below(p, 3);
        int span = (w - 1) * wide + 1, in = (s->dims[d] - 1) * base + 1 + lo + hi;
        out->dims[d] = in < span ? 0 : (in - span) / t + 1;
        fine = fine && out->dims[d] > 0;
        g_string_append_printf(sz, "%s%d", x, w);
        g_string_append_printf(st, "%s%d", x, t);
        g_string_append_printf(pad, "%s%d_%d", x, lo, hi);
        g_string_append_printf(ld, "%s%d", x, base);
        g_string_append_printf(rd, "%s%d", x, wide);
    }
    g_string_append_printf(text, "size=%s stride=%s pad=%s lhs_dilate=%s rhs_dilate=%s", sz->str, st->str, pad->str, ld->str, rd->str);
    g_string_free(sz, TRUE);
    g_string_free(st, TRUE);
    g_string_free(pad, TRUE);
    g_string_free(ld, TRUE);
    g_string_free(rd, TRUE);
    return fine;
}

static void make_reduce_window(P *p)
{
    int a = any(p, number(p), 1, 3);
    Shape s = of(p, a), out;
    g_autoptr(GString) text = g_string_new(NULL);
    if (!window(p, &s, &out, text, true) || elements(&out) > MAX_ELEMENTS)
        return;
    const char *op = chance(p, 0.5) ? "add" : "maximum";
    g_autofree char *comp = pair_comp(p, op, s.elem);
    int init = constant(p, s.elem, *op == 'a' ? 0 : -100);
    ADD(p, out, g_strdup_printf("reduce-window($0, $1), window={%s}, to_apply=%s", text->str, comp), a, init);
}

static void make_select_and_scatter(P *p)
{
    int a = any(p, S32, 1, 3);
    Shape s = of(p, a), source = s;
    g_autoptr(GString) sz = g_string_new(NULL), pad = g_string_new(NULL);
    for (int d = 0; d < s.rank; d++) {
        int w = 1 + below(p, MIN(3, s.dims[d])), lo = w > 1 ? below(p, 2) : 0;
        source.dims[d] = (s.dims[d] + lo - w) / w + 1;
        g_string_append_printf(sz, "%s%d", d ? "x" : "", w);
        g_string_append_printf(pad, "%s%d_0", d ? "x" : "", lo);
    }
    g_autofree char *ge = pair_comp(p, "GE", S32), *sum = pair_comp(p, "add", S32);
    int from = like(p, source), zero = constant(p, S32, 0);
    ADD(p, s, g_strdup_printf("select-and-scatter($0, $1, $2), window={size=%s stride=%s pad=%s}, select=%s, scatter=%s", sz->str, sz->str, pad->str, ge, sum), a, from, zero);
}

static void make_convolution(P *p)
{
    Elem e = chance(p, 0.5) ? F32 : S32;
    int fg = chance(p, 0.3) ? 2 + below(p, 2) : 1, bg = fg == 1 && chance(p, 0.2) ? 2 : 1, n_spatial = 1 + below(p, 2);
    int batch = bg * (1 + below(p, 4)), ci = fg * (1 + below(p, 3)), co = fg * bg * (1 + below(p, 3));
    Shape space = { .elem = e, .rank = n_spatial }, after;
    for (int d = 0; d < n_spatial; d++)
        space.dims[d] = 3 + below(p, 7);
    GString *sz = g_string_new(NULL);
    bool fine = window(p, &space, &after, sz, true);
    g_autofree char *win = g_string_free(sz, FALSE);
    if (!fine)
        return;
    int kernel[2] = { 1, 1 };
    sscanf(win, "size=%dx%d", &kernel[0], &kernel[1]);
    Shape lhs = { .elem = e, .rank = n_spatial + 2 }, rhs = lhs, out = lhs;
    int perm[3][4];
    char labels[3][8] = { { 0 } };
    static const char *const letters[3] = { "bf01", "io01", "bf01" };
    int sizes[3][4] = { { batch, ci, space.dims[0], space.dims[1] }, { ci / fg, co, kernel[0], kernel[1] }, { batch / bg, co, after.dims[0], after.dims[1] } };
    Shape *shapes[3] = { &lhs, &rhs, &out };
    for (int k = 0; k < 3; k++) {
        for (int d = 0; d < n_spatial + 2; d++)
            perm[k][d] = d;
        shuffle(p, perm[k], n_spatial + 2);
        for (int d = 0; d < n_spatial + 2; d++) {
            shapes[k]->dims[d] = sizes[k][perm[k][d]];
            labels[k][d] = letters[k][perm[k][d]];
        }
    }
    if (elements(&lhs) > MAX_ELEMENTS || elements(&rhs) > MAX_ELEMENTS || elements(&out) > MAX_ELEMENTS)
        return;
    int a = like(p, lhs), b = like(p, rhs);
    ADD(p, out, g_strdup_printf("convolution($0, $1), window={%s}, dim_labels=%s_%s->%s, feature_group_count=%d, batch_group_count=%d", win, labels[0], labels[1], labels[2], fg, bg), a, b);
}

static void make_slice(P *p)
{
    int a = any(p, number(p), 1, 4);
    Shape s = of(p, a), out = s;
    g_autoptr(GString) text = g_string_new(NULL);
    for (int d = 0; d < s.rank; d++) {
        int lo = chance(p, 0.5) ? 0 : below(p, s.dims[d]), hi = lo + 1 + below(p, s.dims[d] - lo), st = 1 + (chance(p, 0.3) ? below(p, 3) : 0);
        out.dims[d] = (hi - lo + st - 1) / st;
        g_string_append_printf(text, "%s[%d:%d:%d]", d ? ", " : "", lo, hi, st);
    }
    ADD(p, out, g_strdup_printf("slice($0), slice={%s}", text->str), a);
}

static void make_pad(P *p)
{
    int a = any(p, number(p), 1, 4);
    Shape s = of(p, a), out = s;
    g_autoptr(GString) text = g_string_new(NULL);
    for (int d = 0; d < s.rank; d++) {
        int lo = chance(p, 0.5) ? 0 : below(p, 5) - 1, hi = chance(p, 0.5) ? 0 : below(p, 5) - 1, mid = chance(p, 0.3) ? 1 + below(p, 2) : 0;
        out.dims[d] = s.dims[d] + (s.dims[d] - 1) * mid + lo + hi;
        if (out.dims[d] < 1)
            return;
        g_string_append_printf(text, "%s%d_%d_%d", d ? "x" : "", lo, hi, mid);
    }
    if (elements(&out) > MAX_ELEMENTS)
        return;
    int with = like(p, (Shape){ .elem = s.elem });
    ADD(p, out, g_strdup_printf("pad($0, $1), padding=%s", text->str), a, with);
}

static void make_concatenate(P *p)
{
    int a = any(p, number(p), 1, 4), operands[3] = { a }, n = 1 + below(p, 3);
    Shape s = of(p, a), out = s;
    int d = below(p, s.rank);
    for (int i = 1; i < n; i++) {
        Shape part = s;
        part.dims[d] = size(p);
        operands[i] = like(p, part);
        out.dims[d] += part.dims[d];
    }
    if (elements(&out) > MAX_ELEMENTS)
        return;
    add(p, out, g_strdup_printf("concatenate(%s), dimensions={%d}", n == 1 ? "$0" : n == 2 ? "$0, $1" : "$0, $1, $2", d), n, operands);
}

static void make_reverse(P *p)
{
    int a = any(p, number(p), 1, 4), dims[MAX_DIMS], n = 0;
    Shape s = of(p, a);
    for (int d = 0; d < s.rank; d++)
        if (chance(p, 0.6))
            dims[n++] = d;
    g_autofree char *text = list(dims, n);
    ADD(p, s, g_strdup_printf("reverse($0), dimensions=%s", text), a);
}

static void make_dynamic_slice(P *p)
{
    int a = any(p, number(p), 1, 3), operands[MAX_OPERANDS] = { a };
    Shape s = of(p, a), out = s;
    bool update = chance(p, 0.5);
    for (int d = 0; d < s.rank; d++)
        out.dims[d] = chance(p, 0.4) ? s.dims[d] : 1 + below(p, s.dims[d]);
    int n = 1;
    if (update)
        operands[n++] = like(p, out);
    for (int d = 0; d < s.rank; d++)
        operands[n++] = chance(p, 0.3) ? constant(p, S32, below(p, 9) - 2) : like(p, (Shape){ .elem = S32 });
    GString *text = g_string_new(update ? "dynamic-update-slice(" : "dynamic-slice(");
    for (int i = 0; i < n; i++)
        g_string_append_printf(text, "%s$%d", i ? ", " : "", i);
    g_autofree char *sizes = list(out.dims, s.rank);
    g_string_append(text, ")");
    if (!update)
        g_string_append_printf(text, ", dynamic_slice_sizes=%s", sizes);
    add(p, update ? s : out, g_string_free(text, FALSE), n, operands);
}

/* Rows of a are looked up, or added to, through indices; perhaps one batch dim in common. */
static void make_gather(P *p)
{
    int a = any(p, number(p), 1, 3);
    Shape s = of(p, a), idx = { .elem = S32 }, out = { .elem = s.elem };
    bool scatter = chance(p, 0.5);
    int batch = s.rank > 1 && chance(p, 0.25) ? below(p, s.rank) : -1;
    int start[MAX_DIMS], n_start = 0, collapsed[MAX_DIMS], n_collapsed = 0, window_sizes[MAX_DIMS], windows[MAX_DIMS], n_windows = 0;
    for (int d = 0; d < s.rank; d++) {
        window_sizes[d] = 1;
        if (d == batch)
            continue;
        bool indexed = chance(p, 0.6) || (n_start == 0 && d + 1 + (batch == s.rank - 1) >= s.rank);
        if (indexed)
            start[n_start++] = d;
        window_sizes[d] = chance(p, 0.4) ? s.dims[d] : 1 + below(p, s.dims[d]);
        if (indexed && chance(p, 0.6)) {
            window_sizes[d] = 1;
            collapsed[n_collapsed++] = d;
        } else {
            windows[n_windows++] = window_sizes[d];
        }
    }
    if (!n_start)
        return;
    shuffle(p, start, n_start);
    if (batch >= 0)
        idx.dims[idx.rank++] = s.dims[batch];
    if (chance(p, 0.8))
        idx.dims[idx.rank++] = size(p);
    int vector = idx.rank, n_batch = idx.rank;
    idx.dims[idx.rank++] = n_start;
    int offset[MAX_DIMS], n_offset = 0, nb = 0;
    out.rank = n_batch + n_windows;
    for (int d = 0; d < out.rank; d++) {
        bool take = n_offset < n_windows && below(p, out.rank - d) < n_windows - n_offset;
        out.dims[d] = take ? windows[n_offset] : idx.dims[nb++];
        if (take)
            offset[n_offset++] = d;
    }
    if (elements(&out) > MAX_ELEMENTS)
        return;
    int at = like(p, idx);
    g_autofree char *o = list(offset, n_offset), *c = list(collapsed, n_collapsed), *m = list(start, n_start), *w = list(window_sizes, s.rank);
    g_autofree char *pair = batch < 0 ? g_strdup("") : scatter ? g_strdup_printf(", input_batching_dims={%d}, scatter_indices_batching_dims={0}", batch)
                                                               : g_strdup_printf(", operand_batching_dims={%d}, start_indices_batching_dims={0}", batch);
    if (!scatter) {
        ADD(p, out, g_strdup_printf("gather($0, $1), offset_dims=%s, collapsed_slice_dims=%s, start_index_map=%s, index_vector_dim=%d, slice_sizes=%s%s", o, c, m, vector, w, pair), a, at);
        return;
    }
    static const char *const kinds[] = { "add", "maximum", "minimum", "multiply" };
    g_autofree char *comp = pair_comp(p, kinds[below(p, 4)], s.elem);
    int updates = like(p, out);
    ADD(p, s, g_strdup_printf("scatter($0, $1, $2), update_window_dims=%s, inserted_window_dims=%s, scatter_dims_to_operand_dims=%s, index_vector_dim=%d%s, to_apply=%s", o, c, m, vector, pair, comp), a, at, updates);
}

static void make_sort(P *p)
{
    int a = any(p, S32, 1, 3);
    Shape s = of(p, a);
    int d = below(p, s.rank);
    if (chance(p, 0.4)) {
        g_autofree char *lt = pair_comp(p, "LT", S32);
        ADD(p, s, g_strdup_printf("sort($0), dimensions={%d}, to_apply=%s", d, lt), a);
        return;
    }
    if (g_hash_table_add(p->have, g_strdup("first_s32")))
        g_string_append(p->comps, "first_s32 {\n  a = s32[] parameter(0)\n  b = s32[] parameter(1)\n  c = s32[] parameter(2)\n  d = s32[] parameter(3)\n  ROOT r = pred[] compare(a, b), direction=LT\n}\n");
    int b = like(p, s);
    g_autofree char *t = shape_text(&s);
    for (int k = 0; k < 2; k++)
        ADD(p, s, g_strdup_printf("@both = (%s, %s) sort($0, $1), dimensions={%d}, is_stable=true, to_apply=first_s32\nget-tuple-element(@both), index=%d", t, t, d, k), a, b);
}

static void make_topk(P *p)
{
    int a = any(p, S32, 1, 3);
    Shape s = of(p, a), out = s;
    out.dims[s.rank - 1] = 1 + below(p, s.dims[s.rank - 1]);
    g_autofree char *t = shape_text(&out);
    ADD(p, out, g_strdup_printf("@both = (%s, %s) topk($0), k=%d, largest=true\nget-tuple-element(@both), index=%d", t, t, out.dims[s.rank - 1], below(p, 2)), a);
}

static void make_rng(P *p)
{
    Shape s = random_shape(p, U32, 1 + below(p, 3));
    g_autofree char *t = shape_text(&s);
    int bits = add(p, s, g_strdup_printf("@state = u64[2] constant({%d, 7})\n@both = (u64[2], %s) rng-bit-generator(@state), algorithm=rng_three_fry\nget-tuple-element(@both), index=1", below(p, 100), t), 0, NULL);
    ADD(p, with_elem(s, S32), g_strdup("convert($0)"), bits);
}

/* Two values of one shape go round a few times. */
static void make_while(P *p)
{
    static const char *const steps[] = { "multiply(x, y)", "subtract(x, c)", "reverse(x), dimensions={0}", "maximum(x, y)", "add(y, c)" };
    int a = any(p, S32, 1, 3), b = like(p, of(p, a)), c = like(p, of(p, a));
    Shape s = of(p, a);
    g_autofree char *t = shape_text(&s);
    int k = p->n_comps++, trips = below(p, 4);
    g_string_append_printf(p->comps, "cond%d {\n  s = (s32[], %s, %s, %s) parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n  n = s32[] constant(%d)\n"
                           "  ROOT r = pred[] compare(i, n), direction=LT\n}\n", k, t, t, t, trips);
    g_string_append_printf(p->comps, "body%d {\n  s = (s32[], %s, %s, %s) parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n  x = %s get-tuple-element(s), index=1\n"
                           "  y = %s get-tuple-element(s), index=2\n  c = %s get-tuple-element(s), index=3\n  one = s32[] constant(1)\n  j = s32[] add(i, one)\n", k, t, t, t, t, t, t);
    for (int v = 0; v < 2; v++) {
        if (chance(p, 0.3)) { /* a row of c, put into x at the counter */
            Shape row = s;
            row.dims[0] = 1;
            g_autofree char *rt = shape_text(&row), *sizes = list(row.dims, s.rank);
            GString *at = g_string_new("i");
            for (int d = 1; d < s.rank; d++)
                g_string_append(at, ", one");
            g_string_append_printf(p->comps, "  row%d = %s dynamic-slice(c, %s), dynamic_slice_sizes=%s\n  v%d = %s dynamic-update-slice(%s, row%d, %s)\n", v, rt, at->str, sizes,
                                   v, t, v ? "y" : "x", v, at->str);
            g_string_free(at, TRUE);
        } else {
            g_string_append_printf(p->comps, "  v%d = %s %s\n", v, t, steps[below(p, G_N_ELEMENTS(steps))]);
        }
    }
    g_string_append_printf(p->comps, "  ROOT r = (s32[], %s, %s, %s) tuple(j, v0, v1, c)\n}\n", t, t, t);
    ADD(p, s, g_strdup_printf("@zero = s32[] constant(0)\n@in = (s32[], %s, %s, %s) tuple(@zero, $0, $1, $2)\n@loop = (s32[], %s, %s, %s) while(@in), condition=cond%d, body=body%d\n"
                              "get-tuple-element(@loop), index=%d", t, t, t, t, t, t, k, k, 1 + below(p, 2)), a, b, c);
}

static void make_conditional(P *p)
{
    static const char *const steps[] = { "negate(x)", "reverse(x), dimensions={0}", "add(x, x)", "abs(x)" };
    int a = any(p, S32, 1, 3), b = like(p, of(p, a)), pred = like(p, (Shape){ .elem = PRED });
    Shape s = of(p, a);
    g_autofree char *t = shape_text(&s);
    int k = p->n_comps++;
    for (int branch = 0; branch < 2; branch++)
        g_string_append_printf(p->comps, "branch%d_%d {\n  x = %s parameter(0)\n  ROOT r = %s %s\n}\n", k, branch, t, t, steps[below(p, 4)]);
    ADD(p, s, g_strdup_printf("conditional($0, $1, $2), true_computation=branch%d_0, false_computation=branch%d_1", k, k), pred, a, b);
}

static void make_constraint(P *p)
{
    int a = any(p, number(p), 0, 4);
    g_autofree char *s = make_sharding(p, of(p, a).rank, chance(p, 0.1));
    ADD(p, of(p, a), g_strdup_printf("custom-call($0), custom_call_target=\"Sharding\", frontend_attributes={xla.sdy.sharding=\"%s\"}", s), a);
}

static void (*const families[])(P *) = {
    make_unary, make_binary, make_binary, make_select, make_clamp, make_convert, make_iota, make_broadcast, make_broadcast, make_transpose, make_reshape,
    make_reshape, make_dot, make_dot, make_reduce, make_reduce, make_reduce_two, make_reduce_window, make_reduce_window, make_select_and_scatter,
    make_convolution, make_convolution, make_slice, make_slice, make_pad, make_pad, make_concatenate, make_reverse, make_dynamic_slice, make_dynamic_slice,
    make_gather, make_gather, make_gather, make_sort, make_topk, make_rng, make_while, make_conditional, make_constraint, make_constraint,
};

/* ---- the whole ------------------------------------------------------------------------------------------------- */

RandomProgram *random_program_new(guint seed)
{
    P *p = g_new0(P, 1);
    p->rand = g_rand_new_with_seed(seed);
    p->comps = g_string_new(NULL);
    p->have = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    make_mesh(p);
    parameter(p, random_shape(p, S32, 1 + below(p, 3)));
    int n = 2 + below(p, 8);
    for (int i = 0; i < n; i++)
        families[below(p, G_N_ELEMENTS(families))](p);
    g_autofree bool *used = g_new0(bool, p->stmts.n);
    for (int i = 0; i < p->stmts.n; i++)
        for (int k = 0; k < p->stmts.v[i].n_operands; k++)
            used[p->stmts.v[i].operands[k]] = true;
    for (int i = 0; i < p->stmts.n; i++)
        if (p->stmts.v[i].text && (!used[i] || chance(p, 0.05))) {
            Out out = { i, chance(p, 0.3) ? make_sharding(p, p->stmts.v[i].shape.rank, false) : NULL };
            vec_push(&p->outs, out);
        }
    if (!p->outs.n)
        vec_push(&p->outs, ((Out){ 0, NULL }));
    return p;
}

void random_program_free(RandomProgram *p)
{
    if (!p)
        return;
    for (int i = 0; i < p->stmts.n; i++) {
        g_free(p->stmts.v[i].text);
        g_free(p->stmts.v[i].sharding);
    }
    for (int i = 0; i < p->outs.n; i++)
        g_free(p->outs.v[i].sharding);
    vec_clear(&p->stmts);
    vec_clear(&p->outs);
    g_rand_free(p->rand);
    g_string_free(p->comps, TRUE);
    g_string_free(p->ids, TRUE);
    g_hash_table_destroy(p->have);
    g_free(p);
}

/* What the results need. */
static bool *live(const P *p)
{
    bool *is = g_new0(bool, p->stmts.n);
    for (int i = 0; i < p->outs.n; i++)
        is[p->outs.v[i].stmt] = true;
    for (int i = p->stmts.n - 1; i >= 0; i--)
        for (int k = 0; is[i] && p->stmts.v[i].text && k < p->stmts.v[i].n_operands; k++)
            is[p->stmts.v[i].operands[k]] = true;
    return is;
}

static void print_stmt(GString *out, const P *p, int i, int *n_params)
{
    const Stmt *s = &p->stmts.v[i];
    g_autofree char *type = shape_text(&s->shape);
    if (!s->text) {
        g_string_append_printf(out, "  v%d = %s parameter(%d)", i, type, (*n_params)++);
        if (s->sharding)
            g_string_append_printf(out, ", frontend_attributes={xla.sdy.sharding=\"%s\"}", s->sharding);
        g_string_append_c(out, '\n');
        return;
    }
    const char *last = strrchr(s->text, '\n');
    const char *head = last ? last + 1 : s->text;
    g_string_append(out, s->text == head ? "" : "  ");
    for (const char *c = s->text; *c; c++) {
        if (c == head)
            g_string_append_printf(out, "  v%d = %s ", i, type);
        if (*c == '$' && g_ascii_isdigit(c[1]))
            g_string_append_printf(out, "v%d", s->operands[*++c - '0']);
        else if (*c == '@' && strncmp(c, "@mesh", 5) != 0)
            g_string_append_printf(out, "v%d_", i);
        else
            g_string_append_c(out, *c);
        if (*c == '\n' && c + 1 != head)
            g_string_append(out, "  ");
    }
    g_string_append_c(out, '\n');
}

char *random_program_text(const RandomProgram *p)
{
    GString *out = g_string_new("HloModule random, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[");
    for (int a = 0; a < p->n_axes; a++)
        g_string_append_printf(out, "%s\"%c\"=%d", a ? ", " : "", 'a' + a, p->axes[a]);
    g_string_append_printf(out, "]%s%s%s>}}\n", p->ids->len ? ", device_ids=[" : "", p->ids->str, p->ids->len ? "]" : "");
    g_string_append(out, p->comps->str);
    g_string_append(out, "ENTRY main {\n");
    g_autofree bool *is = live(p);
    int n_params = 0;
    for (int i = 0; i < p->stmts.n; i++)
        if (is[i])
            print_stmt(out, p, i, &n_params);
    GString *types = g_string_new(NULL), *names = g_string_new(NULL);
    for (int i = 0; i < p->outs.n; i++) {
        const Out *o = &p->outs.v[i];
        g_autofree char *type = shape_text(&p->stmts.v[o->stmt].shape), *name = g_strdup_printf(o->sharding ? "out%d" : "v%d", o->sharding ? i : o->stmt);
        if (o->sharding)
            g_string_append_printf(out, "  out%d = %s custom-call(v%d), custom_call_target=\"xla.sdy.FuncResultSharding\", frontend_attributes={xla.sdy.sharding=\"#sdy.sharding_per_value<[%s]>\"}\n",
                                   i, type, o->stmt, o->sharding + strlen("#sdy.sharding"));
        g_string_append_printf(types, "%s%s", i ? ", " : "", type);
        g_string_append_printf(names, "%s%s", i ? ", " : "", name);
    }
    g_string_append_printf(out, "  ROOT out = (%s) tuple(%s)\n}\n", types->str, names->str);
    g_string_free(types, TRUE);
    g_string_free(names, TRUE);
    return g_string_free(out, FALSE);
}

/* ---- shrinking ------------------------------------------------------------------------------------------------- */

static bool still(const P *p, RandomFails fails, gpointer data)
{
    g_autofree char *text = random_program_text(p);
    return fails(text, data);
}

static bool shrink_outs(P *p, RandomFails fails, gpointer data)
{
    for (int i = 0; p->outs.n > 1 && i < p->outs.n; i++) {
        Out out = p->outs.v[i];
        memmove(&p->outs.v[i], &p->outs.v[i + 1], sizeof out * (size_t)(p->outs.n - i - 1));
        p->outs.n--;
        if (still(p, fails, data)) {
            g_free(out.sharding);
            return true;
        }
        memmove(&p->outs.v[i + 1], &p->outs.v[i], sizeof out * (size_t)(p->outs.n - i));
        p->outs.v[i] = out;
        p->outs.n++;
    }
    return false;
}

static bool shrink_sharding(P *p, char **sharding, RandomFails fails, gpointer data)
{
    char *old = *sharding;
    if (!old)
        return false;
    *sharding = NULL;
    if (still(p, fails, data)) {
        g_free(old);
        return true;
    }
    *sharding = old;
    return false;
}

/* The statement as a parameter, or as one of its operands. */
static bool shrink_stmt(P *p, int i, RandomFails fails, gpointer data)
{
    Stmt *s = &p->stmts.v[i], old = *s;
    if (!s->text)
        return false;
    s->text = NULL;
    if (still(p, fails, data)) {
        g_free(old.text);
        return true;
    }
    *s = old;
    for (int k = 0; k < old.n_operands; k++) {
        if (!same_shape(&p->stmts.v[old.operands[k]].shape, &s->shape) || strcmp(old.text, "copy($0)") == 0)
            continue;
        s->text = g_strdup("copy($0)");
        s->operands[0] = old.operands[k];
        s->n_operands = 1;
        if (still(p, fails, data)) {
            g_free(old.text);
            return true;
        }
        g_free(s->text);
        *s = old;
    }
    return false;
}

void random_program_shrink(RandomProgram *p, RandomFails fails, gpointer data)
{
    bool again = true;
    while (again) {
        again = shrink_outs(p, fails, data);
        g_autofree bool *is = live(p);
        for (int i = p->stmts.n - 1; i >= 0; i--)
            again = (is[i] && shrink_stmt(p, i, fails, data)) || again;
        g_autofree bool *now = live(p);
        for (int i = 0; i < p->stmts.n; i++)
            again = (now[i] && shrink_sharding(p, &p->stmts.v[i].sharding, fails, data)) || again;
        for (int i = 0; i < p->outs.n; i++)
            again = shrink_sharding(p, &p->outs.v[i].sharding, fails, data) || again;
    }
}
