/* Dump folders: which file is of which module and stage, what is imported of them, what is said of what is missing or damaged. */
#include <glib/gstdio.h>
#include <sqlite3.h>

#include "runtime/text/open.h"
#include "runtime/xla/import.h"
#include "runtime/xla/memory.h"
#include "tests/unit/trace/xspace_text.h"
#include "tests/unit/xla/dumped.h"

static void read_plan(const char *assignment, const char *lives, const IrModule *m, MemoryPlan *plan)
{
    int skipped;
    g_assert_true(xla_memory_read(assignment, lives, m, plan, &skipped));
    g_assert_cmpint(skipped, ==, 0);
}

/* The plan in a serialised final program is the one that XLA's reports say, which may leave out lives of small constants; cut anywhere, it is none, or
 * reads. Program: dumps/serialised/program.py. */
static void test_memory_of_proto(void)
{
    g_autofree char *folder = dump_path("serialised"), *wanted = g_build_filename(folder, "buffer-assignment.txt", NULL), *wanted_lives = g_build_filename(folder, "live-range.txt", NULL);
    g_autofree char *assignment = NULL, *lives = NULL, *said = NULL, *said_lives = NULL;
    g_autoptr(XlaFolder) f = xla_folder_read(folder, NULL);
    const XlaModule *m = f->modules->pdata[0];
    g_assert_null(m->assignment);
    g_autoptr(IrModule) final = dumped_stage(m, XLA_STAGE_FINAL);
    const char *path = xla_stage(m, XLA_STAGE_FINAL)->path;
    gsize n;
    g_autofree char *bytes = text_open(&path, &n, NULL, NULL);
    g_assert_true(xla_memory_of_proto(bytes, n, &assignment, &lives));
    g_assert_true(g_file_get_contents(wanted, &said, NULL, NULL) && g_file_get_contents(wanted_lives, &said_lives, NULL, NULL));
    MemoryPlan a, b;
    read_plan(assignment, lives, final, &a);
    read_plan(said, said_lives, final, &b);
    g_assert_cmpint(a.argument_bytes, ==, b.argument_bytes);
    g_assert_cmpint(a.output_bytes, ==, b.output_bytes);
    g_assert_cmpint(a.temp_bytes, ==, b.temp_bytes);
    g_assert_cmpint(a.temp_bytes, >, 0);
    g_assert_cmpint(ABS(a.peak_bytes - b.peak_bytes) * 50, <=, b.peak_bytes);
    memory_plan_clear(&a);
    memory_plan_clear(&b);
    for (gsize cut = 0; cut < n; cut += 97) {
        g_autofree char *some = NULL, *when = NULL, *part = g_memdup2(bytes, cut + 1); /* its own block, whose end a sanitiser knows */
        if (xla_memory_of_proto(part, cut, &some, &when))
            g_assert_nonnull(some);
    }
}

static void touch(const char *dir, const char *name)
{
    g_autofree char *path = g_build_filename(dir, name, NULL);
    g_assert_true(g_file_set_contents(path, "", 0, NULL));
}

