/* Programs compiled and executed, and what an executable says of itself. */
#include "runtime/pjrt/table.h"

#include <string.h>

/* ---- compile options --------------------------------------------------------------------------------------------------------------- */

/* What is read of CompileOptionsProto. */
typedef struct Options {
    int64_t n_replicas, n_partitions;
    GArray *devices;              /* of int64_t, by partition; empty = not given */
    GArray *to_arguments, *to_results; /* of int64_t: may be chosen */
    char *mistake;                /* a compiler option that nobody has, or with a wrong value; NULL = none */
    bool bad;
} Options;

typedef bool (*FieldFn)(const WireField *f, Options *o);

static bool each(const uint8_t *bytes, size_t n, FieldFn fn, Options *o)
{
    const uint8_t *at = bytes, *end = bytes + n;
    WireField f;
    while (wire_next(&at, end, &f, &o->bad))
        if (!fn(&f, o))
            o->bad = true;
    return !o->bad;
}

static bool computation_device(const WireField *f, Options *o)
{
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
    if (f->number != 1)
        return true;
    if (!wire_numbers(f, ids) || ids->len == 0)
        return false;
    for (guint r = 0; r < ids->len; r++)
        g_array_append_val(o->devices, g_array_index(ids, int64_t, r));
    return true;
}

static bool assignment(const WireField *f, Options *o)
{
    return f->number != 3 || (f->type == 2 && each(f->bytes, f->n, computation_device, o));
}

static bool build_option(const WireField *f, Options *o)
{
    switch (f->number) {
    case 4:
        o->n_replicas = (int64_t)f->value;
        return f->type == 0;
    case 5:
        o->n_partitions = (int64_t)f->value;
        return f->type == 0;
    case 9:
        return f->type == 2 && each(f->bytes, f->n, assignment, o);
    case 12:
        return wire_numbers(f, o->to_results);
    case 18:
        return wire_numbers(f, o->to_arguments);
    default:
        return true;
    }
}

/* True of XLA's flags whose values are texts; those of all others are numbers or truth values, also where they come as text. */
static bool takes_text(const char *flag)
{
    static const char *const ends[] = { "_to", "_re", "_path", "_dir", "_file", "_passes", "_options", "_regex", "_level", "_mode", "_type", "_isa", "_flags", "_profile", "_ops", "_name" };
    bool text = false;
    for (size_t i = 0; i < G_N_ELEMENTS(ends); i++)
        text |= g_str_has_suffix(flag, ends[i]);
    return text;
}

static bool is_number(const char *text)
{
    char *end;
    g_ascii_strtod(text, &end);
    return (end > text && !*end) || !g_ascii_strcasecmp(text, "true") || !g_ascii_strcasecmp(text, "false");
}

/* XLA's flags are taken, and say nothing here; other names, and values that they cannot have, are mistakes. */
static bool override(const WireField *f, Options *o)
{
    WireField value, text;
    WireMessage entry = { f->bytes, f->n };
    if (o->mistake || f->type != 2 || !wire_field(entry, 1, &value) || value.type != 2)
        return true;
    g_autofree char *name = g_strndup((const char *)value.bytes, value.n);
    WireMessage given = wire_message(entry, 2);
    if (!g_str_has_prefix(name, "xla_")) {
        o->mistake = g_strdup_printf("No such compile option: '%s'", name);
    } else if (wire_field(given, 1, &text) && text.type == 2 && !takes_text(name)) {
        g_autofree char *word = g_strndup((const char *)text.bytes, text.n);
        if (!is_number(word))
            o->mistake = g_strdup_printf("While setting option %s, '%s' is not a valid bool value.", name, word);
    }
    return true;
}

static bool option(const WireField *f, Options *o)
{
    if (f->number == 7)
        return f->type == 2 && override(f, o);
    return f->number != 3 || (f->type == 2 && each(f->bytes, f->n, build_option, o));
}

