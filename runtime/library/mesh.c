/* Meshes as callers of the library see them. */
#include "runtime/library/library_impl.h"

#include "runtime/shard/spell.h"

static ShardscopeMesh *mesh_empty(void)
{
    ShardscopeMesh *m = g_new0(ShardscopeMesh, 1);
    atomic_init(&m->refs, 1);
    m->arena = arena_new_root();
    m->table = sharding_table_new(m->arena);
    return m;
}

bool library_is_permutation(const int64_t *devices, int64_t n)
{
    g_autofree bool *seen = g_new0(bool, n + 1);
    for (int64_t i = 0; i < n; i++) {
        if (devices[i] < 0 || devices[i] >= n || seen[devices[i]])
            return false;
        seen[devices[i]] = true;
    }
    return true;
}

/* The product of the sizes, or 0 with an error. */
static int64_t check_axes(int n_axes, const char *const *names, const int64_t *sizes, ShardscopeError **error)
{
    if (n_axes < 0 || n_axes > MAX_AXES)
        return library_invalid(error, NULL, "a mesh of %d axes: there can be 0 to %d", n_axes, MAX_AXES);
    if (n_axes > 0 && (!names || !sizes))
        return library_null(error, "shardscope_mesh_new", "the names and sizes of the axes");
    int64_t n = 1;
    for (int i = 0; i < n_axes; i++) {
        if (!names[i] || !names[i][0])
            return library_invalid(error, NULL, "axis %d of the mesh has no name", i);
        for (int k = 0; k < i; k++)
            if (g_str_equal(names[i], names[k]))
                return library_invalid(error, NULL, "two axes of the mesh are called \"%s\"", names[i]);
        if (sizes[i] < 1)
            return library_invalid(error, NULL, "axis \"%s\" has the size %" G_GINT64_FORMAT ": must be at least 1", names[i], sizes[i]);
        if (sizes[i] > MAX_DEVICES / n)
            return library_invalid(error, NULL, "a mesh of more than %d devices", MAX_DEVICES);
        n *= sizes[i];
    }
    return n;
}

static bool check_devices(int64_t n, const int64_t *devices, ShardscopeError **error)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (int64_t i = 0; i < n; i++) {
        if (devices[i] < 0 || devices[i] >= MAX_DEVICES)
            return library_invalid(error, NULL, "device %" G_GINT64_FORMAT " at position %" G_GINT64_FORMAT " of the mesh: there can be 0 to %d",
                                   devices[i], i, MAX_DEVICES - 1);
        if (!g_hash_table_add(seen, (gpointer)&devices[i]))
            return library_invalid(error, NULL, "device %" G_GINT64_FORMAT " appears twice in the mesh", devices[i]);
    }
    return true;
}

ShardscopeMesh *shardscope_mesh_new_with_devices(int n_axes, const char *const *names, const int64_t *sizes, const int64_t *devices,
                                                 ShardscopeError **error)
{
    if (failed_before(error))
        return NULL;
    int64_t n = check_axes(n_axes, names, sizes, error);
    if (n == 0 || (devices && !check_devices(n, devices, error)))
        return NULL;
    g_autofree MeshAxis *axes = g_new(MeshAxis, n_axes + 1);
    for (int i = 0; i < n_axes; i++)
        axes[i] = (MeshAxis){ names[i], sizes[i] };
    bool ids = devices && library_is_permutation(devices, n);
    ShardscopeMesh *m = mesh_empty();
    m->mesh = mesh_intern(m->table, &(Mesh){ .name = "mesh", .n_axes = n_axes, .axes = axes, .n_devices = n, .device_ids = ids ? devices : NULL });
    m->devices = devices && !ids ? g_memdup2(devices, sizeof *devices * (size_t)n) : NULL;
    return m;
}

ShardscopeMesh *shardscope_mesh_new(int n_axes, const char *const *names, const int64_t *sizes, ShardscopeError **error)
{
    return shardscope_mesh_new_with_devices(n_axes, names, sizes, NULL, error);
}

ShardscopeMesh *shardscope_mesh_parse(const char *text, ShardscopeError **error)
{
    NEED(text, "the text of a mesh", NULL);
    ShardscopeMesh *m = mesh_empty();
    GError *e = NULL;
    m->mesh = mesh_parse_flag(m->table, text, &e);
    if (m->mesh)
        return m;
    shardscope_mesh_unref(m);
    library_fail(error, e);
    return NULL;
}

ShardscopeMesh *shardscope_mesh_new_hybrid(int n_axes, const char *const *names, const int64_t *ici, const int64_t *dcn, ShardscopeError **error)
{
    if (failed_before(error))
        return NULL;
    int64_t per_slice = ici ? check_axes(n_axes, names, ici, error) : 0;
    if (!ici || !dcn) {
        library_null(error, __func__, "the sizes of the axes");
        return NULL;
    }
    int64_t slices = per_slice ? check_axes(n_axes, names, dcn, error) : 0;
    if (!slices)
        return NULL;
    if (per_slice > MAX_DEVICES / slices) {
        library_invalid(error, NULL, "a mesh of more than %d devices", MAX_DEVICES);
        return NULL;
    }
    int64_t n = per_slice * slices;
    g_autofree int64_t *sizes = g_new(int64_t, n_axes + 1), *devices = g_new(int64_t, n);
    for (int i = 0; i < n_axes; i++)
        sizes[i] = ici[i] * dcn[i];
    for (int64_t p = 0; p < n; p++) {
        int64_t rest = p, slice = 0, inside = 0, slice_stride = 1, inside_stride = 1;
        for (int i = n_axes - 1; i >= 0; i--) {
            int64_t at = rest % sizes[i];
            rest /= sizes[i];
            slice += at / ici[i] * slice_stride;
            inside += at % ici[i] * inside_stride;
            slice_stride *= dcn[i];
            inside_stride *= ici[i];
        }
        devices[p] = slice * per_slice + inside;
    }
    return shardscope_mesh_new_with_devices(n_axes, names, sizes, devices, error);
}

ShardscopeMesh *shardscope_mesh_ref(ShardscopeMesh *mesh)
{
    if (mesh)
        atomic_fetch_add(&mesh->refs, 1);
    return mesh;
}

void shardscope_mesh_unref(ShardscopeMesh *mesh)
{
    if (!mesh || atomic_fetch_sub(&mesh->refs, 1) != 1)
        return;
    sharding_table_free(mesh->table);
    arena_free(mesh->arena);
    g_free(mesh->devices);
    g_free(mesh);
}

int shardscope_mesh_n_axes(const ShardscopeMesh *mesh)
{
    return mesh ? mesh->mesh->n_axes : -1;
}

const char *shardscope_mesh_axis_name(const ShardscopeMesh *mesh, int axis)
{
    return mesh && axis >= 0 && axis < mesh->mesh->n_axes ? mesh->mesh->axes[axis].name : NULL;
}

int64_t shardscope_mesh_axis_size(const ShardscopeMesh *mesh, int axis)
{
    return mesh && axis >= 0 && axis < mesh->mesh->n_axes ? mesh->mesh->axes[axis].size : -1;
}

int64_t shardscope_mesh_n_devices(const ShardscopeMesh *mesh)
{
    return mesh ? mesh->mesh->n_devices : -1;
}

int64_t shardscope_mesh_device(const ShardscopeMesh *mesh, int64_t position)
{
    if (!mesh || position < 0 || position >= mesh->mesh->n_devices)
        return -1;
    int64_t id = mesh_device_at(mesh->mesh, position);
    return mesh->devices ? mesh->devices[id] : id;
}
