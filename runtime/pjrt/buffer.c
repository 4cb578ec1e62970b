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

enum { TYPE_S1 = 30, TYPE_U1 };

/* Integers of one bit are pred in what JAX compiles: the only type of MLIR for them is i1. */
static bool is_bit(int type)
{
    return type == TYPE_S1 || type == TYPE_U1;
}

ShardscopeDtype pjrt_dtype_of(int type)
{
    if (is_bit(type))
        return SHARDSCOPE_PRED;
    return type > 0 && type < (int)G_N_ELEMENTS(dtypes) ? dtypes[type] : (ShardscopeDtype)0;
}

PjrtBuffer *buffer_of(ShardscopeArray *array, PjrtMemory *memory, const PjrtLayout *layout)
{
    PjrtBuffer *b = g_new0(PjrtBuffer, 1);
    b->array = array;
    b->device = memory->device;
    b->memory = memory;
    shardscope_array_shape(array, &b->shape, NULL);
    b->layout = layout ? *layout : layout_default(b->shape.rank);
    pthread_mutex_init(&b->lock, NULL);
    return b;
}

/* ---- from the host ------------------------------------------------------------------------------------------------------------------ */

/* Integers of one bit, a byte each, as pred in row-major order: -1 is their 1. */
static char *bits_of(const char *data, const ShardscopeShape *shape, const int64_t *strides)
{
    int64_t n = 1, at[SHARDSCOPE_MAX_RANK] = { 0 };
    for (int d = 0; d < shape->rank; d++)
        n *= shape->dims[d];
    char *out = g_malloc((size_t)n + 1);
    for (int64_t i = 0; i < n; i++) {
        int64_t from = strides ? 0 : i;
        for (int d = 0; strides && d < shape->rank; d++)
            from += at[d] * strides[d];
        out[i] = data[from] & 1;
        for (int d = shape->rank - 1; d >= 0 && ++at[d] == shape->dims[d]; d--)
            at[d] = 0;
    }
    return out;
}

PjrtError *pjrt_Client_BufferFromHostBuffer(Pjrt_Client_BufferFromHostBuffer *args)
{
    PjrtClient *c = args->client;
    PjrtMemory *memory = args->memory ? args->memory : (args->device ? (PjrtDevice *)args->device : &c->devices[0])->memories[MEMORY_DEVICE];
    ShardscopeShape shape = { .dtype = pjrt_dtype_of(args->type), .rank = (int)args->num_dims };
    if (!shape.dtype)
        return pjrt_error(PJRT_UNIMPLEMENTED, "arrays of element type %d", args->type);
    if (args->num_dims > SHARDSCOPE_MAX_RANK)
        return pjrt_error(PJRT_UNIMPLEMENTED, "arrays of %zu dimensions", args->num_dims);
    memcpy(shape.dims, args->dims, args->num_dims * sizeof(int64_t));
    PjrtLayout layout;
    g_autofree char *wrong = layout_read(args->device_layout, &shape, &layout);
    if (wrong)
        return pjrt_error(PJRT_INVALID_ARGUMENT, "%s", wrong);
    ShardscopeError *error = NULL;
    const int64_t *strides = args->num_byte_strides ? args->byte_strides : NULL;
    g_autofree char *bits = is_bit(args->type) ? bits_of(args->data, &shape, strides) : NULL;
    ShardscopeArray *a = shardscope_array_from_host(c->client, &shape, bits ? bits : args->data, bits ? NULL : strides, memory->device->alone, &error);
    if (!a)
        return python_place(pjrt_error_of(error));
    args->buffer = buffer_of(a, memory, &layout);
    args->done_with_host_buffer = event_of_array(NULL); /* it was copied */
    return NULL;
}

/* ---- to the host ---------------------------------------------------------------------------------------------------------------------- */

typedef struct ToHost {
    ShardscopeArray *array;
    ShardscopeShape shape;
    PjrtLayout layout; /* of the destination */
    void *out;
    size_t n;
    PjrtEvent *event;
} ToHost;

/* Row-major into the order of another layout. */
static void transpose(const ShardscopeShape *shape, const PjrtLayout *layout, const char *from, char *out)
{
    int64_t elem = (int64_t)shardscope_dtype_bytes(shape->dtype);
    int64_t stride[SHARDSCOPE_MAX_RANK], step = elem;
    for (int i = 0; i < shape->rank; i++) {
        stride[layout->minor_to_major[i]] = step;
        step *= shape->dims[layout->minor_to_major[i]];
    }
    int64_t n = step / elem, at[SHARDSCOPE_MAX_RANK] = { 0 };
    for (int64_t i = 0; i < n; i++) {
        int64_t to = 0;
        for (int d = 0; d < shape->rank; d++)
            to += at[d] * stride[d];
        memcpy(out + to, from + i * elem, (size_t)elem);
        for (int d = shape->rank - 1; d >= 0 && ++at[d] == shape->dims[d]; d--)
            at[d] = 0;
    }
}

