/* A half is a list of records: what was added to the arrays of struct Pending, and tables of sums, of which the last of each lane counts. A record counts from when `used`
 * includes it. Nothing is ever written back to the disk on purpose: what is to survive is the death of the process, not that of the machine. */
#include "trace/waiting.h"

#include "trace/schema.h"
#include "trace/steps_impl.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { PAGE = 4096, FIRST_ROOM = 256 << 10, N_HALVES = 2, N_ARRAYS = 7, WORD = 8 };
#define MOST_ROOM ((size_t)16 << 20) /* of a half */
#define WHOLE (PAGE + N_HALVES * MOST_ROOM)
#define MOST_WHY 1024 /* bytes of a reason */

typedef enum RecordKind { RECORD_MORE, RECORD_TABLE } RecordKind;

typedef struct RecordHead {
    int64_t kind, bytes; /* of all of it */
    int64_t lane_id, room; /* RECORD_TABLE */
    int64_t n[N_ARRAYS]; /* RECORD_MORE: entries, which follow */
    int64_t voids, each_part; /* RECORD_MORE. voids: the tables before it are in its sums */
} RecordHead;

/* A run as it is kept. */
typedef struct KeptRun {
    int64_t lane_id, n;
} KeptRun;

typedef struct FileHead {
    char magic[16];
    int64_t made;
    int32_t sizes[N_ARRAYS + 3]; /* of entries, sums, record heads and this: those of another build are not read */
    struct HalfHead {
        atomic_uint_fast64_t used, number; /* number: the half with the lower one has the earlier steps */
    } half[N_HALVES];
    atomic_int_fast64_t cut_run; /* the run that was cut short, and why; 0 = none was */
    char cut_why[MOST_WHY];
} FileHead;
_Static_assert(sizeof(FileHead) <= PAGE, "room for the head");

struct Waiting {
    char *path;
    int fd, now; /* now: the half that steps are added to */
    FileHead *head; /* the map */
    size_t room[N_HALVES], begun; /* bytes that the file has; bytes of the record that is being made */
    uint64_t number;
};

static const char magic[16] = "shardscope wait";
static const int32_t sizes[N_ARRAYS + 3] = { sizeof(PendingStep), sizeof(KeptRun), sizeof(Slot), sizeof(PendingPart), sizeof(PendingSum), sizeof(TraceMemSample), sizeof(TraceCounter),
                                             sizeof(OpTotal), sizeof(RecordHead), sizeof(FileHead) };

/* The arrays, as in `sizes`. */
static GArray *array_of(const struct Pending *p, int i)
{
    GArray *const all[N_ARRAYS] = { p->steps, p->runs, p->slots, p->parts, p->sums, p->samples, p->counters };
    return all[i];
}

static char *path_of(const char *trace)
{
    return g_strconcat(trace, "-steps", NULL);
}

static char *half_of(FileHead *head, int half)
{
    return (char *)head + PAGE + MOST_ROOM * (size_t)half;
}

/* ---- writing ----------------------------------------------------------------------------------------------------------------------- */

/* A half has so many bytes. A file that could not grow would end the process when it is written. */
static bool grow(Waiting *f, int half, size_t bytes)
{
    size_t room = MAX(f->room[half], FIRST_ROOM);
    while (room < bytes)
        room *= 2;
    struct rlimit limit;
    off_t from = (off_t)(PAGE + MOST_ROOM * (size_t)half);
    bool may = room <= MOST_ROOM && (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > (rlim_t)from + room);
    if (!may || posix_fallocate(f->fd, from, (off_t)room) != 0)
        return false;
    f->room[half] = room;
    return true;
}

static bool is_ours(int fd)
{
    char text[sizeof magic];
    return pread(fd, text, sizeof text, 0) == (ssize_t)sizeof text && !memcmp(text, magic, sizeof text);
}

/* In place of one that was left behind; -1 if something else is there. */
static int make_file(const char *path)
{
    int old = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (old >= 0 && is_ours(old))
        unlink(path);
    if (old >= 0)
        close(old);
    return open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
}

