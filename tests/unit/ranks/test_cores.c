/* The cores that ranks of a machine divide among themselves. */
#include "runtime/ranks/ranks_impl.h"

/* Parts are in order. With enough cores each is in one part; with fewer, parts have one core each, and no core is in more parts than another by more than one. */
static void test_parts(void)
{
    enum { MOST = 40 };
    for (int cores = 1; cores <= MOST; cores++)
        for (int ranks = 1; ranks <= MOST; ranks++) {
            int used[MOST] = { 0 }, least = MOST, most = 0, before = 0;
            for (int i = 0; i < ranks; i++) {
                int first, n;
                cores_part(cores, ranks, i, &first, &n);
                g_assert_true(first >= before && n >= 1 && first + n <= cores);
                g_assert_true(cores > ranks || n == 1);
                before = first;
                for (int k = 0; k < n; k++)
                    used[first + k]++;
            }
            for (int k = 0; k < cores; k++) {
                least = MIN(least, used[k]);
                most = MAX(most, used[k]);
            }
            g_assert_true(cores >= ranks ? least == 1 && most == 1 : least >= 1 && most - least <= 1);
        }
}

/* Ranks that are bound to the same cores share them; others, and those of other machines, do not. */
static void test_sharing(void)
{
    g_autofree char *own = cores_text();
    char *cores[4] = { own, own, "none", own };
    Peer peers[4] = { { .host = "a" }, { .host = "a" }, { .host = "a" }, { .host = "b" } };
    Link link = { .me = 1, .n = 4 };
    Ranks r = { .link = &link, .peers = peers };
    cores_share(&r, cores);
    g_assert_cmpint(ranks_n_sharing(&r), ==, 2);
    g_assert_true(r.has_home);
    link.me = 3;
    r.has_home = false;
    cores_share(&r, cores);
    g_assert_cmpint(ranks_n_sharing(&r), ==, 1);
    g_assert_false(r.has_home);
}

/* A rank that waits keeps its core only if those that compute need none of it, and there are some. */
static void test_suffice(void)
{
    Bell bells[4] = { 0 };
    Bell *near[4] = { &bells[0], &bells[1], &bells[2], NULL };
    Link link = { .me = 0, .n = 4, .bells = near };
    Ranks r = { .link = &link, .n_cores = 2 };
    g_assert_false(cores_suffice(&r)); /* 1 and 2 compute */
    atomic_store(&bells[1].idle, 1);
    g_assert_true(cores_suffice(&r));
    r.n_cores = 1;
    g_assert_false(cores_suffice(&r));
    r.n_cores = 2;
    atomic_store(&bells[2].idle, 1);
    g_assert_false(cores_suffice(&r)); /* nobody will bring anything */
    link.bells = NULL;
    g_assert_false(cores_suffice(&r));
}

/* Whoever goes home may go on elsewhere from there. */
static void test_free(void)
{
    cpu_set_t before, after;
    g_assert_cmpint(sched_getaffinity(0, sizeof before, &before), ==, 0);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        Ranks r = { .has_home = CPU_ISSET(cpu, &before) };
        CPU_SET(cpu, &r.home);
        cores_go_home(&r);
    }
    g_assert_cmpint(sched_getaffinity(0, sizeof after, &after), ==, 0);
    g_assert_true(CPU_EQUAL(&before, &after));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ranks/cores/parts", test_parts);
    g_test_add_func("/ranks/cores/sharing", test_sharing);
    g_test_add_func("/ranks/cores/suffice", test_suffice);
    g_test_add_func("/ranks/cores/free", test_free);
    return g_test_run();
}
