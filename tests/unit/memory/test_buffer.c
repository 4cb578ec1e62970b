/* Buffers and their pool: references, recycling, and what outlives the pool. */
#include <glib.h>
#include <string.h>

#include "runtime/memory/buffer.h"

static void test_pool(void)
{
    BufferPool *pool = buffer_pool_new();
    Buffer *a = buffer_pool_try(pool, 1000), *kept = buffer_pool_try(pool, 64);
    g_assert_cmpuint((guintptr)a->data % 64, ==, 0);
    void *data = a->data;
    g_assert_true(buffer_is_unique(a));
    buffer_ref(a);
    g_assert_false(buffer_is_unique(a));
    buffer_unref(a);
    buffer_unref(a);
    Buffer *b = buffer_pool_try(pool, 990); /* the same size class: the memory is reused */
    g_assert_true(b->data == data);
    buffer_unref(b);
    for (size_t n = 1; n < 5000; n += 37) {
        Buffer *c = buffer_pool_try(pool, n);
        g_assert_cmpuint(c->capacity, >=, n);
        memset(c->data, 1, n);
        buffer_unref(c);
    }
    buffer_pool_free(pool); /* one buffer is still in use; it outlives the pool */
    memset(kept->data, 1, 64);
    buffer_unref(kept);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/memory/buffer/pool", test_pool);
    return g_test_run();
}
