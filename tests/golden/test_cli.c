/* Commands and their exact output. Each file of tests/golden/cli is a list of
 *     $ command
 *     what it prints, both streams
 *     [exit N]
 * run from the project's root by sh, with the programs on the path and $TMP an empty folder. GOLDEN_UPDATE=1
 * rewrites the files. */
#include <glib.h>
#include <glib/gstdio.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>

static const char *root;
static char *scratch;

static char *run(const char *command)
{
    g_autofree char *line = g_strdup_printf("cd '%s' && { %s\n} 2>&1", root, command);
    char *argv[] = { "sh", "-c", line, NULL };
    char *out = NULL;
    int status = 0;
    g_autoptr(GError) error = NULL;
    bool ok = g_spawn_sync(NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, NULL, &status, &error);
    g_assert_no_error(error);
    g_assert_true(ok);
    g_auto(GStrv) parts = g_strsplit(out, scratch, -1); /* the folder has another name each time */
    g_autofree char *plain = g_strjoinv("$TMP", parts);
    g_free(out);
    char *text = WIFEXITED(status) ? g_strdup_printf("%s[exit %d]\n", plain, WEXITSTATUS(status)) :
                                     g_strdup_printf("%s[signal %d]\n", plain, WTERMSIG(status));
    return text;
}

static void remove_scratch(void)
{
    g_autofree char *command = g_strdup_printf("rm -rf '%s'", scratch);
    g_spawn_command_line_sync(command, NULL, NULL, NULL, NULL);
}

static bool is_end(const char *line)
{
    return g_str_has_prefix(line, "[exit ") || g_str_has_prefix(line, "[signal ");
}

/* False if nothing was written down yet of what the command before these lines says. */
static bool has_end(char *const *lines)
{
    for (; *lines && !g_str_has_prefix(*lines, "$ "); lines++)
        if (is_end(*lines))
            return true;
    return false;
}

static void test_file(gconstpointer data)
{
    const char *path = data;
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    scratch = g_dir_make_tmp("shardscope-XXXXXX", &error);
    g_assert_no_error(error);
    g_setenv("TMP", scratch, TRUE);
    g_autoptr(GString) got = g_string_new(NULL);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    bool said_before = false; /* what the last command said, up to how it ended: blank lines are part of it */
    for (char **l = lines; *l; l++) {
        if (said_before) {
            said_before = !is_end(*l);
        } else if (g_str_has_prefix(*l, "$ ")) {
            g_autofree char *said = run(*l + 2);
            g_string_append_printf(got, "%s\n%s", *l, said);
            said_before = has_end(l + 1);
        } else if ((*l)[0] == '#' || ((*l)[0] == '\0' && l[1])) {
            g_string_append_printf(got, "%s\n", *l); /* comments and blank lines between commands stay */
        }
    }
    remove_scratch();
    g_free(scratch);
    if (g_getenv("GOLDEN_UPDATE")) {
        g_file_set_contents(path, got->str, -1, &error);
        g_assert_no_error(error);
        return;
    }
    if (!g_str_equal(got->str, text)) {
        g_auto(GStrv) want = g_strsplit(text, "\n", -1), have = g_strsplit(got->str, "\n", -1);
        for (int i = 0; want[i] && have[i]; i++)
            if (!g_str_equal(want[i], have[i])) {
                g_test_message("%s:%d: want: %s", path, i + 1, want[i]);
                g_test_message("%s:%d: have: %s", path, i + 1, have[i]);
                break;
            }
        g_test_fail();
    }
}

/* A manual page or completion as it is installed, with the names of reports and views filled in. */
static char *file_text(const char *name)
{
    g_autofree char *path = g_build_filename(g_getenv("SHARDSCOPE_FILLED"), name, NULL);
    g_autoptr(GError) error = NULL;
    char *text = NULL;
    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    return text;
}

