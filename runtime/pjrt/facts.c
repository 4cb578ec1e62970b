/* What an executable says of itself. */
#include "runtime/pjrt/table.h"

#include <string.h>

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

static bool write_optimised(PjrtExecutable *x, ShardscopeError **error)
{
    pthread_mutex_lock(&x->lock);
    if (!x->optimised)
        x->optimised = shardscope_executable_proto(x->e, &x->optimised_size, error);
    bool ok = x->optimised;
    pthread_mutex_unlock(&x->lock);
    return ok;
}

/* Asked twice: for the size, then with room. */
PjrtError *pjrt_Executable_OptimizedProgram(Pjrt_Executable_OptimizedProgram *args)
{
    PjrtExecutable *x = args->executable;
    PjrtProgram *p = args->program;
    ShardscopeError *error = NULL;
    if (!write_optimised(x, &error))
        return pjrt_error_of(error);
    size_t n = x->optimised_size;
    if (p->code && p->code_size < n)
        return pjrt_error(PJRT_INVALID_ARGUMENT, "room for %zu bytes of a program of %zu", p->code_size, n);
    if (p->code)
        memcpy(p->code, x->optimised, n);
    p->code_size = n;
    p->format = "hlo_with_config";
    p->format_size = strlen(p->format);
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
