/* Profiles imported: synthetic ones of TPUs and GPUs, whose every time is known, a real one of XLA:CPU, damaged ones. */
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "tests/unit/trace/import_help.h"
#include "tests/unit/trace/xspace_make.h"

static char *make(const Fixture *f, const char *name, const XMake *m)
{
    g_autoptr(GString) s = xspace_make(m);
    return save(f, name, s->str, s->len);
}

static void test_tpu(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = make(f, "t.xplane.pb", &(XMake){ .n_devices = 4, .n_steps = 5, .steps_line = true, .start_ns = 1700000000000000000, .host = "worker-0", .host_threads = 2, .events_each = 3 });
    import_one(f, path);
    check_file(f);
    /* 4 devices x 5 steps x (step, module, 6 ops, async, marker), and the threads: none is lost */
    g_assert_cmpint(f->done.n_events, ==, 4 * 5 * 10 + 6);
    g_assert_cmpint(f->done.n_left, ==, 0);
    g_assert_cmpint(f->done.n_joined, ==, 4 * 5 * 6);
    EXPECT(f, "SELECT count(*) || ' ' || min(num) || ' ' || max(num) || ' ' || max(source) FROM step", "5 10 14 2");
    EXPECT(f, "SELECT group_concat(name) FROM host", "worker-0");
    EXPECT(f, "SELECT count(*) || ' ' || min(kind) FROM device", "4 TPU v9");
    EXPECT(f, "SELECT epoch_ns FROM run", "1700000000000000000");
    EXPECT(f, "SELECT count(*) || ' ' || max(launch) || ' ' || min(dur_ns) FROM exec", "20 4 61000");
    /* meetings: an all-gather and an all-reduce a step, all members seen; the last comes 3 us after the first */
    EXPECT(f, "SELECT count(*) || ' ' || min(n_seen) || ' ' || max(n_expected) FROM coll_exec", "10 4 4");
    EXPECT(f, "SELECT max(last_ns - first_ns) || ' ' || max(end_ns - last_ns) FROM coll_exec x JOIN inst i ON i.id = x.inst_id JOIN str s ON s.id = i.name_id WHERE s.s = 'all-reduce.2'", "3000 17000");
    EXPECT(f, "SELECT sum(dur_ns) FROM event WHERE cat = 8", "30000"); /* (3 + 2 + 1) us x 5 steps */
    /* the all-gather runs 24 us, of which the dot hides 20 */
    EXPECT(f, "SELECT DISTINCT ns || ' ' || hidden_ns FROM step_part p JOIN device d ON d.id = p.device_id JOIN step s ON s.id = p.step_id WHERE cat = 2 AND d.global_id = 3 AND s.num = 12", "21000 20000");
    EXPECT(f, "SELECT s.s || ' ' || i.flops || ' ' || v.at FROM event e JOIN inst i ON i.id = e.inst_id JOIN str s ON s.id = i.category_id JOIN v_loc v ON v.id = i.loc_id WHERE e.name_id = (SELECT id FROM str WHERE s = 'fusion.4') LIMIT 1",
           "convolution fusion 1000.0 train.py:4");
    EXPECT(f, "SELECT traffic FROM module", "589824");
    EXPECT(f, "SELECT group_concat(name, ', ') FROM (SELECT name FROM lane WHERE kind = 3 ORDER BY id)", "device 0, device 1, device 2, device 3");
    /* ring: 3/4 of 4 x 128 x 256 x 4 bytes, and twice 3/4 of 128 x 256 x 4 */
    EXPECT(f, "SELECT group_concat(bytes_wire, ' ') FROM (SELECT bytes_wire FROM coll ORDER BY kind)", "393216 196608");
    g_assert_nonnull(strstr(f->said->str, "convolution fusion               0.400000 ms"));
    g_assert_nonnull(strstr(f->said->str, "all-reduce                       0.370000 ms"));
}

