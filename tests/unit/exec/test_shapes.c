/* Kernels at random shapes against the reference evaluator: convolutions, moves, windows, products. Runs once for each instruction set (SHARDSCOPE_ISA). */
#include "runtime/base/vec.h"
#include "runtime/compute/tile_ops.h"
#include "tests/unit/exec/run_both.h"

static void check(const char *text, guint32 seed)
{
    g_autoptr(IrModule) m = module_of(text);
    g_autoptr(GPtrArray) args = random_args(m, 1, seed, 5);
    check_against_reference(m, 1, args, text);
}

static void shuffle(GRand *r, int *v, int n)
{
    for (int i = 0; i < n; i++)
        v[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int k = g_rand_int_range(r, 0, i + 1), t = v[i];
        v[i] = v[k];
        v[k] = t;
    }
}

/* "T[..]" of sizes in the order `order`, and the letters of their dims. */
static char *ordered(const char *type, const int *sizes, const int *order, int n, const char *letters, char *labels)
{
    GString *s = g_string_new(NULL);
    for (int i = 0; i < n; i++) {
        g_string_append_printf(s, "%s%d", i ? "," : "", sizes[order[i]]);
        labels[i] = letters[order[i]];
    }
    labels[n] = 0;
    char *text = g_strdup_printf("%s[%s]", type, s->str);
    g_string_free(s, TRUE);
    return text;
}

/* Windows of all kinds, operands in any order of dims; with `wide` the kernel is nearly as large as the input, as where gradients of kernels are computed. */
static char *random_convolution(GRand *r, bool wide)
{
    static const char *const types[] = { "f32", "f32", "f32", "bf16", "f64" };
    const char *type = types[g_rand_int_range(r, 0, G_N_ELEMENTS(types))];
    int rank = g_rand_int_range(r, 1, 4), groups = !wide && g_rand_int_range(r, 0, 4) == 0 ? 2 : 1;
    int in = g_rand_int_range(r, 1, wide ? 6 : 20), out = g_rand_int_range(r, 6, 40), x[5], k[5], y[5];
    g_autoptr(GString) size = g_string_new(NULL), stride = g_string_new(NULL), pad = g_string_new(NULL), dilate = g_string_new(NULL), reversal = g_string_new(NULL);
    for (int d = 0; d < rank; d++) {
        int dilation = g_rand_int_range(r, 1, 3), step = g_rand_int_range(r, 1, 3), reached;
        do {
            k[d] = wide ? g_rand_int_range(r, 8, 12) : g_rand_int_range(r, 1, 4);
            x[d] = k[d] + g_rand_int_range(r, wide ? -2 : 0, 8);
            int lo = g_rand_int_range(r, -1, 4), hi = g_rand_int_range(r, -1, 4);
            reached = x[d] + lo + hi - (k[d] - 1) * dilation - 1;
            if (reached >= 0) {
                const char *by = d ? "x" : "";
                g_string_append_printf(size, "%s%d", by, k[d]);
                g_string_append_printf(stride, "%s%d", by, step);
                g_string_append_printf(pad, "%s%d_%d", by, lo, hi);
                g_string_append_printf(dilate, "%s%d", by, dilation);
                g_string_append_printf(reversal, "%s%d", by, g_rand_int_range(r, 0, 5) == 0);
                y[d] = reached / step + 1;
            }
        } while (reached < 0);
    }
    x[rank] = y[rank] = wide ? g_rand_int_range(r, 8, 20) : g_rand_int_range(r, 1, 5);
    x[rank + 1] = in * groups;
    k[rank] = in;
    k[rank + 1] = y[rank + 1] = out * groups;
    int order[5];
    char labels[3][6];
    shuffle(r, order, rank + 2);
    g_autofree char *a = ordered(type, x, order, rank + 2, (const char *[]){ "", "0bf", "01bf", "012bf" }[rank], labels[0]);
    shuffle(r, order, rank + 2);
    g_autofree char *b = ordered(type, k, order, rank + 2, (const char *[]){ "", "0io", "01io", "012io" }[rank], labels[1]);
    shuffle(r, order, rank + 2);
    g_autofree char *c = ordered(type, y, order, rank + 2, (const char *[]){ "", "0bf", "01bf", "012bf" }[rank], labels[2]);
    return g_strdup_printf("HloModule m\nENTRY e {\n a = %s parameter(0)\n b = %s parameter(1)\n ROOT c = %s convolution(a, b), "
                           "window={size=%s stride=%s pad=%s rhs_dilate=%s rhs_reversal=%s}, dim_labels=%s_%s->%s, feature_group_count=%d\n}\n",
                           a, b, c, size->str, stride->str, pad->str, dilate->str, reversal->str, labels[0], labels[1], labels[2], groups);
}

