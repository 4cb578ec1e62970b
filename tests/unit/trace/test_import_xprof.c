/* What XProf (2.24) counts in a profile, and where it looks for what it counts: files written as real ones are, with the totals that XProf shows of them. */
#include <string.h>

#include "tests/unit/trace/import_help.h"
#include "tests/unit/trace/xspace_make.h"
#include "tests/unit/trace/xspace_text.h"
#include "trace/export/export.h"
#include "trace/import/xspace_events.h"
#include "trace/trace.h"
#include "trace/wire_put.h"

static void import_text(Fixture *f, const char *text, const GString *bytes)
{
    g_autoptr(GString) s = xspace_of_text(text, bytes);
    g_autofree char *path = save(f, "t.xplane.pb", s->str, s->len);
    import_one(f, path);
    check_file(f);
}

static void said(const Fixture *f, const char *line)
{
    if (!strstr(f->said->str, line))
        g_error("not said: %s\nbut\n%s", line, f->said->str);
}

#define KINDS "kind %while.1 = f32[8]{0} while(%p)|while.1|program_id=u42|symbol_id=u1|hlo_category=while\n" \
              "kind %fusion.1 = f32[8]{0} fusion(%p)|fusion.1|program_id=u42|symbol_id=u2|hlo_category=&loop fusion\n"

/* Times by the device's clock are other than those by the host's, rounded too: the loop's last op ends with it, not a ps later. */
static void test_device_clock(Fixture *f, gconstpointer data)
{
    (void)data;
    import_text(f, "plane /device:TPU:0\n" KINDS
                   "line XLA Ops|2|0\n"
                   "event while.1|1000000|9000000|device_offset_ps=u500|device_duration_ps=u9000000\n"
                   "event fusion.1|1000000|3000000|device_offset_ps=u500|device_duration_ps=u3000000\n"
                   "event fusion.1|4000000|6000001|device_offset_ps=u3000500|device_duration_ps=u6000000\n"
                   "event fusion.1|10000001|1000000|device_offset_ps=u9000500|device_duration_ps=u1000000\n", NULL);
    said(f, "loop fusion                      0.010000 ms 100.0 %         3 events");
    said(f, "while                            0.000000 ms   0.0 %         1 events");
    EXPECT(f, "SELECT group_concat(self_ns, ' ') FROM (SELECT self_ns FROM event ORDER BY start_ns, dur_ns DESC)", "0 3000 6000 1000");
}

/* One whose clock is not said lets the host's tell for the line. */
static void test_some_without(Fixture *f, gconstpointer data)
{
    (void)data;
    import_text(f, "plane /device:TPU:0\n" KINDS
                   "line XLA Ops|2|0\n"
                   "event while.1|1000000|9000000\n"
                   "event fusion.1|1000000|3000000|device_offset_ps=u700000000|device_duration_ps=u3001000\n", NULL);
    said(f, "loop fusion                      0.003001 ms");
    said(f, "while                            0.005999 ms");
}

/* Totals agree with XProf's to a thousandth, also short ones. */
static void test_short(Fixture *f, gconstpointer data)
{
    (void)data;
    import_text(f, "plane /device:TPU:0\n" KINDS
                   "line XLA Ops|2|0\n"
                   "event while.1|1000000|355360|device_offset_ps=u0|device_duration_ps=u355360\n"
                   "event fusion.1|2000000|1000000|device_offset_ps=u1000000|device_duration_ps=u1000000\n", NULL);
    said(f, "while                         0.000355360 ms  26.2 %         1 events");
    said(f, "loop fusion                      0.001000 ms  73.8 %         1 events");
}

/* Sums of several events have no place in time, but count. */
static void test_sums(Fixture *f, gconstpointer data)
{
    (void)data;
    import_text(f, "plane /device:TPU:0\n" KINDS
                   "line XLA Ops|2|0\n"
                   "event fusion.1|1000000|3000000\n"
                   "event fusion.1|x5|7000000\n"
                   "event while.1|x2|9000000|self_duration_ps=2000000\n"
                   "line XLA Modules|1|0\n"
                   "event jit_f(42)|x5|7000000\n", NULL);
    said(f, "loop fusion                      0.010000 ms  83.3 %         6 events");
    said(f, "while                            0.002000 ms  16.7 %         2 events");
    g_assert_cmpint(f->done.n_events, ==, 1);
    g_assert_cmpint(f->done.n_left, ==, 3);
}

