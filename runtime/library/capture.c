/* A trace taken on demand of what a running process does. Start at shardscope_capture(). */
#include <string.h>

#include "runtime/api/arrays.h"
#include "runtime/base/clock.h"
#include "runtime/library/captured.h"
#include "runtime/watch/inbox.h"

enum { LOOK_MS = 100, LAST_MS = 10000, FINISH_NS = 500000000 };

typedef struct Capture {
    ShardscopeCaptureOptions o;
    ShardscopeCaptured *out;
    Dial dial;
    Inbox *inbox;
    CaptureTo to;
    GHashTable *programs;  /* id -> Captured; NULL = it is left out */
    int64_t begin_ns;      /* on our clock, as are the next two */
    int64_t asked_end_ns;  /* 0 = not yet */
    int64_t finish_until_ns;
    bool ended;            /* the last message came, or the process is gone */
} Capture;

static int64_t their_now(void *dial)
{
    return clock_ns() + ((const Dial *)dial)->ahead_ns;
}

/* ---- messages -------------------------------------------------------------------------------------------------------------------------- */

static void warn(const Capture *c, GError *why)
{
    if (c->o.warn)
        c->o.warn(c->o.user, why->message);
    g_error_free(why);
}

static void take_module(Capture *c, JsonObject *module, GBytes *source)
{
    int64_t id = dial_int(module, "program");
    if (g_hash_table_contains(c->programs, GSIZE_TO_POINTER(id)))
        return;
    GError *why = NULL;
    Captured *p = captured_new(&c->to, module, source, &why);
    g_hash_table_insert(c->programs, GSIZE_TO_POINTER(id), p);
    c->out->n_programs += p != NULL;
    c->out->n_left_out += p == NULL;
    if (!p)
        warn(c, why);
}

static bool take_step(Capture *c, JsonObject *step, GBytes *events, GError **error)
{
    Captured *p = g_hash_table_lookup(c->programs, GSIZE_TO_POINTER(dial_int(step, "program")));
    if (!p) {
        c->out->n_dropped++;
        return true;
    }
    c->out->n_steps++;
    return captured_step(p, step, events, &c->out->n_lost_events, error);
}

static bool take_message(Capture *c, const Message *m, GError **error)
{
    JsonObject *module = dial_object(m->object, "module"), *step = dial_object(m->object, "step"), *end = dial_object(m->object, "end");
    if (module)
        take_module(c, module, m->bytes);
    if (end) {
        c->out->n_dropped = captured_count(c->out->n_dropped, end, "dropped");
        c->ended = true;
    }
    return !step || take_step(c, step, m->bytes, error);
}

/* ---- the time that it takes --------------------------------------------------------------------------------------------------------------- */

static bool is_over(const Capture *c)
{
    double s = 1e-9 * (double)(clock_ns() - c->begin_ns);
    return shardscope_stop_requested(c->o.stop) || shardscope_stop_requested(c->o.end) || (c->o.seconds > 0 && s >= c->o.seconds);
}

/* Until everything that was asked for has come. A process that ends meanwhile ends the capture, and what came is kept. */
static bool receive(Capture *c, GError **error)
{
    while (!c->ended) {
        Message m;
        g_autoptr(GError) gone = NULL;
        DialResult r = inbox_take(c->inbox, LOOK_MS, &m, &gone);
        if (r == DIAL_FAILED) {
            c->ended = c->out->process_ended = true;
            break;
        }
        bool ok = r == DIAL_NOTHING || take_message(c, &m, error);
        if (r == DIAL_OK)
            message_clear(&m);
        if (!ok)
            return false;
        if (!c->asked_end_ns && is_over(c)) {
            c->asked_end_ns = clock_ns();
            dial_ask(&c->dial, WIRE_END, NULL);
        }
        int64_t since_ms = c->asked_end_ns ? (clock_ns() - c->asked_end_ns) / 1000000 : 0;
        if (since_ms > (shardscope_stop_requested(c->o.stop) ? LOOK_MS : LAST_MS) && r == DIAL_NOTHING)
            break; /* it does not say more */
        if (shardscope_stop_requested(c->o.stop) && since_ms > 3 * LOOK_MS)
            break; /* whoever stops it does not wait for what is queued */
        if (c->o.progress)
            c->o.progress(c->o.user, c->out->n_steps, 1e-9 * (double)(clock_ns() - c->begin_ns));
    }
    return true;
}

