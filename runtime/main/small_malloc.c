/* The program's malloc, calloc and realloc: those of the C library, but if a small request fails, the process ends with a message.
 * A large request that fails returns NULL, and its caller reports an error. Callers of small ones have no error path, and GLib
 * needs memory for the message with which it would abort. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Sanitizers have a malloc of their own. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);

/* Ends the process without running exit handlers, and without allocating: what a trace was given stays readable. */
static void end(size_t size)
{
    char text[200];
    int n = snprintf(text, sizeof text, "shardscope: out of memory: no %.4g MiB for the program's tables\n", (double)size / 0x1p20);
    ssize_t written = write(STDERR_FILENO, text, (size_t)n);
    (void)written;
    _exit(1);
}

static void *checked(void *p, size_t size)
{
    enum { LITTLE = 1 << 16 };
    if (!p && size && size < LITTLE)
        end(size);
    return p;
}

void *malloc(size_t size)
{
    return checked(__libc_malloc(size), size);
}

void *calloc(size_t n, size_t size)
{
    return checked(__libc_calloc(n, size), n * size);
}

void *realloc(void *p, size_t size)
{
    return checked(__libc_realloc(p, size), size);
}
#endif
