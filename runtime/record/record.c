/* Writes runs, devices, lanes and steps as rows of the trace; see record.h. */
#include "runtime/record/record_impl.h"

#include <string.h>

#include "runtime/base/clock.h"
#include "runtime/passes/predicted.h"

/* host.process_index: not of nodes of hardware, nor of a process that is alone. */
static TraceInt process_of(const Record *r, int host)
{
    if (r->n_hosts == 1 && r->is_part)
        return r->run.part_rank;
    return (TraceInt){ .v = host, .known = r->n_hosts > 1 && r->run.kind.v != TRACE_RUN_PREDICTED };
}

void record_source_hash(const void *data, gsize n, uint8_t out[TRACE_HASH_BYTES])
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    for (const guchar *at = data; n;) {
        gsize part = MIN(n, (gsize)G_MAXINT32);
        g_checksum_update(sum, at, (gssize)part);
        at += part;
        n -= part;
    }
    gsize n_out = TRACE_HASH_BYTES;
    g_checksum_get_digest(sum, out, &n_out);
}

static TraceInt cores_of(const Record *r, int process)
{
    return (TraceInt){ .v = r->n_cores[process], .known = r->n_cores[process] > 0 };
}

/* In the writer's thread, which may still be busy with texts. */
static void store_run(TraceWriter *w, void *data)
{
    Record *r = data;
    if (r->source_text) {
        gsize n;
        const void *text = g_bytes_get_data(r->source_text, &n);
        r->run.source_id = trace_blob(w, TRACE_BLOB_BYTES, text, n);
    }
    r->run_id = trace_put_run(w, &r->run);
    for (int i = 0; i < r->n_hosts; i++) {
        TraceHost row = { .run_id = r->run_id, .name = r->hosts[i], .process_index = process_of(r, i), .n_cores = cores_of(r, i) };
        if (r->is_part)
            row.recorded = TRACE_INT(i == r->own_host);
        r->host_id[i] = trace_put_host(w, &row);
    }
}

void record_host(Record *r, int process, const RecordHost *h)
{
    if (!r->w)
        return;
    record_wait(r);
    TraceHost row = { .id = r->host_id[process], .run_id = r->run_id, .name = r->hosts[process], .process_index = process_of(r, process), .clock_at_ns = TRACE_INT(h->clock_at_ns),
                      .clock_off_ns = TRACE_INT(h->clock_off_ns), .clock_rate = TRACE_REAL(h->clock_rate), .clock_err_ns = TRACE_INT(h->clock_err_ns),
                      .sent_bytes = (TraceInt){ .v = h->sent_bytes, .known = h->sent_bytes >= 0 }, .n_cores = cores_of(r, process) };
    if (r->is_part)
        row.recorded = TRACE_INT(process == r->own_host);
    trace_set_host(r->w, &row);
}

/* UNIX time of the run's time 0. */
static int64_t epoch_of(const Record *r)
{
    return r->clock.now_ns ? clock_unix_ns(clock_ns()) - (r->clock.now_ns(r->clock.user) - r->zero_ns) : clock_unix_ns(r->zero_ns);
}

static int64_t now_ns(const Record *r)
{
    return r->clock.now_ns ? r->clock.now_ns(r->clock.user) : clock_ns();
}