/* Nothing but names: no HLO, no steps, no program ids on ops. */
static void test_bare_tpu(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = make(f, "t.xplane.pb", &(XMake){ .n_devices = 2, .n_steps = 6, .no_hlo = true, .no_async_line = true, .no_program_ids = true });
    import_one(f, path);
    check_file(f);
    g_assert_cmpint(f->done.n_joined, ==, 2 * 6 * 6);
    EXPECT(f, "SELECT count(*) || ' ' || max(source) || ' ' || min(dur_ns) FROM step", "6 3 61000");
    EXPECT(f, "SELECT DISTINCT dur_ns FROM step WHERE num < 5", "100000");
    EXPECT(f, "SELECT name FROM module", "jit_step");
    EXPECT(f, "SELECT count(*) FROM inst", "6");
    EXPECT(f, "SELECT s.s FROM inst i JOIN str n ON n.id = i.name_id JOIN str s ON s.id = i.category_id WHERE n.s = 'fusion.4'", "convolution fusion");
    EXPECT(f, "SELECT count(*) FROM coll_exec x JOIN inst i ON i.id = x.inst_id JOIN str n ON n.id = i.name_id WHERE n.s = 'all-reduce.2' AND n_seen = 2", "6");
    EXPECT(f, "SELECT group_concat(DISTINCT n.s) || ' ' || count(*) FROM coll_exec x JOIN inst i ON i.id = x.inst_id JOIN str n ON n.id = i.name_id WHERE n.s <> 'all-reduce.2'", "all-gather-start.3 6"); /* its end is part of it */
}

static void test_async_worked_out(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = make(f, "t.xplane.pb", &(XMake){ .n_devices = 2, .n_steps = 3, .no_async_line = true });
    import_one(f, path);
    check_file(f);
    EXPECT(f, "SELECT DISTINCT count(*) || ' ' || min(e.dur_ns) || ' ' || max(e.dur_ns) FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.kind = 4", "6 24000 24000");
}

static void test_gpu(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = make(f, "t.xplane.pb", &(XMake){ .gpu = true, .n_devices = 4, .n_steps = 5 });
    import_one(f, path);
    check_file(f);
    g_assert_cmpint(f->done.n_events, ==, 4 * 5 * 6);
    g_assert_cmpint(f->done.n_joined, ==, 4 * 5 * 5);
    EXPECT(f, "SELECT DISTINCT kind FROM device", "Nvidia 9.0");
    EXPECT(f, "SELECT count(*) || ' ' || max(launch) FROM exec", "20 4");
    EXPECT(f, "SELECT count(*) || ' ' || max(source) FROM step", "5 3");
    EXPECT(f, "SELECT count(*) || ' ' || min(n_seen) FROM coll_exec", "10 4");
    EXPECT(f, "SELECT group_concat(cat || ':' || n, ' ') FROM (SELECT cat, count(*) AS n FROM event GROUP BY cat ORDER BY cat)", "1:40 2:40 3:40 8:15");
    /* the all-gather's kernel runs 24 us, of which the dot hides 20 */
    EXPECT(f, "SELECT DISTINCT ns || ' ' || hidden_ns FROM step_part p JOIN device d ON d.id = p.device_id JOIN step s ON s.id = p.step_id WHERE cat = 2 AND d.global_id = 3 AND s.num = 2", "21000 20000");
}