Waiting *waiting_open(const char *path, int64_t made)
{
    Waiting *f = g_new0(Waiting, 1);
    f->path = path_of(path);
    f->fd = make_file(f->path);
    struct rlimit limit;
    bool may = f->fd >= 0 && (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > WHOLE);
    void *map = may && posix_fallocate(f->fd, 0, PAGE) == 0 ? mmap(NULL, WHOLE, PROT_READ | PROT_WRITE, MAP_SHARED, f->fd, 0) : MAP_FAILED;
    if (map == MAP_FAILED) {
        waiting_close(f);
        return NULL;
    }
    f->head = map;
    memcpy(f->head->sizes, sizes, sizeof sizes);
    f->head->made = made;
    atomic_store(&f->head->half[0].number, ++f->number);
    memcpy(f->head->magic, magic, sizeof magic);
    return f;
}

void waiting_close(Waiting *f)
{
    if (!f)
        return;
    if (f->head)
        munmap(f->head, WHOLE);
    if (f->fd >= 0) {
        close(f->fd);
        unlink(f->path);
    }
    g_free(f->path);
    g_free(f);
}

/* Begins a record with room for so many bytes after its head. NULL: there is none. */
static RecordHead *begin(Waiting *f, size_t bytes)
{
    size_t used = (size_t)atomic_load_explicit(&f->head->half[f->now].used, memory_order_relaxed);
    f->begun = (sizeof(RecordHead) + bytes + WORD - 1) / WORD * WORD;
    if (used + f->begun > f->room[f->now] && !grow(f, f->now, used + f->begun))
        return NULL;
    RecordHead *r = (RecordHead *)(void *)(half_of(f->head, f->now) + used);
    *r = (RecordHead){ .bytes = (int64_t)f->begun };
    return r;
}

static void end(Waiting *f)
{
    atomic_fetch_add_explicit(&f->head->half[f->now].used, f->begun, memory_order_release);
}

static void *put(void *to, const void *from, size_t bytes)
{
    if (bytes)
        memcpy(to, from, bytes);
    return (char *)to + bytes;
}

static void *put_runs(void *to, const GArray *runs, guint from)
{
    KeptRun *out = to;
    for (guint i = from; i < runs->len; i++, out++) {
        const Run *run = &g_array_index(runs, Run, i);
        *out = (KeptRun){ .lane_id = run->lane->row.id, .n = run->n };
    }
    return out;
}

bool waiting_keep(Waiting *f, struct Pending *p, bool voids)
{
    size_t bytes = 0;
    if (p->is_full)
        return false;
    for (int i = 0; i < N_ARRAYS; i++)
        bytes += (size_t)sizes[i] * (array_of(p, i)->len - p->kept[i]);
    RecordHead *r = begin(f, bytes);
    p->is_full = !r;
    if (!r)
        return false;
    void *at = r + 1;
    r->kind = RECORD_MORE;
    r->voids = voids;
    r->each_part = p->each_part;
    for (int i = 0; i < N_ARRAYS; i++) {
        const GArray *a = array_of(p, i);
        r->n[i] = a->len - p->kept[i];
        at = a == p->runs ? put_runs(at, a, p->kept[i]) : put(at, a->data + (size_t)sizes[i] * p->kept[i], (size_t)sizes[i] * (size_t)r->n[i]);
        p->kept[i] = a->len;
    }
    end(f);
    return true;
}

OpTotal *waiting_table(Waiting *f, int64_t lane_id, uint32_t room)
{
    RecordHead *r = begin(f, sizeof(OpTotal) * room);
    if (!r)
        return NULL;
    r->kind = RECORD_TABLE;
    r->lane_id = lane_id;
    r->room = room;
    memset(r + 1, 0, sizeof(OpTotal) * room);
    return (OpTotal *)(r + 1);
}

void waiting_table_done(Waiting *f)
{
    end(f);
}

int waiting_hand_over(Waiting *f)
{
    int was = f->now;
    f->now = !was;
    atomic_store_explicit(&f->head->half[f->now].number, ++f->number, memory_order_release);
    return was;
}

void waiting_forget(Waiting *f, int half)
{
    atomic_store_explicit(&f->head->half[half].used, 0, memory_order_release);
}

void waiting_cut(Waiting *f, int64_t run_id, const char *why)
{
    atomic_store_explicit(&f->head->cut_run, 0, memory_order_relaxed);
    g_strlcpy(f->head->cut_why, why, MOST_WHY);
    atomic_store_explicit(&f->head->cut_run, run_id, memory_order_release);
}

