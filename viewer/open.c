/* Opening traces: by dialog, from the list of recent files, by drag and drop. See window_impl.h. */
#include "viewer/window_impl.h"

void window_tell_failure(GtkWindow *parent, const char *what, const char *why)
{
    GtkWidget *d = gtk_message_dialog_new(parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_ERROR, GTK_BUTTONS_CLOSE, "%s", what);
    gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(d), "%s", why);
    g_signal_connect(d, "response", G_CALLBACK(gtk_widget_destroy), NULL);
    gtk_widget_show(d);
}

void window_open_path(GtkWindow *parent, GtkApplication *app, const char *path)
{
    g_autoptr(GError) error = NULL;
    Browser *s = browser_new(path, &error);
    if (s)
        gtk_window_present(GTK_WINDOW(window_new(app, s, NULL)));
    else
        window_tell_failure(parent, "This file cannot be opened", error->message);
}

/* ---- while a trace is open ---- */

enum { ANSWER_window = 1, ANSWER_compare };

typedef struct Question {
    Window *window;
    char *path;
} Question;

static void answered(GtkDialog *d, int response, gpointer data)
{
    Question *q = data;
    GtkWindow *top = GTK_WINDOW(q->window->top);
    gtk_widget_destroy(GTK_WIDGET(d));
    g_autoptr(GError) error = NULL;
    if (response == ANSWER_window) {
        window_open_path(top, gtk_window_get_application(top), q->path);
    } else if (response == ANSWER_compare) {
        if (browser_add_file(q->window->browser, q->path, &error))
            browser_show(q->window->browser, view_of_files());
        else
            window_tell_failure(top, "This file cannot be compared", error->message);
    }
    g_free(q->path);
    g_free(q);
}

void window_open_or_compare(Window *w, const char *path)
{
    g_autofree char *name = g_path_get_basename(path);
    GtkWidget *d = gtk_message_dialog_new(GTK_WINDOW(w->top), GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE,
                                          "Open %s", name);
    gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(d), "Open it beside this trace in %s, or in a window of its own?", view_of_files()->title);
    gtk_dialog_add_buttons(GTK_DIALOG(d), "_Cancel", GTK_RESPONSE_CANCEL, "_New Window", ANSWER_window, "Com_pare", ANSWER_compare, NULL);
    gtk_dialog_set_default_response(GTK_DIALOG(d), ANSWER_compare);
    Question *q = g_new0(Question, 1);
    *q = (Question){ w, g_strdup(path) };
    g_signal_connect(d, "response", G_CALLBACK(answered), q);
    gtk_widget_show(d);
}

/* ---- by dialog ---- */

static void chosen(GtkNativeDialog *d, int response, gpointer app)
{
    g_autofree char *path = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(d)) : NULL;
    GtkWindow *parent = gtk_native_dialog_get_transient_for(d);
    Window *w = parent ? g_object_get_data(G_OBJECT(parent), "window") : NULL;
    if (path && w)
        window_open_or_compare(w, path);
    else if (path)
        window_open_path(parent, app, path);
    g_object_unref(d);
}

void window_ask_open(GtkWindow *parent, GtkApplication *app)
{
    GtkFileChooserNative *d = gtk_file_chooser_native_new("Open Trace", parent, GTK_FILE_CHOOSER_ACTION_OPEN, "_Open", "_Cancel");
    g_signal_connect(d, "response", G_CALLBACK(chosen), app);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(d));
}

/* ---- recent ones ---- */

static void recent_chosen(GtkRecentChooser *r, gpointer app)
{
    g_autofree char *uri = gtk_recent_chooser_get_current_uri(r), *path = uri ? g_filename_from_uri(uri, NULL, NULL) : NULL;
    GtkWindow *parent = g_object_get_data(G_OBJECT(r), "parent");
    Window *w = g_object_get_data(G_OBJECT(parent), "window");
    if (path && w)
        window_open_or_compare(w, path);
    else if (path)
        window_open_path(parent, app, path);
}

