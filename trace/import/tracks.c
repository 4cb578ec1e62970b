/* See tracks.h. Start at tracks_store(). */
#include "trace/import/tracks.h"

#include <string.h>

#include "trace/import/launches.h"
#include "trace/import/xspace_impl.h"

void track_free(Track *t)
{
    if (!t)
        return;
    g_array_unref(t->events);
    g_clear_pointer(&t->programs, g_array_unref);
    g_clear_pointer(&t->keys, g_array_unref);
    g_free(t->name);
    g_free(t);
}

typedef struct TrackKey {
    int64_t process, thread;
} TrackKey;

static guint key_hash(gconstpointer p)
{
    const TrackKey *k = p;
    return (guint)(((uint64_t)k->process * 0x9e3779b97f4a7c15u ^ (uint64_t)k->thread * 0xc2b2ae3d27d4eb4fu) >> 31);
}

static gboolean key_equal(gconstpointer pa, gconstpointer pb)
{
    const TrackKey *a = pa, *b = pb;
    return a->process == b->process && a->thread == b->thread;
}

Tracks *tracks_new(ImportRun *r)
{
    Tracks *t = g_new0(Tracks, 1);
    t->run = r;
    t->space = UINT32_C(1) << 31 | r->n_spaces++ << 4;
    t->rank = -1;
    t->all = g_ptr_array_new_with_free_func((GDestroyNotify)track_free);
    t->index = g_hash_table_new_full(key_hash, key_equal, g_free, NULL);
    t->process_names = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    t->samples = g_array_new(FALSE, FALSE, sizeof(TrackSample));
    t->memory = g_array_new(FALSE, FALSE, sizeof(TrackMemory));
    t->device_kinds = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    return t;
}

void tracks_free(Tracks *t)
{
    if (!t)
        return;
    g_ptr_array_unref(t->all);
    g_hash_table_unref(t->index);
    g_hash_table_unref(t->process_names);
    g_array_unref(t->samples);
    g_array_unref(t->memory);
    g_hash_table_unref(t->device_kinds);
    g_clear_pointer(&t->held.notes, g_array_unref);
    g_free(t->clock);
    g_free(t->host);
    g_free(t);
}

Track *track_new(void)
{
    Track *track = g_new0(Track, 1);
    track->device = -1;
    track->events = g_array_new(FALSE, FALSE, sizeof(TrackEvent));
    return track;
}

Track *tracks_attach(Tracks *t, Track *track, int64_t process, int64_t thread)
{
    TrackKey key = { process, thread };
    g_assert(!g_hash_table_contains(t->index, &key));
    track->process = process;
    track->thread = thread;
    g_ptr_array_add(t->all, track);
    g_hash_table_insert(t->index, g_memdup2(&key, sizeof key), track);
    return track;
}

Track *tracks_get(Tracks *t, int64_t process, int64_t thread)
{
    Track *track = g_hash_table_lookup(t->index, &(TrackKey){ process, thread });
    return track ? track : tracks_attach(t, track_new(), process, thread);
}

void tracks_name_process(Tracks *t, int64_t process, const char *name)
{
    g_hash_table_replace(t->process_names, g_memdup2(&process, sizeof process), g_strdup(name));
}

int64_t track_ns(int64_t ns)
{
    const int64_t most = INT64_C(1) << 61;
    return CLAMP(ns, -most, most);
}

TrackEvent *track_add_named(Tracks *t, Track *track, int64_t start_ns, int64_t end_ns, uint32_t name_id)
{
    start_ns = track_ns(start_ns);
    end_ns = MAX(track_ns(end_ns), start_ns);
    TrackEvent e = { .start_ns = start_ns, .dur_ns = end_ns - start_ns, .name_id = name_id };
    t->run->n_seen++;
    g_array_append_val(track->events, e);
    return &g_array_index(track->events, TrackEvent, track->events->len - 1);
}

TrackEvent *track_add(Tracks *t, Track *track, int64_t start_ns, int64_t end_ns, const char *name)
{
    return track_add_named(t, track, start_ns, end_ns, tracks_name(t->run, name));
}

uint32_t track_launch(Tracks *t, uint64_t correlation, ArrowEnd end)
{
    enum { LAUNCH = 1 };
    return correlation ? timeline_arrow(t->run->timeline, 0, LAUNCH, t->space, correlation, end) : 0;
}

