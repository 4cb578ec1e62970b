/* numpy's array files: .npy (versions 1 to 3) and .npz (a zip of them), little-endian.
 * Reads C and Fortran order, writes C order, version 1, zip members stored without compression, as
 * numpy.savez does. */
#pragma once

#include "runtime/base/diag.h"

enum { NPY_MAX_RANK = 64 };

typedef struct NpyArray {
    char *name; /* of the member without ".npy" */
    char kind;  /* numpy's: 'b' bool, 'i', 'u', 'f', 'c', 'V' raw bytes */
    int item_bytes;
    int rank;
    int64_t dims[NPY_MAX_RANK];
    int64_t n_items;
    void *data; /* row-major, n_items * item_bytes */
} NpyArray;

/* Zeroed data. */
NpyArray *npy_new(const char *name, char kind, int item_bytes, int rank, const int64_t *dims);
void npy_free(NpyArray *a);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NpyArray, npy_free)

/* All arrays of an .npz in file order, or the one of an .npy (named after the file); a GPtrArray
 * that owns its NpyArrays. NULL with SHARD_ERROR_IO naming file and member. */
GPtrArray *npz_read(const char *path, GError **error);
/* By name, or NULL. */
const NpyArray *npz_find(const GPtrArray *arrays, const char *name);
/* Writes all of them as one .npz; an existing file is replaced only when everything was written. */
bool npz_write(const char *path, const GPtrArray *arrays, GError **error);

/* An .npz that is written piece by piece: arrays one after the other, each by its head, whose data is not looked at, and then its elements in row-major order.
 * The file appears, or replaces another, only when all was written: npz_writer_end(w, true, ...), which frees w in any case. */
typedef struct NpzWriter NpzWriter;
NpzWriter *npz_writer_new(const char *path, GError **error);
bool npz_writer_array(NpzWriter *w, const NpyArray *head, GError **error);
bool npz_writer_data(NpzWriter *w, const void *data, size_t bytes, GError **error);
bool npz_writer_end(NpzWriter *w, bool ok, GError **error);

/* One array from or to the bytes of an .npy file. `what` names them in errors. */
NpyArray *npy_parse(const char *what, const char *name, const void *bytes, gsize size,
                    GError **error);
GByteArray *npy_bytes(const NpyArray *a);
