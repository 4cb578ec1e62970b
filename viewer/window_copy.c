/* Texts for the clipboard that take a while to make: in a thread, while the window goes on. */
#include "viewer/window_impl.h"

typedef struct Copy {
    WindowText text;
    const char *failed;
} Copy;

static void copy_free(gpointer p)
{
    Copy *c = p;
    c->text.free(c->text.data);
    g_free(c);
}

static void make(GTask *task, gpointer source, gpointer data, GCancellable *stop)
{
    (void)source, (void)stop;
    const Copy *c = data;
    GError *error = NULL;
    char *text = c->text.make(c->text.data, &error);
    if (text)
        g_task_return_pointer(task, text, g_free);
    else
        g_task_return_error(task, error);
}

static void made(GObject *top, GAsyncResult *result, gpointer data)
{
    (void)data;
    const Copy *c = g_task_get_task_data(G_TASK(result));
    g_autoptr(GError) error = NULL;
    g_autofree char *text = g_task_propagate_pointer(G_TASK(result), &error);
    if (text)
        gtk_clipboard_set_text(gtk_clipboard_get(GDK_SELECTION_CLIPBOARD), text, -1);
    else
        window_tell_failure(GTK_WINDOW(top), c->failed, error->message);
}

void window_copy(Window *w, WindowText text, const char *failed)
{
    Copy *c = g_new(Copy, 1);
    *c = (Copy){ text, failed };
    g_autoptr(GTask) task = g_task_new(w->top, NULL, made, NULL);
    g_task_set_task_data(task, c, copy_free);
    g_task_run_in_thread(task, make);
}
