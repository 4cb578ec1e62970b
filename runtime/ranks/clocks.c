/* The clocks of ranks on different machines. Rank 0 asks another for its clock, and takes it that the answer was given half way between asking and
 * hearing it, as NTP does: so what it learns is off by at most half the time that took. It asks several times in a row, keeps the quickest
 * answer, and does so again every second. Two clocks drift apart evenly, or nearly so: the line through the best comparison of the first third of
 * the run and the best of the last third is never further from the truth between the two than the worse of both, if drift is even; how far other comparisons
 * contradict the line is added to that.
 * Source: D. Mills, RFC 5905; the bound from lines through intervals: A. Duda et al., Estimating global time in distributed systems, 1987. */
#include <math.h>
#include <string.h>

#include "runtime/base/clock.h"
#include "runtime/ranks/ranks_impl.h"

enum { IN_A_ROW = 12, MOST_SAMPLES = 600, PATIENCE_MS = 1000 };
#define EVERY_NS INT64_C(1000000000)
#define APART_NS INT64_C(10000000) /* comparisons that are closer say nothing of drift */

/* When another's clock showed at_ns, rank 0's showed so much more, to within err_ns. */
typedef struct Sample {
    int64_t at_ns, off_ns, err_ns;
} Sample;

typedef struct Other {
    bool differs;    /* from rank 0's clock */
    VEC(Sample) v;   /* in the order of time; only on rank 0 */
    Sample best;     /* of those in a row */
    int left;        /* to be asked in this row; 0 = it is over */
} Other;

struct Clocks {
    int n;
    Other *others;
    RanksClock *to_0; /* by rank */
    int64_t next_ns;  /* when rank 0 begins the next row */
};

int64_t ranks_clock_apply(const RanksClock *c, int64_t ns)
{
    return ns + c->off_ns + (int64_t)llround(c->rate * (double)(ns - c->at_ns));
}

void clocks_free(Clocks *c)
{
    if (!c)
        return;
    for (int i = 0; i < c->n; i++)
        vec_clear(&c->others[i].v);
    g_free(c->others);
    g_free(c->to_0);
    g_free(c);
}

/* ---- on rank 0 --------------------------------------------------------------------------------------------------------------------- */

static Sample quickest(const Sample *v, int n)
{
    Sample best = v[0];
    for (int i = 1; i < n; i++)
        if (v[i].err_ns < best.err_ns)
            best = v[i];
    return best;
}

static RanksClock line(const Sample *v, int n)
{
    int third = MAX(n / 3, 1);
    Sample a = quickest(v, third), b = quickest(v + n - third, third);
    RanksClock c = { .at_ns = a.at_ns, .off_ns = a.off_ns, .err_ns = a.err_ns };
    if (b.at_ns - a.at_ns >= APART_NS) {
        c.rate = (double)(b.off_ns - a.off_ns) / (double)(b.at_ns - a.at_ns);
        c.err_ns = MAX(a.err_ns, b.err_ns);
    }
    int64_t beyond = 0;
    for (int i = 0; i < n; i++) {
        int64_t is = ranks_clock_apply(&c, v[i].at_ns) - v[i].at_ns - v[i].off_ns;
        beyond = MAX(beyond, (is < 0 ? -is : is) - v[i].err_ns);
    }
    c.err_ns += beyond;
    return c;
}

/* Half of the older ones go when there are many. */
static void add_sample(Clocks *c, int rank, Sample s)
{
    Other *o = &c->others[rank];
    if (o->v.n >= MOST_SAMPLES) {
        int kept = 0;
        for (int i = 0; i + 1 < o->v.n; i += 2)
            o->v.v[kept++] = quickest(o->v.v + i, 2);
        o->v.n = kept;
    }
    vec_push(&o->v, s);
    c->to_0[rank] = line(o->v.v, o->v.n);
}

static void ask(Ranks *r, int rank)
{
    Clocks *c = r->clocks;
    Outgoing *o = outgoing_new(rank, (Head){ .kind = HEAD_PING, .a = clock_ns() });
    outgoing_text(o, c->to_0, MIN(sizeof *c->to_0 * (size_t)c->n, (size_t)HEAD_INLINE / sizeof *c->to_0 * sizeof *c->to_0));
    ranks_queue(r, o);
}

static void begin_row(Ranks *r)
{
    Clocks *c = r->clocks;
    for (int i = 1; i < c->n; i++)
        if (c->others[i].differs && !c->others[i].left) {
            c->others[i].left = IN_A_ROW;
            c->others[i].best.err_ns = INT64_MAX;
            ask(r, i);
        }
    c->next_ns = clock_ns() + EVERY_NS;
}

void clocks_look(Ranks *r)
{
    if (r->clocks && ranks_me(r) == 0 && !r->closing && !r->trouble && clock_ns() >= r->clocks->next_ns)
        begin_row(r);
}

static void answered(Ranks *r, const Incoming *in)
{
    Clocks *c = r->clocks;
    Other *o = &c->others[in->from];
    int64_t took = clock_ns() - in->head.a;
    if (!o->left)
        return;
    if (took >= 0 && took / 2 < o->best.err_ns)
        o->best = (Sample){ .at_ns = in->head.b, .off_ns = in->head.a + took / 2 - in->head.b, .err_ns = took / 2 + 1 };
    if (--o->left > 0) {
        ask(r, in->from);
        return;
    }
    add_sample(c, in->from, o->best);
    pthread_cond_broadcast(&r->news);
}

