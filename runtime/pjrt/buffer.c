/* Buffers: arrays that are whole on one device, copied in and out. */
#include "runtime/pjrt/table.h"

#include <string.h>

/* In the order of the interface's numbers. */
static const ShardscopeDtype dtypes[] = {
    (ShardscopeDtype)0, SHARDSCOPE_PRED, SHARDSCOPE_S8, SHARDSCOPE_S16, SHARDSCOPE_S32, SHARDSCOPE_S64, SHARDSCOPE_U8, SHARDSCOPE_U16, SHARDSCOPE_U32, SHARDSCOPE_U64,
    SHARDSCOPE_F16, SHARDSCOPE_F32, SHARDSCOPE_F64, SHARDSCOPE_BF16, SHARDSCOPE_C64, SHARDSCOPE_C128, SHARDSCOPE_F8E5M2, SHARDSCOPE_F8E4M3FN, SHARDSCOPE_F8E4M3B11FNUZ,
    SHARDSCOPE_F8E5M2FNUZ, SHARDSCOPE_F8E4M3FNUZ, SHARDSCOPE_S4, SHARDSCOPE_U4, (ShardscopeDtype)0 /* token */, SHARDSCOPE_S2, SHARDSCOPE_U2, SHARDSCOPE_F8E4M3,
    SHARDSCOPE_F8E3M4, SHARDSCOPE_F8E8M0FNU, SHARDSCOPE_F4E2M1FN, SHARDSCOPE_S1, SHARDSCOPE_U1, SHARDSCOPE_F6E2M3FN, SHARDSCOPE_F6E3M2FN,
};

int pjrt_type_of(ShardscopeDtype dtype)
{
    for (int i = 1; i < (int)G_N_ELEMENTS(dtypes); i++)
        if (dtypes[i] == dtype)
            return i;
    return 0;
}

ShardscopeDtype pjrt_dtype_of(int type)
{
    return type > 0 && type < (int)G_N_ELEMENTS(dtypes) ? dtypes[type] : (ShardscopeDtype)0;
}

PjrtBuffer *buffer_of(ShardscopeArray *array, PjrtDevice *device)
{
    PjrtBuffer *b = g_new0(PjrtBuffer, 1);
    b->array = array;
    b->device = device;
    shardscope_array_shape(array, &b->shape, NULL);
    return b;
}

/* ---- from the host ------------------------------------------------------------------------------------------------------------------ */

PjrtError *pjrt_Client_BufferFromHostBuffer(Pjrt_Client_BufferFromHostBuffer *args)
{
    PjrtClient *c = args->client;
    PjrtDevice *device = args->memory ? ((PjrtMemory *)args->memory)->device : args->device ? args->device : &c->devices[0];
    ShardscopeShape shape = { .dtype = pjrt_dtype_of(args->type), .rank = (int)args->num_dims };
    if (!shape.dtype)
        return pjrt_error(PJRT_UNIMPLEMENTED, "arrays of element type %d", args->type);
    if (args->num_dims > SHARDSCOPE_MAX_RANK)
        return pjrt_error(PJRT_UNIMPLEMENTED, "arrays of %zu dimensions", args->num_dims);
    memcpy(shape.dims, args->dims, args->num_dims * sizeof(int64_t));
    ShardscopeError *error = NULL;
    ShardscopeSharding *s = shardscope_sharding_single_device(device->id, &error);
    ShardscopeArray *a = shardscope_array_from_host(c->client, &shape, args->data, args->num_byte_strides ? args->byte_strides : NULL, s, &error);
    shardscope_sharding_unref(s);
    if (!a)
        return pjrt_error_of(error);
    args->buffer = buffer_of(a, device);
    args->done_with_host_buffer = event_of_array(NULL); /* it was copied */
    return NULL;
}

/* ---- to the host ---------------------------------------------------------------------------------------------------------------------- */

typedef struct ToHost {
    ShardscopeArray *array;
    ShardscopeShape shape;
    int64_t minor_to_major[SHARDSCOPE_MAX_RANK]; /* of the destination */
    bool transposed;
    void *out;
    size_t n;
    PjrtEvent *event;
} ToHost;

/* Row-major into the order of another layout. */
static void transpose(const ToHost *t, const char *from, int64_t elem)
{
    int64_t stride[SHARDSCOPE_MAX_RANK], step = elem;
    for (int i = 0; i < t->shape.rank; i++) {
        stride[t->minor_to_major[i]] = step;
        step *= t->shape.dims[t->minor_to_major[i]];
    }
    int64_t n = step / elem, at[SHARDSCOPE_MAX_RANK] = { 0 };
    for (int64_t i = 0; i < n; i++) {
        int64_t to = 0;
        for (int d = 0; d < t->shape.rank; d++)
            to += at[d] * stride[d];
        memcpy((char *)t->out + to, from + i * elem, (size_t)elem);
        for (int d = t->shape.rank - 1; d >= 0 && ++at[d] == t->shape.dims[d]; d--)
            at[d] = 0;
    }
}

/* The array is ready. */
static void copy_out(void *user, ShardscopeError *why)
{
    ToHost *t = user;
    ShardscopeError *error = why;
    if (!error && t->transposed) {
        g_autofree char *plain = g_malloc(t->n);
        if (shardscope_array_to_host(t->array, plain, t->n, &error))
            transpose(t, plain, (int64_t)shardscope_dtype_bytes(t->shape.dtype));
    } else if (!error) {
        shardscope_array_to_host(t->array, t->out, t->n, &error);
    }
    shardscope_array_unref(t->array);
    event_complete(t->event, pjrt_error_of(error));
    event_unref(t->event);
    g_free(t);
}

