/* The binary interface between a PJRT plugin and its client (jaxlib, torch_xla), of API version 0.114, written down from the published
 * description of its layout: a table of functions, each of which takes one struct. Pointers are `void *` where the client only hands them
 * through. Fields are in the order and of the types of the interface; sizes are checked in tests/unit/pjrt. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PJRT_MAJOR = 0, PJRT_MINOR = 114 };

/* Each struct begins with its own size, which says which fields are there, and a list of extensions. */
#define PJRT_HEAD size_t struct_size; void *extension_start;

typedef struct PjrtTiledLayout {
    PJRT_HEAD
    const int64_t *minor_to_major; size_t minor_to_major_size; const int64_t *tile_dims; const size_t *tile_dim_sizes; size_t num_tiles;
} PjrtTiledLayout;
typedef struct PjrtStridesLayout {
    PJRT_HEAD
    const int64_t *byte_strides; size_t num_byte_strides;
} PjrtStridesLayout;
typedef struct PjrtMemoryLayout {
    PJRT_HEAD
    union { PjrtTiledLayout tiled; PjrtStridesLayout strides; };
    int type; /* 0 tiled, 1 strides */
} PjrtMemoryLayout;

typedef struct PjrtNamedValue {
    PJRT_HEAD
    const char *name; size_t name_size;
    int type; /* 0 string, 1 int64, 2 list of int64, 3 float, 4 bool */
    union { const char *string; int64_t int64; const int64_t *int64_list; float number; bool flag; };
    size_t value_size; /* of a string or list, else 1 */
} PjrtNamedValue;

typedef struct PjrtProgram {
    PJRT_HEAD
    char *code; size_t code_size; const char *format; size_t format_size;
} PjrtProgram;

typedef struct PjrtExecuteOptions {
    PJRT_HEAD
    void *send_callbacks, *recv_callbacks; size_t num_send_ops, num_recv_ops; int launch_id;
    const int64_t *non_donatable_input_indices; size_t num_non_donatable_input_indices;
    void *context; const char *call_location;
} PjrtExecuteOptions;

typedef struct PjrtLogicalDevice { int replica, partition; } PjrtLogicalDevice;

/* Kinds of extensions that are given or asked for. */
enum { PJRT_EXTENSION_PROFILER = 1, PJRT_EXTENSION_LAYOUTS = 4, PJRT_EXTENSION_MEMORIES = 6, PJRT_EXTENSION_SHARDINGS = 19 };
typedef struct PjrtExtension {
    size_t struct_size; int type; void *next;
} PjrtExtension;

/* Error codes are those of absl::Status. */
enum { PJRT_CANCELLED = 1, PJRT_INVALID_ARGUMENT = 3, PJRT_NOT_FOUND = 5, PJRT_RESOURCE_EXHAUSTED = 8, PJRT_FAILED_PRECONDITION = 9, PJRT_UNIMPLEMENTED = 12, PJRT_INTERNAL = 13 };

typedef struct PjrtShardingsArgs {
    PJRT_HEAD
    void *executable; size_t num; const char *const *shardings; const size_t *sharding_sizes;
} PjrtShardingsArgs;
/* Of the profiler: errors are its own, and structs have no extensions. */
struct PjrtError;
struct PjrtProfiler;
typedef struct PjrtProfilerArgs { size_t struct_size; struct PjrtProfiler *profiler; } PjrtProfilerArgs;
typedef struct PjrtProfilerCreate { size_t struct_size; const char *options; size_t options_size; struct PjrtProfiler *profiler; } PjrtProfilerCreate;
typedef struct PjrtProfilerCollect { size_t struct_size; struct PjrtProfiler *profiler; uint8_t *buffer; size_t buffer_size_in_bytes; } PjrtProfilerCollect;
typedef struct PjrtProfilerErrorArgs { size_t struct_size; void *priv; struct PjrtError *error; } PjrtProfilerErrorArgs;
typedef struct PjrtProfilerErrorMessage { size_t struct_size; void *priv; const struct PjrtError *error; const char *message; size_t message_size; } PjrtProfilerErrorMessage;
typedef struct PjrtProfilerErrorCode { size_t struct_size; void *priv; const struct PjrtError *error; int code; } PjrtProfilerErrorCode;
typedef struct PjrtLayoutDestroy { PJRT_HEAD void *layout; } PjrtLayoutDestroy;
typedef struct PjrtLayoutSerialize {
    PJRT_HEAD
    void *layout; const char *bytes; size_t size; void *owner; void (*deleter)(void);
} PjrtLayoutSerialize;
typedef struct PjrtLayoutOfShape {
    PJRT_HEAD
    void *client_or_topology; int type; const int64_t *dims; size_t num_dims; void *layout;
} PjrtLayoutOfShape;
typedef struct PjrtLayoutOfBuffer { PJRT_HEAD void *buffer; void *layout; } PjrtLayoutOfBuffer;
typedef struct PjrtLayoutsOfExecutable {
    PJRT_HEAD
    void *executable; size_t num; void **layouts;
} PjrtLayoutsOfExecutable;
typedef struct PjrtMemoryDescriptions {
    PJRT_HEAD
    void *description; const void *const *list; size_t num, default_index;
} PjrtMemoryDescriptions;
typedef struct PjrtMemoryDescriptionKind {
    PJRT_HEAD
    const void *memory_description; const char *kind; size_t kind_size; int kind_id;
} PjrtMemoryDescriptionKind;

/* ---- the arguments of each function -------------------------------------------------------------------------------------------- */

typedef struct Pjrt_Error_Destroy {
    PJRT_HEAD
    void *error;
} Pjrt_Error_Destroy;