/* A profile that ends while its program runs, or before it begins, is about that program, and not about one that made an argument. */
static void test_title(Fixture *f, gconstpointer data)
{
    (void)data;
    static const char *const ran[] = { "event fusion.1|2000000|50000000\n", "" };
    g_autoptr(GString) proto = xspace_make_program(2);
    for (size_t i = 0; i < G_N_ELEMENTS(ran); i++) {
        g_autofree char *text = g_strconcat("plane /device:TPU:0\n" KINDS
                                            "kind %copy.1 = f32[8]{0} copy(%p)|copy.1|program_id=u7|hlo_category=&copy\n"
                                            "line XLA Modules|1|0\n"
                                            "event jit_convert(7)|0|1000000\n"
                                            "line XLA Ops|2|0\n"
                                            "event copy.1|0|1000000\n", ran[i],
                                            "plane /host:metadata\n"
                                            "kind @42 jit_step(42)||Hlo Proto=bytes\n", NULL);
        import_text(f, text, proto);
        EXPECT(f, "SELECT name FROM run", "jit_step");
    }
}

/* Profiles of processes put together have the process behind the name of each plane. */
static void test_processes(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) proto = xspace_make_program(2);
    import_text(f, "plane /device:TPU:1 [4711]\n" KINDS
                   "stat device_type_string=TPU v9\n"
                   "line XLA Ops|2|0\n"
                   "event fusion.1|1000000|3000000\n"
                   "plane /device:TPU:1 SparseCore 0\n"
                   "line Sparse Core Ops|2|0\n"
                   "event x|1000000|3000000\n"
                   "plane /host:metadata [4711]\n"
                   "kind @42 jit_step(42)||Hlo Proto=bytes\n"
                   "plane Task Environment [4711]\n"
                   "stat profile_start_time=u1700000000000000000\n", proto);
    EXPECT(f, "SELECT count(*) || ' ' || kind FROM device", "1 TPU v9");
    EXPECT(f, "SELECT group_concat(name, ', ') FROM (SELECT name FROM lane ORDER BY name)", "device 1, device 1: SparseCore 0: Sparse Core Ops");
    EXPECT(f, "SELECT epoch_ns FROM run", "1700000000000000000");
    g_assert_cmpint(f->done.n_joined, ==, 1);
    EXPECT(f, "SELECT s.s FROM event e JOIN inst i ON i.id = e.inst_id JOIN str s ON s.id = i.op_name_id", "jit(step)/tanh");
}

/* libtpu 0.0.37 wrote "HLO Proto", and numbered the programs 1, 2, ... */
static void test_program_in_name(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) proto = xspace_make_program(2);
    import_text(f, "plane /device:TPU:0\n" KINDS
                   "line XLA Modules|1|0\n"
                   "event jit_step(42)|1000000|9000000\n"
                   "line XLA Ops|2|0\n"
                   "event fusion.1|1000000|3000000\n"
                   "plane /host:metadata\n"
                   "kind @1 jit_step(42)||HLO Proto=bytes\n", proto);
    EXPECT(f, "SELECT group_concat(name || ' ' || program_id) FROM module", "jit_step 42");
    EXPECT(f, "SELECT s.s FROM event e JOIN inst i ON i.id = e.inst_id JOIN str s ON s.id = i.op_name_id", "jit(step)/tanh");
}

static void put_op(GString *comp, const char *name, const char *opcode, int64_t id, int64_t type, int64_t operand)
{
    g_autoptr(GString) s = g_string_new(NULL), shape = g_string_new(NULL);
    wire_put_int(shape, 2, type);
    wire_put_ints(shape, 3, (const int64_t[]){ 8 }, 1);
    wire_put_text(s, 1, name);
    wire_put_text(s, 2, opcode);
    wire_put_message(s, 3, shape);
    wire_put_int(s, 35, id);
    if (operand)
        wire_put_ints(s, 36, &operand, 1);
    wire_put_message(comp, 2, s);
}

