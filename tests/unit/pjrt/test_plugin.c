/* The PJRT plugin as a client uses it, without Python: loaded, asked, programs compiled and executed, errors, events. Fields that
 * clients leave alone are filled with rubbish first. */
#include <dlfcn.h>
#include <glib.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/pjrt/abi.h"
#include "trace/wire.h"

static const PjrtApi *api;

/* Arguments of a call: rubbish but for the size and what follows. */
#define CALL(name, ...)                                                                                                                    \
    Pjrt_##name name##_args;                                                                                                               \
    memset(&name##_args, 0xab, sizeof name##_args);                                                                                        \
    name##_args.struct_size = sizeof name##_args;                                                                                          \
    name##_args.extension_start = NULL;                                                                                                    \
    PjrtError *name##_error = ((void)(__VA_ARGS__), api->name(&name##_args))
#define OK(name) no_error(name##_error)

static void no_error(PjrtError *error)
{
    if (!error)
        return;
    Pjrt_Error_Message m = { .struct_size = sizeof m, .error = error };
    api->Error_Message(&m);
    g_error("%.*s", (int)m.message_size, (char *)m.message);
}

static void expect(PjrtError *error, int code, const char *text)
{
    g_assert_nonnull(error);
    Pjrt_Error_Message m = { .struct_size = sizeof m, .error = error };
    api->Error_Message(&m);
    g_autofree char *message = g_strndup(m.message, m.message_size);
    if (!strstr(message, text))
        g_error("\"%s\" is not in \"%s\"", text, message);
    Pjrt_Error_GetCode c = { .struct_size = sizeof c, .error = error };
    api->Error_GetCode(&c);
    g_assert_cmpint(c.code, ==, code);
    Pjrt_Error_Destroy d = { .struct_size = sizeof d, .error = error };
    api->Error_Destroy(&d);
}

static void *client_of(int n)
{
    g_autofree char *text = g_strdup_printf("%d", n);
    PjrtNamedValue option = { .struct_size = sizeof option, .name = "num_devices", .name_size = 11, .type = 0, .string = text, .value_size = strlen(text) };
    CALL(Client_Create, Client_Create_args.create_options = &option, Client_Create_args.num_options = 1);
    OK(Client_Create);
    return Client_Create_args.client;
}

static void destroy_client(void *client)
{
    CALL(Client_Destroy, Client_Destroy_args.client = client);
    OK(Client_Destroy);
}

/* Offsets that the interface fixes: the table after its head of 40 bytes, fields behind a head of 16. */
static void test_layout(void)
{
    g_assert_cmpint(offsetof(PjrtApi, Error_Destroy), ==, 40);
    g_assert_cmpint(offsetof(PjrtApi, Client_Create), ==, 40 + 8 * 10);
    g_assert_cmpint(offsetof(PjrtApi, LoadedExecutable_Execute), ==, 40 + 8 * 55);
    g_assert_cmpint(offsetof(PjrtApi, TopologyDescription_GetMemorySpaceKindIds), ==, 40 + 8 * 137);
    g_assert_cmpint(offsetof(PjrtApi, later), ==, 40 + 8 * 138);
    g_assert_cmpint(offsetof(Pjrt_Event_IsReady, is_ready), ==, 24);
    g_assert_cmpint(offsetof(Pjrt_Client_BufferFromHostBuffer, byte_strides), ==, 56);
    g_assert_cmpint(offsetof(Pjrt_Client_BufferFromHostBuffer, buffer), ==, 112);
    g_assert_cmpint(offsetof(Pjrt_Device_MemoryStats, bytes_limit), ==, 80);
    g_assert_cmpint(offsetof(PjrtNamedValue, value_size), ==, 48);
    g_assert_cmpint(offsetof(PjrtExecuteOptions, non_donatable_input_indices), ==, 56);
    g_assert_cmpint(offsetof(PjrtMemoryLayout, type), ==, 72);
    g_assert_cmpint(api->version.major, ==, 0);
    for (void *const *slot = (void *const *)(const void *)&api->Error_Destroy; slot < (void *const *)(const void *)api->later; slot++)
        g_assert_nonnull(*slot);
}

static uint64_t fingerprint_of(void *client)
{
    CALL(Client_TopologyDescription, Client_TopologyDescription_args.client = client);
    OK(Client_TopologyDescription);
    CALL(TopologyDescription_Fingerprint, TopologyDescription_Fingerprint_args.topology = Client_TopologyDescription_args.topology);
    OK(TopologyDescription_Fingerprint);
    return TopologyDescription_Fingerprint_args.fingerprint;
}

static void test_devices(void)
{
    void *client = client_of(4);
    CALL(Client_AddressableDevices, Client_AddressableDevices_args.client = client);
    OK(Client_AddressableDevices);
    g_assert_cmpint(Client_AddressableDevices_args.num_addressable_devices, ==, 4);
    void **devices = Client_AddressableDevices_args.addressable_devices;
    for (int i = 0; i < 4; i++) {
        CALL(DeviceDescription_Id, DeviceDescription_Id_args.device_description = devices[i]);
        OK(DeviceDescription_Id);
        g_assert_cmpint(DeviceDescription_Id_args.id, ==, i);
        CALL(Device_DefaultMemory, Device_DefaultMemory_args.device = devices[i]);
        OK(Device_DefaultMemory);
        CALL(Memory_Kind, Memory_Kind_args.memory = Device_DefaultMemory_args.memory);
        OK(Memory_Kind);
        g_assert_cmpmem(Memory_Kind_args.kind, Memory_Kind_args.kind_size, "device", 6);
        CALL(Device_GetAttributes, Device_GetAttributes_args.device = devices[i]);
        OK(Device_GetAttributes);
        g_assert_nonnull(Device_GetAttributes_args.attributes_deleter);
    }
    CALL(Client_LookupDevice, Client_LookupDevice_args.client = client, Client_LookupDevice_args.id = 4);
    expect(Client_LookupDevice_error, PJRT_INVALID_ARGUMENT, "no device 4");
    uint64_t fingerprint = fingerprint_of(client);
    g_assert_true(fingerprint_of(client) == fingerprint);
    void *other = client_of(3); /* other devices, other programs: caches must tell them apart */
    g_assert_true(fingerprint_of(other) != fingerprint);
    destroy_client(other);
    CALL(Client_PlatformName, Client_PlatformName_args.client = client);
    OK(Client_PlatformName);
    g_assert_cmpmem(Client_PlatformName_args.platform_name, Client_PlatformName_args.platform_name_size, "shardscope", 10);
    destroy_client(client);
}

/* ---- programs ------------------------------------------------------------------------------------------------------------------ */

/* CompileOptionsProto { executable_build_options { num_replicas 1, num_partitions n } } */
static void *compile_text(void *client, const char *text, int n)
{
    uint8_t options[] = { 3 << 3 | 2, 4, 4 << 3, 1, 5 << 3, (uint8_t)n };
    PjrtProgram program = { .struct_size = sizeof program, .code = (char *)text, .code_size = strlen(text), .format = "mlir", .format_size = 4 };
    CALL(Client_Compile, Client_Compile_args.client = client, Client_Compile_args.program = &program, Client_Compile_args.compile_options = options,
         Client_Compile_args.compile_options_size = sizeof options);
    OK(Client_Compile);
    return Client_Compile_args.executable;
}

static void *buffer_from(void *client, void *device, const float *data, int64_t n)
{
    CALL(Client_BufferFromHostBuffer, Client_BufferFromHostBuffer_args.client = client, Client_BufferFromHostBuffer_args.data = (void *)data,
         Client_BufferFromHostBuffer_args.type = 11, Client_BufferFromHostBuffer_args.dims = &n, Client_BufferFromHostBuffer_args.num_dims = 1,
         Client_BufferFromHostBuffer_args.num_byte_strides = 0, Client_BufferFromHostBuffer_args.device_layout = NULL, Client_BufferFromHostBuffer_args.device = device, Client_BufferFromHostBuffer_args.memory = NULL);
    OK(Client_BufferFromHostBuffer);
    CALL(Event_IsReady, Event_IsReady_args.event = Client_BufferFromHostBuffer_args.done_with_host_buffer);
    OK(Event_IsReady);
    g_assert_true(Event_IsReady_args.is_ready);
    CALL(Event_Destroy, Event_Destroy_args.event = Client_BufferFromHostBuffer_args.done_with_host_buffer);
    OK(Event_Destroy);
    return Client_BufferFromHostBuffer_args.buffer;
}

static void to_host(void *buffer, float *out, size_t bytes)
{
    CALL(Buffer_ToHostBuffer, Buffer_ToHostBuffer_args.src = buffer, Buffer_ToHostBuffer_args.host_layout = NULL, Buffer_ToHostBuffer_args.dst = out,
         Buffer_ToHostBuffer_args.dst_size = bytes);
    OK(Buffer_ToHostBuffer);
    CALL(Event_Await, Event_Await_args.event = Buffer_ToHostBuffer_args.event);
    OK(Event_Await);
    CALL(Event_Destroy, Event_Destroy_args.event = Buffer_ToHostBuffer_args.event);
    OK(Event_Destroy);
}

static void destroy_buffer(void *buffer)
{
    CALL(Buffer_Destroy, Buffer_Destroy_args.buffer = buffer);
    OK(Buffer_Destroy);
}

static bool is_deleted(void *buffer)
{
    CALL(Buffer_IsDeleted, Buffer_IsDeleted_args.buffer = buffer);
    OK(Buffer_IsDeleted);
    return Buffer_IsDeleted_args.is_deleted;
}

/* A client destroys the event in its callback. */
static void on_ready(PjrtError *error, void *user)
{
    void **event = user;
    no_error(error);
    CALL(Event_Destroy, Event_Destroy_args.event = *event);
    OK(Event_Destroy);
    *event = NULL;
}

static const char sum_text[] = "module @sum attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {\n"
                               "  sdy.mesh @mesh = <[\"x\"=2]>\n"
                               "  func.func public @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>, tf.aliasing_output = 0 : i32}) -> "
                               "(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {\n"
                               "    %c = stablehlo.constant dense<0.0> : tensor<f32>\n"
                               "    %0 = stablehlo.add %arg0, %arg0 : tensor<8xf32>\n"
                               "    %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>\n"
                               "    return %0, %1 : tensor<8xf32>, tensor<f32>\n"
                               "  }\n"
                               "}\n";

static const PjrtExtension *extension(int type)
{
    const PjrtExtension *e = api->extension_start;
    while (e && e->type != type)
        e = e->next;
    g_assert_nonnull(e);
    return e;
}

/* Who looks into the memory of a buffer with a layout finds elements where the layout says; row-major it is again for all else. */
static void test_pointer_layout(void)
{
    void *client = client_of(1);
    CALL(Client_Devices, Client_Devices_args.client = client);
    OK(Client_Devices);
    void *const *devices = Client_Devices_args.devices;
    float x[6] = { 1, 2, 3, 4, 5, 6 }, by_columns[6] = { 1, 4, 2, 5, 3, 6 };
    int64_t dims[] = { 2, 3 }, order[] = { 0, 1 };
    PjrtMemoryLayout layout = { .struct_size = sizeof layout, .tiled = { .minor_to_major = order, .minor_to_major_size = 2 } };
    CALL(Client_BufferFromHostBuffer, Client_BufferFromHostBuffer_args.client = client, Client_BufferFromHostBuffer_args.data = x, Client_BufferFromHostBuffer_args.type = 11,
         Client_BufferFromHostBuffer_args.dims = dims, Client_BufferFromHostBuffer_args.num_dims = 2, Client_BufferFromHostBuffer_args.num_byte_strides = 0,
         Client_BufferFromHostBuffer_args.device_layout = &layout, Client_BufferFromHostBuffer_args.memory = NULL, Client_BufferFromHostBuffer_args.device = devices[0]);
    OK(Client_BufferFromHostBuffer);
    CALL(Event_Destroy, Event_Destroy_args.event = Client_BufferFromHostBuffer_args.done_with_host_buffer);
    OK(Event_Destroy);
    void *buffer = Client_BufferFromHostBuffer_args.buffer;
    for (int i = 0; i < 2; i++) {
        CALL(Buffer_IncreaseExternalReferenceCount, Buffer_IncreaseExternalReferenceCount_args.buffer = buffer);
        OK(Buffer_IncreaseExternalReferenceCount);
        CALL(Buffer_OpaqueDeviceMemoryDataPointer, Buffer_OpaqueDeviceMemoryDataPointer_args.buffer = buffer);
        OK(Buffer_OpaqueDeviceMemoryDataPointer);
        g_assert_cmpmem(Buffer_OpaqueDeviceMemoryDataPointer_args.device_memory_ptr, sizeof x, by_columns, sizeof x);
        CALL(Buffer_DecreaseExternalReferenceCount, Buffer_DecreaseExternalReferenceCount_args.buffer = buffer);
        OK(Buffer_DecreaseExternalReferenceCount);
    }
    CALL(Buffer_UnsafePointer, Buffer_UnsafePointer_args.buffer = buffer);
    OK(Buffer_UnsafePointer);
    g_assert_cmpmem((void *)Buffer_UnsafePointer_args.buffer_pointer, sizeof x, x, sizeof x);
    destroy_buffer(buffer);
    destroy_client(client);
}

static void *memory_of(void *device, const char *kind)
{
    CALL(Device_AddressableMemories, Device_AddressableMemories_args.device = device);
    OK(Device_AddressableMemories);
    for (size_t i = 0; i < Device_AddressableMemories_args.num_memories; i++) {
        void *memory = ((void *const *)Device_AddressableMemories_args.memories)[i];
        CALL(Memory_Kind, Memory_Kind_args.memory = memory);
        OK(Memory_Kind);
        if (Memory_Kind_args.kind_size == strlen(kind) && memcmp(Memory_Kind_args.kind, kind, strlen(kind)) == 0)
            return memory;
    }
    g_assert_not_reached();
}

/* A copy in another memory, whose bytes a client looks at beyond the buffer's deletion. */
static void test_memories(void)
{
    void *client = client_of(2);
    CALL(Client_LookupDevice, Client_LookupDevice_args.client = client, Client_LookupDevice_args.id = 1);
    OK(Client_LookupDevice);
    void *device = Client_LookupDevice_args.device, *pinned = memory_of(device, "pinned_host");
    g_assert_true(memory_of(device, "unpinned_host") != memory_of(device, "device"));
    const float x[3] = { 1, 2, 3 };
    void *buffer = buffer_from(client, device, x, 3);
    CALL(Buffer_CopyToMemory, Buffer_CopyToMemory_args.buffer = buffer, Buffer_CopyToMemory_args.dst_memory = pinned);
    OK(Buffer_CopyToMemory);
    void *copy = Buffer_CopyToMemory_args.dst_buffer;
    destroy_buffer(buffer);
    CALL(Buffer_Memory, Buffer_Memory_args.buffer = copy);
    OK(Buffer_Memory);
    g_assert_true(Buffer_Memory_args.memory == pinned);
    CALL(Buffer_IncreaseExternalReferenceCount, Buffer_IncreaseExternalReferenceCount_args.buffer = copy);
    OK(Buffer_IncreaseExternalReferenceCount);
    CALL(Buffer_OpaqueDeviceMemoryDataPointer, Buffer_OpaqueDeviceMemoryDataPointer_args.buffer = copy);
    OK(Buffer_OpaqueDeviceMemoryDataPointer);
    CALL(Buffer_Delete, Buffer_Delete_args.buffer = copy);
    OK(Buffer_Delete);
    g_assert_cmpmem(Buffer_OpaqueDeviceMemoryDataPointer_args.device_memory_ptr, sizeof x, x, sizeof x);
    CALL(Buffer_DecreaseExternalReferenceCount, Buffer_DecreaseExternalReferenceCount_args.buffer = copy);
    OK(Buffer_DecreaseExternalReferenceCount);
    CALL(Buffer_UnsafePointer, Buffer_UnsafePointer_args.buffer = copy);
    expect(Buffer_UnsafePointer_error, PJRT_INTERNAL, "deleted");
    destroy_buffer(copy);
    PjrtError *(*memories[2])(void *);
    memcpy(memories, extension(PJRT_EXTENSION_MEMORIES) + 1, sizeof memories);
    PjrtMemoryDescriptions list = { .struct_size = sizeof list, .description = device };
    no_error(memories[0](&list));
    g_assert_cmpint(list.num, ==, 3);
    PjrtMemoryDescriptionKind kind = { .struct_size = sizeof kind, .memory_description = list.list[list.default_index] };
    no_error(memories[1](&kind));
    g_assert_cmpmem(kind.kind, kind.kind_size, "device", 6);
    destroy_client(client);
}

static char *layout_text(PjrtError *(*const *layouts)(void *), void *layout)
{
    PjrtLayoutSerialize s = { .struct_size = sizeof s, .layout = layout };
    no_error(layouts[1](&s));
    char *text = g_strndup(s.bytes, s.size);
    ((void (*)(void *))(void *)s.deleter)(s.owner);
    PjrtLayoutDestroy d = { .struct_size = sizeof d, .layout = layout };
    no_error(layouts[0](&d));
    return text;
}

/* What a program asks for of memories and layouts is what is said of its results; where it asks for nothing ("auto"), its own transposes and constraints decide. */
static void test_labels(void)
{
    static const char text[] = "func.func public @main(%arg0: tensor<2x3xf32>) -> (tensor<2x3xf32> {mhlo.memory_kind = \"pinned_host\", mhlo.layout_mode = \"{0,1}\"}, "
                               "tensor<2x3xf32> {mhlo.layout_mode = \"{1,0:T(2,128)(2,1)E(4)}\"}, tensor<2x3xf32> {mhlo.layout_mode = \"auto\"}, tensor<3x2xf32> {mhlo.layout_mode = \"auto\"}) {\n"
                               "  %0 = stablehlo.custom_call @LayoutConstraint(%arg0) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : "
                               "(tensor<2x3xf32>) -> tensor<2x3xf32>\n  %1 = stablehlo.add %0, %arg0 : tensor<2x3xf32>\n  %2 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>\n"
                               "  return %arg0, %arg0, %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x2xf32>\n}\n";
    static const char *const expected[] = { "{0,1}", "{1,0:T(2,128)(2,1)}", "{0,1}", "{0,1}" };
    void *client = client_of(1), *loaded = compile_text(client, text, 1);
    CALL(Executable_OutputMemoryKinds, Executable_OutputMemoryKinds_args.executable = loaded);
    OK(Executable_OutputMemoryKinds);
    g_assert_cmpint(Executable_OutputMemoryKinds_args.num_outputs, ==, 4);
    const char *const *kinds = (const char *const *)Executable_OutputMemoryKinds_args.memory_kinds;
    g_assert_cmpmem(kinds[0], 11, "pinned_host", 11);
    g_assert_cmpmem(kinds[1], 6, "device", 6);
    PjrtError *(*layouts[7])(void *);
    memcpy(layouts, extension(PJRT_EXTENSION_LAYOUTS) + 1, sizeof layouts);
    PjrtLayoutsOfExecutable of = { .struct_size = sizeof of, .executable = loaded };
    no_error(layouts[5](&of));
    g_assert_cmpint(of.num, ==, 4);
    for (int i = 0; i < 4; i++) {
        g_autofree char *got = layout_text(layouts, of.layouts[i]);
        g_assert_cmpstr(got, ==, expected[i]);
    }
    CALL(LoadedExecutable_Destroy, LoadedExecutable_Destroy_args.executable = loaded);
    OK(LoadedExecutable_Destroy);
    destroy_client(client);
}

/* Integers of one bit (type 30) become pred (1): what is compiled has i1 for them. With strides, from a table of 2 x 3 its transpose. */
static void test_bits(void)
{
    static char data[] = { 1, 0, -1, 0, 1, 0 };
    int64_t dims[] = { 3, 2 }, strides[] = { 1, 3 };
    void *client = client_of(1);
    for (int strided = 0; strided < 2; strided++) {
        CALL(Client_BufferFromHostBuffer, Client_BufferFromHostBuffer_args.client = client, Client_BufferFromHostBuffer_args.data = data,
             Client_BufferFromHostBuffer_args.type = 30, Client_BufferFromHostBuffer_args.dims = dims, Client_BufferFromHostBuffer_args.num_dims = 2,
             Client_BufferFromHostBuffer_args.byte_strides = strides, Client_BufferFromHostBuffer_args.num_byte_strides = strided ? 2 : 0,
             Client_BufferFromHostBuffer_args.device_layout = NULL, Client_BufferFromHostBuffer_args.device = NULL, Client_BufferFromHostBuffer_args.memory = NULL);
        OK(Client_BufferFromHostBuffer);
        CALL(Event_Destroy, Event_Destroy_args.event = Client_BufferFromHostBuffer_args.done_with_host_buffer);
        OK(Event_Destroy);
        void *b = Client_BufferFromHostBuffer_args.buffer;
        CALL(Buffer_ElementType, Buffer_ElementType_args.buffer = b);
        OK(Buffer_ElementType);
        g_assert_cmpint(Buffer_ElementType_args.type, ==, 1);
        char got[6];
        to_host(b, (float *)(void *)got, sizeof got);
        g_assert_cmpmem(got, 6, strided ? "\1\0\0\1\1\0" : "\1\0\1\0\1\0", 6);
        destroy_buffer(b);
    }
    destroy_client(client);
}

/* An argument that is offered to any result (by JAX, where it does not know the results' shardings) is taken only where one of its size is left. */
static void test_donors(void)
{
    static const char text[] = "func.func public @main(%arg0: tensor<4xf32> {jax.buffer_donor = true}, %arg1: tensor<4xf32> {jax.buffer_donor = true}, "
                               "%arg2: tensor<2xf32> {jax.buffer_donor = true}) -> (tensor<4xi32>, tensor<f32>) {\n"
                               "  %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>\n  %1 = stablehlo.convert %0 : (tensor<4xf32>) -> tensor<4xi32>\n"
                               "  %2 = stablehlo.slice %arg2 [0:1] : (tensor<2xf32>) -> tensor<1xf32>\n  %3 = stablehlo.reshape %2 : (tensor<1xf32>) -> tensor<f32>\n"
                               "  return %1, %3 : tensor<4xi32>, tensor<f32>\n}\n";
    void *client = client_of(1), *loaded = compile_text(client, text, 1);
    CALL(LoadedExecutable_AddressableDevices, LoadedExecutable_AddressableDevices_args.executable = loaded);
    OK(LoadedExecutable_AddressableDevices);
    void *device = ((void **)LoadedExecutable_AddressableDevices_args.addressable_devices)[0];
    float x[4] = { 1, 2, 3, 4 };
    void *in[3] = { buffer_from(client, device, x, 4), buffer_from(client, device, x, 4), buffer_from(client, device, x, 2) };
    void **arguments[1] = { in }, *out[2], **outputs[1] = { out };
    PjrtExecuteOptions o = { .struct_size = sizeof o };
    CALL(LoadedExecutable_Execute, LoadedExecutable_Execute_args.executable = loaded, LoadedExecutable_Execute_args.options = &o,
         LoadedExecutable_Execute_args.argument_lists = arguments, LoadedExecutable_Execute_args.num_devices = 1, LoadedExecutable_Execute_args.num_args = 3,
         LoadedExecutable_Execute_args.output_lists = outputs, LoadedExecutable_Execute_args.device_complete_events = NULL,
         LoadedExecutable_Execute_args.execute_device = NULL);
    OK(LoadedExecutable_Execute);
    g_assert_true(is_deleted(in[0]) && !is_deleted(in[1]) && !is_deleted(in[2]));
    int32_t y[4];
    to_host(out[0], (float *)y, sizeof y);
    g_assert_cmpint(y[3], ==, 8);
    for (int i = 0; i < 3; i++)
        destroy_buffer(in[i]);
    for (int i = 0; i < 2; i++)
        destroy_buffer(out[i]);
    CALL(LoadedExecutable_Destroy, LoadedExecutable_Destroy_args.executable = loaded);
    OK(LoadedExecutable_Destroy);
    destroy_client(client);
}

/* One execution of sum_text on two devices, whose results are looked at. kept: the argument is not donated. */
static void execute_once(void *client, void *loaded, bool kept)
{
    CALL(LoadedExecutable_AddressableDevices, LoadedExecutable_AddressableDevices_args.executable = loaded);
    OK(LoadedExecutable_AddressableDevices);
    void **devices = LoadedExecutable_AddressableDevices_args.addressable_devices;
    float x[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, y[4], sum;
    void *in[2] = { buffer_from(client, devices[0], x, 4), buffer_from(client, devices[1], x + 4, 4) };
    void **arguments[2] = { &in[0], &in[1] }, *out[2][2], **outputs[2] = { out[0], out[1] }, *events[2];
    int64_t first[] = { 0 };
    PjrtExecuteOptions o = { .struct_size = sizeof o, .non_donatable_input_indices = first, .num_non_donatable_input_indices = kept };
    CALL(LoadedExecutable_Execute, LoadedExecutable_Execute_args.executable = loaded, LoadedExecutable_Execute_args.options = &o,
         LoadedExecutable_Execute_args.argument_lists = arguments, LoadedExecutable_Execute_args.num_devices = 2, LoadedExecutable_Execute_args.num_args = 1,
         LoadedExecutable_Execute_args.output_lists = outputs, LoadedExecutable_Execute_args.device_complete_events = events,
         LoadedExecutable_Execute_args.execute_device = NULL);
    OK(LoadedExecutable_Execute);
    g_assert_true(is_deleted(in[0]) == !kept && is_deleted(in[1]) == !kept);
    for (int d = 0; d < 2; d++) {
        destroy_buffer(in[d]);
        CALL(Event_OnReady, Event_OnReady_args.event = events[d], Event_OnReady_args.callback = (void (*)(void))(void *)on_ready, Event_OnReady_args.user_arg = &events[d]);
        OK(Event_OnReady);
        to_host(out[d][0], y, sizeof y);
        to_host(out[d][1], &sum, sizeof sum);
        for (int i = 0; i < 4; i++)
            g_assert_cmpfloat(y[i], ==, 2 * x[4 * d + i]);
        g_assert_cmpfloat(sum, ==, 72);
        destroy_buffer(out[d][0]);
        destroy_buffer(out[d][1]);
    }
}

/* What each device runs: asked for twice, with the parameter's sharding (field 14) and the number of partitions (field 5 of field 2) of XLA's message. */
static void look_at_optimised(void *executable)
{
    PjrtProgram p = { .struct_size = sizeof p };
    CALL(Executable_OptimizedProgram, Executable_OptimizedProgram_args.executable = executable, Executable_OptimizedProgram_args.program = &p);
    OK(Executable_OptimizedProgram);
    g_assert_cmpmem(p.format, p.format_size, "hlo_with_config", 15);
    g_autofree char *bytes = g_malloc(p.code_size);
    p.code = bytes;
    p.code_size--;
    expect(api->Executable_OptimizedProgram(&Executable_OptimizedProgram_args), PJRT_INVALID_ARGUMENT, "room for");
    p.code_size++;
    no_error(api->Executable_OptimizedProgram(&Executable_OptimizedProgram_args));
    WireMessage both = { .p = (const uint8_t *)bytes, .n = p.code_size };
    g_assert_cmpint(wire_int(wire_message(both, 2), 5, 1), ==, 2);
    const uint8_t want[] = { 8, 3, 26, 1, 2, 74, 1, 2, 82, 1, 0 };
    WireMessage sharding = wire_message(wire_message(both, 1), 14);
    g_assert_cmpmem(sharding.p, sharding.n, want, sizeof want);
}

/* A result that is left partial on each device is said to be: type 6. */
static void test_partial(void)
{
    static const char text[] = "module @partial attributes {mhlo.num_partitions = 2 : i32} {\n  sdy.mesh @mesh = <[\"x\"=2]>\n"
                               "  func.func public @main(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"x\"}]>}) -> (tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={\"x\"}>}) {\n"
                               "    %0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [1] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x2xf32>\n"
                               "    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}], unreduced={\"x\"}> : tensor<2x2xf32>\n    return %1 : tensor<2x2xf32>\n  }\n}\n";
    void *client = client_of(2), *loaded = compile_text(client, text, 2);
    PjrtError *(*shardings[2])(PjrtShardingsArgs *);
    memcpy(shardings, extension(PJRT_EXTENSION_SHARDINGS) + 1, sizeof shardings);
    PjrtShardingsArgs s = { .struct_size = sizeof s, .executable = loaded };
    no_error(shardings[1](&s));
    g_assert_cmpint(s.num, ==, 1);
    g_assert_cmpmem(s.shardings[0], s.sharding_sizes[0], "\10\6", 2);
    CALL(LoadedExecutable_Destroy, LoadedExecutable_Destroy_args.executable = loaded);
    OK(LoadedExecutable_Destroy);
    destroy_client(client);
}

static void test_execute(void)
{
    void *client = client_of(2);
    void *loaded = compile_text(client, sum_text, 2);
    CALL(LoadedExecutable_GetExecutable, LoadedExecutable_GetExecutable_args.loaded_executable = loaded);
    OK(LoadedExecutable_GetExecutable);
    void *executable = LoadedExecutable_GetExecutable_args.executable;
    CALL(Executable_NumOutputs, Executable_NumOutputs_args.executable = executable);
    OK(Executable_NumOutputs);
    g_assert_cmpint(Executable_NumOutputs_args.num_outputs, ==, 2);

    PjrtError *(*shardings[2])(PjrtShardingsArgs *);
    memcpy(shardings, extension(PJRT_EXTENSION_SHARDINGS) + 1, sizeof shardings);
    PjrtShardingsArgs s = { .struct_size = sizeof s, .executable = executable };
    no_error(shardings[0](&s));
    g_assert_cmpint(s.num, ==, 1);
    /* type 3, dimensions [2], iota [2] transposed [0] */
    const uint8_t want[] = { 8, 3, 26, 1, 2, 74, 1, 2, 82, 1, 0 };
    g_assert_cmpmem(s.shardings[0], s.sharding_sizes[0], want, sizeof want);

    look_at_optimised(executable);
    for (int round = 0; round < 3; round++)
        execute_once(client, loaded, round == 2);
    CALL(Executable_Destroy, Executable_Destroy_args.executable = executable);
    OK(Executable_Destroy);
    CALL(LoadedExecutable_Destroy, LoadedExecutable_Destroy_args.executable = loaded);
    OK(LoadedExecutable_Destroy);
    destroy_client(client);
}

/* ---- profiles ------------------------------------------------------------------------------------------------------------------ */

typedef struct ProfilerTable {
    size_t struct_size;
    void *priv;
    void (*error_destroy)(PjrtProfilerErrorArgs *args);
    void (*error_message)(PjrtProfilerErrorMessage *args);
    PjrtError *(*error_code)(PjrtProfilerErrorCode *args);
    PjrtError *(*create)(PjrtProfilerCreate *args);
    PjrtError *(*destroy)(PjrtProfilerArgs *args);
    PjrtError *(*start)(PjrtProfilerArgs *args);
    PjrtError *(*stop)(PjrtProfilerArgs *args);
    PjrtError *(*collect)(PjrtProfilerCollect *args);
} ProfilerTable;

/* The events of a line of a plane; -1 = there is none. */
static int events_of(WireMessage space, const char *plane, const char *line)
{
    enum { PLANES = 1, LINES = 3, NAME = 2, EVENTS = 4 };
    WireMessage p, l, e;
    for (const uint8_t *at = NULL; wire_each(space, PLANES, &at, &p);) {
        WireMessage name = wire_message(p, NAME);
        for (const uint8_t *in = NULL; name.n == strlen(plane) && memcmp(name.p, plane, name.n) == 0 && wire_each(p, LINES, &in, &l);) {
            WireMessage own = wire_message(l, NAME);
            if (own.n != strlen(line) || memcmp(own.p, line, own.n) != 0)
                continue;
            int n = 0;
            for (const uint8_t *each = NULL; wire_each(l, EVENTS, &each, &e);)
                n++;
            return n;
        }
    }
    return -1;
}

/* A profile of n executions; level: whether devices are asked for. */
static void take_profile(void *client, void *loaded, int n, uint8_t level)
{
    const ProfilerTable *table;
    memcpy(&table, extension(PJRT_EXTENSION_PROFILER) + 1, sizeof(void *));
    g_assert_cmpuint(table->struct_size, ==, sizeof *table);
    const char options[] = { 2 << 3, 2, 3 << 3, (char)level };
    PjrtProfilerCreate create = { .struct_size = 99, .options = options, .options_size = sizeof options };
    g_assert_null(table->create(&create));
    PjrtProfilerArgs args = { .profiler = create.profiler };
    PjrtProfilerCollect data = { .profiler = create.profiler };
    g_assert_null(table->start(&args));
    for (int i = 0; i < n; i++)
        execute_once(client, loaded, false);
    g_assert_null(table->stop(&args));
    execute_once(client, loaded, false); /* not in the profile */
    g_assert_null(table->collect(&data));
    bool bad = false;
    const WireMessage space = { data.buffer, data.buffer_size_in_bytes, &bad };
    bool some = level && n;
    static const char *const planes[] = { "/device:TPU:0", "/device:TPU:1" };
    for (size_t i = 0; i < G_N_ELEMENTS(planes); i++) {
        g_assert_cmpint(events_of(space, planes[i], "XLA Modules"), ==, some ? n : level ? 0 : -1);
        int ops = events_of(space, planes[i], "XLA Ops");
        g_assert_true(some ? ops >= 2 * n : ops <= 0);
    }
    g_assert_cmpint(events_of(space, "/host:CPU", "python"), ==, -1); /* hosts are the client's */
    g_assert_false(bad);
    g_autofree uint8_t *copy = g_malloc(data.buffer_size_in_bytes + 1);
    PjrtProfilerCollect again = { .profiler = create.profiler, .buffer = copy, .buffer_size_in_bytes = data.buffer_size_in_bytes };
    g_assert_null(table->collect(&again));
    g_assert_cmpmem(again.buffer, again.buffer_size_in_bytes, data.buffer, data.buffer_size_in_bytes);
    g_assert_null(table->destroy(&args));
}

static void test_profile(void)
{
    void *client = client_of(2), *loaded = compile_text(client, sum_text, 2);
    execute_once(client, loaded, false);
    take_profile(client, loaded, 3, 1);
    take_profile(client, loaded, 1, 1);
    take_profile(client, loaded, 0, 1);
    take_profile(client, loaded, 2, 0);
    CALL(LoadedExecutable_Destroy, LoadedExecutable_Destroy_args.executable = loaded);
    OK(LoadedExecutable_Destroy);
    destroy_client(client);
}

/* CompileOptionsProto { env_option_overrides { key, value { field } } }, the field as its bytes: what a compile under it says, NULL = nothing. */
static void try_option(void *client, const char *name, const void *value, size_t n, const char *says)
{
    PjrtProgram program = { .struct_size = sizeof program, .code = (char *)sum_text, .code_size = strlen(sum_text), .format = "mlir", .format_size = 4 };
    g_autoptr(GByteArray) o = g_byte_array_new();
    uint8_t name_n = (uint8_t)strlen(name), value_n = (uint8_t)n;
    g_byte_array_append(o, (uint8_t[]){ 3 << 3 | 2, 4, 4 << 3, 1, 5 << 3, 2, 7 << 3 | 2, (uint8_t)(name_n + value_n + 4), 1 << 3 | 2, name_n }, 10);
    g_byte_array_append(o, (const uint8_t *)name, name_n);
    g_byte_array_append(o, (uint8_t[]){ 2 << 3 | 2, value_n }, 2);
    g_byte_array_append(o, value, value_n);
    CALL(Client_Compile, Client_Compile_args.client = client, Client_Compile_args.program = &program, Client_Compile_args.compile_options = o->data,
         Client_Compile_args.compile_options_size = o->len);
    if (says) {
        expect(Client_Compile_error, PJRT_INVALID_ARGUMENT, says);
        return;
    }
    OK(Client_Compile);
    CALL(LoadedExecutable_Destroy, LoadedExecutable_Destroy_args.executable = Client_Compile_args.executable);
    OK(LoadedExecutable_Destroy);
}

/* Names and values are those that JAX's CPU platform takes and refuses, in its words; those of the TPU's own compiler are taken unseen. */
static void test_options(void)
{
    void *client = client_of(2);
#define TEXT(name, text, says) try_option(client, name, "\x0a" text, sizeof "\x0a" text - 1, says)
#define VALUE(name, bytes, says) try_option(client, name, bytes, sizeof bytes - 1, says)
    TEXT("nonsense", "\1x", "No such compile option: 'nonsense'");
    VALUE("xla_nonsense", "\x10\1", "No such compile option: 'xla_nonsense'");
    VALUE("xla_tpu_some", "\x10\1", NULL);
    TEXT("megascale_some", "\1x", NULL);
    VALUE("xla_tpu_detect_nan", "\x18\1", "'1' is not a valid bool value");
    VALUE("xla_allow_excess_precision", "\x10\0", NULL);
    TEXT("xla_allow_excess_precision", "\4True", NULL);
    TEXT("xla_allow_excess_precision", "\4true", "While setting option xla_allow_excess_precision, 'true' is not a valid bool value.");
    VALUE("xla_allow_excess_precision", "\x18\1", "'1' is not a valid bool value");
    VALUE("xla_backend_optimization_level", "\x18\2", NULL);
    TEXT("xla_backend_optimization_level", "\2 7", NULL);
    TEXT("xla_backend_optimization_level", "\4" "0x10", "'0x10' is not a valid int32 value");
    TEXT("xla_backend_optimization_level", "\0", "'' is not a valid int32 value");
    VALUE("xla_backend_optimization_level", "\x18\x80\x80\x80\x80\x10", "'4294967296' is not a valid int32 value");
    VALUE("xla_backend_optimization_level", "\x10\1", "'1' is not a valid int32 value");
    VALUE("xla_backend_optimization_level", "\x21\0\0\0\0\0\0\xf8\x3f", "'1.5' is not a valid int32 value");
    TEXT("xla_gpu_all_gather_combine_threshold_bytes", "\x0b" "99999999999", NULL);
    VALUE("xla_gpu_autotune_gemm_rtol", "\x21\0\0\0\0\0\0\xf8\x3f", NULL);
    VALUE("xla_gpu_autotune_gemm_rtol", "\x18\1", "'1' is not a valid float value");
    TEXT("xla_dump_to", "\3abc", NULL);
    VALUE("xla_dump_to", "\x18\3", "'3' is not a valid string value");
    TEXT("xla_step_marker_location", "\x0eSTEP_MARK_NONE", NULL);
    TEXT("xla_step_marker_location", "\1Q", "'Q' is not a valid enum value");
    TEXT("xla_gpu_enable_command_buffer", "\x0d" "FUSION,CUBLAS", NULL);
    TEXT("xla_backend_extra_options", "\3a=b", "'a=b' is not a valid message value");
    VALUE("xla_dump_to", "", NULL); /* no value at all */
    VALUE("xla_dump_to", "\x0a\x7f", "no CompileOptionsProto"); /* cut short */
#undef TEXT
#undef VALUE
    destroy_client(client);
}

static void test_errors(void)
{
    void *client = client_of(2);
    static const char wrong[] = "module @m {\n  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n    %0 = stablehlo.nothing %a : tensor<2xf32>\n    return %0 : tensor<2xf32>\n  }\n}\n";
    PjrtProgram program = { .struct_size = sizeof program, .code = (char *)wrong, .code_size = strlen(wrong), .format = "mlir", .format_size = 4 };
    uint8_t options[] = { 3 << 3 | 2, 4, 4 << 3, 1, 5 << 3, 1 };
    CALL(Client_Compile, Client_Compile_args.client = client, Client_Compile_args.program = &program, Client_Compile_args.compile_options = options,
         Client_Compile_args.compile_options_size = sizeof options);
    expect(Client_Compile_error, PJRT_INVALID_ARGUMENT, "program:3:");
    Client_Compile_args.compile_options_size = 3; /* cut short */
    expect(api->Client_Compile(&Client_Compile_args), PJRT_INVALID_ARGUMENT, "no CompileOptionsProto");
    int64_t dims[] = { 4 };
    CALL(Client_BufferFromHostBuffer, Client_BufferFromHostBuffer_args.client = client, Client_BufferFromHostBuffer_args.type = 99, Client_BufferFromHostBuffer_args.dims = dims,
         Client_BufferFromHostBuffer_args.num_dims = 1, Client_BufferFromHostBuffer_args.device_layout = NULL, Client_BufferFromHostBuffer_args.memory = NULL, Client_BufferFromHostBuffer_args.device = NULL);
    expect(Client_BufferFromHostBuffer_error, PJRT_UNIMPLEMENTED, "element type 99");
    int64_t square[] = { 2, 2 }, twice[] = { 0, 0 };
    PjrtMemoryLayout layout = { .struct_size = sizeof layout, .tiled = { .minor_to_major = twice, .minor_to_major_size = 2 } };
    Client_BufferFromHostBuffer_args.type = 11, Client_BufferFromHostBuffer_args.dims = square, Client_BufferFromHostBuffer_args.num_dims = 2, Client_BufferFromHostBuffer_args.device_layout = &layout;
    expect(api->Client_BufferFromHostBuffer(&Client_BufferFromHostBuffer_args), PJRT_INVALID_ARGUMENT, "layout minor_to_major field has duplicate values: {0, 0}; shape: f32[2,2]");
    CALL(Client_Load, (void)0);
    expect(Client_Load_error, PJRT_UNIMPLEMENTED, "Client_Load is not supported");
    destroy_client(client);
    PjrtNamedValue option = { .struct_size = sizeof option, .name = "num_devices", .name_size = 11, .type = 0, .string = "-3", .value_size = 2 };
    CALL(Client_Create, Client_Create_args.create_options = &option, Client_Create_args.num_options = 1);
    expect(Client_Create_error, PJRT_INVALID_ARGUMENT, "a client of -3 devices");
}

/* Where no trace can be written, the client is refused, and there is no other file instead. */
static void test_no_trace(void)
{
    g_autofree char *dir = g_dir_make_tmp("pjrt-XXXXXX", NULL), *path = g_build_filename(dir, "run.db", NULL);
    g_assert_cmpint(mkfifo(path, 0600), ==, 0);
    g_setenv("SHARDSCOPE_TRACE", path, TRUE);
    CALL(Client_Create, Client_Create_args.create_options = NULL, Client_Create_args.num_options = 0);
    expect(Client_Create_error, PJRT_INTERNAL, "not a file");
    g_unsetenv("SHARDSCOPE_TRACE");
    unlink(path);
    g_assert_cmpint(rmdir(dir), ==, 0); /* nothing else is in it */
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    void *library = dlopen(g_getenv("SHARDSCOPE_PJRT_LIBRARY"), RTLD_LAZY | RTLD_LOCAL);
    if (!library)
        g_error("%s", dlerror());
    const PjrtApi *(*get)(void) = (const PjrtApi *(*)(void))dlsym(library, "GetPjrtApi");
    g_assert_nonnull(get);
    api = get();
    g_test_add_func("/pjrt/partial", test_partial);
    g_test_add_func("/pjrt/donors", test_donors);
    g_test_add_func("/pjrt/bits", test_bits);
    g_test_add_func("/pjrt/layout", test_layout);
    g_test_add_func("/pjrt/pointer_layout", test_pointer_layout);
    g_test_add_func("/pjrt/devices", test_devices);
    g_test_add_func("/pjrt/execute", test_execute);
    g_test_add_func("/pjrt/profile", test_profile);
    g_test_add_func("/pjrt/errors", test_errors);
    g_test_add_func("/pjrt/options", test_options);
    g_test_add_func("/pjrt/memories", test_memories);
    g_test_add_func("/pjrt/no-trace", test_no_trace);
    g_test_add_func("/pjrt/labels", test_labels);
    return g_test_run();
}
