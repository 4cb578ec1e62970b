/* Damaged dumps, profiles and logs: what can be read is imported, and what is lost is told. Files are also damaged in every way of tests/fuzz/damage.h: they have to be
 * imported into a trace that opens, or refused with an error.
 *
 * DAMAGED_RUNS=10000 DAMAGED_INPUTS=PATH:PATH... tries more, on other files and folders; KEEP=FOLDER keeps those of which something is lost silently. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/xla/import.h"
#include "tests/fuzz/damage.h"
#include "trace/trace.h"

typedef struct Counts {
    bool ok;
    int64_t rows[5];  /* events, collectives, reshards, buffers, passes */
    int n_failed;
    char *notes, *error;
} Counts;

typedef struct Input {
    char *path;
    GPtrArray *files; /* below path, or its own name */
    GPtrArray *bytes; /* GBytes */
    Counts whole;
} Input;

static void counts_clear(Counts *c)
{
    g_free(c->notes);
    g_free(c->error);
}

static void input_free(gpointer p)
{
    Input *in = p;
    g_free(in->path);
    g_ptr_array_unref(in->files);
    g_ptr_array_unref(in->bytes);
    counts_clear(&in->whole);
    g_free(in);
}

static void add_files(Input *in, const char *folder, const char *below)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, name, NULL), *rel = *below ? g_build_filename(below, name, NULL) : g_strdup(name);
        char *bytes;
        gsize n;
        if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
            add_files(in, path, rel);
        } else if (g_file_get_contents(path, &bytes, &n, NULL)) {
            g_ptr_array_add(in->files, g_steal_pointer(&rel));
            g_ptr_array_add(in->bytes, g_bytes_new_take(bytes, n));
        }
    }
    if (dir)
        g_dir_close(dir);
}

static Input *input_new(const char *path)
{
    Input *in = g_new0(Input, 1);
    in->path = g_strdup(path);
    in->files = g_ptr_array_new_with_free_func(g_free);
    in->bytes = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
    char *bytes;
    gsize n;
    if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
        add_files(in, path, "");
    } else if (g_file_get_contents(path, &bytes, &n, NULL)) {
        g_ptr_array_add(in->files, g_path_get_basename(path));
        g_ptr_array_add(in->bytes, g_bytes_new_take(bytes, n));
    }
    return in;
}

static int64_t number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *q = NULL;
    g_assert_cmpint(sqlite3_prepare_v2(db, sql, -1, &q, NULL), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_step(q), ==, SQLITE_ROW);
    int64_t n = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return n;
}

/* What is in a trace, and what is said of it. */
static void count(const char *path, Counts *c)
{
    static const char *const sql[] = { "SELECT count(*) FROM event", "SELECT count(*) FROM coll", "SELECT count(*) FROM reshard", "SELECT count(*) FROM buffer", "SELECT count(*) FROM pass" };
    g_autoptr(GError) error = NULL;
    g_autoptr(TraceReader) r = trace_open(path, &error);
    g_assert_no_error(error);
    g_autoptr(GArray) runs = trace_query_runs(r, &error); /* readers can ask it, too */
    g_assert_no_error(error);
    g_assert_nonnull(runs);
    sqlite3 *db;
    g_assert_cmpint(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
    for (int i = 0; i < 5; i++)
        c->rows[i] = number(db, sql[i]);
    sqlite3_stmt *q;
    g_autoptr(GString) notes = g_string_new(NULL);
    g_assert_cmpint(sqlite3_prepare_v2(db, "SELECT i.kind, n.code, n.severity, n.n FROM import i LEFT JOIN import_note n ON n.import_id = i.id WHERE n.severity > 0 OR i.status ORDER BY 1, 2", -1, &q, NULL), ==, SQLITE_OK);
    while (sqlite3_step(q) == SQLITE_ROW)
        g_string_append_printf(notes, "%s %s %d;", sqlite3_column_text(q, 0), sqlite3_column_text(q, 1), sqlite3_column_int(q, 3));
    c->notes = g_strdup(notes->str);
    sqlite3_finalize(q);
    sqlite3_close(db);
}

static void tell(void *user, const char *line)
{
    if (g_str_has_prefix(line, "  note: ") || g_str_has_prefix(line, "  error: "))
        g_string_append_printf(user, "%s;", line);
}

static void import(const char *path, const char *db, Counts *out)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) told = g_string_new(NULL);
    char *paths[] = { (char *)path };
    XlaImported done;
    XlaImportOptions o = { .paths = paths, .n_paths = 1, .trace = db, .no_plan = true, .tell = tell, .user = told };
    g_unlink(db);
    *out = (Counts){ .ok = xla_import(&o, &done, &error) };
    g_assert_true(out->ok == !error);
    out->n_failed = done.n_failed;
    if (out->ok)
        count(db, out);
    char *all = g_strconcat(out->notes ? out->notes : "", told->str, NULL);
    g_free(out->notes);
    out->notes = all;
    out->error = error ? g_strdup(error->message) : NULL;
    g_assert_true(!error || g_utf8_validate(error->message, -1, NULL));
}

