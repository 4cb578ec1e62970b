/* The window's commands. Each is an action, so that menu, keys, the palette and tests use one name. */
#include "viewer/window_impl.h"

#include <string.h>

#include "viewer/headless.h"
#include "viewer/state.h"
#include "viewer/print.h"
#include "viewer/widgets/palette.h"
#include "viewer/widgets/shortcuts.h"

static void act_view(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a;
    const View *view = view_find(g_variant_get_string(v, NULL));
    if (!view)
        return;
    browser_show(((Window *)data)->browser, view);
    gtk_widget_grab_focus(((Window *)data)->canvas); /* its keys work at once */
}

static void act_back(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    browser_back(((Window *)data)->browser);
}

static void act_forward(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    browser_forward(((Window *)data)->browser);
}

static void act_fit(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    shard_canvas_fit(SHARD_CANVAS(((Window *)data)->canvas));
}

static void act_inspector(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    Window *w = data;
    w->inspector_wanted = w->inspector_forced = !gtk_widget_get_visible(w->inspector);
    state_set_int("inspector", w->inspector_wanted);
    window_fit_inspector(w);
    window_tell_state(w);
}

static void act_theme(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    ShardCanvas *c = SHARD_CANVAS(((Window *)data)->canvas);
    bool dark = shard_canvas_theme(c) == THEME_light;
    window_begin_with_theme(dark ? THEME_dark : THEME_light);
    shard_canvas_set_theme(c, dark ? THEME_dark : THEME_light);
    window_load_css(dark ? THEME_dark : THEME_light);
    state_set_int("dark", dark);
}

static void act_find(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    Window *w = data;
    gtk_search_bar_set_search_mode(GTK_SEARCH_BAR(w->search), TRUE);
    gtk_widget_realize(w->search_entry); /* keys may come before the bar has slid in */
    gtk_widget_grab_focus(w->search_entry);
}

static void act_copy_text(GSimpleAction *a, GVariant *text, gpointer data)
{
    (void)a, (void)data;
    gtk_clipboard_set_text(gtk_clipboard_get(GDK_SELECTION_CLIPBOARD), g_variant_get_string(text, NULL), -1);
}

static void act_copy(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    const Facts *f = browser_facts(((Window *)data)->browser);
    if (!f)
        return;
    g_autofree char *t = facts_to_text(f);
    gtk_clipboard_set_text(gtk_clipboard_get(GDK_SELECTION_CLIPBOARD), t, -1);
}

static void act_export(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    window_export_picture(data);
}

static void act_export_run(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    window_export_run(data);
}

static void act_open(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    GtkWindow *top = GTK_WINDOW(((Window *)data)->top);
    window_ask_open(top, gtk_window_get_application(top));
}

static void act_watch(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    window_ask_process(GTK_WINDOW(((Window *)data)->top));
}

static void act_close(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    gtk_window_close(GTK_WINDOW(((Window *)data)->top));
}

static void act_quit(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    GtkApplication *app = gtk_window_get_application(GTK_WINDOW(((Window *)data)->top));
    for (GList *l = gtk_application_get_windows(app), *next; l; l = next) {
        next = l->next;
        gtk_window_close(l->data);
    }
}

static void act_reload(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    Window *w = data;
    w->grown = false;
    browser_reload(w->browser);
}

/* The next way to write shardings; the answers are asked for again. */
static void act_spelling(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    Window *w = data;
    trace_default_spelling((TraceSpelling)((trace_spelling_now() + 1) % TRACE_N_SPELLINGS));
    browser_reload(w->browser);
}

static void act_full_screen(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    Window *w = data;
    w->full_screen = !w->full_screen;
    if (w->full_screen)
        gtk_window_fullscreen(GTK_WINDOW(w->top));
    else
        gtk_window_unfullscreen(GTK_WINDOW(w->top));
}

static void act_bookmark(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    Window *w = data;
    Bookmark b = browser_place(w->browser);
    g_autofree char *title = g_strdup_printf("%s: %s", browser_view(w->browser)->title, b.title);
    b.title = title;
    g_autoptr(GError) error = NULL;
    if (!notes_add_bookmark(browser_notes(w->browser), &b, &error)) {
        window_tell_failure(GTK_WINDOW(w->top), "The bookmark could not be saved", error->message);
        return;
    }
    gtk_label_set_text(GTK_LABEL(w->status), "Bookmarked. Ctrl+B lists bookmarks.");
    window_tell_state(w);
}

