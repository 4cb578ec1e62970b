/* Which box of an array a device holds. Index maths of shardings lives only here.
 * A dim of size n in k parts has tiles of s = ceil(n / k) elements; tile i covers [min(i*s, n), min((i+1)*s, n)) and may
 * be short or empty; its storage always has s elements. */
#pragma once

#include "runtime/shard/sharding.h"

static inline int64_t tile_size(int64_t n, int64_t parts)
{
    return parts > 1 ? (n + parts - 1) / parts : n;
}
/* Sizes of the storage of one tile, rank entries. */
void tile_dims(const Sharding *s, int rank, const int64_t *dims, int64_t *out);
/* Tile coordinates of a device (rank entries); false if the device holds nothing (maximal elsewhere). */
bool tile_coords(const Sharding *s, int64_t device, int64_t *coord);
/* The valid box of a device: start and size per dim. */
bool tile_box(const Sharding *s, int rank, const int64_t *dims, int64_t device, int64_t *start, int64_t *size);
/* Distinct tiles, and devices that hold the same one. */
int64_t tile_count(const Sharding *s);
int64_t tile_copies(const Sharding *s);