/* GPUs have categories only by the program: XLA's own of each instruction. */
static void test_categories(Fixture *f, gconstpointer data)
{
    (void)data;
    enum { F32 = 11, S32 = 4, U8 = 6 };
    g_autoptr(GString) module = g_string_new(NULL), entry = g_string_new(NULL), proto = g_string_new(NULL);
    put_op(entry, "p", "parameter", 1, F32, 0);
    put_op(entry, "same", "bitcast-convert", 2, S32, 1);
    put_op(entry, "other", "bitcast-convert", 3, U8, 1);
    put_op(entry, "map", "map", 4, F32, 1);
    put_op(entry, "rng", "rng", 5, F32, 1);
    put_op(entry, "iota", "iota", 6, F32, 0);
    wire_put_text(module, 1, "jit_f");
    wire_put_int(entry, 5, 1);
    wire_put_int(entry, 6, 6);
    wire_put_message(module, 3, entry);
    wire_put_int(module, 6, 1);
    wire_put_message(proto, 1, module);
    import_text(f, "plane /host:metadata\nkind @42 jit_f(42)||Hlo Proto=bytes\n", proto);
    EXPECT(f, "SELECT group_concat(n.s || ' ' || c.s, ', ') FROM inst i JOIN str n ON n.id = i.name_id JOIN str c ON c.id = i.category_id WHERE n.s <> 'p'",
           "same non-fusion elementwise, other bitcast-convert, map non-fusion elementwise, rng non-fusion elementwise, iota iota");
}

/* A call that launches two kernels, one whose kernel came, by its clock, before it, one without; a context that a thread hands on to a device and a device to a thread;
 * a flow through three events. Numbers of different kinds, and of other hosts, have nothing to do with each other. */
static void test_arrows(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) one = xspace_of_text(
        "plane /device:GPU:0\n"
        "line Stream #14(Kernel)|14|0\n"
        "event k1|2000000|1000000|correlation_id=u5|hlo_module=&jit_f|program_id=7|hlo_op=&fusion.4|kernel_details=&regs:1\n"
        "event k2|3000000|1000000|correlation_id=u5|kernel_details=&regs:1\n"
        "event k3|4000000|1000000|correlation_id=u6|kernel_details=&regs:1\n"
        "event k4|5000000|1000000|correlation_id=u7|kernel_details=&regs:1\n"
        "event k5|6000000|1000000|_ct=12|_c=5|flow=u21|kernel_details=&regs:1\n"
        "plane /host:CPU\n"
        "line t|1|0\n"
        "event graph|1000000|100000|correlation_id=u5\n"
        "event late|4500000|100000|correlation_id=u6\n"
        "event enqueue|5100000|100000|_pt=12|_p=5|flow=u22\n"
        "event wait|7000000|100000|_ct=11|_c=5|flow=u23\n"
        "event done|8000000|100000|flow=u21\n", NULL), two = xspace_of_text("plane /host:CPU\nline t|1|0\nevent other|900000|100000|correlation_id=u7\n", NULL);
    g_autofree char *a = save(f, "a.xplane.pb", one->str, one->len), *b = save(f, "b.xplane.pb", two->str, two->len);
    GError *error = NULL;
    g_assert_true(import_paths(f, (const char *const[]){ a, b }, 2, f->db, &error));
    check_file(f);
    EXPECT(f, "SELECT group_concat(x, ', ') FROM (SELECT a.s || '>' || b.s || ' ' || f.kind AS x FROM flow f JOIN event p ON p.id = f.from_event JOIN event q ON q.id = f.to_event"
              " JOIN str a ON a.id = p.name_id JOIN str b ON b.id = q.name_id ORDER BY p.start_ns, q.start_ns)",
           "graph>k1 1, graph>k2 1, late>k3 1, enqueue>k5 1, enqueue>wait 9, wait>done 9");
    said(f, "6 arrows between events");
}

