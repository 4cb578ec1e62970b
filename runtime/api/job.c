/* A job from its options to its outcomes; job_run.c makes each run. Start at job_run(). */
#include "runtime/api/job_impl.h"

#include "runtime/api/again.h"
#include "runtime/api/arrays.h"
#include "runtime/base/clock.h"

static void outcome_clear(gpointer p)
{
    JobOutcome *o = p;
    g_free(o->step_ns);
    g_free(o->prediction);
    g_free(o->told);
    if (o->results)
        g_ptr_array_unref(o->results);
    compiled_free(o->compiled);
}

static bool check_options(const JobOptions *o, GError **error)
{
    if (!o->path)
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "no program given");
    if (o->remedy < 0 || (o->remedy && !o->again))
        return diag(error, SHARD_ERROR_USAGE, NULL, "`again` is the trace whose change it is", "`remedy` %d: goes with `again`, and counts from 1", o->remedy);
    if (o->steps < 1)
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "`steps` %" G_GINT64_FORMAT ": must be at least 1", o->steps);
    if (o->steps > JOB_MAX_STEPS)
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "`steps` %" G_GINT64_FORMAT ": must be at most %d", o->steps, JOB_MAX_STEPS);
    if (o->n_workers < 0)
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "`n_threads` %d: must be at least 0", o->n_workers);
    if (o->no_execute && o->outputs)
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "`outputs` %s and `no_execute`: a program that is not run has no results", o->outputs);
    if (!(o->remedies_s >= 0) && o->remedies_s != JOB_REMEDIES_DEFAULT)
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "`remedies_s` %g: must be a number of seconds of at least 0", o->remedies_s);
    if (o->try_best < 0 || (o->try_best && (!o->trace || o->no_execute || o->remedies_s == 0)))
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "`try_best` %d: needs `trace`, and excludes `no_execute` and `remedies_s` 0", o->try_best);
    if (o->tries && !o->text && g_str_equal(o->path, "-"))
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "`tries` need the program in a file, not on standard input, because each choice reads it again");
    if (o->base && !o->tries)
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "`base`: needs `tries`");
    return true;
}

static void change_free(gpointer p)
{
    JobChange *c = p;
    g_free(c->text);
    g_free(c->edits);
    g_free(c);
}

Job *job_new(const JobOptions *options, GError **error)
{
    g_autoptr(Job) job = g_new0(Job, 1);
    job->o = *options;
    job->o.program.stop = &job->stop;
    job->outcomes = g_array_new(FALSE, TRUE, sizeof(JobOutcome));
    g_array_set_clear_func(job->outcomes, outcome_clear);
    job->labels = g_ptr_array_new_with_free_func(g_free);
    job->kept = g_ptr_array_new_with_free_func(g_free);
    job->changes = g_ptr_array_new_with_free_func(change_free);
    if (!job_share(job, error) || (job->o.again && !job_take_again(job, error)) || !check_options(&job->o, error) || !(job->tries = shard_choices_read(job->o.tries, error)))
        return NULL;
    job->name = g_path_get_basename(job->o.path);
    return g_steal_pointer(&job);
}

void job_free(Job *job)
{
    if (!job)
        return;
    g_array_unref(job->outcomes);
    g_ptr_array_unref(job->labels);
    g_clear_pointer(&job->tries, g_ptr_array_unref);
    g_clear_pointer(&job->source.text, g_bytes_unref);
    g_ptr_array_unref(job->changes);
    g_ptr_array_unref(job->kept);
    g_free(job->name);
    g_free(job);
}

void job_cancel(Job *job)
{
    stop_request(&job->stop);
}

Stop *job_stop(Job *job)
{
    return &job->stop;
}

void job_progress(Job *job, JobPhase phase, const char *what, const char *label, int64_t done, int64_t total)
{
    if (!job->o.progress)
        return;
    int64_t now = clock_ns();
    if (!job->in_phase || job->phase != phase || done == 0) {
        job->in_phase = true;
        job->phase = phase;
        job->phase_start_ns = now;
    }
    double s = 1e-9 * (double)(now - job->phase_start_ns);
    job->o.progress(job->o.user, &(JobProgress){ .phase = phase, .what = what, .label = label, .done = done, .total = total, .phase_s = s,
                                                 .left_s = total > 0 && done > 0 ? s / (double)done * (double)(total - done) : -1 });
}

