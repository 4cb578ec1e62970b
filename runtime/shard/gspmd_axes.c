/* Converts GSPMD shardings to axes of a mesh: device grids are factored into digits (gspmd_digits.c), digits into axes. */
#include <inttypes.h>

#include "runtime/base/limits.h"
#include "runtime/base/vec.h"
#include "runtime/shard/spell_impl.h"

static const Sharding *maximal_sharding(ShardingTable *t, int64_t device)
{
    char *name = g_strdup_printf("maximal_mesh_%" PRId64, device);
    const Mesh *mesh =
        mesh_intern(t, &(Mesh){ .name = name, .n_devices = 1, .device_ids = &device, .maximal = true });
    g_free(name);
    return sharding_intern(t, &(Sharding){ .mesh = mesh, .maximal = true });
}

/* All axes that are worth naming. */
static AxisList all_axes(const Mesh *mesh, AxisRef *store)
{
    int n = 0;
    for (int i = 0; i < mesh->n_axes; i++)
        if (mesh->axes[i].size > 1)
            store[n++] = axis_whole(mesh, i);
    return (AxisList){ store, n };
}

static const Sharding *whole_sharding(ShardingTable *t, const Gspmd *g, const Mesh *mesh, int rank)
{
    AxisRef store[MAX_AXES];
    DimSharding dims[MAX_RANK];
    for (int d = 0; d < rank; d++)
        dims[d] = (DimSharding){ .open = g->kind == GSPMD_UNKNOWN, .priority = -1 };
    Sharding s = { .mesh = mesh, .rank = rank, .dims = dims, .reduction = g->reduction };
    if (g->kind == GSPMD_MANUAL)
        s.manual = all_axes(mesh, store);
    if (g->kind == GSPMD_UNREDUCED)
        s.unreduced = all_axes(mesh, store);
    return sharding_intern(t, &s);
}

static const Sharding *tiled_sharding(ShardingTable *t, const Gspmd *g, const Mesh *mesh, int rank)
{
    Arena *scratch = arena_new_root();
    RefList lists[MAX_RANK] = { 0 }, replicated = { 0 }, unreduced = { 0 }, manual = { 0 };
    Digits digits;
    bool ok = gspmd_digits(scratch, g, mesh, &digits);
    for (int i = 0; ok && i < digits.n; i++) {
        RefList *to = &replicated;
        if (digits.v[i].dim < rank)
            to = &lists[digits.v[i].dim];
        else if (g->subgroup[digits.v[i].dim - rank] == GSPMD_MANUAL)
            to = &manual;
        else if (g->subgroup[digits.v[i].dim - rank] == GSPMD_UNREDUCED)
            to = &unreduced;
        ok = digit_axes(mesh, digits.v[i], to);
    }
    DimSharding dims[MAX_RANK];
    for (int d = 0; d < rank; d++)
        dims[d] = (DimSharding){ .axes = { lists[d].v, lists[d].n }, .priority = -1 };
    const Sharding *result = NULL;
    if (ok)
        result = sharding_intern(t, &(Sharding){ .mesh = mesh,
                                                 .rank = rank,
                                                 .dims = dims,
                                                 .replicated = { replicated.v, replicated.n },
                                                 .unreduced = { unreduced.v, unreduced.n },
                                                 .manual = { manual.v, manual.n },
                                                 .reduction = g->reduction });
    for (int d = 0; d < rank; d++)
        vec_clear(&lists[d]);
    vec_clear(&replicated);
    vec_clear(&unreduced);
    vec_clear(&manual);
    arena_free(scratch);
    return result;
}

/* A sharding without dims, stretched to a rank. */
static const Sharding *stretched(ShardingTable *t, const Sharding *s, int rank)
{
    DimSharding dims[MAX_RANK];
    for (int d = 0; d < rank; d++)
        dims[d] = (DimSharding){ .priority = -1 };
    Sharding wide = *s;
    wide.rank = rank;
    wide.dims = dims;
    return sharding_intern(t, &wide);
}

const Sharding *gspmd_to_sharding(ShardingTable *t, const Gspmd *g, const Mesh *mesh, int rank, const TextPos *at, GError **error)
{
    g_assert(rank <= MAX_RANK);
    const Sharding *result = NULL;
    switch (g->kind) {
    case GSPMD_MAXIMAL:
        if (g->device < mesh->n_devices)
            return maximal_sharding(t, g->device);
        diag(error, SHARD_ERROR_SHARDING, at, NULL, "device %" PRId64 " in a program for %" PRId64 " device%s", g->device,
             mesh->n_devices, mesh->n_devices == 1 ? "" : "s");
        return NULL;
    case GSPMD_REPLICATED:
    case GSPMD_MANUAL:
    case GSPMD_UNKNOWN:
    case GSPMD_UNREDUCED:
        return whole_sharding(t, g, mesh, rank);
    case GSPMD_TUPLE:
        diag(error, SHARD_ERROR_SHARDING, at, NULL, "a tuple of %d shardings for one value", g->n_parts);
        return NULL;
    case GSPMD_NAMED:
        if (!g->named_any_rank && !g->named->maximal && g->named->rank != rank) {
            diag(error, SHARD_ERROR_SHARDING, at, NULL, "the sharding has %d dimensions, the value has %d", g->named->rank,
                 rank);
            return NULL;
        }
        result = sharding_remesh(t, g->named_any_rank ? stretched(t, g->named, rank) : g->named, mesh);
        break;
    case GSPMD_TILED:
        if (g->n_dims - g->n_subgroup != rank) {
            diag(error, SHARD_ERROR_SHARDING, at, NULL, "the sharding tiles %d dimension%s, the value has %d",
                 g->n_dims - g->n_subgroup, g->n_dims - g->n_subgroup == 1 ? "" : "s", rank);
            return NULL;
        }
        if (g->n_devices == 1)
            return sharding_replicated(t, mesh, rank);
        if (g->n_devices != mesh->n_devices) {
            diag(error, SHARD_ERROR_SHARDING, at, NULL, "the sharding is for %" PRId64 " devices, the mesh has %" PRId64,
                 g->n_devices, mesh->n_devices);
            return NULL;
        }
        result = tiled_sharding(t, g, mesh, rank);
        break;
    }
    if (!result) {
        GString *text = g_string_new(NULL);
        mesh_print_sdy(text, mesh);
        diag(error, SHARD_ERROR_SHARDING, at, NULL, "the sharding cannot be written with the axes of mesh %s", text->str);
        g_string_free(text, TRUE);
    }
    return result;
}
