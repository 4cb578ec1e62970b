/* Clients, their devices and memories, the topology, and what the plugin says of itself. Of these only Client_Create may fail. */
#include "runtime/pjrt/table.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the platform is called; lowering rules of JAX go by it. */
static const char platform[] = "shardscope";
static const char kind[] = "cpu"; /* what JAX looks for where something can be done by processors alone */
const char *const memory_kinds[N_MEMORIES] = { [MEMORY_DEVICE] = "device", [MEMORY_PINNED_HOST] = "pinned_host", [MEMORY_UNPINNED_HOST] = "unpinned_host" };

/* A string that lives as long as its owner, as the interface hands it out. */
#define GIVE(args, field, text)                                                                                                            \
    do {                                                                                                                                   \
        (args)->field = (void *)(text);                                                                                                    \
        (args)->field##_size = strlen(text);                                                                                               \
    } while (0)

/* ---- the plugin -------------------------------------------------------------------------------------------------------------------- */

PjrtError *pjrt_Plugin_Initialize(Pjrt_Plugin_Initialize *args)
{
    (void)args;
    python_support();
    return NULL;
}

/* Clients write programs in the older of their and this version of StableHLO. */
PjrtError *pjrt_Plugin_Attributes(Pjrt_Plugin_Attributes *args)
{
    static const int64_t current[] = { 1, 13, 0 }, minimum[] = { 1, 0, 0 };
    static PjrtNamedValue list[] = {
        { .struct_size = sizeof(PjrtNamedValue), .name = "xla_version", .name_size = 11, .type = 1, .int64 = 2, .value_size = 1 },
        { .struct_size = sizeof(PjrtNamedValue), .name = "stablehlo_current_version", .name_size = 25, .type = 2, .int64_list = current, .value_size = 3 },
        { .struct_size = sizeof(PjrtNamedValue), .name = "stablehlo_minimum_version", .name_size = 25, .type = 2, .int64_list = minimum, .value_size = 3 },
    };
    args->attributes = list;
    args->num_attributes = G_N_ELEMENTS(list);
    return NULL;
}

/* ---- clients ----------------------------------------------------------------------------------------------------------------------- */

int memory_kind_of(const char *name)
{
    for (int k = 0; name && k < N_MEMORIES; k++)
        if (strcmp(name, memory_kinds[k]) == 0)
            return k;
    return MEMORY_DEVICE;
}

static void make_devices(PjrtClient *c)
{
    c->devices = g_new0(PjrtDevice, c->n_devices);
    c->device_list = g_new0(PjrtDevice *, c->n_devices);
    c->memory_list = g_new0(PjrtMemory *, N_MEMORIES * c->n_devices);
    for (int i = 0; i < c->n_devices; i++) {
        PjrtDevice *d = &c->devices[i];
        *d = (PjrtDevice){ .client = c, .id = i, .text = g_strdup_printf("ShardscopeDevice(id=%d)", i), .name = g_strdup_printf("shardscope:%d", i) };
        d->alone = shardscope_sharding_single_device(i, NULL);
        for (int k = 0; k < N_MEMORIES; k++) {
            int id = i * N_MEMORIES + k;
            d->memory[k] = (PjrtMemory){ .device = d, .id = id, .kind = k, .text = g_strdup_printf("%s memory of ShardscopeDevice(id=%d)", memory_kinds[k], i) };
            d->memories[k] = c->memory_list[id] = &d->memory[k];
        }
        d->self[0] = c->device_list[i] = d;
    }
}

/* An option of the client by name: its text or number. */
static bool option(const Pjrt_Client_Create *args, const char *name, const char **text, size_t *n, int64_t *number)
{
    const PjrtNamedValue *v = args->create_options;
    for (size_t i = 0; i < args->num_options; i++) {
        if (v[i].name_size != strlen(name) || memcmp(v[i].name, name, v[i].name_size) != 0)
            continue;
        if (v[i].type == 0) {
            *text = v[i].string;
            *n = v[i].value_size;
        } else if (v[i].type == 1) {
            *number = v[i].int64;
        }
        return true;
    }
    return false;
}

