/* A job that several processes share: every rank compiles and runs its devices, rank 0 records, prints and writes. */
#include "runtime/api/job_impl.h"

#include "runtime/ranks/events.h"
#include "trace/trace.h"

struct JobRanks {
    Ranks *ranks;
    RankEvents *events; /* of this rank's devices, on their way to rank 0; NULL on rank 0, or if nothing is recorded */
    int n_cores, n_devices;
    bool parts;         /* each rank records its own */
    bool noted;         /* clocks have been told before */
    RanksClock *told;   /* by rank: as last told */
    int64_t *sent;      /* by rank: bytes */
};

bool job_share(Job *job, GError **error)
{
    JobOptions *o = &job->o;
    if (!o->ranks)
        return true;
    if (o->again || o->try_best)
        return diag(error, SHARD_ERROR_USAGE, NULL, "run it as a single process", "%s: not by several processes together", o->again ? "a run made again" : "running the best changes");
    job->is_recorded = o->trace != NULL;
    if (o->trace_parts && o->trace) {
        char *path = trace_part_path(o->trace, ranks_me(o->ranks));
        g_ptr_array_add(job->kept, path);
        o->trace = path;
    }
    bool parts = o->trace_parts && o->trace;
    if (ranks_me(o->ranks) != 0) { /* rank 0 does all that is done once */
        job->has_outputs = o->outputs != NULL;
        o->outputs = o->dump = NULL;
        if (!parts)
            o->trace = NULL;
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

const char *job_host_hardware(Job *job, int64_t n_devices)
{
    Ranks *ranks = job->o.ranks;
    if (!ranks || n_devices < 2 || n_devices > INT_MAX)
        return NULL;
    const char *host = ranks_host(ranks, 0);
    int64_t each = 0;
    while (each < n_devices && g_str_equal(ranks_host(ranks, ranks_of_device(ranks, (int)n_devices, (int)each)), host))
        each++;
    if (each == n_devices || n_devices % each)
        return NULL;
    for (int64_t d = 0; d < n_devices; d++)
        if (!g_str_equal(ranks_host(ranks, ranks_of_device(ranks, (int)n_devices, (int)d)), ranks_host(ranks, ranks_of_device(ranks, (int)n_devices, (int)(d / each * each)))))
            return NULL;
    char *name = g_strdup_printf("cpu-%" G_GINT64_FORMAT, each);
    g_ptr_array_add(job->kept, name);
    return name;
}

const char **job_hosts(const Job *job, DeviceInfo *devices, int n, int **n_cores)
{
    Ranks *ranks = job->o.ranks;
    if (!ranks)
        return NULL;
    const char **hosts = g_new0(const char *, ranks_n(ranks) + 1);
    *n_cores = g_new(int, ranks_n(ranks));
    for (int i = 0; i < ranks_n(ranks); i++) {
        hosts[i] = ranks_host(ranks, i);
        (*n_cores)[i] = ranks_cores(ranks, i);
    }
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
    r->parts = job->o.trace_parts && job->is_recorded;
    r->told = g_new0(RanksClock, ranks_n(ranks));
    r->sent = g_new0(int64_t, ranks_n(ranks));
    if (ranks_me(ranks) != 0 && job->is_recorded && !r->parts)
        r->events = rank_events_new(first, n, n_cores);
    return r;
}

void job_ranks_end(JobRanks *r)
{
    if (!r)
        return;
    rank_events_free(r->events);
    g_free(r->told);
    g_free(r->sent);
    g_free(r);
}

RecordPart *job_part(const Job *job, const char *name, int n_devices)
{
    Ranks *ranks = job->o.ranks;
    if (!ranks || !job->o.trace_parts)
        return NULL;
    RecordPart *part = g_new0(RecordPart, 1);
    part->job = ranks_job(ranks);
    part->of = ranks_run_key(ranks, name);
    part->rank = ranks_me(ranks);
    ranks_block(ranks, part->rank, n_devices, &part->first, &part->n);
    return part;
}

void job_part_free(RecordPart *part)
{
    if (!part)
        return;
    g_free((char *)part->of);
    g_free(part);
}

static bool same_clock(const RanksClock *a, const RanksClock *b)
{
    return a->at_ns == b->at_ns && a->off_ns == b->off_ns && a->err_ns == b->err_ns && a->rate >= b->rate && a->rate <= b->rate;
}

bool job_ranks_note(JobRanks *r, Record *rec, const StepStats *own, bool at_end, GError **error)
{
    if (!r)
        return true;
    int me = ranks_me(r->ranks);
    if (own)
        r->sent[me] = own->sent_bytes;
    if (at_end && !ranks_clock_again(r->ranks, NULL, error))
        return false;
    for (int i = 0; i < ranks_n(r->ranks); i++) {
        RanksClock c = ranks_clock_now(r->ranks, i);
        if ((me != 0 || r->parts) && i != me) /* those of the others are in their parts */
            continue;
        if (!at_end && r->noted && same_clock(&c, &r->told[i]))
            continue;
        r->told[i] = c;
        if (r->parts || me == 0)
            record_host(rec, i, &(RecordHost){ .clock_at_ns = c.at_ns, .clock_off_ns = c.off_ns, .clock_err_ns = c.err_ns, .clock_rate = c.rate, .sent_bytes = at_end ? r->sent[i] : -1 });
    }
    r->noted = true;
    return true;
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

bool job_ranks_together(JobRanks *r, const Stop *stop, GError **error)
{
    for (int i = 1; r && ranks_me(r->ranks) == 0 && i < ranks_n(r->ranks); i++)
        ranks_send(r->ranks, i, RANKS_STEP, g_bytes_new(NULL, 0));
    if (!r || ranks_me(r->ranks) == 0)
        return true;
    g_autoptr(GBytes) go = ranks_receive(r->ranks, 0, RANKS_STEP, stop, error);
    return go != NULL;
}

bool job_ranks_step(JobRanks *r, const EventSink *sink, StepStats *stats, const Stop *stop, GError **error)
{
    if (!r)
        return true;
    if (ranks_me(r->ranks) != 0) {
        ranks_send(r->ranks, 0, RANKS_STEP, r->events ? rank_events_take(r->events, stats) : rank_events_none(stats));
        return true;
    }
    for (int i = 1; i < ranks_n(r->ranks); i++) {
        g_autoptr(GBytes) mail = ranks_receive(r->ranks, i, RANKS_STEP, stop, error);
        StepStats one;
        EventShift shift = { .clock = ranks_clock_now(r->ranks, i), .first_core = i * r->n_cores, .n_devices = r->n_devices };
        if (!mail)
            return false;
        if (!rank_events_replay(mail, &shift, r->parts ? NULL : sink, &one))
            return diag(error, SHARD_ERROR_RUN, NULL, NULL, "rank %d sent a step that cannot be read", i);
        int first, n;
        r->sent[i] = one.sent_bytes;
        ranks_block(r->ranks, i, r->n_devices, &first, &n);
        if (n)
            add_stats(stats, &one);
    }
    return true;
}
