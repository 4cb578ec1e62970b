/* Executables: compiling, what they take, return and cost. serialise.c makes bytes of them. */
#include "runtime/library/library_impl.h"

#include <inttypes.h>
#include <string.h>

#include "runtime/base/memory_out.h"
#include "runtime/ir/host_call.h"
#include "runtime/ir/label.h"
#include "runtime/passes/predicted.h"
#include "runtime/remedy/remedy.h"
#include "runtime/sim/work.h"
#include "runtime/text/proto_write.h"

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
    ProgramOptions p = { .has_devices = o->n_partitions > 0, .n_devices = o->n_partitions, .n_replicas = o->n_replicas, .mesh = o->mesh, .shards = (char *const *)o->shardings,
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

/* Of an argument or result of a replica. */
static bool signature_of(const ShardscopeExecutable *e, Signature *s, const Type *type, const Sharding *layout, ShardscopeError **error)
{
    bool is_result = s >= e->results && s < e->results + e->n_results * e->n_replicas;
    int number = (int)(is_result ? s - e->results : s - e->arguments), n = is_result ? e->n_results : e->n_arguments;
    int n_partitions = e->n_devices / e->n_replicas, first = number / n * n_partitions;
    g_autofree int64_t *devices = e->devices || first ? g_new(int64_t, n_partitions) : NULL;
    for (int p = 0; devices && p < n_partitions; p++)
        devices[p] = e->devices ? e->devices[first + p] : first + p;
    if (type->kind == TYPE_TOKEN) { /* passed as what it is made of: nothing */
        s->type = library_type(e->client, &(ShardscopeShape){ .dtype = SHARDSCOPE_PRED, .rank = 1 });
        s->sharding = library_sharding_of(NULL, 1, n_partitions, devices);
        s->layout = library_sharding_at(s->sharding, 1, error);
        return s->layout != NULL;
    }
    if (type->kind != TYPE_ARRAY) {
        g_autofree char *text = type_text(type);
        GError *why = NULL;
        diag(&why, SHARD_ERROR_UNSUPPORTED, NULL, NULL, "%s %d of the program is a %s: only arrays can be passed", is_result ? "result" : "argument", number, text);
        return library_fail(error, why);
    }
    ShardscopeShape shape = { .dtype = (ShardscopeDtype)((int)type->elem + 1), .rank = type->rank };
    memcpy(shape.dims, type->dims, sizeof *type->dims * (size_t)type->rank);
    s->type = library_type(e->client, &shape);
    s->sharding = library_sharding_of(layout, type->rank, n_partitions, devices);
    s->layout = library_sharding_at(s->sharding, type->rank, error);
    return s->layout != NULL;
}

/* The lines of the user's source that compute the results; where none is known, the program and the result. */
static void read_lines(ShardscopeExecutable *e)
{
    const IrModule *m = e->compiled->whole;
    DecisionLog *log = decision_log_new();
    Labels *labels = labels_new(m, log);
    for (int k = 0; k < e->n_results; k++) {
        const IrOp *op = value_resolve(m->entry->root, k).op;
        const char *place = decision_place(log, op->loc);
        g_autofree char *own = place[0] ? NULL : g_strdup_printf("%s of %s", label_result(labels, m, k), m->name);
        for (int r = 0; r < e->n_replicas; r++)
            e->results[r * e->n_results + k].line = g_ref_string_new(own ? own : place);
    }
    labels_free(labels);
    decision_log_free(log);
}

/* Types and shardings of what it takes and returns. */
static bool read_signature(ShardscopeExecutable *e, ShardscopeError **error)
{
    const IrModule *m = e->compiled->whole;
    const IrComp *entry = m->entry;
    e->argument_info = g_ptr_array_new_with_free_func(g_free);
    e->result_info = g_ptr_array_new_with_free_func(g_free);
    e->names = g_ptr_array_new_with_free_func(g_free);
    library_signature(e->compiled->whole, e->argument_info, e->result_info, e->names);
    e->n_arguments = (int)e->argument_info->len;
    e->n_results = (int)e->result_info->len;
    e->arguments = g_new0(Signature, e->n_replicas * e->n_arguments + 1);
    e->results = g_new0(Signature, e->n_replicas * e->n_results + 1);
    Signature *next = e->arguments;
    for (int r = 0; r < e->n_replicas; r++)
        for (int i = 0; i < entry->n_params; i++)
            for (int k = 0; k < type_n_leaves(entry->params[i]->type); k++)
                if (!signature_of(e, next++, type_leaf(entry->params[i]->type, k), entry->params[i]->shardings ? entry->params[i]->shardings[k] : NULL, error))
                    return false;
    next = e->results;
    for (int r = 0; r < e->n_replicas; r++)
        for (int k = 0; k < e->n_results; k++)
            if (!signature_of(e, next++, type_leaf(entry->root->type, k), entry->results ? entry->results[k].sharding : NULL, error))
                return false;
    read_lines(e);
    return true;
}

static bool check_devices(const ShardscopeClient *client, const Asked *asked, int n, ShardscopeError **error)
{
    if (n > client->n_devices)
        return library_invalid(error, "ShardscopeClientOptions.n_devices makes more", "the program is for %d devices, and the client has %d", n, client->n_devices);
    return check_assignment(client, &asked->o, n, error);
}

/* The program as it is compiled: what may be chosen is said in it. */
static IrModule *module_asked(const ShardscopeProgram *program, const ShardscopeCompileOptions *o)
{
    IrModule *m = module_clone(program->module);
    allow(m, "allow_spmd_sharding_propagation_to_parameters", o->propagate_to_arguments, o->propagate_to_argument, o->propagate_to_argument ? o->n_propagate_to_argument : 0);
    allow(m, "allow_spmd_sharding_propagation_to_output", o->propagate_to_results, o->propagate_to_result, o->propagate_to_result ? o->n_propagate_to_result : 0);
    return m;
}

/* The module as asked with the changes that it was run under. NULL with an error if they are not of it. */
static IrModule *module_changed(const ShardscopeProgram *program, const Asked *asked, const char *const *changes, GArray *made, GPtrArray *kept, GError **error)
{
    IrModule *m = module_asked(program, &asked->o);
    for (; changes && *changes; changes++)
        if (!remedy_read_edits(*changes, m, made, kept, error)) {
            module_free(m);
            return NULL;
        }
    return m;
}

Compiled *library_compile_alone(const ShardscopeProgram *program, const LibraryOptions *options, RecordTexts *texts, const Stop *stop, ShardscopeError **error)
{
    Asked asked = { 0 };
    GError *why = NULL;
    Compiled *c = NULL;
    g_autoptr(GArray) made = g_array_new(FALSE, TRUE, sizeof(ImportChange));
    g_autoptr(GPtrArray) kept = g_ptr_array_new_with_free_func(g_free);
    if (ask(library_options_of(options), &asked, error)) {
        asked.compile.on_text = texts ? record_texts_take : NULL;
        asked.compile.on_text_user = texts;
        asked.compile.stop = stop;
        IrModule *m = module_changed(program, &asked, library_options_changes(options), made, kept, &why);
        asked.compile.import.changes = (const ImportChange *)(const void *)made->data;
        asked.compile.import.n_changes = (int)made->len;
        c = m ? compile(m, &asked.compile, &why) : NULL;
    }
    if (c && !compiled_program(c, &why))
        g_clear_pointer(&c, compiled_free);
    if (why)
        library_fail(error, why);
    compile_options_clear(&asked.compile);
    return c;
}

typedef struct Making {
    ShardscopeClient *client;
    ShardscopeProgram *program;
    Asked *asked;
    const CompiledParts *parts; /* it was compiled before; NULL = it was not */
    ShardscopeExecutable *e; /* what is made */
    ShardscopeError *error;
} Making;

static bool calls_host(const IrModule *m)
{
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++)
            if (op_is_host_call(m->comps[k]->ops[i]))
                return true;
    return false;
}

