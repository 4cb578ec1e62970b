/* Loops compiled to machine code give the same results, bit for bit, as instruction by instruction: over random bodies with state of many types and
 * shapes, nested loops and branches, and over programs for single rules. Runs once for each instruction set. LOOPS_SEED and LOOPS_COUNT choose others. */
#include <string.h>

#include "runtime/base/vec.h"
#include "runtime/compute/code_x86.h"
#include "tests/unit/exec/run_both.h"

static int compiled_loops(const IrModule *m)
{
    GError *error = NULL;
    g_autoptr(Program) program = program_new(m, 1, &error);
    g_assert_no_error(error);
    g_autoptr(Executable) exe = executable_new(program, &error);
    g_assert_no_error(error);
    return executable_n_loops(exe);
}

/* Returns how many loops were compiled. */
static int check_both(const char *text, guint32 seed)
{
    GError *error = NULL;
    g_autoptr(IrModule) m = module_of(text);
    if (!module_verify(m, &error))
        g_error("%s\n%s", text, error->message);
    g_autoptr(GPtrArray) args = random_args(m, 1, seed, 9);
    g_setenv("SHARDSCOPE_LOOPS", "0", TRUE);
    g_assert_cmpint(compiled_loops(m), ==, 0);
    g_autoptr(GPtrArray) want = run_executor(m, 1, args, 1, &error);
    g_assert_no_error(error);
    g_unsetenv("SHARDSCOPE_LOOPS");
    int n = compiled_loops(m);
    g_autoptr(GPtrArray) got = run_executor(m, 1, args, 1, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < want->len; i++) {
        const Tensor *a = want->pdata[i], *b = got->pdata[i];
        if (memcmp(a->data, b->data, (size_t)type_bytes(a->type)) != 0)
            g_error("result %u of type %s differs (seed %u):\n%s", i, type_text(a->type), seed, text);
    }
    return n;
}

/* ---- random programs ----------------------------------------------------------------------------------------------- */

typedef struct Shape {
    const char *elem, *dims;
    int n, first; /* elements; the first dim, 0 = a scalar */
} Shape;
static const Shape shapes[] = {
    { "s32", "", 1, 0 },   { "f32", "", 1, 0 },     { "f32", "3", 3, 3 },     { "f32", "8", 8, 8 },   { "f32", "20", 20, 20 }, { "f32", "4,5", 20, 4 },
    { "s32", "7", 7, 7 },  { "u32", "", 1, 0 },     { "u32", "2", 2, 2 },     { "pred", "", 1, 0 },   { "f64", "", 1, 0 },     { "f64", "6", 6, 6 },
    { "s64", "", 1, 0 },   { "u8", "5", 5, 5 },     { "bf16", "4", 4, 4 },    { "f32", "40,6", 240, 40 }, { "s32", "33", 33, 33 }, { "pred", "20", 20, 20 },
    { "f32", "4,3", 12, 4 }, { "s8", "", 1, 0 },     { "u8", "", 1, 0 },      { "s16", "", 1, 0 },   { "u16", "", 1, 0 },    { "u64", "", 1, 0 },    { "s32", "2", 2, 2 },
};
static const int int_scalars[] = { 0, 0, 7, 12, 19, 20, 21, 22, 23 };
enum { N_SHAPES = G_N_ELEMENTS(shapes), MOST_STATE = 6, MOST_DEPTH = 2 };

typedef struct Value {
    int shape;
    char name[16];
} Value;

typedef struct Maker {
    GRand *r;
    GString *comps;
    int n_names, n_comps, depth;
} Maker;

typedef struct Body {
    Maker *m;
    GString *text;
    VEC(Value) values;
} Body;

static int pick(Maker *m, int n)
{
    return g_rand_int_range(m->r, 0, n);
}

static bool is_kind(int shape, char kind)
{
    return shapes[shape].elem[0] == kind;
}

static bool is_integer(int shape)
{
    return is_kind(shape, 's') || is_kind(shape, 'u');
}

static bool is_float(int shape)
{
    return is_kind(shape, 'f') || is_kind(shape, 'b');
}

static char *type_of(int shape)
{
    return g_strdup_printf("%s[%s]", shapes[shape].elem, shapes[shape].dims);
}

