/* See xspace_events.h. Start at decode() for what is in an event, at serve() for the thread. */
#include "trace/import/xspace_events.h"

#include <pthread.h>
#include <signal.h>

enum {
    EVENTS = 1024, STATS = 8192, /* of a batch: whichever is full first ends it */
    MOST_STATS = 1 << 16,        /* of one event; what a damaged one has beyond is left out */
    BATCHES = 4,
    LONG_LINE = 1 << 17,         /* bytes: shorter ones are decoded before a thread is awake */
    SHORT_IDS = 128,
};

typedef struct Batch {
    XEvent event[EVENTS];
    guint n;
    XStat *stats;
    guint n_stats, room;
    bool bad;   /* bytes were damaged */
    bool last;  /* of its line */
} Batch;

/* A line that is read. */
typedef struct Job {
    const XPlane *p;
    WireMessage line;
    const uint8_t *at;            /* where the next event begins; NULL = at the first */
    bool is_wanted[XSTAT_N];
    bool is_other[SHORT_IDS];     /* by the number of the stat's name: nobody looks for it */
} Job;

struct XEvents {
    int n_threads;
    Job job;                 /* the other thread's while a line is read there */
    bool *bad;               /* the line's; NULL = no line is read */
    Batch *batch[BATCHES];
    guint at;                /* the next event of the batch at hand */
    Batch *now;              /* the batch at hand; NULL = none */
    bool ahead;              /* the line is decoded in the other thread */
    bool has_thread;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t more, room;
    guint n_full, first;     /* under lock: batches that are decoded, and the place of the first */
    bool reading, filling, quit; /* under lock: a line is to be read; a batch is being filled; the thread is to end */
};

/* ---- events -------------------------------------------------------------------------------------------------------------------- */

static XStat *new_stat(Batch *b)
{
    if (b->n_stats == b->room) {
        b->room = b->room ? b->room * 2 : 512;
        b->stats = g_renew(XStat, b->stats, b->room);
    }
    return &b->stats[b->n_stats++];
}

/* A number or the name of another stat whose bytes are all there are: a name below 128, a field, a varint. False for what is not that plain. */
static inline bool read_plain(const XPlane *p, const uint8_t *at, const uint8_t *end, XStat *out)
{
    enum { UNSIGNED = 3 << 3, SIGNED = 4 << 3, REF = 7 << 3 };
    uint64_t v;
    int field = at[2];
    const uint8_t *value = at + 3;
    if ((field != UNSIGNED && field != SIGNED && field != REF) || !wire_varint_at(&value, end, &v) || value != end)
        return false;
    *out = (XStat){ .type = XSTAT_INT, .integer = (int64_t)v, .name = p->dense_stats[at[1]] };
    if (field == REF) {
        out->ref = xplane_stat_name(p, (int64_t)v);
        out->type = out->ref ? XSTAT_TEXT : XSTAT_NONE;
        out->text = out->ref ? out->ref->name : NULL;
        out->n = out->ref ? (uint32_t)MIN(out->ref->n, (size_t)UINT32_MAX) : 0;
    }
    out->key = (uint8_t)out->name->key;
    return true;
}

/* The bytes of a stat. */
static void add_stat(const Job *j, Batch *b, const uint8_t *s, size_t n)
{
    enum { NAME = 1 << 3 };
    XStat *out = new_stat(b);
    if (n >= 4 && s[0] == NAME && s[1] < SHORT_IDS && s[1] < j->p->n_dense_stats && j->p->dense_stats[s[1]] && read_plain(j->p, s, s + n, out))
        return;
    xstat_read(j->p, (WireMessage){ s, n, &b->bad }, out);
    if (!j->is_wanted[out->key])
        b->n_stats--;
}

static void decode(const Job *j, Batch *b, WireMessage m)
{
    enum { STAT = 4 << 3 | 2, NAME = 1 << 3 };
    XEvent *e = &b->event[b->n++];
    guint first = b->n_stats;
    const uint8_t *at = m.p, *end = m.p + m.n;
    int64_t id = 0;
    WireField f;
    *e = (XEvent){ .m = m };
    while (at < end) {
        const uint8_t *s = at + 2;
        if (end - at >= 2 && at[0] == STAT && at[1] < 128 && at[1] <= end - s) {
            at = s + at[1];
            if (at - s >= 2 && s[0] == NAME && s[1] < SHORT_IDS && j->is_other[s[1]])
                continue; /* most are stats that nobody looks for */
            if (b->n_stats - first < MOST_STATS)
                add_stat(j, b, s, (size_t)(at - s));
            continue;
        }
        if (!wire_next(&at, end, &f, m.bad))
            break;
        if (f.type == 2 && f.number == 4 && b->n_stats - first < MOST_STATS)
            add_stat(j, b, f.bytes, f.n);
        if (f.type != 0)
            continue;
        if (f.number == 1)
            id = (int64_t)f.value;
        else if (f.number == 2)
            e->offset_ps = (int64_t)f.value;
        else if (f.number == 3)
            e->dur_ps = (int64_t)f.value;
        else if (f.number == 5) {
            e->is_sum = true;
            e->n_sum = (int64_t)f.value;
        }
    }
    e->n_stats = b->n_stats - first;
    e->kind = xplane_kind(j->p, id);
}

