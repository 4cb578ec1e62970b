/* Buffers and their pool: references, recycling, and what outlives the pool. */
#include <glib.h>
#include <string.h>

#include "runtime/memory/buffer.h"
#include "runtime/memory/regions.h"

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

typedef struct Block {
    char *data;
    size_t bytes;
    Region *of;
} Block;

static void give(Block *b)
{
    for (size_t i = 0; i < b->bytes; i += 64) /* nobody else had any of it */
        g_assert_cmpint(b->data[i], ==, b->data[0]);
    region_give(b->of, b->data, b->bytes);
    b->data = NULL;
}

/* Blocks of all sizes, taken and given back in any order, do not touch, and all of it is one range again in the end. */
static void test_regions(void)
{
    Block blocks[100] = { { NULL, 0, NULL } };
    for (int turn = 0; turn < 3000; turn++) {
        Block *b = &blocks[g_test_rand_int_range(0, G_N_ELEMENTS(blocks))];
        if (b->data) {
            give(b);
            continue;
        }
        b->bytes = 64 * (size_t)g_test_rand_int_range(1, turn % 50 ? 2000 : 1 << 16);
        b->data = region_take(b->bytes, &b->of);
        g_assert_true(b->data && (guintptr)b->data % 64 == 0);
        memset(b->data, 1 + turn % 100, b->bytes);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(blocks); i++)
        if (blocks[i].data)
            give(&blocks[i]);
    Block whole = { NULL, 32 << 20, NULL };
    whole.data = region_take(whole.bytes, &whole.of);
    g_assert_nonnull(whole.data);
    region_give(whole.of, whole.data, whole.bytes);
    g_assert_null(region_take((32 << 20) + 64, &whole.of));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/memory/buffer/pool", test_pool);
    g_test_add_func("/memory/regions", test_regions);
    g_test_add_func("/memory/buffer/again", test_again);
    g_test_add_func("/memory/buffer/nest", test_nest);
    return g_test_run();
}
