/* The table of interned meshes and shardings, and operations that derive a sharding from others.
 * Interning copies a sharding into the table's arena in canonical form (neighbouring pieces merged, sets in mesh order,
 * identity device lists dropped), so equal shardings are the same pointer. */
#include "runtime/shard/sharding.h"

#include <inttypes.h>
#include <string.h>

#include "runtime/base/diag.h"
#include "runtime/base/limits.h"
#include "runtime/shard/tiles.h"

struct ShardingTable {
    Arena *arena, *scratch; /* the second is sharding_intern's */
    Arena *work;            /* of whoever calls it */
    GPtrArray *meshes, *shardings; /* the latter by id */
    GHashTable *by_value;          /* Sharding to itself */
    GPtrArray *closed;             /* by id: sharding_closed() of it; NULL = not asked yet */
    const Mesh *whole_mesh;        /* of these: */
    const Sharding *whole[MAX_RANK + 1]; /* replicated, by rank */
};

/* ---- hash and equality -------------------------------------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 29);
}

static uint64_t hash_list(uint64_t h, AxisList a)
{
    h = mix(h, (uint64_t)a.n);
    for (int i = 0; i < a.n; i++)
        h = mix(mix(mix(h, (uint64_t)a.v[i].axis), (uint64_t)a.v[i].pre), (uint64_t)a.v[i].size);
    return h;
}

static guint sharding_hash(gconstpointer p)
{
    const Sharding *s = p;
    uint64_t h = mix((uint64_t)s->rank, (uint64_t)(uintptr_t)s->mesh);
    for (int d = 0; d < s->rank; d++)
        h = mix(hash_list(h, s->dims[d].axes), (uint64_t)s->dims[d].open << 32 | (uint32_t)s->dims[d].priority);
    h = hash_list(hash_list(hash_list(h, s->replicated), s->unreduced), s->manual);
    return (guint)(mix(h, (uint64_t)s->reduction << 1 | s->maximal) >> 32);
}

/* Apart from their meshes. */
static bool same_but_mesh(const Sharding *a, const Sharding *b)
{
    if (a->rank != b->rank || a->maximal != b->maximal || a->reduction != b->reduction)
        return false;
    for (int d = 0; d < a->rank; d++)
        if (!axis_list_equal(a->dims[d].axes, b->dims[d].axes) || a->dims[d].open != b->dims[d].open ||
            a->dims[d].priority != b->dims[d].priority)
            return false;
    return axis_list_equal(a->replicated, b->replicated) && axis_list_equal(a->unreduced, b->unreduced) &&
           axis_list_equal(a->manual, b->manual);
}

static gboolean sharding_equal(gconstpointer pa, gconstpointer pb)
{
    const Sharding *a = pa, *b = pb;
    return a->mesh == b->mesh && same_but_mesh(a, b);
}

/* ---- the table ------------------------------------------------------------------------------------ */

ShardingTable *sharding_table_new(Arena *arena)
{
    ShardingTable *t = g_new0(ShardingTable, 1);
    t->arena = arena;
    t->scratch = arena_new_root();
    t->work = arena_new_root();
    t->meshes = g_ptr_array_new();
    t->shardings = g_ptr_array_new();
    t->by_value = g_hash_table_new(sharding_hash, sharding_equal);
    t->closed = g_ptr_array_new();
    return t;
}

void sharding_table_free(ShardingTable *t)
{
    if (!t)
        return;
    arena_free(t->scratch);
    arena_free(t->work);
    g_ptr_array_free(t->meshes, TRUE);
    g_ptr_array_free(t->shardings, TRUE);
    g_ptr_array_free(t->closed, TRUE);
    g_hash_table_destroy(t->by_value);
    g_free(t);
}

int sharding_table_count(const ShardingTable *t)
{
    return (int)t->shardings->len;
}

static bool ids_are_identity(const Mesh *m)
{
    for (int64_t i = 0; m->device_ids && i < m->n_devices; i++)
        if (m->device_ids[i] != i)
            return false;
    return true;
}

static bool mesh_equal(const Mesh *a, const Mesh *b, bool b_identity)
{
    if (a->n_axes != b->n_axes || a->n_devices != b->n_devices || a->maximal != b->maximal)
        return false;
    for (int i = 0; i < a->n_axes; i++)
        if (a->axes[i].size != b->axes[i].size || strcmp(a->axes[i].name, b->axes[i].name) != 0)
            return false;
    if (!a->device_ids || (b_identity && !b->maximal))
        return !a->device_ids && b_identity;
    return memcmp(a->device_ids, b->device_ids, sizeof *a->device_ids * (size_t)a->n_devices) == 0;
}

