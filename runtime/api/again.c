/* Makes a run again from its trace. Start at job_take_again(). */
#include "runtime/api/again.h"

#include <errno.h>
#include <json-glib/json-glib.h>
#include <string.h>

/* ---- the program's place ---------------------------------------------------------------------------------------------- */

static bool check_same(const Job *job, GError **error)
{
    if (!job->o.again || memcmp(job->source.hash, job->from.hash, TRACE_HASH_BYTES) == 0)
        return true;
    return diag(error, SHARD_ERROR_IO, NULL, "shardscope run records the program as it is now, in this trace or another one",
                "%s: it has changed since run \"%s\" was recorded", job->source.path, job->from.title);
}

bool job_find_source(Job *job, GError **error)
{
    const JobOptions *o = &job->o;
    if (o->text) {
        record_source_hash(o->text, o->text_bytes, job->source.hash);
        job->source.text = g_bytes_new(o->text, o->text_bytes);
        job->has_source = true;
        return true;
    }
    if (!g_file_test(o->path, G_FILE_TEST_IS_REGULAR)) /* standard input, a pipe; what is not there the reader reports */
        return !o->again || diag(error, SHARD_ERROR_IO, NULL, "put it back, or record the program from where it is now: shardscope run",
                                 "%s: the program of run \"%s\" is not there any more", o->path, job->from.title);
    g_autoptr(GError) why = NULL;
    g_autoptr(GMappedFile) file = g_mapped_file_new(o->path, FALSE, &why);
    if (!file)
        return !o->again || diag(error, SHARD_ERROR_IO, NULL, NULL, "%s", why->message);
    record_source_hash(g_mapped_file_get_contents(file), g_mapped_file_get_length(file), job->source.hash);
    job->source.path = g_canonicalize_filename(o->path, NULL);
    g_ptr_array_add(job->kept, (gpointer)job->source.path);
    job->has_source = true;
    return check_same(job, error);
}

/* ---- options as text ---------------------------------------------------------------------------------------------------- */

static void add_text(JsonBuilder *b, const char *key, const char *value)
{
    if (!value)
        return;
    json_builder_set_member_name(b, key);
    json_builder_add_string_value(b, value);
}

static void add_int(JsonBuilder *b, const char *key, int64_t value, int64_t usual)
{
    if (value == usual)
        return;
    json_builder_set_member_name(b, key);
    json_builder_add_int_value(b, value);
}

static void add_change(JsonBuilder *b, const char *text, const char *edits)
{
    g_autoptr(JsonNode) list = json_from_string(edits, NULL);
    if (!list)
        return;
    json_builder_begin_object(b);
    add_text(b, "text", text);
    json_builder_set_member_name(b, "edits");
    json_builder_add_value(b, g_steal_pointer(&list));
    json_builder_end_object(b);
}

static const char *const fills[] = { [FILL_RANDOM] = NULL, [FILL_ZEROS] = "zeros", [FILL_IOTA] = "iota" };
enum { USUAL_WHOLE_STEPS = 200 };