/* ---- on all ------------------------------------------------------------------------------------------------------------------------ */

void clocks_head(Ranks *r, const Incoming *in)
{
    Clocks *c = r->clocks;
    if (!c)
        return;
    if (in->head.kind == HEAD_PONG) {
        if (ranks_me(r) == 0)
            answered(r, in);
        return;
    }
    int64_t now = clock_ns();
    ranks_queue(r, outgoing_new(in->from, (Head){ .kind = HEAD_PONG, .a = in->head.a, .b = now }));
    memcpy(c->to_0, in->text, MIN((size_t)in->head.inline_bytes, sizeof *c->to_0 * (size_t)c->n));
}

static bool row_is_over(void *user)
{
    const Ranks *r = user;
    for (int i = 1; i < r->clocks->n; i++)
        if (r->clocks->others[i].left)
            return r->trouble != NULL;
    return true;
}

/* Rank 0 waits until the row that goes on is over, or one that begins now. Gives up after a while: who does not answer keeps the clock it had. */
static void finish_row(Ranks *r, const Stop *stop)
{
    pthread_mutex_lock(&r->lock);
    int64_t until = clock_ns() + PATIENCE_MS * INT64_C(1000000);
    begin_row(r);
    pthread_mutex_unlock(&r->lock);
    ranks_help(r, row_is_over, NULL, r, false);
    pthread_mutex_lock(&r->lock);
    while (!row_is_over(r) && !stop_requested(stop) && clock_ns() < until) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        t.tv_nsec += 20000000;
        if (t.tv_nsec >= 1000000000) {
            t.tv_nsec -= 1000000000;
            t.tv_sec++;
        }
        pthread_cond_timedwait(&r->news, &r->lock, &t);
    }
    pthread_mutex_unlock(&r->lock);
}

bool ranks_clock_again(Ranks *r, const Stop *stop, GError **error)
{
    Clocks *c = r ? r->clocks : NULL;
    if (!c)
        return true;
    size_t bytes = sizeof *c->to_0 * (size_t)c->n;
    if (ranks_me(r) == 0) {
        finish_row(r, stop);
        for (int i = 1; i < c->n; i++) {
            pthread_mutex_lock(&r->lock);
            GBytes *told = g_bytes_new(c->to_0, bytes);
            pthread_mutex_unlock(&r->lock);
            ranks_send(r, i, RANKS_CLOCK, told);
        }
        return ranks_go_on(r, error);
    }
    g_autoptr(GBytes) told = ranks_receive(r, 0, RANKS_CLOCK, stop, error);
    if (!told)
        return false;
    pthread_mutex_lock(&r->lock);
    memcpy(c->to_0, g_bytes_get_data(told, NULL), MIN(bytes, g_bytes_get_size(told)));
    pthread_mutex_unlock(&r->lock);
    return true;
}

bool clocks_compare(Ranks *r, char *const *whose, GError **error)
{
    int n = ranks_n(r);
    bool any = false;
    for (int i = 1; i < n; i++)
        any |= !g_str_equal(whose[i], whose[0]);
    if (!any)
        return true;
    Clocks *c = g_new0(Clocks, 1);
    *c = (Clocks){ .n = n, .others = g_new0(Other, n), .to_0 = g_new0(RanksClock, n), .next_ns = INT64_MAX };
    for (int i = 0; i < n; i++)
        c->others[i].differs = !g_str_equal(whose[i], whose[0]);
    pthread_mutex_lock(&r->lock);
    r->clocks = c;
    pthread_mutex_unlock(&r->lock);
    /* Nobody asks before all have got so far. */
    for (int i = 1; i < n; i++) {
        int from = ranks_me(r) == 0 ? i : 0;
        if (ranks_me(r) != 0 && i != ranks_me(r))
            continue;
        if (ranks_me(r) != 0)
            ranks_send(r, 0, RANKS_CLOCK, g_bytes_new("", 0));
        g_autoptr(GBytes) there = ranks_me(r) == 0 ? ranks_receive(r, from, RANKS_CLOCK, NULL, error) : g_bytes_new("", 0);
        if (!there)
            return false;
    }
    return ranks_clock_again(r, NULL, error);
}

RanksClock ranks_clock_now(Ranks *r, int rank)
{
    pthread_mutex_lock(&r->lock);
    RanksClock c = r->clocks && rank < r->clocks->n ? r->clocks->to_0[rank] : (RanksClock){ 0 };
    pthread_mutex_unlock(&r->lock);
    return c;
}

int64_t ranks_clock(Ranks *r, int rank)
{
    if (!r->clocks || rank == ranks_me(r)) /* is there before any meeting */
        return 0;
    RanksClock theirs = ranks_clock_now(r, rank), mine = ranks_clock_now(r, ranks_me(r));
    int64_t now = clock_ns(), on_0 = ranks_clock_apply(&mine, now);
    int64_t shown = on_0 - theirs.off_ns; /* by the other's clock, but for what it drifted */
    return now - (shown - (ranks_clock_apply(&theirs, shown) - on_0));
}