/* The assignment lists the devices of partition 0, one for each replica, then those of partition 1, ...; here partitions follow each other. */
static void by_replica(Options *o)
{
    guint n_partitions = o->n_replicas > 1 ? o->devices->len / (guint)o->n_replicas : 0;
    if (n_partitions <= 1 || o->devices->len % (guint)o->n_replicas)
        return;
    g_autofree int64_t *was = g_memdup2(o->devices->data, o->devices->len * sizeof *was);
    for (guint i = 0; i < o->devices->len; i++)
        g_array_index(o->devices, int64_t, i) = was[i % n_partitions * (guint)o->n_replicas + i / n_partitions];
}

static bool *flags(const GArray *list)
{
    bool *v = g_new0(bool, list->len + 1);
    for (guint i = 0; i < list->len; i++)
        v[i] = g_array_index(list, int64_t, i) != 0;
    return v;
}

/* ---- compiling ------------------------------------------------------------------------------------------------------------------------- */

static void bytes_add(PjrtBytes *b, int i, ShardscopeSharding *s, int rank)
{
    char *text = shardscope_sharding_text(s, rank, SHARDSCOPE_SPELL_GSPMD, NULL);
    GByteArray *bytes = text ? wire_op_sharding(text) : NULL;
    shardscope_free(text);
    b->size[i] = bytes ? bytes->len : 0;
    b->v[i] = bytes ? (char *)g_byte_array_free(bytes, FALSE) : NULL;
}

static void bytes_init(PjrtBytes *b, int n)
{
    b->n = n;
    b->v = g_new0(char *, n + 1);
    b->size = g_new0(size_t, n + 1);
}

static void kinds_init(PjrtKinds *k, int n)
{
    k->kind = g_new0(int, n + 1);
    k->names = g_new0(const char *, n + 1);
    k->sizes = g_new0(size_t, n + 1);
}

/* What the program asks for, which becomes a label. */
static void read_labels(PjrtKinds *kinds, PjrtLayout *layouts, int i, const ShardscopeValueInfo *info)
{
    kinds->kind[i] = memory_kind_of(info->memory_kind);
    kinds->names[i] = memory_kinds[kinds->kind[i]];
    kinds->sizes[i] = strlen(kinds->names[i]);
    layouts[i] = layout_parse(info->layout, info->shape.rank);
}

static void read_signature(PjrtExecutable *x)
{
    x->n_arguments = shardscope_executable_n_arguments(x->e);
    x->n_results = shardscope_executable_n_results(x->e);
    x->argument_shape = g_new0(ShardscopeShape, x->n_arguments + 1);
    x->result_shape = g_new0(ShardscopeShape, x->n_results + 1);
    x->argument_sharding = g_new0(ShardscopeSharding *, x->n_replicas * x->n_arguments + 1);
    x->donated = g_new0(bool, x->n_arguments + 1);
    bytes_init(&x->arguments, x->n_arguments);
    bytes_init(&x->results, x->n_results);
    kinds_init(&x->argument_kinds, x->n_arguments);
    kinds_init(&x->result_kinds, x->n_results);
    x->argument_layouts = g_new0(PjrtLayout, x->n_arguments + 1);
    x->result_layouts = g_new0(PjrtLayout, x->n_results + 1);
    for (int i = 0; i < x->n_arguments; i++) {
        ShardscopeValueInfo info;
        shardscope_executable_argument(x->e, i, &info, &x->argument_sharding[i], NULL);
        x->argument_shape[i] = info.shape;
        x->donated[i] = info.donated;
        bytes_add(&x->arguments, i, x->argument_sharding[i], info.shape.rank);
        read_labels(&x->argument_kinds, x->argument_layouts, i, &info);
    }
    for (int i = x->n_arguments; i < x->n_replicas * x->n_arguments; i++)
        shardscope_executable_argument(x->e, i, NULL, &x->argument_sharding[i], NULL);
    x->result_types = g_new0(int, x->n_results + 1);
    x->result_ranks = g_new0(size_t, x->n_results + 1);
    GArray *dims = g_array_new(TRUE, FALSE, sizeof(int64_t));
    for (int i = 0; i < x->n_results; i++) {
        ShardscopeValueInfo info;
        ShardscopeSharding *s;
        shardscope_executable_result(x->e, i, &info, &s, NULL);
        x->result_shape[i] = info.shape;
        x->result_types[i] = pjrt_type_of(info.shape.dtype);
        x->result_ranks[i] = (size_t)info.shape.rank;
        g_array_append_vals(dims, info.shape.dims, (guint)info.shape.rank);
        bytes_add(&x->results, i, s, info.shape.rank);
        read_labels(&x->result_kinds, x->result_layouts, i, &info);
        shardscope_sharding_unref(s);
    }
    x->result_dims = (int64_t *)(void *)g_array_free(dims, FALSE);
}

