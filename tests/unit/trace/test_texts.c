/* Long texts stored as edits of others: any text is read back unchanged, and a damaged edit is refused.
 * Also jobs that store asynchronously. */
#include "tests/unit/trace/sample.h"
#include "trace/edit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

/* ---- edits ---- */

static void check_edit(const char *base, const char *text)
{
    gsize n = strlen(text);
    g_autoptr(GByteArray) edit = edit_make(base, strlen(base), text, n, G_MAXUINT32);
    g_assert_nonnull(edit);
    g_autofree char *back = edit_apply(base, strlen(base), edit->data, edit->len, n);
    g_assert_cmpstr(back, ==, text);
    if (n)
        g_assert_null(edit_apply(base, strlen(base), edit->data, edit->len, n - 1));
    g_assert_null(edit_apply(base, strlen(base), edit->data, edit->len, n + 1));
}

/* Lines like a module's: names with numbers, some of them twice, some without any. */
static void append_line(GString *s, GRand *r)
{
    static const char *const ends[] = { "add(a, b)", "multiply(x.1, x.2), sharding={devices=[2,1]<=[2]}", "copy(y)", "" };
    if (g_rand_int_range(r, 0, 10) == 0)
        g_string_append(s, "}\n\nother {\n");
    g_string_append_printf(s, "  x.%d = f32[%d] %s\n", g_rand_int_range(r, 0, 60), g_rand_int_range(r, 1, 4), ends[g_rand_int_range(r, 0, 4)]);
}

static char *changed(const char *text, GRand *r)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GString *s = g_string_new(NULL);
    for (char **l = lines; *l; l++) {
        int what = g_rand_int_range(r, 0, 8);
        if (what == 0)
            continue;
        if (what == 1)
            append_line(s, r);
        g_string_append(s, *l);
        if (what == 2 && **l)
            s->str[s->len - 1 - (gsize)g_rand_int_range(r, 0, (int)strlen(*l))] = '=';
        if (what == 3)
            g_string_append(s, ", sharding={replicated}");
        if (l[1] || what == 4)
            g_string_append_c(s, '\n');
    }
    return g_string_free(s, FALSE);
}

static void test_edits(void)
{
    static const char *const some[] = { "", "\n", "a", "a = 1", "a = 1\n", "a = 1\nb = 2\n", "b = 2\na = 1\n", "=\n=\n=", "a = 1\na = 1\na = 2\n" };
    for (size_t i = 0; i < G_N_ELEMENTS(some); i++)
        for (size_t k = 0; k < G_N_ELEMENTS(some); k++)
            check_edit(some[i], some[k]);
    GRand *r = g_rand_new_with_seed(11);
    for (int round = 0; round < 300; round++) {
        g_autoptr(GString) base = g_string_new("first\n");
        for (int i = g_rand_int_range(r, 0, 80); i > 0; i--)
            append_line(base, r);
        g_autofree char *text = changed(base->str, r);
        check_edit(base->str, text);
        check_edit(text, base->str);
    }
    g_rand_free(r);
}

/* Any bytes at all make a text of the right size or none. */
static void test_damaged_edits(void)
{
    GRand *r = g_rand_new_with_seed(12);
    const char *base = "  a = f32[2] add(b, c)\n  d = f32[2] copy(a)\n";
    g_autoptr(GByteArray) good = edit_make(base, strlen(base), "  a = f32[4] add(b, c)\n  e = f32[2] copy(a)\n", 44, 1000);
    for (int round = 0; round < 20000; round++) {
        guint8 bytes[64];
        gsize n = good->len;
        memcpy(bytes, good->data, MIN(n, sizeof bytes));
        for (int i = g_rand_int_range(r, 1, 4); i > 0; i--)
            bytes[g_rand_int_range(r, 0, (int)n)] = (guint8)g_rand_int(r);
        g_autofree char *text = edit_apply(base, strlen(base), bytes, n - (gsize)g_rand_int_range(r, 0, 3), 44);
        if (text)
            g_assert_cmpint(text[44], ==, 0);
    }
    g_rand_free(r);
}

/* ---- texts in a file ---- */