typedef struct Pjrt_Error_Message {
    PJRT_HEAD
    void *error; void *message; size_t message_size;
} Pjrt_Error_Message;

typedef struct Pjrt_Error_GetCode {
    PJRT_HEAD
    void *error; int code;
} Pjrt_Error_GetCode;

typedef struct Pjrt_Plugin_Initialize {
    PJRT_HEAD
} Pjrt_Plugin_Initialize;

typedef struct Pjrt_Plugin_Attributes {
    PJRT_HEAD
    void *attributes; size_t num_attributes;
} Pjrt_Plugin_Attributes;

typedef struct Pjrt_Event_Destroy {
    PJRT_HEAD
    void *event;
} Pjrt_Event_Destroy;

typedef struct Pjrt_Event_IsReady {
    PJRT_HEAD
    void *event; bool is_ready;
} Pjrt_Event_IsReady;

typedef struct Pjrt_Event_Error {
    PJRT_HEAD
    void *event;
} Pjrt_Event_Error;

typedef struct Pjrt_Event_Await {
    PJRT_HEAD
    void *event;
} Pjrt_Event_Await;

typedef struct Pjrt_Event_OnReady {
    PJRT_HEAD
    void *event; void (*callback)(void); void *user_arg;
} Pjrt_Event_OnReady;

typedef struct Pjrt_Client_Create {
    PJRT_HEAD
    void *create_options; size_t num_options; void (*kv_get_callback)(void); void *kv_get_user_arg; void (*kv_put_callback)(void);
    void *kv_put_user_arg; void *client; void (*kv_try_get_callback)(void); void *kv_try_get_user_arg;
} Pjrt_Client_Create;

typedef struct Pjrt_Client_Destroy {
    PJRT_HEAD
    void *client;
} Pjrt_Client_Destroy;

typedef struct Pjrt_Client_PlatformName {
    PJRT_HEAD
    void *client; void *platform_name; size_t platform_name_size;
} Pjrt_Client_PlatformName;

typedef struct Pjrt_Client_ProcessIndex {
    PJRT_HEAD
    void *client; int process_index;
} Pjrt_Client_ProcessIndex;

typedef struct Pjrt_Client_PlatformVersion {
    PJRT_HEAD
    void *client; void *platform_version; size_t platform_version_size;
} Pjrt_Client_PlatformVersion;

typedef struct Pjrt_Client_Devices {
    PJRT_HEAD
    void *client; void *devices; size_t num_devices;
} Pjrt_Client_Devices;

typedef struct Pjrt_Client_AddressableDevices {
    PJRT_HEAD
    void *client; void *addressable_devices; size_t num_addressable_devices;
} Pjrt_Client_AddressableDevices;

typedef struct Pjrt_Client_LookupDevice {
    PJRT_HEAD
    void *client; int id; void *device;
} Pjrt_Client_LookupDevice;

typedef struct Pjrt_Client_LookupAddressableDevice {
    PJRT_HEAD
    void *client; int local_hardware_id; void *addressable_device;
} Pjrt_Client_LookupAddressableDevice;

typedef struct Pjrt_Client_AddressableMemories {
    PJRT_HEAD
    void *client; void *addressable_memories; size_t num_addressable_memories;
} Pjrt_Client_AddressableMemories;

typedef struct Pjrt_Client_Compile {
    PJRT_HEAD
    void *client; void *program; void *compile_options; size_t compile_options_size; void *executable;
} Pjrt_Client_Compile;

typedef struct Pjrt_Client_DefaultDeviceAssignment {
    PJRT_HEAD
    void *client; int num_replicas; int num_partitions; size_t default_assignment_size; void *default_assignment;
} Pjrt_Client_DefaultDeviceAssignment;

typedef struct Pjrt_Client_BufferFromHostBuffer {
    PJRT_HEAD
    void *client; void *data; int type; void *dims; size_t num_dims; void *byte_strides; size_t num_byte_strides; int host_buffer_semantics;
    void *device; void *memory; void *device_layout; void *done_with_host_buffer; void *buffer;
} Pjrt_Client_BufferFromHostBuffer;

typedef struct Pjrt_DeviceDescription_Id {
    PJRT_HEAD
    void *device_description; int id;
} Pjrt_DeviceDescription_Id;

typedef struct Pjrt_DeviceDescription_ProcessIndex {
    PJRT_HEAD
    void *device_description; int process_index;
} Pjrt_DeviceDescription_ProcessIndex;

typedef struct Pjrt_DeviceDescription_Attributes {
    PJRT_HEAD
    void *device_description; size_t num_attributes; void *attributes;
} Pjrt_DeviceDescription_Attributes;

typedef struct Pjrt_DeviceDescription_Kind {
    PJRT_HEAD
    void *device_description; void *device_kind; size_t device_kind_size;
} Pjrt_DeviceDescription_Kind;

typedef struct Pjrt_DeviceDescription_DebugString {
    PJRT_HEAD
    void *device_description; void *debug_string; size_t debug_string_size;
} Pjrt_DeviceDescription_DebugString;

typedef struct Pjrt_DeviceDescription_ToString {
    PJRT_HEAD
    void *device_description; void *to_string; size_t to_string_size;
} Pjrt_DeviceDescription_ToString;

typedef struct Pjrt_Device_GetDescription {
    PJRT_HEAD
    void *device; void *device_description;
} Pjrt_Device_GetDescription;

typedef struct Pjrt_Device_IsAddressable {
    PJRT_HEAD
    void *device; bool is_addressable;
} Pjrt_Device_IsAddressable;

typedef struct Pjrt_Device_LocalHardwareId {
    PJRT_HEAD
    void *device; int local_hardware_id;
} Pjrt_Device_LocalHardwareId;

