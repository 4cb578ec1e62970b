/* MLIR bytecode: the files of data/bytecode as they are, cut and damaged, and what messages say. That they mean what their text means
 * is conformance/test_bytecode.c's. */
#include "runtime/text/bytecode.h"

#include <string.h>

#include "runtime/text/text.h"

typedef struct File {
    char *data;
    gsize n;
} File;

static File load(const char *name)
{
    File f = { 0 };
    g_autofree char *path = g_strdup_printf("%s/data/bytecode/%s.mlirbc", g_getenv("SHARDSCOPE_SOURCE"), name);
    g_autoptr(GError) error = NULL;
    g_file_get_contents(path, &f.data, &f.n, &error);
    g_assert_no_error(error);
    return f;
}

static IrModule *parse(const File *f, gsize n, GError **error)
{
    g_autofree char *exact = g_memdup2(f->data, n); /* no NUL behind it */
    return bytecode_parse("x.mlirbc", exact, n, error);
}

static void test_found(void)
{
    File plain = load("composite.vhlo"), exported = load("exported.export");
    size_t first, n;
    g_assert_true(bytecode_find(plain.data, plain.n, &first, &n));
    g_assert_cmpuint(first, ==, 0);
    g_assert_cmpuint(n, ==, plain.n);
    g_assert_true(bytecode_find(exported.data, exported.n, &first, &n));
    g_assert_cmpmem(exported.data + first, 4, "ML\xefR", 4);
    g_assert_cmpuint(first + n, <, exported.n);
    /* Its beginning says what it is. */
    g_assert_true(bytecode_find(exported.data, 256, &first, &n));
    g_assert_cmpuint(n, ==, 0);
    static const char zeros[4096];
    g_assert_false(bytecode_find(zeros, sizeof zeros, &first, &n));
    g_assert_false(bytecode_find("ML", 2, &first, &n));
    g_free(plain.data);
    g_free(exported.data);
}

/* Locations, names and annotations are where the text reader puts them. */
static void test_contents(void)
{
    File f = load("donated_sharded.plain");
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = parse(&f, f.n, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(m->name, ==, "jit__lambda");
    g_assert_cmpint(m->n_partitions, ==, 8);
    const IrOp *a = m->entry->params[0];
    g_assert_cmpstr(a->op_name, ==, "a");
    g_assert_cmpstr(pair_get(a->pairs, a->n_pairs, "xla.sdy.sharding"), ==, "#sdy.sharding<@mesh, [{\"x\"}, {\"y\"}]>");
    const IrOp *sum = NULL;
    for (int i = 0; i < m->entry->n_ops; i++)
        sum = m->entry->ops[i]->code == OP_add ? m->entry->ops[i] : sum;
    g_assert_nonnull(sum);
    g_assert_cmpstr(sum->op_name, ==, "jit(<lambda>)/add");
    g_assert_cmpstr(sum->loc->file, ==, "jax_bytecode.py");
    g_assert_cmpint(sum->loc->line, >, 0);
    g_assert_nonnull(sum->loc->caller);
    g_assert_cmpint(sum->at.col, ==, TEXT_POS_BYTES);
    g_assert_cmpint(sum->at.line, >, 0);
    g_free(f.data);
    f = load("donated.vhlo");
    g_autoptr(IrModule) given = parse(&f, f.n, &error);
    g_assert_no_error(error);
    g_assert_cmpint(given->n_aliases, ==, 1);
    g_assert_cmpint(given->aliases[0].output, ==, 0);
    g_assert_cmpint(given->aliases[0].param, ==, 0);
    g_free(f.data);
}

/* Composites of CHLO's are its operations; others are calls of what they stand for. */
static void test_composites(void)
{
    File sorted = load("sort_topk.vhlo"), own = load("composite.vhlo");
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) a = parse(&sorted, sorted.n, &error);
    g_autoptr(IrModule) b = parse(&own, own.n, &error);
    g_assert_no_error(error);
    int n_topk = 0, n_calls = 0;
    for (int i = 0; i < a->entry->n_ops; i++)
        n_topk += a->entry->ops[i]->code == OP_topk && a->entry->ops[i]->a.topk.k > 0;
    for (int i = 0; i < b->entry->n_ops; i++) {
        const IrOp *op = b->entry->ops[i];
        const char *name = pair_get(op->pairs, op->n_pairs, "composite.name");
        n_calls += op->code == OP_call && name && strcmp(name, "my.scale") == 0;
    }
    g_assert_cmpint(n_topk, ==, 1);
    g_assert_cmpint(n_calls, ==, 1);
    g_free(sorted.data);
    g_free(own.data);
}

