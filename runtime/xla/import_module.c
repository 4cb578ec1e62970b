/* One module of a dump: XLA's stages read, explained and recorded; see import_impl.h. Start reading at xla_import_module. */
#include "runtime/xla/import_impl.h"

#include "runtime/base/clock.h"
#include "runtime/text/open.h"
#include "runtime/text/text.h"
#include "runtime/xla/log.h"
#include "runtime/xla/lost.h"
#include "runtime/xla/memory.h"
#include "runtime/xla/passes.h"

/* ---- recording --------------------------------------------------------------------------------------------------------- */

static const char *platform(const XlaModule *m)
{
    const XlaStage *s = xla_stage(m, XLA_STAGE_FINAL);
    const char *name = s ? s->pass : "";
    return strstr(name, "gpu") ? "XLA GPU" : g_str_has_prefix(name, "cpu") ? "XLA CPU" : "XLA";
}

static Record *record_new(const Import *x, const XlaModule *m, const Compiled *c, const char *label)
{
    int n = (int)c->n_devices;
    g_autofree DeviceInfo *devices = g_new0(DeviceInfo, n + 1);
    for (int d = 0; d < n; d++)
        devices[d] = (DeviceInfo){ .id = d, .kind = platform(m) };
    g_autofree char *name = g_strdup(m->name);
    g_autofree char *of = m->where ? g_strdup_printf("%s (%s)", m->name, m->where) : g_strdup(m->name);
    g_autofree char *which = x->n_imported > 1 ? g_strdup_printf("%s %s", label, of) : g_strdup(label);
    RecordSource source = { .text = x->source };
    if (x->source)
        record_source_hash(g_bytes_get_data(x->source, NULL), g_bytes_get_size(x->source), source.hash);
    g_autofree char *options = g_strdup_printf("{\"devices\":%d}", n); /* so that run --again can make it under other annotations */
    RecordInfo info = { .name = name, .label = which, .hardware = x->o->hardware, .kind = TRACE_RUN_IMPORTED, .devices = devices, .n_devices = n,
                        .source = x->source ? &source : NULL, .options = x->source ? options : NULL };
    return record_run_new(x->w, &info, c->start_ns);
}

static void put_import(Import *x, Record *rec)
{
    bool partial = false;
    for (guint i = 0; i < x->notes->len; i++)
        partial = partial || g_array_index(x->notes, TraceImportNote, i).severity > 1;
    int64_t id = trace_put_import(x->w, &(TraceImport){ .run_id = record_run_id(rec), .kind = "hlo_dump", .name = x->folder_name, .version = "1", .status = partial });
    for (guint i = 0; i < x->notes->len; i++) {
        TraceImportNote row = g_array_index(x->notes, TraceImportNote, i);
        row.import_id = id;
        trace_put_import_note(x->w, &row);
    }
}

/* A report as text; NULL = there is none, or it cannot be read, which is told. */
static char *read_report(Import *x, const char *path, const char *code, const char *what)
{
    g_autoptr(GError) why = NULL;
    gsize n;
    char *text = path ? text_open_any(path, &n, x->o->stop, &why) : NULL;
    if (why)
        xla_import_note(x, 2, code, 1, g_strdup_printf("%s cannot be read: %s", what, why->message));
    return text;
}

/* XLA's reports of memory as text: those that it wrote, or what the serialised final program has of them. NULL = there are none. */
static void read_reports(Import *x, const XlaModule *m)
{
    const XlaStage *final = xla_stage(m, XLA_STAGE_FINAL);
    g_clear_pointer(&x->assignment, g_free);
    g_clear_pointer(&x->lives, g_free);
    x->assignment = read_report(x, m->assignment, "assignment_unread", "the buffer assignment");
    if (x->assignment)
        x->lives = read_report(x, m->lives, "lives_unread", "the report of live ranges");
    if (x->assignment || !final || final->is_text)
        return;
    const char *path = final->path;
    gsize n = 0;
    g_autofree char *bytes = text_open(&path, &n, NULL, NULL);
    if (bytes)
        xla_memory_of_proto(bytes, n, &x->assignment, &x->lives);
}

