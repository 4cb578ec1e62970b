/* The palette. See palette.h. Matching: all words of what is typed must occur, in any order; what begins with the
 * first of them comes first, then shorter names. */
#include "viewer/widgets/palette.h"

#include <string.h>

#define SHOWN 60

typedef enum EntryKind { ENTRY_command, ENTRY_place, ENTRY_bookmark } EntryKind;
typedef struct Entry {
    EntryKind kind;
    char *title, *hint, *folded; /* folded: title and hint, in small letters */
    const char *action;
    Ref ref;
    guint bookmark;
    int score;
} Entry;

typedef struct Palette {
    GtkWidget *top, *entry, *list, *empty;
    GtkWindow *parent;
    Browser *browser;
    GArray *commands; /* PaletteCommand; NULL = bookmarks only */
    bool only_bookmarks, waiting;
    GArray *all; /* Entry */
    GArray *hits; /* int: index into all */
} Palette;

static void entry_clear(gpointer p)
{
    Entry *e = p;
    g_free(e->title);
    g_free(e->hint);
    g_free(e->folded);
}

static void G_GNUC_PRINTF(4, 5) add(Palette *p, Entry e, const char *title, const char *hint, ...)
{
    va_list args;
    va_start(args, hint);
    e.hint = g_strdup_vprintf(hint, args);
    va_end(args);
    e.title = g_utf8_make_valid(title ? title : "–", -1);
    g_autofree char *both = g_strconcat(e.title, " ", e.hint, NULL);
    g_autofree char *valid = g_utf8_make_valid(both, -1);
    e.folded = g_utf8_strdown(valid, -1);
    g_array_append_val(p->all, e);
}

static void add_bookmarks(Palette *p)
{
    const GPtrArray *marks = notes_bookmarks(browser_notes(p->browser));
    for (guint i = 0; i < marks->len; i++) {
        const Bookmark *b = g_ptr_array_index(marks, i);
        add(p, (Entry){ .kind = ENTRY_bookmark, .bookmark = i }, b->title, "bookmark in %s", b->view);
    }
}

/* Everything that has a name in the trace. */
static void add_places(Palette *p, const Names *names)
{
    for (guint i = 0; i < names->list->len; i++) {
        const Name *n = &g_array_index(names->list, Name, i);
        add(p, (Entry){ .kind = ENTRY_place, .action = n->view, .ref = n->ref }, n->title, "%s", n->hint);
    }
}

static void collect(Palette *p)
{
    g_array_set_size(p->all, 0);
    add_bookmarks(p);
    if (p->only_bookmarks)
        return;
    for (guint i = 0; p->commands && i < p->commands->len; i++) {
        const PaletteCommand *c = &g_array_index(p->commands, PaletteCommand, i);
        add(p, (Entry){ .kind = ENTRY_command, .action = c->action }, c->title, "%s", c->keys);
    }
    const Names *names = browser_index(p->browser);
    p->waiting = names == NULL;
    if (names)
        add_places(p, names);
}

/* ---- matching ---- */

static gint by_score(gconstpointer a, gconstpointer b, gpointer palette)
{
    const Palette *p = palette;
    int i = *(const int *)a, k = *(const int *)b;
    const Entry *x = &g_array_index(p->all, Entry, i), *y = &g_array_index(p->all, Entry, k);
    return x->score != y->score ? x->score - y->score : i - k;
}

static void match(Palette *p)
{
    g_autofree char *typed = g_utf8_strdown(gtk_entry_get_text(GTK_ENTRY(p->entry)), -1);
    g_auto(GStrv) words = g_strsplit_set(g_strstrip(typed), " \t", -1);
    g_array_set_size(p->hits, 0);
    for (int i = 0; i < (int)p->all->len; i++) {
        Entry *e = &g_array_index(p->all, Entry, i);
        bool all = true;
        for (int w = 0; words[w] && all; w++)
            all = strstr(e->folded, words[w]) != NULL;
        if (!all)
            continue;
        int len = (int)MIN(strlen(e->title), 500);
        e->score = !words[0] || !*words[0] ? 0 : g_str_has_prefix(e->folded, words[0]) ? len : 1000 + len;
        g_array_append_val(p->hits, i);
    }
    g_array_sort_with_data(p->hits, by_score, p);
}

static GtkWidget *make_row(const Entry *e)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 18), *title = gtk_label_new(e->title), *hint = gtk_label_new(e->hint);
    gtk_label_set_ellipsize(GTK_LABEL(title), PANGO_ELLIPSIZE_START);
    gtk_label_set_ellipsize(GTK_LABEL(hint), PANGO_ELLIPSIZE_END);
    gtk_label_set_xalign(GTK_LABEL(title), 0);
    gtk_label_set_xalign(GTK_LABEL(hint), 1);
    gtk_style_context_add_class(gtk_widget_get_style_context(hint), "shard-dim");
    gtk_box_pack_start(GTK_BOX(box), title, TRUE, TRUE, 0);
    gtk_box_pack_end(GTK_BOX(box), hint, FALSE, TRUE, 0);
    gtk_label_set_max_width_chars(GTK_LABEL(hint), 40);
    g_object_set(box, "margin", 6, NULL);
    gtk_widget_show_all(box);
    return box;
}

