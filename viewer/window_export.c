/* Files that the window writes: the picture of a view and its numbers, and runs in the formats of other tools, which the command line writes as a
 * child process. */
#include "viewer/window_impl.h"

#include <string.h>

#include "trace/export/export.h"
#include "trace/outfile.h"
#include "viewer/headless.h"
#include "viewer/model/child.h"

/* A dialog that asks for a file, and calls `answered` with it and `w`. */
static GtkFileChooserNative *ask_file(Window *w, const char *title, const char *name, GCallback answered)
{
    GtkFileChooserNative *d = gtk_file_chooser_native_new(title, GTK_WINDOW(w->top), GTK_FILE_CHOOSER_ACTION_SAVE, "_Export", "_Cancel");
    gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(d), name);
    gtk_file_chooser_set_do_overwrite_confirmation(GTK_FILE_CHOOSER(d), TRUE);
    g_signal_connect_data(d, "response", answered, w, NULL, 0);
    return d;
}

/* ---- pictures ------------------------------------------------------------------------------------------------------------------------- */

static void picture_answered(GtkNativeDialog *d, int response, gpointer data)
{
    Window *w = data;
    g_autofree char *path = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(d)) : NULL;
    gtk_native_dialog_destroy(d);
    if (!path)
        return;
    g_autoptr(GError) error = NULL;
    ShardCanvas *c = SHARD_CANVAS(w->canvas);
    bool ok;
    if (g_str_has_suffix(path, ".csv")) {
        g_auto(GStrv) others = browser_others(w->browser);
        g_autofree char *run = browser_run(w->browser) > 0 ? g_strdup_printf("%" G_GINT64_FORMAT, browser_run(w->browser)) : NULL;
        g_autofree char *t = headless_table(browser_view(w->browser), browser_path(w->browser), others, run, &error);
        ok = t && outfile_write(path, t, strlen(t), &error);
    } else if (g_str_has_suffix(path, ".dot") && browser_rows(w->browser)) {
        ok = headless_write_dot(browser_view(w->browser), browser_rows(w->browser), browser_viewport(w->browser), path, &error);
    } else {
        ok = headless_write(shard_canvas_scene(c), shard_canvas_theme(c), 2, path, &error);
    }
    if (!ok)
        window_tell_failure(GTK_WINDOW(w->top), "The picture could not be written", error->message);
}

void window_export_picture(Window *w)
{
    g_autofree char *name = g_strdup_printf("%s.png", browser_view(w->browser)->name);
    GtkFileChooserNative *d = ask_file(w, "Export as .png, .svg, .pdf, .txt, .csv (its numbers) or .dot (the graph)", name, G_CALLBACK(picture_answered));
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(d));
}

/* ---- runs ------------------------------------------------------------------------------------------------------------------------------ */

static void run_written(const char *out, const char *error, void *data)
{
    (void)out;
    Window *w = data;
    w->exporter = NULL;
    g_autofree char *said = g_strdup_printf(error ? "%s was not written." : "%s is written.", w->export_path);
    gtk_label_set_text(GTK_LABEL(w->status), said);
    if (error)
        window_tell_failure(GTK_WINDOW(w->top), "The run could not be exported", error);
    window_tell_state(w);
}

static bool find_format(const char *name, TraceExportFormat *out)
{
    for (int i = 0; trace_export_format(i, out); i++)
        if (g_strcmp0(out->name, name) == 0)
            return true;
    return false;
}

/* A name without a suffix gets the format's. To be freed. */
static char *with_suffix(const char *path, const TraceExportFormat *f)
{
    g_autofree char *base = g_path_get_basename(path);
    return g_strconcat(path, f->folder || strchr(base, '.') ? "" : f->suffix, NULL);
}

static void run_answered(GtkNativeDialog *d, int response, gpointer data)
{
    Window *w = data;
    g_autofree char *path = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(d)) : NULL;
    TraceExportFormat f;
    bool found = find_format(gtk_file_chooser_get_choice(GTK_FILE_CHOOSER(d), "format"), &f) || trace_export_format(0, &f);
    gtk_native_dialog_destroy(d);
    if (!path || !found)
        return;
    g_free(w->export_path);
    w->export_path = with_suffix(path, &f);
    g_autofree char *run = g_strdup_printf("%" G_GINT64_FORMAT, browser_run(w->browser));
    char *args[] = { (char *)"shardscope", (char *)"export", (char *)browser_path(w->browser), (char *)"--to", (char *)f.name, (char *)"-o", w->export_path,
                     (char *)"--run", run, NULL };
    if (browser_run(w->browser) <= 0)
        args[7] = NULL;
    const ChildCalls calls = { NULL, run_written, w };
    g_autoptr(GError) error = NULL;
    w->exporter = child_start(args, &calls, &error);
    g_autofree char *said = g_strdup_printf("Writing %s …", w->export_path);
    if (w->exporter)
        gtk_label_set_text(GTK_LABEL(w->status), said);
    else
        window_tell_failure(GTK_WINDOW(w->top), "The run could not be exported", error->message);
}

void window_export_run(Window *w)
{
    if (w->exporter) {
        window_tell_failure(GTK_WINDOW(w->top), "A run is being exported already", "One can be written at a time: wait for it.");
        return;
    }
    g_autofree char *name = g_path_get_basename(browser_path(w->browser));
    char *dot = strrchr(name, '.');
    if (dot && dot != name)
        *dot = '\0';
    GtkFileChooserNative *d = ask_file(w, "Export the run for another tool", name, G_CALLBACK(run_answered));
    g_autoptr(GPtrArray) ids = g_ptr_array_new(), labels = g_ptr_array_new_with_free_func(g_free);
    TraceExportFormat f;
    for (int i = 0; trace_export_format(i, &f); i++) {
        g_ptr_array_add(ids, (gpointer)f.name);
        g_ptr_array_add(labels, g_strdup_printf("%s: %s", f.name, f.doc));
    }
    g_ptr_array_add(ids, NULL);
    g_ptr_array_add(labels, NULL);
    gtk_file_chooser_add_choice(GTK_FILE_CHOOSER(d), "format", "Format", (const char **)ids->pdata, (const char **)labels->pdata);
    gtk_file_chooser_set_choice(GTK_FILE_CHOOSER(d), "format", ids->pdata[0]);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(d));
}

void window_drop_export(Window *w)
{
    child_forget(g_steal_pointer(&w->exporter));
    g_clear_pointer(&w->export_path, g_free);
}