static const char *add(Body *b, int shape, const char *format, ...) G_GNUC_PRINTF(3, 4);
static const char *add(Body *b, int shape, const char *format, ...)
{
    Value v = { .shape = shape };
    g_snprintf(v.name, sizeof v.name, "v%d", b->m->n_names++);
    g_autofree char *type = type_of(shape);
    va_list list;
    va_start(list, format);
    g_autofree char *what = g_strdup_vprintf(format, list);
    va_end(list);
    g_string_append_printf(b->text, " %s = %s %s\n", v.name, type, what);
    vec_push(&b->values, v);
    return b->values.v[b->values.n - 1].name;
}

/* A value of the shape: one there is, or a new constant. */
static char *some(Body *b, int shape)
{
    int n = 0, at = -1;
    for (int i = 0; i < b->values.n; i++)
        if (b->values.v[i].shape == shape && pick(b->m, ++n) == 0)
            at = i;
    if (at >= 0 && pick(b->m, 12))
        return g_strdup(b->values.v[at].name);
    static const char *const numbers[] = { "1", "3", "8", "2", "64" };
    g_autofree char *scalar = g_strdup_printf("v%d", b->m->n_names++);
    const char *e = shapes[shape].elem;
    g_string_append_printf(b->text, " %s = %s[] constant(%s)\n", scalar, e, e[0] == 'p' ? (pick(b->m, 2) ? "true" : "false") :
                           e[0] == 'f' || e[0] == 'b' ? (pick(b->m, 2) ? "1.5" : "-0.25") : numbers[pick(b->m, G_N_ELEMENTS(numbers))]);
    if (shapes[shape].first == 0)
        return g_steal_pointer(&scalar);
    return g_strdup(add(b, shape, "broadcast(%s), dimensions={}", scalar));
}

static int shape_like(const char *elem, int shape)
{
    for (int s = 0; s < N_SHAPES; s++)
        if (strcmp(shapes[s].elem, elem) == 0 && strcmp(shapes[s].dims, shapes[shape].dims) == 0)
            return s;
    return -1;
}

static void element_wise(Body *b)
{
    static const char *const of_float[] = { "add", "subtract", "multiply", "divide", "maximum", "minimum" };
    static const char *const of_int[] = { "add", "subtract", "multiply", "maximum", "minimum", "and", "xor", "divide", "remainder", "shift-left", "shift-right-logical" };
    static const char *const of_pred[] = { "and", "or", "xor" };
    static const char *const one_float[] = { "negate", "abs", "sine", "exponential", "tanh", "sqrt", "floor", "log-plus-one" };
    int s = pick(b->m, N_SHAPES);
    g_autofree char *x = some(b, s), *y = some(b, s);
    if (is_float(s) && pick(b->m, 3) == 0)
        add(b, s, "%s(%s)", one_float[pick(b->m, G_N_ELEMENTS(one_float))], x);
    else
        add(b, s, "%s(%s, %s)", is_float(s) ? of_float[pick(b->m, G_N_ELEMENTS(of_float))] : is_integer(s) ? of_int[pick(b->m, G_N_ELEMENTS(of_int))] : of_pred[pick(b->m, 3)], x, y);
}

static void choice(Body *b)
{
    int s = pick(b->m, N_SHAPES), p = shape_like("pred", s);
    if (p < 0)
        return;
    static const char *const dirs[] = { "LT", "GE", "EQ", "NE" };
    g_autofree char *x = some(b, s), *y = some(b, s);
    g_autofree char *test = is_kind(s, 'p') ? some(b, p) : g_strdup(add(b, p, "compare(%s, %s), direction=%s", x, y, dirs[pick(b->m, 4)]));
    add(b, s, "select(%s, %s, %s)", test, y, x);
}

static void conversion(Body *b)
{
    int s = pick(b->m, N_SHAPES), to = shape_like(shapes[pick(b->m, N_SHAPES)].elem, s);
    if (to < 0 || to == s)
        return;
    g_autofree char *x = some(b, s);
    add(b, to, "convert(%s)", x);
}

static char *constant(Body *b, int shape, int v)
{
    return g_strdup(add(b, shape, "constant(%d)", v));
}

