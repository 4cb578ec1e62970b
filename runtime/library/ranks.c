/* Processes that share a job, for shardscope.h. */
#include "runtime/library/library_impl.h"

Ranks *library_ranks(const ShardscopeRanks *ranks)
{
    return (Ranks *)(uintptr_t)ranks;
}

static _Atomic(Ranks *) joined; /* by this process */

ShardscopeRanks *shardscope_ranks_join(ShardscopeError **error)
{
    GError *why = NULL;
    Ranks *r = ranks_join(&why);
    if (why)
        library_fail(error, why);
    atomic_store(&joined, r);
    return (ShardscopeRanks *)r;
}

bool shardscope_ranks_leave(ShardscopeRanks *ranks, bool ok, ShardscopeError **error)
{
    GError *why = NULL;
    Ranks *r = library_ranks(ranks);
    library_end_shared(r);
    atomic_compare_exchange_strong(&joined, &r, NULL);
    bool well = ranks_leave(library_ranks(ranks), ok, &why);
    return why ? library_fail(error, why) : well;
}

void shardscope_ranks_farewell(ShardscopeRanks *ranks)
{
    Ranks *r = ranks ? library_ranks(ranks) : atomic_load(&joined);
    if (!r)
        return;
    library_finish_shared(r);
    ranks_farewell(r);
}

int shardscope_ranks_me(const ShardscopeRanks *ranks)
{
    return ranks_me(library_ranks(ranks));
}

int shardscope_ranks_n(const ShardscopeRanks *ranks)
{
    return ranks_n(library_ranks(ranks));
}

void shardscope_ranks_fail(ShardscopeRanks *ranks, const char *message)
{
    Ranks *r = ranks ? library_ranks(ranks) : atomic_load(&joined);
    if (r)
        ranks_fail(r, message ? message : "it has failed");
}
