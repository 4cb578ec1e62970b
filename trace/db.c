/* SQLite with the trace library's errors. */
#include "trace/db.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

G_DEFINE_QUARK(trace-error-quark, trace_error)

/* True if a file that SQLite writes for `path` has reached the process's limit of file sizes. */
static bool at_limit(const char *path)
{
    static const char *const suffixes[] = { "", "-wal", "-journal", "-shm" };
    enum { MOST_WRITTEN_AT_ONCE = 1 << 17 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return false;
    for (size_t i = 0; i < G_N_ELEMENTS(suffixes); i++) {
        g_autofree char *file = g_strconcat(path, suffixes[i], NULL);
        struct stat st;
        if (stat(file, &st) == 0 && (rlim_t)st.st_size + MOST_WRITTEN_AT_ONCE > limit.rlim_cur)
            return true;
    }
    return false;
}

/* "no room is left: 0 B free in /tmp", or NULL if the last call failed for another reason. The system's error number cannot be used, since
 * SQLite may have made other system calls since the write. */
static char *no_room(sqlite3 *db, const char *path)
{
    int rc = sqlite3_errcode(db), number = sqlite3_system_errno(db);
    bool limit = rc == SQLITE_IOERR && (number == EFBIG || at_limit(path));
    if (rc != SQLITE_FULL && !limit && !(rc == SQLITE_IOERR && (number == ENOSPC || number == EDQUOT)))
        return NULL;
    struct statvfs fs;
    g_autofree char *dir = g_path_get_dirname(path), *free_text = NULL;
    if (statvfs(dir, &fs) == 0)
        free_text = g_format_size_full((guint64)fs.f_bavail * fs.f_frsize, G_FORMAT_SIZE_IEC_UNITS);
    return g_strdup_printf("%s: %s free in %s", limit ? "the file has reached the size limit of this process or of the file system" : "the disk is full",
                           free_text ? free_text : "?", dir);
}

bool db_fail(sqlite3 *db, const char *path, GError **error)
{
    g_autofree char *full = no_room(db, path);
    if (full) {
        if (error && !*error)
            g_set_error(error, TRACE_ERROR, TRACE_ERROR_SQL, "%s: %s", path, full);
        return false;
    }
    int rc = sqlite3_errcode(db);
    bool damaged = rc == SQLITE_NOTADB || rc == SQLITE_CORRUPT;
    if (error && !*error)
        g_set_error(error, TRACE_ERROR, damaged ? TRACE_ERROR_FORMAT : TRACE_ERROR_SQL, "%s: %s", path,
                    rc == SQLITE_NOTADB ? "not a database" : sqlite3_errmsg(db));
    return false;
}

/* Turns off SQLite's memory statistics, which take a lock at each allocation and are not used here. SQLite refuses this without harm if
 * the process has used it before. */
static void configure(void)
{
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

sqlite3 *db_open(const char *path, int flags, GError **error)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, configure);
    /* SQLite does not treat ":memory:" and, depending on its build, "file:..." as names of files. */
    g_autofree char *plain = path[0] == '/' || flags & SQLITE_OPEN_URI ? g_strdup(path) : g_strconcat("./", path, NULL);
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(plain, &db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_OPEN, "%s: %s", path, db ? sqlite3_errmsg(db) : "out of memory");
        sqlite3_close(db);
        return NULL;
    }
    sqlite3_busy_timeout(db, 5000);
    return db;
}

