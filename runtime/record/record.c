/* Writes runs, devices, lanes and steps as rows of the trace; see record.h. */
#include "runtime/record/record_impl.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/clock.h"
#include "runtime/ir/label.h"

struct RecordLane {
    Record *r;
    TraceLaneBuffer *lane;
    int device;
    int wait_op;          /* collective that the device waits at; -1 = none */
    int64_t wait_ns;      /* since then */
    int64_t end_ns;       /* of its last event in this step; 0 = it has none yet */
    int64_t *meets;       /* by op id of the local module: meetings so far in this step */
    uint32_t *seen;       /* by op id: trip in which the op last ran */
    uint32_t trip, told;  /* of the step's loops, counted through; the one that the lane was told */
    struct Sample {
        int64_t at_ns, held;
    } *samples, highest;  /* of this step; the highest, and the last, are stored even where the others are not */
    int n_samples, room;
    int64_t last_held;
};

#define LOOK_AFTER_NS 50000000 /* at the memory of steps that are not recorded whole, and at that of the process */
enum { MAX_EVENTS = 1 << 16 }; /* of a device and step */
enum { MAX_SAMPLES = 2048, FULL_STEPS = 2 }; /* a device and step; steps of which more than the highest is stored */

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
    for (int i = 0; i < r->n_hosts; i++)
        r->host_id[i] = trace_put_host(w, &(TraceHost){ .run_id = r->run_id, .name = r->hosts[i], .process_index = (TraceInt){ .v = i, .known = r->n_hosts > 1 } });
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
    r->n_devices = info->n_devices;
    r->n_lanes = info->n_lanes > 0 ? MIN(info->n_lanes, info->n_devices) : info->n_devices;
    r->n_hosts = MAX(info->n_processes, 1);
    r->host_id = g_new0(int64_t, r->n_hosts);
    r->hosts = g_new0(char *, r->n_hosts + 1);
    for (int i = 0; i < r->n_hosts; i++)
        r->hosts[i] = g_strdup(info->hosts ? info->hosts[i] : g_get_host_name());
    r->devices = g_memdup2(info->devices, sizeof *info->devices * (size_t)info->n_devices);
    for (int d = 0; d < r->n_devices; d++) {
        r->devices[d].kind = g_strdup(info->devices[d].kind);
        r->devices[d].name = info->devices[d].name ? g_strdup(info->devices[d].name) : g_strdup_printf("device %" G_GINT64_FORMAT, info->devices[d].id);
    }
    r->run = (TraceRun){ .name = g_strdup(info->name), .label = g_strdup(info->label), .epoch_ns = g_get_real_time() * 1000 - (now_ns(r) - zero_ns), .producer = "shardscope 0.1.0",
                         .config = g_strdup(info->config), .kind = TRACE_INT(info->kind), .hardware = g_strdup(info->hardware) };
    r->run.options = g_strdup(info->options);
    r->run.process = g_strdup(info->process);
    r->run.recompiled = g_strdup(info->recompiled);
    if (info->source) {
        r->run.source_path = g_strdup(info->source->path);
        r->run.source_hash = (TraceBytes){ g_memdup2(info->source->hash, TRACE_HASH_BYTES), TRACE_HASH_BYTES };
        r->source_text = info->source->text ? g_bytes_ref(info->source->text) : NULL;
    }
    bool all = info->whole_steps <= 0 || info->n_steps <= info->whole_steps;
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
    g_free(r->devices);
    g_free(r->device_id);
    g_free(r->input_inst);
    g_free(r->final_inst);
    g_free(r->final_is_tuple);
    g_free(r->coll_groups);
    g_clear_pointer(&r->group_lists, g_ptr_array_unref);
    g_clear_pointer(&r->meetings, g_hash_table_unref);
    g_free(r->reshard_row);
    g_free(r->choice_row);
    g_free(r->annotation_row);
    g_free(r->pass_row);
    g_free(r->lanes);
    g_clear_pointer(&r->threads, g_hash_table_unref);
    g_free(r->cores);
    g_free(r->device_name);
    for (int d = 0; r->lane_user && d < r->n_lanes; d++) {
        g_free(r->lane_user[d].meets);
        g_free(r->lane_user[d].seen);
        g_free(r->lane_user[d].samples);
    }
    g_array_unref(r->samples);
    g_free(r->in_loop);
    g_free(r->lane_user);
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