static void make(void *arg)
{
    Making *x = arg;
    ShardscopeClient *client = x->client;
    ShardscopeProgram *program = x->program;
    Asked *asked = x->asked;
    ShardscopeError **error = &x->error;
    GError *why = NULL;
    Compiled *c = x->parts ? compiled_from(x->parts, &why) : compile(module_asked(program, &asked->o), &asked->compile, &why);
    ShardscopeExecutable *e = g_new0(ShardscopeExecutable, 1);
    atomic_init(&e->refs, 1);
    e->client = client;
    e->compiled = c;
    e->n_devices = c ? (int)c->n_devices : 0;
    e->n_replicas = c ? (int)c->n_replicas : 1;
    bool ok = c && check_devices(client, asked, e->n_devices, error);
    if (ok && asked->o.device_assignment)
        e->devices = g_memdup2(asked->o.device_assignment, sizeof(int64_t) * (size_t)e->n_devices);
    ok = ok && library_check_shared(e, error);
    const Program *device_program = ok ? compiled_program(c, &why) : NULL;
    ok = device_program && (e->exe = executable_new(device_program, &why)) && read_signature(e, error);
    if (why)
        library_fail(error, why);
    if (!ok) {
        shardscope_executable_unref(e);
        return;
    }
    e->calls_host = calls_host(c->local);
    enum { SHORT_FLOP = 100000, SHORT_BYTES = 1 << 16 }; /* of all devices; loops may take any time */
    bool loops = false;
    for (int i = 0; i < c->local->entry->n_ops; i++)
        loops |= c->local->entry->ops[i]->code == OP_while;
    e->is_short = !loops && !e->is_shared && c->flops_sum < SHORT_FLOP && c->program->memory.peak_bytes * e->n_devices < SHORT_BYTES;
    e->never_fits = !e->is_shared && c->program->memory.output_bytes > 0 && (uint64_t)c->program->memory.output_bytes > buffer_most();
    e->program = shardscope_program_ref(program);
    e->options_text = library_options_text(&asked->o, e->n_devices);
    x->e = e;
}

