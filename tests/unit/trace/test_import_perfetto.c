/* Perfetto's protobuf as other programs write it: clocks of their own, counters with units, events of old formats. */
#include <string.h>

#include "tests/unit/trace/import_help.h"
#include "trace/wire_put.h"

enum { SEQUENCE = 10, CLOCK_ID = 58, TIME = 8 };

/* A clock of a snapshot. */
static void put_clock(GString *snapshot, int64_t id, int64_t value, bool incremental, int64_t unit)
{
    g_autoptr(GString) clock = g_string_new(NULL);
    wire_put_int(clock, 1, id);
    wire_put_int(clock, 2, value);
    wire_put_int(clock, 3, incremental);
    wire_put_int(clock, 4, unit);
    wire_put_message(snapshot, 1, clock);
}

static void put_packet(GString *out, GString *packet, int sequence)
{
    wire_put_int(packet, SEQUENCE, sequence);
    wire_put_message(out, 1, packet);
    g_string_truncate(packet, 0);
}

/* type: 1 begins, 2 ends, 3 instant, 4 counter. */
typedef struct Event {
    int sequence;
    int64_t ts, clock, type, track;
    const char *name;
    int64_t value;
} Event;

static void put_event(GString *out, Event e)
{
    g_autoptr(GString) packet = g_string_new(NULL), event = g_string_new(NULL);
    wire_put_int(packet, TIME, e.ts);
    wire_put_int(packet, CLOCK_ID, e.clock);
    wire_put_int(event, 9, e.type);
    wire_put_int(event, 11, e.track);
    wire_put_text(event, 23, e.name);
    wire_put_int(event, 30, e.value);
    wire_put_message(packet, 11, event);
    put_packet(out, packet, e.sequence);
}

static void put_track(GString *out, int64_t uuid, const char *name, int64_t unit, bool incremental)
{
    g_autoptr(GString) packet = g_string_new(NULL), track = g_string_new(NULL), counter = g_string_new(NULL);
    wire_put_int(track, 1, uuid);
    wire_put_text(track, 2, name);
    if (unit) {
        wire_put_int(counter, 4, unit);
        wire_put_int(counter, 5, incremental);
        wire_put_message(track, 8, counter);
    }
    wire_put_message(packet, 60, track);
    put_packet(out, packet, 1);
}

/* Two writers count microseconds from moments of their own; a third has the machine's monotonic clock. */
static void test_clocks(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) out = g_string_new(NULL), packet = g_string_new(NULL);
    put_track(out, 1, "first", 0, false);
    put_track(out, 2, "second", 0, false);
    for (int s = 1; s <= 2; s++) {
        g_autoptr(GString) snapshot = g_string_new(NULL);
        put_clock(snapshot, 6, 1000000 * s, false, 1);
        put_clock(snapshot, 3, 1000000 * s - 500, false, 1);
        put_clock(snapshot, 1, 1700000000000000000 + 1000000 * s, false, 1);
        put_clock(snapshot, 64, 77 * s, true, 1000);
        wire_put_message(packet, 6, snapshot);
        put_packet(out, packet, s);
    }
    put_event(out, (Event){ 1, 10, 64, 1, 1, "a", 0 });
    put_event(out, (Event){ 2, 10, 64, 1, 2, "b", 0 });
    put_event(out, (Event){ 1, 5, 64, 2, 1, NULL, 0 });
    put_event(out, (Event){ 2, 6, 64, 2, 2, NULL, 0 });
    put_event(out, (Event){ 3, 1099500, 3, 3, 1, "c", 0 });
    g_autofree char *path = save(f, "t.pftrace", out->str, out->len);
    import_one(f, path);
    check_file(f);
    EXPECT(f, "SELECT group_concat(s || ' ' || start_ns || '+' || dur_ns, ', ') FROM (SELECT s.s, e.start_ns, e.dur_ns FROM event e JOIN str s ON s.id = e.name_id ORDER BY e.start_ns)", "a 0+5000, c 90000+0, b 1000000+6000");
    EXPECT(f, "SELECT epoch_ns FROM run", "1700000000001010000");
}

static void test_counters(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) out = g_string_new(NULL);
    put_track(out, 1, "memory", 1024, false);
    put_track(out, 2, "requests", 1, true);
    for (int i = 0; i < 2; i++) {
        put_event(out, (Event){ 1, 100 + i, 0, 4, 1, NULL, 3 + i });
        put_event(out, (Event){ 1, 100 + i, 0, 4, 2, NULL, 3 + i });
    }
    g_autofree char *path = save(f, "t.pftrace", out->str, out->len);
    import_one(f, path);
    EXPECT(f, "SELECT group_concat(s || '=' || value, ' ') FROM (SELECT s.s, c.value FROM counter c JOIN str s ON s.id = c.name_id ORDER BY s.s, c.ts_ns)", "memory=3072.0 memory=4096.0 requests=3.0 requests=7.0");
}