static void test_names(void)
{
    g_autofree char *dir = g_dir_make_tmp("xla-names-XXXXXX", NULL);
    static const char *const files[] = { "module_0003.jit_f.v2.before_optimizations.txt", "module_0003.jit_f.v2.sm_8.0_gpu_after_optimizations.txt.gz",
        "module_0003.jit_f.v2.0012.spmd-partitioner.after_spmd-partitioning.before_dce.txt", "module_0003.jit_f.v2.0002.spmd.after_pipeline-start.before_dce.hlo.pb",
        "module_0003.jit_f.v2.0002.spmd.after_pipeline-start.before_dce.txt", "module_0003.jit_f.v2.sm_8.0_gpu_after_optimizations-buffer-assignment.txt", "module_0003.jit_f.v2.ptx",
        "1700000000.module_0007.g.before_optimizations.hlo.pb", "module_0009.g.after_optimizations_after_buffer_assignment.txt", "module_0003.metadata.textproto" };
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++)
        touch(dir, files[i]);
    g_autofree char *shardy = g_build_filename(dir, "shardy", NULL), *steps = g_build_filename(shardy, "module_0003.jit_f.v2", NULL), *step = g_build_filename(steps, "02.after_propagation.mlir", NULL);
    g_mkdir_with_parents(steps, 0700);
    touch(steps, "02.after_propagation.mlir");
    g_autoptr(GError) error = NULL;
    g_autoptr(XlaFolder) f = xla_folder_read(dir, &error);
    g_assert_no_error(error);
    g_assert_cmpint(f->modules->len, ==, 2);
    const XlaModule *m = f->modules->pdata[0], *joined = f->modules->pdata[1];
    g_assert_cmpstr(m->name, ==, "jit_f.v2");
    g_assert_cmpint(m->stages->len, ==, 5);
    g_assert_cmpstr(xla_stage(m, XLA_STAGE_SHARDY)->label, ==, "shardy: after propagation");
    g_unlink(step);
    g_rmdir(steps);
    g_rmdir(shardy);
    g_assert_nonnull(m->assignment);
    g_assert_nonnull(m->metadata);
    const XlaStage *pass = m->stages->pdata[2]; /* no pass runs Shardy here: its steps come first */
    g_assert_true(pass->is_text); /* preferred to the serialised form of the same stage */
    g_assert_cmpstr(pass->label, ==, "spmd begins");
    g_assert_cmpstr(xla_stage(m, XLA_STAGE_PARTITIONED)->pipeline, ==, "spmd-partitioner");
    g_assert_nonnull(xla_stage(joined, XLA_STAGE_BEFORE));
    g_assert_nonnull(xla_stage(joined, XLA_STAGE_FINAL)); /* from another number: compiled again */
    g_assert_cmpint(f->n_other, ==, 1);
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(dir, files[i], NULL);
        g_unlink(path);
    }
    g_assert_null(xla_folder_read(dir, &error));
    g_assert_true(g_str_has_suffix(error->message, "XLA_FLAGS=\"--xla_dump_to=DIR --xla_dump_hlo_as_text --xla_dump_hlo_pass_re=.*\" makes a program write its modules there"));
    g_rmdir(dir);
}

static void collect(void *user, const char *line)
{
    g_string_append_printf(user, "%s\n", line);
}

static bool import(const char *path, GString *told, XlaImported *out, GError **error)
{
    g_autofree char *dir = g_dir_make_tmp("xla-import-XXXXXX", NULL), *db = g_build_filename(dir, "x.db", NULL);
    char *paths[] = { (char *)path };
    XlaImportOptions o = { .paths = paths, .n_paths = 1, .trace = db, .tell = collect, .user = told };
    bool ok = xla_import(&o, out, error);
    if (ok) {
        g_autoptr(TraceReader) r = trace_open(db, NULL);
        g_autoptr(GArray) runs = trace_query_runs(r, NULL);
        g_assert_cmpint(runs->len, ==, out->n_runs);
    }
    g_unlink(db);
    g_rmdir(dir);
    return ok;
}

/* A module's name may end in a number that looks like a pass's. */
static void test_numbered_names(void)
{
    g_autofree char *dir = g_dir_make_tmp("xla-names-XXXXXX", NULL);
    static const char *const files[] = { "module_0000.SyncTensorsGraph.1753.before_optimizations.txt", "module_0000.SyncTensorsGraph.1753.0003.spmd-partitioner.after_spmd-partitioning.before_dce.txt",
        "module_0000.SyncTensorsGraph.1753.cpu_after_optimizations.txt" };
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++)
        touch(dir, files[i]);
    g_autoptr(GError) error = NULL;
    g_autoptr(XlaFolder) f = xla_folder_read(dir, &error);
    g_assert_no_error(error);
    g_assert_cmpint(f->modules->len, ==, 1);
    g_assert_cmpstr(((const XlaModule *)f->modules->pdata[0])->name, ==, "SyncTensorsGraph.1753");
    g_assert_cmpstr(xla_stage(f->modules->pdata[0], XLA_STAGE_PARTITIONED)->pipeline, ==, "spmd-partitioner");
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(dir, files[i], NULL);
        g_unlink(path);
    }
    g_rmdir(dir);
}

