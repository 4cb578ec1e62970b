/* run: compile, partition, run on virtual devices, record. With --try the same program several times, under several
 * sharding choices, one run each in the same trace. */
#include "runtime/record/record.h"
#include "runtime/exec/loaded.h"
#include "runtime/base/stop.h"
#include "runtime/base/outfile.h"
#include "runtime/main/cmd.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static struct {
    char *trace, *label, *fill_name, *inputs, *outputs, *dump;
    char **tries;
    int steps, workers;
    gint64 seed;
    gboolean no_execute, json;
    double remedies;
    int try_best, whole_steps;
    char *on_trace_error;
} opt = { .steps = 1, .remedies = -1, .whole_steps = 200 };

static const GOptionEntry run_entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &opt.trace, "Records a trace; adds a run to a trace that is there", "FILE.db" },
    { "steps", 'n', 0, G_OPTION_ARG_INT, &opt.steps, "Measured steps, 1; with more, an unmeasured one goes first", "K" },
    { "try", 't', 0, G_OPTION_ARG_STRING_ARRAY, &opt.tries, "A run under these overrides: case1:x='P(None,\"a\")',y='P(\"a\",None)'",
      "LABEL:NAME=SPEC,..." },
    { "label", 'l', 0, G_OPTION_ARG_STRING, &opt.label, "Name of the run in the trace", "TEXT" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &opt.seed, "Of random arguments", "S" },
    { "fill", 0, 0, G_OPTION_ARG_STRING, &opt.fill_name, "random (default), zeros or iota", "HOW" },
    { "inputs", 0, 0, G_OPTION_ARG_FILENAME, &opt.inputs, "Arguments arg0, arg1, ...", "FILE.npz" },
    { "outputs", 0, 0, G_OPTION_ARG_FILENAME, &opt.outputs, "Writes results out0, out1, ...", "FILE.npz" },
    { "no-execute", 0, 0, G_OPTION_ARG_NONE, &opt.no_execute, "Compile and record only", NULL },
    { "dump", 0, 0, G_OPTION_ARG_FILENAME, &opt.dump, "Writes the module's text after each pass into a folder", "DIR" },
    { "workers", 0, 0, G_OPTION_ARG_INT, &opt.workers, "Threads; 0 = one per core", "N" },
    { "remedies", 0, 0, G_OPTION_ARG_DOUBLE, &opt.remedies,
      "With -o: for how long changes of annotations are tried that would remove a collective; 0 = none. Default 2, of slow compiles up to 5", "SECONDS" },
    { "try-best", 0, 0, G_OPTION_ARG_INT, &opt.try_best, "With -o: then runs the best K of those changes, a run each", "K" },
    { "whole-steps", 0, 0, G_OPTION_ARG_INT, &opt.whole_steps,
      "With -o, of more steps than this: the first, the slowest and every n-th, about so many, are recorded with all events, the others as sums. Default 200; 0 = all", "N" },
    { "on-trace-error", 0, 0, G_OPTION_ARG_STRING, &opt.on_trace_error, "When the trace cannot be written any more: stop (default), or go-on without recording", "WHAT" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &opt.json, "Results as JSON", NULL },
    { NULL },
};

/* What one run came to. */
typedef struct Outcome {
    const char *label;
    Compiled *c;
    MemoryPlan memory;        /* sums only */
    GArray *step_ns;          /* int64_t, measured steps, sorted */
} Outcome;

static void outcome_clear(gpointer p)
{
    Outcome *o = p;
    compiled_free(o->c);
    g_array_unref(o->step_ns);
}

/* ---- stopping ------------------------------------------------------------------------------------------------------ */

static const Stop *stop;

/* ---- a trace that cannot be written any more ------------------------------------------------------------------------ */

static bool unrecorded; /* --on-trace-error go-on: from a failure on, the run goes on without */

/* What recording came to: true if the run goes on. */
static bool go_on(bool ok, GError **error)
{
    if (ok || unrecorded || !opt.on_trace_error || !g_str_equal(opt.on_trace_error, "go-on") || !*error || (*error)->domain != TRACE_ERROR)
        return ok || unrecorded;
    fprintf(stderr, "shardscope: %s\n  the run goes on without recording\n", (*error)->message);
    g_clear_error(error);
    unrecorded = true;
    return true;
}

