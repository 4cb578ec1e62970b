/* What the process says of itself: who it is, what it holds and does, and what a program is compiled from. Called by the thread that
 * answers. protocol.md describes the lines. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/clock.h"
#include "runtime/ir/decision.h"
#include "runtime/sim/collective.h"
#include "runtime/watch/watch_impl.h"

/* Rows of one answer: more are counted, so that an answer stays small. */
enum { MAX_ARRAYS = 200, MAX_PROGRAMS = 64, MAX_COLLECTIVES = 32 };

/* ---- who --------------------------------------------------------------------------------------------------------------- */

/* "python train.py --steps 100". To be freed. */
static char *command_line(void)
{
    g_autofree char *raw = NULL;
    gsize n = 0;
    if (!g_file_get_contents("/proc/self/cmdline", &raw, &n, NULL))
        return g_strdup("");
    for (gsize i = 0; i + 1 < n; i++)
        if (raw[i] == '\0')
            raw[i] = ' ';
    enum { MOST = 400 };
    return g_strndup(raw, MIN(n, MOST));
}

static void print_who(GString *s)
{
    g_autofree char *command = command_line();
    g_string_append_printf(s, "\"pid\":%d,\"command\":", (int)getpid());
    wire_print_text(s, command);
    g_string_append_printf(s, ",\"now_ns\":%" PRId64 ",\"real_ns\":%" PRId64, clock_ns(), g_get_real_time() * INT64_C(1000));
}

char *status_hello_line(void)
{
    GString *s = g_string_new(NULL);
    g_string_append_printf(s, "{\"hello\":{\"version\":%d,", WIRE_VERSION);
    print_who(s);
    g_string_append(s, "}}\n");
    return g_string_free(s, FALSE);
}

/* ---- memory and arrays -------------------------------------------------------------------------------------------------------- */

static void print_devices(GString *s, WatchGroup *g)
{
    g_string_append(s, "\"devices\":[");
    for (int d = 0; d < g->n_devices; d++) {
        WatchMemory m = { 0 };
        g->ops.memory(g->user, d, &m);
        g_string_append_printf(s, "%s{\"device\":%d,\"in_use\":%" PRId64 ",\"peak\":%" PRId64 ",\"limit\":%" PRId64 ",\"arrays\":%" PRId64 "}", d ? "," : "", d, m.in_use,
                               m.peak, m.limit, m.n_arrays);
    }
    g_string_append(s, "]");
}

typedef struct ArrayRow {
    char *line, *type, *sharding;
    int64_t bytes;
    double count;
} ArrayRow;

static void array_row_free(gpointer p)
{
    ArrayRow *r = p;
    g_free(r->line);
    g_free(r->type);
    g_free(r->sharding);
    g_free(r);
}

static void add_arrays(void *to, const WatchArrays *a)
{
    ArrayRow *r = g_new(ArrayRow, 1);
    *r = (ArrayRow){ g_strdup(a->line), g_strdup(a->type), g_strdup(a->sharding), a->bytes, a->count };
    g_ptr_array_add(to, r);
}

static gint same_thing(gconstpointer x, gconstpointer y)
{
    const ArrayRow *a = *(ArrayRow *const *)x, *b = *(ArrayRow *const *)y;
    int order = strcmp(a->line, b->line);
    order = order ? order : strcmp(a->type, b->type);
    return order ? order : strcmp(a->sharding, b->sharding);
}

static gint most_bytes(gconstpointer x, gconstpointer y)
{
    const ArrayRow *a = *(ArrayRow *const *)x, *b = *(ArrayRow *const *)y;
    return a->bytes != b->bytes ? (a->bytes < b->bytes ? 1 : -1) : same_thing(x, y);
}

/* Rows that differ in nothing become one. */
static GPtrArray *array_rows(WatchGroup *g)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(array_row_free);
    GPtrArray *rows = g_ptr_array_new_with_free_func(array_row_free);
    g->ops.arrays(g->user, add_arrays, all);
    g_ptr_array_sort(all, same_thing);
    for (guint i = 0; i < all->len; i++) {
        ArrayRow *last = rows->len ? rows->pdata[rows->len - 1] : NULL, *r = all->pdata[i];
        if (last && same_thing(&last, &r) == 0) {
            last->bytes += r->bytes;
            last->count += r->count;
        } else {
            g_ptr_array_add(rows, r);
            all->pdata[i] = NULL;
        }
    }
    for (guint i = 0; i < all->len; i++) /* those that moved to the other list are not freed with this one */
        if (!all->pdata[i])
            all->pdata[i] = g_new0(ArrayRow, 1);
    g_ptr_array_sort(rows, most_bytes);
    return rows;
}

