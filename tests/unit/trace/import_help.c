#include "tests/unit/trace/import_help.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

void set_up(Fixture *f, gconstpointer data)
{
    (void)data;
    f->folder = g_dir_make_tmp("shardscope-import-XXXXXX", NULL);
    f->db = g_build_filename(f->folder, "x.db", NULL);
    f->said = g_string_new(NULL);
}

void tear_down(Fixture *f, gconstpointer data)
{
    (void)data;
    GDir *dir = g_dir_open(f->folder, 0, NULL);
    const char *name;
    while ((name = g_dir_read_name(dir))) {
        g_autofree char *path = g_build_filename(f->folder, name, NULL);
        g_unlink(path);
    }
    g_dir_close(dir);
    g_rmdir(f->folder);
    g_free(f->folder);
    g_free(f->db);
    g_string_free(f->said, TRUE);
}

static void tell(void *user, const char *line)
{
    g_string_append_printf(((Fixture *)user)->said, "%s\n", line);
}

char *save(const Fixture *f, const char *name, const char *bytes, gsize n)
{
    char *path = g_build_filename(f->folder, name, NULL);
    g_assert_true(g_file_set_contents(path, bytes, (gssize)n, NULL));
    return path;
}

bool import_paths(Fixture *f, const char *const *paths, int n, const char *db, GError **error)
{
    g_unlink(db);
    g_string_truncate(f->said, 0);
    TraceWriter *w = trace_writer_new(db, error);
    g_assert_nonnull(w);
    TraceImportOptions o = { .paths = paths, .n_paths = n, .tell = tell, .user = f };
    if (trace_import(w, &o, &f->done, error))
        return trace_writer_finish(w, error);
    trace_writer_give_up(w);
    return false;
}

void import_one(Fixture *f, const char *path)
{
    GError *error = NULL;
    bool ok = import_paths(f, &path, 1, f->db, &error);
    g_assert_no_error(error);
    g_assert_true(ok);
}

char *ask(const char *path, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *stmt;
    g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), ==, SQLITE_OK);
    char *out = sqlite3_step(stmt) == SQLITE_ROW ? g_strdup((const char *)sqlite3_column_text(stmt, 0)) : NULL;
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return out;
}

void check_file(const Fixture *f)
{
    EXPECT(f, "PRAGMA integrity_check", "ok");
    EXPECT(f, "SELECT count(*) FROM pragma_foreign_key_check", "0");
    EXPECT(f, "SELECT count(*) FROM event a JOIN event b ON b.lane_id = a.lane_id AND b.depth = a.depth AND b.id <> a.id AND b.start_ns >= a.start_ns"
              " AND b.start_ns < a.start_ns + a.dur_ns WHERE a.dur_ns > 0 AND b.dur_ns > 0", "0");
}
