/* The list of a table: clicks on headings and signs, typing into its filter, opening by keys, dragging edges of columns. */
#include "viewer/widgets/canvas_impl.h"

#include "viewer/layout/table_list.h"
#include "viewer/state.h"
#include "viewer/views.h"

static ListState *first_of(ShardCanvas *c)
{
    return browser_viewport(c->browser)->list;
}

static ListState *typed_into(ShardCanvas *c)
{
    for (ListState *st = first_of(c); st; st = st->next)
        if (st->typing)
            return st;
    return NULL;
}

/* ---- what is remembered ---- */

static char *width_key(const View *view, int slot, int column)
{
    return slot ? g_strdup_printf("column-%s-%d-%d", view->name, slot, column) : g_strdup_printf("column-%s-%d", view->name, column);
}

/* what: "sort" or "group". */
static char *order_key(const View *view, int slot, const char *what)
{
    return g_strdup_printf("list-%s-%d-%s", view->name, slot, what);
}

/* How a list is sorted and grouped; a filter is about what is looked for now. */
static void remember_order(const View *view, int slot, const ListState *st)
{
    g_autofree char *sort = order_key(view, slot, "sort"), *group = order_key(view, slot, "group");
    state_set_int(sort, 2 * st->sort + st->descending);
    state_set_int(group, st->group);
}

static void restore_order(const View *view, int slot, ListState *st)
{
    g_autofree char *sort = order_key(view, slot, "sort"), *group = order_key(view, slot, "group");
    int kept = MAX(state_int(sort, 0), 0);
    st->sort = kept / 2;
    st->descending = kept % 2;
    st->group = CLAMP(state_int(group, 0), 0, 100);
}

/* ---- clicks ---- */

bool canvas_list_click(ShardCanvas *c, Ref r)
{
    for (ListState *other = first_of(c); other; other = other->next)
        other->typing = false;
    ListState *st = list_state_at(first_of(c), list_slot(r));
    switch (r.kind) {
    case REF_filter:
        st->typing = true;
        return true;
    case REF_line:
        list_state_toggle(st, (guint)r.id);
        return true;
    case REF_column:
        list_state_sort(st, (int)r.id, r.sub & 1);
        remember_order(browser_view(c->browser), list_slot(r), st);
        return true;
    case REF_grouping:
        st->group = (int)r.id;
        browser_viewport(c->browser)->scroll[st->pane] = 0;
        list_state_changed(st);
        remember_order(browser_view(c->browser), list_slot(r), st);
        return true;
    case REF_column_edge:
        return true;
    default:
        return false;
    }
}

/* ---- keys ---- */

static void filter_changed(ShardCanvas *c, ListState *st)
{
    browser_viewport(c->browser)->scroll[st->pane] = 0;
    list_state_changed(st);
    shard_canvas_update(c);
}

static bool typing_key(ShardCanvas *c, ListState *st, const GdkEventKey *e)
{
    gunichar ch = gdk_keyval_to_unicode(e->keyval);
    if (e->keyval == GDK_KEY_Escape) {
        st->typing = false;
        g_string_truncate(st->filter, 0);
    } else if (e->keyval == GDK_KEY_Return || e->keyval == GDK_KEY_KP_Enter || e->keyval == GDK_KEY_Down || e->keyval == GDK_KEY_Tab) {
        st->typing = false;
    } else if (e->keyval == GDK_KEY_BackSpace) {
        if (st->filter->len)
            g_string_truncate(st->filter, (gsize)(g_utf8_prev_char(st->filter->str + st->filter->len) - st->filter->str));
    } else if (ch && g_unichar_isprint(ch) && st->filter->len < 200) {
        g_string_append_unichar(st->filter, ch);
    } else {
        return false;
    }
    filter_changed(c, st);
    return true;
}

static bool line_has(const ListState *st, const ListLine *l, int64_t row_id)
{
    for (guint k = 0; k < l->n; k++)
        if (list_state_row_id(st, g_array_index(st->arranged->order, guint, l->first + k)) == row_id)
            return true;
    return false;
}

/* Right opens the line that the selected row is in, Left closes it. */
static bool open_key(ShardCanvas *c, ListState *st, bool open)
{
    Viewport *vp = browser_viewport(c->browser);
    if (!st->arranged)
        return false;
    const ListLine *outer = NULL, *found = NULL;
    for (guint i = 0; i < st->arranged->lines->len; i++) {
        const ListLine *l = arranged_line(st->arranged, i);
        outer = l->kind != LINE_ROW ? l : l->depth == 0 ? NULL : outer;
        bool here = vp->select.kind == REF_line ? l->kind == LINE_GROUP && (int64_t)l->key == vp->select.id : line_has(st, l, vp->select.id);
        if (!here)
            continue;
        found = l->kind != LINE_ROW ? l : outer;
        if (found && found->open != open)
            break;
    }
    if (!found || found->open == open)
        return false;
    list_state_toggle(st, found->key);
    shard_canvas_update(c);
    return true;
}

bool canvas_list_key(ShardCanvas *c, const GdkEventKey *e)
{
    ListState *typed = typed_into(c), *drawn = first_of(c), *filtered = first_of(c);
    if (typed)
        return typing_key(c, typed, e);
    while (drawn && !drawn->of) /* the first list that there is */
        drawn = drawn->next;
    while (filtered && !filtered->filter->len)
        filtered = filtered->next;
    switch (drawn ? e->keyval : 0) {
    case GDK_KEY_slash: case GDK_KEY_KP_Divide:
        drawn->typing = true;
        shard_canvas_update(c);
        return true;
    case GDK_KEY_Escape:
        if (!filtered)
            return false;
        g_string_truncate(filtered->filter, 0);
        filter_changed(c, filtered);
        return true;
    case GDK_KEY_Right: case GDK_KEY_Left:
        for (; drawn && !canvas_has_time(c); drawn = drawn->next)
            if (open_key(c, drawn, e->keyval == GDK_KEY_Right))
                return true;
        return false;
    default: return false;
    }
}

void canvas_list_drag(ShardCanvas *c, double x)
{
    ListState *st = list_state_at(first_of(c), list_slot(c->press) % N_LISTS);
    int column = (int)CLAMP(c->press.id, 0, MAX_COLUMNS - 1);
    st->width[column] = (int)CLAMP((double)c->press.run + x - c->press_x, 28, 900);
    shard_canvas_update(c);
}

void canvas_list_dragged(ShardCanvas *c)
{
    int column = (int)CLAMP(c->press.id, 0, MAX_COLUMNS - 1);
    int slot = list_slot(c->press) % N_LISTS;
    g_autofree char *key = width_key(browser_view(c->browser), slot, column);
    state_set_int(key, list_state_at(first_of(c), slot)->width[column]);
}

void canvas_list_restore(ShardCanvas *c)
{
    for (int i = 0; i < n_views; i++)
        for (int slot = 0; slot < N_LISTS; slot++)
            restore_order(views[i], slot, list_state_at(browser_list(c->browser, i), slot));
    for (int i = 0; i < n_views; i++)
        for (int k = 0; k < N_LISTS * MAX_COLUMNS; k++) {
            g_autofree char *key = width_key(views[i], k / MAX_COLUMNS, k % MAX_COLUMNS);
            int w = CLAMP(state_int(key, 0), 0, 900);
            if (w)
                list_state_at(browser_list(c->browser, i), k / MAX_COLUMNS)->width[k % MAX_COLUMNS] = w;
        }
}