/* ---- reading ----------------------------------------------------------------------------------------------------------------------- */

/* What is read of a half. Everything in it may be wrong: it is a file that anybody can write. */
typedef struct Found {
    TraceWriter *w;
    struct Pending *p;
    GHashTable *lanes;  /* by id: TraceLaneBuffer of w */
    GHashTable *tables; /* lane's id -> RecordHead */
    int64_t most_name, most_inst;
} Found;

static int64_t ask(TraceWriter *w, const char *sql, int64_t a, int64_t b)
{
    return db_int(w->db, sql, (const int64_t[]){ a, b }, 2, 0);
}

static TraceInt ask_lane(TraceWriter *w, const char *column, int64_t id)
{
    g_autofree char *sql = g_strdup_printf("SELECT %s FROM lane WHERE id = ?1", column);
    int64_t v = db_int(w->db, sql, &id, 1, INT64_MIN);
    return (TraceInt){ .v = v == INT64_MIN ? 0 : v, .known = v != INT64_MIN };
}

/* A lane of the killed process; NULL if the trace has none of that id. */
static TraceLaneBuffer *lane_of(Found *x, int64_t id)
{
    TraceLaneBuffer *b = g_hash_table_lookup(x->lanes, GSIZE_TO_POINTER(id));
    if (b || !ask(x->w, "SELECT count(*) FROM lane WHERE id = ?1", id, 0))
        return b;
    TraceLane row = { .id = id, .run_id = ask_lane(x->w, "run_id", id).v, .device_id = ask_lane(x->w, "device_id", id).v, .kind = ask_lane(x->w, "kind", id).v,
                      .first_ns = ask_lane(x->w, "first_ns", id), .last_ns = ask_lane(x->w, "last_ns", id), .n_events = ask_lane(x->w, "n_events", id), .depths = ask_lane(x->w, "depths", id) };
    b = lane_again(x->w, &row, ask_lane(x->w, "dropped", id).v);
    g_hash_table_insert(x->lanes, GSIZE_TO_POINTER(id), b);
    return b;
}

/* The bytes that the entries of a record are said to take; -1 if they cannot. */
static int64_t bytes_of(const RecordHead *r)
{
    int64_t bytes = 0;
    for (int i = 0; i < N_ARRAYS; i++) {
        if (r->n[i] < 0 || r->n[i] > (int64_t)MOST_ROOM)
            return -1;
        bytes += sizes[i] * r->n[i];
    }
    return bytes;
}

static bool add_runs(Found *x, const KeptRun *runs, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        TraceLaneBuffer *b = lane_of(x, runs[i].lane_id);
        if (!b || runs[i].n < 0 || runs[i].n > (int64_t)MOST_ROOM)
            return false;
        g_array_append_val(x->p->runs, ((Run){ b, (guint)runs[i].n }));
    }
    return true;
}

/* The table whose rows an array's entries begin with; NULL = they are no rows. */
static const RowType *type_of(int i)
{
    static const TraceTableId tables[N_ARRAYS] = { TRACE_TABLE_step, TRACE_N_TABLES, TRACE_N_TABLES, TRACE_TABLE_step_part, TRACE_TABLE_op_sum, TRACE_TABLE_mem_sample, TRACE_TABLE_counter };
    return tables[i] == TRACE_N_TABLES ? NULL : table_type(tables[i]);
}

/* Adds n entries of `size` bytes, whatever these bytes are. */
static void add_entries(GArray *a, const RowType *type, const char *at, int64_t n, int32_t size)
{
    guint first = a->len;
    g_array_append_vals(a, at, (guint)n);
    for (guint i = first; type && i < a->len; i++)
        row_settle(type, a->data + (size_t)i * (size_t)size);
}

