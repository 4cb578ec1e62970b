/* MLIR bytecode into the IR: finds the module in a file, reads its tables, then goes once through its operations. Each becomes an
 * MOp as the text reader's do, and the rows of stablehlo_table.c make ops of the IR of it, so what an operation means is in
 * one place for both forms. bytecode_file.c reads the tables, bytecode_type.c, _attr.c, _vhlo.c and _sdy.c what is in
 * them, bytecode_props.c operations' properties, bytecode_op.c the operations. */
#include "runtime/text/bytecode.h"

#include <string.h>

#include "runtime/text/bytecode_impl.h"
#include "runtime/text/stablehlo_function.h"

static const char magic[4] = { 'M', 'L', '\xef', 'R' };

/* ---- artifacts of jax.export ---------------------------------------------------------------------------------- */

/* Place of the field in serialization.fbs of jax._src.export, table Exported: mlir_module_serialized. */
enum { FIELD_MODULE = 13, FIELD_SERIALIZATION_VERSION = 0, MAX_SERIALIZATION_VERSION = 1000 };

static bool read_u32(const char *data, size_t n, size_t at, uint32_t *out)
{
    if (n < 4 || at > n - 4)
        return false;
    memcpy(out, data + at, 4); /* little-endian hosts only, as everywhere in the runtime */
    return true;
}

static bool read_u16(const char *data, size_t n, size_t at, uint16_t *out)
{
    if (n < 2 || at > n - 2)
        return false;
    memcpy(out, data + at, 2);
    return true;
}

/* Where a field of the root table is: a flatbuffer begins with the place of its root, which begins with the distance
 * back to its list of fields. */
static bool root_field(const char *data, size_t n, int field, size_t *at)
{
    uint32_t root, back;
    uint16_t size, offset;
    if (!read_u32(data, n, 0, &root) || root < 4 || !read_u32(data, n, root, &back))
        return false;
    int64_t fields = (int64_t)root - (int32_t)back;
    if (fields < 4 || !read_u16(data, n, (size_t)fields, &size) || size < 6 + 2 * field || size % 2)
        return false;
    if (!read_u16(data, n, (size_t)fields + 4 + 2 * (size_t)field, &offset) || offset < 4)
        return false;
    *at = root + offset;
    return true;
}

bool bytecode_find(const char *data, size_t n, size_t *first, size_t *n_module)
{
    if (n >= sizeof magic && memcmp(data, magic, sizeof magic) == 0) {
        *first = 0;
        *n_module = n;
        return true;
    }
    size_t version_at, at;
    uint16_t version;
    uint32_t to, size;
    if (!root_field(data, n, FIELD_SERIALIZATION_VERSION, &version_at) || !read_u16(data, n, version_at, &version) || !version ||
        version > MAX_SERIALIZATION_VERSION || !root_field(data, n, FIELD_MODULE, &at) || !read_u32(data, n, at, &to))
        return false;
    /* The field points forward at the vector: its length, then its bytes. */
    uint64_t vector = (uint64_t)at + to;
    if (vector + 8 > n) /* a file's beginning, or one cut short */
        return *first = *n_module = 0, true;
    if (!read_u32(data, n, vector, &size) || memcmp(data + vector + 4, magic, sizeof magic) != 0)
        return false;
    *first = vector + 4;
    *n_module = MIN(size, n - *first);
    return true;
}

/* ---- the module ------------------------------------------------------------------------------------------------ */

IrModule *bytecode_parse(const char *path, const char *data, size_t n, GError **error)
{
    size_t first = 0, n_module = 0;
    TextPos start = { path, 0, 0 };
    if (!bytecode_find(data, n, &first, &n_module) || !n_module) {
        diag(error, SHARD_ERROR_PARSE, &start, "the file may be cut short", "no MLIR bytecode in the file");
        return NULL;
    }
    GError *problem = NULL; /* the rules look whether an error was set, so there must be a place for it */
    Reader r = { .m = module_new("module") };
    Bytecode b = { .r = &r, .x = &r.x };
    mlir_init_binary(&r.x, r.m, path, (Str){ data, n }, &problem);
    reader_init(&r);
    r.x.aliases = g_hash_table_new(NULL, NULL); /* none, for the pieces of text */
    bool ok = bc_tables_read(&b, (Str){ data + first, n_module }) && bc_module_read(&b) && reader_finish(&r);
    vec_clear(&b.values);
    return reader_end(&r, ok, &problem, error);
}