static void act_copy_picture(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    GdkWindow *win = gtk_widget_get_window(((Window *)data)->canvas);
    g_autoptr(GdkPixbuf) p = win ? gdk_pixbuf_get_from_window(win, 0, 0, gdk_window_get_width(win), gdk_window_get_height(win)) : NULL;
    if (p)
        gtk_clipboard_set_image(gtk_clipboard_get(GDK_SELECTION_CLIPBOARD), p);
}

/* The selected thing in another view. */
static void act_show_in(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a;
    Window *w = data;
    const View *view = view_find(g_variant_get_string(v, NULL));
    if (!view)
        return;
    browser_show(w->browser, view);
    gtk_widget_grab_focus(w->canvas);
}

/* A change of annotations: (run, number). */
static void act_try_remedy(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a;
    gint64 run, number;
    g_variant_get(v, "(xx)", &run, &number);
    window_try_remedy(data, run, number);
}

static void act_copy_remedy(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a;
    gint64 run, number;
    g_variant_get(v, "(xx)", &run, &number);
    window_copy_remedy(data, run, number);
}

/* The first of those that the inspector lists, which gains most. */
static void act_try_best(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    Window *w = data;
    const Facts *f = browser_facts(w->browser);
    for (guint i = 0; f && i < f->list->len; i++) {
        const Fact *x = &g_array_index(f->list, Fact, i);
        if (x->remedy.kind != REF_remedy || !x->can_try)
            continue;
        window_try_remedy(w, x->remedy.run, x->remedy.id);
        return;
    }
    gtk_label_set_text(GTK_LABEL(w->status), "Select a reshard that a change of annotations removes or makes cheaper.");
}

static void act_hardware(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    gtk_button_clicked(GTK_BUTTON(((Window *)data)->hardware));
}

static void act_editor(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    window_open_editor(data);
}

static void act_source(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    window_ask_source(data);
}

static void act_keys(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    shortcuts_show(GTK_WINDOW(((Window *)data)->top));
}

static void act_print(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    print_view(GTK_WINDOW(((Window *)data)->top), ((Window *)data)->browser);
}

static void act_fit_selection(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    shard_canvas_fit_selection(SHARD_CANVAS(((Window *)data)->canvas));
}

/* ---- the numbers behind the picture, as text for a spreadsheet ---- */

typedef struct TableTask {
    const View *view;
    char *trace, *run;
    char **others;
} TableTask;

static void table_task_free(gpointer p)
{
    TableTask *t = p;
    g_free(t->trace);
    g_free(t->run);
    g_strfreev(t->others);
    g_free(t);
}

static char *make_table(void *data, GError **error)
{
    const TableTask *t = data;
    return headless_table(t->view, t->trace, t->others, t->run, error);
}

static void act_copy_table(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    Window *w = data;
    TableTask *t = g_new0(TableTask, 1);
    t->view = browser_view(w->browser);
    t->trace = g_strdup(browser_path(w->browser));
    t->run = browser_run(w->browser) > 0 ? g_strdup_printf("%" G_GINT64_FORMAT, browser_run(w->browser)) : NULL;
    t->others = browser_others(w->browser);
    window_copy(w, (WindowText){ make_table, t, table_task_free }, "The table could not be made");
    gtk_label_set_text(GTK_LABEL(w->status), "The numbers behind this view go to the clipboard as CSV.");
}

static void act_about(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    gtk_show_about_dialog(GTK_WINDOW(((Window *)data)->top), "program-name", "Shardscope", "version", SHARDSCOPE_VERSION, "logo-icon-name", "org.shardscope.Viewer",
                          "comments", "Why a sharded program communicates, what that costs, and what would remove it.", NULL);
}

/* dir 0: nothing is looked for any more. */
static void window_find(Window *w, const char *text, int dir)
{
    int at = 0, n = dir ? shard_canvas_hits(SHARD_CANVAS(w->canvas), text, dir, &at) : 0;
    g_autofree char *said = !dir ? g_strdup("") : n ? g_strdup_printf("%d of %d", at, n) : g_strdup("nothing found");
    gtk_label_set_text(GTK_LABEL(w->search_count), said);
}

void window_search_next(GtkEntry *e, gpointer data)
{
    const char *text = gtk_entry_get_text(e);
    window_find(data, text, *text ? 1 : 0);
}

void window_search_closed(GObject *bar, GParamSpec *what, gpointer data)
{
    (void)what;
    if (!gtk_search_bar_get_search_mode(GTK_SEARCH_BAR(bar)))
        gtk_widget_grab_focus(((Window *)data)->canvas);
}

static void act_next(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    window_search_next(GTK_ENTRY(((Window *)data)->search_entry), data);
}

