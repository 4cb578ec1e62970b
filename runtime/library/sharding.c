/* Shardings as callers of the library see them: made from text or axes, asked where the pieces lie. The shardings of an array of
 * devices are in positional.c. */
#include "runtime/library/library_impl.h"

#include <inttypes.h>
#include <string.h>

#include "runtime/shard/show.h"
#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"

/* ---- handles ----------------------------------------------------------------------------------------------------------- */

ShardscopeSharding *library_sharding_new(ShardscopeShardingKind kind, const Mesh *mesh, const int64_t *devices, int rank)
{
    ShardscopeSharding *s = g_new0(ShardscopeSharding, 1);
    atomic_init(&s->refs, 1);
    pthread_mutex_init(&s->lock, NULL);
    s->kind = kind;
    s->arena = arena_new_root();
    s->table = sharding_table_new(s->arena);
    s->mesh = mesh_intern(s->table, mesh);
    s->devices = devices ? g_memdup2(devices, sizeof *devices * (size_t)mesh->n_devices) : NULL;
    s->rank = rank;
    s->copies = 1;
    return s;
}

/* Takes over the dimensions of a layout on the handle's mesh. */
static void take_layout(ShardscopeSharding *s, const Sharding *layout)
{
    AxisList *dims = arena_array(s->arena, AxisList, layout->rank);
    for (int d = 0; d < layout->rank; d++)
        dims[d] = (AxisList){ arena_dup_array(s->arena, layout->dims[d].axes.v, layout->dims[d].axes.n), layout->dims[d].axes.n };
    s->dims = dims;
    s->n_dims = layout->rank;
    s->unreduced = (AxisList){ arena_dup_array(s->arena, layout->unreduced.v, layout->unreduced.n), layout->unreduced.n };
    s->reduction = layout->reduction;
}

static ShardscopeSharding *whole_on(int64_t n, const int64_t *devices)
{
    if (n == 1)
        return shardscope_sharding_single_device(devices ? devices[0] : 0, NULL);
    MeshAxis axis = { "_0", n };
    return library_sharding_new(SHARDSCOPE_GSPMD, &(Mesh){ .name = "mesh", .n_axes = 1, .axes = &axis, .n_devices = n, .inferred = true }, devices, -1);
}

ShardscopeSharding *library_sharding_of(const Sharding *layout, int rank, int64_t n_devices, const int64_t *devices)
{
    if (!layout)
        return whole_on(n_devices, devices);
    if (layout->maximal) {
        int64_t id = layout->mesh->device_ids[0];
        return shardscope_sharding_single_device(devices ? devices[id] : id, NULL);
    }
    ShardscopeSharding *s = library_sharding_new(layout->mesh->inferred ? SHARDSCOPE_GSPMD : SHARDSCOPE_NAMED, layout->mesh, devices, rank);
    take_layout(s, layout);
    return s;
}

ShardscopeSharding *shardscope_sharding_ref(ShardscopeSharding *s)
{
    if (s)
        atomic_fetch_add(&s->refs, 1);
    return s;
}

void shardscope_sharding_unref(ShardscopeSharding *s)
{
    if (!s || atomic_fetch_sub(&s->refs, 1) != 1)
        return;
    sharding_table_free(s->table);
    arena_free(s->arena);
    pthread_mutex_destroy(&s->lock);
    g_free(s->devices);
    g_free(s->cells);
    g_free(s);
}

int64_t library_n_shards(const ShardscopeSharding *s)
{
    return s->mesh->n_devices;
}

int64_t library_shard_device(const ShardscopeSharding *s, int64_t shard)
{
    return s->mesh->maximal ? s->mesh->device_ids[0] : s->devices ? s->devices[shard] : shard;
}

int64_t library_shard_of(const ShardscopeSharding *s, int64_t device)
{
    if (!s->mesh->maximal && !s->devices)
        return device >= 0 && device < s->mesh->n_devices ? device : -1;
    for (int64_t i = 0; i < library_n_shards(s); i++)
        if (library_shard_device(s, i) == device)
            return i;
    return -1;
}

