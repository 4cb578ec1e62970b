/* Loading what several views need: runs with their values, reshards and steps; meshes and shardings. */
#include "viewer/model/load.h"

/* Arrays are counted, so rows of one file share what has not changed. */
GArray *share_array(GArray *a)
{
    return a ? g_array_ref(a) : NULL;
}

int64_t sane_time(int64_t ns)
{
    return CLAMP(ns, -((int64_t)1 << 60), (int64_t)1 << 60);
}

int64_t sane_size(int64_t bytes)
{
    return CLAMP(bytes, 0, (int64_t)1 << 44);
}

static void share_tables(const Rows *prev, Rows *out)
{
    GHashTableIter it;
    gpointer v;
    g_hash_table_iter_init(&it, prev->geoms);
    while (g_hash_table_iter_next(&it, NULL, &v)) {
        ShardGeom *g = g_memdup2(v, sizeof(ShardGeom));
        share_array(g->own);
        share_array(g->dims);
        share_array(g->axes);
        share_array(g->tiles);
        rows_add_geom(out, g);
    }
    g_hash_table_iter_init(&it, prev->meshes);
    while (g_hash_table_iter_next(&it, NULL, &v)) {
        MeshGeom *m = g_memdup2(v, sizeof(MeshGeom));
        share_array(m->axes);
        share_array(m->devices);
        rows_add_mesh(out, m);
    }
}

static bool load_mesh(TraceReader *r, int64_t mesh_id, Rows *out, GError **error)
{
    if (!mesh_id || rows_mesh(out, mesh_id))
        return true;
    MeshGeom *m = g_new0(MeshGeom, 1);
    m->id = mesh_id;
    m->axes = trace_query_mesh_axes(r, mesh_id, error);
    m->devices = m->axes ? trace_query_mesh_devices(r, mesh_id, error) : NULL;
    bool ok = m->devices != NULL;
    if (!m->axes)
        m->axes = g_array_new(FALSE, TRUE, sizeof(TraceMeshAxis));
    if (!m->devices)
        m->devices = g_array_new(FALSE, TRUE, sizeof(TraceMeshDevice));
    rows_add_mesh(out, m);
    return ok;
}

bool load_geom(TraceReader *r, int64_t sharding_id, Rows *out, GError **error)
{
    if (!sharding_id || rows_geom(out, sharding_id))
        return true;
    g_autoptr(GArray) own = trace_query_sharding(r, sharding_id, error);
    if (!own)
        return false;
    if (own->len == 0)
        return true;
    g_autoptr(GArray) dims = trace_query_sharding_dims(r, sharding_id, error);
    g_autoptr(GArray) axes = dims ? trace_query_sharding_axes(r, sharding_id, error) : NULL;
    g_autoptr(GArray) tiles = axes ? trace_query_tiles(r, sharding_id, error) : NULL;
    if (!tiles)
        return false;
    ShardGeom *g = g_new0(ShardGeom, 1);
    g->id = sharding_id;
    g->info = *TRACE_AT(own, TraceShardingInfo, 0);
    g->own = g_steal_pointer(&own);
    g->dims = g_steal_pointer(&dims);
    g->axes = g_steal_pointer(&axes);
    g->tiles = g_steal_pointer(&tiles);
    rows_add_geom(out, g);
    return load_mesh(r, g->info.mesh_id, out, error);
}

typedef struct Load {
    TraceReader *r;
    unsigned parts; /* LoadParts that are wanted */
    GError **error;
} Load;

/* One part of a run, a question about a row: taken from `before`, else asked for where it is wanted. */
static bool part(const Load *l, LoadParts which, GArray **to, GArray *before, GArray *(*ask)(TraceReader *, int64_t, GError **), int64_t id)
{
    if (before)
        *to = g_array_ref(before);
    else if ((l->parts & which) && id)
        *to = ask(l->r, id, l->error);
    else
        return true;
    return *to != NULL;
}

/* The run that is asked for, else the first, unless it is a function that does little beside others; of imported programs the first with steps: a
 * profile comes beside one of the programs of a dump. -1 = there is none. */
