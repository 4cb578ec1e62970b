/* A client's trace: each program that is compiled becomes a run of it, each execution a step of that run. The writer is used under
 * the client's record lock. */
#include "runtime/library/library_impl.h"

#include <string.h>
#include <unistd.h>

#include "runtime/api/again.h"
#include "runtime/api/arrays.h"
#include "runtime/base/clock.h"
#include "runtime/shard/spell.h"

/* Of more steps of a run than this, about so many are recorded with all their events; how many there will be is not known before. */
enum { WHOLE_STEPS = 200, LIKELY_STEPS = 10000 };

struct RecordedRun {
    Recording *of;
    Record *record;
    const EventSink *events;
    int n_steps;
    Ranks *ranks;    /* of the client */
    int host;        /* this process, of those of the run */
    bool ended;
    int number;
    GArray *spans;   /* RecordSpan, not stored yet, with names of their own; under spans_lock */
    int64_t stored_ns; /* when they were last stored */
};

/* By number, those that have not ended: threads that know a run by its number give spans to it. */
static pthread_mutex_t spans_lock = PTHREAD_MUTEX_INITIALIZER;
static GHashTable *runs;
static int last_number;

struct Recording {
    TraceWriter *writer;
    char *label;
    char *process;   /* as run.process */
    GPtrArray *runs; /* not ended yet */
    GError *failed;  /* what ended the recording before its time */
    bool told;       /* of that */
    int n_compiles;  /* under way: their runs are yet to come */
    GHashTable *taken; /* name of a program -> GPtrArray of what it takes, as argument_text says it, of its last compile */
    pthread_cond_t compiled;
};

struct RecordedCompile {
    ShardscopeClient *client;
    Recording *of;
    RecordTexts *texts;
};

/* "python train.py, process 4242, 2026-11-22 14:03:07": what a person knows it by, and apart from other processes. */
static char *process_text(void)
{
    gsize n = 0;
    g_autofree char *words = NULL;
    GString *text = g_string_new(NULL);
    if (g_file_get_contents("/proc/self/cmdline", &words, &n, NULL))
        for (gsize i = 0; i < n && text->len < 60; i += strlen(words + i) + 1) {
            g_autofree char *name = words[i] == '/' ? g_path_get_basename(words + i) : g_strdup(words + i);
            g_autofree char *valid = g_utf8_make_valid(name, -1);
            g_string_append_printf(text, "%s%s", i ? " " : "", valid);
        }
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    g_autofree char *when = g_date_time_format(now, "%Y-%m-%d %H:%M:%S");
    g_string_append_printf(text, "%sprocess %d, %s", text->len ? ", " : "", (int)getpid(), when);
    return g_string_free(text, FALSE);
}

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
        trace_bound_events(w, client->trace_events < 0 ? 0 : client->trace_events ? client->trace_events : TRACE_USUAL_EVENTS);
        client->recording = g_new0(Recording, 1);
        *client->recording = (Recording){ .writer = w, .label = g_strdup(label), .process = process_text(), .runs = g_ptr_array_new(),
                                           .taken = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref) };
        pthread_cond_init(&client->recording->compiled, NULL);
    }
    pthread_mutex_unlock(&client->record_lock);
    return w || library_fail(error, e);
}

/* Tells what ended the recording, once. Outside of the lock, for whoever is told may ask the client. */
static void tell_failure(ShardscopeClient *client)
{
    g_autofree char *message = NULL;
    pthread_mutex_lock(&client->record_lock);
    Recording *rec = client->recording;
    if (rec && rec->failed && !rec->told) {
        rec->told = true;
        message = g_strdup(rec->failed->message);
    }
    pthread_mutex_unlock(&client->record_lock);
    if (message && client->warn)
        client->warn(client->warn_user, message);
}

/* The lock is held only while a text is handed over, so that executions are recorded while a program is compiled. */
static void take_text(void *user, HloText *text)
{
    RecordedCompile *compile = user;
    pthread_mutex_lock(&compile->client->record_lock);
    record_texts_take(compile->texts, text);
    pthread_mutex_unlock(&compile->client->record_lock);
}