Record *record_run_new(TraceWriter *w, const RecordInfo *info, int64_t zero_ns)
{
    Record *r = g_new0(Record, 1);
    r->w = w;
    r->zero_ns = zero_ns;
    r->shardings = g_hash_table_new(NULL, NULL);
    r->meshes = g_hash_table_new(NULL, NULL);
    r->locs = g_hash_table_new(NULL, NULL);
    r->clock = info->clock;
    r->elsewhere = info->elsewhere;
    if (info->sim)
        r->sim = *info->sim;
    r->n_devices = info->n_devices;
    r->n_lanes = info->n_lanes > 0 ? MIN(info->n_lanes, info->n_devices) : info->n_devices;
    if (info->part) {
        r->is_part = true;
        r->own_host = info->n_processes > 1 ? info->part->rank : 0;
        r->first_lane = info->part->first;
        r->n_lanes = info->part->n;
    }
    r->n_hosts = MAX(info->n_processes, 1);
    r->host_id = g_new0(int64_t, r->n_hosts);
    r->hosts = g_new0(char *, r->n_hosts + 1);
    r->n_cores = info->n_cores ? g_memdup2(info->n_cores, sizeof(int) * (gsize)r->n_hosts) : g_new0(int, r->n_hosts);
    if (!info->n_cores && !info->hosts && info->kind == TRACE_RUN_MEASURED && !info->elsewhere)
        r->n_cores[0] = (int)g_get_num_processors();
    for (int i = 0; i < r->n_hosts; i++)
        r->hosts[i] = g_strdup(info->hosts ? info->hosts[i] : g_get_host_name());
    r->devices = g_memdup2(info->devices, sizeof *info->devices * (size_t)info->n_devices);
    for (int d = 0; d < r->n_devices; d++) {
        r->devices[d].kind = g_strdup(info->devices[d].kind);
        r->devices[d].name = info->devices[d].name ? g_strdup(info->devices[d].name) : g_strdup_printf("device %" G_GINT64_FORMAT, info->devices[d].id);
    }
    r->run = (TraceRun){ .name = g_strdup(info->name), .label = g_strdup(info->label), .epoch_ns = epoch_of(r), .producer = "shardscope 0.1.0",
                         .config = g_strdup(info->config), .kind = TRACE_INT(info->kind), .hardware = g_strdup(info->hardware) };
    if (info->part) {
        r->run.job = g_strdup(info->part->job);
        r->run.part_of = g_strdup(info->part->of);
        r->run.part_rank = TRACE_INT(info->part->rank);
        r->run.zero_ns = TRACE_INT(zero_ns);
    }
    r->run.options = g_strdup(info->options);
    r->run.process = g_strdup(info->process);
    r->run.recompiled = g_strdup(info->recompiled);
    if (info->source) {
        r->run.source_path = g_strdup(info->source->path);
        r->run.source_hash = (TraceBytes){ g_memdup2(info->source->hash, TRACE_HASH_BYTES), TRACE_HASH_BYTES };
        r->source_text = info->source->text ? g_bytes_ref(info->source->text) : NULL;
    }
    bool all = info->whole_steps <= 0 || info->n_steps <= info->whole_steps;
    r->most_slow = r->is_part ? -1 : info->whole_steps; /* none in a part: all parts have the same steps */
    r->first_whole = all ? info->n_steps : MAX(info->whole_steps / 10, 1);
    r->each_whole = all ? 1 : (info->n_steps + info->whole_steps - 1) / info->whole_steps;
    r->samples = g_array_new(FALSE, FALSE, sizeof(TraceMemSample));
    if (w)
        trace_later(w, store_run, r, NULL);
    return r;
}

int64_t record_run_id(Record *r)
{
    record_wait(r);
    return r->run_id;
}

void record_free(Record *r)
{
    if (!r)
        return;
    record_wait(r);
    record_texts_free(r->texts);
    g_free((char *)r->run.name);
    g_free((char *)r->run.label);
    g_free((char *)r->run.config);
    g_free((char *)r->run.hardware);
    g_free((char *)r->run.job);
    g_free((char *)r->run.part_of);
    g_free((char *)r->run.options);
    g_free((char *)r->run.process);
    g_free((char *)r->run.recompiled);
    g_free((char *)r->run.source_path);
    g_free((void *)r->run.source_hash.data);
    g_clear_pointer(&r->source_text, g_bytes_unref);
    g_hash_table_destroy(r->shardings);
    g_hash_table_destroy(r->meshes);
    g_hash_table_destroy(r->locs);
    for (int d = 0; d < r->n_devices; d++) {
        g_free((char *)r->devices[d].kind);
        g_free((char *)r->devices[d].name);
    }
    g_strfreev(r->hosts);
    g_free(r->host_id);
    g_free(r->n_cores);
    g_free(r->devices);
    g_free(r->device_id);
    g_free(r->input_inst);
    g_free(r->final_inst);
    g_free(r->final_is_tuple);
    g_free(r->coll_groups);
    g_clear_pointer(&r->group_lists, g_ptr_array_unref);
    g_clear_pointer(&r->meetings, g_hash_table_unref);
    g_free(r->reshard_row);
    g_free(r->reshard_bytes);
    g_free(r->choice_row);
    g_free(r->annotation_row);
    g_free(r->pass_row);
    g_free(r->lanes);
    g_clear_pointer(&r->threads, g_hash_table_unref);
    g_free(r->cores);
    g_free(r->device_name);
    record_lanes_free(r);
    g_array_unref(r->samples);
    g_free(r->in_loop);
    g_free(r->lane_pointers);
    g_free(r);
}

static void put_mesh_and_devices(Record *r, const Compiled *c)
{
    r->device_id = g_new0(int64_t, r->n_devices + 1);
    for (int d = 0; d < r->n_devices; d++)
        r->device_id[d] = trace_put_device(r->w, &(TraceDevice){ .run_id = r->run_id, .host_id = r->host_id[r->devices[d].process], .global_id = r->devices[d].id, .ordinal = TRACE_INT(d),
                                                                 .kind = r->devices[d].kind, .is_virtual = r->devices[d].is_virtual });
    r->mesh_id = c->whole->mesh ? record_mesh(r, c->whole->mesh) : 0;
}

int64_t record_mesh(Record *r, const Mesh *mesh)
{
    gpointer have = g_hash_table_lookup(r->meshes, mesh);
    if (have)
        return GPOINTER_TO_SIZE(have);
    g_autofree const char **names = g_new(const char *, mesh->n_axes + 1);
    g_autofree int64_t *sizes = g_new(int64_t, mesh->n_axes + 1);
    for (int a = 0; a < mesh->n_axes; a++) {
        names[a] = mesh->axes[a].name;
        sizes[a] = mesh->axes[a].size;
    }
    int64_t id = trace_mesh(r->w, &(TraceMeshParts){ .row = { .run_id = r->run_id, .name = mesh->name ? mesh->name : "mesh", .inferred = mesh->inferred },
                                                     .n_axes = mesh->n_axes, .axes = names, .sizes = sizes, .device_ids = mesh->device_ids });
    g_hash_table_insert(r->meshes, (gpointer)mesh, GSIZE_TO_POINTER(id));
    return id;
}

