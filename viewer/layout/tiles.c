/* Tiles from rows of the trace. See tiles.h. */
#include "viewer/layout/tiles.h"

#include <string.h>

static void set_problem(TileGrid *g, const char *text)
{
    g->problem = text;
    g->n_tiles = g->n_dev = g->n_split = 0;
}

/* The devices in mesh order; without a mesh those that have tiles; else 0 .. n-1. */
static void find_devices(TileGrid *g, const ShardGeom *geom, const MeshGeom *mesh, int n_devices)
{
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
    if (mesh && mesh->devices->len) {
        for (guint i = 0; i < mesh->devices->len; i++)
            g_array_append_val(ids, TRACE_AT(mesh->devices, TraceMeshDevice, i)->global_id);
    } else if (geom && geom->tiles->len) {
        for (guint i = 0; i < geom->tiles->len; i++) {
            int64_t id = TRACE_AT(geom->tiles, TraceTileRow, i)->global_id;
            if (i == 0 || id != TRACE_AT(geom->tiles, TraceTileRow, i - 1)->global_id)
                g_array_append_val(ids, id);
        }
    } else {
        for (int64_t i = 0; i < n_devices; i++)
            g_array_append_val(ids, i);
    }
    for (guint i = 0; mesh && i < mesh->axes->len && g->n_mesh < MAX_RANK; i++)
        g->mesh_size[g->n_mesh++] = (int)CLAMP(TRACE_AT(mesh->axes, TraceMeshAxis, i)->size, 1, MAX_TILES);
    g->n_dev = (int)ids->len;
    g->ids = (int64_t *)(void *)g_array_free(ids, FALSE);
}

static void find_partial(TileGrid *g, const ShardGeom *geom, const MeshGeom *mesh)
{
    for (guint k = 0; geom && k < geom->axes->len; k++) {
        const TraceShardingAxis *a = TRACE_AT(geom->axes, TraceShardingAxis, k);
        size_t base = strcspn(a->axis, ":");
        for (int i = 0; a->role == 2 && i < g->n_mesh; i++) {
            const char *name = TRACE_AT(mesh->axes, TraceMeshAxis, i)->name;
            g->partial[i] |= strlen(name) == base && strncmp(name, a->axis, base) == 0;
        }
    }
}

/* Row-major tile numbers from the coordinates; devices or dims without rows stand at 0. False: out of range. */
static bool number_tiles(TileGrid *g, const ShardGeom *geom)
{
    g_autoptr(GHashTable) index = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (int i = 0; i < g->n_dev; i++)
        g_hash_table_insert(index, &g->ids[i], GINT_TO_POINTER(i + 1));
    g->tile_of = g_new0(int, MAX(g->n_dev, 1));
    int stride[MAX_RANK] = { 0 };
    for (int d = g->rank - 1, step = 1; d >= 0; d--) {
        stride[d] = step;
        step *= g->parts[d];
    }
    for (guint i = 0; geom && i < geom->tiles->len; i++) {
        const TraceTileRow *t = TRACE_AT(geom->tiles, TraceTileRow, i);
        int dev = GPOINTER_TO_INT(g_hash_table_lookup(index, &t->global_id)) - 1;
        if (dev < 0)
            continue;
        if (t->dim < 0 || t->dim >= g->rank || t->coord < 0 || t->coord >= g->parts[t->dim])
            return false;
        g->tile_of[dev] += (int)t->coord * stride[t->dim];
        if (g->tile_of[dev] >= g->n_tiles)
            return false;
    }
    return true;
}

static void list_members(TileGrid *g)
{
    g->first = g_new0(int, g->n_tiles + 1);
    g->members = g_new0(int, MAX(g->n_dev, 1));
    for (int i = 0; i < g->n_dev; i++)
        g->first[g->tile_of[i] + 1]++;
    for (int t = 0; t < g->n_tiles; t++)
        g->first[t + 1] += g->first[t];
    g_autofree int *next = g_memdup2(g->first, sizeof(int) * (size_t)(g->n_tiles + 1));
    for (int i = 0; i < g->n_dev; i++)
        g->members[next[g->tile_of[i]]++] = i;
}

