/* Compiled tile programs against interpreted ones: the same bits, for every element-wise op on every class of elements, for conversions,
 * and for random programs of many types, at any number of elements. Where the processor or SHARDSCOPE_ISA allows no compiled code both
 * are interpreted. */
#include <math.h>
#include <string.h>

#include "runtime/base/vec.h"
#include "runtime/compute/tile_code.h"
#include "tests/unit/exec/run_both.h"

static const char *const names[] = { "pred", "s8", "s16", "s32", "s64", "u8", "u16", "u32", "u64", "bf16", "f16", "f32", "f64" };
static const ElemType elems[] = { ELEM_pred, ELEM_s8, ELEM_s16, ELEM_s32, ELEM_s64, ELEM_u8, ELEM_u16, ELEM_u32, ELEM_u64, ELEM_bf16, ELEM_f16, ELEM_f32, ELEM_f64 };
enum { N_TYPES = G_N_ELEMENTS(names), MAX_ELEMENTS = 1100 };

/* Any bits; of floats mostly numbers of moderate size, sometimes special ones. */
static void fill(GRand *r, ElemType e, char *data, int n)
{
    static const double special[] = { 0, -0.0, INFINITY, -INFINITY, NAN, 1e-40, -1e-40, 1e-310, 0.5, 1.5, -2.5, 127.5, 128, -129, 255.5, 65536, 2147483648.0, 4294967296.0, -2147483649.0, 3e38 };
    int bytes = elem_info[e].bytes;
    for (int i = 0; i < n; i++) {
        guint64 bits = (guint64)g_rand_int(r) << 32 | g_rand_int(r);
        if (e == ELEM_pred)
            bits &= 1;
        else if (elem_is_float(e) && g_rand_int_range(r, 0, 8)) {
            double v = g_rand_int_range(r, 0, 6) ? g_rand_double_range(r, -5, 5) : special[g_rand_int_range(r, 0, G_N_ELEMENTS(special))];
            scalar_store(e, data + i * bytes, 0, (Scalar){ .f = v });
            continue;
        } else if (g_rand_int_range(r, 0, 3) == 0)
            bits = (guint64)(gint64)g_rand_int_range(r, -3, 70);
        memcpy(data + i * bytes, &bits, (size_t)bytes);
    }
}

static bool is_nan(ElemType e, const char *p)
{
    return elem_is_float(e) && isnan(scalar_load(e, p, 0).f);
}

static void run(const TileProg *p, const void *const *in, void *const *out, int n)
{
    void *scratch = NULL;
    g_assert_cmpint(posix_memalign(&scratch, 64, tile_run_bytes(p)), ==, 0);
    TileRun t;
    tile_run_init(&t, p, in, out, scratch);
    for (int i = 0; i < n; i += p->tile)
        tile_run(&t, i, MIN(n - i, p->tile));
    free(scratch);
}

enum { CANARY = 0x5a };

/* Runs the entry, whose parameters are elements, interpreted and compiled; results must be the same bits, and nothing beyond them written. */
static void check(const char *text, guint32 seed)
{
    g_autoptr(IrModule) m = module_of(text);
    Arena *arena = arena_new_root();
    g_autoptr(GError) error = NULL;
    const IrComp *c = m->entry;
    TileProg *p = tile_prog_of_comp(arena, c, &error);
    if (!p) {
        g_assert_error(error, SHARD_ERROR, SHARD_ERROR_UNSUPPORTED);
        arena_free(arena);
        return;
    }
    TileCode *code = tile_code_new(arena, p, 0);
    GRand *r = g_rand_new_with_seed(seed);
    int n = g_rand_int_range(r, 1, MAX_ELEMENTS), n_out = c->root->code == OP_tuple ? c->root->n_operands : 1;
    const void *in[64];
    void *want[64], *got[64];
    for (int i = 0; i < c->n_params; i++) {
        char *data = g_malloc(MAX_ELEMENTS * 8);
        fill(r, c->params[i]->type->elem, data, n);
        in[i] = data;
    }
    for (int i = 0; i < n_out; i++) {
        want[i] = g_malloc(MAX_ELEMENTS * 8 + 64);
        got[i] = g_malloc(MAX_ELEMENTS * 8 + 64);
        memset(got[i], CANARY, MAX_ELEMENTS * 8 + 64);
    }
    run(p, in, want, n);
    run(code->prog, in, got, n);
    for (int i = 0; i < n_out; i++) {
        ElemType e = (n_out == 1 ? c->root : c->root->operands[i])->type->elem;
        int bytes = elem_info[e].bytes;
        for (int k = 0; k < n; k++) {
            const char *x = (char *)want[i] + k * bytes, *y = (char *)got[i] + k * bytes;
            if (memcmp(x, y, (size_t)bytes) != 0 && !(is_nan(e, x) && is_nan(e, y)))
                g_error("result %d, element %d of %d: %g, not %g, in\n%s", i, k, n, scalar_load(e, y, 0).f, scalar_load(e, x, 0).f, text);
        }
        for (int k = 0; k < 64; k++)
            g_assert_cmpint(((char *)got[i])[n * bytes + k], ==, CANARY);
        g_free(want[i]);
        g_free(got[i]);
    }
    for (int i = 0; i < c->n_params; i++)
        g_free((void *)(uintptr_t)in[i]);
    g_rand_free(r);
    tile_code_free(code);
    arena_free(arena);
}