RecordedCompile *recording_begin(ShardscopeClient *client, CompileOptions *o)
{
    RecordedCompile *compile = NULL;
    pthread_mutex_lock(&client->record_lock);
    Recording *rec = client->recording;
    if (rec) {
        compile = g_new(RecordedCompile, 1);
        *compile = (RecordedCompile){ client, rec, record_texts_new(rec->writer) };
        rec->n_compiles++;
    }
    pthread_mutex_unlock(&client->record_lock);
    o->no_reasons = !compile;
    o->on_text = compile ? take_text : NULL;
    o->on_text_user = compile;
    return compile;
}

/* Under the lock. */
static void compile_ends(RecordedCompile *compile)
{
    compile->of->n_compiles--;
    pthread_cond_broadcast(&compile->of->compiled);
    g_free(compile);
}

void recording_abandon(ShardscopeClient *client, RecordedCompile *compile)
{
    if (!compile)
        return;
    pthread_mutex_lock(&client->record_lock);
    record_texts_free(compile->texts);
    compile_ends(compile);
    pthread_mutex_unlock(&client->record_lock);
}

/* ---- why a function is compiled again -------------------------------------------------------------------------------------------- */

static void free_text(gpointer text)
{
    g_free(text);
}

/* What the program takes, an entry for each argument: "f32[32,16] as P('x', None)". */
static GPtrArray *arguments_of(const IrModule *m)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(free_text);
    for (int i = 0; i < m->entry->n_params; i++)
        for (int k = 0; k < type_n_leaves(m->entry->params[i]->type); k++) {
            const IrOp *p = m->entry->params[i];
            g_autofree char *type = type_text(type_leaf(p->type, k)->plain);
            GString *s = g_string_new(type);
            if (p->shardings && p->shardings[k]) {
                g_string_append(s, " as ");
                sharding_print_spec(s, p->shardings[k]);
            }
            g_ptr_array_add(all, g_string_free(s, FALSE));
        }
    return all;
}

/* How two compiles of a function differ, as a sentence. */
static char *difference(const IrModule *m, const GPtrArray *is, const GPtrArray *was)
{
    enum { MOST = 3 };
    if (is->len != was->len)
        return g_strdup_printf("it takes %u arguments, and took %u", is->len, was->len);
    GString *s = g_string_new(NULL);
    int n = 0;
    for (int i = 0, at = 0; i < m->entry->n_params; i++)
        for (int k = 0; k < type_n_leaves(m->entry->params[i]->type); k++, at++) {
            const IrOp *p = m->entry->params[i];
            const char *name = p->op_name && *p->op_name ? p->op_name : p->name;
            if (g_str_equal(is->pdata[at], was->pdata[at]) || n++ >= MOST)
                continue;
            g_string_append_printf(s, "%sargument %d%s%s is %s, and was %s", s->len ? "; " : "", at, name && *name ? ", " : "", name ? name : "", (char *)is->pdata[at], (char *)was->pdata[at]);
        }
    if (n > MOST)
        g_string_append_printf(s, "; and %d more differ", n - MOST);
    if (!n)
        g_string_append(s, "its arguments are as before, so it is another function of that name, or has other options");
    return g_string_free(s, FALSE);
}

/* Under the lock. To be freed; NULL = this is the first of that name. */
static char *recompiled(Recording *rec, const IrModule *m)
{
    GPtrArray *is = arguments_of(m);
    const GPtrArray *was = g_hash_table_lookup(rec->taken, m->name);
    char *why = was ? difference(m, is, was) : NULL;
    g_hash_table_insert(rec->taken, g_strdup(m->name), is);
    return why;
}

/* ---- spans ------------------------------------------------------------------------------------------------------------------------ */

static void run_enters(RecordedRun *run)
{
    pthread_mutex_lock(&spans_lock);
    run->number = ++last_number;
    run->spans = g_array_new(FALSE, FALSE, sizeof(RecordSpan));
    if (!runs)
        runs = g_hash_table_new(NULL, NULL);
    g_hash_table_insert(runs, GINT_TO_POINTER(run->number), run);
    pthread_mutex_unlock(&spans_lock);
}

int recording_number(const RecordedRun *run)
{
    return run ? run->number : 0;
}

void recording_span(int number, const RecordSpan *span)
{
    pthread_mutex_lock(&spans_lock);
    RecordedRun *run = runs ? g_hash_table_lookup(runs, GINT_TO_POINTER(number)) : NULL;
    if (run) {
        RecordSpan mine = *span;
        mine.name = g_ref_string_new_intern(span->name); /* few are new */
        g_array_append_val(run->spans, mine);
    }
    pthread_mutex_unlock(&spans_lock);
}

