/* Where ranks compute. Ranks that may use the same cores divide them, and each begins its steps in its own part: the system, which sees processes that come and go within microseconds,
 * often runs three of four on one of two cores and leaves them there for a whole step. No rank is kept there: from then on the system moves it as it likes, to where others wait. */
#include <sched.h>

#include "runtime/ranks/ranks_impl.h"

char *cores_text(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return g_strdup("?");
    GString *s = g_string_new(NULL);
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &set))
            g_string_append_printf(s, "%s%d", s->len ? "," : "", i);
    return g_string_free(s, FALSE);
}

void cores_part(int n_cores, int n_ranks, int index, int *first, int *n)
{
    *first = (int)((int64_t)index * n_cores / n_ranks);
    *n = MAX(1, (int)((int64_t)(index + 1) * n_cores / n_ranks) - *first);
}

/* Adds the cores of cores_text(). */
static void add_cores(cpu_set_t *to, const char *text)
{
    char *end;
    for (const char *p = text; g_ascii_isdigit(*p); p = *end == ',' ? end + 1 : end) {
        gint64 core = g_ascii_strtoll(p, &end, 10);
        if (core < CPU_SETSIZE)
            CPU_SET((int)core, to);
    }
}

void cores_share(Ranks *r, char *const *cores)
{
    for (int i = 0; i < ranks_n(r); i++)
        if (g_str_equal(r->peers[i].host, r->peers[ranks_me(r)].host))
            add_cores(&r->machine, cores[i]);
    for (int i = 0; i < ranks_n(r); i++) {
        cpu_set_t its;
        CPU_ZERO(&its);
        add_cores(&its, cores[i]);
        r->peers[i].n_cores = CPU_COUNT(&its);
    }
    int me = ranks_me(r), index = 0, n_sharing = 0, first, n, k = 0;
    for (int i = 0; i < ranks_n(r); i++) {
        if (g_strcmp0(r->peers[i].host, r->peers[me].host) != 0 || !g_str_equal(cores[i], cores[me]))
            continue;
        index += i < me;
        n_sharing++;
    }
    r->n_sharing = n_sharing;
    cpu_set_t set;
    if (n_sharing < 2 || g_str_equal(cores[me], "?") || sched_getaffinity(0, sizeof set, &set) != 0)
        return;
    r->n_cores = CPU_COUNT(&set);
    cores_part(r->n_cores, n_sharing, index, &first, &n);
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &set) && k++ >= first && k <= first + n)
            CPU_SET(i, &r->home);
    r->has_home = true;
}

void cores_go_home(const Ranks *r)
{
    cpu_set_t all;
    int at = r->has_home ? sched_getcpu() : -1;
    if (at < 0 || at >= CPU_SETSIZE || CPU_ISSET(at, &r->home) || sched_getaffinity(0, sizeof all, &all) != 0)
        return;
    if (sched_setaffinity(0, sizeof r->home, &r->home) == 0)
        sched_setaffinity(0, sizeof all, &all);
}

void ranks_take_machine(Ranks *r)
{
    r->had_cores = sched_getaffinity(0, sizeof r->own, &r->own) == 0 && CPU_COUNT(&r->machine) > 0 && sched_setaffinity(0, sizeof r->machine, &r->machine) == 0;
}

void ranks_leave_machine(Ranks *r)
{
    if (r->had_cores)
        sched_setaffinity(0, sizeof r->own, &r->own);
    r->had_cores = false;
}

bool cores_suffice(const Ranks *r)
{
    int busy = 0;
    for (int i = 0; r->n_cores > 1 && r->link->bells && i < r->link->n; i++)
        busy += i != r->link->me && r->link->bells[i] && !atomic_load_explicit(&r->link->bells[i]->idle, memory_order_relaxed);
    return busy > 0 && busy < r->n_cores;
}

int ranks_n_sharing(const Ranks *r)
{
    return r ? MAX(r->n_sharing, 1) : 1;
}