static void print_arrays(GString *s, WatchGroup *g)
{
    g_autoptr(GPtrArray) rows = array_rows(g);
    g_string_append(s, ",\"arrays\":[");
    for (guint i = 0; i < MIN(rows->len, (guint)MAX_ARRAYS); i++) {
        const ArrayRow *r = rows->pdata[i];
        g_string_append(s, i ? ",{\"line\":" : "{\"line\":");
        wire_print_text(s, r->line);
        g_string_append(s, ",\"type\":");
        wire_print_text(s, r->type);
        g_string_append(s, ",\"sharding\":");
        wire_print_text(s, r->sharding);
        g_string_append_printf(s, ",\"count\":%.0f,\"bytes\":%" PRId64 "}", MAX(r->count, 1), r->bytes);
    }
    g_string_append_printf(s, "],\"more_arrays\":%u", rows->len > MAX_ARRAYS ? rows->len - MAX_ARRAYS : 0);
}

/* ---- programs --------------------------------------------------------------------------------------------------------------------- */

/* A program as it stands now. */
typedef struct ProgramRow {
    WatchProgram *p; /* to be compared only: it may be gone */
    char *name;
    int64_t id, n_devices, n_steps, last_ns, end_ns, began_ns;
    double rate;
} ProgramRow;

typedef struct CollectiveRow {
    char *program, *line;
    const char *kind;
    LastMeeting met;
} CollectiveRow;

/* What one pass over the programs of a group finds. */
typedef struct Finding {
    WatchGroup *group;
    GArray *programs, *collectives;
    int64_t now_ns;
} Finding;

static void program_row_clear(gpointer p)
{
    g_free(((ProgramRow *)p)->name);
}

static void collective_row_clear(gpointer p)
{
    g_free(((CollectiveRow *)p)->program);
    g_free(((CollectiveRow *)p)->line);
}

/* Steps a second: of the last WATCH_RECENT, and of those of the last ten seconds if they are more than one; the time since the last one
 * counts once it is longer than such steps take, so that the rate of a program that stopped falls. */
static double rate_of(const WatchProgram *p, int64_t now_ns)
{
    const int64_t window_ns = INT64_C(10000000000);
    int64_t n = MIN(p->n_steps, WATCH_RECENT), last = n ? p->ends[(p->n_steps - 1) % WATCH_RECENT] : 0, first = last;
    int64_t counted = 0;
    for (int64_t k = 1; k < n && (counted < 1 || now_ns - p->ends[(p->n_steps - 1 - k) % WATCH_RECENT] < window_ns); k++, counted++)
        first = p->ends[(p->n_steps - 1 - k) % WATCH_RECENT];
    if (!counted || last <= first)
        return 0;
    double each = (double)(last - first) / (double)counted, since = (double)(now_ns - last);
    double span = (double)(last - first) + (since > 2 * each ? since : 0);
    return 1e9 * (double)counted / span;
}

static void find_collectives(WatchProgram *p, const LastMeeting *met, Finding *f)
{
    const IrModule *local = p->compiled->local;
    DecisionLog *log = decision_log_new();
    for (int k = 0; k < local->n_comps; k++)
        for (int i = 0; i < local->comps[k]->n_ops; i++) {
            const IrOp *op = local->comps[k]->ops[i];
            CollKind kind = op_coll_kind(op);
            if (kind == COLL_NONE || met[op->id].step == 0)
                continue;
            CollectiveRow row = { .program = g_strdup(local->name), .line = g_strdup(decision_label(log, op)), .kind = coll_kind_names[kind], .met = met[op->id] };
            g_array_append_val(f->collectives, row);
        }
    decision_log_free(log);
}

static void find_program(WatchProgram *p, void *user)
{
    Finding *f = user;
    if (p->group != f->group)
        return;
    int n_ops = p->compiled->local->next_id;
    pthread_mutex_lock(&p->lock);
    ProgramRow row = { .p = p, .id = p->id, .n_devices = p->compiled->n_devices, .n_steps = p->n_steps, .last_ns = p->last_ns,
                       .end_ns = p->n_steps ? p->ends[(p->n_steps - 1) % WATCH_RECENT] : 0, .began_ns = atomic_load(&p->began_ns), .rate = rate_of(p, f->now_ns) };
    g_autofree LastMeeting *met = p->met ? g_memdup2(p->met, sizeof *p->met * (size_t)n_ops) : NULL;
    pthread_mutex_unlock(&p->lock);
    row.name = g_strdup(p->compiled->whole->name);
    g_array_append_val(f->programs, row);
    if (met)
        find_collectives(p, met, f);
}

static gint latest_program(gconstpointer x, gconstpointer y)
{
    const ProgramRow *a = x, *b = y;
    int64_t at_a = MAX(a->began_ns, a->end_ns), at_b = MAX(b->began_ns, b->end_ns);
    return at_a != at_b ? (at_a < at_b ? 1 : -1) : (a->id < b->id ? 1 : -1);
}

static gint latest_collective(gconstpointer x, gconstpointer y)
{
    const CollectiveRow *a = x, *b = y;
    return a->met.end_ns < b->met.end_ns ? 1 : a->met.end_ns > b->met.end_ns ? -1 : 0;
}

