/* Opens traces and reads rows. The questions are in query_*.c; all of them use reader_ask(). */
#include "trace/reader_impl.h"
#include "trace/respell.h"
#include "trace/waiting.h"
#include "trace/writer_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_ANSWER ((size_t)2 << 30) /* bytes of rows, without their texts */

/* Makes trace_coll_name and similar functions available in SQL, so that answers contain names. */
typedef const char *(*NameFn)(int64_t);

static void name_function(sqlite3_context *cx, int n, sqlite3_value **args)
{
    (void)n;
    NameFn name = *(NameFn *)sqlite3_user_data(cx);
    if (sqlite3_value_type(args[0]) == SQLITE_NULL)
        return;
    int64_t v = sqlite3_value_int64(args[0]);
    const char *s = name(v);
    if (s)
        sqlite3_result_text(cx, s, -1, SQLITE_STATIC);
    else
        sqlite3_result_int64(cx, v);
}

/* spelled(spec, text, gspmd): the one in the reader's notation. */
static void spelled_function(sqlite3_context *cx, int n, sqlite3_value **args)
{
    (void)n;
    static const int column[TRACE_N_SPELLINGS] = { [TRACE_SPELLING_JAX] = 0, [TRACE_SPELLING_SHARDY] = 1, [TRACE_SPELLING_GSPMD] = 2 };
    const TraceReader *r = sqlite3_user_data(cx);
    sqlite3_value *v = args[column[r->spelling]];
    sqlite3_result_value(cx, sqlite3_value_type(v) == SQLITE_NULL ? args[1] : v);
}

/* The one text that GSPMD has for a sharding in all meshes of the file. */
static char *gspmd_of(const char *spec, void *reader)
{
    TraceReader *r = reader;
    if (!r->gspmd)
        r->gspmd = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    const char *known = g_hash_table_lookup(r->gspmd, spec);
    if (known)
        return g_strdup(known);
    sqlite3_stmt *s = db_prepare(r->db, r->path, "SELECT min(gspmd) FROM sharding WHERE spec = ?1 HAVING min(gspmd) = max(gspmd)", NULL);
    char *out = NULL;
    if (s && sqlite3_bind_text(s, 1, spec, -1, SQLITE_STATIC) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW)
        out = g_strdup((const char *)sqlite3_column_text(s, 0));
    sqlite3_finalize(s);
    if (out)
        g_hash_table_insert(r->gspmd, g_strdup(spec), g_strdup(out));
    return out;
}

/* said(text): a sentence, the shardings in it in the reader's notation. */
static void said_function(sqlite3_context *cx, int n, sqlite3_value **args)
{
    (void)n;
    TraceReader *r = sqlite3_user_data(cx);
    const char *text = r->spelling == TRACE_SPELLING_JAX ? NULL : (const char *)sqlite3_value_text(args[0]);
    if (text && strstr(text, "P("))
        sqlite3_result_text(cx, trace_respell(text, r->spelling, gspmd_of, r), -1, g_free);
    else
        sqlite3_result_value(cx, args[0]);
}

static const char *const spelling_names[TRACE_N_SPELLINGS] = { "jax", "sdy", "gspmd" };

const char *trace_spelling_name(TraceSpelling spelling)
{
    return spelling < TRACE_N_SPELLINGS ? spelling_names[spelling] : NULL;
}

bool trace_spelling_from_name(const char *name, TraceSpelling *spelling)
{
    for (int i = 0; i < TRACE_N_SPELLINGS; i++)
        if (g_str_equal(name, spelling_names[i])) {
            *spelling = (TraceSpelling)i;
            return true;
        }
    return false;
}

static atomic_int default_spelling = TRACE_SPELLING_JAX;

void trace_default_spelling(TraceSpelling spelling)
{
    g_assert(spelling < TRACE_N_SPELLINGS);
    atomic_store(&default_spelling, (int)spelling);
}

TraceSpelling trace_spelling_now(void)
{
    return (TraceSpelling)atomic_load(&default_spelling);
}

void trace_set_spelling(TraceReader *r, TraceSpelling spelling)
{
    g_assert(spelling < TRACE_N_SPELLINGS);
    r->spelling = spelling;
}

static void add_names(sqlite3 *db)
{
    static NameFn fns[] = { trace_coll_name, trace_cause_name, trace_cat_name, trace_buffer_cat_name,
                            trace_annotation_name, trace_run_kind_name };
    static const char *const names[] = { "coll_name", "cause_name", "cat_name", "buffer_cat_name", "annotation_name", "run_kind_name" };
    G_STATIC_ASSERT(G_N_ELEMENTS(fns) == G_N_ELEMENTS(names));
    for (size_t i = 0; i < G_N_ELEMENTS(fns); i++)
        sqlite3_create_function(db, names[i], 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, &fns[i], name_function, NULL, NULL);
}