void track_of_program(Track *track, ImportProgram *program, ImportOp *op)
{
    if (!track->programs)
        track->programs = g_array_new(FALSE, TRUE, sizeof(ImportProgram *));
    g_array_set_size(track->programs, track->events->len);
    g_array_index(track->programs, ImportProgram *, track->events->len - 1) = program;
    g_array_index(track->events, TrackEvent, track->events->len - 1).op = op;
}

void track_of_exec(Track *track, int64_t key)
{
    if (!track->keys)
        track->keys = g_array_new(FALSE, TRUE, sizeof(int64_t));
    g_array_set_size(track->keys, track->events->len);
    g_array_index(track->keys, int64_t, track->events->len - 1) = key;
}

/* ---- storing ------------------------------------------------------------------------------------------------------------------------ */

/* "device 3 (cpu)", as we write it. */
static bool is_our_device(const char *name, int64_t *ordinal)
{
    if (!g_str_has_prefix(name, "device ") || !g_ascii_isdigit(name[7]))
        return false;
    *ordinal = (int64_t)MIN(g_ascii_strtoull(name + 7, NULL, 10), (guint64)1 << 20);
    return true;
}

bool import_is_device(const char *process)
{
    int64_t ordinal;
    bool is_gpu;
    return xdevice_is(process, &ordinal, &is_gpu) || is_our_device(process, &ordinal);
}

int64_t tracks_device_of(const Tracks *t, int64_t process, bool *is_gpu)
{
    const char *name = g_hash_table_lookup(t->process_names, &process);
    int64_t ordinal;
    *is_gpu = false;
    return name && (xdevice_is(name, &ordinal, is_gpu) || is_our_device(name, &ordinal)) ? ordinal : -1;
}

/* Which device a track is of, and what sort of line it is. */
static void classify(Tracks *t, Track *track)
{
    const char *process = g_hash_table_lookup(t->process_names, &track->process);
    int64_t ordinal;
    bool is_gpu = track->is_gpu;
    if (!track->kind && (g_strcmp0(process, "Steps") == 0 || g_strcmp0(track->name, "Steps") == 0))
        track->kind = TRACE_LANE_STEPS;
    if (track->device < 0 && process && xdevice_is(process, &ordinal, &is_gpu))
        track->device = ordinal;
    track->is_gpu = is_gpu;
    if (track->device < 0 && process && is_our_device(process, &ordinal)) {
        track->device = ordinal;
        track->kind = track->kind ? track->kind : track->name ? import_lane_kind(track->name, false) : 0;
        track->kind = track->kind ? track->kind : TRACE_LANE_OPS;
    }
    if (!track->kind && track->device >= 0 && track->name)
        track->kind = import_lane_kind(track->name, is_gpu);
    if (!track->kind)
        track->kind = track->device >= 0 ? (is_gpu ? TRACE_LANE_STREAM : TRACE_LANE_OTHER) : TRACE_LANE_HOST;
}

static int by_device(gconstpointer pa, gconstpointer pb)
{
    const Track *a = *(Track *const *)pa, *b = *(Track *const *)pb;
    if (a->device != b->device)
        return a->device < b->device ? -1 : 1;
    return a->process != b->process ? (a->process < b->process ? -1 : 1) : (a->thread > b->thread) - (a->thread < b->thread);
}

int64_t tracks_first(const Tracks *t)
{
    int64_t first = INT64_MAX;
    for (guint i = 0; i < t->all->len; i++) {
        const Track *track = t->all->pdata[i];
        for (guint k = 0; k < track->events->len; k++)
            first = MIN(first, g_array_index(track->events, TrackEvent, k).start_ns);
    }
    for (guint i = 0; i < t->samples->len; i++)
        first = MIN(first, g_array_index(t->samples, TrackSample, i).ts_ns);
    for (guint i = 0; i < t->memory->len; i++)
        first = MIN(first, g_array_index(t->memory, TrackMemory, i).ts_ns);
    return first == INT64_MAX ? 0 : first;
}

TimelineDevice *tracks_device(Tracks *t, int64_t ordinal, bool is_gpu)
{
    const GPtrArray *all = timeline_devices(t->run->timeline);
    int64_t global = ordinal + t->first_device;
    for (guint i = 0; i < all->len; i++)
        if (((TimelineDevice *)all->pdata[i])->global_id == global)
            return all->pdata[i];
    const char *kind = g_hash_table_lookup(t->device_kinds, GSIZE_TO_POINTER((gsize)ordinal + 1));
    return timeline_device(t->run->timeline, &(TraceDevice){ .host_id = t->host_row, .global_id = global, .ordinal = TRACE_INT(ordinal), .kind = kind ? kind : is_gpu ? "GPU" : "device" });
}

