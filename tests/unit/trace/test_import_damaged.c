/* Profiles that were converted on their way, lost their begin, or have bytes that nobody wrote: what can be read is there, and what happened is said. */
#include <string.h>

#include "tests/fuzz/damage.h"
#include "tests/unit/trace/import_help.h"
#include "tests/unit/trace/xspace_make.h"
#include "trace/import/undo.h"
#include "trace/trace.h"

enum { CRLF = 10, LATIN1 = 12, SEVEN_BITS = 14, UTF16 = 15, GZIP = 17 }; /* of damage.h */

static GString *profile(void)
{
    return xspace_make(&(XMake){ .n_devices = 2, .n_steps = 3, .host_threads = 1, .events_each = 20 });
}

static int64_t events_of(Fixture *f, const char *name, const guint8 *bytes, gsize n)
{
    g_autofree char *path = save(f, name, (const char *)bytes, n);
    import_one(f, path);
    check_file(f);
    return f->done.n_events;
}

/* What loses nothing is undone. */
static void test_converted(Fixture *f, gconstpointer data)
{
    (void)data;
    static const int kinds[] = { CRLF, LATIN1, UTF16 };
    g_autoptr(GString) whole = profile();
    int64_t n = events_of(f, "t.xplane.pb", (const guint8 *)whole->str, whole->len);
    EXPECT(f, "SELECT count(*) FROM import_note WHERE code = 'converted'", "0");
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
        g_autoptr(GRand) rand = g_rand_new_with_seed(1);
        g_autoptr(GByteArray) bytes = damage(rand, kinds[i], (const guint8 *)whole->str, whole->len), packed = damage(rand, GZIP, (const guint8 *)whole->str, whole->len), both = damage(rand, kinds[i], packed->data, packed->len);
        g_assert_cmpint(events_of(f, "t.xplane.pb", bytes->data, bytes->len), ==, n);
        EXPECT(f, "SELECT count(*) FROM import_note WHERE code = 'converted'", "1");
        EXPECT(f, "SELECT count(*) FROM import_note WHERE severity > 1", "0");
        g_assert_cmpint(events_of(f, "t.xplane.pb.gz", both->data, both->len), ==, n);
    }
}

/* The order of bytes in words of 2, 4 and 8. */
static void test_swapped(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) whole = profile();
    int64_t n = events_of(f, "t.xplane.pb", (const guint8 *)whole->str, whole->len);
    for (UndoKind kind = UNDO_SWAP2; kind <= UNDO_SWAP8; kind++) {
        gsize used;
        g_autofree guint8 *bytes = g_malloc(whole->len);
        gsize made = undo_bytes(kind, (const guint8 *)whole->str, whole->len, true, bytes, &used);
        g_assert_cmpuint(made, ==, whole->len);
        g_assert_cmpint(events_of(f, "t.xplane.pb", bytes, made), ==, n);
        EXPECT(f, "SELECT count(*) FROM import_note WHERE code = 'converted'", "1");
    }
}

/* A file comes in pieces: none of its bytes is lost where they meet. */
static void test_pieces(Fixture *f, gconstpointer data)
{
    (void)f;
    (void)data;
    static const struct {
        UndoKind kind;
        const char *in;
        gsize n_in;
        const char *out;
        gsize n_out;
    } cases[] = { { UNDO_CRLF, "a\r\nb\r\r\n\r", 8, "a\nb\r\n\r", 6 }, { UNDO_LATIN1, "a\xc3\xa9\xc2\x80z\xc3", 7, "a\xe9\x80z\xc3", 5 }, { UNDO_UTF16, "a\0b\0c\0", 6, "abc", 3 },
                  { UNDO_SWAP4, "dcbahgfei", 9, "abcdefghi", 9 } };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        for (gsize piece = 1; piece <= cases[i].n_in; piece++) {
            g_autoptr(GString) out = g_string_new(NULL);
            guint8 room[16];
            gsize at = 0, have = 0;
            for (bool last = false; !last;) {
                have = MIN(have + piece, cases[i].n_in - at);
                last = at + have == cases[i].n_in;
                gsize used, made = undo_bytes(cases[i].kind, (const guint8 *)cases[i].in + at, have, last, room, &used);
                g_string_append_len(out, (const char *)room, (gssize)made);
                at += used;
                have -= used;
            }
            g_assert_cmpmem(out->str, out->len, cases[i].out, cases[i].n_out);
        }
}

