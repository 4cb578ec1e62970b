/* Five hundred damaged and hostile traces, made from a valid one with a fixed seed: tables and constraints removed,
 * NULLs, wrong types, huge and negative numbers, circular references, repeated rows, invalid UTF-8,
 * changed bytes, truncated files, newer versions. Every view reports what is wrong or draws what is
 * left, in short time, with all items at reasonable positions. With sanitizers the test also detects invalid memory accesses. */
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <time.h>

#include "tests/unit/viewer/sample.h"
#include "viewer/model/facts.h"
#include "viewer/views.h"

enum { MUTANTS = 500 };
#define LONGEST_S 20 /* of a processor for one of them, in a slow build */

static char *folder, *good, *bad;
static int n_drawn, n_refused; /* views: both must happen, or the mutations do nothing, or destroy everything */

/* ---- making them ---- */

static void sql(sqlite3 *db, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void sql(sqlite3 *db, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *text = g_strdup_vprintf(format, args);
    va_end(args);
    sqlite3_exec(db, text, NULL, NULL, NULL); /* not every mutation applies to every table */
}

static char *ask(sqlite3 *db, const char *question)
{
    sqlite3_stmt *st = NULL;
    char *answer = NULL;
    if (sqlite3_prepare_v2(db, question, -1, &st, NULL) == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW)
        answer = g_strdup((const char *)sqlite3_column_text(st, 0));
    sqlite3_finalize(st);
    return answer;
}

static char *random_table(sqlite3 *db, GRand *r)
{
    g_autofree char *q = g_strdup_printf("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%%' ORDER BY name LIMIT 1 OFFSET %d",
                                         g_rand_int_range(r, 0, 58));
    char *t = ask(db, q);
    return t ? t : g_strdup("event");
}

static char *random_column(sqlite3 *db, GRand *r, const char *table)
{
    g_autofree char *q = g_strdup_printf("SELECT name FROM pragma_table_info('%s') ORDER BY cid LIMIT 1 OFFSET %d", table, g_rand_int_range(r, 0, 8));
    char *c = ask(db, q);
    return c ? c : g_strdup("id");
}

/* The table again, without keys, NOT NULL and the rest: then it takes anything. */
static void free_table(sqlite3 *db, const char *t)
{
    sql(db, "CREATE TEMP TABLE mutant AS SELECT * FROM main.%s", t); /* renaming would parse the whole schema again and again */
    sql(db, "DROP TABLE main.%s", t);
    sql(db, "CREATE TABLE main.%s AS SELECT * FROM temp.mutant", t);
    sql(db, "DROP TABLE temp.mutant");
}

static void mutate_rows(sqlite3 *db, GRand *r)
{
    static const char *const values[] = {
        "NULL", "'nonsense'", "9223372036854775807", "-9223372036854775807 - 1", "-1", "0", "1e308", "x'deadbeef'", "CAST(x'ff80fe' AS TEXT)",
        "1099511627776", "4294967296", "printf('%.20000c', 'x')", "''", "2147483648", "char(8238) || 'abc'", "'{\"a\", \"b'",
    };
    g_autofree char *t = random_table(db, r), *c = random_column(db, r, t);
    free_table(db, t);
    switch (g_rand_int_range(r, 0, 6)) {
    case 0: sql(db, "UPDATE %s SET %s = (SELECT id FROM %s ORDER BY rowid * 7919 %% 101, rowid LIMIT 1)", t, c, t); break;   /* circles */
    case 1: sql(db, "UPDATE %s SET %s = rowid", t, c); break;
    case 2:
        for (int i = 0; i < 3; i++)
            sql(db, "INSERT INTO %s SELECT * FROM %s LIMIT 3000", t, t);
        break;
    case 3: sql(db, "DELETE FROM %s WHERE rowid %% %d = 0", t, g_rand_int_range(r, 1, 4)); break;
    default:
        sql(db, "UPDATE %s SET %s = %s WHERE rowid %% %d = 0", t, c, values[g_rand_int_range(r, 0, G_N_ELEMENTS(values))], g_rand_int_range(r, 1, 4));
    }
}

static void mutate(const char *path, GRand *r, int number)
{
    int how = number % 10;
    if (how < 8) {
        sqlite3 *db = NULL;
        g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
        sqlite3_exec(db, "PRAGMA foreign_keys = OFF; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; BEGIN", NULL, NULL, NULL);
        if (how == 0) {
            g_autofree char *t = random_table(db, r);
            sql(db, "DROP TABLE %s", t);
        } else if (how == 1) {
            sql(db, "PRAGMA user_version = %d", (int[]){ 101, 150, 200, 99900, -5 }[g_rand_int_range(r, 0, 5)]);
        }
        for (int i = g_rand_int_range(r, 1, 5); i > 0; i--)
            mutate_rows(db, r);
        sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
        sqlite3_close(db);
        return;
    }
    g_autofree char *data = NULL;
    gsize size;
    g_assert_true(g_file_get_contents(path, &data, &size, NULL));
    if (how == 8)
        for (int i = g_rand_int_range(r, 1, 60); i > 0; i--)
            data[g_rand_int_range(r, 16, (gint32)size)] = (char)g_rand_int(r);
    else
        size = (gsize)g_rand_int_range(r, 0, (gint32)size);
    g_assert_true(g_file_set_contents_full(path, data, (gssize)size, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}

/* ---- looking at them ---- */

static void look_at_scene(const Rows *rows, const View *v, Ref select)
{
    Viewport vp = { .width = 900, .height = 600, .metrics = metrics_fixed, .select = select };
    g_autoptr(Scene) s = scene_new(900, 600);
    v->layout(rows, &vp, s);
    g_assert_cmpint(s->items->len, <, 300000);
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        g_assert_true(it->x >= -100001 && it->x <= 100001 && it->y >= -100001 && it->y <= 100001);
    }
    g_free(scene_to_text(s));
}

/* What a user would click first. */
static Ref something_in(const Rows *rows)
{
    const RunRows *run = rows_current(rows);
    if (run && run->reshards && run->reshards->len)
        return (Ref){ REF_reshard, run->info->id, TRACE_AT(run->reshards, TraceReshardRow, 0)->id, 0 };
    if (run && run->values && run->values->len)
        return (Ref){ REF_value, run->info->id, TRACE_AT(run->values, TraceValueRow, 0)->inst_id, 0 };
    if (run && run->steps && run->steps->len)
        return (Ref){ REF_step, run->info->id, TRACE_AT(run->steps, TraceStepRow, 0)->id, 0 };
    return (Ref){ REF_event, 1, 1, 1 };
}

/* What keys and menus ask of a view. */
static void ask_view(const Rows *rows, const View *v, Ref select)
{
    Viewport vp = { .width = 900, .height = 600, .metrics = metrics_fixed, .select = select };
    g_autoptr(GArray) stops = g_array_new(FALSE, FALSE, sizeof(ViewStop));
    if (v->stops)
        v->stops(rows, &vp, true, stops);
    for (guint i = 0; i < stops->len; i++)
        g_assert_nonnull(g_array_index(stops, ViewStop, i).text);
    for (gunichar key = ' '; v->key && key < 127; key++) {
        Ref to = { 0 };
        v->key(rows, &vp, key, &to);
    }
    TimePlot p;
    int64_t begin, end;
    if (v->time && v->time->plot(rows, &vp, &p) && v->time->extent(rows, select, &begin, &end))
        g_assert_cmpint(begin, <=, end);
    if (v->count)
        v->count(rows);
    if (v->to_dot)
        g_free(v->to_dot(rows, &vp));
}

static void look_at_view(TraceReader *r, const View *v)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Rows) rows = rows_new(bad);
    Query q = { .width = 700 };
    if (!v->load(r, &q, NULL, rows, &error)) {
        g_assert_nonnull(error);
        g_assert_cmpint(strlen(error->message), >, 5);
        n_refused++;
        return;
    }
    n_drawn++;
    look_at_scene(rows, v, (Ref){ 0 });
    ask_view(rows, v, (Ref){ 0 });
    q.select = something_in(rows);
    q.t0 = 100;
    q.t1 = 5000000;
    g_autoptr(Rows) again = rows_new(bad);
    if (v->load(r, &q, rows, again, NULL))
        look_at_scene(again, v, q.select), ask_view(again, v, q.select);
    Facts *f = facts_load(r, rows, q.select, NULL);
    if (f)
        g_free(facts_to_text(f));
    facts_free(f);
}

