/* Keys of the canvas, and moving from row to row with them. */
#include "viewer/widgets/canvas_impl.h"

#include <string.h>

#include "viewer/layout/list.h"

/* ---- rows in the order in which a view shows them ---- */

static GArray *stops(ShardCanvas *c, bool all)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(ViewStop));
    const Rows *rows = browser_rows(c->browser);
    const View *v = browser_view(c->browser);
    if (v->stops && rows && rows_current(rows))
        v->stops(rows, browser_viewport(c->browser), all, out);
    return out;
}

/* The time of a row, to bring it into sight. */
static bool time_of(ShardCanvas *c, Ref ref, int64_t *begin, int64_t *end)
{
    return browser_view(c->browser)->time->extent(browser_rows(c->browser), ref, begin, end);
}

static void bring_event_into_sight(ShardCanvas *c, Ref ref)
{
    int64_t b, e;
    TimePlot p;
    if (!canvas_plot(c, &p) || !time_of(c, ref, &b, &e) || (e >= p.t0 && b <= p.t1))
        return;
    int64_t span = p.t1 - p.t0, mid = b + (e - b) / 2;
    canvas_set_time(c, mid - span / 2, mid + span - span / 2);
}

static void bring_into_sight(ShardCanvas *c, const ViewStop *stop)
{
    if (canvas_has_time(c)) {
        bring_event_into_sight(c, stop->ref);
        return;
    }
    Viewport *vp = browser_viewport(c->browser);
    const Scene *s = shard_canvas_scene(c);
    if (s->n_panes <= PANE_LIST)
        return;
    int pane = s->panes[PANE_LIST].h > 0 || s->n_panes <= PANE_DETAIL ? PANE_LIST : PANE_DETAIL; /* its list may be a part of a page */
    double y = stop->y, h = s->panes[pane].h;
    if (y < vp->scroll[pane] + LIST_ROW_H)
        vp->scroll[pane] = MAX(y - 3 * LIST_ROW_H, 0);
    else if (y > vp->scroll[pane] + h - 2 * LIST_ROW_H)
        vp->scroll[pane] = y - h + 3 * LIST_ROW_H;
    shard_canvas_update(c);
}

bool shard_canvas_find(ShardCanvas *c, const char *text, int dir)
{
    g_autoptr(GArray) all = stops(c, text != NULL);
    Ref now = browser_viewport(c->browser)->select;
    int n = (int)all->len, at = dir > 0 ? -1 : n;
    for (int i = 0; i < n; i++)
        if (ref_equal(g_array_index(all, ViewStop, i).ref, now))
            at = i;
    g_autofree char *want = text ? g_utf8_strdown(text, -1) : NULL;
    for (int k = 1; k <= n; k++) {
        int i = text ? ((at + dir * k) % n + n) % n : at + dir * k;
        if (i < 0 || i >= n)
            return false;
        const ViewStop *s = &g_array_index(all, ViewStop, i);
        g_autofree char *have = want ? g_utf8_strdown(s->text, -1) : NULL;
        if (want && !strstr(have, want))
            continue;
        browser_select(c->browser, s->ref);
        bring_into_sight(c, s);
        return true;
    }
    return false;
}

int shard_canvas_hits(ShardCanvas *c, const char *text, int dir, int *at)
{
    *at = 0;
    if (!shard_canvas_find(c, text, dir))
        return 0;
    g_autoptr(GArray) all = stops(c, true);
    g_autofree char *want = g_utf8_strdown(text, -1);
    Ref now = browser_viewport(c->browser)->select;
    int n = 0;
    for (guint i = 0; i < all->len; i++) {
        const ViewStop *s = &g_array_index(all, ViewStop, i);
        g_autofree char *have = g_utf8_strdown(s->text, -1);
        if (!strstr(have, want))
            continue;
        n++;
        if (ref_equal(s->ref, now))
            *at = n;
    }
    return n;
}

void shard_canvas_fit_selection(ShardCanvas *c)
{
    canvas_fit_selection(c);
}

void canvas_show_selection(ShardCanvas *c)
{
    Viewport *vp = browser_viewport(c->browser);
    int64_t b, e;
    if (!canvas_has_time(c) || ref_equal(c->shown, vp->select))
        return;
    c->shown = vp->select;
    if ((vp->select.kind == REF_reshard || vp->select.kind == REF_inst) && time_of(c, vp->select, &b, &e))
        canvas_set_time(c, b - (e - b), e + (e - b));
}

void canvas_fit_selection(ShardCanvas *c)
{
    int64_t b, e;
    const Viewport *vp = browser_viewport(c->browser);
    if (!canvas_has_time(c))
        return;
    if (vp->select.kind == REF_none) {
        if (vp->mark1 > vp->mark0)
            canvas_set_time(c, vp->mark0, vp->mark1);
    } else if (time_of(c, vp->select, &b, &e)) { /* a step whole, an event among its neighbours, slices in between */
        int64_t room = vp->select.kind == REF_step ? 0 : vp->select.kind == REF_event ? e - b : (e - b) / 4;
        canvas_set_time(c, b - room, e + room);
    }
}