TraceFileKind db_file_kind(const char *path, GError **error)
{
    struct stat st;
    if (!*path) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_OPEN, "'': the trace's file name is empty");
        return TRACE_FILE_FOREIGN;
    }
    if (stat(path, &st) != 0) {
        if (errno == ENOENT)
            return TRACE_FILE_ABSENT;
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_OPEN, "%s: %s", path, g_strerror(errno));
        return TRACE_FILE_FOREIGN;
    }
    if (!S_ISREG(st.st_mode)) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_FORMAT, "%s: not a file", path);
        return TRACE_FILE_FOREIGN;
    }
    if (st.st_size == 0)
        return TRACE_FILE_EMPTY;
    /* The header of an SQLite file: 16 bytes of name; application_id, big-endian, at 68. */
    unsigned char head[72] = { 0 };
    ssize_t n = lock_peek(&st, head, sizeof head);
    if (n < 0) {
        FILE *f = fopen(path, "rb");
        if (!f && errno == ENOENT)
            return TRACE_FILE_ABSENT;
        if (!f) {
            g_set_error(error, TRACE_ERROR, TRACE_ERROR_OPEN, "%s: %s", path, g_strerror(errno));
            return TRACE_FILE_FOREIGN;
        }
        n = (ssize_t)fread(head, 1, sizeof head, f);
        fclose(f);
    }
    if (n == 0)
        return TRACE_FILE_EMPTY; /* a recorder that had made the file gave up since stat(), and another one has made it anew */
    if (n < (ssize_t)sizeof head || memcmp(head, "SQLite format 3", 16) != 0) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_FORMAT, "%s: not a trace: it is no SQLite database", path);
        return TRACE_FILE_FOREIGN;
    }
    uint32_t id = (uint32_t)head[68] << 24 | (uint32_t)head[69] << 16 | (uint32_t)head[70] << 8 | head[71];
    if (id != TRACE_APPLICATION_ID) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_FORMAT, "%s: an SQLite database, but not a Shardscope trace", path);
        return TRACE_FILE_FOREIGN;
    }
    return TRACE_FILE_OURS;
}

bool db_check(sqlite3 *db, const char *path, int *version, GError **error)
{
    sqlite3_stmt *stmt = db_prepare(db, path, "PRAGMA application_id", error);
    if (!stmt)
        return false;
    int64_t id = sqlite3_step(stmt) == SQLITE_ROW ? sqlite3_column_int64(stmt, 0) : -1;
    if (sqlite3_finalize(stmt) != SQLITE_OK)
        return db_fail(db, path, error);
    if (id != TRACE_APPLICATION_ID) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_FORMAT, "%s: an SQLite database, but not a Shardscope trace", path);
        return false;
    }
    *version = (int)db_int(db, "PRAGMA user_version", NULL, 0, 0);
    if (*version / 100 > TRACE_SCHEMA_MAJOR) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_VERSION,
                    "%s: written by a newer version of Shardscope: its format is %d.%d, this version reads up to %d", path,
                    *version / 100, *version % 100, TRACE_SCHEMA_MAJOR);
        return false;
    }
    if (*version / 100 < 1) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_FORMAT, "%s: damaged: the trace names no format version", path);
        return false;
    }
    return true;
}

bool db_exec(sqlite3 *db, const char *path, const char *sql, GError **error)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK || db_fail(db, path, error);
}

sqlite3_stmt *db_prepare(sqlite3 *db, const char *path, const char *sql, GError **error)
{
    sqlite3_stmt *stmt = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK)
        db_fail(db, path, error);
    return stmt;
}

int64_t db_int(sqlite3 *db, const char *sql, const int64_t *args, int n_args, int64_t missing)
{
    sqlite3_stmt *stmt = NULL;
    int64_t v = missing;
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK)
        return missing;
    for (int i = 0; i < n_args; i++)
        sqlite3_bind_int64(stmt, i + 1, args[i]);
    if (sqlite3_step(stmt) == SQLITE_ROW && sqlite3_column_type(stmt, 0) != SQLITE_NULL)
        v = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return v;
}

char *db_damage(sqlite3 *db)
{
    sqlite3_stmt *stmt = NULL;
    char *out = NULL;
    bool ok = sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &stmt, NULL) == SQLITE_OK && sqlite3_step(stmt) == SQLITE_ROW;
    const char *says = ok ? (const char *)sqlite3_column_text(stmt, 0) : sqlite3_errmsg(db);
    if (g_strcmp0(says, "ok") != 0)
        out = g_utf8_make_valid(says ? says : "it cannot be read", -1);
    sqlite3_finalize(stmt);
    return out;
}
