/* See session.h. One worker thread with its own reader answers one request after the other; a request that a newer
 * one of its kind has overtaken gives its answer to nobody. */
#include "viewer/model/session.h"

#include <gio/gio.h>
#include <string.h>

#include "viewer/layout/timeline.h"

#define MAX_VIEWS 16
#define MAX_PLACES 100

typedef struct Place {
    const View *view;
    int64_t run;
    Ref select;
    int64_t t0, t1;
} Place;

struct Session {
    char *path;
    Notes *notes;
    Rows *index;          /* of run index_run */
    int64_t index_run;
    bool index_asked;
    bool fresh;           /* the next question must open the file again */
    GPtrArray *others; /* paths, NULL at the end */
    SessionFn fn;
    void *data;
    const View *view;
    Viewport vp[MAX_VIEWS];
    Rows *rows[MAX_VIEWS];
    char *error[MAX_VIEWS];
    Query asked[MAX_VIEWS]; /* what rows[] answer, or will */
    int generation[MAX_VIEWS], facts_generation; /* the worker reads them too: atomic */
    bool known[MAX_VIEWS];  /* asked for since the file was opened or read again */
    int pending;
    int64_t run;
    Ref select, focus, hover;
    char *hover_tip;
    Facts *facts;
    GArray *open;   /* int64_t: nodes of the graph that were opened */
    GArray *places; /* Place */
    int place;
    GThreadPool *worker;
    GCancellable *closing;
    GMutex reader_lock;  /* guards the pointer: closing interrupts what the worker asks */
    TraceReader *reader; /* the worker's */
};

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

static int view_index(const View *v)
{
    return (int)(v - views);
}

static void tell(Session *s, unsigned changes)
{
    if (s->fn && !g_cancellable_is_cancelled(s->closing))
        s->fn(s, changes, s->data);
}

/* ---- in the worker ---- */

static void work(gpointer task_ptr, gpointer session)
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
    int newest = q->index ? q->generation : g_atomic_int_get(q->view ? &s->generation[view_index(q->view)] : &s->facts_generation);
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

static void ask_facts(Session *s);

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
                changes |= SESSION_view;
            }
            changes |= SESSION_rows;
            if (s->select.kind != REF_none && !s->facts)
                ask_facts(s);
        }
    }
    tell(s, changes);
}

static void push(Session *s, Request *q)
{
    q->fresh = s->fresh;
    s->fresh = false;
    GTask *task = g_task_new(NULL, s->closing, answered, s);
    g_task_set_task_data(task, q, request_free);
    s->pending++;
    g_thread_pool_push(s->worker, task, NULL);
    tell(s, SESSION_busy);
}

