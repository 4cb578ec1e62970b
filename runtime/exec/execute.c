/* The executor's interface. An executable is a bound program with the state of a run; a context holds workers and buffers. */
#include "runtime/exec/execute.h"

#include <string.h>

#include "runtime/base/clock.h"
#include "runtime/base/format.h"
#include "runtime/base/memory_out.h"
#include "runtime/exec/device.h"
#include "runtime/exec/kernels/dot.h"

struct Executable {
    const Program *program;
    Binding binding;
    Run *run;          /* made for `run_context`, kept for the next step */
    ExecContext *run_context;
};

struct ExecContext {
    Pool *pool;
    BufferPool *buffers;
    const EventSink *events;
    Taken *taken;
    const Stop *stop;
    int delay_device, delay_us;
    Rank rank;
    bool short_lived; /* results do not outlive the ranks */
};

typedef struct Bind {
    Executable *e;
    GError *error;
} Bind;

static void do_bind(void *arg)
{
    Bind *x = arg;
    bind_program(&x->e->binding, x->e->program, &x->error);
}

Executable *executable_new(const Program *p, GError **error)
{
    Bind x = { .e = g_new0(Executable, 1) };
    x.e->program = p;
    if (!memory_guarded(do_bind, &x, error)) {
        g_free(x.e); /* what it had bound so far may be in any state */
        return NULL;
    }
    if (!x.error)
        return x.e;
    g_propagate_error(error, x.error);
    executable_free(x.e);
    return NULL;
}

void executable_unload(Executable *e)
{
    run_free(e->run);
    e->run = NULL;
}

void executable_free(Executable *e)
{
    if (!e)
        return;
    run_free(e->run);
    bind_clear(&e->binding, e->program);
    g_free(e);
}

int executable_n_params(const Executable *e)
{
    return e->program->n_params;
}

int executable_n_results(const Executable *e)
{
    return e->program->n_results;
}

const Type *executable_param_type(const Executable *e, int leaf)
{
    return e->program->param_types[leaf];
}

const Type *executable_result_type(const Executable *e, int leaf)
{
    return e->program->result_types[leaf];
}

bool executable_donates(const Executable *e, int leaf)
{
    return e->program->donated[leaf];
}

int executable_n_loops(const Executable *e)
{
    return (int)e->binding.loops->len;
}

DeviceInfo *exec_devices(int n)
{
    DeviceInfo *list = g_new0(DeviceInfo, n + 1);
    for (int i = 0; i < n; i++)
        list[i] = (DeviceInfo){ .id = i, .kind = "cpu", .is_virtual = true };
    return list;
}

ExecContext *exec_context_new(int n_workers)
{
    ExecContext *cx = g_new0(ExecContext, 1);
    dot_init();
    cx->pool = pool_new(n_workers);
    cx->buffers = buffer_pool_new();
    cx->delay_device = -1;
    return cx;
}

int exec_context_n_workers(const ExecContext *cx)
{
    return pool_n_workers(cx->pool);
}

void exec_context_free(ExecContext *cx)
{
    if (!cx)
        return;
    pool_free(cx->pool);
    buffer_pool_free(cx->buffers);
    g_free(cx);
}

void exec_context_record(ExecContext *cx, const EventSink *events)
{
    cx->events = events;
}

void exec_context_count(ExecContext *cx, Taken *taken)
{
    cx->taken = taken;
}

void exec_context_stop(ExecContext *cx, const Stop *stop)
{
    cx->stop = stop;
}

void exec_context_rank(ExecContext *cx, Transport *transport, int first, int n)
{
    cx->rank = (Rank){ transport, first, n };
}

void exec_context_results(ExecContext *cx, bool short_lived)
{
    cx->short_lived = short_lived;
}

Buffer *exec_context_argument(ExecContext *cx, const Executable *e, int leaf)
{
    const Transport *t = cx->rank.transport;
    size_t bytes = (size_t)type_bytes(e->program->param_types[leaf]);
    Buffer *b = t && t->meets && t->meets[e->program->param_slots[leaf]] ? buffer_pool_try(t->shared, bytes) : NULL;
    return b ? b : buffer_try(bytes);
}

BufferPool *exec_context_buffers(ExecContext *cx)
{
    return cx->buffers;
}

Pool *exec_context_pool(ExecContext *cx)
{
    return cx->pool;
}

void exec_context_delay(ExecContext *cx, int device, int delay_us)
{
    cx->delay_device = device;
    cx->delay_us = delay_us;
}

static bool set_params(const Program *p, Run *r, Buffer **const *args, GError **error)
{
    for (int d = 0; d < r->n_local; d++)
        for (int i = 0; i < p->n_params; i++)
            if (!args[d][i] || args[d][i]->size < (size_t)type_bytes(p->param_types[i]))
                return diag(error, SHARD_ERROR_RUN, NULL, NULL, "argument %d of device %d has %zu bytes, the program wants %" G_GINT64_FORMAT,
                            i, r->first + d, args[d][i] ? args[d][i]->size : 0, type_bytes(p->param_types[i]));
    for (int d = 0; d < r->n_local; d++)
        for (int i = 0; i < p->n_params; i++) {
            int slot = p->param_slots[i];
            if (p->donated[i] && buffer_is_unique(args[d][i])) {
                r->devices[d].slots[slot] = args[d][i];
                args[d][i] = NULL;
            } else {
                r->devices[d].slots[slot] = buffer_ref(args[d][i]);
            }
        }
    return true;
}

