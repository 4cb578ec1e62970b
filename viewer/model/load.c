/* Loading what the compiler saw and decided: runs, values, shardings, reshards. The timeline is in load_time.c. */
#include "viewer/model/load.h"

#include "viewer/layout/diff.h"

/* Arrays are counted, so rows of one file share what has not changed. */
static GArray *share(GArray *a)
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
        share(g->own);
        share(g->dims);
        share(g->axes);
        share(g->tiles);
        rows_add_geom(out, g);
    }
    g_hash_table_iter_init(&it, prev->meshes);
    while (g_hash_table_iter_next(&it, NULL, &v)) {
        MeshGeom *m = g_memdup2(v, sizeof(MeshGeom));
        share(m->axes);
        share(m->devices);
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

/* One part of a run: shared from before, or asked for. */
static bool part(bool want, GArray **to, GArray *before, GArray *(*ask)(TraceReader *, int64_t, GError **),
                 TraceReader *r, int64_t id, GError **error)
{
    if (before)
        *to = g_array_ref(before);
    else if (want && id)
        *to = ask(r, id, error);
    else
        return true;
    return *to != NULL;
}

bool load_runs(TraceReader *r, const Query *q, const Rows *prev, Rows *out, unsigned parts, GError **error)
{
    out->runs = prev && prev->runs ? g_array_ref(prev->runs) : trace_query_runs(r, error);
    if (!out->runs)
        return false;
    if (prev)
        share_tables(prev, out);
    for (guint i = 0; i < out->runs->len; i++) {
        const TraceRunInfo *info = TRACE_AT(out->runs, TraceRunInfo, i);
        RunRows *run = rows_add_run(out, info);
        const RunRows none = { 0 };
        const RunRows *old = prev && i < prev->run->len ? g_ptr_array_index(prev->run, i) : &none;
        if (!load_mesh(r, info->mesh_id, out, error) ||
            !part(parts & LOAD_values, &run->values, old->values, trace_query_values, r, info->input_snap, error) ||
            !part(parts & LOAD_reshards, &run->reshards, old->reshards, trace_query_reshards, r, info->module_id, error) ||
            !part(parts & LOAD_summary, &run->summary, old->summary, trace_query_step_summary, r, info->id, error) ||
            !part(parts & LOAD_summary, &run->coll_kinds, old->coll_kinds, trace_query_coll_kinds, r, info->module_id, error) ||
            !part(parts & LOAD_steps, &run->steps, old->steps, trace_query_steps, r, info->id, error))
            return false;
    }
    for (guint i = 0; i < out->run->len; i++) {
        RunRows *run = g_ptr_array_index(out->run, i);
        for (guint k = 0; run->steps && k < run->steps->len && !(prev && i < prev->run->len); k++) {
            TraceStepRow *st = TRACE_AT(run->steps, TraceStepRow, k);
            st->start_ns = sane_time(st->start_ns);
            st->dur_ns = MAX(sane_time(st->dur_ns), 0);
        }
    }
    out->current = out->runs->len ? 0 : -1;
    if (q->run_id && rows_run_index(out, q->run_id) >= 0)
        out->current = rows_run_index(out, q->run_id);
    return true;
}

bool load_shardings(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error)
{
    if (!load_runs(r, q, prev, out, LOAD_values | LOAD_reshards | LOAD_summary, error))
        return false;
    const TraceValueRow *about = NULL;
    for (guint i = 0; i < out->run->len; i++) {
        GArray *values = ((RunRows *)g_ptr_array_index(out->run, i))->values;
        for (guint k = 0; values && k < values->len; k++) {
            const TraceValueRow *v = TRACE_AT(values, TraceValueRow, k);
            bool asked = q->select.kind == REF_value && v->inst_id == q->select.id;
            if (asked)
                about = v;
            if ((asked || g_strcmp0(v->role, "value") != 0) && !load_geom(r, v->sharding_id, out, error))
                return false;
        }
    }
    if (!about)
        return true;
    /* The same name in other runs is drawn beside it. */
    for (guint i = 0; i < out->run->len; i++) {
        GArray *values = ((RunRows *)g_ptr_array_index(out->run, i))->values;
        for (guint k = 0; values && k < values->len; k++) {
            const TraceValueRow *v = TRACE_AT(values, TraceValueRow, k);
            if (g_strcmp0(v->name, about->name) == 0 && !load_geom(r, v->sharding_id, out, error))
                return false;
        }
    }
    out->about = q->select;
    out->why = trace_query_why(r, about->inst_id, true, error);
    return out->why != NULL;
}

bool load_reshards(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error)
{
    if (!load_runs(r, q, prev, out, LOAD_values | LOAD_reshards | LOAD_summary, error))
        return false;
    const RunRows *run = rows_current(out);
    if (!run || !run->reshards || run->reshards->len == 0)
        return true;
    const TraceReshardRow *about = q->select.kind == REF_reshard ? rows_reshard(out, q->select.id, NULL) : NULL;
    if (!about)
        about = TRACE_AT(run->reshards, TraceReshardRow, 0);
    out->about = (Ref){ REF_reshard, run->info->id, about->id, 0 };
    if (!load_geom(r, about->from_id, out, error) || !load_geom(r, about->to_id, out, error))
        return false;
    out->plans = trace_query_reshard_plans(r, about->id, error);
    out->colls = out->plans ? trace_query_reshard_colls(r, about->id, error) : NULL;
    out->remedies = out->colls ? trace_query_remedies(r, run->info->module_id, about->id, error) : NULL;
    out->why = !out->remedies    ? NULL
               : about->inst_id ? trace_query_why(r, about->inst_id, false, error)
                                : g_array_new(FALSE, TRUE, sizeof(TraceWhyRow));
    int64_t other = about->cause_inst ? about->cause_inst : about->user_id;
    out->why_other = !out->why                                  ? NULL
                     : other && other != about->inst_id ? trace_query_why(r, other, false, error)
                                                        : g_array_new(FALSE, TRUE, sizeof(TraceWhyRow));
    if (out->why_other && about->choice_id)
        out->options = trace_query_choice_options(r, about->choice_id, error);
    return out->why_other && (!about->choice_id || out->options);
}

#define MAX_SAMPLED 512

/* What was measured on each device: those with most first, in the order of their ids after that. */
static bool load_samples(TraceReader *r, RunRows *run, GError **error)
{
    run->peaks = trace_query_peaks(r, run->info->id, error);
    if (!run->peaks)
        return false;
    run->samples = device_samples_new();
    for (guint i = 0; i < run->peaks->len && i < MAX_SAMPLED; i++) {
        const TracePeakRow *p = TRACE_AT(run->peaks, TracePeakRow, i);
        if (!p->measured.known)
            continue;
        DeviceSamples d = { p->global_id, p->capacity.known ? p->capacity.v : 0, trace_query_mem_samples(r, p->device_id, error) };
        if (!d.samples)
            return false;
        for (guint k = 0; k < d.samples->len; k++) {
            TraceSampleRow *x = TRACE_AT(d.samples, TraceSampleRow, k);
            x->ts_ns = sane_time(x->ts_ns);
            x->in_use = sane_size(x->in_use);
        }
        g_array_append_val(run->samples, d);
    }
    return true;
}

bool load_memory(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error)
{
    if (!load_runs(r, q, prev, out, 0, error))
        return false;
    if (out->current < 0)
        return true;
    RunRows *run = g_ptr_array_index(out->run, out->current);
    int64_t final = run->info->final_snap, input = run->info->input_snap;
    if (!load_samples(r, run, error))
        return false;
    run->memory = trace_query_memory_summary(r, final, error);
    run->buffers = run->memory ? trace_query_buffers(r, final, false, error) : NULL;
    run->peak = run->buffers ? trace_query_buffers(r, final, true, error) : NULL;
    run->copies = run->peak ? trace_query_copies(r, input, error) : NULL;
    GArray *both[] = { run->buffers, run->peak };
    for (int k = 0; k < 2; k++) {
        for (guint i = 0; both[k] && i < both[k]->len; i++) {
            TraceBufferRow *b = TRACE_AT(both[k], TraceBufferRow, i);
            b->size = sane_size(b->size);
            b->off = sane_size(b->off);
        }
    }
    return run->copies != NULL;
}

static void mark(Rows *out, const char *name)
{
    for (guint i = 0; i < out->marks->len; i++)
        if (g_str_equal(g_ptr_array_index(out->marks, i), name))
            return;
    if (out->marks->len < 24)
        g_ptr_array_add(out->marks, g_strdup(name));
}

static bool mark_all(Rows *out, GArray *insts)
{
    for (guint i = 0; insts && i < insts->len; i++)
        mark(out, TRACE_AT(insts, TraceInstRow, i)->name);
    if (insts)
        g_array_unref(insts);
    return insts != NULL;
}

/* The names that the selected instruction has, had and will have; of a reshard, those of its value, of who asked for
 * it, and of what it became. */
static bool load_marks(TraceReader *r, const Query *q, Rows *out, GError **error)
{
    out->marks = g_ptr_array_new_with_free_func(g_free);
    if (q->select.kind == REF_reshard) {
        g_autoptr(GArray) one = trace_query_reshard(r, q->select.id, error);
        g_autoptr(GArray) colls = one ? trace_query_reshard_colls(r, q->select.id, error) : NULL;
        if (!colls)
            return false;
        for (guint i = 0; i < colls->len; i++)
            mark(out, TRACE_AT(colls, TraceCollRow, i)->name);
        const TraceReshardRow *x = one->len ? TRACE_AT(one, TraceReshardRow, 0) : NULL;
        if (x && x->consumer)
            mark(out, x->consumer);
        return true;
    }
    if (q->select.kind != REF_value && q->select.kind != REF_inst)
        return true;
    return mark_all(out, trace_query_inst(r, q->select.id, error)) && mark_all(out, trace_query_origins(r, q->select.id, error)) &&
           mark_all(out, trace_query_descendants(r, q->select.id, error));
}

/* The pass that is asked for, else the first that changed the number of instructions. */
static const TracePassRow *choose_pass(const GArray *passes, Ref select, const Rows *prev)
{
    const TracePassRow *first = NULL;
    for (guint i = 0; i < passes->len; i++) { /* a reshard becomes collectives where these first appear */
        const TracePassRow *p = TRACE_AT(passes, TracePassRow, i);
        if (select.kind == REF_reshard && p->coll_before.known && p->coll_after.known && p->coll_after.v > p->coll_before.v)
            return p;
        if (select.kind != REF_pass && select.kind != REF_reshard && prev && prev->about.kind == REF_pass && p->id == prev->about.id)
            return p; /* following something: stay */
    }
    for (guint i = 0; i < passes->len; i++) {
        const TracePassRow *p = TRACE_AT(passes, TracePassRow, i);
        if (select.kind == REF_pass && p->id == select.id)
            return p;
        if (!first && p->inst_before.known && p->inst_after.known && p->inst_before.v != p->inst_after.v)
            first = p;
    }
    return first ? first : passes->len ? TRACE_AT(passes, TracePassRow, 0) : NULL;
}

bool load_passes(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error)
{
    if (!load_runs(r, q, prev, out, 0, error))
        return false;
    if (out->current < 0)
        return true;
    RunRows *run = g_ptr_array_index(out->run, out->current);
    run->passes = trace_query_passes(r, run->info->module_id, error);
    if (!run->passes || !load_marks(r, q, out, error))
        return false;
    if (q->select.kind == REF_pass && prev && prev->marks && prev->current == out->current)
        for (guint i = 0; i < prev->marks->len; i++) /* another pass: the same is followed */
            mark(out, g_ptr_array_index(prev->marks, i));
    if (out->marks->len && q->select.kind != REF_pass)
        out->touched = trace_query_touches(r, run->info->module_id, q->select.kind == REF_reshard ? 0 : q->select.id,
                                           q->select.kind == REF_reshard ? q->select.id : 0, NULL);
    else if (out->marks->len && prev->touched)
        out->touched = g_array_ref(prev->touched);
    const TracePassRow *p = choose_pass(run->passes, q->select, prev);
    bool fresh = !prev || prev->about.kind != REF_pass || prev->current != out->current;
    for (guint i = 0; fresh && q->select.kind != REF_pass && q->select.kind != REF_reshard && out->touched && out->touched->len && i < run->passes->len; i++)
        if (TRACE_AT(run->passes, TracePassRow, i)->id == TRACE_AT(out->touched, TraceTouchRow, 0)->pass_id)
            p = TRACE_AT(run->passes, TracePassRow, i); /* the first that did something to what is followed */
    if (!p)
        return true;
    out->about = (Ref){ REF_pass, run->info->id, p->id, 0 };
    if (p->snap_before && p->snap_after) { /* a text that was not kept is no failure */
        out->text_before = trace_snapshot_text(r, p->snap_before, NULL);
        out->text_after = trace_snapshot_text(r, p->snap_after, NULL);
        if (out->text_before && out->text_after)
            out->diff = diff_lines(out->text_before, out->text_after);
    }
    return true;
}