static ShardscopeExecutable *compile_asked(ShardscopeClient *client, ShardscopeProgram *program, Asked *asked, const CompiledParts *parts, ShardscopeError **error)
{
    GError *why = NULL;
    Making x = { .client = client, .program = program, .asked = asked, .parts = parts };
    RecordedCompile *recorded = recording_begin(client, &asked->compile);
    if (recorded)
        x.parts = NULL; /* a trace has the reasons, which only a compile finds */
    if (!memory_guarded(make, &x, &why)) /* what was made so far stays: it may be in any state */
        library_fail(&x.error, why);
    if (!x.e) {
        recording_abandon(client, recorded);
        library_pass(error, x.error);
        return NULL;
    }
    library_watch_executable(x.e);
    x.e->recorded = recording_compiled(x.e, recorded, &asked->o);
    return x.e;
}

/* Whether each of the list is the usual order of its array. */
static bool check_layouts(const char *const *list, const GPtrArray *of, const char *what, ShardscopeError **error)
{
    guint n = list ? g_strv_length((char **)list) : of->len;
    if (n != of->len)
        return library_invalid(error, NULL, "%s_layouts: there are %u %ss, and %u layouts", what, of->len, what, n);
    for (guint i = 0; list && i < n; i++) {
        const ShardscopeValueInfo *info = of->pdata[i];
        g_autoptr(GString) usual = g_string_new("{");
        for (int d = info->shape.rank - 1; d >= 0; d--)
            g_string_append_printf(usual, "%d%s", d, d ? "," : "");
        g_string_append_c(usual, '}');
        if (!*list[i] || g_str_equal(list[i], "default") || g_str_equal(list[i], usual->str))
            continue;
        GError *why = NULL;
        diag(&why, SHARD_ERROR_UNSUPPORTED, NULL, "transpose it in the program, or copy it from the host with strides", "%s %u%s%s is asked to lie as %s: arrays lie row-major here, as %s", what, i,
             info->name ? ", " : "", info->name ? info->name : "", list[i], usual->str);
        return library_fail(error, why);
    }
    return true;
}

static ShardscopeExecutable *own_client(ShardscopeExecutable *e)
{
    e->owns_client = true;
    shardscope_client_ref(e->client);
    return e;
}

ShardscopeExecutable *library_compile(ShardscopeClient *client, ShardscopeProgram *program, const ShardscopeCompileOptions *options, ShardscopeError **error)
{
    Asked asked = { 0 };
    bool ok = ask(options, &asked, error) && check_layouts(asked.o.argument_layouts, program->arguments, "argument", error) &&
              check_layouts(asked.o.result_layouts, program->results, "result", error);
    ShardscopeExecutable *e = ok ? compile_asked(client, program, &asked, NULL, error) : NULL;
    compile_options_clear(&asked.compile);
    return e;
}

ShardscopeExecutable *library_load(ShardscopeClient *client, ShardscopeProgram *program, const ShardscopeCompileOptions *options, const CompiledParts *parts, ShardscopeError **error)
{
    Asked asked = { 0 };
    ShardscopeExecutable *e = ask(options, &asked, error) ? compile_asked(client, program, &asked, parts, error) : NULL;
    compile_options_clear(&asked.compile);
    return e ? own_client(e) : NULL;
}

ShardscopeExecutable *shardscope_compile(ShardscopeClient *client, ShardscopeProgram *program, const ShardscopeCompileOptions *options, ShardscopeError **error)
{
    NEED(client, "a client", NULL);
    NEED(program, "a program", NULL);
    ShardscopeExecutable *e = library_compile(client, program, options, error);
    return e ? own_client(e) : NULL;
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
        g_clear_pointer(&s[i].line, g_ref_string_release);
    }
    g_free(s);
}

