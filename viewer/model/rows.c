/* Rows and their lifetime. See rows.h. */
#include "viewer/model/rows.h"

static void drop(GArray **a)
{
    if (*a)
        g_array_unref(*a);
    *a = NULL;
}

static void geom_free(gpointer p)
{
    ShardGeom *g = p;
    drop(&g->own);
    drop(&g->dims);
    drop(&g->axes);
    drop(&g->tiles);
    g_free(g);
}

static void mesh_free(gpointer p)
{
    MeshGeom *m = p;
    drop(&m->axes);
    drop(&m->devices);
    g_free(m);
}

static void run_free(gpointer p)
{
    RunRows *r = p;
    drop(&r->values);
    drop(&r->reshards);
    drop(&r->steps);
    drop(&r->summary);
    drop(&r->parts);
    drop(&r->coll_kinds);
    drop(&r->planned);
    drop(&r->kept);
    drop(&r->counts);
    g_free(r);
}

Rows *rows_new(const char *path)
{
    Rows *r = g_new0(Rows, 1);
    g_atomic_ref_count_init(&r->refs);
    r->path = g_strdup(path);
    r->run = g_ptr_array_new_with_free_func(run_free);
    r->foreign = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    r->geoms = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, geom_free);
    r->meshes = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, mesh_free);
    r->current = -1;
    return r;
}

Rows *rows_ref(Rows *r)
{
    g_atomic_ref_count_inc(&r->refs);
    return r;
}

void rows_unref(Rows *r)
{
    if (!r || !g_atomic_ref_count_dec(&r->refs))
        return;
    if (r->own)
        r->free_own(r->own);
    g_ptr_array_unref(r->run);
    g_ptr_array_unref(r->foreign);
    g_hash_table_unref(r->geoms);
    g_hash_table_unref(r->meshes);
    drop(&r->runs);
    g_free(r->path);
    g_free(r);
}

void rows_give(Rows *r, void *own, GDestroyNotify free_own)
{
    g_assert(!r->own);
    r->own = own;
    r->free_own = free_own;
}

void *rows_own(const Rows *r, GDestroyNotify free_own)
{
    return r->own && r->free_own == free_own ? r->own : NULL;
}

const ShardGeom *rows_geom(const Rows *r, int64_t sharding_id)
{
    return g_hash_table_lookup(r->geoms, &sharding_id);
}

const MeshGeom *rows_mesh(const Rows *r, int64_t mesh_id)
{
    return g_hash_table_lookup(r->meshes, &mesh_id);
}

void rows_add_geom(Rows *r, ShardGeom *geom)
{
    g_hash_table_replace(r->geoms, &geom->id, geom);
}

void rows_add_mesh(Rows *r, MeshGeom *mesh)
{
    g_hash_table_replace(r->meshes, &mesh->id, mesh);
}

RunRows *rows_add_run(Rows *r, const TraceRunInfo *info)
{
    RunRows *run = g_new0(RunRows, 1);
    run->info = info;
    g_ptr_array_add(r->run, run);
    return run;
}

const TraceRunCounts *rows_counts(const Rows *r)
{
    const RunRows *run = rows_current(r);
    return run && run->counts ? TRACE_AT(run->counts, TraceRunCounts, 0) : NULL;
}

const RunRows *rows_current(const Rows *r)
{
    return r->current >= 0 && r->current < (int)r->run->len ? g_ptr_array_index(r->run, r->current) : NULL;
}

bool rows_is_other_function(const Rows *r, int run)
{
    if (r->current < 0 || run == r->current || run >= (int)r->runs->len)
        return false;
    const char *process = TRACE_AT(r->runs, TraceRunInfo, r->current)->process;
    return process && g_strcmp0(process, TRACE_AT(r->runs, TraceRunInfo, run)->process) == 0;
}

int rows_run_index(const Rows *r, int64_t run_id)
{
    for (guint i = 0; i < r->run->len; i++) {
        if (((RunRows *)g_ptr_array_index(r->run, i))->info->id == run_id)
            return (int)i;
    }
    return -1;
}

const TraceValueRow *rows_value(const Rows *r, int64_t inst_id, int *run)
{
    for (guint i = 0; i < r->run->len; i++) {
        GArray *values = ((RunRows *)g_ptr_array_index(r->run, i))->values;
        for (guint k = 0; values && k < values->len; k++) {
            if (TRACE_AT(values, TraceValueRow, k)->inst_id != inst_id)
                continue;
            if (run)
                *run = (int)i;
            return TRACE_AT(values, TraceValueRow, k);
        }
    }
    return NULL;
}

const TraceReshardRow *rows_reshard(const Rows *r, int64_t id, int *run)
{
    for (guint i = 0; i < r->run->len; i++) {
        GArray *all = ((RunRows *)g_ptr_array_index(r->run, i))->reshards;
        for (guint k = 0; all && k < all->len; k++) {
            if (TRACE_AT(all, TraceReshardRow, k)->id != id)
                continue;
            if (run)
                *run = (int)i;
            return TRACE_AT(all, TraceReshardRow, k);
        }
    }
    return NULL;
}
