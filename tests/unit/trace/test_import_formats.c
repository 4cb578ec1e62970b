/* Profiles in other formats than XLA's: Chrome's JSON, Perfetto's protobuf, databases of Nsight Systems and rocprofv3, memory in pprof's format. */
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "tests/unit/trace/import_help.h"
#include "tests/unit/trace/xspace_make.h"
#include "trace/export/export.h"

/* ---- Chrome ------------------------------------------------------------------------------------------------------------------------- */

static const char kineto[] =
    "{\"schemaVersion\": 1, \"baseTimeNanoseconds\": 1700000000000000000, \"deviceProperties\": [{\"id\": 0}], \"traceEvents\": [\n"
    "{\"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": \"ProfilerStep#3\", \"pid\": 77, \"tid\": 77, \"ts\": 100.000, \"dur\": 50.5},\n"
    "{\"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": \"ProfilerStep#4\", \"pid\": 77, \"tid\": 77, \"ts\": 151.000, \"dur\": 50},\n"
    "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 77, \"tid\": 78, \"ts\": 101.001, \"dur\": 2.25, \"args\": {\"correlation\": 9}},\n"
    "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"gemm\", \"pid\": 0, \"tid\": 7, \"ts\": 110.123, \"dur\": 10.0, \"args\": {\"device\": 0, \"stream\": 7, \"grid\": [1, 2, 3]}},\n"
    "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"ncclDevKernel_AllReduce_Sum_f32\", \"pid\": 0, \"tid\": 20, \"ts\": 120.123, \"dur\": 8, \"args\": {\"device\": 0, \"stream\": 20}},\n"
    "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"ncclDevKernel_AllReduce_Sum_f32\", \"pid\": 1, \"tid\": 20, \"ts\": 123.123, \"dur\": 5, \"args\": {\"device\": 1, \"stream\": 20}},\n"
    "{\"ph\": \"X\", \"cat\": \"gpu_memcpy\", \"name\": \"Memcpy HtoD (Pinned -> Device)\", \"pid\": 0, \"tid\": 7, \"ts\": 130, \"dur\": 1, \"args\": {\"device\": 0, \"stream\": 7, \"bytes\": 64, \"correlation\": 9}},\n"
    "{\"ph\": \"B\", \"name\": \"outer \\u00e9\\n\", \"pid\": 77, \"tid\": 79, \"ts\": 140}, {\"ph\": \"B\", \"name\": \"inner\", \"pid\": 77, \"tid\": 79, \"ts\": 141},\n"
    "{\"ph\": \"E\", \"pid\": 77, \"tid\": 79, \"ts\": 142}, {\"ph\": \"E\", \"pid\": 77, \"tid\": 79, \"ts\": 145}, {\"ph\": \"E\", \"pid\": 77, \"tid\": 79, \"ts\": 146},\n"
    "{\"ph\": \"b\", \"cat\": \"net\", \"id\": \"0x1\", \"name\": \"send\", \"pid\": 77, \"tid\": 1, \"ts\": 150}, {\"ph\": \"e\", \"cat\": \"net\", \"id\": \"0x1\", \"name\": \"send\", \"pid\": 77, \"tid\": 2, \"ts\": 160},\n"
    "{\"ph\": \"C\", \"name\": \"mem\", \"pid\": 77, \"ts\": 150, \"args\": {\"a\": 1.5, \"b\": 2}}, {\"ph\": \"i\", \"s\": \"t\", \"name\": \"mark\", \"pid\": 77, \"tid\": 79, \"ts\": 155},\n"
    "{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 77, \"args\": {\"name\": \"python\"}}, {\"ph\": \"M\", \"name\": \"thread_name\", \"pid\": 77, \"tid\": 79, \"args\": {\"name\": \"main\"}},\n"
    "{\"ph\": \"s\", \"id\": 5, \"pid\": 77, \"tid\": 78, \"ts\": 102, \"name\": \"ac2g\", \"cat\": \"ac2g\"}, {\"ph\": \"f\", \"bp\": \"e\", \"id\": 5, \"pid\": 0, \"tid\": 7, \"ts\": 110.123, \"name\": \"ac2g\", \"cat\": \"ac2g\"},\n"
    "{\"ph\": \"s\", \"id\": \"x\", \"pid\": 77, \"tid\": 79, \"ts\": 141.5, \"cat\": \"q\"},\n"
    "{\"ph\": \"f\", \"id\": \"x\", \"pid\": 77, \"tid\": 79, \"ts\": 150, \"cat\": \"q\"}, {\"ph\": \"s\", \"id\": \"y\", \"pid\": 5, \"tid\": 5, \"ts\": 150, \"cat\": \"q\"}, {\"ph\": \"?\", \"ts\": 1, \"name\": \"odd\"}\n"
    "], \"traceName\": \"x.json\"}";

