/* Which threads are taken to wait for what they execute. */
#include <glib.h>

#include "runtime/library/pace.h"

enum { SOON = PACE_SOON_NS / 2, LATE = 2 * PACE_SOON_NS };

static int64_t now;

/* An execution, and how long after it the thread waits; 0 = it does not. True if the thread would have done it itself. */
static bool ask(int64_t wait_ns)
{
    bool itself = pace_is_waiting();
    pace_asked(now += 1000);
    if (wait_ns)
        pace_waits(now += wait_ns);
    return itself;
}

static void ask_soon(int times)
{
    for (int i = 0; i < times; i++)
        ask(SOON);
}

/* Each test is a thread of its own, which begins anew. */
static void in_thread(gconstpointer test)
{
    g_thread_join(g_thread_new("pace", (GThreadFunc)(void (*)(void))test, NULL));
}

static gpointer waits(gpointer unused)
{
    for (int i = 0; i < 4; i++)
        g_assert_false(ask(SOON));
    for (int i = 0; i < 4; i++)
        g_assert_true(ask(SOON));
    return unused;
}

static gpointer asks_again(gpointer unused)
{
    ask_soon(20);
    g_assert_true(ask(0));
    for (int i = 0; i < 4; i++) /* it had another execution to ask for */
        g_assert_false(ask(SOON));
    g_assert_true(ask(SOON));
    return unused;
}

static gpointer waits_late(gpointer unused)
{
    ask_soon(20);
    g_assert_true(ask(LATE));
    g_assert_true(ask(SOON)); /* once may be chance */
    for (int i = 0; i < 3; i++)
        ask(LATE);
    g_assert_false(ask(LATE));
    ask_soon(3);
    g_assert_false(ask(SOON));
    return unused;
}

static gpointer waits_twice(gpointer unused)
{
    ask(SOON);
    for (int i = 0; i < 10; i++) /* for other results of the same */
        pace_waits(now);
    g_assert_false(ask(SOON));
    return unused;
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/pace/waits", (gconstpointer)(void (*)(void))waits, in_thread);
    g_test_add_data_func("/pace/asks-again", (gconstpointer)(void (*)(void))asks_again, in_thread);
    g_test_add_data_func("/pace/waits-late", (gconstpointer)(void (*)(void))waits_late, in_thread);
    g_test_add_data_func("/pace/waits-twice", (gconstpointer)(void (*)(void))waits_twice, in_thread);
    return g_test_run();
}
