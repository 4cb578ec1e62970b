/* The PJRT plugin: the table of functions that GetPjrtApi hands out, errors, and the functions that are not there. */
#include "runtime/pjrt/table.h"

#include <stdarg.h>
#include <string.h>

/* ---- errors ---------------------------------------------------------------------------------------------------------------------------- */

PjrtError *pjrt_error(int code, const char *fmt, ...)
{
    PjrtError *e = g_new0(PjrtError, 1);
    va_list ap;
    va_start(ap, fmt);
    *e = (PjrtError){ .code = code, .message = g_strdup_vprintf(fmt, ap) };
    va_end(ap);
    return e;
}

PjrtError *pjrt_error_copy(const PjrtError *error)
{
    return error ? pjrt_error(error->code, "%s", error->message) : NULL;
}

PjrtError *pjrt_error_of(ShardscopeError *error)
{
    static const int code_of[] = {
        [SHARDSCOPE_OK] = PJRT_INTERNAL, [SHARDSCOPE_PARSE] = PJRT_INVALID_ARGUMENT, [SHARDSCOPE_VERIFY] = PJRT_INVALID_ARGUMENT,
        [SHARDSCOPE_SHARDING] = PJRT_INVALID_ARGUMENT, [SHARDSCOPE_UNSUPPORTED] = PJRT_UNIMPLEMENTED, [SHARDSCOPE_IO] = PJRT_NOT_FOUND,
        [SHARDSCOPE_RUN] = PJRT_INTERNAL, [SHARDSCOPE_INVALID] = PJRT_INVALID_ARGUMENT, [SHARDSCOPE_LIMIT] = PJRT_RESOURCE_EXHAUSTED,
        [SHARDSCOPE_STOPPED] = PJRT_CANCELLED, [SHARDSCOPE_TRACE] = PJRT_INTERNAL,
    };
    if (!error)
        return NULL;
    unsigned status = shardscope_error_status(error);
    PjrtError *e = pjrt_error(status < G_N_ELEMENTS(code_of) ? code_of[status] : PJRT_INTERNAL, "%s", shardscope_error_message(error));
    shardscope_error_free(error);
    return e;
}

void pjrt_error_free(PjrtError *e)
{
    if (e)
        g_free(e->message);
    g_free(e);
}

PjrtError *pjrt_Error_Destroy(Pjrt_Error_Destroy *args)
{
    pjrt_error_free(args->error);
    return NULL;
}

PjrtError *pjrt_Error_Message(Pjrt_Error_Message *args)
{
    const PjrtError *e = args->error;
    args->message = e->message;
    args->message_size = strlen(e->message);
    return NULL;
}

PjrtError *pjrt_Error_GetCode(Pjrt_Error_GetCode *args)
{
    args->code = ((const PjrtError *)args->error)->code;
    return NULL;
}

PjrtError *pjrt_Error_ForEachPayload(Pjrt_Error_ForEachPayload *args)
{
    (void)args;
    return NULL;
}

/* ---- what is not there: clients take these errors for answers ------------------------------------------------------------------------------ */