/* A profile that has only other programs, as of a time when the dumped one did not run, does not change what the dump says: its steps are a run's of their own. */
static void test_profile_of_others(void)
{
    g_autofree char *dump = dump_path("conv_spatial"), *profile = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "tests/fuzz/seeds/profile/tpu.xplane.pb", NULL);
    char *paths[] = { dump, profile };
    int64_t peak = 0, traffic = 0;
    for (int n = 1; n <= 2; n++) {
        g_autofree char *dir = g_dir_make_tmp("xla-import-XXXXXX", NULL), *db = g_build_filename(dir, "x.db", NULL);
        g_autoptr(GError) error = NULL;
        XlaImported out;
        bool ok = xla_import(&(XlaImportOptions){ .paths = paths, .n_paths = n, .trace = db, .no_plan = true }, &out, &error);
        g_assert_no_error(error);
        g_assert_true(ok);
        g_assert_cmpint(out.n_profiles, ==, n - 1);
        g_autoptr(TraceReader) r = trace_open(db, NULL);
        g_autoptr(GArray) runs = trace_query_runs(r, NULL);
        const TraceRunInfo *run = &g_array_index(runs, TraceRunInfo, 0);
        g_assert_cmpint(run->input_snap, >, 0);
        g_assert_cmpint(run->n_steps, ==, 0);
        g_assert_cmpint((int)runs->len, ==, n);
        g_assert_cmpint(out.n_runs, ==, n);
        g_assert_cmpint(g_array_index(runs, TraceRunInfo, n - 1).n_steps > 0, ==, n == 2);
        g_assert_cmpint(n == 1 || (run->peak_bytes.v == peak && run->traffic.v == traffic), ==, true);
        peak = run->peak_bytes.v;
        traffic = run->traffic.v;
        g_assert_cmpint(traffic, >, 0);
        g_unlink(db);
        g_rmdir(dir);
    }
}

static void put_profile(const char *folder, const char *below)
{
    g_autofree char *from = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "tests/fuzz/seeds/profile/tpu.xplane.pb", NULL), *to = g_build_filename(folder, below, NULL), *dir = g_path_get_dirname(to), *bytes = NULL;
    gsize n;
    g_assert_cmpint(g_mkdir_with_parents(dir, 0700), ==, 0);
    g_assert_true(g_file_get_contents(from, &bytes, &n, NULL) && g_file_set_contents(to, bytes, (gssize)n, NULL));
}

static void remove_tree(const char *path)
{
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *full = g_build_filename(path, name, NULL);
        remove_tree(full);
    }
    g_remove(path);
}

/* Of the sessions that TensorBoard shows, the last is imported, from whichever folder above it; folders of hosts are one session. */
static void test_sessions(void)
{
    static const struct {
        const char *files[3], *import;
        int n_profiles;
        bool told;
    } cases[] = { { { "plugins/profile/2026_01_02_00_00_00/a.xplane.pb", "plugins/profile/2026_01_03_00_00_00/b.xplane.pb" }, ".", 1, true },
                  { { "plugins/profile/2026_01_02_00_00_00/a.xplane.pb", "plugins/profile/2026_01_03_00_00_00/b.xplane.pb" }, "plugins", 1, true },
                  { { "plugins/profile/2026_01_02_00_00_00/a.xplane.pb", "plugins/profile/2026_01_03_00_00_00/b.xplane.pb" }, "plugins/profile", 1, true },
                  { { "plugins/profile/mine/a.xplane.pb", "plugins/profile/mine/b.xplane.pb" }, ".", 2, false },
                  { { "train/plugins/profile/2026_01_03_00_00_00/b.xplane.pb" }, ".", 1, false },
                  { { "h1/h1.xplane.pb", "h2/h2.xplane.pb" }, ".", 2, false } };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *dir = g_dir_make_tmp("xla-sessions-XXXXXX", NULL), *path = g_build_filename(dir, cases[i].import, NULL), *db = g_strconcat(dir, ".db", NULL);
        g_autoptr(GString) told = g_string_new(NULL);
        g_autoptr(GError) error = NULL;
        char *paths[] = { path };
        XlaImported out;
        for (int k = 0; k < 3 && cases[i].files[k]; k++)
            put_profile(dir, cases[i].files[k]);
        xla_import(&(XlaImportOptions){ .paths = paths, .n_paths = 1, .trace = db, .no_plan = true, .tell = collect, .user = told }, &out, &error);
        g_assert_no_error(error);
        g_assert_cmpint(out.n_profiles, ==, cases[i].n_profiles);
        g_assert_cmpint(strstr(told->str, "sessions of a profiler") != NULL, ==, cases[i].told);
        g_assert_true(!cases[i].told || (strstr(told->str, "b.xplane.pb") && !strstr(told->str, "a.xplane.pb")));
        g_unlink(db);
        remove_tree(dir);
    }
}

