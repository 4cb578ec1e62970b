/* Kernels that have a fast way for some types, shapes or strides, at sizes that reach it, against the reference evaluator. Run once
 * for each instruction set (SHARDSCOPE_ISA). */
#include <string.h>

#include "runtime/exec/kernels/tile_ops.h"
#include "runtime/text/text.h"
#include "tests/unit/exec/run_both.h"

/* All values of integer types, the ends often. */
static void fill_bits(Tensor *t, GRand *r)
{
    int bytes = elem_info[t->type->elem].bytes, bits = elem_info[t->type->elem].bits;
    for (int64_t i = 0; i < t->type->n_elems; i++) {
        int64_t v = (int64_t)((guint64)g_rand_int(r) << 32 | g_rand_int(r));
        if (g_rand_int_range(r, 0, 4) == 0)
            v = g_rand_boolean(r) ? (int64_t)((guint64)1 << (bits - 1)) : (int64_t)(((guint64)1 << (bits - 1)) - 1);
        if (bits < 8)
            tensor_set_i64(t, i, v & 1);
        else
            memcpy((char *)t->data + i * bytes, &v, (size_t)bytes);
    }
}

static void check_bits(const char *text, guint32 seed)
{
    g_autoptr(IrModule) m = module_of(text);
    g_autoptr(GPtrArray) args = random_args(m, 1, seed, 1);
    GRand *r = g_rand_new_with_seed(seed);
    for (guint i = 0; i < args->len; i++) {
        Tensor *t = args->pdata[i];
        if (!elem_is_float(t->type->elem))
            fill_bits(t, r);
    }
    g_rand_free(r);
    check_against_reference(m, 1, args, text);
}

/* Rows, columns and depths on both sides of what a tile, a panel and a block hold. */
static void test_int_dots(void)
{
    static const char *const types[][3] = {
        { "s8", "s8", "s32" }, { "u8", "s8", "s32" }, { "s8", "u8", "s32" }, { "u8", "u8", "u32" }, { "s8", "s8", "s8" }, { "u8", "u8", "s16" },
        { "s16", "s16", "s32" }, { "s16", "s8", "s32" }, { "u16", "u16", "u16" }, { "u16", "u16", "u32" }, { "s32", "s32", "s32" },
        { "s8", "s32", "s32" }, { "s64", "s64", "s64" }, { "s8", "s8", "s64" }, { "u8", "u16", "u64" }, { "pred", "pred", "pred" },
    };
    static const int sizes[][3] = { { 1, 1, 1 }, { 13, 33, 7 }, { 5, 70, 1031 }, { 200, 17, 66 }, { 12, 520, 4 }, { 3, 40, 2053 } };
    for (guint t = 0; t < G_N_ELEMENTS(types); t++)
        for (guint s = 0; s < G_N_ELEMENTS(sizes); s++)
            for (int form = 0; form < 3; form++) {
                const char *a = types[t][0], *b = types[t][1], *c = types[t][2];
                int m = sizes[s][0], n = sizes[s][1], k = sizes[s][2];
                g_autofree char *text =
                    form == 0   ? g_strdup_printf("HloModule m\nENTRY e {\n a = %s[%d,%d] parameter(0)\n b = %s[%d,%d] parameter(1)\n"
                                                  " ROOT d = %s[%d,%d] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n",
                                                  a, m, k, b, k, n, c, m, n)
                    : form == 1 ? g_strdup_printf("HloModule m\nENTRY e {\n a = %s[%d,%d] parameter(0)\n b = %s[%d,%d] parameter(1)\n"
                                                  " ROOT d = %s[%d,%d] dot(a, b), lhs_contracting_dims={0}, rhs_contracting_dims={1}\n}\n",
                                                  a, k, m, b, n, k, c, m, n)
                                : g_strdup_printf("HloModule m\nENTRY e {\n a = %s[2,%d,3,%d] parameter(0)\n b = %s[%d,2,%d] parameter(1)\n"
                                                  " ROOT d = %s[2,%d,3,%d] dot(a, b), lhs_batch_dims={0}, rhs_batch_dims={1}, "
                                                  "lhs_contracting_dims={3}, rhs_contracting_dims={0}\n}\n",
                                                  a, m % 7 + 1, k, b, k, n, c, m % 7 + 1, n);
                check_bits(text, t * 100 + s);
            }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_message("instruction set %s", tile_table()->isa);
    g_test_add_func("/exec/fast/int-dots", test_int_dots);
    return g_test_run();
}
