/* Imports dump folders of XLA's; see import.h. Start reading at import_module. */
#include "runtime/xla/import.h"

#include <glib/gstdio.h>
#include <string.h>

#include "runtime/base/clock.h"
#include "runtime/text/open.h"
#include "runtime/text/text.h"
#include "runtime/xla/dearest.h"
#include "runtime/xla/log.h"
#include "runtime/xla/lost.h"
#include "runtime/xla/memory.h"
#include "runtime/xla/passes.h"
#include "runtime/xla/profiles.h"
#include "runtime/xla/program.h"

#define ONE_PASS_FLAG "XLA_FLAGS=--xla_dump_hlo_pass_re=.*"

typedef struct Import {
    const XlaImportOptions *o;
    XlaImported *out;
    TraceWriter *w;
    XlaFolder *folder;
    const char *folder_name;
    int n_imported;          /* modules of the folder that are */
    int n_quiet;             /* of these, those that nothing is told of */
    char *log;               /* all logs of the partitioner, one behind the other */
    GArray *notes;           /* TraceImportNote of the module at hand; texts owned */
    XlaProfiles *profiles;   /* among the paths */
    GPtrArray *lines;        /* what there is to tell of the module at hand; NULL = it is told at once */
    GHashTable *told;        /* what is missing, which is told of one module */
    XlaDearest *dearest;
    double remedies_left_s;  /* of work on changes, for all modules together, where nobody said how much */
    GBytes *source;          /* the module at hand as given to XLA; NULL = not known */
    char *assignment, *lives; /* reports of the module at hand; NULL = there are none */
} Import;

static void tell(const Import *x, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void tell(const Import *x, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *line = g_strdup_vprintf(format, args);
    va_end(args);
    if (x->lines)
        g_ptr_array_add(x->lines, g_steal_pointer(&line));
    else if (x->o->tell)
        x->o->tell(x->o->user, line);
}

/* Tells what was kept back of a module, or drops it. */
static void flush(Import *x, bool drop)
{
    g_autoptr(GPtrArray) lines = g_steal_pointer(&x->lines);
    for (guint i = 0; lines && !drop && i < lines->len; i++)
        tell(x, "%s", (const char *)lines->pdata[i]);
}

static void note_clear(void *p)
{
    g_free((char *)((TraceImportNote *)p)->text);
}

/* Something to say about the module; stored with it and told. severity as import_note's. */
static void note(Import *x, int severity, const char *code, int n, char *text)
{
    TraceImportNote row = { .severity = severity, .code = code, .n = n, .text = text };
    g_array_append_val(x->notes, row);
    if (!g_str_has_prefix(code, "no_") || g_hash_table_add(x->told, (gpointer)code))
        tell(x, "  %s%s", severity ? "note: " : "", text);
}

/* True if the dump says that it was made with this flag on. */
static bool was_on(const XlaModule *m, const char *flag)
{
    gsize n;
    g_autofree char *text = m->settings ? text_open_any(m->settings, &n, NULL, NULL) : NULL, *wanted = g_strconcat(flag, ": true", NULL);
    return text && strstr(text, wanted);
}

/* Which file is missing, and the flag that makes XLA write it. A program that is not `divided` among devices never meets Shardy or the partitioner. */
static void note_missing(Import *x, const XlaModule *m, bool divided)
{
    int n_passes = 0;
    for (guint i = 0; i < m->stages->len; i++)
        n_passes += ((XlaStage *)m->stages->pdata[i])->kind == XLA_STAGE_PASS;
    if (divided && !xla_stage(m, XLA_STAGE_PARTITIONED))
        note(x, 1, "no_partitioned_stage", 1, g_strdup("the program right after the partitioner is missing, so collectives are explained from the final program; " ONE_PASS_FLAG " writes it"));
    else if (!n_passes)
        note(x, 0, "no_passes", 1, g_strdup("passes are missing; " ONE_PASS_FLAG " writes the program after each"));
    const XlaStage *annotated = xla_stage(m, XLA_STAGE_ANNOTATED);
    if (divided && annotated && g_str_equal(annotated->pass, "shardy-xla") && !xla_stage(m, XLA_STAGE_SHARDY))
        note(x, 0, "no_shardy", 1, g_strdup("Shardy's own steps are missing; " ONE_PASS_FLAG " writes them into the folder shardy"));
    if (!m->metadata)
        note(x, 0, "no_times", 1, g_strdup(was_on(m, "xla_dump_module_metadata") ? "times of passes are missing: this back end of XLA writes none, though it was asked to"
                                                                                 : "times of passes are missing; XLA_FLAGS=--xla_dump_module_metadata writes them"));
    if (!x->assignment)
        note(x, 1, "no_memory", 1, g_strdup("the buffer assignment is missing; XLA_FLAGS=--xla_dump_hlo_as_text writes it"));
    else if (!x->lives)
        note(x, 0, "no_live_ranges", 1, g_strdup("live ranges are missing, so values count as alive all the time; XLA_FLAGS=--xla_dump_hlo_as_text writes them"));
}

/* XLA's texts leave out tables of more than ten numbers, by which pieces are selected on more than ten devices. */
static void note_elided(Import *x, const IrModule *m)
{
    int n = 0;
    for (int k = 0; m && k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++) {
            const IrOp *op = m->comps[k]->ops[i];
            n += op->code == OP_constant && op->a.literal && op->a.literal->elided && op->type->kind == TYPE_ARRAY && op->type->n_elems == m->n_partitions;
        }
    if (n)
        note(x, 0, "elided_tables", n, g_strdup_printf("%d tables with a number for each device are left out of the text, so where they select pieces, layouts are inferred; XLA_FLAGS=--xla_dump_large_constants writes them", n));
}

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
    g_autofree char *which = x->n_imported > 1 ? g_strdup_printf("%s %s", label, m->name) : g_strdup(label);
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
        note(x, 2, code, 1, g_strdup_printf("%s cannot be read: %s", what, why->message));
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
        note(x, 2, "memory_lines", skipped, g_strdup_printf("%d lines of the reports of memory cannot be read, or are missing", skipped));
    if (ok)
        record_memory(rec, &plan);
    memory_plan_clear(&plan);
}

