/* Why one run is slower than another. Of two predicted steps it is known which of their parts differ and by how much: the largest is named first, and
 * then what the compiler recorded about that one. Of others: first the reshards that only the slower one has, with the reasons that
 * the compiler recorded; then repeated arithmetic; if neither differs, where the time went. Reasons are never
 * invented: without a recorded one the sentence only says what differs. */
#include "trace/report/compare_why.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/capped.h"
#include "trace/report/compare_ops.h"
#include "trace/shares.h"
#include "trace/units.h"

enum { REASONS = 3 };

typedef struct Extra {
    const TraceReshardRow *row;
    int64_t bytes; /* bytes that it moves more than the same reshard in the fastest run */
} Extra;

static int by_bytes(const void *pa, const void *pb)
{
    const Extra *a = pa, *b = pb;
    if (a->bytes != b->bytes)
        return a->bytes < b->bytes ? 1 : -1;
    return (a->row->seq > b->row->seq) - (a->row->seq < b->row->seq);
}

/* The same value, for the same consumer, by the same kinds of collectives. */
static bool is_same_change(const TraceReshardRow *a, const TraceReshardRow *b)
{
    return g_strcmp0(a->value, b->value) == 0 && g_strcmp0(a->consumer, b->consumer) == 0 &&
           g_strcmp0(a->kinds, b->kinds) == 0 && a->leaf == b->leaf;
}

static GArray *extra_reshards(const WhySide *c, const WhySide *fastest)
{
    GArray *extras = g_array_new(FALSE, FALSE, sizeof(Extra));
    g_autofree bool *used = g_new0(bool, fastest->reshards->len + 1);
    for (guint i = 0; i < c->reshards->len; i++) {
        Extra e = { TRACE_AT(c->reshards, TraceReshardRow, i), 0 };
        e.bytes = e.row->traffic.v;
        for (guint k = 0; k < fastest->reshards->len; k++) {
            const TraceReshardRow *other = TRACE_AT(fastest->reshards, TraceReshardRow, k);
            if (used[k] || !is_same_change(e.row, other))
                continue;
            used[k] = true;
            e.bytes = sub_capped(e.bytes, other->traffic.v);
            break;
        }
        if (e.bytes > 0)
            g_array_append_val(extras, e);
    }
    if (extras->len)
        qsort(extras->data, extras->len, sizeof(Extra), by_bytes);
    return extras;
}

static void say(GString *s, const char *fmt, ...) G_GNUC_PRINTF(2, 3);
static void say(GString *s, const char *fmt, ...)
{
    if (s->len)
        g_string_append(s, "; ");
    va_list args;
    va_start(args, fmt);
    g_string_append_vprintf(s, fmt, args);
    va_end(args);
}

static void say_reshards(GString *s, const WhySide *c, const WhySide *fastest)
{
    g_autoptr(GArray) extras = extra_reshards(c, fastest);
    int64_t rest = 0, all = 0;
    for (guint i = 0; i < extras->len; i++) {
        const Extra *e = &g_array_index(extras, Extra, i);
        const TraceReshardRow *x = e->row;
        all = add_capped(all, e->bytes);
        if (i >= REASONS) {
            rest = add_capped(rest, e->bytes);
            continue;
        }
        g_autofree char *bytes = g_strdup(trace_bytes(e->bytes).s);
        g_auto(GStrv) each = g_strsplit(x->kinds ? x->kinds : x->plan, ",", x->kinds ? -1 : 1);
        g_autofree char *kinds = g_strjoinv(" and ", each);
        say(s, "%s of %s, %s%s", kinds, x->value_label ? x->value_label : x->value ? x->value : "a value", bytes,
            e->bytes < x->traffic.v ? " more" : "");
        if (x->why && *x->why)
            g_string_append_printf(s, ", because %s", x->why);
        if (x->at)
            g_string_append_printf(s, " (%s)", x->at);
    }
    if (extras->len > REASONS) {
        g_autofree char *bytes = g_strdup(trace_bytes(rest).s);
        say(s, "%u more layout change%s, %s", extras->len - REASONS, extras->len == REASONS + 1 ? "" : "s", bytes);
    }
    int64_t unexplained = sub_capped(sub_capped(c->traffic, fastest->traffic), all);
    if (!extras->len && unexplained > 0) {
        g_autofree char *bytes = g_strdup(trace_bytes(unexplained).s);
        say(s, "its collectives move %s more to a device each step", bytes);
    }
}

