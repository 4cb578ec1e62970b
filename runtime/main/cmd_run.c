/* run: compile, partition, run on virtual devices, record: a job (api/job.h), and what it came to. With --try the same
 * program several times, under several sharding choices, one run each in the same trace. */
#include "runtime/api/job.h"
#include "runtime/main/cmd.h"
#include "runtime/main/progress.h"
#include "trace/units.h"

#include <json-glib/json-glib.h>
#include <stdio.h>

static struct {
    char *trace, *label, *fill_name, *inputs, *outputs, *dump;
    char **tries;
    int workers, try_best, whole_steps;
    char *on_trace_error;
    gint64 steps, seed;
    gboolean no_execute, json, base, force, progress;
    double remedies;
} opt = { .steps = 1, .remedies = JOB_REMEDIES_DEFAULT, .whole_steps = 200 };

static const GOptionEntry run_entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &opt.trace, "Records a trace; adds a run to a trace that is there", "FILE.db" },
    { "steps", 'n', 0, G_OPTION_ARG_INT64, &opt.steps, "Measured steps, 1; with more, an unmeasured one goes first", "K" },
    { "try", 't', 0, G_OPTION_ARG_STRING_ARRAY, &opt.tries, "A run under these overrides: case1:x='P(None,\"a\")',y='P(\"a\",None)'",
      "LABEL:NAME=SPEC,..." },
    { "base", 0, 0, G_OPTION_ARG_NONE, &opt.base, "With --try: first a run without any of them, \"base\"", NULL },
    { "label", 'l', 0, G_OPTION_ARG_STRING, &opt.label, "Name of the run in the trace; with --try in front of their labels", "TEXT" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &opt.seed, "Of random arguments", "S" },
    { "fill", 0, 0, G_OPTION_ARG_STRING, &opt.fill_name, "random (default), zeros or iota", "HOW" },
    { "inputs", 0, 0, G_OPTION_ARG_FILENAME, &opt.inputs, "Arguments arg0, arg1, ...", "FILE.npz" },
    { "outputs", 0, 0, G_OPTION_ARG_FILENAME, &opt.outputs, "Writes results out0, out1, ...", "FILE.npz" },
    { "no-execute", 0, 0, G_OPTION_ARG_NONE, &opt.no_execute, "Compile and record only", NULL },
    { "force", 0, 0, G_OPTION_ARG_NONE, &opt.force, "Run even what needs more memory than there is, or hours", NULL },
    { "progress", 0, 0, G_OPTION_ARG_NONE, &opt.progress, "Say how far long phases are, also where stderr is no terminal", NULL },
    { "dump", 0, 0, G_OPTION_ARG_FILENAME, &opt.dump, "Writes the module's text after each pass into a folder", "DIR" },
    { "workers", 0, 0, G_OPTION_ARG_INT, &opt.workers, "Threads; 0 = one per core", "N" },
    { "whole-steps", 0, 0, G_OPTION_ARG_INT, &opt.whole_steps,
      "With -o, of more steps than this: the first, the slowest and every n-th, about so many, are recorded with all events, the others as sums. Default 200; 0 = all", "N" },
    { "on-trace-error", 0, 0, G_OPTION_ARG_STRING, &opt.on_trace_error, "When the trace cannot be written any more: stop (default), or go-on without recording", "WHAT" },
    { "remedies", 0, 0, G_OPTION_ARG_DOUBLE, &opt.remedies,
      "With -o: how much work goes into changes of annotations that would remove a collective, as seconds of two cores; 0 = none. Default 2, of large programs up to 5", "SECONDS" },
    { "try-best", 0, 0, G_OPTION_ARG_INT, &opt.try_best, "With -o: then runs the best K of those changes, a run each", "K" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &opt.json, "Results as JSON", NULL },
    { NULL },
};

/* ---- telling --------------------------------------------------------------------------------------------------------- */

static void add_number(JsonBuilder *b, const char *key, double value)
{
    json_builder_set_member_name(b, key);
    json_builder_add_double_value(b, value);
}

static void add_int(JsonBuilder *b, const char *key, int64_t value)
{
    json_builder_set_member_name(b, key);
    json_builder_add_int_value(b, value);
}

