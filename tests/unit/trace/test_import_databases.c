/* Databases of Nsight Systems and rocprofv3 as they are written for several processes, by several versions; and files of several processes, one each. */
#include <sqlite3.h>
#include <string.h>

#include "tests/unit/trace/import_help.h"
#include "trace/report/report.h"

static char *database(const Fixture *f, const char *name, const char *sql)
{
    char *path = g_build_filename(f->folder, name, NULL), *why = NULL;
    sqlite3 *db;
    g_assert_cmpint(sqlite3_open(path, &db), ==, SQLITE_OK);
    sqlite3_exec(db, "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF", NULL, NULL, NULL); /* many statements, nothing to keep */
    sqlite3_exec(db, sql, NULL, NULL, &why);
    g_assert_cmpstr(why, ==, NULL);
    sqlite3_close(db);
    return path;
}

#define NSYS_KERNELS                                                                                                                                                                                  \
    "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT); INSERT INTO StringIds VALUES(1,'gemm'),(2,'launch'),(3,'read'),(4,'MPI_Allreduce'),(5,'graphs');"                                    \
    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER, returnValue INTEGER);"                       \
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER);"

#define ARROWS "SELECT group_concat(x, ', ') FROM (SELECT p.start_ns || '>' || q.start_ns AS x FROM flow f JOIN event p ON p.id = f.from_event JOIN event q ON q.id = f.to_event ORDER BY p.start_ns)"
#define DEVICE_EVENTS "SELECT group_concat(x, ', ') FROM (SELECT l.name || ' ' || s.s AS x FROM event e JOIN lane l ON l.id = e.lane_id JOIN str s ON s.id = e.name_id WHERE l.device_id IS NOT NULL ORDER BY l.name, e.start_ns)"

/* Two processes call their GPU 0 each, and number their calls alike. */
static void test_nsys_processes(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = database(f, "x.sqlite",
        NSYS_KERNELS
        "CREATE TABLE TARGET_INFO_GPU(id INTEGER, name TEXT); INSERT INTO TARGET_INFO_GPU VALUES(0,'A'),(1,'B'),(2,'C'),(3,'D');"
        "CREATE TABLE TARGET_INFO_CUDA_DEVICE(gpuId INTEGER, cudaId INTEGER, pid INTEGER, uuid TEXT, numMultiprocessors INTEGER); INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES(2,0,100,'u2',1),(3,0,200,'u3',1);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(10,20,0,(100 << 24) + 7,5,2,0),(11,20,0,(200 << 24) + 7,5,2,0),(900,910,0,(200 << 24) + 7,6,2,0);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(30,40,0,1,7,5,100 << 24,1,1),(50,60,0,1,7,5,200 << 24,1,1),(920,930,0,2,7,6,200 << 24,1,1);");
    import_one(f, path);
    check_file(f);
    EXPECT(f, "SELECT group_concat(kind || global_id, ' ') FROM (SELECT kind, global_id FROM device ORDER BY global_id)", "C2 D3");
    EXPECT(f, ARROWS, "0>20, 1>40, 890>910");
    EXPECT(f, DEVICE_EVENTS, "device 2: Stream #7 gemm, device 3: Stream #7 gemm, device 3: Stream #7 (process 200, context 2) gemm");
    g_assert_cmpint(f->done.n_left, ==, 0);
}