/* In the writer's thread. */
static void store_compiled(TraceWriter *w, void *data)
{
    Record *r = data;
    const Compiled *c = r->compiled;
    put_mesh_and_devices(r, c);
    r->module = (TraceModule){ .run_id = r->run_id, .name = c->whole->name, .replicas = TRACE_INT(c->n_replicas), .partitions = TRACE_INT(c->n_partitions),
                               .compile_ns = TRACE_INT(c->start_ns - r->zero_ns), .compile_dur_ns = TRACE_INT(c->compile_ns),
                               .cause = "asked for", .mesh_id = r->mesh_id, .strategy = c->strategy_name, .planner = c->planner_name,
                               .flops_one = TRACE_REAL(c->flops_one), .flops_sum = TRACE_REAL(c->flops_sum), .traffic = TRACE_INT(c->traffic),
                               .est_ns = TRACE_REAL(c->step_ns) };
    r->module_id = trace_put_module(r->w, &r->module);
    r->module.id = r->module_id;
    record_snapshots(r, c);
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

typedef struct MemoryJob {
    Record *r;
    MemoryPlan plan;
} MemoryJob;

static void memory_job_free(void *data)
{
    MemoryJob *job = data;
    g_free(job->plan.buffers);
    g_free(job);
}

/* By place: the region of one that does not lie in the arena but is an argument, a result, a constant. The caller frees it. */
static TraceAlloc *own_regions(const Record *r, const MemoryPlan *plan)
{
    TraceAlloc *own = g_new0(TraceAlloc, plan->n_buffers + 1);
    for (int i = 0; i < plan->n_buffers; i++) {
        const PlannedBuffer *b = &plan->buffers[i];
        TraceAlloc *region = &own[b->place];
        region->snapshot_id = r->final_snapshot;
        region->size = MAX(region->size, b->size);
        if (b->param >= 0) {
            region->flags |= 1;
            region->param_no = TRACE_INT(b->param);
        }
        if (b->result >= 0)
            region->flags |= 2;
    }
    for (int i = 0; i < plan->n_buffers; i++)
        own[i].flags = own[i].flags == 3 ? 35 : own[i].flags ? own[i].flags : 4;
    return own;
}

/* How its user names what is in a buffer. */
static const char *buffer_label(Labels *local, Labels *whole, const Compiled *c, const PlannedBuffer *b, const IrOp *op)
{
    if (b->cat == BUFFER_CONSTANT)
        return "a constant";
    if (b->result >= 0 && b->param < 0)
        return label_result(whole, c->whole, b->result);
    const char *text = op ? label_value(local, op, b->leaf) : NULL;
    return text && g_str_has_prefix(text, "the result of ") ? text + strlen("the result of ") : text;
}

/* In the writer's thread. */
static void store_memory(TraceWriter *w, void *data)
{
    MemoryJob *job = data;
    Record *r = job->r;
    const Compiled *c = r->compiled;
    const MemoryPlan *plan = &job->plan;
    int64_t arena = trace_put_alloc(r->w, &(TraceAlloc){ .snapshot_id = r->final_snapshot, .idx = 0, .size = plan->temp_bytes, .flags = 16 });
    int idx = 1;
    g_autofree const IrOp **ops = g_new0(const IrOp *, r->n_final + 1); /* by id */
    for (int k = 0; k < c->local->n_comps; k++)
        for (int i = 0; i < c->local->comps[k]->n_ops; i++)
            ops[c->local->comps[k]->ops[i]->id] = c->local->comps[k]->ops[i];
    DecisionLog *log = decision_log_new();
    Labels *local = labels_new(c->local, log), *whole = labels_new(c->whole, log);
    g_autofree TraceAlloc *own = own_regions(r, plan);
    g_autofree int64_t *region = g_new0(int64_t, plan->n_buffers + 1); /* by place */
    for (int i = 0; i < plan->n_buffers; i++) {
        const PlannedBuffer *b = &plan->buffers[i];
        if (b->size == 0)
            continue;
        if (!region[b->place] && b->offset < 0)
            own[b->place].idx = idx++;
        if (!region[b->place])
            region[b->place] = b->offset < 0 ? trace_put_alloc(r->w, &own[b->place]) : arena;
        bool known = b->op_id >= 0 && b->op_id < r->n_final;
        char leaf[24];
        g_snprintf(leaf, sizeof leaf, "{%d}", b->leaf);
        TraceBuffer row = { .alloc_id = region[b->place], .inst_id = known ? r->final_inst[b->op_id] : 0, .off = MAX(b->offset, 0), .size = b->size,
                            .at_peak = b->at_peak, .cat = (int64_t)b->cat, .place = TRACE_INT(b->place),
                            .label = buffer_label(local, whole, c, b, known ? ops[b->op_id] : NULL) };
        if (known && r->final_is_tuple[b->op_id])
            row.shape_index = leaf;
        if (b->result >= 0)
            row.result_no = TRACE_INT(b->result);
        if (b->live_from >= 0) {
            row.live_from = TRACE_INT(b->live_from);
            row.live_to = TRACE_INT(b->live_to);
        }
        trace_put_buffer(r->w, &row);
    }
    labels_free(local);
    labels_free(whole);
    decision_log_free(log);
    r->module.peak_bytes = TRACE_INT(plan->peak_bytes);
    r->standing_bytes = plan->argument_bytes + plan->constant_bytes;
    r->module.traffic = TRACE_INT(c->traffic);
    r->module.est_ns = TRACE_REAL(c->step_ns);
    trace_set_module(w, &r->module);
    trace_index(w); /* all that comes in bulk is there */
    trace_commit(w, NULL);
}

void record_memory(Record *r, const MemoryPlan *plan)
{
    if (!r->w)
        return;
    MemoryJob *job = g_new(MemoryJob, 1);
    *job = (MemoryJob){ r, *plan };
    job->plan.buffers = g_memdup2(plan->buffers, sizeof *plan->buffers * (size_t)plan->n_buffers);
    trace_later(r->w, store_memory, job, memory_job_free);
}

/* ---- while running ------------------------------------------------------------------------------------------------ */

/* A device at a collective, from its arrival to its leaving: waiting for the last one is part of it. */
static void put_meeting(struct RecordLane *l, int op_id, int64_t from_ns, int64_t to_ns)
{
    Record *r = l->r;
    CollGroup g = r->coll_groups[op_id][l->device];
    trace_lane_meet(l->lane, &(TraceMeet){ .start_ns = from_ns - r->zero_ns, .dur_ns = to_ns - from_ns, .inst_id = r->final_inst[op_id],
                                           .iter = l->meets[op_id]++, .grp = g.number, .n_members = g.size });
}

/* An op that runs again since the last trip began begins the next. Ops of the entry belong to no trip. */
static void follow_trips(struct RecordLane *l, int op_id, bool in_loop)
{
    if (in_loop) {
        if (!l->trip || l->seen[op_id] == l->trip)
            l->trip++;
        l->seen[op_id] = l->trip;
    }
    uint32_t now = in_loop ? l->trip : 0;
    if (now != l->told)
        trace_lane_trip(l->lane, now);
    l->told = now;
}

static void on_event(void *user, int op_id, int64_t start_ns, int64_t dur_ns, int cat)
{
    struct RecordLane *l = user;
    Record *r = l->r;
    l->end_ns = MAX(l->end_ns, start_ns + dur_ns);
    bool known = op_id >= 0 && op_id < r->n_final;
    int64_t inst = known ? r->final_inst[op_id] : 0;
    if (known)
        follow_trips(l, op_id, r->in_loop[op_id]);
    if (known && r->coll_groups[op_id] && cat == EVENT_WAIT) {
        l->wait_op = op_id;
        l->wait_ns = start_ns;
        return;
    }
    if (known && r->coll_groups[op_id] && cat == EVENT_COLLECTIVE) {
        bool waited = l->wait_op == op_id;
        if (waited) /* is in the event of the collective: what is left of that is the time in which data moved */
            trace_lane_event(l->lane, l->wait_ns - r->zero_ns, start_ns - l->wait_ns, 0, r->wait_name, TRACE_CAT_WAIT);
        put_meeting(l, op_id, waited ? l->wait_ns : start_ns, start_ns + dur_ns);
        l->wait_op = -1;
        return;
    }
    if (cat == EVENT_QUEUE) {
        trace_lane_event(l->lane, start_ns - r->zero_ns, dur_ns, 0, r->queue_name, TRACE_CAT_QUEUE);
        return;
    }
    trace_lane_event(l->lane, start_ns - r->zero_ns, dur_ns, inst, 0, cat);
}

/* Memory changes with every op: what is stored is what changed by a noticeable part of the whole. */
static void on_memory(void *user, int64_t at_ns, int64_t held, int64_t high)
{
    struct RecordLane *l = user;
    Record *r = l->r;
    struct Sample now = { at_ns, held };
    if (high > l->highest.held || !l->highest.at_ns)
        l->highest = (struct Sample){ at_ns, high };
    int64_t change = held > l->last_held ? held - l->last_held : l->last_held - held;
    if (r->steps_done >= FULL_STEPS || l->n_samples >= MAX_SAMPLES || change <= r->module.peak_bytes.v / 256)
        return;
    if (l->n_samples == l->room) {
        l->room = MAX(2 * l->room, 16);
        l->samples = g_renew(struct Sample, l->samples, l->room);
    }
    l->samples[l->n_samples++] = now;
    l->last_held = held;
}

static void put_sample(Record *r, int device, struct Sample s)
{
    g_array_append_val(r->samples, ((TraceMemSample){ .device_id = r->device_id[device], .ts_ns = s.at_ns - r->zero_ns, .in_use = r->standing_bytes + s.held }));
}

/* In the recording thread, after a step: into r->samples, if they are to be stored. */
static void take_samples(Record *r, int64_t end_ns, bool store)
{
    for (int d = 0; d < r->n_lanes; d++) {
        struct RecordLane *l = &r->lane_user[d];
        bool stored = !store;
        int64_t last = 0;
        for (int i = 0; i <= l->n_samples; i++) {
            bool at_end = i == l->n_samples;
            if (!stored && l->highest.at_ns && (at_end || l->samples[i].at_ns >= l->highest.at_ns)) {
                put_sample(r, d, l->highest);
                last = l->highest.at_ns;
                stored = true;
            }
            if (store && !at_end && l->samples[i].at_ns > last) {
                put_sample(r, d, l->samples[i]);
                last = l->samples[i].at_ns;
            }
        }
        if (store && end_ns > last) /* the step is over: what it held is gone */
            put_sample(r, d, (struct Sample){ end_ns, 0 });
        l->n_samples = 0;
        l->last_held = 0;
        l->highest = (struct Sample){ 0 };
    }
}

static void on_core(void *user, int core, int device, int64_t start_ns, int64_t dur_ns)
{
    Record *r = user;
    trace_lane_event(r->cores[core], start_ns - r->zero_ns, dur_ns, 0, r->device_name[device], TRACE_CAT_NONE);
}

static void make_cores(Record *r, int n)
{
    r->cores = g_new0(TraceLaneBuffer *, n + 1);
    r->device_name = g_new0(int64_t, r->n_devices + 1);
    for (int d = 0; d < r->n_devices; d++)
        r->device_name[d] = trace_str(r->w, r->devices[d].name);
    for (int i = 0; i < n; i++) {
        int each = MAX(1, n / r->n_hosts), process = MIN(i / each, r->n_hosts - 1);
        g_autofree char *name = r->n_hosts > 1 ? g_strdup_printf("core %d of rank %d", i % each, process) : g_strdup_printf("core %d", i);
        TraceLane row = { .run_id = r->run_id, .host_id = r->host_id[process], .kind = TRACE_LANE_CORE, .name = name, .rank = r->n_devices + 1 + i };
        r->cores[i] = trace_lane_new(r->w, &row, MAX_EVENTS);
    }
}

const EventSink *record_events(Record *r, int n_cores)
{
    if (!r->w)
        return NULL;
    record_wait(r); /* events carry the rows of their instructions */
    g_assert(r->n_devices == (int)r->compiled->n_devices && !r->lanes);
    r->lanes = g_new0(TraceLaneBuffer *, r->n_lanes);
    r->lane_user = g_new0(struct RecordLane, r->n_lanes);
    r->in_loop = g_new(bool, r->n_final + 1);
    for (int i = 0; i < r->n_final; i++)
        r->in_loop[i] = true;
    for (int i = 0; i < r->compiled->local->entry->n_ops; i++)
        if (r->compiled->local->entry->ops[i]->id < r->n_final)
            r->in_loop[r->compiled->local->entry->ops[i]->id] = false;
    r->lane_pointers = g_new0(void *, r->n_lanes);
    for (int d = 0; d < r->n_lanes; d++) {
        TraceLane row = { .run_id = r->run_id, .host_id = r->host_id[r->devices[d].process], .device_id = r->device_id[d], .kind = TRACE_LANE_OPS, .name = r->devices[d].name, .rank = d };
        r->lanes[d] = trace_lane_new(r->w, &row, MAX_EVENTS);
        r->lane_user[d] = (struct RecordLane){ .r = r, .lane = r->lanes[d], .device = d, .wait_op = -1, .meets = g_new0(int64_t, MAX(r->n_final, 1)),
                                                .seen = g_new0(uint32_t, MAX(r->n_final, 1)) };
        r->lane_pointers[d] = &r->lane_user[d];
    }
    if (r->run.kind.v == TRACE_RUN_MEASURED && !r->elsewhere)
        r->host_lane = trace_put_lane(r->w, &(TraceLane){ .run_id = r->run_id, .host_id = r->host_id[0], .kind = TRACE_LANE_HOST, .name = r->n_hosts > 1 ? "the process of rank 0" : "the process", .rank = r->n_devices });
    r->rss_name = trace_str(r->w, "rss_bytes");
    r->shared_name = trace_str(r->w, "shared_bytes");
    make_cores(r, n_cores);
    r->wait_name = trace_str(r->w, "waiting for a device");
    r->queue_name = trace_str(r->w, "waiting for a core");
    r->events = (EventSink){ .event = on_event, .memory = on_memory, .lanes = r->lane_pointers, .n_cores = n_cores, .core = on_core, .user = r };
    return &r->events;
}

/* What the process as a whole takes of the machine, shared pages apart: two counters, or none. */
static unsigned process_memory(Record *r, int64_t at_ns, TraceCounter *out)
{
    if (at_ns - r->counted_ns < LOOK_AFTER_NS && r->steps_done > FULL_STEPS)
        return 0;
    long long all, resident, shared;
    FILE *f = fopen("/proc/self/statm", "r");
    bool ok = f && fscanf(f, "%lld %lld %lld", &all, &resident, &shared) == 3;
    if (f)
        fclose(f);
    if (!ok)
        return 0;
    double page = (double)sysconf(_SC_PAGESIZE);
    out[0] = (TraceCounter){ .lane_id = r->host_lane, .name_id = r->rss_name, .ts_ns = at_ns, .value = (double)resident * page };
    out[1] = (TraceCounter){ .lane_id = r->host_lane, .name_id = r->shared_name, .ts_ns = at_ns, .value = (double)shared * page };
    r->counted_ns = at_ns;
    return 2;
}

/* Whether a step is recorded with all its events: the first ones, every n-th, and each that is slower than all before it. */
static bool is_whole(Record *r, bool warm, int64_t dur_ns)
{
    bool slowest = warm && dur_ns > r->slowest_ns;
    if (slowest)
        r->slowest_ns = dur_ns;
    return slowest || r->steps_done < r->first_whole || r->steps_done % r->each_whole == 0;
}

/* A device that is through waits for the last one, which ends the step. What is short beside the step is not worth an event. */
static void put_last_waits(Record *r, int64_t step_ns)
{
    int last = 0;
    for (int d = 1; d < r->n_lanes; d++)
        if (r->lane_user[d].end_ns > r->lane_user[last].end_ns)
            last = d;
    int64_t name = 0, end_ns = r->lane_user[last].end_ns;
    for (int d = 0; d < r->n_lanes; d++) {
        struct RecordLane *l = &r->lane_user[d];
        int64_t wait_ns = l->end_ns ? end_ns - l->end_ns : 0;
        if (wait_ns > 0 && wait_ns >= step_ns / 100) {
            g_autofree char *text = name ? NULL : g_strdup_printf("waiting for %s, which ends the step", r->devices[r->lane_user[last].device].name);
            name = name ? name : trace_str(r->w, text);
            trace_lane_event(l->lane, l->end_ns - r->zero_ns, wait_ns, 0, name, TRACE_CAT_WAIT);
        }
        l->end_ns = 0;
    }
}

bool record_step(Record *r, const char *name, int num, bool warm, const StepStats *stats, GError **error)
{
    if (!r->w)
        return true;
    TraceStep step = { .run_id = r->run_id, .num = num, .start_ns = stats->start_ns - r->zero_ns, .dur_ns = stats->end_ns - stats->start_ns,
                       .source = 1, .warm = TRACE_INT(warm), .name_id = name ? trace_str(r->w, name) : 0 };
    bool whole = is_whole(r, warm, step.dur_ns);
    int64_t end_ns = stats->end_ns - r->zero_ns;
    if (r->lane_user)
        put_last_waits(r, step.dur_ns);
    g_array_set_size(r->samples, 0);
    for (int d = 0; r->lane_user && d < r->n_lanes; d++) {
        struct RecordLane *l = &r->lane_user[d];
        memset(l->meets, 0, sizeof(int64_t) * (size_t)r->n_final);
        if (l->trip)
            memset(l->seen, 0, sizeof *l->seen * (size_t)r->n_final);
        l->trip = l->told = 0;
    }
    bool look = whole || end_ns - r->sampled_ns >= LOOK_AFTER_NS;
    if (r->lane_user)
        take_samples(r, stats->end_ns, look);
    if (look)
        r->sampled_ns = end_ns;
    r->steps_done++;
    TraceCounter counters[2];
    TraceStepMore more = { .samples = (TraceMemSample *)(void *)r->samples->data, .n_samples = r->samples->len, .counters = counters };
    if (r->host_lane)
        more.n_counters = process_memory(r, end_ns, counters);
    return trace_step(r->w, &step, r->module_id, whole, &more, error);
}

bool record_run_end(Record *r, GError **error)
{
    if (!r->w)
        return true;
    record_wait(r);
    trace_end_run(r->w, r->run_id, now_ns(r) - r->zero_ns);
    return trace_commit(r->w, error);
}
