/* Steps: events, collectives, memory and cores as devices report them, and the rows of each step. */
#include "runtime/record/record_impl.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct RecordLane {
    Record *r;
    TraceLaneBuffer *lane, *stream; /* of ops; of collectives, which run beside them on predicted devices: else the same */
    int device;
    int wait_op;          /* collective that the device waits at; -1 = none */
    int64_t wait_ns;      /* since then */
    int64_t awaited_name; /* last_wait_name(); 0 = not made yet */
    int64_t end_ns;       /* of its last event in this step; 0 = it has none yet */
    int64_t loop_trips;   /* of the next event; -1 = it is not of a loop that runs as one piece of code */
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
enum { MAX_EVENTS = 1 << 16, FIRST_STEPS = 2 }; /* of a device and step; of a program, which have events in any case: a first one, and one that is warm */
enum { MAX_SAMPLES = 2048, FULL_STEPS = 2 }; /* a device and step; steps of which more than the highest is stored */

void record_lanes_free(Record *r)
{
    for (int d = 0; r->lane_user && d < r->n_lanes; d++) {
        g_free(r->lane_user[d].meets);
        g_free(r->lane_user[d].seen);
        g_free(r->lane_user[d].samples);
    }
    g_free(r->lane_user);
}

/* A device at a collective, from its arrival to its leaving: waiting for the last one is part of it. */
static void put_meeting(struct RecordLane *l, int op_id, int64_t from_ns, int64_t to_ns)
{
    Record *r = l->r;
    CollGroup g = r->coll_groups[op_id][l->device];
    trace_lane_meet(l->stream, &(TraceMeet){ .start_ns = from_ns - r->zero_ns, .dur_ns = to_ns - from_ns, .inst_id = r->final_inst[op_id],
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
    if (now != l->told && l->stream != l->lane)
        trace_lane_trip(l->stream, now);
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
    if (l->loop_trips >= 0)
        trace_lane_loop(l->lane, &(TraceLoopRun){ .start_ns = start_ns - r->zero_ns, .dur_ns = dur_ns, .inst_id = inst, .cat = cat, .trips = l->loop_trips });
    else
        trace_lane_event(l->lane, start_ns - r->zero_ns, dur_ns, inst, 0, cat);
    l->loop_trips = -1;
}

static void on_trips(void *user, int64_t n)
{
    struct RecordLane *l = user;
    l->loop_trips = n;
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
                put_sample(r, l->device, l->highest);
                last = l->highest.at_ns;
                stored = true;
            }
            if (store && !at_end && l->samples[i].at_ns > last) {
                put_sample(r, l->device, l->samples[i]);
                last = l->samples[i].at_ns;
            }
        }
        if (store && end_ns > last) /* the step is over: what it held is gone */
            put_sample(r, l->device, (struct Sample){ end_ns, 0 });
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
        int each = r->is_part ? n : MAX(1, n / r->n_hosts), process = r->is_part ? r->own_host : MIN(i / each, r->n_hosts - 1);
        g_autofree char *name = r->n_hosts > 1 ? g_strdup_printf("core %d of rank %d", i % each, process) : g_strdup_printf("core %d", i);
        TraceLane row = { .run_id = r->run_id, .host_id = r->host_id[process], .kind = TRACE_LANE_CORE, .name = name, .rank = r->n_devices + 1 + (r->is_part ? process * n : 0) + i };
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
        int device = r->first_lane + d;
        TraceLane row = { .run_id = r->run_id, .host_id = r->host_id[r->devices[device].process], .device_id = r->device_id[device], .kind = TRACE_LANE_OPS, .name = r->devices[device].name, .rank = device };
        r->lanes[d] = trace_lane_new(r->w, &row, MAX_EVENTS);
        TraceLaneBuffer *stream = r->lanes[d];
        if (r->run.kind.v == TRACE_RUN_PREDICTED) {
            row.kind = TRACE_LANE_STREAM;
            row.name = "links";
            stream = trace_lane_new(r->w, &row, MAX_EVENTS);
        }
        r->lane_user[d] = (struct RecordLane){ .r = r, .lane = r->lanes[d], .stream = stream, .device = device, .wait_op = -1, .loop_trips = -1, .meets = g_new0(int64_t, MAX(r->n_final, 1)),
                                                .seen = g_new0(uint32_t, MAX(r->n_final, 1)) };
        r->lane_pointers[d] = &r->lane_user[d];
    }
    g_autofree char *process = r->n_hosts > 1 ? g_strdup_printf("the process of rank %d", r->own_host) : g_strdup("the process");
    if (r->run.kind.v == TRACE_RUN_MEASURED && !r->elsewhere)
        r->host_lane = trace_put_lane(r->w, &(TraceLane){ .run_id = r->run_id, .host_id = r->host_id[r->own_host], .kind = TRACE_LANE_HOST, .name = process, .rank = r->n_devices });
    r->rss_name = trace_str(r->w, "rss_bytes");
    r->shared_name = trace_str(r->w, "shared_bytes");
    make_cores(r, n_cores);
    r->wait_name = trace_str(r->w, "waiting for a device");
    r->queue_name = trace_str(r->w, "waiting for a core");
    r->events = (EventSink){ .event = on_event, .trips = on_trips, .memory = on_memory, .lanes = r->lane_pointers, .n_cores = n_cores, .core = on_core, .user = r };
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

