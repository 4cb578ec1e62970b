/* The inspector: facts as a grid of labels, links as buttons. See inspector.h. */
#include "viewer/widgets/inspector.h"

struct _ShardInspector {
    GtkBox parent;
    Browser *browser;
    GtkWidget *grid, *note_box, *note;
    GtkWidget *show_in;
    Ref noted;    /* what the note is about */
    bool filling; /* the note is being set: its signal means nothing */
};

G_DEFINE_TYPE(ShardInspector, shard_inspector, GTK_TYPE_BOX)

enum { KEY_CHARACTERS = 10 }; /* longer ones take two lines: the room is the values' */

static GtkWidget *label(const char *text, const char *style, bool selectable)
{
    GtkWidget *l = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(l), 0);
    gtk_label_set_yalign(GTK_LABEL(l), 0);
    gtk_label_set_line_wrap(GTK_LABEL(l), TRUE);
    gtk_label_set_line_wrap_mode(GTK_LABEL(l), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_selectable(GTK_LABEL(l), selectable);
    PangoAttrList *as_is = pango_attr_list_new(); /* a broken name has no hyphen that is not its own */
    pango_attr_list_insert(as_is, pango_attr_insert_hyphens_new(FALSE));
    gtk_label_set_attributes(GTK_LABEL(l), as_is);
    pango_attr_list_unref(as_is);
    gtk_widget_set_can_focus(l, FALSE);
    if (style)
        gtk_style_context_add_class(gtk_widget_get_style_context(l), style);
    return l;
}

typedef struct Visit {
    ShardInspector *inspector;
    Ref to;
} Visit;

static gboolean visit(gpointer data)
{
    Visit *v = data;
    if (gtk_widget_get_toplevel(GTK_WIDGET(v->inspector)) && gtk_widget_get_realized(GTK_WIDGET(v->inspector)))
        browser_go(v->inspector->browser, v->to);
    g_object_unref(v->inspector);
    g_free(v);
    return G_SOURCE_REMOVE;
}

/* Not at once: what follows rebuilds the panel, and this button with it. */
static void follow(GtkButton *b, gpointer inspector)
{
    Visit *v = g_new0(Visit, 1);
    v->inspector = g_object_ref(inspector);
    v->to = *(const Ref *)g_object_get_data(G_OBJECT(b), "ref");
    g_idle_add(visit, v);
}

static GtkWidget *value_widget(ShardInspector *i, const Fact *f)
{
    if (f->link.kind == REF_none)
        return label(f->value, NULL, true);
    GtkWidget *b = gtk_button_new();
    GtkWidget *l = label(f->value, NULL, false);
    gtk_style_context_add_class(gtk_widget_get_style_context(b), "shard-link");
    gtk_button_set_relief(GTK_BUTTON(b), GTK_RELIEF_NONE);
    gtk_container_add(GTK_CONTAINER(b), l);
    g_object_set_data_full(G_OBJECT(b), "ref", g_memdup2(&f->link, sizeof f->link), g_free);
    g_signal_connect(b, "clicked", G_CALLBACK(follow), i);
    return b;
}

static GtkWidget *remedy_button(const char *title, const char *action, const char *tip, Ref remedy)
{
    GtkWidget *b = gtk_button_new_with_label(title);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(b), action);
    gtk_actionable_set_action_target(GTK_ACTIONABLE(b), "(xx)", remedy.run, remedy.id);
    gtk_widget_set_tooltip_text(b, tip);
    return b;
}

/* What can be done with a change of annotations. */
static GtkWidget *remedy_buttons(const Fact *x)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    if (x->can_try)
        gtk_box_pack_start(GTK_BOX(box), remedy_button("Try It", "win.try-remedy", "Compile and run the program under this change, and compare both runs", x->remedy), FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), remedy_button("Copy Patch", "win.copy-remedy", "Copy the change in JAX's words", x->remedy), FALSE, FALSE, 0);
    gtk_widget_set_margin_bottom(box, 6);
    return box;
}

static void fill(ShardInspector *i, const Facts *f)
{
    GtkGrid *g = GTK_GRID(i->grid);
    int row = 0;
    gtk_grid_attach(g, label(f->kind, "shard-dim", false), 0, row++, 2, 1);
    gtk_grid_attach(g, label(f->title, "shard-title", true), 0, row++, 2, 1);
    for (guint k = 0; k < f->list->len; k++) {
        const Fact *x = &g_array_index(f->list, Fact, k);
        if (!x->value) {
            GtkWidget *h = label(x->label, "shard-heading", false);
            gtk_widget_set_margin_top(h, 12);
            gtk_grid_attach(g, h, 0, row++, 2, 1);
        } else if (!x->label) {
            gtk_grid_attach(g, value_widget(i, x), 0, row++, 2, 1);
        } else {
            GtkWidget *l = label(x->label, "shard-dim", false);
            gtk_label_set_line_wrap_mode(GTK_LABEL(l), PANGO_WRAP_WORD);
            gtk_label_set_max_width_chars(GTK_LABEL(l), KEY_CHARACTERS);
            gtk_grid_attach(g, l, 0, row, 1, 1);
            GtkWidget *v = value_widget(i, x);
            gtk_widget_set_hexpand(v, TRUE);
            gtk_grid_attach(g, v, 1, row++, 1, 1);
        }
        if (x->remedy.kind == REF_remedy)
            gtk_grid_attach(g, remedy_buttons(x), 0, row++, 2, 1);
    }
}