/* Quotients and remainders by constants, rounded down as Python does it, for y above zero; of unsigned ones as they are. */
static void rounded_down(Body *b, int s)
{
    static const int divisors[] = { 1, 2, 3, 7, 8, 32, 100 };
    int v = divisors[pick(b->m, G_N_ELEMENTS(divisors))];
    g_autofree char *x = some(b, s), *y = constant(b, s, v), *zero = constant(b, s, 0), *one = constant(b, s, 1);
    g_autofree char *q = g_strdup(add(b, s, "divide(%s, %s)", x, y)), *r = g_strdup(add(b, s, "remainder(%s, %s)", x, y));
    if (!is_kind(s, 's'))
        return;
    g_autofree char *some_left = g_strdup(add(b, 9, "compare(%s, %s), direction=NE", r, zero)), *below = g_strdup(add(b, 9, "compare(%s, %s), direction=LT", r, zero));
    g_autofree char *sign = g_strdup(add(b, s, "sign(%s)", x)), *differs = g_strdup(add(b, 9, "compare(%s, %s), direction=NE", sign, one));
    g_autofree char *less = g_strdup(add(b, s, "subtract(%s, %s)", q, one)), *more = g_strdup(add(b, s, "add(%s, %s)", r, y));
    g_autofree char *both = g_strdup(add(b, 9, "and(%s, %s)", differs, some_left)), *either = g_strdup(add(b, 9, "and(%s, %s)", below, some_left));
    add(b, s, "select(%s, %s, %s)", both, less, q);
    add(b, s, "select(%s, %s, %s)", either, more, r);
}

/* What code for integer scalars has forms of its own for. */
static void integers(Body *b)
{
    static const char *const dirs[] = { "LT", "LE", "GT", "GE", "EQ", "NE" };
    static const char *const shifts[] = { "shift-left", "shift-right-logical", "shift-right-arithmetic" };
    static const char *const one[] = { "not", "abs", "negate", "sign" };
    int s = int_scalars[pick(b->m, G_N_ELEMENTS(int_scalars))];
    g_autofree char *x = some(b, s), *y = some(b, s);
    switch (pick(b->m, 7)) {
    case 0: rounded_down(b, s); break;
    case 1: {
        g_autofree char *least = constant(b, s, pick(b->m, 3)), *most = constant(b, s, 2 + pick(b->m, 30));
        add(b, s, "clamp(%s, %s, %s)", least, x, most);
        break;
    }
    case 2: {
        g_autofree char *n = constant(b, s, pick(b->m, 20));
        add(b, s, "%s(%s, %s)", shifts[pick(b->m, 3)], x, n);
        break;
    }
    case 3: add(b, s, "%s(%s)", one[pick(b->m, is_kind(s, 's') ? 4 : 1)], x); break;
    case 4: {
        g_autofree char *test = g_strdup(add(b, 9, "compare(%s, %s), direction=%s", x, y, dirs[pick(b->m, 6)])), *other = g_strdup(add(b, 9, "not(%s)", test));
        add(b, s, "select(%s, %s, %s)", pick(b->m, 2) ? test : other, y, x);
        break;
    }
    case 5: {
        int to = int_scalars[pick(b->m, G_N_ELEMENTS(int_scalars))];
        if (to != s)
            add(b, to, "convert(%s)", x);
        break;
    }
    default: { /* one element of a matrix, by an index of two parts, and as a slice */
        g_autofree char *m = some(b, 5), *i = some(b, 0), *j = some(b, 0), *a = g_strdup_printf("v%d", b->m->n_names++), *c = g_strdup_printf("v%d", b->m->n_names++);
        g_string_append_printf(b->text, " %s = s32[1] reshape(%s)\n %s = s32[1] reshape(%s)\n", a, i, c, j);
        g_autofree char *at = g_strdup(add(b, 24, "concatenate(%s, %s), dimensions={0}", a, c));
        g_autofree char *found = g_strdup(add(b, 1, "gather(%s, %s), offset_dims={}, collapsed_slice_dims={0,1}, start_index_map={0,1}, index_vector_dim=0, slice_sizes={1,1}", m, at));
        g_autofree char *v = some(b, 1), *sum = g_strdup(add(b, 1, "add(%s, %s)", v, found));
        add(b, 5, "scatter(%s, %s, %s), update_window_dims={}, inserted_window_dims={0,1}, scatter_dims_to_operand_dims={0,1}, index_vector_dim=0, to_apply=%s", m, at, sum,
            pick(b->m, 2) ? "sum" : "last");
    }
    }
}