static bool wrong_rank(const ShardscopeSharding *s, int rank, ShardscopeError **error)
{
    g_autofree char *text = shardscope_sharding_text(s, s->rank >= 0 ? s->rank : s->n_dims, SHARDSCOPE_SPELL_JAX, NULL);
    int wants = s->rank >= 0 ? s->rank : s->n_dims;
    GError *e = NULL;
    diag(&e, SHARD_ERROR_SHARDING, NULL, NULL, "the sharding %s is for arrays of %s%d dimension%s, and this one has %d", text ? text : "",
         s->rank >= 0 ? "" : "at least ", wants, wants == 1 ? "" : "s", rank);
    return library_fail(error, e);
}

const Sharding *library_sharding_at(ShardscopeSharding *s, int rank, ShardscopeError **error)
{
    if (rank < 0 || rank > SHARDSCOPE_MAX_RANK) {
        library_invalid(error, NULL, "an array of %d dimensions: there can be 0 to %d", rank, SHARDSCOPE_MAX_RANK);
        return NULL;
    }
    if (s->mesh->maximal)
        rank = 0;
    else if (s->rank >= 0 ? rank != s->rank : rank < s->n_dims) {
        wrong_rank(s, rank, error);
        return NULL;
    }
    DimSharding dims[SHARDSCOPE_MAX_RANK] = { 0 };
    for (int d = 0; d < rank; d++)
        dims[d] = (DimSharding){ .axes = d < s->n_dims ? s->dims[d] : (AxisList){ 0 }, .priority = -1 };
    pthread_mutex_lock(&s->lock);
    const Sharding *layout = sharding_intern(s->table, &(Sharding){ .mesh = s->mesh, .rank = rank, .dims = dims, .unreduced = s->unreduced,
                                                                    .reduction = s->reduction, .maximal = s->mesh->maximal });
    pthread_mutex_unlock(&s->lock);
    return layout;
}

/* Questions take const handles, whose tables grow under their locks. */
static const Sharding *layout_at(const ShardscopeSharding *s, int rank, ShardscopeError **error)
{
    return library_sharding_at((ShardscopeSharding *)s, rank, error);
}

/* ---- making ---------------------------------------------------------------------------------------------------------------- */

ShardscopeSharding *shardscope_sharding_parse(ShardscopeMesh *mesh, const char *text, int rank, ShardscopeError **error)
{
    NEED(text, "the text of a sharding", NULL);
    g_autofree char *plain = g_strstrip(g_strdup(text));
    if (!mesh && plain[0] == '{')
        return shardscope_sharding_parse_gspmd(text, rank, 0, error);
    NEED(mesh, "a mesh", NULL);
    ShardscopeSharding *s = library_sharding_new(plain[0] == '{' ? SHARDSCOPE_GSPMD : SHARDSCOPE_NAMED, mesh->mesh, mesh->devices, rank);
    GError *e = NULL;
    const Sharding *layout = sharding_parse_any(s->table, plain, s->mesh, rank, &e);
    if (layout && layout->maximal) {
        shardscope_sharding_unref(s);
        return library_sharding_of(layout, rank, mesh->mesh->n_devices, mesh->devices);
    }
    if (layout) {
        take_layout(s, layout);
        return s;
    }
    shardscope_sharding_unref(s);
    library_fail(error, e);
    return NULL;
}

ShardscopeSharding *shardscope_sharding_parse_gspmd(const char *text, int rank, int64_t n_devices, ShardscopeError **error)
{
    NEED(text, "the text of a sharding", NULL);
    Arena *arena = arena_new_root();
    ShardingTable *t = sharding_table_new(arena);
    GError *e = NULL;
    Gspmd g;
    const Gspmd *all[] = { &g };
    ShardscopeSharding *s = NULL;
    if (gspmd_parse(arena, t, text, &g, NULL, &e)) {
        int64_t n = n_devices > 0 ? n_devices : g.kind == GSPMD_TILED ? g.n_devices : 1;
        const Mesh *mesh = gspmd_infer_mesh(t, all, 1, NULL, n, &e);
        const Sharding *layout = e ? NULL : mesh ? gspmd_to_sharding(t, &g, mesh, rank, NULL, &e) : NULL;
        if (layout || !e)
            s = library_sharding_of(layout, rank, n, NULL);
    }
    sharding_table_free(t);
    arena_free(arena);
    if (!s)
        library_fail(error, e);
    return s;
}

