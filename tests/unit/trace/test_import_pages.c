/* Rows and structure of SQLite's files, read without SQLite: against what SQLite itself says of the same files. */
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "trace/import/sqlite_pages.h"

typedef struct Fixture {
    char *folder, *path;
} Fixture;

static void set_up(Fixture *f, gconstpointer data)
{
    (void)data;
    f->folder = g_dir_make_tmp("shardscope-pages-XXXXXX", NULL);
    f->path = g_build_filename(f->folder, "x.sqlite", NULL);
}

static void tear_down(Fixture *f, gconstpointer data)
{
    (void)data;
    g_unlink(f->path);
    g_rmdir(f->folder);
    g_free(f->path);
    g_free(f->folder);
}

static sqlite3 *open_at(const char *path)
{
    sqlite3 *db;
    g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
    return db;
}

static void run(sqlite3 *db, const char *sql)
{
    char *why = NULL;
    sqlite3_exec(db, sql, NULL, NULL, &why);
    g_assert_cmpstr(why, ==, NULL);
}

static int64_t number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *q;
    g_assert_cmpint(sqlite3_prepare_v2(db, sql, -1, &q, NULL), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_step(q), ==, SQLITE_ROW);
    int64_t v = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return v;
}

/* Numbers of all lengths, texts that are in several pages, rows that went away, an index. */
static void make(const char *path, int page_size)
{
    g_unlink(path);
    sqlite3 *db = open_at(path);
    g_autofree char *pragma = g_strdup_printf("PRAGMA page_size = %d; PRAGMA synchronous = OFF", page_size);
    run(db, pragma);
    run(db, "CREATE TABLE t(a INTEGER, b REAL, c TEXT, d BLOB, e INTEGER); CREATE INDEX of_c ON t(c);"
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO t SELECT CASE i % 9 WHEN 0 THEN NULL WHEN 1 THEN 0 WHEN 2 THEN 1 WHEN 3 THEN -i ELSE (1 << (i % 62)) - i END,"
            " i / 7.0, CASE WHEN i % 100 = 0 THEN hex(zeroblob(i)) ELSE 'text ' || i END, CASE WHEN i % 3 = 0 THEN zeroblob(i % 40) END, i * i FROM n;"
            "DELETE FROM t WHERE rowid % 11 = 5 OR rowid BETWEEN 700 AND 1100; UPDATE t SET c = 'other' WHERE rowid % 13 = 1;");
    sqlite3_close(db);
}

static GArray *roots_of(sqlite3 *db)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    sqlite3_stmt *q;
    g_assert_cmpint(sqlite3_prepare_v2(db, "SELECT rootpage FROM sqlite_master WHERE rootpage > 0", -1, &q, NULL), ==, SQLITE_OK);
    while (sqlite3_step(q) == SQLITE_ROW)
        g_array_append_val(out, ((uint32_t){ (uint32_t)sqlite3_column_int(q, 0) }));
    sqlite3_finalize(q);
    return out;
}

static void check_value(sqlite3_stmt *q, int column, const SqliteValue *v)
{
    static const SqliteType types[] = { [SQLITE_INTEGER] = SQLITE_IS_INT, [SQLITE_FLOAT] = SQLITE_IS_REAL, [SQLITE_TEXT] = SQLITE_IS_TEXT, [SQLITE_BLOB] = SQLITE_IS_TEXT, [SQLITE_NULL] = SQLITE_IS_NULL };
    SqliteType type = types[sqlite3_column_type(q, column)];
    if (type == SQLITE_IS_REAL && v->type == SQLITE_IS_INT) { /* whole numbers are stored as such */
        g_assert_cmpfloat((double)v->i, ==, sqlite3_column_double(q, column));
        return;
    }
    g_assert_cmpint(v->type, ==, type);
    if (type == SQLITE_IS_INT)
        g_assert_cmpint(v->i, ==, sqlite3_column_int64(q, column));
    if (type == SQLITE_IS_REAL)
        g_assert_cmpfloat(v->d, ==, sqlite3_column_double(q, column));
    if (type == SQLITE_IS_TEXT)
        g_assert_cmpmem(v->text, v->n, sqlite3_column_blob(q, column), (size_t)sqlite3_column_bytes(q, column));
}