/* The same place in the step before or after. */
static void step_by(ShardCanvas *c, int dir)
{
    const RunRows *run = rows_current(browser_rows(c->browser));
    TimePlot p;
    canvas_plot(c, &p);
    const GArray *steps = run->steps;
    const TraceStepRow *first = steps && steps->len ? TRACE_AT(steps, TraceStepRow, 0) : NULL, *last = first ? TRACE_AT(steps, TraceStepRow, steps->len - 1) : NULL;
    int64_t slack = (p.t1 - p.t0) / 1000; /* of a picture that was zoomed out as far as it goes */
    if (first && steps->len > 1 && p.t0 - slack <= first->start_ns && p.t1 + slack >= last->start_ns + last->dur_ns) { /* all of them are shown: the first warm one, the last */
        while (dir > 0 && !first->warm && first < last)
            first++;
        const TraceStepRow *st = dir > 0 ? first : last;
        canvas_set_time(c, st->start_ns - st->dur_ns / 50, st->start_ns + st->dur_ns + st->dur_ns / 50);
        return;
    }
    int64_t mid = p.t0 + (p.t1 - p.t0) / 2;
    for (guint i = 0; run->steps && i < run->steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(run->steps, TraceStepRow, i);
        if (mid < st->start_ns || mid >= st->start_ns + st->dur_ns)
            continue;
        int k = (int)i + dir;
        if (k < 0 || k >= (int)run->steps->len)
            return;
        int64_t by = TRACE_AT(run->steps, TraceStepRow, k)->start_ns - st->start_ns;
        canvas_set_time(c, p.t0 + by, p.t1 + by);
        return;
    }
    canvas_pan(c, dir * p.w);
}

/* The device after this one, for pairs. */
static void device_by(ShardCanvas *c, int dir)
{
    const Rows *rows = browser_rows(c->browser);
    const RunRows *run = rows ? rows_current(rows) : NULL;
    Ref f = browser_viewport(c->browser)->focus;
    if (!run || run->info->n_devices < 1)
        return;
    int64_t n = run->info->n_devices, at = f.kind == REF_device ? f.id : dir > 0 ? -1 : n;
    browser_focus(c->browser, (Ref){ REF_device, run->info->id, ((at + dir) % n + n) % n, 0 });
}

/* What the view itself does with a key: a character, lower case. */
static bool view_key(ShardCanvas *c, guint key)
{
    const View *v = browser_view(c->browser);
    const Rows *rows = browser_rows(c->browser);
    gunichar ch = gdk_keyval_to_unicode(key);
    Ref to = { 0 };
    if (!v->key || !rows || !ch || !v->key(rows, browser_viewport(c->browser), ch, &to))
        return false;
    if (to.kind != REF_none) {
        browser_select(c->browser, to);
        bring_event_into_sight(c, to);
    }
    shard_canvas_update(c);
    return true;
}

static bool time_key(ShardCanvas *c, guint key, bool shift)
{
    double far = shift ? 320 : 80;
    TimePlot p;
    canvas_plot(c, &p);
    int64_t span = p.t1 - p.t0;
    Ref sel = browser_viewport(c->browser)->select;
    switch (key) {
    case GDK_KEY_w: case GDK_KEY_plus: case GDK_KEY_KP_Add: case GDK_KEY_equal: canvas_zoom(c, 1 / 1.4, c->pointer_x); return true;
    case GDK_KEY_s: case GDK_KEY_minus: case GDK_KEY_KP_Subtract: canvas_zoom(c, 1.4, c->pointer_x); return true;
    case GDK_KEY_a: canvas_pan(c, -far); return true;
    case GDK_KEY_d: canvas_pan(c, far); return true;
    case GDK_KEY_Left: case GDK_KEY_Right:
        if (sel.kind != REF_event || !shard_canvas_find(c, NULL, key == GDK_KEY_Left ? -1 : 1))
            canvas_pan(c, key == GDK_KEY_Left ? -far : far);
        return true;
    case GDK_KEY_Up: canvas_scroll_pane(c, PANE_LIST, -60); return true;
    case GDK_KEY_Down: canvas_scroll_pane(c, PANE_LIST, 60); return true;
    case GDK_KEY_Home: canvas_set_time(c, p.first, p.first + span); return true;
    case GDK_KEY_End: canvas_set_time(c, p.last - span, p.last); return true;
    case GDK_KEY_Page_Up: step_by(c, -1); return true;
    case GDK_KEY_Page_Down: step_by(c, 1); return true;
    case GDK_KEY_f: canvas_fit_selection(c); return true;
    case GDK_KEY_m: { /* what is in sight, marked */
        Viewport *vp = browser_viewport(c->browser);
        vp->mark0 = p.t0;
        vp->mark1 = p.t1;
        shard_canvas_update(c);
        return true;
    }
    default: return false;
    }
}