char *job_options_text(const Job *job, const ShardChoice *choice, const Remedy *change)
{
    const JobOptions *o = &job->o;
    g_autoptr(JsonBuilder) b = json_builder_new();
    json_builder_begin_object(b);
    add_text(b, "mesh", o->program.mesh);
    add_int(b, "devices", o->program.has_devices ? o->program.n_devices : 0, 0);
    add_int(b, "replicas", o->program.n_replicas, 0);
    char *const *lists[2] = { o->program.shards, choice ? choice->shards : NULL };
    json_builder_set_member_name(b, "shard");
    json_builder_begin_array(b);
    for (int k = 0; k < 2; k++)
        for (char *const *s = lists[k]; s && *s; s++)
            json_builder_add_string_value(b, *s);
    json_builder_end_array(b);
    json_builder_set_member_name(b, "changes");
    json_builder_begin_array(b);
    for (guint i = 0; i < job->changes->len; i++) {
        const JobChange *c = job->changes->pdata[i];
        add_change(b, c->text, c->edits);
    }
    if (change)
        add_change(b, change->text, change->edits);
    json_builder_end_array(b);
    add_text(b, "propagation", o->program.propagation);
    add_text(b, "planner", o->program.planner);
    add_text(b, "hardware", o->program.hardware);
    add_int(b, "steps", o->steps, 0);
    add_text(b, "fill", fills[o->fill]);
    add_int(b, "seed", (int64_t)o->seed, 0);
    g_autofree char *inputs = o->inputs ? g_canonicalize_filename(o->inputs, NULL) : NULL;
    add_text(b, "inputs", inputs);
    add_int(b, "no_execute", o->no_execute, 0);
    add_int(b, "whole_steps", o->whole_steps, USUAL_WHOLE_STEPS);
    add_int(b, "workers", o->n_workers, 0);
    if (o->remedies_s != JOB_REMEDIES_DEFAULT) {
        json_builder_set_member_name(b, "remedies_s");
        json_builder_add_double_value(b, o->remedies_s);
    }
    json_builder_end_object(b);
    g_autoptr(JsonNode) root = json_builder_get_root(b);
    return json_to_string(root, FALSE);
}

char *again_options_text(const ProgramOptions *p, int64_t steps)
{
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    const Job job = { .o = { .program = *p, .steps = steps, .whole_steps = USUAL_WHOLE_STEPS, .remedies_s = JOB_REMEDIES_DEFAULT }, .changes = none };
    return job_options_text(&job, NULL, NULL);
}

char *job_changes_text(const Job *job, const Remedy *change)
{
    GString *s = g_string_new(NULL);
    for (guint i = 0; i < job->changes->len; i++)
        g_string_append_printf(s, "%s%s", s->len ? "; " : "", ((const JobChange *)job->changes->pdata[i])->text);
    if (change)
        g_string_append_printf(s, "%s%s", s->len ? "; " : "", change->text);
    return g_string_free(s, s->len == 0);
}

bool job_changes_of(Job *job, const IrModule *fresh, GArray *out, GError **error)
{
    bool ok = true;
    for (guint i = 0; i < job->changes->len && ok; i++)
        ok = remedy_read_edits(((const JobChange *)job->changes->pdata[i])->edits, fresh, out, job->kept, error);
    return ok;
}

/* ---- options read back -------------------------------------------------------------------------------------------------- */

static const char *keep(Job *job, const char *text)
{
    if (text)
        g_ptr_array_add(job->kept, g_strdup(text));
    return text ? job->kept->pdata[job->kept->len - 1] : NULL;
}

static const char *text_at(Job *job, JsonObject *o, const char *key)
{
    JsonNode *n = json_object_get_member(o, key);
    return n && JSON_NODE_HOLDS_VALUE(n) && json_node_get_value_type(n) == G_TYPE_STRING ? keep(job, json_node_get_string(n)) : NULL;
}

static int64_t int_at(JsonObject *o, const char *key, int64_t usual)
{
    JsonNode *n = json_object_get_member(o, key);
    return n && JSON_NODE_HOLDS_VALUE(n) ? json_node_get_int(n) : usual;
}

static JsonArray *list_at(JsonObject *o, const char *key)
{
    JsonNode *n = json_object_get_member(o, key);
    return n && JSON_NODE_HOLDS_ARRAY(n) ? json_node_get_array(n) : NULL;
}

/* The recorded shardings, and those that were asked for now behind them. */
static void take_shards(Job *job, JsonObject *from)
{
    JsonArray *list = list_at(from, "shard");
    guint n = list ? json_array_get_length(list) : 0, more = job->o.program.shards ? g_strv_length((char **)job->o.program.shards) : 0;
    const char **all = g_new0(const char *, n + more + 1);
    guint k = 0;
    for (guint i = 0; i < n; i++) {
        JsonNode *one = json_array_get_element(list, i);
        if (JSON_NODE_HOLDS_VALUE(one) && json_node_get_value_type(one) == G_TYPE_STRING)
            all[k++] = keep(job, json_node_get_string(one));
    }
    for (guint i = 0; i < more; i++)
        all[k++] = job->o.program.shards[i];
    g_ptr_array_add(job->kept, all);
    job->o.program.shards = (char *const *)all;
}