/* How many events of steps the trace is to have, about: the client's option "trace_events", or the environment's SHARDSCOPE_TRACE_EVENTS. */
static PjrtError *events_asked(const Pjrt_Client_Create *args, int64_t *events)
{
    const char *text = g_getenv("SHARDSCOPE_TRACE_EVENTS");
    size_t n = text ? strlen(text) : 0;
    int64_t number = 0;
    option(args, "trace_events", &text, &n, &number);
    g_autofree char *word = text ? g_strndup(text, n) : NULL;
    gint64 parsed = number;
    if (word && g_str_equal(word, "all"))
        parsed = -1;
    else if (number < 0 || (!number && word && word[0] && !g_ascii_string_to_signed(word, 10, 1, G_MAXINT64, &parsed, NULL)))
        return pjrt_error(PJRT_INVALID_ARGUMENT, "SHARDSCOPE_TRACE_EVENTS is \"%s\": a number from 1 on is needed, or \"all\"", number < 0 ? "negative" : word);
    *events = parsed;
    return NULL;
}

/* "train.db" of process 12: "train.12.db". */
static char *own_trace(const char *path)
{
    if (!g_file_test(path, G_FILE_TEST_IS_REGULAR)) /* nobody's trace */
        return NULL;
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    int stem = (int)(dot && (!slash || dot > slash) ? dot - path : (ptrdiff_t)strlen(path));
    return g_strdup_printf("%.*s.%d%s", stem, path, (int)getpid(), path + stem);
}

/* The processes that a launcher started together: joined once, by the first client, and left as the process ends: leaving waits for the others. When the first client ends they are
 * told farewell only, since its owner may hold, until it has ended, what they wait for. JAX's holds a connection to its first process, whose service waits for that for 5 s. */
static ShardscopeRanks *ranks, *ranks_before;

static char *shared_trace; /* that all of them record, each its part; NULL = none */

/* One trace in place of the parts, which are finished by now. Those on other machines may not be here. */
static void merge_parts(int n)
{
    g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(parts, g_strdup(shared_trace));
    for (int i = 1; i < n; i++) {
        char *part = shardscope_trace_part_path(shared_trace, i);
        g_ptr_array_add(parts, g_strdup(part));
        shardscope_free(part);
        if (!g_file_test(parts->pdata[i], G_FILE_TEST_EXISTS)) {
            g_printerr("shardscope: %s is not on this machine: this trace has the devices of this process only\n  hint: shardscope merge makes one of the parts, once they are together\n", (char *)parts->pdata[i]);
            return;
        }
    }
    ShardscopeError *error = NULL;
    char *told = NULL;
    g_autofree char *merged = g_strconcat(shared_trace, ".merged", NULL);
    g_unlink(merged);
    if (!shardscope_trace_merge((const char *const *)parts->pdata, n, merged, NULL, &told, &error) || g_rename(merged, shared_trace) != 0) {
        g_printerr("shardscope: the parts of %s were not merged: %s\n", shared_trace, error ? shardscope_error_message(error) : g_strerror(errno));
        shardscope_error_free(error);
        return;
    }
    for (int i = 1; i < n; i++)
        g_unlink(parts->pdata[i]);
    g_printerr("%s", told);
    shardscope_free(told);
}

static void part_from_ranks(void)
{
    if (!ranks)
        return;
    shardscope_ranks_farewell(ranks);
    ranks_before = g_steal_pointer(&ranks);
}

static void leave_ranks(void)
{
    part_from_ranks();
    ShardscopeRanks *r = g_steal_pointer(&ranks_before);
    if (!r)
        return;
    ShardscopeError *error = NULL;
    int me = shardscope_ranks_me(r), n = shardscope_ranks_n(r);
    bool well = shardscope_ranks_leave(r, true, &error);
    if (error)
        g_printerr("shardscope: %s\n", shardscope_error_message(error));
    shardscope_error_free(error);
    if (well && shared_trace && me == 0)
        merge_parts(n);
    g_clear_pointer(&shared_trace, g_free);
}

