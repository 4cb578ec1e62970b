/* SQLite files of other profilers: Nsight Systems (nsys.c) and rocprofv3 (rocpd.c). */
#include <string.h>

#include "trace/db.h"
#include "trace/import/sqlite_rows.h"

char *foreign_table(const Foreign *f, const char *name)
{
    sqlite3_stmt *stmt;
    char *out = NULL;
    if (sqlite3_prepare_v2(f->db, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND (name = ?1 OR substr(name, 1, length(?1) + 1) = ?1 || '_') ORDER BY length(name) LIMIT 1", -1, &stmt, NULL) != SQLITE_OK)
        return NULL;
    sqlite3_bind_text(stmt, 1, name, -1, SQLITE_STATIC);
    if (sqlite3_step(stmt) == SQLITE_ROW)
        out = g_strdup(foreign_text(stmt, 0));
    sqlite3_finalize(stmt);
    return out;
}

bool foreign_has(const Foreign *f, const char *name)
{
    g_autofree char *table = foreign_table(f, name);
    return table != NULL;
}

bool foreign_has_column(const Foreign *f, const char *table, const char *column)
{
    sqlite3_stmt *stmt;
    bool have = false;
    if (sqlite3_prepare_v2(f->db, "SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2", -1, &stmt, NULL) != SQLITE_OK)
        return false;
    sqlite3_bind_text(stmt, 1, table, -1, SQLITE_STATIC);
    sqlite3_bind_text(stmt, 2, column, -1, SQLITE_STATIC);
    have = sqlite3_step(stmt) == SQLITE_ROW;
    sqlite3_finalize(stmt);
    return have;
}

char *foreign_column(const Foreign *f, const char *table, const char *alias, const char *column, const char *other)
{
    if (!foreign_has_column(f, table, column))
        return g_strdup(other);
    return *alias ? g_strdup_printf("%s.\"%s\"", alias, column) : g_strdup_printf("\"%s\"", column);
}

void foreign_failed(Foreign *f)
{
    f->damaged = true;
    import_note(f->tracks->run, 2, "query_failed", 1, "tables cannot be read: %s", sqlite3_errmsg(f->db));
}

sqlite3_stmt *foreign_ask(Foreign *f, const char *sql)
{
    sqlite3_stmt *stmt = NULL;
    if (sqlite3_prepare_v2(f->db, sql, -1, &stmt, NULL) != SQLITE_OK)
        foreign_failed(f);
    return stmt;
}

bool foreign_next(Foreign *f, sqlite3_stmt *stmt)
{
    int rc = stmt ? sqlite3_step(stmt) : SQLITE_DONE;
    if (rc == SQLITE_ROW)
        return true;
    if (rc != SQLITE_DONE)
        foreign_failed(f);
    sqlite3_finalize(stmt);
    return false;
}

bool foreign_next_timed(Foreign *f, sqlite3_stmt *stmt)
{
    ImportRun *r = f->tracks->run;
    while (foreign_next(f, stmt)) {
        int type = sqlite3_column_type(stmt, 0);
        if (type == SQLITE_INTEGER || type == SQLITE_FLOAT)
            return true;
        r->n_seen++;
        r->n_left++;
        import_note(r, 2, "no_time", 1, "rows do not say when they were, so they are left out");
    }
    return false;
}

int64_t foreign_count(Foreign *f, const char *table)
{
    g_autofree char *sql = g_strdup_printf("SELECT count(*) FROM \"%s\"", table);
    sqlite3_stmt *q = foreign_ask(f, sql);
    int64_t n = 0;
    while (foreign_next(f, q))
        n = sqlite3_column_int64(q, 0);
    return n;
}

const char *foreign_text(sqlite3_stmt *stmt, int column)
{
    const char *s = (const char *)sqlite3_column_text(stmt, column);
    return s ? s : "";
}

enum { STEPS_A_TICK = 1000000 }; /* of SQLite's machine, which needs some hundred for a row */

/* Views may be made so that they never end. */
static int tick(void *left)
{
    return --*(int64_t *)left < 0;
}

/* Where the trees of tables and indexes begin. */
static GArray *roots_of(const Foreign *f)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    sqlite3_stmt *q;
    if (sqlite3_prepare_v2(f->db, "SELECT rootpage FROM sqlite_master WHERE rootpage > 0", -1, &q, NULL) != SQLITE_OK)
        return out;
    while (sqlite3_step(q) == SQLITE_ROW)
        g_array_append_val(out, ((uint32_t){ (uint32_t)sqlite3_column_int64(q, 0) }));
    sqlite3_finalize(q);
    return out;
}

/* Bits that flipped in the file's structure: rows behind them may be missing without an error of any query. What is wrong within a number or a name cannot be told. */
static void look_through(Foreign *f)
{
    g_autoptr(GArray) roots = roots_of(f);
    if (f->pages && sqlite_pages_intact(f->pages, (const uint32_t *)roots->data, (int)roots->len))
        return;
    g_autofree char *wrong = db_damage(f->db);
    if (!wrong)
        return;
    f->damaged = true;
    import_note(f->tracks->run, 2, "damaged", 1, "the database is damaged, and rows of it may be missing: %s", wrong);
}

Tracks *sqlite_read(ImportRun *r, ImportSource *s, GError **error)
{
    Foreign f = { .tracks = NULL };
    int64_t ticks = 50 + s->file_size / 1000;
    if (sqlite3_open_v2(s->path, &f.db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_OPEN, "%s: %s", s->path, sqlite3_errmsg(f.db));
        sqlite3_close(f.db);
        return NULL;
    }
    sqlite3_progress_handler(f.db, STEPS_A_TICK, tick, &ticks);
    sqlite3_exec(f.db, "PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON", NULL, NULL, NULL); /* reads files that are shorter than they say; damage is noticed */
    bool is_rocpd = foreign_has(&f, "rocpd_kernel_dispatch") || foreign_has(&f, "rocpd_region"), is_nsys = foreign_has(&f, "StringIds") || foreign_has(&f, "CUPTI_ACTIVITY_KIND_KERNEL");
    if (is_rocpd || is_nsys) {
        f.tracks = tracks_new(r);
        f.pages = sqlite_pages_open(s->path);
        f.tracks->kind = is_rocpd ? "rocpd" : "nsys";
        look_through(&f);
        if (is_rocpd)
            rocpd_read(&f);
        else
            nsys_read(&f);
        f.tracks->damaged = f.damaged;
        sqlite_pages_free(f.pages);
    } else {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_FORMAT, "%s: a database that is neither of Nsight Systems nor of rocprofv3%s", s->path,
                    sqlite3_errcode(f.db) == SQLITE_OK || sqlite3_errcode(f.db) == SQLITE_DONE ? "" : ", or a damaged one");
    }
    sqlite3_close(f.db);
    return f.tracks;
}