#define SHORT_HINT "free or donate arrays that are not needed any more, split more of the values, or make them smaller"

static void drop_results(const Program *p, const Run *r, Buffer ***results)
{
    for (int d = 0; d < r->n_local; d++)
        for (int i = 0; i < p->n_results; i++) {
            buffer_unref(results[d][i]);
            results[d][i] = NULL;
        }
}

/* True if results are to be copied: they outlive constants of the program, and memory of ranks. */
static bool goes_sooner(const Run *r, const Buffer *b, bool short_lived)
{
    return b->borrowed || (!short_lived && (b->lent || (r->transport->shared && b->pool == r->transport->shared)));
}

static bool take_results(const Program *p, Run *r, const ExecContext *cx, Buffer ***results, GError **error)
{
    for (int d = 0; d < r->n_local; d++)
        for (int i = 0; i < p->n_results; i++) {
            Buffer *b = r->devices[d].slots[p->result_slots[i]];
            if (goes_sooner(r, b, cx->short_lived)) {
                Buffer *copy = buffer_pool_try(cx->buffers, b->size);
                if (!copy) {
                    drop_results(p, r, results);
                    return diag(error, SHARD_ERROR_LIMIT, NULL, SHORT_HINT, "not enough memory for result %d of device %d: %zu bytes", i, r->first + d, b->size);
                }
                memcpy(copy->data, b->data, b->size);
                results[d][i] = copy;
            } else {
                results[d][i] = buffer_ref(b);
            }
        }
    return true;
}

static bool short_error(const Run *r, const ExecContext *cx, const IrOp *op, GError **error)
{
    g_autofree char *type = type_text(op->type), *needed = format_size((int64_t)r->missing);
    g_autofree char *used = format_size((int64_t)buffer_pool_live(cx->buffers));
    bool named = !g_str_has_prefix(op->name, op_info[op->code].id); /* "add add.3" would say it twice */
    return diag(error, SHARD_ERROR_LIMIT, OP_AT(op), SHORT_HINT, "not enough memory for %s%s%s of %s: %s for %s on device %d; %s in use by all devices already",
                named ? op_info[op->code].id : "", named ? " " : "", op->name, type, needed, r->missing_what, r->missing_device, used);
}

bool executable_run(Executable *e, ExecContext *cx, Buffer **const *args, Buffer ***results, StepStats *stats,
                    GError **error)
{
    const Program *p = e->program;
    if (e->run && (e->run_context != cx || (cx->rank.transport && e->run->transport != cx->rank.transport))) {
        run_free(e->run);
        e->run = NULL;
    }
    if (!e->run) {
        e->run = run_new(p, &e->binding, cx->pool, cx->buffers, &cx->rank);
        e->run_context = cx;
        run_reset(e->run);
    }
    Run *r = e->run;
    r->events = cx->events;
    r->taken = cx->taken;
    r->delay_device = cx->delay_device;
    r->delay_us = cx->delay_us;
    r->stop = cx->stop;
    atomic_store(&r->transport->stop, cx->stop);
    if (!set_params(p, r, args, error))
        return false;
    buffer_pool_peak(cx->buffers, true);
    size_t before = buffer_pool_live(cx->buffers);
    int64_t start = clock_ns();
    bool ok = run_execute(r);
    int64_t end = clock_ns();
    if (stop_requested(cx->stop))
        ok = stop_error(NULL, error);
    else if (atomic_load(&r->failed)) {
        const IrOp *op = atomic_load(&r->failed);
        g_autofree char *why = atomic_exchange(&r->why, NULL);
        if (why)
            ok = diag(error, SHARD_ERROR_RUN, OP_AT(op), NULL, "%s", why);
        else if (r->missing)
            ok = short_error(r, cx, op, error);
        else
            ok = diag(error, SHARD_ERROR_RUN, OP_AT(op), NULL, "%s with the result %s could not be evaluated", op_info[op->code].id, op->name);
    } else if (!ok && r->transport->why && r->transport->why(r->transport)) {
        diag(error, SHARD_ERROR_RUN, NULL, NULL, "%s", r->transport->why(r->transport));
    } else if (!ok) {
        const IrOp *first;
        char *who = run_describe_deadlock(r, &first);
        g_autofree char *ranks = r->transport->who ? r->transport->who(r->transport) : NULL;
        diag(error, SHARD_ERROR_RUN, first ? OP_AT(first) : NULL, ranks, "deadlock: %s", who);
        g_free(who);
    } else {
        ok = take_results(p, r, cx, results, error);
    }
    if (stats)
        *stats = (StepStats){ .start_ns = start, .end_ns = end, .collectives = atomic_load(&r->n_meetings),
                              .collective_bytes = r->n_local ? r->devices[0].received : 0,
                              .peak_bytes = buffer_pool_peak(cx->buffers, false) - before };
    run_reset(r);
    return ok;
}
