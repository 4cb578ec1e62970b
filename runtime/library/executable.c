/* Executables: compiling, what they take, return, cost, and bytes to load them from. */
#include "runtime/library/library_impl.h"

#include <inttypes.h>
#include <json-glib/json-glib.h>
#include <string.h>

/* ---- options --------------------------------------------------------------------------------------------------------------- */

/* What was asked for, checked, in the compiler's form. Strings are borrowed from the options. */
typedef struct Asked {
    ShardscopeCompileOptions o;
    CompileOptions compile;
} Asked;

static bool check_assignment(const ShardscopeClient *client, const ShardscopeCompileOptions *o, int n, ShardscopeError **error)
{
    g_autofree bool *seen = g_new0(bool, client->n_devices + 1);
    for (int i = 0; o->device_assignment && i < n; i++) {
        int64_t d = o->device_assignment[i];
        if (d < 0 || d >= client->n_devices || seen[d])
            return library_invalid(error, NULL, "device_assignment[%d] is %" PRId64 ": each of the client's devices 0 to %d can be there once", i, d,
                                   client->n_devices - 1);
        seen[d] = true;
    }
    return true;
}

static bool ask(const ShardscopeCompileOptions *options, Asked *out, ShardscopeError **error)
{
    if (!library_options(&out->o, sizeof out->o, options, "ShardscopeCompileOptions", error))
        return false;
    const ShardscopeCompileOptions *o = &out->o;
    if (o->n_replicas < 0 || o->n_partitions < 0)
        return library_invalid(error, NULL, "%d replicas and %d partitions: at least 1 of each", o->n_replicas, o->n_partitions);
    if (o->n_replicas > 1) {
        GError *e = NULL;
        diag(&e, SHARD_ERROR_UNSUPPORTED, NULL, "partitions of one replica do the same under a mesh with one axis more", "%d replicas", o->n_replicas);
        return library_fail(error, e);
    }
    ProgramOptions p = { .has_devices = o->n_partitions > 0, .n_devices = o->n_partitions, .mesh = o->mesh, .shards = (char *const *)o->shardings,
                         .propagation = o->propagation, .planner = o->planner, .hardware = o->hardware };
    GError *e = NULL;
    return compile_options_from(&p, NULL, &out->compile, &e) || library_fail(error, e);
}

/* The module's flag for all values, or one for each. */
static void allow(IrModule *m, const char *key, bool all, const bool *each, int n)
{
    if (!(all || n) || pair_get(m->extra, m->n_extra, key))
        return;
    g_autoptr(GString) text = g_string_new("{");
    for (int i = 0; i < n; i++)
        g_string_append_printf(text, "%s%s", i ? "," : "", each[i] ? "true" : "false");
    g_string_append(text, n ? "}" : "true}");
    pair_push(m->arena, &m->extra, &m->n_extra, (IrPair){ key, arena_strdup(m->arena, text->str), true });
}

/* ---- compiling --------------------------------------------------------------------------------------------------------------- */

static bool signature_of(const ShardscopeExecutable *e, Signature *s, const Type *type, const Sharding *layout, ShardscopeError **error)
{
    if (type->kind != TYPE_ARRAY) {
        g_autofree char *text = type_text(type);
        bool is_result = s >= e->results && s < e->results + e->n_results;
        GError *why = NULL;
        diag(&why, SHARD_ERROR_UNSUPPORTED, NULL, NULL, "%s %d of the program is a %s: only arrays can be passed", is_result ? "result" : "argument", (int)(s - (is_result ? e->results : e->arguments)), text);
        return library_fail(error, why);
    }
    ShardscopeShape shape = { .dtype = (ShardscopeDtype)((int)type->elem + 1), .rank = type->rank };
    memcpy(shape.dims, type->dims, sizeof *type->dims * (size_t)type->rank);
    s->type = library_type(e->client, &shape);
    s->sharding = library_sharding_of(layout, type->rank, e->n_devices, e->devices);
    s->layout = library_sharding_at(s->sharding, type->rank, error);
    return s->layout != NULL;
}

/* Types and shardings of what it takes and returns. */
static bool read_signature(ShardscopeExecutable *e, ShardscopeError **error)
{
    const IrComp *entry = e->compiled->whole->entry;
    e->argument_info = g_ptr_array_new_with_free_func(g_free);
    e->result_info = g_ptr_array_new_with_free_func(g_free);
    e->names = g_ptr_array_new_with_free_func(g_free);
    library_signature(e->compiled->whole, e->argument_info, e->result_info, e->names);
    e->n_arguments = (int)e->argument_info->len;
    e->n_results = (int)e->result_info->len;
    e->arguments = g_new0(Signature, e->n_arguments + 1);
    e->results = g_new0(Signature, e->n_results + 1);
    int leaf = 0;
    for (int i = 0; i < entry->n_params; i++)
        for (int k = 0; k < type_n_leaves(entry->params[i]->type); k++, leaf++)
            if (!signature_of(e, &e->arguments[leaf], type_leaf(entry->params[i]->type, k), entry->params[i]->shardings ? entry->params[i]->shardings[k] : NULL, error))
                return false;
    for (int k = 0; k < e->n_results; k++)
        if (!signature_of(e, &e->results[k], type_leaf(entry->root->type, k), entry->results ? entry->results[k].sharding : NULL, error))
            return false;
    return true;
}