/* The op with the largest increase of work over all devices, compared with the fastest run. */
static const TraceOpSplitRow *most_repeated(const WhySide *c, const WhySide *fastest)
{
    const TraceOpSplitRow *worst = NULL;
    double most = 0;
    g_autoptr(GHashTable) there = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < fastest->splits->len; i++)
        g_hash_table_insert(there, (char *)TRACE_AT(fastest->splits, TraceOpSplitRow, i)->name, TRACE_AT(fastest->splits, TraceOpSplitRow, i));
    for (guint i = 0; i < c->splits->len; i++) {
        const TraceOpSplitRow *x = TRACE_AT(c->splits, TraceOpSplitRow, i);
        const TraceOpSplitRow *y = g_hash_table_lookup(there, x->name);
        double extra = x->flops_sum.v - (y ? y->flops_sum.v : x->flops_one.v);
        if (x->flops_sum.known && extra > most) {
            most = extra;
            worst = x;
        }
    }
    return worst;
}

static void say_arithmetic(GString *s, const WhySide *c, const WhySide *fastest)
{
    TraceReal here = c->run->flops_sum, there = fastest->run->flops_sum;
    if (!here.known || !there.known || there.v <= 0 || here.v < there.v * 1.01)
        return;
    g_autofree char *a = g_strdup(trace_flops(here.v).s), *b = g_strdup(trace_flops(there.v).s);
    say(s, "%.2f times the arithmetic, %s against %s", here.v / there.v, a, b);
    const TraceOpSplitRow *worst = most_repeated(c, fastest);
    if (worst)
        g_string_append_printf(s, ", most of it in %s: %s", worst->name, worst->why);
}

/* Where the time went, as the mean over devices of a warm step: the parts that the picture has, those which are more than a hundredth of what changed. */
static void say_parts(GString *s, const WhySide *c, const WhySide *fastest)
{
    if (c->shares.sum_ns <= 0 || fastest->shares.sum_ns <= 0)
        return;
    double change[TRACE_N_SHARES], all = 0;
    for (int k = 0; k < TRACE_N_SHARES; k++) {
        change[k] = c->shares.ns[k] - fastest->shares.ns[k];
        all += fabs(change[k]);
    }
    g_autoptr(GString) parts = g_string_new(NULL);
    for (int k = 0; k < TRACE_N_SHARES; k++)
        if (fabs(change[k]) >= fmax(1, all / 100))
            g_string_append_printf(parts, "%s%s %s%s", parts->len ? ", " : "", trace_share_name(k), change[k] < 0 ? "-" : "+", trace_ns(fabs(change[k])).s);
    if (parts->len)
        say(s, "a step: %s", parts->str);
}

/* ---- of predicted steps, part by part ---- */

typedef struct Term {
    const char *cause, *axes; /* axes NULL: none */
    double ns;                /* longer here */
} Term;

static bool is_exposed(const Term *t)
{
    return g_str_equal(t->cause, "exposed collectives");
}

static void add_term(GArray *terms, const TracePredictedPartRow *p, int sign)
{
    for (guint i = 0; i < terms->len; i++) {
        Term *t = &g_array_index(terms, Term, i);
        if (!g_str_equal(t->cause, p->cause) || g_strcmp0(t->axes, p->axes))
            continue;
        t->ns += sign * p->ns;
        return;
    }
    Term t = { p->cause, p->axes, sign * p->ns };
    g_array_append_val(terms, t);
}

/* What is longer here, the longest first; then what is shorter, likewise. */
static int by_size(const void *a, const void *b)
{
    double x = ((const Term *)a)->ns, y = ((const Term *)b)->ns;
    if ((x > 0) != (y > 0))
        return x > 0 ? -1 : 1;
    return fabs(x) < fabs(y) ? 1 : fabs(x) > fabs(y) ? -1 : 0;
}

/* What the parts of both steps differ by. */
static GArray *terms_of(const WhySide *c, const WhySide *fastest)
{
    GArray *terms = g_array_new(FALSE, FALSE, sizeof(Term));
    for (guint i = 0; i < c->planned->len; i++)
        add_term(terms, TRACE_AT(c->planned, TracePredictedPartRow, i), 1);
    for (guint i = 0; i < fastest->planned->len; i++)
        add_term(terms, TRACE_AT(fastest->planned, TracePredictedPartRow, i), -1);
    if (terms->len)
        qsort(terms->data, terms->len, sizeof(Term), by_size);
    return terms;
}

