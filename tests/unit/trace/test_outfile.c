/* Output files replace regular files, and nothing else. */
#include "runtime/base/npz.h"
#include "trace/outfile.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char *dir;

static char *in_dir(const char *name)
{
    return g_build_filename(dir, name, NULL);
}

static void check_text(const char *path, const char *want)
{
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_assert_cmpstr(text, ==, want);
}

static mode_t kind_of(const char *path)
{
    GStatBuf st;
    g_assert_cmpint(g_lstat(path, &st), ==, 0);
    return st.st_mode & S_IFMT;
}

static void test_regular(void)
{
    g_autofree char *path = in_dir("a"), *nowhere = in_dir("no/a");
    GError *error = NULL;
    g_assert_true(outfile_write(path, "first", 5, &error));
    g_assert_true(outfile_write(path, "two", 3, &error));
    g_assert_no_error(error);
    check_text(path, "two");
    g_assert_false(outfile_write(nowhere, "x", 1, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_clear_error(&error);
    OutFile o;
    g_assert_true(outfile_begin(&o, path, &error)); /* abandoned half-way: the old content stays */
    g_assert_true(g_file_set_contents(o.part, "half", 4, NULL));
    g_assert_false(outfile_end(&o, false, &error));
    check_text(path, "two");
    g_unlink(path);
}

/* Symbolic links stay links, also chains of two and links to files that do not exist yet. */
static void test_links(void)
{
    g_autofree char *file = in_dir("file"), *one = in_dir("one"), *two = in_dir("two"), *round = in_dir("round");
    GError *error = NULL;
    g_assert_cmpint(symlink("file", one), ==, 0);
    g_assert_cmpint(symlink(one, two), ==, 0);
    g_assert_cmpint(symlink("round", round), ==, 0);
    for (int again = 0; again < 2; again++) {
        g_assert_true(outfile_write(two, again ? "again" : "new", again ? 5 : 3, &error));
        g_assert_no_error(error);
        g_assert_cmpint(kind_of(two), ==, S_IFLNK);
        g_assert_cmpint(kind_of(one), ==, S_IFLNK);
        g_assert_cmpint(kind_of(file), ==, S_IFREG);
        check_text(file, again ? "again" : "new");
    }
    g_assert_false(outfile_write(round, "x", 1, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_LOOP);
    g_clear_error(&error);
    g_unlink(file);
    g_unlink(one);
    g_unlink(two);
    g_unlink(round);
}

static GPtrArray *arrays(void)
{
    GPtrArray *list = g_ptr_array_new_with_free_func((GDestroyNotify)npy_free);
    g_ptr_array_add(list, npy_new("out0", 'f', 4, 1, (int64_t[]){ 3 }));
    return list;
}

/* A FIFO is written to, and so is the device that a link names; both still exist afterwards. */
static void test_special(void)
{
    g_autofree char *fifo = in_dir("fifo"), *null = in_dir("null");
    GError *error = NULL;
    g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
    int fd = open(fifo, O_RDONLY | O_NONBLOCK);
    g_assert_true(outfile_write(fifo, "bytes", 5, &error));
    g_assert_no_error(error);
    char got[4096];
    g_assert_cmpint(read(fd, got, sizeof got), ==, 5);
    g_assert_cmpmem(got, 5, "bytes", 5);
    g_assert_cmpint(kind_of(fifo), ==, S_IFIFO);

    g_autoptr(GPtrArray) list = arrays();
    g_assert_true(npz_write(fifo, list, &error));
    g_assert_no_error(error);
    ssize_t n = read(fd, got, sizeof got);
    g_assert_cmpint(n, >, 100);
    g_assert_cmpmem(got, 2, "PK", 2);
    g_assert_cmpint(kind_of(fifo), ==, S_IFIFO);
    close(fd);
    g_unlink(fifo);

    g_assert_cmpint(symlink("/dev/null", null), ==, 0);
    g_assert_true(npz_write(null, list, &error));
    g_assert_true(outfile_write(null, "x", 1, &error));
    g_assert_no_error(error);
    g_assert_cmpint(kind_of(null), ==, S_IFLNK);
    g_assert_cmpint(kind_of("/dev/null"), ==, S_IFCHR);
    g_unlink(null);

    g_autofree char *full = in_dir("full"); /* a full device is reported as an error */
    g_assert_cmpint(symlink("/dev/full", full), ==, 0);
    g_assert_false(outfile_write(full, "x", 1, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOSPC);
    g_clear_error(&error);
    g_assert_false(npz_write(full, list, &error));
    g_assert_error(error, SHARD_ERROR, SHARD_ERROR_IO);
    g_clear_error(&error);
    g_assert_cmpint(kind_of(full), ==, S_IFLNK);
    g_unlink(full);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    dir = g_dir_make_tmp("outfile-XXXXXX", NULL);
    g_test_add_func("/trace/outfile/regular", test_regular);
    g_test_add_func("/trace/outfile/links", test_links);
    g_test_add_func("/trace/outfile/special", test_special);
    int status = g_test_run();
    if (g_rmdir(dir) != 0 && !status) /* no temporary file is left */
        status = 1;
    return status;
}