static void drop(GtkWidget *child, gpointer unused)
{
    (void)unused;
    gtk_widget_destroy(child);
}

static void fill(Palette *p)
{
    match(p);
    gtk_container_foreach(GTK_CONTAINER(p->list), drop, NULL);
    int n = MIN((int)p->hits->len, SHOWN);
    for (int i = 0; i < n; i++)
        gtk_container_add(GTK_CONTAINER(p->list), make_row(&g_array_index(p->all, Entry, g_array_index(p->hits, int, i))));
    if (n)
        gtk_list_box_select_row(GTK_LIST_BOX(p->list), gtk_list_box_get_row_at_index(GTK_LIST_BOX(p->list), 0));
    g_autofree char *more = (int)p->hits->len > n ? g_strdup_printf("and %d more; type more letters", (int)p->hits->len - n) : NULL;
    gtk_label_set_text(GTK_LABEL(p->empty), p->waiting                             ? "Reading names …"
                                            : p->hits->len == 0 && p->only_bookmarks ? "No bookmarks. Ctrl+D adds one for what is shown."
                                            : p->hits->len == 0                      ? "Nothing matches."
                                            : more                                   ? more
                                                                                     : "");
}

/* ---- going there ---- */

typedef struct Going {
    GtkWindow *parent;
    Browser *browser;
    Entry entry;
} Going;

static gboolean go(gpointer data)
{
    Going *g = data;
    Entry *e = &g->entry;
    if (e->kind == ENTRY_command) {
        g_autofree char *name = NULL;
        g_autoptr(GVariant) target = NULL;
        g_autofree char *full = g_strdup(e->action);
        if (g_action_parse_detailed_name(full, &name, &target, NULL))
            g_action_group_activate_action(G_ACTION_GROUP(g->parent), name, target);
    } else if (e->kind == ENTRY_bookmark) {
        const GPtrArray *marks = notes_bookmarks(browser_notes(g->browser));
        if (e->bookmark < marks->len)
            browser_visit(g->browser, g_ptr_array_index(marks, e->bookmark));
    } else {
        browser_go_in(g->browser, e->action, e->ref);
    }
    g_object_unref(g->parent);
    g_free(g);
    return G_SOURCE_REMOVE;
}

static void activate(Palette *p)
{
    GtkListBoxRow *row = gtk_list_box_get_selected_row(GTK_LIST_BOX(p->list));
    if (!row)
        return;
    Going *g = g_new0(Going, 1);
    g->parent = g_object_ref(p->parent);
    g->browser = p->browser;
    g->entry = g_array_index(p->all, Entry, g_array_index(p->hits, int, gtk_list_box_row_get_index(row)));
    g->entry.title = g->entry.hint = g->entry.folded = NULL;
    gtk_widget_destroy(p->top);
    g_idle_add(go, g); /* once the palette is gone, so that the focus is the window's again */
}

static void entered(GtkEntry *e, gpointer data)
{
    (void)e;
    activate(data);
}

static void row_activated(GtkListBox *l, GtkListBoxRow *r, gpointer data)
{
    (void)l, (void)r;
    activate(data);
}

static void typed(GtkEditable *e, gpointer data)
{
    (void)e;
    fill(data);
}

static void step(Palette *p, int by)
{
    GtkListBoxRow *row = gtk_list_box_get_selected_row(GTK_LIST_BOX(p->list));
    int at = row ? gtk_list_box_row_get_index(row) + by : 0;
    GtkListBoxRow *next = gtk_list_box_get_row_at_index(GTK_LIST_BOX(p->list), at);
    if (!next)
        return;
    gtk_list_box_select_row(GTK_LIST_BOX(p->list), next);
    GtkAdjustment *a = gtk_list_box_get_adjustment(GTK_LIST_BOX(p->list));
    GtkAllocation where;
    gtk_widget_get_allocation(GTK_WIDGET(next), &where);
    if (a)
        gtk_adjustment_clamp_page(a, where.y, where.y + where.height);
}

/* What the marked row says, where nothing is marked in what was typed. */
static gboolean copy(Palette *p)
{
    GtkListBoxRow *row = gtk_list_box_get_selected_row(GTK_LIST_BOX(p->list));
    if (!row || gtk_editable_get_selection_bounds(GTK_EDITABLE(p->entry), NULL, NULL))
        return FALSE;
    const Entry *e = &g_array_index(p->all, Entry, g_array_index(p->hits, int, gtk_list_box_row_get_index(row)));
    g_autofree char *text = *e->hint ? g_strdup_printf("%s\t%s", e->title, e->hint) : g_strdup(e->title);
    gtk_clipboard_set_text(gtk_clipboard_get(GDK_SELECTION_CLIPBOARD), text, -1);
    return TRUE;
}

