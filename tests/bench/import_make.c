/* See import_make.h. */
#include "tests/bench/import_make.h"

#include <glib/gstdio.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>

#include "trace/wire_put.h"

enum { DEVICES = 8, OPS = 400, STRINGS = 1000, PID = 4242 };

/* ---- databases ---------------------------------------------------------------------------------------------------------------------- */

static sqlite3 *new_database(const char *path, const char *schema)
{
    sqlite3 *db;
    g_unlink(path);
    g_assert(sqlite3_open(path, &db) == SQLITE_OK);
    g_assert(sqlite3_exec(db, "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; BEGIN", NULL, NULL, NULL) == SQLITE_OK);
    g_assert(sqlite3_exec(db, schema, NULL, NULL, NULL) == SQLITE_OK);
    return db;
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *q;
    g_assert(sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK);
    return q;
}

static void put(sqlite3_stmt *q, const int64_t *v, int n)
{
    for (int i = 0; i < n; i++)
        sqlite3_bind_int64(q, i + 1, v[i]);
    g_assert(sqlite3_step(q) == SQLITE_DONE);
    sqlite3_reset(q);
}

static void close_database(sqlite3 *db)
{
    for (sqlite3_stmt *q; (q = sqlite3_next_stmt(db, NULL));)
        sqlite3_finalize(q);
    g_assert(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK);
    sqlite3_close(db);
}

static void put_strings(sqlite3 *db, const char *table)
{
    g_autofree char *sql = g_strdup_printf("INSERT INTO %s VALUES(?1, ?2)", table);
    sqlite3_stmt *q = prepare(db, sql);
    for (int i = 1; i <= STRINGS; i++) {
        g_autofree char *text = i <= OPS ? g_strdup_printf("void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_%d>(Params)", i) :
                                i <= 2 * OPS ? g_strdup_printf("Thunk:#name=fusion,hlo_op=fusion.%d#", i - OPS) : i == 2 * OPS + 1 ? g_strdup("cudaLaunchKernel_v7000") :
                                i == 2 * OPS + 2 ? g_strdup("XlaModule:#hlo_module=jit_step,program_id=42#") : g_strdup_printf("text %d", i);
        sqlite3_bind_int64(q, 1, i);
        sqlite3_bind_text(q, 2, text, -1, SQLITE_TRANSIENT);
        g_assert(sqlite3_step(q) == SQLITE_DONE);
        sqlite3_reset(q);
    }
}