static void drop(GtkWidget *child, gpointer unused)
{
    (void)unused;
    gtk_widget_destroy(child);
}

/* ---- notes ---- */

static void keep_note(GtkTextBuffer *b, gpointer data)
{
    ShardInspector *i = data;
    if (i->filling || i->noted.kind == REF_none)
        return;
    GtkTextIter from, to;
    gtk_text_buffer_get_bounds(b, &from, &to);
    g_autofree char *text = gtk_text_buffer_get_text(b, &from, &to, FALSE);
    g_autoptr(GError) error = NULL;
    if (!notes_set_text(browser_notes(i->browser), i->noted, text, &error))
        gtk_widget_set_tooltip_text(i->note, error->message);
}

/* The views that can show what is selected. */
static void offer_views(ShardInspector *i, RefKind kind)
{
    g_autoptr(GMenu) menu = g_menu_new();
    for (int k = 0; k < n_views; k++) {
        g_autofree char *action = g_strdup_printf("win.show-in::%s", views[k]->name);
        if (view_accepts(views[k], kind))
            g_menu_append(menu, views[k]->title, action);
    }
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(i->show_in), G_MENU_MODEL(menu));
}

static void show_note(ShardInspector *i)
{
    Ref now = browser_viewport(i->browser)->select;
    bool some = now.kind != REF_none;
    gtk_widget_set_visible(i->note_box, some);
    if (ref_equal(now, i->noted))
        return;
    offer_views(i, now.kind);
    i->noted = now;
    g_autofree char *text = some ? notes_text(browser_notes(i->browser), now) : NULL;
    i->filling = true;
    gtk_text_buffer_set_text(gtk_text_view_get_buffer(GTK_TEXT_VIEW(i->note)), text ? text : "", -1);
    i->filling = false;
}

void shard_inspector_update(ShardInspector *i)
{
    show_note(i);
    gtk_container_foreach(GTK_CONTAINER(i->grid), drop, NULL);
    const Facts *f = browser_facts(i->browser);
    if (f)
        fill(i, f);
    else
        gtk_grid_attach(GTK_GRID(i->grid), label(browser_viewport(i->browser)->select.kind == REF_none
                                                     ? "Select a value, a reshard, an event or a step to see its details."
                                                     : "Reading …", "shard-dim", false), 0, 0, 2, 1);
    gtk_widget_show_all(i->grid);
}

static void shard_inspector_class_init(ShardInspectorClass *k)
{
    (void)k;
}

static void shard_inspector_init(ShardInspector *i)
{
    GtkWidget *scroll = gtk_scrolled_window_new(NULL, NULL);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    i->grid = gtk_grid_new();
    gtk_grid_set_column_spacing(GTK_GRID(i->grid), 10);
    gtk_grid_set_row_spacing(GTK_GRID(i->grid), 4);
    g_object_set(i->grid, "margin", 12, NULL);
    gtk_container_add(GTK_CONTAINER(scroll), i->grid);
    gtk_box_pack_start(GTK_BOX(i), scroll, TRUE, TRUE, 0);
    i->note_box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
    g_object_set(i->note_box, "margin", 12, "no-show-all", TRUE, NULL);
    i->show_in = gtk_menu_button_new();
    gtk_button_set_label(GTK_BUTTON(i->show_in), "Show In");
    GtkWidget *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), *copy = gtk_button_new_with_label("Copy");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(copy), "win.copy");
    gtk_box_pack_start(GTK_BOX(buttons), i->show_in, TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(buttons), copy, TRUE, TRUE, 0);
    GtkWidget *frame = gtk_frame_new(NULL), *title = label("Note", "shard-dim", false);
    i->note = gtk_text_view_new();
    gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(i->note), GTK_WRAP_WORD_CHAR);
    gtk_text_view_set_accepts_tab(GTK_TEXT_VIEW(i->note), FALSE);
    g_object_set(i->note, "left-margin", 6, "right-margin", 6, "top-margin", 4, "bottom-margin", 4, NULL);
    gtk_widget_set_size_request(i->note, -1, 54);
    atk_object_set_name(gtk_widget_get_accessible(i->note), "Note about the selection");
    gtk_container_add(GTK_CONTAINER(frame), i->note);
    gtk_box_pack_start(GTK_BOX(i->note_box), buttons, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(i->note_box), title, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(i->note_box), frame, FALSE, FALSE, 0);
    gtk_widget_show_all(buttons);
    gtk_widget_show(title);
    gtk_widget_show_all(frame);
    g_signal_connect(gtk_text_view_get_buffer(GTK_TEXT_VIEW(i->note)), "changed", G_CALLBACK(keep_note), i);
    gtk_box_pack_end(GTK_BOX(i), i->note_box, FALSE, FALSE, 0);
    gtk_widget_set_size_request(GTK_WIDGET(i), 240, -1);
}

GtkWidget *shard_inspector_new(Browser *browser)
{
    ShardInspector *i = g_object_new(SHARD_TYPE_INSPECTOR, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
    i->browser = browser;
    shard_inspector_update(i);
    return GTK_WIDGET(i);
}
