/* verify: the partitioned program on virtual devices against the reference evaluator on whole arrays, a line each. */
#include "runtime/api/verify.h"
#include "runtime/main/cmd.h"

#include <stdio.h>

static char *inputs, *fill_name;
static gint64 seed = 0;

/* One program, printed as `name`; m is taken. False without an error if a result is off. */
static bool verify_program(const char *name, IrModule *m, const VerifyOptions *o, GError **error)
{
    Verified v;
    if (!program_check_results(m, o, &v, error))
        return false;
    g_autofree char *colls = collectives_text(v.collectives), *what = v.what;
    if (!v.equal) {
        printf("error %s: devices=%" G_GINT64_FORMAT " %s collectives=%s\n", name, v.n_devices, what, colls);
        return false;
    }
    printf("ok %s devices=%" G_GINT64_FORMAT " max_abs=%.3g max_rel=%.3g collectives=%s bytes=%" G_GINT64_FORMAT " fallback=%d", name,
           v.n_devices, v.max_abs, v.max_rel, colls, v.traffic, v.fallbacks);
    if (v.n_noise)
        printf(" noise=%d", v.n_noise);
    printf("\n");
    return true;
}

static void print_error(const char *path, const char *name, const GError *error)
{
    bool placed = g_str_has_prefix(error->message, path) || g_str_equal(path, "-"); /* the message names its file already */
    printf("error %s%s%s\n", placed ? "" : name, placed ? "" : ": ", error->message);
}

/* All programs of a file, a line each. */
static bool verify_file(const char *path, const VerifyOptions *o)
{
    g_autoptr(GError) unread = NULL;
    g_autoptr(GPtrArray) programs = program_read_all(path, o->compile->stop, &unread);
    if (stop_requested(o->compile->stop))
        return false;
    if (!programs) {
        print_error(path, path, unread);
        return false;
    }
    bool ok = true;
    for (guint i = 0, n = programs->len; i < n && !stop_requested(o->compile->stop); i++) {
        g_autoptr(GError) error = NULL;
        IrModule *m = g_steal_pointer(&programs->pdata[i]);
        g_autofree char *name = cmd_program_name(path, m, n);
        if (verify_program(name, m, o, &error))
            continue;
        if (error && !stop_requested(o->compile->stop))
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
    static Stop stop;
    cmd_stop_on_signals(&stop);
    ProgramOptions program = cmd_program_options();
    program.stop = &stop;
    GError *bad = NULL;
    if (!compile_options_from(&program, NULL, &o, &bad)) {
        compile_options_clear(&o);
        return cmd_fail(bad);
    }
    o.no_reasons = true;
    VerifyOptions v = { .compile = &o, .arguments = { inputs, { .kind = fill, .seed = (uint64_t)seed } } };
    for (char **f = files; *f && !stop_requested(&stop); f++) {
        status |= !verify_file(*f, &v);
        fflush(stdout);
    }
    GError *stopped = NULL;
    if (stop_requested(&stop) && !stop_error(NULL, &stopped))
        status = cmd_fail(stopped);
    compile_options_clear(&o);
    return status;
}
