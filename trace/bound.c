/* What bounds a step. See bound.h. Of the parts that a step's time falls into, the largest names the bound; what moves
 * data, and the change of annotations that gains most, are added where they matter. */
#include "trace/bound.h"

#include <math.h>
#include <string.h>

#include "trace/shares.h"
#include "trace/units.h"
#include "trace/verdict.h"

#define WORTH_SAYING 0.05 /* of the step */
#define WORTH_CHANGING 0.01

/* The reshards of one value by one kind of collectives together. */
typedef struct Mover {
    const TraceReshardRow *row;
    double ns;
} Mover;

/* Time that a reshard takes of a step with a timeline; else its price. */
static double time_of(const TraceReshardRow *r, bool timed)
{
    if (!timed)
        return r->est_ns.known ? r->est_ns.v : 0;
    return r->exposed_ns.known ? (double)r->exposed_ns.v : r->moved_ns.known ? (double)r->moved_ns.v : 0;
}

static const char *name_of(const TraceReshardRow *r)
{
    static const char result[] = "the result of ";
    const char *label = r->value_label ? r->value_label : r->value;
    return label && g_str_has_prefix(label, result) ? label + strlen(result) : label;
}

static Mover largest_mover(const GArray *reshards, bool timed)
{
    Mover best = { 0 };
    g_autoptr(GHashTable) sums = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    for (guint i = 0; reshards && i < reshards->len; i++) {
        const TraceReshardRow *r = TRACE_AT(reshards, TraceReshardRow, i);
        if (!r->kinds || !name_of(r))
            continue;
        g_autofree char *key = g_strconcat(r->kinds, " ", name_of(r), NULL);
        Mover *m = g_hash_table_lookup(sums, key);
        if (!m) {
            m = g_new0(Mover, 1);
            m->row = r;
            g_hash_table_insert(sums, g_steal_pointer(&key), m);
        }
        m->ns += time_of(r, timed);
        if (m->ns > best.ns)
            best = *m;
    }
    return best;
}

/* Names have lines without folders; so has what stands beside them. */
static const char *plain_line(const char *at)
{
    const char *slash = at ? strrchr(at, '/') : NULL;
    return slash ? slash + 1 : at;
}

/* "all-gathers of w1 (programs.py:87)"; a name that has a line already gets no other. */
static char *mover_text(const Mover *m)
{
    g_auto(GStrv) kinds = g_strsplit(m->row->kinds, ",", -1);
    g_autofree char *all = g_strjoinv("s and ", kinds);
    const char *name = name_of(m->row), *at = strchr(name, '(') ? NULL : plain_line(m->row->at);
    return g_strdup_printf("%ss of %s%s%s%s", all, name, at ? " (" : "", at ? at : "", at ? ")" : "");
}

static void add_mover(GString *out, const TraceBoundFacts *f, double moving, double step, bool timed)
{
    Mover m = largest_mover(f->reshards, timed);
    if (!timed) { /* prices are those of collectives alone: of what nothing hides, each has its share */
        double alone = 0;
        for (guint i = 0; f->kinds && i < f->kinds->len; i++)
            alone += TRACE_AT(f->kinds, TraceCollKind, i)->est_ns.known ? fmax(TRACE_AT(f->kinds, TraceCollKind, i)->est_ns.v, 0) : 0;
        m.ns *= alone > moving ? moving / alone : 1;
    }
    if (!m.row || m.ns < 0.1 * moving)
        return;
    g_autofree char *text = mover_text(&m);
    g_string_append_printf(out, ", %s alone %s", text, trace_percent(fmin(100 * m.ns / step, 100)).s);
}

/* The device that the others wait for most. */
static const TraceDeviceLoad *latest(const GArray *load)
{
    const TraceDeviceLoad *most = NULL;
    for (guint i = 0; load && i < load->len; i++) {
        const TraceDeviceLoad *l = TRACE_AT(load, TraceDeviceLoad, i);
        if (l->n_last > 0 && (!most || l->late_ns > most->late_ns))
            most = l;
    }
    return most;
}

/* A predicted run says of each reshard what nothing hides of it; beside a measured one there are only prices. */
static bool exposed_known(const GArray *reshards)
{
    for (guint i = 0; reshards && i < reshards->len; i++)
        if (TRACE_AT(reshards, TraceReshardRow, i)->exposed_ns.known)
            return true;
    return false;
}

