/* numpy files: files that are written are read back; headers of other writers; damaged files are refused with their name. */
#include "runtime/base/npz_slice.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>
#include <string.h>

static char *temp_file(const char *suffix)
{
    static int count;
    g_autofree char *name = g_strdup_printf("npz-%d-%d%s", (int)g_random_int_range(0, 1 << 30), count++, suffix);
    return g_build_filename(g_get_tmp_dir(), name, NULL);
}

static void test_round_trip(void)
{
    static const struct {
        char kind;
        int bytes, rank;
        int64_t dims[3];
    } cases[] = {
        {'f', 4, 2, {2, 3}},  {'f', 8, 0, {0}},       {'b', 1, 1, {5}}, {'i', 1, 3, {2, 1, 2}}, {'i', 8, 1, {1}},
        {'u', 2, 2, {0, 4}}, {'c', 16, 1, {3}}, {'f', 2, 1, {7}}, {'u', 4, 3, {3, 2, 1}},
    };
    g_autoptr(GPtrArray) arrays = g_ptr_array_new_with_free_func((GDestroyNotify)npy_free);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *name = g_strdup_printf("arg%u", i);
        NpyArray *a = npy_new(name, cases[i].kind, cases[i].bytes, cases[i].rank, cases[i].dims);
        for (int64_t b = 0; b < a->n_items * a->item_bytes; b++)
            ((unsigned char *)a->data)[b] = (unsigned char)(b * 7 + i);
        g_ptr_array_add(arrays, a);
    }
    g_autofree char *path = temp_file(".npz");
    GError *error = NULL;
    g_assert_true(npz_write(path, arrays, &error));
    g_autoptr(GPtrArray) back = npz_read(path, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(back->len, ==, arrays->len);
    for (guint i = 0; i < arrays->len; i++) {
        const NpyArray *a = arrays->pdata[i], *b = npz_find(back, a->name);
        g_assert_nonnull(b);
        g_assert_cmpint(a->kind, ==, b->kind);
        g_assert_cmpint(a->rank, ==, b->rank);
        for (int d = 0; d < a->rank; d++)
            g_assert_cmpint(a->dims[d], ==, b->dims[d]);
        g_assert_cmpmem(a->data, (gsize)(a->n_items * a->item_bytes), b->data, (gsize)(b->n_items * b->item_bytes));
    }
    g_assert_null(npz_find(back, "arg99"));
    g_unlink(path);
}

/* An .npy of a given version around a header text and data. */
static GByteArray *hand_made(int version, const char *header, const void *data, guint size)
{
    GByteArray *b = g_byte_array_new();
    g_byte_array_append(b, (const guint8 *)"\x93NUMPY", 6);
    guint n = (guint)strlen(header);
    guint8 rest[6] = {(guint8)version, 0, (guint8)n, (guint8)(n >> 8), 0, 0};
    g_byte_array_append(b, rest, version == 1 ? 4 : 6);
    g_byte_array_append(b, (const guint8 *)header, n);
    g_byte_array_append(b, data, size);
    return b;
}

static void test_fortran_and_versions(void)
{
    const int32_t columns[6] = {1, 4, 2, 5, 3, 6}, rows[6] = {1, 2, 3, 4, 5, 6};
    for (int version = 1; version <= 3; version++) {
        g_autoptr(GByteArray) b =
            hand_made(version, "{\"shape\": (2, 3L), 'fortran_order': True, 'descr':'<i4', }\n", columns, sizeof columns);
        GError *error = NULL;
        g_autoptr(NpyArray) a = npy_parse("x", "x", b->data, b->len, &error);
        g_assert_no_error(error);
        g_assert_cmpmem(a->data, sizeof rows, rows, sizeof rows);
    }
}