static const char *percent(char *buffer, int n, int of)
{
    g_snprintf(buffer, 16, "%.1f %%", of ? 100.0 * n / of : 100.0);
    return buffer;
}

static void note_explained(Import *x, const Explained *e, const Compiled *c)
{
    char share[16];
    int explained = e->n_collectives - e->n_unknown - e->n_written;
    x->out->n_collectives += e->n_collectives;
    x->out->n_explained += explained;
    x->out->n_written += e->n_written;
    x->out->n_unknown += e->n_unknown;
    note(x, 0, "explained", e->n_collectives, g_strdup_printf("%d collectives: %d explained by %d reshards, %d written in the program, %d without a cause that could be found (%s have one)", e->n_collectives,
         explained, c->log->reshards.n, e->n_written, e->n_unknown, percent(share, explained + e->n_written, e->n_collectives)));
}

/* How sure the first n reshards are, those of collectives, and where the text lacks what would make them surer. */
static void note_certainty(Import *x, const Compiled *c, int n)
{
    int logged = 0, exact = 0, agree = 0, likely = 0;
    for (int i = 0; i < n; i++) {
        int certainty = c->log->reshards.v[i].certainty;
        ++*(certainty >= RESHARD_LOGGED ? &logged : certainty >= RESHARD_EXACT ? &exact : certainty >= RESHARD_AGREES ? &agree : &likely);
    }
    if (n)
        note(x, 0, "certainty", n - likely, g_strdup_printf("of the reshards %d follow from the elements that are moved%s, %d from names, consumers and sizes; %d are likely, not certain", exact + logged,
             logged ? " or stand in the partitioner's log" : "", agree, likely));
}