/* Slices at places that may lie outside. */
static void dynamic(Body *b)
{
    int i = pick(b->m, 3);
    g_autofree char *at = some(b, 0), *zero = some(b, 0);
    if (i == 0) { /* f32[3] within f32[20] or f32[8] */
        int from = pick(b->m, 2) ? 4 : 3;
        g_autofree char *x = some(b, from), *y = some(b, 2);
        add(b, 2, "dynamic-slice(%s, %s), dynamic_slice_sizes={3}", x, at);
        add(b, from, "dynamic-update-slice(%s, %s, %s)", x, y, at);
    } else if (i == 1) { /* a block of a matrix */
        g_autofree char *x = some(b, 15), *piece = g_strdup_printf("v%d", b->m->n_names++), *y = some(b, 18);
        g_string_append_printf(b->text, " %s = f32[4,3] dynamic-slice(%s, %s, %s), dynamic_slice_sizes={4,3}\n", piece, x, at, zero);
        add(b, 18, "add(%s, %s)", piece, y);
        add(b, 15, "dynamic-update-slice(%s, %s, %s, %s)", x, y, at, zero);
    } else { /* one element */
        g_autofree char *x = some(b, 16), *one = g_strdup_printf("v%d", b->m->n_names++);
        g_string_append_printf(b->text, " %s = s32[1] dynamic-slice(%s, %s), dynamic_slice_sizes={1}\n", one, x, at);
        const char *y = add(b, 0, "reshape(%s)", one);
        g_autofree char *sum = g_strdup_printf("v%d", b->m->n_names++), *array = g_strdup_printf("v%d", b->m->n_names++), *other = some(b, 0);
        g_string_append_printf(b->text, " %s = s32[] add(%s, %s)\n %s = s32[1] reshape(%s)\n", sum, y, other, array, sum);
        add(b, 16, "dynamic-update-slice(%s, %s, %s)", x, array, at);
    }
}

/* The row or column of a gather and a scatter with one index. */
static void indexed(Body *b)
{
    g_autofree char *at = some(b, 0), *x = some(b, 4), *i = g_strdup_printf("v%d", b->m->n_names++);
    g_string_append_printf(b->text, " %s = s32[1] reshape(%s)\n", i, at);
    add(b, 1, "gather(%s, %s), offset_dims={}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=0, slice_sizes={1}", x, i);
    g_autofree char *y = some(b, 1);
    add(b, 4, "scatter(%s, %s, %s), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=0, to_apply=%s", x, i, y,
        pick(b->m, 2) ? "sum" : "last");
}

static void moved(Body *b)
{
    g_autofree char *x = some(b, 3), *y = some(b, 5), *z = some(b, 4), *s = some(b, 1), *t = some(b, 2);
    switch (pick(b->m, 7)) {
    case 0: add(b, 3, "reverse(%s), dimensions={0}", x); break;
    case 1: add(b, 4, "reshape(%s)", y); break;
    case 2: add(b, 2, "slice(%s), slice={[1:7:2]}", x); break;
    case 3: add(b, 4, "broadcast(%s), dimensions={}", s); break;
    case 4: add(b, 18, "broadcast(%s), dimensions={1}", t); break;
    case 5: {
        g_autofree char *part = g_strdup_printf("v%d", b->m->n_names++);
        g_string_append_printf(b->text, " %s = f32[9] slice(%s), slice={[2:11]}\n", part, z);
        add(b, 4, "concatenate(%s, %s, %s), dimensions={0}", part, x, t);
        break;
    }
    default: add(b, 1, "reduce(%s, %s), dimensions={0}, to_apply=%s", x, s, pick(b->m, 2) ? "sum" : "largest"); break;
    }
}