static void test_refusals(void)
{
    static const struct {
        const char *header, *message;
    } cases[] = {
        {"{'descr': '<i4', 'fortran_order': False, 'shape': (7,), }", "8 bytes of data"},
        {"{'descr': '>i4', 'fortran_order': False, 'shape': (2,), }", "big-endian"},
        {"{'descr': '<i3', 'fortran_order': False, 'shape': (2,), }", "unknown dtype"},
        {"{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (2,), }", "dtype is not a simple one"},
        {"{'descr': '<i4', 'fortran_order': Maybe, 'shape': (2,), }", "fortran_order"},
        {"{'descr': '<i4', 'fortran_order': False}", "lacks"},
        {"{'descr': '<i4', 'fortran_order': False, 'shape': (-2,), }", "bad number"},
        {"{'descr': '<i4', 'fortran_order': False, 'shape': (2 2), }", "bad shape"},
        {"{'descr': '<i4', 'fortran_order': False, 'shape': (2,", "bad number"},
        {"{'descr': '<i4', 'fortran_order': False, 'shape': (4611686018427387904, 4), }", "larger than"},
    };
    const int32_t data[2] = {1, 2};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GByteArray) b = hand_made(1, cases[i].header, data, sizeof data);
        g_autoptr(GError) error = NULL;
        g_assert_null(npy_parse("in.npz: arg0.npy", "arg0", b->data, b->len, &error));
        g_assert_nonnull(strstr(error->message, cases[i].message));
        g_assert_nonnull(strstr(error->message, "in.npz: arg0.npy"));
    }
    /* every truncation of a valid file is an error and never a crash */
    g_autoptr(GByteArray) good = hand_made(1, "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }", data, sizeof data);
    for (guint n = 0; n < good->len; n++) {
        g_autofree void *part = g_memdup2(good->data, n);
        g_autoptr(GError) error = NULL;
        g_assert_null(npy_parse("x", "x", part, n, &error));
        g_assert_nonnull(error);
    }
    g_autoptr(GError) missing = NULL;
    g_assert_null(npz_read("/nonexistent/x.npz", &missing));
    g_assert_nonnull(strstr(missing->message, "/nonexistent/x.npz"));
    g_autofree char *path = temp_file(".npz");
    g_assert_true(g_file_set_contents(path, "this is no zip", -1, NULL));
    g_autoptr(GError) garbage = NULL;
    g_assert_null(npz_read(path, &garbage));
    g_assert_nonnull(strstr(garbage->message, path));
    g_unlink(path);
}

/* Files written by NumPy, compressed or not. */
static void test_recorded(void)
{
    g_autofree char *path = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "..", "shared", "reference", "mixed_types", "inputs.npz", NULL);
    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
        g_test_skip("no reference programs beside the source tree");
        return;
    }
    GError *error = NULL;
    g_autoptr(GPtrArray) arrays = npz_read(path, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(arrays->len, ==, 4);
    const NpyArray *bf16 = npz_find(arrays, "arg0"), *flags = npz_find(arrays, "arg3");
    g_assert_true(bf16->kind == 'u' && bf16->item_bytes == 2);
    g_assert_true(flags->kind == 'b' && flags->item_bytes == 1);
}

/* ---- slices ------------------------------------------------------------------------------------------------------------ */