#define ARROWS "SELECT group_concat(x, ', ') FROM (SELECT a.s || '>' || b.s || ' ' || f.kind AS x FROM flow f JOIN event p ON p.id = f.from_event JOIN event q ON q.id = f.to_event" \
               " JOIN str a ON a.id = p.name_id JOIN str b ON b.id = q.name_id ORDER BY p.start_ns DESC, q.start_ns)"

static void test_chrome(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = save(f, "torch.json", kineto, strlen(kineto));
    import_one(f, path);
    check_file(f);
    g_assert_cmpint(f->done.n_events, ==, 11);
    g_assert_cmpint(f->done.n_left, ==, 2); /* the end without a begin, and what is not known */
    EXPECT(f, "SELECT group_concat(num || ':' || start_ns || '+' || dur_ns, ' ') FROM step", "3:0+50500 4:51000+50000");
    EXPECT(f, "SELECT group_concat(kind || ' ' || name, ', ') FROM (SELECT kind, name FROM lane WHERE device_id IS NOT NULL ORDER BY id)", "5 device 0: Stream #7, 5 device 0: Stream #20, 5 device 1: Stream #20");
    EXPECT(f, "SELECT e.start_ns || ' ' || e.dur_ns || ' ' || e.cat FROM event e JOIN str s ON s.id = e.name_id WHERE s.s = 'gemm'", "10123 10000 1");
    EXPECT(f, "SELECT first_ns || ' ' || last_ns || ' ' || end_ns || ' ' || n_seen FROM coll_exec", "20123 23123 28123 2");
    EXPECT(f, "SELECT dur_ns FROM event WHERE cat = 8", "3000");
    EXPECT(f, "SELECT count(*) FROM event WHERE cat = 3", "1");
    EXPECT(f, "SELECT group_concat(depth || ':' || dur_ns, ' ') FROM (SELECT e.depth, e.dur_ns FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.name = 'main' ORDER BY e.start_ns, e.depth)", "0:5000 1:1000 0:0");
    EXPECT(f, "SELECT e.dur_ns FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.name = 'net'", "10000");
    EXPECT(f, "SELECT group_concat(s || '=' || value, ' ') FROM (SELECT s.s, c.value FROM counter c JOIN str s ON s.id = c.name_id ORDER BY 1)", "mem a=1.5 mem b=2.0");
    EXPECT(f, "SELECT epoch_ns FROM run", "1700000000000100000");
    EXPECT(f, ARROWS, "inner>mark 9, cudaLaunchKernel>gemm 1, cudaLaunchKernel>Memcpy HtoD (Pinned -> Device) 1");
    EXPECT(f, "SELECT n FROM import_note WHERE code = 'flows'", "1");
    EXPECT(f, "SELECT count(*) FROM str WHERE s = 'outer \303\251' || char(10)", "1");
}

static void test_chrome_damaged(Fixture *f, gconstpointer data)
{
    (void)data;
    gsize n = strlen(kineto);
    for (gsize cut = 150; cut < n; cut += 211) {
        g_autofree char *path = save(f, "torch.json", kineto, cut);
        g_autoptr(GError) error = NULL;
        g_assert_true(import_paths(f, (const char *const[]){ path }, 1, f->db, &error));
        g_assert_cmpint(f->done.n_damaged, ==, 1);
        check_file(f);
    }
    g_autofree char *broken = g_strdup(kineto);
    strstr(broken, "\"cudaLaunchKernel\"")[0] = '!';
    g_autofree char *path = save(f, "torch.json", broken, n);
    import_one(f, path);
    g_assert_cmpint(f->done.n_events, ==, 10); /* all but that one */
    EXPECT(f, "SELECT n FROM import_note WHERE code = 'damaged'", "1");
}

