/* The window that lists keys, a GtkShortcutsWindow: searchable, with a page for keys that work everywhere, one for
 * lists, and one for each view with keys of its own. */
#include "viewer/widgets/shortcuts.h"

#include "viewer/views.h"

static const ViewKey everywhere[] = {
    { NULL, "Go" }, { "<Alt>1...9", "Views" }, { "<Control>k", "Go to anything by name, run any command" }, { "<Alt>Left", "Back to the previous place" },
    { "<Alt>Right", "Forward" }, { "Return", "Open the selection in its own view" },
    { NULL, "Find" }, { "<Control>f", "Find in this view" }, { "F3", "Next" }, { "<Shift>F3", "Previous" },
    { NULL, "Keep" }, { "<Control>d", "Bookmark this" }, { "<Control>b", "Bookmarks" }, { "<Control>c", "Copy the facts" },
    { "<Control><Shift>c", "Copy the picture" }, { "<Control>t", "Copy the table" }, { "<Control>e", "Export" }, { "<Control><Shift>e", "Export the run for another tool" }, { "<Control>p", "Print" },
    { NULL, "Window" }, { "F1 question", "Keys and mouse" }, { "F10", "Menu" }, { "F9", "Inspector" }, { "F11", "Full screen" }, { "Menu", "Context menu" }, { "0", "Zoom to fit" }, { "Escape", "Select nothing" },
    { NULL, "Try" }, { "<Control><Shift>t", "Try the best change against the selected reshard" }, { "<Control>l", "Open the line that Source shows in your editor" }, { "<Control>h", "Predict the run for other hardware" },
    { NULL, "File" }, { "<Control>o", "Open" }, { "<Control><Shift>o", "Watch a running program" }, { "<Control>r", "Reload the file" }, { "<Control>w", "Close" }, { "<Control>q", "Quit" },
    { NULL, NULL },
};
static const ViewKey lists[] = {
    { NULL, "Rows" }, { "Up Down", "Previous, next row" }, { "Page_Up Page_Down", "Scroll" }, { "Home End", "First, last row" },
    { "slash", "Filter the list" }, { "Right Left", "Open, close folded rows or a group" },
    { NULL, "Pictures" }, { "<Shift>Up <Shift>Down", "Previous, next thing to click; Return clicks it" }, { "j k", "Next, previous device" }, { "t", "Transpose pictures" }, { "o p", "Next option of the view" },
    { NULL, NULL },
};

/* The commands that views bring, then the rest that holds everywhere. */
static GArray *all_everywhere(void)
{
    GArray *all = g_array_new(TRUE, TRUE, sizeof(ViewKey));
    ViewKey heading = { NULL, "Views" };
    g_array_append_val(all, heading);
    for (int i = 0; i < n_views; i++) {
        ViewKey k = { views[i]->command_key, views[i]->command };
        if (k.title)
            g_array_append_val(all, k);
    }
    return g_array_append_vals(all, everywhere, G_N_ELEMENTS(everywhere));
}

static void put_section(GString *xml, const char *name, const char *title, const ViewKey *keys)
{
    g_string_append_printf(xml, "<child><object class='GtkShortcutsSection'><property name='visible'>1</property>"
                                "<property name='section-name'>%s</property><property name='title'>%s</property><property name='max-height'>14</property>", name, title);
    bool open = false;
    for (const ViewKey *k = keys; k->title; k++) {
        g_autofree char *text = g_markup_escape_text(k->title, -1), *accel = k->keys ? g_markup_escape_text(k->keys, -1) : NULL;
        if (!k->keys) {
            g_string_append_printf(xml, "%s<child><object class='GtkShortcutsGroup'><property name='visible'>1</property><property name='title'>%s</property>",
                                   open ? "</object></child>" : "", text);
            open = true;
            continue;
        }
        g_string_append_printf(xml, "<child><object class='GtkShortcutsShortcut'><property name='visible'>1</property><property name='accelerator'>%s</property>"
                                    "<property name='title'>%s</property></object></child>", accel, text);
    }
    g_string_append(xml, open ? "</object></child></object></child>" : "</object></child>");
}

void shortcuts_show(GtkWindow *parent)
{
    g_autoptr(GString) xml = g_string_new("<interface><object class='GtkShortcutsWindow' id='keys'><property name='modal'>1</property>");
    g_autoptr(GArray) first = all_everywhere();
    put_section(xml, "everywhere", "Everywhere", (const ViewKey *)(const void *)first->data);
    put_section(xml, "lists", "Lists and Pictures", lists);
    for (int i = 0; i < n_views; i++)
        if (views[i]->keys)
            put_section(xml, views[i]->name, views[i]->title, views[i]->keys);
    g_string_append(xml, "</object></interface>");
    g_autoptr(GtkBuilder) b = gtk_builder_new_from_string(xml->str, (gssize)xml->len);
    GtkWidget *w = GTK_WIDGET(gtk_builder_get_object(b, "keys"));
    gtk_window_set_transient_for(GTK_WINDOW(w), parent);
    gtk_widget_show(w);
}
