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

/* What came back is taken again, at every size: no class is filled that nobody asks. */
static void test_again(void)
{
    for (size_t size = 1; size < 20000; size += size < 1100 ? 1 : 37) {
        BufferPool *p = buffer_pool_new();
        Buffer *b = buffer_pool_try(p, size);
        buffer_unref(b);
        g_assert_true(buffer_pool_try(p, size) == b);
        buffer_unref(b);
        buffer_pool_free(p);
    }
}

/* A nest keeps small buffers of its pool that nobody else refers to, and gives them back as new. */
static void test_nest(void)
{
    BufferPool *p = buffer_pool_new(), *other = buffer_pool_new();
    BufferNest n = { 0 };
    g_assert_null(buffer_nest_take(&n, 100));
    Buffer *b = buffer_pool_try(p, 100), *shared = buffer_ref(buffer_pool_try(p, 100)), *large = buffer_pool_try(p, 1 << 20), *foreign = buffer_pool_try(other, 100);
    atomic_store(&b->in_array, true);
    buffer_nest_unref(&n, p, b);
    buffer_nest_unref(&n, p, shared);
    buffer_nest_unref(&n, p, large);
    buffer_nest_unref(&n, p, foreign);
    g_assert_cmpint(atomic_load(&shared->refs), ==, 1);
    g_assert_cmpuint(buffer_pool_live(other), ==, 0);
    g_assert_null(buffer_nest_take(&n, 1000));
    g_assert_true(buffer_nest_take(&n, 90) == b);
    g_assert_true(b->size == 90 && buffer_is_unique(b) && !atomic_load(&b->in_array));
    g_assert_null(buffer_nest_take(&n, 90));
    buffer_nest_unref(&n, p, b);
    buffer_nest_unref(&n, p, shared);
    g_assert_cmpuint(buffer_pool_live(p), >, 0);
    buffer_nest_clear(&n);
    g_assert_cmpuint(buffer_pool_live(p), ==, 0);
    g_assert_null(buffer_nest_take(&n, 90));
    for (int i = 0; i < 1000; i++) /* that others made */
        buffer_nest_unref(&n, p, buffer_pool_try(p, 90));
    g_assert_cmpuint(buffer_pool_live(p), <=, NEST_MOST * 128);
    buffer_nest_clear(&n);
    buffer_pool_free(p);
    buffer_pool_free(other);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/memory/buffer/pool", test_pool);
    g_test_add_func("/memory/buffer/again", test_again);
    g_test_add_func("/memory/buffer/nest", test_nest);
    return g_test_run();
}