static void remove_tree(const char *path)
{
    GDir *dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *full = g_build_filename(path, name, NULL);
        remove_tree(full);
    }
    if (dir)
        g_dir_close(dir);
    g_remove(path);
}

/* One file of the input with these bytes, the others as they are; returns what to import. */
static char *lay_out(const Input *in, const char *folder, guint which, const guint8 *bytes, gsize n)
{
    remove_tree(folder);
    for (guint i = 0; i < in->files->len; i++) {
        gsize n_whole;
        const char *whole = g_bytes_get_data(in->bytes->pdata[i], &n_whole);
        g_autofree char *path = g_build_filename(folder, in->files->pdata[i], NULL), *dir = g_path_get_dirname(path);
        g_mkdir_with_parents(dir, 0700);
        int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        gsize m = i == which ? n : n_whole;
        g_assert_true(fd >= 0 && write(fd, i == which ? (const char *)bytes : whole, m) == (gssize)m);
        close(fd);
    }
    bool folder_itself = g_file_test(in->path, G_FILE_TEST_IS_DIR);
    return folder_itself ? g_strdup(folder) : g_build_filename(folder, in->files->pdata[0], NULL);
}

/* True if there is less than of the whole input, and nothing says so. */
static bool is_silent(const Counts *whole, const Counts *c)
{
    bool less = false;
    for (int i = 0; i < 5; i++)
        less |= c->rows[i] < whole->rows[i];
    return c->ok && less && c->n_failed == whole->n_failed && g_str_equal(c->notes, whole->notes);
}

typedef struct State {
    char *folder, *db;
    int n, n_ok, n_refused, n_silent[DAMAGE_KINDS];
} State;

static void keep(const State *s, const Input *in, guint which, int kind)
{
    const char *to = g_getenv("KEEP");
    if (!to)
        return;
    g_autofree char *name = g_path_get_basename(in->path), *file = g_path_get_basename(in->files->pdata[which]), *path = g_strdup_printf("%s/%04d-%s-%s-%s", to, s->n, damage_name(kind), name, file);
    g_autofree char *at = g_build_filename(s->folder, in->files->pdata[which], NULL), *bytes = NULL;
    gsize n;
    g_strdelimit(path + strlen(to) + 1, " ", '_');
    if (g_file_get_contents(at, &bytes, &n, NULL))
        g_file_set_contents(path, bytes, (gssize)n, NULL);
}

static void try(State *s, const Input *in, guint which, int kind, GRand *rand)
{
    gsize n;
    const guint8 *bytes = g_bytes_get_data(in->bytes->pdata[which], &n);
    g_autoptr(GByteArray) bad = damage(rand, kind, bytes, n);
    if (g_getenv("DAMAGED_SECONDS"))
        alarm((unsigned)atoi(g_getenv("DAMAGED_SECONDS")));
    g_autofree char *path = lay_out(in, s->folder, which, bad->data, bad->len);
    Counts c;
    import(path, s->db, &c);
    alarm(0);
    s->n++;
    s->n_ok += c.ok;
    s->n_refused += !c.ok;
    if (!c.ok)
        g_test_message("%d refused: %s of %s: %s", s->n, damage_name(kind), (const char *)in->files->pdata[which], c.error);
    if (is_silent(&in->whole, &c)) {
        s->n_silent[kind]++;
        g_test_message("%d silent: %s of %s in %s: %" G_GINT64_FORMAT "/%" G_GINT64_FORMAT " events, %" G_GINT64_FORMAT "/%" G_GINT64_FORMAT " collectives, %" G_GINT64_FORMAT "/%" G_GINT64_FORMAT " buffers", s->n, damage_name(kind),
                       (const char *)in->files->pdata[which], in->path, c.rows[0], in->whole.rows[0], c.rows[1], in->whole.rows[1], c.rows[3], in->whole.rows[3]);
        keep(s, in, which, kind);
    }
    counts_clear(&c);
}

