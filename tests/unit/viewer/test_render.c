/* The program without a display: pictures of every view are real pictures, and mistakes get their exit status. */
#include <cairo.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/viewer/args.h"
#include "tests/unit/viewer/sample.h"
#include "viewer/layout/theme.h"
#include "viewer/views.h"

static char *folder, *program;

static char *in_folder(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

/* Runs the viewer without DISPLAY; returns its exit status. */
static int run(char **err, const char *first, ...)
{
    va_list more;
    va_start(more, first);
    g_autoptr(GPtrArray) args = args_of(program, first, more);
    va_end(more);
    g_auto(GStrv) env = g_environ_unsetenv(g_environ_unsetenv(g_get_environ(), "DISPLAY"), "WAYLAND_DISPLAY");
    g_autofree char *out = NULL;
    g_autofree char *text = NULL;
    int status = -1;
    g_autoptr(GError) error = NULL;
    g_spawn_sync(NULL, (char **)args->pdata, env, G_SPAWN_DEFAULT, NULL, NULL, &out, &text, &status, &error);
    g_assert_no_error(error);
    g_assert_true(WIFEXITED(status));
    if (err)
        *err = g_steal_pointer(&text);
    return WEXITSTATUS(status);
}

typedef struct Image {
    cairo_surface_t *s;
    int w, h;
} Image;

static uint32_t pixel(const Image *i, int x, int y)
{
    const unsigned char *row = cairo_image_surface_get_data(i->s) + (size_t)y * (size_t)cairo_image_surface_get_stride(i->s);
    uint32_t v;
    memcpy(&v, row + 4 * x, 4);
    return v & 0xFFFFFF;
}

static Image open_image(const char *path)
{
    Image i = { .s = cairo_image_surface_create_from_png(path) };
    g_assert_cmpint(cairo_surface_status(i.s), ==, CAIRO_STATUS_SUCCESS);
    i.w = cairo_image_surface_get_width(i.s);
    i.h = cairo_image_surface_get_height(i.s);
    return i;
}

/* Pixels of this colour, give or take one of 255 a channel: cairo rounds in its own way. */
static int count(const Image *i, Rgb c)
{
    int n = 0;
    for (int y = 0; y < i->h; y++)
        for (int x = 0; x < i->w; x++) {
            uint32_t p = pixel(i, x, y);
            n += fabs((p >> 16) - c.r * 255) < 1.5 && fabs((p >> 8 & 255) - c.g * 255) < 1.5 && fabs((p & 255) - c.b * 255) < 1.5;
        }
    return n;
}

static void test_every_view(void)
{
    g_autofree char *trace = in_folder("cases.db"), *out = in_folder("view.png");
    for (int k = 0; k < n_views; k++) {
        for (int theme = 0; theme < 2; theme++) {
            g_assert_cmpint(run(NULL, "--render", views[k]->name, trace, "-o", out, "--size", "900x600", "--theme", theme ? "dark" : "light", NULL), ==, 0);
            Image i = open_image(out);
            g_assert_cmpint(i.w, ==, 900);
            g_assert_cmpint(i.h, ==, 600);
            int back = count(&i, theme_colour(theme ? THEME_dark : THEME_light, ROLE_background));
            g_assert_cmpint(back, >, 900 * 600 / 10);
            g_assert_cmpint(back, <, 900 * 600 * 99 / 100);
            cairo_surface_destroy(i.s);
        }
    }
    g_remove(out);
}

/* Each thing is there in its colour: the tiles of x in case1, the two colours of a pair, the kinds of work. */
static void test_colours(void)
{
    g_autofree char *trace = in_folder("cases.db"), *out = in_folder("view.png");
    run(NULL, "--render", "shardings", trace, "-o", out, "--select", "x", NULL);
    Image i = open_image(out);
    for (int t = 0; t < 4; t++)
        g_assert_cmpint(count(&i, theme_tint(THEME_light, ROLE_tile, (uint8_t)(255 * t / 3), 215)), >, 2000);
    cairo_surface_destroy(i.s);
    run(NULL, "--render", "reshards", trace, "-o", out, "--run", "case1b", NULL);
    i = open_image(out);
    g_assert_cmpint(count(&i, theme_tint(THEME_light, ROLE_local, 110, 255)), >, 500);
    g_assert_cmpint(count(&i, theme_tint(THEME_light, ROLE_fetch, 90, 255)), >, 500);
    cairo_surface_destroy(i.s);
    run(NULL, "--render", "steps", trace, "-o", out, "--run", "case2", NULL);
    i = open_image(out);
    g_assert_cmpint(count(&i, theme_tint(THEME_light, ROLE_compute, 255, 255)), >, 5000);
    g_assert_cmpint(count(&i, theme_tint(THEME_light, ROLE_reduce_scatter, 235, 255)), >, 2000);
    cairo_surface_destroy(i.s);
    g_remove(out);
}

static void test_scale_and_repeat(void)
{
    g_autofree char *trace = in_folder("cases.db"), *a = in_folder("a.png"), *b = in_folder("b.png");
    g_assert_cmpint(run(NULL, "--render", "compare", trace, "-o", a, "--size", "400x300", "--scale", "2", NULL), ==, 0);
    Image i = open_image(a);
    g_assert_cmpint(i.w, ==, 800);
    cairo_surface_destroy(i.s);
    g_assert_cmpint(run(NULL, "--render", "compare", trace, "-o", b, "--size", "400x300", "--scale", "2", NULL), ==, 0);
    g_autofree char *x = NULL, *y = NULL;
    gsize n = 0, m = 0;
    g_assert_true(g_file_get_contents(a, &x, &n, NULL) && g_file_get_contents(b, &y, &m, NULL));
    g_assert_cmpmem(x, n, y, m);
    g_remove(a);
    g_remove(b);
}

/* Vector pictures hold text as text, and boxes. */
static void test_vector(void)
{
    g_autofree char *trace = in_folder("cases.db"), *svg = in_folder("a.svg"), *pdf = in_folder("a.pdf");
    g_assert_cmpint(run(NULL, "--render", "shardings", trace, "-o", svg, NULL), ==, 0);
    g_assert_cmpint(run(NULL, "--render", "steps", trace, "-o", pdf, NULL), ==, 0);
    g_autofree char *x = NULL, *y = NULL;
    gsize n = 0, m = 0;
    g_assert_true(g_file_get_contents(svg, &x, &n, NULL) && g_file_get_contents(pdf, &y, &m, NULL));
    g_assert_nonnull(strstr(x, "<svg"));
    g_assert_nonnull(strstr(x, "</svg>"));
    g_assert_true(g_str_has_prefix(y, "%PDF-"));
    g_assert_cmpint(n, >, 10000);
    g_assert_cmpint(m, >, 4000);
    g_remove(svg);
    g_remove(pdf);
}

/* In print each kind of collective has a pattern too: it is not one flat colour, and not as in the light theme. */
static void test_print(void)
{
    g_autofree char *trace = in_folder("cases.db"), *out = in_folder("p.png");
    int flat[2];
    for (int k = 0; k < 2; k++) {
        g_assert_cmpint(run(NULL, "--render", "steps", trace, "-o", out, "--run", "case2", "--theme", k ? "print" : "light", NULL), ==, 0);
        Image i = open_image(out);
        flat[k] = count(&i, theme_tint(THEME_light, ROLE_reduce_scatter, 235, 255));
        cairo_surface_destroy(i.s);
    }
    g_assert_cmpint(flat[1], >, flat[0] / 3);
    g_assert_cmpint(flat[1], <, flat[0] * 9 / 10);
    for (int r = 0; r < N_ROLES; r++)
        for (int q = 0; q < r; q++)
            if (theme_pattern(THEME_print, (Role)r) != PATTERN_none)
                g_assert_cmpint(theme_pattern(THEME_print, (Role)r), !=, theme_pattern(THEME_print, (Role)q));
    g_remove(out);
}

/* What is selected by name is what is drawn: a value, an instruction of a device, a reshard by its number. */
static void test_select(void)
{
    g_autofree char *trace = in_folder("cases.db"), *out = in_folder("a.txt");
    static const char *const all[][3] = { { "graph", "x", "around x" }, { "graph", "dot.1", "around z" }, { "graph", "#1", "around z" }, { "shardings", "y", "y" },
                                          { "memory", "add.2", "edge=select" } };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
        g_assert_cmpint(run(NULL, "--render", all[i][0], trace, "-o", out, "--select", all[i][1], NULL), ==, 0);
        g_autofree char *text = NULL;
        g_assert_true(g_file_get_contents(out, &text, NULL, NULL));
        if (!strstr(text, all[i][2]))
            g_error("%s --select %s does not show \"%s\"", all[i][0], all[i][1], all[i][2]);
    }
    g_remove(out);
}