static void put_part(TraceWriter *w, TracePredictedPart *row)
{
    if (!(row->ns > 0))
        return;
    trace_put_predicted_part(w, row);
    row->seq++;
}

/* The classes of kernels, and exposed collectives by the axes that they run along; what the step has besides is waiting. */
static void put_parts(TraceWriter *w, const Simulation *s, int64_t run_id)
{
    TracePredictedPart row = { .run_id = run_id };
    double sum = 0;
    for (int k = 0; k < N_SIM_CLASSES; k++) {
        sum += s->ns[k];
        if (k == SIM_COLLECTIVE)
            continue;
        row.cause = sim_class_names[k];
        row.ns = s->ns[k];
        put_part(w, &row);
    }
    row.cause = "exposed collectives";
    for (int i = 0; i < s->n_axes; i++) {
        row.axes = s->axes[i].axes;
        row.ns = s->axes[i].exposed_ns;
        put_part(w, &row);
    }
    row.axes = NULL;
    row.cause = "starting the step";
    row.ns = s->own_ns;
    put_part(w, &row);
    row.cause = "pipeline bubble";
    row.ns = s->bubble_ns;
    put_part(w, &row);
    row.cause = "waiting for the slowest device";
    row.ns = s->late_ns;
    put_part(w, &row);
    row.cause = "waiting";
    row.ns = s->step.ns - sum - s->own_ns - s->bubble_ns - s->late_ns;
    if (row.ns > 1e-6 * s->step.ns)
        put_part(w, &row);
}

/* In the writer's thread. */
static void store_compiled(TraceWriter *w, void *data)
{
    Record *r = data;
    const Compiled *c = r->compiled;
    put_mesh_and_devices(r, c);
    r->module = (TraceModule){ .run_id = r->run_id, .name = c->whole->name, .replicas = TRACE_INT(c->n_replicas), .partitions = TRACE_INT(c->n_partitions),
                               .compile_ns = TRACE_INT(c->start_ns - r->zero_ns), .compile_dur_ns = TRACE_INT(c->compile_ns),
                               .cause = "asked for", .mesh_id = r->mesh_id, .strategy = c->strategy_name, .planner = c->planner_name,
                               .flops_one = TRACE_REAL(c->flops_one), .flops_sum = TRACE_REAL(c->flops_sum), .traffic = TRACE_INT(c->traffic) };
    Simulation *s = c->local && c->model ? compiled_simulation(c, &r->sim) : NULL;
    if (s) {
        r->module.est_ns = TRACE_REAL(simulated_step(s).ns);
        r->op_ns = simulated_op_ns(s, c->local);
        put_parts(w, s, r->run_id);
    }
    simulation_free(s);
    r->module_id = trace_put_module(r->w, &r->module);
    r->module.id = r->module_id;
    record_snapshots(r, c);
    g_clear_pointer(&r->op_ns, g_free);
    trace_commit(w, NULL); /* a failure stays with the writer, for those who can report it */
}

void record_compiled(Record *r, const Compiled *c, RecordTexts *texts)
{
    r->compiled = c;
    r->texts = texts;
    if (r->w)
        trace_later(r->w, store_compiled, r, NULL);
}

void record_wait(Record *r)
{
    if (r)
        trace_wait(r->w);
}

void record_rows(Record *r, RecordRows *out)
{
    record_wait(r);
    *out = (RecordRows){ .run_id = r->run_id, .module_id = r->module_id, .n_devices = r->n_devices, .insts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
    out->devices = g_memdup2(r->device_id, sizeof *r->device_id * (gsize)r->n_devices);
    const IrModule *m = r->compiled->local;
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++) {
            const IrOp *op = m->comps[k]->ops[i];
            if (op->id < r->n_final && r->final_inst[op->id])
                g_hash_table_insert(out->insts, g_strdup(op->name), GSIZE_TO_POINTER((gsize)r->final_inst[op->id]));
        }
}

void record_rows_clear(RecordRows *rows)
{
    g_clear_pointer(&rows->insts, g_hash_table_unref);
    g_clear_pointer(&rows->devices, g_free);
}

bool record_run_end(Record *r, GError **error)
{
    if (!r->w)
        return true;
    record_wait(r);
    trace_end_run(r->w, r->run_id, now_ns(r) - r->zero_ns);
    return trace_commit(r->w, error);
}

void record_run_cut(Record *r, const char *why)
{
    if (!r || !r->w)
        return;
    if (!r->lane_user) /* the run has no number yet; later, whoever ends this process may not wait for what is being stored */
        record_wait(r);
    trace_cut_run(r->w, r->run_id, why);
    trace_commit(r->w, NULL);
}
