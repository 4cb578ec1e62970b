/* What does not fit is never what simulate says to take: ten programs on a part that is as fast as another and cheaper, but has too little memory. */
#include "tests/unit/library/check.h"

#include <glib/gstdio.h>
#include <string.h>

static const char *const programs[] = { "dot", "layers", "norms", "loop", "reduce", "conv", "sort", "scan", "chain", "topk" };

static char *folder;

static char *told(const char *path, const char *hardware)
{
    ShardscopeError *error = NULL;
    char *text = shardscope_simulate(&(ShardscopeSimulateOptions){ SHARDSCOPE_SIMULATE_OPTIONS, .path = path, .hardware = hardware, .json = true }, &error);
    g_assert_null(error);
    return text;
}

static gint64 number_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    g_assert_nonnull(at);
    return g_ascii_strtoll(at + strlen(key), NULL, 10);
}

static char *small_part(const char *name, double bytes)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    char *path = g_build_filename(folder, name, NULL);
    g_autofree char *text = g_strdup_printf("[hardware]\nlike = h100\ndevices = 8\nprice_hour = 0.01\nmemory_gb = %s\n", g_ascii_formatd(number, sizeof number, "%.9f", bytes / 1e9));
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    return path;
}

static void expect_states(const char *text, const char *first, const char *second)
{
    const char *key = "\"state\":\"", *a = strstr(text, key), *b = strstr(a + 1, key);
    g_assert_nonnull(b);
    g_assert_true(g_str_has_prefix(a + strlen(key), first));
    g_assert_true(g_str_has_prefix(b + strlen(key), second));
}

static void test_small(const void *name)
{
    g_autofree char *file = g_strdup_printf("%s.hlo", (const char *)name), *path = g_build_filename(g_getenv("SHARDSCOPE_SOURCE") ? g_getenv("SHARDSCOPE_SOURCE") : ".", "data", "ops", file, NULL);
    char *alone = told(path, "h100x8");
    double peak = (double)number_after(alone, "\"peak\":");
    g_autofree char *less = small_part("less.ini", 0.9 * peak), *more = small_part("more.ini", 1.2 * peak);
    g_autofree char *either = g_strdup_printf("%s,h100x8", less), *enough = g_strdup_printf("%s,h100x8", more);
    char *a = told(path, either), *b = told(path, enough);
    expect_states(a, "does not fit", "chosen");
    expect_states(b, "chosen", "good");
    shardscope_free(alone);
    shardscope_free(a);
    shardscope_free(b);
    g_unlink(less);
    g_unlink(more);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("fits-XXXXXX", NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(programs); i++) {
        g_autofree char *name = g_strdup_printf("/library/fits/%s", programs[i]);
        g_test_add_data_func(name, programs[i], test_small);
    }
    int status = g_test_run();
    g_rmdir(folder);
    g_free(folder);
    return status;
}
