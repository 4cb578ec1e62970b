/* Several files of one kind, each of another process or machine: they are read first, put on one clock, their devices told apart, then stored. Start at
 * import_tracks(). */
#include <stdlib.h>
#include <string.h>

#include "trace/import/clocks.h"
#include "trace/import/tracks.h"

#define UNIX_TIME INT64_C(1000000000000000000) /* ns: in 2001 */

/* ---- clocks -------------------------------------------------------------------------------------------------------------------- */

/* Times that are UNIX times themselves need no other. */
static bool knows_time(const Tracks *t)
{
    return t->epoch_ns != 0 || tracks_first(t) >= UNIX_TIME;
}

static int64_t unix_first(const Tracks *t)
{
    return track_ns(t->epoch_ns + tracks_first(t));
}

/* The time 0 of files whose times are counted alike. */
static int64_t common_first(const GPtrArray *all, const Tracks *t)
{
    int64_t first = tracks_first(t);
    for (guint i = 0; t->clock && i < all->len; i++) {
        const Tracks *other = all->pdata[i];
        if (other->clock && g_str_equal(other->clock, t->clock))
            first = MIN(first, tracks_first(other));
    }
    return first;
}

/* Of a run that begins with files of another kind, the time 0 is theirs, if these do not begin before. */
static void set_clocks(ImportRun *r, GPtrArray *all)
{
    int64_t begin = INT64_MAX;
    for (guint i = 0; i < all->len; i++)
        if (knows_time(all->pdata[i]))
            begin = MIN(begin, unix_first(all->pdata[i]));
    bool goes_on = r->epoch_ns && begin != INT64_MAX && begin >= r->epoch_ns && begin - r->epoch_ns < INT64_C(3600000000000);
    if (goes_on)
        begin = r->epoch_ns;
    else if (!r->epoch_ns && begin != INT64_MAX)
        r->epoch_ns = begin;
    for (guint i = 0; i < all->len; i++) {
        Tracks *t = all->pdata[i];
        t->clock_src = knows_time(t);
        t->zero_ns = knows_time(t) ? begin - t->epoch_ns : common_first(all, t);
    }
}

/* The collectives of the file's first device that has some: their ends, on the run's clock. */
static GArray *collectives_of(const Tracks *t)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(ClockMeeting));
    int64_t device = -1;
    for (guint i = 0; i < t->all->len; i++) {
        const Track *track = t->all->pdata[i];
        bool ops = track->kind == TRACE_LANE_OPS || track->kind == TRACE_LANE_STREAM;
        for (guint k = 0; ops && track->device >= 0 && (device < 0 || track->device == device) && k < track->events->len; k++) {
            const TrackEvent *e = &g_array_index(track->events, TrackEvent, k);
            if (!tracks_is_collective(t, e))
                continue;
            device = track->device;
            g_array_append_val(out, ((ClockMeeting){ e->name_id, e->start_ns + e->dur_ns - t->zero_ns }));
        }
    }
    clock_sort(out);
    return out;
}

static bool is_other_machine(const Tracks *a, const Tracks *b)
{
    if (!knows_time(a) || !knows_time(b))
        return !a->clock || !b->clock || !g_str_equal(a->clock, b->clock);
    return a->host && b->host && !g_str_equal(a->host, b->host);
}

/* Clocks of other machines, and those that nobody knows, are compared by the collectives that both took part in. */
static void align_clocks(GPtrArray *all)
{
    const Tracks *first = NULL;
    g_autoptr(GArray) ref = NULL;
    for (guint i = 0; all->len > 1 && i < all->len; i++) {
        Tracks *t = all->pdata[i];
        g_autoptr(GArray) mine = collectives_of(t);
        int64_t apart;
        if (!ref && mine->len) {
            ref = g_steal_pointer(&mine);
            first = t;
        } else if (ref && is_other_machine(first, t) && clock_difference(ref, mine, knows_time(first) && knows_time(t), &apart)) {
            t->zero_ns -= apart;
            t->clock_src = 2;
        }
    }
}

