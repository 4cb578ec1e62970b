/* Program files as users pass them: compressed, truncated, with other line ends, and files that are not programs. */
#include "runtime/text/open.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>
#include <string.h>

#include "runtime/text/text.h"

static const char program[] = "HloModule m\n\nENTRY %e (x: f32[2]) -> f32[2] {\n  %x = f32[2]{0} parameter(0)\n"
                              "  ROOT %y = f32[2]{0} negate(%x), metadata={op_name=\"a\"}\n}\n";

static char *folder;

/* The module in a file with these bytes, or the error. */
static IrModule *read_bytes(const char *name, const void *bytes, gsize n, GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_assert_true(g_file_set_contents(path, bytes, (gssize)n, NULL));
    IrModule *m = program_read(path, NULL, error);
    g_unlink(path);
    return m;
}

static void pack(GByteArray *out, int (*filter)(struct archive *), const char *text)
{
    gsize room = strlen(text) + 4096, used = 0;
    g_autofree char *buffer = g_malloc(room);
    struct archive *a = archive_write_new();
    filter(a);
    archive_write_set_format_raw(a);
    archive_write_set_bytes_in_last_block(a, 1);
    g_assert_cmpint(archive_write_open_memory(a, buffer, room, &used), ==, ARCHIVE_OK);
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_write_header(a, entry);
    archive_write_data(a, text, strlen(text));
    archive_entry_free(entry);
    archive_write_close(a);
    archive_write_free(a);
    g_byte_array_append(out, (const guint8 *)buffer, (guint)used);
}

static void test_packed(void)
{
    int (*const filters[])(struct archive *) = { archive_write_add_filter_gzip, archive_write_add_filter_bzip2, archive_write_add_filter_xz,
                                                 archive_write_add_filter_zstd };
    for (size_t i = 0; i < G_N_ELEMENTS(filters); i++) {
        g_autoptr(GByteArray) bytes = g_byte_array_new();
        g_autoptr(GError) error = NULL;
        pack(bytes, filters[i], program);
        g_autoptr(IrModule) m = read_bytes("packed", bytes->data, bytes->len, &error);
        g_assert_no_error(error);
        g_assert_cmpint(m->entry->n_ops, ==, 2);
        /* Every truncation is an error, never a shorter program. */
        for (guint n = 8; n + 12 < bytes->len; n++) {
            g_autoptr(GError) cut = NULL;
            g_assert_null(read_bytes("cut", bytes->data, n, &cut));
            g_assert_nonnull(cut);
        }
    }
}

static void test_line_ends(void)
{
    g_autoptr(GString) s = g_string_new("\xEF\xBB\xBF");
    for (const char *p = program; *p; p++) {
        if (*p == '\n')
            g_string_append_c(s, '\r');
        g_string_append_c(s, *p);
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = read_bytes("dos", s->str, s->len, &error), plain = read_bytes("plain", program, sizeof program - 1, &error);
    g_assert_no_error(error);
    g_autofree char *a = module_print(m, SPELL_HLO_DUMP), *b = module_print(plain, SPELL_HLO_DUMP);
    g_assert_cmpstr(a, ==, b);
    g_assert_cmpint(m->entry->root->at.line, ==, 5);
}

static void test_cut_text(void)
{
    for (gsize n = 1; n + 3 < sizeof program; n++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(read_bytes("cut.hlo", program, n, &error));
        g_assert_nonnull(strstr(error->message, "cut.hlo:"));
    }
    g_autoptr(GError) error = NULL;
    g_assert_null(read_bytes("cut.hlo", program, strlen(program) - 3, &error));
    g_assert_nonnull(strstr(error->message, "found the end of the text\n  hint: the text may be cut short"));
}

static void test_other_kinds(void)
{
#define BYTES(s) s, sizeof s - 1
    static const struct { const char *bytes; gsize n; const char *says; } rows[] = {
        { BYTES(""), "the file is empty" },
        { BYTES("\n \t\r\n"), "the file is empty" },
        { BYTES("ML\xefR\x0dMLIR\0\1\2"), "file:byte 11: the file is cut short" },
        { BYTES("ML\xefR\x0dMLIR\0\11\1\3"), "file:byte 10: unknown section 9" },
        { BYTES("\x7f" "ELF\2\1\1\0\0\0\0"), "a compiled program (ELF)" },
        { BYTES("\x89PNG\r\n\x1a\n\0\0"), "a picture (PNG)" },
        { BYTES("\x0a\x09jit_train\x12\x03\x01\x02\x03\x1a\x00"), "a protocol buffer, but no serialised HLO module that is whole\n  hint: XLA's --xla_dump" },
        { BYTES("PK\x03\x04\x14\0\0\0"), "a zip archive or .npz file" },
        { BYTES("\x93NUMPY\1\0v\0{'descr'"), "a NumPy array" },
        { BYTES("SQLite format 3\0\20\0"), "a database, perhaps a trace" },
        { BYTES("{ lambda ; a:f32[4]. let b:f32[4] = sin a in (b,) }"), "a jaxpr" },
        { BYTES("; ModuleID = 'jit_f'\n"), "LLVM assembly" },
        { BYTES("import jax\njax.jit(f)\n"), "Python source" },
        { BYTES("\n<!DOCTYPE html><html>"), "a web page" },
        { BYTES("\xff\xfeH\0l\0o\0"), "UTF-16" },
        { BYTES("\1\2\3\4abc"), "a binary file" },
        { BYTES("version https://git-lfs.github.com/spec/v1\noid sha256:0\n"), "git lfs pull" },
        { BYTES("{\"a\": [1, 2]}"), ":1:1: expected a program, found '{'\n  hint: HLO text begins with HloModule, StableHLO text with module" },
        { BYTES("hello world"), ":1:1: expected a program, found 'hello'" },
        { BYTES("HloModule m\n\0"), ":2:1: a NUL byte" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(read_bytes("file", rows[i].bytes, rows[i].n, &error));
        g_assert_true(strstr(error->message, "file") != NULL);
        if (!strstr(error->message, rows[i].says))
            g_error("row %zu says %s\n  not %s", i, error->message, rows[i].says);
    }
    /* Files that only look like one of the formats. */
    static const char *const fine[] = { "MZ = f32[] constant(1)", "from = f32[] constant(1)", "import = f32[] constant(1)", "\nf32[2] add(f32[2], f32[2] y)" };
    for (size_t i = 0; i < G_N_ELEMENTS(fine); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(IrModule) m = read_bytes("fine", fine[i], strlen(fine[i]), &error);
        g_assert_no_error(error);
        g_assert_nonnull(m);
    }
}

static void test_no_file(void)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(program_read(folder, NULL, &error));
    g_assert_nonnull(strstr(error->message, "this is a directory"));
    g_clear_error(&error);
    g_assert_null(program_read("/nowhere/at/all.hlo", NULL, &error));
    g_assert_nonnull(strstr(error->message, "no such file"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("open-XXXXXX", NULL);
    g_test_add_func("/text/open/packed", test_packed);
    g_test_add_func("/text/open/line-ends", test_line_ends);
    g_test_add_func("/text/open/cut-text", test_cut_text);
    g_test_add_func("/text/open/other-kinds", test_other_kinds);
    g_test_add_func("/text/open/no-file", test_no_file);
    int status = g_test_run();
    g_rmdir(folder);
    g_free(folder);
    return status;
}
