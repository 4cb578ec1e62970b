/* See browser.h: what the window and the canvas call. What has to be read is asked for in browser_ask.c. */
#include "viewer/layout/table_list.h"
#include "viewer/model/browser_impl.h"

#include <string.h>

Browser *browser_new(const char *path, GError **error)
{
    TraceReader *probe = trace_open(path, error);
    if (!probe)
        return NULL;
    trace_close(probe);
    Browser *s = g_new0(Browser, 1);
    s->path = g_strdup(path);
    s->notes = notes_open(path);
    s->others = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(s->others, NULL);
    s->view = views[0];
    for (int i = 0; i < MAX_VIEWS; i++)
        s->lists[i] = list_state_new();
    s->places = g_array_new(FALSE, TRUE, sizeof(Place));
    s->open = g_array_new(FALSE, FALSE, sizeof(int64_t));
    s->closing = g_cancellable_new();
    g_mutex_init(&s->reader_lock);
    s->worker = g_thread_pool_new(browser_work, s, 1, FALSE, NULL);
    g_assert(n_views <= MAX_VIEWS);
    return s;
}

bool browser_add_file(Browser *s, const char *path, GError **error)
{
    TraceReader *probe = trace_open(path, error);
    if (!probe)
        return false;
    trace_close(probe);
    g_ptr_array_insert(s->others, (int)s->others->len - 1, g_strdup(path));
    for (int i = 0; i < n_views; i++)
        if (views[i]->other_files && s->known[i])
            browser_ask_view(s, views[i]);
    return true;
}

void browser_reload(Browser *s)
{
    s->fresh = s->facts_old = true;
    for (int i = 0; i < n_views; i++) {
        s->known[i] = false; /* read when it is looked at */
        g_atomic_int_inc(&s->generation[i]); /* answers still on their way are outdated */
    }
    g_clear_pointer(&s->index, names_free);
    int i = view_index(s->view);
    Rows *keep = s->rows[i];
    s->rows[i] = NULL; /* nothing of it may be shared with what comes */
    browser_ask_view(s, s->view);
    s->rows[i] = keep;
    for (int k = 0; k < n_views; k++) {
        if (k != i)
            g_clear_pointer(&s->rows[k], rows_unref);
    }
}

bool browser_is_live(const Browser *s)
{
    const Rows *rows = browser_rows(s);
    const RunRows *run = rows ? rows_current(rows) : NULL;
    return run && !run->info->end_ns.known;
}

Notes *browser_notes(Browser *s)
{
    return s->notes;
}

int browser_n_files(const Browser *s)
{
    return (int)s->others->len - 1;
}

char **browser_others(const Browser *s)
{
    return g_strdupv((char **)s->others->pdata); /* there is a NULL behind the last */
}

void browser_free(Browser *s)
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
        list_state_free(s->lists[i]);
        g_free(s->error[i]);
    }
    facts_free(s->facts);
    g_array_unref(s->places);
    g_array_unref(s->open);
    g_ptr_array_unref(s->others);
    names_free(s->index);
    notes_free(s->notes);
    g_mutex_clear(&s->reader_lock);
    g_object_unref(s->closing);
    g_free(s->hover_tip);
    g_free(s->path);
    g_free(s);
}

void browser_listen(Browser *s, BrowserFn fn, void *data)
{
    s->fn = fn;
    s->data = data;
}

const char *browser_path(const Browser *s)
{
    return s->path;
}

const Rows *browser_rows(const Browser *s)
{
    return s->rows[view_index(s->view)];
}

bool browser_is_late(const Browser *s)
{
    const Rows *rows = browser_rows(s);
    const RunRows *run = rows ? rows_current(rows) : NULL;
    return run && s->run && run->info->id != s->run && browser_busy(s);
}

const char *browser_error(const Browser *s)
{
    return s->error[view_index(s->view)];
}

bool browser_busy(const Browser *s)
{
    return s->pending > 0;
}

const Facts *browser_facts(const Browser *s)
{
    return s->facts;
}

const View *browser_view(const Browser *s)
{
    return s->view;
}

Viewport *browser_viewport(Browser *s)
{
    Viewport *vp = &s->vp[view_index(s->view)];
    vp->select = s->select;
    vp->focus = s->focus;
    vp->hover = s->hover;
    vp->open = s->open;
    vp->list = s->lists[view_index(s->view)];
    return vp;
}

struct ListState *browser_list(Browser *s, int view)
{
    return s->lists[view];
}

void browser_redraw(Browser *s)
{
    browser_refresh(s);
    browser_tell(s, BROWSER_rows);
}

static void remember(Browser *s)
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

/* What was under the pointer is no longer shown. */
static void forget_hover(Browser *s)
{
    s->hover = (Ref){ 0 };
    g_clear_pointer(&s->hover_tip, g_free);
}