static bool add_more(Found *x, const RecordHead *r)
{
    const char *at = (const char *)(r + 1);
    if (bytes_of(r) < 0 || (int64_t)sizeof *r + bytes_of(r) > r->bytes)
        return false;
    if (r->voids)
        g_hash_table_remove_all(x->tables);
    x->p->each_part |= r->each_part != 0;
    for (int i = 0; i < N_ARRAYS; at += sizes[i] * r->n[i], i++) {
        GArray *a = array_of(x->p, i);
        if (a == x->p->runs) {
            if (!add_runs(x, (const KeptRun *)(const void *)at, r->n[i]))
                return false;
        } else {
            add_entries(a, type_of(i), at, r->n[i], sizes[i]);
        }
    }
    return true;
}

/* Reads the records of a half, up to the first that makes no sense. */
static void read_records(Found *x, const char *half, size_t used)
{
    for (size_t at = 0; at + sizeof(RecordHead) <= used;) {
        const RecordHead *r = (const RecordHead *)(const void *)(half + at);
        if (r->bytes < (int64_t)sizeof *r || r->bytes % WORD || (size_t)r->bytes > used - at)
            return;
        if (r->kind == RECORD_MORE && !add_more(x, r))
            return;
        if (r->kind == RECORD_TABLE && r->room > 0 && r->room <= (r->bytes - (int64_t)sizeof *r) / (int64_t)sizeof(OpTotal))
            g_hash_table_insert(x->tables, GSIZE_TO_POINTER(r->lane_id), (gpointer)r);
        at += (size_t)r->bytes;
    }
}

/* What the tables hold, as sums of the last step of each lane's run that has any. A process killed while it added a step to them may have added a part of that. */
static void add_tables(Found *x)
{
    GHashTableIter it;
    gpointer value;
    g_hash_table_iter_init(&it, x->tables);
    while (g_hash_table_iter_next(&it, NULL, &value)) {
        const RecordHead *r = value;
        const TraceLaneBuffer *b = lane_of(x, r->lane_id);
        const OpTotal *t = (const OpTotal *)(r + 1);
        int64_t step = -1;
        for (guint i = x->p->steps->len; b && step < 0 && i-- > 0;) {
            const TraceStep *s = &g_array_index(x->p->steps, PendingStep, i).row;
            step = s->run_id == b->row.run_id && s->n_events.known ? (int64_t)i : -1;
        }
        for (int64_t k = 0; step >= 0 && k < r->room; k++)
            if (t[k].n > 0) {
                PendingSum sum = { pending_sum(&t[k], step, r->lane_id) };
                g_array_append_val(x->p->sums, sum);
            }
    }
}

static void know(int64_t *id, int64_t most)
{
    if (*id < 0 || *id > most)
        *id = 0;
}

/* True if the facts are those of steps that the trace has not got, and of runs that it has. What was not in it yet of names and instructions is not known. */
static bool is_sound(Found *x)
{
    struct Pending *p = x->p;
    guint n_runs = 0;
    int64_t n_slots = 0;
    for (guint i = 0; i < p->steps->len; i++) {
        PendingStep *s = &g_array_index(p->steps, PendingStep, i);
        n_runs += s->n_runs;
        know(&s->row.name_id, x->most_name);
        if (n_runs > p->runs->len || s->n_runs > p->runs->len || !ask(x->w, "SELECT count(*) FROM run WHERE id = ?1", s->row.run_id, 0) ||
            ask(x->w, "SELECT count(*) FROM step WHERE run_id = ?1 AND num = ?2", s->row.run_id, s->row.num))
            return false;
    }
    for (guint i = 0; i < p->runs->len; i++)
        n_slots += g_array_index(p->runs, Run, i).n;
    for (guint i = 0; i < p->slots->len; i++) {
        Slot *s = &g_array_index(p->slots, Slot, i);
        know(&s->name_id, x->most_name);
        know(&s->inst_id, x->most_inst);
        s->n_members = s->inst_id ? s->n_members : 0;
    }
    for (guint i = 0; i < p->parts->len; i++)
        if (g_array_index(p->parts, PendingPart, i).row.step_id < 0 || g_array_index(p->parts, PendingPart, i).row.step_id >= (int64_t)p->steps->len)
            return false;
    for (guint i = 0; i < p->sums->len; i++) {
        TraceOpSum *row = &g_array_index(p->sums, PendingSum, i).row;
        know(&row->name_id, x->most_name);
        know(&row->inst_id, x->most_inst);
        if (row->step_id < 0 || row->step_id >= (int64_t)p->steps->len)
            return false;
    }
    return n_slots == p->slots->len;
}