/* Parts of one GPU (MIG) are devices of their own. */
static void test_nsys_parts(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = database(f, "x.sqlite",
        NSYS_KERNELS
        "CREATE TABLE TARGET_INFO_GPU(id INTEGER, name TEXT); INSERT INTO TARGET_INFO_GPU VALUES(0,'A');"
        "CREATE TABLE TARGET_INFO_CUDA_DEVICE(gpuId INTEGER, cudaId INTEGER, pid INTEGER, uuid TEXT); INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES(0,0,100,'MIG-1'),(0,0,200,'MIG-2');"
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(30,40,0,1,7,5,100 << 24,1,1),(50,60,0,1,7,5,200 << 24,1,1);");
    import_one(f, path);
    EXPECT(f, DEVICE_EVENTS, "device 0: Stream #7 gemm, device 1: Stream #7 gemm");
    EXPECT(f, "SELECT group_concat(kind, ' ') FROM device", "A A");
}

/* Graphs are work where their kernels are not there; every other table with times is threads', or counted. */
static void test_nsys_tables(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = database(f, "x.sqlite",
        NSYS_KERNELS
        "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(10,20,0,(100 << 24) + 7,5,2,0),(21,25,0,(100 << 24) + 7,6,2,0);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(30,40,0,1,7,5,100 << 24,1,1);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, graphId INTEGER, graphExecId INTEGER);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES(30,40,0,1,7,5,100 << 24,8,1),(50,90,0,1,7,6,100 << 24,9,1),(95,0,0,1,7,7,100 << 24,9,1);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION(start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, syncType INTEGER);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES(41,44,0,1,7,9,100 << 24,3);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, copyKind INTEGER); INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(92,94,0,NULL,11);"
        "CREATE TABLE OSRT_API(start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, nameId INTEGER); INSERT INTO OSRT_API VALUES(12,14,0,(100 << 24) + 7,3);"
        "CREATE TABLE MPI_COLLECTIVES_EVENTS(start INTEGER, end INTEGER, globalTid INTEGER, textId INTEGER, size INTEGER); INSERT INTO MPI_COLLECTIVES_EVENTS VALUES(60,70,(100 << 24) + 7,4,8);"
        "CREATE TABLE SCHED_EVENTS(start INTEGER, cpu INTEGER, isSchedIn INTEGER, globalTid INTEGER); INSERT INTO SCHED_EVENTS VALUES(1,1,1,7),(2,1,0,7);"
        "CREATE TABLE GPU_METRICS(timestamp INTEGER, typeId INTEGER, metricId INTEGER, value INTEGER); INSERT INTO GPU_METRICS VALUES(15,256,4,77),(25,257,4,78);"
        "CREATE TABLE TARGET_INFO_GPU_METRICS(typeId INTEGER, metricId INTEGER, metricName TEXT); INSERT INTO TARGET_INFO_GPU_METRICS VALUES(256,4,'SM Active'),(257,4,'SM Active');");
    import_one(f, path);
    check_file(f);
    EXPECT(f, DEVICE_EVENTS, "device 0: CUDA graphs CUDA graph 8, device 0: Stream #0 Memcpy unified H2D, device 0: Stream #7 gemm, device 0: Stream #7 CUDA graph 9, device 0: Stream #7 CUDA graph 9, "
                             "device 0: waits of the host wait for a stream");
    EXPECT(f, "SELECT group_concat(x, ', ') FROM (SELECT l.name || ' ' || s.s AS x FROM event e JOIN lane l ON l.id = e.lane_id JOIN str s ON s.id = e.name_id WHERE l.device_id IS NULL ORDER BY 1)",
           "thread 7 MPI COLLECTIVES MPI_Allreduce, thread 7 OSRT read, thread 7 launch, thread 7 launch");
    EXPECT(f, "SELECT n FROM import_note WHERE code = 'table_SCHED_EVENTS'", "2");
    EXPECT(f, "SELECT n FROM import_note WHERE code = 'no_end'", "1");
    EXPECT(f, "SELECT group_concat(l.name || ' ' || c.value, ', ') FROM counter c JOIN lane l ON l.id = c.lane_id", "metrics of GPU 0 77.0, metrics of GPU 1 78.0");
    EXPECT(f, "SELECT n FROM import_note WHERE code = 'events'", "14");
    g_assert_cmpint(f->done.n_left, ==, 2);
}

/* The module's range is far before the launch: a step has hundreds of thunks. */
static void test_nsys_many_ranges(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) sql = g_string_new(NSYS_KERNELS "CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER, eventType INTEGER, text TEXT, textId INTEGER, globalTid INTEGER);"
        "INSERT INTO NVTX_EVENTS VALUES(0,100000,59,'XlaModule:#hlo_module=jit_step,program_id=42#',NULL,(100 << 24) + 7);");
    for (int i = 0; i < 300; i++)
        g_string_append_printf(sql, "INSERT INTO NVTX_EVENTS VALUES(%d,%d,59,'Thunk:#hlo_op=fusion.%d#',NULL,(100 << 24) + 7);", 100 * i + 10, 100 * i + 50, i);
    g_string_append(sql, "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(29920,29921,0,(100 << 24) + 7,5,2,0); INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(29930,29940,0,1,7,5,100 << 24,1,1);");
    g_autofree char *path = database(f, "x.sqlite", sql->str);
    import_one(f, path);
    EXPECT(f, "SELECT s.s FROM event e JOIN inst i ON i.id = e.inst_id JOIN str s ON s.id = i.name_id", "fusion.299");
}