/* What XProf counts of an exported device: all that its lines of ops have. */
static int64_t counted_ps(const char *bytes, gsize n)
{
    bool bad = false;
    WireMessage space = { (const uint8_t *)bytes, n, &bad }, m;
    int64_t sum = 0;
    XEvents *events = xevents_new(1);
    for (const uint8_t *at = NULL; wire_each(space, 1, &at, &m);) {
        g_autoptr(XPlane) p = xplane_new(m);
        XLine l;
        for (const uint8_t *in = NULL; xplane_next_line(p, &in, &l); g_free(l.name)) {
            xevents_begin(events, p, &l, NULL);
            for (const XEvent *e; g_str_equal(l.name, "XLA Ops") && (e = xevents_next(events)) != NULL;)
                sum += e->dur_ps;
        }
        xevents_end(events);
    }
    xevents_free(events);
    g_assert_false(bad);
    return sum;
}

/* Collectives of a predicted device run on links beside its ops: of what they take, the ops hide 5 of 20 us, and a second one all but 2. Back again they are whole. */
static void test_links(Fixture *f, gconstpointer data)
{
    (void)data;
    import_text(f, "plane /device:TPU:0\n"
                   "kind %fusion.1 = f32[8]{0} fusion(%p)|fusion.1|program_id=u42|symbol_id=u2|hlo_category=&loop fusion\n"
                   "kind %all-gather.1 = f32[8]{0} all-gather(%p)|all-gather.1|program_id=u42|symbol_id=u3|hlo_category=&all-gather\n"
                   "line XLA Modules|1|0\n"
                   "event jit_f(42)|0|50000000\n"
                   "line XLA Ops|2|0\n"
                   "event fusion.1|0|10000000\n"
                   "event fusion.1|30000000|10000000\n"
                   "line links|3|0\n"
                   "event all-gather.1|5000000|20000000\n"
                   "event all-gather.1|32000000|10000000\n", NULL);
    g_autofree char *out = g_build_filename(f->folder, "out.xplane.pb", NULL), *again = g_build_filename(f->folder, "again.db", NULL), *bytes = NULL;
    static const char what[] = "SELECT group_concat(l.name || ' ' || e.start_ns || ' ' || e.dur_ns, ', ') FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.kind IN (3, 5)";
    g_autofree char *before = ask(f->db, what);
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceReader) r = trace_open(f->db, &error);
    TraceExported done;
    g_assert_true(trace_export(r, "xspace", out, &(TraceExport){ 0 }, &done, &error));
    g_free(done.note);
    gsize n;
    g_assert_true(g_file_get_contents(out, &bytes, &n, NULL));
    g_assert_cmpint(counted_ps(bytes, n), ==, INT64_C(1000) * (20000 + 15000 + 2000));
    g_assert_true(import_paths(f, (const char *const[]){ out }, 1, again, &error));
    g_autofree char *after = ask(again, what);
    g_assert_cmpstr(before, ==, after);
    g_assert_cmpint(f->done.n_left, ==, 2);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add("/import/xprof/device-clock", Fixture, NULL, set_up, test_device_clock, tear_down);
    g_test_add("/import/xprof/some-without", Fixture, NULL, set_up, test_some_without, tear_down);
    g_test_add("/import/xprof/short", Fixture, NULL, set_up, test_short, tear_down);
    g_test_add("/import/xprof/sums", Fixture, NULL, set_up, test_sums, tear_down);
    g_test_add("/import/xprof/processes", Fixture, NULL, set_up, test_processes, tear_down);
    g_test_add("/import/xprof/title", Fixture, NULL, set_up, test_title, tear_down);
    g_test_add("/import/xprof/program-in-name", Fixture, NULL, set_up, test_program_in_name, tear_down);
    g_test_add("/import/xprof/categories", Fixture, NULL, set_up, test_categories, tear_down);
    g_test_add("/import/xprof/arrows", Fixture, NULL, set_up, test_arrows, tear_down);
    g_test_add("/import/xprof/links", Fixture, NULL, set_up, test_links, tear_down);
    return g_test_run();
}