static void join_log(Import *x, Compiled *c)
{
    if (!x->log)
        return;
    XlaLogResult r = xla_log_join(x->log, c);
    if (r.n_moves || r.n_in_groups || r.n_remats)
        note(x, r.n_contradicted > 0, "spmd_log", r.n_confirmed, g_strdup_printf("the partitioner's log confirms the layouts of %d of these and contradicts %d; %d of its %d lines that move values are found%s%s%s",
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
    note(x, 2, code, 1, g_strdup_printf("the stage \"%s\" cannot be read, so it is left out: %s", s->label, why->message));
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
    note(x, 2, "unread_before_optimizations", 1, g_strdup_printf("the program as given %s%s; the one before the partitioner stands for it", why ? "cannot be read: " : "is missing", why ? why->message : ""));
    return module_clone(annotated);
}

/* Which of the reshards that send something a change removes, and of which nothing can be said. */
static void note_remedies(Import *x, const Compiled *c, const Remedies *found)
{
    g_autoptr(GHashTable) gone = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < found->n_useful; i++)
        for (int k = 0; k < found->list.v[i].n_effects; k++)
            if (found->list.v[i].effects[k].kind == REMEDY_GONE)
                g_hash_table_add(gone, GINT_TO_POINTER(found->list.v[i].effects[k].reshard));
    int n = 0, n_gone = (int)g_hash_table_size(gone);
    for (int i = 0; i < c->log->reshards.n; i++)
        n += c->log->reshards.v[i].bytes_moved > 0 && !c->log->reshards.v[i].shared_with;
    if (n)
        note(x, 0, "remedies", n_gone, g_strdup_printf("changes of annotations would remove %d of %d changes of layout (report reshards --remove); of %d nothing can be said, since Shardscope does not make them in XLA's manner", n_gone, n, found->n_open));
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
    note_remedies(x, c, found);
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
        note(x, 0, "shardings", adopted.n_values, g_strdup_printf("%d of %d shardings are those that Shardscope's propagation finds; where they differ, XLA's count", adopted.n_values - adopted.n_differ, adopted.n_values));
    note_explained(x, &found, c);
    if (stages->lost)
        xla_lost_tell(m, stages->lost, c->log);
    g_clear_pointer(&stages->lost, g_array_unref);
    int n_explained = c->log->reshards.n;
    join_log(x, c);
    note_certainty(x, c, n_explained);
    xla_dearest_add(x->dearest, m->name, c);
    RecordTexts *texts = record_texts_new(x->w);
    int64_t epoch = g_get_real_time() * 1000 - clock_ns();
    int unread = xla_passes(m, c, texts, epoch);
    if (unread)
        note(x, 2, "stages_unread", unread, g_strdup_printf("%d stages could not be read", unread));
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
    tell(x, "module %04d %s: %u stages", m->number, m->name, m->stages->len);
    g_array_set_size(x->notes, 0);
    if (!before || (!xla_stage(m, XLA_STAGE_FINAL) && !xla_stage(m, XLA_STAGE_PARTITIONED))) {
        tell(x, "  note: %s is missing; XLA_FLAGS=--xla_dump_hlo_as_text writes it", before ? "the final program" : "before_optimizations");
        x->out->n_failed++;
        return true;
    }
    g_autoptr(GError) why = NULL;
    XlaStages stages = { .hardware = x->o->hardware };
    bool read = read_stages(x, m, &stages, &why);
    const IrModule *made = stages.final ? stages.final : stages.partitioned;
    bool divided = !read || made->n_partitions > 1;
    read_reports(x, m);
    note_missing(x, m, divided);
    note_elided(x, stages.partitioned ? stages.partitioned : stages.final);
    g_autoptr(IrModule) ours = !read || x->o->no_plan || !divided ? NULL : module_clone(stages.before);
    bool ok = read && record_xla(x, m, &stages, &why);
    if (ok && ours) {
        GError *no_plan = NULL;
        if (!record_ours(x, m, g_steal_pointer(&ours), &no_plan) && no_plan) {
            tell(x, "  note: no plan of our own: %s", no_plan->message);
            g_error_free(no_plan);
        }
    }
    if (!ok) {
        stages_clear(&stages);
        tell(x, "  error: %s", why->message);
        x->out->n_failed++;
        if (g_error_matches(why, SHARD_ERROR, SHARD_ERROR_STOPPED) || why->domain == TRACE_ERROR) {
            g_propagate_error(error, g_steal_pointer(&why));
            return false;
        }
    }
    return true;
}

/* A module without collectives has nothing to tell, where others have. */
static bool import_module(Import *x, const XlaModule *m, GError **error)
{
    XlaImported before = *x->out;
    x->lines = x->n_imported > 1 ? g_ptr_array_new_with_free_func(g_free) : NULL;
    bool ok = put_module(x, m, error), quiet = x->lines && ok && before.n_failed == x->out->n_failed && before.n_collectives == x->out->n_collectives;
    for (guint i = 0; i < x->notes->len; i++)
        quiet = quiet && g_array_index(x->notes, TraceImportNote, i).severity < 2;
    x->n_quiet += quiet;
    flush(x, quiet);
    return ok;
}

/* ---- all of them -------------------------------------------------------------------------------------------------------- */

static void add_log(Import *x, const char *path)
{
    g_autoptr(GError) why = NULL;
    gsize n;
    g_autofree char *text = text_open_any(path, &n, x->o->stop, &why), *before = g_steal_pointer(&x->log);
    if (!text)
        tell(x, "note: a log cannot be read: %s", why->message);
    x->log = text ? g_strconcat(before ? before : "", text, NULL) : g_steal_pointer(&before);
}

static bool is_log(const char *path)
{
    return g_str_has_suffix(path, ".log") || g_str_has_suffix(path, ".err") || g_str_has_suffix(path, ".stderr");
}

/* Bytes of the program as given, which says how much there is to see. */
static int64_t weight(const XlaModule *m)
{
    const XlaStage *s = xla_stage(m, XLA_STAGE_BEFORE);
    GStatBuf st;
    return s && g_stat(s->path, &st) == 0 ? st.st_size : 0;
}

static int heavier_first(gconstpointer a, gconstpointer b)
{
    int64_t x = weight(*(XlaModule *const *)a), y = weight(*(XlaModule *const *)b);
    return (x < y) - (x > y);
}

/* True if the program as given names more than one partition: in the first line of its text, where it is text. */
static bool is_divided(const XlaModule *m)
{
    const XlaStage *s = xla_stage(m, XLA_STAGE_BEFORE);
    g_autoptr(IrModule) program = s ? program_read(s->path, NULL, NULL) : NULL;
    return !program || program->n_partitions > 1 || program->n_replicas > 1;
}

/* Leaves out the modules of one device, of which JAX makes dozens, where there are others. */
static void keep_divided(Import *x, XlaFolder *f)
{
    g_autoptr(GPtrArray) alone = g_ptr_array_new();
    for (guint i = 0; i < f->modules->len; i++)
        if (!is_divided(f->modules->pdata[i]))
            g_ptr_array_add(alone, f->modules->pdata[i]);
    x->out->n_modules += (int)f->modules->len;
    if (alone->len && alone->len < f->modules->len) {
        tell(x, "%u modules are for one device and are left out", alone->len);
        for (guint i = 0; i < alone->len; i++)
            g_ptr_array_remove(f->modules, alone->pdata[i]);
    }
    x->n_imported = (int)f->modules->len;
    x->n_quiet = 0;
    g_ptr_array_sort(f->modules, heavier_first);
}

static bool import_folder(Import *x, const char *path, GError **error)
{
    g_autoptr(XlaFolder) f = xla_folder_read(path, error);
    if (!f)
        return false;
    g_autofree char *name = g_path_get_basename(path);
    x->folder = f;
    x->folder_name = name;
    for (guint i = 0; i < f->logs->len; i++)
        add_log(x, f->logs->pdata[i]);
    keep_divided(x, f);
    bool ok = true;
    for (guint i = 0; i < f->modules->len && ok; i++)
        ok = !stop_requested(x->o->stop) ? import_module(x, f->modules->pdata[i], error) : stop_error(NULL, error);
    if (x->n_quiet)
        tell(x, "%d more %s no collectives", x->n_quiet, x->n_quiet == 1 ? "module has" : "modules have");
    return ok;
}

bool xla_import(const XlaImportOptions *o, XlaImported *out, GError **error)
{
    *out = (XlaImported){ 0 };
    Import x = { .o = o, .out = out, .w = trace_writer_new(o->trace, error), .remedies_left_s = 20 };
    if (!x.w)
        return false;
    x.notes = g_array_new(FALSE, TRUE, sizeof(TraceImportNote));
    g_array_set_clear_func(x.notes, note_clear);
    x.told = g_hash_table_new(g_str_hash, g_str_equal);
    x.dearest = xla_dearest_new();
    bool ok = true;
    for (int i = 0; i < o->n_paths; i++)
        if (is_log(o->paths[i]))
            add_log(&x, o->paths[i]);
    x.profiles = xla_profiles_new(o->paths, o->n_paths);
    for (int i = 0; i < o->n_paths && ok; i++)
        ok = is_log(o->paths[i]) || xla_profiles_has(x.profiles, o->paths[i]) || import_folder(&x, o->paths[i], error);
    ok = ok && xla_profiles_import(x.profiles, x.w, o, out, error);
    xla_dearest_tell(x.dearest, o->tell, o->user);
    xla_profiles_free(x.profiles);
    xla_dearest_free(x.dearest);
    g_hash_table_unref(x.told);
    g_array_unref(x.notes);
    g_free(x.log);
    g_clear_pointer(&x.source, g_bytes_unref);
    g_free(x.assignment);
    g_free(x.lives);
    if (ok && !out->n_runs)
        ok = diag(error, SHARD_ERROR_USAGE, NULL, "XLA_FLAGS=\"--xla_dump_to=DIR --xla_dump_hlo_as_text --xla_dump_hlo_pass_re=.*\" writes all that is needed", "no module and no profile could be imported");
    if (!ok) {
        trace_writer_give_up(x.w);
        return false;
    }
    return trace_writer_finish(x.w, error);
}
