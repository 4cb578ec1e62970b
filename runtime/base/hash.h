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
    return (uint32_t)(h >> 32);
}