/* A third each: calls, NVTX ranges around them, kernels. */
static void make_nsys(int64_t n, const char *path)
{
    sqlite3 *db = new_database(path,
        "CREATE TABLE StringIds(id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER NOT NULL, globalTid INTEGER, correlationId INTEGER, nameId INTEGER NOT NULL, returnValue INTEGER NOT NULL, callchainId INTEGER);"
        "CREATE TABLE NVTX_EVENTS(start INTEGER NOT NULL, end INTEGER, eventType INTEGER NOT NULL, rangeId INTEGER, category INTEGER, color INTEGER, text TEXT, globalTid INTEGER, endGlobalTid INTEGER, textId INTEGER, domainId INTEGER,"
        " uint64Value INTEGER, int64Value INTEGER, doubleValue REAL, uint32Value INTEGER, int32Value INTEGER, floatValue REAL, jsonTextId INTEGER, jsonText TEXT, binaryData TEXT);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL, contextId INTEGER NOT NULL, greenContextId INTEGER, streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER,"
        " demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL, mangledName INTEGER, launchType INTEGER, cacheConfig INTEGER, registersPerThread INTEGER NOT NULL, gridX INTEGER NOT NULL, gridY INTEGER NOT NULL, gridZ INTEGER NOT NULL,"
        " blockX INTEGER NOT NULL, blockY INTEGER NOT NULL, blockZ INTEGER NOT NULL, staticSharedMemory INTEGER NOT NULL, dynamicSharedMemory INTEGER NOT NULL, localMemoryPerThread INTEGER NOT NULL, localMemoryTotal INTEGER NOT NULL,"
        " gridId INTEGER NOT NULL, sharedMemoryExecuted INTEGER, graphNodeId INTEGER, sharedMemoryLimitConfig INTEGER);"
        "CREATE TABLE TARGET_INFO_GPU(id INTEGER, name TEXT); INSERT INTO TARGET_INFO_GPU VALUES(0,'NVIDIA H100'),(1,'NVIDIA H100'),(2,'NVIDIA H100'),(3,'NVIDIA H100'),(4,'NVIDIA H100'),(5,'NVIDIA H100'),(6,'NVIDIA H100'),(7,'NVIDIA H100');");
    put_strings(db, "StringIds");
    sqlite3_stmt *call = prepare(db, "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(?1, ?2, 0, ?3, ?4, ?5, 0, NULL)"),
                 *range = prepare(db, "INSERT INTO NVTX_EVENTS(start, end, eventType, globalTid, textId, domainId) VALUES(?1, ?2, 59, ?3, ?4, 1)"),
                 *kernel = prepare(db, "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(?1, ?2, ?3, 1, NULL, 7, ?4, ?5, ?6, ?6, NULL, 1, 0, 168, 132, 1, 1, 128, 1, 1, 0, 65536, 0, 0, ?4, 233472, NULL, 1)");
    int64_t launches = n / 3;
    for (int64_t i = 0; i < launches; i++) {
        int64_t device = i % DEVICES, at = i / DEVICES * 10000 + device * 7, tid = (INT64_C(1) << 48) + ((int64_t)PID << 24) + 4300 + device, op = i / DEVICES % OPS + 1;
        if (op == 1)
            put(range, (int64_t[]){ at - 100, at + OPS * 10000 - 200, tid, 2 * OPS + 2 }, 4);
        put(range, (int64_t[]){ at, at + 6000, tid, OPS + op }, 4);
        put(call, (int64_t[]){ at + 1000, at + 5000, tid, i + 1, 2 * OPS + 1 }, 5);
        put(kernel, (int64_t[]){ at + 20000, at + 29000, device, i + 1, (INT64_C(1) << 48) + ((int64_t)PID << 24), op }, 6);
    }
    close_database(db);
}

