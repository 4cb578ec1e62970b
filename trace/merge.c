/* One trace of the parts that the processes of a job recorded, each on its own clock. The part of the lowest rank is copied; of the others come
 * what their devices did, and the runs that are theirs alone. What depends on all parts is put together here and in merge_steps.c: steps,
 * meetings, and who waited for whom at a step's end. */
#include "trace/merge_impl.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

char *trace_part_path(const char *path, int rank)
{
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    int stem = (int)(dot && (!slash || dot > slash + 1) && dot > path ? dot - path : (ptrdiff_t)strlen(path));
    return g_strdup_printf("%.*s.rank-%d%s", stem, path, rank, path + stem);
}

/* ---- copying ----------------------------------------------------------------------------------------------------------------------- */

int64_t merge_int(Merge *m, const char *sql, int64_t a, int64_t b)
{
    return db_int(m->db, sql, (const int64_t[]){ a, b }, 2, 0);
}

bool merge_copy(Merge *m, MergePart *p, const MergeCopy *copy, GError **error)
{
    sqlite3_stmt *from = db_prepare(p->db, p->path, copy->select, error), *to = from ? db_prepare(m->db, m->path, copy->insert, error) : NULL;
    bool ok = to != NULL;
    int n = from ? sqlite3_column_count(from) : 0;
    while (ok && sqlite3_step(from) == SQLITE_ROW) {
        if (copy->each)
            copy->each(m, from);
        for (int i = 0; i < n; i++)
            sqlite3_bind_value(to, i + 1, sqlite3_column_value(from, i));
        ok = sqlite3_step(to) == SQLITE_DONE || db_fail(m->db, m->path, error);
        sqlite3_reset(to);
    }
    if (from && sqlite3_finalize(from) != SQLITE_OK && ok)
        ok = db_fail(p->db, p->path, error);
    sqlite3_finalize(to);
    return ok;
}

/* ---- parts ------------------------------------------------------------------------------------------------------------------------- */

static int64_t on_rank_0(const MergeRun *r, int64_t clock_ns)
{
    return clock_ns + r->off_ns + (int64_t)llround(r->rate * (double)(clock_ns - r->at_ns));
}

/* at(run, time): a time of the part's run as one of the merged run. */
static void at_function(sqlite3_context *cx, int n, sqlite3_value **args)
{
    (void)n;
    const MergePart *p = sqlite3_user_data(cx);
    int64_t run = sqlite3_value_int64(args[0]), t = sqlite3_value_int64(args[1]);
    for (guint i = 0; i < p->runs->len; i++) {
        const MergeRun *r = &g_array_index(p->runs, MergeRun, i);
        if (r->id != run)
            continue;
        sqlite3_result_int64(cx, r->shared ? on_rank_0(r, r->zero_ns + t) - r->origin_ns : t);
        return;
    }
    sqlite3_result_int64(cx, t);
}

static void part_clear(gpointer data)
{
    MergePart *p = data;
    for (guint i = 0; i < p->runs->len; i++)
        g_free(g_array_index(p->runs, MergeRun, i).of);
    g_array_unref(p->runs);
    sqlite3_close(p->db);
    g_free(p->job);
}

static bool read_runs(MergePart *p, GError **error)
{
    sqlite3_stmt *s = db_prepare(p->db, p->path, "SELECT r.id, r.job, r.part_rank, r.job || ' ' || r.part_of, COALESCE(r.zero_ns, 0), COALESCE(h.clock_at_ns, 0), COALESCE(h.clock_off_ns, 0), COALESCE(h.clock_rate, 0),"
        " (SELECT max(num) FROM step WHERE run_id = r.id) FROM run r LEFT JOIN host h ON h.run_id = r.id AND h.process_index = r.part_rank GROUP BY r.id ORDER BY r.id", error);
    while (s && sqlite3_step(s) == SQLITE_ROW) {
        MergeRun r = { .id = sqlite3_column_int64(s, 0), .of = g_strdup((const char *)sqlite3_column_text(s, 3)), .zero_ns = sqlite3_column_int64(s, 4), .at_ns = sqlite3_column_int64(s, 5),
                       .off_ns = sqlite3_column_int64(s, 6), .rate = CLAMP(sqlite3_column_double(s, 7), -0.5, 0.5) };
        const char *job = (const char *)sqlite3_column_text(s, 1);
        if (job) { /* a file may have runs of several jobs: it goes by the last */
            g_free(p->job);
            p->job = g_strdup(job);
            p->rank = sqlite3_column_int64(s, 2);
        }
        r.shared = job && r.of;
        if (r.shared && sqlite3_column_type(s, 8) != SQLITE_NULL)
            p->last_step = MAX(p->last_step, sqlite3_column_int64(s, 8));
        g_array_append_val(p->runs, r);
    }
    bool ok = s && sqlite3_finalize(s) == SQLITE_OK;
    if (!ok)
        return error && *error ? false : db_fail(p->db, p->path, error);
    if (p->job)
        return true;
    g_set_error(error, TRACE_ERROR, TRACE_ERROR_USAGE, "%s: not a part of a run that several processes shared\n  hint: mpirun -n 4 shardscope run --trace-parts -o run.db writes such parts", p->path);
    return false;
}