/* Each op alone with a step before and after it, so that there are steps to compile together. */
static void test_ops(void)
{
    guint32 seed = 1;
    for (OpCode op = 0; op < N_OPCODES; op++) {
        const OpInfo *info = &op_info[op];
        if (info->family != FAMILY_elementwise || !info->hlo || op == OP_compare || op == OP_select || op == OP_clamp || op == OP_convert ||
            op == OP_complex || op == OP_reduce_precision || op == OP_real || op == OP_imag || info->n_args > 2 || info->n_args < 1)
            continue;
        for (int t = 0; t < N_TYPES; t++) {
            int cls = elem_info[elems[t]].cls;
            if (!(info->classes >> cls & 1))
                continue;
            const char *n = names[t], *result = op == OP_is_finite ? "pred" : n;
            const char *again = strcmp(result, "pred") == 0 || cls <= CLASS_UNSIGNED ? "xor" : "add";
            static const char *const constants[] = { "3", "4", "1", "0", "70" };
            for (int k = -1; k < (info->n_args == 2 && cls != CLASS_PRED ? (int)G_N_ELEMENTS(constants) : 0); k++) {
                g_autofree char *y = k < 0 ? g_strdup_printf("%s[] parameter(1)", n) : g_strdup_printf("%s[] constant(%s)", n, constants[k]);
                g_autofree char *both = g_strdup_printf("HloModule m\nENTRY e {\n a = %s[] parameter(0)\n b = %s\n z = %s[] parameter(%d)\n r = %s[] %s(a%s)\n"
                                                        " s = %s[] %s(r, z)\n ROOT t = (%s[], %s[]) tuple(r, s)\n}\n",
                                                        n, y, result, k < 0 ? 2 : 1, result, info->hlo, info->n_args == 2 ? ", b" : "", result, again, result, result);
                check(both, seed++);
            }
        }
    }
}

static void test_conversions(void)
{
    for (int from = 0; from < N_TYPES; from++)
        for (int to = 0; to < N_TYPES; to++)
            for (int i = 0; i < 4; i++) {
                const char *f = names[from], *t = names[to], *op = elem_is_float(elems[from]) ? "multiply" : "xor", *then = elem_is_float(elems[to]) ? "multiply" : "xor";
                g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e {\n a = %s[] parameter(0)\n b = %s[] parameter(1)\n c = %s[] parameter(2)\n x = %s[] %s(a, b)\n"
                                                        " y = %s[] convert(x)\n z = %s[] %s(y, c)\n w = %s[] convert(a)\n ROOT t = (%s[], %s[], %s[]) tuple(y, z, w)\n}\n",
                                                        f, f, t, f, op, t, t, then, t, t, t, t);
                check(text, (guint32)(from * 100 + to + 10000 * i));
            }
}

typedef struct Maker {
    GRand *r;
    GString *text;
    int n;            /* values so far: v0 .. */
    int type[400];
} Maker;

/* A value of the type; -1 if there is none. */
static int any_of(Maker *m, int type)
{
    for (int tries = 0; tries < 60; tries++) {
        int i = g_rand_int_range(m->r, MAX(0, m->n - 40), m->n);
        if (m->type[i] == type)
            return i;
    }
    return -1;
}

