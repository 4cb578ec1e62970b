/* run: compile, partition, run on virtual devices, record: a job, and what it came to. With --try the same program several times, under
 * several sharding choices, one run each in the same trace; with --again a run of a trace once more, perhaps under a change. */
#include "runtime/main/cmd.h"
#include "runtime/main/progress.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { NOT_GIVEN = INT_MIN };

static struct {
    char *trace, *label, *fill_name, *inputs, *outputs, *dump;
    char **tries;
    int workers, try_best, whole_steps;
    char *on_trace_error;
    gint64 steps, seed;
    gboolean no_execute, json, base, force, progress;
    double remedies;
    char *again, *again_run;
    int remedy;
    gboolean trace_parts;
} opt = { .steps = NOT_GIVEN, .remedy = NOT_GIVEN, .remedies = SHARDSCOPE_REMEDIES_DEFAULT, .whole_steps = 200 };

static const GOptionEntry run_entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &opt.trace, "Record a trace in this file; a trace that exists gets another run", "FILE.db" },
    { "steps", 'n', 0, G_OPTION_ARG_INT64, &opt.steps, "Number of measured steps, default 1; if more than 1, an unmeasured step runs first", "K" },
    { "try", 't', 0, G_OPTION_ARG_STRING_ARRAY, &opt.tries, "Make a run with these parameters' shardings replaced: case1:x='P(None,\"a\")',y='P(\"a\",None)'. May be repeated",
      "LABEL:NAME=SPEC,..." },
    { "again", 0, 0, G_OPTION_ARG_FILENAME, &opt.again, "Make a run of this trace again, into the same trace: its program under its options. Options given besides take the place of the recorded ones", "FILE.db" },
    { "run", 'r', 0, G_OPTION_ARG_STRING, &opt.again_run, "With --again: which run, by its number, label or name; default the last one", "RUN" },
    { "remedy", 0, 0, G_OPTION_ARG_INT, &opt.remedy, "With --again: under change K of annotations, as report reshards --remove numbers them", "K" },
    { "base", 0, 0, G_OPTION_ARG_NONE, &opt.base, "With --try: first make a run named \"base\" with the program's own shardings", NULL },
    { "label", 'l', 0, G_OPTION_ARG_STRING, &opt.label, "Name of the run in the trace; with --try, a prefix of the runs' labels", "TEXT" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &opt.seed, "Seed of random arguments, default 0", "S" },
    { "fill", 0, 0, G_OPTION_ARG_STRING, &opt.fill_name, "Values of the arguments without --inputs: random (default), zeros or iota", "HOW" },
    { "inputs", 0, 0, G_OPTION_ARG_FILENAME, &opt.inputs, "Read the arguments arg0, arg1, ... from this file", "FILE.npz" },
    { "outputs", 0, 0, G_OPTION_ARG_FILENAME, &opt.outputs, "Write the results out0, out1, ... to this file", "FILE.npz" },
    { "no-execute", 0, 0, G_OPTION_ARG_NONE, &opt.no_execute, "Compile and record, but do not run", NULL },
    { "force", 0, 0, G_OPTION_ARG_NONE, &opt.force, "Run even a program that needs more memory than the machine has, or hours", NULL },
    { "progress", 0, 0, G_OPTION_ARG_NONE, &opt.progress, "Print the progress of long phases even if stderr is not a terminal", NULL },
    { "dump", 0, 0, G_OPTION_ARG_FILENAME, &opt.dump, "Write the program's text after each pass into this folder", "DIR" },
    { "workers", 0, 0, G_OPTION_ARG_INT, &opt.workers, "Number of worker threads; 0 (default) = one per core", "N" },
    { "whole-steps", 0, 0, G_OPTION_ARG_INT, &opt.whole_steps,
      "With -o: record about N steps with every event (the first, the slowest, every n-th) and the others as totals. Default 200; 0 = every step with every event", "N" },
    { "trace-parts", 0, 0, G_OPTION_ARG_NONE, &opt.trace_parts,
      "With -o, under mpirun or srun: each process records its own devices, rank 2 of run.db into run.rank-2.db; shardscope merge makes one trace of them", NULL },
    { "on-trace-error", 0, 0, G_OPTION_ARG_STRING, &opt.on_trace_error,
      "What to do if writing the trace fails: stop (default), or go-on without recording", "WHAT" },
    { "remedies", 0, 0, G_OPTION_ARG_DOUBLE, &opt.remedies,
      "With -o: how much work goes into changes of annotations that would remove a collective, as seconds of two cores; 0 = none. Default 2, of large programs up to 5", "SECONDS" },
    { "try-best", 0, 0, G_OPTION_ARG_INT, &opt.try_best, "With -o: then runs the best K of those changes, a run each", "K" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &opt.json, "Results as JSON", NULL },
    { NULL },
};

/* ---- printing -------------------------------------------------------------------------------------------------------- */

static void print_json(const ShardscopeJob *job)
{
    char *text = shardscope_job_json(job, NULL);
    puts(text);
    shardscope_free(text);
}

