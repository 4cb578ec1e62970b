/* Which kernels OpenBLAS computes with (at the end), and where it works: it keeps a list of work buffers and lends one to each calling thread; it maps a new one when all are in use. This file maps as
 * many as there are calling threads in advance, after checking that the memory can be mapped. */
#include "runtime/base/blas.h"

#include <cblas.h>
#include <glib.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Not in its headers; NULL where a build has them under other names, and then nothing can be done. */
void *blas_memory_alloc(int) __attribute__((weak));
void blas_memory_free(void *) __attribute__((weak));
/* In builds for several processors. */
void gotoblas_dynamic_quit(void) __attribute__((weak));
void gotoblas_dynamic_init(void) __attribute__((weak));

static const size_t BLOCK_BYTES = ((size_t)128 << 20) + (4 << 20);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards what follows */
static int n_threads, n_blocks; /* threads alive that call OpenBLAS; blocks it has at least */
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void on_thread_end(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    n_threads--;
    pthread_mutex_unlock(&lock);
}

static void key_new(void)
{
    pthread_key_create(&key, on_thread_end);
}

/* Threads in the middle of a product hold blocks too: at worst all but this one, so that as many again are mapped. */
static bool map_blocks(int n)
{
    size_t bytes = BLOCK_BYTES * (size_t)n;
    void *p = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return false;
    munmap(p, bytes);
    void **blocks = g_new(void *, n);
    for (int i = 0; i < n; i++)
        blocks[i] = blas_memory_alloc(0);
    for (int i = 0; i < n; i++)
        blas_memory_free(blocks[i]);
    g_free(blocks);
    return true;
}

bool blas_ready(size_t *missing)
{
    static _Thread_local bool ready, counted;
    *missing = 0;
    if (ready)
        return true;
    blas_choose_kernels();
    if (!blas_memory_alloc || !blas_memory_free)
        return true;
    pthread_once(&once, key_new);
    pthread_setspecific(key, &lock); /* anything but NULL */
    pthread_mutex_lock(&lock);
    n_threads += !counted;
    counted = true;
    bool ok = n_threads <= n_blocks || map_blocks(n_threads);
    n_blocks = ok ? MAX(n_blocks, n_threads) : n_blocks;
    pthread_mutex_unlock(&lock);
    ready = ok;
    *missing = ok ? 0 : BLOCK_BYTES;
    return ok;
}

/* ---- kernels ------------------------------------------------------------------------------------------------------ */

const char *blas_better_kernels(const char *name)
{
#ifdef __x86_64__
    static const char *const without_avx2[] = { "Unknown", "Prescott", "Core2", "Penryn", "Dunnington", "Nehalem", "Sandybridge", "Opteron", "Opteron_SSE3", "Barcelona", "Generic" };
    bool is_old = false;
    for (gsize i = 0; i < G_N_ELEMENTS(without_avx2); i++)
        is_old |= strcmp(name, without_avx2[i]) == 0;
    if (!is_old || !__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return NULL;
    bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                __builtin_cpu_supports("avx512cd");
    return wide ? "SkylakeX" : "Haswell";
#else
    (void)name;
    return NULL;
#endif
}

static void choose_kernels(void)
{
    static const char variable[] = "OPENBLAS_CORETYPE";
    if (getenv(variable) || !gotoblas_dynamic_quit || !gotoblas_dynamic_init)
        return;
    const char *better = blas_better_kernels(openblas_get_corename());
    if (!better)
        return;
    setenv(variable, better, 1); /* read by the second of these */
    gotoblas_dynamic_quit();
    gotoblas_dynamic_init();
    unsetenv(variable);
}

void blas_choose_kernels(void)
{
    static pthread_once_t chosen = PTHREAD_ONCE_INIT;
    pthread_once(&chosen, choose_kernels);
}