/* False for the row-major layout, and for none. */
static bool read_layout(const PjrtMemoryLayout *layout, ToHost *t)
{
    int rank = t->shape.rank;
    if (!layout || layout->type != 0 || layout->tiled.minor_to_major_size != (size_t)rank)
        return false;
    bool other = false;
    for (int i = 0; i < rank; i++) {
        t->minor_to_major[i] = layout->tiled.minor_to_major[i];
        if (t->minor_to_major[i] < 0 || t->minor_to_major[i] >= rank)
            return false;
        other |= t->minor_to_major[i] != rank - 1 - i;
    }
    return other;
}

PjrtError *pjrt_Buffer_ToHostBuffer(Pjrt_Buffer_ToHostBuffer *args)
{
    PjrtBuffer *b = args->src;
    size_t n = (size_t)shardscope_array_bytes(b->array);
    if (!args->dst) {
        args->dst_size = n;
        args->event = event_of_array(NULL);
        return NULL;
    }
    if (args->dst_size < n)
        return pjrt_error(PJRT_INVALID_ARGUMENT, "room for %zu bytes, and the buffer has %zu", args->dst_size, n);
    PjrtEvent *event = event_new();
    ToHost *t = g_new0(ToHost, 1);
    *t = (ToHost){ .array = shardscope_array_ref(b->array), .shape = b->shape, .out = args->dst, .n = n, .event = event_ref(event) };
    t->transposed = read_layout(args->host_layout, t);
    ShardscopeError *error = NULL;
    if (!shardscope_array_on_ready(b->array, copy_out, t, &error))
        copy_out(t, error);
    args->event = event;
    return NULL;
}

/* ---- asking and letting go --------------------------------------------------------------------------------------------------------------- */

PjrtError *pjrt_Buffer_Destroy(Pjrt_Buffer_Destroy *args)
{
    PjrtBuffer *b = args->buffer;
    shardscope_array_unref(b->array);
    g_free(b);
    return NULL;
}

PjrtError *pjrt_Buffer_ElementType(Pjrt_Buffer_ElementType *args)
{
    args->type = pjrt_type_of(((PjrtBuffer *)args->buffer)->shape.dtype);
    return NULL;
}

PjrtError *pjrt_Buffer_Dimensions(Pjrt_Buffer_Dimensions *args)
{
    PjrtBuffer *b = args->buffer;
    args->dims = b->shape.dims;
    args->num_dims = (size_t)b->shape.rank;
    return NULL;
}

PjrtError *pjrt_Buffer_UnpaddedDimensions(Pjrt_Buffer_UnpaddedDimensions *args)
{
    PjrtBuffer *b = args->buffer;
    args->unpadded_dims = b->shape.dims;
    args->num_dims = (size_t)b->shape.rank;
    return NULL;
}

PjrtError *pjrt_Buffer_DynamicDimensionIndices(Pjrt_Buffer_DynamicDimensionIndices *args)
{
    args->dynamic_dim_indices = NULL;
    args->num_dynamic_dims = 0;
    return NULL;
}

PjrtError *pjrt_Buffer_OnDeviceSizeInBytes(Pjrt_Buffer_OnDeviceSizeInBytes *args)
{
    args->on_device_size_in_bytes = (size_t)shardscope_array_bytes(((PjrtBuffer *)args->buffer)->array);
    return NULL;
}

PjrtError *pjrt_Buffer_Device(Pjrt_Buffer_Device *args)
{
    args->device = ((PjrtBuffer *)args->buffer)->device;
    return NULL;
}

PjrtError *pjrt_Buffer_Memory(Pjrt_Buffer_Memory *args)
{
    args->memory = &((PjrtBuffer *)args->buffer)->device->memory;
    return NULL;
}

PjrtError *pjrt_Buffer_Delete(Pjrt_Buffer_Delete *args)
{
    shardscope_array_delete(((PjrtBuffer *)args->buffer)->array);
    return NULL;
}

PjrtError *pjrt_Buffer_IsDeleted(Pjrt_Buffer_IsDeleted *args)
{
    args->is_deleted = shardscope_array_is_deleted(((PjrtBuffer *)args->buffer)->array);
    return NULL;
}

/* False: clients then ask for copies instead of looking into the memory. */
PjrtError *pjrt_Buffer_IsOnCpu(Pjrt_Buffer_IsOnCpu *args)
{
    args->is_on_cpu = false;
    return NULL;
}

PjrtError *pjrt_Buffer_ReadyEvent(Pjrt_Buffer_ReadyEvent *args)
{
    args->event = event_of_array(((PjrtBuffer *)args->buffer)->array);
    return NULL;
}

static PjrtError *copy_to(PjrtBuffer *b, PjrtDevice *device, void **out)
{
    ShardscopeError *error = NULL;
    ShardscopeSharding *s = shardscope_sharding_single_device(device->id, &error);
    ShardscopeArray *a = shardscope_array_put(b->array, s, &error);
    shardscope_sharding_unref(s);
    if (!a)
        return pjrt_error_of(error);
    *out = buffer_of(a, device);
    return NULL;
}

PjrtError *pjrt_Buffer_CopyToMemory(Pjrt_Buffer_CopyToMemory *args)
{
    return copy_to(args->buffer, ((PjrtMemory *)args->dst_memory)->device, &args->dst_buffer);
}

PjrtError *pjrt_Buffer_CopyToDevice(Pjrt_Buffer_CopyToDevice *args)
{
    return copy_to(args->buffer, args->dst_device, &args->dst_buffer);
}

PjrtError *pjrt_Buffer_DecreaseExternalReferenceCount(Pjrt_Buffer_DecreaseExternalReferenceCount *args)
{
    (void)args;
    return NULL;
}
