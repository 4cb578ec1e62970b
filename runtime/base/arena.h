/* A growing block of memory that is freed all at once.
 * Allocations are zeroed and are not freed one by one. Not thread-safe. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Arena Arena;

Arena *arena_new_root(void);
void arena_free(Arena *a);
/* Forgets all contents but keeps the memory: for scratch arenas between passes. */
void arena_reset(Arena *a);
/* A place in the arena's life: releasing to it forgets what was handed out since. */
typedef struct ArenaMark {
    void *block;
    size_t used, total;
} ArenaMark;
ArenaMark arena_mark(const Arena *a);
void arena_release(Arena *a, ArenaMark mark);
/* `size` zeroed bytes, aligned to 16. Never NULL. */
void *arena_alloc(Arena *a, size_t size);
/* Copies, NUL-terminated. */
char *arena_strdup(Arena *a, const char *s);
char *arena_strndup(Arena *a, const char *s, size_t n);
char *arena_printf(Arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void *arena_memdup(Arena *a, const void *p, size_t size);
/* Bytes handed out so far (not counting slack). */
size_t arena_used(const Arena *a);

#define arena_new(a, T) ((T *)arena_alloc((a), sizeof(T)))
#define arena_array(a, T, n) ((T *)arena_alloc((a), sizeof(T) * (size_t)(n)))
#define arena_dup_array(a, p, n) arena_memdup((a), (p), sizeof *(p) * (size_t)(n))