static void test_convolutions(void)
{
    GRand *r = g_rand_new_with_seed(41);
    for (int i = 0; i < 160; i++) {
        g_autofree char *text = random_convolution(r, i % 4 == 3);
        check(text, (guint32)i);
    }
    g_rand_free(r);
}

/* A transpose, a concatenation of short rows, and a column that is broadcast over short rows, of elements of each width. */
static void test_moves(void)
{
    static const char *const types[] = { "u8", "bf16", "f32", "f64", "c128" };
    GRand *r = g_rand_new_with_seed(42);
    for (int i = 0; i < 100; i++) {
        const char *type = types[i % 5];
        int sizes[4], order[4], letters[4] = { 0, 1, 2, 3 };
        for (int d = 0; d < 4; d++)
            sizes[d] = g_rand_int_range(r, 0, 3) ? g_rand_int_range(r, 1, 11) : g_rand_int_range(r, 16, 40);
        shuffle(r, order, 4);
        char labels[6];
        g_autofree char *from = ordered(type, sizes, letters, 4, "abcd", labels), *to = ordered(type, sizes, order, 4, "abcd", labels);
        g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e {\n a = %s parameter(0)\n t = %s transpose(a), dimensions={%d,%d,%d,%d}\n"
                                                " c = %s reverse(t), dimensions={%d}\n ROOT r = (%s, %s) tuple(t, c)\n}\n",
                                                from, to, order[0], order[1], order[2], order[3], to, g_rand_int_range(r, 0, 4), to, to);
        check(text, (guint32)i);
        int rows = g_rand_int_range(r, 1, 5000), first = i % 3 ? g_rand_int_range(r, 1, 5) : 1, second = i % 3 ? g_rand_int_range(r, 1, 20) : 1 + i % 2;
        g_autofree char *parts = g_strdup_printf("HloModule m\nENTRY e {\n a = %s[%d,%d] parameter(0)\n b = %s[%d,%d] parameter(1)\n c = %s[%d] parameter(2)\n"
                                                 " ab = %s[%d,%d] concatenate(a, b, a), dimensions={1}\n w = %s[%d,%d] broadcast(c), dimensions={0}\n"
                                                 " s = %s[%d,%d] %s(ab, w)\n ROOT r = (%s[%d,%d], %s[%d,%d]) tuple(ab, s)\n}\n",
                                                 type, rows, first, type, rows, second, type, rows, type, rows, 2 * first + second, type, rows, 2 * first + second,
                                                 type, rows, 2 * first + second, i % 5 ? "add" : "xor", type, rows, 2 * first + second, type, rows, 2 * first + second);
        check(parts, (guint32)i);
    }
    g_rand_free(r);
}

/* Sums of what is broadcast along some dims of four, and of an iota. */
static void test_views(void)
{
    static const char *const types[] = { "u8", "bf16", "s32", "f32", "f64" };
    GRand *r = g_rand_new_with_seed(44);
    for (int i = 0; i < 120; i++) {
        const char *type = types[i % 5];
        int sizes[4], all[4] = { 0, 1, 2, 3 };
        char labels[6];
        for (int d = 0; d < 4; d++)
            sizes[d] = g_rand_int_range(r, 0, 4) ? g_rand_int_range(r, 1, 9) : g_rand_int_range(r, 9, 36);
        g_autofree char *whole = ordered(type, sizes, all, 4, "abcd", labels);
        g_autoptr(GString) s = g_string_new("HloModule m\nENTRY e {\n");
        g_string_append_printf(s, " s = %s iota(), iota_dimension=%d\n", whole, g_rand_int_range(r, 0, 4));
        for (int k = 0; k < 3; k++) {
            int dims[4], n = 0;
            g_autoptr(GString) list = g_string_new(NULL);
            for (int d = 0; d < 4; d++)
                if (g_rand_boolean(r)) {
                    g_string_append_printf(list, "%s%d", n ? "," : "", d);
                    dims[n++] = d;
                }
            g_autofree char *part = ordered(type, sizes, dims, n, "abcd", labels);
            g_string_append_printf(s, " p%d = %s parameter(%d)\n b%d = %s broadcast(p%d), dimensions={%s}\n", k, part, k, k, whole, k, list->str);
            g_string_append_printf(s, " %ssum%d = %s add(%s, b%d)\n", k == 2 ? "ROOT " : "", k, whole, k ? k == 1 ? "sum0" : "sum1" : "s", k);
        }
        g_string_append(s, "}\n");
        g_autofree char *text = g_string_free(g_steal_pointer(&s), FALSE);
        check(text, (guint32)i);
    }
    g_rand_free(r);
}