static void add_random(Maker *m)
{
    static const char *const floats[] = { "add", "subtract", "multiply", "divide", "maximum", "minimum", "tanh", "exponential", "logistic", "rsqrt", "sqrt", "abs", "negate",
        "sign", "floor", "ceil", "round-nearest-even", "round-nearest-afz", "log", "log-plus-one", "sine", "cosine" };
    static const char *const ints[] = { "add", "subtract", "multiply", "maximum", "minimum", "and", "or", "xor", "shift-left", "shift-right-logical", "shift-right-arithmetic",
        "abs", "negate", "sign", "not", "popcnt" };
    static const char *const dirs[] = { "EQ", "NE", "GE", "GT", "LE", "LT" };
    int from = g_rand_int_range(m->r, MAX(0, m->n - 40), m->n), t = m->type[from], other = any_of(m, t), kind = g_rand_int_range(m->r, 0, 10);
    const char *name = names[t];
    if (other < 0)
        return;
    int type = t;
    if (kind < 2) {
        type = g_rand_int_range(m->r, 0, N_TYPES);
        g_string_append_printf(m->text, " v%d = %s[] convert(v%d)\n", m->n, names[type], from);
    } else if (kind == 2) {
        type = 0;
        g_string_append_printf(m->text, " v%d = pred[] compare(v%d, v%d), direction=%s\n", m->n, from, other, dirs[g_rand_int_range(m->r, 0, 6)]);
    } else if (kind == 3) {
        int mask = any_of(m, 0);
        if (mask < 0)
            return;
        g_string_append_printf(m->text, " v%d = %s[] select(v%d, v%d, v%d)\n", m->n, name, mask, from, other);
    } else if (t == 0) {
        g_string_append_printf(m->text, " v%d = pred[] %s(v%d, v%d)\n", m->n, kind & 1 ? "and" : "xor", from, other);
    } else if (kind == 4) {
        g_string_append_printf(m->text, " v%d = %s[] constant(%d)\n", m->n, name, g_rand_int_range(m->r, 0, 12));
    } else if (elem_is_float(elems[t])) {
        int op = g_rand_int_range(m->r, 0, G_N_ELEMENTS(floats));
        g_string_append_printf(m->text, op < 6 ? " v%d = %s[] %s(v%d, v%d)\n" : " v%d = %s[] %s(v%d)\n", m->n, name, floats[op], from, other);
    } else {
        int op = g_rand_int_range(m->r, 0, G_N_ELEMENTS(ints));
        g_string_append_printf(m->text, op < 11 ? " v%d = %s[] %s(v%d, v%d)\n" : " v%d = %s[] %s(v%d)\n", m->n, name, ints[op], from, other);
    }
    m->type[m->n++] = type;
}

static void test_random(void)
{
    for (guint32 seed = 1; seed <= 400; seed++) {
        Maker m = { .r = g_rand_new_with_seed(seed), .text = g_string_new("HloModule m\nENTRY e {\n") };
        int n_params = g_rand_int_range(m.r, 2, 8), n_types = g_rand_int_range(m.r, 1, 5), types[5], length = g_rand_int_range(m.r, 5, 180);
        for (int i = 0; i < n_types; i++)
            types[i] = g_rand_int_range(m.r, 0, N_TYPES);
        for (; m.n < n_params; m.n++) {
            m.type[m.n] = types[m.n % n_types];
            g_string_append_printf(m.text, " v%d = %s[] parameter(%d)\n", m.n, names[m.type[m.n]], m.n);
        }
        for (int i = 0; i < 3 * length && m.n < length; i++)
            add_random(&m);
        GString *type = g_string_new(""), *leaf = g_string_new("");
        for (int i = 0, n = g_rand_int_range(m.r, 2, 12); i < n; i++) {
            int v = i < 2 ? m.n - 1 - i : g_rand_int_range(m.r, 0, m.n);
            g_string_append_printf(type, "%s%s[]", i ? ", " : "", names[m.type[v]]);
            g_string_append_printf(leaf, "%sv%d", i ? ", " : "", v);
        }
        g_string_append_printf(m.text, " ROOT t = (%s) tuple(%s)\n}\n", type->str, leaf->str);
        check(m.text->str, seed);
        g_string_free(type, TRUE);
        g_string_free(leaf, TRUE);
        g_string_free(m.text, TRUE);
        g_rand_free(m.r);
    }
}

/* A chain of simple ops is compiled wherever the processor allows it. */
static void test_is_compiled(void)
{
    g_autoptr(IrModule) m = module_of("HloModule m\nENTRY e {\n a = f32[] parameter(0)\n b = f32[] parameter(1)\n c = f32[] multiply(a, b)\n"
                                      " d = f32[] tanh(c)\n ROOT e = f32[] add(d, a)\n}\n");
    Arena *arena = arena_new_root();
    TileProg *p = tile_prog_of_comp(arena, m->entry, NULL);
    TileCode *code = tile_code_new(arena, p, 0);
    if (code_can_run()) {
        g_assert_cmpint(code->prog->n_steps, ==, 1);
        g_assert_nonnull(code->prog->steps[0].run);
        g_assert_cmpint(code->prog->n_places, ==, 0);
    } else {
        g_assert_true(code->prog == p);
    }
    tile_code_free(code);
    arena_free(arena);
}

