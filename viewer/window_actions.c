/* The window's commands. Each is an action, so that menu, keys, the palette and tests use one name. */
#include "viewer/window_impl.h"

#include <string.h>

#include "viewer/headless.h"
#include "viewer/state.h"
#include "viewer/widgets/palette.h"

static void act_view(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a;
    const View *view = view_find(g_variant_get_string(v, NULL));
    if (!view)
        return;
    session_show(((Window *)data)->session, view);
    gtk_widget_grab_focus(((Window *)data)->canvas); /* its keys work at once */
}

static void act_back(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    session_back(((Window *)data)->session);
}

static void act_forward(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    session_forward(((Window *)data)->session);
}

static void act_fit(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    shard_canvas_fit(SHARD_CANVAS(((Window *)data)->canvas));
}

static void act_inspector(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    GtkWidget *i = ((Window *)data)->inspector;
    gtk_widget_set_visible(i, !gtk_widget_get_visible(i));
    state_set_int("inspector", gtk_widget_get_visible(i));
}

static void act_theme(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    ShardCanvas *c = SHARD_CANVAS(((Window *)data)->canvas);
    bool dark = shard_canvas_theme(c) == THEME_light;
    shard_canvas_set_theme(c, dark ? THEME_dark : THEME_light);
    g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", dark, NULL);
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

static void act_copy(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    const Facts *f = session_facts(((Window *)data)->session);
    if (!f)
        return;
    g_autofree char *t = facts_to_text(f);
    gtk_clipboard_set_text(gtk_clipboard_get(GDK_SELECTION_CLIPBOARD), t, -1);
}

static void export_answered(GtkNativeDialog *d, int response, gpointer data)
{
    Window *w = data;
    g_autofree char *path = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(d)) : NULL;
    gtk_native_dialog_destroy(d);
    if (!path)
        return;
    g_autoptr(GError) error = NULL;
    ShardCanvas *c = SHARD_CANVAS(w->canvas);
    if (!headless_write(shard_canvas_scene(c), shard_canvas_theme(c), 2, path, &error))
        window_tell_failure(GTK_WINDOW(w->top), "The picture could not be written", error->message);
}

static void act_export(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    Window *w = data;
    GtkFileChooserNative *d = gtk_file_chooser_native_new("Export as .png, .svg, .pdf or .txt", GTK_WINDOW(w->top), GTK_FILE_CHOOSER_ACTION_SAVE, "_Export", "_Cancel");
    g_autofree char *name = g_strdup_printf("%s.png", session_view(w->session)->name);
    gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(d), name);
    gtk_file_chooser_set_do_overwrite_confirmation(GTK_FILE_CHOOSER(d), TRUE);
    g_signal_connect_data(d, "response", G_CALLBACK(export_answered), w, NULL, 0);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(d));
}

