/* The zip's table of contents (PKWARE's APPNOTE, sections 4.3.7 to 4.3.16) is read by hand for where members begin; compressed members are unpacked by
 * libarchive. Start at npz_open. */
#include "runtime/base/npz_slice.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/base/npz_impl.h"

enum { END_BYTES = 22, END64_BYTES = 56, LOCATOR_BYTES = 20, CENTRAL_BYTES = 46, LOCAL_BYTES = 30, MAX_COMMENT = 65535, WINDOW = 256 << 10, MAX_ENTRIES = 1 << 20 };
#define MAX_DIRECTORY ((int64_t)1 << 30)

typedef struct Member {
    char *path;          /* in the zip */
    int64_t at, bytes;   /* of its data in the file, if it is stored; its size when unpacked */
    int64_t head_bytes;  /* of the array's head */
    int index;           /* among all entries of the zip */
    bool stored, fortran;
} Member;

struct NpzFile {
    char *path;
    int fd;
    int64_t size;
    GPtrArray *heads;  /* of NpyArray */
    GArray *members;   /* of Member, beside them */
};

struct NpzReader {
    NpzFile *file;
    Member *m;
    struct archive *zip; /* of a compressed member; NULL = stored */
    int64_t at;          /* bytes of the member read so far, of the first byte in the window */
    size_t n;            /* bytes in the window */
    char *window;
};

/* ---- the table of contents ------------------------------------------------------------------------------------------ */

static uint64_t number(const unsigned char *p, int bytes)
{
    uint64_t v = 0;
    for (int i = bytes - 1; i >= 0; i--)
        v = v << 8 | p[i];
    return v;
}

static bool read_at(const NpzFile *f, int64_t at, void *to, size_t n, GError **error)
{
    for (size_t done = 0; done < n;) {
        ssize_t k = pread(f->fd, (char *)to + done, n - done, (off_t)(at + (int64_t)done));
        if (k < 0 && errno == EINTR)
            continue;
        if (k < 0)
            return diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: %s", f->path, g_strerror(errno));
        if (k == 0)
            return diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: the file is shorter than its table of contents says", f->path);
        done += (size_t)k;
    }
    return true;
}

static bool not_a_zip(const NpzFile *f, GError **error)
{
    return diag(error, SHARD_ERROR_IO, NULL, "an .npz is a zip file of .npy arrays", "%s: no zip file, or a damaged one", f->path);
}

/* Where the entries of the table are, and how many. */
static bool find_table(const NpzFile *f, int64_t size, int64_t *at, int64_t *bytes, int64_t *n, GError **error)
{
    size_t tail = (size_t)MIN(size, END_BYTES + MAX_COMMENT + LOCATOR_BYTES);
    g_autofree unsigned char *b = g_malloc(tail + 1);
    if (!read_at(f, size - (int64_t)tail, b, tail, error))
        return false;
    for (size_t i = tail >= END_BYTES ? tail - END_BYTES + 1 : 0; i-- > 0;) {
        if (number(b + i, 4) != 0x06054b50)
            continue;
        *n = (int64_t)number(b + i + 10, 2);
        *bytes = (int64_t)number(b + i + 12, 4);
        *at = (int64_t)number(b + i + 16, 4);
        if (i < LOCATOR_BYTES || number(b + i - LOCATOR_BYTES, 4) != 0x07064b50)
            return true;
        unsigned char end[END64_BYTES];
        int64_t where = (int64_t)number(b + i - LOCATOR_BYTES + 8, 8);
        if (where < 0 || where > size - END64_BYTES)
            return not_a_zip(f, error);
        if (!read_at(f, where, end, sizeof end, error))
            return false;
        if (number(end, 4) != 0x06064b50)
            return not_a_zip(f, error);
        *n = (int64_t)number(end + 32, 8);
        *bytes = (int64_t)number(end + 40, 8);
        *at = (int64_t)number(end + 48, 8);
        return true;
    }
    return not_a_zip(f, error);
}

/* Sizes and places that do not fit into an entry stand in its extra field, in this order. */
static void take_zip64(const unsigned char *extra, size_t n, int64_t *values[], const unsigned char *const fields[], int n_values)
{
    for (size_t i = 0; i + 4 <= n; i += 4 + (size_t)number(extra + i + 2, 2)) {
        size_t bytes = (size_t)number(extra + i + 2, 2), k = 0;
        if (number(extra + i, 2) != 1 || i + 4 + bytes > n)
            continue;
        for (int v = 0; v < n_values && k + 8 <= bytes; v++)
            if (number(fields[v], 4) == 0xffffffff) {
                *values[v] = (int64_t)number(extra + i + 4 + k, 8);
                k += 8;
            }
    }
}