/* Two hosts whose clocks differ by 3 ms, of which one also began later. */
static void test_hosts(Fixture *f, gconstpointer data)
{
    (void)data;
    XMake one = { .n_devices = 2, .n_all = 4, .n_steps = 5, .start_ns = 1700000000000000000, .host = "w-2" };
    XMake two = one;
    two.first_device = 2;
    two.host = "w-10";
    two.start_ns += 10000;
    two.skew_ns = 10000 - 30; /* its clock is 30 ns ahead */
    g_autofree char *a = make(f, "w-10.xplane.pb", &two), *b = make(f, "w-2.xplane.pb", &one);
    GError *error = NULL;
    const char *paths[] = { a, b };
    g_assert_true(import_paths(f, paths, 2, f->db, &error));
    g_assert_no_error(error);
    check_file(f);
    EXPECT(f, "SELECT group_concat(name, ' ') FROM (SELECT name FROM host ORDER BY id)", "w-2 w-10");
    EXPECT(f, "SELECT group_concat(global_id, ' ') FROM (SELECT global_id FROM device ORDER BY id)", "0 1 2 3");
    EXPECT(f, "SELECT count(*) || ' ' || min(n_seen) || ' ' || max(n_expected) FROM coll_exec", "10 4 4");
    EXPECT(f, "SELECT DISTINCT clock_src || ' ' || clock_off_ns FROM import WHERE name = 'w-10.xplane.pb'", "2 9970");
    EXPECT(f, "SELECT max(last_ns - first_ns) FROM coll_exec", "3000");
}

/* A trace with a program of that name, from a dump, into which the profile is imported. */
static void import_beside(Fixture *f, const char *name, const XMake *m)
{
    static const char *const names[] = { "fusion.1", "fusion.4", "all-gather-start.3", "all-gather-done.3", "copy.5", "all-reduce.2" };
    g_autofree char *path = make(f, "t.xplane.pb", m);
    g_autoptr(GError) error = NULL;
    g_autoptr(GHashTable) insts = g_hash_table_new(g_str_hash, g_str_equal);
    g_unlink(f->db);
    TraceWriter *w = trace_writer_new(f->db, &error);
    int64_t run = trace_put_run(w, &(TraceRun){ .name = name, .label = "XLA", .producer = "test", .kind = TRACE_INT(TRACE_RUN_IMPORTED) }), devices[2];
    int64_t module = trace_put_module(w, &(TraceModule){ .run_id = run, .name = name });
    int64_t snapshot = trace_put_snapshot(w, &(TraceSnapshot){ .module_id = module, .stage = TRACE_STAGE_FINAL, .label = "final" });
    int64_t comp = trace_put_computation(w, &(TraceComputation){ .snapshot_id = snapshot, .name = "main", .kind = 1 });
    for (int d = 0; d < 2; d++)
        devices[d] = trace_put_device(w, &(TraceDevice){ .run_id = run, .global_id = d, .kind = "XLA TPU" });
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        int64_t id = trace_put_inst(w, &(TraceInst){ .comp_id = comp, .ord = (int64_t)i, .name_id = trace_str(w, names[i]), .opcode_id = trace_str(w, "op") });
        g_hash_table_insert(insts, (gpointer)names[i], GSIZE_TO_POINTER((gsize)id));
    }
    const char *paths[] = { path };
    TraceKnownProgram known = { name, module, run, -1, insts };
    g_assert_true(trace_import(w, &(TraceImportOptions){ .paths = paths, .n_paths = 1, .known = &known, .n_known = 1, .device_rows = devices, .n_device_rows = 2 }, &f->done, &error));
    g_assert_true(trace_writer_finish(w, &error));
    check_file(f);
}

/* The timeline becomes part of its run, and events refer to its instructions, also where the profile does not carry the program. */
static void test_beside_dump(Fixture *f, gconstpointer data)
{
    (void)data;
    for (int no_hlo = 0; no_hlo < 2; no_hlo++) {
        import_beside(f, "jit_step", &(XMake){ .n_devices = 2, .n_steps = 3, .no_hlo = no_hlo });
        g_assert_false(f->done.is_apart);
        g_assert_cmpint(f->done.run_id, ==, 1);
        g_assert_cmpint(f->done.n_joined, ==, 2 * 3 * 6);
        EXPECT(f, "SELECT (SELECT count(*) FROM run) || ' ' || (SELECT count(*) FROM module) || ' ' || (SELECT count(*) FROM inst) || ' ' || (SELECT count(*) FROM device) || ' ' || (SELECT count(*) FROM step)", "1 1 6 2 3");
        EXPECT(f, "SELECT label FROM run", "XLA");
        EXPECT(f, "SELECT group_concat(s || ':' || n, ' ') FROM (SELECT n.s, sum(x.n_seen) AS n FROM coll_exec x JOIN inst i ON i.id = x.inst_id JOIN str n ON n.id = i.name_id GROUP BY 1 ORDER BY 1)", "all-gather-start.3:6 all-reduce.2:6");
    }
}