/* What the inspector would say, of what is named, by kind and id, or of what the view shows by itself. */
static void test_facts(void)
{
    g_autofree char *trace = in_folder("cases.db"), *out = in_folder("a.txt");
    static const char *const all[][3] = { { "graph", "x", "\nshape\tf32" }, { "reshards", "1", "\nplan\t" }, { "steps", "step:1", "\nlasted\t" }, { "passes", NULL, "\ndevices\t8" } };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
        g_assert_cmpint(run(NULL, "--render", all[i][0], trace, "--facts", "-o", out, all[i][1] ? "--select" : NULL, all[i][1], NULL), ==, 0);
        g_autofree char *text = NULL;
        g_assert_true(g_file_get_contents(out, &text, NULL, NULL));
        if (!strstr(text, all[i][2]))
            g_error("%s --facts of %s says %s", all[i][0], all[i][1], text);
    }
    g_remove(out);
}

static char *written(const char *view, const char *file, const char *select)
{
    g_autofree char *trace = in_folder("cases.db"), *out = in_folder(file);
    g_assert_cmpint(run(NULL, "--render", view, trace, "-o", out, select ? "--select" : NULL, select, NULL), ==, 0);
    char *text = NULL;
    g_assert_true(g_file_get_contents(out, &text, NULL, NULL));
    g_remove(out);
    return text;
}

