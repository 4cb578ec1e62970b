/* Shardings and meshes as text, in and out: Shardy's, GSPMD's (V1 lists, V2 iota, V3 named), and JAX's P(...).
 * Grammar: Shardy attribute text and HLO sharding text. Every reader takes the position of its text for errors. */
#pragma once

#include "runtime/base/diag.h"
#include "runtime/shard/sharding.h"

/* "[\"x\"=2, \"y\"=4], device_ids=[..]" between the < > of #sdy.mesh<..>; `text` may include "#sdy.mesh<..>" or "<..>". */
const Mesh *mesh_parse_sdy(ShardingTable *t, const char *name, const char *text, const TextPos *at, GError **error);
/* The command line's "a=4,b=2", optionally "a=4,b=2;ids=0,2,1,3". */
const Mesh *mesh_parse_flag(ShardingTable *t, const char *text, GError **error);
void mesh_print_sdy(GString *out, const Mesh *mesh); /* <["x"=2, "y"=4], device_ids=[..]> */

/* The meshes that a text may name. */
typedef struct MeshNames {
    const Mesh *(*find)(void *data, const char *name); /* NULL = unknown; the function NULL = no mesh has a name */
    void *data;
} MeshNames;

/* "#sdy.sharding<@mesh, [{\"x\"}, {?}]>" or the same without "#sdy.sharding"; inline meshes too. */
const Sharding *sharding_parse_sdy(ShardingTable *t, const char *text, MeshNames meshes, const TextPos *at, GError **error);
/* "#sdy.sharding_per_value<[<..>, <..>]>", "[<..>, <..>]" or a single sharding: appends to `out` (of const Sharding *). */
bool sharding_parse_sdy_list(ShardingTable *t, const char *text, MeshNames meshes, GPtrArray *out, const TextPos *at, GError **error);
/* "#sdy<manual_axes{"a", "b"}>" or "{"a", "b"}": a list of axis references on `mesh`. */
bool axis_list_parse(Arena *arena, const char *text, const Mesh *mesh, AxisList *out, const TextPos *at, GError **error);

/* One parsed {..} of HLO, before it is put on a mesh. */
typedef enum GspmdKind { GSPMD_REPLICATED, GSPMD_MAXIMAL, GSPMD_MANUAL, GSPMD_UNKNOWN, GSPMD_UNREDUCED, GSPMD_TILED, GSPMD_TUPLE, GSPMD_NAMED } GspmdKind;
typedef struct Gspmd {
    GspmdKind kind;
    int64_t device;                  /* maximal */
    int n_dims;                      /* of the tile array, subgroup dims included */
    const int64_t *dims;
    int n_subgroup;                  /* trailing dims */
    const GspmdKind *subgroup;       /* replicated, manual, unreduced */
    int n_reshape;                   /* iota form; 0 = list */
    const int64_t *reshape;
    const int *perm;
    const int64_t *devices;          /* list form: row-major over dims; NULL in the iota form (gspmd_devices) */
    int64_t n_devices;
    Reduction reduction;             /* of unreduced ones */
    int shard_group_kind;            /* 0 none, 1 shard_as, 2 shard_like */
    int64_t shard_group;
    int n_parts;                     /* tuple */
    const struct Gspmd *parts;
    const Sharding *named;           /* V3: already on its mesh */
    bool named_any_rank;             /* V3 without a list of dims: fits every rank */
} Gspmd;
bool gspmd_parse(Arena *arena, ShardingTable *t, const char *text, Gspmd *out, const TextPos *at, GError **error);

/* Writes n_devices ids, row-major over dims, of a tiled one. */
void gspmd_devices(const Gspmd *g, int64_t *out);

/* Puts parsed GSPMD shardings of one program on one mesh: the given mesh when every tiling can be expressed on it
 * (sub-axes included), else a mesh made of the common factors of all tilings (axes "axis0", ...). NULL + error when
 * an explicit device list fits no mesh. `n_devices`: of the program. */
const Mesh *gspmd_infer_mesh(ShardingTable *t, const Gspmd *const *all, int n, const Mesh *given, int64_t n_devices,
                             GError **error);
/* One of them as a Sharding of the mesh, for a value of that rank. Tuples: call per part. Devices that hold the same
 * tile become explicitly replicated axes, as Shardy imports them. */
const Sharding *gspmd_to_sharding(ShardingTable *t, const Gspmd *g, const Mesh *mesh, int rank, const TextPos *at, GError **error);
/* The same layout written with another mesh's axes, everything else kept; NULL if its pieces cannot be cut out of
 * that mesh. Sizes-1 axes go. The empty mesh's shardings fit every mesh. */
const Sharding *sharding_remesh(ShardingTable *t, const Sharding *s, const Mesh *mesh);
/* The coarsest mesh on which everything said on any of these can be said: names of the first one where its axes
 * survive whole. Axes whose sizes cannot be cut together become sub-axes of one. NULL if the device orders differ or none has
 * axes. Skips empty and maximal ones. */
const Mesh *mesh_refine(ShardingTable *t, const Mesh *const *all, int n);

/* "P("x", None, ("y","z"))" for a value of that rank; also accepts sdy text (with or without mesh) and, where it starts
 * with '{' + a GSPMD keyword, GSPMD text. mesh may be NULL for GSPMD (then one is inferred). */
const Sharding *sharding_parse_any(ShardingTable *t, const char *text, const Mesh *mesh, int rank, GError **error);

void sharding_print_sdy(GString *out, const Sharding *s, bool with_mesh_name); /* <@mesh, [{"x"}, {}]> or [{"x"}, {}] */
void sharding_print_gspmd(GString *out, const Sharding *s);                    /* {devices=[2,4]<=[8]} canonical V2; with device_ids a V1 list */
void sharding_print_spec(GString *out, const Sharding *s);                     /* P('x', None, unreduced={'y'}) */
/* "x" or "x:(1)2", comma separated: the trace's form. */
void axis_list_print(GString *out, const Mesh *mesh, AxisList axes);