static void read_costs(PjrtExecutable *x)
{
    ShardscopeCost cost;
    if (!shardscope_executable_cost(x->e, &cost, NULL))
        return;
    const struct { const char *name; double value; } rows[] = {
        { "flops", cost.flops_all_devices / x->n_devices }, { "bytes accessed", cost.memory_bytes }, { "collective bytes", (double)cost.collective_bytes }, { "optimal_seconds", cost.predicted_ns / 1e9 },
        { "collectives", (double)cost.n_collectives } };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
        x->costs[i] = (PjrtNamedValue){ .struct_size = sizeof(PjrtNamedValue), .name = rows[i].name, .name_size = strlen(rows[i].name), .type = 3,
                                        .number = (float)rows[i].value, .value_size = 1 };
}

/* DeviceAssignmentProto. */
static void write_assignment(PjrtExecutable *x)
{
    GByteArray *out = g_byte_array_new();
    int n_partitions = x->n_devices / x->n_replicas;
    g_autofree int64_t *ids = g_new(int64_t, x->n_replicas);
    wire_varint(out, 1, (uint64_t)x->n_replicas);
    wire_varint(out, 2, (uint64_t)n_partitions);
    for (int p = 0; p < n_partitions; p++) { /* the devices of a partition, by replica */
        g_autoptr(GByteArray) one = g_byte_array_new();
        for (int r = 0; r < x->n_replicas; r++)
            ids[r] = x->devices[r * n_partitions + p]->id;
        wire_packed(one, 1, ids, x->n_replicas);
        wire_bytes(out, 3, one->data, one->len);
    }
    x->assignment_size = out->len;
    x->assignment = (char *)g_byte_array_free(out, FALSE);
}

static PjrtExecutable *executable_of(PjrtClient *client, ShardscopeExecutable *e, const Options *o)
{
    PjrtExecutable *x = g_new0(PjrtExecutable, 1);
    atomic_init(&x->refs, 1);
    pthread_mutex_init(&x->lock, NULL);
    x->client = client;
    x->e = e;
    x->n_devices = shardscope_executable_n_devices(e);
    x->n_replicas = shardscope_executable_n_replicas(e);
    x->devices = g_new0(PjrtDevice *, x->n_devices + 1);
    x->logical = g_new0(PjrtLogicalDevice, x->n_devices + 1);
    for (int p = 0; p < x->n_devices; p++) {
        int64_t d = p < (int)o->devices->len ? g_array_index(o->devices, int64_t, p) : p;
        x->devices[p] = &client->devices[d];
        x->logical[p] = (PjrtLogicalDevice){ p / (x->n_devices / x->n_replicas), p % (x->n_devices / x->n_replicas) };
    }
    for (int p = 0; p < x->n_devices; p++) /* all, or those of this process if it is for more */
        if (x->devices[p]->id >= client->first && x->devices[p]->id < client->first + client->n_here) {
            x->first = x->n_here ? x->first : p;
            x->n_here++;
        }
    read_signature(x);
    read_costs(x);
    write_assignment(x);
    char *text = shardscope_executable_text(e, SHARDSCOPE_STAGE_PARTITIONED, SHARDSCOPE_HLO_SHORT, NULL);
    x->fingerprint = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text ? text : "", -1);
    shardscope_free(text);
    x->text = shardscope_executable_text(e, SHARDSCOPE_STAGE_PARTITIONED, SHARDSCOPE_STABLEHLO, NULL);
    return x;
}

