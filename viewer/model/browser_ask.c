/* How a browser reads its trace. One worker thread with its own reader answers requests in order; the answer to a
 * request that a newer one of its kind has replaced is dropped. */
#include "viewer/model/browser_impl.h"

/* One request, carried by a GTask. */
typedef struct Request {
    Browser *browser;
    const View *view; /* NULL: facts about `ref`, or the index */
    const View *beside; /* of facts: the view that they stand beside, whose rows these are */
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

void browser_tell(Browser *s, unsigned changes)
{
    if (s->fn && !g_cancellable_is_cancelled(s->closing))
        s->fn(s, changes, s->data);
}

/* ---- in the worker ---- */

void browser_work(gpointer task_ptr, gpointer browser)
{
    g_autoptr(GTask) task = task_ptr;
    Browser *s = browser;
    Request *q = g_task_get_task_data(task);
    GError *error = NULL;
    if (g_task_return_error_if_cancelled(task))
        return;
    if (q->fresh) {
        g_mutex_lock(&s->reader_lock);
        trace_close(g_steal_pointer(&s->reader));
        g_mutex_unlock(&s->reader_lock);
    }
    int newest = q->index ? q->generation : g_atomic_int_get(q->view ? &s->generation[view_index(q->view)] : &s->facts_generation);
    if (newest != q->generation) { /* a newer request has replaced it */
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
    if (q->index) {
        Names *names = views_names(s->reader, q->query.run_id, &error);
        if (names)
            g_task_return_pointer(task, names, (GDestroyNotify)names_free);
        else
            g_task_return_error(task, error);
        return;
    }
    if (!q->view) {
        Facts *f = facts_load(s->reader, q->rows, q->ref, &error);
        if (f)
            view_add_facts(q->beside, q->rows, q->ref, f);
        if (f)
            g_task_return_pointer(task, f, (GDestroyNotify)facts_free);
        else
            g_task_return_error(task, error);
        return;
    }
    Rows *rows = rows_new(s->path);
    if (q->view->load(s->reader, &q->query, q->rows, rows, &error)) {
        g_task_return_pointer(task, rows, (GDestroyNotify)rows_unref);
    } else {
        rows_unref(rows);
        g_task_return_error(task, error);
    }
}

/* What the inspector tells of: the selected row or, if there is none, the one that the view shows. */
static Ref facts_ref(const Browser *s)
{
    const Rows *rows = s->rows[view_index(s->view)];
    if (!rows || s->select.kind != REF_none)
        return rows ? s->select : (Ref){ 0 };
    Ref shown = s->view->shows ? s->view->shows(rows) : (Ref){ 0 };
    return shown.run == s->run ? shown : (Ref){ 0 }; /* the rows may still be those of the run before */
}

/* ---- back in the main loop ---- */

static void answered(GObject *source, GAsyncResult *result, gpointer browser)
{
    (void)source;
    GTask *task = G_TASK(result);
    if (g_cancellable_is_cancelled(g_task_get_cancellable(task)))
        return; /* the browser is gone, or going */
    Browser *s = browser;
    Request *q = g_task_get_task_data(task);
    g_autoptr(GError) error = NULL;
    gpointer got = g_task_propagate_pointer(task, &error);
    s->pending--;
    unsigned changes = s->pending == 0 ? BROWSER_busy : 0;
    if (q->index) {
        names_free(s->index);
        s->index = got;
        s->index_run = q->query.run_id;
        s->index_asked = false;
        changes |= BROWSER_index;
    } else if (!q->view) {
        if (q->generation != s->facts_generation) {
            facts_free(got);
        } else {
            facts_free(s->facts);
            s->facts = got;
            changes |= BROWSER_facts;
        }
    } else {
        int i = view_index(q->view);
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
                changes |= BROWSER_view;
            }
            changes |= BROWSER_rows;
            if (facts_ref(s).kind != REF_none && (!s->facts || s->facts_old))
                browser_ask_facts(s);
        }
    }
    browser_tell(s, changes);
}

static void push(Browser *s, Request *q)
{
    q->fresh = s->fresh;
    s->fresh = false;
    GTask *task = g_task_new(NULL, s->closing, answered, s);
    g_task_set_task_data(task, q, request_free);
    s->pending++;
    g_thread_pool_push(s->worker, task, NULL);
    browser_tell(s, BROWSER_busy);
}

void browser_ask_view(Browser *s, const View *v)
{
    int i = view_index(v);
    Request *q = g_new0(Request, 1);
    const Viewport *vp = &s->vp[i];
    q->browser = s;
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

void browser_ask_facts(Browser *s)
{
    facts_free(s->facts);
    s->facts = NULL;
    s->facts_old = false;
    g_atomic_int_inc(&s->facts_generation);
    Rows *rows = s->rows[view_index(s->view)];
    Ref about = facts_ref(s);
    if (about.kind == REF_none) {
        browser_tell(s, BROWSER_facts);
        return;
    }
    Request *q = g_new0(Request, 1);
    q->browser = s;
    q->ref = about;
    q->beside = s->view;
    q->rows = rows_ref(rows);
    q->generation = s->facts_generation;
    push(s, q);
}

const Names *browser_index(Browser *s)
{
    if (s->index && s->index_run == s->run)
        return s->index;
    if (!s->index_asked) {
        Request *q = g_new0(Request, 1);
        q->browser = s;
        q->index = true;
        q->query.run_id = s->run;
        s->index_asked = true;
        push(s, q);
    }
    return NULL;
}

void browser_refresh(Browser *s)
{
    const View *v = s->view;
    int i = view_index(v);
    const Query *q = &s->asked[i];
    bool stale = !s->known[i] || q->run_id != s->run || (v->reads_selection && !ref_equal(q->select, s->select));
    if (!stale && v->time && s->rows[i] && !v->time->covers(s->rows[i], &s->vp[i]))
        stale = q->t0 != s->vp[i].t0 || q->t1 != s->vp[i].t1; /* else it is on its way */
    if (stale)
        browser_ask_view(s, v);
}