/* Of a program that did not run, the profile says nothing: its steps are a run's of their own. */
static void test_beside_other_dump(Fixture *f, gconstpointer data)
{
    (void)data;
    import_beside(f, "jit_st", &(XMake){ .n_devices = 2, .n_steps = 3 });
    g_assert_true(f->done.is_apart);
    g_assert_cmpint(f->done.run_id, ==, 2);
    EXPECT(f, "SELECT group_concat(r.label || ' ' || r.name || ' ' || (SELECT count(*) FROM step WHERE run_id = r.id) || ' ' || (SELECT count(*) FROM device WHERE run_id = r.id), ', ') FROM run r ORDER BY r.id", "XLA jit_st 0 2, profile jit_step 3 2");
}

/* A function that was compiled twice, with the same name: the events are of the program whose number in the dump the profile names. */
static void test_compiled_twice(Fixture *f, gconstpointer data)
{
    (void)data;
    static const char *const names[] = { "fusion.1", "fusion.4", "all-gather-start.3", "all-gather-done.3", "copy.5", "all-reduce.2" };
    g_autofree char *path = make(f, "t.xplane.pb", &(XMake){ .n_devices = 2, .n_steps = 3 });
    g_autoptr(GError) error = NULL;
    TraceWriter *w = trace_writer_new(f->db, &error);
    int64_t devices[2] = { 0 };
    TraceKnownProgram known[3] = { 0 };
    static const int64_t numbers[] = { 7, 42, 50 }; /* the profile's is 42 */
    for (int k = 0; k < 3; k++) {
        int64_t run = trace_put_run(w, &(TraceRun){ .name = "jit_step", .label = "XLA", .producer = "test", .kind = TRACE_INT(TRACE_RUN_IMPORTED) });
        int64_t module = trace_put_module(w, &(TraceModule){ .run_id = run, .name = "jit_step" });
        int64_t snapshot = trace_put_snapshot(w, &(TraceSnapshot){ .module_id = module, .stage = TRACE_STAGE_FINAL, .label = "final" });
        int64_t comp = trace_put_computation(w, &(TraceComputation){ .snapshot_id = snapshot, .name = "main", .kind = 1 });
        for (int d = 0; d < 2 && !k; d++)
            devices[d] = trace_put_device(w, &(TraceDevice){ .run_id = run, .global_id = d, .kind = "XLA TPU" });
        known[k] = (TraceKnownProgram){ "jit_step", module, run, numbers[k], g_hash_table_new(g_str_hash, g_str_equal) };
        for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
            int64_t id = trace_put_inst(w, &(TraceInst){ .comp_id = comp, .ord = (int64_t)i, .name_id = trace_str(w, names[i]), .opcode_id = trace_str(w, "op") });
            g_hash_table_insert(known[k].insts, (gpointer)names[i], GSIZE_TO_POINTER((gsize)id));
        }
    }
    const char *paths[] = { path };
    g_assert_true(trace_import(w, &(TraceImportOptions){ .paths = paths, .n_paths = 1, .known = known, .n_known = 3, .device_rows = devices, .n_device_rows = 2 }, &f->done, &error));
    g_assert_true(trace_writer_finish(w, &error));
    check_file(f);
    g_assert_cmpint(f->done.n_joined, ==, 2 * 3 * 6);
    EXPECT(f, "SELECT group_concat(id, ' ') FROM (SELECT DISTINCT s.module_id AS id FROM event e JOIN inst i ON i.id = e.inst_id JOIN computation c ON c.id = i.comp_id JOIN snapshot s ON s.id = c.snapshot_id)", "2");
    EXPECT(f, "SELECT count(*) || ' ' || min(module_id) || ' ' || max(module_id) FROM exec", "6 2 2");
    for (int k = 0; k < 3; k++)
        g_hash_table_unref(known[k].insts);
}