static bool unknown_axis(const Mesh *mesh, const char *name, ShardscopeError **error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (int a = 0; a < mesh->n_axes; a++)
        g_ptr_array_add(names, (gpointer)mesh->axes[a].name);
    g_ptr_array_add(names, NULL);
    g_autofree char *all = g_strjoinv(", ", (char **)names->pdata), *hint = g_strdup_printf("the mesh has %s", mesh->n_axes ? all : "no axes");
    GError *e = NULL;
    diag(&e, SHARD_ERROR_SHARDING, NULL, hint, "unknown axis \"%s\"", name);
    return library_fail(error, e);
}

typedef struct SpecDim {
    AxisRef axes[MAX_AXES];
    int n;
} SpecDim;

/* "x,y" into `out`; *used has the axes met so far, by index. */
static bool read_axes(const Mesh *mesh, const char *text, SpecDim *out, int *used, int dim, ShardscopeError **error)
{
    g_auto(GStrv) names = g_strsplit(text ? text : "", ",", -1);
    out->n = 0;
    for (char **name = names; *name; name++) {
        g_strstrip(*name);
        if (!(*name)[0] && !names[1])
            continue;
        int axis = mesh_axis_named(mesh, *name);
        if (axis < 0)
            return unknown_axis(mesh, *name, error);
        if (used[axis]) {
            GError *e = NULL;
            diag(&e, SHARD_ERROR_SHARDING, NULL, NULL, "axis \"%s\" splits dimension %d and again dimension %d: an axis can split one dimension", *name,
                 used[axis] - 1, dim);
            return library_fail(error, e);
        }
        used[axis] = dim + 1;
        out->axes[out->n++] = axis_whole(mesh, axis);
    }
    return true;
}

ShardscopeSharding *shardscope_sharding_named(ShardscopeMesh *mesh, int n_spec, const char *const *spec, ShardscopeError **error)
{
    NEED(mesh, "a mesh", NULL);
    if (n_spec < 0 || n_spec > SHARDSCOPE_MAX_RANK || (n_spec && !spec)) {
        library_invalid(error, NULL, "a sharding of %d dimensions: there can be 0 to %d", n_spec, SHARDSCOPE_MAX_RANK);
        return NULL;
    }
    ShardscopeSharding *s = library_sharding_new(SHARDSCOPE_NAMED, mesh->mesh, mesh->devices, -1);
    AxisList *dims = arena_array(s->arena, AxisList, n_spec);
    int used[MAX_AXES] = { 0 };
    for (int d = 0; d < n_spec; d++) {
        SpecDim of;
        if (!read_axes(s->mesh, spec[d], &of, used, d, error)) {
            shardscope_sharding_unref(s);
            return NULL;
        }
        dims[d] = (AxisList){ arena_dup_array(s->arena, of.axes, of.n), of.n };
    }
    s->dims = dims;
    s->n_dims = n_spec;
    return s;
}

ShardscopeSharding *shardscope_sharding_replicated(ShardscopeMesh *mesh, ShardscopeError **error)
{
    return shardscope_sharding_named(mesh, 0, NULL, error);
}

ShardscopeSharding *shardscope_sharding_single_device(int64_t device, ShardscopeError **error)
{
    if (failed_before(error))
        return NULL;
    if (device < 0 || device >= MAX_DEVICES) {
        library_invalid(error, NULL, "device %" PRId64 ": there can be 0 to %d", device, MAX_DEVICES - 1);
        return NULL;
    }
    return library_sharding_new(SHARDSCOPE_SINGLE_DEVICE, &(Mesh){ .name = "mesh", .n_devices = 1, .device_ids = &device, .maximal = true }, NULL, -1);
}

/* ---- asking ---------------------------------------------------------------------------------------------------------------- */

ShardscopeShardingKind shardscope_sharding_kind(const ShardscopeSharding *s)
{
    return s ? s->kind : SHARDSCOPE_NAMED;
}

int shardscope_sharding_rank(const ShardscopeSharding *s)
{
    return s ? s->rank : -1;
}