static bool join_ranks(ShardscopeError **error)
{
    static bool before;
    const char *wanted = g_getenv("SHARDSCOPE_RANKS");
    if (before || (wanted && g_str_equal(wanted, "0")))
        return true;
    ShardscopeError *why = NULL;
    ranks = shardscope_ranks_join(&why);
    before = true;
    if (ranks)
        atexit(leave_ranks);
    *error = why;
    return !why;
}

/* Clients that are there. Some users of the interface end the process without destroying theirs: the trace is finished all the same. */
static GMutex living_lock;
static GPtrArray *living;

static void end_recordings(void)
{
    g_mutex_lock(&living_lock);
    for (guint i = 0; i < living->len; i++)
        shardscope_client_record_end(((PjrtClient *)living->pdata[i])->client, NULL);
    g_mutex_unlock(&living_lock);
}

static void enter_living(PjrtClient *c)
{
    g_mutex_lock(&living_lock);
    if (!living) {
        living = g_ptr_array_new();
        atexit(end_recordings);
    }
    g_ptr_array_add(living, c);
    g_mutex_unlock(&living_lock);
}

static void leave_living(PjrtClient *c)
{
    g_mutex_lock(&living_lock);
    g_ptr_array_remove(living, c);
    g_mutex_unlock(&living_lock);
}

static void warn(void *user, const char *message)
{
    (void)user;
    g_printerr("shardscope: %s\n  the program goes on without being recorded\n", message);
}

PjrtError *pjrt_Client_Create(Pjrt_Client_Create *args)
{
    const char *text = NULL;
    size_t n = 0;
    int64_t number = 0;
    option(args, "num_devices", &text, &n, &number);
    g_autofree char *devices = text ? g_strndup(text, n) : NULL;
    text = NULL;
    option(args, "trace", &text, &n, &(int64_t){ 0 });
    g_autofree char *trace = text ? g_strndup(text, n) : g_strdup(g_getenv("SHARDSCOPE_TRACE"));
    ShardscopeError *error = NULL;
    int64_t events = 0;
    PjrtError *refused = events_asked(args, &events);
    if (refused)
        return refused;
    if (!join_ranks(&error))
        return pjrt_error_of(error);
    g_autofree char *whole = ranks && trace && trace[0] ? g_strdup(trace) : NULL;
    if (whole && shardscope_ranks_me(ranks) != 0) {
        char *part = shardscope_trace_part_path(whole, shardscope_ranks_me(ranks));
        g_free(trace);
        trace = g_strdup(part);
        shardscope_free(part);
    }
    ShardscopeClientOptions o = { SHARDSCOPE_CLIENT_OPTIONS, .n_devices = devices ? (int)g_ascii_strtoll(devices, NULL, 10) : (int)number,
                                  .trace = trace && trace[0] ? trace : NULL, .ranks = ranks, .warn = warn, .trace_events = events };
    ShardscopeClient *client = shardscope_client_new(&o, &error);
    g_autofree char *own = client || !o.trace ? NULL : own_trace(o.trace);
    if (own && shardscope_error_status(error) == SHARDSCOPE_TRACE) { /* a script's processes are told the same file, which is one's */
        o.trace = own;
        client = shardscope_client_new(&o, NULL);
        if (client) {
            g_printerr("shardscope: %s\n  this process records into %s\n", shardscope_error_message(error), own);
            shardscope_error_free(error);
        }
    }
    if (!client)
        return pjrt_error_of(error);
    if (whole && o.trace == trace && !shared_trace)
        shared_trace = g_steal_pointer(&whole);
    PjrtClient *c = g_new0(PjrtClient, 1);
    c->client = client;
    c->n_devices = shardscope_client_n_devices(client);
    c->process = shardscope_ranks_me(ranks);
    shardscope_client_own_devices(client, &c->first, &c->n_here, NULL);
    make_devices(c);
    enter_living(c);
    args->client = c;
    return NULL;
}