static void record_buffers(Import *x, Record *rec, const Compiled *c)
{
    MemoryPlan plan;
    int skipped;
    if (!x->assignment)
        return;
    bool ok = xla_memory_read(x->assignment, x->lives, c->local, &plan, &skipped);
    if (skipped)
        xla_import_note(x, 2, "memory_lines", skipped, g_strdup_printf("%d lines of the reports of memory cannot be read, or are missing", skipped));
    if (ok)
        record_memory(rec, &plan);
    memory_plan_clear(&plan);
}

/* The logs that are about a module, one behind the other; NULL = there are none. To be freed. */
static char *log_of(const Import *x, const XlaModule *m)
{
    g_autoptr(GString) all = g_string_new(NULL);
    for (guint i = 0; i < x->logs->len; i++) {
        const ImportLog *l = x->logs->pdata[i];
        if (!l->dir || xla_folder_below(l->dir, m->dir))
            g_string_append(all, l->text);
    }
    return all->len ? g_string_free(g_steal_pointer(&all), FALSE) : NULL;
}

static void join_log(Import *x, const XlaModule *m, Compiled *c)
{
    g_autofree char *log = log_of(x, m);
    if (!log)
        return;
    XlaLogResult r = xla_log_join(log, c);
    if (r.n_moves || r.n_in_groups || r.n_remats)
        xla_import_note(x, r.n_contradicted > 0, "spmd_log", r.n_confirmed, g_strdup_printf("the partitioner's log confirms the layouts of %d of these and contradicts %d; %d of its %d lines that move values are found%s%s%s",
             r.n_confirmed, r.n_contradicted, r.n_found, r.n_moves, r.n_in_groups ? decision_text(c->log, ", and %d of %d that move them within groups of devices", r.n_in_groups_found, r.n_in_groups) : "", r.n_added ? decision_text(c->log, "; %d more changes that it asks for have no collective of their own, and say why", r.n_added) : "", r.n_remats ? "; it warns of values made whole for want of a better way" : ""));
}

static bool record_ours(Import *x, const XlaModule *m, IrModule *before, GError **error)
{
    RecordTexts *texts = record_texts_new(x->w);
    CompileOptions o = { .hardware = x->o->hardware, .on_text = record_texts_take, .on_text_user = texts, .stop = x->o->stop };
    g_autoptr(Compiled) c = compile(before, &o, error);
    if (!c) {
        record_texts_free(texts);
        return false;
    }
    g_autoptr(Record) rec = record_new(x, m, c, "Shardscope");
    record_compiled(rec, c, texts);
    if (c->program)
        record_memory(rec, &c->program->memory);
    bool ok = record_run_end(rec, error);
    record_wait(rec);
    x->out->n_runs += ok;
    return ok;
}

/* ---- a module ---------------------------------------------------------------------------------------------------------- */

/* A stage that is a valid program. NULL = there is none, or it cannot be read, which is told: the others are imported without it. */
static IrModule *read_stage(Import *x, const XlaStage *s, const char *code, GError **error)
{
    g_autoptr(GError) why = NULL;
    if (!s)
        return NULL;
    g_autoptr(IrModule) m = program_read(s->path, x->o->stop, &why);
    if (m && module_verify(m, &why))
        return g_steal_pointer(&m);
    if (g_error_matches(why, SHARD_ERROR, SHARD_ERROR_STOPPED)) {
        g_propagate_error(error, g_steal_pointer(&why));
        return NULL;
    }
    xla_import_note(x, 2, code, 1, g_strdup_printf("the stage \"%s\" cannot be read, so it is left out: %s", s->label, why->message));
    return NULL;
}