/* The numbers behind a view are those of the report: a head and as many cells in every row; a graph is DOT. */
static void test_tables(void)
{
    for (int k = 0; k < n_views; k++) {
        g_autofree char *text = written(views[k]->name, "t.csv", NULL);
        g_auto(GStrv) lines = g_strsplit(text, "\r\n", -1);
        g_assert_nonnull(strchr(lines[0], ','));
        g_assert_cmpint(g_strv_length(lines), >, g_str_equal(views[k]->name, "graph") ? 1 : 2); /* the sample has no ops that were divided */
    }
    g_autofree char *reshards = written("reshards", "t.csv", NULL), *dot = written("graph", "g.dot", "z");
    g_assert_nonnull(strstr(reshards, "all-gather(dim 0, b)"));
    g_assert_true(g_str_has_prefix(dot, "digraph"));
    g_assert_nonnull(strstr(dot, "name=\"x\""));
    g_assert_nonnull(strstr(dot, "name=\"z\""));
    int arrows = 0, braces = 0;
    for (const char *p = dot; *p; p++) {
        arrows += p[0] == '-' && p[1] == '>';
        braces += *p == '{' ? 1 : *p == '}' ? -1 : 0;
    }
    g_assert_cmpint(arrows, ==, 2);
    g_assert_cmpint(braces, ==, 0);
}

/* "all" fills a folder with a picture of every view. */
static void test_all(void)
{
    g_autofree char *trace = in_folder("cases.db"), *dir = in_folder("all");
    g_assert_cmpint(run(NULL, "--render", "all", trace, "-o", dir, "--size", "600x400", NULL), ==, 0);
    for (int k = 0; k < n_views; k++) {
        g_autofree char *name = g_strdup_printf("%s.png", views[k]->name), *path = g_build_filename(dir, name, NULL);
        Image i = open_image(path);
        g_assert_cmpint(i.w, ==, 600);
        cairo_surface_destroy(i.s);
        g_remove(path);
    }
    g_rmdir(dir);
}