/* Slower than all before it; where steps get slower and slower, only from time to time. */
static bool is_slowest(Record *r, int64_t dur_ns)
{
    bool many = r->n_slow >= r->most_slow;
    if (r->most_slow < 0 || dur_ns <= r->slowest_ns + (many ? r->slowest_ns / 4 : 0))
        return false;
    r->slowest_ns = dur_ns;
    r->n_slow++;
    return true;
}

/* Whether a step is recorded with all its events: the first ones, every n-th, and those that are slower than all before them. */
static bool is_whole(Record *r, bool warm, int64_t dur_ns)
{
    bool slowest = warm && is_slowest(r, dur_ns);
    return slowest || r->steps_done < r->first_whole || r->steps_done % r->each_whole == 0;
}

/* The name of the events of others that wait for this device's end. */
static int64_t last_wait_name(Record *r, struct RecordLane *l)
{
    if (!l->awaited_name) {
        g_autofree char *text = g_strdup_printf(TRACE_LAST_WAIT, r->devices[l->device].name);
        l->awaited_name = trace_str(r->w, text);
    }
    return l->awaited_name;
}

/* A device that is through waits for the last one, which ends the step; one that had nothing to do, from its start on. What is short beside
 * the step is not worth an event. */
static void put_last_waits(Record *r, const StepStats *stats)
{
    int64_t step_ns = stats->end_ns - stats->start_ns;
    int last = 0;
    for (int d = 1; d < r->n_lanes; d++)
        if (r->lane_user[d].end_ns > r->lane_user[last].end_ns)
            last = d;
    int64_t end_ns = r->lane_user[last].end_ns;
    for (int d = 0; d < r->n_lanes; d++) {
        struct RecordLane *l = &r->lane_user[d];
        int64_t since_ns = l->end_ns ? l->end_ns : stats->start_ns, wait_ns = end_ns - since_ns;
        if (wait_ns > 0 && wait_ns >= step_ns / 100) {
            trace_lane_event(l->lane, since_ns - r->zero_ns, wait_ns, 0, last_wait_name(r, &r->lane_user[last]), TRACE_CAT_WAIT);
        }
        l->end_ns = 0;
    }
}

bool record_step(Record *r, const char *name, int num, bool warm, const StepStats *stats, GError **error)
{
    if (!r->w || (r->is_part && !r->n_lanes)) /* a process without devices has no steps */
        return true;
    TraceStep step = { .run_id = r->run_id, .num = num, .start_ns = stats->start_ns - r->zero_ns, .dur_ns = stats->end_ns - stats->start_ns,
                       .source = 1, .warm = TRACE_INT(warm), .name_id = name ? trace_str(r->w, name) : 0 };
    bool whole = is_whole(r, warm, step.dur_ns);
    int64_t end_ns = stats->end_ns - r->zero_ns;
    if (r->lane_user)
        put_last_waits(r, stats);
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
    TraceStepMore more = { .samples = (TraceMemSample *)(void *)r->samples->data, .n_samples = r->samples->len, .counters = counters,
                           .each_part = r->n_hosts > 1, .is_first = r->steps_done <= FIRST_STEPS }; /* parts of several processes are put together step by step */
    if (r->host_lane)
        more.n_counters = process_memory(r, end_ns, counters);
    return trace_step(r->w, &step, r->module_id, whole, &more, error);
}