/* Executions and steps. */
static void look(Tracks *t, Track *track, TimelineDevice *d, GArray *kernels)
{
    ImportRun *r = t->run;
    for (guint i = 0; i < track->events->len; i++) {
        const TrackEvent *e = &g_array_index(track->events, TrackEvent, i);
        const TrackName *name = tracks_name_of(r, e->name_id);
        if (track->kind == TRACE_LANE_MODULES && d) {
            ImportProgram *g = import_programs_find(r->programs, name->text, false, 0);
            timeline_exec(d, g, e->start_ns, e->start_ns + e->dur_ns, 0);
        } else if (track->kind == TRACE_LANE_STEPS) {
            char *end = NULL;
            int64_t num = name->step >= 0 ? name->step : g_ascii_strtoll(name->text, &end, 10);
            timeline_step(r->timeline, 2, name->step >= 0 || end != name->text ? num : (int64_t)i, e->start_ns, e->start_ns + e->dur_ns, (TraceInt){ 0 });
        } else if (name->step >= 0 && e->dur_ns > 0) {
            timeline_step(r->timeline, 1, name->step, e->start_ns, e->start_ns + e->dur_ns, (TraceInt){ 0 });
        }
        ImportProgram *g = track->programs && i < track->programs->len ? g_array_index(track->programs, ImportProgram *, i) : NULL;
        if (g && d)
            g_array_append_val(kernels, ((ImportKernel){ e->start_ns, e->start_ns + e->dur_ns, g, e->op }));
    }
}

static bool is_collective(const TrackName *name, int cat)
{
    return cat ? cat == TRACE_CAT_COLLECTIVE : name->kind != 0;
}

bool tracks_is_collective(const Tracks *t, const TrackEvent *e)
{
    return is_collective(tracks_name_of(t->run, e->name_id), e->cat);
}

/* The track's events as the timeline takes them, in the run's scratch; the track has none afterwards. */
static GArray *take_events(Tracks *t, Track *track)
{
    GArray *out = import_scratch(t->run);
    for (guint i = 0; i < track->events->len; i++) {
        const TrackEvent *e = &g_array_index(track->events, TrackEvent, i);
        TimelineEvent x = { .start_ns = e->start_ns, .dur_ns = e->dur_ns, .op = e->op, .name_id = e->name_id, .meets = e->meets, .arrow = e->arrow, .cat = e->cat, .coll_kind = e->coll_kind,
                            .key = track->keys && i < track->keys->len ? g_array_index(track->keys, int64_t, i) : 0 };
        g_array_append_val(out, x);
    }
    g_array_unref(track->events);
    track->events = g_array_new(FALSE, FALSE, sizeof(TrackEvent));
    g_clear_pointer(&track->programs, g_array_unref);
    g_clear_pointer(&track->keys, g_array_unref);
    return out;
}

/* Of our own traces: waits within collectives are worked out again; others stay. */
static void drop_waits(Tracks *t, GArray *events)
{
    guint n = 0;
    TimelineEvent *e = (TimelineEvent *)events->data;
    int64_t until = INT64_MIN; /* of the last collective */
    for (guint i = 0; i < events->len; i++) {
        const TrackName *name = tracks_name_of(t->run, e[i].name_id);
        bool waits = name->waits, whole = false; /* as long as the collective, which may come after it */
        for (guint k = i + 1; waits && !whole && k < events->len && e[k].start_ns == e[i].start_ns; k++)
            whole = is_collective(tracks_name_of(t->run, e[k].name_id), e[k].cat);
        if (waits && (whole || e[i].start_ns < until))
            continue;
        if (waits)
            e[i].cat = TRACE_CAT_WAIT;
        else if (is_collective(name, e[i].cat))
            until = e[i].start_ns + e[i].dur_ns;
        e[n++] = e[i];
    }
    int64_t gone = events->len - n;
    g_array_set_size(events, n);
    t->run->n_left += gone;
    if (gone)
        import_note(t->run, 0, "waits", gone, "waits for other devices, which are worked out again");
}

