/* Chrome's trace event JSON: an event a line. A process is a host or a device, a thread one of its lanes; the members of a collective are
 * joined by a flow. Times are µs with three decimals, printed from whole ns. */
#include "trace/export/formats.h"

#include <inttypes.h>

#include "trace/export/json.h"

enum { STEPS_TID = 1 };

typedef struct Chrome {
    const ExportTracks *tracks;
    GString *line;
    bool has_flows;
    bool any; /* an event was written, so that the next needs a comma before */
    GHashTable *rows; /* threads that were named because slices overlap */
    GHashTable *row_of; /* the row of such a slice, if an arrow may need it */
} Chrome;

static void put_us(GString *out, const char *key, int64_t ns)
{
    uint64_t v = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;
    g_string_append_printf(out, ",\"%s\":%s%" PRIu64 ".%03d", key, ns < 0 ? "-" : "", v / 1000, (int)(v % 1000));
}

static void begin(Chrome *c, const char *ph)
{
    g_string_append_printf(c->line, "%s{\"ph\":\"%s\"", c->any ? ",\n" : "\n", ph);
    c->any = true;
}

static void end(Export *x, Chrome *c)
{
    g_string_append_c(c->line, '}');
    put_string(x, c->line);
}

static int tid_of(const Chrome *c, const ExportTrack *t, int row)
{
    return STEPS_TID + t->number + row * ((int)c->tracks->tracks->len + 1);
}

/* ---- names and their order ----------------------------------------------------------------------------------------------------------- */

static void name(Export *x, Chrome *c, const char *what, int pid, int tid, const char *text)
{
    begin(c, "M");
    g_string_append_printf(c->line, ",\"name\":\"%s_name\",\"pid\":%d,\"tid\":%d,\"args\":{\"name\":", what, pid, tid);
    json_text(c->line, text);
    g_string_append_c(c->line, '}');
    end(x, c);
}

static void sort_index(Export *x, Chrome *c, const char *what, int pid, int tid, int at)
{
    begin(c, "M");
    g_string_append_printf(c->line, ",\"name\":\"%s_sort_index\",\"pid\":%d,\"tid\":%d,\"args\":{\"sort_index\":%d}", what, pid, tid, at);
    end(x, c);
}

static void name_track(Export *x, Chrome *c, const ExportTrack *t, int row)
{
    int tid = tid_of(c, t, row);
    name(x, c, "thread", t->place->number, tid, t->lane->name);
    sort_index(x, c, "thread", t->place->number, tid, t->number);
}

static void put_names(Export *x, Chrome *c)
{
    for (guint i = 0; i < c->tracks->places->len; i++) {
        const ExportPlace *p = g_ptr_array_index(c->tracks->places, i);
        name(x, c, "process", p->number, 0, p->name);
        sort_index(x, c, "process", p->number, 0, p->number);
    }
    name(x, c, "thread", 1, STEPS_TID, "Steps");
    for (guint i = 0; i < c->tracks->tracks->len; i++)
        name_track(x, c, TRACE_AT(c->tracks->tracks, ExportTrack, i), 0);
}

/* ---- slices ---------------------------------------------------------------------------------------------------------------------------- */

/* slice: its name, which may be a kernel's. */
static void put_inst(GString *out, const InstFacts *f, const char *slice)
{
    const struct { const char *key, *text; } texts[] = { { "op", f->opcode }, { "line", f->at }, { "op_name", f->op_name }, { "label", f->label_id ? f->label : NULL },
                                                         { "shape", f->shape }, { "groups", f->groups }, { "why", f->why },
                                                         { "hlo_category", f->category }, { "hlo_module", f->module }, { "hlo_op", g_strcmp0(slice, f->name) ? f->name : NULL } };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        if (texts[i].text && *texts[i].text) {
            g_string_append_printf(out, ",\"%s\":", texts[i].key);
            json_text(out, texts[i].text);
        }
    if (f->bytes_out.known)
        g_string_append_printf(out, ",\"bytes\":%" PRId64, f->bytes_out.v);
    if (f->bytes_wire.known)
        g_string_append_printf(out, ",\"bytes_received\":%" PRId64, f->bytes_wire.v);
    if (f->flops.known && f->flops.v != 0) {
        g_string_append(out, ",\"flops\":");
        json_real(out, f->flops.v);
    }
    if (f->reshard)
        g_string_append_printf(out, ",\"reshard\":%" PRId64, f->reshard);
}