bool mesh_same(const Mesh *a, const Mesh *b)
{
    return a == b || (a && b && mesh_equal(a, b, !b->maximal && ids_are_identity(b)));
}

bool sharding_same(const Sharding *a, const Sharding *b)
{
    return a == b || (a && b && mesh_same(a->mesh, b->mesh) && same_but_mesh(a, b));
}

const Mesh *mesh_intern(ShardingTable *t, const Mesh *mesh)
{
    for (guint i = 0; i < t->meshes->len; i++)
        if (t->meshes->pdata[i] == mesh)
            return mesh;
    bool identity = !mesh->maximal && ids_are_identity(mesh);
    for (guint i = 0; i < t->meshes->len; i++)
        if (mesh_equal(t->meshes->pdata[i], mesh, identity))
            return t->meshes->pdata[i];

    g_assert(mesh->n_axes <= MAX_AXES);
    Mesh *m = arena_new(t->arena, Mesh);
    *m = *mesh;
    m->name = mesh->name ? arena_strdup(t->arena, mesh->name) : NULL;
    MeshAxis *axes = arena_array(t->arena, MeshAxis, m->n_axes);
    for (int i = 0; i < m->n_axes; i++)
        axes[i] = (MeshAxis){ arena_strdup(t->arena, mesh->axes[i].name), mesh->axes[i].size };
    m->axes = axes;
    m->device_ids = identity ? NULL : arena_dup_array(t->arena, mesh->device_ids, m->n_devices);
    m->positions = NULL;
    if (m->device_ids && !m->maximal) {
        int64_t *positions = arena_array(t->arena, int64_t, m->n_devices);
        for (int64_t i = 0; i < m->n_devices; i++)
            positions[m->device_ids[i]] = i;
        m->positions = positions;
    }
    g_ptr_array_add(t->meshes, m);
    return m;
}

void mesh_rename(ShardingTable *t, const Mesh *mesh, const char *name)
{
    for (guint i = 0; i < t->meshes->len; i++)
        if (t->meshes->pdata[i] == mesh)
            ((Mesh *)t->meshes->pdata[i])->name = arena_strdup(t->arena, name);
}

static AxisList list_dup(Arena *arena, AxisList a)
{
    return (AxisList){ a.n ? arena_dup_array(arena, a.v, a.n) : NULL, a.n };
}

const Sharding *sharding_intern(ShardingTable *t, const Sharding *s)
{
    arena_reset(t->scratch);
    Sharding key = *s;
    key.id = 0;
    key.mesh = mesh_intern(t, s->mesh);
    DimSharding *dims = arena_array(t->scratch, DimSharding, s->rank);
    for (int d = 0; d < s->rank; d++) {
        dims[d] = s->dims[d];
        dims[d].axes = axis_list_merged(t->scratch, s->dims[d].axes);
        dims[d].priority = MAX(dims[d].priority, -1);
    }
    key.dims = dims;
    key.replicated = axis_list_sorted(t->scratch, key.mesh, s->replicated);
    key.unreduced = axis_list_sorted(t->scratch, key.mesh, s->unreduced);
    key.manual = axis_list_sorted(t->scratch, key.mesh, s->manual);
    if (!key.unreduced.n)
        key.reduction = REDUCTION_SUM;

    const Sharding *found = g_hash_table_lookup(t->by_value, &key);
    if (found)
        return found;
    Sharding *copy = arena_dup_array(t->arena, &key, 1);
    DimSharding *copy_dims = arena_dup_array(t->arena, dims, s->rank);
    for (int d = 0; d < s->rank; d++)
        copy_dims[d].axes = list_dup(t->arena, dims[d].axes);
    copy->dims = copy_dims;
    copy->replicated = list_dup(t->arena, key.replicated);
    copy->unreduced = list_dup(t->arena, key.unreduced);
    copy->manual = list_dup(t->arena, key.manual);
    copy->id = (int)t->shardings->len;
    g_ptr_array_add(t->shardings, copy);
    g_hash_table_add(t->by_value, copy);
    return copy;
}

/* ---- shardings from shardings ----------------------------------------------------------------------- */

