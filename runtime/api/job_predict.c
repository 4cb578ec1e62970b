/* The predicted steps of a job's run: simulated, recorded like measured ones, told in words. */
#include "runtime/api/job_impl.h"

#include <math.h>
#include <string.h>

#include "runtime/api/predict.h"
#include "runtime/api/predict_run.h"
#include "runtime/base/clock.h"
#include "runtime/passes/predicted.h"

/* The time that a predicted run has come to. */
static int64_t told_ns(void *now)
{
    return *(const int64_t *)now;
}

RunClock job_predict_clock(int64_t *now)
{
    *now = clock_ns();
    return (RunClock){ told_ns, now };
}

DeviceInfo *job_predict_devices(const Hardware *hw, int n)
{
    DeviceInfo *list = g_new0(DeviceInfo, n + 1);
    for (int i = 0; i < n; i++)
        list[i] = (DeviceInfo){ .id = i, .kind = hw->part, .is_virtual = true, .process = hw->domain > 0 ? (int)(i / hw->domain) : 0 };
    return list;
}

char **job_predict_nodes(const Hardware *hw, int n)
{
    int of = hw->domain > 0 ? (int)((n + hw->domain - 1) / hw->domain) : 1;
    if (of < 2)
        return NULL;
    char **names = g_new0(char *, of + 1);
    for (int i = 0; i < of; i++)
        names[i] = g_strdup_printf("%s %d", hw->n_slices > 1 ? "slice" : "node", i);
    return names;
}

/* What the number in the hardware's name counts, if that is not devices: v5p-8 are four chips of two cores. NULL = nothing to say. To be freed. */
static char *name_hint(const Hardware *hw, int64_t wanted)
{
    size_t digits = strlen(hw->name);
    while (digits && g_ascii_isdigit(hw->name[digits - 1]))
        digits--;
    int64_t number = g_ascii_strtoll(hw->name + digits, NULL, 10);
    if (number <= hw->n_devices || number % hw->n_devices)
        return NULL;
    return g_strdup_printf("the number in %s counts cores, of which a device has %" G_GINT64_FORMAT ": %.*s%" G_GINT64_FORMAT " has %" G_GINT64_FORMAT " devices", hw->name,
                           number / hw->n_devices, (int)digits, hw->name, wanted * (number / hw->n_devices), wanted);
}

bool job_predict_fits(const Job *job, const Compiled *c, GError **error)
{
    const SimOptions *o = &job->o.sim;
    const Hardware *hw = c->model;
    if (o->slowest > 1 && o->slow_device >= c->n_devices)
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "no device %" G_GINT64_FORMAT " that could be slow: the program runs on %" G_GINT64_FORMAT, o->slow_device, c->n_devices);
    if (o->place && o->n_places != c->n_devices)
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "the order is one of %" G_GINT64_FORMAT " devices, and the program is for %" G_GINT64_FORMAT, o->n_places, c->n_devices);
    if (!hw->n_devices || c->n_devices <= hw->n_devices)
        return true;
    g_autofree char *hint = name_hint(hw, c->n_devices);
    return diag(error, SHARD_ERROR_USAGE, NULL, hint, "the program is for %" G_GINT64_FORMAT " devices, and %s has %" G_GINT64_FORMAT, c->n_devices, hw->name, hw->n_devices);
}

static void free_taken(void *taken)
{
    g_free(((SimTaken *)taken)->times);
    g_free(taken);
}

GHashTable *job_predict_taken(const Taken *taken)
{
    GHashTable *by_id = g_hash_table_new_full(NULL, NULL, NULL, free_taken);
    g_autoptr(GArray) ops = taken_ops(taken);
    for (guint i = 0; i < ops->len; i++) {
        TakenOp *op = &g_array_index(ops, TakenOp, i);
        SimTaken t = { op->n_devices, op->n_ways, g_steal_pointer(&op->times) };
        g_hash_table_insert(by_id, GINT_TO_POINTER(op->op->id), g_memdup2(&t, sizeof t));
    }
    return by_id;
}

bool job_predict(Job *job, Compiled *c, const JobPredicted *to, GError **error)
{
    const JobOptions *o = &job->o;
    Simulation *s = compiled_simulation(c, to->sim);
    JobOutcome *out = to->out;
    MemoryPlan plan;
    predict_memory(s, c->local, &plan);
    g_autoptr(WhatIfs) what_ifs = sim_what_ifs(c->local, c->whole->mesh, s, &s->options);
    PredictTold told = { s, c->n_devices, out->label, what_ifs->list.v, what_ifs->list.n };
    out->prediction = predict_text(&told, true);
    out->told = predict_text(&told, false);
    out->predicted = predict_row(s, c->n_devices);
    out->step_ns = g_new(int64_t, 1);
    int64_t step_ns = llround(simulated_step(s).ns); /* the same for what is printed, the run's rows and its steps */
    out->step_ns[0] = step_ns;
    out->n_steps = 1;
    out->memory = plan;
    out->memory.buffers = NULL;
    out->memory.n_buffers = 0;
    bool ok = true;
    if (job->writer) {
        record_wait(to->rec); /* it reads c */
        record_memory(to->rec, &plan);
        predict_record(&told, job->writer, record_run_id(to->rec));
        const EventSink *sink = record_events(to->rec, 0);
        int64_t moved = c->traffic;
        for (int64_t i = 0; i < o->steps && ok && !stop_requested(&job->stop); i++) {
            int64_t start = *to->now, end = start + MAX(step_ns, 1);
            predict_emit(s, sink, &plan, (int)MIN(c->n_devices, PREDICT_LANES), start);
            *to->now = end;
            ok = record_step(to->rec, NULL, (int)i, true, &(StepStats){ .start_ns = start, .end_ns = end, .collective_bytes = moved, .peak_bytes = (size_t)MAX(plan.temp_bytes, 0) }, error);
        }
    }
    memory_plan_clear(&plan);
    simulation_free(s);
    return ok;
}
