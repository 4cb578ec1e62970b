/* Internal to npz.c and npz_slice.c: the head of an .npy array. */
#pragma once

#include "runtime/base/npz.h"

enum { NPY_LEAD_BYTES = 12 };

typedef struct NpyHeader {
    char order, kind; /* order: '<', '>', '|' or '=' */
    int item_bytes;
    bool fortran;
    int rank;
    int64_t dims[NPY_MAX_RANK];
} NpyHeader;

/* Of an array's first bytes, NPY_LEAD_BYTES if there are so many: where the header's text begins, and its length. */
bool npy_lead(const char *what, const unsigned char *bytes, gsize size, int64_t *start, int64_t *length, GError **error);
/* The header's text. */
bool npy_header(const char *what, const char *text, NpyHeader *h, GError **error);
/* An array without data. */
NpyArray *npy_head_new(const char *name, const NpyHeader *h);