typedef struct Pjrt_Device_AddressableMemories {
    PJRT_HEAD
    void *device; void *memories; size_t num_memories;
} Pjrt_Device_AddressableMemories;

typedef struct Pjrt_Device_DefaultMemory {
    PJRT_HEAD
    void *device; void *memory;
} Pjrt_Device_DefaultMemory;

typedef struct Pjrt_Device_MemoryStats {
    PJRT_HEAD
    void *device; int64_t bytes_in_use; int64_t peak_bytes_in_use; bool peak_bytes_in_use_is_set; int64_t num_allocs;
    bool num_allocs_is_set; int64_t largest_alloc_size; bool largest_alloc_size_is_set; int64_t bytes_limit; bool bytes_limit_is_set;
    int64_t bytes_reserved; bool bytes_reserved_is_set; int64_t peak_bytes_reserved; bool peak_bytes_reserved_is_set;
    int64_t bytes_reservable_limit; bool bytes_reservable_limit_is_set; int64_t largest_free_block_bytes;
    bool largest_free_block_bytes_is_set; int64_t pool_bytes; bool pool_bytes_is_set; int64_t peak_pool_bytes; bool peak_pool_bytes_is_set;
    int64_t peak_allocated_bytes; bool peak_allocated_bytes_is_set;
} Pjrt_Device_MemoryStats;

typedef struct Pjrt_Memory_Id {
    PJRT_HEAD
    void *memory; int id;
} Pjrt_Memory_Id;

typedef struct Pjrt_Memory_Kind {
    PJRT_HEAD
    void *memory; void *kind; size_t kind_size;
} Pjrt_Memory_Kind;

typedef struct Pjrt_Memory_DebugString {
    PJRT_HEAD
    void *memory; void *debug_string; size_t debug_string_size;
} Pjrt_Memory_DebugString;

typedef struct Pjrt_Memory_ToString {
    PJRT_HEAD
    void *memory; void *to_string; size_t to_string_size;
} Pjrt_Memory_ToString;

typedef struct Pjrt_Memory_AddressableByDevices {
    PJRT_HEAD
    void *memory; void *devices; size_t num_devices;
} Pjrt_Memory_AddressableByDevices;

typedef struct Pjrt_Executable_Destroy {
    PJRT_HEAD
    void *executable;
} Pjrt_Executable_Destroy;

typedef struct Pjrt_Executable_Name {
    PJRT_HEAD
    void *executable; void *executable_name; size_t executable_name_size;
} Pjrt_Executable_Name;

typedef struct Pjrt_Executable_NumReplicas {
    PJRT_HEAD
    void *executable; size_t num_replicas;
} Pjrt_Executable_NumReplicas;

typedef struct Pjrt_Executable_NumPartitions {
    PJRT_HEAD
    void *executable; size_t num_partitions;
} Pjrt_Executable_NumPartitions;

typedef struct Pjrt_Executable_NumOutputs {
    PJRT_HEAD
    void *executable; size_t num_outputs;
} Pjrt_Executable_NumOutputs;

typedef struct Pjrt_Executable_SizeOfGeneratedCodeInBytes {
    PJRT_HEAD
    void *executable; int64_t size_in_bytes;
} Pjrt_Executable_SizeOfGeneratedCodeInBytes;

typedef struct Pjrt_Executable_GetCostAnalysis {
    PJRT_HEAD
    void *executable; size_t num_properties; void *properties;
} Pjrt_Executable_GetCostAnalysis;

typedef struct Pjrt_Executable_OutputMemoryKinds {
    PJRT_HEAD
    void *executable; size_t num_outputs; void *memory_kinds; void *memory_kind_sizes;
} Pjrt_Executable_OutputMemoryKinds;

typedef struct Pjrt_Executable_OptimizedProgram {
    PJRT_HEAD
    void *executable; void *program;
} Pjrt_Executable_OptimizedProgram;

typedef struct Pjrt_Executable_Serialize {
    PJRT_HEAD
    void *executable; void *serialized_bytes; size_t serialized_bytes_size; void *serialized_executable;
    void (*serialized_executable_deleter)(void);
} Pjrt_Executable_Serialize;

typedef struct Pjrt_LoadedExecutable_Destroy {
    PJRT_HEAD
    void *executable;
} Pjrt_LoadedExecutable_Destroy;

typedef struct Pjrt_LoadedExecutable_GetExecutable {
    PJRT_HEAD
    void *loaded_executable; void *executable;
} Pjrt_LoadedExecutable_GetExecutable;

typedef struct Pjrt_LoadedExecutable_AddressableDevices {
    PJRT_HEAD
    void *executable; void *addressable_devices; size_t num_addressable_devices;
} Pjrt_LoadedExecutable_AddressableDevices;

typedef struct Pjrt_LoadedExecutable_Delete {
    PJRT_HEAD
    void *executable;
} Pjrt_LoadedExecutable_Delete;

typedef struct Pjrt_LoadedExecutable_IsDeleted {
    PJRT_HEAD
    void *executable; bool is_deleted;
} Pjrt_LoadedExecutable_IsDeleted;

typedef struct Pjrt_LoadedExecutable_Execute {
    PJRT_HEAD
    void *executable; void *options; void *argument_lists; size_t num_devices; size_t num_args; void *output_lists;
    void *device_complete_events; void *execute_device;
} Pjrt_LoadedExecutable_Execute;

typedef struct Pjrt_Executable_DeserializeAndLoad {
    PJRT_HEAD
    void *client; void *serialized_executable; size_t serialized_executable_size; void *loaded_executable;
    void *overridden_serialized_compile_options; size_t overridden_serialized_compile_options_size; void *load_options;
} Pjrt_Executable_DeserializeAndLoad;