bool job_goes_on(Job *job, bool ok, GError **error)
{
    if (ok || job->unrecorded || !job->o.trace_optional || !error || !*error || (*error)->domain != TRACE_ERROR)
        return ok || job->unrecorded;
    g_autofree char *text = g_strdup_printf("%s\n  the run goes on without recording", (*error)->message);
    if (job->o.warn)
        job->o.warn(job->o.user, text);
    g_clear_error(error);
    job->unrecorded = true;
    return true;
}

int job_n_outcomes(const Job *job)
{
    return (int)job->outcomes->len;
}

const JobOutcome *job_outcome(const Job *job, int i)
{
    return &g_array_index(job->outcomes, JobOutcome, i);
}

int64_t job_step_ns(const JobOutcome *o, double q)
{
    return o->n_steps ? trace_quantile(o->step_ns, (int)MIN(o->n_steps, INT32_MAX), q) : 0;
}

/* ---- running ------------------------------------------------------------------------------------------------------- */

/* Label of a run: "the job's label: the choice's label". The job owns the text. */
static const char *label_for(Job *job, const char *of_choice)
{
    char *label = job->o.label ? g_strdup_printf("%s: %s", job->o.label, of_choice) : g_strdup(of_choice);
    g_ptr_array_add(job->labels, label);
    return label;
}

static bool run_all(Job *job, GError **error)
{
    if (job->tries->len == 0)
        return job_run_one(job, job->o.label, NULL, error);
    if (job->o.base && !job_run_one(job, label_for(job, "base"), NULL, error))
        return false;
    for (guint i = 0; i < job->tries->len; i++) {
        const ShardChoice *c = job->tries->pdata[i];
        if (!job_run_one(job, label_for(job, c->label), c, error))
            return false;
    }
    return true;
}

static void on_finishing(void *user, const char *what, int64_t done, int64_t of)
{
    job_progress(user, JOB_FINISH, what, NULL, done, of > 1 ? of : 0);
}

static bool asked_to_stop(void *user)
{
    const Job *job = user;
    return stop_requested(&job->stop) && clock_ns() > job->finish_until_ns;
}

/* Makes the trace's indexes and derived tables. A job that was stopped gets a short time for this; without them the file still has
 * all steps. */
static bool finish(Job *job, GError **error)
{
    TraceWatch watch = { .progress = on_finishing, .stop = asked_to_stop, .user = job };
    enum { MOMENT_NS = 500000000 };
    job->finish_until_ns = stop_requested(&job->stop) ? clock_ns() + MOMENT_NS : 0;
    job_progress(job, JOB_FINISH, "finishing the trace", NULL, 0, 0);
    bool ok = trace_writer_finish_watched(g_steal_pointer(&job->writer), &watch, error);
    if (!ok && g_error_matches(*error, TRACE_ERROR, TRACE_ERROR_STOPPED)) {
        g_clear_error(error);
        diag(error, SHARD_ERROR_STOPPED, NULL, "shardscope optimize makes them", "%s: stopped before the trace's indexes were made; it has all steps",
             job->o.trace);
    }
    return ok;
}

static bool run_job(Job *job, GError **error)
{
    const JobOptions *o = &job->o;
    if (!watch_listen(NULL, NULL, error))
        return false;
    if ((o->trace && !path_can_write(o->trace, error)) || (o->outputs && !path_can_write(o->outputs, error)))
        return false;
    if ((o->trace || o->again) && !job_find_source(job, error))
        return false;
    job->writer = o->trace ? trace_writer_new(o->trace, error) : NULL;
    if (o->trace && !job->writer)
        return false;
    trace_bound_events(job->writer, o->whole_steps ? TRACE_USUAL_EVENTS : 0);
    bool ok = run_all(job, error);
    if (!job->writer)
        return ok;
    if (!ok && job->outcomes->len == 0 && !(stop_requested(&job->stop) && job->has_runs)) {
        trace_writer_give_up(g_steal_pointer(&job->writer));
        return false;
    }
    GError *late = NULL;
    bool finished = job_goes_on(job, finish(job, &late), &late);
    if (late && ok)
        g_propagate_error(error, late);
    else
        g_clear_error(&late);
    return finished && ok;
}

bool job_run(Job *job, GError **error)
{
    GError *why = NULL;
    bool ok = run_job(job, &why);
    job_tell_others(job, ok, &why);
    if (why)
        g_propagate_error(error, why);
    return ok;
}