static gboolean key(GtkWidget *w, GdkEventKey *e, gpointer data)
{
    (void)w;
    Palette *p = data;
    if ((e->state & GDK_CONTROL_MASK) && e->keyval == GDK_KEY_c)
        return copy(p);
    switch (e->keyval) {
    case GDK_KEY_Down: step(p, 1); return TRUE;
    case GDK_KEY_Up: step(p, -1); return TRUE;
    case GDK_KEY_Page_Down: step(p, 8); return TRUE;
    case GDK_KEY_Page_Up: step(p, -8); return TRUE;
    case GDK_KEY_Escape: gtk_widget_destroy(p->top); return TRUE;
    case GDK_KEY_Delete: {
        GtkListBoxRow *row = p->only_bookmarks ? gtk_list_box_get_selected_row(GTK_LIST_BOX(p->list)) : NULL;
        if (!row)
            return FALSE;
        const Entry *one = &g_array_index(p->all, Entry, g_array_index(p->hits, int, gtk_list_box_row_get_index(row)));
        notes_remove_bookmark(browser_notes(p->browser), one->bookmark, NULL);
        collect(p);
        fill(p);
        return TRUE;
    }
    default: return FALSE;
    }
}

static void destroyed(GtkWidget *w, gpointer data)
{
    (void)w;
    Palette *p = data;
    g_object_set_data(G_OBJECT(p->parent), "palette", NULL);
    g_array_unref(p->all);
    g_array_unref(p->hits);
    g_clear_pointer(&p->commands, g_array_unref);
    g_free(p);
}

static gboolean lost_focus(GtkWidget *w, GdkEventFocus *e, gpointer data)
{
    (void)e, (void)data;
    if (gtk_widget_is_visible(w) && !gtk_window_is_active(GTK_WINDOW(w)))
        gtk_widget_destroy(w);
    return FALSE;
}

void palette_update(GtkWindow *parent)
{
    Palette *p = g_object_get_data(G_OBJECT(parent), "palette");
    if (!p || !p->waiting)
        return;
    collect(p);
    fill(p);
}

void palette_show(GtkWindow *parent, Browser *browser, GArray *commands, bool only_bookmarks)
{
    Palette *old = g_object_get_data(G_OBJECT(parent), "palette");
    if (old)
        gtk_widget_destroy(old->top);
    Palette *p = g_new0(Palette, 1);
    *p = (Palette){ .parent = parent, .browser = browser, .commands = commands, .only_bookmarks = only_bookmarks };
    p->all = g_array_new(FALSE, TRUE, sizeof(Entry));
    g_array_set_clear_func(p->all, entry_clear);
    p->hits = g_array_new(FALSE, FALSE, sizeof(int));
    g_object_set_data(G_OBJECT(parent), "palette", p);
    p->top = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    GtkWindow *top = GTK_WINDOW(p->top);
    gtk_style_context_add_class(gtk_widget_get_style_context(p->top), "shard-palette");
    gtk_window_set_transient_for(top, parent);
    gtk_window_set_type_hint(top, GDK_WINDOW_TYPE_HINT_DIALOG);
    gtk_window_set_modal(top, TRUE);
    gtk_window_set_decorated(top, FALSE);
    gtk_window_set_title(top, only_bookmarks ? "Bookmarks" : "Go to anything");
    gtk_window_set_default_size(top, 620, 380);
    gtk_window_set_position(top, GTK_WIN_POS_CENTER_ON_PARENT);
    gtk_window_set_destroy_with_parent(top, TRUE);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6), *scroll = gtk_scrolled_window_new(NULL, NULL);
    g_object_set(box, "margin", 10, NULL);
    p->entry = gtk_search_entry_new();
    gtk_entry_set_placeholder_text(GTK_ENTRY(p->entry), only_bookmarks ? "Bookmarks; Delete removes one" : "A value, reshard, pass, instruction, step, run or command");
    p->list = gtk_list_box_new();
    p->empty = gtk_label_new("");
    gtk_style_context_add_class(gtk_widget_get_style_context(p->empty), "shard-dim");
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_container_add(GTK_CONTAINER(scroll), p->list);
    gtk_box_pack_start(GTK_BOX(box), p->entry, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), scroll, TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(box), p->empty, FALSE, FALSE, 0);
    gtk_container_add(GTK_CONTAINER(p->top), box);
    atk_object_set_name(gtk_widget_get_accessible(p->list), "Matches");
    g_signal_connect(p->entry, "changed", G_CALLBACK(typed), p);
    g_signal_connect(p->entry, "activate", G_CALLBACK(entered), p);
    g_signal_connect(p->list, "row-activated", G_CALLBACK(row_activated), p);
    g_signal_connect(p->top, "key-press-event", G_CALLBACK(key), p);
    g_signal_connect(p->top, "focus-out-event", G_CALLBACK(lost_focus), p);
    g_signal_connect(p->top, "destroy", G_CALLBACK(destroyed), p);
    collect(p);
    fill(p);
    gtk_widget_show_all(p->top);
    gtk_widget_grab_focus(p->entry);
}