static void copy_folder(const char *from, const char *to)
{
    g_autoptr(GDir) dir = g_dir_open(from, 0, NULL);
    g_assert_true(dir && g_mkdir_with_parents(to, 0700) == 0);
    for (const char *name; (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(from, name, NULL), *copy = g_build_filename(to, name, NULL), *bytes = NULL;
        gsize n;
        g_assert_true(g_file_get_contents(path, &bytes, &n, NULL) && g_file_set_contents(copy, bytes, (gssize)n, NULL));
    }
}

/* A dump with a profile in its folder is explained, and the profile is imported once: where it lies beside the dump's files, where XLA's profiler wrote there, and where
 * the profile or its folder is given, too. */
static void test_profile_in_dump(void)
{
    static const struct {
        const char *file, *also;
    } cases[] = { { "a.xplane.pb", NULL },
                  { "plugins/profile/2026_01_02_00_00_00/a.xplane.pb", NULL },
                  { "plugins/profile/2026_01_02_00_00_00/a.xplane.pb", "plugins/profile/2026_01_02_00_00_00/a.xplane.pb" },
                  { "plugins/profile/2026_01_02_00_00_00/a.xplane.pb", "plugins" },
                  { "profile/plugins/profile/2026_01_02_00_00_00/a.xplane.pb", "profile" } };
    g_autofree char *dump = dump_path("decode_loop");
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *dir = g_dir_make_tmp("xla-sessions-XXXXXX", NULL), *db = g_strconcat(dir, ".db", NULL), *also = g_build_filename(dir, cases[i].also, NULL);
        g_autoptr(GError) error = NULL;
        char *paths[] = { dir, also };
        XlaImported out;
        copy_folder(dump, dir);
        put_profile(dir, cases[i].file);
        xla_import(&(XlaImportOptions){ .paths = paths, .n_paths = cases[i].also ? 2 : 1, .trace = db, .no_plan = true }, &out, &error);
        g_assert_no_error(error);
        g_assert_cmpint(out.n_profiles, ==, 1);
        g_assert_cmpint(out.n_explained, ==, 4);
        g_unlink(db);
        remove_tree(dir);
    }
}

static void test_import(void)
{
    g_autofree char *path = dump_path("decode_loop");
    g_autoptr(GString) told = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    XlaImported out;
    g_assert_true(import(path, told, &out, &error));
    g_assert_cmpint(out.n_runs, ==, 2); /* XLA's, and that of our own plan */
    g_assert_cmpint(out.n_explained, ==, 4);
    g_assert_nonnull(strstr(told->str, "--xla_dump_module_metadata"));
    g_assert_nonnull(strstr(told->str, "explained by"));
    g_assert_nonnull(strstr(told->str, "changes of layout, the dearest first:\n  all-reduce(model), ")); /* the answer is told last */
}

/* What a shard_map has itself is told among the dear ones, as the program's. */
static void test_written(void)
{
    g_autofree char *path = dump_path("rewritten");
    g_autoptr(GString) told = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    XlaImported out;
    g_assert_true(import(path, told, &out, &error));
    g_assert_cmpint(out.n_written, ==, 1);
    g_assert_nonnull(strstr(told->str, "the dearest changes of layout and written collectives:\n"));
    g_assert_nonnull(strstr(told->str, "  reduce-scatter, 3 KiB, jit_f: the program itself has it, as reduce_scatter (program.py:14)\n"));
}