/* Links stay links, and what is no regular file is written through: of every kind of output. */
static void test_special_files(void)
{
    static const struct { const char *end, *view, *head; } outputs[] = {
        { "png", "steps", "\x89PNG" }, { "svg", "steps", "<?xml" }, { "pdf", "steps", "%PDF" }, { "txt", "steps", "" }, { "csv", "steps", "run," }, { "dot", "graph", "digraph" },
    };
    g_autofree char *trace = in_folder("cases.db");
    for (size_t i = 0; i < G_N_ELEMENTS(outputs); i++) {
        g_autofree char *name = g_strconcat("real.", outputs[i].end, NULL), *link_name = g_strconcat("link.", outputs[i].end, NULL), *fifo_name = g_strconcat("fifo.", outputs[i].end, NULL);
        g_autofree char *target = in_folder(name), *link = in_folder(link_name), *fifo = in_folder(fifo_name), *text = NULL;
        g_assert_true(g_file_set_contents(target, "before", -1, NULL));
        g_assert_cmpint(symlink(name, link), ==, 0);
        g_assert_cmpint(run(NULL, "--render", outputs[i].view, trace, "-o", link, NULL), ==, 0);
        g_assert_true(g_file_test(link, G_FILE_TEST_IS_SYMLINK));
        gsize size;
        g_assert_true(g_file_get_contents(target, &text, &size, NULL));
        g_assert_true(g_str_has_prefix(text, outputs[i].head));
        g_assert_cmpstr(text, !=, "before");
        g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
        int fd = open(fifo, O_RDWR | O_NONBLOCK); /* held open, and large enough for what comes here */
        fcntl(fd, F_SETPIPE_SZ, 1 << 20);
        g_assert_cmpint(run(NULL, "--render", outputs[i].view, trace, "-o", fifo, "--size", "500x300", NULL), ==, 0);
        GStatBuf st;
        g_assert_cmpint(g_lstat(fifo, &st), ==, 0);
        g_assert_true(S_ISFIFO(st.st_mode));
        char head[8] = "";
        g_assert_cmpint(read(fd, head, sizeof head - 1), >, 0);
        g_assert_true(g_str_has_prefix(head, outputs[i].head) || g_str_has_prefix(outputs[i].head, head));
        close(fd);
        g_remove(target);
        g_remove(link);
        g_remove(fifo);
    }
}

static void says(int status, const char *err, int want, const char *word)
{
    g_assert_cmpint(status, ==, want);
    if (!strstr(err, word))
        g_error("\"%s\" is not in: %s", word, err);
}

static void test_mistakes(void)
{
    g_autofree char *trace = in_folder("cases.db"), *out = in_folder("no.png"), *none = in_folder("none.db"), *junk = in_folder("junk.db");
    g_assert_true(g_file_set_contents(junk, "this is not a database, only text that is long enough to look at", -1, NULL));
    const struct {
        const char *args[8];
        int status;
        const char *word;
    } all[] = {
        { { "--render", "nothing", trace, "-o", out }, 2, "no such view" },
        { { "--render", "steps", trace }, 2, "-o FILE" },
        { { "--render", "steps", trace, "-o", out, "--size", "12" }, 2, "--size" },
        { { "--render", "steps", trace, "-o", "x.bmp" }, 1, ".svg" },
        { { "--render", "steps", trace, "-o", "/no/such/folder/x.png" }, 1, "No such file" },
        { { "--render", "steps", trace, "-o", "/dev/full" }, 1, "/dev/full" },
        { { "--nonsense", "1" }, 2, "unknown option" },
        { { "--render", "steps", trace, "-o", out, "--render", "memory" }, 2, "two values" },
        { { "--render" }, 2, "missing" },
        { { "--render", "steps", none, "-o", out }, 1, "none.db" },
        { { "--render", "steps", junk, "-o", out }, 1, "junk.db" },
        { { "--render", "shardings", trace, "-o", out, "--select", "nobody" }, 1, "nobody" },
        { { "--render", "graph", trace, "-o", out, "--select", "nobody" }, 1, "nobody" },
        { { "--render", "memory", trace, "-o", out, "--option", "x" }, 2, "--option" },
        { { "--render", "reshards", trace, "-o", out, "--run", "case9" }, 1, "case9" },
        { { "--render", "steps", trace, "-o", "/nowhere/at/all.png" }, 1, "/nowhere" },
        { { junk }, 1, "junk.db" },
        { { trace }, 1, "no display" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
        const char *const *a = all[i].args;
        g_autofree char *err = NULL;
        int st = run(&err, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], NULL);
        says(st, err, all[i].status, all[i].word);
        g_assert_false(g_file_test(out, G_FILE_TEST_EXISTS));
    }
    g_assert_cmpint(run(NULL, "--help", NULL), ==, 0);
    g_remove(junk);
}