static void add_predicted(GString *out, const TraceBoundFacts *f)
{
    double step = f->est_ns.v;
    TraceShares sh = trace_predicted_shares(step, f->planned, f->kinds);
    double moving = sh.ns[TRACE_SHARE_EXPOSED];
    bool waiting = sh.ns[TRACE_SHARE_WAIT] > fmax(sh.ns[TRACE_SHARE_COMPUTE], moving);
    const char *what = waiting ? "waiting bounds" : moving > step / 2 ? "collectives bound" : "computing bounds";
    g_string_append_printf(out, "%c%s the predicted step of %s", out->len ? *what : g_ascii_toupper(*what), what + 1, trace_ns(step).s);
    if (moving <= 0)
        return;
    g_string_append_printf(out, ": moving data takes %s of it", trace_percent(100 * moving / step).s);
    if (moving >= WORTH_SAYING * step)
        add_mover(out, f, moving, step, f->predicted && exposed_known(f->reshards));
}

/* The dearest op, as its user knows it; a name that has a line already gets no other. */
static void add_op(GString *out, const TraceBoundFacts *f, double percent)
{
    const char *name = f->op->label ? f->op->label : f->op->name, *at = strchr(name, '(') ? NULL : plain_line(f->op_at);
    g_string_append_printf(out, ", %s%s%s%s alone %s", name, at ? " (" : "", at ? at : "", at ? ")" : "", trace_percent(percent).s);
}

/* "8 devices share 2 cores"; several processes may have more threads together than there are cores. */
static char *share_text(const TraceBoundFacts *f, int n_devices)
{
    if (f->n_cores < 1)
        return g_strdup("the devices share the cores");
    if (f->n_processes > 1)
        return g_strdup_printf("%d devices share %d threads of %d processes", n_devices, f->n_cores, f->n_processes);
    return g_strdup_printf("%d devices share %d core%s", n_devices, f->n_cores, f->n_cores == 1 ? "" : "s");
}

static void add_measured(GString *out, const TraceBoundFacts *f, const TraceShares *sh)
{
    double part[TRACE_N_SHARES];
    int top = 0;
    for (int k = 0; k < TRACE_N_SHARES; k++) {
        part[k] = sh->ns[k] / sh->sum_ns;
        top = part[k] > part[top] ? k : top;
    }
    double shared = part[TRACE_SHARE_QUEUE] + part[TRACE_SHARE_WAIT], moving = part[TRACE_SHARE_EXPOSED];
    /* While devices share cores, waiting for a device is mostly waiting for one that waits for a core. */
    if (part[TRACE_SHARE_QUEUE] >= 0.1 && shared > part[top]) {
        g_autofree char *cores = share_text(f, sh->n_devices);
        g_string_append_printf(out, "The cores of %s bound the step: %s, and a device waits for a core during %s of the step and for other devices during %s; computing takes %s",
                               f->n_machines > 1 ? "these machines" : "this machine", cores, trace_percent(100 * part[TRACE_SHARE_QUEUE]).s, trace_percent(100 * part[TRACE_SHARE_WAIT]).s, trace_percent(100 * part[TRACE_SHARE_COMPUTE]).s);
        if (f->est_ns.known && f->est_ns.v > 0) {
            g_string_append(out, "; with a core for each device, ");
            add_predicted(out, f);
            return;
        }
    } else if (top == TRACE_SHARE_COMPUTE) {
        g_string_append_printf(out, "Computing bounds the step: it takes %s", trace_percent(100 * part[top]).s);
        if (f->op && (double)f->op->self_ns > WORTH_SAYING * sh->sum_ns)
            add_op(out, f, fmin(100 * (double)f->op->self_ns / sh->sum_ns, 100));
    } else if (top == TRACE_SHARE_WAIT) {
        const TraceDeviceLoad *l = latest(f->load);
        g_string_append_printf(out, "Waiting for other devices bounds the step: it takes %s", trace_percent(100 * part[top]).s);
        if (l)
            g_string_append_printf(out, ", and device %" G_GINT64_FORMAT " is waited for longest", l->global_id);
    } else if (top == TRACE_SHARE_IDLE) {
        g_string_append_printf(out, "The devices are idle during %s of the step", trace_percent(100 * part[top]).s);
    } else if (top != TRACE_SHARE_EXPOSED) {
        g_string_append_printf(out, "The step is bound by %s: %s of it", trace_share_name(top), trace_percent(100 * part[top]).s);
    }
    if (out->len && moving < WORTH_SAYING)
        return;
    g_string_append_printf(out, out->len ? "; moving data takes %s" : "Collectives bound the step: moving data takes %s of it", trace_percent(100 * moving).s);
    add_mover(out, f, sh->ns[TRACE_SHARE_EXPOSED], sh->sum_ns, true);
}

enum { SHORT = 160 }; /* bytes of two changes that a sentence can name */

