/* Growable arrays. `VEC(T) v = {0};` is a valid empty one; vec_push grows it on the heap,
 * vec_clear frees it. The fields v, n and cap may be read freely. */
#pragma once

#include <glib.h>
#include <string.h>

#define VEC(T) struct { T *v; int n, cap; }

#define vec_reserve(a, want)                                                                       \
    do {                                                                                           \
        if ((a)->cap < (want)) {                                                                   \
            (a)->cap = MAX((want), (a)->cap * 2 + 8);                                              \
            (a)->v = g_realloc_n((a)->v, (gsize)(a)->cap, sizeof *(a)->v);                         \
        }                                                                                          \
    } while (0)
#define vec_push(a, x)                                                                             \
    do {                                                                                           \
        vec_reserve((a), (a)->n + 1);                                                              \
        (a)->v[(a)->n++] = (x);                                                                    \
    } while (0)
#define vec_clear(a)                                                                               \
    do {                                                                                           \
        g_free((a)->v);                                                                            \
        (a)->v = NULL;                                                                             \
        (a)->n = (a)->cap = 0;                                                                     \
    } while (0)