void shardscope_executable_unref(ShardscopeExecutable *e)
{
    if (!e || atomic_fetch_sub(&e->refs, 1) != 1 || !library_is_here(e->client))
        return;
    watch_program_free(e->watched);
    if (e->is_shared)
        library_forget_transport(e->client, e);
    if (e->recorded)
        recording_forget(e->client, e->recorded);
    signatures_free(e->arguments, e->n_replicas * e->n_arguments);
    signatures_free(e->results, e->n_replicas * e->n_results);
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

int shardscope_executable_n_replicas(const ShardscopeExecutable *e)
{
    return e ? e->n_replicas : -1;
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
    int n = e->n_arguments, of_replica = i >= n && i < n * e->n_replicas ? i % n : i;
    if (!library_info(e->argument_info, of_replica, "argument", out ? out : &unused, error))
        return false;
    if (out)
        out->donated = executable_donates(e->exe, of_replica); /* one that no result has use for stays its caller's */
    if (sharding)
        *sharding = shardscope_sharding_ref(e->arguments[i].sharding);
    return true;
}

bool shardscope_executable_result(const ShardscopeExecutable *e, int i, ShardscopeValueInfo *out, ShardscopeSharding **sharding, ShardscopeError **error)
{
    NEED(e, "an executable", false);
    ShardscopeValueInfo unused;
    int n = e->n_results, of_replica = i >= n && i < n * e->n_replicas ? i % n : i;
    if (!library_info(e->result_info, of_replica, "result", out ? out : &unused, error))
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
    return library_text(of[stage], spelling, error);
}

static void add_spellings(GPtrArray *out, const Signature *of, int n)
{
    for (int i = 0; i < n; i++) {
        char *text = of[i].sharding ? shardscope_sharding_text(of[i].sharding, of[i].type->rank, SHARDSCOPE_SPELL_GSPMD, NULL) : NULL;
        g_ptr_array_add(out, text ? text : g_strdup("{replicated}"));
    }
}

/* How callers order them in memory, where the program says it. */
static const char **orders(const GPtrArray *infos)
{
    const char **v = g_new0(const char *, infos->len + 1);
    for (guint i = 0; i < infos->len; i++)
        v[i] = ((const ShardscopeValueInfo *)infos->pdata[i])->layout;
    return v;
}

char *shardscope_executable_proto(const ShardscopeExecutable *e, size_t *size, ShardscopeError **error)
{
    NEED(e, "an executable", NULL);
    NEED(size, "a place for the size", NULL);
    *size = 0;
    g_autoptr(GPtrArray) arguments = g_ptr_array_new_with_free_func(g_free), results = g_ptr_array_new_with_free_func(g_free);
    g_autofree const char **argument_orders = orders(e->argument_info), **result_orders = orders(e->result_info);
    ProtoShardings s = { .n_parameters = e->n_arguments, .n_results = e->n_results, .parameter_orders = argument_orders, .result_orders = result_orders,
                         .whole = e->compiled->whole };
    if (e->n_replicas == 1 && e->n_devices > 1) {
        add_spellings(arguments, e->arguments, e->n_arguments);
        add_spellings(results, e->results, e->n_results);
        s.parameters = (const char *const *)arguments->pdata;
        s.results = (const char *const *)results->pdata;
    }
    GError *why = NULL;
    GString *bytes = proto_write_with_config(e->compiled->local, &s, &why);
    if (!bytes) {
        library_fail(error, why);
        return NULL;
    }
    *size = bytes->len;
    return g_string_free(bytes, FALSE);
}

bool shardscope_executable_cost(const ShardscopeExecutable *e, ShardscopeCost *out, ShardscopeError **error)
{
    NEED(e, "an executable", false);
    NEED(out, "a place for the result", false);
    const Compiled *c = e->compiled;
    *out = (ShardscopeCost){ .flops = c->flops_one, .flops_all_devices = c->flops_sum, .collective_bytes = c->traffic, .predicted_ns = compiled_step(c, NULL).ns,
                             .compile_ns = c->compile_ns };
    for (int i = 0; i < c->local->n_comps; i++)
        for (int k = 0; k < c->local->comps[i]->n_ops; k++)
            if (op_family(c->local->comps[i]->ops[k]) != FAMILY_leaf)
                out->memory_bytes += op_memory_bytes(c->local->comps[i]->ops[k]);
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