/* Exports the trace to `out`, and imports that as the trace `again`. */
static void export_and_import(Fixture *f, const char *format, const char *out, const char *again)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceReader) r = trace_open(f->db, &error);
    TraceExported done;
    g_assert_true(trace_export(r, format, out, &(TraceExport){ 0 }, &done, &error));
    g_free(done.note);
    bool ok = import_paths(f, (const char *const[]){ out }, 1, again, &error);
    g_assert_no_error(error);
    g_assert_true(ok);
}

/* ---- what we write ourselves -------------------------------------------------------------------------------------------------------- */

#define SUMS "SELECT group_concat(cat || ':' || n || ':' || ns, ' ') FROM (SELECT e.cat, count(*) AS n, sum(e.dur_ns) AS ns FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.device_id IS NOT NULL AND l.kind = 3" \
             " AND e.cat BETWEEN 1 AND 3 GROUP BY e.cat ORDER BY e.cat)"

static void test_round_trip(Fixture *f, gconstpointer data)
{
    const char *format = data;
    g_autoptr(GString) s = xspace_make(&(XMake){ .n_devices = 2, .n_steps = 3, .steps_line = true, .no_async_line = true, .no_hlo = true });
    g_autofree char *path = save(f, "t.xplane.pb", s->str, s->len), *out = g_build_filename(f->folder, "out", NULL), *again = g_build_filename(f->folder, "again.db", NULL);
    import_one(f, path);
    int devices = f->done.n_devices, steps = f->done.n_steps;
    g_autofree char *before = ask(f->db, SUMS);
    export_and_import(f, format, out, again);
    g_autofree char *after = ask(again, SUMS);
    g_assert_cmpstr(before, ==, after);
    g_assert_cmpint(f->done.n_devices, ==, devices);
    g_assert_cmpint(f->done.n_steps, ==, steps);
}

/* Kernels with the calls that launched them, and collectives of which members wait as long as they run. */
static void test_round_trip_gpu(Fixture *f, gconstpointer data)
{
    const char *format = data;
    g_autoptr(GString) s = xspace_make(&(XMake){ .gpu = true, .stats = true, .n_devices = 2, .n_steps = 2, .more_ops = 4, .host_threads = 2, .events_each = 8 });
    g_autofree char *path = save(f, "t.xplane.pb", s->str, s->len), *out = g_build_filename(f->folder, "out", NULL), *again = g_build_filename(f->folder, "again.db", NULL);
    static const char what[] = "SELECT (SELECT count(*) || ' ' || sum(dur_ns) || ' ' || sum(self_ns) FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.kind = 5) || ' ' || (SELECT count(*) || ' ' || sum(n_seen) FROM coll_exec) || ' ' || (SELECT count(*) FROM flow)";
    import_one(f, path);
    g_autofree char *before = ask(f->db, what), *arrows = ask(f->db, "SELECT count(*) FROM flow");
    g_assert_cmpstr(arrows, ==, "16");
    export_and_import(f, format, out, again);
    g_autofree char *after = ask(again, what);
    g_assert_cmpstr(before, ==, after);
}

#define ALLOCATED(type, device, ts, in_use) "{\"ph\":\"i\",\"cat\":\"cpu_instant_event\",\"s\":\"t\",\"name\":\"[memory]\",\"pid\":1,\"tid\":1,\"ts\":" ts "," \
    "\"args\":{\"Total Reserved\":4096,\"Total Allocated\":" in_use ",\"Bytes\":64,\"Device Id\":" device ",\"Device Type\":" type ",\"Addr\":94799197238656}}"
#define MEMORY "SELECT group_concat(d || ':' || ts_ns || ' ' || in_use || ' ' || coalesce(reserved, '-'), ', ') FROM" \
    " (SELECT d.global_id AS d, ts_ns, in_use, reserved FROM mem_sample m JOIN device d ON d.id = m.device_id ORDER BY 1, 2)"