static const Sharding *uniform(ShardingTable *t, const Mesh *mesh, int rank, bool open)
{
    g_assert(rank <= MAX_RANK);
    DimSharding dims[MAX_RANK];
    for (int d = 0; d < rank; d++)
        dims[d] = (DimSharding){ .open = open, .priority = -1 };
    return sharding_intern(t, &(Sharding){ .mesh = mesh, .rank = rank, .dims = dims });
}

const Sharding *sharding_replicated(ShardingTable *t, const Mesh *mesh, int rank)
{
    if (mesh != t->whole_mesh) {
        memset(t->whole, 0, sizeof t->whole);
        t->whole_mesh = mesh;
    }
    if (!t->whole[rank])
        t->whole[rank] = uniform(t, mesh, rank, false);
    return t->whole[rank];
}

const Sharding *sharding_open(ShardingTable *t, const Mesh *mesh, int rank)
{
    return uniform(t, mesh, rank, true);
}

const Sharding *sharding_with_dim(ShardingTable *t, const Sharding *s, int dim, AxisList axes)
{
    g_assert(!s->maximal && dim < s->rank);
    DimSharding dims[MAX_RANK];
    for (int d = 0; d < s->rank; d++)
        dims[d] = (DimSharding){ .axes = d == dim ? axes : s->dims[d].axes, .priority = -1 };
    Sharding changed = *s;
    changed.dims = dims;
    changed.replicated = (AxisList){ 0 };
    return sharding_intern(t, &changed);
}

const Sharding *sharding_with_unreduced(ShardingTable *t, const Sharding *s, AxisList axes, Reduction r)
{
    Sharding changed = *s;
    changed.unreduced = axes;
    changed.reduction = r;
    return sharding_intern(t, &changed);
}

static const Sharding *make_closed(ShardingTable *t, const Sharding *s)
{
    arena_reset(t->work);
    DimSharding *dims = arena_array(t->work, DimSharding, s->rank);
    for (int d = 0; d < s->rank; d++)
        dims[d] = (DimSharding){ .axes = axis_list_without_ones(t->work, s->dims[d].axes), .priority = -1 };
    Sharding changed = *s;
    changed.dims = dims;
    changed.replicated = (AxisList){ 0 };
    changed.unreduced = axis_list_without_ones(t->work, s->unreduced);
    changed.manual = axis_list_without_ones(t->work, s->manual);
    return sharding_intern(t, &changed);
}

const Sharding *sharding_closed(ShardingTable *t, const Sharding *s)
{
    guint id = (guint)s->id;
    if (id >= t->shardings->len || t->shardings->pdata[id] != s)
        return make_closed(t, s);
    if (id >= t->closed->len)
        g_ptr_array_set_size(t->closed, (int)t->shardings->len);
    if (!t->closed->pdata[id]) { /* by hand: making it may add shardings */
        const Sharding *made = make_closed(t, s);
        t->closed->pdata[id] = (gpointer)made;
    }
    return t->closed->pdata[id];
}

const Sharding *sharding_of_dims(ShardingTable *t, const Mesh *mesh, int rank, const AxisList *lists)
{
    g_assert(rank <= MAX_RANK);
    DimSharding dims[MAX_RANK];
    for (int d = 0; d < rank; d++)
        dims[d] = (DimSharding){ .axes = lists[d], .priority = -1 };
    return sharding_intern(t, &(Sharding){ .mesh = mesh, .rank = rank, .dims = dims });
}

/* ---- looking ------------------------------------------------------------------------------------------ */

bool sharding_is_replicated(const Sharding *s)
{
    return !s->maximal && tile_count(s) == 1 && axis_list_size(s->unreduced) == 1 && axis_list_size(s->manual) == 1;
}

static bool has_ones(AxisList a)
{
    for (int i = 0; i < a.n; i++)
        if (a.v[i].size == 1)
            return true;
    return false;
}

/* Equal but for axes of size 1, which import has removed from all but what tests make by hand. */
static bool same_axes(AxisList a, AxisList b)
{
    if (axis_list_equal(a, b))
        return true;
    if (!has_ones(a) && !has_ones(b))
        return false;
    Arena *scratch = arena_new_root();
    bool same = axis_list_equal(axis_list_without_ones(scratch, a), axis_list_without_ones(scratch, b));
    arena_free(scratch);
    return same;
}

