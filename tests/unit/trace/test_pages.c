/* Pages of SQLite's file format that are written without SQLite: trees of many sizes are read and checked by SQLite itself; an import whose events
 * are written so and one that could not give the same tables; an import that is killed leaves a file that opens. */
#include <glib/gstdio.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/trace/import_help.h"
#include "tests/unit/trace/xspace_make.h"
#include "trace/pages.h"

/* ---- trees ------------------------------------------------------------------------------------------------------------------ */

static bool write_at(void *user, const void *data, int64_t n, int64_t at)
{
    FILE *file = user;
    return fseeko(file, at, SEEK_SET) == 0 && fwrite(data, 1, (size_t)n, file) == (size_t)n;
}

static void put_big(uint8_t *at, int64_t v)
{
    for (int i = 4; i-- > 0; v >>= 8)
        at[i] = (uint8_t)v;
}

static int64_t big(const uint8_t *at)
{
    return (int64_t)at[0] << 24 | at[1] << 16 | at[2] << 8 | at[3];
}

static void sql(const char *path, const char *text)
{
    sqlite3 *db = NULL;
    char *why = NULL;
    g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
    if (sqlite3_exec(db, text, NULL, NULL, &why) != SQLITE_OK)
        g_error("%s: %s", text, why);
    sqlite3_close(db);
}

/* Integers of every length, the ends of each among them. */
static int64_t some_int(void)
{
    static const int64_t ends[] = { 0, 1, -1, 127, 128, -128, -129, 32767, 32768, -32768, -32769, 8388607, 8388608, -8388608, -8388609, INT32_MAX, (int64_t)INT32_MAX + 1, INT32_MIN,
                                    (int64_t)INT32_MIN - 1, (INT64_C(1) << 47) - 1, INT64_C(1) << 47, -(INT64_C(1) << 47), -(INT64_C(1) << 47) - 1, INT64_MAX, INT64_MIN };
    if (g_test_rand_bit())
        return ends[g_test_rand_int_range(0, G_N_ELEMENTS(ends))];
    return (int64_t)((uint64_t)(guint32)g_test_rand_int() << 32 | (guint32)g_test_rand_int()) >> g_test_rand_int_range(0, 63);
}

/* A table t(id, a, b) of n rows and its index on a, of which SQLite knows nothing but the roots. Pages begin at `first`, or behind the file's end. */
static void make_tree(const char *path, int page_size, int n, int64_t first)
{
    g_unlink(path);
    g_autofree char *make = g_strdup_printf("PRAGMA page_size = %d; CREATE TABLE t(id INTEGER PRIMARY KEY, a, b); CREATE INDEX i ON t(a);"
                                            " CREATE TABLE same(id INTEGER PRIMARY KEY, a, b)", page_size);
    sql(path, make);
    FILE *file = fopen(path, "r+b");
    uint8_t head[100];
    g_assert_cmpint(fread(head, 1, sizeof head, file), ==, sizeof head);
    first = first ? first : big(head + 28) + 1;
    Pages *p = pages_new(page_size, first, write_at, file), *counted = pages_new(page_size, first, NULL, NULL);
    Tree *t = tree_new(p, false), *count = tree_new(counted, false);
    GString *insert = g_string_new("BEGIN;");
    int64_t id = -5, *a = g_new0(int64_t, n + 1);
    g_autofree int64_t *ids = g_new0(int64_t, n + 1);
    for (int i = 0; i < n; i++) {
        id += g_test_rand_int_range(1, 1000);
        ids[i] = id;
        a[i] = i / 3; /* the index's entries must ascend */
        const PagesInt row[] = { { 0, true }, { a[i], false }, { some_int(), g_test_rand_int_range(0, 9) == 0 } };
        uint8_t bytes[PAGES_MOST_ROW];
        int size = pages_row(bytes, row, 3);
        g_assert_cmpint(size, ==, pages_row_size(row, 3));
        tree_add(t, id, bytes, size);
        tree_add(count, id, NULL, size);
        if (row[2].null)
            g_string_append_printf(insert, "INSERT INTO same VALUES(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", NULL);", id, a[i]);
        else if (row[2].v == INT64_MIN) /* its digits alone are a real */
            g_string_append_printf(insert, "INSERT INTO same VALUES(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", -9223372036854775807 - 1);", id, a[i]);
        else
            g_string_append_printf(insert, "INSERT INTO same VALUES(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ");", id, a[i], row[2].v);
    }
    int64_t table = tree_end(t);
    g_assert_cmpint(tree_end(count), ==, table);
    t = tree_new(p, true);
    count = tree_new(counted, true);
    for (int i = 0; i < n; i++) {
        const PagesInt entry[] = { { a[i], false }, { ids[i], false } };
        uint8_t bytes[PAGES_MOST_ROW];
        tree_add(t, 0, bytes, pages_row(bytes, entry, 2));
        tree_add(count, 0, NULL, pages_row_size(entry, 2));
    }
    int64_t index = tree_end(t), last = pages_end(p);
    g_assert_cmpint(last, >=, MAX(table, index));
    g_assert_cmpint(tree_end(count), ==, index);
    g_assert_cmpint(pages_end(counted), ==, last);
    pages_free(counted);
    pages_free(p);
    put_big(head + 24, big(head + 24) + 1);
    put_big(head + 28, last);
    put_big(head + 92, big(head + 24));
    g_assert_true(write_at(file, head, sizeof head, 0));
    fclose(file);
    g_autofree char *name = g_strdup_printf("PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = %" G_GINT64_FORMAT " WHERE name = 't';"
                                            "UPDATE sqlite_master SET rootpage = %" G_GINT64_FORMAT " WHERE name = 'i'; PRAGMA schema_version = 77; PRAGMA writable_schema = RESET", table, index);
    sql(path, name);
    g_string_append(insert, "COMMIT");
    sql(path, insert->str);
    g_string_free(insert, TRUE);
    g_free(a);
}