/* ---- beginning and end ------------------------------------------------------------------------------------------------------------------------ */

static bool stop_finishing(void *user)
{
    const Capture *c = user;
    return shardscope_stop_requested(c->o.stop) && clock_ns() > c->finish_until_ns;
}

/* Ends all runs; a file without any is not left behind. */
static bool finish(Capture *c, bool ok, GError **error)
{
    GHashTableIter it;
    gpointer p;
    GError *late = NULL;
    g_hash_table_iter_init(&it, c->programs);
    while (g_hash_table_iter_next(&it, NULL, &p))
        captured_end(p, late ? NULL : &late);
    TraceWriter *w = g_steal_pointer(&c->to.writer);
    if (!c->out->n_programs) {
        trace_writer_give_up(w);
        g_clear_error(&late);
        if (ok && c->out->process_ended)
            return diag(error, SHARD_ERROR_RUN, NULL, NULL, "the process ended before a step of it did");
        return ok && diag(error, SHARD_ERROR_RUN, NULL, c->out->n_left_out ? NULL : "shardscope monitor shows what it does",
                          c->out->n_left_out ? "no program of the process can be recorded here" : "the process has compiled no program yet");
    }
    c->finish_until_ns = clock_ns() + FINISH_NS;
    TraceWatch watch = { .stop = stop_finishing, .user = c };
    GError *unfinished = NULL;
    if (!trace_writer_finish_watched(w, &watch, &unfinished) && !late && !g_error_matches(unfinished, TRACE_ERROR, TRACE_ERROR_STOPPED))
        late = g_steal_pointer(&unfinished);
    g_clear_error(&unfinished);
    if (ok && late)
        g_propagate_error(error, g_steal_pointer(&late));
    ok = ok && !(error && *error);
    g_clear_error(&late);
    return ok;
}

static bool begin(Capture *c, GError **error)
{
    JsonObject *answer;
    if (!path_can_write(c->o.path, error) || !dial_open(&c->dial, c->o.where, c->o.token, error) || !dial_ask(&c->dial, WIRE_CAPTURE, error))
        return false;
    g_autoptr(JsonParser) parser = dial_answer(&c->dial, "capture", &answer, NULL, error);
    if (!parser)
        return false;
    c->begin_ns = clock_ns();
    c->to.zero_ns = CLAMP(dial_int(answer, "now_ns"), 0, INT64_C(1) << 60);
    c->to.pid = c->dial.pid;
    c->to.label = c->o.label;
    c->to.clock = (RunClock){ their_now, &c->dial };
    c->to.stop = library_stop(c->o.stop);
    c->to.writer = trace_writer_new(c->o.path, error);
    if (!c->to.writer)
        return false;
    c->inbox = inbox_new(&c->dial);
    return true;
}

bool shardscope_capture(const ShardscopeCaptureOptions *options, ShardscopeCaptured *out, ShardscopeError **error)
{
    ShardscopeCaptured unused;
    Capture c = { .out = out ? out : &unused };
    *c.out = (ShardscopeCaptured){ 0 };
    if (failed_before(error) || !library_options(&c.o, sizeof c.o, options, "ShardscopeCaptureOptions", error))
        return false;
    NEED(c.o.where, "a process", false);
    NEED(c.o.path, "a path", false);
    if (!(c.o.seconds >= 0))
        return library_invalid(error, NULL, "a capture of %g seconds", c.o.seconds);
    GError *why = NULL;
    c.programs = g_hash_table_new(NULL, NULL);
    c.dial = (Dial){ .fd = -1, .wake_fd = -1 };
    bool ok = begin(&c, &why);
    if (ok) {
        ok = receive(&c, &why);
        inbox_free(c.inbox);
        ok = finish(&c, ok, &why);
    }
    dial_close(&c.dial);
    g_hash_table_unref(c.programs);
    return ok || library_fail(error, why);
}
