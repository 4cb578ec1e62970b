/* .npy is a magic, a version, a header length and a Python dictionary as text, then the items; .npz
 * is a zip of such files. The header is parsed by hand (three known keys), the zip by libarchive.
 * Start at npz_read. */
#include "runtime/base/npz_impl.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace/outfile.h"

enum { MAX_HEADER_BYTES = 1 << 20 };
#define MAX_MEMBER_BYTES ((int64_t)64 << 30)

static const char magic[6] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};

NpyArray *npy_new(const char *name, char kind, int item_bytes, int rank, const int64_t *dims)
{
    g_assert(rank <= NPY_MAX_RANK);
    NpyArray *a = g_new0(NpyArray, 1);
    *a = (NpyArray){
        .name = g_strdup(name), .kind = kind, .item_bytes = item_bytes, .rank = rank, .n_items = 1};
    for (int d = 0; d < rank; d++) {
        a->dims[d] = dims[d];
        a->n_items *= dims[d];
    }
    a->data = g_malloc0((gsize)MAX(a->n_items * item_bytes, 1));
    return a;
}

void npy_free(NpyArray *a)
{
    if (!a)
        return;
    g_free(a->name);
    g_free(a->data);
    g_free(a);
}

static void npy_destroy(gpointer a)
{
    npy_free(a);
}

const NpyArray *npz_find(const GPtrArray *arrays, const char *name)
{
    for (guint i = 0; i < arrays->len; i++) {
        const NpyArray *a = arrays->pdata[i];
        if (!strcmp(a->name, name))
            return a;
    }
    return NULL;
}

/* ---- the header ------------------------------------------------------------------------------ */

static const char *skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r')
        p++;
    return p;
}

/* The text after `'key':`, or NULL. */
static const char *value_of(const char *text, const char *key)
{
    for (const char *p = text; (p = strstr(p, key)); p++) {
        size_t n = strlen(key);
        if (p > text && (p[-1] == '\'' || p[-1] == '"') && p[n] == p[-1]) {
            const char *colon = skip_blanks(p + n + 1); /* the text may end here */
            if (*colon == ':')
                return skip_blanks(colon + 1);
        }
    }
    return NULL;
}

static bool parse_descr(const char *what, const char *p, NpyHeader *h, GError **error)
{
    if (*p != '\'' && *p != '"')
        return diag(error, SHARD_ERROR_IO, NULL, "structured arrays are not supported",
                    "%s: the dtype is not a simple one", what);
    p++;
    h->order = strchr("<>|=", *p) && *p ? *p++ : '=';
    h->kind = *p;
    char *end;
    long n = *p ? strtol(p + 1, &end, 10) : 0;
    if (*p == '?') {
        h->kind = 'b';
        n = 1;
        end = (char *)p + 1;
    }
    bool known = (h->kind == 'b' && n == 1) ||
                 ((h->kind == 'i' || h->kind == 'u') && (n == 1 || n == 2 || n == 4 || n == 8)) ||
                 (h->kind == 'f' && (n == 1 || n == 2 || n == 4 || n == 8)) ||
                 (h->kind == 'c' && (n == 8 || n == 16)) || (h->kind == 'V' && (n == 1 || n == 2));
    if (!known || (*end != '\'' && *end != '"'))
        return diag(error, SHARD_ERROR_IO, NULL, "known are bool, integers, f2, f4, f8, c8 and c16",
                    "%s: unknown dtype '%.*s'", what, (int)strcspn(p, "'\""), p);
    if (h->order == '>' && n > 1)
        return diag(error, SHARD_ERROR_IO, NULL, "convert it with numpy's astype('<...')",
                    "%s: big-endian data", what);
    h->item_bytes = (int)n;
    return true;
}

