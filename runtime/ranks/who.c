/* Who the ranks are: their machines and clocks, told to each other when they meet, and their devices. */
#include <stdlib.h>
#include <string.h>

#include "runtime/base/clock.h"
#include "runtime/base/diag.h"
#include "runtime/ranks/ranks_impl.h"

/* SHARDSCOPE_TEST_HOSTS="a,a,b": what ranks 0, 1 and 2 say that their machines are called. For tests. */
static const char *host_name(const Ranks *r)
{
    const char *text = g_getenv("SHARDSCOPE_TEST_HOSTS");
    g_auto(GStrv) names = g_strsplit(text ? text : "", ",", -1);
    return ranks_me(r) < (int)g_strv_length(names) ? g_intern_string(names[ranks_me(r)]) : g_get_host_name();
}

/* Whose clock a process has: machines that are up at the same time have different ones, and so may containers of one machine (time namespaces). */
static char *clock_id(void)
{
    g_autofree char *boot = NULL, *space = g_file_read_link("/proc/self/ns/time", NULL);
    if (!g_file_get_contents("/proc/sys/kernel/random/boot_id", &boot, NULL, NULL))
        boot = g_strdup(g_get_host_name());
    return g_strconcat(g_strstrip(boot), space, NULL);
}

/* SHARDSCOPE_TEST_CLOCK="2:5000000:300": rank 2's clock is 5 ms ahead and gains 300 us a second. For tests. */
static void bend_clock(const Ranks *r)
{
    const char *text = g_getenv("SHARDSCOPE_TEST_CLOCK");
    g_auto(GStrv) words = g_strsplit(text ? text : "", ":", 3);
    if (g_strv_length(words) < 3 || atoi(words[0]) != ranks_me(r) || clock_bend.on)
        return;
    clock_bend = (ClockBend){ .from_ns = clock_ns(), .ahead_ns = g_ascii_strtoll(words[1], NULL, 10), .faster = g_ascii_strtod(words[2], NULL) * 1e-6 };
    clock_bend.on = true;
}

bool ranks_hello(Ranks *r, GError **error)
{
    int n = ranks_n(r), me = ranks_me(r);
    bend_clock(r);
    g_autofree char *clock = clock_id(), *job = g_uuid_string_random(), *own = cores_text(), *mine = g_strdup_printf("%s%s\n%s\n%s\n%s", clock, clock_bend.on ? " bent" : "", job, own, host_name(r));
    g_auto(GStrv) clocks = g_new0(char *, n + 1), cores = g_new0(char *, n + 1);
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
        g_auto(GStrv) lines = g_strsplit(copy, "\n", 4);
        bool whole = g_strv_length(lines) == 4;
        clocks[i] = g_strdup(lines[0]);
        cores[i] = g_strdup(whole ? lines[2] : "?");
        if (i == 0)
            g_strlcpy(r->job, whole ? lines[1] : "?", sizeof r->job);
        pthread_mutex_lock(&r->lock);
        r->peers[i].host = g_strdup(whole ? lines[3] : "?");
        pthread_mutex_unlock(&r->lock);
    }
    cores_share(r, cores);
    return clocks_compare(r, clocks, error);
}

/* ---- who is who ------------------------------------------------------------------------------------------------------- */

void ranks_slice_from(Ranks *r, int64_t bytes)
{
    r->slice_from = r->lend_from = bytes;
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

int ranks_cores(const Ranks *r, int rank)
{
    return r->peers[rank].n_cores;
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

const char *ranks_job(const Ranks *r)
{
    return r->job;
}

char *ranks_run_key(Ranks *r, const char *name)
{
    pthread_mutex_lock(&r->lock);
    if (!r->runs)
        r->runs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    int n = GPOINTER_TO_INT(g_hash_table_lookup(r->runs, name));
    g_hash_table_insert(r->runs, g_strdup(name), GINT_TO_POINTER(n + 1));
    pthread_mutex_unlock(&r->lock);
    return g_strdup_printf("%s %d", name, n);
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