static bool readable(sqlite3 *db)
{
    return sqlite3_exec(db, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL) == SQLITE_OK;
}

static bool copy_file(const char *from, const char *to)
{
    int in = open(from, O_RDONLY | O_CLOEXEC), out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    ssize_t n = in >= 0 && out >= 0 ? 1 : -1;
    while (n > 0)
        n = copy_file_range(in, NULL, out, NULL, (size_t)1 << 30, 0);
    if (n < 0 && in >= 0 && out >= 0) { /* for example between different file systems */
        char block[1 << 16];
        if (lseek(in, 0, SEEK_SET) == 0 && lseek(out, 0, SEEK_SET) == 0)
            while ((n = read(in, block, sizeof block)) > 0 && write(out, block, (size_t)n) == n)
                ;
    }
    if (in >= 0)
        close(in);
    if (out >= 0 && close(out) != 0)
        n = -1;
    return n == 0;
}

/* Opens a trace whose recording was cut short, in a folder that cannot be written. The journal beside it (its name ends in `suffix`) contains
 * the last steps, or the pages before an unfinished change, and SQLite reads it only in a writable folder. So both files are copied to a temporary
 * folder and deleted there once they are open. */
static sqlite3 *open_copy(const char *path, const char *suffix, GError **error)
{
    g_autofree char *dir = g_dir_make_tmp("shardscope-XXXXXX", NULL);
    g_autofree char *db_copy = g_build_filename(dir ? dir : "", "t.db", NULL), *journal = g_strconcat(path, suffix, NULL),
                    *journal_copy = g_strconcat(db_copy, suffix, NULL), *shm_copy = g_strconcat(db_copy, "-shm", NULL);
    sqlite3 *db = NULL;
    if (dir && copy_file(path, db_copy) && copy_file(journal, journal_copy))
        db = db_open(db_copy, SQLITE_OPEN_READWRITE, error);
    else
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_OPEN,
                    "%s: part of the trace is in %s, which can be read neither in place, because the folder is read-only, nor as a copy in %s: %s", path, journal,
                    dir ? dir : g_get_tmp_dir(), g_strerror(errno));
    if (db)
        readable(db); /* opens all three */
    if (dir) {
        g_unlink(db_copy);
        g_unlink(journal_copy);
        g_unlink(shm_copy);
        g_rmdir(dir);
    }
    return db;
}

/* A process that was killed while it finished the file has left a journal, with which SQLite restores the state before; that
 * needs a writable connection. */
static sqlite3 *open_after_rollback(const char *path, GError **error)
{
    sqlite3 *db = db_open(path, SQLITE_OPEN_READWRITE, error);
    if (!db)
        return NULL;
    bool ok = readable(db);
    sqlite3_close(db);
    return ok ? db_open(path, SQLITE_OPEN_READONLY, error) : open_copy(path, "-journal", error);
}

/* A file that another process has in WAL mode needs that mode's files beside it; where they cannot be made (a read-only
 * folder), the main file alone is read, which holds everything a finished trace has. */
sqlite3 *db_open_read_only(const char *path, GError **error)
{
    waiting_look(path);
    sqlite3 *db = db_open(path, SQLITE_OPEN_READONLY, error);
    if (!db || readable(db))
        return db;
    if (sqlite3_extended_errcode(db) == SQLITE_READONLY_ROLLBACK) {
        sqlite3_close(db);
        return open_after_rollback(path, error);
    }
    int rc = sqlite3_errcode(db);
    if (rc != SQLITE_CANTOPEN && rc != SQLITE_READONLY)
        return db; /* db_check will report what is wrong */
    g_autofree char *wal = g_strconcat(path, "-wal", NULL);
    GStatBuf st;
    if (g_stat(wal, &st) == 0 && st.st_size > 0) {
        sqlite3_close(db);
        return open_copy(path, "-wal", error);
    }
    g_autofree char *whole = g_canonicalize_filename(path, NULL);
    g_autofree char *uri = g_filename_to_uri(whole, NULL, NULL);
    if (!uri)
        return db;
    sqlite3_close(db);
    g_autofree char *immutable = g_strconcat(uri, "?immutable=1", NULL);
    return db_open(immutable, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, error);
}