PjrtError *pjrt_Client_Destroy(Pjrt_Client_Destroy *args)
{
    PjrtClient *c = args->client;
    leave_living(c);
    shardscope_client_record_end(c->client, NULL);
    shardscope_client_unref(c->client);
    part_from_ranks();
    for (int i = 0; i < c->n_devices; i++) {
        shardscope_sharding_unref(c->devices[i].alone);
        g_free(c->devices[i].text);
        g_free(c->devices[i].name);
        for (int k = 0; k < N_MEMORIES; k++)
            g_free(c->devices[i].memory[k].text);
    }
    g_free(c->devices);
    g_free(c->device_list);
    g_free(c->memory_list);
    g_free(c);
    return NULL;
}

PjrtError *pjrt_Client_PlatformName(Pjrt_Client_PlatformName *args)
{
    GIVE(args, platform_name, platform);
    return NULL;
}

PjrtError *pjrt_Client_ProcessIndex(Pjrt_Client_ProcessIndex *args)
{
    args->process_index = ((PjrtClient *)args->client)->process;
    return NULL;
}

PjrtError *pjrt_Client_PlatformVersion(Pjrt_Client_PlatformVersion *args)
{
    GIVE(args, platform_version, shardscope_version());
    return NULL;
}

PjrtError *pjrt_Client_Devices(Pjrt_Client_Devices *args)
{
    PjrtClient *c = args->client;
    args->devices = c->device_list;
    args->num_devices = (size_t)c->n_devices;
    return NULL;
}

PjrtError *pjrt_Client_AddressableDevices(Pjrt_Client_AddressableDevices *args)
{
    PjrtClient *c = args->client;
    args->addressable_devices = c->device_list + c->first;
    args->num_addressable_devices = (size_t)c->n_here;
    return NULL;
}

PjrtError *pjrt_Client_AddressableMemories(Pjrt_Client_AddressableMemories *args)
{
    PjrtClient *c = args->client;
    args->addressable_memories = c->memory_list + c->first * N_MEMORIES;
    args->num_addressable_memories = (size_t)c->n_here * N_MEMORIES;
    return NULL;
}

static PjrtError *lookup(const PjrtClient *c, int id, void **out)
{
    if (id < 0 || id >= c->n_devices)
        return pjrt_error(PJRT_INVALID_ARGUMENT, "there is no device %d: there are 0 to %d", id, c->n_devices - 1);
    *out = &c->devices[id];
    return NULL;
}

PjrtError *pjrt_Client_LookupDevice(Pjrt_Client_LookupDevice *args)
{
    return lookup(args->client, args->id, &args->device);
}

PjrtError *pjrt_Client_LookupAddressableDevice(Pjrt_Client_LookupAddressableDevice *args)
{
    const PjrtClient *c = args->client;
    if (args->local_hardware_id < 0 || args->local_hardware_id >= c->n_here)
        return pjrt_error(PJRT_INVALID_ARGUMENT, "there is no device %d in this process: there are 0 to %d", args->local_hardware_id, c->n_here - 1);
    return lookup(c, c->first + args->local_hardware_id, &args->addressable_device);
}

/* What jax.distributed hears of the other processes: the transport between them notices by itself if one fails. */
PjrtError *pjrt_Client_UpdateGlobalProcessInfo(Pjrt_Client_UpdateGlobalProcessInfo *args)
{
    (void)args;
    return NULL;
}

PjrtError *pjrt_Client_DefaultDeviceAssignment(Pjrt_Client_DefaultDeviceAssignment *args)
{
    int *out = args->default_assignment;
    for (size_t i = 0; i < args->default_assignment_size; i++)
        out[i] = (int)i;
    return NULL;
}

/* ---- topology: the client itself ------------------------------------------------------------------------------------------------------ */

PjrtError *pjrt_Client_TopologyDescription(Pjrt_Client_TopologyDescription *args)
{
    args->topology = args->client;
    return NULL;
}