static void find_ops(Tracks *t, const Track *track, TimelineDevice *d, GArray *events)
{
    ImportRun *r = t->run;
    import_event_sort(events);
    drop_waits(t, events);
    d->exec_at = 0;
    for (guint i = 0; i < events->len; i++) {
        TimelineEvent *e = &g_array_index(events, TimelineEvent, i);
        const TrackName *name = tracks_name_of(r, e->name_id);
        uint32_t exec = e->op || track->is_gpu || t->says_ops ? 0 : timeline_exec_at(d, e->start_ns, 0);
        if (exec) { /* where events say their ops, what says none has none */
            ImportProgram *g = g_array_index(d->execs, TimelineExec, exec - 1).program;
            e->op = import_program_op(g, name->text, strlen(name->text));
            e->op = e->op ? e->op : import_programs_make_op(r->programs, g, name->text);
        }
        if (!e->cat && track->is_gpu) {
            e->cat = name->kernel_cat;
            e->coll_kind = name->kernel_kind;
            if (e->cat == TRACE_CAT_COMPUTE && e->op && e->op->cat == TRACE_CAT_COLLECTIVE)
                e->cat = TRACE_CAT_COLLECTIVE;
        } else if (!e->cat) {
            e->cat = e->op ? (uint8_t)e->op->cat : TRACE_CAT_COMPUTE;
        }
        if (e->cat == TRACE_CAT_COLLECTIVE && !e->op && !e->coll_kind)
            e->coll_kind = name->kind ? name->kind : name->kernel_kind;
        r->n_ops++;
        r->n_joined += e->op && e->op->inst_id;
    }
}

static void put_track(Tracks *t, Track *track, TimelineDevice *d, int64_t host)
{
    bool ops = track->kind == TRACE_LANE_OPS || track->kind == TRACE_LANE_STREAM || (track->kind == TRACE_LANE_ASYNC && d);
    GArray *events = take_events(t, track);
    if (d && ops)
        find_ops(t, track, d, events);
    for (guint i = 0; i < events->len && !d; i++)
        g_array_index(events, TimelineEvent, i).cat = TRACE_CAT_HOST;
    const char *process = g_hash_table_lookup(t->process_names, &track->process);
    g_autofree char *name = track->name && *track->name ? g_strdup(track->name) : g_strdup_printf("%s %" G_GINT64_FORMAT, process ? process : "thread", track->thread);
    bool joins = ops && track->kind != TRACE_LANE_ASYNC;
    timeline_lane(t->run->timeline, &(TimelineLane){ d, host, track->kind, name, joins, joins }, events);
}

void tracks_classify(Tracks *t)
{
    for (guint i = 0; i < t->all->len; i++)
        classify(t, t->all->pdata[i]);
    for (guint i = 0; i < t->all->len; i++)
        t->says_ops |= ((const Track *)t->all->pdata[i])->programs != NULL;
    g_ptr_array_sort(t->all, by_device);
}

static TimelineDevice *device_of_track(Tracks *t, const Track *track)
{
    return track->device >= 0 ? tracks_device(t, track->device, track->is_gpu) : NULL;
}

void tracks_look(Tracks *t, const ImportSource *s)
{
    ImportRun *r = t->run;
    t->host_row = timeline_host(r->timeline, t->host ? t->host : s->name, r->n_hosts++);
    for (guint i = 0; i < t->all->len; i++)
        for (guint k = 0; k < ((Track *)t->all->pdata[i])->events->len; k++)
            g_array_index(((Track *)t->all->pdata[i])->events, TrackEvent, k).start_ns -= t->zero_ns;
    for (guint i = 0; i < t->all->len;) { /* the tracks of a device together */
        g_autoptr(GArray) kernels = g_array_new(FALSE, FALSE, sizeof(ImportKernel));
        TimelineDevice *d = device_of_track(t, t->all->pdata[i]);
        bool modules = false;
        for (; i < t->all->len && device_of_track(t, t->all->pdata[i]) == d; i++) {
            Track *track = t->all->pdata[i];
            modules |= track->kind == TRACE_LANE_MODULES;
            look(t, track, d, kernels);
        }
        if (d && !modules)
            import_find_execs(d, kernels);
    }
}

void tracks_store(Tracks *t, const ImportSource *s)
{
    ImportRun *r = t->run;
    for (guint i = 0; i < t->all->len; i++) {
        Track *track = t->all->pdata[i];
        import_saw(r, track->device < 0 ? "host threads" : track->kind == TRACE_LANE_STREAM ? "streams" : track->name ? track->name : "lines", track->events->len);
        put_track(t, track, device_of_track(t, track), t->host_row);
    }
    tracks_put_numbers(t);
    import_end_file(r, s, import_source_format(s), &(TraceImport){ .kind = t->kind, .clock_off_ns = -t->zero_ns, .clock_src = t->clock_src, .status = t->damaged });
}