/* What PyTorch's allocators say is the memory of devices, and stays it through our own exports; that of the host is a counter. */
static void test_memory(Fixture *f, gconstpointer data)
{
    (void)data;
    static const char text[] = "{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":7,\"ts\":1,\"dur\":9,\"args\":{\"device\":0,\"stream\":7}},"
                               "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":1,\"tid\":7,\"ts\":1,\"dur\":9,\"args\":{\"device\":1,\"stream\":7}}," ALLOCATED("1", "0", "2", "1000") ","
                               ALLOCATED("1", "1", "3", "512") "," ALLOCATED("1", "0", "4", "2000") "," ALLOCATED("0", "-1", "5", "77") "]}", memory[] = "0:1000 1000 4096, 0:3000 2000 4096, 1:2000 512 4096";
    static const char *const formats[] = { "chrome", "perfetto", "xspace" };
    g_autofree char *path = save(f, "torch.json", text, strlen(text)), *out = g_build_filename(f->folder, "out", NULL), *again = g_build_filename(f->folder, "again.db", NULL);
    import_one(f, path);
    check_file(f);
    EXPECT(f, MEMORY, memory);
    EXPECT(f, "SELECT count(*) FROM event", "2");
    EXPECT(f, "SELECT s.s || ' ' || c.value FROM counter c JOIN str s ON s.id = c.name_id", "host memory allocated, bytes 77.0");
    for (size_t i = 0; i < G_N_ELEMENTS(formats); i++) {
        export_and_import(f, formats[i], out, again);
        g_autofree char *after = ask(again, MEMORY);
        g_assert_cmpstr(after, ==, memory);
        g_unlink(again);
    }
}

/* Three steps of the user, of which the profiler has kernels of two: what the third did is not known, and it is not said to be idle. */
static void test_dark_step(Fixture *f, gconstpointer data)
{
    (void)data;
#define STEP(n, ts) "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#" n "\",\"pid\":1,\"tid\":1,\"ts\":" ts ",\"dur\":100},"
#define KERNEL(ts) "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"pid\":0,\"tid\":7,\"ts\":" ts ",\"dur\":60,\"args\":{\"device\":0,\"stream\":7}},"
    static const char text[] = "{\"traceEvents\":[" STEP("0", "0") STEP("1", "100") STEP("2", "200") KERNEL("10") KERNEL("210") "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"python\"}}]}";
    g_autofree char *path = save(f, "torch.json", text, strlen(text));
    import_one(f, path);
    check_file(f);
    EXPECT(f, "SELECT group_concat(num || coalesce(' ' || n_events, ''), ', ') FROM (SELECT * FROM step ORDER BY num)", "0, 1 0, 2");
    EXPECT(f, "SELECT group_concat(num || ' ' || cat || ' ' || ns, ', ') FROM (SELECT s.num, p.cat, p.ns FROM step_part p JOIN step s ON s.id = p.step_id WHERE p.ns > 0 ORDER BY 1, 2)", "0 1 60000, 0 5 40000, 2 1 60000, 2 5 40000");
    g_autoptr(TraceReader) r = trace_open(f->db, NULL);
    g_autoptr(GArray) kept = trace_query_kept(r, 1, NULL), shares = trace_query_device_load(r, 1, NULL);
    g_assert_nonnull(strstr(TRACE_AT(kept, TraceKept, 0)->note, "1 of 3 steps"));
    g_assert_cmpint(TRACE_AT(shares, TraceDeviceLoad, 0)->idle_ns.v, ==, 40000);
}

/* ---- databases ------------------------------------------------------------------------------------------------------------------------- */