TraceReader *trace_open(const char *path, GError **error)
{
    TraceFileKind kind = db_file_kind(path, error);
    if (kind == TRACE_FILE_ABSENT)
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_OPEN, "%s: no such file", path);
    else if (kind == TRACE_FILE_EMPTY)
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_FORMAT, "%s: an empty file, not a trace", path);
    if (kind != TRACE_FILE_OURS)
        return NULL;
    TraceReader *r = g_new0(TraceReader, 1);
    r->path = g_strdup(path);
    r->spelling = (TraceSpelling)atomic_load(&default_spelling);
    r->db = db_open_read_only(path, error);
    if (r->db && db_file_kind(path, NULL) == TRACE_FILE_EMPTY) { /* killed while it was made */
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_FORMAT, "%s: an empty file, not a trace", path);
        g_clear_pointer(&r->db, sqlite3_close);
    }
    if (!r->db || !db_check(r->db, path, &r->version, error) ||
        (r->version < TRACE_SCHEMA_MAJOR * 100 + TRACE_SCHEMA_MINOR && !migrate_shadow(r->db, path, error)) ||
        !db_exec(r->db, path, "PRAGMA query_only = 1; PRAGMA mmap_size = 134217728", error)) {
        trace_close(r);
        return NULL;
    }
    add_names(r->db);
    sqlite3_create_function(r->db, "spelled", 3, SQLITE_UTF8, r, spelled_function, NULL, NULL);
    sqlite3_create_function(r->db, "said", 1, SQLITE_UTF8, r, said_function, NULL, NULL);
    r->links = links_new();
    sqlite3_create_function(r->db, "links", 2, SQLITE_UTF8, r->links, links_function, NULL, NULL);
    return r;
}

char *trace_damage(TraceReader *r)
{
    static const char size[] = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
    return db_int(r->db, size, NULL, 0, 0) <= TRACE_LOOKED_THROUGH ? db_damage(r->db) : NULL;
}

void trace_close(TraceReader *r)
{
    if (!r)
        return;
    sqlite3_close(r->db);
    g_free(r->path);
    g_clear_pointer(&r->gspmd, g_hash_table_unref);
    g_clear_pointer(&r->parts, g_hash_table_unref);
    links_free(r->links);
    g_free(r);
}

const char *trace_path(const TraceReader *r)
{
    return r->path;
}

bool trace_is_finished(const TraceReader *r)
{
    return db_int(r->db, "SELECT value FROM meta WHERE key = 'finalized'", NULL, 0, 0) == 1;
}

int trace_version(const TraceReader *r)
{
    return r->version;
}

int64_t trace_data_version(TraceReader *r)
{
    return db_int(r->db, "PRAGMA data_version", NULL, 0, 0);
}

void trace_interrupt(TraceReader *r)
{
    sqlite3_interrupt(r->db);
}

GArray *reader_ask(TraceReader *r, const RowType *type, const char *sql, const int64_t *args, int n_args, GError **error)
{
    sqlite3_stmt *stmt = db_prepare(r->db, r->path, sql, error);
    if (!stmt)
        return NULL;
    g_assert(sqlite3_column_count(stmt) == type->n_columns);
    for (int i = 0; i < MIN(n_args, sqlite3_bind_parameter_count(stmt)); i++)
        sqlite3_bind_int64(stmt, i + 1, args[i]);
    GArray *rows = g_array_new(FALSE, TRUE, (guint)type->size);
    g_array_set_clear_func(rows, type->clear);
    guint most = (guint)(MAX_ANSWER / type->size);
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        if (rows->len >= most) { /* in a damaged file, tables without keys could make joins very large */
            g_set_error(error, TRACE_ERROR, TRACE_ERROR_FORMAT, "%s: the query has more than %u result rows, too many to read at once", r->path, most);
            g_clear_pointer(&rows, g_array_unref);
            break;
        }
        g_array_set_size(rows, rows->len + 1);
        row_read(stmt, type, rows->data + (size_t)(rows->len - 1) * type->size);
    }
    if (sqlite3_finalize(stmt) != SQLITE_OK && rows) {
        db_fail(r->db, r->path, error);
        g_clear_pointer(&rows, g_array_unref);
    }
    return rows;
}

GArray *trace_read_rows(TraceReader *r, TraceTableId table, const char *tail, const int64_t *args, int n_args,
                        GError **error)
{
    const RowType *t = table_type(table);
    g_autofree char *columns = schema_columns(t);
    g_autofree char *sql = g_strdup_printf("SELECT %s FROM %s %s", columns, t->name, tail ? tail : "");
    return reader_ask(r, t, sql, args, n_args, error);
}