static bool check_devices(const ShardscopeClient *client, const Asked *asked, int n, ShardscopeError **error)
{
    if (n > client->n_devices)
        return library_invalid(error, "ShardscopeClientOptions.n_devices makes more", "the program is for %d devices, and the client has %d", n, client->n_devices);
    return check_assignment(client, &asked->o, n, error);
}

static ShardscopeExecutable *compile_asked(ShardscopeClient *client, ShardscopeProgram *program, Asked *asked, ShardscopeError **error)
{
    GError *why = NULL;
    IrModule *m = module_clone(program->module);
    const ShardscopeCompileOptions *o = &asked->o;
    allow(m, "allow_spmd_sharding_propagation_to_parameters", o->propagate_to_arguments, o->propagate_to_argument, o->propagate_to_argument ? o->n_propagate_to_argument : 0);
    allow(m, "allow_spmd_sharding_propagation_to_output", o->propagate_to_results, o->propagate_to_result, o->propagate_to_result ? o->n_propagate_to_result : 0);
    RecordTexts *texts = recording_begin(client, &asked->compile);
    Compiled *c = compile(m, &asked->compile, &why);
    ShardscopeExecutable *e = g_new0(ShardscopeExecutable, 1);
    atomic_init(&e->refs, 1);
    e->client = client;
    e->compiled = c;
    e->n_devices = c ? (int)c->n_devices : 0;
    bool ok = c && check_devices(client, asked, e->n_devices, error);
    if (ok && asked->o.device_assignment)
        e->devices = g_memdup2(asked->o.device_assignment, sizeof(int64_t) * (size_t)e->n_devices);
    const Program *device_program = ok ? compiled_program(c, &why) : NULL;
    ok = device_program && (e->exe = executable_new(device_program, &why)) && read_signature(e, error);
    if (why)
        library_fail(error, why);
    if (!ok) {
        recording_abandon(client, texts);
        shardscope_executable_unref(e);
        return NULL;
    }
    enum { SHORT_FLOP = 100000, SHORT_BYTES = 1 << 16 }; /* of all devices; loops may take any time */
    bool loops = false;
    for (int i = 0; i < c->local->entry->n_ops; i++)
        loops |= c->local->entry->ops[i]->code == OP_while;
    e->is_short = !loops && c->flops_sum < SHORT_FLOP && c->program->memory.peak_bytes * e->n_devices < SHORT_BYTES;
    e->program = shardscope_program_ref(program);
    e->recorded = recording_compiled(client, c, texts, asked->o.label ? asked->o.label : NULL);
    return e;
}

ShardscopeExecutable *library_compile(ShardscopeClient *client, ShardscopeProgram *program, const ShardscopeCompileOptions *options, ShardscopeError **error)
{
    Asked asked = { 0 };
    ShardscopeExecutable *e = ask(options, &asked, error) ? compile_asked(client, program, &asked, error) : NULL;
    compile_options_clear(&asked.compile);
    return e;
}

/* Options but for the label, as a JSON object: what the bytes of an executable need. */
static char *options_text(const ShardscopeExecutable *e, const ShardscopeCompileOptions *o)
{
    g_autoptr(JsonBuilder) b = json_builder_new();
    json_builder_begin_object(b);
    const struct { const char *key, *value; } texts[] = { { "mesh", o->mesh }, { "propagation", o->propagation }, { "planner", o->planner }, { "hardware", o->hardware } };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        if (texts[i].value) {
            json_builder_set_member_name(b, texts[i].key);
            json_builder_add_string_value(b, texts[i].value);
        }
    const struct { const char *key; int64_t value; } numbers[] = { { "n_partitions", o->n_partitions }, { "to_arguments", o->propagate_to_arguments }, { "to_results", o->propagate_to_results } };
    for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++) {
        json_builder_set_member_name(b, numbers[i].key);
        json_builder_add_int_value(b, numbers[i].value);
    }
    json_builder_set_member_name(b, "shardings");
    json_builder_begin_array(b);
    for (const char *const *s = o->shardings; s && *s; s++)
        json_builder_add_string_value(b, *s);
    json_builder_end_array(b);
    json_builder_set_member_name(b, "devices");
    json_builder_begin_array(b);
    for (int i = 0; e->devices && i < e->n_devices; i++)
        json_builder_add_int_value(b, e->devices[i]);
    json_builder_end_array(b);
    json_builder_end_object(b);
    g_autoptr(JsonNode) root = json_builder_get_root(b);
    return json_to_string(root, FALSE);
}

