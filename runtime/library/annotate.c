/* What threads of the host's program do: annotations that are open, which name executions, and spans of time for the traces of those programs whose
 * executions are asked for, or waited for, in them; where none is, of the program that the thread used last. */
#include "runtime/library/library_impl.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "runtime/base/clock.h"

enum { MOST_DEPTHS = 64 };

typedef struct Annotated {
    char *name;
    int64_t number;
    char *metadata;   /* "a=1, b=2"; NULL = none */
    int64_t start_ns;
    int depth;
    GArray *runs;     /* of RecordedRun numbers: those whose executions were asked for in it; NULL = none yet */
} Annotated;

/* Of each thread that annotates or executes. */
typedef struct HostThread {
    int number;       /* from 1, in the order in which they came */
    uint64_t depths;  /* in use by what is open */
    GPtrArray *open;  /* its annotations of all clients, innermost last */
    int last_run;     /* that it called; 0 = none */
} HostThread;

static void annotated_free(gpointer p)
{
    Annotated *a = p;
    g_free(a->name);
    g_free(a->metadata);
    if (a->runs)
        g_array_unref(a->runs);
    g_free(a);
}

static void thread_free(gpointer p)
{
    HostThread *t = p;
    g_ptr_array_unref(t->open);
    g_free(t);
}

static HostThread *this_thread(void)
{
    static GPrivate mine = G_PRIVATE_INIT(thread_free);
    static atomic_int n;
    HostThread *t = g_private_get(&mine);
    if (!t) {
        t = g_new(HostThread, 1);
        *t = (HostThread){ .number = atomic_fetch_add(&n, 1) + 1, .open = g_ptr_array_new_with_free_func(annotated_free) };
        g_private_set(&mine, t);
    }
    return t;
}

/* The first depth that is free, since annotations need not end in the order in which they began. */
static int depth_take(HostThread *t)
{
    for (int d = 0; d < MOST_DEPTHS; d++)
        if (!(t->depths >> d & 1)) {
            t->depths |= UINT64_C(1) << d;
            return d;
        }
    return -1; /* not recorded */
}

static void depth_give(HostThread *t, int depth)
{
    if (depth >= 0)
        t->depths &= ~(UINT64_C(1) << depth);
}

/* "train 12 (batch=32)"; to be freed. */
static char *text_of(const Annotated *a)
{
    GString *s = g_string_new(a->name);
    if (a->number >= 0)
        g_string_append_printf(s, " %" PRId64, a->number);
    if (a->metadata)
        g_string_append_printf(s, " (%s)", a->metadata);
    return g_string_free(s, FALSE);
}

/* Its end: it becomes a span of each run that has an execution in it, or of the last one before it. */
static void ended(Annotated *a)
{
    HostThread *t = this_thread();
    depth_give(t, a->depth);
    if ((!a->runs && !t->last_run) || a->depth < 0)
        return;
    g_autofree char *text = text_of(a);
    RecordSpan span = { t->number, a->depth, text, a->start_ns, clock_ns() };
    if (!a->runs)
        recording_span(t->last_run, &span);
    for (guint i = 0; a->runs && i < a->runs->len; i++)
        recording_span(g_array_index(a->runs, int, i), &span);
}

/* ---- annotations ------------------------------------------------------------------------------------------------------------------- */

/* The thread's annotations of the client, or of all of them (NULL). NULL = it has none, unless `make`. Those of clients belong to the table, under its lock. */
static GPtrArray *open_of(ShardscopeClient *client, bool make)
{
    if (!client)
        return this_thread()->open;
    GPtrArray *open = g_hash_table_lookup(client->annotations, g_thread_self());
    if (!open && make) {
        open = g_ptr_array_new_with_free_func(annotated_free);
        g_hash_table_insert(client->annotations, g_thread_self(), open);
    }
    return open;
}

static void lock(ShardscopeClient *client)
{
    if (client)
        pthread_mutex_lock(&client->annotations_lock);
}

static void unlock(ShardscopeClient *client)
{
    if (client)
        pthread_mutex_unlock(&client->annotations_lock);
}