/* The program as given, which counts where it is a valid one, with its text. Where it cannot be read, what came before the partitioner stands for it. */
static IrModule *read_given(Import *x, const XlaModule *m, const IrModule *annotated, GError **error)
{
    g_autoptr(GError) why = NULL;
    const XlaStage *s = xla_stage(m, XLA_STAGE_BEFORE);
    g_clear_pointer(&x->source, g_bytes_unref);
    g_autoptr(IrModule) given = s ? program_read_keeping(s->path, x->o->stop, &x->source, &why) : NULL;
    if (given && module_verify(given, &why))
        return g_steal_pointer(&given);
    g_clear_pointer(&x->source, g_bytes_unref);
    if (!annotated || g_error_matches(why, SHARD_ERROR, SHARD_ERROR_STOPPED)) {
        if (why)
            g_propagate_error(error, g_steal_pointer(&why));
        return NULL;
    }
    xla_import_note(x, 2, "unread_before_optimizations", 1, g_strdup_printf("the program as given %s%s; the one before the partitioner stands for it", why ? "cannot be read: " : "is missing", why ? why->message : ""));
    return module_clone(annotated);
}

/* What would remove the collectives. `fresh` is the program as given, as xla_program took it. */
static void look_for_remedies(Import *x, Record *rec, const Compiled *c, const IrModule *fresh)
{
    enum { MAX_CHANGES = 120 };
    double usual = MIN(CLAMP(20 * remedy_compile_seconds(fresh), 0.5, 2), x->remedies_left_s), each = x->o->remedies_s >= 0 ? x->o->remedies_s : usual;
    if (each <= 0 || !c->log->reshards.n)
        return;
    x->remedies_left_s -= each;
    CompileOptions o = { .hardware = x->o->hardware, .stop = x->o->stop, .import = { .n_devices = c->n_partitions } };
    RemedyBudget budget = { .seconds = each, .changes = MAX_CHANGES };
    g_autoptr(Remedies) found = remedies_find_elsewhere(c, fresh, &o, &budget);
    record_remedies(rec, found);
    xla_import_note_remedies(x, c, found);
}

static bool record_xla(Import *x, const XlaModule *m, XlaStages *stages, GError **error)
{
    g_autoptr(IrModule) fresh = module_clone(stages->before);
    Explained found = { 0 };
    Adopted adopted;
    g_autoptr(Compiled) c = xla_program(stages, &found, &adopted, error);
    if (!c)
        return false;
    if (adopted.n_values)
        xla_import_note(x, 0, "shardings", adopted.n_values, g_strdup_printf("%d of %d shardings are those that Shardscope's propagation finds; where they differ, XLA's count", adopted.n_values - adopted.n_differ, adopted.n_values));
    xla_import_note_explained(x, &found, c);
    if (stages->lost)
        xla_lost_tell(m, stages->lost, c->log);
    g_clear_pointer(&stages->lost, g_array_unref);
    int n_explained = c->log->reshards.n;
    join_log(x, m, c);
    xla_import_note_certainty(x, c, n_explained);
    xla_dearest_add(x->dearest, m->name, c);
    RecordTexts *texts = record_texts_new(x->w);
    int64_t epoch = g_get_real_time() * 1000 - clock_ns();
    int unread = xla_passes(m, c, texts, epoch);
    if (unread)
        xla_import_note(x, 2, "stages_unread", unread, g_strdup_printf("%d stages could not be read", unread));
    c->strategy_name = "XLA";
    c->planner_name = "XLA";
    g_autoptr(Record) rec = record_new(x, m, c, x->o->label ? x->o->label : "XLA");
    record_compiled(rec, c, texts);
    record_buffers(x, rec, c);
    look_for_remedies(x, rec, c, fresh);
    record_wait(rec);
    put_import(x, rec);
    xla_profiles_know(x->profiles, m, c->price_ns, found.n_collectives > 0, rec);
    bool ok = record_run_end(rec, error);
    x->out->n_runs += ok;
    return ok;
}

static void stages_clear(XlaStages *s)
{
    module_free(s->before);
    module_free(s->final);
    module_free(s->partitioned);
    module_free(s->annotated);
}