int64_t shardscope_sharding_n_devices(const ShardscopeSharding *s)
{
    return s ? library_n_shards(s) : -1;
}

int64_t shardscope_sharding_device(const ShardscopeSharding *s, int64_t i)
{
    return s && i >= 0 && i < library_n_shards(s) ? library_shard_device(s, i) : -1;
}

bool shardscope_sharding_is_replicated(const ShardscopeSharding *s)
{
    if (!s || s->mesh->maximal)
        return s != NULL;
    for (int d = 0; d < s->n_dims; d++)
        if (axis_list_size(s->dims[d]) > 1)
            return false;
    return axis_list_size(s->unreduced) <= 1;
}

/* Coordinates of a shard's tile, and how many tiles there are along each dimension: what layouts are compared by. */
static void tile_of(const Sharding *layout, int64_t shard, int rank, int64_t *coord, int64_t *parts)
{
    memset(coord, 0, sizeof *coord * (size_t)rank);
    if (!layout->maximal)
        tile_coords(layout, shard, coord);
    for (int d = 0; d < rank; d++)
        parts[d] = layout->maximal ? 1 : sharding_parts(layout, d);
}

bool shardscope_sharding_equivalent(const ShardscopeSharding *a, const ShardscopeSharding *b, int rank)
{
    if (!a || !b || a == b)
        return a == b;
    const Sharding *x = layout_at(a, rank, NULL), *y = layout_at(b, rank, NULL);
    int64_t n = library_n_shards(a);
    if (!x || !y || n != library_n_shards(b) || axis_list_size(x->unreduced) != axis_list_size(y->unreduced))
        return false;
    bool sum = axis_list_size(x->unreduced) > 1;
    if (sum && x->reduction != y->reduction)
        return false;
    for (int64_t i = 0; i < n; i++) {
        int64_t k = library_shard_of(b, library_shard_device(a, i)), at[2][SHARDSCOPE_MAX_RANK], parts[2][SHARDSCOPE_MAX_RANK];
        if (k < 0)
            return false;
        tile_of(x, i, rank, at[0], parts[0]);
        tile_of(y, k, rank, at[1], parts[1]);
        size_t bytes = sizeof(int64_t) * (size_t)rank;
        if (memcmp(at[0], at[1], bytes) != 0 || memcmp(parts[0], parts[1], bytes) != 0)
            return false;
        if (sum && axis_list_index(x->mesh, x->unreduced, mesh_position_of(x->mesh, i)) != axis_list_index(y->mesh, y->unreduced, mesh_position_of(y->mesh, k)))
            return false;
    }
    return memcmp(a->unstacked, b->unstacked, sizeof a->unstacked) == 0;
}

