/* The real window on a display (Xvfb in the test run): views, selection, zoom and places by real keys and clicks. The
 * program says on standard output what it shows, so nothing here sleeps in the hope that it is enough. Any GTK
 * warning of the critical kind ends the program, and with it the test. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "tests/unit/viewer/driver.h"
#include "tests/unit/viewer/sample.h"

static char *folder, *trace, *second, *live;

static Driver start(const char *view)
{
    return driver_start(view, trace, NULL);
}

static void test_views_and_places(void)
{
    Driver d = start("overview");
    static const char *const names[] = { "view=overview", "view=shardings", "view=reshards", "view=passes",
                                         "view=steps", "view=memory", "view=compare", "view=graph" };
    const int n = G_N_ELEMENTS(names);
    for (int i = 1; i < n; i++) {
        g_autofree char *key = g_strdup_printf("alt+%d", i + 1);
        driver_xdotool("key", key, NULL);
        driver_wait_for(&d, names[i]);
        driver_wait_for(&d, "rows=1");
    }
    for (int i = n - 2; i >= 0; i--) {
        driver_xdotool("key", "alt+Left", NULL);
        driver_wait_for(&d, names[i]);
    }
    driver_xdotool("key", "alt+Right", NULL);
    driver_wait_for(&d, "view=shardings");
    driver_stop(&d);
}

static void test_lists(void)
{
    Driver d = start("shardings");
    driver_xdotool("key", "Down", NULL);
    driver_wait_for(&d, "facts=x");
    driver_wait_for(&d, "select=value:");
    driver_xdotool("key", "Down", NULL);
    driver_wait_for(&d, "facts=y");
    driver_xdotool("key", "Escape", NULL);
    driver_wait_for(&d, "select=none");
    driver_xdotool("key", "ctrl+f", NULL);
    driver_xdotool("type", "z", NULL); /* also a letter that could be a key of the canvas */
    driver_wait_for(&d, "facts=z");
    driver_xdotool("key", "Escape", NULL);
    driver_xdotool("key", "alt+3", NULL);
    driver_wait_for(&d, "view=reshards");
    driver_xdotool("key", "j", NULL);
    driver_wait_for(&d, "focus=device:0");
    driver_xdotool("key", "j", NULL);
    driver_wait_for(&d, "focus=device:1");
    driver_stop(&d);
}

/* Keys reach the picture also after a click into the list of views; Home and End go to the ends of a list. */
static void test_keys(void)
{
    Driver d = start("shardings");
    driver_xdotool("key", "End", NULL);
    driver_wait_for(&d, "facts=z");
    driver_xdotool("key", "Home", NULL);
    driver_wait_for(&d, "facts=x");
    driver_xdotool("key", "Escape", NULL);
    driver_wait_for(&d, "select=none");
    driver_xdotool("mousemove", "40", "200", "click", "1", NULL); /* the fifth view of the list */
    driver_wait_for(&d, "view=steps");
    driver_wait_for(&d, "rows=1");
    g_assert_nonnull(strstr(d.state, "span=0 "));
    driver_xdotool("key", "w", NULL);
    driver_wait_past(&d, "span=0 ");
    driver_xdotool("key", "0", NULL);
    driver_wait_for(&d, "span=0 ");
    driver_stop(&d);
}

/* What a picture offers to click is reached by keys, on a page without rows by the arrows alone; Escape leaves it. */
static void test_links(void)
{
    Driver d = start("overview");
    driver_xdotool("key", "Down", "Return", NULL);
    driver_wait_past(&d, "view=overview");
    driver_xdotool("key", "alt+7", NULL);
    driver_wait_for(&d, "view=compare");
    driver_wait_for(&d, "rows=1");
    driver_xdotool("key", "Down", NULL); /* the first run */
    driver_wait_for(&d, "select=run:");
    driver_xdotool("key", "Escape", "Escape", NULL);
    driver_wait_for(&d, "select=none");
    driver_stop(&d);
}

/* In a narrow window an inspector with nothing to say folds, unless it is asked for. */
static void test_fold(void)
{
    Driver d = start("shardings");
    driver_xdotool("search", "--onlyvisible", "--name", "cases.db", "windowsize", "1024", "700", NULL);
    driver_xdotool("key", "Down", NULL);
    driver_wait_for(&d, "facts=x");
    driver_wait_for(&d, "inspector=0"); /* the view tells all itself */
    driver_xdotool("key", "alt+6", NULL);
    driver_wait_for(&d, "view=memory");
    driver_wait_for(&d, "inspector=1");
    driver_xdotool("key", "Escape", NULL);
    driver_wait_for(&d, "select=none");
    driver_wait_for(&d, "inspector=0");
    driver_xdotool("key", "F9", NULL);
    driver_wait_for(&d, "inspector=1");
    driver_stop(&d);
}