#define MISSING(name)                                                                                                                      \
    PjrtError *pjrt_##name(Pjrt_##name *args)                                                                                              \
    {                                                                                                                                      \
        (void)args;                                                                                                                        \
        return pjrt_error(PJRT_UNIMPLEMENTED, "%s is not supported", #name);                                                               \
    }
MISSING(Buffer_CopyRawToHost)
MISSING(Buffer_CopyRawToHostFuture)
MISSING(Buffer_DonateWithControlDependency)
MISSING(Buffer_Bitcast)
MISSING(CopyToDeviceStream_Destroy)
MISSING(CopyToDeviceStream_AddChunk)
MISSING(CopyToDeviceStream_TotalBytes)
MISSING(CopyToDeviceStream_GranuleSize)
MISSING(CopyToDeviceStream_CurrentBytes)
MISSING(TopologyDescription_Create)
MISSING(TopologyDescription_Serialize)
MISSING(TopologyDescription_Deserialize)
MISSING(TopologyDescription_MakeCanonicalShapeForMemorySpace)
MISSING(TopologyDescription_GetMemorySpaceKindIds)
MISSING(Compile)
MISSING(Client_CreateViewOfDeviceBuffer)
MISSING(Client_CreateBuffersForAsyncHostToDevice)
MISSING(Client_DmaMap)
MISSING(Client_DmaUnmap)
MISSING(Client_CreateUninitializedBuffer)
MISSING(Client_CreateAliasBuffer)
MISSING(Client_FulfillAliasBuffer)
MISSING(Client_CreateErrorBuffer)
MISSING(Client_Load)
MISSING(ExecuteContext_Create)
MISSING(ExecuteContext_Destroy)
MISSING(AsyncHostToDeviceTransferManager_Destroy)
MISSING(AsyncHostToDeviceTransferManager_TransferData)
MISSING(AsyncHostToDeviceTransferManager_RetrieveBuffer)
MISSING(AsyncHostToDeviceTransferManager_Device)
MISSING(AsyncHostToDeviceTransferManager_BufferCount)
MISSING(AsyncHostToDeviceTransferManager_BufferSize)
MISSING(AsyncHostToDeviceTransferManager_SetBufferError)
MISSING(AsyncHostToDeviceTransferManager_AddMetadata)
MISSING(AsyncHostToDeviceTransferManager_TransferLiteral)
MISSING(Device_PoisonExecution)

/* ---- the table ------------------------------------------------------------------------------------------------------------------------------- */

static struct {
    PjrtExtension head;
    PjrtError *(*parameter_shardings)(PjrtShardingsArgs *args);
    PjrtError *(*output_shardings)(PjrtShardingsArgs *args);
} shardings = { { sizeof shardings, PJRT_EXTENSION_SHARDINGS, NULL }, pjrt_parameter_shardings, pjrt_output_shardings };

static struct {
    PjrtExtension head;
    PjrtError *(*destroy)(PjrtLayoutDestroy *args);
    PjrtError *(*serialize)(PjrtLayoutSerialize *args);
    PjrtError *(*of_client)(PjrtLayoutOfShape *args);
    PjrtError *(*of_buffer)(PjrtLayoutOfBuffer *args);
    PjrtError *(*of_topology)(PjrtLayoutOfShape *args);
    PjrtError *(*results)(PjrtLayoutsOfExecutable *args);
    PjrtError *(*arguments)(PjrtLayoutsOfExecutable *args);
} layouts = { { sizeof layouts, PJRT_EXTENSION_LAYOUTS, &shardings.head }, pjrt_layout_destroy, pjrt_layout_serialize, pjrt_layout_of_client, pjrt_layout_of_buffer,
              pjrt_layout_of_client, pjrt_result_layouts, pjrt_argument_layouts };

static struct {
    PjrtExtension head;
    PjrtError *(*descriptions)(PjrtMemoryDescriptions *args);
    PjrtError *(*kind)(PjrtMemoryDescriptionKind *args);
} memories = { { sizeof memories, PJRT_EXTENSION_MEMORIES, &layouts.head }, pjrt_memory_descriptions, pjrt_memory_description_kind };

static struct {
    PjrtExtension head;
    const void *table;
    int64_t context;
} profiler = { { sizeof profiler, PJRT_EXTENSION_PROFILER, &memories.head }, &pjrt_profiler_table, -1 };

static const PjrtApi api = {
    .struct_size = offsetof(PjrtApi, later),
    .extension_start = &profiler,
    .version = { .struct_size = sizeof api.version, .major = PJRT_MAJOR, .minor = PJRT_MINOR },
#define PJRT_SLOT(name) .name = pjrt_##name,
    PJRT_SLOTS
#undef PJRT_SLOT
};

const PjrtApi *GetPjrtApi(void) __attribute__((visibility("default")));
const PjrtApi *GetPjrtApi(void)
{
    return &api;
}
