/* What a second thread reads ahead changes no row: whole files, damaged ones, and ones that are stopped. */
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "tests/unit/trace/import_help.h"
#include "tests/unit/trace/xspace_make.h"
#include "trace/import/xspace_events.h"

/* All rows of all tables, and what was said. */
static char *rows_of(const char *path)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    sqlite3 *db;
    sqlite3_stmt *tables, *rows;
    g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_prepare_v2(db, "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'meta' ORDER BY name", -1, &tables, NULL), ==, SQLITE_OK);
    while (sqlite3_step(tables) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(tables, 0);
        g_autofree char *sql = g_strdup_printf("SELECT * FROM \"%s\"", name);
        g_assert_cmpint(sqlite3_prepare_v2(db, sql, -1, &rows, NULL), ==, SQLITE_OK);
        g_checksum_update(sum, (const guchar *)name, -1);
        while (sqlite3_step(rows) == SQLITE_ROW)
            for (int i = 0; i < sqlite3_column_count(rows); i++) {
                const guchar *text = sqlite3_column_text(rows, i);
                g_checksum_update(sum, text ? text : (const guchar *)"NULL", -1);
                g_checksum_update(sum, (const guchar *)"|", 1);
            }
        g_assert_cmpint(sqlite3_finalize(rows), ==, SQLITE_OK);
    }
    sqlite3_finalize(tables);
    sqlite3_close(db);
    return g_strdup(g_checksum_get_string(sum));
}

typedef struct Stop {
    int left; /* questions until it stops; below 0 = never */
    GString *said;
} Stop;

static bool stop(void *user)
{
    Stop *s = user;
    return s->left >= 0 && s->left-- == 0;
}

static void tell(void *user, const char *line)
{
    g_string_append_printf(((Stop *)user)->said, "%s\n", line);
}

/* Rows and what was said, or the error. */
static char *import(const Fixture *f, const char *path, int n_threads, int stop_after)
{
    Stop s = { stop_after, g_string_new(NULL) };
    g_autoptr(GString) said = s.said;
    g_autoptr(GError) error = NULL;
    TraceImported done;
    g_unlink(f->db);
    TraceWriter *w = trace_writer_new(f->db, &error);
    g_assert_no_error(error);
    if (!trace_import(w, &(TraceImportOptions){ .paths = &path, .n_paths = 1, .n_threads = n_threads, .tell = tell, .stop = stop, .user = &s }, &done, &error)) {
        trace_writer_give_up(w);
        return g_strdup(error->message);
    }
    g_assert_true(trace_writer_finish(w, &error));
    g_autofree char *rows = rows_of(f->db);
    return g_strconcat(said->str, rows, NULL);
}

static void check_alike(const Fixture *f, const GString *bytes, int stop_after)
{
    g_autofree char *path = save(f, "a.xplane.pb", bytes->str, bytes->len);
    g_autofree char *one = import(f, path, 1, stop_after), *two = import(f, path, 2, stop_after);
    g_assert_cmpstr(one, ==, two);
}

static GString *profile(bool gpu)
{
    return xspace_make(&(XMake){ .n_devices = 2, .n_steps = 3, .more_ops = 500, .gpu = gpu, .stats = true, .steps_line = true, .start_ns = 1700000000000000000, .host = "w", .host_threads = 2, .events_each = 1200 });
}

static void test_whole(Fixture *f, gconstpointer gpu)
{
    g_autoptr(GString) bytes = profile(gpu != NULL);
    check_alike(f, bytes, -1);
    EXPECT(f, "SELECT count(*) > 5000 FROM event", "1");
}

static void test_damaged(Fixture *f, gconstpointer gpu)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(7);
    for (int i = 0; i < 6; i++) {
        g_autoptr(GString) bytes = profile(gpu != NULL);
        if (i % 3 == 0)
            g_string_truncate(bytes, (gsize)g_rand_int_range(rand, 1000, (gint32)bytes->len));
        for (int k = 0; k < i % 3 * 5; k++)
            bytes->str[g_rand_int_range(rand, 0, (gint32)bytes->len)] ^= (char)(1 << g_rand_int_range(rand, 0, 8));
        check_alike(f, bytes, -1);
    }
}

static void test_stopped(Fixture *f, gconstpointer gpu)
{
    for (int after = 0; after < 9; after += 4) {
        g_autoptr(GString) bytes = profile(gpu != NULL);
        check_alike(f, bytes, after);
    }
}

/* A line that is left in its middle, an empty one, and the same one again. */
static void test_left(void)
{
    g_autoptr(GString) bytes = profile(false);
    bool bad = false;
    WireMessage space = { (const uint8_t *)bytes->str, bytes->len, &bad }, m;
    XEvents *x = xevents_new(2);
    for (const uint8_t *at = NULL; wire_each(space, 1, &at, &m);) {
        g_autoptr(XPlane) p = xplane_new(m);
        XLine l;
        for (const uint8_t *in = NULL; xplane_next_line(p, &in, &l); g_free(l.name)) {
            for (int64_t leave = 0; leave <= l.n_events; leave += 300) {
                xevents_begin(x, p, &l, NULL);
                for (int64_t i = 0; i < leave; i++)
                    g_assert_nonnull(xevents_next(x));
            }
            xevents_begin(x, p, &l, NULL);
            int64_t n = 0;
            for (; xevents_next(x); n++)
                ;
            g_assert_cmpint(n, ==, l.n_events);
            g_assert_null(xevents_next(x));
        }
        xevents_end(x);
    }
    xevents_free(x);
    g_assert_false(bad);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (int gpu = 0; gpu < 2; gpu++) {
        g_test_add(gpu ? "/import/threads/gpu" : "/import/threads/tpu", Fixture, GINT_TO_POINTER(gpu), set_up, test_whole, tear_down);
        g_test_add(gpu ? "/import/threads/gpu-damaged" : "/import/threads/tpu-damaged", Fixture, GINT_TO_POINTER(gpu), set_up, test_damaged, tear_down);
        g_test_add(gpu ? "/import/threads/gpu-stopped" : "/import/threads/tpu-stopped", Fixture, GINT_TO_POINTER(gpu), set_up, test_stopped, tear_down);
    }
    g_test_add_func("/import/threads/left", test_left);
    return g_test_run();
}
