/* See session.h: what the window and the canvas call. What has to be read is asked for in session_ask.c. */
#include "viewer/model/session_impl.h"

#include <string.h>

#include "viewer/layout/timeline.h"

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
    s->worker = g_thread_pool_new(session_work, s, 1, FALSE, NULL);
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
    if (s->known[session_view_index(v)])
        session_ask_view(s, v);
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
    int i = session_view_index(s->view);
    Rows *keep = s->rows[i];
    s->rows[i] = NULL; /* nothing of it may be shared with what comes */
    session_ask_view(s, s->view);
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
    return s->rows[session_view_index(s->view)];
}

const char *session_error(const Session *s)
{
    return s->error[session_view_index(s->view)];
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
    Viewport *vp = &s->vp[session_view_index(s->view)];
    vp->select = s->select;
    vp->focus = s->focus;
    vp->hover = s->hover;
    vp->open = s->open;
    return vp;
}

void session_redraw(Session *s)
{
    session_refresh(s);
    session_tell(s, SESSION_rows);
}

static void remember(Session *s)
{
    const Viewport *vp = &s->vp[session_view_index(s->view)];
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
    s->vp[session_view_index(p.view)].t0 = p.t0;
    s->vp[session_view_index(p.view)].t1 = p.t1;
    s->hover = (Ref){ 0 };
    session_refresh(s);
    session_ask_facts(s);
    session_tell(s, SESSION_view | SESSION_rows | SESSION_selection);
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
    if (s->view == view && s->known[session_view_index(view)])
        return;
    s->view = view;
    s->hover = (Ref){ 0 };
    session_refresh(s);
    remember(s);
    session_tell(s, SESSION_view | SESSION_rows);
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
    session_refresh(s);
    session_ask_facts(s);
    remember(s);
    session_tell(s, SESSION_view | SESSION_rows | SESSION_selection);
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
        s->vp[session_view_index(s->view)].scroll[PANE_DETAIL] = 0;
    if (s->view->layout == layout_graph) {
        s->vp[session_view_index(s->view)].pan_x = s->vp[session_view_index(s->view)].pan_y = 0;
        g_array_set_size(s->open, 0);
    }
    s->select = ref;
    s->focus = (Ref){ 0 };
    session_refresh(s);
    session_ask_facts(s);
    remember(s);
    session_tell(s, SESSION_selection | SESSION_rows);
}

void session_focus(Session *s, Ref ref)
{
    s->focus = ref_equal(s->focus, ref) ? (Ref){ 0 } : ref;
    session_tell(s, SESSION_rows);
}

void session_open_node(Session *s, int64_t inst)
{
    g_array_append_val(s->open, inst);
    session_tell(s, SESSION_rows);
}

void session_hover(Session *s, Ref ref, const char *tip)
{
    bool moved = !ref_equal(s->hover, ref);
    if (!moved && g_strcmp0(s->hover_tip, tip) == 0)
        return;
    s->hover = ref;
    g_free(s->hover_tip);
    s->hover_tip = g_strdup(tip);
    session_tell(s, SESSION_hover | (moved ? SESSION_rows : 0));
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
        session_tell(s, SESSION_view);
    }
    if (name && view_find(name))
        s->view = view_find(name);
    s->hover = (Ref){ 0 };
    if (ref.kind != REF_view)
        session_select(s, ref);
    session_refresh(s);
    remember(s);
    session_tell(s, SESSION_view | SESSION_rows);
}

void session_go(Session *s, Ref ref)
{
    session_go_in(s, NULL, ref);
}

Bookmark session_place(Session *s)
{
    const Viewport *vp = &s->vp[session_view_index(s->view)];
    return (Bookmark){ .title = (char *)(s->facts && s->select.kind != REF_none ? s->facts->title : s->view->title),
                       .view = (char *)s->view->name, .run = s->run, .select = s->select, .t0 = vp->t0, .t1 = vp->t1 };
}

void session_visit(Session *s, const Bookmark *b)
{
    const View *v = view_find(b->view);
    if (!v)
        return;
    s->vp[session_view_index(v)].t0 = b->t0;
    s->vp[session_view_index(v)].t1 = b->t1;
    Ref ref = b->select;
    ref.run = b->run;
    if (ref.kind == REF_none) {
        ref = (Ref){ REF_view, b->run, 0, 0 };
        if (b->run && b->run != s->run)
            session_set_run(s, b->run);
    }
    session_go_in(s, b->view, ref);
}
