/* Files of older minor versions. A minor version only adds tables, and columns that may be NULL or have a default,
 * so what is missing follows from tables.def: a writer adds it, a reader uses temporary views. */
#include "trace/writer_impl.h"

/* Names of the columns the file has in `table`; empty if it has no such table. */
static GHashTable *columns_there(sqlite3 *db, const char *path, const char *table, GError **error)
{
    sqlite3_stmt *stmt = db_prepare(db, path, "SELECT name FROM pragma_table_info(?1)", error);
    if (!stmt)
        return NULL;
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    sqlite3_bind_text(stmt, 1, table, -1, SQLITE_STATIC);
    while (sqlite3_step(stmt) == SQLITE_ROW)
        g_hash_table_add(names, g_strdup((const char *)sqlite3_column_text(stmt, 0)));
    if (sqlite3_finalize(stmt) != SQLITE_OK) {
        db_fail(db, path, error);
        g_clear_pointer(&names, g_hash_table_unref);
    }
    return names;
}

/* SQL that adds what one table lacks. */
static void add_missing(GString *sql, TraceTableId id, GHashTable *there)
{
    const RowType *t = table_type(id);
    if (!g_hash_table_size(there)) {
        g_autofree char *create = schema_table(id, "CREATE TABLE");
        g_string_append(sql, create);
        return;
    }
    for (int i = 0; i < t->n_columns; i++) {
        if (g_hash_table_contains(there, t->columns[i].name))
            continue;
        g_string_append_printf(sql, "ALTER TABLE %s ADD COLUMN ", t->name);
        schema_column(sql, &t->columns[i]);
        g_string_append(sql, ";\n");
    }
}

/* SQL of a view that adds the missing columns of a table, if there are any. */
static void shadow_missing(GString *sql, TraceTableId id, GHashTable *there)
{
    const RowType *t = table_type(id);
    if (!g_hash_table_size(there)) {
        g_autofree char *create = schema_table(id, "CREATE TEMP TABLE");
        g_string_append(sql, create);
        return;
    }
    GString *view = g_string_new(NULL);
    bool missing = false;
    g_string_append_printf(view, "CREATE TEMP VIEW %s AS SELECT ", t->name);
    for (int i = 0; i < t->n_columns; i++) {
        const Column *c = &t->columns[i];
        g_string_append(view, i ? ", " : "");
        if (g_hash_table_contains(there, c->name)) {
            g_string_append(view, c->name);
            continue;
        }
        missing = true;
        if (c->kind == COLUMN_DINT || c->kind == COLUMN_INT0)
            g_string_append_printf(view, "%" G_GINT64_FORMAT " AS %s", c->value, c->name);
        else
            g_string_append_printf(view, "NULL AS %s", c->name);
    }
    if (missing)
        g_string_append_printf(sql, "%s FROM main.%s;\n", view->str, t->name);
    g_string_free(view, TRUE);
}

bool migrate_up(sqlite3 *db, const char *path, GError **error)
{
    g_autoptr(GString) sql = g_string_new(NULL);
    for (int i = 0; i < TRACE_N_TABLES; i++) {
        g_autoptr(GHashTable) there = columns_there(db, path, table_type((TraceTableId)i)->name, error);
        if (!there)
            return false;
        add_missing(sql, (TraceTableId)i, there);
    }
#define VIEW(name, doc, select) g_string_append(sql, "DROP VIEW IF EXISTS " #name ";\n");
#include "trace/views.def"
    g_autofree char *views = schema_views(false), *indexes = schema_indexes();
    g_string_append_printf(sql, "%s%sPRAGMA user_version = %d;\nUPDATE meta SET value = '%d.%d' WHERE key = 'schema';\n",
                           indexes, views, TRACE_SCHEMA_MAJOR * 100 + TRACE_SCHEMA_MINOR, TRACE_SCHEMA_MAJOR, TRACE_SCHEMA_MINOR);
    return db_exec(db, path, sql->str, error);
}

bool migrate_shadow(sqlite3 *db, const char *path, GError **error)
{
    g_autoptr(GString) sql = g_string_new(NULL);
    for (int i = 0; i < TRACE_N_TABLES; i++) {
        g_autoptr(GHashTable) there = columns_there(db, path, table_type((TraceTableId)i)->name, error);
        if (!there)
            return false;
        shadow_missing(sql, (TraceTableId)i, there);
    }
    /* The file's own views would read the tables instead of the temporary views, and say what their version said. */
    g_autofree char *views = schema_views(true);
    g_string_append(sql, views);
    return db_exec(db, path, sql->str, error);
}

/* Opens a trace exclusively, to change all of it; nothing may record into it meanwhile. */
static sqlite3 *open_ours(const char *path, int *version, FileLock **lock, GError **error)
{
    TraceFileKind kind = db_file_kind(path, error);
    if (kind == TRACE_FILE_ABSENT)
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_OPEN, "%s: no such file", path);
    else if (kind == TRACE_FILE_EMPTY)
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_FORMAT, "%s: an empty file, not a trace", path);
    if (kind != TRACE_FILE_OURS)
        return NULL;
    *lock = lock_take(path, false, error);
    sqlite3 *db = *lock ? db_open(path, SQLITE_OPEN_READWRITE, error) : NULL;
    if (db && db_check(db, path, version, error))
        return db;
    sqlite3_close(db);
    lock_release(*lock);
    return NULL;
}

bool trace_upgrade(const char *path, GError **error)
{
    int version;
    FileLock *lock;
    sqlite3 *db = open_ours(path, &version, &lock, error);
    if (!db)
        return false;
    bool ok = true;
    if (version < TRACE_SCHEMA_MAJOR * 100 + TRACE_SCHEMA_MINOR) {
        ok = db_exec(db, path, "BEGIN IMMEDIATE", error) && migrate_up(db, path, error) &&
             db_exec(db, path, "COMMIT", error);
    }
    sqlite3_close(db); /* rolls back what is open */
    lock_release(lock);
    return ok;
}

bool trace_optimize(const char *path, const TraceWatch *watch, GError **error)
{
    int version;
    FileLock *lock;
    sqlite3 *db = open_ours(path, &version, &lock, error);
    if (!db)
        return false;
    bool ok = version >= TRACE_SCHEMA_MAJOR * 100 + TRACE_SCHEMA_MINOR;
    if (!ok)
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_VERSION, "%s: its format is the older %d.%d\n  hint: shardscope upgrade converts it", path,
                    version / 100, version % 100);
    ok = ok && finish_file(&(Finish){ db, path, 1, NULL }, watch, error);
    sqlite3_close(db);
    lock_release(lock);
    return ok;
}
