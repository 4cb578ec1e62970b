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

static void samples_clear(gpointer p)
{
    drop(&((DeviceSamples *)p)->samples);
}

GArray *device_samples_new(void)
{
    GArray *a = g_array_new(FALSE, TRUE, sizeof(DeviceSamples));
    g_array_set_clear_func(a, samples_clear);
    return a;
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
    drop(&r->passes);
    drop(&r->memory);
    drop(&r->buffers);
    drop(&r->peak);
    drop(&r->copies);
    drop(&r->peaks);
    drop(&r->crit);
    drop(&r->samples);
    drop(&r->splits);
    drop(&r->tried);
    drop(&r->lanes);
    drop(&r->ops);
    g_free(r);
}

static void lane_events_clear(gpointer p)
{
    LaneEvents *e = p;
    drop(&e->spans);
    drop(&e->buckets);
}

static void lane_data_clear(gpointer p)
{
    drop(&((LaneData *)p)->rows);
}

TimelineRows *timeline_rows_new(void)
{
    TimelineRows *t = g_new0(TimelineRows, 1);
    t->data = g_array_new(FALSE, TRUE, sizeof(LaneData));
    g_array_set_clear_func(t->data, lane_data_clear);
    t->name = g_hash_table_new(g_int64_hash, g_int64_equal);
    t->meeting = g_hash_table_new(g_int64_hash, g_int64_equal);
    t->coll = g_hash_table_new(g_int64_hash, g_int64_equal);
    t->last = g_hash_table_new(g_int64_hash, g_int64_equal);
    t->on_path = g_hash_table_new(g_int64_hash, g_int64_equal);
    t->meetings = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    return t;
}

static void timeline_free(TimelineRows *t)
{
    if (!t)
        return;
    for (guint i = 0; i < t->data->len; i++)
        if (TRACE_AT(t->data, LaneData, i)->rows)
            g_array_set_clear_func(TRACE_AT(t->data, LaneData, i)->rows, lane_events_clear);
    g_array_unref(t->data);
    g_hash_table_unref(t->name);
    g_hash_table_unref(t->meeting);
    g_hash_table_unref(t->coll);
    g_hash_table_unref(t->last);
    g_hash_table_unref(t->on_path);
    drop(&t->crit);
    drop(&t->flows);
    g_ptr_array_unref(t->meetings);
    drop(&t->lanes);
    drop(&t->names);
    drop(&t->coll_rows);
    g_free(t);
}

GraphRows *graph_rows_new(GArray *insts, GArray *operands)
{
    GraphRows *g = g_new0(GraphRows, 1);
    g_atomic_ref_count_init(&g->refs);
    g->insts = insts;
    g->operands = operands;
    return g;
}

GraphRows *graph_rows_ref(GraphRows *g)
{
    if (g)
        g_atomic_ref_count_inc(&g->refs);
    return g;
}

static void graph_rows_unref(GraphRows *g)
{
    if (!g || !g_atomic_ref_count_dec(&g->refs))
        return;
    g_clear_pointer(&g->index, g_hash_table_unref);
    drop(&g->insts);
    drop(&g->operands);
    g_free(g->op_at);
    g_free(g->ops);
    g_free(g->user_at);
    g_free(g->users);
    g_free(g);
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
    g_ptr_array_unref(r->run);
    g_ptr_array_unref(r->foreign);
    g_hash_table_unref(r->geoms);
    g_hash_table_unref(r->meshes);
    drop(&r->runs);
    drop(&r->why);
    drop(&r->why_other);
    drop(&r->plans);
    drop(&r->colls);
    drop(&r->options);
    drop(&r->remedies);
    drop(&r->diff);
    g_clear_pointer(&r->marks, g_ptr_array_unref);
    g_clear_pointer(&r->touched, g_array_unref);
    timeline_free(r->time);
    graph_rows_unref(r->program);
    graph_rows_unref(r->local);
    g_free(r->text_before);
    g_free(r->text_after);
    g_free(r->path);
    g_free(r);
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

const RunRows *rows_current(const Rows *r)
{
    return r->current >= 0 && r->current < (int)r->run->len ? g_ptr_array_index(r->run, r->current) : NULL;
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
