/* verify: the partitioned program on virtual devices against the reference evaluator on whole arrays, a line each. */
#include "runtime/main/cmd.h"

#include <stdio.h>

static char *inputs, *fill_name;
static gint64 seed = 0;

/* The i-th program, printed as `name`. False without an error if a result is off. */
static bool verify_program(const char *name, ShardscopeFile *file, int i, const ShardscopeVerifyOptions *o, ShardscopeError **error)
{
    ShardscopeVerified v;
    if (!shardscope_file_verify(file, i, o, &v, error))
        return false;
    g_autofree char *colls = cmd_collectives_text(v.collectives, v.n_collectives);
    if (v.equal) {
        printf("ok %s devices=%" G_GINT64_FORMAT " max_abs=%.3g max_rel=%.3g collectives=%s bytes=%" G_GINT64_FORMAT " fallback=%d", name,
               v.n_devices, v.max_abs, v.max_rel, colls, v.traffic, v.n_fallbacks);
        if (v.n_noise)
            printf(" noise=%d", v.n_noise);
        if (v.n_stand_ins)
            printf(" stand-ins=%d", v.n_stand_ins);
        printf("\n");
    } else {
        printf("error %s: devices=%" G_GINT64_FORMAT " %s collectives=%s\n", name, v.n_devices, v.what, colls);
    }
    shardscope_free(v.what);
    return v.equal;
}

/* All programs of a file, a line each. */
static bool verify_file(const char *path, const ShardscopeVerifyOptions *o)
{
    ShardscopeStop *stop = o->program->stop;
    ShardscopeError *unread = NULL;
    ShardscopeFile *file = shardscope_file_read(path, stop, &unread);
    if (unread && !shardscope_stop_requested(stop))
        cmd_print_error(path, path, unread);
    shardscope_error_free(unread);
    bool ok = file != NULL;
    for (int i = 0; i < shardscope_file_n_programs(file) && !shardscope_stop_requested(stop); i++) {
        ShardscopeError *error = NULL;
        g_autofree char *name = cmd_program_name(path, file, i);
        if (verify_program(name, file, i, o, &error))
            continue;
        if (error && !shardscope_stop_requested(stop))
            cmd_print_error(path, name, error);
        shardscope_error_free(error);
        ok = false;
    }
    shardscope_file_unref(file);
    return ok;
}

int cmd_verify(int argc, char **argv)
{
    static const GOptionEntry entries[] = {
        { "inputs", 0, 0, G_OPTION_ARG_FILENAME, &inputs, "Read the arguments arg0, arg1, ... from this file", "FILE.npz" },
        { "fill", 0, 0, G_OPTION_ARG_STRING, &fill_name, "Values of the arguments without --inputs: random (default), zeros or iota", "HOW" },
        { "seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Seed of random arguments, default 0", "S" },
        { NULL },
    };
    g_auto(GStrv) files = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, compile_entries, &files, &status))
        return status;
    if (!files[0])
        return cmd_usage("verify: no program given\n  hint: shardscope verify --help");
    ShardscopeFill fill;
    if ((status = cmd_fill_kind(fill_name, inputs, &fill)))
        return status;
    ShardscopeStop *stop = cmd_stop_on_signals();
    ShardscopeProgramOptions program;
    ShardscopeError *bad = NULL;
    if ((status = cmd_program_options(stop, &program)))
        return status;
    if (!shardscope_program_options_check(&program, &bad))
        return cmd_fail(bad);
    ShardscopeVerifyOptions o = { SHARDSCOPE_VERIFY_OPTIONS, .program = &program, .inputs = inputs, .fill = fill, .seed = (uint64_t)seed, .ranks = cmd_ranks };
    for (char **f = files; *f && !shardscope_stop_requested(stop); f++) {
        status |= !verify_file(*f, &o);
        fflush(stdout);
    }
    if (!shardscope_stop_requested(stop))
        return status;
    if (!shardscope_ranks_me(cmd_ranks))
        fprintf(stderr, "shardscope: stopped\n");
    return 1;
}