static void test_real_cpu(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "data", "profiles", "cpu.xplane.pb.gz", NULL);
    import_one(f, path);
    check_file(f);
    g_assert_cmpint(f->done.n_devices, ==, 4);
    g_assert_cmpint(f->done.n_steps, ==, 3);
    g_assert_cmpint(f->done.n_left, ==, 0);
    g_assert_cmpint(f->done.n_meetings, >, 0);
    EXPECT(f, "SELECT count(*) = (SELECT sum(inst_id IS NOT NULL) FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.kind = 3 AND e.cat <> 8) FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.kind = 3 AND e.cat <> 8", "1");
    EXPECT(f, "SELECT min(n_seen = n_expected) FROM coll_exec", "1");
    EXPECT(f, "SELECT count(*) > 0 FROM inst i JOIN v_loc v ON v.id = i.loc_id WHERE v.at LIKE '%profile_me.py:%'", "1");
}

/* ---- damage ----------------------------------------------------------------------------------------------------------------------- */

static bool import_bytes(Fixture *f, const char *bytes, gsize n)
{
    g_autofree char *path = save(f, "d.xplane.pb", bytes, n);
    g_autoptr(GError) error = NULL;
    const char *paths[] = { path };
    bool ok = import_paths(f, paths, 1, f->db, &error);
    g_assert_true(ok || error);
    return ok;
}

static void test_cut(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) s = xspace_make(&(XMake){ .n_devices = 2, .n_steps = 20, .host_threads = 1, .events_each = 50, .host = "w" });
    int64_t before = 0;
    for (int i = 1; i < 6; i++) {
        if (!import_bytes(f, s->str, s->len * (gsize)i / 6))
            continue;
        check_file(f);
        g_assert_cmpint(f->done.n_damaged, ==, 1);
        g_assert_cmpint(f->done.n_events + f->done.n_left, >=, before);
        before = f->done.n_events + f->done.n_left;
        EXPECT(f, "SELECT n FROM import_note WHERE code = 'damaged'", "1");
    }
    g_assert_cmpint(before, >, 2 * 20 * 7); /* most of the second device is there although its plane is cut */
}

/* Fields that nobody knows may be a newer profiler's, or what damage made of others. */
static void test_unknown_fields(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) s = xspace_make(&(XMake){ .n_devices = 1, .n_steps = 2, .host = "w" });
    g_string_append_c(s, 9 << 3);
    g_string_append_c(s, 1);
    g_assert_true(import_bytes(f, s->str, s->len));
    EXPECT(f, "SELECT severity || ' ' || n FROM import_note WHERE code = 'unknown_fields'", "1 1");
}

/* Of a packed file with a bit that is wrong, what is before that place is there. */
static void test_flipped_in_packed(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "data", "profiles", "cpu.xplane.pb.gz", NULL), *bytes = NULL;
    gsize n;
    g_assert_true(g_file_get_contents(path, &bytes, &n, NULL));
    bytes[n / 2] ^= 0x10;
    g_autofree char *broken = save(f, "x.xplane.pb.gz", bytes, n);
    import_one(f, broken);
    check_file(f);
    g_assert_cmpint(f->done.n_damaged, ==, 1);
    g_assert_cmpint(f->done.n_events, >, 50);
}