static gint64 finish_until; /* of a run that was stopped: what makes it easier to read may take so long */

static bool enough(void *user)
{
    (void)user;
    return stop_requested(stop) && g_get_monotonic_time() > finish_until;
}

/* Indexes and derived tables. A file that is left without has all steps in it. */
static bool finish(TraceWriter *w, GError **error)
{
    enum { SECONDS = 5 };
    TraceWatch watch = cmd_watch(NULL);
    finish_until = stop_requested(stop) ? g_get_monotonic_time() + SECONDS * G_USEC_PER_SEC : 0;
    watch.stop = enough;
    bool ok = trace_writer_finish_watched(w, &watch, error);
    cmd_watch_end();
    if (!ok && g_error_matches(*error, TRACE_ERROR, TRACE_ERROR_STOPPED)) {
        g_clear_error(error);
        diag(error, SHARD_ERROR_RUN, NULL, "shardscope optimize does the rest", "%s: stopped before its indexes were made; all steps are in it", opt.trace);
    }
    return ok;
}

/* ---- one run --------------------------------------------------------------------------------------------------------- */

static int by_value(gconstpointer a, gconstpointer b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static void progress(const char *label, int step, int steps)
{
    if (!isatty(2) || opt.json)
        return;
    fprintf(stderr, "\r%s%sstep %d of %d%s", label ? label : "", label ? ": " : "", step, steps, step == steps ? "\n" : "");
}

static bool run_steps(Outcome *o, LoadedProgram *s, Record *rec, GError **error)
{
    int warm_up = opt.steps > 1;
    exec_context_stop(loaded_context(s), stop);
    bool ok = true;
    for (int64_t i = 0; i < (int64_t)opt.steps + warm_up && ok; i++) {
        StepStats stats = { 0 };
        ok = loaded_step(s, &stats, error) && (unrecorded || go_on(record_step(rec, (int)i, !warm_up || i > 0, &stats, error), error));
        if (unrecorded)
            exec_context_record(loaded_context(s), NULL);
        if (!ok)
            break;
        int64_t ns = stats.end_ns - stats.start_ns;
        if (i >= warm_up)
            g_array_append_val(o->step_ns, ns);
        if (opt.steps > 1)
            progress(o->label, (int)(i + 1 - warm_up), opt.steps);
        if (stop_requested(stop))
            ok = diag(error, SHARD_ERROR_RUN, NULL, opt.trace ? "the trace holds the steps that were finished" : NULL,
                      "stopped after %d steps", (int)(i + 1));
    }
    g_array_sort(o->step_ns, by_value);
    return ok;
}

/* What becomes of the program's texts. */
typedef struct Texts {
    RecordTexts *recorded; /* NULL = not recorded */
    GPtrArray *dumped;     /* GBytes; NULL = not dumped */
} Texts;

static void on_text(void *user, HloText *text)
{
    Texts *t = user;
    if (t->recorded)
        record_texts_take(t->recorded, text);
    if (t->dumped)
        g_ptr_array_add(t->dumped, g_bytes_ref(hlo_text_bytes(text)));
}

static bool dump_texts(const Compiled *c, const GPtrArray *texts, const char *label, GError **error)
{
    g_autofree char *dir = label ? g_build_filename(opt.dump, label, NULL) : g_strdup(opt.dump);
    if (g_mkdir_with_parents(dir, 0777) != 0)
        return diag(error, SHARD_ERROR_IO, NULL, NULL, "%s: %s", dir, g_strerror(errno));
    for (int i = -1; i < c->passes.n; i++) {
        const char *name = i < 0 ? "parse" : c->passes.v[i].name;
        g_autofree char *file = g_strdup_printf("%02d.%s.hlo", i + 1, name), *path = g_build_filename(dir, file, NULL);
        gsize size;
        const char *text = g_bytes_get_data(texts->pdata[i + 1], &size);
        if (!outfile_write(path, text, size, error))
            return false;
    }
    return true;
}

static char *config_text(char *const *more)
{
    g_autoptr(JsonBuilder) b = json_builder_new();
    json_builder_begin_object(b);
    char *const *lists[2] = { compile_flags.shard, more };
    g_autoptr(GString) shard = g_string_new(NULL);
    for (int k = 0; k < 2; k++)
        for (char *const *s = lists[k]; s && *s; s++)
            g_string_append_printf(shard, "%s%s", shard->len ? ", " : "", *s);
    const struct { const char *key, *value; } texts[] = { { "mesh", compile_flags.mesh }, { "shard", shard->len ? shard->str : NULL },
        { "propagation", compile_flags.propagation }, { "planner", compile_flags.planner }, { "inputs", opt.inputs ? "file" : NULL },
        { "fill", opt.fill_name } };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        if (texts[i].value) {
            json_builder_set_member_name(b, texts[i].key);
            json_builder_add_string_value(b, texts[i].value);
        }
    json_builder_set_member_name(b, "steps");
    json_builder_add_int_value(b, opt.steps);
    json_builder_set_member_name(b, "seed");
    json_builder_add_int_value(b, opt.seed);
    json_builder_end_object(b);
    g_autoptr(JsonNode) root = json_builder_get_root(b);
    return json_to_string(root, FALSE);
}

static bool execute(Outcome *o, Record *rec, FillKind fill, GError **error)
{
    g_autoptr(LoadedProgram) s = loaded_new(o->c, opt.workers, error);
    if (!s)
        return false;
    o->memory = o->c->program->memory;
    record_memory(rec, &o->c->program->memory);
    g_autoptr(GPtrArray) args = cmd_arguments(o->c->input, opt.inputs, fill, (uint64_t)opt.seed, 3, error);
    if (!args || !loaded_set_args(s, args, error))
        return false;
    exec_context_record(loaded_context(s), record_events(rec));
    bool ok = run_steps(o, s, rec, error);
    g_autoptr(GPtrArray) results = ok && opt.outputs ? loaded_results(s, error) : NULL;
    if (ok && opt.outputs)
        ok = results && cmd_write_outputs(opt.outputs, results, error);
    exec_context_record(loaded_context(s), NULL);
    return ok;
}

/* Planned memory and no more. A program that cannot be planned (printed without its constants, say) has none. */
static void plan_only(Outcome *o, Record *rec)
{
    if (!o->c->program)
        return;
    o->memory = o->c->program->memory;
    record_memory(rec, &o->c->program->memory);
}

static void show_tried(void *user, const char *what, int done, int of)
{
    (void)user;
    if (isatty(2) && !opt.json)
        fprintf(stderr, "\r\033[Klooking for what removes a collective: %s, %d of %d (ctrl-C ends the search)", what, done + 1, of);
}

enum { MAX_CHANGES = 200 };

/* Runs the program with a change, as another run of the trace. */
static bool measure(Remedy *r, int number, const IrModule *fresh, const CompileOptions *options, TraceWriter *w, FillKind fill, const char *name,
                    GArray *outcomes, GError **error)
{
    g_autofree char *title = g_strdup_printf("change %d", number), *config = config_text(NULL);
    const char *label = g_intern_string(title);
    g_autoptr(RecordTexts) texts = record_texts_new(w);
    CompileOptions with_texts = *options;
    with_texts.on_text = record_texts_take;
    with_texts.on_text_user = texts;
    Outcome o = { .label = label, .c = remedy_apply(r, fresh, &with_texts, error), .step_ns = g_array_new(FALSE, FALSE, sizeof(int64_t)) };
    g_autofree DeviceInfo *devices = o.c ? exec_devices((int)o.c->n_devices) : NULL;
    RecordInfo info = { .name = name, .label = label, .config = config, .hardware = options->hardware, .kind = TRACE_RUN_MEASURED,
                        .devices = devices, .n_devices = o.c ? (int)o.c->n_devices : 0,
                        .n_steps = (int64_t)opt.steps + (opt.steps > 1), .whole_steps = opt.whole_steps };
    g_autoptr(Record) rec = o.c ? record_run_new(w, &info, o.c->start_ns) : NULL;
    if (rec)
        record_compiled(rec, o.c, g_steal_pointer(&texts));
    if (!rec || !execute(&o, rec, fill, error) || (!unrecorded && !go_on(record_run_end(rec, error), error))) {
        record_wait(rec);
        outcome_clear(&o);
        g_prefix_error(error, "%s (%s): ", label, r->text);
        return false;
    }
    r->try_run = record_run_id(rec);
    g_array_append_val(outcomes, o);
    return true;
}

static bool look_for_remedies(const Outcome *o, const IrModule *fresh, const CompileOptions *options, Record *rec, TraceWriter *w, FillKind fill,
                              const char *name, GArray *outcomes, GError **error)
{
    double seconds = opt.remedies >= 0 ? opt.remedies : CLAMP(20e-9 * (double)o->c->compile_ns, 2, 5);
    RemedyBudget budget = { .seconds = seconds, .changes = MAX_CHANGES, .progress = show_tried };
    g_autoptr(Remedies) found = remedies_find(o->c, fresh, options, &budget);
    if (found->n_tried && isatty(2) && !opt.json)
        fprintf(stderr, "\r\033[K");
    bool ok = true;
    for (int i = 0; i < MIN(opt.try_best, found->n_useful) && ok && !stop_requested(stop) && !opt.no_execute; i++)
        ok = measure(&found->list.v[i], i + 1, fresh, options, w, fill, name, outcomes, error);
    record_remedies(rec, found); /* those that failed to run too */
    return ok;
}

static bool run_one(const char *path, const char *label, char *const *more, TraceWriter *w, FillKind fill, GArray *outcomes, GError **error)
{
    CompileOptions options;
    bool ok = compile_options_from_flags(&options, more, error);
    g_autoptr(RecordTexts) recorded = w ? record_texts_new(w) : NULL;
    g_autoptr(GPtrArray) dumped = opt.dump ? g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref) : NULL;
    Texts texts = { recorded, dumped };
    options.no_reasons = !w;
    options.stop = stop;
    options.on_text = recorded || dumped ? on_text : NULL;
    options.on_text_user = &texts;
    Outcome o = { .label = label, .step_ns = g_array_new(FALSE, FALSE, sizeof(int64_t)) };
    g_autofree char *config = config_text(more), *name = g_path_get_basename(path);
    g_autoptr(Record) rec = NULL;
    g_autoptr(IrModule) fresh = NULL;
    bool look = w && opt.remedies != 0;
    if (ok) {
        /* Time 0 of the run lies before its compile; a program that does not compile leaves no run behind. */
        RecordInfo info = { .name = name, .label = label, .config = config, .hardware = options.hardware,
                            .kind = opt.no_execute ? TRACE_RUN_COMPILED : TRACE_RUN_MEASURED,
                            .n_steps = (int64_t)opt.steps + (opt.steps > 1), .whole_steps = opt.whole_steps };
        o.c = cmd_compile_program(path, &options, look ? &fresh : NULL, error);
        ok = o.c != NULL;
        if (ok) {
            g_autofree DeviceInfo *devices = exec_devices((int)o.c->n_devices);
            info.devices = devices;
            info.n_devices = (int)o.c->n_devices;
            rec = record_run_new(w, &info, o.c->start_ns);
            record_compiled(rec, o.c, g_steal_pointer(&recorded));
        }
    }
    if (ok && opt.dump)
        ok = dump_texts(o.c, dumped, label, error);
    if (ok && !opt.no_execute)
        ok = execute(&o, rec, fill, error);
    else if (ok && w)
        plan_only(&o, rec);
    g_autoptr(GArray) more_outcomes = g_array_new(FALSE, TRUE, sizeof(Outcome));
    if (ok && look)
        ok = look_for_remedies(&o, fresh, &options, rec, w, fill, name, more_outcomes, error);
    compile_options_clear(&options);
    if (ok)
        ok = unrecorded || go_on(record_run_end(rec, error), error);
    if (!ok) {
        record_wait(rec);
        outcome_clear(&o);
        if (label)
            g_prefix_error(error, "%s: ", label);
        return false;
    }
    g_array_append_val(outcomes, o);
    g_array_append_vals(outcomes, more_outcomes->data, more_outcomes->len);
    return true;
}