/* Below the source tree. */
static char *source_path(const char *path)
{
    return g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), path, NULL);
}

static GPtrArray *inputs(const State *s)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(input_free);
    g_autofree char *dump = source_path("tests/unit/xla/dumps/grouped"), *tpu = source_path("tests/fuzz/seeds/profile/tpu.xplane.pb"), *mine = g_strconcat(dump, ":", tpu, NULL);
    const char *given = g_getenv("DAMAGED_INPUTS");
    g_auto(GStrv) paths = g_strsplit(given ? given : mine, ":", -1);
    for (char **p = paths; *p; p++) {
        Input *in = input_new(*p);
        import(*p, s->db, &in->whole);
        if (!in->whole.ok)
            g_test_message("%s: %s", *p, in->whole.error);
        g_ptr_array_add(all, in);
    }
    return all;
}

static void state_init(State *s)
{
    *s = (State){ .folder = g_dir_make_tmp("damaged-XXXXXX", NULL) };
    s->db = g_strconcat(s->folder, ".db", NULL);
}

static void state_clear(State *s)
{
    remove_tree(s->folder);
    g_unlink(s->db);
    g_free(s->folder);
    g_free(s->db);
}

static void test_any(void)
{
    State s;
    state_init(&s);
    g_autoptr(GPtrArray) all = inputs(&s);
    g_autoptr(GRand) rand = g_rand_new_with_seed(g_test_rand_int());
    int n = g_getenv("DAMAGED_RUNS") ? atoi(g_getenv("DAMAGED_RUNS")) : 40;
    for (int i = 0; i < n && all->len; i++) {
        const Input *in = all->pdata[g_rand_int_range(rand, 0, (gint32)all->len)];
        guint which = (guint)g_rand_int_range(rand, 0, (gint32)in->files->len);
        try(&s, in, which, i % DAMAGE_KINDS, rand);
    }
    g_test_message("%d damaged, %d imported, %d refused", s.n, s.n_ok, s.n_refused);
    for (int k = 0; k < DAMAGE_KINDS; k++)
        g_test_message("%s: %d silent", damage_name(k), s.n_silent[k]);
    state_clear(&s);
}

/* ---- what is known to be lost ------------------------------------------------------------------------------------------------ */

typedef struct Case {
    State s;
    Input *in;
    Counts got;
} Case;

static void case_init(Case *c, const char *dump)
{
    g_autofree char *path = source_path(dump);
    state_init(&c->s);
    c->in = input_new(path);
    c->got = (Counts){ 0 };
    import(path, c->s.db, &c->in->whole);
    g_assert_true(c->in->whole.ok);
}

static void case_clear(Case *c)
{
    counts_clear(&c->got);
    input_free(c->in);
    state_clear(&c->s);
}

static guint file_with(const Input *in, const char *part)
{
    guint i = 0;
    while (i < in->files->len && !strstr(in->files->pdata[i], part))
        i++;
    g_assert_cmpuint(i, <, in->files->len);
    return i;
}

/* Imports with other bytes in the file whose name has `part`. */
static void import_with(Case *c, const char *part, const char *bytes, gsize n)
{
    g_autofree char *path = lay_out(c->in, c->s.folder, file_with(c->in, part), (const guint8 *)bytes, n);
    counts_clear(&c->got);
    import(path, c->s.db, &c->got);
    g_assert_true(c->got.ok);
}

/* A stage that cannot be read is left out, and the others tell what they tell. */
static void test_stages(void)
{
    static const struct {
        const char *file, *note;
    } stages[] = { { "after_spmd-partitioning", "unread_partitioned" }, { "cpu_after_optimizations.txt", "unread_final" }, { "after_shardy-xla", "unread_annotated" }, { "before_optimizations", "unread_before_optimizations" } };
    static const char bad[] = "HloModule jit_f, entry_computation_layout={(f32[1]{0})->f32[1]{0}}\n\nENTRY main {\n  ROOT x = f32[1]{0} param";
    Case c;
    case_init(&c, "tests/unit/xla/dumps/conv_spatial");
    for (size_t i = 0; i < G_N_ELEMENTS(stages); i++) {
        import_with(&c, stages[i].file, bad, sizeof bad - 1);
        g_assert_cmpint(c.got.n_failed, ==, 0);
        g_assert_nonnull(strstr(c.got.notes, stages[i].note));
        g_assert_cmpint(c.got.rows[1], >, 0);
        g_assert_cmpint(c.got.rows[2], >, 0);
    }
    case_clear(&c);
}

