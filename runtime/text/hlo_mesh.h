/* What replica groups and shardings have in common: numbers in brackets, ranges of ids, meshes (hlo_groups.c, hlo_mesh.c). */
#pragma once

#include "runtime/text/hlo_impl.h"

/* Limit of the ids in one attribute, since a short range can denote many. */
enum { MAX_GROUP_IDS = 1 << 22, MAX_GROUP_DIMS = 64 };

typedef VEC(int64_t) Numbers;

/* (1,2,3) between the given brackets, appended to *out, which the caller clears. */
bool hlo_number_list(HloReader *rd, char open, char close, Numbers *out);
/* False if a number is below 1 or the product beyond MAX_GROUP_IDS. */
bool hlo_group_product(const int64_t *dims, int n, int64_t *out);
/* T(1,0) of n dimensions, or the identity if there is none. */
bool hlo_permutation(HloReader *rd, int n, Numbers *perm);
/* Element k of a range of the given dims after transposing by perm: the value at row-major place k. */
int64_t hlo_transposed_id(int64_t k, const int64_t *dims, const int64_t *perm, int n);

typedef struct MeshText {
    Span names[MAX_GROUP_DIMS];
    int64_t sizes[MAX_GROUP_DIMS];
    int n;
    int64_t total;
} MeshText;

/* A part of an axis: the pieces of `axis` are [pre, size, rest]. */
typedef struct AxisPart {
    int axis;
    int64_t pre, size;
} AxisPart;

/* ['a'=2,'b'=2], the cursor behind "mesh"; *mesh zero but for total = 1. */
bool hlo_mesh(HloReader *rd, MeshText *mesh);
/* [device_id=3], the cursor behind "maximal_mesh". */
bool hlo_maximal_mesh(HloReader *rd, int64_t *id);
/* , device_ids=(0,2,1,3) or ([2,2]T(1,0)): the id at each mesh position; empty if the text has none. */
bool hlo_mesh_ids(HloReader *rd, const MeshText *mesh, Numbers *ids);
/* {'a','b':(2)2} appended to parts[*n], of MAX_GROUP_DIMS; no two of them may overlap. `open` (or NULL): the list may
 * end in '?', and *open says whether it does. */
bool hlo_axis_list(HloReader *rd, const MeshText *mesh, AxisPart *parts, int *n, bool *open);