static void ask_view(Session *s, const View *v)
{
    int i = view_index(v);
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

static void ask_facts(Session *s)
{
    facts_free(s->facts);
    s->facts = NULL;
    g_atomic_int_inc(&s->facts_generation);
    Rows *rows = s->rows[view_index(s->view)];
    if (s->select.kind == REF_none || !rows) {
        tell(s, SESSION_facts);
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

/* Reads again if what was asked last does not answer what is looked at now. */
static void refresh(Session *s)
{
    int i = view_index(s->view);
    const Query *q = &s->asked[i];
    bool timeline = s->view->layout == layout_timeline, details = s->view->layout == layout_shardings || s->view->layout == layout_reshards ||
                   s->view->layout == layout_passes || s->view->layout == layout_graph;
    bool stale = !s->known[i] || q->run_id != s->run || (details && !ref_equal(q->select, s->select));
    if (!stale && timeline && s->rows[i] && !timeline_covers(s->rows[i], &s->vp[i]))
        stale = q->t0 != s->vp[i].t0 || q->t1 != s->vp[i].t1; /* else it is on its way */
    if (stale)
        ask_view(s, s->view);
}

/* ---- for the window and the canvas ---- */

Session *session_new(const char *path, GError **error)
{
    TraceReader *probe = trace_open(path, error);
    if (!probe)
        return NULL;
    trace_close(probe);
    Session *s = g_new0(Session, 1);
    s->path = g_strdup(path);
    s->notes = notes_open(path);
    s->others = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(s->others, NULL);
    s->view = &views[0];
    s->places = g_array_new(FALSE, TRUE, sizeof(Place));
    s->open = g_array_new(FALSE, FALSE, sizeof(int64_t));
    s->closing = g_cancellable_new();
    g_mutex_init(&s->reader_lock);
    s->worker = g_thread_pool_new(work, s, 1, FALSE, NULL);
    g_assert(n_views <= MAX_VIEWS);
    return s;
}

bool session_add_file(Session *s, const char *path, GError **error)
{
    TraceReader *probe = trace_open(path, error);
    if (!probe)
        return false;
    trace_close(probe);
    g_ptr_array_insert(s->others, (int)s->others->len - 1, g_strdup(path));
    const View *v = view_find("compare");
    if (s->known[view_index(v)])
        ask_view(s, v);
    return true;
}

void session_reload(Session *s)
{
    s->fresh = true;
    for (int i = 0; i < n_views; i++) {
        s->known[i] = false; /* read when it is looked at */
        g_atomic_int_inc(&s->generation[i]); /* answers that are on their way are of yesterday */
    }
    g_clear_pointer(&s->index, rows_unref);
    int i = view_index(s->view);
    Rows *keep = s->rows[i];
    s->rows[i] = NULL; /* nothing of it may be shared with what comes */
    ask_view(s, s->view);
    s->rows[i] = keep;
    for (int k = 0; k < n_views; k++) {
        if (k != i)
            g_clear_pointer(&s->rows[k], rows_unref);
    }
}

bool session_is_live(const Session *s)
{
    const Rows *rows = session_rows(s);
    const RunRows *run = rows ? rows_current(rows) : NULL;
    return run && !run->info->end_ns.known;
}

Notes *session_notes(Session *s)
{
    return s->notes;
}

int session_n_files(const Session *s)
{
    return (int)s->others->len - 1;
}

char **session_others(const Session *s)
{
    return g_strdupv((char **)s->others->pdata); /* there is a NULL behind the last */
}

void session_free(Session *s)
{
    if (!s)
        return;
    g_cancellable_cancel(s->closing);
    g_mutex_lock(&s->reader_lock);
    if (s->reader)
        trace_interrupt(s->reader);
    g_mutex_unlock(&s->reader_lock);
    g_thread_pool_free(s->worker, FALSE, TRUE); /* requests that wait are cancelled, so this is one question at most */
    trace_close(s->reader);
    for (int i = 0; i < MAX_VIEWS; i++) {
        rows_unref(s->rows[i]);
        g_free(s->error[i]);
    }
    facts_free(s->facts);
    g_array_unref(s->places);
    g_array_unref(s->open);
    g_ptr_array_unref(s->others);
    rows_unref(s->index);
    notes_free(s->notes);
    g_mutex_clear(&s->reader_lock);
    g_object_unref(s->closing);
    g_free(s->hover_tip);
    g_free(s->path);
    g_free(s);
}

void session_listen(Session *s, SessionFn fn, void *data)
{
    s->fn = fn;
    s->data = data;
}

const char *session_path(const Session *s)
{
    return s->path;
}

const Rows *session_rows(const Session *s)
{
    return s->rows[view_index(s->view)];
}

const char *session_error(const Session *s)
{
    return s->error[view_index(s->view)];
}

bool session_busy(const Session *s)
{
    return s->pending > 0;
}

const Facts *session_facts(const Session *s)
{
    return s->facts;
}

const View *session_view(const Session *s)
{
    return s->view;
}

Viewport *session_viewport(Session *s)
{
    Viewport *vp = &s->vp[view_index(s->view)];
    vp->select = s->select;
    vp->focus = s->focus;
    vp->hover = s->hover;
    vp->open = s->open;
    return vp;
}

void session_redraw(Session *s)
{
    refresh(s);
    tell(s, SESSION_rows);
}

static void remember(Session *s)
{
    const Viewport *vp = &s->vp[view_index(s->view)];
    Place p = { s->view, s->run, s->select, vp->t0, vp->t1 };
    if (s->places->len && s->place < (int)s->places->len) {
        const Place *old = &g_array_index(s->places, Place, s->place);
        if (old->view == p.view && old->run == p.run && ref_equal(old->select, p.select))
            return;
        g_array_set_size(s->places, (guint)s->place + 1);
    }
    if (s->places->len >= MAX_PLACES)
        g_array_remove_index(s->places, 0);
    g_array_append_val(s->places, p);
    s->place = (int)s->places->len - 1;
}

static bool revisit(Session *s, int at)
{
    if (at < 0 || at >= (int)s->places->len)
        return false;
    Place p = g_array_index(s->places, Place, at);
    s->place = at;
    s->view = p.view;
    s->run = p.run;
    s->select = p.select;
    s->vp[view_index(p.view)].t0 = p.t0;
    s->vp[view_index(p.view)].t1 = p.t1;
    s->hover = (Ref){ 0 };
    refresh(s);
    ask_facts(s);
    tell(s, SESSION_view | SESSION_rows | SESSION_selection);
    return true;
}

bool session_back(Session *s)
{
    return revisit(s, s->place - 1);
}

bool session_forward(Session *s)
{
    return revisit(s, s->place + 1);
}

void session_show(Session *s, const View *view)
{
    if (s->view == view && s->known[view_index(view)])
        return;
    s->view = view;
    s->hover = (Ref){ 0 };
    refresh(s);
    remember(s);
    tell(s, SESSION_view | SESSION_rows);
}

void session_set_run(Session *s, int64_t run_id)
{
    if (s->run == run_id)
        return;
    s->run = run_id;
    s->select = s->focus = (Ref){ 0 };
    for (int i = 0; i < n_views; i++) {
        s->vp[i].t0 = s->vp[i].t1 = 0;
        memset(s->vp[i].scroll, 0, sizeof s->vp[i].scroll);
    }
    refresh(s);
    ask_facts(s);
    remember(s);
    tell(s, SESSION_view | SESSION_rows | SESSION_selection);
}

int64_t session_run(const Session *s)
{
    return s->run;
}

void session_select(Session *s, Ref ref)
{
    if (ref_equal(s->select, ref))
        return;
    if (s->view->layout != layout_timeline)
        s->vp[view_index(s->view)].scroll[PANE_DETAIL] = 0;
    if (s->view->layout == layout_graph) {
        s->vp[view_index(s->view)].pan_x = s->vp[view_index(s->view)].pan_y = 0;
        g_array_set_size(s->open, 0);
    }
    s->select = ref;
    s->focus = (Ref){ 0 };
    refresh(s);
    ask_facts(s);
    remember(s);
    tell(s, SESSION_selection | SESSION_rows);
}

void session_focus(Session *s, Ref ref)
{
    s->focus = ref_equal(s->focus, ref) ? (Ref){ 0 } : ref;
    tell(s, SESSION_rows);
}

void session_open_node(Session *s, int64_t inst)
{
    g_array_append_val(s->open, inst);
    tell(s, SESSION_rows);
}

void session_hover(Session *s, Ref ref, const char *tip)
{
    bool moved = !ref_equal(s->hover, ref);
    if (!moved && g_strcmp0(s->hover_tip, tip) == 0)
        return;
    s->hover = ref;
    g_free(s->hover_tip);
    s->hover_tip = g_strdup(tip);
    tell(s, SESSION_hover | (moved ? SESSION_rows : 0));
}

const char *session_hover_tip(const Session *s)
{
    return s->hover_tip;
}

/* Where a row of this kind is drawn best. */
static const char *home_of(RefKind kind)
{
    return kind == REF_value || kind == REF_tile     ? "shardings"
           : kind == REF_reshard                     ? "reshards"
           : kind == REF_event || kind == REF_step   ? "steps"
           : kind == REF_pass                        ? "passes"
                                                     : NULL;
}

void session_go_in(Session *s, const char *view, Ref ref)
{
    const char *name = view ? view : home_of(ref.kind);
    if (ref.run && ref.run != s->run && ref.kind != REF_view) {
        s->run = ref.run;
        tell(s, SESSION_view);
    }
    if (name && view_find(name))
        s->view = view_find(name);
    s->hover = (Ref){ 0 };
    if (ref.kind != REF_view)
        session_select(s, ref);
    refresh(s);
    remember(s);
    tell(s, SESSION_view | SESSION_rows);
}

void session_go(Session *s, Ref ref)
{
    session_go_in(s, NULL, ref);
}

Bookmark session_place(Session *s)
{
    const Viewport *vp = &s->vp[view_index(s->view)];
    return (Bookmark){ .title = (char *)(s->facts && s->select.kind != REF_none ? s->facts->title : s->view->title),
                       .view = (char *)s->view->name, .run = s->run, .select = s->select, .t0 = vp->t0, .t1 = vp->t1 };
}

void session_visit(Session *s, const Bookmark *b)
{
    const View *v = view_find(b->view);
    if (!v)
        return;
    s->vp[view_index(v)].t0 = b->t0;
    s->vp[view_index(v)].t1 = b->t1;
    Ref ref = b->select;
    ref.run = b->run;
    if (ref.kind == REF_none) {
        ref = (Ref){ REF_view, b->run, 0, 0 };
        if (b->run && b->run != s->run)
            session_set_run(s, b->run);
    }
    session_go_in(s, b->view, ref);
}
