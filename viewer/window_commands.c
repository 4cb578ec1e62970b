/* The list of the window's commands, as Go to Anything offers them. What each does is in window_actions.c. */
#include "viewer/window_impl.h"

#include <string.h>

#include "viewer/widgets/palette.h"

/* Besides the views and their commands. */
static const PaletteCommand commands[] = {
    { "Bookmark This", "Ctrl+D", "bookmark" },
    { "Bookmarks…", "Ctrl+B", "bookmarks" },          { "Export…", "Ctrl+E", "export" },
    { "Export the Run for Another Tool…", "Ctrl+Shift+E", "export-run" },
    { "Print…", "Ctrl+P", "print" },                  { "Copy Table", "Ctrl+T", "copy-table" },
    { "Zoom to the Selection", "F", "fit-selection" }, { "Find Previous", "Shift+F3", "previous" },
    { "Predict for Other Hardware…", "Ctrl+H", "hardware" },
    { "Open the Line in the Editor", "Ctrl+L", "editor" },
    { "Say Where the Source File Is…", "", "source-file" },
    { "Try the Best Change Against It", "Ctrl+Shift+T", "try-best" },
    { "Copy Facts", "Ctrl+C", "copy" },               { "Copy Picture", "Ctrl+Shift+C", "copy-picture" },
    { "Find", "Ctrl+F", "find" },                     { "Inspector", "F9", "inspector" },
    { "Light or Dark", "", "theme" },                 { "Shardings as JAX, Shardy or GSPMD", "", "spelling" },                 { "Full Screen", "F11", "full-screen" },
    { "Whole", "0", "fit" },                          { "Back", "Alt+Left", "back" },
    { "Forward", "Alt+Right", "forward" },            { "Reload File", "Ctrl+R", "reload" },
    { "Watch a Running Program…", "Ctrl+Shift+O", "watch" },
    { "Open…", "Ctrl+O", "open" },                    { "Keys and Mouse", "F1", "keys" },
    { "About Shardscope", "", "about" },              { "Close", "Ctrl+W", "close" },
    { "Quit", "Ctrl+Q", "quit" },
};

char *window_action_of(const char *name, const View *view)
{
    return g_strdup_printf("%s::%s", name, view->name);
}

/* A key as it is written in GTK's words, in people's: "<Control>g" is Ctrl+G. To be freed. */
static char *key_label(const char *key)
{
    guint code;
    GdkModifierType with;
    gtk_accelerator_parse(key, &code, &with);
    return gtk_accelerator_get_label(code, with);
}

static void command_clear(gpointer p)
{
    PaletteCommand *c = p;
    g_free((char *)c->title);
    g_free((char *)c->keys);
}

/* Takes keys. Actions live as long as the program: a command is run after its list is gone. */
static void add_command(GArray *all, const char *title, char *keys, const char *action)
{
    PaletteCommand c = { g_strdup(title), keys, g_intern_string(action) };
    g_array_append_val(all, c);
}

/* Every command: each view, what views offer themselves, and those of the window. PaletteCommand. */
GArray *window_commands(void)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(PaletteCommand));
    g_array_set_clear_func(all, command_clear);
    for (int i = 0; i < n_views; i++) {
        g_autofree char *action = window_action_of("view", views[i]);
        add_command(all, views[i]->title, i < 9 ? g_strdup_printf("Alt+%d", i + 1) : g_strdup(""), action);
    }
    for (int i = 0; i < n_views; i++) {
        g_autofree char *action = window_action_of("show-in", views[i]);
        if (views[i]->command)
            add_command(all, views[i]->command, key_label(views[i]->command_key), action);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++)
        add_command(all, commands[i].title, g_strdup(commands[i].keys), commands[i].action);
    return all;
}