static void put_slice(Export *x, const ExportSlice *s, void *data)
{
    Chrome *c = data;
    int64_t tid = tid_of(c, s->track, s->row);
    if (s->row && !g_hash_table_contains(c->rows, &tid)) {
        g_hash_table_add(c->rows, g_memdup2(&tid, sizeof tid));
        name_track(x, c, s->track, s->row);
    }
    if (s->row && (s->coll_id || c->has_flows))
        g_hash_table_insert(c->row_of, g_memdup2(&s->id, sizeof s->id), GINT_TO_POINTER(s->row));
    begin(c, "X");
    g_string_append_printf(c->line, ",\"pid\":%d,\"tid\":%d", s->track->place->number, (int)tid);
    put_us(c->line, "ts", s->start_ns);
    put_us(c->line, "dur", s->dur_ns);
    g_string_append(c->line, ",\"name\":");
    json_text(c->line, s->name);
    const char *cat = s->cat ? trace_cat_name(s->cat) : NULL;
    if (cat) {
        g_string_append(c->line, ",\"cat\":");
        json_text(c->line, cat);
    }
    g_string_append_printf(c->line, ",\"args\":{\"self_ns\":%" PRId64, s->self_ns);
    if (s->inst)
        put_inst(c->line, s->inst, s->name);
    if (s->coll_id)
        g_string_append_printf(c->line, ",\"collective\":%" PRId64, s->coll_id);
    g_string_append_c(c->line, '}');
    end(x, c);
}

static void put_steps(Export *x, Chrome *c)
{
    const ExportTrack steps = { .number = 0 }; /* their threads are numbered before those of lanes */
    g_autoptr(GArray) ends = g_array_new(FALSE, FALSE, sizeof(int64_t));
    for (guint i = 0, n_rows = 1; i < x->steps->len; i++) {
        const TraceStepRow *s = TRACE_AT(x->steps, TraceStepRow, i);
        int row = export_step_row(ends, s), tid = tid_of(c, &steps, row);
        for (; (guint)row >= n_rows; n_rows++) {
            name(x, c, "thread", 1, tid, "Steps");
            sort_index(x, c, "thread", 1, tid, row);
        }
        begin(c, "X");
        g_string_append_printf(c->line, ",\"pid\":1,\"tid\":%d", tid);
        put_us(c->line, "ts", s->start_ns);
        put_us(c->line, "dur", s->dur_ns);
        g_autofree char *text = export_step_name(x, s);
        g_string_append(c->line, ",\"name\":");
        json_text(c->line, text);
        g_string_append_printf(c->line, ",\"cat\":\"step\",\"args\":{\"step\":%" PRId64 ",\"warm\":%" PRId64 "}", s->num, s->warm);
        end(x, c);
    }
}

/* ---- arrows ------------------------------------------------------------------------------------------------------------------------------ */

typedef struct Member {
    int64_t event, lane, start_ns;
} Member;

typedef struct Arrow {
    Chrome *c;
    GHashTable *track; /* lane -> ExportTrack */
    int64_t after_ns;  /* is added to the run's times */
    int64_t meeting;   /* of the member that was read last; 0 = none was */
    Member last;
    bool begun;
} Arrow;

static void put_flow(Export *x, Arrow *a, const char *ph, Member m, const char *id, const char *what)
{
    const ExportTrack *t = g_hash_table_lookup(a->track, &m.lane);
    if (!t)
        return;
    int row = GPOINTER_TO_INT(g_hash_table_lookup(a->c->row_of, &m.event));
    begin(a->c, ph);
    g_string_append_printf(a->c->line, ",\"pid\":%d,\"tid\":%d,\"id\":\"%s\",\"name\":\"%s\",\"cat\":\"%s\",\"bp\":\"e\"", t->place->number,
                           tid_of(a->c, t, row), id, what, what);
    put_us(a->c->line, "ts", m.start_ns + a->after_ns);
    end(x, a->c);
}

/* The member read last is the end of its arrow if the next one is of another meeting. */
static void put_member(Export *x, Arrow *a, int64_t next_meeting)
{
    bool last = next_meeting != a->meeting;
    g_autofree char *id = g_strdup_printf("m%" PRId64, a->meeting);
    if (a->meeting && (a->begun || !last))
        put_flow(x, a, !a->begun ? "s" : last ? "f" : "t", a->last, id, "collective");
    a->begun = !last;
}

static bool each_member(Export *x, sqlite3_stmt *row, void *data)
{
    Arrow *a = data;
    int64_t meeting = sqlite3_column_int64(row, 0);
    put_member(x, a, meeting);
    a->meeting = meeting;
    a->last = (Member){ sqlite3_column_int64(row, 3), sqlite3_column_int64(row, 1), sqlite3_column_int64(row, 2) };
    return true;
}

static bool each_arrow(Export *x, sqlite3_stmt *row, void *data)
{
    Arrow *a = data;
    int64_t from = sqlite3_column_int64(row, 0), to = sqlite3_column_int64(row, 1);
    g_autofree char *id = g_strdup_printf("a%" PRId64 "_%" PRId64, from, to);
    const char *what = sqlite3_column_int64(row, 6) == 1 ? "launch" : "arrow";
    put_flow(x, a, "s", (Member){ from, sqlite3_column_int64(row, 2), sqlite3_column_int64(row, 3) }, id, what);
    put_flow(x, a, "f", (Member){ to, sqlite3_column_int64(row, 4), sqlite3_column_int64(row, 5) }, id, what);
    return true;
}