/* Stores what has come if it is time, which waits for steps that are being stored. Under the client's lock of recording. */
static void store_spans(RecordedRun *run, bool now)
{
    enum { MANY = 4096 };
    const int64_t often_ns = 500000000;
    int64_t at_ns = clock_ns();
    pthread_mutex_lock(&spans_lock);
    bool store = now || run->spans->len >= MANY || at_ns - run->stored_ns >= often_ns;
    g_autoptr(GArray) spans = store ? g_steal_pointer(&run->spans) : NULL;
    if (store)
        run->spans = g_array_new(FALSE, FALSE, sizeof(RecordSpan));
    pthread_mutex_unlock(&spans_lock);
    if (!store)
        return;
    run->stored_ns = at_ns;
    if (!run->of->failed)
        record_spans(run->record, (const RecordSpan *)(const void *)spans->data, (int)spans->len);
    for (guint i = 0; i < spans->len; i++)
        g_ref_string_release((char *)(uintptr_t)g_array_index(spans, RecordSpan, i).name);
}

static void run_leaves(RecordedRun *run)
{
    store_spans(run, true);
    pthread_mutex_lock(&spans_lock);
    g_hash_table_remove(runs, GINT_TO_POINTER(run->number));
    for (guint i = 0; i < run->spans->len; i++) /* that came just now */
        g_ref_string_release((char *)(uintptr_t)g_array_index(run->spans, RecordSpan, i).name);
    g_clear_pointer(&run->spans, g_array_unref);
    pthread_mutex_unlock(&spans_lock);
}

/* What this process's clock is beside that of rank 0. */
static void note_clock(RecordedRun *run)
{
    Ranks *ranks = run->ranks;
    if (!ranks)
        return;
    RanksClock c = ranks_clock_now(ranks, ranks_me(ranks));
    record_host(run->record, run->host, &(RecordHost){ .clock_at_ns = c.at_ns, .clock_off_ns = c.off_ns, .clock_err_ns = c.err_ns, .clock_rate = c.rate, .sent_bytes = -1 });
}

/* Of several processes each records a part of what they share; programs of its own devices are its alone. */
static void share_run(const ShardscopeExecutable *e, RecordInfo *info, RecordPart *part, DeviceInfo *devices)
{
    Ranks *ranks = e->client->ranks;
    *part = (RecordPart){ .job = ranks_job(ranks), .rank = ranks_me(ranks), .n = e->n_devices };
    info->part = part;
    if (!e->is_shared)
        return;
    part->of = ranks_run_key(ranks, info->name);
    part->first = e->client->first_here;
    part->n = e->client->n_here;
    for (int d = 0; d < e->n_devices; d++)
        devices[d].process = e->client->process_of[d];
    const char **hosts = g_new0(const char *, ranks_n(ranks) + 1);
    int *n_cores = g_new0(int, ranks_n(ranks) + 1);
    for (int i = 0; i < ranks_n(ranks); i++) {
        hosts[i] = ranks_host(ranks, i);
        n_cores[i] = ranks_cores(ranks, i);
    }
    info->hosts = hosts;
    info->n_cores = n_cores;
    info->n_processes = ranks_n(ranks);
}

/* Programs that are larger, because of constants, are not kept in the trace. */
enum { MOST_SOURCE = 16 << 20, AGAIN_STEPS = 10 };

/* What `shardscope run --again` makes the run again from: the program as it was given, and how it was compiled. Arguments are made up then. *source borrows.
 * NULL: the program is not known as text, or runs on devices in an order of its own, which no option of the command says. To be freed. */
static char *made_again(const ShardscopeExecutable *e, const ShardscopeCompileOptions *asked, RecordSource *source)
{
    bool known = e->program && e->program->source && g_bytes_get_size(e->program->source) <= MOST_SOURCE && !e->is_shared && e->n_devices >= e->n_replicas;
    for (int d = 0; known && asked->device_assignment && d < e->n_devices; d++)
        known = asked->device_assignment[d] == d;
    if (!known)
        return NULL;
    gsize n;
    const void *text = g_bytes_get_data(e->program->source, &n);
    source->text = e->program->source;
    record_source_hash(text, n, source->hash);
    return again_options_text(&(ProgramOptions){ .has_devices = true, .n_devices = e->n_devices / e->n_replicas, .n_replicas = asked->n_replicas > 1 ? asked->n_replicas : 0,
                                                 .mesh = asked->mesh, .shards = (char *const *)asked->shardings, .propagation = asked->propagation,
                                                 .planner = asked->planner, .hardware = asked->hardware }, AGAIN_STEPS);
}