PjrtError *pjrt_TopologyDescription_Destroy(Pjrt_TopologyDescription_Destroy *args)
{
    (void)args;
    return NULL;
}

PjrtError *pjrt_TopologyDescription_PlatformName(Pjrt_TopologyDescription_PlatformName *args)
{
    GIVE(args, platform_name, platform);
    return NULL;
}

PjrtError *pjrt_TopologyDescription_PlatformVersion(Pjrt_TopologyDescription_PlatformVersion *args)
{
    GIVE(args, platform_version, shardscope_version());
    return NULL;
}

PjrtError *pjrt_TopologyDescription_GetDeviceDescriptions(Pjrt_TopologyDescription_GetDeviceDescriptions *args)
{
    PjrtClient *c = args->topology;
    args->descriptions = c->device_list;
    args->num_descriptions = (size_t)c->n_devices;
    return NULL;
}

PjrtError *pjrt_TopologyDescription_Attributes(Pjrt_TopologyDescription_Attributes *args)
{
    args->attributes = NULL;
    args->num_attributes = 0;
    return NULL;
}

static uint64_t mix(uint64_t h, const void *data, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = (h ^ ((const unsigned char *)data)[i]) * 0x100000001b3u; /* FNV-1a: the same in every process, as caches on disk need it */
    return h;
}

/* What programs are compiled for: the platform, its version, and in which process each device is. */
PjrtError *pjrt_TopologyDescription_Fingerprint(Pjrt_TopologyDescription_Fingerprint *args)
{
    const PjrtClient *c = args->topology;
    uint64_t h = mix(0xcbf29ce484222325u, platform, strlen(platform));
    h = mix(h, shardscope_version(), strlen(shardscope_version()));
    for (int i = 0; i < c->n_devices; i++) {
        int32_t process = shardscope_client_process_of(c->client, i);
        h = mix(h, &process, sizeof process);
    }
    args->fingerprint = h;
    return NULL;
}

/* ---- devices ---------------------------------------------------------------------------------------------------------------------------- */

PjrtError *pjrt_DeviceDescription_Id(Pjrt_DeviceDescription_Id *args)
{
    args->id = ((PjrtDevice *)args->device_description)->id;
    return NULL;
}

PjrtError *pjrt_DeviceDescription_ProcessIndex(Pjrt_DeviceDescription_ProcessIndex *args)
{
    const PjrtDevice *d = args->device_description;
    args->process_index = shardscope_client_process_of(d->client->client, d->id);
    return NULL;
}

PjrtError *pjrt_DeviceDescription_Attributes(Pjrt_DeviceDescription_Attributes *args)
{
    args->attributes = NULL;
    args->num_attributes = 0;
    return NULL;
}

PjrtError *pjrt_DeviceDescription_Kind(Pjrt_DeviceDescription_Kind *args)
{
    GIVE(args, device_kind, kind);
    return NULL;
}

PjrtError *pjrt_DeviceDescription_DebugString(Pjrt_DeviceDescription_DebugString *args)
{
    GIVE(args, debug_string, ((PjrtDevice *)args->device_description)->name);
    return NULL;
}

PjrtError *pjrt_DeviceDescription_ToString(Pjrt_DeviceDescription_ToString *args)
{
    GIVE(args, to_string, ((PjrtDevice *)args->device_description)->text);
    return NULL;
}

PjrtError *pjrt_Device_GetDescription(Pjrt_Device_GetDescription *args)
{
    args->device_description = args->device;
    return NULL;
}

PjrtError *pjrt_Device_IsAddressable(Pjrt_Device_IsAddressable *args)
{
    const PjrtDevice *d = args->device;
    args->is_addressable = d->id >= d->client->first && d->id < d->client->first + d->client->n_here;
    return NULL;
}

PjrtError *pjrt_Device_LocalHardwareId(Pjrt_Device_LocalHardwareId *args)
{
    const PjrtDevice *d = args->device;
    const ShardscopeClient *client = d->client->client;
    int first = d->id;
    while (first > 0 && shardscope_client_process_of(client, first - 1) == shardscope_client_process_of(client, d->id))
        first--;
    args->local_hardware_id = d->id - first;
    return NULL;
}

