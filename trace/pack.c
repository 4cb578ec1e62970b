/* Blobs: long texts, compressed, most of them stored as edits of one another. Edits are made before there is a file, so that the
 * texts need not be kept in memory until then. */
#include "trace/edit.h"
#include "trace/writer_impl.h"

#include <gio/gio.h>
#include <string.h>

enum { COMPRESS_FROM = 256, /* bytes; smaller ones are stored as they are */
       ZLIB = 1, EDIT = 2 }; /* blob.codec; 0 = as it is */

struct TracePacked {
    int kind;
    size_t size;             /* of the text */
    GBytes *data;            /* the text, or the edit */
    const TracePacked *base; /* of an edit; NULL = the text */
    bool same;               /* equal to its base: nothing is stored */
    uint8_t hash[TRACE_HASH_BYTES];
    int64_t id;              /* its row; 0 = not stored yet */
};

static GBytes *compress(const void *data, size_t size)
{
    g_autoptr(GZlibCompressor) z = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 1);
    g_autoptr(GOutputStream) mem = g_memory_output_stream_new_resizable();
    g_autoptr(GOutputStream) out = g_converter_output_stream_new(mem, G_CONVERTER(z));
    g_filter_output_stream_set_close_base_stream(G_FILTER_OUTPUT_STREAM(out), TRUE);
    if (!g_output_stream_write_all(out, data, size, NULL, NULL, NULL) || !g_output_stream_close(out, NULL, NULL))
        return NULL;
    return g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(mem));
}

static void add_to_hash(GChecksum *sum, const void *data, size_t size)
{
    for (size_t at = 0; at < size; at += G_MAXINT32)
        g_checksum_update(sum, (const guchar *)data + at, (gssize)MIN(size - at, (size_t)G_MAXINT32));
}

/* SHA-256 of both, one after the other. */
static void hash_of(const void *a, size_t n_a, const void *b, size_t n_b, uint8_t hash[TRACE_HASH_BYTES])
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    add_to_hash(sum, a, n_a);
    add_to_hash(sum, b, n_b);
    gsize n_hash = TRACE_HASH_BYTES;
    g_checksum_get_digest(sum, hash, &n_hash);
}

TracePacked *trace_pack(int kind, GBytes *text, const TracePacked *base, GBytes *base_text)
{
    TracePacked *p = g_new0(TracePacked, 1);
    p->kind = kind;
    const char *data = g_bytes_get_data(text, &p->size);
    p->same = base && base->size == p->size && g_bytes_equal(text, base_text);
    if (p->same) {
        p->base = base;
        return p;
    }
    GByteArray *edit = base && p->size >= COMPRESS_FROM && p->size < G_MAXINT32 ?
        edit_make(g_bytes_get_data(base_text, NULL), base->size, data, p->size, p->size / 4 * 3) : NULL;
    p->base = edit ? base : NULL;
    p->data = edit ? g_byte_array_free_to_bytes(edit) : g_bytes_ref(text);
    return p;
}

void trace_packed_free(TracePacked *p)
{
    if (!p)
        return;
    g_clear_pointer(&p->data, g_bytes_unref);
    g_free(p);
}

const uint8_t *trace_packed_hash(const TracePacked *p)
{
    return p->hash;
}

/* ---- storing ---- */

/* The row with this hash; 0 = none. Always asked of the file: its UNIQUE index is the table. */
static int64_t blob_hashed(TraceWriter *w, const uint8_t hash[TRACE_HASH_BYTES])
{
    if (!w->find_blob)
        w->find_blob = db_prepare(w->db, w->path, "SELECT id FROM blob WHERE hash = ?1", &w->failed);
    if (!w->find_blob)
        return 0;
    sqlite3_bind_blob(w->find_blob, 1, hash, TRACE_HASH_BYTES, SQLITE_STATIC);
    int64_t id = sqlite3_step(w->find_blob) == SQLITE_ROW ? sqlite3_column_int64(w->find_blob, 0) : 0;
    sqlite3_reset(w->find_blob);
    sqlite3_clear_bindings(w->find_blob);
    return id;
}

int64_t trace_packed_row(TraceWriter *w, TracePacked *p)
{
    trace_wait(w);
    if (!w || !p || w->failed)
        return 0;
    if (p->id)
        return p->id;
    if (p->same) {
        memcpy(p->hash, p->base->hash, TRACE_HASH_BYTES);
        return p->id = p->base->id;
    }
    gsize n;
    const void *data = g_bytes_get_data(p->data, &n);
    hash_of(p->base ? p->base->hash : NULL, p->base ? TRACE_HASH_BYTES : 0, data, n, p->hash);
    p->id = blob_hashed(w, p->hash);
    if (p->id)
        return p->id;
    TraceBlob row = { .hash = { p->hash, TRACE_HASH_BYTES }, .kind = p->kind, .size = (int64_t)p->size, .data = { data, n } };
    g_autoptr(GBytes) packed = p->base || n >= COMPRESS_FROM ? compress(data, n) : NULL;
    g_autoptr(GByteArray) edit = NULL;
    if (p->base && packed) { /* the edit's length in eight bytes, the edit compressed */
        guint64 length = GUINT64_TO_LE(n);
        edit = g_byte_array_sized_new((guint)g_bytes_get_size(packed) + 8);
        g_byte_array_append(edit, (const guint8 *)&length, 8);
        g_byte_array_append(edit, g_bytes_get_data(packed, NULL), (guint)g_bytes_get_size(packed));
        row.codec = EDIT;
        row.base_id = p->base->id;
        row.data = (TraceBytes){ edit->data, edit->len };
    } else if (packed && g_bytes_get_size(packed) < n) {
        row.codec = ZLIB;
        row.data.data = g_bytes_get_data(packed, &row.data.size);
    }
    g_assert(!p->base || (packed && p->base->id)); /* cannot fail for lack of memory: GLib aborts first */
    p->id = trace_put_blob(w, &row);
    g_clear_pointer(&p->data, g_bytes_unref);
    return p->id;
}

int64_t trace_blob(TraceWriter *w, int kind, const void *data, size_t size)
{
    if (!w || !data)
        return 0;
    g_autoptr(GBytes) bytes = g_bytes_new_static(data, size);
    TracePacked *p = trace_pack(kind, bytes, NULL, NULL);
    int64_t id = trace_packed_row(w, p);
    trace_packed_free(p);
    return id;
}
