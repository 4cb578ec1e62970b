/* Shardings: which mesh axes split which dimension of a value. Shardy's model; GSPMD's is read into it.
 *
 * Interned in a ShardingTable: equal shardings are the same pointer, so "changed?" is a comparison.
 * "No sharding yet" is a NULL pointer everywhere and differs from any Sharding. */
#pragma once

#include <glib.h>

#include "runtime/shard/mesh.h"

typedef struct DimSharding {
    AxisList axes;
    bool open;             /* propagation may append minor axes */
    int priority;          /* p0 .. ; -1 = not given (means 0) */
} DimSharding;

typedef enum Reduction { REDUCTION_SUM, REDUCTION_MAX, REDUCTION_MIN, REDUCTION_PRODUCT, REDUCTION_AND, REDUCTION_OR, REDUCTION_XOR } Reduction;

typedef struct Sharding {
    const Mesh *mesh;
    int rank;              /* of the value; 0 for maximal ones whatever the value's rank */
    const DimSharding *dims;
    AxisList replicated;   /* explicitly: must not shard this value; mesh order */
    AxisList unreduced;    /* each device holds a partial value; mesh order */
    Reduction reduction;   /* how partial values combine */
    AxisList manual;       /* GSPMD's manual subgroups; mesh order */
    bool maximal;          /* whole value on one device: mesh->device_ids[0] */
    int id;                /* dense index in the table */
} Sharding;

typedef struct ShardingTable ShardingTable;
ShardingTable *sharding_table_new(Arena *arena);
void sharding_table_free(ShardingTable *t);
int sharding_table_count(const ShardingTable *t);

/* Interned copies; everything pointed to is copied. Mesh equality: axes, sizes, device ids (identity = NULL); the
 * name of the first one stays. */
const Mesh *mesh_intern(ShardingTable *t, const Mesh *mesh);
const Sharding *sharding_intern(ShardingTable *t, const Sharding *s);
/* Another name for a mesh of the table that no text has shown yet, nor a table copied. */
void mesh_rename(ShardingTable *t, const Mesh *mesh, const char *name);
/* True if both are NULL or would be one pointer in one table; they may be of different tables. */
bool mesh_same(const Mesh *a, const Mesh *b);
bool sharding_same(const Sharding *a, const Sharding *b);

/* Fully replicated and closed, of a rank; fully open. */
const Sharding *sharding_replicated(ShardingTable *t, const Mesh *mesh, int rank);
const Sharding *sharding_open(ShardingTable *t, const Mesh *mesh, int rank);
/* The sharding with the axes of one dim replaced, all dims closed, replicated set cleared, ... (for passes). */
const Sharding *sharding_with_dim(ShardingTable *t, const Sharding *s, int dim, AxisList axes);
const Sharding *sharding_with_unreduced(ShardingTable *t, const Sharding *s, AxisList axes, Reduction r);
const Sharding *sharding_closed(ShardingTable *t, const Sharding *s); /* all dims closed, no priorities, replicated cleared, sizes-1 axes dropped */
/* From one axis list per dim. */
const Sharding *sharding_of_dims(ShardingTable *t, const Mesh *mesh, int rank, const AxisList *dims);

/* True if no axis of size > 1 splits it and nothing is unreduced. */
bool sharding_is_replicated(const Sharding *s);
/* True if both lay a value out alike on the devices: open marks, priorities and explicit replicated sets ignored. */
bool sharding_same_layout(const Sharding *a, const Sharding *b);
/* Pieces dim d is cut into. */
static inline int64_t sharding_parts(const Sharding *s, int d)
{
    return s->maximal ? 1 : axis_list_size(s->dims[d].axes);
}
/* Checks axes against mesh and rank: no axis twice, rank fits. */
bool sharding_check(const Sharding *s, int value_rank, GError **error);
