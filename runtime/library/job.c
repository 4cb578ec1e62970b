/* Jobs: the options copied, what runs came to, and that as JSON. */
#include "runtime/library/library_impl.h"

#include <json-glib/json-glib.h>

#include "runtime/api/job.h"

struct ShardscopeJob {
    Job *job;
    bool was_run;
    GPtrArray *kept;      /* copies of what the options point at */
    void (*progress)(void *user, const ShardscopeProgress *at);
    void (*warn)(void *user, const char *message);
    void *user;           /* of both */
};

static const char *keep(ShardscopeJob *job, const char *text)
{
    if (!text)
        return NULL;
    g_ptr_array_add(job->kept, g_strdup(text));
    return job->kept->pdata[job->kept->len - 1];
}

static char *const *keep_list(ShardscopeJob *job, const char *const *list)
{
    if (!list)
        return NULL;
    guint n = g_strv_length((char **)list);
    char **copy = g_new0(char *, n + 1);
    g_ptr_array_add(job->kept, copy);
    for (guint i = 0; i < n; i++)
        copy[i] = (char *)keep(job, list[i]);
    return copy;
}

static void on_progress(void *user, const JobProgress *at)
{
    static const ShardscopePhase of[] = {
        [JOB_READ] = SHARDSCOPE_PHASE_READ, [JOB_COMPILE] = SHARDSCOPE_PHASE_COMPILE, [JOB_FILL] = SHARDSCOPE_PHASE_FILL,
        [JOB_STEPS] = SHARDSCOPE_PHASE_STEPS, [JOB_RESULTS] = SHARDSCOPE_PHASE_RESULTS, [JOB_REMEDIES] = SHARDSCOPE_PHASE_REMEDIES,
        [JOB_FINISH] = SHARDSCOPE_PHASE_FINISH,
    };
    const ShardscopeJob *job = user;
    job->progress(job->user, &(ShardscopeProgress){ of[at->phase], at->what, at->label, at->done, at->total, at->phase_s, at->left_s });
}

static void on_warning(void *user, const char *message)
{
    const ShardscopeJob *job = user;
    job->warn(job->user, message);
}

static bool program_of(ShardscopeJob *job, const ShardscopeProgramOptions *given, ProgramOptions *out, ShardscopeError **error)
{
    if (!library_program_options(given, out, error))
        return false;
    out->mesh = keep(job, out->mesh);
    out->shards = keep_list(job, (const char *const *)out->shards);
    out->propagation = keep(job, out->propagation);
    out->planner = keep(job, out->planner);
    out->hardware = keep(job, out->hardware);
    out->stop_after = NULL;
    return true;
}

static bool start(ShardscopeJob *job, const ShardscopeJobOptions *o, ShardscopeError **error)
{
    job->progress = o->progress;
    job->warn = o->warn;
    job->user = o->user;
    JobOptions j = { .path = keep(job, o->path), .tries = keep_list(job, o->tries), .base = o->base, .label = keep(job, o->label), .steps = o->steps,
                     .seed = o->seed, .inputs = keep(job, o->inputs), .outputs = keep(job, o->outputs), .trace = keep(job, o->trace),
                     .whole_steps = o->whole_steps, .trace_optional = o->trace_optional, .remedies_s = o->remedies_s,
                     .try_best = o->try_best, .no_execute = o->no_execute, .force = o->force, .n_workers = o->n_threads, .dump = keep(job, o->dump),
                     .warn = o->warn ? on_warning : NULL, .progress = o->progress ? on_progress : NULL, .user = job,
                     .ranks = library_ranks(o->ranks), .again = keep(job, o->again), .again_run = keep(job, o->again_run), .remedy = o->remedy,
                     .trace_parts = o->trace_parts };
    if (o->text) {
        j.path = j.path ? j.path : "program";
        j.text = g_memdup2(o->text, MAX(o->text_bytes, 1));
        g_ptr_array_add(job->kept, (gpointer)j.text);
        j.text_bytes = o->text_bytes;
    }
    if (!program_of(job, o->program, &j.program, error) || !library_fill(o->fill, &j.fill, error))
        return false;
    if (j.whole_steps < 0)
        return library_invalid(error, NULL, "whole_steps %d: must be at least 0", j.whole_steps);
    GError *why = NULL;
    job->job = job_new(&j, &why);
    return job->job || library_fail(error, why);
}

ShardscopeJob *shardscope_job_new(const ShardscopeJobOptions *options, ShardscopeError **error)
{
    NEED(options, "the options", NULL);
    ShardscopeJobOptions o;
    if (!library_options(&o, sizeof o, options, "ShardscopeJobOptions", error))
        return NULL;
    ShardscopeJob *job = g_new0(ShardscopeJob, 1);
    job->kept = g_ptr_array_new_with_free_func(g_free);
    if (start(job, &o, error))
        return job;
    shardscope_job_unref(job);
    return NULL;
}