static PjrtError *compile_with(PjrtClient *client, const PjrtProgram *program, const Options *o, PjrtExecutable **out)
{
    if (o->bad)
        return pjrt_error(PJRT_INVALID_ARGUMENT, "the compile options are no CompileOptionsProto");
    if (o->mistake)
        return pjrt_error(PJRT_INVALID_ARGUMENT, "%s", o->mistake);
    for (guint i = 0; i < o->devices->len; i++)
        if (g_array_index(o->devices, int64_t, i) < 0 || g_array_index(o->devices, int64_t, i) >= client->n_devices)
            return pjrt_error(PJRT_INVALID_ARGUMENT, "the device assignment names a device that is not there");
    ShardscopeError *error = NULL;
    ShardscopeProgram *p = shardscope_program_parse("program", program->code, program->code_size, &error);
    g_autofree bool *arguments = flags(o->to_arguments), *results = flags(o->to_results);
    ShardscopeCompileOptions c = { SHARDSCOPE_COMPILE_OPTIONS, .n_replicas = (int)o->n_replicas, .n_partitions = (int)o->n_partitions,
                                   .device_assignment = o->devices->len ? (const int64_t *)(const void *)o->devices->data : NULL,
                                   .propagate_to_argument = arguments, .n_propagate_to_argument = (int)o->to_arguments->len,
                                   .propagate_to_result = results, .n_propagate_to_result = (int)o->to_results->len };
    ShardscopeExecutable *e = p ? shardscope_compile(client->client, p, &c, &error) : NULL;
    shardscope_program_unref(p);
    if (!e)
        return pjrt_error_of(error);
    *out = executable_of(client, e, o);
    return NULL;
}

static PjrtError *compile_bytes(PjrtClient *client, const PjrtProgram *program, const void *options, size_t n, PjrtExecutable **out)
{
    Options o = { .n_replicas = 1, .n_partitions = 1 };
    o.devices = g_array_new(FALSE, FALSE, sizeof(int64_t));
    o.to_arguments = g_array_new(FALSE, FALSE, sizeof(int64_t));
    o.to_results = g_array_new(FALSE, FALSE, sizeof(int64_t));
    each(options, n, option, &o);
    by_replica(&o);
    *out = NULL;
    PjrtError *error = compile_with(client, program, &o, out);
    if (*out) {
        (*out)->options = g_memdup2(options, n);
        (*out)->options_size = n;
        (*out)->program = g_memdup2(program->code, program->code_size);
        (*out)->program_size = program->code_size;
    }
    g_array_unref(o.devices);
    g_array_unref(o.to_arguments);
    g_array_unref(o.to_results);
    g_free(o.mistake);
    return error;
}

PjrtError *pjrt_Client_Compile(Pjrt_Client_Compile *args)
{
    PjrtExecutable *x;
    PjrtError *error = compile_bytes(args->client, args->program, args->compile_options, args->compile_options_size, &x);
    args->executable = x;
    return error;
}

/* ---- as bytes: the version, the options and the program, which is compiled again ----------------------------------------------------------- */

enum { FIELD_VERSION = 1, FIELD_OPTIONS, FIELD_PROGRAM };

static void free_bytes(void *bytes)
{
    g_free(bytes);
}

/* Numbers of callbacks are those of a process: such a program means nothing in another. */
PjrtError *pjrt_Executable_Serialize(Pjrt_Executable_Serialize *args)
{
    static const char callback[] = "python_cpu_callback";
    const PjrtExecutable *x = args->executable;
    if (memmem(x->program, x->program_size, callback, strlen(callback)))
        return pjrt_error(PJRT_UNIMPLEMENTED, "%s calls functions of this process, and cannot be stored", shardscope_executable_name(x->e));
    GByteArray *out = g_byte_array_new();
    wire_bytes(out, FIELD_VERSION, shardscope_version(), strlen(shardscope_version()));
    wire_bytes(out, FIELD_OPTIONS, x->options, x->options_size);
    wire_bytes(out, FIELD_PROGRAM, x->program, x->program_size);
    args->serialized_bytes_size = out->len;
    args->serialized_bytes = args->serialized_executable = (void *)g_byte_array_free(out, FALSE);
    args->serialized_executable_deleter = (void (*)(void))(void *)free_bytes;
    return NULL;
}

