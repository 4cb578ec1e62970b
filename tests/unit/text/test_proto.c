/* Serialised HLO modules against text: both forms of the programs in data/protos give the same module, also inside of the messages that
 * hold modules; and no damage to the bytes does more than an error. */
#include <stdlib.h>
#include <string.h>

#include "trace/wire.h"
#include "runtime/text/proto.h"
#include "runtime/text/text.h"

static char *folder(void)
{
    const char *source = g_getenv("SHARDSCOPE_SOURCE");
    return g_build_filename(source ? source : ".", "data/protos", NULL);
}

/* Without the numbers that XLA writes into long lists. */
static char *without_comments(char *text)
{
    char *to = text;
    for (const char *s = text; *s;) {
        const char *end = g_str_has_prefix(s, "/*index=") ? strstr(s, "*/") : NULL;
        if (end)
            s = end + 2;
        else
            *to++ = *s++;
    }
    *to = 0;
    return text;
}

static int by_text(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* With its computations in the order of their names, since the message need not have them in the text's order. */
static char *print(const IrModule *m)
{
    g_autofree char *text = without_comments(module_print(m, SPELL_HLO_DUMP));
    g_auto(GStrv) parts = g_strsplit(text, "\n\n", -1);
    for (int i = 0; parts[i]; i++)
        g_strchug(parts[i]);
    qsort(parts, g_strv_length(parts), sizeof *parts, by_text);
    return g_strjoinv("\n\n", parts);
}

typedef struct Pair {
    char *name, *text, *bytes;
    gsize n_text, n;
} Pair;

static GPtrArray *pairs(void)
{
    g_autofree char *path = folder();
    GPtrArray *out = g_ptr_array_new();
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    g_assert_nonnull(dir);
    for (const char *name; (name = g_dir_read_name(dir));) {
        if (!g_str_has_suffix(name, ".hlo.pb"))
            continue;
        Pair *p = g_new0(Pair, 1);
        p->name = g_strndup(name, strlen(name) - strlen(".hlo.pb"));
        g_autofree char *text = g_strdup_printf("%s/%s.hlo", path, p->name), *binary = g_strdup_printf("%s/%s", path, name);
        g_assert_true(g_file_get_contents(text, &p->text, &p->n_text, NULL));
        g_assert_true(g_file_get_contents(binary, &p->bytes, &p->n, NULL));
        g_ptr_array_add(out, p);
    }
    g_assert_cmpuint(out->len, >=, 30);
    return out;
}

static void free_pairs(GPtrArray *all)
{
    for (guint i = 0; i < all->len; i++) {
        Pair *p = all->pdata[i];
        g_free(p->name);
        g_free(p->text);
        g_free(p->bytes);
        g_free(p);
    }
    g_ptr_array_unref(all);
}

static void test_equal(void)
{
    GPtrArray *all = pairs();
    for (guint i = 0; i < all->len; i++) {
        const Pair *p = all->pdata[i];
        g_autoptr(GError) error = NULL;
        g_autoptr(IrModule) text = hlo_parse("t", p->text, p->n_text, &error);
        g_assert_no_error(error);
        g_assert_true(proto_find(p->bytes, p->n));
        g_autoptr(IrModule) binary = program_parse("b", p->bytes, p->n, &error);
        g_assert_no_error(error);
        g_autofree char *a = print(text), *b = print(binary);
        if (strcmp(a, b) != 0)
            g_test_message("%s differs", p->name);
        g_assert_cmpstr(a, ==, b);
    }
    free_pairs(all);
}

/* A field of bytes behind what is in `out`. */
static void add_field(GByteArray *out, int number, const void *bytes, gsize n)
{
    guint8 key = (guint8)(number << 3 | 2);
    g_byte_array_append(out, &key, 1);
    gsize left = n;
    do {
        guint8 c = (guint8)((left & 127) | (left > 127 ? 128 : 0));
        g_byte_array_append(out, &c, 1);
        left >>= 7;
    } while (left);
    g_byte_array_append(out, bytes, (guint)n);
}

static void test_containers(void)
{
    GPtrArray *all = pairs();
    const Pair *p = all->pdata[0];
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) plain = proto_parse("b", p->bytes, p->n, &error);
    g_assert_no_error(error);
    g_autofree char *expected = print(plain);
    /* HloProto with its field of buffers, HloSnapshot around it, HloModuleProtoWithConfig */
    g_autoptr(GByteArray) proto = g_byte_array_new();
    g_autoptr(GByteArray) snapshot = g_byte_array_new();
    g_autoptr(GByteArray) configured = g_byte_array_new();
    add_field(proto, 1, p->bytes, p->n);
    add_field(proto, 3, "", 0);
    add_field(snapshot, 1, proto->data, proto->len);
    static const guint8 config[] = { 4 << 3, 1, 5 << 3, 6, (27 << 3 & 127) | 128, 27 << 3 >> 7, 1 };
    add_field(configured, 1, p->bytes, p->n);
    add_field(configured, 2, config, sizeof config);
    const GByteArray *of[] = { proto, snapshot };
    for (int i = 0; i < 2; i++) {
        g_autoptr(IrModule) m = proto_parse("b", (const char *)of[i]->data, of[i]->len, &error);
        g_assert_no_error(error);
        g_autofree char *got = print(m);
        g_assert_cmpstr(got, ==, expected);
    }
    g_autofree char *text = proto_text("b", (const char *)configured->data, configured->len, &error);
    g_assert_no_error(error);
    g_assert_nonnull(strstr(text, ", num_partitions=6, allow_spmd_sharding_propagation_to_output={true}"));
    free_pairs(all);
}

