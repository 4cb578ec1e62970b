/* Programs compiled, executables as bytes, and their life. */
#include "runtime/pjrt/table.h"

#include <string.h>

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
    g_free(layout_parse(info->layout, &info->shape, &layouts[i])); /* what was wrong was said before it was compiled */
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

static PjrtExecutable *executable_of(PjrtClient *client, ShardscopeExecutable *e, const PjrtOptions *o)
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
    return x;
}

static PjrtError *check_options(const PjrtClient *client, const PjrtOptions *o)
{
    if (o->bad)
        return pjrt_error(PJRT_INVALID_ARGUMENT, "the compile options are no CompileOptionsProto");
    if (o->mistake)
        return pjrt_error(PJRT_INVALID_ARGUMENT, "%s", o->mistake);
    for (guint i = 0; i < o->devices->len; i++)
        if (g_array_index(o->devices, int64_t, i) < 0 || g_array_index(o->devices, int64_t, i) >= client->n_devices)
            return pjrt_error(PJRT_INVALID_ARGUMENT, "the device assignment names a device that is not there");
    return NULL;
}

static PjrtError *check_layouts(const ShardscopeProgram *p)
{
    int n_arguments = shardscope_program_n_arguments(p), n_results = shardscope_program_n_results(p);
    for (int i = 0; i < n_arguments + n_results; i++) {
        ShardscopeValueInfo info;
        PjrtLayout layout;
        if (i < n_arguments)
            shardscope_program_argument(p, i, &info, NULL);
        else
            shardscope_program_result(p, i - n_arguments, &info, NULL);
        g_autofree char *wrong = layout_parse(info.layout, &info.shape, &layout);
        if (wrong)
            return pjrt_error(PJRT_INVALID_ARGUMENT, "%s %d of %s: %s", i < n_arguments ? "argument" : "result", i < n_arguments ? i : i - n_arguments, shardscope_program_name(p), wrong);
    }
    return NULL;
}

static PjrtError *compile_with(PjrtClient *client, const PjrtProgram *program, const PjrtOptions *o, PjrtExecutable **out)
{
    PjrtError *wrong = check_options(client, o);
    if (wrong)
        return wrong;
    ShardscopeError *error = NULL;
    ShardscopeProgram *p = shardscope_program_parse("program", program->code, program->code_size, &error);
    g_autofree bool *arguments = options_flags(o->to_arguments), *results = options_flags(o->to_results);
    ShardscopeCompileOptions c = { SHARDSCOPE_COMPILE_OPTIONS, .n_replicas = (int)o->n_replicas, .n_partitions = (int)o->n_partitions,
                                   .device_assignment = o->devices->len ? (const int64_t *)(const void *)o->devices->data : NULL,
                                   .propagate_to_argument = arguments, .n_propagate_to_argument = (int)o->to_arguments->len,
                                   .propagate_to_result = results, .n_propagate_to_result = (int)o->to_results->len };
    wrong = p ? check_layouts(p) : NULL;
    ShardscopeExecutable *e = p && !wrong ? shardscope_compile(client->client, p, &c, &error) : NULL;
    shardscope_program_unref(p);
    if (wrong)
        return wrong;
    if (!e)
        return pjrt_error_of(error);
    *out = executable_of(client, e, o);
    return NULL;
}

static void keep_source(PjrtExecutable *x, const PjrtProgram *program, const void *options, size_t n)
{
    x->options = g_memdup2(options, n);
    x->options_size = n;
    x->program = g_memdup2(program->code, program->code_size);
    x->program_size = program->code_size;
}

static PjrtError *compile_bytes(PjrtClient *client, const PjrtProgram *program, const void *options, size_t n, PjrtExecutable **out)
{
    PjrtOptions o;
    options_read(&o, options, n);
    *out = NULL;
    PjrtError *error = compile_with(client, program, &o, out);
    if (*out)
        keep_source(*out, program, options, n);
    options_clear(&o);
    return error;
}

PjrtError *pjrt_Client_Compile(Pjrt_Client_Compile *args)
{
    PjrtExecutable *x;
    PjrtError *error = compile_bytes(args->client, args->program, args->compile_options, args->compile_options_size, &x);
    args->executable = x;
    return error;
}

/* ---- as bytes: the version, the options, the program, and what it was partitioned to ----------------------------------------------------------- */

enum { FIELD_VERSION = 1, FIELD_OPTIONS, FIELD_PROGRAM, FIELD_EXECUTABLE, N_FIELDS };

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
    size_t n = 0;
    void *partitioned = shardscope_executable_serialise(x->e, &n, NULL);
    if (partitioned)
        wire_bytes(out, FIELD_EXECUTABLE, partitioned, n);
    shardscope_free(partitioned);
    args->serialized_bytes_size = out->len;
    args->serialized_bytes = args->serialized_executable = (void *)g_byte_array_free(out, FALSE);
    args->serialized_executable_deleter = (void (*)(void))(void *)free_bytes;
    return NULL;
}

/* Without propagating and planning again; NULL if that cannot be. */
static PjrtExecutable *load(PjrtClient *client, const PjrtProgram *program, const WireField *options, const WireField *partitioned)
{
    PjrtOptions o;
    options_read(&o, options->bytes, options->n);
    PjrtError *wrong = check_options(client, &o);
    ShardscopeExecutable *e = partitioned->bytes && !wrong ? shardscope_executable_load(client->client, partitioned->bytes, partitioned->n, NULL) : NULL;
    PjrtExecutable *x = e ? executable_of(client, e, &o) : NULL;
    if (x)
        keep_source(x, program, options->bytes, options->n);
    pjrt_error_free(wrong);
    options_clear(&o);
    return x;
}

PjrtError *pjrt_Executable_DeserializeAndLoad(Pjrt_Executable_DeserializeAndLoad *args)
{
    WireField f, part[N_FIELDS] = { 0 };
    const uint8_t *at = args->serialized_executable, *end = at + args->serialized_executable_size;
    bool bad = false;
    while (wire_next(&at, end, &f, &bad))
        if (f.number < N_FIELDS && f.type == 2)
            part[f.number] = f;
    const char *version = shardscope_version();
    if (bad || !part[FIELD_PROGRAM].bytes || part[FIELD_VERSION].n != strlen(version) || memcmp(part[FIELD_VERSION].bytes, version, strlen(version)) != 0)
        return pjrt_error(PJRT_INVALID_ARGUMENT, "the bytes are no executable of this version (%s)", version);
    PjrtProgram program = { .struct_size = sizeof program, .code = (char *)(uintptr_t)part[FIELD_PROGRAM].bytes, .code_size = part[FIELD_PROGRAM].n };
    bool other = args->overridden_serialized_compile_options_size > 0;
    PjrtExecutable *x = other ? NULL : load(args->client, &program, &part[FIELD_OPTIONS], &part[FIELD_EXECUTABLE]);
    PjrtError *error = x ? NULL : compile_bytes(args->client, &program, other ? args->overridden_serialized_compile_options : (const void *)part[FIELD_OPTIONS].bytes,
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
    shardscope_free(x->optimised);
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