static bool parse_shape(const char *what, const char *p, NpyHeader *h, GError **error)
{
    if (*p++ != '(')
        return diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: the header's shape is not a tuple",
                    what);
    int64_t bytes = h->item_bytes;
    for (p = skip_blanks(p); *p != ')'; p = skip_blanks(p)) {
        char *end;
        errno = 0;
        long long n = strtoll(p, &end, 10);
        if (end == p || n < 0 || errno)
            return diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: bad number in the header's shape",
                        what);
        if (h->rank == NPY_MAX_RANK)
            return diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "%s: more than %d dimensions", what,
                        NPY_MAX_RANK);
        if (n && bytes > MAX_MEMBER_BYTES / n)
            return diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "%s: larger than %d GiB", what,
                        (int)(MAX_MEMBER_BYTES >> 30));
        bytes *= n;
        h->dims[h->rank++] = n;
        p = skip_blanks(end);
        if (*p == 'L') /* Python 2 wrote long integers so */
            p = skip_blanks(p + 1);
        if (*p == ',')
            p++;
        else if (*p != ')')
            return diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: bad shape in the header", what);
    }
    return true;
}

bool npy_header(const char *what, const char *text, NpyHeader *h, GError **error)
{
    *h = (NpyHeader){ 0 };
    const char *descr = value_of(text, "descr"), *order = value_of(text, "fortran_order"),
               *shape = value_of(text, "shape");
    if (!descr || !order || !shape)
        return diag(error, SHARD_ERROR_IO, NULL, NULL,
                    "%s: the header lacks descr, fortran_order or shape", what);
    if (!g_str_has_prefix(order, "True") && !g_str_has_prefix(order, "False"))
        return diag(error, SHARD_ERROR_IO, NULL, NULL,
                    "%s: fortran_order is neither True nor False", what);
    h->fortran = *order == 'T';
    return parse_descr(what, descr, h, error) && parse_shape(what, shape, h, error);
}

/* ---- one array ------------------------------------------------------------------------------- */

/* Column-major items in `from` to row-major ones in a->data. */
static void copy_fortran(NpyArray *a, const char *from)
{
    int64_t index[NPY_MAX_RANK] = {0};
    for (int64_t i = 0; i < a->n_items; i++) {
        int64_t at = 0;
        for (int d = a->rank - 1; d >= 0; d--)
            at = at * a->dims[d] + index[d];
        memcpy((char *)a->data + i * a->item_bytes, from + at * a->item_bytes,
               (size_t)a->item_bytes);
        for (int d = a->rank - 1; d >= 0 && ++index[d] == a->dims[d]; d--)
            index[d] = 0;
    }
}

bool npy_lead(const char *what, const unsigned char *b, gsize size, int64_t *start, int64_t *length, GError **error)
{
    if (size < 10 || memcmp(b, magic, sizeof magic))
        return diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: not an .npy array", what);
    *length = b[8] | b[9] << 8;
    *start = 10;
    if (b[6] < 1 || b[6] > 3)
        return diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: .npy version %d, known are 1 to 3", what,
                    b[6]);
    if (b[6] > 1) {
        *start = 12;
        if (size >= NPY_LEAD_BYTES)
            *length |= (int64_t)b[10] << 16 | (int64_t)b[11] << 24;
    }
    return *length <= MAX_HEADER_BYTES ||
           diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: truncated .npy header", what);
}

NpyArray *npy_head_new(const char *name, const NpyHeader *h)
{
    NpyArray *a = g_new0(NpyArray, 1);
    *a = (NpyArray){
        .name = g_strdup(name), .kind = h->kind, .item_bytes = h->item_bytes, .rank = h->rank, .n_items = 1};
    for (int d = 0; d < h->rank; d++) {
        a->dims[d] = h->dims[d];
        a->n_items *= h->dims[d];
    }
    return a;
}