static bool put_arrows_of(Export *x, Arrow *a, const ExportRun *r, GError **error)
{
    a->after_ns = r->after_ns;
    a->meeting = 0;
    a->begun = false;
    bool ok = export_each(x, EXPORT_ASK("SELECT e.coll_id, e.lane_id, e.start_ns, e.id FROM event e WHERE e.coll_id IS NOT NULL AND e.cat <> 8"
                                        " AND e.lane_id IN (SELECT id FROM lane WHERE run_id = ?1) AND e.start_ns >= ?2 AND e.start_ns < ?3 ORDER BY e.coll_id, e.start_ns, e.id",
                                        r->run->id, x->from_ns, x->to_ns), each_member, a, error);
    put_member(x, a, 0);
    return ok && export_each(x, EXPORT_ASK("SELECT f.from_event, f.to_event, p.lane_id, p.start_ns, q.lane_id, q.start_ns, f.kind FROM flow f CROSS JOIN event p ON p.id = f.from_event"
                                           " CROSS JOIN event q ON q.id = f.to_event CROSS JOIN lane l ON l.id = p.lane_id"
                                           " WHERE l.run_id = ?1 AND p.start_ns >= ?2 AND p.start_ns < ?3", r->run->id, x->from_ns, x->to_ns), each_arrow, a, error);
}

static bool put_arrows(Export *x, Chrome *c, const ExportRuns *runs, GError **error)
{
    Arrow a = { .c = c, .track = g_hash_table_new(g_int64_hash, g_int64_equal) };
    for (guint i = 0; i < c->tracks->tracks->len; i++) {
        ExportTrack *t = TRACE_AT(c->tracks->tracks, ExportTrack, i);
        for (guint k = 0; k < t->parts->len; k++)
            g_hash_table_insert(a.track, &TRACE_AT(t->parts, ExportPart, k)->id, t);
    }
    bool ok = true;
    for (guint k = 0; ok && k < runs->runs->len; k++)
        ok = put_arrows_of(x, &a, TRACE_AT(runs->runs, ExportRun, k), error);
    g_hash_table_unref(a.track);
    return ok;
}

/* ---- counters ---------------------------------------------------------------------------------------------------------------------------- */

static void begin_counter(Export *x, const ExportCounter *k, void *data)
{
    (void)x, (void)k, (void)data;
}

static void put_value(Export *x, const ExportCounter *k, int64_t ts_ns, double value, void *data)
{
    Chrome *c = data;
    begin(c, "C");
    g_string_append_printf(c->line, ",\"pid\":%d,\"tid\":0", k->place->number);
    put_us(c->line, "ts", ts_ns);
    g_string_append(c->line, ",\"name\":");
    json_text(c->line, k->name);
    g_string_append_printf(c->line, ",\"args\":{\"%s\":", k->bytes ? "bytes" : k->unit ? k->unit : "value");
    if (k->bytes)
        g_string_append_printf(c->line, "%" PRId64, export_whole(value));
    else
        json_real(c->line, value);
    g_string_append_c(c->line, '}');
    end(x, c);
}

/* ---- the file ------------------------------------------------------------------------------------------------------------------------------ */

bool export_chrome(Export *x, GError **error)
{
    g_autoptr(ExportRuns) runs = export_runs(x, error);
    g_autoptr(ExportTracks) t = runs ? export_timeline(x, runs, error) : NULL;
    if (!t)
        return false;
    Chrome c = { .tracks = t, .line = g_string_sized_new(1024), .rows = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL),
                 .row_of = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL) };
    c.has_flows = db_int(x->db, "SELECT EXISTS (SELECT 1 FROM flow)", NULL, 0, 0) == 1;
    g_string_append(c.line, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    put_names(x, &c);
    put_steps(x, &c);
    const SliceCalls slices = { put_slice, NULL, &c };
    bool ok = true;
    for (guint i = 0; ok && i < t->tracks->len; i++)
        ok = export_slices(x, TRACE_AT(t->tracks, ExportTrack, i), &slices, error);
    const CounterCalls counters = { begin_counter, put_value, &c };
    ok = ok && put_arrows(x, &c, runs, error) && export_counters(x, t, &counters, error);
    g_string_append(c.line, "\n],\n\"metadata\":{\"producer\":\"shardscope\",\"run\":");
    json_text(c.line, ((const ExportPlace *)t->places->pdata[0])->name);
    g_string_append_printf(c.line, ",\"epoch_ns\":\"%" PRId64 "\",\"note\":", runs->epoch_ns);
    json_text(c.line, x->note->str);
    g_string_append(c.line, "}}\n");
    put_string(x, c.line);
    g_string_free(c.line, TRUE);
    g_hash_table_unref(c.rows);
    g_hash_table_unref(c.row_of);
    return ok;
}