/* On one mesh: the same axes in every role. */
static bool same_roles(const Sharding *a, const Sharding *b)
{
    bool same = same_axes(a->unreduced, b->unreduced) && same_axes(a->manual, b->manual) &&
                (axis_list_size(a->unreduced) == 1 || a->reduction == b->reduction);
    for (int d = 0; same && d < a->rank; d++)
        same = same_axes(a->dims[d].axes, b->dims[d].axes);
    return same;
}

/* On two meshes: every device holds the same tile. Partial and private values are compared on one mesh only. */
static bool same_tiles(const Sharding *a, const Sharding *b)
{
    if (a->mesh->n_devices != b->mesh->n_devices || a->unreduced.n || b->unreduced.n || a->manual.n || b->manual.n)
        return false;
    for (int d = 0; d < a->rank; d++)
        if (sharding_parts(a, d) != sharding_parts(b, d))
            return false;
    int64_t ca[MAX_RANK], cb[MAX_RANK];
    for (int64_t i = 0; i < a->mesh->n_devices; i++) {
        int64_t device = mesh_device_at(a->mesh, i);
        if (!tile_coords(a, device, ca) || !tile_coords(b, device, cb) ||
            memcmp(ca, cb, sizeof *ca * (size_t)a->rank) != 0)
            return false;
    }
    return true;
}

bool sharding_same_layout(const Sharding *a, const Sharding *b)
{
    if (a == b)
        return true;
    if (!a || !b || a->maximal != b->maximal)
        return false;
    if (a->maximal)
        return a->mesh->device_ids[0] == b->mesh->device_ids[0];
    if (a->rank != b->rank)
        return false;
    if (sharding_is_replicated(a) && sharding_is_replicated(b))
        return true;
    return a->mesh == b->mesh ? same_roles(a, b) : same_tiles(a, b);
}

/* ---- checking ----------------------------------------------------------------------------------------- */

static bool check_list(const Mesh *mesh, AxisList list, AxisRef *seen, int *n_seen, int max_seen, GError **error)
{
    for (int i = 0; i < list.n; i++) {
        AxisRef a = list.v[i];
        if (a.axis < 0 || a.axis >= mesh->n_axes)
            return diag(error, SHARD_ERROR_SHARDING, NULL, NULL, "the sharding names an axis that its mesh lacks");
        const MeshAxis *axis = &mesh->axes[a.axis];
        if (a.pre < 1 || a.size < 1 || axis->size % a.pre != 0 || (axis->size / a.pre) % a.size != 0)
            return diag(error, SHARD_ERROR_SHARDING, NULL, NULL,
                        "sub-axis \"%s\":(%" PRId64 ")%" PRId64 " does not divide axis \"%s\" of size %" PRId64,
                        axis->name, a.pre, a.size, axis->name, axis->size);
        for (int k = 0; k < *n_seen; k++) {
            if (axis_overlaps(a, seen[k]))
                return diag(error, SHARD_ERROR_SHARDING, NULL, "an axis can split one dimension only",
                            "axis \"%s\" is used twice", axis->name);
            if (!axis_coexist(a, seen[k]))
                return diag(error, SHARD_ERROR_SHARDING, NULL, NULL,
                            "two sub-axes of axis \"%s\" cannot be cut out of it together", axis->name);
        }
        if (*n_seen == max_seen)
            return diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "more than %d axes in one sharding", max_seen);
        seen[(*n_seen)++] = a;
    }
    return true;
}

bool sharding_check(const Sharding *s, int value_rank, GError **error)
{
    if (s->maximal)
        return true;
    if (s->rank != value_rank)
        return diag(error, SHARD_ERROR_SHARDING, NULL, NULL,
                    "the sharding has %d dimension%s, the value has %d", s->rank, s->rank == 1 ? "" : "s", value_rank);
    enum { MAX_SEEN = 256 };
    AxisRef seen[MAX_SEEN];
    int n_seen = 0;
    for (int d = 0; d < s->rank; d++)
        if (!check_list(s->mesh, s->dims[d].axes, seen, &n_seen, MAX_SEEN, error))
            return false;
    return check_list(s->mesh, s->replicated, seen, &n_seen, MAX_SEEN, error) &&
           check_list(s->mesh, s->unreduced, seen, &n_seen, MAX_SEEN, error) &&
           check_list(s->mesh, s->manual, seen, &n_seen, MAX_SEEN, error);
}