typedef struct Pjrt_LoadedExecutable_Fingerprint {
    PJRT_HEAD
    void *executable; void *executable_fingerprint; size_t executable_fingerprint_size;
} Pjrt_LoadedExecutable_Fingerprint;

typedef struct Pjrt_Buffer_Destroy {
    PJRT_HEAD
    void *buffer;
} Pjrt_Buffer_Destroy;

typedef struct Pjrt_Buffer_ElementType {
    PJRT_HEAD
    void *buffer; int type;
} Pjrt_Buffer_ElementType;

typedef struct Pjrt_Buffer_Dimensions {
    PJRT_HEAD
    void *buffer; void *dims; size_t num_dims;
} Pjrt_Buffer_Dimensions;

typedef struct Pjrt_Buffer_UnpaddedDimensions {
    PJRT_HEAD
    void *buffer; void *unpadded_dims; size_t num_dims;
} Pjrt_Buffer_UnpaddedDimensions;

typedef struct Pjrt_Buffer_DynamicDimensionIndices {
    PJRT_HEAD
    void *buffer; void *dynamic_dim_indices; size_t num_dynamic_dims;
} Pjrt_Buffer_DynamicDimensionIndices;

typedef struct Pjrt_Buffer_GetMemoryLayout {
    PJRT_HEAD
    void *buffer; PjrtMemoryLayout layout;
} Pjrt_Buffer_GetMemoryLayout;

typedef struct Pjrt_Buffer_OnDeviceSizeInBytes {
    PJRT_HEAD
    void *buffer; size_t on_device_size_in_bytes;
} Pjrt_Buffer_OnDeviceSizeInBytes;

typedef struct Pjrt_Buffer_Device {
    PJRT_HEAD
    void *buffer; void *device;
} Pjrt_Buffer_Device;

typedef struct Pjrt_Buffer_Memory {
    PJRT_HEAD
    void *buffer; void *memory;
} Pjrt_Buffer_Memory;

typedef struct Pjrt_Buffer_Delete {
    PJRT_HEAD
    void *buffer;
} Pjrt_Buffer_Delete;

typedef struct Pjrt_Buffer_IsDeleted {
    PJRT_HEAD
    void *buffer; bool is_deleted;
} Pjrt_Buffer_IsDeleted;

typedef struct Pjrt_Buffer_CopyToDevice {
    PJRT_HEAD
    void *buffer; void *dst_device; void *dst_buffer;
} Pjrt_Buffer_CopyToDevice;

typedef struct Pjrt_Buffer_ToHostBuffer {
    PJRT_HEAD
    void *src; void *host_layout; void *dst; size_t dst_size; void *event;
} Pjrt_Buffer_ToHostBuffer;

typedef struct Pjrt_Buffer_IsOnCpu {
    PJRT_HEAD
    void *buffer; bool is_on_cpu;
} Pjrt_Buffer_IsOnCpu;

typedef struct Pjrt_Buffer_ReadyEvent {
    PJRT_HEAD
    void *buffer; void *event;
} Pjrt_Buffer_ReadyEvent;

typedef struct Pjrt_Buffer_UnsafePointer {
    PJRT_HEAD
    void *buffer; uint64_t buffer_pointer;
} Pjrt_Buffer_UnsafePointer;

typedef struct Pjrt_Buffer_IncreaseExternalReferenceCount {
    PJRT_HEAD
    void *buffer;
} Pjrt_Buffer_IncreaseExternalReferenceCount;

typedef struct Pjrt_Buffer_DecreaseExternalReferenceCount {
    PJRT_HEAD
    void *buffer;
} Pjrt_Buffer_DecreaseExternalReferenceCount;

typedef struct Pjrt_Buffer_OpaqueDeviceMemoryDataPointer {
    PJRT_HEAD
    void *buffer; void *device_memory_ptr;
} Pjrt_Buffer_OpaqueDeviceMemoryDataPointer;

typedef struct Pjrt_CopyToDeviceStream_Destroy {
    PJRT_HEAD
    void *stream;
} Pjrt_CopyToDeviceStream_Destroy;

typedef struct Pjrt_CopyToDeviceStream_AddChunk {
    PJRT_HEAD
    void *stream; void *chunk; void *transfer_complete;
} Pjrt_CopyToDeviceStream_AddChunk;

typedef struct Pjrt_CopyToDeviceStream_TotalBytes {
    PJRT_HEAD
    void *stream; int64_t total_bytes;
} Pjrt_CopyToDeviceStream_TotalBytes;

typedef struct Pjrt_CopyToDeviceStream_GranuleSize {
    PJRT_HEAD
    void *stream; int64_t granule_size_in_bytes;
} Pjrt_CopyToDeviceStream_GranuleSize;

typedef struct Pjrt_CopyToDeviceStream_CurrentBytes {
    PJRT_HEAD
    void *stream; int64_t current_bytes;
} Pjrt_CopyToDeviceStream_CurrentBytes;

typedef struct Pjrt_TopologyDescription_Create {
    PJRT_HEAD
    void *topology_name; size_t topology_name_size; void *create_options; size_t num_options; void *topology;
} Pjrt_TopologyDescription_Create;

typedef struct Pjrt_TopologyDescription_Destroy {
    PJRT_HEAD
    void *topology;
} Pjrt_TopologyDescription_Destroy;

typedef struct Pjrt_TopologyDescription_PlatformName {
    PJRT_HEAD
    void *topology; void *platform_name; size_t platform_name_size;
} Pjrt_TopologyDescription_PlatformName;