static void check_tree(const char *path, int n)
{
    g_autofree char *count = g_strdup_printf("%d %d", n, n);
    static const char *const none = "SELECT count(*) FROM (SELECT * FROM t EXCEPT SELECT * FROM same)";
    g_autofree char *counts = ask(path, "SELECT (SELECT count(*) FROM t NOT INDEXED) || ' ' || (SELECT count(*) FROM t INDEXED BY i WHERE a >= 0)");
    g_assert_cmpstr(counts, ==, count);
    g_autofree char *differ = ask(path, none), *types = ask(path, "SELECT count(*) FROM t JOIN same s USING(id) WHERE typeof(t.b) <> typeof(s.b) OR t.a IS NOT s.a");
    g_assert_cmpstr(differ, ==, "0");
    g_assert_cmpstr(types, ==, "0");
    g_autofree char *found = ask(path, "SELECT count(*) FROM same s WHERE (SELECT count(*) FROM t INDEXED BY i WHERE t.a = s.a) <> (SELECT count(*) FROM same x WHERE x.a = s.a AND s.id < 3000)"
                                       " AND s.id < 3000 AND s.a < 3");
    g_assert_cmpstr(found, ==, "0");
}

static void test_trees(Fixture *f, gconstpointer data)
{
    (void)data;
    static const int sizes[] = { 1024, 4096, 65536 }, rows[] = { 0, 1, 7, 120, 5000, 40000 };
    for (size_t s = 0; s < G_N_ELEMENTS(sizes); s++)
        for (size_t k = 0; k < G_N_ELEMENTS(rows); k++) {
            make_tree(f->db, sizes[s], rows[k], 0);
            check_tree(f->db, rows[k]);
            /* The root pages that t and i had first are nobody's now; nothing else is wrong. */
            g_autofree char *whole = ask(f->db, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check NOT LIKE '%never used%' AND integrity_check <> 'ok'");
            g_assert_cmpstr(whole, ==, "0");
            /* SQLite can go on with such a file. */
            sql(f->db, "INSERT INTO t SELECT 100000000 + id, a, b FROM t; DELETE FROM t WHERE id % 3 = 0; VACUUM");
            g_autofree char *after = ask(f->db, "PRAGMA integrity_check");
            g_assert_cmpstr(after, ==, "ok");
        }
}

/* Around the byte at 1 GiB, whose page must stay empty. The file has a hole before. */
static void test_lock_byte(Fixture *f, gconstpointer data)
{
    (void)data;
    for (int before = 0; before < 4; before++) {
        make_tree(f->db, 4096, 3000, (1 << 30) / 4096 + 1 - before);
        check_tree(f->db, 3000);
        g_autofree char *wrong = ask(f->db, "SELECT count(*) FROM pragma_integrity_check(1000000) WHERE integrity_check NOT LIKE '%never used%' AND integrity_check <> 'ok'");
        g_assert_cmpstr(wrong, ==, "0");
    }
}

/* ---- imports ---------------------------------------------------------------------------------------------------------------- */

static char *profile(const Fixture *f)
{
    g_autoptr(GString) s = xspace_make(&(XMake){ .n_devices = 4, .n_steps = 60, .steps_line = true, .start_ns = 1700000000000000000, .host = "w", .host_threads = 2, .events_each = 900 });
    return save(f, "p.xplane.pb", s->str, s->len);
}

/* What the file says of events and what is made from them, without numbers of rows. */
static const char *const tables[] = {
    ("SELECT group_concat(x, ' ') FROM (SELECT l.name || ',' || e.depth || ',' || e.start_ns || ',' || e.dur_ns || ',' || e.szc || ',' || s.s || ',' || e.cat || ',' || COALESCE(e.self_ns, '-') || ',' ||"
    " (e.inst_id IS NULL) || (e.exec_id IS NULL) || (e.coll_id IS NULL) AS x FROM event e JOIN lane l ON l.id = e.lane_id JOIN str s ON s.id = e.name_id ORDER BY l.name, e.depth, e.start_ns, e.dur_ns DESC)"),
    "SELECT group_concat(x, ' ') FROM (SELECT l.name || ',' || e.start_ns AS x FROM event e INDEXED BY event_draw JOIN lane l ON l.id = e.lane_id WHERE e.lane_id > 0 ORDER BY l.name, e.depth, e.start_ns)",
    "SELECT count(*) || ' ' || sum(dur_ns) FROM event INDEXED BY event_big WHERE lane_id > 0 AND depth >= 0 AND szc > 2",
    "SELECT count(*) || ' ' || sum(dur_ns) FROM event INDEXED BY event_inst WHERE inst_id > 0", "SELECT count(*) || ' ' || sum(dur_ns) FROM event INDEXED BY event_coll WHERE coll_id > 0",
    "SELECT group_concat(x, ' ') FROM (SELECT level || ',' || depth || ',' || bucket || ',' || n || ',' || busy_ns AS x FROM lod ORDER BY lane_id, level, depth, bucket)",
    "SELECT group_concat(x, ' ') FROM (SELECT cat || ',' || ns || ',' || hidden_ns AS x FROM step_part ORDER BY step_id, device_id, cat)",
    "SELECT group_concat(x, ' ') FROM (SELECT seq || ',' || start_ns || ',' || dur_ns || ',' || cat || ',' || via AS x FROM crit ORDER BY step_id, seq)",
    "SELECT group_concat(x, ' ') FROM (SELECT n || ',' || total_ns || ',' || self_ns AS x FROM inst_stat ORDER BY inst_id, device_id)",
    "SELECT name || sql FROM sqlite_master WHERE name = 'event'", "SELECT group_concat(sql) FROM (SELECT sql FROM sqlite_master WHERE tbl_name = 'event' ORDER BY name)",
};

typedef struct Meddler {
    const char *db;
    sqlite3 *reader;   /* holds the file from the first question on */
    int kill_after;    /* questions; 0 = never */
    int n;
} Meddler;

static bool meddle(void *user)
{
    Meddler *m = user;
    m->n++;
    if (m->kill_after && m->n == m->kill_after)
        kill(getpid(), SIGKILL);
    if (!m->kill_after && !m->reader && g_file_test(m->db, G_FILE_TEST_EXISTS) && sqlite3_open(m->db, &m->reader) == SQLITE_OK) {
        sqlite3_busy_timeout(m->reader, 5000);
        if (sqlite3_exec(m->reader, "BEGIN; SELECT count(*) FROM sqlite_master", NULL, NULL, NULL) != SQLITE_OK) {
            sqlite3_close(m->reader);
            m->reader = NULL;
        }
    }
    return false;
}

static bool import_into(const char *path, const char *db, Meddler *m)
{
    GError *error = NULL;
    TraceWriter *w = trace_writer_new(db, &error);
    g_assert_no_error(error);
    TraceImported done;
    const char *const paths[] = { path };
    const TraceImportOptions o = { .paths = paths, .n_paths = 1, .stop = m ? meddle : NULL, .user = m };
    bool ok = trace_import(w, &o, &done, &error);
    g_assert_no_error(error);
    const TraceWatch watch = { .stop = m ? meddle : NULL, .user = m };
    ok = trace_writer_finish_watched(w, &watch, &error) && ok;
    g_assert_no_error(error);
    return ok;
}

/* A reader that holds the file makes rows go by INSERT. */
static void test_both_ways(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = profile(f), *held = g_build_filename(f->folder, "held.db", NULL);
    g_assert_true(import_into(path, f->db, NULL));
    Meddler m = { .db = held };
    g_assert_true(import_into(path, held, &m));
    g_assert_nonnull(m.reader);
    sqlite3_close(m.reader);
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++) {
        g_autofree char *a = ask(f->db, tables[i]), *b = ask(held, tables[i]);
        g_assert_nonnull(a);
        g_assert_cmpint(strlen(a), >, 3);
        g_assert_cmpstr(a, ==, b);
    }
    const char *const both[] = { f->db, held };
    for (int i = 0; i < 2; i++) {
        g_autofree char *whole = ask(both[i], "PRAGMA integrity_check");
        g_assert_cmpstr(whole, ==, "ok");
    }
    /* A second run in the same file: its events go by INSERT, and the first run's stay. */
    g_autofree char *n = ask(f->db, "SELECT count(*) FROM event");
    g_assert_true(import_into(path, f->db, NULL));
    g_autofree char *twice = ask(f->db, "SELECT count(*) FROM event"), *whole = ask(f->db, "PRAGMA integrity_check");
    g_assert_cmpint(g_ascii_strtoll(twice, NULL, 10), ==, 2 * g_ascii_strtoll(n, NULL, 10));
    g_assert_cmpstr(whole, ==, "ok");
}