static void look_at(int number)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceReader) r = trace_open(bad, &error);
    if (!r) {
        g_assert_nonnull(error);
        g_assert_cmpint(strlen(error->message), >, 5);
        return;
    }
    for (int i = 0; i < n_views; i++)
        if (number % 16 == 0 || i == number % n_views || i == number / n_views % n_views)
            look_at_view(r, views[i]);
    if (number % 5 == 0)
        names_free(views_names(r, 0, NULL));
}

static void copy(const char *from, const char *to)
{
    g_autofree char *data = NULL;
    gsize size;
    g_assert_true(g_file_get_contents(from, &data, &size, NULL));
    g_assert_true(g_file_set_contents_full(to, data, (gssize)size, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}

static void test_mutants(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(20240607);
    for (int i = 0; i < MUTANTS; i++) {
        copy(good, bad);
        mutate(bad, r, i);
        clock_t begin = clock(); /* of a processor: the machine may be busy */
        look_at(i);
        double s = (double)(clock() - begin) / CLOCKS_PER_SEC;
        if (s > LONGEST_S)
            g_error("mutant %d took %.1f s", i, s);
    }
    g_test_message("%d views drawn, %d refused", n_drawn, n_refused);
    g_assert_cmpint(n_drawn, >, MUTANTS);
    g_assert_cmpint(n_refused, >, MUTANTS / 20);
}

/* Not changed before it is opened but after. */
static void test_changed_underneath(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(5);
    for (int i = 0; i < 16; i++) {
        copy(good, bad);
        g_autoptr(GError) error = NULL;
        g_autoptr(TraceReader) open = trace_open(bad, &error);
        g_assert_no_error(error);
        look_at_view(open, views[i % n_views]);
        if (i % 4 == 3)
            g_remove(bad);
        else
            mutate(bad, r, 8 + i % 2 - (i % 4 == 2 ? 8 : 0));
        for (int k = 0; k < n_views; k++)
            look_at_view(open, views[k]);
    }
}

int main(int argc, char **argv)
{
    if (g_file_test("/dev/shm", G_FILE_TEST_IS_DIR)) /* in memory where the system has such a folder */
        g_setenv("TMPDIR", "/dev/shm", FALSE);
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("viewer-hostile-XXXXXX", NULL);
    good = g_build_filename(folder, "good.db", NULL);
    bad = g_build_filename(folder, "bad.db", NULL);
    sample_one(good);
    g_test_add_func("/viewer/hostile/mutants", test_mutants);
    g_test_add_func("/viewer/hostile/changed-underneath", test_changed_underneath);
    int failed = g_test_run();
    const char *const rm[] = { "rm", "-rf", folder, NULL };
    g_spawn_sync(NULL, (char **)rm, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
    return failed;
}
