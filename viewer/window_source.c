/* The user's files: where they are, and the editor that opens them. */
#include "viewer/window_impl.h"

#include "viewer/model/source.h"
#include "viewer/state.h"
#include "viewer/views/source.h"

/* What Source shows; NULL: another view is shown, or nothing was read. */
static const SourceRows *shown(Window *w)
{
    const Rows *rows = browser_rows(w->browser);
    return rows && browser_view(w->browser) == view_find("source") ? source_rows(rows) : NULL;
}

static void file_answered(GtkNativeDialog *d, int response, gpointer data)
{
    Window *w = data;
    g_autofree char *path = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(d)) : NULL;
    gtk_native_dialog_destroy(d);
    const SourceRows *own = shown(w);
    if (!path || !own || !own->file)
        return;
    g_autofree char *map = source_map_to(own->file, path);
    source_add_map(map);
    state_set_text("source-map", map);
    browser_reload(w->browser);
}

void window_ask_source(Window *w)
{
    const SourceRows *own = shown(w);
    if (!own || !own->file) {
        gtk_label_set_text(GTK_LABEL(w->status), "Source shows no file: select a line there first.");
        return;
    }
    g_autofree char *base = g_path_get_basename(own->file), *title = g_strdup_printf("Where is %s?", base);
    GtkFileChooserNative *d = gtk_file_chooser_native_new(title, GTK_WINDOW(w->top), GTK_FILE_CHOOSER_ACTION_OPEN, "_Choose", "_Cancel");
    GtkFileFilter *so_named = gtk_file_filter_new(), *any = gtk_file_filter_new();
    gtk_file_filter_set_name(so_named, base);
    gtk_file_filter_add_pattern(so_named, base);
    gtk_file_filter_set_name(any, "all files");
    gtk_file_filter_add_pattern(any, "*");
    gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(d), so_named);
    gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(d), any);
    g_signal_connect(d, "response", G_CALLBACK(file_answered), w);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(d));
}

void window_open_editor(Window *w)
{
    const SourceRows *own = shown(w);
    if (own && own->file && !own->path) {
        window_ask_source(w);
        return;
    }
    if (!own || !own->path || own->shown < 0) {
        gtk_label_set_text(GTK_LABEL(w->status), "Source shows no file: it opens the line that is selected there in your editor.");
        return;
    }
    int line = 1;
    g_autofree char *file = NULL, *setting = state_text("editor"), *path = g_canonicalize_filename(own->path, NULL);
    source_split(TRACE_AT(own->totals, TraceLineTotal, own->shown)->at, &file, &line);
    g_autoptr(GError) error = NULL;
    bool ok;
    if (setting && *setting) {
        g_auto(GStrv) args = source_editor_args(setting, path, line, &error);
        ok = args && g_spawn_async(NULL, args, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &error);
    } else {
        g_autofree char *uri = g_filename_to_uri(path, NULL, NULL);
        ok = uri && gtk_show_uri_on_window(GTK_WINDOW(w->top), uri, GDK_CURRENT_TIME, &error);
    }
    if (!ok)
        window_tell_failure(GTK_WINDOW(w->top), "The editor could not be started", error ? error->message : path);
}