/* Rows have a track, which says the device; calls are numbered in stack_id; each process has tables of its own, and a view shows the first of them. */
static void test_rocpd_tracks(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) sql = g_string_new(NULL);
    for (int p = 0; p < 2; p++) {
        const char *const u = p ? "_b" : "_a";
        g_string_append_printf(sql, "CREATE TABLE rocpd_string%s(id INTEGER, string TEXT); INSERT INTO rocpd_string%s VALUES(1,'hipLaunchKernel'),(2,'copy');"
            "CREATE TABLE rocpd_info_node%s(id INTEGER, hostname TEXT); INSERT INTO rocpd_info_node%s VALUES(1,'node7');"
            "CREATE TABLE rocpd_info_agent%s(id INTEGER, type TEXT, absolute_index INTEGER, type_index INTEGER, uuid INTEGER, name TEXT, product_name TEXT);"
            "INSERT INTO rocpd_info_agent%s VALUES(1,'CPU',0,0,0,'cpu',''),(2,'GPU',%d,0,%d,'gfx942','MI300X');", u, u, u, u, u, u, 1 + p, 50 + p);
        g_string_append_printf(sql, "CREATE TABLE rocpd_info_kernel_symbol%s(id INTEGER, kernel_name TEXT, display_name TEXT); INSERT INTO rocpd_info_kernel_symbol%s VALUES(9,'_Z4gemmv','gemm');"
            "CREATE TABLE rocpd_track%s(id INTEGER, pid INTEGER, tid INTEGER, agent_id INTEGER, queue_id INTEGER, stream_id INTEGER); INSERT INTO rocpd_track%s VALUES(1,77,78,NULL,NULL,NULL),(2,77,78,2,1,3);"
            "CREATE TABLE rocpd_timestamp%s(id INTEGER, value INTEGER); INSERT INTO rocpd_timestamp%s VALUES(1,%d),(2,%d),(3,%d),(4,%d);", u, u, u, u, u, u, 100 + p, 110, 120 + p, 200);
        g_string_append_printf(sql, "CREATE TABLE rocpd_event%s(id INTEGER, stack_id INTEGER, correlation_id INTEGER); INSERT INTO rocpd_event%s VALUES(1,5,0),(2,5,0);"
            "CREATE TABLE rocpd_region%s(id INTEGER, track_id INTEGER, name_id INTEGER, start_id INTEGER, end_id INTEGER, event_id INTEGER); INSERT INTO rocpd_region%s VALUES(1,1,1,1,2,1);"
            "CREATE TABLE rocpd_kernel_dispatch%s(id INTEGER, track_id INTEGER, kernel_id INTEGER, start_id INTEGER, end_id INTEGER, event_id INTEGER); INSERT INTO rocpd_kernel_dispatch%s VALUES(1,2,9,3,4,2);", u, u, u, u, u, u);
        g_string_append_printf(sql, "CREATE TABLE rocpd_memory_allocate%s(id INTEGER, track_id INTEGER, type TEXT, start_id INTEGER, address INTEGER, size INTEGER);"
            "INSERT INTO rocpd_memory_allocate%s VALUES(1,2,'ALLOC',1,64,1000),(2,2,'FREE',4,64,0); CREATE TABLE rocpd_sample%s(id INTEGER); INSERT INTO rocpd_sample%s VALUES(1);", u, u, u, u);
    }
    g_string_append(sql, "CREATE VIEW rocpd_kernel_dispatch AS SELECT * FROM rocpd_kernel_dispatch_a; CREATE VIEW rocpd_string AS SELECT * FROM rocpd_string_a;");
    g_autofree char *path = database(f, "x.db3", sql->str);
    import_one(f, path);
    check_file(f);
    EXPECT(f, "SELECT group_concat(kind || global_id, ' ') FROM device", "MI300X0 MI300X1");
    EXPECT(f, DEVICE_EVENTS, "device 0: Stream #3 gemm, device 1: Stream #3 (process 1) gemm");
    EXPECT(f, ARROWS, "0>20, 1>21");
    EXPECT(f, "SELECT group_concat(in_use, ' ') FROM mem_sample", "1000 0 1000 0");
    EXPECT(f, "SELECT name FROM host", "node7");
    EXPECT(f, "SELECT n FROM import_note WHERE code = 'table_rocpd_sample'", "2");
}

/* Nothing describes the GPU: some writers leave tables out. */
static void test_rocpd_bare(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = database(f, "y.db", "CREATE TABLE rocpd_kernel_dispatch_x(id INTEGER, kernel_id INTEGER, queue_id INTEGER, start INTEGER, end INTEGER); INSERT INTO rocpd_kernel_dispatch_x VALUES(1,9,4,100,200);"
                                                "CREATE TABLE rocpd_info_kernel_symbol_x(id INTEGER, kernel_name TEXT); INSERT INTO rocpd_info_kernel_symbol_x VALUES(9,'gemm');");
    import_one(f, path);
    EXPECT(f, DEVICE_EVENTS, "device 0: Stream #4 gemm");
}