/* As run, but no tile crosses a multiple of `row`. */
static void run_rows(const TileProg *p, const void *const *in, void *out, int64_t row, int64_t n)
{
    void *scratch = NULL, *outs[] = { out };
    g_assert_cmpint(posix_memalign(&scratch, 64, tile_run_bytes(p)), ==, 0);
    TileRun t;
    tile_run_init(&t, p, in, outs, scratch);
    for (int64_t i = 0; i < n;) {
        int64_t m = MIN(MIN(n - i, p->tile), row - i % row);
        tile_run(&t, i, (int)m);
        i += m;
    }
    free(scratch);
}

/* x . g + s of each type, where g is the same for all rows and s the same for all elements of a row. */
static void check_rows(ElemType e, const char *name, guint32 seed)
{
    g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e {\n a = %s[] parameter(0)\n b = %s[] parameter(1)\n c = %s[] multiply(a, b)\n"
                                            " ROOT d = %s[] add(c, b)\n}\n", name, name, name, name);
    g_autoptr(IrModule) m = module_of(text);
    const IrOp *add = m->entry->root, *multiply = add->operands[0];
    GRand *r = g_rand_new_with_seed(seed);
    int64_t n_rows = 5, row = g_rand_int_range(r, 1, MAX_ELEMENTS * 2), n = n_rows * row;
    Arena *arena = arena_new_root();
    TileBuilder *b = tile_builder_new(arena);
    const int64_t dims[] = { n_rows, row }, along[] = { 0, 1 }, down[] = { 1, 0 };
    int x = tile_load_full(b, 0, e), g = tile_load_strided(b, 1, e, &(TileView){ 2, dims, along, 3 }), s = tile_load_strided(b, 2, e, &(TileView){ 2, dims, down, 1 });
    int scaled = tile_apply(b, multiply, (int[]){ x, g });
    tile_store(b, tile_apply(b, add, (int[]){ scaled, s }), 0, e);
    TileProg *p = tile_builder_finish(b);
    tile_builder_free(b);
    TileCode *rows = tile_code_new(arena, p, row), *any = tile_code_new(arena, p, 0);
    g_assert_true(!code_can_run() || (rows->prog->loads[2].uniform && !any->prog->loads[2].uniform));
    size_t bytes = (size_t)elem_info[e].bytes;
    char *in[] = { g_malloc(bytes * (size_t)n), g_malloc(bytes * (size_t)(row + 3)), g_malloc(bytes * (size_t)(n_rows + 1)) };
    fill(r, e, in[0], (int)n);
    fill(r, e, in[1], (int)row + 3);
    fill(r, e, in[2], (int)n_rows + 1);
    const TileProg *const progs[] = { p, rows->prog, any->prog };
    char *out[3];
    for (int i = 0; i < 3; i++) {
        out[i] = g_malloc(bytes * (size_t)n);
        run_rows(progs[i], (const void *const *)in, out[i], row, n);
        for (int64_t k = 0; k < n; k++)
            if (memcmp(out[0] + (size_t)k * bytes, out[i] + (size_t)k * bytes, bytes) != 0)
                g_assert_true(is_nan(e, out[0] + (size_t)k * bytes) && is_nan(e, out[i] + (size_t)k * bytes));
    }
    for (int i = 0; i < 3; i++) {
        g_free(in[i]);
        g_free(out[i]);
    }
    tile_code_free(rows);
    tile_code_free(any);
    g_rand_free(r);
    arena_free(arena);
}

static void test_rows(void)
{
    for (int t = 0; t < N_TYPES; t++)
        for (guint32 seed = 1; seed <= 8 && elem_info[elems[t]].bytes > 1; seed++)
            check_rows(elems[t], names[t], seed);
}

/* Values of bf16 that come from memory and go there are never held as f32. */
static void test_is_narrow(void)
{
    g_autoptr(IrModule) m = module_of("HloModule m\nENTRY e {\n a = bf16[] parameter(0)\n b = f16[] parameter(1)\n c = f32[] convert(a)\n d = f32[] convert(b)\n"
                                      " e = f32[] add(c, d)\n f = bf16[] convert(e)\n g = f16[] convert(e)\n ROOT t = (bf16[], f16[]) tuple(f, g)\n}\n");
    Arena *arena = arena_new_root();
    TileProg *p = tile_prog_of_comp(arena, m->entry, NULL);
    TileCode *code = tile_code_new(arena, p, 0);
    g_assert_cmpint(p->n_places, >, 0);
    if (code_can_run())
        g_assert_cmpint(code->prog->n_places, ==, 0);
    tile_code_free(code);
    arena_free(arena);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/compute/code/is-compiled", test_is_compiled);
    g_test_add_func("/compute/code/is-narrow", test_is_narrow);
    g_test_add_func("/compute/code/rows", test_rows);
    g_test_add_func("/compute/code/ops", test_ops);
    g_test_add_func("/compute/code/conversions", test_conversions);
    g_test_add_func("/compute/code/random", test_random);
    return g_test_run();
}