PjrtError *pjrt_Executable_DeserializeAndLoad(Pjrt_Executable_DeserializeAndLoad *args)
{
    WireField f, part[FIELD_PROGRAM + 1] = { 0 };
    const uint8_t *at = args->serialized_executable, *end = at + args->serialized_executable_size;
    bool bad = false;
    while (wire_next(&at, end, &f, &bad))
        if (f.number <= FIELD_PROGRAM && f.type == 2)
            part[f.number] = f;
    const char *version = shardscope_version();
    if (bad || !part[FIELD_PROGRAM].bytes || part[FIELD_VERSION].n != strlen(version) || memcmp(part[FIELD_VERSION].bytes, version, strlen(version)) != 0)
        return pjrt_error(PJRT_INVALID_ARGUMENT, "the bytes are no executable of this version (%s)", version);
    PjrtProgram program = { .struct_size = sizeof program, .code = (char *)(uintptr_t)part[FIELD_PROGRAM].bytes, .code_size = part[FIELD_PROGRAM].n };
    bool other = args->overridden_serialized_compile_options_size > 0;
    PjrtExecutable *x;
    PjrtError *error = compile_bytes(args->client, &program, other ? args->overridden_serialized_compile_options : (const void *)part[FIELD_OPTIONS].bytes,
                                     other ? args->overridden_serialized_compile_options_size : part[FIELD_OPTIONS].n, &x);
    args->loaded_executable = x;
    return error;
}

/* ---- life: an executable and a loaded one are one object -------------------------------------------------------------------------------- */

static void unref(PjrtExecutable *x)
{
    if (atomic_fetch_sub(&x->refs, 1) != 1)
        return;
    for (int i = 0; i < x->n_replicas * x->n_arguments; i++)
        shardscope_sharding_unref(x->argument_sharding[i]);
    for (int i = 0; i < x->n_arguments; i++)
        g_free(x->arguments.v[i]);
    for (int i = 0; i < x->n_results; i++)
        g_free(x->results.v[i]);
    shardscope_executable_unref(x->e);
    g_slist_free_full(x->layout_lists, g_free);
    pthread_mutex_destroy(&x->lock);
    shardscope_free(x->text);
    void *all[] = { x->devices, x->logical, x->assignment, x->options, x->program, x->arguments.v, x->arguments.size, x->results.v, x->results.size, x->argument_shape,
                    x->result_shape, x->argument_sharding, x->donated, x->argument_kinds.kind, x->argument_kinds.names, x->argument_kinds.sizes, x->result_kinds.kind, x->result_kinds.names,
                    x->result_kinds.sizes, x->argument_layouts, x->result_layouts, x->fingerprint, x->result_types, x->result_dims, x->result_ranks };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        g_free(all[i]);
    g_free(x);
}

PjrtError *pjrt_Executable_Destroy(Pjrt_Executable_Destroy *args)
{
    unref(args->executable);
    return NULL;
}

PjrtError *pjrt_LoadedExecutable_Destroy(Pjrt_LoadedExecutable_Destroy *args)
{
    unref(args->executable);
    return NULL;
}

PjrtError *pjrt_LoadedExecutable_GetExecutable(Pjrt_LoadedExecutable_GetExecutable *args)
{
    PjrtExecutable *x = args->loaded_executable;
    atomic_fetch_add(&x->refs, 1);
    args->executable = x;
    return NULL;
}

PjrtError *pjrt_LoadedExecutable_Delete(Pjrt_LoadedExecutable_Delete *args)
{
    atomic_store(&((PjrtExecutable *)args->executable)->deleted, true);
    return NULL;
}

PjrtError *pjrt_LoadedExecutable_IsDeleted(Pjrt_LoadedExecutable_IsDeleted *args)
{
    args->is_deleted = atomic_load(&((PjrtExecutable *)args->executable)->deleted);
    return NULL;
}

/* ---- asking --------------------------------------------------------------------------------------------------------------------------------- */

PjrtError *pjrt_LoadedExecutable_AddressableDevices(Pjrt_LoadedExecutable_AddressableDevices *args)
{
    PjrtExecutable *x = args->executable;
    args->addressable_devices = x->devices + x->first;
    args->num_addressable_devices = (size_t)x->n_here;
    return NULL;
}

PjrtError *pjrt_LoadedExecutable_AddressableDeviceLogicalIds(Pjrt_LoadedExecutable_AddressableDeviceLogicalIds *args)
{
    PjrtExecutable *x = args->executable;
    args->addressable_device_logical_ids = x->logical + x->first;
    args->num_addressable_device_logical_ids = (size_t)x->n_here;
    return NULL;
}

