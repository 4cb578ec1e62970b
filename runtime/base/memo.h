/* A cache of results by key. A key is a list of words (numbers, addresses of interned objects), compared word by word. A pass
 * that computes something from such words alone computes it once, however many equal layers a model has. */
#pragma once

#include "runtime/base/arena.h"

enum { MAX_KEY_WORDS = 192 };

typedef struct Key {
    int n;
    bool full;             /* the question is too long to be remembered */
    uint64_t hash;
    uint64_t w[MAX_KEY_WORDS];
} Key;

static inline void key_init(Key *k)
{
    k->n = 0;
    k->full = false;
    k->hash = 0;
}
static inline void key_add(Key *k, uint64_t word)
{
    if (k->n < MAX_KEY_WORDS)
        k->w[k->n++] = word;
    else
        k->full = true;
}
static inline void key_add_ptr(Key *k, const void *p)
{
    key_add(k, (uint64_t)(uintptr_t)p);
}

typedef struct MemoRow {
    uint64_t hash;
    const uint64_t *words;
    int n;
    void *value;           /* NULL = the row is free */
} MemoRow;

/* All zeroes but for the arena is a valid empty one. Words and rows live in the arena. */
typedef struct Memo {
    Arena *arena;
    MemoRow *rows;
    int n, cap;
} Memo;

/* The answer, or NULL. Always NULL to a key that is full. */
void *memo_get(const Memo *m, Key *k);
/* Remembers an answer (not NULL) to a question that has none yet; k as memo_get left it. */
void memo_put(Memo *m, const Key *k, void *value);