typedef struct Pjrt_TopologyDescription_PlatformVersion {
    PJRT_HEAD
    void *topology; void *platform_version; size_t platform_version_size;
} Pjrt_TopologyDescription_PlatformVersion;

typedef struct Pjrt_TopologyDescription_GetDeviceDescriptions {
    PJRT_HEAD
    void *topology; void *descriptions; size_t num_descriptions;
} Pjrt_TopologyDescription_GetDeviceDescriptions;

typedef struct Pjrt_TopologyDescription_Serialize {
    PJRT_HEAD
    void *topology; void *serialized_bytes; size_t serialized_bytes_size; void *serialized_topology;
    void (*serialized_topology_deleter)(void);
} Pjrt_TopologyDescription_Serialize;

typedef struct Pjrt_TopologyDescription_Attributes {
    PJRT_HEAD
    void *topology; void *attributes; size_t num_attributes;
} Pjrt_TopologyDescription_Attributes;

typedef struct Pjrt_Compile {
    PJRT_HEAD
    void *topology; void *program; void *compile_options; size_t compile_options_size; void *client; void *executable;
} Pjrt_Compile;

typedef struct Pjrt_Executable_OutputElementTypes {
    PJRT_HEAD
    void *executable; void *output_types; size_t num_output_types;
} Pjrt_Executable_OutputElementTypes;

typedef struct Pjrt_Executable_OutputDimensions {
    PJRT_HEAD
    void *executable; size_t num_outputs; void *dims; void *dim_sizes;
} Pjrt_Executable_OutputDimensions;

typedef struct Pjrt_Buffer_CopyToMemory {
    PJRT_HEAD
    void *buffer; void *dst_memory; void *dst_buffer;
} Pjrt_Buffer_CopyToMemory;

typedef struct Pjrt_Client_CreateViewOfDeviceBuffer {
    PJRT_HEAD
    void *client; void *device_buffer_ptr; void *dims; size_t num_dims; int element_type; void *layout; void *device;
    void (*on_delete_callback)(void); void *on_delete_callback_arg; uint64_t stream; void *buffer; void *memory;
} Pjrt_Client_CreateViewOfDeviceBuffer;

typedef struct Pjrt_Executable_Fingerprint {
    PJRT_HEAD
    void *executable; void *executable_fingerprint; size_t executable_fingerprint_size;
} Pjrt_Executable_Fingerprint;

typedef struct Pjrt_Client_TopologyDescription {
    PJRT_HEAD
    void *client; void *topology;
} Pjrt_Client_TopologyDescription;

typedef struct Pjrt_Executable_GetCompiledMemoryStats {
    PJRT_HEAD
    void *executable; int64_t generated_code_size_in_bytes; int64_t argument_size_in_bytes; int64_t output_size_in_bytes;
    int64_t alias_size_in_bytes; int64_t temp_size_in_bytes; int64_t host_generated_code_size_in_bytes; int64_t host_argument_size_in_bytes;
    int64_t host_output_size_in_bytes; int64_t host_alias_size_in_bytes; int64_t host_temp_size_in_bytes; int64_t peak_memory_in_bytes;
    int64_t total_size_in_bytes; int64_t total_allocation_bytes; int64_t indefinite_allocations; int64_t peak_unpadded_heap_bytes;
} Pjrt_Executable_GetCompiledMemoryStats;

typedef struct Pjrt_Memory_Kind_Id {
    PJRT_HEAD
    void *memory; int kind_id;
} Pjrt_Memory_Kind_Id;

typedef struct Pjrt_ExecuteContext_Create {
    PJRT_HEAD
    void *context;
} Pjrt_ExecuteContext_Create;

typedef struct Pjrt_ExecuteContext_Destroy {
    PJRT_HEAD
    void *context;
} Pjrt_ExecuteContext_Destroy;

typedef struct Pjrt_Buffer_CopyRawToHost {
    PJRT_HEAD
    void *buffer; void *dst; int64_t offset; int64_t transfer_size; void *event;
} Pjrt_Buffer_CopyRawToHost;

typedef struct Pjrt_AsyncHostToDeviceTransferManager_Destroy {
    PJRT_HEAD
    void *transfer_manager;
} Pjrt_AsyncHostToDeviceTransferManager_Destroy;

typedef struct Pjrt_AsyncHostToDeviceTransferManager_TransferData {
    PJRT_HEAD
    void *transfer_manager; int buffer_index; void *data; int64_t offset; int64_t transfer_size; bool is_last_transfer;
    void *done_with_h2d_transfer;
} Pjrt_AsyncHostToDeviceTransferManager_TransferData;

typedef struct Pjrt_Client_CreateBuffersForAsyncHostToDevice {
    PJRT_HEAD
    void *client; void *shape_specs; size_t num_shape_specs; void *device_layouts; size_t num_device_layouts; void *memory;
    void *transfer_manager;
} Pjrt_Client_CreateBuffersForAsyncHostToDevice;

typedef struct Pjrt_AsyncHostToDeviceTransferManager_RetrieveBuffer {
    PJRT_HEAD
    void *transfer_manager; int buffer_index; void *buffer_out;
} Pjrt_AsyncHostToDeviceTransferManager_RetrieveBuffer;

typedef struct Pjrt_AsyncHostToDeviceTransferManager_Device {
    PJRT_HEAD
    void *transfer_manager; void *device_out;
} Pjrt_AsyncHostToDeviceTransferManager_Device;

typedef struct Pjrt_AsyncHostToDeviceTransferManager_BufferCount {
    PJRT_HEAD
    void *transfer_manager; size_t buffer_count;
} Pjrt_AsyncHostToDeviceTransferManager_BufferCount;