static void nothing_to_free(void *owner)
{
    (void)owner;
}

PjrtError *pjrt_LoadedExecutable_GetDeviceAssignment(Pjrt_LoadedExecutable_GetDeviceAssignment *args)
{
    PjrtExecutable *x = args->executable;
    args->serialized_bytes = x->assignment;
    args->serialized_bytes_size = x->assignment_size;
    args->serialized_device_assignment = x;
    args->serialized_device_assignment_deleter = (void (*)(void))(void *)nothing_to_free;
    return NULL;
}

PjrtError *pjrt_Executable_GetCompileOptions(Pjrt_Executable_GetCompileOptions *args)
{
    PjrtExecutable *x = args->executable;
    args->serialized_bytes = x->options;
    args->serialized_bytes_size = x->options_size;
    args->serialized_compile_options = x;
    args->serialized_compile_options_deleter = (void (*)(void))(void *)nothing_to_free;
    return NULL;
}

PjrtError *pjrt_Executable_Name(Pjrt_Executable_Name *args)
{
    const char *name = shardscope_executable_name(((PjrtExecutable *)args->executable)->e);
    args->executable_name = (void *)name;
    args->executable_name_size = strlen(name);
    return NULL;
}

PjrtError *pjrt_Executable_NumReplicas(Pjrt_Executable_NumReplicas *args)
{
    args->num_replicas = (size_t)((PjrtExecutable *)args->executable)->n_replicas;
    return NULL;
}

PjrtError *pjrt_Executable_NumPartitions(Pjrt_Executable_NumPartitions *args)
{
    const PjrtExecutable *x = args->executable;
    args->num_partitions = (size_t)(x->n_devices / x->n_replicas);
    return NULL;
}

PjrtError *pjrt_Executable_NumOutputs(Pjrt_Executable_NumOutputs *args)
{
    args->num_outputs = (size_t)((PjrtExecutable *)args->executable)->n_results;
    return NULL;
}

PjrtError *pjrt_Executable_SizeOfGeneratedCodeInBytes(Pjrt_Executable_SizeOfGeneratedCodeInBytes *args)
{
    args->size_in_bytes = 0;
    return NULL;
}

PjrtError *pjrt_Executable_GetCostAnalysis(Pjrt_Executable_GetCostAnalysis *args)
{
    PjrtExecutable *x = args->executable;
    args->properties = x->costs;
    args->num_properties = G_N_ELEMENTS(x->costs);
    return NULL;
}

PjrtError *pjrt_Executable_OutputMemoryKinds(Pjrt_Executable_OutputMemoryKinds *args)
{
    PjrtExecutable *x = args->executable;
    args->memory_kinds = x->result_kinds.names;
    args->memory_kind_sizes = x->result_kinds.sizes;
    args->num_outputs = (size_t)x->n_results;
    return NULL;
}

PjrtError *pjrt_Executable_ParameterMemoryKinds(Pjrt_Executable_ParameterMemoryKinds *args)
{
    PjrtExecutable *x = args->executable;
    args->memory_kinds = x->argument_kinds.names;
    args->memory_kind_sizes = x->argument_kinds.sizes;
    args->num_parameters = (size_t)x->n_arguments;
    return NULL;
}

PjrtError *pjrt_Executable_Fingerprint(Pjrt_Executable_Fingerprint *args)
{
    PjrtExecutable *x = args->executable;
    args->executable_fingerprint = x->fingerprint;
    args->executable_fingerprint_size = strlen(x->fingerprint);
    return NULL;
}

PjrtError *pjrt_LoadedExecutable_Fingerprint(Pjrt_LoadedExecutable_Fingerprint *args)
{
    PjrtExecutable *x = args->executable;
    args->executable_fingerprint = x->fingerprint;
    args->executable_fingerprint_size = strlen(x->fingerprint);
    return NULL;
}

