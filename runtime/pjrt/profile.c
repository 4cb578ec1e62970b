/* The devices' part of profiles that jax.profiler takes, as an extension of the interface: while a profile is taken, the process captures itself
 * (shardscope_capture) into a trace in a folder of its own, which then becomes planes of an XSpace. Programs are compiled once more for that, by a
 * thread of the profile's. Nothing is done while no profile is taken. */
#include "runtime/pjrt/table.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

/* Of ProfileOptions: whether devices are asked for. */
enum { DEVICE_TRACER_LEVEL = 3 };

typedef struct PjrtProfiler {
    bool wanted;           /* devices are */
    char *folder;          /* NULL = not begun */
    bool listens;          /* the process listens because of the profile */
    ShardscopeStop *end;
    pthread_t thread;
    bool has_thread;
    pthread_mutex_t lock;  /* guards the next four */
    pthread_cond_t changed;
    bool begun, ended;
    ShardscopeError *failed;
    GString *warnings;     /* a line each */
    GBytes *data;          /* what was collected */
} PjrtProfiler;

enum { WARNINGS = 3 /* of XSpace */ };

static char *in_folder(const PjrtProfiler *p, const char *name)
{
    return g_build_filename(p->folder, name, NULL);
}

/* ---- the capture ----------------------------------------------------------------------------------------------------------------------- */

static void begun(void *user, int64_t n_steps, double seconds)
{
    PjrtProfiler *p = user;
    (void)n_steps;
    (void)seconds;
    pthread_mutex_lock(&p->lock);
    p->begun = true;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

static void warn(void *user, const char *message)
{
    PjrtProfiler *p = user;
    pthread_mutex_lock(&p->lock);
    g_string_append_printf(p->warnings, "%s\n", message);
    pthread_mutex_unlock(&p->lock);
}

static void *take(void *user)
{
    PjrtProfiler *p = user;
    g_autofree char *path = in_folder(p, "profile.db");
    char *where = shardscope_listening();
    ShardscopeError *why = NULL;
    const ShardscopeCaptureOptions options = { SHARDSCOPE_CAPTURE_OPTIONS, .where = where ? where : "", .path = path, .progress = begun, .warn = warn, .user = p, .end = p->end };
    ShardscopeCaptured done = { 0 };
    bool ok = shardscope_capture(&options, &done, &why);
    shardscope_free(where);
    pthread_mutex_lock(&p->lock);
    p->ended = true;
    if (!ok && shardscope_error_status(why) == SHARDSCOPE_RUN) { /* nothing was compiled: there is nothing to show */
        g_string_append_printf(p->warnings, "%s\n", shardscope_error_message(why));
        shardscope_error_free(why);
    } else if (!ok) {
        p->failed = why;
    }
    if (done.n_dropped)
        g_string_append_printf(p->warnings, "%" G_GINT64_FORMAT " executions are not in the profile: they came too fast, or their program is not\n", done.n_dropped);
    if (done.n_lost_events)
        g_string_append_printf(p->warnings, "%" G_GINT64_FORMAT " events of the executions in the profile are not in it: there was no room for them\n", done.n_lost_events);
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static PjrtError *listen_somewhere(PjrtProfiler *p)
{
    char *where = shardscope_listening();
    bool already = where != NULL;
    shardscope_free(where);
    if (already)
        return NULL;
    g_autofree char *own = in_folder(p, "listen.sock");
    ShardscopeError *why = NULL;
    if (!shardscope_listen(own, NULL, &why))
        return pjrt_error_of(why);
    p->listens = true;
    return NULL;
}

static void end_capture(PjrtProfiler *p)
{
    if (p->has_thread) {
        shardscope_stop_request(p->end);
        pthread_join(p->thread, NULL);
        p->has_thread = false;
    }
    if (p->listens)
        shardscope_listen_end();
    p->listens = false;
}

/* ---- what the client calls -------------------------------------------------------------------------------------------------------------- */

static PjrtError *profiler_create(PjrtProfilerCreate *args)
{
    PjrtProfiler *p = g_new0(PjrtProfiler, 1);
    bool bad = false;
    const WireMessage options = { (const uint8_t *)args->options, args->options ? args->options_size : 0, &bad };
    p->wanted = options.n == 0 || wire_int(options, DEVICE_TRACER_LEVEL, 0) > 0;
    p->warnings = g_string_new(NULL);
    p->end = shardscope_stop_new();
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    args->profiler = p;
    return NULL;
}

static PjrtError *profiler_start(PjrtProfilerArgs *args)
{
    PjrtProfiler *p = args->profiler;
    if (!p->wanted || p->folder)
        return NULL;
    GError *why = NULL;
    p->folder = g_dir_make_tmp("shardscope-profile-XXXXXX", &why);
    if (!p->folder) {
        PjrtError *e = pjrt_error(PJRT_INTERNAL, "a folder for the profile: %s", why->message);
        g_error_free(why);
        return e;
    }
    PjrtError *e = listen_somewhere(p);
    if (e)
        return e;
    int failed = pthread_create(&p->thread, NULL, take, p);
    if (failed)
        return pjrt_error(PJRT_RESOURCE_EXHAUSTED, "a thread for the profile: %s", g_strerror(failed));
    p->has_thread = true;
    /* Executions that are started once this returns are in the profile. */
    pthread_mutex_lock(&p->lock);
    while (!p->begun && !p->ended)
        pthread_cond_wait(&p->changed, &p->lock);
    e = pjrt_error_of(g_steal_pointer(&p->failed));
    pthread_mutex_unlock(&p->lock);
    return e;
}

static PjrtError *profiler_stop(PjrtProfilerArgs *args)
{
    end_capture(args->profiler);
    return pjrt_error_of(g_steal_pointer(&args->profiler->failed));
}

/* The trace as XSpace; what was left out becomes warnings in it. */
static PjrtError *collect(PjrtProfiler *p)
{
    g_autofree char *trace = in_folder(p, "profile.db"), *path = in_folder(p, "profile.xplane.pb"), *bytes = NULL;
    g_autoptr(GByteArray) all = g_byte_array_new();
    if (g_file_test(trace, G_FILE_TEST_EXISTS)) {
        ShardscopeError *why = NULL;
        ShardscopeExported done = { 0 };
        const ShardscopeExportOptions options = { SHARDSCOPE_EXPORT_OPTIONS, .all_runs = true, .unix_time = true };
        gsize n = 0;
        if (!shardscope_trace_export(trace, "xspace", path, &options, &done, &why))
            return pjrt_error_of(why);
        if (done.note)
            g_string_append_printf(p->warnings, "%s\n", done.note);
        shardscope_free(done.note);
        if (!g_file_get_contents(path, &bytes, &n, NULL) || n > INT_MAX)
            return pjrt_error(PJRT_INTERNAL, "the devices' part of the profile cannot be read, or is larger than 2 GiB");
        g_byte_array_append(all, (const guint8 *)bytes, (guint)n);
    }
    g_auto(GStrv) lines = g_strsplit(p->warnings->str, "\n", -1);
    for (char **line = lines; *line; line++)
        if (**line)
            wire_bytes(all, WARNINGS, *line, strlen(*line));
    p->data = g_byte_array_free_to_bytes(g_steal_pointer(&all));
    return NULL;
}

static PjrtError *profiler_collect(PjrtProfilerCollect *args)
{
    PjrtProfiler *p = args->profiler;
    end_capture(p);
    PjrtError *e = !p->data && p->folder ? collect(p) : NULL;
    if (e)
        return e;
    gsize n = 0;
    const void *bytes = p->data ? g_bytes_get_data(p->data, &n) : NULL;
    if (args->buffer && n && args->buffer_size_in_bytes >= n)
        memcpy(args->buffer, bytes, n);
    else
        args->buffer = (uint8_t *)(uintptr_t)(bytes ? bytes : ""); /* the client only reads it, until the profiler is destroyed */
    args->buffer_size_in_bytes = n;
    return NULL;
}

static void remove_folder(const char *folder)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_unlink(path);
    }
    if (dir)
        g_dir_close(dir);
    g_rmdir(folder);
}