/* Arrays of more than a vector, put together of elements in another order; sums and extremes of short rows. */
static void woven(Body *b)
{
    int id = b->m->n_names++, i = pick(b->m, 5), j = pick(b->m, 6), k = pick(b->m, 6);
    g_autofree char *x = some(b, 15), *zero = some(b, 1), *whole = some(b, 16);
    if (i == 0) {
        g_string_append_printf(b->text, " ll%d = f32[40,%d] slice(%s), slice={[0:40], [%d:6]}\n", id, 6 - j, x, j);
        g_string_append_printf(b->text, " rr%d = f32[40,%d] slice(%s), slice={[0:40], [0:%d]}\n", id, j ? j : 6, x, j ? j : 6);
        if (j)
            add(b, 15, "concatenate(ll%d, rr%d), dimensions={1}", id, id);
    } else if (i == 1) {
        g_string_append_printf(b->text, " rr%d = f32[40] reduce(%s, %s), dimensions={1}, to_apply=%s\n", id, x, zero, pick(b->m, 2) ? "sum" : "largest");
        g_autofree char *y = g_strdup(add(b, 15, "broadcast(rr%d), dimensions={0}", id));
        add(b, 15, "subtract(%s, %s)", x, y);
    } else if (i == 2) {
        g_string_append_printf(b->text, " aa%d = f32[40,1] slice(%s), slice={[0:40], [%d:%d]}\n bb%d = f32[40,1] slice(%s), slice={[0:40], [%d:%d]}\n", id, x, j, j + 1, id, x, k, k + 1);
        g_string_append_printf(b->text, " cc%d = f32[40,1] multiply(aa%d, bb%d)\n", id, id, id);
        add(b, 15, "concatenate(aa%d, cc%d, bb%d, bb%d, cc%d, aa%d), dimensions={1}", id, id, id, id, id, id);
    } else if (i == 3) {
        add(b, 15, "reverse(%s), dimensions={%d}", x, pick(b->m, 2));
    } else {
        g_string_append_printf(b->text, " tt%d = f32[6,40] transpose(%s), dimensions={1,0}\n uu%d = f32[240] reshape(tt%d)\n", id, x, id, id);
        add(b, 15, "reshape(uu%d)", id);
    }
    if (pick(b->m, 2))
        add(b, 16, "reverse(%s), dimensions={0}", whole);
}

static void dotted(Body *b)
{
    g_autofree char *x = some(b, 5), *y = some(b, 18), *zero = some(b, 1);
    switch (pick(b->m, 3)) {
    case 0: { /* f32[4,5] . f32[4,3] over the rows: f32[5,3], then its sum over rows */
        g_autofree char *d = g_strdup_printf("v%d", b->m->n_names++);
        g_string_append_printf(b->text, " %s = f32[5,3] dot(%s, %s), lhs_contracting_dims={0}, rhs_contracting_dims={0}\n", d, x, y);
        add(b, 2, "reduce(%s, %s), dimensions={0}, to_apply=sum", d, zero);
        break;
    }
    case 1: add(b, 2, "reduce(%s, %s), dimensions={0}, to_apply=largest", y, zero); break;
    default: {
        g_autofree char *d = g_strdup_printf("v%d", b->m->n_names++);
        g_string_append_printf(b->text, " %s = f32[3,4] transpose(%s), dimensions={1,0}\n", d, y);
        add(b, 2, "reduce(%s, %s), dimensions={1}, to_apply=sum", d, zero);
    }
    }
}

static char *tuple_type(const int *state, int n)
{
    GString *s = g_string_new("(s32[]");
    for (int i = 0; i < n; i++) {
        g_autofree char *t = type_of(state[i]);
        g_string_append_printf(s, ", %s", t);
    }
    return g_string_free(g_string_append(s, ")"), FALSE);
}

static void some_ops(Body *b, int n);