static void outcome_json(JsonBuilder *b, const JobOutcome *o)
{
    json_builder_begin_object(b);
    if (o->label) {
        json_builder_set_member_name(b, "label");
        json_builder_add_string_value(b, o->label);
    }
    if (o->n_steps) {
        json_builder_set_member_name(b, "step_s");
        json_builder_begin_object(b);
        add_number(b, "min", (double)job_step_ns(o, 0) / 1e9);
        add_number(b, "median", (double)job_step_ns(o, 0.5) / 1e9);
        add_number(b, "max", (double)job_step_ns(o, 1) / 1e9);
        json_builder_end_object(b);
    }
    add_number(b, "compile_s", (double)o->compile_ns / 1e9);
    json_builder_set_member_name(b, "collectives");
    json_builder_begin_object(b);
    for (int k = 1; k < N_COLL_KINDS; k++) {
        const CollTotal *t = &o->collectives[k];
        if (!t->count)
            continue;
        json_builder_set_member_name(b, coll_kind_names[k]);
        json_builder_begin_object(b);
        add_int(b, "count", t->count);
        add_int(b, "bytes", t->bytes);
        add_int(b, "traffic", t->traffic);
        json_builder_end_object(b);
    }
    json_builder_end_object(b);
    json_builder_set_member_name(b, "memory");
    json_builder_begin_object(b);
    add_int(b, "argument", o->memory.argument_bytes);
    add_int(b, "output", o->memory.output_bytes);
    add_int(b, "alias", o->memory.alias_bytes);
    add_int(b, "temp", o->memory.temp_bytes);
    json_builder_end_object(b);
    json_builder_end_object(b);
}

static void print_json(const Job *job)
{
    g_autoptr(JsonBuilder) b = json_builder_new();
    if (job_n_outcomes(job) > 1)
        json_builder_begin_array(b);
    for (int i = 0; i < job_n_outcomes(job); i++)
        outcome_json(b, job_outcome(job, i));
    if (job_n_outcomes(job) > 1)
        json_builder_end_array(b);
    g_autoptr(JsonNode) root = json_builder_get_root(b);
    g_autofree char *text = json_to_string(root, FALSE);
    puts(text);
}

static void print_text(const Job *job)
{
    for (int i = 0; i < job_n_outcomes(job); i++) {
        const JobOutcome *o = job_outcome(job, i);
        g_autofree char *colls = collectives_text(o->collectives);
        printf("%s%s%d devices, compiled in %s; ", o->label ? o->label : "", o->label ? ": " : "", (int)o->n_devices,
               trace_ns((double)o->compile_ns).s);
        if (o->n_steps)
            printf("step %s (median of %" G_GINT64_FORMAT "); ", trace_ns((double)job_step_ns(o, 0.5)).s, o->n_steps);
        printf("collectives %s, %s received per device", colls, trace_bytes(o->traffic).s);
        if (o->n_steps)
            printf("; memory %s per device", trace_bytes(o->memory.peak_bytes).s);
        printf("%s\n", o->fallbacks ? "; some ops were not supported sharded (shardscope report FILE ops)" : "");
    }
}

/* ---- the command -------------------------------------------------------------------------------------------------------- */

static void warn(void *progress, const char *message)
{
    progress_end(progress);
    fprintf(stderr, "shardscope: %s\n", message);
}

int cmd_run(int argc, char **argv)
{
    g_auto(GStrv) files = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, run_entries, compile_entries, &files, &status))
        return status;
    if ((status = cmd_one_program("run", files)))
        return status;
    FillKind fill;
    if ((status = cmd_fill_kind(opt.fill_name, opt.inputs, &fill)))
        return status;
    if (opt.whole_steps < 0)
        return cmd_usage("--whole-steps %d: must be at least 0", opt.whole_steps);
    if (opt.on_trace_error && !g_str_equal(opt.on_trace_error, "stop") && !g_str_equal(opt.on_trace_error, "go-on"))
        return cmd_usage("--on-trace-error %s: stop or go-on", opt.on_trace_error);
    Progress progress;
    progress_init(&progress, opt.progress, opt.json);
    JobOptions o = { .path = files[0], .program = cmd_program_options(), .tries = opt.tries, .base = opt.base, .label = opt.label,
                     .steps = opt.steps, .fill = fill, .seed = (uint64_t)opt.seed, .inputs = opt.inputs, .outputs = opt.outputs,
                     .trace = opt.trace, .remedies_s = opt.remedies, .try_best = opt.try_best, .no_execute = opt.no_execute,
                     .force = opt.force, .n_workers = opt.workers, .dump = opt.dump, .whole_steps = opt.whole_steps,
                     .trace_optional = opt.on_trace_error && g_str_equal(opt.on_trace_error, "go-on"), .warn = warn, .progress = progress_show, .user = &progress };
    GError *error = NULL;
    g_autoptr(Job) job = job_new(&o, &error);
    if (!job)
        return cmd_fail(error);
    cmd_stop_on_signals(job_stop(job));
    bool ok = job_run(job, &error);
    progress_end(&progress);
    cmd_stop_on_signals(NULL);
    if (job_n_outcomes(job))
        (opt.json ? print_json : print_text)(job);
    return ok ? 0 : cmd_fail(error);
}