/* Half each: regions of calls, kernels. */
static void make_rocpd(int64_t n, const char *path)
{
#define U "_00003a5e_1f2d_7c4b_9e1a_4f6b8c2d1e0f"
    sqlite3 *db = new_database(path,
        "CREATE TABLE rocpd_metadata" U "(id INTEGER PRIMARY KEY, tag TEXT, value TEXT); CREATE TABLE rocpd_string" U "(id INTEGER PRIMARY KEY, string TEXT);"
        "CREATE TABLE rocpd_info_node" U "(id INTEGER PRIMARY KEY, hostname TEXT); INSERT INTO rocpd_info_node" U " VALUES(1, 'node');"
        "CREATE TABLE rocpd_info_agent" U "(id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, type TEXT, absolute_index INTEGER, logical_index INTEGER, type_index INTEGER, uuid INTEGER, name TEXT, product_name TEXT, extdata TEXT);"
        "CREATE TABLE rocpd_info_kernel_symbol" U "(id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, code_object_id INTEGER, kernel_name TEXT, display_name TEXT);"
        "CREATE TABLE rocpd_event" U "(id INTEGER PRIMARY KEY, guid TEXT, category_id INTEGER, stack_id INTEGER, parent_stack_id INTEGER, correlation_id INTEGER, call_stack TEXT, line_info TEXT, extdata TEXT);"
        "CREATE TABLE rocpd_region" U "(id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, start BIGINT, end BIGINT, name_id INTEGER, event_id INTEGER, extdata TEXT);"
        "CREATE TABLE rocpd_kernel_dispatch" U "(id INTEGER PRIMARY KEY, guid TEXT, nid INTEGER, pid INTEGER, tid INTEGER, agent_id INTEGER, kernel_id INTEGER, dispatch_id INTEGER, queue_id INTEGER, stream_id INTEGER, start BIGINT, end BIGINT,"
        " private_segment_size INTEGER, group_segment_size INTEGER, workgroup_size_x INTEGER, workgroup_size_y INTEGER, workgroup_size_z INTEGER, grid_size_x INTEGER, grid_size_y INTEGER, grid_size_z INTEGER, region_name_id INTEGER, event_id INTEGER, extdata TEXT);");
    put_strings(db, "rocpd_string" U);
    sqlite3_stmt *agent = prepare(db, "INSERT INTO rocpd_info_agent" U " VALUES(?1, 'g', 1, 42, 'GPU', ?1, ?1, ?1 - 1, ?1 + 100, 'gfx942', 'MI300X', '{}')"),
                 *symbol = prepare(db, "INSERT INTO rocpd_info_kernel_symbol" U " VALUES(?1, 'g', 1, 42, 1, '_Z4gemm' || ?1, 'gemm ' || ?1)"),
                 *event = prepare(db, "INSERT INTO rocpd_event" U " VALUES(?1, '00003a5e-1f2d-7c4b-9e1a-4f6b8c2d1e0f', 7, ?2, 0, 0, '{}', '{}', '{}')"),
                 *region = prepare(db, "INSERT INTO rocpd_region" U " VALUES(?1, '00003a5e-1f2d-7c4b-9e1a-4f6b8c2d1e0f', 1, 42, ?2, ?3, ?4, 801, ?5, '{}')"),
                 *kernel = prepare(db, "INSERT INTO rocpd_kernel_dispatch" U " VALUES(?1, '00003a5e-1f2d-7c4b-9e1a-4f6b8c2d1e0f', 1, 42, ?2, ?3, ?4, ?1, 1, 0, ?5, ?6, 0, 65536, 256, 1, 1, 33792, 1, 1, 801, ?7, '{}')");
#undef U
    for (int64_t d = 1; d <= DEVICES; d++)
        put(agent, &d, 1);
    for (int64_t k = 1; k <= OPS; k++)
        put(symbol, &k, 1);
    for (int64_t i = 0; i < n / 2; i++) {
        int64_t device = i % DEVICES, at = 1000000000 + i / DEVICES * 10000 + device * 7, op = i / DEVICES % OPS + 1;
        put(event, (int64_t[]){ 2 * i + 1, i + 1 }, 2);
        put(event, (int64_t[]){ 2 * i + 2, i + 1 }, 2);
        put(region, (int64_t[]){ i + 1, 4300 + device, at, at + 5000, 2 * i + 1 }, 5);
        put(kernel, (int64_t[]){ i + 1, 4300 + device, device + 1, op, at + 20000, at + 29000, 2 * i + 2 }, 7);
    }
    close_database(db);
}

/* ---- Chrome's JSON ------------------------------------------------------------------------------------------------------------------ */

/* As PyTorch writes it: half each, calls and kernels. */
static void make_chrome(int64_t n, const char *path)
{
    FILE *f = g_fopen(path, "w");
    g_assert(f);
    fprintf(f, "{\"schemaVersion\": 1, \"deviceProperties\": [], \"traceEvents\": [\n");
    for (int64_t i = 0; i < n / 2; i++) {
        int64_t device = i % DEVICES, at = i / DEVICES * 10 + device, op = i / DEVICES % OPS;
        fprintf(f, "%s{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": %d, \"tid\": %" PRId64 ", \"ts\": %" PRId64 ".125, \"dur\": 4.500, \"args\": {\"External id\": %" PRId64 ", \"cbid\": 211, \"correlation\": %" PRId64 "}},\n",
                i ? ",\n" : "", PID, 4300 + device, 1700000000000000 + at, i + 1, i + 1);
        fprintf(f, "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"gemm_bf16_%" PRId64 "\", \"pid\": %" PRId64 ", \"tid\": 7, \"ts\": %" PRId64 ".250, \"dur\": 8.750, \"args\": {\"External id\": %" PRId64
                   ", \"device\": %" PRId64 ", \"context\": 1, \"stream\": 7, \"correlation\": %" PRId64 ", \"registers per thread\": 168, \"blocks per SM\": 1.0, \"grid\": [132, 1, 1]}}",
                op, device, 1700000000000000 + at + 20, i + 1, device, i + 1);
    }
    fprintf(f, "\n]}\n");
    g_assert(fclose(f) == 0);
}