static void test_rows(Fixture *f, gconstpointer data)
{
    (void)data;
    for (int page_size = 512; page_size <= 65536; page_size *= 2) {
        make(f->path, page_size);
        sqlite3 *db = open_at(f->path);
        g_autoptr(GArray) roots = roots_of(db);
        SqlitePages *p = sqlite_pages_open(f->path);
        g_assert_nonnull(p);
        SqliteScan *scan = sqlite_scan_new(p, g_array_index(roots, uint32_t, 0), (int[]){ 0, 1, 2, 3, 4 }, 5);
        SqliteValue v[5];
        int64_t rowid;
        sqlite3_stmt *q;
        g_assert_cmpint(sqlite3_prepare_v2(db, "SELECT a, b, c, d, e, rowid FROM t ORDER BY rowid", -1, &q, NULL), ==, SQLITE_OK);
        while (sqlite3_step(q) == SQLITE_ROW) {
            g_assert_true(sqlite_scan_next(scan, v, &rowid));
            g_assert_cmpint(rowid, ==, sqlite3_column_int64(q, 5));
            for (int c = 0; c < 5; c++)
                check_value(q, c, &v[c]);
        }
        g_assert_false(sqlite_scan_next(scan, v, &rowid));
        g_assert_cmpint(sqlite_scan_damage(scan), ==, 0);
        g_assert_true(sqlite_pages_intact(p, (const uint32_t *)roots->data, (int)roots->len));
        sqlite3_finalize(q);
        sqlite_scan_free(scan);
        sqlite_pages_free(p);
        sqlite3_close(db);
    }
}

static int64_t rows_in(SqlitePages *p, uint32_t root, int64_t *damage)
{
    SqliteScan *scan = sqlite_scan_new(p, root, (int[]){ 0, 1, 2, 3, 4 }, 5);
    SqliteValue v[5];
    int64_t n = 0, rowid, sum = 0;
    while (scan && sqlite_scan_next(scan, v, &rowid)) {
        n++;
        for (int c = 0; c < 5; c++)
            for (size_t i = 0; v[c].type == SQLITE_IS_TEXT && i < v[c].n; i++)
                sum += v[c].text[i]; /* what is said to be there can be read */
    }
    *damage = scan ? sqlite_scan_damage(scan) : 1;
    sqlite_scan_free(scan);
    return sum == INT64_MIN ? -1 : n;
}

/* Flipped bits: a file that lost rows is not called intact, and whatever is read is within the file. */
static void test_flipped(Fixture *f, gconstpointer data)
{
    (void)data;
    make(f->path, 1024);
    sqlite3 *db = open_at(f->path);
    g_autoptr(GArray) roots = roots_of(db);
    int64_t all = number(db, "SELECT count(*) FROM t");
    sqlite3_close(db);
    g_autofree char *bytes = NULL;
    gsize n;
    g_assert_true(g_file_get_contents(f->path, &bytes, &n, NULL));
    int found = 0;
    for (int i = 0; i < 400; i++) {
        gsize at = i < 200 ? (gsize)g_test_rand_int_range(1, (gint32)(n / 1024)) * 1024 + (gsize)g_test_rand_int_range(0, 24) : (gsize)g_test_rand_int_range(100, (gint32)n);
        char was = bytes[at];
        int64_t damage = 0;
        bytes[at] ^= (char)(1 << g_test_rand_int_range(0, 8));
        g_assert_true(g_file_set_contents(f->path, bytes, (gssize)n, NULL));
        SqlitePages *p = sqlite_pages_open(f->path);
        if (p) {
            bool intact = sqlite_pages_intact(p, (const uint32_t *)roots->data, (int)roots->len);
            int64_t have = rows_in(p, g_array_index(roots, uint32_t, 0), &damage);
            g_assert_true(have == all || damage || !intact);
            found += !intact;
        }
        sqlite_pages_free(p);
        bytes[at] = was;
    }
    g_assert_cmpint(found, >, 100);
}

/* Files that are laid out in other ways are left to SQLite. */
static void test_others(Fixture *f, gconstpointer data)
{
    (void)data;
    sqlite3 *db = open_at(f->path);
    run(db, "PRAGMA encoding = 'UTF-16'; CREATE TABLE t(a); INSERT INTO t VALUES('x')");
    sqlite3_close(db);
    g_assert_null(sqlite_pages_open(f->path));
    g_unlink(f->path);
    db = open_at(f->path);
    run(db, "CREATE TABLE t(a PRIMARY KEY, b) WITHOUT ROWID; INSERT INTO t VALUES('x', 1)");
    g_autoptr(GArray) roots = roots_of(db);
    sqlite3_close(db);
    SqlitePages *p = sqlite_pages_open(f->path);
    g_assert_null(sqlite_scan_new(p, g_array_index(roots, uint32_t, 0), (int[]){ 0, 1 }, 2));
    g_assert_true(sqlite_pages_intact(p, (const uint32_t *)roots->data, (int)roots->len));
    sqlite_pages_free(p);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add("/trace/import/pages/rows", Fixture, NULL, set_up, test_rows, tear_down);
    g_test_add("/trace/import/pages/flipped", Fixture, NULL, set_up, test_flipped, tear_down);
    g_test_add("/trace/import/pages/others", Fixture, NULL, set_up, test_others, tear_down);
    return g_test_run();
}
