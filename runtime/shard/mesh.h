/* Meshes: named axes over devices, and references to (parts of) axes.
 * Conventions are Shardy's. Meshes are interned in a ShardingTable: equal ones are the same pointer. */
#pragma once

#include "runtime/base/arena.h"

enum {
    MAX_AXES = 32,          /* of one mesh; readers refuse more */
    MAX_DEVICES = 1 << 20,  /* of one mesh; readers refuse more */
};

typedef struct MeshAxis {
    const char *name;
    int64_t size;
} MeshAxis;

typedef struct Mesh {
    const char *name;          /* symbol without '@' */
    int n_axes;
    const MeshAxis *axes;      /* major to minor */
    int64_t n_devices;         /* product of sizes; 1 for maximal meshes */
    const int64_t *device_ids; /* by row-major position; NULL = position is the id */
    const int64_t *positions;  /* the inverse of device_ids; made by mesh_intern when there are ids, else NULL */
    bool maximal;              /* no axes, one device: device_ids[0] */
    bool inferred;             /* made up from GSPMD shardings, not named by the program */
} Mesh;

/* An axis or a part of one: of axis size n seen as [pre, size, n / (pre * size)] the middle.
 * A whole axis has pre 1 and size n. */
typedef struct AxisRef {
    int32_t axis;              /* index in mesh->axes */
    int64_t pre, size;
} AxisRef;

typedef struct AxisList {      /* major to minor; neighbours that could merge are merged */
    const AxisRef *v;
    int n;
} AxisList;

static inline bool axis_equal(AxisRef a, AxisRef b)
{
    return a.axis == b.axis && a.pre == b.pre && a.size == b.size;
}
static inline AxisRef axis_whole(const Mesh *mesh, int axis)
{
    return (AxisRef){ axis, 1, mesh->axes[axis].size };
}
/* True if the two share a part of the same axis. An axis of size 1 overlaps itself. */
bool axis_overlaps(AxisRef a, AxisRef b);
/* True if both can be cut out of one factorisation of the axis: the cut points form a divisibility chain. */
bool axis_coexist(AxisRef a, AxisRef b);
/* True if `whole` covers `part`. */
bool axis_contains(AxisRef whole, AxisRef part);
bool axis_list_equal(AxisList a, AxisList b);
/* True if a is a prefix of b, where the last element of a may be a prefix (same pre, a size that divides) of b's. */
bool axis_list_is_prefix(AxisList a, AxisList b);
bool axis_list_overlaps(AxisList a, AxisList b);
/* True if the elements of a, which share nothing with each other, cover `part` together. */
bool axis_list_covers(AxisList a, AxisRef part);
/* Product of the sizes; 1 for an empty list. */
int64_t axis_list_size(AxisList a);
/* A copy without the least prime factor of the last axis; the list has one. */
AxisList axis_list_fewer(Arena *arena, AxisList a);
/* Concatenation with the seam merged; in `arena`. */
AxisList axis_list_concat(Arena *arena, AxisList a, AxisList b);
/* a without its first elements that equal `prefix` (which must be a prefix); splits the seam if needed. */
AxisList axis_list_drop_prefix(Arena *arena, AxisList a, AxisList prefix);
/* a with its elements cut where one of `at` begins or ends, so that each is covered by one of these or shares nothing with them. Not merged: with
 * "b" and "c" parts of one axis, their list is one element, of which perhaps only "b" is meant. */
AxisList axis_list_cut(Arena *arena, AxisList a, AxisList at);
/* The parts of a that `by` covers, or those that it does not; merged. */
AxisList axis_list_common(Arena *arena, AxisList a, AxisList by);
AxisList axis_list_without(Arena *arena, AxisList a, AxisList by);
/* Neighbours merged, order kept. */
AxisList axis_list_merged(Arena *arena, AxisList a);
/* Without the axes of size 1. */
AxisList axis_list_without_ones(Arena *arena, AxisList a);
/* Sorted in mesh order and merged. */
AxisList axis_list_sorted(Arena *arena, const Mesh *mesh, AxisList a);
/* All axes of the mesh (as pieces, size 1 left out) that no list touches, in mesh order. The lists may overlap. */
AxisList mesh_free_axes(Arena *arena, const Mesh *mesh, const AxisList *used, int n_used);

/* Device at row-major position `lin`, and back (-1 if the device is not in the mesh). */
int64_t mesh_device_at(const Mesh *mesh, int64_t lin);
int64_t mesh_position_of(const Mesh *mesh, int64_t device);
/* Index along the combined axes (major to minor) of the device at mesh position lin: 0 .. size-1. */
int64_t axis_list_index(const Mesh *mesh, AxisList axes, int64_t lin);
/* Index by name, or -1. */
int mesh_axis_named(const Mesh *mesh, const char *name);
/* The devices that talk when a collective runs along `axes`: groups of axis_list_size(axes) ids; within a group the
 * member order is the index along `axes`; groups in mesh order of the rest. In `arena`; n_groups ids rows. */
int64_t **mesh_groups(Arena *arena, const Mesh *mesh, AxisList axes, int *n_groups, int *group_size);