static void test_flipped(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) s = xspace_make(&(XMake){ .n_devices = 2, .n_steps = 2, .host_threads = 1, .events_each = 4, .host = "w" });
    g_autoptr(GRand) r = g_rand_new_with_seed(1);
    for (int i = 0; i < 20; i++) {
        g_autofree char *bytes = g_memdup2(s->str, s->len);
        for (int k = 0; k < 1 + i % 4; k++)
            bytes[g_rand_int_range(r, 0, (gint32)s->len)] ^= (char)(1 << g_rand_int_range(r, 0, 8));
        if (import_bytes(f, bytes, s->len)) {
            EXPECT(f, "PRAGMA integrity_check", "ok");
            EXPECT(f, "SELECT count(*) FROM pragma_foreign_key_check", "0");
        }
    }
}

static void test_text_damage(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) s = xspace_make(&(XMake){ .n_devices = 2, .n_steps = 20, .host = "w" }), bad = g_string_new(NULL);
    for (gsize i = 0; i < s->len; i++) {
        if ((guchar)s->str[i] > 127)
            g_string_append(bad, "\xef\xbf\xbd");
        else
            g_string_append_c(bad, s->str[i]);
    }
    g_autofree char *path = save(f, "d.xplane.pb", bad->str, bad->len);
    g_autoptr(GError) error = NULL;
    const char *paths[] = { path };
    if (import_paths(f, paths, 1, f->db, &error))
        g_assert_nonnull(strstr(f->said->str, "conversion of text"));
    else
        g_assert_nonnull(strstr(error->message, "conversion of text"));
}

static void test_refused(Fixture *f, gconstpointer data)
{
    (void)data;
    static const char *const texts[] = { "", "hello", "\x0a\xff\xff\xff\xff\x0f", "\x08\x01" };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        g_assert_false(import_bytes(f, texts[i], strlen(texts[i])));
    static const struct {
        const char *name, *bytes;
        gsize n;
        const char *says;
    } known[] = {
        { "x.xplane.pb.zst", "\x28\xb5\x2f\xfd....", 8, "zstd -d" }, { "x.xplane.riegeli", "\x83\xaf\x70\xd1\x0d\x88\x4a\x3f\0\0\0\0\0\0\0\0", 16, "a Riegeli file" },
        { "x.trace.json.xz", "\xfd" "7zXZ\0....", 10, "xz -d" }, { "x.nsys-rep", "\1\2\3\4\5", 5, "nsys export --type sqlite" }, { "kernels.parquet", "PAR1....", 8, "a Parquet file" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(known); i++) {
        g_autofree char *path = save(f, known[i].name, known[i].bytes, known[i].n);
        g_autoptr(GError) why = NULL;
        g_assert_false(import_paths(f, (const char *const[]){ path }, 1, f->db, &why));
        g_assert_nonnull(strstr(why->message, known[i].says));
        g_assert_true(trace_is_profile(path) || i == 4);
    }
    g_autoptr(GError) error = NULL;
    const char *paths[] = { "/no/such/file" };
    g_assert_false(import_paths(f, paths, 1, f->db, &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_OPEN);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name, fn) g_test_add("/trace/import/" name, Fixture, NULL, set_up, fn, tear_down)
    ADD("tpu", test_tpu);
    ADD("tpu/bare", test_bare_tpu);
    ADD("tpu/async", test_async_worked_out);
    ADD("gpu", test_gpu);
    ADD("hosts", test_hosts);
    ADD("beside-dump", test_beside_dump);
    ADD("beside-other-dump", test_beside_other_dump);
    ADD("compiled-twice", test_compiled_twice);
    ADD("cpu", test_real_cpu);
    ADD("cut", test_cut);
    ADD("unknown-fields", test_unknown_fields);
    ADD("flipped", test_flipped);
    ADD("flipped-in-packed", test_flipped_in_packed);
    ADD("text-damage", test_text_damage);
    ADD("refused", test_refused);
    return g_test_run();
}