/* A computation from a tuple of a counter and state to such a tuple. */
static char *make_body(Maker *m, const int *state, int n, bool counts, int n_ops)
{
    Body b = { .m = m, .text = g_string_new(NULL) };
    g_autofree char *type = tuple_type(state, n), *name = g_strdup_printf("body%d", m->n_comps++);
    g_string_append_printf(b.text, "%s {\n p%s = %s parameter(0)\n i%s = s32[] get-tuple-element(p%s), index=0\n", name, name, type, name, name);
    for (int k = 0; k < n; k++) {
        g_autofree char *from = g_strdup_printf("get-tuple-element(p%s), index=%d", name, k + 1);
        add(&b, state[k], "%s", from);
    }
    g_autofree char *counter = g_strdup_printf("i%s", name);
    Value v = { .shape = 0 };
    g_snprintf(v.name, sizeof v.name, "%s", counter);
    vec_push(&b.values, v);
    some_ops(&b, n_ops);
    GString *next = g_string_new(NULL);
    for (int k = 0; k < n; k++) {
        g_autofree char *x = some(&b, state[k]);
        g_string_append_printf(next, ", %s", x);
    }
    g_string_append_printf(b.text, " o%s = s32[] constant(%d)\n n%s = s32[] add(i%s, o%s)\n ROOT t%s = %s tuple(n%s%s)\n}\n", name, counts ? 1 : 0, name, name, name, name,
                           type, name, next->str);
    g_string_append(m->comps, b.text->str);
    g_string_free(next, TRUE);
    g_string_free(b.text, TRUE);
    vec_clear(&b.values);
    return g_steal_pointer(&name);
}

static char *make_condition(Maker *m, const char *type, int trips)
{
    char *name = g_strdup_printf("cond%d", m->n_comps++);
    g_string_append_printf(m->comps, "%s {\n p%s = %s parameter(0)\n i%s = s32[] get-tuple-element(p%s), index=0\n n%s = s32[] constant(%d)\n"
                           " ROOT r%s = pred[] compare(i%s, n%s), direction=LT\n}\n", name, name, type, name, name, name, trips, name, name, name);
    return name;
}

/* A loop, or a branch, within. */
static void nested(Body *b)
{
    Maker *m = b->m;
    if (m->depth >= MOST_DEPTH)
        return;
    m->depth++;
    int n = 1 + pick(m, 3), state[MOST_STATE];
    GString *init = g_string_new(NULL);
    for (int k = 0; k < n; k++) {
        state[k] = pick(m, N_SHAPES);
        g_autofree char *x = some(b, state[k]);
        g_string_append_printf(init, ", %s", x);
    }
    g_autofree char *type = tuple_type(state, n), *at = some(b, 0);
    int id = m->n_names++;
    bool loop = pick(m, 2);
    if (loop) {
        g_autofree char *body = make_body(m, state, n, true, 1 + pick(m, 5)), *cond = make_condition(m, type, 1 + pick(m, 4));
        g_string_append_printf(b->text, " z%d = s32[] constant(0)\n a%d = %s tuple(z%d%s)\n w%d = %s while(a%d), condition=%s, body=%s\n", id, id, type, id, init->str, id, type,
                               id, cond, body);
    } else {
        g_autofree char *one = make_body(m, state, n, false, 1 + pick(m, 4)), *two = make_body(m, state, n, false, 1 + pick(m, 4)), *three = make_body(m, state, n, false, 1);
        g_string_append_printf(b->text, " a%d = %s tuple(%s%s)\n", id, type, at, init->str);
        if (pick(m, 2)) {
            g_string_append_printf(b->text, " w%d = %s conditional(%s, a%d, a%d, a%d), branch_computations={%s, %s, %s}\n", id, type, at, id, id, id, one, two, three);
        } else {
            g_autofree char *p = some(b, 9);
            g_string_append_printf(b->text, " w%d = %s conditional(%s, a%d, a%d), true_computation=%s, false_computation=%s\n", id, type, p, id, id, one, two);
        }
    }
    for (int k = 0; k < n; k++)
        add(b, state[k], "get-tuple-element(w%d), index=%d", id, k + 1);
    g_string_free(init, TRUE);
    m->depth--;
}

static void some_ops(Body *b, int n)
{
    for (int i = 0; i < n; i++)
        switch (pick(b->m, 20)) {
        case 0: case 1: case 2: case 3: case 4: element_wise(b); break;
        case 5: case 6: choice(b); break;
        case 7: conversion(b); break;
        case 8: case 9: dynamic(b); break;
        case 10: indexed(b); break;
        case 11: case 12: moved(b); break;
        case 13: dotted(b); break;
        case 14: case 15: case 16: integers(b); break;
        case 17: woven(b); break;
        default: nested(b); break;
        }
}

