/* A job that several processes share: every rank compiles and runs its devices, rank 0 records, prints and writes. */
#include "runtime/api/job_impl.h"

#include "runtime/ranks/events.h"

struct JobRanks {
    Ranks *ranks;
    RankEvents *events; /* of this rank's devices, on their way to rank 0; NULL on rank 0, or if nothing is recorded */
    int n_cores, n_devices;
};

bool job_share(Job *job, GError **error)
{
    JobOptions *o = &job->o;
    if (!o->ranks)
        return true;
    if (o->again || o->try_best)
        return diag(error, SHARD_ERROR_USAGE, NULL, "run it as a single process", "%s: not by several processes together", o->again ? "a run made again" : "running the best changes");
    job->is_recorded = o->trace != NULL;
    if (ranks_me(o->ranks) != 0) { /* rank 0 does all that is done once */
        job->has_outputs = o->outputs != NULL;
        o->trace = o->outputs = o->dump = NULL;
        o->remedies_s = 0;
        o->progress = NULL;
    }
    return true;
}

void job_tell_others(Job *job, bool ok, GError **error)
{
    if (!ok && job->o.ranks && error && *error)
        ranks_fail(job->o.ranks, (*error)->message);
}

const char **job_hosts(const Job *job, DeviceInfo *devices, int n)
{
    Ranks *ranks = job->o.ranks;
    if (!ranks)
        return NULL;
    const char **hosts = g_new0(const char *, ranks_n(ranks) + 1);
    for (int i = 0; i < ranks_n(ranks); i++)
        hosts[i] = ranks_host(ranks, i);
    for (int d = 0; d < n; d++)
        devices[d].process = ranks_of_device(ranks, n, d);
    return hosts;
}

JobRanks *job_ranks_begin(const Job *job, const Compiled *c, int n_cores)
{
    Ranks *ranks = job->o.ranks;
    if (!ranks)
        return NULL;
    JobRanks *r = g_new0(JobRanks, 1);
    int first, n;
    *r = (JobRanks){ .ranks = ranks, .n_cores = n_cores, .n_devices = (int)c->n_devices };
    ranks_block(ranks, ranks_me(ranks), (int)c->n_devices, &first, &n);
    if (ranks_me(ranks) != 0 && job->is_recorded)
        r->events = rank_events_new(first, n, n_cores);
    return r;
}

void job_ranks_end(JobRanks *r)
{
    if (!r)
        return;
    rank_events_free(r->events);
    g_free(r);
}

const EventSink *job_ranks_sink(JobRanks *r, const EventSink *own)
{
    return r && r->events ? rank_events_sink(r->events) : own;
}

/* A step is that of all ranks: from the first that began to the last that ended. */
static void add_stats(StepStats *all, const StepStats *one)
{
    all->start_ns = MIN(all->start_ns, one->start_ns);
    all->end_ns = MAX(all->end_ns, one->end_ns);
    all->collectives += one->collectives;
    all->peak_bytes += one->peak_bytes;
}

bool job_ranks_step(JobRanks *r, const EventSink *sink, StepStats *stats, const Stop *stop, GError **error)
{
    if (!r)
        return true;
    if (ranks_me(r->ranks) != 0) {
        ranks_send(r->ranks, 0, RANKS_STEP, rank_events_take(r->events, stats));
        return true;
    }
    for (int i = 1; i < ranks_n(r->ranks); i++) {
        g_autoptr(GBytes) mail = ranks_receive(r->ranks, i, RANKS_STEP, stop, error);
        StepStats one;
        EventShift shift = { .clock_ns = ranks_clock(r->ranks, i, NULL), .first_core = i * r->n_cores, .n_devices = r->n_devices };
        if (!mail)
            return false;
        if (!rank_events_replay(mail, &shift, sink, &one))
            return diag(error, SHARD_ERROR_RUN, NULL, NULL, "rank %d sent a step that cannot be read", i);
        int first, n;
        ranks_block(r->ranks, i, r->n_devices, &first, &n);
        if (n)
            add_stats(stats, &one);
    }
    return true;
}