/* Cut at every place, and with bytes changed: a module or an error that names the file. */
static void try_bytes(const char *bytes, gsize n)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *exact = g_memdup2(bytes, n);
    g_autoptr(IrModule) m = proto_parse("input", exact, n, &error);
    g_assert_true(!m == !!error);
    g_assert_true(m || strstr(error->message, "input") || strstr(error->message, "constant"));
    if (m && module_verify(m, NULL))
        g_free(module_print(m, SPELL_HLO_DUMP));
}

static void test_damaged(void)
{
    GPtrArray *all = pairs();
    GRand *rand = g_rand_new_with_seed(17);
    for (guint i = 0; i < all->len; i++) {
        const Pair *p = all->pdata[i];
        for (int k = 0; k < 60; k++) {
            g_autofree char *bytes = g_memdup2(p->bytes, p->n);
            gsize n = k % 3 ? p->n : (gsize)g_rand_int_range(rand, 0, (gint32)p->n);
            for (int c = g_rand_int_range(rand, k % 3 ? 1 : 0, 4); c > 0 && n; c--)
                bytes[g_rand_int_range(rand, 0, (gint32)n)] = (char)g_rand_int_range(rand, 0, 256);
            try_bytes(bytes, n);
        }
    }
    g_rand_free(rand);
    free_pairs(all);
}

/* Shapes within shapes without end, computations that call themselves, and short bytes that would be a long text. */
static void test_hostile(void)
{
    g_autoptr(GByteArray) shape = g_byte_array_new();
    for (int i = 0; i < 3000; i++) {
        g_autoptr(GByteArray) outer = g_byte_array_new();
        static const guint8 tuple[] = { 2 << 3, 13 };
        g_byte_array_append(outer, tuple, sizeof tuple);
        add_field(outer, 4, shape->data, shape->len);
        g_byte_array_set_size(shape, 0);
        g_byte_array_append(shape, outer->data, outer->len);
    }
    g_autoptr(GByteArray) op = g_byte_array_new();
    add_field(op, 1, "p", 1);
    add_field(op, 2, "parameter", 9);
    add_field(op, 3, shape->data, shape->len);
    g_autoptr(GByteArray) comp = g_byte_array_new();
    add_field(comp, 1, "main", 4);
    add_field(comp, 2, op->data, op->len);
    g_autoptr(GByteArray) module = g_byte_array_new();
    add_field(module, 1, "deep", 4);
    add_field(module, 3, comp->data, comp->len);
    g_autoptr(GError) error = NULL;
    g_assert_null(proto_parse("input", (const char *)module->data, module->len, &error));
    g_assert_nonnull(strstr(error->message, "a shape has more than 100 levels"));
    g_clear_error(&error);

    g_byte_array_set_size(op, 0);
    static const guint8 itself[] = { (38 << 3 & 127) | 128, 38 << 3 >> 7, 0 };
    add_field(op, 1, "p", 1);
    add_field(op, 2, "call", 4);
    g_byte_array_append(op, itself, sizeof itself);
    g_byte_array_set_size(comp, 0);
    add_field(comp, 1, "main", 4);
    add_field(comp, 2, op->data, op->len);
    g_byte_array_set_size(module, 0);
    add_field(module, 1, "loop", 4);
    add_field(module, 3, comp->data, comp->len);
    g_assert_null(proto_parse("input", (const char *)module->data, module->len, &error));
    g_assert_nonnull(strstr(error->message, "computation 0 calls itself"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text/proto/equal", test_equal);
    g_test_add_func("/text/proto/containers", test_containers);
    g_test_add_func("/text/proto/damaged", test_damaged);
    g_test_add_func("/text/proto/hostile", test_hostile);
    return g_test_run();
}