static bool open_part(Merge *m, const char *path, GError **error)
{
    TraceFileKind kind = db_file_kind(path, error);
    if (kind == TRACE_FILE_ABSENT)
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_OPEN, "%s: no such file", path);
    if (kind == TRACE_FILE_EMPTY)
        return true; /* its process ended before it had anything to say: as if the part was missing */
    MergePart p = { .path = path, .db = kind == TRACE_FILE_OURS ? db_open_read_only(path, error) : NULL, .last_step = -1 };
    if (!p.db)
        return false;
    p.runs = g_array_new(FALSE, TRUE, sizeof(MergeRun));
    int version;
    /* A transaction, so that one state is read of a part that is still being recorded. */
    bool ok = db_check(p.db, path, &version, error) && db_exec(p.db, path, "PRAGMA temp_store = MEMORY; BEGIN", error);
    if (ok && !db_int(p.db, "SELECT count(*) FROM sqlite_master WHERE name = 'run'", NULL, 0, 0)) {
        part_clear(&p);
        return true;
    }
    if (ok && version < TRACE_SCHEMA_MAJOR * 100 + TRACE_SCHEMA_MINOR) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_VERSION, "%s: its format is the older %d.%d\n  hint: shardscope upgrade converts it", path, version / 100, version % 100);
        ok = false;
    }
    if (ok && !db_int(p.db, "SELECT count(*) FROM run", NULL, 0, 0)) {
        part_clear(&p);
        return true;
    }
    if (!ok || !read_runs(&p, error)) {
        part_clear(&p);
        return false;
    }
    g_array_append_val(m->parts, p);
    return true;
}

static int by_rank(gconstpointer a, gconstpointer b)
{
    const MergePart *x = a, *y = b;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

static bool check_parts(const Merge *m, GError **error)
{
    if (!m->parts->len) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_MISSING, "no part holds a run");
        return false;
    }
    for (guint i = 1; i < m->parts->len; i++) {
        const MergePart *a = &g_array_index(m->parts, MergePart, i - 1), *b = &g_array_index(m->parts, MergePart, i);
        if (!g_str_equal(a->job, b->job)) {
            g_set_error(error, TRACE_ERROR, TRACE_ERROR_USAGE, "%s and %s are parts of different runs\n  hint: parts that one mpirun wrote belong together", a->path, b->path);
            return false;
        }
        if (a->rank == b->rank) {
            g_set_error(error, TRACE_ERROR, TRACE_ERROR_USAGE, "%s and %s are both the part of rank %" G_GINT64_FORMAT, a->path, b->path, a->rank);
            return false;
        }
    }
    return true;
}

static bool open_parts(Merge *m, const TraceMerge *merge, GError **error)
{
    for (int i = 0; i < merge->n_parts; i++)
        if (!open_part(m, merge->parts[i], error))
            return false;
    g_array_sort(m->parts, by_rank);
    for (guint i = 0; i < m->parts->len; i++) { /* they stay where they are from here on */
        MergePart *p = &g_array_index(m->parts, MergePart, i);
        sqlite3_create_function(p->db, "at", 2, SQLITE_UTF8, p, at_function, NULL, NULL);
    }
    return check_parts(m, error);
}

/* Time 0 of a shared run is that of the part with the lowest rank that has it. */
static void find_origins(Merge *m)
{
    for (guint i = 0; i < m->parts->len; i++) {
        const MergePart *p = &g_array_index(m->parts, MergePart, i);
        for (guint k = 0; k < p->runs->len; k++) {
            MergeRun *r = &g_array_index(p->runs, MergeRun, k);
            r->origin_ns = on_rank_0(r, r->zero_ns);
            for (guint j = 0; r->shared && j < i; j++) {
                const GArray *others = g_array_index(m->parts, MergePart, j).runs;
                for (guint n = 0; n < others->len; n++) {
                    const MergeRun *o = &g_array_index(others, MergeRun, n);
                    if (o->shared && g_str_equal(o->of, r->of)) {
                        r->origin_ns = o->origin_ns;
                        j = i;
                        break;
                    }
                }
            }
        }
    }
}

/* ---- what is said of it -------------------------------------------------------------------------------------------------------------- */

/* What is known of a part's own process. */
static bool take_hosts(Merge *m, MergePart *p, GError **error)
{
    return merge_copy(m, p, &(MergeCopy){
        "SELECT h.clock_at_ns, h.clock_off_ns, h.clock_rate, h.clock_err_ns, h.sent_bytes, h.process_index, k.new, h.n_cores FROM run r JOIN host h ON h.run_id = r.id AND h.process_index = r.part_rank"
        " JOIN map_run k ON k.old = r.id",
        "UPDATE host SET recorded = 1, clock_at_ns = ?1, clock_off_ns = ?2, clock_rate = ?3, clock_err_ns = ?4, sent_bytes = ?5, n_cores = ?8 WHERE process_index = ?6 AND run_id = ?7" }, error);
}

