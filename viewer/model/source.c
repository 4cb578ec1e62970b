/* Finding and reading the user's files. See source.h. */
#include "viewer/model/source.h"

#include <string.h>
#include <sys/stat.h>

#define MOST_BYTES (4 << 20)

static GMutex maps_lock;
static GPtrArray *maps; /* "OLD=NEW", guarded */

bool source_add_map(const char *map)
{
    if (!strchr(map, '='))
        return false;
    g_mutex_lock(&maps_lock);
    if (!maps)
        maps = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(maps, g_strdup(map));
    g_mutex_unlock(&maps_lock);
    return true;
}

char *source_map_to(const char *name, const char *path)
{
    g_autofree char *base = g_path_get_basename(name), *found = g_path_get_basename(path), *folder = g_path_get_dirname(path);
    const char *slash = strrchr(name, '/');
    if (!g_str_equal(base, found))
        return g_strdup_printf("%s=%s", name, path);
    return g_strdup_printf("%.*s=%s", slash ? (int)(slash - name) : 0, name, folder);
}

static bool is_file(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* Takes the path; NULL if there is no such file. */
static char *if_file(char *path)
{
    if (is_file(path))
        return path;
    g_free(path);
    return NULL;
}

/* Where a map puts a name: OLD may be a folder, the file's whole name, or nothing (then NEW is where any file may lie). To be freed; NULL: nowhere. */
static char *mapped(const char *map, const char *name, const char *base)
{
    const char *to = strchr(map, '=');
    size_t n = (size_t)(to++ - map);
    if (strncmp(name, map, n) != 0)
        return NULL;
    bool whole = n == 0 || !name[n];
    char *found = if_file(n == 0 ? g_build_filename(to, name, NULL) : g_strconcat(to, name + n, NULL));
    return found || !whole ? found : if_file(g_build_filename(to, base, NULL));
}

char *source_find(const char *name, const char *trace)
{
    g_autofree char *base = g_path_get_basename(name), *folder = g_path_get_dirname(trace);
    char *found = NULL;
    g_mutex_lock(&maps_lock);
    for (guint i = maps ? maps->len : 0; i-- > 0 && !found;)
        found = mapped(maps->pdata[i], name, base);
    g_mutex_unlock(&maps_lock);
    found = found ? found : if_file(g_strdup(name));
    found = found ? found : if_file(g_build_filename(folder, base, NULL));
    return found ? found : if_file(g_strdup(base));
}

char **source_read(const char *path)
{
    struct stat st;
    g_autofree char *text = NULL;
    gsize n = 0;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size > MOST_BYTES || !g_file_get_contents(path, &text, &n, NULL))
        return NULL;
    if (strlen(text) != n || !g_utf8_validate(text, -1, NULL))
        return NULL;
    return g_strsplit(text, "\n", -1);
}

bool source_split(const char *at, char **file, int *line)
{
    const char *colon = at ? strrchr(at, ':') : NULL;
    gint64 n = 0;
    if (!colon || colon == at || !g_ascii_string_to_signed(colon + 1, 10, 1, 1 << 24, &n, NULL))
        return false;
    *file = g_strndup(at, (gsize)(colon - at));
    *line = (int)n;
    return true;
}

char **source_editor_args(const char *setting, const char *path, int line, GError **error)
{
    char **words;
    if (!g_shell_parse_argv(setting, NULL, &words, error))
        return NULL;
    g_autofree char *number = g_strdup_printf("%d", line);
    bool has_file = false;
    for (char **w = words; *w; w++) {
        g_autoptr(GString) s = g_string_new(NULL);
        for (const char *c = *w; *c; c++) {
            bool file = c[0] == '%' && c[1] == 'f', place = c[0] == '%' && c[1] == 'l';
            has_file |= file;
            if (file || place)
                g_string_append(s, file ? path : number);
            else
                g_string_append_c(s, *c);
            c += file || place;
        }
        g_free(*w);
        *w = g_strdup(s->str);
    }
    if (has_file)
        return words;
    guint n = g_strv_length(words);
    words = g_renew(char *, words, n + 2);
    words[n] = g_strdup(path);
    words[n + 1] = NULL;
    return words;
}
