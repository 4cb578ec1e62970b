/* The list of a table: clicks on headings and signs, typing into its filter, opening by keys, dragging edges of columns. */
#include "viewer/widgets/canvas_impl.h"

#include "viewer/layout/table_list.h"
#include "viewer/state.h"
#include "viewer/views.h"

static ListState *state_of(ShardCanvas *c)
{
    return browser_viewport(c->browser)->list;
}

bool canvas_list_click(ShardCanvas *c, Ref r)
{
    ListState *st = state_of(c);
    st->typing = r.kind == REF_filter;
    switch (r.kind) {
    case REF_filter:
        return true;
    case REF_line:
        list_state_toggle(st, (guint)r.id);
        return true;
    case REF_column:
        list_state_sort(st, (int)r.id, r.sub != 0);
        return true;
    case REF_grouping:
        st->group = (int)r.id;
        browser_viewport(c->browser)->scroll[PANE_LIST] = 0;
        list_state_changed(st);
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
    browser_viewport(c->browser)->scroll[PANE_LIST] = 0;
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
    ListState *st = state_of(c);
    if (!st->of || canvas_has_time(c)) /* no list has been drawn */
        return false;
    if (st->typing)
        return typing_key(c, st, e);
    switch (e->keyval) {
    case GDK_KEY_slash: case GDK_KEY_KP_Divide:
        st->typing = true;
        shard_canvas_update(c);
        return true;
    case GDK_KEY_Escape:
        if (!st->filter->len)
            return false;
        g_string_truncate(st->filter, 0);
        filter_changed(c, st);
        return true;
    case GDK_KEY_Right: return open_key(c, st, true);
    case GDK_KEY_Left: return open_key(c, st, false);
    default: return false;
    }
}

/* ---- widths ---- */

static char *width_key(const View *view, int column)
{
    return g_strdup_printf("column-%s-%d", view->name, column);
}

void canvas_list_drag(ShardCanvas *c, double x)
{
    ListState *st = state_of(c);
    int column = (int)CLAMP(c->press.id, 0, MAX_COLUMNS - 1);
    st->width[column] = (int)CLAMP((double)c->press.run + x - c->press_x, 28, 900);
    shard_canvas_update(c);
}

void canvas_list_dragged(ShardCanvas *c)
{
    int column = (int)CLAMP(c->press.id, 0, MAX_COLUMNS - 1);
    g_autofree char *key = width_key(browser_view(c->browser), column);
    state_set_int(key, state_of(c)->width[column]);
}

void canvas_list_restore(ShardCanvas *c)
{
    for (int i = 0; i < n_views; i++)
        for (int k = 0; k < MAX_COLUMNS; k++) {
            g_autofree char *key = width_key(views[i], k);
            browser_list(c->browser, i)->width[k] = CLAMP(state_int(key, 0), 0, 900);
        }
}
