/* check: parse and verify, one line per file. */
#include "runtime/main/cmd.h"

#include <stdio.h>

static bool check_one(const char *path, const CompileOptions *options, GError **error)
{
    g_autoptr(GPtrArray) programs = program_read_all(path, NULL, error);
    if (!programs)
        return false;
    int n = 0, computations = 0;
    for (guint p = 0; p < programs->len; p++) {
        IrModule *m = programs->pdata[p];
        if (!module_verify(m, error))
            return false;
        for (int i = 0; i < m->n_comps; i++)
            n += m->comps[i]->n_ops;
        computations += m->n_comps;
        GError *import_error = NULL;
        if (pass_import(m, &options->import, NULL, &import_error)) /* shardings and meshes must mean something too */
            continue;
        if (!g_error_matches(import_error, SHARD_ERROR, SHARD_ERROR_UNSUPPORTED)) {
            g_propagate_error(error, import_error);
            return false;
        }
        g_error_free(import_error); /* right, only not for us: meshes of different sizes */
    }
    printf("ok %s instructions=%d computations=%d\n", path, n, computations);
    return true;
}

int cmd_check(int argc, char **argv)
{
    static const GOptionEntry none[] = { { NULL } };
    g_auto(GStrv) files = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, none, NULL, &files, &status))
        return status;
    if (!files[0])
        return cmd_usage("check: no file given");
    CompileOptions options = { 0 };
    for (char **f = files; *f; f++) {
        g_autoptr(GError) error = NULL;
        if (check_one(*f, &options, &error))
            continue;
        bool placed = g_str_has_prefix(error->message, *f) || g_str_equal(*f, "-"); /* the message names its file already */
        printf("error %s%s%s\n", placed ? "" : *f, placed ? "" : ": ", error->message);
        status = 1;
    }
    return status;
}