static void recover_half(TraceWriter *w, const char *half, size_t used)
{
    Found x = { .w = w, .p = pending_new(), .lanes = g_hash_table_new(NULL, NULL), .tables = g_hash_table_new(NULL, NULL) };
    x.most_name = ask(w, "SELECT max(id) FROM str", 0, 0);
    x.most_inst = ask(w, "SELECT max(id) FROM inst", 0, 0);
    read_records(&x, half, used);
    add_tables(&x);
    if (x.p->steps->len && is_sound(&x))
        steps_store(w, x.p);
    g_hash_table_unref(x.lanes);
    g_hash_table_unref(x.tables);
    pending_free(x.p);
    g_ptr_array_set_size(w->lanes, 0);
}

/* Names of events are those of their instructions. */
static void read_names(TraceWriter *w)
{
    sqlite3_stmt *s = db_prepare(w->db, w->path, "SELECT id, name_id FROM inst", NULL);
    while (s && sqlite3_step(s) == SQLITE_ROW)
        g_hash_table_insert(w->inst_names, GSIZE_TO_POINTER(sqlite3_column_int64(s, 0)), GSIZE_TO_POINTER(sqlite3_column_int64(s, 1)));
    sqlite3_finalize(s);
}

int64_t waiting_made(const TraceWriter *w)
{
    return db_int(w->db, "SELECT value FROM meta WHERE key = 'created_ns'", NULL, 0, 0);
}

/* Why a run was cut short, if the process was killed before the trace had it. */
static void recover_cut(TraceWriter *w, const FileHead *head)
{
    g_autofree char *text = g_strndup(head->cut_why, MOST_WHY), *why = g_utf8_make_valid(text, -1);
    int64_t run_id = head->cut_run;
    if (run_id > 0 && *why && ask(w, "SELECT count(*) FROM run WHERE id = ?1 AND end_ns IS NULL AND cut_short IS NULL", run_id, 0))
        trace_cut_run(w, run_id, why);
}

static void recover(TraceWriter *w, FileHead *head, size_t bytes)
{
    bool ours = !memcmp(head->sizes, sizes, sizeof sizes) && head->made == waiting_made(w);
    int first = head->half[0].number > head->half[1].number;
    if (ours)
        read_names(w);
    for (int i = 0; ours && i < N_HALVES && !w->failed; i++) {
        int half = i ? !first : first;
        size_t from = PAGE + MOST_ROOM * (size_t)half, used = (size_t)head->half[half].used;
        if (used && used <= MOST_ROOM && from < bytes)
            recover_half(w, half_of(head, half), MIN(used, bytes - from));
    }
    if (ours && !w->failed)
        recover_cut(w, head);
    w->has_kept = false;
}

void waiting_recover(TraceWriter *w)
{
    g_autofree char *path = path_of(w->path);
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 || !is_ours(fd)) {
        if (fd >= 0)
            close(fd);
        return;
    }
    off_t bytes = lseek(fd, 0, SEEK_END);
    size_t n = (size_t)CLAMP(bytes, 0, (off_t)WHOLE);
    char *copy = n >= PAGE ? g_try_malloc(n) : NULL; /* a copy does not change while it is looked at */
    size_t got = 0;
    for (ssize_t step = 1; copy && got < n && step > 0; got += step > 0 ? (size_t)step : 0)
        step = pread(fd, copy + got, n - got, (off_t)got);
    close(fd);
    if (copy && got >= PAGE)
        recover(w, (FileHead *)(void *)copy, got);
    g_free(copy);
    if (!w->failed)
        g_unlink(path);
}

void waiting_look(const char *path)
{
    g_autofree char *file = path_of(path);
    if (!g_file_test(file, G_FILE_TEST_EXISTS) || db_file_kind(path, NULL) != TRACE_FILE_OURS)
        return;
    sqlite3 *db = db_open(path, SQLITE_OPEN_READONLY, NULL);
    bool finished = !db || db_int(db, "SELECT value FROM meta WHERE key = 'finalized'", NULL, 0, 0) == 1;
    sqlite3_close(db);
    if (!finished)
        trace_writer_free(trace_writer_new(path, NULL)); /* refused while somebody records; else it recovers them */
}