static void print_programs(GString *s, const Finding *f)
{
    g_string_append(s, ",\"programs\":[");
    guint n = MIN(f->programs->len, (guint)MAX_PROGRAMS);
    for (guint i = 0; i < n; i++) {
        const ProgramRow *r = &g_array_index(f->programs, ProgramRow, i);
        g_string_append(s, i ? ",{\"name\":" : "{\"name\":");
        wire_print_text(s, r->name);
        char rate[G_ASCII_DTOSTR_BUF_SIZE];
        g_ascii_formatd(rate, sizeof rate, "%.6g", r->rate);
        g_string_append_printf(s, ",\"devices\":%" PRId64 ",\"steps\":%" PRId64 ",\"rate\":%s,\"last_ns\":%" PRId64 ",\"ago_ns\":%" PRId64 ",\"running_ns\":%" PRId64 "}", r->n_devices,
                               r->n_steps, rate, r->last_ns, r->end_ns ? MAX(f->now_ns - r->end_ns, 0) : -1, r->began_ns ? MAX(f->now_ns - r->began_ns, 0) : -1);
    }
    g_string_append_printf(s, "],\"more_programs\":%u", f->programs->len - n);
}

static void print_collectives(GString *s, const Finding *f)
{
    g_string_append(s, ",\"collectives\":[");
    guint n = MIN(f->collectives->len, (guint)MAX_COLLECTIVES);
    for (guint i = 0; i < n; i++) {
        const CollectiveRow *r = &g_array_index(f->collectives, CollectiveRow, i);
        g_string_append(s, i ? ",{\"program\":" : "{\"program\":");
        wire_print_text(s, r->program);
        g_string_append_printf(s, ",\"kind\":\"%s\",\"line\":", r->kind);
        wire_print_text(s, r->line);
        g_string_append_printf(s, ",\"count\":%" PRId64 ",\"bytes\":%" PRId64 ",\"wait_ns\":%" PRId64 ",\"ns\":%" PRId64 ",\"ago_ns\":%" PRId64 "}", MAX(r->met.count, 1), r->met.bytes,
                               r->met.last_ns - r->met.first_ns, r->met.end_ns - r->met.last_ns, MAX(f->now_ns - r->met.end_ns, 0));
    }
    g_string_append_printf(s, "],\"more_collectives\":%u", f->collectives->len - n);
}

/* ---- status -------------------------------------------------------------------------------------------------------------------------- */

static void print_group(WatchGroup *g, void *user)
{
    GString *s = user;
    Finding f = { .group = g, .programs = g_array_new(FALSE, FALSE, sizeof(ProgramRow)), .collectives = g_array_new(FALSE, FALSE, sizeof(CollectiveRow)) };
    g_array_set_clear_func(f.programs, program_row_clear);
    g_array_set_clear_func(f.collectives, collective_row_clear);
    g_string_append_printf(s, "%s{\"group\":%d,\"kind\":\"%s\",", s->str[s->len - 1] == '[' ? "" : ",", g->number, g->ops.kind);
    print_devices(s, g);
    print_arrays(s, g);
    f.now_ns = clock_ns();
    registry_each_program(find_program, &f);
    g_array_sort(f.programs, latest_program);
    g_array_sort(f.collectives, latest_collective);
    print_programs(s, &f);
    print_collectives(s, &f);
    g_string_append(s, "}");
    g_array_unref(f.programs);
    g_array_unref(f.collectives);
}

char *status_line(void)
{
    GString *s = g_string_new("{\"status\":{");
    print_who(s);
    g_string_append(s, ",\"groups\":[");
    registry_each_group(print_group, s);
    g_string_append(s, "]}}\n");
    return g_string_free(s, FALSE);
}

/* ---- modules ---------------------------------------------------------------------------------------------------------------------------- */

char *status_module_line(WatchProgram *p, GBytes **source)
{
    const Compiled *c = p->compiled;
    if (!p->fingerprint) {
        g_autofree char *text = module_print(c->local, SPELL_HLO_SHORT);
        p->fingerprint = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    }
    *source = p->options && p->source ? g_bytes_ref(p->source) : NULL;
    GString *s = g_string_new("{\"module\":{\"program\":");
    g_string_append_printf(s, "%" PRId64 ",\"name\":", p->id);
    wire_print_text(s, c->whole->name);
    g_string_append(s, ",\"source\":");
    wire_print_text(s, p->source_name);
    g_string_append_printf(s, ",\"devices\":%" PRId64 ",\"cores\":%d,\"compiled_ns\":%" PRId64 ",\"compile_ns\":%" PRId64 ",\"fingerprint\":\"%s\",\"options\":",
                           c->n_devices, p->n_cores, c->start_ns, c->compile_ns, p->fingerprint);
    wire_print_text(s, p->options);
    g_string_append_printf(s, "},\"bytes\":%zu}\n", *source ? g_bytes_get_size(*source) : 0);
    return g_string_free(s, FALSE);
}