/* The array is ready. */
static void copy_out(void *user, ShardscopeError *why)
{
    ToHost *t = user;
    ShardscopeError *error = why;
    if (!error && !layout_is_default(&t->layout)) {
        g_autofree char *plain = g_malloc(t->n);
        if (shardscope_array_to_host(t->array, plain, t->n, &error))
            transpose(&t->shape, &t->layout, plain, t->out);
    } else if (!error) {
        shardscope_array_to_host(t->array, t->out, t->n, &error);
    }
    shardscope_array_unref(t->array);
    event_complete(t->event, pjrt_error_of(error));
    event_unref(t->event);
    g_free(t);
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
    g_autofree char *wrong = layout_read(args->host_layout, &t->shape, &t->layout);
    if (wrong)
        t->layout = layout_default(t->shape.rank);
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
    shardscope_view_free(b->view);
    g_free(b->ordered);
    shardscope_array_unref(b->array);
    pthread_mutex_destroy(&b->lock);
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
    args->memory = ((PjrtBuffer *)args->buffer)->memory;
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

/* Clients may look into the memory, as of the host's own. */
PjrtError *pjrt_Buffer_IsOnCpu(Pjrt_Buffer_IsOnCpu *args)
{
    args->is_on_cpu = true;
    return NULL;
}

PjrtError *pjrt_Buffer_ReadyEvent(Pjrt_Buffer_ReadyEvent *args)
{
    args->event = event_of_array(((PjrtBuffer *)args->buffer)->array);
    return NULL;
}

static PjrtError *copy_to(PjrtBuffer *b, PjrtMemory *memory, void **out)
{
    ShardscopeError *error = NULL;
    ShardscopeArray *a = shardscope_array_put(b->array, memory->device->alone, &error);
    if (!a)
        return pjrt_error_of(error);
    *out = buffer_of(a, memory, &b->layout);
    return NULL;
}

PjrtError *pjrt_Buffer_CopyToMemory(Pjrt_Buffer_CopyToMemory *args)
{
    return copy_to(args->buffer, args->dst_memory, &args->dst_buffer);
}

PjrtError *pjrt_Buffer_CopyToDevice(Pjrt_Buffer_CopyToDevice *args)
{
    return copy_to(args->buffer, ((PjrtDevice *)args->dst_device)->memories[MEMORY_DEVICE], &args->dst_buffer);
}

PjrtError *pjrt_Buffer_GetMemoryLayout(Pjrt_Buffer_GetMemoryLayout *args)
{
    const PjrtLayout *l = &((PjrtBuffer *)args->buffer)->layout;
    args->layout = (PjrtMemoryLayout){ .struct_size = sizeof args->layout, .tiled = {
        .minor_to_major = l->minor_to_major, .minor_to_major_size = (size_t)l->rank,
        .tile_dims = l->tile_dims, .tile_dim_sizes = l->tile_ranks, .num_tiles = (size_t)l->n_tiles } };
    return NULL;
}

/* ---- looking into the memory ---------------------------------------------------------------------------------------------------------------- */

/* Waits until the buffer is ready. */
static PjrtError *pointer_of(PjrtBuffer *b, const void **data)
{
    ShardscopeError *error = NULL;
    ShardscopeView *v = shardscope_array_view(b->array, b->device->id, data, &error);
    shardscope_view_free(v);
    return pjrt_error_of(error);
}

PjrtError *pjrt_Buffer_UnsafePointer(Pjrt_Buffer_UnsafePointer *args)
{
    const void *data = NULL;
    PjrtError *error = pointer_of(args->buffer, &data);
    args->buffer_pointer = (uintptr_t)data;
    return error;
}

PjrtError *pjrt_Buffer_OpaqueDeviceMemoryDataPointer(Pjrt_Buffer_OpaqueDeviceMemoryDataPointer *args)
{
    const void *data = NULL;
    PjrtBuffer *b = args->buffer;
    PjrtError *error = pointer_of(b, &data);
    pthread_mutex_lock(&b->lock);
    args->device_memory_ptr = b->ordered ? b->ordered : (void *)(uintptr_t)data;
    pthread_mutex_unlock(&b->lock);
    return error;
}

PjrtError *pjrt_Buffer_IncreaseExternalReferenceCount(Pjrt_Buffer_IncreaseExternalReferenceCount *args)
{
    PjrtBuffer *b = args->buffer;
    const void *data;
    ShardscopeError *error = NULL;
    pthread_mutex_lock(&b->lock);
    if (!b->view) {
        b->view = shardscope_array_view(b->array, b->device->id, &data, &error);
        if (b->view && !layout_is_default(&b->layout)) {
            b->ordered = g_malloc((size_t)MAX(shardscope_array_bytes(b->array), 1));
            transpose(&b->shape, &b->layout, data, b->ordered);
        }
    }
    b->n_looking += b->view != NULL;
    pthread_mutex_unlock(&b->lock);
    return pjrt_error_of(error);
}

PjrtError *pjrt_Buffer_DecreaseExternalReferenceCount(Pjrt_Buffer_DecreaseExternalReferenceCount *args)
{
    PjrtBuffer *b = args->buffer;
    ShardscopeView *last = NULL;
    pthread_mutex_lock(&b->lock);
    if (b->n_looking > 0 && --b->n_looking == 0) {
        last = g_steal_pointer(&b->view);
        g_clear_pointer(&b->ordered, g_free);
    }
    pthread_mutex_unlock(&b->lock);
    shardscope_view_free(last);
    return NULL;
}