typedef struct Pjrt_AsyncHostToDeviceTransferManager_BufferSize {
    PJRT_HEAD
    void *transfer_manager; int buffer_index; size_t buffer_size;
} Pjrt_AsyncHostToDeviceTransferManager_BufferSize;

typedef struct Pjrt_AsyncHostToDeviceTransferManager_SetBufferError {
    PJRT_HEAD
    void *transfer_manager; int buffer_index; int error_code; void *error_message; size_t error_message_size;
} Pjrt_AsyncHostToDeviceTransferManager_SetBufferError;

typedef struct Pjrt_AsyncHostToDeviceTransferManager_AddMetadata {
    PJRT_HEAD
    void *transfer_manager; void *transfer_metadata; size_t num_metadata;
} Pjrt_AsyncHostToDeviceTransferManager_AddMetadata;

typedef struct Pjrt_Client_DmaMap {
    PJRT_HEAD
    void *client; void *data; size_t size;
} Pjrt_Client_DmaMap;

typedef struct Pjrt_Client_DmaUnmap {
    PJRT_HEAD
    void *client; void *data;
} Pjrt_Client_DmaUnmap;

typedef struct Pjrt_Client_CreateUninitializedBuffer {
    PJRT_HEAD
    void *client; void *shape_dims; size_t shape_num_dims; int shape_element_type; void *shape_layout; void *device; void *memory;
    void *buffer;
} Pjrt_Client_CreateUninitializedBuffer;

typedef struct Pjrt_Client_UpdateGlobalProcessInfo {
    PJRT_HEAD
    void *client; void *process_infos; size_t num_process_infos;
} Pjrt_Client_UpdateGlobalProcessInfo;

typedef struct Pjrt_TopologyDescription_Deserialize {
    PJRT_HEAD
    void *serialized_topology; size_t serialized_topology_size; void *topology;
} Pjrt_TopologyDescription_Deserialize;

typedef struct Pjrt_Client_CreateAliasBuffer {
    PJRT_HEAD
    void *client; void *memory; void *shape_dims; size_t shape_num_dims; int shape_element_type; void *shape_layout; void *alias_buffer;
    void *fulfill_alias_buffer_cb;
} Pjrt_Client_CreateAliasBuffer;

typedef struct Pjrt_Client_FulfillAliasBuffer {
    PJRT_HEAD
    void *client; void *buffer; int status_code; void *error_message; size_t error_message_size; void *fulfill_alias_buffer_cb;
} Pjrt_Client_FulfillAliasBuffer;

typedef struct Pjrt_LoadedExecutable_GetDeviceAssignment {
    PJRT_HEAD
    void *executable; void *serialized_bytes; size_t serialized_bytes_size; void *serialized_device_assignment;
    void (*serialized_device_assignment_deleter)(void);
} Pjrt_LoadedExecutable_GetDeviceAssignment;

typedef struct Pjrt_Client_CreateErrorBuffer {
    PJRT_HEAD
    void *client; int error_code; void *error_message; size_t error_message_size; void *shape_dims; size_t shape_num_dims;
    int shape_element_type; void *shape_layout; void *memory; void *buffer; void *payload; size_t num_payload;
} Pjrt_Client_CreateErrorBuffer;

typedef struct Pjrt_AsyncHostToDeviceTransferManager_TransferLiteral {
    PJRT_HEAD
    void *transfer_manager; int buffer_index; void *data; void *shape_dims; size_t shape_num_dims; int shape_element_type;
    void *shape_layout; void *done_with_h2d_transfer;
} Pjrt_AsyncHostToDeviceTransferManager_TransferLiteral;

typedef struct Pjrt_Buffer_CopyRawToHostFuture {
    PJRT_HEAD
    void *buffer; int64_t offset; int64_t transfer_size; void *event; void *callback_data; void (*future_ready_callback)(void);
} Pjrt_Buffer_CopyRawToHostFuture;

typedef struct Pjrt_Device_PoisonExecution {
    PJRT_HEAD
    void *device; int launch_id; int error_code; void *error_message; size_t error_message_size; bool poisoned; void *payload;
    size_t num_payload;
} Pjrt_Device_PoisonExecution;

typedef struct Pjrt_Device_CreateAsyncTrackingEvent {
    PJRT_HEAD
    void *device; void *description; size_t description_size; void *event;
} Pjrt_Device_CreateAsyncTrackingEvent;

typedef struct Pjrt_AsyncTrackingEvent_Destroy {
    PJRT_HEAD
    void *event;
} Pjrt_AsyncTrackingEvent_Destroy;

typedef struct Pjrt_Executable_GetCompileOptions {
    PJRT_HEAD
    void *executable; void *serialized_bytes; size_t serialized_bytes_size; void *serialized_compile_options;
    void (*serialized_compile_options_deleter)(void);
} Pjrt_Executable_GetCompileOptions;

typedef struct Pjrt_Buffer_DonateWithControlDependency {
    PJRT_HEAD
    void *buffer; void *callback_data; void (*dependency_ready_callback)(void); void *out_buffer;
} Pjrt_Buffer_DonateWithControlDependency;

typedef struct Pjrt_Event_Create {
    PJRT_HEAD
    void *event;
} Pjrt_Event_Create;

typedef struct Pjrt_Event_Set {
    PJRT_HEAD
    void *event; int error_code; void *error_message; size_t error_message_size;
} Pjrt_Event_Set;

typedef struct Pjrt_Device_GetAttributes {
    PJRT_HEAD
    void *device; void *attributes; size_t num_attributes; void *device_attributes; void (*attributes_deleter)(void);
} Pjrt_Device_GetAttributes;