/* Of a file that was cut, the rows before are there. */
static void test_cut(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) sql = g_string_new("PRAGMA page_size = 512;" NSYS_KERNELS);
    for (int i = 0; i < 400; i++)
        g_string_append_printf(sql, "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(%d,%d,0,1,7,5,100 << 24,1,1);", 100 * i, 100 * i + 50);
    g_autofree char *path = database(f, "x.sqlite", sql->str), *bytes = NULL;
    gsize n;
    g_assert_true(g_file_get_contents(path, &bytes, &n, NULL));
    g_autofree char *cut = save(f, "cut.sqlite", bytes, n * 3 / 4);
    import_one(f, cut);
    check_file(f);
    g_assert_cmpint(f->done.n_damaged, ==, 1);
    g_assert_cmpint(f->done.n_events, >, 100);
    g_assert_cmpint(f->done.n_events, <, 400);
}

/* Rows without a time have no place. */
static void test_untimed(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = database(f, "x.sqlite",
        NSYS_KERNELS "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(10,20,0,1,7,5,100 << 24,1,1),(NULL,30,0,1,7,5,100 << 24,1,1),(x'00ff',30,0,1,7,5,100 << 24,1,1);"
        "CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER); INSERT INTO NVTX_EVENTS VALUES(NULL,NULL,NULL,NULL,NULL);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(NULL,5,0,(100 << 24) + 7,5,2,0);");
    import_one(f, path);
    EXPECT(f, "SELECT count(*) FROM event", "1");
    EXPECT(f, "SELECT n FROM import_note WHERE code = 'no_time'", "4");
    g_assert_cmpint(f->done.n_left, ==, 4);
    g_autoptr(TraceReader) r = trace_open(f->db, NULL);
    g_autoptr(GString) out = g_string_new(NULL);
    g_assert_true(report_run("imports", r, &(ReportOptions){ .format = REPORT_JSON }, out, NULL));
    g_assert_nonnull(strstr(out->str, "\"events\" : 5"));
    g_assert_nonnull(strstr(out->str, "\"left_out\" : 4"));
    g_assert_nonnull(strstr(out->str, "\"n\" : 4"));
    g_assert_nonnull(strstr(out->str, "rows do not say when they were"));
}

/* A view that never ends is damage. */
static void test_endless(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = database(f, "x.sqlite",
        "CREATE VIEW StringIds(id, value) AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT -i, 'x' FROM n;"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, shortName INTEGER); INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(30,40,0,7,1);");
    import_one(f, path);
    g_assert_cmpint(f->done.n_damaged, ==, 1);
    EXPECT(f, "SELECT n > 0 FROM import_note WHERE code = 'query_failed'", "1");
}

/* ---- a file of each process ------------------------------------------------------------------------------------------------------------ */

static char *kineto(const Fixture *f, int rank, int64_t epoch_us, int device)
{
    g_autofree char *name = g_strdup_printf("rank%d.pt.trace.json", rank);
    g_autofree char *text = g_strdup_printf(
        "{\"schemaVersion\": 1, \"deviceProperties\": [{\"id\": %d, \"name\": \"H100\", \"totalGlobalMem\": 1}], \"distributedInfo\": {\"backend\": \"nccl\", \"rank\": %d, \"world_size\": 2, \"pg_config\": [{\"ranks\": [0, 1]}]},"
        " \"baseTimeNanoseconds\": %" G_GINT64_FORMAT "000, \"traceEvents\": ["
        "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"ncclDevKernel_AllReduce_Sum_f32\", \"pid\": %d, \"tid\": 20, \"ts\": 100, \"dur\": 10, \"args\": {\"device\": %d, \"stream\": 20, \"Collective name\": \"allreduce\", \"Process Group Ranks\": \"[%d]\"}},"
        "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"ncclDevKernel_AllReduce_Sum_f32\", \"pid\": %d, \"tid\": 20, \"ts\": 120, \"dur\": 10, \"args\": {\"device\": %d, \"stream\": 20, \"Collective name\": \"allreduce\", \"Process Group Ranks\": \"[0, 1]\"}}"
        "]}", device, rank, epoch_us, device, device, rank, device, device);
    return save(f, name, text, strlen(text));
}

