/* Random meshes and shardings for tests of properties: every kind of axis size, sub-axes in any order, permuted devices. */
#pragma once

#include "runtime/shard/sharding.h"

/* A table of shardings and its arena. */
typedef struct Fixture {
    Arena *arena;
    ShardingTable *t;
} Fixture;
Fixture fixture_new(void);
void fixture_free(Fixture f);

typedef struct RandomKinds {
    bool ids;        /* meshes may permute their devices */
    bool open;       /* dims may be open and carry priorities */
    bool replicated, unreduced, manual;
} RandomKinds;

const Mesh *random_mesh(ShardingTable *t, RandomKinds kinds);
/* Valid on the mesh: no piece twice, neighbours merged. */
const Sharding *random_sharding(ShardingTable *t, const Mesh *mesh, int rank, RandomKinds kinds);
