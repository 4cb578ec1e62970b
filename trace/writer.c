/* Writes rows: opening files, prepared inserts, transactions, finishing. trace_put_row() is the central function. Shared
 * values are in intern.c, events of threads in lane.c, derived tables in derived.c. */
#include "trace/events.h"
#include "trace/waiting.h"
#include "trace/writer_impl.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

void writer_fail(TraceWriter *w)
{
    db_fail(w->db, w->path, &w->failed);
}

void writer_begin(TraceWriter *w)
{
    if (w->in_transaction || w->failed)
        return;
    if (db_exec(w->db, w->path, "BEGIN IMMEDIATE", &w->failed))
        w->in_transaction = true;
}

void writer_commit(TraceWriter *w)
{
    if (!w->in_transaction)
        return;
    if (!w->failed)
        writer_flush(w);
    if (w->failed || !db_exec(w->db, w->path, "COMMIT", &w->failed))
        sqlite3_exec(w->db, "ROLLBACK", NULL, NULL, NULL);
    w->in_transaction = false;
    w->n_rows = 0;
}

bool trace_commit(TraceWriter *w, GError **error)
{
    trace_wait(w);
    if (!w)
        return true;
    steps_flush(w);
    writer_commit(w);
    if (!w->failed)
        return true;
    if (error && !*error)
        *error = writer_error(w);
    return false;
}

GError *writer_error(const TraceWriter *w)
{
    GError *error = g_error_copy(w->failed);
    if (w->lanes->len) {
        g_autofree char *message = g_steal_pointer(&error->message);
        error->message = w->has_kept ? g_strdup_printf("%s; the steps up to number %" G_GINT64_FORMAT " are kept", message, w->kept_step)
                                     : g_strdup_printf("%s; no step of this run is kept", message);
    }
    return error;
}

/* ---- opening ---- */

/* The first job: making 60 tables takes as long as compiling a small program, which continues meanwhile. */
static void create_tables(TraceWriter *w, void *unused)
{
    (void)unused;
    g_autofree char *tables = schema_tables();
    g_autofree char *views = schema_views(false);
    g_autofree char *sql = g_strdup_printf(
        "PRAGMA page_size = 8192; PRAGMA synchronous = OFF; " WRITER_ROOM /* the file contains nothing yet that could be lost */
        "BEGIN IMMEDIATE; PRAGMA application_id = %d; %s %s PRAGMA user_version = %d; COMMIT; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;",
        TRACE_APPLICATION_ID, tables, views, TRACE_SCHEMA_MAJOR * 100 + TRACE_SCHEMA_MINOR);
    if (!db_exec(w->db, w->path, sql, &w->failed))
        return;
    struct utsname host;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    g_autofree char *os = uname(&host) == 0 ? g_strdup_printf("%s %s", host.sysname, host.release) : NULL;
    g_autofree char *version = g_strdup_printf("%d.%d", TRACE_SCHEMA_MAJOR, TRACE_SCHEMA_MINOR);
    trace_put_fact(w, "schema", (TraceAny){ TRACE_ANY_TEXT, .text = version });
    trace_put_fact(w, "created_ns", (TraceAny){ TRACE_ANY_INT, .i = now.tv_sec * INT64_C(1000000000) + now.tv_nsec });
    trace_put_fact(w, "finalized", (TraceAny){ TRACE_ANY_INT, .i = 0 });
    trace_put_fact(w, "units_note", (TraceAny){ TRACE_ANY_TEXT, .text = "times in ns since the start of the run, sizes in bytes on one device" });
    if (os)
        trace_put_fact(w, "host_os", (TraceAny){ TRACE_ANY_TEXT, .text = os });
    trace_commit(w, NULL);
}

/* A trace of this format. */
static bool is_current(sqlite3 *db, const char *path, GError **error)
{
    int version;
    if (!db_check(db, path, &version, error))
        return false;
    if (version == TRACE_SCHEMA_MAJOR * 100 + TRACE_SCHEMA_MINOR)
        return true;
    g_set_error(error, TRACE_ERROR, TRACE_ERROR_VERSION, "%s: its format is %d.%d, but runs can only be added to format %d.%d\n  hint: shardscope upgrade converts older traces", path,
                version / 100, version % 100, TRACE_SCHEMA_MAJOR, TRACE_SCHEMA_MINOR);
    return false;
}

bool trace_can_add(const char *path, GError **error)
{
    TraceFileKind kind = db_file_kind(path, error);
    if (kind == TRACE_FILE_FOREIGN)
        g_prefix_error(error, "cannot record into ");
    if (kind != TRACE_FILE_OURS)
        return kind != TRACE_FILE_FOREIGN;
    sqlite3 *db = db_open_read_only(path, error);
    bool ok = db && is_current(db, path, error);
    sqlite3_close(db);
    return ok;
}