static bool begin(ShardscopeClient *client, const ShardscopeAnnotation *from)
{
    Annotated *a = g_new0(Annotated, 1);
    a->name = g_strdup(from->name);
    a->number = from->number;
    a->start_ns = clock_ns();
    a->depth = depth_take(this_thread());
    a->metadata = from->metadata && *from->metadata ? g_strjoinv(", ", (char **)(void *)from->metadata) : NULL;
    lock(client);
    g_ptr_array_add(open_of(client, true), a);
    unlock(client);
    return true;
}

static bool end(ShardscopeClient *client, const char *function, ShardscopeError **error)
{
    lock(client);
    GPtrArray *open = open_of(client, false);
    Annotated *a = open && open->len ? g_ptr_array_steal_index(open, open->len - 1) : NULL;
    if (a && client && open->len == 0)
        g_hash_table_remove(client->annotations, g_thread_self());
    unlock(client);
    if (!a)
        return library_invalid(error, NULL, "%s: this thread has no annotation open", function);
    ended(a);
    annotated_free(a);
    return true;
}

bool shardscope_thread_annotation_begin(const char *name, int64_t number, ShardscopeError **error)
{
    NEED(name, "a name", false);
    return begin(NULL, &(ShardscopeAnnotation){ .name = name, .number = number });
}

bool shardscope_thread_annotation_end(ShardscopeError **error)
{
    return !failed_before(error) && end(NULL, __func__, error);
}

bool shardscope_annotation_begin(ShardscopeClient *client, const char *name, int64_t number, ShardscopeError **error)
{
    NEED(client, "a client", false);
    NEED(name, "a name", false);
    return begin(client, &(ShardscopeAnnotation){ .name = name, .number = number });
}

bool shardscope_annotation_end(ShardscopeClient *client, ShardscopeError **error)
{
    NEED(client, "a client", false);
    return end(client, __func__, error);
}

bool shardscope_annotation_begin_with(ShardscopeClient *client, const ShardscopeAnnotation *annotation, ShardscopeError **error)
{
    if (failed_before(error))
        return false;
    ShardscopeAnnotation a;
    NEED(annotation, "an annotation", false);
    if (!library_options(&a, sizeof a, annotation, "ShardscopeAnnotation", error))
        return false;
    NEED(a.name, "a name", false);
    return begin(client, &a);
}

char *library_annotation(ShardscopeClient *client, int64_t *number)
{
    lock(client);
    const GPtrArray *open = open_of(client, false), *list = open && open->len ? open : this_thread()->open;
    const Annotated *a = list->len ? list->pdata[list->len - 1] : NULL;
    char *name = a ? g_strdup(a->name) : NULL;
    *number = a ? a->number : -1;
    unlock(client);
    return name;
}

/* ---- calls --------------------------------------------------------------------------------------------------------------------------- */

static void add_run(const GPtrArray *open, int run)
{
    for (guint i = 0; open && i < open->len; i++) {
        Annotated *a = open->pdata[i];
        if (!a->runs)
            a->runs = g_array_new(FALSE, FALSE, sizeof run);
        bool there = false;
        for (guint k = a->runs->len; k-- > 0 && !there;)
            there = g_array_index(a->runs, int, k) == run;
        if (!there)
            g_array_append_val(a->runs, run);
    }
}

HostCall library_call_begin(ShardscopeClient *client, int run)
{
    if (!run)
        return (HostCall){ 0 };
    lock(client);
    add_run(open_of(client, false), run);
    unlock(client);
    add_run(this_thread()->open, run);
    this_thread()->last_run = run;
    return (HostCall){ run, depth_take(this_thread()), clock_ns() };
}

void library_call_end(const HostCall *call, const char *name)
{
    if (!call->run)
        return;
    HostThread *t = this_thread();
    depth_give(t, call->depth);
    if (call->depth >= 0)
        recording_span(call->run, &(RecordSpan){ t->number, call->depth, name, call->start_ns, clock_ns() });
}