/* The parts are one now. A run that a process did not end is not ended. */
static bool end_runs(Merge *m, GError **error)
{
    bool ok = true;
    for (guint i = 0; ok && i < m->parts->len; i++)
        ok = merge_copy(m, &g_array_index(m->parts, MergePart, i), &(MergeCopy){
            "SELECT at(r.id, r.end_ns), r.end_ns IS NULL, k.new, r.cut_short FROM run r JOIN map_run k ON k.old = r.id WHERE r.part_of IS NOT NULL",
            "UPDATE run SET end_ns = iif(?2 OR end_ns IS NULL, NULL, max(end_ns, ?1)), cut_short = COALESCE(cut_short, ?4) WHERE id = ?3" }, error);
    return ok && db_exec(m->db, m->path, "UPDATE run SET job = NULL, part_of = NULL, part_rank = NULL, zero_ns = NULL", error);
}

static void say_missing(Merge *m, GString *told)
{
    sqlite3_stmt *s = db_prepare(m->db, m->path,
        "SELECT h.process_index, h.name, min(d.global_id), max(d.global_id) FROM host h JOIN device d ON d.host_id = h.id WHERE h.recorded = 0 GROUP BY h.process_index, h.name ORDER BY h.process_index", NULL);
    while (s && sqlite3_step(s) == SQLITE_ROW) {
        int64_t first = sqlite3_column_int64(s, 2), last = sqlite3_column_int64(s, 3);
        g_string_append_printf(told, "rank %" G_GINT64_FORMAT " on %s: its part is missing, so ", (int64_t)sqlite3_column_int64(s, 0), (const char *)sqlite3_column_text(s, 1));
        if (first == last)
            g_string_append_printf(told, "device %" G_GINT64_FORMAT " has no timeline\n", first);
        else
            g_string_append_printf(told, "devices %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT " have no timelines\n", first, last);
    }
    sqlite3_finalize(s);
}

static void say_short(const Merge *m, GString *told)
{
    int64_t last = -1;
    for (guint i = 0; i < m->parts->len; i++)
        last = MAX(last, g_array_index(m->parts, MergePart, i).last_step);
    for (guint i = 0; i < m->parts->len; i++) {
        const MergePart *p = &g_array_index(m->parts, MergePart, i);
        if (p->last_step >= 0 && p->last_step < last)
            g_string_append_printf(told, "%s: the part of rank %" G_GINT64_FORMAT " ends with step %" G_GINT64_FORMAT ", others with step %" G_GINT64_FORMAT "\n", p->path, p->rank, p->last_step, last);
    }
}

/* ---- merging ------------------------------------------------------------------------------------------------------------------------- */

static bool create(Merge *m, GError **error)
{
    g_autofree char *tables = schema_tables(), *views = schema_views(false);
    g_autofree char *sql = g_strdup_printf("PRAGMA page_size = 8192; PRAGMA synchronous = OFF; " WRITER_ROOM "PRAGMA application_id = %d; BEGIN IMMEDIATE; %s %s PRAGMA user_version = %d",
                                           TRACE_APPLICATION_ID, tables, views, TRACE_SCHEMA_MAJOR * 100 + TRACE_SCHEMA_MINOR);
    m->db = db_open(m->path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
    return m->db && db_exec(m->db, m->path, sql, error);
}

static bool merge_all(Merge *m, GError **error)
{
    find_origins(m);
    bool ok = create(m, error);
    for (guint i = 0; ok && i < m->parts->len; i++) {
        MergePart *p = &g_array_index(m->parts, MergePart, i);
        ok = watch_step(m->watch, "programs", i, m->parts->len, error) && merge_program(m, p, error) && take_hosts(m, p, error);
    }
    return ok && merge_steps(m, error) && end_runs(m, error) &&
           db_exec(m->db, m->path, "UPDATE meta SET value = 0 WHERE key = 'finalized'; COMMIT; PRAGMA synchronous = FULL", error);
}

bool trace_merge(const TraceMerge *merge, const TraceWatch *watch, char **told, GError **error)
{
    if (g_file_test(merge->out, G_FILE_TEST_EXISTS)) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_OPEN, "%s: the file exists already", merge->out);
        return false;
    }
    Merge m = { .path = merge->out, .watch = watch, .parts = g_array_new(FALSE, FALSE, sizeof(MergePart)), .exec_end = g_array_new(FALSE, FALSE, sizeof(int64_t)) };
    g_array_set_clear_func(m.parts, part_clear);
    bool ok = open_parts(&m, merge, error) && merge_all(&m, error);
    g_autoptr(GString) text = g_string_new(NULL);
    if (ok && told) {
        say_missing(&m, text);
        say_short(&m, text);
    }
    ok = ok && finish_file(&(Finish){ m.db, merge->out, 1, NULL }, watch, error);
    sqlite3_close(m.db);
    if (!ok && m.db)
        g_unlink(merge->out);
    g_array_unref(m.parts);
    g_array_unref(m.exec_end);
    if (ok && told)
        *told = g_string_free(g_steal_pointer(&text), FALSE);
    return ok;
}