/* ---- Perfetto ----------------------------------------------------------------------------------------------------------------------- */

static void flush(FILE *f, GString *out, gsize beyond)
{
    if (out->len < beyond)
        return;
    g_assert(fwrite(out->str, 1, out->len, f) == out->len);
    g_string_truncate(out, 0);
}

static void put_track(GString *out, GString *packet, int64_t uuid, int64_t parent, const char *name)
{
    g_autoptr(GString) track = g_string_new(NULL);
    wire_put_int(track, 1, uuid);
    wire_put_text(track, 2, name);
    wire_put_int(track, 5, parent);
    wire_put_message(packet, 60, track);
    wire_put_message(out, 1, packet);
}

/* Slices with interned names, each of two packets; two of three with an argument. */
static void make_perfetto(int64_t n, const char *path)
{
    FILE *f = g_fopen(path, "w");
    g_assert(f);
    g_autoptr(GString) out = g_string_new(NULL);
    g_autoptr(GString) packet = g_string_new(NULL);
    g_autoptr(GString) event = g_string_new(NULL);
    g_autoptr(GString) inner = g_string_new(NULL);
    for (int64_t d = 0; d < DEVICES; d++) {
        g_autofree char *name = g_strdup_printf("/device:GPU:%" PRId64, d);
        put_track(out, packet, d + 1, 0, name);
        put_track(out, packet, DEVICES + d + 1, d + 1, "Stream #7");
    }
    wire_put_int(packet, 10, 1);
    wire_put_int(packet, 13, 1);
    for (int64_t k = 1; k <= OPS; k++) {
        g_autofree char *name = g_strdup_printf("gemm_bf16_%" PRId64, k);
        wire_put_int(inner, 1, k);
        wire_put_text(inner, 2, name);
        wire_put_message(event, 2, inner);
    }
    wire_put_int(inner, 1, 1);
    wire_put_text(inner, 2, "bytes");
    wire_put_message(event, 3, inner);
    wire_put_message(packet, 12, event);
    wire_put_message(out, 1, packet);
    for (int64_t i = 0; i < n; i++) {
        int64_t device = i % DEVICES, at = 1000000000 + i / DEVICES * 10000 + device * 7, op = i / DEVICES % OPS + 1;
        for (int end = 0; end < 2; end++) {
            if (!end && i % 3) {
                wire_put_int(inner, 1, 1);
                wire_put_int(inner, 3, 65536 + i);
                wire_put_message(event, 4, inner);
            }
            wire_put_int(event, 9, 1 + end);
            wire_put_int(event, 10, end ? 0 : op);
            wire_put_int(event, 11, DEVICES + device + 1);
            wire_put_int(packet, 8, at + 9000 * end);
            wire_put_int(packet, 10, 1);
            wire_put_message(packet, 11, event);
            wire_put_int(packet, 13, 2);
            wire_put_message(out, 1, packet);
        }
        flush(f, out, 1 << 20);
    }
    flush(f, out, 0);
    g_assert(fclose(f) == 0);
}

void import_make(const char *kind, int64_t n, const char *path)
{
    static const struct {
        const char *kind;
        void (*make)(int64_t n, const char *path);
    } all[] = { { "nsys", make_nsys }, { "rocpd", make_rocpd }, { "chrome", make_chrome }, { "perfetto", make_perfetto } };
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++)
        if (g_str_equal(kind, all[i].kind))
            all[i].make(n, path);
}