typedef struct Pjrt_Client_Load {
    PJRT_HEAD
    void *client; void *executable; void *compile_options; size_t compile_options_size; void *loaded_executable;
} Pjrt_Client_Load;

typedef struct Pjrt_LoadedExecutable_AddressableDeviceLogicalIds {
    PJRT_HEAD
    void *executable; void *addressable_device_logical_ids; size_t num_addressable_device_logical_ids;
} Pjrt_LoadedExecutable_AddressableDeviceLogicalIds;

typedef struct Pjrt_Buffer_Bitcast {
    PJRT_HEAD
    void *buffer; int element_type; void *dims; size_t num_dims; void *device_layout; void *out_buffer;
} Pjrt_Buffer_Bitcast;

typedef struct Pjrt_Error_ForEachPayload {
    PJRT_HEAD
    void *error; void (*visitor)(void); void *user_arg;
} Pjrt_Error_ForEachPayload;

typedef struct Pjrt_TopologyDescription_Fingerprint {
    PJRT_HEAD
    void *topology; uint64_t fingerprint;
} Pjrt_TopologyDescription_Fingerprint;

typedef struct Pjrt_Executable_ParameterMemoryKinds {
    PJRT_HEAD
    void *executable; size_t num_parameters; void *memory_kinds; void *memory_kind_sizes;
} Pjrt_Executable_ParameterMemoryKinds;

typedef struct Pjrt_Device_ClearMemoryStats {
    PJRT_HEAD
    void *device;
} Pjrt_Device_ClearMemoryStats;

typedef struct Pjrt_TopologyDescription_MakeCanonicalShapeForMemorySpace {
    PJRT_HEAD
    void *topology; int memory_space_kind_id; void *dims; size_t num_dims; int element_type; void *layout; void *serialized_shape;
    size_t serialized_shape_size; void (*serialized_shape_deleter)(void);
} Pjrt_TopologyDescription_MakeCanonicalShapeForMemorySpace;

typedef struct Pjrt_TopologyDescription_GetMemorySpaceKindIds {
    PJRT_HEAD
    void *topology; void *memory_space_kind_ids; size_t num_memory_space_kind_ids;
} Pjrt_TopologyDescription_GetMemorySpaceKindIds;

/* ---- the table ------------------------------------------------------------------------------------------------------------------------ */