NpyArray *npy_parse(const char *what, const char *name, const void *bytes, gsize size,
                    GError **error)
{
    const unsigned char *b = bytes;
    int64_t start, header;
    if (!npy_lead(what, b, size, &start, &header, error))
        return NULL;
    if ((int64_t)size < start + header) {
        diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: truncated .npy header", what);
        return NULL;
    }
    g_autofree char *text = g_strndup((const char *)b + start, (gsize)header);
    NpyHeader h;
    if (!npy_header(what, text, &h, error))
        return NULL;
    g_autoptr(NpyArray) a = npy_head_new(name, &h);
    gsize want = (gsize)a->n_items * (gsize)h.item_bytes, got = size - (gsize)(start + header);
    if (got < want) {
        diag(error, SHARD_ERROR_IO, NULL, NULL,
             "%s: %" G_GSIZE_FORMAT " bytes of data, the header promises %" G_GSIZE_FORMAT, what,
             got, want);
        return NULL;
    }
    a->data = g_malloc0(MAX(want, 1));
    const char *from = (const char *)b + start + header;
    if (h.fortran && h.rank > 1)
        copy_fortran(a, from);
    else if (want)
        memcpy(a->data, from, want);
    return g_steal_pointer(&a);
}

/* What stands before the elements. */
static GByteArray *npy_head(const NpyArray *a)
{
    g_autoptr(GString) h = g_string_new(NULL);
    g_string_append_printf(h, "{'descr': '%c%c%d', 'fortran_order': False, 'shape': (",
                           a->item_bytes == 1 ? '|' : '<', a->kind, a->item_bytes);
    for (int d = 0; d < a->rank; d++)
        g_string_append_printf(h, "%s%" G_GINT64_FORMAT "%s", d ? " " : "", a->dims[d],
                               d + 1 < a->rank || a->rank == 1 ? "," : "");
    g_string_append(h, "), }");
    while ((10 + h->len + 1) % 64) /* numpy aligns the data so */
        g_string_append_c(h, ' ');
    g_string_append_c(h, '\n');
    unsigned char lead[10];
    memcpy(lead, magic, sizeof magic);
    lead[6] = 1;
    lead[7] = 0;
    lead[8] = (unsigned char)(h->len & 255);
    lead[9] = (unsigned char)(h->len >> 8);
    GByteArray *out = g_byte_array_new();
    g_byte_array_append(out, lead, sizeof lead);
    g_byte_array_append(out, (const guint8 *)h->str, (guint)h->len);
    return out;
}

GByteArray *npy_bytes(const NpyArray *a)
{
    GByteArray *out = npy_head(a);
    gsize data = (gsize)a->n_items * (gsize)a->item_bytes;
    if (data)
        g_byte_array_append(out, a->data, (guint)data);
    return out;
}

/* ---- the zip --------------------------------------------------------------------------------- */

/* The whole current member. Grows as it reads: the size an entry states is not to be trusted. */
static GByteArray *read_member(struct archive *zip, const char *what, GError **error)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    char chunk[1 << 16];
    for (;;) {
        la_ssize_t n = archive_read_data(zip, chunk, sizeof chunk);
        if (n < 0) {
            diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: %s", what, archive_error_string(zip));
            return NULL;
        }
        if (!n)
            return g_steal_pointer(&bytes);
        if (bytes->len + (gsize)n > G_MAXUINT32 / 2) {
            diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "%s: larger than 2 GiB", what);
            return NULL;
        }
        g_byte_array_append(bytes, (const guint8 *)chunk, (guint)n);
    }
}

static bool read_members(struct archive *zip, const char *path, GPtrArray *out, GError **error)
{
    struct archive_entry *entry;
    int rc;
    while ((rc = archive_read_next_header(zip, &entry)) == ARCHIVE_OK || rc == ARCHIVE_WARN) {
        const char *member = archive_entry_pathname(entry);
        if (!member || !g_str_has_suffix(member, ".npy"))
            continue;
        g_autofree char *what = g_strdup_printf("%s: %s", path, member);
        g_autofree char *name = g_strndup(member, strlen(member) - 4);
        g_autoptr(GByteArray) bytes = read_member(zip, what, error);
        if (!bytes)
            return false;
        NpyArray *a = npy_parse(what, name, bytes->data, bytes->len, error);
        if (!a)
            return false;
        g_ptr_array_add(out, a);
    }
    if (rc != ARCHIVE_EOF)
        return diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: %s", path, archive_error_string(zip));
    return true;
}

