/* verify: the partitioned program on virtual devices against the reference evaluator on whole arrays. */
#include "runtime/reference/noise.h"
#include "runtime/reference/reference.h"
#include "runtime/exec/loaded.h"
#include "runtime/main/cmd.h"

#include <stdio.h>

static char *inputs, *fill_name;
static gint64 seed = 0;

typedef struct Errors {
    double max_abs, max_rel; /* of results that are not noise */
    int n_noise;             /* results that are off by no more than rounding makes them */
} Errors;

/* Which result is off by more than rounding; its name, type and errors. */
static char *what_is_off(guint i, const Tensor *got, const Tensor *want)
{
    double max_abs = 0, max_rel = 0;
    tensor_compare(got, want, &max_abs, &max_rel);
    g_autofree char *type = type_text(want->type);
    return g_strdup_printf("out%u %s differs: max_abs=%.3g max_rel=%.3g beyond %.3g", i, type, max_abs, max_rel, tensor_tolerance(want->type->elem));
}

/* One set of arguments; false if a result is off (without an error) or something failed (with one). */
static bool verify_args(LoadedProgram *s, const IrModule *reference, const GPtrArray *args, const Stop *stop, Errors *errors, char **what, GError **error)
{
    g_autoptr(GPtrArray) want = tensor_array_new(), got = NULL;
    if (!reference_eval(reference, (const Tensor *const *)args->pdata, (int)args->len, &(RefOptions){ .stop = stop }, want, error) || !loaded_set_args(s, args, error) ||
        !loaded_step(s, NULL, error) || !(got = loaded_results(s, error)))
        return false;
    g_autofree bool *off = g_new0(bool, want->len + 1);
    int n_off = 0;
    for (guint i = 0; i < want->len; i++) {
        const Tensor *g = g_ptr_array_index(got, i), *w = g_ptr_array_index(want, i);
        double max_abs = 0, max_rel = 0;
        if (w->type->kind != TYPE_ARRAY)
            continue;
        off[i] = !tensor_compare(g, w, &max_abs, &max_rel);
        n_off += off[i];
        if (off[i])
            continue;
        errors->max_abs = MAX(errors->max_abs, max_abs);
        errors->max_rel = MAX(errors->max_rel, max_rel);
    }
    errors->n_noise = MAX(errors->n_noise, n_off);
    int left = n_off ? noise_leaves(reference, args, want, got, off, stop, error) : -1;
    if (left >= 0)
        *what = what_is_off((guint)left, g_ptr_array_index(got, (guint)left), g_ptr_array_index(want, (guint)left));
    return left == -1;
}

/* One program, printed as `name`; m is taken. */
static bool verify_program(const char *name, IrModule *m, const CompileOptions *o, FillKind fill, GError **error)
{
    g_autoptr(IrModule) program = m, reference = NULL;
    if (!module_verify(m, error) || !module_check_runnable(m, error))
        return false;
    reference = module_clone(m);
    if (!pass_import(reference, &o->import, NULL, error))
        return false;
    g_autoptr(Compiled) c = cmd_compile_module(g_steal_pointer(&program), o, NULL, error);
    g_autoptr(LoadedProgram) s = c ? loaded_new(c, 0, error) : NULL;
    if (!s)
        return false;
    exec_context_stop(loaded_context(s), o->stop);
    Errors errors = { 0 };
    g_autofree char *what = NULL;
    bool ok = true;
    int64_t max_ints[2] = { 3, fill_largest_dim(reference) };
    for (int k = 0; k < (inputs || fill != FILL_RANDOM ? 1 : 2) && ok; k++) {
        g_autoptr(GPtrArray) args = cmd_arguments(reference, inputs, fill, (uint64_t)seed + (uint64_t)k, max_ints[k], error);
        ok = args && verify_args(s, reference, args, o->stop, &errors, &what, error);
    }
    if (!ok && *error)
        return false;
    g_autofree char *colls = collectives_text(c);
    if (ok) {
        printf("ok %s devices=%" G_GINT64_FORMAT " max_abs=%.3g max_rel=%.3g collectives=%s bytes=%" G_GINT64_FORMAT " fallback=%d", name,
               c->n_devices, errors.max_abs, errors.max_rel, colls, c->traffic, c->fallbacks);
        if (errors.n_noise)
            printf(" noise=%d", errors.n_noise);
        printf("\n");
    } else
        printf("error %s: devices=%" G_GINT64_FORMAT " %s collectives=%s\n", name, c->n_devices, what, colls);
    return ok;
}

static void print_error(const char *path, const char *name, const GError *error)
{
    bool placed = g_str_has_prefix(error->message, path) || g_str_equal(path, "-"); /* the message names its file already */
    printf("error %s%s%s\n", placed ? "" : name, placed ? "" : ": ", error->message);
}

/* All programs of a file, a line each. */
static bool verify_file(const char *path, const CompileOptions *o, FillKind fill)
{
    g_autoptr(GError) unread = NULL;
    g_autoptr(GPtrArray) programs = program_read_all(path, o->stop, &unread);
    if (stop_requested(o->stop))
        return false;
    if (!programs) {
        print_error(path, path, unread);
        return false;
    }
    bool ok = true;
    for (guint i = 0, n = programs->len; i < n && !stop_requested(o->stop); i++) {
        g_autoptr(GError) error = NULL;
        IrModule *m = g_steal_pointer(&programs->pdata[i]);
        g_autofree char *name = cmd_program_name(path, m, n);
        if (verify_program(name, m, o, fill, &error))
            continue;
        if (error && !stop_requested(o->stop))
            print_error(path, name, error);
        ok = false;
    }
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
        return cmd_usage("verify: no program given\n  hint: shardscope verify --help");
    FillKind fill;
    if ((status = cmd_fill_kind(fill_name, inputs, &fill)))
        return status;
    CompileOptions o;
    GError *bad = NULL;
    if (!compile_options_from_flags(&o, NULL, &bad)) {
        compile_options_clear(&o);
        return cmd_fail(bad);
    }
    o.no_reasons = true;
    const Stop *stop = o.stop = cmd_stop_on_signals();
    for (char **f = files; *f && !stop_requested(stop); f++) {
        status |= !verify_file(*f, &o, fill);
        fflush(stdout);
    }
    GError *stopped = NULL;
    if (stop_requested(stop) && !stop_error(NULL, &stopped))
        status = cmd_fail(stopped);
    compile_options_clear(&o);
    return status;
}
