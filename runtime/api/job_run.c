/* One run of a job: reads, compiles, records and executes the program, searches for changes that remove collectives, and runs the
 * best of them. Start at job_run_one(). */
#include "runtime/api/job_impl.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "runtime/api/again.h"
#include "runtime/api/arrays.h"
#include "runtime/api/evaluate.h"
#include "runtime/api/predict_run.h"
#include "trace/outfile.h"
#include "runtime/base/clock.h"
#include "runtime/exec/loaded.h"
#include "runtime/passes/as_is.h"

/* A run under way. */
typedef struct Running {
    Job *job;
    const char *label;
    const ShardChoice *choice; /* NULL = none */
    const Remedy *change;      /* that the run is made to measure; NULL = none */
    GArray *changes;           /* ImportChange: those of the job */
    CompileOptions options;
    IrModule *fresh;           /* the module as read, for compiling again; NULL = not needed */
    Compiled *c;
    Record *rec;
    const EventSink *events;   /* of the recording; NULL = not recorded */
    GBytes *source;            /* the program's text; NULL = the program was changed after reading */
    JobRanks *ranks;           /* around the steps; NULL = this process alone */
    JobOutcome out;
    char *elided;              /* a sentence about constants that the text leaves out; NULL = there are none */
    GHashTable *taken;         /* what the executions did, for a prediction beside them; NULL = not counted */
    SimOptions sim;            /* how the run is simulated */
    bool beside;               /* predicted, beside a measured run of the same program */
    int64_t told_ns;           /* of a predicted run: the time it has come to */
    GArray *more;              /* JobOutcome of the changes that were run */
} Running;