static char *random_program(guint32 seed)
{
    Maker m = { .r = g_rand_new_with_seed(seed), .comps = g_string_new("HloModule m\n") };
    g_string_append(m.comps, "sum {\n a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] add(a, b)\n}\n"
                             "last {\n a = f32[] parameter(0)\n ROOT b = f32[] parameter(1)\n}\n"
                             "largest {\n a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] maximum(a, b)\n}\n");
    int n = 1 + pick(&m, MOST_STATE), state[MOST_STATE];
    for (int k = 0; k < n; k++)
        state[k] = pick(&m, N_SHAPES);
    g_autofree char *type = tuple_type(state, n), *body = make_body(&m, state, n, true, 2 + pick(&m, 14)), *cond = make_condition(&m, type, 2 + pick(&m, 9));
    GString *s = g_string_new(m.comps->str);
    g_string_append(s, "ENTRY e {\n z = s32[] constant(0)\n");
    for (int k = 0; k < n; k++) {
        g_autofree char *t = type_of(state[k]);
        g_string_append_printf(s, " p%d = %s parameter(%d)\n", k, t, k);
    }
    g_string_append_printf(s, " i = %s tuple(z", type);
    for (int k = 0; k < n; k++)
        g_string_append_printf(s, ", p%d", k);
    g_string_append_printf(s, ")\n ROOT w = %s while(i), condition=%s, body=%s\n}\n", type, cond, body);
    g_string_free(m.comps, TRUE);
    g_rand_free(m.r);
    return g_string_free(s, FALSE);
}

static int number_from(const char *name, int otherwise)
{
    const char *s = g_getenv(name);
    return s ? atoi(s) : otherwise;
}

static void test_random(void)
{
    int first = number_from("LOOPS_SEED", 1), n = number_from("LOOPS_COUNT", 150), compiled = 0;
    for (int i = first; i < first + n; i++) {
        g_autofree char *text = random_program((guint32)i);
        compiled += check_both(text, (guint32)i) > 0;
    }
    g_test_message("%d of %d compiled", compiled, n);
    if (code_can_run())
        g_assert_cmpint(compiled, >, n / 2);
}

/* ---- single rules --------------------------------------------------------------------------------------------------- */

/* A loop of 90 trips over state s32[] and more, whose body is `ops` over `v0`, `v1` .. and the counter `i`; `next` lists the state's next values. */
static void check_rule(const char *types, const char *ops, const char *next)
{
    g_auto(GStrv) type = g_strsplit(types, ";", -1);
    GString *text = g_string_new("HloModule m\nlargest {\n a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] maximum(a, b)\n}\n"), *tuple = g_string_new("(s32[]"), *init = g_string_new(NULL), *entry = g_string_new(NULL), *body = g_string_new(NULL);
    for (int k = 0; type[k]; k++) {
        g_string_append_printf(tuple, ", %s", type[k]);
        g_string_append_printf(body, " v%d = %s get-tuple-element(p), index=%d\n", k, type[k], k + 1);
        g_string_append_printf(entry, " p%d = %s parameter(%d)\n", k, type[k], k);
        g_string_append_printf(init, ", p%d", k);
    }
    g_string_append_printf(tuple, ")");
    g_string_append_printf(text, "body {\n p = %s parameter(0)\n i = s32[] get-tuple-element(p), index=0\n%s%s one = s32[] constant(1)\n n = s32[] add(i, one)\n"
                           " ROOT t = %s tuple(n, %s)\n}\n", tuple->str, body->str, ops, tuple->str, next);
    g_string_append_printf(text, "cond {\n p = %s parameter(0)\n i = s32[] get-tuple-element(p), index=0\n n = s32[] constant(45)\n ROOT r = pred[] compare(i, n), direction=LT\n}\n",
                           tuple->str);
    g_string_append_printf(text, "ENTRY e {\n z = s32[] constant(-45)\n%s a = %s tuple(z%s)\n ROOT w = %s while(a), condition=cond, body=body\n}\n", entry->str, tuple->str, init->str,
                           tuple->str);
    g_assert_cmpint(check_both(text->str, 7), ==, code_can_run());
    g_string_free(text, TRUE);
    g_string_free(tuple, TRUE);
    g_string_free(init, TRUE);
    g_string_free(entry, TRUE);
    g_string_free(body, TRUE);
}