/* Killed at any question whether to stop, the file opens, and nothing that it says is wrong; it can be imported into again. */
static void test_killed(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = profile(f);
    Meddler all = { .db = "" };
    g_assert_true(import_into(path, f->db, &all));
    if (all.reader)
        sqlite3_close(all.reader);
    g_assert_cmpint(all.n, >, 8);
    g_autofree char *want = ask(f->db, "SELECT count(*) FROM event");
    for (int i = 0; i < 10; i++) {
        g_unlink(f->db);
        Meddler m = { .kill_after = i < 6 ? all.n - i : 1 + (all.n - 7) * (i - 6) / 4 };
        pid_t child = fork();
        if (child == 0) {
            import_into(path, f->db, &m);
            _exit(0);
        }
        int status;
        waitpid(child, &status, 0);
        g_assert_true(WIFSIGNALED(status) || WIFEXITED(status));
        if (!g_file_test(f->db, G_FILE_TEST_EXISTS))
            continue;
        g_autofree char *wrong = ask(f->db, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check NOT LIKE '%never used%' AND integrity_check <> 'ok'");
        g_assert_cmpstr(wrong, ==, "0");
        g_assert_true(import_into(path, f->db, NULL));
        g_autofree char *whole = ask(f->db, "SELECT count(*) FROM event WHERE lane_id IN (SELECT id FROM lane WHERE run_id = (SELECT max(id) FROM run))");
        g_assert_cmpstr(whole, ==, want);
    }
}

int main(int argc, char **argv)
{
    if (g_file_test("/dev/shm", G_FILE_TEST_IS_DIR)) /* in memory where the system has such a folder */
        g_setenv("TMPDIR", "/dev/shm", FALSE);
    g_test_init(&argc, &argv, NULL);
#define ADD(name, function) g_test_add("/trace/pages/" name, Fixture, NULL, set_up, function, tear_down)
    ADD("trees", test_trees);
    ADD("lock-byte", test_lock_byte);
    ADD("both-ways", test_both_ways);
    ADD("killed", test_killed);
    return g_test_run();
}
