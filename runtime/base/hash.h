/* A fast hash of bytes for in-memory tables, eight at a time. Not stable across machines, not for untrusted
 * keys where collisions matter more than a slow table. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t hash_bytes(const char *s, size_t n)
{
    uint64_t h = n, w;
    for (; n >= 8; n -= 8, s += 8) {
        memcpy(&w, s, 8);
        h = (h ^ w) * 0x9E3779B97F4A7C15u;
        h ^= h >> 29;
    }
    w = 0;
    for (size_t i = 0; i < n; i++)
        w |= (uint64_t)(unsigned char)s[i] << (8 * i);
    h = (h ^ w) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u; /* the last bytes, which tell names apart, must reach the low bits too */
    return (uint32_t)(h >> 32);
}

/* The same for names: those that differ in the last digit only, as numbered names do, get neighbouring values, so that
 * making and finding them in order walks through a table instead of missing the cache each time. */
static inline uint32_t hash_name_bytes(const char *s, size_t n)
{
    return n ? (hash_bytes(s, n - 1) & ~(uint32_t)15) | ((unsigned char)s[n - 1] & 15) : 0;
}