static void test_zoom(void)
{
    Driver d = start("steps");
    g_assert_nonnull(strstr(d.state, "span=0 "));
    driver_xdotool("mousemove", "600", "300", NULL);
    driver_xdotool("click", "4", NULL);
    driver_wait_for(&d, "span=1"); /* 19 ms at first */
    driver_xdotool("key", "w", NULL);
    driver_xdotool("key", "w", NULL);
    driver_wait_for(&d, "span=8");
    driver_xdotool("key", "0", NULL);
    driver_wait_for(&d, "span=0 ");
    driver_stop(&d);
}

/* In Steps: from event to event by keys, a pinned row, folded gaps; the view goes on after each. */
static void test_steps(void)
{
    Driver d = start("steps");
    driver_xdotool("key", "n", NULL);
    driver_wait_for(&d, "select=event:");
    g_autofree char *first = g_strndup(strstr(d.state, "select="), strcspn(strstr(d.state, "select="), " "));
    driver_xdotool("key", "n", NULL);
    driver_wait_past(&d, first);
    driver_wait_for(&d, "select=event:");
    driver_xdotool("key", "b", NULL);
    driver_wait_for(&d, first);
    driver_xdotool("key", "x", NULL);
    driver_xdotool("key", "g", NULL);
    driver_xdotool("mousemove", "600", "300", "click", "4", NULL);
    driver_wait_past(&d, "span=0 ");
    driver_xdotool("mousemove", "500", "62", "mousedown", "1", "mousemove", "560", "62", "mousemove", "640", "62", "mouseup", "1", NULL); /* on the ruler */
    driver_xdotool("key", "Escape", NULL);
    driver_wait_for(&d, "select=none");
    driver_xdotool("key", "f", NULL); /* the marked range */
    driver_wait_past(&d, "span=1");
    driver_xdotool("key", "0", NULL);
    driver_wait_for(&d, "span=0 ");
    driver_stop(&d);
}

/* Anything can be gone to by a few letters of its name. */
static void test_palette(void)
{
    Driver d = start("overview");
    driver_xdotool("key", "ctrl+k", NULL);
    driver_xdotool("type", "resha", NULL);
    driver_xdotool("key", "Return", NULL);
    driver_wait_for(&d, "view=reshards");
    driver_wait_for(&d, "rows=1");
    driver_xdotool("key", "ctrl+k", NULL);
    driver_xdotool("type", "parameter y", NULL);
    driver_xdotool("key", "Return", NULL);
    driver_wait_for(&d, "view=shardings");
    driver_wait_for(&d, "facts=y");
    driver_xdotool("key", "ctrl+g", NULL);
    driver_wait_for(&d, "view=graph");
    driver_wait_for(&d, "facts=y");
    driver_xdotool("key", "ctrl+k", NULL);
    driver_xdotool("key", "Escape", NULL); /* closes the palette and leaves the selection */
    driver_xdotool("key", "alt+6", NULL);
    driver_wait_for(&d, "view=memory");
    driver_wait_for(&d, "facts=y");
    driver_stop(&d);
}

/* A bookmark brings back view and selection, also in the program's next life. */
static void test_bookmarks(void)
{
    Driver d = start("shardings");
    driver_xdotool("key", "Down", NULL);
    driver_wait_for(&d, "facts=x");
    driver_xdotool("key", "ctrl+d", NULL);
    driver_wait_for(&d, "marks=1");
    driver_xdotool("key", "alt+5", NULL);
    driver_wait_for(&d, "view=steps");
    driver_stop(&d);
    d = start("overview");
    driver_wait_for(&d, "marks=1");
    driver_xdotool("key", "ctrl+b", NULL);
    driver_xdotool("key", "Return", NULL);
    driver_wait_for(&d, "view=shardings");
    driver_wait_for(&d, "facts=x");
    driver_xdotool("key", "ctrl+b", NULL);
    driver_xdotool("key", "Delete", NULL);
    driver_xdotool("key", "Escape", NULL);
    driver_xdotool("key", "alt+1", NULL);
    driver_wait_for(&d, "marks=0");
    driver_stop(&d);
}