TileGrid *tile_grid_new(const char *shape, const ShardGeom *geom, const MeshGeom *mesh, int n_devices,
                        bool undecided_is_whole)
{
    TileGrid *g = g_new0(TileGrid, 1);
    if (!shape_parse(shape, &g->rank, g->size, g->elem)) {
        set_problem(g, shape ? "This value is a tuple or a token, not an array." : "The trace has no shape for this value.");
        return g;
    }
    g->elem_bits = elem_bits(g->elem);
    if (!geom && !undecided_is_whole) {
        set_problem(g, "No sharding was recorded for this value.");
        return g;
    }
    for (int d = 0; d < g->rank; d++)
        g->parts[d] = 1;
    for (guint i = 0; geom && i < geom->dims->len; i++) {
        const TraceShardingDim *d = TRACE_AT(geom->dims, TraceShardingDim, i);
        if (d->dim < 0 || d->dim >= g->rank || d->parts < 1 || d->parts > MAX_TILES) {
            set_problem(g, "The recorded sharding does not match this shape.");
            return g;
        }
        g->parts[d->dim] = (int)d->parts;
    }
    int64_t n = 1;
    for (int d = 0; d < g->rank; d++) {
        n *= g->parts[d];
        g->tile[d] = (g->size[d] + g->parts[d] - 1) / g->parts[d];
        if (g->parts[d] > 1)
            g->split[g->n_split++] = d;
        if (n > MAX_TILES) {
            set_problem(g, "More than a million tiles: too many to draw.");
            return g;
        }
    }
    g->n_tiles = (int)n;
    find_devices(g, geom, mesh, n_devices);
    find_partial(g, geom, mesh);
    if (!number_tiles(g, geom)) {
        set_problem(g, "The recorded tiles do not match this sharding.");
        return g;
    }
    list_members(g);
    return g;
}

void tile_grid_free(TileGrid *g)
{
    if (!g)
        return;
    g_free(g->ids);
    g_free(g->tile_of);
    g_free(g->first);
    g_free(g->members);
    g_free(g);
}

int tile_coord(const TileGrid *g, int tile, int dim)
{
    for (int d = g->rank - 1; d > dim; d--)
        tile /= g->parts[d];
    return tile % g->parts[dim];
}

void tile_range(const TileGrid *g, int tile, int dim, int64_t *begin, int64_t *end)
{
    int64_t c = tile_coord(g, tile, dim);
    *begin = MIN(c * g->tile[dim], g->size[dim]);
    *end = MIN((c + 1) * g->tile[dim], g->size[dim]);
}

int64_t tile_elements(const TileGrid *g, int tile)
{
    int64_t n = 1;
    for (int d = 0; d < g->rank; d++) {
        int64_t b, e;
        tile_range(g, tile, d, &b, &e);
        n *= MAX(e - b, 0);
    }
    return n;
}

int64_t grid_bytes(const TileGrid *g, int64_t elements)
{
    return (elements * g->elem_bits + 7) / 8;
}

int64_t grid_tile_bytes(const TileGrid *g)
{
    int64_t n = 1;
    for (int d = 0; d < g->rank; d++)
        n *= g->tile[d];
    return grid_bytes(g, n);
}

double grid_padding(const TileGrid *g)
{
    double whole = 1, padded = 1;
    for (int d = 0; d < g->rank; d++) {
        whole *= (double)g->size[d];
        padded *= (double)(g->tile[d] * g->parts[d]);
    }
    return padded > 0 ? (padded - whole) / padded : 0;
}

int tile_ids(const TileGrid *g, int tile, int64_t *ids, int max)
{
    int n = g->first[tile + 1] - g->first[tile];
    for (int i = 0; i < MIN(n, max); i++)
        ids[i] = g->ids[g->members[g->first[tile] + i]];
    return n;
}

int grid_device(const TileGrid *g, int64_t global_id)
{
    for (int i = 0; i < g->n_dev; i++) {
        if (g->ids[i] == global_id)
            return i;
    }
    return -1;
}

int grid_shared_coords(const TileGrid *g, int a, int b)
{
    int same = 0;
    for (int i = g->n_mesh - 1; i >= 0; i--) {
        same += !g->partial[i] && a % g->mesh_size[i] == b % g->mesh_size[i];
        a /= g->mesh_size[i];
        b /= g->mesh_size[i];
    }
    return same;
}