/* PJRT_SLOT(name), in order. */
#define PJRT_SLOTS \
    PJRT_SLOT(Error_Destroy) PJRT_SLOT(Error_Message) PJRT_SLOT(Error_GetCode) PJRT_SLOT(Plugin_Initialize) PJRT_SLOT(Plugin_Attributes) \
    PJRT_SLOT(Event_Destroy) PJRT_SLOT(Event_IsReady) PJRT_SLOT(Event_Error) PJRT_SLOT(Event_Await) PJRT_SLOT(Event_OnReady) \
    PJRT_SLOT(Client_Create) PJRT_SLOT(Client_Destroy) PJRT_SLOT(Client_PlatformName) PJRT_SLOT(Client_ProcessIndex) \
    PJRT_SLOT(Client_PlatformVersion) PJRT_SLOT(Client_Devices) PJRT_SLOT(Client_AddressableDevices) PJRT_SLOT(Client_LookupDevice) \
    PJRT_SLOT(Client_LookupAddressableDevice) PJRT_SLOT(Client_AddressableMemories) PJRT_SLOT(Client_Compile) \
    PJRT_SLOT(Client_DefaultDeviceAssignment) PJRT_SLOT(Client_BufferFromHostBuffer) PJRT_SLOT(DeviceDescription_Id) \
    PJRT_SLOT(DeviceDescription_ProcessIndex) PJRT_SLOT(DeviceDescription_Attributes) PJRT_SLOT(DeviceDescription_Kind) \
    PJRT_SLOT(DeviceDescription_DebugString) PJRT_SLOT(DeviceDescription_ToString) PJRT_SLOT(Device_GetDescription) \
    PJRT_SLOT(Device_IsAddressable) PJRT_SLOT(Device_LocalHardwareId) PJRT_SLOT(Device_AddressableMemories) \
    PJRT_SLOT(Device_DefaultMemory) PJRT_SLOT(Device_MemoryStats) PJRT_SLOT(Memory_Id) PJRT_SLOT(Memory_Kind) \
    PJRT_SLOT(Memory_DebugString) PJRT_SLOT(Memory_ToString) PJRT_SLOT(Memory_AddressableByDevices) PJRT_SLOT(Executable_Destroy) \
    PJRT_SLOT(Executable_Name) PJRT_SLOT(Executable_NumReplicas) PJRT_SLOT(Executable_NumPartitions) PJRT_SLOT(Executable_NumOutputs) \
    PJRT_SLOT(Executable_SizeOfGeneratedCodeInBytes) PJRT_SLOT(Executable_GetCostAnalysis) PJRT_SLOT(Executable_OutputMemoryKinds) \
    PJRT_SLOT(Executable_OptimizedProgram) PJRT_SLOT(Executable_Serialize) PJRT_SLOT(LoadedExecutable_Destroy) \
    PJRT_SLOT(LoadedExecutable_GetExecutable) PJRT_SLOT(LoadedExecutable_AddressableDevices) PJRT_SLOT(LoadedExecutable_Delete) \
    PJRT_SLOT(LoadedExecutable_IsDeleted) PJRT_SLOT(LoadedExecutable_Execute) PJRT_SLOT(Executable_DeserializeAndLoad) \
    PJRT_SLOT(LoadedExecutable_Fingerprint) PJRT_SLOT(Buffer_Destroy) PJRT_SLOT(Buffer_ElementType) PJRT_SLOT(Buffer_Dimensions) \
    PJRT_SLOT(Buffer_UnpaddedDimensions) PJRT_SLOT(Buffer_DynamicDimensionIndices) PJRT_SLOT(Buffer_GetMemoryLayout) \
    PJRT_SLOT(Buffer_OnDeviceSizeInBytes) PJRT_SLOT(Buffer_Device) PJRT_SLOT(Buffer_Memory) PJRT_SLOT(Buffer_Delete) \
    PJRT_SLOT(Buffer_IsDeleted) PJRT_SLOT(Buffer_CopyToDevice) PJRT_SLOT(Buffer_ToHostBuffer) PJRT_SLOT(Buffer_IsOnCpu) \
    PJRT_SLOT(Buffer_ReadyEvent) PJRT_SLOT(Buffer_UnsafePointer) PJRT_SLOT(Buffer_IncreaseExternalReferenceCount) \
    PJRT_SLOT(Buffer_DecreaseExternalReferenceCount) PJRT_SLOT(Buffer_OpaqueDeviceMemoryDataPointer) PJRT_SLOT(CopyToDeviceStream_Destroy) \
    PJRT_SLOT(CopyToDeviceStream_AddChunk) PJRT_SLOT(CopyToDeviceStream_TotalBytes) PJRT_SLOT(CopyToDeviceStream_GranuleSize) \
    PJRT_SLOT(CopyToDeviceStream_CurrentBytes) PJRT_SLOT(TopologyDescription_Create) PJRT_SLOT(TopologyDescription_Destroy) \
    PJRT_SLOT(TopologyDescription_PlatformName) PJRT_SLOT(TopologyDescription_PlatformVersion) \
    PJRT_SLOT(TopologyDescription_GetDeviceDescriptions) PJRT_SLOT(TopologyDescription_Serialize) \
    PJRT_SLOT(TopologyDescription_Attributes) PJRT_SLOT(Compile) PJRT_SLOT(Executable_OutputElementTypes) \
    PJRT_SLOT(Executable_OutputDimensions) PJRT_SLOT(Buffer_CopyToMemory) PJRT_SLOT(Client_CreateViewOfDeviceBuffer) \
    PJRT_SLOT(Executable_Fingerprint) PJRT_SLOT(Client_TopologyDescription) PJRT_SLOT(Executable_GetCompiledMemoryStats) \
    PJRT_SLOT(Memory_Kind_Id) PJRT_SLOT(ExecuteContext_Create) PJRT_SLOT(ExecuteContext_Destroy) PJRT_SLOT(Buffer_CopyRawToHost) \
    PJRT_SLOT(AsyncHostToDeviceTransferManager_Destroy) PJRT_SLOT(AsyncHostToDeviceTransferManager_TransferData) \
    PJRT_SLOT(Client_CreateBuffersForAsyncHostToDevice) PJRT_SLOT(AsyncHostToDeviceTransferManager_RetrieveBuffer) \
    PJRT_SLOT(AsyncHostToDeviceTransferManager_Device) PJRT_SLOT(AsyncHostToDeviceTransferManager_BufferCount) \
    PJRT_SLOT(AsyncHostToDeviceTransferManager_BufferSize) PJRT_SLOT(AsyncHostToDeviceTransferManager_SetBufferError) \
    PJRT_SLOT(AsyncHostToDeviceTransferManager_AddMetadata) PJRT_SLOT(Client_DmaMap) PJRT_SLOT(Client_DmaUnmap) \
    PJRT_SLOT(Client_CreateUninitializedBuffer) PJRT_SLOT(Client_UpdateGlobalProcessInfo) PJRT_SLOT(TopologyDescription_Deserialize) \
    PJRT_SLOT(Client_CreateAliasBuffer) PJRT_SLOT(Client_FulfillAliasBuffer) PJRT_SLOT(LoadedExecutable_GetDeviceAssignment) \
    PJRT_SLOT(Client_CreateErrorBuffer) PJRT_SLOT(AsyncHostToDeviceTransferManager_TransferLiteral) PJRT_SLOT(Buffer_CopyRawToHostFuture) \
    PJRT_SLOT(Device_PoisonExecution) PJRT_SLOT(Device_CreateAsyncTrackingEvent) PJRT_SLOT(AsyncTrackingEvent_Destroy) \
    PJRT_SLOT(Executable_GetCompileOptions) PJRT_SLOT(Buffer_DonateWithControlDependency) PJRT_SLOT(Event_Create) PJRT_SLOT(Event_Set) \
    PJRT_SLOT(Device_GetAttributes) PJRT_SLOT(Client_Load) PJRT_SLOT(LoadedExecutable_AddressableDeviceLogicalIds) \
    PJRT_SLOT(Buffer_Bitcast) PJRT_SLOT(Error_ForEachPayload) PJRT_SLOT(TopologyDescription_Fingerprint) \
    PJRT_SLOT(Executable_ParameterMemoryKinds) PJRT_SLOT(Device_ClearMemoryStats) \
    PJRT_SLOT(TopologyDescription_MakeCanonicalShapeForMemorySpace) PJRT_SLOT(TopologyDescription_GetMemorySpaceKindIds)

typedef struct PjrtError PjrtError;
typedef struct PjrtApi {
    PJRT_HEAD
    struct { PJRT_HEAD int major, minor; } version;
#define PJRT_SLOT(name) PjrtError *(*name)(Pjrt_##name *args);
    PJRT_SLOTS
#undef PJRT_SLOT
    void *later[32]; /* clients look at slots of newer versions without asking for the size */
} PjrtApi;