static void act_previous(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    Window *w = data;
    const char *text = gtk_entry_get_text(GTK_ENTRY(w->search_entry));
    if (*text)
        window_find(w, text, -1);
}

static void act_palette(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    Window *w = data;
    palette_show(GTK_WINDOW(w->top), w->browser, window_commands(), false);
}

static void act_bookmarks(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    Window *w = data;
    palette_show(GTK_WINDOW(w->top), w->browser, NULL, true);
}

static const struct {
    const char *action;
    const char *keys[3];
} accelerators[] = {
    { "win.back", { "<Alt>Left" } },       { "win.forward", { "<Alt>Right" } }, { "win.find", { "<Control>f" } },
    { "win.next", { "F3" } },              { "win.copy", { "<Control>c" } },    { "win.export", { "<Control>e" } },
    { "win.export-run", { "<Control><Shift>e" } },
    { "win.open", { "<Control>o" } },      { "win.close", { "<Control>w" } },   { "win.inspector", { "F9" } },
    { "win.keys", { "<Control>question", "F1" } }, { "win.palette", { "<Control>k" } },
    { "win.print", { "<Control>p" } },     { "win.copy-table", { "<Control>t" } }, { "win.previous", { "<Shift>F3" } },
    { "win.bookmark", { "<Control>d" } },  { "win.bookmarks", { "<Control>b" } }, { "win.reload", { "<Control>r" } },
    { "win.quit", { "<Control>q" } },      { "win.full-screen", { "F11" } },    { "win.copy-picture", { "<Control><Shift>c" } },
    { "win.editor", { "<Control>l" } },
    { "win.watch", { "<Control><Shift>o" } },
    { "win.try-best", { "<Control><Shift>t" } }, { "win.hardware", { "<Control>h" } },
};

void window_add_actions(Window *w, GtkApplication *app)
{
    const GActionEntry entries[] = {
        { .name = "view", .activate = act_view, .parameter_type = "s" },
        { .name = "back", .activate = act_back },           { .name = "forward", .activate = act_forward },
        { .name = "fit", .activate = act_fit },             { .name = "inspector", .activate = act_inspector },
        { .name = "theme", .activate = act_theme },         { .name = "find", .activate = act_find },
        { .name = "next", .activate = act_next },           { .name = "copy", .activate = act_copy },
        { .name = "export", .activate = act_export },       { .name = "open", .activate = act_open },
        { .name = "close", .activate = act_close },         { .name = "keys", .activate = act_keys },
        { .name = "palette", .activate = act_palette },     { .name = "bookmark", .activate = act_bookmark },
        { .name = "bookmarks", .activate = act_bookmarks }, { .name = "reload", .activate = act_reload },
        { .name = "quit", .activate = act_quit },           { .name = "full-screen", .activate = act_full_screen },
        { .name = "copy-picture", .activate = act_copy_picture }, { .name = "spelling", .activate = act_spelling },
        { .name = "about", .activate = act_about },         { .name = "print", .activate = act_print },
        { .name = "copy-table", .activate = act_copy_table }, { .name = "fit-selection", .activate = act_fit_selection },
        { .name = "previous", .activate = act_previous },   { .name = "watch", .activate = act_watch },
        { .name = "editor", .activate = act_editor },           { .name = "source-file", .activate = act_source },
        { .name = "export-run", .activate = act_export_run },
        { .name = "try-best", .activate = act_try_best },
        { .name = "hardware", .activate = act_hardware },
        { .name = "try-remedy", .activate = act_try_remedy, .parameter_type = "(xx)" },
        { .name = "copy-remedy", .activate = act_copy_remedy, .parameter_type = "(xx)" },
        { .name = "show-in", .activate = act_show_in, .parameter_type = "s" },
        { .name = "copy-text", .activate = act_copy_text, .parameter_type = "s" },
    };
    g_action_map_add_action_entries(G_ACTION_MAP(w->top), entries, G_N_ELEMENTS(entries), w);
    for (size_t i = 0; i < G_N_ELEMENTS(accelerators); i++)
        gtk_application_set_accels_for_action(app, accelerators[i].action, accelerators[i].keys);
    for (int i = 0; i < n_views; i++) {
        g_autofree char *name = window_action_of("win.view", views[i]), *command = window_action_of("win.show-in", views[i]);
        char key[] = "<Alt>1";
        key[5] = (char)('1' + i);
        if (i < 9)
            gtk_application_set_accels_for_action(app, name, (const char *[]){ key, NULL });
        if (views[i]->command_key)
            gtk_application_set_accels_for_action(app, command, (const char *[]){ views[i]->command_key, NULL });
    }
}