static int current_run(const GArray *runs, int64_t asked)
{
    for (guint i = 0; asked && i < runs->len; i++)
        if (TRACE_AT(runs, TraceRunInfo, i)->id == asked)
            return (int)i;
    int first = -1, profiled = -1;
    for (guint i = 0; i < runs->len; i++) {
        const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, i);
        if (first < 0 && trace_run_is_main(runs, i))
            first = (int)i;
        if (profiled < 0 && run->kind == TRACE_RUN_IMPORTED && run->n_steps > 0)
            profiled = (int)i;
    }
    bool imported = first >= 0 && TRACE_AT(runs, TraceRunInfo, first)->kind == TRACE_RUN_IMPORTED;
    return imported && profiled >= 0 ? profiled : first >= 0 ? first : runs->len ? 0 : -1;
}

/* What the list of views says beside each name, whichever view is read. */
static bool load_counts(TraceReader *r, const Rows *prev, Rows *out, GError **error)
{
    if (out->current < 0)
        return true;
    guint at = (guint)out->current;
    RunRows *run = g_ptr_array_index(out->run, at);
    const RunRows *old = prev && at < prev->run->len ? g_ptr_array_index(prev->run, at) : NULL;
    run->counts = old && old->counts ? g_array_ref(old->counts) : trace_query_run_counts(r, run->info, error);
    return run->counts != NULL;
}

/* What is wanted of a function that is not the one shown: of a hundred, all that a list of them says; of the one that takes most, everything. */
static unsigned parts_of_other(const GArray *runs, guint i, unsigned parts)
{
    if (!(parts & LOAD_functions))
        return 0;
    return trace_run_is_main(runs, i) ? parts : parts & (LOAD_summary | LOAD_steps);
}

bool load_runs(TraceReader *r, const Query *q, const Rows *prev, Rows *out, unsigned parts, GError **error)
{
    out->runs = prev && prev->runs ? g_array_ref(prev->runs) : trace_query_runs(r, error);
    if (!out->runs)
        return false;
    if (prev)
        share_tables(prev, out);
    const RunRows none = { 0 };
    out->current = current_run(out->runs, q->run_id);
    for (guint i = 0; i < out->runs->len; i++) {
        const TraceRunInfo *info = TRACE_AT(out->runs, TraceRunInfo, i);
        RunRows *run = rows_add_run(out, info);
        const Load l = { r, rows_is_other_function(out, (int)i) ? parts_of_other(out->runs, i, parts) : parts, error };
        const RunRows *old = prev && i < prev->run->len ? g_ptr_array_index(prev->run, i) : &none;
        if (!load_mesh(r, info->mesh_id, out, error) ||
            !part(&l, LOAD_values, &run->values, old->values, trace_query_values, info->input_snap) ||
            !part(&l, LOAD_reshards, &run->reshards, old->reshards, trace_query_reshards, info->module_id) ||
            !part(&l, LOAD_summary, &run->summary, old->summary, trace_query_step_summary, info->id) ||
            !part(&l, LOAD_summary, &run->kept, old->kept, trace_query_kept, info->id) ||
            !part(&l, LOAD_summary, &run->coll_kinds, old->coll_kinds, trace_query_coll_kinds, info->module_id) ||
            !part(&l, LOAD_summary, &run->planned, old->planned, trace_query_predicted_parts, info->id) ||
            !part(&l, LOAD_steps, &run->steps, old->steps, trace_query_steps, info->id))
            return false;
    }
    if (!load_counts(r, prev, out, error))
        return false;
    for (guint i = 0; i < out->run->len; i++) {
        RunRows *run = g_ptr_array_index(out->run, i);
        for (guint k = 0; run->steps && k < run->steps->len && !(prev && i < prev->run->len); k++) {
            TraceStepRow *st = TRACE_AT(run->steps, TraceStepRow, k);
            st->start_ns = sane_time(st->start_ns);
            st->dur_ns = MAX(sane_time(st->dur_ns), 0);
        }
    }
    return true;
}
