/* Bookmarks and notes. See notes.h. A GKeyFile: a group [bookmark 1], [bookmark 2], ... each, and [notes] with keys
 * made of the row's kind and id. */
#include "viewer/model/notes.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "trace/outfile.h"

#define MOST 500 /* bookmarks */

struct Notes {
    char *path;
    GKeyFile *file;
    GPtrArray *bookmarks;
};

/* The same for every copy of a trace, whatever its name: when and what was recorded first. */
static char *identity(const char *trace)
{
    g_autoptr(TraceReader) r = trace_open(trace, NULL);
    g_autoptr(GArray) runs = r ? trace_query_runs(r, NULL) : NULL;
    g_autoptr(GString) what = g_string_new(NULL);
    if (runs && runs->len) {
        const TraceRunInfo *i = TRACE_AT(runs, TraceRunInfo, 0);
        g_string_append_printf(what, "%" G_GINT64_FORMAT " %s %s", i->epoch_ns, i->name, i->producer);
    } else {
        g_autofree char *whole = g_canonicalize_filename(trace, NULL);
        g_string_append(what, whole);
    }
    char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, what->str, -1);
    sum[32] = 0;
    return sum;
}

static void bookmark_free(gpointer p)
{
    Bookmark *b = p;
    g_free(b->title);
    g_free(b->view);
    g_free(b);
}

static void read_bookmarks(Notes *n)
{
    g_auto(GStrv) groups = g_key_file_get_groups(n->file, NULL);
    for (int i = 0; groups[i] && n->bookmarks->len < MOST; i++) {
        if (!g_str_has_prefix(groups[i], "bookmark "))
            continue;
        Bookmark *b = g_new0(Bookmark, 1);
        b->title = g_key_file_get_string(n->file, groups[i], "title", NULL);
        b->view = g_key_file_get_string(n->file, groups[i], "view", NULL);
        b->run = g_key_file_get_int64(n->file, groups[i], "run", NULL);
        b->select.kind = (RefKind)CLAMP(g_key_file_get_integer(n->file, groups[i], "kind", NULL), 0, REF_folded);
        b->select.run = b->run;
        b->select.id = g_key_file_get_int64(n->file, groups[i], "id", NULL);
        b->select.sub = g_key_file_get_int64(n->file, groups[i], "sub", NULL);
        b->t0 = g_key_file_get_int64(n->file, groups[i], "from", NULL);
        b->t1 = g_key_file_get_int64(n->file, groups[i], "to", NULL);
        if (b->title && b->view)
            g_ptr_array_add(n->bookmarks, b);
        else
            bookmark_free(b);
    }
}

Notes *notes_open(const char *trace)
{
    Notes *n = g_new0(Notes, 1);
    g_autofree char *id = identity(trace), *name = g_strconcat(id, ".ini", NULL);
    n->path = g_build_filename(g_get_user_data_dir(), "shardscope", name, NULL);
    n->file = g_key_file_new();
    n->bookmarks = g_ptr_array_new_with_free_func(bookmark_free);
    g_key_file_load_from_file(n->file, n->path, G_KEY_FILE_NONE, NULL);
    read_bookmarks(n);
    return n;
}

void notes_free(Notes *n)
{
    if (!n)
        return;
    g_key_file_unref(n->file);
    g_ptr_array_unref(n->bookmarks);
    g_free(n->path);
    g_free(n);
}

const GPtrArray *notes_bookmarks(const Notes *n)
{
    return n->bookmarks;
}

static bool save(Notes *n, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(n->path);
    if (g_mkdir_with_parents(folder, 0700) != 0) {
        g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno), "the folder %s cannot be made", folder);
        return false;
    }
    gsize size;
    g_autofree char *text = g_key_file_to_data(n->file, &size, NULL);
    return outfile_write(n->path, text, size, error);
}

static void write_bookmarks(Notes *n)
{
    g_auto(GStrv) groups = g_key_file_get_groups(n->file, NULL);
    for (int i = 0; groups[i]; i++)
        if (g_str_has_prefix(groups[i], "bookmark "))
            g_key_file_remove_group(n->file, groups[i], NULL);
    for (guint i = 0; i < n->bookmarks->len; i++) {
        const Bookmark *b = g_ptr_array_index(n->bookmarks, i);
        g_autofree char *group = g_strdup_printf("bookmark %u", i + 1);
        g_key_file_set_string(n->file, group, "title", b->title);
        g_key_file_set_string(n->file, group, "view", b->view);
        g_key_file_set_int64(n->file, group, "run", b->run);
        g_key_file_set_integer(n->file, group, "kind", (int)b->select.kind);
        g_key_file_set_int64(n->file, group, "id", b->select.id);
        g_key_file_set_int64(n->file, group, "sub", b->select.sub);
        g_key_file_set_int64(n->file, group, "from", b->t0);
        g_key_file_set_int64(n->file, group, "to", b->t1);
    }
}

bool notes_add_bookmark(Notes *n, const Bookmark *b, GError **error)
{
    if (n->bookmarks->len >= MOST) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOSPC, "there are %d bookmarks already", MOST);
        return false;
    }
    Bookmark *own = g_new0(Bookmark, 1);
    *own = *b;
    own->title = g_strdup(b->title);
    own->view = g_strdup(b->view);
    g_ptr_array_add(n->bookmarks, own);
    write_bookmarks(n);
    return save(n, error);
}

bool notes_remove_bookmark(Notes *n, guint i, GError **error)
{
    if (i >= n->bookmarks->len)
        return true;
    g_ptr_array_remove_index(n->bookmarks, i);
    write_bookmarks(n);
    return save(n, error);
}

/* Events are told apart by run too; the key is a word that a key file allows. */
static void key_of(Ref r, char out[80])
{
    g_snprintf(out, 80, "%s-%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT, ref_kind_name(r.kind), r.run, r.id);
}

char *notes_text(const Notes *n, Ref about)
{
    char key[80];
    key_of(about, key);
    return g_key_file_get_string(n->file, "notes", key, NULL);
}

bool notes_set_text(Notes *n, Ref about, const char *text, GError **error)
{
    char key[80];
    key_of(about, key);
    if (text && *text)
        g_key_file_set_string(n->file, "notes", key, text);
    else
        g_key_file_remove_key(n->file, "notes", key, NULL);
    return save(n, error);
}
