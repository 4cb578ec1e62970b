/* A client's trace: each program that is compiled becomes a run of it, each execution a step of that run. The writer is used under
 * the client's record lock. */
#include "runtime/library/library_impl.h"

#include "runtime/api/arrays.h"

/* Of more steps of a run than this, about so many are recorded with all their events; how many there will be is not known before. */
enum { WHOLE_STEPS = 200, LIKELY_STEPS = 10000 };

struct RecordedRun {
    Recording *of;
    Record *record;
    const EventSink *events;
    int n_steps;
    bool ended;
};

struct Recording {
    TraceWriter *writer;
    char *label;
    GPtrArray *runs; /* not ended yet */
    GError *failed;  /* what ended the recording before its time */
};

bool shardscope_client_record(ShardscopeClient *client, const char *path, const char *label, ShardscopeError **error)
{
    NEED(client, "a client", false);
    NEED(path, "a path", false);
    pthread_mutex_lock(&client->record_lock);
    GError *e = NULL;
    bool ok = !client->recording || diag(&e, SHARD_ERROR_USAGE, NULL, "shardscope_client_record_end ends it", "the client is recorded already");
    ok = ok && path_can_write(path, &e);
    TraceWriter *w = ok ? trace_writer_new(path, &e) : NULL;
    if (w) {
        client->recording = g_new0(Recording, 1);
        *client->recording = (Recording){ .writer = w, .label = g_strdup(label), .runs = g_ptr_array_new() };
    }
    pthread_mutex_unlock(&client->record_lock);
    return w || library_fail(error, e);
}

RecordTexts *recording_begin(ShardscopeClient *client, CompileOptions *o)
{
    pthread_mutex_lock(&client->record_lock);
    RecordTexts *texts = client->recording ? record_texts_new(client->recording->writer) : NULL;
    if (!texts)
        pthread_mutex_unlock(&client->record_lock); /* else until recording_compiled or recording_abandon */
    o->no_reasons = !texts;
    o->on_text = texts ? record_texts_take : NULL;
    o->on_text_user = texts;
    return texts;
}

void recording_abandon(ShardscopeClient *client, RecordTexts *texts)
{
    if (!texts)
        return;
    record_texts_free(texts);
    pthread_mutex_unlock(&client->record_lock);
}

RecordedRun *recording_compiled(ShardscopeClient *client, const Compiled *c, RecordTexts *texts, const char *label)
{
    if (!texts)
        return NULL;
    Recording *rec = client->recording;
    int n = (int)c->n_devices;
    g_autofree DeviceInfo *devices = exec_devices(n);
    RecordInfo info = { .name = c->whole->name, .label = label ? label : rec->label ? rec->label : c->whole->name, .hardware = NULL, .kind = TRACE_RUN_MEASURED,
                        .devices = devices, .n_devices = n, .n_steps = LIKELY_STEPS, .whole_steps = WHOLE_STEPS };
    RecordedRun *run = g_new0(RecordedRun, 1);
    run->of = rec;
    run->record = record_run_new(rec->writer, &info, c->start_ns);
    record_compiled(run->record, c, texts);
    if (c->program)
        record_memory(run->record, &c->program->memory);
    run->events = record_events(run->record, exec_context_n_workers(client->cx));
    g_ptr_array_add(rec->runs, run);
    pthread_mutex_unlock(&client->record_lock);
    return run;
}

const EventSink *recording_events(ShardscopeClient *client, RecordedRun *run)
{
    if (!run)
        return NULL;
    pthread_mutex_lock(&client->record_lock);
    const EventSink *events = run->ended || run->of->failed ? NULL : run->events;
    pthread_mutex_unlock(&client->record_lock);
    return events;
}

void recording_step(ShardscopeClient *client, RecordedRun *run, const char *name, const StepStats *stats)
{
    if (!run)
        return;
    pthread_mutex_lock(&client->record_lock);
    if (!run->ended && !run->of->failed)
        record_step(run->record, name, run->n_steps, run->n_steps > 0, stats, &run->of->failed);
    run->n_steps++;
    pthread_mutex_unlock(&client->record_lock);
}

/* Under the lock. */
static void end_run(RecordedRun *run)
{
    if (run->ended)
        return;
    run->ended = true;
    GError *late = NULL;
    if (!record_run_end(run->record, &late) && !run->of->failed)
        run->of->failed = g_steal_pointer(&late);
    g_clear_error(&late);
    g_clear_pointer(&run->record, record_free);
    g_ptr_array_remove(run->of->runs, run);
    run->of = NULL;
}

void recording_forget(ShardscopeClient *client, RecordedRun *run)
{
    pthread_mutex_lock(&client->record_lock);
    end_run(run);
    pthread_mutex_unlock(&client->record_lock);
    g_free(run);
}

bool recording_end(ShardscopeClient *client, GError **error)
{
    pthread_mutex_lock(&client->record_lock);
    Recording *rec = g_steal_pointer(&client->recording);
    if (!rec) {
        pthread_mutex_unlock(&client->record_lock);
        return true;
    }
    while (rec->runs->len)
        end_run(rec->runs->pdata[rec->runs->len - 1]);
    GError *late = NULL;
    bool ok = trace_writer_finish(rec->writer, &late);
    if (rec->failed) {
        g_clear_error(&late);
        g_propagate_error(error, g_steal_pointer(&rec->failed));
        ok = false;
    } else if (!ok) {
        g_propagate_error(error, late);
    }
    g_ptr_array_unref(rec->runs);
    g_free(rec->label);
    g_free(rec);
    pthread_mutex_unlock(&client->record_lock);
    return ok;
}

bool shardscope_client_record_end(ShardscopeClient *client, ShardscopeError **error)
{
    NEED(client, "a client", false);
    shardscope_client_wait(client, NULL);
    GError *e = NULL;
    return recording_end(client, &e) || library_fail(error, e);
}