/* One entry of the table; its length in *used, 0 = it is cut off. */
static bool take_entry(NpzFile *f, const unsigned char *b, int64_t left, int index, int64_t *used, GError **error)
{
    *used = 0;
    if (left < CENTRAL_BYTES || number(b, 4) != 0x02014b50)
        return not_a_zip(f, error);
    size_t name = (size_t)number(b + 28, 2), extra = (size_t)number(b + 30, 2), comment = (size_t)number(b + 32, 2);
    if ((size_t)left < CENTRAL_BYTES + name + extra + comment)
        return not_a_zip(f, error);
    *used = (int64_t)(CENTRAL_BYTES + name + extra + comment);
    if (name < 4 || memcmp(b + CENTRAL_BYTES + name - 4, ".npy", 4) != 0)
        return true;
    if (memchr(b + CENTRAL_BYTES, '\0', name))
        return not_a_zip(f, error);
    int64_t packed = (int64_t)number(b + 20, 4), bytes = (int64_t)number(b + 24, 4), at = (int64_t)number(b + 42, 4);
    take_zip64(b + CENTRAL_BYTES + name, extra, (int64_t *[]){ &bytes, &packed, &at }, (const unsigned char *const[]){ b + 24, b + 20, b + 42 }, 3);
    unsigned char local[LOCAL_BYTES];
    if (at < 0 || bytes < 0 || packed < 0 || at > f->size - LOCAL_BYTES)
        return not_a_zip(f, error);
    if (!read_at(f, at, local, sizeof local, error))
        return false;
    at += LOCAL_BYTES + (int64_t)number(local + 26, 2) + (int64_t)number(local + 28, 2);
    bool encrypted = number(b + 8, 2) & 1, stored = number(b + 10, 2) == 0 && !encrypted;
    if (number(local, 4) != 0x04034b50 || (stored && (packed != bytes || bytes > f->size - at)))
        return not_a_zip(f, error);
    Member m = { g_strndup((const char *)b + CENTRAL_BYTES, name), at, bytes, 0, index, stored, false };
    g_array_append_val(f->members, m);
    return true;
}

static bool read_table(NpzFile *f, GError **error)
{
    struct stat s;
    int64_t at = 0, bytes = 0, n = 0;
    if (fstat(f->fd, &s) != 0 || !S_ISREG(s.st_mode))
        return diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: no such file", f->path);
    f->size = s.st_size;
    if (!find_table(f, s.st_size, &at, &bytes, &n, error))
        return false;
    if (at < 0 || bytes < 0 || bytes > MAX_DIRECTORY || at > s.st_size - bytes || n < 0 || n > MAX_ENTRIES)
        return not_a_zip(f, error);
    g_autofree unsigned char *b = g_malloc((gsize)bytes + 1);
    if (!read_at(f, at, b, (size_t)bytes, error))
        return false;
    int64_t i = 0, used;
    for (int k = 0; k < n; k++, i += used)
        if (!take_entry(f, b + i, bytes - i, k, &used, error))
            return false;
    return true;
}

/* ---- reading -------------------------------------------------------------------------------------------------------- */

/* The member's next bytes into the window; those before `wanted` need not be kept. */
static bool next_window(NpzReader *r, int64_t wanted, GError **error)
{
    const Member *m = r->m;
    r->at += (int64_t)r->n;
    if (!r->zip) {
        r->at = wanted;
        r->n = (size_t)MIN(WINDOW, m->bytes - wanted);
        return read_at(r->file, m->at + wanted, r->window, r->n, error);
    }
    la_ssize_t k = archive_read_data(r->zip, r->window, WINDOW);
    r->n = k > 0 ? (size_t)k : 0;
    if (k < 0)
        return diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: %s: %s", r->file->path, m->path, archive_error_string(r->zip));
    return k > 0 || diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: %s: the data ends after %" G_GINT64_FORMAT " bytes", r->file->path, m->path, r->at);
}

/* Bytes of the member, its head included. */
static bool read_member(NpzReader *r, int64_t from, void *to, size_t n, GError **error)
{
    if (n > (size_t)MAX(r->m->bytes - from, 0) && !r->zip)
        return diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: %s: the data ends after %" G_GINT64_FORMAT " bytes", r->file->path, r->m->path, r->m->bytes);
    while (n) {
        if (from >= r->at && from < r->at + (int64_t)r->n) {
            size_t k = MIN(n, (size_t)(r->at + (int64_t)r->n - from));
            memcpy(to, r->window + (from - r->at), k);
            to = (char *)to + k;
            from += (int64_t)k;
            n -= k;
        } else if (!r->zip && n >= WINDOW / 4) {
            return read_at(r->file, r->m->at + from, to, n, error);
        } else if (!next_window(r, from, error)) {
            return false;
        }
    }
    return true;
}