static void test_seven_bits(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) whole = profile();
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);
    g_autoptr(GByteArray) bytes = damage(rand, SEVEN_BITS, (const guint8 *)whole->str, whole->len);
    g_autofree char *path = save(f, "t.xplane.pb", (const char *)bytes->data, bytes->len);
    g_autoptr(GError) error = NULL;
    g_assert_false(import_paths(f, (const char *const[]){ path }, 1, f->db, &error));
    g_assert_nonnull(strstr(error->message, "seven bits"));
}

/* Planes behind the first are there, and what is left of that is counted. */
static void test_without_begin(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) whole = profile();
    int64_t n = events_of(f, "t.xplane.pb", (const guint8 *)whole->str, whole->len);
    g_assert_cmpint(events_of(f, "t.xplane.pb", (const guint8 *)whole->str + 300, whole->len - 300), >=, n / 2);
    EXPECT(f, "SELECT count(*) FROM import_note WHERE code = 'skipped_bytes' AND n > 100", "1");
}

/* Names with bytes that are no text, and a plane that no profiler writes. */
static void test_names(Fixture *f, gconstpointer data)
{
    (void)data;
    static const struct {
        const char *name, *changed, *note;
    } cases[] = { { "/device:TPU:1", "/device:TP\x80:1", "odd_names" }, { "all-reduce.2", "all-r\0duce.2", "odd_names" }, { "/host:CPU", "/hosu:CPU", "unknown_planes" }, { "/device:TPU:1", "/device*TPU:1", "unknown_planes" } };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GString) bytes = profile();
        gsize n = strlen(cases[i].name);
        char *at = memmem(bytes->str, bytes->len, cases[i].name, n);
        g_assert_nonnull(at);
        memcpy(at, cases[i].changed, n);
        events_of(f, "t.xplane.pb", (const guint8 *)bytes->str, bytes->len);
        g_autofree char *sql = g_strdup_printf("SELECT count(*) FROM import_note WHERE code = '%s' AND severity", cases[i].note);
        EXPECT(f, sql, "1");
    }
}

#define SLICE(name, ts) "{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"ts\":" ts ",\"dur\":1.5,\"name\":\"" name "\"}"

static void expect_json(Fixture *f, const char *text, gsize n, const char *names, bool damaged)
{
    events_of(f, "t.json", (const guint8 *)text, n);
    EXPECT(f, "SELECT group_concat(s, ' ') FROM (SELECT s.s FROM event e JOIN str s ON s.id = e.name_id ORDER BY e.start_ns)", names);
    EXPECT(f, "SELECT count(*) FROM import_note WHERE severity", damaged ? "1" : "0");
}

/* Without its begin, with damage before the list of events, and with an end of it that damage made. */
static void test_json(Fixture *f, gconstpointer data)
{
    (void)data;
    static const char odd[] = "[" SLICE("a\0b", "1") "," SLICE("c", "2") "]";
#define EXPECT_JSON(text, names, damaged) expect_json(f, text, strlen(text), names, damaged)
    EXPECT_JSON("{\"traceEvents\":[" SLICE("a", "1") "," SLICE("b", "2") "]}\n", "a b", false);
    EXPECT_JSON("\"tid\":2,\"ts\":0,\"name\":\"z\"}," SLICE("a", "1") "," SLICE("b", "2") "]}", "a b", true);
    EXPECT_JSON("{\"x\":\"y},\"traceEvents\":[" SLICE("z", "0") "," SLICE("a", "1") "," SLICE("b", "2") "]}", "a b", true);
    EXPECT_JSON("[" SLICE("a", "1") "]" SLICE("z", "2") "," SLICE("c", "3") "]", "a c", true);
    expect_json(f, odd, sizeof odd - 1, "a c", true);
    EXPECT_JSON("[" SLICE("a", "1") ",{\"ph\":\"M\",\"name\":\"process]name\",\"pid\":1,\"args\":{\"name\":\"x\"}}]", "a", true);
    EXPECT_JSON("[" SLICE("a", "1") ",{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":1,\"args\":{\"sort_index\":1}}]", "a", false);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name, fn) g_test_add("/trace/import/damaged/" name, Fixture, NULL, set_up, fn, tear_down)
    ADD("converted", test_converted);
    ADD("swapped", test_swapped);
    ADD("pieces", test_pieces);
    ADD("seven-bits", test_seven_bits);
    ADD("without-begin", test_without_begin);
    ADD("names", test_names);
    ADD("json", test_json);
    return g_test_run();
}