static void add_job_change(Job *job, const char *text, char *edits)
{
    JobChange *c = g_new0(JobChange, 1);
    *c = (JobChange){ g_strdup(text ? text : "a change of annotations"), edits };
    g_ptr_array_add(job->changes, c);
}

static void take_changes(Job *job, JsonObject *from)
{
    JsonArray *list = list_at(from, "changes");
    for (guint i = 0; list && i < json_array_get_length(list); i++) {
        JsonNode *one = json_array_get_element(list, i);
        JsonObject *o = JSON_NODE_HOLDS_OBJECT(one) ? json_node_get_object(one) : NULL;
        JsonNode *edits = o ? json_object_get_member(o, "edits") : NULL;
        if (edits)
            add_job_change(job, text_at(job, o, "text"), json_to_string(edits, FALSE));
    }
}

static void take_options(Job *job, JsonObject *from)
{
    JobOptions *o = &job->o;
    const struct { const char *key, **to; } texts[] = { { "mesh", &o->program.mesh }, { "propagation", &o->program.propagation },
        { "planner", &o->program.planner }, { "hardware", &o->program.hardware }, { "inputs", &o->inputs } };
    bool mesh_given = o->program.mesh != NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        if (!*texts[i].to)
            *texts[i].to = text_at(job, from, texts[i].key);
    int64_t devices = int_at(from, "devices", 0);
    if (!o->program.has_devices && !mesh_given && devices > 0 && devices <= INT_MAX) {
        o->program.has_devices = true;
        o->program.n_devices = (int)devices;
    }
    if (!o->program.n_replicas)
        o->program.n_replicas = (int)CLAMP(int_at(from, "replicas", 0), 0, INT_MAX);
    const char *fill = text_at(job, from, "fill");
    for (size_t i = 0; fill && i < G_N_ELEMENTS(fills); i++)
        if (fills[i] && g_str_equal(fill, fills[i]))
            o->fill = (FillKind)i;
    o->seed = (uint64_t)int_at(from, "seed", 0);
    o->steps = o->steps ? o->steps : CLAMP(int_at(from, "steps", 1), 1, JOB_MAX_STEPS);
    o->no_execute |= int_at(from, "no_execute", 0) != 0;
    o->whole_steps = (int)CLAMP(int_at(from, "whole_steps", o->whole_steps), 0, INT_MAX);
    o->n_workers = o->n_workers ? o->n_workers : (int)CLAMP(int_at(from, "workers", 0), 0, 1024);
    JsonNode *remedies = json_object_get_member(from, "remedies_s");
    if (o->remedies_s == JOB_REMEDIES_DEFAULT && remedies && JSON_NODE_HOLDS_VALUE(remedies) && json_node_get_double(remedies) >= 0)
        o->remedies_s = json_node_get_double(remedies);
    take_shards(job, from);
    take_changes(job, from);
}

/* ---- the run and the change --------------------------------------------------------------------------------------------- */

static const TraceRunInfo *info_of(const GArray *runs, int64_t id)
{
    for (guint i = 0; i < runs->len; i++)
        if (TRACE_AT(runs, TraceRunInfo, i)->id == id)
            return TRACE_AT(runs, TraceRunInfo, i);
    return NULL;
}

static bool take_program(Job *job, TraceReader *r, const TraceRun *run, GError **error)
{
    if (run->source_hash.size == TRACE_HASH_BYTES)
        memcpy(job->from.hash, run->source_hash.data, TRACE_HASH_BYTES);
    if (run->source_path) {
        job->o.path = keep(job, run->source_path);
        return true;
    }
    if (!run->source_id)
        return diag(error, SHARD_ERROR_USAGE, NULL, "give the program as a file: shardscope run FILE -o TRACE.db",
                    "%s: run \"%s\" read its program from standard input, so it cannot be made again", job->o.again, job->from.title);
    gsize n;
    char *text = trace_blob_text(r, run->source_id, &n, error);
    if (!text)
        return false;
    g_ptr_array_add(job->kept, text);
    job->o.path = keep(job, run->name);
    job->o.text = text;
    job->o.text_bytes = n;
    return true;
}

