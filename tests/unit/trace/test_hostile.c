/* Damaged and hostile files: an error or an answer, never a crash, a hang, or memory without bound. Built with
 * sanitizers this also sees what a crash would not show. */
#include "tests/unit/trace/sample.h"
#include "trace/db.h"
#include "trace/report/report.h"

#include <string.h>

/* Asks for everything; errors are fine. */
static void read_all(const char *path)
{
    TraceReader *r = trace_open(path, NULL);
    if (!r)
        return;
    int n;
    const Report *list = report_list(&n);
    for (int i = 0; i < n; i++)
        for (int f = REPORT_TEXT; f <= REPORT_CSV; f++) {
            g_autoptr(GString) out = g_string_new(NULL);
            report_run(list[i].name, r, &(ReportOptions){ .format = (ReportFormat)f, .all = true, .why = f == REPORT_CSV ? "z" : NULL }, out, NULL);
        }
    g_autoptr(GString) out = g_string_new(NULL);
    report_compare(&(CompareSource){ r, NULL }, 1, REPORT_JSON, out, NULL, NULL);
    g_autoptr(GArray) lanes = trace_query_lanes(r, 1, NULL);
    for (guint i = 0; lanes && i < lanes->len; i++) {
        GArray *rows[] = { trace_query_draw_raw(r, TRACE_AT(lanes, TraceLaneRow, i)->id, 0, -5, 100000, NULL),
                           trace_query_draw_big(r, TRACE_AT(lanes, TraceLaneRow, i)->id, 0, 3, INT64_MIN, INT64_MAX, NULL),
                           trace_query_draw_lod(r, TRACE_AT(lanes, TraceLaneRow, i)->id, 0, 14, INT64_MIN / 2, INT64_MAX, NULL) };
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
    char *path = sample_path("a.db");
    sample_write(path);
    g_autofree char *whole = NULL;
    gsize size;
    g_assert_true(g_file_get_contents(path, &whole, &size, NULL));
    g_autoptr(GRand) rand = g_rand_new_with_seed(11);
    for (int i = 0; i < 150; i++) {
        g_autofree char *bad = g_memdup2(whole, size);
        int n = g_rand_int_range(rand, 1, 40);
        for (int k = 0; k < n; k++)
            bad[g_rand_int_range(rand, i % 3 ? 100 : 0, (gint32)size)] = (char)g_rand_int(rand);
        gsize keep = i % 5 ? size : (gsize)g_rand_int_range(rand, 0, (gint32)size); /* every fifth is cut short too */
        g_assert_true(g_file_set_contents(path, bad, (gssize)keep, NULL));
        read_all(path);
        if (i % 4 == 0)
            trace_optimize(path, NULL);
    }
    sample_remove(path);
}

/* Rows that our writer would never make: loops in chains, numbers without bounds, texts that are none. */
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
        char *path = sample_path("a.db");
        sample_write(path);
        sqlite3 *db = db_open(path, SQLITE_OPEN_READWRITE, NULL);
        GError *error = NULL;
        db_exec(db, path, changes[i], &error);
        g_clear_error(&error); /* a change that a constraint stops is one hostile file less */
        sqlite3_close(db);
        g_test_message("%s", changes[i]);
        read_all(path);
        trace_optimize(path, NULL);
        read_all(path);
        sample_remove(path);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/hostile/flipped-bytes", test_flipped_bytes);
    g_test_add_func("/hostile/strange-rows", test_strange_rows);
    return g_test_run();
}
