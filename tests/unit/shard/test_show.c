/* The sharding picture against recorded ones (tests/golden/show/cases.txt), every character and every colour; and
 * properties of any sharding. */
#include "runtime/shard/show.h"

#include <stdio.h>
#include <string.h>

#include "runtime/base/diag.h"
#include "tests/unit/shard/random_sharding.h"

/* ---- recorded cases ---------------------------------------------------------------------------------------------- */

typedef struct Tiles {
    int64_t rows, cols;
    GPtrArray *ids;  /* int64_t *, owned */
    GArray *n_ids;
} Tiles;

static void parse_tiles(const char *text, Tiles *out)
{
    out->ids = g_ptr_array_new_with_free_func(g_free);
    out->n_ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
    out->rows = out->cols = 0;
    char **rows = g_strsplit(text, " / ", -1);
    for (char **row = rows; *row; row++, out->rows++) {
        char **tiles = g_strsplit(*row, " ", -1);
        out->cols = g_strv_length(tiles);
        for (char **tile = tiles; *tile; tile++) {
            char **ids = g_strsplit(*tile, ",", -1);
            int64_t n = g_strv_length(ids), *list = g_new(int64_t, n);
            for (int64_t i = 0; i < n; i++)
                list[i] = g_ascii_strtoll(ids[i], NULL, 10);
            g_ptr_array_add(out->ids, list);
            g_array_append_val(out->n_ids, n);
            g_strfreev(ids);
        }
        g_strfreev(tiles);
    }
    g_strfreev(rows);
}

/* Collapses equal neighbouring lines to "count line", the form of the golden file. */
static char *count_lines(const char *text)
{
    char **lines = g_strsplit(text, "\n", -1);
    GString *out = g_string_new(NULL);
    guint n = g_strv_length(lines);
    g_assert_cmpstr(lines[n - 1], ==, ""); /* exactly one newline after the last line */
    for (guint i = 0; i + 1 < n;) {
        guint k = i;
        while (k + 1 < n && strcmp(lines[k], lines[i]) == 0)
            k++;
        g_string_append_printf(out, "%u %s\n", k - i, lines[i]);
        i = k;
    }
    g_strfreev(lines);
    return g_string_free(out, FALSE);
}

static const char *const palette = "393B79 5254A3 6B6ECF 9C9EDE 637939 8CA252 B5CF6B CEDB9C 8C6D31 BD9E39 E7BA52 E7CB94 "
                                   "843C39 AD494A D6616B E7969C 7B4173 A55194 CE6DBD DE9ED6";

static void flush_run(GString *out, int colour, GString *run)
{
    if (!run->len)
        return;
    if (out->len && out->str[out->len - 1] != '\n')
        g_string_append_c(out, ' ');
    if (strspn(run->str, " ") == run->len)
        g_string_append_printf(out, "%d*%d", colour, (int)run->len);
    else
        g_string_append_printf(out, "%d\"%s\"", colour, run->str);
    g_string_truncate(run, 0);
}

/* Turns 24-bit colour codes into the runs of the golden file: neighbours of one colour are joined, and the text colour is checked. */
static char *colour_runs(const char *text)
{
    GString *out = g_string_new(NULL), *run = g_string_new(NULL);
    int colour = -1, next = -1;
    for (const char *p = text; *p;) {
        if (g_str_has_prefix(p, "\033[0m")) {
            next = -1;
            p += 4;
        } else if (*p == '\033') {
            int ink[3], r, g, b;
            g_assert_cmpint(
                sscanf(p, "\033[38;2;%d;%d;%d;48;2;%d;%d;%dm", &ink[0], &ink[1], &ink[2], &r, &g, &b), ==, 6);
            char *hex = g_strdup_printf("%02X%02X%02X", (unsigned)r, (unsigned)g, (unsigned)b);
            const char *at = strstr(palette, hex);
            g_assert_nonnull(at);
            next = (int)(at - palette) / 7;
            bool black = next == 6 || next == 7 || next == 10 || next == 11;
            g_assert_cmpint(ink[0] + ink[1] + ink[2], ==, black ? 0 : 3 * 255);
            g_free(hex);
            p = strchr(p, 'm') + 1;
        } else if (*p == '\n') {
            flush_run(out, colour, run);
            g_string_append_c(out, '\n');
            p++;
        } else {
            if (next != colour)
                flush_run(out, colour, run);
            colour = next;
            g_string_append_c(run, *p++);
        }
    }
    g_string_free(run, TRUE);
    return g_string_free(out, FALSE);
}

typedef struct Case {
    char **lines;
    int at;
} Case;

static char *expected_until(Case *c, const char *end)
{
    GString *text = g_string_new(NULL);
    while (strcmp(c->lines[c->at], end) != 0)
        g_string_append_printf(text, "%s\n", c->lines[c->at++]);
    c->at++;
    return g_string_free(text, FALSE);
}