/* Quotients and remainders rounded down, of numbers on both sides of zero. */
static void test_rounded_down(void)
{
    for (int y = 1; y <= 9; y++) {
        g_autofree char *ops = g_strdup_printf(
            " y = s32[] constant(%d)\n zero = s32[] constant(0)\n plus = s32[] constant(1)\n q = s32[] divide(i, y)\n r = s32[] remainder(i, y)\n"
            " left = pred[] compare(r, zero), direction=NE\n below = pred[] compare(r, zero), direction=LT\n sign = s32[] sign(i)\n"
            " differs = pred[] compare(sign, plus), direction=NE\n both = pred[] and(differs, left)\n either = pred[] and(below, left)\n"
            " less = s32[] subtract(q, plus)\n more = s32[] add(r, y)\n fq = s32[] select(both, less, q)\n fr = s32[] select(either, more, r)\n"
            " m = s32[] constant(31)\n a = s32[] multiply(v0, m)\n b = s32[] add(a, fq)\n c = s32[] multiply(v1, m)\n d = s32[] add(c, fr)\n", y);
        check_rule("s32[];s32[]", ops, "b, d");
    }
}

/* More integers than there are registers change places. */
static void test_many_integers(void)
{
    check_rule("s32[];s32[];s32[];s32[];s32[];s32[];s32[];s32[];s32[];s32[];s32[];s32[];s32[];s32[]", " a = s32[] add(v0, v13)\n b = s32[] xor(v5, i)\n",
               "v1, v2, v3, v4, v6, b, v7, v8, v9, v10, v11, v12, v13, a");
}

/* A column is read, the array written, and the same column read again. */
static void test_columns(void)
{
    check_rule("f32[40,3];f32[40,1]",
               " c = f32[40,1] slice(v0), slice={[0:40], [1:2]}\n d = f32[40,1] add(c, v1)\n j = s32[] constant(1)\n k = s32[] constant(0)\n"
               " w = f32[40,3] dynamic-update-slice(v0, d, k, j)\n e = f32[40,1] slice(w), slice={[0:40], [1:2]}\n f = f32[40,1] multiply(e, e)\n half = f32[] constant(0.01)\n"
               " h = f32[40,1] broadcast(half), dimensions={}\n g = f32[40,1] multiply(f, h)\n", "w, g");
}

/* Floats of a loop's state change places, are read by calls, element by element, and after being written by other code than that of vectors. */
static void test_kept_floats(void)
{
    check_rule("f32[];f32[];f32[];f64[];f32[3];f32[8]",
               " half = f32[] constant(0.5)\n a = f32[] multiply(v0, half)\n b = f32[] log-plus-one(a)\n c = f32[] sine(v1)\n d = f32[] add(b, c)\n at = s32[1] reshape(i)\n"
               " e = f32[] gather(v5, at), offset_dims={}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=0, slice_sizes={1}\n"
               " o = f32[] reduce(v5, half), dimensions={0}, to_apply=largest\n f = f32[] add(o, e)\n g = f32[] multiply(d, half)\n h = f64[] convert(f)\n j = f64[] add(v3, h)\n"
               " k = f32[3] dynamic-slice(v5, i), dynamic_slice_sizes={3}\n l = f32[3] add(k, v4)\n m = f32[8] dynamic-update-slice(v5, v4, i)\n",
               "v1, v2, g, j, l, m");
    check_rule("f32[];f32[]", " a = f32[] add(v0, v1)\n half = f32[] constant(0.5)\n b = f32[] multiply(a, half)\n", "v1, b");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/exec/loops/rounded-down", test_rounded_down);
    g_test_add_func("/exec/loops/many-integers", test_many_integers);
    g_test_add_func("/exec/loops/columns", test_columns);
    g_test_add_func("/exec/loops/kept-floats", test_kept_floats);
    g_test_add_func("/exec/loops/random", test_random);
    return g_test_run();
}