static PjrtError *profiler_destroy(PjrtProfilerArgs *args)
{
    PjrtProfiler *p = args->profiler;
    if (!p)
        return NULL;
    end_capture(p);
    if (p->folder)
        remove_folder(p->folder);
    shardscope_error_free(p->failed);
    shardscope_stop_unref(p->end);
    g_string_free(p->warnings, TRUE);
    g_clear_pointer(&p->data, g_bytes_unref);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->changed);
    g_free(p->folder);
    g_free(p);
    return NULL;
}

static void profiler_error_destroy(PjrtProfilerErrorArgs *args)
{
    pjrt_error_free(args->error);
}

static void profiler_error_message(PjrtProfilerErrorMessage *args)
{
    args->message = args->error->message;
    args->message_size = strlen(args->error->message);
}

static PjrtError *profiler_error_code(PjrtProfilerErrorCode *args)
{
    args->code = args->error->code;
    return NULL;
}

struct PjrtProfilerTable {
    size_t struct_size;
    void *priv;
    void (*error_destroy)(PjrtProfilerErrorArgs *args);
    void (*error_message)(PjrtProfilerErrorMessage *args);
    PjrtError *(*error_code)(PjrtProfilerErrorCode *args);
    PjrtError *(*create)(PjrtProfilerCreate *args);
    PjrtError *(*destroy)(PjrtProfilerArgs *args);
    PjrtError *(*start)(PjrtProfilerArgs *args);
    PjrtError *(*stop)(PjrtProfilerArgs *args);
    PjrtError *(*collect)(PjrtProfilerCollect *args);
};
const PjrtProfilerTable pjrt_profiler_table = { sizeof pjrt_profiler_table, NULL, profiler_error_destroy, profiler_error_message, profiler_error_code, profiler_create, profiler_destroy, profiler_start, profiler_stop,
                                                profiler_collect };
