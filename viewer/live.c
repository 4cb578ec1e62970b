/* Opening a running process: the command line lists those that listen, and takes the trace that a new window follows. See window_impl.h. */
#include <string.h>

#include "viewer/model/child.h"
#include "viewer/window_impl.h"

/* Who asked; the window may be gone when the answer comes. */
typedef struct Asking {
    GtkWindow *parent; /* NULL = gone */
    GtkWidget *list;   /* in the dialog */
} Asking;

static Asking *asking_new(GtkWindow *parent)
{
    Asking *a = g_new0(Asking, 1);
    a->parent = parent;
    g_object_add_weak_pointer(G_OBJECT(parent), (gpointer *)&a->parent);
    return a;
}

static void asking_free(Asking *a)
{
    if (a->parent)
        g_object_remove_weak_pointer(G_OBJECT(a->parent), (gpointer *)&a->parent);
    g_free(a);
}

/* ---- the window that follows ---------------------------------------------------------------------------------------------------- */

static void view_ended(const char *out, const char *error, void *data)
{
    (void)out;
    Asking *a = data;
    if (error && a->parent)
        window_tell_failure(a->parent, "The process cannot be opened", error);
    asking_free(a);
}

/* `shardscope view PID`: a process of its own, with a window of its own. */
static void view_process(GtkWindow *parent, const char *pid)
{
    Asking *a = asking_new(parent);
    char *const args[] = { (char *)"shardscope", (char *)"view", (char *)pid, NULL };
    const ChildCalls calls = { NULL, view_ended, a };
    g_autoptr(GError) error = NULL;
    if (child_start(args, &calls, &error))
        return;
    window_tell_failure(parent, "The process cannot be opened", error->message);
    asking_free(a);
}

/* ---- the list ---------------------------------------------------------------------------------------------------------------------- */

static void chosen(GtkDialog *d, int response, gpointer data)
{
    Asking *a = data;
    GtkListBoxRow *row = response == GTK_RESPONSE_ACCEPT ? gtk_list_box_get_selected_row(GTK_LIST_BOX(a->list)) : NULL;
    g_autofree char *pid = row ? g_strdup(g_object_get_data(G_OBJECT(row), "pid")) : NULL;
    gtk_widget_destroy(GTK_WIDGET(d));
    if (pid && a->parent)
        view_process(a->parent, pid);
    asking_free(a);
}

static void activated(GtkListBox *list, GtkListBoxRow *row, gpointer dialog)
{
    (void)list, (void)row;
    gtk_dialog_response(GTK_DIALOG(dialog), GTK_RESPONSE_ACCEPT);
}

/* A line of `shardscope monitor`: it begins with the process's number. */
static void add_row(GtkListBox *list, const char *line)
{
    GtkWidget *row = gtk_list_box_row_new(), *label = gtk_label_new(NULL);
    g_autofree char *markup = g_markup_printf_escaped("<tt>%s</tt>", line);
    const char *first = line + strspn(line, " ");
    gtk_label_set_markup(GTK_LABEL(label), markup);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_container_add(GTK_CONTAINER(row), label);
    g_object_set_data_full(G_OBJECT(row), "pid", g_strndup(first, strcspn(first, " ")), g_free);
    gtk_container_add(GTK_CONTAINER(list), row);
}

static void show_list(Asking *a, char **lines)
{
    GtkWidget *d = gtk_dialog_new_with_buttons("Watch a Running Program", a->parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, "_Cancel", GTK_RESPONSE_CANCEL,
                                               "_Watch", GTK_RESPONSE_ACCEPT, NULL);
    GtkWidget *scrolled = gtk_scrolled_window_new(NULL, NULL), *heading = gtk_label_new(NULL), *box = gtk_dialog_get_content_area(GTK_DIALOG(d));
    a->list = gtk_list_box_new();
    g_autofree char *markup = g_markup_printf_escaped("<tt><b>%s</b></tt>", lines[0]);
    gtk_label_set_markup(GTK_LABEL(heading), markup);
    gtk_label_set_xalign(GTK_LABEL(heading), 0);
    for (char **l = lines + 1; *l; l++)
        if (**l)
            add_row(GTK_LIST_BOX(a->list), *l);
    gtk_list_box_select_row(GTK_LIST_BOX(a->list), gtk_list_box_get_row_at_index(GTK_LIST_BOX(a->list), 0));
    gtk_container_add(GTK_CONTAINER(scrolled), a->list);
    gtk_box_pack_start(GTK_BOX(box), heading, FALSE, FALSE, 4);
    gtk_box_pack_start(GTK_BOX(box), scrolled, TRUE, TRUE, 0);
    gtk_window_set_default_size(GTK_WINDOW(d), 720, 280);
    gtk_dialog_set_default_response(GTK_DIALOG(d), GTK_RESPONSE_ACCEPT);
    g_signal_connect(a->list, "row-activated", G_CALLBACK(activated), d);
    g_signal_connect(d, "response", G_CALLBACK(chosen), a);
    gtk_widget_show_all(d);
}

static void listed(const char *out, const char *error, void *data)
{
    Asking *a = data;
    g_auto(GStrv) lines = g_strsplit(out ? out : "", "\n", -1);
    bool any = lines[0] && lines[1] && *lines[1];
    if (a->parent && any) {
        show_list(a, lines);
        return;
    }
    if (a->parent && error)
        window_tell_failure(a->parent, "The running programs could not be listed", error);
    else if (a->parent)
        window_tell_failure(a->parent, "No program can be watched", "Programs that are started with SHARDSCOPE_LISTEN=1 in their environment can.");
    asking_free(a);
}

void window_ask_process(GtkWindow *parent)
{
    Asking *a = asking_new(parent);
    static char *const args[] = { (char *)"shardscope", (char *)"monitor", NULL };
    const ChildCalls calls = { NULL, listed, a };
    g_autoptr(GError) error = NULL;
    if (child_start(args, &calls, &error))
        return;
    window_tell_failure(parent, "The running programs could not be listed", error->message);
    asking_free(a);
}