static void test_two_files(void)
{
    Driver d = driver_start("overview", trace, second);
    driver_wait_for(&d, "files=2");
    driver_xdotool("key", "alt+7", NULL);
    driver_wait_for(&d, "view=compare");
    driver_wait_for(&d, "rows=1");
    driver_xdotool("key", "alt+5", NULL); /* the other views are about the first file */
    driver_wait_for(&d, "view=steps");
    driver_stop(&d);
}

/* Whatever is selected, the window is about its run: in Compare the run itself, by row or by its box. */
static void test_one_run(void)
{
    Driver d = start("compare");
    driver_wait_for(&d, "run=1");
    for (int row = 0; row < 4; row++) {
        g_autofree char *y = g_strdup_printf("%d", 84 + 40 * row);
        driver_xdotool("mousemove", row % 2 ? "166" : "500", y, "click", "1", NULL); /* its box, or the row */
        driver_wait_for(&d, "select=run:");
        while (row && d.state && strstr(d.state, "facts=-"))
            driver_wait_past(&d, "facts=-");
        const char *run = strstr(d.state, " run=") + 5, *selected = strstr(d.state, "select=run:") + 11;
        g_assert_cmpint(g_ascii_strtoll(run, NULL, 10), ==, g_ascii_strtoll(selected, NULL, 10));
    }
    driver_stop(&d);
}

/* Compare by keys alone: from run to run, and which of them are compared. */
static void test_compare_keys(void)
{
    Driver d = start("compare");
    driver_xdotool("key", "Home", NULL);
    driver_wait_for(&d, "select=run:");
    driver_xdotool("key", "x", NULL);
    g_autofree char *before = g_strndup(strstr(d.state, "select="), strcspn(strstr(d.state, "select="), " ") + 1);
    driver_xdotool("key", "Down", NULL);
    driver_wait_past(&d, before);
    driver_wait_for(&d, "select=run:");
    driver_xdotool("key", "x", NULL);
    g_autofree char *next = g_strndup(strstr(d.state, "select="), strcspn(strstr(d.state, "select="), " ") + 1);
    driver_xdotool("key", "Down", NULL);
    driver_wait_past(&d, next);
    driver_wait_for(&d, "pinned=2");
    driver_stop(&d);
}

/* A trace that is still being written is followed. */
static void test_live(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceWriter) w = trace_writer_new(live, &error);
    g_assert_no_error(error);
    int64_t run = trace_put_run(w, &(TraceRun){ .name = "live", .producer = "by hand 1" });
    for (int i = 0; i < 2; i++)
        g_assert_cmpint(trace_end_step(w, &(TraceStep){ .run_id = run, .num = i, .start_ns = i * 1000000, .dur_ns = 900000, .source = 1 }, 0, &error), >, 0);
    Driver d = driver_start("overview", live, NULL);
    driver_wait_for(&d, "steps=2");
    for (int i = 2; i < 7; i++)
        g_assert_cmpint(trace_end_step(w, &(TraceStep){ .run_id = run, .num = i, .start_ns = i * 1000000, .dur_ns = 900000, .source = 1 }, 0, &error), >, 0);
    driver_wait_for(&d, "steps=7");
    trace_end_run(w, run, 7000000);
    g_assert_true(trace_writer_finish(g_steal_pointer(&w), &error));
    driver_stop(&d);
}

/* True if the process answers those who look at it. */
static bool answers(const char *pid)
{
    int status = 1;
    const char *const ask[] = { g_getenv("SHARDSCOPE_BIN"), "monitor", pid, "--once", NULL };
    g_spawn_sync(NULL, (char **)ask, NULL, G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL, NULL, &status, NULL);
    return status == 0;
}