/* ---- telling --------------------------------------------------------------------------------------------------------- */

static int64_t step_at(const Outcome *o, double q)
{
    return o->step_ns->len ? g_array_index(o->step_ns, int64_t, (guint)(q * (o->step_ns->len - 1) + 0.5)) : 0;
}

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

static void outcome_json(JsonBuilder *b, const Outcome *o)
{
    json_builder_begin_object(b);
    if (o->label) {
        json_builder_set_member_name(b, "label");
        json_builder_add_string_value(b, o->label);
    }
    if (o->step_ns->len) {
        json_builder_set_member_name(b, "step_s");
        json_builder_begin_object(b);
        add_number(b, "min", (double)step_at(o, 0) / 1e9);
        add_number(b, "median", (double)step_at(o, 0.5) / 1e9);
        add_number(b, "max", (double)step_at(o, 1) / 1e9);
        json_builder_end_object(b);
    }
    add_number(b, "compile_s", (double)o->c->compile_ns / 1e9);
    json_builder_set_member_name(b, "collectives");
    json_builder_begin_object(b);
    for (int k = 1; k < N_COLL_KINDS; k++) {
        const CollTotal *t = &o->c->totals[k];
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

static void print_json(const GArray *outcomes)
{
    g_autoptr(JsonBuilder) b = json_builder_new();
    if (outcomes->len > 1)
        json_builder_begin_array(b);
    for (guint i = 0; i < outcomes->len; i++)
        outcome_json(b, &g_array_index(outcomes, Outcome, i));
    if (outcomes->len > 1)
        json_builder_end_array(b);
    g_autoptr(JsonNode) root = json_builder_get_root(b);
    g_autofree char *text = json_to_string(root, FALSE);
    puts(text);
}

static void print_text(const GArray *outcomes)
{
    for (guint i = 0; i < outcomes->len; i++) {
        const Outcome *o = &g_array_index(outcomes, Outcome, i);
        g_autofree char *colls = collectives_text(o->c);
        printf("%s%s%d devices, compiled in %s; ", o->label ? o->label : "", o->label ? ": " : "", (int)o->c->n_devices,
               human_ns((double)o->c->compile_ns));
        if (o->step_ns->len)
            printf("step %s (median of %u); ", human_ns((double)step_at(o, 0.5)), o->step_ns->len);
        printf("collectives %s, %s received per device", colls, human_bytes((double)o->c->traffic));
        if (o->step_ns->len)
            printf("; memory %s per device", human_bytes((double)o->memory.peak_bytes));
        printf("%s\n", o->c->fallbacks ? "; some ops were not supported sharded (shardscope report FILE ops)" : "");
    }
}

/* ---- the command -------------------------------------------------------------------------------------------------------- */

/* "label:a=..,b=.." -> label and a list of NAME=SPEC; commas inside brackets and quotes do not count. */
static bool split_try(const char *text, char **label, char ***parts)
{
    const char *colon = strchr(text, ':');
    if (!colon || colon == text)
        return false;
    *label = g_strndup(text, (gsize)(colon - text));
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    int depth = 0;
    char quote = 0;
    const char *start = colon + 1, *p = start;
    for (;; p++) {
        if (*p && quote) {
            quote = *p == quote ? 0 : quote;
        } else if (*p == '\'' || *p == '"') {
            quote = *p;
        } else if (*p && strchr("([{<", *p)) {
            depth++;
        } else if (*p && strchr(")]}>", *p)) {
            depth--;
        } else if (*p == '\0' || (*p == ',' && depth == 0)) {
            if (p > start)
                g_ptr_array_add(list, g_strndup(start, (gsize)(p - start)));
            start = p + 1;
        }
        if (*p == '\0')
            break;
    }
    g_ptr_array_add(list, NULL);
    *parts = (char **)g_ptr_array_free(g_steal_pointer(&list), FALSE);
    return true;
}

/* One of --try. */
typedef struct Try {
    char *label, **parts;
} Try;

static void try_free(gpointer p)
{
    Try *t = p;
    g_free(t->label);
    g_strfreev(t->parts);
    g_free(t);
}

/* All of --try before any of them runs; NULL with *error. */
static GPtrArray *read_tries(GError **error)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(try_free);
    for (char **text = opt.tries; text && *text; text++) {
        Try *t = g_new0(Try, 1);
        g_ptr_array_add(list, t);
        if (!split_try(*text, &t->label, &t->parts)) {
            diag(error, SHARD_ERROR_USAGE, NULL, "--try 'case1:x=P(None,\"a\"),y=P(\"a\",None)'", "no label in --try \"%s\"", *text);
            return NULL;
        }
        for (guint i = 0; i + 1 < list->len; i++)
            if (g_str_equal(((Try *)list->pdata[i])->label, t->label)) {
                diag(error, SHARD_ERROR_USAGE, NULL, "runs are told apart by them", "two of --try have the label \"%s\"", t->label);
                return NULL;
            }
    }
    return g_steal_pointer(&list);
}

static bool run_all(const char *path, TraceWriter *w, FillKind fill, GArray *outcomes, const GPtrArray *tries, GError **error)
{
    if (tries->len == 0)
        return run_one(path, opt.label, NULL, w, fill, outcomes, error);
    for (guint i = 0; i < tries->len && !stop_requested(stop); i++) {
        const Try *t = tries->pdata[i];
        if (!run_one(path, t->label, t->parts, w, fill, outcomes, error))
            return false;
    }
    return true;
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
    if (opt.steps < 1)
        return cmd_usage("--steps %d: must be at least 1", opt.steps);
    if (opt.whole_steps < 0)
        return cmd_usage("--whole-steps %d: must be at least 0", opt.whole_steps);
    if (opt.on_trace_error && !g_str_equal(opt.on_trace_error, "stop") && !g_str_equal(opt.on_trace_error, "go-on"))
        return cmd_usage("--on-trace-error %s: stop or go-on", opt.on_trace_error);
    if (opt.workers < 0)
        return cmd_usage("--workers %d: must be at least 0", opt.workers);
    if (opt.no_execute && opt.outputs)
        return cmd_usage("--outputs %s and --no-execute: what is not executed has no results", opt.outputs);
    if (!(opt.remedies >= 0) && opt.remedies != -1)
        return cmd_usage("--remedies %g: seconds, 0 = none", opt.remedies);
    if (opt.try_best < 0 || (opt.try_best && (!opt.trace || opt.no_execute || opt.remedies == 0)))
        return cmd_usage("--try-best %d: needs -o, and neither --no-execute nor --remedies 0", opt.try_best);
    if (opt.tries && g_str_equal(files[0], "-"))
        return cmd_usage("--try reads the program once per choice: give a file, not standard input");
    GError *error = NULL;
    g_autoptr(GPtrArray) tries = read_tries(&error);
    if (!tries)
        return cmd_fail(error);
    stop = cmd_stop_on_signals();

    if ((opt.trace && !cmd_can_write(opt.trace, &error)) || (opt.outputs && !cmd_can_write(opt.outputs, &error)))
        return cmd_fail(error);
    TraceWriter *w = opt.trace ? trace_writer_new(opt.trace, &error) : NULL;
    if (error)
        return cmd_fail(error);
    g_autoptr(GArray) outcomes = g_array_new(FALSE, TRUE, sizeof(Outcome));
    g_array_set_clear_func(outcomes, outcome_clear);
    bool ok = run_all(files[0], w, fill, outcomes, tries, &error);
    bool recorded = ok || outcomes->len > 0 || stop_requested(stop);
    if (w && recorded) {
        GError *late = NULL;
        if (!go_on(finish(w, &late), &late)) {
            if (ok)
                error = late;
            else
                g_clear_error(&late);
            ok = false;
        }
    } else if (w) {
        trace_writer_give_up(w);
    }
    if (outcomes->len)
        (opt.json ? print_json : print_text)(outcomes);
    if (!ok)
        return cmd_fail(error);
    return 0;
}
