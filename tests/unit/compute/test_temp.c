/* Memory for the work of kernels: apart while it is in use, large blocks used again. */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "runtime/base/sanitized.h"
#include "runtime/compute/pool.h"

enum { MIB = 1 << 20 };

static void test_again(void)
{
    char *first = pool_temp(9 * MIB);
    g_assert_cmpuint((uintptr_t)first % 64, ==, 0);
    memset(first, 1, 9 * MIB);
    char *second = pool_temp(9 * MIB);
    g_assert_true(second && second != first);
    memset(second, 2, 9 * MIB);
    g_assert_cmpint(first[9 * MIB - 1], ==, 1);
    pool_temp_free(first);
    char *third = pool_temp(8 * MIB); /* somewhat less */
    if (!SANITIZED)
        g_assert_true(third == first);
    memset(third, 3, 8 * MIB);
    g_assert_cmpint(second[0], ==, 2);
    pool_temp_free(second);
    pool_temp_free(third);
    pool_temp_trim();
}

/* More than is kept, of all sizes, and some that are never. */
static void test_many(void)
{
    char *held[40];
    for (int turn = 0; turn < 3; turn++) {
        for (int i = 0; i < 40; i++) {
            int64_t bytes = i % 4 == 3 ? 100 * i : (int64_t)(1 + i / 8) * MIB + i;
            held[i] = pool_temp(bytes);
            g_assert_nonnull(held[i]);
            held[i][0] = held[i][MAX(bytes - 1, 0)] = (char)i;
        }
        for (int i = 0; i < 40; i++) {
            g_assert_cmpint(held[i][0], ==, i);
            pool_temp_free(held[i]);
        }
    }
    pool_temp_free(NULL);
    g_assert_nonnull(held[0] = pool_temp(0));
    pool_temp_free(held[0]);
    pool_temp_trim();
    pool_temp_trim();
}

static void test_too_large(void)
{
    g_assert_null(pool_temp(-1));
    g_assert_cmpuint(pool_take_short().bytes, >, 0);
    g_assert_null(pool_temp((int64_t)1 << 60));
    g_assert_cmpuint(pool_take_short().bytes, ==, (size_t)1 << 60);
}

static gpointer hammer(gpointer number)
{
    for (int i = 0; i < 200; i++) {
        int64_t bytes = (1 + i % 3) * MIB;
        char *p = pool_temp(bytes);
        p[0] = p[bytes - 1] = (char)GPOINTER_TO_INT(number);
        g_thread_yield();
        g_assert_true(p[0] == GPOINTER_TO_INT(number) && p[bytes - 1] == GPOINTER_TO_INT(number));
        pool_temp_free(p);
    }
    return NULL;
}

static void test_threads(void)
{
    GThread *threads[4];
    for (int i = 0; i < 4; i++)
        threads[i] = g_thread_new("temp", hammer, GINT_TO_POINTER(i + 1));
    for (int i = 0; i < 4; i++)
        g_thread_join(threads[i]);
    pool_temp_trim();
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/temp/again", test_again);
    g_test_add_func("/temp/many", test_many);
    g_test_add_func("/temp/too-large", test_too_large);
    g_test_add_func("/temp/threads", test_threads);
    return g_test_run();
}