char *trace_bound_of(const TraceBoundFacts *f)
{
    TraceShares sh = trace_shares(f->parts);
    g_autoptr(GString) out = g_string_new(NULL), fits = g_string_new(NULL);
    if (f->peak.known && f->capacity.known && f->capacity.v > 0 && f->peak.v > f->capacity.v)
        g_string_append_printf(fits, "It does not fit: a device needs %s and has %s. ", trace_bytes(f->peak.v).s, trace_bytes(f->capacity.v).s);
    if (sh.n_devices && sh.sum_ns > 0 && !(f->predicted && f->est_ns.known))
        add_measured(out, f, &sh);
    else if (f->est_ns.known && f->est_ns.v > 0)
        add_predicted(out, f);
    else
        return NULL;
    const TraceRemedyRow *best = f->remedies && f->remedies->len ? TRACE_AT(f->remedies, TraceRemedyRow, 0) : NULL;
    if (best && best->gain_ns.known && best->before_ns.known && best->gain_ns.v > WORTH_CHANGING * best->before_ns.v) {
        g_auto(GStrv) parts = g_strsplit(best->text, "; ", -1);
        g_string_append_printf(out, "; a change would save %s: %s", trace_gain_text(best->gain_ns.v, best->before_ns.v).s, parts[0]);
        guint more = g_strv_length(parts) - 1;
        if (more == 1 && strlen(parts[0]) + strlen(parts[1]) < SHORT)
            g_string_append_printf(out, " and %s", parts[1]);
        else if (more)
            g_string_append_printf(out, ", and %u more with it", more);
    }
    g_string_append_c(out, '.');
    return g_strconcat(fits->str, out->str, NULL);
}

/* Processes and their machines. */
static void count_hosts(TraceBoundFacts *f, const GArray *hosts)
{
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < hosts->len; i++) {
        const TraceHostRow *h = TRACE_AT(hosts, TraceHostRow, i);
        if (!h->process.known)
            continue;
        f->n_processes++;
        f->n_machines += g_hash_table_add(names, (gpointer)(h->name ? h->name : ""));
    }
}

char *trace_bound(TraceReader *r, const TraceRunInfo *run, GError **error)
{
    g_autoptr(GArray) parts = trace_query_step_parts(r, run->id, 0, error);
    g_autoptr(GArray) reshards = parts ? trace_query_reshards(r, run->module_id, error) : NULL;
    g_autoptr(GArray) kinds = reshards ? trace_query_coll_kinds(r, run->module_id, error) : NULL;
    g_autoptr(GArray) planned = kinds ? trace_query_predicted_parts(r, run->id, error) : NULL;
    g_autoptr(GArray) remedies = planned ? trace_query_remedies(r, run->module_id, 0, error) : NULL;
    g_autoptr(GArray) load = remedies ? trace_query_device_load(r, run->id, error) : NULL;
    g_autoptr(GArray) lanes = load ? trace_query_lanes(r, run->id, error) : NULL;
    g_autoptr(GArray) hosts = lanes ? trace_query_hosts(r, run->id, error) : NULL;
    g_autoptr(GArray) peaks = hosts ? trace_query_peaks(r, run->id, error) : NULL;
    g_autoptr(GArray) ops = peaks ? trace_query_op_totals(r, run->id, error) : NULL;
    if (!ops)
        return NULL;
    TraceBoundFacts f = { .est_ns = run->est_ns, .predicted = run->kind == TRACE_RUN_PREDICTED && planned->len, .parts = parts, .reshards = reshards, .planned = planned, .kinds = kinds, .remedies = remedies, .load = load };
    if (peaks->len) {
        f.peak = run->peak_bytes;
        f.capacity = TRACE_AT(peaks, TracePeakRow, 0)->capacity;
    }
    for (guint i = 0; i < lanes->len; i++)
        f.n_cores += TRACE_AT(lanes, TraceLaneRow, i)->kind == TRACE_LANE_CORE;
    for (guint i = 0; i < ops->len && !f.op; i++) /* most time first */
        f.op = TRACE_AT(ops, TraceOpTotal, i)->coll_ns ? NULL : TRACE_AT(ops, TraceOpTotal, i);
    count_hosts(&f, hosts);
    g_autoptr(GArray) inst = f.op && f.op->inst_id ? trace_query_inst(r, f.op->inst_id, error) : NULL;
    if (f.op && f.op->inst_id && !inst)
        return NULL;
    f.op_at = inst && inst->len ? TRACE_AT(inst, TraceInstRow, 0)->at : NULL;
    char *said = trace_bound_of(&f);
    return said ? said : g_strdup("");
}