/* A running process, and how the window follows it: new steps come by themselves, and when the process is gone what it did stays to be looked at. */
static void test_process(void)
{
    g_autoptr(GError) error = NULL;
    g_setenv("XDG_RUNTIME_DIR", folder, TRUE); /* where those who listen and those who look meet */
    g_autoptr(GSubprocessLauncher) l = g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
    g_subprocess_launcher_setenv(l, "SHARDSCOPE_LISTEN", "1", TRUE);
    g_autofree char *program = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "data", "matmul.mlir", NULL);
    g_autoptr(GSubprocess) runs = g_subprocess_launcher_spawn(l, &error, g_getenv("SHARDSCOPE_BIN"), "run", program, "--mesh", "a=4,b=2", "--steps", "2000000000", "--force", NULL);
    g_assert_no_error(error);
    const char *pid = g_subprocess_get_identifier(runs);
    for (int i = 0; i < 400 && !answers(pid); i++)
        g_usleep(100000);
    g_autofree char *name = g_strdup_printf("process %s.db", pid);
    Driver d = driver_start_command((const char *const[]){ g_getenv("SHARDSCOPE_BIN"), "view", pid, NULL }, name);
    for (int i = 0; i < 3; i++) { /* more of them, three times */
        const char *at = strstr(d.state, "steps=");
        g_assert_nonnull(at);
        g_autofree char *old = g_strndup(at, strcspn(at, " ") + 1);
        driver_wait_past(&d, old);
    }
    g_subprocess_force_exit(runs);
    g_assert_true(g_subprocess_wait(runs, NULL, &error));
    driver_xdotool("key", "alt+5", NULL);
    driver_wait_for(&d, "view=steps");
    driver_wait_for(&d, "rows=1");
    driver_stop(&d);
}

/* The three jobs, each by at most three keys from opening: why is this collective here, and where does it run; which run
 * is faster; what fills the memory. */
static void test_three_jobs(void)
{
    Driver d = start("overview");
    driver_xdotool("key", "alt+3", NULL);
    driver_wait_for(&d, "view=reshards");
    driver_wait_for(&d, "rows=1");
    driver_xdotool("key", "Down", NULL);
    driver_wait_for(&d, "select=reshard:1");
    driver_wait_for(&d, "facts=#1");
    driver_xdotool("key", "alt+5", NULL); /* its slices, brought into sight */
    driver_wait_for(&d, "view=steps");
    driver_wait_for(&d, "rows=1");
    driver_wait_past(&d, "span=0 ");
    g_assert_nonnull(strstr(d.state, "select=reshard:1"));
    driver_xdotool("key", "alt+2", NULL); /* the sharding of its value */
    driver_wait_for(&d, "view=shardings");
    driver_wait_for(&d, "rows=1");
    g_assert_nonnull(strstr(d.state, "select=reshard:1"));
    driver_xdotool("key", "alt+4", NULL); /* its lines */
    driver_wait_for(&d, "view=passes");
    driver_wait_for(&d, "rows=1");
    driver_xdotool("key", "n", NULL);
    driver_xdotool("key", "alt+7", NULL);
    driver_wait_for(&d, "view=compare");
    driver_wait_for(&d, "rows=1");
    driver_xdotool("key", "alt+6", NULL);
    driver_wait_for(&d, "view=memory");
    driver_wait_for(&d, "rows=1");
    driver_xdotool("key", "o", NULL);
    driver_xdotool("key", "p", NULL);
    driver_xdotool("key", "alt+1", NULL);
    driver_wait_for(&d, "view=overview");
    driver_stop(&d);
}

/* A change of annotations is tried: the command line makes the run, and Compare has both. Then the first run is predicted for other
 * hardware, without leaving the view. */
static void test_try_a_change(void)
{
    g_autofree char *file = g_build_filename(folder, "try.db", NULL), *program = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "data", "matmul.mlir", NULL);
    const char *const run[] = { g_getenv("SHARDSCOPE_BIN"), "run", program, "--mesh", "a=4,b=2", "--shard", "x=P('b', 'a')", "--shard", "y=P('b', 'a')", "-o", file, NULL };
    g_autoptr(GError) error = NULL;
    int status = 0;
    g_spawn_sync(NULL, (char **)run, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL, &status, &error);
    g_assert_no_error(error);
    g_assert_cmpint(status, ==, 0);
    Driver d = driver_start("reshards", file, NULL);
    driver_xdotool("key", "Down", NULL);
    driver_wait_for(&d, "select=reshard:"); /* either: times say which is first */
    driver_wait_for(&d, "facts=#");
    driver_xdotool("key", "ctrl+shift+t", NULL);
    driver_wait_for(&d, "view=compare run=2 select=run:2");
    g_assert_nonnull(strstr(d.state, "runs=2 pinned=2"));
    driver_xdotool("key", "alt+3", NULL);
    driver_wait_for(&d, "view=reshards");
    driver_wait_for(&d, "rows=1");
    driver_xdotool("key", "ctrl+h", NULL);
    driver_wait_for(&d, "models=1");
    driver_xdotool("key", "Down", "Return", NULL);
    driver_wait_for(&d, "view=reshards run=3"); /* the plan for it, with its changes */
    driver_wait_for(&d, "runs=4");
    driver_xdotool("key", "alt+5", NULL);
    driver_wait_for(&d, "view=steps");
    driver_xdotool("key", "ctrl+h", NULL);
    driver_xdotool("key", "Down", "Return", NULL);
    driver_wait_for(&d, "view=steps run=6"); /* its step, simulated: it has a timeline */
    driver_wait_for(&d, "steps=1");
    driver_stop(&d);
}