PjrtError *pjrt_Executable_GetCompiledMemoryStats(Pjrt_Executable_GetCompiledMemoryStats *args)
{
    ShardscopeMemory m;
    ShardscopeError *error = NULL;
    if (!shardscope_executable_memory(((PjrtExecutable *)args->executable)->e, &m, &error))
        return pjrt_error_of(error);
    size_t known = MIN(args->struct_size, sizeof *args);
    memset((char *)args + offsetof(Pjrt_Executable_GetCompiledMemoryStats, generated_code_size_in_bytes), 0,
           known - offsetof(Pjrt_Executable_GetCompiledMemoryStats, generated_code_size_in_bytes));
    args->argument_size_in_bytes = m.argument_bytes;
    args->output_size_in_bytes = m.result_bytes;
    args->alias_size_in_bytes = m.alias_bytes;
    args->temp_size_in_bytes = m.temporary_bytes;
    if (known >= offsetof(Pjrt_Executable_GetCompiledMemoryStats, total_size_in_bytes))
        args->peak_memory_in_bytes = m.peak_bytes;
    return NULL;
}

/* Asked twice: for the size, then with room. */
PjrtError *pjrt_Executable_OptimizedProgram(Pjrt_Executable_OptimizedProgram *args)
{
    const PjrtExecutable *x = args->executable;
    PjrtProgram *p = args->program;
    if (!x->text)
        return pjrt_error(PJRT_UNIMPLEMENTED, "%s has no text as StableHLO", shardscope_executable_name(x->e));
    size_t n = strlen(x->text);
    if (p->code && p->code_size < n)
        return pjrt_error(PJRT_INVALID_ARGUMENT, "room for %zu bytes of a program of %zu", p->code_size, n);
    if (p->code)
        memcpy(p->code, x->text, n);
    p->code_size = n;
    p->format = "mlir";
    p->format_size = strlen("mlir");
    return NULL;
}

PjrtError *pjrt_Executable_OutputElementTypes(Pjrt_Executable_OutputElementTypes *args)
{
    const PjrtExecutable *x = args->executable;
    args->output_types = x->result_types;
    args->num_output_types = (size_t)x->n_results;
    return NULL;
}

PjrtError *pjrt_Executable_OutputDimensions(Pjrt_Executable_OutputDimensions *args)
{
    const PjrtExecutable *x = args->executable;
    args->num_outputs = (size_t)x->n_results;
    args->dims = x->result_dims;
    args->dim_sizes = x->result_ranks;
    return NULL;
}

static PjrtError *shardings(PjrtShardingsArgs *args, const PjrtBytes *b)
{
    args->num = (size_t)b->n;
    args->shardings = b->n ? (const char *const *)b->v : NULL;
    args->sharding_sizes = b->n ? b->size : NULL;
    return NULL;
}

PjrtError *pjrt_parameter_shardings(PjrtShardingsArgs *args)
{
    return shardings(args, &((PjrtExecutable *)args->executable)->arguments);
}

PjrtError *pjrt_output_shardings(PjrtShardingsArgs *args)
{
    return shardings(args, &((PjrtExecutable *)args->executable)->results);
}

/* ---- executing ------------------------------------------------------------------------------------------------------------------------------- */

/* True for a partition whose device is in this process: of lists, which are of these devices, it has the (p - x->first)-th. */
static bool is_here(const PjrtExecutable *x, int p)
{
    return p >= x->first && p < x->first + x->n_here;
}

/* The pieces of an argument of a replica as one array; a reference. `a`: its number among those of all replicas. */
static ShardscopeArray *argument(const PjrtExecutable *x, PjrtBuffer *const *const *lists, int a, ShardscopeError **error)
{
    int n_partitions = x->n_devices / x->n_replicas, i = a % x->n_arguments, first = a / x->n_arguments * n_partitions;
    if (n_partitions == 1)
        return shardscope_array_ref(lists[first][i]->array);
    g_autofree ShardscopeArray **parts = g_new0(ShardscopeArray *, n_partitions);
    int64_t n = shardscope_sharding_n_devices(x->argument_sharding[a]);
    for (int p = 0; p < n_partitions && p < n; p++) /* shards are numbered as partitions are */
        parts[p] = is_here(x, first + p) ? lists[first + p - x->first][i]->array : NULL;
    return shardscope_array_assemble(x->client->client, &x->argument_shape[i], parts, n, x->argument_sharding[a], error);
}