static void act_open(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    GtkWindow *top = GTK_WINDOW(((Window *)data)->top);
    window_ask_open(top, gtk_window_get_application(top));
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
    session_reload(w->session);
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
    Bookmark b = session_place(w->session);
    g_autofree char *title = g_strdup_printf("%s: %s", session_view(w->session)->title, b.title);
    b.title = title;
    g_autoptr(GError) error = NULL;
    if (!notes_add_bookmark(session_notes(w->session), &b, &error)) {
        window_tell_failure(GTK_WINDOW(w->top), "The bookmark could not be kept", error->message);
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

static void act_graph(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    Window *w = data;
    session_go_in(w->session, "graph", session_viewport(w->session)->select.kind == REF_none ? (Ref){ REF_view, 0, 0, 0 } : session_viewport(w->session)->select);
}

/* The selected thing in another view. */
static void act_show_in(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a;
    Window *w = data;
    const View *view = view_find(g_variant_get_string(v, NULL));
    if (!view)
        return;
    session_show(w->session, view);
    gtk_widget_grab_focus(w->canvas);
}

static const char keys_help[] =
    "Everywhere\n"
    "  Alt+1 … Alt+8\tviews\n  Ctrl+K\tgo to anything, run any command\n  Alt+Left, Alt+Right\twhere you have been\n"
    "  Ctrl+F, F3\tfind, next\n  Ctrl+D, Ctrl+B\tbookmark this, list of bookmarks\n  F9\tinspector, with notes\n  Ctrl+G\tgraph around the selection\n"
    "  Ctrl+E\texport the view\n  Ctrl+C, Ctrl+Shift+C\tcopy the facts, the picture\n  Ctrl+R\tread the file again\n"
    "  Ctrl+O, Ctrl+W, Ctrl+Q\topen, close, quit\n  F11\tfull screen\n  0\tthe whole\n  Esc\tselect nothing\n\n"
    "Lists and pictures\n  Up, Down\tnext row\n  Return\topen it where it is drawn best\n  J, K\tnext device\n  T\ttranspose\n  O, P\tnext option of the view\n\n"
    "Steps\n  wheel, W, S\tzoom at the pointer\n  drag, A, D, Shift+wheel\tpan\n  Ctrl+drag\tmark a range\n  Left, Right\tevent before, after\n"
    "  , and .\tthe same op before, after\n  Page Up, Page Down\tstep before, after\n  F, double click\tfit the selection\n  C\tcritical path\n  M\tmark what is in sight\n  J, K\tsame op, next device";

static void act_keys(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    GtkWidget *d = gtk_message_dialog_new(GTK_WINDOW(((Window *)data)->top), GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_INFO,
                                          GTK_BUTTONS_CLOSE, "Keys and mouse");
    gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(d), "%s", keys_help);
    g_signal_connect(d, "response", G_CALLBACK(gtk_widget_destroy), NULL);
    gtk_widget_show(d);
}

static void act_about(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    gtk_show_about_dialog(GTK_WINDOW(((Window *)data)->top), "program-name", "Shardscope", "version", SHARDSCOPE_VERSION, "logo-icon-name", "org.shardscope.Viewer",
                          "comments", "Why a sharded program communicates, what that costs, and what would remove it.", NULL);
}

void window_search_next(GtkEntry *e, gpointer data)
{
    const char *text = gtk_entry_get_text(e);
    if (*text)
        shard_canvas_find(SHARD_CANVAS(((Window *)data)->canvas), text, 1);
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

static const PaletteCommand commands[] = {
    { "Overview", "Alt+1", "view::overview" },        { "Shardings", "Alt+2", "view::shardings" },
    { "Reshards", "Alt+3", "view::reshards" },        { "Passes", "Alt+4", "view::passes" },
    { "Steps", "Alt+5", "view::steps" },              { "Memory", "Alt+6", "view::memory" },
    { "Compare", "Alt+7", "view::compare" },          { "Graph", "Alt+8", "view::graph" },
    { "Graph Around the Selection", "Ctrl+G", "graph" }, { "Bookmark This", "Ctrl+D", "bookmark" },
    { "Bookmarks…", "Ctrl+B", "bookmarks" },          { "Export…", "Ctrl+E", "export" },
    { "Copy Facts", "Ctrl+C", "copy" },               { "Copy Picture", "Ctrl+Shift+C", "copy-picture" },
    { "Find", "Ctrl+F", "find" },                     { "Inspector", "F9", "inspector" },
    { "Light or Dark", "", "theme" },                 { "Full Screen", "F11", "full-screen" },
    { "Whole", "0", "fit" },                          { "Back", "Alt+Left", "back" },
    { "Forward", "Alt+Right", "forward" },            { "Read the File Again", "Ctrl+R", "reload" },
    { "Open…", "Ctrl+O", "open" },                    { "Keys and Mouse", "F1", "keys" },
    { "About Shardscope", "", "about" },              { "Close", "Ctrl+W", "close" },
    { "Quit", "Ctrl+Q", "quit" },
};

static void act_palette(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    Window *w = data;
    palette_show(GTK_WINDOW(w->top), w->session, commands, G_N_ELEMENTS(commands), false);
}

static void act_bookmarks(GSimpleAction *a, GVariant *v, gpointer data)
{
    (void)a, (void)v;
    Window *w = data;
    palette_show(GTK_WINDOW(w->top), w->session, NULL, 0, true);
}

static const struct {
    const char *action;
    const char *keys[3];
} accelerators[] = {
    { "win.back", { "<Alt>Left" } },       { "win.forward", { "<Alt>Right" } }, { "win.find", { "<Control>f" } },
    { "win.next", { "F3" } },              { "win.copy", { "<Control>c" } },    { "win.export", { "<Control>e" } },
    { "win.open", { "<Control>o" } },      { "win.close", { "<Control>w" } },   { "win.inspector", { "F9" } },
    { "win.keys", { "<Control>question", "F1" } }, { "win.palette", { "<Control>k", "<Control>p" } },
    { "win.bookmark", { "<Control>d" } },  { "win.bookmarks", { "<Control>b" } }, { "win.reload", { "<Control>r" } },
    { "win.quit", { "<Control>q" } },      { "win.full-screen", { "F11" } },    { "win.copy-picture", { "<Control><Shift>c" } },
    { "win.graph", { "<Control>g" } },
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
        { .name = "copy-picture", .activate = act_copy_picture }, { .name = "graph", .activate = act_graph },
        { .name = "about", .activate = act_about },
        { .name = "show-in", .activate = act_show_in, .parameter_type = "s" },
    };
    g_action_map_add_action_entries(G_ACTION_MAP(w->top), entries, G_N_ELEMENTS(entries), w);
    for (size_t i = 0; i < G_N_ELEMENTS(accelerators); i++)
        gtk_application_set_accels_for_action(app, accelerators[i].action, accelerators[i].keys);
    for (int i = 0; i < n_views && i < 9; i++) {
        g_autofree char *name = g_strdup_printf("win.view::%s", views[i].name);
        char key[] = "<Alt>1";
        key[5] = (char)('1' + i);
        gtk_application_set_accels_for_action(app, name, (const char *[]){ key, NULL });
    }
}
