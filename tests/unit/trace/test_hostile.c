/* Damaged and hostile files: an error or an answer, never a crash, a hang, or unbounded memory. With
 * sanitizers the test also detects invalid memory accesses. */
#include "tests/unit/trace/sample.h"
#include "trace/db.h"
#include "trace/report/reports.h"

#include <glib/gstdio.h>
#include <string.h>

/* The good trace, made once, and the corrupted one made from it each time; in a memory file system where there is one. */
static char *good, *bad;
static gsize n_good;

static void put_bad(const char *data, gsize size)
{
    static const char *const beside[] = { "-wal", "-shm", "-journal" };
    for (size_t i = 0; i < G_N_ELEMENTS(beside); i++) {
        g_autofree char *old = g_strconcat(bad, beside[i], NULL);
        g_remove(old);
    }
    g_assert_true(g_file_set_contents_full(bad, data, (gssize)size, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}

/* Each report is made once and printed in every format: the queries do not depend on the format. */
static void read_report(TraceReader *r, const char *name, const char *why)
{
    g_autoptr(Document) d = report_make(name, r, &(ReportOptions){ .format = REPORT_JSON, .all = true, .why = why }, NULL);
    for (int f = REPORT_TEXT; d && f <= REPORT_CSV; f++) {
        g_autoptr(GString) out = g_string_new(NULL);
        document_print(d, (ReportFormat)f, out);
        g_assert_true(g_utf8_validate(out->str, (gssize)out->len, NULL));
    }
}

/* Runs every query; errors are accepted, crashes are not. */
static void read_all(const char *path)
{
    TraceReader *r = trace_open(path, NULL);
    if (!r)
        return;
    int n;
    const Report *const *list = report_list(&n);
    for (int i = 0; i < n; i++)
        read_report(r, list[i]->name, NULL);
    read_report(r, "shardings", "z");
    g_autoptr(GString) out = g_string_new(NULL);
    report_compare(&(CompareSource){ r, NULL }, 1, &(ReportOptions){ .format = REPORT_JSON }, out, NULL, NULL);
    g_autoptr(GArray) lanes = trace_query_lanes(r, 1, NULL);
    for (guint i = 0; lanes && i < lanes->len; i++) {
        GArray *rows[] = { trace_query_draw_raw(r, TRACE_AT(lanes, TraceLaneRow, i)->id, 0, -5, 100000, NULL),
                           trace_query_draw_big(r, (TraceDraw){ TRACE_AT(lanes, TraceLaneRow, i)->id, 0, 3, INT64_MIN, INT64_MAX }, NULL),
                           trace_query_draw_lod(r, (TraceDraw){ TRACE_AT(lanes, TraceLaneRow, i)->id, 0, 14, INT64_MIN / 2, INT64_MAX }, NULL) };
        for (size_t k = 0; k < G_N_ELEMENTS(rows); k++)
            g_clear_pointer(&rows[k], g_array_unref);
    }
    for (int64_t id = 0; id < 4; id++) {
        g_free(trace_snapshot_text(r, id, NULL));
        GArray *rows[] = { trace_query_tiles(r, id, NULL), trace_query_origins(r, id, NULL), trace_query_descendants(r, id, NULL),
                           trace_query_event(r, id, NULL), trace_query_members(r, id, NULL) };
        for (size_t k = 0; k < G_N_ELEMENTS(rows); k++)
            g_clear_pointer(&rows[k], g_array_unref);
    }
    trace_close(r);
}

static void test_flipped_bytes(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(11);
    for (int i = 0; i < 150; i++) {
        g_autofree char *data = g_memdup2(good, n_good);
        int n = g_rand_int_range(rand, 1, 40);
        for (int k = 0; k < n; k++)
            data[g_rand_int_range(rand, i % 3 ? 100 : 0, (gint32)n_good)] = (char)g_rand_int(rand);
        put_bad(data, i % 5 ? n_good : (gsize)g_rand_int_range(rand, 0, (gint32)n_good)); /* every fifth file is also truncated */
        read_all(bad);
        if (i % 4 == 0)
            trace_optimize(bad, NULL, NULL);
    }
}

/* A page that lost its rows: every query may still answer, with less. */
static void test_told(void)
{
    enum { PAGE = 8192, N_CELLS = 3 };
    put_bad(good, n_good);
    g_autoptr(TraceReader) whole = trace_open(bad, NULL);
    g_assert_cmpstr(trace_damage(whole), ==, NULL);
    g_clear_pointer(&whole, trace_close);
    g_autofree char *data = g_memdup2(good, n_good);
    int told = 0, n = 0;
    for (gsize at = PAGE; at + PAGE <= n_good && n < 10; at += PAGE) {
        if (data[at] != 13 || !data[at + N_CELLS + 1]) /* a table's leaf with rows */
            continue;
        n++;
        char was = data[at + N_CELLS + 1];
        data[at + N_CELLS + 1] = 0;
        put_bad(data, n_good);
        data[at + N_CELLS + 1] = was;
        g_autoptr(TraceReader) r = trace_open(bad, NULL);
        g_autofree char *wrong = r ? trace_damage(r) : g_strdup("it does not open");
        told += wrong != NULL;
    }
    g_assert_cmpint(n, >, 0);
    g_assert_cmpint(told, ==, n);
}

/* Rows that our writer never makes: cycles in chains, numbers out of bounds, invalid texts. */
static void test_strange_rows(void)
{
    static const char *const changes[] = {
        "UPDATE prop_step SET src_inst = inst_id, seq = 5 - seq",
        "UPDATE inst SET origin_id = id",
        "UPDATE inst SET origin_id = (SELECT max(id) FROM inst) - id + 1",
        "UPDATE event SET start_ns = 9223372036854775807, dur_ns = 9223372036854775807",
        "UPDATE event SET depth = 9223372036854775807",
        "UPDATE event SET depth = -5, dur_ns = -1, cat = 77",
        "UPDATE step SET dur_ns = -9223372036854775807, start_ns = 9223372036854775807",
        "UPDATE step SET dur_ns = 9223372036854775807 - num",
        "UPDATE coll SET bytes_wire = 9223372036854775807, kind = 1000000, trips = 9223372036854775807",
        "UPDATE reshard SET bytes_moved = 9223372036854775807, cause = -3, shared_with = id, trips = 3",
        "UPDATE sharding_piece SET size = 0, stride = 0",
        "UPDATE sharding SET copies = -1, shards = 0",
        "UPDATE blob SET codec = 1, size = 9223372036854775807",
        "UPDATE blob SET codec = 9, data = x'00'",
        "UPDATE str SET s = CAST(x'ff00fe' || id AS TEXT)",
        "UPDATE run SET config = '{\"a\": {\"a\": [', label = ''",
        "UPDATE run SET name = x'c328', config = 'null'",
        "UPDATE buffer SET size = 9223372036854775807, live_from = -9223372036854775807, live_to = 9223372036854775807, cat = -1",
        "UPDATE alloc SET size = 9223372036854775807, flags = -1",
        "UPDATE module SET flops_sum = 9e999, flops_one = -1, est_ns = -9e999, partitions = 0, replicas = -1",
        "UPDATE device SET run_id = 99; UPDATE lane SET device_id = 99",
        "DELETE FROM str; DELETE FROM sharding",
        "DELETE FROM meta; DELETE FROM snapshot",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(changes); i++) {
        put_bad(good, n_good);
        sqlite3 *db = db_open(bad, SQLITE_OPEN_READWRITE, NULL);
        GError *error = NULL;
        db_exec(db, bad, changes[i], &error);
        g_clear_error(&error); /* a change that a constraint of the database refuses is skipped */
        sqlite3_close(db);
        g_test_message("%s", changes[i]);
        read_all(bad);
        trace_optimize(bad, NULL, NULL);
        read_all(bad);
    }
}

int main(int argc, char **argv)
{
    if (g_file_test("/dev/shm", G_FILE_TEST_IS_DIR))
        g_setenv("TMPDIR", "/dev/shm", FALSE);
    g_test_init(&argc, &argv, NULL);
    bad = sample_path("a.db");
    sample_write(bad);
    g_assert_true(g_file_get_contents(bad, &good, &n_good, NULL));
    g_test_add_func("/hostile/flipped-bytes", test_flipped_bytes);
    g_test_add_func("/hostile/told", test_told);
    g_test_add_func("/hostile/strange-rows", test_strange_rows);
    int failed = g_test_run();
    sample_remove(bad);
    g_free(good);
    return failed;
}