static const char *const names[] = { "bounded.vhlo", "composite.vhlo", "convolve.plain", "dots.vhlo", "exported.export", "ffi.vhlo", "gspmd.plain",
                                     "manual.vhlo1.5.0", "resources.plain", "donated_sharded.vhlo0.17.0" };

/* Every cut is an error that names a byte, never a shorter program. */
static void test_cut(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        File f = load(names[i]);
        size_t first = 0, n_module = f.n;
        bytecode_find(f.data, f.n, &first, &n_module);
        for (gsize n = 4; n < first + n_module; n++) {
            g_autoptr(GError) error = NULL;
            g_assert_null(parse(&f, n, &error));
            g_assert_nonnull(error);
            g_assert_true(strstr(error->message, "x.mlirbc:byte ") || strstr(error->message, "no MLIR bytecode in the file"));
        }
        g_free(f.data);
    }
}

/* A byte changed anywhere gives a module or an error. */
static void test_damaged(void)
{
    static const unsigned char changes[] = { 0x01, 0x02, 0x80, 0xff };
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        File f = load(names[i]);
        for (gsize k = 0; k < f.n; k++) {
            for (size_t c = 0; c < sizeof changes; c++) {
                g_autoptr(GError) error = NULL;
                f.data[k] = (char)(f.data[k] ^ changes[c]);
                g_autoptr(IrModule) m = parse(&f, f.n, &error);
                f.data[k] = (char)(f.data[k] ^ changes[c]);
                g_assert_true(!m == !!error);
                if (m && module_verify(m, NULL))
                    g_free(module_print(m, SPELL_STABLEHLO));
            }
        }
        g_free(f.data);
    }
}

static void test_messages(void)
{
    static const struct { const char *bytes; gsize n; const char *says; } rows[] = {
#define BYTES(s) s, sizeof s - 1
        { BYTES("ML\xefR\x0fMLIR\0"), "version 7 of MLIR's bytecode is not known here, the newest is 6\n  hint: write it for an older version" },
        { BYTES("ML\xefR\x0dMLIR"), "x.mlirbc:byte 5: the producer's name does not end" },
        { BYTES("ML\xefR\x0dX\0"), "x.mlirbc:byte 7: the file has no section of strings" },
        { BYTES("ML\xefR\x0dX\0\x00\x03\x01\x00\x03\x01"), "x.mlirbc:byte 10: the section of strings is there twice" },
        { BYTES("ML\xefR\x0dX\0\x7f\x01"), "x.mlirbc:byte 7: unknown section 127" },
        { BYTES("ML\xefR\x0dX\0\x00\xff"), "x.mlirbc:byte 9: the file is cut short, or a length in it is wrong" },
        { BYTES("ML\xefR\x0dX\0\x80\x03\x07\x01"), "x.mlirbc:byte 7: a section's alignment must be a power of two" },
        /* Strings, dialects, entries, offsets and operations, all but empty. */
        { BYTES("ML\xefR\x0dX\0\x00\x03\x01\x01\x05\x01\x01\x02\x01\x03\x05\x01\x01\x04\x03\x01"), "x.mlirbc:byte 22: the file holds 0 operations, one module is wanted" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(bytecode_parse("x.mlirbc", rows[i].bytes, rows[i].n, &error));
        if (!strstr(error->message, rows[i].says))
            g_error("row %zu says %s\n  not %s", i, error->message, rows[i].says);
    }
    File f = load("dynamic.vhlo");
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) open = parse(&f, f.n, &error); /* read, with the size that is left open */
    g_assert_no_error(error);
    g_autofree char *type = type_text(open->entry->params[0]->type);
    g_assert_cmpstr(type, ==, "f32[?,8]");
    g_free(f.data);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text/bytecode/found", test_found);
    g_test_add_func("/text/bytecode/contents", test_contents);
    g_test_add_func("/text/bytecode/composites", test_composites);
    g_test_add_func("/text/bytecode/cut", test_cut);
    g_test_add_func("/text/bytecode/damaged", test_damaged);
    g_test_add_func("/text/bytecode/messages", test_messages);
    return g_test_run();
}
