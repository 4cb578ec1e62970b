/* The planned buffers of a run as rows. */
#include "runtime/record/record_impl.h"

#include <string.h>

#include "runtime/ir/label.h"

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