GtkWidget *window_open_button(GtkWindow *parent, GtkApplication *app)
{
    GtkWidget *menu = gtk_recent_chooser_menu_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), *open = gtk_button_new_with_label("Open");
    GtkRecentFilter *filter = gtk_recent_filter_new();
    gtk_recent_filter_add_application(filter, "Shardscope");
    gtk_recent_filter_add_mime_type(filter, "application/vnd.shardscope.trace");
    gtk_recent_chooser_set_filter(GTK_RECENT_CHOOSER(menu), filter);
    gtk_recent_chooser_set_sort_type(GTK_RECENT_CHOOSER(menu), GTK_RECENT_SORT_MRU);
    gtk_recent_chooser_set_local_only(GTK_RECENT_CHOOSER(menu), TRUE);
    gtk_recent_chooser_set_show_tips(GTK_RECENT_CHOOSER(menu), TRUE);
    g_object_set_data(G_OBJECT(menu), "parent", parent);
    g_signal_connect(menu, "item-activated", G_CALLBACK(recent_chosen), app);
    GtkWidget *more = gtk_menu_button_new();
    gtk_menu_button_set_popup(GTK_MENU_BUTTON(more), menu);
    gtk_widget_set_tooltip_text(more, "Recently opened traces");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(open), "win.open");
    gtk_widget_set_tooltip_text(open, "Open a trace (Ctrl+O)");
    gtk_box_pack_start(GTK_BOX(box), open, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), more, FALSE, FALSE, 0);
    gtk_style_context_add_class(gtk_widget_get_style_context(box), "linked");
    return box;
}

/* ---- by dropping ---- */

typedef struct Drop {
    void (*dropped)(const char *path, gpointer data);
    gpointer data;
} Drop;

static void received(GtkWidget *w, GdkDragContext *cx, int x, int y, GtkSelectionData *sel, guint info, guint when, gpointer data)
{
    (void)w, (void)x, (void)y, (void)info;
    Drop *d = data;
    g_auto(GStrv) uris = gtk_selection_data_get_uris(sel);
    gtk_drag_finish(cx, uris && uris[0], FALSE, when);
    for (int i = 0; uris && uris[i]; i++) {
        g_autofree char *path = g_filename_from_uri(uris[i], NULL, NULL);
        if (path)
            d->dropped(path, d->data);
    }
}

void window_take_drops(GtkWidget *widget, void (*dropped)(const char *path, gpointer data), gpointer data)
{
    Drop *d = g_new0(Drop, 1);
    *d = (Drop){ dropped, data };
    gtk_drag_dest_set(widget, GTK_DEST_DEFAULT_ALL, NULL, 0, GDK_ACTION_COPY);
    gtk_drag_dest_add_uri_targets(widget);
    g_signal_connect_data(widget, "drag-data-received", G_CALLBACK(received), d, (GClosureNotify)(void (*)(void))g_free, 0);
}

/* ---- without a trace ---- */

static void ask_from_empty(GtkButton *b, gpointer app)
{
    window_ask_open(GTK_WINDOW(gtk_widget_get_toplevel(GTK_WIDGET(b))), app);
}

static void dropped_on_empty(const char *path, gpointer top)
{
    window_open_path(GTK_WINDOW(top), gtk_window_get_application(GTK_WINDOW(top)), path);
}

GtkWidget *window_new_empty(GtkApplication *app)
{
    GtkWidget *top = gtk_application_window_new(app), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
    gtk_window_set_title(GTK_WINDOW(top), "Shardscope");
    gtk_window_set_default_size(GTK_WINDOW(top), 720, 420);
    GtkWidget *title = gtk_label_new(NULL), *open = gtk_button_new_with_label("Open Trace…");
    gtk_label_set_markup(GTK_LABEL(title), "<b>Open a trace, or drop one here</b>\nshardscope run PROGRAM -o run.db makes one.");
    gtk_label_set_justify(GTK_LABEL(title), GTK_JUSTIFY_CENTER);
    gtk_widget_set_halign(open, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER);
    gtk_box_pack_start(GTK_BOX(box), title, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), open, FALSE, FALSE, 0);
    g_signal_connect(open, "clicked", G_CALLBACK(ask_from_empty), app);
    gtk_container_add(GTK_CONTAINER(top), box);
    window_take_drops(top, dropped_on_empty, top);
    gtk_widget_show_all(top);
    return top;
}
