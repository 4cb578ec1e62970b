/* The state of a window without a window: what is asked for again, and when. */
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "tests/unit/viewer/sample.h"
#include "viewer/model/browser.h"

static char *folder, *path;

/* Until all that was asked for has come. */
static void settle(Browser *b)
{
    while (browser_busy(b) || !browser_rows(b))
        g_main_context_iteration(NULL, TRUE);
}

static bool facts_say(Browser *b, const char *words)
{
    const Facts *f = browser_facts(b);
    g_assert_nonnull(f);
    g_autofree char *text = facts_to_text(f);
    return strstr(text, words) != NULL;
}

/* The inspector follows when shardings are written in another notation, as the views do. */
static void test_spelling(void)
{
    GError *error = NULL;
    Browser *b = browser_new(path, &error);
    g_assert_no_error(error);
    browser_show(b, view_find("reshards"));
    settle(b);
    browser_select(b, (Ref){ REF_reshard, browser_run(b), 1, 0 });
    settle(b);
    g_assert_true(facts_say(b, "P('a', None)"));
    trace_default_spelling(TRACE_SPELLING_SHARDY);
    browser_reload(b);
    settle(b);
    g_assert_false(facts_say(b, "P('a', None)"));
    g_assert_true(facts_say(b, "[{"));
    trace_default_spelling(TRACE_SPELLING_JAX);
    browser_free(b);
}

/* While another run is read, the rows there are belong to the one before, which nobody must take for the run that the title names. */
static void test_other_run(void)
{
    g_autofree char *several = g_build_filename(folder, "several.db", NULL);
    sample_cases(several);
    GError *error = NULL;
    Browser *b = browser_new(several, &error);
    g_assert_no_error(error);
    browser_show(b, view_find("memory"));
    settle(b);
    g_assert_false(browser_is_late(b));
    int64_t first = browser_run(b);
    browser_set_run(b, first == 1 ? 2 : 1);
    g_assert_nonnull(browser_rows(b));
    g_assert_true(browser_is_late(b));
    settle(b);
    g_assert_false(browser_is_late(b));
    browser_set_run(b, 4711); /* of which there is nothing */
    settle(b);
    g_assert_false(browser_is_late(b));
    browser_free(b);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("viewer-browser-XXXXXX", NULL);
    g_setenv("XDG_DATA_HOME", folder, TRUE);
    path = g_build_filename(folder, "sample.db", NULL);
    sample_one(path);
    sqlite3 *db;
    g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_exec(db, "UPDATE sharding SET spec = 'P(''a'', None)'", NULL, NULL, NULL), ==, SQLITE_OK);
    sqlite3_close(db);
    g_test_add_func("/viewer/browser/spelling", test_spelling);
    g_test_add_func("/viewer/browser/other-run", test_other_run);
    int failed = g_test_run();
    const char *const rm[] = { "rm", "-rf", folder, NULL };
    g_spawn_sync(NULL, (char **)rm, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
    g_free(path);
    g_free(folder);
    return failed;
}
