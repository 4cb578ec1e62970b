/* Who the ranks are: their machines and clocks, told to each other when they meet, and their devices. */
#include <string.h>

#include "runtime/base/clock.h"
#include "runtime/base/diag.h"
#include "runtime/ranks/ranks_impl.h"

/* Where a process runs: machines that are up at the same time have different ones. Processes with the same share a clock. */
static char *boot_id(void)
{
    char *text = NULL;
    if (g_file_get_contents("/proc/sys/kernel/random/boot_id", &text, NULL, NULL))
        return g_strstrip(text);
    return g_strdup(g_get_host_name());
}

/* Rank 0 asks, and takes the answer of the quickest of some rounds, as NTP does: the other's clock was read half way between. */
static bool compare_clocks(Ranks *r, int other, GError **error)
{
    enum { ROUNDS = 30 };
    int64_t best = INT64_MAX, offset = 0;
    for (int k = 0; k < ROUNDS; k++) {
        if (ranks_me(r) != 0) {
            g_autoptr(GBytes) ask = ranks_receive(r, 0, RANKS_CLOCK, NULL, error);
            int64_t now = clock_ns();
            if (!ask)
                return false;
            ranks_send(r, 0, RANKS_CLOCK, g_bytes_new(&now, sizeof now));
            continue;
        }
        int64_t from = clock_ns();
        ranks_send(r, other, RANKS_CLOCK, g_bytes_new(&from, sizeof from));
        g_autoptr(GBytes) answer = ranks_receive(r, other, RANKS_CLOCK, NULL, error);
        int64_t to = clock_ns(), theirs;
        if (!answer || g_bytes_get_size(answer) != sizeof theirs)
            return false;
        memcpy(&theirs, g_bytes_get_data(answer, NULL), sizeof theirs);
        if (to - from < best) {
            best = to - from;
            offset = from + best / 2 - theirs;
        }
    }
    r->peers[other].clock_ns = offset;
    r->peers[other].uncertain_ns = best == INT64_MAX ? 0 : best / 2;
    return true;
}

/* What must be added to each rank's clock to have rank 0's, told to all. */
static bool share_clocks(Ranks *r, char *const *boots, GError **error)
{
    int me = ranks_me(r), n = ranks_n(r);
    bool several = false;
    for (int i = 1; i < n; i++) {
        bool same = g_str_equal(boots[i], boots[0]);
        several |= !same;
        if (!same && (me == 0 || me == i) && !compare_clocks(r, i, error))
            return false;
    }
    if (!several)
        return true;
    g_autofree int64_t *table = g_new0(int64_t, 2 * n);
    for (int i = 0; me == 0 && i < n; i++) {
        table[2 * i] = r->peers[i].clock_ns;
        table[2 * i + 1] = r->peers[i].uncertain_ns;
    }
    for (int i = 1; me == 0 && i < n; i++)
        ranks_send(r, i, RANKS_CLOCK, g_bytes_new(table, sizeof(int64_t) * 2 * (gsize)n));
    if (me != 0) {
        g_autoptr(GBytes) told = ranks_receive(r, 0, RANKS_CLOCK, NULL, error);
        if (!told || g_bytes_get_size(told) != sizeof(int64_t) * 2 * (gsize)n)
            return false;
        memcpy(table, g_bytes_get_data(told, NULL), sizeof(int64_t) * 2 * (gsize)n);
    }
    for (int i = 0; i < n; i++) {
        bool same = g_str_equal(boots[i], boots[me]);
        r->peers[i].clock_ns = same ? 0 : table[2 * i] - table[2 * me];
        r->peers[i].uncertain_ns = same ? 0 : table[2 * i + 1] + table[2 * me + 1];
    }
    return true;
}

bool ranks_hello(Ranks *r, GError **error)
{
    int n = ranks_n(r), me = ranks_me(r);
    g_autofree char *boot = boot_id(), *mine = g_strdup_printf("%s\n%s", boot, g_get_host_name());
    g_auto(GStrv) boots = g_new0(char *, n + 1);
    for (int i = 0; i < n; i++)
        if (i != me)
            ranks_send(r, i, RANKS_HELLO, g_bytes_new(mine, strlen(mine)));
    for (int i = 0; i < n; i++) {
        g_autoptr(GBytes) mail = i == me ? g_bytes_new(mine, strlen(mine)) : ranks_receive(r, i, RANKS_HELLO, NULL, error);
        if (!mail)
            return false;
        gsize size;
        const char *text = g_bytes_get_data(mail, &size);
        g_autofree char *copy = g_strndup(text, size);
        g_auto(GStrv) lines = g_strsplit(copy, "\n", 2);
        boots[i] = g_strdup(lines[0]);
        pthread_mutex_lock(&r->lock);
        r->peers[i].host = g_strdup(lines[0] && lines[1] ? lines[1] : "?");
        pthread_mutex_unlock(&r->lock);
    }
    return share_clocks(r, boots, error);
}

/* ---- who is who ------------------------------------------------------------------------------------------------------- */

void ranks_slice_from(Ranks *r, int64_t bytes)
{
    r->slice_from = bytes;
}

int ranks_me(const Ranks *r)
{
    return r ? r->link->me : 0;
}

int ranks_n(const Ranks *r)
{
    return r ? r->link->n : 1;
}

const char *ranks_engine(const Ranks *r)
{
    return r->link->name;
}

const char *ranks_host(const Ranks *r, int rank)
{
    return r->peers[rank].host ? r->peers[rank].host : "?";
}

int ranks_n_here(const Ranks *r)
{
    int n = 0;
    for (int i = 0; r && i < r->link->n; i++)
        n += g_strcmp0(r->peers[i].host, r->peers[r->link->me].host) == 0;
    return MAX(n, 1);
}

int64_t ranks_clock(const Ranks *r, int rank, int64_t *uncertain_ns)
{
    if (uncertain_ns)
        *uncertain_ns = r->peers[rank].uncertain_ns;
    return r->peers[rank].clock_ns;
}

void ranks_block(const Ranks *r, int rank, int n_devices, int *first, int *n)
{
    int of = ranks_n(r), each = n_devices / of, more = n_devices % of; /* the first `more` ranks have one more */
    *first = rank * each + MIN(rank, more);
    *n = each + (rank < more);
}

int ranks_of_device(const Ranks *r, int n_devices, int device)
{
    int of = ranks_n(r), each = n_devices / of, more = n_devices % of, in_larger = more * (each + 1);
    return device < in_larger ? device / (each + 1) : more + (device - in_larger) / each;
}
