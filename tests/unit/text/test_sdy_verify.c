/* Annotations, right and wrong, that Shardy's verifier was run on: our verifier gives the same answer at the same line. */
#include <stdlib.h>
#include <string.h>

#include "runtime/ir/ir.h"
#include "runtime/passes/import.h"
#include "runtime/text/text.h"

/* The line of the first error, 0 = none. */
static int refused_at(const char *text, char **message)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = program_parse("t.mlir", text, strlen(text), &error);
    if (m && module_verify(m, &error) && pass_import(m, NULL, NULL, &error))
        return 0;
    g_assert_nonnull(error);
    *message = g_strdup(error->message);
    const char *colon = strchr(error->message, ':');
    return colon ? atoi(colon + 1) : -1;
}

static void test_cases(void)
{
    const char *root = g_getenv("SHARDSCOPE_SOURCE");
    g_autofree char *path = g_build_filename(root ? root : ".", "tests", "unit", "text", "sdy_verify.mlir", NULL), *all = NULL;
    g_assert_true(g_file_get_contents(path, &all, NULL, NULL));
    g_auto(GStrv) cases = g_strsplit(all, "//! ", -1);
    const char *head = strstr(cases[0], "sdy.mesh");
    int head_lines = 0, n = 0;
    for (const char *c = head; *c; c++)
        head_lines += *c == '\n';
    for (char **c = cases + 1; *c; c++, n++) {
        char *body = strchr(*c, '\n') + 1;
        int want = atoi(*c);
        g_autofree char *text = g_strconcat(head, body, NULL), *message = NULL;
        int got = refused_at(text, &message);
        if (got != (want ? want + head_lines : 0)) {
            g_test_message("line %d wanted, got %d (%s) in\n%s", want, got ? got - head_lines : 0, message ? message : "accepted", body);
            g_test_fail();
        }
    }
    g_assert_cmpint(n, >, 400);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text/sdy-verify/cases", test_cases);
    return g_test_run();
}