/* Whole words only: --try is not named by --try-best. */
static bool names_option(const char *text, const char *option)
{
    size_t n = strlen(option);
    for (const char *p = text; (p = strstr(p, option)); p += n)
        if (!g_ascii_isalnum(p[n]) && p[n] != '-')
            return true;
    return false;
}

/* Every option that --help lists stands on the manual page and is completed. */
static void test_documented(void)
{
    static const char *const commands[] = { "run", "compile", "verify", "eval", "show", "report", "compare", "cut", "view" };
    g_autofree char *man = file_text("shardscope.1"), *bash = file_text("shardscope");
    g_auto(GStrv) parts = g_strsplit(man, "\\", -1);
    g_autofree char *plain = g_strjoinv("", parts); /* \- is a hyphen */
    scratch = "no folder";
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autofree char *line = g_strdup_printf("shardscope %s --help", commands[i]), *help = run(line);
        g_auto(GStrv) lines = g_strsplit(help, "\n", -1);
        for (char **l = lines; *l; l++) {
            const char *dashes = g_str_has_prefix(*l, "  -") ? strstr(*l, "--") : NULL;
            if (!dashes)
                continue;
            g_autofree char *option = g_strndup(dashes, strcspn(dashes, " =,"));
            if (g_str_equal(option, "--output")) /* by its letter */
                continue;
            if (!names_option(plain, option))
                g_error("shardscope.1 does not name %s of %s", option, commands[i]);
            if (!names_option(bash, option))
                g_error("%s of %s is not completed", option, commands[i]);
        }
    }
}

/* Every report and every view is completed in each shell and stands on a manual page. */
static void test_names_filled(void)
{
    static const struct {
        const char *command, *files[5];
    } all[] = {
        { "shardscope report --list", { "shardscope.1", "shardscope", "_shardscope", "shardscope.fish" } },
        { "shardscope view --list", { "shardscope", "_shardscope", "shardscope.fish" } },
    };
    scratch = "no folder";
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
        g_autofree char *list = run(all[i].command);
        g_auto(GStrv) names = g_strsplit(list, "\n", -1);
        g_assert_cmpint(g_strv_length(names), >, 6);
        for (int f = 0; all[i].files[f]; f++) {
            g_autofree char *text = file_text(all[i].files[f]);
            g_assert_null(strstr(text, "@REPORT"));
            g_assert_null(strstr(text, "@PASSES"));
            g_assert_null(strstr(text, "@VIEW"));
            for (char **n = names; *n && **n != '['; n++)
                if (!names_option(text, *n))
                    g_error("%s does not name %s", all[i].files[f], *n);
        }
    }
    g_autofree char *line = g_strdup_printf("bash -n '%s/shardscope'", g_getenv("SHARDSCOPE_FILLED")), *said = run(line);
    g_assert_nonnull(strstr(said, "[exit 0]"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    root = g_getenv("SHARDSCOPE_SOURCE");
    const char *bin = g_getenv("SHARDSCOPE_BIN");
    g_assert_nonnull(root);
    g_assert_nonnull(bin);
    g_autofree char *dir = g_path_get_dirname(bin), *path = g_strdup_printf("%s:%s", dir, g_getenv("PATH"));
    g_setenv("PATH", path, TRUE);
    g_setenv("LC_ALL", "C", TRUE);
    g_autofree char *folder = g_build_filename(root, "tests", "golden", "cli", NULL);
    g_autoptr(GDir) d = g_dir_open(folder, 0, NULL);
    g_assert_nonnull(d);
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    const char *name;
    while ((name = g_dir_read_name(d)))
        if (g_str_has_suffix(name, ".txt")) {
            char *file = g_build_filename(folder, name, NULL);
            g_ptr_array_add(paths, file);
            g_autofree char *test = g_strdup_printf("/golden/cli/%s", name);
            g_test_add_data_func(test, file, test_file);
        }
    g_test_add_func("/golden/cli/documented", test_documented);
    g_test_add_func("/golden/cli/names-filled", test_names_filled);
    return g_test_run();
}