/* Adds change number job->o.remedy, counted from 1 as reports count them. */
static bool take_remedy(Job *job, TraceReader *r, int64_t module_id, GError **error)
{
    g_autoptr(GArray) list = trace_read_rows(r, TRACE_TABLE_remedy, "WHERE module_id = ?1 AND idle = 0 ORDER BY seq", &module_id, 1, error);
    if (!list)
        return false;
    const TraceRemedy *found = NULL;
    for (guint i = 0; i < list->len && !found; i++)
        if (TRACE_AT(list, TraceRemedy, i)->seq + 1 == job->o.remedy)
            found = TRACE_AT(list, TraceRemedy, i);
    if (!found) {
        g_autofree char *there = list->len ? g_strdup_printf("changes 1 to %u", list->len) : g_strdup("no changes");
        return diag(error, SHARD_ERROR_USAGE, NULL, "shardscope report FILE reshards --remove lists them", "`remedy` %d: run \"%s\" has %s", job->o.remedy,
                    job->from.title, there);
    }
    if (!found->edits)
        return diag(error, SHARD_ERROR_USAGE, NULL, "record the program again", "`remedy` %d: the trace does not hold how it is made: it is from an older version", job->o.remedy);
    add_job_change(job, found->text, g_strdup(found->edits));
    job->from.remedy_id = found->id;
    return true;
}

/* "case1: change 2", "case1 on h100x8": what is different. NULL: nothing, and the label stays. */
static char *label_of(const Job *job, const char *recorded_hardware, const TraceRunInfo *info)
{
    const char *before = info->label && *info->label ? info->title : NULL;
    if (job->o.remedy)
        return g_strdup_printf("%s%schange %d", before ? before : "", before ? ": " : "", job->o.remedy);
    if (g_strcmp0(job->o.program.hardware, recorded_hardware) != 0)
        return g_strdup_printf("%s on %s", info->title, job->o.program.hardware ? job->o.program.hardware : "cpu");
    return g_strdup(info->label);
}

static bool take_run(Job *job, TraceReader *r, GError **error)
{
    int64_t id;
    g_autoptr(GArray) runs = trace_query_runs(r, error);
    if (!runs || !trace_find_run(r, job->o.again_run, &id, error))
        return false;
    const TraceRunInfo *info = info_of(runs, id);
    g_autoptr(GArray) rows = trace_read_rows(r, TRACE_TABLE_run, "WHERE id = ?1", &id, 1, error);
    if (!rows || !rows->len)
        return false;
    const TraceRun *run = TRACE_AT(rows, TraceRun, 0);
    job->from.title = keep(job, info->title);
    g_autoptr(JsonNode) options = run->options ? json_from_string(run->options, NULL) : NULL;
    if (!options || !JSON_NODE_HOLDS_OBJECT(options))
        return diag(error, SHARD_ERROR_USAGE, NULL, "shardscope run PROGRAM -o FILE records it again",
                    "%s: the trace does not hold how run \"%s\" was made: it is from an older version, or from another program", job->o.again, info->title);
    take_options(job, json_node_get_object(options));
    if (!take_program(job, r, run, error) || (job->o.remedy && !take_remedy(job, r, info->module_id, error)))
        return false;
    const char *hardware = text_at(job, json_node_get_object(options), "hardware");
    if (!job->o.label) {
        char *label = label_of(job, hardware, info);
        if (label)
            g_ptr_array_add(job->kept, label);
        job->o.label = label;
    }
    return true;
}

bool job_take_again(Job *job, GError **error)
{
    JobOptions *o = &job->o;
    if (o->path || o->text || o->tries)
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "`again` makes a recorded run again: it takes no program, no `tries` and no `base`");
    g_autoptr(TraceReader) r = trace_open(o->again, error);
    if (!r || !take_run(job, r, error))
        return false;
    o->trace = o->trace ? o->trace : o->again;
    return true;
}