/* The mouse: a line of the overview opens what it is about; a click in a list selects. */
/* Where the desktop wants larger text, pictures are larger, and a click is on what is drawn there. */
static void test_large_text(void)
{
    g_setenv("GDK_DPI_SCALE", "2", TRUE);
    Driver d = start("reshards");
    g_unsetenv("GDK_DPI_SCALE");
    driver_xdotool("mousemove", "700", "170", "click", "1", NULL); /* the first row, below headings of twice their height */
    driver_wait_for(&d, "select=reshard:");
    g_assert_nonnull(strstr(d.state, "select=reshard:1 "));
    driver_stop(&d);
}

static void test_clicks(void)
{
    Driver d = start("reshards");
    driver_xdotool("mousemove", "500", "106", "click", "1", NULL); /* the first row below the headings */
    driver_wait_for(&d, "select=reshard:1");
    driver_xdotool("key", "alt+8", NULL);
    driver_wait_for(&d, "view=graph");
    driver_wait_for(&d, "select=reshard:1");
    driver_xdotool("key", "o", NULL);
    driver_xdotool("key", "alt+Left", NULL);
    driver_wait_for(&d, "view=reshards");
    driver_stop(&d);
}

/* Paper is written after the window has gone on. */
static bool page_is_whole(const char *path, char **text, gsize *n)
{
    g_clear_pointer(text, g_free);
    *n = 0;
    return g_file_get_contents(path, text, n, NULL) && *n > 16 && strstr(*text + *n - 8, "%%EOF");
}

/* Menus, the window of keys, paper, and the table: none of them takes the view away, and the page is on the disk. A
 * screen reader finds things in every view. */
static void test_commands(void)
{
    g_autofree char *page = g_build_filename(folder, "page.pdf", NULL), *text = NULL;
    g_setenv("SHARDSCOPE_PRINT_TO", page, TRUE);
    Driver d = start("reshards");
    driver_xdotool("key", "Down", NULL);
    driver_wait_for(&d, "select=reshard:1");
    g_assert_null(strstr(d.state, "things=0 "));
    driver_xdotool("key", "shift+F10", NULL);
    driver_xdotool("key", "Escape", NULL);
    driver_xdotool("key", "ctrl+t", NULL);
    driver_xdotool("key", "ctrl+p", NULL);
    driver_xdotool("key", "alt+5", NULL);
    driver_wait_for(&d, "view=steps");
    driver_wait_for(&d, "rows=1");
    gsize n = 0;
    for (int i = 0; i < 400 && !page_is_whole(page, &text, &n); i++)
        g_usleep(50000);
    g_assert_cmpint(n, >, 2000);
    g_assert_true(g_str_has_prefix(text, "%PDF"));
    driver_xdotool("key", "ctrl+f", NULL);
    driver_xdotool("type", "dot", NULL);
    driver_wait_for(&d, "select=event");
    driver_xdotool("key", "shift+F3", NULL);
    driver_xdotool("key", "Escape", NULL);
    driver_xdotool("mousemove", "700", "300", "click", "3", NULL);
    driver_xdotool("key", "Escape", NULL);
    g_unsetenv("SHARDSCOPE_PRINT_TO");
    driver_stop(&d);
}

/* The dialog of exports takes a name and a format, and the window says when the file is there. */
static void test_export(void)
{
    g_autofree char *path = g_build_filename(folder, "out", NULL), *file = g_strconcat(path, ".pftrace", NULL), *bytes = NULL;
    gsize n = 0;
    Driver d = start("steps");
    driver_xdotool("key", "ctrl+shift+e", NULL);
    driver_xdotool("search", "--sync", "--onlyvisible", "--name", "Export the run", "windowfocus", NULL);
    driver_xdotool("key", "ctrl+a", NULL);
    driver_xdotool("type", path, NULL);
    driver_xdotool("key", "Return", NULL);
    for (int i = 0; i < 800 && !(g_file_get_contents(file, &bytes, &n, NULL) && n > 0); i++) {
        g_clear_pointer(&bytes, g_free);
        g_usleep(50000);
    }
    g_assert_cmpint(n, >, 100);
    g_assert_cmpint(bytes[0], ==, 0x0a); /* packets of Perfetto's, the first format */
    driver_xdotool("search", "--sync", "--onlyvisible", "--name", "cases.db", "windowfocus", NULL);
    driver_xdotool("key", "ctrl+shift+e", NULL);
    driver_xdotool("search", "--sync", "--onlyvisible", "--name", "Export the run", "windowfocus", NULL);
    driver_xdotool("key", "Escape", NULL);
    driver_xdotool("search", "--sync", "--onlyvisible", "--name", "cases.db", "windowfocus", NULL);
    driver_stop(&d);
}