static bool revisit(Browser *s, int at)
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
    forget_hover(s);
    browser_refresh(s);
    browser_ask_facts(s);
    browser_tell(s, BROWSER_view | BROWSER_rows | BROWSER_selection);
    return true;
}

bool browser_back(Browser *s)
{
    return revisit(s, s->place - 1);
}

bool browser_forward(Browser *s)
{
    return revisit(s, s->place + 1);
}

void browser_show(Browser *s, const View *view)
{
    if (s->view == view && s->known[view_index(view)])
        return;
    s->view = view;
    if (s->select.kind == REF_inst) /* other views know no buffers of it */
        s->select.sub = 0;
    forget_hover(s);
    browser_refresh(s);
    if (s->select.kind == REF_none) /* then the inspector tells of what the view shows */
        browser_ask_facts(s);
    remember(s);
    browser_tell(s, BROWSER_view | BROWSER_rows);
}

void browser_set_run(Browser *s, int64_t run_id)
{
    if (s->run == run_id)
        return;
    s->run = run_id;
    s->select = s->focus = (Ref){ 0 };
    for (int i = 0; i < n_views; i++) {
        s->vp[i].t0 = s->vp[i].t1 = 0;
        memset(s->vp[i].scroll, 0, sizeof s->vp[i].scroll);
    }
    browser_refresh(s);
    browser_ask_facts(s);
    remember(s);
    browser_tell(s, BROWSER_view | BROWSER_rows | BROWSER_selection);
}

int64_t browser_run(const Browser *s)
{
    return s->run;
}

/* Whatever is selected belongs to the current run, so that title, inspector and view speak of one. Runs of other files
 * (their ids are above 2^40) cannot be current: only Compare has them. */
static unsigned follow_run(Browser *s, Ref ref)
{
    if (ref.kind == REF_none || ref.kind == REF_view || !ref.run || ref.run == s->run || ref.run >> 40)
        return 0;
    s->run = ref.run;
    for (int i = 0; i < n_views; i++)
        s->vp[i].t0 = s->vp[i].t1 = s->vp[i].mark0 = s->vp[i].mark1 = 0;
    return BROWSER_view;
}

void browser_select(Browser *s, Ref ref)
{
    if (ref_equal(s->select, ref))
        return;
    unsigned run = follow_run(s, ref);
    if (s->view->selected)
        s->view->selected(browser_viewport(s));
    else
        s->vp[view_index(s->view)].scroll[PANE_DETAIL] = 0;
    s->select = ref;
    s->focus = (Ref){ 0 };
    browser_refresh(s);
    browser_ask_facts(s);
    remember(s);
    browser_tell(s, BROWSER_selection | BROWSER_rows | run);
}

void browser_focus(Browser *s, Ref ref)
{
    s->focus = ref_equal(s->focus, ref) ? (Ref){ 0 } : ref;
    browser_tell(s, BROWSER_rows);
}

void browser_open_node(Browser *s, int64_t id)
{
    guint at = 0;
    while (at < s->open->len && g_array_index(s->open, int64_t, at) != id)
        at++;
    if (at < s->open->len)
        g_array_remove_index(s->open, at);
    else
        g_array_append_val(s->open, id);
    browser_tell(s, BROWSER_rows);
}

void browser_hover(Browser *s, Ref ref, const char *tip)
{
    bool moved = !ref_equal(s->hover, ref);
    if (!moved && g_strcmp0(s->hover_tip, tip) == 0)
        return;
    s->hover = ref;
    g_free(s->hover_tip);
    s->hover_tip = g_strdup(tip);
    browser_tell(s, BROWSER_hover | (moved ? BROWSER_rows : 0));
}

const char *browser_hover_tip(const Browser *s)
{
    return s->hover_tip;
}

void browser_go_in(Browser *s, const char *view, Ref ref)
{
    const View *to = view ? view_find(view) : view_home(ref.kind);
    unsigned run = follow_run(s, ref);
    if (run)
        browser_tell(s, run);
    if (to)
        s->view = to;
    forget_hover(s);
    if (ref.kind != REF_view)
        browser_select(s, ref);
    browser_refresh(s);
    remember(s);
    browser_tell(s, BROWSER_view | BROWSER_rows);
}

void browser_go(Browser *s, Ref ref)
{
    browser_go_in(s, NULL, ref);
}

Bookmark browser_place(Browser *s)
{
    const Viewport *vp = &s->vp[view_index(s->view)];
    return (Bookmark){ .title = (char *)(s->facts && s->select.kind != REF_none ? s->facts->title : s->view->title),
                       .view = (char *)s->view->name, .run = s->run, .select = s->select, .t0 = vp->t0, .t1 = vp->t1 };
}

void browser_visit(Browser *s, const Bookmark *b)
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
            browser_set_run(s, b->run);
    }
    browser_go_in(s, b->view, ref);
}