/* The pieces of a result of a replica as buffers, by device. */
static bool spread(const PjrtExecutable *x, ShardscopeArray *result, int a, void **const *outputs, ShardscopeError **error)
{
    int n_partitions = x->n_devices / x->n_replicas, i = a % x->n_results, first = a / x->n_results * n_partitions;
    for (int d = first; d < first + n_partitions; d++) {
        if (!is_here(x, d))
            continue;
        ShardscopeArray *part = n_partitions == 1 ? shardscope_array_ref(result) : shardscope_array_shard(result, x->devices[d]->id, error);
        if (!part)
            return false;
        outputs[d - x->first][i] = buffer_of(part, x->devices[d]->memories[x->result_kinds.kind[i]], &x->result_layouts[i]);
    }
    return true;
}

static bool is_kept(const PjrtExecuteOptions *o, int i)
{
    for (size_t k = 0; o && k < o->num_non_donatable_input_indices; k++)
        if (o->non_donatable_input_indices[k] == i)
            return true;
    return false;
}

static bool run(PjrtExecutable *x, Pjrt_LoadedExecutable_Execute *args, ShardscopeError **error)
{
    PjrtBuffer *const *const *lists = args->argument_lists;
    void **const *outputs = args->output_lists;
    int n_arguments = x->n_replicas * x->n_arguments, n_results = x->n_replicas * x->n_results, n_partitions = x->n_devices / x->n_replicas;
    g_autofree ShardscopeArray **arguments = g_new0(ShardscopeArray *, n_arguments + 1), **results = g_new0(ShardscopeArray *, n_results + 1);
    g_autofree int *keep = g_new0(int, n_arguments + 1);
    int n_keep = 0;
    bool ok = true;
    for (int a = 0; a < n_arguments && ok; a++) {
        int i = a % x->n_arguments, first = a / x->n_arguments * n_partitions;
        ok = (arguments[a] = argument(x, lists, a, error)) != NULL;
        if (x->donated[i] && is_kept(args->options, i))
            keep[n_keep++] = a;
        else if (ok && x->donated[i] && n_partitions > 1)
            for (int d = first; d < first + n_partitions; d++)
                if (is_here(x, d))
                    shardscope_array_delete(lists[d - x->first][i]->array);
    }
    ok = ok && shardscope_execute(x->e, arguments, n_arguments, &(ShardscopeExecuteOptions){ SHARDSCOPE_EXECUTE_OPTIONS, .keep = keep, .n_keep = n_keep }, results, error);
    for (int i = 0; i < n_arguments; i++)
        shardscope_array_unref(arguments[i]);
    for (int i = 0; ok && i < n_results; i++)
        ok = spread(x, results[i], i, outputs, error);
    for (int i = 0; i < n_results; i++)
        shardscope_array_unref(results[i]);
    return ok;
}

static void done(void *event)
{
    event_complete(event, NULL);
    event_unref(event);
}

PjrtError *pjrt_LoadedExecutable_Execute(Pjrt_LoadedExecutable_Execute *args)
{
    PjrtExecutable *x = args->executable;
    if (atomic_load(&x->deleted))
        return pjrt_error(PJRT_FAILED_PRECONDITION, "%s was deleted", shardscope_executable_name(x->e));
    if (args->num_args != (size_t)x->n_arguments || args->num_devices != (size_t)x->n_here)
        return pjrt_error(PJRT_INVALID_ARGUMENT, "%s takes %d arguments on %d devices: %zu on %zu given", shardscope_executable_name(x->e), x->n_arguments, x->n_here,
                          args->num_args, args->num_devices);
    ShardscopeError *error = NULL;
    if (!run(x, args, &error))
        return pjrt_error_of(error);
    void **events = args->device_complete_events;
    for (int p = 0; events && p < x->n_here; p++) {
        if (x->n_results) {
            events[p] = event_of_array(((PjrtBuffer *const *const *)args->output_lists)[p][0]->array);
            continue;
        }
        PjrtEvent *e = event_new();
        shardscope_client_on_idle(x->client->client, done, event_ref(e), NULL);
        events[p] = e;
    }
    return NULL;
}