/* Windows of a few bytes at two indices, which are often outside; gathered, and added up. */
static void test_windows(void)
{
    static const char *const types[] = { "u8", "bf16", "f32", "f64" }, *const indices[] = { "s32", "u32", "s64", "s16" };
    GRand *r = g_rand_new_with_seed(43);
    for (int i = 0; i < 96; i++) {
        const char *type = types[i % 4], *index = indices[i / 4 % 4];
        int a = g_rand_int_range(r, 1, 5), b = g_rand_int_range(r, 2, 5), w = g_rand_int_range(r, 1, 10), n = g_rand_int_range(r, 1, 600), part = MIN(b, g_rand_int_range(r, 1, 3));
        g_autofree char *text = g_strdup_printf(
            "HloModule m\nadd { x = %s[] parameter(0) y = %s[] parameter(1) ROOT s = %s[] add(x, y) }\n"
            "ENTRY e {\n a = %s[%d,%d,%d] parameter(0)\n i0 = %s[%d,2] parameter(1)\n three = %s[] constant(3)\n threes = %s[%d,2] broadcast(three), dimensions={}\n"
            " i = %s[%d,2] and(i0, threes)\n g = %s[%d,%d,%d] gather(a, i), offset_dims={1,2}, collapsed_slice_dims={0}, start_index_map={0,1}, index_vector_dim=1, "
            "slice_sizes={1,%d,%d}\n ROOT s = %s[%d,%d,%d] scatter(a, i, g), update_window_dims={1,2}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0,1}, "
            "index_vector_dim=1, to_apply=add\n}\n",
            type, type, type, type, a, b, w, index, n, index, index, n, index, n, type, n, part, w, part, w, type, a, b, w);
        check(text, (guint32)i);
    }
    g_rand_free(r);
}

/* Products of narrow floats, as wide, as high and as deep as a piece of them and a little more, from operands in any order of dims. */
static void test_dots(void)
{
    static const char *const types[][3] = { { "bf16", "bf16", "bf16" }, { "f16", "f16", "f32" }, { "bf16", "f32", "f32" }, { "f8e4m3fn", "f8e5m2", "f32" },
                                            { "s8", "bf16", "bf16" }, { "f32", "f64", "f64" }, { "bf16", "bf16", "f64" } };
    static const int sizes[][3] = { { 1, 1, 1 }, { 521, 3, 5 }, { 2, 530, 9 }, { 3, 5, 513 }, { 7, 4, 1030 }, { 300, 20, 520 }, { 17, 140, 300 }, { 1, 150, 600 } };
    for (int i = 0; i < (int)(G_N_ELEMENTS(types) * G_N_ELEMENTS(sizes)); i++) {
        const char *const *type = types[i % (int)G_N_ELEMENTS(types)];
        const int *size = sizes[i / (int)G_N_ELEMENTS(types)];
        int form = i % 5, m = size[0], n = size[1], k = size[2];
        g_autofree char *text =
            form == 4 ? g_strdup_printf("HloModule m\nENTRY e {\n a = %s[%d,2,%d] parameter(0)\n b = %s[2,%d,%d] parameter(1)\n ROOT d = %s[2,%d,%d] dot(a, b), "
                                        "lhs_batch_dims={1}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}\n}\n",
                                        type[0], m, k, type[1], k, n, type[2], m, n)
                      : g_strdup_printf("HloModule m\nENTRY e {\n a = %s[%d,%d] parameter(0)\n b = %s[%d,%d] parameter(1)\n ROOT d = %s[%d,%d] dot(a, b), "
                                        "lhs_contracting_dims={%d}, rhs_contracting_dims={%d}\n}\n",
                                        type[0], form & 1 ? k : m, form & 1 ? m : k, type[1], form & 2 ? n : k, form & 2 ? k : n, type[2], m, n, !(form & 1), form >> 1 & 1);
        check(text, (guint32)i);
    }
}

