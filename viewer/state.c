/* Remembered numbers, in a GKeyFile. See state.h. */
#include "viewer/state.h"

#include <glib.h>

#include "trace/outfile.h"

static GKeyFile *file;

static char *path_of(void)
{
    return g_build_filename(g_get_user_config_dir(), "shardscope", "viewer.ini", NULL);
}

static void load(void)
{
    if (file)
        return;
    file = g_key_file_new();
    g_autofree char *path = path_of();
    g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, NULL);
}

static void save(void)
{
    g_autofree char *path = path_of(), *folder = g_path_get_dirname(path);
    g_mkdir_with_parents(folder, 0700);
    gsize size;
    g_autofree char *text = g_key_file_to_data(file, &size, NULL);
    outfile_write(path, text, size, NULL);
}

int state_int(const char *key, int otherwise)
{
    load();
    g_autoptr(GError) error = NULL;
    int v = g_key_file_get_integer(file, "window", key, &error);
    return error ? otherwise : v;
}

void state_set_int(const char *key, int value)
{
    load();
    if (state_int(key, value + 1) == value)
        return;
    g_key_file_set_integer(file, "window", key, value);
    save();
}

char *state_text(const char *key)
{
    load();
    return g_key_file_get_string(file, "window", key, NULL);
}

void state_set_text(const char *key, const char *value)
{
    load();
    g_key_file_set_string(file, "window", key, value);
    save();
}