/* Colours that must be told apart, are. */
static void test_theme(void)
{
    static const Role kinds[] = { ROLE_compute, ROLE_all_gather, ROLE_reduce_scatter, ROLE_all_reduce, ROLE_all_to_all, ROLE_permute, ROLE_copy };
    for (int theme = 0; theme < 2; theme++) {
        for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
            for (size_t k = 0; k < i; k++) {
                Rgb a = theme_colour((ThemeId)theme, kinds[i]), b = theme_colour((ThemeId)theme, kinds[k]);
                double d = (a.r - b.r) * (a.r - b.r) + (a.g - b.g) * (a.g - b.g) + (a.b - b.b) * (a.b - b.b);
                g_assert_cmpfloat(d, >, 0.04);
            }
    }
}

/* Text reads well on everything it is written on: a contrast of 4.5 (WCAG 2, level AA), in every theme. The roles that are
 * text and nothing else have it as they stand in the palette. */
static void test_contrast(void)
{
    static const Role words[] = { ROLE_text, ROLE_dim, ROLE_link, ROLE_good, ROLE_bad };
    for (int theme = 0; theme < N_THEMES; theme++) {
        for (int paper = 0; paper < N_ROLES; paper++) {
            Rgb back = theme_colour((ThemeId)theme, (Role)paper);
            for (int ink = 0; ink < N_ROLES && theme_is_paper((Role)paper); ink++)
                g_assert_cmpfloat(rgb_contrast(theme_text((ThemeId)theme, (Role)ink), back), >=, 4.5);
            for (size_t i = 0; i < G_N_ELEMENTS(words) && theme_is_paper((Role)paper); i++) {
                if (rgb_contrast(theme_colour((ThemeId)theme, words[i]), back) < 4.5)
                    g_error("%s on %s, theme %d: contrast %.2f", role_name(words[i]), role_name((Role)paper), theme, rgb_contrast(theme_colour((ThemeId)theme, words[i]), back));
            }
            for (int tint = 0; tint < 256; tint++) {
                Rgb fill = theme_tint((ThemeId)theme, (Role)paper, (uint8_t)tint, 255);
                g_assert_cmpfloat(rgb_contrast(theme_ink(fill), fill), >=, 4.5);
            }
        }
    }
}

int main(int argc, char **argv)
{
    if (g_file_test("/dev/shm", G_FILE_TEST_IS_DIR)) /* in memory where the system has such a folder */
        g_setenv("TMPDIR", "/dev/shm", FALSE);
    g_test_init(&argc, &argv, NULL);
    program = g_strdup(g_getenv("SHARDSCOPE_VIEWER"));
    folder = g_dir_make_tmp("viewer-XXXXXX", NULL);
    g_autofree char *cases = in_folder("cases.db");
    sample_cases(cases);
    g_test_add_func("/viewer/render/theme", test_theme);
    g_test_add_func("/viewer/render/contrast", test_contrast);
    g_test_add_func("/viewer/render/every-view", test_every_view);
    g_test_add_func("/viewer/render/colours", test_colours);
    g_test_add_func("/viewer/render/scale", test_scale_and_repeat);
    g_test_add_func("/viewer/render/print", test_print);
    g_test_add_func("/viewer/render/select", test_select);
    g_test_add_func("/viewer/render/facts", test_facts);
    g_test_add_func("/viewer/render/tables", test_tables);
    g_test_add_func("/viewer/render/all", test_all);
    g_test_add_func("/viewer/render/vector", test_vector);
    g_test_add_func("/viewer/render/special-files", test_special_files);
    g_test_add_func("/viewer/render/mistakes", test_mistakes);
    int failed = g_test_run();
    g_remove(cases);
    g_rmdir(folder);
    g_free(folder);
    g_free(program);
    return failed;
}
