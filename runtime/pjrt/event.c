/* Events: something that becomes ready, well or with an error, and calls who waits without holding a lock. */
#include "runtime/pjrt/table.h"

typedef void (*ReadyFn)(PjrtError *error, void *user);

typedef struct Listener {
    ReadyFn call;
    void *user;
} Listener;

struct PjrtEvent {
    atomic_int refs;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool ready;
    PjrtError *error;
    GArray *listeners; /* of Listener */
};

PjrtEvent *event_new(void)
{
    PjrtEvent *e = g_new0(PjrtEvent, 1);
    atomic_init(&e->refs, 1);
    pthread_mutex_init(&e->lock, NULL);
    pthread_cond_init(&e->changed, NULL);
    e->listeners = g_array_new(FALSE, FALSE, sizeof(Listener));
    return e;
}

PjrtEvent *event_ref(PjrtEvent *e)
{
    atomic_fetch_add(&e->refs, 1);
    return e;
}

static void error_free(PjrtError *e)
{
    if (e)
        g_free(e->message);
    g_free(e);
}

void event_unref(PjrtEvent *e)
{
    if (atomic_fetch_sub(&e->refs, 1) != 1)
        return;
    pthread_mutex_destroy(&e->lock);
    pthread_cond_destroy(&e->changed);
    g_array_unref(e->listeners);
    error_free(e->error);
    g_free(e);
}

void event_complete(PjrtEvent *e, PjrtError *error)
{
    pthread_mutex_lock(&e->lock);
    e->ready = true;
    e->error = error;
    GArray *listeners = e->listeners;
    e->listeners = g_array_new(FALSE, FALSE, sizeof(Listener));
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
    for (guint i = 0; i < listeners->len; i++) {
        Listener *l = &g_array_index(listeners, Listener, i);
        l->call(pjrt_error_copy(error), l->user);
    }
    g_array_unref(listeners);
}

static void array_ready(void *user, ShardscopeError *why)
{
    PjrtEvent *e = user;
    event_complete(e, pjrt_error_of(why));
    event_unref(e);
}

PjrtEvent *event_of_array(ShardscopeArray *a)
{
    PjrtEvent *e = event_new();
    ShardscopeError *error = NULL;
    if (!a)
        event_complete(e, NULL);
    else if (!shardscope_array_on_ready(a, array_ready, event_ref(e), &error))
        array_ready(e, error);
    return e;
}

/* ---- the table's functions ------------------------------------------------------------------------------------------------------- */

PjrtError *pjrt_Event_Destroy(Pjrt_Event_Destroy *args)
{
    if (args->event)
        event_unref(args->event);
    return NULL;
}

PjrtError *pjrt_Event_IsReady(Pjrt_Event_IsReady *args)
{
    PjrtEvent *e = args->event;
    pthread_mutex_lock(&e->lock);
    args->is_ready = e->ready;
    pthread_mutex_unlock(&e->lock);
    return NULL;
}

PjrtError *pjrt_Event_Error(Pjrt_Event_Error *args)
{
    PjrtEvent *e = args->event;
    pthread_mutex_lock(&e->lock);
    PjrtError *error = pjrt_error_copy(e->error);
    pthread_mutex_unlock(&e->lock);
    return error;
}

PjrtError *pjrt_Event_Await(Pjrt_Event_Await *args)
{
    PjrtEvent *e = args->event;
    pthread_mutex_lock(&e->lock);
    while (!e->ready)
        pthread_cond_wait(&e->changed, &e->lock);
    PjrtError *error = pjrt_error_copy(e->error);
    pthread_mutex_unlock(&e->lock);
    return error;
}

PjrtError *pjrt_Event_OnReady(Pjrt_Event_OnReady *args)
{
    PjrtEvent *e = args->event;
    Listener l = { (ReadyFn)(void *)args->callback, args->user_arg };
    pthread_mutex_lock(&e->lock);
    bool ready = e->ready;
    PjrtError *error = ready ? pjrt_error_copy(e->error) : NULL;
    if (!ready)
        g_array_append_val(e->listeners, l);
    pthread_mutex_unlock(&e->lock);
    if (ready)
        l.call(error, l.user);
    return NULL;
}

PjrtError *pjrt_Event_Create(Pjrt_Event_Create *args)
{
    args->event = event_new();
    return NULL;
}

PjrtError *pjrt_Event_Set(Pjrt_Event_Set *args)
{
    event_complete(args->event, args->error_code ? pjrt_error(args->error_code, "%.*s", (int)args->error_message_size, (const char *)args->error_message) : NULL);
    return NULL;
}