static void put_old(GString *out, int sequence, int64_t delta_us, char phase, int64_t dur_us, const char *name)
{
    g_autoptr(GString) packet = g_string_new(NULL), event = g_string_new(NULL), old = g_string_new(NULL);
    wire_put_int(event, 1, delta_us);
    wire_put_int(old, 2, phase);
    if (dur_us)
        wire_put_int(old, 3, dur_us);
    wire_put_message(event, 6, old);
    if (name)
        wire_put_text(event, 23, name);
    wire_put_message(packet, 11, event);
    put_packet(out, packet, sequence);
}

/* Each sequence is a thread, whose events have no track. */
static void test_old_events(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) out = g_string_new(NULL), packet = g_string_new(NULL);
    for (int s = 1; s <= 2; s++) {
        g_autoptr(GString) thread = g_string_new(NULL);
        wire_put_int(thread, 1, 100);
        wire_put_int(thread, 2, 100 + s);
        wire_put_text(thread, 5, s == 1 ? "main" : "worker");
        wire_put_int(thread, 6, 1000);
        wire_put_message(packet, 44, thread);
        put_packet(out, packet, s);
    }
    put_old(out, 1, 5, 'B', 0, "outer");
    put_old(out, 2, 6, 'B', 0, "other");
    put_old(out, 1, 2, 'X', 3, "inner");
    put_old(out, 1, 10, 'E', 0, NULL);
    put_old(out, 2, 1, 'E', 0, NULL);
    g_autofree char *path = save(f, "t.pftrace", out->str, out->len);
    import_one(f, path);
    check_file(f);
    EXPECT(f, "SELECT group_concat(x, ', ') FROM (SELECT l.name || ' ' || s.s || ' ' || e.start_ns || '+' || e.dur_ns AS x FROM event e JOIN lane l ON l.id = e.lane_id JOIN str s ON s.id = e.name_id ORDER BY e.start_ns)",
           "main outer 0+12000, worker other 1000+1000, main inner 2000+3000");
}

/* Bytes that are no packets, and a name that is not in the file, as of a file that lost a part. */
static void test_lost_parts(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) out = g_string_new(NULL), packet = g_string_new(NULL), event = g_string_new(NULL);
    for (int i = 7; i < 27; i++)
        put_track(out, i, "lane", 0, false);
    g_string_append_len(out, "\xff\x07\x0a\x0a\xff", 5);
    wire_put_int(packet, TIME, 1000);
    wire_put_int(event, 9, 3);
    wire_put_int(event, 10, 99);
    wire_put_int(event, 11, 7);
    wire_put_message(packet, 11, event);
    put_packet(out, packet, 1);
    g_autofree char *path = save(f, "t.pftrace", out->str, out->len);
    import_one(f, path);
    check_file(f);
    g_assert_cmpint(f->done.n_damaged, ==, 1);
    EXPECT(f, "SELECT group_concat(code || n, ' ') FROM (SELECT * FROM import_note WHERE severity ORDER BY code)", "damaged1 nameless1 skipped_bytes5");
}

/* Twenty slices, each with a packet for its begin and one for its end. */
static GString *twenty_slices(void)
{
    GString *out = g_string_new(NULL);
    put_track(out, 7, "lane", 0, false);
    for (int i = 0; i < 20; i++) {
        put_event(out, (Event){ 1, 1000 * i, 0, 1, 7, "work", 0 });
        put_event(out, (Event){ 1, 1000 * i + 500, 0, 2, 7, "work", 0 });
    }
    return out;
}

/* Whatever byte is changed, also of the first, no more than what one packet says is lost, and it is said. */
static void test_resync(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) whole = twenty_slices();
    for (gsize at = 0; at < whole->len; at += 23) {
        g_autoptr(GString) bytes = g_string_new_len(whole->str, (gssize)whole->len);
        bytes->str[at] = (char)(bytes->str[at] ^ 0x80);
        g_autofree char *path = save(f, "t.pftrace", bytes->str, bytes->len);
        import_one(f, path);
        check_file(f);
        g_assert_cmpint(f->done.n_events, >=, 19);
        g_assert_cmpint(f->done.n_events, <=, 20);
    }
}

/* The first half is gone. */
static void test_without_begin(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) whole = twenty_slices();
    gsize half = whole->len / 2;
    g_autofree char *path = save(f, "t.pftrace", whole->str + half, whole->len - half);
    import_one(f, path);
    check_file(f);
    g_assert_cmpint(f->done.n_damaged, ==, 1);
    g_assert_cmpint(f->done.n_events, >=, 9);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name, fn) g_test_add("/trace/import/perfetto/" name, Fixture, NULL, set_up, fn, tear_down)
    ADD("clocks", test_clocks);
    ADD("counters", test_counters);
    ADD("old-events", test_old_events);
    ADD("lost-parts", test_lost_parts);
    ADD("resync", test_resync);
    ADD("without-begin", test_without_begin);
    return g_test_run();
}