static bool read_single(const char *path, GPtrArray *out, GError **error)
{
    g_autofree char *bytes = NULL;
    gsize size;
    g_autoptr(GError) local = NULL;
    if (!g_file_get_contents(path, &bytes, &size, &local))
        return diag(error, SHARD_ERROR_IO, NULL, NULL, "%s", local->message);
    g_autofree char *base = g_path_get_basename(path);
    base[strlen(base) - 4] = 0;
    NpyArray *a = npy_parse(path, base, bytes, size, error);
    if (a)
        g_ptr_array_add(out, a);
    return a != NULL;
}

GPtrArray *npz_read(const char *path, GError **error)
{
    g_autoptr(GPtrArray) out = g_ptr_array_new_with_free_func(npy_destroy);
    if (g_str_has_suffix(path, ".npy"))
        return read_single(path, out, error) ? g_steal_pointer(&out) : NULL;
    if (!g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
        diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: no such file", path);
        return NULL;
    }
    struct archive *zip = archive_read_new();
    archive_read_support_format_zip(zip);
    bool ok = archive_read_open_filename(zip, path, 1 << 16) == ARCHIVE_OK;
    if (!ok)
        diag(error, SHARD_ERROR_IO, NULL, "an .npz is a zip file of .npy arrays", "%s: %s", path,
             archive_error_string(zip));
    else
        ok = read_members(zip, path, out, error);
    archive_read_free(zip);
    return ok ? g_steal_pointer(&out) : NULL;
}

struct NpzWriter {
    OutFile file;
    char *path;
    struct archive *zip;
};

static bool zip_error(const NpzWriter *w, GError **error)
{
    return diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: %s", w->path, archive_error_string(w->zip));
}

NpzWriter *npz_writer_new(const char *path, GError **error)
{
    OutFile file;
    if (!outfile_begin(&file, path, error))
        return NULL;
    NpzWriter *w = g_new(NpzWriter, 1);
    *w = (NpzWriter){ file, g_strdup(path), archive_write_new() };
    archive_write_set_format_zip(w->zip);
    archive_write_zip_set_compression_store(w->zip);
    if (archive_write_open_filename(w->zip, w->file.part) == ARCHIVE_OK)
        return w;
    zip_error(w, error);
    npz_writer_end(w, false, NULL);
    return NULL;
}

bool npz_writer_array(NpzWriter *w, const NpyArray *head, GError **error)
{
    g_autoptr(GByteArray) bytes = npy_head(head);
    g_autofree char *member = g_strdup_printf("%s.npy", head->name);
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, member);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_mtime(entry, 315532800, 0); /* 1980, zip's first day: equal arrays give equal files */
    archive_entry_set_size(entry, (la_int64_t)bytes->len + head->n_items * head->item_bytes);
    bool ok = archive_write_header(w->zip, entry) == ARCHIVE_OK;
    archive_entry_free(entry);
    return ok ? npz_writer_data(w, bytes->data, bytes->len, error) : zip_error(w, error);
}

bool npz_writer_data(NpzWriter *w, const void *data, size_t bytes, GError **error)
{
    return bytes == 0 || archive_write_data(w->zip, data, bytes) == (la_ssize_t)bytes || zip_error(w, error);
}

bool npz_writer_end(NpzWriter *w, bool ok, GError **error)
{
    if (ok && archive_write_close(w->zip) != ARCHIVE_OK)
        ok = zip_error(w, error);
    archive_write_free(w->zip);
    ok = outfile_end(&w->file, ok, error);
    g_free(w->path);
    g_free(w);
    return ok;
}

bool npz_write(const char *path, const GPtrArray *arrays, GError **error)
{
    NpzWriter *w = npz_writer_new(path, error);
    bool ok = w != NULL;
    for (guint i = 0; ok && i < arrays->len; i++) {
        const NpyArray *a = arrays->pdata[i];
        ok = npz_writer_array(w, a, error) && npz_writer_data(w, a->data, (size_t)a->n_items * (size_t)a->item_bytes, error);
    }
    return w && npz_writer_end(w, ok, error);
}