void shardscope_job_unref(ShardscopeJob *job)
{
    if (!job)
        return;
    job_free(job->job);
    g_ptr_array_unref(job->kept);
    g_free(job);
}

bool shardscope_job_run(ShardscopeJob *job, ShardscopeError **error)
{
    NEED(job, "a job", false);
    if (job->was_run)
        return library_invalid(error, NULL, "the job was run before: a job is run once");
    job->was_run = true;
    GError *why = NULL;
    return job_run(job->job, &why) || library_fail(error, why);
}

void shardscope_job_cancel(ShardscopeJob *job)
{
    if (job)
        job_cancel(job->job);
}

/* ---- outcomes ---------------------------------------------------------------------------------------------------------------------- */

int shardscope_job_n_outcomes(const ShardscopeJob *job)
{
    return job ? job_n_outcomes(job->job) : -1;
}

static const JobOutcome *outcome_at(const ShardscopeJob *job, int i)
{
    return job && i >= 0 && i < job_n_outcomes(job->job) ? job_outcome(job->job, i) : NULL;
}

bool shardscope_job_outcome(const ShardscopeJob *job, int i, ShardscopeOutcome *out, ShardscopeError **error)
{
    NEED(job, "a job", false);
    NEED(out, "a place for the result", false);
    const JobOutcome *o = outcome_at(job, i);
    if (!o)
        return library_invalid(error, NULL, "outcome %d of %d", i, job_n_outcomes(job->job));
    *out = (ShardscopeOutcome){ .label = o->label, .n_devices = o->n_devices, .compile_ns = o->compile_ns, .traffic = o->traffic,
                                .n_fallbacks = o->fallbacks, .step_ns = o->step_ns, .n_steps = o->n_steps };
    library_memory(&o->memory, &out->memory);
    out->n_collectives = library_collectives(o->collectives, out->collectives);
    return true;
}

int64_t shardscope_job_step_ns(const ShardscopeJob *job, int i, double q)
{
    const JobOutcome *o = outcome_at(job, i);
    return o && q >= 0 && q <= 1 ? job_step_ns(o, q) : 0;
}

static void add_number(JsonBuilder *b, const char *key, double value)
{
    json_builder_set_member_name(b, key);
    json_builder_add_double_value(b, value);
}

static void add_int(JsonBuilder *b, const char *key, int64_t value)
{
    json_builder_set_member_name(b, key);
    json_builder_add_int_value(b, value);
}

static void add_object(JsonBuilder *b, const char *key)
{
    json_builder_set_member_name(b, key);
    json_builder_begin_object(b);
}

static void add_outcome(JsonBuilder *b, const JobOutcome *o)
{
    json_builder_begin_object(b);
    if (o->label) {
        json_builder_set_member_name(b, "label");
        json_builder_add_string_value(b, o->label);
    }
    if (o->n_steps) {
        add_object(b, "step_s");
        add_number(b, "min", (double)job_step_ns(o, 0) / 1e9);
        add_number(b, "median", (double)job_step_ns(o, 0.5) / 1e9);
        add_number(b, "max", (double)job_step_ns(o, 1) / 1e9);
        json_builder_end_object(b);
        add_number(b, "processor_s", (double)o->processor_ns / 1e9);
    }
    add_number(b, "compile_s", (double)o->compile_ns / 1e9);
    add_object(b, "collectives");
    for (int k = 1; k < N_COLL_KINDS; k++) {
        const CollTotal *t = &o->collectives[k];
        if (!t->count)
            continue;
        add_object(b, coll_kind_names[k]);
        add_int(b, "count", t->count);
        add_int(b, "bytes", t->bytes);
        add_int(b, "traffic", t->traffic);
        json_builder_end_object(b);
    }
    json_builder_end_object(b);
    add_object(b, "memory");
    add_int(b, "argument", o->memory.argument_bytes);
    add_int(b, "output", o->memory.output_bytes);
    add_int(b, "alias", o->memory.alias_bytes);
    add_int(b, "temp", o->memory.temp_bytes);
    json_builder_end_object(b);
    json_builder_end_object(b);
}

char *shardscope_job_json(const ShardscopeJob *job, ShardscopeError **error)
{
    NEED(job, "a job", NULL);
    g_autoptr(JsonBuilder) b = json_builder_new();
    int n = job_n_outcomes(job->job);
    if (n != 1)
        json_builder_begin_array(b);
    for (int i = 0; i < n; i++)
        add_outcome(b, job_outcome(job->job, i));
    if (n != 1)
        json_builder_end_array(b);
    g_autoptr(JsonNode) root = json_builder_get_root(b);
    return json_to_string(root, FALSE);
}