ShardscopeExecutable *shardscope_compile(ShardscopeClient *client, ShardscopeProgram *program, const ShardscopeCompileOptions *options, ShardscopeError **error)
{
    NEED(client, "a client", NULL);
    NEED(program, "a program", NULL);
    ShardscopeExecutable *e = library_compile(client, program, options, error);
    if (!e)
        return NULL;
    e->owns_client = true;
    shardscope_client_ref(client);
    ShardscopeCompileOptions o;
    if (library_options(&o, sizeof o, options, "ShardscopeCompileOptions", NULL))
        e->options_text = options_text(e, &o);
    return e;
}

/* ---- life ---------------------------------------------------------------------------------------------------------------------- */

ShardscopeExecutable *shardscope_executable_ref(ShardscopeExecutable *e)
{
    if (e)
        atomic_fetch_add(&e->refs, 1);
    return e;
}

static void signatures_free(Signature *s, int n)
{
    for (int i = 0; s && i < n; i++) {
        shardscope_sharding_unref(s[i].sharding);
        shardscope_sharding_unref(atomic_load(&s[i].accepted));
    }
    g_free(s);
}

void shardscope_executable_unref(ShardscopeExecutable *e)
{
    if (!e || atomic_fetch_sub(&e->refs, 1) != 1)
        return;
    if (e->recorded)
        recording_forget(e->client, e->recorded);
    signatures_free(e->arguments, e->n_arguments);
    signatures_free(e->results, e->n_results);
    executable_free(e->exe);
    compiled_free(e->compiled);
    for (int i = 0; i < 3; i++) {
        GPtrArray *list = i == 0 ? e->argument_info : i == 1 ? e->result_info : e->names;
        if (list)
            g_ptr_array_unref(list);
    }
    shardscope_program_unref(e->program);
    g_free(e->devices);
    g_free(e->options_text);
    if (e->owns_client)
        shardscope_client_unref(e->client);
    g_free(e);
}

/* ---- asking -------------------------------------------------------------------------------------------------------------------- */

const char *shardscope_executable_name(const ShardscopeExecutable *e)
{
    return e ? e->compiled->whole->name : NULL;
}

int shardscope_executable_n_devices(const ShardscopeExecutable *e)
{
    return e ? e->n_devices : -1;
}

int shardscope_executable_n_arguments(const ShardscopeExecutable *e)
{
    return e ? e->n_arguments : -1;
}

int shardscope_executable_n_results(const ShardscopeExecutable *e)
{
    return e ? e->n_results : -1;
}

bool shardscope_executable_argument(const ShardscopeExecutable *e, int i, ShardscopeValueInfo *out, ShardscopeSharding **sharding, ShardscopeError **error)
{
    NEED(e, "an executable", false);
    ShardscopeValueInfo unused;
    if (!library_info(e->argument_info, i, "argument", out ? out : &unused, error))
        return false;
    if (sharding)
        *sharding = shardscope_sharding_ref(e->arguments[i].sharding);
    return true;
}

bool shardscope_executable_result(const ShardscopeExecutable *e, int i, ShardscopeValueInfo *out, ShardscopeSharding **sharding, ShardscopeError **error)
{
    NEED(e, "an executable", false);
    ShardscopeValueInfo unused;
    if (!library_info(e->result_info, i, "result", out ? out : &unused, error))
        return false;
    if (sharding)
        *sharding = shardscope_sharding_ref(e->results[i].sharding);
    return true;
}

char *shardscope_executable_text(const ShardscopeExecutable *e, ShardscopeStage stage, ShardscopeFormat format, ShardscopeError **error)
{
    NEED(e, "an executable", NULL);
    const IrModule *of[] = { [SHARDSCOPE_STAGE_INPUT] = e->compiled->input, [SHARDSCOPE_STAGE_RESHARDED] = e->compiled->whole,
                             [SHARDSCOPE_STAGE_PARTITIONED] = e->compiled->local };
    IrSpelling spelling;
    if (!library_spelling(format, &spelling, error))
        return NULL;
    if ((unsigned)stage >= G_N_ELEMENTS(of) || !of[stage]) {
        library_invalid(error, NULL, "there is no stage %d", (int)stage);
        return NULL;
    }
    return module_print(of[stage], spelling);
}

