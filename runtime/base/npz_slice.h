/* Parts of the arrays in an .npz file, without reading the others: of members that are stored, as numpy.savez writes them, by seeking; compressed ones
 * are unpacked once from the front and forgotten on the way. */
#pragma once

#include "runtime/base/npz.h"

typedef struct NpzFile NpzFile;
typedef struct NpzReader NpzReader;

/* Reads the file's table of contents and the head of each array. NULL with SHARD_ERROR_IO naming file and member. */
NpzFile *npz_open(const char *path, GError **error);
void npz_close(NpzFile *f);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NpzFile, npz_close)
/* Its arrays in file order, of which `data` is NULL. Owned by the file. */
const GPtrArray *npz_heads(const NpzFile *f);

/* For one of npz_heads. The file must outlive it. */
NpzReader *npz_reader_new(NpzFile *f, const NpyArray *head, GError **error);
void npz_reader_free(NpzReader *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NpzReader, npz_reader_free)
/* True if the file has the array's items in column-major order. */
bool npz_reader_fortran(const NpzReader *r);
/* Bytes [from, from + n) of the items as the file has them. `from` must not be smaller than the end of the last call. */
bool npz_reader_read(NpzReader *r, int64_t from, void *to, size_t n, GError **error);