static void check_case(Case *c)
{
    const char *name = c->lines[c->at++] + strlen("case ");
    int64_t dims[2];
    char shape[32], kind[16];
    ShowOptions o = show_defaults;
    g_assert_cmpint(sscanf(c->lines[c->at++], "array %31s %15s scale %lf min %d max %d", shape, kind, &o.scale,
                           &o.min_width, &o.max_width), ==, 5);
    int rank = strchr(shape, ',') ? 2 : 1;
    dims[0] = g_ascii_strtoll(shape, NULL, 10);
    dims[1] = rank == 2 ? g_ascii_strtoll(strchr(shape, ',') + 1, NULL, 10) : 0;
    o.kind = kind;
    Tiles tiles;
    parse_tiles(c->lines[c->at++] + strlen("tiles "), &tiles);
    g_assert_cmpstr(c->lines[c->at++], ==, "plain");
    char *plain = expected_until(c, "colour"), *colour = expected_until(c, "end");

    const ShowGrid grid = { tiles.rows, tiles.cols, (const int64_t *const *)tiles.ids->pdata,
                            (const int64_t *)(void *)tiles.n_ids->data };
    for (int pass = 0; pass < 2; pass++) {
        GString *out = g_string_new(NULL);
        GError *error = NULL;
        o.colour = pass == 1;
        g_assert_true(grid_show(out, &grid, rank, dims, &o, &error));
        g_assert_no_error(error);
        char *runs = pass ? colour_runs(out->str) : g_strdup(out->str);
        char *counted = count_lines(runs);
        g_test_message("%s", name);
        g_assert_cmpstr(counted, ==, pass ? colour : plain);
        g_free(counted);
        g_free(runs);
        g_string_free(out, TRUE);
    }
    g_free(plain);
    g_free(colour);
    g_ptr_array_free(tiles.ids, TRUE);
    g_array_free(tiles.n_ids, TRUE);
}

static void test_recorded(void)
{
    const char *source = g_getenv("SHARDSCOPE_SOURCE");
    char *path = g_build_filename(source ? source : ".", "tests", "golden", "show", "cases.txt", NULL), *text = NULL;
    GError *error = NULL;
    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    Case c = { g_strsplit(text, "\n", -1), 0 };
    int n_cases = 0;
    while (c.lines[c.at])
        if (g_str_has_prefix(c.lines[c.at], "case ")) {
            check_case(&c);
            n_cases++;
        } else {
            c.at++;
        }
    g_assert_cmpint(n_cases, ==, 50);
    g_strfreev(c.lines);
    g_free(text);
    g_free(path);
}

/* ---- any sharding -------------------------------------------------------------------------------------------------- */

/* Lines of a framed picture have equal widths within the limit; every device id is shown when labels fit. */
static void test_shape(void)
{
    Arena *arena = arena_new_root();
    ShardingTable *t = sharding_table_new(arena);
    for (int round = 0; round < 150; round++) {
        const RandomKinds kinds = { .ids = true };
        const Mesh *mesh = random_mesh(t, kinds);
        int rank = g_test_rand_int_range(1, 3);
        const Sharding *s = random_sharding(t, mesh, rank, kinds);
        int64_t dims[2];
        for (int d = 0; d < rank; d++)
            dims[d] = sharding_parts(s, d) * g_test_rand_int_range(1, 40);
        ShowOptions o = show_defaults;
        o.max_width = g_test_rand_bit() ? 10000 : g_test_rand_int_range(1, 120);
        o.scale = g_test_rand_double_range(0.1, 3);
        GString *out = g_string_new(NULL);
        GError *error = NULL;
        g_assert_true(sharding_show(out, s, rank, dims, &o, &error));
        g_assert_no_error(error);
        char **lines = g_strsplit(out->str, "\n", -1);
        glong width = g_utf8_strlen(lines[0], -1);
        g_assert_cmpint(width, <=, o.max_width);
        for (char **line = lines; line[1]; line++)
            g_assert_cmpint(g_utf8_strlen(*line, -1), ==, width);
        if (width < o.max_width && o.max_width == 10000) /* unless narrowed, which truncates labels */
            for (int64_t device = 0; device < mesh->n_devices; device++) {
                char *id = g_strdup_printf("%d", (int)device);
                g_assert_nonnull(strstr(out->str, id));
                g_free(id);
            }
        g_strfreev(lines);
        g_string_free(out, TRUE);
    }
    sharding_table_free(t);
    arena_free(arena);
}