char *shardscope_sharding_text(const ShardscopeSharding *s, int rank, ShardscopeSpelling spelling, ShardscopeError **error)
{
    NEED(s, "a sharding", NULL);
    const Sharding *layout = layout_at(s, rank, error);
    if (!layout)
        return NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    if (spelling == SHARDSCOPE_SPELL_JAX && layout->maximal)
        g_string_append_printf(out, "SingleDeviceSharding(device=%" PRId64 ")", layout->mesh->device_ids[0]);
    else if (spelling == SHARDSCOPE_SPELL_JAX)
        sharding_print_spec(out, layout);
    else if (spelling == SHARDSCOPE_SPELL_SDY)
        sharding_print_sdy(out, layout, false);
    else if (spelling == SHARDSCOPE_SPELL_GSPMD)
        sharding_print_gspmd(out, layout);
    else {
        library_invalid(error, NULL, "there is no spelling %d", (int)spelling);
        return NULL;
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

ShardscopeSharding *shardscope_sharding_on_mesh(ShardscopeSharding *s, ShardscopeMesh *mesh, int rank, ShardscopeError **error)
{
    NEED(s, "a sharding", NULL);
    NEED(mesh, "a mesh", NULL);
    const Sharding *layout = library_sharding_at(s, rank, error);
    if (!layout)
        return NULL;
    ShardscopeSharding *made = library_sharding_new(SHARDSCOPE_NAMED, mesh->mesh, mesh->devices, rank);
    const Sharding *moved = layout->maximal ? NULL : sharding_remesh(made->table, layout, made->mesh);
    if (moved)
        take_layout(made, moved);
    if (moved && shardscope_sharding_equivalent(s, made, rank))
        return made;
    shardscope_sharding_unref(made);
    g_autofree char *text = shardscope_sharding_text(s, rank, SHARDSCOPE_SPELL_GSPMD, NULL);
    GError *e = NULL;
    diag(&e, SHARD_ERROR_SHARDING, NULL, NULL, "the axes of the mesh cannot say the layout %s", text);
    library_fail(error, e);
    return NULL;
}

char *library_dims_text(int rank, const int64_t *dims)
{
    GString *s = g_string_new("[");
    for (int d = 0; d < rank; d++)
        g_string_append_printf(s, "%s%" PRId64, d ? ", " : "", dims[d]);
    g_string_append_c(s, ']');
    return g_string_free(s, FALSE);
}

static bool check_dims(int rank, const int64_t *dims, const char *function, ShardscopeError **error)
{
    if (rank > 0 && !dims)
        return library_null(error, function, "the sizes of the dimensions");
    for (int d = 0; d < rank; d++)
        if (dims[d] < 0)
            return library_invalid(error, NULL, "dimension %d has the size %" PRId64, d, dims[d]);
    return true;
}

static bool uneven(const ShardscopeSharding *s, const Sharding *layout, int dim, const int64_t *dims, ShardscopeError **error)
{
    g_autofree char *text = shardscope_sharding_text(s, layout->rank, SHARDSCOPE_SPELL_JAX, NULL), *shape = library_dims_text(layout->rank, dims);
    GError *e = NULL;
    diag(&e, SHARD_ERROR_SHARDING, NULL, "choose a size that is a multiple, or pad the array",
         "the sharding %s splits dimension %d into %" PRId64 " pieces, but its size is %" PRId64 " (array of shape %s)", text, dim,
         sharding_parts(layout, dim), dims[dim], shape);
    return library_fail(error, e);
}

bool shardscope_shard_shape(const ShardscopeSharding *s, int rank, const int64_t *dims, int64_t *shard, int *shard_rank, ShardscopeError **error)
{
    NEED(s, "a sharding", false);
    NEED(shard && shard_rank, "a place for the result", false);
    const Sharding *layout = layout_at(s, rank, error);
    if (!layout || !check_dims(rank, dims, __func__, error))
        return false;
    *shard_rank = 0;
    for (int d = 0; d < rank; d++) {
        int64_t parts = layout->maximal ? 1 : sharding_parts(layout, d);
        if (dims[d] % parts != 0)
            return uneven(s, layout, d, dims, error);
        if (!s->unstacked[d])
            shard[(*shard_rank)++] = dims[d] / parts;
    }
    return true;
}

bool shardscope_sharding_box(const ShardscopeSharding *s, int rank, const int64_t *dims, int64_t device, ShardscopeBox *out, ShardscopeError **error)
{
    NEED(s, "a sharding", false);
    NEED(out, "a place for the result", false);
    const Sharding *layout = layout_at(s, rank, error);
    if (!layout || !check_dims(rank, dims, __func__, error))
        return false;
    int64_t shard = library_shard_of(s, device);
    if (shard < 0 || !tile_box(layout, rank, dims, library_shard_id(layout, shard), out->start, out->stop))
        return false;
    for (int d = 0; d < rank; d++)
        out->stop[d] += out->start[d];
    return true;
}

char *shardscope_sharding_picture(const ShardscopeSharding *s, int rank, const int64_t *dims, bool colour, ShardscopeError **error)
{
    NEED(s, "a sharding", NULL);
    const Sharding *layout = layout_at(s, rank, error);
    if (!layout || !check_dims(rank, dims, __func__, error))
        return NULL;
    ShowOptions o = show_defaults;
    o.colour = colour;
    g_autoptr(GString) out = g_string_new(NULL);
    GError *e = NULL;
    if (sharding_show(out, layout, rank, dims, &o, &e))
        return g_string_free(g_steal_pointer(&out), FALSE);
    library_fail(error, e);
    return NULL;
}
