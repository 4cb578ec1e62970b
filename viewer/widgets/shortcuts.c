/* Keys, in the form that GtkShortcutsWindow knows: searchable, one page for what holds everywhere and one a kind of view. */
#include "viewer/widgets/shortcuts.h"

#include <stdbool.h>

typedef struct Key {
    const char *keys, *title; /* keys NULL: a new group with this title; both NULL: the end */
} Key;

static const Key everywhere[] = {
    { NULL, "Go" }, { "<Alt>1...8", "Views" }, { "<Control>k", "Anything by its name, any command" }, { "<Alt>Left", "Where you have been" },
    { "<Alt>Right", "And forward again" }, { "<Control>g", "Graph around the selection" }, { "Return", "Open it where it is drawn best" },
    { NULL, "Find" }, { "<Control>f", "Find in this view" }, { "F3", "Next" }, { "<Shift>F3", "Previous" },
    { NULL, "Keep" }, { "<Control>d", "Bookmark this" }, { "<Control>b", "Bookmarks" }, { "<Control>c", "Copy the facts" },
    { "<Control><Shift>c", "Copy the picture" }, { "<Control>t", "Copy the table" }, { "<Control>e", "Export" }, { "<Control>p", "Print" },
    { NULL, "Window" }, { "F9", "Inspector" }, { "F11", "Full screen" }, { "Menu", "Context menu" }, { "0", "The whole" }, { "Escape", "Select nothing" },
    { NULL, "File" }, { "<Control>o", "Open" }, { "<Control>r", "Read again" }, { "<Control>w", "Close" }, { "<Control>q", "Quit" },
    { NULL, NULL },
};
static const Key lists[] = {
    { NULL, "Rows" }, { "Up Down", "Row before, after" }, { "Page_Up Page_Down", "Scroll" }, { "Home End", "To the ends" },
    { NULL, "Pictures" }, { "j k", "Next, previous device" }, { "t", "Rows and columns change places" }, { "o p", "Next option of the view" },
    { NULL, "Passes" }, { "n p", "Next, previous change" },
    { NULL, "Graph" }, { "Left Right Up Down", "Look around" },
    { NULL, NULL },
};
static const Key steps[] = {
    { NULL, "Time" }, { "w s", "Zoom in, out at the pointer" }, { "a d", "Pan; with Shift, far" }, { "Home End", "Begin, end" },
    { "Page_Up Page_Down", "Step before, after" }, { "f", "Fit the selection, or the marked range" },
    { NULL, "Events" }, { "Left Right", "Event before, after" }, { "comma period", "The same op before, after" }, { "j k", "The same op, next device" },
    { NULL, "Marks" }, { "c", "Critical path" }, { "m", "Mark what is in sight" },
    { NULL, "Mouse: the wheel zooms, a drag pans, Ctrl and a drag mark a range, a double click fits" },
    { NULL, NULL },
};

static void put_section(GString *xml, const char *name, const char *title, const Key *keys)
{
    g_string_append_printf(xml, "<child><object class='GtkShortcutsSection'><property name='visible'>1</property>"
                                "<property name='section-name'>%s</property><property name='title'>%s</property><property name='max-height'>14</property>", name, title);
    bool open = false;
    for (const Key *k = keys; k->title; k++) {
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
    put_section(xml, "everywhere", "Everywhere", everywhere);
    put_section(xml, "lists", "Lists and Pictures", lists);
    put_section(xml, "steps", "Steps", steps);
    g_string_append(xml, "</object></interface>");
    g_autoptr(GtkBuilder) b = gtk_builder_new_from_string(xml->str, (gssize)xml->len);
    GtkWidget *w = GTK_WIDGET(gtk_builder_get_object(b, "keys"));
    gtk_window_set_transient_for(GTK_WINDOW(w), parent);
    gtk_widget_show(w);
}