static void test_from_sharding(void)
{
    Arena *arena = arena_new_root();
    ShardingTable *t = sharding_table_new(arena);
    const MeshAxis axes[] = { { "x", 4 }, { "y", 2 } };
    const Mesh *mesh = mesh_intern(t, &(Mesh){ .n_axes = 2, .axes = axes, .n_devices = 8 });
    const AxisRef y = axis_whole(mesh, 1);
    const AxisList lists[2] = { { NULL, 0 }, { &y, 1 } };
    const Sharding *s = sharding_of_dims(t, mesh, 2, lists);
    ShowOptions o = show_defaults;
    o.scale = 0.5;
    GString *out = g_string_new(NULL);
    g_assert_true(sharding_show(out, s, 2, (int64_t[]){ 8, 8 }, &o, NULL));
    g_assert_cmpstr(out->str, ==,
                    "┌───────────┬───────────┐\n"
                    "│           │           │\n"
                    "│CPU 0,2,4,6│CPU 1,3,5,7│\n"
                    "│           │           │\n"
                    "│           │           │\n"
                    "└───────────┴───────────┘\n");
    o.ascii = true;
    o.scale = 0.1;
    g_string_truncate(out, 0);
    const AxisRef x = axis_whole(mesh, 0);
    const AxisList both[2] = { { &x, 1 }, { &y, 1 } };
    g_assert_true(sharding_show(out, sharding_of_dims(t, mesh, 2, both), 2, (int64_t[]){ 8, 8 }, &o, NULL));
    g_assert_cmpstr(out->str, ==,
                    "+---------------+\n"
                    "| CPU 0 | CPU 1 |\n"
                    "|-------+-------|\n"
                    "| CPU 2 | CPU 3 |\n"
                    "|-------+-------|\n"
                    "| CPU 4 | CPU 5 |\n"
                    "|-------+-------|\n"
                    "| CPU 6 | CPU 7 |\n"
                    "+---------------+\n");
    static const struct {
        int rank;
        int64_t dims[3];
        double scale;
        const char *message;
    } bad[] = {
        { 3, { 8, 8, 8 }, 1, "a picture needs 1 or 2 dimensions, the value has 3" },
        { 0, { 0 }, 1, "a picture needs 1 or 2 dimensions, the value has 0" },
        { 2, { 8, 7 }, 1, "dimension 1 of size 7 is not a multiple of its 2 tiles" },
        { 2, { 0, 8 }, 1, "dimension 0 has size 0" },
        { 2, { 8, 8 }, -1, "scale -1 is not between 0 and 1000" },
        { 2, { 8, 8 }, 1e9, "scale 1e+09 is not between 0 and 1000" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
        GError *error = NULL;
        o.scale = bad[i].scale;
        g_assert_false(sharding_show(out, s, bad[i].rank, bad[i].dims, &o, &error));
        g_assert_nonnull(strstr(error->message, bad[i].message));
        g_clear_error(&error);
    }
    g_string_free(out, TRUE);
    sharding_table_free(t);
    arena_free(arena);
}

static void test_terminal(void)
{
    static const struct {
        const char *term, *colorterm, *force, *compatible;
        bool tty, colour;
        ShowDepth depth;
    } rows[] = {
        { "xterm-256color", NULL, NULL, NULL, true, true, SHOW_256 },
        { "xterm-kitty", NULL, NULL, NULL, true, true, SHOW_256 },
        { "xterm", NULL, NULL, NULL, true, true, SHOW_16 },
        { "xterm", "truecolor", NULL, NULL, true, true, SHOW_24_BIT },
        { "xterm", "24bit", NULL, NULL, false, false, SHOW_24_BIT },
        { "dumb", "truecolor", NULL, NULL, true, false, SHOW_24_BIT },
        { "xterm", NULL, "1", NULL, false, true, SHOW_16 },
        { "xterm", NULL, "", NULL, true, false, SHOW_16 },
        { "xterm", NULL, NULL, "1", false, true, SHOW_16 },
        { "xterm", NULL, NULL, "0", true, false, SHOW_16 },
    };
    static const char *const names[] = { "TERM", "COLORTERM", "FORCE_COLOR", "TTY_COMPATIBLE" };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        const char *values[] = { rows[i].term, rows[i].colorterm, rows[i].force, rows[i].compatible };
        for (int k = 0; k < 4; k++)
            if (values[k])
                g_setenv(names[k], values[k], TRUE);
            else
                g_unsetenv(names[k]);
        ShowOptions o = show_defaults;
        show_use_terminal(&o, rows[i].tty);
        g_assert_cmpint(o.colour, ==, rows[i].colour);
        g_assert_cmpint(o.depth, ==, rows[i].depth);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/shard/show/recorded", test_recorded);
    g_test_add_func("/shard/show/shape", test_shape);
    g_test_add_func("/shard/show/from-sharding", test_from_sharding);
    g_test_add_func("/shard/show/terminal", test_terminal);
    return g_test_run();
}