/* The largest parts; those that make less than a fiftieth of the difference are left out. */
static void say_terms(GString *s, const GArray *terms, double all)
{
    enum { MOST = 4 };
    const double least = 0.02;
    g_autoptr(GString) parts = g_string_new(NULL);
    for (guint i = 0, n = 0; i < terms->len && n < MOST; i++) {
        const Term *t = &g_array_index(terms, Term, i);
        if (fabs(t->ns) < MAX(least * fabs(all), 1))
            continue;
        n++;
        g_autofree char *time = g_strdup(trace_ns(fabs(t->ns)).s);
        g_string_append_printf(parts, "%s%s%s%s %s%s", parts->len ? ", " : "", t->cause, t->axes ? " over " : "", t->axes ? t->axes : "", t->ns < 0 ? "-" : "+", time);
    }
    say(s, "of its predicted step: %s", parts->str);
}

static bool is_collective_op(const TraceOpTotal *x)
{
    static const char *const kinds[] = { "all-gather", "all-reduce", "reduce-scatter", "all-to-all", "collective-permute", "collective-broadcast", "ragged-all-to-all" };
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (g_str_has_prefix(x->opcode, kinds[i]))
            return true;
    return false;
}

/* The op, no collective, that takes most longer here, if that is a good part of the difference. */
static void say_op(GString *s, const WhySide *c, const WhySide *fastest, double all)
{
    const double good = 0.2;
    if (!c->ops || !fastest->ops)
        return;
    const OpSide there = { fastest->run, fastest->ops }, here = { c->run, c->ops };
    g_autoptr(GArray) changes = op_changes(&there, &here);
    for (guint i = 0; i < changes->len; i++) {
        const OpChange *x = &g_array_index(changes, OpChange, i);
        if (x->ns <= 0 || !x->here || is_collective_op(x->here))
            continue;
        g_autofree char *time = g_strdup(trace_ns((double)x->ns).s);
        if ((double)x->ns >= good * all)
            say(s, "%s alone takes %s more", x->here->label, time);
        return;
    }
}

static const char *hardware_of(const WhySide *c)
{
    return c->run->hardware ? c->run->hardware : "other hardware";
}

/* False: what is known of the parts does not say it. */
static bool why_predicted(GString *s, const WhySide *c, const WhySide *fastest)
{
    const double some = 0.1; /* of the difference: worth a sentence */
    if (!c->planned || !fastest->planned || !c->planned->len || !fastest->planned->len)
        return false;
    g_autoptr(GArray) terms = terms_of(c, fastest);
    double all = c->shares.step_ns - fastest->shares.step_ns, exposed = 0, rest = 0;
    const Term *most = NULL; /* the largest that is longer here */
    for (guint i = 0; i < terms->len; i++) {
        const Term *t = &g_array_index(terms, Term, i);
        *(is_exposed(t) ? &exposed : &rest) += t->ns;
        most = !most && t->ns > 0 ? t : most;
    }
    if (!most || all < 1)
        return false;
    bool elsewhere = g_strcmp0(c->run->hardware, fastest->run->hardware) != 0;
    if (elsewhere)
        say(s, "predicted on %s, not on %s", hardware_of(c), hardware_of(fastest));
    say_terms(s, terms, all);
    if (!is_exposed(most) || rest > some * all) {
        say_arithmetic(s, c, fastest);
        say_op(s, c, fastest, all);
    }
    if (exposed > some * all && !elsewhere)
        say_reshards(s, c, fastest);
    return true;
}

/* ---- of any ---- */

static void why_measured(GString *s, const WhySide *c, const WhySide *fastest)
{
    say_reshards(s, c, fastest);
    bool moves = s->len > 0, as_many = moves && c->traffic <= fastest->traffic;
    if (as_many) /* other changes of layout, but no larger ones */
        say(s, "in all it receives %s", c->traffic == fastest->traffic ? "as many bytes" : "fewer bytes");
    guint before = (guint)s->len;
    say_arithmetic(s, c, fastest);
    if (s->len == before && (as_many || !moves)) {
        if (!moves)
            say(s, "neither layout changes nor arithmetic explain the difference");
        say_parts(s, c, fastest);
    }
}

WhySide why_side(const TraceRunInfo *run, int64_t traffic, const TraceShares *shares, const GArray *planned, const GArray *ops)
{
    bool measured = trace_run_has_measured_steps(run);
    return (WhySide){ .run = run, .traffic = traffic, .shares = *shares, .planned = measured ? NULL : planned, .ops = measured ? NULL : ops };
}

char *compare_why(const WhySide *c, const WhySide *fastest, const TraceDifference *d)
{
    GString *s = g_string_new(NULL);
    if (!why_predicted(s, c, fastest))
        why_measured(s, c, fastest);
    if (d && trace_is_noise(d))
        say(s, "but the difference of step times is within the noise");
    return g_string_free(s, FALSE);
}