bool shardscope_executable_cost(const ShardscopeExecutable *e, ShardscopeCost *out, ShardscopeError **error)
{
    NEED(e, "an executable", false);
    NEED(out, "a place for the result", false);
    const Compiled *c = e->compiled;
    *out = (ShardscopeCost){ .flops = c->flops_one, .flops_all_devices = c->flops_sum, .collective_bytes = c->traffic, .predicted_ns = c->step_ns,
                             .compile_ns = c->compile_ns };
    for (int k = 1; k < N_COLL_KINDS; k++)
        out->n_collectives += c->totals[k].count;
    return true;
}

bool shardscope_executable_memory(const ShardscopeExecutable *e, ShardscopeMemory *out, ShardscopeError **error)
{
    NEED(e, "an executable", false);
    NEED(out, "a place for the result", false);
    library_memory(&e->compiled->program->memory, out);
    return true;
}

/* ---- bytes ---------------------------------------------------------------------------------------------------------------------- */

/* "shardscope executable 0.1.0\n", the options in one line, and the program as HLO text. */
static const char bytes_head[] = "shardscope executable 0.1.0\n";

void *shardscope_executable_serialise(const ShardscopeExecutable *e, size_t *n, ShardscopeError **error)
{
    NEED(e, "an executable", NULL);
    NEED(n, "a place for the size", NULL);
    const IrModule *m = e->program->module;
    g_autofree char *text = module_print(m, m->entry->results ? SPELL_STABLEHLO : SPELL_HLO); /* HLO has no place for annotations of results */
    char *all = g_strdup_printf("%s%s\n%s", bytes_head, e->options_text ? e->options_text : "{}", text);
    *n = strlen(all);
    return all;
}

/* The members of an array of texts, NULL-terminated; borrowed. */
static const char **texts_of(JsonObject *o, const char *key)
{
    JsonArray *a = json_object_get_array_member(o, key);
    guint n = a ? json_array_get_length(a) : 0;
    const char **list = g_new0(const char *, n + 1);
    for (guint i = 0; i < n; i++)
        list[i] = json_array_get_string_element(a, i);
    return list;
}

static bool bad_bytes(ShardscopeError **error)
{
    return library_invalid(error, NULL, "the bytes are no executable of this version (%s)", shardscope_version());
}

ShardscopeExecutable *shardscope_executable_load(ShardscopeClient *client, const void *bytes, size_t n, ShardscopeError **error)
{
    NEED(client, "a client", NULL);
    NEED(bytes, "the bytes", NULL);
    const char *text = bytes, *end = text + n, *options = text + sizeof bytes_head - 1;
    bool ours = n >= sizeof bytes_head && memcmp(text, bytes_head, sizeof bytes_head - 1) == 0;
    const char *line_end = ours ? memchr(options, '\n', (size_t)(end - options)) : NULL;
    g_autoptr(JsonParser) parser = json_parser_new();
    if (!line_end || !json_parser_load_from_data(parser, options, line_end - options, NULL) || !JSON_NODE_HOLDS_OBJECT(json_parser_get_root(parser))) {
        bad_bytes(error);
        return NULL;
    }
    JsonObject *o = json_node_get_object(json_parser_get_root(parser));
    ShardscopeProgram *program = shardscope_program_parse("executable", line_end + 1, (size_t)(end - line_end - 1), error);
    g_autofree const char **shardings = json_object_has_member(o, "shardings") ? texts_of(o, "shardings") : NULL;
    JsonArray *list = json_object_has_member(o, "devices") ? json_object_get_array_member(o, "devices") : NULL;
    guint n_list = list ? json_array_get_length(list) : 0;
    g_autofree int64_t *devices = g_new0(int64_t, MAX(n_list, (guint)client->n_devices) + 1);
    for (guint i = 0; i < n_list; i++)
        devices[i] = json_array_get_int_element(list, i);
    ShardscopeCompileOptions c = { SHARDSCOPE_COMPILE_OPTIONS, .n_partitions = (int)json_object_get_int_member_with_default(o, "n_partitions", 0),
                                   .device_assignment = n_list ? devices : NULL, .mesh = json_object_get_string_member_with_default(o, "mesh", NULL), .shardings = shardings,
                                   .propagation = json_object_get_string_member_with_default(o, "propagation", NULL),
                                   .planner = json_object_get_string_member_with_default(o, "planner", NULL),
                                   .hardware = json_object_get_string_member_with_default(o, "hardware", NULL),
                                   .propagate_to_arguments = json_object_get_int_member_with_default(o, "to_arguments", 0),
                                   .propagate_to_results = json_object_get_int_member_with_default(o, "to_results", 0) };
    ShardscopeExecutable *e = program ? shardscope_compile(client, program, &c, error) : NULL;
    shardscope_program_unref(program);
    return e;
}
