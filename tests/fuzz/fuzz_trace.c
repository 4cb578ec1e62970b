/* Traces: a database if the input begins with "SQLite format 3", otherwise lines of SQL, each of which changes a trace
 * with a row in every table if it can (mutate_sql.c makes them). Opening it, every report in every format, and the derived tables must give
 * an answer or an error. */
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"
#include "tests/unit/trace/sample.h"
#include "trace/export/export.h"
#include "trace/report/report.h"
#include "trace/report/page.h"
#include "trace/trace.h"

enum { MAX_STEPS = 2000 }; /* limit of SQLite's virtual machine steps for the changes, in thousands */

static int give_up(void *count)
{
    return ++*(int *)count > MAX_STEPS;
}

static void change(const char *path, const uint8_t *sql, size_t n)
{
    sqlite3 *db;
    int count = 0;
    g_autofree char *text = fuzz_text(sql, n);
    if (sqlite3_open(path, &db) == SQLITE_OK) {
        sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 1 << 20);
        sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
        sqlite3_progress_handler(db, 1000, give_up, &count);
        g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
        sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
        for (char **line = lines; *line; line++)
            sqlite3_exec(db, *line, NULL, NULL, NULL);
        sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    }
    sqlite3_close(db);
}

/* One format an input; of folders one table. */
static void export_one(TraceReader *r, const char *path, uint32_t choice)
{
    static const char *const tables[] = { "events", "report_memory_buffers", "inst", "meetings" };
    TraceExportFormat f;
    int n = 0;
    while (trace_export_format(n, &f))
        n++;
    trace_export_format((int)(choice % (uint32_t)n), &f);
    g_autofree char *out = g_strconcat(path, ".out", NULL);
    g_autoptr(GError) error = NULL;
    TraceExported done;
    bool ok = trace_export(r, f.name, out, &(TraceExport){ .table = f.folder ? tables[choice / 64 % 4] : NULL }, &done, &error);
    fuzz_law(ok == !error, "an export to %s, or an error", f.name);
    fuzz_law(ok == (unlink(out) == 0), "a file of %s, or none", f.name);
    g_free(done.note);
}

/* `choice` selects one format for each report: most of the time is spent on the queries, which are equal for all formats. */
static void read_all(const char *path, uint32_t choice)
{
    uint32_t format = choice;
    g_autoptr(GError) error = NULL;
    TraceReader *r = trace_open(path, &error);
    fuzz_law(!r == !!error, "a reader, or an error");
    if (!r)
        return;
    int n;
    const Report *const *list = report_list(&n);
    for (int i = 0; i < n; i++, choice /= 3) {
        int f = REPORT_TEXT + (int)(choice % 3);
        g_autoptr(GString) out = g_string_new(NULL);
        report_run(list[i]->name, r, &(ReportOptions){.format = (ReportFormat)f, .all = f != REPORT_TEXT, .why = f == REPORT_CSV ? "z" : NULL},
                   out, NULL);
        fuzz_law(g_utf8_validate(out->str, (gssize)out->len, NULL), "report %s is not UTF-8", list[i]->name);
    }
    if (choice % 4 == 0) {
        g_autoptr(GString) page = g_string_new(NULL);
        page_write(r, &(ReportOptions){.format = REPORT_HTML}, page, NULL);
        fuzz_law(g_utf8_validate(page->str, (gssize)page->len, NULL), "the page is not UTF-8");
    }
    export_one(r, path, format);
    for (int64_t id = 0; id < 4; id++)
        g_free(trace_snapshot_text(r, id, NULL));
    trace_close(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char *whole;
    static gsize n_whole;
    g_autofree char *dir = g_dir_make_tmp("fuzz-trace-XXXXXX", NULL), *path = g_build_filename(dir, "a.db", NULL);
    if (!whole) {
        sample_write(path);
        g_file_get_contents(path, &whole, &n_whole, NULL);
    }
    bool raw = size > 15 && memcmp(data, "SQLite format 3", 15) == 0;
    g_file_set_contents(path, raw ? (const char *)data : whole, (gssize)(raw ? size : n_whole), NULL);
    if (!raw)
        change(path, data, size);
    g_autoptr(GBytes) bytes = g_bytes_new_static(data, size);
    read_all(path, g_bytes_hash(bytes));
    trace_optimize(path, NULL, NULL);
    GDir *left = g_dir_open(dir, 0, NULL);
    for (const char *name; left && (name = g_dir_read_name(left));) {
        g_autofree char *file = g_build_filename(dir, name, NULL);
        unlink(file);
    }
    g_clear_pointer(&left, g_dir_close);
    rmdir(dir);
    return 0;
}