/* SQLite waits for others where a transaction begins, but not where the journal's mode changes: so the one goes before the other. */
static bool enter_wal(TraceWriter *w, GError **error)
{
    enum { MAX_TRIES = 20 };
    for (int i = 1;; i++) {
        if (!db_exec(w->db, w->path, "BEGIN EXCLUSIVE; COMMIT", error))
            return false;
        if (db_exec(w->db, w->path, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; " WRITER_ROOM, error))
            return true;
        if (i == MAX_TRIES || (sqlite3_errcode(w->db) & 0xff) != SQLITE_BUSY)
            return false;
        g_clear_error(error);
    }
}

static bool reopen(TraceWriter *w, GError **error)
{
    if (!is_current(w->db, w->path, error) || !enter_wal(w, error))
        return false;
    bool finished = db_int(w->db, "SELECT value FROM meta WHERE key = 'finalized'", NULL, 0, 0) == 1;
    /* Recorders before 1.8 stored events before the rows that they refer to; if they were killed, ids were left over that a new run would use again. */
    if (!finished && !db_exec(w->db, w->path,
                              "UPDATE event SET exec_id = NULL WHERE exec_id > (SELECT COALESCE(max(id), 0) FROM exec);"
                              "UPDATE event SET coll_id = NULL WHERE coll_id > (SELECT COALESCE(max(id), 0) FROM coll_exec)", error))
        return false;
    w->grown = true;
    w->first_run = finished ? 1 + db_int(w->db, "SELECT max(id) FROM run", NULL, 0, 0) : 1;
    trace_put_fact(w, "finalized", (TraceAny){ TRACE_ANY_INT, .i = 0 });
    if (!finished)
        waiting_recover(w);
    return trace_commit(w, error);
}

/* SQLite opens a read-only file without an error. */
static bool may_write(TraceWriter *w, GError **error)
{
    if (sqlite3_db_readonly(w->db, "main") != 1)
        return true;
    g_set_error(error, TRACE_ERROR, TRACE_ERROR_OPEN, "%s: the file is read-only", w->path);
    return false;
}

TraceWriter *trace_writer_new(const char *path, GError **error)
{
    TraceFileKind kind = db_file_kind(path, error);
    if (kind == TRACE_FILE_FOREIGN) {
        g_prefix_error(error, "cannot record into ");
        return NULL;
    }
    FileLock *lock = lock_take(path, true, error);
    kind = lock ? db_file_kind(path, error) : TRACE_FILE_FOREIGN; /* again: it may have changed before it was locked */
    if (kind == TRACE_FILE_FOREIGN) {
        g_prefix_error(error, "cannot record into ");
        lock_release(lock);
        return NULL;
    }
    TraceWriter *w = g_new0(TraceWriter, 1);
    w->lock = lock;
    w->path = g_strdup(path);
    w->first_run = 1;
    intern_init(w);
    lanes_init(w);
    w->db = db_open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
    if (w->db && kind == TRACE_FILE_OURS && db_int(w->db, "PRAGMA page_count", NULL, 0, 1) == 0)
        kind = TRACE_FILE_EMPTY; /* its recorder was killed while it made the file: SQLite has undone that */
    if (w->db)
        sqlite3_busy_timeout(w->db, PATIENCE_MS);
    bool ok = w->db && (kind == TRACE_FILE_OURS ? reopen(w, error) : may_write(w, error));
    if (!ok)
        g_clear_pointer(&w, trace_writer_free);
    else if (kind != TRACE_FILE_OURS)
        trace_later(w, create_tables, NULL, NULL);
    return w;
}

void trace_index(TraceWriter *w)
{
    trace_wait(w);
    if (!w || w->failed)
        return;
    writer_begin(w);
    writer_flush(w);
    g_autofree char *indexes = schema_indexes();
    if (!w->failed)
        db_exec(w->db, w->path, indexes, &w->failed);
}

static void finalize_statements(TraceWriter *w)
{
    for (int i = 0; i < TRACE_N_TABLES; i++) {
        g_clear_pointer(&w->batch[i], batch_free);
        g_clear_pointer(&w->update[i], sqlite3_finalize);
    }
    g_clear_pointer(&w->find_str, sqlite3_finalize);
    g_clear_pointer(&w->find_blob, sqlite3_finalize);
    g_clear_pointer(&w->find_sharding, sqlite3_finalize);
    g_clear_pointer(&w->find_groups, sqlite3_finalize);
}

void trace_writer_free(TraceWriter *w)
{
    if (!w)
        return;
    trace_wait(w);
    steps_flush(w);
    later_end(w);
    writer_commit(w);
    lanes_clear(w);
    waiting_close(w->waiting);
    finalize_statements(w);
    event_set_free(w->events);
    intern_clear(w);
    sqlite3_close(w->db);
    lock_release(w->lock); /* after SQLite has closed it: see lock.c */
    g_clear_error(&w->failed);
    g_free(w->path);
    g_free(w);
}

/* Needs exclusive access, which fails if another process has the file open. */
static bool holds_no_run(sqlite3 *db)
{
    sqlite3_busy_timeout(db, 0);
    if (sqlite3_exec(db, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE", NULL, NULL, NULL) != SQLITE_OK)
        return false;
    return db_int(db, "SELECT count(*) FROM sqlite_master WHERE name = 'run'", NULL, 0, 1) == 0 ||
           db_int(db, "SELECT count(*) FROM run", NULL, 0, 1) == 0;
}

/* On a disk without any room SQLite cannot even take its lock: then there are no bytes in the file, nor in its journal. */
static bool holds_nothing(const char *path)
{
    g_autofree char *journal = g_strconcat(path, "-wal", NULL);
    GStatBuf file;
    return g_stat(path, &file) == 0 && file.st_size == 0 && (g_stat(journal, &file) != 0 || file.st_size == 0);
}

/* A file that was made here, and in which no run came to be, is not left behind. */
static void drop_empty(TraceWriter *w)
{
    if (lock_made_file(w->lock) && (holds_nothing(w->path) || holds_no_run(w->db)))
        unlink(w->path); /* under the lock; SQLite removes its journal when it closes */
}

void trace_writer_give_up(TraceWriter *w)
{
    if (w && lock_made_file(w->lock)) {
        trace_wait(w);
        steps_flush(w);
        later_end(w);
        writer_commit(w);
        finalize_statements(w);
        drop_empty(w);
    }
    trace_writer_free(w);
}

bool trace_writer_finish(TraceWriter *w, GError **error)
{
    return trace_writer_finish_watched(w, NULL, error);
}

bool trace_writer_finish_watched(TraceWriter *w, const TraceWatch *watch, GError **error)
{
    if (!w)
        return true;
    trace_wait(w);
    steps_flush(w);
    later_end(w);
    lanes_close(w);
    bool ok = trace_commit(w, error);
    finalize_statements(w);
    ok = ok && finish_file(&(Finish){ w->db, w->path, w->first_run, w->events }, watch, error);
    if (!ok)
        drop_empty(w);
    trace_writer_free(w);
    return ok;
}

/* ---- rows ---- */

static Batch *batch_of(TraceWriter *w, TraceTableId table)
{
    if (!w->batch[table])
        w->batch[table] = batch_new(w->db, w->path, table_type(table), &w->failed);
    return w->batch[table];
}

/* An error for a refused row names its table. */
static void refuse(TraceWriter *w, const RowType *t)
{
    writer_fail(w);
    g_prefix_error(&w->failed, "storing a row of \"%s\" in ", t->name);
}

static void store(TraceWriter *w, TraceTableId table)
{
    if (w->batch[table] && !batch_store(w->batch[table]) && !w->failed)
        refuse(w, table_type(table));
}

void writer_flush(TraceWriter *w)
{
    for (int i = 0; i < TRACE_N_TABLES; i++)
        store(w, (TraceTableId)i);
}

/* The same id that SQLite would choose: one more than the largest. */
static int64_t next_id(TraceWriter *w, TraceTableId table, int64_t asked)
{
    int64_t *last = &w->last_id[table];
    if (!*last) {
        g_autofree char *sql = g_strdup_printf("SELECT max(%s) FROM %s", table_type(table)->columns[0].name, table_type(table)->name);
        *last = db_int(w->db, sql, NULL, 0, 0);
    }
    int64_t id = asked ? asked : *last + 1;
    *last = MAX(*last, id);
    return id;
}

int64_t trace_put_row(TraceWriter *w, TraceTableId table, const void *row)
{
    trace_wait(w);
    if (!w || w->failed)
        return 0;
    if (w->n_rows >= (later_is_job(w) ? JOB_COMMIT_ROWS : COMMIT_ROWS) && !w->hold_commit)
        writer_commit(w);
    writer_begin(w);
    const RowType *t = table_type(table);
    Batch *batch = batch_of(w, table);
    if (w->failed)
        return 0;
    TraceEvent event;
    if (table == TRACE_TABLE_event) {
        event = *(const TraceEvent *)row;
        event.szc = trace_size_class(event.dur_ns);
        row = &event;
    }
    int64_t *mine;
    const char *missing = batch_add(batch, row, &mine);
    if (missing) {
        g_set_error(&w->failed, TRACE_ERROR, TRACE_ERROR_SQL, "storing a row of \"%s\" in %s: %s is not there", t->name, w->path, missing);
        return 0;
    }
    int64_t id = 1;
    if (t->columns[0].kind == COLUMN_KEY)
        id = *mine = next_id(w, table, *mine);
    else if (t->columns[0].kind == COLUMN_KREF)
        id = *mine;
    w->n_rows++;
    if (table == TRACE_TABLE_inst)
        g_hash_table_insert(w->inst_names, GSIZE_TO_POINTER(id), GSIZE_TO_POINTER(((const TraceInst *)row)->name_id));
    if (batch_is_full(batch) || table == TRACE_TABLE_blob) /* a text of the program is large, and its row is searched for */
        store(w, table);
    return w->failed ? 0 : id;
}

int64_t trace_reserve(TraceWriter *w, TraceTableId table, int64_t n)
{
    trace_wait(w);
    if (!w || w->failed || n < 1)
        return 0;
    writer_begin(w);
    int64_t first = next_id(w, table, 0);
    w->last_id[table] = first + n - 1;
    return first;
}

EventSet *writer_events(TraceWriter *w)
{
    if (w && !w->events)
        w->events = event_set_new();
    return w ? w->events : NULL;
}

/* Runs a bound statement; an error for a refused row names its table. */
static void run(TraceWriter *w, sqlite3_stmt *stmt, const RowType *t)
{
    if (sqlite3_step(stmt) != SQLITE_DONE && !w->failed)
        refuse(w, t);
    sqlite3_reset(stmt);
    sqlite3_clear_bindings(stmt);
}

void trace_set_row(TraceWriter *w, TraceTableId table, const void *row)
{
    trace_wait(w);
    const RowType *t = table_type(table);
    g_assert(t->columns[0].kind == COLUMN_KEY || t->columns[0].kind == COLUMN_KREF);
    if (!w || w->failed)
        return;
    writer_begin(w);
    store(w, table);
    if (!w->update[table]) {
        GString *sql = g_string_new(NULL);
        g_string_append_printf(sql, "UPDATE %s SET ", t->name);
        for (int i = 1; i < t->n_columns; i++)
            g_string_append_printf(sql, "%s%s = ?%d", i > 1 ? ", " : "", t->columns[i].name, i + 1);
        g_string_append_printf(sql, " WHERE %s = ?1", t->columns[0].name);
        w->update[table] = db_prepare(w->db, w->path, sql->str, &w->failed);
        g_string_free(sql, TRUE);
    }
    if (w->failed)
        return;
    if (row_bind(w->update[table], t, row) == SQLITE_OK)
        run(w, w->update[table], t);
    else
        writer_fail(w);
}

void trace_end_run(TraceWriter *w, int64_t run_id, int64_t end_ns)
{
    trace_wait(w);
    if (!w || w->failed)
        return;
    writer_begin(w);
    writer_flush(w);
    g_autofree char *sql = g_strdup_printf("UPDATE run SET end_ns = %" G_GINT64_FORMAT " WHERE id = %" G_GINT64_FORMAT,
                                           end_ns, run_id);
    db_exec(w->db, w->path, sql, &w->failed);
}

void trace_cut_run(TraceWriter *w, int64_t run_id, const char *why)
{
    steps_cut(w, run_id, why);
    trace_wait(w);
    if (!w || w->failed)
        return;
    writer_begin(w);
    writer_flush(w);
    sqlite3_stmt *stmt = db_prepare(w->db, w->path, "UPDATE run SET cut_short = ?1 WHERE id = ?2", &w->failed);
    if (!stmt)
        return;
    sqlite3_bind_text(stmt, 1, why, -1, SQLITE_STATIC);
    sqlite3_bind_int64(stmt, 2, run_id);
    if (sqlite3_step(stmt) != SQLITE_DONE)
        writer_fail(w);
    sqlite3_finalize(stmt);
}

void trace_set_remedy_run(TraceWriter *w, int64_t remedy_id, int64_t run_id)
{
    trace_wait(w);
    if (!w || w->failed)
        return;
    writer_begin(w);
    writer_flush(w);
    g_autofree char *sql = g_strdup_printf("UPDATE remedy SET try_run = %" G_GINT64_FORMAT " WHERE id = %" G_GINT64_FORMAT, run_id, remedy_id);
    db_exec(w->db, w->path, sql, &w->failed);
}

void trace_set_host(TraceWriter *w, const TraceHost *host)
{
    trace_set_row(w, TRACE_TABLE_host, host);
}

void trace_put_fact(TraceWriter *w, const char *key, TraceAny value)
{
    trace_wait(w);
    if (!w || w->failed)
        return;
    writer_begin(w);
    sqlite3_stmt *stmt = db_prepare(w->db, w->path, "INSERT OR REPLACE INTO meta(key, value) VALUES(?, ?)", &w->failed);
    if (!stmt)
        return;
    row_bind(stmt, table_type(TRACE_TABLE_meta), &(TraceMeta){ .key = key, .value = value });
    if (sqlite3_step(stmt) != SQLITE_DONE)
        writer_fail(w);
    sqlite3_finalize(stmt);
}