/* Those stages that can be read. False with an error if they are not enough. */
static bool read_stages(Import *x, const XlaModule *m, XlaStages *s, GError **error)
{
    GError *why = NULL;
    const XlaStageKind kinds[] = { XLA_STAGE_ANNOTATED, XLA_STAGE_PARTITIONED, XLA_STAGE_FINAL };
    static const char *const codes[] = { "unread_annotated", "unread_partitioned", "unread_final" };
    IrModule **stages[] = { &s->annotated, &s->partitioned, &s->final };
    for (size_t i = 0; i < G_N_ELEMENTS(kinds) && !why; i++)
        *stages[i] = read_stage(x, xla_stage(m, kinds[i]), codes[i], &why);
    s->before = why ? NULL : read_given(x, m, s->annotated, &why);
    if (!why && s->before && !s->final && !s->partitioned)
        diag(&why, SHARD_ERROR_PARSE, NULL, NULL, "no program after partitioning can be read");
    if (!why)
        return true;
    g_propagate_error(error, why);
    return false;
}

/* One module's run, and that of our plan, as far as it can be read. False only if the trace cannot be written, or on a stop. */
static bool put_module(Import *x, const XlaModule *m, GError **error)
{
    bool before = xla_stage(m, XLA_STAGE_BEFORE) || xla_stage(m, XLA_STAGE_ANNOTATED);
    xla_import_tell(x, "module %04d %s%s%s: %u stages", m->number, m->name, m->where ? " of " : "", m->where ? m->where : "", m->stages->len);
    g_array_set_size(x->notes, 0);
    if (!before || (!xla_stage(m, XLA_STAGE_FINAL) && !xla_stage(m, XLA_STAGE_PARTITIONED))) {
        xla_import_tell(x, "  note: %s is missing; XLA_FLAGS=--xla_dump_hlo_as_text writes it", before ? "the final program" : "before_optimizations");
        x->out->n_failed++;
        return true;
    }
    g_autoptr(GError) why = NULL;
    XlaStages stages = { .hardware = x->o->hardware };
    bool read = read_stages(x, m, &stages, &why);
    const IrModule *made = stages.final ? stages.final : stages.partitioned;
    bool divided = !read || made->n_partitions > 1;
    read_reports(x, m);
    xla_import_note_missing(x, m, divided);
    xla_import_note_elided(x, stages.partitioned ? stages.partitioned : stages.final);
    g_autoptr(IrModule) ours = !read || x->o->no_plan || !divided ? NULL : module_clone(stages.before);
    bool ok = read && record_xla(x, m, &stages, &why);
    if (ok && ours) {
        GError *no_plan = NULL;
        if (!record_ours(x, m, g_steal_pointer(&ours), &no_plan) && no_plan) {
            xla_import_tell(x, "  note: no plan of our own: %s", no_plan->message);
            g_error_free(no_plan);
        }
    }
    if (!ok) {
        stages_clear(&stages);
        xla_import_tell(x, "  error: %s", why->message);
        x->out->n_failed++;
        if (g_error_matches(why, SHARD_ERROR, SHARD_ERROR_STOPPED) || why->domain == TRACE_ERROR) {
            g_propagate_error(error, g_steal_pointer(&why));
            return false;
        }
    }
    return true;
}

bool xla_import_module(Import *x, const XlaModule *m, GError **error)
{
    XlaImported before = *x->out;
    x->lines = x->n_imported > 1 ? g_ptr_array_new_with_free_func(g_free) : NULL;
    bool ok = put_module(x, m, error), quiet = x->lines && ok && before.n_failed == x->out->n_failed && before.n_collectives == x->out->n_collectives;
    for (guint i = 0; i < x->notes->len; i++)
        quiet = quiet && g_array_index(x->notes, TraceImportNote, i).severity < 2;
    x->n_quiet += quiet;
    xla_import_flush(x, quiet);
    return ok;
}