static bool pan_key(ShardCanvas *c, guint key)
{
    switch (key) {
    case GDK_KEY_Left: case GDK_KEY_a: canvas_move_picture(c, 60, 0); return true;
    case GDK_KEY_Right: case GDK_KEY_d: canvas_move_picture(c, -60, 0); return true;
    case GDK_KEY_Up: canvas_move_picture(c, 0, 60); return true;
    case GDK_KEY_Down: canvas_move_picture(c, 0, -60); return true;
    default: return false;
    }
}

/* The first or the last row of a list. */
static bool select_end(ShardCanvas *c, bool first)
{
    g_autoptr(GArray) all = stops(c, false);
    if (!all->len)
        return false;
    const ViewStop *s = &g_array_index(all, ViewStop, first ? 0 : all->len - 1);
    browser_select(c->browser, s->ref);
    bring_into_sight(c, s);
    return true;
}

static bool list_key(ShardCanvas *c, guint key)
{
    const Scene *s = shard_canvas_scene(c);
    int detail = s->n_panes > PANE_DETAIL ? PANE_DETAIL : PANE_LIST;
    switch (key) {
    case GDK_KEY_Up: case GDK_KEY_Down: {
        int dir = key == GDK_KEY_Up ? -1 : 1;
        if (!browser_view(c->browser)->stops) { /* a page without rows */
            canvas_link_step(c, dir);
            return true;
        }
        return shard_canvas_find(c, NULL, dir);
    }
    case GDK_KEY_Page_Up: canvas_scroll_pane(c, detail, -s->height * 0.8); return true;
    case GDK_KEY_Page_Down: canvas_scroll_pane(c, detail, s->height * 0.8); return true;
    case GDK_KEY_Home: case GDK_KEY_End:
        if (!select_end(c, key == GDK_KEY_Home))
            canvas_scroll_pane(c, detail, key == GDK_KEY_Home ? -1e9 : 1e9);
        return true;
    case GDK_KEY_j: device_by(c, 1); return true;
    case GDK_KEY_k: device_by(c, -1); return true;
    case GDK_KEY_t: {
        Viewport *vp = browser_viewport(c->browser);
        vp->transpose = !vp->transpose;
        shard_canvas_update(c);
        return true;
    }
    default: return false;
    }
}

/* The choices that the picture offers are on it; the one after the present is taken. */
static bool next_option(ShardCanvas *c, int option)
{
    const Scene *s = shard_canvas_scene(c);
    int now = browser_viewport(c->browser)->option[option], most = 0;
    for (guint i = 0; i < s->items->len; i++) {
        Ref r = g_array_index(s->items, Item, i).ref;
        if (r.kind == REF_option && r.id == option)
            most = MAX(most, (int)r.sub);
    }
    if (most == 0)
        return false;
    canvas_set_option(c, option, MAX(now, 1) % most + 1);
    return true;
}

gboolean canvas_key(GtkWidget *w, GdkEventKey *e)
{
    ShardCanvas *c = SHARD_CANVAS(w);
    if (e->state & (GDK_CONTROL_MASK | GDK_MOD1_MASK))
        return FALSE;
    guint key = gdk_keyval_to_lower(e->keyval);
    if (canvas_list_key(c, e))
        return TRUE;
    GtkWidget *top = gtk_widget_get_toplevel(w);
    if (key == GDK_KEY_question && G_IS_ACTION_GROUP(top)) {
        g_action_group_activate_action(G_ACTION_GROUP(top), "keys", NULL);
        return TRUE;
    }
    if (key == GDK_KEY_0 || key == GDK_KEY_KP_0) {
        shard_canvas_fit(c);
        return TRUE;
    }
    if ((e->state & GDK_SHIFT_MASK) && (key == GDK_KEY_Up || key == GDK_KEY_Down)) {
        canvas_link_step(c, key == GDK_KEY_Up ? -1 : 1);
        return TRUE;
    }
    if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter) {
        if (canvas_link_open(c))
            return TRUE;
        Ref now = browser_viewport(c->browser)->select;
        if (now.kind != REF_none)
            browser_go(c->browser, now);
        return TRUE;
    }
    if (view_key(c, key))
        return TRUE;
    if ((key == GDK_KEY_o || key == GDK_KEY_p) && next_option(c, key == GDK_KEY_o ? 0 : 1))
        return TRUE;
    if (key == GDK_KEY_Escape && canvas_link_leave(c))
        return TRUE;
    if (key == GDK_KEY_Escape && browser_viewport(c->browser)->select.kind == REF_none && browser_viewport(c->browser)->mark1) {
        Viewport *vp = browser_viewport(c->browser); /* first what is selected goes, then the marked range */
        vp->mark0 = vp->mark1 = 0;
        shard_canvas_update(c);
        return TRUE;
    }
    if (key == GDK_KEY_Escape) {
        browser_select(c->browser, (Ref){ 0 });
        return TRUE;
    }
    if (canvas_pans(c) && pan_key(c, key))
        return TRUE;
    return canvas_has_time(c) ? time_key(c, key, e->state & GDK_SHIFT_MASK) : list_key(c, key);
}
