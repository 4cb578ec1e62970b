/* Error messages: their form, and the most similar name. */
#include "runtime/base/diag.h"

static void test_form(void)
{
    g_autoptr(GError) error = NULL;
    TextPos at = { "mlp.hlo", 12, 7 };
    g_assert_false(diag(&error, SHARD_ERROR_SHARDING, &at, "the mesh has x, y", "unknown axis \"%s\"", "z"));
    g_assert_cmpstr(error->message, ==, "mlp.hlo:12:7: unknown axis \"z\"\n  hint: the mesh has x, y");
    g_assert_true(g_error_matches(error, SHARD_ERROR, SHARD_ERROR_SHARDING));
}

static void test_first_error_stays(void)
{
    g_autoptr(GError) error = NULL;
    diag(&error, SHARD_ERROR_PARSE, NULL, NULL, "one");
    diag(&error, SHARD_ERROR_PARSE, NULL, NULL, "two");
    g_assert_cmpstr(error->message, ==, "one");
}

static void test_nearest(void)
{
    const char *names[] = { "add", "all-gather", "all-reduce", "multiply", NULL };
    g_assert_cmpstr(diag_nearest("all-gathr", names), ==, "all-gather");
    g_assert_cmpstr(diag_nearest("mutliply", names), ==, "multiply");
    g_assert_null(diag_nearest("convolution", names));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/base/diag/form", test_form);
    g_test_add_func("/base/diag/first-error-stays", test_first_error_stays);
    g_test_add_func("/base/diag/nearest", test_nearest);
    return g_test_run();
}