static NpzReader *reader_of(NpzFile *f, Member *m, GError **error)
{
    NpzReader *r = g_new0(NpzReader, 1);
    *r = (NpzReader){ .file = f, .m = m, .window = g_malloc(WINDOW) };
    if (m->stored)
        return r;
    struct archive_entry *entry;
    int rc = ARCHIVE_OK;
    r->zip = archive_read_new();
    archive_read_support_format_zip_seekable(r->zip);
    bool ok = archive_read_open_filename(r->zip, f->path, 1 << 16) == ARCHIVE_OK;
    while (ok && ((rc = archive_read_next_header(r->zip, &entry)) == ARCHIVE_OK || rc == ARCHIVE_WARN))
        if (g_strcmp0(archive_entry_pathname(entry), m->path) == 0)
            return r;
    diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: %s: %s", f->path, m->path, rc == ARCHIVE_EOF ? "it cannot be found again" : archive_error_string(r->zip));
    npz_reader_free(r);
    return NULL;
}

NpzReader *npz_reader_new(NpzFile *f, const NpyArray *head, GError **error)
{
    for (guint i = 0; i < f->heads->len; i++)
        if (f->heads->pdata[i] == head)
            return reader_of(f, &g_array_index(f->members, Member, i), error);
    g_assert_not_reached();
}

void npz_reader_free(NpzReader *r)
{
    if (r->zip)
        archive_read_free(r->zip);
    g_free(r->window);
    g_free(r);
}

bool npz_reader_fortran(const NpzReader *r)
{
    return r->m->fortran;
}

bool npz_reader_read(NpzReader *r, int64_t from, void *to, size_t n, GError **error)
{
    return read_member(r, r->m->head_bytes + from, to, n, error);
}

/* ---- heads ---------------------------------------------------------------------------------------------------------- */

static bool read_head(NpzFile *f, Member *m, GError **error)
{
    g_autofree char *what = g_strdup_printf("%s: %s", f->path, m->path);
    g_autoptr(NpzReader) r = reader_of(f, m, error);
    unsigned char lead[NPY_LEAD_BYTES] = { 0 };
    int64_t start = 0, header = 0;
    NpyHeader h;
    if (!r || !read_member(r, 0, lead, (size_t)MIN((int64_t)sizeof lead, m->bytes), error) || !npy_lead(what, lead, MIN((gsize)m->bytes, sizeof lead), &start, &header, error))
        return false;
    if (start + header > m->bytes)
        return diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: truncated .npy header", what);
    m->head_bytes = start + header;
    g_autofree char *all = g_malloc0((gsize)m->head_bytes + 1);
    g_autoptr(NpzReader) again = reader_of(f, m, error);
    if (!again || !read_member(again, 0, all, (size_t)m->head_bytes, error) || !npy_header(what, all + start, &h, error))
        return false;
    g_autofree char *name = g_strndup(m->path, strlen(m->path) - 4);
    NpyArray *a = npy_head_new(name, &h);
    g_ptr_array_add(f->heads, a);
    m->fortran = h.fortran && h.rank > 1;
    int64_t want = a->n_items * a->item_bytes, got = m->bytes - m->head_bytes;
    return got >= want || diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: %" G_GINT64_FORMAT " bytes of data, the header promises %" G_GINT64_FORMAT, what, got, want);
}

static void member_clear(gpointer m)
{
    g_free(((Member *)m)->path);
}

static void head_free(gpointer a)
{
    npy_free(a);
}

NpzFile *npz_open(const char *path, GError **error)
{
    NpzFile *f = g_new0(NpzFile, 1);
    f->path = g_strdup(path);
    f->heads = g_ptr_array_new_with_free_func(head_free);
    f->members = g_array_new(FALSE, FALSE, sizeof(Member));
    g_array_set_clear_func(f->members, member_clear);
    f->fd = open(path, O_RDONLY | O_CLOEXEC);
    bool ok = f->fd >= 0 ? read_table(f, error) : diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: no such file", path);
    for (guint i = 0; ok && i < f->members->len; i++)
        ok = read_head(f, &g_array_index(f->members, Member, i), error);
    if (ok)
        return f;
    npz_close(f);
    return NULL;
}

void npz_close(NpzFile *f)
{
    if (f->fd >= 0)
        close(f->fd);
    g_ptr_array_unref(f->heads);
    g_array_unref(f->members);
    g_free(f->path);
    g_free(f);
}

const GPtrArray *npz_heads(const NpzFile *f)
{
    return f->heads;
}
