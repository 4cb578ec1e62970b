/* Random bits and normally distributed numbers by position: number i of a key is a function of the two alone. */
#pragma once

#include <stdint.h>

/* The finaliser of splitmix64 (Steele, Lea, Flood): a bijection whose output bits look independent. */
static inline uint64_t normal_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Standard normal numbers i = from .. from + n - 1 of the key: Box and Muller's pair of two uniform ones, of which `re` gets the first and `im`, unless
 * it is NULL, the second. The same to the bit on every machine. */
void normal_fill(uint64_t key, int64_t from, int n, double *re, double *im);