/* No event begins before the run's time 0. */
static void shift_all(ImportRun *r, GPtrArray *all)
{
    int64_t first = 0;
    for (guint i = 0; i < all->len; i++)
        first = MIN(first, tracks_first(all->pdata[i]) - ((const Tracks *)all->pdata[i])->zero_ns);
    for (guint i = 0; first && i < all->len; i++)
        ((Tracks *)all->pdata[i])->zero_ns += first;
    if (first && r->epoch_ns)
        r->epoch_ns += first;
}

/* ---- devices ------------------------------------------------------------------------------------------------------------------- */

/* The device with the most events, by its ordinal; -1 = none. *last: the largest ordinal. */
static int64_t main_device(const Tracks *t, int64_t *last)
{
    int64_t best = -1, most = 0, device = -1, n = 0;
    *last = -1;
    for (guint i = 0; i < t->all->len; i++) { /* by device */
        const Track *track = t->all->pdata[i];
        n = track->device == device ? n : 0;
        device = track->device;
        n += track->events->len;
        *last = MAX(*last, device);
        if (device >= 0 && n > most) {
            most = n;
            best = device;
        }
    }
    return best;
}

static bool have_ranks(const GPtrArray *all)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    bool ok = true;
    for (guint i = 0; i < all->len; i++)
        ok = ok && ((const Tracks *)all->pdata[i])->rank >= 0 && g_hash_table_add(seen, GSIZE_TO_POINTER((gsize)((const Tracks *)all->pdata[i])->rank + 1));
    return ok;
}

/* Files that name a device alike, which is not the same one. */
static bool clash(const GPtrArray *all)
{
    g_autoptr(GHashTable) of = g_hash_table_new(NULL, NULL); /* ordinal + 1 -> file + 1 */
    for (guint i = 0; i < all->len; i++) {
        const Tracks *t = all->pdata[i];
        for (guint k = 0; k < t->all->len; k++) {
            gpointer key = GSIZE_TO_POINTER((gsize)((const Track *)t->all->pdata[k])->device + 1), have = g_hash_table_lookup(of, key);
            if (key && have && GPOINTER_TO_UINT(have) != i + 1)
                return true;
            g_hash_table_insert(of, key, GUINT_TO_POINTER(i + 1));
        }
    }
    return false;
}

/* Where processes say their rank, each works on the device of that number, whatever it calls it; else a file's devices come after those of the files before, unless
 * their numbers differ already. */
static void number_devices(GPtrArray *all)
{
    bool ranks = all->len > 1 && have_ranks(all), clashes = all->len > 1 && clash(all);
    int64_t next = 0, last;
    for (guint i = 0; i < all->len; i++) {
        Tracks *t = all->pdata[i];
        int64_t device = main_device(t, &last);
        if (ranks && device >= 0)
            t->first_device = MAX(t->rank - device, 0);
        else if (clashes)
            t->first_device = next;
        next += last + 1;
    }
}

/* ---- in order -------------------------------------------------------------------------------------------------------------------- */

static bool read_all(ImportRun *r, GPtrArray *sources, TracksRead read, GPtrArray *out, GError **error)
{
    for (guint i = 0; i < sources->len; i++) {
        Tracks *t = read(r, sources->pdata[i], error);
        if (!t)
            return false;
        g_ptr_array_add(out, t);
        import_hold(r, &t->held);
        tracks_classify(t);
    }
    return true;
}

bool import_tracks(ImportRun *r, GPtrArray *sources, TracksRead read, GError **error)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)tracks_free);
    if (!read_all(r, sources, read, all, error))
        return false;
    set_clocks(r, all);
    align_clocks(all);
    shift_all(r, all);
    number_devices(all);
    for (guint i = 0; i < all->len; i++)
        tracks_look(all->pdata[i], sources->pdata[i]);
    timeline_launches(r->timeline);
    for (guint i = 0; i < all->len; i++) {
        Tracks *t = all->pdata[i];
        import_resume(r, &t->held);
        tracks_store(t, sources->pdata[i]);
    }
    return trace_commit(r->w, error);
}