/* Batches of matrices that are multiplied without OpenBLAS, and some that are just too large for it; operands by rows and by columns. */
static void test_tiny_dots(void)
{
    static const char *const types[] = { "f32", "f64", "c64", "c128" };
    static const int sizes[][3] = { { 3, 3, 3 }, { 4, 4, 4 }, { 1, 3, 2 }, { 2, 1, 8 }, { 5, 7, 6 }, { 16, 16, 1 }, { 3, 5, 9 }, { 8, 8, 5 } };
    for (int i = 0; i < (int)(G_N_ELEMENTS(types) * G_N_ELEMENTS(sizes) * 4); i++) {
        const int *size = sizes[i / 4 % (int)G_N_ELEMENTS(sizes)];
        const char *t = types[i / 4 / (int)G_N_ELEMENTS(sizes)];
        int m = size[0], n = size[1], k = size[2], ta = i & 1, tb = i >> 1 & 1;
        g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e {\n a = %s[2,%d,3,%d] parameter(0)\n b = %s[3,2,%d,%d] parameter(1)\n ROOT d = %s[2,3,%d,%d] dot(a, b), "
                                                "lhs_batch_dims={0,2}, rhs_batch_dims={1,0}, lhs_contracting_dims={%d}, rhs_contracting_dims={%d}\n}\n",
                                                t, ta ? k : m, ta ? m : k, t, tb ? n : k, tb ? k : n, t, m, n, ta ? 1 : 3, tb ? 3 : 2);
        check(text, (guint32)i);
    }
}

/* Sums of short rows and of columns that are combined by halves, and elements that stand for a short row each. */
static void test_short_rows(void)
{
    static const char *const types[] = { "f32", "f64", "s64", "u64", "s32", "f16", "u8", "s8" };
    static const int rows[] = { 2, 3, 4, 5, 7, 8, 13, 31 };
    for (int i = 0; i < (int)(G_N_ELEMENTS(types) * G_N_ELEMENTS(rows)); i++) {
        const char *t = types[i / (int)G_N_ELEMENTS(rows)];
        int r = rows[i % (int)G_N_ELEMENTS(rows)];
        g_autofree char *text = g_strdup_printf(
            "HloModule m\nadd { p = %s[] parameter(0)\n q = %s[] parameter(1)\n ROOT s = %s[] add(p, q) }\n"
            "ENTRY e {\n a = %s[57,5,%d] parameter(0)\n b = %s[57,5] parameter(1)\n z = %s[] constant(0)\n w = %s[57,5,%d] broadcast(b), dimensions={0,1}\n"
            " x = %s[57,5,%d] add(a, w)\n y = %s[57,5] reduce(x, z), dimensions={2}, to_apply=add\n u = %s[5,%d] reduce(x, z), dimensions={0}, to_apply=add\n"
            " v = %s[57,%d] reduce(x, z), dimensions={1}, to_apply=add\n ROOT t = (%s[57,5,%d], %s[57,5], %s[5,%d], %s[57,%d]) tuple(x, y, u, v)\n}\n",
            t, t, t, t, r, t, t, t, r, t, r, t, t, r, t, r, t, r, t, t, r, t, r);
        check(text, (guint32)i);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_message("instruction set %s", tile_table()->isa);
    g_test_add_func("/exec/shapes/convolutions", test_convolutions);
    g_test_add_func("/exec/shapes/moves", test_moves);
    g_test_add_func("/exec/shapes/views", test_views);
    g_test_add_func("/exec/shapes/windows", test_windows);
    g_test_add_func("/exec/shapes/dots", test_dots);
    g_test_add_func("/exec/shapes/tiny-dots", test_tiny_dots);
    g_test_add_func("/exec/shapes/short-rows", test_short_rows);
    return g_test_run();
}