static char *database(const Fixture *f, const char *sql)
{
    char *path = g_build_filename(f->folder, "other.sqlite", NULL);
    sqlite3 *db;
    g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_exec(db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
    sqlite3_close(db);
    return path;
}

static void test_nsys(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = database(f,
        "CREATE TABLE StringIds(id INTEGER, value TEXT); INSERT INTO StringIds VALUES(1,'gemm_kernel'),(2,'ncclDevKernel_AllReduce_Sum_f32'),(3,'cudaLaunchKernel'),(4,'python');"
        "CREATE TABLE TARGET_INFO_GPU(id INTEGER, name TEXT); INSERT INTO TARGET_INFO_GPU VALUES(0,'NVIDIA H100'),(1,'NVIDIA H100');"
        "CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs INTEGER); INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES(1700000000000000000);"
        "CREATE TABLE ThreadNames(nameId INTEGER, globalTid INTEGER); INSERT INTO ThreadNames VALUES(4, 16777223);"
        "CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER, eventType INTEGER, text TEXT, textId INTEGER, globalTid INTEGER);"
        "INSERT INTO NVTX_EVENTS VALUES(1000,9000,59,'XlaModule:#hlo_module=jit_step,program_id=42#',NULL,16777223),(1100,1300,59,'Thunk:#name=dot,hlo_op=fusion.4#',NULL,16777223),"
        "(1400,1600,59,'Thunk:#name=ar,hlo_op=all-reduce.2#',NULL,16777223),(10000,19000,59,'XlaModule:#hlo_module=jit_step,program_id=42#',NULL,16777223),(10100,10300,59,'Thunk:#name=dot,hlo_op=fusion.4#',NULL,16777223),"
        "(500,20000,34,'mark',NULL,16777223),(1,2,75,'category',NULL,0);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, end INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(1150,1160,16777223,11,3),(1450,1460,16777223,12,3),(10150,10160,16777223,13,3);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, correlationId INTEGER, shortName INTEGER, demangledName INTEGER);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(2000,3000,0,7,11,1,1),(3000,3500,0,9,12,2,2),(3200,3500,1,9,99,2,2),(11000,12000,0,7,13,1,1);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, bytes INTEGER, copyKind INTEGER, correlationId INTEGER); INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(5000,5100,0,7,64,1,50);"
        "CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start INTEGER, deviceId INTEGER, address INTEGER, bytes INTEGER, memKind INTEGER, memoryOperationType INTEGER);"
        "INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES(600,0,1,1000,2,0),(700,0,2,500,2,0),(800,0,1,1000,2,1),(900,0,3,7,0,0);"
        "CREATE TABLE DIAGNOSTIC_EVENT(text TEXT); INSERT INTO DIAGNOSTIC_EVENT VALUES('some events were dropped');");
    import_one(f, path);
    check_file(f);
    EXPECT(f, "SELECT kind FROM import", "nsys");
    EXPECT(f, "SELECT group_concat(kind, ', ') FROM device", "NVIDIA H100, NVIDIA H100");
    EXPECT(f, "SELECT group_concat(s, ' ') FROM (SELECT s.s FROM event e JOIN inst i ON i.id = e.inst_id JOIN str s ON s.id = i.name_id ORDER BY e.start_ns)", "fusion.4 all-reduce.2 fusion.4");
    EXPECT(f, "SELECT count(*) FROM exec", "2");
    EXPECT(f, "SELECT count(*) FROM step", "2");
    EXPECT(f, "SELECT group_concat(cat || ':' || n, ' ') FROM (SELECT e.cat, count(*) AS n FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.device_id IS NOT NULL GROUP BY e.cat ORDER BY e.cat)", "1:2 2:2 3:1");
    EXPECT(f, "SELECT group_concat(in_use, ' ') FROM (SELECT in_use FROM mem_sample ORDER BY ts_ns)", "1000 1500 500");
    EXPECT(f, "SELECT count(*) FROM lane WHERE name = 'python'", "1");
    EXPECT(f, ARROWS, "cudaLaunchKernel>gemm_kernel 1, cudaLaunchKernel>ncclDevKernel_AllReduce_Sum_f32 1, cudaLaunchKernel>gemm_kernel 1");
    EXPECT(f, "SELECT text LIKE '%some events were dropped' FROM import_note WHERE code = 'profiler_says'", "1");
}

static void test_rocpd(Fixture *f, gconstpointer data)
{
    (void)data;
    const char *const schemas[] = {
        "CREATE TABLE rocpd_kernel_dispatch_1a(id INTEGER, agent_id INTEGER, queue_id INTEGER, stream_id INTEGER, kernel_id INTEGER, start INTEGER, end INTEGER, event_id INTEGER); INSERT INTO rocpd_kernel_dispatch_1a VALUES(1,5,1,3,9,100,200,31),(2,6,1,3,8,150,260,32);"
        "CREATE TABLE rocpd_event(id INTEGER, correlation_id INTEGER); INSERT INTO rocpd_event VALUES(31,7),(32,8),(33,7);"
        "CREATE TABLE rocpd_region_1a(id INTEGER, pid INTEGER, tid INTEGER, start INTEGER, end INTEGER, name_id INTEGER, event_id INTEGER); INSERT INTO rocpd_region_1a VALUES(1,77,78,100,110,1,33);"
        "CREATE VIEW rocpd_kernel_dispatch AS SELECT * FROM rocpd_kernel_dispatch_1a;",
        "CREATE TABLE rocpd_timestamp(id INTEGER, value INTEGER); INSERT INTO rocpd_timestamp VALUES(1,100),(2,200),(3,150),(4,260);"
        "CREATE TABLE rocpd_kernel_dispatch(id INTEGER, agent_id INTEGER, queue_id INTEGER, kernel_id INTEGER, start_id INTEGER, end_id INTEGER); INSERT INTO rocpd_kernel_dispatch VALUES(1,5,3,9,1,2),(2,6,3,8,3,4);",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(schemas); i++) {
        g_autofree char *sql = g_strconcat("CREATE TABLE rocpd_string(id INTEGER, string TEXT); INSERT INTO rocpd_string VALUES(1,'hipLaunchKernel'),(2,'MEMORY_COPY_HOST_TO_DEVICE');"
            "CREATE TABLE rocpd_info_agent(id INTEGER, type TEXT, type_index INTEGER, name TEXT, product_name TEXT); INSERT INTO rocpd_info_agent VALUES(4,'CPU',0,'cpu',''),(5,'GPU',0,'gfx942','MI300X'),(6,'GPU',1,'gfx942','MI300X');"
            "CREATE TABLE rocpd_info_kernel_symbol(id INTEGER, kernel_name TEXT, display_name TEXT); INSERT INTO rocpd_info_kernel_symbol VALUES(9,'_Z4gemmv','gemm'),(8,'ncclDevKernel_Generic_4','');", schemas[i], NULL);
        g_autofree char *path = database(f, sql);
        import_one(f, path);
        check_file(f);
        EXPECT(f, "SELECT kind FROM import", "rocpd");
        EXPECT(f, "SELECT group_concat(s || ' ' || start_ns || '+' || dur_ns || ' ' || cat, ', ') FROM (SELECT s.s, e.start_ns, e.dur_ns, e.cat FROM event e JOIN str s ON s.id = e.name_id ORDER BY e.start_ns)",
               i ? "gemm 0+100 1, ncclDevKernel_Generic_4 50+110 2" : "hipLaunchKernel 0+10 4, gemm 0+100 1, ncclDevKernel_Generic_4 50+110 2");
        EXPECT(f, "SELECT count(*) || ' ' || coalesce(min(kind), '') FROM flow", i ? "0 " : "1 1");
        EXPECT(f, "SELECT group_concat(kind, ', ') FROM device", "MI300X, MI300X");
        g_unlink(path);
    }
}

static void test_other_database(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = database(f, "CREATE TABLE t(a)");
    g_autoptr(GError) error = NULL;
    g_assert_false(import_paths(f, (const char *const[]){ path }, 1, f->db, &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_FORMAT);
}

/* ---- memory --------------------------------------------------------------------------------------------------------------------------- */

static void test_pprof(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "data", "profiles", "memory.pprof", NULL);
    import_one(f, path);
    check_file(f);
    EXPECT(f, "SELECT count(*) || ' ' || min(in_use) || ' ' || max(in_use) FROM mem_sample", "8 1179652 1179652");
    EXPECT(f, "SELECT count(*) || ' ' || sum(bytes) FROM mem_event", "32 9437216");
    EXPECT(f, "SELECT v.at LIKE '%prof.py:22' FROM mem_event e JOIN v_loc v ON v.id = e.loc_id LIMIT 1", "1");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name, fn, with) g_test_add("/trace/import/" name, Fixture, with, set_up, fn, tear_down)
    ADD("chrome", test_chrome, NULL);
    ADD("chrome/damaged", test_chrome_damaged, NULL);
    ADD("round-trip/chrome", test_round_trip, "chrome");
    ADD("round-trip/perfetto", test_round_trip, "perfetto");
    ADD("round-trip/xspace", test_round_trip, "xspace");
    ADD("round-trip/gpu/chrome", test_round_trip_gpu, "chrome");
    ADD("round-trip/gpu/perfetto", test_round_trip_gpu, "perfetto");
    ADD("round-trip/gpu/xspace", test_round_trip_gpu, "xspace");
    ADD("memory", test_memory, NULL);
    ADD("dark-step", test_dark_step, NULL);
    ADD("nsys", test_nsys, NULL);
    ADD("rocpd", test_rocpd, NULL);
    ADD("other-database", test_other_database, NULL);
    ADD("pprof", test_pprof, NULL);
    return g_test_run();
}