static void put_file(const char *dir, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(dir, name, NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

static void remove_files(const char *dir)
{
    GDir *d = g_dir_open(dir, 0, NULL);
    for (const char *name; (name = g_dir_read_name(d));) {
        g_autofree char *path = g_build_filename(dir, name, NULL);
        g_unlink(path);
    }
    g_dir_close(d);
    g_rmdir(dir);
}

/* Of several modules, those without collectives are counted in one line, and what is missing in all of them is said once. */
static void test_several(void)
{
    static const char quiet[] = "HloModule jit_%s, num_partitions=2\n\nENTRY %%main (x: f32[8]) -> f32[8] {\n  %%x = f32[8]{0} parameter(0)\n  ROOT %%n = f32[8]{0} negate(%%x)\n}\n";
    static const char moves[] = "HloModule jit_f, num_partitions=2\n\nENTRY %main (x: f32[4]) -> f32[8] {\n  %x = f32[4]{0} parameter(0), sharding={devices=[2]<=[2]}\n"
                                "  ROOT %g = f32[8]{0} all-gather(%x), channel_id=1, replica_groups={{0,1}}, dimensions={0}, use_global_device_ids=true, metadata={op_name=\"x\"}\n}\n";
    g_autofree char *dir = g_dir_make_tmp("xla-several-XXXXXX", NULL);
    for (int i = 0; i < 3; i++) {
        g_autofree char *a = g_strdup_printf("module_000%d.jit_g%d.before_optimizations.txt", i, i), *b = g_strdup_printf("module_000%d.jit_g%d.cpu_after_optimizations.txt", i, i);
        g_autofree char *name = g_strdup_printf("g%d", i), *text = g_strdup_printf(quiet, name);
        put_file(dir, a, text);
        put_file(dir, b, text);
    }
    put_file(dir, "module_0007.jit_f.before_optimizations.txt", "HloModule jit_f, num_partitions=2\n\nENTRY %main (x: f32[8]) -> f32[8] {\n"
             "  ROOT %x = f32[8]{0} parameter(0), sharding={devices=[2]<=[2]}, metadata={op_name=\"x\"}\n}\n");
    put_file(dir, "module_0007.jit_f.cpu_after_optimizations.txt", moves);
    g_autoptr(GString) told = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    XlaImported out;
    g_assert_true(import(dir, told, &out, &error));
    g_assert_cmpint(out.n_modules, ==, 4);
    g_assert_nonnull(strstr(told->str, "module 0007 jit_f"));
    g_assert_null(strstr(told->str, "module 0000"));
    g_assert_nonnull(strstr(told->str, "\n3 more modules have no collectives\n"));
    const char *missing = strstr(told->str, "the buffer assignment is missing");
    g_assert_true(missing && !strstr(missing + 1, "the buffer assignment is missing"));
    remove_files(dir);
}

/* Two processes give their modules the same numbers and names. Below one folder, or in one under timestamps, each is imported as it is alone, with its own log. */
static void test_several_processes(void)
{
    static const char *const dumps[] = { "asked", "cut" }; /* both have module_0000.jit_f */
    g_autofree char *apart = g_dir_make_tmp("xla-hosts-XXXXXX", NULL), *stamped = g_dir_make_tmp("xla-hosts-XXXXXX", NULL);
    XlaImported alone[2], both;
    g_autoptr(GString) said = g_string_new(NULL);
    for (int i = 0; i < 2; i++) {
        g_autofree char *dump = dump_path(dumps[i]), *host = g_strdup_printf("%s/host%d", apart, i);
        g_autoptr(GError) error = NULL;
        g_assert_true(import(dump, said, &alone[i], &error));
        copy_folder(dump, host);
        g_autoptr(GDir) dir = g_dir_open(dump, 0, NULL);
        for (const char *name; (name = g_dir_read_name(dir));) {
            g_autofree char *from = g_build_filename(dump, name, NULL), *to = g_strdup_printf("%s/17000000%d.%s", stamped, i, name), *bytes = NULL;
            gsize n;
            g_assert_true(g_str_has_suffix(name, ".log") || (g_file_get_contents(from, &bytes, &n, NULL) && g_file_set_contents(to, bytes, (gssize)n, NULL)));
        }
    }
    g_assert_cmpint(alone[0].n_collectives != alone[1].n_collectives, ==, true);
    char *const roots[] = { apart, stamped };
    for (int i = 0; i < 2; i++) {
        g_autoptr(GString) told = g_string_new(NULL);
        g_autoptr(GError) error = NULL;
        g_assert_true(import(roots[i], told, &both, &error));
        g_assert_cmpint(both.n_modules, ==, 2);
        g_assert_cmpint(both.n_runs, ==, alone[0].n_runs + alone[1].n_runs);
        g_assert_cmpint(both.n_collectives, ==, alone[0].n_collectives + alone[1].n_collectives);
        g_assert_cmpint(both.n_explained, ==, alone[0].n_explained + alone[1].n_explained);
        g_assert_nonnull(strstr(told->str, i ? "module 0000 jit_f of 170000001: " : "module 0000 jit_f of host1: "));
        g_auto(GStrv) lines = g_strsplit(said->str, "\n", -1);
        for (char **l = lines; !i && *l; l++) /* what its log says is what it says of it alone */
            g_assert_true(!strstr(*l, "the partitioner's log") || strstr(told->str, *l));
        remove_tree(roots[i]);
    }
}

/* Thousands of files: each is one stage of one module, or a report of one, in whatever order the folder lists them. */
static void test_many(void)
{
    enum { MODULES = 300, PASSES = 9 };
    g_autofree char *dir = g_dir_make_tmp("xla-many-XXXXXX", NULL);
    for (int i = 0; i < MODULES; i++) {
        g_autofree char *module = g_strdup_printf("module_%04d.jit_f%d", i, i % 7);
        for (int k = 0; k < PASSES; k++) {
            g_autofree char *name = g_strdup_printf("%s.%04d.simplification.after_p%d.before_q.txt", module, k, k);
            touch(dir, name);
        }
        static const char *const others[] = { "before_optimizations.txt", "cpu_after_optimizations.txt", "cpu_after_optimizations-buffer-assignment.txt" };
        for (size_t k = 0; k < G_N_ELEMENTS(others); k++) {
            g_autofree char *name = g_strdup_printf("%s.%s", module, others[k]);
            touch(dir, name);
        }
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(XlaFolder) f = xla_folder_read(dir, &error);
    g_assert_no_error(error);
    g_assert_cmpint(f->n_files, ==, MODULES * (PASSES + 3));
    g_assert_cmpint(f->n_other, ==, 0);
    g_assert_cmpint(f->modules->len, ==, MODULES);
    for (int i = 0; i < MODULES; i++) {
        const XlaModule *m = f->modules->pdata[i];
        g_assert_cmpint(m->number, ==, i);
        g_assert_cmpint(m->stages->len, ==, PASSES + 2);
        g_assert_nonnull(m->assignment);
        g_assert_null(m->where);
        for (guint k = 1; k < m->stages->len; k++)
            g_assert_cmpint(((XlaStage *)m->stages->pdata[k - 1])->order, <, ((XlaStage *)m->stages->pdata[k])->order);
    }
    remove_files(dir);
}

static int64_t pass_ns(const char *db, const char *name)
{
    sqlite3 *sql = NULL;
    sqlite3_stmt *q = NULL;
    g_assert_cmpint(sqlite3_open(db, &sql), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_prepare_v2(sql, "SELECT coalesce(max(p.dur_ns), -1), count(*) FROM pass p JOIN str n ON n.id = p.name_id JOIN str l ON l.id = p.pipeline_id WHERE n.s = ?1 AND l.s = 'spmd-partitioner'", -1, &q, NULL), ==, SQLITE_OK);
    sqlite3_bind_text(q, 1, name, -1, SQLITE_STATIC);
    g_assert_cmpint(sqlite3_step(q), ==, SQLITE_ROW);
    int64_t ns = sqlite3_column_int64(q, 0);
    g_assert_cmpint(sqlite3_column_int64(q, 1), ==, 1); /* the profile's are no rows of their own */
    sqlite3_finalize(q);
    sqlite3_close(sql);
    return ns;
}

/* A profile of the compilation says how long the passes of a dump took, where it is certain which is which. */
static void test_pass_times(void)
{
    for (int n = 1; n <= 2; n++) {
        g_autofree char *dump = dump_path("decode_loop"), *dir = g_dir_make_tmp("xla-times-XXXXXX", NULL);
        g_autofree char *db = g_build_filename(dir, "x.db", NULL), *profile = g_build_filename(dir, "x.xplane.pb", NULL);
        g_autofree char *text = g_strdup_printf("plane /host:CPU\n"
                                                "line main|1|0\n"
                                                "event spmd-partitioner (jit_generate)|1000000|50000000|module=&jit_generate|_src=external/xla/hlo/pass/hlo_pass_pipeline.cc\n"
                                                "event call-inliner|1500000|1000000\n"
                                                "event shardy-xla|3000000|4000000\n"
                                                "event spmd-partitioning|8000000|5000000\n%s", n > 1 ? "event spmd-partitioning|14000000|6000000\n" : "");
        GString *bytes = xspace_of_text(text, NULL);
        g_assert_true(g_file_set_contents(profile, bytes->str, (gssize)bytes->len, NULL));
        g_string_free(bytes, TRUE);
        char *paths[] = { dump, profile };
        g_autoptr(GError) error = NULL;
        XlaImported out;
        g_assert_true(xla_import(&(XlaImportOptions){ .paths = paths, .n_paths = 2, .trace = db, .no_plan = true }, &out, &error));
        g_assert_cmpint(pass_ns(db, "shardy-xla"), ==, 4000);
        g_assert_cmpint(pass_ns(db, "spmd-partitioning"), ==, n > 1 ? -1 : 5000);
        g_unlink(db);
        g_unlink(profile);
        g_rmdir(dir);
    }
}

/* A program for one device never meets the partitioner, so its dump misses nothing of it; one for two does. */
static void test_one_device(void)
{
    for (int n = 1; n <= 2; n++) {
        g_autofree char *dir = g_dir_make_tmp("xla-one-XXXXXX", NULL);
        g_autofree char *text = g_strdup_printf("HloModule jit_g, num_partitions=%d\n\nENTRY %%main (x: f32[8]) -> f32[8] {\n  %%x = f32[8]{0} parameter(0)\n"
                                                "  ROOT %%n = f32[8]{0} negate(%%x)\n}\n", n);
        const char *const names[] = { "module_0000.jit_g.before_optimizations.txt", "module_0000.jit_g.cpu_after_optimizations.txt" };
        for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
            g_autofree char *file = g_build_filename(dir, names[i], NULL);
            g_assert_true(g_file_set_contents(file, text, -1, NULL));
        }
        g_autoptr(GString) told = g_string_new(NULL);
        g_autoptr(GError) error = NULL;
        XlaImported out;
        g_assert_true(import(dir, told, &out, &error));
        g_assert_cmpint(out.n_runs, ==, n); /* with our plan beside XLA's where there is something to divide */
        g_assert_cmpint(strstr(told->str, "the program right after the partitioner is missing") != NULL, ==, n > 1);
        g_assert_nonnull(strstr(told->str, "the buffer assignment is missing"));
        for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
            g_autofree char *file = g_build_filename(dir, names[i], NULL);
            g_unlink(file);
        }
        g_rmdir(dir);
    }
}

/* Cut at many places and with bytes flipped, a module is told and left out. */
static void test_damaged(void)
{
    g_autofree char *from = dump_path("conv_spatial"), *dir = g_dir_make_tmp("xla-damaged-XXXXXX", NULL);
    g_autoptr(GRand) rand = g_rand_new_with_seed(5);
    for (int round = 0; round < 12; round++) {
        GDir *d = g_dir_open(from, 0, NULL);
        for (const char *name; (name = g_dir_read_name(d));) {
            g_autofree char *in = g_build_filename(from, name, NULL), *to = g_build_filename(dir, name, NULL), *text = NULL;
            gsize n;
            g_assert_true(g_file_get_contents(in, &text, &n, NULL));
            if (round % 2)
                n = (gsize)g_rand_int_range(rand, 0, (gint32)n);
            for (int k = 0; k < 4 && n; k++)
                text[g_rand_int_range(rand, 0, (gint32)n)] ^= (char)(1 << g_rand_int_range(rand, 0, 8));
            g_assert_true(g_file_set_contents(to, text, (gssize)n, NULL));
        }
        g_dir_close(d);
        g_autoptr(GString) told = g_string_new(NULL);
        g_autoptr(GError) error = NULL;
        XlaImported out;
        if (!import(dir, told, &out, &error))
            g_assert_nonnull(error);
    }
    remove_files(dir);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    if (!g_getenv("SHARDSCOPE_SOURCE"))
        g_setenv("SHARDSCOPE_SOURCE", ".", TRUE);
    g_test_add_func("/xla/memory-of-proto", test_memory_of_proto);
    g_test_add_func("/xla/names", test_names);
    g_test_add_func("/xla/numbered-names", test_numbered_names);
    g_test_add_func("/xla/import", test_import);
    g_test_add_func("/xla/several", test_several);
    g_test_add_func("/xla/several-processes", test_several_processes);
    g_test_add_func("/xla/many", test_many);
    g_test_add_func("/xla/pass-times", test_pass_times);
    g_test_add_func("/xla/one-device", test_one_device);
    g_test_add_func("/xla/damaged", test_damaged);
    g_test_add_func("/xla/written", test_written);
    g_test_add_func("/xla/folders/sessions", test_sessions);
    g_test_add_func("/xla/folders/profile-in-dump", test_profile_in_dump);
    g_test_add_func("/xla/folders/profile-of-others", test_profile_of_others);
    return g_test_run();
}