/* Fills a batch with the next events of the line. */
static void fill(Job *j, Batch *b)
{
    WireMessage line = { j->line.p, j->line.n, &b->bad }, m;
    b->n = b->n_stats = 0;
    b->bad = b->last = false;
    while (b->n < EVENTS && b->n_stats < STATS && !b->last) {
        b->last = !line.n || !xfield_next(line, 4, &j->at, &m);
        if (!b->last)
            decode(j, b, m);
    }
    guint first = 0;
    for (guint i = 0; i < b->n; i++) { /* they have their final place now */
        b->event[i].stats = b->stats + first;
        first += b->event[i].n_stats;
    }
}

static void begin(Job *j, const XPlane *p, const XLine *line, const XStatKey *wanted)
{
    j->p = p;
    j->line = line->m;
    j->at = NULL;
    for (int k = 0; k < XSTAT_N; k++)
        j->is_wanted[k] = !wanted && k != XSTAT_OTHER;
    for (; wanted && *wanted != XSTAT_OTHER; wanted++)
        j->is_wanted[*wanted] = true;
    for (int i = 0; i < SHORT_IDS; i++)
        j->is_other[i] = i < p->n_dense_stats && p->dense_stats[i] && !j->is_wanted[p->dense_stats[i]->key];
}

/* ---- the thread ------------------------------------------------------------------------------------------------------------------ */

static void *serve(void *arg)
{
    XEvents *x = arg;
    pthread_mutex_lock(&x->lock);
    while (!x->quit) {
        if (!x->reading || x->n_full == BATCHES) {
            pthread_cond_wait(&x->room, &x->lock);
            continue;
        }
        Batch *b = x->batch[(x->first + x->n_full) % BATCHES];
        x->filling = true;
        pthread_mutex_unlock(&x->lock);
        fill(&x->job, b);
        pthread_mutex_lock(&x->lock);
        x->filling = false;
        x->n_full++;
        x->reading = x->reading && !b->last;
        pthread_cond_signal(&x->more);
    }
    pthread_mutex_unlock(&x->lock);
    return NULL;
}

/* With signals blocked, so that the program's other threads receive them. */
static bool start(XEvents *x)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    x->has_thread = pthread_create(&x->thread, NULL, serve, x) == 0;
    if (x->has_thread)
        pthread_setname_np(x->thread, "decode");
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return x->has_thread;
}

XEvents *xevents_new(int n_threads)
{
    XEvents *x = g_new0(XEvents, 1);
    x->n_threads = n_threads ? n_threads : g_get_num_processors() > 1 ? 0 : 1;
    pthread_mutex_init(&x->lock, NULL);
    pthread_cond_init(&x->more, NULL);
    pthread_cond_init(&x->room, NULL);
    return x;
}

void xevents_free(XEvents *x)
{
    if (!x)
        return;
    if (x->has_thread) {
        pthread_mutex_lock(&x->lock);
        x->quit = true;
        pthread_cond_signal(&x->room);
        pthread_mutex_unlock(&x->lock);
        pthread_join(x->thread, NULL);
    }
    pthread_mutex_destroy(&x->lock);
    pthread_cond_destroy(&x->more);
    pthread_cond_destroy(&x->room);
    for (int i = 0; i < BATCHES; i++)
        if (x->batch[i]) {
            g_free(x->batch[i]->stats);
            g_free(x->batch[i]);
        }
    g_free(x);
}

void xevents_end(XEvents *x)
{
    if (!x->bad)
        return;
    if (x->ahead) { /* the batch that is being filled is waited for */
        pthread_mutex_lock(&x->lock);
        x->reading = false;
        while (x->filling)
            pthread_cond_wait(&x->more, &x->lock);
        pthread_mutex_unlock(&x->lock);
    }
    x->bad = NULL;
    x->now = NULL;
}

void xevents_begin(XEvents *x, const XPlane *p, const XLine *line, const XStatKey *wanted)
{
    xevents_end(x);
    begin(&x->job, p, line, wanted);
    for (int i = 0; i < BATCHES; i++)
        if (!x->batch[i])
            x->batch[i] = g_new0(Batch, 1);
    x->bad = line->m.bad;
    x->at = 0;
    x->ahead = (x->n_threads == 2 || (!x->n_threads && line->m.n >= LONG_LINE)) && (x->has_thread || start(x));
    if (!x->ahead)
        return;
    pthread_mutex_lock(&x->lock);
    x->n_full = x->first = 0;
    x->reading = true;
    pthread_cond_signal(&x->room);
    pthread_mutex_unlock(&x->lock);
}

/* The next batch of the other thread; the one before is given back. */
static Batch *next_ahead(XEvents *x)
{
    pthread_mutex_lock(&x->lock);
    if (x->now) {
        x->first = (x->first + 1) % BATCHES;
        x->n_full--;
        pthread_cond_signal(&x->room);
    }
    while (!x->n_full)
        pthread_cond_wait(&x->more, &x->lock);
    Batch *b = x->batch[x->first];
    pthread_mutex_unlock(&x->lock);
    return b;
}

const XEvent *xevents_next(XEvents *x)
{
    while (x->bad && (!x->now || x->at == x->now->n)) {
        if (x->now && x->now->last) {
            xevents_end(x);
            return NULL;
        }
        if (x->ahead)
            x->now = next_ahead(x);
        else
            fill(&x->job, x->now = x->batch[0]);
        x->at = 0;
        *x->bad |= x->now->bad;
    }
    return x->bad ? &x->now->event[x->at++] : NULL;
}