static int by_value(gconstpointer a, gconstpointer b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* ---- texts of the program ------------------------------------------------------------------------------------------ */

typedef struct Texts {
    RecordTexts *recorded; /* NULL = not recorded */
    GPtrArray *dumped;     /* GBytes; NULL = not dumped */
} Texts;

static void on_text(void *user, HloText *text)
{
    Texts *t = user;
    if (t->recorded)
        record_texts_take(t->recorded, text);
    if (t->dumped)
        g_ptr_array_add(t->dumped, g_bytes_ref(hlo_text_bytes(text)));
}

static bool dump_texts(const Running *r, const GPtrArray *texts, GError **error)
{
    const char *to = r->job->o.dump;
    g_autofree char *dir = r->label ? g_build_filename(to, r->label, NULL) : g_strdup(to);
    if (g_mkdir_with_parents(dir, 0777) != 0)
        return diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: %s", dir, g_strerror(errno));
    for (int i = -1; i < r->c->passes.n; i++) {
        const char *name = i < 0 ? "parse" : r->c->passes.v[i].name;
        g_autofree char *file = g_strdup_printf("%02d.%s.hlo", i + 1, name), *path = g_build_filename(dir, file, NULL);
        gsize size;
        const char *text = g_bytes_get_data(texts->pdata[i + 1], &size);
        if (!outfile_write(path, text, size, error))
            return false;
    }
    return true;
}

/* ---- the run's options in the trace ---------------------------------------------------------------------------------- */

/* The user's options, as a JSON object. */
static char *config_text(const Running *r)
{
    const JobOptions *o = &r->job->o;
    const ShardChoice *choice = r->choice;
    static const char *const fills[] = { [FILL_RANDOM] = NULL, [FILL_ZEROS] = "zeros", [FILL_IOTA] = "iota" };
    g_autoptr(JsonBuilder) b = json_builder_new();
    json_builder_begin_object(b);
    char *const *lists[2] = { o->program.shards, choice ? choice->shards : NULL };
    g_autoptr(GString) shard = g_string_new(NULL);
    for (int k = 0; k < 2; k++)
        for (char *const *s = lists[k]; s && *s; s++)
            g_string_append_printf(shard, "%s%s", shard->len ? ", " : "", *s);
    g_autofree char *changes = job_changes_text(r->job, r->change);
    const struct { const char *key, *value; } texts[] = { { "mesh", o->program.mesh }, { "shard", shard->len ? shard->str : NULL },
        { "changes", changes },
        { "propagation", o->program.propagation }, { "planner", o->program.planner }, { "inputs", o->inputs ? "file" : NULL },
        { "fill", fills[o->fill] }, { "constants", r->elided ? "some are not in the text, and have made-up values" : NULL } };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        if (texts[i].value) {
            json_builder_set_member_name(b, texts[i].key);
            json_builder_add_string_value(b, texts[i].value);
        }
    json_builder_set_member_name(b, "steps");
    json_builder_add_int_value(b, o->steps);
    json_builder_set_member_name(b, "seed");
    json_builder_add_int_value(b, (gint64)o->seed);
    json_builder_end_object(b);
    g_autoptr(JsonNode) root = json_builder_get_root(b);
    return json_to_string(root, FALSE);
}

static Record *record_new(Running *r, int64_t zero_ns)
{
    const JobOptions *o = &r->job->o;
    int n = (int)r->c->n_devices;
    g_autofree char *config = config_text(r), *again = job_options_text(r->job, r->choice, r->change);
    bool predict = o->predict || r->beside;
    g_autofree DeviceInfo *devices = predict ? job_predict_devices(r->c->model, n) : exec_devices(n);
    RecordInfo info = { .name = r->job->name, .label = r->label, .config = config, .hardware = r->options.hardware, .options = again,
                        .source = r->job->has_source ? &r->job->source : NULL,
                        .kind = predict ? TRACE_RUN_PREDICTED : o->no_execute ? TRACE_RUN_COMPILED : TRACE_RUN_MEASURED, .devices = devices, .n_devices = n, .sim = &r->sim,
                        .n_steps = o->steps + (o->steps > 1 && !predict), .whole_steps = o->whole_steps };
    g_autofree int *n_cores = NULL;
    g_autofree const char **hosts = predict ? NULL : job_hosts(r->job, devices, n, &n_cores);
    g_auto(GStrv) nodes = predict ? job_predict_nodes(r->c->model, n) : NULL;
    RecordPart *part = predict ? NULL : job_part(r->job, r->label ? r->label : r->job->name, n);
    info.hosts = nodes ? (const char *const *)nodes : hosts;
    info.n_processes = nodes ? (int)g_strv_length(nodes) : hosts ? ranks_n(o->ranks) : 0;
    info.n_cores = n_cores;
    info.part = part;
    if (predict) {
        info.clock = job_predict_clock(&r->told_ns);
        info.n_lanes = PREDICT_LANES;
    }
    Record *rec = record_run_new(r->job->writer, &info, zero_ns);
    job_part_free(part);
    return rec;
}

/* ---- executing ------------------------------------------------------------------------------------------------------- */

static bool record_step_of(Running *r, int i, bool warm, const StepStats *stats, GError **error)
{
    return job_goes_on(r->job, record_step(r->rec, NULL, i, warm, stats, error), error);
}

/* ok: all was done; else the error says why not. */
static bool record_end_of(Running *r, bool ok, GError **error)
{
    if (ok)
        return r->job->unrecorded || job_goes_on(r->job, record_run_end(r->rec, error), error);
    if (!r->job->unrecorded && error && *error)
        record_run_cut(r->rec, g_error_matches(*error, SHARD_ERROR, SHARD_ERROR_STOPPED) ? "it was asked to stop (Ctrl-C, a signal, or its caller)" : (*error)->message);
    return false;
}

/* One step, told to the recorder and to whoever watches. own: what this process had of it. */
static bool one_step(Running *r, LoadedProgram *p, WatchProgram *watched, StepStats *stats, StepStats *own, GError **error)
{
    const EventSink *events = r->job->unrecorded ? NULL : r->events;
    if (!loaded_prepare(p, error) || !job_ranks_together(r->ranks, &r->job->stop, error))
        return false;
    exec_context_record(loaded_context(p), watch_step_begin(watched, job_ranks_sink(r->ranks, events)));
    bool ok = loaded_step(p, stats, error);
    watch_step_end(watched, NULL, ok ? stats : NULL);
    *own = *stats;
    return ok && job_ranks_step(r->ranks, events, stats, &r->job->stop, error);
}

static bool run_steps(Running *r, LoadedProgram *p, GError **error)
{
    const JobOptions *o = &r->job->o;
    int64_t warm_up = o->steps > 1, n = o->steps + warm_up;
    g_autoptr(GArray) step_ns = g_array_new(FALSE, FALSE, sizeof(int64_t)), processor = g_array_new(FALSE, FALSE, sizeof(int64_t));
    bool ok = true, tells = !r->job->o.ranks || ranks_me(r->job->o.ranks) == 0; /* others need not ask the system for their time */
    JobWatch watched;
    r->ranks = job_ranks_begin(r->job, r->c, exec_context_n_workers(loaded_context(p)));
    job_watch_begin(&watched, r->job, r->c, exec_context_n_workers(loaded_context(p)), &(JobText){ r->source, r->choice });
    for (int64_t i = 0; i < n && ok; i++) {
        StepStats stats = { 0 }, own;
        int64_t before = tells ? clock_processor_ns() : 0;
        job_progress(r->job, JOB_STEPS, "steps", r->label, i, n);
        ok = one_step(r, p, watched.program, &stats, &own, error) &&
             (r->job->unrecorded || record_step_of(r, (int)i, !warm_up || i > 0, o->trace_parts ? &own : &stats, error)) &&
             (!r->job->is_recorded || job_ranks_note(r->ranks, r->rec, &own, i + 1 == n, error));
        if (!ok)
            break;
        if (r->ranks && ranks_me(o->ranks) == 0)
            g_debug("%" G_GINT64_FORMAT " steps are finished", i + 1); /* kills.py looks for them in the trace */
        int64_t ns = stats.end_ns - stats.start_ns;
        if (i >= warm_up) {
            int64_t computed = tells ? clock_processor_ns() - before : 0;
            g_array_append_val(step_ns, ns);
            g_array_append_val(processor, computed);
        }
        if (stop_requested(&r->job->stop) && i + 1 < n)
            ok = diag(error, SHARD_ERROR_STOPPED, NULL, o->trace ? "the trace holds the steps that were finished" : NULL,
                      "stopped after %" G_GINT64_FORMAT " steps", i + 1);
    }
    exec_context_record(loaded_context(p), NULL);
    job_watch_end(&watched);
    g_clear_pointer(&r->ranks, job_ranks_end);
    if (ok)
        job_progress(r->job, JOB_STEPS, "steps", r->label, n, n);
    g_array_sort(step_ns, by_value);
    r->out.n_steps = step_ns->len;
    g_array_sort(processor, by_value);
    r->out.processor_ns = processor->len ? g_array_index(processor, int64_t, processor->len / 2) : 0;
    r->out.n_workers = exec_context_n_workers(loaded_context(p));
    r->out.step_ns = (int64_t *)(void *)g_array_free(g_steal_pointer(&step_ns), FALSE);
    return ok;
}

static bool take_results(Running *r, LoadedProgram *p, GError **error)
{
    const JobOptions *o = &r->job->o;
    if (!o->outputs && !o->keep_results && !r->job->has_outputs)
        return true;
    job_progress(r->job, JOB_RESULTS, "collecting results", r->label, 0, 0);
    if (!o->keep_results)
        return results_stream(o->outputs, p, r->c->n_replicas, error);
    r->out.results = loaded_results(p, error);
    bool ok = r->out.results && (!o->outputs || (r->c->n_replicas > 1 ? results_write_stacked(o->outputs, r->out.results, r->c->n_replicas, error) : results_write(o->outputs, r->out.results, error)));
    return ok;
}

typedef struct Filling {
    Job *job;
    const char *label;
} Filling;

static void on_filled(void *user, int64_t done, int64_t total)
{
    const Filling *f = user;
    job_progress(f->job, JOB_FILL, "filling arguments", f->label, done, total);
}

static bool load_arguments(Running *r, LoadedProgram *p, GError **error)
{
    const JobOptions *o = &r->job->o;
    Filling f = { r->job, r->label };
    job_progress(r->job, JOB_FILL, o->inputs ? "reading arguments" : "filling arguments", r->label, 0, 0);
    ArgumentSource from = { o->inputs, { .kind = o->fill, .seed = o->seed, .max_int = 3, .stop = &r->job->stop,
                                         .progress = o->progress ? on_filled : NULL, .user = &f } };
    return device_arguments_load(p, r->c->input, &from, r->c->n_replicas, error);
}

/* Asked before the trace has a run of it. */
static bool can_execute(const Running *r, GError **error)
{
    return r->job->o.no_execute || !r->c->program || job_fits(r->job, r->c, error);
}

/* plan: NULL = the memory could not be planned, for example because the program's text leaves out its constants. */
static void note_memory(Running *r, const MemoryPlan *plan)
{
    if (!plan)
        return;
    r->out.memory = *plan;
    r->out.memory.buffers = NULL;
    r->out.memory.n_buffers = 0;
    record_memory(r->rec, plan);
}

/* True if the run is to get a predicted one beside it. One that is made again for other hardware alone is made for its prediction. */
static bool is_beside(const Running *r)
{
    const JobOptions *o = &r->job->o;
    return r->job->writer && !o->predict && (!o->no_execute || o->again) && r->options.hardware && r->c && !(r->c->model->family == DEVICE_CPU && r->c->model->is_row) &&
           (!r->c->model->n_devices || r->c->n_devices <= r->c->model->n_devices);
}

static bool execute(Running *r, GError **error)
{
    g_autoptr(LoadedProgram) p = loaded_new_on(r->c, r->job->o.n_workers, r->job->o.ranks, error);
    if (!p)
        return false;
    exec_context_stop(loaded_context(p), &r->job->stop);
    note_memory(r, &r->c->program->memory);
    if (!load_arguments(r, p, error))
        return false;
    r->events = record_events(r->rec, exec_context_n_workers(loaded_context(p)) * (r->job->o.trace_parts ? 1 : ranks_n(r->job->o.ranks)));
    g_autoptr(Taken) taken = is_beside(r) ? taken_new(r->c->program, (int)r->c->n_devices) : NULL;
    exec_context_count(loaded_context(p), taken);
    bool ok = run_steps(r, p, error) && take_results(r, p, error);
    exec_context_count(loaded_context(p), NULL);
    r->taken = taken ? job_predict_taken(taken) : NULL;
    return ok;
}

/* ---- outcomes -------------------------------------------------------------------------------------------------------- */

static void outcome_from(JobOutcome *out, const char *label, const Compiled *c)
{
    out->label = label;
    out->n_devices = c->n_devices;
    out->compile_ns = c->compile_ns;
    memcpy(out->collectives, c->totals, sizeof out->collectives);
    out->traffic = c->traffic;
    out->fallbacks = c->fallbacks;
}

/* Frees everything but `more`. to: NULL, or where the outcome goes. */
static void running_clear(Running *r, GArray *to)
{
    record_wait(r->rec);
    record_free(r->rec);
    g_clear_pointer(&r->taken, g_hash_table_unref);
    module_free(r->fresh);
    g_clear_pointer(&r->source, g_bytes_unref);
    g_free(r->elided);
    compile_options_clear(&r->options);
    if (to && r->out.results)
        r->out.compiled = g_steal_pointer(&r->c);
    compiled_free(r->c);
    if (to) {
        g_array_append_val(to, r->out);
        return;
    }
    g_free(r->out.step_ns);
    g_free(r->out.prediction);
    g_free(r->out.told);
    if (r->out.results)
        g_ptr_array_unref(r->out.results);
}

/* ---- remedies -------------------------------------------------------------------------------------------------------- */

static void on_tried(void *user, const char *what, int done, int of)
{
    const Running *r = user;
    g_autofree char *text = g_strdup_printf("searching for changes that remove collectives: %s", what);
    job_progress(r->job, JOB_REMEDIES, text, r->label, done, of);
}

/* Runs the program with a change, as another run of the trace. */
static bool measure(const Running *of, Remedy *remedy, int number, GError **error)
{
    char *label = of->label ? g_strdup_printf("%s: change %d", of->label, number) : g_strdup_printf("change %d", number);
    g_ptr_array_add(of->job->labels, label);
    Running r = { .job = of->job, .label = label, .choice = of->choice, .change = remedy, .sim = of->sim };
    g_autoptr(RecordTexts) texts = record_texts_new(of->job->writer);
    CompileOptions with_texts = of->options;
    with_texts.on_text = record_texts_take;
    with_texts.on_text_user = texts;
    r.options.hardware = of->options.hardware;
    r.c = remedy_apply(remedy, of->fresh, &with_texts, error);
    bool ok = r.c != NULL && can_execute(&r, error);
    if (ok) {
        outcome_from(&r.out, label, r.c);
        r.rec = record_new(&r, r.c->start_ns);
        record_compiled(r.rec, r.c, g_steal_pointer(&texts));
        ok = record_end_of(&r, execute(&r, error), error);
    }
    if (ok)
        remedy->try_run = record_run_id(r.rec);
    else
        g_prefix_error(error, "%s (%s): ", label, remedy->text);
    running_clear(&r, ok ? of->more : NULL);
    return ok;
}

static bool look_for_remedies(Running *r, GError **error)
{
    const JobOptions *o = &r->job->o;
    enum { MAX_CHANGES = 200 };
    double seconds = o->remedies_s >= 0 ? o->remedies_s : CLAMP(20 * remedy_compile_seconds(r->fresh), 2, 5);
    RemedyBudget budget = { .seconds = seconds, .changes = MAX_CHANGES, .sim = &o->sim, .progress = on_tried, .user = r };
    g_autoptr(Remedies) found = remedies_find(r->c, r->fresh, &r->options, &budget);
    bool ok = true;
    for (int i = 0; i < MIN(o->try_best, found->n_useful) && ok && !stop_requested(&r->job->stop); i++)
        ok = measure(r, &found->list.v[i], i + 1, error);
    record_remedies(r->rec, found); /* including changes that failed to run */
    return ok;
}

/* ---- predictions ------------------------------------------------------------------------------------------------------- */

static bool predict(Running *r, GError **error)
{
    job_progress(r->job, JOB_STEPS, "simulating", r->label, 0, 0);
    return job_predict(r->job, r->c, &(JobPredicted){ r->rec, &r->told_ns, &r->out, &r->sim }, error);
}

/* The same program simulated on the hardware that was named, as another run of the trace. */
static bool predict_beside(Running *of, GError **error)
{
    char *label = of->label ? g_strdup_printf("%s: predicted on %s", of->label, of->c->model->name) : g_strdup_printf("predicted on %s", of->c->model->name);
    g_ptr_array_add(of->job->labels, label);
    Running r = { .job = of->job, .label = label, .choice = of->choice, .c = of->c, .beside = true, .sim = of->sim };
    r.sim.taken = of->taken;
    r.options.hardware = of->options.hardware;
    outcome_from(&r.out, label, r.c);
    r.rec = record_new(&r, clock_ns());
    record_compiled(r.rec, r.c, NULL);
    bool ok = record_end_of(&r, predict(&r, error), error);
    r.options.hardware = NULL;
    record_wait(r.rec);
    r.c = NULL;
    running_clear(&r, ok ? of->more : NULL);
    return ok;
}

/* ---- one run ----------------------------------------------------------------------------------------------------------- */

static IrModule *read_program(Running *r, GError **error)
{
    const JobOptions *o = &r->job->o;
    job_progress(r->job, JOB_READ, "reading", r->label, 0, 0);
    if (!o->text)
        return program_read_keeping(o->path, &r->job->stop, &r->source, error);
    r->source = g_bytes_new(o->text, o->text_bytes);
    return program_parse(o->path, o->text, o->text_bytes, error);
}

/* The run's time 0 is the start of its compile. A program that does not compile leaves no run in the trace. */
static bool compile_it(Running *r, GError **error)
{
    const JobOptions *o = &r->job->o;
    TraceWriter *w = r->job->writer;
    g_autoptr(RecordTexts) recorded = w ? record_texts_new(w) : NULL;
    g_autoptr(GPtrArray) dumped = o->dump ? g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref) : NULL;
    Texts texts = { recorded, dumped };
    r->options.no_reasons = !w;
    r->options.no_plan = o->predict;
    r->options.on_text = recorded || dumped ? on_text : NULL;
    r->options.on_text_user = &texts;
    IrModule *m = read_program(r, error);
    if (!m)
        return false;
    if (module_verify(m, error) ? !arguments_refine(m, &(ArgumentSource){ .npz = o->inputs }, error) : true) {
        module_free(m);
        return false;
    }
    r->elided = o->no_execute || o->predict ? NULL : elided_filled(m);
    if (r->elided && !r->job->told_elided && o->warn && (!o->ranks || ranks_me(o->ranks) == 0))
        o->warn(o->user, r->elided);
    r->job->told_elided |= r->elided != NULL;
    if (!job_changes_of(r->job, m, r->changes, error)) {
        module_free(m);
        return false;
    }
    r->options.import.changes = (const ImportChange *)(const void *)r->changes->data;
    r->options.import.n_changes = (int)r->changes->len;
    if (o->ranks && !r->options.hardware)
        r->options.hardware = job_host_hardware(r->job, import_n_devices(m, &r->options.import, NULL) * MAX(r->options.import.n_replicas ? r->options.import.n_replicas : m->n_replicas, 1));
    job_progress(r->job, JOB_COMPILE, "compiling", r->label, 0, 0);
    if (o->predict && (o->per_device || module_is_divided(m)))
        r->c = module_verify(m, error) ? compile_as_is(m, &r->options, error) : (module_free(m), NULL);
    else
        r->c = program_compile_module(m, &r->options, w && o->remedies_s != 0 ? &r->fresh : NULL, error);
    r->options.on_text = NULL;
    if (!r->c)
        return false;
    if (o->predict ? !job_predict_fits(r->job, r->c, error) : !can_execute(r, error))
        return false;
    outcome_from(&r->out, r->label, r->c);
    r->rec = record_new(r, r->c->start_ns);
    r->job->has_runs = true;
    record_compiled(r->rec, r->c, g_steal_pointer(&recorded));
    return !dumped || dump_texts(r, dumped, error);
}

