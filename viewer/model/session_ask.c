/* A session's questions to its trace. One worker thread with its own reader answers one request after the other; a
 * request that a newer one of its kind has overtaken gives its answer to nobody. */
#include "viewer/model/session_impl.h"

#include "viewer/layout/timeline.h"

/* One request, carried by a GTask. */
typedef struct Request {
    Session *session;
    const View *view; /* NULL: facts about `ref`, or the index */
    bool index, fresh;
    Query query;
    GStrv others;
    Rows *rows; /* what there was, shared */
    Ref ref;
    int generation;
} Request;

static void request_free(gpointer p)
{
    Request *q = p;
    rows_unref(q->rows);
    g_strfreev(q->others);
    g_free(q);
}

int session_view_index(const View *v)
{
    return (int)(v - views);
}

void session_tell(Session *s, unsigned changes)
{
    if (s->fn && !g_cancellable_is_cancelled(s->closing))
        s->fn(s, changes, s->data);
}

/* ---- in the worker ---- */

void session_work(gpointer task_ptr, gpointer session)
{
    g_autoptr(GTask) task = task_ptr;
    Session *s = session;
    Request *q = g_task_get_task_data(task);
    GError *error = NULL;
    if (g_task_return_error_if_cancelled(task))
        return;
    if (q->fresh) {
        g_mutex_lock(&s->reader_lock);
        trace_close(g_steal_pointer(&s->reader));
        g_mutex_unlock(&s->reader_lock);
    }
    int newest = q->index ? q->generation : g_atomic_int_get(q->view ? &s->generation[session_view_index(q->view)] : &s->facts_generation);
    if (newest != q->generation) { /* nobody waits for this any more */
        g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "overtaken");
        return;
    }
    if (!s->reader) {
        TraceReader *opened = trace_open(s->path, &error);
        g_mutex_lock(&s->reader_lock);
        s->reader = opened;
        g_mutex_unlock(&s->reader_lock);
    }
    if (!s->reader) {
        g_task_return_error(task, error);
        return;
    }
    if (!q->view && !q->index) {
        Facts *f = facts_load(s->reader, q->rows, q->ref, &error);
        if (f)
            g_task_return_pointer(task, f, (GDestroyNotify)facts_free);
        else
            g_task_return_error(task, error);
        return;
    }
    Rows *rows = rows_new(s->path);
    if ((q->index ? load_index : q->view->load)(s->reader, &q->query, q->rows, rows, &error)) {
        g_task_return_pointer(task, rows, (GDestroyNotify)rows_unref);
    } else {
        rows_unref(rows);
        g_task_return_error(task, error);
    }
}

/* ---- back in the main loop ---- */

static void answered(GObject *source, GAsyncResult *result, gpointer session)
{
    (void)source;
    GTask *task = G_TASK(result);
    if (g_cancellable_is_cancelled(g_task_get_cancellable(task)))
        return; /* the session is gone, or going */
    Session *s = session;
    Request *q = g_task_get_task_data(task);
    g_autoptr(GError) error = NULL;
    gpointer got = g_task_propagate_pointer(task, &error);
    s->pending--;
    unsigned changes = s->pending == 0 ? SESSION_busy : 0;
    if (q->index) {
        rows_unref(s->index);
        s->index = got;
        s->index_run = q->query.run_id;
        s->index_asked = false;
        changes |= SESSION_index;
    } else if (!q->view) {
        if (q->generation != s->facts_generation) {
            facts_free(got);
        } else {
            facts_free(s->facts);
            s->facts = got;
            changes |= SESSION_facts;
        }
    } else {
        int i = session_view_index(q->view);
        if (q->generation != s->generation[i]) {
            rows_unref(got);
        } else {
            if (got) {
                rows_unref(s->rows[i]);
                s->rows[i] = got;
            }
            g_free(s->error[i]);
            s->error[i] = got ? NULL : g_strdup(error ? error->message : "it could not be read");
            if (!s->run && got && rows_current(s->rows[i])) {
                s->run = rows_current(s->rows[i])->info->id;
                changes |= SESSION_view;
            }
            changes |= SESSION_rows;
            if (s->select.kind != REF_none && !s->facts)
                session_ask_facts(s);
        }
    }
    session_tell(s, changes);
}

static void push(Session *s, Request *q)
{
    q->fresh = s->fresh;
    s->fresh = false;
    GTask *task = g_task_new(NULL, s->closing, answered, s);
    g_task_set_task_data(task, q, request_free);
    s->pending++;
    g_thread_pool_push(s->worker, task, NULL);
    session_tell(s, SESSION_busy);
}

void session_ask_view(Session *s, const View *v)
{
    int i = session_view_index(v);
    Request *q = g_new0(Request, 1);
    const Viewport *vp = &s->vp[i];
    q->session = s;
    q->view = v;
    q->query = (Query){ .run_id = s->run, .select = s->select, .t0 = vp->t0, .t1 = vp->t1, .width = MAX((int)vp->width, 200) };
    q->others = g_strdupv((char **)s->others->pdata);
    q->query.others = q->others;
    q->rows = s->rows[i] ? rows_ref(s->rows[i]) : NULL;
    q->generation = g_atomic_int_add(&s->generation[i], 1) + 1;
    s->known[i] = true;
    s->asked[i] = q->query;
    s->asked[i].others = NULL; /* the request's */
    push(s, q);
}

void session_ask_facts(Session *s)
{
    facts_free(s->facts);
    s->facts = NULL;
    g_atomic_int_inc(&s->facts_generation);
    Rows *rows = s->rows[session_view_index(s->view)];
    if (s->select.kind == REF_none || !rows) {
        session_tell(s, SESSION_facts);
        return;
    }
    Request *q = g_new0(Request, 1);
    q->session = s;
    q->ref = s->select;
    q->rows = rows_ref(rows);
    q->generation = s->facts_generation;
    push(s, q);
}

const Rows *session_index(Session *s)
{
    if (s->index && s->index_run == s->run)
        return s->index;
    if (!s->index_asked) {
        Request *q = g_new0(Request, 1);
        q->session = s;
        q->index = true;
        q->query.run_id = s->run;
        s->index_asked = true;
        push(s, q);
    }
    return NULL;
}

void session_refresh(Session *s)
{
    int i = session_view_index(s->view);
    const Query *q = &s->asked[i];
    bool timeline = s->view->layout == layout_timeline, details = s->view->layout == layout_shardings || s->view->layout == layout_reshards ||
                   s->view->layout == layout_passes || s->view->layout == layout_graph;
    bool stale = !s->known[i] || q->run_id != s->run || (details && !ref_equal(q->select, s->select));
    if (!stale && timeline && s->rows[i] && !timeline_covers(s->rows[i], &s->vp[i]))
        stale = q->t0 != s->vp[i].t0 || q->t1 != s->vp[i].t1; /* else it is on its way */
    if (stale)
        session_ask_view(s, s->view);
}