static void test_reports(void)
{
    Case c;
    gsize n;
    case_init(&c, "tests/unit/xla/dumps/conv_spatial");
    const char *whole = g_bytes_get_data(c.in->bytes->pdata[file_with(c.in, "assignment.txt")], &n);
    g_assert_null(strstr(c.in->whole.notes, "memory_lines"));
    import_with(&c, "assignment.txt", whole, n / 2);
    g_assert_nonnull(strstr(c.got.notes, "memory_lines"));
    import_with(&c, "assignment.txt", whole + n / 2, n - n / 2);
    g_assert_nonnull(strstr(c.got.notes, "memory_lines"));
    g_autofree char *hole = g_memdup2(whole, n);
    memset(hole + n / 2, 0, 20); /* as a crash may leave it: what is behind it counts */
    import_with(&c, "assignment.txt", hole, n);
    g_assert_nonnull(strstr(c.got.notes, "memory_lines"));
    g_assert_cmpint(c.got.rows[3], >=, c.in->whole.rows[3] - 2);
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);
    g_autoptr(GByteArray) packed = damage(rand, 17, (const guint8 *)whole, n);
    import_with(&c, "assignment.txt", (const char *)packed->data, packed->len);
    g_assert_cmpint(c.got.rows[3], ==, c.in->whole.rows[3]);
    import_with(&c, "assignment.txt", (const char *)packed->data, packed->len / 2);
    g_assert_nonnull(strstr(c.got.notes, "assignment_unread"));
    const char *lives = g_bytes_get_data(c.in->bytes->pdata[file_with(c.in, "live-range.txt")], &n), *dash = g_strstr_len(strstr(lives, "BufferLiveRange"), 400, "-");
    import_with(&c, "live-range.txt", lives, (gsize)(strstr(lives, "  BufferLiveRange") - lives)); /* ends behind the end of a line */
    g_assert_nonnull(strstr(c.got.notes, "memory_lines"));
    g_autofree char *far = g_strdup_printf("%.*s-2147483647%s", (int)(dash - lives), lives, strchr(dash, '\n'));
    import_with(&c, "live-range.txt", far, strlen(far));
    g_assert_nonnull(strstr(c.got.notes, "memory_lines"));
    case_clear(&c);
}

static int64_t n_logged(const Case *c)
{
    sqlite3 *db;
    g_assert_cmpint(sqlite3_open_v2(c->s.db, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
    int64_t n = number(db, "SELECT count(*) FROM reshard WHERE certainty >= 80");
    sqlite3_close(db);
    return n;
}

/* Logs as PowerShell writes them, packed, and with a hole. */
static void test_logs(void)
{
    Case c;
    gsize n, n_wide;
    case_init(&c, "tests/unit/xla/dumps/grouped");
    int64_t logged = n_logged(&c);
    g_assert_cmpint(logged, >, 0);
    const char *log = g_bytes_get_data(c.in->bytes->pdata[file_with(c.in, ".log")], &n);
    g_autofree char *wide = g_convert(log, (gssize)n, "UTF-16", "UTF-8", NULL, &n_wide, NULL), *hole = g_memdup2(log, n);
    import_with(&c, ".log", wide, n_wide);
    g_assert_cmpint(n_logged(&c), ==, logged);
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);
    g_autoptr(GByteArray) packed = damage(rand, 17, (const guint8 *)log, n), crlf = damage(rand, 10, (const guint8 *)log, n);
    import_with(&c, ".log", (const char *)packed->data, packed->len);
    g_assert_cmpint(n_logged(&c), ==, logged);
    import_with(&c, ".log", (const char *)crlf->data, crlf->len);
    g_assert_cmpint(n_logged(&c), ==, logged);
    memset(hole, 0, 8);
    import_with(&c, ".log", hole, n);
    g_assert_cmpint(n_logged(&c), >=, logged - 1);
    case_clear(&c);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xla/damaged/stages", test_stages);
    g_test_add_func("/xla/damaged/reports", test_reports);
    g_test_add_func("/xla/damaged/logs", test_logs);
    g_test_add_func("/xla/damaged/any", test_any);
    return g_test_run();
}