static void test_stored_texts(void)
{
    char *path = sample_path("a.db");
    GError *error = NULL;
    GRand *r = g_rand_new_with_seed(13);
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GString) first = g_string_new(NULL);
    for (int i = 0; i < 200; i++)
        append_line(first, r);
    g_ptr_array_add(texts, g_strdup(first->str));
    for (int i = 1; i < 20; i++) /* the tenth is as the ninth */
        g_ptr_array_add(texts, i == 10 ? g_strdup(texts->pdata[9]) : changed(texts->pdata[i - 1], r));
    g_rand_free(r);
    for (int run = 0; run < 2; run++) { /* the second stores no text anew */
        TraceWriter *w = trace_writer_new(path, &error);
        g_assert_no_error(error);
        int64_t id = trace_put_run(w, &(TraceRun){ .name = "r", .producer = "t" });
        int64_t module = trace_put_module(w, &(TraceModule){ .run_id = id, .name = "m" });
        g_autoptr(GPtrArray) packed = g_ptr_array_new_with_free_func((GDestroyNotify)trace_packed_free);
        for (int i = 0; i < (int)texts->len; i++) {
            g_autoptr(GBytes) text = g_bytes_new_static(texts->pdata[i], strlen(texts->pdata[i]));
            g_autoptr(GBytes) before = i ? g_bytes_new_static(texts->pdata[i - 1], strlen(texts->pdata[i - 1])) : NULL;
            TracePacked *now = trace_pack(TRACE_BLOB_HLO, text, i ? packed->pdata[i - 1] : NULL, before);
            g_ptr_array_add(packed, now);
            int64_t row = trace_packed_row(w, now);
            g_assert_cmpint(row == (i ? trace_packed_row(w, packed->pdata[i - 1]) : 0), ==, i == 10);
            g_assert_cmpint(row, >, 0);
            g_assert_cmpint(trace_packed_row(w, now), ==, row);
            trace_put_snapshot(w, &(TraceSnapshot){ .module_id = module, .seq = i, .label = "p", .text_id = row,
                                                    .hash = { trace_packed_hash(now), TRACE_HASH_BYTES } });
        }
        g_assert_true(trace_writer_finish(w, &error));
    }
    TraceReader *reader = trace_open(path, &error);
    g_assert_no_error(error);
    g_autoptr(GArray) snapshots = trace_read_rows(reader, TRACE_TABLE_snapshot, "ORDER BY id", NULL, 0, &error);
    g_assert_cmpuint(snapshots->len, ==, 2 * texts->len);
    for (guint i = 0; i < snapshots->len; i++) {
        g_autofree char *text = trace_snapshot_text(reader, TRACE_AT(snapshots, TraceSnapshot, i)->id, &error);
        g_assert_no_error(error);
        g_assert_cmpstr(text, ==, texts->pdata[i % texts->len]);
    }
    g_autoptr(GArray) blobs = trace_read_rows(reader, TRACE_TABLE_blob, "WHERE codec = 2 AND base_id IS NOT NULL", NULL, 0, &error);
    g_assert_cmpuint(blobs->len, ==, texts->len - 2);
    g_autoptr(GArray) all = trace_read_rows(reader, TRACE_TABLE_blob, NULL, NULL, 0, &error);
    g_assert_cmpuint(all->len, ==, texts->len - 1);
    trace_close(reader);
    sample_remove(path);
}

/* ---- jobs ---- */

typedef struct Job {
    int number;
    int64_t *first;      /* of the rows that this job stored */
    atomic_int *n_freed;
} Job;

enum { ROWS = 1000 };

static void store(TraceWriter *w, void *data)
{
    Job *job = data;
    for (int i = 0; i < ROWS; i++) {
        g_autofree char *name = g_strdup_printf("run %d.%d", job->number, i);
        int64_t id = trace_put_run(w, &(TraceRun){ .name = name, .producer = "t" });
        if (i == 0)
            job->first[job->number] = id;
    }
    trace_wait(w); /* of itself: at once */
}

static void job_free(void *data)
{
    atomic_fetch_add(((Job *)data)->n_freed, 1);
    g_free(data);
}

static void add_job(TraceWriter *w, int number, int64_t *first, atomic_int *n_freed)
{
    Job *job = g_new(Job, 1);
    *job = (Job){ number, first, n_freed };
    trace_later(w, store, job, job_free);
}

/* They run in order, and what is asked for meanwhile comes after them. */
static void test_jobs(void)
{
    char *path = sample_path("a.db");
    GError *error = NULL;
    int64_t first[4] = { 0 };
    atomic_int n_freed = 0;
    TraceWriter *w = trace_writer_new(path, &error);
    for (int i = 0; i < 3; i++)
        add_job(w, i, first, &n_freed);
    int64_t last = trace_put_run(w, &(TraceRun){ .name = "after", .producer = "t" });
    g_assert_cmpint(atomic_load(&n_freed), ==, 3);
    for (int i = 0; i < 3; i++)
        g_assert_cmpint(first[i], ==, 1 + i * ROWS);
    g_assert_cmpint(last, ==, 3 * ROWS + 1);
    add_job(w, 3, first, &n_freed);
    g_assert_true(trace_writer_finish(w, &error)); /* with what it still has to do */
    g_assert_cmpint(atomic_load(&n_freed), ==, 4);
    TraceReader *r = trace_open(path, &error);
    g_autoptr(GArray) runs = trace_read_rows(r, TRACE_TABLE_run, NULL, NULL, 0, &error);
    g_assert_cmpuint(runs->len, ==, 4 * ROWS + 1);
    trace_close(r);
    sample_remove(path);
}

static void refuse(TraceWriter *w, void *data)
{
    (void)data;
    trace_put_inst(w, &(TraceInst){ .comp_id = 1, .opcode_id = 1 }); /* without a name */
}

/* What fails in a job is told by the commit that follows; a job without a writer runs all the same. */
static void test_failing_jobs(void)
{
    char *path = sample_path("a.db");
    GError *error = NULL;
    TraceWriter *w = trace_writer_new(path, &error);
    trace_later(w, refuse, NULL, NULL);
    g_assert_false(trace_commit(w, &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_SQL);
    g_assert_nonnull(strstr(error->message, "\"inst\""));
    g_assert_nonnull(strstr(error->message, "name_id"));
    g_clear_error(&error);
    trace_writer_free(w);
    sample_remove(path);
    int64_t first[1] = { 7 };
    atomic_int n_freed = 0;
    add_job(NULL, 0, first, &n_freed);
    g_assert_cmpint(first[0], ==, 0);
    g_assert_cmpint(atomic_load(&n_freed), ==, 1);
    trace_wait(NULL);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/texts/edits", test_edits);
    g_test_add_func("/texts/damaged", test_damaged_edits);
    g_test_add_func("/texts/stored", test_stored_texts);
    g_test_add_func("/jobs/order", test_jobs);
    g_test_add_func("/jobs/failing", test_failing_jobs);
    return g_test_run();
}