/* Each calls its device 0, and began at another time. Only members of a group meet. */
static void test_ranks(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *one = kineto(f, 1, 1700000000000005, 0), *zero = kineto(f, 0, 1700000000000000, 0);
    g_autoptr(GError) error = NULL;
    g_assert_true(import_paths(f, (const char *const[]){ one, zero }, 2, f->db, &error));
    g_assert_no_error(error);
    check_file(f);
    EXPECT(f, "SELECT group_concat(kind || global_id, ' ') FROM (SELECT * FROM device ORDER BY global_id)", "H1000 H1001");
    EXPECT(f, "SELECT group_concat(first_ns || '-' || last_ns || ' ' || n_seen, ', ') FROM (SELECT * FROM coll_exec ORDER BY first_ns)", "0-0 1, 5000-5000 1, 20000-25000 2");
    EXPECT(f, "SELECT epoch_ns FROM run", "1700000000000100000");
    EXPECT(f, "SELECT group_concat(clock_off_ns, ' ') FROM import", "-95000 -100000");
}

/* Rows that are no events are named, each of them. */
static void test_nsys_left(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = database(f, "x.sqlite",
        NSYS_KERNELS
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(30,40,0,1,7,5,100 << 24,1,1);"
        "CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER, domainId INTEGER);"
        "INSERT INTO NVTX_EVENTS VALUES(1,NULL,75,'TSL',7,1),(2,NULL,33,'category',7,1),(3,9,59,'range',7,1),(4,NULL,34,'mark',7,1);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_CUDA_EVENT(deviceId INTEGER, eventId INTEGER); INSERT INTO CUPTI_ACTIVITY_KIND_CUDA_EVENT VALUES(0,1),(0,2);"
        "CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start INTEGER, globalPid INTEGER, deviceId INTEGER, bytes INTEGER, memKind INTEGER, memoryOperationType INTEGER);"
        "INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES(5,100 << 24,0,64,2,0),(6,100 << 24,0,64,1,0);");
    import_one(f, path);
    check_file(f);
    g_assert_cmpint(f->done.n_events, ==, 3);
    g_assert_cmpint(f->done.n_left, ==, 5);
    EXPECT(f, "SELECT group_concat(code || n, ' ') FROM (SELECT * FROM import_note WHERE code NOT IN ('events', 'left_out') ORDER BY code)", "memory_elsewhere1 nvtx_names2 table_CUPTI_ACTIVITY_KIND_CUDA_EVENT2");
}

/* Single bits, of a table of kernels over many pages: where events are lost, it is said. Those that change a number or a name cannot be. */
static void test_flipped(Fixture *f, gconstpointer data)
{
    (void)data;
    enum { KERNELS = 600, TRIES = 24 };
    g_autofree char *path = database(f, "x.sqlite", NSYS_KERNELS "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 599)"
        " INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT i * 100, i * 100 + 50, 0, 1, 7, i, 100 << 24, 1, 1 FROM n;"), *bytes = NULL, *again = g_build_filename(f->folder, "y.sqlite", NULL);
    gsize n;
    int lost = 0;
    import_one(f, path);
    g_assert_cmpint(f->done.n_events, ==, KERNELS);
    g_assert_true(g_file_get_contents(path, &bytes, &n, NULL));
    g_autoptr(GRand) rand = g_rand_new_with_seed(4);
    for (int i = 0; i < TRIES; i++) { /* headers of pages have what says which rows there are */
        gsize at = (gsize)g_rand_int_range(rand, 1, (gint32)(n / 4096)) * 4096 + (gsize)g_rand_int_range(rand, 0, 24);
        g_autoptr(GError) error = NULL;
        bytes[at] ^= (char)(1 << (i % 8));
        g_assert_true(g_file_set_contents(again, bytes, (gssize)n, NULL));
        bytes[at] ^= (char)(1 << (i % 8));
        if (!import_paths(f, (const char *const[]){ again }, 1, f->db, &error) || f->done.n_events == KERNELS)
            continue;
        lost++;
        EXPECT(f, "SELECT count(*) > 0 FROM import_note WHERE severity = 2", "1");
        g_assert_cmpint(f->done.n_damaged, ==, 1);
    }
    g_assert_cmpint(lost, >, TRIES / 4);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name, fn) g_test_add("/trace/import/databases/" name, Fixture, NULL, set_up, fn, tear_down)
    ADD("nsys/processes", test_nsys_processes);
    ADD("nsys/parts", test_nsys_parts);
    ADD("nsys/tables", test_nsys_tables);
    ADD("nsys/left", test_nsys_left);
    ADD("nsys/many-ranges", test_nsys_many_ranges);
    ADD("rocpd/tracks", test_rocpd_tracks);
    ADD("rocpd/bare", test_rocpd_bare);
    ADD("cut", test_cut);
    ADD("flipped", test_flipped);
    ADD("untimed", test_untimed);
    ADD("endless", test_endless);
    ADD("ranks", test_ranks);
    return g_test_run();
}
