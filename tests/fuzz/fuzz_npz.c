/* Array files: an .npz if the input begins with PK, otherwise the bytes of one .npy. An array that was read is written, and reading that
 * gives the same array. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/base/npz_slice.h"
#include "tests/fuzz/fuzz.h"

static void check_again(const NpyArray *a)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GByteArray) bytes = npy_bytes(a);
    g_autoptr(NpyArray) b = npy_parse("again", a->name, bytes->data, bytes->len, &error);
    fuzz_law(b, "an array as written does not read: %s", error ? error->message : "");
    fuzz_law(a->rank == b->rank && a->n_items == b->n_items && a->kind == b->kind && a->item_bytes == b->item_bytes &&
                 memcmp(a->dims, b->dims, sizeof *a->dims * (size_t)a->rank) == 0 &&
                 memcmp(a->data, b->data, (size_t)(a->n_items * a->item_bytes)) == 0,
             "an array as written reads as another");
}

/* The other way to read it, by parts, fails kindly too. */
static void check_slices(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(NpzFile) f = npz_open(path, &error);
    fuzz_law(!f == !!error, "a file, or an error");
    for (guint i = 0; f && i < npz_heads(f)->len; i++) {
        const NpyArray *head = npz_heads(f)->pdata[i];
        g_autoptr(NpzReader) r = npz_reader_new(f, head, NULL);
        int64_t bytes = MIN(head->n_items * head->item_bytes, 1 << 16);
        g_autofree char *to = g_malloc((gsize)bytes + 1);
        if (r)
            npz_reader_read(r, 0, to, (size_t)bytes, NULL);
    }
}

static void check_zip(const uint8_t *data, size_t size)
{
    int fd = memfd_create("npz", 0);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    g_autoptr(GError) error = NULL;
    if (write(fd, data, size) == (ssize_t)size) {
        lseek(fd, 0, SEEK_SET);
        g_autoptr(GPtrArray) all = npz_read(path, &error);
        fuzz_law(!all == !!error, "arrays, or an error");
        for (guint i = 0; all && i < all->len; i++)
            check_again(all->pdata[i]);
        check_slices(path);
    }
    close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 2 && memcmp(data, "PK", 2) == 0) {
        check_zip(data, size);
        return 0;
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(NpyArray) a = npy_parse("input", "x", data, size, &error);
    fuzz_law(!a == !!error, "an array, or an error");
    if (a)
        check_again(a);
    return 0;
}