RecordedRun *recording_compiled(ShardscopeExecutable *e, RecordedCompile *compile, const ShardscopeCompileOptions *asked)
{
    if (!compile)
        return NULL;
    ShardscopeClient *client = e->client;
    const Compiled *c = e->compiled;
    Recording *rec = compile->of;
    pthread_mutex_lock(&client->record_lock);
    int n = (int)c->n_devices;
    g_autofree DeviceInfo *devices = exec_devices(n);
    RecordSource source = { 0 };
    g_autofree char *again = recompiled(rec, c->whole), *options = made_again(e, asked, &source);
    RecordInfo info = { .recompiled = again, .options = options, .source = options ? &source : NULL, .name = c->whole->name,
                        .label = asked->label ? asked->label : rec->label ? rec->label : c->whole->name, .process = rec->process, .hardware = NULL, .kind = TRACE_RUN_MEASURED,
                        .devices = devices, .n_devices = n, .n_steps = LIKELY_STEPS, .whole_steps = WHOLE_STEPS };
    RecordedRun *run = g_new0(RecordedRun, 1);
    RecordPart part;
    if (client->ranks)
        share_run(e, &info, &part, devices);
    run->of = rec;
    run->ranks = client->ranks;
    run->host = info.n_processes > 1 ? part.rank : 0;
    run->record = record_run_new(rec->writer, &info, c->start_ns);
    g_free((gpointer)info.hosts);
    g_free((gpointer)info.n_cores);
    if (client->ranks)
        g_free((char *)part.of);
    record_compiled(run->record, c, compile->texts);
    if (c->program)
        record_memory(run->record, &c->program->memory);
    run_enters(run);
    run->events = record_events(run->record, exec_context_n_workers(client->cx));
    note_clock(run);
    g_ptr_array_add(rec->runs, run);
    compile_ends(compile);
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
        if (record_step(run->record, name, run->n_steps, run->n_steps > 0, stats, &run->of->failed))
            store_spans(run, false);
    run->n_steps++;
    bool failed = run->of && run->of->failed && !run->of->told;
    pthread_mutex_unlock(&client->record_lock);
    if (failed)
        tell_failure(client);
}

/* Under the lock. */
static void end_run(RecordedRun *run)
{
    if (run->ended)
        return;
    run->ended = true;
    run_leaves(run);
    note_clock(run);
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
    tell_failure(client);
}

bool recording_end(ShardscopeClient *client, GError **error)
{
    if (!library_is_here(client))
        return true; /* the trace is the other process's */
    pthread_mutex_lock(&client->record_lock);
    Recording *rec = g_steal_pointer(&client->recording);
    if (!rec) {
        pthread_mutex_unlock(&client->record_lock);
        return true;
    }
    while (rec->n_compiles)
        pthread_cond_wait(&rec->compiled, &client->record_lock);
    while (rec->runs->len)
        end_run(rec->runs->pdata[rec->runs->len - 1]);
    GError *late = NULL;
    if (!trace_writer_finish(rec->writer, &late) && !rec->failed)
        rec->failed = g_steal_pointer(&late);
    g_clear_error(&late);
    bool ok = !rec->failed;
    g_autofree char *message = ok || rec->told ? NULL : g_strdup(rec->failed->message);
    if (!ok)
        g_propagate_error(error, g_steal_pointer(&rec->failed));
    g_ptr_array_unref(rec->runs);
    g_hash_table_unref(rec->taken);
    pthread_cond_destroy(&rec->compiled);
    g_free(rec->label);
    g_free(rec->process);
    g_free(rec);
    pthread_mutex_unlock(&client->record_lock);
    if (message && client->warn)
        client->warn(client->warn_user, message);
    return ok;
}

bool shardscope_client_record_end(ShardscopeClient *client, ShardscopeError **error)
{
    NEED(client, "a client", false);
    shardscope_client_wait(client, NULL);
    GError *e = NULL;
    return recording_end(client, &e) || library_fail(error, e);
}