static void print_text(const ShardscopeJob *job)
{
    ShardscopeOutcome o;
    for (int i = 0; shardscope_job_outcome(job, i, &o, NULL); i++) {
        g_autofree char *colls = cmd_collectives_text(o.collectives, o.n_collectives);
        printf("%s%s%d device%s, compiled in %s; ", o.label ? o.label : "", o.label ? ": " : "", (int)o.n_devices, o.n_devices == 1 ? "" : "s",
               shardscope_ns_word((double)o.compile_ns).text);
        if (o.n_steps)
            printf("step %s (median of %" G_GINT64_FORMAT "); ", shardscope_ns_word((double)shardscope_job_step_ns(job, i, 0.5)).text, o.n_steps);
        printf("collectives %s, %s received per device", colls, shardscope_bytes_word(o.traffic).text);
        if (o.n_steps)
            printf("; memory %s per device", shardscope_bytes_word(o.memory.peak_bytes).text);
        printf("%s\n", o.n_fallbacks ? "; some ops were not supported sharded (shardscope report FILE ops)" : "");
    }
}

/* What to do with the parts that were recorded. */
static void tell_parts(void)
{
    const char *dot = strrchr(opt.trace, '.'), *slash = strrchr(opt.trace, '/');
    int stem = (int)(dot && (!slash || dot > slash) ? dot - opt.trace : (long)strlen(opt.trace));
    printf("recorded in %d parts; one trace: shardscope merge %.*s.rank-*%s -o %s\n", shardscope_ranks_n(cmd_ranks), stem, opt.trace, opt.trace + stem, opt.trace);
}

/* ---- the command -------------------------------------------------------------------------------------------------------- */

static void warn(void *progress, const char *message)
{
    progress_end(progress);
    fprintf(stderr, "shardscope: %s\n", message);
}

static void cancel(void *job)
{
    shardscope_job_cancel(job);
}

int cmd_run(int argc, char **argv)
{
    g_auto(GStrv) files = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, run_entries, compile_entries, &files, &status))
        return status;
    if (opt.again ? files[0] != NULL : (status = cmd_one_program("run", files)) != 0)
        return opt.again ? cmd_usage("run: --again takes the program from the trace, so \"%s\" is one too many", files[0]) : status;
    if (!opt.again && (opt.again_run || opt.remedy != NOT_GIVEN))
        return cmd_usage("run: %s goes with --again FILE.db", opt.again_run ? "--run" : "--remedy");
    if (opt.remedy != NOT_GIVEN && opt.remedy < 1)
        return cmd_usage("--remedy %d: changes are counted from 1", opt.remedy);
    if (opt.again && (opt.fill_name || opt.inputs || opt.seed))
        return cmd_usage("run: --again gives the program the same arguments again: --fill, --inputs and --seed are not taken");
    if (opt.steps != NOT_GIVEN && opt.steps < 1)
        return cmd_usage("--steps %" G_GINT64_FORMAT ": must be at least 1", opt.steps);
    ShardscopeFill fill;
    if ((status = cmd_fill_kind(opt.fill_name, opt.inputs, &fill)))
        return status;
    if (opt.whole_steps < 0)
        return cmd_usage("--whole-steps %d: must be at least 0", opt.whole_steps);
    if (opt.on_trace_error && !g_str_equal(opt.on_trace_error, "stop") && !g_str_equal(opt.on_trace_error, "go-on"))
        return cmd_usage("--on-trace-error %s: stop or go-on", opt.on_trace_error);
    if (opt.trace_parts && (!opt.trace || !cmd_ranks))
        return cmd_usage(opt.trace ? "--trace-parts: goes with several processes, which mpirun or srun starts" : "--trace-parts: needs -o FILE.db");
    ShardscopeProgramOptions program;
    if ((status = cmd_program_options(NULL, &program)))
        return status;
    Progress progress;
    progress_init(&progress, opt.progress, opt.json);
    ShardscopeJobOptions o = { SHARDSCOPE_JOB_OPTIONS, .path = files[0], .program = &program, .tries = (const char *const *)opt.tries, .base = opt.base,
                               .label = opt.label, .steps = opt.steps != NOT_GIVEN ? opt.steps : opt.again ? 0 : 1, .fill = fill, .seed = (uint64_t)opt.seed, .inputs = opt.inputs,
                               .outputs = opt.outputs, .trace = opt.trace, .remedies_s = opt.remedies, .try_best = opt.try_best,
                               .no_execute = opt.no_execute, .force = opt.force, .n_threads = opt.workers, .dump = opt.dump,
                               .whole_steps = opt.whole_steps, .trace_optional = opt.on_trace_error && g_str_equal(opt.on_trace_error, "go-on"),
                               .warn = warn, .progress = progress_show, .user = &progress,
                               .ranks = cmd_ranks, .again = opt.again, .again_run = opt.again_run, .remedy = opt.remedy == NOT_GIVEN ? 0 : opt.remedy, .trace_parts = opt.trace_parts };
    ShardscopeError *error = NULL;
    ShardscopeJob *job = shardscope_job_new(&o, &error);
    if (!job)
        return cmd_fail(error);
    cmd_cancel_on_signals(cancel, job);
    bool ok = shardscope_job_run(job, &error);
    progress_end(&progress);
    cmd_cancel_on_signals(NULL, NULL);
    if (shardscope_job_n_outcomes(job))
        (opt.json ? print_json : print_text)(job);
    if (ok && opt.trace_parts && !opt.json)
        tell_parts();
    shardscope_job_unref(job);
    return ok ? 0 : cmd_fail(error);
}