PjrtError *pjrt_Device_AddressableMemories(Pjrt_Device_AddressableMemories *args)
{
    args->memories = ((PjrtDevice *)args->device)->memories;
    args->num_memories = N_MEMORIES;
    return NULL;
}

PjrtError *pjrt_Device_DefaultMemory(Pjrt_Device_DefaultMemory *args)
{
    args->memory = ((PjrtDevice *)args->device)->memories[MEMORY_DEVICE];
    return NULL;
}

static void nothing_to_free(void *attributes)
{
    (void)attributes;
}

PjrtError *pjrt_Device_GetAttributes(Pjrt_Device_GetAttributes *args)
{
    args->attributes = NULL;
    args->num_attributes = 0;
    args->device_attributes = NULL;
    args->attributes_deleter = (void (*)(void))(void *)nothing_to_free;
    return NULL;
}

PjrtError *pjrt_Device_MemoryStats(Pjrt_Device_MemoryStats *args)
{
    const PjrtDevice *d = args->device;
    ShardscopeMemoryStats m;
    ShardscopeError *error = NULL;
    if (!shardscope_device_memory(d->client->client, d->id, &m, &error))
        return pjrt_error_of(error);
    args->bytes_in_use = m.bytes_in_use;
    args->peak_bytes_in_use = m.peak_bytes_in_use;
    args->peak_bytes_in_use_is_set = true;
    args->num_allocs = m.n_arrays;
    args->num_allocs_is_set = true;
    args->bytes_limit = args->bytes_reservable_limit = m.limit_bytes / d->client->n_devices;
    args->bytes_limit_is_set = args->bytes_reservable_limit_is_set = m.limit_bytes > 0;
    args->largest_alloc_size_is_set = args->bytes_reserved_is_set = args->peak_bytes_reserved_is_set = false;
    args->largest_free_block_bytes_is_set = args->pool_bytes_is_set = args->peak_pool_bytes_is_set = false;
    return NULL;
}

PjrtError *pjrt_Device_ClearMemoryStats(Pjrt_Device_ClearMemoryStats *args)
{
    (void)args;
    return pjrt_error(PJRT_UNIMPLEMENTED, "clearing memory statistics");
}

PjrtError *pjrt_Device_CreateAsyncTrackingEvent(Pjrt_Device_CreateAsyncTrackingEvent *args)
{
    args->event = g_new0(char, 1);
    return NULL;
}

PjrtError *pjrt_AsyncTrackingEvent_Destroy(Pjrt_AsyncTrackingEvent_Destroy *args)
{
    g_free(args->event);
    return NULL;
}

/* ---- memories ----------------------------------------------------------------------------------------------------------------------------- */

PjrtError *pjrt_Memory_Id(Pjrt_Memory_Id *args)
{
    args->id = ((PjrtMemory *)args->memory)->id;
    return NULL;
}

PjrtError *pjrt_Memory_Kind(Pjrt_Memory_Kind *args)
{
    GIVE(args, kind, memory_kinds[((PjrtMemory *)args->memory)->kind]);
    return NULL;
}

PjrtError *pjrt_Memory_Kind_Id(Pjrt_Memory_Kind_Id *args)
{
    args->kind_id = ((PjrtMemory *)args->memory)->kind;
    return NULL;
}

PjrtError *pjrt_Memory_DebugString(Pjrt_Memory_DebugString *args)
{
    GIVE(args, debug_string, ((PjrtMemory *)args->memory)->text);
    return NULL;
}

PjrtError *pjrt_Memory_ToString(Pjrt_Memory_ToString *args)
{
    GIVE(args, to_string, ((PjrtMemory *)args->memory)->text);
    return NULL;
}

PjrtError *pjrt_Memory_AddressableByDevices(Pjrt_Memory_AddressableByDevices *args)
{
    args->devices = ((PjrtMemory *)args->memory)->device->self;
    args->num_devices = 1;
    return NULL;
}