bool job_run_one(Job *job, const char *label, const ShardChoice *choice, GError **error)
{
    Running r = { .job = job, .label = label, .choice = choice, .sim = job->o.sim };
    r.more = g_array_new(FALSE, TRUE, sizeof(JobOutcome));
    r.changes = g_array_new(FALSE, TRUE, sizeof(ImportChange));
    bool ok = compile_options_from(&job->o.program, choice ? choice->shards : NULL, &r.options, error) && compile_it(&r, error);
    if (ok && job->o.predict)
        ok = predict(&r, error);
    else if (ok && !job->o.no_execute)
        ok = execute(&r, error);
    else if (ok && job->writer)
        note_memory(&r, r.c->program ? &r.c->program->memory : NULL);
    if (ok && r.fresh)
        ok = look_for_remedies(&r, error);
    if (ok && job->from.remedy_id && g_strcmp0(job->o.trace, job->o.again) == 0)
        trace_set_remedy_run(job->writer, job->from.remedy_id, record_run_id(r.rec));
    ok = record_end_of(&r, ok, error);
    if (ok && is_beside(&r))
        ok = predict_beside(&r, error);
    if (!ok && label)
        g_prefix_error(error, "%s: ", label);
    GArray *more = r.more, *changes = r.changes;
    running_clear(&r, ok ? job->outcomes : NULL);
    if (more->len)
        g_array_append_vals(job->outcomes, more->data, more->len);
    g_array_unref(more);
    g_array_unref(changes);
    return ok;
}