/* Ranges of each array, in random steps, are those of the whole array. */
static void check_slices(const char *path, const GPtrArray *arrays)
{
    GError *error = NULL;
    g_autoptr(NpzFile) f = npz_open(path, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(npz_heads(f)->len, ==, arrays->len);
    for (guint i = 0; i < arrays->len; i++) {
        const NpyArray *want = arrays->pdata[i], *head = npz_find(npz_heads(f), want->name);
        g_assert_true(head && head->kind == want->kind && head->rank == want->rank && head->n_items == want->n_items && !head->data);
        g_autoptr(NpzReader) r = npz_reader_new(f, head, &error);
        int64_t all = want->n_items * want->item_bytes;
        for (int64_t at = 0; at < all;) {
            int64_t most = g_test_rand_int_range(1, g_test_rand_int_range(0, 4) ? 3000 : 200000), n = MIN(all - at, most);
            g_autofree char *got = g_malloc((gsize)n);
            npz_reader_read(r, at, got, (size_t)n, &error);
            g_assert_no_error(error);
            g_assert_cmpmem(got, (gsize)n, (char *)want->data + at, (gsize)n);
            at += n + g_test_rand_int_range(0, 2000);
        }
        char beyond;
        g_assert_false(npz_reader_read(r, all, &beyond, 1, &error));
        g_assert_nonnull(strstr(error->message, path));
        g_clear_error(&error);
    }
}

static void write_compressed(const char *path, const GPtrArray *arrays)
{
    struct archive *zip = archive_write_new();
    archive_write_set_format_zip(zip);
    g_assert_cmpint(archive_write_open_filename(zip, path), ==, ARCHIVE_OK);
    for (guint i = 0; i < arrays->len; i++) {
        const NpyArray *a = arrays->pdata[i];
        g_autoptr(GByteArray) bytes = npy_bytes(a);
        g_autofree char *member = g_strdup_printf("%s.npy", a->name);
        struct archive_entry *entry = archive_entry_new();
        archive_entry_set_pathname(entry, member);
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_size(entry, bytes->len);
        g_assert_cmpint(archive_write_header(zip, entry), ==, ARCHIVE_OK);
        g_assert_cmpint(archive_write_data(zip, bytes->data, bytes->len), ==, bytes->len);
        archive_entry_free(entry);
    }
    g_assert_cmpint(archive_write_close(zip), ==, ARCHIVE_OK);
    archive_write_free(zip);
}

static void test_slices(void)
{
    g_autoptr(GPtrArray) arrays = g_ptr_array_new_with_free_func((GDestroyNotify)npy_free);
    static const int64_t dims[][2] = { { 3, 4 }, { 0, 5 }, { 700, 311 }, { 1, 1 } };
    for (guint i = 0; i < G_N_ELEMENTS(dims); i++) {
        g_autofree char *name = g_strdup_printf("arg%u", i);
        NpyArray *a = npy_new(name, 'i', 4, 2, dims[i]);
        for (int64_t k = 0; k < a->n_items; k++)
            ((int32_t *)a->data)[k] = (int32_t)(k * 2654435761u >> 20);
        g_ptr_array_add(arrays, a);
    }
    g_autofree char *stored = temp_file(".npz"), *packed = temp_file(".npz");
    g_assert_true(npz_write(stored, arrays, NULL));
    write_compressed(packed, arrays);
    check_slices(stored, arrays);
    check_slices(packed, arrays);
    /* Files that are cut off, and such with a changed byte in the table of contents, are refused or read, and never more than that. */
    g_autofree char *bytes = NULL, *broken = temp_file(".npz");
    gsize n;
    g_assert_true(g_file_get_contents(stored, &bytes, &n, NULL));
    for (int i = 0; i < 300; i++) {
        g_autofree char *copy = g_memdup2(bytes, n);
        gsize cut = i < 50 ? (gsize)g_test_rand_int_range(0, (gint)n) : n;
        g_autoptr(GError) error = NULL;
        if (i >= 50)
            copy[n - 1 - (gsize)g_test_rand_int_range(0, 300)] = (char)g_test_rand_int_range(0, 256);
        g_assert_true(g_file_set_contents(broken, copy, (gssize)cut, NULL));
        NpzFile *f = npz_open(broken, &error);
        g_assert_true(f ? cut == n : error != NULL && strstr(error->message, broken));
        if (f)
            npz_close(f);
    }
    /* A zero byte in the name of a member, where the table has it. */
    g_autofree char *copy = g_memdup2(bytes, n);
    gsize table = n - 22; /* the record at the end, which says where the table begins */
    guint32 begin;
    memcpy(&begin, copy + table + 16, 4);
    begin = GUINT32_FROM_LE(begin);
    copy[begin + 46] = '\0';
    g_autoptr(GError) zero = NULL;
    g_assert_true(g_file_set_contents(broken, copy, (gssize)n, NULL));
    g_assert_null(npz_open(broken, &zero));
    g_assert_nonnull(strstr(zero->message, "damaged"));
    g_unlink(stored);
    g_unlink(packed);
    g_unlink(broken);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/base/npz/round-trip", test_round_trip);
    g_test_add_func("/base/npz/fortran-and-versions", test_fortran_and_versions);
    g_test_add_func("/base/npz/refusals", test_refusals);
    g_test_add_func("/base/npz/slices", test_slices);
    g_test_add_func("/base/npz/recorded", test_recorded);
    return g_test_run();
}