/* The panels beside the picture are dark where the desktop is, as the picture is; the command for the other theme changes both. */
static void test_dark(void)
{
    driver_theme = "Adwaita:dark";
    Driver d = start("overview");
    driver_wait_for(&d, "dark=1");
    driver_stop(&d);
    driver_theme = "Adwaita";
    d = start("overview");
    driver_wait_for(&d, "dark=0");
    driver_stop(&d);
}

static Driver start_with(const char *option, const char *value, const char *more, const char *value_of_more)
{
    return driver_start_command((const char *const[]){ g_getenv("SHARDSCOPE_VIEWER"), trace, option, value, more, value_of_more, NULL }, "cases.db");
}

/* The command line says in which colours the window begins, what it shows of which run; the next start is as before. */
static void test_beginning(void)
{
    Driver d = start_with("--theme", "dark", "--view", "steps");
    driver_wait_for(&d, "dark=1");
    driver_wait_for(&d, "view=steps");
    driver_stop(&d);
    d = start_with("--run", "case1b", "--select", "y");
    driver_wait_for(&d, "dark=0");
    driver_wait_for(&d, "view=shardings run=2 ");
    driver_wait_for(&d, "facts=y");
    driver_stop(&d);
    driver_theme = "Adwaita:dark";
    d = start_with("--theme", "light", NULL, NULL);
    driver_wait_for(&d, "dark=0");
    driver_stop(&d);
    driver_theme = "Adwaita";
}

int main(int argc, char **argv)
{
    if (g_file_test("/dev/shm", G_FILE_TEST_IS_DIR)) /* in memory where the system has such a folder */
        g_setenv("TMPDIR", "/dev/shm", FALSE);
    g_test_init(&argc, &argv, NULL);
    g_autofree char *tool = g_find_program_in_path("xdotool");
    if (!g_getenv("DISPLAY") || !tool)
        return 77; /* no display to try it on */
    folder = g_dir_make_tmp("viewer-XXXXXX", NULL);
    driver_folder = folder;
    trace = g_build_filename(folder, "cases.db", NULL);
    second = g_build_filename(folder, "second.db", NULL);
    live = g_build_filename(folder, "live.db", NULL);
    sample_cases(trace);
    sample_cases(second);
    g_test_add_func("/viewer/window/views", test_views_and_places);
    g_test_add_func("/viewer/window/lists", test_lists);
    g_test_add_func("/viewer/window/keys", test_keys);
    g_test_add_func("/viewer/window/links", test_links);
    g_test_add_func("/viewer/window/fold", test_fold);
    g_test_add_func("/viewer/window/one-run", test_one_run);
    g_test_add_func("/viewer/window/compare-keys", test_compare_keys);
    g_test_add_func("/viewer/window/zoom", test_zoom);
    g_test_add_func("/viewer/window/steps", test_steps);
    g_test_add_func("/viewer/window/palette", test_palette);
    g_test_add_func("/viewer/window/bookmarks", test_bookmarks);
    g_test_add_func("/viewer/window/two-files", test_two_files);
    g_test_add_func("/viewer/window/live", test_live);
    g_test_add_func("/viewer/window/process", test_process);
    g_test_add_func("/viewer/window/clicks", test_clicks);
    g_test_add_func("/viewer/window/large-text", test_large_text);
    g_test_add_func("/viewer/window/three-jobs", test_three_jobs);
    g_test_add_func("/viewer/window/try-a-change", test_try_a_change);
    g_test_add_func("/viewer/window/commands", test_commands);
    g_test_add_func("/viewer/window/export", test_export);
    g_test_add_func("/viewer/window/dark", test_dark);
    g_test_add_func("/viewer/window/beginning", test_beginning);
    int failed = g_test_run();
    const char *const rm[] = { "rm", "-rf", folder, NULL };
    g_spawn_sync(NULL, (char **)rm, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
    g_free(second);
    g_free(live);
    g_free(trace);
    g_free(folder);
    return failed;
}
