/* verify: the partitioned program on virtual devices against the reference evaluator on whole arrays. */
#include "runtime/exec/reference.h"
#include "runtime/exec/session.h"
#include "runtime/main/cmd.h"

#include <stdio.h>

static char *inputs, *fill_name;
static gint64 seed = 0;

typedef struct Errors {
    double max_abs, max_rel;
} Errors;

/* One set of arguments; false if a result is off (without an error) or something failed (with one). */
static bool verify_args(Session *s, const IrModule *reference, const GPtrArray *args, Errors *errors, char **what, GError **error)
{
    g_autoptr(GPtrArray) want = tensor_array_new(), got = NULL;
    if (!reference_eval(reference, (const Tensor *const *)args->pdata, (int)args->len, 0, want, error) || !session_load(s, args, error) ||
        !session_step(s, NULL, error) || !(got = session_results(s, error)))
        return false;
    bool ok = true;
    for (guint i = 0; i < want->len; i++) {
        const Tensor *g = g_ptr_array_index(got, i), *w = g_ptr_array_index(want, i);
        if (w->type->kind != TYPE_ARRAY)
            continue;
        double max_abs = 0, max_rel = 0;
        if (!tensor_compare(g, w, &max_abs, &max_rel) && ok) {
            g_autofree char *type = type_text(w->type);
            *what = g_strdup_printf("out%u %s differs: max_abs=%.3g max_rel=%.3g beyond %.3g", i, type, max_abs, max_rel,
                                    tensor_tolerance(w->type->elem));
            ok = false;
        }
        errors->max_abs = MAX(errors->max_abs, max_abs);
        errors->max_rel = MAX(errors->max_rel, max_rel);
    }
    return ok;
}

static bool verify_one(const char *path, const CompileOptions *o, FillKind fill, GError **error)
{
    g_autoptr(IrModule) reference = program_read(path, error);
    if (!reference || !module_verify(reference, error) || !module_check_runnable(reference, error) ||
        !pass_import(reference, &o->import, NULL, error))
        return false;
    g_autoptr(Compiled) c = cmd_compile_program(path, o, NULL, error);
    g_autoptr(Session) s = c ? session_new(c, 0, error) : NULL;
    if (!s)
        return false;
    Errors errors = { 0 };
    g_autofree char *what = NULL;
    bool ok = true;
    int64_t max_ints[2] = { 3, fill_largest_dim(reference) };
    for (int k = 0; k < (inputs || fill != FILL_RANDOM ? 1 : 2) && ok; k++) {
        g_autoptr(GPtrArray) args = cmd_arguments(reference, inputs, fill, (uint64_t)seed + (uint64_t)k, max_ints[k], error);
        ok = args && verify_args(s, reference, args, &errors, &what, error);
    }
    if (!ok && *error)
        return false;
    g_autofree char *colls = collectives_text(c);
    if (ok)
        printf("ok %s devices=%" G_GINT64_FORMAT " max_abs=%.3g max_rel=%.3g collectives=%s bytes=%" G_GINT64_FORMAT " fallback=%d\n", path,
               c->n_devices, errors.max_abs, errors.max_rel, colls, c->traffic, c->fallbacks);
    else
        printf("error %s: devices=%" G_GINT64_FORMAT " %s collectives=%s\n", path, c->n_devices, what, colls);
    return ok;
}

int cmd_verify(int argc, char **argv)
{
    static const GOptionEntry entries[] = {
        { "inputs", 0, 0, G_OPTION_ARG_FILENAME, &inputs, "Arguments arg0, arg1, ... instead of made-up ones", "FILE.npz" },
        { "fill", 0, 0, G_OPTION_ARG_STRING, &fill_name, "random (default), zeros or iota", "HOW" },
        { "seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Of random arguments", "S" },
        { NULL },
    };
    g_auto(GStrv) files = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, compile_entries, &files, &status))
        return status;
    if (!files[0])
        return cmd_usage("verify: no program given");
    FillKind fill = FILL_RANDOM;
    if (fill_name && !fill_kind_parse(fill_name, &fill))
        return cmd_usage("--fill %s: random, zeros or iota", fill_name);
    CompileOptions o;
    GError *bad = NULL;
    if (!compile_options_from_flags(&o, NULL, &bad)) {
        compile_options_clear(&o);
        return cmd_fail(bad);
    }
    for (char **f = files; *f; f++) {
        g_autoptr(GError) error = NULL;
        if (verify_one(*f, &o, fill, &error))
            continue;
        if (error)
            printf("error %s%s%s\n", g_str_has_prefix(error->message, *f) ? "" : *f, g_str_has_prefix(error->message, *f) ? "" : ": ",
                   error->message);
        status = 1;
        fflush(stdout);
    }
    compile_options_clear(&o);
    return status;
}
